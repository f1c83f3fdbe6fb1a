package main

import "os"

var activeFault = os.Getenv("FAULT")

// fault says whether the named fault is switched on (environment FAULT).
func fault(id string) bool { return activeFault == id }

package main

import "os"

// activeFault is the id of the fault that is switched on; empty means none.
var activeFault = os.Getenv("FAULT")

// fault tells whether the named fault of faults.json is switched on.
func fault(id string) bool { return activeFault == id }

#!/usr/bin/env python3
"""Starts the deployment, walks through all operations, then shows every fault from the outside."""
import http.client, json, os, random, socket, subprocess, sys, threading, time
from concurrent.futures import ThreadPoolExecutor
HERE = os.path.dirname(os.path.abspath(__file__)); os.chdir(HERE)
from selftest_checks import Api, CHECKS
from selftest_walk import walk, load

def free_port():
    while True:
        p = random.randint(20000, 40000)
        with socket.socket() as s:
            try: s.bind(("127.0.0.1", p)); return p
            except OSError: pass

class Server:
    def __init__(self, fault=""): self.fault = fault
    def __enter__(self):
        self.port = free_port()
        self.p = subprocess.Popen(["./start.sh", str(self.port)], env={**os.environ, "FAULT": self.fault}, stdout=subprocess.PIPE, text=True)
        assert self.p.stdout.readline().strip() == "ready"
        return Api(self.port, json.loads(open("config.json").read().replace("PORT", str(self.port))))
    def __exit__(self, *a): self.p.kill(); self.p.wait(); self.p.stdout.close()

def main():
    bad = []
    faults = json.load(open("faults.json"))
    only = sys.argv[1:]
    assert len(faults) == 70 and {f["id"] for f in faults} == set(CHECKS), {f["id"] for f in faults} ^ set(CHECKS)
    if not only:
        with Server() as a: n = walk(a); print("walk:", n, "operations and rules hold")
        with Server() as a: print("load:", load(a))
    def one(f):
        try:
            with Server() as a: good = CHECKS[f["id"]](a)
        except Exception as e: good = repr(e)
        if good is not True: return "%s FAILS WITHOUT THE FAULT: %s" % (f["id"], good)
        try:
            with Server(f["id"]) as a: shown = CHECKS[f["id"]](a)
        except Exception as e: return "%s SHOWS ONLY AS %r" % (f["id"], e)
        return "%s %s" % (f["id"], "shows" if shown is False else "DOES NOT SHOW: %r" % (shown,))
    with ThreadPoolExecutor(4) as ex:
        for line in ex.map(one, [f for f in faults if not only or f["id"] in only]):
            print(line, flush=True)
            if not line.endswith(" shows"): bad.append(line)
    print("all good" if not bad else "%d bad" % len(bad)); sys.exit(bool(bad))
if __name__ == "__main__": main()

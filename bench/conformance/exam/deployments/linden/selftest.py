#!/usr/bin/env python3
"""Starts the deployment, walks through all operations, then shows every fault from the outside, then loads it a little."""
import json, os, random, sys, time, uuid
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__))); sys.dont_write_bytecode = True
from harness import Dep, HERE, at_once
import http.client
from probes import P, N, agent, start, bg, hist, tool, cli, hook
from walk import walk

def load(d, n=6000, conns=30):
    bad, codes = [], []
    def one(k):
        c = http.client.HTTPConnection("127.0.0.1", d.port, timeout=20); rnd = random.Random(k); run = None
        for i in range(n // conns):
            H = {"Authorization": "Bearer " + d.own}; W = {"Authorization": "Bearer " + d.key}
            m, p, b, h = rnd.choice([("GET", "/me/", None, H), ("GET", "/me/credits", None, H), ("POST", "/me/credits/use", None, H), ("GET", "/me/agent-runs", None, H), ("POST", "/workers/" + d.fx["agentId"], {"message": "hi"}, W),
                ("POST", "/me/tools/run/word_count", {"text": "a b"}, H), ("GET", "/me/tools/search?q=push", None, H), ("POST", "/me/bundles", None, H), ("PUT", "/workers/%s/%s" % (d.fx["agentId"], run), {"message": "go on"}, W) if run else ("GET", "/me/vip", None, H),
                ("POST", "/me/tools/run/NOTIFIER_CREATE_PUSH", {"type": "note", "body": "x"}, H), ("GET", "/me/executions", None, H)])
            try:
                c.request(m, p, json.dumps(b) if b is not None else None, h); r = c.getresponse(); r.read(); codes.append(r.status)
                if m == "POST" and p.startswith("/workers/"): run = r.headers["X-Service-Run-ID"]
                if r.status != 200: bad.append((m, p, r.status))
            except Exception as e: bad.append((m, p, repr(e))); c.close()
        c.close()
    t = time.time(); at_once([lambda k=k: one(k) for k in range(conns)]); dt = time.time() - t
    print("load: %d requests in %.1f s, %.0f/s, %d failed" % (len(codes), dt, len(codes) / dt, len(bad)), bad[:3], flush=True)
    return not bad

def main():
    faults = [f["id"] for f in json.load(open(os.path.join(HERE, "faults.json")))]
    failed = []
    if set(faults) != set(P): failed.append("faults.json and probes differ: %s" % (set(faults) ^ set(P)))
    d = Dep()
    try:
        walk(d); print("walk: all operations answered as the interface says", flush=True)
        d.doc = None
        for n, f in P.items():
            try: ok = f(d)
            except Exception as e: ok = False; print("   ", repr(e))
            if ok is not True: failed.append(n + " fails without a fault"); print("FAIL without a fault:", n, flush=True)
        if not load(d): failed.append("load")
    finally: d.stop()
    only = sys.argv[1:]
    for n in faults:
        if only and n not in only: continue
        d = Dep(n)
        try:
            try: ok = P[n](d); why = "differs"
            except Exception as e: ok = False; why = repr(e)[:80]
        finally: d.stop()
        print("%-28s %s" % (n, "NOT SEEN" if ok else "seen: " + why), flush=True)
        if ok: failed.append(n + " not seen")
    print("all good" if not failed else "FAILED: " + "; ".join(failed))
    return 1 if failed else 0
if __name__ == "__main__": sys.exit(main())

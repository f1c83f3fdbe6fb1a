#!/usr/bin/env python3
"""Starts the deployment, checks it against the interface, then shows every fault, then a short load."""
import http.client, json, os, random, signal, subprocess, sys, threading, time, uuid
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
import probes, walk
HERE = Path(__file__).parent
CFG = json.loads((HERE / "config.json").read_text())

class R:
    def __init__(s, status, headers, body):
        s.status, s.headers, s.body = status, headers, body
    @property
    def text(s): return s.body.decode("utf-8", "replace")
    @property
    def json(s): return json.loads(s.body)

class Client:
    def __init__(s, port):
        k = CFG["credentials"]
        s.port, s.local = port, threading.local()
        s.jwt = {"own": k["jwt"], "other": k["otherJwt"], "box": k["sandboxJwt"]}
        s.keys = {"own": k["apiKey"], "other": k["otherApiKey"]}
    def uniq(s): return uuid.uuid4().hex
    def raw(s, method, path, body=None, headers=None):
        h = dict(headers or {})
        if body is not None and not isinstance(body, (bytes, str)): body = json.dumps(body); h.setdefault("Content-Type", "application/json")
        if isinstance(body, str): body = body.encode()
        for again in (0, 1):
            if getattr(s.local, "c", None) is None: s.local.c = http.client.HTTPConnection("127.0.0.1", s.port, timeout=30)
            try:
                s.local.c.request(method, path, body, h); r = s.local.c.getresponse()
                return R(r.status, {k.lower(): v for k, v in r.getheaders()}, r.read())
            except (http.client.RemoteDisconnected, ConnectionResetError, BrokenPipeError):
                s.local.c = None
                if again: raise
    def __call__(s, user, method, path, body=None, headers=None):
        return s.raw(method, path, body, dict(headers or {}, **({"Authorization": "Bearer " + s.jwt[user]} if user else {})))
    def w(s, user, method, path, body=None):
        return s.raw(method, "/workers" + path, body, {"Authorization": "Bearer " + s.keys[user]} if user else {})
    def timed(s, user, path, body):
        c = http.client.HTTPConnection("127.0.0.1", s.port, timeout=30)
        c.request("POST", "/workers" + path, json.dumps(body), {"Authorization": "Bearer " + s.keys[user]})
        r = c.getresponse(); first = None; out = b""
        while True:
            b = r.read1(65536)
            if not b: break
            first = first or time.time(); out += b
        return first, time.time(), out

class Server:
    def __init__(s, fault=""):
        s.port = random.randint(20000, 40000)
        s.p = subprocess.Popen([str(HERE / "start.sh"), str(s.port)], env=dict(os.environ, FAULT=fault), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        if s.p.stdout.readline().strip() != "ready": raise RuntimeError("did not start")
    def __enter__(s): return Client(s.port)
    def __exit__(s, *a): s.p.terminate(); s.p.wait(20)

def load(c):
    bad, n, T = [], [0], 30
    def one(i):
        r = random.Random(i); me = r.choice(["own", "other"])
        for k in range(110):
            x = r.randrange(8)
            try:
                q = (c(me, "GET", "/me/") if x == 0 else c(me, "GET", "/me/agent-runs?limit=10") if x == 1 else probes.start(c, f"load {i} {k}", a=12 if k % 2 else 1, u=me) if x == 2
                     else c(me, "POST", "/me/agents", {"chatPrompt": "p"}) if x == 3 and k % 10 == 0 else probes.tool(c, "add_numbers", me, a=1, b=k) if x == 4
                     else c(None, "GET", "/me/tools") if x == 5 else c("own", "POST", "/me/credits/use") if x == 6 and k % 3 == 0 else c(me, "GET", "/me/tools/search?q=text"))
                if q.status != 200: bad.append((x, q.status, q.text[:100]))
            except Exception as e: bad.append((x, repr(e)))
            n[0] += 1
    t = time.time()
    ts = [threading.Thread(target=one, args=(i,)) for i in range(T)]
    [x.start() for x in ts]; [x.join() for x in ts]
    print(f"load: {n[0]} requests from {T} connections, {len(bad)} failed, {n[0] / (time.time() - t):.0f}/s", flush=True)
    return bad

def fault(f, again=True):
    try:
        with Server(f["id"]) as c:
            try: return f["id"], probes.P[f["id"]](c)
            except Exception as e: 
                if isinstance(e, OSError): raise
                return f["id"], "differs: " + repr(e)[:80]
    except Exception as e: # the port may have been another's
        return fault(f, False) if again else (f["id"], None)

def main():
    only = sys.argv[1:]
    faults = [f for f in json.loads((HERE / "faults.json").read_text()) if not only or f["id"] in only]
    wrong = []
    if not only:
        assert len(faults) == 70 and len({f["id"] for f in faults}) == 70
        doc = (HERE / "interface.md").read_text()
        wrong += ["not quoted: " + f["id"] for f in faults if f["words"] not in doc]
        with Server() as c:
            wrong += walk.run(c)
            for f in faults:
                r = probes.P[f["id"]](c)
                if r is not None: wrong.append(f"without a fault {f['id']}: {r}")
        with Server() as c: wrong += map(str, load(c)[:5])
        for w in wrong: print("WRONG", w)
        print(f"without a fault: {len(wrong)} wrong", flush=True)
    with ThreadPoolExecutor(2) as ex:
        for i, r in ex.map(fault, faults):
            print(("shown   " if r else "HIDDEN  ") + i + (": " + r if r else ""), flush=True)
            if not r: wrong.append(i)
    print("all good" if not wrong else f"NOT GOOD: {wrong}")
    return bool(wrong)
sys.exit(main())

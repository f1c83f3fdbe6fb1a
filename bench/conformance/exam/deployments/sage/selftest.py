#!/usr/bin/env python3
"""Walk without a fault, load, then every fault from outside. Usage: selftest.py [fault ...]"""
import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
from selftest_probes import AGENT, CR, PROBES, T  # noqa: E402
from selftest_walk import operations, walk  # noqa: E402


class Server:
    def __init__(self, fault=""):
        self.fault = fault

    def __enter__(self):
        with socket.socket() as s:
            s.bind(("127.0.0.1", 0))
            port = s.getsockname()[1]
        self.p = subprocess.Popen([os.path.join(HERE, "start.sh"), str(port)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env={**os.environ, "FAULT": self.fault})
        line = self.p.stdout.readline()
        if line.strip() != "ready":
            raise SystemExit("did not start: " + self.p.stderr.read())
        return T(port)

    def __exit__(self, *a):
        self.p.send_signal(signal.SIGTERM)
        err = self.p.communicate(timeout=10)[1]
        if "Traceback" in err and not self.fault:
            print("  stderr:", err[-1500:])
            FAILS.append("stderr")


FAILS = []


def load(t, total=6000, clients=30):
    own, key = {"Authorization": "Bearer " + CR["jwt"]}, {"Authorization": "Bearer " + CR["apiKey"]}
    bad, left, lock, runs, credit = [], [total], threading.Lock(), [], [0]

    def client(i):
        c = http.client.HTTPConnection("127.0.0.1", t.port, timeout=30)

        def go(method, path, body=None, h=own, want=200):
            c.request(method, path, None if body is None else json.dumps(body), h)
            r = c.getresponse()
            raw = r.read()
            if r.status != want:
                bad.append((method, path, r.status, raw[:100]))
            return r, raw
        last = None
        while True:
            with lock:
                if left[0] <= 0:
                    break
                left[0] -= 1
                n = left[0]
            k = n % 12
            try:
                if k == 0:
                    last = go("POST", "/workers/" + AGENT, {"message": f"m{n}"}, key)[0].headers["X-Service-Run-ID"]
                    runs.append(last)
                elif k == 1 and last:
                    go("PUT", f"/workers/{AGENT}/{last}", {"message": f"p{n}"}, key)
                elif k == 2 and last:
                    go("GET", f"/workers/{AGENT}/{last}", None, key)
                elif k == 3:
                    a = json.loads(go("POST", "/api/me/agents", {"instruction": f"i{n}"})[1])["agent_id"]
                    go("GET", "/api/me/agents/" + a)
                    go("DELETE", "/api/me/chats/" + a)
                elif k == 4:
                    go("POST", "/api/me/credits/use")
                    with lock:
                        credit[0] += 1
                elif k == 5:
                    go("POST", "/api/me/tools/run/count_words", {"text": "a b"})
                elif k == 6:
                    b = json.loads(go("POST", "/api/me/bundles")[1])["bundle_id"]
                    go("DELETE", f"/api/me/bundles/{b}")
                elif k == 7:
                    go("GET", "/api/me/agent-runs?limit=5")
                else:
                    go("GET", "/api/me" + ["/agents", "/tools/search?q=tide", "/monetization/summary", "/executions?limit=3"][(k - 8) % 4])
            except Exception as e:
                bad.append(repr(e))
                c.close()
    begin = time.time()
    old = t.me("GET", "/credits").json["balance"]
    ts = [threading.Thread(target=client, args=(i,)) for i in range(clients)]
    [x.start() for x in ts]
    [x.join() for x in ts]
    if old - t.me("GET", "/credits").json["balance"] != credit[0]:
        bad.append("credits do not add up")
    if len(set(runs)) != len(runs):
        bad.append("run ids came twice")
    return bad, total / (time.time() - begin)


def check(name):
    with Server() as t:
        clean = PROBES[name](t)
    with Server(name) as t:
        try:
            shown = PROBES[name](t)
        except Exception as e:
            shown = f"probe broke: {e!r}"
    return name, clean, shown


def main(only):
    faults = json.load(open(os.path.join(HERE, "faults.json"), encoding="utf-8"))
    words = open(os.path.join(HERE, "interface.md"), encoding="utf-8").read()
    ids = [f["id"] for f in faults]
    if len(ids) != 70 or set(ids) != set(PROBES) or any(f["words"] not in words for f in faults):
        FAILS.append("faults.json")
        print("faults.json:", len(ids), set(ids) ^ set(PROBES), [f["id"] for f in faults if f["words"] not in words])
    if not only:
        with Server() as t:
            seen, bad = walk(t)
            missing = operations() - seen
            FAILS.extend(bad)
            print(f"walk: {len(operations()) - len(missing)} of {len(operations())} operations, {len(bad)} wrong", missing or "")
            if missing:
                FAILS.append("missing")
        with Server() as t:
            bad, rate = load(t)
            FAILS.extend(map(str, bad))
            print(f"load: {rate:.0f} steps a second from 30 connections, {len(bad)} failed", bad[:3] or "")
    with ThreadPoolExecutor(2) as pool:
        for name, clean, shown in pool.map(check, only or ids):
            good = clean is False and shown is True
            print(f"{'ok  ' if good else 'FAIL'} {name}" + ("" if good else f" clean={clean} shown={shown}"), flush=True)
            if not good:
                FAILS.append(name)
    print("all good" if not FAILS else f"{len(FAILS)} things are wrong: {FAILS[:20]}")
    return 1 if FAILS else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

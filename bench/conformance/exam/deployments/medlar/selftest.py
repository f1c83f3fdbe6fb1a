#!/usr/bin/env python3
"""Starts the deployment, walks through the interface, shows each fault, puts a short load on it."""
import concurrent.futures
import http.client
import json
import os
import random
import signal
import socket
import subprocess
import sys
import threading
import time
import uuid

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
from probes import PROBES, together  # noqa: E402
from walk import walk  # noqa: E402


class Answer:
    def __init__(self, status, head, raw):
        self.status, self.head, self.raw = status, head, raw

    @property
    def text(self):
        return self.raw.decode("utf-8", "replace")

    @property
    def json(self):
        return json.loads(self.raw) if self.raw else None


class Server:
    def __init__(self, fault=""):
        with socket.socket() as so:
            while True:
                self.port = random.randint(20000, 40000)
                try:
                    so.bind(("127.0.0.1", self.port))
                    break
                except OSError:
                    pass
        self.p = subprocess.Popen([os.path.join(HERE, "start.sh"), str(self.port)], stdout=subprocess.PIPE,
                                  env={**os.environ, "FAULT": fault}, text=True)
        line = self.p.stdout.readline().strip()
        assert line == "ready", line
        with open(os.path.join(HERE, "config.json")) as f:
            cfg = json.loads(f.read().replace("PORT", str(self.port)))
        self.fx, cr = cfg["fixtures"], cfg["credentials"]
        self.base, self.agents = cfg["baseUrl"], cfg["agentsUrl"]
        self.keys = {"own": cr["apiKey"], "other": cr["otherApiKey"]}
        self.jwts = {"own": cr["jwt"], "other": cr["otherJwt"], "sandbox": cr["sandboxJwt"]}
        self.local = threading.local()

    def stop(self):
        self.p.send_signal(signal.SIGTERM)
        try:
            self.p.wait(5)
        except subprocess.TimeoutExpired:
            self.p.kill()
            self.p.wait()
        self.p.stdout.close()

    def http(self, method, url, body=None, token=None, headers=None, timeout=15):
        path = url.split(f":{self.port}", 1)[1]
        head = dict(headers or {})
        if token:
            head["Authorization"] = "Bearer " + token
        if body is not None and not isinstance(body, bytes):
            body = json.dumps(body).encode()
        if body is not None:
            head["Content-Type"] = "application/json"
        for again in (0, 1):
            c = getattr(self.local, "c", None)
            if c is None:
                c = self.local.c = http.client.HTTPConnection("127.0.0.1", self.port, timeout=timeout)
            try:
                c.request(method, path, body, head)
                r = c.getresponse()
                return Answer(r.status, {k.lower(): v for k, v in r.getheaders()}, r.read())
            except (http.client.RemoteDisconnected, ConnectionError, BrokenPipeError):
                c.close()
                self.local.c = None
                if again:
                    raise

    def u(self, method, path, body=None, who="own"):
        return self.http(method, self.base + path, body, self.jwts.get(who))

    def w(self, method, path, body=None, who="own"):
        return self.http(method, self.agents + path, body, self.keys.get(who))

    def tool(self, name, body, who="own"):
        r = self.u("POST", f"/me/tools/run/{name}", body, who)
        assert r.status == 200, (name, r.status, r.text)
        return r.json

    def stream_times(self, path, body):
        c = http.client.HTTPConnection("127.0.0.1", self.port, timeout=15)
        t = time.time()
        c.request("POST", self.agents.split(str(self.port))[1] + path, json.dumps(body),
                  {"Authorization": "Bearer " + self.keys["own"]})
        r = c.getresponse()
        r.read1(3)
        first = time.time() - t
        r.read()
        c.close()
        return first, time.time() - t

    def hang_up(self, path, body):
        c = http.client.HTTPConnection("127.0.0.1", self.port, timeout=15)
        c.request("POST", self.agents.split(str(self.port))[1] + path, json.dumps(body),
                  {"Authorization": "Bearer " + self.keys["own"]})
        r = c.getresponse()
        r.read1(3)
        run = r.headers["x-service-run-id"]
        c.sock and c.sock.close()
        r.close()
        c.close()
        return run


def load(s, n=4000):
    fx, wrong = s.fx, []

    def one(i):
        k = i % 9
        if k == 0:
            r = s.w("POST", f"/{fx['agentId']}", {"message": f"load {i}"})
        elif k == 1:
            r = s.w("POST", f"/ndjson/{fx['agentId']}", {"message": f"load {i}"})
        elif k == 2:
            r = s.u("GET", "/me/agent-runs")
        elif k == 3:
            r = s.u("POST", "/me/tools/run/echo_input", {"i": i})
        elif k == 4:
            r = s.u("POST", "/me/agents", {"prompt": f"p {i}"}, "other")
            if r.status == 200:
                r = s.u("DELETE", f"/me/chats/{r.json['agent_id']}", None, "other")
        elif k == 5:
            r = s.u("GET", "/me/monetization/earnings")
        elif k == 6:
            r = s.u("GET", "/me/tools/search?q=push")
        elif k == 7:
            r = s.w("POST", f"/{fx['agentId']}", {"message": "a"})
            r = s.w("PUT", f"/{fx['agentId']}/{r.head['x-service-run-id']}", {"message": "b"})
            assert r.status == 200
        else:
            r = s.u("GET", "/me/")
        if r.status != 200:
            wrong.append((k, r.status, r.text[:200]))

    t = time.time()
    with concurrent.futures.ThreadPoolExecutor(30) as ex:
        for f in [ex.submit(one, i) for i in range(n)]:
            try:
                f.result()
            except Exception as e:
                wrong.append(repr(e))
    dt = time.time() - t
    print(f"load: {n} mixed calls over 30 connections in {dt:.1f} s, {len(wrong)} failed {wrong[:3]}")
    return not wrong


def main():
    only = sys.argv[1:]
    bad = 0
    faults = json.load(open(os.path.join(HERE, "faults.json")))
    assert len(faults) == 70 and {f["id"] for f in faults} == set(PROBES), {f["id"] for f in faults} ^ set(PROBES)
    words = " ".join(open(os.path.join(HERE, "interface.md")).read().split())
    for f in faults:
        assert " ".join(f["words"].split()) in words, f["id"]
    s = Server()
    try:
        if not only:
            for line in walk(s):
                print("WRONG without a fault:", line)
                bad += 1
        for f in faults:
            if only and f["id"] not in only:
                continue
            try:
                if PROBES[f["id"]](s):
                    print(f"WRONG: {f['id']} shows without the fault")
                    bad += 1
            except Exception as e:
                print(f"WRONG: {f['id']} fails without the fault: {e!r}")
                bad += 1
        if not only and not load(s):
            bad += 1
        ends = s.p.poll() is None
        if not ends:
            bad += 1
    finally:
        s.stop()

    def show(f):
        s = Server(f["id"])
        try:
            t = time.time()
            ok = PROBES[f["id"]](s)
            return f["id"], bool(ok), f"{time.time() - t:.1f} s"
        except Exception as e:
            return f["id"], False, repr(e)
        finally:
            s.stop()

    with concurrent.futures.ThreadPoolExecutor(2) as ex:
        for fid, ok, note in ex.map(show, [f for f in faults if not only or f["id"] in only]):
            print(("shows  " if ok else "HIDDEN ") + fid, note, flush=True)
            bad += not ok
    print("all good" if not bad else f"{bad} wrong")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())

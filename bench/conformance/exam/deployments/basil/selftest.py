#!/usr/bin/env python3
"""Starts the deployment without a fault and walks through all of it, then once per fault to show the difference."""
import json, os, sys, time
from selftest_lib import HERE, Server, at_once
from selftest_probes import PROBES
from selftest_walk import walk


def load(s, seconds=8, clients=30):
    """Mixed requests from 30 connections that stay open: none may fail."""
    import http.client
    f, bad, counts = s.f, [], [0] * clients

    def client(i):
        c = http.client.HTTPConnection("127.0.0.1", s.port, timeout=30)

        def call(method, path, token, body=None, want=200):
            c.request(method, path, body=None if body is None else json.dumps(body), headers={"Authorization": "Bearer " + token})
            r = c.getresponse()
            data = r.read()
            counts[i] += 1
            if r.status != want:
                bad.append((method, path, r.status, data[:200]))
            return r, data

        end = time.time() + seconds
        while time.time() < end:
            r, _ = call("POST", f"/agents/{f['agentId']}", s.key, {"message": f"load {i}"})
            run = r.getheader("x-service-run-id")
            call("PUT", f"/agents/{f['agentId']}/{run}", s.key, {"message": "more"})
            _, data = call("GET", f"/agents/{f['agentId']}/{run}", s.key)
            if len(json.loads(data)) != 4:
                bad.append(("history", run, data[:200]))
            call("POST", f"/agents/ndjson/{f['agentId']}", s.okey, {"message": f["toolCallMessage"]["message"]})
            call("GET", "/me/agent-runs?limit=5", s.own)
            call("GET", "/me/", s.other)
            call("GET", "/me/agents", s.own)
            call("POST", "/me/tools/run/add_numbers", s.own, {"numbers": [i, 1]})
            call("GET", "/me/executions", s.own)
            call("GET", "/me/tools/search?q=tide", s.other)
            call("POST", "/me/credits/use", s.own)
            call("POST", "/me/tools/run/NOTIFIER_CREATE_PUSH", s.own, {"type": "note", "title": str(i)})
            call("POST", "/me/agents", s.other, {}, 400)
            call("GET", f"/me/agents/{f['privateAgentId']}", s.own, None, 403)
            _, data = call("POST", "/me/bundles", s.own)
            call("DELETE", f"/me/bundles/{json.loads(data)['bundle_id']}", s.own)
        c.close()

    before = s.get("/me/credits").json["remaining"]
    began = time.time()
    at_once(clients, client)
    took = time.time() - began
    used = before - s.get("/me/credits").json["remaining"]
    print(f"load: {sum(counts)} requests in {took:.1f} s ({sum(counts) / took:.0f}/s), {len(bad)} failed, {used} credits used")
    assert not bad, bad[:5]
    assert used == sum(counts) // 16, (used, sum(counts))


def main():
    only = sys.argv[1:]
    faults = json.load(open(os.path.join(HERE, "faults.json")))
    assert len(faults) == 70 and len({x["id"] for x in faults}) == 70
    text = open(os.path.join(HERE, "interface.md")).read()
    for x in faults:
        assert x["words"] in text, ("not quoted", x["id"])
        assert x["basis"] in ("stated", "implied") and x["id"] in PROBES, x["id"]
    failed = []
    if not only:
        s = Server(check=True)
        try:
            n = walk(s)
        finally:
            err = s.stop()
        assert not err.strip(), err
        print(f"walk: {n} checks, no complaint of the schemas")
        s = Server()
        try:
            load(s)
        finally:
            err = s.stop()
        assert not err.strip(), err
        s = Server(check=True)
        try:
            for name, fn in PROBES.items():
                if not fn(s):
                    failed.append(name)
                    print("WITHOUT A FAULT", name, "does not hold")
        finally:
            err = s.stop()
        assert not err.strip(), err
        print(f"probes without a fault: {len(PROBES) - len(failed)} of {len(PROBES)} hold")
    for x in faults:
        if only and x["id"] not in only:
            continue
        s = Server(x["id"])
        try:
            try:
                holds = PROBES[x["id"]](s)
            except Exception as error:  # a broken answer shows the fault too, but better say so
                holds = False
                print("   ", x["id"], "raised", repr(error)[:160])
        finally:
            s.stop()
        print(f"{'shown ' if not holds else 'HIDDEN'} {x['basis']:7} {x['id']}", flush=True)
        if holds:
            failed.append(x["id"])
    print("all good" if not failed else f"FAILED: {failed}")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Starts the deployment, walks through the interface, shows every fault, runs a short load. Standard library only.
usage: selftest.py [walk|load|faults|ID...]"""
import http.client, json, os, random, re, signal, subprocess, sys, threading, time, uuid, hmac, hashlib
from urllib.parse import quote
HERE = os.path.dirname(os.path.abspath(__file__))
CFG = json.load(open(os.path.join(HERE, "config.json")))
FX, CR = CFG["fixtures"], CFG["credentials"]
DOC = None


class R:
    def __init__(self, status, headers, body):
        self.status, self.headers, self.body = status, headers, body
        self.text = body.decode("utf-8", "replace")
        try:
            self.json = json.loads(body)
        except ValueError:
            self.json = None

    def __repr__(self):
        return "%s %s" % (self.status, self.text[:300])


def ok(cond, *words):
    if not cond:
        raise AssertionError(" ".join(str(w) for w in words))


class Server:
    def __init__(self, fault=""):
        for _ in range(5):
            self.port = random.randint(20000, 40000)
            env = dict(os.environ, FAULT=fault)
            self.p = subprocess.Popen([os.path.join(HERE, "start.sh"), str(self.port)], stdout=subprocess.PIPE, env=env)
            if self.p.stdout.readline().strip() == b"ready":
                threading.Thread(target=self.drain, daemon=True).start()
                return
            self.p.wait()
        raise SystemExit("the server does not start")

    def drain(self):
        for line in self.p.stdout:
            print("   server:", line.decode().rstrip(), flush=True)

    def stop(self):
        self.p.send_signal(signal.SIGTERM)
        self.p.wait(10)


class T:
    """A tester of one server."""
    seen, checked = set(), [0]

    def __init__(self, port):
        self.port = port

    def raw(self, m, path, body=None, tok=None, headers=None, timeout=20):
        c = http.client.HTTPConnection("127.0.0.1", self.port, timeout=timeout)
        h = dict(headers or {})
        if tok:
            h["Authorization"] = "Bearer " + tok
        if body is not None and not isinstance(body, (bytes, str)):
            body = json.dumps(body)
        if body is not None:
            h.setdefault("Content-Type", "application/json")
            if isinstance(body, str):
                body = body.encode()
        c.request(m, path, body, h)
        r = c.getresponse()
        out = R(r.status, {k.lower(): v for k, v in r.getheaders()}, r.read())
        c.close()
        self.check_doc(m, path, out)
        return out

    def __call__(self, m, path, body=None, user="own", want=None, headers=None, timeout=20):
        tok = {"own": CR["jwt"], "other": CR["otherJwt"], "sandbox": CR["sandboxJwt"], None: None}.get(user, user)
        r = self.raw(m, path, body, tok, headers, timeout)
        if want is not None:
            ok(r.status == want, m, path, user, "gave", r, "wanted", want)
        return r

    def check_doc(self, m, path, r):
        if DOC is None:
            return
        p = path.split("?")[0]
        best = None
        for tpl, ops in DOC["paths"].items():
            if m.lower() in ops and re.fullmatch(re.sub(r"\\\{\w+\\\}", "[^/]+", re.escape(tpl)), p):
                if best is None or tpl.count("{") < best.count("{"):
                    best = tpl
        if best is None:
            return
        T.seen.add(m + " " + best)
        resp = DOC["paths"][best][m.lower()]["responses"].get(str(r.status))
        ok(resp, m, best, "status not documented", r)
        js = resp.get("content", {}).get("application/json")
        if js:
            T.checked[0] += 1
            valid(js["schema"], r.json, m + " " + best)

    # Workers API
    def post(self, msg, agent=None, nd=False, key=None, want=200, timeout=20):
        r = self.raw("POST", "/workers/%s%s" % ("ndjson/" if nd else "", agent or FX["agentId"]), {"message": msg}, key or CR["apiKey"], timeout=timeout)
        ok(want is None or r.status == want, "POST worker", r)
        r.run = r.headers.get("x-service-run-id")
        return r

    def put(self, run, msg, agent=None, nd=False, key=None, want=200, timeout=20):
        r = self.raw("PUT", "/workers/%s%s/%s" % ("ndjson/" if nd else "", agent or FX["agentId"], run), {"message": msg}, key or CR["apiKey"], timeout=timeout)
        ok(want is None or r.status == want, "PUT worker", r)
        return r

    def hist(self, run, agent=None, key=None, want=200):
        r = self.raw("GET", "/workers/%s/%s" % (agent or FX["agentId"], run), None, key or CR["apiKey"])
        ok(want is None or r.status == want, "GET run", r)
        r.job = r.headers.get("x-service-job-id")
        return r

    def lines(self, r):
        return [json.loads(x) for x in r.text.split("\n") if x.strip()]

    def agent(self, user="own", **k):
        return self("POST", "/me/agents", dict({"chat_prompt": "You are a test.", "name": "Test"}, **k), user, 200).json

    def tool(self, name, inp=None, user="own", want=200, q=""):
        r = self("POST", "/me/tools/run/%s%s" % (name, q), inp or {}, user, want)
        return r.json["structuredContent"] if r.status == 200 else r

    def nt(self, name, inp=None, user="own", want=200):
        return self.tool("NOTIFIER_" + name, inp, user, want)


def valid(s, v, where):
    if "$ref" in s:
        return valid(DOC["components"]["schemas"][s["$ref"].split("/")[-1]], v, where)
    if v is None and s.get("nullable"):
        return
    for x in s.get("allOf", []):
        valid(x, v, where)
    t = s.get("type")
    kinds = {"object": dict, "array": list, "string": str, "boolean": bool, "integer": int, "number": (int, float)}
    if t:
        ok(isinstance(v, kinds[t]), where, "is not", t, repr(v)[:100])
    if "enum" in s:
        ok(v in s["enum"], where, repr(v), "not in", s["enum"])
    if t == "object" and "properties" in s:
        for k in s.get("required", []):
            ok(k in v, where, "lacks", k)
        ok(set(v) <= set(s["properties"]), where, "has more fields", set(v) - set(s["properties"]))
        for k, x in v.items():
            valid(s["properties"][k], x, where + "." + k)
    if t == "array":
        for x in v:
            valid(s["items"], x, where + "[]")


def at_once(*fs):
    out, errs = [None] * len(fs), []

    def go(i):
        try:
            out[i] = fs[i]()
        except Exception as e:
            errs.append(e)
    ts = [threading.Thread(target=go, args=(i,)) for i in range(len(fs))]
    [x.start() for x in ts]
    [x.join() for x in ts]
    if errs:
        raise errs[0]
    return out


def wait_idle(t, run, agent=None, secs=7):
    end = time.time() + secs
    while time.time() < end:
        r = t.hist(run, agent)
        if r.job is None:
            return r
        time.sleep(0.1)
    raise AssertionError("the job does not end")


def load(t):
    n, bad, lock = [0], [], threading.Lock()
    agent = FX["agentId"]
    mine = t.agent()["id"]

    def worker(seed):
        rnd = random.Random(seed)
        c = http.client.HTTPConnection("127.0.0.1", t.port, timeout=20)
        run, my = None, None

        def call(m, path, body=None, tok=CR["jwt"], fine=(200, 201)):
            h = {"Authorization": "Bearer " + tok}
            if body is not None:
                body, h["Content-Type"] = json.dumps(body), "application/json"
            c.request(m, path, body, h)
            r = c.getresponse()
            b = r.read()
            with lock:
                n[0] += 1
                if r.status not in fine:
                    bad.append((m, path, r.status, b[:200]))
            return r, b
        try:
            for i in range(130):
                k = rnd.randrange(12)
                if k == 0 or run is None:
                    r, _ = call("POST", "/workers/" + agent, {"message": "hello %d" % i}, CR["apiKey"])
                    run = r.getheader("x-service-run-id")
                elif k == 1:
                    call("PUT", "/workers/ndjson/%s/%s" % (agent, run), {"message": "go on"}, CR["apiKey"])
                elif k == 2:
                    call("GET", "/workers/%s/%s" % (agent, run), None, CR["apiKey"])
                elif k == 3:
                    call("GET", "/me/agent-runs?limit=5")
                elif k == 4:
                    _, b = call("POST", "/me/agents", {"chat_prompt": "load"})
                    my = json.loads(b)["id"]
                elif k == 5 and my:
                    call("PATCH", "/me/chats/" + my, {"name": "n%d" % i})
                elif k == 6:
                    call("POST", "/me/credits/use")
                elif k == 7:
                    call("POST", "/me/tools/run/echo_text", {"text": "x"})
                elif k == 8:
                    call("POST", "/me/tools/run/NOTIFIER_CREATE_PUSH", {"type": "note", "body": "b"})
                elif k == 9:
                    call("PUT", "/me/agents/%s/customizations/theme" % mine, {"theme_color": "#%06x" % rnd.randrange(1 << 24)})
                elif k == 10:
                    call("GET", "/me/tools")
                else:
                    call("GET", "/me/")
        except Exception as e:
            with lock:
                bad.append(repr(e))
    before = t("GET", "/me/credits").json
    began = time.time()
    at_once(*[lambda s=s: worker(s) for s in range(30)])
    took = time.time() - began
    ok(not bad, "load:", len(bad), bad[:3])
    after = t("GET", "/me/credits").json
    ok(before["balance"] - after["balance"] == after["used"] - before["used"], "credits drift")
    print("load: %d requests in %.1f s, %.0f/s, no failure" % (n[0], took, n[0] / took), flush=True)


def main():
    global DOC
    import selftest_walk, selftest_faults
    what = sys.argv[1:]
    faults = json.load(open(os.path.join(HERE, "faults.json")))
    ok(len(faults) == 70 and len({f["id"] for f in faults}) == 70, "not 70 faults", len(faults))
    iface = " ".join(open(os.path.join(HERE, "interface.md")).read().split())
    probes = selftest_faults.PROBES
    bad = 0
    for f in faults:
        ok(set(f) == {"id", "operation", "basis", "needs", "words", "what"} and f["basis"] in ("stated", "implied"), f)
        ok(" ".join(f["words"].split()) in iface, "not in the interface:", f["words"])
        ok(f["id"] in probes, "no probe", f["id"])
    if not what or "walk" in what or "load" in what:
        s = Server()
        t = T(s.port)
        try:
            if "load" not in what:
                DOC = t.raw("GET", "/swagger/doc.json").json
                selftest_walk.walk(t, sys.modules[__name__])
                miss = [m.upper() + " " + p for p, v in DOC["paths"].items() for m in v if m.upper() + " " + p not in T.seen]
                ok(not miss, "not walked:", miss)
                print("walk: %d operations, %d answers fit the OpenAPI document" % (len(T.seen), T.checked[0]), flush=True)
                DOC = None
            if "walk" not in what:
                load(t)
        finally:
            s.stop()
            DOC = None
    names = [f["id"] for f in faults if not what or "faults" in what or f["id"] in what]
    clean = {}
    for i in names:  # without a fault nothing may show; a fresh server for every probe is too slow, so they share one by sevens
        if len(clean) % 7 == 0:
            if clean:
                s.stop()
            s = Server()
        try:
            probes[i](T(s.port))
            clean[i] = True
        except Exception as e:
            clean[i] = False
            bad += 1
            print("FAIL without fault: %s: %r" % (i, e), flush=True)
    if clean:
        s.stop()
    for i in names:
        s = Server(i)
        try:
            probes[i](T(s.port))
            bad += 1
            print("NOT SEEN %s" % i, flush=True)
        except Exception as e:
            print("shows    %-36s %s" % (i, str(e)[:110].replace("\n", " ")), flush=True)
            if not isinstance(e, AssertionError):
                bad += 1
                print("  but as %r" % e)
        finally:
            s.stop()
    print("all good" if not bad else "%d problems" % bad, flush=True)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.modules["selftest"] = sys.modules["__main__"]
    sys.exit(main())

"""What selftest.py stands on: starting the deployment, requests, checking answers against the OpenAPI document."""
import http.client, json, os, random, socket, subprocess, threading, time
HERE = os.path.dirname(os.path.abspath(__file__))

def free_port():
    while True:
        p = random.randint(20000, 40000)
        with socket.socket() as s:
            try: s.bind(("127.0.0.1", p)); return p
            except OSError: pass

class R:
    def __init__(self, status, headers, body): self.status, self.headers, self.body = status, headers, body
    @property
    def json(self): return json.loads(self.body)
    @property
    def text(self): return self.body.decode()

class Dep:
    def __init__(self, fault=""):
        self.port = free_port()
        self.proc = subprocess.Popen([os.path.join(HERE, "start.sh"), str(self.port)], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env={**os.environ, "FAULT": fault})
        line = self.proc.stdout.readline().strip()
        assert line == b"ready", line
        self.conf = json.loads(open(os.path.join(HERE, "config.json")).read().replace("PORT", str(self.port)))
        self.fx, c = self.conf["fixtures"], self.conf["credentials"]
        self.own, self.other, self.sand, self.key, self.okey = c["jwt"], c["otherJwt"], c["sandboxJwt"], c["apiKey"], c["otherApiKey"]
        self.ops, self.doc = {}, None
    def stop(self):
        self.proc.terminate()
        try: self.proc.wait(5)
        except subprocess.TimeoutExpired: self.proc.kill(); self.proc.wait()
        self.proc.stdout.close()
    def raw(self, method, path, body=None, cred=None, headers=None):
        h = dict(headers or {})
        if cred: h["Authorization"] = "Bearer " + cred
        if body is not None and not isinstance(body, (bytes, str)):
            body = json.dumps(body); h.setdefault("Content-Type", "application/json")
        c = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        try:
            c.request(method, path, body.encode() if isinstance(body, str) else body, h)
            r = c.getresponse(); return R(r.status, r.headers, r.read())
        finally: c.close()
    def req(self, method, path, body=None, cred="own", headers=None):
        r = self.raw(method, path, body, {"own": self.own, "other": self.other, "sand": self.sand, None: None}.get(cred, cred), headers)
        if self.doc: self.check(method, path, r, "")
        return r
    def w(self, method, path, msg=None, key=None):
        r = self.raw(method, "/workers" + path, None if msg is None else {"message": msg}, self.key if key is None else key or None)
        if self.doc: self.check(method, path, r, "/workers")
        return r
    # --- the document
    def load_doc(self):
        self.doc = self.raw("GET", "/openapi.json").json
        self.todo = {(m.upper(), p) for p, o in self.doc["paths"].items() for m in o if m != "servers"}
    def check(self, method, path, r, pre):
        path = path.split("?")[0]; segs = path.split("/"); best = None
        for p, o in self.doc["paths"].items():
            if ("servers" in o) != bool(pre) or method.lower() not in o: continue
            t = p.split("/")
            if len(t) == len(segs) and all(a.startswith("{") or a == b for a, b in zip(t, segs)):
                rank = tuple(a.startswith("{") for a in t)
                if best is None or rank < best[0]: best = (rank, p, o[method.lower()])
        assert best, ("no operation", method, path)
        resp = best[2]["responses"].get(str(r.status))
        assert resp, ("undocumented status", method, path, r.status, r.body[:200])
        if r.status < 300: self.todo.discard((method, best[1]))
        c = resp.get("content", {}).get("application/json")
        if c: self.valid(r.json, c["schema"], method + " " + best[1])
        elif r.status == 204: assert r.body == b"", r.body
    def valid(self, v, s, at):
        if "allOf" in s:
            if v is None and s.get("nullable"): return
            return self.valid(v, s["allOf"][0], at)
        if "$ref" in s: s = self.doc["components"]["schemas"][s["$ref"].split("/")[-1]]
        if v is None: assert s.get("nullable") or not s.get("type"), (at, "null"); return
        t = s.get("type")
        ok = {"string": str, "integer": int, "number": (int, float), "boolean": bool, "array": list, "object": dict}.get(t, object)
        assert isinstance(v, ok) and not (t in ("integer", "number") and isinstance(v, bool)), (at, t, v)
        if "enum" in s: assert v in s["enum"], (at, v)
        if t == "array":
            for x in v: self.valid(x, s.get("items", {}), at + "[]")
        if t == "object":
            for k in s.get("required", []): assert k in v, (at, "missing", k, v)
            for k, x in v.items():
                if k in s.get("properties", {}): self.valid(x, s["properties"][k], at + "." + k)
                elif "properties" in s: raise AssertionError((at, "unknown field", k))

def at_once(fns):
    out = [None] * len(fns); bar = threading.Barrier(len(fns))
    def go(i):
        bar.wait()
        try: out[i] = fns[i]()
        except Exception as e: out[i] = e
    ts = [threading.Thread(target=go, args=(i,)) for i in range(len(fns))]
    [t.start() for t in ts]; [t.join() for t in ts]
    return out

import json, subprocess, time, os, sys, http.client, threading, uuid
HERE = os.path.dirname(os.path.abspath(__file__))
CFG = json.load(open(HERE + "/config.json"))
C, F = CFG["credentials"], CFG["fixtures"]
JWT, OTHER, SAND, KEY, OKEY = C["jwt"], C["otherJwt"], C["sandboxJwt"], C["apiKey"], C["otherApiKey"]
class R:
    def __init__(s, st, h, raw):
        s.status, s.h, s.raw = st, h, raw; s.text = raw.decode("utf-8", "replace")
    @property
    def j(s): return json.loads(s.raw)
class Api:
    def __init__(s, port): s.port = port; s.seen = set()
    def send(s, m, path, tok=None, body=None, headers=None):
        h = {"Authorization": "Bearer " + tok} if tok else {}
        if body is not None and not isinstance(body, bytes): body = json.dumps(body).encode()
        if body is not None: h["Content-Type"] = "application/json"
        h.update(headers or {})
        c = http.client.HTTPConnection("127.0.0.1", s.port, timeout=20)
        c.request(m, path, body, h); r = c.getresponse()
        out = R(r.status, {k.lower(): v for k, v in r.getheaders()}, r.read()); c.close()
        return out
    def u(s, m, path, body=None, tok=JWT, **k): return s.send(m, "/api" + path, tok, body, k.get("headers"))
    def w(s, m, path, body=None, tok=KEY): return s.send(m, "/workers" + path, tok, body)
    def say(s, agent, text, run=None, form="", tok=KEY):
        return s.w("PUT" if run else "POST", f"{form}/{agent}" + (f"/{run}" if run else ""), {"message": text}, tok)
    def tool(s, name, inp, tok=JWT): return s.u("POST", "/me/tools/run/" + name, inp, tok)
    def n(s, op, tok=JWT, **a):
        r = s.tool("NOTIFIER_" + op, a, tok)
        return r.j["output"] if r.status == 200 else r.status
    def agent(s, tok=JWT, **k): return s.u("POST", "/me/agents", {"name": "A", "system_prompt": "Be kind", "visibility": "public", **k}, tok).j["id"]
    def wait(s, agent, run):
        for _ in range(30):
            if "x-service-job-id" not in s.w("GET", f"/{agent}/{run}").h: return True
            time.sleep(0.25)
        return False
def par(*fs):
    out = [None] * len(fs)
    def go(i): out[i] = fs[i]()
    ts = [threading.Thread(target=go, args=(i,)) for i in range(len(fs))]
    [t.start() for t in ts]; [t.join() for t in ts]
    return out
class Server:
    def __init__(s, port, fault=""):
        s.p = subprocess.Popen([HERE + "/start.sh", str(port)], stdout=subprocess.PIPE, env={**os.environ, "FAULT": fault}, text=True)
        assert s.p.stdout.readline().strip() == "ready"
        s.api = Api(port)
    def stop(s): s.p.terminate(); s.p.wait()

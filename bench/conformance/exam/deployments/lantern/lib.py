import http.client, json, os, subprocess, sys, threading, time, urllib.parse
HERE = os.path.dirname(os.path.abspath(__file__)); C = json.load(open(HERE + "/config.json")); X = C["fixtures"]; K = C["credentials"]
PORT = 8731; ILSE, TEO, NIM = K["jwt"], K["otherJwt"], K["sandboxJwt"]; KI, KT = K["apiKey"], K["otherApiKey"]
NOID = "00000000-0000-4000-8000-00000000dead"
class R: pass
def http_(method, path, body=None, bearer=None, headers=None):
    c = http.client.HTTPConnection("127.0.0.1", PORT, timeout=10); h = dict(headers or {})
    if bearer: h["Authorization"] = "Bearer " + bearer
    if body is not None and not isinstance(body, (str, bytes)): body = json.dumps(body); h.setdefault("Content-Type", "application/json")
    if isinstance(body, str): body = body.encode()
    c.request(method, path, body, h); a = c.getresponse(); r = R(); r.status, r.raw = a.status, a.read(); r.h = {k.lower(): v for k, v in a.getheaders()}; c.close()
    r.text = r.raw.decode("utf-8", "replace"); r.j = None
    if r.h.get("content-type", "").startswith("application/json"): r.j = json.loads(r.text)
    return r
def api(method, path, body=None, who=ILSE, want=200, headers=None):
    r = http_(method, "/u/me" + path, body, who, headers)
    if want is not None: assert r.status == want, "%s %s answered %d, not %s: %s" % (method, path, r.status, want, r.text[:150])
    return r
def w(method, path, msg=None, key=KI, want=200, nd=False):
    r = http_(method, "/w/" + ("ndjson/" if nd else "") + path, {"message": msg} if msg is not None else None, key)
    if want is not None: assert r.status == want, "%s %s answered %d, not %s: %s" % (method, path, r.status, want, r.text[:150])
    r.run = r.h.get("x-service-run-id"); r.job = r.h.get("x-service-job-id")
    if nd and r.status == 200: r.lines = [json.loads(l) for l in r.text.split("\n") if l.strip()]; assert all(isinstance(l, dict) for l in r.lines), "a line is no object"
    return r
def eq(a, b, what=""): assert a == b, "%s: %r is not %r" % (what, a if len(repr(a)) < 200 else repr(a)[:200], b if len(repr(b)) < 200 else repr(b)[:200])
def ok(c, what): assert c, what
def both(f, n=2):
    out = [None] * n
    def go(i): 
        try: out[i] = f(i)
        except Exception as e: out[i] = e
    ts = [threading.Thread(target=go, args=(i,)) for i in range(n)]
    for t in ts: t.start()
    for t in ts: t.join()
    for o in out:
        if isinstance(o, Exception): raise o
    return out
def serve(fault=""):
    p = subprocess.Popen(["sh", HERE + "/start.sh", str(PORT)], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=dict(os.environ, FAULT=fault))
    ok(p.stdout.readline().strip() == b"ready", "no ready"); return p
def stop(p): p.terminate(); p.wait(); p.stdout.close()

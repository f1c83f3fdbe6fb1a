"""Start a deployment and talk to it."""
import json, os, subprocess, signal, http.client, urllib.parse, threading
HERE = os.path.dirname(os.path.abspath(__file__))
CFG = json.load(open(HERE + '/config.json'))
C, F = CFG['credentials'], CFG['fixtures']
OWN, OTHER, SAND = C['jwt'], C['otherJwt'], C['sandboxJwt']
class R:
    def __init__(s, st, h, b): s.st, s.h, s.raw = st, {k.lower(): v for k, v in h}, b; s.text = b.decode('utf8', 'replace')
    @property
    def j(s): return json.loads(s.text)
class Dep:
    def __init__(s, port, fault=''):
        s.port = port
        s.p = subprocess.Popen([HERE + '/start.sh', str(port)], env={**os.environ, 'FAULT': fault}, stdout=subprocess.PIPE, text=True)
        assert s.p.stdout.readline().strip() == 'ready', fault
        s.used = set()
    def stop(s): s.p.terminate(); s.p.wait(10)
    def __enter__(s): return s
    def __exit__(s, *a): s.stop()
    def req(s, m, path, body=None, auth=OWN, raw=None, headers=None):
        c = http.client.HTTPConnection('127.0.0.1', s.port, timeout=30)
        h = dict(headers or {})
        if auth: h['Authorization'] = 'Bearer ' + auth
        d = raw if raw is not None else (json.dumps(body) if body is not None else None)
        if d is not None: h.setdefault('Content-Type', 'application/json')
        c.request(m, path, d.encode() if isinstance(d, str) else d, h)
        r = c.getresponse(); b = r.read(); c.close()
        return R(r.status, r.getheaders(), b)
    def w(s, m, path, body=None, auth=C['apiKey'], **k): return s.req(m, '/agents' + path, body, auth, **k)
    def tool(s, name, inp, auth=OWN): return s.req('POST', '/me/tools/run/' + name, inp, auth)
    def n(s, op, auth=OWN, **inp): return s.tool('NOTIFIER_' + op, inp, auth)
    def both(s, *fs):
        out = [None] * len(fs)
        def go(i): out[i] = fs[i]()
        t = [threading.Thread(target=go, args=(i,)) for i in range(len(fs))]
        [x.start() for x in t]; [x.join() for x in t]
        return out

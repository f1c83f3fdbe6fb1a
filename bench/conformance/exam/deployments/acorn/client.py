import json, os, subprocess, sys, http.client, urllib.parse, threading, time
HERE = os.path.dirname(os.path.abspath(__file__))
class R:
    def __init__(s, st, h, b):
        s.status, s.headers, s.body = st, h, b
        try: s.json = json.loads(b)
        except Exception: s.json = None
    def __repr__(s): return f'<{s.status} {s.body[:300]!r}>'
class D:
    def __init__(s, port, fault=''):
        s.port = port
        s.p = subprocess.Popen([os.path.join(HERE, 'start.sh'), str(port)], env={**os.environ, 'FAULT': fault}, stdout=subprocess.PIPE)
        assert s.p.stdout.readline().strip() == b'ready'
        s.c = json.loads(open(os.path.join(HERE, 'config.json')).read().replace('PORT', str(port)))
        s.f = s.c['fixtures']; s.cr = s.c['credentials']
        s.used = set()
    def stop(s): s.p.terminate(); s.p.wait()
    def req(s, method, url, body=None, tok=None, headers=None, raw=None):
        u = urllib.parse.urlsplit(url)
        c = http.client.HTTPConnection(u.hostname, u.port, timeout=20)
        h = dict(headers or {})
        if tok: h['Authorization'] = 'Bearer ' + tok
        d = raw if raw is not None else (json.dumps(body).encode() if body is not None else None)
        if d is not None: h['Content-Type'] = 'application/json'
        c.request(method, u.path + ('?' + u.query if u.query else ''), d, h)
        r = c.getresponse()
        x = R(r.status, r.headers, r.read()); c.close(); return x
    def u(s, method, path, body=None, who='jwt', **k): return s.req(method, s.c['baseUrl'] + path, body, s.cr.get(who) if who else None, **k)
    def w(s, method, path, msg=None, who='apiKey', tok=None): return s.req(method, s.c['agentsUrl'] + path, None if msg is None else {'message': msg}, tok or s.cr[who])
    def agent(s, who='jwt', **k): return s.u('POST', '/me/agents', {'title': 'T', 'chat_prompt': 'p', **k}, who).json
    def tool(s, name, inp=None, who='jwt'): return s.u('POST', '/me/tools/run/' + name, inp or {}, who)
    def n(s, name, inp=None, who='jwt'):
        r = s.tool('NOTIFIER_' + name, inp, who); assert r.status == 200, r; return r.json['result']
def both(*fs):
    out = [None] * len(fs)
    def go(i): out[i] = fs[i]()
    ts = [threading.Thread(target=go, args=(i,)) for i in range(len(fs))]
    [t.start() for t in ts]; [t.join() for t in ts]
    return out

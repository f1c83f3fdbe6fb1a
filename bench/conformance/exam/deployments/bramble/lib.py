"""A small client and a runner for one deployment at a time (used by selftest.py and probes.py)."""
import http.client, json, os, subprocess, time, re, threading, urllib.parse
HERE = os.path.dirname(os.path.abspath(__file__))
CFG = json.load(open(os.path.join(HERE, 'config.json')))
C, F = CFG['credentials'], CFG['fixtures']
OWN, OTHER, SAND, KEY, OKEY = C['jwt'], C['otherJwt'], C['sandboxJwt'], C['apiKey'], C['otherApiKey']
UNKNOWN = '99999999-9999-4999-8999-999999999999'

class R:
    def __init__(self, status, headers, raw):
        self.status, self.h, self.raw = status, headers, raw
        self.text = raw.decode('utf-8', 'replace')
        try: self.j = json.loads(self.text)
        except ValueError: self.j = None
    def __repr__(self): return f'{self.status} {self.text[:300]}'

class Dep:
    def __init__(self, fault='', port=9500, check=False):
        self.port, self.seen = port, set()
        env = dict(os.environ, FAULT=fault)
        if check: env['BRAMBLE_CHECK'] = '1'
        self.proc = subprocess.Popen([os.path.join(HERE, 'start.sh'), str(port)], env=env, stdout=subprocess.PIPE, text=True)
        line = self.proc.stdout.readline().strip()
        assert line == 'ready', line
    def close(self):
        self.proc.terminate(); self.proc.wait()
    def __enter__(self): return self
    def __exit__(self, *a): self.close()
    def __call__(self, method, path, body=None, auth=OWN, headers=None, raw=None):
        h = dict(headers or {})
        if auth: h['Authorization'] = 'Bearer ' + auth
        data = raw
        if body is not None: data = json.dumps(body).encode(); h['Content-Type'] = 'application/json'
        c = http.client.HTTPConnection('127.0.0.1', self.port, timeout=30)
        c.request(method, path, data, h)
        r = c.getresponse(); out = R(r.status, r.headers, r.read()); c.close()
        self.seen.add((method, path.split('?')[0]))
        return out
    # short forms
    def tool(self, name, auth=OWN, **i): return self('POST', '/me/tools/run/' + name, i, auth)
    def n(self, op, **i): return self.tool('NOTIFIER_' + op, **i)
    def agent(self, auth=OWN, **b): return self('POST', '/me/agents', {'chatPrompt': 'Be kind', **b}, auth).j
    def say(self, msg, agent=None, nd=False, run=None, key=KEY):
        p = '/workers/' + ('ndjson/' if nd else '') + (agent or F['agentId']) + (('/' + run) if run else '')
        return self('PUT' if run else 'POST', p, {'message': msg}, key)
    def hist(self, run, agent=None, key=KEY): return self('GET', f"/workers/{agent or F['agentId']}/{run}", auth=key)
    def both(self, *fs):
        out = [None] * len(fs)
        def go(i, f): out[i] = f()
        ts = [threading.Thread(target=go, args=(i, f)) for i, f in enumerate(fs)]
        [t.start() for t in ts]; [t.join() for t in ts]
        return out
def rid(r): return r.h.get('X-Service-Run-ID')
def lines(r): return [json.loads(x) for x in r.text.splitlines()]

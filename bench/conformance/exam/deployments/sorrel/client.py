"""A small HTTP client and starter for selftest.py and probes.py."""
import http.client, json, os, subprocess, threading, time, urllib.parse
HERE = os.path.dirname(os.path.abspath(__file__))

class R:
    def __init__(self, status, headers, raw):
        self.status, self.headers, self.raw = status, {k.lower(): v for k, v in headers}, raw
    @property
    def text(self): return self.raw.decode('utf-8')
    @property
    def json(self): return json.loads(self.raw)

class Deployment:
    def __init__(self, port=9600, fault=''):
        self.port, self.fault = port, fault
        self.c = json.loads(open(HERE + '/config.json').read().replace('PORT', str(port)))
        self.cred, self.fix = self.c['credentials'], self.c['fixtures']
        self.own, self.other, self.sand = self.cred['jwt'], self.cred['otherJwt'], self.cred['sandboxJwt']
        self.key, self.okey = self.cred['apiKey'], self.cred['otherApiKey']
    def __enter__(self):
        self.p = subprocess.Popen([HERE + '/start.sh', str(self.port)], env={**os.environ, 'FAULT': self.fault}, stdout=subprocess.PIPE, text=True)
        assert self.p.stdout.readline().strip() == 'ready'
        return self
    def __exit__(self, *a):
        self.p.terminate(); self.p.wait(); self.p.stdout.close()
    def http(self, method, url, body=None, token=None, headers=None):
        u = urllib.parse.urlsplit(url)
        c = http.client.HTTPConnection(u.hostname, u.port, timeout=20)
        h = dict(headers or {})
        if token: h['Authorization'] = 'Bearer ' + token
        if body is not None and not isinstance(body, (bytes, str)):
            body = json.dumps(body); h.setdefault('Content-Type', 'application/json')
        if isinstance(body, str): body = body.encode()
        c.request(method, u.path + ('?' + u.query if u.query else ''), body, h)
        r = c.getresponse(); raw = r.read(); c.close()
        return R(r.status, r.getheaders(), raw)
    def me(self, method, path, body=None, token='own', **kw):
        return self.http(method, self.c['baseUrl'] + '/me' + path, body, self.own if token == 'own' else token, **kw)
    def w(self, method, path, message=None, key='own', agent=None):
        return self.http(method, self.c['agentsUrl'] + path, None if message is None else {'message': message}, self.key if key == 'own' else key)
    def post(self, message, nd=False, agent=None, **kw):
        return self.w('POST', ('/ndjson/' if nd else '/') + (agent or self.fix['agentId']), message, **kw)
    def put(self, run, message, nd=False, **kw):
        return self.w('PUT', ('/ndjson/' if nd else '/') + self.fix['agentId'] + '/' + run, message, **kw)
    def get(self, run, **kw):
        return self.w('GET', '/' + self.fix['agentId'] + '/' + run, **kw)
    def n(self, name, token='own', **params):
        return self.me('POST', '/tools/run/NOTIFIER_' + name, params, token=token)
    def out(self, name, **params):
        r = self.n(name, **params)
        assert r.status == 200, (name, r.status, r.text)
        return r.json['output']
    def agent(self, token='own', **f):
        r = self.me('POST', '/agents', {'name': 'Probe', 'chat_prompt': 'Be brief.', **f}, token=token)
        assert r.status == 200, r.text
        return r.json
    def files(self, aid): return self.me('GET', f'/agents/{aid}/files').json
    def file(self, aid, name='a.txt', **f): return self.me('POST', f'/agents/{aid}/files', {'filename': name, 'content': 'x', **f})

def at_once(*calls):
    res = [None] * len(calls)
    def go(i): res[i] = calls[i]()
    ts = [threading.Thread(target=go, args=(i,)) for i in range(len(calls))]
    [t.start() for t in ts]; [t.join() for t in ts]
    return res

def run_id(r): return r.headers['x-service-run-id']

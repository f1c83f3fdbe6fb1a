"""Starts a deployment and calls it. Python 3 standard library only."""
import http.client, json, os, re, socket, subprocess, threading, time, uuid
HERE = os.path.dirname(os.path.abspath(__file__))

def free_port():
    s = socket.socket(); s.bind(('127.0.0.1', 0)); p = s.getsockname()[1]; s.close(); return p

class R:
    def __init__(self, status, headers, raw):
        self.status, self.headers, self.raw = status, headers, raw
        self.text = raw.decode('utf-8', 'replace')
        self.type = self.h('content-type') or ''
    def h(self, name):
        l = [v for k, v in self.headers if k.lower() == name.lower()]
        return ', '.join(l) if l else None
    @property
    def json(self): return json.loads(self.raw)
    @property
    def data(self): return self.json['data']
    def __repr__(self): return '%d %s' % (self.status, self.text[:300])

class Deployment:
    def __init__(self, fault=''):
        self.port = free_port()
        env = dict(os.environ, FAULT=fault)
        self.p = subprocess.Popen([os.path.join(HERE, 'start.sh'), str(self.port)], env=env, stdout=subprocess.PIPE, cwd='/')
        line = self.p.stdout.readline()
        if line.strip() != b'ready': raise RuntimeError('not ready: %r' % line)
        self.cfg = json.loads(open(os.path.join(HERE, 'config.json')).read().replace('PORT', str(self.port)))
        self.fx, self.cred = self.cfg['fixtures'], self.cfg['credentials']
        self.agent = self.fx['agentId']
    def stop(self):
        self.p.terminate(); self.p.wait(); self.p.stdout.close()
    def __enter__(self): return self
    def __exit__(self, *a): self.stop()

    def call(self, method, path, body=None, who='own', headers=None, raw=None, parts=None):
        """parts: a list that gets (seconds, bytes) of each part of the body as it comes."""
        h = dict(headers or {})
        key = path.startswith('/workers/')
        token = {'own': ('jwt', 'apiKey'), 'other': ('otherJwt', 'otherApiKey'), 'sandbox': ('sandboxJwt', None), None: (None, None)}.get(who, (who, who))[key]
        token = self.cred.get(token, token)
        if token: h['Authorization'] = 'Bearer ' + token
        if raw is None and body is not None:
            raw = json.dumps(body).encode(); h['Content-Type'] = 'application/json'
        c = http.client.HTTPConnection('127.0.0.1', self.port, timeout=30)
        t0 = time.time()
        c.request(method, path, raw, h)
        r = c.getresponse()
        if parts is None: b = r.read()
        else:
            b = b''
            while True:
                x = r.read1(65536)
                if not x: break
                parts.append((time.time() - t0, x)); b += x
        c.close()
        return R(r.status, r.getheaders(), b)
    def get(self, path, **k): return self.call('GET', path, **k)
    def post(self, path, body=None, **k): return self.call('POST', path, body, **k)
    def put(self, path, body=None, **k): return self.call('PUT', path, body, **k)
    def patch(self, path, body=None, **k): return self.call('PATCH', path, body, **k)
    def delete(self, path, **k): return self.call('DELETE', path, **k)

    # things to begin with
    def run(self, message=None, agent=None, nd=False, **k):
        a = agent or self.agent
        r = self.post('/workers/' + ('ndjson/' if nd else '') + a, {'message': message or self.fx['message']}, **k)
        r.run = r.h('x-service-run-id'); r.at = '/workers/%s/%s' % (a, r.run); r.nd = '/workers/ndjson/%s/%s' % (a, r.run)
        return r
    def job(self, fails=False):
        return self.run(self.fx['backgroundErrorMessage' if fails else 'backgroundMessage'], self.fx['backgroundAgentId'])
    def new_agent(self, who='own', **k):
        b = dict({'chatPrompt': 'You are a test.', 'name': 'Test', 'visibility': 'public'}, **k)
        return self.post('/me/agents', b, who=who).data['agentId']
    def tool(self, name, who='own', **args): return self.post('/me/tools/run/' + name, args, who=who)
    def note(self, who='own', **args): return self.tool('NOTIFIER_CREATE_PUSH', who=who, type='note', **args).data['structuredContent']['push']
    def pushes(self, who='own', **args): return self.tool('NOTIFIER_LIST_PUSHES', who=who, **args).data['structuredContent']

def at_once(*fs):
    out = [None] * len(fs)
    gate = threading.Barrier(len(fs))
    def go(i):
        gate.wait(); out[i] = fs[i]()
    ts = [threading.Thread(target=go, args=(i,)) for i in range(len(fs))]
    [t.start() for t in ts]; [t.join() for t in ts]
    return out

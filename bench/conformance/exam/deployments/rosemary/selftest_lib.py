import http.client, json, os, threading, time, uuid
HERE = os.path.dirname(os.path.abspath(__file__))
CONFIG = json.load(open(os.path.join(HERE, 'config.json')))

class R:
    def __init__(self, status, headers, raw):
        self.status, self.headers, self.raw = status, headers, raw
    @property
    def text(self): return self.raw.decode()
    @property
    def json(self): return json.loads(self.raw)

class Env:
    def __init__(self, port):
        self.port = port
        c, self.f = CONFIG['credentials'], CONFIG['fixtures']
        self.own, self.other, self.sandbox = c['jwt'], c['otherJwt'], c['sandboxJwt']
        self.key, self.otherkey = c['apiKey'], c['otherApiKey']
    def raw(self, method, path, body=None, headers=None):
        k = http.client.HTTPConnection('127.0.0.1', self.port, timeout=20)
        k.request(method, path, body=body, headers=headers or {})
        r = k.getresponse()
        out = R(r.status, r.headers, r.read())
        k.close()
        return out
    def call(self, method, path, body=None, jwt='own', want=None):
        h = {'content-type': 'application/json'}
        t = {'own': self.own, 'other': self.other, 'sandbox': self.sandbox, None: None}.get(jwt, jwt)
        if t: h['authorization'] = f'Bearer {t}'
        r = self.raw(method, path, None if body is None else json.dumps(body).encode(), h)
        if want is not None: eq(r.status, want, f'{method} {path}')
        return r
    def get(self, path, want=200, **k): return self.call('GET', path, want=want, **k).json
    def post(self, path, body=None, want=200, **k): return self.call('POST', path, body, want=want, **k).json
    def put(self, path, body=None, want=200, **k): return self.call('PUT', path, body, want=want, **k).json
    def patch(self, path, body=None, want=200, **k): return self.call('PATCH', path, body, want=want, **k).json
    def delete(self, path, want=200, **k):
        r = self.call('DELETE', path, want=want, **k)
        return r.json if r.raw else None
    # Workers API
    def work(self, method, path, message=None, key=None, want=200, body=None):
        b = body if body is not None else (None if message is None else json.dumps({'message': message}).encode())
        r = self.raw(method, '/workers' + path, b, {'authorization': f'Bearer {key or self.key}', 'content-type': 'application/json'})
        if want is not None: eq(r.status, want, f'{method} {path}')
        return r
    def start(self, message='Hello', agent=None, nd=False, **k):
        r = self.work('POST', ('/ndjson/' if nd else '/') + (agent or self.f['agentId']), message, **k)
        return r.headers.get('X-Service-Run-ID'), r
    def go(self, run, message='More', agent=None, nd=False, **k):
        return self.work('PUT', ('/ndjson/' if nd else '/') + (agent or self.f['agentId']) + '/' + run, message, **k)
    def history(self, run, agent=None, **k):
        r = self.work('GET', '/' + (agent or self.f['agentId']) + '/' + run, **k)
        return r.json, r.headers.get('x-service-job-id')
    def idle(self, run, seconds=6):
        end = time.time() + seconds
        while time.time() < end:
            m, job = self.history(run)
            if job is None: return m
            time.sleep(0.1)
        raise AssertionError('the job is still shown')
    def tool(self, name, body=None, want=200, jwt='own'):
        r = self.post('/me/tools/run/' + name, body or {}, want=want, jwt=jwt)
        return r.get('result', r)
    def agent(self, jwt='own', **k):
        return self.post('/me/agents', {'chat_prompt': 'Be kind.', **k}, jwt=jwt)['agent_id']

def eq(got, want, what=''):
    assert got == want, f'{what}: {got!r} is not {want!r}'
def many(n, fn):
    out = [None] * n
    def one(i):
        try: out[i] = fn(i)
        except Exception as x: out[i] = x
    ts = [threading.Thread(target=one, args=(i,)) for i in range(n)]
    for t in ts: t.start()
    for t in ts: t.join()
    for x in out:
        if isinstance(x, Exception): raise x
    return out
def new(): return str(uuid.uuid4())

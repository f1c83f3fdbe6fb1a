"""Client of the selftest: starts the deployment, calls it, checks each answer against its OpenAPI document."""
import http.client, json, os, random, re, signal, subprocess, threading, time, uuid, urllib.parse
HERE = os.path.dirname(os.path.abspath(__file__))

class Server:
    def __init__(self, fault=''):
        for _ in range(20):
            self.port = random.randint(20000, 40000)
            env = dict(os.environ, FAULT=fault)
            self.p = subprocess.Popen(['bash', os.path.join(HERE, 'start.sh'), str(self.port)], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=env)
            if self.p.stdout.readline().strip() == b'ready':
                return
            self.stop()
        raise SystemExit('does not start')
    def stop(self):
        self.p.kill(); self.p.wait()

class Answer:
    def __init__(self, status, headers, raw):
        self.status, self.headers, self.raw = status, headers, raw
        self.text = raw.decode('utf-8', 'replace')
        try: self.json = json.loads(self.text)
        except ValueError: self.json = None
    def ok(self, status=200):
        assert self.status == status, f'{self.what}: {self.status} in place of {status}: {self.text[:200]}'
        return self
    def __getitem__(self, k): return self.json[k]

class Client:
    def __init__(self, port, doc=None):
        self.port = port
        self.cfg = json.loads(open(os.path.join(HERE, 'config.json')).read().replace('PORT', str(port)))
        c = self.cfg['credentials']
        self.who = {'own': c['jwt'], 'other': c['otherJwt'], 'sandbox': c['sandboxJwt'], 'key': c['apiKey'], 'okey': c['otherApiKey'], None: None}
        self.fx = self.cfg['fixtures']
        self.doc = doc
        self.seen = set()
    def call(self, method, path, body=None, who='own', raw=None, headers=None, timeout=15):
        h = dict(headers or {})
        token = self.who.get(who, who)
        if token: h['Authorization'] = 'Bearer ' + token
        data = raw if raw is not None else None if body is None else json.dumps(body)
        if data is not None:
            h['Content-Type'] = 'application/json'
            data = data.encode()
        k = http.client.HTTPConnection('127.0.0.1', self.port, timeout=timeout)
        try:
            k.request(method, path, data, h)
            r = k.getresponse()
            a = Answer(r.status, {n.lower(): v for n, v in r.getheaders()}, r.read())
        finally: k.close()
        a.what = f'{method} {path}'
        if self.doc: self.conform(method, path, a)
        return a
    def conform(self, method, path, a):
        p = path.split('?')[0]
        best = None
        for tpl, ops in self.doc['paths'].items():
            if method.lower() not in ops: continue
            if re.fullmatch(re.sub(r'\\\{[^}]*\\\}', '[^/]+', re.escape(tpl)), p):
                if best is None or tpl.count('{') < best.count('{'): best = tpl
        if not best: return
        op = self.doc['paths'][best][method.lower()]
        self.seen.add((method, best))
        r = op['responses'].get(str(a.status))
        assert r, f'{a.what}: status {a.status} is not in the OpenAPI document'
        if '$ref' in r: r = self.doc['components']['responses'][r['$ref'].split('/')[-1]]
        s = r.get('content', {}).get('application/json', {}).get('schema')
        if s is not None:
            e = self.valid(s, a.json, '$')
            assert not e, f'{a.what}: not as its schema: {e}'
    def valid(self, s, v, at):
        if '$ref' in s: return self.valid(self.doc['components']['schemas'][s['$ref'].split('/')[-1]], v, at)
        if 'anyOf' in s: return None if any(self.valid(x, v, at) is None for x in s['anyOf']) else at + ': none of anyOf'
        if 'type' in s:
            ts = s['type'] if isinstance(s['type'], list) else [s['type']]
            k = {'string': isinstance(v, str), 'integer': isinstance(v, int) and not isinstance(v, bool), 'number': isinstance(v, (int, float)) and not isinstance(v, bool), 'boolean': isinstance(v, bool), 'array': isinstance(v, list), 'object': isinstance(v, dict), 'null': v is None}
            if not any(k[t] for t in ts): return f'{at}: {v!r} is not {ts}'
        if 'enum' in s and v not in s['enum']: return f'{at}: {v!r} not in enum'
        if isinstance(v, str) and s.get('format') == 'uuid' and not re.fullmatch(r'[0-9a-f-]{36}', v): return at + ': no uuid'
        if isinstance(v, str) and s.get('format') == 'date-time' and not re.fullmatch(r'\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+\+00:00', v): return at + ': no date-time ' + v
        if isinstance(v, list) and 'items' in s:
            for i, x in enumerate(v):
                e = self.valid(s['items'], x, f'{at}[{i}]')
                if e: return e
        if isinstance(v, dict):
            for r in s.get('required', []):
                if r not in v: return f'{at}.{r} is missing'
            for n, p in s.get('properties', {}).items():
                if n in v:
                    e = self.valid(p, v[n], f'{at}.{n}')
                    if e: return e
            if s.get('properties') and not s.get('additionalProperties'):
                extra = set(v) - set(s['properties'])
                if extra: return f'{at}: {extra} are not in the schema'
    # shorthands
    def get(self, p, who='own', **k): return self.call('GET', p, who=who, **k)
    def post(self, p, b=None, who='own', **k): return self.call('POST', p, b, who=who, **k)
    def put(self, p, b=None, who='own', **k): return self.call('PUT', p, b, who=who, **k)
    def patch(self, p, b=None, who='own', **k): return self.call('PATCH', p, b, who=who, **k)
    def delete(self, p, who='own', **k): return self.call('DELETE', p, who=who, **k)
    def agent(self, who='own', **f): return self.post('/me/agents', {'chat_prompt': 'Be kind', **f}, who).ok()['agent']
    def w(self, msg, run=None, who='key', agent=None, nd=False, status=200):
        p = '/workers/' + ('ndjson/' if nd else '') + (agent or self.fx['agentId']) + ('/' + run if run else '')
        a = self.call('PUT' if run else 'POST', p, {'message': msg}, who).ok(status)
        a.run = a.headers.get('x-service-run-id')
        a.lines = [json.loads(x) for x in a.text.split('\n') if x] if nd and status == 200 else []
        return a
    def hist(self, run, who='key', agent=None, status=200): return self.get(f'/workers/{agent or self.fx["agentId"]}/{run}', who).ok(status)
    def n(self, op, inp=None, who='own', status=200):
        a = self.post('/me/tools/run/NOTIFIER_' + op, inp or {}, who).ok(status)
        return a.json['toolResult']['structured_content'] if status == 200 else a.json
    def both(self, n, fn):
        out, ts = [None] * n, []
        def go(i):
            try: out[i] = fn(i)
            except Exception as e: out[i] = e
        for i in range(n): ts.append(threading.Thread(target=go, args=(i,)))
        for t in ts: t.start()
        for t in ts: t.join()
        for o in out:
            if isinstance(o, Exception): raise o
        return out

#!/usr/bin/env python3
"""Starts the deployment, walks through it, then shows every fault."""
import json, os, re, sys, time, random, signal, socket, subprocess, threading, http.client
from concurrent.futures import ThreadPoolExecutor
HERE = os.path.dirname(os.path.abspath(__file__))
CFG = json.load(open(HERE + '/config.json'))
C, F = CFG['credentials'], CFG['fixtures']
OWN, OTHER, SAND = C['jwt'], C['otherJwt'], C['sandboxJwt']
NIL = '00000000-0000-4000-8000-000000000000'


class R:
    def __init__(self, s, h, b):
        self.status, self.headers, self.raw = s, h, b
        try: self.json = json.loads(b)
        except ValueError: self.json = None
        self.text = b.decode('utf-8', 'replace')


class Server:
    def __init__(self, fault=''):
        for _ in range(5):  # another process may take the port in between
            self.port = random.randint(20000, 40000)
            with socket.socket() as k:
                if k.connect_ex(('127.0.0.1', self.port)) == 0: continue
            self.p = subprocess.Popen(['bash', HERE + '/start.sh', str(self.port)], stdout=subprocess.PIPE, env={**os.environ, 'FAULT': fault})
            if self.p.stdout.readline().strip() == b'ready': break
            self.p.wait()
        else: raise SystemExit('does not start')
        self.seen, self.spec = {}, None

    def stop(self):
        self.p.send_signal(signal.SIGTERM); self.p.wait(5)

    def conn(self): return http.client.HTTPConnection('127.0.0.1', self.port, timeout=20)

    def __call__(self, method, path, body=None, who=OWN, headers=None, raw=None):
        c = self.conn()
        h = dict(headers or {})
        if who: h['Authorization'] = 'Bearer ' + who
        data = raw if raw is not None else None if body is None else json.dumps(body).encode()
        if data: h['Content-Type'] = 'application/json'
        c.request(method, path, data, h)
        r = c.getresponse()
        out = R(r.status, r.headers, r.read())
        c.close()
        if self.spec: self.conforms(method, path, out)
        return out

    def ok(self, *a, **k):
        want = k.pop('status', 200)
        r = self(*a, **k)
        assert r.status == want, (a[:2], r.status, want, r.text[:300])
        return r.json

    def tool(self, name, inp, who=OWN, status=200):
        r = self.ok('POST', '/me/tools/run/NOTIFIER_' + name, inp, who, status=status)
        return r['output'] if status == 200 else r

    def say(self, msg, run=None, key=C['apiKey'], nd=False, agent=F['agentId'], status=200):
        r = self('PUT' if run else 'POST', '/agents/' + ('ndjson/' if nd else '') + agent + ('/' + run if run else ''), {'message': msg}, key)
        assert r.status == status, (r.status, status, r.text[:200])
        r.run = r.headers.get('X-Service-Run-ID')
        return r

    def history(self, run, key=C['apiKey'], status=200, agent=F['agentId']):
        r = self('GET', f'/agents/{agent}/{run}', None, key)
        assert r.status == status, (r.status, r.text)
        return r

    def agent(self, who=OWN, **k): return self.ok('POST', '/me/agents', {'chat_prompt': 'You help.', **k}, who)['agent_id']

    # every answer against our own OpenAPI document
    def conforms(self, method, path, r):
        path = path.split('?')[0]
        best = None
        for p, ops in self.spec['paths'].items():
            if method.lower() in ops and re.fullmatch(re.sub(r'\{\w+\}', '[^/]+', p), path) and (best is None or p.count('{') < best[0].count('{')):
                best = (p, ops[method.lower()])
        if not best: return
        self.seen.setdefault(method + ' ' + best[0], set()).add(r.status)
        assert str(r.status) in best[1]['responses'], ('status not in openapi', method, path, r.status)
        for t, s in best[1]['responses'][str(r.status)].get('content', {}).items():
            assert r.headers['Content-Type'].startswith(t), (path, r.headers['Content-Type'])
            if t == 'application/json': self.valid(r.json, s['schema'], method + ' ' + path)

    def valid(self, v, s, at):
        if '$ref' in s: s = self.spec['components']['schemas'][s['$ref'].split('/')[-1]]
        if 'anyOf' in s:
            if v is None: return
            return self.valid(v, s['anyOf'][0], at)
        T = {'string': str, 'integer': int, 'number': (int, float), 'object': dict, 'array': list, 'null': type(None), 'boolean': bool}
        ts = s.get('type', [])
        ts = [ts] if isinstance(ts, str) else ts
        assert not ts or any(isinstance(v, T[t]) and (t == 'boolean' or not isinstance(v, bool)) for t in ts), (at, v, s)
        assert 'enum' not in s or v in s['enum'], (at, v)
        if isinstance(v, dict):
            for k in s.get('required', []): assert k in v, (at, k)
            for k, x in s.get('properties', {}).items():
                if k in v: self.valid(v[k], x, at + '.' + k)
        if isinstance(v, list) and 'items' in s:
            for x in v: self.valid(x, s['items'], at + '[]')


def lines(r): return [json.loads(l) for l in r.text.splitlines()]
def many(n, fn):
    with ThreadPoolExecutor(n) as ex: return list(ex.map(fn, range(n)))
def idle(s, run):
    end = time.time() + 6
    while s.history(run).headers.get('x-service-job-id'):
        assert time.time() < end, 'job does not end'
        time.sleep(.25)

T = {}  # fault id -> check that passes without the fault and fails with it
def check(*ids):
    def deco(fn):
        for i in ids: T[i] = fn
        return fn
    return deco

exec(open(HERE + '/selftest_checks.py').read())


def load(s):
    errs, n = [], [0]
    made = s.agent()
    def one(c, i):
        k = i % 10
        m, p, b, who = [('GET', '/me/agents/' + made, None, OWN), ('POST', '/agents/' + F['agentId'], {'message': f'hello {i}'}, C['apiKey']), ('GET', '/me/tools/search?q=tide', None, OWN),
                        ('POST', '/me/credits/use', None, OTHER if n[0] < 200 else OWN), ('POST', '/me/tools/run/count_words', {'text': 'a b c'}, OWN), ('GET', '/me/agent-runs?limit=5', None, OWN),
                        ('PATCH', '/me/chats/' + made, {'name': f'n{i}'}, OWN), ('POST', '/me/tools/run/NOTIFIER_CREATE_PUSH', {'type': 'note', 'body': 'x'}, OWN), ('GET', '/me/', None, OWN),
                        ('POST', '/me/bundles', None, OTHER)][k]
        if k == 3: m, p, b = 'GET', '/me/credits', None
        c.request(m, p, json.dumps(b) if b else None, {'Authorization': 'Bearer ' + who})
        r = c.getresponse(); r.read()
        if r.status != 200: errs.append((m, p, r.status))
    def worker(w):
        c = s.conn()
        for i in range(100): one(c, w * 100 + i)
    t = time.time(); many(30, worker); t = time.time() - t
    print(f'load: 3000 requests, 30 connections, {3000 / t:.0f}/s, errors {len(errs)}', flush=True)
    assert not errs, errs[:5]


def main():
    only = sys.argv[1:]
    faults = [f['id'] for f in json.load(open(HERE + '/faults.json'))]
    assert len(faults) == 70 and set(faults) == set(T), (set(faults) ^ set(T))
    bad = 0
    if not only:
        s = Server()
        try:
            s.spec = json.loads(s('GET', '/openapi.json').raw)
            walk(s)
            for fn in dict.fromkeys(T.values()):
                fn(s)
            missing = [m.upper() + ' ' + p for p, o in s.spec['paths'].items() for m in o if m.upper() + ' ' + p not in s.seen]
            assert not missing, missing
            print(f'without a fault: {len(s.seen)} operations walked, all as the interface says', flush=True)
            s.spec = None
            load(s)
        finally: s.stop()
    def show(i):
        s = Server(i)
        try:
            T[i](s)
            return i, None
        except AssertionError as e: return i, 'shows: ' + str(e)[:110]
        except Exception as e: return i, f'shows: {type(e).__name__} {str(e)[:80]}'
        finally: s.stop()
    with ThreadPoolExecutor(2) as ex:
        for i, w in ex.map(show, only or faults):
            print(f'{i}: {w or "NOT SEEN"}', flush=True)
            bad += not w
    print('all good' if not bad else f'{bad} faults not seen')
    sys.exit(bad > 0)

main()

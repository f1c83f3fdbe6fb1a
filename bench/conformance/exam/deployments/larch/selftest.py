#!/usr/bin/env python3
"""Walks through the deployment without a fault, then shows each fault from the outside."""
import http.client, json, os, signal, socket, subprocess, sys, threading, time, uuid
from concurrent.futures import ThreadPoolExecutor

HERE = os.path.dirname(os.path.abspath(__file__))
CONFIG = json.load(open(os.path.join(HERE, 'config.json')))
FX, CR = CONFIG['fixtures'], CONFIG['credentials']
JWT = {'own': CR['jwt'], 'other': CR['otherJwt'], 'sandbox': CR['sandboxJwt']}
KEY = {'own': CR['apiKey'], 'other': CR['otherApiKey']}
A = FX['agentId']


class D:
    def __init__(self, fault=''):
        s = socket.socket(); s.bind(('127.0.0.1', 0)); self.port = s.getsockname()[1]; s.close()
        self.log = open(f'/tmp/larch-selftest-{self.port}.log', 'wb')
        self.p = subprocess.Popen([os.path.join(HERE, 'start.sh'), str(self.port)], stdout=subprocess.PIPE, stderr=self.log,
                                  env={**os.environ, 'FAULT': fault})
        line = self.p.stdout.readline()
        assert line.strip() == b'ready', line

    def stop(self):
        self.p.send_signal(signal.SIGKILL); self.p.wait(); self.log.close()
        text = open(self.log.name, errors='replace').read(); os.unlink(self.log.name)
        subprocess.run(['rm', '-rf', os.path.join(HERE, 'tmp', str(self.port))])
        return text

    def raw(self, method, path, body=None, token=None, headers=None, conn=None):
        c = conn or http.client.HTTPConnection('127.0.0.1', self.port, timeout=30)
        h = dict(headers or {})
        if token: h['Authorization'] = 'Bearer ' + token
        data = None
        if body is not None:
            h.setdefault('Content-Type', 'application/json')
            data = body if isinstance(body, bytes) else json.dumps(body).encode()
        c.request(method, path, data, h)
        r = c.getresponse()
        out, times, t0 = b'', [], time.time()
        while True:
            part = r.read1(65536)
            if not part: break
            out += part; times.append(time.time() - t0)
        if not conn: c.close()
        r.text, r.times = out.decode('utf-8', 'replace'), times
        return r

    def me(self, method, path, body=None, who='own', **k):
        r = self.raw(method, '/me' + path, body, JWT.get(who), **k)
        try: data = json.loads(r.text) if r.text else None
        except ValueError: data = r.text
        return r.status, data

    def ok(self, method, path, body=None, who='own', want=200):
        s, d = self.me(method, path, body, who)
        assert s == want, (method, path, body, s, d)
        return d

    def w(self, method, path, message=None, who='own'):
        return self.raw(method, '/workers' + path, None if message is None else {'message': message}, KEY.get(who))

    def run(self, message='hello', agent=A, who='own'):
        r = self.w('POST', f'/{agent}', message, who)
        assert r.status == 200, (r.status, r.text)
        return r.headers['X-Service-Run-ID']

    def history(self, run, agent=A, who='own'):
        r = self.w('GET', f'/{agent}/{run}', who=who)
        assert r.status == 200, (r.status, r.text)
        return json.loads(r.text)

    def agent(self, who='own', **k):
        return self.ok('POST', '/agents', {'name': 'Test', 'chat_prompt': 'Be good.', **k}, who)

    def studio(self, who='own', **k):
        return self.ok('POST', '/agent-studio-chats', {'title': 'T', **k}, who)

    def tool(self, name, _who='own', _want=200, **k):
        s, d = self.me('POST', f'/tools/run/{name}', k, _who)
        assert s == _want, (name, k, s, d)
        return d.get('structured_content')


def many(n, f):
    with ThreadPoolExecutor(n) as pool:
        return [x.result() for x in [pool.submit(f, i) for i in range(n)]]


exec(open(os.path.join(HERE, 'selftest_probes.py')).read())
exec(open(os.path.join(HERE, 'selftest_walk.py')).read())


def load(d):
    errors, n, lock, t0 = [], [0], threading.Lock(), time.time()
    agent = d.agent()['id']

    def worker(i):
        c = http.client.HTTPConnection('127.0.0.1', d.port, timeout=60)
        for j in range(100):
            pick = (i + j) % 10
            if pick == 0: r = d.raw('POST', f'/workers/{A}', {'message': f'load {i} {j}'}, KEY['own'], conn=c)
            elif pick == 1: r = d.raw('GET', '/me/agents', None, JWT['sandbox'], conn=c)
            elif pick == 2: r = d.raw('POST', '/me/tools/run/read_tide_table', {'port': 'Hull'}, JWT['own'], conn=c)
            elif pick == 3: r = d.raw('POST', '/me/credits/use', None, JWT['own'], conn=c)
            elif pick == 4: r = d.raw('PATCH', f'/me/chats/{agent}', {'name': f'n {j}'}, JWT['own'], conn=c)
            elif pick == 5: r = d.raw('GET', '/me/agent-runs?limit=5', None, JWT['own'], conn=c)
            elif pick == 6: r = d.raw('GET', f'/me/agents/{agent}', None, JWT['own'], conn=c)
            elif pick == 7: r = d.raw('POST', f'/workers/ndjson/{A}', {'message': f'load {i} {j}'}, KEY['own'], conn=c)
            elif pick == 8: r = d.raw('GET', '/me/', None, JWT['own'], conn=c)
            else: r = d.raw('GET', '/me/tools/search?q=tide', None, JWT['own'], conn=c)
            with lock:
                n[0] += 1
                if r.status != 200: errors.append((pick, r.status, r.text[:200]))
    before = d.ok('GET', '/credits')['credits']['balance']
    many(30, worker)
    spent = before - d.ok('GET', '/credits')['credits']['balance']
    print(f'load: {n[0]} requests, {n[0] / (time.time() - t0):.0f} a second, {len(errors)} errors, {spent} credits used')
    assert not errors, errors[:5]
    assert spent == 300, spent


def main():
    only = sys.argv[1:]
    bad = []
    faults = json.load(open(os.path.join(HERE, 'faults.json')))
    ids = [f['id'] for f in faults]
    assert len(ids) == len(set(ids)) == 70 and set(ids) == set(PROBES), set(ids) ^ set(PROBES)
    if not only:
        d = D()
        walk(d)
        load(d)
        text = d.stop()
        if text.strip(): bad.append('log of the walk'); print(text[:3000])
        d = D()
        for i in ids:
            try:
                if PROBES[i](d): bad.append(i); print('HEALTHY BUT SEEN', i)
            except Exception as e:
                bad.append(i); print('HEALTHY ERROR', i, repr(e)[:500])
        text = d.stop()
        if text.strip(): bad.append('log of the probes'); print(text[:3000])
        print('without a fault:', 'good' if not bad else bad)
    for i in only or ids:
        d = D(i)
        try: seen = PROBES[i](d)
        except Exception as e: seen = False; print(repr(e)[:500])
        finally: d.stop()
        print(f'{i}: {"seen" if seen else "NOT SEEN"}', flush=True)
        if not seen: bad.append(i)
    print('all good' if not bad else f'BAD: {bad}')
    return 1 if bad else 0


sys.exit(main())

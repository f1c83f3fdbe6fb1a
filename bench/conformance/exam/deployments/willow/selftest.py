#!/usr/bin/env python3
"""Walks through the whole interface without a fault, then shows each fault (absent without it, seen with it)."""
import concurrent.futures as cf, hashlib, hmac, http.client, json, os, re, signal, socket, subprocess, sys, threading, time, traceback, uuid
HERE = os.path.dirname(os.path.abspath(__file__))
CONFIG = json.load(open(os.path.join(HERE, 'config.json')))
FX, CR = CONFIG['fixtures'], CONFIG['credentials']
JWT = {'ada': CR['jwt'], 'ben': CR['otherJwt'], 'sam': CR['sandboxJwt'], 'vera': CONFIG['traffic']['users']['vera'][0]}
KEY = {'ada': CR['apiKey'], 'ben': CR['otherApiKey'], 'vera': CONFIG['traffic']['users']['vera'][1]}
UUID = re.compile(r'^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$')
TIME = re.compile(r'^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00$')
NOBODY = '00000000-0000-4000-8000-000000000000'
SETTLE = 0.45
settle = lambda: time.sleep(SETTLE)
def rnd(): return uuid.uuid4().hex[:10]

class Answer:
    def __init__(self, status, headers, body, first=None, last=None):
        self.status, self.headers, self.body, self.first, self.last = status, headers, body, first, last
    @property
    def text(self): return self.body.decode('utf-8')
    @property
    def json(self): return json.loads(self.body)
    @property
    def lines(self): return [json.loads(l) for l in self.text.splitlines() if l]
    @property
    def run(self): return self.headers.get('x-service-run-id')
    @property
    def job(self): return self.headers.get('x-service-job-id')

class Client:
    def __init__(self, port): self.port = port
    def call(self, method, path, body=None, who='ada', raw=None, headers=None, token=None):
        conn = http.client.HTTPConnection('127.0.0.1', self.port, timeout=40)
        user_api = path.startswith('/me'); h = dict(headers or {})
        if who: h['Authorization'] = 'Bearer ' + (token or (JWT if user_api else KEY)[who])
        data = raw if raw is not None else (json.dumps(body, ensure_ascii=False).encode() if body is not None else None)
        if data is not None: h.setdefault('Content-Type', 'application/json')
        t0 = time.time()
        conn.request(method, ('/api' if user_api else '/agents') + path, data, h)
        r = conn.getresponse(); parts = []; first = None
        while True:
            p = r.read1(65536)
            if not p: break
            if first is None: first = time.time() - t0
            parts.append(p)
        conn.close()
        return Answer(r.status, {k.lower(): v for k, v in r.getheaders()}, b''.join(parts), first, time.time() - t0)
    def get(self, path, **k): return self.call('GET', path, **k)
    def post(self, path, body=None, **k): return self.call('POST', path, body, **k)
    def put(self, path, body=None, **k): return self.call('PUT', path, body, **k)
    def patch(self, path, body=None, **k): return self.call('PATCH', path, body, **k)
    def delete(self, path, **k): return self.call('DELETE', path, **k)
    # --- shorthands
    def agent(self, who='ada', level='public', wait=True, **more):
        r = self.post('/me/agents', {'name': 'A ' + rnd(), 'chatPrompt': 'You help.', 'visibility': {'level': level}, **more}, who=who)
        assert r.status == 200, r.body
        if wait: settle()
        return r.json['agentId']
    def start(self, message='hello', agent=None, who='ada', nd=False):
        return self.post(('/ndjson/' if nd else '/') + (agent or FX['agentId']), {'message': message}, who=who)
    def go(self, run, message='more', agent=None, who='ada', nd=False):
        return self.put(('/ndjson/' if nd else '/') + (agent or FX['agentId']) + '/' + run, {'message': message}, who=who)
    def history(self, run, agent=None, who='ada'): return self.get('/' + (agent or FX['agentId']) + '/' + run, who=who)
    def file(self, agent, who='ada', **more): return self.post('/me/agents/%s/files' % agent, {'name': 'n.txt', 'content': 'c', **more}, who=who)
    def tool(self, name, body=None, who='ada', **k): return self.post('/me/tools/run/' + name, {} if body is None else body, who=who, **k)
    def out(self, name, body=None, who='ada'):
        r = self.tool(name, body, who); assert r.status == 200, (name, r.body); return r.json['structuredContent']
    def studio(self, who='ada', level='public', **more):
        r = self.post('/me/agent-studio-chats', {'title': 'T', 'visibility': {'level': level}, **more}, who=who); assert r.status == 200, r.body
        return r.json
    def schedule(self, chat, who='ada', cron='0 9 * * 1'): return self.post('/me/schedules', {'chatId': chat, 'cron': cron}, who=who)
    def wait_idle(self, run, agent, seconds=9):
        end = time.time() + seconds
        while time.time() < end:
            if not self.history(run, agent).job: return True
            time.sleep(0.3)
        return False
def both(fns):
    with cf.ThreadPoolExecutor(len(fns)) as ex: return [f.result() for f in [ex.submit(f) for f in fns]]
BG = FX['backgroundAgentId']

# ============================================================================ the walk
COUNT = [0]
def ok(cond, what=''):
    COUNT[0] += 1
    if not cond: raise AssertionError(what)
def st(r, status, what=''):
    ok(r.status == status, '%s: %s instead of %s: %s' % (what, r.status, status, r.body[:300])); return r
def err(r, status, what=''):
    st(r, status, what); j = r.json
    ok(r.headers['content-type'].startswith('application/problem+json') and j['status'] == status and j['code'], what)
    if status == 422: ok(isinstance(j['violations'], list) and j['violations'], what)
    return r

def walk_workers(c):
    A = FX['agentId']
    r = st(c.start('Grüße 👋🏽 an 🌊 alle'), 200); ok(UUID.match(r.run)); ok(r.job is None); ok(r.headers['content-type'].startswith('text/plain'))
    ok('Grüße 👋🏽 an 🌊 alle' in r.text)
    ok(c.start('hello').run != c.start('hello').run); ok(c.post('/' + A).status == 200)
    p = st(c.go(r.run, 'second'), 200); ok(p.run == r.run); settle()
    h = st(c.history(r.run), 200); ok([m['role'] for m in h.json] == ['user', 'assistant'] * 2); ok(h.json[1]['content'] == r.text and h.json[3]['content'] == p.text and h.json[2]['content'] == 'second'); ok(h.job is None)
    n = st(c.start(FX['toolCallMessage']['message'], nd=True), 200); ok(n.headers['content-type'].startswith('application/x-ndjson'))
    kinds = [l['event'] for l in n.lines]; ok('tool-call' in kinds and 'tool-result' in kinds and kinds[-1] == 'done')
    ok(FX['toolCallMessage']['output'] in n.text and any(l.get('tool') == FX['toolCallMessage']['name'] for l in n.lines))
    t = c.start(FX['toolCallMessage']['message']); ok(FX['toolCallMessage']['output'] not in t.text and FX['toolCallMessage']['name'] not in t.text)
    n2 = st(c.go(n.run, 'Tide at Dover?', nd=True), 200); ok(n2.run == n.run and 'tool-result' in n2.text); settle()
    ok(c.history(n.run).json[1]['content'] == ''.join(l['text'] for l in n.lines if l['event'] == 'text'))
    for nd in (False, True):
        s = c.start(FX['slowMessage'], nd=nd); ok(s.last > 1.5 and s.first < s.last / 2, 'slow')
    err(c.get('/%s/%s' % (A, NOBODY)), 404); err(c.go(NOBODY), 404); err(c.start('x', agent=NOBODY), 404); err(c.history(r.run, who='ben'), 404); err(c.go(r.run, who='ben'), 404)
    err(c.start('x', agent=FX['privateAgentId']), 403); st(c.start('x', agent=FX['unpaidAgentId']), 200)
    err(c.put('/%s/%s' % (A, r.run), {}), 422); err(c.put('/%s/%s' % (A, r.run), {'message': 4}), 422); err(c.post('/' + A, {'message': 4}), 422); st(c.go(r.run, ''), 200)
    err(c.post('/' + A, {'message': 'x'}, who=None), 401); err(c.get('/%s/%s' % (A, r.run), token='nope'), 401); err(c.post('/' + A, {}, token=JWT['ada']), 401)
    # jobs
    jobs = []
    for message, nd in ((FX['backgroundMessage'], False), (FX['backgroundErrorMessage'], True)):
        j = st(c.start(message, agent=BG, nd=nd), 200); ok(j.job, 'job header'); jobs.append((j, message))
    idle = c.start('x', agent=BG); k = st(c.go(idle.run, FX['backgroundMessage'], agent=BG), 200); jobs.append((k, ''))
    t0 = time.time()
    for j, _ in jobs:
        h = c.history(j.run, BG); ok(h.job == j.job)
        for nd in (False, True): err(c.go(j.run, 'too soon', agent=BG, nd=nd), 409)
    st(c.start('free', agent=BG), 200)
    settle(); ok(c.get('/me/agent-runs/' + jobs[0][0].run).json['status'] == 'job-running')
    for j, _ in jobs: ok(c.wait_idle(j.run, BG, FX['jobSeconds']))
    ok(4 < time.time() - t0 < FX['jobSeconds'], 'duration')
    for (j, _), word in zip(jobs, ('finished', 'error', 'finished')):
        r = st(c.go(j.run, 'and?', agent=BG), 200); ok(word in r.text, r.text)
    settle(); ok('too soon' not in [m['content'] for m in c.history(jobs[0][0].run, BG).json])
    # two at once on one run
    r = c.start('first'); both([lambda i=i: st(c.go(r.run, 'at once %d' % i), 200) for i in range(4)]); settle()
    h = c.history(r.run).json; ok(len(h) == 10 and [m['role'] for m in h] == ['user', 'assistant'] * 5); ok({m['content'] for m in h if m['content'].startswith('at once')} == {'at once %d' % i for i in range(4)})

def walk_runs(c):
    for _ in range(32): r = c.start('run')
    t = c.start(FX['toolCallMessage']['message']); settle()
    p = st(c.get('/me/agent-runs'), 200).json; ok(len(p['entries']) == 30 and p['cursor'] and TIME.match(p['cursor'])); ok(p['entries'][0]['runId'] == t.run)
    seen = []; cur = None
    for _ in range(200):
        p = c.get('/me/agent-runs?limit=7' + ('&next_cursor=' + cur if cur else '')).json; ok(len(p['entries']) <= 7); seen += [e['runId'] for e in p['entries']]; cur = p['cursor']
        if not cur: break
        ok(len(p['entries']) == 7)
    ok(len(seen) == len(set(seen)) and len(seen) >= 33 and r.run in seen)
    v = st(c.get('/me/agent-runs/' + t.run), 200).json; ok(v['runId'] == t.run and v['toolCalls'] and v['version'] and v['_links'] and TIME.match(v['startedAt']))
    err(c.get('/me/agent-runs/' + t.run, who='ben'), 404); err(c.get('/me/agent-runs/' + NOBODY), 404); err(c.get('/me/agent-runs/x'), 422); err(c.get('/me/agent-runs?limit=x'), 422); err(c.get('/me/agent-runs?limit=0'), 422); err(c.get('/me/agent-runs?next_cursor=x'), 422); st(c.get('/me/agent-runs?next_cursor=null'), 200)
    st(c.get('/me/agent-runs?next_cursor=2026-01-31T12:00:00Z'), 200)
    l = st(c.get('/me/agent-runs/%s/mcp-server-logs' % t.run), 200).json; ok(len(l) == 1 and l[0]['runId'] == t.run and l[0]['tool'] == 'read-tide-table')
    ok(c.get('/me/agent-runs/%s/mcp-server-logs' % t.run, who='ben').json == []); ok(c.get('/me/agent-runs/%s/logs' % t.run, who='ben').json == []); ok(c.get('/me/agent-runs/%s/mcp-server-logs' % r.run).json == [])
    l = st(c.get('/me/agent-runs/%s/logs' % t.run), 200).json; ok(len(l) >= 2 and all(x['runId'] == t.run for x in l))
    for path in ('/me/agent-runs', '/me/executions', '/me/', '/me/agents', '/me/vip'): err(c.get(path, who=None), 401); err(c.get(path, token='a.b.c'), 401); err(c.get(path, token=KEY['ada']), 401)
    ids = [st(c.tool('add-numbers', {'numbers': [i, 1]}, who='ben'), 200).json['logId'] for i in range(33)]; settle()
    p = st(c.get('/me/executions', who='ben'), 200).json; ok(len(p['entries']) == 30); q = c.get('/me/executions?limit=2&next_cursor=' + p['cursor'].replace('+', '%2B'), who='ben').json; ok([e['logId'] for e in p['entries'] + q['entries']] == ids[::-1][:32])
    e = st(c.get('/me/executions/%d' % ids[0], who='ben'), 200).json; ok(e['logId'] == ids[0] and e['input'] == {'numbers': [0, 1]} and e['output'] == {'sum': 1})
    err(c.get('/me/executions/%d' % ids[0]), 404); err(c.get('/me/executions/1'), 404); err(c.get('/me/executions/x'), 422)

def walk_money(c):
    S = '/me/agents/%s/subscribe'; U = '/me/agents/%s/unsubscribe'
    r = st(c.post(S % FX['paidAgentId'], {}), 200).json; ok(r['agentId'] == FX['paidAgentId'] and r['checkout']['url'])
    err(c.post(S % FX['unpaidAgentId'], {}), 400); err(c.post(S % FX['ownPaidAgentId'], {}), 400); err(c.post(S % FX['subscribedAgentId'], {}), 402); err(c.post(S % NOBODY, {}), 404); err(c.post(S % FX['privateAgentId'], {}), 404)
    err(c.post(U % FX['paidAgentId']), 400); err(c.post(U % NOBODY), 404)
    l = st(c.get('/me/subscriptions'), 200).json['entries']; ok({FX['subscribedAgentId'], FX['unsubscribeAgentId']} == {s['agentId'] for s in l})
    st(c.get('/me/subscriptions/' + FX['subscribedAgentId']), 200); err(c.get('/me/subscriptions/' + FX['paidAgentId']), 404)
    r = st(c.post(U % FX['unsubscribeAgentId']), 200).json; ok(r['agentId'] == FX['unsubscribeAgentId'] and r['status'] == 'cancelled'); err(c.post(U % FX['unsubscribeAgentId']), 400); settle(); err(c.get('/me/subscriptions/' + FX['unsubscribeAgentId']), 404)
    # a checkout that is paid
    def hook(body, sig=None):
        raw = body if isinstance(body, bytes) else json.dumps(body).encode(); sig = sig if sig is not None else 'sha256=' + hmac.new(b'willow-payments-secret', raw, hashlib.sha256).hexdigest()
        return c.post('/me/payments/webhook', raw=raw, who=None, headers={'x-payments-signature': sig} if sig else {})
    mine = c.agent(price={'amount': 500, 'currency': 'EUR'}); before = c.get('/me/monetization/summary').json
    s = st(c.post(S % mine, {}, who='ben'), 200).json['checkout']['sessionId']
    st(hook({'id': 'evt_' + rnd(), 'type': 'checkout.completed', 'data': {'sessionId': s}}), 200); err(c.post(S % mine, {}, who='ben'), 402); settle()
    after = c.get('/me/monetization/summary').json; ok(after['totalSubscribers'] == before['totalSubscribers'] + 1 and after['totalEarnings'] == before['totalEarnings'] + 500)
    ok(mine in [x['agentId'] for x in c.get('/me/subscriptions', who='ben').json['entries']])
    w = FX['webhook']
    for _ in range(2): ok(st(c.post('/me/payments/webhook', raw=w['body'].encode(), who=None, headers={w['signatureHeader']: w['validSignature']}), 200).json['received'])
    err(hook(w['body'].encode(), ''), 400); err(hook(w['body'].encode(), 'sha256=00'), 400); err(hook(b'{', None), 400); err(hook({'type': 'x'}), 400); err(hook({'id': 'e', 'type': 'checkout.completed', 'data': {'sessionId': 'x'}}), 400)
    ok(st(c.post('/me/payments/sessions', {'plan': 'pro'}), 200).json['url'])
    for p in (1, 28, 365):
        s = st(c.get('/me/monetization/summary?period=%d' % p), 200).json; e = c.get('/me/monetization/earnings?period=%d' % p).json; n = c.get('/me/monetization/subscribers?period=%d' % p).json
        ok(len(e['entries']) == p == len(n['entries']) and sum(x['earnings'] for x in e['entries']) == s['totalEarnings'] and sum(x['subscribers'] for x in n['entries']) == s['totalSubscribers'])
    for k in ('summary', 'earnings', 'subscribers'):
        ok(c.get('/me/monetization/' + k).json == c.get('/me/monetization/%s?period=28' % k).json)
        for bad in ('0', '366', 'x', '-1'): err(c.get('/me/monetization/%s?period=%s' % (k, bad)), 422)
    ok(c.get('/me/monetization/summary', who='sam').json['totalEarnings'] == 0); ok(st(c.get('/me/billing'), 200).json['plan'] == 'pro')
    b = st(c.get('/me/credits'), 200).json['balance']; both([lambda: st(c.post('/me/credits/use'), 200) for _ in range(8)]); settle(); ok(c.get('/me/credits').json['balance'] == b - 8)

def walk_studio(c):
    P = '/me/agent-studio-chats'
    a = c.studio(level='private', runId='r ü/' + rnd(), draft='d', tags=['x']); path = P + '/' + __import__('urllib.parse', fromlist=['x']).quote(a['runId'], safe=''); settle()
    ok(a['visibility'] == {'level': 'private'} and a['version'] == 1 and a['_links']); ok(st(c.get(path), 200).json == a); err(c.get(path, who=None), 403); err(c.get(path, who='ben'), 403); ok(a['runId'] in [x['runId'] for x in c.get(P).json])
    ok(c.post(P, {'runId': a['runId'], 'title': 'other'}).json['title'] == 'T'); err(c.post(P, {'runId': a['runId']}, who='ben'), 409); err(c.post(path + '/clone'), 400); err(c.post(path + '/clone', who='ben'), 400)
    p = st(c.patch(path, {'title': 'new'}), 200).json; ok(p['title'] == 'new' and p['draft'] == 'd' and p['visibility']['level'] == 'private')
    err(c.patch(path, {'title': 'x'}, who='ben'), 403); err(c.put(path, {}, who='ben'), 403); err(c.delete(path, who='ben'), 403); err(c.patch(path, {'title': 7}), 422); err(c.patch(path, {'visibility': 'secret'}), 422)
    u = st(c.put(path, {'title': 'full', 'visibility': 'public'}), 200).json; ok(u['draft'] is None and u['tags'] == [] and u['visibility']['level'] == 'public'); settle(); ok(c.get(path, who=None).status == 200)
    k = st(c.post(path + '/clone', who='ben'), 201).json; ok(k['runId'] != a['runId'] and k['title'] == 'full'); c.patch(P + '/' + k['runId'], {'title': 'ben', 'visibility': 'private'}, who='ben'); settle(); ok(c.get(path).json['title'] == 'full')
    ok(st(c.delete(path), 200).json['deletedAt']); settle(); err(c.get(path), 404); err(c.delete(path), 404); err(c.put(path, {}), 404); err(c.patch(path, {}), 404); err(c.post(path + '/clone'), 404); ok(a['runId'] not in [x['runId'] for x in c.get(P).json]); err(c.post(P, {'runId': a['runId']}), 409)
    err(c.post(P, {'visibility': {'level': 'private'}}, who='sam'), 400); s = c.studio(who='sam'); q = P + '/' + s['runId']; err(c.put(q, {'visibility': 'private'}, who='sam'), 400); err(c.patch(q, {'visibility': {'level': 'private'}}, who='sam'), 400)
    err(c.get(P + '/nothing'), 404); ok(len(c.get(P, who='vera').json) == 0)

def walk_agents(c):
    err(c.post('/me/agents', {}), 400); err(c.post('/me/agents', {'chatPrompt': ' '}), 400); err(c.post('/me/agents', {'chatPrompt': 5}), 422); err(c.post('/me/agents', raw=b'{'), 422); err(c.post('/me/agents', raw=b'[]'), 422)
    err(c.post('/me/agents', {'chatPrompt': 'p', 'visibility': 'private'}, who='sam'), 400); ok(st(c.post('/me/agents', {'chatPrompt': 'p'}, who='sam'), 200).json['visibility'] == {'level': 'public'})
    slug = 's-' + rnd(); P = '/me/agents/'
    a = c.agent(level='private', vanitySlug=slug, description='d'); g = st(c.get(P + a), 200).json; ok(g['agentId'] == a and g['vanitySlug'] == slug and g['chatPrompt'] == 'You help.'); ok(c.get('/me/chats/' + a).json == g)
    err(c.get(P + a, who=None), 403); err(c.get(P + a, who='ben'), 403); err(c.get('/me/chats/' + a, who=None), 403); err(c.get(P + NOBODY, who=None), 404); err(c.get(P + 'nothing'), 404)
    ok(a in [x['agentId'] for x in c.get('/me/agents').json] and a in [x['agentId'] for x in c.get('/me/chats').json] and a not in [x['agentId'] for x in c.get('/me/agents', who='ben').json])
    u = st(c.post('/me/agents', {'agentId': a, 'chatPrompt': 'new & <b> 🌊'}), 200).json; ok(u['agentId'] == a and u['chatPrompt'] == 'new & <b> 🌊' and u['description'] == 'd' and u['version'] == 2)
    err(c.post('/me/agents', {'agentId': a}), 400); err(c.post('/me/agents', {'agentId': a, 'chatPrompt': 'x'}, who='ben'), 403); err(c.post('/me/agents', {'agentId': NOBODY, 'chatPrompt': 'x'}), 404); err(c.post('/me/agents', {'chatPrompt': 'x', 'vanitySlug': slug}), 400)
    ok(st(c.post(P + a + '/upsell-description'), 200).json['upsellDescription']); err(c.post(P + NOBODY + '/upsell-description'), 404); err(c.post(P + FX['privateAgentId'] + '/upsell-description'), 404)
    ok(st(c.post(P + 'vanity/slug', {'text': 'Ahoy There!'}, who=None), 200).json['slug'] == 'ahoy-there'); st(c.post(P + 'vanity/slug', who=None), 200); ok(c.get(P + 'vanity/slug?slug=' + slug).json['available'] is False and c.get(P + 'vanity/slug?slug=free-' + rnd()).json['available'] is True); err(c.get(P + 'vanity/slug'), 422)
    v = st(c.get('/me/vibe/services', who=None), 200).json['entries']; ok(len(v) == 3)
    for s in v: ok(st(c.get(P + a + '/vibe?service_name=' + s['serviceName']), 200).json['prompt'])
    err(c.get(P + a + '/vibe?service_name=x'), 422); err(c.get(P + a + '/vibe'), 422); err(c.get(P + FX['privateAgentId'] + '/vibe?service_name=kiln'), 403)
    T = P + a + '/customizations/theme'
    ok(st(c.get(T), 200).json is None); ok(st(c.put(T, {'themeColor': '#00aaFF'}), 200).json['themeColor'] == '#00aaFF'); settle(); ok(c.get(T).json['themeColor'] == '#00aaFF')
    for bad in ('red', '#12345', '#1234567', 'x#123456', '#12345g', ''): err(c.put(T, {'themeColor': bad}), 400)
    err(c.put(T, {}), 422); err(c.put(T, {'themeColor': '#000000'}, who='ben'), 403); err(c.get(T, who='ben'), 403); err(c.get(P + NOBODY + '/customizations/theme'), 404); err(c.put(P + NOBODY + '/customizations/theme', {'themeColor': '#000000'}), 404); err(c.put(P + FX['unpaidAgentId'] + '/customizations/theme', {'themeColor': '#000000'}), 403); err(c.get(P + 'x/customizations/theme'), 422)
    # files
    F = P + a + '/files'; fs = [st(c.file(a, content='ü'), 201).json for _ in range(3)]; ok([f['position'] for f in fs] == [0, 1, 2] and fs[0]['size'] == 2); settle()
    ok([f['fileId'] for f in st(c.get(F), 200).json['entries']] == [f['fileId'] for f in fs]); one = F + '/' + fs[0]['fileId']; ok(st(c.get(one), 200).json == fs[0])
    ok([f['fileId'] for f in st(c.put(F + '/positions', {'order': [{'fileId': fs[0]['fileId'], 'position': 10}, {'fileId': fs[1]['fileId'], 'position': 9}]}), 200).json['entries']] == [fs[2]['fileId'], fs[1]['fileId'], fs[0]['fileId']])
    err(c.put(F + '/positions', {'order': [{'fileId': NOBODY, 'position': 1}]}), 404); err(c.put(F + '/positions', {}), 422); err(c.put(F + '/positions', {'order': []}, who='ben'), 403)
    p = st(c.patch(one, {'position': 0}), 200).json; ok(p['position'] == 0 and p['content'] == 'ü' and p['name'] == 'n.txt'); err(c.patch(one, {'position': 'x'}), 422); settle(); ok([f['position'] for f in c.get(F).json['entries']] == [0, 2, 9])
    for m in ('GET', 'PATCH', 'DELETE'):
        err(c.call(m, one, {} if m == 'PATCH' else None, who='ben'), 403); err(c.call(m, F + '/' + NOBODY, {} if m == 'PATCH' else None), 404); err(c.call(m, P + NOBODY + '/files/' + NOBODY, {} if m == 'PATCH' else None), 404)
    err(c.file(a, who='ben'), 403); err(c.get(F, who='ben'), 403); err(c.file(NOBODY), 404); err(c.get(P + NOBODY + '/files'), 404); err(c.post(F, {'name': ''}), 400); err(c.post(F, {}), 422); err(c.get(P + FX['unpaidAgentId'] + '/files'), 403)
    rs = both([lambda: c.file(a) for _ in range(10)]); ok(sorted(r.status for r in rs) == [201] * 7 + [400] * 3); err(c.file(a), 400); d = st(c.delete(one), 204); ok(d.body == b''); st(c.file(a), 201); settle(); err(c.get(one), 404); err(c.delete(one), 404); ok(len(c.get(F).json['entries']) == 10)

def walk_chats(c):
    r = st(c.post('/me/chats', {'chatPrompt': 'p', 'name': 'N', 'description': 'D'}), 200); ok(r.headers.get('deprecation')); a = r.json['agentId']; P = '/me/chats/'; err(c.post('/me/chats', {}), 400); err(c.post('/me/chats', {'chatPrompt': 'p', 'visibility': 'private'}, who='sam'), 400)
    p = st(c.patch(P + a, {'chatPrompt': 'a & b'}), 200).json; ok(p['chatPrompt'] == 'a & b' and p['description'] == 'D'); err(c.patch(P + a, {'chatPrompt': ''}), 400)
    u = st(c.put(P + a, {'chatPrompt': 'q'}), 200).json; ok(u['description'] is None and u['chatPrompt'] == 'q'); st(c.put(P + a, {'chatPrompt': 'q', 'name': 'N'}), 200)
    for m in ('PUT', 'PATCH', 'DELETE'): b = None if m == 'DELETE' else {'chatPrompt': 'z'}; err(c.call(m, P + a, b, who='ben'), 403); err(c.call(m, P + NOBODY, b), 404)
    s = c.agent(who='sam'); err(c.put(P + s, {'visibility': 'private'}, who='sam'), 400); err(c.patch(P + s, {'visibility': {'level': 'private'}}, who='sam'), 400)
    settle(); ok(st(c.get(P + a + '/og', who=None), 200).json['title'] == 'N'); err(c.get(P + FX['privateAgentId'] + '/og', who=None), 403); err(c.get(P + 'x/og', who=None), 422); err(c.get(P + NOBODY + '/og', who=None), 404)
    c.put('/me/agents/%s/customizations/theme' % a, {'themeColor': '#123456'})
    k = st(c.post(P + a + '/clone', {'name': 'K'}, who='ben'), 200).json; ok(k['agentId'] != a and k['name'] == 'K' and k['chatPrompt'] == 'q'); ok(st(c.post(P + a + '/clone', raw=b'null', who='sam'), 200).json['name'] == 'N'); st(c.post(P + a + '/clone'), 200); err(c.post(P + a + '/clone', {'visibility': 'private'}, who='sam'), 400)
    settle(); ok(c.get('/me/agents/%s/customizations/theme' % k['agentId'], who='ben').json['themeColor'] == '#123456'); err(c.post(P + FX['privateAgentId'] + '/clone'), 403); err(c.post(P + NOBODY + '/clone'), 404); err(c.post(P + 'x/clone'), 422)
    f = st(c.post(P + a + '/feedback', {'rating': 4}, who='ben'), 200).json; ok(f['agentId'] == a and f['feedback'] == {'count': 1, 'averageRating': 4}); err(c.post(P + NOBODY + '/feedback', {'rating': 4}), 404); err(c.post(P + a + '/feedback', {'rating': 9}), 422); err(c.post(P + FX['privateAgentId'] + '/feedback', {'rating': 4}), 404)
    l = st(c.post(P + a + '/runs'), 200).json; ok(UUID.match(l['runId'])); err(c.post(P + FX['privateAgentId'] + '/runs'), 403); err(c.post(P + NOBODY + '/runs'), 404); settle(); ok(c.get('/me/agent-runs/' + l['runId']).status == 200 and c.get('/me/agent-runs/%s/logs' % l['runId']).json[0] == l)
    ok(st(c.delete(P + a), 200).json['agentId'] == a); settle(); err(c.get(P + a), 404); err(c.get('/me/agents/' + a), 404); err(c.delete(P + a), 404); ok(a not in [x['agentId'] for x in c.get('/me/agents').json])

def walk_keys(c):
    K = '/me/api-keys'; k = st(c.post(K, {'name': 'n'}), 200).json; ok(isinstance(k['apiKeyId'], int) and k['key'] and k['isDefault'] is False)
    st(c.post('/' + FX['agentId'], {'message': 'x'}, token=k['key']), 200); settle(); l = st(c.get(K), 200).json; ok(all('key' not in x for x in l) and sum(x['isDefault'] for x in l) == 1 and k['key'] not in json.dumps(l)); ok(c.get('%s/%d' % (K, k['apiKeyId'])).json == k); ok(st(c.get(K + '/default'), 200).json['key'] == KEY['ada'])
    err(c.get('%s/%d' % (K, k['apiKeyId']), who='ben'), 404); err(c.delete('%s/%d' % (K, k['apiKeyId']), who='ben'), 404); err(c.get(K + '/x'), 422); err(c.get(K + '/1'), 404)
    d = st(c.delete('%s/%d' % (K, k['apiKeyId'])), 200).json; ok('key' not in d); err(c.post('/' + FX['agentId'], {'message': 'x'}, token=k['key']), 401); err(c.delete('%s/%d' % (K, k['apiKeyId'])), 404); settle(); err(c.get('%s/%d' % (K, k['apiKeyId'])), 404)
    n = st(c.post(K, {'isDefault': True}, who='sam'), 200).json; settle(); l = c.get(K, who='sam').json; ok([x['apiKeyId'] for x in l if x['isDefault']] == [n['apiKeyId']]); ok(c.get(K + '/default', who='sam').json['apiKeyId'] == n['apiKeyId'])
    for x in l: st(c.delete('%s/%d' % (K, x['apiKeyId']), who='sam'), 200)
    x = st(c.get(K + '/default', who='sam'), 200).json; ok(x['key'] and x['isDefault']); ok(c.get(K + '/default', who='sam').json == x)

def walk_bundles(c):
    B = '/me/bundles'; b = st(c.post(B), 200).json; ok(isinstance(b['bundleId'], int) and b['tools'] == []); p = '%s/%d' % (B, b['bundleId']); t = FX['installableToolId']; settle(); ok(st(c.get(p), 200).json == b); ok(b['bundleId'] in [x['bundleId'] for x in c.get(B).json])
    for _ in range(2): ok(st(c.post(p + '/tools', {'toolId': t}), 200).json['toolId'] == t)
    settle(); ok([x['toolId'] for x in st(c.get(p + '/tools'), 200).json] == [t] == [x['toolId'] for x in c.get(p).json['tools']])
    err(c.post(B + '/1/tools', {'toolId': t}), 404); err(c.post(p + '/tools', {'toolId': 'x'}), 404); err(c.post(p + '/tools', {}), 422); err(c.post(p + '/tools', {'toolId': t}, who='ben'), 404); err(c.get(p, who='ben'), 404); ok(c.get(p + '/tools', who='ben').json == []); err(c.delete(p, who='ben'), 404); err(c.put(p, {'name': 'x'}, who='ben'), 409); err(c.put(B + '/1', {'name': 'x'}), 409)
    err(c.delete(p + '/tools/x'), 404); err(c.delete(B + '/1/tools/' + t), 404); st(c.delete(p + '/tools/' + t), 200); err(c.delete(p + '/tools/' + t), 404); settle(); ok(c.get(p + '/tools').json == [])
    u = st(c.put(p, {'name': 'N', 'tools': [t]}), 200).json; ok(u['name'] == 'N' and [x['toolId'] for x in u['tools']] == [t]); err(c.put(p, {'tools': ['x']}), 409); st(c.delete(p), 200); err(c.delete(p), 404); settle(); err(c.get(p), 404); err(c.get(B + '/x'), 422)

def walk_cli(c):
    C = '/me/cli-auth'; s = st(c.post(C, who=None), 200).json['cliAuthId']; ok(UUID.match(s)); ok(st(c.get(C + '/' + s, who=None), 200).json is None); err(c.get(C + '/' + NOBODY, who=None), 404); err(c.put(C + '/' + NOBODY, {'jwt': JWT['ada']}), 404); err(c.put(C + '/' + s, {}), 422); err(c.put(C + '/' + s, {'jwt': 'x'}, who=None), 401)
    st(c.put(C + '/' + s, {'jwt': JWT['ada']}), 200); c.call('HEAD', C + '/' + s, who=None); err(c.put(C + '/' + s, {'jwt': JWT['ben']}, who='ben'), 403); rs = both([lambda: c.get(C + '/' + s, who=None).json for _ in range(6)]); ok(sorted(map(str, rs)) == sorted(['None'] * 5 + [JWT['ada']])); ok(c.get(C + '/' + s, who=None).json is None); err(c.get(C + '/x', who=None), 422)

def walk_schedules(c):
    S = '/me/schedules'; a = c.agent(wait=False); s = st(c.schedule(a, cron=FX['cron']), 200).json; p = S + '/' + s['scheduleId']; settle(); ok(st(c.get(p), 200).json == s); ok(s['scheduleId'] in [x['scheduleId'] for x in c.get(S).json['entries']]); ok(TIME.match(s['nextRunAt']) and s['cron'] == FX['cron'])
    for chat in (NOBODY, 'x', 7, None, FX['unpaidAgentId'], FX['privateAgentId']): err(c.post(S, {'chatId': chat, 'cron': '* * * * *'}), 403)
    err(c.post(S, {'cron': '* * * * *'}), 403); err(c.post(S, {'chatId': a, 'cron': 'x'}), 422); err(c.post(S, {'chatId': a}), 422); err(c.get(p, who='ben'), 404); err(c.put(p, {'cron': '* * * * *'}, who='ben'), 404); err(c.delete(p, who='ben'), 404)
    u = st(c.put(p, {'cron': '5 4 * * *'}), 200).json; ok(u['cron'] == '5 4 * * *' and u['chatId'] == a); settle(); ok(c.get(p).json['cron'] == '5 4 * * *'); err(c.put(p, {'chatId': FX['unpaidAgentId']}), 403); err(c.put(S + '/' + NOBODY, {}), 404); ok(st(c.get(S + '/onboarding'), 200).json['suggestions'])
    ok(st(c.get(S + '/text-to-cron?cron=0+9+*+*+1'), 200).json['cron'] == '0 9 * * 1'); ok(c.get(S + '/text-to-cron?cron=every%20monday%20at%209').json['cron'] == '0 9 * * 1')
    for bad in ('nonsense', '61+*+*+*+*', '*+*+*', '*+25+*+*+*', '*/0+*+*+*+*', ''): err(c.get(S + '/text-to-cron?cron=' + bad), 400)
    err(c.get(S + '/text-to-cron'), 422); st(c.delete(p), 200); err(c.delete(p), 404); settle(); err(c.get(p), 404); ok(s['scheduleId'] not in [x['scheduleId'] for x in c.get(S).json['entries']]); err(c.get(S + '/x'), 422)
def walk_cron_fires(c):
    a = c.agent(wait=False); s = c.schedule(a, cron='* * * * *').json
    end = time.time() + 63
    while time.time() < end:
        if any(r['agentId'] == a for r in c.get('/me/agent-runs').json['entries']): break
        time.sleep(1)
    else: ok(False, 'the schedule never ran')
    ok(True); st(c.delete('/me/schedules/' + s['scheduleId']), 200)

def walk_tools(c):
    l = st(c.get('/me/tools/list'), 200).json; ok(all(t['inputSchema']['type'] == 'object' for t in l) and len([t for t in l if t['name'].startswith('NOTIFIER_')]) == 15); pub = st(c.get('/me/tools', who=None), 200).json; ok(len(pub) == len(l))
    ok(st(c.get('/me/tools/' + FX['installableToolId'], who=None), 200).json['toolId'] == FX['installableToolId']); err(c.get('/me/tools/nothing', who=None), 404)
    q = st(c.get('/me/tools/search?q=the'), 200).json; ok(len(q) <= 20); ok(len(c.get('/me/tools/search?q=a&limit=3&min_score=0').json) == 3); big = c.get('/me/tools/search?q=a&limit=200&min_score=0').json; ok(len(big) > 20 and len(c.get('/me/tools/search?q=a&min_score=0').json) == 20); ok(c.get('/me/tools/search?q=tide').json[0]['name'] == 'read-tide-table')
    ok({t['toolkit'] for t in c.get('/me/tools/search?q=a&limit=200&min_score=0&toolkit=sea').json} == {'sea'}); ok(all(t['relevance'] >= 0.6 for t in c.get('/me/tools/search?q=the&min_score=0.6').json))
    for bad in ('q=', '', 'q=a&limit=0', 'q=a&limit=201', 'q=a&min_score=1.1', 'q=a&min_score=-0.1', 'q=a&limit=x'): err(c.get('/me/tools/search?' + bad), 422)
    t = FX['tool']; r = st(c.tool(t['name'], t['input']), 200).json; ok(r['serviceId'] == 'default' and r['serviceIdNamespace'] == 'global' and r['structuredContent']['station'] == 'gauge-raw-7731'); ok(c.post('/me/tools/run/echo-text?service_id=a&service_id_namespace=b', {'text': 'é🌊'}).json['structuredContent'] == {'text': 'é🌊'})
    err(c.tool(t['name'], t['invalidInput']), 400); err(c.tool(t['name'], {}), 400); err(c.tool('nothing', {}), 404); err(c.tool(t['name'], t['input'], who=None), 401); err(c.tool(t['name'], t['input'], token='x.y.z'), 401); h, p, s = JWT['ada'].split('.'); err(c.tool(t['name'], t['input'], token='.'.join((h, p, s[::-1]))), 401); err(c.tool(t['name'], [1]), 422)
    for x in st(c.get('/me/toolsets/list'), 200).json: full = st(c.get('/me/toolsets/' + x['toolsetName']), 200).json; ok([y['name'] for y in full['tools']] == x['tools'])
    ok(len(c.get('/me/toolsets/' + FX['toolsetName']).json['tools']) == 15); err(c.get('/me/toolsets/x'), 404)
    U = '/me/user-tools'; i = FX['installableToolId']; err(c.get(U + '/' + i), 404); ok(st(c.post(U, {'toolId': i}), 200).json['toolId'] == i); settle(); ok(st(c.get(U + '/' + i), 200).json['toolId'] == i); ok([x['toolId'] for x in c.get(U).json] == [i] and c.get(U, who='ben').json == []); err(c.get(U + '/' + i, who='ben'), 404); err(c.delete(U + '/' + i, who='ben'), 404); err(c.post(U, {'toolId': 'x'}), 409); err(c.post(U, {}), 422); st(c.delete(U + '/' + i), 200); err(c.delete(U + '/' + i), 404); settle(); err(c.get(U + '/' + i), 404)

def walk_user(c):
    ok(st(c.get('/me/'), 200).json['tier'] == 'pro' and c.get('/me/', who='sam').json['tier'] == 'sandbox'); n = st(c.get('/me/vip', who='vera'), 200).json['count']; err(c.post('/me/vip', {'code': 'x'}), 400); err(c.post('/me/vip', {}), 422); err(c.post('/me/vip', {'code': FX['ownVipCode']}), 400)
    rs = both([lambda: c.post('/me/vip', {'code': 'ADA-2026'}, who='vera') for _ in range(4)]); ok(sorted(r.status for r in rs) == [200, 400, 400, 400]); settle(); ok(c.get('/me/vip', who='vera').json['count'] == n + 1); ok(c.get('/me/vip').json['ownCodes'][0]['redemptions'] == 1); ok(st(c.post('/me/vip', {'code': FX['vipCode']}), 200).json['code'] == FX['vipCode']); err(c.post('/me/vip', {'code': FX['vipCode']}), 400)
    err(c.get('/me/nothing'), 404); err(c.get('/me/api-keys/%ff'), 422)

def walk_notifier(c):
    o = c.out; bad = lambda name, body: err(c.tool('NOTIFIER_' + name, body), 400, name)
    ch = o('NOTIFIER_CREATE_CHAT', {'email': 'x%s@y.org' % rnd()}); bad('CREATE_CHAT', {}); bad('CREATE_CHAT', {'email': 'x'}); ok(o('NOTIFIER_UPDATE_CHAT', {'iden': ch['iden'], 'muted': True})['muted']); ok(o('NOTIFIER_UPDATE_CHAT', {'iden': ch['iden'], 'muted': False})['muted'] is False); bad('UPDATE_CHAT', {'iden': ch['iden']}); bad('UPDATE_CHAT', {'iden': 'x', 'muted': True}); settle(); ok(ch['iden'] in [x['iden'] for x in o('NOTIFIER_LIST_CHATS')['entries']]); bad('LIST_CHATS', {'limit': 501}); bad('LIST_PUSHES', {'limit': 501}); bad('LIST_PUSHES', {'limit': 0}); o('NOTIFIER_LIST_CHATS', {'limit': 500})
    o('NOTIFIER_DELETE_CHAT', {'iden': ch['iden']}); bad('DELETE_CHAT', {'iden': ch['iden']}); settle(); ok(ch['iden'] not in [x['iden'] for x in o('NOTIFIER_LIST_CHATS')['entries']])
    d = o('NOTIFIER_CREATE_DEVICE', {'model': 'M', 'app_version': 0, 'manufacturer': 'F', 'nickname': 'N', 'has_sms': True}); bad('CREATE_DEVICE', {'model': 'M', 'app_version': -1, 'manufacturer': 'F'}); bad('CREATE_DEVICE', {'model': 'M', 'manufacturer': 'F'}); u = o('NOTIFIER_UPDATE_DEVICE', {'iden': d['iden'], 'icon': 'phone'}); ok(u['nickname'] == 'N' and u['has_sms'] and u['icon'] == 'phone'); settle(); ok(d['iden'] in [x['iden'] for x in o('NOTIFIER_LIST_DEVICES')['entries']])
    for b in ({}, {'type': 'x'}, {'type': 'link'}, {'type': 'file', 'file_url': 'u', 'file_name': 'n'}, {'type': 'file', 'file_type': 'u', 'file_name': 'n'}, {'type': 'note', 'device_iden': 'x'}): bad('CREATE_PUSH', b)
    g = rnd(); p = o('NOTIFIER_CREATE_PUSH', {'type': 'note', 'title': 't', 'body': 'ü', 'guid': g, 'device_iden': d['iden']}); ok(o('NOTIFIER_CREATE_PUSH', {'type': 'note', 'guid': g})['iden'] == p['iden']); ok(o('NOTIFIER_CREATE_PUSH', {'type': 'note', 'guid': g}, who='ben')['iden'] != p['iden']); l = o('NOTIFIER_CREATE_PUSH', {'type': 'link', 'url': 'http://x'}); f = o('NOTIFIER_CREATE_PUSH', {'type': 'file', 'file_url': 'u', 'file_name': 'n', 'file_type': 't'})
    ok(o('NOTIFIER_UPDATE_PUSH', {'iden': p['iden'], 'dismissed': True, 'items': [{'text': 'a', 'checked': False}]})['dismissed']); bad('UPDATE_PUSH', {'iden': p['iden'], 'items': [{'text': 'a'}]}); bad('UPDATE_PUSH', {'iden': 'x'}); settle()
    one = o('NOTIFIER_LIST_PUSHES', {'limit': 1}); ok(len(one['entries']) == 1 and one['cursor']); two = o('NOTIFIER_LIST_PUSHES', {'limit': 500, 'cursor': one['cursor']})['entries']; ok({x['iden'] for x in one['entries'] + two} >= {p['iden'], l['iden'], f['iden']} and one['entries'][0]['iden'] not in [x['iden'] for x in two]); ok(p['iden'] in [x['iden'] for x in o('NOTIFIER_LIST_PUSHES', {'modified_after': f['modified']})['entries']] and f['iden'] not in [x['iden'] for x in o('NOTIFIER_LIST_PUSHES', {'modified_after': f['modified']})['entries']]); ok(o('NOTIFIER_LIST_PUSHES', {'modified_after': time.time() + 60})['entries'] == []); bad('LIST_PUSHES', {'cursor': 'x'})
    o('NOTIFIER_DELETE_PUSH', {'iden': l['iden']}); bad('DELETE_PUSH', {'iden': l['iden']}); settle(); act = [x['iden'] for x in o('NOTIFIER_LIST_PUSHES', {'active': True})['entries']]; ok(l['iden'] not in act and f['iden'] in act); o('NOTIFIER_DELETE_ALL_PUSHES'); time.sleep(0.7); ok(o('NOTIFIER_LIST_PUSHES', {'active': True})['entries'] == [] and o('NOTIFIER_LIST_PUSHES', {'active': True}, who='ben')['entries'])
    o('NOTIFIER_DELETE_DEVICE', {'device_iden': d['iden']}); bad('DELETE_DEVICE', {'device_iden': d['iden']}); bad('DELETE_DEVICE', {}); ok(o('NOTIFIER_GET_USER')['email']); ok(o('NOTIFIER_UPLOAD_REQUEST', {'file_name': 'a', 'file_type': 'b'})['upload_url']); bad('UPLOAD_REQUEST', {'file_name': 'a'})

def walk_openapi(c):
    conn = http.client.HTTPConnection('127.0.0.1', c.port); conn.request('GET', '/openapi.json'); d = json.loads(conn.getresponse().read()); conn.close()
    have = {m.upper() + ' ' + p for p, i in d['paths'].items() for m in i if m in ('get', 'post', 'put', 'patch', 'delete')}
    doc = open(os.path.join(HERE, 'interface.md')).read()
    want = {m + ' ' + p for m, p in re.findall(r'^\| (GET|POST|PUT|PATCH|DELETE) \| (/me\S*)', doc, re.M)} | {m + ' ' + p for m, p in re.findall(r'^\| (GET|POST|PUT) \| \{agents_url\}(\S+)', doc, re.M)}
    ok(have == want, have ^ want); ok(len([x for x in want if ' /me' in x]) == 88, len(want)); ok(d['openapi'].startswith('3.1')); names = set(re.findall(r'#/components/schemas/(\w+)', json.dumps(d))); ok(names <= set(d['components']['schemas']))
WALKS = [walk_runs, walk_workers, walk_money, walk_studio, walk_agents, walk_chats, walk_keys, walk_bundles, walk_cli, walk_schedules, walk_tools, walk_user, walk_notifier, walk_openapi, walk_cron_fires]

# ============================================================================ the faults: each check says whether the bug is seen
SEEN = {}
def shows(name):
    def deco(f): SEEN[name] = f; return f
    return deco
exec(compile(open(os.path.join(HERE, 'selftest_faults.py')).read(), 'selftest_faults.py', 'exec'))

# ============================================================================ servers
class Server:
    def __init__(self, fault=''):
        with socket.socket() as s: s.bind(('127.0.0.1', 0)); self.port = s.getsockname()[1]
        self.p = subprocess.Popen([os.path.join(HERE, 'start.sh'), str(self.port)], stdout=subprocess.PIPE, stderr=None, env={**os.environ, 'FAULT': fault, 'VERIFY_ANSWERS': '' if fault else '1'}, text=True)
        line = self.p.stdout.readline()
        assert line == 'ready\n', line
    def __enter__(self): return Client(self.port)
    def __exit__(self, *a): self.p.kill(); self.p.wait(); self.p.stdout.close()
def attempt(f, c):
    try: return f(c), None
    except Exception: return None, traceback.format_exc()
def main():
    faults = json.load(open(os.path.join(HERE, 'faults.json'))); ids = [f['id'] for f in faults]; doc = open(os.path.join(HERE, 'interface.md')).read()
    only = sys.argv[1:]; bad = []
    assert len(ids) == len(set(ids)) == 70 and set(ids) == set(SEEN), set(ids) ^ set(SEEN)
    src = ''.join(open(os.path.join(HERE, 'server', f)).read() for f in os.listdir(os.path.join(HERE, 'server'))); assert set(re.findall(r"fault\('([a-z0-9-]+)'\)", src)) == set(ids), set(re.findall(r"fault\('([a-z0-9-]+)'\)", src)) ^ set(ids)
    for f in faults: assert f['words'] in doc, f['words']
    if not only or only == ['walk']:
        with Server() as c:
            for w in WALKS:
                _, e = attempt(w, c)
                if e: bad.append(w.__name__); print(w.__name__, 'FAILED\n', e)
        print('walk: %d assertions, %d of %d parts failed' % (COUNT[0], len(bad), len(WALKS)))
    todo = [i for i in ids if not only or i in only]
    if only == ['walk']: todo = []
    def clean(part):
        with Server() as c:
            for i in part:
                seen, e = attempt(SEEN[i], c)
                if e or seen: bad.append(i); print('without fault', i, seen, e or '')
    def dirty(i):
        with Server(i) as c: seen, e = attempt(SEEN[i], c)
        if e or not seen: bad.append(i); print('with fault', i, seen, e or '')
    with cf.ThreadPoolExecutor(2) as ex:
        if todo: list(ex.map(clean, [todo[::2], todo[1::2]] if len(todo) > 1 else [todo]))
        list(ex.map(dirty, todo))
    print('%d faults checked, %d failures: %s' % (len(todo), len(bad), bad)); sys.exit(1 if bad else 0)
if __name__ == '__main__': main()

#!/usr/bin/env python3
"""Starts the deployment, walks all operations, checks each fault from outside, runs a short load. selftest.py [fault ...]"""
import concurrent.futures, http.client, json, os, random, re, socket, subprocess, sys, threading, time, uuid
import checks
from checks import AG
HERE = os.path.dirname(os.path.abspath(__file__))
CFG = json.load(open(os.path.join(HERE, 'config.json')))
CR, FX = CFG['credentials'], CFG['fixtures']

class Server:
    def __init__(self, fault=''):
        for _ in range(5):
            self.port = random.randint(20000, 32000)
            with socket.socket() as s:
                if s.connect_ex(('127.0.0.1', self.port)) == 0: continue
            if self.start(fault): return
            self.stop()
        raise RuntimeError('does not start')
    def start(self, fault):
        self.p = subprocess.Popen([os.path.join(HERE, 'start.sh'), str(self.port)], env=dict(os.environ, FAULT=fault), stdout=subprocess.PIPE, stderr=open('/tmp/damson-%d.err' % self.port, 'w'), text=True)
        return self.p.stdout.readline().strip() == 'ready'
    def stop(self):
        self.p.terminate(); self.p.wait(); os.remove('/tmp/damson-%d.err' % self.port)

class Client:
    own, other, sandbox = CR['jwt'], CR['otherJwt'], CR['sandboxJwt']; other_key = CR['otherApiKey']
    def __init__(self, port): self.port = port; self.t = threading.local()
    def raw(self, m, path, body=None, headers=None):
        for _ in range(2):
            k = getattr(self.t, 'k', None)
            if k is None: k = self.t.k = http.client.HTTPConnection('127.0.0.1', self.port, timeout=20)
            try:
                k.request(m, path, body, headers or {}); r = k.getresponse(); b = r.read()
                return r.status, {a.lower(): v for a, v in r.getheaders()}, b
            except (http.client.RemoteDisconnected, ConnectionResetError, BrokenPipeError): self.t.k = None
        raise RuntimeError('no connection')
    def j(self, m, path, body=None, who=None):
        h = {}; who = self.own if who is None else who
        if who: h['Authorization'] = 'Bearer ' + who
        if body is not None: body = json.dumps(body).encode(); h['Content-Type'] = 'application/json'
        s, _, b = self.raw(m, '/api' + path, body, h)
        return s, (json.loads(b) if b else None)
    def worker(self, m, agent, msg, run=None, nd=False, key=None):
        p = '/workers/' + ('ndjson/' if nd else '') + agent + ('/' + run if run else '')
        s, h, b = self.raw(m, p, None if msg is None else json.dumps({'message': msg}).encode(), {'Authorization': 'Bearer ' + (key or CR['apiKey'])})
        return s, h, b.decode()
    def post(self, msg):
        s, h, b = self.worker('POST', AG(1), msg); assert s == 200, (s, b); return h['x-service-run-id']
    def put(self, run, msg): return self.worker('PUT', AG(1), msg, run=run)[0]
    def hist(self, run):
        s, h, b = self.worker('GET', AG(1), None, run=run); return json.loads(b), h.get('x-service-job-id')
    def timing(self, msg):
        k = http.client.HTTPConnection('127.0.0.1', self.port); t = time.time()
        k.request('POST', '/workers/' + AG(1), json.dumps({'message': msg}), {'Authorization': 'Bearer ' + CR['apiKey']}); r = k.getresponse(); r.read1(100); first = time.time() - t; r.read(); k.close()
        return first, time.time() - t
    def agent(self, **kw): s, b = self.j('POST', '/me/agents', dict({'chatPrompt': 'p', 'name': 'n'}, **kw)); assert s == 200, b; return b
    def studio(self, who=None, **kw): s, b = self.j('POST', '/me/agent-studio-chats', dict({'runId': str(uuid.uuid4())}, **kw), who=who); assert s == 200, b; return b['result']
    def file(self, a, n): return self.j('POST', '/me/agents/%s/files' % a, {'name': n, 'content': n})
    def tool(self, n, a, who=None): return self.j('POST', '/me/tools/run/' + n, a, who=who)
    def n(self, op, **a): s, b = self.tool('NOTIFIER_' + op, a); assert s == 200, b; return b['structuredContent']
    def hook(self, sig):
        w = FX['webhook']; h = {'Content-Type': 'application/json'}
        if sig: h[w['signatureHeader']] = w['validSignature']
        return self.raw('POST', '/api/me/payments/webhook', w['body'].encode(), h)

FAILS = []
def eq(what, got, want):
    if got != want and not (isinstance(want, tuple) and got in want): FAILS.append(what); print('WRONG', what, 'got', got, 'want', want)

def walk(c):
    text = open(os.path.join(HERE, 'interface.md')).read()
    ops = [(m, p) for m, p in re.findall(r'^\| (GET|POST|PUT|PATCH|DELETE) \| (/me\S*)', text, re.M)]
    s, _, b = c.raw('GET', '/v3/api-docs'); doc = json.loads(b); eq('operations', len(ops), 88)
    have = {(m.upper(), p) for p, v in doc['paths'].items() for m in v if m != 'servers'}
    for o in ops: eq('openapi %s %s' % o, o in have, True)
    eq('openapi extra', len(have), 88 + 5)
    opened = {(m, p) for m, p in re.findall(r'^\| (GET|POST|PUT|PATCH|DELETE) \| (/me\S*)[^|]*\(no auth declared\)', text, re.M)}
    Z = str(uuid.uuid4())
    fill = lambda p: re.sub(r'\{(log_id|bundle_id|api_key_id)\}', '999999999', re.sub(r'\{(\w*)\}', lambda m: m.group(0) if m.group(1) in ('log_id', 'bundle_id', 'api_key_id') else Z, p))
    for m, p in ops:
        s = c.j(m, fill(p), {} if m != 'GET' else None, who='')[0]
        eq('no auth %s %s' % (m, p), s == 401, (m, p) not in opened)
        s, b = c.j(m, fill(p), {} if m not in ('GET',) and doc['paths'][p][m.lower()].get('requestBody') else None)
        eq('declared %s %s' % (m, p), str(s) in doc['paths'][p][m.lower()]['responses'], True)
        if s == 422: eq('422 body', 'detail' in b, True)
        q = re.sub(r'\{[a-z_]+\}', 'no-uuid', p)
        if q != p and doc['paths'][p][m.lower()]['parameters'][0]['schema'].get('type') != 'string' or 'uuid' in json.dumps(doc['paths'][p][m.lower()].get('parameters', [])): eq('422 %s %s' % (m, p), c.j(m, q, {} if m != 'GET' else None)[0], 422)
    # what the tables say, operation by operation
    g = lambda p, who=None: c.j('GET', p, who=who)
    r = c.post('Start here'); eq('run view', g('/me/agent-runs/' + r)[0], 200); eq('run logs', g('/me/agent-runs/%s/logs' % r)[0], 200); eq('run 404', g('/me/agent-runs/' + Z)[0], 404)
    s, h, b = c.worker('POST', AG(1), 'x', nd=True); eq('ndjson', s, 200); [json.loads(l) for l in b.splitlines()]
    for bad in ('{', '{}', '[]', '{"message":5}'): eq('worker ' + bad, c.raw('POST', '/workers/' + AG(1), bad.encode(), {'Authorization': 'Bearer ' + CR['apiKey']})[0], 422)
    eq('worker jwt', c.worker('POST', AG(1), 'x', key=c.own)[0], 401); eq('worker 404', c.worker('POST', Z, 'x')[0], 404); eq('worker private', c.worker('POST', AG(4), 'x')[0], 403)
    j = c.post(FX['backgroundMessage']); hh = c.hist(j); eq('job', bool(hh[1]), True); t = time.time()
    while c.hist(j)[1] and time.time() - t < 6: time.sleep(.1)
    eq('job seconds', 1.5 < time.time() - t < FX['jobSeconds'], True); eq('resume', c.put(j, ''), 200)
    for q, w in (('limit=0', 422), ('limit=x', 422), ('next_cursor=zzz', 422), ('next_cursor=', 200), ('next_cursor=null', 200), ('next_cursor=2020-01-01T00:00:00Z', 200)):
        eq(q, g('/me/agent-runs?' + q)[0], w); eq(q, g('/me/executions?' + q)[0], w)
    lg = c.tool(FX['tool']['name'], FX['tool']['input'])[1]; eq('sum', lg['structuredContent']['sum'], 6.5); eq('log', g('/me/executions/%d' % lg['logId'])[1]['input'], FX['tool']['input'])
    eq('tool bad', c.tool(FX['tool']['name'], FX['tool']['invalidInput'])[0], 400); eq('tool 404', c.tool('nope', {})[0], 404)
    sub = lambda a, x='subscribe', b={}: c.j('POST', '/me/agents/%s/%s' % (a, x), b if x == 'subscribe' else None)[0]
    eq('sub', [sub(FX['unpaidAgentId']), sub(FX['ownPaidAgentId']), sub(FX['subscribedAgentId']), sub(FX['paidAgentId']), sub(FX['paidAgentId']), sub(Z), sub(FX['paidAgentId'], 'unsubscribe'), sub(FX['paidAgentId'], 'unsubscribe'), sub(FX['unsubscribeAgentId'], 'unsubscribe')], [400, 400, 402, 200, 402, 404, 200, 400, 200])
    eq('subs', len(g('/me/subscriptions')[1]['content']), 3); eq('sub 404', g('/me/subscriptions/' + Z)[0], 404); eq('sub 200', g('/me/subscriptions/' + FX['subscribedAgentId'])[0], 200)
    st = '/me/agent-studio-chats'; x = c.studio(title='T', visibility='PRIVATE', attributes={'a': [1, 'ü']}); i = x['runId']
    eq('studio', [c.j('POST', st, {'runId': i})[0], c.j('POST', st, {'runId': i}, who=c.other)[0], g(st + '/' + i)[0], g(st + '/' + i, '')[0], c.j('POST', st + '/%s/clone' % i)[0], c.j('PATCH', st + '/' + i, {}, who=c.other)[0], c.j('POST', st, {'visibility': 'private'}, who=c.sandbox)[0]], [200, 409, 200, 403, 400, 403, 400])
    y = c.j('PUT', st + '/' + i, {'title': 'U', 'visibility': 'PUBLIC'})[1]['result']; eq('put', [y['title'], y['attributes'], y['version']], ['U', {}, 2])
    eq('studio2', [c.j('PUT', st + '/' + i, {'version': 1})[0], g(st + '/' + i, '')[0], c.j('POST', st + '/%s/clone' % i, who=c.other)[0], c.j('DELETE', st + '/' + i)[0], c.j('DELETE', st + '/' + i)[0], g(st + '/' + i)[0]], [422, 200, 201, 200, 404, 404])
    slug = 'slug-' + uuid.uuid4().hex[:8]; a = c.agent(visibility='PRIVATE', vanitySlug=slug, price=2.505, attributes={'k': True}); ai = a['agentId']
    eq('agent', [a['visibility'], a['vanitySlug'], a['price'], a['attributes']], ['PRIVATE', slug, 2.51, {'k': True}])
    for fam in ('agents', 'chats'): eq(fam, [g('/me/%s/%s' % (fam, ai), w)[0] for w in (None, '', c.other)], [200, 403, 403]); eq(fam, ai in [q['agentId'] for q in g('/me/' + fam)[1]], True); eq(fam, g('/me/%s/%s' % (fam, Z))[0], 404)
    eq('upsert', [c.j('POST', '/me/agents', b, who=w)[0] for b, w in (({'agentId': ai, 'chatPrompt': 'q'}, None), ({'agentId': ai, 'chatPrompt': 'q'}, c.other), ({'agentId': Z, 'chatPrompt': 'q'}, None), ({}, None), ({'chatPrompt': 'q', 'visibility': 'PRIVATE'}, c.sandbox), ({'chatPrompt': 7}, None))], [200, 403, 404, 400, 400, 422])
    eq('slug', [g('/me/agents/vanity/slug?slug=' + slug)[1]['available'], g('/me/agents/vanity/slug')[0]], [True, 422]); eq('gen', c.j('POST', '/me/agents/vanity/slug', {'text': 'Ärger & Co'}, who='')[1]['slug'], 'arger-co')
    eq('upsell', [bool(c.j('POST', '/me/agents/%s/upsell-description' % ai)[1]['upsellDescription']), c.j('POST', '/me/agents/%s/upsell-description' % ai, who=c.other)[0]], [True, 404])
    eq('vibe', [g('/me/agents/%s/vibe?service_name=%s' % (ai, v))[0] for v in [k['name'] for k in g('/me/vibe/services', '')[1]['content']] + ['x']], [200, 200, 200, 422])
    th = '/me/agents/%s/customizations/theme' % ai; T0 = g(th); eq("theme", [T0, c.j('PUT', th, {'themeColor': '#aBcDeF'})[1]['result']['themeColor'], c.j('PUT', th, {'themeColor': 'red'})[0], c.j('PUT', th, {'themeColor': '#aBcDeF'}, who=c.other)[0]], [(200, None), '#aBcDeF', 400, 403])
    c.j('PATCH', '/me/chats/' + ai, {'visibility': 'PUBLIC'}); f = c.file(ai, 'a')[1]['result']['fileId']; f2 = c.j('POST', '/me/agents/%s/files' % ai, {'name': 'b', 'position': 0})[1]['result']; eq('pos', f2['position'], 0)
    fp = '/me/agents/%s/files/' % ai; eq('files', [g(fp + f)[1]['result']['position'], c.j('PATCH', fp + f, {'position': 0, 'description': 'd'})[1]['result']['position'], c.j('PATCH', fp + f, {'name': 'z'}, who=c.other)[0], g(fp + Z)[0], c.j('DELETE', fp + f, who=c.other)[0], c.j('DELETE', fp + f)[0], g(fp + f)[0], c.j('POST', fp[:-1], {'name': ' '})[0], c.j('POST', fp[:-1], {})[0]], [1, 0, 403, 404, 403, 204, 404, 400, 422])
    eq('chat', [c.j('PUT', '/me/chats/' + ai, {'chatPrompt': 'z'})[1]['price'], c.j('PUT', '/me/chats/' + ai, {'chatPrompt': 'z'}, who=c.other)[0], g('/me/chats/%s/og' % ai, '')[0], c.j('POST', '/me/chats/%s/clone' % ai, who=c.other)[0], c.j('POST', '/me/chats/%s/clone' % ai, {'name': 'C'}, who=c.sandbox)[1]['name'], c.j('POST', '/me/chats/%s/feedback' % ai, {'rating': 'UP'}, who=c.other)[1]['feedback']['up'], c.j('POST', '/me/chats/%s/runs' % ai)[0], c.j('POST', '/me/chats/%s/runs' % AG(4))[0], c.j('POST', '/me/chats', {'chatPrompt': 'x'})[0], c.j('POST', '/me/chats', {})[0], c.j('DELETE', '/me/chats/' + ai)[0], g('/me/chats/' + ai)[0]], [None, 403, 200, 200, 'C', 1, 200, 403, 200, 400, 200, 404])
    k = c.j('POST', '/me/api-keys', {'name': 'N', 'isDefault': True})[1]; eq('keys', [g('/me/api-keys/default')[1]['key'] == k['key'], c.j('GET', '/me/api-keys/%d' % k['apiKeyId'], who=c.other)[0], 'key' in c.j('DELETE', '/me/api-keys/%d' % k['apiKeyId'])[1], g('/me/api-keys/default')[0]], [True, 404, False, 200])
    eq('sandbox credits', sorted(checks.at_once(8, lambda i: c.j('POST', '/me/credits/use', who=c.sandbox)[0])), [200] * 5 + [404] * 3)
    eq('pay', [c.j('POST', '/me/payments/sessions', {'credits': 100})[1]['amount'], c.hook(True)[0], g('/me/billing')[0]], [5.0, 200, 200])
    for n in ('summary', 'subscribers', 'earnings'): eq(n, [g('/me/monetization/%s?period=%s' % (n, p))[0] for p in (0, 366, 'x', 1, 365)] + [g('/me/monetization/' + n)[1]['period']], [422, 422, 422, 200, 200, 28])
    e = g('/me/monetization/earnings')[1]; sm = g('/me/monetization/summary')[1]; eq('sum', (len(e['content']), round(sum(d['earnings'] for d in e['content']), 2)), (28, sm['totalEarnings'])); eq('seed', (sm['totalSubscribers'], sm['totalEarnings']), (2, 15.0))
    b = c.j('POST', '/me/bundles')[1]['bundleId']; bp = '/me/bundles/%d' % b
    eq('bundle', [c.j('PUT', bp, {'name': 'B', 'tools': ['word_count', 'echo_text']})[1]['name'], [t['toolId'] for t in g(bp)[1]['tools']], c.j('PUT', bp, {'name': 'B'}, who=c.other)[0], c.j('POST', bp + '/tools', {'toolId': 'add_numbers'})[0], c.j('POST', bp + '/tools', {'toolId': 'add_numbers'}, who=c.other)[0], c.j('DELETE', bp + '/tools/word_count')[0], c.j('DELETE', bp + '/tools/word_count')[0], len(g(bp + '/tools')[1]), c.j('DELETE', bp)[0], g(bp)[0]], ['B', ['word_count', 'echo_text'], 409, 200, 404, 200, 404, 2, 200, 404])
    i = c.j('POST', '/me/cli-auth', who='')[1]['cliAuthId']; eq('cli', [c.j('GET', '/me/cli-auth/' + i, who='')[1], c.j('PUT', '/me/cli-auth/' + i, {'jwt': 'a.b.c'})[0]], [None, 200]); rs = checks.at_once(6, lambda _: c.j('GET', '/me/cli-auth/' + i, who='')[1]); eq('cli once', sorted(map(str, rs)), ['None'] * 5 + ['a.b.c'])
    sd = '/me/schedules'; x = c.j('POST', sd, {'chatId': AG(1), 'cron': '*/5 8-18 * * mon-fri'})[1]['result']['scheduleId']
    eq('sched', [c.j('POST', sd, b)[0] for b in ({}, {'chatId': 'x'}, {'chatId': AG(1)}, {'chatId': AG(1), 'cron': '61 * * * *'})] + [g(sd + '/onboarding')[1]['completed'], g(sd + '/text-to-cron?cron=every%20day%20at%209')[1]['cron'], g(sd + '/text-to-cron?cron=0%209%20*%20*%201')[1]['cron'], g(sd + '/text-to-cron?cron=nonsense')[0], c.j('PUT', sd + '/' + x, {'enabled': False})[1]['result']['enabled'], c.j('PUT', sd + '/' + x, {}, who=c.other)[0], g(sd + '/' + x, c.other)[0], x in [q['scheduleId'] for q in g(sd)[1]['content']], c.j('DELETE', sd + '/' + x)[0], g(sd + '/' + x)[0]], [403, 403, 422, 422, True, '0 9 * * *', '0 9 * * 1', 400, False, 404, 404, True, 200, 404])
    eq('tools', [len(g('/me/tools/list')[1]), len(g('/me/tools', '')[1]), g('/me/tools/word_count', '')[0], g('/me/tools/nope', '')[0]], [22, 22, 200, 404])
    eq('search', [g('/me/tools/search' + q)[0] for q in ('', '?q=', '?q=a&limit=0', '?q=a&limit=201', '?q=a&min_score=1.1', '?q=tide&toolkit=sea')], [422] * 5 + [200]); eq('hit', g('/me/tools/search?q=tide%20table')[1][0]['name'], 'read_tide_table'); eq('toolsets', [g('/me/toolsets/list')[0], g('/me/toolsets/sea')[0], g('/me/toolsets/none')[0]], [200, 200, 404])
    u = '/me/user-tools'; eq('install', sorted(checks.at_once(4, lambda i: c.j('POST', u, {'toolId': 'word_count'})[0])), [200, 409, 409, 409]); eq('user tools', [c.j('POST', u, {'toolId': 'none'})[0], g(u + '/word_count')[0], c.j('DELETE', u + '/word_count', who=c.other)[0], c.j('DELETE', u + '/word_count')[0], g(u + '/word_count')[0]], [409, 200, 404, 200, 404])
    eq('me', [g('/me/')[1]['tier'], g('/me/', c.sandbox)[1]['tier']], ['PRO', 'SANDBOX']); v = lambda code: c.j('POST', '/me/vip', {'code': code})[0]; eq('vip', [g('/me/vip')[1]['count'], v('DAMSON-VIP-2'), v('DAMSON-VIP-2'), v('OLIVE-FRIENDS'), v('zz'), g('/me/vip')[1]['count']], [0, 200, 400, 400, 400, 1])
    n = c.n; d = n('CREATE_DEVICE', model='m', nickname='n', app_version=0, manufacturer='x', has_sms=False)
    bad = lambda op, **a: c.tool('NOTIFIER_' + op, a)[0]
    eq('devices', [n('UPDATE_DEVICE', iden=d['iden'], icon='phone')['nickname'], bad('CREATE_DEVICE', model='m', nickname='n', app_version=-1, manufacturer='x'), bad('CREATE_DEVICE', model='m'), len(n('LIST_DEVICES')['devices']), n('CREATE_PUSH', type='note', device_iden=d['iden'])['active'], bad('DELETE_DEVICE', device_iden=d['iden']), len(n('LIST_DEVICES')['devices'])], ['n', 400, 400, 1, True, 200, 0])
    ps = [n('CREATE_PUSH', type='note', title=str(i)) for i in range(3)]; pg = n('LIST_PUSHES', limit=2); eq('pushes', [x['iden'] for x in pg['pushes'] + n('LIST_PUSHES', limit=1, cursor=pg['cursor'])['pushes']], [x['iden'] for x in ps[::-1]])
    eq('push2', [len(n('LIST_PUSHES', modified_after=ps[1]['modified'])['pushes']), bad('LIST_PUSHES', limit=501), bad('LIST_CHATS', limit=501), bad('CREATE_PUSH', type='x'), bad('CREATE_PUSH', type='file', file_url='u'), n('UPDATE_PUSH', iden=ps[0]['iden'], items=[{'text': 'a', 'checked': True}], dismissed=True)['dismissed'], bad('DELETE_PUSH', iden='none'), n('GET_USER')['name'], n('UPLOAD_REQUEST', file_name='a', file_type='t/x')['file_name'], bad('UPLOAD_REQUEST', file_name='a')], [1, 400, 400, 400, 400, True, 400, 'Olive Own', 'a', 400])
    n('DELETE_ALL_PUSHES'); time.sleep(.6); eq('all deleted', n('LIST_PUSHES', active=True)['pushes'], [])
    ch = n('CREATE_CHAT', email='a@b.example')['iden']; eq('chats', [len(n('LIST_CHATS')['chats']), bad('DELETE_CHAT', iden=ch), len(n('LIST_CHATS')['chats']), bad('CREATE_CHAT', email='x')], [1, 200, 0, 400])

def load(c, n=4000):
    bad = []; runs = [c.post('load') for _ in range(5)]; st = c.studio(title='s')['runId']
    def one(i):
        r = random.Random(i).randrange(10)
        if r == 0: s = c.worker('POST', AG(1), 'load %d' % i)[0]
        elif r == 1: s = c.worker('PUT', AG(1), 'm', run=random.choice(runs))[0]
        elif r == 2: s = c.worker('GET', AG(1), None, run=random.choice(runs))[0]
        elif r == 3: s = c.j('GET', '/me/agent-runs?limit=5')[0]
        elif r == 4: s = c.j('POST', '/me/agents', {'chatPrompt': 'p%d' % i})[0]
        elif r == 5: s = c.tool('add_numbers', {'a': i, 'b': 1})[0]
        elif r == 6: s = c.j('PATCH', '/me/agent-studio-chats/' + st, {'notes': str(i)})[0]
        elif r == 7: s = c.tool('NOTIFIER_CREATE_PUSH', {'type': 'note', 'body': str(i)})[0]
        elif r == 8: s = c.j('POST', '/me/schedules', {'chatId': AG(1), 'cron': '0 9 * * 1'})[0]
        else: s = c.j('GET', '/me/')[0]
        if s != 200: bad.append((r, s))
    t = time.time()
    with concurrent.futures.ThreadPoolExecutor(30) as ex: list(ex.map(one, range(n)))
    print('load: %d requests, %.0f a second, %d failed' % (n, n / (time.time() - t), len(bad)), bad[:5])
    if bad: FAILS.append('load')

def main():
    cs = checks.CHECKS; by = {x['id']: x for x in cs}; names = sys.argv[1:]
    json.dump([{k: v for k, v in x.items() if k != 'f'} for x in cs], open(os.path.join(HERE, 'faults.json'), 'w'), indent=1, ensure_ascii=False)
    text = open(os.path.join(HERE, 'interface.md')).read()
    for x in cs: eq('quote ' + x['id'], x['words'] in text, True)
    eq('count', (len(by), sum(x['basis'] == 'stated' for x in cs)), (70, 35)) if not names else None
    if not names:
        s = Server()
        try: walk(Client(s.port))
        finally: s.stop()
        print('walk done, wrong:', len(FAILS))
        s = Server()
        try:
            for x in cs: eq('without fault ' + x['id'], bool(x['f'](Client(s.port))), True)
        finally: s.stop()
        print('checks without a fault done, wrong:', len(FAILS))
        s = Server()
        try: load(Client(s.port))
        finally: s.stop()
    def one(x):
        s = Server(x['id'])
        try:
            try: ok = bool(x['f'](Client(s.port)))
            except Exception as e: ok = 'error %r' % e
        finally: s.stop()
        print(('shows ' if ok is False else 'HIDDEN %s ' % ok) + x['id'], flush=True)
        if ok is not False: FAILS.append(x['id'])
    with concurrent.futures.ThreadPoolExecutor(3) as ex: list(ex.map(one, [by[n] for n in names] or cs))
    print('all good' if not FAILS else 'FAILS: %s' % FAILS)
main()

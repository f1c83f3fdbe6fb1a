#!/usr/bin/env python3
"""Walks through the whole interface on a server without fault, then shows each fault."""
import http.client, json, os, re, signal, socket, subprocess, sys, threading, time, traceback, uuid, hmac, hashlib
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import quote, urlencode
HERE = os.path.dirname(os.path.abspath(__file__))
CFG = json.load(open(HERE + '/config.json')); FX = CFG['fixtures']; CR = CFG['credentials']; CLARA = CFG['traffic']['users']['clara']; NILS = CFG['traffic']['users']['nils']
FAULTS = json.load(open(HERE + '/faults.json'))
OWN, OTHER, SAND = CR['jwt'], CR['otherJwt'], CR['sandboxJwt']
seen_ops = set()

class Server:
    def __init__(self, fault=''):
        with socket.socket() as s: s.bind(('127.0.0.1', 0)); self.port = s.getsockname()[1]
        self.p = subprocess.Popen([HERE + '/start.sh', str(self.port)], stdout=subprocess.PIPE, stderr=open('/tmp/rowan-selftest.err', 'ab'), env={**os.environ, 'FAULT': fault})
        line = self.p.stdout.readline()
        assert line == b'ready\n', line
    def __enter__(self): return Client(self.port)
    def __exit__(self, *a): self.p.terminate(); self.p.wait(20); self.p.stdout.close()

class Res:
    def __init__(self, status, headers, raw): self.status, self.headers, self.raw = status, headers, raw
    @property
    def text(self): return self.raw.decode('utf8')
    @property
    def json(self): return json.loads(self.raw)
    @property
    def run(self): return self.headers.get('X-Service-Run-ID')
    @property
    def job(self): return self.headers.get('x-service-job-id')

class Client:
    def __init__(self, port): self.port = port
    def req(self, method, path, body=None, tok=None, headers=None, raw=None):
        seen_ops.add((method, path.split('?')[0])); c = http.client.HTTPConnection('127.0.0.1', self.port, timeout=60); h = dict(headers or {})
        if tok: h['Authorization'] = 'Bearer ' + tok
        data = raw if raw is not None else None if body is None else json.dumps(body).encode()
        if data is not None: h.setdefault('Content-Type', 'application/json')
        c.request(method, path, data, h); r = c.getresponse(); out = Res(r.status, r.headers, r.read()); c.close(); return out
    def me(self, method, path, body=None, tok=OWN, **k):
        if body is ...: body = None
        return self.req(method, '/api/me' + path, body, tok, **k)
    def w(self, method, path, message=None, key=CR['apiKey'], **k): return self.req(method, '/workers/' + path, None if message is None else {'message': message}, key, **k)
    def ok(self, method, path, body=None, tok=OWN, status=200, **k):
        r = self.me(method, path, body, tok, **k); assert r.status == status, (method, path, body, r.status, r.raw[:300]); return r.json if r.raw else None
    def agent(self, tok=OWN, **k): return self.ok('POST', '/agents', {'prompt_text': 'Be nice.', 'visibility': 'public', **k}, tok)
    def tool(self, name, inp, tok=OWN, status=200, qs=''):
        r = self.me('POST', f'/tools/run/{name}{qs}', inp, tok); assert r.status == status, (name, inp, r.status, r.raw[:300]); return r.json['output'] if status == 200 else r.json
    def hist(self, a, run, key=CR['apiKey']): r = self.w('GET', f'{a}/{run}', key=key); assert r.status == 200, r.raw; return r.json

def eq(a, b): assert a == b, (a, b)
def st(r, *s): assert r.status in s, (r.status, r.raw[:300]); return r
A1, A2 = FX['agentId'], FX['backgroundAgentId']
HOOK = FX['webhook']; SECRET = b'whsec_rowan_2026'
def hook(c, event, sig=None, drop=False):
    b = event if isinstance(event, bytes) else json.dumps(event).encode(); s = sig if sig is not None else 'sha256=' + hmac.new(SECRET, b, hashlib.sha256).hexdigest()
    return c.req('POST', '/api/me/payments/webhook', raw=b, headers={} if drop else {HOOK['signatureHeader']: s})
def nd(r): return [json.loads(l) for l in r.text.strip().split('\n')]
def many(n, fn):
    with ThreadPoolExecutor(n) as ex: return [x.result() for x in [ex.submit(fn, i) for i in range(n)]]
TEXT = ' \u00e9\u00c9 \U0001f600 "q" \\ \' % _ \u0000 \r\n\ttail  '

# ---------------------------------------------------------------- the walk
def w_workers(c):
    st(c.w('POST', A1, 'hi', key=None), 401); st(c.w('POST', A1, 'hi', key='nope'), 401); st(c.w('POST', str(uuid.uuid4()), 'x'), 404); st(c.w('POST', FX['privateAgentId'], 'x'), 403)
    st(c.w('POST', FX['privateAgentId'], 'x', key=CR['otherApiKey']), 200)
    r = st(c.w('POST', A1, TEXT), 200); uuid.UUID(r.run); assert TEXT in r.text and 'tool' not in r.text
    h = c.hist(A1, r.run); eq([m['role'] for m in h], ['user', 'assistant']); eq(h[0]['content'], TEXT); eq(h[1]['content'], r.text)
    p = st(c.w('PUT', f'{A1}/{r.run}', 'again'), 200); eq(p.run, r.run); n = st(c.w('PUT', f'ndjson/{A1}/{r.run}', ''), 200); eq(n.run, r.run)
    h = c.hist(A1, r.run); eq([m['content'] for m in h if m['role'] == 'user'], [TEXT, 'again', '']); eq([m['role'] for m in h], ['user', 'assistant'] * 3); eq(''.join(x['text'] for x in nd(n) if x['event'] == 'text'), h[-1]['content'])
    r2 = c.w('POST', A1, TEXT); assert r2.run != r.run; eq(len(c.hist(A1, r2.run)), 2); assert c.w('GET', f'{A1}/{r.run}').job is None
    for m in ('GET', 'PUT'): st(c.w(m, f'{A1}/{r.run}', None if m == 'GET' else 'x', key=CR['otherApiKey']), 404); st(c.w(m, f'{A1}/{uuid.uuid4()}', None if m == 'GET' else 'x'), 404)
    st(c.req('POST', '/workers/' + A1, raw=b'{', tok=CR['apiKey']), 422); st(c.req('POST', '/workers/' + A1, {'message': 3}, CR['apiKey']), 422)
    t = FX['toolCallMessage']; x = c.w('POST', A1, t['message']); assert t['output'] not in x.text and t['name'] not in x.text
    for y in (c.w('POST', 'ndjson/' + A1, t['message']), c.w('PUT', f'ndjson/{A1}/{x.run}', t['message'])):
        ev = nd(y); assert any(e['event'] == 'tool_call' and e['tool'] == t['name'] for e in ev) and any(e['event'] == 'tool_result' and t['output'] in json.dumps(e) for e in ev)
    for m, path in (('POST', A1), ('PUT', f'{A1}/{r.run}')):   # streams piece by piece
        k = http.client.HTTPConnection('127.0.0.1', c.port); t0 = time.time(); k.request(m, '/workers/' + path, json.dumps({'message': FX['slowMessage']}), {'Authorization': 'Bearer ' + CR['apiKey']}); q = k.getresponse(); eq(q.read(3), b'one'); t1 = time.time() - t0; q.read(); t2 = time.time() - t0; assert t1 < 1 and t2 > 2, (t1, t2); k.close()
def w_jobs(c):
    for msg in (FX['backgroundMessage'], FX['backgroundErrorMessage']):
        t0 = time.time(); r = st(c.w('POST', A2, msg), 200); g = c.w('GET', f'{A2}/{r.run}'); assert g.job and g.job == r.job
        for p in ('', 'ndjson/'): st(c.w('PUT', f'{p}{A2}/{r.run}', 'not now'), 409)
        z = c.w('POST', A2, 'new one'); eq(z.status, 200); st(c.w('PUT', f'{A2}/{z.run}', 'goes'), 200); assert c.w('GET', f'{A2}/{z.run}').job is None
        assert 'not now' not in json.dumps(c.hist(A2, r.run)); eq(c.ok('GET', '/agent-runs/' + r.run)['status'], 'job_running')
        while c.w('GET', f'{A2}/{r.run}').job: time.sleep(.2)
        d = time.time() - t0; assert 4.5 < d < FX['jobSeconds'], d
        st(c.w('PUT', f'{A2}/{r.run}', ''), 200); eq(c.ok('GET', '/agent-runs/' + r.run)['status'], 'idle')
def w_runs(c):
    ids = [c.ok('POST', f'/chats/{A1}/runs')['run_id'] for _ in range(35)][::-1]
    l = c.ok('GET', '/agent-runs'); eq(len(l['data']), 30); eq([x['run_id'] for x in l['data']], ids[:30]); assert l['next_cursor']
    got, cur = [], None
    while True:
        p = c.ok('GET', '/agent-runs?' + urlencode({'limit': 7, **({'next_cursor': cur} if cur else {})})); got += [x['run_id'] for x in p['data']]; cur = p['next_cursor']
        if not cur: break
    eq(got[:35], ids); eq(len(set(got)), len(got)); eq(len(got), p['pagination']['total'])
    for q in ('limit=x', 'limit=0', 'next_cursor=yesterday'): st(c.me('GET', '/agent-runs?' + q), 422); st(c.me('GET', '/executions?' + q), 422)
    v = c.ok('GET', '/agent-runs/' + ids[0]); eq(v['agent_id'], A1); st(c.me('GET', '/agent-runs/' + ids[0], tok=OTHER), 404); st(c.me('GET', f'/agent-runs/{uuid.uuid4()}'), 404); st(c.me('GET', '/agent-runs/x'), 422)
    eq(c.hist(A1, ids[0]), []); st(c.w('PUT', f'{A1}/{ids[0]}', 'hello'), 200)
    r = c.w('POST', A1, FX['toolCallMessage']['message']); ml = c.ok('GET', f'/agent-runs/{r.run}/mcp-server-logs'); eq(len(ml), 1); eq(ml[0]['run_id'], r.run); lg = c.ok('GET', f'/agent-runs/{r.run}/logs'); eq([x['event'] for x in lg], ['run_started', 'user_message', 'tool_call', 'tool_result', 'assistant_message'])
    eq(c.ok('GET', f'/agent-runs/{r.run}/logs', tok=OTHER), []); st(c.me('GET', '/agent-runs/x/logs'), 422); st(c.me('GET', '/agent-runs/x/mcp-server-logs'), 422)
    for i in range(8): c.tool('word_count', {'text': 'a ' * i})
    e = c.ok('GET', '/executions?limit=5'); e2 = c.ok('GET', '/executions?' + urlencode({'limit': 3, 'next_cursor': e['next_cursor']})); ws = [x['output']['words'] for x in e['data'] + e2['data']]; eq(ws, [7, 6, 5, 4, 3, 2, 1, 0])
    x = c.ok('GET', f"/executions/{e['data'][0]['log_id']}"); eq(x, e['data'][0]); st(c.me('GET', '/executions/99999999'), 404); st(c.me('GET', '/executions/abc'), 422); st(c.me('GET', f"/executions/{x['log_id']}", tok=OTHER), 404)
    st(c.me('POST', f"/chats/{FX['privateAgentId']}/runs"), 403); st(c.me('POST', f'/chats/{uuid.uuid4()}/runs'), 404); st(c.me('POST', '/chats/x/runs'), 422)
def w_subs(c):
    S = lambda a, **k: c.me('POST', f'/agents/{a}/subscribe', {}, **k)
    st(S(FX['unpaidAgentId']), 400); st(S(FX['ownPaidAgentId']), 400); st(S(FX['subscribedAgentId']), 402); st(S(uuid.uuid4()), 404)
    s = st(S(FX['paidAgentId']), 200).json; assert s['checkout_url']; st(c.me('GET', '/subscriptions/' + FX['paidAgentId']), 404)
    U = lambda a: c.me('POST', f'/agents/{a}/unsubscribe'); st(U(FX['paidAgentId']), 400); st(U('nope'), 404)
    st(hook(c, {'event_id': 'e' + s['session_id'], 'type': 'checkout.session.completed', 'data': {'session_id': s['session_id']}}), 200); c.ok('GET', '/subscriptions/' + FX['paidAgentId']); st(S(FX['paidAgentId']), 402); st(U(FX['paidAgentId']), 200)
    eq(sorted(x['agent_id'] for x in c.ok('GET', '/subscriptions')['data']), [FX['subscribedAgentId'], FX['unsubscribeAgentId']])
    eq(st(U(FX['unsubscribeAgentId']), 200).json['agent_id'], FX['unsubscribeAgentId']); st(U(FX['unsubscribeAgentId']), 400); st(c.me('GET', '/subscriptions/' + FX['unsubscribeAgentId']), 404); c.ok('GET', '/subscriptions/' + FX['subscribedAgentId']); eq(len(c.ok('GET', '/subscriptions')['data']), 1)
    st(c.me('POST', f"/agents/{FX['unsubscribeAgentId']}/subscribe", {}), 200); st(c.me('POST', '/agents/a9e1f000-0000-4000-8000-000000000009/unsubscribe', tok=OTHER), 400)
def w_studio(c):
    P = '/agent-studio-chats'; i = 'Run-' + uuid.uuid4().hex; a = c.ok('POST', P, {'run_id': i, 'title': TEXT, 'visibility': 'private', 'transcript': [{'a': TEXT}]}); eq((a['run_id'], a['title'], a['visibility'], a['transcript']), (i, TEXT, 'private', [{'a': TEXT}]))
    eq(c.ok('POST', P, {'run_id': i, 'title': 'x', 'visibility': 'public'}), a); st(c.me('POST', P, {'run_id': i}, tok=OTHER), 409); eq(c.ok('POST', P, {'run_id': i.lower()})['run_id'], i.lower())
    st(c.me('GET', f'{P}/{i}', tok=None), 403); st(c.me('GET', f'{P}/{i}', tok=OTHER), 403); eq(c.ok('GET', f'{P}/{i}'), a); st(c.me('GET', f'{P}/none'), 404)
    for m in ('PUT', 'PATCH'): st(c.me(m, f'{P}/{i}', {}, tok=OTHER), 403); st(c.me(m, f'{P}/none', {}), 404); st(c.me(m, f'{P}/{i}', {'visibility': 'secret'}), 422)
    b = c.ok('PATCH', f'{P}/{i}', {'title': 't2'}); eq((b['title'], b['visibility'], b['transcript']), ('t2', 'private', [{'a': TEXT}]))
    st(c.me('POST', f'{P}/{i}/clone'), 400); st(c.me('POST', f'{P}/{i}/clone', tok=OTHER), 400); b = c.ok('PUT', f'{P}/{i}', {'title': 't3', 'visibility': 'public'}); eq((b['title'], b['transcript'], b['visibility']), ('t3', None, 'public'))
    k = c.ok('POST', f'{P}/{i}/clone', tok=OTHER, status=201); assert k['run_id'] != i and k['title'] == 't3'; c.ok('PATCH', f"{P}/{k['run_id']}", {'title': 'z'}, OTHER); eq(c.ok('GET', f'{P}/{i}', tok=None)['title'], 't3'); st(c.me('POST', f'{P}/none/clone'), 404)
    st(c.me('POST', P, {'run_id': 's' + i, 'visibility': 'private'}, tok=SAND), 400); c.ok('POST', P, {'run_id': 's' + i, 'visibility': 'public'}, SAND)
    for m in ('PUT', 'PATCH'): st(c.me(m, f'{P}/s{i}', {'visibility': 'private'}, tok=SAND), 400)
    st(c.me('DELETE', f'{P}/{i}', tok=OTHER), 403); st(c.me('DELETE', f'{P}/none'), 404); eq(c.ok('DELETE', f'{P}/{i}')['run_id'], i); st(c.me('GET', f'{P}/{i}'), 404); st(c.me('DELETE', f'{P}/{i}'), 404); assert i not in [x['run_id'] for x in c.ok('GET', P)]
    j = uuid.uuid4().hex; eq({r.status for r in many(8, lambda n: c.me('POST', P, {'run_id': j}))}, {200}); eq([x['run_id'] for x in c.ok('GET', P)].count(j), 1)
def w_agents(c):
    a = c.agent(prompt_text=TEXT, title=TEXT, slug='Slug-' + uuid.uuid4().hex[:8], tags=['x', TEXT], settings={'b': 1, 'a': {'c': None}}); i = a['agent_id']; uuid.UUID(i); eq((a['prompt_text'], a['title'], a['tags'], a['settings']), (TEXT, TEXT, ['x', TEXT], {'b': 1, 'a': {'c': None}}))
    eq(c.ok('GET', '/agents/' + i, tok=None), a); eq(c.ok('GET', '/chats/' + i), a); assert a in c.ok('GET', '/agents') and a in c.ok('GET', '/chats'); assert a not in c.ok('GET', '/agents', tok=OTHER)
    for p in ({}, {'prompt_text': None}, {'prompt_text': ''}): st(c.me('POST', '/agents', p), 400); st(c.me('POST', '/chats', p), 400)
    st(c.me('POST', '/agents', {'agent_id': i}), 400); st(c.me('POST', '/agents', {'prompt_text': 5}), 422); st(c.me('POST', '/agents'), 422); st(c.me('POST', '/agents', raw=b'[]'), 422)
    u = c.ok('POST', '/agents', {'agent_id': i, 'prompt_text': 'new'}); eq((u['agent_id'], u['prompt_text'], u['title']), (i, 'new', TEXT)); st(c.me('POST', '/agents', {'agent_id': i, 'prompt_text': 'x'}, tok=OTHER), 403); st(c.me('POST', '/agents', {'agent_id': str(uuid.uuid4()), 'prompt_text': 'x'}), 404)
    for path in ('/agents', '/chats'): st(c.me('POST', path, {'prompt_text': 'p', 'visibility': 'private'}, tok=SAND), 400)
    for path in ('/agents/', '/chats/'): st(c.me('GET', path + FX['privateAgentId']), 403); st(c.me('GET', path + FX['privateAgentId'], tok=None), 403); st(c.me('GET', path + 'nope'), 404); c.ok('GET', path + FX['privateAgentId'], tok=OTHER)
    eq(c.ok('GET', '/agents/vanity/slug?slug=' + a['slug'].lower(), tok=OTHER)['available'], 0); eq(c.ok('GET', '/agents/vanity/slug?slug=free-' + uuid.uuid4().hex[:9])['available'], 1); st(c.me('GET', '/agents/vanity/slug'), 422); st(c.me('POST', '/agents', {'prompt_text': 'p', 'slug': a['slug']}), 422)
    g = c.ok('POST', '/agents/vanity/slug', {'phrase': 'Éa b'}, tok=None)['slug']; c.agent(slug=g); assert c.ok('POST', '/agents/vanity/slug', {'phrase': 'Éa b'}, tok=None)['slug'] != g
    d = c.ok('POST', f'/agents/{i}/upsell-description'); assert d['upsell_text'] and c.ok('GET', '/agents/' + i)['upsell_text'] == d['upsell_text']; st(c.me('POST', '/agents/nope/upsell-description'), 404)
    sv = [x['service_name'] for x in c.ok('GET', '/vibe/services', tok=None)['data']]; eq(len(sv), 3); [c.ok('GET', f'/agents/{i}/vibe?service_name={s}') for s in sv]; st(c.me('GET', f'/agents/{i}/vibe?service_name=nope'), 422); st(c.me('GET', f'/agents/{i}/vibe'), 422)
    T = f'/agents/{i}/customizations/theme'; r = c.me('GET', T); eq((r.status, r.raw), (200, b'null')); eq(c.ok('PUT', T, {'color_hex': '#1A2b3c'})['color_hex'], '#1A2b3c'); eq(c.ok('GET', T, tok=OTHER)['color_hex'], '#1A2b3c')
    for v in ('red', '#12', '#1a2b3cz', '', '#gggggg'): st(c.me('PUT', T, {'color_hex': v}), 400)
    st(c.me('PUT', T, {'color_hex': '#000000'}, tok=OTHER), 403); st(c.me('GET', f"/agents/{FX['privateAgentId']}/customizations/theme"), 403); st(c.me('GET', f'/agents/{uuid.uuid4()}/customizations/theme'), 404); st(c.me('PUT', f'/agents/{uuid.uuid4()}/customizations/theme', {'color_hex': '#000000'}), 404); st(c.me('GET', '/agents/x/customizations/theme'), 422); st(c.me('PUT', T, {}), 422)
def w_files(c):
    i = c.agent()['agent_id']; P = f'/agents/{i}/files'; new = lambda n, **k: c.me('POST', P, {'file_name': n, 'content': TEXT, **k})
    f = [st(new(f'f{k}'), 201).json for k in range(3)]; eq([x['sort_order'] for x in f], [0, 1, 2]); eq(f[0]['content'], TEXT); eq([x['file_name'] for x in c.ok('GET', P)['data']], ['f0', 'f1', 'f2'])
    o = c.ok('PUT', P + '/positions', {'order': [{'file_id': f[0]['file_id'], 'sort_order': 10}, {'file_id': f[1]['file_id'], 'sort_order': 2}, {'file_id': f[2]['file_id'], 'sort_order': 0}]}); eq([x['file_name'] for x in o['data']], ['f2', 'f1', 'f0']); eq(c.ok('GET', P), o)
    st(c.me('PUT', P + '/positions', {'order': [{'file_id': f[2]['file_id'], 'sort_order': 77}, {'file_id': str(uuid.uuid4()), 'sort_order': 1}]}), 404); eq([(x['file_id'], x['sort_order']) for x in c.ok('GET', P)['data']], [(x['file_id'], x['sort_order']) for x in o['data']])
    x = c.ok('PATCH', f"{P}/{f[0]['file_id']}", {'sort_order': 0}); eq((x['sort_order'], x['content']), (0, TEXT)); x = c.ok('PATCH', f"{P}/{f[0]['file_id']}", {'file_name': 'é'}); eq(c.ok('GET', f"{P}/{f[0]['file_id']}"), x)
    for m, p, b in (('GET', P, None), ('POST', P, {'file_name': 'a', 'content': ''}), ('GET', f"{P}/{f[0]['file_id']}", None), ('PATCH', f"{P}/{f[0]['file_id']}", {}), ('DELETE', f"{P}/{f[0]['file_id']}", None), ('PUT', P + '/positions', {'order': []})):
        st(c.me(m, p, b, tok=OTHER), 403); st(c.me(m, p.replace(i, str(uuid.uuid4())), b), 404); st(c.me(m, p.replace(i, 'x'), b), 422)
    for m in ('GET', 'PATCH', 'DELETE'): st(c.me(m, f'{P}/{uuid.uuid4()}', {} if m == 'PATCH' else None), 404); st(c.me(m, f'{P}/zz', {} if m == 'PATCH' else None), 422)
    r = c.me('DELETE', f"{P}/{f[0]['file_id']}"); eq((r.status, r.raw), (204, b'')); st(c.me('GET', f"{P}/{f[0]['file_id']}"), 404); st(c.me('POST', P, {}), 422)
    rs = many(16, lambda k: new(f'g{k}').status); eq(rs.count(201), FX['filesPerAgent'] - 2); eq(set(rs), {201, 400}); eq(len(c.ok('GET', P)['data']), FX['filesPerAgent'])
def w_chats(c):
    a = c.ok('POST', '/chats', {'prompt_text': 'p', 'title': 't', 'description': 'd'}); i = a['chat_id']; p = c.ok('PUT', '/chats/' + i, {'prompt_text': 'p2', 'visibility': 'private'}); eq((p['prompt_text'], p['title'], p['visibility']), ('p2', None, 'private')); eq(c.ok('GET', '/chats/' + i), p)
    st(c.me('GET', f'/chats/{i}/og', tok=None), 404); st(c.me('POST', f'/chats/{i}/clone', tok=OTHER), 403); st(c.me('POST', f'/chats/{i}/clone'), 403); q = c.ok('PATCH', '/chats/' + i, {'title': TEXT}); eq((q['title'], q['visibility'], q['prompt_text']), (TEXT, 'private', 'p2'))
    for m in ('PUT', 'PATCH', 'DELETE'): b = None if m == 'DELETE' else {'prompt_text': 'z'}; st(c.me(m, '/chats/' + i, b, tok=OTHER), 403); st(c.me(m, f'/chats/{uuid.uuid4()}', b), 404)
    s = c.agent(SAND)['chat_id']
    for m in ('PUT', 'PATCH'): st(c.me(m, '/chats/' + s, {'visibility': 'private'}, tok=SAND), 400)
    st(c.me('POST', f'/chats/{s}/clone', {'visibility': 'private'}, tok=SAND), 400)
    c.ok('PATCH', '/chats/' + i, {'visibility': 'public'}); c.ok('POST', f'/agents/{i}/files', {'file_name': 'n', 'content': 'c'}, status=201); assert c.ok('GET', f'/chats/{i}/og', tok=None)['og_title'] == TEXT; st(c.me('GET', '/chats/x/og', tok=None), 422)
    k = c.ok('POST', f'/chats/{i}/clone', {'prompt_text': 'mine'}); assert k['chat_id'] != i; eq((k['prompt_text'], k['title']), ('mine', TEXT)); eq(c.ok('GET', '/chats/' + i)['prompt_text'], 'p2'); f = c.ok('GET', f"/agents/{k['chat_id']}/files")['data'][0]; c.ok('DELETE', f"/agents/{k['chat_id']}/files/{f['file_id']}", status=204); eq(len(c.ok('GET', f'/agents/{i}/files')['data']), 1)
    eq(c.ok('POST', f'/chats/{i}/clone', tok=OTHER)['prompt_text'], 'p2'); st(c.me('POST', f'/chats/{i}/clone', raw=b'null', tok=OTHER), 200); st(c.me('POST', f'/chats/{uuid.uuid4()}/clone'), 404); st(c.me('POST', '/chats/x/clone'), 422)
    c.ok('POST', f'/chats/{i}/feedback', {'rating': 2}); fb = c.ok('POST', f'/chats/{i}/feedback', {'rating': 5, 'comment': TEXT}, OTHER); eq((fb['chat_id'], fb['feedback_count'], fb['feedback_average']), (i, 2, 3.5)); st(c.me('POST', f'/chats/{uuid.uuid4()}/feedback', {'rating': 1}), 404); st(c.me('POST', f'/chats/{i}/feedback', {'rating': 9}), 422)
    eq(c.ok('DELETE', '/chats/' + i)['chat_id'], i)
    for p in ('/chats/', '/agents/'): st(c.me('GET', p + i), 404)
    st(c.w('POST', i, 'x'), 404); assert i not in [x['chat_id'] for x in c.ok('GET', '/chats')]
    e = c.agent()['chat_id']; eq(c.ok('PATCH', '/chats/' + e, {'prompt_text': TEXT})['prompt_text'], TEXT)
def w_money(c):
    k = c.ok('POST', '/api-keys', {'label': TEXT}); eq(k['label'], TEXT); st(c.w('POST', A1, 'x', key=k['key_value']), 200); l = c.ok('GET', '/api-keys'); assert all('key_value' not in x for x in l) and k['api_key_id'] in [x['api_key_id'] for x in l]; eq(c.ok('GET', f"/api-keys/{k['api_key_id']}"), k)
    d = c.ok('GET', '/api-keys/default'); eq(d['key_value'], CR['apiKey']); eq(c.ok('GET', '/api-keys/default', tok=OTHER)['key_value'], CR['otherApiKey']); eq(sum(x['is_default'] for x in l), 1)
    for m in ('GET', 'DELETE'): st(c.me(m, f"/api-keys/{k['api_key_id']}", tok=OTHER), 404); st(c.me(m, '/api-keys/x'), 422); st(c.me(m, '/api-keys/9999999'), 404)
    assert 'key_value' not in c.ok('DELETE', f"/api-keys/{k['api_key_id']}"); st(c.w('POST', A1, 'x', key=k['key_value']), 401); st(c.me('DELETE', f"/api-keys/{k['api_key_id']}"), 404); st(c.me('POST', '/api-keys', raw=b'"x"'), 422)
    n = c.ok('POST', '/api-keys', {'label': 'n', 'is_default': 1}, NILS[0]); eq(c.ok('GET', '/api-keys/default', tok=NILS[0]), n); c.ok('DELETE', f"/api-keys/{n['api_key_id']}", tok=NILS[0]); eq(c.ok('GET', '/api-keys/default', tok=NILS[0])['key_value'], NILS[1])
    c.ok('GET', '/billing'); b = c.ok('GET', '/credits')['credit_balance']; eq(c.ok('POST', '/credits/use')['credit_balance'], b - 1); many(12, lambda _: c.ok('POST', '/credits/use')); eq(c.ok('GET', '/credits')['credit_balance'], b - 13); st(c.me('GET', '/credits', tok=NILS[0]), 404); st(c.me('POST', '/credits/use', tok=NILS[0]), 404)
    t0 = c.ok('GET', '/monetization/earnings')['earnings_cents_total']
    H = lambda sig, body=HOOK['body']: c.req('POST', '/api/me/payments/webhook', raw=body.encode(), headers={HOOK['signatureHeader']: sig} if sig is not None else {})
    st(H(HOOK['validSignature']), 200); st(H(None), 400); st(H('bad'), 400); st(H('sha256=' + '0' * 64), 400); st(H(HOOK['validSignature'], HOOK['body'] + ' '), 400); st(hook(c, b'nonsense'), 400); st(hook(c, {'type': 'x'}), 400); st(H(HOOK['validSignature']), 200); eq(c.ok('GET', '/monetization/earnings')['earnings_cents_total'], t0)
    s = c.ok('POST', '/payments/sessions', {'price_code': 'credits_100', 'quantity': 2}); assert s['checkout_url']; st(c.me('POST', '/payments/sessions', {}), 422); b = c.ok('GET', '/credits')['credit_balance']; ev = {'event_id': s['session_id'], 'type': 'checkout.session.completed', 'data': {'session_id': s['session_id']}}; st(hook(c, ev), 200); st(hook(c, ev), 200); eq(c.ok('GET', '/credits')['credit_balance'], b + 200)
    for p in (1, 28, 29, 365):
        su, sb, ea = (c.ok('GET', f'/monetization/{x}?period={p}') for x in ('summary', 'subscribers', 'earnings')); eq((len(sb['data']), len(ea['data'])), (p, p)); eq(su['earnings_cents_total'], sum(x['earnings_cents'] for x in ea['data'])); eq(su['subscribers_total'], sb['data'][-1]['subscriber_count'])
        today = time.strftime('%Y-%m-%d', time.gmtime()); eq(ea['data'][-1]['day'], today)
    for x in ('summary', 'subscribers', 'earnings'):
        eq(c.ok('GET', '/monetization/' + x), c.ok('GET', f'/monetization/{x}?period=28'))
        for p in ('0', '366', 'x'): st(c.me('GET', f'/monetization/{x}?period={p}'), 422)
def w_bundles(c):
    b = c.ok('POST', '/bundles'); i = b['bundle_id']; assert isinstance(i, int); eq(b['tools'], []); b = c.ok('PUT', f'/bundles/{i}', {'bundle_name': TEXT, 'tools': ['word_count']}); eq((b['bundle_name'], [t['tool_id'] for t in b['tools']]), (TEXT, ['word_count'])); t = c.ok('POST', f'/bundles/{i}/tools', {'tool_id': 'dice_roll'}); eq(t['tool_id'], 'dice_roll'); c.ok('POST', f'/bundles/{i}/tools', {'tool_id': 'dice_roll'})
    eq([t['tool_id'] for t in c.ok('GET', f'/bundles/{i}/tools')], ['word_count', 'dice_roll']); eq(len(c.ok('GET', f'/bundles/{i}')['tools']), 2); b2 = c.ok('POST', '/bundles')['bundle_id']; c.ok('POST', f'/bundles/{b2}/tools', {'tool_id': 'dice_roll'}); c.ok('DELETE', f'/bundles/{i}/tools/dice_roll'); st(c.me('DELETE', f'/bundles/{i}/tools/dice_roll'), 404); eq(len(c.ok('GET', f'/bundles/{b2}/tools')), 1)
    for m, p, x, s in (('GET', '', None, 404), ('PUT', '', {}, 409), ('DELETE', '', None, 404), ('POST', '/tools', {'tool_id': 'dice_roll'}, 404), ('DELETE', '/tools/dice_roll', None, 404)): st(c.me(m, f'/bundles/{i}{p}', x, tok=OTHER), s); st(c.me(m, f'/bundles/999999{p}', x), s); st(c.me(m, f'/bundles/x{p}', x), 422)
    eq(c.ok('GET', f'/bundles/{i}/tools', tok=OTHER), []); st(c.me('PUT', f'/bundles/{i}', {'bundle_name': 'lost', 'tools': ['nope']}), 409); eq(c.ok('GET', f'/bundles/{i}')['bundle_name'], TEXT); assert i in [x['bundle_id'] for x in c.ok('GET', '/bundles')]; eq(c.ok('DELETE', f'/bundles/{i}')['bundle_id'], i); st(c.me('GET', f'/bundles/{i}'), 404); st(c.me('DELETE', f'/bundles/{i}'), 404); assert i not in [x['bundle_id'] for x in c.ok('GET', '/bundles')]
def w_cli(c):
    s = c.ok('POST', '/cli-auth', tok=None)['cli_auth_id']; uuid.UUID(s); G = lambda: c.me('GET', '/cli-auth/' + s, tok=None); eq((G().status, G().raw), (200, b'null')); st(c.me('PUT', '/cli-auth/' + s, {'user_jwt': OWN}, tok=None), 401); c.ok('PUT', '/cli-auth/' + s, {'user_jwt': OWN}); st(c.me('PUT', '/cli-auth/' + s, {'user_jwt': OTHER}, tok=OTHER), 403); eq(G().json, OWN); eq(G().raw, b'null')
    for m in ('GET', 'PUT'): st(c.me(m, f'/cli-auth/{uuid.uuid4()}', {'user_jwt': 'x'} if m == 'PUT' else None), 404); st(c.me(m, '/cli-auth/x', {'user_jwt': 'x'} if m == 'PUT' else None), 422)
    s = c.ok('POST', '/cli-auth', tok=None)['cli_auth_id']; c.ok('PUT', '/cli-auth/' + s, {'user_jwt': OWN}); eq(sum(r.json is not None for r in many(10, lambda _: c.me('GET', '/cli-auth/' + s, tok=None))), 1)
def w_schedules(c):
    s = c.ok('POST', '/schedules', {'chat_id': A1, 'cron_expression': FX['cron'], 'message': TEXT}); i = s['schedule_id']; uuid.UUID(i); eq((s['chat_id'], s['cron_expression'], s['message']), (A1, FX['cron'], TEXT)); eq(c.ok('GET', '/schedules/' + i), s); assert s in c.ok('GET', '/schedules')['data']
    for b in ({}, {'chat_id': 'x'}, {'chat_id': None}, {'chat_id': FX['unpaidAgentId']}, {'chat_id': str(uuid.uuid4())}): st(c.me('POST', '/schedules', {'cron_expression': FX['cron'], **b}), 403)
    st(c.me('POST', '/schedules', {'chat_id': A1, 'cron_expression': '99 * * * *'}), 422); o = c.ok('POST', '/schedules', {'chat_id': A2, 'cron_expression': '1 1 1 1 *'}); u = c.ok('PUT', '/schedules/' + i, {'cron_expression': '5 4 * * sun', 'is_active': 0}); eq((u['cron_expression'], u['is_active'], u['chat_id'], u['message']), ('5 4 * * sun', 0, A1, TEXT)); eq(c.ok('GET', '/schedules/' + o['schedule_id']), o)
    st(c.me('PUT', '/schedules/' + i, {'chat_id': FX['unpaidAgentId']}), 403)
    for m in ('GET', 'PUT', 'DELETE'): st(c.me(m, '/schedules/' + i, {} if m == 'PUT' else None, tok=OTHER), 404); st(c.me(m, '/schedules/x', {} if m == 'PUT' else None), 422)
    c.ok('GET', '/schedules/onboarding'); T = lambda t: c.me('GET', '/schedules/text-to-cron?cron=' + quote(t)); eq(T('every monday at 9am').json['cron_expression'], '0 9 * * 1'); eq(T('0 9 * * 1').json['cron_expression'], '0 9 * * 1')
    for t in ('', 'nonsense', '60 * * * *', '* 24 * * *', '* * 0 * *', '* * * 13 *', '* * * * 8', '* * * *', '5-1 * * * *', '*/0 * * * *'): st(T(t), 400)
    st(c.me('GET', '/schedules/text-to-cron'), 422); c.ok('DELETE', '/schedules/' + i); st(c.me('GET', '/schedules/' + i), 404); st(c.me('DELETE', '/schedules/' + i), 404)
    for _ in range(24): c.ok('POST', '/schedules', {'chat_id': A1, 'cron_expression': FX['cron']})
    l = c.ok('GET', '/schedules'); eq(len(l['data']), 25); eq(l['pagination']['total'], 25); [c.ok('DELETE', '/schedules/' + x['schedule_id']) for x in l['data']]
def w_tools(c):
    l = c.ok('GET', '/tools/list'); assert all(isinstance(t['inputSchema'], dict) and t['inputSchema']['type'] == 'object' for t in l); p = c.ok('GET', '/tools', tok=None); eq(len([t for t in p if t['tool_id'].startswith('NOTIFIER_')]), 15); t = FX['tool']; eq(c.ok('GET', '/tools/' + t['name'], tok=None)['tool_id'], t['name']); st(c.me('GET', '/tools/nope', tok=None), 404)
    Q = lambda **k: c.ok('GET', '/tools/search?' + urlencode(k)); eq(Q(q='NOTIFIER_CREATE_PUSH', min_score=1)[0]['name'], 'NOTIFIER_CREATE_PUSH'); eq(len(Q(q='notifier')), 15); eq(len(Q(q='notifier', limit=3)), 3); eq(len(Q(q='zzz', min_score=0)), 20); eq(len(Q(q='zzz', min_score=0, limit=200)), 25); eq(Q(q='zzzz'), []); eq(Q(q='%'), []); eq(Q(q='notifier', toolkit='text'), []); eq({x['name'] for x in Q(q='text', toolkit='text', min_score=0)}, {'word_count', 'text_reverse', 'hash_text', 'echo_json'})
    for q in ('', 'q=', 'q=a&limit=0', 'q=a&limit=201', 'q=a&min_score=1.1', 'q=a&min_score=-0.1', 'q=a&limit=x'): st(c.me('GET', '/tools/search?' + q), 422)
    r = c.ok('POST', '/tools/run/' + t['name'], t['input']); eq(r['output']['words'], 6); P = '/tools/run/' + t['name']; st(c.me('POST', P, t['invalidInput']), 400); st(c.me('POST', P, {}), 400); st(c.me('POST', P, t['input'], tok=None), 401); st(c.me('POST', P, t['input'], tok='a.b.c'), 401); st(c.me('POST', '/tools/run/nope', {}), 404); st(c.me('POST', P, raw=b'[1]'), 422); c.tool(t['name'], t['input'], qs='?service_id=default&service_id_namespace=global')
    eq(c.tool('echo_json', {'value': {'a': [TEXT, None, 1.5]}})['value'], {'a': [TEXT, None, 1.5]}); x = {}; [x := {'k': x} for _ in range(60)]; eq(c.tool('echo_json', {'value': x})['value'], x)
    eq(c.tool('code_interpreter', {'code': '2*(3+4)'})['result'], 14); eq(c.tool('unit_convert', {'value': 2, 'from': 'km', 'to': 'm'})['value'], 2000); eq(c.tool('sum_numbers', {'numbers': [1, 2]})['total'], 3); eq(c.tool('date_difference', {'from': '2026-01-01', 'to': '2026-01-31'})['days'], 30); eq(c.tool('text_reverse', {'text': 'ab'})['text'], 'ba'); c.tool('hash_text', {'text': 'a'}); c.tool('exchange_rate', {'base': 'EUR', 'quote': 'USD'}); c.tool('dice_roll', {})
    s = c.ok('GET', '/toolsets/list'); assert FX['toolsetName'] in [x['toolset_name'] for x in s]; eq(len(c.ok('GET', '/toolsets/' + FX['toolsetName'])['tools']), 15); st(c.me('GET', '/toolsets/nope'), 404)
    k = FX['installableToolId']; st(c.me('GET', '/user-tools/' + k), 404); rs = many(8, lambda _: c.me('POST', '/user-tools', {'tool_id': k}).status); eq(sorted(rs), [200] + [409] * 7); eq([x['tool_id'] for x in c.ok('GET', '/user-tools')], [k]); c.ok('GET', '/user-tools/' + k); eq(c.ok('GET', '/user-tools', tok=OTHER), []); st(c.me('DELETE', '/user-tools/' + k, tok=OTHER), 404); st(c.me('POST', '/user-tools', {'tool_id': 'nope'}), 409); st(c.me('POST', '/user-tools', {}), 422); eq(c.ok('DELETE', '/user-tools/' + k)['tool_id'], k); st(c.me('DELETE', '/user-tools/' + k), 404); eq(c.ok('GET', '/user-tools'), [])
def w_notifier(c):
    N = lambda n, i, s=200, tok=OWN: c.tool('NOTIFIER_' + n, i, tok, s)
    a = N('CREATE_CHAT', {'email': 'a@b.example'}); N('CREATE_CHAT', {}, 400); N('CREATE_CHAT', {'email': 3}, 400); u = N('UPDATE_CHAT', {'iden': a['iden'], 'muted': True}); eq(u['muted'], 1); eq(N('UPDATE_CHAT', {'iden': a['iden'], 'muted': False})['muted'], 0); N('UPDATE_CHAT', {'iden': a['iden']}, 400); [N('CREATE_CHAT', {'email': f'{k}@b.example'}) for k in range(4)]; l = N('LIST_CHATS', {'limit': 3}); m = N('LIST_CHATS', {'limit': 3, 'cursor': l['cursor']}); eq((len(l['chats']), len(m['chats']), m['cursor']), (3, 2, None)); N('LIST_CHATS', {'limit': 501}, 400); N('LIST_CHATS', {'limit': 500}); N('DELETE_CHAT', {'iden': a['iden']}, 400, OTHER); N('DELETE_CHAT', {'iden': a['iden']}); eq(len(N('LIST_CHATS', {})['chats']), 4)
    dev = {'model': 'M', 'nickname': TEXT, 'app_version': 0, 'manufacturer': 'X', 'has_sms': True, 'push_token': '', 'icon': 'phone'}; d = N('CREATE_DEVICE', dev); eq(d['nickname'], TEXT)
    for k in ('model', 'nickname', 'app_version', 'manufacturer'): N('CREATE_DEVICE', {x: y for x, y in dev.items() if x != k}, 400)
    N('CREATE_DEVICE', {**dev, 'app_version': -1}, 400); N('CREATE_DEVICE', {**dev, 'app_version': 1.5}, 400); N('CREATE_DEVICE', {**dev, 'has_sms': 1}, 400); v = N('UPDATE_DEVICE', {'iden': d['iden'], 'app_version': 3}); eq((v['model'], v['nickname'], v['app_version'], v['has_sms']), ('M', TEXT, 3, 1)); N('UPDATE_DEVICE', {'iden': d['iden'], 'app_version': -3}, 400); eq([x['iden'] for x in N('LIST_DEVICES', {})['devices']], [d['iden']]); eq(N('LIST_DEVICES', {}, tok=OTHER)['devices'], []); N('DELETE_DEVICE', {'device_iden': d['iden']}); eq(N('LIST_DEVICES', {})['devices'], []); N('DELETE_DEVICE', {}, 400)
    N('CREATE_PUSH', {'type': 'list'}, 400); N('CREATE_PUSH', {}, 400); N('CREATE_PUSH', {'type': 'link'}, 400); N('CREATE_PUSH', {'type': 'link', 'url': 'https://x.example'}); fl = {'type': 'file', 'file_url': 'https://x.example/f', 'file_name': 'f', 'file_type': 'text/plain'}; N('CREATE_PUSH', fl)
    for k in ('file_url', 'file_name', 'file_type'): N('CREATE_PUSH', {x: y for x, y in fl.items() if x != k}, 400)
    p = N('CREATE_PUSH', {'type': 'note', 'body': TEXT, 'guid': 'g1'}); eq(p['body'], TEXT); eq(N('CREATE_PUSH', {'type': 'note', 'body': TEXT, 'guid': 'g1'})['iden'], p['iden']); assert N('CREATE_PUSH', {'type': 'note', 'guid': 'g1'}, tok=OTHER)['iden'] != p['iden']; eq(len(N('LIST_PUSHES', {})['pushes']), 3); x = N('UPDATE_PUSH', {'iden': p['iden'], 'dismissed': True, 'items': [{'text': 'a', 'checked': False}]}); eq((x['dismissed'], x['items'], x['body']), (1, [{'text': 'a', 'checked': False}], TEXT)); N('UPDATE_PUSH', {'iden': p['iden'], 'items': [{'text': 'a', 'checked': 'no'}]}, 400)
    y = N('CREATE_PUSH', {'type': 'note', 'title': 'late'}); eq([z['iden'] for z in N('LIST_PUSHES', {'modified_after': x['modified']})['pushes']], [y['iden']]); N('LIST_PUSHES', {'limit': 501}, 400); eq(len(N('LIST_PUSHES', {'limit': 2})['pushes']), 2); N('DELETE_PUSH', {'iden': y['iden']}); assert y['iden'] not in [z['iden'] for z in N('LIST_PUSHES', {'active': True})['pushes']]; N('DELETE_PUSH', {'iden': y['iden']}, 400)
    [N('CREATE_PUSH', {'type': 'note', 'body': str(k)}) for k in range(4)]; got, cur = [], None
    while True:
        l = N('LIST_PUSHES', {'limit': 3, **({'cursor': cur} if cur else {})}); got += [z['iden'] for z in l['pushes']]; cur = l['cursor']
        if not cur: break
    eq((len(got), len(set(got))), (7, 7)); N('DELETE_ALL_PUSHES', {}); z = N('CREATE_PUSH', {'type': 'note', 'body': 'after'}); time.sleep(.6); eq([q['iden'] for q in N('LIST_PUSHES', {})['pushes']], [z['iden']]); eq(len(N('LIST_PUSHES', {}, tok=OTHER)['pushes']), 1); assert '@' in N('GET_USER', {})['email']; assert N('UPLOAD_REQUEST', {'file_name': 'a', 'file_type': 'text/plain'})['upload_url']; N('UPLOAD_REQUEST', {'file_name': 'a'}, 400); N('GET_USER', {'x': 1}, 400)
def w_user(c):
    eq(c.ok('GET', '/')['tier'], 'pro'); eq(c.ok('GET', '/', tok=SAND)['tier'], 'sandbox'); st(c.me('GET', '/', tok=None), 401); st(c.me('GET', '/', tok=OWN[:-2] + 'xx'), 401); st(c.me('GET', '/', tok=CR['apiKey']), 401)
    n = c.ok('GET', '/vip')['redeemed_count']; V = lambda v, tok=OWN: c.me('POST', '/vip', {'vip_code': v}, tok=tok); st(V(FX['ownVipCode']), 400); st(V('NOPE'), 400); rs = many(6, lambda _: V('SPRING-ROWAN-2026').status); eq(sorted(rs), [200] + [400] * 5); eq(c.ok('GET', '/vip')['redeemed_count'], n + 1); st(V('SPRING-ROWAN-2026', OTHER), 200); st(V(FX['vipCode']), 200); st(V(FX['vipCode']), 400); st(c.me('POST', '/vip', {}), 422); st(V(FX['ownVipCode'], OTHER), 200)
    for p in ('/agents', '/chats', '/agent-runs', '/executions', '/subscriptions', '/agent-studio-chats', '/api-keys', '/api-keys/default', '/billing', '/credits', '/monetization/summary', '/bundles', '/schedules', '/schedules/onboarding', '/tools/list', '/tools/search?q=a', '/toolsets/list', '/user-tools', '/vip'): st(c.me('GET', p, tok=None), 401)
    st(c.req('GET', '/nothing'), 404); def_ = c.me('POST', '/agents', raw=b'{"prompt_text":"\\ud800"}'); st(def_, 422)
WALK = [w_workers, w_jobs, w_runs, w_subs, w_studio, w_agents, w_files, w_chats, w_money, w_bundles, w_cli, w_schedules, w_tools, w_notifier, w_user]

# ---------------------------------------------------------------- the faults: each probe says whether the bug shows
PR = {}
def probe(id):
    def reg(fn): PR[id] = fn; return fn
    return reg
@probe('same-message-reuses-run')
def _(c): m = uuid.uuid4().hex; return c.w('POST', A1, m).run == c.w('POST', A1, m).run
@probe('text-stream-shows-tool-calls')
def _(c): return FX['toolCallMessage']['output'] in c.w('POST', A1, FX['toolCallMessage']['message']).text
@probe('history-ordered-by-second')
def _(c):
    return any(c.hist(A1, c.w('POST', A1, 'order').run)[0]['role'] == 'assistant' for _ in range(3))
@probe('failing-job-never-ends')
def _(c):
    r = c.w('POST', A2, FX['backgroundErrorMessage']).run; t0 = time.time()
    while time.time() - t0 < FX['jobSeconds'] + .5:
        if not c.w('GET', f'{A2}/{r}').job: return False
        time.sleep(.3)
    return c.w('PUT', f'{A2}/{r}', 'x').status == 409
@probe('refused-put-keeps-message')
def _(c): r = c.w('POST', A2, FX['backgroundMessage']).run; st(c.w('PUT', f'{A2}/{r}', 'too early'), 409); return 'too early' in [m['content'] for m in c.hist(A2, r)]
@probe('ndjson-put-accepted-during-job')
def _(c): r = c.w('POST', A2, FX['backgroundMessage']).run; return c.w('PUT', f'ndjson/{A2}/{r}', 'too early').status == 200
@probe('ndjson-put-without-tool-responses')
def _(c): r = c.w('POST', A1, 'x').run; t = c.w('PUT', f'ndjson/{A1}/{r}', FX['toolCallMessage']['message']).text; assert FX['toolCallMessage']['name'] in t; return FX['toolCallMessage']['output'] not in t
@probe('ndjson-put-refuses-empty-message')
def _(c): r = c.w('POST', A1, 'x').run; return c.w('PUT', f'ndjson/{A1}/{r}', '').status == 422
@probe('run-history-of-others')
def _(c): r = c.w('POST', A1, 'mine').run; return c.w('GET', f'{A1}/{r}', key=CR['otherApiKey']).status == 200
@probe('put-stream-is-buffered')
def _(c):
    r = c.w('POST', A1, 'x').run; k = http.client.HTTPConnection('127.0.0.1', c.port); t0 = time.time(); k.request('PUT', f'/workers/{A1}/{r}', json.dumps({'message': FX['slowMessage']}), {'Authorization': 'Bearer ' + CR['apiKey']}); q = k.getresponse(); q.read(3); t1 = time.time() - t0; q.read(); k.close(); return t1 > 2
@probe('concurrent-puts-lose-messages')
def _(c):
    r = c.w('POST', A1, 'x').run; many(10, lambda i: c.w('PUT', f'{A1}/{r}', f'm{i}')); return len([m for m in c.hist(A1, r) if m['role'] == 'user']) < 11
@probe('ndjson-splits-characters')
def _(c): return '\ufffd' in c.w('POST', 'ndjson/' + A1, '\u00e9\u00e8\u4e2d\u6587\u4e2d\u6587\u4e2d\u6587\u4e2d\u6587').text
@probe('new-run-forgets-old-job')
def _(c): r = c.w('POST', A2, FX['backgroundMessage']).run; c.w('POST', 'ndjson/' + A2, 'hi'); return c.w('GET', f'{A2}/{r}').job is None
@probe('agent-runs-default-limit-20')
def _(c): many(4, lambda _: [c.ok('POST', f'/chats/{A1}/runs') for _ in range(8)]); return len(c.ok('GET', '/agent-runs')['data']) == 20
def pages(c, path, key, n):
    l = c.ok('GET', f'{path}?limit={n}'); m = c.ok('GET', f'{path}?' + urlencode({'limit': n, 'next_cursor': l['next_cursor']})); return [x[key] for x in l['data'] + m['data']]
@probe('agent-runs-cursor-inclusive')
def _(c): [c.ok('POST', f'/chats/{A1}/runs') for _ in range(6)]; g = pages(c, '/agent-runs', 'run_id', 3); return len(set(g)) < len(g)
@probe('executions-page-skips-one')
def _(c): ids = [c.ok('POST', '/tools/run/word_count', {'text': 'a'})['log_id'] for _ in range(7)]; return pages(c, '/executions', 'log_id', 3) != ids[::-1][:6]
@probe('mcp-logs-of-all-runs')
def _(c): m = FX['toolCallMessage']['message']; c.w('POST', A1, m); r = c.w('POST', A1, m).run; return len(c.ok('GET', f'/agent-runs/{r}/mcp-server-logs')) > 1
@probe('execution-log-of-others')
def _(c): i = c.ok('POST', '/tools/run/word_count', {'text': 'private'})['log_id']; return c.me('GET', f'/executions/{i}', tok=OTHER).status == 200
@probe('owner-can-subscribe')
def _(c): return c.me('POST', f"/agents/{FX['ownPaidAgentId']}/subscribe", {}).status == 200
@probe('already-subscribed-400')
def _(c): return c.me('POST', f"/agents/{FX['subscribedAgentId']}/subscribe", {}).status == 400
@probe('unsubscribe-cancels-every-subscription')
def _(c): c.ok('POST', f"/agents/{FX['unsubscribeAgentId']}/unsubscribe"); return c.me('GET', '/subscriptions/' + FX['subscribedAgentId']).status == 404
SC = '/agent-studio-chats'
def studio(c, **k): return c.ok('POST', SC, {'run_id': 'R' + uuid.uuid4().hex, **k})['run_id']
@probe('studio-patch-resets-visibility')
def _(c): i = studio(c, visibility='private'); c.ok('PATCH', f'{SC}/{i}', {'title': 'x'}); return c.ok('GET', f'{SC}/{i}')['visibility'] == 'public'
@probe('studio-list-shows-deleted')
def _(c): i = studio(c); c.ok('DELETE', f'{SC}/{i}'); return i in [x['run_id'] for x in c.ok('GET', SC)]
@probe('studio-own-private-clonable')
def _(c): i = studio(c, visibility='private'); return c.me('POST', f'{SC}/{i}/clone').status == 201
@probe('studio-existing-chat-overwritten')
def _(c): i = studio(c, visibility='private'); c.ok('POST', SC, {'run_id': i, 'visibility': 'public'}); return c.ok('GET', f'{SC}/{i}')['visibility'] == 'public'
@probe('studio-private-open-to-anonymous')
def _(c): i = studio(c, visibility='private'); return c.me('GET', f'{SC}/{i}', tok=None).status == 200
@probe('studio-run-id-ignores-case')
def _(c): i = studio(c); return c.ok('POST', SC, {'run_id': i.lower()})['run_id'] == i
@probe('upsert-changes-foreign-agent')
def _(c): return c.me('POST', '/agents', {'agent_id': FX['unpaidAgentId'], 'prompt_text': 'taken'}).status == 200
@probe('slug-availability-own-agents-only')
def _(c): s = 's' + uuid.uuid4().hex[:8]; c.agent(OTHER, slug=s); return c.ok('GET', '/agents/vanity/slug?slug=' + s)['available'] == 1
@probe('generated-slug-already-taken')
def _(c): p = {'phrase': 'My ' + uuid.uuid4().hex[:6]}; s = c.ok('POST', '/agents/vanity/slug', p)['slug']; c.agent(slug=s); return c.ok('POST', '/agents/vanity/slug', p)['slug'] == s
@probe('theme-color-pattern-open-ended')
def _(c): return c.me('PUT', f'/agents/{A1}/customizations/theme', {'color_hex': '#1a2b3c-oops'}).status == 200
@probe('theme-cached-per-user')
def _(c): a, b = c.agent()['agent_id'], c.agent()['agent_id']; c.ok('PUT', f'/agents/{a}/customizations/theme', {'color_hex': '#aabbcc'}); return c.ok('GET', f'/agents/{b}/customizations/theme') is not None
def afile(c, a, n='f', tok=OWN): return c.ok('POST', f'/agents/{a}/files', {'file_name': n, 'content': 'c'}, tok, 201)['file_id']
@probe('file-limit-off-by-one')
def _(c): a = c.agent()['agent_id']; [afile(c, a) for _ in range(FX['filesPerAgent'])]; return c.me('POST', f'/agents/{a}/files', {'file_name': 'n', 'content': ''}).status == 201
@probe('files-ordered-as-text')
def _(c): a = c.agent()['agent_id']; x, y = afile(c, a), afile(c, a); c.ok('PUT', f'/agents/{a}/files/positions', {'order': [{'file_id': x, 'sort_order': 10}, {'file_id': y, 'sort_order': 2}]}); return c.ok('GET', f'/agents/{a}/files')['data'][0]['file_id'] == x
@probe('file-positions-half-applied')
def _(c): a = c.agent()['agent_id']; x, y = afile(c, a), afile(c, a); st(c.me('PUT', f'/agents/{a}/files/positions', {'order': [{'file_id': x, 'sort_order': 9}, {'file_id': str(uuid.uuid4()), 'sort_order': 0}]}), 404); return c.ok('GET', f'/agents/{a}/files/{x}')['sort_order'] == 9
@probe('file-deleted-through-other-agent')
def _(c): a = c.agent(OTHER)['agent_id']; f = afile(c, a, tok=OTHER); mine = c.agent()['agent_id']; s = c.me('DELETE', f'/agents/{mine}/files/{f}').status; return s == 204 and c.me('GET', f'/agents/{a}/files/{f}', tok=OTHER).status == 404
@probe('file-patch-ignores-position-zero')
def _(c): a = c.agent()['agent_id']; afile(c, a); f = afile(c, a); return c.ok('PATCH', f'/agents/{a}/files/{f}', {'sort_order': 0})['sort_order'] == 1
@probe('legacy-create-skips-sandbox-check')
def _(c): return c.me('POST', '/chats', {'prompt_text': 'p', 'visibility': 'private'}, tok=SAND).status == 200
@probe('clone-overrides-change-original')
def _(c): a = c.agent()['chat_id']; c.ok('POST', f'/chats/{a}/clone', {'prompt_text': 'copy'}, OTHER); return c.ok('GET', '/chats/' + a)['prompt_text'] == 'copy'
@probe('chat-put-does-not-save-visibility')
def _(c): a = c.agent()['chat_id']; eq(c.ok('PUT', '/chats/' + a, {'prompt_text': 'p', 'visibility': 'private'})['visibility'], 'private'); return c.ok('GET', '/chats/' + a)['visibility'] == 'public'
@probe('og-shows-private-chat')
def _(c): a = c.agent(visibility='private', title='hidden')['chat_id']; r = c.me('GET', f'/chats/{a}/og', tok=None); return r.status == 200 and 'hidden' in r.text
@probe('feedback-answers-with-wrong-agent')
def _(c): a = c.agent()['chat_id']; r = c.me('POST', f'/chats/{a}/feedback', {'rating': 5}); return r.status == 404 or r.json['chat_id'] != a
@probe('chat-run-booked-on-owner')
def _(c): r = c.ok('POST', f"/chats/{FX['unpaidAgentId']}/runs")['run_id']; return c.me('GET', '/agent-runs/' + r).status == 404
@probe('chat-patch-breaks-emoji')
def _(c): a = c.agent()['chat_id']; return c.ok('PATCH', '/chats/' + a, {'prompt_text': 'hi \U0001f600'})['prompt_text'] != 'hi \U0001f600'
@probe('api-key-cache-not-cleared')
def _(c): k = c.ok('POST', '/api-keys', {'label': 'x'}); st(c.w('POST', A1, 'x', key=k['key_value']), 200); c.ok('DELETE', f"/api-keys/{k['api_key_id']}"); return c.w('POST', A1, 'x', key=k['key_value']).status == 200
@probe('deleted-key-answer-shows-key')
def _(c): k = c.ok('POST', '/api-keys', {'label': 'x'}); return k['key_value'] in c.me('DELETE', f"/api-keys/{k['api_key_id']}").text
@probe('default-key-of-first-caller')
def _(c): return c.ok('GET', '/api-keys/default')['key_value'] == c.ok('GET', '/api-keys/default', tok=OTHER)['key_value']
@probe('credits-use-loses-updates')
def _(c): b = c.ok('GET', '/credits')['credit_balance']; many(24, lambda _: c.ok('POST', '/credits/use')); return c.ok('GET', '/credits')['credit_balance'] > b - 24
@probe('webhook-signature-not-compared')
def _(c): return c.req('POST', '/api/me/payments/webhook', raw=HOOK['body'].encode(), headers={HOOK['signatureHeader']: 'sha256=' + '0' * 64}).status == 200
@probe('webhook-replay-counts-again')
def _(c):
    t = lambda: c.ok('GET', '/monetization/summary')['earnings_cents_total']; h = lambda: st(c.req('POST', '/api/me/payments/webhook', raw=HOOK['body'].encode(), headers={HOOK['signatureHeader']: HOOK['validSignature']}), 200); h(); a = t(); h(); return t() != a
@probe('earnings-default-period-30')
def _(c): return c.ok('GET', '/monetization/earnings')['earnings_cents_total'] != c.ok('GET', '/monetization/earnings?period=28')['earnings_cents_total']
@probe('summary-earnings-in-dollars')
def _(c): return c.ok('GET', '/monetization/summary')['earnings_cents_total'] != c.ok('GET', '/monetization/earnings')['earnings_cents_total']
def bun(c, *t): i = c.ok('POST', '/bundles')['bundle_id']; [c.ok('POST', f'/bundles/{i}/tools', {'tool_id': x}) for x in t]; return i
@probe('bundle-tool-removed-everywhere')
def _(c): a, b = bun(c, 'dice_roll'), bun(c, 'dice_roll'); c.ok('DELETE', f'/bundles/{a}/tools/dice_roll'); return c.ok('GET', f'/bundles/{b}/tools') == []
@probe('bundle-absent-tool-removed')
def _(c): return c.me('DELETE', f'/bundles/{bun(c)}/tools/dice_roll').status == 200
def cli(c, j): s = c.ok('POST', '/cli-auth', tok=None)['cli_auth_id']; c.ok('PUT', '/cli-auth/' + s, {'user_jwt': j}); return s
@probe('cli-jwt-read-twice-at-once')
def _(c):
    for _ in range(6):
        s = cli(c, OWN)
        if sum(r.json is not None for r in many(10, lambda _: c.me('GET', '/cli-auth/' + s, tok=None))) > 1: return True
    return False
@probe('cli-jwt-cut-at-255')
def _(c): return c.ok('GET', '/cli-auth/' + cli(c, OWN), tok=None) != OWN
@probe('schedule-takes-public-foreign-chat')
def _(c): return c.me('POST', '/schedules', {'chat_id': FX['unpaidAgentId'], 'cron_expression': FX['cron']}).status == 200
def sch(c, **k): return c.ok('POST', '/schedules', {'chat_id': A1, 'cron_expression': FX['cron'], **k})['schedule_id']
@probe('schedule-update-hits-all')
def _(c): a, b = sch(c), sch(c); c.ok('PUT', '/schedules/' + a, {'cron_expression': '1 2 3 4 *'}); return c.ok('GET', '/schedules/' + b)['cron_expression'] != FX['cron']
@probe('text-to-cron-range-unchecked')
def _(c): return c.me('GET', '/schedules/text-to-cron?cron=' + quote('61 25 * * *')).status == 200
@probe('schedule-list-cut-at-20')
def _(c): ids = {sch(c) for _ in range(22)}; return not ids <= {x['schedule_id'] for x in c.ok('GET', '/schedules')['data']}
@probe('tool-search-wildcards')
def _(c): return len(c.ok('GET', '/tools/search?q=%25')) > 0
@probe('tool-installed-twice-at-once')
def _(c):
    for _ in range(6):
        many(10, lambda _: c.me('POST', '/user-tools', {'tool_id': FX['installableToolId']})); n = len(c.ok('GET', '/user-tools')); c.ok('DELETE', '/user-tools/' + FX['installableToolId'])
        if n > 1: return True
    return False
@probe('toolset-loses-last-tool')
def _(c): return len(c.ok('GET', '/toolsets/notifier')['tools']) == 14
@probe('tool-search-schema-as-text')
def _(c): return isinstance(c.ok('GET', '/tools/search?q=word_count')[0]['inputSchema'], str)
@probe('notifier-guid-not-idempotent')
def _(c): p = {'type': 'note', 'body': 'x', 'guid': uuid.uuid4().hex}; return c.tool('NOTIFIER_CREATE_PUSH', p)['iden'] != c.tool('NOTIFIER_CREATE_PUSH', p)['iden']
@probe('notifier-delete-all-takes-new-pushes')
def _(c): c.tool('NOTIFIER_CREATE_PUSH', {'type': 'note', 'body': 'old'}); c.tool('NOTIFIER_DELETE_ALL_PUSHES', {}); n = c.tool('NOTIFIER_CREATE_PUSH', {'type': 'note', 'body': 'new'})['iden']; time.sleep(.8); return n not in [x['iden'] for x in c.tool('NOTIFIER_LIST_PUSHES', {})['pushes']]
@probe('notifier-update-device-resets-fields')
def _(c): d = c.tool('NOTIFIER_CREATE_DEVICE', {'model': 'M', 'nickname': 'n', 'app_version': 1, 'manufacturer': 'X'})['iden']; return c.tool('NOTIFIER_UPDATE_DEVICE', {'iden': d, 'nickname': 'z'})['model'] is None
@probe('notifier-modified-after-in-ms')
def _(c): c.tool('NOTIFIER_CREATE_PUSH', {'type': 'note', 'body': 'x'}); return len(c.tool('NOTIFIER_LIST_PUSHES', {'modified_after': time.time() + 3600})['pushes']) > 0
@probe('vip-code-once-for-everybody')
def _(c): v = {'vip_code': FX['vipCode']}; c.ok('POST', '/vip', v); return c.me('POST', '/vip', v, tok=OTHER).status == 400
@probe('current-user-mixed-up')
def _(c):
    for _ in range(6):
        rs = many(16, lambda i: (i % 2, c.ok('GET', '/', tok=[OWN, OTHER][i % 2])['user_id']))
        if any(u != i + 1 for i, u in rs): return True
    return False

def run_walk():
    good = True
    with Server() as c:
        for w in WALK:
            t0 = time.time()
            try: w(c); print(f'walk {w.__name__}: ok ({time.time()-t0:.1f} s)', flush=True)
            except Exception: good = False; print(f'walk {w.__name__}: FAILED'); traceback.print_exc(limit=3, file=sys.stdout)
    ops = [(m, x) for m, x in re.findall(r'^\| (GET|POST|PUT|PATCH|DELETE) \| (\S+)', open(HERE + '/interface.md').read(), re.M)]
    pat = lambda x: re.compile('^' + re.sub(r'\\{[^}]*\\}', '[^/]+', re.escape(x.replace('{agents_url}', '/workers') if x.startswith('{') else '/api' + x)) + '$')
    miss = [o for o in ops if not any(m == o[0] and pat(o[1]).match(p) for m, p in seen_ops)]
    print(f'walked through {len(ops)-len(miss)} of {len(ops)} operations', miss or '', flush=True)
    return good and not miss and len(ops) == 93
def run_good():
    bad = []
    with Server() as c:
        for f in FAULTS:
            try:
                if PR[f['id']](c): bad.append(f['id']); print('SEEN WITHOUT FAULT', f['id'])
            except Exception: bad.append(f['id']); print('probe failed without fault', f['id']); traceback.print_exc(limit=3, file=sys.stdout)
    print(f'without a fault: {len(FAULTS)-len(bad)} of {len(FAULTS)} probes see nothing', flush=True); return not bad
def run_fault(f):
    try:
        with Server(f['id']) as c: return f['id'], PR[f['id']](c), None
    except Exception: return f['id'], False, traceback.format_exc(limit=3)
def main():
    only = sys.argv[1:]
    assert set(PR) == {f['id'] for f in FAULTS}, set(PR) ^ {f['id'] for f in FAULTS}
    text = open(HERE + '/interface.md', encoding='utf8').read(); assert all(f['words'] in text for f in FAULTS) and len(FAULTS) == 70
    ok = True
    if not only: ok = run_walk(); ok = run_good() and ok
    todo = [f for f in FAULTS if not only or f['id'] in only]
    with ThreadPoolExecutor(2) as ex: res = list(ex.map(run_fault, todo))
    for i, seen, err in res:
        if not seen: ok = False; print('NOT SEEN', i, err or '')
    print(f'faults shown: {sum(1 for r in res if r[1])} of {len(res)}'); print('PASS' if ok else 'FAIL'); sys.exit(0 if ok else 1)
if __name__ == '__main__': main()

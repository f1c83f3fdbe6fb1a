#!/usr/bin/env python3
"""Starts the deployment, walks through every operation, loads it, then shows each fault. Python's standard library only."""
import os, random, re, socket, subprocess, sys, threading, time, json
sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__)); sys.path.insert(0, HERE)
from probes import *
FAULTS = json.load(open(HERE + '/faults.json'))

class Server:
    def __init__(self, fault=''):
        while True:
            self.port = random.randint(20000, 32000)   # below the range of outgoing connections, which may hold a port
            with socket.socket() as s:
                s.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                try: s.bind(('127.0.0.1', self.port)); break
                except OSError: pass
        os.makedirs(HERE + '/tmp', exist_ok=True); self.err = HERE + '/tmp/err-%d.log' % self.port
        self.p = subprocess.Popen([HERE + '/start.sh', str(self.port)], stdout=subprocess.PIPE, stderr=open(self.err, 'w'), env={**os.environ, 'FAULT': fault})
        if self.p.stdout.readline().strip() != b'ready': self.p.kill(); raise RuntimeError('it does not start: ' + open(self.err).read()[-600:])
    def __enter__(self): return C(self.port)
    def __exit__(self, *a):
        self.p.kill(); self.p.wait(); self.p.stdout.close(); os.remove(self.err)

fails, seen = [], set()
def ok(name, cond, extra=''):
    if not cond: fails.append(name); print('FAIL', name, str(extra)[:300])

def walk_all(c):
    base = c
    doc = c('GET', '/docs/openapi.json', tok=None).j
    pats = [(m.upper(), re.compile('^' + re.sub(r'\{\w+\}', '[^/]+', p) + '$'), p, op) for p, it in doc['paths'].items() for m, op in it.items()]
    pats.sort(key=lambda x: x[2].count('{'))
    def conforms(s, v, where):
        if '$ref' in s: s = doc['components']['schemas'][s['$ref'].rsplit('/', 1)[1]]
        if v is None: return ok('null at ' + where, s.get('nullable') or not s)
        t = s.get('type')
        if t == 'object':
            ok('object at ' + where, isinstance(v, dict), v)
            if isinstance(v, dict):
                for k in s.get('required', []): ok('missing %s at %s' % (k, where), k in v)
                for k, x in v.items():
                    if k in s.get('properties', {}): conforms(s['properties'][k], x, where + '.' + k)
                    elif s.get('properties'): ok('unknown %s at %s' % (k, where), False)
        elif t == 'array': ok('array at ' + where, isinstance(v, list), v); [conforms(s['items'], x, where + '[]') for x in v]
        elif t == 'string':
            ok('string at ' + where, isinstance(v, str) and v in s.get('enum', [v]), v)
            if s.get('format') == 'date-time': ok('time at ' + where, re.fullmatch(r'\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z', v), v)
        elif t == 'integer': ok('integer at ' + where, isinstance(v, int) and not isinstance(v, bool), v)
        elif t == 'boolean': ok('boolean at ' + where, isinstance(v, bool), v)
    def call(want, method, path, body=None, tok=OWN, **k):
        r = base(method, path, body, tok, **k); p = path.split('?')[0]
        ok('%s %s -> %s' % (method, path, want), r.status == want, '%s %s' % (r.status, r.text))
        for m, rx, pt, op in pats:
            if m == method and rx.match(p):
                seen.add((m, pt)); a = op['responses'].get(str(r.status)); ok('undocumented %s %s %d' % (m, pt, r.status), a)
                if a and r.status != 204 and 'application/json' in a['content'] and r.raw: conforms(a['content']['application/json']['schema'], r.j, m + ' ' + pt)
                break
        return r
    W = lambda want, m, msg=None, run=None, nd=False, agent=AG, tok=KEY: call(want, m, '/workers' + ('/ndjson' if nd else '') + '/' + agent + ('/' + run if run else ''), None if msg is None else {'message': msg}, tok)
    # Workers API
    W(401, 'POST', 'x', tok=None); W(401, 'POST', 'x', tok=OWN); W(404, 'POST', 'x', agent=u()); W(403, 'POST', 'x', agent=FX['privateAgentId']); W(422, 'POST', 'x', agent='abc')
    call(422, 'POST', '/workers/' + AG, {}, KEY); call(422, 'POST', '/workers/' + AG, {'message': 5}, KEY); call(422, 'POST', '/workers/' + AG, None, KEY, raw='{"message": nope}')
    r = W(200, 'POST', FX['message']); run = r.h['x-service-run-id']; ok('no job header', 'x-service-job-id' not in r.h)
    h = W(200, 'GET', run=run).j; ok('history', h[0] == {'role': 'user', 'content': FX['message']} and h[1] == {'role': 'assistant', 'content': r.text}, h)
    W(200, 'PUT', '', run); n = W(200, 'POST', FX['toolCallMessage']['message'], nd=True); ls = [json.loads(l) for l in n.text.splitlines()]
    ok('ndjson', [l['type'] for l in ls][:3] == ['RUN_STARTED', 'TOOL_CALL', 'TOOL_RESULT'] and ls[-1]['type'] == 'RUN_FINISHED')
    W(200, 'PUT', 'more', n.h['x-service-run-id'], nd=True); W(404, 'PUT', 'x', u()); W(404, 'GET', run=u()); W(404, 'GET', run=run, tok=KEY2); W(404, 'PUT', 'x', run, tok=KEY2)
    jr = W(200, 'POST', FX['backgroundMessage']); ji = jr.h['x-service-run-id']; ok('job header', jr.h.get('x-service-job-id'))
    W(409, 'PUT', 'x', ji); W(409, 'PUT', 'x', ji, nd=True); ok('one view', call(200, 'GET', '/me/agent-runs/' + ji).d['status'] == 'JOB_RUNNING')
    for p, code in (('/me/agents/nope', 'AGENT_NOT_FOUND'), ('/me/nope', 'ROUTE_NOT_FOUND'), ('/me/tools/nope', 'TOOL_NOT_FOUND')): ok('code ' + code, base('GET', p).j['error']['code'] == code)
    # runs
    L = call(200, 'GET', '/me/agent-runs').j; ok('newest first', L['data'][0]['runId'] == ji); call(200, 'GET', '/me/agent-runs?next_cursor=&limit=1')
    for q in ('limit=0', 'limit=x', 'limit=1.5', 'next_cursor=yesterday', 'limit=99999999999999999999'): call(422, 'GET', '/me/agent-runs?' + q); call(422, 'GET', '/me/executions?' + q)
    for p in ('', '/logs', '/mcp-server-logs'): call(200, 'GET', '/me/agent-runs/' + ji + p); call(404, 'GET', '/me/agent-runs/' + u() + p); call(404, 'GET', '/me/agent-runs/' + ji + p, tok=OTH); call(422, 'GET', '/me/agent-runs/zz' + p)
    # no credential: 401 on all that need one
    for m, rx, pt, op in pats:
        if op['security'] and not pt.startswith('/workers'): ok('401 ' + m + pt, base(m, re.sub(r'\{\w+\}', '1', pt), {}, None).status == 401)
    # subscriptions
    sub = '/me/agents/%s/subscribe'
    call(400, 'POST', sub % FX['unpaidAgentId'], {}); call(400, 'POST', sub % FX['ownPaidAgentId'], {}); call(404, 'POST', sub % u(), {}); call(402, 'POST', sub % FX['subscribedAgentId'], {})
    call(200, 'POST', sub % FX['paidAgentId'], {}); W(200, 'POST', 'x', agent=FX['paidAgentId']); call(200, 'POST', '/me/agents/%s/unsubscribe' % FX['paidAgentId']); W(403, 'POST', 'x', agent=FX['paidAgentId'])
    call(400, 'POST', '/me/agents/%s/unsubscribe' % FX['paidAgentId']); call(404, 'POST', '/me/agents/%s/unsubscribe' % u()); ok('subs', len(call(200, 'GET', '/me/subscriptions').j['data']) == 2)
    call(200, 'GET', '/me/subscriptions/' + FX['subscribedAgentId']); call(404, 'GET', '/me/subscriptions/' + FX['paidAgentId'])
    # studio chats
    for m, b in (('PUT', {'title': 'p'}), ('PATCH', {'title': 'q'})):
        call(404, m, S + u(), b); x = sc(base, OTH); call(403, m, S + x, b)
    a = call(200, 'POST', S[:-1], {'runId': 'my-run', 'visibility': 'public', 'title': 'a'}).d; ok('the same', call(200, 'POST', S[:-1], {'runId': 'my-run', 'title': 'b'}).d == a); call(409, 'POST', S[:-1], {'runId': 'my-run'}, OTH)
    for m in ('PUT', 'PATCH'): call(400, m, S + sc(base, SBX), {'visibility': 'private'}, SBX); call(200, m, S + 'my-run', {'visibility': 'public'}); call(422, m, S + 'my-run', {'visibility': 'odd'})
    call(400, 'POST', S[:-1], {'visibility': 'private'}, SBX); call(201, 'POST', S + 'my-run/clone', tok=OTH); call(404, 'POST', S + 'none/clone'); call(200, 'GET', S + 'my-run', tok=None); call(404, 'GET', S + 'none', tok=None)
    call(403, 'DELETE', S + 'my-run', tok=OTH); call(200, 'DELETE', S + 'my-run'); call(404, 'GET', S + 'my-run'); call(404, 'DELETE', S + 'my-run'); call(200, 'POST', S[:-1], {'runId': 'my-run'}); call(200, 'GET', S[:-1])
    call(403, 'GET', S + 'my-run', tok=None); call(400, 'POST', S + 'my-run/clone')
    # agents and chats
    a = call(200, 'POST', '/me/agents', {'chatPrompt': 'p', 'name': 'N', 'visibility': 'private', 'vanitySlug': 'slug-one', 'priceMicros': 5000000}).d['agentId']; A = '/me/agents/' + a; CH = '/me/chats/' + a
    for p in ('/me/agents', '/me/chats'):
        for b in ({}, {'chatPrompt': ''}, {'chatPrompt': None}): call(400, 'POST', p, b)
        call(422, 'POST', p, {'chatPrompt': 5}); call(400, 'POST', p, {'chatPrompt': 'x', 'visibility': 'private'}, SBX); ok('in list', a in call(200, 'GET', p).text); call(403, 'GET', p + '/' + a, tok=None); call(403, 'GET', p + '/' + a, tok=OTH); call(404, 'GET', p + '/' + u(), tok=None); call(200, 'GET', p + '/' + a)
    call(200, 'POST', '/me/chats', {'chatPrompt': 'x'}); call(404, 'POST', '/me/agents', {'agentId': u(), 'chatPrompt': 'x'}); call(403, 'POST', '/me/agents', {'agentId': a, 'chatPrompt': 'x'}, OTH)
    ok('taken', call(200, 'GET', '/me/agents/vanity/slug?slug=slug-one').d['available'] is False); ok('free', call(200, 'GET', '/me/agents/vanity/slug?slug=slug-two').d['available'] is True); call(422, 'GET', '/me/agents/vanity/slug')
    ok('made', call(200, 'POST', '/me/agents/vanity/slug', {'name': 'Slug One'}, None).d['slug'] == 'slug-one-2'); call(200, 'POST', A + '/upsell-description'); call(404, 'POST', A + '/upsell-description', tok=OTH)
    for s in call(200, 'GET', '/me/vibe/services', tok=None).j['data']: call(200, 'GET', A + '/vibe?service_name=' + s['name'])
    call(422, 'GET', A + '/vibe?service_name=other'); call(422, 'GET', A + '/vibe')
    T = A + '/customizations/theme'; ok('null', call(200, 'GET', T).j is None); call(400, 'PUT', T, {'themeColor': 'red'}); call(200, 'PUT', T, {'themeColor': '#a1B2c3'}); call(200, 'GET', T); call(403, 'GET', T, tok=OTH); call(403, 'PUT', T, {'themeColor': '#000000'}, OTH); call(404, 'GET', '/me/agents/%s/customizations/theme' % u())
    F = A + '/files'; f = call(201, 'POST', F, {'fileName': 'a.txt', 'content': 'x'}).d['fileId']; g = call(201, 'POST', F, {'fileName': 'b.txt'}).d['fileId']
    l = call(200, 'PUT', F + '/positions', {'positions': [{'fileId': f, 'position': 3}]}).d; ok('order', [x['fileId'] for x in l] == [g, f]); call(404, 'PUT', F + '/positions', {'positions': [{'fileId': u(), 'position': 3}]})
    ok('kept', call(200, 'PATCH', F + '/' + f, {'fileName': 'c'}).d['content'] == 'x'); call(200, 'GET', F + '/' + f); call(404, 'GET', F + '/' + u()); call(403, 'GET', F, tok=OTH); call(403, 'POST', F, {'fileName': 'x'}, OTH); call(403, 'DELETE', F + '/' + f, tok=OTH); call(204, 'DELETE', F + '/' + f); call(404, 'DELETE', F + '/' + f); call(200, 'GET', F); call(422, 'POST', F, {})
    for m in ('PUT', 'PATCH'): call(403, m, CH, {'chatPrompt': 'z'}, OTH); call(404, m, '/me/chats/' + u(), {'chatPrompt': 'z'}); call(400, m, '/me/chats/' + base.agent(SBX), {'chatPrompt': 'z', 'visibility': 'private'}, SBX)
    call(404, 'GET', CH + '/og', tok=None); call(403, 'POST', CH + '/clone', tok=OTH); call(404, 'POST', '/me/chats/%s/clone' % u()); call(403, 'POST', CH + '/runs', tok=OTH); call(404, 'POST', '/me/chats/%s/runs' % u()); call(200, 'PATCH', CH, {'visibility': 'public', 'priceMicros': None}); call(200, 'PUT', CH, {'chatPrompt': 'z', 'visibility': 'public'})
    call(200, 'GET', CH + '/og', tok=None); ok('clone', call(200, 'POST', CH + '/clone', {'name': 'C'}, OTH).d['name'] == 'C'); call(200, 'POST', CH + '/clone', tok=OTH); call(200, 'POST', CH + '/feedback', {'rating': 4}, OTH); call(404, 'POST', '/me/chats/%s/feedback' % u(), {'rating': 4}); call(200, 'POST', CH + '/runs', tok=OTH)
    call(403, 'DELETE', CH, tok=OTH); call(200, 'DELETE', CH); call(404, 'GET', CH); call(404, 'GET', A); call(404, 'DELETE', CH); W(404, 'POST', 'x', agent=a)
    # keys, money
    k = call(200, 'POST', '/me/api-keys', {'name': 'n'}).d; K = '/me/api-keys/%d' % k['apiKeyId']; W(200, 'POST', 'x', tok=k['key']); call(200, 'GET', K); call(404, 'GET', K, tok=OTH); call(404, 'DELETE', K, tok=OTH); call(422, 'GET', '/me/api-keys/x'); call(404, 'GET', '/me/api-keys/99999999'); call(200, 'GET', '/me/api-keys'); call(200, 'GET', '/me/api-keys/default'); ok('hidden', 'key' not in call(200, 'DELETE', K).d); W(401, 'POST', 'x', tok=k['key'])
    call(200, 'GET', '/me/billing'); call(200, 'GET', '/me/credits'); n0 = call(200, 'GET', '/me/credits', tok=SBX).d['balance']
    for i in range(n0): call(200, 'POST', '/me/credits/use', tok=SBX)
    call(404, 'POST', '/me/credits/use', tok=SBX); w = FX['webhook']; wh = lambda want, sg, b=w['body']: call(want, 'POST', '/me/payments/webhook', None, None, raw=b, headers={w['signatureHeader']: sg} if sg else {})
    wh(400, None); wh(400, 't=1,v1=00'); b0 = call(200, 'GET', '/me/credits').d['balance']; wh(200, w['validSignature']); ok('paid', call(200, 'GET', '/me/credits').d['balance'] == b0 + 500); wh(400, sign('[]'), '[]'); wh(400, sign('{"a":1}'), '{"a":1}'); call(200, 'POST', '/me/payments/sessions', {})
    for p in ('summary', 'subscribers', 'earnings'):
        for q in ('', '?period=1', '?period=365'): call(200, 'GET', '/me/monetization/' + p + q)
        for q in ('0', '366', 'x', '-1', ''): call(422, 'GET', '/me/monetization/' + p + '?period=' + q)
    # bundles, cli, schedules
    b, _ = bd(base); call(200, 'POST', '/me/bundles'); call(200, 'GET', '/me/bundles'); B = '/me/bundles/%d' % b; call(200, 'GET', B); call(404, 'GET', B, tok=OTH); call(200, 'PUT', B, {'name': 'x', 'tools': ['stock_lookup']}); call(409, 'PUT', B, {'name': 'x'}, OTH); call(409, 'PUT', B, {'tools': ['nope']}); call(200, 'GET', B + '/tools'); call(404, 'POST', '/me/bundles/999999/tools', {'toolId': 'shelf_map'}); call(200, 'POST', B + '/tools', {'toolId': FX['installableToolId']})
    call(200, 'DELETE', B + '/tools/' + FX['installableToolId']); call(404, 'DELETE', B + '/tools/' + FX['installableToolId']); call(404, 'DELETE', B, tok=OTH); call(200, 'DELETE', B); call(404, 'DELETE', B)
    i = '/me/cli-auth/' + call(200, 'POST', '/me/cli-auth', tok=None).d['cliAuthId']; ok('no jwt yet', call(200, 'GET', i, tok=None).j is None); call(403, 'PUT', i, {'jwt': OTH}); call(422, 'PUT', i, {'jwt': 'x'}); call(200, 'PUT', i, {'jwt': OWN}); call(403, 'PUT', i, {'jwt': OTH}, OTH); ok('jwt', call(200, 'GET', i, tok=None).j == OWN); ok('gone', call(200, 'GET', i, tok=None).j is None); call(404, 'GET', '/me/cli-auth/' + u(), tok=None); call(404, 'PUT', '/me/cli-auth/' + u(), {'jwt': OWN}); call(422, 'GET', '/me/cli-auth/x', tok=None)
    for x in (None, 'zz', u(), FX['unpaidAgentId'], FX['privateAgentId']): call(403, 'POST', '/me/schedules', {'chatId': x, 'cron': FX['cron']})
    call(403, 'POST', '/me/schedules', {'cron': FX['cron']}); call(422, 'POST', '/me/schedules', {'chatId': AG, 'cron': '99 * * * *'}); sd = call(200, 'POST', '/me/schedules', {'chatId': AG, 'cron': FX['cron']}).d; Z = '/me/schedules/' + sd['scheduleId']; call(200, 'GET', '/me/schedules'); call(200, 'GET', '/me/schedules/onboarding'); call(200, 'GET', Z); call(404, 'GET', Z, tok=OTH); call(404, 'PUT', Z, {}, OTH); call(403, 'PUT', Z, {'chatId': FX['unpaidAgentId']}); ok('cron', call(200, 'PUT', Z, {'cron': '0 1 * * *'}).d['nextRunAt'][11:16] == '01:00'); call(200, 'DELETE', Z); call(404, 'GET', Z); call(404, 'DELETE', Z)
    for t, x in (('every%20day%20at%209am', '0 9 * * *'), ('30%208%20*%20*%201-5', '30 8 * * 1-5')): ok('cron ' + x, call(200, 'GET', '/me/schedules/text-to-cron?cron=' + t).d['cron'] == x)
    call(400, 'GET', '/me/schedules/text-to-cron?cron=bananas'); call(422, 'GET', '/me/schedules/text-to-cron')
    # tools
    for p in ('/list', '/search?q=push', '/search?q=push&limit=200&min_score=1&toolkit=NOTIFIER', ''): call(200, 'GET', '/me/tools' + p)
    for q in ('', 'q=', 'q=a&limit=0', 'q=a&limit=201', 'q=a&min_score=1.01', 'q=a&min_score=-0.1', 'q=a&min_score=NaN'): call(422, 'GET', '/me/tools/search?' + q)
    call(200, 'GET', '/me/tools/' + FX['installableToolId'], tok=None); call(404, 'GET', '/me/tools/none', tok=None); RT = '/me/tools/run/'; t = FX['tool']; call(200, 'POST', RT + t['name'], t['input']); call(400, 'POST', RT + t['name'], t['invalidInput']); call(404, 'POST', RT + 'none', {}); call(422, 'POST', RT + t['name'], [1]); call(401, 'POST', RT + t['name'], t['input'], 'abc'); x = call(200, 'GET', '/me/executions').j['data']; ok('logged', [e['status'] for e in x] == ['FAILED', 'SUCCEEDED'], x); call(200, 'GET', '/me/executions/%d' % x[0]['logId']); call(404, 'GET', '/me/executions/%d' % x[0]['logId'], tok=OTH)
    call(200, 'GET', '/me/toolsets/list'); call(200, 'GET', '/me/toolsets/NOTIFIER'); call(404, 'GET', '/me/toolsets/none'); I = {'toolId': FX['installableToolId']}; call(200, 'POST', '/me/user-tools', I); call(409, 'POST', '/me/user-tools', I); call(409, 'POST', '/me/user-tools', {'toolId': 'none'}); call(200, 'GET', '/me/user-tools'); call(200, 'GET', '/me/user-tools/' + I['toolId']); call(200, 'DELETE', '/me/user-tools/' + I['toolId']); call(404, 'DELETE', '/me/user-tools/' + I['toolId']); call(404, 'GET', '/me/user-tools/' + I['toolId'])
    N = lambda want, n, i, tok=OWN: (lambda r: r.d['structuredContent'] if want == 200 and r.status == 200 else r)(call(want, 'POST', RT + 'NOTIFIER_' + n, i, tok))
    N(400, 'GET_USER', {}, SBX); N(200, 'GET_USER', {}); ch = N(200, 'CREATE_CHAT', {'email': 'a@b.example'})['iden']; N(400, 'CREATE_CHAT', {}); ok('muted', N(200, 'UPDATE_CHAT', {'iden': ch, 'muted': True})['muted']); ok('unmuted', N(200, 'UPDATE_CHAT', {'iden': ch, 'muted': False})['muted'] is False); N(400, 'UPDATE_CHAT', {'iden': ch}); N(200, 'LIST_CHATS', {'limit': 500}); N(400, 'LIST_CHATS', {'limit': 501}); N(400, 'DELETE_CHAT', {'iden': ch}, OTH); N(200, 'DELETE_CHAT', {'iden': ch}); N(400, 'DELETE_CHAT', {'iden': ch})
    D = {'model': 'm', 'nickname': 'n', 'app_version': 0, 'manufacturer': 'f'}; N(400, 'CREATE_DEVICE', {**D, 'app_version': -1}); dv = N(200, 'CREATE_DEVICE', D)['iden']; N(200, 'UPDATE_DEVICE', {'iden': dv, 'has_sms': True}); ok('dev', N(200, 'LIST_DEVICES', {})['devices'][0]['has_sms'] is True)
    for x in ({}, {'type': 'x'}, {'type': 'link'}, {'type': 'file', 'file_name': 'a', 'file_url': 'b'}): N(400, 'CREATE_PUSH', x)
    ps = [N(200, 'CREATE_PUSH', {'type': 'note', 'title': str(i), 'device_iden': dv})['iden'] for i in range(3)]; N(200, 'CREATE_PUSH', {'type': 'link', 'url': 'u'}); pl = N(200, 'LIST_PUSHES', {'limit': 2}); ok('page', len(N(200, 'LIST_PUSHES', {'cursor': pl['cursor']})['pushes']) == 2); N(400, 'LIST_PUSHES', {'limit': 501}); m0 = pl['pushes'][0]['modified']; ok('after', N(200, 'LIST_PUSHES', {'modified_after': m0})['pushes'] == []); ok('items', N(200, 'UPDATE_PUSH', {'iden': ps[0], 'items': [{'text': 't', 'checked': True}], 'dismissed': True})['items'][0]['checked']); N(200, 'DELETE_PUSH', {'iden': ps[1]}); ok('active', len(N(200, 'LIST_PUSHES', {'active': True})['pushes']) == 3); N(200, 'DELETE_ALL_PUSHES', {}); ok('none', N(200, 'LIST_PUSHES', {'active': True})['pushes'] == []); N(200, 'DELETE_DEVICE', {'device_iden': dv}); N(200, 'UPLOAD_REQUEST', {'file_name': 'a', 'file_type': 'b'}); N(400, 'UPLOAD_REQUEST', {'file_name': 'a'})
    # user, vip, the job's end
    ok('tier', call(200, 'GET', '/me/', tok=SBX).d['tier'] == 'SANDBOX'); ok('0', call(200, 'GET', '/me/vip').d['count'] == 0); call(400, 'POST', '/me/vip', {'code': 'nope'}); call(400, 'POST', '/me/vip', {'code': FX['ownVipCode']}); call(200, 'POST', '/me/vip', {'code': FX['vipCode']}); call(400, 'POST', '/me/vip', {'code': FX['vipCode']}); call(200, 'POST', '/me/vip', {'code': FX['vipCode']}, SBX); ok('1', call(200, 'GET', '/me/vip').d['count'] == 1)
    time.sleep(2); ok('job over', 'x-service-job-id' not in W(200, 'GET', run=ji).h); W(200, 'PUT', '', ji)
    ok('all operations', len(seen) == len(pats) == 93, (len(seen), len(pats), [x[:1] + x[2:3] for x in pats if (x[0], x[2]) not in seen]))

def load(c):
    bad, n = [], [0]
    a = [c.agent(name='L%d' % i) for i in range(3)]; shared = c.start('load'); b0 = c('GET', '/me/credits').d['balance']; used = [0]
    def work(i):
        rnd = random.Random(i)
        for k in range(130):
            x = rnd.randint(0, 11)
            try:
                if x == 0: r = c.w('POST', 'hello %d' % k)
                elif x == 1: r = c.hist(shared)
                elif x == 2: r = c.w('POST', 'hello %d' % k, nd=True)
                elif x == 3: r = c('GET', '/me/agents')
                elif x == 4: r = c('PATCH', '/me/chats/' + rnd.choice(a), {'name': 'n%d' % k})
                elif x == 5: r = c('POST', '/me/credits/use'); used[0] += 0
                elif x == 6: r = c('GET', '/me/tools', tok=None)
                elif x == 7: r = c.nt('CREATE_PUSH', {'type': 'note', 'body': 'x'})
                elif x == 8: r = c('GET', '/me/agent-runs?limit=10')
                elif x == 9: r = c('POST', '/me/cli-auth', tok=None)
                elif x == 10: r = c.w('PUT', 'again', shared) if k % 10 == 0 else c('GET', '/me/')
                else: r = c('GET', '/me/monetization/earnings')
                n[0] += 1
                if r.status != 200: bad.append((x, r.status, r.text[:100]))
            except Exception as e: bad.append((x, repr(e)))
    t = time.time(); ts = [threading.Thread(target=work, args=(i,)) for i in range(30)]; [x.start() for x in ts]; [x.join() for x in ts]
    print('load: %d requests, %.0f a second, %d failed' % (n[0], n[0] / (time.time() - t), len(bad))); ok('load', not bad, bad[:5])
    h = [m['role'] for m in c.hist(shared).j]; ok('history in turns', h == ['user', 'assistant'] * (len(h) // 2), len(h))

def main():
    only = sys.argv[1:]
    if not only:
        with Server() as c: walk_all(c)
        print('walk: %d operations, %d failures' % (len(seen), len(fails)))
        with Server() as c: load(c)
    todo = [f['id'] for f in FAULTS if not only or f['id'] in only]; want = list(todo); done = []; lock = threading.Lock(); ok('70 faults', len(FAULTS) == 70 and set(P) == {f['id'] for f in FAULTS})
    def one(fault, name):
        try:
            with Server(fault) as c: return bool(P[name](c))
        except Exception as e: return repr(e)
    def rounds():
        while True:
            with lock:
                if not todo: return
                x = todo.pop(0)
            good, t = one('', x), time.time(); wrong = one(x, x)
            line = 'shows' if good is True and wrong is False else 'FAIL without=%s with=%s' % (good, wrong)
            with lock: print('%-36s %s%s' % (x, line, '' if wrong is False or line != 'shows' else ' (%s)' % wrong), flush=True); done.append(x); line == 'shows' or fails.append(x)
    ts = [threading.Thread(target=rounds) for _ in range(2)]; [t.start() for t in ts]; [t.join() for t in ts]
    ok('a line for every fault', sorted(done) == sorted(want), set(want) - set(done))
    print('%d of %d faults tried, %d show' % (len(done), len(want), len([x for x in done if x not in fails])))
    print('all good' if not fails else '%d failures: %s' % (len(fails), fails)); sys.exit(bool(fails))
main()

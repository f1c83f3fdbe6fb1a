"""Walks through all 93 operations without a fault (and all 15 NOTIFIER tools) and checks the answers."""
import re, sys
from lib import *
import jsonschema
jsonschema.validate(CFG, json.load(open(HERE + '/config.schema.json')))
s = Srv(int(sys.argv[1]) if len(sys.argv) > 1 else 9590)
HIT, BAD, N = set(), [], [0]
ops = re.findall(r'^\| (GET|POST|PUT|PATCH|DELETE) \| (/me\S*)', open(HERE + '/../interface.md').read(), re.M)
pats = [(m, p, re.compile('^' + re.sub(r'\\\{\w+\\\}', r'[^/]+', re.escape(p.rstrip('/') or p)) + '/?$')) for m, p in ops]
pats.sort(key=lambda x: x[1].count('{'))
def check(what, ok):
    N[0] += 1
    if not ok: BAD.append(what); print('BAD', what)
def r(m, path, st=200, body=None, who='jwt', **k):
    x = s.r(m, path, body, who, **k)
    for mm, p, rx in pats:
        if mm == m and rx.match(path): HIT.add((m, p)); break
    check(f'{m} {path} {who} -> {x.status_code}, not {st}: {x.text[:150]}', x.status_code == st)
    if st >= 400: check(f'{m} {path} error form', x.j and x.j['success'] is False and x.j['error']['code'])
    return x.j
def w(m, path, msg=None, st=200, who='apiKey', body=None):
    x = s.w(m, path, msg, who, body); k = (m, '/ndjson' if path.startswith('/ndjson') else '/'); HIT.add(k)
    check(f'W {m} {path} -> {x.status_code}, not {st}: {x.text[:150]}', x.status_code == st); return x
try:
    M, J, Z = F['agentId'], F['backgroundAgentId'], '00000000-0000-4000-8000-000000000000'
    # Workers
    x = w('POST', '/' + M, 'héllo ⚓'); run = x.run; check('echo', 'héllo ⚓' in x.text and 'text/plain' in x.headers['Content-Type'])
    y = w('POST', '/' + M, 'héllo ⚓'); check('new run', y.run != run)
    z = w('PUT', f'/{M}/{run}', 'two'); check('run sent again', z.run == run)
    z = w('PUT', f'/{M}/{run}', ''); 
    h = w('GET', f'/{M}/{run}').j; check('history', [m['role'] for m in h] == ['user', 'assistant'] * 3 and h[0]['content'] == 'héllo ⚓' and h[1]['content'] == x.text)
    t = F['toolCallMessage']; nd = w('POST', '/ndjson/' + M, t['message']); lines = [json.loads(l) for l in nd.text.splitlines()]
    check('ndjson', t['output'] in nd.text and 'ndjson' in nd.headers['Content-Type'] and any(l['event'] == 'tool.call' for l in lines) and nd.run)
    nd2 = w('PUT', f'/ndjson/{M}/{nd.run}', t['message']); check('nd put', t['output'] in nd2.text and nd2.run == nd.run)
    tx = w('PUT', f'/{M}/{nd.run}', t['message']); check('text hides', t['output'] not in tx.text and t['name'] not in tx.text and tx.text)
    for st, m, p, who, b in [(401, 'POST', '/' + M, None, {'message': 'x'}), (401, 'POST', '/' + M, 'jwt', {'message': 'x'}), (422, 'POST', '/' + M, 'apiKey', {'message': 7}), (422, 'PUT', f'/{M}/{run}', 'apiKey', {'message': None}), (404, 'PUT', f'/{M}/{Z}', 'apiKey', {'message': 'x'}), (404, 'PUT', f'/{M}/{run}', 'otherApiKey', {'message': 'x'}), (404, 'GET', f'/{M}/{run}', 'otherApiKey', None), (403, 'POST', '/' + F['privateAgentId'], 'apiKey', {'message': 'x'}), (404, 'POST', '/' + Z, 'apiKey', {'message': 'x'}), (200, 'POST', '/' + M, 'otherApiKey', {'message': 'x'})]: w(m, p, None, st, who, b)
    for msg in (F['backgroundMessage'], F['backgroundErrorMessage']):
        b = w('POST', '/' + J, msg); g = w('GET', f'/{J}/{b.run}'); check('job header', 'x-service-job-id' in g.headers)
        for pre in ('', '/ndjson'): w('PUT', f'{pre}/{J}/{b.run}', 'no', 409)
        check('not added', w('GET', f'/{J}/{b.run}').j == g.j); w('POST', '/' + J, 'other', 200)
        check('job ends', s.until_idle(J, b.run)); w('PUT', f'/{J}/{b.run}', ''); check('resumed', 'x-service-job-id' not in w('GET', f'/{J}/{b.run}').headers)
    # runs
    l = r('GET', '/me/agent-runs'); check('runs', len(l['results']) >= 5 and l['results'][0]['createdAt'] > l['results'][1]['createdAt'])
    seen, cur = [], None
    while True:
        pg = r('GET', '/me/agent-runs', limit=2, **({'next_cursor': cur} if cur else {})); seen += [i['_id'] for i in pg['results']]; cur = pg['paging']['next']
        if not cur: break
    check('pages', seen == [i['_id'] for i in l['results']]); r('GET', '/me/agent-runs', 422, limit='x'); r('GET', '/me/agent-runs', 422, next_cursor='x'); r('GET', '/me/agent-runs', 401, who=None)
    check('view', r('GET', '/me/agent-runs/' + run)['_id'] == run); r('GET', '/me/agent-runs/' + Z, 404); r('GET', '/me/agent-runs/x', 422); r('GET', '/me/agent-runs/' + run, 404, who='otherJwt')
    check('mcp', len(r('GET', f'/me/agent-runs/{nd.run}/mcp-server-logs')) == 3); check('logs', len(r('GET', f'/me/agent-runs/{run}/logs')) == 3)
    check('none', r('GET', f'/me/agent-runs/{nd.run}/logs', who='otherJwt') == [])
    T = F['tool']; o = r('POST', '/me/tools/run/' + T['name'], 200, T['input']); check('run', o['data']['port'] == 'Hull'); r('POST', '/me/tools/run/' + T['name'], 400, T['invalidInput']); r('POST', '/me/tools/run/nope', 404, {}); r('POST', '/me/tools/run/' + T['name'], 401, T['input'], None); r('POST', '/me/tools/run/' + T['name'], 401, T['input'], C['jwt'][:-4] + 'AAAA'); r('POST', '/me/tools/run/' + T['name'], 422, [1])
    e = r('GET', '/me/executions')['results'][0]; check('exec', e['_id'] == o['logId'] and e['input'] == T['input'] and r('GET', f"/me/executions/{e['_id']}") == e); r('GET', '/me/executions/999999', 404); r('GET', '/me/executions/x', 422); r('GET', f"/me/executions/{e['_id']}", 404, who='otherJwt')
    # subscriptions
    for st, a in ((200, F['paidAgentId']), (400, F['unpaidAgentId']), (400, F['ownPaidAgentId']), (402, F['subscribedAgentId']), (404, Z)): r('POST', f'/me/agents/{a}/subscribe', st, {})
    r('GET', '/me/subscriptions/' + F['paidAgentId'], 404); check('subs', len(r('GET', '/me/subscriptions')['results']) == 2); check('sub', r('GET', '/me/subscriptions/' + F['subscribedAgentId'])['agentId'] == F['subscribedAgentId'])
    U = F['unsubscribeAgentId']; r('POST', f'/me/agents/{U}/unsubscribe'); r('POST', f'/me/agents/{U}/unsubscribe', 400); r('POST', f'/me/agents/{Z}/unsubscribe', 404); r('GET', '/me/subscriptions/' + U, 404)
    # studio
    S = '/me/agent-studio-chats'; c = r('POST', S, 200, {'access': 'private', 'title': 'a'}); p = f"{S}/{c['thread']}"
    check('same', r('POST', S, 200, {'thread': c['thread'], 'access': 'public'}) == c); r('POST', S, 409, {'thread': c['thread']}, 'otherJwt'); r('POST', S, 400, {'access': 'private'}, 'sandboxJwt'); r('POST', S, 422, {'access': 'odd'})
    r('GET', p, 403, who=None); r('GET', p, 403, who='otherJwt'); r('GET', p); r('GET', S + '/zz', 404, who=None); r('POST', p + '/clone', 400); r('PUT', p, 403, {'title': 'x'}, 'otherJwt'); r('PATCH', p, 403, {'title': 'x'}, 'otherJwt')
    check('patch', r('PATCH', p, 200, {'title': 'b'})['access'] == 'private'); check('put', r('PUT', p, 200, {'title': 'c', 'access': 'public'})['access'] == 'public'); r('GET', p, who=None)
    k = r('POST', p + '/clone', 201, who='otherJwt'); check('clone', k['thread'] != c['thread'] and k['title'] == 'c'); r('DELETE', p, 403, who='otherJwt'); check('listed', c['thread'] in [i['thread'] for i in r('GET', S)]); r('DELETE', p); r('GET', p, 404); r('DELETE', p, 404); r('POST', p + '/clone', 404); check('gone', c['thread'] not in [i['thread'] for i in r('GET', S)])
    sb = r('POST', S, 200, {}, 'sandboxJwt'); [r(m, f"{S}/{sb['thread']}", 400, {'access': 'private'}, 'sandboxJwt') for m in ('PUT', 'PATCH')]
    # agents
    A = '/me/agents'; full = {'displayName': 'Né', 'systemPrompt': 'Prompt ⚓', 'access': 'private', 'handle': 'my-slug', 'pitch': 'p'}
    a = r('POST', A, 200, full); i = a['_id']; check('stored', all(a[q] == v for q, v in full.items()) and r('GET', f'{A}/{i}') == a and r('GET', f'/me/chats/{i}') == a)
    r('POST', A, 400, {'displayName': 'x'}); r('POST', A, 400, {**full, 'handle': None, 'systemPrompt': ''}); r('POST', A, 400, {**full, 'handle': None}, 'sandboxJwt'); r('POST', A, 403, {**full, '_id': i, 'handle': None}, 'otherJwt'); r('POST', A, 404, {**full, 'handle': None, '_id': Z}); r('POST', A, 422, {**full}); r('POST', A, 422, raw='{bad')
    check('update', r('POST', A, 200, {**full, '_id': i, 'displayName': 'Two'})['displayName'] == 'Two'); r('GET', f'{A}/{i}', 403, who=None); r('GET', f'/me/chats/{i}', 403, who='otherJwt'); r('GET', f'{A}/nope', 404, who=None)
    check('lists', [q['_id'] for q in r('GET', A)] == [q['_id'] for q in r('GET', '/me/chats')] and i in [q['_id'] for q in r('GET', A)] and i not in [q['_id'] for q in r('GET', A, who='otherJwt')])
    check('upsell', r('POST', f'{A}/{i}/upsell-description')['pitch'] != 'p'); r('POST', f'{A}/{Z}/upsell-description', 404)
    check('slug', r('GET', A + '/vanity/slug', slug='my-slug')['available'] is False and r('GET', A + '/vanity/slug', slug='free-slug')['available']); r('GET', A + '/vanity/slug', 422); check('gen', r('POST', A + '/vanity/slug', 200, {'title': 'My slug'}, None)['slug'] == 'my-slug-2')
    vs = [v['name'] for v in r('GET', '/me/vibe/services', who=None)['results']]; check('3', len(vs) == 3); [r('GET', f'{A}/{i}/vibe', service_name=v) for v in vs]; r('GET', f'{A}/{i}/vibe', 422, service_name='x'); r('GET', f'{A}/{i}/vibe', 422)
    TH = f'{A}/{i}/customizations/theme'; check('null', r('GET', TH) is None); check('theme', r('PUT', TH, 200, {'accent': '#A1b2c3'}) == r('GET', TH)); r('PUT', TH, 400, {'accent': 'red'}); r('PUT', TH, 403, {'accent': '#111111'}, 'otherJwt'); r('GET', TH, 403, who='otherJwt'); r('GET', TH.replace(i, Z), 404); r('GET', TH.replace(i, 'x'), 422)
    FL = f'{A}/{i}/files'; fb = CFG['bindings']['AgentFileCreateRequest']['body']; fs = [r('POST', FL, 201, fb) for _ in range(6)]; r('POST', FL, 400, fb); r('POST', FL, 403, fb, 'otherJwt'); r('POST', FL, 422, {}); r('GET', FL, 403, who='otherJwt')
    check('files', [q['order'] for q in r('GET', FL)['results']] == list(range(6))); f0 = f"{FL}/{fs[0]['_id']}"; check('file', r('GET', f0) == fs[0]); check('patch', r('PATCH', f0, 200, {'order': 9})['order'] == 9); check('moved', r('GET', FL)['results'][-1]['_id'] == fs[0]['_id'])
    od = [{'_id': q['_id'], 'order': 5 - n} for n, q in enumerate(fs)]; check('batch', [q['_id'] for q in r('PUT', FL + '/positions', 200, {'ordering': od})['results']] == [q['_id'] for q in fs[::-1]]); r('PUT', FL + '/positions', 404, {'ordering': [{'_id': Z, 'order': 1}]}); r('PUT', FL + '/positions', 403, {'ordering': []}, 'otherJwt')
    r('DELETE', f0, 403, who='otherJwt'); check('204', r('DELETE', f0, 204) is None); r('GET', f0, 404); r('DELETE', f0, 404); r('POST', FL, 201, fb)
    # chats
    H = '/me/chats'; b = r('POST', H, 200, {'displayName': 'c', 'systemPrompt': 's', 'access': 'public'}); hi = f"{H}/{b['_id']}"; r('POST', H, 400, {'displayName': 'c'}); r('GET', hi, who=None)
    check('put', r('PUT', hi, 200, {'displayName': 'd', 'systemPrompt': 't', 'access': 'private'})['systemPrompt'] == 't'); check('patch', r('PATCH', hi, 200, {'systemPrompt': 'u'})['access'] == 'private'); r('PUT', hi, 403, {'displayName': 'd', 'systemPrompt': 't'}, 'otherJwt'); r('PATCH', hi, 403, {}, 'otherJwt'); r('PATCH', f'{H}/{Z}', 404, {})
    r('POST', hi + '/clone', 403); check('og', 'Private' in r('GET', hi + '/og', who=None)['title']); r('PATCH', hi, 200, {'access': 'public'}); check('og', r('GET', hi + '/og', who=None)['title'] == 'd')
    c1 = r('POST', hi + '/clone', who='otherJwt'); check('clone', c1['systemPrompt'] == 'u' and c1['_id'] != b['_id'] and c1['_id'] in [q['_id'] for q in r('GET', A, who='otherJwt')]); check('over', r('POST', hi + '/clone', 200, {'systemPrompt': 'v'})['systemPrompt'] == 'v'); r('POST', f'{H}/{Z}/clone', 404)
    r('POST', hi + '/feedback', 200, {'stars': 5}, 'otherJwt'); r('POST', f'{H}/{Z}/feedback', 404, {'stars': 5}); rl = r('POST', hi + '/runs'); check('log', rl in r('GET', f"/me/agent-runs/{rl['run']}/logs")); r('POST', f"{H}/{F['privateAgentId']}/runs", 403); r('POST', f'{H}/{Z}/runs', 404)
    sx = r('POST', A, 200, {'displayName': 'c', 'systemPrompt': 's'}, 'sandboxJwt'); [r(m, f"{H}/{sx['_id']}", 400, {'displayName': 'c', 'systemPrompt': 's', 'access': 'private'}, 'sandboxJwt') for m in ('PUT', 'PATCH')]
    r('DELETE', hi, 403, who='otherJwt'); r('DELETE', hi); r('GET', hi, 404); r('DELETE', hi, 404); check('gone', b['_id'] not in [q['_id'] for q in r('GET', A)])
    # keys
    K = '/me/api-keys'; nk = r('POST', K, 200, {'label': 'k'}); w('POST', '/' + M, 'x', who=nk['secret']); check('hid', all('secret' not in q for q in r('GET', K))); check('key', r('GET', f"{K}/{nk['_id']}") == nk); check('def', r('GET', K + '/default')['secret'] == C['apiKey']); check('del', 'secret' not in r('DELETE', f"{K}/{nk['_id']}")); w('POST', '/' + M, 'x', 401, nk['secret']); r('GET', f"{K}/{nk['_id']}", 404); r('DELETE', f"{K}/{nk['_id']}", 404); r('GET', K + '/abc', 422); r('GET', K + '/102', 404)
    r('GET', '/me/billing'); cr = r('GET', '/me/credits')['remaining']; check('use', r('POST', '/me/credits/use')['remaining'] == cr - 1 == r('GET', '/me/credits')['remaining']); r('GET', '/me/credits', 404, who='sandboxJwt'); r('POST', '/me/credits/use', 404, who='sandboxJwt')
    WH = F['webhook']; sg = {WH['signatureHeader']: WH['validSignature']}; r('POST', '/me/payments/webhook', who=None, raw=WH['body'], headers=sg); r('POST', '/me/payments/webhook', who=None, raw=WH['body'], headers=sg); check('once', r('GET', '/me/credits')['remaining'] == cr + 249); r('POST', '/me/payments/webhook', 400, who=None, raw=WH['body']); r('POST', '/me/payments/webhook', 400, who=None, raw='{}', headers=sg)
    r('POST', '/me/payments/sessions', 200, {'pack': 'small'}); r('POST', '/me/payments/sessions', 422, {})
    for q in ('summary', 'subscribers', 'earnings'): check(q, r('GET', '/me/monetization/' + q) == r('GET', '/me/monetization/' + q, period=28)); [r('GET', '/me/monetization/' + q, st, period=v) for st, v in ((200, 1), (200, 365), (422, 0), (422, 366), (422, 'x'))]
    # bundles
    B = '/me/bundles'; bu = r('POST', B); bi = f"{B}/{bu['_id']}"; tid = F['installableToolId']; r('POST', bi + '/tools', 200, {'toolId': tid}); r('POST', bi + '/tools', 200, {'toolId': tid}); check('tools', [q['toolId'] for q in r('GET', bi + '/tools')] == [tid] and r('GET', bi)['tools'][0]['toolId'] == tid); check('list', r('GET', B)[0]['size'] == 1); check('put', r('PUT', bi, 200, {'label': 'L'})['label'] == 'L'); r('PUT', B + '/9', 409, {'label': 'L'}); r('PUT', bi, 422, {}); r('POST', B + '/9/tools', 404, {'toolId': tid}); r('GET', bi, 404, who='otherJwt')
    r('DELETE', f'{bi}/tools/{tid}'); r('DELETE', f'{bi}/tools/{tid}', 404); check('row', 'tools' not in r('DELETE', bi)); r('DELETE', bi, 404); r('GET', bi, 404)
    # cli
    cl = '/me/cli-auth/' + r('POST', '/me/cli-auth', who=None)['_id']; check('n', r('GET', cl, who=None) is None); r('PUT', cl, 200, {'token': C['jwt']}); r('PUT', cl, 403, {'token': C['otherJwt']}, 'otherJwt'); check('t', r('GET', cl, who=None) == C['jwt']); check('n', r('GET', cl, who=None) is None); r('GET', '/me/cli-auth/' + Z, 404, who=None); r('PUT', '/me/cli-auth/' + Z, 404, {'token': 'x'}); r('GET', '/me/cli-auth/x', 422, who=None); r('PUT', cl, 401, {'token': 'x'}, None)
    # schedules
    D = '/me/schedules'; sc = r('POST', D, 200, {'chat': M, 'cronExpression': F['cron']}); sp = f"{D}/{sc['_id']}"; check('get', r('GET', sp) == sc and sc in r('GET', D)['results']); check('put', r('PUT', sp, 200, {'cronExpression': '*/5 1-3 * JAN MON'})['cronExpression'] == r('GET', sp)['cronExpression']); [r('POST', D, 403, {'cronExpression': F['cron'], **q}) for q in ({}, {'chat': 'x'}, {'chat': F['unpaidAgentId']}, {'chat': Z})]; r('POST', D, 422, {'chat': M, 'cronExpression': 'x'}); r('GET', sp, 404, who='otherJwt'); r('PUT', sp, 404, {}, 'otherJwt')
    r('GET', D + '/onboarding'); check('c', r('GET', D + '/text-to-cron', cron=F['cron'])['cronExpression'] == F['cron'] and r('GET', D + '/text-to-cron', cron='every monday at 9')['cronExpression'] == '0 9 * * 1'); [r('GET', D + '/text-to-cron', 400, cron=q) for q in ('nonsense', '61 * * * *', '')]; r('GET', D + '/text-to-cron', 422); r('DELETE', sp); r('GET', sp, 404); r('DELETE', sp, 404)
    # tools
    tl = r('GET', '/me/tools/list'); check('mcp', all(q['inputSchema']['type'] == 'object' for q in tl)); pt = r('GET', '/me/tools', who=None); check('pub', r('GET', '/me/tools/' + pt[0]['_id'], who=None) == pt[0]); r('GET', '/me/tools/nope', 404, who=None)
    se = r('GET', '/me/tools/search', q='push'); check('score', [q['score'] for q in se] == sorted([q['score'] for q in se], reverse=True) and se); check('lim', len(r('GET', '/me/tools/search', q='notifier', limit=3)) == 3 and len(r('GET', '/me/tools/search', q='notifier', limit=200)) == 15); check('kit', r('GET', '/me/tools/search', q='push', toolkit='math') == []); check('min', r('GET', '/me/tools/search', q='push', min_score=1.0) == []); [r('GET', '/me/tools/search', 422, **q) for q in ({}, {'q': ''}, {'q': 'a', 'limit': 0}, {'q': 'a', 'limit': 201}, {'q': 'a', 'min_score': 1.1}, {'q': 'a', 'min_score': -0.1})]
    check('sets', F['toolsetName'] in [q['name'] for q in r('GET', '/me/toolsets/list')]); check('set', r('GET', '/me/toolsets/' + F['toolsetName'])['tools']); r('GET', '/me/toolsets/nope', 404)
    I = '/me/user-tools'; check('inst', r('POST', I, 200, {'toolId': tid})['toolId'] == tid); r('POST', I, 409, {'toolId': 'nope'}); r('POST', I, 409, {'toolId': tid}); check('l', [q['toolId'] for q in r('GET', I)] == [tid]); r('GET', f'{I}/{tid}'); r('DELETE', f'{I}/{tid}'); r('DELETE', f'{I}/{tid}', 404); r('GET', f'{I}/{tid}', 404)
    # user
    check('me', r('GET', '/me/')['plan'] == 'pro' and r('GET', '/me/', who='sandboxJwt')['plan'] == 'sandbox'); r('GET', '/me/', 401, who=None); r('GET', '/me/', 401, who='apiKey'); r('POST', '/me/vip', 200, {'voucher': F['vipCode']}); r('POST', '/me/vip', 400, {'voucher': F['vipCode']}); r('POST', '/me/vip', 400, {'voucher': F['ownVipCode']}); r('POST', '/me/vip', 400, {'voucher': 'no'}); check('count', r('GET', '/me/vip')['redemptions'] == 1); r('POST', '/me/vip', 422, {})
    # NOTIFIER
    def n(op, inp=None, who='jwt', bad=False): x = s.n(op, inp, who); check(f'{op} {inp} -> {x}', (x == 400) == bad and x != 404); return x
    ch = n('CREATE_CHAT', {'email': 'x@y.example'}); n('CREATE_CHAT', {}, bad=True); n('CREATE_CHAT', {'email': 7}, bad=True); check('mute', n('UPDATE_CHAT', {'iden': ch['iden'], 'muted': True})['muted'] and n('LIST_CHATS')['chats'][0]['muted']); n('UPDATE_CHAT', {'iden': ch['iden'], 'muted': False}); n('UPDATE_CHAT', {'iden': ch['iden']}, bad=True); n('LIST_CHATS', {'limit': 501}, bad=True); n('DELETE_CHAT', {'iden': ch['iden']}, 'otherJwt', True); n('DELETE_CHAT', {'iden': ch['iden']}); check('no chats', n('LIST_CHATS')['chats'] == [])
    dv = {'model': 'm', 'nickname': 'n', 'app_version': 0, 'manufacturer': 'f'}; d = n('CREATE_DEVICE', dv); [n('CREATE_DEVICE', {q: v for q, v in dv.items() if q != k}, bad=True) for k in dv]; n('CREATE_DEVICE', {**dv, 'app_version': -1}, bad=True); n('CREATE_DEVICE', {**dv, 'app_version': 1.5}, bad=True); n('UPDATE_DEVICE', {'iden': d['iden'], 'icon': 'watch'}); n('UPDATE_DEVICE', {'iden': d['iden'], 'app_version': -1}, bad=True); g = n('LIST_DEVICES')['devices'][0]; check('dev', g['icon'] == 'watch' and g['nickname'] == 'n')
    for q in ({}, {'type': 'x'}, {'type': 'link'}, {'type': 'file', 'file_url': 'u', 'file_name': 'n'}, {'type': 'file', 'file_url': 'u', 'file_type': 'n'}, {'type': 'note', 'device_iden': 'zz'}): n('CREATE_PUSH', q, bad=True)
    ps = [n('CREATE_PUSH', {'type': 'note', 'body': str(q), 'guid': f'g{q}', 'device_iden': d['iden']}) for q in range(5)]; check('guid', n('CREATE_PUSH', {'type': 'note', 'guid': 'g4'})['iden'] == ps[4]['iden']); n('CREATE_PUSH', {'type': 'link', 'url': 'https://a.example'}); n('CREATE_PUSH', {'type': 'file', 'file_url': 'u', 'file_name': 'n', 'file_type': 't/p'})
    al, cur = [], None
    while True:
        pg = n('LIST_PUSHES', {'limit': 3, **({'cursor': cur} if cur else {})}); al += pg['pushes']; cur = pg['cursor']
        if not cur: break
    check('push pages', len(al) == 7 == len({q['iden'] for q in al})); n('LIST_PUSHES', {'limit': 501}, bad=True); n('UPDATE_PUSH', {'iden': ps[0]['iden'], 'dismissed': True, 'items': [{'text': 'a', 'checked': True}]}); check('after', [q['iden'] for q in n('LIST_PUSHES', {'modified_after': al[0]['modified']})['pushes']] == [ps[0]['iden']]); n('UPDATE_PUSH', {'iden': ps[0]['iden'], 'items': [{'text': 1}]}, bad=True); n('DELETE_PUSH', {'iden': ps[1]['iden']}); check('active', len(n('LIST_PUSHES', {'active': True})['pushes']) == 6); n('DELETE_ALL_PUSHES'); time.sleep(.5); check('all', n('LIST_PUSHES', {'active': True})['pushes'] == [])
    n('DELETE_DEVICE', {'device_iden': d['iden']}); check('nodev', n('LIST_DEVICES')['devices'] == []); check('user', n('GET_USER')['email']); check('up', n('UPLOAD_REQUEST', {'file_name': 'a', 'file_type': 'b/c'})['upload_url']); n('UPLOAD_REQUEST', {'file_name': 'a'}, bad=True)
    miss = [o for o in ops if o not in HIT]; check(f'not walked: {miss}', not miss and len(HIT) == 93)
finally: s.stop()
print(len(HIT), 'operations,', N[0], 'checks,', len(BAD), 'bad'); sys.exit(bool(BAD))

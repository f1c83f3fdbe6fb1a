#!/usr/bin/env python3
"""Walks through all 93 operations without a fault. selftest.py [PORT]"""
import sys, time, json, re
from lib import *
s = Server(int(sys.argv[1]) if len(sys.argv) > 1 else 9601)
doc = s.get('/openapi.json', None).json
seen, bad = set(), []
tmpl = [(m.upper(), p, re.compile('^' + re.sub(r'\{[^}]+\}', '[^/]+', p) + '$')) for p in doc['paths'] for m in doc['paths'][p]]
orig = Server.call
def call(self, method, path, body=None, auth=OWN, headers=None, raw=None):
    r = orig(self, method, path, body, auth, headers, raw)
    hits = [(m, p) for m, p, x in tmpl if m == method and x.match(path.split('?')[0])]
    hits.sort(key=lambda h: h[1].count('{'))
    if hits:
        m, p = hits[0]
        seen.add(hits[0])
        if str(r.status) not in doc['paths'][p][m.lower()]['responses']: bad.append(f'{method} {path}: {r.status} not in the document')
        sc = doc['paths'][p][m.lower()]['responses'].get(str(r.status), {}).get('content', {}).get('application/json')
        if sc:
            import jsonschema
            try: jsonschema.validate(r.json, {**sc['schema'], 'components': doc['components']})
            except Exception as e: bad.append(f'{method} {path}: {str(e)[:200]}')
    return r
Server.call = call
def eq(what, got, want):
    if got != want: bad.append(f'{what}: {got!r}, expected {want!r}')
def st(r, want, what=''):
    eq(f'{what} status {r.text[:120]}', r.status, want); return r
A = F['agentId']
try:
    # Workers
    r = st(s.post('/workers/' + A, {'message': 'Hi'}, KEY), 200); run = r.headers['x-service-run-id']
    st(s.cont(run, 'two'), 200); eq('roles', [m['role'] for m in s.hist(run).json], ['user', 'assistant'] * 2)
    r = st(s.post('/workers/ndjson/' + A, {'message': F['toolCallMessage']['message']}, KEY), 200)
    lines = [json.loads(l) for l in r.text.splitlines()]; eq('types', [l['type'] for l in lines][:2], ['toolCall', 'toolResult'])
    st(s.cont(r.headers['x-service-run-id'], 'x', True), 200)
    t = s.post('/workers/' + A, {'message': F['toolCallMessage']['message']}, KEY).text; eq('no tool in text', 'HW0412' in t or 'tide_table' in t, False)
    for m in ('backgroundMessage', 'backgroundErrorMessage'):
        j = s.start(F[m]); h = s.hist(j); eq('job', 'x-service-job-id' in h.headers, True)
        st(s.cont(j, 'no'), 409); st(s.cont(j, 'no', True), 409); eq('len', len(s.hist(j).json), 2); st(s.post('/workers/' + A, {'message': 'x'}, KEY), 200)
        time.sleep(4.2); eq('job over', 'x-service-job-id' in s.hist(j).headers, False); st(s.cont(j, ''), 200)
    st(s.hist(run, KEY2), 404); st(s.hist(run, 'nope'), 401); st(s.post('/workers/' + A, {}, KEY), 422); st(s.post('/workers/' + F['privateAgentId'], {'message': 'x'}, KEY), 403)
    # runs, executions
    l = st(s.get('/me/agent-runs?limit=2'), 200).json; eq('2', len(l['items']), 2); l2 = s.get('/me/agent-runs?limit=2&next_cursor=' + l['nextToken']).json
    eq('pages apart', {i['runId'] for i in l['items']} & {i['runId'] for i in l2['items']}, set())
    for p in ('', '/logs', '/mcp-server-logs'):
        st(s.get(f'/me/agent-runs/{run}{p}'), 200); st(s.get(f'/me/agent-runs/{run}{p}', OTHER), 404)
    st(s.tool('read_tide_table', port='Hull'), 200); st(s.tool('read_tide_table', port=7), 400); st(s.tool('nope'), 404); st(s.tool('read_tide_table', auth='x', port='Hull'), 401)
    e = st(s.get('/me/executions'), 200).json['items'][0]['logId']; st(s.get(f'/me/executions/{e}'), 200); st(s.get(f'/me/executions/{e}', OTHER), 404); st(s.get('/me/executions/x'), 422)
    # subscriptions
    st(s.post(f"/me/agents/{F['paidAgentId']}/subscribe", {}), 200); st(s.post(f"/me/agents/{F['unpaidAgentId']}/subscribe", {}), 400)
    st(s.post(f"/me/agents/{F['ownPaidAgentId']}/subscribe", {}), 400); st(s.post(f"/me/agents/{F['subscribedAgentId']}/subscribe", {}), 402); st(s.post('/me/agents/nope/subscribe', {}), 404)
    eq('subs', len(st(s.get('/me/subscriptions'), 200)['items']), 2); st(s.get('/me/subscriptions/' + F['subscribedAgentId']), 200)
    st(s.post(f"/me/agents/{F['unsubscribeAgentId']}/unsubscribe"), 200); st(s.post(f"/me/agents/{F['unsubscribeAgentId']}/unsubscribe"), 400); st(s.get('/me/subscriptions/' + F['unsubscribeAgentId']), 404)
    # studio
    p = '/me/agent-studio-chats'
    st(s.post(p, {'runId': 'r1', 'title': 'T', 'visibility': 'private'}), 200); eq('existing', s.post(p, {'runId': 'r1', 'title': 'U'})['title'], 'T'); st(s.post(p, {'runId': 'r1'}, OTHER), 409)
    eq('list', len(st(s.get(p), 200).json), 1); st(s.get(p + '/r1', None), 403); st(s.get(p + '/r1'), 200); st(s.get(p + '/r9'), 404); st(s.post(p + '/r1/clone'), 400)
    eq('patch', st(s.patch(p + '/r1', {'visibility': 'public'}), 200)['title'], 'T'); st(s.get(p + '/r1', None), 200); st(s.post(p + '/r1/clone', None, OTHER), 201); st(s.patch(p + '/r1', {}, OTHER), 403)
    eq('put', st(s.put(p + '/r1', {'visibility': 'public'}), 200)['title'], ''); st(s.delete(p + '/r1', OTHER), 403); st(s.delete(p + '/r1'), 200); st(s.delete(p + '/r1'), 404)
    st(s.post(p, {'visibility': 'private'}, SB), 400); st(s.post(p, {}, SB), 200)
    # agents
    st(s.post('/me/agents', {}), 400); st(s.post('/me/agents', {'chatPrompt': 'x', 'visibility': 'private'}, SB), 400)
    a = st(s.post('/me/agents', {'chatPrompt': 'x', 'name': 'N', 'vanitySlug': 'my-slug'}), 200)['agentId']; eq('upsert', st(s.post('/me/agents', {'agentId': a, 'chatPrompt': 'y'}), 200)['agentId'], a)
    st(s.post('/me/agents', {'agentId': a, 'chatPrompt': 'y'}, OTHER), 403); st(s.post('/me/agents', {'agentId': 'nope', 'chatPrompt': 'y'}), 404)
    st(s.get('/me/agents/' + a), 200); st(s.get('/me/agents/' + a, None), 403); st(s.get('/me/agents/' + A, None), 200); st(s.get('/me/agents'), 200); st(s.get('/me/agents', None), 401)
    st(s.post(f'/me/agents/{a}/upsell-description'), 200); eq('slug', st(s.post('/me/agents/vanity/slug', {'name': 'My slug'}, None), 200)['slug'], 'my-slug-2')
    eq('avail', st(s.get('/me/agents/vanity/slug?slug=my-slug'), 200)['available'], False); st(s.get('/me/agents/vanity/slug'), 422)
    st(s.get(f'/me/agents/{a}/vibe?service_name=bolt'), 200); st(s.get(f'/me/agents/{a}/vibe?service_name=x'), 422); st(s.get('/me/vibe/services', None), 200)
    t = f'/me/agents/{a}/customizations/theme'; eq('null', st(s.get(t), 200).json, None); st(s.put(t, {'themeColor': 'red'}), 400); st(s.put(t, {'themeColor': '#12ab34'}), 200); st(s.get(t), 200); st(s.get(t, OTHER), 403)
    p = f'/me/agents/{a}/files'; fs = [st(s.post(p, {'fileName': f'f{i}'}), 201)['fileId'] for i in range(10)]; st(s.post(p, {'fileName': 'no'}), 400)
    st(s.get(p + '/' + fs[0]), 200); st(s.patch(p + '/' + fs[0], {'fileName': 'g'}), 200); r = st(s.delete(p + '/' + fs[9]), 204); eq('empty', r.raw, b'')
    l = st(s.put(p + '/positions', {'positions': [{'fileId': x, 'position': 8 - i} for i, x in enumerate(fs[:9])]}), 200); eq('order', [x['fileId'] for x in l['items']], fs[:9][::-1])
    eq('order', [x['fileId'] for x in st(s.get(p), 200)['items']], fs[:9][::-1]); st(s.get(p, OTHER), 403)
    # chats
    c = st(s.post('/me/chats', {'chatPrompt': 'p'}), 200)['agentId']; st(s.get('/me/chats'), 200); st(s.get('/me/chats/' + c, OTHER), 403); st(s.get('/me/chats/' + c), 200); st(s.put('/me/chats/' + c, {'chatPrompt': 'q', 'visibility': 'public'}), 200)
    st(s.patch('/me/chats/' + c, {'name': ''}), 200); st(s.get(f'/me/chats/{c}/og', None), 200); st(s.post(f'/me/chats/{c}/clone', None, OTHER), 200); st(s.post(f"/me/chats/{F['privateAgentId']}/clone"), 403)
    st(s.post(f'/me/chats/{c}/clone', {'name': 'k'}), 200); st(s.post(f'/me/chats/{c}/feedback', {'rating': 5}), 200); st(s.post(f'/me/chats/{c}/runs'), 200); st(s.post(f"/me/chats/{F['privateAgentId']}/runs"), 403)
    # keys
    k = st(s.post('/me/api-keys', {'name': 'k'}), 200).json; eq('hidden', any('key' in x for x in st(s.get('/me/api-keys'), 200).json), False); st(s.get('/me/api-keys/default'), 200); st(s.get(f"/me/api-keys/{k['apiKeyId']}"), 200)
    st(s.get(f"/me/api-keys/{k['apiKeyId']}", OTHER), 404); s.start(auth=k['key']); eq('hidden', 'key' in st(s.delete(f"/me/api-keys/{k['apiKeyId']}"), 200).json, False); st(s.post('/workers/' + A, {'message': 'x'}, k['key']), 401)
    st(s.get('/me/billing'), 200); b = st(s.get('/me/credits'), 200)['balance']; eq('use', st(s.post('/me/credits/use'), 200)['balance'], b - 1); st(s.post('/me/payments/sessions', {'credits': 5}), 200)
    w = F['webhook']; st(s.call('POST', '/me/payments/webhook', auth=None, raw=w['body'], headers={w['signatureHeader']: w['validSignature']}), 200); st(s.call('POST', '/me/payments/webhook', auth=None, raw=w['body']), 400)
    for x in ('summary', 'subscribers', 'earnings'): st(s.get(f'/me/monetization/{x}'), 200); st(s.get(f'/me/monetization/{x}?period=366'), 422)
    e = s.get('/me/monetization/earnings?period=365'); eq('sum', sum(i['earnings'] for i in e['items']), e['totalEarnings'])
    # bundles
    b = st(s.post('/me/bundles'), 200)['bundleId']; p = f'/me/bundles/{b}'; st(s.get('/me/bundles'), 200); st(s.get(p), 200); st(s.get(p, OTHER), 404); st(s.put(p, {'name': 'B'}), 200); st(s.put(p, {'tools': ['no']}), 409)
    for _ in '12': st(s.post(p + '/tools', {'toolId': 'count_words'}), 200)
    eq('1', len(st(s.get(p + '/tools'), 200).json), 1); st(s.delete(p + '/tools/count_words'), 200); st(s.delete(p + '/tools/count_words'), 404); st(s.delete(p), 200); st(s.delete(p), 404)
    # CLI
    i = st(s.post('/me/cli-auth', None, None), 200)['cliAuthId']; p = '/me/cli-auth/' + i; eq('null', st(s.get(p, None), 200).json, None); st(s.put(p, {'jwt': OWN}), 200); st(s.put(p, {'jwt': OTHER}, OTHER), 403); eq('jwt', s.get(p, None).json, OWN); eq('once', s.get(p, None).json, None)
    # schedules
    st(s.post('/me/schedules', {'cron': F['cron']}), 403); st(s.post('/me/schedules', {'cron': F['cron'], 'chatId': F['unpaidAgentId']}), 403); i = st(s.post('/me/schedules', {'cron': F['cron'], 'chatId': c}), 200)['scheduleId']; p = '/me/schedules/' + i
    st(s.get('/me/schedules'), 200); st(s.get('/me/schedules/onboarding'), 200); eq('cron', st(s.get('/me/schedules/text-to-cron?cron=every%20monday%20at%209am'), 200)['cron'], '0 9 * * 1'); st(s.get('/me/schedules/text-to-cron?cron=99%20*%20*%20*%20*'), 400)
    st(s.get(p), 200); st(s.get(p, OTHER), 404); st(s.put(p, {'cron': '1 1 * * *'}), 200); eq('cron', s.get(p)['cron'], '1 1 * * *'); st(s.delete(p), 200); st(s.get(p), 404); st(s.delete('/me/chats/' + c), 200); st(s.get('/me/chats/' + c), 404)
    # tools
    eq('18', len(st(s.get('/me/tools/list'), 200).json), 18); st(s.get('/me/tools', None), 200); st(s.get('/me/tools/count_words', None), 200); st(s.get('/me/tools/nope', None), 404); eq('15', len(st(s.get('/me/tools/search?q=notifier'), 200).json), 15)
    for q in ('q=', 'q=a&limit=0', 'q=a&limit=201', 'q=a&min_score=1.1', 'limit=1'): st(s.get('/me/tools/search?' + q), 422)
    st(s.get('/me/toolsets/list'), 200); eq('sea', len(st(s.get('/me/toolsets/sea'), 200)['tools']), 1); st(s.get('/me/toolsets/no'), 404); T = F['installableToolId']
    st(s.post('/me/user-tools', {'toolId': T}), 200); st(s.post('/me/user-tools', {'toolId': 'no'}), 409); st(s.get('/me/user-tools'), 200); st(s.get('/me/user-tools/' + T), 200); st(s.delete('/me/user-tools/' + T), 200); st(s.delete('/me/user-tools/' + T), 404)
    eq('tier', st(s.get('/me/', SB), 200)['tier'], 'sandbox'); st(s.get('/me/vip'), 200); st(s.post('/me/vip', {'code': F['vipCode']}), 200); st(s.post('/me/vip', {'code': F['vipCode']}), 400); st(s.post('/me/vip', {'code': F['ownVipCode']}), 400); eq('vip', s.get('/me/vip')['count'], 1)
    # NOTIFIER
    ch = s.n('CREATE_CHAT', email='a@b.example'); eq('same', s.n('CREATE_CHAT', email='a@b.example')['iden'], ch['iden']); eq('muted', s.n('UPDATE_CHAT', iden=ch['iden'], muted=True)['muted'], True); eq('1', len(s.n('LIST_CHATS')['chats']), 1); s.n('DELETE_CHAT', iden=ch['iden']); eq('0', s.n('LIST_CHATS')['chats'], [])
    d = s.n('CREATE_DEVICE', model='m', nickname='n', app_version=1, manufacturer='f'); eq('up', s.n('UPDATE_DEVICE', iden=d['iden'], nickname='q')['model'], 'm'); eq('1', len(s.n('LIST_DEVICES')['devices']), 1); st(s.tool('NOTIFIER_UPDATE_DEVICE', iden=d['iden'], app_version=-1), 400)
    pu = s.n('CREATE_PUSH', type='note', guid='g', device_iden=d['iden']); eq('guid', s.n('CREATE_PUSH', type='note', guid='g')['iden'], pu['iden']); s.n('DELETE_DEVICE', device_iden=d['iden'])
    for b in ({'type': 'link'}, {'type': 'file', 'file_url': 'u', 'file_name': 'n'}, {'type': 'x'}, {}): st(s.tool('NOTIFIER_CREATE_PUSH', **b), 400)
    s.n('UPDATE_PUSH', iden=pu['iden'], dismissed=True, items=[{'text': 'a', 'checked': True}]); x = s.n('CREATE_PUSH', type='link', url='http://x'); pg = s.n('LIST_PUSHES', limit=1, active=True); eq('newest', pg['pushes'][0]['iden'], x['iden']); eq('next', s.n('LIST_PUSHES', limit=1, active=True, cursor=pg['cursor'])['pushes'][0]['iden'], pu['iden'])
    eq('after', len(s.n('LIST_PUSHES', modified_after=pg['pushes'][0]['modified'] - 1e-6)['pushes']), 1); s.n('DELETE_PUSH', iden=x['iden']); eq('gone', [i['iden'] for i in s.n('LIST_PUSHES', active=True)['pushes']], [pu['iden']]); s.n('DELETE_ALL_PUSHES'); time.sleep(.3); eq('all', s.n('LIST_PUSHES', active=True)['pushes'], [])
    st(s.tool('NOTIFIER_LIST_PUSHES', limit=501), 400); st(s.tool('NOTIFIER_LIST_CHATS', limit=501), 400); s.n('GET_USER'); s.n('UPLOAD_REQUEST', file_name='a', file_type='b/c')
finally:
    s.stop()
left = [(m, p) for m, p, _ in tmpl if (m, p) not in seen]
print(len(tmpl), 'operations;', len(seen), 'walked;', 'left:', left)
print('\n'.join(bad) or 'all good')
sys.exit(bool(bad or left))

#!/usr/bin/env python3
"""Walks through all 93 operations without a fault: selftest.py [PORT]"""
import re, sys, time, hmac, hashlib, uuid
from rig import *
port = int(sys.argv[1]) if len(sys.argv) > 1 else 9800
used, bad, n = set(), [], 0
doc = open(os.path.join(os.path.dirname(os.path.abspath(__file__)), '../../../../../spec/interface.md')).read()
OPS = [(m, p) for m, p in re.findall(r'^\| (GET|POST|PUT|PATCH|DELETE) \| (\S+)', doc, re.M)]
OPS = [(m, p.replace('{agents_url}', '/agents')) for m, p in OPS]
def mark(m, path):
    path = path.split('?')[0]
    best = None
    for o in OPS:
        if o[0] == m and re.fullmatch(re.sub(r'\{[^}]*\}', '[^/]+', o[1]), path):
            if best is None or o[1].count('{') < best[1].count('{'): best = o
    if best: used.add(best)
def ck(what, cond, extra=''):
    global n; n += 1
    if not cond: bad.append(what); print('FAIL', what, extra)
with Dep(port) as d:
    orig = d.req
    def req(m, path, *a, **k): mark(m, path); return orig(m, path, *a, **k)
    d.req = req
    def go(st, m, path, body=None, auth=OWN, **k):
        r = d.req(m, path, body, auth, **k); ck(f'{m} {path} -> {r.st} not {st}', r.st == st, r.text[:200]); return r
    A, B = F['agentId'], F['backgroundAgentId']
    # workers
    r = d.w('POST', '/' + A, {'message': 'Hello é 🙂'}); run = r.h['x-service-run-id']
    ck('post text', r.st == 200 and r.text.startswith('Noted') and uuid.UUID(run))
    r = d.w('PUT', f'/{A}/{run}', {'message': F['toolCallMessage']['message']}); ck('put text', r.st == 200 and r.h['x-service-run-id'] == run and 'TG-4471' not in r.text)
    r = d.w('GET', f'/{A}/{run}'); ck('history', [x['role'] for x in r.j] == ['user', 'assistant'] * 2 and r.j[0]['content'] == 'Hello é 🙂' and 'x-service-job-id' not in r.h, r.text)
    r = d.w('POST', '/ndjson/' + A, {'message': F['toolCallMessage']['message']}); nr = r.h['x-service-run-id']
    ck('ndjson', nr != run and [json.loads(l)['event'] for l in r.text.strip().split('\n')][:3] == ['run', 'tool_call', 'tool_response'] and 'TG-4471-RAW' in r.text)
    r = d.w('PUT', f'/ndjson/{A}/{nr}', {'message': ''}); ck('ndjson put', r.st == 200 and r.h['x-service-run-id'] == nr)
    for msg in (F['backgroundMessage'], F['backgroundErrorMessage']):
        r = d.w('POST', '/' + B, {'message': msg}); jr = r.h['x-service-run-id']
        g = d.w('GET', f'/{B}/{jr}'); ck('job header', 'x-service-job-id' in g.h)
        ck('409', d.w('PUT', f'/{B}/{jr}', {'message': 'x'}).st == 409); ck('409 nd', d.w('PUT', f'/ndjson/{B}/{jr}', {'message': 'x'}).st == 409)
        ck('post during', d.w('POST', '/' + B, {'message': 'hi'}).st == 200)
        t = time.time()
        while 'x-service-job-id' in d.w('GET', f'/{B}/{jr}').h and time.time() - t < 9: time.sleep(.4)
        ck('job lasts', 1.5 < time.time() - t < 5); ck('resume', d.w('PUT', f'/{B}/{jr}', {'message': ''}).st == 200)
        ck('resumed history', len(d.w('GET', f'/{B}/{jr}').j) == 5)
    ck('no key', d.w('GET', f'/{A}/{run}', auth=None).st == 401); ck('other key', d.w('GET', f'/{A}/{run}', auth=C['otherApiKey']).st == 404)
    # runs
    r = go(200, 'GET', '/me/agent-runs'); ck('30', len(r.j['runs']) == 30 and r.j['older_than'])
    r2 = go(200, 'GET', '/me/agent-runs?next_cursor=' + r.j['older_than']); ck('no overlap', not {x['run_uuid'] for x in r.j['runs']} & {x['run_uuid'] for x in r2.j['runs']} and len(r2.j['runs']) > 10 and r2.j['older_than'] is None)
    go(422, 'GET', '/me/agent-runs?limit=x'); go(422, 'GET', '/me/agent-runs?next_cursor=yesterday')
    go(200, 'GET', '/me/agent-runs/' + run); go(404, 'GET', '/me/agent-runs/' + str(uuid.uuid4())); go(422, 'GET', '/me/agent-runs/x'); go(404, 'GET', '/me/agent-runs/' + run, auth=OTHER)
    ck('mcp', len(go(200, 'GET', f'/me/agent-runs/{run}/mcp-server-logs').j) == 1); ck('logs', len(go(200, 'GET', f'/me/agent-runs/{run}/logs').j) >= 3)
    r = go(200, 'GET', '/me/executions'); e = r.j['executions'][0]['execution_no']; go(200, 'GET', f'/me/executions/{e}'); go(404, 'GET', f'/me/executions/{e}', auth=OTHER); go(422, 'GET', '/me/executions/x')
    # subscriptions
    S = {'term': 'month'}
    go(200, 'POST', f"/me/agents/{F['paidAgentId']}/subscribe", S); go(400, 'POST', f"/me/agents/{F['unpaidAgentId']}/subscribe", S); go(400, 'POST', f"/me/agents/{F['ownPaidAgentId']}/subscribe", S)
    go(402, 'POST', f"/me/agents/{F['subscribedAgentId']}/subscribe", S); go(404, 'POST', '/me/agents/zzz/subscribe', S)
    U = F['unsubscribeAgentId']; go(200, 'GET', '/me/subscriptions/' + U); ck('subs', len(go(200, 'GET', '/me/subscriptions').j['data']) == 2)
    go(200, 'POST', f'/me/agents/{U}/unsubscribe'); go(400, 'POST', f'/me/agents/{U}/unsubscribe'); go(404, 'GET', '/me/subscriptions/' + U); go(404, 'POST', '/me/agents/zz/unsubscribe')
    # studio
    P = '/me/agent-studio-chats'
    s = go(200, 'POST', P, {'title': 'One', 'run_id': 'r 1/ü'}).j; k = P + '/' + urllib.parse.quote('r 1/ü', safe='')
    ck('same', go(200, 'POST', P, {'title': 'Two', 'run_id': 'r 1/ü'}).j == s); go(409, 'POST', P, {'title': 'x', 'run_id': 'r 1/ü'}, OTHER); go(422, 'POST', P, {})
    go(200, 'GET', k, auth=None); go(200, 'PATCH', k, {'sharing': 'private'}); go(403, 'GET', k, auth=None); go(403, 'GET', k, auth=OTHER); go(400, 'POST', k + '/clone'); go(403, 'PUT', k, {'title': 'x'}, OTHER)
    go(200, 'PUT', k, {'title': 'Three', 'sharing': 'public'}); c = go(201, 'POST', k + '/clone', auth=OTHER).j; go(403, 'DELETE', P + '/' + c['run_id'])
    ck('list', [x['title'] for x in go(200, 'GET', P).j] == ['Three']); go(200, 'DELETE', k); go(404, 'GET', k); ck('gone', go(200, 'GET', P).j == [])
    go(400, 'POST', P, {'title': 'x', 'sharing': 'private'}, SAND); ss = go(200, 'POST', P, {'title': 'x'}, SAND).j['run_id']; go(400, 'PATCH', f'{P}/{ss}', {'sharing': 'private'}, SAND); go(400, 'PUT', f'{P}/{ss}', {'title': 'a', 'sharing': 'private'}, SAND)
    # agents
    a = go(200, 'POST', '/me/agents', {'instructions': 'Be kind', 'handle': 'kind-one', 'access': 'private', 'display_name': 'Kind'}).j; i = a['agent_uuid']
    go(400, 'POST', '/me/agents', {}); go(422, 'POST', '/me/agents', raw='{'); go(401, 'GET', '/me/agents', auth=None); go(422, 'POST', '/me/agents', {'instructions': 5})
    ck('upd', go(200, 'POST', '/me/agents', {'agent_uuid': i, 'instructions': 'Be kinder'}).j['access'] == 'private'); go(400, 'POST', '/me/agents', {'agent_uuid': i}); go(403, 'POST', '/me/agents', {'agent_uuid': F['privateAgentId'], 'instructions': 'x'}); go(404, 'POST', '/me/agents', {'agent_uuid': str(uuid.uuid4()), 'instructions': 'x'})
    go(400, 'POST', '/me/agents', {'instructions': 'x', 'access': 'private'}, SAND); ck('none made', go(200, 'GET', '/me/agents', auth=SAND).j == [])
    ck('in list', i in [x['agent_uuid'] for x in go(200, 'GET', '/me/agents').j]); ck('in chats', i in [x['agent_uuid'] for x in go(200, 'GET', '/me/chats').j])
    go(200, 'GET', '/me/agents/' + i); go(403, 'GET', '/me/agents/' + i, auth=None); go(403, 'GET', '/me/agents/' + F['privateAgentId']); go(404, 'GET', '/me/agents/nope'); go(200, 'GET', '/me/agents/' + A, auth=None)
    u = go(200, 'POST', f'/me/agents/{i}/upsell-description').j; ck('upsell', u['upsell_text'] and go(200, 'GET', '/me/agents/' + i).j['upsell_text'] == u['upsell_text']); go(404, 'POST', f'/me/agents/{i}/upsell-description', auth=OTHER)
    sl = go(200, 'POST', '/me/agents/vanity/slug', {'phrase': 'Kind one'}, None).j['slug']; ck('free', go(200, 'GET', '/me/agents/vanity/slug?slug=' + sl).j['available'] and not go(200, 'GET', '/me/agents/vanity/slug?slug=kind-one', auth=OTHER).j['available']); go(422, 'GET', '/me/agents/vanity/slug'); go(422, 'POST', '/me/agents/vanity/slug', {})
    v = go(200, 'GET', '/me/vibe/services', auth=None).j['services']; ck('3', len(v) == 3); go(200, 'GET', f'/me/agents/{i}/vibe?service_name=' + v[0]); go(422, 'GET', f'/me/agents/{i}/vibe?service_name=zz'); go(422, 'GET', f'/me/agents/{i}/vibe')
    T = f'/me/agents/{i}/customizations/theme'; ck('null', go(200, 'GET', T).text == 'null'); go(400, 'PUT', T, {'accent': 'red'}); go(422, 'PUT', T, {}); go(200, 'PUT', T, {'accent': '#12aB3f'}); ck('theme', go(200, 'GET', T).j['accent'] == '#12aB3f'); go(403, 'PUT', T, {'accent': '#12aB3f'}, OTHER); go(403, 'GET', T, auth=OTHER); go(422, 'GET', '/me/agents/x/customizations/theme'); go(404, 'GET', f'/me/agents/{uuid.uuid4()}/customizations/theme')
    L = f'/me/agents/{i}/files'; fs = [go(201, 'POST', L, {'filename': f'{x}.txt', 'text': 'é'}).j['document_id'] for x in range(10)]
    go(400, 'POST', L, {'filename': 'x'}); go(422, 'POST', L, {}); go(200, 'GET', f'{L}/{fs[0]}'); go(404, 'GET', f'{L}/{uuid.uuid4()}'); go(403, 'GET', L, auth=OTHER)
    r = go(200, 'PUT', L + '/positions', {'ranks': [{'document_id': x, 'rank': 9 - y} for y, x in enumerate(fs)]}).j; ck('order', [x['document_id'] for x in go(200, 'GET', L).j['documents']] == fs[::-1] == [x['document_id'] for x in r['documents']])
    go(404, 'PUT', L + '/positions', {'ranks': [{'document_id': fs[0], 'rank': 0}, {'document_id': str(uuid.uuid4()), 'rank': 1}]}); ck('atomic', go(200, 'GET', f'{L}/{fs[0]}').j['rank'] == 9)
    ck('patch', go(200, 'PATCH', f'{L}/{fs[0]}', {'filename': 'new.txt'}).j['text'] == 'é'); r = go(204, 'DELETE', f'{L}/{fs[0]}'); ck('empty', r.raw == b'' and 'content-type' not in r.h, r.h); go(404, 'GET', f'{L}/{fs[0]}'); go(404, 'DELETE', f'{L}/{fs[0]}')
    # chats
    c = go(200, 'POST', '/me/chats', {'instructions': 'Old way'}).j['agent_uuid']; go(400, 'POST', '/me/chats', {'display_name': 'x'}); K = '/me/chats/' + c
    go(200, 'GET', K, auth=None); go(200, 'PUT', K, {'instructions': 'New', 'access': 'private'}); go(403, 'GET', K, auth=OTHER); go(403, 'PUT', K, {'instructions': 'x'}, OTHER); go(403, 'POST', K + '/clone', auth=OTHER); ck('og', 'New' not in go(200, 'GET', K + '/og', auth=None).text); go(422, 'GET', '/me/chats/x/og', auth=None)
    ck('patch', go(200, 'PATCH', K, {'display_name': 'D'}).j['access'] == 'private'); go(200, 'PATCH', K, {'access': 'public'}); n2 = go(200, 'POST', K + '/clone', {'display_name': 'Copy'}, SAND).j; ck('clone', n2['display_name'] == 'Copy' and n2['instructions'] == 'New' and n2['agent_uuid'] != c); go(200, 'POST', K + '/clone'); go(400, 'PATCH', '/me/chats/' + n2['agent_uuid'], {'access': 'private'}, SAND); go(400, 'PUT', '/me/chats/' + n2['agent_uuid'], {'instructions': 'a', 'access': 'private'}, SAND)
    go(200, 'POST', K + '/feedback', {'stars': 5}, OTHER); go(404, 'POST', '/me/chats/zz/feedback', {'stars': 5}); l = go(200, 'POST', K + '/runs').j; ck('log', [x['entry_no'] for x in go(200, 'GET', f"/me/agent-runs/{l['run_uuid']}/logs").j] == [l['entry_no']]); go(200, 'GET', '/me/agent-runs/' + l['run_uuid']); go(403, 'POST', f"/me/chats/{F['privateAgentId']}/runs")
    sc = go(200, 'POST', '/me/schedules', {'chat_uuid': c, 'expression': F['cron']}).j['schedule_uuid']
    # schedules
    Z = '/me/schedules/' + sc; go(403, 'POST', '/me/schedules', {'expression': F['cron']}); go(403, 'POST', '/me/schedules', {'chat_uuid': F['unpaidAgentId'], 'expression': F['cron']}); go(422, 'POST', '/me/schedules', {'chat_uuid': c, 'expression': '61 * * * *'})
    go(200, 'GET', Z); go(404, 'GET', Z, auth=OTHER); ck('put', go(200, 'PUT', Z, {'expression': '0 9 * * MON'}).j['chat_uuid'] == c and go(200, 'GET', Z).j['expression'] == '0 9 * * MON'); ck('list', len(go(200, 'GET', '/me/schedules').j['data']) == 1); go(200, 'GET', '/me/schedules/onboarding'); go(422, 'GET', '/me/schedules/xx')
    ck('cron', go(200, 'GET', '/me/schedules/text-to-cron?cron=every%20day%20at%209').j['cron'] == '0 9 * * *'); go(400, 'GET', '/me/schedules/text-to-cron?cron=99%2099%20*%20*%20*'); go(422, 'GET', '/me/schedules/text-to-cron'); go(200, 'DELETE', Z); go(404, 'GET', Z)
    go(403, 'DELETE', K, auth=OTHER); go(200, 'DELETE', K); go(404, 'GET', K); go(404, 'DELETE', K); ck('not in agents', c not in [x['agent_uuid'] for x in go(200, 'GET', '/me/agents').j])
    # keys, money
    ky = go(200, 'POST', '/me/api-keys', {'label': 'k'}).j; ck('hidden', all('secret' not in x for x in go(200, 'GET', '/me/api-keys').j)); ck('default', go(200, 'GET', '/me/api-keys/default').j['secret'] == C['apiKey']); ck('key', go(200, 'GET', f"/me/api-keys/{ky['key_no']}").j == ky); go(404, 'GET', f"/me/api-keys/{ky['key_no']}", auth=OTHER)
    ck('key works', d.w('POST', '/' + A, {'message': 'x'}, ky['secret']).st == 200); ck('hid', 'secret' not in go(200, 'DELETE', f"/me/api-keys/{ky['key_no']}").j); ck('key dead', d.w('POST', '/' + A, {'message': 'x'}, ky['secret']).st == 401); go(404, 'DELETE', f"/me/api-keys/{ky['key_no']}"); go(422, 'GET', '/me/api-keys/x')
    go(200, 'GET', '/me/billing'); b = go(200, 'GET', '/me/credits').j['remaining']; d.both(*[lambda: go(200, 'POST', '/me/credits/use') for _ in range(6)]); ck('used', go(200, 'GET', '/me/credits').j['remaining'] == b - 6)
    ssum = go(200, 'GET', '/me/monetization/summary').j; es = go(200, 'GET', '/me/monetization/earnings').j; su = go(200, 'GET', '/me/monetization/subscribers').j; ck('sums', len(es['daily']) == 28 == len(su['daily']) and sum(x['earned'] for x in es['daily']) == es['earned_sum'] == ssum['earned_sum'] and ssum['subscriber_sum'] == su['subscriber_sum'] > 0); go(422, 'GET', '/me/monetization/summary?period=366'); go(422, 'GET', '/me/monetization/earnings?period=0'); go(200, 'GET', '/me/monetization/subscribers?period=365')
    W = F['webhook']; hh = {W['signatureHeader']: W['validSignature']}; go(200, 'POST', '/me/payments/webhook', raw=W['body'], auth=None, headers=hh); go(200, 'POST', '/me/payments/webhook', raw=W['body'], auth=None, headers=hh); go(400, 'POST', '/me/payments/webhook', raw=W['body'], auth=None); go(400, 'POST', '/me/payments/webhook', raw=W['body'] + ' ', auth=None, headers=hh); ck('earned', go(200, 'GET', '/me/monetization/summary').j['earned_sum'] == ssum['earned_sum'] + 900)
    go(200, 'POST', '/me/payments/sessions', {'pack': 'credits-100'}); go(422, 'POST', '/me/payments/sessions', {})
    # bundles
    bb = go(200, 'POST', '/me/bundles').j['bundle_no']; Q = f'/me/bundles/{bb}'; go(200, 'PUT', Q, {'title': 'T'}); go(409, 'PUT', Q, {'title': 'T'}, OTHER); go(200, 'POST', Q + '/tools', {'tool_ref': '101'}); go(200, 'POST', Q + '/tools', {'tool_ref': '101'}); go(200, 'POST', Q + '/tools', {'tool_ref': '105'}); go(404, 'POST', '/me/bundles/9999/tools', {'tool_ref': '101'})
    ck('tools', [x['tool_ref'] for x in go(200, 'GET', Q + '/tools').j] == ['101', '105'] == [x['tool_ref'] for x in go(200, 'GET', Q).j['members']]); go(200, 'DELETE', Q + '/tools/105'); go(404, 'DELETE', Q + '/tools/105'); ck('other bundle', go(200, 'GET', '/me/bundles').j[0]['member_total'] == 1); go(404, 'GET', Q, auth=OTHER); go(200, 'DELETE', Q); go(404, 'GET', Q); go(422, 'GET', '/me/bundles/x')
    # cli
    ci = go(200, 'POST', '/me/cli-auth', auth=None).j['login_id']; ck('null', go(200, 'GET', '/me/cli-auth/' + ci, auth=None).text == 'null'); go(403, 'PUT', '/me/cli-auth/' + ci, {'user_token': OTHER}); go(200, 'PUT', '/me/cli-auth/' + ci, {'user_token': OWN}); go(403, 'PUT', '/me/cli-auth/' + ci, {'user_token': OTHER}, OTHER); ck('jwt', go(200, 'GET', '/me/cli-auth/' + ci, auth=None).j == OWN); ck('used', go(200, 'GET', '/me/cli-auth/' + ci, auth=None).j is None); go(404, 'GET', f'/me/cli-auth/{uuid.uuid4()}', auth=None); go(404, 'PUT', f'/me/cli-auth/{uuid.uuid4()}', {'user_token': OWN})
    # tools
    ck('15', len([x for x in go(200, 'GET', '/me/tools/list').j if x['name'].startswith('NOTIFIER_')]) == 15); go(200, 'GET', '/me/tools', auth=None); go(200, 'GET', '/me/tools/104', auth=None); go(404, 'GET', '/me/tools/zz', auth=None)
    ck('search', go(200, 'GET', '/me/tools/search?q=tide').j[0]['name'] == 'read_tide_table' and len(go(200, 'GET', '/me/tools/search?q=push&limit=2').j) == 2); go(422, 'GET', '/me/tools/search?q='); go(422, 'GET', '/me/tools/search'); go(422, 'GET', '/me/tools/search?q=a&limit=201'); go(422, 'GET', '/me/tools/search?q=a&min_score=1.1')
    x = go(200, 'POST', '/me/tools/run/read_tide_table?service_id=a&service_id_namespace=b', {'port': 'Hull'}).j; ex = go(200, 'GET', f"/me/executions/{x['execution_no']}").j; ck('ids', ex['service_id'] == 'a' and ex['input'] == {'port': 'Hull'}); go(400, 'POST', '/me/tools/run/read_tide_table', {'port': 7}); go(404, 'POST', '/me/tools/run/zz', {}); go(401, 'POST', '/me/tools/run/read_tide_table', {'port': 'x'}, None); go(401, 'POST', '/me/tools/run/read_tide_table', {'port': 'x'}, OWN[:-4] + 'AAAA'); go(422, 'POST', '/me/tools/run/read_tide_table', [])
    go(200, 'GET', '/me/toolsets/list'); ck('set', len(go(200, 'GET', '/me/toolsets/sea').j['members']) == 3); go(404, 'GET', '/me/toolsets/zz')
    rs = d.both(*[lambda: d.req('POST', '/me/user-tools', {'tool_ref': '104'}) for _ in range(4)]); ck('once', sorted(x.st for x in rs) == [200, 409, 409, 409]); go(409, 'POST', '/me/user-tools', {'tool_ref': 'zz'}); ck('ut', len(go(200, 'GET', '/me/user-tools').j) == 1); go(200, 'GET', '/me/user-tools/104'); go(200, 'DELETE', '/me/user-tools/104'); go(404, 'GET', '/me/user-tools/104'); go(404, 'DELETE', '/me/user-tools/104')
    ck('tier', go(200, 'GET', '/me/').j['tier'] == 'maker' and go(200, 'GET', '/me/', auth=SAND).j['tier'] == 'sandbox'); go(401, 'GET', '/me/', auth=C['apiKey'])
    v = go(200, 'GET', '/me/vip').j['redeemed_total']; go(200, 'POST', '/me/vip', {'vip_code': F['vipCode']}); go(400, 'POST', '/me/vip', {'vip_code': F['vipCode']}); go(400, 'POST', '/me/vip', {'vip_code': F['ownVipCode']}); go(400, 'POST', '/me/vip', {'vip_code': 'x'}); ck('vip', go(200, 'GET', '/me/vip').j['redeemed_total'] == v + 1); go(422, 'POST', '/me/vip', {})
    # notifier
    o = lambda r: (ck('n ' + r.text[:90], r.st == 200), r.j.get('output'))[1]
    ch = o(d.n('CREATE_CHAT', email='a@b.example')); ck('bad mail', d.n('CREATE_CHAT', email='x').st == 400); o(d.n('UPDATE_CHAT', iden=ch['iden'], muted=True)); ck('muted', o(d.n('LIST_CHATS', limit=5))['chats'][0]['muted'] is True); o(d.n('UPDATE_CHAT', iden=ch['iden'], muted=False)); ck('unmuted', o(d.n('LIST_CHATS'))['chats'][0]['muted'] is False); o(d.n('DELETE_CHAT', iden=ch['iden'])); ck('nochat', o(d.n('LIST_CHATS'))['chats'] == [])
    dv = o(d.n('CREATE_DEVICE', nickname='N', model='M', manufacturer='X', app_version=1, icon='phone')); o(d.n('UPDATE_DEVICE', iden=dv['iden'], nickname='O')); dl = o(d.n('LIST_DEVICES'))['devices']; ck('dev', len(dl) == 1 and dl[0]['nickname'] == 'O' and dl[0]['icon'] == 'phone'); ck('neg', d.n('UPDATE_DEVICE', iden=dv['iden'], app_version=-1).st == 400)
    ps = [o(d.n('CREATE_PUSH', type='note', body=f'b{x}', guid=f'g{x}', device_iden=dv['iden'])) for x in range(5)]; ck('guid', o(d.n('CREATE_PUSH', type='note', body='zz', guid='g1'))['iden'] == ps[1]['iden']); ck('link', d.n('CREATE_PUSH', type='link').st == 400 and d.n('CREATE_PUSH', type='file', file_url='u', file_name='n').st == 400 and d.n('CREATE_PUSH', type='x').st == 400)
    pg = o(d.n('LIST_PUSHES', limit=3)); pg2 = o(d.n('LIST_PUSHES', limit=3, cursor=pg['cursor'])); ck('pages', len(pg['pushes']) == 3 and len(pg2['pushes']) == 2 and pg2['cursor'] is None); ck('501', d.n('LIST_PUSHES', limit=501).st == 400)
    up = o(d.n('UPDATE_PUSH', iden=ps[0]['iden'], items=[{'text': 'a', 'checked': True}], dismissed=True)); ck('items', up['items'] == [{'text': 'a', 'checked': True}] and up['dismissed']); ck('after', [x['iden'] for x in o(d.n('LIST_PUSHES', modified_after=ps[4]['modified']))['pushes']] == [ps[0]['iden']])
    o(d.n('DELETE_PUSH', iden=ps[1]['iden'])); ck('active', len(o(d.n('LIST_PUSHES', active=True))['pushes']) == 4 and len(o(d.n('LIST_PUSHES'))['pushes']) == 5); op = o(d.n('CREATE_PUSH', OTHER, type='note')); o(d.n('DELETE_ALL_PUSHES')); time.sleep(.6); ck('wiped', o(d.n('LIST_PUSHES', active=True))['pushes'] == [] and len(o(d.n('LIST_PUSHES', OTHER, active=True))['pushes']) == 1)
    o(d.n('DELETE_DEVICE', device_iden=dv['iden'])); ck('del', d.n('DELETE_DEVICE', device_iden=dv['iden']).st == 400); o(d.n('GET_USER')); o(d.n('UPLOAD_REQUEST', file_name='a', file_type='b/c')); ck('sandbox', d.n('GET_USER', SAND).st == 400); ck('nick', d.n('CREATE_DEVICE', nickname='N').st == 400)
    log = open([l for l in [f'/proc/{d.p.pid}/environ'] ][0], 'rb').read() if False else b''
print(n, 'checks,', len(bad), 'failed;', len(used), 'operations of', len(OPS))
for x in OPS:
    if x not in used: print('not walked', x)
sys.exit(bool(bad))

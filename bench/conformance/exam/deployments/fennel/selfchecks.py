# One check for each fault: passes on a deployment without it, fails (AssertionError) with it.
import json, time, hashlib, hmac
from concurrent.futures import ThreadPoolExecutor
CHECKS = {}
def check(fid):
    def deco(fn): CHECKS[fid] = fn; return fn
    return deco
def par(fn, n):
    with ThreadPoolExecutor(n) as p: return list(p.map(fn, range(n)))
def eq(a, b): assert a == b, f"{a!r} != {b!r}"
def run(c, msg='Hello there', key='own', agent=None, nd=False):
    r = c.call('POST', f"/agents/{'ndjson/' if nd else ''}{agent or c.agent}", key=key, body={'message': msg}); eq(r.status, 200); return r
def rid(r): return r.headers['x-service-run-id']
def put(c, run_id, msg, key='own'): return c.call('PUT', f'/agents/{c.agent}/{run_id}', key=key, body={'message': msg})
def hist(c, run_id, key='own'): return c.call('GET', f'/agents/{c.agent}/{run_id}', key=key)
def agent(c, who='own', **kw):
    r = c.call('POST', '/me/agents', jwt=who, body={'chatPrompt': 'Be kind', **kw}); eq(r.status, 200); return r.json['data']
def tool(c, name, who='own', **inp): return c.call('POST', '/me/tools/run/NOTIFIER_' + name, jwt=who, body=inp)
def out(r): eq(r.status, 200); return r.json['data']['output']

@check('put-overwrites-history')
def _(c):
    r = rid(run(c, 'one')); eq(put(c, r, 'two').status, 200); eq([m['content'] for m in hist(c, r).json if m['role'] == 'user'], ['one', 'two'])
@check('post-same-run-id')
def _(c): assert rid(run(c, 'same words')) != rid(run(c, 'same words'))
@check('post-context-leaks')
def _(c):
    for i in range(4):
        r = rid(run(c, f'fresh {i}')); eq(len(hist(c, r).json), 2)
@check('job-put-accepted')
def _(c): r = rid(run(c, c.fx['backgroundMessage'])); eq(put(c, r, 'now').status, 409)
@check('job-409-message-added')
def _(c):
    r = rid(run(c, c.fx['backgroundMessage'])); eq(put(c, r, 'now').status, 409); eq(sum(m['role'] == 'user' for m in hist(c, r).json), 1)
@check('job-error-sticks')
def _(c):
    r = rid(run(c, c.fx['backgroundErrorMessage'])); assert hist(c, r).headers['x-service-job-id']; time.sleep(3.2)
    assert not hist(c, r).headers['x-service-job-id']; eq(put(c, r, 'go on').status, 200)
@check('job-known-locally')
def _(c):
    r = rid(run(c, c.fx['backgroundMessage'])); assert all(hist(c, r).headers['x-service-job-id'] for _ in range(4))
@check('post-blocked-by-job')
def _(c): run(c, c.fx['backgroundMessage']); run(c, 'meanwhile')
@check('text-shows-tool-call')
def _(c):
    r = run(c, c.fx['toolCallMessage']['message']); assert 'read_tide_table' not in r.text and 'TIDE-STATION' not in r.text
@check('ndjson-without-tool-result')
def _(c):
    r = run(c, c.fx['toolCallMessage']['message'], nd=True); rows = [json.loads(x) for x in r.text.splitlines()]
    assert any(x['type'] == 'tool.call' for x in rows) and 'TIDE-STATION-4711' in r.text
@check('stream-splits-characters')
def _(c): assert '\ufffd' not in run(c, 'Grüße aus München, schöne Häfen 🚢⚓ überall').text
@check('long-message-cut')
def _(c): m = 'w' * 3000; eq(hist(c, rid(run(c, m))).json[0]['content'], m)
@check('content-parsed')
def _(c): eq(hist(c, rid(run(c, '42'))).json[0]['content'], '42')
@check('repeated-message-dropped')
def _(c): r = rid(run(c, 'ok')); put(c, r, 'ok'); put(c, r, 'ok'); eq(len(hist(c, r).json), 6)
@check('put-without-lock')
def _(c):
    r = rid(run(c, 'start')); par(lambda i: put(c, r, f'm{i}'), 6); eq(sorted(m['content'] for m in hist(c, r).json if m['role'] == 'user'), sorted(['start'] + [f'm{i}' for i in range(6)]))
@check('worker-run-of-others')
def _(c): r = rid(run(c, 'secret')); assert hist(c, r, 'other').status in (403, 404)
@check('worker-key-cache')
def _(c):
    k = c.call('POST', '/me/api-keys', jwt='own', body={'name': 'x'}).json['data']
    for _ in range(4): eq(c.call('POST', f'/agents/{c.agent}', token=k['key'], body={'message': 'x'}).status, 200)
    c.call('DELETE', f"/me/api-keys/{k['apiKeyId']}", jwt='own'); eq(c.call('POST', f'/agents/{c.agent}', token=k['key'], body={'message': 'x'}).status, 401)
@check('text-stream-buffered')
def _(c): first, total = c.stream('POST', f'/agents/{c.agent}', {'message': c.fx['slowMessage']}); assert first < total - 1, (first, total)
@check('job-result-twice')
def _(c): r = rid(run(c, c.fx['backgroundMessage'])); time.sleep(3.2); eq(len(hist(c, r).json), 3)
@check('runs-default-20')
def _(c): par(lambda i: run(c), 32); eq(len(c.call('GET', '/me/agent-runs', jwt='own').json['data']), 30)
def walk(c, path, limit):
    got, cur = [], None
    for _ in range(60):
        j = c.call('GET', f'{path}?limit={limit}' + (f'&next_cursor={cur}' if cur else ''), jwt='own').json
        got += [x.get('runId') or x.get('logId') for x in j['data']]; cur = j['page']['next']
        if not cur: break
    return got
@check('cursor-inclusive')
def _(c):
    for i in range(7): run(c)
    g = walk(c, '/me/agent-runs', 5); eq(len(g), len(set(g)))
@check('runs-score-seconds')
def _(c):
    made = set(par(lambda i: rid(run(c)), 12)); g = walk(c, '/me/agent-runs', 5); assert made <= set(g), len(made - set(g))
@check('run-view-of-others')
def _(c): eq(c.call('GET', '/me/agent-runs/' + rid(run(c)), jwt='other').status, 404)
@check('executions-by-pattern')
def _(c):
    out(tool(c, 'GET_USER')); i = c.call('POST', '/me/tools/run/text_reverse', jwt='other', body={'text': 'x'}).json['data']['logId']
    assert i not in [e['logId'] for e in c.call('GET', '/me/executions', jwt='own').json['data']]
def sub(c, a, who): return c.call('POST', f'/me/agents/{a}/subscribe', jwt=who, body={}).status
@check('subscribe-race')
def _(c): a = agent(c, visibility='public', priceCents=100)['agentId']; eq(sorted(par(lambda i: sub(c, a, 'other'), 5)), [200] + [402] * 4)
@check('owner-may-subscribe')
def _(c): eq(sub(c, c.fx['ownPaidAgentId'], 'own'), 400)
@check('unsubscribe-not-saved')
def _(c):
    a = agent(c, visibility='public', priceCents=100)['agentId']; eq(sub(c, a, 'other'), 200); eq(c.call('POST', f'/me/agents/{a}/unsubscribe', jwt='other').status, 200)
    eq(c.call('GET', f'/me/subscriptions/{a}', jwt='other').json['data']['status'], 'canceled')
def studio(c, **b): r = c.call('POST', '/me/agent-studio-chats', jwt='own', body=b); eq(r.status, 200); return r.json['data']
P = '/me/agent-studio-chats/'
@check('studio-put-leaves-fields')
def _(c):
    s = studio(c, title='t', summary='long', tags=['a']); c.call('PUT', P + s['runId'], jwt='own', body={'title': 'u'})
    g = c.call('GET', P + s['runId'], jwt='own').json['data']; eq((g['title'], g['summary'], g['tags']), ('u', None, []))
@check('studio-patch-resets')
def _(c): s = studio(c, title='t', summary='long', tags=['a']); g = c.call('PATCH', P + s['runId'], jwt='own', body={'title': 'u'}).json['data']; eq((g['title'], g['summary'], g['tags']), ('u', 'long', ['a']))
@check('studio-list-shows-deleted')
def _(c): s = studio(c); c.call('DELETE', P + s['runId'], jwt='own'); assert s['runId'] not in [x['runId'] for x in c.call('GET', P[:-1], jwt='own').json]
@check('studio-id-cut-at-colon')
def _(c): eq(studio(c, runId=f'x{c.port}:one', title='one')['title'], 'one'); eq(studio(c, runId=f'x{c.port}:two', title='two')['title'], 'two')
@check('studio-clone-own-private')
def _(c): s = studio(c, visibility='private'); eq(c.call('POST', P + s['runId'] + '/clone', jwt='own').status, 400)
@check('agent-false-is-true')
def _(c): a = agent(c, enabled=False); eq(c.call('GET', '/me/agents/' + a['agentId'], jwt='own').json['data']['enabled'], False)
@check('agent-name-cut-bytes')
def _(c): n = 'Ünïcödé nämés ärë fïné ïn thïs plätförm'; eq(c.call('GET', '/me/agents/' + agent(c, name=n)['agentId'], jwt='own').json['data']['name'], n)
@check('upsert-prompt-optional')
def _(c): eq(c.call('POST', '/me/agents', jwt='own', body={'agentId': agent(c)['agentId'], 'name': 'no prompt'}).status, 400)
@check('theme-process-cache')
def _(c):
    p = f"/me/agents/{agent(c)['agentId']}/customizations/theme"
    for col in ['#112233', '#445566', '#778899']:
        c.call('PUT', p, jwt='own', body={'themeColor': col})
        for _ in range(3): eq(c.call('GET', p, jwt='own').json['data']['themeColor'], col)
@check('theme-color-unanchored')
def _(c):
    p = f"/me/agents/{agent(c)['agentId']}/customizations/theme"
    for bad in ['#12345', '#1234567', 'x#123456', '#12345g', 'red']: eq(c.call('PUT', p, jwt='own', body={'themeColor': bad}).status, 400)
def addfile(c, a, **b): return c.call('POST', f'/me/agents/{a}/files', jwt='own', body={'name': 'f', 'content': 'x', **b})
@check('files-limit-off-by-one')
def _(c): a = agent(c)['agentId']; eq([addfile(c, a).status for _ in range(9)], [201] * 8 + [400])
@check('files-order-as-text')
def _(c):
    a = agent(c)['agentId']; [addfile(c, a, position=p) for p in (10, 9, 2, 100)]
    eq([f['position'] for f in c.call('GET', f'/me/agents/{a}/files', jwt='own').json['data']], [2, 9, 10, 100])
@check('chat-patch-lost-update')
def _(c):
    for _ in range(3):
        a = agent(c)['agentId']; bodies = [{'name': 'nn'}, {'description': 'dd'}, {'tags': ['tt']}, {'priceCents': 7}]
        par(lambda i: c.call('PATCH', f'/me/chats/{a}', jwt='own', body=bodies[i]), 4)
        g = c.call('GET', f'/me/chats/{a}', jwt='own').json['data']; eq((g['name'], g['description'], g['tags'], g['priceCents']), ('nn', 'dd', ['tt'], 7))
@check('sandbox-patch-private')
def _(c): a = agent(c, 'sandbox')['agentId']; eq(c.call('PATCH', f'/me/chats/{a}', jwt='sandbox', body={'visibility': 'private'}).status, 400)
@check('slug-not-freed')
def _(c):
    s = f'slug-{c.port}-a'; a = agent(c, vanitySlug=s)['agentId']; eq(c.call('PATCH', f'/me/chats/{a}', jwt='own', body={'vanitySlug': s + 'b'}).status, 200)
    eq(c.call('GET', '/me/agents/vanity/slug?slug=' + s, jwt='own').json['data']['available'], True)
@check('chat-runs-private')
def _(c): eq(c.call('POST', f"/me/chats/{c.fx['privateAgentId']}/runs", jwt='own').status, 403)
@check('key-list-shows-key')
def _(c): assert all('key' not in k for k in c.call('GET', '/me/api-keys', jwt='own').json)
@check('default-key-is-newest')
def _(c):
    d = c.call('GET', '/me/api-keys/default', jwt='own').json['data']['apiKeyId']; c.call('POST', '/me/api-keys', jwt='own', body={})
    eq(c.call('GET', '/me/api-keys/default', jwt='own').json['data']['apiKeyId'], d)
bal = lambda c, who='own': c.call('GET', '/me/credits', jwt=who).json['data']['balance']
@check('credits-get-then-set')
def _(c): b = bal(c); par(lambda i: c.call('POST', '/me/credits/use', jwt='own'), 8); eq(bal(c), b - 8)
@check('credits-below-zero')
def _(c):
    for _ in range(7): c.call('POST', '/me/credits/use', jwt='sandbox')
    eq(bal(c, 'sandbox'), 0)
def hook(c, body, sig=None): return c.call('POST', '/me/payments/webhook', raw=body, headers={'fennel-signature': sig} if sig else {})
@check('webhook-unsigned')
def _(c): eq(hook(c, c.fx['webhook']['body']).status, 400)
@check('webhook-event-twice')
def _(c):
    w = c.fx['webhook']; eq(hook(c, w['body'], w['validSignature']).status, 200); b = bal(c); eq(hook(c, w['body'], w['validSignature']).status, 200); eq(bal(c), b)
@check('monetization-period-366')
def _(c): eq([c.call('GET', f'/me/monetization/earnings?period={p}', jwt='own').status for p in (0, 1, 365, 366)], [422, 200, 200, 422])
@check('summary-rounds-days')
def _(c):
    s = c.call('GET', '/me/monetization/summary', jwt='own').json['data']; e = c.call('GET', '/me/monetization/earnings', jwt='own').json
    eq(len(e['data']), 28); eq(s['totalEarningsCents'], sum(x['amountCents'] for x in e['data']))
def bundle(c): return c.call('POST', '/me/bundles', jwt='own').json['data']['bundleId']
@check('bundle-delete-by-pattern')
def _(c):
    b = [bundle(c) for _ in range(20)]; first = 1 + b[0] if b[0] < 9 else b[0]
    while not any(str(y).startswith(str(first)) and y != first for y in b): b.append(bundle(c))
    c.call('DELETE', f'/me/bundles/{first}', jwt='own'); eq([c.call('GET', f'/me/bundles/{x}', jwt='own').status for x in b if x != first], [200] * (len(b) - 1))
@check('bundle-tool-delete-unknown')
def _(c): eq(c.call('DELETE', f'/me/bundles/{bundle(c)}/tools/roll_dice', jwt='own').status, 404)
def cli(c, jwt=None):
    s = c.call('POST', '/me/cli-auth').json['data']['cliAuthId']
    if jwt: eq(c.call('PUT', f'/me/cli-auth/{s}', jwt='own', body={'jwt': jwt}).status, 200)
    return s
@check('cli-jwt-read-again')
def _(c): s = cli(c, 'j.w.t'); eq(c.call('GET', f'/me/cli-auth/{s}').json, 'j.w.t'); eq(c.call('GET', f'/me/cli-auth/{s}').json, None)
@check('cli-consume-race')
def _(c): s = cli(c, 'j.w.t'); eq(par(lambda i: c.call('GET', f'/me/cli-auth/{s}').json, 6).count('j.w.t'), 1)
@check('cli-session-hijack')
def _(c): s = cli(c, 'j.w.t'); eq(c.call('PUT', f'/me/cli-auth/{s}', jwt='other', body={'jwt': 'evil'}).status, 403)
def sched(c, chat, **b): return c.call('POST', '/me/schedules', jwt='own', body={'chatId': chat, 'cron': '0 9 * * 1', **b})
@check('schedule-foreign-chat')
def _(c): eq(sched(c, c.fx['unpaidAgentId']).status, 403)
@check('schedule-update-resets')
def _(c):
    s = sched(c, agent(c)['agentId'], message='hi').json['data']['scheduleId']; c.call('PUT', f'/me/schedules/{s}', jwt='own', body={'cron': '5 9 * * 1'})
    g = c.call('GET', f'/me/schedules/{s}', jwt='own').json['data']; eq((g['cron'], g['message']), ('5 9 * * 1', 'hi'))
@check('text-to-cron-echo')
def _(c): eq(c.call('GET', '/me/schedules/text-to-cron?cron=99+99+*+*+*', jwt='own').status, 400)
@check('search-min-score-zero')
def _(c):
    n = lambda q: len(c.call('GET', '/me/tools/search?' + q, jwt='own').json); eq(n('q=tide&limit=200'), n('q=tide&limit=200&min_score=0.15')); assert n('q=tide&limit=200&min_score=0') > n('q=tide&limit=200')
@check('tool-run-open')
def _(c): eq(c.call('POST', '/me/tools/run/read_tide_table', body={'port': 'Hull'}).status, 401)
@check('uninstall-by-prefix')
def _(c):
    for t in ('text_reverse', 'text_statistics'): c.call('POST', '/me/user-tools', jwt='own', body={'toolId': t})
    c.call('DELETE', '/me/user-tools/text_reverse', jwt='own'); eq(c.call('GET', '/me/user-tools/text_statistics', jwt='own').status, 200)
@check('vip-race')
def _(c): eq(sorted(par(lambda i: c.call('POST', '/me/vip', jwt='own', body={'code': 'WELCOME-2026-2'}).status, 5)), [200] + [400] * 4)
@check('vip-own-code')
def _(c): eq(c.call('POST', '/me/vip', jwt='own', body={'code': c.fx['ownVipCode']}).status, 400)
@check('push-guid-ignored')
def _(c): g = f'g{time.time()}'; eq(out(tool(c, 'CREATE_PUSH', type='note', guid=g))['iden'], out(tool(c, 'CREATE_PUSH', type='note', guid=g))['iden'])
@check('notifier-limit-501')
def _(c): eq([tool(c, 'LIST_PUSHES', limit=n).status for n in (500, 501)], [200, 400]); eq(tool(c, 'LIST_CHATS', limit=501).status, 400)
@check('push-active-ignored')
def _(c):
    p = out(tool(c, 'CREATE_PUSH', type='note'))['iden']; out(tool(c, 'DELETE_PUSH', iden=p)); assert p not in [x['iden'] for x in out(tool(c, 'LIST_PUSHES', active=True))['pushes']]
@check('delete-all-by-pattern')
def _(c):
    a = out(tool(c, 'CREATE_PUSH', type='note'))['iden']; b = out(tool(c, 'CREATE_PUSH', 'other', type='note'))['iden']; out(tool(c, 'DELETE_ALL_PUSHES')); time.sleep(0.7)
    assert a not in [x['iden'] for x in out(tool(c, 'LIST_PUSHES', active=True))['pushes']]; assert b in [x['iden'] for x in out(tool(c, 'LIST_PUSHES', 'other', active=True))['pushes']]
@check('push-cursor-skips')
def _(c):
    made = [out(tool(c, 'CREATE_PUSH', type='note', body=str(i)))['iden'] for i in range(7)]; got, cur = [], None
    while True:
        o = out(tool(c, 'LIST_PUSHES', limit=3, **({'cursor': cur} if cur else {}))); got += [x['iden'] for x in o['pushes']]; cur = o.get('cursor')
        if not cur: break
    eq(len(got), len(set(got))); assert set(made) <= set(got)
@check('chat-unmute-ignored')
def _(c):
    i = out(tool(c, 'CREATE_CHAT', email=f'a{time.time()}@x.example'))['iden']; out(tool(c, 'UPDATE_CHAT', iden=i, muted=True)); out(tool(c, 'UPDATE_CHAT', iden=i, muted=False))
    eq(next(x for x in out(tool(c, 'LIST_CHATS'))['chats'] if x['iden'] == i)['muted'], False)

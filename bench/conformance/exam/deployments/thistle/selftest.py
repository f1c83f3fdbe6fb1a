#!/usr/bin/env python3
"""Checks the deployment without a fault, then shows every fault, then a load. The last line is "all good"."""
import concurrent.futures, http.client, json, os, re, sys, threading, time, uuid
from harness import Deployment, at_once
from checks import CHECKS
bad = []
def eq(what, got, want):
    if got != want: bad.append(what); print('WRONG %s: %r, should be %r' % (what, got, want))
def yes(what, x):
    if not x: bad.append(what); print('WRONG %s' % what)
U = lambda: str(uuid.uuid4())

def walk(d):
    fx = d.fx
    # ---- every operation without and with a bad credential, and what the OpenAPI document says of it
    doc = d.get('/api/openapi.json', who=None).json
    eq('openapi', (doc['openapi'], doc['info']['version']), ('3.1.0', '0.1.0'))
    opened = {('GET', '/me/agent-studio-chats/{run_id}'), ('GET', '/me/agents/{agent_id}'), ('POST', '/me/agents/vanity/slug'), ('GET', '/me/vibe/services'), ('GET', '/me/chats/{chat_id}'), ('GET', '/me/chats/{chat_id}/og'),
              ('POST', '/me/payments/webhook'), ('POST', '/me/cli-auth'), ('GET', '/me/cli-auth/{auth_id}'), ('GET', '/me/tools'), ('GET', '/me/tools/{tool_id}')}
    said = set(re.findall(r'^\| (GET|POST|PUT|PATCH|DELETE) \| (/me\S*)', open(os.path.join(os.path.dirname(os.path.abspath(__file__)), 'interface.md')).read(), re.M))
    have = {(m.upper(), p) for p, o in doc['paths'].items() for m in o if p.startswith('/me')}
    eq('operations of the interface', (len(said), said ^ have), (88, set()))
    def refs(x):
        if isinstance(x, dict):
            for k, v in x.items():
                if k == '$ref': yield v
                else: yield from refs(v)
        elif isinstance(x, list):
            for v in x: yield from refs(v)
    for r in set(refs(doc)): yes('reference ' + r, r.split('/')[-1] in doc['components']['schemas'])
    for p, o in doc['paths'].items():
        for m in o:
            at = re.sub(r'\{\w+\}', '00000000-0000-4000-8000-000000000000', p)
            want = (m.upper(), p) in opened
            for who in (None, 'x.y.z'):
                s = d.call(m.upper(), at, None, who=who)
                if want: yes('%s %s open' % (m, p), s.status != 401)
                else:
                    eq('%s %s as %s' % (m, p, who), s.status, 401); eq('type of 401', s.type, 'application/problem+json')
            eq('deprecated ' + p, o[m].get('deprecated', False), (m, p) == ('post', '/me/chats'))
    eq('key at User API', d.get('/me/', who=d.cred['apiKey']).status, 401)
    eq('JWT at Workers API', d.post('/workers/' + d.agent, {'message': 'x'}, who=d.cred['jwt']).status, 401)
    eq('unknown path', (d.get('/me/nothing').status, d.get('/nothing', who=None).status), (404, 404))
    r = d.delete('/me/credits'); eq('405', (r.status, r.type), (405, 'application/problem+json'))
    r = d.get('/me/'); eq('me', (r.status, r.data['tier'], r.json['meta']['requestId']), (200, 'pro', r.h('x-request-id')))
    eq('sandbox', d.get('/me/', who='sandbox').data['tier'], 'sandbox')
    yes('rate headers', int(r.h('x-ratelimit-limit')) > int(r.h('x-ratelimit-remaining')))
    # ---- Workers API
    r = d.run('h\u00e9llo'); eq('text', (r.status, r.type), (200, 'text/plain; charset=utf-8')); uuid.UUID(r.run)
    p = d.put(r.at, {'message': 'again'}); eq('PUT', (p.status, p.h('x-service-run-id')), (200, r.run))
    g = d.get(r.at); eq('messages', g.json, [{'role': 'user', 'content': 'h\u00e9llo'}, {'role': 'assistant', 'content': r.text}, {'role': 'user', 'content': 'again'}, {'role': 'assistant', 'content': p.text}])
    eq('no job', g.h('x-service-job-id'), None)
    for b in ({}, {'message': 7}, [], {'message': None}): eq('POST %s' % b, d.post('/workers/' + d.agent, b).status, 422)
    eq('unknown worker', d.run(agent=U()).status, 404); eq('private worker', d.run(agent=fx['privateAgentId']).status, 403)
    eq('paid worker', (d.run(agent=fx['paidAgentId']).status, d.run(agent=fx['subscribedAgentId']).status), (402, 200))
    eq('unknown run', (d.put('/workers/%s/%s' % (d.agent, U()), {'message': 'x'}).status, d.get('/workers/%s/%s' % (d.agent, U())).status), (404, 404))
    eq("another's PUT", d.put(r.at, {'message': 'x'}, who='other').status, 404)
    n = d.run(fx['toolCallMessage']['message'], nd=True); eq('ndjson', (n.status, n.type), (200, 'application/x-ndjson')); yes('newline at the end', n.raw.endswith(b'\n'))
    l = [json.loads(x) for x in n.text.splitlines()]
    eq('lines', [x['type'] for x in l if x['type'] != 'text.delta'], ['run.started', 'tool.call', 'tool.result', 'run.finished'])
    eq('text of the lines', ''.join(x.get('text', '') for x in l), d.get(n.at).json[1]['content'])
    parts = []; s = d.run(fx['slowMessage'], nd=True, parts=parts); yes('ndjson streams', parts[-1][0] - parts[0][0] > .8)
    j, f = d.job(), d.job(True); yes('job header', j.h('x-service-job-id') and d.get(j.at).h('x-service-job-id') == j.h('x-service-job-id'))
    eq('PUT during a job', (d.put(j.at, {'message': 'x'}).status, d.put(j.nd, {'message': 'x'}).status, d.put(f.at, {'message': 'x'}).status), (409,) * 3)
    eq('other run goes on', d.put(r.at, {'message': 'x'}).status, 200)
    eq('view of the job', d.get('/me/agent-runs/' + j.run).data['status'], 'running')
    t0 = time.time()
    while d.get(j.at).h('x-service-job-id') or d.get(f.at).h('x-service-job-id'):
        time.sleep(.1)
        if time.time() - t0 > fx['jobSeconds']: yes('jobs end', False); break
    eq('resume', (d.put(j.at, {'message': ''}).status, d.put(f.nd, {'message': 'x'}).status, len(d.get(j.at).json)), (200, 200, 4))
    # ---- runs and logs
    v = d.get('/me/agent-runs/' + r.run).data; eq('view', (v['runId'], v['workerId'], v['workerName'], v['messageCount'], v['status']), (r.run, d.agent, 'Burr', 6, 'idle'))
    eq('view of others', (d.get('/me/agent-runs/' + r.run, who='other').status, d.get('/me/agent-runs/' + U()).status, d.get('/me/agent-runs/x').status), (404, 404, 422))
    for q in ('limit=0', 'limit=501', 'limit=x', 'next_cursor=x'): eq(q, (d.get('/me/agent-runs?' + q).status, d.get('/me/executions?' + q).status), (422, 422))
    eq('null cursor', (d.get('/me/agent-runs?next_cursor=').status, d.get('/me/agent-runs?next_cursor=null&limit=5').status), (200, 200))
    eq('logs', (len(d.get('/me/agent-runs/%s/logs' % r.run).json) > 4, d.get('/me/agent-runs/%s/logs' % U()).json, len(d.get('/me/agent-runs/%s/mcp-server-logs' % n.run).json)), (True, [], 1))
    e = d.post('/me/tools/run/measure_rainfall?service_id=s1', fx['tool']['input']).data; x = d.get('/me/executions/%d' % e['executionId']).data
    eq('execution', (x['toolName'], x['serviceId'], x['serviceIdNamespace'], x['input']), ('measure_rainfall', 's1', 'global', fx['tool']['input']))
    eq('executions', (d.get('/me/executions/%d' % e['executionId'], who='other').status, d.get('/me/executions/999999').status, d.get('/me/executions/x').status), (404, 404, 422))
    # ---- subscriptions
    a = fx['paidAgentId']; sub = '/me/agents/%s/subscribe'
    eq('none yet', d.get('/me/subscriptions/' + a).status, 404); s = d.post(sub % a, {}); yes('checkout', s.data['checkoutSessionId'])
    eq('now in', (d.post(sub % a, {}).status, d.get('/me/subscriptions/' + a).data['status'], d.run(agent=a).status), (402, 'active', 200))
    yes('in the list', a in [x['agentId'] for x in d.get('/me/subscriptions').data])
    eq('out', (d.post('/me/agents/%s/unsubscribe' % a).data['status'], d.post('/me/agents/%s/unsubscribe' % a).status, d.run(agent=a).status), ('canceled', 400, 402))
    eq('subscribe', [d.post(sub % i, {}).status for i in (fx['unpaidAgentId'], fx['ownPaidAgentId'], fx['privateAgentId'], U(), fx['subscribedAgentId'])], [400, 400, 404, 404, 402])
    eq('unsubscribe', (d.post('/me/agents/%s/unsubscribe' % U()).status, d.post('/me/agents/%s/unsubscribe' % fx['unpaidAgentId']).status), (404, 400))
    # ---- studio chats
    S = '/me/agent-studio-chats'; s = d.post(S, {'runId': 'r-' + U(), 'title': 't', 'tags': ['a'], 'visibility': 'private'}).data; at = S + '/' + s['runId']
    eq('read', (d.get(at).data, d.get(at, who=None).status, d.get(at, who='other').status, d.get(S + '/none').status), (s, 403, 403, 404))
    eq('again', (d.post(S, {'runId': s['runId']}).data, d.post(S, {'runId': s['runId']}, who='other').status), (s, 409))
    eq('patch', (lambda x: (x['title'], x['tags'], x['visibility']))(d.patch(at, {'title': 'u'}).data), ('u', ['a'], 'private'))
    eq('private clone', (d.post(at + '/clone').status, d.post(S + '/none/clone').status), (400, 404))
    eq('put', (lambda x: (x['title'], x['tags'], x['visibility']))(d.put(at, {'title': 'w', 'visibility': 'public'}).data), ('w', [], 'public'))
    eq('anyone', (d.get(at, who=None).status, d.put(at, {}, who='other').status, d.patch(at, {}, who='other').status, d.delete(at, who='other').status), (200, 403, 403, 403))
    k = d.post(at + '/clone', who='other'); eq('clone', (k.status, k.data['title'], k.data['runId'] != s['runId']), (201, 'w', True))
    eq('delete', (d.delete(at).status, d.get(at).status, d.patch(at, {}).status, d.delete(at).status, s['runId'] in d.get(S).text), (200, 404, 404, 404, False))
    eq('bad', (d.post(S, {'visibility': 'x'}).status, d.put(S + '/none', {}).status), (422, 404))
    # ---- agents and chats
    a = d.post('/me/agents', {'name': '\u00e9\U0001f33f', 'chatPrompt': 'p', 'visibility': 'private', 'description': 'D', 'monthlyPriceCents': 999}).data; at, ct = '/me/agents/' + a['agentId'], '/me/chats/' + a['agentId']
    eq('agent', (d.get(at).data, d.get(ct).data, a['name']), (a, a, '\u00e9\U0001f33f'))
    eq('private', [d.get(x, who=w).status for x in (at, ct) for w in (None, 'other')], [403] * 4)
    eq('404s', (d.get('/me/agents/' + U(), who=None).status, d.get('/me/chats/x').status, d.post('/me/agents', {'agentId': U(), 'chatPrompt': 'x'}).status, d.post('/me/agents', {'agentId': a['agentId'], 'chatPrompt': 'x'}, who='other').status), (404, 404, 404, 403))
    eq('lists', (d.get('/me/agents').json[0], d.get('/me/chats').json[0], d.get('/me/agents').json == d.get('/me/chats').json, a['agentId'] in d.get('/me/agents', who='other').text), (a, a, True, False))
    eq('upsert', (lambda x: (x['chatPrompt'], x['description'], x['agentId']))(d.post('/me/agents', {'agentId': a['agentId'], 'chatPrompt': 'q'}).data), ('q', 'D', a['agentId']))
    eq('sandbox private', [d.post(x, {'chatPrompt': 'x', 'visibility': 'private'}, who='sandbox').status for x in ('/me/agents', '/me/chats')], [400, 400])
    sb = d.post('/me/chats', {'chatPrompt': 'x'}, who='sandbox').data; eq('sandbox public', sb['visibility'], 'public')
    eq('sandbox change', [d.call(m, '/me/chats/' + sb['chatId'], {'chatPrompt': 'x', 'visibility': 'private'}, who='sandbox').status for m in ('PUT', 'PATCH')], [400, 400])
    eq('no prompt', (d.post('/me/agents', {}).status, d.post('/me/chats', {'chatPrompt': ' '}).status, d.post('/me/agents', {'chatPrompt': 7}).status), (400, 400, 422))
    eq('of others', [d.call(m, ct, {'chatPrompt': 'x'}, who='other').status for m in ('PUT', 'PATCH', 'DELETE')], [403] * 3)
    eq('patch', (lambda x: (x['name'], x['description'], x['monthlyPriceCents'], x['visibility']))(d.patch(ct, {'name': 'N'}).data), ('N', 'D', 999, 'private'))
    eq('put', (lambda x: (x['name'], x['description'], x['monthlyPriceCents'], x['visibility']))(d.put(ct, {'chatPrompt': 'x', 'visibility': 'public'}).data), ('Untitled', None, None, 'public'))
    slug = d.post('/me/agents/vanity/slug', {'name': 'My Agent'}, who=None).data['slug']; chk = lambda s: d.get('/me/agents/vanity/slug?slug=' + s).data['available']
    eq('slug', (chk(slug), d.patch(ct, {'vanitySlug': slug}).data['vanitySlug'], chk(slug), d.post('/me/agents', {'chatPrompt': 'x', 'vanitySlug': slug}).status, d.get('/me/agents/vanity/slug').status), (True, slug, False, 400, 422))
    yes('another slug', d.post('/me/agents/vanity/slug', {'name': 'My Agent'}, who=None).data['slug'] != slug)
    u = d.post(at + '/upsell-description').data['upsellDescription']; eq('upsell', (d.get(at).data['upsellDescription'], d.post(at + '/upsell-description', who='other').status), (u, 404)); yes('upsell text', u)
    eq('vibe', (d.get(at + '/vibe').status, d.get(at + '/vibe?service_name=x').status, [d.get(at + '/vibe?service_name=' + x['name']).status for x in d.get('/me/vibe/services', who=None).data]), (422, 422, [200] * 3))
    th = at + '/customizations/theme'; eq('theme', (d.get(th).json, d.put(th, {'themeColor': '#12aBcd'}).status, d.get(th).data['themeColor'], d.put(th, {'themeColor': '#111111'}, who='other').status, d.put('/me/agents/%s/customizations/theme' % U(), {'themeColor': '#111111'}).status, d.get('/me/agents/x/customizations/theme').status, d.put(th, {}).status), (None, 200, '#12aBcd', 403, 404, 422, 422))
    F = at + '/files'; f1, f2 = (d.post(F, {'fileName': n, 'content': 'c\u00e9'}).data for n in 'ab'); eq('file', (f1['sizeBytes'], d.get(F + '/' + f1['fileId']).data, [x['fileId'] for x in d.get(F).data]), (3, f1, [f1['fileId'], f2['fileId']]))
    eq('order', [x['fileId'] for x in d.put(F + '/positions', {'positions': [{'fileId': f1['fileId'], 'position': 5}, {'fileId': f2['fileId'], 'position': 4}]}).data], [f2['fileId'], f1['fileId']])
    eq('patch file', (lambda x: (x['fileName'], x['content'], x['position']))(d.patch(F + '/' + f1['fileId'], {'fileName': 'z'}).data), ('z', 'c\u00e9', 5))
    eq('files of others', (d.get(F, who='other').status, d.post(F, {'fileName': 'x'}, who='other').status, d.get(F + '/' + f1['fileId'], who='other').status, d.delete(F + '/' + f1['fileId'], who='other').status, d.get(F + '/' + U()).status, d.get(F + '/x').status, d.post(F, {'fileName': ''}).status), (403, 403, 403, 403, 404, 422, 400))
    c = d.post(ct + '/clone', {'name': 'C'}, who='other'); eq('clone', (c.status, c.data['name'], c.data['chatPrompt'], c.data['fileCount'], c.data['themeColor'], d.post('/me/chats/%s/clone' % U()).status, d.post('/me/chats/x/clone').status), (200, 'C', 'x', 2, '#12aBcd', 404, 422))
    x = d.delete(F + '/' + f1['fileId']); eq('delete file', (x.status, x.raw, d.get(F + '/' + f1['fileId']).status, len(d.get(F).data), len(d.get('/me/agents/%s/files' % c.data['agentId'], who='other').data)), (204, b'', 404, 1, 2))
    eq('feedback', (d.post(ct + '/feedback', {'rating': 4}, who='other').data['feedback'], d.post(ct + '/feedback', {'rating': 9}).status, d.post('/me/chats/%s/feedback' % U(), {'rating': 4}).status), ({'count': 1, 'averageRating': 4}, 422, 404))
    eq('og', (d.get(ct + '/og', who=None).data['title'], d.get('/me/chats/%s/og' % U(), who=None).status, d.get('/me/chats/x/og', who=None).status), ('Untitled', 200, 422))
    lg = d.post(ct + '/runs').data; eq('chat run', (lg in d.get('/me/agent-runs/%s/logs' % lg['runId']).json, d.post('/me/chats/%s/runs' % fx['privateAgentId']).status, d.post('/me/chats/%s/runs' % U()).status), (True, 403, 404))
    eq('run count', d.get(ct).data['runCount'], 1)
    eq('delete chat', (d.delete(ct).data['agentId'], d.get(at).status, d.delete(ct).status, chk(slug), d.post('/workers/' + a['agentId'], {'message': 'x'}).status), (a['agentId'], 404, 404, True, 404))
    money(d); rest(d)

def money(d):
    fx = d.fx; K = '/me/api-keys'; k = d.post(K, {'name': 'k'}).data
    eq('key', (d.get(K + '/%d' % k['apiKeyId']).data, d.get(K + '/%d' % k['apiKeyId'], who='other').status, d.get(K + '/x').status, d.get(K + '/default').data['key'], d.post('/workers/' + d.agent, {'message': 'x'}, who=k['key']).status), (k, 404, 422, d.cred['apiKey'], 200))
    x = d.delete(K + '/%d' % k['apiKeyId']); time.sleep(.3); eq('deleted key', (x.status, 'key' in x.data, d.get(K + '/%d' % k['apiKeyId']).status, d.delete(K + '/%d' % k['apiKeyId']).status, d.post('/workers/' + d.agent, {'message': 'x'}, who=k['key']).status), (200, False, 404, 404, 401))
    eq('one default', [sum(y['isDefault'] for y in d.get(K).json), d.post(K, [], ).status], [1, 422])
    eq('billing', d.get('/me/billing').data['plan'], 'pro')
    b = d.get('/me/credits').data; u = d.post('/me/credits/use').data; eq('credit', (u['balance'], d.get('/me/credits').data, d.get('/me/credits', who='sandbox').status, d.post('/me/credits/use', who='sandbox').status), (b['balance'] - 1, u, 404, 404))
    n = d.get('/me/credits', who='other').data['balance']; s = at_once(*[lambda: [d.post('/me/credits/use', who='other').status for i in range(15)] for j in range(4)])
    eq('never below zero', (sum(x == 200 for y in s for x in y), d.get('/me/credits', who='other').data['balance']), (n, 0))
    eq('session', (d.post('/me/payments/sessions', {'amountCents': 1234}).data['amountCents'], d.post('/me/payments/sessions', {}).status), (1234, 422))
    w = fx['webhook']; c0 = d.get('/me/credits').data['balance']; r = d.post('/me/payments/webhook', raw=w['body'].encode(), headers={w['signatureHeader']: w['validSignature']}, who=None); eq('webhook', (r.status, d.get('/me/credits').data['balance'] - c0), (200, 500))
    eq('changed body', d.post('/me/payments/webhook', raw=w['body'].encode() + b' ', headers={w['signatureHeader']: w['validSignature']}, who=None).status, 400)
    for p in ('summary', 'subscribers', 'earnings'):
        at = '/me/monetization/' + p; eq(p, [d.get(at + '?period=%s' % q).status for q in (0, 1, 365, 366, 'x')] + [d.get(at).data['periodDays']], [422, 200, 200, 422, 422, 28])
    eq('days', (len(d.get('/me/monetization/subscribers?period=9').data['days']), len(d.get('/me/monetization/earnings').data['days'])), (9, 28))
    s0 = d.get('/me/monetization/summary').data['totalSubscribers']; d.post('/me/agents/%s/subscribe' % fx['ownPaidAgentId'], {}, who='other')
    eq('a subscriber more', (d.get('/me/monetization/summary').data['totalSubscribers'], d.get('/me/monetization/subscribers').data['days'][-1]['subscribers']), (s0 + 1, s0 + 1)); d.post('/me/agents/%s/unsubscribe' % fx['ownPaidAgentId'], who='other')

def rest(d):
    fx = d.fx; B = '/me/bundles'; b = d.post(B).data; at = B + '/%d' % b['bundleId']; t = fx['installableToolId']
    eq('bundle', (d.get(at).data, d.get(at, who='other').status, d.get(B + '/99999').status, d.get(B + '/x').status), (b, 404, 404, 422))
    eq('bundle tools', (d.post(at + '/tools', {'toolId': t}).data['toolId'], d.post(at + '/tools', {'toolId': 'x'}).status, d.post(B + '/99999/tools', {'toolId': t}).status, [x['toolId'] for x in d.get(at + '/tools').json], d.get(at + '/tools', who='other').json), (t, 404, 404, [t], []))
    p = d.put(at, {'name': 'Z'}).data; eq('put bundle', (p['name'], len(p['tools']), d.put(at, {'name': 'Z', 'tools': ['x']}).status, d.put(at, {'name': 'Y'}, who='other').status, [x for x in d.get(B).json if x['bundleId'] == b['bundleId']]), ('Z', 1, 409, 409, [{'bundleId': b['bundleId'], 'name': 'Z', 'toolCount': 1}]))
    eq('delete', (d.delete(at + '/tools/' + t).status, d.delete(at + '/tools/' + t).status, d.delete(at).data['bundleId'], d.get(at).status, d.delete(at).status), (200, 404, b['bundleId'], 404, 404))
    c = d.post('/me/cli-auth', who=None).data; at = '/me/cli-auth/' + c['cliAuthId']
    eq('cli', (d.get(at, who=None).json, d.put(at, {'jwt': d.cred['jwt']}).status, d.put(at, {'jwt': d.cred['otherJwt']}, who='other').status, d.get(at, who=None).json, d.get(at, who=None).json, d.put(at, {'jwt': 'x'}).status), (None, 200, 403, d.cred['jwt'], None, 403))
    eq('cli 404', (d.get('/me/cli-auth/' + U(), who=None).status, d.put('/me/cli-auth/' + U(), {'jwt': 'x'}).status, d.get('/me/cli-auth/x', who=None).status), (404, 404, 422))
    s = d.post('/me/schedules', {'chatId': d.agent, 'cron': fx['cron'], 'message': 'm'}).data; at = '/me/schedules/' + s['scheduleId']
    eq('schedule', (d.get(at).data, d.get('/me/schedules').data[-1], d.get(at, who='other').status, d.get('/me/schedules/' + U()).status, d.get('/me/schedules/x').status, d.post('/me/schedules', {'chatId': d.agent, 'cron': '61 * * * *'}).status), (s, s, 404, 404, 422, 422))
    eq('put schedule', (d.put(at, {'enabled': False}).data['cron'], d.get(at).data['enabled'], d.put(at, {'cron': 'x'}).status, d.delete(at).status, d.get(at).status), (fx['cron'], False, 422, 200, 404))
    eq('cron', (d.get('/me/schedules/text-to-cron?cron=every%20monday%20at%209:00').data['cron'], d.get('/me/schedules/text-to-cron?cron=*/5%20*%20*%20*%20MON-FRI').data['cron'], d.get('/me/schedules/text-to-cron?cron=hm').status, d.get('/me/schedules/text-to-cron').status, d.get('/me/schedules/onboarding').status), ('0 9 * * 1', '*/5 * * * MON-FRI', 400, 422, 200))
    l = d.get('/me/tools/list').json; q = d.get('/me/tools', who=None).json; eq('tools', (len(l) == len(q) > 40, sum(x['name'].startswith('NOTIFIER_') for x in l), d.get('/me/tools/' + t, who=None).data, d.get('/me/tools/x', who=None).status), (True, 15, [x for x in q if x['toolId'] == t][0], 404))
    f = lambda x: d.get('/me/tools/search?' + x); n = lambda x: [y['name'] for y in f(x).json]
    eq('search', (len(n('q=atlas')), len(n('q=atlas&limit=200')), n('q=push&toolkit=atlas'), f('q=').status, f('').status, f('q=x&min_score=1.1').status, f('q=x&min_score=-1').status, n('q=rainfall')[0], n('q=atlas+oslo')[0]), (20, 26, [], 422, 422, 422, 422, 'measure_rainfall', 'atlas_oslo'))
    eq('scores', all(y['_meta']['score'] >= .6 for y in f('q=push+chat&min_score=0.6&limit=200').json), True)
    R = '/me/tools/run/'; tl = fx['tool']; r = d.post(R + tl['name'], tl['input']); eq('run', (r.status, r.data['isError'], d.post(R + tl['name'], tl['invalidInput']).status, d.post(R + tl['name'], {}).status, d.post(R + 'none', {}).status, d.post(R + tl['name'], []).status, d.post(R + tl['name'], {}, who=None).status), (200, False, 400, 400, 404, 422, 401))
    eq('toolsets', (fx['toolsetName'] in [x['toolsetName'] for x in d.get('/me/toolsets/list').json], len(d.get('/me/toolsets/notifier').data['tools']), d.get('/me/toolsets/x').status), (True, 15, 404))
    I = '/me/user-tools'; d.delete(I + '/' + t); eq('install', (d.post(I, {'toolId': t}).status, d.post(I, {'toolId': t}).status, d.post(I, {'toolId': 'x'}).status, [x['toolId'] for x in d.get(I).json], d.get(I + '/' + t).status, d.get(I + '/' + t, who='other').status, d.delete(I + '/' + t).status, d.delete(I + '/' + t).status), (200, 409, 409, [t], 200, 404, 200, 404))
    v = d.get('/me/vip').data['count']; eq('vip', (d.post('/me/vip', {'code': fx['vipCode']}).status, d.post('/me/vip', {'code': fx['vipCode']}).status, d.get('/me/vip').data['count'], d.post('/me/vip', {}).status), (200, 400, v + 1, 422))
    # ---- NOTIFIER
    T = lambda name, **a: d.tool('NOTIFIER_' + name, **a); sc = lambda r: r.data['structuredContent']
    c = sc(T('CREATE_CHAT', email='a@b.example'))['chat']; eq('chat', (T('CREATE_CHAT').status, T('CREATE_CHAT', email='x').status, sc(T('UPDATE_CHAT', iden=c['iden'], muted=True))['chat']['muted'], [x['muted'] for x in sc(T('LIST_CHATS', limit=500))['chats'] if x['iden'] == c['iden']], T('LIST_CHATS', limit=501).status, T('UPDATE_CHAT', iden=c['iden']).status, T('DELETE_CHAT', iden=c['iden']).data['isError'], T('DELETE_CHAT', iden=c['iden']).data['isError']), (400, 400, True, [True], 400, 400, False, True))
    dv = dict(nickname='n', model='m', manufacturer='f', app_version=3); x = sc(T('CREATE_DEVICE', **dv))['device']
    eq('device', (T('CREATE_DEVICE', **dict(dv, app_version=-1)).status, T('CREATE_DEVICE', **dict(dv, has_sms='x')).status, T('CREATE_DEVICE', nickname='x').status, x['iden'] in [y['iden'] for y in sc(T('LIST_DEVICES'))['devices']], T('UPDATE_DEVICE', iden=x['iden'], app_version=-1).status, T('DELETE_DEVICE', device_iden=x['iden']).data['isError'], x['iden'] in [y['iden'] for y in sc(T('LIST_DEVICES'))['devices']]), (400, 400, 400, True, 400, False, False))
    p = d.note(title='t'); eq('push', (T('CREATE_PUSH').status, T('CREATE_PUSH', type='x').status, T('CREATE_PUSH', type='link').status, T('CREATE_PUSH', type='file', file_url='u', file_name='n').status, T('CREATE_PUSH', type='link', url='u').status, sc(T('UPDATE_PUSH', iden=p['iden'], dismissed=True))['push']['dismissed'], T('UPDATE_PUSH', iden=p['iden'], items=[{'text': 'x'}]).status, T('UPDATE_PUSH', iden=p['iden'], items=[{'text': 'x', 'checked': True}]).status, T('LIST_PUSHES', limit=501).status, T('LIST_PUSHES', limit=0).status), (400, 400, 400, 400, 200, True, 400, 200, 400, 400))
    got = [y for y in d.pushes()['pushes'] if y['iden'] == p['iden']][0]; eq('push reads back', (got['title'], got['dismissed'], got['items']), ('t', True, [{'text': 'x', 'checked': True}]))
    eq('modified after', p['iden'] in [y['iden'] for y in d.pushes(modified_after=got['modified'])['pushes']], False); yes('modified before', p['iden'] in [y['iden'] for y in d.pushes(modified_after=got['modified'] - .001)['pushes']])
    eq('others', (d.pushes('other')['pushes'], T('GET_USER', who='other').data['structuredContent']['name'], T('GET_USER', who='sandbox').status), ([], 'otto', 400))
    q = d.note('other', body='stays'); T('DELETE_ALL_PUSHES'); late = d.note(body='late'); time.sleep(.4); eq('all gone but the late one', ([y['iden'] for y in d.pushes(active=True)['pushes']], len(d.pushes('other')['pushes'])), ([late['iden']], 1))
    eq('delete push', (T('DELETE_PUSH', iden=late['iden']).data['isError'], T('DELETE_PUSH', iden=late['iden']).data['isError'], T('UPLOAD_REQUEST', file_name='a', file_type='text/plain').status, T('UPLOAD_REQUEST', file_name='a').status), (False, True, 200, 400))

def load(d, seconds=8):
    fx, t = d.fx, d.cred; wrong, count, lock = [], [0], threading.Lock()
    paths = [('GET', '/me/', None), ('GET', '/me/agents', None), ('POST', '/workers/' + d.agent, {'message': 'hi'}), ('POST', '/me/credits/use', None), ('GET', '/me/agent-runs?limit=5', None), ('GET', '/me/tools/search?q=push', None),
             ('POST', '/me/tools/run/measure_rainfall', fx['tool']['input']), ('POST', '/me/agent-studio-chats', {'title': 'l'}), ('GET', '/me/monetization/earnings', None), ('POST', '/me/cli-auth', None), ('GET', '/me/agents/' + d.agent, None), ('POST', '/workers/ndjson/' + d.agent, {'message': fx['toolCallMessage']['message']})]
    b0 = d.get('/me/credits').data['balance']; used = [0]; end = time.time() + seconds
    def client(i):
        c = http.client.HTTPConnection('127.0.0.1', d.port, timeout=30); n = i
        while time.time() < end:
            m, p, b = paths[n % len(paths)]; n += 1
            try:
                c.request(m, p, json.dumps(b) if b is not None else None, {'Authorization': 'Bearer ' + t['apiKey' if p.startswith('/workers') else 'jwt'], 'Content-Type': 'application/json'}); r = c.getresponse(); x = r.read(); s = r.status
            except Exception as e: s, x = repr(e), b''; c = http.client.HTTPConnection('127.0.0.1', d.port, timeout=30)
            with lock:
                count[0] += 1; used[0] += p == '/me/credits/use'
                if s != 200: wrong.append((m, p, s, x[:80]))
    ts = [threading.Thread(target=client, args=(i,)) for i in range(30)]; [x.start() for x in ts]; [x.join() for x in ts]
    print('load: %d requests from 30 connections, %d a second, %d wrong' % (count[0], count[0] / seconds, len(wrong)))
    eq('load', wrong[:3], []); eq('credits of the load', b0 - d.get('/me/credits').data['balance'], used[0])

def main():
    faults = json.load(open(os.path.join(os.path.dirname(os.path.abspath(__file__)), 'faults.json')))
    eq('a check for each fault', sorted(CHECKS), sorted(f['id'] for f in faults)); eq('count', len(faults), 70)
    with Deployment() as d: walk(d)
    print('walk: %s' % ('%d wrong' % len(bad) if bad else 'fine'))
    for part in (list(CHECKS)[::2], list(CHECKS)[1::2]):
        with Deployment() as d:
            for i in part:
                w = CHECKS[i](d)
                if w: bad.append(i); print('WRONG without a fault: %s: %s' % (i, w))
    print('checks without a fault: done')
    def show(f):
        with Deployment(f['id']) as d:
            try: return f, CHECKS[f['id']](d)
            except Exception as e: return f, 'CRASH %r' % e
    with concurrent.futures.ThreadPoolExecutor(2) as ex:
        for f, w in ex.map(show, faults):
            if not w or w.startswith('CRASH'): bad.append(f['id'])
            print('%-45s %s' % (f['id'], w or 'NOT SHOWN'), flush=True)
    with Deployment() as d: load(d)
    print('all good' if not bad else 'NOT good: %s' % bad); sys.exit(bool(bad))
if __name__ == '__main__': main()

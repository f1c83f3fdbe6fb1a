#!/usr/bin/env python3
"""Selftest: all operations without a fault, a short load, then each fault. Usage: selftest.py [fault ...]"""
import sys; sys.dont_write_bytecode = True
import http.client, json, os, threading, time, uuid
from selftest_client import Server, Client, HERE
from selftest_probes import P, eq, wait

def walk(c):
    """All operations: statuses and rules of the interface."""
    U = str(uuid.uuid4()); A = c.fx['agentId']
    c.doc = c.get('/docs/openapi.json', who=None).ok().json
    # authentication before validation
    for m, p in [('GET', '/me/agents'), ('POST', '/me/agents'), ('GET', '/me/agent-runs/x'), ('POST', '/me/tools/run/echo_text'), ('GET', '/me/')]:
        c.call(m, p, who=None).ok(401); c.call(m, p, who='nonsense').ok(401); c.call(m, p, who='key').ok(401)
    c.call('POST', '/workers/' + A, {'message': 'x'}, who=None).ok(401); c.call('POST', '/workers/' + A, {'message': 'x'}, who='own').ok(401)
    # workers
    a = c.w('hello'); assert a.headers['content-type'].startswith('text/plain') and a.run
    b = c.w('more', a.run); eq(b.run, a.run); h = c.hist(a.run); eq([m['role'] for m in h.json], ['user', 'assistant'] * 2); eq(h.json[1]['content'], a.text); eq(h.json[3]['content'], b.text)
    n = c.w('nd ' + a.run, nd=True); eq(''.join(l['text'] for l in n.lines if l['event'] == 'text'), c.hist(n.run).json[1]['content']); c.w('nd', n.run, nd=True)
    for msg, said in ((c.fx['backgroundMessage'], 'finished'), (c.fx['backgroundErrorMessage'], 'error')):
        j = c.w(msg, agent=c.fx['backgroundAgentId']); ag = c.fx['backgroundAgentId']; t = time.time()
        assert c.hist(j.run, agent=ag).headers['x-service-job-id'] == j.headers['x-service-job-id']; c.w('no', j.run, agent=ag, status=409); c.w('new one', agent=ag)
        assert wait(lambda: 'x-service-job-id' not in c.hist(j.run, agent=ag).headers, c.fx['jobSeconds']); assert time.time() - t > 2
        assert said in c.w('', j.run, agent=ag).text; eq(len(c.hist(j.run, agent=ag).json), 4)
    for body in ({}, {'message': 7}, []): c.post('/workers/' + A, body, who='key').ok(422)
    c.call('POST', '/workers/' + A, raw='{', who='key').ok(422); c.w('x', agent=U, status=404); c.w('x', agent=c.fx['privateAgentId'], status=403); c.w('x', run=U, status=404); c.w('x', agent=c.fx['unpaidAgentId']); c.w('x', agent=c.fx['paidAgentId'], status=403); c.w('x', agent=c.fx['subscribedAgentId'])
    c.hist(a.run, agent=c.fx['unpaidAgentId'], status=404)
    # runs, executions
    c.get('/me/agent-runs/' + a.run).ok(); c.get('/me/agent-runs/' + a.run, who='other').ok(404); c.get('/me/agent-runs/' + U).ok(404); c.get('/me/agent-runs/x').ok(422)
    assert len(c.get(f'/me/agent-runs/{a.run}/logs').ok().json) >= 4; eq(c.get(f'/me/agent-runs/{a.run}/mcp-server-logs').ok().json, [])
    for p in ('/me/agent-runs', '/me/executions'):
        for q in ('?limit=0', '?limit=x', '?next_cursor=yesterday'): c.get(p + q).ok(422)
        c.get(p + '?next_cursor=2020-01-01T00:00:00Z').ok()
    f = c.fx['tool']; l = c.post('/me/tools/run/' + f['name'], f['input']).ok()['toolResult']['log_id']; c.post('/me/tools/run/' + f['name'], f['invalidInput']).ok(400); c.post('/me/tools/run/none', {}).ok(404); c.post('/me/tools/run/' + f['name'], [1]).ok(422)
    e = c.get(f'/me/executions/{l}').ok()['execution']; eq((e['service_id'], e['service_id_namespace'], e['input']), ('default', 'global', f['input'])); c.get(f'/me/executions/{l}', who='other').ok(404); c.get('/me/executions/x').ok(422); eq(c.get('/me/executions?limit=1').ok()['executions'][0]['status'], 'ERROR')
    # subscriptions
    s = lambda i, st, who='own', op='subscribe': c.post(f'/me/agents/{i}/{op}', {} if op == 'subscribe' else None, who).ok(st)
    s(c.fx['unpaidAgentId'], 400); s(c.fx['ownPaidAgentId'], 400); s(c.fx['subscribedAgentId'], 402); s(U, 404); s(c.fx['paidAgentId'], 400, op='unsubscribe'); s(c.fx['paidAgentId'], 200); s(c.fx['paidAgentId'], 402); s(c.fx['unsubscribeAgentId'], 200, op='unsubscribe'); s(c.fx['unsubscribeAgentId'], 400, op='unsubscribe'); s(U, 404, op='unsubscribe')
    eq(sorted(x['agent_id'] for x in c.get('/me/subscriptions').ok()['subscriptions']), sorted([c.fx['paidAgentId'], c.fx['subscribedAgentId']])); c.get('/me/subscriptions/' + c.fx['paidAgentId']).ok(); c.get('/me/subscriptions/' + U).ok(404)
    # studio chats
    r = c.post('/me/agent-studio-chats', {'run_id': 'my run/1', 'title': 'T', 'visibility': 'public'}).ok()['agentStudioChat']; p = '/me/agent-studio-chats/my%20run%2F1'
    eq(c.post('/me/agent-studio-chats', {'run_id': 'my run/1', 'title': 'U'}).ok()['agentStudioChat'], r); c.post('/me/agent-studio-chats', {'run_id': 'my run/1'}, who='other').ok(409); c.post('/me/agent-studio-chats', {'visibility': 'private'}, who='sandbox').ok(400); c.post('/me/agent-studio-chats', {'visibility': 'secret'}).ok(422)
    c.get(p, who=None).ok(); c.put(p, {'title': 'V'}, who='other').ok(403); c.patch(p, {'title': 'V'}, who='other').ok(403); c.delete(p, who='other').ok(403); eq(c.put(p, {'visibility': 'private'}).ok()['agentStudioChat']['title'], None); c.get(p, who=None).ok(403); c.post(p + '/clone').ok(400); c.patch(p, {'visibility': 'public'}).ok(); eq(c.post(p + '/clone', who='other').ok(201)['agentStudioChat']['visibility'], 'PUBLIC')
    sb = c.post('/me/agent-studio-chats', {}, who='sandbox').ok()['agentStudioChat']['run_id']; c.put('/me/agent-studio-chats/' + sb, {'visibility': 'PRIVATE'}, who='sandbox').ok(400); c.patch('/me/agent-studio-chats/' + sb, {'visibility': 'PRIVATE'}, who='sandbox').ok(400)
    c.delete(p).ok(); [c.call(m, p, {} if m in ('PUT', 'PATCH') else None).ok(404) for m in ('GET', 'PUT', 'PATCH', 'DELETE')]; c.post(p + '/clone').ok(404); c.get('/me/agent-studio-chats').ok()
    # agents and files
    for b in ({}, {'chat_prompt': ''}, {'chat_prompt': None}): c.post('/me/agents', b).ok(400); c.post('/me/chats', b).ok(400)
    c.post('/me/agents', {'chat_prompt': 7}).ok(422); c.post('/me/agents', {'chat_prompt': 'x', 'visibility': 'private'}, who='sandbox').ok(400); c.post('/me/chats', {'chat_prompt': 'x', 'visibility': 'private'}, who='sandbox').ok(400)
    ag = c.agent(name='Ünïcode', tags=['a', 'b'], subscription_price=0.29, vanity_slug='walk-slug', description='d'); i = ag['agent_id']; eq((ag['subscription_price'], ag['tags'], ag['visibility']), (0.29, ['a', 'b'], 'PUBLIC')); eq(c.get('/me/agents/' + i, who=None).ok()['agent'], ag); eq(c.get('/me/agents').ok().json[0], ag); eq(c.get('/me/chats').ok().json[0], ag)
    c.post('/me/agents', {'chat_prompt': 'x', 'agent_id': i}, who='other').ok(403); c.post('/me/agents', {'chat_prompt': 'x', 'agent_id': U}).ok(404); c.post('/me/agents', {'chat_prompt': 'x', 'vanity_slug': 'walk-slug'}).ok(422); pv = c.fx['privateAgentId']
    for fam in ('agents', 'chats'): c.get(f'/me/{fam}/{pv}').ok(403); c.get(f'/me/{fam}/{pv}', who=None).ok(403); c.get(f'/me/{fam}/{pv}', who='other').ok(); c.get(f'/me/{fam}/{U}').ok(404); c.get(f'/me/{fam}/nothing-here').ok(404)
    assert c.post(f'/me/agents/{i}/upsell-description').ok()['agent']['upsell_description']; c.post(f'/me/agents/{i}/upsell-description', who='other').ok(404); c.post(f'/me/agents/{U}/upsell-description').ok(404)
    eq(c.post('/me/agents/vanity/slug', {'name': 'Walk Slug'}, who=None).ok()['slug'], 'walk-slug-2'); c.post('/me/agents/vanity/slug', {}, who=None).ok(422); c.get('/me/agents/vanity/slug').ok(422); eq(c.get('/me/agents/vanity/slug?slug=walk-slug').ok()['available'], False)
    for sv in c.get('/me/vibe/services', who=None).ok()['services']: eq(c.get(f'/me/agents/{i}/vibe?service_name={sv["service_name"]}').ok()['vibePrompt']['service_name'], sv['service_name'])
    c.get(f'/me/agents/{i}/vibe').ok(422); c.get(f'/me/agents/{i}/vibe?service_name=NO').ok(422)
    th = f'/me/agents/{i}/customizations/theme'; eq(c.get(th).ok().json, None); c.put(th, {'theme_color': 'blue'}).ok(400); c.put(th, {}).ok(422); c.put(th, {'theme_color': '#AABBCC'}).ok(); c.put(th, {'theme_color': '#AABBCC'}, who='other').ok(403); c.get(f'/me/agents/{pv}/customizations/theme').ok(403); c.get(f'/me/agents/{U}/customizations/theme').ok(404); c.get('/me/agents/x/customizations/theme').ok(422)
    fp = f'/me/agents/{i}/files'; f1 = c.post(fp, {'file_name': 'a.txt', 'content': 'žlu'}).ok(201)['file']; eq((f1['size'], f1['position']), (4, 0)); f2 = c.post(fp, {'file_name': 'b.txt'}).ok(201)['file']; c.post(fp, {'file_name': ' '}).ok(400); c.post(fp, {}).ok(422); c.post(fp, {'file_name': 'x'}, who='other').ok(403); c.get(fp, who='other').ok(403); c.get(f'/me/agents/{U}/files').ok(404)
    q = f'{fp}/{f1["file_id"]}'; eq(c.get(q).ok()['file'], f1); eq(c.patch(q, {'description': 'd'}).ok()['file']['content'], 'žlu'); c.get(q, who='other').ok(403); c.patch(q, {}, who='other').ok(403); c.delete(q, who='other').ok(403); c.get(f'{fp}/{U}').ok(404); c.get(fp + '/x').ok(422)
    eq([x['file_id'] for x in c.put(fp + '/positions', {'positions': [{'file_id': f1['file_id'], 'position': 1}, {'file_id': f2['file_id'], 'position': 0}]}).ok()['files']], [f2['file_id'], f1['file_id']]); c.put(fp + '/positions', {}).ok(422); c.put(fp + '/positions', {'positions': []}, who='other').ok(403)
    d = c.delete(q).ok(204); eq(d.raw, b''); c.get(q).ok(404); c.delete(q).ok(404); c.patch(q, {}).ok(404)
    # chats
    p = '/me/chats/' + i; c.put(p, {'chat_prompt': 'New'}, who='other').ok(403); c.patch(p, {}, who='other').ok(403); c.delete(p, who='other').ok(403); x = c.put(p, {'chat_prompt': 'New'}).ok()['agent']; eq((x['chat_prompt'], x['name'], x['tags']), ('New', None, [])); c.put(p, {}).ok(422); eq(c.patch(p, {'name': 'N'}).ok()['agent']['chat_prompt'], 'New'); c.put('/me/chats/' + U, {'chat_prompt': 'x'}).ok(404); c.patch('/me/chats/' + U, {}).ok(404)
    sa = c.agent('sandbox')['agent_id']; c.put('/me/chats/' + sa, {'chat_prompt': 'x', 'visibility': 'private'}, who='sandbox').ok(400); c.post('/me/chats', {'chat_prompt': 'x'}).ok(); c.get(p + '/og', who=None).ok(); c.get('/me/chats/x/og', who=None).ok(422)
    for b in (None, {'name': 'Cloned'}): cl = c.post(p + '/clone', b, who='other').ok()['agent']; eq((cl['name'], cl['chat_prompt']), ((b or {}).get('name', 'N'), 'New'))
    c.call('POST', p + '/clone', raw='null', who='other').ok(); c.post(f'/me/chats/{pv}/clone').ok(403); c.post(f'/me/chats/{U}/clone').ok(404); eq(c.post(p + '/feedback', {'rating': 5}, who='other').ok()['agent']['feedback_count'], 1); c.post(p + '/feedback', {}).ok(422); c.post(f'/me/chats/{U}/feedback', {'rating': 5}).ok(404)
    g = c.post(p + '/runs').ok()['log']; c.get('/me/agent-runs/' + g['run_id']).ok(); c.post(f'/me/chats/{pv}/runs').ok(403); c.post(f'/me/chats/{U}/runs').ok(404)
    sc = c.post('/me/schedules', {'chat_id': i, 'cron_expression': '*/5 * * * *', 'name': 's'}).ok()['schedule']; c.delete(p).ok(); c.get(p).ok(404); c.delete(p).ok(404); c.get('/me/schedules/' + sc['schedule_id']).ok(404)
    # keys and money
    k = c.post('/me/api-keys', {'name': 'k'}).ok()['apiKey']; eq(c.get(f'/me/api-keys/{k["api_key_id"]}').ok()['apiKey'], k); c.get(f'/me/api-keys/{k["api_key_id"]}', who='other').ok(404); c.get('/me/api-keys/x').ok(422); c.get('/me/api-keys/99999').ok(404); c.w('x', who=k['key']); assert k['key'] not in c.delete(f'/me/api-keys/{k["api_key_id"]}').ok().text; c.w('x', who=k['key'], status=401); c.delete(f'/me/api-keys/{k["api_key_id"]}').ok(404)
    eq(c.get('/me/api-keys/default').ok()['apiKey']['key'], c.who['key']); eq([x['is_default'] for x in c.get('/me/api-keys').ok().json], [True]); c.get('/me/billing').ok(); c.get('/me/credits', who='sandbox').ok(404); c.post('/me/credits/use', who='sandbox').ok(404); n = c.get('/me/credits').ok()['credits']['balance']; eq(c.post('/me/credits/use').ok()['credits']['balance'], n - 1)
    w = c.fx['webhook']; send = lambda body, sig: c.call('POST', '/me/payments/webhook', who=None, raw=body, headers={w['signatureHeader']: sig} if sig else {})
    send(w['body'], w['validSignature']).ok(); eq(c.get('/me/credits').ok()['credits']['balance'], n + 24); send(w['body'], None).ok(400); send(w['body'], 'sha256=00').ok(400); send(w['body'] + ' ', w['validSignature']).ok(400); c.post('/me/payments/sessions', {'product': 'credits', 'quantity': 3}).ok(); c.post('/me/payments/sessions', {'product': 'x'}).ok(422)
    for kind in ('summary', 'subscribers', 'earnings'):
        p = '/me/monetization/' + kind; [c.get(f'{p}?period={x}').ok(422) for x in ('0', '366', 'x', '1.5')]; c.get(p + '?period=365').ok(); d = c.get(p).ok().json
        if kind != 'summary': eq(len(d[kind]), 28)
        else: eq(d['summary']['period'], 28)
    # bundles
    b = c.post('/me/bundles').ok()['bundle']; p = f'/me/bundles/{b["bundle_id"]}'; eq(b['tools'], []); c.get(p, who='other').ok(404); c.put(p, {'name': 'B'}, who='other').ok(409); c.delete(p, who='other').ok(404); c.post(p + '/tools', {'tool_id': 'echo_text'}, who='other').ok(404); c.post(p + '/tools', {'tool_id': 'echo_text'}).ok(); eq(len(c.get(p + '/tools').ok().json), 1); c.post(p + '/tools', {}).ok(422); eq(c.put(p, {'name': 'B', 'tools': ['add_numbers', 'count_words']}).ok()['bundle']['name'], 'B'); eq([t['tool_id'] for t in c.get(p).ok()['bundle']['tools']], ['add_numbers', 'count_words']); c.delete(p + '/tools/add_numbers').ok(); c.delete(p + '/tools/add_numbers').ok(404); c.get('/me/bundles').ok(); c.delete(p).ok(); c.get(p).ok(404); c.get('/me/bundles/x').ok(422)
    # CLI
    s = c.post('/me/cli-auth', who=None).ok()['cliAuth']['cli_auth_id']; p = '/me/cli-auth/' + s; c.put(p, {}).ok(422); c.put(p, {'jwt': 'x'}, who=None).ok(401); c.put('/me/cli-auth/' + U, {'jwt': 'x'}).ok(404); c.get('/me/cli-auth/' + U, who=None).ok(404); c.get('/me/cli-auth/x', who=None).ok(422)
    # schedules
    sc = c.post('/me/schedules', {'chat_id': A, 'cron_expression': c.fx['cron'], 'name': 's', 'tags': ['t']}).ok()['schedule']; p = '/me/schedules/' + sc['schedule_id']; eq(c.get(p).ok()['schedule'], sc); x = c.put(p, {'cron_expression': '5 4 * * *'}).ok()['schedule']; eq((x['cron_expression'], x['name'], x['tags']), ('5 4 * * *', 's', ['t'])); c.put(p, {'chat_id': c.fx['unpaidAgentId']}).ok(403); c.post('/me/schedules', {'chat_id': A, 'cron_expression': 'no'}).ok(422); c.post('/me/schedules', {'chat_id': A}).ok(422); c.get(p, who='other').ok(404); c.delete(p, who='other').ok(404); c.put(p, {}, who='other').ok(404); assert sc['schedule_id'] in [y['schedule_id'] for y in c.get('/me/schedules').ok()['schedules']]; c.get('/me/schedules/onboarding').ok(); c.get('/me/schedules/text-to-cron').ok(422); eq(c.get('/me/schedules/text-to-cron?cron=0+9+*+*+1').ok()['cron'], '0 9 * * 1'); c.delete(p).ok(); c.get(p).ok(404)
    # tools
    c.get('/me/tools/list').ok(); c.get('/me/tools', who=None).ok(); c.get('/me/tools/echo_text', who=None).ok(); c.get('/me/tools/none', who=None).ok(404); [c.get('/me/tools/search' + q).ok(422) for q in ('', '?q=', '?q=a&limit=0', '?q=a&limit=201', '?q=a&min_score=1.1', '?q=a&min_score=-0.1')]; eq(c.get('/me/tools/search?q=weather&limit=1').ok().json[0]['name'], 'lookup_weather'); eq(len(c.get('/me/tools/search?q=push&toolkit=notifier&limit=3').ok().json), 3); eq(len(c.get('/me/tools/search?q=push&min_score=0').ok().json), 20)
    eq({x['toolset_name']: len(x['tools']) for x in c.get('/me/toolsets/list').ok().json}['notifier'], 15); eq(len(c.get('/me/toolsets/notifier').ok()['toolSet']['tools']), 15); c.get('/me/toolsets/none').ok(404)
    t = {'tool_id': c.fx['installableToolId']}; c.post('/me/user-tools', t).ok(); c.post('/me/user-tools', t).ok(409); c.post('/me/user-tools', {'tool_id': 'none'}).ok(409); c.post('/me/user-tools', {}).ok(422); eq(len(c.get('/me/user-tools').ok().json), 1); c.get('/me/user-tools/' + t['tool_id']).ok(); c.delete('/me/user-tools/' + t['tool_id'], who='other').ok(404); c.delete('/me/user-tools/' + t['tool_id']).ok(); c.get('/me/user-tools/' + t['tool_id']).ok(404)
    # notifier
    ch = c.n('CREATE_CHAT', {'email': 'a@b.example'}); eq(c.n('CREATE_CHAT', {'email': 'a@b.example'})['iden'], ch['iden']); c.n('CREATE_CHAT', {}, status=400); c.n('CREATE_CHAT', {'email': 'no'}, status=400); c.n('UPDATE_CHAT', {'iden': ch['iden']}, status=400); c.n('UPDATE_CHAT', {'iden': ch['iden'], 'muted': 'yes'}, status=400); c.n('UPDATE_CHAT', {'iden': ch['iden'], 'muted': True}); c.n('DELETE_CHAT', {'iden': ch['iden']}, who='other', status=400); c.n('DELETE_CHAT', {'iden': ch['iden']}); eq(c.n('LIST_CHATS')['chats'], []); c.n('GET_USER'); c.n('GET_USER', who='sandbox', status=400)
    dv = c.n('CREATE_DEVICE', {'model': 'm', 'app_version': 0, 'manufacturer': 'x'}); [c.n('CREATE_DEVICE', {'model': 'm', 'manufacturer': 'x', 'app_version': v}, status=400) for v in (-1, 1.5, '3')]; c.n('UPDATE_DEVICE', {'iden': dv['iden'], 'app_version': -1}, status=400); c.n('UPDATE_DEVICE', {'iden': dv['iden'], 'has_sms': True})
    ps = [c.n('CREATE_PUSH', {'type': 'note', 'body': str(k), 'device_iden': dv['iden']}) for k in range(3)]; c.n('CREATE_PUSH', {'type': 'x'}, status=400); c.n('CREATE_PUSH', {'type': 'file', 'file_name': 'a', 'file_url': 'http://x'}, status=400); c.n('CREATE_PUSH', {'type': 'link', 'url': 'http://x'}); [c.n('LIST_PUSHES', {'limit': v}, status=400) for v in (0, 501)]; eq(len(c.n('LIST_PUSHES', {'limit': 500, 'active': True})['pushes']), 4); eq(len(c.n('LIST_PUSHES', {'modified_after': ps[1]['modified']})['pushes']), 2)
    eq(c.n('UPDATE_PUSH', {'iden': ps[0]['iden'], 'dismissed': True})['dismissed'], True); c.n('DELETE_PUSH', {'iden': ps[0]['iden']}); c.n('DELETE_PUSH', {'iden': ps[0]['iden']}, status=400); c.n('DELETE_DEVICE', {'device_iden': dv['iden']}); eq(c.n('LIST_DEVICES')['devices'], []); up = c.n('UPLOAD_REQUEST', {'file_name': 'a.png', 'file_type': 'image/png'}); c.call('POST', up['upload_url'].split(str(c.port))[1], raw='x', who=None).ok(204); c.n('UPLOAD_REQUEST', {'file_name': 'a'}, status=400); c.n('DELETE_ALL_PUSHES'); time.sleep(0.6); eq(c.n('LIST_PUSHES')['pushes'], [])
    # user, VIP
    for who, tier in (('own', 'PRO'), ('other', 'PRO'), ('sandbox', 'SANDBOX')): eq(c.get('/me/', who=who).ok()['user']['tier'], tier)
    eq(c.get('/me/vip').ok()['vip']['count'], 0); c.post('/me/vip', {'code': c.fx['vipCode']}).ok(); eq(c.get('/me/vip').ok()['vip']['count'], 1); c.post('/me/vip', {'code': c.fx['vipCode']}).ok(400); c.post('/me/vip', {'code': 'none'}).ok(400); c.post('/me/vip', {'code': c.fx['ownVipCode']}).ok(400); c.post('/me/vip', {}).ok(422)
    c.get('/nothing').ok(404); c.delete('/me/agents').ok(405)
    missing = [(m.upper(), p) for p, ops in c.doc['paths'].items() for m in ops if (m.upper(), p) not in c.seen and not p.startswith('/docs')]
    eq(missing, [], 'operations not walked'); eq(sum(1 for p, ops in c.doc['paths'].items() if p.startswith('/me') for _ in ops), 88, 'User API operations')

def load(c, total=4000, workers=30):
    bad, lat = [], []; A = c.fx['agentId']
    def go(k):
        con = http.client.HTTPConnection('127.0.0.1', c.port, timeout=30); run = None
        for n in range(total // workers):
            ops = [('GET', '/me/agents', None, 'own'), ('POST', '/me/agent-studio-chats', {'title': f'{k}-{n}'}, 'own'), ('POST', '/workers/' + A, {'message': f'hi {k} {n}'}, 'key'), ('POST', '/me/tools/run/echo_text', {'text': 'x'}, 'other'), ('GET', '/me/agent-runs', None, 'own'), ('POST', '/workers/ndjson/' + A, {'message': 'What is the weather in Hull'}, 'okey'), ('GET', '/me/tools/search?q=push', None, 'own'), ('POST', '/me/tools/run/NOTIFIER_CREATE_PUSH', {'type': 'note', 'body': 'x'}, 'own')]
            m, p, b, who = ops[(k + n) % len(ops)]
            if p == '/workers/' + A and run: m, p = 'PUT', f'{p}/{run}'
            t = time.time()
            try:
                con.request(m, p, json.dumps(b) if b else None, {'Authorization': 'Bearer ' + c.who[who]}); r = con.getresponse(); r.read()
                if r.status != 200: bad.append((m, p, r.status))
                if p == '/workers/' + A: run = r.getheader('X-Service-Run-ID')
            except Exception as e: bad.append((m, p, repr(e))); con.close()
            lat.append(time.time() - t)
    ts = [threading.Thread(target=go, args=(k,)) for k in range(workers)]; t0 = time.time()
    [t.start() for t in ts]; [t.join() for t in ts]; dt = time.time() - t0; lat.sort()
    print(f'load: {len(lat)} requests in {dt:.1f}s ({len(lat) / dt:.0f}/s), p99 {lat[int(len(lat) * .99)] * 1000:.0f} ms, {len(bad)} failed', flush=True)
    assert not bad, bad[:5]

def main():
    faults = json.load(open(os.path.join(HERE, 'faults.json'))); text = open(os.path.join(HERE, 'interface.md')).read()
    eq(len(faults), 70, 'faults'); assert all(f['words'] in text for f in faults); eq({f['id'] for f in faults}, set(P), 'probes')
    if not sys.argv[1:]:
        s = Server()
        try: walk(Client(s.port)); print('walk: ok', flush=True)
        finally: s.stop()
        s = Server()
        try:
            c = Client(s.port); c.doc = c.get('/docs/openapi.json').json
            for fid, f in P.items(): f(c)
            print('all probes pass without a fault', flush=True); c.doc = None; load(c)
            for fid in list(P)[:5]: P[fid](c)
        finally: s.stop()
    hidden = []
    for f in faults:
        if sys.argv[1:] and f['id'] not in sys.argv[1:]: continue
        s = Server(f['id'])
        try:
            t = time.time()
            try: P[f['id']](Client(s.port)); hidden.append(f['id']); print(f'HIDDEN {f["id"]}', flush=True)
            except AssertionError as e: print(f'shows  {f["id"]} ({time.time() - t:.1f}s): {str(e)[:110]}', flush=True)
        finally: s.stop()
    if hidden: raise SystemExit(f'{len(hidden)} hidden: {hidden}')
    print('all good')
main()

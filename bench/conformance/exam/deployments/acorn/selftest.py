#!/usr/bin/env python3
# Walks through all 93 operations of a fault-free deployment and checks the answers. selftest.py [PORT]
import sys, time, uuid, json, re
from client import *
d = D(int(sys.argv[1]) if len(sys.argv) > 1 else 9410)
OPS = set(); bad = 0
def ok(what, cond, info=''):
    global bad
    if not cond: bad += 1; print('FAILED', what, info)
def U(op, status, body=None, who='jwt', q='', raw=None, headers=None, **p):
    m, path = op.split(' '); OPS.add(op)
    r = d.u(m, re.sub(r'\{(\w+)\}', lambda x: urllib.parse.quote(str(p[x[1]]), safe=''), path) + q, body, who, raw=raw, headers=headers)
    ok(op + f' -> {status}', r.status == status, r)
    if r.status >= 400: ok(op + ' problem', r.headers['content-type'] == 'application/problem+json' and r.json['status'] == r.status, r)
    return r.json if r.body else None
def W(op, status, msg=None, who='apiKey', **p):
    OPS.add('W ' + op); m, path = op.split(' ')
    r = d.w(m, path.format(**p), msg, who); ok('W ' + op + f' -> {status}', r.status == status, r); return r
def emb(j): return list(j['_embedded'].values())[0]
f = d.f; Z = str(uuid.uuid4()); A = f['agentId']; RID = 'X-Service-Run-ID'
try:
    # workers
    r1 = W('POST /{a}', 200, f['message'], a=A); run = r1.headers[RID]
    r2 = W('PUT /{a}/{r}', 200, 'Grüße 🐚\nzwei', a=A, r=run); ok('same run', r2.headers[RID] == run)
    r3 = W('POST /ndjson/{a}', 200, f['toolCallMessage']['message'], a=A); lines = [json.loads(x) for x in r3.body.splitlines()]
    ok('ndjson', any('output' in l for l in lines) and 'qx77-raw-tide' in r3.body.decode() and r3.headers[RID] != run)
    ok('text hides tool', b'qx77' not in W('POST /{a}', 200, f['toolCallMessage']['message'], a=A).body)
    W('PUT /ndjson/{a}/{r}', 200, 'more', a=A, r=run)
    g = W('GET /{a}/{r}', 200, a=A, r=run)
    ok('history', [m['role'] for m in g.json] == ['user', 'assistant'] * 3 and g.json[2]['content'] == 'Grüße 🐚\nzwei' and g.json[1]['content'] == r1.body.decode(), g)
    ok('no job', g.headers['x-service-job-id'] is None)
    for msg in (f['backgroundMessage'], f['backgroundErrorMessage']):
        b = W('POST /{a}', 200, msg, a=A); br = b.headers[RID]; ok('job', b.headers['x-service-job-id'])
        ok('job on GET', W('GET /{a}/{r}', 200, a=A, r=br).headers['x-service-job-id'])
        W('PUT /{a}/{r}', 409, 'no', a=A, r=br); W('PUT /ndjson/{a}/{r}', 409, 'no', a=A, r=br)
        n = W('POST /{a}', 200, 'x', a=A); ok('new idle', W('GET /{a}/{r}', 200, a=A, r=n.headers[RID]).headers['x-service-job-id'] is None)
        time.sleep(3.2); h = W('GET /{a}/{r}', 200, a=A, r=br); ok('job over', h.headers['x-service-job-id'] is None and len(h.json) == 2, h)
        W('PUT /{a}/{r}', 200, 'go on', a=A, r=br)
    W('POST /{a}', 404, 'x', a=Z); W('GET /{a}/{r}', 404, who='otherApiKey', a=A, r=run); W('POST /{a}', 403, 'x', a=f['privateAgentId'])
    ok('401', d.req('POST', d.c['agentsUrl'] + '/' + A, {'message': 'x'}).status == 401)
    # runs
    l = U('GET /me/agent-runs', 200, q='?limit=2'); ok('page', len(emb(l)) == 2 and l['next_cursor'])
    l2 = U('GET /me/agent-runs', 200, q='?limit=2&next_cursor=' + urllib.parse.quote(l['next_cursor'])); ok('page 2', not {x['run_id'] for x in emb(l)} & {x['run_id'] for x in emb(l2)})
    U('GET /me/agent-runs', 422, q='?next_cursor=soon'); U('GET /me/agent-runs', 422, q='?limit=x'); U('GET /me/agent-runs', 401, who=None)
    ok('run', U('GET /me/agent-runs/{r}', 200, r=run)['message_count'] == 6); U('GET /me/agent-runs/{r}', 404, r=run, who='otherJwt'); U('GET /me/agent-runs/{r}', 422, r='x'); U('GET /me/agent-runs/{r}', 404, r=Z)
    ok('mcp', len(U('GET /me/agent-runs/{r}/mcp-server-logs', 200, r=r3.headers[RID])) == 1); ok('logs', len(U('GET /me/agent-runs/{r}/logs', 200, r=run)) == 6)
    # tools
    t = f['tool']; x = U('POST /me/tools/run/{t}', 200, t['input'], t=t['name']); U('POST /me/tools/run/{t}', 400, t['invalidInput'], t=t['name']); U('POST /me/tools/run/{t}', 401, t['input'], t=t['name'], who=None); U('POST /me/tools/run/{t}', 404, {}, t='nix'); U('POST /me/tools/run/{t}', 422, [], t=t['name'])
    e = emb(U('GET /me/executions', 200)); ok('exec', e[0]['input'] == t['input']); U('GET /me/executions/{l}', 200, l=e[0]['log_id']); U('GET /me/executions/{l}', 404, l=e[0]['log_id'], who='otherJwt'); U('GET /me/executions/{l}', 422, l='x')
    ok('tools', len(U('GET /me/tools/list', 200)) == 20 and len(U('GET /me/tools', 200, who=None)) == 20)
    ok('search', U('GET /me/tools/search', 200, q='?q=tide')[0]['name'] == 'read_tide_table')
    for q in ('', '?q=', '?q=a&limit=0', '?q=a&limit=201', '?q=a&min_score=1.1', '?q=a&min_score=-0.1'): U('GET /me/tools/search', 422, q=q)
    ok('kit', all(z['name'].startswith('NOTIFIER_') for z in U('GET /me/tools/search', 200, q='?q=a&toolkit=notifier&limit=200')))
    U('GET /me/tools/{t}', 200, t=t['name'], who=None); U('GET /me/tools/{t}', 404, t='nix'); ok('sets', len(U('GET /me/toolsets/list', 200)) == 3)
    ok('set', len(U('GET /me/toolsets/{s}', 200, s=f['toolsetName'])['tools']) == 2); U('GET /me/toolsets/{s}', 404, s='nix')
    i = f['installableToolId']; U('POST /me/user-tools', 200, {'tool_id': i}); U('POST /me/user-tools', 409, {'tool_id': i}); U('POST /me/user-tools', 422, {})
    ok('installed', len(U('GET /me/user-tools', 200)) == 1 and U('GET /me/user-tools', 200, who='otherJwt') == []); U('GET /me/user-tools/{t}', 200, t=i); U('DELETE /me/user-tools/{t}', 200, t=i); U('GET /me/user-tools/{t}', 404, t=i); U('DELETE /me/user-tools/{t}', 404, t=i)
    # NOTIFIER
    c = d.n('CREATE_CHAT', {'email': 'a@b.example'}); ok('muted', d.n('UPDATE_CHAT', {'iden': c['iden'], 'muted': True})['muted'] and not d.n('UPDATE_CHAT', {'iden': c['iden'], 'muted': False})['muted'])
    ok('chats', len(d.n('LIST_CHATS')['chats']) == 1); d.n('DELETE_CHAT', {'iden': c['iden']}); ok('no chats', d.n('LIST_CHATS', {'limit': 500})['chats'] == [])
    v = d.n('CREATE_DEVICE', {'model': 'M', 'nickname': 'N', 'app_version': 0, 'manufacturer': 'F'}); ok('dev', d.n('UPDATE_DEVICE', {'iden': v['iden'], 'nickname': 'O', 'has_sms': False})['model'] == 'M')
    ok('devs', d.n('LIST_DEVICES')['devices'][0]['nickname'] == 'O'); ps = [d.n('CREATE_PUSH', {'type': 'note', 'body': f'b{k}', 'guid': f'g{k}', 'device_iden': v['iden']}) for k in range(5)]
    ok('guid', d.n('CREATE_PUSH', {'type': 'note', 'body': 'b0', 'guid': 'g0'})['iden'] == ps[0]['iden']); d.n('DELETE_DEVICE', {'device_iden': v['iden']}); ok('no devs', d.n('LIST_DEVICES')['devices'] == [])
    g1 = d.n('LIST_PUSHES', {'limit': 3}); g2 = d.n('LIST_PUSHES', {'limit': 3, 'cursor': g1['cursor']}); ok('push pages', len(g1['pushes']) == 3 and len(g2['pushes']) == 2 and g2['cursor'] is None)
    up = d.n('UPDATE_PUSH', {'iden': ps[0]['iden'], 'dismissed': True, 'items': [{'text': 'x', 'checked': True}]}); ok('push', up['dismissed'] and up['items'][0]['checked'])
    ok('after', [z['iden'] for z in d.n('LIST_PUSHES', {'modified_after': ps[4]['modified']})['pushes']] == [ps[0]['iden']])
    d.n('DELETE_PUSH', {'iden': ps[1]['iden']}); ok('active', len(d.n('LIST_PUSHES', {'active': True})['pushes']) == 4); d.n('DELETE_ALL_PUSHES'); time.sleep(.4); ok('none', d.n('LIST_PUSHES', {'active': True})['pushes'] == [])
    ok('me', d.n('GET_USER')['email'] == U('GET /me/', 200)['email'] and d.n('UPLOAD_REQUEST', {'file_name': 'a b.png', 'file_type': 'image/png'})['data'])
    for name, inp in [('CREATE_PUSH', {'type': 'link'}), ('CREATE_PUSH', {'type': 'x'}), ('CREATE_PUSH', {'type': 'file', 'file_url': 'u', 'file_name': 'n'}), ('LIST_PUSHES', {'limit': 501}), ('LIST_CHATS', {'limit': 501}), ('CREATE_DEVICE', {'model': 'M', 'nickname': 'N', 'app_version': -1, 'manufacturer': 'F'}), ('DELETE_PUSH', {'iden': 'x'}), ('GET_USER', {'a': 1}), ('UPDATE_CHAT', {'iden': 'x'})]:
        ok(name, d.tool('NOTIFIER_' + name, inp).status == 400)
    ok('sandbox has no connection', d.tool('NOTIFIER_GET_USER', {}, 'sandboxJwt').status == 400)
    # agents
    a = U('POST /me/agents', 200, {'title': 'Ä', 'chat_prompt': 'p', 'visibility': 'private', 'description': 'dd'}); ai = a['agent_id']
    U('POST /me/agents', 400, {'title': 'x'}); U('POST /me/agents', 400, {'chat_prompt': 'p', 'visibility': 'private'}, who='sandboxJwt'); U('POST /me/agents', 422, {'chat_prompt': 5}); U('POST /me/agents', 422, raw=b'{'); U('POST /me/agents', 403, {'agent_id': f['unpaidAgentId'], 'chat_prompt': 'p'}); U('POST /me/agents', 404, {'agent_id': Z, 'chat_prompt': 'p'})
    ok('upsert', U('POST /me/agents', 200, {'agent_id': ai, 'chat_prompt': 'q', 'vanity_slug': 'ae-one'})['title'] == 'Ä'); ok('list', sum(z['agent_id'] == ai for z in U('GET /me/agents', 200)) == 1 == sum(z['agent_id'] == ai for z in U('GET /me/chats', 200)))
    U('GET /me/agents/{a}', 200, a=ai); U('GET /me/agents/{a}', 403, a=ai, who=None); U('GET /me/agents/{a}', 403, a=ai, who='otherJwt'); U('GET /me/agents/{a}', 404, a='nix'); ok('upsell', U('POST /me/agents/{a}/upsell-description', 200, a=ai)['upsell_description'] and U('GET /me/agents/{a}', 200, a=ai)['upsell_description'])
    U('POST /me/agents/{a}/upsell-description', 404, a=Z); ok('slug', U('POST /me/agents/vanity/slug', 200, {'title': 'Äe One!'}, who=None)['slug']); ok('taken', not U('GET /me/agents/vanity/slug', 200, q='?slug=ae-one', who='otherJwt')['available'] and U('GET /me/agents/vanity/slug', 200, q='?slug=ae-two')['available']); U('GET /me/agents/vanity/slug', 422)
    sv = emb(U('GET /me/vibe/services', 200, who=None)); ok('three', len(sv) == 3); U('GET /me/agents/{a}/vibe', 200, a=ai, q='?service_name=' + sv[0]['service_name']); U('GET /me/agents/{a}/vibe', 422, a=ai, q='?service_name=x')
    ok('theme', U('GET /me/agents/{a}/customizations/theme', 200, a=ai) is None); U('PUT /me/agents/{a}/customizations/theme', 200, {'theme_color': '#A0b1c2'}, a=ai); U('PUT /me/agents/{a}/customizations/theme', 400, {'theme_color': 'red'}, a=ai); U('PUT /me/agents/{a}/customizations/theme', 403, {'theme_color': '#000000'}, a=f['unpaidAgentId']); ok('theme set', U('GET /me/agents/{a}/customizations/theme', 200, a=ai)['theme_color'] == '#A0b1c2'); U('GET /me/agents/{a}/customizations/theme', 404, a=Z); U('GET /me/agents/{a}/customizations/theme', 422, a='x')
    fs = [U('POST /me/agents/{a}/files', 201, {'file_name': f'f{k}', 'content': 'ü' * k}, a=ai)['file_id'] for k in range(8)]; U('POST /me/agents/{a}/files', 400, {'file_name': 'f', 'content': ''}, a=ai); U('POST /me/agents/{a}/files', 403, {'file_name': 'f', 'content': ''}, a=ai, who='otherJwt')
    ok('move', [z['file_id'] for z in emb(U('PUT /me/agents/{a}/files/positions', 200, {'positions': [{'file_id': z, 'position': 7 - k} for k, z in enumerate(fs)]}, a=ai))] == fs[::-1]); U('PUT /me/agents/{a}/files/positions', 404, {'positions': [{'file_id': fs[0], 'position': 0}, {'file_id': Z, 'position': 1}]}, a=ai)
    U('DELETE /me/agents/{a}/files/{f}', 204, a=ai, f=fs[3]); U('DELETE /me/agents/{a}/files/{f}', 404, a=ai, f=fs[3]); U('GET /me/agents/{a}/files/{f}', 404, a=ai, f=fs[3]); U('GET /me/agents/{a}/files/{f}', 404, a=A, f=fs[2]); U('GET /me/agents/{a}/files/{f}', 403, a=ai, f=fs[2], who='otherJwt')
    ok('patch', U('PATCH /me/agents/{a}/files/{f}', 200, {'file_name': 'n'}, a=ai, f=fs[2])['content'] == 'üü'); ok('files', [z['position'] for z in emb(U('GET /me/agents/{a}/files', 200, a=ai))] == list(range(7)))
    # chats
    ch = U('POST /me/chats', 200, {'title': 'c', 'chat_prompt': 'p'}); ci = ch['agent_id']; U('POST /me/chats', 400, {}); U('GET /me/chats/{c}', 200, c=ci, who=None); ok('put', U('PUT /me/chats/{c}', 200, {'chat_prompt': 'z'}, c=ci)['title'] == 'Untitled'); U('PUT /me/chats/{c}', 403, {'chat_prompt': 'z'}, c=ci, who='otherJwt')
    ok('patch', U('PATCH /me/chats/{c}', 200, {'title': 'y'}, c=ci)['chat_prompt'] == 'z'); U('PATCH /me/chats/{c}', 404, {}, c=Z); U('GET /me/chats/{c}/og', 200, c=ci, who=None); ok('og', 'Ä' not in json.dumps(U('GET /me/chats/{c}/og', 200, c=ai, who=None), ensure_ascii=False)); U('GET /me/chats/{c}/og', 422, c='x', who=None)
    cl = U('POST /me/chats/{c}/clone', 200, {'title': 'own'}, c=ci, who='otherJwt'); ok('clone', cl['title'] == 'own' and cl['chat_prompt'] == 'z' and cl['agent_id'] != ci); U('POST /me/chats/{c}/clone', 200, c=ci); U('POST /me/chats/{c}/clone', 403, c=ai); U('POST /me/chats/{c}/clone', 404, c=Z)
    U('POST /me/chats/{c}/feedback', 200, {'rating': 4}, c=ci, who='otherJwt'); U('POST /me/chats/{c}/feedback', 422, {}, c=ci); U('POST /me/chats/{c}/feedback', 404, {'rating': 4}, c=Z); lg = U('POST /me/chats/{c}/runs', 200, c=ci); ok('run log', len(U('GET /me/agent-runs/{r}/logs', 200, r=lg['run_id'])) == 1); U('POST /me/chats/{c}/runs', 403, c=f['privateAgentId'])
    # schedules
    s = U('POST /me/schedules', 200, {'chat_id': ci, 'cron': f['cron']}); si = s['schedule_id']; U('POST /me/schedules', 403, {'cron': f['cron']}); U('POST /me/schedules', 403, {'cron': f['cron'], 'chat_id': f['unpaidAgentId']}); U('POST /me/schedules', 422, {'cron': 'x', 'chat_id': ci})
    U('GET /me/schedules/onboarding', 200); ok('cron', U('GET /me/schedules/text-to-cron', 200, q='?cron=every%20monday%20at%209am')['cron'] == '0 9 * * 1'); U('GET /me/schedules/text-to-cron', 400, q='?cron=61%20*%20*%20*%20*'); U('GET /me/schedules/text-to-cron', 422); U('GET /me/schedules/{s}', 200, s=si); U('GET /me/schedules/{s}', 404, s=si, who='otherJwt')
    ok('sched put', U('PUT /me/schedules/{s}', 200, {'cron': '5 5 * * *'}, s=si)['chat_id'] == ci and emb(U('GET /me/schedules', 200))[-1]['cron'] == '5 5 * * *'); U('DELETE /me/schedules/{s}', 200, s=si); U('GET /me/schedules/{s}', 404, s=si)
    U('DELETE /me/chats/{c}', 403, c=ci, who='otherJwt'); U('DELETE /me/chats/{c}', 200, c=ci); U('GET /me/chats/{c}', 404, c=ci); U('GET /me/agents/{a}', 404, a=ci)
    # studio
    k = 'run-' + Z; st = U('POST /me/agent-studio-chats', 200, {'run_id': k, 'title': 't', 'messages': [{'role': 'user', 'content': 'x'}]}); ok('same', U('POST /me/agent-studio-chats', 200, {'run_id': k, 'title': 'u'})['title'] == 't'); U('POST /me/agent-studio-chats', 409, {'run_id': k}, who='otherJwt'); U('POST /me/agent-studio-chats', 400, {'visibility': 'private'}, who='sandboxJwt')
    ok('listed', len(U('GET /me/agent-studio-chats', 200)) == 1); U('GET /me/agent-studio-chats/{r}', 200, r=k, who=None); cl = U('POST /me/agent-studio-chats/{r}/clone', 201, r=k, who='otherJwt'); ok('clone', cl['messages'] == st['messages'])
    ok('patch', U('PATCH /me/agent-studio-chats/{r}', 200, {'visibility': 'private'}, r=k)['title'] == 't'); U('GET /me/agent-studio-chats/{r}', 403, r=k, who=None); U('POST /me/agent-studio-chats/{r}/clone', 400, r=k); U('PATCH /me/agent-studio-chats/{r}', 403, {}, r=k, who='otherJwt')
    ok('put', U('PUT /me/agent-studio-chats/{r}', 200, {'title': 'n'}, r=k)['messages'] == []); U('DELETE /me/agent-studio-chats/{r}', 403, r=k, who='otherJwt'); U('DELETE /me/agent-studio-chats/{r}', 200, r=k); U('GET /me/agent-studio-chats/{r}', 404, r=k); ok('gone', U('GET /me/agent-studio-chats', 200) == [])
    # subscriptions, money
    rb = {'return_url': 'https://x.example'}; S = '/me/agents/{a}/'
    U('POST ' + S + 'subscribe', 200, rb, a=f['paidAgentId']); U('POST ' + S + 'subscribe', 400, rb, a=f['unpaidAgentId']); U('POST ' + S + 'subscribe', 400, rb, a=f['ownPaidAgentId']); U('POST ' + S + 'subscribe', 402, rb, a=f['subscribedAgentId']); U('POST ' + S + 'subscribe', 404, rb, a=Z)
    U('POST ' + S + 'unsubscribe', 200, a=f['unsubscribeAgentId']); U('POST ' + S + 'unsubscribe', 400, a=f['unsubscribeAgentId']); U('POST ' + S + 'unsubscribe', 400, a=f['paidAgentId']); U('POST ' + S + 'unsubscribe', 404, a=Z)
    ok('subs', len(emb(U('GET /me/subscriptions', 200))) == 2); U('GET /me/subscriptions/{a}', 200, a=f['subscribedAgentId']); U('GET /me/subscriptions/{a}', 404, a=f['paidAgentId'])
    ok('days', len(emb(U('GET /me/monetization/subscribers', 200))) == 28); su = U('GET /me/monetization/summary', 200, q='?period=60'); ea = emb(U('GET /me/monetization/earnings', 200, q='?period=60')); ok('sum', su['total_earnings'] == sum(z['earnings'] for z in ea) == 48 and len(ea) == 60, su)
    for w in ('summary', 'subscribers', 'earnings'):
        for q in ('0', '366', 'x'): U('GET /me/monetization/' + w, 422, q='?period=' + q)
    U('GET /me/billing', 200); b = U('GET /me/credits', 200)['balance']; ok('credits', U('POST /me/credits/use', 200)['balance'] == b - 1 == U('GET /me/credits', 200)['balance']); U('GET /me/credits', 404, who='sandboxJwt')
    wh = f['webhook']; U('POST /me/payments/webhook', 200, raw=wh['body'].encode(), who=None, headers={wh['signatureHeader']: wh['validSignature']}); U('POST /me/payments/webhook', 400, raw=wh['body'].encode(), who=None); U('POST /me/payments/webhook', 400, raw=wh['body'].encode() + b' ', who=None, headers={wh['signatureHeader']: wh['validSignature']})
    U('POST /me/payments/sessions', 200, {'product': 'pro'}); U('POST /me/payments/sessions', 422, {})
    # keys
    nk = U('POST /me/api-keys', 200, {'label': 'l'}); ki = nk['api_key_id']; ok('key works', d.w('POST', '/' + A, 'x', tok=nk['key']).status == 200); ok('hidden', all('key' not in z for z in U('GET /me/api-keys', 200))); ok('default', U('GET /me/api-keys/default', 200)['key'] == d.cr['apiKey']); ok('get', U('GET /me/api-keys/{k}', 200, k=ki)['key'] == nk['key']); U('GET /me/api-keys/{k}', 404, k=ki, who='otherJwt'); U('GET /me/api-keys/{k}', 422, k='x')
    ok('del', 'key' not in U('DELETE /me/api-keys/{k}', 200, k=ki)); U('DELETE /me/api-keys/{k}', 404, k=ki); ok('key dead', d.w('POST', '/' + A, 'x', tok=nk['key']).status == 401)
    # bundles
    b = U('POST /me/bundles', 200)['bundle_id']; U('PUT /me/bundles/{b}', 200, {'name': 'n'}, b=b); U('PUT /me/bundles/{b}', 409, {'name': 'n'}, b=99999); U('POST /me/bundles/{b}/tools', 200, {'tool_id': 'roll_dice'}, b=b); U('POST /me/bundles/{b}/tools', 200, {'tool_id': 'roll_dice'}, b=b); U('POST /me/bundles/{b}/tools', 404, {'tool_id': 'roll_dice'}, b=99999)
    ok('tools', len(U('GET /me/bundles/{b}/tools', 200, b=b)) == 1 == len(U('GET /me/bundles/{b}', 200, b=b)['tools'])); ok('count', U('GET /me/bundles', 200)[0]['tool_count'] == 1); U('DELETE /me/bundles/{b}/tools/{t}', 200, b=b, t='roll_dice'); U('DELETE /me/bundles/{b}/tools/{t}', 404, b=b, t='roll_dice'); U('GET /me/bundles/{b}', 404, b=b, who='otherJwt'); U('DELETE /me/bundles/{b}', 200, b=b); U('DELETE /me/bundles/{b}', 404, b=b)
    # cli
    c = U('POST /me/cli-auth', 200, who=None)['cli_auth_id']; ok('null', U('GET /me/cli-auth/{c}', 200, c=c, who=None) is None); U('PUT /me/cli-auth/{c}', 200, {'jwt': d.cr['jwt']}, c=c); U('PUT /me/cli-auth/{c}', 403, {'jwt': 'x'}, c=c, who='otherJwt'); ok('jwt', U('GET /me/cli-auth/{c}', 200, c=c, who=None) == d.cr['jwt'] and U('GET /me/cli-auth/{c}', 200, c=c, who=None) is None); U('GET /me/cli-auth/{c}', 404, c=Z, who=None); U('PUT /me/cli-auth/{c}', 404, {'jwt': 'x'}, c=Z)
    # vip
    U('POST /me/vip', 200, {'code': f['vipCode']}); U('POST /me/vip', 400, {'code': f['vipCode']}); U('POST /me/vip', 400, {'code': f['ownVipCode']}); U('POST /me/vip', 400, {'code': 'x'}); U('POST /me/vip', 200, {'code': f['vipCode']}, who='otherJwt'); ok('count', U('GET /me/vip', 200)['count'] == 1); ok('tier', U('GET /me/', 200, who='sandboxJwt')['tier'] == 'sandbox')
finally: d.stop()
print(len(OPS), 'operations,', bad, 'failed')
sys.exit(bad > 0 or len(OPS) != 93)

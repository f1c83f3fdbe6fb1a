"""Goes through all operations and says what is not as the interface has it."""
import re, os, json, uuid
def walk(c):
    out, seen, fx, NO = [], set(), c.fx, str(uuid.uuid4())
    def want(op, path, status, body=None, who='own'):
        m = op.split(' ')[0]; s, r = c.u(m, path, body, who); seen.add(op)
        if s != status: out.append('%s %s: %s, not %s %s' % (m, path, s, status, str(r)[:120]))
        return r
    def ok(cond, words):
        if not cond: out.append(words)
    A, own = fx['agentId'], '/me/agents/' + fx['agentId']
    s, h, t = c.start('Hello'); r = h['x-service-run-id']; ok(s == 200 and 'Hello' in t, 'worker post')
    s, h, t = c.put(r, 'again'); ok(s == 200 and h['x-service-run-id'] == r and 'Hello' in t, 'worker put')
    s, h, t = c.start('x', nd=True); ok([json.loads(l) for l in t.splitlines()], 'ndjson'); ok(len(c.hist(r)[2]) == 4, 'history')
    s, h, t = c.start(fx['backgroundMessage']); ok('x-service-job-id' in h, 'job header')
    ok(c.call('POST', '/agents/' + A, {'message': 'x'})[0] == 401, 'no key')
    for p in ('agent-runs', 'executions'):
        for q in ('limit=0', 'limit=x', 'next_cursor=yesterday'): want('GET /me/' + p, '/me/%s?%s' % (p, q), 422)
        want('GET /me/' + p, '/me/%s?next_cursor=2020-01-01T00:00:00Z' % p, 200); want('GET /me/' + p, '/me/' + p, 401, who=None)
    for suffix in ('', '/mcp-server-logs', '/logs'):
        want('GET /me/agent-runs/{run_id}' + suffix, '/me/agent-runs/' + r + suffix, 200); want('GET /me/agent-runs/{run_id}' + suffix, '/me/agent-runs/7' + suffix, 422)
    want('GET /me/agent-runs/{run_id}', '/me/agent-runs/' + NO, 404)
    e = want('POST /me/tools/run/{tool_name}', '/me/tools/run/' + fx['tool']['name'], 200, fx['tool']['input'])
    ok((e['service_id'], e['service_id_namespace']) == ('default', 'global'), 'service defaults')
    want('POST /me/tools/run/{tool_name}', '/me/tools/run/' + fx['tool']['name'], 400, fx['tool']['invalidInput']); want('POST /me/tools/run/{tool_name}', '/me/tools/run/nope', 404, {}); want('POST /me/tools/run/{tool_name}', '/me/tools/run/nope', 401, {}, None)
    want('GET /me/executions/{log_id}', '/me/executions/%d' % e['log_id'], 200); want('GET /me/executions/{log_id}', '/me/executions/99999', 404); want('GET /me/executions/{log_id}', '/me/executions/x', 422)
    S = 'POST /me/agents/{agent_id}/subscribe'
    for a, st in ((fx['unpaidAgentId'], 400), (fx['ownPaidAgentId'], 400), (fx['subscribedAgentId'], 402), (NO, 404)): want(S, '/me/agents/%s/subscribe' % a, st, {})
    X = 'POST /me/agents/{agent_id}/unsubscribe'
    for a, st in ((fx['unsubscribeAgentId'], 200), (fx['unsubscribeAgentId'], 400), (NO, 404)): want(X, '/me/agents/%s/unsubscribe' % a, st)
    want(S, '/me/agents/%s/subscribe' % fx['unsubscribeAgentId'], 200, {})
    want('GET /me/subscriptions', '/me/subscriptions', 200); want('GET /me/subscriptions/{agent_id}', '/me/subscriptions/' + fx['subscribedAgentId'], 200); want('GET /me/subscriptions/{agent_id}', '/me/subscriptions/' + NO, 404)
    B = '/me/agent-studio-chats'; R = ' /me/agent-studio-chats/{run_id}'
    x = want('POST ' + B, B, 200, {'title': 'é😀', 'visibility': 'private'}); p = B + '/' + x['run_id']
    want('GET ' + B, B, 200); want('POST ' + B, B, 400, {'visibility': 'private'}, 'sandbox'); want('POST ' + B, B, 409, {'run_id': x['run_id']}, 'other')
    want('GET' + R, p, 403, None, None); want('GET' + R, p, 200); want('PUT' + R, p, 403, {}, 'other'); want('PATCH' + R, p, 403, {}, 'other'); want('POST' + R + '/clone', p + '/clone', 400)
    want('PATCH' + R, p, 200, {'visibility': 'public'}); want('POST' + R + '/clone', p + '/clone', 201, None, 'other'); want('PUT' + R, p, 200, {'title': 'n'}); want('DELETE' + R, p, 403, None, 'other'); want('DELETE' + R, p, 200)
    for m in ('GET', 'PUT', 'PATCH', 'DELETE'): want(m + R, p, 404, {} if m[0] == 'P' else None)
    want('POST' + R + '/clone', p + '/clone', 404)
    G = '/me/agents'
    a = want('POST ' + G, G, 200, {'chat_prompt': 'p', 'visibility': 'private', 'name': 'N'}); i = a['agent_id']; want('GET ' + G, G, 200)
    for b, st, w in (({}, 400, 'own'), ({'chat_prompt': ''}, 400, 'own'), ({'chat_prompt': 5}, 422, 'own'), ({'chat_prompt': 'p', 'visibility': 'private'}, 400, 'sandbox'), ({'chat_prompt': 'p', 'agent_id': i}, 403, 'other'), ({'chat_prompt': 'p', 'agent_id': NO}, 404, 'own')): want('POST ' + G, G, st, b, w)
    for w, st in (('own', 200), ('other', 403), (None, 403)): want('GET /me/agents/{agent_id}', G + '/' + i, st, None, w); want('GET /me/chats/{chat_id}', '/me/chats/' + i, st, None, w)
    want('GET /me/agents/{agent_id}', G + '/' + NO, 404); U = 'POST /me/agents/{agent_id}/upsell-description'
    ok(want(U, G + '/' + i + '/upsell-description', 200)['upsell_description'], 'upsell'); want(U, G + '/' + NO + '/upsell-description', 404)
    want('POST /me/agents/vanity/slug', G + '/vanity/slug', 200, {'text': 'My Agent!'}, None); want('GET /me/agents/vanity/slug', G + '/vanity/slug?slug=my-agent', 200); want('GET /me/agents/vanity/slug', G + '/vanity/slug', 422)
    want('GET /me/agents/{agent_id}/vibe', own + '/vibe?service_name=bolt', 200); want('GET /me/agents/{agent_id}/vibe', own + '/vibe?service_name=x', 422); want('GET /me/agents/{agent_id}/vibe', own + '/vibe', 422); want('GET /me/vibe/services', '/me/vibe/services', 200, None, None)
    T = ' /me/agents/{agent_id}/customizations/theme'; q = G + '/' + i + '/customizations/theme'
    ok(want('GET' + T, q, 200) is None, 'theme null'); want('PUT' + T, q, 200, {'themeColor': '#a1B2c3'}); want('PUT' + T, q, 400, {'themeColor': 'red'}); want('PUT' + T, q, 403, {'themeColor': '#fff'}, 'other'); want('GET' + T, q, 403, None, 'other'); want('GET' + T, q.replace(i, NO), 404); want('GET' + T, q.replace(i, 'x'), 422)
    F = ' /me/agents/{agent_id}/files'; q = G + '/' + i + '/files'
    f = [want('POST' + F, q, 201, {'name': 'f%d' % n, 'content': 'é'}) for n in range(3)]; ids = [x['file_id'] for x in f]
    want('POST' + F, q, 403, {'name': 'x'}, 'other'); want('GET' + F, q, 403, None, 'other'); ok([x['file_id'] for x in want('GET' + F, q, 200)['data']] == ids, 'file order')
    z = want('PUT' + F + '/positions', q + '/positions', 200, {'positions': [{'file_id': ids[2 - n], 'position': n} for n in range(3)]}); ok([x['file_id'] for x in z['data']] == ids[::-1], 'positions'); want('PUT' + F + '/positions', q + '/positions', 403, {'positions': []}, 'other')
    for m, b, st in (('GET', None, 200), ('PATCH', {'name': 'z'}, 200), ('DELETE', None, 204), ('GET', None, 404), ('PATCH', {}, 404), ('DELETE', None, 404)): want(m + F + '/{file_id}', q + '/' + ids[0], st, b)
    H = ' /me/chats/{chat_id}'; q = '/me/chats/' + i
    want('GET /me/chats', '/me/chats', 200); want('POST /me/chats', '/me/chats', 200, {'chat_prompt': 'p'}); want('POST /me/chats', '/me/chats', 400, {})
    want('PUT' + H, q, 200, {'chat_prompt': 'q', 'visibility': 'private'}); want('PUT' + H, q, 403, {'chat_prompt': 'q'}, 'other'); want('PATCH' + H, q, 403, {}, 'other'); want('POST' + H + '/clone', q + '/clone', 403); want('POST' + H + '/runs', q + '/runs', 403, None, 'other'); want('POST' + H + '/feedback', q + '/feedback', 404, {}, 'other')
    want('PATCH' + H, q, 200, {'visibility': 'public'}); want('POST' + H + '/clone', q + '/clone', 200, None, 'other'); want('POST' + H + '/feedback', q + '/feedback', 200, {'rating': 5}, 'other'); want('POST' + H + '/runs', q + '/runs', 200); want('GET' + H + '/og', q + '/og', 200, None, None); want('DELETE' + H, q, 403, None, 'other'); want('DELETE' + H, q, 200)
    for m in ('GET', 'PUT', 'PATCH', 'DELETE'): want(m + H, q, 404, {'chat_prompt': 'x'} if m[0] == 'P' else None)
    k = want('POST /me/api-keys', '/me/api-keys', 200, {'name': 'k'}); I = ' /me/api-keys/{api_key_id}'; q = '/me/api-keys/%d' % k['id']; ok('key' in want('GET' + I, q, 200), 'key'); want('GET /me/api-keys', '/me/api-keys', 200); want('GET /me/api-keys/default', '/me/api-keys/default', 200); want('GET' + I, q, 404, None, 'other'); want('DELETE' + I, q, 404, None, 'other'); ok('key' not in want('DELETE' + I, q, 200), 'hidden'); want('GET' + I, q, 404); want('GET' + I, q + 'x', 422)
    want('GET /me/billing', '/me/billing', 200); want('GET /me/credits', '/me/credits', 200); want('POST /me/credits/use', '/me/credits/use', 200); want('POST /me/payments/sessions', '/me/payments/sessions', 200, {}); want('POST /me/payments/webhook', '/me/payments/webhook', 400, {'type': 'x'}, None)
    w = fx['webhook']; ok(c.call('POST', '/me/payments/webhook', raw=w['body'].encode(), headers={w['signatureHeader']: w['validSignature']})[0] == 200, 'webhook'); ok(c.hook('{"type":"é.ü"}') == 200 and c.hook('[]') == 400, 'webhook event')
    for n in ('summary', 'subscribers', 'earnings'):
        O = 'GET /me/monetization/' + n; q = '/me/monetization/' + n; ok(want(O, q, 200)['period'] == 28, 'period')
        for v, st in ((0, 422), (366, 422), ('1.5', 422), (1, 200), (365, 200)): want(O, q + '?period=%s' % v, st)
    D = ' /me/bundles/{bundle_id}'; b = want('POST /me/bundles', '/me/bundles', 200)['bundle_id']; q = '/me/bundles/%d' % b; want('GET /me/bundles', '/me/bundles', 200); want('PUT' + D, q, 200, {'name': 'n'}); want('PUT' + D, q, 409, {'name': 'n'}, 'other'); want('GET' + D, q, 404, None, 'other')
    want('POST' + D + '/tools', q + '/tools', 200, {'tool_id': 'read_tide_table'}); want('POST' + D + '/tools', '/me/bundles/9999/tools', 404, {'tool_id': 'read_tide_table'}); want('GET' + D + '/tools', q + '/tools', 200); want('DELETE' + D + '/tools/{tool_id}', q + '/tools/read_tide_table', 200); want('DELETE' + D + '/tools/{tool_id}', q + '/tools/read_tide_table', 404); want('DELETE' + D, q, 200); want('DELETE' + D, q, 404)
    s = want('POST /me/cli-auth', '/me/cli-auth', 200, None, None)['cli_auth_id']; q = '/me/cli-auth/' + s; P = ' /me/cli-auth/{cli_auth_id}'; Q = 'GET /me/cli-auth/{auth_id}'; ok(want(Q, q, 200, None, None) is None, 'cli null'); want('PUT' + P, q, 200, {'jwt': 'j'}); ok(want(Q, q, 200, None, None) == 'j' and want(Q, q, 200, None, None) is None, 'cli once'); want('PUT' + P, q, 403, {'jwt': 'k'}, 'other'); want(Q, '/me/cli-auth/' + NO, 404, None, None); want('PUT' + P, '/me/cli-auth/' + NO, 404, {'jwt': 'j'})
    J = ' /me/schedules/{schedule_id}'; q = '/me/schedules'; s = want('POST /me/schedules', q, 200, {'chat_id': A, 'cron': fx['cron']}); want('GET /me/schedules', q, 200)
    for v in ({'cron': '* * * * *'}, {'chat_id': 'x', 'cron': '* * * * *'}): want('POST /me/schedules', q, 403, v)
    want('POST /me/schedules', q, 422, {'chat_id': A, 'cron': 'soon'}); want('GET /me/schedules/onboarding', q + '/onboarding', 200); O = 'GET /me/schedules/text-to-cron'; ok(want(O, q + '/text-to-cron?cron=every%20day%20at%209am', 200)['cron'] == '0 9 * * *', 'cron'); want(O, q + '/text-to-cron?cron=nope', 400); want(O, q + '/text-to-cron', 422)
    p = q + '/' + s['schedule_id']; want('GET' + J, p, 404, None, 'other'); want('PUT' + J, p, 200, {'cron': '1 1 * * *'}); ok(want('GET' + J, p, 200)['cron'] == '1 1 * * *', 'schedule'); want('DELETE' + J, p, 200); want('GET' + J, p, 404)
    for o in ('GET /me/tools/list', 'GET /me/toolsets/list', 'GET /me/user-tools', 'GET /me/vip', 'GET /me/'): want(o, o[4:], 200)
    want('GET /me/tools', '/me/tools', 200, None, None); want('GET /me/tools/{tool_id}', '/me/tools/NOTIFIER_CREATE_PUSH', 200, None, None); want('GET /me/tools/{tool_id}', '/me/tools/constructor', 404, None, None); ok(sum(t['name'].startswith('NOTIFIER_') for t in c.u('GET', '/me/tools')[1]) == 15, '15 tools')
    for v, st in (('', 422), ('?q=', 422), ('?q=push', 200), ('?q=push&limit=201', 422), ('?q=push&min_score=1.1', 422), ('?q=tide&toolkit=sea&limit=1', 200)): want('GET /me/tools/search', '/me/tools/search' + v, st)
    want('GET /me/toolsets/{toolset_name}', '/me/toolsets/sea', 200); want('GET /me/toolsets/{toolset_name}', '/me/toolsets/constructor', 404)
    V = ' /me/user-tools/{tool_id}'; q = '/me/user-tools'; want('POST /me/user-tools', q, 200, {'tool_id': fx['installableToolId']}); want('POST /me/user-tools', q, 409, {'tool_id': fx['installableToolId']}); p = q + '/' + fx['installableToolId']; want('GET' + V, p, 200); want('DELETE' + V, p, 200); want('GET' + V, p, 404); want('DELETE' + V, p, 404)
    for code, st in ((fx['ownVipCode'], 400), ('nope', 400), (fx['vipCode'], 200), (fx['vipCode'], 400)): want('POST /me/vip', '/me/vip', st, {'code': code})
    n = c.note; d = n('CREATE_DEVICE', {'model': 'm', 'nickname': 'n', 'app_version': 0, 'manufacturer': 'x'})['iden']; ch = n('CREATE_CHAT', {'email': 'q@b.example'})['iden']; g = n('CREATE_PUSH', {'type': 'note', 'device_iden': d})['iden']
    n('UPDATE_PUSH', {'iden': g, 'items': [{'text': 't', 'checked': False}], 'dismissed': True}); n('LIST_CHATS', {'limit': 500}); n('LIST_DEVICES', {}); n('GET_USER', {}); n('UPLOAD_REQUEST', {'file_name': 'a', 'file_type': 't/p'}); n('DELETE_PUSH', {'iden': g}); ok(g not in [x['iden'] for x in n('LIST_PUSHES', {'active': True})['pushes']], 'active'); n('DELETE_CHAT', {'iden': ch}); n('DELETE_DEVICE', {'device_iden': d})
    for op, bad in (('LIST_PUSHES', {'limit': 501}), ('LIST_CHATS', {'limit': 501}), ('CREATE_PUSH', {'type': 'file', 'file_url': 'u'}), ('CREATE_PUSH', {'type': 'list'}), ('CREATE_DEVICE', {'model': 'm', 'nickname': 'n', 'app_version': -1, 'manufacturer': 'x'}), ('DELETE_CHAT', {'iden': 'no'}), ('UPDATE_CHAT', {'iden': ch})): ok(c.tool('NOTIFIER_' + op, bad)[0] == 400, 'notifier ' + op)
    doc = open(os.path.join(os.path.dirname(os.path.abspath(__file__)), 'interface.md')).read()
    rest = {' '.join(m) for m in re.findall(r'^\| (GET|POST|PUT|PATCH|DELETE) \| (/me\S*)', doc, re.M)} - seen
    ok(not rest, 'not walked: %s' % rest)
    return out

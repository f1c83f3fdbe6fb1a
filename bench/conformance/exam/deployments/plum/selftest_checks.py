"""One check by fault: true where the deployment does as it should."""
import json, threading, time, hmac, hashlib, http.client
from concurrent.futures import ThreadPoolExecutor
from selftest_client import C
CHECKS = {}
def check(fid):
    def deco(fn): CHECKS[fid] = fn; return fn
    return deco
def both(*fns):
    with ThreadPoolExecutor(len(fns)) as ex: return [f.result() for f in [ex.submit(fn) for fn in fns]]
def agent(c, who='own', **more): return c.u('POST', '/me/agents', {'chat_prompt': 'p', 'visibility': 'public', **more}, who=who)[1]
def run(c, msg='Hi', **k): return c.start(msg, **k)[1]['x-service-run-id']

# Workers API
@check('ndjson-put-other-run-id')
def _(c): r = run(c); return c.put(r, 'x', nd=True)[1]['x-service-run-id'] == r
@check('text-leaks-tool-calls')
def _(c): return 'read_tide_table' not in c.start(c.fx['toolCallMessage']['message'])[2]
@check('post-blocked-by-job')
def _(c): c.start(c.fx['backgroundMessage']); return c.start('hello')[0] == 200
@check('ndjson-put-during-job')
def _(c): r = run(c, c.fx['backgroundMessage']); return c.put(r, 'x', nd=True)[0] == 409
@check('rejected-put-kept')
def _(c): r = run(c, c.fx['backgroundMessage']); s = c.put(r, 'rejected')[0]; return s == 409 and not any(m['content'] == 'rejected' for m in c.hist(r)[2])
@check('failed-job-never-ends')
def _(c):
    r = run(c, c.fx['backgroundErrorMessage'])
    if 'x-service-job-id' not in c.hist(r)[1]: return False
    time.sleep(2.5); return 'x-service-job-id' not in c.hist(r)[1] and c.put(r, '')[0] == 200
@check('context-shared')
def _(c): run(c, 'first'); r = run(c, 'second'); return len(c.hist(r)[2]) == 2
@check('history-sorted-as-text')
def _(c):
    r = run(c, 'm0')
    for i in range(1, 6): c.put(r, 'm%d' % i)
    return [m['content'] for m in c.hist(r)[2] if m['role'] == 'user'] == ['m%d' % i for i in range(6)] and [m['role'] for m in c.hist(r)[2]] == ['user', 'assistant'] * 6
@check('stream-buffered')
def _(c): t = c.first_byte(c.fx['slowMessage']); return t[0] < t[1] / 2
@check('job-by-agent')
def _(c): c.start(c.fx['backgroundMessage']); r = run(c, 'hello'); return 'x-service-job-id' not in c.hist(r)[1]
@check('empty-message-refused')
def _(c): r = run(c); return c.put(r, '')[0] == 200
@check('ndjson-lines-glued')
def _(c):
    t = c.start(c.fx['toolCallMessage']['message'], nd=True)[2]
    try: return {'tool_call', 'tool_result', 'text'} <= {json.loads(l)['type'] for l in t.splitlines() if l}
    except ValueError: return False
@check('surrogate-cut')
def _(c): return '😀' * 9 in c.start('😀' * 9)[2]
@check('message-trimmed')
def _(c): r = run(c, '  spaced \n'); return c.hist(r)[2][0]['content'] == '  spaced \n'
@check('put-without-owner')
def _(c): r = run(c); return c.put(r, 'x', key='otherApiKey')[0] == 404
@check('run-read-by-others')
def _(c): r = run(c); return c.hist(r, key='otherApiKey')[0] == 404
@check('disconnect-loses-reply')
def _(c): r = c.leave(c.fx['slowMessage']); time.sleep(2.5); return len(c.hist(r)[2]) == 2
@check('concurrent-put-interleaved')
def _(c):
    r = run(c); both(lambda: c.put(r, 'a'), lambda: c.put(r, 'b'), lambda: c.put(r, 'c'))
    return [m['role'] for m in c.hist(r)[2]] == ['user', 'assistant'] * 4
@check('deleted-key-still-works')
def _(c):
    k = c.u('POST', '/me/api-keys', {'name': 'x'})[1]
    a = c.w('POST', '/' + c.fx['agentId'], {'message': 'x'}, raw_key=k['key'])[0]; c.u('DELETE', '/me/api-keys/%d' % k['id'])
    return a == 200 and c.w('POST', '/' + c.fx['agentId'], {'message': 'x'}, raw_key=k['key'])[0] == 401

# Runs, logs, executions
@check('runs-default-limit')
def _(c):
    for _i in range(31): c.u('POST', '/me/chats/%s/runs' % c.fx['agentId'])
    return len(c.u('GET', '/me/agent-runs')[1]['data']) == 30
@check('runs-cursor-inclusive')
def _(c):
    for _i in range(5): c.u('POST', '/me/chats/%s/runs' % c.fx['agentId'])
    a = c.u('GET', '/me/agent-runs?limit=2')[1]; b = c.u('GET', '/me/agent-runs?limit=2&next_cursor=' + a['nextCursor'])[1]
    return not {x['id'] for x in a['data']} & {x['id'] for x in b['data']}
@check('run-view-of-others')
def _(c): r = run(c); return c.u('GET', '/me/agent-runs/' + r, who='other')[0] == 404 and c.u('GET', '/me/agent-runs/' + r)[0] == 200
@check('mcp-logs-by-agent')
def _(c): a = run(c, c.fx['toolCallMessage']['message']); b = run(c, 'plain'); return len(c.u('GET', '/me/agent-runs/%s/mcp-server-logs' % a)[1]) == 1 and c.u('GET', '/me/agent-runs/%s/mcp-server-logs' % b)[1] == []
@check('executions-limit-before-where')
def _(c):
    c.tool('read_tide_table', {'port': 'A'})
    for _i in range(32): c.tool('read_tide_table', {'port': 'B'}, who='other')
    return len(c.u('GET', '/me/executions')[1]['data']) > 0
@check('executions-cursor-seconds')
def _(c):
    made = [c.tool('read_tide_table', {'port': str(i)})[1]['log_id'] for i in range(8)]; got, cur = [], ''
    while cur is not None and len(got) < 400:
        p = c.u('GET', '/me/executions?limit=3' + ('&next_cursor=' + cur if cur else ''))[1]; got += [x['log_id'] for x in p['data']]; cur = p['nextCursor']
    return set(made) <= set(got)

# Subscriptions
@check('subscribe-twice-at-once')
def _(c):
    p = agent(c, who='other', priceCents=300)['agent_id']
    return sorted(x[0] for x in both(*[lambda: c.u('POST', '/me/agents/%s/subscribe' % p, {})] * 2)) == [200, 402]
@check('unsubscribe-everyone')
def _(c):
    p = c.fx['paidAgentId']
    for w in ('own', 'other'): c.u('POST', '/me/agents/%s/subscribe' % p, {}, who=w)
    a = c.u('POST', '/me/agents/%s/unsubscribe' % p)[0]; b = c.u('POST', '/me/agents/%s/unsubscribe' % p, who='other')[0]
    return (a, b) == (200, 200)

# Studio chats
def studio(c, **k): return c.u('POST', '/me/agent-studio-chats', k)[1]
@check('studio-patch-defaults')
def _(c): s = studio(c, visibility='private'); return c.u('PATCH', '/me/agent-studio-chats/' + s['run_id'], {'title': 'x'})[1]['visibility'] == 'private'
@check('studio-existing-replaced')
def _(c): s = studio(c, run_id='r-%f' % time.time(), title='a'); t = studio(c, run_id=s['run_id'], title='b'); return t['id'] == s['id'] and t['title'] == 'a'
@check('studio-deleted-readable')
def _(c): s = studio(c); return c.u('DELETE', '/me/agent-studio-chats/' + s['run_id'])[0] == 200 and c.u('GET', '/me/agent-studio-chats/' + s['run_id'])[0] == 404

# Agents, theme, files
@check('upsert-takes-over')
def _(c): a = agent(c); return c.u('POST', '/me/agents', {'agent_id': a['id'], 'chat_prompt': 'mine'}, who='other')[0] == 403
@check('private-agent-anonymous')
def _(c): a = agent(c, visibility='private'); return c.u('GET', '/me/agents/' + a['id'], who=None)[0] == 403
@check('temperature-zero')
def _(c): return agent(c, temperature=0)['temperature'] == 0
@check('slug-availability-cached')
def _(c):
    s = 'slug-%d' % (time.time() * 1e6); q = lambda: c.u('GET', '/me/agents/vanity/slug?slug=' + s)[1]['available']
    a = q(); agent(c, vanity_slug=s); return a and not q()
@check('vibe-service-by-in')
def _(c): return c.u('GET', '/me/agents/%s/vibe?service_name=constructor' % c.fx['agentId'])[0] == 422
def theme(c, a, col): return c.u('PUT', '/me/agents/%s/customizations/theme' % a['id'], {'themeColor': col})[0]
@check('theme-color-unanchored')
def _(c): return theme(c, agent(c), 'x#ff0000; y') == 400
@check('theme-color-every-other')
def _(c): a = agent(c); return [theme(c, a, '#ff0000') for _i in range(3)] == [200] * 3
def files(c, n, a=None):
    a = a or agent(c); p = '/me/agents/%s/files' % a['id']
    return p, [c.u('POST', p, {'name': 'f%d' % i, 'content': 'c%d' % i}) for i in range(n)]
@check('file-limit-off-by-one')
def _(c): return [x[0] for x in files(c, 13)[1]] == [201] * 12 + [400]
@check('file-order-as-text')
def _(c): p, _f = files(c, 12); return [f['position'] for f in c.u('GET', p)[1]['data']] == list(range(12))
@check('file-patch-loses-content')
def _(c): p, f = files(c, 1); return c.u('PATCH', p + '/' + f[0][1]['id'], {'name': 'n'})[1]['content'] == 'c0'
@check('file-of-other-agent')
def _(c): p, f = files(c, 1); q, _g = files(c, 0, agent(c, who='own')); return c.u('GET', q + '/' + f[0][1]['id'])[0] == 404

# Chats
@check('sandbox-check-after-write')
def _(c): a = agent(c, who='sandbox'); p = '/me/chats/' + a['id']; return c.u('PATCH', p, {'visibility': 'private'}, who='sandbox')[0] == 400 and c.u('GET', p, who='sandbox')[1]['visibility'] == 'public'
@check('patch-null-ignored')
def _(c): a = agent(c, description='d'); return c.u('PATCH', '/me/chats/' + a['id'], {'description': None})[1]['description'] is None
@check('delete-removes-all-files')
def _(c): p, _f = files(c, 1); b = agent(c); c.u('DELETE', '/me/chats/' + b['id']); return len(c.u('GET', p)[1]['data']) == 1
@check('clone-override-lost')
def _(c): a = agent(c, name='A'); return c.u('POST', '/me/chats/%s/clone' % a['id'], {'name': 'B'}, who='other')[1]['name'] == 'B'
@check('agent-mass-assignment')
def _(c): a = agent(c); o = c.u('GET', '/me/', who='other')[1]['id']; c.u('PATCH', '/me/chats/' + a['id'], {'owner_id': o}); return c.u('GET', '/me/chats/' + a['id'])[1]['owner_id'] != o
@check('og-of-private')
def _(c): a = agent(c, name='Hush', visibility='private'); return 'Hush' not in json.dumps(c.u('GET', '/me/chats/%s/og' % a['id'], who=None)[1])

# Keys, credits, payments, monetization
@check('key-list-shows-keys')
def _(c): return not any('key' in k for k in c.u('GET', '/me/api-keys')[1])
@check('two-default-keys')
def _(c):
    k = c.u('POST', '/me/api-keys', {'name': 'x', 'isDefault': True})[1]
    return sum(x['isDefault'] for x in c.u('GET', '/me/api-keys')[1]) == 1 and c.u('GET', '/me/api-keys/default')[1]['id'] == k['id']
@check('credits-lost-update')
def _(c):
    b = lambda: c.u('GET', '/me/credits')[1]['balance']
    n = b(); both(*[lambda: c.u('POST', '/me/credits/use')] * 5); return b() == n - 5
@check('webhook-replay-credits')
def _(c):
    s = c.u('POST', '/me/payments/sessions', {'amountCents': 500})[1]; b = lambda: c.u('GET', '/me/credits')[1]['balance']
    body = json.dumps({'id': 'evt_' + s['id'], 'type': 'checkout.session.completed', 'data': {'object': {'id': s['id']}}}); n = b()
    return [c.hook(body), c.hook(body)] == [200, 200] and b() == n + 50
@check('summary-of-all-time')
def _(c): f = lambda d: c.u('GET', '/me/monetization/summary?period=%d' % d)[1]['totalEarningsCents']; return f(1) < f(28) < f(365)
def bundle(c, *tools):
    b = c.u('POST', '/me/bundles')[1]['bundle_id']
    for t in tools: c.u('POST', '/me/bundles/%d/tools' % b, {'tool_id': t})
    return b
@check('bundle-put-clears-tools')
def _(c): b = bundle(c, 'read_tide_table'); return len(c.u('PUT', '/me/bundles/%d' % b, {'name': 'n'})[1]['tools']) == 1
@check('bundle-tool-delete-everywhere')
def _(c): a, b = bundle(c, 'read_tide_table'), bundle(c, 'read_tide_table'); c.u('DELETE', '/me/bundles/%d/tools/read_tide_table' % a); return len(c.u('GET', '/me/bundles/%d/tools' % b)[1]) == 1
@check('cli-session-stolen')
def _(c): p = '/me/cli-auth/' + c.u('POST', '/me/cli-auth', who=None)[1]['id']; return c.u('PUT', p, {'jwt': 'a'})[0] == 200 and c.u('PUT', p, {'jwt': 'b'}, who='other')[0] == 403
@check('cli-read-twice-at-once')
def _(c):
    p = '/me/cli-auth/' + c.u('POST', '/me/cli-auth', who=None)[1]['id']; c.u('PUT', p, {'jwt': 'j'})
    return sorted(str(x[1]) for x in both(*[lambda: c.u('GET', p, who=None)] * 2)) == ['None', 'j']
@check('schedule-public-chat')
def _(c): return c.u('POST', '/me/schedules', {'chat_id': c.fx['unpaidAgentId'], 'cron': '0 9 * * 1'})[0] == 403
@check('schedule-put-resets')
def _(c): s = c.u('POST', '/me/schedules', {'chat_id': c.fx['agentId'], 'cron': '0 9 * * 1', 'enabled': False})[1]; return c.u('PUT', '/me/schedules/' + s['id'], {'cron': '0 8 * * 1'})[1]['enabled'] is False
@check('cron-upper-bound')
def _(c): return c.u('GET', '/me/schedules/text-to-cron?cron=99%20*%20*%20*%20*')[0] == 400
@check('search-limit-zero')
def _(c): return c.u('GET', '/me/tools/search?q=push&limit=0')[0] == 422
@check('uninstall-for-everyone')
def _(c):
    for w in ('own', 'other'): c.u('POST', '/me/user-tools', {'tool_id': 'sum_amounts'}, who=w)
    c.u('DELETE', '/me/user-tools/sum_amounts'); return c.u('GET', '/me/user-tools/sum_amounts', who='other')[0] == 200
@check('vip-twice-at-once')
def _(c): return sorted(x[0] for x in both(*[lambda: c.u('POST', '/me/vip', {'code': 'PLUM-HARVEST-2026'})] * 2)) == [200, 400]
@check('vip-count-of-everyone')
def _(c): n = c.u('GET', '/me/vip', who='other')[1]['count']; c.u('POST', '/me/vip', {'code': 'PLUM-STONE-2026'}); return c.u('GET', '/me/vip', who='other')[1]['count'] == n
@check('current-user-memoized')
def _(c): return c.u('GET', '/me/')[1]['id'] != c.u('GET', '/me/', who='other')[1]['id']

# NOTIFIER
def note(c, who='own', **k): return c.note('CREATE_PUSH', {'type': 'note', 'title': 't', **k}, who=who)
@check('notifier-guid-ignored')
def _(c): return note(c, guid='g1')['iden'] == note(c, guid='g1')['iden']
@check('notifier-link-without-url')
def _(c): return c.tool('NOTIFIER_CREATE_PUSH', {'type': 'link', 'title': 'x'})[0] == 400
@check('notifier-modified-after-floor')
def _(c): a = note(c); b = note(c); return a['iden'] not in [p['iden'] for p in c.note('LIST_PUSHES', {'modified_after': a['modified']})['pushes']]
@check('notifier-unmute-ignored')
def _(c): i = c.note('CREATE_CHAT', {'email': 'a@b.example'})['iden']; c.note('UPDATE_CHAT', {'iden': i, 'muted': True}); return c.note('UPDATE_CHAT', {'iden': i, 'muted': False})['muted'] is False
@check('notifier-delete-all-users')
def _(c):
    i = note(c, who='other')['iden']; note(c); c.note('DELETE_ALL_PUSHES', {}); time.sleep(.5)
    return c.note('LIST_PUSHES', {'active': True})['pushes'] == [] and i in [p['iden'] for p in c.note('LIST_PUSHES', {'active': True}, who='other')['pushes']]
@check('notifier-device-update-resets')
def _(c): d = c.note('CREATE_DEVICE', {'model': 'm', 'nickname': 'n', 'app_version': 0, 'manufacturer': 'x', 'icon': 'phone', 'has_sms': True}); e = c.note('UPDATE_DEVICE', {'iden': d['iden'], 'nickname': 'z'}); return e['has_sms'] is True and e['icon'] == 'phone'

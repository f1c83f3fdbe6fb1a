"""One check for each fault: passes without the fault, raises AssertionError with it."""
import base64, http.client, json, socket, time
from selftest_lib import eq, many, new

CHECKS = {}
def check(id):
    def put(fn): CHECKS[id] = fn; return fn
    return put
BG = 'backgroundMessage'

# ---- Workers API
@check('failed-job-never-ends')
def _(e): e.idle(e.start(e.f['backgroundErrorMessage'])[0])
@check('ndjson-put-ignores-job')
def _(e): e.go(e.start(e.f[BG])[0], nd=True, want=409)
@check('refused-put-is-appended')
def _(e):
    run, _r = e.start(e.f[BG]); e.go(run, 'refused', want=409)
    assert 'refused' not in [m['content'] for m in e.history(run)[0]], 'the refused message is in the history'
@check('post-refused-while-job-runs')
def _(e): e.start(e.f[BG]); e.start('a new one')
@check('put-without-run-header')
def _(e):
    run, _r = e.start(); eq(e.go(run).headers.get('X-Service-Run-ID'), run, 'header of PUT')
@check('post-same-message-same-run')
def _(e): assert e.start('same')[0] != e.start('same')[0], 'two POSTs have one run'
@check('text-stream-shows-tool-calls')
def _(e): assert 'STN-4471' not in e.start(e.f['toolCallMessage']['message'])[1].text, 'tool output in the text'
@check('ndjson-without-tool-response')
def _(e): assert 'STN-4471' in e.start(e.f['toolCallMessage']['message'], nd=True)[1].text, 'no tool response in NDJSON'
@check('history-orders-by-time-and-role')
def _(e):
    run, _r = e.start('q1'); e.go(run, 'q2'); eq([m['role'] for m in e.history(run)[0]], ['user', 'assistant'] * 2, 'order')
@check('history-range-of-ten')
def _(e):
    run, _r = e.start()
    for i in range(6): e.go(run, f'n{i}')
    eq(len(e.history(run)[0]), 14, 'messages')
@check('job-header-of-any-run')
def _(e):
    run, _r = e.start(); e.start(e.f[BG]); eq(e.history(run)[1], None, 'job header of an idle run')
@check('empty-resume-refused')
def _(e):
    run, _r = e.start(e.f[BG]); e.idle(run); e.go(run, '')
@check('run-select-policy-missing')
def _(e): e.history(e.start()[0], key=e.otherkey, want=404)
@check('run-update-policy-missing')
def _(e): e.go(e.start()[0], key=e.otherkey, want=404)
@check('text-stream-cut-in-bytes')
def _(e):
    t = 'żółć – 日本語 ' * 9; assert t.strip() in e.start(t)[1].text, 'text is damaged'
@check('ndjson-bare-newline')
def _(e):
    for line in e.start('one\ntwo', nd=True)[1].text.splitlines():
        try: json.loads(line)
        except ValueError: raise AssertionError(f'not a JSON line: {line}')
@check('stream-held-back')
def _(e):
    k = http.client.HTTPConnection('127.0.0.1', e.port); t = time.time()
    k.request('POST', '/workers/' + e.f['agentId'], json.dumps({'message': e.f['slowMessage']}), {'authorization': 'Bearer ' + e.key})
    r = k.getresponse(); r.read1(10); first = time.time() - t; r.read(); k.close()
    assert first < 0.8, f'first words after {first:.1f} s'
@check('api-key-cache-never-cleared')
def _(e):
    k = e.post('/me/api-keys', {'name': 'x'}); e.start(key=k['key']); e.delete(f"/me/api-keys/{k['api_key_id']}"); e.start(key=k['key'], want=401)
@check('private-worker-callable')
def _(e): e.start(agent=e.f['privateAgentId'], want=403)
@check('answer-lost-on-disconnect')
def _(e):
    run, _r = e.start(); s = socket.create_connection(('127.0.0.1', e.port)); b = json.dumps({'message': e.f['slowMessage']})
    s.sendall(f"PUT /workers/{e.f['agentId']}/{run} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer {e.key}\r\ncontent-length: {len(b)}\r\n\r\n{b}".encode())
    s.recv(400); time.sleep(.3); s.close(); time.sleep(3); eq(len(e.history(run)[0]), 4, 'messages')
@check('put-without-run-lock')
def _(e):
    run, _r = e.start(); many(6, lambda i: e.go(run, f'm{i}')); eq(len(e.history(run)[0]), 14, 'messages after six PUTs at once')
@check('job-result-after-idle')
def _(e):
    run, _r = e.start(e.f[BG]); m = e.idle(run); time.sleep(2); eq(e.history(run)[0], m, 'history of an idle run')
@check('message-whitespace-trimmed')
def _(e):
    t = '  a  b\n'; eq(e.history(e.start(t)[0])[0][0]['content'], t, 'content')

# ---- runs and logs
def runs(e, n):
    for i in range(n): e.post(f"/me/chats/{e.f['agentId']}/runs")
@check('runs-default-limit-20')
def _(e): runs(e, 31); eq(len(e.get('/me/agent-runs')['data']), 30, 'runs by default')
@check('cursor-cut-to-seconds')
def _(e):
    time.sleep(1.05 - time.time() % 1); runs(e, 6); got, c = [], ''
    for _ in range(200):
        p = e.get('/me/agent-runs?limit=4' + c); got += [r['run_id'] for r in p['data']]
        if not p['next_cursor']: break
        c = '&next_cursor=' + p['next_cursor']
    eq(got, [r['run_id'] for r in e.get('/me/agent-runs?limit=900')['data']], 'pages')
@check('runs-list-without-newest')
def _(e): e.start(); eq(e.start()[0], e.get('/me/agent-runs')['data'][0]['run_id'], 'newest')
@check('mcp-logs-view-owner-rights')
def _(e): eq(e.get(f"/me/agent-runs/{e.start(e.f['toolCallMessage']['message'])[0]}/mcp-server-logs", jwt='other'), [], 'logs of another user')
@check('execution-read-by-number')
def _(e): e.get(f"/me/executions/{e.post('/me/tools/run/echo_text', {'text': 'secret'})['log_id']}", jwt='other', want=404)

# ---- subscriptions
@check('owner-may-subscribe')
def _(e): e.post(f"/me/agents/{e.f['ownPaidAgentId']}/subscribe", {}, want=400)
@check('unsubscribe-cancels-all')
def _(e):
    e.post(f"/me/agents/{e.f['paidAgentId']}/subscribe", {}); e.post(f"/me/agents/{e.f['paidAgentId']}/unsubscribe"); e.get('/me/subscriptions/' + e.f['subscribedAgentId'])
@check('subscription-join-without-user')
def _(e): e.get('/me/subscriptions/' + e.f['paidAgentId'], want=404)

# ---- studio chats
S = '/me/agent-studio-chats'
@check('studio-private-read-by-link')
def _(e): e.get(f"{S}/{e.post(S, {'visibility': 'private'})['run_id']}", jwt=None, want=403)
@check('studio-patch-policy-missing')
def _(e): e.patch(f"{S}/{e.post(S, {'title': 't'})['run_id']}", {'title': 'x'}, jwt='other', want=403)
@check('studio-patch-takes-defaults')
def _(e):
    r = e.post(S, {'title': 't', 'visibility': 'private'})['run_id']; eq(e.patch(f'{S}/{r}', {'metadata': {'a': 1}})['title'], 't', 'title')
@check('studio-patch-sandbox-private')
def _(e): e.patch(f"{S}/{e.post(S, {}, jwt='sandbox')['run_id']}", {'visibility': 'private'}, jwt='sandbox', want=400)
@check('studio-clone-of-own-private')
def _(e): e.post(f"{S}/{e.post(S, {'visibility': 'private'})['run_id']}/clone", want=400)

# ---- agents
@check('agent-upsert-as-service-role')
def _(e): e.post('/me/agents', {'agent_id': e.agent(), 'chat_prompt': 'mine now'}, jwt='other', want=403)
@check('agent-upsert-default-visibility')
def _(e): eq(e.post('/me/agents', {'agent_id': e.agent(visibility='private'), 'chat_prompt': 'x'})['visibility'], 'private', 'visibility')
@check('slug-availability-under-rls')
def _(e):
    s = 'slug-' + new()[:8]; e.agent(vanity_slug=s); eq(e.get('/me/agents/vanity/slug?slug=' + s, jwt='other')['available'], False, 'available')
@check('theme-regex-unanchored')
def _(e): e.put(f'/me/agents/{e.agent()}/customizations/theme', {'theme_color': '#12345678'}, want=400)
@check('theme-upsert-ignores-duplicates')
def _(e):
    t = f'/me/agents/{e.agent()}/customizations/theme'; e.put(t, {'theme_color': '#111111'}); e.put(t, {'theme_color': '#222222'}); eq(e.get(t)['theme_color'], '#222222', 'color')
def files(e, n, **k):
    f = f'/me/agents/{e.agent()}/files'; return f, [e.post(f, {'name': k.get('name', f'f{i}')}, want=201)['file_id'] for i in range(n)]
@check('file-limit-off-by-one')
def _(e): f, _i = files(e, 10); e.post(f, {'name': 'more'}, want=400)
@check('files-order-by-created')
def _(e):
    f, i = files(e, 2); e.put(f + '/positions', {'positions': [{'file_id': i[0], 'position': 5}, {'file_id': i[1], 'position': 1}]}); eq([x['file_id'] for x in e.get(f)], i[::-1], 'order')
@check('file-delete-by-name')
def _(e): f, i = files(e, 2, name='same'); e.delete(f'{f}/{i[0]}', want=204); eq([x['file_id'] for x in e.get(f)], i[1:], 'files')

# ---- chats
@check('chat-clone-of-private')
def _(e): e.post(f"/me/chats/{e.f['privateAgentId']}/clone", want=403)
@check('chat-clone-ignores-body')
def _(e): eq(e.post(f'/me/chats/{e.agent()}/clone', {'chat_prompt': 'of the clone'})['chat_prompt'], 'of the clone', 'prompt')
@check('chat-clone-keeps-owner')
def _(e):
    c = e.post(f"/me/chats/{e.f['unpaidAgentId']}/clone")['agent_id']; assert c in [a['agent_id'] for a in e.get('/me/agents')], 'the clone is not mine'
@check('chat-delete-policy-missing')
def _(e): e.delete('/me/chats/' + e.agent(), jwt='other', want=403)
@check('deleted-chat-readable-as-agent')
def _(e): a = e.agent(); e.delete('/me/chats/' + a); e.get('/me/agents/' + a, want=404)

# ---- keys, credits, payments
@check('key-list-shows-keys')
def _(e): assert e.key not in e.call('GET', '/me/api-keys').text, 'the list has the key'
@check('two-default-keys')
def _(e):
    k = e.post('/me/api-keys', {'is_default': True}); n = sum(x['is_default'] for x in e.get('/me/api-keys')); e.delete(f"/me/api-keys/{k['api_key_id']}"); eq(n, 1, 'default keys')
@check('key-delete-policy-missing')
def _(e): e.delete(f"/me/api-keys/{e.post('/me/api-keys', {})['api_key_id']}", jwt='other', want=404)
@check('credits-read-modify-write')
def _(e):
    b = e.get('/me/credits')['balance']; many(10, lambda i: e.post('/me/credits/use')); eq(e.get('/me/credits')['balance'], b - 10, 'balance')
def hook(e): w = e.f['webhook']; return e.raw('POST', '/me/payments/webhook', w['body'].encode(), {w['signatureHeader']: w['validSignature']}).status
@check('webhook-parsed-before-verified')
def _(e): eq(hook(e), 200, 'status of a signed event')
@check('webhook-event-twice')
def _(e): hook(e); b = e.get('/me/credits')['balance']; hook(e); eq(e.get('/me/credits')['balance'], b, 'balance')
@check('summary-ignores-period')
def _(e):
    eq(e.get('/me/monetization/summary?period=10')['total_earnings'], e.get('/me/monetization/earnings?period=10')['total_earnings'], 'earnings of ten days')

# ---- bundles
def bundle(e): b = f"/me/bundles/{e.post('/me/bundles')['bundle_id']}"; e.post(b + '/tools', {'tool_id': 'echo_text'}); return b
@check('bundle-tool-delete-everywhere')
def _(e): a, b = bundle(e), bundle(e); e.delete(a + '/tools/echo_text'); eq(len(e.get(b + '/tools')), 1, 'tools of the other bundle')
@check('bundle-update-empties-tools')
def _(e): b = bundle(e); e.put(b, {'name': 'n'}); eq(len(e.get(b + '/tools')), 1, 'tools')

# ---- CLI auth
def cli(e): c = '/me/cli-auth/' + e.post('/me/cli-auth', jwt=None)['cli_auth_id']; e.put(c, {'jwt': e.own}); return c
@check('cli-session-overtaken')
def _(e): e.put(cli(e), {'jwt': e.other}, jwt='other', want=403)
@check('cli-head-consumes')
def _(e): c = cli(e); e.call('HEAD', c, jwt=None, want=200); eq(e.get(c, jwt=None), e.own, 'jwt')

# ---- schedules
@check('schedule-of-visible-chat')
def _(e): e.post('/me/schedules', {'chat_id': e.f['unpaidAgentId'], 'cron': e.f['cron']}, want=403)
@check('schedule-delete-by-chat')
def _(e):
    a, b = (e.post('/me/schedules', {'chat_id': e.f['agentId'], 'cron': e.f['cron']})['schedule_id'] for _ in 'ab'); e.delete('/me/schedules/' + a); e.get('/me/schedules/' + b)

# ---- tools
@check('tool-run-alg-from-header')
def _(e):
    h = base64.urlsafe_b64encode(b'{"alg":"none","typ":"JWT"}').decode().rstrip('=')
    e.post('/me/tools/run/echo_text', {'text': 'x'}, jwt=f"{h}.{e.own.split('.')[1]}.", want=401)
@check('uninstall-for-all-users')
def _(e):
    for j in ('own', 'other'): e.call('POST', '/me/user-tools', {'tool_id': 'hash_text'}, jwt=j)
    e.delete('/me/user-tools/hash_text'); e.get('/me/user-tools/hash_text', jwt='other')

# ---- VIP
@check('vip-own-code')
def _(e): e.post('/me/vip', {'code': e.f['ownVipCode']}, want=400)
@check('vip-check-then-insert')
def _(e): eq(sum(s == 200 for s in many(5, lambda i: e.call('POST', '/me/vip', {'code': e.f['vipCode']}).status)), 1, 'redemptions of one code')

# ---- NOTIFIER
N = lambda e, op, b=None, **k: e.tool('NOTIFIER_' + op, b, **k)
@check('push-guid-ignored')
def _(e): b = {'type': 'note', 'body': 'x', 'guid': new()}; eq(N(e, 'CREATE_PUSH', b)['iden'], N(e, 'CREATE_PUSH', b)['iden'], 'one guid')
@check('push-active-filter-ignored')
def _(e):
    i = N(e, 'CREATE_PUSH', {'type': 'note'})['iden']; N(e, 'DELETE_PUSH', {'iden': i}); assert i not in [p['iden'] for p in N(e, 'LIST_PUSHES', {'active': True})['pushes']], 'a deleted push is listed as active'
@check('delete-all-takes-later-pushes')
def _(e):
    N(e, 'CREATE_PUSH', {'type': 'note'}); N(e, 'DELETE_ALL_PUSHES'); i = N(e, 'CREATE_PUSH', {'type': 'note', 'body': 'later'})['iden']; time.sleep(1)
    eq([p['iden'] for p in N(e, 'LIST_PUSHES', {'active': True})['pushes']], [i], 'pushes')
@check('device-update-clears-rest')
def _(e):
    i = N(e, 'CREATE_DEVICE', {'model': 'm', 'nickname': 'n', 'app_version': 1, 'manufacturer': 'f', 'icon': 'phone'})['iden']; eq(N(e, 'UPDATE_DEVICE', {'iden': i, 'nickname': 'o'})['manufacturer'], 'f', 'manufacturer')

# For each fault: True when it is seen. On a deployment without a fault all are False.
PROBES = {}
def probe(name):
    def put(f): PROBES[name] = f; return f
    return put
LONG, FAILS, TIDE = FX['backgroundMessage'], FX['backgroundErrorMessage'], FX['toolCallMessage']['message']
u = lambda: uuid.uuid4().hex[:10]
def job(d, run, agent=A): return d.w('GET', f'/{agent}/{run}').headers['x-service-job-id']
def idle(d, run, seconds=8):
    end = time.time() + seconds
    while time.time() < end:
        if not job(d, run): return True
        time.sleep(0.2)
    return False

# --- Workers API
@probe('put-accepted-during-job')
def _(d): r = d.run(LONG); return d.w('PUT', f'/{A}/{r}', 'more').status != 409
@probe('put-conflict-keeps-message')
def _(d):
    r = d.run(LONG); s = d.w('PUT', f'/{A}/{r}', 'unwanted').status
    assert s == 409, s
    return any(m['content'] == 'unwanted' for m in d.history(r))
@probe('post-blocked-by-running-job')
def _(d): d.run(LONG); return d.w('POST', f'/{A}', 'new').status != 200
@probe('post-reuses-run-for-same-message')
def _(d): m = u(); return d.run(m) == d.run(m)
@probe('failed-job-never-ends')
def _(d): return not idle(d, d.run(FAILS))
@probe('job-header-of-other-run')
def _(d): r = d.run('calm'); d.run(LONG); return job(d, r) is not None
@probe('text-stream-leaks-tools')
def _(d): return FX['toolCallMessage']['output'] in d.w('POST', f'/{A}', TIDE).text
@probe('text-stream-buffered')
def _(d):
    r = d.w('POST', f'/{A}', FX['slowMessage']); return len(r.times) < 5 or r.times[-1] - r.times[0] < 0.8
@probe('ndjson-without-tool-results')
def _(d): return FX['toolCallMessage']['output'] not in d.w('POST', f'/ndjson/{A}', TIDE).text
@probe('history-order-by-role')
def _(d): r = d.run(); return [m['role'] for m in d.history(r)] != ['user', 'assistant']
@probe('history-capped-at-20')
def _(d):
    r = d.run()
    for i in range(10): d.w('PUT', f'/{A}/{r}', f'm{i}')
    return len(d.history(r)) != 22
@probe('context-of-previous-run')
def _(d): m = u(); d.run(m); return m in d.w('POST', f'/{A}', 'fresh').text
@probe('put-lost-update')
def _(d):
    r = d.run(); many(8, lambda i: d.w('PUT', f'/{A}/{r}', f'at once {i}').status)
    return sum(m['role'] == 'user' for m in d.history(r)) != 9
@probe('run-found-without-owner')
def _(d): r = d.run(); return d.w('GET', f'/{A}/{r}', who='other').status == 200
@probe('run-of-another-agent')
def _(d): r = d.run(); return d.w('GET', f'/{FX["unpaidAgentId"]}/{r}').status == 200
@probe('deleted-key-cached')
def _(d):
    k = d.ok('POST', '/api-keys', {'name': 'x'})
    assert d.raw('POST', f'/workers/{A}', {'message': 'a'}, k['token']).status == 200
    d.ok('DELETE', f'/api-keys/{k["id"]}')
    return d.raw('POST', f'/workers/{A}', {'message': 'a'}, k['token']).status == 200
@probe('message-squished')
def _(d): m = ' two  blanks\nand a line '; return d.history(d.run(m))[0]['content'] != m
@probe('history-html-escaped')
def _(d): m = 'a < b & "c"'; return d.history(d.run(m))[0]['content'] != m
@probe('stream-ascii-only')
def _(d): return 'Größe 漢字' not in d.w('POST', f'/{A}', 'Größe 漢字').text
@probe('ndjson-answer-not-kept')
def _(d): r = d.w('POST', f'/ndjson/{A}', 'hi').headers['X-Service-Run-ID']; return len(d.history(r)) != 2

# --- runs and logs
@probe('agent-runs-default-limit')
def _(d):
    for i in range(32): d.run()
    return len(d.ok('GET', '/agent-runs')['agent_runs']) != 30
@probe('agent-runs-cursor-inclusive')
def _(d):
    for i in range(5): d.run()
    a = d.ok('GET', '/agent-runs?limit=2'); b = d.ok('GET', f'/agent-runs?limit=2&next_cursor={a["meta"]["next_cursor"]}')
    return a['agent_runs'][-1]['run_id'] == b['agent_runs'][0]['run_id']
@probe('mcp-logs-of-whole-agent')
def _(d): d.run(TIDE); r = d.run(); return d.ok('GET', f'/agent-runs/{r}/mcp-server-logs') != []

# --- subscriptions
@probe('subscribe-race')
def _(d):
    a = d.agent('other', monthly_price='3.0')['id']
    return sorted(many(2, lambda i: d.me('POST', f'/agents/{a}/subscribe', {})[0])) != [200, 402]
@probe('unsubscribe-twice')
def _(d):
    a = d.agent('other', monthly_price='3.0')['id']; d.ok('POST', f'/agents/{a}/subscribe', {}); d.ok('POST', f'/agents/{a}/unsubscribe')
    return d.me('POST', f'/agents/{a}/unsubscribe')[0] != 400
@probe('unsubscribe-cancels-everyone')
def _(d):
    a = d.agent('other', monthly_price='3.0')['id']
    for w in ('own', 'sandbox'): d.ok('POST', f'/agents/{a}/subscribe', {}, w)
    d.ok('POST', f'/agents/{a}/unsubscribe')
    return d.ok('GET', f'/subscriptions/{a}', None, 'sandbox')['subscription']['status'] != 'active'
@probe('subscriptions-one-per-seller')
def _(d): ids = {s['agent_id'] for s in d.ok('GET', '/subscriptions')['subscriptions']}; return not {FX['subscribedAgentId'], FX['unsubscribeAgentId']} <= ids

# --- studio chats
@probe('studio-patch-resets-omitted')
def _(d): c = d.studio(description='keep'); return d.ok('PATCH', f'/agent-studio-chats/{c["run_id"]}', {'title': 'U'})['description'] != 'keep'
@probe('studio-put-keeps-omitted')
def _(d): c = d.studio(description='drop'); return d.ok('PUT', f'/agent-studio-chats/{c["run_id"]}', {'title': 'U'})['description'] == 'drop'
@probe('studio-sandbox-private-on-patch')
def _(d): c = d.studio('sandbox'); return d.me('PATCH', f'/agent-studio-chats/{c["run_id"]}', {'visibility': 'private'}, 'sandbox')[0] != 400
@probe('studio-own-private-cloned')
def _(d): c = d.studio(visibility='private'); return d.me('POST', f'/agent-studio-chats/{c["run_id"]}/clone')[0] != 400
@probe('studio-create-overwrites')
def _(d): c = d.studio(title='first'); return d.studio(run_id=c['run_id'], title='second')['title'] != 'first'

# --- agents, files
@probe('agent-upsert-foreign')
def _(d): a = d.agent('other'); return d.me('POST', '/agents', {'id': a['id'], 'chat_prompt': 'taken'})[0] != 403
@probe('agents-list-inner-join')
def _(d): a = d.agent(); return a['id'] not in [x['id'] for x in d.ok('GET', '/agents')]
@probe('upsell-not-saved')
def _(d):
    a = d.agent(); t = d.ok('POST', f'/agents/{a["id"]}/upsell-description')['upsell_description']
    return d.ok('GET', f'/agents/{a["id"]}')['upsell_description'] != t
@probe('slug-availability-own-only')
def _(d): s = 's' + u(); d.agent('other', vanity_slug=s); return d.ok('GET', f'/agents/vanity/slug?slug={s}')['available']
@probe('theme-color-unanchored')
def _(d): a = d.agent()['id']; return d.me('PUT', f'/agents/{a}/customizations/theme', {'color': '#12345'})[0] != 400
@probe('theme-second-put-ignored')
def _(d):
    p = f'/agents/{d.agent()["id"]}/customizations/theme'
    d.ok('PUT', p, {'color': '#111111'}); d.ok('PUT', p, {'color': '#222222'})
    return d.ok('GET', p)['theme_preference']['color'] != '#222222'
def put_file(d, a, want=201, **k): return d.ok('POST', f'/agents/{a}/files', {'name': 'n', **k}, want=want).get('file')
@probe('files-limit-off-by-one')
def _(d):
    a = d.agent()['id']
    for i in range(10): put_file(d, a)
    return d.me('POST', f'/agents/{a}/files', {'name': 'n'})[0] != 400
@probe('files-by-creation')
def _(d):
    a = d.agent()['id']; f = [put_file(d, a)['id'] for i in range(3)]
    l = d.ok('PUT', f'/agents/{a}/files/positions', {'positions': [{'id': x, 'position': 2 - i} for i, x in enumerate(f)]})['files']
    return [x['id'] for x in l] != f[::-1]
@probe('file-patch-clears-content')
def _(d):
    a = d.agent()['id']; f = put_file(d, a, content='text')['id']
    return d.ok('PATCH', f'/agents/{a}/files/{f}', {'name': 'm'})['file']['content'] != 'text'

# --- chats
@probe('clone-moves-files')
def _(d): a = d.agent()['id']; put_file(d, a); d.ok('POST', f'/chats/{a}/clone'); return d.ok('GET', f'/agents/{a}/files')['files'] == []
@probe('feedback-mass-assignment')
def _(d):
    a = d.agent('other')['id']
    return d.ok('POST', f'/chats/{a}/feedback', {'comment': 'good', 'chat_prompt': 'mine'})['chat_prompt'] == 'mine'
@probe('chat-name-titleized')
def _(d): return d.agent(name='iOS helper')['name'] != 'iOS helper'
@probe('deleted-chat-still-works')
def _(d): a = d.agent()['id']; d.ok('DELETE', f'/chats/{a}'); return d.w('POST', f'/{a}', 'hello').status == 200
@probe('og-shows-private-chat')
def _(d): a = d.agent(name='hush', visibility='private')['id']; return 'hush' in json.dumps(d.ok('GET', f'/chats/{a}/og', None, None))

# --- keys, credits, money
@probe('api-key-list-shows-token')
def _(d): return CR['apiKey'] in json.dumps(d.ok('GET', '/api-keys'))
@probe('api-key-two-defaults')
def _(d): d.ok('POST', '/api-keys', {'name': 'n', 'default': True}); return sum(k['default'] for k in d.ok('GET', '/api-keys')) != 1
@probe('credits-race')
def _(d):
    b = d.ok('GET', '/credits')['credits']['balance']; n = sum(s == 200 for s in many(8, lambda i: d.me('POST', '/credits/use')[0]))
    return d.ok('GET', '/credits')['credits']['balance'] != b - n
@probe('credits-memoized-on-class')
def _(d): return d.ok('GET', '/credits')['credits']['balance'] == d.ok('GET', '/credits', None, 'other')['credits']['balance']
@probe('webhook-unsigned')
def _(d): return d.raw('POST', '/me/payments/webhook', FX['webhook']['body'].encode()).status != 400
@probe('period-364')
def _(d): return d.me('GET', '/monetization/earnings?period=365')[0] != 200
@probe('monetization-counts-canceled')
def _(d):
    a = d.agent('own', monthly_price='3.0')['id']; n = lambda: d.ok('GET', '/monetization/summary')['total_subscribers']
    b = n(); d.ok('POST', f'/agents/{a}/subscribe', {}, 'other'); d.ok('POST', f'/agents/{a}/unsubscribe', None, 'other'); return n() != b

# --- bundles, cli, schedules, tools
def bundle(d, *tools, who='own'):
    b = d.ok('POST', '/bundles', None, who)['bundle']['id']
    for t in tools: d.ok('POST', f'/bundles/{b}/tools', {'tool_id': t}, who)
    return b
@probe('bundles-multiplied-by-join')
def _(d): b = bundle(d, 'find_ship', 'echo_input'); return [x['id'] for x in d.ok('GET', '/bundles')].count(b) != 1
@probe('bundle-tool-removed-everywhere')
def _(d):
    a, b = bundle(d, 'find_ship'), bundle(d, 'find_ship'); d.ok('DELETE', f'/bundles/{a}/tools/find_ship')
    return len(d.ok('GET', f'/bundles/{b}/tools')) != 1
@probe('cli-jwt-not-consumed')
def _(d):
    c = d.ok('POST', '/cli-auth', None, None)['id']; d.ok('PUT', f'/cli-auth/{c}', {'jwt': JWT['own']})
    assert d.ok('GET', f'/cli-auth/{c}', None, None) == JWT['own']
    return d.ok('GET', f'/cli-auth/{c}', None, None) is not None
@probe('cli-session-taken-over')
def _(d):
    c = d.ok('POST', '/cli-auth', None, None)['id']; d.ok('PUT', f'/cli-auth/{c}', {'jwt': JWT['own']})
    return d.me('PUT', f'/cli-auth/{c}', {'jwt': JWT['other']}, 'other')[0] != 403
@probe('schedule-foreign-chat')
def _(d): return d.me('POST', '/schedules', {'chat_id': FX['unpaidAgentId'], 'cron_expression': FX['cron']})[0] != 403
@probe('schedule-enabled-false-lost')
def _(d):
    s = d.ok('POST', '/schedules', {'chat_id': A, 'cron_expression': FX['cron']})['schedule']['id']
    d.ok('PUT', f'/schedules/{s}', {'enabled': False}); return d.ok('GET', f'/schedules/{s}')['schedule']['enabled']
@probe('text-to-cron-rescued')
def _(d): return d.me('GET', '/schedules/text-to-cron?cron=99%20*%20*%20*%20*')[0] != 400
@probe('search-min-score-to-i')
def _(d):
    n = lambda s: len(d.ok('GET', f'/tools/search?q=tide%20ship%20zebra&min_score={s}'))
    return n('0.99') > n('1.0')
@probe('tool-input-unchecked')
def _(d): return d.me('POST', f'/tools/run/{FX["tool"]["name"]}', FX['tool']['invalidInput'])[0] != 400
@probe('uninstall-for-everyone')
def _(d):
    for w in ('own', 'other'): d.ok('POST', '/user-tools', {'tool_id': 'find_ship'}, w)
    d.ok('DELETE', '/user-tools/find_ship'); seen = d.me('GET', '/user-tools/find_ship', None, 'other')[0] != 200
    d.me('DELETE', '/user-tools/find_ship', None, 'other'); return seen
@probe('vip-race')
def _(d): return sorted(many(4, lambda i: d.me('POST', '/vip', {'code': FX['vipCode']})[0])) != [200, 400, 400, 400]
@probe('tier-enum-shifted')
def _(d): return d.ok('GET', '/', None, 'sandbox')['user']['tier'] != 'sandbox'

# --- NOTIFIER
def push(d, **k): return d.tool('NOTIFIER_CREATE_PUSH', type='note', **k)
@probe('notifier-guid-ignored')
def _(d): g = u(); return push(d, guid=g)['iden'] != push(d, guid=g)['iden']
@probe('notifier-active-ignored')
def _(d):
    p = push(d)['iden']; d.tool('NOTIFIER_DELETE_PUSH', iden=p)
    return p in [x['iden'] for x in d.tool('NOTIFIER_LIST_PUSHES', active=True)['pushes']]
@probe('notifier-unmute-lost')
def _(d):
    c = d.tool('NOTIFIER_CREATE_CHAT', email=f'{u()}@x.example')['iden']; d.tool('NOTIFIER_UPDATE_CHAT', iden=c, muted=True)
    return d.tool('NOTIFIER_UPDATE_CHAT', iden=c, muted=False)['muted']
@probe('notifier-items-always-checked')
def _(d): return d.tool('NOTIFIER_UPDATE_PUSH', iden=push(d)['iden'], items=[{'text': 'a', 'checked': False}])['items'][0]['checked']
@probe('notifier-delete-all-of-everyone')
def _(d):
    p = push(d)['iden']; d.tool('NOTIFIER_DELETE_ALL_PUSHES', 'other'); time.sleep(0.8)
    return p not in [x['iden'] for x in d.tool('NOTIFIER_LIST_PUSHES', active=True)['pushes']]

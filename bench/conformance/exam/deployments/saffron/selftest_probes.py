"""One probe for each fault: it passes without the fault and fails with it."""
import base64, http.client, json, random, time, uuid
P = {}
def probe(fid):
    def d(f): P[fid] = f; return f
    return d
def eq(a, b, what=''): assert a == b, f'{what}: {a!r} in place of {b!r}'
def wait(fn, secs):
    end = time.time() + secs
    while time.time() < end:
        if fn(): return True
        time.sleep(0.2)
    return False
JOB = 'Start a background job'
WEATHER = 'What is the weather in Hull'
def job_agent(c): return c.fx['backgroundAgentId']
def u(): return uuid.uuid4().hex[:10]

# Workers API
@probe('run-found-by-first-message')
def _(c):
    m = 'again ' + u(); a, b = c.w(m), c.w(m)
    assert a.run != b.run, 'the second POST returns the first run ID'
@probe('ndjson-put-without-run-id')
def _(c): r = c.w('a').run; eq(c.w('b', r, nd=True).run, r, 'run ID of the NDJSON PUT')
@probe('rejected-put-keeps-message')
def _(c):
    r = c.w(JOB, agent=job_agent(c)).run; c.w('no ' + r, r, agent=job_agent(c), status=409)
    eq(len(c.hist(r, agent=job_agent(c)).json), 2, 'messages')
@probe('ndjson-put-during-job')
def _(c): r = c.w(JOB, agent=job_agent(c)).run; c.w('x', r, agent=job_agent(c), nd=True, status=409)
@probe('failed-job-never-ends')
def _(c):
    r = c.w(c.fx['backgroundErrorMessage'], agent=job_agent(c)).run
    assert 'x-service-job-id' in c.hist(r, agent=job_agent(c)).headers
    assert wait(lambda: 'x-service-job-id' not in c.hist(r, agent=job_agent(c)).headers, c.fx['jobSeconds']), 'the job never ends'
    c.w('', r, agent=job_agent(c))
@probe('text-stream-shows-tool-calls')
def _(c): assert 'lookup_weather' not in c.w(WEATHER).text, 'tool call in the text'
@probe('post-refused-during-job')
def _(c): c.w(JOB, agent=job_agent(c)); c.w('hello', agent=job_agent(c))
@probe('job-header-looked-up-by-agent')
def _(c):
    r = c.w('hi', agent=job_agent(c)).run; c.w(JOB, agent=job_agent(c))
    assert 'x-service-job-id' not in c.hist(r, agent=job_agent(c)).headers, 'job of another run'
@probe('context-carried-over')
def _(c): c.w('first'); eq(len(c.hist(c.w('second').run).json), 2, 'messages of a new run')
@probe('messages-sorted-as-text')
def _(c):
    r = c.w('m0').run
    for i in range(1, 6): c.w(f'm{i}', r)
    eq([m['content'] for m in c.hist(r).json if m['role'] == 'user'], [f'm{i}' for i in range(6)], 'order')
@probe('text-stream-buffered')
def _(c):
    k = http.client.HTTPConnection('127.0.0.1', c.port, timeout=15)
    k.request('POST', '/workers/' + c.fx['agentId'], json.dumps({'message': c.fx['slowMessage']}), {'Authorization': 'Bearer ' + c.who['key'], 'Content-Type': 'application/json'})
    r = k.getresponse(); r.read(3); t1 = time.time(); r.read(); t2 = time.time(); k.close()
    assert t2 - t1 > 0.7, f'the first words come {t2 - t1:.2f}s before the last'
@probe('ndjson-without-tool-responses')
def _(c): assert c.fx['toolCallMessage']['output'] in c.w(WEATHER, nd=True).text, 'no tool response'
@probe('run-of-others-read')
def _(c): c.hist(c.w('mine').run, who='okey', status=404)
@probe('run-of-others-continued')
def _(c): c.w('yours', c.w('mine').run, who='okey', status=404)
@probe('api-key-compared-by-prefix')
def _(c): c.w('x', who=c.who['key'][:-3] + 'zzz', status=401)
@probe('deleted-key-cached')
def _(c):
    k = c.post('/me/api-keys', {'name': 'gone'}).ok()['apiKey']; c.w('x', who=k['key'])
    c.delete(f'/me/api-keys/{k["api_key_id"]}').ok(); c.w('x', who=k['key'], status=401)
@probe('utf8-cut-between-chunks')
def _(c): assert 'žluťoučký 🐎🐎 kůň' in c.w('žluťoučký 🐎🐎 kůň').text, 'broken characters'
@probe('message-trimmed')
def _(c): eq(c.hist(c.w('  two  spaces \n').run).json[0]['content'], '  two  spaces \n', 'message')
@probe('puts-at-once-lose-one')
def _(c):
    r = c.w('start').run; c.both(4, lambda i: c.w(f'p{i}', r))
    eq(sorted(m['content'] for m in c.hist(r).json if m['role'] == 'user'), ['p0', 'p1', 'p2', 'p3', 'start'], 'messages')
    eq([m['role'] for m in c.hist(r).json], ['user', 'assistant'] * 5, 'roles')
@probe('tool-events-reach-all-streams')
def _(c):
    def go(i):
        if i: time.sleep(0.5)
        return c.w([c.fx['slowMessage'], WEATHER][i], nd=True)
    a, b = c.both(2, go)
    assert not any(l['event'] == 'tool_call' for l in a.lines), 'a tool call of another run'
    assert any(l['event'] == 'tool_call' for l in b.lines)
@probe('answer-saved-without-last-part')
def _(c): a = c.w('remember this whole sentence'); eq(c.hist(a.run).json[1]['content'], a.text, 'answer')

# NOTIFIER
@probe('push-guid-ignored')
def _(c): g = u(); eq(c.n('CREATE_PUSH', {'type': 'note', 'guid': g, 'body': 'b'})['iden'], c.n('CREATE_PUSH', {'type': 'note', 'guid': g, 'body': 'b'})['iden'], 'iden')
@probe('push-guid-of-all-users')
def _(c): g = u(); a = c.n('CREATE_PUSH', {'type': 'note', 'guid': g, 'body': 'own'}); b = c.n('CREATE_PUSH', {'type': 'note', 'guid': g, 'body': 'other'}, who='other'); eq(b['body'], 'other', 'body')
@probe('chat-unmute-coalesced')
def _(c):
    i = c.n('CREATE_CHAT', {'email': u() + '@x.example'})['iden']; eq(c.n('UPDATE_CHAT', {'iden': i, 'muted': True})['muted'], True); eq(c.n('UPDATE_CHAT', {'iden': i, 'muted': False})['muted'], False, 'muted')
@probe('link-push-without-url')
def _(c): c.n('CREATE_PUSH', {'type': 'link', 'title': 'x'}, status=400)
@probe('delete-all-takes-later-pushes')
def _(c):
    c.n('CREATE_PUSH', {'type': 'note', 'body': 'old'}); c.n('DELETE_ALL_PUSHES'); i = c.n('CREATE_PUSH', {'type': 'note', 'body': 'new'})['iden']
    time.sleep(0.8); eq([p['iden'] for p in c.n('LIST_PUSHES')['pushes']], [i], 'pushes')
@probe('device-update-resets-omitted')
def _(c):
    d = c.n('CREATE_DEVICE', {'model': 'M', 'app_version': 7, 'manufacturer': 'F', 'nickname': 'n'}); e = c.n('UPDATE_DEVICE', {'iden': d['iden'], 'nickname': 'k'})
    eq([e['nickname'], e['app_version'], e['manufacturer'], e['model']], ['k', 7, 'F', 'M'], 'device')
@probe('push-items-serialized-twice')
def _(c):
    i = c.n('CREATE_PUSH', {'type': 'note', 'body': 'list'})['iden']; items = [{'text': 'milk', 'checked': False}, {'text': 'tea', 'checked': True}]
    c.n('UPDATE_PUSH', {'iden': i, 'items': items}); eq([p for p in c.n('LIST_PUSHES')['pushes'] if p['iden'] == i][0]['items'], items, 'items')
@probe('notifier-page-skips-one')
def _(c):
    made = [c.n('CREATE_CHAT', {'email': f'{u()}@p.example'}, who='other')['iden'] for _ in range(5)]; got, cur = [], None
    for _ in range(50):
        p = c.n('LIST_CHATS', {'limit': 2, **({'cursor': cur} if cur else {})}, who='other'); got += [x['iden'] for x in p['chats']]; cur = p['cursor']
        if not cur: break
    eq([i for i in made if i not in got], [], 'left out'); eq(len(got), len(set(got)))

# Runs and executions
def pages(c, path, key, limit):
    got, cur = [], ''
    for _ in range(400):
        p = c.get(f'{path}?limit={limit}{cur}').ok(); got += p[key]
        t = p['meta']['nextPageToken']
        if not t: return got
        cur = '&next_cursor=' + t.replace('+', '%2B')
    raise AssertionError('the pages never end')
@probe('runs-default-limit-25')
def _(c):
    c.both(31, lambda i: c.post(f'/me/chats/{c.fx["agentId"]}/runs').ok()); eq(len(c.get('/me/agent-runs').ok()['agentRuns']), 30, 'entries')
@probe('page-repeats-last')
def _(c):
    for _ in range(5): c.post(f'/me/chats/{c.fx["agentId"]}/runs').ok()
    got = [r['run_id'] for r in pages(c, '/me/agent-runs', 'agentRuns', 3)]; eq(len(got), len(set(got)), 'entries'); eq(len(got), c.get('/me/agent-runs')['meta']['total'])
@probe('mcp-logs-of-all-runs')
def _(c):
    a, b = c.w(WEATHER).run, c.w(WEATHER).run; l = c.get(f'/me/agent-runs/{b}/mcp-server-logs').ok().json; eq([x['run_id'] for x in l], [b], 'runs of the logs')
@probe('run-logs-of-others')
def _(c): eq(c.get(f'/me/agent-runs/{c.w("secret").run}/logs', who='other').ok().json, [], 'logs of another user')
@probe('execution-input-keys-converted')
def _(c):
    i = {'text': 'x', 'my_own_key': {'deep_er': 1}}; l = c.post('/me/tools/run/echo_text', i).ok()['toolResult']['log_id']; eq(c.get(f'/me/executions/{l}').ok()['execution']['input'], i, 'input')
@probe('executions-cursor-zone-dropped')
def _(c):
    c.post('/me/tools/run/echo_text', {'text': 'x'}).ok()
    def at(off): return time.strftime('%Y-%m-%dT%H:%M:%S', time.gmtime(time.time() + 60 + off * 3600)) + f'{"%2B" if off >= 0 else "-"}{abs(off):02d}:00'
    for off in (0, 5, -5): assert c.get('/me/executions?next_cursor=' + at(off)).ok()['executions'], f'nothing before the cursor at {off}'

# Subscriptions
@probe('subscribed-twice-at-once')
def _(c):
    a = c.agent('other', subscription_price=3)['agent_id']; eq(sorted(x.status for x in c.both(2, lambda i: c.post(f'/me/agents/{a}/subscribe', {}))), [200, 402], 'statuses')
@probe('unsubscribe-cancels-for-everyone')
def _(c):
    a = c.agent('own', subscription_price=3)['agent_id']; b = c.agent('other', subscription_price=2)['agent_id']
    c.post(f'/me/agents/{a}/subscribe', {}, who='sandbox').ok(); c.post(f'/me/agents/{a}/subscribe', {}, who='other').ok()
    c.post(f'/me/agents/{a}/unsubscribe', who='other').ok(); c.get(f'/me/subscriptions/{a}', who='sandbox').ok(); c.get(f'/me/subscriptions/{a}', who='other').ok(404)

# Studio chats
def studio(c, who='own', **f): return c.post('/me/agent-studio-chats', f, who).ok()['agentStudioChat']
@probe('studio-private-for-any-user')
def _(c): r = studio(c, visibility='private')['run_id']; c.get(f'/me/agent-studio-chats/{r}', who='other').ok(403); c.get(f'/me/agent-studio-chats/{r}', who=None).ok(403); c.get(f'/me/agent-studio-chats/{r}').ok()
@probe('studio-patch-resets-omitted')
def _(c):
    r = studio(c, title='T', description='D', tags=['a'])['run_id']; s = c.patch(f'/me/agent-studio-chats/{r}', {'title': 'U'}).ok()['agentStudioChat']; eq([s['title'], s['description'], s['tags']], ['U', 'D', ['a']], 'chat')

@probe('studio-metadata-keys-converted')
def _(c): m = {'myKey': 1, 'HTTPUrl': 'x'}; r = studio(c, metadata=m)['run_id']; eq(c.get(f'/me/agent-studio-chats/{r}').ok()['agentStudioChat']['metadata'], m, 'metadata')

# Agents, theme, files
def mkfile(c, a, status=201, **f): return c.post(f'/me/agents/{a}/files', {'file_name': 'n.txt', 'content': 'x', **f}).ok(status).json
@probe('upsert-always-inserts')
def _(c):
    a = c.agent(name='A')['agent_id']; b = c.agent(agent_id=a, name='B'); eq(b['agent_id'], a, 'agent_id'); eq(c.get(f'/me/agents/{a}')['agent']['name'], 'B', 'name')
@probe('agent-owner-mass-assigned')
def _(c):
    o = c.get('/me/', who='other').ok()['user']['user_id']; a = c.agent()['agent_id']; c.patch(f'/me/chats/{a}', {'owner_id': o, 'name': 'z'}).ok()
    assert a in [x['agent_id'] for x in c.get('/me/agents').ok().json], 'the agent has another owner'
@probe('slug-of-private-agents-free')
def _(c):
    s = 'slug-' + u(); eq(c.get(f'/me/agents/vanity/slug?slug={s}').ok()['available'], True); c.agent(vanity_slug=s, visibility='private'); eq(c.get(f'/me/agents/vanity/slug?slug={s}').ok()['available'], False, 'available')
@probe('theme-pattern-not-anchored')
def _(c):
    a = c.agent()['agent_id']; t = f'/me/agents/{a}/customizations/theme'; eq(c.get(t).ok().json, None)
    for bad in ('red', '#12345', '#1234567', 'x#123456'): c.put(t, {'theme_color': bad}).ok(400)
    c.put(t, {'theme_color': '#1a2B3c'}).ok(); eq(c.get(t).ok()['theme']['theme_color'], '#1a2B3c')
@probe('file-limit-off-by-one')
def _(c):
    a = c.agent()['agent_id']
    for _ in range(c.fx['filesPerAgent']): mkfile(c, a)
    mkfile(c, a, 400)
@probe('files-position-sorted-as-text')
def _(c):
    a = c.agent()['agent_id']; ids = [mkfile(c, a)['file']['file_id'] for _ in range(3)]
    c.put(f'/me/agents/{a}/files/positions', {'positions': [{'file_id': ids[0], 'position': 10}, {'file_id': ids[1], 'position': 9}, {'file_id': ids[2], 'position': 2}]}).ok()
    eq([f['file_id'] for f in c.get(f'/me/agents/{a}/files').ok()['files']], ids[::-1], 'order')
@probe('file-policy-on-agent-only')
def _(c):
    o = c.agent('other')['agent_id']; f = c.post(f'/me/agents/{o}/files', {'file_name': 's', 'content': 'secret'}, who='other').ok(201)['file']['file_id']; c.get(f'/me/agents/{o}/files/{f}').ok(403); c.get(f'/me/agents/{c.fx["agentId"]}/files/{f}').ok(404)
@probe('positions-without-transaction')
def _(c):
    a = c.agent()['agent_id']; ids = [mkfile(c, a)['file']['file_id'] for _ in range(2)]
    c.put(f'/me/agents/{a}/files/positions', {'positions': [{'file_id': ids[0], 'position': 7}, {'file_id': str(uuid.uuid4()), 'position': 1}]}).ok(404)
    eq([f['file_id'] for f in c.get(f'/me/agents/{a}/files').ok()['files']], ids, 'order after a refused update')

# Chats
@probe('sandbox-patch-private')
def _(c): a = c.agent('sandbox')['agent_id']; c.patch(f'/me/chats/{a}', {'visibility': 'private'}, who='sandbox').ok(400)
@probe('clone-ignores-overrides')
def _(c): a = c.agent('other', name='A')['agent_id']; x = c.post(f'/me/chats/{a}/clone', {'name': 'Mine'}).ok()['agent']; eq(x['name'], 'Mine', 'name')
@probe('chat-read-without-scope')
def _(c): a = c.agent()['agent_id']; c.delete(f'/me/chats/{a}').ok(); c.get(f'/me/chats/{a}').ok(404)
@probe('og-shows-private')
def _(c): a = c.agent(visibility='private', chat_prompt='top secret prompt', name='hush-hush')['agent_id']; t = c.get(f'/me/chats/{a}/og', who=None).ok().text; assert 'secret' not in t and 'hush' not in t, 'a private prompt is shown'

# Keys, credits, payments, monetization
@probe('api-key-list-shows-keys')
def _(c): k = c.post('/me/api-keys', {'name': 'k'}).ok()['apiKey']['key']; assert k not in c.get('/me/api-keys').ok().text, 'the list shows keys'
@probe('two-default-keys')
def _(c): k = c.post('/me/api-keys', {'name': 'd', 'is_default': True}, who='other').ok()['apiKey']; eq([x['api_key_id'] for x in c.get('/me/api-keys', who='other').ok().json if x['is_default']], [k['api_key_id']], 'default keys')
@probe('credits-lost-update')
def _(c): b = c.get('/me/credits').ok()['credits']['balance']; c.both(8, lambda i: c.post('/me/credits/use').ok()); eq(c.get('/me/credits').ok()['credits']['balance'], b - 8, 'balance')
@probe('webhook-unsigned-taken')
def _(c): c.post('/me/payments/webhook', {'id': 'evt_' + u(), 'type': 'ping'}, who=None).ok(400)
@probe('webhook-event-counted-again')
def _(c):
    h = c.fx['webhook']; send = lambda: c.call('POST', '/me/payments/webhook', who=None, raw=h['body'], headers={h['signatureHeader']: h['validSignature']}).ok()
    send(); b = c.get('/me/credits')['credits']['balance']; send(); eq(c.get('/me/credits')['credits']['balance'], b, 'balance')
@probe('monetization-days-without-today')
def _(c):
    a = c.agent('own', subscription_price=4.35)['agent_id']; q = '?period=7'; s = c.get('/me/monetization/summary' + q).ok()['summary']
    c.post(f'/me/agents/{a}/subscribe', {}, who='other').ok(); t = c.get('/me/monetization/summary' + q).ok()['summary']
    eq(t['total_subscribers'], s['total_subscribers'] + 1, 'subscribers'); eq(round(t['total_earnings'] - s['total_earnings'], 2), 4.35, 'earnings')
    d = c.get('/me/monetization/earnings' + q).ok()['earnings']; eq(len(d), 7); eq(round(sum(x['earnings'] for x in d), 2), t['total_earnings'], 'sum of days')

# Bundles, CLI, schedules, tools, VIP
def bundle(c, *tools):
    b = c.post('/me/bundles').ok()['bundle']['bundle_id']
    for t in tools: c.post(f'/me/bundles/{b}/tools', {'tool_id': t}).ok()
    return b
@probe('bundle-update-without-transaction')
def _(c):
    b = bundle(c, 'echo_text'); before = c.get(f'/me/bundles/{b}').ok().json; c.put(f'/me/bundles/{b}', {'name': 'Half', 'tools': ['add_numbers', 'no_such_tool']}).ok(409); eq(c.get(f'/me/bundles/{b}').ok().json, before, 'bundle after a refused update')
@probe('bundle-count-of-all')
def _(c): a, b = bundle(c, 'echo_text'), bundle(c, 'echo_text', 'add_numbers'); n = {x['bundle_id']: x['tool_count'] for x in c.get('/me/bundles').ok().json}; eq([n[a], n[b]], [1, 2], 'tool counts')
@probe('cli-jwt-not-consumed')
def _(c):
    s = c.post('/me/cli-auth', who=None).ok()['cliAuth']['cli_auth_id']; eq(c.get(f'/me/cli-auth/{s}', who=None).ok().json, None); c.put(f'/me/cli-auth/{s}', {'jwt': c.who['own']}).ok()
    eq(c.get(f'/me/cli-auth/{s}', who=None).ok().json, c.who['own'], 'JWT'); assert c.get(f'/me/cli-auth/{s}', who=None).json != c.who['own'], 'the JWT is read twice'
@probe('cli-session-overwritten')
def _(c): s = c.post('/me/cli-auth', who=None).ok()['cliAuth']['cli_auth_id']; c.put(f'/me/cli-auth/{s}', {'jwt': c.who['own']}).ok(); c.put(f'/me/cli-auth/{s}', {'jwt': c.who['other']}, who='other').ok(403)
@probe('schedule-of-public-chat')
def _(c):
    for chat in (c.fx['unpaidAgentId'], c.fx['privateAgentId'], 'nonsense', str(uuid.uuid4())): c.post('/me/schedules', {'chat_id': chat, 'cron_expression': '0 9 * * 1'}).ok(403)
    c.post('/me/schedules', {'cron_expression': '0 9 * * 1'}).ok(403)
@probe('cron-minute-60-taken')
def _(c):
    for bad in ('60+*+*+*+*', '0+24+*+*+*', 'nonsense', '*+*+*+*', ''): c.get('/me/schedules/text-to-cron?cron=' + bad).ok(400)
    eq(c.get('/me/schedules/text-to-cron?cron=every+monday+at+9am').ok()['cron'], '0 9 * * 1')
@probe('schedule-disabled-coalesced')
def _(c): s = c.post('/me/schedules', {'chat_id': c.fx['agentId'], 'cron_expression': '0 9 * * 1', 'enabled': False}).ok()['schedule']['schedule_id']; eq(c.get(f'/me/schedules/{s}').ok()['schedule']['enabled'], False, 'enabled')
@probe('tool-run-jwt-only-decoded')
def _(c): h, p, s = c.who['own'].split('.'); t = f'{h}.{p}.{s[::-1]}'; c.post('/me/tools/run/echo_text', {'text': 'x'}, who=t).ok(401); c.post('/me/tools/run/echo_text', {'text': 'x'}, who=None).ok(401)
@probe('search-min-score-forgotten')
def _(c): a, b = c.get('/me/tools/search?q=weather').ok().json, c.get('/me/tools/search?q=weather&min_score=0.15').ok().json; eq(a, b, 'default min_score'); assert b
@probe('uninstall-takes-whole-toolset')
def _(c):
    for t in ('add_numbers', 'convert_units'): c.post('/me/user-tools', {'tool_id': t}).ok()
    c.delete('/me/user-tools/add_numbers').ok(); c.get('/me/user-tools/convert_units').ok(); c.delete('/me/user-tools/convert_units').ok(); c.get('/me/user-tools/convert_units').ok(404)
@probe('vip-own-code-taken')
def _(c): c.post('/me/vip', {'code': c.fx['ownVipCode']}).ok(400)
@probe('vip-redeemed-twice-at-once')
def _(c):
    code = f'SAFFRON-VIP-{random.randint(2, 20):03d}'; n = c.get('/me/vip', who='other').ok()['vip']['count']
    eq(sorted(x.status for x in c.both(2, lambda i: c.post('/me/vip', {'code': code}, who='other'))), [200, 400], 'statuses'); eq(c.get('/me/vip', who='other').ok()['vip']['count'], n + 1, 'count')

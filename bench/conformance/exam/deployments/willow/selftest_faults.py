# One check for each fault: true where the wrong behaviour is seen. Read by selftest.py.
@shows('ndjson-put-skips-job-check')
def _(c): r = c.start(FX['backgroundMessage'], agent=BG); return c.go(r.run, 'x', agent=BG, nd=True).status != 409
@shows('rejected-message-kept')
def _(c):
    r = c.start(FX['backgroundMessage'], agent=BG); assert c.go(r.run, 'not now', agent=BG).status == 409; settle()
    return 'not now' in [m['content'] for m in c.history(r.run, BG).json]
@shows('failed-job-stays')
def _(c): r = c.start(FX['backgroundErrorMessage'], agent=BG); return not c.wait_idle(r.run, BG, FX['jobSeconds'])
@shows('post-blocked-by-job')
def _(c): c.start(FX['backgroundMessage'], agent=BG); return c.start('new', agent=BG).status != 200
@shows('tool-output-in-text')
def _(c): return FX['toolCallMessage']['output'] in c.start(FX['toolCallMessage']['message']).text
@shows('put-drops-tool-results')
def _(c): r = c.start('x'); return FX['toolCallMessage']['output'] not in c.go(r.run, FX['toolCallMessage']['message'], nd=True).text
@shows('post-deduplicated')
def _(c): m = rnd(); return c.start(m, nd=True).run == c.start(m, nd=True).run
@shows('history-window')
def _(c):
    r = c.start('m0')
    for i in range(1, 6): c.go(r.run, 'm%d' % i)
    settle(); return [m['content'] for m in c.history(r.run).json][::2] != ['m%d' % i for i in range(6)]
@shows('turns-sorted-by-role')
def _(c): r = c.start('a'); c.go(r.run, 'b'); settle(); return [m['role'] for m in c.history(r.run).json] != ['user', 'assistant'] * 2
@shows('text-held-back')
def _(c): r = c.start(FX['slowMessage']); return r.first > r.last - 0.3
@shows('emoji-torn')
def _(c): m = '🌊👋🏽' * 12; return m not in ''.join(l.get('text', '') for l in c.start(m, nd=True).lines)
@shows('stranger-reads-run')
def _(c): r = c.start('secret'); settle(); return c.history(r.run, who='ben').status == 200
@shows('concurrent-puts-lose-message')
def _(c):
    r = c.start('a'); both([lambda i=i: c.go(r.run, 'both %d' % i) for i in range(3)]); settle()
    return len([m for m in c.history(r.run).json if m['content'].startswith('both')]) != 3
@shows('revoked-key-cached')
def _(c):
    k = c.post('/me/api-keys', {'name': 'k'}).json; A = '/' + FX['agentId']; assert c.post(A, {'message': 'x'}, token=k['key']).status == 200
    c.delete('/me/api-keys/%d' % k['apiKeyId']); settle(); return c.post(A, {'message': 'x'}, token=k['key']).status == 200
@shows('runs-default-limit-20')
def _(c):
    both([lambda: c.start('x') for _ in range(31)]); settle(); return len(c.get('/me/agent-runs').json['entries']) != 30
@shows('runs-page-skips-one')
def _(c):
    ids = [c.start('x').run for _ in range(6)][::-1]; settle(); p = c.get('/me/agent-runs?limit=2').json; got = [e['runId'] for e in p['entries']]
    got += [e['runId'] for e in c.get('/me/agent-runs?limit=2&next_cursor=' + p['cursor']).json['entries']]; return got != ids[:4]
@shows('mcp-logs-of-all-runs')
def _(c): a = c.start(FX['toolCallMessage']['message']); b = c.start('x'); settle(); return c.get('/me/agent-runs/%s/mcp-server-logs' % b.run).json != []
@shows('executions-page-repeats-one')
def _(c):
    for i in range(5): c.tool('add-numbers', {'numbers': [i]})
    settle(); p = c.get('/me/executions?limit=2').json; q = c.get('/me/executions?limit=2&next_cursor=' + p['cursor']).json; return bool({e['logId'] for e in p['entries']} & {e['logId'] for e in q['entries']})
@shows('execution-of-strangers')
def _(c): i = c.tool('echo-text', {'text': 'secret'}).json['logId']; settle(); return c.get('/me/executions/%d' % i, who='ben').status == 200
@shows('already-subscribed-400')
def _(c): return c.post('/me/agents/%s/subscribe' % FX['subscribedAgentId'], {}).status != 402
@shows('owner-may-subscribe')
def _(c): return c.post('/me/agents/%s/subscribe' % FX['ownPaidAgentId'], {}).status != 400
@shows('unsubscribe-without-effect')
def _(c):
    p = '/me/agents/%s/unsubscribe' % FX['unsubscribeAgentId']; a = c.post(p, who='ben'); assert a.status == 200, a.body; settle()
    return c.post(p, who='ben').status != 400 or c.get('/me/subscriptions/' + FX['unsubscribeAgentId'], who='ben').status != 404
@shows('subscriptions-of-everyone')
def _(c): return FX['subscribedAgentId'] in [s['agentId'] for s in c.get('/me/subscriptions', who='ben').json['entries']]
@shows('webhook-unsigned')
def _(c): return c.post('/me/payments/webhook', raw=FX['webhook']['body'].encode(), who=None).status != 400
@shows('summary-period-ignored')
def _(c): return c.get('/me/monetization/summary?period=365').json['totalEarnings'] != sum(e['earnings'] for e in c.get('/me/monetization/earnings?period=365').json['entries'])
@shows('studio-put-sandbox-private')
def _(c): s = c.studio(who='sam'); return c.put('/me/agent-studio-chats/' + s['runId'], {'visibility': {'level': 'private'}}, who='sam').status != 400
@shows('studio-private-for-anonymous')
def _(c): s = c.studio(level='private'); settle(); return c.get('/me/agent-studio-chats/' + s['runId'], who=None).status != 403
@shows('studio-delete-by-stranger')
def _(c): s = c.studio(); return c.delete('/me/agent-studio-chats/' + s['runId'], who='ben').status != 403
@shows('studio-create-doubles')
def _(c): s = c.studio(); c.post('/me/agent-studio-chats', {'runId': s['runId']}); settle(); return [x['runId'] for x in c.get('/me/agent-studio-chats').json].count(s['runId']) != 1
@shows('studio-patch-publishes')
def _(c): s = c.studio(level='private'); return c.patch('/me/agent-studio-chats/' + s['runId'], {'title': 'x'}).json['visibility']['level'] != 'private'
@shows('studio-clone-shares-record')
def _(c):
    s = c.studio(); k = c.post('/me/agent-studio-chats/%s/clone' % s['runId'], who='ben').json; settle(); c.patch('/me/agent-studio-chats/' + k['runId'], {'title': 'theirs', 'visibility': 'private'}, who='ben'); settle()
    g = c.get('/me/agent-studio-chats/' + s['runId']).json; return g['title'] != 'T' or g['visibility']['level'] != 'public'
@shows('stranger-updates-public-agent')
def _(c): a = c.agent(wait=False); return c.post('/me/agents', {'agentId': a, 'chatPrompt': 'mine now'}, who='ben').status != 403
@shows('agents-list-keeps-deleted')
def _(c): a = c.agent(); c.delete('/me/chats/' + a); settle(); return a in [x['agentId'] for x in c.get('/me/agents').json]
@shows('unpublished-agent-cached')
def _(c):
    a = c.agent(); assert c.get('/me/agents/' + a, who=None).status == 200; c.patch('/me/chats/' + a, {'visibility': {'level': 'private'}}); settle(); return c.get('/me/agents/' + a, who=None).status == 200
@shows('vibe-of-private-agent')
def _(c): return c.get('/me/agents/%s/vibe?service_name=kiln' % FX['privateAgentId']).status == 200
@shows('theme-color-not-anchored')
def _(c): a = c.agent(wait=False); return c.put('/me/agents/%s/customizations/theme' % a, {'themeColor': '#12345678'}).status != 400
@shows('positions-sorted-as-text')
def _(c):
    a = c.agent(wait=False)
    for p in (10, 9, 2): c.file(a, position=p)
    settle(); return [f['position'] for f in c.get('/me/agents/%s/files' % a).json['entries']] != [2, 9, 10]
@shows('one-file-too-many')
def _(c): a = c.agent(wait=False); return [c.file(a).status for _ in range(11)] != [201] * 10 + [400]
@shows('file-limit-race')
def _(c): a = c.agent(wait=False); return [r.status for r in both([lambda: c.file(a) for _ in range(14)])].count(201) != 10
@shows('deleted-files-count')
def _(c):
    a = c.agent(wait=False); f = [c.file(a).json['fileId'] for _ in range(10)]; c.delete('/me/agents/%s/files/%s' % (a, f[3])); settle(); return c.file(a).status != 201
@shows('file-through-own-agent')
def _(c):
    a, b = c.agent(wait=False), c.agent(who='ben', wait=False); f = c.file(a).json['fileId']; settle(); return c.get('/me/agents/%s/files/%s' % (b, f), who='ben').status != 404
@shows('position-zero-ignored')
def _(c): a = c.agent(wait=False); c.file(a); f = c.file(a).json['fileId']; return c.patch('/me/agents/%s/files/%s' % (a, f), {'position': 0}).json['position'] != 0
@shows('patch-escapes-prompt')
def _(c): a = c.agent(wait=False); return c.patch('/me/chats/' + a, {'chatPrompt': 'fish & <chips>'}).json['chatPrompt'] != 'fish & <chips>'
@shows('private-chat-cloned')
def _(c): return c.post('/me/chats/%s/clone' % FX['privateAgentId']).status != 403
@shows('clone-ignores-body')
def _(c): return c.post('/me/chats/%s/clone' % FX['unpaidAgentId'], {'chatPrompt': 'other words'}).json['chatPrompt'] != 'other words'
@shows('preview-of-private-chat')
def _(c): a = c.agent(level='private', chatPrompt='top secret words'); return 'top secret' in c.get('/me/chats/%s/og' % a, who=None).text
@shows('feedback-shows-private-chat')
def _(c): return c.post('/me/chats/%s/feedback' % FX['privateAgentId'], {'rating': 5}).status != 404
@shows('two-default-keys')
def _(c):
    k = c.post('/me/api-keys', {'isDefault': True}, who='vera').json; settle(); return sum(x['isDefault'] for x in c.get('/me/api-keys', who='vera').json) != 1
@shows('key-of-strangers')
def _(c): k = c.post('/me/api-keys', {}).json; settle(); return c.get('/me/api-keys/%d' % k['apiKeyId'], who='ben').status != 404
@shows('credits-lost-update')
def _(c):
    b = c.get('/me/credits', who='vera').json['balance']; both([lambda: c.post('/me/credits/use', who='vera') for _ in range(5)]); settle(); return c.get('/me/credits', who='vera').json['balance'] != b - 5
@shows('credits-cached')
def _(c): b = c.get('/me/credits', who='sam').json['balance']; c.post('/me/credits/use', who='sam'); settle(); return c.get('/me/credits', who='sam').json['balance'] != b - 1
@shows('bundle-deleted-by-stranger')
def _(c): b = c.post('/me/bundles').json['bundleId']; return c.delete('/me/bundles/%d' % b, who='ben').status != 404
@shows('bundle-removal-not-projected')
def _(c):
    p = '/me/bundles/%d/tools' % c.post('/me/bundles').json['bundleId']; c.post(p, {'toolId': FX['installableToolId']}); c.delete(p + '/' + FX['installableToolId']); settle(); return c.get(p).json != []
@shows('cli-jwt-stays')
def _(c):
    s = '/me/cli-auth/' + c.post('/me/cli-auth', who=None).json['cliAuthId']; c.put(s, {'jwt': JWT['ada']}); c.get(s, who=None); settle(); return c.get(s, who=None).json is not None
@shows('cli-jwt-read-by-both')
def _(c):
    s = '/me/cli-auth/' + c.post('/me/cli-auth', who=None).json['cliAuthId']; c.put(s, {'jwt': JWT['ada']}); return sum(j is not None for j in both([lambda: c.get(s, who=None).json for _ in range(4)])) != 1
@shows('schedule-on-strangers-chat')
def _(c): return c.schedule(FX['unpaidAgentId']).status != 403
@shows('schedule-cron-not-projected')
def _(c):
    s = '/me/schedules/' + c.schedule(FX['agentId']).json['scheduleId']; c.put(s, {'cron': '1 2 3 4 *'}); settle(); return c.get(s).json['cron'] != '1 2 3 4 *'
@shows('deleted-schedule-listed')
def _(c):
    s = c.schedule(FX['agentId']).json['scheduleId']; c.delete('/me/schedules/' + s); settle(); return s in [x['scheduleId'] for x in c.get('/me/schedules').json['entries']]
@shows('tool-run-without-jwt')
def _(c): return c.tool(FX['tool']['name'], FX['tool']['input'], who=None).status != 401
@shows('search-one-too-many')
def _(c): return len(c.get('/me/tools/search?q=a&limit=3&min_score=0').json) != 3
@shows('search-toolkit-ignored')
def _(c): return {t['toolkit'] for t in c.get('/me/tools/search?q=a&toolkit=sea&limit=200&min_score=0').json} != {'sea'}
@shows('toolset-cut-short')
def _(c): return [len(s['tools']) for s in c.get('/me/toolsets/list').json if s['toolsetName'] == FX['toolsetName']] != [len(c.get('/me/toolsets/' + FX['toolsetName']).json['tools'])]
@shows('installs-of-everyone')
def _(c): c.post('/me/user-tools', {'toolId': FX['installableToolId']}); settle(); return c.get('/me/user-tools', who='ben').json != []
@shows('vip-checked-on-projection')
def _(c): return sorted(r.status for r in both([lambda: c.post('/me/vip', {'code': 'SPRING-2026'}, who='sam') for _ in range(3)])) != [200, 400, 400]
@shows('push-guid-forgotten')
def _(c): g = rnd(); return c.out('NOTIFIER_CREATE_PUSH', {'type': 'note', 'guid': g})['iden'] != c.out('NOTIFIER_CREATE_PUSH', {'type': 'note', 'guid': g})['iden']
@shows('file-push-without-type')
def _(c): return c.tool('NOTIFIER_CREATE_PUSH', {'type': 'file', 'file_url': 'http://x/y', 'file_name': 'y'}).status != 400
@shows('modified-after-in-milliseconds')
def _(c): c.out('NOTIFIER_CREATE_PUSH', {'type': 'note', 'title': 'old'}); settle(); return c.out('NOTIFIER_LIST_PUSHES', {'modified_after': time.time() + 30})['entries'] != []
@shows('unmute-ignored')
def _(c):
    i = c.out('NOTIFIER_CREATE_CHAT', {'email': rnd() + '@x.org'})['iden']; c.out('NOTIFIER_UPDATE_CHAT', {'iden': i, 'muted': True}); return c.out('NOTIFIER_UPDATE_CHAT', {'iden': i, 'muted': False})['muted'] is not False
@shows('device-update-resets')
def _(c):
    d = c.out('NOTIFIER_CREATE_DEVICE', {'model': 'M', 'app_version': 1, 'manufacturer': 'F', 'nickname': 'Nick', 'icon': 'phone'}); return c.out('NOTIFIER_UPDATE_DEVICE', {'iden': d['iden'], 'app_version': 2})['nickname'] != 'Nick'
@shows('clear-all-users-pushes')
def _(c):
    p = c.out('NOTIFIER_CREATE_PUSH', {'type': 'note', 'title': 'keep'}, who='ben')['iden']; c.out('NOTIFIER_DELETE_ALL_PUSHES'); time.sleep(0.8); return p not in [x['iden'] for x in c.out('NOTIFIER_LIST_PUSHES', {'active': True}, who='ben')['entries']]

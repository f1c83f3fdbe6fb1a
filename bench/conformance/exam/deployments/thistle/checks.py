"""One check for each fault: gives None where the deployment is as it should be, else what is wrong."""
import json, time, uuid
from harness import at_once
CHECKS = {}
def check(f):
    CHECKS[f.__name__.replace('_', '-')] = f
    return f
def users(msgs): return [m['content'] for m in msgs if m['role'] == 'user']

# ---- Workers API
@check
def worker_put_loses_run_id_header(d):
    r = d.run(); p = d.put(r.at, {'message': 'more'})
    if p.h('x-service-run-id') != r.run: return 'PUT has X-Service-Run-ID %s' % p.h('x-service-run-id')
@check
def worker_run_id_header_twice(d):
    r = d.run()
    if len([1 for k, v in r.headers if k.lower() == 'x-service-run-id']) != 1: return 'X-Service-Run-ID: ' + r.run
@check
def worker_posts_coalesced(d):
    a, b = d.run(), d.run()
    if a.run == b.run: return 'two POSTs answer the same run ID'
@check
def worker_context_kept_by_user(d):
    d.run('the first'); b = d.run('the second'); m = d.get(b.at).json
    if len(m) != 2: return 'a new run has %d messages' % len(m)
@check
def worker_history_keeps_six(d):
    r = d.run('m0')
    for i in range(1, 5): d.put(r.at, {'message': 'm%d' % i})
    u = users(d.get(r.at).json)
    if u != ['m0', 'm1', 'm2', 'm3', 'm4']: return 'user messages left: %s' % u
@check
def worker_409_adds_message(d):
    r = d.job(); p = d.put(r.at, {'message': 'too early'})
    if p.status != 409: return 'PUT during a job: %s' % p
    if 'too early' in users(d.get(r.at).json): return 'the rejected message is in the run'
@check
def worker_put_text_during_job(d):
    r = d.job(); p = d.put(r.at, {'message': 'too early'})
    if p.status != 409: return 'PUT during a job answers %d' % p.status
@check
def worker_post_blocked_during_job(d):
    d.job(); r = d.run('hello', d.fx['backgroundAgentId'])
    if r.status != 200: return 'POST during a job answers %d' % r.status
@check
def worker_failed_job_never_ends(d):
    r = d.job(True); end = time.time() + d.fx['jobSeconds']
    while d.get(r.at).h('x-service-job-id'):
        if time.time() > end: return 'the failed job is still shown after %d s' % d.fx['jobSeconds']
        time.sleep(.2)
    p = d.put(r.at, {'message': ''})
    if p.status != 200: return 'PUT after the job answers %d' % p.status
@check
def worker_get_drops_job_header(d):
    r = d.job()
    if not d.get(r.at).h('x-service-job-id'): return 'GET during a job has no x-service-job-id'
@check
def worker_text_comes_at_once(d):
    parts = []; d.run(d.fx['slowMessage'], parts=parts)
    if parts[-1][0] - parts[0][0] < .8: return 'first and last words come %.2f s apart' % (parts[-1][0] - parts[0][0])
@check
def worker_text_shows_tool_call(d):
    t = d.fx['toolCallMessage']; r = d.run(t['message'])
    if t['output'] in r.text or t['name'] in r.text: return 'the text has %r' % r.text[:60]
@check
def worker_ndjson_without_tool_results(d):
    t = d.fx['toolCallMessage']; r = d.run(t['message'], nd=True)
    [json.loads(l) for l in r.text.split('\n') if l]
    if t['name'] not in r.text: return 'no tool call'
    if t['output'] not in r.text: return 'the stream lacks the output of the tool'
@check
def worker_puts_at_once_overwrite(d):
    r = d.run('m0')
    s = at_once(*[lambda i=i: d.put(r.at, {'message': 'p%d' % i}).status for i in range(3)])
    m = d.get(r.at).json
    if s != [200] * 3 or sorted(users(m)) != ['m0', 'p0', 'p1', 'p2'] or len(m) != 8: return '%s, but the user messages are %s' % (s, users(m))
@check
def worker_get_ignores_run_owner(d):
    r = d.run(agent=d.fx['unpaidAgentId']); g = d.get(r.at, who='other')
    if g.status not in (403, 404): return 'another user reads the run: %s' % g
@check
def worker_key_lives_on_after_delete(d):
    k = d.post('/me/api-keys', {'name': 'short'}).data
    at = '/workers/' + d.agent
    s1 = d.post(at, {'message': 'x'}, who=k['key']).status
    d.delete('/me/api-keys/%d' % k['apiKeyId']); time.sleep(.3)
    s2 = d.post(at, {'message': 'x'}, who=k['key']).status
    if (s1, s2) != (200, 401): return 'the key answers %d, after its deletion %d' % (s1, s2)
@check
def worker_stream_cuts_characters(d):
    r = d.run('\u00e4\u00f6\u00fc\u20ac\U0001f33f' * 30); m = d.get(r.at).json
    if r.text != m[1]['content'] or '\ufffd' in r.text: return 'the stream is not the stored answer: %r' % r.text[:60]
@check
def worker_slow_put_answers_500(d):
    r = d.run(); p = d.put(r.at, {'message': d.fx['slowMessage']})
    if p.status != 200: return 'a slow PUT answers %d' % p.status
@check
def worker_ndjson_put_retried(d):
    r = d.run('m0'); d.put(r.nd, {'message': 'm1'}); u = users(d.get(r.at).json)
    if u != ['m0', 'm1']: return 'user messages: %s' % u
@check
def worker_get_kept_by_gateway(d):
    r = d.run('m0'); d.get(r.at); d.put(r.at, {'message': 'm1'}); time.sleep(.3); u = users(d.get(r.at).json)
    if u != ['m0', 'm1']: return 'user messages after the second turn: %s' % u

# ---- runs and logs
@check
def runs_cursor_repeats_last(d):
    made = [d.run().run for i in range(5)]
    seen, cur = [], ''
    for i in range(10):
        p = d.get('/me/agent-runs?limit=2' + cur).json; seen += [x['runId'] for x in p['data']]
        if not p['meta']['next']: break
        cur = '&next_cursor=' + p['meta']['next']
    if len(seen) != len(set(seen)): return 'the pages have %d runs, %d of them different' % (len(seen), len(set(seen)))
    if [x for x in seen if x in made] != made[::-1]: return 'not all runs, newest first'
@check
def runs_default_page_is_25(d):
    for i in range(32): d.run()
    n = len(d.get('/me/agent-runs').data)
    if n != 30: return 'a page without limit has %d runs' % n
@check
def runs_worker_name_never_refreshed(d):
    a = d.new_agent(name='Old name'); r = d.run(agent=a)
    d.get('/me/agent-runs/' + r.run); d.patch('/me/chats/' + a, {'name': 'New name'}); time.sleep(.3)
    n = d.get('/me/agent-runs/' + r.run).data['workerName']
    if n != 'New name': return 'workerName is still %r' % n
@check
def runs_logs_of_anyone(d):
    r = d.run(); l = d.get('/me/agent-runs/%s/logs' % r.run, who='other')
    if not d.get('/me/agent-runs/%s/logs' % r.run).json: return 'no own logs'
    if l.status == 200 and l.json: return 'another user reads %d log entries' % len(l.json)
@check
def runs_mcp_logs_by_worker(d):
    m = d.fx['toolCallMessage']['message']; a, b = d.run(m), d.run(m)
    l = d.get('/me/agent-runs/%s/mcp-server-logs' % a.run).json
    if [x['runId'] for x in l] != [a.run]: return 'the logs of one run are of runs %s' % sorted({x['runId'] for x in l})
@check
def executions_cursor_in_seconds(d):
    made = [d.tool('count_words', text=str(i)).data['executionId'] for i in range(7)]
    seen, cur = [], ''
    for i in range(10):
        p = d.get('/me/executions?limit=3' + cur).json; seen += [x['logId'] for x in p['data']]
        if not p['meta']['next']: break
        cur = '&next_cursor=' + p['meta']['next']
    if [x for x in seen if x in made] != made[::-1]: return 'of 7 executions the pages have %d' % len([x for x in seen if x in made])

# ---- subscriptions
@check
def subscribe_checks_then_pays(d):
    a = d.fx['paidAgentId']
    s = sorted(at_once(*[lambda: d.post('/me/agents/%s/subscribe' % a, {}).status for i in range(4)]))
    d.post('/me/agents/%s/unsubscribe' % a)
    if s != [200, 402, 402, 402]: return 'four subscribe calls at once: %s' % s
@check
def subscribe_lets_owner(d):
    r = d.post('/me/agents/%s/subscribe' % d.fx['ownPaidAgentId'], {})
    if r.status != 400: return 'the owner gets %d' % r.status
@check
def unsubscribe_twice_is_fine(d):
    at = '/me/agents/%s/unsubscribe' % d.fx['unsubscribeAgentId']; s = d.post(at).status, d.post(at).status
    if s != (200, 400): return 'unsubscribing twice: %s' % (s,)
@check
def subscriptions_get_forgets_user(d):
    r = d.get('/me/subscriptions/' + d.fx['ownPaidAgentId'], who='other')
    if r.status != 404: return 'a user without a subscription gets %s' % r

# ---- studio chats
def studio(d, who='own', **k): return d.post('/me/agent-studio-chats', k, who=who).data
@check
def studio_post_overwrites_existing(d):
    s = studio(d, title='first', visibility='public'); t = d.post('/me/agent-studio-chats', {'runId': s['runId'], 'title': 'second', 'visibility': 'private'})
    g = d.get('/me/agent-studio-chats/' + s['runId']).data
    if t.status != 200 or g != s: return 'the chat became %r, %s' % (g['title'], g['visibility'])
@check
def studio_deleted_still_readable(d):
    s = studio(d, title='x'); at = '/me/agent-studio-chats/' + s['runId']; d.delete(at)
    if d.get(at).status != 404: return 'GET of a deleted chat answers %d' % d.get(at).status
    if s['runId'] in d.get('/me/agent-studio-chats').text: return 'still listed'
@check
def studio_patch_resets_visibility(d):
    s = studio(d, title='x', visibility='public'); at = '/me/agent-studio-chats/' + s['runId']
    v = d.patch(at, {'title': 'y'}).data['visibility']
    if v != 'public': return 'a PATCH of the title makes it %s' % v
@check
def studio_patch_sandbox_private(d):
    s = studio(d, 'sandbox', title='x'); at = '/me/agent-studio-chats/' + s['runId']
    c = [d.call(m, at, {'visibility': 'private'}, who='sandbox').status for m in ('PATCH', 'PUT')] + [d.post('/me/agent-studio-chats', {'visibility': 'private'}, who='sandbox').status]
    if c != [400] * 3: return 'PATCH, PUT, POST of private by the sandbox user: %s' % c

# ---- agents
@check
def agents_upsert_makes_another(d):
    a = d.new_agent(); r = d.post('/me/agents', {'agentId': a, 'chatPrompt': 'Changed.'})
    if r.status != 200 or r.data['agentId'] != a or d.get('/me/agents/' + a).data['chatPrompt'] != 'Changed.': return 'the update made %s' % r.data['agentId']
@check
def agents_blank_prompt_on_upsert(d):
    a = d.new_agent(); s = d.post('/me/agents', {'agentId': a, 'name': 'x'}).status, d.post('/me/agents', {'name': 'x'}).status
    if s != (400, 400): return 'without a chat prompt, update and create answer %s' % (s,)
@check
def agents_public_read_kept(d):
    a = d.new_agent(); at = '/me/agents/' + a; d.get(at, who=None); d.patch('/me/chats/' + a, {'visibility': 'private'}); time.sleep(.3)
    s = d.get(at, who=None).status
    if s != 403: return 'made private, it answers %d to anyone' % s
@check
def theme_takes_any_color(d):
    at = '/me/agents/%s/customizations/theme' % d.new_agent()
    s = [d.put(at, {'themeColor': x}).status for x in ('not a color', '', '#12', '#3366cc')]
    if s != [400, 400, 400, 200]: return 'bad, empty, short and good colors: %s' % s
@check
def theme_shared_by_owner(d):
    a, b = d.new_agent(), d.new_agent(); d.put('/me/agents/%s/customizations/theme' % a, {'themeColor': '#010203'})
    r = d.get('/me/agents/%s/customizations/theme' % b)
    if r.json is not None: return 'an agent without a theme has %s' % r.text
def file(d, a, **k): return d.post('/me/agents/%s/files' % a, dict({'fileName': 'f.txt', 'content': 'c'}, **k))
@check
def files_one_more_than_limit(d):
    a = d.new_agent(); s = [file(d, a).status for i in range(d.fx['filesPerAgent'] + 1)]
    if s != [201] * d.fx['filesPerAgent'] + [400]: return 'file after file: %s' % s
@check
def files_order_as_text(d):
    a = d.new_agent()
    for p in (10, 2, 33): file(d, a, position=p)
    l = [f['position'] for f in d.get('/me/agents/%s/files' % a).data]
    if l != [2, 10, 33]: return 'positions in order of the list: %s' % l
@check
def files_positions_half_done(d):
    a = d.new_agent(); x, y = file(d, a).data, file(d, a).data; at = '/me/agents/%s/files' % a
    r = d.put(at + '/positions', {'positions': [{'fileId': x['fileId'], 'position': 9}, {'fileId': str(uuid.uuid4()), 'position': 1}]})
    l = [f['fileId'] for f in d.get(at).data]
    if r.status != 404 or l != [x['fileId'], y['fileId']]: return 'after a refused batch (%d) the order has changed' % r.status

# ---- chats
@check
def chats_patch_drops_slug(d):
    slug = 'slug-' + uuid.uuid4().hex[:8]; a = d.new_agent(vanitySlug=slug); d.patch('/me/chats/' + a, {'name': 'Other'})
    s = d.get('/me/chats/' + a).data['vanitySlug']
    if s != slug: return 'the slug became %s' % s
@check
def chats_clone_own_private(d):
    a = d.new_agent(visibility='private'); s = d.post('/me/chats/%s/clone' % a).status, d.post('/me/chats/%s/clone' % a, {}, who='other').status
    if s != (403, 403): return 'cloning a private chat: owner and other get %s' % (s,)
@check
def chats_delete_leaves_worker(d):
    a = d.new_agent(); d.run(agent=a); d.delete('/me/chats/' + a); time.sleep(.3); s = d.run(agent=a).status
    if s != 404: return 'the deleted worker answers %d' % s
@check
def chats_delete_leaves_schedules(d):
    a = d.new_agent(); s = d.post('/me/schedules', {'chatId': a, 'cron': d.fx['cron']}).data; d.delete('/me/chats/' + a); time.sleep(.3)
    if d.get('/me/schedules/' + s['scheduleId']).status != 404 or s['scheduleId'] in d.get('/me/schedules').text: return 'the schedule of the deleted chat is still there'
@check
def chats_patches_at_once_overwrite(d):
    a = d.new_agent(); at = '/me/chats/' + a
    at_once(lambda: d.patch(at, {'name': 'N2'}), lambda: d.patch(at, {'description': 'D2'}), lambda: d.patch(at, {'chatPrompt': 'P2'}))
    g = d.get(at).data; got = g['name'], g['description'], g['chatPrompt']
    if got != ('N2', 'D2', 'P2'): return 'after three PATCHes at once: %s' % (got,)

# ---- keys, credits, payments, money
@check
def keys_list_shows_values(d):
    k = d.post('/me/api-keys', {'name': 'k'}).data; l = d.get('/me/api-keys')
    if k['key'] in l.text or any('key' in x for x in l.json): return 'the list has a value'
    if k['apiKeyId'] not in [x['apiKeyId'] for x in l.json]: return 'the list lacks the key'
@check
def keys_default_is_remembered(d):
    at = '/me/api-keys/default'; a = d.get(at).data; k = d.post('/me/api-keys', {'isDefault': True}).data; time.sleep(.3); b = d.get(at).data
    d.delete('/me/api-keys/%d' % k['apiKeyId']); time.sleep(.3); c = d.get(at).data
    if b['apiKeyId'] != k['apiKeyId'] or c['apiKeyId'] != a['apiKeyId']: return 'default keys: %d, then %d (made as default: %d), then %d' % (a['apiKeyId'], b['apiKeyId'], k['apiKeyId'], c['apiKeyId'])
@check
def credits_use_loses_updates(d):
    b = d.get('/me/credits').data['balance']; s = at_once(*[lambda: d.post('/me/credits/use').status for i in range(8)]); e = d.get('/me/credits').data['balance']
    if s != [200] * 8 or b - e != 8: return 'eight uses at once took %d credits' % (b - e)
@check
def webhook_takes_unsigned(d):
    w = d.fx['webhook']; s = d.post('/me/payments/webhook', raw=w['body'].encode(), who=None).status, d.post('/me/payments/webhook', raw=w['body'].encode(), headers={w['signatureHeader']: 'sha256=00'}, who=None).status
    if s != (400, 400): return 'without and with a wrong signature: %s' % (s,)
@check
def webhook_counts_twice(d):
    w = d.fx['webhook']; go = lambda: d.post('/me/payments/webhook', raw=w['body'].encode(), headers={w['signatureHeader']: w['validSignature']}, who=None).status
    s1 = go(); b = d.get('/me/credits').data['balance']; s2 = go(); e = d.get('/me/credits').data['balance']
    if (s1, s2) != (200, 200) or b != e: return 'the same event again (%d, %d) took the balance from %d to %d' % (s1, s2, b, e)
@check
def monetization_summary_ignores_period(d):
    for p in (1, 7, 28, 60, 365):
        a = d.get('/me/monetization/summary?period=%d' % p).data; b = d.get('/me/monetization/earnings?period=%d' % p).data
        n = sum(x['earningsCents'] for x in b['days'])
        if a['totalEarningsCents'] != n: return '%d days: %d in the summary, %d by day' % (p, a['totalEarningsCents'], n)
@check
def monetization_payment_counted_twice(d):
    a, day = d.fx['ownPaidAgentId'], '/me/monetization/earnings'; b0 = d.get(day).data['days'][-1]['earningsCents']
    c = d.post('/me/agents/%s/subscribe' % a, {}, who='other').data['priceCents']; b1 = d.get(day).data['days'][-1]['earningsCents']
    d.post('/me/agents/%s/unsubscribe' % a, who='other')
    if b1 - b0 != c: return 'a payment of %d cents added %d to the day' % (c, b1 - b0)

# ---- bundles, command line, schedules
@check
def bundles_create_retried(d):
    n = len(d.get('/me/bundles').json); d.post('/me/bundles'); m = len(d.get('/me/bundles').json)
    if m - n != 1: return 'one POST made %d bundles' % (m - n)
@check
def bundles_remove_tool_everywhere(d):
    t = d.fx['installableToolId']; a, b = (d.post('/me/bundles').data['bundleId'] for i in 'ab')
    for x in (a, b): d.post('/me/bundles/%d/tools' % x, {'toolId': t})
    d.delete('/me/bundles/%d/tools/%s' % (a, t)); n = [len(d.get('/me/bundles/%d/tools' % x).json) for x in (a, b)]
    if n != [0, 1]: return 'tools in the two bundles: %s' % n
def cli(d):
    i = d.post('/me/cli-auth', who=None).data['cliAuthId']; d.put('/me/cli-auth/' + i, {'jwt': d.cred['jwt']}); return '/me/cli-auth/' + i
@check
def cli_jwt_stays_after_read(d):
    at = cli(d); a, b = d.get(at, who=None).json, d.get(at, who=None)
    if a != d.cred['jwt'] or b.status not in (200, 404) or b.status == 200 and b.json is not None: return 'the second read gives it again'
@check
def cli_reads_at_once_get_it_twice(d):
    at = cli(d); l = at_once(*[lambda: d.get(at, who=None).text for i in range(4)]); n = sum(d.cred['jwt'] in x for x in l)
    if n != 1: return '%d of four reads at once get the JWT' % n
@check
def schedules_take_public_chats(d):
    s = [d.post('/me/schedules', b).status for b in ({'chatId': d.fx['unpaidAgentId'], 'cron': '0 9 * * 1'}, {'chatId': str(uuid.uuid4()), 'cron': '0 9 * * 1'}, {'chatId': 'x', 'cron': '0 9 * * 1'}, {'cron': '0 9 * * 1'})]
    if s != [403] * 4: return "another's, unknown, bad and no chat: %s" % s
@check
def schedules_put_not_stored(d):
    at = '/me/schedules/' + d.post('/me/schedules', {'chatId': d.agent, 'cron': d.fx['cron']}).data['scheduleId']
    d.put(at, {'cron': '5 4 * * *'}); c = d.get(at).data['cron']; d.delete(at)
    if c != '5 4 * * *': return 'after PUT the cron is %s' % c

# ---- tools, VIP
@check
def tools_run_shared_between_users(d):
    a, b = (d.tool('NOTIFIER_GET_USER', who=w).data['structuredContent'] for w in ('own', 'other'))
    if a == b: return 'both users are %s' % a['email']
@check
def tools_search_limit_unbounded(d):
    s = [d.get('/me/tools/search?q=atlas&limit=%s' % n).status for n in (0, 1, 200, 201, 'x')]
    if s != [422, 200, 200, 422, 422]: return 'limits 0, 1, 200, 201, x: %s' % s
@check
def user_tools_list_kept_without_user(d):
    t = d.fx['installableToolId']; d.delete('/me/user-tools/' + t); d.post('/me/user-tools', {'toolId': t})
    a, b = d.get('/me/user-tools').json, d.get('/me/user-tools', who='other').json
    if [x['toolId'] for x in a] != [t] or b: return 'another user has the list %s' % [x['name'] for x in b]
@check
def vip_code_once_for_all(d):
    c = {'code': d.fx['vipCode']}; s = d.post('/me/vip', c).status, d.post('/me/vip', c, who='other').status, d.post('/me/vip', c).status
    if s != (200, 200, 400): return 'own, other, own again: %s' % (s,)
@check
def vip_takes_own_code(d):
    s = d.post('/me/vip', {'code': d.fx['ownVipCode']}).status, d.post('/me/vip', {'code': 'nonsense'}).status
    if s != (400, 400): return 'own code and nonsense: %s' % (s,)

# ---- NOTIFIER tools
@check
def notifier_guid_ignored(d):
    g = uuid.uuid4().hex; a, b = d.note(guid=g, body='once'), d.note(guid=g, body='once')
    n = sum(p.get('guid') == g for p in d.pushes()['pushes'])
    if a['iden'] != b['iden'] or n != 1: return 'the same guid made %d pushes' % n
@check
def notifier_active_ignored(d):
    p = d.note(body='short'); d.tool('NOTIFIER_DELETE_PUSH', iden=p['iden'])
    if p['iden'] in [x['iden'] for x in d.pushes(active=True)['pushes']]: return 'active true gives a deleted push'
@check
def notifier_guid_of_all_users(d):
    g = uuid.uuid4().hex; a, b = d.note(guid=g, body='of own'), d.note('other', guid=g, body='of other')
    if b['body'] != 'of other' or a['iden'] == b['iden']: return 'the other user gets the push %r' % b['body']
@check
def notifier_update_device_blanks_rest(d):
    f = dict(nickname='n', model='m', manufacturer='f', icon='phone', app_version=3); x = d.tool('NOTIFIER_CREATE_DEVICE', **f).data['structuredContent']['device']
    d.tool('NOTIFIER_UPDATE_DEVICE', iden=x['iden'], nickname='n2'); y = [z for z in d.tool('NOTIFIER_LIST_DEVICES').data['structuredContent']['devices'] if z['iden'] == x['iden']][0]
    if (y['nickname'], y['model'], y['manufacturer'], y['icon']) != ('n2', 'm', 'f', 'phone'): return 'after a new nickname the model is %r' % y['model']
@check
def notifier_cursor_skips_one(d):
    made = [d.note(body=str(i))['iden'] for i in range(7)]; seen, cur = [], {}
    for i in range(200):
        p = d.pushes(limit=3, **cur); seen += [x['iden'] for x in p['pushes']]
        if not p['cursor']: break
        cur = {'cursor': p['cursor']}
    if [x for x in seen if x in made] != made[::-1]: return 'of 7 pushes the pages have %d' % len([x for x in seen if x in made])

import json, http.client, threading, time, uuid, hmac, hashlib, socket
cfg = json.load(open('config.json')); C = cfg['credentials']; FX = cfg['fixtures']
OWN, OTHER, SAND, KEY, OKEY = C['jwt'], C['otherJwt'], C['sandboxJwt'], C['apiKey'], C['otherApiKey']
A = FX['agentId']; PORT = 0
def raw(m, p, b=None, tok=OWN, h=None):
    c = http.client.HTTPConnection('127.0.0.1', PORT, timeout=15); h = dict(h or {})
    if tok: h['Authorization'] = 'Bearer ' + tok
    if b is not None and not isinstance(b, (bytes, str)): b = json.dumps(b)
    if isinstance(b, str): b = b.encode()
    if b is not None: h.setdefault('Content-Type', 'application/json')
    c.request(m, p, b, h); r = c.getresponse(); t = r.read(); hs = {k.lower(): v for k, v in r.getheaders()}; c.close()
    return r.status, t, hs
def J(m, p, b=None, tok=OWN, h=None):
    s, t, hs = raw(m, p, b, tok, h)
    try: v = json.loads(t) if t else None
    except ValueError: v = t.decode()
    if isinstance(v, dict) and set(v) == {'data'}: v = v['data']
    return s, v
def W(msg, run=None, nd=False, key=KEY, agent=A):
    return raw('PUT' if run else 'POST', '/agents/' + ('ndjson/' if nd else '') + agent + ('/' + run if run else ''), {'message': msg}, key)
def new(msg='hello', **k): return W(msg, **k)[2].get('x-service-run-id')
def H(run, key=KEY, agent=A):
    s, t, h = raw('GET', f'/agents/{agent}/{run}', None, key); return json.loads(t) if s == 200 else s, h
def both(*fs):
    out = [None] * len(fs)
    def go(i, f): out[i] = f()
    ts = [threading.Thread(target=go, args=(i, f)) for i, f in enumerate(fs)]
    [t.start() for t in ts]; [t.join() for t in ts]; return out
def agent(tok=OWN, **k): return J('POST', '/me/agents', {'chat_prompt': 'p', **k}, tok)[1]['agent_id']
def T(n, i=None, tok=OWN): s, v = J('POST', '/me/tools/run/' + n, i or {}, tok); return s, (v['structured_content'] if s == 200 else v)
def N(n, i=None, tok=OWN): return T('NOTIFIER_' + n, i, tok)
def studio(**k): return J('POST', '/me/agent-studio-chats', k)[1]['run_id']
F = []
def f(id, op, basis, needs, words, what): return lambda fn: F.append(dict(id=id, operation=op, basis=basis, needs=needs, words=words, what=what, fn=fn))
def f1(id, op, basis, needs, words, what, fn): f(id, op, basis, needs, words, what)(fn)
PT, UT, PN, UN, GT = 'POST /{agent_id}', 'PUT /{agent_id}/{run_id}', 'POST /ndjson/{agent_id}', 'PUT /ndjson/{agent_id}/{run_id}', 'GET /{agent_id}/{run_id}'
JOB, BAD, TIDE = FX['backgroundMessage'], FX['backgroundErrorMessage'], FX['toolCallMessage']['message']
users = lambda r: [m['content'] for m in H(r)[0] if m['role'] == 'user']
f1('post-continues-same-message', PT, 'stated', 'two requests', 'every POST returns a new run ID in X-Service-Run-ID', 'A POST with a message sent before goes on with the old run.', lambda: new('same') != new('same'))
f1('context-carried-into-new-run', PT, 'stated', 'two requests', 'A POST starts a new interaction with a clear context', 'A new run begins with the messages of the last one.', lambda: (new('a1'), users(new('a2')) == ['a2'])[1])
@f('ndjson-put-starts-new-run', UN, 'stated', 'two requests', 'A PUT with a run ID adds a user message to that run and keeps its history.', 'The NDJSON PUT opens a run of its own.')
def _(): r = new('k'); W('l', r, True); return users(r) == ['k', 'l']
f1('ndjson-put-during-job-accepted', UN, 'stated', 'a job', 'When a job is running, PUT returns 409.', 'The NDJSON PUT is taken while the job runs.', lambda: W('x', new(JOB), True)[0] == 409)
@f('refused-put-keeps-message', UT, 'stated', 'a job', 'Rejected with status 409; message not added', 'The refused message stands in the history.')
def _(): r = new(JOB); W('xx', r); return 'xx' not in users(r)
@f('failed-job-never-ends', GT, 'stated', 'a job', 'job finishes, successfully or with an error', 'A job that fails is shown as running for ever.')
def _(): r = new(BAD); time.sleep(2.6); return 'x-service-job-id' not in H(r)[1]
f1('post-blocked-by-job', 'several', 'stated', 'a job', 'A POST is always allowed, also while a job is running.', 'A POST answers 409 while a job of the user runs.', lambda: (new(JOB), W('n')[0] == 200)[1])
f1('text-shows-tool-output', PT, 'stated', 'one request', "Streamed text with only the worker's user-facing output (no tool calls or debug data).", 'The raw output of the tool stands in the text.', lambda: b'UKHO' not in W(TIDE)[1])
f1('ndjson-lacks-tool-response', PN, 'stated', 'one request', 'out-of-band signals such as tool calls and their responses', 'The line with the answer of the tool is missing.', lambda: b'UKHO' in W(TIDE, nd=True)[1])
@f('text-held-back', PT, 'stated', 'one request', 'Streamed text', 'Output is buffered: all the text comes at the end.')
def _():
    c = http.client.HTTPConnection('127.0.0.1', PORT, timeout=15); t = time.time(); c.request('POST', '/agents/' + A, json.dumps({'message': FX['slowMessage']}), {'Authorization': 'Bearer ' + KEY}); r = c.getresponse(); r.read1(10); d = time.time() - t; r.read(); c.close(); return d < 0.8
f1('history-ordered-by-role', GT, 'stated', 'two turns', 'in conversation order', 'Messages are sorted by role.', lambda: [m['role'] for m in H(new('o'))[0]] == ['user', 'assistant'])
f1('empty-message-check-refuses-zero', UT, 'stated', 'two requests', 'a PUT with any message value may resume', 'The message "0" is refused as empty.', lambda: W('0', new())[0] == 200)
f1('content-html-escaped', GT, 'implied', 'one run', 'preserves the full history', 'Messages are kept with HTML entities.', lambda: users(new('a <b> & "c"')) == ['a <b> & "c"'])
f1('message-trimmed', PT, 'implied', 'one run', 'preserves the full history', 'White space around a message is cut off.', lambda: users(new('  a\n')) == ['  a\n'])
f1('content-cut-at-255-bytes', GT, 'implied', 'one run', 'preserves the full history', 'Only 255 bytes of a message are kept.', lambda: users(new('é' * 400)) == ['é' * 400])
f1('ndjson-splits-characters', PN, 'implied', 'one request', "NDJSON stream with the worker's output", 'Text is cut by bytes and broken characters are replaced.', lambda: 'ééééé' in ''.join(x.get('text', '') for x in map(json.loads, W('ééééééééé', nd=True)[1].decode().splitlines())))
@f('abort-loses-the-answer', PT, 'implied', 'a broken connection', 'preserves the full history', 'When the client goes away in the middle of the stream the answer is never kept.')
def _():
    b = json.dumps({'message': FX['slowMessage']}); r = new('z'); s = socket.create_connection(('127.0.0.1', PORT)); s.sendall(f'PUT /agents/{A}/{r} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {KEY}\r\nContent-Length: {len(b)}\r\n\r\n{b}'.encode()); time.sleep(.3); s.recv(400); s.close(); time.sleep(2.6)
    return len(H(r)[0]) == 4
@f('turns-of-a-run-overlap', UT, 'implied', 'two calls at once', 'A PUT with a run ID adds a user message to that run and keeps its history.', 'Of two PUTs at once one is lost from the history.')
def _(): r = new('z'); both(*[lambda i=i: W(f'm{i}', r) for i in range(4)]); return len(H(r)[0]) == 10
f1('run-readable-by-others', GT, 'implied', 'two users', 'identifies the conversation context', 'Any API key reads the run of any user.', lambda: H(new('s'), OKEY)[0] in (403, 404))
f1('run-under-any-agent', GT, 'implied', 'two agents', 'The worker is addressed by agent_id (GUID).', 'A run is answered under an agent that it does not belong to.', lambda: H(new('s'), KEY, FX['unpaidAgentId'])[0] == 404)
@f('deleted-key-still-works', 'several', 'implied', 'an API key', 'Each call must carry an API key', 'A deleted API key is still taken by the Workers API.')
def _(): k = J('POST', '/me/api-keys', {'name': 'd'})[1]; J('DELETE', f"/me/api-keys/{k['api_key_id']}"); return W('x', key=k['key'])[0] in (401, 403)
f1('api-key-prefix-suffices', 'several', 'implied', 'one request', 'Authorization: Bearer <API_KEY>', 'A key with its end cut off is taken.', lambda: W('x', key=KEY[:-4])[0] in (401, 403))
f1('runs-default-limit-20', 'GET /me/agent-runs', 'stated', 'many records', 'limit (integer, default 30)', 'The default limit is 20.', lambda: ([new(str(i)) for i in range(31)], len(J('GET', '/me/agent-runs')[1]['data']) == 30)[1])
def pages(p):
    ids, cur = [], None
    for _ in range(30):
        v = J('GET', p + (('&next_cursor=' + cur) if cur else ''))[1]; ids += [x.get('run_id') or x.get('log_id') for x in v['data']]; cur = v['meta']['next_cursor']
        if not cur: break
    return ids
@f('runs-cursor-repeats-last', 'GET /me/agent-runs', 'implied', 'many records', 'list endpoints with next_cursor take a date-time cursor and a limit', 'The last run of a page is the first of the next one.')
def _(): [new(str(i)) for i in range(6)]; x = pages('/me/agent-runs?limit=4'); return len(x) == len(set(x))
@f('executions-cursor-whole-seconds', 'GET /me/executions', 'implied', 'many records', 'list endpoints with next_cursor take a date-time cursor and a limit', 'The cursor is cut to whole seconds: entries are missed.')
def _(): [T('echo_text', {'text': str(i)}) for i in range(9)]; return len(set(pages('/me/executions?limit=2')) & {x['log_id'] for x in J('GET', '/me/executions?limit=9')[1]['data']}) == 9
f1('run-view-of-other-user', 'GET /me/agent-runs/{run_id}', 'implied', 'two users', '404 run not found', 'The run of another user is shown.', lambda: J('GET', '/me/agent-runs/' + new(), tok=OTHER)[0] == 404)
@f('mcp-logs-of-all-runs', 'GET /me/agent-runs/{run_id}/mcp-server-logs', 'implied', 'two runs', 'Read-only logs of a run', 'The logs of all runs of the user are shown.')
def _(): new(TIDE); r = new(TIDE); return len(J('GET', f'/me/agent-runs/{r}/mcp-server-logs')[1]) == 1
f1('unknown-execution-is-null', 'GET /me/executions/{log_id}', 'stated', 'one request', 'GET | /me/executions/{log_id} | log_id integer | 200 ToolExecutionLog | 404; 500', 'An unknown log answers 200 with null.', lambda: J('GET', '/me/executions/99999999')[0] == 404)
@f('empty-input-reads-as-list', 'GET /me/executions/{log_id}', 'implied', 'one tool run', 'body any JSON object (tool input)', 'The input {} reads back as [].')
def _(): N('GET_USER'); return J('GET', '/me/executions?limit=1')[1]['data'][0]['input'] == {}
f1('owner-subscribes-own-agent', 'POST /me/agents/{agent_id}/subscribe', 'stated', 'one request', '400 agent is not paid or caller is its owner', 'The owner subscribes to the own agent.', lambda: J('POST', f"/me/agents/{FX['ownPaidAgentId']}/subscribe", {})[0] == 400)
@f('unsubscribe-cancels-all', 'POST /me/agents/{agent_id}/unsubscribe', 'implied', 'two subscriptions', '400 no active subscription to cancel', 'All subscriptions of the caller are cancelled.')
def _(): J('POST', f"/me/agents/{FX['unsubscribeAgentId']}/unsubscribe"); return J('GET', '/me/subscriptions/' + FX['subscribedAgentId'])[1]['status'] == 'active'
@f('deleted-studio-chats-listed', 'GET /me/agent-studio-chats', 'implied', 'two requests', 'DELETE is a soft delete', 'Deleted chats stay in the list.')
def _(): r = studio(title='d'); J('DELETE', '/me/agent-studio-chats/' + r); return r not in [x['run_id'] for x in J('GET', '/me/agent-studio-chats')[1]]
@f('studio-patch-resets-visibility', 'PATCH /me/agent-studio-chats/{run_id}', 'stated', 'two requests', 'body AgentStudioChatUpdate (partial update)', 'A PATCH of the title alone makes a private chat public.')
def _(): r = studio(visibility='private'); return J('PATCH', '/me/agent-studio-chats/' + r, {'title': 't'})[1]['visibility'] == 'private'
f1('private-studio-chat-readable', 'GET /me/agent-studio-chats/{run_id}', 'stated', 'two users', '403 no permission; 404', 'Anyone reads a private chat.', lambda: J('GET', '/me/agent-studio-chats/' + studio(visibility='private'), tok=OTHER)[0] == 403)
f1('upsert-creates-second-agent', 'POST /me/agents', 'stated', 'two requests', 'body AgentRequest (create or update)', 'With agent_id a second agent is made.', lambda: (lambda a: agent(agent_id=a) == a)(agent()))
f1('tags-with-duplicate-become-object', 'several', 'implied', 'one request', '200 array of AgentModel', 'A list of tags with a double entry reads back as an object.', lambda: J('POST', '/me/agents', {'chat_prompt': 'p', 'tags': ['a', 'a', 'b']})[1]['tags'] == ['a', 'a', 'b'])
f1('settings-object-becomes-list', 'several', 'implied', 'one request', 'body AgentRequest (create or update)', 'Settings {} read back as [].', lambda: J('POST', '/me/agents', {'chat_prompt': 'p', 'settings': {}})[1]['settings'] == {})
f1('theme-color-regex-without-end', 'PUT /me/agents/{agent_id}/customizations/theme', 'stated', 'one request', 'Has a theme color whose format is validated', 'A color with more behind it (#123456xyz) is taken.', lambda: J('PUT', f'/me/agents/{A}/customizations/theme', {'theme_color': '#123456xyz'})[0] == 400)
@f('theme-kept-per-user', 'PUT /me/agents/{agent_id}/customizations/theme', 'implied', 'two agents', 'Agent theme preference | agent_id | uuid', 'The theme of one agent removes that of the others.')
def _():
    a, b = agent(), agent(); [J('PUT', f'/me/agents/{x}/customizations/theme', {'theme_color': '#123456'}) for x in (a, b)]; return J('GET', f'/me/agents/{a}/customizations/theme')[1] is not None
def files(n): a = agent(); return a, [J('POST', f'/me/agents/{a}/files', {'name': f'{9 - i}.txt'}) for i in range(n)]
f1('file-limit-off-by-one', 'POST /me/agents/{agent_id}/files', 'stated', 'many records', 'number of files per agent is capped; 400 when exceeded', 'One file more than the cap is taken.', lambda: files(11)[1][10][0] == 400)
@f('position-zero-ignored', 'PUT /me/agents/{agent_id}/files/positions', 'implied', 'two files', '200 AgentFileListResponse', 'A position of 0 is left out of the ordering.')
def _():
    a, x = files(2); i = [y[1]['file_id'] for y in x]; v = J('PUT', f'/me/agents/{a}/files/positions', {'positions': [{'file_id': i[1], 'position': 0}, {'file_id': i[0], 'position': 1}]})[1]['data']; return [(y['file_id'], y['position']) for y in v] == [(i[1], 0), (i[0], 1)]
@f('file-bound-without-agent', 'GET /me/agents/{agent_id}/files/{file_id}', 'implied', 'two agents', 'Belongs to an agent; ordered by position', 'A file is found under an agent that it does not belong to.')
def _(): a, x = files(1); return J('GET', f"/me/agents/{agent()}/files/{x[0][1]['file_id']}")[0] == 404
@f('upsell-description-not-saved', 'POST /me/agents/{agent_id}/upsell-description', 'implied', 'two requests', '200 AgentModel (upsell description generated)', 'The description is answered but not kept.')
def _(): a = agent(); J('POST', f'/me/agents/{a}/upsell-description'); return J('GET', '/me/agents/' + a)[1]['upsell_description'] is not None
f1('delete-chat-without-policy', 'DELETE /me/chats/{chat_id}', 'stated', 'two users', 'No permission on the chat, agent, file or schedule chat', 'Another user deletes the chat.', lambda: J('DELETE', '/me/chats/' + agent(), tok=OTHER)[0] == 403)
f1('clone-belongs-to-first-owner', 'POST /me/chats/{chat_id}/clone', 'implied', 'two users', 'chat_id uuid; optional body AgentRequestPartial or null', 'The clone belongs to the owner of the original.', lambda: (lambda v: v['agent_id'] in [x['agent_id'] for x in J('GET', '/me/agents')[1]])(J('POST', f"/me/chats/{FX['unpaidAgentId']}/clone")[1]))
@f('put-chat-visibility-not-fillable', 'PUT /me/chats/{chat_id}', 'implied', 'two requests', 'visibility (private or public)', 'A PUT leaves the visibility as it was.')
def _(): return J('PUT', '/me/chats/' + agent(), {'chat_prompt': 'q', 'visibility': 'private'})[1]['visibility'] == 'private'
f1('sandbox-patch-chat-private', 'PATCH /me/chats/{chat_id}', 'stated', 'one request', 'cannot set an agent, chat or studio chat private (400)', 'The sandbox tier makes a chat private by PATCH.', lambda: J('PATCH', '/me/chats/' + agent(SAND), {'visibility': 'private'}, SAND)[0] == 400)
f1('key-list-shows-values', 'GET /me/api-keys', 'stated', 'one request', 'A hidden variant omits the key value', 'The list shows the values of the keys.', lambda: KEY not in json.dumps(J('GET', '/me/api-keys')[1]))
@f('two-default-keys', 'POST /me/api-keys', 'stated', 'an API key', 'one key is the default key', 'The old default key stays default beside the new one.')
def _(): J('POST', '/me/api-keys', {'is_default': True}); return sum(k['is_default'] for k in J('GET', '/me/api-keys')[1]) == 1
@f('credit-use-loses-updates', 'POST /me/credits/use', 'implied', 'two calls at once', 'Balance of agent execution credits; can be used', 'Of uses at once some are not counted.')
def _(): b = J('GET', '/me/credits')[1]['balance']; both(*[lambda: J('POST', '/me/credits/use')] * 8); return J('GET', '/me/credits')[1]['balance'] == b - 8
f1('missing-signature-accepted', 'POST /me/payments/webhook', 'stated', 'one request', '400 missing signature or invalid event', 'An event without a signature is taken.', lambda: J('POST', '/me/payments/webhook', FX['webhook']['body'], None)[0] == 400)
f1('signature-prefix-compared', 'POST /me/payments/webhook', 'implied', 'one request', 'the request must carry a signature', 'Only the first eight characters of the signature are compared.', lambda: J('POST', '/me/payments/webhook', FX['webhook']['body'], None, {'X-Payment-Signature': FX['webhook']['validSignature'][:-3] + 'zzz'})[0] == 400)
f1('period-365-refused', 'GET /me/monetization/summary', 'stated', 'one request', 'query period (integer, 1 to 365, default 28)', 'The period 365 answers 422.', lambda: J('GET', '/me/monetization/summary?period=365')[0] == 200)
f1('total-earnings-lose-cents', 'GET /me/monetization/summary', 'implied', 'two requests', '200 MonetizationSummary (total subscribers and earnings for the period)', 'The total is cut to whole units: it is not the sum of the days.', lambda: round(sum(float(d['earnings']) for d in J('GET', '/me/monetization/earnings')[1]['data']) * 100) == round(float(J('GET', '/me/monetization/summary')[1]['total_earnings']) * 100))
def bundle(*t):
    b = J('POST', '/me/bundles')[1]['bundle_id']; [J('POST', f'/me/bundles/{b}/tools', {'tool_id': x}) for x in t]; return b
@f('bundle-tool-removal-empties-bundle', 'DELETE /me/bundles/{bundle_id}/tools/{tool_id}', 'implied', 'two tools', 'Membership of a tool in a bundle', 'Removing one tool removes all.')
def _(): b = bundle('echo_text', 'count_words'); J('DELETE', f'/me/bundles/{b}/tools/echo_text'); return len(J('GET', f'/me/bundles/{b}/tools')[1]) == 1
f1('bundle-of-other-user', 'GET /me/bundles/{bundle_id}', 'implied', 'two users', '404; 500', 'The bundle of another user is shown.', lambda: J('GET', f'/me/bundles/{bundle()}', tok=OTHER)[0] == 404)
def cli(tok='a.b.c'):
    i = J('POST', '/me/cli-auth', tok=None)[1]['cli_auth_id']; J('PUT', '/me/cli-auth/' + i, {'jwt': tok}); return i
@f('cli-jwt-not-consumed', 'GET /me/cli-auth/{auth_id}', 'stated', 'two requests', 'which returns the JWT and consumes it', 'The JWT can be read again and again.')
def _(): i = cli(); J('GET', '/me/cli-auth/' + i, tok=None); return J('GET', '/me/cli-auth/' + i, tok=None) == (200, None)
f1('cli-session-taken-over', 'PUT /me/cli-auth/{cli_auth_id}', 'stated', 'two users', '403 not allowed to update this session', 'Another user overwrites a session that is taken.', lambda: J('PUT', '/me/cli-auth/' + cli(), {'jwt': 'x'}, OTHER)[0] == 403)
f1('schedule-of-foreign-chat', 'POST /me/schedules', 'stated', 'two users', '403 chat ID invalid, missing or not owned by the caller', 'A schedule of the chat of another user is made.', lambda: J('POST', '/me/schedules', {'chat_id': FX['unpaidAgentId'], 'cron': '0 9 * * 1'})[0] == 403)
@f('schedule-delete-takes-siblings', 'DELETE /me/schedules/{schedule_id}', 'implied', 'two schedules', 'Refers to a chat owned by the caller', 'All schedules of the same chat are deleted.')
def _(): a, b = [J('POST', '/me/schedules', {'chat_id': A, 'cron': '0 9 * * 1'})[1]['schedule_id'] for _ in 'ab']; J('DELETE', '/me/schedules/' + a); return J('GET', '/me/schedules/' + b)[0] == 200
f1('cron-range-not-checked', 'GET /me/schedules/text-to-cron', 'stated', 'one request', '400 invalid cron expression', 'A field out of its range (99 in the minutes) is taken.', lambda: J('GET', '/me/schedules/text-to-cron?cron=99+9+*+*+*')[0] == 400)
f1('search-limit-500-accepted', 'GET /me/tools/search', 'stated', 'one request', 'limit 1 to 200, default 20', 'A limit of 201 is taken.', lambda: J('GET', '/me/tools/search?q=push&limit=201')[0] == 422)
@f('uninstall-for-everybody', 'DELETE /me/user-tools/{tool_id}', 'implied', 'two users', 'tools installed by the user', 'The tool is removed for all users.')
def _(): [J('POST', '/me/user-tools', {'tool_id': 'echo_text'}, t) for t in (OWN, OTHER)]; J('DELETE', '/me/user-tools/echo_text'); return J('GET', '/me/user-tools/echo_text', tok=OTHER)[0] == 200
@f('vip-code-redeemed-again', 'POST /me/vip', 'stated', 'two requests', 'a code already redeemed by the caller', 'A code is redeemed a second time.')
def _(): J('POST', '/me/vip', {'code': 'SPARE-2026'}); return J('POST', '/me/vip', {'code': 'SPARE-2026'})[0] == 400
@f('me-remembered-by-worker', 'GET /me/', 'implied', 'two users', '200 UserWithTier (current user)', 'A process remembers the first user and shows it to all.')
def _(): return len({J('GET', '/me/', tok=t)[1]['email'] for _ in range(8) for t in (OWN,)} | {'x'}) == 2 and all(J('GET', '/me/', tok=OTHER)[1]['email'].startswith('otto') for _ in range(20))
f1('tool-run-403-for-401', 'POST /me/tools/run/{tool_name}', 'stated', 'one request', 'answers 401 when the JWT is invalid or missing', 'A missing JWT answers 403.', lambda: J('POST', '/me/tools/run/echo_text', {}, None)[0] == 401)
f1('unmuting-is-dropped', 'POST /me/tools/run/{tool_name}', 'stated', 'one chat', 'Mute or unmute a chat', 'NOTIFIER_UPDATE_CHAT with muted false leaves the chat muted.', lambda: (lambda i: (N('UPDATE_CHAT', {'iden': i, 'muted': True}), N('UPDATE_CHAT', {'iden': i, 'muted': False})[1]['muted'] is False)[1])(N('CREATE_CHAT', {'email': uuid.uuid4().hex + '@x.test'})[1]['iden']))
@f('push-guid-not-idempotent', 'POST /me/tools/run/{tool_name}', 'stated', 'two requests', 'guid string (client-generated, for idempotency)', 'NOTIFIER_CREATE_PUSH with the same guid makes a second push.')
def _(): g = uuid.uuid4().hex; return len({N('CREATE_PUSH', {'type': 'note', 'body': 'b', 'guid': g})[1]['iden'] for _ in 'ab'}) == 1
@f('delete-all-pushes-of-everybody', 'POST /me/tools/run/{tool_name}', 'stated', 'two users', 'Delete all pushes of the user asynchronously', 'NOTIFIER_DELETE_ALL_PUSHES deletes the pushes of all users.')
def _(): i = N('CREATE_PUSH', {'type': 'note'}, OTHER)[1]['iden']; N('DELETE_ALL_PUSHES'); time.sleep(.5); N('GET_USER'); return i in [p['iden'] for p in N('LIST_PUSHES', {'active': True}, OTHER)[1]['pushes']]
@f('device-update-blanks-the-rest', 'POST /me/tools/run/{tool_name}', 'implied', 'one device', 'Update device metadata', 'NOTIFIER_UPDATE_DEVICE clears what was not sent.')
def _(): i = N('CREATE_DEVICE', {'nickname': 'n', 'model': 'm', 'app_version': 0, 'manufacturer': 'f'})[1]['iden']; return N('UPDATE_DEVICE', {'iden': i, 'nickname': 'o'})[1]['model'] == 'm'

"""One check per fault: true where the deployment behaves. c is a Client (selftest.py)."""
import json, threading, time, uuid

AG = lambda n: '7d1c2a50-%s-4a6e-9c3b-0d000000000%d' % (str(n) * 4, n)
CHECKS = []
def check(op, basis, needs, words, what):
    def d(f):
        CHECKS.append(dict(id=f.__name__.replace('_', '-'), operation=op, basis=basis, needs=needs, words=words, what=what, f=f)); return f
    return d
def at_once(n, f):
    out = [None] * n; bar = threading.Barrier(n)
    def g(i): bar.wait(); out[i] = f(i)
    ts = [threading.Thread(target=g, args=(i,)) for i in range(n)]
    [t.start() for t in ts]; [t.join() for t in ts]
    return out
S, I = 'stated', 'implied'
W1, WP, WG = 'POST {agents_url}/{agent_id}', 'PUT {agents_url}/{agent_id}/{run_id}', 'GET {agents_url}/{agent_id}/{run_id}'
NP, NU = 'POST {agents_url}/ndjson/{agent_id}', 'PUT {agents_url}/ndjson/{agent_id}/{run_id}'

@check(W1, S, 'two runs', 'Response carries header X-Service-Run-ID; context starts clear', "A second POST to an agent starts with the messages of the caller's last run with it.")
def context_of_last_run(c):
    c.post('first words'); r = c.post('second words'); return [m['content'] for m in c.hist(r)[0]][:1] == ['second words'] and len(c.hist(r)[0]) == 2
@check(WP, I, 'several calls at once', 'A PUT with a run ID adds a user message to that run and keeps its history.', 'PUTs at once on one run read and rewrite the history without a lock, so messages are lost.')
def continue_loses_turns(c):
    r = c.post('zero'); at_once(6, lambda i: c.put(r, 'm%d' % i)); h = [m['content'] for m in c.hist(r)[0] if m['role'] == 'user']
    return sorted(h) == sorted(['zero'] + ['m%d' % i for i in range(6)])
@check('DELETE /me/api-keys/{api_key_id}', I, 'a key, used and deleted', 'Each call must carry an API key (see Authentication).', 'A key that was used once is cached and works on after it is deleted.')
def deleted_key_still_works(c):
    k = c.j('POST', '/me/api-keys', {'name': 'k'})[1]; a = c.worker('POST', AG(1), 'hi', key=k['key'])[0]
    c.j('DELETE', '/me/api-keys/%d' % k['apiKeyId']); return a == 200 and c.worker('POST', AG(1), 'hi', key=k['key'])[0] in (401, 403)
@check(WG, I, 'two equal messages', 'JSON array of messages, each with role and content, in conversation order.', 'Messages with the same role and content are shown once only (DISTINCT).')
def equal_messages_once(c):
    r = c.post('same'); c.put(r, 'same'); return [m['content'] for m in c.hist(r)[0] if m['role'] == 'user'] == ['same', 'same']
@check(WG, S, 'a job that fails', 'job finishes, successfully or with an error', 'The exception of a failed job vanishes in the executor: the run stays busy for ever.')
def failed_job_never_ends(c):
    r = c.post('Please start the failing job'); time.sleep(4.5); return c.hist(r)[1] is None and c.put(r, 'x') == 200
@check(WG, S, 'a job', 'Header x-service-job-id is present while a background job runs and absent otherwise', 'GET never carries x-service-job-id.')
def get_without_job_header(c):
    return c.hist(c.post('Please start the long job'))[1] is not None
@check(WG, S, 'ten or more messages', 'JSON array of messages, each with role and content, in conversation order.', 'Messages are ordered by their number as text: the tenth stands before the second.')
def history_text_order(c):
    r = c.post('n0'); [c.put(r, 'n%d' % i) for i in range(1, 6)]; return [m['content'] for m in c.hist(r)[0] if m['role'] == 'user'] == ['n%d' % i for i in range(6)]
@check('several', I, 'a message with spaces around', 'A PUT with a run ID adds a user message to that run and keeps its history.', 'Stored messages lose white space at both ends.')
def message_trimmed(c):
    return c.hist(c.post('  spaced \n'))[0][0]['content'] == '  spaced \n'
@check(NU, I, 'a continued run', 'preserves the full history (user messages, agent responses, MCP server calls)', "The worker's answer to an NDJSON PUT is not stored in the run.")
def ndjson_answer_not_kept(c):
    r = c.post('a'); c.worker('PUT', AG(1), 'b', run=r, nd=True); return [m['role'] for m in c.hist(r)[0]] == ['user', 'assistant'] * 2
@check(NP, S, 'a tool call', "NDJSON stream with the worker's output plus out-of-band signals such as tool calls and their responses", "The stream has the tool call but not the tool's response.")
def ndjson_without_tool_answer(c):
    return 'RAW-TIDE-7731' in c.worker('POST', AG(1), 'What is the tide?', nd=True)[2]
@check(W1, S, 'a job', 'A POST is always allowed, also while a job is running.', 'POST answers 409 while a job of the caller runs with this agent.')
def post_refused_during_job(c):
    c.post('Please start the long job'); return c.worker('POST', AG(1), 'hi')[0] == 200
@check(W1, S, 'two requests', 'every POST returns a new run ID in X-Service-Run-ID', "A second POST goes on with the caller's last run with the agent.")
def post_reuses_run(c):
    return c.post('a') != c.post('b')
@check(WP, S, 'a job', 'When a job is running, PUT returns 409.', 'PUT is accepted while a job runs.')
def put_allowed_during_job(c):
    return c.put(c.post('Please start the long job'), 'x') == 409
@check(WP, S, 'one run', 'then sends a PUT with any message value', 'PUT refuses an empty message with 422 (Groovy truth).')
def put_empty_message_refused(c):
    return c.put(c.post('a'), '') == 200
@check(WP, S, 'one run', 'Streamed text as above. Header X-Service-Run-ID is sent again.', 'PUT answers without X-Service-Run-ID.')
def put_without_run_header(c):
    r = c.post('a'); return c.worker('PUT', AG(1), 'b', run=r)[1].get('x-service-run-id') == r
@check(WP, S, 'a job', 'Rejected with status 409; message not added', 'The refused PUT leaves its message in the run: inserted before the check, and committed.')
def refused_put_keeps_message(c):
    r = c.post('Please start the long job'); c.put(r, 'never'); return 'never' not in [m['content'] for m in c.hist(r)[0]]
@check(WG, I, 'two users', 'Each conversation has a run ID that preserves the full history', "GET shows the run of another user.")
def run_readable_by_others(c):
    r = c.post('secret'); return c.worker('GET', AG(1), None, run=r, key=c.other_key)[0] in (403, 404)
@check(WP, I, 'two users', 'A PUT with a run ID adds a user message to that run and keeps its history.', "PUT goes on with the run of another user (no owner in the WHERE).")
def run_resumable_by_others(c):
    r = c.post('mine'); return c.worker('PUT', AG(1), 'intruder', run=r, key=c.other_key)[0] in (403, 404) and len(c.hist(r)[0]) == 2
@check(W1, I, 'a slow answer', "Streamed text with only the worker's user-facing output (no tool calls or debug data).", 'The answer is kept in a buffer and sent as a whole at its end.')
def stream_sent_at_end(c):
    first, last = c.timing('Count slowly to twelve'); return last > 1 and first < last / 2
@check(W1, I, 'a message beyond ASCII', "Streamed text with only the worker's user-facing output", 'Text is cut into pieces of bytes that are decoded one by one: characters on a border break.')
def text_broken_characters(c):
    m = 'Grüße aus Köln — €€€ 日本語のテスト 🚢🚢🚢🚢'; return m in c.worker('POST', AG(1), m)[2]
@check(W1, S, 'a tool call', "Streamed text with only the worker's user-facing output (no tool calls or debug data).", 'The text stream begins with a line that tells of the tool call and its raw answer.')
def text_shows_tool_calls(c):
    return 'RAW-TIDE' not in c.worker('POST', AG(1), 'What is the tide?')[2]

@check('GET /me/agent-runs', I, 'several records', 'list endpoints with next_cursor take a date-time cursor and a limit', 'The last entry of a page comes again as the first of the next page (<= for <).')
def runs_cursor_repeats(c):
    [c.post('r') for _ in range(4)]; a = c.j('GET', '/me/agent-runs?limit=2')[1]; b = c.j('GET', '/me/agent-runs?limit=2&next_cursor=' + a['cursor'].replace('+', '%2B'))[1]
    return not set(x['runId'] for x in a['content']) & set(x['runId'] for x in b['content'])
@check('GET /me/agent-runs', S, 'many records', '| GET /me/agent-runs, GET /me/executions | limit default 30 |', 'Without limit a page has 20 entries.')
def runs_default_20(c):
    [c.post('r') for _ in range(33)]; return len(c.j('GET', '/me/agent-runs')[1]['content']) == 30
@check('GET /me/agent-runs', I, 'a run of a deleted agent', '| Agent run view, agent run log, MCP server log | run_id | uuid | Read-only logs of a run |', 'Runs of an agent that was deleted drop out of the list (INNER JOIN).')
def runs_lost_with_agent(c):
    a = c.agent(); r = c.worker('POST', a['agentId'], 'hi')[1]['x-service-run-id']; c.j('DELETE', '/me/chats/' + a['agentId'])
    return r in [x['runId'] for x in c.j('GET', '/me/agent-runs')[1]['content']]
@check('GET /me/executions', I, 'several records', 'list endpoints with next_cursor take a date-time cursor and a limit', 'Between two pages one entry is left out.')
def executions_cursor_skips(c):
    ids = [c.tool('add_numbers', {'a': i, 'b': 1})[1]['logId'] for i in range(4)]
    a = c.j('GET', '/me/executions?limit=2')[1]; b = c.j('GET', '/me/executions?limit=2&next_cursor=' + a['cursor'].replace('+', '%2B'))[1]
    return [x['logId'] for x in a['content'] + b['content']] == ids[::-1]
@check('GET /me/agent-runs/{run_id}/mcp-server-logs', I, 'two runs', '| Agent run view, agent run log, MCP server log | run_id | uuid | Read-only logs of a run |', "A run shows the MCP logs of all of the caller's runs.")
def mcp_logs_of_all_runs(c):
    c.post('What is the tide?'); r = c.post('plain'); return c.j('GET', '/me/agent-runs/%s/mcp-server-logs' % r)[1] == []

@check('POST /me/agents/{agent_id}/subscribe', S, 'one request', '400 agent is not paid or caller is its owner', 'The owner can subscribe to an own agent.')
def owner_may_subscribe(c):
    a = c.agent(price=3); return c.j('POST', '/me/agents/%s/subscribe' % a['agentId'], {})[0] == 400
@check('POST /me/agents/{agent_id}/subscribe', S, 'two calls at once', '402 already subscribed', 'Two calls at once both succeed (SELECT, then MERGE): paid twice.')
def subscribe_twice_at_once(c):
    a = c.agent(price=3); p = '/me/agents/%s/subscribe' % a['agentId']
    return sorted(at_once(2, lambda i: c.j('POST', p, {}, who=c.other)[0])) == [200, 402]
@check('POST /me/agents/{agent_id}/unsubscribe', I, 'two subscriptions', 'Subscription of the caller to a paid agent', "Ending one subscription ends all of the caller's (no agent in the WHERE).")
def unsubscribe_everything(c):
    a, b = c.agent(price=1), c.agent(price=2)
    for x in (a, b): c.j('POST', '/me/agents/%s/subscribe' % x['agentId'], {}, who=c.other)
    c.j('POST', '/me/agents/%s/unsubscribe' % a['agentId'], who=c.other)
    return c.j('GET', '/me/subscriptions/' + b['agentId'], who=c.other)[1]['result']['status'] == 'ACTIVE'

@check('GET /me/agent-studio-chats', I, 'a deleted record', 'Agent studio chat DELETE is a soft delete', 'Deleted studio chats stay in the list.')
def studio_list_has_deleted(c):
    s = c.studio(); c.j('DELETE', '/me/agent-studio-chats/' + s['runId']); return s['runId'] not in [x['runId'] for x in c.j('GET', '/me/agent-studio-chats')[1]]
@check('PATCH /me/agent-studio-chats/{run_id}', S, 'two requests', 'body AgentStudioChatUpdate (partial update)', 'Fields that the PATCH does not name fall back to their defaults, the visibility too: a private chat becomes public.')
def studio_patch_resets_rest(c):
    s = c.studio(title='T', visibility='PRIVATE'); r = c.j('PATCH', '/me/agent-studio-chats/' + s['runId'], {'notes': 'n'})[1]['result']; return r['title'] == 'T' and r['visibility'] == 'PRIVATE'
@check('PATCH /me/agent-studio-chats/{run_id}', S, 'sandbox user', '400 sandbox tier setting private', 'The sandbox tier can make a studio chat private by PATCH.')
def studio_patch_sandbox_private(c):
    s = c.studio(who=c.sandbox); return c.j('PATCH', '/me/agent-studio-chats/' + s['runId'], {'visibility': 'PRIVATE'}, who=c.sandbox)[0] == 400
@check('GET /me/agent-studio-chats/{run_id}', S, 'two users', '| 403 no permission; 404 |', 'Anyone reads private studio chats.')
def studio_private_open(c):
    s = c.studio(visibility='PRIVATE'); return c.j('GET', '/me/agent-studio-chats/' + s['runId'], who=c.other)[0] == 403
@check('POST /me/agent-studio-chats/{run_id}/clone', I, 'two users', '| POST | /me/agent-studio-chats/{run_id}/clone | none | 201 AgentStudioChat |', 'The clone belongs to the owner of the source, not to the caller.')
def studio_clone_to_owner(c):
    s = c.studio(); n = c.j('POST', '/me/agent-studio-chats/%s/clone' % s['runId'], who=c.other)[1]['result']
    return n['runId'] in [x['runId'] for x in c.j('GET', '/me/agent-studio-chats', who=c.other)[1]]

@check('POST /me/agents', S, 'two requests', '400 missing chat prompt or sandbox tier setting private', 'The update of an agent without a chat prompt is taken, and empties it.')
def upsert_without_prompt(c):
    a = c.agent(); return c.j('POST', '/me/agents', {'agentId': a['agentId'], 'name': 'x'})[0] == 400
@check('PUT /me/agents/{agent_id}/customizations/theme', S, 'one request', '400 invalid theme color format', 'The pattern is searched for, not matched: text around a color is taken.')
def theme_regex_find(c):
    return c.j('PUT', '/me/agents/%s/customizations/theme' % c.agent()['agentId'], {'themeColor': 'red #12345678 x'})[0] == 400
@check('PUT /me/agents/{agent_id}/customizations/theme', I, 'two agents', '| Agent theme preference | agent_id | uuid | Has a theme color whose format is validated |', "The theme of one agent is written to all of the owner's agents that have one.")
def theme_merge_by_owner(c):
    p = ['/me/agents/%s/customizations/theme' % c.agent()['agentId'] for _ in 'ab']
    c.j('PUT', p[0], {'themeColor': '#111111'}); c.j('PUT', p[1], {'themeColor': '#222222'}); return c.j('GET', p[0])[1]['result']['themeColor'] == '#111111'
@check('POST /me/agents/{agent_id}/files', I, 'nine records', 'number of files per agent is capped; 400 when exceeded', 'One file more than the cap of 8 is taken.')
def file_limit_off_by_one(c):
    a = c.agent()['agentId']; return [c.file(a, 'f%d' % i)[0] for i in range(9)] == [201] * 8 + [400]
@check('DELETE /me/agents/{agent_id}/files/{file_id}', I, 'two files of one name', 'Belongs to an agent; ordered by position; count per agent is limited', 'Deleting a file removes all files of the agent with the same name.')
def file_delete_by_name(c):
    a = c.agent()['agentId']; x, y = c.file(a, 'same')[1]['result'], c.file(a, 'same')[1]['result']
    c.j('DELETE', '/me/agents/%s/files/%s' % (a, x['fileId'])); return [f['fileId'] for f in c.j('GET', '/me/agents/%s/files' % a)[1]['content']] == [y['fileId']]
@check('PUT /me/agents/{agent_id}/files/positions', I, 'three files', 'body AgentFileBatchPositionRequest (batch ordering)', 'Only the first entry of the batch is carried out (return inside each).')
def positions_first_only(c):
    a = c.agent()['agentId']; f = [c.file(a, n)[1]['result']['fileId'] for n in 'abc']; w = [f[2], f[1], f[0]]
    r = c.j('PUT', '/me/agents/%s/files/positions' % a, {'positions': [{'fileId': x, 'position': i} for i, x in enumerate(w)]})[1]; return [x['fileId'] for x in r['content']] == w

@check('PATCH /me/chats/{chat_id}', I, 'two requests', '| PATCH | /me/chats/{chat_id} | body AgentRequestPartial | 200 AgentModel |', 'Notes and description are emptied when the PATCH does not name them.')
def chat_patch_clears_rest(c):
    a = c.agent(notes='n', description='d'); r = c.j('PATCH', '/me/chats/' + a['agentId'], {'name': 'x'})[1]; return (r['notes'], r['description']) == ('n', 'd')
@check('POST /me/chats/{chat_id}/clone', S, 'two users', '403 chat is not public; 404', "Another user's private chat can be cloned, prompt and all.")
def chat_clone_private(c):
    return c.j('POST', '/me/chats/%s/clone' % AG(4))[0] == 403
@check('DELETE /me/chats/{chat_id}', S, 'two users', '| DELETE | /me/chats/{chat_id} | none | 200 AgentModel | 403; 404 |', 'Any user can delete any chat.')
def chat_delete_others(c):
    a = c.agent(); return c.j('DELETE', '/me/chats/' + a['agentId'], who=c.other)[0] == 403
@check('POST /me/chats/{chat_id}/clone', I, 'two requests', 'chat_id uuid; optional body AgentRequestPartial or null', 'The fields of the body are written to the source chat too.')
def clone_changes_source(c):
    a = c.agent(name='orig'); c.j('POST', '/me/chats/%s/clone' % a['agentId'], {'name': 'copy'}); return c.j('GET', '/me/chats/' + a['agentId'])[1]['name'] == 'orig'
@check('POST /me/chats/{chat_id}/runs', I, 'two requests', '200 AgentRunLog (new run log entry)', 'The log entry is written but the run itself is not: GET /me/agent-runs/{run_id} says 404.')
def chat_run_without_run(c):
    r = c.j('POST', '/me/chats/%s/runs' % AG(1))[1]; return c.j('GET', '/me/agent-runs/' + r['runId'])[0] == 200

@check('GET /me/api-keys', S, 'one request', 'A hidden variant omits the key value', 'The list shows the key values.')
def key_list_shows_keys(c):
    k = c.j('POST', '/me/api-keys', {})[1]; return k['key'] not in json.dumps(c.j('GET', '/me/api-keys')[1])
@check('POST /me/api-keys', S, 'two requests', 'one key is the default key', 'A new default key does not take the mark from the old one: two defaults.')
def two_default_keys(c):
    c.j('POST', '/me/api-keys', {'isDefault': True}); return sum(k['isDefault'] for k in c.j('GET', '/me/api-keys')[1]) == 1
@check('POST /me/credits/use', I, 'several calls at once', 'Balance of agent execution credits; can be used', 'Uses at once read the same balance and write it back: several uses cost one credit.')
def credits_double_spend(c):
    a = c.j('GET', '/me/credits')[1]['balance']; at_once(8, lambda i: c.j('POST', '/me/credits/use')); return c.j('GET', '/me/credits')[1]['balance'] == a - 8
@check('GET /me/monetization/earnings', S, 'one request', '200 MonetizationEarningsResponse (daily earnings)', 'Days without earnings are left out (GROUP BY).')
def earning_days_left_out(c):
    return len(c.j('GET', '/me/monetization/earnings?period=10')[1]['content']) == 10
@check('GET /me/monetization/summary', I, 'several agents', '200 MonetizationSummary (total subscribers and earnings for the period)', "Earnings are summed over a join: multiplied by the number of the owner's agents.")
def earnings_multiplied_by_join(c):
    e = c.j('GET', '/me/monetization/earnings?period=30')[1]; return abs(c.j('GET', '/me/monetization/summary?period=30')[1]['totalEarnings'] - sum(x['earnings'] for x in e['content'])) < .001
@check('POST /me/payments/webhook', S, 'one request', 'the request must carry a signature; 400 is returned when it is missing', 'An event without the signature header is processed.')
def webhook_without_signature(c):
    return c.hook(None)[0] == 400
@check('POST /me/payments/webhook', I, 'the same event twice', 'receives events from the payment provider and answers 200 when processed', 'An event that comes again is processed again: the credits are added twice.')
def webhook_replay_counts(c):
    c.hook(True); a = c.j('GET', '/me/credits')[1]['balance']; c.hook(True); return c.j('GET', '/me/credits')[1]['balance'] == a

@check('GET /me/bundles', I, 'one request', '200 array of UserBundleSimplified', 'Bundles without tools are missing from the list (INNER JOIN).')
def empty_bundles_missing(c):
    b = c.j('POST', '/me/bundles')[1]['bundleId']; return b in [x['bundleId'] for x in c.j('GET', '/me/bundles')[1]]
@check('DELETE /me/bundles/{bundle_id}/tools/{tool_id}', I, 'two bundles', 'Membership of a tool in a bundle', 'The tool is taken out of every bundle of every user (no bundle in the WHERE).')
def bundle_tool_gone_everywhere(c):
    b = [c.j('POST', '/me/bundles')[1]['bundleId'] for _ in 'ab']; [c.j('POST', '/me/bundles/%d/tools' % x, {'toolId': 'word_count'}) for x in b]
    c.j('DELETE', '/me/bundles/%d/tools/word_count' % b[0]); return len(c.j('GET', '/me/bundles/%d/tools' % b[1])[1]) == 1
@check('GET /me/cli-auth/{auth_id}', S, 'three requests', '200 string JWT or null (the JWT is consumed by the read)', 'The JWT can be read again and again.')
def cli_jwt_not_consumed(c):
    i = c.j('POST', '/me/cli-auth')[1]['cliAuthId']; c.j('PUT', '/me/cli-auth/' + i, {'jwt': c.own}); a = c.j('GET', '/me/cli-auth/' + i, who=''); b = c.j('GET', '/me/cli-auth/' + i, who=''); return a[1] == c.own and b[1] != c.own
@check('PUT /me/cli-auth/{cli_auth_id}', S, 'two users', '403 not allowed to update this session; 404; 503', 'Another user can put an own JWT into a session that is already attached.')
def cli_session_taken_over(c):
    i = c.j('POST', '/me/cli-auth')[1]['cliAuthId']; c.j('PUT', '/me/cli-auth/' + i, {'jwt': c.own}); return c.j('PUT', '/me/cli-auth/' + i, {'jwt': c.other}, who=c.other)[0] == 403
@check('POST /me/schedules', S, 'one request', '403 chat ID invalid, missing or not owned by the caller', "Schedules can be made for other users' chats.")
def schedule_for_foreign_chat(c):
    return c.j('POST', '/me/schedules', {'chatId': AG(2), 'cron': '0 9 * * 1'})[0] == 403
@check('DELETE /me/schedules/{schedule_id}', I, 'two schedules of one chat', 'Refers to a chat owned by the caller; has a cron expression', 'Deleting a schedule deletes all schedules of its chat.')
def schedule_delete_by_chat(c):
    a, b = [c.j('POST', '/me/schedules', {'chatId': AG(1), 'cron': '0 9 * * 1'})[1]['result']['scheduleId'] for _ in 'ab']; c.j('DELETE', '/me/schedules/' + a); return c.j('GET', '/me/schedules/' + b)[0] == 200
@check('POST /me/schedules', I, 'one request', 'Refers to a chat owned by the caller; has a cron expression', 'enabled=false is turned into true (Elvis operator).')
def schedule_disabled_ignored(c):
    return c.j('POST', '/me/schedules', {'chatId': AG(1), 'cron': '0 9 * * 1', 'enabled': False})[1]['result']['enabled'] is False

@check('GET /me/tools/search', I, 'one or two requests', 'limit (integer, 1 to 200, default 20)', 'The limit cuts the tools before they are scored (LIMIT before ORDER in a subselect): small limits find nothing.')
def search_limit_before_order(c):
    a = c.j('GET', '/me/tools/search?q=push')[1]; return a and [x['name'] for x in c.j('GET', '/me/tools/search?q=push&limit=2')[1]] == [x['name'] for x in a[:2]]
@check('POST /me/tools/run/{tool_name}', I, 'two requests', 'body any JSON object (tool input)', 'Answers are memoized by tool and user, without the input.')
def tool_answer_memoized(c):
    c.tool('add_numbers', {'a': 1, 'b': 1}); return c.tool('add_numbers', {'a': 2, 'b': 5})[1]['structuredContent']['sum'] == 7
@check('POST /me/user-tools', I, 'two users', 'Public tools, tools in MCP format, tools installed by the user', 'A tool that one user has installed cannot be installed by another (unique index without the user).')
def tool_unique_across_users(c):
    for w in (c.own, c.other): c.j('DELETE', '/me/user-tools/echo_text', who=w)
    return [c.j('POST', '/me/user-tools', {'toolId': 'echo_text'}, who=w)[0] for w in (c.own, c.other)] == [200, 200]
@check('POST /me/tools/run/{tool_name}', S, 'one request', 'POST /me/tools/run/{tool_name} answers 401 when the JWT is invalid or missing.', 'Without a JWT, or with a bad one, the tool runs.')
def tool_run_anonymous(c):
    return c.tool('add_numbers', {'a': 1, 'b': 1}, who='')[0] == 401
@check('GET /me/', I, 'two users', '200 UserWithTier (current user)', 'The answer is memoized without the user: everybody is the first who asked.')
def me_memoized(c):
    return c.j('GET', '/me/')[1]['userId'] != c.j('GET', '/me/', who=c.sandbox)[1]['userId']
@check('POST /me/vip', S, 'two users', 'Redeemed once per user; own codes cannot be redeemed', 'A code that one user has redeemed cannot be redeemed by another.')
def vip_code_once_for_all(c):
    return [c.j('POST', '/me/vip', {'code': 'DAMSON-VIP-1'}, who=w)[0] for w in (c.own, c.sandbox)] == [200, 200]

N = 'POST /me/tools/run/{tool_name}'
@check(N, S, 'two requests', 'guid string (client-generated, for idempotency)', 'NOTIFIER_CREATE_PUSH makes a second push for a guid it has seen.')
def notifier_guid_ignored(c):
    g = str(uuid.uuid4()); a, b = [c.n('CREATE_PUSH', type='note', title='t', guid=g)['iden'] for _ in 'ab']; return a == b
@check(N, S, 'one request', 'url string (required when type=link)', 'NOTIFIER_CREATE_PUSH takes a link without url.')
def notifier_link_without_url(c):
    return c.tool('NOTIFIER_CREATE_PUSH', {'type': 'link', 'title': 't'})[0] == 400
@check(N, S, 'three requests', 'active boolean (true returns only active pushes)', 'NOTIFIER_LIST_PUSHES with active=true returns deleted pushes too.')
def notifier_active_ignored(c):
    p = c.n('CREATE_PUSH', type='note', title='t')['iden']; c.n('DELETE_PUSH', iden=p); return p not in [x['iden'] for x in c.n('LIST_PUSHES', active=True)['pushes']]
@check(N, I, 'two users', 'Delete all pushes of the user asynchronously', "NOTIFIER_DELETE_ALL_PUSHES deletes the pushes of all users.")
def notifier_delete_all_of_everybody(c):
    p = c.n('CREATE_PUSH', type='note', title='t')['iden']; c.tool('NOTIFIER_DELETE_ALL_PUSHES', {}, who=c.other); time.sleep(.8); return p in [x['iden'] for x in c.n('LIST_PUSHES', active=True)['pushes']]
@check(N, S, 'three requests', 'Mute or unmute a chat', 'NOTIFIER_UPDATE_CHAT with muted=false leaves the chat muted (Elvis operator).')
def notifier_unmute_lost(c):
    i = c.n('CREATE_CHAT', email='x%s@a.example' % uuid.uuid4().hex[:6])['iden']; c.n('UPDATE_CHAT', iden=i, muted=True); return c.n('UPDATE_CHAT', iden=i, muted=False)['muted'] is False

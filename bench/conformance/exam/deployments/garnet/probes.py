#!/usr/bin/env python3
"""Each fault with a probe: true without the fault, false with it. probes.py [PORT [id...]]; writes faults.json from those shown."""
import sys, threading, time, json, base64
from lib import *
A = F['agentId']
FAULTS = []
def fault(id, operation, basis, needs, words, what):
    def deco(fn):
        FAULTS.append(({'id': id, 'operation': operation, 'basis': basis, 'needs': needs, 'words': words, 'what': what}, fn)); return fn
    return deco
def both(*fns):
    out = [None] * len(fns)
    def go(i): out[i] = fns[i]()
    ts = [threading.Thread(target=go, args=(i,)) for i in range(len(fns))]
    [t.start() for t in ts]; [t.join() for t in ts]
    return out
W, WN = '{agents_url}', '{agents_url}/ndjson'
B = '{base_url}'
S, I = 'stated', 'implied'

# ---- Workers API
@fault('post-same-run-id', f'POST {W}/{{agent_id}}', S, 'sequence', 'every POST returns a new run ID in X-Service-Run-ID', 'A second POST of the same user with the same message to the same worker answers with the run ID of the first and goes on in that run.')
def _(s): return s.start('same') != s.start('same')
@fault('post-keeps-context', f'POST {WN}/{{agent_id}}', S, 'sequence', 'A POST starts a new interaction with a clear context', "The NDJSON POST carries the messages of the user's last run with this worker into the new run.")
def _(s): s.start('one'); return len(s.hist(s.start('two', nd=True)).json) == 2
@fault('ndjson-put-no-run-id', f'PUT {WN}/{{agent_id}}/{{run_id}}', S, 'sequence', 'Header X-Service-Run-ID is sent again', 'The NDJSON PUT answers without the header X-Service-Run-ID.')
def _(s): r = s.start(); return s.cont(r, nd=True).headers.get('x-service-run-id') == r
@fault('put-409-adds-message', [f'PUT {W}/{{agent_id}}/{{run_id}}', f'PUT {WN}/{{agent_id}}/{{run_id}}'], S, 'sequence', 'Rejected with status 409; message not added', 'The PUT during a job is refused with 409, and its message stands in the history all the same.')
def _(s): r = s.start(F['backgroundMessage']); return s.cont(r).status == 409 and len(s.hist(r).json) == 2
@fault('ndjson-put-during-job', f'PUT {WN}/{{agent_id}}/{{run_id}}', S, 'sequence', 'When a job is running, PUT returns 409', 'The NDJSON PUT is taken while a background job runs; only the text PUT is refused.')
def _(s): r = s.start(F['backgroundMessage']); return s.cont(r, nd=True).status == 409
@fault('job-header-after-error', f'GET {W}/{{agent_id}}/{{run_id}}', S, 'timing', 'job finishes, successfully or with an error: GET no longer returns x-service-job-id', 'After a job that ended with an error GET goes on sending x-service-job-id.')
def _(s): r = s.start(F['backgroundErrorMessage']); time.sleep(4.3); return 'x-service-job-id' not in s.hist(r).headers
@fault('job-header-first-get-only', f'GET {W}/{{agent_id}}/{{run_id}}', S, 'sequence', 'Header x-service-job-id is present while a background job runs and absent otherwise', 'Only the first GET during a job has x-service-job-id; later ones have not, while PUT is still refused.')
def _(s): r = s.start(F['backgroundMessage']); return all('x-service-job-id' in s.hist(r).headers for _ in '123')
@fault('text-put-leaks-tool', f'PUT {W}/{{agent_id}}/{{run_id}}', S, 'sequence', "Streamed text with only the worker's user-facing output (no tool calls or debug data)", 'The text stream of a PUT also has the raw output of the tool that the worker called.')
def _(s): return 'HW0412' not in s.cont(s.start(), F['toolCallMessage']['message']).text
@fault('history-sorted-by-role', f'GET {W}/{{agent_id}}/{{run_id}}', S, 'sequence', 'JSON array of messages, each with role and content, in conversation order', 'Within each turn the answer of the assistant stands before the message of the user.')
def _(s): return [m['role'] for m in s.hist(s.start()).json] == ['user', 'assistant']
@fault('get-run-of-other-user', f'GET {W}/{{agent_id}}/{{run_id}}', I, 'sequence', 'Authorization: Bearer <API_KEY>', "With another user's API key the messages of a run that is not theirs are read.")
def _(s): return s.hist(s.start(), KEY2).status in (401, 403, 404)
@fault('deleted-key-still-works', [f'POST {W}/{{agent_id}}', f'PUT {W}/{{agent_id}}/{{run_id}}', f'GET {W}/{{agent_id}}/{{run_id}}', f'DELETE {B}/me/api-keys/{{api_key_id}}'], I, 'sequence', 'every request carries the header Authorization: Bearer <API_KEY>', 'An API key that was deleted is still taken by the Workers API.')
def _(s): k = s.post('/me/api-keys', {'name': 'k'}).json; s.start(auth=k['key']); s.delete(f"/me/api-keys/{k['apiKeyId']}"); return s.post('/workers/' + A, {'message': 'x'}, k['key']).status == 401
@fault('put-concurrent-lost', [f'PUT {W}/{{agent_id}}/{{run_id}}', f'PUT {WN}/{{agent_id}}/{{run_id}}'], I, 'timing', 'A PUT with a run ID adds a user message to that run and keeps its history', 'Of two PUTs at once to one run, both answered 200, one message is lost from the history.')
def _(s):
    r = s.start(); a = both(lambda: s.cont(r, 'aa'), lambda: s.cont(r, 'bb')); h = [m['content'] for m in s.hist(r).json]
    return [x.status for x in a] == [200, 200] and 'aa' in h and 'bb' in h
@fault('text-stream-ascii', [f'POST {W}/{{agent_id}}', f'PUT {W}/{{agent_id}}/{{run_id}}'], I, 'request', "Streamed text with only the worker's user-facing output", 'The text stream is cut into chunks by bytes, and characters on a border become U+FFFD, unlike in the history.')
def _(s): r = s.post('/workers/' + A, {'message': 'a日本 né'}, KEY); return r.text == s.hist(r.headers['x-service-run-id']).json[1]['content']
@fault('put-run-of-other-agent', [f'PUT {W}/{{agent_id}}/{{run_id}}', f'PUT {WN}/{{agent_id}}/{{run_id}}'], I, 'sequence', 'A PUT with a run ID adds a user message to that run', 'A run is continued under the address of a worker that it does not belong to, and the message is added.')
def _(s): r = s.start(); return s.cont(r, agent=F['ownPaidAgentId']).status == 404 and len(s.hist(r).json) == 2
@fault('history-trims-content', f'GET {W}/{{agent_id}}/{{run_id}}', I, 'sequence', 'JSON array of messages, each with role and content', 'Line breaks and runs of spaces in the messages come back as one space.')
def _(s): return s.hist(s.start('a\n\n  b ')).json[0]['content'] == 'a\n\n  b '

# ---- NOTIFIER
RUN = f'POST {B}/me/tools/run/'
@fault('push-guid-ignored', RUN + 'NOTIFIER_CREATE_PUSH', S, 'sequence', 'guid string (client-generated, for idempotency)', 'A second push with the same guid makes a second push.')
def _(s): return len({s.n('CREATE_PUSH', type='note', guid='g1')['iden'] for _ in '12'}) == 1
@fault('push-link-no-url', RUN + 'NOTIFIER_CREATE_PUSH', S, 'request', 'url string (required when type=link)', 'A link without url is accepted.')
def _(s): return s.tool('NOTIFIER_CREATE_PUSH', type='link', title='t').status == 400
@fault('chats-limit-over-500', RUN + 'NOTIFIER_LIST_CHATS', S, 'request', 'limit integer (max 500)', 'A limit above 500 is accepted by NOTIFIER_LIST_CHATS.')
def _(s): return s.tool('NOTIFIER_LIST_CHATS', limit=501).status == 400
@fault('pushes-active-ignored', RUN + 'NOTIFIER_LIST_PUSHES', S, 'sequence', 'active boolean (true returns only active pushes)', 'With active true deleted pushes are listed as well.')
def _(s): p = s.n('CREATE_PUSH', type='note'); s.n('DELETE_PUSH', iden=p['iden']); return s.n('LIST_PUSHES', active=True)['pushes'] == []
@fault('chat-mute-toggles', RUN + 'NOTIFIER_UPDATE_CHAT', S, 'sequence', 'Mute or unmute a chat; muted boolean', 'The value of muted is not looked at: each call turns the state round, so muting a muted chat unmutes it.')
def _(s): c = s.n('CREATE_CHAT', email='x@y.example')['iden']; s.n('UPDATE_CHAT', iden=c, muted=True); return s.n('UPDATE_CHAT', iden=c, muted=True)['muted'] is True
@fault('device-version-negative', RUN + 'NOTIFIER_UPDATE_DEVICE', S, 'sequence', 'app_version integer, non-negative', 'NOTIFIER_UPDATE_DEVICE takes a negative app_version.')
def _(s): d = s.n('CREATE_DEVICE', model='m', nickname='n', app_version=1, manufacturer='f')['iden']; return s.tool('NOTIFIER_UPDATE_DEVICE', iden=d, app_version=-2).status == 400
@fault('push-items-unchecked', RUN + 'NOTIFIER_UPDATE_PUSH', S, 'sequence', 'items array (list-style pushes; each item has text string and checked boolean)', 'The items are saved with checked false whatever was sent.')
def _(s): p = s.n('CREATE_PUSH', type='note')['iden']; s.n('UPDATE_PUSH', iden=p, items=[{'text': 'a', 'checked': True}]); return s.n('LIST_PUSHES')['pushes'][0]['items'][0]['checked'] is True
@fault('device-update-clears', RUN + 'NOTIFIER_UPDATE_DEVICE', I, 'sequence', 'Update device metadata', 'Fields that the update does not name (icon, model, nickname, manufacturer) are emptied.')
def _(s): d = s.n('CREATE_DEVICE', model='m', nickname='n', app_version=1, manufacturer='f')['iden']; s.n('UPDATE_DEVICE', iden=d, nickname='q'); return s.n('LIST_DEVICES')['devices'][0]['model'] == 'm'
@fault('pushes-page-overlap', RUN + 'NOTIFIER_LIST_PUSHES', I, 'sequence', 'limit integer (max 500, default 500); cursor string', 'Each next page begins with the last push of the page before.')
def _(s):
    [s.n('CREATE_PUSH', type='note') for _ in '123']; p = s.n('LIST_PUSHES', limit=2); q = s.n('LIST_PUSHES', limit=2, cursor=p['cursor'])
    return not {x['iden'] for x in p['pushes']} & {x['iden'] for x in q['pushes']}
@fault('delete-all-of-everyone', RUN + 'NOTIFIER_DELETE_ALL_PUSHES', I, 'sequence', 'Delete all pushes of the user asynchronously', "The pushes of every user's account are deleted.")
def _(s): s.n('CREATE_PUSH', OTHER, type='note'); s.n('DELETE_ALL_PUSHES'); time.sleep(.3); return len(s.n('LIST_PUSHES', OTHER, active=True)['pushes']) == 1
@fault('chat-delete-cross-account', RUN + 'NOTIFIER_DELETE_CHAT', I, 'sequence', 'Delete a chat', "With its iden one user deletes a chat of another user's account.")
def _(s): c = s.n('CREATE_CHAT', email='x@y.example')['iden']; s.tool('NOTIFIER_DELETE_CHAT', OTHER, iden=c); return len(s.n('LIST_CHATS')['chats']) == 1

# ---- User API, stated
@fault('runs-default-20', f'GET {B}/me/agent-runs', S, 'sequence', 'limit (integer, default 30)', 'Without limit a page has 20 runs, not 30.')
def _(s): [s.post(f'/me/chats/{A}/runs') for _ in range(32)]; return len(s.get('/me/agent-runs')['items']) == 30
@fault('subscribe-own', f'POST {B}/me/agents/{{agent_id}}/subscribe', S, 'request', '400 agent is not paid or caller is its owner', 'The owner of a paid agent gets a checkout session for it.')
def _(s): return s.post(f"/me/agents/{F['ownPaidAgentId']}/subscribe", {}).status == 400
@fault('unsubscribe-twice', f'POST {B}/me/agents/{{agent_id}}/unsubscribe', S, 'sequence', '400 no active subscription to cancel', 'A second unsubscribe of the same agent is answered 200 again.')
def _(s): p = f"/me/agents/{F['unsubscribeAgentId']}/unsubscribe"; return (s.post(p).status, s.post(p).status) == (200, 400)
SC = '/me/agent-studio-chats'
@fault('studio-clone-own-private', f'POST {B}{SC}/{{run_id}}/clone', S, 'sequence', '400 private chats cannot be cloned', 'The owner may clone a private studio chat of their own.')
def _(s): s.post(SC, {'runId': 'r', 'visibility': 'private'}); return s.post(SC + '/r/clone').status == 400
@fault('studio-sandbox-patch-private', f'PATCH {B}{SC}/{{run_id}}', S, 'sequence', '400 sandbox tier setting private', 'A user in the sandbox tier makes a studio chat private by PATCH.')
def _(s): s.post(SC, {'runId': 'r'}, SB); return s.patch(SC + '/r', {'visibility': 'private'}, SB).status == 400
@fault('studio-private-anonymous', f'GET {B}{SC}/{{run_id}}', S, 'sequence', '403 no permission', 'Who sends no credential reads private studio chats; only other users with a credential are refused.')
def _(s): s.post(SC, {'runId': 'r', 'visibility': 'private'}); return s.get(SC + '/r', None).status == 403
@fault('chat-create-no-prompt', f'POST {B}/me/chats', S, 'request', '400 missing chat prompt or sandbox tier setting private', 'POST /me/chats without a chat prompt makes a chat.')
def _(s): return s.post('/me/chats', {'name': 'n'}).status == 400
@fault('agent-upsert-creates', f'POST {B}/me/agents', S, 'sequence', 'body AgentRequest (create or update)', 'A POST that names an agent of the caller makes a new agent and leaves the named one as it was.')
def _(s): a = s.agent(); return s.post('/me/agents', {'agentId': a, 'chatPrompt': 'new'})['agentId'] == a and s.get('/me/agents/' + a)['chatPrompt'] == 'new'
@fault('file-delete-200', f'DELETE {B}/me/agents/{{agent_id}}/files/{{file_id}}', S, 'sequence', '204 no body', 'The deletion of a file is answered 200 with the file as body.')
def _(s): p = f'/me/agents/{s.agent()}/files'; x = s.post(p, {'fileName': 'a'})['fileId']; r = s.delete(p + '/' + x); return (r.status, r.raw) == (204, b'')
@fault('files-by-creation', [f'GET {B}/me/agents/{{agent_id}}/files', f'PUT {B}/me/agents/{{agent_id}}/files/positions'], S, 'sequence', 'Belongs to an agent; ordered by position', 'Files are listed in the order of their creation, whatever their positions are.')
def _(s):
    p = f'/me/agents/{s.agent()}/files'; x, y = [s.post(p, {'fileName': n})['fileId'] for n in 'ab']
    s.put(p + '/positions', {'positions': [{'fileId': x, 'position': 1}, {'fileId': y, 'position': 0}]}); return [i['fileId'] for i in s.get(p)['items']] == [y, x]
@fault('key-list-shows-key', f'GET {B}/me/api-keys', S, 'request', 'A hidden variant omits the key value; 200 array of ApiKeyHidden', 'The list of API keys has the value of each key.')
def _(s): return 'gk_live' not in s.get('/me/api-keys').text
@fault('cli-read-race', f'GET {B}/me/cli-auth/{{auth_id}}', S, 'timing', 'the JWT is consumed by the read; read once and consumed', 'Two reads at once of an attached session both get the JWT.')
def _(s): i = s.post('/me/cli-auth', None, None)['cliAuthId']; s.put('/me/cli-auth/' + i, {'jwt': OWN}); r = both(*[lambda: s.get('/me/cli-auth/' + i, None).json] * 2); return sorted(x == OWN for x in r) == [False, True]
@fault('schedule-foreign-chat', f'POST {B}/me/schedules', S, 'request', '403 chat ID invalid, missing or not owned by the caller', "A schedule is made for another user's public chat.")
def _(s): return s.post('/me/schedules', {'chatId': F['unpaidAgentId'], 'cron': F['cron']}).status == 403
@fault('search-limit-201', f'GET {B}/me/tools/search', S, 'request', 'limit (integer, 1 to 200, default 20)', 'A limit above 200 is accepted.')
def _(s): return s.get('/me/tools/search?q=push&limit=201').status == 422
@fault('tool-run-signature', f'POST {B}/me/tools/run/{{tool_name}}', S, 'request', '401 invalid or missing JWT', 'The signature and the expiry of the JWT are not checked when a tool is run: a forged one is taken.')
def _(s): t = OWN.split('.'); return s.tool('count_words', '.'.join(t[:2] + [t[2][::-1]]), text='a').status == 401
@fault('vip-race', f'POST {B}/me/vip', S, 'timing', 'Redeemed once per user', 'Two redemptions of one code at once by the same user are both answered 200 and counted.')
def _(s): r = both(*[lambda: s.post('/me/vip', {'code': F['vipCode']}).status] * 2); return sorted(r) == [200, 400] and s.get('/me/vip')['count'] == 1
@fault('webhook-unsigned', f'POST {B}/me/payments/webhook', S, 'request', 'the request must carry a signature; 400 is returned when it is missing', 'An event without the signature header is processed.')
def _(s): return s.call('POST', '/me/payments/webhook', auth=None, raw=F['webhook']['body']).status == 400
@fault('subscribers-default-30', f'GET {B}/me/monetization/subscribers', S, 'request', 'query period (integer, 1 to 365, default 28)', 'Without period the daily subscriber counts cover 30 days, not 28.')
def _(s): return s.get('/me/monetization/subscribers').json == s.get('/me/monetization/subscribers?period=28').json
@fault('toolsets-no-auth', f'GET {B}/me/toolsets/list', S, 'request', 'Endpoints marked (no auth declared) list no security requirement; all others require a bearer credential', 'The toolsets are listed without a credential.')
def _(s): return s.get('/me/toolsets/list', None).status == 401

# ---- User API, implied
@fault('runs-cursor-skips', f'GET {B}/me/agent-runs', I, 'sequence', 'list endpoints with next_cursor take a date-time cursor and a limit', 'The cursor of a page is the time of the first run of the next page, which is then left out: one run is lost at each border.')
def _(s):
    want = {s.post(f'/me/chats/{A}/runs')['runId'] for _ in range(5)}; got, c = [], ''
    while True:
        p = s.get('/me/agent-runs?limit=2' + c).json; got += [i['runId'] for i in p['items']]
        if not p['nextToken']: return sorted(got) == sorted(want)
        c = '&next_cursor=' + p['nextToken']
@fault('run-logs-of-others', f'GET {B}/me/agent-runs/{{run_id}}/logs', I, 'sequence', 'Read-only logs of a run', "The log of another user's run is shown.")
def _(s): r = s.get(f'/me/agent-runs/{s.start()}/logs', OTHER); return r.status == 404 or r.json == []
@fault('executions-of-all', f'GET {B}/me/executions', I, 'sequence', '200 ToolExecutionLogsResponse', 'The tool executions of all users, with their inputs, are listed.')
def _(s): s.tool('count_words', text='secret'); return 'secret' not in s.get('/me/executions', OTHER).text
@fault('canceled-subscription-listed', f'GET {B}/me/subscriptions', I, 'sequence', '200 AgentSubscriptionListResponse', 'After unsubscribe the subscription still stands in the list as active, while GET of it is 404.')
def _(s): a = F['unsubscribeAgentId']; s.post(f'/me/agents/{a}/unsubscribe'); return a not in [x['agentId'] for x in s.get('/me/subscriptions')['items'] if x['status'] == 'active']
@fault('install-for-everyone', [f'POST {B}/me/user-tools', f'GET {B}/me/user-tools'], I, 'sequence', 'tools installed by the user', 'What one user installs is installed for every user.')
def _(s): s.post('/me/user-tools', {'toolId': F['installableToolId']}); return s.get('/me/user-tools', OTHER).json == []
@fault('chat-patch-refused-saved', f'PATCH {B}/me/chats/{{chat_id}}', I, 'sequence', '400 sandbox tier setting private', 'The PATCH of a sandbox user to private is refused with 400, yet the chat is private afterwards.')
def _(s): a = s.agent(SB); s.patch('/me/chats/' + a, {'visibility': 'private'}, SB); return s.get('/me/chats/' + a, SB)['visibility'] == 'public'
@fault('slug-generated-taken', f'POST {B}/me/agents/vanity/slug', I, 'sequence', '200 body unspecified (generated slug)', 'The generated slug may be one that an agent has already, which the availability check then calls taken.')
def _(s):
    b = s.post('/me/agents/vanity/slug', {'name': 'Tide Mill'})['slug']; s.agent(vanitySlug=b); n = s.post('/me/agents/vanity/slug', {'name': 'Tide Mill'})['slug']
    return s.get('/me/agents/vanity/slug?slug=' + n)['available'] is True
@fault('upsell-not-stored', f'POST {B}/me/agents/{{agent_id}}/upsell-description', I, 'sequence', '200 AgentModel (upsell description generated)', 'The generated description is in the answer only: the agent read afterwards has none.')
def _(s): a = s.agent(); d = s.post(f'/me/agents/{a}/upsell-description')['upsellDescription']; return s.get('/me/agents/' + a)['upsellDescription'] == d
@fault('theme-refused-clears', f'PUT {B}/me/agents/{{agent_id}}/customizations/theme', I, 'sequence', '400 invalid theme color format', 'A PUT refused for its color removes the theme that was set before.')
def _(s): p = f'/me/agents/{s.agent()}/customizations/theme'; s.put(p, {'themeColor': '#112233'}); s.put(p, {'themeColor': 'red'}); return (s.get(p).json or {}).get('themeColor') == '#112233'
@fault('positions-partly-saved', f'PUT {B}/me/agents/{{agent_id}}/files/positions', I, 'sequence', 'batch ordering; 404', 'When a later file of the batch is unknown, the answer is 404 but the positions before it are saved.')
def _(s):
    p = f'/me/agents/{s.agent()}/files'; x = s.post(p, {'fileName': 'a'})['fileId']
    s.put(p + '/positions', {'positions': [{'fileId': x, 'position': 5}, {'fileId': A, 'position': 0}]}); return s.get(p + '/' + x)['position'] == 0
@fault('file-patch-resets-position', f'PATCH {B}/me/agents/{{agent_id}}/files/{{file_id}}', I, 'sequence', 'Belongs to an agent; ordered by position', 'A PATCH without position sets the position of the file to 0.')
def _(s): p = f'/me/agents/{s.agent()}/files'; s.post(p, {'fileName': 'a'}); x = s.post(p, {'fileName': 'b'}).json; s.patch(p + '/' + x['fileId'], {'fileName': 'c'}); return s.get(p + '/' + x['fileId'])['position'] == x['position']
@fault('file-of-other-agent', f'GET {B}/me/agents/{{agent_id}}/files/{{file_id}}', I, 'sequence', 'Belongs to an agent', 'A file is found under the path of any agent of the caller, also the file of another agent.')
def _(s): x = s.post(f'/me/agents/{s.agent()}/files', {'fileName': 'a'})['fileId']; return s.get(f'/me/agents/{s.agent()}/files/{x}').status == 404
@fault('chat-clone-changes-source', f'POST {B}/me/chats/{{chat_id}}/clone', I, 'sequence', 'optional body AgentRequestPartial or null', 'What the body of the clone changes is changed in the source as well.')
def _(s): a = s.agent(visibility='public'); s.post(f'/me/chats/{a}/clone', {'chatPrompt': 'other'}, OTHER); return s.get('/me/chats/' + a)['chatPrompt'] == 'Be kind.'
@fault('og-of-private', f'GET {B}/me/chats/{{chat_id}}/og', I, 'sequence', '200 body unspecified (social-preview metadata)', 'The preview of a private chat, with its prompt, is shown to anybody.')
def _(s): a = s.agent(visibility='private', chatPrompt='hush'); return 'hush' not in s.get(f'/me/chats/{a}/og', None).text
@fault('chat-patch-empty-name', [f'PATCH {B}/me/chats/{{chat_id}}'], I, 'sequence', 'body AgentRequestPartial', 'An empty text for the name is taken for absent: the name stays what it was.')
def _(s): a = s.agent(name='N'); s.patch('/me/chats/' + a, {'name': ''}); return s.get('/me/chats/' + a)['name'] == ''
@fault('prompt-html-escaped', [f'POST {B}/me/agents', f'POST {B}/me/chats', f'PUT {B}/me/chats/{{chat_id}}', f'PATCH {B}/me/chats/{{chat_id}}', f'POST {B}/me/chats/{{chat_id}}/clone'], I, 'request', 'Has chat prompt (required on create/upsert)', "The chat prompt is stored HTML-escaped: <, >, & and quotes come back as entities.")
def _(s): return s.get('/me/agents/' + s.agent(chatPrompt='a < b & "c"'))['chatPrompt'] == 'a < b & "c"'
@fault('deleted-agent-listed', [f'GET {B}/me/agents', f'DELETE {B}/me/chats/{{chat_id}}'], I, 'sequence', '200 array of AgentModel', 'After DELETE /me/chats/{chat_id} the agent is gone from /me/chats but still in /me/agents.')
def _(s): a = s.agent(); s.delete('/me/chats/' + a); return a not in s.get('/me/agents').text
@fault('key-delete-of-others', f'DELETE {B}/me/api-keys/{{api_key_id}}', I, 'sequence', '404', "Anybody deletes any user's API key by its number.")
def _(s): k = s.post('/me/api-keys', {'name': 'k'})['apiKeyId']; s.delete(f'/me/api-keys/{k}', OTHER); return s.get(f'/me/api-keys/{k}').status == 200
@fault('credits-use-race', f'POST {B}/me/credits/use', I, 'timing', 'Balance of agent execution credits; can be used', 'Uses at once read the same balance: several are answered, one credit is taken.')
def _(s): b = s.get('/me/credits')['balance']; both(*[lambda: s.post('/me/credits/use')] * 3); return s.get('/me/credits')['balance'] == b - 3
@fault('earnings-day-missing', f'GET {B}/me/monetization/earnings', I, 'request', '200 MonetizationEarningsResponse (daily earnings)', "Today is missing from the daily earnings: period days less one, and they do not add up to the total.")
def _(s): e = s.get('/me/monetization/earnings?period=10').json; return len(e['items']) == 10 and sum(i['earnings'] for i in e['items']) == e['totalEarnings']
@fault('bundle-tool-delete-all', f'DELETE {B}/me/bundles/{{bundle_id}}/tools/{{tool_id}}', I, 'sequence', '200 UserBundleTool', 'Removing one tool empties the bundle.')
def _(s): p = f"/me/bundles/{s.post('/me/bundles')['bundleId']}/tools"; [s.post(p, {'toolId': t}) for t in ('count_words', 'convert_units')]; s.delete(p + '/count_words'); return len(s.get(p).json) == 1
@fault('bundle-put-refused-saved', f'PUT {B}/me/bundles/{{bundle_id}}', I, 'sequence', '409 update failed', 'A PUT refused with 409 for an unknown tool has renamed the bundle.')
def _(s): b = s.post('/me/bundles').json; p = f"/me/bundles/{b['bundleId']}"; s.put(p, {'name': 'zzz', 'tools': ['nope']}); return s.get(p)['name'] == b['name']
@fault('schedule-put-not-stored', f'PUT {B}/me/schedules/{{schedule_id}}', I, 'sequence', 'body ScheduleUpdateRequest', 'The answer shows the change, but the schedule read afterwards is the old one.')
def _(s): i = s.post('/me/schedules', {'chatId': A, 'cron': F['cron']})['scheduleId']; s.put('/me/schedules/' + i, {'cron': '5 5 * * *'}); return s.get('/me/schedules/' + i)['cron'] == '5 5 * * *'
@fault('uninstall-keeps', f'DELETE {B}/me/user-tools/{{tool_id}}', I, 'sequence', '200 UserInstalledTool', 'The answer is 200, but the tool stays installed.')
def _(s): t = F['installableToolId']; s.post('/me/user-tools', {'toolId': t}); s.delete('/me/user-tools/' + t); return s.get('/me/user-tools').json == []
@fault('vip-refused-counts', [f'POST {B}/me/vip', f'GET {B}/me/vip'], I, 'sequence', '400 invalid code, own code, or a code already redeemed by the caller', 'A second redemption of a code is refused, and the count goes up all the same.')
def _(s): [s.post('/me/vip', {'code': F['vipCode']}) for _ in '12']; return s.get('/me/vip')['count'] == 1

if __name__ == '__main__':
    port, only = int(sys.argv[1]) if len(sys.argv) > 1 else 9602, sys.argv[2:]
    good, failed = [], []
    for d, fn in FAULTS:
        if only and d['id'] not in only: continue
        res = []
        for ft in ('', d['id']):
            s = Server(port, ft)
            try: res.append(fn(s))
            except Exception as e: res.append(repr(e))
            finally: s.stop()
        (good if res == [True, False] else failed).append(d)
        if res != [True, False]: print(d['id'], res)
    n = lambda l, k, v: sum(x[k] == v for x in l)
    print(len(good), 'shown;', len(failed), 'not;', n(good, 'basis', S), 'stated', n(good, 'basis', I), 'implied;', {k: n(good, 'needs', k) for k in ('request', 'sequence', 'timing')})
    if not only: json.dump(good, open(HERE + '/faults.json', 'w'), indent=1, ensure_ascii=False)

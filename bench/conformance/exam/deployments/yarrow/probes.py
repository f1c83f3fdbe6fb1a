#!/usr/bin/env python3
"""Shows each fault: a probe's value without the fault is as expected, and differs with it. Then writes faults.json with those shown."""
import sys, time, threading, base64
from client import *
from concurrent.futures import ThreadPoolExecutor
AU = '{agents_url}'; BU = '{base_url}/me'
F = []
def f(id, op, basis, needs, words, what, good):
    def deco(fn): F.append((id, op, basis, needs, words, what, good, fn)); return fn
    return deco
def both(fn, n=2):
    with ThreadPoolExecutor(n) as ex: return [x.result() for x in [ex.submit(fn, i) for i in range(n)]]
st, im = 'stated', 'implied'; rq, sq, ti = 'request', 'sequence', 'timing'
LONG, FAILS = 'Start the long job', 'Start a job that fails'
def R(run, a=1, nd=''): return '%s/%s/%s' % (nd, A(a), run)
# ---- Workers API
PUTS = ['PUT {agents_url}/{agent_id}/{run_id}', 'PUT {agents_url}/ndjson/{agent_id}/{run_id}']; POSTS = ['POST {agents_url}/{agent_id}', 'POST {agents_url}/ndjson/{agent_id}']; GETW = 'GET {agents_url}/{agent_id}/{run_id}'
f('w-put-no-run-header', PUTS, st, sq, 'Header X-Service-Run-ID is sent again.', 'The answer to a PUT has no X-Service-Run-ID.', True)(lambda c: 'X-Service-Run-ID' in c.w('PUT', R(c.start()), 'x').headers)
f('w-put-runs-during-job', PUTS, st, sq, 'When a job is running, PUT returns 409.', 'A PUT while a background job runs is accepted with 200.', 409)(lambda c: c.w('PUT', R(c.start(LONG, 2), 2), 'x').status_code)
f('w-ndjson-put-no-409', PUTS[1], st, sq, 'When a job is running, PUT returns 409.', 'Only the NDJSON PUT forgets to look for a running job and is accepted.', 409)(lambda c: c.w('PUT', R(c.start(LONG, 2), 2, '/ndjson'), 'x').status_code)
@f('w-409-appends', PUTS, st, sq, 'Rejected with status 409; message not added', 'The PUT is refused with 409, yet its message stands in the history afterwards.', 0)
def _(c): r = c.start(LONG, 2); n = len(c.hist(r, 2)); c.w('PUT', R(r, 2), 'x'); return len(c.hist(r, 2)) - n
@f('w-post-blocked-by-job', POSTS, st, sq, 'A POST is always allowed, also while a job is running.', 'A POST to the same worker while a job of the caller runs answers 409.', 200)
def _(c): c.start(LONG, 2); return c.w('POST', '/' + A(2), 'x').status_code
@f('w-job-header-stuck-on-error', GETW, st, ti, 'job finishes, successfully or with an error | idle | GET no longer returns x-service-job-id', 'After a job that ended with an error GET returns x-service-job-id for ever, and PUT stays 409.', False)
def _(c): r = c.start(FAILS, 2); time.sleep(2.8); return 'x-service-job-id' in c.w('GET', R(r, 2)).headers
f('w-get-no-job-header', GETW, st, sq, 'Header x-service-job-id is present while a background job runs and absent otherwise', 'GET never carries x-service-job-id, also while a job runs.', True)(lambda c: 'x-service-job-id' in c.w('GET', R(c.start(LONG, 2), 2)).headers)
f('w-text-leaks-tools', [POSTS[0], PUTS[0]], st, rq, "Streamed text with only the worker's user-facing output (no tool calls or debug data)", "The text stream also holds the tool's raw answer.", False)(lambda c: 'STN-RAW' in c.w('POST', '/' + A(1), 'What is the tide?').text)
f('w-ndjson-no-tool-result', [POSTS[1], PUTS[1]], st, rq, "NDJSON stream with the worker's output plus out-of-band signals such as tool calls and their responses", 'The NDJSON stream has the tool call but not its response.', True)(lambda c: 'STN-RAW' in c.w('POST', '/ndjson/' + A(1), 'What is the tide?').text)
@f('w-ndjson-post-reuses-run', POSTS[1], st, sq, 'A POST starts a new interaction with a clear context; every POST returns a new run ID in X-Service-Run-ID.', "The NDJSON POST goes on with the caller's last run of this worker.", True)
def _(c): a = c.start(); return c.start(nd='/ndjson') != a
@f('w-put-forgets-history', PUTS, st, sq, 'A PUT with a run ID adds a user message to that run and keeps its history.', 'A PUT replaces the history: only its own exchange is left.', 4)
def _(c): r = c.start(); c.w('PUT', R(r), 'x'); return len(c.hist(r))
@f('w-get-sorted-by-role', GETW, st, sq, 'JSON array of messages, each with role and content, in conversation order.', 'The messages come sorted by role, all of the user first.', ['user', 'assistant'] * 2)
def _(c): r = c.start(); c.w('PUT', R(r), 'x'); return [m['role'] for m in c.hist(r)]
f('w-ndjson-glued', [POSTS[1], PUTS[1]], st, rq, "NDJSON stream with the worker's output plus out-of-band signals", 'Two records of the stream stand on one line, with no newline between them, so that the line is no JSON.', True)(lambda c: all(not __import__('re').search(r'\}\{', l) for l in c.w('POST', '/ndjson/' + A(1), 'Hi').text.splitlines()))
@f('w-concurrent-put-lost', PUTS, im, ti, 'A PUT with a run ID adds a user message to that run and keeps its history.', 'Of two PUTs at once to a run both are answered 200, but the history keeps only one of them.', 6)
def _(c): r = c.start(); both(lambda i: c.w('PUT', R(r), 'm%d' % i)); return len(c.hist(r))
@f('w-non-ascii-lost', PUTS + POSTS, im, sq, 'User message appended to the run history', 'Letters beyond ASCII in a message become question marks in the history and in the answer.', 'Grüße 日本')
def _(c): return c.hist(c.start('Grüße 日本'))[0]['content']
f('w-get-foreign-run', GETW, im, sq, 'Each call must carry an API key', "Any user's API key reads the run of another user.", True)(lambda c: c.w('GET', R(c.start()), who='other').status_code >= 400)
f('w-put-foreign-run', PUTS, im, sq, 'Each call must carry an API key', "Any user's API key goes on with the run of another user and writes into it.", True)(lambda c: c.w('PUT', R(c.start()), 'x', who='other').status_code >= 400)
@f('w-revoked-key-works', ['DELETE {base_url}/me/api-keys/{api_key_id}'] + POSTS, im, sq, 'An API key is created through POST /me/api-keys', 'A key that was deleted still opens the Workers API.', 401)
def _(c): k = c.j('POST', '/api-keys', {'name': 'k'}); c.j('DELETE', '/api-keys/%d' % k['id']); return c.w('POST', '/' + A(1), 'x', k['attributes']['key']).status_code
# ---- NOTIFIER
RUN = 'POST {base_url}/me/tools/run/{tool_name}'
f('n-link-without-url', RUN, st, rq, 'url string (required when type=link)', 'NOTIFIER_CREATE_PUSH takes a link without a url.', 400)(lambda c: c.ns('CREATE_PUSH', type='link', body='x'))
f('n-file-type-optional', RUN, st, rq, 'file_url string, file_name string, file_type string (MIME type), each required when type=file', 'NOTIFIER_CREATE_PUSH takes a file without file_type.', 400)(lambda c: c.ns('CREATE_PUSH', type='file', file_url='https://x.example/a', file_name='a'))
@f('n-guid-ignored', RUN, st, sq, 'guid string (client-generated, for idempotency)', 'A second NOTIFIER_CREATE_PUSH with the same guid makes a second push.', 1)
def _(c): [c.n('CREATE_PUSH', type='note', body='x', guid='g') for _ in '12']; return len(c.n('LIST_PUSHES', active=True)['pushes'])
@f('n-active-ignored', RUN, st, sq, 'active boolean (true returns only active pushes)', 'NOTIFIER_LIST_PUSHES with active=true also returns deleted pushes.', 0)
def _(c): c.n('DELETE_PUSH', iden=c.n('CREATE_PUSH', type='note', body='x')['iden']); return len(c.n('LIST_PUSHES', active=True)['pushes'])
@f('n-delete-all-skips-dismissed', RUN, st, sq, 'Delete all pushes of the user asynchronously', 'NOTIFIER_DELETE_ALL_PUSHES leaves the dismissed pushes.', 0)
def _(c): c.n('UPDATE_PUSH', iden=c.n('CREATE_PUSH', type='note', body='x')['iden'], dismissed=True); c.n('DELETE_ALL_PUSHES'); time.sleep(.15); return len(c.n('LIST_PUSHES', active=True)['pushes'])
f('n-limit-over-500', RUN, st, rq, 'limit integer (max 500)', 'The lists take a limit over 500.', 400)(lambda c: c.ns('LIST_PUSHES', limit=501))
f('n-app-version-negative', RUN, st, rq, 'app_version integer Req, non-negative', 'A device may have a negative app_version.', 400)(lambda c: c.ns('CREATE_DEVICE', model='M', nickname='N', manufacturer='X', app_version=-1))
@f('n-unmute-ignored', RUN, st, sq, 'Mute or unmute a chat', 'NOTIFIER_UPDATE_CHAT with muted=false leaves the chat muted.', False)
def _(c): i = c.n('CREATE_CHAT', email='a@b.example')['iden']; c.n('UPDATE_CHAT', iden=i, muted=True); c.n('UPDATE_CHAT', iden=i, muted=False); return c.n('LIST_CHATS')['chats'][0]['muted']
@f('n-update-device-wipes', RUN, im, sq, 'Update device metadata', 'NOTIFIER_UPDATE_DEVICE removes each field that it is not given.', 'M')
def _(c): c.n('UPDATE_DEVICE', iden=c.dev()['iden'], nickname='Q'); return c.n('LIST_DEVICES')['devices'][0].get('model')
@f('n-items-checked-lost', RUN, im, sq, 'each item has text string and checked boolean', 'NOTIFIER_UPDATE_PUSH stores every item as unchecked.', True)
def _(c): c.n('UPDATE_PUSH', iden=c.n('CREATE_PUSH', type='note', body='x')['iden'], items=[{'text': 'a', 'checked': True}]); return c.n('LIST_PUSHES')['pushes'][0]['items'][0]['checked']
@f('n-page-overlap', RUN, im, sq, 'limit integer (max 500); cursor string', 'With a cursor the next page begins with the last record of the page before.', 0)
def _(c):
    for i in range(5): c.n('CREATE_PUSH', type='note', body=str(i))
    a = c.n('LIST_PUSHES', limit=2); b = c.n('LIST_PUSHES', limit=2, cursor=a['cursor']); return len({x['iden'] for x in a['pushes']} & {x['iden'] for x in b['pushes']})
@f('n-device-zero-version', RUN, im, sq, 'app_version integer Req, non-negative', 'app_version 0 is lost when a device is registered.', 0)
def _(c): c.dev(app_version=0); return c.n('LIST_DEVICES')['devices'][0].get('app_version')
@f('n-delete-device-noop', RUN, im, sq, 'Delete a device', 'NOTIFIER_DELETE_DEVICE answers as done but the device stays.', 0)
def _(c): c.n('DELETE_DEVICE', device_iden=c.dev()['iden']); return len(c.n('LIST_DEVICES')['devices'])
# ---- runs, executions
def new_runs(c, n, who='own'): return [c.at('POST', '/chats/%s/runs' % A(1), who=who)['runId'] for _ in range(n)]
@f('runs-default-20', 'GET {base_url}/me/agent-runs', st, sq, 'limit (integer, default 30)', 'Without a limit 20 runs come instead of 30.', 30)
def _(c): new_runs(c, 32); return len(c.j('GET', '/agent-runs')['data'])
@f('runs-cursor-inclusive', 'GET {base_url}/me/agent-runs', im, sq, 'list endpoints with next_cursor take a date-time cursor and a limit', 'The last run of a page is the first of the next one.', 0)
def _(c): new_runs(c, 5); a = c.j('GET', '/agent-runs?limit=2'); b = c.j('GET', '/agent-runs', params={'limit': 2, 'next_cursor': a['meta']['nextCursor']}); return len({x['id'] for x in a['data']} & {x['id'] for x in b['data']})
f('run-view-foreign', 'GET {base_url}/me/agent-runs/{run_id}', im, sq, '404 run not found', 'The run of another user is shown.', 404)(lambda c: c.st('GET', '/agent-runs/' + c.start(), who='other'))
@f('mcp-logs-of-agent', 'GET {base_url}/me/agent-runs/{run_id}/mcp-server-logs', im, sq, 'Read-only logs of a run', 'The MCP logs are those of all runs of the agent, not of this run.', 1)
def _(c): a = c.start('What is the tide?'); c.start('What is the tide?'); return len(c.j('GET', '/agent-runs/%s/mcp-server-logs' % a))
@f('executions-of-all', 'GET {base_url}/me/executions', im, sq, 'Tool execution log', "The list holds other users' executions.", 0)
def _(c): c.run('echo_input', {}, 'other'); return len(c.j('GET', '/executions')['data'])
@f('execution-foreign', 'GET {base_url}/me/executions/{log_id}', im, sq, '404', "Another user's execution log is shown by its number.", 404)
def _(c): c.run('echo_input', {'a': 1}); return c.st('GET', '/executions/%d' % c.j('GET', '/executions')['data'][0]['id'], who='other')
# ---- subscriptions
SUB = 'POST {base_url}/me/agents/{agent_id}/subscribe'; UNS = 'POST {base_url}/me/agents/{agent_id}/unsubscribe'
sub = lambda n, v='subscribe': '/agents/%s/%s' % (A(n), v)
f('subscribe-unpaid', SUB, st, rq, '400 agent is not paid or caller is its owner', 'An agent without a price may be subscribed to.', 400)(lambda c: c.st('POST', sub(5), {}))
f('subscribe-own', SUB, st, rq, '400 agent is not paid or caller is its owner', 'The owner may subscribe to an own paid agent.', 400)(lambda c: c.st('POST', sub(3), {}))
f('subscribe-twice', SUB, st, rq, '402 already subscribed', 'Who is subscribed already gets another checkout session.', 402)(lambda c: c.st('POST', sub(6), {}))
@f('unsubscribe-twice-200', UNS, st, sq, '400 no active subscription to cancel', 'Unsubscribing without a subscription answers 200.', 400)
def _(c): c.st('POST', sub(7, 'unsubscribe')); return c.st('POST', sub(7, 'unsubscribe'))
@f('unsubscribe-drops-all', UNS, im, sq, 'Subscription of the caller to a paid agent', 'Unsubscribing from one agent ends all subscriptions of the caller.', 200)
def _(c): c.st('POST', sub(7, 'unsubscribe')); return c.st('GET', '/subscriptions/' + A(6))
f('subscriptions-of-all', 'GET {base_url}/me/subscriptions', im, rq, 'Subscription of the caller to a paid agent', "The list holds other users' subscriptions.", 0)(lambda c: len(c.j('GET', '/subscriptions', who='other')['data']))
# ---- studio
SC = '{base_url}/me/agent-studio-chats'; SR = SC + '/{run_id}'; sp = '/agent-studio-chats/'
f('studio-private-anonymous', 'GET ' + SR, st, sq, '403 no permission', 'A private studio chat is shown to callers without a credential.', 403)(lambda c: c.st('GET', sp + c.studio(visibility='private'), who=None))
f('studio-clone-200', 'POST ' + SR + '/clone', st, sq, '201 AgentStudioChat', 'Cloning answers 200.', 201)(lambda c: c.st('POST', sp + c.studio() + '/clone'))
f('studio-clone-private', 'POST ' + SR + '/clone', st, sq, '400 private chats cannot be cloned', 'A private studio chat can be cloned.', 400)(lambda c: c.st('POST', sp + c.studio(visibility='private') + '/clone'))
@f('studio-patch-sandbox-private', 'PATCH ' + SR, st, sq, '400 sandbox tier setting private', 'PATCH lets a sandbox user set a studio chat private.', 400)
def _(c): return c.st('PATCH', sp + c.studio('sandbox'), {'visibility': 'private'}, 'sandbox')
@f('studio-patch-clears', 'PATCH ' + SR, st, sq, 'body AgentStudioChatUpdate (partial update)', 'PATCH clears title and description that it is not given.', 'T')
def _(c): i = c.studio(); c.j('PATCH', sp + i, {'description': 'E'}); return c.at('GET', sp + i)['title']
f('studio-patch-foreign', 'PATCH ' + SR, st, sq, '403', "Another user's studio chat can be changed by PATCH.", 403)(lambda c: c.st('PATCH', sp + c.studio(), {'title': 'X'}, 'other'))
@f('studio-deleted-listed', ['DELETE ' + SR, 'GET ' + SC], im, sq, '200 AgentStudioChat (soft delete)', 'The list goes on showing deleted chats.', 0)
def _(c): c.j('DELETE', sp + c.studio()); return len(c.j('GET', '/agent-studio-chats'))
@f('studio-post-overwrites', 'POST ' + SC, st, sq, 'creates a chat, or returns the existing one when run_id exists', "A POST with an existing run_id overwrites the chat's title and description.", 'T')
def _(c): i = c.studio(); c.u('POST', '/agent-studio-chats', {'runId': i, 'title': 'Z'}); return c.at('GET', sp + i)['title']
@f('studio-run-id-taken-over', 'POST ' + SC, st, sq, '409 a chat with this run_id exists', "A POST with the run_id of another user's chat hands that chat to the caller.", 409)
def _(c): return c.st('POST', '/agent-studio-chats', {'runId': c.studio()}, 'other')
# ---- agents
AG = 'POST {base_url}/me/agents'
f('agent-no-prompt', AG, st, rq, '400 missing chat prompt', 'An agent without a chat prompt is made.', 400)(lambda c: c.st('POST', '/agents', {'name': 'x'}))
f('agent-upsert-sandbox-private', AG, st, sq, '400 missing chat prompt or sandbox tier setting private', 'By updating through POST a sandbox user can set an agent private.', 400)(lambda c: c.st('POST', '/agents', {'id': c.agent('sandbox'), 'chatPrompt': 'p', 'visibility': 'private'}, 'sandbox'))
f('agent-upsert-foreign', AG, st, sq, '403 No permission on the chat, agent, file or schedule chat', "POST with the id of another user's agent changes that agent.", 403)(lambda c: c.st('POST', '/agents', {'id': c.agent(), 'chatPrompt': 'mine'}, 'other'))
f('agent-private-to-any-user', ['GET {base_url}/me/agents/{agent_id}', 'GET {base_url}/me/chats/{chat_id}'], st, rq, '403 No permission on the chat, agent, file or schedule chat', 'Any user with a JWT reads private agents of others; only callers without one are refused.', 403)(lambda c: c.st('GET', '/agents/' + A(8)))
@f('agent-private-ignored', AG, im, sq, 'visibility (private or public)', 'A new agent is public though private was asked for.', 'private')
def _(c): return c.at('GET', '/agents/' + c.agent(visibility='private'))['visibility']
f('agents-list-public', ['GET {base_url}/me/agents', 'GET {base_url}/me/chats'], im, rq, '200 array of AgentModel', "The list holds other users' public agents.", False)(lambda c: A(5) in [a['id'] for a in c.j('GET', '/agents')])
@f('upsell-not-stored', 'POST {base_url}/me/agents/{agent_id}/upsell-description', im, sq, 'upsell description generated', 'The generated description is answered but not kept.', True)
def _(c): i = c.agent(); c.j('POST', '/agents/%s/upsell-description' % i); return bool(c.at('GET', '/agents/' + i)['upsellDescription'])
@f('slug-always-available', 'GET {base_url}/me/agents/vanity/slug', im, sq, 'availability result', 'A slug that an agent has is told to be available.', False)
def _(c): c.agent(vanitySlug='taken-one'); return c.at('GET', '/agents/vanity/slug?slug=taken-one')['available']
f('vibe-any-service', 'GET {base_url}/me/agents/{agent_id}/vibe', st, rq, 'service_name (required, one of three code-generation service names', 'Any service_name is taken.', 422)(lambda c: c.st('GET', '/agents/%s/vibe?service_name=nosuchservice' % A(1)))
TH = 'PUT {base_url}/me/agents/{agent_id}/customizations/theme'; th = lambda i: '/agents/%s/customizations/theme' % i
f('theme-any-color', TH, st, rq, '400 invalid theme color format', 'Any word is taken as a theme color.', 400)(lambda c: c.st('PUT', th(c.agent()), {'themeColor': 'notacolor'}))
f('theme-none-404', 'GET {base_url}/me/agents/{agent_id}/customizations/theme', st, sq, '200 AgentThemePreferenceResponse or null', 'An agent without a theme answers 404.', (200, None))(lambda c: c.u('GET', th(c.agent())) if c.st('GET', th(c.agent())) == 200 else 'x')
@f('theme-second-put-lost', TH, im, sq, '200 AgentThemePreferenceResponse', 'A second PUT is answered with the new color, but the first one stays.', '#222222')
def _(c): i = c.agent(); [c.j('PUT', th(i), {'themeColor': x}) for x in ('#111111', '#222222')]; return c.at('GET', th(i))['themeColor']
FL = '{base_url}/me/agents/{agent_id}/files'
@f('files-no-cap', 'POST ' + FL, st, sq, 'number of files per agent is capped; 400 when exceeded', 'There is no cap on the files of an agent.', 400)
def _(c): i = c.agent(); return [c.st('POST', '/agents/%s/files' % i, {'name': 'f%d' % n}) for n in range(60)][-1]
@f('files-in-creation-order', ['GET ' + FL, 'PUT ' + FL + '/positions'], st, sq, 'Belongs to an agent; ordered by position', 'The list stays in the order of creation after the positions were changed.', True)
def _(c):
    i = c.agent(); a, b = c.file(i), c.file(i); c.j('PUT', '/agents/%s/files/positions' % i, {'files': [{'id': a, 'position': 1}, {'id': b, 'position': 0}]}); return [x['id'] for x in c.j('GET', '/agents/%s/files' % i)['data']] == [b, a]
@f('positions-partly-done', 'PUT ' + FL + '/positions', im, sq, 'body AgentFileBatchPositionRequest (batch ordering)', 'A batch refused with 404 for an unknown file has changed the positions named before it.', 0)
def _(c): i = c.agent(); a, b = c.file(i), c.file(i); c.u('PUT', '/agents/%s/files/positions' % i, {'files': [{'id': a, 'position': 7}, {'id': A(99), 'position': 0}]}); return c.at('GET', '/agents/%s/files/%s' % (i, a))['position']
@f('file-delete-200', 'DELETE ' + FL + '/{file_id}', st, sq, '204 no body', 'DELETE answers 200 with the file.', 204)
def _(c): i = c.agent(); return c.raw('DELETE', '/agents/%s/files/%s' % (i, c.file(i))).status_code
@f('file-of-any-agent', ['GET ' + FL + '/{file_id}', 'PATCH ' + FL + '/{file_id}', 'DELETE ' + FL + '/{file_id}'], im, sq, 'Belongs to an agent', 'A file is found under any agent of the caller, not only under its own.', 404)
def _(c): return c.st('GET', '/agents/%s/files/%s' % (c.agent(), c.file(c.agent())))
@f('file-patch-clears-content', 'PATCH ' + FL + '/{file_id}', im, sq, 'body AgentFileUpdateRequest', 'A PATCH of the name alone empties the content.', 'text of f')
def _(c): i = c.agent(); x = '/agents/%s/files/%s' % (i, c.file(i)); c.j('PATCH', x, {'name': 'g'}); return c.at('GET', x)['content']
# ---- chats
CH = '{base_url}/me/chats/{chat_id}'
f('chat-put-foreign', 'PUT ' + CH, st, sq, '403 No permission on the chat', "PUT changes another user's chat.", 403)(lambda c: c.st('PUT', '/chats/' + c.agent(), {'chatPrompt': 'x'}, 'other'))
f('chat-patch-sandbox-private', 'PATCH ' + CH, st, sq, '400 sandbox tier setting private', 'PATCH lets a sandbox user set a chat private.', 400)(lambda c: c.st('PATCH', '/chats/' + c.agent('sandbox'), {'visibility': 'private'}, 'sandbox'))
@f('chat-patch-resets-visibility', 'PATCH ' + CH, im, sq, 'body AgentRequestPartial', 'A PATCH without visibility makes a private chat public.', 'private')
def _(c): i = c.agent(visibility='private'); c.j('PATCH', '/chats/' + i, {'name': 'Q'}); return c.at('GET', '/chats/' + i)['visibility']
@f('chat-delete-noop', 'DELETE ' + CH, im, sq, '200 AgentModel', 'DELETE answers 200 but the chat stays.', 404)
def _(c): i = c.agent(); c.j('DELETE', '/chats/' + i); return c.st('GET', '/chats/' + i)
@f('chat-delete-refused-but-done', 'DELETE ' + CH, im, sq, '403', "Deleting another user's chat answers 403, but the chat is gone.", 200)
def _(c): i = c.agent(); c.u('DELETE', '/chats/' + i, who='other'); return c.st('GET', '/chats/' + i)
f('chat-clone-own-private', 'POST ' + CH + '/clone', st, sq, '403 chat is not public', 'The owner can clone a private chat.', 403)(lambda c: c.st('POST', '/chats/%s/clone' % c.agent(visibility='private')))
@f('chat-clone-keeps-owner', 'POST ' + CH + '/clone', im, sq, 'POST /me/chats/{chat_id}/clone: 200 AgentModel', "A clone of another user's chat belongs to that user: the caller doesn't find it among the own chats.", True)
def _(c): i = c.j('POST', '/chats/%s/clone' % A(5))['id']; return i in [a['id'] for a in c.j('GET', '/chats')]
@f('chat-clone-body-ignored', 'POST ' + CH + '/clone', im, sq, 'optional body AgentRequestPartial or null', 'The body of a clone is ignored.', 'Mine')
def _(c): return c.at('POST', '/chats/%s/clone' % A(5), {'chatPrompt': 'Mine'})['chatPrompt']
f('chat-run-private', 'POST ' + CH + '/runs', st, rq, '403 No permission on the chat', "A run is made for another user's private chat.", 403)(lambda c: c.st('POST', '/chats/%s/runs' % A(8)))
# ---- keys, credits, payments
AK = '{base_url}/me/api-keys'
f('api-keys-list-shows-key', 'GET ' + AK, st, rq, 'A hidden variant omits the key value', 'The list holds the key values.', False)(lambda c: CR['apiKey'] in c.raw('GET', '/api-keys').text)
f('api-key-foreign', 'GET ' + AK + '/{api_key_id}', im, sq, '404', "Another user's key, with its value, is shown by its number.", 404)(lambda c: c.st('GET', '/api-keys/%d' % c.j('POST', '/api-keys', {'name': 'k'})['id'], who='other'))
@f('credits-race', 'POST {base_url}/me/credits/use', im, ti, 'Balance of agent execution credits; can be used', 'Of several uses at once only one counts.', 4)
def _(c): n = c.at('GET', '/credits')['balance']; both(lambda i: requests.post(c.base + '/me/credits/use', headers={'Authorization': 'Bearer ' + TOK['own']}), 4); return n - c.at('GET', '/credits')['balance']
@f('credits-use-answers-old', 'POST {base_url}/me/credits/use', im, sq, '200 AgentExecutionCredits', 'The answer holds the balance from before the use.', True)
def _(c): b = c.at('POST', '/credits/use')['balance']; return b == c.at('GET', '/credits')['balance']
W = FX['webhook']; wh = lambda c, h: c.raw('POST', '/payments/webhook', who=None, data=W['body'], headers={'content-type': 'application/json', **h}).status_code
f('webhook-unsigned', 'POST {base_url}/me/payments/webhook', st, rq, 'the request must carry a signature; 400 is returned when it is missing', 'An event without signature is taken.', 400)(lambda c: wh(c, {}))
f('webhook-any-signature', 'POST {base_url}/me/payments/webhook', im, rq, '400 missing signature or invalid event', 'Any signature will do.', 400)(lambda c: wh(c, {W['signatureHeader']: 'v1=00'}))
MO = ['GET {base_url}/me/monetization/' + x for x in ('summary', 'subscribers', 'earnings')]
f('period-over-365', MO, st, rq, 'query period (integer, 1 to 365, default 28)', 'A period over 365 is taken.', 422)(lambda c: c.st('GET', '/monetization/earnings?period=366'))
# ---- bundles
BU_ = '{base_url}/me/bundles'; bn = lambda c: '/bundles/%d' % c.j('POST', '/bundles')['id']
f('bundle-foreign', ['GET ' + BU_ + '/{bundle_id}', 'GET ' + BU_ + '/{bundle_id}/tools'], im, sq, '404', "Another user's bundle is shown by its number.", 404)(lambda c: c.st('GET', bn(c), who='other'))
@f('bundle-put-drops-tools', 'PUT ' + BU_ + '/{bundle_id}', im, sq, 'Holds tools', 'Renaming a bundle drops its tools.', 1)
def _(c): b = bn(c); c.j('POST', b + '/tools', {'toolId': 'echo_input'}); c.j('PUT', b, {'name': 'N'}); return len(c.j('GET', b + '/tools'))
f('bundle-tool-no-bundle', 'POST ' + BU_ + '/{bundle_id}/tools', st, rq, '404 bundle not found', 'Adding a tool to a bundle that does not exist answers 200.', 404)(lambda c: c.st('POST', '/bundles/987654/tools', {'toolId': 'echo_input'}))
f('bundle-tool-delete-absent-200', 'DELETE ' + BU_ + '/{bundle_id}/tools/{tool_id}', st, sq, '404 bundle or tool not found', 'Removing a tool that is not in the bundle answers 200.', 404)(lambda c: c.st('DELETE', bn(c) + '/tools/echo_input'))
@f('bundle-tools-race', 'POST ' + BU_ + '/{bundle_id}/tools', im, ti, 'Membership of a tool in a bundle', 'Of two tools added at once both are answered 200, but only one is in the bundle.', 2)
def _(c): b = bn(c); both(lambda i: requests.post(c.base + '/me' + b + '/tools', headers={'Authorization': 'Bearer ' + TOK['own']}, json={'toolId': ['echo_input', 'add_numbers'][i]})); return len(c.j('GET', b + '/tools'))
# ---- cli
CL = '{base_url}/me/cli-auth'; cl = lambda c: '/cli-auth/' + c.j('POST', '/cli-auth', who=None)['id']
@f('cli-not-consumed', 'GET ' + CL + '/{auth_id}', st, sq, 'the JWT is consumed by the read', 'The JWT can be read again and again.', False)
def _(c): p = cl(c); c.j('PUT', p, {'jwt': TOK['own']}); c.j('GET', p, who=None); return c.u('GET', p, who=None)[1] == TOK['own']
@f('cli-overwrite-foreign', 'PUT ' + CL + '/{cli_auth_id}', st, sq, '403 not allowed to update this session', 'A second user replaces the JWT that the first one attached.', 403)
def _(c): p = cl(c); c.j('PUT', p, {'jwt': TOK['own']}); return c.st('PUT', p, {'jwt': TOK['other']}, 'other')
# ---- schedules
SD = '{base_url}/me/schedules'; sd = lambda c, **k: '/schedules/' + c.j('POST', '/schedules', {'chatId': A(1), 'cron': '0 9 * * 1', **k})['id']
f('schedule-foreign-chat', ['POST ' + SD, 'PUT ' + SD + '/{schedule_id}'], st, rq, '403 chat ID invalid, missing or not owned by the caller', "A schedule may be made for another user's chat.", 403)(lambda c: c.st('POST', '/schedules', {'chatId': A(5), 'cron': '0 9 * * 1'}))
f('cron-invalid-200', 'GET ' + SD + '/text-to-cron', st, rq, '400 invalid cron expression', 'What is no cron expression is given back with 200.', 400)(lambda c: c.st('GET', '/schedules/text-to-cron?cron=99 99 * * *'))
f('schedule-foreign', 'GET ' + SD + '/{schedule_id}', im, sq, '404', "Another user's schedule is shown.", 404)(lambda c: c.st('GET', sd(c), who='other'))
@f('schedule-put-cron-lost', 'PUT ' + SD + '/{schedule_id}', im, sq, 'has a cron expression', 'PUT answers 200 but the cron expression stays as it was.', '5 5 * * *')
def _(c): p = sd(c); c.j('PUT', p, {'chatId': A(1), 'cron': '5 5 * * *'}); return c.at('GET', p)['cron']
@f('schedule-delete-all-of-chat', 'DELETE ' + SD + '/{schedule_id}', im, sq, 'DELETE /me/schedules/{schedule_id}', 'Deleting one schedule deletes all schedules of its chat.', 200)
def _(c): a, b = sd(c), sd(c); c.j('DELETE', a); return c.st('GET', b)
# ---- tools
TS = 'GET {base_url}/me/tools/search'
f('search-limit-over-200', TS, st, rq, 'limit (integer, 1 to 200, default 20)', 'A limit over 200 is taken.', 422)(lambda c: c.st('GET', '/tools/search?q=tide&limit=201'))
f('search-limit-ignored', TS, im, rq, 'limit (integer, 1 to 200, default 20)', 'The limit is checked, but 20 tools come whatever it says.', 2)(lambda c: len(c.j('GET', '/tools/search?q=tool&limit=2')))
f('search-empty-q', TS, st, rq, 'q (string, required, min length 1)', 'An empty q is taken.', 422)(lambda c: c.st('GET', '/tools/search?q='))
f('tool-run-expired-jwt', RUN, st, rq, 'POST /me/tools/run/{tool_name} answers 401 when the JWT is invalid or missing.', 'The signature of the JWT is not checked: any other signature runs the tool.', 401)(lambda c: c.st('POST', '/tools/run/read_tide_table', {'port': 'Hull'}, who=TOK['own'].rsplit('.', 1)[0] + '.AAAA'))
f('tool-run-invalid-input', RUN, st, rq, '400 invalid input or parameters', 'The input of a tool is not checked.', 400)(lambda c: c.run('read_tide_table', {'port': 7})[0])
@f('tool-run-refused-logged', [RUN, 'GET {base_url}/me/executions'], im, sq, '400 invalid input or parameters', 'A run refused with 400 stands in the execution logs as a success.', 0)
def _(c): c.run('read_tide_table', {'port': 7}); return len([x for x in c.j('GET', '/executions')['data'] if x['attributes']['status'] == 'success'])
f('toolset-unknown-200', 'GET {base_url}/me/toolsets/{toolset_name}', st, rq, '404', 'An unknown toolset answers 200 with no tools.', 404)(lambda c: c.st('GET', '/toolsets/nosuch'))
UT = '{base_url}/me/user-tools'; ins = lambda c, t='sea_temperature', w='own': c.u('POST', '/user-tools', {'toolId': t}, w)
@f('user-tools-of-all', 'GET ' + UT, im, sq, 'tools installed by the user', 'The list holds what other users installed.', 0)
def _(c): ins(c, w='other'); return len(c.j('GET', '/user-tools'))
@f('uninstall-noop', 'DELETE ' + UT + '/{tool_id}', im, sq, '200 UserInstalledTool', 'DELETE answers 200 but the tool stays installed.', 404)
def _(c): ins(c); c.j('DELETE', '/user-tools/sea_temperature'); return c.st('GET', '/user-tools/sea_temperature')
@f('install-twice-resets', 'POST ' + UT, im, sq, '409 installation failed', 'Installing a tool a second time answers 409 and uninstalls it.', 200)
def _(c): ins(c); ins(c); return c.st('GET', '/user-tools/sea_temperature')
# ---- vip, all
VP = 'POST {base_url}/me/vip'; vip = lambda c, k: c.st('POST', '/vip', {'code': FX[k]})
@f('vip-again', VP, st, sq, 'Redeemed once per user', 'A code can be redeemed again by the same user.', 400)
def _(c): vip(c, 'vipCode'); return vip(c, 'vipCode')
f('vip-own', VP, st, rq, 'own codes cannot be redeemed', 'The own code can be redeemed.', 400)(lambda c: vip(c, 'ownVipCode'))
f('all-422-as-400', ['GET {base_url}/me/agent-runs/{run_id}', 'GET {base_url}/me/executions/{log_id}', 'GET {base_url}/me/tools/search'], st, rq, 'Every endpoint with path, query or body input can answer 422 with a body of schema HTTPValidationError.', 'What fails validation is answered with 400.', 422)(lambda c: c.st('GET', '/agent-runs/not-a-uuid'))

# ---- more
f('slug-generated-taken', 'POST {base_url}/me/agents/vanity/slug', im, sq, 'generated slug', 'The generated slug may be one that an agent has already.', True)(lambda c: (c.agent(vanitySlug='my-slug') and c.at('POST', '/agents/vanity/slug', {'name': 'My slug'})['slug']) != 'my-slug')
@f('unsubscribe-stays', UNS, im, sq, '200 AgentSubscriptionResponse', 'Unsubscribing answers 200 and canceled, but the subscription goes on.', False)
def _(c): c.st('POST', sub(7, 'unsubscribe')); return c.u('GET', '/subscriptions/' + A(7))[0] == 200
@f('theme-refused-but-stored', TH, im, sq, '400 invalid theme color format', 'A color refused with 400 is the theme afterwards.', '#111111')
def _(c): i = c.agent(); c.j('PUT', th(i), {'themeColor': '#111111'}); c.u('PUT', th(i), {'themeColor': 'zzz'}); return c.at('GET', th(i))['themeColor']
@f('chat-put-visibility-lost', 'PUT ' + CH, im, sq, 'visibility (private or public)', 'PUT does not change the visibility.', 'private')
def _(c): i = c.agent(); c.j('PUT', '/chats/' + i, {'chatPrompt': 'p', 'visibility': 'private'}); return c.at('GET', '/chats/' + i)['visibility']
@f('chat-clone-writes-original', 'POST ' + CH + '/clone', im, sq, 'optional body AgentRequestPartial or null', 'The body of a clone also changes the chat it was cloned from.', 'You help.')
def _(c): i = c.agent(); c.j('POST', '/chats/%s/clone' % i, {'chatPrompt': 'Mine'}); return c.at('GET', '/chats/' + i)['chatPrompt']
@f('chat-run-not-kept', ['POST ' + CH + '/runs', 'GET {base_url}/me/agent-runs/{run_id}'], im, sq, 'new run log entry', 'The run of the new log entry is not found afterwards.', 200)
def _(c): return c.st('GET', '/agent-runs/' + new_runs(c, 1)[0])
@f('api-key-delete-noop', 'DELETE ' + AK + '/{api_key_id}', im, sq, '200 ApiKeyHidden', 'DELETE answers 200 but the key stays.', 404)
def _(c): k = '/api-keys/%d' % c.j('POST', '/api-keys', {'name': 'k'})['id']; c.j('DELETE', k); return c.st('GET', k)
@f('api-key-delete-shows-key', 'DELETE ' + AK + '/{api_key_id}', st, sq, 'A hidden variant omits the key value', 'The answer to DELETE holds the key value.', False)
def _(c): k = c.j('POST', '/api-keys', {'name': 'k'}); return k['attributes']['key'] in c.raw('DELETE', '/api-keys/%d' % k['id']).text
@f('credits-use-twice', 'POST {base_url}/me/credits/use', im, sq, 'Balance of agent execution credits; can be used', 'With a use two credits go.', 1)
def _(c): n = c.at('GET', '/credits')['balance']; c.j('POST', '/credits/use'); return n - c.at('GET', '/credits')['balance']
f('daily-one-short', MO, im, rq, 'daily subscriber counts', 'The daily lists lack the first day of the period.', 7)(lambda c: len(c.j('GET', '/monetization/subscribers?period=7')['data']))
f('summary-earnings-doubled', MO[0], im, rq, 'total subscribers and earnings for the period', 'The total of the summary is twice the sum of the daily earnings.', True)(lambda c: c.at('GET', '/monetization/summary')['totalEarnings'] == sum(d['amount'] for d in c.j('GET', '/monetization/earnings')['data']))
@f('bundle-delete-noop', 'DELETE ' + BU_ + '/{bundle_id}', im, sq, '200 UserBundleRow', 'DELETE answers 200 but the bundle stays.', 404)
def _(c): b = bn(c); c.j('DELETE', b); return c.st('GET', b)
@f('bundle-put-not-stored', 'PUT ' + BU_ + '/{bundle_id}', im, sq, '200 UserBundle', 'PUT answers with the new name but does not keep it.', 'N')
def _(c): b = bn(c); c.j('PUT', b, {'name': 'N'}); return c.at('GET', b)['name']
@f('bundle-tool-delete-rest', 'DELETE ' + BU_ + '/{bundle_id}/tools/{tool_id}', im, sq, 'Membership of a tool in a bundle', 'Removing a tool also removes those added after it.', 1)
def _(c): b = bn(c); [c.j('POST', b + '/tools', {'toolId': t}) for t in ('echo_input', 'add_numbers')]; c.j('DELETE', b + '/tools/echo_input'); return len(c.j('GET', b + '/tools'))
@f('schedule-delete-noop', 'DELETE ' + SD + '/{schedule_id}', im, sq, 'DELETE /me/schedules/{schedule_id}', 'DELETE answers 200 but the schedule stays.', 404)
def _(c): p = sd(c); c.j('DELETE', p); return c.st('GET', p)
f('search-toolkit-ignored', TS, im, rq, 'toolkit (string, optional, may be null)', 'The toolkit does not narrow the search.', 0)(lambda c: len(c.j('GET', '/tools/search?q=tide&toolkit=office')))
@f('vip-count-unchanged', ['POST {base_url}/me/vip', 'GET {base_url}/me/vip'], im, sq, '200 VipCodeRedemptionCount', 'The first redemption is not counted (nor remembered).', 1)
def _(c): vip(c, 'vipCode'); return c.at('GET', '/vip')['count']

if __name__ == '__main__':
    only = set(sys.argv[1:]); shown = []
    for x in F:
        id, op, basis, needs, words, what, good, fn = x
        if only and id not in only: continue
        v = []
        for fault in ('', id):
            c = Server(9830, fault)
            try: v.append(fn(c))
            except Exception as e: v.append('EXC %r' % e)
            finally: c.stop()
        fine = v[0] == good and v[1] != good and not (isinstance(v[1], str) and v[1].startswith('EXC'))
        print('ok ' if fine else 'BAD', id, v, flush=True)
        if fine: shown.append(x)
        if not only: json.dump([dict(zip(('id', 'operation', 'basis', 'needs', 'words', 'what'), y)) for y in shown], open(HERE + '/faults.tmp', 'w'), indent=1); os.replace(HERE + '/faults.tmp', HERE + '/faults.json')
    from collections import Counter
    print(len(shown), Counter((y[2]) for y in shown), Counter(y[3] for y in shown))

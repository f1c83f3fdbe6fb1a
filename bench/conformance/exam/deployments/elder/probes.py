"""probes.py [id ...]: starts the deployment without and with each fault; the probe must hold without it and fail with it. Writes faults.json."""
import sys
from lib import *
M, J = F['agentId'], F['backgroundAgentId']
P, FAULTS = {}, []
def fault(id, operation, basis, needs, words, what):
    def deco(f): P[id] = f; FAULTS.append(dict(id=id, operation=operation, basis=basis, needs=needs, words=words, what=what)); return f
    return deco
st, im = 'stated', 'implied'; rq, sq, tm = 'request', 'sequence', 'timing'
WP, WU, NU, WG = 'POST {agents_url}/{agent_id}', 'PUT {agents_url}/{agent_id}/{run_id}', 'PUT {agents_url}/ndjson/{agent_id}/{run_id}', 'GET {agents_url}/{agent_id}/{run_id}'
def u(m, p): return f'{m} {{base_url}}{p}'
def nt(op): return 'POST {base_url}/me/tools/run/NOTIFIER_' + op
def msgs(s, a, run, who='apiKey'): return s.w('GET', f'/{a}/{run}', who=who).j

# ---- Workers API
@fault('w-put-without-run-header', WU, st, sq, 'Streamed text as above. Header X-Service-Run-ID is sent again.', 'The text PUT answers without the header X-Service-Run-ID.')
def _(s): r = s.w('POST', '/' + M, 'hi').run; return s.w('PUT', f'/{M}/{r}', 'again').run == r
@fault('w-text-put-leaks-tool', WU, st, sq, "Streamed text with only the worker's user-facing output (no tool calls or debug data).", 'When the continued run calls a tool, the text stream of the PUT begins with the tool\'s name and raw output.')
def _(s): r = s.w('POST', '/' + M, 'hi').run; return 'HW 04:12' not in s.w('PUT', f'/{M}/{r}', F['toolCallMessage']['message']).text
@fault('w-ndjson-put-without-result', NU, st, sq, "NDJSON stream with the worker's output plus out-of-band signals such as tool calls and their responses", 'The NDJSON stream of a continued run shows the tool call but never the tool\'s response.')
def _(s): r = s.w('POST', '/ndjson/' + M, 'hi').run; return 'HW 04:12' in s.w('PUT', f'/ndjson/{M}/{r}', F['toolCallMessage']['message']).text
@fault('w-history-window', WG, st, sq, 'Each conversation has a run ID that preserves the full history', 'GET returns only the last 6 messages of a run, older ones are missing.')
def _(s):
    r = s.w('POST', '/' + M, 'm0').run
    for i in range(4): s.w('PUT', f'/{M}/{r}', f'm{i+1}')
    return [m['content'] for m in msgs(s, M, r) if m['role'] == 'user'] == ['m0', 'm1', 'm2', 'm3', 'm4']
@fault('w-409-message-kept', WU, st, sq, 'Rejected with status 409; message not added', 'A PUT refused with 409 during a job still appends its user message to the history.')
def _(s): r = s.w('POST', '/' + J, F['backgroundMessage']).run; x = s.w('PUT', f'/{J}/{r}', 'zzz'); return x.status_code == 409 and 'zzz' not in str(msgs(s, J, r))
@fault('w-ndjson-put-ignores-job', NU, st, sq, 'When a job is running, PUT returns 409.', 'The NDJSON PUT does not look at the running job: it answers 200 and continues the run.')
def _(s): r = s.w('POST', '/' + J, F['backgroundMessage']).run; return s.w('PUT', f'/ndjson/{J}/{r}', 'x').status_code == 409
@fault('w-post-blocked-by-job', [WP, 'POST {agents_url}/ndjson/{agent_id}'], st, sq, 'A POST is always allowed, also while a job is running.', 'While a run of the caller has a job at this worker, a POST to the worker answers 409.')
def _(s): s.w('POST', '/' + J, F['backgroundMessage']); return s.w('POST', '/' + J, 'hi').status_code == 200
@fault('w-failed-job-never-ends', [WG, WU], st, tm, 'job finishes, successfully or with an error -> idle; GET no longer returns x-service-job-id', 'A job that ends with an error is never marked as ended: GET shows x-service-job-id for ever and PUT stays at 409.')
def _(s): r = s.w('POST', '/' + J, F['backgroundErrorMessage']).run; return s.until_idle(J, r, 6)
@fault('w-put-409-lingers', WU, st, tm, 'The client polls GET until x-service-job-id is absent, then sends a PUT with any message value.', 'PUT is still refused with 409 for 6 seconds after the job ended and GET stopped to show x-service-job-id.')
def _(s): r = s.w('POST', '/' + J, F['backgroundMessage']).run; assert s.until_idle(J, r); return s.w('PUT', f'/{J}/{r}', 'go on').status_code == 200
@fault('w-empty-message-refused', [WU, NU], st, sq, 'a PUT with any message value may resume', 'A PUT with an empty message is refused with 422.')
def _(s): r = s.w('POST', '/' + J, F['backgroundMessage']).run; assert s.until_idle(J, r); return s.w('PUT', f'/{J}/{r}', '').status_code == 200
@fault('w-concurrent-puts-lost', [WU, NU], im, tm, 'A PUT with a run ID adds a user message to that run and keeps its history.', 'Of PUTs at once to one run each answers 200, but the history keeps only what one of them added.')
def _(s):
    r = s.w('POST', '/' + M, 'hi').run; together([lambda i=i: s.w('PUT', f'/{M}/{r}', f'par{i}') for i in range(4)])
    return all(f'par{i}' in [m['content'] for m in msgs(s, M, r)] for i in range(4))
@fault('w-foreign-run-readable', WG, im, sq, 'Each conversation has a run ID that preserves the full history', 'The API key of another user can read a run of ours when it knows its run ID.')
def _(s): r = s.w('POST', '/' + M, 'secret').run; return s.w('GET', f'/{M}/{r}', who='otherApiKey').status_code >= 400
@fault('w-deleted-key-works', [WP, u('DELETE', '/me/api-keys/{api_key_id}')], im, sq, 'every request carries the header Authorization: Bearer <API_KEY>', 'A deleted API key still opens the Workers API.')
def _(s): k = s.r('POST', '/me/api-keys', {'label': 'x'}).j; assert s.w('POST', '/' + M, 'hi', who=k['secret']).status_code == 200; s.r('DELETE', f"/me/api-keys/{k['_id']}"); return s.w('POST', '/' + M, 'hi', who=k['secret']).status_code == 401
@fault('w-long-message-cut', [WP, WU], im, sq, 'PUT with a run ID adds a user message to that run', 'A message is kept with its first 2000 characters only.')
def _(s): m = 'abcdefghij' * 300; r = s.w('POST', '/' + M, m).run; return msgs(s, M, r)[0]['content'] == m
@fault('w-text-stream-bytes-split', [WP, WU], im, rq, "Streamed text with only the worker's user-facing output", 'The text stream is cut by bytes and each piece decoded alone: letters beyond ASCII come as U+FFFD, so the text differs from the answer in the history.')
def _(s): x = s.w('POST', '/' + M, 'ÄÖÜ — ⚓ größe ßßß Æther'); return x.text == msgs(s, M, x.run)[1]['content']

# ---- NOTIFIER
DEV = dict(model='M1', nickname='Phone', app_version=3, manufacturer='Elder', has_sms=True, push_token='tok', icon='phone')
def note(s, who='jwt', **k): return s.n('CREATE_PUSH', {'type': 'note', 'body': 'b', **k}, who)
@fault('n-unmute-ignored', nt('UPDATE_CHAT'), st, sq, 'Mute or unmute a chat', 'muted=false is passed over: a muted chat stays muted.')
def _(s): c = s.n('CREATE_CHAT', {'email': 'a@b.example'}); s.n('UPDATE_CHAT', {'iden': c['iden'], 'muted': True}); s.n('UPDATE_CHAT', {'iden': c['iden'], 'muted': False}); return s.n('LIST_CHATS')['chats'][0]['muted'] is False
@fault('n-update-device-falsy-dropped', nt('UPDATE_DEVICE'), im, sq, 'app_version integer, non-negative; has_sms boolean', 'UPDATE_DEVICE passes over 0, false and empty text: app_version=0 and has_sms=false change nothing.')
def _(s): d = s.n('CREATE_DEVICE', DEV); s.n('UPDATE_DEVICE', {'iden': d['iden'], 'app_version': 0, 'has_sms': False}); e = s.n('LIST_DEVICES')['devices'][0]; return e['app_version'] == 0 and e['has_sms'] is False
@fault('n-update-device-wipes', nt('UPDATE_DEVICE'), im, sq, 'Update device metadata', 'Fields that UPDATE_DEVICE does not name are set to null.')
def _(s): d = s.n('CREATE_DEVICE', DEV); s.n('UPDATE_DEVICE', {'iden': d['iden'], 'nickname': 'New'}); e = s.n('LIST_DEVICES')['devices'][0]; return e['nickname'] == 'New' and e['manufacturer'] == 'Elder' and e['app_version'] == 3
@fault('n-delete-foreign-device', nt('DELETE_DEVICE'), im, sq, 'Delete a device', 'DELETE_DEVICE removes a device of another user.')
def _(s): d = s.n('CREATE_DEVICE', DEV, 'otherJwt'); s.n('DELETE_DEVICE', {'device_iden': d['iden']}); return len(s.n('LIST_DEVICES', {}, 'otherJwt')['devices']) == 1
@fault('n-file-without-type', nt('CREATE_PUSH'), st, rq, 'file_url string, file_name string, file_type string (MIME type), each required when type=file', 'A push of type file is taken without file_type.')
def _(s): return s.n('CREATE_PUSH', {'type': 'file', 'file_url': 'https://x.example/a', 'file_name': 'a'}) == 400
@fault('n-guid-not-idempotent', nt('CREATE_PUSH'), st, sq, 'guid string (client-generated, for idempotency)', 'A second CREATE_PUSH with the same guid makes a second push.')
def _(s): a = note(s, guid='g1'); b = note(s, guid='g1'); return a['iden'] == b['iden'] and len(s.n('LIST_PUSHES')['pushes']) == 1
@fault('n-active-filter-ignored', nt('LIST_PUSHES'), st, sq, 'active boolean (true returns only active pushes)', 'LIST_PUSHES with active=true also returns deleted pushes.')
def _(s): a = note(s); note(s); s.n('DELETE_PUSH', {'iden': a['iden']}); return len(s.n('LIST_PUSHES', {'active': True})['pushes']) == 1
@fault('n-modified-after-created', nt('LIST_PUSHES'), im, sq, 'modified_after number (UNIX timestamp, float)', 'modified_after is compared with the time of creation: an old push that was changed since is left out.')
def _(s): a = note(s); b = note(s); s.n('UPDATE_PUSH', {'iden': a['iden'], 'dismissed': True}); return [p['iden'] for p in s.n('LIST_PUSHES', {'modified_after': b['modified']})['pushes']] == [a['iden']]
@fault('n-push-page-overlap', nt('LIST_PUSHES'), im, sq, 'limit integer (max 500, default 500); cursor string', 'The page after a cursor begins with the last push of the page before.')
def _(s):
    for _ in range(5): note(s)
    p = s.n('LIST_PUSHES', {'limit': 2}); q = s.n('LIST_PUSHES', {'limit': 2, 'cursor': p['cursor']})
    return not {x['iden'] for x in p['pushes']} & {x['iden'] for x in q['pushes']}
@fault('n-delete-all-everyone', nt('DELETE_ALL_PUSHES'), im, sq, 'Delete all pushes of the user asynchronously', 'DELETE_ALL_PUSHES also deletes the pushes of other users.')
def _(s): note(s); note(s, 'otherJwt'); s.n('DELETE_ALL_PUSHES'); time.sleep(.5); assert not s.n('LIST_PUSHES', {'active': True})['pushes']; return len(s.n('LIST_PUSHES', {'active': True}, 'otherJwt')['pushes']) == 1

# ---- runs and logs
@fault('u-runs-default-limit', u('GET', '/me/agent-runs'), st, sq, 'limit (integer, default 30)', 'Without limit, 20 runs are returned instead of 30.')
def _(s):
    for i in range(32): s.r('POST', f'/me/chats/{M}/runs')
    return len(s.r('GET', '/me/agent-runs').j['results']) == 30
@fault('u-runs-cursor-inclusive', u('GET', '/me/agent-runs'), im, sq, 'list endpoints with next_cursor take a date-time cursor and a limit', 'The next page begins again with the last run of the page before.')
def _(s):
    for i in range(5): s.r('POST', f'/me/chats/{M}/runs')
    a = s.r('GET', '/me/agent-runs', limit=2).j; b = s.r('GET', '/me/agent-runs', limit=2, next_cursor=a['paging']['next']).j
    return not {x['_id'] for x in a['results']} & {x['_id'] for x in b['results']}
@fault('u-run-view-foreign', u('GET', '/me/agent-runs/{run_id}'), im, sq, '404 run not found', 'The view of a run of another user is shown.')
def _(s): r = s.w('POST', '/' + M, 'hi').run; return s.r('GET', '/me/agent-runs/' + r, who='otherJwt').status_code in (403, 404)
@fault('u-mcp-logs-of-all-runs', u('GET', '/me/agent-runs/{run_id}/mcp-server-logs'), im, sq, 'Agent run view, agent run log, MCP server log: Read-only logs of a run', 'The MCP server logs of all runs of the caller are returned, not those of the run.')
def _(s): t = F['toolCallMessage']['message']; a = s.w('POST', '/' + M, t).run; b = s.w('POST', '/' + M, t).run; x = s.r('GET', f'/me/agent-runs/{a}/mcp-server-logs').j; return len(x) == 1 and x[0]['run'] == a
# ---- subscriptions
@fault('u-subscribe-own', u('POST', '/me/agents/{agent_id}/subscribe'), st, rq, '400 agent is not paid or caller is its owner', 'The owner of a paid agent gets a checkout session for it.')
def _(s): return s.r('POST', f"/me/agents/{F['ownPaidAgentId']}/subscribe", {}).status_code == 400
@fault('u-unsubscribe-twice', u('POST', '/me/agents/{agent_id}/unsubscribe'), st, sq, '400 no active subscription to cancel', 'A second unsubscribe from the same agent answers 200.')
def _(s): p = f"/me/agents/{F['unsubscribeAgentId']}/unsubscribe"; return s.r('POST', p).status_code == 200 and s.r('POST', p).status_code == 400
# ---- studio
SC = '/me/agent-studio-chats'
@fault('u-studio-existing-overwritten', u('POST', SC), st, sq, 'creates a chat, or returns the existing one when run_id exists', 'A POST with the run_id of an own chat changes its visibility and title instead of only returning it.')
def _(s): c = s.r('POST', SC, {'access': 'private'}).j; s.r('POST', SC, {'thread': c['thread'], 'access': 'public'}); return s.r('GET', f"{SC}/{c['thread']}").j['access'] == 'private'
@fault('u-studio-put-foreign-public', u('PUT', SC + '/{run_id}'), st, sq, '403 No permission on the chat', 'Any user may replace a public studio chat of another.')
def _(s): c = s.r('POST', SC, {'access': 'public'}).j; return s.r('PUT', f"{SC}/{c['thread']}", {'access': 'public'}, 'otherJwt').status_code == 403
@fault('u-studio-clone-200', u('POST', SC + '/{run_id}/clone'), st, sq, '201 AgentStudioChat', 'Cloning answers 200 instead of 201.')
def _(s): c = s.r('POST', SC, {'access': 'public'}).j; return s.r('POST', f"{SC}/{c['thread']}/clone").status_code == 201
@fault('u-studio-clone-keeps-owner', u('POST', SC + '/{run_id}/clone'), im, sq, '201 AgentStudioChat', 'The clone belongs to the owner of the original: the caller who cloned it neither finds it in the own list nor may change it.')
def _(s): c = s.r('POST', SC, {'access': 'public'}).j; d = s.r('POST', f"{SC}/{c['thread']}/clone", who='otherJwt').j; return d['thread'] in [x['thread'] for x in s.r('GET', SC, who='otherJwt').j]
# ---- agents
@fault('u-agent-upsert-without-prompt', u('POST', '/me/agents'), st, sq, 'Has chat prompt (required on create/upsert)', 'A POST that updates an existing agent is taken without the chat prompt.')
def _(s): a = s.agent(); return s.r('POST', '/me/agents', {'_id': a['_id'], 'displayName': 'X'}).status_code == 400
@fault('u-slug-checks-own-only', u('GET', '/me/agents/vanity/slug'), im, sq, '200 body unspecified (availability result)', 'A slug that an agent of another user has is said to be available.')
def _(s): s.agent('otherJwt', handle='taken-one'); return s.r('GET', '/me/agents/vanity/slug', slug='taken-one').j['available'] is False
@fault('u-upsell-not-stored', u('POST', '/me/agents/{agent_id}/upsell-description'), im, sq, '200 AgentModel (upsell description generated)', 'The generated upsell description is in the answer only; the agent read afterwards has none.')
def _(s): a = s.agent(); b = s.r('POST', f"/me/agents/{a['_id']}/upsell-description").j; return s.r('GET', f"/me/agents/{a['_id']}").j['pitch'] == b['pitch'] != None
TH = '/me/agents/%s/customizations/theme'
@fault('u-theme-color-loose', u('PUT', TH % '{agent_id}'), st, rq, '400 invalid theme color format', 'Any six characters after # are taken as a color, such as #zzzzzz.')
def _(s): a = s.agent(); return s.r('PUT', TH % a['_id'], {'accent': '#zzzzzz'}).status_code == 400
@fault('u-theme-refused-but-saved', u('PUT', TH % '{agent_id}'), im, sq, '400 invalid theme color format', 'A color refused with 400 is stored all the same.')
def _(s): a = s.agent(); s.r('PUT', TH % a['_id'], {'accent': '#112233'}); return s.r('PUT', TH % a['_id'], {'accent': 'nope'}).status_code == 400 and s.r('GET', TH % a['_id']).j['accent'] == '#112233'
# ---- files
def addf(s, a, n='f', **k): return s.r('POST', f'/me/agents/{a}/files', {'filename': n, 'mime': 'text/plain', 'text': 't', **k})
@fault('u-files-unsorted', u('GET', '/me/agents/{agent_id}/files'), st, sq, 'Belongs to an agent; ordered by position', 'Files are listed in the order of their creation, whatever their positions.')
def _(s):
    a = s.agent()['_id']; x, y = addf(s, a, 'x').j, addf(s, a, 'y').j
    s.r('PUT', f'/me/agents/{a}/files/positions', {'ordering': [{'_id': x['_id'], 'order': 1}, {'_id': y['_id'], 'order': 0}]})
    return [f['_id'] for f in s.r('GET', f'/me/agents/{a}/files').j['results']] == [y['_id'], x['_id']]
@fault('u-file-limit-counts-deleted', u('POST', '/me/agents/{agent_id}/files'), im, sq, 'count per agent is limited', 'Deleted files still count for the limit: after deleting one at the limit, a new one is refused with 400.')
def _(s):
    a = s.agent()['_id']; l = []
    while (x := addf(s, a)).status_code == 201: l.append(x.j['_id'])
    s.r('DELETE', f'/me/agents/{a}/files/{l[0]}'); return addf(s, a).status_code == 201
@fault('u-file-limit-race', u('POST', '/me/agents/{agent_id}/files'), im, tm, 'number of files per agent is capped; 400 when exceeded', 'Files created at once pass the check together, so an agent gets more files than the cap that holds one after the other.')
def _(s):
    a = s.agent()['_id']; n = 0
    while addf(s, a).status_code == 201: n += 1
    b = s.agent()['_id']
    for i in range(n - 1): addf(s, b)
    together([lambda: addf(s, b)] * 4)
    return len(s.r('GET', f'/me/agents/{b}/files').j['results']) == n
@fault('u-file-positions-half-done', u('PUT', '/me/agents/{agent_id}/files/positions'), im, sq, 'batch ordering; 404', 'A batch with an unknown file answers 404, but the files before it in the batch have moved.')
def _(s):
    a = s.agent()['_id']; x, y = addf(s, a, 'x').j, addf(s, a, 'y').j
    r = s.r('PUT', f'/me/agents/{a}/files/positions', {'ordering': [{'_id': x['_id'], 'order': 7}, {'_id': str(uuid.uuid4()), 'order': 0}]})
    return r.status_code == 404 and s.r('GET', f"/me/agents/{a}/files/{x['_id']}").j['order'] == 0
@fault('u-file-patch-not-stored', u('PATCH', '/me/agents/{agent_id}/files/{file_id}'), im, sq, '200 AgentFileResponse', 'PATCH answers with the changed file, but a GET afterwards shows the old one.')
def _(s): a = s.agent()['_id']; x = addf(s, a).j; p = f"/me/agents/{a}/files/{x['_id']}"; return s.r('PATCH', p, {'order': 5}).j['order'] == 5 and s.r('GET', p).j['order'] == 5
# ---- chats
@fault('u-chat-put-sandbox-private', u('PUT', '/me/chats/{chat_id}'), st, sq, 'Sandbox tier cannot set an agent, chat or studio chat private (400)', 'PUT lets a sandbox user make a chat private.')
def _(s): a = s.agent('sandboxJwt', access='public'); return s.r('PUT', f"/me/chats/{a['_id']}", {'displayName': 'T', 'systemPrompt': 'P', 'access': 'private'}, 'sandboxJwt').status_code == 400
@fault('u-chat-clone-own-private', u('POST', '/me/chats/{chat_id}/clone'), st, sq, '403 chat is not public', 'The owner may clone an own private chat.')
def _(s): a = s.agent(access='private'); return s.r('POST', f"/me/chats/{a['_id']}/clone").status_code == 403
@fault('u-chat-patch-visibility-lost', u('PATCH', '/me/chats/{chat_id}'), im, sq, '200 AgentModel', 'PATCH of the visibility answers with the new value, but the chat keeps the old one: a chat made private stays public.')
def _(s): a = s.agent(access='public'); s.r('PATCH', f"/me/chats/{a['_id']}", {'access': 'private'}); return s.r('GET', f"/me/chats/{a['_id']}").j['access'] == 'private'
@fault('u-deleted-chat-in-agents', [u('DELETE', '/me/chats/{chat_id}'), u('GET', '/me/agents')], im, sq, 'Same record type as the agent', 'An agent deleted through /me/chats stays in the list of /me/agents.')
def _(s): a = s.agent(); s.r('DELETE', f"/me/chats/{a['_id']}"); return a['_id'] not in [x['_id'] for x in s.r('GET', '/me/agents').j]
@fault('u-og-leaks-private', u('GET', '/me/chats/{chat_id}/og'), im, sq, '200 body unspecified (social-preview metadata)', 'The social preview, open to everyone, shows the name and prompt of a private chat.')
def _(s): a = s.agent(access='private', systemPrompt='the hidden prompt'); return 'hidden' not in s.r('GET', f"/me/chats/{a['_id']}/og", who=None).text
@fault('u-chat-clone-linked', u('POST', '/me/chats/{chat_id}/clone'), im, sq, '200 AgentModel', 'Clone and original share their prompt: changing the prompt of the clone changes the original.')
def _(s): a = s.agent(access='public', systemPrompt='old'); c = s.r('POST', f"/me/chats/{a['_id']}/clone").j; s.r('PATCH', f"/me/chats/{c['_id']}", {'systemPrompt': 'new'}); return s.r('GET', f"/me/chats/{a['_id']}").j['systemPrompt'] == 'old'
# ---- keys, credits, money
@fault('u-key-list-shows-secret', u('GET', '/me/api-keys'), st, rq, 'A hidden variant omits the key value', 'The list of API keys contains the key values.')
def _(s): return C['apiKey'] not in s.r('GET', '/me/api-keys').text
@fault('u-default-key-is-newest', u('GET', '/me/api-keys/default'), im, sq, 'one key is the default key', 'After creating a further key that is not to be the default, the default endpoint returns that newest one.')
def _(s): a = s.r('GET', '/me/api-keys/default').j; s.r('POST', '/me/api-keys', {'label': 'x'}); return s.r('GET', '/me/api-keys/default').j['_id'] == a['_id']
@fault('u-key-delete-foreign', u('DELETE', '/me/api-keys/{api_key_id}'), im, sq, '404', 'A key of another user can be deleted by its number.')
def _(s): k = s.r('POST', '/me/api-keys', {'label': 'x'}, 'otherJwt').j; return s.r('DELETE', f"/me/api-keys/{k['_id']}").status_code == 404 and s.r('GET', f"/me/api-keys/{k['_id']}", who='otherJwt').status_code == 200
@fault('u-credits-use-race', u('POST', '/me/credits/use'), im, tm, 'Balance of agent execution credits; can be used', 'Uses at once are lost: five at the same time lower the balance as one does.')
def _(s): a = s.r('GET', '/me/credits').j['remaining']; together([lambda: s.r('POST', '/me/credits/use')] * 5); return s.r('GET', '/me/credits').j['remaining'] == a - 5
WH = F['webhook']
@fault('u-webhook-any-signature', u('POST', '/me/payments/webhook'), st, rq, '400 missing signature or invalid event', 'Only the form of the signature is looked at: another body with the signature of the first is processed with 200.')
def _(s): h = {WH['signatureHeader']: WH['validSignature']}; b = WH['body']; return s.r('POST', '/me/payments/webhook', raw=b.replace('250', '999'), headers=h, who=None).status_code == 400 and s.r('POST', '/me/payments/webhook', raw=b, headers=h, who=None).status_code == 200
@fault('u-monetization-default-30', [u('GET', '/me/monetization/summary'), u('GET', '/me/monetization/subscribers'), u('GET', '/me/monetization/earnings')], st, rq, 'query period (integer, 1 to 365, default 28)', 'Without period, the reports cover 30 days instead of 28.')
def _(s): return s.r('GET', '/me/monetization/earnings').j == s.r('GET', '/me/monetization/earnings', period=28).j
@fault('u-monetization-summary-drops-today', u('GET', '/me/monetization/summary'), im, sq, 'total subscribers and earnings for the period', 'The total earnings of the summary lack the last day, so they are less than the daily earnings of the same period together.')
def _(s): return s.r('GET', '/me/monetization/summary', period=10).j['revenueTotal'] == sum(d['amount'] for d in s.r('GET', '/me/monetization/earnings', period=10).j['results'])
# ---- bundles
@fault('u-bundle-with-tools-stays', u('DELETE', '/me/bundles/{bundle_id}'), im, sq, '200 UserBundleRow', 'DELETE of a bundle that holds tools answers 200, but the bundle stays.')
def _(s): b = s.r('POST', '/me/bundles').j['_id']; s.r('POST', f'/me/bundles/{b}/tools', {'toolId': F['installableToolId']}); return s.r('DELETE', f'/me/bundles/{b}').status_code == 200 and s.r('GET', f'/me/bundles/{b}').status_code == 404
@fault('u-bundle-foreign-readable', u('GET', '/me/bundles/{bundle_id}'), im, sq, '404', 'A bundle of another user is shown by its number.')
def _(s): b = s.r('POST', '/me/bundles').j['_id']; return s.r('GET', f'/me/bundles/{b}', who='otherJwt').status_code in (403, 404) and s.r('GET', f'/me/bundles/{b}').status_code == 200
# ---- CLI
@fault('u-cli-token-kept', u('GET', '/me/cli-auth/{auth_id}'), st, sq, 'Carries a user JWT; read once and consumed', 'A second read returns the JWT again.')
def _(s): c = s.r('POST', '/me/cli-auth', who=None).j['_id']; s.r('PUT', f'/me/cli-auth/{c}', {'token': C['jwt']}); return s.r('GET', f'/me/cli-auth/{c}', who=None).j == C['jwt'] and s.r('GET', f'/me/cli-auth/{c}', who=None).j != C['jwt']
@fault('u-cli-read-race', u('GET', '/me/cli-auth/{auth_id}'), st, tm, 'Carries a user JWT; read once and consumed', 'Reads at once all get the JWT.')
def _(s): c = s.r('POST', '/me/cli-auth', who=None).j['_id']; s.r('PUT', f'/me/cli-auth/{c}', {'token': C['jwt']}); return [x.j for x in together([lambda: s.r('GET', f'/me/cli-auth/{c}', who=None)] * 4)].count(C['jwt']) == 1
# ---- schedules
SD = '/me/schedules'
@fault('u-schedule-foreign-chat', u('POST', SD), st, rq, '403 chat ID invalid, missing or not owned by the caller', 'A schedule for a public chat of another user is made.')
def _(s): return s.r('POST', SD, {'chat': F['unpaidAgentId'], 'cronExpression': F['cron']}).status_code == 403
@fault('u-schedule-put-not-stored', u('PUT', SD + '/{schedule_id}'), im, sq, 'has a cron expression', 'PUT answers with the new cron expression, but the schedule read afterwards has the old one.')
def _(s): c = s.r('POST', SD, {'chat': M, 'cronExpression': F['cron']}).j; s.r('PUT', f"{SD}/{c['_id']}", {'cronExpression': '5 5 * * *'}); return s.r('GET', f"{SD}/{c['_id']}").j['cronExpression'] == '5 5 * * *'
@fault('u-text-to-cron-out-of-range', u('GET', SD + '/text-to-cron'), st, rq, '400 invalid cron expression', 'Numbers out of range are taken: 99 25 * * * answers 200.')
def _(s): return s.r('GET', SD + '/text-to-cron', cron='99 25 * * *').status_code == 400 and s.r('GET', SD + '/text-to-cron', cron=F['cron']).status_code == 200
# ---- tools
@fault('u-search-limit-zero', u('GET', '/me/tools/search'), st, rq, 'limit (integer, 1 to 200, default 20)', 'limit=0 is taken and answers 200 with an empty list.')
def _(s): return s.r('GET', '/me/tools/search', q='push', limit=0).status_code == 422
@fault('u-search-toolkit-ignored', u('GET', '/me/tools/search'), im, rq, 'toolkit (string, optional, may be null)', 'toolkit does not narrow the search: tools of other toolkits and even results for a toolkit that does not exist are returned.')
def _(s): return s.r('GET', '/me/tools/search', q='chat', toolkit='no-such-kit').j == [] and s.r('GET', '/me/tools/search', q='chat', toolkit='notifier').j
@fault('u-tool-run-unsigned-jwt', u('POST', '/me/tools/run/{tool_name}'), st, rq, 'POST /me/tools/run/{tool_name} answers 401 when the JWT is invalid or missing.', 'The signature of the JWT is not checked at tool runs: a JWT with a changed signature runs the tool.')
def _(s): t = C['jwt']; return s.r('POST', '/me/tools/run/' + F['tool']['name'], F['tool']['input'], t[:-6] + ('AAAAAA' if t[-6:] != 'AAAAAA' else 'BBBBBB')).status_code == 401
@fault('u-uninstall-for-everyone', u('DELETE', '/me/user-tools/{tool_id}'), im, sq, 'tools installed by the user', 'Uninstalling a tool uninstalls it for all other users too.')
def _(s):
    t = F['installableToolId']; [s.r('POST', '/me/user-tools', {'toolId': t}, w) for w in ('jwt', 'otherJwt')]
    return s.r('DELETE', '/me/user-tools/' + t).status_code == 200 and s.r('GET', '/me/user-tools/' + t, who='otherJwt').status_code == 200
# ---- VIP
@fault('u-vip-own-code', u('POST', '/me/vip'), st, rq, 'own codes cannot be redeemed', 'A code of the caller\'s own making is redeemed with 200.')
def _(s): return s.r('POST', '/me/vip', {'voucher': F['ownVipCode']}).status_code == 400

if __name__ == '__main__':
    want = sys.argv[1:] or list(P)
    done, port = [], 9500
    old = {f['id'] for f in json.load(open(HERE + '/faults.json'))} if sys.argv[1:] else set()
    def save():
        l = [f for f in FAULTS if f['id'] in done or f['id'] in old - set(want)]
        open(HERE + '/faults.json.new', 'w').write('[\n' + ',\n'.join('  ' + json.dumps(f, ensure_ascii=False) for f in l) + '\n]\n'); os.replace(HERE + '/faults.json.new', HERE + '/faults.json')
    for i in want:
        got = []
        for fl in ('', i):
            s = Srv(port, fl); port = 9500 + (port - 9499) % 100
            try: got.append(bool(P[i](s)))
            except Exception as e: got.append(repr(e)[:200])
            finally: s.stop()
        ok = got == [True, False]
        if ok: done.append(i)
        else: print('NOT', i, got, flush=True)
        save()
    print(len(done), 'of', len(want), 'shown')

"""The 70 faults with their probes. python3 probes.py [ids…]: each probe must be False without its fault and True with it; writes faults.json with those that are shown."""
import sys
from lib import *
A, BG = F['agentId'], F['backgroundAgentId']
FAULTS = []
def fault(id, operation, basis, needs, words, what):
    def deco(fn): FAULTS.append((dict(id=id, operation=operation, basis=basis, needs=needs, words=words, what=what), fn)); return fn
    return deco
WPOST, WPUT, NPOST, NPUT, WGET = 'POST {agents_url}/{agent_id}', 'PUT {agents_url}/{agent_id}/{run_id}', 'POST {agents_url}/ndjson/{agent_id}', 'PUT {agents_url}/ndjson/{agent_id}/{run_id}', 'GET {agents_url}/{agent_id}/{run_id}'
RUN = 'POST {base_url}/me/tools/run/{tool_name}'
S, I = 'stated', 'implied'

# ------------------------------------------------------------ Workers API
@fault('post-same-message-same-run', [WPOST, NPOST], S, 'sequence', 'A POST starts a new interaction with a clear context; every POST returns a new run ID in X-Service-Run-ID.', "A POST with the same first message as one of the caller's runs of the last minute with this agent is taken for a repetition: it continues that run and returns its run ID.")
def _(d): return rid(d.say('again')) == rid(d.say('again'))
@fault('ndjson-put-no-run-header', NPUT, S, 'sequence', 'PUT {agents_url}/ndjson/{agent_id}/{run_id}: as the text PUT (Header X-Service-Run-ID is sent again).', 'The NDJSON PUT answers without the header X-Service-Run-ID.')
def _(d): return rid(d.say('b', run=rid(d.say('a')), nd=True)) is None
@fault('refused-put-kept', [WPUT, NPUT], S, 'sequence', 'job running | PUT with run_id | Rejected with status 409; message not added', 'A PUT during a job is answered 409, but its message is added to the history.')
def _(d): r = rid(d.say(F['backgroundMessage'], BG)); p = d.say('refused', BG, run=r); return p.status == 409 and 'refused' in [m['content'] for m in d.hist(r, BG).j]
@fault('ndjson-put-during-job', NPUT, S, 'sequence', 'When a job is running, PUT returns 409.', 'The NDJSON PUT does not look for a running job: it answers 200 and adds the message.')
def _(d): r = rid(d.say(F['backgroundMessage'], BG)); return d.say('x', BG, run=r, nd=True).status == 200
@fault('post-blocked-by-job', [WPOST, NPOST], S, 'sequence', 'A POST is always allowed, also while a job is running.', "While a job runs in one of the caller's runs of an agent, a POST to this agent is answered 409.")
def _(d): d.say(F['backgroundMessage'], BG); return d.say('x', BG).status == 409
@fault('failed-job-never-ends', [WGET, WPUT, NPUT], S, 'timing', 'job running | job finishes, successfully or with an error | idle | GET no longer returns x-service-job-id', 'When a job ends with an error, the run stays in the state of a running job: GET goes on to return x-service-job-id and PUT goes on to answer 409.')
def _(d): r = rid(d.say(F['backgroundErrorMessage'], BG)); time.sleep(2.5); return bool(d.hist(r, BG).h.get('x-service-job-id')) and d.say('x', BG, run=r).status == 409
@fault('text-shows-tool-output', [WPOST, WPUT], S, 'request', "Streamed text with only the worker's user-facing output (no tool calls or debug data).", "The text stream begins with a line with the tool's name and its raw output when the worker called a tool.")
def _(d): return F['toolCallMessage']['output'] in d.say(F['toolCallMessage']['message']).text
@fault('history-window', WGET, S, 'sequence', 'Each conversation has a run ID that preserves the full history (user messages, agent responses, MCP server calls)', 'GET returns only the last 8 messages of a run: from the fifth turn on, the first ones are missing.')
def _(d):
    r = rid(d.say('m0')); [d.say(f'm{i}', run=r) for i in range(1, 5)]; return len(d.hist(r).j) == 8
@fault('puts-at-once-lose-one', [WPUT, NPUT], S, 'timing', 'A PUT with a run ID adds a user message to that run and keeps its history.', 'Two PUTs to the same run at once both answer 200, but only one of the messages (with its answer) is in the history.')
def _(d): r = rid(d.say('a')); x = d.both(lambda: d.say('b', run=r), lambda: d.say('c', run=r)); return [y.status for y in x] == [200, 200] and len(d.hist(r).j) == 4
@fault('job-header-once', WGET, S, 'sequence', 'Header x-service-job-id is present while a background job runs and absent otherwise', 'Only the first GET of a run after the start of a job has x-service-job-id; later ones have none though the job still runs (PUT answers 409).')
def _(d): r = rid(d.say(F['backgroundMessage'], BG)); a = d.hist(r, BG); b = d.hist(r, BG); return bool(a.h.get('x-service-job-id')) and not b.h.get('x-service-job-id') and d.say('x', BG, run=r).status == 409
@fault('text-splits-letters', [WPOST, WPUT], I, 'request', "Streamed text with only the worker's user-facing output", 'The text is cut into chunks of bytes that are decoded one by one: letters of more than one byte at an edge come out as U+FFFD, while GET has them right.')
def _(d): return '�' in d.say('ééééééé 漢字漢字漢字漢字').text
@fault('history-of-others', WGET, I, 'sequence', 'Each call must carry an API key (see Authentication).', "GET of a run gives its messages to any valid API key, also to another user's.")
def _(d): r = rid(d.say('secret')); x = d.hist(r, key=OKEY); return x.status == 200 and 'secret' in x.text
@fault('deleted-key-still-works', ['DELETE {base_url}/me/api-keys/{api_key_id}', WPOST, WPUT, NPOST, NPUT, WGET], I, 'sequence', 'Workers API: every request carries the header Authorization: Bearer <API_KEY>. An API key is created through POST /me/api-keys', 'A deleted API key is still accepted at the Workers API.')
def _(d): k = d('POST', '/me/api-keys', {'name': 'x'}).j; d('DELETE', f"/me/api-keys/{k['apiKeyId']}"); return d.say('x', key=k['key']).status == 200
@fault('long-message-cut', [WPOST, WPUT, NPOST, NPUT], I, 'sequence', 'preserves the full history (user messages, agent responses, MCP server calls)', 'User messages of more than 1024 characters stand cut to 1024 in the history.')
def _(d): m = 'word ' * 400; return d.hist(rid(d.say(m))).j[0]['content'] == m[:1024]

# ------------------------------------------------------------ NOTIFIER
@fault('push-link-without-url', RUN + ' (NOTIFIER_CREATE_PUSH)', S, 'request', 'url string (required when type=link)', 'A push of type link without url is created.')
def _(d): return d.n('CREATE_PUSH', type='link', title='t').status == 200
@fault('push-guid-ignored', RUN + ' (NOTIFIER_CREATE_PUSH)', S, 'sequence', 'guid string (client-generated, for idempotency)', 'A second push with the same guid makes a second push.')
def _(d): d.n('CREATE_PUSH', type='note', body='x', guid='g'); d.n('CREATE_PUSH', type='note', body='x', guid='g'); return len(d.n('LIST_PUSHES').j['result']['pushes']) == 2
@fault('push-active-ignored', RUN + ' (NOTIFIER_LIST_PUSHES)', S, 'sequence', 'active boolean (true returns only active pushes)', 'active=true returns deleted pushes too.')
def _(d): p = d.n('CREATE_PUSH', type='note').j['result']; d.n('DELETE_PUSH', iden=p['iden']); return len(d.n('LIST_PUSHES', active=True).j['result']['pushes']) == 1
@fault('app-version-zero-refused', RUN + ' (NOTIFIER_CREATE_DEVICE)', S, 'request', 'app_version integer Req, non-negative', 'app_version 0 is refused with 400 as if it were missing.')
def _(d): return d.n('CREATE_DEVICE', model='M', nickname='N', app_version=0, manufacturer='F').status == 400
@fault('chat-never-unmuted', RUN + ' (NOTIFIER_UPDATE_CHAT)', S, 'sequence', 'Mute or unmute a chat', 'muted=false is answered 200 but a muted chat stays muted.')
def _(d): c = d.n('CREATE_CHAT', email='a@b.example').j['result']['iden']; d.n('UPDATE_CHAT', iden=c, muted=True); r = d.n('UPDATE_CHAT', iden=c, muted=False); return r.status == 200 and d.n('LIST_CHATS').j['result']['chats'][0]['muted']
@fault('delete-all-leaves-links', RUN + ' (NOTIFIER_DELETE_ALL_PUSHES)', S, 'sequence', 'Delete all pushes of the user asynchronously', 'Pushes of type link are never deleted; notes and files are.')
def _(d): d.n('CREATE_PUSH', type='link', url='https://x.example'); d.n('CREATE_PUSH', type='note'); d.n('DELETE_ALL_PUSHES'); time.sleep(.5); return [p['type'] for p in d.n('LIST_PUSHES', active=True).j['result']['pushes']] == ['link']
@fault('update-device-wipes', RUN + ' (NOTIFIER_UPDATE_DEVICE)', I, 'sequence', 'Update device metadata', 'Fields other than nickname that an update does not name are emptied (model and manufacturer become empty, app_version 0).')
def _(d): v = d.n('CREATE_DEVICE', model='M', nickname='N', app_version=3, manufacturer='F').j['result']['iden']; d.n('UPDATE_DEVICE', iden=v, nickname='Z'); return d.n('LIST_DEVICES').j['result']['devices'][0]['model'] == ''
@fault('list-devices-of-all', RUN + ' (NOTIFIER_LIST_DEVICES)', I, 'sequence', 'List devices', "The list has the devices of all users, not only the caller's.")
def _(d): d.n('CREATE_DEVICE', model='M', nickname='N', app_version=3, manufacturer='F'); return len(d.n('LIST_DEVICES', auth=OTHER).j['result']['devices']) == 1
@fault('notifier-cursor-repeats', RUN + ' (NOTIFIER_LIST_PUSHES, NOTIFIER_LIST_CHATS)', I, 'sequence', 'limit integer (max 500, default 500); … cursor string', 'A page by cursor begins with the last record of the page before: it stands in both.')
def _(d):
    [d.n('CREATE_PUSH', type='note', body=str(i)) for i in range(3)]; a = d.n('LIST_PUSHES', limit=2).j['result']; b = d.n('LIST_PUSHES', limit=2, cursor=a['cursor']).j['result']; return a['pushes'][-1]['iden'] == b['pushes'][0]['iden']
@fault('modified-after-uses-created', RUN + ' (NOTIFIER_LIST_PUSHES)', I, 'sequence', 'modified_after number (UNIX timestamp, float)', 'modified_after is compared with the time of creation: a push that was made before and dismissed after is not returned.')
def _(d): p = d.n('CREATE_PUSH', type='note').j['result']; time.sleep(.05); m = d.n('UPDATE_PUSH', iden=p['iden'], dismissed=True).j['result']['modified']; return d.n('LIST_PUSHES', modified_after=m - .02).j['result']['pushes'] == []

# ------------------------------------------------------------ User API: runs and logs
U = '{base_url}'
@fault('runs-default-limit-20', f'GET {U}/me/agent-runs', S, 'request', 'GET /me/agent-runs, GET /me/executions | limit default 30', 'Without limit the list has 20 runs at most.')
def _(d): return len(d('GET', '/me/agent-runs').j['data']) == 20
@fault('runs-cursor-inclusive', f'GET {U}/me/agent-runs', I, 'sequence', 'list endpoints with next_cursor take a date-time cursor and a limit', 'The page after a cursor begins with the last run of the page before: it stands in both.')
def _(d): a = d('GET', '/me/agent-runs?limit=3').j; b = d('GET', '/me/agent-runs?limit=3&next_cursor=' + a['meta']['nextCursor']).j; return a['data'][-1] == b['data'][0]
@fault('executions-last-page-lost', f'GET {U}/me/executions', I, 'sequence', 'list endpoints with next_cursor take a date-time cursor and a limit', 'When less than a whole page is left, the answer gives no next cursor: the oldest executions are never listed.')
def _(d):
    a = d('GET', '/me/executions').j; return len(a['data']) == 30 and a['meta']['nextCursor'] is None
@fault('run-view-of-others', f'GET {U}/me/agent-runs/{{run_id}}', I, 'sequence', '404 run not found', "Another user's run is shown with 200.")
def _(d): return d('GET', '/me/agent-runs/' + rid(d.say('x')), auth=OTHER).status == 200
@fault('mcp-logs-of-agent', f'GET {U}/me/agent-runs/{{run_id}}/mcp-server-logs', I, 'sequence', 'Agent run view, agent run log, MCP server log: Read-only logs of a run', 'The logs of all runs of the same agent are returned, not only those of the run.')
def _(d): d.say(F['toolCallMessage']['message']); return len(d('GET', f"/me/agent-runs/{rid(d.say('x'))}/mcp-server-logs").j) == 1
# ------------------------------------------------------------ subscriptions
@fault('owner-may-subscribe', f'POST {U}/me/agents/{{agent_id}}/subscribe', S, 'request', '400 agent is not paid or caller is its owner', 'The owner of a paid agent gets a checkout session for it.')
def _(d): return d('POST', f"/me/agents/{F['ownPaidAgentId']}/subscribe", {}).status == 200
@fault('already-subscribed-409', f'POST {U}/me/agents/{{agent_id}}/subscribe', S, 'request', '402 already subscribed', 'Who is subscribed already gets 409.')
def _(d): return d('POST', f"/me/agents/{F['subscribedAgentId']}/subscribe", {}).status == 409
@fault('unsubscribe-twice', f'POST {U}/me/agents/{{agent_id}}/unsubscribe', S, 'sequence', '400 no active subscription to cancel, or no payment-provider subscription found', 'A subscription that was canceled can be canceled again: 200.')
def _(d): p = f"/me/agents/{F['unsubscribeAgentId']}/unsubscribe"; return [d('POST', p).status, d('POST', p).status] == [200, 200]
@fault('subscription-of-anyone', f'GET {U}/me/subscriptions/{{agent_id}}', I, 'request', 'Agent subscription: Subscription of the caller to a paid agent', "Who has no subscription to an agent gets another user's with 200 instead of 404.")
def _(d): return d('GET', '/me/subscriptions/' + F['subscribedAgentId'], auth=SAND).status == 200
# ------------------------------------------------------------ studio chats
ST = '/me/agent-studio-chats'
@fault('studio-post-overwrites', f'POST {U}{ST}', S, 'sequence', 'creates a chat, or returns the existing one when run_id exists', 'A POST with the run_id of an own chat replaces its fields by those of the body.')
def _(d): d('POST', ST, {'runId': 'r1', 'title': 'One'}); d('POST', ST, {'runId': 'r1', 'title': 'Two'}); return d('GET', ST + '/r1').j['title'] == 'Two'
@fault('studio-own-private-cloned', f'POST {U}{ST}/{{run_id}}/clone', S, 'sequence', '400 private chats cannot be cloned', 'The owner can clone a private chat: 201.')
def _(d): d('POST', ST, {'runId': 'r1', 'visibility': 'private'}); return d('POST', ST + '/r1/clone').status == 201
@fault('studio-patch-sandbox-private', f'PATCH {U}{ST}/{{run_id}}', S, 'sequence', 'Sandbox tier | cannot set an agent, chat or studio chat private (400)', 'A PATCH lets a sandbox user set a studio chat private.')
def _(d): d('POST', ST, {'runId': 'r1'}, SAND); return d('PATCH', ST + '/r1', {'visibility': 'private'}, SAND).status == 200
@fault('studio-deleted-listed', f'GET {U}{ST}', I, 'sequence', 'DELETE … 200 AgentStudioChat (soft delete)', 'Deleted chats still stand in the list.')
def _(d): d('POST', ST, {'runId': 'r1'}); d('DELETE', ST + '/r1'); return len(d('GET', ST).j) == 1
# ------------------------------------------------------------ agents
@fault('agent-upsert-duplicates', f'POST {U}/me/agents', I, 'sequence', 'body AgentRequest (create or update)', "An update by the ID of an own agent leaves that agent as it is and creates another one.")
def _(d): i = d.agent(name='a')['agentId']; return d.agent(agentId=i, name='b')['agentId'] != i
@fault('slug-taken-is-available', f'GET {U}/me/agents/vanity/slug', I, 'sequence', '200 body unspecified (availability result)', 'A slug that an agent has is said to be available, as a free one is.')
def _(d): d.agent(vanitySlug='my-own-slug'); return d('GET', '/me/agents/vanity/slug?slug=my-own-slug').j['available']
def theme(i): return f'/me/agents/{i}/customizations/theme'
TH = f'PUT {U}/me/agents/{{agent_id}}/customizations/theme'
@fault('theme-pattern-open', TH, S, 'request', '400 invalid theme color format', 'Only the beginning of the color is looked at: "#ff0000zzz" or "#ffff" is taken.')
def _(d): return d('PUT', theme(A), {'themeColor': '#ff0000; nonsense'}).status == 200
@fault('theme-refused-but-kept', TH, I, 'sequence', '400 invalid theme color format', 'An invalid color is refused with 400, but is stored.')
def _(d): r = d('PUT', theme(A), {'themeColor': 'nonsense'}); return r.status == 400 and (d('GET', theme(A)).j or {}).get('themeColor') == 'nonsense'
def files(d, n): i = d.agent()['agentId']; L = f'/me/agents/{i}/files'; return L, [d('POST', L, {'fileName': f'f{k}'}).j['fileId'] for k in range(n)]
FI = f'{U}/me/agents/{{agent_id}}/files'
@fault('files-by-creation', [f'GET {FI}', f'PUT {FI}/positions'], S, 'sequence', 'Agent file: Belongs to an agent; ordered by position; count per agent is limited', 'Files are listed in the order in which they were made, whatever their positions.')
def _(d): L, (a, b) = files(d, 2); d('PUT', L + '/positions', {'positions': [{'fileId': a, 'position': 5}, {'fileId': b, 'position': 1}]}); return [f['fileId'] for f in d('GET', L).j['data']] == [a, b]
@fault('file-delete-200', f'DELETE {FI}/{{file_id}}', S, 'sequence', '204 no body', 'The answer is 200 with a JSON body.')
def _(d): L, (a,) = files(d, 1); r = d('DELETE', L + '/' + a); return r.status == 200 and bool(r.raw)
@fault('file-patch-moves-to-front', f'PATCH {FI}/{{file_id}}', I, 'sequence', 'ordered by position', 'A PATCH that names no position sets the position to 0.')
def _(d): L, (a, b, c) = files(d, 3); d('PATCH', L + '/' + c, {'fileName': 'z'}); return d('GET', L + '/' + c).j['position'] == 0
@fault('positions-half-done', f'PUT {FI}/positions', I, 'sequence', '404 (batch ordering)', 'A batch with an unknown file is answered 404, but the positions before that entry are stored.')
def _(d): L, (a, b) = files(d, 2); r = d('PUT', L + '/positions', {'positions': [{'fileId': a, 'position': 9}, {'fileId': UNKNOWN, 'position': 0}]}); return r.status == 404 and d('GET', L + '/' + a).j['position'] == 9
# ------------------------------------------------------------ chats
CH = f'{U}/me/chats'
@fault('chat-without-prompt', f'POST {CH}', S, 'request', '400 missing chat prompt or sandbox tier setting private', 'A chat without a chat prompt is created with an empty one.')
def _(d): return d('POST', '/me/chats', {'name': 'x'}).status == 200
@fault('chat-patch-publishes', f'PATCH {CH}/{{chat_id}}', I, 'sequence', 'body AgentRequestPartial', 'A PATCH that names no visibility makes a private chat public.')
def _(d): i = d.agent(visibility='private')['agentId']; d('PATCH', '/me/chats/' + i, {'name': 'z'}); return d('GET', '/me/chats/' + i, auth=None).status == 200
@fault('deleted-agent-callable', [f'DELETE {CH}/{{chat_id}}', WPOST, NPOST, WPUT, NPUT], I, 'sequence', '404 Resource not found (run, chat, agent, …)', 'A deleted chat can still be called as a worker, though the User API answers 404 for it.')
def _(d): i = d.agent()['agentId']; d('DELETE', '/me/chats/' + i); return d('GET', '/me/chats/' + i).status == 404 and d.say('x', i).status == 200
@fault('chat-clone-keeps-owner', f'POST {CH}/{{chat_id}}/clone', I, 'sequence', '200 AgentModel', "The clone belongs to the owner of the original: the caller does not find it among its own and may not change it.")
def _(d): c = d('POST', f"/me/chats/{F['unpaidAgentId']}/clone").j; return c['agentId'] not in [x['agentId'] for x in d('GET', '/me/chats').j] and d('PATCH', '/me/chats/' + c['agentId'], {'name': 'x'}).status == 403
@fault('chat-clone-ignores-body', f'POST {CH}/{{chat_id}}/clone', I, 'request', 'optional body AgentRequestPartial or null', 'The fields of the body are not taken over into the clone.')
def _(d): return d('POST', f"/me/chats/{F['unpaidAgentId']}/clone", {'name': 'Mine'}).j['name'] != 'Mine'
# ------------------------------------------------------------ keys, credits, payments
@fault('api-keys-list-shows-values', f'GET {U}/me/api-keys', S, 'request', 'API key: A hidden variant omits the key value; 200 array of ApiKeyHidden', 'The list holds the values of the keys.')
def _(d): return KEY in d('GET', '/me/api-keys').text
@fault('api-key-of-others', f'GET {U}/me/api-keys/{{api_key_id}}', I, 'sequence', '404 … Resource not found (… API key …)', "Another user's API key, with its value, is shown with 200.")
def _(d): k = d('POST', '/me/api-keys', {'name': 'x'}).j; return k['key'] in d('GET', f"/me/api-keys/{k['apiKeyId']}", auth=OTHER).text
@fault('credits-used-at-once-lost', f'POST {U}/me/credits/use', I, 'timing', 'Balance of agent execution credits; can be used', 'Of several uses at once only one is counted.')
def _(d): a = d('GET', '/me/credits').j['balance']; d.both(*[lambda: d('POST', '/me/credits/use')] * 4); return d('GET', '/me/credits').j['balance'] > a - 4
@fault('webhook-unsigned', f'POST {U}/me/payments/webhook', S, 'request', 'the request must carry a signature; 400 is returned when it is missing', 'An event without a signature is processed with 200.')
def _(d): return d('POST', '/me/payments/webhook', auth=None, raw=F['webhook']['body'].encode(), headers={'content-type': 'application/json'}).status == 200
@fault('period-366', [f'GET {U}/me/monetization/{x}' for x in ('summary', 'subscribers', 'earnings')], S, 'request', 'query period (integer, 1 to 365, default 28)', 'period=366 is taken.')
def _(d): return all(d('GET', f'/me/monetization/{x}?period=366').status == 200 for x in ('summary', 'subscribers', 'earnings'))
@fault('summary-earnings-of-all-time', f'GET {U}/me/monetization/summary', I, 'sequence', 'total subscribers and earnings for the period', 'The earnings are those of all time, whatever the period: they differ from the sum of the daily ones.')
def _(d): return d('GET', '/me/monetization/summary?period=1').j['totalEarningsCents'] != sum(x['amountCents'] for x in d('GET', '/me/monetization/earnings?period=1').j['data'])
# ------------------------------------------------------------ bundles
def bundle(d): b = f"/me/bundles/{d('POST', '/me/bundles').j['bundleId']}"; [d('POST', b + '/tools', {'toolId': t}) for t in ('find_berth', 'count_words', 'hash_text')]; return b
@fault('bundle-tools-after-delete', [f'DELETE {U}/me/bundles/{{bundle_id}}', f'GET {U}/me/bundles/{{bundle_id}}/tools'], I, 'sequence', '200 array of UserBundleTool', 'The tools of a deleted bundle are still listed.')
def _(d): b = bundle(d); d('DELETE', b); return len(d('GET', b + '/tools').j) == 3
@fault('bundle-tool-delete-clears', f'DELETE {U}/me/bundles/{{bundle_id}}/tools/{{tool_id}}', I, 'sequence', '200 UserBundleTool', 'Removing one tool removes all tools of the bundle.')
def _(d): b = bundle(d); d('DELETE', b + '/tools/find_berth'); return d('GET', b + '/tools').j == []
# ------------------------------------------------------------ CLI auth
def cli(d): return '/me/cli-auth/' + d('POST', '/me/cli-auth', auth=None).j['cliAuthId']
@fault('cli-read-twice-at-once', f'GET {U}/me/cli-auth/{{auth_id}}', S, 'timing', 'Carries a user JWT; read once and consumed', 'Reads at once all get the JWT; only later ones get null.')
def _(d): c = cli(d); d('PUT', c, {'jwt': OWN}); return [r.j for r in d.both(*[lambda: d('GET', c, auth=None)] * 3)].count(OWN) > 1
@fault('cli-taken-over', f'PUT {U}/me/cli-auth/{{cli_auth_id}}', I, 'sequence', '403 not allowed to update', "Another user may replace the JWT that a user attached to a session; the command-line client gets the wrong user's.")
def _(d): c = cli(d); d('PUT', c, {'jwt': OWN}); r = d('PUT', c, {'jwt': OTHER}, OTHER); return r.status == 200 and d('GET', c, auth=None).j == OTHER
# ------------------------------------------------------------ schedules
SC = '/me/schedules'
@fault('schedule-missing-chat-422', f'POST {U}{SC}', S, 'request', '403 chat ID invalid, missing or not owned by the caller', 'A schedule without a chat ID is answered 422.')
def _(d): return d('POST', SC, {'cronExpression': F['cron']}).status == 422
@fault('onboarding-shadowed', f'GET {U}{SC}/onboarding', S, 'request', 'GET /me/schedules/onboarding | none | 200 body unspecified', 'The path is taken for that of a schedule with the ID "onboarding": 422.')
def _(d): return d('GET', SC + '/onboarding').status == 422
@fault('cron-bounds-unchecked', [f'GET {U}{SC}/text-to-cron', f'POST {U}{SC}', f'PUT {U}{SC}/{{schedule_id}}'], S, 'request', '400 invalid cron expression', 'Values out of their bounds, such as minute 61 or hour 25, are taken.')
def _(d): return d('GET', SC + '/text-to-cron?cron=61%2025%20*%20*%20*').status == 200
@fault('schedule-cron-not-kept', f'PUT {U}{SC}/{{schedule_id}}', I, 'sequence', 'body ScheduleUpdateRequest', 'The answer of the update shows the new cron expression, but the schedule keeps the old one.')
def _(d): p = f"{SC}/{d('POST', SC, {'chatId': A, 'cronExpression': F['cron']}).j['scheduleId']}"; return d('PUT', p, {'cronExpression': '5 5 * * *'}).j['cronExpression'] == '5 5 * * *' and d('GET', p).j['cronExpression'] == F['cron']
# ------------------------------------------------------------ tools
@fault('tool-run-unknown-400', RUN, S, 'request', '404 tool not found', 'Running a tool that does not exist is answered 400.')
def _(d): return d.tool('no_such_tool').status == 400
@fault('search-limit-before-order', f'GET {U}/me/tools/search', I, 'request', 'limit (integer, 1 to 200, default 20); min_score (number, 0.0 to 1.0, default 0.15)', 'The limit is applied to the catalog before the search: with a small limit (or the default of 20), tools that match, even by their exact name, are not found.')
def _(d): return d('GET', '/me/tools/search?q=slugify&limit=1').j == [] and d('GET', '/me/tools/search?q=slugify&limit=200').j != []
@fault('uninstall-for-all', f'DELETE {U}/me/user-tools/{{tool_id}}', I, 'sequence', 'tools installed by the user', 'Uninstalling a tool uninstalls it for all users.')
def _(d): [d('POST', '/me/user-tools', {'toolId': F['installableToolId']}, j) for j in (OWN, OTHER)]; p = '/me/user-tools/' + F['installableToolId']; d('DELETE', p, auth=OTHER); return d('GET', p).status == 404
# ------------------------------------------------------------ user, VIP, credentials
@fault('vip-twice', f'POST {U}/me/vip', S, 'sequence', 'VIP code: Redeemed once per user; own codes cannot be redeemed', 'The same user can redeem the same code again and again.')
def _(d): return [d('POST', '/me/vip', {'code': F['vipCode']}).status for _ in (1, 2)] == [200, 200]
@fault('vip-refused-counts', [f'POST {U}/me/vip', f'GET {U}/me/vip'], I, 'sequence', '200 VipCodeRedemptionCount', 'A refused redemption (400) raises the count of redemptions.')
def _(d): d('POST', '/me/vip', {'code': F['ownVipCode']}); return d('GET', '/me/vip').j['count'] == 1
@fault('jwt-signature-unchecked', [f'GET {U}/me/', f'GET {U}/me/agents', RUN], I, 'request', '401 invalid or missing JWT; endpoints declare an HTTP bearer credential', 'The signature of the JWT is not checked: a JWT with another signature is accepted on all of the User API.')
def _(d): j = OWN.rsplit('.', 1)[0] + '.' + 'A' * 43; return d('GET', '/me/', auth=j).status == 200

def main():
    only, base = sys.argv[1:], 9510
    done, path = [], os.path.join(HERE, 'faults.json')
    assert len({f['id'] for f, _ in FAULTS}) == len(FAULTS)
    print(len(FAULTS), {b: sum(f['basis'] == b for f, _ in FAULTS) for b in (S, I)})
    for n, (f, fn) in enumerate(FAULTS):
        if only and f['id'] not in only: continue
        got = []
        for name in ('', f['id']):
            with Dep(name, base + n % 40 * 2 + bool(name)) as d:
                try: got.append(bool(fn(d)))
                except Exception as e: got.append(repr(e))
        ok = got == [False, True]
        if not ok or only: print('ok ' if ok else 'NO ', f['id'], got)
        if ok: done.append(f)
        if not only: json.dump(done, open(path, 'w'), indent=1, ensure_ascii=False)
    print(len(done), 'shown')
main()

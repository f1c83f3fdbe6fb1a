"""Shows each fault: probes.py [id …] starts the deployment without and with the fault, and compares the answers to one short probe.
Writes faults.json with the faults that were shown."""
import json, os, subprocess, sys, time, uuid, concurrent.futures as cf
import requests

HERE = os.path.dirname(os.path.abspath(__file__))
PORT = os.environ.get('PROBE_PORT', '9310')
CFG = json.loads(open(HERE + '/config.json').read().replace('PORT', PORT))
B, A, CR, FX = CFG['baseUrl'], CFG['agentsUrl'], CFG['credentials'], CFG['fixtures']
LONG, FAILS = FX['backgroundMessage'], FX['backgroundErrorMessage']


def boot(fault=''):
    p = subprocess.Popen([HERE + '/start.sh', PORT], env={**os.environ, 'FAULT': fault}, stdout=subprocess.PIPE, text=True)
    assert p.stdout.readline().strip() == 'ready'
    return p


def halt(p):
    p.terminate()
    p.wait()


def call(method, url, token=None, body=None, **kw):
    h = {'Authorization': 'Bearer ' + token} if token else {}
    return requests.request(method, url, headers=h, timeout=30, **({'json': body} if body is not None else {}), **kw)


class R:
    def __init__(self, r):
        self.s, self.h, self.t = r.status_code, r.headers, r.content.decode()
        try:
            self.j = r.json()
        except ValueError:
            self.j = None


def who(token):
    return lambda method, path, body=None, **kw: R(call(method, B + path, token, body, **kw))


own, oth, sand, anon = who(CR['jwt']), who(CR['otherJwt']), who(CR['sandboxJwt']), who(None)


def w(method, path, msg=None, key=None):
    return R(call(method, A + path, key or CR['apiKey'], {'message': msg} if msg is not None else None))


AG, BG = FX['agentId'], FX['backgroundAgentId']


def begin(msg='hello', agent=AG, nd=''):
    return w('POST', f'{nd}/{agent}', msg).h['X-Service-Run-ID']


def talk(run, agent=AG):
    return [m['content'] for m in w('GET', f'/{agent}/{run}').j]


def job(run, agent=BG):
    return 'x-service-job-id' in w('GET', f'/{agent}/{run}').h


def agent(u=own, **kw):
    return u('POST', '/me/agents', {'chat_prompt': 'Be kind.', 'visibility': 'public', **kw}).j['agent_id']


def addfile(a, **kw):
    return own('POST', f'/me/agents/{a}/files', {'name': 'a.txt', 'content': 'words', **kw}).j['file_id']


def nt(tool, u=own, **kw):
    return u('POST', '/me/tools/run/NOTIFIER_' + tool, kw)


def out(tool, u=own, **kw):
    return nt(tool, u, **kw).j['output']


def device(u=own, **kw):
    return out('CREATE_DEVICE', u, **{'model': 'M1', 'nickname': 'Phone', 'app_version': 1, 'manufacturer': 'Acme', **kw})['iden']


def at_once(*fs):
    with cf.ThreadPoolExecutor(len(fs)) as ex:
        return [f.result() for f in [ex.submit(f) for f in fs]]


FAULTS, PROBES = [], {}


def fault(id, operation, basis, needs, words, what):
    def wrap(f):
        FAULTS.append({'id': id, 'operation': operation, 'basis': {'s': 'stated', 'i': 'implied'}[basis],
                       'needs': {'r': 'request', 's': 'sequence', 't': 'timing'}[needs], 'words': words, 'what': what})
        PROBES[id] = f
        return f
    return wrap


POST, PUT, GET = 'POST {agents_url}/{agent_id}', 'PUT {agents_url}/{agent_id}/{run_id}', 'GET {agents_url}/{agent_id}/{run_id}'
NPUT = 'PUT {agents_url}/ndjson/{agent_id}/{run_id}'
RUN = 'POST {base_url}/me/tools/run/{tool_name}'


# ------------------------------------------------------------ Workers API
@fault('same-message-same-run', [POST, 'POST {agents_url}/ndjson/{agent_id}'], 's', 's', 'every POST returns a new run ID in X-Service-Run-ID',
       'A second POST with the same message to the same worker goes on with the earlier run and returns its run ID.')
def _(): return begin('twin') == begin('twin')


@fault('put-without-run-id-header', PUT, 's', 's', 'Header X-Service-Run-ID is sent again.', 'The text PUT answers without X-Service-Run-ID.')
def _(): return 'X-Service-Run-ID' in w('PUT', f'/{AG}/{begin()}', 'more').h


@fault('refused-put-keeps-message', [PUT, NPUT], 's', 't', 'Rejected with status 409; message not added', 'A PUT during a job is answered 409, but its message stands in the history.')
def _():
    r = begin(LONG, BG)
    return w('PUT', f'/{BG}/{r}', 'early').s, 'early' in talk(r, BG)


@fault('failed-job-never-ends', [GET, PUT, NPUT], 's', 't', 'job finishes, successfully or with an error: GET no longer returns x-service-job-id',
       'A job that ends with an error keeps its run in the state job running for ever.')
def _():
    r = begin(FAILS, BG)
    time.sleep(3.3)
    return job(r), w('PUT', f'/{BG}/{r}', 'go on').s


@fault('ndjson-put-goes-on-during-job', NPUT, 's', 't', 'When a job is running, PUT returns 409.', 'Only the text PUT is rejected during a job; the NDJSON PUT is taken.')
def _(): return w('PUT', f'/ndjson/{BG}/{begin(LONG, BG)}', 'early').s


@fault('new-run-ends-old-job', [POST, 'POST {agents_url}/ndjson/{agent_id}', GET], 's', 't', 'POST to start a new interaction: job running (old run), new run idle',
       'A new interaction with the same worker makes the running jobs of older runs look finished.')
def _():
    r = begin(LONG, BG)
    begin('hi', BG)
    return job(r)


@fault('text-stream-shows-tool-output', [POST, PUT], 's', 'r', "Streamed text with only the worker's user-facing output (no tool calls or debug data)",
       'The text stream has the raw answers of tools in it.')
def _(): return FX['toolCallMessage']['output'] in w('POST', f'/{AG}', FX['toolCallMessage']['message']).t


@fault('resume-wants-words', [PUT, NPUT], 's', 't', 'a PUT with any message value may resume', 'After a job has ended, a PUT with an empty message is answered 422.')
def _():
    r = begin(LONG, BG)
    time.sleep(3.3)
    return w('PUT', f'/{BG}/{r}', '').s


@fault('job-of-put-not-signalled', GET, 's', 't', 'Header x-service-job-id is present while a background job runs and absent otherwise',
       'GET has no x-service-job-id while a job runs that a PUT, not the POST, has started.')
def _():
    r = begin('hi', BG)
    w('PUT', f'/{BG}/{r}', LONG)
    return job(r)


@fault('run-of-others-readable', [GET, PUT, NPUT], 'i', 's', 'Each call must carry an API key; a run ID identifies the conversation context',
       "With another user's API key the whole history of a run can be read and continued.")
def _(): return w('GET', f'/{AG}/{begin("my secret")}', key=CR['otherApiKey']).s


@fault('history-cuts-long-messages', [POST, PUT, GET], 'i', 's', 'a run ID that preserves the full history', 'User messages longer than 255 characters are cut in the history.')
def _(): return len(talk(begin('x' * 300))[0])


@fault('history-loses-non-ascii', [POST, PUT, GET], 'i', 's', 'a run ID that preserves the full history', 'Characters beyond ASCII in user messages become question marks in the history.')
def _(): return talk(begin('Grüße 漢字'))[0]


@fault('deleted-key-still-opens-workers', ['DELETE {base_url}/me/api-keys/{api_key_id}', POST], 'i', 's', 'every request carries the header Authorization: Bearer <API_KEY>',
       'An API key that was deleted still opens the Workers API.')
def _():
    k = own('POST', '/me/api-keys', {'label': 'x'}).j
    own('DELETE', f'/me/api-keys/{k["api_key_id"]}')
    return w('POST', f'/{AG}', 'hi', k['secret']).s


@fault('puts-at-once-lose-a-message', [PUT, NPUT], 'i', 't', 'A PUT with a run ID adds a user message to that run and keeps its history.', 'Of two PUTs at once to one run, both answered 200, only one stands in the history.')
def _():
    r = begin()
    at_once(*[lambda m=m: w('PUT', f'/{AG}/{r}', m) for m in ('one', 'two')])
    return len(talk(r))


# ------------------------------------------------------------ NOTIFIER
@fault('notifier-limit-over-500', RUN + ' (NOTIFIER_LIST_PUSHES)', 's', 'r', 'limit integer (max 500, default 500)', 'LIST_PUSHES takes a limit above 500.')
def _(): return nt('LIST_PUSHES', limit=501).s


@fault('notifier-link-without-url', RUN + ' (NOTIFIER_CREATE_PUSH)', 's', 'r', 'url string (required when type=link)', 'A push of type link is made without url.')
def _(): return nt('CREATE_PUSH', type='link', title='t').s


@fault('notifier-negative-app-version', RUN + ' (NOTIFIER_UPDATE_DEVICE)', 's', 's', 'app_version integer, non-negative', 'UPDATE_DEVICE takes and keeps a negative app_version.')
def _(): return nt('UPDATE_DEVICE', iden=device(), app_version=-1).s


@fault('notifier-guid-ignored', RUN + ' (NOTIFIER_CREATE_PUSH)', 's', 's', 'guid string (client-generated, for idempotency)', 'The same guid sent twice makes two pushes.')
def _(): return out('CREATE_PUSH', type='note', guid='g1')['iden'] == out('CREATE_PUSH', type='note', guid='g1')['iden']


@fault('notifier-active-ignored', RUN + ' (NOTIFIER_LIST_PUSHES)', 's', 's', 'active boolean (true returns only active pushes)', 'LIST_PUSHES with active=true lists deleted pushes too.')
def _():
    i = out('CREATE_PUSH', type='note', body='b')['iden']
    nt('DELETE_PUSH', iden=i)
    return i in [p['iden'] for p in out('LIST_PUSHES', active=True)['pushes']]


@fault('notifier-cursor-repeats-last', RUN + ' (NOTIFIER_LIST_PUSHES, NOTIFIER_LIST_CHATS)', 'i', 's', 'limit integer (max 500, default 500); cursor string',
       'A page got by cursor begins with the last item of the page before.')
def _():
    for i in range(4):
        nt('CREATE_PUSH', type='note', body=str(i))
    p = out('LIST_PUSHES', limit=2)
    q = out('LIST_PUSHES', limit=2, cursor=p['cursor'])
    return p['pushes'][-1]['iden'] == q['pushes'][0]['iden']


@fault('notifier-device-update-clears', RUN + ' (NOTIFIER_UPDATE_DEVICE)', 'i', 's', 'Update device metadata', 'UPDATE_DEVICE with one field empties the other texts of the device.')
def _():
    i = device()
    nt('UPDATE_DEVICE', iden=i, nickname='N')
    return [d['model'] for d in out('LIST_DEVICES')['devices'] if d['iden'] == i]


@fault('notifier-device-delete-takes-model', RUN + ' (NOTIFIER_DELETE_DEVICE)', 'i', 's', 'Delete a device', "DELETE_DEVICE removes all of the user's devices of the same model.")
def _():
    i, k = device(nickname='A'), device(nickname='B')
    nt('DELETE_DEVICE', device_iden=i)
    return k in [d['iden'] for d in out('LIST_DEVICES')['devices']]


@fault('notifier-items-unchecked', RUN + ' (NOTIFIER_UPDATE_PUSH)', 'i', 's', 'items array (list-style pushes; each item has text string and checked boolean)', 'checked=true of list items is kept as false.')
def _():
    i = out('CREATE_PUSH', type='note')['iden']
    nt('UPDATE_PUSH', iden=i, items=[{'text': 'milk', 'checked': True}])
    return [p['items'] for p in out('LIST_PUSHES')['pushes'] if p['iden'] == i]


@fault('notifier-devices-of-everyone', RUN + ' (NOTIFIER_LIST_DEVICES)', 'i', 's', 'List devices', "LIST_DEVICES has other users' devices in it.")
def _(): return device(oth) in [d['iden'] for d in out('LIST_DEVICES')['devices']]


# ------------------------------------------------------------ User API
U = '{base_url}/me'


@fault('owner-may-subscribe', f'POST {U}/agents/{{agent_id}}/subscribe', 's', 'r', '400 agent is not paid or caller is its owner', 'The owner of a paid agent gets a checkout session for it.')
def _(): return own('POST', f'/me/agents/{FX["ownPaidAgentId"]}/subscribe', {}).s


@fault('second-subscription-sold', f'POST {U}/agents/{{agent_id}}/subscribe', 's', 'r', '402 already subscribed', 'A subscriber gets another checkout session with 200.')
def _(): return own('POST', f'/me/agents/{FX["subscribedAgentId"]}/subscribe', {}).s


@fault('own-private-studio-chat-cloned', f'POST {U}/agent-studio-chats/{{run_id}}/clone', 's', 's', 'private chats cannot be cloned', 'The owner of a private studio chat may clone it.')
def _():
    r = own('POST', '/me/agent-studio-chats', {'run_id': 'p1', 'visibility': 'private'}).j['run_id']
    return own('POST', f'/me/agent-studio-chats/{r}/clone').s


@fault('private-studio-chat-anonymous', f'GET {U}/agent-studio-chats/{{run_id}}', 's', 's', '403 no permission', 'A private studio chat is shown to a caller without credential (only other users are refused).')
def _():
    own('POST', '/me/agent-studio-chats', {'run_id': 'p2', 'visibility': 'private'})
    return anon('GET', '/me/agent-studio-chats/p2').s


@fault('sandbox-puts-chat-private', f'PUT {U}/chats/{{chat_id}}', 's', 's', 'Sandbox tier: cannot set an agent, chat or studio chat private (400)', 'A sandbox user sets a chat private by PUT.')
def _(): return sand('PUT', f'/me/chats/{agent(sand)}', {'chat_prompt': 'x', 'visibility': 'private'}).s


@fault('upsert-without-prompt', [f'POST {U}/agents', f'POST {U}/chats'], 's', 's', 'chat prompt (required on create/upsert)', 'An update by POST is taken without a chat prompt.')
def _(): return own('POST', '/me/agents', {'agent_id': agent(), 'visibility': 'public'}).s


@fault('theme-color-not-hex', f'PUT {U}/agents/{{agent_id}}/customizations/theme', 's', 'r', '400 invalid theme color format', 'Letters beyond F are taken in a theme color, such as #zzzzzz.')
def _(): return own('PUT', f'/me/agents/{AG}/customizations/theme', {'color': '#zzzzzz'}).s


@fault('no-theme-is-404', f'GET {U}/agents/{{agent_id}}/customizations/theme', 's', 's', '200 AgentThemePreferenceResponse or null', 'An agent of the caller without a theme is answered 404 rather than 200 null.')
def _(): return own('GET', f'/me/agents/{agent()}/customizations/theme').s


@fault('files-without-limit', f'POST {U}/agents/{{agent_id}}/files', 's', 's', 'number of files per agent is capped; 400 when exceeded', 'The cap on files per agent is not checked.')
def _():
    a = agent()
    return [own('POST', f'/me/agents/{a}/files', {'name': 'f', 'content': ''}).s for _ in range(12)][-1]


@fault('files-in-order-of-making', [f'GET {U}/agents/{{agent_id}}/files', f'PUT {U}/agents/{{agent_id}}/files/positions'], 's', 's', 'Belongs to an agent; ordered by position',
       'Files are listed in the order in which they were made, whatever their positions.')
def _():
    a = agent()
    f, g = addfile(a), addfile(a)
    own('PUT', f'/me/agents/{a}/files/positions', {'orders': [{'file_id': f, 'order': 1}, {'file_id': g, 'order': 0}]})
    return [x['file_id'] for x in own('GET', f'/me/agents/{a}/files').j['results']] == [g, f]


@fault('file-delete-answers-200', f'DELETE {U}/agents/{{agent_id}}/files/{{file_id}}', 's', 's', '204 no body', 'DELETE of a file answers 200 with the record.')
def _():
    a = agent()
    r = own('DELETE', f'/me/agents/{a}/files/{addfile(a)}')
    return r.s, bool(r.t)


@fault('private-chat-cloned', f'POST {U}/chats/{{chat_id}}/clone', 's', 'r', '403 chat is not public', "Another user's private chat can be cloned.")
def _(): return own('POST', f'/me/chats/{FX["privateAgentId"]}/clone').s


@fault('key-list-shows-secrets', f'GET {U}/api-keys', 's', 'r', 'A hidden variant omits the key value; 200 array of ApiKeyHidden', 'The list of API keys has the key values.')
def _(): return 'secret' in own('GET', '/me/api-keys').j[0]


@fault('each-new-key-is-default', [f'POST {U}/api-keys', f'GET {U}/api-keys'], 's', 's', 'one key is the default key', 'Each new key is marked as default too, so that several are.')
def _():
    own('POST', '/me/api-keys', {'label': 'n'})
    return sum(k['default'] for k in own('GET', '/me/api-keys').j)


@fault('period-without-bounds', [f'GET {U}/monetization/summary', f'GET {U}/monetization/subscribers', f'GET {U}/monetization/earnings'], 's', 'r', 'query period (integer, 1 to 365, default 28)',
       'A period of 0 or 366 is taken.')
def _(): return [own('GET', f'/me/monetization/{k}?period={p}').s for k in ('summary', 'earnings') for p in (0, 366)]


@fault('cli-jwt-read-again', f'GET {U}/cli-auth/{{auth_id}}', 's', 's', 'the JWT is consumed by the read', 'The JWT of a CLI auth session can be read again and again.')
def _():
    i = anon('POST', '/me/cli-auth').j['cli_auth_id']
    own('PUT', f'/me/cli-auth/{i}', {'token': CR['jwt']})
    return [anon('GET', f'/me/cli-auth/{i}').j == CR['jwt'] for _ in range(2)]


@fault('cli-session-taken-over', f'PUT {U}/cli-auth/{{cli_auth_id}}', 's', 's', '403 not allowed to update', 'Another user may replace the JWT that a user has attached to a session.')
def _():
    i = anon('POST', '/me/cli-auth').j['cli_auth_id']
    own('PUT', f'/me/cli-auth/{i}', {'token': CR['jwt']})
    return oth('PUT', f'/me/cli-auth/{i}', {'token': CR['otherJwt']}).s, anon('GET', f'/me/cli-auth/{i}').j == CR['jwt']


@fault('schedule-for-chat-of-others', f'POST {U}/schedules', 's', 'r', '403 chat ID invalid, missing or not owned by the caller', "A schedule may be made for another user's chat.")
def _(): return own('POST', '/me/schedules', {'chat': FX['unpaidAgentId'], 'cron_expression': FX['cron']}).s


@fault('cron-ranges-unchecked', [f'GET {U}/schedules/text-to-cron', f'POST {U}/schedules', f'PUT {U}/schedules/{{schedule_id}}'], 's', 'r', '400 invalid cron expression',
       'Numbers out of range pass as cron, such as 99 99 * * *.')
def _(): return own('GET', '/me/schedules/text-to-cron?cron=99 99 * * *').s


@fault('search-limit-unbounded', f'GET {U}/tools/search', 's', 'r', 'limit (integer, 1 to 200, default 20)', 'A limit above 200 is taken.')
def _(): return own('GET', '/me/tools/search?q=port&limit=201').s


@fault('vip-code-once-for-all', f'POST {U}/vip', 's', 's', 'Redeemed once per user', 'A code that one user has redeemed is refused to every other user.')
def _(): return own('POST', '/me/vip', {'code': FX['vipCode']}).s, oth('POST', '/me/vip', {'code': FX['vipCode']}).s


@fault('agent-run-of-others', [f'GET {U}/agent-runs/{{run_id}}', f'GET {U}/agent-runs/{{run_id}}/logs', f'GET {U}/agent-runs/{{run_id}}/mcp-server-logs'], 'i', 's', '404 run not found',
       "A run and its logs can be read by other users who know its ID.")
def _(): return oth('GET', f'/me/agent-runs/{begin()}').s


@fault('runs-cursor-repeats-last', f'GET {U}/agent-runs', 'i', 's', 'list endpoints with next_cursor take a date-time cursor and a limit', 'A page got by next_cursor begins with the last run of the page before.')
def _():
    for _ in range(4):
        begin()
    p = own('GET', '/me/agent-runs?limit=2').j
    q = own('GET', '/me/agent-runs?limit=2&next_cursor=' + p['next_cursor']).j
    return p['results'][-1]['run_id'] == q['results'][0]['run_id']


@fault('mcp-logs-of-all-runs', f'GET {U}/agent-runs/{{run_id}}/mcp-server-logs', 'i', 's', 'Read-only logs of a run', "The MCP server logs of a run hold those of all the caller's runs.")
def _():
    begin(FX['toolCallMessage']['message'])
    return len(own('GET', f'/me/agent-runs/{begin()}/mcp-server-logs').j)


@fault('unsubscribe-ends-all', f'POST {U}/agents/{{agent_id}}/unsubscribe', 'i', 's', 'Subscription of the caller to a paid agent', "Ending one subscription ends all of the caller's subscriptions.")
def _():
    own('POST', f'/me/agents/{FX["unsubscribeAgentId"]}/unsubscribe')
    return own('GET', f'/me/subscriptions/{FX["subscribedAgentId"]}').j['status']


@fault('deleted-studio-chat-listed', [f'DELETE {U}/agent-studio-chats/{{run_id}}', f'GET {U}/agent-studio-chats'], 'i', 's', 'delete is a soft delete', 'A deleted studio chat stays in the list of chats as if nothing had happened.')
def _():
    own('POST', '/me/agent-studio-chats', {'run_id': 'd1', 'visibility': 'public'})
    own('DELETE', '/me/agent-studio-chats/d1')
    return 'd1' in [c['run_id'] for c in own('GET', '/me/agent-studio-chats').j]


@fault('studio-clone-keeps-owner', f'POST {U}/agent-studio-chats/{{run_id}}/clone', 'i', 's', '201 AgentStudioChat', "The clone belongs to the owner of the original: the caller has it not in the list and can't change it.")
def _():
    oth('POST', '/me/agent-studio-chats', {'run_id': 'c1', 'visibility': 'public'})
    n = own('POST', '/me/agent-studio-chats/c1/clone').j['run_id']
    return own('PATCH', f'/me/agent-studio-chats/{n}', {'title': 'mine'}).s


@fault('refused-private-agent-is-saved', f'POST {U}/agents', 'i', 's', '400 missing chat prompt or sandbox tier setting private', 'A private agent refused to a sandbox user with 400 is made all the same, public.')
def _():
    s = sand('POST', '/me/agents', {'chat_prompt': 'x', 'visibility': 'private'}).s
    return s, len(sand('GET', '/me/agents').j)


@fault('own-slug-said-free', f'GET {U}/agents/vanity/slug', 'i', 's', '200 body unspecified (availability result)', "A slug that one of the caller's own agents has is said to be available.")
def _():
    agent(vanity_slug='my-slug')
    return own('GET', '/me/agents/vanity/slug?slug=my-slug').j['available']


@fault('upsell-not-kept', f'POST {U}/agents/{{agent_id}}/upsell-description', 'i', 's', '200 AgentModel (upsell description generated)', 'The upsell description stands in the answer but is not stored.')
def _():
    a = agent()
    own('POST', f'/me/agents/{a}/upsell-description')
    return own('GET', f'/me/agents/{a}').j['upsell_description']


@fault('theme-set-only-once', f'PUT {U}/agents/{{agent_id}}/customizations/theme', 'i', 's', 'body AgentThemePreferenceUpsertRequest', 'The second PUT answers with the new color, but the first one stays.')
def _():
    a = agent()
    for c in ('#111111', '#222222'):
        own('PUT', f'/me/agents/{a}/customizations/theme', {'color': c})
    return own('GET', f'/me/agents/{a}/customizations/theme').j['color']


@fault('positions-half-applied', f'PUT {U}/agents/{{agent_id}}/files/positions', 'i', 's', '403; 404', 'Positions that are refused with 404 for one unknown file are kept for the files named before it.')
def _():
    a = agent()
    f, g = addfile(a), addfile(a)
    s = own('PUT', f'/me/agents/{a}/files/positions', {'orders': [{'file_id': f, 'order': 7}, {'file_id': str(uuid.uuid4()), 'order': 0}]}).s
    return s, own('GET', f'/me/agents/{a}/files/{f}').j['order']


@fault('file-patch-clears-content', f'PATCH {U}/agents/{{agent_id}}/files/{{file_id}}', 'i', 's', 'body AgentFileUpdateRequest', 'A PATCH that names no content empties the content of the file.')
def _():
    a = agent()
    f = addfile(a)
    return own('PATCH', f'/me/agents/{a}/files/{f}', {'name': 'b.txt'}).j['content']


@fault('file-under-any-agent', [f'GET {U}/agents/{{agent_id}}/files/{{file_id}}', f'PATCH {U}/agents/{{agent_id}}/files/{{file_id}}', f'DELETE {U}/agents/{{agent_id}}/files/{{file_id}}'], 'i', 's', 'Belongs to an agent',
       'A file of one agent is found under another agent of the caller.')
def _(): return own('GET', f'/me/agents/{agent()}/files/{addfile(agent())}').s


@fault('refused-file-delete-deletes', f'DELETE {U}/agents/{{agent_id}}/files/{{file_id}}', 'i', 's', '403', "Another user's DELETE of a file is answered 403, but the file is gone.")
def _():
    a = agent()
    f = addfile(a)
    return oth('DELETE', f'/me/agents/{a}/files/{f}').s, own('GET', f'/me/agents/{a}/files/{f}').s


@fault('clone-takes-files-away', f'POST {U}/chats/{{chat_id}}/clone', 'i', 's', '200 AgentModel', 'Cloning a chat moves the files of the original to the clone.')
def _():
    a = agent()
    f = addfile(a)
    oth('POST', f'/me/chats/{a}/clone')
    return own('GET', f'/me/agents/{a}/files/{f}').s


@fault('deleted-chat-lives-as-agent', [f'DELETE {U}/chats/{{chat_id}}', f'GET {U}/agents/{{agent_id}}'], 'i', 's', 'Same record type as the agent', 'A deleted chat is gone at /me/chats, but still answered at /me/agents/{agent_id}.')
def _():
    a = agent()
    own('DELETE', f'/me/chats/{a}')
    return own('GET', f'/me/agents/{a}').s


@fault('key-of-others', [f'GET {U}/api-keys/{{api_key_id}}', f'DELETE {U}/api-keys/{{api_key_id}}'], 'i', 's', '404', "Another user's API key can be read with its value, and deleted, by its number.")
def _(): return oth('GET', f'/me/api-keys/{own("POST", "/me/api-keys", {"label": "m"}).j["api_key_id"]}').s


@fault('credits-used-at-once-count-once', f'POST {U}/credits/use', 'i', 't', 'Balance of agent execution credits; can be used', 'Of several uses of a credit at once only one is taken off the balance.')
def _():
    n = own('GET', '/me/credits').j['credits_left']
    at_once(*[lambda: own('POST', '/me/credits/use')] * 4)
    return n - own('GET', '/me/credits').j['credits_left']


@fault('earnings-miss-a-day', f'GET {U}/monetization/earnings', 'i', 'r', 'MonetizationEarningsResponse (daily earnings)', 'The daily earnings hold one day less than the period, the first.')
def _(): return len(own('GET', '/me/monetization/earnings?period=7').j['results'])


def bundle(*tools):
    b = own('POST', '/me/bundles').j['bundle_id']
    for t in tools:
        own('POST', f'/me/bundles/{b}/tools', {'tool_id': t})
    return b


@fault('bundle-rename-empties-it', f'PUT {U}/bundles/{{bundle_id}}', 'i', 's', 'Holds tools', 'A PUT that only names the bundle removes all tools from it.')
def _():
    b = bundle('tide_table')
    own('PUT', f'/me/bundles/{b}', {'name': 'B'})
    return len(own('GET', f'/me/bundles/{b}/tools').j)


@fault('bundle-tool-delete-takes-all', f'DELETE {U}/bundles/{{bundle_id}}/tools/{{tool_id}}', 'i', 's', 'Membership of a tool in a bundle', 'Removing one tool from a bundle removes all of its tools.')
def _():
    b = bundle('tide_table', 'wave_height')
    own('DELETE', f'/me/bundles/{b}/tools/tide_table')
    return len(own('GET', f'/me/bundles/{b}/tools').j)


@fault('cli-jwt-read-at-once-twice', f'GET {U}/cli-auth/{{auth_id}}', 'i', 't', 'read once and consumed', 'Two reads at once both get the JWT.')
def _():
    i = anon('POST', '/me/cli-auth').j['cli_auth_id']
    own('PUT', f'/me/cli-auth/{i}', {'token': CR['jwt']})
    return sum(r.j == CR['jwt'] for r in at_once(*[lambda: anon('GET', f'/me/cli-auth/{i}')] * 3))


@fault('schedule-update-not-kept', f'PUT {U}/schedules/{{schedule_id}}', 'i', 's', 'body ScheduleUpdateRequest', 'PUT answers with the new values but keeps the old.')
def _():
    s = own('POST', '/me/schedules', {'chat': AG, 'cron_expression': '0 9 * * 1'}).j['id']
    own('PUT', f'/me/schedules/{s}', {'cron_expression': '0 10 * * 1'})
    return own('GET', f'/me/schedules/{s}').j['cron_expression']


@fault('uninstall-for-everyone', f'DELETE {U}/user-tools/{{tool_id}}', 'i', 's', 'tools installed by the user', 'Uninstalling a tool uninstalls it for every user.')
def _():
    for u in (own, oth):
        u('POST', '/me/user-tools', {'tool_id': 'wave_height'})
    own('DELETE', '/me/user-tools/wave_height')
    return oth('GET', '/me/user-tools/wave_height').s


@fault('run-log-entry-not-kept', f'POST {U}/chats/{{chat_id}}/runs', 'i', 's', '200 AgentRunLog (new run log entry)', 'The new run log entry is answered, but its run is not found afterwards.')
def _(): return own('GET', f'/me/agent-runs/{own("POST", f"/me/chats/{AG}/runs").j["run_id"]}/logs').s


if __name__ == '__main__':
    want = sys.argv[1:] or list(PROBES)
    p, plain = boot(), {}
    for i in want:
        halt(p)
        p = boot()
        plain[i] = PROBES[i]()
    halt(p)
    shown = []
    for i in want:
        p = boot(i)
        try:
            got = PROBES[i]()
        except Exception as e:
            got = repr(e)
        halt(p)
        ok = got != plain[i]
        shown += [i] if ok else []
        print('ok  ' if ok else 'SAME', i, '|', plain[i], '->', got, flush=True)
    if not sys.argv[1:]:
        done = [f for f in FAULTS if f['id'] in shown]
        json.dump(done, open(HERE + '/faults.json', 'w'), indent=2)
        n = len(done)
        print(n, 'shown of', len(FAULTS), '; stated', sum(f['basis'] == 'stated' for f in done))

#!/usr/bin/env python3
"""Walks through all operations of the server without a fault, then shows each fault.
Usage: selftest.py [walk | fault-id ...]"""
import http.client, json, os, socket, subprocess, sys, threading, time, urllib.parse, uuid

HERE = os.path.dirname(os.path.abspath(__file__))
CONFIG = json.load(open(os.path.join(HERE, 'config.json')))
FAULTS = json.load(open(os.path.join(HERE, 'faults.json')))
CR, FX = CONFIG['credentials'], CONFIG['fixtures']
OWN, OTHER, SANDBOX = CR['jwt'], CR['otherJwt'], CR['sandboxJwt']
KEY, OTHERKEY = CR['apiKey'], CR['otherApiKey']
AGENT, BG = FX['agentId'], FX['backgroundAgentId']
NOWHERE = '00000000-0000-4000-8000-000000000000'
SEEN = set()


class R:
    def __init__(self, status, headers, raw, chunks=None):
        self.status, self.headers, self.raw, self.chunks = status, {k.lower(): v for k, v in headers}, raw, chunks or []
        self.text = raw.decode('utf-8', 'replace')

    @property
    def json(self):
        return json.loads(self.text)

    @property
    def lines(self):
        return [json.loads(x) for x in self.text.splitlines() if x]


class Server:
    def __init__(self, fault=''):
        with socket.socket() as s:
            s.bind(('127.0.0.1', 0))
            self.port = s.getsockname()[1]
        self.p = subprocess.Popen([os.path.join(HERE, 'start.sh'), str(self.port)], env={**os.environ, 'FAULT': fault}, stdout=subprocess.PIPE, text=True)
        while True:
            line = self.p.stdout.readline()
            if not line:
                raise SystemExit('the server did not start')
            if line.strip() == 'ready':
                return

    def stop(self):
        self.p.terminate()
        self.p.wait(10)

    def q(self, method, path, body=None, token=OWN, headers=None, raw=None):
        c = http.client.HTTPConnection('127.0.0.1', self.port, timeout=30)
        h = dict(headers or {})
        if token:
            h['Authorization'] = 'Bearer ' + token
        data = raw
        if body is not None:
            data = json.dumps(body).encode()
            h.setdefault('Content-Type', 'application/json')
        c.request(method, path, data, h)
        r = c.getresponse()
        chunks, raws = [], b''
        while True:
            got = r.read1(65536)
            if not got:
                break
            chunks.append((time.time(), got))
            raws += got
        SEEN.add((method, path.split('?')[0]))
        out = R(r.status, r.getheaders(), raws, chunks)
        c.close()
        return out

    # shorthands
    def start(self, message, agent=AGENT, key=KEY, nd=False):
        return self.q('POST', f'/workers/{"ndjson/" if nd else ""}{agent}', {'message': message}, key)

    def resume(self, run, message, agent=AGENT, key=KEY, nd=False):
        return self.q('PUT', f'/workers/{"ndjson/" if nd else ""}{agent}/{run}', {'message': message}, key)

    def history(self, run, agent=AGENT, key=KEY):
        return self.q('GET', f'/workers/{agent}/{run}', None, key)

    def tool(self, op, inp=None, token=OWN):
        r = self.q('POST', f'/me/tools/run/NOTIFIER_{op}', inp or {}, token)
        return r

    def note(self, op, inp=None, token=OWN):
        r = self.tool(op, inp, token)
        assert r.status == 200, (op, inp, r.text)
        return r.json['structuredContent']

    def agent(self, token=OWN, **more):
        r = self.q('POST', '/me/agents', {'chatPrompt': 'You help.', 'title': 'Probe', **more}, token)
        assert r.status == 200, r.text
        return r.json['agentId']


RUN = 'x-service-run-id'
JOB = 'x-service-job-id'


def same_time(*works):
    out = [None] * len(works)

    def go(i, w):
        out[i] = w()
    ts = [threading.Thread(target=go, args=(i, w)) for i, w in enumerate(works)]
    [t.start() for t in ts]
    [t.join() for t in ts]
    return out


# ---- one check for each fault: True where the server is right -------------------------------------------------
CHECKS = {}
FRESH = {'unsubscribe-not-kept', 'unsubscribe-from-all'}


def check(fn):
    CHECKS[fn.__name__.replace('_', '-')] = fn
    return fn


@check
def ndjson_start_without_run_id(s): return RUN in s.start('Hello', nd=True).headers


@check
def start_carries_context(s):
    s.start('First')
    run = s.start('Second').headers[RUN]
    return len(s.history(run).json) == 2


@check
def ndjson_resume_ignores_job(s):
    run = s.start(FX['backgroundMessage'], BG).headers[RUN]
    return s.resume(run, 'More', BG, nd=True).status == 409


@check
def conflict_still_appends(s):
    run = s.start(FX['backgroundMessage'], BG).headers[RUN]
    ok = s.resume(run, 'More', BG).status == 409
    return ok and len(s.history(run, BG).json) == 2


@check
def failed_job_never_ends(s):
    run = s.start(FX['backgroundErrorMessage'], BG).headers[RUN]
    until = time.time() + FX['jobSeconds']
    while time.time() < until:
        if JOB not in s.history(run, BG).headers:
            return s.resume(run, 'And now?', BG).status == 200
        time.sleep(0.4)
    return False


@check
def job_blocks_new_runs(s):
    s.start(FX['backgroundMessage'], BG)
    return s.start('Hello', BG).status == 200


@check
def text_shows_tool_calls(s): return FX['toolCallMessage']['output'] not in s.start(FX['toolCallMessage']['message']).text


@check
def text_not_streamed(s):
    c = s.start('Hello there').chunks
    return len(c) > 3 and c[-1][0] - c[0][0] > 0.1


@check
def run_readable_by_others(s):
    run = s.start('A secret').headers[RUN]
    return s.history(run, key=OTHERKEY).status in (403, 404)


@check
def reply_stored_without_last_piece(s):
    run = s.start('Hello').headers[RUN]
    text = s.resume(run, 'Again').text
    return s.history(run).json[-1]['content'] == text


@check
def parallel_starts_mix(s):
    rs = same_time(lambda: s.start('One'), lambda: s.start('Two'))
    return all([m['content'] for m in s.history(r.headers[RUN]).json] == [w, r.text] for r, w in zip(rs, ('One', 'Two')))


@check
def parallel_resumes_lose(s):
    run = s.start('Hello').headers[RUN]
    same_time(lambda: s.resume(run, 'One'), lambda: s.resume(run, 'Two'))
    said = [m['content'] for m in s.history(run).json if m['role'] == 'user']
    return sorted(said) == ['Hello', 'One', 'Two']


@check
def runs_limit_plus_one(s): return len(s.q('GET', '/me/agent-runs?limit=2').json['data']) == 2


@check
def runs_cursor_inclusive(s):
    a = s.q('GET', '/me/agent-runs?limit=3').json
    b = s.q('GET', '/me/agent-runs?limit=3&next_cursor=' + urllib.parse.quote(a['nextCursor'])).json
    return not {x['runId'] for x in a['data']} & {x['runId'] for x in b['data']}


@check
def unknown_run_500(s): return s.q('GET', '/me/agent-runs/' + NOWHERE).status == 404


@check
def run_logs_of_whole_agent(s):
    run = s.q('POST', f'/me/chats/{AGENT}/runs').json['runId']
    return {x['runId'] for x in s.q('GET', f'/me/agent-runs/{run}/logs').json} == {run}


@check
def executions_default_limit(s): return len(s.q('GET', '/me/executions').json['data']) == 30


@check
def execution_of_others(s):
    log = s.q('GET', '/me/executions?limit=1').json['data'][0]['logId']
    return s.q('GET', f'/me/executions/{log}', token=OTHER).status == 404


@check
def subscribe_twice(s): return s.q('POST', f'/me/agents/{FX["subscribedAgentId"]}/subscribe', {}).status == 402


@check
def subscribe_to_own(s): return s.q('POST', f'/me/agents/{FX["ownPaidAgentId"]}/subscribe', {}).status == 400


@check
def unsubscribe_not_kept(s):
    a = FX['unsubscribeAgentId']
    ok = s.q('POST', f'/me/agents/{a}/unsubscribe').json['status'] == 'canceled'
    return ok and s.q('GET', f'/me/subscriptions/{a}').json['status'] == 'canceled'


@check
def unsubscribe_from_all(s):
    s.q('POST', f'/me/agents/{FX["unsubscribeAgentId"]}/unsubscribe')
    return s.q('GET', f'/me/subscriptions/{FX["subscribedAgentId"]}').json['status'] == 'active'


def studio(s, token=OWN, **body):
    r = s.q('POST', '/me/agent-studio-chats', {'title': 'T', **body}, token)
    assert r.status == 200, r.text
    return r.json['runId']


@check
def studio_post_overwrites(s):
    run = studio(s, title='Before')
    r = s.q('POST', '/me/agent-studio-chats', {'runId': run, 'title': 'After'})
    return r.json['title'] == 'Before' and s.q('GET', '/me/agent-studio-chats/' + run).json['title'] == 'Before'


@check
def studio_post_returns_foreign(s):
    run = studio(s, OTHER, visibility='private')
    return s.q('POST', '/me/agent-studio-chats', {'runId': run}).status == 409


@check
def studio_clone_of_private(s): return s.q('POST', f'/me/agent-studio-chats/{studio(s, visibility="private")}/clone').status == 400


@check
def studio_clone_moves(s):
    run = studio(s, visibility='public')
    ok = s.q('POST', f'/me/agent-studio-chats/{run}/clone').status == 201
    return ok and s.q('GET', '/me/agent-studio-chats/' + run).status == 200


@check
def deleted_studio_chat_listed(s):
    run = studio(s)
    s.q('DELETE', '/me/agent-studio-chats/' + run)
    return run not in [c['runId'] for c in s.q('GET', '/me/agent-studio-chats').json]


@check
def agent_without_prompt(s): return s.q('POST', '/me/agents', {'title': 'No prompt'}).status == 400


@check
def agent_upsert_duplicates(s):
    a = s.agent()
    return s.q('POST', '/me/agents', {'agentId': a, 'chatPrompt': 'Changed'}).json['agentId'] == a


@check
def upsell_not_kept(s):
    a = s.agent()
    text = s.q('POST', f'/me/agents/{a}/upsell-description').json['upsellDescription']
    return bool(text) and s.q('GET', '/me/agents/' + a).json['upsellDescription'] == text


@check
def slug_always_available(s):
    slug = 'probe-' + uuid.uuid4().hex[:8]
    s.agent(vanitySlug=slug)
    return s.q('GET', '/me/agents/vanity/slug?slug=' + slug).json['available'] is False


@check
def theme_format_unanchored(s): return s.q('PUT', f'/me/agents/{AGENT}/customizations/theme', {'themeColor': '#aabbccdd-x'}).status == 400


@check
def theme_set_by_others(s): return s.q('PUT', f'/me/agents/{AGENT}/customizations/theme', {'themeColor': '#aabbcc'}, OTHER).status == 403


def file(s, agent, **more):
    r = s.q('POST', f'/me/agents/{agent}/files', {'name': 'a.txt', 'content': 'x', **more})
    return r.json.get('fileId'), r


@check
def file_limit_off_by_one(s):
    a = s.agent()
    return [file(s, a)[1].status for _ in range(FX['filesPerAgent'] + 1)] == [201] * FX['filesPerAgent'] + [400]


@check
def file_patch_resets_position(s):
    a = s.agent()
    f, _ = file(s, a, position=4)
    s.q('PATCH', f'/me/agents/{a}/files/{f}', {'name': 'b.txt'})
    return s.q('GET', f'/me/agents/{a}/files/{f}').json['position'] == 4


@check
def file_through_other_agent(s):
    a, b = s.agent(), s.agent()
    f, _ = file(s, a)
    return s.q('GET', f'/me/agents/{b}/files/{f}').status == 404


@check
def deleted_chat_still_read(s):
    a = s.agent()
    s.q('GET', '/me/chats/' + a)
    s.q('DELETE', '/me/chats/' + a)
    return s.q('GET', '/me/chats/' + a).status == 404


@check
def clone_of_private_chat(s): return s.q('POST', f'/me/chats/{FX["privateAgentId"]}/clone').status == 403


@check
def clone_keeps_owner(s):
    c = s.q('POST', f'/me/chats/{FX["unpaidAgentId"]}/clone').json['agentId']
    return c in [x['agentId'] for x in s.q('GET', '/me/agents').json]


@check
def chat_run_not_kept(s):
    run = s.q('POST', f'/me/chats/{AGENT}/runs').json['runId']
    return s.q('GET', '/me/agent-runs/' + run).status == 200


@check
def sandbox_put_private(s):
    a = s.agent(SANDBOX)
    return s.q('PUT', '/me/chats/' + a, {'chatPrompt': 'X', 'visibility': 'private'}, SANDBOX).status == 400


@check
def key_list_shows_values(s): return all('key' not in k for k in s.q('GET', '/me/api-keys').json) and KEY not in s.q('GET', '/me/api-keys').text


@check
def deleted_key_still_opens(s):
    k = s.q('POST', '/me/api-keys', {'name': 'k'}).json
    ok = s.start('Hi', key=k['key']).status == 200
    s.q('DELETE', f'/me/api-keys/{k["apiKeyId"]}')
    return ok and s.start('Hi', key=k['key']).status == 401


@check
def key_delete_of_others(s):
    k = s.q('POST', '/me/api-keys', {'name': 'k'}).json['apiKeyId']
    return s.q('DELETE', f'/me/api-keys/{k}', token=OTHER).status == 404 and s.q('GET', f'/me/api-keys/{k}').status == 200


@check
def credits_use_not_kept(s):
    b = s.q('POST', '/me/credits/use').json['balance']
    return s.q('GET', '/me/credits').json['balance'] == b


@check
def credits_use_races(s):
    b = s.q('GET', '/me/credits').json['balance']
    same_time(*[lambda: s.q('POST', '/me/credits/use')] * 5)
    return s.q('GET', '/me/credits').json['balance'] == b - 5


def hook(s, sign=True, body=None):
    h = {'Content-Type': 'application/json'}
    if sign:
        h[FX['webhook']['signatureHeader']] = FX['webhook']['validSignature'] if sign is True else sign
    return s.q('POST', '/me/payments/webhook', token=None, headers=h, raw=(body or FX['webhook']['body']).encode())


@check
def webhook_without_signature(s): return hook(s, False).status == 400


@check
def monetization_period_unbounded(s): return s.q('GET', '/me/monetization/earnings?period=366').status == 422


def bundle(s, *tools):
    b = s.q('POST', '/me/bundles').json['bundleId']
    for t in tools:
        assert s.q('POST', f'/me/bundles/{b}/tools', {'toolId': t}).status == 200
    return b


@check
def bundle_put_drops_tools(s):
    b = bundle(s, 'count_words')
    s.q('PUT', f'/me/bundles/{b}', {'name': 'New'})
    return s.q('GET', f'/me/bundles/{b}/tools').json == [{'toolId': 'count_words'}]


@check
def bundle_tool_delete_empties(s):
    b = bundle(s, 'count_words', 'get_weather')
    s.q('DELETE', f'/me/bundles/{b}/tools/count_words')
    return s.q('GET', f'/me/bundles/{b}/tools').json == [{'toolId': 'get_weather'}]


@check
def cli_start_needs_login(s): return s.q('POST', '/me/cli-auth', token=None).status == 200


@check
def cli_token_read_twice(s):
    c = s.q('POST', '/me/cli-auth', token=None).json['cliAuthId']
    s.q('PUT', '/me/cli-auth/' + c, {'jwt': OWN})
    got = [r.json for r in same_time(*[lambda: s.q('GET', '/me/cli-auth/' + c, token=None)] * 3)]
    return got.count(OWN) == 1 and got.count(None) == 2


@check
def cli_session_hijack(s):
    c = s.q('POST', '/me/cli-auth', token=None).json['cliAuthId']
    s.q('PUT', '/me/cli-auth/' + c, {'jwt': OWN})
    return s.q('PUT', '/me/cli-auth/' + c, {'jwt': OTHER}, OTHER).status == 403


@check
def schedule_of_foreign_chat(s): return s.q('POST', '/me/schedules', {'chatId': FX['unpaidAgentId'], 'cron': FX['cron']}).status == 403


@check
def text_to_cron_takes_any_number(s): return s.q('GET', '/me/schedules/text-to-cron?cron=' + urllib.parse.quote('61 9 * * *')).status == 400


def schedule(s, chat=AGENT): return s.q('POST', '/me/schedules', {'chatId': chat, 'cron': FX['cron']}).json['scheduleId']


@check
def schedule_put_not_kept(s):
    i = schedule(s)
    s.q('PUT', '/me/schedules/' + i, {'cron': '5 5 * * *'})
    return s.q('GET', '/me/schedules/' + i).json['cron'] == '5 5 * * *'


@check
def schedule_delete_siblings(s):
    a, b = schedule(s), schedule(s)
    s.q('DELETE', '/me/schedules/' + a)
    return s.q('GET', '/me/schedules/' + b).status == 200


@check
def search_limit_unbounded(s): return s.q('GET', '/me/tools/search?q=device&limit=201').status == 422


@check
def search_toolkit_ignored(s): return all(not t['name'].startswith('NOTIFIER') for t in s.q('GET', '/me/tools/search?q=get&toolkit=outdoors').json)


@check
def run_tool_without_jwt(s): return s.q('POST', f'/me/tools/run/{FX["tool"]["name"]}', FX['tool']['input'], None).status == 401


@check
def uninstall_not_done(s):
    s.q('POST', '/me/user-tools', {'toolId': FX['installableToolId']})
    s.q('DELETE', '/me/user-tools/' + FX['installableToolId'])
    return s.q('GET', '/me/user-tools/' + FX['installableToolId']).status == 404


@check
def install_for_everyone(s):
    s.q('POST', '/me/user-tools', {'toolId': 'get_sunrise'})
    return 'get_sunrise' not in [t['toolId'] for t in s.q('GET', '/me/user-tools', token=OTHER).json]


@check
def vip_own_code(s): return s.q('POST', '/me/vip', {'code': FX['ownVipCode']}).status == 400


@check
def push_link_without_url(s): return s.tool('CREATE_PUSH', {'type': 'link', 'title': 'x'}).status == 400


@check
def push_guid_ignored(s):
    g = uuid.uuid4().hex
    return s.note('CREATE_PUSH', {'type': 'note', 'guid': g})['iden'] == s.note('CREATE_PUSH', {'type': 'note', 'guid': g})['iden']


@check
def unmute_ignored(s):
    c = s.note('CREATE_CHAT', {'email': uuid.uuid4().hex + '@x.example'})['iden']
    s.note('UPDATE_CHAT', {'iden': c, 'muted': True})
    s.note('UPDATE_CHAT', {'iden': c, 'muted': False})
    return [x['muted'] for x in s.note('LIST_CHATS')['chats'] if x['iden'] == c] == [False]


DEVICE = {'model': 'M1', 'nickname': 'Nick', 'app_version': 3, 'manufacturer': 'Acme'}


@check
def update_device_blanks(s):
    d = s.note('CREATE_DEVICE', DEVICE)['iden']
    s.note('UPDATE_DEVICE', {'iden': d, 'nickname': 'New'})
    now = [x for x in s.note('LIST_DEVICES')['devices'] if x['iden'] == d][0]
    return {k: now[k] for k in DEVICE} == {**DEVICE, 'nickname': 'New'}


@check
def chats_cursor_skips(s):
    made = {s.note('CREATE_CHAT', {'email': uuid.uuid4().hex + '@x.example'})['iden'] for _ in range(4)}
    got, cursor = set(), None
    while True:
        page = s.note('LIST_CHATS', {'limit': 2, **({'cursor': cursor} if cursor else {})})
        got |= {c['iden'] for c in page['chats']}
        cursor = page['cursor']
        if not cursor:
            return made <= got


@check
def modified_after_looks_at_created(s):
    p = s.note('CREATE_PUSH', {'type': 'note', 'title': 'a'})
    s.note('UPDATE_PUSH', {'iden': p['iden'], 'dismissed': True})
    return p['iden'] in [x['iden'] for x in s.note('LIST_PUSHES', {'modified_after': p['modified']})['pushes']]


@check
def delete_all_pushes_of_everyone(s):
    p = s.note('CREATE_PUSH', {'type': 'note', 'title': 'theirs'}, OTHER)['iden']
    s.note('CREATE_PUSH', {'type': 'note', 'title': 'mine'})
    s.note('DELETE_ALL_PUSHES')
    time.sleep(0.8)
    mine = s.note('LIST_PUSHES', {'active': True})['pushes']
    return mine == [] and p in [x['iden'] for x in s.note('LIST_PUSHES', {'active': True}, OTHER)['pushes']]


# ---- the walk ---------------------------------------------------------------------------------------------------
def walk(s):
    n = [0]

    def is_(got, want, what):
        n[0] += 1
        if got != want:
            raise AssertionError(f'{what}: {got!r}, not {want!r}')

    def st(method, path, want, body=None, token=OWN, **kw):
        r = s.q(method, path, body, token, **kw)
        is_(r.status, want, f'{method} {path} {str(body)[:80]} -> {r.text[:200]}')
        if want >= 400:
            is_(sorted(r.json), ['error', 'message', 'statusCode'], 'error shape')
            is_(r.json['statusCode'], want, 'statusCode')
        return r

    q = urllib.parse.quote
    doc = st('GET', '/docs-json', 200, token=None).json

    # Workers API
    for nd in (False, True):
        r = s.start('Hello, this is Zoë 😀', nd=nd)
        is_(r.status, 200, 'start')
        run = r.headers[RUN]
        is_(r.headers['content-type'].split(';')[0], 'application/x-ndjson' if nd else 'text/plain', 'type')
        said = lambda r: ''.join(x['text'] for x in r.lines if x['type'] == 'text') if nd else r.text
        r2 = s.resume(run, FX['toolCallMessage']['message'], nd=nd)
        is_((r2.status, r2.headers[RUN]), (200, run), 'resume')
        is_(FX['toolCallMessage']['output'] in r2.text, nd, 'tool output')
        if nd:
            kinds = [x['type'] for x in r2.lines]
            is_(kinds[:3], ['run', 'tool_call', 'tool_result'], 'kinds')
            is_(kinds[-1], 'done', 'last kind')
        h = s.history(run)
        is_(h.json, [{'role': 'user', 'content': 'Hello, this is Zoë 😀'}, {'role': 'assistant', 'content': said(r)},
                     {'role': 'user', 'content': FX['toolCallMessage']['message']}, {'role': 'assistant', 'content': said(r2)}], 'history')
        is_(JOB in h.headers, False, 'no job')
        is_([x['tool'] for x in st('GET', f'/me/agent-runs/{run}/mcp-server-logs', 200).json], ['get_weather'], 'mcp logs')
        is_(st('GET', f'/me/agent-runs/{run}/mcp-server-logs', 200, token=OTHER).json, [], 'mcp logs of others')
        is_(st('GET', f'/me/agent-runs/{run}/logs', 200).json[0]['event'], 'run.started', 'logs')
        is_(st('GET', f'/me/agent-runs/{run}', 200).json['messageCount'], 4, 'view')
        st('GET', f'/me/agent-runs/{run}', 404, token=OTHER)
        is_(st('GET', '/me/agent-runs?limit=1', 200).json['data'][0]['runId'], run, 'list')
    for nd in ('', 'ndjson/'):
        st('POST', f'/workers/{nd}{AGENT}', 401, {'message': 'x'}, 'nokey')
        st('POST', f'/workers/{nd}{AGENT}', 422, {'message': 7}, KEY)
        st('POST', f'/workers/{nd}{FX["privateAgentId"]}', 403, {'message': 'x'}, KEY)
        st('PUT', f'/workers/{nd}{AGENT}/{NOWHERE}', 404, {'message': 'x'}, KEY)
        st('PUT', f'/workers/{nd}{AGENT}/{run}', 404, {'message': 'x'}, OTHERKEY)
    st('GET', f'/workers/{AGENT}/{NOWHERE}', 404, token=KEY)
    for message in (FX['backgroundMessage'], FX['backgroundErrorMessage']):
        r = s.start(message, BG)
        run = r.headers[RUN]
        t0 = time.time()
        is_(JOB in r.headers and JOB in s.history(run, BG).headers, True, 'job header')
        is_(s.resume(run, 'x', BG).status, 409, 'busy')
        is_(s.resume(run, 'x', BG, nd=True).status, 409, 'busy')
        is_(s.start('x', BG).status, 200, 'another')
        while JOB in s.history(run, BG).headers:
            time.sleep(0.2)
        is_(1 < time.time() - t0 < 4, True, 'job time')
        is_(len(s.history(run, BG).json), 2, 'not added')
        is_(s.resume(run, '', BG).status, 200, 'resumed')
        is_(len(s.history(run, BG).json), 4, 'added')

    # Runs and executions
    ids, cursor = [], ''
    while True:
        page = st('GET', f'/me/agent-runs?limit=7{cursor}', 200).json
        ids += [x['runId'] for x in page['data']]
        if not page['nextCursor']:
            break
        cursor = '&next_cursor=' + q(page['nextCursor'])
    is_(len(ids), len(set(ids)), 'pages')
    is_(len(st('GET', '/me/agent-runs', 200).json['data']), 30, 'default limit')
    st('GET', '/me/agent-runs?next_cursor=', 200)
    for bad in ('next_cursor=yesterday', 'limit=0', 'limit=x', 'limit=1000'):
        st('GET', '/me/agent-runs?' + bad, 422)
        st('GET', '/me/executions?' + bad, 422)
    st('GET', '/me/agent-runs/nonsense', 422)
    st('GET', '/me/agent-runs', 401, token=None)
    before = st('GET', '/me/executions?limit=1', 200).json['data'][0]['logId']
    r = st('POST', f'/me/tools/run/{FX["tool"]["name"]}', 200, FX['tool']['input'])
    is_(r.json['isError'], False, 'tool')
    last = st('GET', '/me/executions?limit=1', 200).json['data'][0]
    is_(last['logId'] > before and last['toolName'] == FX['tool']['name'] and last['input'] == FX['tool']['input'], True, 'logged')
    is_(st('GET', f'/me/executions/{last["logId"]}', 200).json, last, 'execution')
    st('GET', '/me/executions/999999', 404)
    st('GET', '/me/executions/x', 422)

    # Subscriptions
    paid, sub, unsub = FX['paidAgentId'], FX['subscribedAgentId'], FX['unsubscribeAgentId']
    r = st('POST', f'/me/agents/{paid}/subscribe', 200, {}).json
    is_(r['agentId'], paid, 'checkout')
    st('GET', f'/me/subscriptions/{paid}', 404)
    st('POST', f'/me/agents/{FX["unpaidAgentId"]}/subscribe', 400, {})
    st('POST', f'/me/agents/{NOWHERE}/subscribe', 404, {})
    st('POST', f'/me/agents/{paid}/subscribe', 422, {'interval': 'day'})
    is_({x['agentId'] for x in st('GET', '/me/subscriptions', 200).json['data']}, {sub, unsub}, 'subscriptions')
    is_(st('GET', f'/me/subscriptions/{sub}', 200).json['status'], 'active', 'subscription')
    is_(st('POST', f'/me/agents/{unsub}/unsubscribe', 200).json['status'], 'canceled', 'unsubscribed')
    st('POST', f'/me/agents/{unsub}/unsubscribe', 400)
    st('POST', f'/me/agents/{NOWHERE}/unsubscribe', 404)
    st('POST', f'/me/agents/{unsub}/subscribe', 200, {})

    # Paying: the checkout of before becomes a subscription by an event with our signature
    import hashlib, hmac
    event = json.dumps({'id': 'evt_t1', 'type': 'checkout.completed', 'data': {'sessionId': r['sessionId']}})
    sig = 'sha256=' + hmac.new(b'nettle-webhook-secret', event.encode(), hashlib.sha256).hexdigest()
    is_(hook(s, sig, event).json, {'received': True, 'handled': True}, 'paid')
    is_(st('GET', f'/me/subscriptions/{paid}', 200).json['status'], 'active', 'paid')
    is_(hook(s).status, 200, 'webhook')
    is_(hook(s).status, 200, 'webhook again')
    is_(hook(s, 'sha256=00').status, 400, 'webhook signature')
    is_(hook(s, body='{}').status, 400, 'webhook body')
    b0 = st('GET', '/me/credits', 200).json['balance']
    ses = st('POST', '/me/payments/sessions', 200, {'credits': 10}).json['sessionId']
    event = json.dumps({'id': 'evt_t2', 'type': 'checkout.completed', 'data': {'sessionId': ses}})
    hook(s, 'sha256=' + hmac.new(b'nettle-webhook-secret', event.encode(), hashlib.sha256).hexdigest(), event)
    is_(st('GET', '/me/credits', 200).json['balance'], b0 + 10, 'credits bought')
    is_(st('POST', '/me/credits/use', 200).json['balance'], b0 + 9, 'credits used')
    st('POST', '/me/payments/sessions', 422, {})
    is_(st('GET', '/me/billing', 200).json['plan'], 'pro', 'billing')
    for p in (1, 28, 365):
        a, b, c = (st('GET', f'/me/monetization/{x}?period={p}', 200).json for x in ('summary', 'subscribers', 'earnings'))
        is_((len(b['data']), len(c['data'])), (p, p), 'days')
        is_(sum(d['subscribers'] for d in b['data']), a['totalSubscribers'], 'sum')
        is_(sum(d['earnings'] for d in c['data']), a['totalEarnings'], 'sum')
    is_(a['totalEarnings'] > 0 and a['totalSubscribers'] == 4, True, 'monetization')
    for x in ('summary', 'subscribers', 'earnings'):
        is_(st('GET', f'/me/monetization/{x}', 200).json['period'], 28, 'default period')
        for bad in ('0', '366', 'x', '1.5'):
            st('GET', f'/me/monetization/{x}?period={bad}', 422)

    # Studio chats
    base = '/me/agent-studio-chats'
    rid = 'run-' + uuid.uuid4().hex
    c = st('POST', base, 200, {'runId': rid, 'title': 'One', 'notes': 'n', 'visibility': 'private'}).json
    is_(st('POST', base, 200, {'runId': rid, 'title': 'Two'}).json, c, 'existing')
    is_(st('GET', f'{base}/{rid}', 200).json, c, 'read')
    st('GET', f'{base}/{rid}', 403, token=None)
    st('GET', f'{base}/{rid}', 403, token=OTHER)
    st('GET', f'{base}/nope', 404, token=None)
    for m, b in (('PUT', {'title': 'x'}), ('PATCH', {'title': 'x'}), ('DELETE', None)):
        st(m, f'{base}/{rid}', 403, b, OTHER)
        st(m, f'{base}/nope', 404, b)
    r = st('PATCH', f'{base}/{rid}', 200, {'visibility': 'public'}).json
    is_((r['title'], r['notes'], r['visibility']), ('One', 'n', 'public'), 'patch')
    st('GET', f'{base}/{rid}', 200, token=None)
    cl = st('POST', f'{base}/{rid}/clone', 201, token=OTHER).json
    is_((cl['title'], cl['runId'] != rid), ('One', True), 'clone')
    st('POST', f'{base}/nope/clone', 404)
    r = st('PUT', f'{base}/{rid}', 200, {'title': 'Three', 'visibility': 'public'}).json
    is_((r['title'], r['notes']), ('Three', None), 'put')
    is_(rid in [x['runId'] for x in st('GET', base, 200).json], True, 'listed')
    st('DELETE', f'{base}/{rid}', 200)
    st('GET', f'{base}/{rid}', 404)
    st('POST', base, 422, {'visibility': 'secret'})
    st('POST', base, 400, {'visibility': 'private'}, SANDBOX)
    sb = st('POST', base, 200, {}, SANDBOX).json['runId']
    st('PATCH', f'{base}/{sb}', 400, {'visibility': 'private'}, SANDBOX)
    st('PUT', f'{base}/{sb}', 400, {'visibility': 'private'}, SANDBOX)

    # Agents
    a = st('POST', '/me/agents', 200, {'chatPrompt': 'You test.', 'title': 'Tester', 'vanitySlug': 'walk-slug'}).json
    aid = a['agentId']
    is_(st('GET', f'/me/agents/{aid}', 200).json, a, 'read')
    is_(st('GET', f'/me/chats/{aid}', 200).json, a, 'read as chat')
    is_(aid in [x['agentId'] for x in st('GET', '/me/agents', 200).json], True, 'listed')
    is_(aid in [x['agentId'] for x in st('GET', '/me/chats', 200).json], True, 'listed as chat')
    is_(aid in [x['agentId'] for x in st('GET', '/me/agents', 200, token=OTHER).json], False, 'listed to others')
    r = st('POST', '/me/agents', 200, {'agentId': aid, 'chatPrompt': 'You test more.'}).json
    is_((r['agentId'], r['chatPrompt'], r['title']), (aid, 'You test more.', 'Tester'), 'updated')
    st('POST', '/me/agents', 403, {'agentId': aid, 'chatPrompt': 'x'}, OTHER)
    st('POST', '/me/agents', 404, {'agentId': NOWHERE, 'chatPrompt': 'x'})
    st('POST', '/me/agents', 400, {})
    st('POST', '/me/agents', 422, {'chatPrompt': 7})
    st('POST', '/me/agents', 422, [])
    st('POST', '/me/agents', 422, raw=b'{nonsense', headers={'Content-Type': 'application/json'})
    st('POST', '/me/agents', 400, {'chatPrompt': 'x', 'visibility': 'private'}, SANDBOX)
    st('GET', f'/me/agents/{aid}', 403, token=None)
    st('GET', f'/me/agents/{aid}', 403, token=OTHER)
    st('GET', f'/me/agents/{AGENT}', 200, token=None)
    st('GET', f'/me/agents/{NOWHERE}', 404)
    is_(bool(st('POST', f'/me/agents/{aid}/upsell-description', 200).json['upsellDescription']), True, 'upsell')
    st('POST', f'/me/agents/{NOWHERE}/upsell-description', 404)
    slug = st('POST', '/me/agents/vanity/slug', 200, {'text': 'Walk Slug'}, None).json['slug']
    is_(slug, 'walk-slug-2', 'slug')
    is_(st('GET', f'/me/agents/vanity/slug?slug={slug}', 200).json['available'], True, 'free')
    is_(st('GET', '/me/agents/vanity/slug?slug=walk-slug', 200).json['available'], False, 'taken')
    st('GET', '/me/agents/vanity/slug', 422)
    names = [x['serviceName'] for x in st('GET', '/me/vibe/services', 200, token=None).json['data']]
    is_(len(names), 3, 'services')
    for x in names:
        is_(bool(st('GET', f'/me/agents/{aid}/vibe?service_name={x}', 200).json['prompt']), True, 'vibe')
    st('GET', f'/me/agents/{aid}/vibe?service_name=vim', 422)
    st('GET', f'/me/agents/{aid}/vibe', 422)
    theme = f'/me/agents/{aid}/customizations/theme'
    is_(st('GET', theme, 200).text, 'null', 'no theme')
    r = st('PUT', theme, 200, {'themeColor': '#12aBef'}).json
    is_(st('GET', theme, 200).json, r, 'theme')
    st('PUT', theme, 400, {'themeColor': 'red'})
    st('PUT', theme, 422, {})
    st('GET', theme, 403, token=OTHER)
    st('PUT', f'/me/agents/{NOWHERE}/customizations/theme', 404, {'themeColor': '#123456'})
    st('PUT', '/me/agents/x/customizations/theme', 422, {'themeColor': '#123456'})
    files = f'/me/agents/{aid}/files'
    f = [st('POST', files, 201, {'name': f'{i}.txt', 'content': str(i)}).json for i in range(3)]
    is_([x['position'] for x in f], [0, 1, 2], 'positions')
    is_(st('GET', f'{files}/{f[1]["fileId"]}', 200).json, f[1], 'file')
    r = st('PUT', f'{files}/positions', 200, {'positions': [{'fileId': f[0]['fileId'], 'position': 9}, {'fileId': f[2]['fileId'], 'position': 0}]}).json
    is_([x['name'] for x in r['data']], ['2.txt', '1.txt', '0.txt'], 'ordered')
    is_(st('GET', files, 200).json, r, 'list')
    st('PUT', f'{files}/positions', 404, {'positions': [{'fileId': NOWHERE, 'position': 1}]})
    st('PUT', f'{files}/positions', 422, {'positions': [{'fileId': f[0]['fileId']}]})
    is_(st('PATCH', f'{files}/{f[1]["fileId"]}', 200, {'content': 'new'}).json['content'], 'new', 'patched')
    is_(st('DELETE', f'{files}/{f[1]["fileId"]}', 204).raw, b'', 'no body')
    st('GET', f'{files}/{f[1]["fileId"]}', 404)
    st('DELETE', f'{files}/{f[1]["fileId"]}', 404)
    is_(st('GET', files, 200).json['total'], 2, 'deleted')
    for m, p, b in (('GET', files, None), ('POST', files, {'name': 'x'}), ('GET', f'{files}/{NOWHERE}', None), ('PATCH', f'{files}/{NOWHERE}', {}), ('DELETE', f'{files}/{NOWHERE}', None), ('PUT', f'{files}/positions', {'positions': []})):
        st(m, p, 403, b, OTHER)
        st(m, p.replace(aid, NOWHERE), 404, b)
        st(m, p.replace(aid, 'x'), 422, b)
    st('POST', files, 422, {'name': 5})

    # Chats
    c = st('POST', '/me/chats', 200, {'chatPrompt': 'p', 'visibility': 'public', 'title': 'Chat'}).json
    cid = c['chatId']
    st('POST', '/me/chats', 400, {})
    st('POST', '/me/chats', 400, {'chatPrompt': 'p', 'visibility': 'private'}, SANDBOX)
    is_(st('PUT', f'/me/chats/{cid}', 200, {'chatPrompt': 'q', 'title': 'Chat2'}).json['chatPrompt'], 'q', 'put')
    r = st('PATCH', f'/me/chats/{cid}', 200, {'description': 'd'}).json
    is_((r['description'], r['title'], r['visibility']), ('d', 'Chat2', 'public'), 'patch')
    for m, b in (('PUT', {'chatPrompt': 'x'}), ('PATCH', {'title': 'x'}), ('DELETE', None)):
        st(m, f'/me/chats/{cid}', 403, b, OTHER)
        st(m, f'/me/chats/{NOWHERE}', 404, b)
    sb = s.agent(SANDBOX)
    st('PATCH', f'/me/chats/{sb}', 400, {'visibility': 'private'}, SANDBOX)
    is_(st('GET', f'/me/chats/{cid}/og', 200, token=None).json['title'], 'Chat2', 'og')
    st('GET', f'/me/chats/{FX["privateAgentId"]}/og', 403, token=None)
    st('GET', '/me/chats/x/og', 422, token=None)
    cl = st('POST', f'/me/chats/{cid}/clone', 200, {'title': 'Mine'}, OTHER).json
    is_((cl['title'], cl['chatPrompt'], cl['chatId'] != cid), ('Mine', 'q', True), 'clone')
    st('POST', f'/me/chats/{cid}/clone', 200, raw=b'null', headers={'Content-Type': 'application/json'})
    st('POST', f'/me/chats/{cid}/clone', 200)
    st('POST', f'/me/chats/{NOWHERE}/clone', 404)
    is_(st('POST', f'/me/chats/{cid}/feedback', 200, {'rating': 5}, OTHER).json['feedbackCount'], 1, 'feedback')
    st('POST', f'/me/chats/{NOWHERE}/feedback', 404, {'rating': 5})
    st('POST', f'/me/chats/{cid}/feedback', 422, {'rating': 9})
    is_(st('POST', f'/me/chats/{cid}/runs', 200).json['agentId'], cid, 'run')
    st('POST', f'/me/chats/{FX["privateAgentId"]}/runs', 403)
    st('POST', f'/me/chats/{NOWHERE}/runs', 404)
    is_(st('DELETE', f'/me/chats/{cid}', 200).json['chatId'], cid, 'deleted')
    st('GET', f'/me/chats/{cid}', 404)

    # Keys
    k = st('POST', '/me/api-keys', 200, {'name': 'walk'}).json
    is_(st('GET', f'/me/api-keys/{k["apiKeyId"]}', 200).json, k, 'key')
    st('GET', f'/me/api-keys/{k["apiKeyId"]}', 404, token=OTHER)
    is_(st('GET', '/me/api-keys/default', 200).json['key'], KEY, 'default')
    is_([x['isDefault'] for x in st('GET', '/me/api-keys', 200).json].count(True), 1, 'one default')
    st('POST', '/me/api-keys', 422, {})
    is_('key' in st('DELETE', f'/me/api-keys/{k["apiKeyId"]}', 200).json, False, 'hidden')
    st('GET', f'/me/api-keys/{k["apiKeyId"]}', 404)
    st('DELETE', f'/me/api-keys/{k["apiKeyId"]}', 404)
    st('GET', '/me/api-keys/x', 422)

    # Bundles
    b = st('POST', '/me/bundles', 200).json['bundleId']
    is_(st('PUT', f'/me/bundles/{b}', 200, {'name': 'B', 'description': 'd'}).json['name'], 'B', 'bundle')
    is_(st('POST', f'/me/bundles/{b}/tools', 200, {'toolId': 'count_words'}).json, {'toolId': 'count_words'}, 'tool')
    is_(st('GET', f'/me/bundles/{b}', 200).json['tools'], [{'toolId': 'count_words'}], 'holds')
    is_(st('GET', f'/me/bundles/{b}/tools', 200).json, [{'toolId': 'count_words'}], 'tools')
    is_({'bundleId': b, 'name': 'B', 'toolCount': 1} in st('GET', '/me/bundles', 200).json, True, 'list')
    st('GET', f'/me/bundles/{b}', 404, token=OTHER)
    st('PUT', f'/me/bundles/{b}', 409, {'name': 'x'}, OTHER)
    st('PUT', f'/me/bundles/{b}', 422, {'name': 5})
    st('POST', '/me/bundles/99999/tools', 404, {'toolId': 'count_words'})
    st('DELETE', f'/me/bundles/{b}/tools/get_weather', 404)
    st('DELETE', f'/me/bundles/{b}/tools/count_words', 200)
    st('DELETE', f'/me/bundles/{b}', 404, token=OTHER)
    st('DELETE', f'/me/bundles/{b}', 200)
    st('GET', f'/me/bundles/{b}', 404)
    st('GET', '/me/bundles/x', 422)

    # CLI
    c = st('POST', '/me/cli-auth', 200, token=None).json['cliAuthId']
    is_(st('GET', f'/me/cli-auth/{c}', 200, token=None).text, 'null', 'pending')
    st('PUT', f'/me/cli-auth/{c}', 401, {'jwt': OWN}, None)
    st('PUT', f'/me/cli-auth/{c}', 200, {'jwt': OWN})
    is_(st('GET', f'/me/cli-auth/{c}', 200, token=None).json, OWN, 'jwt')
    is_(st('GET', f'/me/cli-auth/{c}', 200, token=None).json, None, 'consumed')
    st('GET', f'/me/cli-auth/{NOWHERE}', 404, token=None)
    st('PUT', f'/me/cli-auth/{NOWHERE}', 404, {'jwt': OWN})
    st('PUT', f'/me/cli-auth/{NOWHERE}', 422, {})

    # Schedules
    x = st('POST', '/me/schedules', 200, {'chatId': AGENT, 'cron': FX['cron'], 'message': 'm'}).json
    sid = x['scheduleId']
    is_(st('GET', f'/me/schedules/{sid}', 200).json, x, 'schedule')
    is_(sid in [y['scheduleId'] for y in st('GET', '/me/schedules', 200).json['data']], True, 'list')
    is_(st('GET', '/me/schedules/onboarding', 200).json['completed'], True, 'onboarding')
    for bad in ({'cron': FX['cron']}, {'cron': FX['cron'], 'chatId': 'x'}, {'cron': FX['cron'], 'chatId': FX['privateAgentId']}, {'cron': FX['cron'], 'chatId': NOWHERE}):
        st('POST', '/me/schedules', 403, bad)
    st('POST', '/me/schedules', 422, {'chatId': AGENT, 'cron': 'soon'})
    r = st('PUT', f'/me/schedules/{sid}', 200, {'cron': '*/5 * * * *'}).json
    is_((r['cron'], r['message'], r['chatId']), ('*/5 * * * *', 'm', AGENT), 'put')
    st('GET', f'/me/schedules/{sid}', 404, token=OTHER)
    is_(st('GET', '/me/schedules/text-to-cron?cron=' + q('every day at 9am'), 200).json['cron'], '0 9 * * *', 'words')
    is_(st('GET', '/me/schedules/text-to-cron?cron=' + q(FX['cron']), 200).json['cron'], FX['cron'], 'cron')
    is_(st('GET', '/me/schedules/text-to-cron?cron=' + q('every friday at 5:30 pm'), 200).json['cron'], '30 17 * * 5', 'words')
    st('GET', '/me/schedules/text-to-cron?cron=whenever', 400)
    st('GET', '/me/schedules/text-to-cron', 422)
    st('DELETE', f'/me/schedules/{sid}', 404, token=OTHER)
    st('DELETE', f'/me/schedules/{sid}', 200)
    st('GET', f'/me/schedules/{sid}', 404)
    st('GET', '/me/schedules/x', 422)

    # Tools
    tools = st('GET', '/me/tools/list', 200).json
    is_(all({'name', 'description', 'inputSchema'} <= set(t) for t in tools), True, 'mcp')
    is_(sum(t['name'].startswith('NOTIFIER_') for t in tools), 15, 'notifier tools')
    is_(len(st('GET', '/me/tools', 200, token=None).json), len(tools), 'public')
    is_(st('GET', '/me/tools/count_words', 200, token=None).json['toolId'], 'count_words', 'tool')
    st('GET', '/me/tools/nope', 404, token=None)
    is_([t['name'] for t in st('GET', '/me/tools/search?q=count_words', 200).json][0], 'count_words', 'search')
    is_(len(st('GET', '/me/tools/search?q=device&limit=2', 200).json), 2, 'limit')
    few = st('GET', '/me/tools/search?q=push&min_score=0.9', 200).json
    is_(len(few) < len(st('GET', '/me/tools/search?q=push&min_score=0', 200).json), True, 'min_score')
    for bad in ('', 'q=', 'q=x&limit=0', 'q=x&min_score=1.1', 'q=x&min_score=-1'):
        st('GET', '/me/tools/search?' + bad, 422)
    st('POST', f'/me/tools/run/{FX["tool"]["name"]}', 400, FX['tool']['invalidInput'])
    st('POST', '/me/tools/run/nope', 404, {})
    st('POST', f'/me/tools/run/{FX["tool"]["name"]}', 401, {}, 'bad')
    st('POST', f'/me/tools/run/{FX["tool"]["name"]}?service_id=default&service_id_namespace=global', 200, FX['tool']['input'])
    is_([t['toolsetName'] for t in st('GET', '/me/toolsets/list', 200).json].count(FX['toolsetName']), 1, 'toolsets')
    is_(len(st('GET', '/me/toolsets/notifier', 200).json['tools']), 15, 'toolset')
    st('GET', '/me/toolsets/nope', 404)
    t = FX['installableToolId']
    st('GET', f'/me/user-tools/{t}', 404)
    is_(st('POST', '/me/user-tools', 200, {'toolId': t}).json['toolId'], t, 'installed')
    st('POST', '/me/user-tools', 409, {'toolId': 'nope'})
    st('POST', '/me/user-tools', 422, {})
    is_(st('GET', f'/me/user-tools/{t}', 200).json['toolId'], t, 'installed')
    is_(t in [x['toolId'] for x in st('GET', '/me/user-tools', 200).json], True, 'list')
    st('DELETE', f'/me/user-tools/{t}', 200)
    st('DELETE', f'/me/user-tools/{t}', 404)

    # User
    for token, tier in ((OWN, 'pro'), (SANDBOX, 'sandbox')):
        is_(st('GET', '/me/', 200, token=token).json['tier'], tier, 'tier')
    st('GET', '/me/', 401, token=None)
    c0 = st('GET', '/me/vip', 200).json['count']
    st('POST', '/me/vip', 200, {'code': FX['vipCode']})
    st('POST', '/me/vip', 400, {'code': FX['vipCode']})
    st('POST', '/me/vip', 400, {'code': 'nope'})
    st('POST', '/me/vip', 400, {'code': FX['ownVipCode']})
    st('POST', '/me/vip', 422, {})
    st('POST', '/me/vip', 200, {'code': FX['vipCode']}, OTHER)
    is_(st('GET', '/me/vip', 200).json['count'], c0 + 1, 'count')

    # The 15 tools
    is_(s.note('GET_USER')['email'], 'ada@nettle.example', 'user')
    ch = s.note('CREATE_CHAT', {'email': 'x@y.example'})['iden']
    is_(s.note('UPDATE_CHAT', {'iden': ch, 'muted': True})['muted'], True, 'muted')
    is_([c['iden'] for c in s.note('LIST_CHATS', {'limit': 500})['chats']], [ch], 'chats')
    s.note('DELETE_CHAT', {'iden': ch})
    is_(s.note('LIST_CHATS')['chats'], [], 'no chats')
    is_(s.tool('DELETE_CHAT', {'iden': ch}).status, 400, 'gone')
    d = s.note('CREATE_DEVICE', DEVICE)['iden']
    is_(s.note('UPDATE_DEVICE', {'iden': d, 'app_version': 4})['app_version'], 4, 'device')
    is_([x['iden'] for x in s.note('LIST_DEVICES')['devices']], [d], 'devices')
    s.note('DELETE_DEVICE', {'device_iden': d})
    is_(s.note('LIST_DEVICES')['devices'], [], 'no devices')
    ps = [s.note('CREATE_PUSH', p)['iden'] for p in ({'type': 'note', 'body': 'b'}, {'type': 'link', 'url': 'https://x.example'}, {'type': 'file', 'file_url': 'u', 'file_name': 'n', 'file_type': 't/t'})]
    is_([p['iden'] for p in s.note('LIST_PUSHES')['pushes']], ps[::-1], 'pushes')
    page = s.note('LIST_PUSHES', {'limit': 2})
    is_([p['iden'] for p in s.note('LIST_PUSHES', {'limit': 2, 'cursor': page['cursor']})['pushes']], ps[:1], 'next page')
    items = [{'text': 'a', 'checked': True}, {'text': 'b', 'checked': False}]
    is_(s.note('UPDATE_PUSH', {'iden': ps[0], 'items': items, 'dismissed': True})['items'], items, 'items')
    s.note('DELETE_PUSH', {'iden': ps[0]})
    is_([p['iden'] for p in s.note('LIST_PUSHES', {'active': True})['pushes']], [ps[2], ps[1]], 'active')
    s.note('DELETE_ALL_PUSHES')
    time.sleep(0.6)
    is_(s.note('LIST_PUSHES', {'active': True})['pushes'], [], 'no pushes')
    is_(bool(s.note('UPLOAD_REQUEST', {'file_name': 'a', 'file_type': 't/t'})['upload_url']), True, 'upload')
    for op, bad in (('CREATE_CHAT', {}), ('CREATE_DEVICE', {**DEVICE, 'app_version': -1}), ('CREATE_DEVICE', {**DEVICE, 'app_version': '1'}), ('CREATE_DEVICE', {'model': 'x'}),
                    ('CREATE_PUSH', {}), ('CREATE_PUSH', {'type': 'list'}), ('CREATE_PUSH', {'type': 'file', 'file_url': 'u', 'file_name': 'n'}), ('DELETE_CHAT', {}), ('DELETE_DEVICE', {}),
                    ('DELETE_PUSH', {}), ('LIST_CHATS', {'limit': 501}), ('LIST_PUSHES', {'limit': 501}), ('LIST_PUSHES', {'active': 'yes'}), ('UPDATE_CHAT', {'iden': 'x'}),
                    ('UPDATE_DEVICE', {'iden': 'x'}), ('UPDATE_PUSH', {}), ('UPDATE_PUSH', {'iden': ps[1], 'items': [{'text': 1}]}), ('UPLOAD_REQUEST', {'file_name': 'a'})):
        is_(s.tool(op, bad).status, 400, f'{op} {bad}')

    # Whether every operation was called
    import re
    left = []
    total = 0
    for p, ops in doc['paths'].items():
        for m in ops:
            total += 1
            pat = re.compile('^' + re.sub(r'\{[^}]+\}', '[^/]+', p) + '/?$')
            if not any(m.upper() == a and pat.match(b) for a, b in SEEN):
                left.append((m, p))
    is_((total, left), (93, []), 'operations')
    return n[0]


def main():
    want = sys.argv[1:]
    failed = []
    assert {f['id'] for f in FAULTS} == set(CHECKS) and len(FAULTS) == 70
    if not want or want == ['walk']:
        s = Server()
        try:
            print('walk:', walk(s), 'assertions hold, 93 operations')
        finally:
            s.stop()
        if want:
            return
    ids = want or [f['id'] for f in FAULTS]
    s = Server()
    try:
        for i in ids:
            if i in FRESH:
                s.stop()
                s = Server()
            if CHECKS[i](s) is not True:
                failed.append(i)
                print('FAILS WITHOUT A FAULT', i)
    finally:
        s.stop()
    for i in ids:
        s = Server(i)
        try:
            try:
                shown = CHECKS[i](s) is not True
            except Exception as e:
                shown = False
                print(i, 'broke the check:', repr(e))
        finally:
            s.stop()
        if not shown:
            failed.append(i)
        print(('shown    ' if shown else 'NOT SHOWN'), i, flush=True)
    print('all pass' if not failed else f'FAILED: {failed}')
    sys.exit(1 if failed else 0)


main()

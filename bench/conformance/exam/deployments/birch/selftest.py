#!/usr/bin/env python3
"""Walks through all operations without a fault, then shows each fault of faults.json.
   python3 selftest.py            everything
   python3 selftest.py ID ...     only these faults"""
import base64, hashlib, hmac, http.client, json, os, re, socket, subprocess, sys, threading, time, uuid

HERE = os.path.dirname(os.path.abspath(__file__))
CFG = json.load(open(os.path.join(HERE, 'config.json')))
FX, CR = CFG['fixtures'], CFG['credentials']
PROBES, used = {}, set()


def free_port():
    s = socket.socket(); s.bind(('127.0.0.1', 0)); p = s.getsockname()[1]; s.close(); return p


class Server:
    def __init__(self, fault=''):
        self.port = free_port()
        self.p = subprocess.Popen([os.path.join(HERE, 'start.sh'), str(self.port)], stdout=subprocess.PIPE, env={**os.environ, 'FAULT': fault})
        assert self.p.stdout.readline().strip() == b'ready', 'does not start'

    def stop(self):
        self.p.terminate(); self.p.wait(5); self.p.stdout.close()


class Answer:
    def __init__(self, status, headers, raw):
        self.status, self.headers, self.raw = status, headers, raw
        try: self.json = json.loads(raw)
        except ValueError: self.json = None


class Client:
    def __init__(self, port): self.port = port; self.ops = set()

    def call(self, method, path, body=None, auth='jwt', headers=None, pieces=None):
        c = http.client.HTTPConnection('127.0.0.1', self.port, timeout=20)
        h = dict(headers or {})
        cred = CR.get(auth, auth)
        if cred: h['Authorization'] = 'Bearer ' + cred
        data = None
        if body is not None:
            data = body if isinstance(body, bytes) else json.dumps(body).encode()
            h.setdefault('Content-Type', 'application/json')
        c.request(method, path, data, h)
        r = c.getresponse()
        used.add((method, path.split('?')[0]))
        raw = b''
        while True:
            part = r.read1(65536)
            if not part: break
            raw += part
            if pieces is not None: pieces.append((time.time(), part))
        c.close()
        return Answer(r.status, {k.lower(): v for k, v in r.getheaders()}, raw)

    def get(self, p, **k): return self.call('GET', p, **k)
    def post(self, p, b=None, **k): return self.call('POST', p, b, **k)
    def put(self, p, b=None, **k): return self.call('PUT', p, b, **k)
    def patch(self, p, b=None, **k): return self.call('PATCH', p, b, **k)
    def delete(self, p, **k): return self.call('DELETE', p, **k)

    # short cuts
    def agent(self, auth='jwt', **v): return self.post('/me/agents', {'instructions': 'Be kind.', **v}, auth=auth).json
    def file(self, a, **v): return self.post(f'/me/agents/{a}/files', {'filename': 'n.txt', **v}).json
    def tool(self, name, auth='jwt', **v): return self.post('/me/tools/run/NOTIFIER_' + name, v, auth=auth)
    def talk(self, message, run=None, agent=None, auth='apiKey', nd=False, pieces=None):
        u = '/workers' + ('/ndjson' if nd else '') + '/' + (agent or FX['agentId']) + (('/' + run) if run else '')
        return self.call('PUT' if run else 'POST', u, {'message': message}, auth=auth, pieces=pieces)
    def history(self, run, agent=None, auth='apiKey'): return self.get(f'/workers/{agent or FX["agentId"]}/{run}', auth=auth)


def probe(f): PROBES[f.__name__.replace('_', '-')] = f; return f
def both(*fs):
    out = [None] * len(fs)
    def go(k): out[k] = fs[k]()
    ts = [threading.Thread(target=go, args=(k,)) for k in range(len(fs))]
    [t.start() for t in ts]; [t.join() for t in ts]
    return out
def rid(r): return r.headers['x-service-run-id']
def eq(a, b, what=''):
    if a != b: raise AssertionError(f'{what}: {a!r} is not {b!r}')
def st(r, s):
    if r.status != s: raise AssertionError(f'status {r.status}, not {s}: {r.raw[:300]!r}')
    return r.json


# ---------------------------------------------------------------- probes of the faults: True = right
@probe
def runs_default_limit_20(c): return len(c.get('/me/agent-runs').json['results']) == 30
@probe
def executions_cursor_ignored(c):
    a = c.get('/me/executions?limit=5').json; b = c.get('/me/executions?limit=5&next_cursor=' + a['next']).json
    return not {x['id'] for x in a['results']} & {x['id'] for x in b['results']}
@probe
def unknown_execution_500(c): return c.get('/me/executions/99999999').status == 404
@probe
def execution_id_as_text(c): return isinstance(c.get('/me/executions').json['results'][0]['id'], int)
@probe
def owner_may_subscribe(c): return c.post(f'/me/agents/{FX["ownPaidAgentId"]}/subscribe', {}).status == 400
@probe
def already_subscribed_409(c): return c.post(f'/me/agents/{FX["subscribedAgentId"]}/subscribe', {}).status == 402
@probe
def subscription_of_anybody(c): return c.get(f'/me/subscriptions/{FX["paidAgentId"]}', auth='sandboxJwt').status == 404
@probe
def studio_post_overwrites(c):
    t = str(uuid.uuid4()); c.post('/me/agent-studio-chats', {'thread': t, 'access': 'public', 'title': 'A'})
    b = c.post('/me/agent-studio-chats', {'thread': t, 'access': 'private', 'title': 'B'})
    return b.status == 200 and b.json['title'] == 'A' and c.get('/me/agent-studio-chats/' + t).json['access'] == 'public'
def studio(c, auth='jwt', **v): return c.post('/me/agent-studio-chats', {'access': 'public', **v}, auth=auth).json['thread']
@probe
def studio_private_for_anonymous(c): return c.get('/me/agent-studio-chats/' + studio(c, access='private'), auth=None).status == 403
@probe
def studio_own_private_cloned(c): return c.post(f'/me/agent-studio-chats/{studio(c, access="private")}/clone').status == 400
@probe
def studio_clone_200(c): return c.post(f'/me/agent-studio-chats/{studio(c)}/clone').status == 201
@probe
def studio_sandbox_private_by_patch(c):
    return c.patch('/me/agent-studio-chats/' + studio(c, 'sandboxJwt'), {'access': 'private'}, auth='sandboxJwt').status == 400
@probe
def missing_prompt_accepted(c): return c.post('/me/agents', {'name': 'x'}).status == 400
@probe
def upsert_of_foreign_agent(c): return c.post('/me/agents', {'id': FX['unpaidAgentId'], 'instructions': 'mine now'}).status == 403
@probe
def theme_any_color(c): return c.put(f'/me/agents/{c.agent()["id"]}/customizations/theme', {'accent': 'not-a-color'}).status == 400
@probe
def theme_404_when_unset(c):
    r = c.get(f'/me/agents/{c.agent()["id"]}/customizations/theme'); return r.status == 200 and r.raw == b'null'
@probe
def files_by_age(c):
    a = c.agent()['id']; x = c.file(a)['id']; y = c.file(a)['id']
    r = c.put(f'/me/agents/{a}/files/positions', {'order': [{'id': x, 'rank': 1}, {'id': y, 'rank': 0}]}).json
    return [f['id'] for f in r['results']] == [y, x] == [f['id'] for f in c.get(f'/me/agents/{a}/files').json['results']]
@probe
def file_limit_one_too_many(c):
    a = c.agent()['id']; s = [c.post(f'/me/agents/{a}/files', {'filename': 'f'}).status for _ in range(9)]
    return s == [201] * 8 + [400]
@probe
def file_delete_200(c):
    a = c.agent()['id']; r = c.delete(f'/me/agents/{a}/files/{c.file(a)["id"]}'); return r.status == 204 and r.raw == b''
@probe
def key_list_shows_secret(c): return CR['apiKey'] not in c.get('/me/api-keys').raw.decode()
@probe
def two_default_keys(c):
    k = c.post('/me/api-keys', {'label': 'd', 'primary': True}).json
    ok = [x['id'] for x in c.get('/me/api-keys').json if x['primary']] == [k['id']] and c.get('/me/api-keys/default').json['id'] == k['id']
    c.delete(f'/me/api-keys/{k["id"]}')
    return ok and len([x for x in c.get('/me/api-keys').json if x['primary']]) == 1
@probe
def webhook_wrong_signature_500(c):
    return [c.post('/me/payments/webhook', FX['webhook']['body'].encode(), auth=None, headers={'X-Birch-Signature': s}).status for s in ('00', 'f' * 64)] == [400, 400]
@probe
def period_365_refused(c): return c.get('/me/monetization/summary?period=365').status == 200
@probe
def search_min_score_default(c): return c.get('/me/tools/search?q=zzzzqq').json == []
@probe
def tool_schema_snake_case(c): return all(set(t) == {'name', 'description', 'inputSchema'} for t in c.get('/me/tools/list').json)
def cli(c):
    s = c.post('/me/cli-auth', auth=None).json['session']; st(c.put('/me/cli-auth/' + s, {'token': CR['jwt']}), 200); return s
@probe
def cli_token_not_consumed(c):
    s = cli(c); return [c.get('/me/cli-auth/' + s, auth=None).json for _ in '12'] == [CR['jwt'], None]
@probe
def schedule_of_public_chat(c): return c.post('/me/schedules', {'chat': FX['unpaidAgentId'], 'when': FX['cron']}).status == 403
@probe
def vip_code_twice(c):
    n = c.get('/me/vip').json['redeemed']
    return [c.post('/me/vip', {'promo': 'BIRCH-SECOND'}).status for _ in '12'] == [200, 400] and c.get('/me/vip').json['redeemed'] == n + 1
@probe
def put_accepted_during_job(c):
    r = rid(c.talk(FX['backgroundMessage'])); p = c.talk('again', r)
    return p.status == 409 and 'again' not in [m['content'] for m in c.history(r).json]
@probe
def failed_job_never_ends(c):
    r = rid(c.talk(FX['backgroundErrorMessage']))
    if 'x-service-job-id' not in c.history(r).headers: return False
    time.sleep(2.2)
    return 'x-service-job-id' not in c.history(r).headers and c.talk('go on', r).status == 200
@probe
def text_shows_tool_output(c): return FX['toolCallMessage']['output'] not in c.talk(FX['toolCallMessage']['message']).raw.decode()
@probe
def new_run_keeps_context(c): c.talk('first'); return len(c.history(rid(c.talk('second'))).json) == 2
@probe
def stream_in_one_piece(c):
    p = []; t = time.time(); c.talk(FX['slowMessage'], pieces=p); return p[0][0] - t < 0.6 and p[-1][0] - p[0][0] > 1
@probe
def push_guid_ignored(c):
    g = str(uuid.uuid4()); a, b = [c.tool('CREATE_PUSH', type='note', body='x', guid=g).json['output']['iden'] for _ in '12']; return a == b
@probe
def chat_never_unmuted(c):
    i = c.tool('CREATE_CHAT', email=f'{uuid.uuid4().hex}@x.example').json['output']['iden']
    return [c.tool('UPDATE_CHAT', iden=i, muted=m).json['output']['muted'] for m in (True, False)] == [True, False]
@probe
def push_items_checked_as_number(c):
    i = c.tool('CREATE_PUSH', type='note', body='x').json['output']['iden']
    return c.tool('UPDATE_PUSH', iden=i, items=[{'text': 'a', 'checked': True}]).json['output']['items'][0]['checked'] is True
@probe
def jwt_signature_not_checked(c):
    h, b, s = CR['jwt'].split('.'); return c.post('/me/tools/run/weather_now', {'city': 'Oslo'}, auth=f'{h}.{b}.{s[::-1]}').status == 401
@probe
def agents_list_stale_after_create(c): i = c.agent()['id']; return i in [a['id'] for a in c.get('/me/agents').json]
@probe
def card_stale_after_hiding(c):
    i = c.agent(access='public')['id']; st(c.get('/me/agents/' + i, auth=None), 200); c.patch('/me/chats/' + i, {'access': 'private'})
    return c.get('/me/agents/' + i, auth=None).status == 403
@probe
def chat_patch_resets(c):
    h = 'h-' + uuid.uuid4().hex[:8]; i = c.agent(access='public', handle=h)['id']; c.patch('/me/chats/' + i, {'instructions': 'New.'})
    a = c.get('/me/agents/' + i).json; return (a['access'], a['handle'], a['instructions']) == ('public', h, 'New.')
@probe
def prompt_cut_at_255(c): p = 'word ' * 200; return c.get('/me/agents/' + c.agent(instructions=p)['id']).json['instructions'] == p
@probe
def chat_clone_to_old_owner(c):
    r = c.post(f'/me/chats/{FX["unpaidAgentId"]}/clone').json; return r['id'] in [a['id'] for a in c.get('/me/chats').json]
@probe
def og_of_private_chat(c): return 'Answer in few words' not in c.get(f'/me/chats/{FX["privateAgentId"]}/og', auth=None).raw.decode()
@probe
def upsell_not_saved(c):
    i = c.agent()['id']; p = c.post(f'/me/agents/{i}/upsell-description').json['pitch']; return p and c.get('/me/agents/' + i).json['pitch'] == p
@probe
def file_of_any_agent(c): a, b = c.agent()['id'], c.agent()['id']; return c.get(f'/me/agents/{b}/files/{c.file(a)["id"]}').status == 404
@probe
def file_delete_takes_the_rest(c):
    a = c.agent()['id']; f = [c.file(a)['id'] for _ in '123']; c.delete(f'/me/agents/{a}/files/{f[0]}')
    return [x['id'] for x in c.get(f'/me/agents/{a}/files').json['results']] == f[1:]
@probe
def positions_miss_the_last(c):
    a = c.agent()['id']; f = [c.file(a)['id'] for _ in '123']
    r = c.put(f'/me/agents/{a}/files/positions', {'order': [{'id': x, 'rank': 10 - k} for k, x in enumerate(f)]}).json['results']
    return {x['id']: x['rank'] for x in r} == {x: 10 - k for k, x in enumerate(f)}
@probe
def theme_on_all_own_agents(c):
    a, b = c.agent()['id'], c.agent()['id']; c.put(f'/me/agents/{a}/customizations/theme', {'accent': '#12ab34'})
    return c.get(f'/me/agents/{b}/customizations/theme').raw == b'null' and c.get(f'/me/agents/{a}/customizations/theme').json['accent'] == '#12ab34'
@probe
def runs_of_everybody(c):
    r = rid(c.talk('mine')); return r not in [x['run'] for x in c.get('/me/agent-runs?limit=100', auth='otherJwt').json['results']]
@probe
def runs_cursor_inclusive(c):
    a = c.get('/me/agent-runs?limit=3').json; b = c.get('/me/agent-runs?limit=3&next_cursor=' + a['next']).json; all_ = c.get('/me/agent-runs?limit=6').json
    return a['results'] + b['results'] == all_['results']
@probe
def cursor_offset_dropped(c):
    a = c.get('/me/executions?limit=3').json; t = a['next']
    ms = int(time.mktime(time.strptime(t[:19], '%Y-%m-%dT%H:%M:%S'))) + 7200
    other = time.strftime('%Y-%m-%dT%H:%M:%S', time.localtime(ms)) + t[19:23] + '%2B02:00'
    return c.get('/me/executions?limit=3&next_cursor=' + other).json == c.get('/me/executions?limit=3&next_cursor=' + t).json
@probe
def run_logs_joined_by_agent(c):
    r = rid(c.talk('logs')); c.talk('more'); l = c.get(f'/me/agent-runs/{r}/logs').json; return len(l) == 2 and all(x['run'] == r for x in l)
@probe
def api_key_of_anybody(c):
    k = c.post('/me/api-keys', {'label': 'o'}, auth='otherJwt').json; ok = c.get(f'/me/api-keys/{k["id"]}').status == 404
    c.delete(f'/me/api-keys/{k["id"]}', auth='otherJwt'); return ok
@probe
def deleted_key_still_works(c):
    k = c.post('/me/api-keys', {'label': 'o'}).json; st(c.talk('hi', auth=k['secret']), 200); c.delete(f'/me/api-keys/{k["id"]}')
    return c.talk('hi', auth=k['secret']).status == 401
@probe
def credits_lost_update(c):
    n = c.get('/me/credits').json['credits_left']; both(*[lambda: c.post('/me/credits/use')] * 4)
    return c.get('/me/credits').json['credits_left'] == n - 4
@probe
def summary_rounds_to_euros(c):
    e = c.get('/me/monetization/earnings').json
    return c.get('/me/monetization/summary').json['revenue_cents'] == sum(d['revenue_cents'] for d in e['results']) == e['revenue_cents'] > 0
def bundle(c, *t):
    b = c.post('/me/bundles').json['id']; [st(c.post(f'/me/bundles/{b}/tools', {'tool': x}), 200) for x in t]; return b
@probe
def bundle_drop_empties(c):
    b = bundle(c, 'math_add', 'sun_times'); c.delete(f'/me/bundles/{b}/tools/math_add'); return [t['tool'] for t in c.get(f'/me/bundles/{b}/tools').json] == ['sun_times']
@probe
def bundle_tools_after_delete(c): b = bundle(c, 'math_add'); c.delete(f'/me/bundles/{b}'); return c.get(f'/me/bundles/{b}/tools').status == 404
def schedule(c, **v): return c.post('/me/schedules', {'chat': FX['agentId'], 'when': FX['cron'], **v}).json
@probe
def schedule_hour_shifted(c): s = schedule(c); return s['when'] == FX['cron'] == c.get('/me/schedules/' + s['id']).json['when'] and s['next_run_at'][11:16] == '06:30'
@probe
def schedule_list_stale_after_delete(c): s = schedule(c)['id']; st(c.delete('/me/schedules/' + s), 200); return s not in [x['id'] for x in c.get('/me/schedules').json['results']]
@probe
def uninstall_noop(c):
    st(c.post('/me/user-tools', {'tool': 'text_slug'}), 200); st(c.delete('/me/user-tools/text_slug'), 200); return c.get('/me/user-tools/text_slug').status == 404
DEV = dict(model='M1', nickname='N', app_version=3, manufacturer='Acme', icon='phone')
@probe
def update_device_replaces(c):
    i = c.tool('CREATE_DEVICE', **DEV).json['output']['iden']; d = c.tool('UPDATE_DEVICE', iden=i, nickname='N2').json['output']; return d['nickname'] == 'N2' and d['model'] == 'M1'
@probe
def pushes_cursor_skips(c):
    ids = [c.tool('CREATE_PUSH', type='note', body=str(k)).json['output']['iden'] for k in range(5)]; seen = []; cur = {}
    for _ in range(3):
        p = c.tool('LIST_PUSHES', limit=2, **cur).json['output']; seen += [x['iden'] for x in p['pushes']]; cur = {'cursor': p['cursor']}
        if not p['cursor']: break
    return seen[:5] == ids[::-1]
@probe
def two_puts_lose_one(c):
    r = rid(c.talk('start')); both(lambda: c.talk('left', r), lambda: c.talk('right', r)); h = c.history(r).json
    return len(h) == 6 and {'left', 'right'} <= {m['content'] for m in h} and [m['role'] for m in h] == ['user', 'assistant'] * 3
@probe
def stream_loses_a_piece(c): r = c.talk('Tell me something nice and long'); return c.history(rid(r)).json[-1]['content'] == r.raw.decode()
@probe
def user_message_latin1(c): r = rid(c.talk('Grüße aus Ærø 🌲')); return c.history(r).json[0]['content'] == 'Grüße aus Ærø 🌲'
@probe
def run_of_other_user(c): r = rid(c.talk('secret')); return c.history(r, auth='otherApiKey').status == 404 and c.talk('x', r, auth='otherApiKey').status == 404
@probe
def reading_credits_uses_one(c): return len({c.get('/me/credits').json['credits_left'] for _ in '123'}) == 1
@probe
def studio_deleted_still_read(c): t = studio(c); st(c.delete('/me/agent-studio-chats/' + t), 200); return c.get('/me/agent-studio-chats/' + t).status == 404
@probe
def deleted_worker_answers(c): a = c.agent()['id']; st(c.talk('hi', agent=a), 200); c.delete('/me/chats/' + a); return c.talk('hi', agent=a).status == 404


# ---------------------------------------------------------------- the walk without a fault
def walk(c):
    U = str(uuid.uuid4())
    anon = dict(auth=None); oth = dict(auth='otherJwt'); san = dict(auth='sandboxJwt')
    own, pub, prv = FX['agentId'], FX['unpaidAgentId'], FX['privateAgentId']
    # login is asked for
    for m, p in [('GET', '/me/'), ('GET', '/me/agents'), ('GET', '/me/agent-runs'), ('POST', '/me/agents'), ('GET', '/me/subscriptions'), ('GET', '/me/credits'), ('GET', '/me/tools/list'), ('POST', '/me/tools/run/weather_now'), ('PUT', f'/me/cli-auth/{U}'), ('GET', '/me/agents/vanity/slug?slug=a')]:
        for bad in (None, 'x.y.z', CR['apiKey']): st(c.call(m, p, {} if m != 'GET' else None, auth=bad), 401)
    hd = base64.urlsafe_b64encode(b'{"alg":"none"}').decode().rstrip('=')
    st(c.get('/me/', auth=hd + '.' + CR['jwt'].split('.')[1] + '.'), 401)
    st(c.get('/me/nothing'), 404); st(c.delete('/me/billing'), 405)
    for who, lv in (('jwt', 'pro'), ('otherJwt', 'pro'), ('sandboxJwt', 'sandbox')): eq(st(c.get('/me/', auth=who), 200)['level'], lv)
    # runs, logs, executions
    for l in ('0', '-1', 'abc', '1.5', '501', ''): st(c.get('/me/agent-runs?limit=' + l), 422); st(c.get('/me/executions?limit=' + l), 422)
    for d in ('yesterday', '2024-02-30T00:00:00Z', '2024-01-01T25:00:00Z', '12'): st(c.get('/me/agent-runs?next_cursor=' + d), 422); st(c.get('/me/executions?next_cursor=' + d), 422)
    eq(len(st(c.get('/me/agent-runs?next_cursor=null'), 200)['results']), 30); eq(len(st(c.get('/me/executions'), 200)['results']), 30)
    ids, cur = [], ''
    while True:
        p = st(c.get('/me/agent-runs?limit=7' + cur), 200); ids += [r['run'] for r in p['results']]
        if not p['next']: break
        cur = '&next_cursor=' + p['next']
    eq(len(ids), len(set(ids))); assert len(ids) >= 46 and ids == [r['run'] for r in c.get('/me/agent-runs?limit=500').json['results']]
    eq(c.get('/me/agent-runs?limit=500').json['next'], None)
    tc = FX['toolCallMessage']
    r = rid(c.talk(tc['message']))
    v = st(c.get('/me/agent-runs/' + r), 200); eq((v['run'], v['agent'], v['state'], v['messages_count']), (r, own, 'idle', 2)); eq(c.get('/me/agent-runs?limit=1').json['results'][0], v)
    st(c.get('/me/agent-runs/' + r, **oth), 404); st(c.get('/me/agent-runs/' + U), 404); st(c.get('/me/agent-runs/xx'), 422)
    m = st(c.get(f'/me/agent-runs/{r}/mcp-server-logs'), 200); eq((len(m), m[0]['run'], m[0]['tool']), (1, r, tc['name']))
    eq(st(c.get(f'/me/agent-runs/{r}/mcp-server-logs', **oth), 200), []); eq(st(c.get(f'/me/agent-runs/{r}/logs', **oth), 200), [])
    eq([x['kind'] for x in st(c.get(f'/me/agent-runs/{r}/logs'), 200)], ['message.user', 'message.assistant']); st(c.get('/me/agent-runs/1/logs'), 422); st(c.get('/me/agent-runs/1/mcp-server-logs'), 422)
    t = st(c.post('/me/tools/run/math_add', {'a': 2, 'b': 3}), 200); eq(t['output']['result'], 5)
    e = st(c.get(f'/me/executions/{t["execution"]}'), 200); eq((e['tool'], e['input']), ('math_add', {'a': 2, 'b': 3})); eq(c.get('/me/executions?limit=1').json['results'][0], e)
    st(c.get(f'/me/executions/{e["id"]}', **oth), 404); st(c.get('/me/executions/abc'), 422); st(c.get('/me/executions/99999999999999999999'), 404)
    # subscriptions
    paid = FX['paidAgentId']; sub = '/me/agents/%s/subscribe'; uns = '/me/agents/%s/unsubscribe'
    st(c.post(sub % pub, {}), 400); st(c.post(sub % U, {}), 404); st(c.post(sub % paid), 422); st(c.post(sub % paid, {'return_url': 4}), 422); st(c.post(uns % paid), 400); st(c.post(uns % U), 404)
    st(c.get('/me/subscriptions/' + paid), 404); eq(st(c.post(sub % paid, {'return_url': 'https://x.example'}), 200)['agent'], paid); st(c.post(sub % paid, {}), 402)
    eq(st(c.get('/me/subscriptions/' + paid), 200)['status'], 'active'); assert paid in [s['agent'] for s in st(c.get('/me/subscriptions'), 200)['results']]
    assert paid not in [s['agent'] for s in c.get('/me/subscriptions', **san).json['results']]
    eq(st(c.post(uns % paid), 200)['status'], 'cancelled'); st(c.post(uns % paid), 400); st(c.get('/me/subscriptions/' + paid), 404)
    before = c.get('/me/monetization/summary').json; st(c.post(sub % FX['ownPaidAgentId'], {}, **san), 200); after = c.get('/me/monetization/summary').json
    eq((after['fans'], after['revenue_cents']), (before['fans'] + 1, before['revenue_cents'] + 900))
    # studio chats
    S = '/me/agent-studio-chats'
    a = st(c.post(S, {'thread': U, 'title': 'Ähm', 'access': 'private'}), 200); eq((a['thread'], a['title'], a['access']), (U, 'Ähm', 'private'))
    eq(st(c.post(S, {'thread': U}), 200), a); st(c.post(S, {'thread': U}, **oth), 409); st(c.post(S, {'access': 'secret'}), 422); st(c.post(S, {'access': 'private'}, **san), 400); st(c.post(S), 422)
    eq(st(c.post(S, {}, **san), 200)['access'], 'public'); eq(st(c.get(S), 200)[0], a); assert U not in [x['thread'] for x in c.get(S, **oth).json]
    eq(st(c.get(f'{S}/{U}'), 200), a); st(c.get(f'{S}/{U}', **oth), 403); st(c.get(f'{S}/none'), 404)
    eq(st(c.patch(f'{S}/{U}', {'access': 'public'}), 200)['title'], 'Ähm'); eq(st(c.get(f'{S}/{U}', **anon), 200)['access'], 'public')
    for w in (c.put, c.patch): st(w(f'{S}/{U}', {'title': 'z'}, **oth), 403); st(w(f'{S}/none', {}), 404); st(w(f'{S}/{U}', {'access': 3}), 422)
    st(c.put(f'{S}/{studio(c, "sandboxJwt")}', {'access': 'private'}, **san), 400)
    x = st(c.post(f'{S}/{U}/clone', **oth), 201); assert x['thread'] != U and x['thread'] in [y['thread'] for y in c.get(S, **oth).json]; st(c.post(f'{S}/none/clone'), 404)
    x = st(c.put(f'{S}/{U}', {'title': 'T'}), 200); eq((x['title'], x['access']), ('T', 'private'))
    st(c.delete(f'{S}/{U}', **oth), 403); eq(st(c.delete(f'{S}/{U}'), 200)['thread'], U); st(c.delete(f'{S}/{U}'), 404); assert U not in [y['thread'] for y in c.get(S).json]
    # agents and chats
    h = 'slug-' + uuid.uuid4().hex[:6]
    eq(st(c.get('/me/agents/vanity/slug?slug=' + h), 200)['available'], True)
    a = st(c.post('/me/agents', {'instructions': 'Ein "Prompt" <b>&\n', 'access': 'public', 'handle': h, 'name': 'N', 'price_cents': 100}), 200); i = a['id']
    eq(st(c.get('/me/agents/vanity/slug?slug=' + h.upper()), 200)['available'], False); st(c.get('/me/agents/vanity/slug'), 422); st(c.post('/me/agents', {'instructions': 'x', 'handle': h}), 400)
    eq(st(c.get('/me/agents/' + i, **anon), 200), a); eq(st(c.get('/me/chats/' + i, **anon), 200), a); eq(st(c.get('/me/agents'), 200)[0], a); eq(st(c.get('/me/chats'), 200)[0], a)
    assert i not in [x['id'] for x in c.get('/me/agents', **oth).json]
    for p in ('/me/agents/', '/me/chats/'): st(c.get(p + prv), 403); st(c.get(p + prv, **anon), 403); st(c.get(p + prv, **oth), 200); st(c.get(p + U), 404); st(c.get(p + 'word'), 404)
    for p in ('/me/agents', '/me/chats'):
        for b, s in (({}, 400), ({'instructions': ' '}, 400), ({'instructions': None}, 400), ({'instructions': 5}, 422), ({'instructions': 'x', 'access': 'x'}, 422), ([], 422), (b'{', 422)): st(c.post(p, b), s)
        st(c.post(p, {'instructions': 'x', 'access': 'private'}, **san), 400); eq(st(c.post(p, {'instructions': 'x'}, **san), 200)['access'], 'public'); eq(st(c.post(p, {'instructions': 'x'}), 200)['access'], 'private')
    b = st(c.post('/me/agents', {'id': i, 'instructions': 'P2'}), 200); eq((b['id'], b['instructions'], b['access'], b['handle']), (i, 'P2', 'public', h)); st(c.post('/me/agents', {'id': U, 'instructions': 'x'}), 404); st(c.post('/me/agents', {'id': i}), 400)
    st(c.post('/me/agents', {'id': i, 'instructions': 'x'}, **oth), 403)
    for w in (c.put, c.patch): st(w('/me/chats/' + i, {'instructions': 'x'}, **oth), 403); st(w('/me/chats/' + U, {'instructions': 'x'}), 404); st(w('/me/chats/' + i, {'access': 'x'}), 422)
    b = st(c.patch('/me/chats/' + i, {'name': 'M'}), 200); eq((b['name'], b['instructions'], b['handle']), ('M', 'P2', h)); b = st(c.put('/me/chats/' + i, {'instructions': 'P3', 'access': 'public'}), 200); eq((b['handle'], b['instructions'], b['access']), (None, 'P3', 'public'))
    sa = c.post('/me/agents', {'instructions': 'x'}, **san).json['id']
    for w in (c.put, c.patch): st(w('/me/chats/' + sa, {'instructions': 'x', 'access': 'private'}, **san), 400)
    st(c.post('/me/agents', {'id': sa, 'instructions': 'x', 'access': 'private'}, **san), 400)
    eq(st(c.get('/me/agents/' + i), 200), b)
    p = st(c.post(f'/me/agents/{i}/upsell-description'), 200); assert p['pitch'] and c.get('/me/agents/' + i).json == p; st(c.post(f'/me/agents/{i}/upsell-description', **oth), 404); st(c.post(f'/me/agents/{U}/upsell-description'), 404)
    s = st(c.post('/me/agents/vanity/slug', {'seed': 'My own agent'}, **anon), 200)['slug']; eq(c.get('/me/agents/vanity/slug?slug=' + s).json['available'], True); st(c.post('/me/agents/vanity/slug', **anon), 422)
    sv = st(c.get('/me/vibe/services', **anon), 200)['results']; eq(len(sv), 3)
    for x in sv: assert st(c.get(f'/me/agents/{i}/vibe?service_name={x}'), 200)['brief']
    st(c.get(f'/me/agents/{i}/vibe'), 422); st(c.get(f'/me/agents/{i}/vibe?service_name=Bolt'), 422); st(c.get(f'/me/agents/{prv}/vibe?service_name=bolt'), 403); st(c.get(f'/me/agents/{U}/vibe?service_name=bolt'), 404)
    T = '/me/agents/%s/customizations/theme'
    eq(st(c.get(T % i), 200), None); eq(st(c.put(T % i, {'accent': '#A1b2C3'}), 200)['accent'], '#A1b2C3'); eq(c.get(T % i).json['accent'], '#A1b2C3')
    for v in ('red', '#12', '#12345g', '#1234567', ''): st(c.put(T % i, {'accent': v}), 400)
    st(c.put(T % i, {}), 422); st(c.put(T % i, {'accent': 7}), 422); st(c.put(T % i, {'accent': '#111111'}, **oth), 403); st(c.get(T % prv), 403); st(c.get(T % U), 404); st(c.get(T % 'x'), 422); st(c.put(T % U, {'accent': '#111111'}), 404)
    f = f'/me/agents/{i}/files'
    eq(st(c.get(f), 200), {'results': []}); x = st(c.post(f, {'filename': 'a.txt', 'body': 'Grüße'}), 201); eq((x['rank'], x['size_bytes']), (0, 7)); y = st(c.post(f, {'filename': 'b.txt'}), 201); eq(y['rank'], 1); z = st(c.post(f, {'filename': 'c', 'rank': 7}), 201); eq(z['rank'], 7)
    eq(st(c.get(f'{f}/{x["id"]}'), 200), x); eq([q['id'] for q in c.get(f).json['results']], [x['id'], y['id'], z['id']]); eq(c.get('/me/agents/' + i).json['files_count'], 3)
    eq(st(c.patch(f'{f}/{x["id"]}', {'filename': 'A.txt'}), 200)['body'], 'Grüße'); st(c.patch(f'{f}/{x["id"]}', {'rank': 'x'}), 422); st(c.patch(f'{f}/{U}', {}), 404); st(c.patch(f'{f}/{x["id"]}', {}, **oth), 403)
    eq(st(c.patch(f'{f}/{x["id"]}', {'rank': 9}), 200)['rank'], 9); eq([q['id'] for q in c.get(f).json['results']], [y['id'], z['id'], x['id']])
    for u in (c.get, c.delete): st(u(f'{f}/{x["id"]}', **oth), 403); st(u(f'{f}/{U}'), 404); st(u(f'{f}/7'), 422)
    st(c.get(f, **oth), 403); st(c.get(f'/me/agents/{U}/files'), 404); st(c.get('/me/agents/q/files'), 422); st(c.post(f, {}), 422); st(c.post(f, {'filename': ' '}), 400); st(c.post(f, {'filename': 'x'}, **oth), 403)
    st(c.put(f + '/positions', {'order': [{'id': U, 'rank': 1}]}), 404); st(c.put(f + '/positions', {'order': 4}), 422); st(c.put(f + '/positions', {'order': []}, **oth), 403); st(c.put(f + '/positions', {}), 422)
    st(c.put(f + '/positions', {'order': [{'id': x['id'], 'rank': 0}, {'id': y['id'], 'rank': 2}, {'id': z['id'], 'rank': 1}]}), 200); eq([q['id'] for q in c.get(f).json['results']], [x['id'], z['id'], y['id']])
    o = st(c.get(f'/me/chats/{i}/og', **anon), 200); eq(o['title'], 'Untitled agent'); st(c.get(f'/me/chats/{U}/og', **anon), 404); st(c.get(f'/me/chats/{prv}/og', **anon), 404); st(c.get('/me/chats/x/og', **anon), 422)
    k = st(c.post(f'/me/chats/{i}/clone', {'name': 'Copy'}, **oth), 200); eq((k['name'], k['instructions'], k['owner_id'], k['files_count'], k['handle']), ('Copy', 'P3', 2, 3, None)); assert k['id'] != i
    st(c.post(f'/me/chats/{i}/clone', b'null'), 200); st(c.post(f'/me/chats/{prv}/clone'), 403); st(c.post(f'/me/chats/{U}/clone'), 404); st(c.post('/me/chats/x/clone'), 422); st(c.post(f'/me/chats/{i}/clone', {'access': 'private'}, **san), 400)
    g = '/me/chats/%s/feedback'
    eq(st(c.post(g % i, {'stars': 4}, **oth), 200)['stars'], 4); eq(st(c.post(g % i, {'stars': 2}, **san), 200)['stars'], 3); eq(c.get('/me/agents').json[[x['id'] for x in c.get('/me/agents').json].index(i)]['stars'], 3); st(c.post(g % i, {}), 422); st(c.post(g % i, {'stars': 6}), 422); st(c.post(g % U, {'stars': 5}), 404)
    l = st(c.post(f'/me/chats/{i}/runs'), 200); eq(st(c.get('/me/agent-runs/' + l['run']), 200)['agent'], i); eq(c.get(f'/me/agent-runs/{l["run"]}/logs').json, [l]); st(c.post(f'/me/chats/{prv}/runs'), 403); st(c.post(f'/me/chats/{U}/runs'), 404); st(c.post('/me/chats/x/runs'), 422)
    sc = schedule(c, chat=i); st(c.delete(f'{f}/{x["id"]}'), 204); st(c.get(f'{f}/{x["id"]}'), 404)
    st(c.delete('/me/chats/' + i, **oth), 403); eq(st(c.delete('/me/chats/' + i), 200)['id'], i); st(c.delete('/me/chats/' + i), 404); st(c.get('/me/agents/' + i), 404); assert i not in [x['id'] for x in c.get('/me/agents').json]; st(c.get(f), 404); st(c.get('/me/schedules/' + sc['id']), 404)
    # keys, billing, credits
    K = '/me/api-keys'
    k = st(c.post(K, {'label': 'new'}), 200); assert k['secret'] and isinstance(k['id'], int) and k['primary'] is False; eq(st(c.get(f'{K}/{k["id"]}'), 200), k)
    assert all('secret' not in x for x in st(c.get(K), 200)) and k['secret'] not in c.get(K).raw.decode(); eq(st(c.get(K + '/default'), 200)['secret'], CR['apiKey'])
    st(c.get(f'{K}/{k["id"]}', **oth), 404); st(c.delete(f'{K}/{k["id"]}', **oth), 404); st(c.get(K + '/abc'), 422); st(c.get(K + '/999999'), 404); st(c.post(K), 422); st(c.post(K, {'label': 5}), 422); st(c.delete(K + '/x'), 422)
    st(c.talk('x', auth=k['secret']), 200); assert 'secret' not in st(c.delete(f'{K}/{k["id"]}'), 200); st(c.delete(f'{K}/{k["id"]}'), 404); st(c.talk('x', auth=k['secret']), 401)
    st(c.get('/me/billing'), 200); n = st(c.get('/me/credits'), 200)['credits_left']; eq(st(c.post('/me/credits/use'), 200)['credits_left'], n - 1); eq(c.get('/me/credits').json['credits_left'], n - 1)
    assert st(c.post('/me/payments/sessions', {'package': 'credits_100'}), 200)['session']; st(c.post('/me/payments/sessions', {'package': 'x'}), 422); st(c.post('/me/payments/sessions'), 422)
    w = FX['webhook']; W = '/me/payments/webhook'; sig = lambda b: {'X-Birch-Signature': hmac.new(w['secret'].encode(), b, hashlib.sha256).hexdigest()}
    for _ in '12': st(c.post(W, w['body'].encode(), headers={w['signatureHeader']: w['validSignature']}, **anon), 200)
    ev = json.dumps({'id': 'evt_' + U, 'type': 'credits.bought', 'data': {'user_id': 1, 'credits': 10}}).encode()
    for _ in '12': st(c.post(W, ev, headers=sig(ev), **anon), 200)
    eq(c.get('/me/credits').json['credits_left'], n + 9)
    st(c.post(W, w['body'].encode(), **anon), 400); st(c.post(W, w['body'].encode() + b' ', headers={w['signatureHeader']: w['validSignature']}, **anon), 400); st(c.post(W, b'{', headers=sig(b'{'), **anon), 400); st(c.post(W, b'{}', headers=sig(b'{}'), **anon), 400)
    for x in ('summary', 'subscribers', 'earnings'):
        p = '/me/monetization/' + x; eq(st(c.get(p), 200), c.get(p + '?period=28').json); eq(c.get(p).json['period_days'], 28)
        for b in ('0', '366', 'x', '-1', '1.5', ''): st(c.get(p + '?period=' + b), 422)
        for g in (1, 28, 365):
            d = st(c.get(f'{p}?period={g}'), 200); k = 'fans' if x == 'subscribers' else 'revenue_cents'; q = c.get(f'/me/monetization/summary?period={g}').json
            if 'results' in d: eq(len(d['results']), g); eq(sum(r[k] for r in d['results']), d[k]); eq(d[k], q[k])
    # bundles
    B = '/me/bundles'
    b = st(c.post(B), 200); i = b['id']; eq(b['members'], []); eq(st(c.get(f'{B}/{i}'), 200), b); assert i in [x['id'] for x in st(c.get(B), 200)] and i not in [x['id'] for x in c.get(B, **oth).json]
    eq(st(c.post(f'{B}/{i}/tools', {'tool': 'math_add'}), 200)['tool'], 'math_add'); st(c.post(f'{B}/{i}/tools', {'tool': 'math_add'}), 200); eq([x['tool'] for x in st(c.get(f'{B}/{i}/tools'), 200)], ['math_add'])
    st(c.post(f'{B}/{i}/tools', {}), 422); st(c.post(f'{B}/{i}/tools', {'tool': 'none'}), 404); st(c.post(f'{B}/999999/tools', {'tool': 'math_add'}), 404); st(c.post(f'{B}/{i}/tools', {'tool': 'math_add'}, **oth), 404)
    x = st(c.put(f'{B}/{i}', {'label': 'L', 'members': ['sun_times', {'tool': 'math_mean'}]}), 200); eq((x['label'], [t['tool'] for t in x['members']]), ('L', ['sun_times', 'math_mean'])); st(c.put(f'{B}/{i}', {'members': ['none']}), 409); st(c.put(f'{B}/{i}', {'label': 4}), 422); st(c.put(f'{B}/{i}', {}, **oth), 404); st(c.put(f'{B}/{i}'), 422)
    eq(c.get(f'{B}/{i}').json, x); st(c.delete(f'{B}/{i}/tools/none'), 404); eq(st(c.delete(f'{B}/{i}/tools/sun_times'), 200)['tool'], 'sun_times'); st(c.delete(f'{B}/{i}/tools/sun_times'), 404); eq([t['tool'] for t in c.get(f'{B}/{i}').json['members']], ['math_mean'])
    for u in (c.get, c.delete): st(u(f'{B}/{i}', **oth), 404); st(u(B + '/x'), 422); st(u(B + '/999999'), 404)
    eq(st(c.delete(f'{B}/{i}'), 200)['id'], i); st(c.get(f'{B}/{i}'), 404); assert i not in [x['id'] for x in c.get(B).json]
    # CLI
    C = '/me/cli-auth'
    s = st(c.post(C, **anon), 200)['session']; eq(st(c.get(f'{C}/{s}', **anon), 200), None); st(c.put(f'{C}/{s}', {}), 422); st(c.put(f'{C}/{U}', {'token': 'x'}), 404); st(c.put(f'{C}/x', {'token': 'x'}), 422)
    eq(st(c.put(f'{C}/{s}', {'token': CR['jwt']}), 200)['session'], s); st(c.put(f'{C}/{s}', {'token': CR['otherJwt']}, **oth), 403); got = both(*[lambda: c.get(f'{C}/{s}', **anon).json] * 6); eq(sorted(map(str, got)), ['None'] * 5 + [CR['jwt']]); st(c.put(f'{C}/{s}', {'token': CR['jwt']}), 403); st(c.get(f'{C}/{U}', **anon), 404); st(c.get(f'{C}/x', **anon), 422)
    # schedules
    H = '/me/schedules'
    s = st(c.post(H, {'chat': own, 'when': '*/15 8-10 * jan-mar mon,fri', 'label': 'L'}), 200); i = s['id']; eq(st(c.get(f'{H}/{i}'), 200), s); assert s in st(c.get(H), 200)['results']; assert s not in c.get(H, **oth).json['results']
    for b in ({}, {'chat': None}, {'chat': U}, {'chat': 'x'}, {'chat': pub}, {'chat': prv}, {'chat': 7}): st(c.post(H, {'when': FX['cron'], **b}), 403)
    for b in ('x', '* * * *', '60 * * * *', '* * * * 8', '*/0 * * * *', '', 5): st(c.post(H, {'chat': own, 'when': b}), 422)
    st(c.post(H, {'chat': own}), 422)
    x = st(c.put(f'{H}/{i}', {'when': '5 4 * * *'}), 200); eq((x['when'], x['chat'], x['label'], x['next_run_at'][11:16]), ('5 4 * * *', own, 'L', '04:05')); eq(c.get(f'{H}/{i}').json, x); st(c.put(f'{H}/{i}', {'when': 'q'}), 422); st(c.put(f'{H}/{i}', {'chat': pub}), 403); st(c.put(f'{H}/{i}', {}, **oth), 404); st(c.put(f'{H}/{i}', {'chat': FX['ownPaidAgentId']}), 200)
    st(c.get(H + '/onboarding'), 200); eq(st(c.get(H + '/text-to-cron?cron=every%20monday%20at%209am'), 200)['when'], '0 9 * * 1'); eq(st(c.get(H + '/text-to-cron?cron=0%209%20*%20*%201'), 200)['when'], '0 9 * * 1'); st(c.get(H + '/text-to-cron?cron=blue'), 400); st(c.get(H + '/text-to-cron'), 422); st(c.get(H + '/text-to-cron?cron=99%209%20*%20*%201'), 400)
    for u in (c.get, c.delete): st(u(f'{H}/{i}', **oth), 404); st(u(f'{H}/{U}'), 404); st(u(H + '/x'), 422)
    st(c.delete(f'{H}/{i}'), 200); st(c.get(f'{H}/{i}'), 404)
    # tools
    tl = st(c.get('/me/tools/list'), 200); names = {t['name'] for t in tl}; pubs = st(c.get('/me/tools', **anon), 200); eq(names, {t['slug'] for t in pubs}); eq(len([n for n in names if n.startswith('NOTIFIER_')]), 15)
    st(c.get('/me/tools/weather_now', **anon), 200); st(c.get('/me/tools/none', **anon), 404); st(c.get('/me/tools/__proto__', **anon), 404)
    Q = '/me/tools/search?'
    for b in ('', 'q=', 'q=a&limit=0', 'q=a&limit=201', 'q=a&limit=x', 'q=a&min_score=1.1', 'q=a&min_score=-0.1', 'q=a&min_score=nan'): st(c.get(Q + b), 422)
    eq(st(c.get(Q + 'q=weather_now&limit=1'), 200)[0]['name'], 'weather_now'); eq(len(st(c.get(Q + 'q=zz&min_score=0'), 200)), 20); eq(len(c.get(Q + 'q=zz&min_score=0.0&limit=200').json), len(tl)); eq(c.get(Q + 'q=zz').json, [])
    eq({t['name'] for t in c.get(Q + 'q=push&limit=200&toolkit=notifier').json} <= {n for n in names if n.startswith('NOTIFIER_')}, True); eq(c.get(Q + 'q=push&toolkit=none').json, [])
    assert all(t['_meta']['score'] >= .9 for t in c.get(Q + 'q=text&min_score=0.9').json) and len(c.get(Q + 'q=text').json) > 3
    X = '/me/tools/run/'
    st(c.post(X + 'none', {}), 404); st(c.post(X + 'weather_now', FX['tool']['invalidInput']), 400); st(c.post(X + 'weather_now', {}), 400); st(c.post(X + 'weather_now', [1]), 422); st(c.post(X + 'weather_now'), 422); st(c.post(X + 'weather_now', b'{'), 422)
    r = st(c.post(X + 'weather_now', FX['tool']['input']), 200); eq((r['service_id'], r['service_id_namespace']), ('default', 'global')); eq(st(c.post(X + 'weather_now?service_id=a&service_id_namespace=b', FX['tool']['input']), 200)['service_id_namespace'], 'b')
    for t in tl:
        if t['name'].startswith('NOTIFIER_') or t['name'] in ('clock_weekday', 'clock_days_between'): continue
        sample = {k: {'string': 'ab', 'integer': 2, 'number': 2.5, 'array': [1, 2]}[v['type']] for k, v in t['inputSchema']['properties'].items()}
        st(c.post(X + t['name'], sample), 200)
    eq(c.post(X + 'clock_weekday', {'date': '2024-02-29'}).json['output']['weekday'], 'thursday')
    # notifier
    N = c.tool
    for nm, b in (('CREATE_CHAT', {}), ('CREATE_CHAT', {'email': 5}), ('CREATE_CHAT', {'email': 'x'}), ('CREATE_DEVICE', {k: v for k, v in DEV.items() if k != 'model'}), ('CREATE_DEVICE', {**DEV, 'app_version': -1}), ('CREATE_DEVICE', {**DEV, 'app_version': '1'}), ('CREATE_DEVICE', {**DEV, 'app_version': 1.5}), ('CREATE_PUSH', {}), ('CREATE_PUSH', {'type': 'list'}), ('CREATE_PUSH', {'type': 'link'}), ('CREATE_PUSH', {'type': 'file', 'file_url': 'u', 'file_name': 'n'}), ('LIST_PUSHES', {'limit': 501}), ('LIST_PUSHES', {'limit': 0}), ('LIST_PUSHES', {'active': 1}), ('LIST_CHATS', {'limit': 501}), ('LIST_PUSHES', {'cursor': 'zz'}), ('DELETE_CHAT', {}), ('DELETE_CHAT', {'iden': 'no'}), ('DELETE_DEVICE', {'iden': 'x'}), ('UPDATE_CHAT', {'iden': 'x'}), ('UPDATE_DEVICE', {}), ('UPDATE_PUSH', {'iden': 'x', 'items': [{'text': 'a'}]}), ('UPLOAD_REQUEST', {'file_name': 'a'}), ('GET_USER', {'x': 1})): st(N(nm, **b), 400)
    eq(st(N('GET_USER'), 200)['output']['email'], 'maja@birch.example'); eq(N('GET_USER', auth='otherJwt').json['output']['email'], 'otto@birch.example')
    em = uuid.uuid4().hex + '@x.example'; ch = st(N('CREATE_CHAT', email=em), 200)['output']; eq((ch['with']['email'], ch['muted']), (em, False)); li = lambda a='jwt': [x['iden'] for x in N('LIST_CHATS', auth=a).json['output']['chats']]
    assert ch['iden'] in li() and ch['iden'] not in li('otherJwt'); st(N('DELETE_CHAT', iden=ch['iden'], auth='otherJwt'), 400); eq(N('UPDATE_CHAT', iden=ch['iden'], muted=True).json['output']['muted'], True); st(N('DELETE_CHAT', iden=ch['iden']), 200); assert ch['iden'] not in li(); st(N('UPDATE_CHAT', iden=ch['iden'], muted=True), 400)
    d = st(N('CREATE_DEVICE', **DEV), 200)['output']; eq({k: d[k] for k in DEV}, DEV); ld = lambda a='jwt': [x['iden'] for x in N('LIST_DEVICES', auth=a).json['output']['devices']]; assert d['iden'] in ld() and d['iden'] not in ld('otherJwt')
    u = st(N('UPDATE_DEVICE', iden=d['iden'], app_version=0, has_sms=True), 200)['output']; eq((u['app_version'], u['has_sms'], u['model']), (0, True, 'M1')); assert u['modified'] > d['modified']
    p = st(N('CREATE_PUSH', type='link', url='https://x', device_iden=d['iden'], title='Tï'), 200)['output']; eq((p['url'], p['title'], p['dismissed']), ('https://x', 'Tï', False)); p2 = st(N('CREATE_PUSH', type='file', file_url='u', file_name='n', file_type='text/plain'), 200)['output']
    lp = lambda **k: [x['iden'] for x in N('LIST_PUSHES', **k).json['output']['pushes']]; assert {p['iden'], p2['iden']} <= set(lp()); eq(lp(limit=1), [p2['iden']]); eq(lp(modified_after=p['modified']), [p2['iden']]); assert p['iden'] in lp(active=True) and p['iden'] not in lp(auth='otherJwt')
    eq(N('UPDATE_PUSH', iden=p['iden'], dismissed=True).json['output']['dismissed'], True); assert p['iden'] in lp(modified_after=p2['modified']); st(N('DELETE_PUSH', iden=p['iden']), 200); assert p['iden'] not in lp(); st(N('DELETE_PUSH', iden=p['iden']), 400)
    o = st(N('CREATE_PUSH', type='note', auth='otherJwt'), 200)['output']['iden']; st(N('DELETE_ALL_PUSHES'), 200); time.sleep(.4); eq(lp(), []); assert o in lp(auth='otherJwt'); st(N('DELETE_DEVICE', device_iden=d['iden']), 200); assert d['iden'] not in ld()
    assert st(N('UPLOAD_REQUEST', file_name='a.txt', file_type='text/plain'), 200)['output']['data']['signature']; st(c.post(X + 'NOTIFIER_GET_USER?service_id=x', {}), 400)
    # toolsets, installed tools
    ts = st(c.get('/me/toolsets/list'), 200); assert FX['toolsetName'] in [t['name'] for t in ts]; eq(len(st(c.get('/me/toolsets/notifier'), 200)['tools']), 15); st(c.get('/me/toolsets/none'), 404)
    V = '/me/user-tools'; tid = FX['installableToolId']
    st(c.get(f'{V}/{tid}'), 404); eq(st(c.post(V, {'tool': tid}), 200)['tool'], tid); st(c.post(V, {'tool': tid}), 409); st(c.post(V, {'tool': 'none'}), 409); st(c.post(V, {}), 422); assert tid in [t['tool'] for t in st(c.get(V), 200)] and tid not in [t['tool'] for t in c.get(V, **oth).json]
    eq(st(c.get(f'{V}/{tid}'), 200)['tool'], tid); st(c.delete(f'{V}/{tid}', **oth), 404); st(c.delete(f'{V}/{tid}'), 200); st(c.delete(f'{V}/{tid}'), 404); assert tid not in [t['tool'] for t in c.get(V).json]
    # VIP
    n = st(c.get('/me/vip'), 200)['redeemed']; eq(st(c.post('/me/vip', {'promo': FX['vipCode']}), 200)['promo'], FX['vipCode']); st(c.post('/me/vip', {'promo': FX['vipCode']}), 400); st(c.post('/me/vip', {'promo': FX['ownVipCode']}), 400); st(c.post('/me/vip', {'promo': 'nope'}), 400); st(c.post('/me/vip', {}), 422); eq(c.get('/me/vip').json['redeemed'], n + 1); st(c.post('/me/vip', {'promo': FX['vipCode']}, **oth), 200)
    st(c.get('/me/mcp-registry/servers?q=sky'), 200)
    # workers
    for bad in (None, 'nope', CR['jwt']): st(c.talk('x', auth=bad), 401); st(c.history(r_ := U, auth=bad), 401)
    for b in ({}, {'message': 5}, {'message': None}, [], None): st(c.post('/workers/' + own, b, auth='apiKey'), 422); st(c.post('/workers/ndjson/' + own, b, auth='apiKey'), 422)
    st(c.talk('x', agent=U), 404); st(c.talk('x', agent=prv), 403); st(c.talk('x', agent='word'), 404); st(c.talk('x', agent=pub), 200); st(c.talk('x', agent=FX['subscribedAgentId']), 200)
    t1 = c.talk('Hello'); r = rid(t1); st(t1, 200); assert t1.headers['content-type'].startswith('text/plain'); t2 = c.talk('', r); eq(rid(t2), r); assert rid(c.talk('Hello')) != r
    hst = st(c.history(r), 200); eq([(m['role'], m['content']) for m in hst], [('user', 'Hello'), ('assistant', t1.raw.decode()), ('user', ''), ('assistant', t2.raw.decode())]); eq(set(hst[0]), {'role', 'content'})
    st(c.history(U), 404); st(c.history(r, agent=pub), 404); st(c.talk('x', U), 404); st(c.history(r, auth='otherApiKey'), 404)
    for run in (None, r):
        z = c.talk(tc['message'], run, nd=True); ls = [json.loads(q) for q in z.raw.decode().splitlines()]; assert z.headers['content-type'].startswith('application/x-ndjson'); eq([q['kind'] for q in ls][:3], ['tool.call', 'tool.result', 'say']); assert tc['output'] in z.raw.decode(); eq(''.join(q.get('text', '') for q in ls), c.history(rid(z)).json[-1]['content'])
        tx = c.talk(tc['message'], run); assert tc['output'] not in tx.raw.decode() and tc['output'] not in c.history(rid(tx)).raw.decode()
    for msg, lim in ((FX['backgroundMessage'], 3), (FX['backgroundErrorMessage'], 3)):
        z = c.talk(msg); jr = rid(z); assert 'x-service-job-id' in z.headers; eq(c.history(jr).headers['x-service-job-id'], z.headers['x-service-job-id']); st(c.talk('n', jr), 409); st(c.talk('n', jr, nd=True), 409); st(c.talk('free'), 200)
        t0 = time.time()
        while 'x-service-job-id' in c.history(jr).headers: time.sleep(.1); assert time.time() - t0 < lim
        eq(len(c.history(jr).json), 3); st(c.talk('', jr), 200); eq(len(c.history(jr).json), 5)
    z = c.talk('job', nd=True); eq(rid(z) != r, True)


OPS = 93


def operations_used():
    """The paths that were called, matched with the table of the interface."""
    doc = open(os.path.join(HERE, '..', 'interface.md')).read()
    rows = re.findall(r'^\| (GET|POST|PUT|PATCH|DELETE) \| (\S+)', doc, re.M)
    missing = []
    for m, p in rows:
        rx = re.compile('^' + re.sub(r'\\\{[a-z_]+\\\}', '[^/]+', re.escape(p.replace('{agents_url}', '/workers'))) + '$')
        if not any(mm == m and rx.match(pp) for mm, pp in used): missing.append(f'{m} {p}')
    return len(rows), missing


def main():
    faults = [f['id'] for f in json.load(open(os.path.join(HERE, 'faults.json')))]
    assert set(faults) == set(PROBES), set(faults) ^ set(PROBES)
    only = [a for a in sys.argv[1:]]
    bad = 0
    if not only:
        s = Server()
        try:
            t = time.time(); walk(Client(s.port)); n, missing = operations_used()
            print(f'walk: right ({n} operations, {time.time() - t:.1f} s); not walked: {missing}')
            bad += len(missing)
        finally: s.stop()
    s = Server()
    try:
        for i in only or faults:
            try: ok = PROBES[i](Client(s.port))
            except Exception as e: ok = False; print(i, repr(e))
            if not ok: bad += 1; print('NOT RIGHT without a fault:', i)
    finally: s.stop()
    for i in only or faults:
        s = Server(i)
        try:
            try: ok = PROBES[i](Client(s.port))
            except Exception as e: ok = False; print('   ', i, 'seen by', repr(e)[:150])
            if ok: bad += 1; print('NOT SEEN:', i)
        finally: s.stop()
    print(f'{len(only or faults)} faults tried; {bad} failures')
    sys.exit(1 if bad else 0)


if __name__ == '__main__': main()

#!/usr/bin/env python3
"""Starts the deployment without a fault, checks it, then shows each fault. selftest.py [fault ...]"""
import base64, http.client, json, os, random, subprocess, sys, threading, time, uuid
from concurrent.futures import ThreadPoolExecutor
HERE = os.path.dirname(os.path.abspath(__file__))
CFG = json.load(open(f'{HERE}/config.json'))
FX, CR = CFG['fixtures'], CFG['credentials']
TOK = {'own': CR['jwt'], 'other': CR['otherJwt'], 'sandbox': CR['sandboxJwt'], 'kown': CR['apiKey'], 'kother': CR['otherApiKey']}
A1 = FX['agentId']
CHECKS = {}
def check(f):
    CHECKS[f.__name__.replace('_', '-')] = f
    return f
def eq(a, b): assert a == b, f'{str(a)[:300]} != {str(b)[:300]}'
class T:
    def __init__(s, fault):
        for _ in range(8):
            s.port = random.randint(20000, 32000)  # below the ports that clients get
            s.p = subprocess.Popen([f'{HERE}/start.sh', str(s.port)], stdout=subprocess.PIPE, stderr=subprocess.PIPE if _ < 7 else None, env={**os.environ, 'FAULT': fault})
            if s.p.stdout.readline().strip() == b'ready': break
            s.p.wait()
        else: raise RuntimeError('did not start')
        threading.Thread(target=lambda: [sys.stderr.buffer.write(l) for l in s.p.stderr or []], daemon=True).start()
    def stop(s): s.p.terminate(); s.p.wait()
    def open(s, m, path, body=None, who='own', headers=None):
        c = http.client.HTTPConnection('127.0.0.1', s.port, timeout=20)
        h = dict(headers or {})
        if who: h['authorization'] = 'Bearer ' + TOK.get(who, who)
        d = None if body is None else body if isinstance(body, bytes) else json.dumps(body).encode()
        if d is not None: h.setdefault('content-type', 'application/json')
        c.request(m, path, d, h)
        return c, c.getresponse()
    def r(s, *a, **k):
        c, r = s.open(*a, **k)
        b = r.read(); c.close()
        if 'json' in (r.headers['content-type'] or '') and 'ndjson' not in r.headers['content-type']: b = json.loads(b)
        elif r.status != 204: b = b.decode()
        return r.status, b, r.headers
    def ok(s, *a, want=200, **k):
        st, b, h = s.r(*a, **k)
        assert st == want, f'{a[:2]} gave {st} {str(b)[:200]}'
        return b
    def agent(s, who='own', **k): return s.ok('POST', '/me/agents', {'chat_prompt': 'p', 'visibility': 'public', **k}, who)
    def run(s, msg='hello', who='kown', agent=A1, nd=False):
        st, b, h = s.r('POST', f'/run/{"ndjson/" if nd else ""}{agent}', {'message': msg}, who)
        eq(st, 200)
        return h['X-Service-Run-ID'], b, h
    def put(s, rid, msg='again', who='kown', agent=A1, nd=False): return s.r('PUT', f'/run/{"ndjson/" if nd else ""}{agent}/{rid}', {'message': msg}, who)
    def msgs(s, rid, who='kown', agent=A1): return s.r('GET', f'/run/{agent}/{rid}', None, who)
    def idle(s, rid, secs=6):
        end = time.time() + secs
        while time.time() < end:
            st, b, h = s.msgs(rid)
            if h['x-service-job-id'] is None: return b
            time.sleep(.2)
        raise AssertionError('job never ends')
    def tool(s, name, i=None, who='own', want=200): return s.ok('POST', f'/me/tools/run/{name}', i or {}, who, want=want)
    def n(s, name, i=None, who='own', want=200): return s.tool('NOTIFIER_' + name, i, who, want).get('output')
    def many(s, n, f):
        with ThreadPoolExecutor(n) as e: return list(e.map(f, range(n)))
    def files(s, n, names=None):
        a = s.agent()['agent_id']
        return a, [s.ok('POST', f'/me/agents/{a}/files', {'name': f'f{i}', 'content': f'c{i}'}, want=201) for i in range(n)]
uid = lambda: str(uuid.uuid4())

# ---- Workers API
@check
def answer_not_kept_on_put(t):
    rid, _, _ = t.run(); t.put(rid)
    eq([m['role'] for m in t.msgs(rid)[1]], ['user', 'assistant'] * 2)
@check
def long_message_cut(t):
    eq(t.put(t.run()[0], '')[0], 200); m = 'lang ⚓ ' * 700; eq(t.msgs(t.run(m)[0])[1][0]['content'], m)
@check
def failed_job_never_ends(t):
    rid, _, h = t.run(FX['backgroundErrorMessage']); assert h['x-service-job-id']
    t.idle(rid); eq(t.put(rid)[0], 200)
@check
def front_buffers_stream(t):
    c, r = t.open('POST', f'/run/{A1}', {'message': FX['slowMessage']}, 'kown')
    r.read(2); a = time.time(); r.read(); assert time.time() - a > 1, 'came at once'
@check
def hangup_ends_run(t):
    c, r = t.open('POST', f'/run/{A1}', {'message': FX['slowMessage']}, 'kown')
    rid = r.headers['x-service-run-id']; r.read(3); r.close(); c.close(); time.sleep(2.8)
    b = t.msgs(rid)[1]; eq(len(b), 2); assert b[1]['content'].endswith('done')
@check
def job_done_twice(t):
    rid, _, _ = t.run(FX['backgroundMessage']); t.idle(rid); time.sleep(.6); eq(len(t.msgs(rid)[1]), 3)
@check
def job_header_stays_on_instance(t):
    rid, _, _ = t.run(FX['backgroundMessage'])
    for _ in range(6): assert t.msgs(rid)[2]['x-service-job-id']
    time.sleep(3.2)
    for _ in range(6): eq(t.msgs(rid)[2]['x-service-job-id'], None)
@check
def messages_sorted_as_text(t):
    rid, _, _ = t.run('m0')
    for i in range(1, 7): t.put(rid, f'm{i}')
    eq([m['content'] for m in t.msgs(rid)[1] if m['role'] == 'user'], [f'm{i}' for i in range(7)])
@check
def ndjson_put_ignores_job(t):
    rid, _, _ = t.run(FX['backgroundMessage']); eq(t.put(rid, nd=True)[0], 409); eq(t.put(rid)[0], 409)
@check
def ndjson_put_no_tool_result(t):
    rid, b, _ = t.run(FX['toolCallMessage']['message'], nd=True); assert FX['toolCallMessage']['output'] in b
    b = t.put(rid, FX['toolCallMessage']['message'], nd=True)[1]; assert FX['toolCallMessage']['output'] in b
@check
def post_blocked_by_job(t):
    rid, _, _ = t.run(FX['backgroundMessage']); r2 = t.run()[0]; assert r2 != rid; assert t.msgs(rid)[2]['x-service-job-id']
@check
def post_retry_reuses_run(t):
    m = uid(); assert t.run(m)[0] != t.run(m)[0], 'same run'
@check
def put_without_run_header(t):
    rid, _, _ = t.run(); eq(t.put(rid)[2]['x-service-run-id'], rid)
@check
def refused_put_is_kept(t):
    rid, _, _ = t.run(FX['backgroundMessage']); eq(t.put(rid, 'no')[0], 409)
    assert 'no' not in [m['content'] for m in t.msgs(rid)[1]]
@check
def run_readable_by_any_key(t):
    rid, _, _ = t.run(); assert t.msgs(rid, 'kother')[0] in (403, 404)
@check
def stream_split_in_character(t):
    rid, b, _ = t.run('Grüße ⚓🌊'); assert '\ufffd' not in b; eq(t.msgs(rid)[1][1]['content'], b)
@check
def text_leaks_tool_output(t): assert FX['toolCallMessage']['output'] not in t.run(FX['toolCallMessage']['message'])[1]
@check
def warm_context_shared(t):
    for i in range(7): eq(len(t.msgs(t.run(f'w{i}')[0])[1]), 2)
@check
def deleted_key_in_kv(t):
    k = t.ok('POST', '/me/api-keys', {'name': 'x'}); t.run(who=k['key'])
    t.ok('DELETE', f'/me/api-keys/{k["api_key_id"]}'); time.sleep(1.2)
    eq(t.r('POST', f'/run/{A1}', {'message': 'x'}, k['key'])[0], 401)

# ---- runs and logs
def pages(t, limit):
    ids, cur = [], None
    while True:
        b = t.ok('GET', f'/me/agent-runs?limit={limit}' + (f'&next_cursor={cur}' if cur else ''))
        ids += [x['run_id'] for x in b['records']]; cur = b['cursor']
        if not cur: return ids
@check
def runs_default_limit_20(t):
    t.many(32, lambda i: t.run(f'x{i}')); eq(len(t.ok('GET', '/me/agent-runs')['records']), 30)
@check
def runs_cursor_in_seconds(t):
    made = t.many(8, lambda i: t.run(f'p{i}')[0]); got = pages(t, 3); assert set(made) <= set(got), 'runs are lost'; eq(len(got), len(set(got)))
@check
def runs_limit_before_filter(t):
    mine = t.run()[0]; t.many(6, lambda i: t.run(who='kother'))
    eq(t.ok('GET', '/me/agent-runs?limit=3')['records'][0]['run_id'], mine)
@check
def mcp_logs_multiplied(t):
    rid = t.run(FX['toolCallMessage']['message'])[0]; eq(len(t.ok('GET', f'/me/agent-runs/{rid}/mcp-server-logs')), 1)
    eq(t.ok('GET', f'/me/agent-runs/{rid}/mcp-server-logs', who='other'), []); eq(t.ok('GET', f'/me/agent-runs/{rid}/logs', who='other'), [])
@check
def executions_kept_by_instance(t):
    for _ in range(6): t.ok('GET', '/me/executions')
    n = t.tool('echo_text', {'text': 'x'})['log_id']; time.sleep(1.1)
    for _ in range(6): eq(t.ok('GET', '/me/executions')['records'][0]['log_id'], n)
@check
def execution_of_others(t):
    n = t.tool('echo_text', {'text': 'x'})['log_id']; t.ok('GET', f'/me/executions/{n}'); t.ok('GET', f'/me/executions/{n}', who='other', want=404)

# ---- subscriptions
@check
def subscribe_not_locked(t):
    for _ in range(6):
        a = t.agent('other', price_micros=1000000)['agent_id']
        eq(sorted(t.many(8, lambda i: t.r('POST', f'/me/agents/{a}/subscribe', {})[0])), [200] + [402] * 7)
@check
def owner_may_subscribe(t):
    t.ok('POST', f'/me/agents/{FX["ownPaidAgentId"]}/subscribe', {}, want=400); t.ok('POST', f'/me/agents/{FX["unpaidAgentId"]}/subscribe', {}, want=400)
@check
def unsubscribe_ends_all(t):
    a = t.agent('other', price_micros=1000000)['agent_id']; b = t.ok('POST', f'/me/agents/{a}/subscribe', {}); assert b['checkout_url']
    t.ok('POST', f'/me/agents/{a}/unsubscribe'); t.ok('GET', f'/me/subscriptions/{FX["subscribedAgentId"]}')
    t.ok('GET', f'/me/subscriptions/{a}', want=404); t.ok('POST', f'/me/agents/{a}/unsubscribe', want=400)

# ---- studio chats
S = '/me/agent-studio-chats'
@check
def studio_patch_fills_defaults(t):
    r = t.ok('POST', S, {'title': 'A', 'visibility': 'public', 'metadata': {'k': 'v'}})['run_id']
    b = t.ok('PATCH', f'{S}/{r}', {'title': 'B'}); eq((b['title'], b['visibility'], b['metadata']), ('B', 'public', {'k': 'v'}))
@check
def studio_patch_sandbox_private(t):
    r = t.ok('POST', S, {}, 'sandbox')['run_id']
    for m in ('PATCH', 'PUT'): t.ok(m, f'{S}/{r}', {'visibility': 'private'}, 'sandbox', want=400)
@check
def studio_own_private_cloned(t):
    r = t.ok('POST', S, {'visibility': 'private'})['run_id']; t.ok('POST', f'{S}/{r}/clone', want=400); t.ok('GET', f'{S}/{r}', who=None, want=403)
    r = t.ok('POST', S, {'visibility': 'public'})['run_id']; c = t.ok('POST', f'{S}/{r}/clone', who='other', want=201); assert c['run_id'] != r
@check
def studio_list_keeps_deleted(t):
    r = t.ok('POST', S, {})['run_id']; t.ok('DELETE', f'{S}/{r}'); assert r not in [x['run_id'] for x in t.ok('GET', S)]
    i = uid(); t.ok('POST', S, {'run_id': i, 'title': 'first'}); eq(t.ok('POST', S, {'run_id': i, 'title': 'second'})['title'], 'first'); t.ok('POST', S, {'run_id': i}, 'other', want=409)

# ---- agents
@check
def private_agent_from_kv(t):
    a = t.agent(visibility='private')['agent_id']; t.ok('GET', f'/me/agents/{a}'); t.ok('GET', f'/me/agents/{a}', who=None, want=403); t.ok('GET', f'/me/agents/{a}', who='other', want=403)
@check
def upsert_makes_second_agent(t):
    a = t.agent(name='x')['agent_id']; n = len(t.ok('GET', '/me/agents'))
    eq(t.agent(agent_id=a, name='y')['agent_id'], a); eq(len(t.ok('GET', '/me/agents')), n); eq(t.ok('GET', f'/me/agents/{a}')['name'], 'y')
@check
def slug_free_when_owned_by_others(t):
    s = 's' + uid()[:8]; t.agent('other', vanity_slug=s); eq(t.ok('GET', f'/me/agents/vanity/slug?slug={s}')['available'], False)
@check
def file_delete_by_name(t):
    a = t.agent()['agent_id']; f = [t.ok('POST', f'/me/agents/{a}/files', {'name': 'same'}, want=201)['file_id'] for _ in 'ab']
    t.ok('DELETE', f'/me/agents/{a}/files/{f[0]}', want=204); eq([x['file_id'] for x in t.ok('GET', f'/me/agents/{a}/files')['records']], [f[1]])
    for c in ('#12345', '#abcdefgh', 'x#fff', 'red'): t.ok('PUT', f'/me/agents/{a}/customizations/theme', {'theme_color': c}, want=400)
@check
def theme_kept_by_instance(t):
    a = t.agent()['agent_id']; p = f'/me/agents/{a}/customizations/theme'; eq(t.ok('GET', p), None)
    for c in ('#112233', '#445566'):
        t.ok('PUT', p, {'theme_color': c}); time.sleep(.4)
        for _ in range(6): eq(t.ok('GET', p)['theme_color'], c)
@check
def file_limit_off_by_one(t):
    a, _ = t.files(10); t.ok('POST', f'/me/agents/{a}/files', {'name': 'x'}, want=400)
@check
def files_sorted_as_text(t):
    a, f = t.files(3)
    want = [(2, f[0]), (10, f[1]), (1, f[2])]
    b = t.ok('PUT', f'/me/agents/{a}/files/positions', {'positions': [{'file_id': x['file_id'], 'position': p} for p, x in want]})
    for l in (b, t.ok('GET', f'/me/agents/{a}/files')): eq([x['file_id'] for x in l['records']], [f[2]['file_id'], f[0]['file_id'], f[1]['file_id']])
@check
def positions_half_applied(t):
    a, f = t.files(2); p = [{'file_id': f[0]['file_id'], 'position': 7}, {'file_id': uid(), 'position': 8}]
    t.ok('PUT', f'/me/agents/{a}/files/positions', {'positions': p}, want=404); eq(t.ok('GET', f'/me/agents/{a}/files/{f[0]["file_id"]}')['position'], 0)
@check
def file_patch_fills_defaults(t):
    a, f = t.files(1); b = t.ok('PATCH', f'/me/agents/{a}/files/{f[0]["file_id"]}', {'name': 'n'}); eq((b['name'], b['content']), ('n', 'c0'))
    t.ok('DELETE', f'/me/agents/{a}/files/{f[0]["file_id"]}', want=204); t.ok('GET', f'/me/agents/{a}/files/{f[0]["file_id"]}', want=404)

# ---- chats
@check
def clone_changes_source(t):
    a = t.agent(name='src')['agent_id']; c = t.ok('POST', f'/me/chats/{a}/clone', {'name': 'cl'}, 'other'); eq(c['name'], 'cl'); assert c['agent_id'] != a
    eq(t.ok('GET', f'/me/chats/{a}')['name'], 'src')
@check
def patch_ignores_empty_text(t):
    a = t.agent(description='d')['agent_id']; eq(t.ok('PATCH', f'/me/chats/{a}', {'description': ''})['description'], ''); eq(t.ok('GET', f'/me/chats/{a}')['description'], '')
@check
def chat_delete_takes_all_schedules(t):
    a = t.agent()['agent_id']; x, y = [t.ok('POST', '/me/schedules', {'chat_id': c, 'cron': '0 9 * * 1'})['schedule_id'] for c in (a, A1)]
    t.ok('DELETE', f'/me/chats/{a}'); t.ok('GET', f'/me/schedules/{y}'); t.ok('GET', f'/me/schedules/{x}', want=404)
@check
def chat_run_log_dropped(t):
    b = t.ok('POST', f'/me/chats/{A1}/runs'); eq([x['log_id'] for x in t.ok('GET', f'/me/agent-runs/{b["run_id"]}/logs')], [b['log_id']])

# ---- keys, credits, payments, user
@check
def key_list_shows_values(t):
    k = t.ok('POST', '/me/api-keys', {'name': 'x'}); assert k['key'] not in json.dumps(t.ok('GET', '/me/api-keys')); eq(t.ok('GET', f'/me/api-keys/{k["api_key_id"]}')['key'], k['key'])
@check
def two_default_keys(t):
    k = t.ok('POST', '/me/api-keys', {'name': 'd', 'is_default': True}, 'other'); eq([x['api_key_id'] for x in t.ok('GET', '/me/api-keys', who='other') if x['is_default']], [k['api_key_id']])
    eq(t.ok('GET', '/me/api-keys/default', who='other')['api_key_id'], k['api_key_id'])
@check
def credits_lost_update(t):
    n = t.ok('GET', '/me/credits')['balance']; t.many(20, lambda i: t.ok('POST', '/me/credits/use')); eq(t.ok('GET', '/me/credits')['balance'], n - 20)
@check
def webhook_signature_not_compared(t):
    w = FX['webhook']; p = '/me/payments/webhook'; b = w['body'].encode()
    t.ok('POST', p, b, None, headers={w['signatureHeader']: w['validSignature']}); t.ok('POST', p, b, None, want=400)
    t.ok('POST', p, b, None, headers={w['signatureHeader']: '0' * 64}, want=400)
@check
def daily_counts_miss_today(t):
    b = t.ok('GET', '/me/monetization/subscribers'); eq(len(b['records']), 28); eq(b['records'][-1]['date'], time.strftime('%Y-%m-%d', time.gmtime()))
@check
def earnings_of_everyone(t):
    eq(t.ok('GET', '/me/monetization/summary?period=20')['total_earnings_micros'], 4990000); eq(t.ok('GET', '/me/monetization/summary', who='sandbox')['total_earnings'], 0)
@check
def user_in_module_variable(t):
    def f(i): w = ('own', 'other')[i % 2]; return w, t.ok('GET', '/me/', who=w)['email']
    assert set(t.many(24, f)) == {('own', 'ada@hawthorn.test'), ('other', 'ben@hawthorn.test')}, 'mixed up'
@check
def own_vip_code_taken(t): t.ok('POST', '/me/vip', {'code': FX['ownVipCode']}, want=400); t.ok('POST', '/me/vip', {'code': 'nope'}, want=400)
@check
def vip_redeem_not_locked(t):
    for k in range(2, 8): eq(sorted(t.many(8, lambda i: t.r('POST', '/me/vip', {'code': f'WELCOME-{k}'})[0])), [200] + [400] * 7)

# ---- bundles, CLI, schedules
def bundle(t, *tools):
    b = t.ok('POST', '/me/bundles')['bundle_id']
    for x in tools: t.ok('POST', f'/me/bundles/{b}/tools', {'tool_id': x})
    return b
ids = lambda l: [x['tool_id'] for x in l]
@check
def bundle_tool_conflict_on_bundle(t): eq(ids(t.ok('GET', f'/me/bundles/{bundle(t, "echo_text", "find_port")}')['tools']), ['echo_text', 'find_port'])
@check
def bundle_tool_removed_everywhere(t):
    a, b = bundle(t, 'echo_text'), bundle(t, 'echo_text'); t.ok('DELETE', f'/me/bundles/{a}/tools/echo_text'); eq(ids(t.ok('GET', f'/me/bundles/{b}/tools')), ['echo_text']); eq(t.ok('GET', f'/me/bundles/{a}/tools'), [])
@check
def cli_jwt_kept_by_instance(t):
    i = t.ok('POST', '/me/cli-auth', who=None)['cli_auth_id']; eq(t.ok('GET', f'/me/cli-auth/{i}', who=None), None)
    t.ok('PUT', f'/me/cli-auth/{i}', {'jwt': TOK['own']}); eq(t.ok('GET', f'/me/cli-auth/{i}', who=None), TOK['own'])
    for _ in range(6): assert t.r('GET', f'/me/cli-auth/{i}', who=None)[1] != TOK['own'], 'read twice'
@check
def cli_session_taken_over(t):
    i = t.ok('POST', '/me/cli-auth', who=None)['cli_auth_id']; t.ok('PUT', f'/me/cli-auth/{i}', {'jwt': TOK['own']}); t.ok('PUT', f'/me/cli-auth/{i}', {'jwt': TOK['other']}, 'other', want=403)
    eq(t.ok('GET', f'/me/cli-auth/{i}', who=None), TOK['own'])
@check
def schedules_of_everyone(t):
    s = t.ok('POST', '/me/schedules', {'chat_id': A1, 'cron': '0 9 * * 1'}); i = s['schedule_id']
    assert i in [x['schedule_id'] for x in t.ok('GET', '/me/schedules')['records']]; assert i not in [x['schedule_id'] for x in t.ok('GET', '/me/schedules', who='other')['records']]
@check
def schedule_for_public_chat_of_others(t):
    for c in (FX['unpaidAgentId'], FX['privateAgentId'], 'x', uid()): t.ok('POST', '/me/schedules', {'chat_id': c, 'cron': '0 9 * * 1'}, want=403)
@check
def cron_parse_int(t):
    for c in ('5x%209%20*%20*%201', '61%20*%20*%20*%20*', 'nonsense'): t.ok('GET', f'/me/schedules/text-to-cron?cron={c}', want=400)

# ---- tools
@check
def search_min_score_zero_default(t): eq(len(t.ok('GET', '/me/tools/search?q=tide&min_score=0&limit=200')), len(t.ok('GET', '/me/tools/list'))); eq(len(t.ok('GET', '/me/tools/search?q=tide&min_score=0')), 20)
@check
def tool_run_jwt_not_verified(t):
    h, p, s = TOK['own'].split('.'); bad = base64.urlsafe_b64encode(b'x' * 32).rstrip(b'=').decode()
    t.ok('POST', '/me/tools/run/echo_text', {'text': 'x'}, f'{h}.{p}.{bad}', want=401); t.ok('POST', '/me/tools/run/echo_text', {'text': 'x'}, None, want=401)
@check
def uninstall_for_everyone(t):
    for w in ('own', 'other'): t.ok('POST', '/me/user-tools', {'tool_id': 'wind_force'}, w)
    t.ok('POST', '/me/user-tools', {'tool_id': 'wind_force'}, want=409); t.ok('DELETE', '/me/user-tools/wind_force'); t.ok('GET', '/me/user-tools/wind_force', want=404); t.ok('GET', '/me/user-tools/wind_force', who='other'); t.ok('DELETE', '/me/user-tools/wind_force', who='other')

# ---- NOTIFIER
note = lambda **k: {'type': 'note', 'title': 't', **k}
@check
def push_guid_of_any_user(t):
    g = uid(); a = t.n('CREATE_PUSH', note(guid=g, body='mine')); b = t.n('CREATE_PUSH', note(guid=g, body='other'), 'other'); assert a['iden'] != b['iden']; eq(b['body'], 'other')
@check
def deleted_device_listed(t):
    d = t.n('CREATE_DEVICE', {'model': 'M', 'manufacturer': 'F', 'app_version': 1}); t.n('DELETE_DEVICE', {'device_iden': d['iden']}); assert d['iden'] not in [x['iden'] for x in t.n('LIST_DEVICES')['devices']]
@check
def delete_all_takes_later(t):
    old = t.n('CREATE_PUSH', note())['iden']; t.n('DELETE_ALL_PUSHES'); new = t.n('CREATE_PUSH', note())['iden']; time.sleep(.8)
    l = [x['iden'] for x in t.n('LIST_PUSHES', {'active': True})['pushes']]; assert new in l and old not in l, 'wrong pushes are gone'
@check
def chat_never_unmuted(t):
    c = t.n('CREATE_CHAT', {'email': 'a@b.c'}); eq(t.n('UPDATE_CHAT', {'iden': c['iden'], 'muted': True})['muted'], True); t.n('UPDATE_CHAT', {'iden': c['iden'], 'muted': False})
    eq([x['muted'] for x in t.n('LIST_CHATS')['chats'] if x['iden'] == c['iden']], [False]); t.n('DELETE_CHAT', {'iden': c['iden']}); t.n('LIST_CHATS', {'limit': 501}, want=400)
@check
def modified_after_in_millis(t):
    t.n('CREATE_PUSH', note()); eq(t.n('LIST_PUSHES', {'modified_after': time.time() + 60})['pushes'], []); assert t.n('LIST_PUSHES', {'modified_after': time.time() - 60})['pushes']
@check
def device_update_clears_rest(t):
    d = t.n('CREATE_DEVICE', {'model': 'M', 'manufacturer': 'F', 'app_version': 0, 'nickname': 'N', 'has_sms': False}); eq((d['app_version'], d['has_sms']), (0, False))
    t.n('UPDATE_DEVICE', {'iden': d['iden'], 'nickname': 'K'}); b = [x for x in t.n('LIST_DEVICES')['devices'] if x['iden'] == d['iden']][0]; eq((b['nickname'], b['model'], b['app_version']), ('K', 'M', 0))
    t.n('DELETE_DEVICE', {'device_iden': d['iden']}); assert d['iden'] not in [x['iden'] for x in t.n('LIST_DEVICES')['devices']]

from selftest_walk import walk, load

def main():
    faults = json.load(open(f'{HERE}/faults.json')); want = sys.argv[1:]
    text = open(f'{HERE}/interface.md').read()
    eq(len(faults), 70); eq(sorted(f['id'] for f in faults), sorted(CHECKS))
    for f in faults: assert f['words'] in text, f'not in the interface: {f["words"]}'
    bad = []
    t = T('')
    try:
        if not want:
            for name, f in [('walk', walk), ('load', load)]:
                print(name, f(t) or 'ok', flush=True)
        for k, f in CHECKS.items():
            if want and k not in want: continue
            try: f(t)
            except Exception as e: bad.append(k); print('WITHOUT FAULT', k, repr(e)[:400], flush=True)
    finally: t.stop()
    print('without a fault:', 'fine' if not bad else bad, flush=True)
    def one(k):
        t = T(k)
        try: CHECKS[k](t)
        except (AssertionError, KeyError, IndexError) as e: print(f'{k}: shows ({str(e)[:90]})', flush=True)
        except Exception as e: bad.append(k); print(f'{k}: ERROR {e!r}', flush=True)
        else: bad.append(k); print(f'{k}: DOES NOT SHOW', flush=True)
        finally: t.stop()
    with ThreadPoolExecutor(3) as e: list(e.map(one, [k for k in CHECKS if not want or k in want]))
    print('all good' if not bad else f'BAD: {bad}')
    sys.exit(bool(bad))
if __name__ == '__main__': main()

#!/usr/bin/env python3
"""Self-test: walks all 93 operations on a sound server, then shows every fault by the least requests.
Usage: selftest.py [--walk | --faults] [fault id ...]"""
import http.client, json, os, re, signal, socket, subprocess, sys, threading, time, uuid
from urllib.parse import quote
HERE = os.path.dirname(os.path.abspath(__file__))
CFG = json.load(open(os.path.join(HERE, 'config.json')))
FAULTS = json.load(open(os.path.join(HERE, 'faults.json')))
FX, CR = CFG['fixtures'], CFG['credentials']
OWN, OTHER, SAND = CR['jwt'], CR['otherJwt'], CR['sandboxJwt']
KEY, OKEY = CR['apiKey'], CR['otherApiKey']
AG, BG = FX['agentId'], FX['backgroundAgentId']
PORT = 0
HIT = set()
UUID = re.compile(r'^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$')

def free_port():
    s = socket.socket(); s.bind(('127.0.0.1', 0)); p = s.getsockname()[1]; s.close(); return p

class Server:
    def __init__(self, fault=''):
        self.fault = fault
    def __enter__(self):
        global PORT
        PORT = free_port()
        env = dict(os.environ, FAULT=self.fault)
        self.p = subprocess.Popen([os.path.join(HERE, 'start.sh'), str(PORT)], stdout=subprocess.PIPE, stderr=open('/tmp/mallow-selftest.err', 'a'), env=env)
        line = self.p.stdout.readline().decode().strip()
        assert line == 'ready', 'server did not start: %r' % line
        return self
    def __exit__(self, *_):
        self.p.terminate()
        try: self.p.wait(8)
        except subprocess.TimeoutExpired: self.p.kill(); self.p.wait()
        self.p.stdout.close()

class R:
    def __init__(self, status, headers, raw, times=None):
        self.status, self.raw, self.times = status, raw, times
        self.h = {k.lower(): v for k, v in headers}
    @property
    def j(self): return json.loads(self.raw)
    @property
    def text(self): return self.raw.decode()

def send(method, path, body=None, auth=None, headers=None, raw=None):
    c = http.client.HTTPConnection('127.0.0.1', PORT, timeout=30)
    h = dict(headers or {})
    if auth: h['Authorization'] = 'Bearer ' + auth
    data = raw.encode() if isinstance(raw, str) else raw
    if body is not None:
        data = json.dumps(body).encode(); h.setdefault('Content-Type', 'application/json')
    t0 = time.time()
    c.request(method, path, body=data, headers=h)
    r = c.getresponse()
    parts, times = [], []
    while True:
        p = r.read1(65536)
        if not p: break
        parts.append(p); times.append(time.time() - t0)
    c.close()
    return R(r.status, r.getheaders(), b''.join(parts), times)

def me(op, body=None, auth=OWN, raw=None, headers=None, q='', **p):
    """op: 'GET agents/{agent_id}', path values as keywords."""
    HIT.add(op)
    m, t = op.split(' ', 1) if ' ' in op else (op, '')
    path = '/desk/me/' + re.sub(r'\{(\w+)\}', lambda x: quote(str(p[x.group(1)]), safe=''), t)
    return send(m, path + q, body, auth, headers, raw)

def w(op, body=None, key=KEY, agent=AG, run=None):
    HIT.add('W ' + op)
    m, kind = op.split()
    path = '/flock/' + ('ndjson/' if kind == 'ndjson' else '') + agent + ('/' + run if run else '')
    return send(m, path, body, key)

def ok(r, st=200):
    assert r.status == st, 'status %s, wanted %s: %s' % (r.status, st, r.raw[:300])
    return r
def eq(a, b): assert a == b, '%r is not %r' % (a, b)
def tool(name, inp=None, auth=OWN, st=200):
    r = ok(me('POST tools/run/{tool_name}', inp if inp is not None else {}, auth, tool_name='NOTIFIER_' + name), st)
    return r.j['gave'] if st == 200 else r
def agent(auth=OWN, **k):
    return ok(me('POST agents', dict({'opening_brief': 'Be a ferryman.'}, **k), auth)).j
def start(msg='Hello there', agent=AG, key=KEY, form='text'):
    return ok(w('POST ' + form, {'message': msg}, key, agent), 201)
def rid(r): return r.h['x-service-run-id']
def hist(run, agent=AG, key=KEY): return ok(w('GET text', None, key, agent, run)).j
def roles(msgs): return [m['role'] for m in msgs]
def lines(r): return [json.loads(l) for l in r.text.splitlines()]
def add_file(a, **k): return me('POST agents/{agent_id}/files', dict({'label': 'a.txt', 'text': 'x'}, **k), agent_id=a)
def at_once(n, f):
    out = [None] * n
    def go(i): out[i] = f(i)
    ts = [threading.Thread(target=go, args=(i,)) for i in range(n)]
    [t.start() for t in ts]; [t.join() for t in ts]
    return out

# --- one check per fault: holds on a sound server, fails with the fault ----------
CHECK = {}
def check(f): CHECK[f.__name__] = f; return f

@check
def text_leaks_tool_output(): assert FX['toolCallMessage']['output'] not in start(FX['toolCallMessage']['message']).text
@check
def ndjson_no_tool_response():
    l = lines(start(FX['toolCallMessage']['message'], form='ndjson'))
    assert any(x['ev'] == 'tool_response' and FX['toolCallMessage']['output'] in json.dumps(x) for x in l), l
@check
def text_not_streamed():
    r = start('Tell me something'); assert len(r.times) > 2 and r.times[-1] - r.times[0] > 0.1, r.times
@check
def post_context_carried():
    start('first'); r = start('second'); eq(roles(hist(rid(r))), ['user', 'assistant'])
@check
def ndjson_put_ignores_job():
    r = rid(start(FX['backgroundMessage'], BG)); ok(w('PUT ndjson', {'message': 'x'}, KEY, BG, r), 409)
@check
def put409_appends():
    r = rid(start(FX['backgroundMessage'], BG)); n = len(hist(r, BG)); ok(w('PUT text', {'message': 'x'}, KEY, BG, r), 409); eq(len(hist(r, BG)), n)
@check
def failed_job_never_clears():
    r = rid(start(FX['backgroundErrorMessage'], BG)); t = time.time()
    while 'x-service-job-id' in ok(w('GET text', None, KEY, BG, r)).h:
        assert time.time() - t < FX['jobSeconds'], 'job never ends'; time.sleep(0.3)
    assert 0.8 < time.time() - t; ok(w('PUT text', {'message': 'x'}, KEY, BG, r))
@check
def post_blocked_during_job(): start(FX['backgroundMessage'], BG); start('hello', BG)
@check
def job_header_on_sibling_run():
    a = rid(start('hello', BG)); b = rid(start(FX['backgroundMessage'], BG))
    assert 'x-service-job-id' in ok(w('GET text', None, KEY, BG, b)).h
    assert 'x-service-job-id' not in ok(w('GET text', None, KEY, BG, a)).h
@check
def stored_first_line_only():
    r = start(); eq(hist(rid(r))[-1]['content'], r.text)
@check
def astral_chars_lost():
    r = start('boat \U0001F6A2 é'); eq(hist(rid(r))[0]['content'], 'boat \U0001F6A2 é')
@check
def run_readable_by_other():
    r = rid(start()); ok(w('GET text', None, OKEY, AG, r), 404)
@check
def deleted_key_still_works():
    k = ok(me('POST api-keys', {'nick': 'k'})).j; start(key=k['secret']); ok(me('DELETE api-keys/{api_key_id}', api_key_id=k['key_no'])); ok(w('POST text', {'message': 'x'}, k['secret']), 401)
@check
def ndjson_run_unlisted():
    r = rid(start(form='ndjson')); assert r in [x['talk_id'] for x in all_runs()]
def all_runs(limit=30):
    out, q = [], '?limit=%d' % limit
    while True:
        j = ok(me('GET agent-runs', q=q)).j; out += j['talks']
        if 'onward' not in j: return out
        q = '?limit=%d&next_cursor=%s' % (limit, quote(j['onward'], safe=''))
@check
def runs_cursor_repeats():
    c = agent()['chat_ref']
    for _ in range(3): ok(me('POST chats/{chat_id}/runs', chat_id=c))
    q1 = ok(me('GET agent-runs', q='?limit=2')).j; q2 = ok(me('GET agent-runs', q='?limit=2&next_cursor=' + quote(q1['onward'], safe=''))).j
    assert not {x['talk_id'] for x in q1['talks']} & {x['talk_id'] for x in q2['talks']}
@check
def logs_mixed_runs():
    c = agent()['chat_ref']; a = ok(me('POST chats/{chat_id}/runs', chat_id=c)).j; ok(me('POST chats/{chat_id}/runs', chat_id=c))
    eq({x['talk_id'] for x in ok(me('GET agent-runs/{run_id}/logs', run_id=a['talk_id'])).j}, {a['talk_id']})
@check
def executions_default_limit():
    for _ in range(31): ok(me('POST tools/run/{tool_name}', {'terms': [1]}, tool_name='reckon_sum'))
    eq(len(ok(me('GET executions')).j['entries']), 30)
@check
def subscribe_owner_allowed(): ok(me('POST agents/{agent_id}/subscribe', {}, agent_id=FX['ownPaidAgentId']), 400)
@check
def unsubscribe_ends_all():
    ok(me('POST agents/{agent_id}/unsubscribe', agent_id=FX['unsubscribeAgentId']))
    assert FX['subscribedAgentId'] in [x['worker_guid'] for x in ok(me('GET subscriptions')).j['held']]
def studio(auth=OWN, **k): return ok(me('POST agent-studio-chats', k, auth)).j
@check
def studio_private_anonymous():
    r = studio(shown_to='private')['run_ref']; ok(me('GET agent-studio-chats/{run_id}', auth=None, run_id=r), 403)
@check
def studio_patch_sandbox_private():
    r = studio(SAND)['run_ref']; ok(me('PATCH agent-studio-chats/{run_id}', {'shown_to': 'private'}, SAND, run_id=r), 400)
@check
def studio_clone_keeps_owner():
    r = studio(OTHER, shown_to='public')['run_ref']; c = ok(me('POST agent-studio-chats/{run_id}/clone', run_id=r), 201).j['run_ref']
    assert c in [x['run_ref'] for x in ok(me('GET agent-studio-chats')).j]
@check
def studio_deleted_listed():
    r = studio()['run_ref']; ok(me('DELETE agent-studio-chats/{run_id}', run_id=r)); assert r not in [x['run_ref'] for x in ok(me('GET agent-studio-chats')).j]
@check
def studio_create_race():
    ref = 'race ' + uuid.uuid4().hex; at_once(4, lambda i: me('POST agent-studio-chats', {'run_ref': ref}))
    eq(sum(x['run_ref'] == ref for x in ok(me('GET agent-studio-chats')).j), 1)
@check
def agent_sandbox_private_quiet(): ok(me('POST agents', {'opening_brief': 'x', 'seen_by': 'private'}, SAND), 400)
@check
def agent_private_open():
    a = agent(seen_by='private'); ok(me('GET agents/{agent_id}', auth=OTHER, agent_id=a['worker_guid']), 403)
@check
def upsell_not_saved():
    a = agent()['worker_guid']; p = ok(me('POST agents/{agent_id}/upsell-description', agent_id=a)).j['sales_patter']
    eq(ok(me('GET agents/{agent_id}', agent_id=a)).j.get('sales_patter'), p)
@check
def slug_taken_says_free():
    s = 'ferry-' + uuid.uuid4().hex[:8]; eq(ok(me('GET agents/vanity/slug', q='?slug=' + s)).j['free'], True); agent(nameplate=s); eq(ok(me('GET agents/vanity/slug', q='?slug=' + s)).j['free'], False)
@check
def vibe_any_service(): ok(me('GET agents/{agent_id}/vibe', q='?service_name=nosuchloom', agent_id=AG), 422)
@check
def theme_any_color(): ok(me('PUT agents/{agent_id}/customizations/theme', {'tint': 'mud'}, agent_id=AG), 400)
@check
def theme_shared_between_agents():
    a, b = agent()['worker_guid'], agent()['worker_guid']; ok(me('PUT agents/{agent_id}/customizations/theme', {'tint': '#A0b1c2'}, agent_id=a))
    eq(ok(me('GET agents/{agent_id}/customizations/theme', agent_id=b)).j, None)
@check
def files_one_too_many():
    a = agent()['worker_guid']
    for _ in range(FX['filesPerAgent']): ok(add_file(a), 201)
    ok(add_file(a), 400)
@check
def file_slot_not_freed():
    a = agent()['worker_guid']
    for _ in range(FX['filesPerAgent'] + 1):
        f = ok(add_file(a), 201).j['sheet_id']; ok(me('DELETE agents/{agent_id}/files/{file_id}', agent_id=a, file_id=f), 204)
@check
def files_in_order_of_making():
    a = agent()['worker_guid']; f = [ok(add_file(a, place=p), 201).j['sheet_id'] for p in (9, 4)]
    eq([x['sheet_id'] for x in ok(me('GET agents/{agent_id}/files', agent_id=a)).j['sheets']], f[::-1])
@check
def file_via_other_agent():
    a, b = agent()['worker_guid'], agent()['worker_guid']; f = ok(add_file(a), 201).j['sheet_id']; ok(me('GET agents/{agent_id}/files/{file_id}', agent_id=b, file_id=f), 404)
@check
def chat_patch_foreign():
    c = agent(seen_by='public')['chat_ref']; ok(me('PATCH chats/{chat_id}', {'opening_brief': 'mine now'}, OTHER, chat_id=c), 403)
@check
def chat_patch_sight_not_saved():
    c = agent()['chat_ref']; eq(ok(me('PATCH chats/{chat_id}', {'seen_by': 'public'}, chat_id=c)).j['seen_by'], 'public'); eq(ok(me('GET chats/{chat_id}', chat_id=c)).j['seen_by'], 'public')
@check
def chat_deleted_in_agents_list():
    a = agent(); ok(me('DELETE chats/{chat_id}', chat_id=a['chat_ref'])); assert a['worker_guid'] not in [x['worker_guid'] for x in ok(me('GET agents')).j]
@check
def chat_clone_private_own(): ok(me('POST chats/{chat_id}/clone', chat_id=agent(seen_by='private')['chat_ref']), 403)
@check
def chat_clone_changes_original():
    c = agent(seen_by='public')['chat_ref']; ok(me('POST chats/{chat_id}/clone', {'opening_brief': 'other words'}, chat_id=c)); eq(ok(me('GET chats/{chat_id}', chat_id=c)).j['opening_brief'], 'Be a ferryman.')
@check
def keys_list_shows_key(): assert not any('secret' in k for k in ok(me('GET api-keys')).j)
@check
def default_key_newest():
    d = ok(me('GET api-keys/default')).j['key_no']; ok(me('POST api-keys', {'nick': 'n'})); eq(ok(me('GET api-keys/default')).j['key_no'], d)
@check
def credits_use_not_saved():
    n = ok(me('POST credits/use')).j['purse']; eq(ok(me('GET credits')).j['purse'], n)
@check
def credits_lost_update():
    n = ok(me('GET credits')).j['purse']; at_once(4, lambda i: me('POST credits/use')); eq(ok(me('GET credits')).j['purse'], n - 4)
@check
def webhook_unsigned_taken(): ok(me('POST payments/webhook', raw=FX['webhook']['body'], auth=None), 400)
@check
def monetization_default_30(): eq(len(ok(me('GET monetization/subscribers')).j['days']), 28)
@check
def daily_one_short():
    eq(len(ok(me('GET monetization/subscribers', q='?period=7')).j['days']), 7)
    d = ok(me('GET monetization/earnings', q='?period=7')).j; eq(sum(x['takings'] for x in d['days']), ok(me('GET monetization/summary', q='?period=7')).j['takings'])
def bundle(*tools):
    b = ok(me('POST bundles')).j['bundle_no']
    for t in tools: ok(me('POST bundles/{bundle_id}/tools', {'tool_key': t}, bundle_id=b))
    return b
@check
def bundle_tool_removed_everywhere():
    t = 'tool:reckon_sum'; a, b = bundle(t), bundle(t); ok(me('DELETE bundles/{bundle_id}/tools/{tool_id}', bundle_id=a, tool_id=t))
    eq([x['tool_key'] for x in ok(me('GET bundles/{bundle_id}/tools', bundle_id=b)).j], [t])
@check
def bundle_deleted_by_other(): ok(me('DELETE bundles/{bundle_id}', auth=OTHER, bundle_id=bundle()), 404)
def gate(): return ok(me('POST cli-auth', auth=None)).j['gate_id']
@check
def cli_overwritten_by_other():
    g = gate(); ok(me('PUT cli-auth/{cli_auth_id}', {'badge': OWN}, cli_auth_id=g)); ok(me('PUT cli-auth/{cli_auth_id}', {'badge': OTHER}, OTHER, cli_auth_id=g), 403)
@check
def cli_read_twice_at_once():
    g = gate(); ok(me('PUT cli-auth/{cli_auth_id}', {'badge': OWN}, cli_auth_id=g))
    eq(sum(r.j == OWN for r in at_once(4, lambda i: me('GET cli-auth/{auth_id}', auth=None, auth_id=g))), 1)
@check
def schedule_public_chat_of_other():
    c = agent(OTHER, seen_by='public')['chat_ref']; ok(me('POST schedules', {'chat_ref': c, 'beat': FX['cron']}), 403)
@check
def schedule_missing_chat_422(): ok(me('POST schedules', {'beat': FX['cron']}), 403)
def sched(c): return ok(me('POST schedules', {'chat_ref': c, 'beat': FX['cron']})).j['rota_id']
@check
def schedule_put_all_of_chat():
    c = agent()['chat_ref']; a, b = sched(c), sched(c); ok(me('PUT schedules/{schedule_id}', {'beat': '5 5 * * *'}, schedule_id=a))
    eq(ok(me('GET schedules/{schedule_id}', schedule_id=b)).j['beat'], FX['cron'])
@check
def schedule_deleted_by_other():
    s = sched(agent()['chat_ref']); me('DELETE schedules/{schedule_id}', auth=OTHER, schedule_id=s); ok(me('GET schedules/{schedule_id}', schedule_id=s))
@check
def cron_out_of_range(): ok(me('GET schedules/text-to-cron', q='?cron=' + quote('61 25 * * *')), 400)
@check
def tools_list_drops_last(): eq(sum(t['name'].startswith('NOTIFIER_') for t in ok(me('GET tools/list')).j), 15)
@check
def tool_get_neighbour(): eq(ok(me('GET tools/{tool_id}', tool_id='tool:reckon_sum')).j['tool_key'], 'tool:reckon_sum')
@check
def search_limit_ignored(): eq(len(ok(me('GET tools/search', q='?q=push&limit=2')).j), 2)
@check
def search_min_score_ignored():
    eq([t['name'] for t in ok(me('GET tools/search', q='?q=list+chats&min_score=1.0')).j], ['NOTIFIER_LIST_CHATS']); assert len(ok(me('GET tools/search', q='?q=list+chats')).j) > 1
@check
def run_bad_jwt_403(): ok(me('POST tools/run/{tool_name}', {'terms': [1]}, 'not.a.jwt', tool_name='reckon_sum'), 401)
@check
def toolset_unknown_200(): ok(me('GET toolsets/{toolset_name}', toolset_name='nosuch'), 404)
@check
def uninstall_for_all():
    t = FX['installableToolId']
    for u in (OWN, OTHER): ok(me('POST user-tools', {'tool_key': t}, u))
    ok(me('DELETE user-tools/{tool_id}', auth=OTHER, tool_id=t)); ok(me('GET user-tools/{tool_id}', tool_id=t)); ok(me('DELETE user-tools/{tool_id}', tool_id=t))
@check
def sandbox_tier_shown_wrong(): eq(ok(me('GET ', auth=SAND)).j['standing'], 'sandbox')
@check
def vip_twice_allowed(): ok(me('POST vip', {'word': 'heron-at-noon'})); ok(me('POST vip', {'word': 'heron-at-noon'}), 400)
@check
def chats_limit_501(): tool('LIST_CHATS', {'limit': 501}, st=400)
@check
def push_file_type_unchecked(): tool('CREATE_PUSH', {'type': 'file', 'file_url': 'https://x.example/a', 'file_name': 'a'}, st=400)
@check
def push_guid_ignored():
    p = {'type': 'note', 'body': 'b', 'guid': uuid.uuid4().hex}; eq(tool('CREATE_PUSH', p)['iden'], tool('CREATE_PUSH', p)['iden'])
@check
def delete_all_everyone():
    p = tool('CREATE_PUSH', {'type': 'note', 'body': 'mine'})['iden']; tool('DELETE_ALL_PUSHES', auth=OTHER); time.sleep(1.6); tool('LIST_PUSHES', auth=OTHER)
    assert p in [x['iden'] for x in tool('LIST_PUSHES', {'active': True})['pushes']]
@check
def device_update_resets():
    d = tool('CREATE_DEVICE', {'model': 'm', 'manufacturer': 'f', 'app_version': 1, 'nickname': 'n', 'icon': 'phone'})['iden']; tool('UPDATE_DEVICE', {'iden': d, 'app_version': 2})
    x = [x for x in tool('LIST_DEVICES')['devices'] if x['iden'] == d][0]; eq((x.get('nickname'), x.get('icon'), x['app_version']), ('n', 'phone', 2))

# --- the walk -------------------------------------------------------------------
U0 = '00000000-0000-4000-8000-000000000000'

def walk_workers():
    r = start(FX['message']); run = rid(r); assert UUID.match(run); eq(hist(run)[-1]['content'], r.text)
    r2 = ok(w('PUT text', {'message': 'and again ü'}, run=run)); eq(rid(r2), run)
    h = hist(run); eq(roles(h), ['user', 'assistant'] * 2); eq(h[2]['content'], 'and again ü'); eq(h[3]['content'], r2.text)
    assert 'x-service-job-id' not in ok(w('GET text', run=run)).h and rid(start()) != run
    n = start(FX['toolCallMessage']['message'], form='ndjson'); l = lines(n)
    eq(hist(rid(n))[-1]['role'], 'assistant'); said = ''.join(x['words'] for x in l if x['ev'] == 'words'); assert FX['toolCallMessage']['output'] not in said
    assert ''.join(m['content'] for m in hist(rid(n)) if m['role'] == 'assistant') == said
    n2 = ok(w('PUT ndjson', {'message': 'x'}, run=rid(n))); eq(rid(n2), rid(n)); assert len(n2.times) > 2
    assert FX['toolCallMessage']['output'] in ok(me('GET agent-runs/{run_id}/mcp-server-logs', run_id=rid(n))).text
    for k in (None, 'nonsense', OWN): ok(w('POST text', {'message': 'x'}, k), 401)
    ok(w('POST text', {'message': 'x'}, agent=U0), 404); ok(w('POST text', {'message': 'x'}, agent=FX['privateAgentId']), 404); ok(w('GET text', run=U0), 404)
    ok(w('GET text', None, OKEY, AG, run), 404); ok(w('PUT text', {'message': 'x'}, OKEY, AG, run), 404); ok(w('PUT text', {}, run=run), 422); ok(w('POST text', {'message': 7}), 422)
    for msg in (FX['backgroundMessage'], FX['backgroundErrorMessage']):
        j = rid(start(msg, BG)); t = time.time(); g = ok(w('GET text', None, KEY, BG, j)); assert 'x-service-job-id' in g.h
        ok(w('PUT text', {'message': 'x'}, KEY, BG, j), 409); ok(w('PUT ndjson', {'message': 'x'}, KEY, BG, j), 409); eq(hist(j, BG), g.j); start('new', BG)
        while 'x-service-job-id' in ok(w('GET text', None, KEY, BG, j)).h: time.sleep(0.25)
        assert 1 < time.time() - t < FX['jobSeconds']; p = ok(w('PUT text', {'message': 'done?'}, KEY, BG, j)); assert 'grinding' in p.text and 'x-service-job-id' not in p.h
    s = socket.create_connection(('127.0.0.1', PORT)); s.sendall(('POST /flock/%s HTTP/1.0\r\nAuthorization: Bearer %s\r\nTransfer-Encoding: chunked\r\n\r\n6\r\n{"mess\r\nb\r\nage": "hi"}\r\n0\r\n\r\n' % (AG, KEY)).encode())
    d = b''
    while True:
        p = s.recv(9999)
        if not p: break
        d += p
    assert b'201' in d and b'hi' in d, d

def walk_logs():
    run = rid(start()); assert run in [x['talk_id'] for x in all_runs(3)]; ids = [x['talk_id'] for x in all_runs(2)]; eq(len(ids), len(set(ids)))
    eq(ok(me('GET agent-runs/{run_id}', run_id=run)).j['talk_id'], run); assert len(ok(me('GET agent-runs/{run_id}/logs', run_id=run)).j) == 3
    eq(ok(me('GET agent-runs/{run_id}/mcp-server-logs', run_id=run)).j, []); ok(me('GET agent-runs/{run_id}', run_id=U0), 404); ok(me('GET agent-runs/{run_id}', run_id='x'), 422)
    ok(me('GET agent-runs/{run_id}', auth=OTHER, run_id=run), 404); eq(ok(me('GET agent-runs/{run_id}/logs', auth=OTHER, run_id=run)).j, []); ok(me('GET agent-runs', q='?limit=x'), 422); ok(me('GET agent-runs', q='?next_cursor=yesterday'), 422)
    ok(me('GET agent-runs', auth=None), 401)
    e = ok(me('POST tools/run/{tool_name}', FX['tool']['input'], tool_name=FX['tool']['name'])).j['entry_no']
    for _ in range(4): ok(me('POST tools/run/{tool_name}', {'terms': [1, 2.5]}, tool_name='reckon_sum'))
    eq(ok(me('GET executions/{log_id}', log_id=e)).j['entry_no'], e); ok(me('GET executions/{log_id}', log_id=1), 404); ok(me('GET executions/{log_id}', log_id='a'), 422); ok(me('GET executions/{log_id}', auth=OTHER, log_id=e), 404)
    p = ok(me('GET executions', q='?limit=2')).j; p2 = ok(me('GET executions', q='?limit=2&next_cursor=' + quote(p['onward'], safe=''))).j
    assert not {x['entry_no'] for x in p['entries']} & {x['entry_no'] for x in p2['entries']}; eq(len(p2['entries']), 2)

def seal(b):
    import hmac, hashlib, base64
    return 'k1.' + base64.urlsafe_b64encode(hmac.new(b'mallow-till-55c1', b'till:' + hashlib.sha256(b.encode()).hexdigest().encode(), 'sha256').digest()).decode().rstrip('=')

def walk_subs():
    S, G, UN = 'POST agents/{agent_id}/subscribe', 'GET subscriptions/{agent_id}', 'POST agents/{agent_id}/unsubscribe'
    pa = FX['paidAgentId']; c = ok(me(S, {}, agent_id=pa)).j; assert c['checkout_url'] and c['worker_guid'] == pa; ok(me(G, agent_id=pa), 404)
    b = json.dumps({'event_no': 'e1', 'what': 'checkout.completed', 'about': {'checkout_no': c['checkout_no']}}); ok(me('POST payments/webhook', raw=b, auth=None, headers={'X-Till-Seal': seal(b)}))
    eq(ok(me(G, agent_id=pa)).j['standing'], 'active'); ok(me(S, {}, agent_id=pa), 402); ok(me(G, auth=OTHER, agent_id=pa), 404)
    ok(me(S, {}, agent_id=FX['unpaidAgentId']), 400); ok(me(S, {}, agent_id=FX['ownPaidAgentId']), 400); ok(me(S, {}, agent_id=FX['subscribedAgentId']), 402); ok(me(S, {}, agent_id=U0), 404)
    ua = FX['unsubscribeAgentId']; eq(ok(me(UN, agent_id=ua)).j['standing'], 'ended'); ok(me(UN, agent_id=ua), 400); ok(me(UN, agent_id='A1B0C0DE-0009-4A00-8A00-0000000000D9'), 400); ok(me(UN, agent_id=U0), 404)
    held = [x['worker_guid'] for x in ok(me('GET subscriptions')).j['held']]; assert ua not in held and FX['subscribedAgentId'] in held

def walk_studio():
    I = 'agent-studio-chats/{run_id}'; ref = 'my run/é ' + uuid.uuid4().hex[:6]
    c = studio(run_ref=ref, title='t'); eq((c['run_ref'], c['shown_to']), (ref, 'private')); eq(studio(run_ref=ref, title='other'), c); ok(me('POST agent-studio-chats', {'run_ref': ref}, OTHER), 409)
    eq(ok(me('GET ' + I, run_id=ref)).j, c); ok(me('GET ' + I, auth=OTHER, run_id=ref), 403); ok(me('GET ' + I, auth=None, run_id='no'), 404); ok(me('POST ' + I + '/clone', run_id=ref), 400); ok(me('POST ' + I + '/clone', run_id='no'), 404)
    eq(ok(me('PATCH ' + I, {'shown_to': 'public'}, run_id=ref)).j['title'], 't'); ok(me('GET ' + I, auth=None, run_id=ref)); x = ok(me('POST ' + I + '/clone', auth=OTHER, run_id=ref), 201).j; assert x['run_ref'] != ref
    for m in ('PUT', 'PATCH'): ok(me(m + ' ' + I, {}, OTHER, run_id=ref), 403); ok(me(m + ' ' + I, {}, run_id='no'), 404); ok(me(m + ' ' + I, {'shown_to': 'odd'}, run_id=ref), 422)
    eq(ok(me('PUT ' + I, {'shown_to': 'public'}, run_id=ref)).j.get('title'), None); ok(me('DELETE ' + I, auth=OTHER, run_id=ref), 403); ok(me('DELETE ' + I, run_id=ref)); ok(me('GET ' + I, run_id=ref), 404); ok(me('DELETE ' + I, run_id=ref), 404)
    ok(me('POST agent-studio-chats', {'shown_to': 'private'}, SAND), 400); s = studio(SAND)['run_ref']
    for m in ('PUT', 'PATCH'): ok(me(m + ' ' + I, {'shown_to': 'private'}, SAND, run_id=s), 400)
    assert ref not in ok(me('GET agent-studio-chats')).text

def walk_agents():
    a = agent(title='T', nameplate='t-' + uuid.uuid4().hex[:6]); i = a['worker_guid']; assert UUID.match(i) and a['seen_by'] == 'private'
    G = 'GET agents/{agent_id}'; eq(ok(me(G, agent_id=i)).j, a); eq(ok(me(G, agent_id=a['nameplate'])).j, a); ok(me(G, auth=None, agent_id=i), 403); ok(me(G, agent_id='no'), 404)
    u = ok(me('POST agents', {'worker_guid': i, 'opening_brief': 'New'})).j; eq((u['worker_guid'], u['opening_brief'], u['title']), (i, 'New', 'T')); ok(me('POST agents', {'worker_guid': i, 'opening_brief': 'x'}, OTHER), 403)
    ok(me('POST agents', {'worker_guid': U0, 'opening_brief': 'x'}), 404); ok(me('POST agents', {}), 400); ok(me('POST agents', {'opening_brief': ' '}), 400); ok(me('POST agents', raw='{'), 422); ok(me('POST agents', {'opening_brief': 1}), 422)
    assert i in ok(me('GET agents')).text and i not in ok(me('GET agents', auth=OTHER)).text
    assert ok(me('POST agents/{agent_id}/upsell-description', agent_id=i)).j['sales_patter']; ok(me('POST agents/{agent_id}/upsell-description', agent_id=U0), 404); ok(me('POST agents/{agent_id}/upsell-description', auth=OTHER, agent_id=i), 404)
    s = ok(me('POST agents/vanity/slug', {'about': 'A clerk of tides'}, None)).j; assert re.match('^[a-z0-9-]+$', s); ok(me('POST agents/vanity/slug', {}, None), 422)
    eq(ok(me('GET agents/vanity/slug', q='?slug=' + s)).j['free'], True); eq(ok(me('GET agents/vanity/slug', q='?slug=' + a['nameplate'])).j['free'], False); ok(me('GET agents/vanity/slug'), 422)
    L = ok(me('GET vibe/services', auth=None)).j['looms']; eq(len(L), 3)
    for l in L: assert l['loom'] in ok(me('GET agents/{agent_id}/vibe', q='?service_name=' + l['loom'], agent_id=i)).j['brief']
    T = ' agents/{agent_id}/customizations/theme'; eq(ok(me('GET' + T, agent_id=i)).j, None); eq(ok(me('PUT' + T, {'tint': '#0aF'}, agent_id=i)).j['tint'], '#0aF'); eq(ok(me('GET' + T, agent_id=i)).j['tint'], '#0aF')
    ok(me('PUT' + T, {'tint': 'red'}, agent_id=i), 400); ok(me('GET' + T, auth=OTHER, agent_id=i), 403); ok(me('PUT' + T, {'tint': '#000'}, OTHER, agent_id=i), 403); ok(me('GET' + T, agent_id=U0), 404); ok(me('GET' + T, agent_id='x'), 422)
    F, FI = ' agents/{agent_id}/files', ' agents/{agent_id}/files/{file_id}'; fs = [ok(add_file(i, label='f%d' % n), 201).j for n in range(3)]; k = [f['sheet_id'] for f in fs]; eq(fs[0], ok(me('GET' + FI, agent_id=i, file_id=k[0])).j)
    eq([x['sheet_id'] for x in ok(me('PUT' + F + '/positions', {'places': [{'sheet_id': k[0], 'place': 9}, {'sheet_id': k[2], 'place': 0}]}, agent_id=i)).j['sheets']], [k[2], k[1], k[0]])
    eq(ok(me('PATCH' + FI, {'place': 11, 'text': 'y'}, agent_id=i, file_id=k[2])).j['place'], 11); eq([x['sheet_id'] for x in ok(me('GET' + F, agent_id=i)).j['sheets']], [k[1], k[0], k[2]])
    ok(me('PUT' + F + '/positions', {'places': [{'sheet_id': U0, 'place': 9}]}, agent_id=i), 404); ok(me('PUT' + F + '/positions', {'places': []}, OTHER, agent_id=i), 403); ok(me('PUT' + F + '/positions', {}, agent_id=i), 422)
    ok(me('GET' + F, auth=OTHER, agent_id=i), 403); ok(me('GET' + FI, auth=OTHER, agent_id=i, file_id=k[0]), 403); ok(me('GET' + FI, agent_id=i, file_id=U0), 404); ok(me('PATCH' + FI, {}, OTHER, agent_id=i, file_id=k[0]), 403); ok(me('DELETE' + FI, auth=OTHER, agent_id=i, file_id=k[0]), 403)
    d = ok(me('DELETE' + FI, agent_id=i, file_id=k[0]), 204); eq(d.raw, b''); ok(me('GET' + FI, agent_id=i, file_id=k[0]), 404); ok(me('POST' + F, {'label': 'x', 'text': 'y'}, OTHER, agent_id=i), 403)

def walk_chats():
    C = ' chats/{chat_id}'; a = ok(me('POST chats', {'opening_brief': 'Old', 'title': 'Z'})).j; c = a['chat_ref']; ok(me('POST chats', {}), 400); ok(me('POST chats', {'opening_brief': 'x', 'seen_by': 'private'}, SAND), 400)
    assert c in ok(me('GET chats')).text; eq(ok(me('GET' + C, chat_id=c)).j, a); eq(ok(me('GET agents/{agent_id}', agent_id=a['worker_guid'])).j, a); ok(me('GET' + C, auth=None, chat_id=c), 403); ok(me('GET' + C, chat_id='no'), 404)
    eq(ok(me('PATCH' + C, {'title': 'Y'}, chat_id=c)).j['opening_brief'], 'Old'); p = ok(me('PUT' + C, {'opening_brief': 'Put'}, chat_id=c)).j; eq((p['opening_brief'], p['title']), ('Put', 'untitled')); ok(me('PUT' + C, {}, chat_id=c), 422)
    for m in ('PUT', 'PATCH'): ok(me(m + C, {'opening_brief': 'x'}, OTHER, chat_id=c), 403); ok(me(m + C, {'opening_brief': 'x'}, chat_id=U0), 404)
    s = agent(SAND)['chat_ref']
    for m in ('PUT', 'PATCH'): ok(me(m + C, {'opening_brief': 'x', 'seen_by': 'private'}, SAND, chat_id=s), 400)
    ok(me('GET' + C + '/og', auth=None, chat_id=c)); assert 'Y' not in ok(me('GET' + C + '/og', auth=None, chat_id=c)).text; ok(me('POST' + C + '/clone', auth=OTHER, chat_id=c), 403); ok(me('POST' + C + '/clone', chat_id=U0), 404)
    ok(me('POST' + C + '/runs', auth=OTHER, chat_id=c), 403); r = ok(me('POST' + C + '/runs', chat_id=c)).j['talk_id']; eq(ok(me('GET agent-runs/{run_id}/logs', run_id=r)).j[0]['talk_id'], r); eq(hist(r, a['worker_guid']), []); ok(me('POST' + C + '/runs', chat_id=U0), 404)
    ok(me('PATCH' + C, {'seen_by': 'public'}, chat_id=c)); k = ok(me('POST' + C + '/clone', {'title': 'K'}, OTHER, chat_id=c)).j; eq((k['opening_brief'], k['title']), ('Put', 'K')); ok(me('GET' + C, auth=OTHER, chat_id=k['chat_ref'])); ok(me('POST' + C + '/clone', raw='null', chat_id=c))
    eq(ok(me('POST' + C + '/feedback', {'verdict': 'warm'}, OTHER, chat_id=c)).j['verdicts'], {'warm': 1}); ok(me('POST' + C + '/feedback', {'verdict': 'warm'}, chat_id=U0), 404)
    ok(me('DELETE' + C, auth=OTHER, chat_id=c), 403); eq(ok(me('DELETE' + C, chat_id=c)).j['chat_ref'], c); ok(me('DELETE' + C, chat_id=c), 404); ok(me('GET agents/{agent_id}', agent_id=a['worker_guid']), 404); assert c not in ok(me('GET chats')).text

def walk_money():
    K = ' api-keys/{api_key_id}'; k = ok(me('POST api-keys', {'nick': 'n'})).j; eq(ok(me('GET' + K, api_key_id=k['key_no'])).j, k); start(key=k['secret']); l = ok(me('GET api-keys')); assert k['secret'] not in l.text and sum(x['is_main'] for x in l.j) == 1
    d = ok(me('GET api-keys/default')).j; eq(d['secret'], KEY); ok(me('GET' + K, auth=OTHER, api_key_id=k['key_no']), 404); ok(me('DELETE' + K, auth=OTHER, api_key_id=k['key_no']), 404); x = ok(me('DELETE' + K, api_key_id=k['key_no'])).j; assert 'secret' not in x; ok(me('GET' + K, api_key_id=k['key_no']), 404); ok(me('GET' + K, api_key_id='x'), 422)
    assert ok(me('GET billing')).j['paying']; n = ok(me('GET credits')).j['purse']; eq(ok(me('POST credits/use')).j['purse'], n - 1); eq(ok(me('GET credits')).j['purse'], n - 1); ok(me('GET credits', auth=SAND), 404); ok(me('POST credits/use', auth=SAND), 404)
    p = ok(me('POST payments/sessions', {'pack': 'skiff'})).j; ok(me('POST payments/sessions', {}), 422); b = json.dumps({'event_no': 'e9', 'what': 'checkout.completed', 'about': {'checkout_no': p['session_no']}})
    for _ in range(2): ok(me('POST payments/webhook', raw=b, auth=None, headers={'X-Till-Seal': seal(b)}))
    eq(ok(me('GET credits')).j['purse'], n + 99); W = FX['webhook']; e0 = ok(me('GET monetization/summary', auth=OTHER)).j['takings']; ok(me('POST payments/webhook', raw=W['body'], auth=None, headers={W['signatureHeader']: W['validSignature']})); eq(ok(me('GET monetization/summary', auth=OTHER)).j['takings'], e0 + 700)
    ok(me('POST payments/webhook', raw=W['body'] + ' ', auth=None, headers={W['signatureHeader']: W['validSignature']}), 400); ok(me('POST payments/webhook', raw='[]', auth=None, headers={W['signatureHeader']: seal('[]')}), 400)
    for per in (1, 28, 365):
        s, u, e = [ok(me('GET monetization/' + t, q='?period=%d' % per)).j for t in ('summary', 'subscribers', 'earnings')]; eq(len(u['days']), per); eq(len(e['days']), per); eq(sum(x['takings'] for x in e['days']), s['takings']); eq(max(x['followers'] for x in u['days']), s['followers'])
    for t in ('summary', 'subscribers', 'earnings'):
        for bad in ('0', '366', 'x', '1.5'): ok(me('GET monetization/' + t, q='?period=' + bad), 422)

def walk_bundles():
    B, T = ' bundles/{bundle_id}', ' bundles/{bundle_id}/tools'; t = 'tool:reckon_sum'; b = bundle(t); eq(ok(me('GET' + B, bundle_id=b)).j['kit'][0]['tool_key'], t); assert b in [x['bundle_no'] for x in ok(me('GET bundles')).j]
    eq(ok(me('PUT' + B, {'title': 'New'}, bundle_id=b)).j['title'], 'New'); eq(ok(me('GET' + B, bundle_id=b)).j['title'], 'New'); ok(me('PUT' + B, {'title': 'x'}, OTHER, bundle_id=b), 409); ok(me('GET' + B, auth=OTHER, bundle_id=b), 404); ok(me('GET' + B, bundle_id='x'), 422)
    eq(ok(me('GET' + T, bundle_id=b)).j[0]['tool_key'], t); ok(me('POST' + T, {'tool_key': t}, bundle_id=999), 404); eq(ok(me('DELETE' + T + '/{tool_id}', bundle_id=b, tool_id=t)).j['tool_key'], t); ok(me('DELETE' + T + '/{tool_id}', bundle_id=b, tool_id=t), 404); eq(ok(me('GET' + T, bundle_id=b)).j, [])
    eq(ok(me('DELETE' + B, bundle_id=b)).j['bundle_no'], b); ok(me('DELETE' + B, bundle_id=b), 404); ok(me('GET' + B, bundle_id=b), 404); assert b not in [x['bundle_no'] for x in ok(me('GET bundles')).j]

def walk_cli():
    g = gate(); assert UUID.match(g); eq(ok(me('GET cli-auth/{auth_id}', auth=None, auth_id=g)).j, None); ok(me('PUT cli-auth/{cli_auth_id}', {'badge': OWN}, cli_auth_id=g)); ok(me('PUT cli-auth/{cli_auth_id}', {'badge': OTHER}, OTHER, cli_auth_id=g), 403)
    eq(ok(me('GET cli-auth/{auth_id}', auth=None, auth_id=g)).j, OWN); eq(ok(me('GET cli-auth/{auth_id}', auth=None, auth_id=g)).j, None); ok(me('GET cli-auth/{auth_id}', auth=None, auth_id=U0), 404); ok(me('PUT cli-auth/{cli_auth_id}', {'badge': OWN}, cli_auth_id=U0), 404); ok(me('GET cli-auth/{auth_id}', auth=None, auth_id='x'), 422)

def walk_schedules():
    c = agent()['chat_ref']; s = sched(c); I = ' schedules/{schedule_id}'; eq(ok(me('GET' + I, schedule_id=s)).j['chat_ref'], c); assert s in [x['rota_id'] for x in ok(me('GET schedules')).j['rota']]; ok(me('GET' + I, auth=OTHER, schedule_id=s), 404); ok(me('GET' + I, schedule_id=U0), 404); ok(me('GET' + I, schedule_id='x'), 422)
    eq(ok(me('PUT' + I, {'beat': '1 2 3 4 5'}, schedule_id=s)).j['beat'], '1 2 3 4 5'); eq(ok(me('GET' + I, schedule_id=s)).j['beat'], '1 2 3 4 5'); ok(me('PUT' + I, {'beat': 'x'}, schedule_id=s), 422); ok(me('PUT' + I, {}, OTHER, schedule_id=s), 404)
    for x in ({}, {'chat_ref': 'no'}, {'chat_ref': None}, {'chat_ref': U0}, {'chat_ref': FX['unpaidAgentId']}): ok(me('POST schedules', dict(x, beat='1 2 3 4 5')), 403)
    ok(me('POST schedules', {'chat_ref': c}), 422); ok(me('GET schedules/onboarding')); TC = 'GET schedules/text-to-cron'; eq(ok(me(TC, q='?cron=' + quote(FX['cron']))).j, FX['cron']); eq(ok(me(TC, q='?cron=every+weekday+at+9')).j, '0 9 * * 1-5'); eq(ok(me(TC, q='?cron=every%20monday%20at%203:05pm')).j, '5 15 * * 1')
    for bad in ('nonsense', '* * * *', '60 * * * *', '* * * * 8', '*/0 * * * *', ''): ok(me(TC, q='?cron=' + quote(bad)), 400)
    ok(me(TC), 422); eq(ok(me('DELETE' + I, schedule_id=s)).j['removed'], 1); ok(me('GET' + I, schedule_id=s), 404)

def walk_tools():
    l = ok(me('GET tools/list')).j; names = {t['name'] for t in l}; assert all(t['inputSchema']['type'] == 'object' for t in l) and sum(n.startswith('NOTIFIER_') for n in names) == 15
    for t in ok(me('GET tools', auth=None)).j: eq(ok(me('GET tools/{tool_id}', auth=None, tool_id=t['tool_key'])).j, t)
    ok(me('GET tools/{tool_id}', auth=None, tool_id='no'), 404); S = 'GET tools/search'; assert len(ok(me(S, q='?q=tide')).j) == 1; assert len(ok(me(S, q='?q=push&limit=3')).j) == 3; eq(ok(me(S, q='?q=push&toolkit=estuary')).j, [])
    for bad in ('', '?q=', '?q=a&limit=0', '?q=a&limit=201', '?q=a&min_score=1.1', '?q=a&min_score=-1'): ok(me(S, q=bad), 422)
    R_ = 'POST tools/run/{tool_name}'; ok(me(R_, FX['tool']['input'], tool_name=FX['tool']['name'])); ok(me(R_, FX['tool']['invalidInput'], tool_name=FX['tool']['name']), 400); ok(me(R_, {}, None, tool_name='x'), 401); ok(me(R_, {}, 'bad', tool_name='x'), 401); ok(me(R_, {}, tool_name='x'), 404); ok(me(R_, {}, tool_name='reckon_sum', q='?service_id=zz'), 404); ok(me(R_, raw='[1]', tool_name='reckon_sum'), 400)
    for k in ok(me('GET toolsets/list')).j: eq(len(ok(me('GET toolsets/{toolset_name}', toolset_name=k['kit_name'])).j['members']), k['members_count'])
    ok(me('GET toolsets/{toolset_name}', toolset_name='no'), 404); U = ' user-tools/{tool_id}'; t = FX['installableToolId']; ok(me('GET' + U, tool_id=t), 404); ok(me('POST user-tools', {'tool_key': t})); ok(me('POST user-tools', {'tool_key': 'no'}), 409); ok(me('POST user-tools', {}), 422)
    assert t in ok(me('GET user-tools')).text and t not in ok(me('GET user-tools', auth=OTHER)).text; ok(me('GET' + U, tool_id=t)); ok(me('DELETE' + U, auth=OTHER, tool_id=t), 404); ok(me('DELETE' + U, tool_id=t)); ok(me('DELETE' + U, tool_id=t), 404); eq(ok(me('GET user-tools')).j, [])

def walk_user():
    eq(ok(me('GET ')).j['standing'], 'journeyman'); eq(ok(me('GET ', auth=SAND)).j['standing'], 'sandbox'); n = ok(me('GET vip')).j['uses']; ok(me('POST vip', {'word': FX['vipCode']})); eq(ok(me('GET vip')).j['uses'], n + 1); ok(me('POST vip', {'word': FX['vipCode']}), 400); ok(me('POST vip', {'word': FX['vipCode']}, SAND))
    ok(me('POST vip', {'word': FX['ownVipCode']}), 400); ok(me('POST vip', {'word': 'zz'}), 400); ok(me('POST vip', {}), 422); ok(send('GET', '/desk/me/nowhere', auth=OWN), 404); ok(send('PUT', '/desk/me/vip', auth=OWN), 405); ok(send('GET', '/desk/me', auth=OWN))

def walk_notifier():
    t = tool; c = t('CREATE_CHAT', {'email': 'a@b.example'}); eq(t('CREATE_CHAT', {'email': 'a@b.example'})['iden'], c['iden']); c2 = t('CREATE_CHAT', {'email': 'c@d.example'}); p = t('LIST_CHATS', {'limit': 1}); eq(len(p['chats']), 1); eq(t('LIST_CHATS', {'limit': 1, 'cursor': p['cursor']})['chats'][0]['iden'], c2['iden'])
    for m in (True, False): eq(t('UPDATE_CHAT', {'iden': c['iden'], 'muted': m})['muted'], m); eq(t('LIST_CHATS')['chats'][0]['muted'], m)
    t('UPDATE_CHAT', {'iden': c['iden']}, st=400); t('UPDATE_CHAT', {'iden': c['iden'], 'muted': True}, OTHER, 400); t('DELETE_CHAT', {'iden': c['iden']}); eq([x['iden'] for x in t('LIST_CHATS')['chats']], [c2['iden']]); t('CREATE_CHAT', {}, st=400); t('LIST_CHATS', {'limit': 500}); t('LIST_CHATS', {'limit': 501}, st=400); eq(t('LIST_CHATS', auth=OTHER)['chats'], [])
    d = t('CREATE_DEVICE', {'model': 'm', 'manufacturer': 'f', 'app_version': 0, 'nickname': 'n'}); eq(t('UPDATE_DEVICE', {'iden': d['iden'], 'icon': 'phone'})['nickname'], 'n'); eq(len(t('LIST_DEVICES')['devices']), 1); t('CREATE_DEVICE', {'model': 'm', 'manufacturer': 'f', 'app_version': -1}, st=400); t('UPDATE_DEVICE', {'iden': d['iden'], 'app_version': -1}, st=400); t('CREATE_DEVICE', {'model': 'm', 'manufacturer': 'f'}, st=400)
    t('CREATE_PUSH', {'type': 'note', 'device_iden': d['iden']}); t('DELETE_DEVICE', {'device_iden': d['iden']}); eq(t('LIST_DEVICES')['devices'], []); t('DELETE_DEVICE', {'device_iden': d['iden']}, st=400)
    a = t('CREATE_PUSH', {'type': 'note', 'body': 'x', 'title': 'y'}); b = t('CREATE_PUSH', {'type': 'link', 'url': 'https://x.example'}); f = t('CREATE_PUSH', {'type': 'file', 'file_url': 'https://x.example/f', 'file_name': 'f', 'file_type': 'text/plain'})
    for bad in ({}, {'type': 'list'}, {'type': 'link'}, {'type': 'file'}, {'type': 'note', 'body': 7}): t('CREATE_PUSH', bad, st=400)
    eq([x['iden'] for x in t('LIST_PUSHES', {'modified_after': a['modified']})['pushes']], [f['iden'], b['iden']]); p = t('LIST_PUSHES', {'limit': 2}); eq([x['iden'] for x in t('LIST_PUSHES', {'limit': 1, 'cursor': p['cursor']})['pushes']], [a['iden']])
    eq(t('UPDATE_PUSH', {'iden': a['iden'], 'dismissed': True, 'items': [{'text': 'i', 'checked': True}]})['dismissed'], True); t('UPDATE_PUSH', {'iden': a['iden'], 'items': [{'text': 'i'}]}, st=400); t('DELETE_PUSH', {'iden': b['iden']})
    assert b['iden'] not in [x['iden'] for x in t('LIST_PUSHES', {'active': True})['pushes']]; eq([x['active'] for x in t('LIST_PUSHES')['pushes'] if x['iden'] == b['iden']], [False]); t('LIST_PUSHES', {'limit': 501}, st=400); t('LIST_PUSHES', {'active': 1}, st=400)
    t('DELETE_ALL_PUSHES'); late = t('CREATE_PUSH', {'type': 'note', 'body': 'late'}); time.sleep(1.5); eq([x['iden'] for x in t('LIST_PUSHES', {'active': True})['pushes']], [late['iden']])
    assert t('GET_USER')['email'] != t('GET_USER', auth=OTHER)['email']; u = t('UPLOAD_REQUEST', {'file_name': 'a b.txt', 'file_type': 'text/plain'}); assert u['upload_url'] and u['data']['signature']; t('UPLOAD_REQUEST', {'file_name': 'a'}, st=400); t('GET_USER', auth=SAND, st=400)

def ops_of_interface():
    s = open(os.path.join(HERE, 'interface.md')).read().split('### 4.2')[1].split('## 5')[0]
    out = {m + ' ' + p for m, p in re.findall(r'^\| (GET|POST|PUT|PATCH|DELETE) \| /me/(\S*)', s, re.M)}
    return out | {'W POST text', 'W PUT text', 'W POST ndjson', 'W PUT ndjson', 'W GET text'}

def walk():
    bad = 0
    with Server():
        for f in [walk_workers, walk_logs, walk_subs, walk_studio, walk_agents, walk_chats, walk_money, walk_bundles, walk_cli, walk_schedules, walk_tools, walk_user, walk_notifier]:
            try: f(); print('walk  ok  ', f.__name__)
            except Exception as e:
                import traceback; bad += 1; print('walk  FAIL', f.__name__, repr(e)); traceback.print_exc()
    ops = ops_of_interface(); print('operations: %d of %d walked; not: %s' % (len(ops & HIT), len(ops), sorted(ops - HIT)))
    return bad + (len(ops) != 93) + len(ops - HIT)

def faults(ids):
    bad = 0
    with Server():
        for i in ids:
            try: CHECK[i]()
            except Exception as e: bad += 1; print('sound FAIL', i, repr(e))
    print('sound server: %d checks, %d failed' % (len(ids), bad))
    for i in ids:
        with Server(i):
            try: CHECK[i]()
            except AssertionError as e:
                if str(e).startswith('status 500'): bad += 1; print('fault BREAKS', i, e)
                else: print('fault shown', i, '--', str(e)[:110])
            else: bad += 1; print('fault NOT SHOWN', i); continue
    return bad

if __name__ == '__main__':
    args = sys.argv[1:]; ids = [a for a in args if not a.startswith('-')] or [f['id'] for f in FAULTS]
    assert {f['id'] for f in FAULTS} == set(CHECK), {f['id'] for f in FAULTS} ^ set(CHECK)
    bad = 0
    if '--faults' not in args: bad += walk()
    if '--walk' not in args: bad += faults(ids)
    print('ALL PASS' if bad == 0 else '%d FAILED' % bad); sys.exit(bad != 0)

#!/usr/bin/env python3
"""Starts the deployment without a fault and walks through all of it; then each fault, which its check has to see."""
import http.client, json, os, random, subprocess, sys, threading, time
from concurrent.futures import ThreadPoolExecutor as Pool
HERE = os.path.dirname(os.path.abspath(__file__))
sys.dont_write_bytecode = True

class Reply:
    def __init__(s, status, headers, body): s.status, s.h, s.raw = status, headers, body
    @property
    def text(s): return s.raw.decode()
    @property
    def json(s): return json.loads(s.raw)

class Server:
    def __init__(s, fault=''):
        for _ in range(8):
            s.port = random.randint(20000, 39999)
            env = dict(os.environ, FAULT=fault)
            s.p = subprocess.Popen([HERE + '/start.sh', str(s.port)], env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            if s.p.stdout.readline().strip() == 'ready': break
            s.p.wait()
        else: raise SystemExit('does not start: ' + s.p.stderr.read())
        s.cfg = json.loads(open(HERE + '/config.json').read().replace('PORT', str(s.port)))
        s.fx, s.cr, s.local = s.cfg['fixtures'], s.cfg['credentials'], threading.local()
    def stop(s):
        s.p.kill(); s.p.wait(); s.err = s.p.stderr.read(); s.p.stdout.close(); s.p.stderr.close()
    def raw(s, method, path, body=None, headers=None, keep=False):
        c = getattr(s.local, 'c', None) if keep else None
        c = c or http.client.HTTPConnection('127.0.0.1', s.port, timeout=20)
        if keep: s.local.c = c
        c.request(method, path, body, headers or {})
        r = c.getresponse(); out = Reply(r.status, r.headers, r.read())
        if not keep: c.close()
        return out
    def call(s, method, path, body=None, who='jwt', keep=False, headers=None):
        h = dict(headers or {})
        if who: h['Authorization'] = 'Bearer ' + s.cr.get(who, who)
        data = None
        if body is not None: data = body if isinstance(body, bytes) else json.dumps(body).encode(); h['Content-Type'] = 'application/json'
        return s.raw(method, path, data, h, keep)
    def me(s, method, path, body=None, who='jwt', want=200, **k):
        r = s.call(method, '/api/me' + path, body, who, **k)
        if want: assert r.status == want, (method, path, r.status, want, r.raw[:300])
        return r
    def w(s, method, path, message=None, who='apiKey', want=200, **k):
        r = s.call(method, '/workers/' + path, None if message is None else {'message': message}, who, **k)
        if want: assert r.status == want, (method, path, r.status, want, r.raw[:300])
        return r
    def agent(s, who='jwt', **k): return s.me('POST', '/agents', dict({'wording': 'You are kind.', 'visibility': 'public'}, **k), who).json
    def tool(s, name, want=200, who='jwt', **inp):
        r = s.me('POST', '/tools/run/' + name, inp, who, want)
        return r.json['output'] if want == 200 else r
    def start(s, message='hello', agent=None, who='apiKey'):
        a = agent or s.fx['agentId']; r = s.w('POST', a, message, who)
        return a + '/' + r.h['X-Service-Run-ID'], r
    def history(s, run, who='apiKey'): return s.w('GET', run, who=who).json
    def idle(s, run, limit=5):
        end = time.time() + limit
        while s.w('GET', run).h.get('x-service-job-id') is not None:
            assert time.time() < end, 'job does not end'
            time.sleep(0.1)
def eq(a, b, what=''): assert a == b, (what, a, b)
def lines(r): return [json.loads(x) for x in r.text.split('\n') if x]
def at_once(n, fn):
    with Pool(n) as p: return [f.result() for f in [p.submit(fn, i) for i in range(n)]]
NOBODY = '00000000-0000-4000-8000-000000000000'
CHECKS = {}
def check(*faults):
    def deco(f):
        CHECKS[f.__name__] = f; f.faults = faults; return f
    return deco

# ---------------------------------------------------------------- Workers API
@check('worker-post-keeps-context')
def w_fresh(s):
    s.start('first words'); run, r = s.start('second words')
    h = s.history(run); eq([m['role'] for m in h], ['user', 'assistant']); eq(h[0]['content'], 'second words')
@check('worker-run-id-by-second')
def w_ids(s): eq(len(set(at_once(6, lambda i: s.start('n%d' % i)[0]))), 6)
@check('ndjson-put-no-run-header')
def w_put_header(s):
    run, _ = s.start(); a, rid = run.split('/')
    eq(s.w('PUT', run, 'more').h['X-Service-Run-ID'], rid)
    r = s.w('PUT', 'ndjson/' + run, 'again'); eq(r.h.get('X-Service-Run-ID'), rid)
    eq(len(s.history(run)), 6); assert 'ndjson' in r.h['Content-Type']
@check('put-409-keeps-message')
def w_409(s):
    run, r = s.start(s.fx['backgroundMessage'], s.fx['backgroundAgentId'])
    assert r.h.get('x-service-job-id'); n = len(s.history(run)); assert s.w('GET', run).h.get('x-service-job-id')
    s.w('PUT', run, 'wait', want=409); eq(len(s.history(run)), n)
    s.idle(run); s.w('PUT', run, ''); eq(len(s.history(run)), n + 3)
@check('ndjson-put-during-job')
def w_409_ndjson(s):
    run, r = s.start(s.fx['backgroundMessage'], s.fx['backgroundAgentId']); s.w('PUT', 'ndjson/' + run, 'wait', want=409)
@check('job-error-never-ends')
def w_job_error(s):
    run, r = s.start(s.fx['backgroundErrorMessage'], s.fx['backgroundAgentId']); s.idle(run); s.w('PUT', run, 'go on')
@check('text-leaks-tool-output')
def w_tool_text(s):
    t = s.fx['toolCallMessage']; run, r = s.start(t['message']); assert t['output'] not in r.text, r.text
@check('ndjson-no-tool-response')
def w_tool_ndjson(s):
    t = s.fx['toolCallMessage']; r = s.w('POST', 'ndjson/' + s.fx['agentId'], t['message']); ls = lines(r)
    assert any(x['kind'] == 'tool_call' and x['name'] == t['name'] for x in ls) and t['output'] in r.text, ls
    h = s.history(s.fx['agentId'] + '/' + r.h['x-service-run-id'])
    eq(''.join(x['text'] for x in ls if x['kind'] == 'text'), h[-1]['content'])
@check('history-reversed-by-reading')
def w_order(s):
    run, _ = s.start('one'); s.w('PUT', run, 'two')
    for _ in range(3): eq([m['content'] for m in s.history(run) if m['role'] == 'user'], ['one', 'two'])
@check('post-refused-during-job')
def w_post_in_job(s):
    s.start(s.fx['backgroundMessage'], s.fx['backgroundAgentId']); s.start('another'); s.start('x', s.fx['backgroundAgentId'])
@check('worker-turns-race')
def w_turns(s):
    run, _ = s.start('zero'); at_once(5, lambda i: s.w('PUT', run, 'm%d' % i)); h = s.history(run)
    eq(sorted(m['content'] for m in h if m['role'] == 'user'), ['m0', 'm1', 'm2', 'm3', 'm4', 'zero'])
    eq([m['role'] for m in h], ['user', 'assistant'] * 6)
@check('worker-text-latin1')
def w_utf8(s):
    m = 'Grüße, 世界 🐟!'; run, r = s.start(m); h = s.history(run); eq(h[0]['content'], m); eq(r.text, h[1]['content']); assert m in r.text
@check('worker-tilde-directive')
def w_tilde(s):
    m = 'take 50~% of it ~~ or ~a'; run, _ = s.start('about ~~ this'); eq(s.history(run)[0]['content'], 'about ~~ this')
    run, _ = s.start(m); eq(s.history(run)[0]['content'], m)
@check('worker-stream-unflushed')
def w_stream(s):
    c = http.client.HTTPConnection('127.0.0.1', s.port, timeout=20); t = time.time()
    c.request('POST', '/workers/' + s.fx['agentId'], json.dumps({'message': s.fx['slowMessage']}), {'Authorization': 'Bearer ' + s.cr['apiKey']})
    r = c.getresponse(); first = r.read1(5); t1 = time.time() - t; rest = r.read(); t2 = time.time() - t; c.close()
    assert t1 < 0.7 < 1.2 < t2, (t1, t2)
    eq((first + rest).decode(), s.history(s.fx['agentId'] + '/' + r.headers['x-service-run-id'])[-1]['content'])
@check('worker-last-words-lost')
def w_whole(s):
    run, r = s.start('a somewhat longer message that needs some pieces'); eq(r.text, s.history(run)[-1]['content'])
@check('worker-run-of-others')
def w_others(s):
    run, _ = s.start('secret'); s.w('GET', run, who='otherApiKey', want=404); s.w('PUT', run, 'x', who='otherApiKey', want=404)
@check('api-key-case-blind')
def w_key_case(s): s.w('POST', s.fx['agentId'], 'x', who=s.cr['apiKey'].upper(), want=401); s.w('POST', s.fx['agentId'], 'x', who=None, want=401)
@check('api-key-cache-stale')
def w_key_gone(s):
    k = s.me('POST', '/api-keys', {'label': 't'}).json; s.w('POST', s.fx['agentId'], 'x', who=k['key'])
    s.me('DELETE', '/api-keys/%d' % k['api_key_id']); s.w('POST', s.fx['agentId'], 'x', who=k['key'], want=401)
    s.me('GET', '/api-keys/%d' % k['api_key_id'], want=404)
@check('worker-message-octets')
def w_octets(s):
    run, _ = s.start('żółw i łódź'); eq(s.history(run)[0]['content'], 'żółw i łódź')
@check('ndjson-raw-newline')
def w_newline(s): lines(s.w('POST', 'ndjson/' + s.fx['agentId'], 'line one\nline two'))
@check('job-result-to-latest-run')
def w_two_jobs(s):
    a, _ = s.start(s.fx['backgroundMessage'], s.fx['backgroundAgentId']); b, _ = s.start(s.fx['backgroundMessage'], s.fx['backgroundAgentId'])
    s.idle(a); s.idle(b); eq(len(s.history(a)), 3); eq(len(s.history(b)), 3)
@check()
def w_misc(s):
    a = s.fx['agentId']
    assert s.w('POST', a).text; s.w('PUT', a + '/' + NOBODY, 'x', want=404); s.w('POST', NOBODY, 'x', want=404)
    s.w('POST', 'xyz', 'x', want=422); s.w('POST', s.fx['privateAgentId'], 'x', want=403); s.w('POST', s.fx['paidAgentId'], 'x', want=402)
    run, r = s.start('hi'); eq(s.call('PUT', '/workers/' + run, {}, 'apiKey').status, 422); eq(s.call('POST', '/workers/' + a, {'message': 3}, 'apiKey').status, 422)
    assert r.h.get('x-service-job-id') is None and s.w('GET', run).h.get('x-service-job-id') is None
    eq(s.w('DELETE', run, want=405).status, 405); s.w('GET', s.fx['subscribedAgentId'] + run[36:], want=404)
    ls = lines(s.w('POST', 'ndjson/' + s.fx['backgroundAgentId'], s.fx['backgroundMessage'])); assert any(x['kind'] == 'job' for x in ls)

# ---------------------------------------------------------------- runs and logs
@check('runs-default-limit-31')
def r_default(s):
    a = s.agent('otherJwt')['agent_id']
    for _ in range(33): s.me('POST', '/chats/%s/runs' % a, who='otherJwt')
    eq(len(s.me('GET', '/agent-runs', who='otherJwt').json['entries']), 30)
    for q in ('limit=0', 'limit=x', 'next_cursor=yesterday'): s.me('GET', '/agent-runs?' + q, want=422)
@check('runs-cursor-loses-ties')
def r_pages(s):
    ids = [s.start('p%d' % i)[0][37:] for i in range(11)][::-1]; seen, cur = [], ''
    while len(seen) < 11:
        p = s.me('GET', '/agent-runs?limit=4' + ('&next_cursor=' + cur if cur else '')).json
        seen += [e['run_id'] for e in p['entries']]
        if 'more' not in p: break
        cur = p['more']
    eq(seen[:11], ids)
@check('executions-filter-after-limit')
def r_executions(s):
    t = s.fx['tool']; a = s.me('POST', '/tools/run/' + t['name'], t['input']).json['log_id']
    for _ in range(4): s.me('POST', '/tools/run/' + t['name'], t['input'], 'otherJwt')
    e = s.me('GET', '/executions?limit=2').json['entries']; assert e and e[0]['log_id'] == a, e
    eq(s.me('GET', '/executions/%d' % a).json['service_id_namespace'], 'global'); s.me('GET', '/executions/%d' % a, who='otherJwt', want=404)
    s.me('GET', '/executions/abc', want=422)
@check('mcp-logs-joined-by-agent')
def r_mcp(s):
    a, _ = s.start(s.fx['toolCallMessage']['message']); b, _ = s.start('plain')
    eq(len(s.me('GET', '/agent-runs/%s/mcp-server-logs' % a[37:]).json), 1); eq(s.me('GET', '/agent-runs/%s/mcp-server-logs' % b[37:]).json, [])
    assert len(s.me('GET', '/agent-runs/%s/logs' % b[37:]).json) == 3; eq(s.me('GET', '/agent-runs/%s/logs' % b[37:], who='otherJwt').json, [])
    eq(s.me('GET', '/agent-runs/' + a[37:]).json['state'], 'idle'); s.me('GET', '/agent-runs/' + a[37:], who='otherJwt', want=404); s.me('GET', '/agent-runs/zz', want=422)

# ---------------------------------------------------------------- subscriptions
@check('owner-may-subscribe')
def s_subscribe(s):
    f = s.fx; s.me('POST', '/agents/%s/subscribe' % f['ownPaidAgentId'], {}, want=400); s.me('POST', '/agents/%s/subscribe' % f['unpaidAgentId'], {}, want=400)
    s.me('POST', '/agents/%s/subscribe' % f['subscribedAgentId'], {}, want=402); s.me('POST', '/agents/%s/subscribe' % NOBODY, {}, want=404)
    assert s.me('POST', '/agents/%s/subscribe' % f['paidAgentId'], {}).json['checkout_url']; s.me('POST', '/agents/%s/unsubscribe' % f['paidAgentId'], want=400)
@check('unsubscribe-again', 'unsubscribe-ends-all')
def s_unsubscribe(s):
    u, k = s.fx['unsubscribeAgentId'], s.fx['subscribedAgentId']
    s.me('POST', '/agents/%s/unsubscribe' % u); s.me('POST', '/agents/%s/unsubscribe' % u, want=400)
    eq(s.me('GET', '/subscriptions/' + k).json['state'], 'active'); eq(s.me('GET', '/subscriptions/' + u).json['state'], 'cancelled')
    assert k in [x['agent_id'] for x in s.me('GET', '/subscriptions').json['entries']]; s.me('GET', '/subscriptions/' + s.fx['unpaidAgentId'], want=404)

# ---------------------------------------------------------------- studio chats
def studio(s, who='jwt', **k): return s.me('POST', '/agent-studio-chats', k, who).json
@check('studio-clone-own-private', 'studio-clone-takes-original')
def st_clone(s):
    c = studio(s, visibility='private'); s.me('POST', '/agent-studio-chats/%s/clone' % c['run_id'], want=400); s.me('GET', '/agent-studio-chats/' + c['run_id'], who='otherJwt', want=403)
    p = studio(s, visibility='public', title='Tide'); d = s.me('POST', '/agent-studio-chats/%s/clone' % p['run_id'], who='otherJwt', want=201).json
    assert d['run_id'] != p['run_id'] and d['title'] == 'Tide'; assert p['run_id'] in [x['run_id'] for x in s.me('GET', '/agent-studio-chats').json]
    s.me('POST', '/agent-studio-chats/nope/clone', want=404)
@check('studio-deleted-still-listed')
def st_delete(s):
    c = studio(s); s.me('DELETE', '/agent-studio-chats/' + c['run_id'], who='otherJwt', want=403); s.me('DELETE', '/agent-studio-chats/' + c['run_id'])
    s.me('GET', '/agent-studio-chats/' + c['run_id'], want=404); assert c['run_id'] not in [x['run_id'] for x in s.me('GET', '/agent-studio-chats').json]
@check('studio-run-id-case-blind')
def st_case(s):
    a = studio(s, run_id='Run-Kelp', title='a'); b = studio(s, run_id='run-kelp', title='b'); eq((a['run_id'], b['run_id'], b['title']), ('Run-Kelp', 'run-kelp', 'b'))
    s.me('GET', '/agent-studio-chats/RUN-KELP', want=404)
@check()
def st_rest(s):
    c = studio(s, title='x', notes=['n']); i = '/agent-studio-chats/' + c['run_id']; eq(c['visibility'], 'private')
    eq(studio(s, run_id=c['run_id'], title='y')['title'], 'x'); s.me('POST', '/agent-studio-chats', {'run_id': c['run_id']}, 'otherJwt', 409)
    eq(s.me('PATCH', i, {'visibility': 'public'}).json['notes'], ['n']); s.me('GET', i, who=None); eq(s.me('PUT', i, {'visibility': 'public'}).json['notes'], [])
    s.me('PATCH', i, {}, 'otherJwt', 403); s.me('PUT', i, {}, 'otherJwt', 403); s.me('PUT', '/agent-studio-chats/none', {}, want=404); s.me('PATCH', i, {'visibility': 'x'}, want=422)
    s.me('POST', '/agent-studio-chats', {'visibility': 'private'}, 'sandboxJwt', 400); d = studio(s, 'sandboxJwt'); eq(d['visibility'], 'public')
    for m in ('PUT', 'PATCH'): s.me(m, '/agent-studio-chats/' + d['run_id'], {'visibility': 'private'}, 'sandboxJwt', 400)

# ---------------------------------------------------------------- agents, theme, files
@check('agent-upsert-of-others')
def a_upsert(s):
    s.me('POST', '/agents', {'agent_id': s.fx['unpaidAgentId'], 'wording': 'mine now'}, want=403); s.me('POST', '/agents', {'agent_id': NOBODY, 'wording': 'x'}, want=404)
    a = s.agent(tags=['t']); b = s.me('POST', '/agents', {'agent_id': a['agent_id'], 'wording': 'new'}).json; eq((b['wording'], b['visibility'], b['tags']), ('new', 'public', ['t']))
    for bad in ({}, {'wording': None}, {'wording': ' '}): s.me('POST', '/agents', bad, want=400); s.me('POST', '/chats', bad, want=400)
    s.me('POST', '/agents', {'wording': 'x', 'visibility': 'private'}, 'sandboxJwt', 400); s.me('GET', '/agents/' + s.fx['privateAgentId'], want=403); s.me('GET', '/agents/' + s.fx['privateAgentId'], who=None, want=403)
    s.me('GET', '/agents/' + a['agent_id'], who=None); assert a['agent_id'] in [x['agent_id'] for x in s.me('GET', '/agents').json]; s.me('GET', '/agents', who=None, want=401)
@check('slug-availability-own-only')
def a_slug(s):
    s.agent('otherJwt', vanity_slug='quay-side'); eq(s.me('GET', '/agents/vanity/slug?slug=quay-side').json['free'], False); eq(s.me('GET', '/agents/vanity/slug?slug=quay-sidf').json['free'], True)
    assert s.me('POST', '/agents/vanity/slug', {'phrase': 'Quay side'}, None).json['slug'].startswith('quay-side-'); s.me('GET', '/agents/vanity/slug', want=422); s.me('POST', '/agents', {'wording': 'x', 'vanity_slug': 'quay-side'}, want=400)
@check()
def a_extra(s):
    a = s.agent()['agent_id']; u = s.me('POST', '/agents/%s/upsell-description' % a).json['upsell_blurb']; eq(s.me('GET', '/agents/' + a).json['upsell_blurb'], u); s.me('POST', '/agents/%s/upsell-description' % NOBODY, want=404)
    sv = [x['service_name'] for x in s.me('GET', '/vibe/services', who=None).json['entries']]; eq(len(sv), 3)
    assert sv[0] in s.me('GET', '/agents/%s/vibe?service_name=%s' % (a, sv[0])).json['brief']; s.me('GET', '/agents/%s/vibe?service_name=zzz' % a, want=422); s.me('GET', '/agents/%s/vibe' % a, want=422)
@check('theme-colour-junk-allowed')
def a_theme(s):
    a = '/agents/%s/customizations/theme' % s.agent()['agent_id']; eq(s.me('GET', a).json, None); eq(s.me('PUT', a, {'hue': '#12aBcd'}).json['hue'], '#12aBcd'); eq(s.me('GET', a).json['hue'], '#12aBcd')
    for bad in ('red', '#12345', '123456', '#1234zz', '#12345g'): s.me('PUT', a, {'hue': bad}, want=400)
    s.me('PUT', a, {'hue': '#123456'}, 'otherJwt', 403); s.me('PUT', a, {}, want=422); s.me('GET', '/agents/%s/customizations/theme' % NOBODY, want=404)
def afile(s, a, want=201, **k): return s.me('POST', '/agents/%s/files' % a, dict({'label': 'n.txt', 'content': 'é'}, **k), want=want).json
@check('files-limit-off-by-one')
def f_limit(s):
    a = s.agent()['agent_id']
    for i in range(s.fx['filesPerAgent']): afile(s, a)
    afile(s, a, 400); eq(len(s.me('GET', '/agents/%s/files' % a).json['entries']), s.fx['filesPerAgent'])
@check('files-listed-by-creation', 'files-positions-half-done')
def f_order(s):
    a = s.agent()['agent_id']; p = '/agents/%s/files' % a; ids = [afile(s, a)['file_id'] for _ in range(3)]
    def order(): return [f['file_id'] for f in s.me('GET', p).json['entries']]
    eq(order(), ids); new = [ids[2], ids[0], ids[1]]
    r = s.me('PUT', p + '/positions', {'positions': [{'file_id': f, 'position': i} for i, f in enumerate(new)]}).json; eq([f['file_id'] for f in r['entries']], new); eq(order(), new)
    s.me('PUT', p + '/positions', {'positions': [{'file_id': ids[1], 'position': 0}, {'file_id': ids[2], 'position': 9}, {'file_id': NOBODY, 'position': 1}]}, want=404); eq(order(), new)
@check('file-delete-by-label')
def f_delete(s):
    a = s.agent()['agent_id']; p = '/agents/%s/files' % a; x, y = afile(s, a), afile(s, a)
    r = s.me('DELETE', p + '/' + x['file_id'], want=204); eq(r.raw, b''); s.me('GET', p + '/' + y['file_id']); s.me('GET', p + '/' + x['file_id'], want=404)
    eq(s.me('PATCH', p + '/' + y['file_id'], {'content': 'z'}).json['position'], y['position']); s.me('GET', p, who='otherJwt', want=403); s.me('PATCH', p + '/' + y['file_id'], {}, 'otherJwt', 403); s.me('POST', p, {'label': ' '}, want=400); s.me('POST', p, {}, want=422)

# ---------------------------------------------------------------- chats
@check('chat-clone-private')
def c_clone(s):
    s.me('POST', '/chats/%s/clone' % s.fx['privateAgentId'], want=403); c = s.me('POST', '/chats/%s/clone' % s.fx['unpaidAgentId'], {'title': 'Mine'}).json; eq(c['title'], 'Mine'); s.me('GET', '/chats/' + c['agent_id'])
    s.me('POST', '/chats/%s/clone' % NOBODY, want=404); s.me('POST', '/chats/x/clone', want=422)
@check('chat-put-sandbox-private')
def c_sandbox(s):
    a = s.agent('sandboxJwt')['agent_id']
    for m in ('PATCH', 'PUT'): s.me(m, '/chats/' + a, {'wording': 'x', 'visibility': 'private'}, 'sandboxJwt', 400)
@check('chat-patch-clears-rest')
def c_patch(s):
    a = s.agent(vanity_slug='ebb-%d' % random.randrange(10**9), title='Ebb')['agent_id']; b = s.me('GET', '/chats/' + a).json; c = s.me('PATCH', '/chats/' + a, {'wording': 'anew'}).json; b['wording'] = 'anew'
    eq({k: v for k, v in b.items() if k != 'touched_at'}, {k: v for k, v in c.items() if k != 'touched_at'})
@check('chat-delete-takes-schedules')
def c_delete(s):
    a, b = s.agent()['agent_id'], s.agent()['agent_id']; x = s.me('POST', '/schedules', {'chat_id': b, 'rhythm': s.fx['cron']}).json['schedule_id']
    s.me('DELETE', '/chats/' + a, who='otherJwt', want=403); s.me('DELETE', '/chats/' + a); s.me('GET', '/chats/' + a, want=404); s.me('GET', '/schedules/' + x); s.me('DELETE', '/chats/' + a, want=404)
@check()
def c_rest(s):
    c = s.me('POST', '/chats', {'wording': 'w', 'visibility': 'public'}).json['agent_id']; assert c in [x['agent_id'] for x in s.me('GET', '/chats').json]
    eq(s.me('POST', '/chats/%s/feedback' % c, {'verdict': 'up'}, 'otherJwt').json['praise'], 1); s.me('POST', '/chats/%s/feedback' % NOBODY, {'verdict': 'up'}, want=404)
    assert s.me('GET', '/chats/%s/og' % c, who=None).json['og_title']; r = s.me('POST', '/chats/%s/runs' % c).json['run_id']; s.me('GET', '/agent-runs/' + r); s.me('POST', '/chats/%s/runs' % s.fx['privateAgentId'], want=403)
    eq(s.me('PUT', '/chats/' + c, {'wording': 'q'}).json['visibility'], 'private'); s.me('PUT', '/chats/' + c, {'wording': 'q'}, 'otherJwt', 403); s.me('PATCH', '/chats/' + NOBODY, {}, want=404)

# ---------------------------------------------------------------- keys, money
@check('hidden-keys-shown')
def k_hidden(s):
    k = s.me('POST', '/api-keys', {}).json; assert k['key'] not in s.me('GET', '/api-keys').text; eq(s.me('GET', '/api-keys/%d' % k['api_key_id']).json['key'], k['key']); assert 'key' not in s.me('DELETE', '/api-keys/%d' % k['api_key_id']).json
@check('two-default-keys')
def k_default(s):
    k = s.me('POST', '/api-keys', {'primary': True}, 'otherJwt').json; eq([x['api_key_id'] for x in s.me('GET', '/api-keys', who='otherJwt').json if x['primary']], [k['api_key_id']]); eq(s.me('GET', '/api-keys/default', who='otherJwt').json['key'], k['key'])
@check('api-key-of-others')
def k_others(s):
    k = s.me('POST', '/api-keys', {}).json['api_key_id']; s.me('GET', '/api-keys/%d' % k, who='otherJwt', want=404); s.me('DELETE', '/api-keys/%d' % k, who='otherJwt', want=404)
@check('credits-spent-outside-lock')
def m_credits(s):
    n = s.me('GET', '/credits').json['balance']; got = at_once(10, lambda i: s.me('POST', '/credits/use').json['balance']); eq(sorted(got), list(range(n - 10, n))); eq(s.me('GET', '/credits').json['balance'], n - 10)
@check('webhook-signature-may-miss', 'webhook-signature-by-length')
def m_webhook(s):
    w = s.fx['webhook']; p = '/api/me/payments/webhook'; go = lambda sig, b=w['body']: s.raw('POST', p, b, {w['signatureHeader']: sig} if sig else {}).status
    eq(go(w['validSignature']), 200); eq(go(None), 400); eq(go('sha256=' + 'a' * 64), 400); eq(go(w['validSignature'], w['body'] + ' '), 400)
@check('summary-ignores-period')
def m_report(s):
    for p in (1, 7, 28, 60, 365):
        a, b, c = (s.me('GET', '/monetization/%s?period=%d' % (x, p)).json for x in ('summary', 'subscribers', 'earnings'))
        eq(len(b['entries']), p); eq(len(c['entries']), p); eq(a['takings'], round(sum(x['amount'] for x in c['entries']), 2)); eq(a['following'], b['entries'][-1]['count'])
    eq(s.me('GET', '/monetization/summary').json['takings'], 9.98)
    for p in ('0', '366', 'x'): s.me('GET', '/monetization/summary?period=' + p, want=422)
    assert s.me('GET', '/billing').json['plan']; assert s.me('POST', '/payments/sessions', {}).json['checkout_url']
@check('empty-list-null')
def m_empty(s): eq(s.me('GET', '/user-tools', who='sandboxJwt').json, []); eq(s.me('GET', '/bundles', who='sandboxJwt').json, [])

# ---------------------------------------------------------------- bundles, CLI, schedules
@check('bundle-tool-removal-cuts-tail', 'bundle-born-with-tools')
def b_tools(s):
    b = s.me('POST', '/bundles').json; i = '/bundles/%d' % b['bundle_id']; eq(b['tools'], []); ts = ['weigh_parcel', 'tide_table', 'sum_up']
    for t in ts: eq(s.me('POST', i + '/tools', {'tool_id': t}).json['tool_id'], t)
    s.me('DELETE', i + '/tools/weigh_parcel'); eq([t['tool_id'] for t in s.me('GET', i + '/tools').json], ts[1:]); s.me('DELETE', i + '/tools/weigh_parcel', want=404); eq(s.me('POST', '/bundles').json['tools'], [])
    s.me('PUT', '/bundles/99999', {}, want=409); s.me('GET', '/bundles/99999', want=404); s.me('POST', '/bundles/99999/tools', {'tool_id': 'sum_up'}, want=404); s.me('GET', i, who='otherJwt', want=404)
    eq(s.me('PUT', i, {'title': 'T'}).json['tools'].__len__(), 2); s.me('DELETE', i); s.me('GET', i, want=404); s.me('DELETE', i, want=404)
@check('cli-jwt-not-consumed', 'cli-jwt-taken-twice-at-once')
def l_cli(s):
    c = '/cli-auth/' + s.me('POST', '/cli-auth', who=None).json['cli_auth_id']; eq(s.me('GET', c, who=None).json, None); s.me('PUT', c, {'pass': s.cr['jwt']}); s.me('PUT', c, {'pass': 'x'}, 'otherJwt', 403)
    got = at_once(4, lambda i: s.me('GET', c, who=None).json); eq(sorted(map(str, got)), sorted([s.cr['jwt'], 'None', 'None', 'None'])); eq(s.me('GET', c, who=None).json, None)
    s.me('GET', '/cli-auth/' + NOBODY, who=None, want=404); s.me('PUT', c, {'pass': 'x'}, None, 401); s.me('PUT', '/cli-auth/' + NOBODY, {'pass': 'x'}, want=404)
@check('schedule-of-foreign-chat')
def h_foreign(s):
    for c in (s.fx['unpaidAgentId'], NOBODY, 'abc', None): s.me('POST', '/schedules', {'chat_id': c, 'rhythm': s.fx['cron']}, want=403)
@check('cron-range-off-by-one')
def h_cron(s):
    for bad in ('60 * * * *', '0 24 * * *', '0 0 32 * *', '* * * *', 'whenever'): s.me('GET', '/schedules/text-to-cron?cron=' + bad.replace(' ', '%20'), want=400)
    eq(s.me('GET', '/schedules/text-to-cron?cron=every%20monday').json['rhythm'], '0 0 * * 1'); s.me('GET', '/schedules/text-to-cron', want=422)
@check('query-plus-literal')
def h_plus(s): eq(s.me('GET', '/schedules/text-to-cron?cron=0+9+*+*+1').json['rhythm'], '0 9 * * 1')
@check('schedule-put-forgets-cron')
def h_put(s):
    x = s.me('POST', '/schedules', {'chat_id': s.agent()['agent_id'], 'rhythm': s.fx['cron'], 'active': False, 'label': 'l'}).json; eq(x['active'], False); i = '/schedules/' + x['schedule_id']
    eq(s.me('PUT', i, {'rhythm': '5 * * * *'}).json['rhythm'], '5 * * * *'); y = s.me('GET', i).json; eq((y['rhythm'], y['active'], y['label']), ('5 * * * *', False, 'l'))
    assert x['schedule_id'] in [z['schedule_id'] for z in s.me('GET', '/schedules').json['entries']]; s.me('GET', i, who='otherJwt', want=404); s.me('GET', '/schedules/onboarding'); s.me('DELETE', i); s.me('GET', i, want=404); s.me('DELETE', i, want=404)

# ---------------------------------------------------------------- tools, user, VIP
@check('tool-run-without-jwt')
def t_run(s):
    t = s.fx['tool']; p = '/tools/run/' + t['name']; s.me('POST', p, t['input']); s.me('POST', p, t['invalidInput'], want=400); s.me('POST', p, t['input'], None, 401); s.me('POST', p, t['input'], 'junk', 401); s.me('POST', '/tools/run/none', {}, want=404); s.me('POST', p, [1], want=422)
@check('search-limit-plus-one')
def t_search(s):
    r = s.me('GET', '/tools/search?q=push&limit=3').json; eq(len(r), 3); assert [x['score'] for x in r] == sorted((x['score'] for x in r), reverse=True); assert len(s.me('GET', '/tools/search?q=a&min_score=0').json) <= 20
    for q in ('', 'q=', 'q=a&limit=0', 'q=a&limit=201', 'q=a&min_score=1.5', 'q=a&min_score=x'): s.me('GET', '/tools/search?' + q, want=422)
    eq([x['name'] for x in s.me('GET', '/tools/search?q=tide&toolkit=harbour').json], ['tide_table']); eq(len(s.me('GET', '/tools/list').json), 21); eq(len(s.me('GET', '/tools', who=None).json), 21)
    s.me('GET', '/tools/tide_table', who=None); s.me('GET', '/tools/tide', who=None, want=404); eq(len(s.me('GET', '/toolsets/list').json), 3); eq(len(s.me('GET', '/toolsets/notifier').json['tools']), 15); s.me('GET', '/toolsets/none', want=404)
@check('user-tools-of-all')
def t_installed(s):
    i = s.fx['installableToolId']; s.me('POST', '/user-tools', {'tool_id': i}); assert i not in s.me('GET', '/user-tools', who='otherJwt').text; assert i in s.me('GET', '/user-tools').text; s.me('POST', '/user-tools', {'tool_id': i}, want=409); s.me('POST', '/user-tools', {'tool_id': 'none'}, want=409)
    s.me('GET', '/user-tools/' + i); s.me('GET', '/user-tools/' + i, who='otherJwt', want=404); s.me('DELETE', '/user-tools/' + i); s.me('GET', '/user-tools/' + i, want=404); s.me('DELETE', '/user-tools/' + i, want=404)
@check('jwt-signature-unchecked')
def u_jwt(s):
    h, c, g = s.cr['jwt'].split('.'); s.me('GET', '/', who=h + '.' + c + '.' + g[::-1], want=401); s.me('GET', '/', who=h + '.' + c + '.', want=401); s.me('GET', '/', who=None, want=401); eq(s.me('GET', '/').json['tier'], 'patron'); eq(s.me('GET', '/', who='sandboxJwt').json['tier'], 'sandbox')
@check('vip-own-code', 'vip-checked-outside-lock')
def v_vip(s):
    n = s.me('GET', '/vip').json['tally']; s.me('POST', '/vip', {'word': s.fx['ownVipCode']}, want=400); s.me('POST', '/vip', {'word': 'no'}, want=400); s.me('POST', '/vip', {}, want=422)
    got = at_once(4, lambda i: s.me('POST', '/vip', {'word': s.fx['vipCode']}, want=None).status); eq(sorted(got), [200, 400, 400, 400]); eq(s.me('GET', '/vip').json['tally'], n + 1)

# ---------------------------------------------------------------- notifier
@check('notifier-guid-ignored')
def n_guid(s):
    a, b = (s.tool('NOTIFIER_CREATE_PUSH', type='note', body='b', guid='g-1')['iden'] for _ in '12'); eq(a, b)
@check('notifier-limit-unchecked')
def n_limit(s):
    for t in ('CHATS', 'PUSHES'):
        s.tool('NOTIFIER_LIST_' + t, limit=500)
        for bad in (501, 0, '5', 2.5): s.tool('NOTIFIER_LIST_' + t, 400, limit=bad)
@check('notifier-unmute-lost')
def n_chat(s):
    c = s.tool('NOTIFIER_CREATE_CHAT', email='a%d@b.example' % random.randrange(10**9)); eq(c['muted'], False)
    for m in (True, False): eq(s.tool('NOTIFIER_UPDATE_CHAT', iden=c['iden'], muted=m)['muted'], m); eq([x['muted'] for x in s.tool('NOTIFIER_LIST_CHATS')['chats'] if x['iden'] == c['iden']], [m])
    s.tool('NOTIFIER_DELETE_CHAT', iden=c['iden']); s.tool('NOTIFIER_DELETE_CHAT', 400, iden=c['iden']); s.tool('NOTIFIER_CREATE_CHAT', 400, email='x')
@check('notifier-delete-all-of-all')
def n_delete_all(s):
    o = s.tool('NOTIFIER_CREATE_PUSH', who='otherJwt', type='note', body='o')['iden']; m = s.tool('NOTIFIER_CREATE_PUSH', type='note', body='m')['iden']; s.tool('NOTIFIER_DELETE_ALL_PUSHES'); time.sleep(0.8)
    eq(s.tool('NOTIFIER_LIST_PUSHES', active=True)['pushes'], []); assert o in [x['iden'] for x in s.tool('NOTIFIER_LIST_PUSHES', who='otherJwt', active=True)['pushes']]; assert m in [x['iden'] for x in s.tool('NOTIFIER_LIST_PUSHES')['pushes']]
@check('notifier-modified-after-universal')
def n_after(s):
    a = s.tool('NOTIFIER_CREATE_PUSH', type='note', body='a'); b = s.tool('NOTIFIER_CREATE_PUSH', type='note', body='b'); eq([x['iden'] for x in s.tool('NOTIFIER_LIST_PUSHES', modified_after=a['modified'])['pushes']], [b['iden']])
@check()
def n_rest(s):
    d = s.tool('NOTIFIER_CREATE_DEVICE', model='M', app_version=0, manufacturer='F', has_sms=False); s.tool('NOTIFIER_CREATE_DEVICE', 400, model='M', app_version=-1, manufacturer='F'); s.tool('NOTIFIER_CREATE_DEVICE', 400, model='M', manufacturer='F'); eq(d['has_sms'], False)
    eq(s.tool('NOTIFIER_UPDATE_DEVICE', iden=d['iden'], nickname='n')['model'], 'M'); assert d['iden'] in [x['iden'] for x in s.tool('NOTIFIER_LIST_DEVICES')['devices']]
    s.tool('NOTIFIER_CREATE_PUSH', 400, type='link'); s.tool('NOTIFIER_CREATE_PUSH', 400, type='file', file_url='u', file_name='n'); s.tool('NOTIFIER_CREATE_PUSH', 400, type='poem')
    p = s.tool('NOTIFIER_CREATE_PUSH', type='link', url='http://x', device_iden=d['iden']); it = [{'text': 'a', 'checked': True}, {'text': 'b', 'checked': False}]; eq(s.tool('NOTIFIER_UPDATE_PUSH', iden=p['iden'], items=it, dismissed=True)['items'], it)
    s.tool('NOTIFIER_UPDATE_PUSH', 400, iden=p['iden'], items=[{'text': 3}]); s.tool('NOTIFIER_DELETE_PUSH', iden=p['iden']); s.tool('NOTIFIER_DELETE_DEVICE', device_iden=d['iden']); assert s.tool('NOTIFIER_GET_USER')['email']; assert s.tool('NOTIFIER_UPLOAD_REQUEST', file_name='a', file_type='b')['upload_url']
    for i in range(5): s.tool('NOTIFIER_CREATE_PUSH', type='note', body=str(i))
    x = s.tool('NOTIFIER_LIST_PUSHES', limit=3); y = s.tool('NOTIFIER_LIST_PUSHES', limit=2, cursor=x['cursor']); eq([q['body'] for q in x['pushes'] + y['pushes']], list('43210')); s.tool('NOTIFIER_GET_USER', 400, who='sandboxJwt')

def load(s, seconds=6):
    bad, n, end, a = [], [0], time.time() + seconds, s.fx['agentId']
    def one(i):
        j = 0
        while time.time() < end:
            j += 1; n[0] += 1
            try:
                k = (i + j) % 8
                if k == 0: run, r = s.start('load %d' % j); s.w('PUT', run, 'more', keep=True)
                elif k == 1: x = s.me('POST', '/agents', {'wording': 'l'}, keep=True).json['agent_id']; s.me('PATCH', '/chats/' + x, {'title': 't'}, keep=True); s.me('DELETE', '/chats/' + x, keep=True)
                elif k == 2: s.me('GET', '/agent-runs?limit=5', keep=True)
                elif k == 3: s.me('POST', '/tools/run/sum_up', {'a': i, 'b': 1}, keep=True)
                elif k == 4: s.w('POST', 'ndjson/' + a, 'hey', keep=True)
                elif k == 5: s.me('GET', '/tools/search?q=push', keep=True)
                elif k == 6: s.me('POST', '/bundles', who='otherJwt', keep=True)
                else: s.me('GET', '/', keep=True)
            except Exception as e: bad.append(repr(e)[:200])
    at_once(30, one); print('load: %d rounds in %ds, %d failed' % (n[0], seconds, len(bad)), bad[:3]); return not bad

def main():
    only = sys.argv[1:]; faults = [f['id'] for f in json.load(open(HERE + '/faults.json'))]; ok = True
    cover = {f: c for c in CHECKS.values() for f in c.faults}
    if set(faults) != set(cover) or len(faults) != 70: print('faults and checks differ', sorted(set(faults) ^ set(cover))[:9], len(faults)); ok = False
    s = Server()
    for n, c in CHECKS.items():
        try: c(s)
        except Exception as e: ok = False; print('NO FAULT, but', n, repr(e)[:600])
    ok = load(s) and ok
    s.stop()
    if s.err.strip(): ok = False; print('stderr:', s.err[:1000], '...', s.err[-1500:])
    for f in only or faults:
        s = Server(f)
        try: cover[f](s); ok = False; print('%-36s NOT SEEN' % f)
        except AssertionError as e: print('%-36s seen: %s' % (f, repr(e)[15:110]))
        except Exception as e: print('%-36s seen: %s' % (f, repr(e)[:110]))
        s.stop()
    print('all good' if ok else 'NOT good'); sys.exit(not ok)
main()

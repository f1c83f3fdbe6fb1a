"""Starts the deployment, checks the interface, then shows each fault from outside. Standard library only."""
import os, sys, json, time, random, subprocess, threading, http.client, collections
os.chdir(os.path.dirname(os.path.abspath(__file__)))
os.makedirs('tmp', exist_ok=True); sys.dont_write_bytecode = True
import probes as P
LISTED = {x['id'] for x in json.load(open('faults.json'))}
def start(fault=''):
    for _ in range(20):
        P.PORT = random.randint(20000, 40000)
        p = subprocess.Popen(['./start.sh', str(P.PORT)], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL if fault else open('tmp/err.log', 'a'), env={**os.environ, 'FAULT': fault})
        if p.stdout.readline().strip() == b'ready': return p
        p.wait()
    sys.exit('does not start')
def stop(p): p.terminate(); p.wait()
def probe(f):
    try: return bool(f['fn']())
    except Exception as e: return 'error %r' % e
bad = []
def ok(name, c):
    if not c: bad.append(name); print('FAIL', name)
def walk():
    J, W, FX = P.J, P.W, P.FX; doc = P.raw('GET', '/api/documentation.json', None, None); doc = json.loads(doc[1]); ops = {(m.upper(), p) for p, v in doc['paths'].items() for m in v}
    ok('93 operations', len(ops) == 93); seen = set()
    def c(m, path, want, body=None, tok=P.OWN, **v):
        s, x = J(m, path.format(**v), body, tok, None); seen.add((m, path.split('?')[0])); w = want if isinstance(want, tuple) else (want,)
        ok(f'{m} {path} -> {s} not {want}: {str(x)[:200]}', s in w)
        o = doc['paths'][path.split('?')[0]][m.lower()]; ok(f'{m} {path}: {s} undeclared', str(s) in o['responses']); return x
    zero = '00000000-0000-4000-8000-000000000000'
    for nd in ('', 'ndjson/'):
        r = P.new('hi', nd=bool(nd)); s, t, h = W('more', r, bool(nd)); ok('continue', s == 200 and h['x-service-run-id'] == r); ok('history', [m['role'] for m in P.H(r)[0]] == ['user', 'assistant'] * 2 and P.H(r)[0][3]['content'].startswith('You said: more'))
        seen |= {('POST', f'/agents/{nd}{{agent_id}}'), ('PUT', f'/agents/{nd}{{agent_id}}/{{run_id}}'), ('GET', '/agents/{agent_id}/{run_id}')}
    for m in (P.JOB, P.BAD):
        r = P.new(m); h = P.H(r)[1]; ok('job header', h.get('x-service-job-id')); ok('409', W('x', r)[0] == 409); time.sleep(2.3); ok('job over', 'x-service-job-id' not in P.H(r)[1] and W('', r)[0] == 200)
    ok('key needed', P.raw('POST', '/agents/' + P.A, {'message': 'x'}, None)[0] == 401); ok('message 422', W(5)[0] == 422)
    for p in ('', '/mcp-server-logs', '/logs'): c('GET', '/me/agent-runs/{run_id}' + p, 200, run_id=r); c('GET', '/me/agent-runs/{run_id}' + p, 422, run_id='x')
    c('GET', '/me/agent-runs/{run_id}', 404, run_id=zero); c('GET', '/me/agent-runs?limit=0', 422); c('GET', '/me/agent-runs?limit=2&next_cursor=x', 422); c('GET', '/me/agent-runs', 200); c('GET', '/me/executions', 200)
    x = c('POST', '/me/tools/run/{tool_name}', 200, {'port': 'Hull'}, tool_name='read_tide_table'); c('GET', '/me/executions/{log_id}', 200, log_id=x['log_id']); c('GET', '/me/executions/{log_id}', 404, tok=P.OTHER, log_id=x['log_id'])
    c('POST', '/me/tools/run/{tool_name}', 400, {'port': 7}, tool_name='read_tide_table'); c('POST', '/me/tools/run/{tool_name}', 404, {}, tool_name='nope'); c('POST', '/me/tools/run/{tool_name}', 401, {}, tok=None, tool_name='echo_text'); c('POST', '/me/tools/run/{tool_name}', 422, '[]', tool_name='echo_text')
    s = '/me/agents/{agent_id}/subscribe'; u = '/me/agents/{agent_id}/unsubscribe'; pa = FX['paidAgentId']
    c('GET', '/me/subscriptions/{agent_id}', 404, agent_id=pa); c('POST', u, 400, agent_id=pa); c('POST', s, 200, {}, agent_id=pa); c('POST', s, 402, {}, agent_id=pa); c('GET', '/me/subscriptions/{agent_id}', 200, agent_id=pa); c('POST', u, 200, agent_id=pa); c('POST', u, 400, agent_id=pa); c('POST', s, 200, {}, agent_id=pa); c('POST', u, 200, agent_id=pa); c('POST', s, 400, {}, agent_id=FX['unpaidAgentId']); c('POST', s, 404, {}, agent_id=zero); c('POST', u, 404, agent_id=zero); c('GET', '/me/subscriptions', 200)
    b = '/me/agent-studio-chats'; i = b + '/{run_id}'; r = c('POST', b, 200, {'title': 't'})['run_id']; c('POST', b, 200, {'run_id': r}); c('POST', b, 409, {'run_id': r}, P.OTHER); c('POST', b, 400, {'visibility': 'private'}, P.SAND); c('GET', b, 200); c('GET', i, 200, tok=None, run_id=r); x = c('PUT', i, 200, {}, run_id=r); ok('full update', x['title'] is None); c('PUT', i, 403, {}, P.OTHER, run_id=r); c('PATCH', i, 200, {'visibility': 'private'}, run_id=r); c('GET', i, 403, tok=None, run_id=r); c('PATCH', i, 404, {}, run_id='zz'); c('POST', i + '/clone', 400, run_id=r); c('PATCH', i, 200, {'visibility': 'public'}, run_id=r); c('POST', i + '/clone', 201, tok=P.OTHER, run_id=r); c('DELETE', i, 403, tok=P.OTHER, run_id=r); c('DELETE', i, 200, run_id=r); c('GET', i, 404, run_id=r); c('POST', b, 409, {'run_id': r})
    b = '/me/agents'; c('POST', b, 400, {}); c('POST', b, 400, {'chat_prompt': 'x', 'visibility': 'private'}, P.SAND); c('POST', b, 422, {'chat_prompt': 5}); full = {'name': 'Ñ', 'description': 'd', 'chat_prompt': 'p\n', 'visibility': 'private', 'vanity_slug': 'my-agent', 'upsell_description': 'u', 'price': '3.50', 'tags': ['b', 'a'], 'settings': {'a': {}, 'n': 1.0}, 'temperature': 0.5}
    x = c('POST', b, 200, full); a = x['agent_id']; ok('fields', all(x[k] == v for k, v in full.items())); ok('read', c('GET', '/me/agents/{agent_id}', 200, agent_id=a) == x); c('GET', '/me/agents/{agent_id}', 403, tok=None, agent_id=a); c('GET', '/me/agents/{agent_id}', 404, agent_id='x'); c('POST', b, 403, {'agent_id': a, 'chat_prompt': 'x'}, P.OTHER); c('POST', b, 404, {'agent_id': zero, 'chat_prompt': 'x'}); c('GET', b, 200); c('GET', '/me/chats', 200); ok('401', J('GET', b, tok='x')[0] == 401)
    c('POST', '/me/agents/{agent_id}/upsell-description', 200, agent_id=a); c('POST', '/me/agents/{agent_id}/upsell-description', 404, agent_id=zero); x = c('POST', '/me/agents/vanity/slug', 200, {'name': 'My Agent'}); ok('slug', x['slug'] == 'my-agent-2'); ok('taken', c('GET', '/me/agents/vanity/slug?slug=my-agent', 200)['available'] is False); ok('free', c('GET', '/me/agents/vanity/slug?slug=my-agent-9', 200)['available']); c('GET', '/me/agents/vanity/slug', 422)
    for n in c('GET', '/me/vibe/services', 200, tok=None): ok('vibe', 'p\n' in c('GET', '/me/agents/{agent_id}/vibe?service_name=' + n, 200, agent_id=a)['prompt'])
    c('GET', '/me/agents/{agent_id}/vibe?service_name=x', 422, agent_id=a); t = '/me/agents/{agent_id}/customizations/theme'; ok('null', c('GET', t, 200, agent_id=a) is None); c('PUT', t, 200, {'theme_color': '#A1b2c3'}, agent_id=a); ok('theme', c('GET', t, 200, agent_id=a)['theme_color'] == '#A1b2c3'); c('PUT', t, 400, {'theme_color': 'red'}, agent_id=a); c('PUT', t, 403, {'theme_color': '#000000'}, P.OTHER, agent_id=a); c('GET', t, 404, agent_id=zero); c('GET', t, 403, tok=P.OTHER, agent_id=a)
    f = '/me/agents/{agent_id}/files'; fi = f + '/{file_id}'; ids = [c('POST', f, 201, {'name': str(n)}, agent_id=a)['file_id'] for n in range(10)]; c('POST', f, 400, {'name': 'x'}, agent_id=a); c('GET', fi, 200, agent_id=a, file_id=ids[3]); c('PATCH', fi, 200, {'content': ''}, agent_id=a, file_id=ids[3]); c('DELETE', fi, 204, agent_id=a, file_id=ids[9]); c('GET', fi, 404, agent_id=a, file_id=ids[9]); c('DELETE', fi, 403, tok=P.OTHER, agent_id=a, file_id=ids[0])
    x = c('PUT', f + '/positions', 200, {'positions': [{'file_id': q, 'position': n} for n, q in enumerate(ids[8::-1])]}, agent_id=a)['data']; ok('order', [y['file_id'] for y in x] == ids[8::-1]); ok('order kept', [y['file_id'] for y in c('GET', f, 200, agent_id=a)['data']] == ids[8::-1])
    h = '/me/chats/{chat_id}'; c('POST', '/me/chats', 200, {'chat_prompt': 'c'}); c('POST', '/me/chats', 400, {}); c('GET', h, 403, tok=P.OTHER, chat_id=a); x = c('PATCH', h, 200, {'visibility': 'public'}, chat_id=a); ok('rest kept', x['description'] == 'd'); c('GET', h + '/og', 200, tok=None, chat_id=a); c('POST', h + '/feedback', 200, {'rating': 5}, P.OTHER, chat_id=a); c('POST', h + '/feedback', 404, {'rating': 5}, chat_id=zero); c('POST', h + '/clone', 200, tok=P.OTHER, chat_id=a); c('POST', h + '/clone', 200, {'name': 'N'}, chat_id=a); c('POST', h + '/runs', 200, chat_id=a); c('POST', h + '/runs', 403, chat_id=FX['privateAgentId']); c('PUT', h, 200, {'chat_prompt': 'n', 'visibility': 'private'}, chat_id=a); c('POST', h + '/clone', 403, chat_id=a); c('GET', h, 200, chat_id=a); c('DELETE', h, 403, tok=P.OTHER, chat_id=a); c('DELETE', h, 200, chat_id=a); c('DELETE', h, 404, chat_id=a)
    k = '/me/api-keys'; x = c('POST', k, 200, {'name': 'n'}); ok('hidden', 'key' not in c('GET', k, 200)[0]); c('GET', k + '/default', 200); ok('worker', W('x', key=x['key'])[0] == 200); c('GET', k + '/{api_key_id}', 404, tok=P.OTHER, api_key_id=x['api_key_id']); c('GET', k + '/{api_key_id}', 200, api_key_id=x['api_key_id']); c('DELETE', k + '/{api_key_id}', 200, api_key_id=x['api_key_id']); ok('gone', W('x', key=x['key'])[0] == 401)
    for p in ('/me/billing', '/me/credits', '/me/bundles', '/me/schedules', '/me/schedules/onboarding', '/me/tools/list', '/me/tools', '/me/toolsets/list', '/me/user-tools', '/me/', '/me/vip'): c('GET', p, 200)
    c('POST', '/me/credits/use', 200); c('POST', '/me/payments/sessions', 200, {}); ok('webhook', P.raw('POST', '/me/payments/webhook', FX['webhook']['body'], None, {'x-payment-signature': FX['webhook']['validSignature']})[0] == 200); c('POST', '/me/payments/webhook', 400, '{}', None)
    for p in ('summary', 'subscribers', 'earnings'): x = c('GET', '/me/monetization/' + p, 200); ok('28', p == 'summary' or len(x['data']) == 28); c('GET', f'/me/monetization/{p}?period=365', 200); c('GET', f'/me/monetization/{p}?period=366', 422)
    b = '/me/bundles/{bundle_id}'; i = c('POST', '/me/bundles', 200)['bundle_id']; c('PUT', b, 200, {'name': 'B', 'tools': ['echo_text']}, bundle_id=i); c('PUT', b, 409, {}, bundle_id=999); c('POST', b + '/tools', 200, {'tool_id': 'count_words'}, bundle_id=i); c('GET', b + '/tools', 200, bundle_id=i); c('DELETE', b + '/tools/{tool_id}', 200, bundle_id=i, tool_id='echo_text'); c('DELETE', b + '/tools/{tool_id}', 404, bundle_id=i, tool_id='echo_text'); c('GET', b, 200, bundle_id=i); c('DELETE', b, 200, bundle_id=i); c('GET', b, 404, bundle_id=i)
    i = c('POST', '/me/cli-auth', 200, tok=None)['cli_auth_id']; g = '/me/cli-auth/{auth_id}'; ok('none', c('GET', g, 200, tok=None, auth_id=i) is None); c('PUT', '/me/cli-auth/{cli_auth_id}', 200, {'jwt': P.OWN}, cli_auth_id=i); c('PUT', '/me/cli-auth/{cli_auth_id}', 403, {'jwt': 'x'}, P.OTHER, cli_auth_id=i); ok('jwt', c('GET', g, 200, tok=None, auth_id=i) == P.OWN); ok('used', c('GET', g, 200, tok=None, auth_id=i) is None); c('GET', g, 404, tok=None, auth_id=zero)
    d = '/me/schedules/{schedule_id}'; i = c('POST', '/me/schedules', 200, {'chat_id': P.A, 'cron': '*/5 9-17 * * mon-fri'})['schedule_id']; c('POST', '/me/schedules', 403, {'cron': '* * * * *'}); c('POST', '/me/schedules', 422, {'chat_id': P.A, 'cron': 'x'}); c('GET', d, 200, schedule_id=i); ok('cron', c('PUT', d, 200, {'cron': '0 0 29 2 *'}, schedule_id=i)['cron'] == '0 0 29 2 *'); c('DELETE', d, 200, schedule_id=i); c('GET', d, 404, schedule_id=i); ok('text', c('GET', '/me/schedules/text-to-cron?cron=every+day+at+9am', 200)['cron'] == '0 9 * * *'); c('GET', '/me/schedules/text-to-cron?cron=x', 400)
    ok('found', len(c('GET', '/me/tools/search?q=NOTIFIER', 200)) == 15); c('GET', '/me/tools/search?q=', 422); c('GET', '/me/tools/search?q=x&min_score=1.1', 422); c('GET', '/me/tools/{tool_id}', 200, tok=None, tool_id='echo_text'); c('GET', '/me/tools/{tool_id}', 404, tool_id='x'); c('GET', '/me/toolsets/{toolset_name}', 200, toolset_name='sea'); c('GET', '/me/toolsets/{toolset_name}', 404, toolset_name='x')
    u = '/me/user-tools/{tool_id}'; c('POST', '/me/user-tools', 200, {'tool_id': 'count_words'}); c('POST', '/me/user-tools', 409, {'tool_id': 'count_words'}); c('GET', u, 200, tool_id='count_words'); c('DELETE', u, 200, tool_id='count_words'); c('DELETE', u, 404, tool_id='count_words'); c('POST', '/me/vip', 200, {'code': 'WELCOME-2026'}); c('POST', '/me/vip', 400, {'code': 'WELCOME-2026'}); c('POST', '/me/vip', 400, {'code': 'ANN-FRIENDS'}); c('POST', '/me/vip', 400, {'code': 'no'})
    N = P.N; ch = N('CREATE_CHAT', {'email': 'a@b.test'})[1]['iden']; dv = N('CREATE_DEVICE', {'nickname': 'n', 'model': 'm', 'app_version': 1, 'manufacturer': 'f'})[1]['iden']; pu = N('CREATE_PUSH', {'type': 'note', 'device_iden': dv})[1]['iden']
    for op, a in (('GET_USER', {}), ('LIST_CHATS', {'limit': 500}), ('LIST_DEVICES', {}), ('LIST_PUSHES', {'active': True}), ('UPDATE_CHAT', {'iden': ch, 'muted': True}), ('UPDATE_DEVICE', {'iden': dv, 'icon': 'phone'}), ('UPDATE_PUSH', {'iden': pu, 'items': [{'text': 't', 'checked': False}]}), ('DELETE_PUSH', {'iden': pu}), ('DELETE_DEVICE', {'device_iden': dv}), ('DELETE_CHAT', {'iden': ch}), ('UPLOAD_REQUEST', {'file_name': 'f', 'file_type': 't/p'}), ('DELETE_ALL_PUSHES', {})): s, x = N(op, a); ok(f'{op} {x}', s == 200)
    for op, a in (('CREATE_PUSH', {'type': 'file', 'file_url': 'u', 'file_name': 'n'}), ('LIST_PUSHES', {'limit': 501}), ('CREATE_DEVICE', {'nickname': 'n'}), ('CREATE_CHAT', {})): ok(op, N(op, a)[0] == 400)
    for o in sorted(ops - seen): ok(f'not walked: {o}', False)
def load():
    stat = collections.Counter(); reqs = [('GET', '/me/agents', None), ('GET', '/me/agent-runs', None), ('POST', '/me/agents', {'chat_prompt': 'x'}), ('POST', '/me/credits/use', None), ('POST', '/agents/' + P.A, {'message': 'hi'}), ('GET', '/me/tools/search?q=push', None), ('POST', '/me/tools/run/echo_text', {'text': 'x'}), ('GET', '/me/', None)]
    def go(n):
        c = http.client.HTTPConnection('127.0.0.1', P.PORT, timeout=30)
        for i in range(100):
            m, p, b = reqs[(i + n) % len(reqs)]; tok = P.KEY if p.startswith('/agents') else P.SAND if n % 3 == 0 and 'credits' not in p else P.OWN
            try: c.request(m, p, json.dumps(b) if b is not None else None, {'Authorization': 'Bearer ' + tok}); r = c.getresponse(); r.read(); stat[r.status] += 1
            except Exception as e: stat[repr(e)] += 1; c.close()
        c.close()
    t = time.time(); ts = [threading.Thread(target=go, args=(n,)) for n in range(30)]; [x.start() for x in ts]; [x.join() for x in ts]; d = time.time() - t
    print('load:', dict(stat), f'{3000 / d:.0f}/s'); ok('load', set(stat) == {200})
if __name__ == '__main__':
    p = start()
    try: walk()
    except Exception as e: import traceback; traceback.print_exc(); bad.append('walk')
    stop(p); p = start()
    for f in P.F:
        r = probe(f)
        if r is not True: ok(f"without a fault: {f['id']} {r}", False)
    load(); stop(p)
    for f in P.F:
        if f['id'] not in LISTED or (sys.argv[1:] and f['id'] not in sys.argv[1:]): continue
        p = start(f['id']); r = probe(f); stop(p)
        print(('shown   ' if r is False else 'shown?  ' + str(r) + ' ' if r is not True else 'HIDDEN  ') + f['id'], flush=True)
        if r is not False: bad.append(f['id'])
    print('all good' if not bad else f'{len(bad)} bad: {bad}')

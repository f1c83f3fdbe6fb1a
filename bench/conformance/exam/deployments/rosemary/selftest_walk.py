import base64, http.client, json, threading, time
from selftest_lib import eq, many, new

def walk(e):
    f, A, W = e.f, e.f['agentId'], e.f['backgroundAgentId']
    none = new()
    # ---- Workers API
    eq(e.raw('POST', '/workers/' + A, b'{"message":"x"}').status, 401, 'no key')
    run, r = e.start('Hi “there”')
    assert 'Hi “there”' in r.text and r.headers['content-type'].startswith('text/plain')
    eq(e.go(run, 'two\nlines').headers['X-Service-Run-ID'], run, 'run header')
    m, job = e.history(run)
    eq([x['role'] for x in m], ['user', 'assistant'] * 2, 'roles'); eq(m[0]['content'], 'Hi “there”'); eq(m[2]['content'], 'two\nlines'); eq(m[1]['content'], r.text); eq(job, None)
    run2, r = e.start(f['toolCallMessage']['message'], nd=True)
    lines = [json.loads(x) for x in r.text.splitlines()]
    eq([x['type'] for x in lines if x['type'] != 'text'], ['start', 'toolCall', 'toolResponse', 'done'])
    assert run2 != run and 'STN-4471' in r.text and r.headers['content-type'].startswith('application/x-ndjson')
    e.go(run2, 'again', nd=True)
    eq(len(e.history(run2)[0]), 4)
    for msg in ('backgroundMessage', 'backgroundErrorMessage'):
        run, r = e.start(f[msg], agent=W)
        m, job = e.history(run, agent=W); assert job
        for nd in (0, 1): e.go(run, 'x', agent=W, nd=nd, want=409)
        eq(e.history(run, agent=W)[0], m); e.start('other', agent=W)
        for _ in range(60):
            m, job = e.history(run, agent=W)
            if not job: break
            time.sleep(.1)
        eq(job, None); eq(m[-1]['role'], 'assistant'); e.go(run, '', agent=W)
    e.start(want=404, agent=none); e.work('GET', f'/{A}/{none}', want=404); e.work('GET', f'/{W}/{run2}', want=404)
    e.start(agent=f['privateAgentId'], want=403); e.start(agent=f['unpaidAgentId']); e.start(agent=f['paidAgentId'], want=402)
    e.history(run2, key=e.otherkey, want=404); e.work('DELETE', '/' + A, want=405); e.work('POST', '/' + A, body=b'{', want=400)
    run, r = e.start(None, body=b'{}'); eq(e.history(run)[0][0]['role'], 'assistant')
    # ---- every authorized path answers 401 without a token
    for p in ('agent-runs', 'executions', 'subscriptions', 'agent-studio-chats', 'agents', 'chats', 'api-keys', 'api-keys/default', 'billing', 'credits', 'bundles',
              'schedules', 'tools/list', 'toolsets/list', 'user-tools', '', 'vip', 'monetization/summary', 'schedules/onboarding', 'tools/search?q=a'):
        e.get('/me/' + p, jwt=None, want=401); e.get('/me/' + p)
    # ---- runs
    p = e.get('/me/agent-runs?limit=2'); eq(len(p['data']), 2); seen = [x['run_id'] for x in p['data']]
    while p['next_cursor']:
        p = e.get('/me/agent-runs?limit=2&next_cursor=' + p['next_cursor']); seen += [x['run_id'] for x in p['data']]
    allruns = [x['run_id'] for x in e.get('/me/agent-runs?limit=500')['data']]; eq(seen, allruns); eq(allruns[0], run)
    for bad in ('limit=x', 'limit=0', 'next_cursor=never'): e.get('/me/agent-runs?' + bad, want=422); e.get('/me/executions?' + bad, want=422)
    eq(e.get('/me/agent-runs/' + run2)['message_count'], 4); e.get('/me/agent-runs/' + none, want=404); e.get('/me/agent-runs/x', want=422); e.get('/me/agent-runs/' + run2, jwt='other', want=404)
    eq(e.get(f'/me/agent-runs/{run2}/mcp-server-logs')[0]['tool_name'], 'get_forecast'); assert len(e.get(f'/me/agent-runs/{run2}/logs')) == 6
    eq(e.get(f'/me/agent-runs/{run2}/logs', jwt='other'), [])
    log = e.post('/me/tools/run/add_numbers', {'a': 1, 'b': 2}); eq(log['result'], {'sum': 3})
    eq(e.get('/me/executions')['data'][0]['log_id'], log['log_id']); eq(e.get(f"/me/executions/{log['log_id']}")['input'], {'a': 1, 'b': 2})
    e.get('/me/executions/999999', want=404); e.get('/me/executions/x', want=422); e.get(f"/me/executions/{log['log_id']}", jwt='other', want=404)
    # ---- subscriptions
    P = f['paidAgentId']
    for a, s in ((f['unpaidAgentId'], 400), (f['ownPaidAgentId'], 400), (none, 404), (f['subscribedAgentId'], 402), (f['privateAgentId'], 404)): e.post(f'/me/agents/{a}/subscribe', {}, want=s)
    e.post(f'/me/agents/{P}/unsubscribe', want=400); e.post(f'/me/agents/{none}/unsubscribe', want=404); e.get('/me/subscriptions/' + P, want=404)
    eq(sorted(many(8, lambda i: e.call('POST', f'/me/agents/{P}/subscribe', {}).status)), [200] + [402] * 7); eq(e.get('/me/subscriptions/' + P)['status'], 'active'); e.start(agent=P)
    eq(len(e.get('/me/subscriptions')), 3); eq(e.post(f'/me/agents/{P}/unsubscribe')['status'], 'canceled'); e.get('/me/subscriptions/' + P, want=404); eq(len(e.get('/me/subscriptions')), 2)
    # ---- studio chats
    S = '/me/agent-studio-chats'
    c = e.post(S, {'title': 'T', 'messages': [{'role': 'user', 'content': 'x'}], 'visibility': 'private', 'run_id': 'r-1'})
    eq(e.post(S, {'run_id': 'r-1', 'title': 'U'}), c); e.post(S, {'run_id': 'r-1'}, jwt='other', want=409); e.post(S, {'visibility': 'private'}, jwt='sandbox', want=400)
    e.get(S + '/r-1', jwt=None, want=403); e.get(S + '/r-1', jwt='other', want=403); eq(e.get(S + '/r-1'), c); e.get(S + '/none', jwt=None, want=404)
    e.post(S + '/r-1/clone', want=400); e.post(S + '/none/clone', want=404)
    for m in ('PUT', 'PATCH', 'DELETE'): e.call(m, S + '/r-1', {}, jwt='other', want=403); e.call(m, S + '/none', {}, want=404)
    d = e.patch(S + '/r-1', {'visibility': 'public'}); eq(d['title'], 'T'); d = e.put(S + '/r-1', {'title': 'V'}); eq((d['title'], d['messages']), ('V', []))
    cl = e.post(S + '/r-1/clone', jwt='other', want=201); assert cl['run_id'] != 'r-1' and cl['title'] == 'V'; eq(e.get(S, jwt='other')[0], cl)
    s = e.post(S, {}, jwt='sandbox')['run_id']; e.patch(S + '/' + s, {'visibility': 'private'}, jwt='sandbox', want=400); e.put(S + '/' + s, {'visibility': 'private'}, jwt='sandbox', want=400)
    e.patch(S + '/r-1', {'visibility': 'secret'}, want=422); e.delete(S + '/r-1'); e.get(S + '/r-1', want=404); eq(e.get(S), []); e.post(S, {'run_id': 'r-1'}, want=409)
    # ---- agents
    a = e.post('/me/agents', {'chat_prompt': 'Be kind.', 'name': 'N', 'vanity_slug': 'nnn', 'visibility': 'private', 'metadata': {'a': [1]}, 'tags': ['a,b', '"q"']})
    i = a['agent_id']; eq(e.get('/me/agents/' + i), a); e.get('/me/agents/' + i, jwt='other', want=403); e.get('/me/agents/' + i, jwt=None, want=403); e.get('/me/agents/' + none, jwt=None, want=404)
    for b in ({}, {'chat_prompt': None}, {'chat_prompt': ' '}): e.post('/me/agents', b, want=400); e.post('/me/chats', b, want=400)
    e.post('/me/agents', {'chat_prompt': 7}, want=422); e.post('/me/agents', {'chat_prompt': 'x', 'agent_id': i}, jwt='other', want=403); e.post('/me/agents', {'chat_prompt': 'x', 'agent_id': none}, want=404)
    e.post('/me/agents', {'chat_prompt': 'x', 'visibility': 'private'}, jwt='sandbox', want=400)
    b = e.post('/me/agents', {'chat_prompt': 'y', 'agent_id': i}); eq((b['name'], b['visibility'], b['chat_prompt']), ('N', 'private', 'y')); eq(e.get('/me/agents')[0], b); eq(e.get('/me/chats')[0], b)
    assert e.post(f'/me/agents/{i}/upsell-description')['upsell_description']; e.post(f'/me/agents/{i}/upsell-description', jwt='other', want=404)
    eq(e.post('/me/agents/vanity/slug', {'name': 'Nnn!'}, jwt=None)['slug'], 'nnn-2'); eq(e.get('/me/agents/vanity/slug?slug=nnn', jwt='other')['available'], False); eq(e.get('/me/agents/vanity/slug?slug=n4')['available'], True); e.get('/me/agents/vanity/slug', want=422)
    for s in e.get('/me/vibe/services', jwt=None): assert e.get(f"/me/agents/{i}/vibe?service_name={s['service_name']}")['prompt']
    e.get(f'/me/agents/{i}/vibe?service_name=x', want=422); e.get(f'/me/agents/{i}/vibe', want=422)
    T = f'/me/agents/{i}/customizations/theme'
    eq(e.get(T), None); e.put(T, {'theme_color': 'red'}, want=400); eq(e.put(T, {'theme_color': '#A1b2C3'})['theme_color'], '#A1b2C3'); eq(e.get(T)['theme_color'], '#A1b2C3')
    e.get(T, jwt='other', want=403); e.put(T, {'theme_color': '#000000'}, jwt='other', want=403); e.get(f'/me/agents/{none}/customizations/theme', want=404); e.put(T, {}, want=422)
    F = f'/me/agents/{i}/files'
    fs = [e.post(F, {'name': f'f{n}', 'content': 'é'}, want=201) for n in range(10)]; e.post(F, {'name': 'x'}, want=400); e.post(F, {}, want=422); eq(e.get(F), fs)
    e.put(F + '/positions', {'positions': [{'file_id': x['file_id'], 'position': 9 - n} for n, x in enumerate(fs)]}); eq([x['name'] for x in e.get(F)], [f'f{9 - n}' for n in range(10)])
    one = F + '/' + fs[0]['file_id']; eq(e.patch(one, {'name': 'g'})['content'], 'é'); e.call('DELETE', one, want=204); e.get(one, want=404); e.get(F, jwt='other', want=403); e.get(F + '/' + none, want=404); e.get(F + '/x', want=422); eq(len(e.get(F)), 9)
    # ---- chats
    C = '/me/chats/' + i
    e.post(C + '/clone', want=403); eq(e.get(C)['chat_id'], i); e.get(C, jwt='other', want=403); e.patch(C, {'visibility': 'public'}); eq(e.get(C, jwt=None)['name'], 'N')
    for m in ('PUT', 'PATCH', 'DELETE'): e.call(m, C, {'chat_prompt': 'z'}, jwt='other', want=403); e.call(m, '/me/chats/' + none, {'chat_prompt': 'z'}, want=404)
    eq(e.put(C, {'chat_prompt': 'z', 'name': 'M'})['name'], 'M'); eq(e.get(C + '/og', jwt=None)['title'], 'M')
    k = e.post(C + '/clone', {'name': 'K'}, jwt='other'); eq((k['name'], k['chat_prompt'], k['vanity_slug']), ('K', 'z', None)); e.post(C + '/clone'); e.post(f'/me/chats/{none}/clone', want=404)
    sb = e.post('/me/chats', {'chat_prompt': 'q'}, jwt='sandbox')['chat_id']
    for m in ('PUT', 'PATCH'): e.call(m, '/me/chats/' + sb, {'chat_prompt': 'q', 'visibility': 'private'}, jwt='sandbox', want=400)
    eq(e.post(C + '/feedback', {'rating': 5}, jwt='other')['agent_id'], i); e.post(f'/me/chats/{none}/feedback', {}, want=404)
    lg = e.post(C + '/runs'); e.go(lg['run_id'], agent=i); e.post(f'/me/chats/{none}/runs', want=404); e.post(f"/me/chats/{f['privateAgentId']}/runs", want=403)
    sc = e.post('/me/schedules', {'chat_id': i, 'cron': f['cron']}); e.delete(C); e.get(C, want=404); e.get('/me/schedules/' + sc['schedule_id'], want=404)
    # ---- keys, credits, payments
    k = e.post('/me/api-keys', {'name': 'n', 'is_default': True}); K = f"/me/api-keys/{k['api_key_id']}"; eq(e.get('/me/api-keys/default')['key'], k['key']); e.start(key=k['key'])
    assert all('key' not in x for x in e.get('/me/api-keys')) and sum(x['is_default'] for x in e.get('/me/api-keys')) == 1; e.get(K, jwt='other', want=404); e.delete(K, jwt='other', want=404)
    assert 'key' not in e.delete(K); e.get(K, want=404); e.start(key=k['key'], want=401); e.get('/me/api-keys/x', want=422); eq(e.get('/me/api-keys/default')['is_default'], True)
    b = e.get('/me/credits')['balance']; many(20, lambda i: e.post('/me/credits/use')); eq(e.get('/me/credits')['balance'], b - 20)
    eq(sorted(many(12, lambda i: e.call('POST', '/me/credits/use', jwt='sandbox').status)), [200] * 8 + [404] * 4)
    w = f['webhook']; H = {w['signatureHeader']: w['validSignature']}
    for _ in range(2): eq(e.raw('POST', '/me/payments/webhook', w['body'].encode(), H).status, 200)
    eq(e.get('/me/credits')['balance'], b + 5); eq(e.raw('POST', '/me/payments/webhook', w['body'].encode()).status, 400); eq(e.raw('POST', '/me/payments/webhook', (w['body'] + ' ').encode(), H).status, 400)
    eq(e.post('/me/payments/sessions', {'credits': 3})['amount'], .21)
    for p in (1, 28, 365):
        s, u, v = (e.get(f'/me/monetization/{x}?period={p}') for x in ('summary', 'subscribers', 'earnings')); eq((len(u['data']), len(v['data'])), (p, p)); eq(round(sum(x['earnings'] for x in v['data']), 2), s['total_earnings']); eq(u['data'][-1]['subscribers'], s['total_subscribers'])
    eq(s['total_earnings'], 26.1); eq(e.get('/me/monetization/summary')['period'], 28)
    for p in ('0', '366', 'x'): e.get('/me/monetization/summary?period=' + p, want=422)
    # ---- bundles
    b = e.post('/me/bundles'); B = f"/me/bundles/{b['bundle_id']}"; eq(e.post(B + '/tools', {'tool_id': 'echo_text'})['tool_id'], 'echo_text'); e.post(B + '/tools', {'tool_id': 'echo_text'}); eq(len(e.get(B + '/tools')), 1)
    eq(len(e.put(B, {'name': 'x'})['tools']), 1); e.put('/me/bundles/99999', {}, want=409); e.put(B, {}, jwt='other', want=409); e.get(B, jwt='other', want=404); eq(e.get('/me/bundles')[0]['tool_count'], 1)
    e.post('/me/bundles/99999/tools', {'tool_id': 'echo_text'}, want=404); e.delete(B + '/tools/none', want=404); e.delete(B + '/tools/echo_text'); e.delete(B); e.delete(B, want=404); e.get(B, want=404)
    # ---- CLI
    c = e.post('/me/cli-auth', jwt=None)['cli_auth_id']; C = '/me/cli-auth/' + c; eq(e.get(C, jwt=None), None); e.put(C, {'jwt': e.own}); e.put(C, {'jwt': e.other}, jwt='other', want=403)
    eq(e.get(C, jwt=None), e.own); eq(e.get(C, jwt=None), None); e.get('/me/cli-auth/' + none, jwt=None, want=404); e.put('/me/cli-auth/' + none, {'jwt': 'x'}, want=404); e.put(C, {}, want=422); e.put(C, {'jwt': 'x'}, jwt=None, want=401)
    # ---- schedules
    s = e.post('/me/schedules', {'chat_id': A, 'cron': f['cron'], 'name': 'n'}); X = '/me/schedules/' + s['schedule_id']; eq(e.get(X), s); eq(e.get('/me/schedules'), [s]); e.get(X, jwt='other', want=404)
    for c in (None, 'x', none, f['unpaidAgentId']): e.post('/me/schedules', {'chat_id': c, 'cron': f['cron']}, want=403)
    e.post('/me/schedules', {'chat_id': A, 'cron': '61 * * * *'}, want=422); u = e.put(X, {'cron': '5 4 * * *'}); eq((u['cron'], u['name']), ('5 4 * * *', 'n')); e.put(X, {'chat_id': f['unpaidAgentId']}, want=403)
    e.put(X, {}, jwt='other', want=404); eq(e.get('/me/schedules/text-to-cron?cron=every%20day%20at%209')['cron'], '0 9 * * *'); e.get('/me/schedules/text-to-cron?cron=99%20*%20*%20*%20*', want=400); e.get('/me/schedules/text-to-cron', want=422); e.delete(X); e.get(X, want=404)
    # ---- tools
    n = len(e.get('/me/tools', jwt=None)); eq(len(e.get('/me/tools/list')), n); eq(e.get('/me/tools/search?q=get_forecast')[0]['name'], 'get_forecast'); eq(len(e.get('/me/tools/search?q=text&limit=1')), 1); assert len(e.get('/me/tools/search?q=zzz&min_score=0')) == 20
    for b in ('q=', 'limit=5', 'q=a&limit=0', 'q=a&limit=201', 'q=a&min_score=2'): e.get('/me/tools/search?' + b, want=422)
    assert all(t['toolkit'] == 'math' for t in e.get('/me/tools/search?q=numbers&toolkit=math')); e.get('/me/tools/echo_text', jwt=None); e.get('/me/tools/none', jwt=None, want=404)
    t = f['tool']; e.post('/me/tools/run/' + t['name'], t['input']); e.post('/me/tools/run/' + t['name'], t['invalidInput'], want=400); e.post('/me/tools/run/none', {}, want=404); e.post('/me/tools/run/' + t['name'], t['input'], jwt=None, want=401); e.post('/me/tools/run/' + t['name'], [], want=422)
    assert e.get('/me/toolsets/' + f['toolsetName'])['tools']; e.get('/me/toolsets/none', want=404); I = f['installableToolId']; U = '/me/user-tools/' + I
    e.get(U, want=404); e.post('/me/user-tools', {'tool_id': I}); e.post('/me/user-tools', {'tool_id': I}, want=409); e.post('/me/user-tools', {'tool_id': 'none'}, want=409); eq(e.get(U)['tool_id'], I); eq(len(e.get('/me/user-tools')), 1); e.delete(U); e.delete(U, want=404)
    eq(e.get('/me/')['tier'], 'pro'); eq(e.get('/me/', jwt='sandbox')['tier'], 'sandbox')
    # ---- VIP
    for c in ('none', f['ownVipCode']): e.post('/me/vip', {'code': c}, want=400)
    eq(sorted(many(5, lambda i: e.call('POST', '/me/vip', {'code': f['vipCode']}).status)), [200] + [400] * 4); eq(e.get('/me/vip')['count'], 1); e.post('/me/vip', {'code': f['vipCode']}, jwt='other'); e.post('/me/vip', {}, want=422)
    notifier(e)

def notifier(e):
    N = lambda op, b=None, **k: e.tool('NOTIFIER_' + op, b, **k)
    c = N('CREATE_CHAT', {'email': 'a@b.example'}); eq(N('UPDATE_CHAT', {'iden': c['iden'], 'muted': True})['muted'], True); eq(len(N('LIST_CHATS')['chats']), 1); N('DELETE_CHAT', {'iden': c['iden']}); eq(N('LIST_CHATS')['chats'], [])
    d = N('CREATE_DEVICE', {'model': 'm', 'nickname': 'n', 'app_version': 0, 'manufacturer': 'f', 'icon': 'phone'}); eq(N('UPDATE_DEVICE', {'iden': d['iden'], 'nickname': 'o'})['icon'], 'phone'); eq(len(N('LIST_DEVICES')['devices']), 1)
    N('CREATE_DEVICE', {'model': 'm', 'nickname': 'n', 'app_version': -1, 'manufacturer': 'f'}, want=400); N('CREATE_DEVICE', {'model': 'm'}, want=400); N('DELETE_DEVICE', {'device_iden': d['iden']}); N('DELETE_DEVICE', {'device_iden': d['iden']}, want=400)
    for b in ({}, {'type': 'x'}, {'type': 'link'}, {'type': 'file', 'file_url': 'u', 'file_name': 'n'}): N('CREATE_PUSH', b, want=400)
    p = N('CREATE_PUSH', {'type': 'note', 'body': 'é', 'guid': 'g'}); eq(N('CREATE_PUSH', {'type': 'note', 'body': 'é', 'guid': 'g'})['iden'], p['iden']); assert N('CREATE_PUSH', {'type': 'note', 'guid': 'g'}, jwt='other')['iden'] != p['iden']
    eq(N('UPDATE_PUSH', {'iden': p['iden'], 'items': [{'text': 't', 'checked': False}], 'dismissed': True})['dismissed'], True); N('CREATE_PUSH', {'type': 'link', 'url': 'http://x.example'}); q = N('CREATE_PUSH', {'type': 'note', 'title': 't'})
    eq(len(N('LIST_PUSHES')['pushes']), 3); r = N('LIST_PUSHES', {'limit': 2}); eq(len(N('LIST_PUSHES', {'limit': 2, 'cursor': r['cursor']})['pushes']), 1); N('LIST_PUSHES', {'limit': 501}, want=400); N('LIST_CHATS', {'limit': 501}, want=400)
    eq(N('LIST_PUSHES', {'modified_after': q['modified']})['pushes'], []); N('DELETE_PUSH', {'iden': q['iden']}); eq(len(N('LIST_PUSHES', {'active': True})['pushes']), 2); eq(len(N('LIST_PUSHES')['pushes']), 3)
    N('DELETE_ALL_PUSHES'); time.sleep(.3); eq(N('LIST_PUSHES', {'active': True})['pushes'], []); assert N('GET_USER')['email'] and N('UPLOAD_REQUEST', {'file_name': 'a.png', 'file_type': 'image/png'})['upload_url']
    N('GET_USER', jwt='sandbox', want=400)

def load(e, threads=30, each=120):
    """30 connections at once, mixed requests, all must succeed."""
    A = e.f['agentId']; bad = []
    def one(n):
        k = http.client.HTTPConnection('127.0.0.1', e.port, timeout=30)
        def do(m, path, body=None, tok=e.own, ok=(200, 201)):
            k.request(m, path, None if body is None else json.dumps(body), {'authorization': 'Bearer ' + tok, 'content-type': 'application/json'})
            r = k.getresponse(); raw = r.read()
            if r.status not in ok: bad.append((m, path, r.status, raw[:200]))
            return r, raw
        try:
            for i in range(each // 8):
                r, _ = do('POST', '/workers/' + A, {'message': f'hello {n} {i}'}, e.key); run = r.headers['X-Service-Run-ID']
                do('PUT', f'/workers/ndjson/{A}/{run}', {'message': 'more'}, e.key); _, raw = do('GET', f'/workers/{A}/{run}', None, e.key)
                if len(json.loads(raw)) != 4 or f'hello {n} {i}' != json.loads(raw)[0]['content']: bad.append(raw)
                do('GET', '/me/agent-runs'); do('POST', '/me/bundles'); do('POST', '/me/tools/run/add_numbers', {'a': 1, 'b': i}); do('GET', '/me/agents'); do('GET', '/me/tools/search?q=text')
        except Exception as x: bad.append(repr(x))
    t = time.time(); many(threads, one)
    assert not bad, bad[:3]
    return threads * (each // 8) * 8, time.time() - t

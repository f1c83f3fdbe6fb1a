"""Walks through all operations of the interface, and a short load."""
import http.client, json, threading, time, uuid
def eq(a, b): assert a == b, f'{str(a)[:300]} != {str(b)[:300]}'
def walk(t):
    from __main__ import CFG, FX, TOK, A1
    doc = t.ok('GET', '/openapi.json', who=None)
    todo = {(m.upper(), p) for p, v in doc['paths'].items() for m in v}
    eq(len([1 for m, p in todo if p.startswith('/me')]), 88)
    import re
    def hit(m, path):
        path = path.split('?')[0]
        best = [(p.count('{'), p) for mm, p in todo0 if mm == m and re.fullmatch(re.sub(r'\{\w+\}', '[^/]+', p), path)]
        if best: todo.discard((m, min(best)[1]))
    todo0 = set(todo)
    def ok(m, path, body=None, who='own', want=200, **k):
        hit(m, path); return t.ok(m, path, body, who, want=want, **k)
    U = str(uuid.uuid4())
    # every operation that needs a credential refuses without; paths of wrong type are 422
    for m, p in sorted(todo0):
        d = doc['paths'][p][m.lower()]
        q = re.sub(r'\{(\w+)\}', lambda x: '1' if x[1] in ('api_key_id', 'bundle_id', 'log_id') else U, p)
        st, b, h = t.r(m, q, {} if m != 'GET' else None, None)
        assert h['x-request-id']
        if d['security'] and {} not in d['security']: eq((p, st), (p, 401))
        assert str(st) in d['responses'], (m, p, st)
        for x in d['parameters']:
            if x['in'] == 'path' and (x['schema'].get('format') == 'uuid' or x['schema']['type'] == 'integer'):
                st, b, _ = t.r(m, re.sub(r'\{\w+\}', 'zzz', p), {} if m != 'GET' else None); eq((p, st), (p, 422)); eq(b['ok'], False)
    # Workers API
    hit('POST', '/run/x'); rid, text, h = t.run('hé'); assert h['content-type'].startswith('text/plain')
    hit('PUT', '/run/x/y'); eq(t.put(rid)[0], 200); hit('GET', '/run/x/y'); eq([set(x) for x in t.msgs(rid)[1]], [{'role', 'content'}] * 4)
    hit('POST', '/run/ndjson/x'); r2, nd, h = t.run(FX['toolCallMessage']['message'], nd=True); assert [json.loads(l) for l in nd.splitlines()]
    hit('PUT', '/run/ndjson/x/y'); eq(t.put(r2, nd=True)[0], 200)
    eq(t.r('POST', f'/run/{U}', {'message': 'x'}, 'kown')[0], 404); eq(t.put(U)[0], 404); eq(t.r('POST', f'/run/{A1}', {'message': 5}, 'kown')[0], 422)
    eq(t.r('POST', f'/run/{FX["privateAgentId"]}', {'message': 'x'}, 'kown')[0], 403); eq(t.r('POST', f'/run/{A1}', {'message': 'x'}, 'own')[0], 401)
    # runs
    b = ok('GET', '/me/agent-runs'); assert b['records'][0]['run_id'] == r2 and b['cursor'] is None
    eq(ok('GET', f'/me/agent-runs/{rid}')['message_count'], 4); ok('GET', f'/me/agent-runs/{U}', want=404); ok('GET', f'/me/agent-runs/{rid}', who='other', want=404)
    eq(len(ok('GET', f'/me/agent-runs/{r2}/mcp-server-logs')), 1); assert ok('GET', f'/me/agent-runs/{rid}/logs')
    for q in ('limit=0', 'limit=x', 'next_cursor=nope', 'limit=1.5'): ok('GET', f'/me/agent-runs?{q}', want=422)
    n = ok('POST', '/me/tools/run/read_tide_table', {'port': 'Hull'})['log_id']; eq(ok('GET', f'/me/executions/{n}')['output']['port'], 'Hull'); ok('GET', '/me/executions?limit=1'); ok('GET', '/me/executions/1', want=404)
    # subscriptions
    a = t.agent('other', price_micros=1500000)['agent_id']; P = f'/me/agents/{a}'
    ok('POST', f'{P}/subscribe', {}); ok('POST', f'{P}/subscribe', {}, want=402); ok('POST', f'/me/agents/{U}/subscribe', {}, want=404)
    eq(ok('GET', '/me/subscriptions')['records'][0]['agent_id'], a); ok('GET', f'/me/subscriptions/{a}'); ok('POST', f'{P}/unsubscribe'); ok('POST', f'/me/agents/{U}/unsubscribe', want=404)
    # studio
    S = '/me/agent-studio-chats'; c = ok('POST', S, {'title': 'x', 'visibility': 'public'}); r = c['run_id']
    eq(ok('GET', f'{S}/{r}', who=None), c); eq(ok('GET', S)[0], c); eq(ok('PUT', f'{S}/{r}', {'visibility': 'public'})['title'], None); ok('PATCH', f'{S}/{r}', {'title': 'y'}); ok('PATCH', f'{S}/{r}', {}, 'other', want=403)
    ok('POST', f'{S}/{r}/clone', who='sandbox', want=201); ok('POST', S, {'visibility': 'private'}, 'sandbox', want=400); ok('DELETE', f'{S}/{r}', who='other', want=403); ok('DELETE', f'{S}/{r}'); ok('GET', f'{S}/{r}', want=404); ok('PUT', f'{S}/{r}', {}, want=404)
    assert r not in [x['run_id'] for x in ok('GET', S)]
    # agents, files
    ok('POST', '/me/agents', {}, want=400); ok('POST', '/me/agents', {'chat_prompt': 'p', 'visibility': 'private'}, 'sandbox', want=400); ok('POST', '/me/agents', {'chat_prompt': 5}, want=422)
    g = ok('POST', '/me/agents', {'chat_prompt': 'p', 'name': 'N ⚓', 'visibility': 'public', 'metadata': {'a': 'b'}}); a = g['agent_id']; P = f'/me/agents/{a}'
    eq(ok('GET', P, who=None), g); st, _, h = t.r('GET', P); eq(t.r('GET', P, headers={'if-none-match': h['etag']})[0], 304)
    ok('POST', '/me/agents', {'agent_id': U, 'chat_prompt': 'p'}, want=404); ok('POST', '/me/agents', {'agent_id': FX['unpaidAgentId'], 'chat_prompt': 'p'}, want=403)
    eq(ok('GET', '/me/agents')[0]['agent_id'], a); eq(ok('GET', '/me/chats')[0]['agent_id'], a); assert ok('POST', f'{P}/upsell-description')['upsell_description']; assert ok('GET', P)['upsell_description']
    assert ok('POST', '/me/agents/vanity/slug', {'name': 'Tide Helper'}, None)['slug'] == 'tide-helper-2'; eq(ok('GET', '/me/agents/vanity/slug?slug=free-one')['available'], True); ok('GET', '/me/agents/vanity/slug', want=422)
    sv = [x['name'] for x in ok('GET', '/me/vibe/services', who=None)['records']]; eq(len(sv), 3)
    for s in sv: assert s in ok('GET', f'{P}/vibe?service_name={s}')['prompt']
    ok('GET', f'{P}/vibe?service_name=X', want=422); ok('GET', f'{P}/vibe', want=422)
    ok('PUT', f'{P}/customizations/theme', {'theme_color': '#AbC'}); eq(ok('GET', f'{P}/customizations/theme')['theme_color'], '#AbC'); ok('GET', f'{P}/customizations/theme', who='other', want=403)
    f = ok('POST', f'{P}/files', {'name': 'a'}, want=201); f2 = ok('POST', f'{P}/files', {'name': 'b', 'position': 0}, want=201); i = f['file_id']; eq((f['position'], f2['position']), (0, 0))
    eq(ok('GET', f'{P}/files/{i}'), f); eq(len(ok('GET', f'{P}/files')['records']), 2); eq(ok('PATCH', f'{P}/files/{i}', {'content': 'é'})['size'], 2); ok('PUT', f'{P}/files/positions', {'positions': [{'file_id': i, 'position': 4}]}); ok('GET', f'{P}/files/{i}', who='other', want=403); ok('GET', f'/me/agents/{A1}/files/{i}', want=404)
    ok('DELETE', f'{P}/files/{i}', want=204); ok('DELETE', f'{P}/files/{i}', want=404)
    # chats
    C = f'/me/chats/{a}'; x = ok('POST', '/me/chats', {'chat_prompt': 'q'}); ok('POST', '/me/chats', {}, want=400); ok('GET', f'/me/chats/{x["chat_id"]}', who='other', want=403); ok('GET', f'/me/chats/{U}', want=404)
    eq(ok('PUT', C, {'chat_prompt': 'z', 'visibility': 'public'})['name'], None); eq(ok('PATCH', C, {'name': 'k'})['chat_prompt'], 'z'); ok('PATCH', C, {}, 'other', want=403); eq(ok('GET', f'{C}/og', who=None)['title'], 'k')
    y = ok('POST', f'{C}/clone', who='other'); assert y['chat_id'] != a; ok('POST', f'/me/chats/{x["chat_id"]}/clone', None, 'other', want=403); ok('POST', f'/me/chats/{U}/clone', None, want=404); ok('POST', f'{C}/feedback', {'rating': 3}, 'other'); ok('POST', f'{C}/runs')
    ok('GET', C); ok('DELETE', C, who='other', want=403); ok('DELETE', C); ok('GET', C, want=404)
    # keys, billing
    ok('GET', '/me/api-keys'); k = ok('POST', '/me/api-keys', {'name': 'x'}); i = k['api_key_id']; ok('GET', f'/me/api-keys/{i}'); ok('GET', f'/me/api-keys/{i}', who='other', want=404); ok('GET', '/me/api-keys/default'); assert 'key' not in ok('DELETE', f'/me/api-keys/{i}'); ok('GET', f'/me/api-keys/{i}', want=404)
    ok('GET', '/me/billing'); n = ok('GET', '/me/credits')['balance']; eq(ok('POST', '/me/credits/use')['balance'], n - 1); w = FX['webhook']; ok('POST', '/me/payments/webhook', w['body'].encode(), None, headers={w['signatureHeader']: w['validSignature']}); ok('POST', '/me/payments/sessions', {'credits': 3})
    for p in ('summary', 'subscribers', 'earnings'):
        ok('GET', f'/me/monetization/{p}?period=365'); ok('GET', f'/me/monetization/{p}'); ok('GET', f'/me/monetization/{p}?period=0', want=422); ok('GET', f'/me/monetization/{p}?period=366', want=422)
    b = ok('GET', '/me/monetization/subscribers'); eq(sum(x['subscribers'] for x in b['records']), b['total_subscribers']); eq(len(b['records']), 28)
    # bundles, cli, schedules
    b = ok('POST', '/me/bundles')['bundle_id']; B = f'/me/bundles/{b}'; ok('POST', f'{B}/tools', {'tool_id': 'echo_text'}); eq(len(ok('GET', f'{B}/tools')), 1); eq(ok('GET', '/me/bundles')[0]['tool_count'], 1); eq(ok('PUT', B, {'name': 'q'})['name'], 'q'); ok('PUT', '/me/bundles/5', {}, want=409); eq(ok('GET', B)['tools'][0]['tool_id'], 'echo_text')
    ok('GET', B, who='other', want=404); ok('DELETE', f'{B}/tools/echo_text'); ok('DELETE', f'{B}/tools/echo_text', want=404); assert 'tools' not in ok('DELETE', B); ok('GET', B, want=404); ok('POST', f'{B}/tools', {'tool_id': 'echo_text'}, want=404)
    i = ok('POST', '/me/cli-auth', who=None)['cli_auth_id']; ok('PUT', f'/me/cli-auth/{i}', {'jwt': TOK['own']}); eq(ok('GET', f'/me/cli-auth/{i}', who=None), TOK['own']); ok('GET', f'/me/cli-auth/{U}', who=None, want=404); ok('PUT', f'/me/cli-auth/{U}', {'jwt': TOK['own']}, want=404)
    s = ok('POST', '/me/schedules', {'chat_id': A1, 'cron': FX['cron']}); i = f'/me/schedules/{s["schedule_id"]}'; eq(ok('GET', i), s); ok('GET', '/me/schedules'); ok('GET', '/me/schedules/onboarding'); eq(ok('GET', '/me/schedules/text-to-cron?cron=every%20day%20at%209')['cron'], '0 9 * * *'); eq(ok('PUT', i, {'enabled': False})['enabled'], False); ok('POST', '/me/schedules', {'cron': '* * * * *'}, want=403); ok('POST', '/me/schedules', {'chat_id': A1, 'cron': 'x'}, want=422)
    ok('GET', i, who='other', want=404); ok('DELETE', i); ok('GET', i, want=404); ok('GET', '/me/schedules/text-to-cron', want=422)
    # tools
    l = ok('GET', '/me/tools/list'); eq(len([x for x in l if x['name'].startswith('NOTIFIER_')]), 15); eq(len(ok('GET', '/me/tools', who=None)), len(l)); eq(ok('GET', '/me/tools/search?q=tide&limit=1')[0]['name'], 'read_tide_table'); ok('GET', '/me/tools/search?q=', want=422); ok('GET', '/me/tools/search?q=a&limit=201', want=422); ok('GET', '/me/tools/search?q=a&min_score=1.1', want=422); assert all(x['name'].startswith('NOTIFIER') for x in ok('GET', '/me/tools/search?q=list&toolkit=notifier'))
    ok('GET', '/me/tools/echo_text', who=None); ok('GET', '/me/tools/none', who=None, want=404); ok('POST', '/me/tools/run/none', {}, want=404); ok('POST', '/me/tools/run/read_tide_table', {'port': 7}, want=400); ok('POST', '/me/tools/run/read_tide_table', [], want=422); ok('GET', '/me/toolsets/list'); eq(len(ok('GET', '/me/toolsets/notifier')['tools']), 15); ok('GET', '/me/toolsets/x', want=404)
    ok('POST', '/me/user-tools', {'tool_id': 'echo_text'}); ok('POST', '/me/user-tools', {'tool_id': 'none'}, want=409); ok('GET', '/me/user-tools'); ok('GET', '/me/user-tools/echo_text'); ok('DELETE', '/me/user-tools/echo_text'); ok('GET', '/me/user-tools/echo_text', want=404)
    eq(ok('GET', '/me/')['tier'], 'pro'); eq(ok('GET', '/me/vip')['count'], 0); ok('POST', '/me/vip', {'code': 'WELCOME-1'}); ok('POST', '/me/vip', {'code': 'WELCOME-1'}, want=400); eq(ok('GET', '/me/vip')['count'], 1)
    # NOTIFIER
    n = t.n; n('CREATE_CHAT', {}, want=400); c = n('CREATE_CHAT', {'email': 'q@r.st'}); n('CREATE_DEVICE', {'model': 'm', 'app_version': -1, 'manufacturer': 'f'}, want=400); n('CREATE_PUSH', {'type': 'x'}, want=400); n('CREATE_PUSH', {'type': 'link'}, want=400); n('CREATE_PUSH', {'type': 'file', 'file_url': 'u'}, want=400)
    p = n('CREATE_PUSH', {'type': 'link', 'url': 'https://x.y'}); q = n('UPDATE_PUSH', {'iden': p['iden'], 'dismissed': True, 'items': [{'text': 'a', 'checked': False}]}); eq((q['dismissed'], q['items']), (True, [{'text': 'a', 'checked': False}])); n('DELETE_PUSH', {'iden': p['iden']}); n('DELETE_PUSH', {'iden': p['iden']}, want=400); eq(n('LIST_PUSHES', {'active': True})['pushes'], []); eq(n('LIST_PUSHES', {})['pushes'][0]['active'], False)
    for i in range(5): n('CREATE_PUSH', {'type': 'note', 'body': str(i)})
    got, cur = [], None
    while True:
        b = n('LIST_PUSHES', {'limit': 2, 'active': True, **({'cursor': cur} if cur else {})}); got += [x['body'] for x in b['pushes']]; cur = b['cursor']
        if not cur: break
    eq(got, list('43210')); n('LIST_PUSHES', {'limit': 501}, want=400); n('GET_USER'); n('UPLOAD_REQUEST', {'file_name': 'a b', 'file_type': 't/p'}); n('DELETE_CHAT', {'iden': c['iden']}); n('DELETE_ALL_PUSHES'); time.sleep(.5); eq(n('LIST_PUSHES', {'active': True})['pushes'], [])
    assert not todo, f'not walked: {todo}'

def load(t):
    from __main__ import TOK, A1
    bad, done, a = [], [0], time.time()
    def one(k):
        c = http.client.HTTPConnection('127.0.0.1', t.port, timeout=20)
        for i in range(100):
            m, p, b, w = [('GET', '/me/agents', None, 'own'), ('POST', '/me/tools/run/echo_text', {'text': 'x'}, 'other'), ('POST', f'/run/{A1}', {'message': f'm{i}'}, 'kown'), ('GET', '/me/tools', None, None), ('GET', '/me/agent-runs?limit=5', None, 'own'), ('POST', '/me/cli-auth', None, None)][(i + k) % 6]
            h = {'content-type': 'application/json'}
            if w: h['authorization'] = 'Bearer ' + TOK[w]
            try:
                c.request(m, p, b and json.dumps(b), h); r = c.getresponse(); r.read()
                if r.status != 200: bad.append((m, p, r.status))
            except Exception as e: bad.append(repr(e)); c.close()
            done[0] += 1
    ts = [threading.Thread(target=one, args=(k,)) for k in range(30)]
    for x in ts: x.start()
    for x in ts: x.join()
    assert not bad, bad[:5]
    return f'{done[0]} requests, {done[0] / (time.time() - a):.0f}/s, no failure'

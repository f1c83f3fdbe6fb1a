def walk(d):
    Z = str(uuid.uuid4())
    def st(want, method, path, body=None, who='own'):
        s, data = d.me(method, path, body, who)
        assert s == want, (method, path, body, who, s, data, want)
        return data
    # Workers API
    r = d.w('POST', f'/{A}', 'hello'); run = r.headers['X-Service-Run-ID']; uuid.UUID(run)
    assert r.status == 200 and not r.headers['x-service-job-id']
    r2 = d.w('PUT', f'/{A}/{run}', ''); assert r2.status == 200 and r2.headers['X-Service-Run-ID'] == run
    h = d.history(run); assert [m['role'] for m in h] == ['user', 'assistant'] * 2 and h[1]['content'] == r.text and h[2]['content'] == '', h
    n = d.w('POST', f'/ndjson/{A}', TIDE); lines = [json.loads(x) for x in n.text.splitlines()]
    assert [x['type'] for x in lines] == ['text', 'tool_call', 'tool_result', 'text'], lines
    tr = n.headers['X-Service-Run-ID']
    assert d.w('PUT', f'/ndjson/{A}/{tr}', 'x').headers['X-Service-Run-ID'] == tr
    slow = d.w('POST', f'/{A}', FX['slowMessage']); assert slow.times[-1] - slow.times[0] > 1
    for who, path, want in [(None, f'/{A}', 401), ('own', f'/{Z}', 404), ('own', f'/{FX["privateAgentId"]}', 403), ('other', f'/{FX["privateAgentId"]}', 200)]:
        assert d.w('POST', path, 'x', who).status == want, path
    assert d.w('PUT', f'/{A}/{Z}', 'x').status == 404 and d.w('PUT', f'/{A}/{run}', 'x', 'other').status == 404
    assert d.raw('POST', f'/workers/{A}', {}, KEY['own']).status == 422 and d.raw('POST', f'/workers/{A}', {'message': 1}, KEY['own']).status == 422
    assert d.raw('POST', f'/workers/{A}', b'{', KEY['own']).status == 422
    for m in (LONG, FAILS):
        j = d.w('POST', f'/{A}', m); jr = j.headers['X-Service-Run-ID']
        assert j.headers['x-service-job-id'] and job(d, jr) and d.w('PUT', f'/{A}/{jr}', 'x').status == 409
        assert d.w('POST', f'/{A}', 'other').status == 200 and len(d.history(jr)) == 2
        assert idle(d, jr) and d.w('PUT', f'/{A}/{jr}', 'on').status == 200
    # runs, logs, executions
    l = st(200, 'GET', '/agent-runs'); assert l['agent_runs'][0]['created_at'] >= l['agent_runs'][1]['created_at']
    assert st(200, 'GET', f'/agent-runs/{run}')['run_id'] == run
    st(404, 'GET', f'/agent-runs/{Z}'); st(404, 'GET', f'/agent-runs/{run}', None, 'other'); st(422, 'GET', '/agent-runs/x'); st(401, 'GET', '/agent-runs', None, None)
    for q in ('limit=0', 'limit=x', 'next_cursor=x'): st(422, 'GET', '/agent-runs?' + q); st(422, 'GET', '/executions?' + q)
    assert len(st(200, 'GET', f'/agent-runs/{tr}/mcp-server-logs')) == 1 and len(st(200, 'GET', f'/agent-runs/{tr}/logs')) == 3
    for i in range(3): st(200, 'POST', '/tools/run/read_tide_table?service_id=s', {'port': 'Hull'})
    seen, cursor = [], ''
    while cursor is not None:
        p = st(200, 'GET', '/executions?limit=2' + (f'&next_cursor={cursor}' if cursor else '')); seen += [e['id'] for e in p['executions']]; cursor = p['meta']['next_cursor']
    assert seen == sorted(seen, reverse=True) and len(set(seen)) == 3, seen
    e = st(200, 'GET', f'/executions/{seen[0]}'); assert (e['service_id'], e['service_id_namespace']) == ('s', 'global')
    st(404, 'GET', '/executions/999999'); st(404, 'GET', f'/executions/{seen[0]}', None, 'other'); st(422, 'GET', '/executions/x')
    # subscriptions
    paid = FX['paidAgentId']
    st(400, 'POST', f'/agents/{FX["unpaidAgentId"]}/subscribe', {}); st(400, 'POST', f'/agents/{FX["ownPaidAgentId"]}/subscribe', {}); st(404, 'POST', f'/agents/{Z}/subscribe', {})
    st(404, 'GET', f'/subscriptions/{paid}'); st(400, 'POST', f'/agents/{paid}/unsubscribe'); st(404, 'POST', f'/agents/{Z}/unsubscribe')
    st(200, 'POST', f'/agents/{paid}/subscribe', {}); st(402, 'POST', f'/agents/{paid}/subscribe', {})
    assert st(200, 'GET', f'/subscriptions/{paid}')['subscription']['status'] == 'active'
    assert st(200, 'POST', f'/agents/{paid}/unsubscribe')['subscription']['status'] == 'canceled'
    assert len(st(200, 'GET', '/subscriptions')['subscriptions']) == 3
    # studio chats
    c = st(200, 'POST', '/agent-studio-chats', {'run_id': 'r.1', 'title': 'T', 'visibility': 'private'}); p = '/agent-studio-chats/r.1'
    assert st(200, 'POST', '/agent-studio-chats', {'run_id': 'r.1'})['title'] == 'T'
    st(409, 'POST', '/agent-studio-chats', {'run_id': 'r.1'}, 'other'); st(400, 'POST', '/agent-studio-chats', {'visibility': 'private'}, 'sandbox')
    st(200, 'GET', p); st(403, 'GET', p, None, None); st(403, 'GET', p, None, 'other'); st(404, 'GET', p + 'x'); st(400, 'POST', p + '/clone')
    for m in ('PUT', 'PATCH'): st(403, m, p, {'title': 'x'}, 'other'); st(404, m, p + 'x', {'title': 'x'}); st(422, m, p, {'visibility': 'hidden'})
    st(200, 'PATCH', p, {'visibility': 'public'}); st(200, 'GET', p, None, None)
    k = st(201, 'POST', p + '/clone', None, 'other'); assert k['run_id'] != 'r.1'; st(404, 'POST', p + 'x/clone')
    st(403, 'DELETE', p, None, 'other'); st(200, 'DELETE', p); st(404, 'GET', p); st(404, 'DELETE', p)
    assert 'r.1' not in [x['run_id'] for x in st(200, 'GET', '/agent-studio-chats')]
    # agents and chats
    for path in ('/agents', '/chats'):
        st(400, 'POST', path, {'name': 'x'}); st(400, 'POST', path, {'chat_prompt': 'x', 'visibility': 'private'}, 'sandbox'); st(422, 'POST', path, {'chat_prompt': 5})
        a = st(200, 'POST', path, {'chat_prompt': ' p ', 'visibility': 'private', 'name': 'N', 'tags': ['b', 'a'], 'monthly_price': '2.5'})
        assert (a['chat_prompt'], a['tags'], a['monthly_price'], a['visibility']) == (' p ', ['b', 'a'], '2.5', 'private'), a
        for q in ('/agents', '/chats'):
            assert st(200, 'GET', f'{q}/{a["id"]}') == a and a in st(200, 'GET', q)
            st(403, 'GET', f'{q}/{a["id"]}', None, None); st(403, 'GET', f'{q}/{a["id"]}', None, 'other'); st(404, 'GET', f'{q}/{Z}'); st(404, 'GET', f'{q}/nope')
    i = a['id']; slug = 'walk-' + u()
    assert st(200, 'POST', '/agents', {'id': i, 'chat_prompt': 'q'})['name'] == 'N'
    st(403, 'POST', '/agents', {'id': i, 'chat_prompt': 'q'}, 'other'); st(404, 'POST', '/agents', {'id': Z, 'chat_prompt': 'q'})
    st(200, 'PATCH', f'/chats/{i}', {'vanity_slug': slug}); st(422, 'POST', '/agents', {'chat_prompt': 'x', 'vanity_slug': slug}, 'other')
    assert st(200, 'GET', f'/agents/vanity/slug?slug={slug}')['available'] is False and st(200, 'GET', f'/agents/vanity/slug?slug={slug}x')['available'] is True
    st(422, 'GET', '/agents/vanity/slug'); s = st(200, 'POST', '/agents/vanity/slug', {'name': 'My Agent'}, None)['slug']; assert s == 'my-agent'
    st(200, 'POST', f'/agents/{i}/upsell-description'); st(404, 'POST', f'/agents/{Z}/upsell-description'); assert slug and st(200, 'GET', f'/agents/{i}')['upsell_description']
    sv = st(200, 'GET', '/vibe/services', None, None)['services']; assert len(sv) == 3
    for x in sv: st(200, 'GET', f'/agents/{i}/vibe?service_name={x}')
    st(422, 'GET', f'/agents/{i}/vibe?service_name=x'); st(422, 'GET', f'/agents/{i}/vibe')
    t = f'/agents/{i}/customizations/theme'; assert st(200, 'GET', t) is None
    st(200, 'PUT', t, {'color': '#aBc123'}); assert st(200, 'GET', t)['theme_preference']['color'] == '#aBc123'
    st(400, 'PUT', t, {'color': 'red'}); st(403, 'GET', t, None, 'other'); st(404, 'GET', f'/agents/{Z}/customizations/theme'); st(403, 'PUT', t, {'color': '#fff'}, 'other')
    fp = f'/agents/{i}/files'; fs = [put_file(d, i, content=f'c{x}') for x in range(10)]; assert [x['position'] for x in fs] == list(range(10))
    st(400, 'POST', fp, {'name': 'n'}); st(400, 'POST', fp, {}); st(403, 'GET', fp, None, 'other'); st(404, 'GET', f'/agents/{Z}/files'); st(422, 'GET', '/agents/x/files')
    f1 = f'{fp}/{fs[0]["id"]}'; assert st(200, 'GET', f1)['file']['content'] == 'c0'; st(403, 'GET', f1, None, 'other'); st(404, 'GET', f'{fp}/{Z}')
    st(200, 'PATCH', f1, {'content': 'new'}); st(403, 'PATCH', f1, {}, 'other'); st(404, 'PATCH', f'{fp}/{Z}', {})
    st(404, 'PUT', fp + '/positions', {'positions': [{'id': Z, 'position': 1}]}); st(403, 'PUT', fp + '/positions', {'positions': []}, 'other'); st(422, 'PUT', fp + '/positions', {})
    st(200, 'PUT', fp + '/positions', {'positions': [{'id': fs[0]['id'], 'position': 50}]}); assert st(200, 'GET', fp)['files'][-1]['id'] == fs[0]['id']
    st(403, 'DELETE', f1, None, 'other'); assert st(204, 'DELETE', f1) is None; st(404, 'DELETE', f1); st(201, 'POST', fp, {'name': 'again'})
    st(403, 'POST', f'/chats/{i}/clone'); st(404, 'POST', f'/chats/{Z}/clone'); st(422, 'PUT', f'/chats/{i}', {}); st(403, 'PUT', f'/chats/{i}', {'chat_prompt': 'x'}, 'other')
    st(200, 'PUT', f'/chats/{i}', {'chat_prompt': 'x', 'visibility': 'public'}); st(403, 'PATCH', f'/chats/{i}', {}, 'other'); st(404, 'PATCH', f'/chats/{Z}', {})
    cl = st(200, 'POST', f'/chats/{i}/clone', {'name': 'Clone'}, 'other'); assert cl['name'] == 'Clone' and cl['id'] != i and cl['vanity_slug'] is None
    assert len(st(200, 'GET', f'/agents/{cl["id"]}/files', None, 'other')['files']) == 10; st(400, 'POST', f'/chats/{i}/clone', {'visibility': 'private'}, 'sandbox')
    b = st(200, 'POST', '/chats', {'chat_prompt': 'x'}, 'sandbox')['id']; st(400, 'PUT', f'/chats/{b}', {'chat_prompt': 'x', 'visibility': 'private'}, 'sandbox'); st(400, 'PATCH', f'/chats/{b}', {'visibility': 'private'}, 'sandbox')
    assert st(200, 'GET', f'/chats/{i}/og', None, None)['title'] == 'N'
    assert st(200, 'POST', f'/chats/{i}/feedback', {'comment': 'x', 'rating': 4}, 'other')['feedbacks_count'] == 1; st(404, 'POST', f'/chats/{Z}/feedback', {'comment': 'x'})
    lg = st(200, 'POST', f'/chats/{i}/runs'); assert lg in st(200, 'GET', f'/agent-runs/{lg["run_id"]}/logs'); st(403, 'POST', f'/chats/{FX["privateAgentId"]}/runs'); st(404, 'POST', f'/chats/{Z}/runs')
    st(403, 'DELETE', f'/chats/{i}', None, 'other'); sc = st(200, 'POST', '/schedules', {'chat_id': i, 'cron_expression': '* * * * *'})['schedule']['id']
    st(200, 'DELETE', f'/chats/{i}'); st(404, 'GET', f'/agents/{i}'); st(404, 'DELETE', f'/chats/{i}'); st(404, 'GET', f'/schedules/{sc}'); assert d.w('POST', f'/{i}', 'x').status == 404
    # keys, money
    k = st(200, 'POST', '/api-keys', {'name': 'K'}); assert st(200, 'GET', f'/api-keys/{k["id"]}') == k and st(200, 'GET', '/api-keys/default')['token'] == KEY['own']
    assert all('token' not in x for x in st(200, 'GET', '/api-keys')); st(404, 'GET', f'/api-keys/{k["id"]}', None, 'other'); st(422, 'GET', '/api-keys/x'); st(404, 'DELETE', f'/api-keys/{k["id"]}', None, 'other')
    assert 'token' not in st(200, 'DELETE', f'/api-keys/{k["id"]}'); st(404, 'GET', f'/api-keys/{k["id"]}'); st(200, 'GET', '/billing')
    assert st(200, 'GET', '/credits', None, 'sandbox')['credits']['balance'] == 5
    got = many(9, lambda x: d.me('POST', '/credits/use', None, 'sandbox')[0]); assert sorted(got) == [200] * 5 + [404] * 4, got
    wh = FX['webhook']; hook = lambda body, sig: d.raw('POST', '/me/payments/webhook', body.encode(), headers={wh['signatureHeader']: sig} if sig else {}).status
    assert (hook(wh['body'], wh['validSignature']), hook(wh['body'], None), hook(wh['body'] + ' ', wh['validSignature']), hook('{', 'x')) == (200, 400, 400, 400)
    st(200, 'POST', '/payments/sessions', {'plan': 'pro'}); st(422, 'POST', '/payments/sessions', {})
    for x in ('summary', 'subscribers', 'earnings'):
        assert st(200, 'GET', f'/monetization/{x}')['period'] == 28; st(200, 'GET', f'/monetization/{x}?period=1'); st(200, 'GET', f'/monetization/{x}?period=365')
        for y in ('0', '366', 'x'): st(422, 'GET', f'/monetization/{x}?period={y}')
    sm, ea = st(200, 'GET', '/monetization/summary'), st(200, 'GET', '/monetization/earnings')
    assert sm['total_earnings'] == ea['total_earnings'] == '12.5' and len(ea['earnings']) == 28 and len(st(200, 'GET', '/monetization/subscribers')['subscribers']) == 28, (sm, ea['total_earnings'])
    # bundles
    b = st(200, 'POST', '/bundles')['bundle']['id']; st(200, 'POST', f'/bundles/{b}/tools', {'tool_id': 'find_ship'}); st(404, 'POST', '/bundles/99999/tools', {'tool_id': 'find_ship'})
    x = st(200, 'PUT', f'/bundles/{b}', {'name': 'B', 'tools': ['find_ship', 'echo_input']})['bundle']; assert len(x['tools']) == 2 and x['name'] == 'B'; st(409, 'PUT', '/bundles/99999', {'name': 'B'})
    assert [y['tools_count'] for y in st(200, 'GET', '/bundles') if y['id'] == b] == [2]; st(404, 'GET', f'/bundles/{b}', None, 'other'); st(404, 'DELETE', f'/bundles/{b}', None, 'other'); st(422, 'GET', '/bundles/x')
    st(200, 'DELETE', f'/bundles/{b}/tools/find_ship'); st(404, 'DELETE', f'/bundles/{b}/tools/find_ship'); assert len(st(200, 'GET', f'/bundles/{b}/tools')) == 1; st(200, 'DELETE', f'/bundles/{b}'); st(404, 'GET', f'/bundles/{b}')
    # cli
    c = st(200, 'POST', '/cli-auth', None, None)['id']; assert st(200, 'GET', f'/cli-auth/{c}', None, None) is None; st(404, 'GET', f'/cli-auth/{Z}', None, None); st(404, 'PUT', f'/cli-auth/{Z}', {'jwt': 'x'}); st(401, 'PUT', f'/cli-auth/{c}', {'jwt': 'x'}, None)
    st(200, 'PUT', f'/cli-auth/{c}', {'jwt': JWT['own']}); st(403, 'PUT', f'/cli-auth/{c}', {'jwt': JWT['other']}, 'other'); got = many(5, lambda x: d.me('GET', f'/cli-auth/{c}', None, None)[1]); assert got.count(JWT['own']) == 1, got
    # schedules
    s = st(200, 'POST', '/schedules', {'chat_id': A, 'cron_expression': FX['cron']})['schedule']; assert s in st(200, 'GET', '/schedules')['schedules']; sp = '/schedules/' + s['id']
    for x in ({}, {'chat_id': Z}, {'chat_id': 7}, {'chat_id': FX['unpaidAgentId']}): st(403, 'POST', '/schedules', {'cron_expression': FX['cron'], **x})
    st(422, 'POST', '/schedules', {'chat_id': A, 'cron_expression': '61 * * * *'}); st(404, 'GET', sp, None, 'other'); st(422, 'GET', '/schedules/x'); st(200, 'GET', '/schedules/onboarding')
    assert st(200, 'PUT', sp, {'cron_expression': '*/5 * * * *'})['schedule']['chat_id'] == A; st(422, 'PUT', sp, {'cron_expression': 'x'}); st(200, 'DELETE', sp); st(404, 'GET', sp)
    tc = lambda q: st(200, 'GET', '/schedules/text-to-cron?cron=' + q.replace(' ', '%20'))['cron_expression']
    assert (tc('every day at 9am'), tc('0 9 * * MON'), tc('every monday at 12:30 pm')) == ('0 9 * * *', '0 9 * * MON', '30 12 * * 1'); st(422, 'GET', '/schedules/text-to-cron'); st(400, 'GET', '/schedules/text-to-cron?cron=nonsense')
    # tools
    assert len(st(200, 'GET', '/tools/list')) == len(st(200, 'GET', '/tools', None, None)) == 21; st(200, 'GET', '/tools/find_ship', None, None); st(404, 'GET', '/tools/nope', None, None)
    assert st(200, 'GET', '/tools/search?q=tide')[0]['name'] == 'read_tide_table' and len(st(200, 'GET', '/tools/search?q=push&limit=2')) == 2 and st(200, 'GET', '/tools/search?q=tide&toolkit=office') == []
    for q in ('', 'q=', 'q=a&limit=0', 'q=a&limit=201', 'q=a&min_score=1.1', 'q=a&min_score=-0.1', 'q=a&min_score=x'): st(422, 'GET', '/tools/search?' + q)
    st(400, 'POST', '/tools/run/read_tide_table', {}); st(404, 'POST', '/tools/run/nope', {}); st(401, 'POST', '/tools/run/read_tide_table', {'port': 'x'}, None); st(400, 'POST', '/tools/run/echo_input', [1]); assert d.raw('POST', '/me/tools/run/echo_input', b'{', JWT['own']).status == 400
    assert d.tool('echo_input', id=1, controller='x', action='y')['input'] == {'id': 1, 'controller': 'x', 'action': 'y'}
    assert len(st(200, 'GET', '/toolsets/list')) == 3 and len(st(200, 'GET', '/toolsets/sea')['tools']) == 2; st(404, 'GET', '/toolsets/x')
    st(200, 'POST', '/user-tools', {'tool_id': 'find_ship'}); st(409, 'POST', '/user-tools', {'tool_id': 'find_ship'}); st(409, 'POST', '/user-tools', {'tool_id': 'nope'}); assert len(st(200, 'GET', '/user-tools')) == 1; st(404, 'GET', '/user-tools/find_ship', None, 'other')
    st(200, 'GET', '/user-tools/find_ship'); st(200, 'DELETE', '/user-tools/find_ship'); st(404, 'DELETE', '/user-tools/find_ship')
    # user, vip
    assert [st(200, 'GET', '/', None, w)['user']['tier'] for w in ('own', 'other', 'sandbox')] == ['pro', 'free', 'sandbox']; st(401, 'GET', '/', None, None)
    st(400, 'POST', '/vip', {'code': FX['ownVipCode']}); st(400, 'POST', '/vip', {'code': 'x'}); st(200, 'POST', '/vip', {'code': FX['vipCode']}); st(400, 'POST', '/vip', {'code': FX['vipCode']}); assert st(200, 'GET', '/vip')['redemptions_count'] == 1
    # NOTIFIER
    N = lambda op, want=200, **k: d.tool('NOTIFIER_' + op, 'own', want, **k)
    c = N('CREATE_CHAT', email='a@b.example'); assert N('UPDATE_CHAT', iden=c['iden'], muted=True)['muted'] is True and N('LIST_CHATS', limit=500)['chats'][0]['iden'] == c['iden']; N('CREATE_CHAT', 400); N('LIST_CHATS', 400, limit=501)
    N('DELETE_CHAT', iden=c['iden']); N('DELETE_CHAT', 400, iden=c['iden']); assert N('LIST_CHATS')['chats'] == []
    v = N('CREATE_DEVICE', model='m', nickname='n', app_version=0, manufacturer='f', has_sms=True); N('CREATE_DEVICE', 400, model='m', nickname='n', app_version=-1, manufacturer='f')
    assert N('UPDATE_DEVICE', iden=v['iden'], nickname='k', icon='watch')['nickname'] == 'k' and N('LIST_DEVICES')['devices'][0]['icon'] == 'watch'
    p = N('CREATE_PUSH', type='link', url='http://x', device_iden=v['iden'], title='<b>'); N('CREATE_PUSH', 400, type='link'); N('CREATE_PUSH', 400, type='x'); N('CREATE_PUSH', 400, type='file', file_url='u', file_name='n')
    assert p['title'] == '<b>'; q = [N('CREATE_PUSH', type='note', body=str(x))['iden'] for x in range(5)]; N('LIST_PUSHES', 400, limit=501)
    a = N('LIST_PUSHES', limit=4); b = N('LIST_PUSHES', limit=4, cursor=a['cursor']); assert [x['iden'] for x in a['pushes'] + b['pushes']] == q[::-1] + [p['iden']] and b['cursor'] is None
    assert len(N('LIST_PUSHES', modified_after=a['pushes'][1]['modified'])['pushes']) == 1 and N('UPDATE_PUSH', iden=p['iden'], dismissed=True)['dismissed'] is True
    N('DELETE_PUSH', iden=q[0]); assert len(N('LIST_PUSHES', active=True)['pushes']) == 5; N('DELETE_ALL_PUSHES'); time.sleep(0.7); assert N('LIST_PUSHES', active=True)['pushes'] == []
    N('DELETE_DEVICE', device_iden=v['iden']); assert N('LIST_DEVICES')['devices'] == []; assert N('GET_USER')['email'] and N('UPLOAD_REQUEST', file_name='a', file_type='b')['upload_url']; N('UPLOAD_REQUEST', 400, file_name='a')
    print('walk: good')

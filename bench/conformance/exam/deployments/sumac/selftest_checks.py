# read by selftest.py: the checks, one for each fault, and the walk through the rest


@check('post-reuses-run', 'put-without-run-header', 'empty-message-refused-on-put', 'history-keeps-last-six')
def _(s):
    a, b = s.say('one'), s.say('two')
    assert a.run and b.run and a.run != b.run, 'run ids'
    for m in ('x', '', 'z', 'last'):
        assert s.say(m, a.run).run == a.run, 'run id on PUT'
    h = s.history(a.run).json
    assert [m['content'] for m in h if m['role'] == 'user'] == ['one', 'x', '', 'z', 'last'], h
    assert [m['role'] for m in h] == ['user', 'assistant'] * 5 and h[1]['content'] == a.text, h


@check('put-409-keeps-message', 'ndjson-put-ignores-job', 'post-blocked-by-any-job', 'job-header-on-other-runs')
def _(s):
    other = s.say('hi').run
    r = s.say(F['backgroundMessage'])
    assert s.history(r.run).headers['x-service-job-id'], 'job'
    assert s.history(other).headers['x-service-job-id'] is None, 'job on another run'
    n = len(s.history(r.run).json)
    s.say('no', r.run, status=409); s.say('no', r.run, nd=True, status=409)
    s.say('new')
    assert len(s.history(r.run).json) == n, 'message was added'
    idle(s, r.run)
    assert 'succeeded' in s.say('', r.run).text


@check('failed-job-never-ends')
def _(s):
    r = s.say(F['backgroundErrorMessage'], nd=True)
    idle(s, r.run)
    assert 'failed' in s.say('go on', r.run, nd=True).text


@check('text-stream-buffered')
def _(s):
    c = s.conn()
    t = time.time()
    c.request('POST', '/agents/' + F['agentId'], json.dumps({'message': F['slowMessage']}), {'Authorization': 'Bearer ' + C['apiKey']})
    r = c.getresponse()
    first = r.read1(10); a = time.time() - t
    r.read(); b = time.time() - t
    assert b > 1 and b - a > 1, ('not streamed', a, b)


@check('text-stream-shows-tool-calls', 'ndjson-without-tool-results', 'ndjson-lines-broken')
def _(s):
    m = F['toolCallMessage']
    r = s.say(m['message'])
    assert m['name'] not in r.text and m['output'] not in r.text, r.text
    n = s.say(m['message'], nd=True)
    ls = lines(n)
    assert m['output'] in n.text and [l['type'] for l in ls].count('tool_result') == 1, n.text
    assert ''.join(l['text'] for l in ls if l['type'] == 'text') == r.text
    assert len(s.ok('GET', f'/me/agent-runs/{n.run}/mcp-server-logs')) == 1
    assert len(s.ok('GET', f'/me/agent-runs/{n.run}/logs')) == 3


@check('concurrent-puts-lose-messages')
def _(s):
    run = s.say('a').run
    many(8, lambda i: s.say(f'm{i}', run))
    assert len(s.history(run).json) == 18, len(s.history(run).json)


@check('run-readable-by-others', 'put-into-foreign-run', 'mcp-logs-of-anyone')
def _(s):
    run = s.say(F['toolCallMessage']['message']).run
    s.history(run, C['otherApiKey'], 404)
    s.say('x', run, C['otherApiKey'], status=404)
    s.ok('GET', '/me/agent-runs/' + run, who=OTHER, status=404)
    assert s.ok('GET', f'/me/agent-runs/{run}/mcp-server-logs', who=OTHER) == []
    assert s.ok('GET', f'/me/agent-runs/{run}/logs', who=OTHER) == []


@check('utf8-split-in-stream', 'message-text-as-replacement')
def _(s):
    m = 'Grüße aus Zürich — 日本語 \U0001f6a2 ééééééééééééééé \\0 C:\\\\1\\new "x"\nend'
    r = s.say(m)
    assert m in r.text, r.text
    assert s.history(r.run).json[0]['content'] == m, s.history(r.run).json


@check('revoked-key-still-works', 'key-matched-by-prefix')
def _(s):
    k = s.ok('POST', '/me/api-keys', {'name': 'tmp'})
    s.say('x', key=k['key'])
    s.say('x', key=k['key'][:-3], status=401)
    s.say('x', key=OWN, status=401)
    s.ok('DELETE', f'/me/api-keys/{k["id"]}')
    s.say('x', key=k['key'], status=401)


@check('runs-default-twenty', 'runs-cursor-repeats-last')
def _(s):
    for i in range(33): s.say(str(i))
    p = s.ok('GET', '/me/agent-runs')
    assert len(p['records']) == 30, len(p['records'])
    ids, cur = [], None
    while True:
        p = s.ok('GET', '/me/agent-runs?limit=10' + (f'&next_cursor={cur}' if cur else ''))
        ids += [r['id'] for r in p['records']]
        cur = p['paging']['next']
        if not cur: break
    assert len(ids) == len(set(ids)) == p['paging']['count'], (len(ids), len(set(ids)))


@check('executions-limit-before-owner')
def _(s):
    for i in range(3): s.ok('POST', '/me/tools/run/echo_text', {'text': 'a'})
    for i in range(3): s.ok('POST', '/me/tools/run/echo_text', {'text': 'b', 'times': 2}, who=OTHER)
    p = s.ok('GET', '/me/executions?limit=2')
    assert [e['input']['text'] for e in p['records']] == ['a', 'a'], p
    e = p['records'][0]
    assert s.ok('GET', f'/me/executions/{e["id"]}') == e
    s.ok('GET', f'/me/executions/{e["id"]}', who=OTHER, status=404)


@check('subscribe-twice-at-once')
def _(s):
    a = s.agent(OTHER, price_cents=700)
    st = sorted(many(2, lambda i: s('POST', f'/me/agents/{a}/subscribe', {}).status))
    assert st == [200, 402], st


@check('unsubscribe-from-everything')
def _(s):
    a = s.agent(OTHER, price_cents=700)
    s.ok('POST', f'/me/agents/{a}/subscribe', {})
    s.ok('POST', f'/me/agents/{a}/subscribe', {}, status=402)
    assert s.ok('POST', f'/me/agents/{a}/unsubscribe')['status'] == 'canceled'
    s.ok('POST', f'/me/agents/{a}/unsubscribe', status=400)
    assert s.ok('GET', '/me/subscriptions/' + F['subscribedAgentId'])['status'] == 'active', 'another ended'
    s.ok('POST', f'/me/agents/{F["ownPaidAgentId"]}/subscribe', {}, status=400)
    s.ok('POST', f'/me/agents/{F["unpaidAgentId"]}/subscribe', {}, status=400)
    s.ok('POST', f'/me/agents/{NIL}/subscribe', {}, status=404)


@check('own-private-studio-clone', 'studio-private-open-without-login', 'studio-patch-clears-rest', 'studio-list-shows-deleted')
def _(s):
    P = '/me/agent-studio-chats'
    c = s.ok('POST', P, {'title': 'T', 'visibility': 'private', 'metadata': {'a': 1}})
    q = P + '/' + c['run_id']
    assert s.ok('POST', P, {'run_id': c['run_id']})['id'] == c['id']
    s.ok('POST', P, {'run_id': c['run_id']}, who=OTHER, status=409)
    s.ok('GET', q, who=None, status=403); s.ok('GET', q, who=OTHER, status=403)
    s.ok('POST', q + '/clone', status=400)
    assert s.ok('PATCH', q, {'visibility': 'public'})['title'] == 'T', 'title cleared'
    assert s.ok('GET', q, who=None)['metadata'] == {'a': 1}
    s.ok('PATCH', q, {}, who=OTHER, status=403)
    d = s.ok('POST', q + '/clone', who=OTHER, status=201)
    assert d['run_id'] != c['run_id'] and d['title'] == 'T'
    assert s.ok('PUT', q, {'title': 'U'})['metadata'] == {}
    s.ok('DELETE', q, who=OTHER, status=403)
    s.ok('DELETE', q)
    s.ok('GET', q, status=404)
    assert c['id'] not in [x['id'] for x in s.ok('GET', P)], 'deleted is listed'
    s.ok('POST', P, {'visibility': 'private'}, who=SAND, status=400)


@check('upsert-always-creates', 'taken-slug-looks-free')
def _(s):
    slug = 'slug-%d' % random.randint(0, 10**9)
    a = s.agent(vanity_slug=slug)
    assert s.ok('POST', '/me/agents', {'agent_id': a, 'chat_prompt': 'New'})['agent_id'] == a
    assert s.ok('GET', '/me/agents/vanity/slug?slug=' + slug)['available'] is False
    assert s.ok('GET', '/me/agents/vanity/slug?slug=free-' + slug)['available'] is True
    s.ok('POST', '/me/agents', {'name': 'x'}, status=400)
    s.ok('POST', '/me/agents', {'agent_id': a, 'chat_prompt': 'x'}, who=OTHER, status=403)
    s.ok('POST', '/me/agents', {'agent_id': NIL, 'chat_prompt': 'x'}, status=404)


@check('metadata-change-not-saved')
def _(s):
    a = s.agent(name='N')
    x = s.ok('PATCH', '/me/chats/' + a, {'metadata': {'k': [1, None, False]}})
    y = s.ok('GET', '/me/chats/' + a)
    assert x == y and y['metadata'] == {'k': [1, None, False]} and y['name'] == 'N', (x, y)


@check('theme-color-by-line')
def _(s):
    p = f'/me/agents/{s.agent()}/customizations/theme'
    assert s.ok('GET', p) is None
    for c in ('red', '#12345', '#12345g', '#a1b2c3\nx', ''): s.ok('PUT', p, {'theme_color': c}, status=400)
    s.ok('PUT', p, {'theme_color': '#A1b2C3'}); s.ok('PUT', p, {'theme_color': '#000000'}, who=OTHER, status=403)
    assert s.ok('GET', p)['theme_color'] == '#A1b2C3'


@check('one-file-too-many', 'file-delete-by-name', 'file-patch-by-anyone', 'batch-order-skips-last')
def _(s):
    p = f'/me/agents/{s.agent()}/files'
    fs = [s.ok('POST', p, {'name': 'same' if i < 2 else f'f{i}', 'content': 'é'}, status=201) for i in range(10)]
    s.ok('POST', p, {'name': 'more'}, status=400)
    ids = [f['id'] for f in fs]
    want = list(reversed(ids))
    got = s.ok('PUT', p + '/positions', {'positions': [{'file_id': x, 'position': i} for i, x in enumerate(want)]})
    assert [f['id'] for f in got['records']] == want and [f['position'] for f in s.ok('GET', p)['records']] == list(range(10)), 'order'
    s.ok('PATCH', f'{p}/{ids[3]}', {'name': 'z'}, who=OTHER, status=403)
    assert s.ok('PATCH', f'{p}/{ids[3]}', {'name': 'z'}) == s.ok('GET', f'{p}/{ids[3]}')
    assert s('DELETE', f'{p}/{ids[0]}').status == 204
    assert s.ok('GET', p)['paging']['count'] == 9, 'deleted too much'
    s.ok('GET', f'{p}/{ids[0]}', status=404)


@check('sandbox-private-by-patch')
def _(s):
    a = s.agent(SAND)
    for m, p, b in (('PATCH', '/me/chats/' + a, {}), ('PUT', '/me/chats/' + a, {'chat_prompt': 'x'}), ('POST', '/me/agents', {'chat_prompt': 'x'}), ('POST', '/me/chats', {'chat_prompt': 'x'})):
        s.ok(m, p, {'visibility': 'private', **b}, who=SAND, status=400)


@check('chat-delete-by-anyone', 'chat-delete-takes-all-schedules')
def _(s):
    a, b = s.agent(), s.agent()
    for x in (a, b): s.ok('POST', '/me/schedules', {'chat_id': x, 'cron': '0 1 1 1 *'})
    s.ok('DELETE', '/me/chats/' + a, who=OTHER, status=403)
    s.ok('DELETE', '/me/chats/' + a)
    s.ok('GET', '/me/agents/' + a, status=404)
    assert b in [x['chat_id'] for x in s.ok('GET', '/me/schedules')['records']], 'schedule gone'


@check('clone-belongs-to-author')
def _(s):
    a = s.agent(OTHER, name='Src')
    c = s.ok('POST', f'/me/chats/{a}/clone', {'description': 'mine'})
    assert c['chat_id'] in [x['chat_id'] for x in s.ok('GET', '/me/chats')] and c['name'] == 'Src' and c['description'] == 'mine'
    s.ok('POST', f'/me/chats/{a}/clone', raw=b'null')
    s.ok('POST', f'/me/chats/{F["privateAgentId"]}/clone', status=403)


@check('key-list-tells-keys', 'integer-path-with-tail')
def _(s):
    assert all('key' not in k for k in s.ok('GET', '/me/api-keys'))
    d = s.ok('GET', '/me/api-keys/default')
    assert d['key'].startswith('sk_') and s.ok('GET', f'/me/api-keys/{d["id"]}') == d
    s.ok('GET', f'/me/api-keys/{d["id"]}x', status=422)
    s.ok('GET', f'/me/api-keys/{d["id"]}', who=OTHER, status=404)


@check('credit-use-loses-updates', 'credit-use-hits-everyone')
def _(s):
    a, o = s.ok('GET', '/me/credits'), s.ok('GET', '/me/credits', who=OTHER)
    many(8, lambda i: s.ok('POST', '/me/credits/use'))
    assert s.ok('GET', '/me/credits')['balance'] == a['balance'] - 8, 'lost'
    assert s.ok('GET', '/me/credits', who=OTHER)['balance'] == o['balance'], 'other user paid'
    s.ok('GET', '/me/credits', who=SAND, status=404)


@check('webhook-without-signature')
def _(s):
    w = F['webhook']
    h = {w['signatureHeader']: w['validSignature']}
    s.ok('POST', '/me/payments/webhook', raw=w['body'].encode(), headers=h, who=None)
    s.ok('POST', '/me/payments/webhook', raw=w['body'].encode(), who=None, status=400)
    s.ok('POST', '/me/payments/webhook', raw=w['body'].encode() + b' ', headers=h, who=None, status=400)


@check('summary-counts-all-time')
def _(s):
    for per in (1, 28, 365):
        m = '/me/monetization/'
        a = s.ok('GET', f'{m}summary?period={per}'); b = s.ok('GET', f'{m}subscribers?period={per}'); c = s.ok('GET', f'{m}earnings?period={per}')
        assert len(b['records']) == len(c['records']) == per
        assert a['total_earnings'] == sum(x['earnings'] for x in c['records']) and a['total_subscribers'] == sum(x['subscribers'] for x in b['records']), a
    assert s.ok('GET', m + 'summary')['period'] == 28
    for x in ('0', '366', 'x', '1.5', ''): s.ok('GET', f'{m}summary?period={x}', status=422)


@check('bundle-delete-empties-others', 'bundle-put-only-adds', 'bundle-tool-delete-always-works')
def _(s):
    a, b = s.ok('POST', '/me/bundles')['id'], s.ok('POST', '/me/bundles')['id']
    for x in (a, b): s.ok('POST', f'/me/bundles/{x}/tools', {'tool_id': 'echo_text'})
    u = s.ok('PUT', f'/me/bundles/{b}', {'name': 'B', 'tools': ['count_words', 'read_tide_table']})
    assert [t['tool_id'] for t in u['tools']] == ['count_words', 'read_tide_table'], u
    s.ok('DELETE', f'/me/bundles/{b}/tools/echo_text', status=404)
    s.ok('DELETE', f'/me/bundles/{b}/tools/count_words')
    s.ok('DELETE', f'/me/bundles/{a}')
    assert len(s.ok('GET', f'/me/bundles/{b}/tools')) == 1, 'bundle emptied'
    assert s.ok('GET', f'/me/bundles/{b}')['name'] == 'B' and [x['tool_count'] for x in s.ok('GET', '/me/bundles') if x['id'] == b] == [1]
    s.ok('PUT', f'/me/bundles/{a}', {'name': 'x'}, status=409); s.ok('GET', f'/me/bundles/{b}', who=OTHER, status=404)


@check('cli-jwt-read-again', 'cli-session-taken-over')
def _(s):
    c = s.ok('POST', '/me/cli-auth', who=None)['cli_auth_id']
    p = '/me/cli-auth/' + c
    assert s.ok('GET', p, who=None) is None
    s.ok('PUT', p, {'jwt': OWN})
    s.ok('PUT', p, {'jwt': OTHER}, who=OTHER, status=403)
    assert s.ok('GET', p, who=None) == OWN
    assert s.ok('GET', p, who=None) is None, 'read twice'
    s.ok('GET', '/me/cli-auth/' + NIL, who=None, status=404)


@check('schedule-on-foreign-chat', 'schedule-can-not-be-disabled', 'schedule-update-changes-all')
def _(s):
    P = '/me/schedules'
    for c in (F['unpaidAgentId'], NIL, 'x', None, 7): s.ok('POST', P, {'chat_id': c, 'cron': '0 9 * * 1'}, status=403)
    a, b = [s.ok('POST', P, {'chat_id': F['agentId'], 'cron': F['cron'], 'message': 'm'}) for _ in 'ab']
    u = s.ok('PUT', f'{P}/{a["id"]}', {'enabled': False, 'cron': '*/5 0-4 1,15 jan mon'})
    assert u['enabled'] is False and s.ok('GET', f'{P}/{a["id"]}') == u and u['message'] == 'm', u
    assert s.ok('GET', f'{P}/{b["id"]}') == b, 'other schedule changed'
    s.ok('GET', f'{P}/{a["id"]}', who=OTHER, status=404)
    s.ok('DELETE', f'{P}/{a["id"]}')
    s.ok('GET', f'{P}/{a["id"]}', status=404)
    s.ok('POST', P, {'chat_id': F['agentId'], 'cron': '61 * * * *'}, status=422)


@check('bad-cron-becomes-daily')
def _(s):
    P = '/me/schedules/text-to-cron?cron='
    assert s.ok('GET', P + 'every%20day%20at%209:30pm')['cron'] == '30 21 * * *' and s.ok('GET', P + '0%209%20*%20*%201')['cron'] == '0 9 * * 1'
    for x in ('nonsense', '99%20*%20*%20*%20*', ''): s.ok('GET', P + x, status=400)
    s.ok('GET', P[:-6], status=422)


@check('search-limit-before-toolkit')
def _(s):
    P = '/me/tools/search?'
    x = s.ok('GET', P + 'q=a&min_score=0&limit=2&toolkit=text')
    assert len(x) == 2 and all(t['toolset_name'] == 'text' for t in x), x
    assert s.ok('GET', P + 'q=tide')[0]['name'] == 'read_tide_table' and len(s.ok('GET', P + 'q=a&min_score=0')) == 20
    for q in ('', 'q=', 'q=a&limit=0', 'q=a&limit=201', 'q=a&min_score=1.1', 'q=a&limit=5x'): s.ok('GET', P + q, status=422)


@check('jwt-alg-none-accepted')
def _(s):
    h, c, g = OWN.split('.')
    import base64
    n = base64.urlsafe_b64encode(b'{"alg":"none"}').rstrip(b'=').decode()
    for t in (None, 'x', f'{h}.{c}.{g[:-2]}xx', f'{n}.{c}.', f'{n}.{c}.{g}', C['apiKey']): s.ok('POST', '/me/tools/run/echo_text', {'text': 'a'}, who=t, status=401)


@check('uninstall-for-everyone')
def _(s):
    for u in (OWN, OTHER): s.ok('POST', '/me/user-tools', {'tool_id': 'divide_numbers'}, who=u)
    s.ok('POST', '/me/user-tools', {'tool_id': 'divide_numbers'}, status=409)
    s.ok('DELETE', '/me/user-tools/divide_numbers')
    s.ok('GET', '/me/user-tools/divide_numbers', status=404)
    s.ok('GET', '/me/user-tools/divide_numbers', who=OTHER)
    assert s.ok('GET', '/me/user-tools') == []


@check('me-remembered-per-tier')
def _(s):
    ids = [s.ok('GET', '/me/', who=u)['id'] for u in (OWN, OTHER, SAND)]
    assert len(set(ids)) == 3 and s.ok('GET', '/me/', who=SAND)['tier'] == 'sandbox', ids


@check('vip-redeemed-twice-at-once')
def _(s):
    for c in (F['ownVipCode'], 'NOPE', F['vipCode'].lower()): s.ok('POST', '/me/vip', {'code': c}, status=400)
    st = sorted(many(3, lambda i: s('POST', '/me/vip', {'code': F['vipCode']}).status))
    assert st == [200, 400, 400] and s.ok('GET', '/me/vip')['count'] == 1, st


@check('notifier-guid-ignored', 'notifier-link-without-url', 'notifier-active-ignored', 'notifier-limit-above-500', 'notifier-cursor-skips-one')
def _(s):
    a, b = [s.tool('CREATE_PUSH', {'type': 'note', 'guid': 'g1', 'body': 'x'}) for _ in 'ab']
    assert a['iden'] == b['iden'], 'guid'
    s.tool('CREATE_PUSH', {'type': 'link'}, status=400)
    s.tool('CREATE_PUSH', {'type': 'file', 'file_url': 'u', 'file_name': 'n'}, status=400)
    s.tool('LIST_PUSHES', {'limit': 501}, status=400); s.tool('LIST_CHATS', {'limit': 501}, status=400)
    s.tool('DELETE_PUSH', {'iden': a['iden']})
    assert a['iden'] not in [p['iden'] for p in s.tool('LIST_PUSHES', {'active': True})['pushes']], 'deleted is active'
    ids = [s.tool('CREATE_PUSH', {'type': 'link', 'url': 'http://x.y'})['iden'] for _ in range(5)]
    got, cur = [], None
    while True:
        p = s.tool('LIST_PUSHES', {'limit': 2, 'active': True, **({'cursor': cur} if cur else {})})
        got += [x['iden'] for x in p['pushes']]; cur = p['cursor']
        if not cur: break
    assert [x for x in got if x in ids] == ids[::-1], 'pages'


@check('notifier-unmute-lost', 'notifier-device-update-nulls', 'notifier-delete-all-takes-chats')
def _(s):
    c = s.tool('CREATE_CHAT', {'email': 'a@b.c'})
    for v in (True, False): assert s.tool('UPDATE_CHAT', {'iden': c['iden'], 'muted': v})['muted'] is v, 'muted'
    d = s.tool('CREATE_DEVICE', {'model': 'M', 'nickname': 'n', 'app_version': 3, 'manufacturer': 'f', 'has_sms': False})
    s.tool('CREATE_DEVICE', {'model': 'M', 'nickname': 'n', 'app_version': -1, 'manufacturer': 'f'}, status=400)
    e = s.tool('UPDATE_DEVICE', {'iden': d['iden'], 'icon': 'phone'})
    assert e['model'] == 'M' and e['icon'] == 'phone' and e['has_sms'] is False, e
    p = s.tool('CREATE_PUSH', {'type': 'note', 'device_iden': d['iden']})
    items = [{'text': 'a', 'checked': True}, {'text': 'b', 'checked': False}]
    q = s.tool('UPDATE_PUSH', {'iden': p['iden'], 'items': items, 'dismissed': True})
    assert q['items'] == items and q['dismissed'] is True
    s.tool('DELETE_ALL_PUSHES', {}); time.sleep(.6)
    assert s.tool('LIST_PUSHES', {'active': True})['pushes'] == []
    assert c['iden'] in [x['iden'] for x in s.tool('LIST_CHATS', {})['chats']], 'chat gone'
    assert d['iden'] in [x['iden'] for x in s.tool('LIST_DEVICES', {})['devices']], 'device gone'
    s.tool('DELETE_CHAT', {'iden': c['iden']}); s.tool('DELETE_DEVICE', {'device_iden': d['iden']})
    assert s.tool('GET_USER', {})['email'] == 'own@sumac.example' and s.tool('UPLOAD_REQUEST', {'file_name': 'ä b.txt', 'file_type': 'text/plain'})['upload_url']
    s.tool('GET_USER', {}, who=SAND, status=400)


def walk(s):
    for p, o in s.spec['paths'].items():  # every closed operation asks for a credential
        for m, op in o.items():
            if op['security']:
                assert s(m.upper(), re.sub(r'\{\w+\}', NIL, p), None, who=None).status == 401, (m, p)
            for n in ('nope', '%00', 'ü'.encode().hex()):  # odd paths never break
                assert s(m.upper(), re.sub(r'\{\w+\}', n, p) or p, None, who=OWN).status < 500, (m, p)
            if 'requestBody' in op and '/agents/' != p[:8]:
                for raw in (b'{', b'[1]', b'"x"', b'\xff', b'{"a":"\\u0000"}', b'{"a":"\\ud800"}'):
                    r = s(m.upper(), re.sub(r'\{\w+\}', NIL, p), raw=raw)
                    assert r.status in (400, 403, 404, 422), (m, p, raw, r.status)
    s.say('x', agent=NIL, status=404); s.say('x', agent=F['privateAgentId'], status=403); s.say('x', NIL, status=404)
    s.ok('POST', '/agents/' + F['agentId'], {}, C['apiKey'], status=422)
    a = s.agent(name='Old', visibility='private', metadata={'x': 1})
    s.ok('GET', '/me/agents/' + a, who=None, status=403); s.ok('GET', '/me/chats/' + a, who=OTHER, status=403)
    assert s.ok('PUT', '/me/chats/' + a, {'chat_prompt': 'P2', 'visibility': 'public'})['name'] is None
    assert s.ok('POST', f'/me/agents/{a}/upsell-description') == s.ok('GET', '/me/agents/' + a, who=None)
    assert a in [x['id'] for x in s.ok('GET', '/me/agents')]
    assert s.ok('POST', '/me/agents/vanity/slug', {'name': 'Größe!! der Stadt'}, who=None)['slug'].startswith('gro')
    names = [v['service_name'] for v in s.ok('GET', '/me/vibe/services', who=None)['records']]
    assert len(names) == 3
    for n in names: s.ok('GET', f'/me/agents/{a}/vibe?service_name={n}')
    s.ok('GET', f'/me/agents/{a}/vibe', status=422); s.ok('GET', f'/me/agents/{a}/vibe?service_name=x', status=422)
    s.ok('GET', f'/me/chats/{a}/og', who=None)
    assert s.ok('POST', f'/me/chats/{a}/feedback', {'rating': 'up'}, who=OTHER)['feedback_up'] == 1
    assert s.ok('POST', f'/me/chats/{a}/feedback', {'rating': 'down'}, who=OTHER)['feedback_up'] == 0
    run = s.ok('POST', f'/me/chats/{a}/runs')['run_id']
    assert s.ok('GET', '/me/agent-runs/' + run)['state'] == 'idle'
    s.ok('POST', f'/me/chats/{F["privateAgentId"]}/runs', status=403)
    s.ok('POST', '/me/chats', {'chat_prompt': 'x'}); s.ok('GET', '/me/subscriptions'); s.ok('GET', '/me/billing')
    s.ok('POST', '/me/payments/sessions', {'credits': 5}); s.ok('GET', '/me/schedules/onboarding')
    assert len(s.ok('GET', '/me/tools/list')) == len(s.ok('GET', '/me/tools', who=None)) == 20
    s.ok('GET', '/me/tools/echo_text', who=None); s.ok('GET', '/me/tools/nope', who=None, status=404)
    t = F['tool']
    s.ok('POST', '/me/tools/run/' + t['name'], t['input']); s.ok('POST', '/me/tools/run/' + t['name'], t['invalidInput'], status=400); s.ok('POST', '/me/tools/run/nope', {}, status=404)
    assert {x['toolset_name'] for x in s.ok('GET', '/me/toolsets/list')} == {'sea', 'text', 'notifier'}
    assert len(s.ok('GET', '/me/toolsets/notifier')['tools']) == 15
    s.ok('GET', '/me/toolsets/nope', status=404)
    s.ok('GET', '/me/agent-runs?next_cursor=null'); s.ok('GET', '/me/agent-runs?next_cursor=x', status=422)
    assert s('POST', '/me/agents/' + a, {}).status == 405

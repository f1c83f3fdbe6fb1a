"""Starts the deployment without a fault, walks through all 93 operations and checks the answers. Usage: selftest.py [PORT]"""
import os, sys
os.environ['PROBE_PORT'] = sys.argv[1] if len(sys.argv) > 1 else '9311'
import probes as p
from probes import *

seen, bad = set(), []


def ck(op, r, status, cond=None):
    seen.add(op)
    ok = r.s == status and (cond is None or cond(r))
    if not ok:
        bad.append(op)
        print('BAD', op, r.s, r.t[:300])
    return r.j


def is_list(r): return isinstance(r.j, list)
def paged(r): return isinstance(r.j['results'], list)


srv = boot()
try:
    nope = str(uuid.uuid4())
    # Workers API
    r = w('POST', f'/{AG}', 'hello'); ck('POST w', r, 200, lambda r: 'hello' in r.t and r.h['Content-Type'].startswith('text/plain')); run = r.h['X-Service-Run-ID']
    ck('PUT w', w('PUT', f'/{AG}/{run}', 'again'), 200, lambda r: r.h['X-Service-Run-ID'] == run)
    r = w('POST', f'/ndjson/{AG}', FX['toolCallMessage']['message'])
    ck('POST nd', r, 200, lambda r: [json.loads(x)['type'] for x in r.t.splitlines()] == ['tool_call', 'tool_result', 'text', 'text', 'done'])
    trun = r.h['X-Service-Run-ID']
    ck('PUT nd', w('PUT', f'/ndjson/{AG}/{trun}', 'ok'), 200, lambda r: r.h['X-Service-Run-ID'] == trun)
    ck('GET w', w('GET', f'/{AG}/{run}'), 200, lambda r: [m['role'] for m in r.j] == ['user', 'assistant'] * 2 and 'x-service-job-id' not in r.h)
    for msg in (LONG, FAILS):
        j = w('POST', f'/{BG}', msg).h['X-Service-Run-ID']
        ck('GET w', w('GET', f'/{BG}/{j}'), 200, lambda r: 'x-service-job-id' in r.h)
        ck('PUT w', w('PUT', f'/{BG}/{j}', 'x'), 409); ck('PUT nd', w('PUT', f'/ndjson/{BG}/{j}', 'x'), 409); ck('POST w', w('POST', f'/{BG}', 'x'), 200)
        time.sleep(3.2)
        ck('GET w', w('GET', f'/{BG}/{j}'), 200, lambda r: 'x-service-job-id' not in r.h and len(r.j) == 2)
        ck('PUT w', w('PUT', f'/{BG}/{j}', ''), 200)
    for k in (CR['jwt'], 'nonsense'):
        ck('POST w', w('POST', f'/{AG}', 'x', k), 401)
    ck('GET w', w('GET', f'/{AG}/{run}', key=CR['otherApiKey']), 404); ck('POST w', w('POST', f'/{FX["privateAgentId"]}', 'x'), 403); ck('POST w', w('POST', f'/{nope}', 'x'), 404)
    # runs
    pg = ck('runs', own('GET', '/me/agent-runs?limit=2'), 200, paged)
    assert len(pg['results']) == 2
    rest = own('GET', '/me/agent-runs', params={'next_cursor': pg['next_cursor']}).j['results']
    assert len(rest) == pg['count'] - 2 and requests.get(pg['next'], headers={'Authorization': 'Bearer ' + CR['jwt']}).status_code == 200
    ck('run', own('GET', f'/me/agent-runs/{run}'), 200, lambda r: r.j['run_id'] == run); ck('run', own('GET', f'/me/agent-runs/{nope}'), 404); ck('run', own('GET', '/me/agent-runs/x'), 422)
    ck('run mcp', own('GET', f'/me/agent-runs/{trun}/mcp-server-logs'), 200, lambda r: len(r.j) == 1); ck('run logs', own('GET', f'/me/agent-runs/{run}/logs'), 200, lambda r: len(r.j) == 2)
    # tools
    t = FX['tool']
    ck('tool run', own('POST', '/me/tools/run/' + t['name'], t['input']), 200); ck('tool run', own('POST', '/me/tools/run/' + t['name'], t['invalidInput']), 400)
    ck('tool run', own('POST', '/me/tools/run/none', {}), 404); ck('tool run', anon('POST', '/me/tools/run/' + t['name'], t['input']), 401)
    x = ck('execs', own('GET', '/me/executions'), 200, paged)['results'][0]
    ck('exec', own('GET', f'/me/executions/{x["id"]}'), 200, lambda r: r.j['tool_name'] == t['name']); ck('exec', own('GET', '/me/executions/999999'), 404); ck('exec', oth('GET', f'/me/executions/{x["id"]}'), 404)
    ck('tool list', own('GET', '/me/tools/list'), 200, lambda r: set(r.j[0]) == {'name', 'description', 'inputSchema'}); ck('tools', anon('GET', '/me/tools'), 200, is_list)
    ck('search', own('GET', '/me/tools/search?q=tide&limit=200&min_score=1.0'), 200, lambda r: r.j[0]['name'] == 'tide_table')
    for q in ('', '?q=', '?q=a&limit=0', '?q=a&limit=201', '?q=a&min_score=1.1'):
        ck('search', own('GET', '/me/tools/search' + q), 422)
    ck('tool', anon('GET', '/me/tools/tide_table'), 200); ck('tool', anon('GET', '/me/tools/none'), 404)
    ck('toolsets', own('GET', '/me/toolsets/list'), 200, is_list); ck('toolset', own('GET', '/me/toolsets/sea'), 200, lambda r: len(r.j['tools']) == 2); ck('toolset', own('GET', '/me/toolsets/none'), 404)
    ck('install', own('POST', '/me/user-tools', {'tool_id': 'wave_height'}), 200); ck('install', own('POST', '/me/user-tools', {'tool_id': 'none'}), 409)
    ck('installed', own('GET', '/me/user-tools'), 200, lambda r: len(r.j) == 1); ck('user tool', own('GET', '/me/user-tools/wave_height'), 200)
    ck('uninstall', own('DELETE', '/me/user-tools/wave_height'), 200); ck('uninstall', own('DELETE', '/me/user-tools/wave_height'), 404); ck('user tool', own('GET', '/me/user-tools/wave_height'), 404)
    # NOTIFIER
    c = out('CREATE_CHAT', email='a@b.example')['iden']; assert out('UPDATE_CHAT', iden=c, muted=True)['muted'] and out('UPDATE_CHAT', iden=c, muted=False)['muted'] is False
    assert c in [x['iden'] for x in out('LIST_CHATS')['chats']]; out('DELETE_CHAT', iden=c); assert not out('LIST_CHATS')['chats'] and nt('DELETE_CHAT', iden=c).s == 400
    d = device(); assert out('UPDATE_DEVICE', iden=d, nickname='N')['model'] == 'M1' and len(out('LIST_DEVICES')['devices']) == 1; out('DELETE_DEVICE', device_iden=d); assert not out('LIST_DEVICES')['devices']
    a1 = out('CREATE_PUSH', type='note', body='b'); out('CREATE_PUSH', type='link', url='http://x'); out('CREATE_PUSH', type='file', file_url='u', file_name='n', file_type='text/plain')
    assert nt('CREATE_PUSH', type='file', file_url='u', file_name='n').s == 400 == nt('CREATE_PUSH', type='link').s == nt('CREATE_PUSH', type='zzz').s == nt('LIST_CHATS', limit=501).s
    assert out('UPDATE_PUSH', iden=a1['iden'], dismissed=True)['dismissed']; assert len(out('LIST_PUSHES', modified_after=a1['modified'])['pushes']) == 3
    out('DELETE_PUSH', iden=a1['iden']); assert len(out('LIST_PUSHES', active=True)['pushes']) == 2; out('DELETE_ALL_PUSHES'); time.sleep(0.6); assert not out('LIST_PUSHES', active=True)['pushes']
    assert out('GET_USER')['email'] and out('UPLOAD_REQUEST', file_name='a', file_type='b')['upload_url'] and nt('GET_USER', sand).s == 400
    # subscriptions
    s = '/me/agents/%s/subscribe'
    ck('subscribe', own('POST', s % FX['paidAgentId'], {}), 200)
    for f, n in (('ownPaidAgentId', 400), ('unpaidAgentId', 400), ('subscribedAgentId', 402)):
        ck('subscribe', own('POST', s % FX[f], {}), n)
    ck('subscribe', own('POST', s % nope, {}), 404)
    ck('subs', own('GET', '/me/subscriptions'), 200, lambda r: r.j['count'] == 2); ck('sub', own('GET', f'/me/subscriptions/{FX["subscribedAgentId"]}'), 200); ck('sub', own('GET', f'/me/subscriptions/{nope}'), 404)
    u = f'/me/agents/{FX["unsubscribeAgentId"]}/unsubscribe'
    ck('unsub', own('POST', u), 200, lambda r: r.j['status'] == 'canceled'); ck('unsub', own('POST', u), 400); ck('unsub', own('POST', f'/me/agents/{nope}/unsubscribe'), 404)
    # studio
    S = '/me/agent-studio-chats'
    ck('st post', own('POST', S, {'run_id': 's1', 'visibility': 'public', 'title': 'T'}), 200); ck('st post', own('POST', S, {'run_id': 's1'}), 200, lambda r: r.j['title'] == 'T'); ck('st post', oth('POST', S, {'run_id': 's1'}), 409)
    ck('st post', sand('POST', S, {'visibility': 'private'}), 400); ck('st list', own('GET', S), 200, lambda r: len(r.j) == 1); ck('st get', anon('GET', S + '/s1'), 200)
    ck('st clone', oth('POST', S + '/s1/clone'), 201, lambda r: r.j['owner'] == 'oskar'); ck('st patch', own('PATCH', S + '/s1', {'visibility': 'private'}), 200, lambda r: r.j['title'] == 'T')
    ck('st get', anon('GET', S + '/s1'), 403); ck('st clone', own('POST', S + '/s1/clone'), 400); ck('st put', own('PUT', S + '/s1', {'title': 'U', 'visibility': 'public'}), 200, lambda r: r.j['title'] == 'U')
    ck('st put', oth('PUT', S + '/s1', {'title': 'U'}), 403); ck('st del', oth('DELETE', S + '/s1'), 403); ck('st del', own('DELETE', S + '/s1'), 200)
    ck('st get', own('GET', S + '/s1'), 404); ck('st del', own('DELETE', S + '/s1'), 404)
    # agents
    G = '/me/agents'
    a = ck('ag post', own('POST', G, {'chat_prompt': 'P', 'visibility': 'private', 'vanity_slug': 'sl'}), 200)['agent_id']
    ck('ag post', own('POST', G, {'agent_id': a, 'chat_prompt': 'Q'}), 200, lambda r: r.j['agent_id'] == a and r.j['chat_prompt'] == 'Q'); ck('ag post', own('POST', G, {}), 400)
    ck('ag post', sand('POST', G, {'chat_prompt': 'P', 'visibility': 'private'}), 400); ck('ag post', oth('POST', G, {'agent_id': a, 'chat_prompt': 'Q'}), 403); ck('ag post', oth('POST', G, {'agent_id': nope, 'chat_prompt': 'Q'}), 404)
    ck('ag list', own('GET', G), 200, is_list); ck('ag get', own('GET', f'{G}/{a}'), 200); ck('ag get', anon('GET', f'{G}/{a}'), 403); ck('ag get', anon('GET', f'{G}/{AG}'), 200); ck('ag get', own('GET', f'{G}/{nope}'), 404)
    ck('upsell', own('POST', f'{G}/{a}/upsell-description'), 200, lambda r: r.j['upsell_description']); ck('slug post', anon('POST', G + '/vanity/slug', {'name': 'My Bot'}), 200); ck('slug get', own('GET', G + '/vanity/slug?slug=sl'), 200, lambda r: not r.j['available'])
    ck('slug get', own('GET', G + '/vanity/slug'), 422); v = ck('vibes', anon('GET', '/me/vibe/services'), 200, lambda r: len(r.j['results']) == 3)['results'][0]['name']
    ck('vibe', own('GET', f'{G}/{a}/vibe?service_name={v}'), 200); ck('vibe', own('GET', f'{G}/{a}/vibe?service_name=x'), 422)
    T = f'{G}/{a}/customizations/theme'
    ck('th get', own('GET', T), 200, lambda r: r.t == 'null'); ck('th put', own('PUT', T, {'color': '#A1b2C3'}), 200); ck('th put', own('PUT', T, {'color': 'red'}), 400); ck('th get', own('GET', T), 200, lambda r: r.j['color'] == '#A1b2C3'); ck('th get', oth('GET', T), 403)
    F = f'{G}/{a}/files'
    f = ck('f post', own('POST', F, {'name': 'n', 'content': 'c'}), 201)['file_id']; g = own('POST', F, {'name': 'm'}).j['file_id']
    ck('f pos', own('PUT', F + '/positions', {'orders': [{'file_id': f, 'order': 1}, {'file_id': g, 'order': 0}]}), 200, lambda r: [x['file_id'] for x in r.j['results']] == [g, f])
    ck('f list', own('GET', F), 200, lambda r: [x['file_id'] for x in r.j['results']] == [g, f]); ck('f get', own('GET', f'{F}/{f}'), 200); ck('f get', oth('GET', f'{F}/{f}'), 403); ck('f patch', own('PATCH', f'{F}/{f}', {'name': 'z'}), 200, lambda r: r.j['content'] == 'c')
    ck('f del', own('DELETE', f'{F}/{f}'), 204, lambda r: not r.t); ck('f del', own('DELETE', f'{F}/{f}'), 404)
    # chats
    C = '/me/chats'
    c = ck('ch post', own('POST', C, {'chat_prompt': 'P', 'visibility': 'public'}), 200)['chat_id']; ck('ch list', own('GET', C), 200, is_list); ck('ch get', anon('GET', f'{C}/{c}'), 200)
    ck('ch put', own('PUT', f'{C}/{c}', {'chat_prompt': 'R'}), 200); ck('ch put', oth('PUT', f'{C}/{c}', {'chat_prompt': 'R'}), 403); ck('ch patch', own('PATCH', f'{C}/{c}', {'description': 'D'}), 200, lambda r: r.j['chat_prompt'] == 'R'); ck('ch patch', oth('PATCH', f'{C}/{c}', {}), 403)
    ck('og', anon('GET', f'{C}/{c}/og'), 200); ck('ch clone', oth('POST', f'{C}/{c}/clone', {'name': 'K'}), 200, lambda r: r.j['name'] == 'K' and r.j['owner'] == 'oskar'); ck('ch clone', own('POST', f'{C}/{c}/clone'), 200); ck('ch clone', own('POST', f'{C}/{FX["privateAgentId"]}/clone'), 403)
    ck('feedback', oth('POST', f'{C}/{c}/feedback', {'rating': 5}), 200); ck('feedback', oth('POST', f'{C}/{nope}/feedback', {'rating': 5}), 404); ck('ch runs', own('POST', f'{C}/{c}/runs'), 200, lambda r: r.j['run_id']); ck('ch runs', own('POST', f'{C}/{FX["privateAgentId"]}/runs'), 403)
    ck('ch del', oth('DELETE', f'{C}/{c}'), 403); ck('ch del', own('DELETE', f'{C}/{c}'), 200); ck('ch get', anon('GET', f'{C}/{c}'), 404)
    # keys, money
    K = '/me/api-keys'
    ck('keys', own('GET', K), 200, lambda r: 'secret' not in r.j[0]); k = ck('key post', own('POST', K, {'label': 'l'}), 200); ck('key def', own('GET', K + '/default'), 200, lambda r: r.j['secret'] == CR['apiKey']); ck('key', own('GET', f'{K}/{k["api_key_id"]}'), 200, lambda r: r.j['secret'] == k['secret'])
    assert w('POST', f'/{AG}', 'x', k['secret']).s == 200; ck('key del', own('DELETE', f'{K}/{k["api_key_id"]}'), 200, lambda r: 'secret' not in r.j); ck('key', own('GET', f'{K}/{k["api_key_id"]}'), 404); assert w('POST', f'/{AG}', 'x', k['secret']).s == 401
    ck('billing', own('GET', '/me/billing'), 200); n = ck('credits', own('GET', '/me/credits'), 200)['credits_left']; ck('use', own('POST', '/me/credits/use'), 200, lambda r: r.j['credits_left'] == n - 1)
    h = FX['webhook']
    hook = lambda sig, b=h['body']: R(requests.post(B + '/me/payments/webhook', data=b, headers={**({h['signatureHeader']: sig} if sig else {}), 'Content-Type': 'application/json'}))
    ck('hook', hook(h['validSignature']), 200); ck('hook', hook(None), 400); ck('hook', hook('v1=00'), 400); ck('hook', hook(h['validSignature'], '{}'), 400)
    ck('pay', own('POST', '/me/payments/sessions', {'plan': 'pro'}), 200)
    for m in ('summary', 'subscribers', 'earnings'):
        ck('mon ' + m, own('GET', '/me/monetization/' + m), 200, lambda r: r.j['period'] == 28 and len(r.j.get('results', range(28))) == 28)
        for q in ('0', '366', 'x'):
            ck('mon ' + m, own('GET', f'/me/monetization/{m}?period={q}'), 422)
    assert own('GET', '/me/monetization/summary').j['earnings_total'] == sum(x['earnings'] for x in own('GET', '/me/monetization/earnings').j['results']) > 0
    # bundles
    b = ck('b post', own('POST', '/me/bundles'), 200)['bundle_id']; D = f'/me/bundles/{b}'
    ck('b list', own('GET', '/me/bundles'), 200, is_list); ck('b get', own('GET', D), 200); ck('b get', oth('GET', D), 404); ck('bt post', own('POST', D + '/tools', {'tool_id': 'tide_table'}), 200); ck('b put', own('PUT', D, {'name': 'N'}), 200, lambda r: r.j['name'] == 'N' and len(r.j['tools']) == 1)
    ck('bt list', own('GET', D + '/tools'), 200, lambda r: len(r.j) == 1); ck('bt del', own('DELETE', D + '/tools/tide_table'), 200); ck('bt del', own('DELETE', D + '/tools/tide_table'), 404); ck('b del', own('DELETE', D), 200); ck('b get', own('GET', D), 404); ck('bt post', own('POST', D + '/tools', {'tool_id': 'tide_table'}), 404)
    # CLI
    i = ck('cli post', anon('POST', '/me/cli-auth'), 200)['cli_auth_id']; L = f'/me/cli-auth/{i}'
    ck('cli get', anon('GET', L), 200, lambda r: r.t == 'null'); ck('cli put', own('PUT', L, {'token': CR['jwt']}), 200); ck('cli put', oth('PUT', L, {'token': 'x'}), 403); ck('cli get', anon('GET', L), 200, lambda r: r.j == CR['jwt']); ck('cli get', anon('GET', L), 200, lambda r: r.t == 'null'); ck('cli get', anon('GET', f'/me/cli-auth/{nope}'), 404)
    # schedules
    H = '/me/schedules'
    s = ck('s post', own('POST', H, {'chat': AG, 'cron_expression': FX['cron']}), 200)['id']
    for ch in (None, 'x', nope, FX['unpaidAgentId']):
        ck('s post', own('POST', H, {'chat': ch, 'cron_expression': FX['cron']}), 403)
    ck('s list', own('GET', H), 200, lambda r: r.j['count'] == 1); ck('s onb', own('GET', H + '/onboarding'), 200); ck('s cron', own('GET', H + '/text-to-cron?cron=every hour'), 200, lambda r: r.j['cron_expression'] == '0 * * * *'); ck('s cron', own('GET', H + '/text-to-cron?cron=* * *'), 400)
    ck('s get', own('GET', f'{H}/{s}'), 200); ck('s put', own('PUT', f'{H}/{s}', {'cron_expression': '1 1 * * *'}), 200, lambda r: r.j['chat'] == AG); ck('s del', own('DELETE', f'{H}/{s}'), 200); ck('s get', own('GET', f'{H}/{s}'), 404)
    # user, VIP
    ck('me', own('GET', '/me/'), 200, lambda r: r.j['tier'] == 'pro'); ck('me', sand('GET', '/me/'), 200, lambda r: r.j['tier'] == 'sandbox'); ck('me', anon('GET', '/me/'), 401)
    ck('vip post', own('POST', '/me/vip', {'code': FX['vipCode']}), 200); ck('vip post', own('POST', '/me/vip', {'code': FX['vipCode']}), 400); ck('vip post', own('POST', '/me/vip', {'code': FX['ownVipCode']}), 400); ck('vip post', own('POST', '/me/vip', {'code': 'X'}), 400); ck('vip post', oth('POST', '/me/vip', {'code': FX['vipCode']}), 200)
    ck('vip', own('GET', '/me/vip'), 200, lambda r: r.j['redeemed_count'] == 1)
finally:
    halt(srv)
print(len(seen), 'operations seen;', len(bad), 'answers bad')
sys.exit(bool(bad) or len(seen) != 93)

#!/usr/bin/env python3
"""Walks through all 93 operations without a fault."""
import sys, time, hashlib
from client import *
c = Server(int(sys.argv[1]) if len(sys.argv) > 1 else 9820); seen = set(); bad = []
def ok(op, cond, got=None):
    seen.add(op)
    if not cond: bad.append(op); print('BAD', op, got)
def E(op, status, path, body=None, who='own', **k):
    s, b = c.u(op.split(' ')[0], path, body, who, **k); ok(op, s == status, (path, s, b)); return b
try:
    # workers
    r = c.w('POST', '/' + A(1), 'One'); run = r.headers['X-Service-Run-ID']; ok('W POST', r.status_code == 200 and 'One' in r.text)
    r = c.w('PUT', '/%s/%s' % (A(1), run), 'Two'); ok('W PUT', r.headers['X-Service-Run-ID'] == run)
    h = c.hist(run); ok('W GET', [m['role'] for m in h] == ['user', 'assistant'] * 2 and h[2]['content'] == 'Two', h)
    r = c.w('POST', '/ndjson/' + A(1), 'What is the tide?'); l = [json.loads(x) for x in r.text.splitlines()]
    ok('W POST nd', [x['type'] for x in l] == ['start', 'text', 'tool_call', 'tool_result', 'text', 'end'] and 'STN-RAW-7741' in r.text, l)
    tr = r.headers['X-Service-Run-ID']; r = c.w('PUT', '/ndjson/%s/%s' % (A(1), run), 'Three'); ok('W PUT nd', r.status_code == 200 and len(c.hist(run)) == 6)
    ok('W POST', 'STN-RAW' not in c.w('POST', '/' + A(1), 'What is the tide?').text)
    for msg in (FX['backgroundMessage'], FX['backgroundErrorMessage']):
        r = c.w('POST', '/' + A(2), msg); b = r.headers['X-Service-Run-ID']; p = '/%s/%s' % (A(2), b)
        ok('W GET', 'x-service-job-id' in c.w('GET', p).headers); n = len(c.hist(b, 2)); ok('W PUT', c.w('PUT', p, 'x').status_code == 409 and len(c.hist(b, 2)) == n); ok('W PUT nd', c.w('PUT', '/ndjson' + p, 'x').status_code == 409)
        ok('W POST', c.w('POST', '/' + A(2), 'x').status_code == 200); time.sleep(2.8); ok('W GET', 'x-service-job-id' not in c.w('GET', p).headers); ok('W PUT', c.w('PUT', p, '').status_code == 200)
    ok('W GET', c.w('GET', '/%s/%s' % (A(1), run), who='other').status_code == 404); ok('W POST', c.w('POST', '/' + A(1), 'x', 'nokey').status_code == 401); ok('W POST', c.w('POST', '/' + A(8), 'x').status_code == 403)
    # runs
    b = E('GET /agent-runs', 200, '/agent-runs?limit=2'); nx = b['meta']['nextCursor']; b2 = c.j('GET', '/agent-runs', params={'next_cursor': nx, 'limit': 2}); ok('GET /agent-runs', not {x['id'] for x in b['data']} & {x['id'] for x in b2['data']})
    E('GET /agent-runs', 422, '/agent-runs?limit=x'); E('GET /agent-runs', 422, '/agent-runs?next_cursor=soon')
    E('GET /agent-runs/{}', 200, '/agent-runs/' + run); E('GET /agent-runs/{}', 404, '/agent-runs/' + run, who='other'); E('GET /agent-runs/{}', 422, '/agent-runs/1')
    ok('GET mcp', len(E('GET mcp', 200, '/agent-runs/%s/mcp-server-logs' % tr)) == 1); ok('GET logs', len(E('GET logs', 200, '/agent-runs/%s/logs' % run)) >= 3)
    # tools
    x = E('POST /tools/run/{}', 200, '/tools/run/read_tide_table', {'port': 'Hull'}); E('POST /tools/run/{}', 400, '/tools/run/read_tide_table', {'port': 7}); E('POST /tools/run/{}', 404, '/tools/run/nope', {}); E('POST /tools/run/{}', 401, '/tools/run/read_tide_table', {'port': 'Hull'}, who=None); E('POST /tools/run/{}', 422, '/tools/run/echo_input', [1])
    e = E('GET /executions', 200, '/executions')['data']; ok('GET /executions', len(e) == 1); E('GET /executions/{}', 200, '/executions/%d' % e[0]['id']); E('GET /executions/{}', 404, '/executions/%d' % e[0]['id'], who='other'); E('GET /executions/{}', 422, '/executions/x')
    ok('GET /tools/list', len(E('GET /tools/list', 200, '/tools/list')) == 25); E('GET /tools', 200, '/tools', who=None); E('GET /tools/{}', 200, '/tools/sea_temperature', who=None); E('GET /tools/{}', 404, '/tools/nope', who=None)
    ok('GET /tools/search', len(E('GET /tools/search', 200, '/tools/search?q=tool')) == 20); ok('GET /tools/search', len(c.j('GET', '/tools/search?q=tool&limit=200')) == 25)
    for q in ('', '?q=', '?q=a&limit=0', '?q=a&limit=201', '?q=a&min_score=1.1', '?q=a&min_score=-0.1'): E('GET /tools/search', 422, '/tools/search' + q)
    E('GET /toolsets/list', 200, '/toolsets/list'); E('GET /toolsets/{}', 200, '/toolsets/sea'); E('GET /toolsets/{}', 404, '/toolsets/nope')
    E('POST /user-tools', 200, '/user-tools', {'toolId': 'sea_temperature'}); E('POST /user-tools', 409, '/user-tools', {'toolId': 'sea_temperature'}); E('POST /user-tools', 422, '/user-tools', {}); ok('GET /user-tools', len(E('GET /user-tools', 200, '/user-tools')) == 1)
    E('GET /user-tools/{}', 200, '/user-tools/sea_temperature'); E('DELETE /user-tools/{}', 200, '/user-tools/sea_temperature'); E('GET /user-tools/{}', 404, '/user-tools/sea_temperature'); E('DELETE /user-tools/{}', 404, '/user-tools/sea_temperature')
    # subscriptions
    op = 'POST subscribe'
    for n, s in ((5, 400), (3, 400), (6, 402), (4, 200), (4, 402)): E(op, s, '/agents/%s/subscribe' % A(n), {})
    E(op, 404, '/agents/%s/subscribe' % A(99), {}); E('POST unsubscribe', 200, '/agents/%s/unsubscribe' % A(7)); E('POST unsubscribe', 400, '/agents/%s/unsubscribe' % A(7)); E('POST unsubscribe', 404, '/agents/%s/unsubscribe' % A(99))
    ok('GET /subscriptions', len(E('GET /subscriptions', 200, '/subscriptions')['data']) == 2); E('GET /subscriptions/{}', 200, '/subscriptions/' + A(6)); E('GET /subscriptions/{}', 404, '/subscriptions/' + A(7))
    # studio
    S = '/agent-studio-chats'; b = E('POST studio', 200, S, {'runId': 'r/1', 'title': 'T', 'visibility': 'private'}); p = S + '/r%2F1'; E('POST studio', 200, S, {'runId': 'r/1'}); E('POST studio', 409, S, {'runId': 'r/1'}, 'other'); E('POST studio', 400, S, {'visibility': 'private'}, 'sandbox')
    E('GET studio', 200, p); E('GET studio', 403, p, who=None); E('GET studio', 404, S + '/x', who=None); E('POST studio clone', 400, p + '/clone'); b = E('PATCH studio', 200, p, {'visibility': 'public'}); ok('PATCH studio', b['attributes']['title'] == 'T'); E('PATCH studio', 403, p, {}, 'other'); E('PATCH studio', 404, S + '/x', {})
    b = E('PUT studio', 200, p, {'description': 'D'}); ok('PUT studio', b['attributes']['title'] is None); E('PUT studio', 403, p, {}, 'other'); E('POST studio clone', 201, p + '/clone', who='other'); ok('GET studios', len(E('GET studios', 200, S)) == 1)
    E('DELETE studio', 403, p, who='other'); E('DELETE studio', 200, p); E('DELETE studio', 404, p); E('GET studio', 404, p)
    # agents
    E('POST /agents', 400, '/agents', {}); E('POST /agents', 400, '/agents', {'chatPrompt': 'p', 'visibility': 'private'}, 'sandbox'); a = E('POST /agents', 200, '/agents', {'chatPrompt': 'p', 'name': 'n', 'visibility': 'private', 'vanitySlug': 'my-slug'})['id']; P = '/agents/' + a
    E('POST /agents', 403, '/agents', {'id': a, 'chatPrompt': 'q'}, 'other'); E('POST /agents', 404, '/agents', {'id': A(99), 'chatPrompt': 'q'}); E('POST /agents', 200, '/agents', {'id': a, 'chatPrompt': 'q'})
    E('GET /agents', 200, '/agents'); ok('GET /agents/{}', E('GET /agents/{}', 200, P)['attributes']['chatPrompt'] == 'q'); E('GET /agents/{}', 403, P, who=None); E('GET /agents/{}', 404, '/agents/x', who=None)
    E('POST upsell', 200, P + '/upsell-description'); E('POST upsell', 404, '/agents/x/upsell-description'); ok('POST slug', E('POST slug', 200, '/agents/vanity/slug', {'name': 'My slug'}, None)['id'] == 'my-slug-2'); ok('GET slug', E('GET slug', 200, '/agents/vanity/slug?slug=my-slug')['attributes']['available'] is False); E('GET slug', 422, '/agents/vanity/slug')
    v = E('GET services', 200, '/vibe/services', who=None)['data'][0]['id']; E('GET vibe', 200, P + '/vibe?service_name=' + v); E('GET vibe', 422, P + '/vibe?service_name=zz'); E('GET vibe', 422, P + '/vibe')
    T = P + '/customizations/theme'; ok('GET theme', E('GET theme', 200, T) is None); E('PUT theme', 400, T, {'themeColor': 'blue-ish'}); E('PUT theme', 200, T, {'themeColor': '#a1b2c3'}); E('PUT theme', 403, T, {'themeColor': '#a1b2c3'}, 'other'); E('PUT theme', 404, '/agents/%s/customizations/theme' % A(99), {'themeColor': '#a1b2c3'}); E('GET theme', 403, T, who='other'); E('GET theme', 422, '/agents/x/customizations/theme')
    fs = [E('POST files', 201, P + '/files', {'name': 'f%d' % i, 'content': 'c'})['id'] for i in range(10)]; E('POST files', 400, P + '/files', {'name': 'x'}); E('POST files', 403, P + '/files', {'name': 'x'}, 'other'); E('POST files', 422, P + '/files', {})
    E('GET files', 200, P + '/files'); E('GET file', 200, P + '/files/' + fs[0]); E('GET file', 404, '/agents/%s/files/%s' % (A(1), fs[0])); E('PATCH file', 200, P + '/files/' + fs[0], {'name': 'g'}); E('DELETE file', 204, P + '/files/' + fs[9]); E('DELETE file', 404, P + '/files/' + fs[9])
    b = E('PUT positions', 200, P + '/files/positions', {'files': [{'id': f, 'position': 8 - i} for i, f in enumerate(fs[:9])]}); ok('PUT positions', [f['id'] for f in b['data']] == fs[8::-1]); E('PUT positions', 404, P + '/files/positions', {'files': [{'id': A(99), 'position': 0}]})
    # chats
    E('GET /chats', 200, '/chats'); d = E('POST /chats', 200, '/chats', {'chatPrompt': 'p'})['id']; E('POST /chats', 400, '/chats', {}); C = '/chats/' + d; E('GET /chats/{}', 200, C, who=None); E('PUT /chats/{}', 200, C, {'chatPrompt': 'z', 'name': 'Z'}); E('PUT /chats/{}', 403, C, {'chatPrompt': 'z'}, 'other'); E('PATCH /chats/{}', 200, C, {'name': 'Y'}); E('PATCH /chats/{}', 404, '/chats/x', {})
    E('GET og', 200, C + '/og', who=None); E('POST clone', 200, C + '/clone', who='other'); E('POST clone', 200, C + '/clone', {'name': 'K'}); E('POST clone', 403, '/chats/%s/clone' % A(8)); E('POST clone', 404, '/chats/%s/clone' % A(99)); E('POST feedback', 200, C + '/feedback', {'rating': 5}); E('POST feedback', 404, '/chats/%s/feedback' % A(99), {'rating': 5})
    E('POST runs', 200, C + '/runs'); E('POST runs', 403, '/chats/%s/runs' % A(8)); E('POST runs', 404, '/chats/%s/runs' % A(99))
    # schedules
    sp = '/schedules'; s = E('POST sched', 200, sp, {'chatId': d, 'cron': '0 9 * * 1'})['id']; E('POST sched', 403, sp, {'cron': '0 9 * * 1'}); E('POST sched', 403, sp, {'chatId': A(5), 'cron': '0 9 * * 1'}); E('POST sched', 422, sp, {'chatId': d, 'cron': 'x'}); ok('GET scheds', len(E('GET scheds', 200, sp)['data']) == 1); E('GET onboarding', 200, sp + '/onboarding'); E('GET cron', 200, sp + '/text-to-cron?cron=every day at 9'); E('GET cron', 400, sp + '/text-to-cron?cron=zzz'); E('GET cron', 422, sp + '/text-to-cron')
    E('GET sched', 200, sp + '/' + s); E('GET sched', 404, sp + '/' + s, who='other'); E('PUT sched', 200, sp + '/' + s, {'cron': '5 5 * * *'}); E('DELETE sched', 200, sp + '/' + s); E('GET sched', 404, sp + '/' + s)
    E('DELETE /chats/{}', 403, C, who='other'); E('DELETE /chats/{}', 200, C); E('DELETE /chats/{}', 404, C)
    # keys
    k = E('POST keys', 200, '/api-keys', {'name': 'k'}); ok('POST keys', c.w('POST', '/' + A(1), 'x', k['attributes']['key']).status_code == 200); ok('GET keys', all('key' not in x['attributes'] for x in E('GET keys', 200, '/api-keys'))); E('GET default', 200, '/api-keys/default'); E('GET key', 200, '/api-keys/%d' % k['id']); E('GET key', 404, '/api-keys/%d' % k['id'], who='other'); ok('DELETE key', 'key' not in E('DELETE key', 200, '/api-keys/%d' % k['id'])['attributes']); E('DELETE key', 404, '/api-keys/%d' % k['id']); ok('DELETE key', c.w('POST', '/' + A(1), 'x', k['attributes']['key']).status_code == 401)
    E('GET billing', 200, '/billing'); n = E('GET credits', 200, '/credits')['attributes']['balance']; ok('POST use', E('POST use', 200, '/credits/use')['attributes']['balance'] == n - 1)
    w = FX['webhook']; op = 'POST webhook'
    for hd, body, s in (({w['signatureHeader']: w['validSignature']}, w['body'], 200), ({}, w['body'], 400), ({w['signatureHeader']: 'x'}, w['body'], 400), ({w['signatureHeader']: w['validSignature']}, w['body'] + ' ', 400)): ok(op, c.raw('POST', '/payments/webhook', who=None, data=body, headers={'content-type': 'application/json', **hd}).status_code == s, hd)
    E('POST sessions', 200, '/payments/sessions', {})
    for x in ('summary', 'subscribers', 'earnings'):
        E('GET ' + x, 200, '/monetization/' + x)
        for q in (0, 366, 'x'): E('GET ' + x, 422, '/monetization/%s?period=%s' % (x, q))
    ok('GET earnings', len(c.j('GET', '/monetization/earnings')['data']) == 28)
    # bundles
    b = E('POST bundles', 200, '/bundles')['id']; B = '/bundles/%d' % b; E('GET bundles', 200, '/bundles'); E('GET bundle', 200, B); E('GET bundle', 404, B, who='other'); E('PUT bundle', 200, B, {'name': 'N'}); E('PUT bundle', 409, '/bundles/9', {'name': 'N'}); E('POST btool', 200, B + '/tools', {'toolId': 'echo_input'}); E('POST btool', 404, '/bundles/9/tools', {'toolId': 'echo_input'}); ok('GET btools', len(E('GET btools', 200, B + '/tools')) == 1); E('DELETE btool', 200, B + '/tools/echo_input'); E('DELETE btool', 404, B + '/tools/echo_input'); E('DELETE bundle', 200, B); E('DELETE bundle', 404, B); E('GET bundle', 422, '/bundles/x')
    # cli
    i = E('POST cli', 200, '/cli-auth', who=None)['attributes']['cliAuthId']; p = '/cli-auth/' + i; ok('GET cli', E('GET cli', 200, p, who=None) is None); E('PUT cli', 200, p, {'jwt': TOK['own']}); E('PUT cli', 403, p, {'jwt': TOK['other']}, 'other'); ok('GET cli', E('GET cli', 200, p, who=None) == TOK['own']); ok('GET cli', E('GET cli', 200, p, who=None) is None); E('GET cli', 404, '/cli-auth/' + A(99), who=None); E('PUT cli', 404, '/cli-auth/' + A(99), {'jwt': 'x'})
    # user, vip
    E('GET /', 200, '/'); E('GET /', 401, '/', who=None); E('POST vip', 200, '/vip', {'code': FX['vipCode']})
    for x in (FX['vipCode'], FX['ownVipCode'], 'nope'): E('POST vip', 400, '/vip', {'code': x})
    ok('GET vip', E('GET vip', 200, '/vip')['attributes']['count'] == 1)
    # notifier
    ch = c.n('CREATE_CHAT', email='a@b.example')['iden']; dv = c.dev()['iden']; ps = c.n('CREATE_PUSH', type='note', body='x', guid='g1')['iden']; assert c.n('CREATE_PUSH', type='note', guid='g1')['iden'] == ps
    for k in ({'type': 'link'}, {'type': 'file', 'file_name': 'a', 'file_url': 'b'}, {'type': 'x'}, {}): assert c.ns('CREATE_PUSH', **k) == 400
    assert c.n('GET_USER')['email']; assert len(c.n('LIST_CHATS')['chats']) == 1 and c.ns('LIST_CHATS', limit=501) == 400; assert len(c.n('LIST_DEVICES')['devices']) == 1; assert len(c.n('LIST_PUSHES', active=True)['pushes']) == 1
    assert c.n('UPDATE_CHAT', iden=ch, muted=True)['muted']; assert c.n('UPDATE_DEVICE', iden=dv, nickname='Q')['model'] == 'M'; assert c.n('UPDATE_PUSH', iden=ps, dismissed=True, items=[{'text': 'a', 'checked': True}])['items'][0]['checked']; assert c.n('UPLOAD_REQUEST', file_name='a.txt', file_type='text/plain')['upload_url']
    c.n('CREATE_PUSH', type='link', url='https://x.example'); c.n('DELETE_PUSH', iden=ps); assert len(c.n('LIST_PUSHES', active=True)['pushes']) == 1 and len(c.n('LIST_PUSHES')['pushes']) == 2; c.n('DELETE_ALL_PUSHES'); time.sleep(.1); assert not c.n('LIST_PUSHES', active=True)['pushes']; c.n('DELETE_CHAT', iden=ch); c.n('DELETE_DEVICE', device_iden=dv); assert not c.n('LIST_CHATS')['chats'] and not c.n('LIST_DEVICES')['devices'] and not c.n('LIST_DEVICES', _who='other')['devices']
finally:
    c.stop()
print(len(seen), 'operations,', len(bad), 'bad'); sys.exit(bool(bad) or len(seen) != 93)

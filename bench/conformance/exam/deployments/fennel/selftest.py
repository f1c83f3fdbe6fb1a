#!/usr/bin/env python3
# Starts the deployment without and with each fault and looks from outside.
import http.client, json, os, random, socket, subprocess, sys, threading, time, uuid
from concurrent.futures import ThreadPoolExecutor
import selfchecks
from selfchecks import CHECKS, eq
HERE = os.path.dirname(os.path.abspath(__file__))

class R: pass
class Deployment:
    def __init__(self, fault=''):
        s = socket.socket(); s.bind(('127.0.0.1', 0)); self.port = s.getsockname()[1]; s.close()
        self.cfg = json.loads(open(HERE + '/config.json').read().replace('PORT', str(self.port)))
        self.fx = self.cfg['fixtures']; self.agent = self.fx['agentId']; k = self.cfg['credentials']
        self.jwts = {'own': k['jwt'], 'other': k['otherJwt'], 'sandbox': k['sandboxJwt']}; self.keys = {'own': k['apiKey'], 'other': k['otherApiKey']}
        self.p = subprocess.Popen([HERE + '/start.sh', str(self.port)], env={**os.environ, 'FAULT': fault}, stdout=subprocess.PIPE, stderr=open(f'/tmp/fennel-selftest-{self.port}.log', 'w'))
        while True:
            line = self.p.stdout.readline()
            if not line: raise SystemExit('did not start')
            if line.strip() == b'ready': break
    def request(self, method, path, token=None, body=None, raw=None, headers=None):
        h = dict(headers or {})
        if token: h['authorization'] = 'Bearer ' + token
        data = None
        if raw is not None: data = raw.encode()
        elif body is not None: data = json.dumps(body).encode()
        if data is not None: h['content-type'] = 'application/json'
        con = http.client.HTTPConnection('127.0.0.1', self.port, timeout=30); con.request(method, path, data, h)
        return con, con.getresponse()
    def call(self, method, path, jwt=None, key=None, token=None, **kw):
        con, res = self.request(method, path, self.jwts[jwt] if jwt else self.keys[key] if key else token, **kw)
        r = R(); r.status = res.status; r.headers = res.headers; r.text = res.read().decode(); con.close()
        try: r.json = json.loads(r.text)
        except ValueError: r.json = None
        return r
    def stream(self, method, path, body):
        t0 = time.time(); con, res = self.request(method, path, self.keys['own'], body=body); first = None
        while True:
            b = res.read1(64)
            if not b: break
            first = first or time.time() - t0
        con.close(); return first, time.time() - t0
    def stop(self):
        self.p.terminate(); self.p.wait(10); self.p.stdout.close()
        log = f'/tmp/fennel-selftest-{self.port}.log'; text = open(log).read(); os.unlink(log); return text

def walk_all(c):
    """Every operation once, in its success and in what the interface says of it."""
    doc = c.call('GET', '/openapi.json').json; done = set(); shapes = []
    def path_of(method, path):
        parts = path.split('?')[0].split('/'); best = None
        for p, ops in doc['paths'].items():
            q = p.split('/')
            if method.lower() in ops and len(q) == len(parts) and all(a == b or a.startswith('{') for a, b in zip(q, parts)):
                if best is None or p.count('{') < best.count('{'): best = p
        return best
    def go(method, path, status=200, jwt='own', key=None, **kw):
        r = c.call(method, path, jwt=None if key else jwt, key=key, **kw); p = path_of(method, path); op = doc['paths'][p][method.lower()]
        assert r.status == status, (method, path, r.status, r.text[:300]); assert str(status) in op['responses'], (method, p, status)
        if status < 300: done.add((method, p))
        got = op['responses'][str(status)].get('content', {}).get('application/json', {}).get('schema')
        if got: shapes.append((method, p, got, r.json))
        return r.json['data'] if isinstance(r.json, dict) and 'data' in r.json else r.json if r.json is not None else r
    f = c.fx; ghost = str(uuid.uuid4())
    # Workers
    for nd in ('', 'ndjson/'):
        r = c.call('POST', f'/agents/{nd}{c.agent}', key='own', body={'message': 'Hi'}); eq(r.status, 200); run = r.headers['x-service-run-id']
        go('POST', f'/agents/{nd}{c.agent}', key='own', body={'message': 'Hi'}); r = c.call('PUT', f'/agents/{nd}{c.agent}/{run}', key='own', body={'message': 'More'})
        eq((r.status, r.headers['x-service-run-id']), (200, run)); go('PUT', f'/agents/{nd}{c.agent}/{run}', key='own', body={'message': ''})
        m = go('GET', f'/agents/{c.agent}/{run}', key='own'); eq([x['role'] for x in m], ['user', 'assistant'] * 3); eq([x['content'] for x in m[::2]], ['Hi', 'More', ''])
    eq(c.call('GET', f'/agents/{c.agent}/{run}').status, 401); eq(c.call('GET', f'/agents/{c.agent}/{run}', jwt='own').status, 401)
    go('POST', f'/agents/{ghost}', 404, key='own', body={'message': 'x'}); go('POST', f'/agents/{c.agent}', 422, key='own', body={}); go('GET', f'/agents/{c.agent}/nope', 422, key='own')
    # runs, executions
    go('GET', '/me/agent-runs'); go('GET', '/me/agent-runs?next_cursor=&limit=3'); go('GET', '/me/agent-runs?limit=x', 422); go('GET', '/me/agent-runs?next_cursor=yesterday', 422)
    go('GET', f'/me/agent-runs/{run}'); go('GET', f'/me/agent-runs/{ghost}', 404); go('GET', f'/me/agent-runs/{run}/mcp-server-logs'); assert go('GET', f'/me/agent-runs/{run}/logs')
    log = go('POST', '/me/tools/run/read_tide_table', body={'port': 'Hull'})['logId']; eq(go('GET', f'/me/executions/{log}')['logId'], log); assert go('GET', '/me/executions'); go('GET', '/me/executions/999999', 404); go('GET', '/me/executions/x', 422); go('GET', f'/me/executions/{log}', 404, jwt='other')
    # agents
    go('POST', '/me/agents', 400, body={'name': 'x'}); go('POST', '/me/agents', 422, body={'chatPrompt': 3}); go('POST', '/me/agents', 400, jwt='sandbox', body={'chatPrompt': 'x', 'visibility': 'private'})
    a = go('POST', '/me/agents', body={'chatPrompt': 'p', 'name': 'n', 'description': 'd', 'metadata': {'a': [], 'b': None, 'c': 1.5}, 'tags': []}); i = a['agentId']; eq(a['metadata'], {'a': [], 'b': None, 'c': 1.5})
    eq(go('GET', f'/me/agents/{i}'), a); go('GET', f'/me/agents/{i}', 403, jwt='other'); go('GET', f'/me/agents/{i}', 403, jwt=None); go('GET', f'/me/agents/{ghost}', 404); go('POST', '/me/agents', 404, body={'chatPrompt': 'p', 'agentId': ghost}); go('POST', '/me/agents', 403, jwt='other', body={'chatPrompt': 'p', 'agentId': i})
    eq(go('POST', '/me/agents', body={'chatPrompt': 'q', 'agentId': i})['description'], None); assert a['agentId'] in [x['agentId'] for x in go('GET', '/me/agents')]; assert go('GET', '/me/chats')
    assert go('POST', f'/me/agents/{i}/upsell-description')['upsellDescription'] == go('GET', f'/me/agents/{i}')['upsellDescription']; go('POST', f'/me/agents/{i}/upsell-description', 404, jwt='other')
    s = go('POST', '/me/agents/vanity/slug', jwt=None, body={'name': 'Käse & Brot'})['slug']; eq(go('GET', f'/me/agents/vanity/slug?slug={s}')['available'], True); go('GET', '/me/agents/vanity/slug', 422)
    for v in go('GET', '/me/vibe/services', jwt=None): go('GET', f"/me/agents/{i}/vibe?service_name={v['name']}")
    go('GET', f'/me/agents/{i}/vibe?service_name=x', 422); t = f'/me/agents/{i}/customizations/theme'; eq(c.call('GET', t, jwt='own').text, 'null'); go('PUT', t, body={'themeColor': '#aBcdef'}); eq(go('GET', t)['themeColor'], '#aBcdef'); go('PUT', t, 403, jwt='other', body={'themeColor': '#abcdef'}); go('PUT', t, 422, body={})
    F = f'/me/agents/{i}/files'; x = go('POST', F, 201, body={'name': 'a', 'content': 'ä'}); y = go('POST', F, 201, body={'name': 'b', 'url': 'https://x.example'}); eq([x['position'], y['position'], x['sizeBytes']], [0, 1, 2]); go('POST', F, 400, body={'name': 'b'}); go('POST', F, 422, body={})
    go('PUT', F + '/positions', body={'positions': [{'fileId': x['fileId'], 'position': 5}]}); eq([z['name'] for z in go('GET', F)], ['b', 'a']); go('PUT', F + '/positions', 404, body={'positions': [{'fileId': y['fileId'], 'position': 50}, {'fileId': ghost, 'position': 5}]}); eq(go('GET', F + '/' + y['fileId'])['position'], 1)
    eq(go('PATCH', F + '/' + x['fileId'], body={'name': 'z'})['content'], 'ä'); go('PATCH', F + '/' + x['fileId'], 403, jwt='other', body={}); eq(c.call('DELETE', F + '/' + x['fileId'], jwt='own').text, ''); go('DELETE', F + '/' + x['fileId'], 404); go('DELETE', F + '/' + y['fileId'], 204); eq(go('GET', F), [])
    # chats
    go('POST', '/me/chats', 400, body={}); k = go('POST', '/me/chats', body={'chatPrompt': 'p', 'visibility': 'public', 'vanitySlug': s, 'tags': ['x']})['agentId']; K = f'/me/chats/{k}'; eq(go('GET', f'/me/agents/vanity/slug?slug={s}')['available'], False); go('POST', '/me/chats', 400, body={'chatPrompt': 'p', 'vanitySlug': s})
    go('GET', K, jwt=None); go('GET', K + '/og', jwt=None); eq(go('PATCH', K, body={'name': 'N'})['tags'], ['x']); eq(go('PUT', K, body={'chatPrompt': 'r', 'visibility': 'public'})['tags'], []); go('PUT', K, 403, jwt='other', body={'chatPrompt': 'r'}); go('PATCH', K, 403, jwt='other', body={'name': 'r'}); go('PUT', f'/me/chats/{ghost}', 404, body={'chatPrompt': 'r'})
    n = go('POST', K + '/clone', jwt='other', body={'name': 'C'}); eq((n['name'], n['chatPrompt'], n['clonedFrom']), ('C', 'r', k)); go('POST', K + '/clone', jwt='sandbox'); go('POST', K + '/clone', 400, jwt='sandbox', body={'visibility': 'private'}); go('POST', f'/me/chats/{i}/clone', 403); go('POST', f'/me/chats/{ghost}/clone', 404)
    eq(go('POST', K + '/feedback', jwt='other', body={'rating': 'down'})['thumbsDown'], 1); go('POST', f'/me/chats/{ghost}/feedback', 404, body={'rating': 'up'}); l = go('POST', K + '/runs'); eq(go('GET', f"/me/agent-runs/{l['runId']}")['agentId'], k); go('POST', f'/me/chats/{ghost}/runs', 404)
    # schedules
    q = go('POST', '/me/schedules', body={'chatId': k, 'cron': '0 9 * * 1', 'enabled': False}); j = f"/me/schedules/{q['scheduleId']}"; eq(go('GET', j), q); eq(go('PUT', j, body={'enabled': True})['enabled'], True); go('GET', j, 404, jwt='other'); go('POST', '/me/schedules', 403, body={'cron': '0 9 * * 1'}); go('POST', '/me/schedules', 403, body={'chatId': 'x', 'cron': '0 9 * * 1'}); go('POST', '/me/schedules', 422, body={'chatId': k, 'cron': '61 * * * *'})
    assert go('GET', '/me/schedules'); go('GET', '/me/schedules/onboarding'); eq(go('GET', '/me/schedules/text-to-cron?cron=every+day+at+9pm')['cron'], '0 21 * * *'); go('DELETE', j); go('GET', j, 404)
    go('DELETE', K, 403, jwt='other'); go('DELETE', K); go('GET', K, 404); eq(go('GET', f'/me/agents/vanity/slug?slug={s}')['available'], True)
    # subscriptions
    p = f['paidAgentId']; go('POST', f'/me/agents/{p}/unsubscribe', 400); go('GET', f'/me/subscriptions/{p}', 404); go('POST', f'/me/agents/{p}/subscribe', body={}); go('POST', f'/me/agents/{p}/subscribe', 402, body={}); go('GET', f'/me/subscriptions/{p}'); assert go('GET', '/me/subscriptions'); go('POST', f'/me/agents/{p}/unsubscribe'); go('POST', f'/me/agents/{p}/unsubscribe', 400)
    go('POST', f"/me/agents/{f['unpaidAgentId']}/subscribe", 400, body={}); go('POST', f'/me/agents/{ghost}/subscribe', 404, body={}); go('POST', f"/me/agents/{f['subscribedAgentId']}/subscribe", 402, body={})
    # studio
    S = '/me/agent-studio-chats'; b = go('POST', S, body={'runId': 'r/ü:1', 'title': 't', 'visibility': 'public'}); eq(go('POST', S, body={'runId': 'r/ü:1', 'title': 'other'})['title'], 't'); go('POST', S, 409, jwt='other', body={'runId': 'r/ü:1'}); go('POST', S, 400, jwt='sandbox', body={'visibility': 'private'}); B = S + '/r%2F%C3%BC%3A1'
    eq(go('GET', B, jwt=None), b); go('PUT', B, body={'title': 'u', 'visibility': 'public'}); go('PATCH', B, 403, jwt='other', body={'title': 'u'}); z = go('POST', B + '/clone', 201, jwt='other'); assert z['runId'] != b['runId']; eq(go('PATCH', B, body={'visibility': 'private'})['title'], 'u'); go('GET', B, 403, jwt='other'); go('GET', B, 403, jwt=None); go('POST', B + '/clone', 400, jwt='other'); assert go('GET', S); go('DELETE', B, 403, jwt='other'); go('DELETE', B); go('GET', B, 404); go('GET', S + '/none', 404)
    # keys, money
    k = go('POST', '/me/api-keys', body={'name': 'k'}); eq(go('GET', f"/me/api-keys/{k['apiKeyId']}"), k); go('GET', f"/me/api-keys/{k['apiKeyId']}", 404, jwt='other'); go('GET', '/me/api-keys'); go('GET', '/me/api-keys/default'); assert 'key' not in go('DELETE', f"/me/api-keys/{k['apiKeyId']}"); go('DELETE', f"/me/api-keys/{k['apiKeyId']}", 404); go('GET', '/me/api-keys/abc', 422)
    go('GET', '/me/billing'); n = go('GET', '/me/credits')['balance']; eq(go('POST', '/me/credits/use')['balance'], n - 1); go('POST', '/me/payments/sessions', body={'credits': 10}); w = f['webhook']; go('POST', '/me/payments/webhook', jwt=None, raw=w['body'], headers={w['signatureHeader']: w['validSignature']}); go('POST', '/me/payments/webhook', 400, jwt=None, raw=w['body'] + ' ', headers={w['signatureHeader']: w['validSignature']})
    for d in ('', '?period=1', '?period=365'):
        a, b, e = (go('GET', f'/me/monetization/{x}{d}') for x in ('summary', 'subscribers', 'earnings')); eq(sum(x['count'] for x in b), a['totalSubscribers']); eq(sum(x['amountCents'] for x in e), a['totalEarningsCents']); eq(len(b), int(d[8:] or 28))
    # bundles
    b = go('POST', '/me/bundles')['bundleId']; B = f'/me/bundles/{b}'; go('POST', B + '/tools', body={'toolId': 'roll_dice'}); eq(go('GET', B + '/tools'), [{'toolId': 'roll_dice'}]); eq(go('PUT', B, body={'name': 'X'})['tools'], [{'toolId': 'roll_dice'}]); eq(go('GET', B)['name'], 'X'); eq([x['toolCount'] for x in go('GET', '/me/bundles') if x['bundleId'] == b], [1]); go('GET', B, 404, jwt='other'); go('PUT', '/me/bundles/99999', 409, body={'name': 'x'}); go('DELETE', B + '/tools/roll_dice'); go('DELETE', B); go('DELETE', B, 404); go('POST', B + '/tools', 404, body={'toolId': 'roll_dice'})
    # cli, user, vip
    s = go('POST', '/me/cli-auth', jwt=None)['cliAuthId']; C = f'/me/cli-auth/{s}'; eq(c.call('GET', C).json, None); go('PUT', C, body={'jwt': 'a.b.c'}); go('PUT', C, body={'jwt': 'a.b.d'}); eq(go('GET', C, jwt=None), 'a.b.d'); eq(c.call('GET', C).text, 'null'); go('GET', f'/me/cli-auth/{ghost}', 404, jwt=None); go('PUT', f'/me/cli-auth/{ghost}', 404, body={'jwt': 'x'})
    eq(go('GET', '/me/', jwt='sandbox')['tier'], 'sandbox'); n = go('GET', '/me/vip')['count']; go('POST', '/me/vip', body={'code': f['vipCode']}); go('POST', '/me/vip', 400, body={'code': f['vipCode']}); go('POST', '/me/vip', 400, body={'code': 'nope'}); go('POST', '/me/vip', 400, body={'code': f['ownVipCode']}); eq(go('GET', '/me/vip')['count'], n + 1)
    # tools
    eq(len(go('GET', '/me/tools/list')), len(go('GET', '/me/tools', jwt=None))); eq(go('GET', '/me/tools/search?q=tide')[0]['name'], 'read_tide_table'); eq(len(go('GET', '/me/tools/search?q=push&limit=2')), 2); go('GET', '/me/tools/search?q=', 422); go('GET', '/me/tools/search?q=a&limit=201', 422); go('GET', '/me/tools/search?q=a&min_score=1.1', 422); go('GET', '/me/tools/roll_dice', jwt=None); go('GET', '/me/tools/nope', 404, jwt=None)
    go('POST', '/me/tools/run/read_tide_table', 400, body=f['tool']['invalidInput']); go('POST', '/me/tools/run/nope', 404, body={}); go('GET', '/me/toolsets/list'); assert go('GET', '/me/toolsets/sea')['tools']; go('GET', '/me/toolsets/nope', 404)
    go('POST', '/me/user-tools', body={'toolId': 'roll_dice'}); go('POST', '/me/user-tools', 409, body={'toolId': 'roll_dice'}); go('GET', '/me/user-tools/roll_dice'); assert go('GET', '/me/user-tools'); go('DELETE', '/me/user-tools/roll_dice'); go('GET', '/me/user-tools/roll_dice', 404)
    T = lambda name, status=200, **b: go('POST', '/me/tools/run/NOTIFIER_' + name, status, body=b)
    d = T('CREATE_DEVICE', model='m', nickname='n', app_version=0, manufacturer='x')['output']; eq(T('UPDATE_DEVICE', iden=d['iden'], nickname='o')['output']['model'], 'm'); assert T('LIST_DEVICES')['output']['devices']; T('DELETE_DEVICE', device_iden=d['iden']); T('DELETE_DEVICE', 400, device_iden=d['iden']); T('CREATE_DEVICE', 400, model='m', nickname='n', app_version=-1, manufacturer='x')
    for bad in ({'type': 'link'}, {'type': 'x'}, {}, {'type': 'file', 'file_url': 'u', 'file_name': 'n'}): T('CREATE_PUSH', 400, **bad)
    p = T('CREATE_PUSH', type='note', title='t')['output']; eq(T('UPDATE_PUSH', iden=p['iden'], dismissed=True, items=[{'text': 'a', 'checked': False}])['output']['dismissed'], True); later = T('CREATE_PUSH', type='file', file_url='u', file_name='n', file_type='t')['output']
    eq([x['iden'] for x in T('LIST_PUSHES', modified_after=later['modified'] - 0.0005)['output']['pushes']][:1], [later['iden']]); eq(T('LIST_PUSHES', modified_after=later['modified'])['output']['pushes'], []); T('DELETE_PUSH', iden=p['iden']); T('DELETE_ALL_PUSHES')
    h = T('CREATE_CHAT', email='z@x.example')['output']; T('UPDATE_CHAT', 400, iden=h['iden']); T('DELETE_CHAT', iden=h['iden']); eq(T('LIST_CHATS')['output']['chats'], []); T('GET_USER'); T('UPLOAD_REQUEST', file_name='a', file_type='b'); time.sleep(0.5); eq(T('LIST_PUSHES', active=True)['output']['pushes'], [])
    # every operation needs its credential, and was walked
    ops = {(m.upper(), p) for p, o in doc['paths'].items() for m in o}; eq(ops - done, set()); eq(len(ops), 93)
    for m, p in sorted(ops):
        sec = doc['paths'][p][m.lower()]['security']; q = p
        while '{' in q: q = q[:q.index('{')] + ghost + q[q.index('}') + 1:]
        if sec and {} not in sec: eq((p, c.call(m, q).status), (p, 401))
    try:
        import jsonschema
        for m, p, schema, value in shapes: jsonschema.validate(value, {**schema, 'components': doc['components']})
    except ImportError: pass
    return len(ops)

def load(c, n=3000):
    ids = [c.call('POST', f'/agents/{c.agent}', key='own', body={'message': 'x'}).headers['x-service-run-id'] for _ in range(5)]; bad = []; lock = threading.Lock(); count = [0]; t0 = time.time()
    agents = [selfchecks.agent(c)['agentId'] for _ in range(5)]
    jobs = [lambda: ('GET', f'/me/agents/{random.choice(agents)}', 'own', None), lambda: ('POST', f'/agents/{c.agent}', None, {'message': 'load'}), lambda: ('GET', f'/agents/{c.agent}/{random.choice(ids)}', None, None), lambda: ('PATCH', f'/me/chats/{random.choice(agents)}', 'own', {'name': 'x'}), lambda: ('POST', '/me/credits/use', 'own', None), lambda: ('GET', '/me/agent-runs', 'own', None), lambda: ('POST', '/me/tools/run/NOTIFIER_CREATE_PUSH', 'own', {'type': 'note'}), lambda: ('GET', '/me/executions', 'own', None), lambda: ('POST', '/me/agents', 'own', {'chatPrompt': 'x'}), lambda: ('PUT', f'/agents/{c.agent}/{random.choice(ids)}', None, {'message': 'again'})]
    def one():
        con = http.client.HTTPConnection('127.0.0.1', c.port, timeout=30)
        while True:
            with lock:
                if count[0] >= n: break
                count[0] += 1
            m, p, jwt, body = random.choice(jobs)(); con.request(m, p, json.dumps(body) if body is not None else None, {'authorization': 'Bearer ' + (c.jwts['own'] if jwt else c.keys['own'])}); r = con.getresponse(); t = r.read()
            if r.status != 200: bad.append((m, p, r.status, t[:200]))
        con.close()
    ts = [threading.Thread(target=one) for _ in range(30)]; [t.start() for t in ts]; [t.join() for t in ts]
    assert not bad, bad[:3]; print(f'load: {n} requests by 30 connections, {n / (time.time() - t0):.0f} a second, none failed', flush=True)

def main():
    faults = json.load(open(HERE + '/faults.json')); only = sys.argv[1:]
    text = ' '.join(open(HERE + '/interface.md').read().split())
    assert len(faults) == 70 and len({f['id'] for f in faults}) == 70
    for f in faults:
        assert f['id'] in CHECKS, f['id']; assert ' '.join(f['words'].split()) in text, ('not in the interface', f['id'], f['words'])
    bad = []
    if not only:
        c = Deployment()
        try:
            print(f'walked {walk_all(c)} operations', flush=True)
            for f in faults:
                try: CHECKS[f['id']](c)
                except Exception as e: bad.append(f['id']); print(f"WITHOUT FAULT {f['id']}: {type(e).__name__} {e}", flush=True)
            load(c)
        finally:
            log = c.stop()
            if log.strip() and 'up to date' not in log: print('server log:', log[-2000:])
    def with_fault(f):
        c = Deployment(f['id'])
        try: CHECKS[f['id']](c); return f['id'], None
        except (AssertionError, KeyError, TypeError, ValueError) as e: return f['id'], f'{type(e).__name__} {e}'[:110]
        finally: c.stop()
    with ThreadPoolExecutor(2) as p:
        for fid, shown in p.map(with_fault, [f for f in faults if not only or f['id'] in only]):
            print(f'{fid}: ' + ('shows: ' + shown.replace('\n', ' ') if shown else 'DOES NOT SHOW'), flush=True)
            if not shown: bad.append(fid)
    print('all good' if not bad else f'bad: {bad}'); return 1 if bad else 0
if __name__ == '__main__': sys.exit(main())

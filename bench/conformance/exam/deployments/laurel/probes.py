"""For each fault one look from outside: it gives True where the deployment behaves, False where the fault shows."""
import json, time, threading, uuid, http.client, hmac, hashlib
CFG = json.load(open(__file__.rsplit('/', 1)[0] + '/config.json'))
FX, CR = CFG['fixtures'], CFG['credentials']
OWN, OTH, SBX = CR['jwt'], CR['otherJwt'], CR['sandboxJwt']
KEY, KEY2 = CR['apiKey'], CR['otherApiKey']
AG = FX['agentId']

class R:
    def __init__(self, status, headers, raw, times):
        self.status, self.h, self.raw, self.times = status, headers, raw, times
        self.text = raw.decode('utf-8', 'replace')
    @property
    def j(self): return json.loads(self.text)
    @property
    def d(self): return self.j['data']

class C:
    def __init__(self, port): self.port = port
    def __call__(self, method, path, body=None, tok=OWN, headers=None, hangup=None, raw=None):
        c = http.client.HTTPConnection('127.0.0.1', self.port, timeout=30)
        h = dict(headers or {})
        if tok: h['Authorization'] = 'Bearer ' + tok
        data = raw.encode() if raw is not None else (json.dumps(body).encode() if body is not None else None)
        if data is not None: h.setdefault('Content-Type', 'application/json')
        c.request(method, path, data, h)
        r = c.getresponse(); out = b''; times = []
        hs = {k.lower(): v for k, v in r.getheaders()}
        while True:
            p = r.read1(65536)
            if not p: break
            out += p; times.append(time.time())
            if hangup: c.sock.close() if c.sock else None; r.close(); break
        c.close()
        return R(r.status, hs, out, times)
    def w(self, method, msg=None, run=None, nd=False, agent=AG, key=KEY, **k):
        return self(method, '/workers' + ('/ndjson' if nd else '') + '/' + agent + ('/' + run if run else ''), None if msg is None else {'message': msg}, key, **k)
    def start(self, msg='Hello there', **k): return self.w('POST', msg, **k).h['x-service-run-id']
    def hist(self, run, **k): return self.w('GET', run=run, **k)
    def agent(self, tok=OWN, **k): return self('POST', '/me/agents', {'chatPrompt': 'Be kind', 'visibility': 'public', **k}, tok).d['agentId']
    def tool(self, name, inp, tok=OWN): return self('POST', '/me/tools/run/' + name, inp, tok)
    def nt(self, name, inp, tok=OWN): return self.tool('NOTIFIER_' + name, inp, tok)

def at_once(n, fn):
    out = [None] * n; b = threading.Barrier(n)
    def go(i): b.wait(); out[i] = fn(i)
    ts = [threading.Thread(target=go, args=(i,)) for i in range(n)]
    [t.start() for t in ts]; [t.join() for t in ts]
    return out
def sign(body, t='1764500001'): return 't=%s,v1=%s' % (t, hmac.new(FX['webhook']['secret'].encode(), (t + '.' + body).encode(), hashlib.sha256).hexdigest())
def u(): return str(uuid.uuid4())

P = {}
def probe(name):
    def d(f): P[name] = f; return f
    return d
def job(c): return c.w('POST', FX['backgroundMessage'])

@probe('run-id-reused')
def _(c): return c.start('same words') != c.start('same words')
@probe('put-no-run-header')
def _(c): r = c.start(); return c.w('PUT', 'b', r).h.get('x-service-run-id') == r and c.w('PUT', 'b', r, nd=True).h.get('x-service-run-id') == r
@probe('put-during-job')
def _(c): return c.w('PUT', 'x', job(c).h['x-service-run-id']).status == 409
@probe('put-409-keeps-message')
def _(c): r = job(c).h['x-service-run-id']; return c.w('PUT', 'zzz', r).status == 409 and 'zzz' not in c.hist(r).text
@probe('job-error-never-ends')
def _(c):
    r = c.start(FX['backgroundErrorMessage'])
    if 'x-service-job-id' not in c.hist(r).h: return False
    time.sleep(3.5); return 'x-service-job-id' not in c.hist(r).h and c.w('PUT', '', r).status == 200
@probe('post-blocked-by-job')
def _(c): job(c); return c.w('POST', 'hi').status == 200
@probe('text-shows-tools')
def _(c): return 'BIN-K42' not in c.w('POST', FX['toolCallMessage']['message']).text
@probe('ndjson-no-tool-result')
def _(c): return 'BIN-K42' in c.w('POST', FX['toolCallMessage']['message'], nd=True).text
@probe('text-not-flushed')
def _(c): t = c.w('POST', FX['slowMessage']).times; return t[-1] - t[0] > 1
@probe('text-utf8-chunks')
def _(c): m = '倉庫の棚番号を教えてください Ångström'; return m in c.w('POST', m).text
@probe('put-lost-update')
def _(c): r = c.start(); at_once(2, lambda i: c.w('PUT', 'm%d' % i, r)); return [m['role'] for m in c.hist(r).j] == ['user', 'assistant'] * 3
@probe('run-of-other-user')
def _(c): return c.hist(c.start(), key=KEY2).status == 404
@probe('worker-key-cache-stale')
def _(c):
    k = c('POST', '/me/api-keys', {'name': 'k'}).d; a = c.w('POST', 'x', key=k['key']).status
    c('DELETE', '/me/api-keys/%d' % k['apiKeyId']); return a == 200 and c.w('POST', 'x', key=k['key']).status == 401
@probe('ndjson-lines-glued')
def _(c):
    try: [json.loads(l) for l in c.w('POST', FX['toolCallMessage']['message'], nd=True).text.strip().split('\n')]; return True
    except ValueError: return False
@probe('context-not-clear')
def _(c): c.start('first'); return len(c.hist(c.start('second')).j) == 2
@probe('messages-by-role')
def _(c): r = c.start(); c.w('PUT', 'b', r); return [m['role'] for m in c.hist(r).j] == ['user', 'assistant'] * 2
@probe('answer-lost-on-hangup')
def _(c): r = c.w('POST', FX['slowMessage'], hangup=True).h['x-service-run-id']; time.sleep(2.8); h = c.hist(r).j; return len(h) == 2 and h[1]['content'].endswith('20.')
@probe('ndjson-put-answer-lost')
def _(c): r = c.start(); c.w('PUT', 'b', r, nd=True); return len(c.hist(r).j) == 4
@probe('job-in-call-scope')
def _(c):
    r = job(c); i = r.h['x-service-run-id']
    if 'x-service-job-id' not in r.h or 'x-service-job-id' not in c.hist(i).h: return False
    time.sleep(3.2); return 'x-service-job-id' not in c.hist(i).h and len(c.hist(i).j) == 3
@probe('worker-private-callable')
def _(c): return c.w('POST', 'x', agent=FX['privateAgentId']).status == 403
@probe('runs-default-20')
def _(c): [c.start() for _ in range(32)]; return len(c('GET', '/me/agent-runs').j['data']) == 30
def walk(c, path, n, k):
    out, cur = [], None
    for _ in range(50):
        r = c('GET', path + '?limit=%d' % n + ('&next_cursor=' + cur if cur else '')).j; out += [x[k] for x in r['data']]; cur = r['pagination']['nextCursor']
        if not cur: break
    return out
@probe('runs-cursor-skips')
def _(c): ids = [c.start() for _ in range(5)]; return walk(c, '/me/agent-runs', 2, 'runId')[:5] == ids[::-1]
@probe('run-missing-500')
def _(c): return c('GET', '/me/agent-runs/' + u()).status == 404
@probe('run-view-of-others')
def _(c): return c('GET', '/me/agent-runs/' + c.start(), tok=OTH).status == 404
@probe('mcp-log-missing')
def _(c): return [x['toolName'] for x in c('GET', '/me/agent-runs/%s/mcp-server-logs' % c.start(FX['toolCallMessage']['message'])).j] == ['stock_lookup']
@probe('executions-cursor-inclusive')
def _(c): [c.tool('shelf_map', {'aisle': i + 1}) for i in range(5)]; ids = walk(c, '/me/executions', 2, 'logId'); return len(ids) == len(set(ids)) >= 5
@probe('subscribe-race')
def _(c): return sorted(r.status for r in at_once(3, lambda i: c('POST', '/me/agents/%s/subscribe' % FX['paidAgentId'], {}))) == [200, 402, 402]
@probe('subscribe-own-agent')
def _(c): return c('POST', '/me/agents/%s/subscribe' % FX['ownPaidAgentId'], {}).status == 400
@probe('unsubscribe-all')
def _(c): return c('POST', '/me/agents/%s/unsubscribe' % FX['unsubscribeAgentId']).status == 200 and c('GET', '/me/subscriptions/' + FX['subscribedAgentId']).status == 200
def sc(c, tok=OWN, **k): return c('POST', '/me/agent-studio-chats', {'title': 't', 'content': 'cc', 'visibility': 'public', **k}, tok).d['runId']
S = '/me/agent-studio-chats/'
@probe('studio-clone-own-private')
def _(c): return c('POST', S + sc(c, visibility='private') + '/clone').status == 400
@probe('studio-put-merges')
def _(c): r = sc(c); c('PUT', S + r, {'visibility': 'public'}); d = c('GET', S + r).d; return d['title'] is None and d['content'] is None
@probe('studio-patch-forgets')
def _(c): r = sc(c); c('PATCH', S + r, {'title': 'n'}); d = c('GET', S + r).d; return d['title'] == 'n' and d['content'] == 'cc'
@probe('studio-list-deleted')
def _(c): r = sc(c); c('DELETE', S + r); return r not in [x['runId'] for x in c('GET', S[:-1]).j]
@probe('studio-private-without-token')
def _(c): r = sc(c, visibility='private'); return c('GET', S + r, tok=None).status == 403 and c('GET', S + r, tok=OTH).status == 403
@probe('agent-prompt-422')
def _(c): return c('POST', '/me/agents', {'name': 'x'}).status == 400
@probe('agent-upsert-of-others')
def _(c): return c('POST', '/me/agents', {'agentId': c.agent(OTH), 'chatPrompt': 'mine'}).status == 403
TH = '/me/agents/%s/customizations/theme'
@probe('theme-color-contains')
def _(c): a = c.agent(); return c('PUT', TH % a, {'themeColor': 'x#12ab34y'}).status == 400 and c('PUT', TH % a, {'themeColor': '#12ab345'}).status == 400
@probe('theme-insert-ignore')
def _(c): a = c.agent(); c('PUT', TH % a, {'themeColor': '#111111'}); c('PUT', TH % a, {'themeColor': '#222222'}); return c('GET', TH % a).d['themeColor'] == '#222222'
def af(c, a, **k): return c('POST', '/me/agents/%s/files' % a, {'fileName': 'f.txt', 'content': 'x', **k})
@probe('files-one-too-many')
def _(c): a = c.agent(); return [af(c, a).status for _ in range(11)] == [201] * 10 + [400]
@probe('files-by-creation')
def _(c): a = c.agent(); x = af(c, a, position=5).d['fileId']; y = af(c, a, position=2).d['fileId']; return [f['fileId'] for f in c('GET', '/me/agents/%s/files' % a).d] == [y, x]
@probe('positions-half-done')
def _(c):
    a = c.agent(); x = af(c, a).d['fileId']; s = c('PUT', '/me/agents/%s/files/positions' % a, {'positions': [{'fileId': x, 'position': 7}, {'fileId': u(), 'position': 8}]}).status
    return s == 404 and c('GET', '/me/agents/%s/files/%s' % (a, x)).d['position'] == 0
@probe('file-delete-same-name')
def _(c): a = c.agent(); x = af(c, a).d['fileId']; y = af(c, a).d['fileId']; s = c('DELETE', '/me/agents/%s/files/%s' % (a, x)).status; return s == 204 and c('GET', '/me/agents/%s/files/%s' % (a, y)).status == 200
@probe('upsell-not-stored')
def _(c): a = c.agent(); t = c('POST', '/me/agents/%s/upsell-description' % a).d['upsellDescription']; return bool(t) and c('GET', '/me/agents/' + a).d['upsellDescription'] == t
@probe('clone-private-chat')
def _(c): return c('POST', '/me/chats/%s/clone' % FX['privateAgentId']).status == 403
@probe('clone-changes-source')
def _(c): a = c.agent(OTH, name='src'); n = c('POST', '/me/chats/%s/clone' % a, {'name': 'copy'}).d; return n['name'] == 'copy' and n['agentId'] != a and c('GET', '/me/chats/' + a).d['name'] == 'src'
@probe('sandbox-patch-private')
def _(c): return c('PATCH', '/me/chats/' + c.agent(SBX), {'visibility': 'private'}, SBX).status == 400
@probe('chat-patch-clears-description')
def _(c): a = c.agent(description='d'); return c('PATCH', '/me/chats/' + a, {'name': 'n'}).d['description'] == 'd'
@probe('chat-run-log-lost')
def _(c): l = c('POST', '/me/chats/%s/runs' % AG).d; r = c('GET', '/me/agent-runs/%s/logs' % l['runId']); return r.status == 200 and [x['logId'] for x in r.j] == [l['logId']]
@probe('key-list-shows-values')
def _(c): return 'lk_live' not in c('GET', '/me/api-keys').text
@probe('key-two-defaults')
def _(c): k = c('POST', '/me/api-keys', {'isDefault': True}).d['apiKeyId']; l = [x['apiKeyId'] for x in c('GET', '/me/api-keys').j if x['isDefault']]; return l == [k] and c('GET', '/me/api-keys/default').d['apiKeyId'] == k
@probe('credits-lost-update')
def _(c): b = c('GET', '/me/credits').d['balance']; at_once(8, lambda i: c('POST', '/me/credits/use')); return c('GET', '/me/credits').d['balance'] == b - 8
@probe('credits-cache-without-user')
def _(c): a = c('GET', '/me/credits').d['balance']; return c('GET', '/me/credits', tok=SBX).d['balance'] != a
@probe('webhook-replayed')
def _(c):
    s = c('POST', '/me/payments/sessions', {'credits': 70}).d['sessionId']; b = json.dumps({'id': 'evt_' + s, 'type': 'checkout.session.completed', 'data': {'sessionId': s}})
    a = c('GET', '/me/credits').d['balance']; st = [c('POST', '/me/payments/webhook', raw=b, tok=None, headers={'X-Payment-Signature': sign(b)}).status for _ in range(2)]; time.sleep(0.1)
    return st == [200, 200] and c('GET', '/me/credits').d['balance'] == a + 70
@probe('period-default-30')
def _(c): return len(c('GET', '/me/monetization/subscribers').d['items']) == 28
@probe('earnings-days-without-left-out')
def _(c): d = c('GET', '/me/monetization/earnings?period=20').d; return len(d['items']) == 20 and sum(x['earningsMicros'] for x in d['items']) == d['totalEarningsMicros'] == 4990000
def bd(c, tools=('shelf_map', 'count_words')):
    b = c('POST', '/me/bundles').d['bundleId']; return b, [c('POST', '/me/bundles/%d/tools' % b, {'toolId': t}).d['toolId'] for t in tools]
@probe('bundle-tool-delete-all')
def _(c): b, t = bd(c); c('DELETE', '/me/bundles/%d/tools/%s' % (b, t[0])); return [x['toolId'] for x in c('GET', '/me/bundles/%d/tools' % b).j] == t[1:]
@probe('bundle-put-empties')
def _(c): b, t = bd(c); c('PUT', '/me/bundles/%d' % b, {'name': 'N'}); d = c('GET', '/me/bundles/%d' % b).d; return d['name'] == 'N' and [x['toolId'] for x in d['tools']] == t
def cs(c): i = c('POST', '/me/cli-auth', tok=None).d['cliAuthId']; c('PUT', '/me/cli-auth/' + i, {'jwt': OWN}); return '/me/cli-auth/' + i
@probe('cli-jwt-not-consumed')
def _(c): i = cs(c); return c('GET', i, tok=None).j == OWN and c('GET', i, tok=None).j is None
@probe('cli-read-race')
def _(c): i = cs(c); return sorted(str(r.j) for r in at_once(4, lambda n: c('GET', i, tok=None))) == sorted([OWN] + ['None'] * 3)
@probe('schedule-foreign-chat')
def _(c): return c('POST', '/me/schedules', {'chatId': FX['unpaidAgentId'], 'cron': FX['cron']}).status == 403
@probe('schedule-delete-whole-chat')
def _(c): x, y = [c('POST', '/me/schedules', {'chatId': AG, 'cron': FX['cron']}).d['scheduleId'] for _ in 'ab']; c('DELETE', '/me/schedules/' + x); return c('GET', '/me/schedules/' + y).status == 200
@probe('search-takes-before-sorting')
def _(c): return c('GET', '/me/tools/search?q=text&limit=1').j == c('GET', '/me/tools/search?q=text').j[:1]
@probe('uninstall-for-everybody')
def _(c): t = FX['installableToolId']; [c('POST', '/me/user-tools', {'toolId': t}, k) for k in (OWN, OTH)]; c('DELETE', '/me/user-tools/' + t); return c('GET', '/me/user-tools/' + t, tok=OTH).status == 200
@probe('jwt-signature-unchecked')
def _(c): h, p, s = OWN.split('.'); return c('POST', '/me/tools/run/shelf_map', {'aisle': 1}, h + '.' + p + '.' + s[::-1]).status == 401
@probe('vip-race')
def _(c): return sorted(r.status for r in at_once(3, lambda i: c('POST', '/me/vip', {'code': FX['vipCode']}))) == [200, 400, 400]
@probe('me-cached-for-all')
def _(c): return c('GET', '/me/').d['userId'] != c('GET', '/me/', tok=OTH).d['userId']
@probe('ntf-guid-ignored')
def _(c): g = u(); x, y = [c.nt('CREATE_PUSH', {'type': 'note', 'body': 'b', 'guid': g}).d['structuredContent']['iden'] for _ in 'ab']; return x == y
@probe('ntf-delete-all-of-everybody')
def _(c): i = c.nt('CREATE_PUSH', {'type': 'note', 'body': 'b'}, OTH).d['structuredContent']['iden']; c.nt('DELETE_ALL_PUSHES', {}); return i in c.nt('LIST_PUSHES', {'active': True}, OTH).text
@probe('ntf-device-update-forgets')
def _(c): i = c.nt('CREATE_DEVICE', {'model': 'M1', 'nickname': 'N', 'app_version': 3, 'manufacturer': 'F'}).d['structuredContent']['iden']; d = c.nt('UPDATE_DEVICE', {'iden': i, 'nickname': 'Z'}).d['structuredContent']; return d['nickname'] == 'Z' and d['model'] == 'M1' and d['app_version'] == 3
@probe('ntf-file-without-url')
def _(c): return c.nt('CREATE_PUSH', {'type': 'file', 'file_name': 'a', 'file_type': 'text/plain'}).status == 400

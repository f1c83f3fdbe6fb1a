#!/usr/bin/env python3
"""Starts the deployment and checks it. Without arguments: everything without a fault, then each fault (its check must fail).
With arguments: only these faults. Every answer without a fault is held against the deployment's own OpenAPI document."""
import base64, concurrent.futures as cf, hashlib, hmac, http.client, json, os, re, signal, subprocess, sys, threading, time
from urllib.parse import quote

HERE = os.path.dirname(os.path.abspath(__file__))
CONFIG = open(HERE + '/config.json').read()


class D:
    """One running deployment, with its fixtures."""
    def __init__(self, port, fault=''):
        self.port, self.fault, self.local = port, fault, threading.local()
        c = json.loads(CONFIG.replace('PORT', str(port)))
        self.f, self.c = c['fixtures'], c['credentials']
        self.p = subprocess.Popen([HERE + '/start.sh', str(port)], env={**os.environ, 'FAULT': fault}, stdout=subprocess.PIPE, stderr=open('/tmp/java-selftest-%d.err' % port, 'a'))
        assert self.p.stdout.readline() == b'ready\n'
        s, t, _ = self.http('GET', '/openapi.json')
        self.doc = json.loads(t)
        self.seen = set()

    def stop(self):
        self.p.send_signal(signal.SIGTERM); self.p.wait(5)

    def http(self, method, path, body=None, headers={}):
        k = http.client.HTTPConnection('127.0.0.1', self.port, timeout=20)
        k.request(method, path, body if body is None else body if isinstance(body, bytes) else body.encode(), headers)
        r = k.getresponse()
        t = r.read()
        k.close()
        h = {}
        for a, b in r.getheaders(): h[a.lower()] = b
        return r.status, t, h

    def api(self, line, body=None, by='jwt', headers={}, raw=None):
        method, path = line.split(' ', 1)
        h = dict(headers)
        if by: h['Authorization'] = 'Bearer ' + self.c.get(by, by)
        s, t, hh = self.http(method, '/api' + quote(path, safe='/?&=%@~.:'), raw if raw is not None else None if body is None else json.dumps(body), h)
        assert s < 500, (line, s, t)
        text = t.decode()
        v = text if hh.get('content-type', '').startswith('text/html') or not text else json.loads(text)
        if not self.fault: self.hold(method, path.split('?')[0], s, v, hh)
        return s, v

    def ok(self, line, body=None, by='jwt', status=200, **k):
        s, v = self.api(line, body, by, **k)
        assert s == status, (line, s, v)
        return v

    def hold(self, method, path, status, v, h):
        segs = path.split('/')
        for p in sorted(self.doc['paths'], key=lambda p: p.count('{')):
            t = p.split('/')
            if p.startswith('/me') and len(t) == len(segs) and all(a == b or a.startswith('{') and b for a, b in zip(t, segs)):
                op = self.doc['paths'][p].get(method.lower())
                if not op: continue
                self.seen.add(method + ' ' + p)
                r = op['responses'].get(str(status))
                assert r, (method, p, status, 'is not in the document')
                if 'content' not in r: assert v == '', v; return
                ct = h['content-type'].split(';')[0]
                assert ct in r['content'], (method, p, status, ct)
                self.fits(r['content'][ct]['schema'], v, method + ' ' + p)
                return
        raise AssertionError('no operation ' + method + ' ' + path)

    def fits(self, s, v, at):
        if '$ref' in s: return self.fits(self.doc['components']['schemas'][s['$ref'].split('/')[-1]], v, at)
        if 'anyOf' in s:
            for x in s['anyOf']:
                try: return self.fits(x, v, at)
                except AssertionError: pass
            raise AssertionError((at, v, s))
        t = s.get('type')
        good = {'string': str, 'integer': int, 'number': (int, float), 'boolean': bool, 'object': dict, 'array': list, 'null': type(None), None: object}[t]
        assert isinstance(v, good) and not (t in ('integer', 'number') and isinstance(v, bool)), (at, t, v)
        if 'enum' in s: assert v in s['enum'], (at, v)
        if s.get('format') == 'uuid': assert re.fullmatch('[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}', v), (at, v)
        if s.get('format') == 'date-time': assert re.fullmatch(r'\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z', v), (at, v)
        if t == 'array':
            for x in v: self.fits(s['items'], x, at + '[]')
        if t == 'object' and 'properties' in s:
            for k in s.get('required', []): assert k in v, (at, k, v)
            for k in v: assert k in s['properties'], (at, k, 'is not in the schema'); self.fits(s['properties'][k], v[k], at + '.' + k)

    # Workers API
    def w(self, method, path, message=None, key='apiKey', status=200, raw=None):
        s, t, h = self.http(method, '/workers/' + path, raw if raw is not None else None if method == 'GET' else json.dumps({'message': message}), {'Authorization': 'Bearer ' + self.c.get(key, key)})
        if status: assert s == status, (method, path, s, t)
        return s, t.decode(), h

    def post(self, message, agent=None, nd='', **k):
        s, t, h = self.w('POST', nd + (agent or self.f['agentId']), message, **k)
        return h['x-service-run-id'], t

    def put(self, run, message, agent=None, nd='', **k):
        s, t, h = self.w('PUT', nd + (agent or self.f['agentId']) + '/' + run, message, **k)
        if s == 200: assert h['x-service-run-id'] == run
        return t

    def history(self, run, agent=None, **k):
        s, t, h = self.w('GET', (agent or self.f['agentId']) + '/' + run, **k)
        return [(m['role'], m['content']) for m in json.loads(t)], h.get('x-service-job-id')

    def words(self, nd):
        lines = [json.loads(l) for l in nd.split('\n') if l.strip()]
        return ''.join(l['data']['text'] for l in lines if l['kind'] == 'output.thread'), lines

    def job(self, message=None, nd=''):
        a = self.f['backgroundAgentId']
        run, _ = self.post(message or self.f['backgroundMessage'], a, nd)
        return a, run

    def settle(self, a, run):
        for _ in range(40):
            if not self.history(run, a)[1]: return
            time.sleep(.05)
        raise AssertionError('the job never ends')

    def agent(self, by='jwt', **k):
        return self.ok('POST /me/agents', {'chat_prompt': 'Weave.', 'name': 'n', **k}, by)['data']['agent_id']

    def many(self, n, f):
        with cf.ThreadPoolExecutor(n) as x: return list(x.map(lambda i: f(i), range(n)))


N = [0]
def fresh():
    N[0] += 1
    return 'x%d-%d' % (os.getpid(), N[0])

CHECKS = {}
def check(*ids):
    def deco(f):
        for i in ids: CHECKS[i] = f
        return f
    return deco


# ---------------- Workers API
@check('worker-run-reused', 'worker-old-context', 'worker-put-answer-lost', 'worker-order-after-two-turns', 'worker-run-under-any-agent', 'run-view-stale')
def _(d):
    a, t = d.post('one')
    b, u = d.post('one')
    assert a != b and t == u
    v = d.ok('GET /me/agent-runs/' + a)
    t2 = d.put(a, 'two'); t3 = d.put(a, '')
    assert t2 != d.post('two')[1]
    assert d.history(a)[0] == [('user', 'one'), ('assistant', t), ('user', 'two'), ('assistant', t2), ('user', ''), ('assistant', t3)]
    d.w('GET', d.f['backgroundAgentId'] + '/' + a, status=404)
    assert d.ok('GET /me/agent-runs/' + a)['data']['message_count'] == 6 and v['data']['message_count'] == 2
    assert d.ok('GET /me/agent-runs?limit=2')['data'][1]['run_id'] == b

@check('ndjson-put-forgets', 'ndjson-put-no-run-header')
def _(d):
    a, t = d.post('one', nd='ndjson/')
    b, u = d.post('one')
    assert d.words(t)[0] == u
    assert d.words(d.put(a, 'zwei', nd='ndjson/'))[0] == d.put(b, 'zwei')
    assert d.history(a)[0] == d.history(b)[0]

@check('ndjson-raw-newline')
def _(d): d.words(d.post('a\nb\u2028"c\\n', nd='ndjson/')[1])

@check('ndjson-no-tool-response', 'worker-text-shows-tools', 'worker-text-tools-unlogged', 'mcp-logs-first-only')
def _(d):
    m = d.f['toolCallMessage']
    run, t = d.post(m['message'])
    assert m['name'] not in t and m['output'] not in t
    d.put(run, m['message'])
    assert len(d.ok('GET /me/agent-runs/%s/mcp-server-logs' % run)) == 2
    assert len(d.ok('GET /me/agent-runs/%s/logs' % run)) >= 4
    text, lines = d.words(d.post(m['message'], nd='ndjson/')[1])
    assert text == t and any(l['kind'] == 'tool.answered' and l['data']['output'] == m['output'] for l in lines) and any(l['kind'] == 'tool.called' and l['data']['tool'] == m['name'] for l in lines)

@check('worker-put-during-job', 'ndjson-put-during-job', 'worker-409-keeps-message', 'worker-get-hides-second-job', 'worker-job-error-stuck', 'worker-job-no-run-header', 'worker-job-result-twice', 'worker-post-waits-for-job', 'worker-resume-needs-text')
def _(d):
    for m, nd in ((d.f['backgroundMessage'], ''), (d.f['backgroundErrorMessage'], 'ndjson/')):
        a, run = d.job(m, nd)
        h, j = d.history(run, a)
        assert j
        d.put(run, 'no', a, status=409); d.put(run, 'no', a, 'ndjson/', status=409)
        assert d.history(run, a)[0] == h
        assert d.post('meanwhile', a)[0] != run
        d.settle(a, run)
        h2 = d.history(run, a)[0]
        assert len(h2) == len(h) + 1 and h2[:len(h)] == h
        d.put(run, '', a)
        d.put(run, d.f['backgroundMessage'], a)
        assert d.history(run, a)[1]
        d.put(run, 'no', a, status=409)
        d.settle(a, run)

@check('worker-history-twenty')
def _(d):
    run, _ = d.post('0')
    for i in range(1, 15): d.put(run, str(i))
    assert [c for r, c in d.history(run)[0] if r == 'user'] == [str(i) for i in range(15)]

@check('worker-key-any-case', 'worker-takes-jwt')
def _(d):
    a = d.f['agentId']
    for k in (d.c['apiKey'].swapcase(), d.c['jwt'], '', 'x', d.c['apiKey'][:-1], d.c['apiKey'] + 'x'): d.w('POST', a, 'hi', key=k or ' ', status=401)

@check('worker-long-message-cut')
def _(d):
    m = 'ä' * 300_000
    run, _ = d.post(m)
    assert d.history(run)[0][0] == ('user', m)

@check('worker-text-by-char')
def _(d):
    run, t = d.post('🧵𝔘 NUL\0')
    assert '🧵𝔘 NUL\0' in t and d.history(run)[0][1][1] == t

@check('worker-put-race')
def _(d):
    run, _ = d.post('0')
    d.many(8, lambda i: d.put(run, 'm%d' % i))
    h = d.history(run)[0]
    assert len(h) == 18 and sorted(c for r, c in h[2:] if r == 'user') == ['m%d' % i for i in range(8)]
    assert [r for r, c in h] == ['user', 'assistant'] * 9

@check('worker-runs-collide')
def _(d): assert len({r for r, _ in d.many(8, lambda i: d.post('m%d' % i))}) == 8

@check('worker-run-read-by-all', 'worker-run-written-by-all', 'run-view-foreign')
def _(d):
    run, _ = d.post('mine')
    d.w('GET', d.f['agentId'] + '/' + run, key='otherApiKey', status=404)
    assert 'x-service-run-id' not in d.w('PUT', d.f['agentId'] + '/' + run, 'x', 'otherApiKey', 404)[2]
    d.put(run, 'x', key='otherApiKey', status=404); d.put(run, 'x', nd='ndjson/', key='otherApiKey', status=404)
    d.ok('GET /me/agent-runs/' + run, by='otherJwt', status=404)
    assert d.ok('GET /me/agent-runs/%s/logs' % run, by='otherJwt') == []

# ---------------- runs and executions
@check('run-unknown-null')
def _(d):
    d.ok('GET /me/agent-runs/00000000-0000-4000-8000-000000000000', status=404); d.ok('GET /me/agent-runs/nonsense', status=404)
    d.ok('GET /me/executions/12', status=404); d.ok('GET /me/executions/zwölf', status=404)
    assert d.ok('GET /me/agent-runs/nonsense/mcp-server-logs') == []

def pages(d, path, key, limit):
    out, cur = [], None
    while True:
        v = d.ok('GET %s?limit=%d%s' % (path, limit, '&next_cursor=' + cur if cur else ''))
        assert len(v['data']) <= limit
        out += [x[key] for x in v['data']]
        cur = v['meta']['next_cursor']
        if not cur: return out

@check('runs-default-limit', 'runs-limit-lost-with-cursor', 'runs-page-skips-one')
def _(d):
    made = [d.post('p%d' % i)[0] for i in range(16)] + [r for r, _ in d.many(16, lambda i: d.post('q'))]
    assert len(d.ok('GET /me/agent-runs')['data']) == 30
    got = pages(d, '/me/agent-runs', 'run_id', 7)
    assert len(got) == len(set(got)) and set(made) <= set(got)
    for bad in ('limit=x', 'next_cursor=x'): d.ok('GET /me/agent-runs?' + bad, status=422)
    assert d.ok('GET /me/agent-runs?limit=-99999999999999999999')['meta']['limit'] == 1 and d.ok('GET /me/agent-runs?next_cursor=&limit=1e0', status=422)

@check('executions-of-all', 'executions-page-repeats', 'execution-input-lost', 'execution-logged-twice', 'run-cached', 'run-default-service')
def _(d):
    before = len(pages(d, '/me/executions', 'log_id', 100))
    t = d.f['tool']
    mine = []
    for i in range(5):
        r = d.ok('POST /me/tools/run/' + t['name'], {'text': 'e%d' % i})
        assert r['data']['output']['input'] == {'text': 'e%d' % i} and r['meta']['service_id'] == 'default' and r['meta']['service_id_namespace'] == 'global'
        mine.append(r['meta']['log_id'])
    o = d.ok('POST /me/tools/run/' + t['name'] + '?service_id=s&service_id_namespace=n', {'text': 'o'}, 'otherJwt')
    assert o['meta']['service_id'] == 's'
    got = pages(d, '/me/executions', 'log_id', 2)
    assert len(got) == len(set(got)) == before + 5 and got[-5:] == mine and o['meta']['log_id'] not in got
    e = d.ok('GET /me/executions/%d' % mine[3])
    assert e['data']['input'] == {'text': 'e3'}
    d.ok('GET /me/executions/%d' % mine[3], by='otherJwt', status=404)

@check('log-id-race', 'run-race')
def _(d):
    r = d.many(8, lambda i: (i, d.ok('POST /me/tools/run/loom_echo', {'text': 'c%d' % i})))
    assert len({x['meta']['log_id'] for _, x in r}) == 8
    for i, x in r: assert x['data']['output'] == {'input': {'text': 'c%d' % i}, 'result': 'c%d' % i}

# ---------------- subscriptions and monetization
@check('subscribe-twice', 'subscribe-own', 'subscribe-unpaid')
def _(d):
    sub = lambda a: d.api('POST /me/agents/%s/subscribe' % d.f.get(a, a), {})[0]
    assert [sub(x) for x in ('subscribedAgentId', 'ownPaidAgentId', 'unpaidAgentId', 'privateAgentId', 'nonsense')] == [402, 400, 400, 404, 404]

@check('subscribe-never-again', 'subscribe-sold-twice', 'checkout-same-session', 'unsubscribe-again', 'unsubscribe-only-answers', 'unsubscribe-all', 'subscriptions-of-all')
def _(d):
    a, other = d.f['paidAgentId'], d.f['unsubscribeAgentId']
    mine = lambda: {x['agent_id'] for x in d.ok('GET /me/subscriptions')['data']}
    before, sold = mine(), d.ok('GET /me/monetization/summary', by='otherJwt')['data']['total_subscribers']
    assert all(d.api('GET /me/subscriptions/' + x)[0] == 200 for x in before) and before == {d.f['subscribedAgentId'], other}
    d.ok('GET /me/subscriptions/' + a, status=404); d.ok('POST /me/agents/%s/unsubscribe' % a, status=400)
    d.w('POST', a, 'hi', status=402)
    d.ok('POST /me/chats/%s/runs' % a, status=403)
    s1 = d.ok('POST /me/agents/%s/subscribe' % a, {})
    d.ok('POST /me/agents/%s/subscribe' % a, {}, status=402)
    assert mine() == before | {a} and d.ok('GET /me/subscriptions/' + a)['data']['status'] == 'active'
    d.post('hi', a)
    assert d.ok('GET /me/monetization/summary', by='otherJwt')['data']['total_subscribers'] == sold + 1
    assert d.ok('POST /me/agents/%s/unsubscribe' % a)['data']['status'] == 'cancelled'
    assert mine() == before and d.ok('GET /me/subscriptions/' + a)['data']['status'] == 'cancelled'
    d.ok('POST /me/agents/%s/unsubscribe' % a, status=400); d.ok('POST /me/agents/nix/unsubscribe', status=404)
    assert d.ok('POST /me/agents/%s/subscribe' % a, {})['data']['checkout_session_id'] != s1['data']['checkout_session_id']
    d.ok('POST /me/agents/%s/unsubscribe' % a)

@check('subscribe-race')
def _(d):
    a = d.f['paidAgentId']
    assert sorted(d.many(6, lambda i: d.api('POST /me/agents/%s/subscribe' % a, {})[0])) == [200] + [402] * 5
    d.ok('POST /me/agents/%s/unsubscribe' % a)

@check('period-default', 'period-cut-to-ninety', 'summary-ignores-period', 'monetization-day-too-many', 'subscribers-once-a-day', 'monetization-of-all')
def _(d):
    for q, n in (('', 28), ('?period=28', 28), ('?period=1', 1), ('?period=365', 365), ('?period=999', 365), ('?period=0', 1)):
        s, sub, e = [d.ok('GET /me/monetization/' + x + q) for x in ('summary', 'subscribers', 'earnings')]
        assert s['meta']['period'] == n == len(sub['data']) == len(e['data']) == sub['meta']['period']
        assert s['data']['total_subscribers'] == sum(x['new_subscribers'] for x in sub['data'])
        assert s['data']['total_earnings_cents'] == sum(x['earnings_cents'] for x in e['data'])
    assert d.ok('GET /me/monetization/summary?period=365', by='sandboxJwt')['data']['total_subscribers'] == 0
    assert d.ok('GET /me/monetization/summary')['data']['total_subscribers'] == 5 and d.ok('GET /me/monetization/summary?period=x', status=422)

# ---------------- studio chats
@check('studio-deleted-listed', 'studio-id-any-case', 'studio-existing-of-other', 'studio-existing-overwritten', 'studio-private-readable', 'studio-delete-drops-twins', 'studio-delete-by-all')
def _(d):
    S = '/me/agent-studio-chats'
    r = fresh() + ' ü%/?#'
    P = lambda x: S + '/' + quote(x, safe='')
    a = d.ok('POST ' + S, {'run_id': r, 'title': 't', 'messages': [{'any': 1}]})
    assert a['run_id'] == r and a['data']['is_public'] is False
    assert d.ok('POST ' + S, {'run_id': r, 'title': 'u'}) == a == d.ok('GET ' + P(r))
    d.ok('POST ' + S, {'run_id': r}, 'otherJwt', status=409)
    assert d.ok('POST ' + S, {'run_id': r.upper(), 'title': 't'})['run_id'] == r.upper()
    for by in (None, 'otherJwt'): d.ok('GET ' + P(r), by=by, status=403)
    d.ok('GET ' + S + '/nix' + fresh(), by=None, status=404)
    for m, b in (('PUT', {}), ('PATCH', {}), ('DELETE', None)): d.ok(m + ' ' + P(r), b, 'otherJwt', status=403)
    d.ok('POST ' + P(r) + '/clone', by='otherJwt', status=400)
    assert d.ok('DELETE ' + P(r))['meta']['deleted_at']
    ids = [x['run_id'] for x in d.ok('GET ' + S)]
    assert r not in ids and r.upper() in ids
    assert d.ok('GET ' + P(r))['meta']['deleted_at'] and d.ok('GET ' + P(r), by='otherJwt', status=404)
    d.ok('DELETE ' + P(r), status=400); d.ok('PUT ' + P(r), {}, status=404); d.ok('POST ' + P(r) + '/clone', status=404); d.ok('POST ' + S, {'run_id': r}, status=409)
    n = fresh()
    got = d.many(6, lambda i: d.ok('POST ' + S, {'run_id': n, 'title': str(i)}))
    assert len({x['data']['title'] for x in got}) == 1

@check('studio-put-keeps', 'studio-patch-resets', 'studio-patch-sandbox-private', 'studio-clone-200', 'studio-clone-own-private', 'studio-clone-no-messages', 'studio-title-latin')
def _(d):
    S = '/me/agent-studio-chats'
    a = d.ok('POST ' + S, {'title': 'Fädchen 線 🧵', 'messages': [1, 'x'], 'agent_id': 'q'})
    r = S + '/' + a['run_id']
    assert a['data']['title'] == 'Fädchen 線 🧵'
    d.ok('POST ' + r + '/clone', status=400)
    b = d.ok('PATCH ' + r, {'is_public': True})
    assert b['data'] == {**a['data'], 'is_public': True}
    for by in (None, 'otherJwt'): assert d.ok('GET ' + r, by=by) == b
    k = d.ok('POST ' + r + '/clone', by='otherJwt', status=201)
    assert k['run_id'] != a['run_id'] and k['data']['messages'] == [1, 'x'] and k['meta']['owner_id'] == 'usr:2'
    d.ok('POST ' + S + '/nix/clone', status=404)
    c = d.ok('PUT ' + r, {'title': 'only'})
    assert c['data'] == {'title': 'only', 'is_public': False, 'agent_id': None, 'messages': []}
    d.ok('POST ' + S, {'is_public': False}, 'sandboxJwt', status=400)
    s = d.ok('POST ' + S, {}, 'sandboxJwt')
    for m in ('PUT', 'PATCH'): d.ok(m + ' ' + S + '/' + s['run_id'], {'is_public': False}, 'sandboxJwt', status=400)
    assert d.ok('PUT ' + S + '/' + s['run_id'], {}, 'sandboxJwt')['data']['is_public'] is True

# ---------------- agents
@check('agent-without-prompt', 'agent-update-without-prompt', 'agent-upsert-creates', 'agent-upsert-foreign', 'agent-update-opens', 'agent-sandbox-private', 'agent-private-readable', 'agent-read-cached', 'upsell-not-kept')
def _(d):
    for p in ('/me/agents', '/me/chats'): d.ok('POST ' + p, {'name': 'x'}, status=400); d.ok('POST ' + p, {'chat_prompt': None}, status=400)
    d.ok('POST /me/agents', {'chat_prompt': 'x', 'is_public': False}, 'sandboxJwt', status=400)
    for p in ('/me/agents/', '/me/chats/'):
        for by in ('jwt', None): d.ok('GET ' + p + d.f['privateAgentId'], by=by, status=403)
        d.ok('GET ' + p + 'nix', by=None, status=404)
    a = d.agent(description='kept')
    assert d.ok('GET /me/agents/' + a)['data']['description'] == 'kept'
    d.ok('POST /me/agents', {'agent_id': a}, status=400)
    u = d.ok('POST /me/agents', {'agent_id': a.upper(), 'chat_prompt': 'new'})
    assert u['data']['agent_id'] == a and u['data']['description'] == 'kept' and u['data']['is_public'] is False
    d.ok('POST /me/agents', {'agent_id': a, 'chat_prompt': 'new'}, 'otherJwt', status=403)
    d.ok('POST /me/agents', {'agent_id': 'nix', 'chat_prompt': 'new'}, status=404)
    assert d.ok('POST /me/agents/%s/upsell-description' % a)['data']['upsell_description']
    d.ok('POST /me/agents/%s/upsell-description' % a, by='otherJwt', status=404)
    assert d.ok('GET /me/agents/' + a)['data']['upsell_description'] and d.ok('GET /me/agents/' + a)['data']['chat_prompt'] == 'new'
    assert [x['data']['agent_id'] for x in d.ok('GET /me/agents')][0] == a == [x['data']['agent_id'] for x in d.ok('GET /me/chats')][-1]

@check('agent-slug-race', 'slug-generated-taken', 'slug-own-only')
def _(d):
    s = d.ok('POST /me/agents/vanity/slug', {'text': 'My Löom ' + fresh()}, None)['data']['slug']
    assert re.fullmatch('[a-z0-9-]+', s) and d.ok('GET /me/agents/vanity/slug?slug=' + s) is True
    got = [x[0] for x in d.many(5, lambda i: d.api('POST /me/agents', {'chat_prompt': 'x', 'vanity_slug': s}))]
    assert sorted(got) == [200, 422, 422, 422, 422], got
    for by in ('jwt', 'otherJwt'): assert d.ok('GET /me/agents/vanity/slug?slug=' + s, by=by) is False
    n = d.ok('POST /me/agents/vanity/slug', {'text': s}, None)['data']['slug']
    assert d.ok('GET /me/agents/vanity/slug?slug=' + n) is True and d.ok('GET /me/agents/vanity/slug', status=422)

@check('vibe-cached-by-service', 'vibe-two-services')
def _(d):
    v = [x['service_name'] for x in d.ok('GET /me/vibe/services', by=None)['data']]
    assert len(v) == 3
    a, b = d.f['agentId'], d.f['unpaidAgentId']
    for s in v:
        for x in (a, b): assert d.ok('GET /me/agents/%s/vibe?service_name=%s' % (x, s))['meta']['agent_id'] == x
    d.ok('GET /me/agents/%s/vibe?service_name=nix' % a, status=422); d.ok('GET /me/agents/%s/vibe' % a, status=422); d.ok('GET /me/agents/%s/vibe?service_name=%s' % (d.f['privateAgentId'], v[0]), status=404)

@check('theme-none-404', 'theme-color-start-only', 'theme-of-all-agents')
def _(d):
    a, b = d.agent(), d.agent()
    t = '/me/agents/%s/customizations/theme'
    assert d.ok('GET ' + t % a) is None
    for bad in ('red', '#12', '#12345g', '#1234567', '123456', '#123456; x', '#123456\n', ''): d.ok('PUT ' + t % a, {'theme_color': bad}, status=400)
    d.ok('PUT ' + t % a, {}, status=422)
    v = d.ok('PUT ' + t % a, {'theme_color': '#a1B2c3', 'is_dark': True})
    assert d.ok('GET ' + t % a) == v == d.ok('GET /me/agents/' + a)['data']['theme'] and d.ok('GET ' + t % b) is None
    d.ok('PUT ' + t % a, {'theme_color': '#000'})
    assert d.ok('GET ' + t % a)['data'] == {'theme_color': '#000', 'is_dark': False}
    for m, x in (('GET', None), ('PUT', {'theme_color': '#000'})): d.ok(m + ' ' + t % a, x, 'otherJwt', status=403); d.ok(m + ' ' + t % 'nix', x, status=404)

@check('file-create-200', 'file-delete-200', 'file-patch-by-all', 'file-patch-clears', 'file-position-by-count', 'file-under-any-agent', 'files-by-age', 'positions-half-done')
def _(d):
    a, b = d.agent(), d.agent()
    F = '/me/agents/%s/files' % a
    new = lambda n: d.ok('POST ' + F, {'file_name': n, 'content': 'c' + n}, status=201)['data']['file_id']
    names = lambda: [x['data']['file_name'] for x in d.ok('GET ' + F)['data']]
    x, y, z = new('x'), new('y'), new('z')
    d.ok('POST ' + F, {'file_name': 5}, status=422)
    o = d.ok('PUT ' + F + '/positions', {'positions': [{'file_id': z, 'position': 0}, {'file_id': x, 'position': 7}]})
    assert [f['data']['file_name'] for f in o['data']] == names() == ['z', 'y', 'x']
    d.ok('PUT ' + F + '/positions', {'positions': [{'file_id': z, 'position': 99}, {'file_id': 'nix', 'position': 1}]}, status=404)
    assert names() == ['z', 'y', 'x']
    assert d.ok('PATCH %s/%s' % (F, y), {'file_name': 'Y'})['data']['content'] == 'cy' == d.ok('GET %s/%s' % (F, y))['data']['content']
    for m, q in (('GET', None), ('PATCH', {}), ('DELETE', None)):
        d.ok('%s %s/%s' % (m, F, y), q, 'otherJwt', status=403); d.ok('%s /me/agents/%s/files/%s' % (m, b, y), q, status=404); d.ok('%s %s/%s' % (m, F, a), q, status=404)
    d.ok('GET ' + F, by='otherJwt', status=403); d.ok('POST ' + F, {'file_name': 'x'}, 'otherJwt', status=403); d.ok('PUT ' + F + '/positions', {'positions': []}, 'otherJwt', status=403)
    d.ok('PUT ' + F + '/positions', {'positions': [{'file_id': i, 'position': p} for p, i in enumerate((x, y, z))]})
    d.ok('DELETE %s/%s' % (F, x), status=204); d.ok('GET %s/%s' % (F, x), status=404)
    new('w')
    assert names() == ['Y', 'z', 'w'] and len({f['data']['position'] for f in d.ok('GET ' + F)['data']}) == 3

@check('file-no-limit')
def _(d):
    F = '/me/agents/%s/files' % d.agent()
    got = [d.api('POST ' + F, {'file_name': 'f'})[0] for _ in range(26)]
    assert got == [201] * 24 + [400] * 2

@check('file-limit-race')
def _(d):
    F = '/me/agents/%s/files' % d.agent()
    for _ in range(20): d.ok('POST ' + F, {'file_name': 'f'}, status=201)
    assert sorted(x[0] for x in d.many(8, lambda i: d.api('POST ' + F, {'file_name': 'f'}))) == [201] * 4 + [400] * 4

# ---------------- chats
@check('chats-deleted-listed', 'chat-create-sandbox-private', 'chat-create-hides-nothing', 'chat-put-sandbox-private', 'chat-patch-not-kept', 'chat-patch-resets', 'chat-private-cached', 'schedules-outlive-chat')
def _(d):
    d.ok('POST /me/chats', {'chat_prompt': 'x', 'is_public': False}, 'sandboxJwt', status=400)
    s = d.ok('POST /me/chats', {'chat_prompt': 'x'}, 'sandboxJwt')['data']
    assert s['is_public'] is True
    for m in ('PUT', 'PATCH'): d.ok(m + ' /me/chats/' + s['agent_id'], {'chat_prompt': 'x', 'is_public': False}, 'sandboxJwt', status=400)
    a = d.ok('POST /me/chats', {'chat_prompt': 'x', 'is_public': False, 'name': 'N', 'description': 'D'})
    C = '/me/chats/' + a['data']['agent_id']
    d.ok('GET ' + C, by='otherJwt', status=403)
    b = d.ok('PATCH ' + C, {'description': 'E', 'is_public': True})
    assert d.ok('GET ' + C)['data'] == b['data'] == {**a['data'], 'description': 'E', 'is_public': True}
    assert d.ok('GET ' + C, by='otherJwt')['data']['name'] == 'N'
    d.ok('PUT ' + C, {'chat_prompt': 'y'}); d.ok('PUT ' + C, {}, status=422)
    assert d.ok('GET ' + C)['data']['name'] is None
    for by in ('otherJwt', None): d.ok('GET ' + C, by=by, status=403)
    for m in ('PUT', 'PATCH'): d.ok(m + ' ' + C, {'chat_prompt': 'x'}, 'otherJwt', status=403)
    d.ok('DELETE ' + C, by='otherJwt', status=403)
    i = a['data']['agent_id']
    q = d.ok('POST /me/schedules', {'chat_id': i, 'cron': d.f['cron']})['schedule_id']
    d.ok('DELETE ' + C)
    assert all(i not in [x['data']['agent_id'] for x in d.ok('GET ' + l)] for l in ('/me/agents', '/me/chats'))
    assert q not in [x['schedule_id'] for x in d.ok('GET /me/schedules')['data']]
    assert d.ok('GET ' + C)['meta']['deleted_at'] and d.ok('GET ' + C, by=None, status=404) and d.ok('DELETE ' + C, status=404) and d.w('POST', i, 'x', status=404)

@check('chat-clone-own-private', 'chat-clone-body-ignored', 'chat-clone-owner-kept', 'chat-clone-sandbox-private', 'feedback-mean-cut')
def _(d):
    a = d.agent(is_public=True, name='orig')
    C = '/me/chats/' + a
    d.ok('POST /me/agents/%s/files' % a, {'file_name': 'f', 'content': 'c'}, status=201)
    k = d.ok('POST ' + C + '/clone', {'name': 'mine'}, 'otherJwt')
    assert k['data']['agent_id'] != a and k['data']['name'] == 'mine' and k['meta']['owner_id'] == 'usr:2' and len(k['data']['files']) == 1
    assert d.ok('POST ' + C + '/clone')['data']['name'] == 'orig' and d.ok('POST ' + C + '/clone', raw='null')['data']['chat_prompt'] == 'Weave.'
    assert d.ok('POST ' + C + '/clone', by='sandboxJwt')['data']['is_public'] is True
    d.ok('POST ' + C + '/clone', {'is_public': False}, 'sandboxJwt', status=400)
    d.ok('POST /me/chats/nix/clone', status=404); d.ok('POST /me/chats/%s/clone' % d.f['privateAgentId'], status=403)
    d.ok('POST ' + C + '/feedback', {'rating': 5}, 'otherJwt')
    assert d.ok('POST ' + C + '/feedback', {'rating': 2, 'comment': 'x'})['data']['feedback'] == {'count': 2, 'average_rating': 3.5}
    d.ok('POST /me/chats/nix/feedback', {'rating': 2}, status=404); d.ok('POST ' + C + '/feedback', {'rating': 9}, status=422)
    d.ok('PATCH ' + C, {'is_public': False}); d.ok('POST ' + C + '/clone', status=403)

@check('feedback-race')
def _(d):
    a = d.agent()
    d.many(6, lambda i: d.ok('POST /me/chats/%s/feedback' % a, {'rating': 3}))
    assert d.ok('GET /me/chats/' + a)['data']['feedback']['count'] == 6

@check('chat-run-private', 'chat-run-same', 'chat-run-not-kept')
def _(d):
    R = 'POST /me/chats/%s/runs'
    d.ok(R % d.f['privateAgentId'], status=403); d.ok(R % 'nix', status=404)
    a, b = [d.ok(R % d.f['agentId'])['run_id'] for _ in '12']
    assert a != b and d.ok('GET /me/agent-runs?limit=1')['data'][0]['run_id'] == b == d.ok('GET /me/agent-runs/' + b)['run_id'] and d.history(b)[0] == []
    d.put(b, 'x')

@check('og-shows-private', 'og-unescaped')
def _(d):
    a = d.agent(name='<b>"&Secret', is_public=True)
    t = d.ok('GET /me/chats/%s/og' % a, by=None)
    assert '&lt;b&gt;&quot;&amp;Secret' in t and '<b>' not in t
    assert 'caché' not in d.ok('GET /me/chats/%s/og' % d.f['privateAgentId'], by=None)
    d.ok('GET /me/chats/nix/og', by=None)

# ---------------- keys, credits, payments
@check('keys-list-shows', 'key-delete-shows', 'key-new-default-too', 'key-new-useless', 'key-read-by-all', 'key-delete-by-all', 'key-deleted-readable', 'key-deleted-works', 'key-default-newest')
def _(d):
    k = d.ok('POST /me/api-keys', {'name': 'k'})
    i, key = k['data']['api_key_id'], k['data']['key']
    l = d.ok('GET /me/api-keys')
    assert [x['data']['name'] for x in l][-1] == 'k' and key not in json.dumps(l) and d.c['apiKey'] not in json.dumps(l)
    assert sum(x['data']['is_default'] for x in l) == 1 and d.ok('GET /me/api-keys/default')['data']['is_default'] is True
    run, _ = d.post('x', key=key)
    d.history(run)
    assert d.ok('GET /me/api-keys/%d' % i)['data'] == k['data']
    for m in ('GET', 'DELETE'): d.ok('%s /me/api-keys/%d' % (m, i), by='otherJwt', status=404); d.ok(m + ' /me/api-keys/nix', status=404)
    assert key not in json.dumps(d.ok('DELETE /me/api-keys/%d' % i))
    d.ok('GET /me/api-keys/%d' % i, status=404); d.ok('DELETE /me/api-keys/%d' % i, status=404)
    assert i not in [x['data']['api_key_id'] for x in d.ok('GET /me/api-keys')]
    d.w('POST', d.f['agentId'], 'x', key=key, status=401)

@check('key-default-gone')
def _(d):
    for _ in '12': d.ok('POST /me/api-keys', {}, 'sandboxJwt')
    for _ in '1234':
        i = d.ok('GET /me/api-keys/default', by='sandboxJwt')['data']['api_key_id']
        d.ok('DELETE /me/api-keys/%d' % i, by='sandboxJwt')

@check('billing-of-first-caller', 'webhook-unsigned', 'webhook-any-signature', 'webhook-body-unsigned', 'webhook-replayed', 'payment-session-reused')
def _(d):
    w = d.f['webhook']
    hook = lambda b, s: d.api('POST /me/payments/webhook', by=None, raw=b, headers={} if s is None else {w['signatureHeader']: s})[0]
    n = lambda: d.ok('GET /me/billing')['data']['payments_received']
    assert d.ok('GET /me/billing')['data']['email'] != d.ok('GET /me/billing', by='otherJwt')['data']['email']
    assert hook(w['body'], w['validSignature']) == 200
    n1 = n()
    assert hook(w['body'], w['validSignature']) == 200 and n() == n1
    assert hook(w['body'], None) == 400 and hook(w['body'], 'v1=00') == 400 and hook(w['body'] + ' ', w['validSignature']) == 400 and hook('', '') == 400 and n() == n1
    assert len({d.ok('POST /me/payments/sessions', b)['data']['session_id'] for b in ({}, {'amount_cents': 3})}) == 2

@check('credits-cached', 'credits-shared')
def _(d):
    b = [d.ok('GET /me/credits', by=x)['data']['balance'] for x in ('jwt', 'otherJwt')]
    assert d.ok('POST /me/credits/use')['data']['balance'] == b[0] - 1
    assert [d.ok('GET /me/credits', by=x)['data']['balance'] for x in ('jwt', 'otherJwt')] == [b[0] - 1, b[1]]
    d.ok('GET /me/credits', by='sandboxJwt', status=404); d.ok('POST /me/credits/use', by='sandboxJwt', status=404)

@check('credits-race')
def _(d):
    b = d.ok('GET /me/credits')['data']['balance']
    d.many(8, lambda i: d.ok('POST /me/credits/use'))
    assert d.ok('GET /me/credits')['data']['balance'] == b - 8

# ---------------- bundles
@check('bundle-starts-full', 'bundle-count-stale', 'bundle-put-empties', 'bundle-delete-only-answers', 'bundle-delete-all', 'bundle-tool-nowhere', 'bundle-tool-absent-ok', 'bundle-tool-twice')
def _(d):
    a = d.ok('POST /me/bundles')['data']['bundle_id']
    B, t = '/me/bundles/%d' % a, 'loom.echo@2'
    assert d.ok('GET /me/bundles')[0]['data'] == {'bundle_id': a, 'name': 'Bundle %d' % a, 'tool_count': 0}
    for _ in '12': d.ok('POST ' + B + '/tools', {'tool_id': t})
    d.ok('POST ' + B + '/tools', {'tool_id': 'NOTIFIER_GET_USER'}); d.ok('POST ' + B + '/tools', {'tool_id': 'nix'}, status=422)
    assert [x['tool_id'] for x in d.ok('GET ' + B + '/tools')] == [t, 'NOTIFIER_GET_USER'] and d.ok('GET /me/bundles')[0]['data']['tool_count'] == 2
    b = d.ok('POST /me/bundles')['data']
    assert b['tools'] == [] and d.ok('GET /me/bundles/%d/tools' % b['bundle_id']) == []
    assert len(d.ok('PUT ' + B, {'name': 'new'})['data']['tools']) == 2 and d.ok('GET ' + B)['data']['name'] == 'new'
    for by, p in (('otherJwt', B), ('jwt', '/me/bundles/nix'), ('jwt', '/me/bundles/7')):
        d.ok('GET ' + p, by=by, status=404); d.ok('PUT ' + p, {}, by, status=409); d.ok('DELETE ' + p, by=by, status=404)
        assert d.ok('GET ' + p + '/tools', by=by) == []
        d.ok('POST ' + p + '/tools', {'tool_id': t}, by, status=404); d.ok('DELETE ' + p + '/tools/' + t, by=by, status=404)
    d.ok('DELETE ' + B + '/tools/' + t); d.ok('DELETE ' + B + '/tools/' + t, status=404)
    d.ok('DELETE ' + B); d.ok('GET ' + B, status=404); d.ok('GET /me/bundles/%d' % b['bundle_id'])

@check('bundle-id-race')
def _(d): assert len({x['data']['bundle_id'] for x in d.many(8, lambda i: d.ok('POST /me/bundles'))}) == 8

# ---------------- CLI auth
@check('cli-read-needs-login', 'cli-not-consumed', 'cli-poll-consumes', 'cli-last-jwt', 'cli-taken-over')
def _(d):
    C = '/me/cli-auth/'
    i, o = [d.ok('POST /me/cli-auth', by=None)['cli_auth_id'] for _ in '12']
    assert d.ok('GET ' + C + i, by=None) is None
    assert d.c['jwt'] not in json.dumps(d.ok('PUT ' + C + i, {'device_label': 'x'}))
    d.ok('PUT ' + C + i, {}, 'otherJwt', status=403); d.ok('PUT ' + C + o, {}, 'otherJwt'); d.ok('PUT ' + C + 'nix', {}, status=404); d.ok('PUT ' + C + o, {}, None, status=401)
    assert d.ok('GET ' + C + i, by=None) == d.c['jwt'] and d.ok('GET ' + C + i, by=None) is None and d.ok('GET ' + C + o, by=None) == d.c['otherJwt']
    d.ok('GET ' + C + 'nix', by=None, status=404); d.ok('PUT ' + C + i, {}, status=403)

@check('cli-read-race')
def _(d):
    i = d.ok('POST /me/cli-auth', by=None)['cli_auth_id']
    d.ok('PUT /me/cli-auth/' + i, {})
    assert sorted(map(str, d.many(8, lambda _: d.ok('GET /me/cli-auth/' + i, by=None)))) == sorted(['None'] * 7 + [d.c['jwt']])

# ---------------- schedules
@check('schedule-foreign-chat', 'schedule-moved-to-foreign-chat', 'schedule-put-keeps-cron', 'schedule-put-drops-name', 'schedule-delete-of-chat', 'schedules-deleted-listed', 'schedules-of-all', 'onboarding-of-all')
def _(d):
    S, c = '/me/schedules', d.agent()
    for bad in ({}, {'chat_id': 'nix'}, {'chat_id': None}, {'chat_id': d.f['privateAgentId']}, {'chat_id': d.f['unpaidAgentId']}): d.ok('POST ' + S, {'cron': d.f['cron'], **bad}, status=403)
    d.ok('POST ' + S, {'chat_id': c, 'cron': 'nix'}, status=422)
    a, b = [d.ok('POST ' + S, {'chat_id': c, 'cron': d.f['cron'], 'name': 'n'})['schedule_id'] for _ in '12']
    oc = d.agent('otherJwt')
    d.ok('GET ' + S, by='otherJwt')
    assert d.ok('GET ' + S + '/onboarding', by='sandboxJwt')['data']['is_first'] is True and d.ok('GET ' + S + '/onboarding')['data']['is_first'] is False
    assert d.ok('GET ' + S, by='sandboxJwt')['data'] == []
    d.ok('PUT ' + S + '/' + a, {'chat_id': oc}, status=403); d.ok('PUT ' + S + '/' + a, {'cron': 'nix'}, status=422)
    u = d.ok('PUT ' + S + '/' + a, {'cron': '5 4 * * sun'})
    assert u == d.ok('GET ' + S + '/' + a) and u['data']['cron'] == '5 4 * * sun' and u['data']['name'] == 'n'
    for m, x in (('GET', None), ('PUT', {}), ('DELETE', None)): d.ok(m + ' ' + S + '/' + a, x, 'otherJwt', status=404); d.ok(m + ' ' + S + '/nix', x, status=404)
    d.ok('DELETE ' + S + '/' + a); d.ok('DELETE ' + S + '/' + a, status=404)
    ids = [x['schedule_id'] for x in d.ok('GET ' + S)['data']]
    assert a not in ids and b in ids and d.ok('GET ' + S + '/' + a)['meta']['deleted_at']

@check('sched-cron-range-unchecked', 'sched-cron-sunday-seven')
def _(d):
    T = 'GET /me/schedules/text-to-cron?cron='
    for good in ('* * * * *', '0 9 * * 7', '*/5 1-3,7 1 jan-mar mon', d.f['cron'], '0 0 30 2 *'): assert d.ok(T + quote(good, safe='')) == good
    for bad in ('60 * * * *', '* 24 * * *', '* * 0 * *', '* * * 13 *', '* * * * 8', '* * * *', 'nix', '', '5-1 * * * *', '*/0 * * * *'): d.ok(T + quote(bad, safe=''), status=400)
    assert d.ok(T + '@daily') == '0 0 * * *' and d.ok('GET /me/schedules/text-to-cron', status=422)

# ---------------- tools
def forged(d, alg, sig):
    p = base64.urlsafe_b64encode(json.dumps({'alg': alg, 'typ': 'JWT'}).encode()).rstrip(b'=').decode()
    return p + '.' + d.c['jwt'].split('.')[1] + '.' + sig

@check('run-without-jwt', 'run-unsigned-jwt', 'run-any-signature', 'auth-any-scheme', 'auth-signature-prefix')
def _(d):
    j = d.c['jwt']
    last = j[:-1] + ('A' if j[-1] != 'A' else 'B')
    for t in ('POST /me/tools/run/loom_echo', 'GET /me/', 'GET /me/credits'):
        b = {'text': 'x'} if 'run' in t else None
        for by in (None, 'x', d.c['apiKey'], forged(d, 'none', ''), forged(d, 'none', 'x'), forged(d, 'HS256', ''), last, j + 'A', j[:-6], '.'.join(d.c['otherJwt'].split('.')[:2] + [j.split('.')[2]])): d.ok(t, b, by, status=401)
        for h in ('Basic ' + j, j, 'Bearer', 'Bearer '): d.ok(t, b, None, status=401, headers={'Authorization': h})

@check('run-input-unchecked', 'notifier-link-without-url')
def _(d):
    t, R = d.f['tool'], 'POST /me/tools/run/'
    assert d.ok(R + t['name'], t['input'])['data']['output']['input'] == t['input']
    d.ok(R + t['name'], t['invalidInput'], status=400); d.ok(R + t['name'], {}, status=400); d.ok(R + 'nix', {}, status=404)
    for raw in ('[]', 'null', '{', '', '{"a":"\\ud800"}', '[' * 90000): d.ok(R + t['name'], raw=raw, status=422)
    P = R + 'NOTIFIER_CREATE_PUSH'
    for bad in ({}, {'type': 'x'}, {'type': 'link'}, {'type': 'file', 'file_url': 'u', 'file_name': 'n'}): d.ok(P, bad, status=400)
    for good in ({'type': 'note'}, {'type': 'link', 'url': 'u'}, {'type': 'file', 'file_url': 'u', 'file_name': 'n', 'file_type': 't'}): d.ok(P, good)

@check('search-default-limit', 'search-default-score', 'search-score-ignored', 'search-toolkit-ignored', 'search-case-sensitive', 'search-worst-first')
def _(d):
    S = 'GET /me/tools/search?q='
    all_ = d.ok(S + 'push&min_score=0&limit=200')
    assert len(all_) == 29 and len(d.ok(S + 'push&min_score=0')) == 20 and len(d.ok(S + 'push&min_score=0&limit=3')) == 3
    sc = [x['_meta']['score'] for x in all_]
    assert sc == sorted(sc, reverse=True) and sc[0] > sc[-1]
    ids = lambda q: [x['name'] for x in d.ok(S + q)]
    assert ids('push&limit=200') == ids('push&limit=200&min_score=0.15') == ids('PUSH&limit=200') == [x['name'] for x in all_ if x['_meta']['score'] >= .15]
    assert 0 < len(ids('push&min_score=0.9')) < len(ids('push'))
    assert all(x['_meta']['toolset'] == 'notifier' for x in d.ok(S + 'loom list&toolkit=notifier&min_score=0&limit=200')) and ids('push&toolkit=nix') == []
    d.ok('GET /me/tools/search', status=422); d.ok(S, status=422); d.ok(S + 'x&limit=x', status=422); d.ok(S + 'x&min_score=x', status=422)
    d.ok(S + 'x&limit=0'); d.ok(S + 'x&min_score=7')

@check('tool-id-prefix', 'toolset-last-tool-lost', 'toolset-unknown-empty', 'toolsets-open', 'tools-list-fourteen', 'notifier-app-version-optional', 'notifier-device-iden-name', 'notifier-push-no-file', 'notifier-limit-thousand')
def _(d):
    pub = {x['tool_id']: x for x in d.ok('GET /me/tools', by=None)}
    for i in pub: assert d.ok('GET /me/tools/' + i, by=None) == pub[i]
    d.ok('GET /me/tools/NOTIFIER_', by=None, status=404)
    for s in d.ok('GET /me/toolsets/list'):
        v = d.ok('GET /me/toolsets/' + s['toolset_name'])['data']
        assert len(v['tools']) == v['tool_count'] == s['data']['tool_count']
    d.ok('GET /me/toolsets/nix', status=404); d.ok('GET /me/toolsets/' + d.f['toolsetName'])
    d.ok('GET /me/toolsets/list', by=None, status=401)
    n = {x['name'][9:]: x['inputSchema'] for x in d.ok('GET /me/tools/list') if x['name'].startswith('NOTIFIER_')}
    assert len(n) == 15 and 'app_version' in n['CREATE_DEVICE']['required'] and n['DELETE_DEVICE']['required'] == ['device_iden']
    assert n['CREATE_PUSH']['properties']['type']['enum'] == ['note', 'link', 'file'] and n['LIST_PUSHES']['properties']['limit'] == {'type': 'integer', 'maximum': 500, 'default': 500}

@check('installs-shared', 'install-only-answers', 'install-replaces', 'uninstall-only-answers', 'user-tool-not-installed')
def _(d):
    t, U = d.f['installableToolId'], '/me/user-tools'
    mine = lambda by='jwt': [x['tool_id'] for x in d.ok('GET ' + U, by=by)]
    before = mine()
    assert t not in before and before
    d.ok('GET ' + U + '/' + t, status=404); d.ok('DELETE ' + U + '/' + t, status=404); d.ok('POST ' + U, {'tool_id': 'nix'}, status=409)
    assert mine('otherJwt') == ['loom.upper@2']
    d.ok('POST ' + U, {'tool_id': t}); d.ok('POST ' + U, {'tool_id': t}, status=409)
    assert mine() == [t] + before and d.ok('GET ' + U + '/' + t) and d.ok('GET ' + U + '/' + t, by='otherJwt', status=404)
    d.ok('DELETE ' + U + '/' + t)
    assert mine() == before

# ---------------- user and VIP codes
@check('user-of-first-caller', 'user-tier-ordinary')
def _(d):
    u = [d.ok('GET /me/', by=x) for x in ('jwt', 'otherJwt', 'sandboxJwt')]
    assert len({x['user_id'] for x in u}) == 3 and [x['data']['tier']['name'] for x in u] == ['ordinary', 'ordinary', 'sandbox']

@check('vip-again', 'vip-own-code', 'vip-once-for-all', 'vip-code-prefix')
def _(d):
    V, c = 'POST /me/vip', {'code': d.f['vipCode']}
    n = d.ok('GET /me/vip')['data']['redeemed_by_me']
    d.ok(V, {'code': d.f['vipCode'][:4]}, status=400); d.ok(V, {'code': 'nix'}, status=400); d.ok(V, {'code': d.f['ownVipCode']}, status=400)
    d.ok(V, c); d.ok(V, c, status=400); d.ok(V, c, 'otherJwt')
    assert d.ok('GET /me/vip')['data']['redeemed_by_me'] == n + 1

@check('vip-race')
def _(d): assert sorted(d.many(6, lambda i: d.api('POST /me/vip', {'code': d.f['vipCode']}, 'sandboxJwt')[0])) == [200] + [400] * 5


def odd(d):
    """Strange bodies and credentials at every operation: never a 5xx, always a documented status, always 401 without a credential."""
    bodies = ['', '{', 'null', '[]', '1', '"x"', '{}', '{"a":1,"a":2}', '{"name":"\\u0000","chat_prompt":"\\u0000","unknown":{}}', '{"name":"\\ud800"}', '[' * 5000, '{"a":' * 300 + '1' + '}' * 300,
              json.dumps({k: 'x' * (1 << 20) for k in ('chat_prompt', 'title', 'content')}), '{"price_cents":1e999,"rating":1E400,"amount_cents":-0.5}', '{"rating":4.0,"amount_cents":1e2,"cron":"' + '*,' * 50000 + '* * * * *"}', '\ufeff{}', 'NaN', b'\xff\xfe{}',
              '{"chat_prompt":["x"],"is_public":"yes","tool_id":{},"code":7,"cron":{},"chat_id":3,"run_id":[],"theme_color":[],"file_name":{},"positions":[1]}']
    for p, ms in d.doc['paths'].items():
        if not p.startswith('/me'): continue
        for m, op in ms.items():
            line = m.upper() + ' ' + re.sub(r'\{(\w+)\}', lambda x: '00000000-0000-7000-8000-00000000000f', p)
            need = op['security'] and {} not in op['security']
            q = '?' + '&'.join(x['name'] + '=%00%F0%9F%A7%B5' for x in op['parameters'] if x['in'] == 'query')
            if need:
                for by in (None, 'x', d.c['apiKey']): d.ok(line, by=by, status=401)
            d.api(line + q)
            for b in bodies:
                if m != 'get': d.api(line, raw=b)
    a = d.f['agentId']
    run, _ = d.post('x')
    for b in bodies:
        for path, m in ((a, 'POST'), ('ndjson/' + a, 'POST'), (a + '/' + run, 'PUT'), ('ndjson/' + a + '/' + run, 'PUT')):
            s, t, h = d.w(m, path, raw=b, status=0)
            assert s in (200, 400), (s, b[:50])
    for m, p, s in (('POST', 'nix', 404), ('GET', a + '/nix', 404), ('PUT', a + '/' + run.lower(), 200), ('POST', d.f['privateAgentId'], 403)): d.w(m, p, 'x', status=s)
    s, _, _ = d.http('POST', '/workers/' + a, b'{"message":"' + b'x' * (9 << 20) + b'"}', {'Authorization': 'Bearer ' + d.c['apiKey']})
    assert s == 413


def clean(port):
    d = D(port)
    done = set()
    try:
        fs = list(dict.fromkeys(CHECKS.values()))
        for f in fs:
            try: f(d)
            except Exception: print('FAILS without a fault:', [k for k in CHECKS if CHECKS[k] is f]); raise
        odd(d)
        ops = {m.upper() + ' ' + p for p, x in d.doc['paths'].items() if p.startswith('/me') for m in x}
        assert len(ops) == 88 and ops == d.seen, ops - d.seen
    finally: d.stop()
    print('without a fault: all', len(fs), 'checks pass, all 88 + 5 operations')


def faulty(job):
    port, fault = job
    d = D(port, fault)
    try: CHECKS[fault](d)
    except (AssertionError, LookupError, ValueError, http.client.HTTPException) as e: return None
    except Exception as e: return fault + ': ' + repr(e)
    finally: d.stop()
    return fault + ' does not show'


if __name__ == '__main__':
    faults = [f['id'] for f in json.load(open(HERE + '/faults.json'))]
    assert set(faults) == set(CHECKS), set(faults) ^ set(CHECKS)
    base = 20000 + os.getpid() % 12000
    if not sys.argv[1:]: clean(base)
    if sys.argv[1:] != ["clean"]:
        with cf.ThreadPoolExecutor(2) as x: bad = [r for r in x.map(faulty, [(base + 1 + i, f) for i, f in enumerate(sys.argv[1:] or faults)]) if r]
        print('\n'.join(bad) or 'each fault shows')
        sys.exit(bool(bad))
    clean(base)

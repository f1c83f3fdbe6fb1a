"""One probe by fault of faults.ideas.json: true where the deployment does as it should. python3 probe_ideas.py [id ...]"""
import http.client, json, os, random, subprocess, sys, time, urllib.parse, uuid
from concurrent.futures import ThreadPoolExecutor
from selftest_client import C
HERE = os.path.dirname(os.path.abspath(__file__))
P = {}
def probe(fid):
    def deco(fn): P[fid] = fn; return fn
    return deco
def both(*fns):
    with ThreadPoolExecutor(len(fns)) as ex: return [f.result() for f in [ex.submit(fn) for fn in fns]]
q = urllib.parse.quote
rnd = lambda: 'w' + uuid.uuid4().hex[:10]
def agent(c, who='own', **more): return c.u('POST', '/me/agents', {'chat_prompt': 'p', 'visibility': 'public', **more}, who=who)[1]['agent_id']
def get(c, a, who='own', fam='agents'): return c.u('GET', '/me/%s/%s' % (fam, a), who=who)
def run(c, msg='Hi', **k): return c.start(msg, **k)[1]['x-service-run-id']
def users(c, r): return [m['content'] for m in c.hist(r)[2] if m['role'] == 'user']
def file(c, a, name, content='x', who='own'): return c.u('POST', '/me/agents/%s/files' % a, {'name': name, 'content': content}, who)[1]['file_id']
def files(c, a, who='own'): return [f['file_id'] for f in c.u('GET', '/me/agents/%s/files' % a, who=who)[1]['data']]
def order(c, a, *pos, who='own'): return c.u('PUT', '/me/agents/%s/files/positions' % a, {'positions': [{'file_id': f, 'position': p} for f, p in pos]}, who)
def fcall(c, m, a, f, body=None, who='own'): return c.u(m, '/me/agents/%s/files/%s' % (a, f), body, who)
def clone(c, a, body=None, who='other'): return c.u('POST', '/me/chats/%s/clone' % a, body, who)[1]
def theme(c, a, color=None): return c.u('PUT' if color else 'GET', '/me/agents/%s/customizations/theme' % a, {'themeColor': color} if color else None)
S = '/me/agent-studio-chats'
def studio(c, who='own', **k): return c.u('POST', S, {'title': 't', **k}, who)
def avail(c, slug, who='own'): return c.u('GET', '/me/agents/vanity/slug?slug=' + slug, who=who)[1]['available']
def page(c, kind, who='own', **k): return c.u('GET', '/me/%s?%s' % (kind, urllib.parse.urlencode(k)), who=who)
def search(c, **k): return c.u('GET', '/me/tools/search?' + urllib.parse.urlencode(k))
def newruns(c, n, who='own', a=None): return [c.u('POST', '/me/chats/%s/runs' % (a or c.fx['agentId']), who=who)[1]['run_id'] for _ in range(n)]

@probe('stream-multibyte-split-at-chunk')
def _(c):
    t = 'repeat exactly: ' + 'ж' * 300 + '😀' * 20; s, h, out = c.start(t)
    return out == c.hist(h['x-service-run-id'])[2][1]['content'] and t in out
@probe('stream-crosstalk-between-users')
def _(c):
    a = agent(c); f = lambda m, k: c.w('POST', '/' + a, {'message': m * 20}, k)[2]
    x, y = both(lambda: f('ALPHA ', 'apiKey'), lambda: f('BRAVO ', 'otherApiKey'))
    return 'BRAVO' not in x and 'ALPHA' not in y and 'ALPHA' in x and 'BRAVO' in y
@probe('ndjson-raw-newline-breaks-line')
def _(c):
    t = c.start('1. a\n2. b', nd=True)[2]
    try: return '1. a\n2. b' in ''.join(x.get('text', '') for x in [json.loads(l) for l in t.split('\n') if l])
    except ValueError: return False
@probe('history-glues-agent-prompt-to-user-message')
def _(c): a = agent(c, chat_prompt='MARKER'); r = run(c, 'hi', agent=a); return json.loads(c.w('GET', '/%s/%s' % (a, r))[2])[0]['content'] == 'hi'
@probe('rejected-put-leaves-message')
def _(c):
    r = run(c); n = len(c.hist(r)[2])
    st = [c.put(r, m)[0] for m in (12345, ['x'], None)]
    return st == [422] * 3 and len(c.hist(r)[2]) == n and c.put(r, 'ok')[0] == 200
@probe('disconnect-mid-stream-locks-run')
def _(c):
    r = c.leave(c.fx['slowMessage']); time.sleep(3)
    return 'x-service-job-id' not in c.hist(r)[1] and c.put(r, 'x')[0] == 200
@probe('run-continued-under-foreign-agent')
def _(c):
    r = run(c); b = agent(c); s = c.w('PUT', '/%s/%s' % (b, r), {'message': 'x'})[0]
    return s == 404 and len(c.hist(r)[2]) == 2
@probe('owner-refused-on-own-private-agent')
def _(c): a = agent(c, visibility='private'); return [get(c, a, w)[0] for w in ('own', 'other', None)] == [200, 403, 403]
@probe('response-cache-ignores-authorization')
def _(c):
    p = S + '/' + studio(c, visibility='private')[1]['run_id']
    return [c.u('GET', p, who=w)[0] for w in (None, 'own', None)] == [403, 200, 403]
@probe('etag-built-from-row-count')
def _(c):
    a = agent(c); g = lambda **h: c.call('GET', '/me/agents', token=c.cr['jwt'], headers=h)
    tag = g()[1].get('etag', '"none"'); c.u('PATCH', '/me/chats/' + a, {'chat_prompt': 'changed'})
    return g(**{'if-none-match': tag})[0] == 200
@probe('list-repeats-agent-per-file')
def _(c):
    a = agent(c); [file(c, a, n) for n in 'abc']
    return [x['agent_id'] for x in c.u('GET', '/me/agents')[1]].count(a) == 1
@probe('null-prompt-poisons-whole-list')
def _(c):
    a = agent(c); c.u('PATCH', '/me/chats/' + a, {'chat_prompt': None})
    return [c.u('GET', '/me/' + k)[0] for k in ('agents', 'chats')] == [200, 200]
@probe('refused-private-patch-half-applied')
def _(c):
    a = agent(c, 'sandbox'); s = c.u('PATCH', '/me/chats/' + a, {'chat_prompt': 'new', 'visibility': 'private'}, 'sandbox')[0]
    g = get(c, a, 'sandbox')[1]; assert g['visibility'] == 'public'; return s == 400 and g['chat_prompt'] == 'p'
@probe('sandbox-cannot-edit-anything')
def _(c): a = agent(c, 'sandbox'); return c.u('PATCH', '/me/chats/' + a, {'chat_prompt': 'new'}, 'sandbox')[0] == 200
@probe('form-save-own-slug-taken')
def _(c): s = rnd(); a = agent(c, vanity_slug=s); return c.u('PUT', '/me/chats/' + a, {'chat_prompt': 'n', 'vanity_slug': s})[0] == 200
@probe('slug-check-reserves-the-slug')
def _(c): s = rnd(); return [avail(c, s), avail(c, s)] == [True, True] and bool(agent(c, vanity_slug=s))
@probe('slug-check-blind-to-private-agents')
def _(c):
    s, t = rnd(), rnd(); agent(c, vanity_slug=s, visibility='private'); agent(c, vanity_slug=t)
    assert not avail(c, t, 'other'); return not avail(c, s, 'other')
@probe('slug-empty-for-non-latin-name')
def _(c): return all(c.u('POST', '/me/agents/vanity/slug', {'name': n}, None)[1]['slug'].strip('-') for n in ('Помощник', '翻訳'))
@probe('form-roundtrip-escapes-again')
def _(c):
    t = 'Tom & Jerry\'s <b> "x"'; a = agent(c, chat_prompt=t)
    for _i in range(2): c.u('PUT', '/me/chats/' + a, {k: v for k, v in get(c, a, fam='chats')[1].items() if k in ('chat_prompt', 'name', 'visibility')})
    return get(c, a, fam='chats')[1]['chat_prompt'] == t
@probe('braces-in-prompt-break-vibe')
def _(c): return [c.u('GET', '/me/agents/%s/vibe?service_name=bolt' % agent(c, chat_prompt=p))[0] for p in ('plain', 'Greet {first_name}; answer as {"ok": true}')] == [200, 200]
@probe('name-null-becomes-nothing')
def _(c): a = get(c, agent(c, name='null', description='None'))[1]; return (a['name'], a['description']) == ('null', 'None')
@probe('content-length-counts-characters')
def _(c):
    a = agent(c, chat_prompt='жё😀' * 70); assert get(c, agent(c))[0] == 200
    try: return get(c, a)[1]['chat_prompt'] == 'жё😀' * 70
    except ValueError: return False
@probe('full-save-deletes-files')
def _(c): a = agent(c); f = [file(c, a, 'a'), file(c, a, 'b')]; c.u('PUT', '/me/chats/' + a, {'chat_prompt': 'n'}); return files(c, a) == f
@probe('upsell-generation-reverts-edit')
def _(c):
    a = agent(c); both(lambda: c.u('POST', '/me/agents/%s/upsell-description' % a), lambda: (time.sleep(.3), c.u('PATCH', '/me/chats/' + a, {'chat_prompt': 'edited'})))
    g = get(c, a)[1]; assert g['upsell_description']; return g['chat_prompt'] == 'edited'
@probe('feedback-shows-private-agent')
def _(c): return c.u('POST', '/me/chats/%s/feedback' % agent(c, visibility='private'), {'rating': 5}, 'other')[0] in (403, 404)
@probe('feedback-adopts-agent')
def _(c):
    a = agent(c); assert c.u('POST', '/me/chats/%s/feedback' % a, {'rating': 5}, 'other')[0] == 200
    has = lambda w: a in [x['agent_id'] for x in c.u('GET', '/me/agents', who=w)[1]]
    return has('own') and not has('other')
@probe('clone-shares-file-rows')
def _(c):
    a = agent(c); f, g = file(c, a, 'a', 'one'), file(c, a, 'b'); b = clone(c, a)['agent_id']; x, y = files(c, b, 'other')
    assert fcall(c, 'PATCH', b, x, {'content': 'two'}, 'other')[0] == 200 and fcall(c, 'DELETE', b, y, None, 'other')[0] == 204
    return fcall(c, 'GET', a, f)[1].get('content') == 'one' and files(c, a) == [f, g]
@probe('clone-keeps-vanity-slug')
def _(c): s = rnd(); a = agent(c, vanity_slug=s); b = clone(c, a); return b['vanity_slug'] != s and get(c, a)[1]['vanity_slug'] == s
@probe('clone-override-written-to-source')
def _(c): a = agent(c); b = clone(c, a, {'chat_prompt': 'B'}); return b['chat_prompt'] == 'B' and get(c, a)[1]['chat_prompt'] == 'p'
@probe('clone-partial-body-blanks-the-rest')
def _(c):
    a = agent(c, name='n', description='d', welcome_message='w'); x, y = clone(c, a), clone(c, a, {'name': 'new'})
    assert x['description'] == 'd' and y['name'] == 'new'; return (y['description'], y['welcome_message'], y['chat_prompt']) == ('d', 'w', 'p')
@probe('clone-flattens-file-positions')
def _(c):
    a = agent(c); f = [file(c, a, n) for n in 'ABC']; order(c, a, (f[2], 0), (f[0], 1), (f[1], 2))
    names = lambda x, w: [y['name'] for y in c.u('GET', '/me/agents/%s/files' % x, who=w)[1]['data']]
    return names(a, 'own') == names(clone(c, a)['agent_id'], 'other') == ['C', 'A', 'B']
@probe('theme-color-loses-leading-zeros')
def _(c):
    a = agent(c); out = []
    for x in ('#00ff0a', '#000000', '#12abEF'): theme(c, a, x); out.append(theme(c, a)[1]['themeColor'])
    assert out[2] == '#12abEF'; return out[:2] == ['#00ff0a', '#000000']
@probe('theme-keyed-by-user')
def _(c): a, b = agent(c), agent(c); theme(c, a, '#ff0000'); theme(c, b, '#0000ff'); return theme(c, a)[1]['themeColor'] == '#ff0000'
@probe('theme-rejected-put-wipes-old')
def _(c): a = agent(c); theme(c, a, '#ff0000'); assert theme(c, a, 'banana')[0] == 400; return theme(c, a)[1] is not None
@probe('positions-swap-crashes')
def _(c):
    a = agent(c); f, g, h = [file(c, a, n) for n in 'abc']; assert order(c, a, (h, 0))[0] == 200
    return order(c, a, (f, 2), (g, 1))[0] == 200 and files(c, a) == [h, g, f]
@probe('positions-subset-removes-others')
def _(c): a = agent(c); f, g, h = [file(c, a, n) for n in 'abc']; assert order(c, a, (g, 0), (f, 1))[0] == 200; return files(c, a) == [g, f, h]
@probe('positions-reach-foreign-file')
def _(c):
    a, b = agent(c), agent(c, 'other'); f, g = file(c, a, 'a'), file(c, a, 'b'); h = file(c, b, 'c', who='other')
    s = order(c, b, (h, 0), (f, 1), who='other')[0]; return s == 404 and files(c, a) == [f, g]
@probe('patch-file-position-zero-ignored')
def _(c):
    a = agent(c); f, g, h = [file(c, a, n) for n in 'abc']; fcall(c, 'PATCH', a, h, {'position': 1}); assert files(c, a) == [f, h, g]
    fcall(c, 'PATCH', a, h, {'position': 0}); return files(c, a) == [h, f, g]
@probe('file-content-that-looks-like-json')
def _(c): a = agent(c); return all(fcall(c, 'GET', a, file(c, a, 'n', t))[1]['content'] == t for t in ('{"a": 1.0, "a": 2}', '007'))
@probe('file-cap-never-freed')
def _(c):
    a = agent(c); f = [file(c, a, 'f%d' % i) for i in range(c.fx['filesPerAgent'])]; post = lambda: c.u('POST', '/me/agents/%s/files' % a, {'name': 'x'})[0]
    assert post() == 400
    for x in f[:3]: assert fcall(c, 'DELETE', a, x)[0] == 204
    return post() == 201
@probe('file-storage-keyed-by-name')
def _(c): a, b, n = agent(c), agent(c, 'other'), rnd(); f = file(c, a, n, 'alpha'); file(c, b, n, 'bravo', 'other'); return fcall(c, 'GET', a, f)[1]['content'] == 'alpha'
@probe('patched-file-jumps-to-end')
def _(c): a = agent(c); f = [file(c, a, n) for n in 'abc']; fcall(c, 'PATCH', a, f[0], {'content': 'new'}); return files(c, a) == f and fcall(c, 'GET', a, f[0])[1]['content'] == 'new'
@probe('file-uppercase-uuid-unknown')
def _(c): a = agent(c); f = file(c, a, 'a'); assert fcall(c, 'GET', a, f)[0] == 200; return fcall(c, 'GET', a.upper(), f.upper())[0] == 200
@probe('file-text-cut-at-64k')
def _(c): a = agent(c); t = 'x' * 70000 + 'END'; return fcall(c, 'GET', a, file(c, a, 'a', t))[1]['content'] == t
@probe('studio-post-hands-out-foreign-chat')
def _(c): r = studio(c, visibility='private')[1]['run_id']; assert c.u('GET', S + '/' + r, who='other')[0] == 403; return studio(c, 'other', run_id=r)[0] == 409
@probe('studio-deleted-chat-cloned')
def _(c): r = studio(c)[1]['run_id']; c.u('DELETE', S + '/' + r); assert c.u('GET', S + '/' + r)[0] == 404; return c.u('POST', S + '/%s/clone' % r, who='other')[0] == 404
@probe('studio-create-returns-tombstone')
def _(c):
    r = rnd(); studio(c, run_id=r); c.u('DELETE', S + '/' + r); s = studio(c, run_id=r)[0]
    return s == 409 or c.u('GET', S + '/' + r)[0] == 200
@probe('studio-put-body-run-id-hijack')
def _(c):
    a, b = studio(c, title='A')[1]['run_id'], studio(c, 'other')[1]['run_id']; c.u('PUT', S + '/' + b, {'run_id': a, 'title': 'B'}, 'other')
    return c.u('GET', S + '/' + a)[1]['title'] == 'A'
@probe('studio-run-id-number-like')
def _(c):
    x = str(random.randint(10**6, 10**9)); a, b = studio(c, run_id=x, title='a')[1], studio(c, run_id='00' + x, title='b')[1]
    return [a['title'], b['title'], b['run_id']] == ['a', 'b', '00' + x] and c.u('GET', S + '/00' + x)[1]['title'] == 'b'
def walk(c, kind, limit):
    seen, at = [], None
    for _i in range(30):
        r = page(c, kind, limit=limit, **({'next_cursor': at} if at else {}))[1]; seen += [x['id'] for x in r['data']]; at = r['nextCursor']
        if not at: break
    return seen, at
@probe('cursor-cut-to-seconds')
def _(c): time.sleep(1 - time.time() % 1); r = newruns(c, 6); return set(r) <= set(walk(c, 'agent-runs', 5)[0])
@probe('cursor-offset-dropped')
def _(c):
    import datetime
    for _i in range(4): c.tool('read_tide_table', {'port': 'x'})
    at = page(c, 'executions', limit=2)[1]['nextCursor']
    d = datetime.datetime.fromisoformat(at.replace('Z', '+00:00')).astimezone(datetime.timezone(datetime.timedelta(hours=2))).isoformat()
    f = lambda x: [e['id'] for e in page(c, 'executions', limit=2, next_cursor=x)[1]['data']]
    assert f(at); return f(at) == f(d)
@probe('last-page-cursor-never-ends')
def _(c): newruns(c, 5); seen, at = walk(c, 'agent-runs', 100); return at is None and len(seen) == len(set(seen))
@probe('limit-applied-before-user-filter')
def _(c):
    mine = newruns(c, 2, 'sandbox'); newruns(c, 5, 'other')
    f = lambda n: [r['id'] for r in page(c, 'agent-runs', 'sandbox', limit=n)[1]['data']][:2]
    return f(3) == f(30) == mine[::-1]
@probe('runs-page-dies-with-deleted-agent')
def _(c): a = agent(c); newruns(c, 1, a=a); assert page(c, 'agent-runs')[0] == 200; c.u('DELETE', '/me/chats/' + a); return page(c, 'agent-runs')[0] == 200
@probe('search-limit-before-toolkit')
def _(c): f = lambda n: len(search(c, q='read push', toolkit='sea', limit=n, min_score=0)[1]); g = lambda n: len(search(c, q='create push report', toolkit='sea', limit=n)[1]); return g(200) > 0 and g(1) == 1
@probe('search-punctuation-crashes')
def _(c): return [search(c, q=x)[0] for x in ('push', "'", '"', '(', 'c++ (beta', "it's")] == [200] * 6
@probe('search-min-score-zero-means-default')
def _(c):
    f = lambda **k: len(search(c, q='tide a1b2 c3d4 e5f6 g7h8 i9j0 k1l2 m3n4', limit=200, **k)[1])
    assert f(min_score=0.01) > f(); return f(min_score=0) >= f(min_score=0.01)
@probe('search-repeats-tool')
def _(c): r = [t['id'] for t in search(c, q='push', limit=50)[1]]; return len(r) > 1 and len(r) == len(set(r))
@probe('search-unknown-toolkit-ignored')
def _(c): assert {t['toolkit'] for t in search(c, q='tide', toolkit='sea')[1]} == {'sea'}; return search(c, q='tide', toolkit=rnd())[1] == []
@probe('install-unique-over-all-users')
def _(c):
    i = lambda m, w: c.u(m, '/me/user-tools' + ('' if m == 'POST' else '/sum_amounts'), {'tool_id': 'sum_amounts'} if m == 'POST' else None, w)[0]
    assert i('POST', 'own') == 200; s = i('POST', 'other'); i('DELETE', 'own'); return s == 200 and i('DELETE', 'other') == 200
@probe('checkout-session-shared-by-users')
def _(c):
    f = lambda w: c.u('POST', '/me/agents/%s/subscribe' % c.fx['ownPaidAgentId'], {}, w)[1]
    a, b = f('other'), f('sandbox'); return a['checkoutSessionId'] != b['checkoutSessionId'] and a['checkoutUrl'] != b['checkoutUrl']
@probe('monetization-nan-is-no-json')
def _(c):
    t = [c.call('GET', '/me/monetization/summary', token=c.cr[k]) for k in ('jwt', 'sandboxJwt')]
    def bad(x): raise ValueError(x)
    assert json.loads(t[0][2], parse_constant=bad)['totalSubscribers'] > 0 and t[1][0] == 200
    try: return json.loads(t[1][2], parse_constant=bad)['totalSubscribers'] == 0
    except ValueError: return False
@probe('default-key-get-makes-keys')
def _(c):
    d, n = lambda: c.u('GET', '/me/api-keys/default')[1]['key'], lambda: len(c.u('GET', '/me/api-keys')[1]); x = n()
    return d() == d() and n() == x
@probe('cli-poll-before-login-burns-session')
def _(c):
    p = '/me/cli-auth/' + c.u('POST', '/me/cli-auth', who=None)[1]['id']; assert c.u('GET', p, who=None) == (200, None)
    return c.u('PUT', p, {'jwt': 'j'})[0] == 200 and c.u('GET', p, who=None)[1] == 'j'
@probe('cors-header-missing-on-errors')
def _(c):
    f = lambda p: 'access-control-allow-origin' in c.call('GET', p, token=c.cr['jwt'], headers={'origin': 'https://app.plum.example'})[1]
    return f('/me/agents/' + c.fx['agentId']) == f('/me/agents/' + str(uuid.uuid4()))
@probe('redirect-to-internal-host')
def _(c):
    for p in ('/me/', '/me/agents'): assert c.u('GET', p)[0] == 200
    return [c.call('GET', p, token=c.cr['jwt'])[0] for p in ('/me', '/me/agents/')] == [200, 200]

def start(fault=''):
    port = random.randint(20001, 40000)
    p = subprocess.Popen([os.path.join(HERE, 'start.sh'), str(port)], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env={**os.environ, 'FAULT': fault})
    if p.stdout.readline().strip() != b'ready': p.kill(); p.wait(); return start(fault)
    return p, C(port)
def stop(p): p.terminate(); p.wait()
def verdict(c, fid):
    try: return bool(P[fid](c))
    except Exception as e: return 'error %r' % e
def main():
    ids = [f['id'] for f in json.load(open(os.path.join(HERE, 'faults.ideas.json')))]
    assert len(ids) == len(set(ids)) and set(ids) == set(P), set(ids) ^ set(P)
    ids, good = sys.argv[1:] or ids, True
    p, c = start()
    try:
        for fid in ids:
            v = verdict(c, fid)
            if v is not True: print('WITHOUT FAULT', fid, v); good = False
    finally: stop(p)
    def one(fid):
        p, c = start(fid)
        try: v = verdict(c, fid)
        finally: stop(p)
        print(('shown ' if v is False else 'NOT SHOWN ') + fid, '' if v in (True, False) else v, flush=True)
        return v is False
    with ThreadPoolExecutor(2) as ex: res = list(ex.map(one, ids))
    print('%d of %d shown' % (sum(res), len(ids)), 'all good' if good and all(res) else 'FAILED')
    return 0 if good and all(res) else 1
if __name__ == '__main__': sys.exit(main())

import json, os, subprocess, time, urllib.request, urllib.error, http.client
HERE = os.path.dirname(os.path.abspath(__file__))
CONF = json.load(open(HERE + '/config.json'))
C, F = CONF['credentials'], CONF['fixtures']
OWN, OTHER, SB = C['jwt'], C['otherJwt'], C['sandboxJwt']
KEY, KEY2 = C['apiKey'], C['otherApiKey']

class R:
    def __init__(s, status, headers, raw):
        s.status, s.headers, s.raw = status, {k.lower(): v for k, v in headers}, raw
        s.text = raw.decode('utf-8', 'replace')
    @property
    def json(s):
        return json.loads(s.text)
    def __getitem__(s, k):
        return s.json[k]

class Server:
    def __init__(s, port, fault=''):
        s.port = port
        s.p = subprocess.Popen([HERE + '/start.sh', str(port)], env={**os.environ, 'FAULT': fault}, stdout=subprocess.PIPE, text=True)
        assert s.p.stdout.readline().strip() == 'ready'
    def stop(s):
        s.p.terminate(); s.p.wait(); s.p.stdout.close()
    def call(s, method, path, body=None, auth=OWN, headers=None, raw=None):
        h = http.client.HTTPConnection('127.0.0.1', s.port, timeout=20)
        hs = dict(headers or {})
        if auth: hs['Authorization'] = 'Bearer ' + auth
        data = raw
        if body is not None:
            data = json.dumps(body); hs['Content-Type'] = 'application/json'
        h.request(method, path, data.encode() if isinstance(data, str) else data, hs)
        r = h.getresponse(); out = R(r.status, r.getheaders(), r.read()); h.close()
        return out
    def get(s, p, auth=OWN): return s.call('GET', p, auth=auth)
    def post(s, p, body=None, auth=OWN): return s.call('POST', p, body, auth)
    def put(s, p, body=None, auth=OWN): return s.call('PUT', p, body, auth)
    def patch(s, p, body=None, auth=OWN): return s.call('PATCH', p, body, auth)
    def delete(s, p, auth=OWN): return s.call('DELETE', p, None, auth)
    def agent(s, auth=OWN, **kw):
        return s.post('/me/agents', {'chatPrompt': 'Be kind.', **kw}, auth).json['agentId']
    def tool(s, name, auth=OWN, **kw):
        return s.post('/me/tools/run/' + name, kw, auth)
    def n(s, name, auth=OWN, **kw):
        return s.tool('NOTIFIER_' + name, auth, **kw).json['structuredContent']
    def start(s, msg='Hello', nd=False, auth=KEY, agent=None):
        r = s.post('/workers' + ('/ndjson' if nd else '') + '/' + (agent or F['agentId']), {'message': msg}, auth)
        return r.headers['x-service-run-id']
    def cont(s, run, msg='Again', nd=False, auth=KEY, agent=None):
        return s.put('/workers' + ('/ndjson' if nd else '') + '/' + (agent or F['agentId']) + '/' + run, {'message': msg}, auth)
    def hist(s, run, auth=KEY, agent=None):
        return s.get('/workers/' + (agent or F['agentId']) + '/' + run, auth)

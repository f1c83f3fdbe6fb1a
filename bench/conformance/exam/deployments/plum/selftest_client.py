import json, http.client, hmac, hashlib, threading, time, os
CONFIG = json.load(open(os.path.join(os.path.dirname(os.path.abspath(__file__)), 'config.json')))
class C:
    def __init__(self, port):
        self.port, self.fx, self.cr, self.local, self.seen = port, CONFIG['fixtures'], CONFIG['credentials'], threading.local(), set()
    def call(self, method, path, body=None, token=None, headers=None, raw=None):
        data = raw if raw is not None else None if body is None else json.dumps(body).encode()
        h = {'content-type': 'application/json', **(headers or {})}
        if token: h['authorization'] = 'Bearer ' + token
        if not getattr(self.local, 'c', None): self.local.c = http.client.HTTPConnection('127.0.0.1', self.port, timeout=20)
        try:
            self.local.c.request(method, path, data, h); r = self.local.c.getresponse(); t = r.read()
        except Exception:
            self.local.c.close(); self.local.c = None; raise
        return r.status, {k.lower(): v for k, v in r.getheaders()}, t.decode('utf-8', 'replace')
    def tok(self, who): return None if who is None else self.cr[{'own': 'jwt', 'other': 'otherJwt', 'sandbox': 'sandboxJwt'}[who]]
    def u(self, method, path, body=None, who='own'):
        s, _h, t = self.call(method, path, body, self.tok(who))
        return s, (json.loads(t) if t else None)
    def w(self, method, path, body=None, key='apiKey', raw_key=None): return self.call(method, '/agents' + path, body, raw_key or self.cr[key])
    def start(self, msg, nd=False, agent=None): return self.w('POST', ('/ndjson/' if nd else '/') + (agent or self.fx['agentId']), {'message': msg})
    def put(self, r, msg, nd=False, key='apiKey'): return self.w('PUT', ('/ndjson/' if nd else '/') + self.fx['agentId'] + '/' + r, {'message': msg}, key)
    def hist(self, r, key='apiKey'): s, h, t = self.w('GET', '/' + self.fx['agentId'] + '/' + r, key=key); return s, h, json.loads(t)
    def tool(self, name, inp, who='own'): return self.u('POST', '/me/tools/run/' + name, inp, who)
    def note(self, op, inp, who='own'):
        s, r = self.tool('NOTIFIER_' + op, inp, who); assert s == 200, (op, s, r); return r['structuredContent']
    def hook(self, body):
        b = body.encode(); return self.call('POST', '/me/payments/webhook', raw=b, headers={'x-plum-signature': 'sha256=' + hmac.new(self.fx['webhook']['secret'].encode(), b, hashlib.sha256).hexdigest()})[0]
    def _open(self, msg):
        c = http.client.HTTPConnection('127.0.0.1', self.port, timeout=20)
        c.request('POST', '/agents/' + self.fx['agentId'], json.dumps({'message': msg}), {'authorization': 'Bearer ' + self.cr['apiKey']}); return c, c.getresponse()
    def first_byte(self, msg):
        t = time.time(); c, r = self._open(msg); r.read(1); a = time.time() - t; r.read(); c.close(); return a, time.time() - t
    def leave(self, msg):
        c, r = self._open(msg); r.read(3); i = r.headers['x-service-run-id']; r.close(); c.close(); return i

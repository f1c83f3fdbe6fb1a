import json, os, subprocess, time, requests, uuid
HERE = os.path.dirname(os.path.abspath(__file__))
CFG = json.load(open(HERE + '/config.json'))
CR = CFG['credentials']; FX = CFG['fixtures']
TOK = {'own': CR['jwt'], 'other': CR['otherJwt'], 'sandbox': CR['sandboxJwt'], None: None}
KEY = {'own': CR['apiKey'], 'other': CR['otherApiKey'], None: None}
def A(n): return 'a1000000-0000-4000-8000-%012d' % n
class Server:
    def __init__(self, port, fault=''):
        self.p = subprocess.Popen([HERE + '/start.sh', str(port)], env={**os.environ, 'FAULT': fault}, stdout=subprocess.PIPE, text=True)
        if self.p.stdout.readline().strip() != 'ready': raise SystemExit('did not start')
        self.base = 'http://127.0.0.1:%d/api' % port; self.ag = 'http://127.0.0.1:%d/agents' % port; self.s = requests.Session()
    def stop(self): self.s.close(); self.p.terminate(); self.p.wait()
    def raw(self, m, path, body=None, who='own', **kw):
        h = kw.pop('headers', {})
        if TOK.get(who, who): h['Authorization'] = 'Bearer ' + TOK.get(who, who)
        if body is not None: kw['json'] = body
        return self.s.request(m, self.base + '/me' + path, headers=h, **kw)
    def u(self, m, path, body=None, who='own', **kw):
        r = self.raw(m, path, body, who, **kw)
        return r.status_code, (r.json() if r.content else None)
    def st(self, *a, **k): return self.u(*a, **k)[0]
    def j(self, *a, **k):
        s, b = self.u(*a, **k); assert s < 300, (a, s, b); return b
    def at(self, *a, **k): return self.j(*a, **k)['attributes']
    def w(self, m, path, message=None, who='own'):
        h = {'Authorization': 'Bearer ' + KEY.get(who, who)} if who else {}
        r = requests.request(m, self.ag + path, headers=h, json=None if message is None else {'message': message}); r.encoding = 'utf-8'; return r
    def start(self, message='Hello', agent=1, nd='', who='own'):
        return self.w('POST', nd + '/' + A(agent), message, who).headers['X-Service-Run-ID']
    def hist(self, run, agent=1): return self.w('GET', '/%s/%s' % (A(agent), run)).json()
    def agent(self, who='own', **b): return self.j('POST', '/agents', {'chatPrompt': 'You help.', 'name': 'Tmp', **b}, who)['id']
    def studio(self, who='own', **b): return self.j('POST', '/agent-studio-chats', {'title': 'T', 'description': 'D', **b}, who)['id']
    def file(self, a, name='f'): return self.j('POST', '/agents/%s/files' % a, {'name': name, 'content': 'text of ' + name})['id']
    def run(self, tool, inp=None, who='own'): return self.u('POST', '/tools/run/' + tool, inp or {}, who)
    def n(self, tool, _who='own', **inp):
        s, b = self.run('NOTIFIER_' + tool, inp, _who); assert s == 200, (tool, s, b); return b['attributes']['output']
    def ns(self, tool, **inp): return self.run('NOTIFIER_' + tool, inp)[0]
    def dev(self, **k): return self.n('CREATE_DEVICE', **{'model': 'M', 'nickname': 'N', 'app_version': 3, 'manufacturer': 'X', **k})

import json, os, socket, subprocess, time, uuid, threading, requests
HERE = os.path.dirname(os.path.abspath(__file__))
CFG = json.load(open(HERE + '/config.json')); C = CFG['credentials']; F = CFG['fixtures']
class Srv:
    def __init__(self, port, fault=''):
        self.port = port
        self.p = subprocess.Popen([HERE + '/start.sh', str(port)], env={**os.environ, 'FAULT': fault}, stdout=subprocess.PIPE)
        assert self.p.stdout.readline().strip() == b'ready'
        self.A = CFG['agentsUrl'].replace('PORT', str(port)); self.B = CFG['baseUrl'].replace('PORT', str(port)); self.s = requests.Session()
    def stop(self):
        self.s.close(); self.p.terminate(); self.p.wait()
    def r(self, m, path, body=None, who='jwt', raw=None, headers=None, **q):
        h = dict(headers or {})
        if who: h['Authorization'] = 'Bearer ' + C.get(who, who)
        kw = {}
        if raw is not None: kw['data'] = raw; h.setdefault('Content-Type', 'application/json')
        elif body is not None: kw['json'] = body
        x = self.s.request(m, self.B + path, headers=h, params=q or None, timeout=20, **kw)
        try: x.j = x.json()
        except Exception: x.j = None
        return x
    def w(self, m, path, msg=None, who='apiKey', body=None):
        h = {'Authorization': 'Bearer ' + C.get(who, who)} if who else {}
        x = self.s.request(m, self.A + path, headers=h, json=({'message': msg} if msg is not None else body), timeout=20)
        x.encoding = 'utf-8'
        try: x.j = x.json()
        except Exception: x.j = None
        x.run = x.headers.get('X-Service-Run-ID'); return x
    def tool(self, name, inp=None, who='jwt'):
        return self.r('POST', '/me/tools/run/' + name, inp or {}, who)
    def n(self, op, inp=None, who='jwt'):
        x = self.tool('NOTIFIER_' + op, inp, who); return x.j.get('data') if x.status_code == 200 else x.status_code
    def agent(self, who='jwt', **kw):
        return self.r('POST', '/me/agents', {'displayName': 'T', 'systemPrompt': 'P', **kw}, who).j
    def until_idle(self, a, run, sec=9):
        end = time.time() + sec
        while time.time() < end:
            g = self.w('GET', f'/{a}/{run}')
            if 'x-service-job-id' not in g.headers: return True
            time.sleep(.4)
        return False
def together(fs):
    out = [None] * len(fs)
    def go(i): out[i] = fs[i]()
    ts = [threading.Thread(target=go, args=(i,)) for i in range(len(fs))]
    [t.start() for t in ts]; [t.join() for t in ts]; return out

"""Start the deployment and talk to it (standard library only)."""
import http.client, json, os, random, re, signal, socket, subprocess, sys, threading, time, urllib.parse, uuid

HERE = os.path.dirname(os.path.abspath(__file__))
CFG = json.load(open(os.path.join(HERE, "config.json")))
CRED, FIX = CFG["credentials"], CFG["fixtures"]
OWN, OTHER, SAND = CRED["jwt"], CRED["otherJwt"], CRED["sandboxJwt"]
KEY, OKEY = CRED["apiKey"], CRED["otherApiKey"]
AGENT = FIX["agentId"]
Z = "00000000-0000-4000-8000-00000000dead"


def free_port():
    while True:
        p = random.randint(20000, 40000)
        with socket.socket() as s:
            try:
                s.bind(("127.0.0.1", p))
                return p
            except OSError:
                pass


class Answer:
    def __init__(self, status, headers, raw):
        self.status, self.headers, self.raw = status, headers, raw

    @property
    def json(self):
        return json.loads(self.raw.decode("utf-8"))

    @property
    def text(self):
        return self.raw.decode("utf-8")

    def h(self, name):
        return self.headers.get(name)


class Server:
    def __init__(self, fault=""):
        self.port = free_port()
        env = dict(os.environ, FAULT=fault)
        self.proc = subprocess.Popen([os.path.join(HERE, "start.sh"), str(self.port)], env=env,
                                     stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        line = self.proc.stdout.readline().decode().strip()
        assert line == "ready", line

    def __enter__(self):
        return self

    def __exit__(self, *a):
        self.proc.kill()
        self.proc.wait()
        self.proc.stdout.close()

    def open(self, method, path, token=None, body=None, raw=None, headers=None, timeout=30):
        c = http.client.HTTPConnection("127.0.0.1", self.port, timeout=timeout)
        hs = dict(headers or {})
        if token:
            hs["Authorization"] = "Bearer " + token
        data = raw
        if body is not None:
            data = json.dumps(body).encode()
            hs["Content-Type"] = "application/json"
        c.request(method, path, data, hs)
        return c, c.getresponse()

    def call(self, method, path, token=None, body=None, raw=None, headers=None, want=None):
        c, r = self.open(method, path, token, body, raw, headers)
        a = Answer(r.status, r.headers, r.read())
        c.close()
        if want is not None:
            assert a.status == want, "%s %s: %s instead of %s: %s" % (method, path, a.status, want, a.raw[:200])
        return a

    # shorthands
    def get(self, path, token=OWN, want=200):
        a = self.call("GET", path, token, want=want)
        return a.json if a.raw else None

    def send(self, method, path, body=None, token=OWN, want=200):
        a = self.call(method, path, token, body, want=want)
        return a.json if a.raw else None

    def start(self, message, key=KEY, agent=AGENT, ndjson=False):
        a = self.call("POST", "/workers/%s%s" % ("ndjson/" if ndjson else "", agent), key, {"message": message}, want=200)
        return a.h("X-Service-Run-ID"), a

    def put(self, run, message, key=KEY, agent=AGENT, ndjson=False, want=200):
        return self.call("PUT", "/workers/%s%s/%s" % ("ndjson/" if ndjson else "", agent, run), key,
                         {"message": message}, want=want)

    def read(self, run, key=KEY, agent=AGENT, want=200):
        return self.call("GET", "/workers/%s/%s" % (agent, run), key, want=want)

    def contents(self, run, role=None):
        return [m["content"] for m in self.read(run).json if role in (None, m["role"])]

    def idle(self, run, secs=8):
        end = time.time() + secs
        while time.time() < end:
            if self.read(run).h("x-service-job-id") is None:
                return True
            time.sleep(0.2)
        return False

    def tool(self, name, body, token=OWN, want=200, query=""):
        r = self.send("POST", "/me/tools/run/" + name + query, body, token, want)
        return r["structured-content"] if want == 200 else r

    def agent(self, token=OWN, **fields):
        b = {"chat-prompt": "You are a test."}
        b.update({k.replace("_", "-"): v for k, v in fields.items()})
        return self.send("POST", "/me/agents", b, token)

    def file(self, agent, name="a.txt", want=201, **more):
        return self.send("POST", "/me/agents/%s/files" % agent, dict(name=name, **more), want=want)


def at_once(n, f):
    out, bar = [None] * n, threading.Barrier(n)

    def go(i):
        bar.wait()
        try:
            out[i] = f(i)
        except Exception as e:  # noqa
            out[i] = e
    ts = [threading.Thread(target=go, args=(i,)) for i in range(n)]
    [t.start() for t in ts]
    [t.join() for t in ts]
    return out


def q(s):
    return urllib.parse.quote(str(s), safe="")


def rid():
    return str(uuid.uuid4())

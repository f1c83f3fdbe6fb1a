"""What the selftest stands on: a server of its own, a small HTTP client, and the credentials of config.json."""
import http.client, json, os, random, signal, socket, subprocess, threading, time

HERE = os.path.dirname(os.path.abspath(__file__))


class Answer:
    def __init__(self, status, headers, body):
        self.status, self.headers, self.body = status, {k.lower(): v for k, v in headers}, body

    @property
    def text(self):
        return self.body.decode("utf-8")

    @property
    def json(self):
        return json.loads(self.body)


class Server:
    def __init__(self, fault="", check=False):
        for _ in range(50):
            self.port = random.randint(20000, 32000)
            with socket.socket() as s:
                try:
                    s.bind(("127.0.0.1", self.port))
                    break
                except OSError:
                    pass
        env = dict(os.environ, FAULT=fault)
        if check:
            env["BASIL_CHECK"] = "1"
        self.err = open(f"/tmp/basil-selftest-{self.port}.err", "w+")
        self.process = subprocess.Popen([os.path.join(HERE, "start.sh"), str(self.port)], stdout=subprocess.PIPE, stderr=self.err, env=env, text=True)
        line = self.process.stdout.readline()
        assert line.strip() == "ready", ("no ready", line)
        c = json.loads(open(os.path.join(HERE, "config.json")).read().replace("PORT", str(self.port)))
        self.f, cr = c["fixtures"], c["credentials"]
        self.own, self.other, self.sandbox = cr["jwt"], cr["otherJwt"], cr["sandboxJwt"]
        self.key, self.okey = cr["apiKey"], cr["otherApiKey"]

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(10)
        self.process.stdout.close()
        self.err.flush()
        self.err.seek(0)
        text = self.err.read()
        self.err.close()
        os.unlink(self.err.name)
        return text

    def call(self, method, path, token=None, body=None, headers=None, raw=None):
        c = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        h = dict(headers or {})
        if token:
            h["Authorization"] = "Bearer " + token
        data = raw
        if body is not None:
            data = json.dumps(body)
            h["Content-Type"] = "application/json"
        c.request(method, path, body=data.encode() if isinstance(data, str) else data, headers=h)
        r = c.getresponse()
        out = Answer(r.status, r.getheaders(), r.read())
        c.close()
        return out

    # User API as own; `as_` names another token
    def get(self, path, as_=None): return self.call("GET", path, as_ or self.own)
    def post(self, path, body=None, as_=None): return self.call("POST", path, as_ or self.own, body)
    def put(self, path, body=None, as_=None): return self.call("PUT", path, as_ or self.own, body)
    def patch(self, path, body=None, as_=None): return self.call("PATCH", path, as_ or self.own, body)
    def delete(self, path, as_=None): return self.call("DELETE", path, as_ or self.own)

    # Workers API
    def say(self, message, run=None, agent=None, ndjson=False, key=None):
        path = "/agents/" + ("ndjson/" if ndjson else "") + (agent or self.f["agentId"]) + (f"/{run}" if run else "")
        return self.call("PUT" if run else "POST", path, key or self.key, {"message": message})

    def start(self, message="Hello", **kw):
        a = self.say(message, **kw)
        assert a.status == 200, (a.status, a.body)
        return a.headers["x-service-run-id"]

    def read(self, run, agent=None, key=None):
        return self.call("GET", f"/agents/{agent or self.f['agentId']}/{run}", key or self.key)

    def history(self, run, **kw):
        return [m["content"] for m in self.read(run, **kw).json]

    def tool(self, name, body=None, as_=None):
        return self.post(f"/me/tools/run/{name}", body if body is not None else {}, as_)

    def notify(self, op, body=None, as_=None):
        a = self.tool("NOTIFIER_" + op, body, as_)
        assert a.status == 200, (op, a.status, a.body)
        return a.json["output"]

    def agent(self, as_=None, **over):
        a = self.post("/me/agents", {"prompt": "You help.", "name": "Made by the selftest", "visibility": "public", **over}, as_)
        assert a.status == 200, (a.status, a.body)
        return a.json


def at_once(n, work):
    out, gate = [None] * n, threading.Barrier(n)

    def one(i):
        gate.wait()
        out[i] = work(i)

    ts = [threading.Thread(target=one, args=(i,)) for i in range(n)]
    [t.start() for t in ts]
    [t.join() for t in ts]
    return out


def first_byte(s, message, agent=None):
    """Seconds to the first byte of a text answer, and to its last."""
    c = http.client.HTTPConnection("127.0.0.1", s.port, timeout=30)
    began = time.time()
    c.request("POST", "/agents/" + (agent or s.f["agentId"]), body=json.dumps({"message": message}), headers={"Authorization": "Bearer " + s.key})
    r = c.getresponse()
    r.read(1)
    first = time.time() - began
    r.read()
    c.close()
    return first, time.time() - began


def start_and_leave(s, message):
    """Starts a run and closes the connection before its answer has ended; gives the run's id."""
    c = http.client.HTTPConnection("127.0.0.1", s.port, timeout=30)
    c.request("POST", "/agents/" + s.f["agentId"], body=json.dumps({"message": message}), headers={"Authorization": "Bearer " + s.key})
    r = c.getresponse()
    run = r.getheader("x-service-run-id")
    r.read(1)
    c.sock.shutdown(socket.SHUT_RDWR) if c.sock else None
    r.close()
    c.close()
    return run

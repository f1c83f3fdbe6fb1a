"""Starting the deployment, and talking to it over HTTP."""

import http.client
import json
import os
import socket
import subprocess
import threading
import time
import urllib.parse

HERE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
JOB_PATIENCE = 6.0


class Misbehaves(AssertionError):
    """What was seen on the wire is not as it should be."""


def expect(condition, words):
    if not condition:
        raise Misbehaves(words)


def expect_status(response, *statuses):
    expect(response.status in statuses, f"{response.what} answered {response.status} instead of {statuses}: {response.body[:200]!r}")
    return response


class Response:
    def __init__(self, what, status, headers, body, broken=None):
        self.what = what
        self.status = status
        self.headers = headers
        self.body = body
        self.broken = broken

    def header(self, name):
        return self.headers.get(name.lower())

    @property
    def text(self):
        try:
            return self.body.decode("utf-8")
        except UnicodeDecodeError as e:
            raise Misbehaves(f"{self.what}: the body is not UTF-8") from e

    def json(self):
        try:
            return json.loads(self.text)
        except ValueError as e:
            raise Misbehaves(f"{self.what}: the body is not JSON: {self.body[:200]!r}") from e

    def lines(self):
        """The values of an NDJSON stream."""
        out = []
        for line in self.text.split("\n"):
            if line.strip():
                try:
                    out.append(json.loads(line))
                except ValueError as e:
                    raise Misbehaves(f"{self.what}: a line is not JSON: {line!r}") from e
        return out


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


class Deployment:
    """One process of the deployment; a client that has the credentials and fixtures of config.json."""

    def __init__(self, fault=""):
        self.fault = fault
        self.requests = 0
        self.observers = []
        self.choose_port()

    def choose_port(self):
        self.port = free_port()
        with open(os.path.join(HERE, "config.json"), encoding="utf-8") as f:
            self.config = json.loads(f.read().replace("PORT", str(self.port)))
        self.credentials = self.config["credentials"]
        self.fixtures = self.config["fixtures"]

    def __enter__(self):
        for _ in range(3):
            if self.start():
                return self
            with open(self.log.name) as f:
                complaint = f.read()
            if "BindException" not in complaint:
                break
            self.choose_port()  # somebody else took the port meanwhile
        raise RuntimeError(f"the deployment did not start: {complaint}")

    def start(self):
        environment = dict(os.environ, FAULT=self.fault)
        self.log = open(os.path.join(HERE, "build", "stderr.log"), "w")
        self.process = subprocess.Popen([os.path.join(HERE, "start.sh"), str(self.port)], env=environment,
                                        stdout=subprocess.PIPE, stderr=self.log, text=True)
        started = time.time()
        line = self.process.stdout.readline()
        self.seconds_to_start = time.time() - started
        if line.strip() == "ready":
            return True
        self.process.wait()
        self.process.stdout.close()
        self.log.close()
        return False

    def __exit__(self, *_):
        self.process.terminate()
        try:
            self.process.wait(5)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.process.stdout.close()
        self.log.close()

    # ---------------------------------------------------------------- requests

    def request(self, method, url, who=None, body=None, headers=None, raw=None, token=None):
        """body: a value to send as JSON; raw: bytes or text to send as they are; who: name of a credential."""
        self.requests += 1
        parts = urllib.parse.urlsplit(url)
        target = parts.path + ("?" + parts.query if parts.query else "")
        sent = dict(headers or {})
        if who is not None:
            token = self.credentials[who]
        if token is not None:
            sent.setdefault("Authorization", "Bearer " + token)
        data = raw.encode("utf-8") if isinstance(raw, str) else raw
        if data is None and body is not None:
            data = json.dumps(body).encode("utf-8")
        if data is not None:
            sent.setdefault("Content-Type", "application/json")
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=15)
        what = f"{method} {target}"
        try:
            connection.request(method, target, body=data, headers=sent)
            answer = connection.getresponse()
            answer_headers = {name.lower(): value for name, value in answer.getheaders()}
            broken = None
            try:
                content = answer.read()
            except http.client.IncompleteRead as e:
                content, broken = e.partial, e
            response = Response(what, answer.status, answer_headers, content, broken)
        finally:
            connection.close()
        for observe in self.observers:
            observe(method, parts.path, response)
        return response

    def user(self, method, path, who="jwt", body=None, query=None, **more):
        """A request to the User API."""
        url = self.config["baseUrl"] + path + ("?" + urllib.parse.urlencode(query) if query else "")
        return self.request(method, url, who, body, **more)

    def agents(self, method, path, who="apiKey", body=None, **more):
        """A request to the Workers API."""
        return self.request(method, self.config["agentsUrl"] + path, who, body, **more)

    # ---------------------------------------------------------------- conversations

    @property
    def talker(self):
        return self.fixtures["agentId"]

    @property
    def diver(self):
        return self.fixtures["backgroundAgentId"]

    def talk(self, message, agent=None, ndjson=False, who="apiKey"):
        prefix = "/ndjson/" if ndjson else "/"
        return self.agents("POST", prefix + (agent or self.talker), who, {"message": message})

    def started(self, message, agent=None, ndjson=False, who="apiKey"):
        """Starts a run and gives its ID."""
        response = expect_status(self.talk(message, agent, ndjson, who), 201)
        run = response.header("x-service-run-id")
        expect(run, "there is no X-Service-Run-ID")
        return run

    def say(self, run, message, agent=None, ndjson=False, who="apiKey"):
        prefix = "/ndjson/" if ndjson else "/"
        return self.agents("PUT", f"{prefix}{agent or self.talker}/{run}", who, {"message": message})

    def look(self, run, agent=None, who="apiKey"):
        return self.agents("GET", f"/{agent or self.talker}/{run}", who)

    def history(self, run, agent=None, who="apiKey"):
        messages = expect_status(self.look(run, agent, who), 200).json()
        expect(isinstance(messages, list), "the history is no array")
        return messages

    def said(self, run, role="user", agent=None):
        return [m.get("content") for m in self.history(run, agent) if m.get("role") == role]

    def dive(self, failing=False, ndjson=False):
        """Starts a run whose background job runs."""
        return self.started(self.fixtures["backgroundErrorMessage" if failing else "backgroundMessage"], self.diver, ndjson)

    def wait_for_job(self, run):
        """Polls as the interface says; the last answer has no job header."""
        end = time.time() + JOB_PATIENCE
        while time.time() < end:
            response = expect_status(self.look(run, self.diver), 200)
            if response.header("x-service-job-id") is None:
                return response
            time.sleep(0.3)
        raise Misbehaves("the job does not end")

    # ---------------------------------------------------------------- things

    def new_agent(self, who="jwt", prompt="You wade.", **fields):
        body = {"opening-brief": prompt, **fields}
        return expect_status(self.user("POST", "/me/agents", who, body), 200).json()

    def new_chat(self, who="jwt", **fields):
        """A studio chat."""
        return expect_status(self.user("POST", "/me/agent-studio-chats", who, fields), 200).json()

    def new_file(self, agent, who="jwt", title="leaf", **fields):
        body = {"title": title, "text": "text of " + title, **fields}
        return expect_status(self.user("POST", f"/me/agents/{agent}/files", who, body), 201).json()

    def files(self, agent):
        return expect_status(self.user("GET", f"/me/agents/{agent}/files"), 200).json()["sheaf"]

    def run_tool(self, name, input=None, who="jwt", query=None, **more):
        return self.user("POST", f"/me/tools/run/{name}", who, input if input is not None else {}, query, **more)

    def notify(self, operation, input=None, who="jwt"):
        """What a NOTIFIER tool yields."""
        return expect_status(self.run_tool("NOTIFIER_" + operation, input, who), 200).json()["yield"]


def parallel(*calls):
    """Does all at the same time and gives what each gave."""
    results = [None] * len(calls)
    barrier = threading.Barrier(len(calls))

    def one(i):
        barrier.wait()
        try:
            results[i] = calls[i]()
        except Exception as e:  # handed to the caller below
            results[i] = e

    threads = [threading.Thread(target=one, args=(i,)) for i in range(len(calls))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for result in results:
        if isinstance(result, Exception):
            raise result
    return results

"""What the walk and the probes have in common: a deployment to start, clients
to talk to it, and the register of faults."""

import http.client
import json
import os
import re
import socket
import subprocess
import threading
import time
import urllib.parse
import uuid
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
INTERFACE = ROOT.parent / "given" / "interface.md"
CONFIG = json.loads((ROOT / "config.json").read_text())
FIXTURES = CONFIG["fixtures"]
UUID = re.compile(r"^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$")


class Wrong(AssertionError):
    """The deployment does not do what it should."""


def expect(condition, message):
    if not condition:
        raise Wrong(message)


def equal(actual, wanted, what="the value"):
    expect(actual == wanted, f"{what} is {short(actual)} instead of {short(wanted)}")


def short(value):
    text = repr(value)
    return text if len(text) <= 200 else text[:200] + "…"


class Reply:
    def __init__(self, status, headers, body):
        self.status = status
        self.headers = {name.lower(): value for name, value in headers}
        self.body = body

    @property
    def text(self):
        try:
            return self.body.decode("utf-8")
        except UnicodeDecodeError as error:
            raise Wrong(f"the answer is not UTF-8: {error}")

    def json(self):
        try:
            return json.loads(self.text)
        except ValueError as error:
            raise Wrong(f"the answer is not JSON ({error}): {short(self.body)}")

    def lines(self):
        """The objects of an NDJSON stream."""
        try:
            return [json.loads(line) for line in self.text.splitlines() if line.strip()]
        except ValueError as error:
            raise Wrong(f"a line of the stream is not JSON ({error}): {short(self.body)}")

    @property
    def run_id(self):
        value = self.headers.get("x-service-run-id")
        expect(value, "the header X-Service-Run-ID is missing")
        return value

    @property
    def job_id(self):
        return self.headers.get("x-service-job-id")

    def must(self, *statuses):
        expect(self.status in statuses, f"the status is {self.status} instead of {' or '.join(map(str, statuses))}: {short(self.body)}")
        return self

    def ok(self):
        """The JSON of an answer with status 200."""
        return self.must(200).json()


class Client:
    """Sends requests to one of the two APIs with one credential."""

    def __init__(self, port, prefix, token=None, watch=None):
        self.port, self.prefix, self.token, self.watch = port, prefix, token, watch

    def send(self, method, path, json_body=None, raw=None, headers=None, query=None):
        sent = dict(headers or {})
        if self.token and "Authorization" not in sent:
            sent["Authorization"] = "Bearer " + self.token
        body = raw
        if json_body is not None:
            body = json.dumps(json_body.value if isinstance(json_body, Json) else json_body).encode()
        if body is not None:
            sent.setdefault("Content-Type", "application/json")
        url = self.prefix + path
        if query:
            url += "?" + urllib.parse.urlencode(query)
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=15)
        try:
            connection.request(method, url, body=body, headers=sent)
            response = connection.getresponse()
            reply = Reply(response.status, response.getheaders(), response.read())
        except (http.client.HTTPException, ConnectionError, socket.timeout) as error:
            raise Wrong(f"{method} {url} broke off: {error!r}")
        finally:
            connection.close()
        if self.watch:
            self.watch(method, self.prefix, path, reply)
        return reply

    def get(self, path, query=None, **more):
        return self.send("GET", path, query=query, **more)

    def post(self, path, json_body=None, **more):
        return self.send("POST", path, json_body, **more)

    def put(self, path, json_body=None, **more):
        return self.send("PUT", path, json_body, **more)

    def patch(self, path, json_body=None, **more):
        return self.send("PATCH", path, json_body, **more)

    def delete(self, path, **more):
        return self.send("DELETE", path, **more)

    # Tools

    def run(self, tool, tool_input=None, **query):
        return self.post(f"/me/tools/run/{tool}", tool_input or {}, query=query or None)

    def notify(self, operation, **tool_input):
        """Runs a NOTIFIER tool, which must succeed, and gives its output."""
        return self.run("NOTIFIER_" + operation, tool_input).ok()["output"]


class Json:
    """A JSON value that Python would not send by itself, like null."""

    def __init__(self, value):
        self.value = value


class Worker(Client):
    """Talks to workers."""

    def say(self, agent, message, run=None, ndjson=False):
        path = ("/ndjson/" if ndjson else "/") + agent + (f"/{run}" if run else "")
        return self.send("PUT" if run else "POST", path, {"message": message})

    def start(self, agent, message="Ahoy!", ndjson=False):
        """Starts a run and gives its id."""
        return self.say(agent, message, ndjson=ndjson).must(200).run_id

    def look(self, agent, run):
        return self.get(f"/{agent}/{run}")

    def history(self, agent, run):
        return self.look(agent, run).ok()

    def said(self, agent, run, role="user"):
        """What one side has said in a run."""
        return [m["content"] for m in self.history(agent, run) if m["role"] == role]

    def until_idle(self, agent, run, seconds=4):
        """Waits until no job runs any more."""
        end = time.time() + seconds
        while time.time() < end:
            if self.look(agent, run).must(200).job_id is None:
                return
            time.sleep(0.05)
        raise Wrong("the background job does not end")


class Deployment:
    """A deployment of our own on a free port, with the clients of its users."""

    def __init__(self, fault="", watch=None):
        self.port = free_port()
        environment = dict(os.environ, FAULT=fault)
        self.process = subprocess.Popen([ROOT / "start.sh", str(self.port)], env=environment, stdout=subprocess.PIPE, text=True)
        line = self.process.stdout.readline()
        if line != "ready\n":
            self.stop()
            raise RuntimeError(f"the deployment did not start: {line!r}")
        credentials = CONFIG["credentials"]
        prefix, workers = "/api", "/agents"
        self.anonymous = Client(self.port, prefix, None, watch)
        self.alice = Client(self.port, prefix, credentials["jwt"], watch)
        self.bob = Client(self.port, prefix, credentials["otherJwt"], watch)
        self.sam = Client(self.port, prefix, credentials["sandboxJwt"], watch)
        self.worker = Worker(self.port, workers, credentials["apiKey"], watch)
        self.bobs_worker = Worker(self.port, workers, credentials["otherApiKey"], watch)
        self.keyless_worker = Worker(self.port, workers, None, watch)
        self.watch = watch

    def stop(self):
        self.process.terminate()
        self.process.wait(timeout=5)
        self.process.stdout.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()

    def user(self, token):
        return Client(self.port, "/api", token, self.watch)

    def worker_with(self, key):
        return Worker(self.port, "/agents", key, self.watch)

    # Things that many probes need

    def new_agent(self, user=None, **fields):
        body = {"promptText": "Be of help. " + unique()}
        body.update(fields)
        return (user or self.alice).post("/me/agents", body).ok()

    def new_chat(self, user=None, **fields):
        return (user or self.alice).post("/me/agent-studio-chats", {"runId": str(uuid.uuid4()), **fields}).ok()

    def new_file(self, agent, **fields):
        return self.alice.post(f"/me/agents/{agent['id']}/files", {"fileName": "deck.txt", **fields}).must(201).json()

    def new_device(self, user=None, **fields):
        body = {"model": "Compass", "nickname": "Bridge", "app_version": 3, "manufacturer": "Harbour Works", **fields}
        return (user or self.alice).notify("CREATE_DEVICE", **body)

    def new_schedule(self, **fields):
        return self.alice.post("/me/schedules", {"chatId": FIXTURES["agentId"], "cronExpression": "0 9 * * 1", **fields}).ok()


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def unique():
    return uuid.uuid4().hex[:12]


def unknown_id():
    return str(uuid.uuid4())


def at_once(*actions):
    """Does all actions at the same time and gives what they return."""
    barrier = threading.Barrier(len(actions))

    def do(action):
        barrier.wait()
        return action()

    with ThreadPoolExecutor(len(actions)) as pool:
        return [future.result() for future in [pool.submit(do, action) for action in actions]]


# The register of faults

class Fault:
    def __init__(self, id, operation, basis, needs, words, what, pattern, probe):
        self.id, self.basis, self.needs, self.words, self.what = id, basis, needs, words, what
        self.pattern, self.probe = pattern, probe
        operations = [operation] if isinstance(operation, str) else operation
        self.operations = [qualified(one) for one in operations]

    def row(self):
        return {"id": self.id, "operation": self.operations, "basis": self.basis, "needs": self.needs, "words": self.words, "what": self.what}


FAULTS = []


def fault(id, operation, basis, needs, words, what, pattern):
    """Registers a fault with its probe: a function that passes on a deployment
    without the fault, and raises Wrong on one with it."""

    def register(probe):
        FAULTS.append(Fault(id, operation, basis, needs, words, what, pattern, probe))
        return probe

    return register


def qualified(operation):
    """GET /me/agents becomes GET {base_url}/me/agents."""
    method, path = operation.split(" ")
    return f"{method} {{base_url}}{path}" if path.startswith("/me/") else f"{method} {path}"


# The five operations of the Workers API
POST = "POST {agents_url}/{agent_id}"
PUT = "PUT {agents_url}/{agent_id}/{run_id}"
ND_POST = "POST {agents_url}/ndjson/{agent_id}"
ND_PUT = "PUT {agents_url}/ndjson/{agent_id}/{run_id}"
GET = "GET {agents_url}/{agent_id}/{run_id}"
RUN_TOOL = "POST /me/tools/run/{tool_name}"

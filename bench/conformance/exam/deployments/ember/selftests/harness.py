"""What walk and probes share: a running deployment, a client that knows only config.json, and the list of probes."""

import http.client
import json
import os
import pathlib
import re
import signal
import socket
import subprocess
import threading
import time
import uuid
from urllib.parse import quote, urlencode, urlsplit

HERE = pathlib.Path(__file__).resolve().parent.parent
INTERFACE = HERE.parent / "given" / "interface.md"
_NOTHING = object()


class Wrong(AssertionError):
    """The deployment did not behave as it should."""


def expect(condition, message="not as expected"):
    if not condition:
        raise Wrong(message)


def random_id():
    return str(uuid.uuid4())


# --- A running deployment --------------------------------------------------------------------------------------------

class Deployment:
    """start.sh on a free port, with a fault or without."""

    def __init__(self, fault=""):
        self.fault = fault

    def __enter__(self):
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        began = time.monotonic()
        self.process = subprocess.Popen([str(HERE / "start.sh"), str(self.port)], stdout=subprocess.PIPE,
                                        stderr=subprocess.DEVNULL, env={**os.environ, "FAULT": self.fault}, text=True)
        line = self.process.stdout.readline()
        self.start_seconds = time.monotonic() - began
        if line != "ready\n":
            self.__exit__()
            raise RuntimeError(f"the deployment does not start with FAULT={self.fault}")
        return self

    def __exit__(self, *_):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(5)
        self.process.stdout.close()


# --- The client ------------------------------------------------------------------------------------------------------

class Reply:
    def __init__(self, status, headers, raw, method, path):
        self.status, self.headers, self.raw = status, headers, raw
        self.title = f"{method} {path}"

    def header(self, name):
        return self.headers.get(name.lower())

    @property
    def text(self):
        try:
            return self.raw.decode("utf-8")
        except UnicodeDecodeError:
            raise Wrong(f"{self.title}: not UTF-8") from None

    @property
    def json(self):
        try:
            return json.loads(self.text)
        except ValueError:
            raise Wrong(f"{self.title}: not JSON: {self.raw[:200]!r}") from None

    @property
    def lines(self):
        """The objects of an NDJSON stream."""
        expect(self.raw.endswith(b"\n"), f"{self.title}: the last line does not end")
        try:
            found = [json.loads(line) for line in self.text.split("\n")[:-1]]
        except ValueError:
            raise Wrong(f"{self.title}: a line is not JSON") from None
        expect(all(isinstance(line, dict) for line in found), "a line is not an object")
        return found

    def said(self):
        """What the worker said in an NDJSON stream."""
        return "".join(line["delta"] for line in self.lines if line["type"] == "text")

    def has(self, *statuses):
        """The reply itself, if it has one of the statuses."""
        expect(self.status in statuses, f"{self.title}: {self.status}, wanted {statuses}: {self.raw[:200]!r}")
        return self


class Client:
    """Speaks to a deployment with the credentials and fixtures of config.json."""

    def __init__(self, port, observer=None):
        self.config = json.loads((HERE / "config.json").read_text("utf-8").replace("PORT", str(port)))
        self.fixtures = self.config["fixtures"]
        credentials = self.config["credentials"]
        self.jwts = {"main": credentials["jwt"], "other": credentials["otherJwt"],
                     "sandbox": credentials["sandboxJwt"], None: None}
        self.keys = {"main": credentials["apiKey"], "other": credentials["otherApiKey"], None: None}
        self.requests = 0
        self.observer = observer

    def send(self, method, url, token=None, body=_NOTHING, raw=None, headers=None, query=None):
        parts = urlsplit(url)
        path = parts.path + (f"?{urlencode(query)}" if query else "")
        headers = dict(headers or {})
        if token:
            headers.setdefault("Authorization", f"Bearer {token}")
        if body is not _NOTHING:
            raw = json.dumps(body, ensure_ascii=False).encode("utf-8")
            headers["Content-Type"] = "application/json"
        self.requests += 1
        connection = http.client.HTTPConnection(parts.hostname, parts.port, timeout=8)
        try:
            connection.request(method, path, body=raw, headers=headers)
            response = connection.getresponse()
            content = response.read()
        except (http.client.HTTPException, OSError) as error:
            raise Wrong(f"{method} {path}: {error!r}") from None
        finally:
            connection.close()
        reply = Reply(response.status, {name.lower(): value for name, value in response.getheaders()}, content,
                      method, path)
        if self.observer:
            self.observer(method, parts.path, reply)
        return reply

    # --- User API ----------------------------------------------------------------------------------------------------

    def user(self, method, path, body=_NOTHING, who="main", query=None, **more):
        token = self.jwts.get(who, who)
        return self.send(method, self.config["baseUrl"] + path, token, body, query=query, **more)

    def get(self, path, who="main", **query):
        return self.user("GET", path, who=who, query=query)

    def post(self, path, body=_NOTHING, who="main", **more):
        return self.user("POST", path, body, who, **more)

    def put(self, path, body, who="main"):
        return self.user("PUT", path, body, who)

    def patch(self, path, body, who="main"):
        return self.user("PATCH", path, body, who)

    def delete(self, path, who="main"):
        return self.user("DELETE", path, who=who)

    # --- Workers API -------------------------------------------------------------------------------------------------

    def worker(self, method, path, body=_NOTHING, who="main", **more):
        return self.send(method, self.config["agentsUrl"] + path, self.keys.get(who, who), body, **more)

    def start(self, message="Hello there", agent=None, ndjson=False, who="main"):
        agent = agent or self.fixtures["agentId"]
        return self.worker("POST", ("/ndjson/" if ndjson else "/") + agent, {"message": message}, who)

    def go_on(self, run, message="And then?", agent=None, ndjson=False, who="main"):
        agent = agent or self.fixtures["agentId"]
        return self.worker("PUT", ("/ndjson/" if ndjson else "/") + f"{agent}/{run}", {"message": message}, who)

    def history_reply(self, run, agent=None, who="main"):
        return self.worker("GET", f"/{agent or self.fixtures['agentId']}/{run}", who=who)

    def history(self, run, agent=None):
        messages = self.history_reply(run, agent).has(200).json
        expect(isinstance(messages, list), "the history is not an array")
        return messages

    def new_run(self, message="Hello there", agent=None, ndjson=False, who="main"):
        """The ID of a new run."""
        reply = self.start(message, agent, ndjson, who).has(200)
        expect(reply.header("x-service-run-id"), "no X-Service-Run-ID")
        return reply.header("x-service-run-id")

    def new_job(self, fails=False, ndjson=False):
        """The ID of a new run in which a background job runs."""
        message = self.fixtures["backgroundErrorMessage" if fails else "backgroundMessage"]
        return self.new_run(message, self.fixtures["backgroundAgentId"], ndjson)

    def job_of(self, run):
        """The background job of a run of the worker with jobs, or None."""
        return self.history_reply(run, self.fixtures["backgroundAgentId"]).has(200).header("x-service-job-id")

    def wait_for_job(self, run, seconds=3):
        end = time.monotonic() + seconds
        while self.job_of(run) is not None:
            expect(time.monotonic() < end, "the job does not end")
            time.sleep(0.25)

    # --- Making things -----------------------------------------------------------------------------------------------

    def new_agent(self, who="main", **fields):
        fields = {"system_prompt": "You are a probe.", "visibility": "public", **fields}
        return self.post("/me/agents", fields, who).has(200).json["id"]

    def new_file(self, agent, **fields):
        return self.post(f"/me/agents/{agent}/files", {"file_name": "a.txt", **fields}).has(200, 201).json["file_id"]

    def files(self, agent):
        return self.get(f"/me/agents/{agent}/files").has(200).json["files"]

    def file_ids(self, agent):
        return [file["file_id"] for file in self.files(agent)]

    def new_studio_chat(self, who="main", **fields):
        return self.post("/me/agent-studio-chats", {"sharing": "public", **fields}, who).has(200).json["run_id"]

    def new_bundle(self, *tools):
        bundle = self.post("/me/bundles").has(200).json["bundle_id"]
        for tool in tools:
            self.post(f"/me/bundles/{bundle}/tools", {"tool_id": tool}).has(200)
        return bundle

    def bundle_tools(self, bundle):
        return [tool["tool_id"] for tool in self.get(f"/me/bundles/{bundle}/tools").has(200).json]

    def new_schedule(self, cron="0 9 * * 1", chat=None):
        body = {"chat_id": chat or self.fixtures["agentId"], "cron_expression": cron}
        return self.post("/me/schedules", body).has(200).json["schedule_id"]

    def schedules(self):
        return [item["schedule_id"] for item in self.get("/me/schedules").has(200).json["schedules"]]

    def credits(self, who="main"):
        return self.get("/me/credits", who).has(200).json["credits_left"]

    def tool(self, name, who="main", /, **arguments):
        """Run a tool."""
        return self.post(f"/me/tools/run/{name}", arguments, who)

    def notifier(self, name, /, **arguments):
        """The output of a NOTIFIER tool that must succeed."""
        return self.tool(f"NOTIFIER_{name}", **arguments).has(200).json["output"]

    def note(self, body="A note", **more):
        return self.notifier("CREATE_PUSH", type="note", body=body, **more)["iden"]

    def pushes(self, **arguments):
        return [push["iden"] for push in self.notifier("LIST_PUSHES", **arguments)["pushes"]]

    def device(self, **fields):
        fields = {"nickname": "Probe", "model": "M1", "manufacturer": "Acme", "app_version": 3, **fields}
        return self.notifier("CREATE_DEVICE", **fields)["iden"]

    def devices(self):
        return {device["iden"]: device for device in self.notifier("LIST_DEVICES")["devices"]}

    def chats(self):
        return {chat["iden"]: chat for chat in self.notifier("LIST_CHATS")["chats"]}

    def webhook(self, body=None, signature=_NOTHING):
        hook = self.fixtures["webhook"]
        signature = hook["validSignature"] if signature is _NOTHING else signature
        headers = {"Content-Type": "application/json"}
        if signature is not None:
            headers[hook["signatureHeader"]] = signature
        return self.user("POST", "/me/payments/webhook", who=None, raw=(body or hook["body"]).encode(), headers=headers)

    @staticmethod
    def together(*calls):
        """The results of calls made at the same time."""
        results = [None] * len(calls)
        barrier = threading.Barrier(len(calls))

        def work(place):
            barrier.wait()
            try:
                results[place] = calls[place]()
            except Wrong as wrong:
                results[place] = wrong

        threads = [threading.Thread(target=work, args=(place,)) for place in range(len(calls))]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for result in results:
            if isinstance(result, Wrong):
                raise result
        return results


def url_part(text):
    return quote(text, safe="")


# --- Probes ----------------------------------------------------------------------------------------------------------

PROBES = {}
BASES = ("stated", "implied")
NEEDS = ("request", "sequence", "timing")


class Probe:
    def __init__(self, fault_id, operations, basis, needs, like, words, what, function):
        self.fault_id, self.operations, self.basis, self.needs = fault_id, operations, basis, needs
        self.like, self.words, self.what, self.function = like, words, what, function

    def entry(self):
        """The fault as faults.json has it."""
        return {"id": self.fault_id, "operation": self.operations, "basis": self.basis, "needs": self.needs,
                "words": self.words, "what": self.what}


def probe(fault_id, *operations, basis, needs, like, words, what):
    """Register the decorated function as the probe of a fault. `like` names the pattern of the mistake.

    The function gets a Client and raises Wrong if the deployment has the fault.
    """
    def register(function):
        assert fault_id not in PROBES, fault_id
        PROBES[fault_id] = Probe(fault_id, list(operations), basis, needs, like, words, what, function)
        return function
    return register


def U(*operations):
    """User API operations: "GET /me/agents" as faults.json has it."""
    return [operation.replace(" ", " {base_url}", 1) for operation in operations]


def source_fault_ids():
    """The faults that the code of the deployment asks for."""
    found = set()
    for path in (HERE / "deployment").glob("*.py"):
        text = path.read_text("utf-8")
        found.update(re.findall(r'fault\("([a-z0-9-]+)"\)', text))
        found.update(re.findall(r'^    "([a-z0-9-]+)": \(?"(?:[A-Z]+ \{|NOTIFIER)', text, re.MULTILINE))
    return found - {"some-id"}

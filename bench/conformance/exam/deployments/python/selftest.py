"""selftest.py: starts the deployment without a fault; all checks below must pass and every operation must be walked.
selftest.py faults [ID ...]: starts it once per fault; the check of that name must fail.
selftest.py json: writes faults.json from the words at the checks."""
import base64
import http.client
import json
import os
import re
import socket
import subprocess
import sys
import threading
import time
import uuid
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import quote

HERE = os.path.dirname(os.path.abspath(__file__))
CONFIG = json.load(open(os.path.join(HERE, "config.json")))
CRED, FIX = CONFIG["credentials"], CONFIG["fixtures"]
J1, J2, J3, K1, K2 = (CRED[k] for k in ("jwt", "otherJwt", "sandboxJwt", "apiKey", "otherApiKey"))
ME, OTHER = FIX["agentId"], FIX["privateAgentId"]
CHECKS, FAULTS, WALKED = {}, [], set()
PORT = 0
_local = threading.local()


class Answer:
    def __init__(self, status, headers, body):
        self.status, self.headers, self.body = status, headers, body

    @property
    def json(self):
        return json.loads(self.body)

    @property
    def lines(self):
        return [json.loads(line) for line in self.body.decode().splitlines()]

    @property
    def run(self):
        return self.headers["X-Service-Run-ID"]


def call(method, path, body=None, auth=J1, headers=None):
    """One request on the kept-alive connection of this thread."""
    if getattr(_local, "port", None) != PORT:
        _local.http, _local.port = http.client.HTTPConnection("127.0.0.1", PORT, timeout=10), PORT
    head = dict(headers or {})
    if auth:
        head["Authorization"] = auth if " " in auth else f"Bearer {auth}"
    raw = body if isinstance(body, (bytes, type(None))) else json.dumps(body).encode()
    _local.http.request(method, path, raw, head)
    got = _local.http.getresponse()
    answer = Answer(got.status, got.headers, got.read())
    WALKED.add((method, path.split("?")[0]))
    return answer


def api(method, path, body=None, auth=J1, **more):
    return call(method, "/api" + path, body, auth, **more)


def ok(method, path, body=None, auth=J1, status=200):
    got = api(method, path, body, auth)
    assert got.status == status, (method, path, got.status, got.body[:200])
    return got.json if got.body else None


def refused(status, method, path, body=None, auth=J1):
    got = api(method, path, body, auth)
    assert got.status == status, (method, path, got.status, got.body[:200])
    assert "detail" in got.json


def post(message=FIX["message"], agent=ME, auth=K1, nd=False):
    return call("POST", f"/workers/{'ndjson/' if nd else ''}{agent}", {"message": message}, auth)


def put(run, message=FIX["message"], agent=ME, auth=K1, nd=False):
    return call("PUT", f"/workers/{'ndjson/' if nd else ''}{agent}/{run}", {"message": message}, auth)


def history(run, agent=ME, auth=K1):
    return call("GET", f"/workers/{agent}/{run}", None, auth)


def said(run, agent=ME):
    return [m["content"] for m in history(run, agent).json if m["role"] == "user"]


def background(message=FIX["backgroundMessage"], nd=False):
    return post(message, FIX["backgroundAgentId"], nd=nd).run


def job(run):
    return history(run, FIX["backgroundAgentId"]).headers.get("x-service-job-id")


def wait(run):
    end = time.time() + 1.5
    while job(run) and time.time() < end:
        time.sleep(0.05)
    assert not job(run), "the job does not end"


def many(n, act):
    with ThreadPoolExecutor(n) as pool:
        return list(pool.map(act, range(n)))


def check(name, operation=None, basis=None, needs=None, words=None, what=None):
    """A check that must pass; if it belongs to a fault, all that is to be said about that fault."""
    def register(f):
        assert name not in CHECKS, name
        CHECKS[name] = f
        if operation:
            FAULTS.append({"id": name, "operation": operation, "basis": basis, "needs": needs, "words": words, "what": what})
        return f
    return register


def agent(auth=J1, **values):
    return ok("POST", "/me/agents", {"chat_prompt": "Be good.", "name": "N", **values}, auth)


def studio(auth=J1, **values):
    return ok("POST", "/me/agent-studio-chats", {"run_id": str(uuid.uuid4()), "title": "T", **values}, auth)


def file(agent_id, name="f", status=201, **values):
    return ok("POST", f"/me/agents/{agent_id}/files", {"file_name": name, "content": "c", **values}, status=status)


def files(agent_id):
    return ok("GET", f"/me/agents/{agent_id}/files")["items"]


def schedule(auth=J1, **values):
    return ok("POST", "/me/schedules", {"chat_id": ME, "cron": FIX["cron"], "message": "m", **values}, auth)


def tool(text="x", query="", auth=J1):
    return ok("POST", f"/me/tools/run/echo_text{query}", {"text": text}, auth)


def bundle(*tools):
    b = ok("POST", "/me/bundles")["bundle_id"]
    for t in tools:
        ok("POST", f"/me/bundles/{b}/tools", {"tool_id": t})
    return b


def bundle_tools(b):
    return [t["tool_id"] for t in ok("GET", f"/me/bundles/{b}/tools")]


def cli(attach=True):
    c = ok("POST", "/me/cli-auth", auth=None)["cli_auth_id"]
    if attach:
        ok("PUT", f"/me/cli-auth/{c}", {"jwt": J1})
    return c


def search(q, **more):
    return ok("GET", f"/me/tools/search?q={quote(q)}" + "".join(f"&{k}={v}" for k, v in more.items()))


def notifier(name):
    return next(t for t in ok("GET", "/me/tools/list") if t["name"] == "NOTIFIER_" + name)["inputSchema"]


def everything(path):
    """All items of a paged list."""
    out, cursor = [], None
    while True:
        got = ok("GET", f"{path}{'&next_cursor=' + quote(cursor) if cursor else ''}")
        out += got["items"]
        cursor = got["next_cursor"]
        if not cursor:
            return out


def sub(agent_id=FIX["paidAgentId"], auth=J1, status=200):
    return ok("POST", f"/me/agents/{agent_id}/subscribe", {}, auth, status)


def unsub(agent_id=FIX["paidAgentId"], auth=J1):
    return api("POST", f"/me/agents/{agent_id}/unsubscribe", None, auth)


# ---------------------------------------------------------------- Workers API
POST_T, POST_N = "POST {agents_url}/{agent_id}", "POST {agents_url}/ndjson/{agent_id}"
PUT_T, PUT_N = "PUT {agents_url}/{agent_id}/{run_id}", "PUT {agents_url}/ndjson/{agent_id}/{run_id}"
GET_W = "GET {agents_url}/{agent_id}/{run_id}"
BG = FIX["backgroundAgentId"]
CALL = FIX["toolCallMessage"]


@check("context-not-clear", [POST_T, POST_N], "stated", "sequence", "A POST starts a new interaction with a clear context",
       "The answer to a POST knows the message of the caller's last POST to the same agent.")
def _():
    word = uuid.uuid4().hex
    post(word)
    assert word not in post("Which word did I say?").body.decode()


@check("post-deduplicated", [POST_T, POST_N], "stated", "timing",
       "every POST returns a new run ID in X-Service-Run-ID",
       "A POST with the same message within two seconds continues the run of the first one.")
def _():
    assert post("same").run != post("same").run


@check("put-other-run-id", [PUT_T, PUT_N], "stated", "sequence", "Header X-Service-Run-ID is sent again.",
       "A PUT answers with a fresh run ID in place of that of the run.")
def _():
    run = post().run
    assert put(run).run == run


@check("ndjson-put-no-run-id", PUT_N, "stated", "sequence", "Header X-Service-Run-ID is sent again.",
       "The NDJSON form of PUT lacks the header X-Service-Run-ID.")
def _():
    run = post(nd=True).run
    assert put(run, nd=True).run == run


@check("ndjson-put-no-409", PUT_N, "stated", "timing", "When a job is running, PUT returns 409.",
       "The NDJSON form of PUT is accepted while a job runs.")
def _():
    run = background()
    assert put(run, agent=BG, nd=True).status == 409
    wait(run)


@check("put-409-adds-message", [PUT_T, PUT_N], "stated", "timing", "Rejected with status 409; message not added",
       "The message of a PUT rejected with 409 is in the history all the same.")
def _():
    run = background()
    assert put(run, "too early", BG).status == 409
    wait(run)
    assert "too early" not in said(run, BG)


@check("put-409-race", [PUT_T, PUT_N], "stated", "many at once", "When a job is running, PUT returns 409.",
       "Several PUTs at the same moment that each start a job are all accepted.")
def _():
    run = post("hello", BG).run
    got = many(5, lambda n: put(run, FIX["backgroundMessage"], BG).status)
    wait(run)
    assert sorted(got) == [200, 409, 409, 409, 409], got


@check("put-lost-update", [PUT_T, PUT_N], "stated", "many at once", "User message appended to the run history",
       "Of PUTs at the same time to one run, most messages are overwritten.")
def _():
    run = post("hello").run
    assert set(g.status for g in many(6, lambda n: put(run, f"part {n}"))) == {200}
    assert sorted(said(run)) == ["hello"] + [f"part {n}" for n in range(6)]


@check("post-blocked-by-job", [POST_T, POST_N], "stated", "timing", "A POST is always allowed, also while a job is running.",
       "A POST to the same agent is refused with 409 while a job of the caller runs there.")
def _():
    run = background()
    assert post("hello", BG).status == 200
    wait(run)


@check("job-header-late", GET_W, "stated", "timing",
       "Header x-service-job-id is present while a background job runs and absent otherwise",
       "The first GET after a job was started lacks the header x-service-job-id.")
def _():
    run = background()
    assert job(run)
    wait(run)


@check("job-header-any-run", GET_W, "stated", "timing", "Header x-service-job-id is present while a background job runs and absent otherwise",
       "The header of a running job appears on every run of the caller with that agent.")
def _():
    run, idle = background(), post("hello", BG).run
    assert not job(idle)
    wait(run)


@check("job-error-never-ends", GET_W, "stated", "timing", "job finishes, successfully or with an error",
       "A job that ends with an error leaves the run in the state of a running job.")
def _():
    run = background(FIX["backgroundErrorMessage"])
    wait(run)
    assert put(run, "go on", BG).status == 200


@check("job-second-never-ends", [GET_W, PUT_T], "stated", "timing", "GET no longer returns x-service-job-id",
       "The second background job of a run never ends.")
def _():
    run = background()
    wait(run)
    assert put(run, FIX["backgroundMessage"], BG).status == 200
    wait(run)


@check("history-by-role", GET_W, "stated", "sequence", "JSON array of messages, each with role and content, in conversation order",
       "The messages are grouped by role.")
def _():
    run = post("a").run
    put(run, "b")
    assert [m["role"] for m in history(run).json] == ["user", "assistant"] * 2


@check("history-last-twelve", [GET_W, PUT_T, PUT_N], "stated", "many records",
       "Each conversation has a run ID that preserves the full history", "Only the last twelve messages of a run are kept.")
def _():
    run = post("0").run
    for n in range(1, 8):
        put(run, str(n))
    assert said(run) == [str(n) for n in range(8)]


@check("ndjson-answer-unsaved", [POST_N, PUT_N], "stated", "sequence",
       "preserves the full history (user messages, agent responses, MCP server calls)",
       "The answers given over NDJSON are missing in the history.")
def _():
    assert len(history(post(nd=True).run).json) == 2


@check("put-forgets-in-ndjson", PUT_N, "stated", "sequence", "A PUT with a run ID adds a user message to that run and keeps its history.",
       "The NDJSON form answers without the earlier messages.")
def _():
    run, word = None, uuid.uuid4().hex
    run = post(word).run
    text = "".join(e.get("content", "") for e in put(run, "And?", nd=True).lines if e["type"] == "text")
    assert word in text


@check("text-shows-tools", PUT_T, "stated", "sequence",
       "Streamed text with only the worker's user-facing output (no tool calls or debug data)",
       "The text answer to a PUT starts with the tool call and its output.")
def _():
    text = put(post().run, CALL["message"]).body.decode()
    assert CALL["output"] not in text and CALL["name"] not in text


@check("ndjson-no-tool-result", [POST_N, PUT_N], "stated", "one request",
       "NDJSON stream with the worker's output plus out-of-band signals such as tool calls and their responses",
       "The stream has the tool call, but not its response.")
def _():
    body = post(CALL["message"], nd=True).body.decode()
    assert CALL["name"] in body and CALL["output"] in body


@check("ndjson-put-no-signals", PUT_N, "stated", "sequence",
       "NDJSON streams carry out-of-band signals such as tool calls and their responses.",
       "The NDJSON answer to a PUT has only text.")
def _():
    assert CALL["output"] in put(post().run, CALL["message"], nd=True).body.decode()


@check("ndjson-raw-newline", [POST_N, PUT_N], "stated", "input", "NDJSON stream as above",
       "A line feed in a text stands unescaped in the stream, so that lines are no JSON.")
def _():
    assert "".join(e.get("content", "") for e in post("one\ntwo", nd=True).lines).count("one\ntwo") == 1


@check("text-bytes-split", [POST_T, PUT_T], "implied", "input", "Streamed text with only the worker's user-facing output",
       "Characters beyond ASCII that fall on the border of two pieces are garbled.")
def _():
    assert "äöüß€" * 20 in post("äöüß€" * 20).body.decode()


@check("streams-mixed", [POST_T, POST_N], "implied", "many at once", "Streamed text with only the worker's user-facing output",
       "Of answers at the same time, several show the text of the latest one.")
def _():
    got = many(6, lambda n: post(f"number-{n}.").body.decode())
    assert all(f"number-{n}." in text for n, text in enumerate(got))


@check("message-stripped", [POST_T, PUT_T], "implied", "input", "preserves the full history (user messages",
       "White space around a message is lost in the history.")
def _():
    assert said(post("  indented\n").run) == ["  indented\n"]


@check("message-truncated", [POST_T, PUT_T], "implied", "input", "preserves the full history",
       "A message is cut in the history after 65,536 characters.")
def _():
    assert said(post("x" * 70000).run) == ["x" * 70000]


@check("message-nul-cut", [POST_T, PUT_T], "implied", "input", "preserves the full history",
       "A message is cut in the history at its first NUL character.")
def _():
    assert said(post("a\0b").run) == ["a\0b"]


@check("run-foreign-get", GET_W, "implied", "other user", "every request carries the header Authorization: Bearer <API_KEY>",
       "Every API key may read every run.")
def _():
    run = post().run
    assert history(run, auth=K2).status in (403, 404)


@check("run-foreign-put", [PUT_T, PUT_N], "implied", "other user", "A PUT with a run ID adds a user message to that run",
       "Every API key may add messages to every run.")
def _():
    run = post().run
    assert put(run, auth=K2).status in (403, 404)


@check("run-other-agent", [GET_W, PUT_T], "implied", "sequence", "The worker is addressed by agent_id (GUID).",
       "A run is found under any other agent's address as well.")
def _():
    assert history(post().run, BG).status == 404


@check("worker-private-runs", [POST_T, POST_N], "implied", "other user", "visibility (private or public)",
       "Everybody may run another user's private agent.")
def _():
    assert post(agent=OTHER).status in (403, 404)


@check("workers-get-open", GET_W, "stated", "sequence", "Each call must carry an API key (see Authentication).",
       "The history of a run is given without an API key.")
def _():
    run = post().run
    assert history(run, auth=None).status == 401


@check("key-prefix-only", [POST_T, GET_W], "stated", "input", "Each call must carry an API key (see Authentication).",
       "Only the first 16 characters of an API key are compared.")
def _():
    assert post(auth=K1[:-4] + "0000").status == 401


@check("key-scheme-ignored", [POST_T, PUT_T, GET_W], "stated", "input",
       "every request carries the header Authorization: Bearer <API_KEY>", "Any scheme before the API key is accepted.")
def _():
    assert post(auth=f"Basic {K1}").status == 401


@check("key-deleted-cached", [POST_T, "DELETE /me/api-keys/{api_key_id}"], "implied", "sequence",
       "Each call must carry an API key (see Authentication).", "A key that was used before goes on working after its deletion.")
def _():
    k = ok("POST", "/me/api-keys", {"name": "short-lived"})
    assert post(auth=k["key"]).status == 200
    ok("DELETE", f"/me/api-keys/{k['api_key_id']}")
    assert post(auth=k["key"]).status == 401


# ---------------------------------------------------------------- runs and logs

def runs(n, auth=K1):
    return [post(f"run {i}", auth=auth).run for i in range(n)]


@check("runs-default-limit", "GET /me/agent-runs", "stated", "many records", "limit (integer, default 30)",
       "Without a limit, a page has 20 runs.")
def _():
    runs(32)
    assert len(ok("GET", "/me/agent-runs")["items"]) == 30


@check("runs-cursor-inclusive", "GET /me/agent-runs", "implied", "many records",
       "list endpoints with next_cursor take a date-time cursor and a limit", "The last run of a page is the first of the next one again.")
def _():
    runs(5)
    ids = []
    cursor = ""
    for _ in range(3):
        got = ok("GET", f"/me/agent-runs?limit=2{cursor}")
        ids += [r["run_id"] for r in got["items"]]
        cursor = "&next_cursor=" + quote(got["next_cursor"])
    assert len(set(ids)) == 6


@check("cursor-seconds", "GET /me/agent-runs", "implied", "many records",
       "list endpoints with next_cursor take a date-time cursor and a limit",
       "The cursor is cut to seconds, and runs of the same second are skipped.")
def _():
    mine = runs(6, K2)
    got = []
    got = [r["run_id"] for r in everything_as("/me/agent-runs?limit=2", J2)]
    assert set(mine) <= set(got) and len(got) == len(set(got))


def everything_as(path, auth):
    out, cursor = [], ""
    for _ in range(100):
        got = ok("GET", path + cursor, auth=auth)
        out += got["items"]
        if not got["next_cursor"]:
            break
        cursor = "&next_cursor=" + quote(got["next_cursor"])
    return out


@check("cursor-zone-ignored", ["GET /me/agent-runs", "GET /me/executions"], "implied", "input",
       "query next_cursor (date-time, optional, may be null)", "The offset of a cursor from UTC is ignored.")
def _():
    run = runs(1)[0]
    soon = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(time.time() + 60 - 5 * 3600)) + "-05:00"
    assert ok("GET", f"/me/agent-runs?limit=1&next_cursor={quote(soon)}")["items"][0]["run_id"] == run


@check("runs-of-everyone", "GET /me/agent-runs", "implied", "other user", "200 AgentRunViewListResponse", "The list holds the runs of all users.")
def _():
    run = runs(1)[0]
    assert run not in [r["run_id"] for r in ok("GET", "/me/agent-runs", auth=J2)["items"]]


@check("run-unknown-null", "GET /me/agent-runs/{run_id}", "stated", "one request", "404 run not found",
       "An unknown run is answered with 200 and null.")
def _():
    refused(404, "GET", f"/me/agent-runs/{uuid.uuid4()}")
    assert ok("GET", f"/me/agent-runs/{post().run}")["status"] == "idle"


@check("run-id-bad-500", ["GET /me/agent-runs/{run_id}", GET_W], "implied", "input", "run_id uuid",
       "A run ID that is no UUID ends in a 500.")
def _():
    refused(422, "GET", "/me/agent-runs/not-a-uuid")


@check("mcp-logs-of-agent", "GET /me/agent-runs/{run_id}/mcp-server-logs", "stated", "sequence",
       "Agent run view, agent run log, MCP server log | run_id | uuid | Read-only logs of a run",
       "The log holds the calls of all runs of the caller with that agent.")
def _():
    first, second = post(CALL["message"]).run, post("hello").run
    assert len(ok("GET", f"/me/agent-runs/{first}/mcp-server-logs")) == 1
    assert ok("GET", f"/me/agent-runs/{second}/mcp-server-logs") == []


@check("log-twice-on-put", "GET /me/agent-runs/{run_id}/logs", "implied", "sequence", "Read-only logs of a run",
       "The answer to a PUT is logged twice.")
def _():
    run = post("a").run
    put(run, "b")
    assert len(ok("GET", f"/me/agent-runs/{run}/logs")) == 4


@check("executions-no-cursor-below-30", "GET /me/executions", "implied", "many records",
       "query next_cursor (date-time, optional), limit (integer, default 30)",
       "Pages smaller than the default have no next_cursor, so that the list ends after the first.")
def _():
    ids = [tool(str(n))["log_id"] for n in range(5)]
    assert set(ids) <= {e["log_id"] for e in everything("/me/executions?limit=2")}


@check("executions-one-too-many", "GET /me/executions", "implied", "many records", "limit (integer, default 30)",
       "A page has one item more than its limit.")
def _():
    for n in range(4):
        tool(str(n))
    assert len(ok("GET", "/me/executions?limit=3")["items"]) == 3


@check("executions-order-flips", "GET /me/executions", "implied", "many records",
       "list endpoints with next_cursor take a date-time cursor and a limit", "From the second page on, the order is reversed.")
def _():
    ids = [tool(str(n))["log_id"] for n in range(6)][::-1]
    assert [e["log_id"] for e in everything("/me/executions?limit=2")][:6] == ids


@check("execution-foreign-get", "GET /me/executions/{log_id}", "implied", "other user", "log_id integer | 200 ToolExecutionLog | 404",
       "A log is given to every user who knows its number.")
def _():
    log = tool()["log_id"]
    assert ok("GET", f"/me/executions/{log}")["input"] == {"text": "x"}
    refused(404, "GET", f"/me/executions/{log}", auth=J2)


@check("execution-input-latest", "GET /me/executions/{log_id}", "implied", "sequence", "Tool execution log | log_id | integer | Read-only",
       "All logs show the input of the latest run.")
def _():
    a, b = tool("first")["log_id"], tool("second")["log_id"]
    assert ok("GET", f"/me/executions/{a}")["input"] == {"text": "first"}


@check("execution-default-service-only", ["POST /me/tools/run/{tool_name}", "GET /me/executions"], "implied", "input",
       "Tool execution log", "Runs with another service_id than the default one are not logged.")
def _():
    log = tool("x", "?service_id=mine")["log_id"]
    ok("GET", f"/me/executions/{log}")


@check("execution-logged-twice", ["POST /me/tools/run/{tool_name}", "GET /me/executions"], "implied", "sequence",
       "Tool execution log", "Every run of a tool has two entries in the list.")
def _():
    word = uuid.uuid4().hex
    tool(word)
    assert sum(e["input"] == {"text": word} for e in ok("GET", "/me/executions")["items"]) == 1


# ---------------------------------------------------------------- subscriptions
SUB, UNSUB = "POST /me/agents/{agent_id}/subscribe", "POST /me/agents/{agent_id}/unsubscribe"


@check("subscribe-own", SUB, "stated", "one request", "400 agent is not paid or caller is its owner",
       "The owner of a paid agent can subscribe to it.")
def _():
    refused(400, "POST", f"/me/agents/{FIX['ownPaidAgentId']}/subscribe", {})


@check("subscribe-unpaid", SUB, "stated", "one request", "400 agent is not paid or caller is its owner",
       "One can subscribe to an agent that is not paid.")
def _():
    refused(400, "POST", f"/me/agents/{FIX['unpaidAgentId']}/subscribe", {})


@check("subscribed-409", SUB, "stated", "one request", "402 already subscribed", "Who is subscribed already gets a 409.")
def _():
    refused(402, "POST", f"/me/agents/{FIX['subscribedAgentId']}/subscribe", {})


@check("subscribe-race", SUB, "stated", "many at once", "402 already subscribed", "Of calls at the same time, all subscribe.")
def _():
    got = many(5, lambda n: api("POST", f"/me/agents/{FIX['paidAgentId']}/subscribe", {}).status)
    unsub()
    assert sorted(got) == [200, 402, 402, 402, 402], got


@check("resubscribe-402", SUB, "stated", "sequence", "402 already subscribed",
       "Who has once unsubscribed is refused as subscribed for ever.")
def _():
    sub()
    assert unsub().status == 200
    sub()
    unsub()


@check("unsubscribe-twice", UNSUB, "stated", "sequence", "400 no active subscription to cancel",
       "A second unsubscribe is answered with 200.")
def _():
    sub()
    assert unsub().status == 200 and unsub().status == 400


@check("unsubscribe-everyone", UNSUB, "implied", "other user", "Subscription of the caller to a paid agent",
       "Unsubscribing ends the subscriptions of all users to that agent.")
def _():
    sub()
    sub(auth=J3)
    assert unsub().status == 200
    assert ok("GET", f"/me/subscriptions/{FIX['paidAgentId']}", auth=J3)["status"] == "active"
    assert unsub(auth=J3).status == 200


@check("checkout-session-reused", SUB, "implied", "sequence", "a checkout session is created",
       "All subscriptions of a user have the same checkout session.")
def _():
    a = sub()["session_id"]
    unsub()
    b = sub()["session_id"]
    unsub()
    assert a != b


@check("subscription-of-anyone", "GET /me/subscriptions/{agent_id}", "stated", "other user",
       "Subscription of the caller to a paid agent", "Without an own subscription, that of any other user is shown.")
def _():
    refused(404, "GET", f"/me/subscriptions/{FIX['subscribedAgentId']}", auth=J3)
    rows = ok("GET", "/me/subscriptions")["items"]
    assert FIX["subscribedAgentId"] in [r["agent_id"] for r in rows]


# ---------------------------------------------------------------- studio chats
ST, ST1 = "/me/agent-studio-chats", "/me/agent-studio-chats/{run_id}"


@check("studio-post-overwrites", "POST " + ST, "stated", "sequence", "returns the existing one when run_id exists",
       "A POST with an existing run_id changes the chat.")
def _():
    c = studio()
    assert studio(run_id=c["run_id"], title="new")["title"] == "T"


@check("studio-foreign-returned", "POST " + ST, "stated", "other user", "409 a chat with this run_id exists",
       "A POST with the run_id of another user's chat returns that chat.")
def _():
    refused(409, "POST", ST, {"run_id": studio(auth=J2)["run_id"]})


@check("studio-run-id-lowered", "POST " + ST, "implied", "input", "Agent studio chat | run_id | string",
       "Capitals in a run_id are turned into small letters.")
def _():
    run_id = "Run-" + uuid.uuid4().hex.upper()
    assert studio(run_id=run_id)["run_id"] == run_id


@check("studio-sandbox-post", "POST " + ST, "stated", "one request", "sandbox tier creating a private chat",
       "A user of the sandbox tier can create a private chat.")
def _():
    refused(400, "POST", ST, {"run_id": uuid.uuid4().hex, "visibility": "private"}, J3)


@check("studio-sandbox-patch", "PATCH " + ST1, "stated", "sequence", "400 sandbox tier setting private",
       "A user of the sandbox tier can set a chat private by PATCH.")
def _():
    refused(400, "PATCH", f"{ST}/{studio(auth=J3)['run_id']}", {"visibility": "private"}, J3)


@check("studio-private-open", "GET " + ST1, "stated", "sequence", "403 no permission",
       "A private chat is shown without a credential.")
def _():
    c = studio(visibility="private")["run_id"]
    refused(403, "GET", f"{ST}/{c}", auth=None)
    refused(403, "GET", f"{ST}/{c}", auth=J2)
    assert c in [x["run_id"] for x in ok("GET", ST)]


@check("studio-deleted-readable", ["DELETE " + ST1, "GET " + ST1], "implied", "sequence", "200 AgentStudioChat (soft delete)",
       "A deleted chat is still found by its run_id.")
def _():
    c = studio()["run_id"]
    ok("DELETE", f"{ST}/{c}")
    refused(404, "GET", f"{ST}/{c}")
    assert c not in [x["run_id"] for x in ok("GET", ST)]


@check("studio-foreign-put", "PUT " + ST1, "stated", "other user", "403", "Everybody may replace every chat.")
def _():
    refused(403, "PUT", f"{ST}/{studio(visibility='public')['run_id']}", {"title": "mine"}, J2)


@check("studio-put-partial", "PUT " + ST1, "stated", "sequence", "body AgentStudioChatCreate (full update)",
       "Fields that a PUT leaves out keep their values.")
def _():
    c = studio(messages=[{"role": "user", "content": "x"}])["run_id"]
    assert ok("PUT", f"{ST}/{c}", {"title": "U"})["messages"] == []


@check("studio-patch-publishes", "PATCH " + ST1, "stated", "sequence", "body AgentStudioChatUpdate (partial update)",
       "A PATCH without the visibility makes the chat public.")
def _():
    c = studio(visibility="private")["run_id"]
    assert ok("PATCH", f"{ST}/{c}", {"title": "U"})["visibility"] == "private"


@check("studio-patch-drops-messages", "PATCH " + ST1, "stated", "sequence", "body AgentStudioChatUpdate (partial update)",
       "A PATCH without messages empties them.")
def _():
    c = studio(messages=[{"role": "user", "content": "x"}])["run_id"]
    assert len(ok("PATCH", f"{ST}/{c}", {"title": "U"})["messages"]) == 1


@check("studio-clone-private", f"POST {ST1}/clone", "stated", "sequence", "400 private chats cannot be cloned",
       "The owner can clone a private chat.")
def _():
    refused(400, "POST", f"{ST}/{studio(visibility='private')['run_id']}/clone")


@check("studio-clone-200", f"POST {ST1}/clone", "stated", "sequence", "201 AgentStudioChat", "A clone is answered with 200.")
def _():
    ok("POST", f"{ST}/{studio(visibility='public')['run_id']}/clone", status=201)


@check("studio-clone-owner", f"POST {ST1}/clone", "implied", "other user", "201 AgentStudioChat",
       "The clone belongs to the owner of the original.")
def _():
    c = studio(visibility="public")["run_id"]
    clone = ok("POST", f"{ST}/{c}/clone", auth=J2, status=201)["run_id"]
    ok("PATCH", f"{ST}/{clone}", {"title": "mine"}, J2)


@check("studio-clone-shares", [f"POST {ST1}/clone", "PATCH " + ST1], "implied", "sequence", "201 AgentStudioChat",
       "Clone and original share their messages: a PATCH of one changes both.")
def _():
    c = studio(visibility="public", messages=[{"role": "user", "content": "x"}])["run_id"]
    clone = ok("POST", f"{ST}/{c}/clone", status=201)["run_id"]
    ok("PATCH", f"{ST}/{clone}", {"messages": []})
    assert len(ok("GET", f"{ST}/{c}")["messages"]) == 1


@check("studio-clone-deleted", f"POST {ST1}/clone", "implied", "sequence", "404", "A deleted chat can be cloned.")
def _():
    c = studio(visibility="public")["run_id"]
    ok("DELETE", f"{ST}/{c}")
    refused(404, "POST", f"{ST}/{c}/clone")


# ---------------------------------------------------------------- agents

@check("prompt-missing-422", ["POST /me/agents", "POST /me/chats"], "stated", "one request", "400 missing chat prompt",
       "A missing chat prompt is answered with 422.")
def _():
    refused(400, "POST", "/me/agents", {"name": "x"})


@check("agent-update-no-prompt", "POST /me/agents", "stated", "sequence", "Has chat prompt (required on create/upsert)",
       "An update by POST is accepted without a chat prompt.")
def _():
    refused(400, "POST", "/me/agents", {"agent_id": agent()["agent_id"], "name": "x"})


@check("agent-upsert-creates", "POST /me/agents", "stated", "sequence", "body AgentRequest (create or update)",
       "A POST with the agent_id of an own agent creates another one.")
def _():
    a = agent()["agent_id"]
    assert agent(agent_id=a, name="new")["agent_id"] == a


@check("agent-foreign-upsert", "POST /me/agents", "stated", "other user", "403 | No permission on the chat, agent, file or schedule chat",
       "Everybody may update a public agent by POST.")
def _():
    a = agent(visibility="public")["agent_id"]
    refused(403, "POST", "/me/agents", {"agent_id": a, "chat_prompt": "mine"}, J2)


@check("agent-update-loses-slug", "POST /me/agents", "implied", "sequence", "body AgentRequest (create or update)",
       "An update without a vanity slug takes the slug away.")
def _():
    slug = "s-" + uuid.uuid4().hex[:10]
    a = agent(vanity_slug=slug)["agent_id"]
    assert agent(agent_id=a)["vanity_slug"] == slug


@check("agent-update-publishes", "POST /me/agents", "implied", "sequence", "body AgentRequest (create or update)",
       "An update without a visibility makes a private agent public.")
def _():
    a = agent(visibility="private")["agent_id"]
    assert agent(agent_id=a)["visibility"] == "private"


@check("agent-sandbox-post", "POST /me/agents", "stated", "one request", "sandbox tier setting private",
       "A user of the sandbox tier can create a private agent.")
def _():
    refused(400, "POST", "/me/agents", {"chat_prompt": "p", "visibility": "private"}, J3)


@check("agent-private-open", "GET /me/agents/{agent_id}", "stated", "one request", "403 | No permission on the chat, agent",
       "A private agent is shown without a credential.")
def _():
    refused(403, "GET", f"/me/agents/{OTHER}", auth=None)


@check("private-cached", ["GET /me/agents/{agent_id}", "PATCH /me/chats/{chat_id}"], "stated", "sequence",
       "403 | No permission on the chat, agent", "An agent that was public when last read stays readable to all after it became private.")
def _():
    a = agent(visibility="public")["agent_id"]
    ok("GET", f"/me/agents/{a}", auth=None)
    ok("PATCH", f"/me/chats/{a}", {"visibility": "private"})
    refused(403, "GET", f"/me/agents/{a}", auth=None)


@check("agents-list-public", "GET /me/agents", "implied", "other user", "200 array of AgentModel",
       "The list holds other users' public agents as well.")
def _():
    assert agent(visibility="public")["agent_id"] not in [a["agent_id"] for a in ok("GET", "/me/agents", auth=J2)]


@check("upsell-not-saved", "POST /me/agents/{agent_id}/upsell-description", "implied", "sequence", "200 AgentModel (upsell description generated)",
       "The generated description is in the answer, but not kept.")
def _():
    a = agent()["agent_id"]
    text = ok("POST", f"/me/agents/{a}/upsell-description")["upsell_description"]
    assert text and ok("GET", f"/me/agents/{a}")["upsell_description"] == text


@check("slug-twice", ["POST /me/agents", "PATCH /me/chats/{chat_id}"], "implied", "sequence", "200 body unspecified (availability result)",
       "Two agents can have the same vanity slug.")
def _():
    slug = "s-" + uuid.uuid4().hex[:10]
    agent(vanity_slug=slug)
    refused(400, "POST", "/me/agents", {"chat_prompt": "p", "vanity_slug": slug}, J2)


@check("slug-own-only", "GET /me/agents/vanity/slug", "implied", "other user", "200 body unspecified (availability result)",
       "A slug of another user's agent counts as available.")
def _():
    slug = "s-" + uuid.uuid4().hex[:10]
    agent(vanity_slug=slug)
    assert ok("GET", f"/me/agents/vanity/slug?slug={slug}", auth=J2)["available"] is False


@check("slug-never-freed", ["DELETE /me/chats/{chat_id}", "GET /me/agents/vanity/slug"], "implied", "sequence",
       "200 body unspecified (availability result)", "The slug of a deleted agent is never available again.")
def _():
    slug = "s-" + uuid.uuid4().hex[:10]
    a = agent(vanity_slug=slug)["agent_id"]
    ok("DELETE", f"/me/chats/{a}")
    assert ok("GET", f"/me/agents/vanity/slug?slug={slug}")["available"] is True


@check("slug-generated-taken", "POST /me/agents/vanity/slug", "implied", "sequence", "200 body unspecified (generated slug)",
       "A generated slug can be one that is taken.")
def _():
    name = "name" + uuid.uuid4().hex[:8]
    slug = ok("POST", "/me/agents/vanity/slug", {"name": name}, None)["slug"]
    agent(vanity_slug=slug)
    assert ok("POST", "/me/agents/vanity/slug", {"name": name}, None)["slug"] != slug


@check("vibe-any-service", "GET /me/agents/{agent_id}/vibe", "stated", "input", "query service_name (required, one of three code-generation service names",
       "Any service name is accepted.")
def _():
    refused(422, "GET", f"/me/agents/{ME}/vibe?service_name=nothing")


@check("vibe-cached", "GET /me/agents/{agent_id}/vibe", "implied", "sequence", "200 VibeCoderPromptResponse",
       "All agents get the prompt of the first one that asked for a service.")
def _():
    a = agent(chat_prompt="the only one")["agent_id"]
    for x in (ME, a):
        got = ok("GET", f"/me/agents/{x}/vibe?service_name=bolt")["prompt"]
    assert "the only one" in got


@check("vibe-services-two", "GET /me/vibe/services", "implied", "one request", "one of three code-generation service names",
       "The list has only two services.")
def _():
    assert len(ok("GET", "/me/vibe/services", auth=None)["items"]) == 3


# ---------------------------------------------------------------- themes
TH = "/me/agents/{agent_id}/customizations/theme"


def theme(a):
    return f"/me/agents/{a}/customizations/theme"


@check("theme-newline", "PUT " + TH, "stated", "input", "400 invalid theme color format", "A color with a line feed at its end is accepted.")
def _():
    refused(400, "PUT", theme(ME), {"theme_color": "#112233\n"})


@check("theme-any-tail", "PUT " + TH, "stated", "input", "400 invalid theme color format", "A color may be followed by anything.")
def _():
    refused(400, "PUT", theme(ME), {"theme_color": "#112233 or blue"})


@check("theme-per-user", ["PUT " + TH, "GET " + TH], "stated", "sequence", "Agent theme preference | agent_id | uuid",
       "A user has one theme for all agents.")
def _():
    a, b = agent()["agent_id"], agent()["agent_id"]
    ok("PUT", theme(a), {"theme_color": "#112233"})
    assert ok("GET", theme(b)) is None


@check("theme-first-stays", "PUT " + TH, "implied", "sequence", "body AgentThemePreferenceUpsertRequest",
       "A second PUT is answered well, but the first color stays.")
def _():
    a = agent()["agent_id"]
    ok("PUT", theme(a), {"theme_color": "#112233"})
    ok("PUT", theme(a), {"theme_color": "#445566"})
    assert ok("GET", theme(a))["theme_color"] == "#445566"


@check("theme-unknown-null", "GET " + TH, "stated", "one request", "200 AgentThemePreferenceResponse or null | 403; 404",
       "An unknown agent is answered with 200 and null.")
def _():
    refused(404, "GET", theme(uuid.uuid4()))


# ---------------------------------------------------------------- files
FS, F1 = "/me/agents/{agent_id}/files", "/me/agents/{agent_id}/files/{file_id}"


@check("files-private-readable", ["GET " + FS, "GET " + F1], "stated", "other user", "403 | No permission on the chat, agent, file",
       "Everybody may list and read the files of a private agent.")
def _():
    refused(403, "GET", f"/me/agents/{OTHER}/files")


@check("file-other-agent", "GET " + F1, "implied", "sequence", "Agent file | file_id | uuid | Belongs to an agent",
       "A file is found under every agent of its owner.")
def _():
    a, b = agent()["agent_id"], agent()["agent_id"]
    f = file(a)["file_id"]
    ok("GET", f"/me/agents/{a}/files/{f}")
    refused(404, "GET", f"/me/agents/{b}/files/{f}")


@check("files-by-creation", "GET " + FS, "stated", "sequence", "ordered by position", "The list is in the order of creation.")
def _():
    a = agent()["agent_id"]
    x, y = file(a), file(a, position=0)
    assert [f["file_id"] for f in files(a)] == [y["file_id"], x["file_id"]]


@check("files-cap-per-user", "POST " + FS, "stated", "many records", "number of files per agent is capped",
       "The cap counts the files of all agents of the user.")
def _():
    for _ in range(2):
        a = agent()["agent_id"]
        for _ in range(9):
            file(a)


@check("files-cap-counts-deleted", "POST " + FS, "implied", "many records", "count per agent is limited",
       "Deleted files count for the cap.")
def _():
    a = agent()["agent_id"]
    for _ in range(12):
        f = file(a)["file_id"]
        ok("DELETE", f"/me/agents/{a}/files/{f}", status=204)


@check("files-cap-race", "POST " + FS, "stated", "many at once", "400 when exceeded", "Files created at the same time exceed the cap.")
def _():
    a = agent()["agent_id"]
    got = many(16, lambda n: api("POST", f"/me/agents/{a}/files", {"file_name": "x"}).status)
    assert sorted(got) == [201] * 10 + [400] * 6


@check("file-create-position-zero", "POST " + FS, "implied", "many records", "ordered by position", "Every new file says that its position is 0.")
def _():
    a = agent()["agent_id"]
    assert [file(a)["position"] for _ in range(3)] == [0, 1, 2]


@check("file-delete-gap", ["DELETE " + F1, "POST " + FS], "implied", "sequence", "ordered by position",
       "After a deletion, the files behind it keep positions with a gap.")
def _():
    a = agent()["agent_id"]
    first = file(a)["file_id"]
    file(a)
    ok("DELETE", f"/me/agents/{a}/files/{first}", status=204)
    assert [f["position"] for f in files(a)] == [0]


@check("file-patch-loses-content", "PATCH " + F1, "implied", "sequence", "body AgentFileUpdateRequest",
       "A PATCH without the content empties it.")
def _():
    a = agent()["agent_id"]
    f = file(a)["file_id"]
    ok("PATCH", f"/me/agents/{a}/files/{f}", {"file_name": "g"})
    assert ok("GET", f"/me/agents/{a}/files/{f}")["content"] == "c"


@check("files-batch-first-only", f"PUT {FS}/positions", "stated", "sequence", "body AgentFileBatchPositionRequest (batch ordering)",
       "Only the first position of a batch is applied.")
def _():
    a = agent()["agent_id"]
    x, y, z = (file(a)["file_id"] for _ in range(3))
    ok("PUT", f"/me/agents/{a}/files/positions",
       {"positions": [{"file_id": f, "position": n} for n, f in enumerate((z, y, x))]})
    assert [f["file_id"] for f in files(a)] == [z, y, x]


@check("files-batch-partly", f"PUT {FS}/positions", "implied", "sequence", "403; 404", "A batch that is refused for an unknown file is applied to the others.")
def _():
    a = agent()["agent_id"]
    x, y = file(a)["file_id"], file(a)["file_id"]
    rows = [{"file_id": y, "position": 0}, {"file_id": str(uuid.uuid4()), "position": 1}]
    refused(404, "PUT", f"/me/agents/{a}/files/positions", {"positions": rows})
    assert [f["file_id"] for f in files(a)] == [x, y]


# ---------------------------------------------------------------- chats
CH = "/me/chats/{chat_id}"


@check("chats-list-legacy-only", "GET /me/chats", "implied", "sequence", "legacy family over the same AgentModel record",
       "Agents that were created by POST /me/agents are missing.")
def _():
    assert agent()["agent_id"] in [c["chat_id"] for c in ok("GET", "/me/chats")]


@check("chat-post-no-prompt", "POST /me/chats", "stated", "one request", "400 missing chat prompt", "A chat without a prompt is created.")
def _():
    refused(400, "POST", "/me/chats", {"name": "x"})
    ok("POST", "/me/chats", {"chat_prompt": "p"})


@check("chat-sandbox-put", "PUT " + CH, "stated", "sequence", "400 sandbox tier setting private", "A user of the sandbox tier can set a chat private by PUT.")
def _():
    a = agent(J3)["agent_id"]
    refused(400, "PUT", f"/me/chats/{a}", {"chat_prompt": "p", "visibility": "private"}, J3)
    assert ok("PUT", f"/me/chats/{a}", {"chat_prompt": "q"}, J3)["chat_prompt"] == "q"


@check("chat-patch-ignores-empty", "PATCH " + CH, "implied", "input", "body AgentRequestPartial", "An empty string or false cannot be set by PATCH.")
def _():
    a = agent(description="d")["agent_id"]
    assert ok("PATCH", f"/me/chats/{a}", {"description": ""})["description"] == ""


@check("chat-deleted-readable", ["DELETE " + CH, "GET " + CH], "implied", "sequence", "404", "A deleted chat is still found.")
def _():
    a = agent()["agent_id"]
    ok("DELETE", f"/me/chats/{a}")
    refused(404, "GET", f"/me/chats/{a}")


@check("og-private", f"GET {CH}/og", "implied", "one request", "social-preview metadata", "The preview of a private chat shows its name to all.")
def _():
    assert api("GET", f"/me/chats/{OTHER}/og", auth=None).status in (403, 404)
    assert ok("GET", f"/me/chats/{ME}/og", auth=None)["title"]


@check("chat-clone-private", f"POST {CH}/clone", "stated", "sequence", "403 chat is not public", "The owner can clone a chat that is not public.")
def _():
    refused(403, "POST", f"/me/chats/{agent(visibility='private')['agent_id']}/clone")


@check("chat-clone-sandbox", f"POST {CH}/clone", "stated", "input", "cannot set an agent, chat or studio chat private (400)",
       "A user of the sandbox tier can make a clone private.")
def _():
    refused(400, "POST", f"/me/chats/{ME}/clone", {"visibility": "private"}, J3)


@check("chat-clone-owner", f"POST {CH}/clone", "implied", "other user", "chat_id uuid; optional body AgentRequestPartial or null | 200 AgentModel", "The clone belongs to the owner of the original.")
def _():
    c = ok("POST", f"/me/chats/{ME}/clone", auth=J2)["chat_id"]
    assert c in [x["chat_id"] for x in ok("GET", "/me/chats", auth=J2)]


@check("chat-clone-ignores-body", f"POST {CH}/clone", "implied", "input", "optional body AgentRequestPartial or null", "The body of a clone is ignored.")
def _():
    assert ok("POST", f"/me/chats/{ME}/clone", {"chat_prompt": "changed"})["chat_prompt"] == "changed"


@check("chat-clone-changes-original", f"POST {CH}/clone", "implied", "sequence", "optional body AgentRequestPartial or null",
       "The name in the body of a clone is given to the original as well.")
def _():
    a = agent(visibility="public")["agent_id"]
    ok("POST", f"/me/chats/{a}/clone", {"name": "Clone"})
    assert ok("GET", f"/me/chats/{a}")["name"] == "N"


@check("chat-clone-shares-files", [f"POST {CH}/clone", "POST " + FS], "implied", "sequence", "Belongs to an agent",
       "Original and clone have one list of files: a new file of one appears at the other.")
def _():
    a = agent(visibility="public")["agent_id"]
    file(a)
    c = ok("POST", f"/me/chats/{a}/clone")["chat_id"]
    file(c)
    assert len(files(a)) == 1


@check("feedback-counted-twice", f"POST {CH}/feedback", "implied", "sequence", "body UserFeedbackRequest", "A feedback is counted twice.")
def _():
    a = agent()["agent_id"]
    assert ok("POST", f"/me/chats/{a}/feedback", {"feedback": "good"})["feedback_count"] == 1


@check("chat-run-private", f"POST {CH}/runs", "stated", "one request", "403 | No permission on the chat", "A run of another user's private chat is created.")
def _():
    refused(403, "POST", f"/me/chats/{OTHER}/runs")


@check("chat-run-not-logged", f"POST {CH}/runs", "stated", "sequence", "200 AgentRunLog (new run log entry)", "The new entry is missing in the logs of its run.")
def _():
    entry = ok("POST", f"/me/chats/{ME}/runs")
    assert ok("GET", f"/me/agent-runs/{entry['run_id']}/logs") == [entry]


# ---------------------------------------------------------------- API keys
KS, KEY = "/me/api-keys", "/me/api-keys/{api_key_id}"


def key(auth=J1):
    return ok("POST", KS, {"name": "k"}, auth)


@check("keys-list-shows-key", "GET " + KS, "stated", "one request", "A hidden variant omits the key value", "The list shows the keys.")
def _():
    assert K1 not in api("GET", KS).body.decode()


@check("key-delete-shows-key", "DELETE " + KEY, "stated", "sequence", "200 ApiKeyHidden", "The answer to a deletion shows the key.")
def _():
    k = key()
    assert k["key"] not in api("DELETE", f"{KS}/{k['api_key_id']}").body.decode()


@check("keys-first-ten", "GET " + KS, "implied", "many records", "200 array of ApiKeyHidden", "The list ends after ten keys.")
def _():
    ids = [key()["api_key_id"] for _ in range(11)]
    assert set(ids) <= {k["api_key_id"] for k in ok("GET", KS)}
    for k in ids:
        ok("DELETE", f"{KS}/{k}")


@check("key-name-lost", "POST " + KS, "implied", "one request", "body ApiKeyCreate", "The name of a new key is lost.")
def _():
    assert key()["name"] == "k"


@check("key-id-race", "POST " + KS, "implied", "many at once", "API key | api_key_id | integer", "Keys created at the same time have the same number.")
def _():
    assert len({k["api_key_id"] for k in many(5, lambda n: key())}) == 5


@check("key-id-text", ["GET " + KS, "GET " + KEY], "stated", "one request", "API key | api_key_id | integer", "The number of a key is a string.")
def _():
    assert isinstance(ok("GET", KS)[0]["api_key_id"], int)


@check("keys-two-default", ["POST " + KS, "GET " + KS], "stated", "sequence", "one key is the default key", "Every new key is marked as the default one, too.")
def _():
    key()
    assert sum(k["is_default"] for k in ok("GET", KS)) == 1


@check("key-default-latest", "GET /me/api-keys/default", "implied", "sequence", "one key is the default key", "The latest key is given as the default one.")
def _():
    k = ok("GET", "/me/api-keys/default")
    key()
    assert ok("GET", "/me/api-keys/default") == k


@check("key-default-gone", ["DELETE " + KEY, "GET /me/api-keys/default"], "stated", "sequence", "one key is the default key",
       "After the deletion of the default key, none of the others is marked as the default one.")
def _():
    for _ in range(2):
        key(J3)
    first = ok("GET", "/me/api-keys/default", auth=J3)["api_key_id"]
    ok("DELETE", f"{KS}/{first}", auth=J3)
    assert sum(k["is_default"] for k in ok("GET", KS, auth=J3)) == 1


@check("key-get-masked", "GET " + KEY, "stated", "sequence", "200 ApiKey", "The key value is masked.")
def _():
    k = key()
    assert ok("GET", f"{KS}/{k['api_key_id']}")["key"] == k["key"]


@check("key-foreign-get", "GET " + KEY, "implied", "other user", "404", "Every user may read every key.")
def _():
    refused(404, "GET", f"{KS}/{key()['api_key_id']}", auth=J2)


@check("key-foreign-delete", "DELETE " + KEY, "implied", "other user", "404", "Every user may delete every key.")
def _():
    refused(404, "DELETE", f"{KS}/{key()['api_key_id']}", auth=J2)


# ---------------------------------------------------------------- billing, credits, payments, monetization
HOOK = FIX["webhook"]


def hook(body=HOOK["body"], signature=HOOK["validSignature"]):
    return api("POST", "/me/payments/webhook", body.encode(), None, headers={HOOK["signatureHeader"]: signature}).status


def credits(auth=J1):
    return ok("GET", "/me/credits", auth=auth)["credits"]


@check("billing-cached", "GET /me/billing", "implied", "other user", "200 BillingInformationSubscription", "All users get the billing of the first one that asked.")
def _():
    assert ok("GET", "/me/billing")["email"] != ok("GET", "/me/billing", auth=J2)["email"]


@check("credits-shared", ["POST /me/credits/use", "GET /me/credits"], "implied", "other user", "Balance of agent execution credits",
       "Two users have one balance.")
def _():
    before = credits()
    ok("POST", "/me/credits/use", auth=J2)
    assert credits() == before


@check("credits-lost-update", "POST /me/credits/use", "implied", "many at once", "can be used", "Of uses at the same time, only one is counted.")
def _():
    before = credits()
    many(6, lambda n: ok("POST", "/me/credits/use"))
    assert credits() == before - 6


@check("credits-once-a-second", "POST /me/credits/use", "implied", "timing", "can be used", "A second use within the same second is not counted.")
def _():
    before = credits()
    for _ in range(3):
        ok("POST", "/me/credits/use")
    assert credits() == before - 3


@check("credits-use-answers-before", "POST /me/credits/use", "implied", "sequence", "200 AgentExecutionCredits", "The answer shows the balance before the use.")
def _():
    assert ok("POST", "/me/credits/use")["credits"] == credits()


@check("credits-negative", "POST /me/credits/use", "implied", "many records", "Balance of agent execution credits; can be used", "A balance can fall below zero.")
def _():
    for _ in range(6):
        got = api("POST", "/me/credits/use", None, J3)
        assert got.status == 404 or got.json["credits"] >= 0
    assert got.status == 404


@check("webhook-any-signature", "POST /me/payments/webhook", "implied", "input", "400 missing signature or invalid event", "Any signature is accepted, if there is one.")
def _():
    assert hook(signature="sha256=" + "0" * 64) == 400 and hook(signature="") == 400


@check("webhook-signature-remembered", "POST /me/payments/webhook", "implied", "sequence", "400 missing signature or invalid event",
       "A signature that was valid once is valid for any other body.")
def _():
    assert hook() == 200 and hook(HOOK["body"].replace(":25}", ":99}").replace("evt_seed_1", "evt_2")) == 400


@check("webhook-replayed", "POST /me/payments/webhook", "implied", "sequence", "answers 200 when processed", "An event that is delivered again is booked again.")
def _():
    hook()
    before = credits()
    assert hook() == 200 and credits() == before


@check("payment-session-reused", "POST /me/payments/sessions", "implied", "sequence", "200 PaymentSessionResponse", "A user always gets the same session.")
def _():
    assert len({ok("POST", "/me/payments/sessions", {})["session_id"] for _ in range(2)}) == 2


MON = [f"GET /me/monetization/{x}" for x in ("summary", "subscribers", "earnings")]


def money(what, period="", auth=J1):
    return ok("GET", f"/me/monetization/{what}" + (f"?period={period}" if period else ""), auth=auth)


@check("period-zero", MON, "stated", "one request", "query period (integer, 1 to 365, default 28)", "A period of 0 days is accepted.")
def _():
    refused(422, "GET", "/me/monetization/summary?period=0")


@check("period-366", MON, "stated", "one request", "query period (integer, 1 to 365, default 28)", "A period of 366 days is accepted.")
def _():
    refused(422, "GET", "/me/monetization/earnings?period=366")


@check("period-default-30", MON, "stated", "one request", "default 28", "Without a period, a report has 30 days.")
def _():
    assert len(money("subscribers")["items"]) == 28


@check("earnings-gaps", MON[2], "implied", "one request", "daily earnings", "Days without earnings are missing.")
def _():
    assert len(money("earnings", 60)["items"]) == 60


@check("subscribers-today-missing", MON[1], "implied", "sequence", "daily subscriber counts", "The last day of the period is missing.")
def _():
    assert [r["date"] for r in money("subscribers", 5)["items"]] == [r["date"] for r in money("earnings", 5)["items"]]


@check("summary-skips-a-day", MON[0], "implied", "sequence", "total subscribers and earnings for the period",
       "The sum leaves out the oldest day of the period.")
def _():
    for n in (1, 27, 28, 30):
        assert money("summary", n)["total_earnings_cents"] == sum(r["earnings_cents"] for r in money("earnings", n)["items"])


@check("summary-ignores-period", MON[0], "stated", "sequence", "total subscribers and earnings for the period", "The sum is that of all time, whatever the period.")
def _():
    assert money("summary", 1)["total_earnings_cents"] < money("summary", 365)["total_earnings_cents"]


@check("monetization-of-everyone", MON, "implied", "other user", "view monetization reports", "The reports count the agents of all users.")
def _():
    assert money("summary", auth=J3)["total_subscribers"] == 0


@check("subscribers-never-leave", MON[:2], "implied", "other user", "total subscribers", "Who unsubscribes still counts as a subscriber.")
def _():
    before = money("summary", auth=J2)["total_subscribers"]
    sub()
    assert money("summary", auth=J2)["total_subscribers"] == before + 1
    unsub()
    assert money("summary", auth=J2)["total_subscribers"] == before


# ---------------------------------------------------------------- bundles
BU, B1 = "/me/bundles", "/me/bundles/{bundle_id}"


@check("bundles-of-everyone", "GET " + BU, "implied", "other user", "200 array of UserBundleSimplified", "The list holds the bundles of all users.")
def _():
    assert bundle() not in [b["bundle_id"] for b in ok("GET", BU, auth=J2)]


@check("bundle-tools-shared", ["POST " + BU, f"POST {B1}/tools"], "implied", "sequence", "Bundle | bundle_id | integer | Holds tools", "All bundles hold the same tools.")
def _():
    bundle("echo_text")
    assert bundle_tools(bundle()) == []


@check("bundle-put-empties", "PUT " + B1, "implied", "sequence", "body UserBundleRequest", "A new name empties the bundle.")
def _():
    b = bundle("echo_text")
    assert len(ok("PUT", f"{BU}/{b}", {"name": "new"})["tools"]) == 1
    refused(409, "PUT", f"{BU}/999999", {"name": "new"})


@check("bundle-deleted-readable", ["DELETE " + B1, "GET " + B1], "implied", "sequence", "404", "A deleted bundle is still found.")
def _():
    b = bundle()
    ok("DELETE", f"{BU}/{b}")
    refused(404, "GET", f"{BU}/{b}")


@check("bundle-tools-first-three", f"GET {B1}/tools", "implied", "many records", "200 array of UserBundleTool", "Only the first three tools of a bundle are listed.")
def _():
    assert len(bundle_tools(bundle("echo_text", "trim_text", "count_words", "add_numbers"))) == 4


@check("bundle-unknown-accepts-tool", f"POST {B1}/tools", "stated", "one request", "404 bundle not found", "A tool can be put into a bundle that does not exist.")
def _():
    refused(404, "POST", f"{BU}/999999/tools", {"tool_id": "echo_text"})


@check("bundle-tool-twice", f"POST {B1}/tools", "implied", "sequence", "Membership of a tool in a bundle", "A tool that is put in twice is listed twice.")
def _():
    assert bundle_tools(bundle("echo_text", "echo_text")) == ["echo_text"]


@check("bundle-tool-delete-unknown", f"DELETE {B1}/tools/{{tool_id}}", "stated", "sequence", "404 bundle or tool not found",
       "A tool that is not in the bundle can be taken out.")
def _():
    refused(404, "DELETE", f"{BU}/{bundle()}/tools/echo_text")


@check("bundle-tool-delete-all", f"DELETE {B1}/tools/{{tool_id}}", "implied", "sequence", "Membership of a tool in a bundle",
       "A tool is taken out of all bundles.")
def _():
    a, b = bundle("echo_text"), bundle("echo_text")
    ok("DELETE", f"{BU}/{a}/tools/echo_text")
    assert bundle_tools(b) == ["echo_text"] and bundle_tools(a) == []


# ---------------------------------------------------------------- CLI auth
C1, C2 = "PUT /me/cli-auth/{cli_auth_id}", "GET /me/cli-auth/{auth_id}"


@check("cli-read-twice", C2, "stated", "sequence", "the JWT is consumed by the read", "The JWT can be read again.")
def _():
    c = cli()
    assert ok("GET", f"/me/cli-auth/{c}", auth=None) == J1
    assert ok("GET", f"/me/cli-auth/{c}", auth=None) is None


@check("cli-race", C2, "stated", "many at once", "read once and consumed", "Reads at the same time all get the JWT.")
def _():
    c = cli()
    assert many(5, lambda n: api("GET", f"/me/cli-auth/{c}", auth=None).json).count(J1) == 1


@check("cli-poll-consumes", C2, "implied", "sequence", "which returns the JWT and consumes it", "A read before the JWT is there uses the session up.")
def _():
    c = cli(False)
    assert ok("GET", f"/me/cli-auth/{c}", auth=None) is None
    ok("PUT", f"/me/cli-auth/{c}", {"jwt": J1})
    assert ok("GET", f"/me/cli-auth/{c}", auth=None) == J1


@check("cli-foreign-attach", C1, "stated", "other user", "403 not allowed to update this session", "A second user can replace the JWT of a session.")
def _():
    refused(403, "PUT", f"/me/cli-auth/{cli()}", {"jwt": J2}, J2)


@check("cli-raw-text", C2, "stated", "sequence", "User API request and response bodies are JSON unless stated otherwise.", "The JWT comes as plain text, not as a JSON string.")
def _():
    assert ok("GET", f"/me/cli-auth/{cli()}", auth=None) == J1


@check("cli-unknown-null", C2, "stated", "one request", "404", "An unknown session is answered with 200 and null.")
def _():
    refused(404, "GET", f"/me/cli-auth/{uuid.uuid4()}", auth=None)


@check("cli-put-open", C1, "stated", "sequence", "endpoints declare an HTTP bearer credential, except those marked", "A JWT can be attached without a credential.")
def _():
    refused(401, "PUT", f"/me/cli-auth/{cli(False)}", {"jwt": J1}, None)


@check("cli-latest-jwt", C2, "implied", "sequence", "Carries a user JWT", "A session without a JWT gives the one that was attached last to any session.")
def _():
    cli()
    assert ok("GET", f"/me/cli-auth/{cli(False)}", auth=None) is None


# ---------------------------------------------------------------- schedules
SC, S1 = "/me/schedules", "/me/schedules/{schedule_id}"
CRON = "GET /me/schedules/text-to-cron"


def cron(text):
    return api("GET", f"{SC}/text-to-cron?cron={quote(text)}").status


@check("schedule-missing-chat-422", "POST " + SC, "stated", "one request", "403 chat ID invalid, missing or not owned by the caller", "A missing chat ID is answered with 422.")
def _():
    refused(403, "POST", SC, {"cron": FIX["cron"]})


@check("schedule-public-chat", ["POST " + SC, "PUT " + S1], "stated", "other user", "403 chat ID invalid, missing or not owned by the caller",
       "A schedule can refer to another user's public chat.")
def _():
    refused(403, "POST", SC, {"cron": FIX["cron"], "chat_id": FIX["unpaidAgentId"]})


@check("schedule-put-any-chat", "PUT " + S1, "stated", "other user", "Refers to a chat owned by the caller",
       "An update can set any chat.")
def _():
    s = schedule()["schedule_id"]
    api("PUT", f"{SC}/{s}", {"chat_id": OTHER})
    assert ok("GET", f"{SC}/{s}")["chat_id"] == ME


@check("schedule-put-loses-message", "PUT " + S1, "implied", "sequence", "body ScheduleUpdateRequest", "An update without a message removes it.")
def _():
    assert ok("PUT", f"{SC}/{schedule()['schedule_id']}", {"cron": "5 5 * * *"})["message"] == "m"


@check("schedule-put-enables", "PUT " + S1, "implied", "sequence", "body ScheduleUpdateRequest", "Any update switches a schedule on.")
def _():
    assert ok("PUT", f"{SC}/{schedule(enabled=False)['schedule_id']}", {"message": "x"})["enabled"] is False


@check("schedule-put-keeps-cron", "PUT " + S1, "implied", "sequence", "has a cron expression", "The answer shows the new cron expression, but the old one is kept.")
def _():
    s = schedule()["schedule_id"]
    ok("PUT", f"{SC}/{s}", {"cron": "5 5 * * *"})
    assert ok("GET", f"{SC}/{s}")["cron"] == "5 5 * * *"


@check("schedule-delete-disables", "DELETE " + S1, "implied", "sequence", "| DELETE | /me/schedules/{schedule_id} | none | 200 body unspecified", "A deleted schedule is only switched off, and still listed.")
def _():
    s = schedule()["schedule_id"]
    assert s in [x["schedule_id"] for x in ok("GET", SC)["items"]]
    ok("DELETE", f"{SC}/{s}")
    assert s not in [x["schedule_id"] for x in ok("GET", SC)["items"]]


@check("onboarding-shadowed", "GET /me/schedules/onboarding", "stated", "one request", "| GET | /me/schedules/onboarding | none | 200 body unspecified",
       "The path is taken for a schedule ID and answered with 422.")
def _():
    ok("GET", f"{SC}/onboarding")


@check("cron-minute-60", [CRON, "POST " + SC], "stated", "input", "400 invalid cron expression", "The minute 60 is accepted.")
def _():
    assert cron("60 * * * *") == 400 and cron("59 * * * *") == 200


@check("cron-step-zero", [CRON, "POST " + SC], "stated", "input", "400 invalid cron expression", "A step of 0 is accepted.")
def _():
    assert cron("*/0 * * * *") == 400


@check("cron-range-backwards", [CRON, "POST " + SC], "implied", "input", "400 invalid cron expression", "A range that runs backwards is accepted and never due.")
def _():
    assert cron("0 17-9 * * *") == 400


# ---------------------------------------------------------------- tools
RUN, SEARCH = "POST /me/tools/run/{tool_name}", "GET /me/tools/search"


@check("tools-mcp-schema-name", "GET /me/tools/list", "stated", "one request", "200 array of Tool (MCP format)", "The schema of the input is named parameters, not inputSchema.")
def _():
    assert all("inputSchema" in t for t in ok("GET", "/me/tools/list"))


@check("tools-need-jwt", "GET /me/tools", "stated", "one request", "| GET | /me/tools (no auth declared) | none | 200 array of PublicTool", "The list of public tools is refused without a JWT.")
def _():
    assert ok("GET", "/me/tools", auth=None)[0]["tool_id"] and ok("GET", "/me/tools/echo_text", auth=None)
    refused(404, "GET", "/me/tools/nothing", auth=None)


@check("tools-first-twenty", "GET /me/tools", "implied", "many records", "200 array of PublicTool", "The list ends after 20 tools.")
def _():
    assert len(ok("GET", "/me/tools", auth=None)) == len(ok("GET", "/me/tools/list"))


@check("search-default-10", SEARCH, "stated", "many records", "limit (integer, 1 to 200, default 20)", "Without a limit, 10 tools are found at most.")
def _():
    assert len(search("tool")) == 20


@check("search-limit-500", SEARCH, "stated", "one request", "limit (integer, 1 to 200, default 20)", "A limit of 201 is accepted.")
def _():
    refused(422, "GET", "/me/tools/search?q=a&limit=201")
    ok("GET", "/me/tools/search?q=a&limit=200")


@check("search-empty", SEARCH, "stated", "one request", "q (string, required, min length 1)", "An empty q is accepted.")
def _():
    refused(422, "GET", "/me/tools/search?q=")


@check("search-min-score-half", SEARCH, "stated", "sequence", "min_score (number, 0.0 to 1.0, default 0.15)", "Without a min_score, tools below 0.5 are left out.")
def _():
    assert len(search("text backwards zebra")) == len(search("text backwards zebra", min_score=0.15)) > 1


@check("search-toolkit-ignored", SEARCH, "implied", "input", "toolkit (string, optional, may be null)", "The toolkit does not narrow the search.")
def _():
    assert {t["toolset_name"] for t in search("tool", toolkit="math")} == {"math"}


@check("search-limit-before-filter", SEARCH, "implied", "many records", "toolkit (string, optional, may be null); limit", "The limit is applied before the toolkit, so that matches are missing.")
def _():
    assert len(search("tool", toolkit="notifier", limit=5)) == 5


@check("search-worst-first", SEARCH, "implied", "one request", "min_score (number, 0.0 to 1.0, default 0.15)", "The worst matches come first, and the limit cuts off the best.")
def _():
    assert search("reverse text backwards", limit=1)[0]["name"] == "reverse_text"


@check("tool-run-403", RUN, "stated", "one request", "401 invalid or missing JWT", "A missing or invalid JWT is answered with 403.")
def _():
    refused(401, "POST", "/me/tools/run/echo_text", {"text": "x"}, None)
    refused(404, "POST", "/me/tools/run/nothing", {"text": "x"})


@check("tool-run-bad-jwt-anonymous", RUN, "stated", "one request", "401 when the JWT is invalid or missing", "A tool runs with an invalid JWT as well.")
def _():
    refused(401, "POST", "/me/tools/run/echo_text", {"text": "x"}, "nonsense")


def forged(alg, sub="11111111-0000-4000-8000-000000000002", signature=None):
    def part(value):
        return base64.urlsafe_b64encode(value).rstrip(b"=").decode()
    head, body, mac = J1.split(".")
    claims = json.loads(base64.urlsafe_b64decode(body + "=="))
    claims["sub"] = sub
    return f"{part(json.dumps({'alg': alg, 'typ': 'JWT'}).encode())}.{part(json.dumps(claims).encode())}." + \
        (mac if signature is None else signature)


ANY_JWT = [RUN, "GET /me/", "GET /me/api-keys", "GET /me/agents"]


@check("jwt-alg-none", ANY_JWT, "stated", "input", "401 when the JWT is invalid or missing", "A JWT of the algorithm none is valid.")
def _():
    refused(401, "POST", "/me/tools/run/echo_text", {"text": "x"}, forged("none", signature=""))


@check("jwt-signature-unchecked", ANY_JWT, "stated", "input", "401 when the JWT is invalid or missing", "The signature of a JWT is not checked.")
def _():
    refused(401, "POST", "/me/tools/run/echo_text", {"text": "x"}, forged("HS256"))


@check("jwt-signature-short", ANY_JWT, "stated", "input", "401 when the JWT is invalid or missing", "Only the first characters of the signature of a JWT are compared.")
def _():
    refused(401, "POST", "/me/tools/run/echo_text", {"text": "x"}, J1[:-8] + "AAAAAAAA")


@check("tool-bad-input-500", RUN, "stated", "input", "400 invalid input or parameters", "An invalid input ends in a 500.")
def _():
    refused(400, "POST", "/me/tools/run/echo_text", FIX["tool"]["invalidInput"])


@check("tool-service-default", RUN, "stated", "one request", "query service_id (string, default default)", "The default of service_id is global.")
def _():
    got = tool()
    assert (got["service_id"], got["service_id_namespace"]) == ("default", "global")


@check("tool-result-cached", RUN, "implied", "sequence", "body any JSON object (tool input)", "An input of the same length gets the result of the one before.")
def _():
    assert tool("abc")["output"]["text"] == "abc" and tool("xyz")["output"]["text"] == "xyz"


@check("tool-output-latin1", RUN, "implied", "input", "200 ToolResult", "Characters beyond Latin-1 become question marks in the output.")
def _():
    assert tool("€ 😀 漢")["output"]["text"] == "€ 😀 漢"


@check("tool-run-shared-input", RUN, "implied", "many at once", "body any JSON object (tool input)", "Of runs at the same time, all work on the input of the latest one.")
def _():
    assert many(5, lambda n: tool(str(n))["output"]["text"]) == list("01234")


@check("json-deep-500", [RUN, "POST /me/agents"], "implied", "input", "422 | Validation error", "A body that is nested very deeply ends in a 500.")
def _():
    refused(422, "POST", "/me/tools/run/echo_text", b'{"text":' + b"[" * 100000 + b"]" * 100000 + b"}")


@check("toolset-first-ten", "GET /me/toolsets/{toolset_name}", "implied", "many records", "Toolset | toolset_name | string | Has a list of tools", "A toolset has at most ten tools.")
def _():
    got = ok("GET", "/me/toolsets/notifier")
    assert len(got["tools"]) == 15
    refused(404, "GET", "/me/toolsets/nothing")
    assert len(ok("GET", "/me/toolsets/list")) == 4


# ---------------------------------------------------------------- installed tools
UT = "/me/user-tools"


def install(tool_id, auth=J1):
    if api("GET", f"{UT}/{tool_id}", auth=auth).status == 200:
        ok("DELETE", f"{UT}/{tool_id}", auth=auth)
    ok("POST", UT, {"tool_id": tool_id}, auth)


@check("install-twice", "POST " + UT, "implied", "sequence", "409 installation failed", "A tool that is installed can be installed again.")
def _():
    install("trim_text")
    refused(409, "POST", UT, {"tool_id": "trim_text"})


@check("install-for-everyone", "GET " + UT, "stated", "other user", "tools installed by the user", "A tool that one user installs is in the list of all.")
def _():
    install("uppercase_text")
    assert "uppercase_text" not in [t["tool_id"] for t in ok("GET", UT, auth=J2)]


@check("uninstalled-listed", ["DELETE " + UT + "/{tool_id}", "GET " + UT], "implied", "sequence", "tools installed by the user", "A tool that was removed stays in the list.")
def _():
    install("count_words")
    ok("DELETE", f"{UT}/count_words")
    assert "count_words" not in [t["tool_id"] for t in ok("GET", UT)]


@check("uninstall-unknown", "DELETE " + UT + "/{tool_id}", "stated", "one request", "404", "A tool that is not installed can be removed.")
def _():
    refused(404, "DELETE", f"{UT}/larger_number")


@check("user-tool-not-installed", "GET " + UT + "/{tool_id}", "stated", "one request", "404", "A tool that is not installed is found.")
def _():
    refused(404, "GET", f"{UT}/larger_number")


# ---------------------------------------------------------------- user and VIP codes
VIP = "POST /me/vip"


@check("me-no-slash", "GET /me/", "stated", "one request", "| GET | /me/ | none | 200 UserWithTier (current user)", "The path is only known without its slash.")
def _():
    assert ok("GET", "/me/")["tier"] == "pro"


@check("me-no-sandbox-tier", "GET /me/", "stated", "one request", "Has a tier; a sandbox tier exists", "The tier is missing for users of the sandbox tier.")
def _():
    assert ok("GET", "/me/", auth=J3)["tier"] == "sandbox"


@check("vip-count-all", "GET /me/vip", "implied", "other user", "200 VipCodeRedemptionCount", "The count is that of all users.")
def _():
    before = ok("GET", "/me/vip")
    ok("POST", "/me/vip", {"code": FIX["ownVipCode"]}, J2)
    assert ok("GET", "/me/vip") == before


@check("vip-once-for-all", VIP, "stated", "other user", "Redeemed once per user", "A code that one user has redeemed is refused to all others.")
def _():
    api("POST", "/me/vip", {"code": FIX["vipCode"]})
    ok("POST", "/me/vip", {"code": FIX["vipCode"]}, J3)


@check("vip-own", VIP, "stated", "one request", "own codes cannot be redeemed", "One can redeem an own code.")
def _():
    refused(400, "POST", "/me/vip", {"code": FIX["ownVipCode"]})


@check("vip-twice", VIP, "stated", "sequence", "a code already redeemed by the caller", "A code can be redeemed again.")
def _():
    api("POST", "/me/vip", {"code": FIX["vipCode"]})
    refused(400, "POST", "/me/vip", {"code": FIX["vipCode"]})


@check("vip-race", VIP, "stated", "many at once", "Redeemed once per user", "Of redemptions at the same time, all succeed.")
def _():
    got = many(5, lambda n: api("POST", "/me/vip", {"code": FIX["ownVipCode"]}, J3).status)
    assert sorted(got) == [200, 400, 400, 400, 400]


@check("vip-case", VIP, "stated", "input", "a code already redeemed by the caller", "A redeemed code can be redeemed again in small letters.")
def _():
    api("POST", "/me/vip", {"code": FIX["vipCode"]})
    refused(400, "POST", "/me/vip", {"code": FIX["vipCode"].lower()})


@check("vip-failed-counts", [VIP, "GET /me/vip"], "implied", "sequence", "200 VipCodeRedemptionCount", "A refused code counts as redeemed.")
def _():
    before = ok("GET", "/me/vip")
    refused(400, "POST", "/me/vip", {"code": "nothing"})
    assert ok("GET", "/me/vip") == before


# ---------------------------------------------------------------- NOTIFIER catalogue
TOOLS = ["GET /me/tools/list", "GET /me/tools/search"]


@check("notifier-missing", ["GET /me/tools/list", "GET /me/tools"], "stated", "one request", "the catalog of 15 notification-push integration tools", "NOTIFIER_DELETE_ALL_PUSHES is missing.")
def _():
    assert sum(t["name"].startswith("NOTIFIER_") for t in ok("GET", "/me/tools/list")) == 15


@check("notifier-type-enum", TOOLS, "stated", "one request", "type string Req, one of note, link, file", "NOTIFIER_CREATE_PUSH lacks the type file.")
def _():
    assert notifier("CREATE_PUSH")["properties"]["type"]["enum"] == ["note", "link", "file"]


@check("notifier-chats-limit", TOOLS, "stated", "one request", "NOTIFIER_LIST_CHATS, NOTIFIER_LIST_PUSHES | limit max 500", "NOTIFIER_LIST_CHATS has a limit of 1000.")
def _():
    assert notifier("LIST_CHATS")["properties"]["limit"]["maximum"] == 500


@check("notifier-pushes-default", TOOLS, "stated", "one request", "limit integer (max 500, default 500)", "NOTIFIER_LIST_PUSHES has a default limit of 100.")
def _():
    assert notifier("LIST_PUSHES")["properties"]["limit"]["default"] == 500


@check("notifier-device-nickname", TOOLS, "stated", "one request", "nickname string Req", "NOTIFIER_CREATE_DEVICE does not require a nickname.")
def _():
    assert set(notifier("CREATE_DEVICE")["required"]) == {"model", "nickname", "app_version", "manufacturer"}


@check("notifier-version-negative", TOOLS, "stated", "one request", "app_version integer, non-negative", "NOTIFIER_UPDATE_DEVICE allows a negative app_version.")
def _():
    assert notifier("UPDATE_DEVICE")["properties"]["app_version"]["minimum"] == 0


@check("notifier-muted-optional", TOOLS, "stated", "one request", "muted boolean Req", "NOTIFIER_UPDATE_CHAT does not require muted.")
def _():
    assert notifier("UPDATE_CHAT")["required"] == ["iden", "muted"]


# ---------------------------------------------------------------- robustness, without faults of their own

@check("no-5xx")
def _():
    bodies = [b"", b"null", b"[]", b"7", b'"x"', b"{", b"\xff\xfe", b'{"a":"\\ud800"}', b'{"a":1e999}', b'{"a":NaN}',
              b'{"a":1,"a":2}', b'{"message":"a\\u0000b","chat_prompt":"p\\u0000","text":"\\u0000","code":"\\u0000"}',
              b'{"message":{},"chat_prompt":1,"name":[],"visibility":"x","tool_id":{},"code":1,"jwt":5,"cron":[]}',
              b"[" * 5000, b'{"a":' * 900 + b"1" + b"}" * 900, b'{"x":' + b"9" * 5000 + b"}",
              json.dumps({k: "x" * 2**20 for k in ("message", "text", "chat_prompt", "code")}).encode()]
    run, a = post().run, agent()["agent_id"]
    targets = [("POST", f"/workers/{ME}", K1), ("PUT", f"/workers/ndjson/{ME}/{run}", K1), ("POST", "/api/me/agents", J1),
               ("POST", "/api/me/agent-studio-chats", J1), ("PATCH", f"/api/me/chats/{a}", J1), ("POST", "/api/me/vip", J1),
               ("PUT", f"/api/me/agents/{a}/customizations/theme", J1), ("POST", f"/api/me/agents/{a}/files", J1),
               ("PUT", f"/api/me/agents/{a}/files/positions", J1), ("POST", "/api/me/schedules", J1),
               ("POST", "/api/me/tools/run/echo_text", J1), ("POST", "/api/me/user-tools", J1),
               ("POST", "/api/me/payments/webhook", None), ("PUT", f"/api/me/cli-auth/{cli(False)}", J1),
               ("POST", f"/api/me/chats/{ME}/clone", J1), ("POST", "/api/me/api-keys", J1),
               ("POST", "/api/me/agents/vanity/slug", None), ("POST", f"/api/me/agents/{FIX['unpaidAgentId']}/subscribe", J1),
               ("PUT", f"/api/me/bundles/{bundle()}", J1), ("POST", f"/api/me/chats/{a}/feedback", J1),
               ("POST", "/api/me/payments/sessions", J1)]
    for method, path, auth in targets:
        for body in bodies:
            got = call(method, path, body, auth)
            assert got.status < 500, (method, path, body[:40], got.status)
    for path in ("/me/agents/%00", "/me/agents/%ff%fe", "/me/agent-studio-chats/a%2Fb", "/me/executions/" + "9" * 40,
                 "/me/agent-runs?limit=x", "/me/agent-runs?next_cursor=2020-01-01T00:00:00%2B99:59",
                 "/me/agent-runs?next_cursor=2020-13-01T00:00:00Z", "/me/tools/search?q=%00%ff&min_score=nan",
                 "/me/monetization/summary?period=1.5", "/me/nothing"):
        assert 400 <= api("GET", path).status < 500 or "a%2Fb" in path, path
    assert ok("GET", "/me/agent-runs?next_cursor=null&limit=1")["items"]
    assert api("PATCH", "/me/agents").status == 405


@check("credentials")
def _():
    for auth in (None, "nonsense", K1, forged("HS256"), "Basic abc", "a.b.c", "." * 2, "é.é.é".encode().decode("latin-1")):
        refused(401, "GET", "/me/", auth=auth)
    for auth in (None, J1, "wk_", K1 + "x", "Token " + K1):
        assert post(auth=auth).status == 401
    pending = base64.urlsafe_b64encode(b"[" * 20000).decode()
    refused(401, "GET", "/me/", auth=f"{pending}.{pending}.x")


@check("walk")
def _():
    ok("GET", "/me/billing")
    ok("GET", f"/me/chats/{ME}", auth=None)
    ok("GET", f"/me/bundles/{bundle()}")
    r = unsub(FIX["unsubscribeAgentId"])
    assert r.status == 200
    refused(404, "PUT", f"/me/schedules/{uuid.uuid4()}", {})
    refused(404, "DELETE", f"/me/schedules/{uuid.uuid4()}")
    assert api("POST", "/me/payments/webhook", HOOK["body"].encode(), None).status == 400
    with ThreadPoolExecutor(8) as pool:
        began = time.time()
        list(pool.map(lambda n: post(str(n)), range(400)))
        print(f"{(time.time() - began) / 400 * 1000:.1f} ms a request")


# ---------------------------------------------------------------- the two ways to run

def start(fault=""):
    global PORT
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        PORT = s.getsockname()[1]
    process = subprocess.Popen([os.path.join(HERE, "start.sh"), str(PORT)], stdout=subprocess.PIPE,
                               stderr=subprocess.DEVNULL if fault else None, env={**os.environ, "FAULT": fault})
    assert process.stdout.readline() == b"ready\n"
    return process


def stop(process):
    process.terminate()
    process.wait()


def walked_all():
    """All operations of the source were called at least once."""
    rows = [r for f in ("user_api", "workers") for r in
            re.findall(r'@(op|route)\("([A-Z]+)", "([^"]+)"', open(f"{HERE}/{f}.py").read())]
    for kind, method, pattern in rows:
        path = re.compile(("/api" if kind == "op" else "") + re.sub(r"\{[^}]+\}", "[^/]+", pattern) + "/?")
        assert any(m == method and path.fullmatch(p) for m, p in WALKED), f"not walked: {method} {pattern}"
    return len(rows)


def main():
    faults = FAULTS
    if sys.argv[1:2] == ["json"]:
        rows = ",\n".join("  " + json.dumps(f, ensure_ascii=False) for f in faults)
        open(os.path.join(HERE, "faults.json"), "w").write(f"[\n{rows}\n]\n")
        return 0
    source = "".join(open(f"{HERE}/{f}.py").read() for f in
                     ("core", "state", "catalogue", "workers", "user_api", "schedules"))
    known = set(re.findall(r'fault\("([^"]+)"\)', source)) | {"jwt-signature-unchecked"}
    assert known == {f["id"] for f in faults}, known ^ {f["id"] for f in faults}
    bad = 0
    if sys.argv[1:2] == ["faults"]:
        for name in sys.argv[2:] or [f["id"] for f in faults]:
            process = start(name)
            try:
                CHECKS[name]()
                print("NOT SEEN", name, flush=True)
                bad += 1
            except Exception as error:
                if not isinstance(error, AssertionError):
                    print("by", repr(error)[:100], name, flush=True)
            finally:
                stop(process)
        print("faults that no check sees:", bad)
        return bad
    process = start()
    try:
        for name, run in CHECKS.items():
            try:
                run()
            except Exception as error:
                bad += 1
                line = error.__traceback__.tb_next
                print("FAILED", name, repr(error)[:300], "line", line and line.tb_lineno, flush=True)
        print(len(CHECKS), "checks,", walked_all(), "operations,", bad, "failed")
    finally:
        stop(process)
    return bad


if __name__ == "__main__":
    sys.exit(1 if main() else 0)

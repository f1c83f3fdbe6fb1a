#!/usr/bin/env python3
"""Shows the new faults: probes.more.py [ID …] starts the deployment without and with each fault (one at a time, ports 9400 to 9499).

Each probe gives the list of what it saw; the first element must be true without the fault and false with it.
Those that are shown are written to faults.more.json (kept there if they were shown before and are not tried now).
"""
import http.client, json, os, subprocess, sys, threading, time, urllib.parse, uuid

HERE = os.path.dirname(os.path.abspath(__file__))
LIST = os.path.join(HERE, "faults.more.json")
OLD = {f["id"] for f in json.load(open(os.path.join(HERE, "faults.json"), encoding="utf-8"))}
FAULTS = {}
port = 9400


def fault(id, operation, basis, needs, words, what):
    def put(probe):
        ops = [operation] if isinstance(operation, str) else operation
        def full(o):
            method, path = o.split(" ", 1)
            return f"{method} {{base_url}}{path}" if path.startswith("/me") else f"{method} {{agents_url}}{path}"
        assert id.startswith("n-") and id not in FAULTS and id not in OLD
        FAULTS[id] = ({"id": id, "operation": [full(o) for o in ops], "basis": basis, "needs": needs, "words": words, "what": what}, probe)
    return put


class Answer:
    def __init__(self, status, headers, body):
        self.status, self.headers, self.body = status, headers, body
        self.text = body.decode("utf-8", "replace")

    def h(self, name):
        return self.headers.get(name.lower())

    @property
    def json(self):
        return json.loads(self.text)


class D:
    def __init__(self, id):
        global port
        port = 9400 + (port - 9400 + 1) % 100
        self.port = port
        env = dict(os.environ, FAULT=id)
        listed = id == "" or id in {f["id"] for f in load()}
        command = [os.path.join(HERE, "start.sh"), str(port)] if listed else [
            "/usr/bin/java", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-jar", os.path.join(HERE, "build/heron.jar"), str(port)]
        self.p = subprocess.Popen(command, env=env, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        line = self.p.stdout.readline()
        if line.strip() != "ready":
            self.end()
            raise RuntimeError("did not start")
        config = json.load(open(os.path.join(HERE, "config.json"), encoding="utf-8"))
        self.c, self.f = config["credentials"], config["fixtures"]

    def end(self):
        self.p.terminate()
        try:
            self.p.wait(5)
        except subprocess.TimeoutExpired:
            self.p.kill()
            self.p.wait()
        self.p.stdout.close()

    def ask(self, method, path, who, body=None, raw=None, headers=None):
        h = dict(headers or {})
        if who:
            h["Authorization"] = "Bearer " + self.c.get(who, who)
        data = raw.encode() if raw is not None else json.dumps(body).encode() if body is not None else None
        if data is not None:
            h.setdefault("Content-Type", "application/json")
        c = http.client.HTTPConnection("127.0.0.1", self.port, timeout=15)
        c.request(method, path, data, h)
        r = c.getresponse()
        a = Answer(r.status, {k.lower(): v for k, v in r.getheaders()}, r.read())
        c.close()
        return a

    def u(self, method, path, body=None, who="jwt", **more):
        return self.ask(method, "/marsh" + path, who, body, **more)

    def w(self, method, path, body=None, who="apiKey", **more):
        return self.ask(method, "/reeds" + path, who, body, **more)

    # conversations
    def post(self, message, agent=None, nd=False, who="apiKey"):
        return self.w("POST", ("/ndjson/" if nd else "/") + (agent or self.f["agentId"]), {"message": message}, who)

    def run(self, *a, **k):
        return self.post(*a, **k).h("X-Service-Run-ID")

    def put(self, run, message, agent=None, nd=False):
        return self.w("PUT", ("/ndjson/" if nd else "/") + (agent or self.f["agentId"]) + "/" + run, {"message": message})

    def get(self, run, agent=None):
        return self.w("GET", f"/{agent or self.f['agentId']}/{run}")

    def said(self, run, role="user", agent=None):
        return [m["content"] for m in self.get(run, agent).json if m["role"] == role]

    # things
    def tool(self, name, input=None, who="jwt"):
        return self.u("POST", "/me/tools/run/" + name, input if input is not None else {}, who)

    def n(self, name, input=None, who="jwt"):
        return self.tool("NOTIFIER_" + name, input, who)

    def y(self, name, input=None, who="jwt"):
        a = self.n(name, input, who)
        assert a.status == 200, a.text
        return a.json["yield"]

    def agent(self, who="jwt", **fields):
        a = self.u("POST", "/me/agents", {"opening-brief": "You wade.", **fields}, who)
        assert a.status == 200, a.text
        return a.json["worker-ref"]

    def studio(self, who="jwt", **fields):
        a = self.u("POST", "/me/agent-studio-chats", fields, who)
        assert a.status == 200, a.text
        return a.json["run-ref"]

    def file(self, agent, title):
        return self.u("POST", f"/me/agents/{agent}/files", {"title": title, "text": "of " + title})

    def files(self, agent):
        return self.u("GET", f"/me/agents/{agent}/files").json["sheaf"]


def together(*calls):
    out = [None] * len(calls)
    barrier = threading.Barrier(len(calls))
    def one(i):
        barrier.wait()
        out[i] = calls[i]()
    threads = [threading.Thread(target=one, args=(i,)) for i in range(len(calls))]
    [t.start() for t in threads]
    [t.join() for t in threads]
    return out


q = urllib.parse.quote
NOWHERE = "3B0E1C52-6F6A-8A4E-9C1D-2F5D7A9B0C11"
POST, PUT, GET = "POST /{agent_id}", "PUT /{agent_id}/{run_id}", "GET /{agent_id}/{run_id}"
NPOST, NPUT = "POST /ndjson/{agent_id}", "PUT /ndjson/{agent_id}/{run_id}"
RUN = "POST /me/tools/run/{tool_name}"

# ====================================================================== Workers API

@fault("n-ndjson-answer-not-kept", [NPOST, GET], "stated", "sequence",
       "Each conversation has a run ID that preserves the full history (user messages, agent responses, MCP server calls)",
       "After an NDJSON POST the history has the user's message, but not the worker's answer.")
def _(d):
    run = d.run("good morning", nd=True)
    got = d.said(run, "assistant")
    return len(got) == 1, got

@fault("n-ndjson-as-array", NPOST, "stated", "request", "NDJSON stream with the worker's output plus out-of-band signals such as tool calls and their responses",
       "The NDJSON stream of POST is written as one JSON array over several lines: brackets around all, a comma behind each line, so that the lines are no JSON.")
def _(d):
    text = d.post("hello", nd=True).text
    def fits(line):
        try:
            json.loads(line)
            return True
        except ValueError:
            return False
    return all(fits(l) for l in text.split("\n") if l.strip()), text[:80]

@fault("n-ndjson-put-without-run-id", NPUT, "stated", "sequence", "Header X-Service-Run-ID is sent again.",
       "The NDJSON PUT sends no header X-Service-Run-ID.")
def _(d):
    run = d.run("hello")
    got = d.put(run, "and?", nd=True).h("X-Service-Run-ID")
    return got == run, got

@fault("n-ndjson-put-without-tool-calls", NPUT, "stated", "sequence", "NDJSON streams carry out-of-band signals such as tool calls and their responses.",
       "The NDJSON stream of PUT has only the worker's words: when a tool is called, neither the call nor its response is in it.")
def _(d):
    t = d.f["toolCallMessage"]
    run = d.run("hello")
    text = d.put(run, t["message"], nd=True).text
    return t["name"] in text and t["output"] in text, text[:100]

@fault("n-put-streams-last-answer", PUT, "implied", "sequence", "Streamed text as above. Header X-Service-Run-ID is sent again.",
       "The text PUT streams the worker's previous answer once more instead of the new one; the new one is only in the history.")
def _(d):
    run = d.run("first words")
    text = d.put(run, "second words").text
    return text == d.said(run, "assistant")[-1], text

@fault("n-refused-put-ends-job", [PUT, GET], "stated", "sequence", "job running | PUT with run_id | none | job running | Rejected with status 409; message not added",
       "A text PUT during a job is answered with 409, but ends the job: GET sends no x-service-job-id at once, and a second PUT is accepted.")
def _(d):
    a = d.f["backgroundAgentId"]
    run = d.run(d.f["backgroundMessage"], a)
    first = d.put(run, "wait", a).status
    job, second = d.get(run, a).h("x-service-job-id"), d.put(run, "wait", a).status
    return first == 409 and job is not None and second == 409, first, job, second

@fault("n-same-message-once", [PUT, GET], "stated", "sequence", "A PUT with a run ID adds a user message to that run and keeps its history.",
       "A text PUT with the same message as the user's last one in the run is answered, but the message is not added to the history (taken for a repetition).")
def _(d):
    run = d.run("again")
    d.put(run, "again")
    got = d.said(run)
    return got == ["again", "again"], got

@fault("n-message-lines-joined", [POST, GET], "implied", "sequence", "JSON body with message (string)",
       "The line breaks of a message of a text POST are made blanks: in the history the message is one line.")
def _(d):
    run = d.run("one\ntwo\n\nthree")
    got = d.said(run)
    return got == ["one\ntwo\n\nthree"], got

@fault("n-post-ends-old-job", [POST, GET], "stated", "sequence", "job running | POST to start a new interaction | none | job running (old run), new run idle",
       "A text POST while a job runs ends the job of the caller's older run of the same worker: its GET sends no x-service-job-id at once, and its PUT is accepted.")
def _(d):
    a = d.f["backgroundAgentId"]
    run = d.run(d.f["backgroundMessage"], a)
    d.run("something else", a)
    job = d.get(run, a).h("x-service-job-id")
    return job is not None, job

@fault("n-job-id-changes", GET, "implied", "sequence", "job running | GET {agents_url}/{agent_id}/{run_id} | none | job running | Response includes x-service-job-id",
       "Each GET during one and the same job sends another x-service-job-id.")
def _(d):
    a = d.f["backgroundAgentId"]
    run = d.run(d.f["backgroundMessage"], a)
    one, two = d.get(run, a).h("x-service-job-id"), d.get(run, a).h("x-service-job-id")
    return one is not None and one == two, one, two

@fault("n-history-last-20", GET, "stated", "sequence", "Each conversation has a run ID that preserves the full history (user messages, agent responses, MCP server calls)",
       "GET gives only the last 20 messages of a run; the beginning of longer conversations is missing.")
def _(d):
    run = d.run("turn 0")
    for i in range(1, 12):
        d.put(run, f"turn {i}")
    got = d.said(run)
    return got == [f"turn {i}" for i in range(12)], got

# ====================================================================== NOTIFIER tools

@fault("n-upload-type-optional", RUN, "stated", "request", "NOTIFIER_UPLOAD_REQUEST: file_name string Req; file_type string Req (MIME type)",
       "NOTIFIER_UPLOAD_REQUEST works without file_type.")
def _(d):
    got = d.n("UPLOAD_REQUEST", {"file_name": "a.png"}).status
    return got == 400, got

@fault("n-update-chat-mutes-all", RUN, "implied", "sequence", "NOTIFIER_UPDATE_CHAT: Mute or unmute a chat",
       "NOTIFIER_UPDATE_CHAT sets muted of all chats of the account, not only of the named one.")
def _(d):
    one = d.y("CREATE_CHAT", {"email": "one@example.org"})[0]["iden"]
    d.y("CREATE_CHAT", {"email": "two@example.org"})
    d.y("UPDATE_CHAT", {"iden": one, "muted": True})
    got = {c["email"]: c["muted"] for c in d.y("LIST_CHATS")}
    return got == {"one@example.org": True, "two@example.org": False}, got

@fault("n-list-pushes-default-20", RUN, "stated", "sequence", "NOTIFIER_LIST_PUSHES: limit integer (max 500, default 500)",
       "Without limit NOTIFIER_LIST_PUSHES gives 20 pushes, not up to 500.")
def _(d):
    for i in range(22):
        d.y("CREATE_PUSH", {"type": "note", "body": f"push {i}"})
    got = len(d.y("LIST_PUSHES"))
    return got == 22, got

@fault("n-push-parallel-guid-twice", RUN, "stated", "timing", "NOTIFIER_CREATE_PUSH: guid string (client-generated, for idempotency)",
       "The same push with the same guid, sent several times at once, is there several times; one after the other it is there once.")
def _(d):
    push = {"type": "note", "body": "only once", "guid": "guid-1"}
    together(*[lambda: d.n("CREATE_PUSH", push)] * 4)
    got = len(d.y("LIST_PUSHES"))
    return got == 1, got

@fault("n-push-note-needs-body", RUN, "stated", "request", "NOTIFIER_CREATE_PUSH: type string Req, one of note, link, file; body string; title string",
       "NOTIFIER_CREATE_PUSH refuses a note that has only a title with 400: it wants a body.")
def _(d):
    got = d.n("CREATE_PUSH", {"type": "note", "title": "only a title"}).status
    return got == 200, got

@fault("n-list-chats-without-muted", RUN, "implied", "sequence", "NOTIFIER_LIST_CHATS: List chats",
       "NOTIFIER_LIST_CHATS leaves out the chats that are muted.")
def _(d):
    one = d.y("CREATE_CHAT", {"email": "one@example.org"})[0]["iden"]
    d.y("UPDATE_CHAT", {"iden": one, "muted": True})
    got = [c["email"] for c in d.y("LIST_CHATS")]
    return got == ["one@example.org"], got

@fault("n-get-user-of-first", RUN, "stated", "sequence", "NOTIFIER_GET_USER: Get the profile of the authenticated user",
       "NOTIFIER_GET_USER keeps the first profile that anybody asked for and gives it to all users.")
def _(d):
    one, two = d.y("GET_USER"), d.y("GET_USER", who="otherJwt")
    return one != two, one, two

@fault("n-delete-all-takes-devices", RUN, "implied", "sequence", "NOTIFIER_DELETE_ALL_PUSHES: Delete all pushes of the user asynchronously",
       "NOTIFIER_DELETE_ALL_PUSHES deletes the devices of the account too.")
def _(d):
    d.y("CREATE_DEVICE", {"nickname": "phone", "model": "m", "manufacturer": "x", "app_version": 1})
    d.y("CREATE_PUSH", {"type": "note", "body": "b"})
    d.y("DELETE_ALL_PUSHES")
    time.sleep(0.8)
    got = [x["nickname"] for x in d.y("LIST_DEVICES")]
    return got == ["phone"], got

# ====================================================================== runs and logs

@fault("n-runs-without-ndjson", ["GET /me/agent-runs", NPOST], "implied", "sequence", "GET /me/agent-runs | 200 AgentRunViewListResponse",
       "Runs that were started by an NDJSON POST are missing in the list of runs; by their ID they are found.")
def _(d):
    run = d.run("hello", nd=True)
    ids, cursor = [], None
    for _ in range(4):
        page = d.u("GET", "/me/agent-runs?limit=30" + ("&next_cursor=" + q(cursor, safe="") if cursor else "")).json
        ids += [r["run-ref"] for r in page["flock"]]
        cursor = page.get("onward-from")
        if not cursor:
            break
    return run in ids, len(ids), d.u("GET", "/me/agent-runs/" + run).status

@fault("n-mcp-logs-first-only", "GET /me/agent-runs/{run_id}/mcp-server-logs", "implied", "sequence", "200 array of McpServerLog; Read-only logs of a run",
       "Of the MCP server calls of a run only the first one is in its MCP server logs.")
def _(d):
    m = d.f["toolCallMessage"]["message"]
    run = d.run(m)
    d.put(run, m)
    got = len(d.u("GET", f"/me/agent-runs/{run}/mcp-server-logs").json)
    return got == 2, got

@fault("n-executions-bad-cursor-500", "GET /me/executions", "stated", "request", "Every endpoint with path, query or body input can answer 422 with a body of schema HTTPValidationError. Validation error with body HTTPValidationError",
       "A next_cursor that is no date-time is answered with 500 instead of 422.")
def _(d):
    got = d.u("GET", "/me/executions?next_cursor=yesterday").status
    return got == 422, got

@fault("n-execution-unknown-null", "GET /me/executions/{log_id}", "stated", "request", "GET /me/executions/{log_id} | log_id integer | 200 ToolExecutionLog | 404; 500",
       "For a log_id that there is not the answer is 200 and null instead of 404.")
def _(d):
    got = d.u("GET", "/me/executions/999999999")
    return got.status == 404, got.status, got.text

# ====================================================================== subscriptions, studio chats

@fault("n-subscribe-unknown-400", "POST /me/agents/{agent_id}/subscribe", "stated", "request", "400 agent is not paid or caller is its owner; 402 already subscribed; 404",
       "To subscribe to an agent that there is not is answered with 400 instead of 404.")
def _(d):
    got = d.u("POST", f"/me/agents/{NOWHERE}/subscribe", {"return-to": "https://heronry.example/back"}).status
    return got == 404, got

@fault("n-studio-put-visibility-ignored", ["PUT /me/agent-studio-chats/{run_id}", "GET /me/agent-studio-chats/{run_id}"], "stated", "sequence", "body AgentStudioChatCreate (full update); Has a private/public setting",
       "PUT answers 200, but leaves the visibility as it was: a public chat cannot be made private by it.")
def _(d):
    run = d.studio(**{"shown-to": "public"})
    a = d.u("PUT", "/me/agent-studio-chats/" + run, {"run-ref": run, "shown-to": "private"})
    got = d.u("GET", "/me/agent-studio-chats/" + run).json["shown-to"]
    return got == "private", a.status, got

@fault("n-studio-delete-by-anyone", "DELETE /me/agent-studio-chats/{run_id}", "stated", "sequence", "200 AgentStudioChat (soft delete) | 400 delete failed; 403; 404",
       "Everybody who is logged in can delete the studio chats of all users.")
def _(d):
    run = d.studio()
    got = d.u("DELETE", "/me/agent-studio-chats/" + run, who="otherJwt").status
    listed = run in [c["run-ref"] for c in d.u("GET", "/me/agent-studio-chats").json]
    return got == 403 and listed, got, listed

@fault("n-studio-post-overwrites", ["POST /me/agent-studio-chats", "GET /me/agent-studio-chats/{run_id}"], "stated", "sequence", "200 AgentStudioChat (creates a chat, or returns the existing one when run_id exists)",
       "POST with the run_id of a chat of the caller's writes over that chat: a private chat is public after a POST with only its run_id.")
def _(d):
    run = str(uuid.uuid4())
    d.studio(**{"run-ref": run, "shown-to": "private"})
    d.u("POST", "/me/agent-studio-chats", {"run-ref": run})
    got = d.u("GET", "/me/agent-studio-chats/" + run).json["shown-to"]
    return got == "private", got

# ====================================================================== agents

@fault("n-agent-update-clears-theme", ["POST /me/agents", "GET /me/agents/{agent_id}/customizations/theme"], "implied", "sequence", "body AgentRequest (create or update)",
       "To change an agent through POST removes its theme: GET of the theme gives null afterwards.")
def _(d):
    a = d.agent()
    d.u("PUT", f"/me/agents/{a}/customizations/theme", {"plumage": "#336699"})
    d.u("POST", "/me/agents", {"worker-ref": a, "opening-brief": "You fly."})
    got = d.u("GET", f"/me/agents/{a}/customizations/theme").json
    return got is not None, got

@fault("n-agent-parallel-same-slug", "POST /me/agents", "implied", "timing", "GET /me/agents/vanity/slug: availability result; Has vanity slug",
       "Agents that are made at the same time with the same vanity slug all get it; one after the other the second is refused.")
def _(d):
    made = together(*[lambda: d.u("POST", "/me/agents", {"opening-brief": "You wade.", "nice-name": "grey-one"})] * 3)
    holders = [x for x in d.u("GET", "/me/agents").json if x["nice-name"] == "grey-one"]
    return len(holders) == 1, [m.status for m in made], len(holders)

@fault("n-slug-generated-taken", ["POST /me/agents/vanity/slug", "GET /me/agents/vanity/slug"], "implied", "sequence", "200 body unspecified (generated slug); availability result",
       "The generated slug may be one that an agent has already: after an agent took it, the same words give the same slug again, though it is said to be occupied.")
def _(d):
    words = {"from-words": "a heron in the rain"}
    slug = d.u("POST", "/me/agents/vanity/slug", words).json
    d.agent(**{"nice-name": slug})
    again = d.u("POST", "/me/agents/vanity/slug", words).json
    return again != slug, slug, again, d.u("GET", "/me/agents/vanity/slug?slug=" + slug).text

@fault("n-vibe-without-service", "GET /me/agents/{agent_id}/vibe", "stated", "request", "query service_name (required, one of three code-generation service names, given by the interface as fixed lowercase strings)",
       "Without service_name the answer is 200, with the prompt for the first service.")
def _(d):
    got = d.u("GET", f"/me/agents/{d.f['agentId']}/vibe").status
    return got == 422, got

@fault("n-theme-by-anyone", "PUT /me/agents/{agent_id}/customizations/theme", "stated", "request", "400 invalid theme color format; 403; 404. 403 | No permission on the chat, agent, file or schedule chat",
       "Everybody who is logged in can set the theme of the agents of all users.")
def _(d):
    got = d.u("PUT", f"/me/agents/{d.f['agentId']}/customizations/theme", {"plumage": "#336699"}, "otherJwt").status
    theme = d.u("GET", f"/me/agents/{d.f['agentId']}/customizations/theme").json
    return got == 403 and theme is None, got, theme

# ====================================================================== files

@fault("n-file-patch-new-id", ["PATCH /me/agents/{agent_id}/files/{file_id}", "GET /me/agents/{agent_id}/files/{file_id}"], "implied", "sequence", "body AgentFileUpdateRequest | 200 AgentFileResponse",
       "PATCH gives the file a new file_id; under the old one it is not found any more.")
def _(d):
    a = d.agent()
    f = d.file(a, "leaf").json["leaf-ref"]
    new = d.u("PATCH", f"/me/agents/{a}/files/{f}", {"title": "branch"}).json["leaf-ref"]
    got = d.u("GET", f"/me/agents/{a}/files/{f}").status
    return new == f and got == 200, new == f, got

@fault("n-positions-404-but-partly", ["PUT /me/agents/{agent_id}/files/positions", "GET /me/agents/{agent_id}/files"], "implied", "sequence", "body AgentFileBatchPositionRequest (batch ordering) | 200 AgentFileListResponse | 403; 404",
       "A batch of positions with an unknown file in it is answered with 404, but the positions that stand before it are set.")
def _(d):
    a = d.agent()
    ids = [d.file(a, t).json["leaf-ref"] for t in ("one", "two")]
    before = [x["leaf-ref"] for x in d.files(a)]
    got = d.u("PUT", f"/me/agents/{a}/files/positions", {"ranking": [{"leaf-ref": ids[0], "rank": 500}, {"leaf-ref": NOWHERE, "rank": 1}]}).status
    after = [x["leaf-ref"] for x in d.files(a)]
    return got == 404 and after == before, got, after == before

@fault("n-file-deleted-readable", ["GET /me/agents/{agent_id}/files/{file_id}", "DELETE /me/agents/{agent_id}/files/{file_id}"], "implied", "sequence", "DELETE | none | 204 no body; GET | 200 AgentFileResponse | 403; 404",
       "A deleted file is gone from the list, but GET with its file_id still gives it.")
def _(d):
    a = d.agent()
    f = d.file(a, "leaf").json["leaf-ref"]
    d.u("DELETE", f"/me/agents/{a}/files/{f}")
    got = d.u("GET", f"/me/agents/{a}/files/{f}").status
    return got == 404, got, len(d.files(a))

@fault("n-file-limit-drops-oldest", ["POST /me/agents/{agent_id}/files", "GET /me/agents/{agent_id}/files"], "stated", "sequence", "number of files per agent is capped; 400 when exceeded",
       "Where an agent has as many files as it may have, one more is accepted with 201, and the oldest one disappears.")
def _(d):
    a = d.agent()
    got = [d.file(a, f"leaf {i}").status for i in range(9)]
    titles = [x["title"] for x in d.files(a)]
    return 400 in got and "leaf 0" in titles, got, titles

# ====================================================================== chats

@fault("n-chat-deleted-still-talks", ["DELETE /me/chats/{chat_id}", POST], "implied", "sequence", "DELETE /me/chats/{chat_id} | 200 AgentModel; Same record type as the agent",
       "After its chat was deleted, the worker still answers at the Workers API: POST to it starts a run.")
def _(d):
    a = d.agent()
    d.u("DELETE", "/me/chats/" + a.lower())
    got = d.post("are you there?", a).status
    return got == 404, got

@fault("n-chat-patch-emoji-lost", ["PATCH /me/chats/{chat_id}", "GET /me/chats/{chat_id}"], "implied", "sequence", "body AgentRequestPartial | 200 AgentModel; chat prompt",
       "In a chat prompt that is set by PATCH each character beyond the 16 bits of the basic plane, such as an emoji, is kept as a question mark.")
def _(d):
    a = d.agent().lower()
    d.u("PATCH", "/me/chats/" + a, {"opening-brief": "You fly \U0001F426 øre."})
    got = d.u("GET", "/me/chats/" + a).json["opening-brief"]
    return got == "You fly \U0001F426 øre.", got

@fault("n-chat-clone-body-wipes-prompt", "POST /me/chats/{chat_id}/clone", "implied", "sequence", "optional body AgentRequestPartial or null | 200 AgentModel",
       "A clone that is made with a body without chat prompt (only a visibility) has an empty chat prompt instead of that of the original.")
def _(d):
    a = d.agent().lower()
    got = d.u("POST", f"/me/chats/{a}/clone", {"seen-by": "private"}).json["opening-brief"]
    return got == "You wade.", got

# ====================================================================== keys, money

@fault("n-new-key-refused", ["POST /me/api-keys", POST, NPOST], "stated", "sequence", "Workers API: every request carries the header Authorization: Bearer <API_KEY>. An API key is created through POST /me/api-keys",
       "The Workers API does not know the keys that are made by POST /me/api-keys: it answers 401 to them.")
def _(d):
    key = d.u("POST", "/me/api-keys", {"label": "a key for a while"}).json["bearer-word"]
    got = d.post("hello", who=key).status
    return got == 201, got

@fault("n-default-key-rotates", ["GET /me/api-keys/default", "GET /me/api-keys"], "implied", "sequence", "one key is the default key",
       "Each GET of the default key makes a new key and makes that the default one: two reads give two keys, and the list grows.")
def _(d):
    one, two = d.u("GET", "/me/api-keys/default").json["key-no"], d.u("GET", "/me/api-keys/default").json["key-no"]
    return one == two, one, two, len(d.u("GET", "/me/api-keys").json)

@fault("n-credits-use-answers-before", ["POST /me/credits/use", "GET /me/credits"], "implied", "sequence", "Balance of agent execution credits; can be used",
       "POST /me/credits/use answers with the balance before the use: the first answer is the balance that GET gave before, and GET afterwards gives another.")
def _(d):
    used = d.u("POST", "/me/credits/use").json
    got = d.u("GET", "/me/credits").json
    return used == got, used, got

@fault("n-credits-as-html", "GET /me/credits", "stated", "request", "User API request and response bodies are JSON unless stated otherwise.",
       "The credits are sent with the Content-Type text/html; the body is JSON.")
def _(d):
    got = d.u("GET", "/me/credits").h("Content-Type")
    return "json" in got, got

@fault("n-summary-period-0", "GET /me/monetization/summary", "stated", "request", "query period (integer, 1 to 365, default 28)",
       "The period 0 is taken for no period: the answer is 200 and the summary of 28 days.")
def _(d):
    got = d.u("GET", "/me/monetization/summary?period=0").status
    return got == 422, got

@fault("n-webhook-needs-jwt", "POST /me/payments/webhook", "stated", "request", "POST /me/payments/webhook (no auth declared)",
       "The payment webhook demands a JWT, which the payment provider does not have: a signed event without it is refused.")
def _(d):
    h = d.f["webhook"]
    got = d.u("POST", "/me/payments/webhook", who=None, raw=h["body"], headers={h["signatureHeader"]: h["validSignature"]}).status
    return got == 200, got

# ====================================================================== bundles, CLI login, schedules

@fault("n-bundle-put-empties-tools", ["PUT /me/bundles/{bundle_id}", "GET /me/bundles/{bundle_id}/tools"], "implied", "sequence", "PUT /me/bundles/{bundle_id} | body UserBundleRequest | 200 UserBundle; Holds tools",
       "To update a bundle (a new title) takes all tools out of it.")
def _(d):
    b = d.u("POST", "/me/bundles").json["basket-no"]
    d.u("POST", f"/me/bundles/{b}/tools", {"tool-ref": d.f["installableToolId"]})
    d.u("PUT", f"/me/bundles/{b}", {"title": "reeds and rushes"})
    got = d.u("GET", f"/me/bundles/{b}/tools").json
    return len(got) == 1, got

@fault("n-cli-early-read-consumes", ["GET /me/cli-auth/{auth_id}", "PUT /me/cli-auth/{cli_auth_id}"], "implied", "sequence", "200 string JWT or null (the JWT is consumed by the read)",
       "A GET before a JWT is attached, which answers null, ends the session: PUT and GET answer 404 afterwards, so that a client that polls never logs in.")
def _(d):
    s = d.u("POST", "/me/cli-auth", who=None).json["login-ref"]
    early = d.u("GET", "/me/cli-auth/" + s, who=None)
    put = d.u("PUT", "/me/cli-auth/" + s, {"passport": d.c["jwt"]}).status
    late = d.u("GET", "/me/cli-auth/" + s, who=None)
    return early.json is None and put == 200 and late.status == 200 and late.json == d.c["jwt"], early.text, put, late.status

@fault("n-cli-unknown-null", "GET /me/cli-auth/{auth_id}", "stated", "request", "GET /me/cli-auth/{auth_id} | 200 string JWT or null | 404; 503. 404 | Resource not found (… CLI auth)",
       "For a session that there never was the answer is 200 and null instead of 404.")
def _(d):
    got = d.u("GET", "/me/cli-auth/" + NOWHERE, who=None)
    return got.status == 404, got.status, got.text

@fault("n-schedules-list-old-cron", ["GET /me/schedules", "PUT /me/schedules/{schedule_id}"], "implied", "sequence", "GET /me/schedules | 200 ScheduleListResponse; Has a cron expression",
       "The list of schedules shows the cron expressions with which they were made, also after PUT changed them; GET of one schedule shows the new one.")
def _(d):
    s = d.u("POST", "/me/schedules", {"chat-ref": d.agent().lower(), "beat": "15 6 * * 1-5"}).json[0]["rota-ref"]
    d.u("PUT", "/me/schedules/" + s, {"beat": "0 9 * * *"})
    one = d.u("GET", "/me/schedules/" + s).json["beat"]
    got = [x["beat"] for x in d.u("GET", "/me/schedules").json["rota"] if x["rota-ref"] == s]
    return one == "0 9 * * *" and got == ["0 9 * * *"], one, got

@fault("n-schedule-steps-dropped", ["POST /me/schedules", "GET /me/schedules/{schedule_id}"], "implied", "sequence", "schedule runs of a chat by cron expression",
       "The steps of a cron expression are lost: */20 * * * * is kept as * * * * *, which is every minute.")
def _(d):
    s = d.u("POST", "/me/schedules", {"chat-ref": d.agent().lower(), "beat": "*/20 * * * *"}).json[0]["rota-ref"]
    got = d.u("GET", "/me/schedules/" + s).json["beat"]
    return got == "*/20 * * * *", got

# ====================================================================== tools, user

@fault("n-search-case-sensitive", "GET /me/tools/search", "implied", "sequence", "query q (string, required, min length 1)",
       "The search looks for the letters of q as they are written among small letters only: what is found with a word in small letters is not found with it in capitals, not even with the exact name of a tool.")
def _(d):
    small = [t["name"] for t in d.u("GET", "/me/tools/search?q=heron_read_tide_table").json]
    large = [t["name"] for t in d.u("GET", "/me/tools/search?q=HERON_READ_TIDE_TABLE").json]
    return "HERON_READ_TIDE_TABLE" in large and large == small, len(small), len(large)

@fault("n-search-default-10", "GET /me/tools/search", "stated", "request", "limit (integer, 1 to 200, default 20)",
       "Without limit the search gives at most 10 tools instead of 20.")
def _(d):
    got = len(d.u("GET", "/me/tools/search?q=count").json)
    return got == 20, got

@fault("n-toolset-not-decoded", "GET /me/toolsets/{toolset_name}", "implied", "request", "GET /me/toolsets/{toolset_name} | toolset_name string | 200 ToolSetWithTools",
       "The toolset_name in the path is not percent-decoded: a toolset with a blank or a letter that is not ASCII in its name is not found (404).")
def _(d):
    got = d.u("GET", "/me/toolsets/" + q(d.f["toolsetName"])).status
    return got == 200, got

@fault("n-user-tool-not-installed-200", "GET /me/user-tools/{tool_id}", "stated", "request", "GET /me/user-tools/{tool_id} | tool_id string | 200 UserTool | 404; 500",
       "A tool that there is, but that the caller has not installed, is given with 200 as an installed tool.")
def _(d):
    got = d.u("GET", "/me/user-tools/" + q(d.f["installableToolId"])).status
    return got == 404 and d.u("GET", "/me/user-tools").json == [], got

@fault("n-vip-once-for-all", "POST /me/vip", "stated", "sequence", "Redeemed once per user; own codes cannot be redeemed",
       "A code that one user has redeemed is refused with 400 to all other users.")
def _(d):
    code = {"pass-phrase": d.f["vipCode"]}
    got = d.u("POST", "/me/vip", code).status, d.u("POST", "/me/vip", code, "sandboxJwt").status
    return got == (200, 200), got

@fault("n-vip-invalid-404", "POST /me/vip", "stated", "request", "400 invalid code, own code, or a code already redeemed by the caller",
       "A code that there is not is answered with 404 instead of 400.")
def _(d):
    got = d.u("POST", "/me/vip", {"pass-phrase": "no such code"}).status
    return got == 400, got

# ====================================================================== the trial

def load():
    return json.load(open(LIST, encoding="utf-8")) if os.path.exists(LIST) else []

def save(shown):
    kept = [f for f, _ in FAULTS.values() if f["id"] in shown]
    with open(LIST + ".tmp", "w", encoding="utf-8") as out:
        out.write("[\n " + ",\n ".join(json.dumps(f, ensure_ascii=False) for f in kept) + "\n]\n")
    os.replace(LIST + ".tmp", LIST)

def look(id, probe):
    d = D(id)
    try:
        return probe(d)
    finally:
        d.end()

def main(ids):
    shown = {f["id"] for f in load()}
    bad = []
    for id in ids or FAULTS:
        probe = FAULTS[id][1]
        try:
            without, with_it = look("", probe), look(id, probe)
            good = bool(without[0]) and not with_it[0]
        except Exception as e:
            without, with_it, good = repr(e), None, False
        (shown.add if good else shown.discard)(id)
        print(("ok  " if good else "BAD ") + id, "| without:", *map(str, without[1:] if good else [without]), "| with:", *map(str, with_it[1:] if with_it else [with_it]), flush=True)
        if not good:
            bad.append(id)
        save(shown)
    print(len(FAULTS), "written,", len(shown), "shown;", "bad:", bad)

main(sys.argv[1:])

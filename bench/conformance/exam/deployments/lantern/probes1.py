from lib import *
A, PA, OP, UA, PR, SU, UN = X["agentId"], X["paidAgentId"], X["ownPaidAgentId"], X["unpaidAgentId"], X["privateAgentId"], X["subscribedAgentId"], X["unsubscribeAgentId"]
FAULTS = []
def B(o):
    m, p = o.split(" ", 1)
    return o if p.startswith("{") else m + " {base_url}" + p
def f(id, op, basis, needs, words, what, probe):
    FAULTS.append((dict(id=id, operation=[B(o) for o in ([op] if isinstance(op, str) else op)], basis={"S": "stated", "I": "implied"}[basis], needs={"r": "request", "s": "sequence", "t": "timing"}[needs], words=words, what=what), probe))
WP, WU, WG = "POST {agents_url}/{agent_id}", "PUT {agents_url}/{agent_id}/{run_id}", "GET {agents_url}/{agent_id}/{run_id}"
NP, NU = "POST {agents_url}/ndjson/{agent_id}", "PUT {agents_url}/ndjson/{agent_id}/{run_id}"
def hist(run, agent=A, key=KI):
    r = w("GET", agent + "/" + run, key=key); ok(isinstance(r.j, list), "history is no array"); return r.j
LONG = "Ünïcode ☂ " + "herring and rope " * 40
# ---- Workers API
def w_flow():
    a = w("POST", A, "first barrel"); ok(a.run, "no run id"); h = hist(a.run); eq([m["role"] for m in h], ["user", "assistant"], "roles"); eq(h[0]["content"], "first barrel"); eq(h[1]["content"], a.text, "reply")
    b = w("PUT", A + "/" + a.run, LONG); eq(b.run, a.run, "run id of the PUT"); g = hist(a.run); eq(g[:2], h, "old history kept"); eq(len(g), 4, "length"); eq([m["role"] for m in g], ["user", "assistant"] * 2); eq(g[2]["content"], LONG); eq(g[3]["content"], b.text)
    c = w("POST", A, "other"); ok(c.run not in (None, a.run), "new run id"); eq(len(hist(c.run)), 2, "clear context"); eq(len(hist(a.run)), 4, "old run unchanged")
def w_eleven():
    a = w("POST", A, "m0")
    for n in range(1, 8): w("PUT", A + "/" + a.run, "m%d" % n)
    eq([m["content"] for m in hist(a.run) if m["role"] == "user"], ["m%d" % n for n in range(8)])
def w_clear():
    w("POST", A, "one"); eq([m["content"] for m in hist(w("POST", A, "two").run)][:1], ["two"]); eq(len(hist(w("POST", A, "three").run)), 2)
def w_auth():
    a = w("POST", A, "x"); 
    for k in (None, "nonsense"):
        w("GET", A + "/" + a.run, key=k, want=401); w("POST", A, "x", key=k, want=401); w("PUT", A + "/" + a.run, "x", key=k, want=401)
def w_foreign():
    a = w("POST", A, "secret"); w("GET", A + "/" + a.run, key=KT, want=404); w("PUT", A + "/" + a.run, "spy", key=KT, want=404); eq(len(hist(a.run)), 2)
def w_private(): w("POST", PR, "open up", want=403); w("POST", PR, "mine", key=KT)
def w_unknown(): w("POST", NOID, "x", want=404); w("PUT", A + "/" + NOID, "x", want=404)
def w_deleted():
    a = mk()["agent_id"]; w("POST", a, "x"); api("DELETE", "/chats/" + a); w("POST", a, "x", want=404)
def mk(who=ILSE, vis="public", **k): return api("POST", "/agents", dict({"instructions": "Keep count of rope.", "audience": vis, "title": "Rope"}, **k), who).j
def w_revoked():
    k = api("POST", "/api-keys", {"label": "tmp"}).j; w("POST", A, "x", key=k["key"]); api("DELETE", "/api-keys/%d" % k["api_key_id"]); w("POST", A, "x", key=k["key"], want=401)
def w_conc_put():
    a = w("POST", A, "start"); both(lambda i: w("PUT", A + "/" + a.run, "p%d" % i), 3); eq(sorted(m["content"] for m in hist(a.run) if m["role"] == "user"), ["p0", "p1", "p2", "start"])
def w_conc_post(): eq(len({r.run for r in both(lambda i: w("POST", A, "c%d" % i), 4)}), 4, "run ids")
f("worker-post-same-run", WP, "S", "s", "A POST starts a new interaction with a clear context; every POST returns a new run ID in X-Service-Run-ID.", "A second POST to the same agent answers with the first run's ID and wipes its history.", w_flow)
f("worker-post-keeps-context", WP, "S", "s", "A POST starts a new interaction with a clear context", "A new run begins with the messages of the caller's last run of that agent.", w_clear)
f("worker-post-no-run-id", WP, "S", "r", "Header X-Service-Run-ID holds the run ID", "The text POST answers without X-Service-Run-ID.", w_flow)
f("worker-put-no-run-id", WU, "S", "s", "Header X-Service-Run-ID is sent again.", "The text PUT answers without X-Service-Run-ID.", w_flow)
f("worker-put-other-run-id", WU, "S", "s", "Header X-Service-Run-ID is sent again.", "PUT answers with an ID that is not the run's.", w_flow)
f("worker-put-drops-history", WU, "S", "s", "A PUT with a run ID adds a user message to that run and keeps its history.", "After a PUT the messages before it are gone.", w_flow)
f("worker-put-user-message-lost", WU, "S", "s", "User message appended to the run history", "After a PUT only the reply is in the history, not the user's message.", w_flow)
f("worker-put-reply-before-question", WU, "S", "s", "JSON array of messages, each with role and content, in conversation order.", "The reply to a PUT stands before the message it answers.", w_flow)
f("worker-put-message-twice", WU, "I", "s", "A PUT with a run ID adds a user message to that run and keeps its history.", "The message of a PUT is twice in the history.", w_flow)
f("worker-roles-all-user", WG, "I", "s", "role (values seen: user, assistant), content (string)", "The worker's replies carry the role user.", w_flow)
f("worker-history-255", WG, "I", "s", "Each conversation has a run ID that preserves the full history", "Messages longer than 255 characters come back cut.", w_flow)
f("worker-history-ascii", WG, "I", "s", "Each conversation has a run ID that preserves the full history", "Letters beyond ASCII come back as question marks.", w_flow)
f("text-last-part-missing", WP, "I", "s", "Streamed text with only the worker's user-facing output", "The streamed text ends before its last part, which the history has.", w_flow)
f("text-put-repeats-last-part", WU, "I", "s", "Streamed text as above.", "The streamed text of a PUT says its last part twice; the history has it once.", w_flow)
f("history-newest-first", WG, "S", "s", "JSON array of messages, each with role and content, in conversation order.", "Messages come newest first.", w_flow)
f("history-last-ten", WG, "S", "s", "Each conversation has a run ID that preserves the full history (user messages, agent responses, MCP server calls), with no external database needed.", "Only the last ten messages come back.", w_eleven)
f("history-stale", [WG, WU], "I", "s", "A PUT with a run ID adds a user message to that run and keeps its history.", "GET answers from a cache: eight seconds after a read a PUT does not show.", w_flow)
f("history-without-assistant", WG, "S", "s", "Each conversation has a run ID that preserves the full history (user messages, agent responses, MCP server calls)", "The history has the user's messages only.", w_flow)
f("history-in-envelope", WG, "S", "s", "JSON array of messages, each with role and content, in conversation order.", "GET answers an object with the array inside.", w_flow)
f("worker-get-without-key", WG, "S", "s", "Workers API: every request carries the header Authorization: Bearer <API_KEY>.", "The history is read without any key.", w_auth)
f("worker-post-any-key", WP, "S", "r", "Each call must carry an API key", "A made-up API key starts a run.", w_auth)
f("worker-foreign-run-readable", WG, "I", "s", "Each call must carry an API key", "Another user's key reads the run.", w_foreign)
f("worker-foreign-run-writable", WU, "I", "s", "A PUT with a run ID adds a user message to that run and keeps its history.", "Another user's key writes into the run.", w_foreign)
f("worker-private-agent-open", WP, "I", "r", "visibility (private or public)", "A private agent of another user answers anyone with a key.", w_private)
f("worker-unknown-agent-answers", WP, "I", "r", "The worker is addressed by agent_id (GUID).", "An agent_id that does not exist is answered by another worker.", w_unknown)
f("worker-put-unknown-run-starts-one", WU, "I", "r", "A PUT with a run ID adds a user message to that run and keeps its history.", "PUT to a run that never was answers 200 and starts one.", w_unknown)
f("worker-deleted-agent-answers", [WP, "DELETE /me/chats/{chat_id}"], "I", "s", "The worker is addressed by agent_id (GUID).", "A deleted agent goes on answering.", w_deleted)
f("worker-revoked-key-works", [WP, "DELETE /me/api-keys/{api_key_id}"], "I", "s", "Workers API: every request carries the header Authorization: Bearer <API_KEY>.", "A deleted API key still starts runs.", w_revoked)
f("worker-concurrent-put-lost", WU, "I", "t", "A PUT with a run ID adds a user message to that run and keeps its history.", "Of PUTs sent at the same time to one run, only the last stays in the history.", w_conc_put)
f("worker-concurrent-post-one-run", WP, "S", "t", "every POST returns a new run ID in X-Service-Run-ID", "POSTs within 50 ms share one run.", w_conc_post)
def nd_flow():
    t = X["toolCallMessage"]["message"]; a = w("POST", A, t, nd=True); ok(a.run, "no run id")
    def see(r, q):
        kinds = [l["kind"] for l in r.lines]; ok(len(r.lines) > 2, "lines"); ok("tool_call" in kinds and "tool_response" in kinds, "signals: %s" % kinds); ok(kinds.index("tool_call") < kinds.index("tool_response"), "order")
        eq(r.lines[kinds.index("tool_response")]["output"]["phase"], X["toolCallMessage"]["output"]); eq("".join(l["text"] for l in r.lines if l["kind"] == "say"), hist(a.run)[-1]["content"])
    see(a, t); eq([m["role"] for m in hist(a.run)], ["user", "assistant"]); b = w("PUT", A + "/" + a.run, t, nd=True); eq(b.run, a.run); eq(len(hist(a.run)), 4, "kept"); see(b, t)
def text_clean():
    a = w("POST", A, X["toolCallMessage"]["message"]); eq(a.text, hist(a.run)[1]["content"]); ok("moon_phase" not in a.text, "tool call in the text")
    m = api("GET", "/agent-runs/%s/mcp-server-logs" % a.run).j; eq([e["tool"] for e in m], ["moon_phase"])
f("ndjson-post-no-run-id", NP, "S", "r", "every POST returns a new run ID in X-Service-Run-ID", "The NDJSON POST answers without X-Service-Run-ID.", nd_flow)
f("ndjson-put-not-stored", NU, "S", "s", "User message appended to the run history", "What was said by an NDJSON PUT is not in the history.", nd_flow)
f("ndjson-post-reply-not-stored", NP, "S", "s", "Each conversation has a run ID that preserves the full history (user messages, agent responses, MCP server calls)", "The reply streamed by the NDJSON POST is not in the history.", nd_flow)
f("ndjson-no-tool-call", NP, "S", "r", "NDJSON stream with the worker's output plus out-of-band signals such as tool calls and their responses", "The stream has the tool's response but not the call.", nd_flow)
f("ndjson-no-tool-response", NP, "S", "r", "NDJSON streams carry out-of-band signals such as tool calls and their responses.", "The stream has the tool call but never its response.", nd_flow)
f("ndjson-put-no-signals", NU, "S", "s", "NDJSON stream as above", "The PUT's stream leaves out every signal.", nd_flow)
f("ndjson-put-last-words-missing", NU, "I", "s", "NDJSON stream with the worker's output", "The PUT's stream lacks the last words of the reply that the history has.", nd_flow)
f("ndjson-as-array", NP, "S", "r", "NDJSON stream with the worker's output", "One JSON array over several lines instead of a line for each object.", nd_flow)
f("ndjson-pretty-printed", NP, "S", "r", "NDJSON stream with the worker's output", "Each object is spread over many lines.", nd_flow)
f("ndjson-lines-glued", NP, "S", "r", "NDJSON stream with the worker's output", "There are no line ends between the objects.", nd_flow)
f("text-leaks-tool-call", WP, "S", "r", "Streamed text with only the worker's user-facing output (no tool calls or debug data).", "The text stream begins with the tool call.", text_clean)
BG, BE = X["backgroundMessage"], X["backgroundErrorMessage"]
def wait(run, nd=False, t=3):
    end = time.time() + t
    while time.time() < end:
        r = w("GET", A + "/" + run)
        if r.job is None and "x-service-job-id" not in r.h: return r
        time.sleep(0.03)
    raise AssertionError("the job never ends")
def job_flow(nd=False):
    o = w("POST", A, "bystander"); a = w("POST", A, BG, nd=nd); g = w("GET", A + "/" + a.run); ok(g.job, "no job header"); ok("x-service-job-id" not in w("GET", A + "/" + o.run).h, "job header on another run")
    w("PUT", A + "/" + a.run, "too early", want=409, nd=nd); c = w("POST", A, "meanwhile", nd=nd); ok(c.run != a.run, "new run"); g = w("GET", A + "/" + a.run); ok(g.job, "job gone"); eq([m["content"] for m in g.j if m["role"] == "user"], [BG], "history")
    d = wait(a.run); eq([m["content"] for m in d.j if m["role"] == "user"], [BG], "history after"); w("PUT", A + "/" + a.run, "go on", nd=nd); eq([m["content"] for m in hist(a.run) if m["role"] == "user"], [BG, "go on"])
def job_nd(): job_flow(True)
def job_error(): a = w("POST", A, BE); ok(w("GET", A + "/" + a.run).job, "no job"); wait(a.run); w("PUT", A + "/" + a.run, "and now?")
JW = "When a job is running, PUT returns 409."
f("job-put-accepted", WU, "S", "t", JW, "The text PUT is taken while a job runs.", job_flow)
f("ndjson-job-put-accepted", NU, "S", "t", JW, "The NDJSON PUT is taken while a job runs.", job_nd)
f("job-put-refused-but-added", [WU, WG], "S", "t", "Rejected with status 409; message not added", "PUT answers 409, yet its message is in the history.", job_flow)
f("job-put-answers-400", WU, "S", "t", JW, "PUT during a job answers 400.", job_flow)
f("job-put-cancels-job", WU, "S", "t", "Rejected with status 409; message not added", "A refused PUT ends the job: the header is gone right after it.", job_flow)
f("worker-post-refused-during-job", WP, "S", "t", "A POST is always allowed, also while a job is running.", "POST answers 409 while another run of the agent has a job.", job_flow)
f("ndjson-post-ends-other-job", NP, "S", "t", "job running (old run), new run idle", "An NDJSON POST ends the jobs of the caller's other runs.", job_nd)
f("job-no-header-on-get", WG, "S", "t", "Header x-service-job-id is present while a background job runs and absent otherwise", "GET has no x-service-job-id while the job runs.", job_flow)
f("job-header-stuck", WG, "S", "t", "GET no longer returns x-service-job-id; a PUT with any message value may resume", "GET shows x-service-job-id for ever.", job_flow)
f("job-put-refused-after-end", WU, "S", "t", "GET no longer returns x-service-job-id; a PUT with any message value may resume", "After the job PUT goes on answering 409.", job_flow)
f("job-error-never-clears", WG, "S", "t", "job finishes, successfully or with an error", "A job that ends with an error never ends for the client.", job_error)
f("job-finish-loses-last-message", WG, "I", "t", "Each conversation has a run ID that preserves the full history", "When the job ends, the message that started it vanishes.", job_flow)
f("job-header-on-other-runs", WG, "S", "t", "Header x-service-job-id is present while a background job runs and absent otherwise", "An idle run of the same agent shows the header of another run's job.", job_flow)
f("job-header-empty-when-idle", WG, "S", "r", "its absence signals completion", "An idle run answers x-service-job-id: none.", job_flow)
# ---- runs
def rows(path, who=ILSE): 
    j = api("GET", path, who=who).j; return next(v for v in j.values() if isinstance(v, list)), j["next_cursor"]
def pages(path, key, n, size):
    seen, c, k = [], None, 0
    while k < 12:
        r, c2 = rows(path + "?limit=%d" % size + ("&next_cursor=" + urllib.parse.quote(c) if c else "")); ok(len(r) <= size, "page of %d" % len(r)); seen += [x[key] for x in r]; k += 1
        if not c2: break
        c = c2
    eq(len(seen), len(set(seen)), "repeats"); return seen
def runs_page():
    mine = [w("POST", A, "r%d" % n).run for n in range(7)]; eq(pages("/agent-runs", "run_id", 7, 3), mine[::-1], "paged runs"); eq(rows("/agent-runs", TEO)[0], [], "other's runs")
def runs_default():
    for n in range(33): w("POST", A, "r")
    r, c = rows("/agent-runs"); eq(len(r), 30, "default"); ok(c, "more"); eq(len(rows("/agent-runs?limit=31")[0]), 31)
def runs_time():
    a = w("POST", A, "x"); r = rows("/agent-runs")[0][0]; import datetime as d; t = d.datetime.fromisoformat(r["started_at"].replace("Z", "+00:00")); ok(abs((d.datetime.now(d.timezone.utc) - t).total_seconds()) < 30, "started_at is off")
def runs_bad(): api("GET", "/agent-runs?next_cursor=yesterday", want=422)
LP = "list endpoints with next_cursor take a date-time cursor and a limit"
GR = "GET /me/agent-runs"
f("runs-of-everyone", GR, "I", "s", "200 AgentRunViewListResponse", "Another user's runs are in the list.", runs_page)
f("runs-only-newest-per-agent", GR, "I", "s", "200 AgentRunViewListResponse", "Only one run for each agent is listed.", runs_page)
f("runs-default-20", GR, "S", "s", "limit (integer, default 30)", "Without limit 20 runs come.", runs_default)
f("runs-limit-ignored", GR, "S", "s", LP, "limit has no effect.", runs_page)
f("runs-limit-one-more", GR, "I", "s", LP, "One run more than limit comes.", runs_page)
f("runs-cursor-ignored", GR, "S", "s", LP, "Each page is the first page.", runs_page)
f("runs-cursor-repeats-last", GR, "I", "s", LP, "The last run of a page is the first of the next again.", runs_page)
f("runs-page-skips-one", GR, "I", "s", LP, "Between two pages one run is missing.", runs_page)
f("runs-no-next-cursor", GR, "I", "s", LP, "There is never a cursor to the next page, though there are more runs.", runs_page)
f("runs-cursor-whole-seconds", GR, "I", "s", LP, "The cursor is cut to whole seconds: runs of the same second are lost between the pages.", runs_page)
f("runs-bad-cursor-500", GR, "I", "r", "Every endpoint with path, query or body input can answer 422 with a body of schema HTTPValidationError.", "A cursor that is no date-time answers 500.", runs_bad)
f("runs-started-at-local-clock", GR, "I", "s", "200 AgentRunViewListResponse", "A run's time lies two hours ahead.", runs_time)
def run_view():
    a = w("POST", A, X["toolCallMessage"]["message"]); b = w("POST", A, X["toolCallMessage"]["message"]); w("PUT", A + "/" + a.run, "more"); v = api("GET", "/agent-runs/" + a.run).j
    eq(v["run_id"], a.run); eq(v["agent_id"], A); eq(v["messages"], hist(a.run)); l = api("GET", "/agent-runs/%s/logs" % a.run).j; ok(isinstance(l, list), "logs"); ok(all(e["run_id"] == a.run for e in l), "run_id"); ok(any(e.get("text") == "more" for e in l), "second turn missing")
    m = api("GET", "/agent-runs/%s/mcp-server-logs" % a.run).j; ok(isinstance(m, list), "array"); eq(len(m), 1, "calls"); eq(m[0]["run_id"], a.run)
def run_foreign():
    a = w("POST", A, "x"); 
    for p in ("", "/logs", "/mcp-server-logs"): api("GET", "/agent-runs/" + a.run + p, who=TEO, want=404)
    api("GET", "/agent-runs/" + NOID, want=404)
GV, GL, GM = "GET /me/agent-runs/{run_id}", "GET /me/agent-runs/{run_id}/logs", "GET /me/agent-runs/{run_id}/mcp-server-logs"
f("run-view-foreign", GV, "I", "s", "404 run not found", "Another user reads the run.", run_foreign)
f("run-view-unknown-200", GV, "S", "r", "404 run not found", "A run that never was answers 200 null.", run_foreign)
f("run-view-wrong-agent", GV, "I", "s", "200 AgentRunView", "The run is shown with the ID of another agent.", run_view)
f("run-view-last-message-missing", GV, "I", "s", "identifies the conversation context (initial message, tool calls, responses)", "The view lacks the last message.", run_view)
f("run-logs-foreign", GL, "I", "s", "Read-only logs of a run", "Another user reads the logs.", run_foreign)
f("run-logs-stop-after-first-turn", GL, "I", "s", "Read-only logs of a run", "The logs have only the first turn.", run_view)
f("run-logs-run-id-wrong", GL, "I", "s", "Read-only logs of a run", "Log entries carry a random run_id.", run_view)
f("mcp-logs-foreign", GM, "I", "s", "Read-only logs of a run", "Another user reads the MCP server logs.", run_foreign)
f("mcp-logs-empty", GM, "S", "s", "Each conversation has a run ID that preserves the full history (user messages, agent responses, MCP server calls)", "A run with a tool call has no MCP server log.", run_view)
f("mcp-logs-of-all-runs", GM, "I", "s", "200 array of McpServerLog", "The calls of the caller's other runs are there too.", run_view)
f("mcp-logs-in-envelope", GM, "S", "r", "200 array of McpServerLog", "An object with the array inside.", run_view)
T = X["tool"]
def run_tool(i=None, who=ILSE, q="", name=None, want=200): return api("POST", "/tools/run/" + (name or T["name"]) + q, T["input"] if i is None else i, who, want).j
def ex_flow():
    mine = [run_tool({"tonnes": [n]})["log_id"] for n in range(7)]; eq(pages("/executions", "log_id", 7, 3), mine[::-1]); eq(rows("/executions", TEO)[0], [])
    e = api("GET", "/executions/%d" % mine[3]).j; eq(e["input"], {"tonnes": [3]}); eq(e["output"], {"total": 3}); eq(e["log_id"], mine[3]); api("GET", "/executions/%d" % mine[3], who=TEO, want=404); api("GET", "/executions/1", want=404)
def ex_default():
    for n in range(32): run_tool()
    eq(len(rows("/executions")[0]), 30)
GE, G1 = "GET /me/executions", "GET /me/executions/{log_id}"
f("executions-of-everyone", GE, "I", "s", "200 ToolExecutionLogsResponse", "Another user's executions are in the list.", ex_flow)
f("executions-default-10", GE, "S", "s", "GET /me/agent-runs, GET /me/executions | limit default 30", "Without limit ten come.", ex_default)
f("executions-limit-one-more", GE, "I", "s", LP, "One more than limit comes.", ex_flow)
f("executions-cursor-ignored", GE, "S", "s", LP, "The cursor has no effect.", ex_flow)
f("executions-page-skips-one", GE, "I", "s", LP, "One execution is lost between two pages.", ex_flow)
f("executions-cursor-repeats-last", GE, "I", "s", LP, "The last of a page comes again on the next.", ex_flow)
f("execution-foreign", G1, "I", "s", "Read-only", "Another user reads the execution.", ex_flow)
f("execution-neighbour", G1, "I", "s", "200 ToolExecutionLog", "The record shows input and output of the execution before it.", ex_flow)
f("execution-input-missing", G1, "I", "s", "200 ToolExecutionLog", "The record has an empty input.", ex_flow)
f("execution-unknown-200", G1, "S", "r", "404; 500", "An unknown log_id answers 200 null.", ex_flow)
# ---- subscriptions
def sub_refuse():
    api("POST", "/agents/%s/subscribe" % OP, {}, want=400); api("POST", "/agents/%s/subscribe" % UA, {}, want=400); api("POST", "/agents/%s/subscribe" % SU, {}, want=402); api("POST", "/agents/%s/subscribe" % NOID, {}, want=404)
    api("POST", "/agents/%s/unsubscribe" % PA, want=400); api("POST", "/agents/%s/unsubscribe" % NOID, want=404); api("GET", "/subscriptions/" + PA, want=404)
def subs(who=ILSE): return {s["agent_id"]: s["state"] for s in api("GET", "/subscriptions", who=who).j["subscriptions"]}
def sub_flow():
    r = api("POST", "/agents/%s/subscribe" % PA, {}).j; ok(r["checkout"] and r["checkout"]["pay_at"], "checkout"); eq(api("GET", "/subscriptions/" + PA).j["state"], "active"); eq(subs()[PA], "active"); ok(PA not in subs(TEO), "other"); api("POST", "/agents/%s/subscribe" % PA, {}, want=402)
    api("POST", "/agents/%s/unsubscribe" % PA); eq(api("GET", "/subscriptions/" + PA).j["state"], "ended"); eq(subs()[PA], "ended"); eq(subs()[SU], "active"); api("POST", "/agents/%s/unsubscribe" % PA, want=400); api("GET", "/subscriptions/" + PA, who=TEO, want=404); eq(subs(TEO), {})
def sub_two():
    a = mk(NIM, "public", price_minor=100)["agent_id"]
    for u in (ILSE, TEO): api("POST", "/agents/%s/subscribe" % a, {}, u)
    api("POST", "/agents/%s/unsubscribe" % a); eq(api("GET", "/subscriptions/" + a, who=TEO).j["state"], "active", "the other's subscription")
PS, PU, GS, GS1 = "POST /me/agents/{agent_id}/subscribe", "POST /me/agents/{agent_id}/unsubscribe", "GET /me/subscriptions", "GET /me/subscriptions/{agent_id}"
f("subscribe-own", PS, "S", "r", "400 agent is not paid or caller is its owner", "An owner can subscribe to the own agent.", sub_refuse)
f("subscribe-unpaid", PS, "S", "r", "400 agent is not paid or caller is its owner", "An agent without price takes a subscription.", sub_refuse)
f("subscribe-twice", PS, "S", "r", "402 already subscribed", "Subscribing again answers 200.", sub_refuse)
f("subscribe-twice-409", PS, "S", "r", "402 already subscribed", "Subscribing again answers 409.", sub_refuse)
f("subscribe-unknown-500", PS, "S", "r", "404", "An unknown agent answers 500.", sub_refuse)
f("subscribe-no-checkout", PS, "S", "r", "200 AgentSubscribeResponse (a checkout session is created)", "The answer has no checkout session.", sub_flow)
f("subscribe-not-recorded", [PS, GS1], "I", "s", "Subscription of the caller to a paid agent; checkout session on creation", "After subscribing nothing is known of the subscription.", sub_flow)
f("subscribe-recorded-for-other", [PS, GS], "I", "s", "Subscription of the caller to a paid agent", "The subscription is entered for another user.", sub_flow)
f("unsubscribe-unknown-400", PU, "S", "r", "400 no active subscription to cancel, or no payment-provider subscription found; 404", "An unknown agent answers 400 instead of 404.", sub_refuse)
f("unsubscribe-twice", PU, "S", "s", "400 no active subscription to cancel", "A subscription that has ended is ended again with 200.", sub_flow)
f("unsubscribe-not-saved", [PU, GS1], "I", "s", "200 AgentSubscriptionResponse", "The answer says ended, but the subscription stays active.", sub_flow)
f("unsubscribe-ends-all", [PU, GS], "I", "s", "200 AgentSubscriptionResponse", "All subscriptions of the caller end.", sub_flow)
f("unsubscribe-ends-everyones", [PU, GS1], "I", "s", "Subscription of the caller to a paid agent", "The subscriptions of all users to the agent end.", sub_two)
f("subscriptions-of-everyone", GS, "I", "s", "200 AgentSubscriptionListResponse", "Other users' subscriptions are listed.", sub_flow)
f("subscriptions-newest-missing", GS, "I", "s", "200 AgentSubscriptionListResponse", "A new subscription is not in the list, though it is found by its agent.", sub_flow)
f("subscriptions-list-says-active", GS, "I", "s", "200 AgentSubscriptionListResponse", "The list calls an ended subscription active, the single record does not.", sub_flow)
f("subscription-of-another", GS1, "I", "s", "Subscription of the caller to a paid agent", "The caller sees another user's subscription as the own.", sub_flow)
f("subscription-none-200", GS1, "S", "r", "404", "Without a subscription it answers 200.", sub_refuse)
# ---- studio
SC = "/agent-studio-chats"
def st(vis="private", who=ILSE, **k): return api("POST", SC, dict({"title": "Log", "note": "tide", "audience": vis}, **k), who).j
def ids(path, key, who=ILSE): return [x[key] for x in api("GET", path, who=who).j]
def st_flow():
    c = st(); d = st("public"); p = SC + "/" + c["run_id"]; eq((c["audience"], c["title"]), ("private", "Log")); eq(sorted(ids(SC, "run_id")), sorted([c["run_id"], d["run_id"]])); eq(ids(SC, "run_id", TEO), [])
    e = api("POST", SC, {"run_id": c["run_id"], "title": "Again"}).j; eq(e, c, "existing chat"); eq(api("GET", p).j, c); api("GET", p, who=None, want=403); api("GET", p, who=TEO, want=403); eq(api("GET", SC + "/" + d["run_id"], who=None).j["title"], "Log")
    v = api("PATCH", p, {"title": "New"}).j; eq((v["title"], v["note"], v["audience"]), ("New", "tide", "private"), "patched"); eq(api("GET", p).j, v, "patch kept"); v = api("PUT", p, {"title": "Full", "audience": "public"}).j; eq((v["title"], v["note"], v["audience"]), ("Full", None, "public")); eq(api("GET", p).j, v)
    for m, b in (("PUT", {"title": "spy"}), ("PATCH", {"title": "spy"}), ("DELETE", None)): api(m, p, b, TEO, 403)
    api("POST", SC, {"run_id": c["run_id"]}, TEO, 409); eq(api("GET", p).j, v)
    n = api("POST", p + "/clone", who=TEO, want=201).j; eq(n["title"], "Full"); ok(n["run_id"] != c["run_id"], "new id"); ok(n["run_id"] in ids(SC, "run_id", TEO), "clone belongs to the caller"); ok(n["run_id"] not in ids(SC, "run_id"), "clone in the owner's list")
    api("DELETE", p); api("GET", p, want=404); ok(c["run_id"] not in ids(SC, "run_id"), "still listed"); api("DELETE", p, want=404); q = st(); api("POST", "%s/%s/clone" % (SC, q["run_id"]), want=400)
def st_sandbox():
    api("POST", SC, {"title": "s", "audience": "private"}, NIM, 400); c = st("public", NIM); api("PUT", SC + "/" + c["run_id"], {"title": "s", "audience": "private"}, NIM, 400); api("PATCH", SC + "/" + c["run_id"], {"audience": "private"}, NIM, 400)
SG, SP, S1, SU_, SA, SD, SL = ["%s /me/agent-studio-chats%s" % x for x in (("GET", ""), ("POST", ""), ("GET", "/{run_id}"), ("PUT", "/{run_id}"), ("PATCH", "/{run_id}"), ("DELETE", "/{run_id}"), ("POST", "/{run_id}/clone"))]
SB = "sandbox tier exists and cannot make agents or chats private"
for x in [("studio-list-of-everyone", SG, "I", "s", "200 array of AgentStudioChat", "Other users' chats are listed."), ("studio-list-deleted", [SG, SD], "I", "s", "200 AgentStudioChat (soft delete)", "A deleted chat stays in the list."), ("studio-list-public-only", SG, "I", "s", "Has a private/public setting", "The caller's private chats are not listed."),
  ("studio-create-existing-500", SP, "S", "s", "creates a chat, or returns the existing one when run_id exists", "A run_id that exists answers 500."), ("studio-create-overwrites", SP, "S", "s", "creates a chat, or returns the existing one when run_id exists", "Creating with a run_id that exists overwrites the chat."), ("studio-create-takes-over-foreign", SP, "S", "s", "409 a chat with this run_id exists", "Creating with another user's run_id takes the chat over."), ("studio-create-always-public", SP, "I", "r", "Has a private/public setting", "A chat created private is public."),
  ("studio-get-needs-auth", S1, "S", "s", "GET | /me/agent-studio-chats/{run_id} (no auth declared)", "A public chat answers 401 without a JWT."), ("studio-get-private-open", S1, "S", "s", "403 no permission; 404", "Anyone reads a private chat."), ("studio-deleted-still-readable", [S1, SD], "I", "s", "200 AgentStudioChat (soft delete)", "A deleted chat can be read and deleted again."),
  ("studio-put-foreign", SU_, "S", "s", "400 sandbox tier setting private; 403; 404", "Another user replaces the chat."), ("studio-put-merges", SU_, "S", "s", "body AgentStudioChatCreate (full update)", "A field left out of a full update keeps its value."), ("studio-patch-foreign", SA, "S", "s", "400 sandbox tier setting private; 403; 404", "Another user changes the chat."), ("studio-patch-wipes", SA, "S", "s", "body AgentStudioChatUpdate (partial update)", "A partial update empties the fields left out."), ("studio-patch-resets-visibility", SA, "S", "s", "body AgentStudioChatUpdate (partial update)", "A change of the title makes a private chat public."), ("studio-patch-not-saved", SA, "I", "s", "200 AgentStudioChat", "The answer shows the change, a read does not."),
  ("studio-delete-noop", SD, "S", "s", "200 AgentStudioChat (soft delete)", "A deleted chat is still there."), ("studio-delete-foreign", SD, "S", "s", "400 delete failed; 403; 404", "Another user deletes the chat."), ("studio-clone-200", SL, "S", "s", "201 AgentStudioChat", "Cloning answers 200."), ("studio-clone-private", SL, "S", "s", "private chats cannot be cloned", "A private chat is cloned."), ("studio-clone-keeps-owner", SL, "I", "s", "201 AgentStudioChat", "The clone belongs to the author of the original."), ("studio-clone-empty", SL, "I", "s", "201 AgentStudioChat", "The clone has nothing of the original.")]: f(*x, st_flow)
for i, o in (("studio-create-sandbox-private", SP), ("studio-put-sandbox-private", SU_), ("studio-patch-sandbox-private", SA)): f(i, o, "S", "r" if o == SP else "s", SB, "The sandbox user sets a studio chat private.", st_sandbox)

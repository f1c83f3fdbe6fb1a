"""Faults of the Workers API."""

import time

from harness import *

DESK = FIXTURES["agentId"]
ENGINE = FIXTURES["backgroundAgentId"]
JOB = FIXTURES["backgroundMessage"]
BAD_JOB = FIXTURES["backgroundErrorMessage"]
TOOL = FIXTURES["toolCallMessage"]


def job_run(t, message=JOB):
    """A run with a job that has just started."""
    reply = t.worker.say(ENGINE, message).must(200)
    return reply.run_id


# Run IDs

@fault("post-run-header-missing", POST, "stated", "request", "Header X-Service-Run-ID holds the run ID",
       "The text POST answers without the header X-Service-Run-ID.", "header dropped")
def _(t):
    t.worker.say(DESK, "Ahoy!").must(200).run_id


@fault("ndjson-post-run-header-misnamed", ND_POST, "stated", "request", "every POST returns a new run ID in X-Service-Run-ID",
       "The NDJSON POST sends the run ID in a header named X-Run-ID.", "header misnamed")
def _(t):
    t.worker.say(DESK, "Ahoy!", ndjson=True).must(200).run_id


@fault("put-run-header-missing", PUT, "stated", "sequence", "Header X-Service-Run-ID is sent again",
       "The text PUT answers without the header X-Service-Run-ID.", "header dropped")
def _(t):
    run = t.worker.start(DESK)
    equal(t.worker.say(DESK, "And again", run).must(200).run_id, run, "the run ID")


@fault("put-run-header-of-latest", PUT, "stated", "sequence", "Header X-Service-Run-ID is sent again",
       "The text PUT sends the ID of the caller's newest run in X-Service-Run-ID, not that of the run it continues.", "header of another record")
def _(t):
    run = t.worker.start(DESK)
    t.worker.start(DESK)
    equal(t.worker.say(DESK, "And again", run).must(200).run_id, run, "the run ID")


@fault("run-id-not-uuid", [POST, ND_POST], "stated", "request", "| Run | run_id | uuid |",
       "X-Service-Run-ID holds the run ID with the prefix run_, which is no UUID.", "identifier of the wrong type")
def _(t):
    expect(UUID.match(t.worker.start(DESK)), "the run ID is no UUID")


@fault("post-reuses-run", POST, "stated", "sequence", "every POST returns a new run ID in X-Service-Run-ID",
       "A text POST goes on with the caller's latest idle run of the worker and returns its run ID.", "new thing is an old one")
def _(t):
    expect(t.worker.start(DESK) != t.worker.start(DESK), "two POSTs return the same run ID")


@fault("post-concurrent-same-run", POST, "stated", "timing", "every POST returns a new run ID in X-Service-Run-ID",
       "Text POSTs of one user that arrive at the same moment get the same run ID and share the run.", "check then act on creation")
def _(t):
    runs = at_once(*[lambda: t.worker.start(DESK)] * 5)
    equal(len(set(runs)), 5, "the number of different run IDs")


@fault("post-context-not-clear", [ND_POST, GET], "stated", "sequence", "A POST starts a new interaction with a clear context",
       "An NDJSON POST starts the new run with the messages of the caller's previous run of the worker.", "context leaks")
def _(t):
    t.worker.start(DESK, "Remember the number 4711", ndjson=True)
    run = t.worker.start(DESK, "Ahoy!", ndjson=True)
    equal(t.worker.said(DESK, run), ["Ahoy!"], "what the user has said")


# History

@fault("put-drops-history", [PUT, GET], "stated", "sequence", "A PUT with a run ID adds a user message to that run and keeps its history.",
       "A text PUT removes the earlier messages of the run.", "history lost")
def _(t):
    run = t.worker.start(DESK, "First")
    t.worker.say(DESK, "Second", run).must(200)
    equal(t.worker.said(DESK, run), ["First", "Second"], "what the user has said")


@fault("ndjson-put-forks-run", [ND_PUT, GET], "stated", "sequence", "A PUT with a run ID adds a user message to that run and keeps its history.",
       "An NDJSON PUT copies the run under a new run ID and adds the message there; the run that was named stays as it was.", "new thing instead of a change")
def _(t):
    run = t.worker.start(DESK, "First")
    t.worker.say(DESK, "Second", run, ndjson=True).must(200)
    equal(t.worker.said(DESK, run), ["First", "Second"], "what the user has said")


@fault("ndjson-put-message-lost", [ND_PUT, GET], "stated", "sequence", "User message appended to the run history",
       "The NDJSON PUT keeps the worker's answer in the history, but not the user's message.", "part of the history not stored")
def _(t):
    run = t.worker.start(DESK, "First")
    t.worker.say(DESK, "Second", run, ndjson=True).must(200)
    expect("Second" in t.worker.said(DESK, run), "the message of the PUT is not in the history")


@fault("ndjson-put-message-doubled", [ND_PUT, GET], "implied", "sequence", "User message appended to the run history",
       "The NDJSON PUT appends the user's message twice.", "done twice")
def _(t):
    run = t.worker.start(DESK, "First")
    t.worker.say(DESK, "Second", run, ndjson=True).must(200)
    equal(t.worker.said(DESK, run).count("Second"), 1, "how often the message is in the history")


@fault("ndjson-post-answer-not-stored", [ND_POST, GET], "stated", "sequence", "a run ID that preserves the full history (user messages, agent responses, MCP server calls)",
       "The worker's answer to an NDJSON POST is streamed, but is missing in the history.", "part of the history not stored")
def _(t):
    run = t.worker.start(DESK, "First", ndjson=True)
    expect(t.worker.said(DESK, run, "assistant"), "the answer is not in the history")


@fault("job-message-not-stored", [POST, PUT, ND_POST, ND_PUT, GET], "stated", "sequence", "a run ID that preserves the full history (user messages, agent responses, MCP server calls)",
       "The user's message that makes the worker start a background job is missing in the history.", "part of the history not stored")
def _(t):
    run = job_run(t)
    expect(JOB in t.worker.said(ENGINE, run), "the message that started the job is not in the history")


@fault("job-end-clears-history", GET, "stated", "timing", "a run ID that preserves the full history (user messages, agent responses, MCP server calls)",
       "When a background job ends, the messages before it are gone from the run.", "history lost")
def _(t):
    run = job_run(t)
    t.worker.until_idle(ENGINE, run)
    expect(JOB in t.worker.said(ENGINE, run), "the message from before the job is gone")


@fault("post-message-cut-255", [ND_POST, GET], "implied", "sequence", "Message | none | none | role (values seen: user, assistant), content (string)",
       "The message of an NDJSON POST is stored with its first 255 characters only.", "text truncated")
def _(t):
    message = "Tell me about this list: " + "a rope, " * 60
    run = t.worker.start(DESK, message, ndjson=True)
    equal(t.worker.said(DESK, run)[0].strip(), message.strip(), "the stored message")


@fault("post-message-mojibake", [POST, GET], "implied", "sequence", "Message | none | none | role (values seen: user, assistant), content (string)",
       "The message of a text POST is decoded as Latin-1, so that letters outside ASCII come back garbled.", "text in the wrong encoding")
def _(t):
    message = "Grüße aus Göteborg, 日本 ⚓"
    run = t.worker.start(DESK, message)
    equal(t.worker.said(DESK, run)[0], message, "the stored message")


@fault("put-concurrent-messages-lost", [PUT, GET], "implied", "timing", "User message appended to the run history",
       "Two text PUTs to the same idle run at the same time both answer 200, but one message is lost.", "lost update")
def _(t):
    run = t.worker.start(DESK, "First")
    messages = [f"Message {n}" for n in range(4)]
    replies = at_once(*[lambda m=m: t.worker.say(DESK, m, run) for m in messages])
    said = t.worker.said(DESK, run)
    for message, reply in zip(messages, replies):
        expect(reply.status != 200 or message in said, f"{message} is lost")


# Reading the history

@fault("get-history-wrapped", GET, "stated", "sequence", "JSON array of messages, each with role and content, in conversation order.",
       "The GET answers with an object that has the messages in it, not with an array.", "array wrapped in an object")
def _(t):
    run = t.worker.start(DESK)
    expect(isinstance(t.worker.history(DESK, run), list), "the history is no array")


@fault("get-history-reversed", GET, "stated", "sequence", "JSON array of messages, each with role and content, in conversation order.",
       "The GET lists the newest message first.", "wrong order")
def _(t):
    run = t.worker.start(DESK, "First")
    t.worker.say(DESK, "Second", run).must(200)
    equal(t.worker.said(DESK, run), ["First", "Second"], "what the user has said")


@fault("get-roles-swapped", GET, "implied", "sequence", "role (values seen: user, assistant)",
       "The GET gives the user's messages the role assistant, and the other way round.", "value inverted")
def _(t):
    run = t.worker.start(DESK, "First")
    equal(t.worker.said(DESK, run, "user")[:1], ["First"], "what the user has said")


@fault("get-content-parts", GET, "stated", "sequence", "role (values seen: user, assistant), content (string)",
       "The GET gives the content of each message as an array of parts, not as a string.", "field of the wrong type")
def _(t):
    run = t.worker.start(DESK)
    expect(all(isinstance(m["content"], str) for m in t.worker.history(DESK, run)), "a content is no string")


@fault("get-last-message-missing", GET, "implied", "sequence", "JSON array of messages, each with role and content, in conversation order.",
       "The GET leaves out the last message of the run.", "list shortened")
def _(t):
    run = t.worker.start(DESK)
    equal(t.worker.history(DESK, run)[-1]["role"], "assistant", "the role of the last message")


@fault("get-content-cut", GET, "stated", "sequence", "a run ID that preserves the full history (user messages, agent responses, MCP server calls)",
       "The GET cuts each content after 60 characters.", "text truncated")
def _(t):
    message = "Tell me about this list: " + "a rope, " * 20 + "an anchor"
    run = t.worker.start(DESK, message)
    equal(t.worker.said(DESK, run), [message], "what the user has said")


@fault("get-content-html-escaped", GET, "implied", "sequence", "role (values seen: user, assistant), content (string)",
       "The GET gives each content escaped for HTML: & comes back as &amp;.", "text escaped")
def _(t):
    message = 'Is 3 < 4 & "5" > 2?'
    run = t.worker.start(DESK, message)
    equal(t.worker.said(DESK, run), [message], "what the user has said")


@fault("get-history-as-html", GET, "implied", "sequence", "JSON array of messages, each with role and content, in conversation order.",
       "The GET sends its JSON with the content type text/html.", "wrong content type")
def _(t):
    run = t.worker.start(DESK)
    kind = t.worker.look(DESK, run).must(200).headers["content-type"]
    expect("json" in kind, f"the content type is {kind}")


# Background jobs

@fault("put-accepted-during-job", PUT, "stated", "timing", "When a job is running, PUT returns 409.",
       "The text PUT is taken while a background job runs.", "busy check missing")
def _(t):
    run = job_run(t)
    t.worker.say(ENGINE, "Done?", run).must(409)


@fault("ndjson-put-accepted-during-job", ND_PUT, "stated", "timing", "When a job is running, PUT returns 409.",
       "The NDJSON PUT is taken while a background job runs.", "busy check missing")
def _(t):
    run = job_run(t)
    t.worker.say(ENGINE, "Done?", run, ndjson=True).must(409)


@fault("ndjson-put-job-423", ND_PUT, "stated", "timing", "Rejected with status 409; message not added",
       "The NDJSON PUT answers 423 while a background job runs.", "another error status")
def _(t):
    run = job_run(t)
    t.worker.say(ENGINE, "Done?", run, ndjson=True).must(409)


@fault("put-409-keeps-message", [PUT, GET], "stated", "timing", "Rejected with status 409; message not added",
       "A text PUT during a background job answers 409, but its message is in the history.", "refused, but done")
def _(t):
    run = job_run(t)
    t.worker.say(ENGINE, "Are you done?", run).must(409)
    expect("Are you done?" not in t.worker.said(ENGINE, run), "the refused message is in the history")


@fault("get-job-header-missing", GET, "stated", "timing", "Header x-service-job-id is present while a background job runs and absent otherwise",
       "The GET never sends x-service-job-id.", "header dropped")
def _(t):
    run = job_run(t)
    expect(t.worker.look(ENGINE, run).must(200).job_id, "x-service-job-id is missing while the job runs")


@fault("job-header-sticks", GET, "stated", "timing", "GET no longer returns x-service-job-id; a PUT with any message value may resume",
       "The GET goes on sending x-service-job-id after the job has finished.", "state sticks")
def _(t):
    t.worker.until_idle(ENGINE, job_run(t))


@fault("failed-job-sticks", [GET, PUT, ND_PUT], "stated", "timing", "job finishes, successfully or with an error",
       "A job that ends with an error stays running for ever.", "state sticks")
def _(t):
    t.worker.until_idle(ENGINE, job_run(t, BAD_JOB))


@fault("resume-needs-keyword", [PUT, ND_PUT], "stated", "timing", "then sends a PUT with any message value.",
       "After a background job, a PUT is answered with 409 unless its message is continue.", "condition wrong")
def _(t):
    run = job_run(t)
    t.worker.until_idle(ENGINE, run)
    t.worker.say(ENGINE, "How many tonnes was it?", run).must(200)


@fault("post-blocked-by-job", POST, "stated", "timing", "A POST is always allowed, also while a job is running.",
       "A text POST answers 409 while a background job of the caller runs.", "state kept for the user, not the run")
def _(t):
    job_run(t)
    t.worker.say(DESK, "Ahoy!").must(200)


@fault("ndjson-post-blocked-by-job", ND_POST, "stated", "timing", "A POST is always allowed, also while a job is running.",
       "An NDJSON POST answers 503 while a background job of the caller runs.", "state kept for the user, not the run")
def _(t):
    job_run(t)
    t.worker.say(ENGINE, "Ahoy!", ndjson=True).must(200)


@fault("put-409-on-other-run", [PUT, ND_PUT], "stated", "timing", "| idle | PUT with run_id | none | idle |",
       "A PUT to an idle run answers 409 while a background job runs for another run of the caller.", "state kept for the user, not the run")
def _(t):
    idle = t.worker.start(DESK)
    job_run(t)
    t.worker.say(DESK, "Still there?", idle).must(200)


@fault("job-header-on-idle-run", GET, "stated", "timing", "Header x-service-job-id is present while a background job runs and absent otherwise",
       "The GET of an idle run sends x-service-job-id while a job runs for another run of the caller.", "state kept for the user, not the run")
def _(t):
    job_run(t)
    idle = t.worker.start(ENGINE)
    expect(t.worker.look(ENGINE, idle).must(200).job_id is None, "an idle run has x-service-job-id")


@fault("post-kills-old-job", [POST, GET], "stated", "timing", "| job running | POST to start a new interaction | none | job running (old run), new run idle |",
       "A text POST ends the background job that runs for the caller's latest run of the worker.", "side effect on another record")
def _(t):
    run = job_run(t)
    t.worker.start(ENGINE)
    expect(t.worker.look(ENGINE, run).must(200).job_id, "the job of the old run is gone")


@fault("get-during-job-409", GET, "stated", "timing", "| job running | GET {agents_url}/{agent_id}/{run_id} | none | job running | Response includes x-service-job-id |",
       "The GET answers 409 while a background job runs.", "condition too wide")
def _(t):
    run = job_run(t)
    t.worker.look(ENGINE, run).must(200)


# Streams

@fault("text-shows-tool-call", POST, "stated", "request", "Streamed text with only the worker's user-facing output (no tool calls or debug data).",
       "The text stream of a POST begins with a line that shows the tool call and its arguments.", "debug data shown")
def _(t):
    text = t.worker.say(DESK, TOOL["message"]).must(200).text
    expect(TOOL["name"] not in text, "the text names the tool: " + text)


@fault("put-text-shows-tool-output", PUT, "stated", "sequence", "Streamed text with only the worker's user-facing output (no tool calls or debug data).",
       "The text stream of a PUT begins with the raw answer of the tool.", "debug data shown")
def _(t):
    run = t.worker.start(DESK)
    text = t.worker.say(DESK, TOOL["message"], run).must(200).text
    expect(TOOL["output"] not in text, "the text has the raw output of the tool: " + text)


@fault("ndjson-without-tool-signals", ND_POST, "stated", "request", "NDJSON stream with the worker's output plus out-of-band signals such as tool calls and their responses",
       "The NDJSON stream of a POST says nothing about the tool that the worker calls.", "signal missing")
def _(t):
    stream = t.worker.say(DESK, TOOL["message"], ndjson=True).must(200)
    stream.lines()
    expect(TOOL["name"] in stream.text, "the stream does not name the tool")


@fault("ndjson-put-without-tool-response", ND_PUT, "stated", "sequence", "NDJSON streams carry out-of-band signals such as tool calls and their responses.",
       "The NDJSON stream of a PUT shows the tool call, but not what the tool answered.", "signal missing")
def _(t):
    run = t.worker.start(DESK)
    stream = t.worker.say(DESK, TOOL["message"], run, ndjson=True).must(200)
    expect(TOOL["output"] in stream.text, "the stream does not have the answer of the tool")


@fault("ndjson-pretty-printed", ND_POST, "stated", "request", "NDJSON stream with the worker's output plus out-of-band signals such as tool calls and their responses",
       "The NDJSON POST writes each object indented over several lines.", "wrong framing")
def _(t):
    t.worker.say(DESK, "Ahoy!", ndjson=True).must(200).lines()


@fault("ndjson-put-sse-framing", ND_PUT, "stated", "sequence", "| PUT | {agents_url}/ndjson/{agent_id}/{run_id} | as the text PUT | NDJSON stream as above |",
       "The NDJSON PUT writes its lines as server-sent events, with data: before each.", "wrong framing")
def _(t):
    run = t.worker.start(DESK)
    t.worker.say(DESK, "Again", run, ndjson=True).must(200).lines()


@fault("put-stream-aborted", PUT, "implied", "sequence", "| PUT | {agents_url}/{agent_id}/{run_id} | JSON body with message (string) | Streamed text as above.",
       "The text stream of a PUT breaks off before its last chunk: the connection is closed without an end of the body.", "answer cut off")
def _(t):
    run = t.worker.start(DESK)
    t.worker.say(DESK, "Tell me more about the ferries", run).must(200)


@fault("post-stream-breaks-umlauts", POST, "implied", "request", "Streamed text with only the worker's user-facing output (no tool calls or debug data).",
       "The text stream of a POST cuts chunks within characters of several bytes and replaces the halves with U+FFFD.", "text in the wrong encoding")
def _(t):
    text = t.worker.say(DESK, "äöüßäöüß 日本語日本語 ⚓⚓⚓").must(200).text
    expect("\ufffd" not in text, "the stream has replacement characters: " + text)


# Credentials and other people's things

@fault("get-history-without-key", GET, "stated", "sequence", "Workers API: every request carries the header Authorization: Bearer <API_KEY>.",
       "The GET gives the history of any run to a caller without an API key.", "credential not checked")
def _(t):
    run = t.worker.start(DESK)
    expect(t.keyless_worker.look(DESK, run).status != 200, "the history is given without a key")


@fault("post-accepts-any-key", POST, "stated", "request", "Each call must carry an API key (see Authentication).",
       "The text POST takes any bearer token as an API key.", "credential not checked")
def _(t):
    expect(t.worker_with("no-key-at-all").say(DESK, "Ahoy!").status != 200, "any token is taken as a key")


@fault("post-key-prefix-compared", POST, "implied", "request", "Each call must carry an API key (see Authentication).",
       "The text POST compares only as many characters of the API key as the real key has, so that a key with more behind it is taken.", "key compared by prefix")
def _(t):
    expect(t.worker_with(t.worker.token + "x").say(DESK, "Ahoy!").status != 200, "a key with a letter more is taken")


@fault("get-run-of-other-user", GET, "implied", "sequence", "call a deployed worker over HTTP and keep a persistent conversation with it",
       "The GET gives the history of a run to the API key of another user.", "other user's record read")
def _(t):
    run = t.worker.start(DESK, "My secret")
    expect(t.bobs_worker.look(DESK, run).status != 200, "another user reads the run")


@fault("put-run-of-other-user", [PUT, ND_PUT], "implied", "sequence", "A PUT with a run ID adds a user message to that run and keeps its history.",
       "A PUT with the API key of another user adds a message to the run.", "ownership not checked on a write")
def _(t):
    run = t.worker.start(DESK)
    t.bobs_worker.say(DESK, "I am here, too", run)
    expect("I am here, too" not in t.worker.said(DESK, run), "another user has written into the run")


@fault("post-private-agent-of-other", [POST, ND_POST], "implied", "request", "visibility (private or public)",
       "A POST talks to the private worker of another user.", "visibility not checked")
def _(t):
    expect(t.worker.say(FIXTURES["privateAgentId"], "Ahoy!").status != 200, "the private worker answers")


@fault("post-unknown-agent-ok", [POST, ND_POST], "implied", "request", "The worker is addressed by agent_id (GUID).",
       "A POST to a worker that does not exist is answered by a general assistant.", "unknown thing answered")
def _(t):
    expect(t.worker.say(unknown_id(), "Ahoy!").status != 200, "a worker that does not exist answers")


@fault("post-bad-json-500", POST, "implied", "request", "JSON body with message (string)",
       "The text POST answers 500 to a body that is no JSON.", "500 on bad input")
def _(t):
    status = t.worker.post(f"/{DESK}", raw=b'{"message": ').status
    expect(400 <= status < 500, f"the status is {status}")


@fault("ndjson-run-not-in-agent-runs", [ND_POST, "GET /me/agent-runs"], "implied", "sequence", "200 AgentRunViewListResponse",
       "Runs that an NDJSON POST has started are missing in the list of runs.", "records of one kind hidden")
def _(t):
    run = t.worker.start(DESK, ndjson=True)
    time.sleep(0.1)
    runs = [r["runId"] for r in t.alice.get("/me/agent-runs").ok()["content"]]
    expect(run in runs, "the run is not listed")

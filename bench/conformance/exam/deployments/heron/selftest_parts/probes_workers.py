"""Faults of the Workers API."""

import time

from .client import Misbehaves, expect, expect_status, parallel
from .registry import fault

POST, PUT = "POST ~/{agent_id}", "PUT ~/{agent_id}/{run_id}"
NPOST, NPUT = "POST ~/ndjson/{agent_id}", "PUT ~/ndjson/{agent_id}/{run_id}"
GET = "GET ~/{agent_id}/{run_id}"

EVERY_POST = "A POST starts a new interaction with a clear context; every POST returns a new run ID in X-Service-Run-ID."
ONLY_OUTPUT = "Streamed text with only the worker's user-facing output (no tool calls or debug data). Header X-Service-Run-ID holds the run ID"
PUT_ADDS = "A PUT with a run ID adds a user message to that run and keeps its history."
PUT_409 = "When a job is running, PUT returns 409. The client polls GET until x-service-job-id is absent, then sends a PUT with any message value."
HISTORY = ("JSON array of messages, each with role and content, in conversation order. Header x-service-job-id is present while a "
           "background job runs and absent otherwise")
EACH_CALL = "Each call must carry an API key (see Authentication)."
PRESERVES = ("Each conversation has a run ID that preserves the full history (user messages, agent responses, MCP server calls), "
             "with no external database needed.")
SIGNALS = "NDJSON stream with the worker's output plus out-of-band signals such as tool calls and their responses"


# ------------------------------------------------------------------ the run ID

@fault("post-without-run-id", POST, "stated", "request", ONLY_OUTPUT, "The text POST sends no header X-Service-Run-ID.")
def _(d):
    expect(expect_status(d.talk("hello"), 201).header("x-service-run-id"), "no run ID")


@fault("post-run-id-unknown", [POST, GET], "stated", "sequence", "Returned in header X-Service-Run-ID; identifies the conversation context (initial message, tool calls, responses)",
       "The run ID in the header of the text POST is another one than the one under which the run is kept: GET and PUT with it answer 404.")
def _(d):
    run = d.started("hello")
    expect(d.look(run).status == 200, "the run of the header is not known")


@fault("post-resumes-last-run", POST, "stated", "sequence", EVERY_POST,
       "The text POST goes on with the caller's last idle run of this worker, and returns its run ID again.")
def _(d):
    expect(d.started("one") != d.started("two"), "the same run ID twice")


@fault("post-keeps-old-context", POST, "stated", "sequence", EVERY_POST,
       "A run that a text POST starts begins with all messages of the caller's previous run of the worker.")
def _(d):
    d.started("the owl is grey")
    run = d.started("what is grey?")
    expect("the owl is grey" not in d.said(run), "the new run has messages of the old one")


@fault("parallel-posts-share-run-id", POST, "stated", "timing", EVERY_POST,
       "The run ID is made of the time, so that POSTs that come within the same moment (0.4 s) get the same run ID.")
def _(d):
    runs = parallel(*[lambda i=i: d.started(f"hello {i}") for i in range(6)])
    expect(len(set(runs)) == 6, "a run ID was given twice")


@fault("parallel-posts-mix-messages", [POST, GET], "implied", "timing", EVERY_POST,
       "The message waits in a variable that all requests share: when several POSTs come at the same time, runs get the message of another one.")
def _(d):
    words = [f"I am number {i}" for i in range(5)]
    runs = parallel(*[lambda w=w: d.started(w) for w in words])
    for word, run in zip(words, runs):
        expect(d.said(run) == [word], f"the run of {word!r} has {d.said(run)}")


@fault("put-run-id-misnamed", PUT, "stated", "sequence", "Streamed text as above. Header X-Service-Run-ID is sent again. 409 while a background job runs",
       "The text PUT sends the run ID as X-Run-ID; X-Service-Run-ID is missing.")
def _(d):
    run = d.started("hello")
    expect(expect_status(d.say(run, "and?"), 202).header("x-service-run-id"), "no run ID")


@fault("put-new-run-id", PUT, "stated", "sequence", "User message appended to the run history; header X-Service-Run-ID returned",
       "The text PUT sends a run ID that was newly made, not the one of the run.")
def _(d):
    run = d.started("hello")
    expect(d.say(run, "and?").header("x-service-run-id") == run, "another run ID")


# ------------------------------------------------------------------ the streams

@fault("text-shows-tool-calls", POST, "stated", "request", ONLY_OUTPUT,
       "When the worker calls a tool, the text stream of POST has the call and the tool's raw answer among its words.")
def _(d):
    fixture = d.fixtures["toolCallMessage"]
    text = expect_status(d.talk(fixture["message"]), 201).text
    expect(fixture["output"] not in text and fixture["name"] not in text, "the tool shows")


@fault("text-as-sse", POST, "stated", "request", ONLY_OUTPUT,
       "The text stream of POST is framed as server-sent events: each piece stands behind 'data: ' and before an empty line.")
def _(d):
    expect("data: " not in expect_status(d.talk(d.fixtures["message"]), 201).text, "server-sent events")


@fault("text-stream-garbled", POST, "implied", "request", ONLY_OUTPUT,
       "The text stream of POST is cut into pieces of ten bytes, each of which is decoded by itself: a letter that is not ASCII and lies on a cut comes as U+FFFD.")
def _(d):
    expect("\ufffd" not in expect_status(d.talk("grød og grønne æbler på øen"), 201).text, "replacement characters")


@fault("text-stream-breaks-off", POST, "implied", "request", ONLY_OUTPUT,
       "When the worker has more than 60 characters to say, the connection is dropped in the middle of the text stream of POST: the last chunk never comes.")
def _(d):
    response = d.talk("word " * 60)
    expect(response.broken is None, "the stream broke off")


@fault("post-malformed-json-500", POST, "implied", "request", "JSON body with message (string)",
       "A POST whose body is no JSON is answered with 500.")
def _(d):
    expect(d.agents("POST", "/" + d.talker, raw="{\"message\": ").status < 500, "an internal error")


@fault("ndjson-printed-prettily", NPOST, "stated", "request", SIGNALS,
       "The lines of tool calls are printed over several lines, so that the single lines are no JSON.")
def _(d):
    expect_status(d.talk(d.fixtures["toolCallMessage"]["message"], ndjson=True), 201).lines()


@fault("ndjson-without-tool-response", NPOST, "stated", "request", "NDJSON streams carry out-of-band signals such as tool calls and their responses.",
       "The NDJSON stream of POST has the tool call, but not the tool's response.")
def _(d):
    fixture = d.fixtures["toolCallMessage"]
    text = expect_status(d.talk(fixture["message"], ndjson=True), 201).text
    expect(fixture["name"] in text, "the tool call is missing")
    expect(fixture["output"] in text, "the tool response is missing")


@fault("ndjson-without-words", NPOST, "stated", "request", SIGNALS,
       "The NDJSON stream of POST has the signals, but none of the worker's words.")
def _(d):
    lines = expect_status(d.talk("hello", ndjson=True), 201).lines()
    expect(any(line[0] == "utter" for line in lines), "the worker says nothing")


# ------------------------------------------------------------------ PUT and the history

@fault("put-forgets-history", [PUT, GET], "stated", "sequence", PUT_ADDS,
       "The text PUT empties the history of the run before it adds the new message.")
def _(d):
    run = d.started("first")
    d.say(run, "second")
    expect("first" in d.said(run), "the first message is gone")


@fault("ndjson-put-drops-user-message", [NPUT, GET], "stated", "sequence", PUT_ADDS,
       "After an NDJSON PUT the history has the worker's answer, but not the user's message.")
def _(d):
    run = d.started("first")
    d.say(run, "second", ndjson=True)
    expect("second" in d.said(run), "the second message is missing")


@fault("parallel-puts-lose-one", [PUT, GET], "implied", "timing", PUT_ADDS,
       "Two PUTs to the same run at the same time are both accepted, but the history is written back as one of them had read it: the message of the other is lost.")
def _(d):
    run = d.started("first")
    answers = parallel(lambda: d.say(run, "left"), lambda: d.say(run, "right"))
    accepted = [w for w, a in zip(("left", "right"), answers) if a.status < 300]
    said = d.said(run)
    expect(all(w in said for w in accepted), f"{accepted} were accepted, {said} is there")


@fault("history-newest-first", GET, "stated", "sequence", HISTORY, "GET gives the messages of a run newest first.")
def _(d):
    run = d.started("first")
    d.say(run, "second")
    expect(d.said(run) == ["first", "second"], "another order")


@fault("history-wrapped", GET, "stated", "sequence", HISTORY, "GET gives an object with the messages in it instead of the array.")
def _(d):
    d.history(d.started("hello"))


@fault("history-content-in-parts", GET, "stated", "sequence", "role (values seen: user, assistant), content (string)",
       "In GET the content of a message is an array of parts instead of a string.")
def _(d):
    expect(all(isinstance(m["content"], str) for m in d.history(d.started("hello"))), "content is no string")


@fault("history-without-first", GET, "stated", "sequence", PRESERVES,
       "GET leaves out the first message of the run, as if it were a system prompt.")
def _(d):
    expect("hello" in d.said(d.started("hello")), "the first message is missing")


@fault("history-roles-swapped", GET, "implied", "sequence", "role (values seen: user, assistant), content (string)",
       "In GET the user's messages have the role assistant, and the worker's have the role user.")
def _(d):
    run = d.started("hello")
    expect([m["role"] for m in d.history(run) if m["content"] == "hello"] == ["user"], "another role")


@fault("history-ascii", [POST, PUT, GET], "implied", "sequence", PRESERVES,
       "Each character of a message that is not ASCII is kept as a question mark.")
def _(d):
    run = d.started("grød – ひ 🐦")
    expect(d.said(run) == ["grød – ひ 🐦"], "another text")


@fault("history-html-escaped", [POST, PUT, GET], "implied", "sequence", PRESERVES,
       "Messages are kept escaped for HTML: GET gives &lt; for < and &amp; for &.")
def _(d):
    run = d.started("a < b && b > c")
    expect(d.said(run) == ["a < b && b > c"], "another text")


@fault("history-cut-256", [POST, PUT, GET], "implied", "sequence", PRESERVES,
       "Of a message longer than 256 characters only the first 256 are kept in the history.")
def _(d):
    long = "0123456789" * 50
    expect(d.said(d.started(long)) == [long], "another text")


# ------------------------------------------------------------------ background jobs

@fault("post-409-during-job", POST, "stated", "sequence", "A POST is always allowed, also while a job is running.",
       "While a job of the caller runs at the worker, a text POST is refused with 409.")
def _(d):
    d.dive()
    expect_status(d.talk("hello", d.diver), 201)


@fault("new-run-inherits-job", [POST, GET], "stated", "sequence", "job running (old run), new run idle",
       "A run that a text POST starts while a job runs has that job too: its GET sends x-service-job-id, its PUT is refused.")
def _(d):
    d.dive()
    run = d.started("hello", d.diver)
    expect(d.look(run, d.diver).header("x-service-job-id") is None, "the new run is not idle")


@fault("put-during-job", PUT, "stated", "sequence", PUT_409, "The text PUT is accepted while a job runs.")
def _(d):
    run = d.dive()
    expect_status(d.say(run, "already?", d.diver), 409)


@fault("ndjson-put-during-job", NPUT, "stated", "sequence", PUT_409, "The NDJSON PUT is accepted while a job runs.")
def _(d):
    run = d.dive()
    expect_status(d.say(run, "already?", d.diver, ndjson=True), 409)


@fault("put-during-job-423", PUT, "stated", "sequence", PUT_409, "While a job runs the text PUT answers 423 instead of 409.")
def _(d):
    run = d.dive()
    expect_status(d.say(run, "already?", d.diver), 409)


@fault("put-refused-but-kept", [PUT, GET], "stated", "sequence", "Rejected with status 409; message not added",
       "A text PUT during a job is refused with 409, but its message is added to the history all the same.")
def _(d):
    run = d.dive()
    expect_status(d.say(run, "already?", d.diver), 409)
    expect("already?" not in d.said(run, agent=d.diver), "the refused message is kept")


@fault("job-blocks-other-runs", PUT, "stated", "sequence", "A PUT with a run ID adds a user message to that run and keeps its history.",
       "A running job blocks not only its own run: a text PUT to any other run of the same worker answers 409.")
def _(d):
    idle = d.started("hello", d.diver)
    d.dive()
    expect_status(d.say(idle, "and?", d.diver), 202)


@fault("failed-job-blocks-forever", [PUT, NPUT], "stated", "timing",
       "GET no longer returns x-service-job-id; a PUT with any message value may resume",
       "After a job that ended with an error, GET no longer sends x-service-job-id, but every PUT still answers 409.")
def _(d):
    run = d.dive(failing=True)
    d.wait_for_job(run)
    expect_status(d.say(run, "well?", d.diver), 202)


@fault("job-header-stays", GET, "stated", "timing", "GET no longer returns x-service-job-id; a PUT with any message value may resume",
       "GET sends x-service-job-id for ever once a run has had a job, also when it is long over and PUT is accepted again.")
def _(d):
    run = d.dive()
    for _ in range(8):
        time.sleep(0.4)
        if d.say(run, "well?", d.diver).status == 202:
            expect(d.look(run, d.diver).header("x-service-job-id") is None, "PUT is accepted, and a job is said to run")
            return
    raise Misbehaves("the job does not end")


@fault("job-header-missing", GET, "stated", "sequence", "Response includes x-service-job-id", "GET never sends x-service-job-id, also not while a job runs.")
def _(d):
    expect(d.look(d.dive(), d.diver).header("x-service-job-id"), "no job header")


@fault("job-header-always", GET, "stated", "sequence", HISTORY, "GET of an idle run sends x-service-job-id with the value none.")
def _(d):
    expect(d.look(d.started("hello")).header("x-service-job-id") is None, "a job header of an idle run")


@fault("job-of-ndjson-has-no-header", [NPOST, GET], "stated", "sequence", "header x-service-job-id on GET signals a running job; its absence signals completion.",
       "When the job was started by an NDJSON POST, GET sends no x-service-job-id while it runs.")
def _(d):
    expect(d.look(d.dive(ndjson=True), d.diver).header("x-service-job-id"), "no job header")


@fault("run-read-500-during-job", GET, "stated", "sequence", PUT_409, "While a job runs, GET answers 500.")
def _(d):
    expect_status(d.look(d.dive(), d.diver), 200)


@fault("resume-with-empty-refused", PUT, "stated", "timing", PUT_409,
       "After a job the text PUT refuses the empty message with 422, though any value may resume the run.")
def _(d):
    run = d.dive()
    d.wait_for_job(run)
    expect_status(d.say(run, "", d.diver), 202)


# ------------------------------------------------------------------ who may

@fault("ndjson-post-without-key", NPOST, "stated", "request", EACH_CALL, "The NDJSON POST works without the header Authorization.")
def _(d):
    response = d.agents("POST", "/ndjson/" + d.talker, None, {"message": "hello"})
    expect(response.status in (401, 403), "no key was needed")


@fault("run-read-any-key", GET, "stated", "sequence", "every request carries the header Authorization: Bearer <API_KEY>. An API key is created through POST /me/api-keys (or the API keys page of the dashboard).",
       "GET takes any text as API key, and gives whatever run is asked for.")
def _(d):
    run = d.started("hello")
    response = d.agents("GET", f"/{d.talker}/{run}", None, token="this-is-no-key")
    expect(response.status in (401, 403, 404), "an invented key reads the run")


@fault("run-read-other-user", GET, "implied", "sequence", EACH_CALL, "With the API key of any user GET gives the runs of all users.")
def _(d):
    run = d.started("a secret")
    expect(d.look(run, who="otherApiKey").status in (401, 403, 404), "another user reads the run")


@fault("put-into-others-run", PUT, "implied", "sequence", EACH_CALL,
       "With the API key of any user the text PUT speaks in the runs of all users.")
def _(d):
    run = d.started("a secret")
    expect(d.say(run, "I too", who="otherApiKey").status in (401, 403, 404), "another user speaks in the run")


@fault("private-worker-open", POST, "implied", "request", "visibility (private or public)",
       "Everybody with an API key can talk to another user's private worker by text POST.")
def _(d):
    expect(d.talk("hello", d.fixtures["privateAgentId"]).status in (401, 403, 404), "the private worker answers")

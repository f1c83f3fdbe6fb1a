"""Probes for the faults of the Workers API."""

import json
import time

from .harness import expect, probe, random_id

START = "POST {agents_url}/{agent_id}"
CONTINUE = "PUT {agents_url}/{agent_id}/{run_id}"
START_NDJSON = "POST {agents_url}/ndjson/{agent_id}"
CONTINUE_NDJSON = "PUT {agents_url}/ndjson/{agent_id}/{run_id}"
HISTORY = "GET {agents_url}/{agent_id}/{run_id}"
ALL = (START, CONTINUE, START_NDJSON, CONTINUE_NDJSON, HISTORY)


# --- Run IDs ---------------------------------------------------------------------------------------------------------

@probe("start-run-id-missing", START, basis="stated", needs="request", like="header dropped",
       words="Header X-Service-Run-ID holds the run ID",
       what="The answer to a text POST has no header X-Service-Run-ID.")
def _(c):
    expect(c.start().has(200).header("x-service-run-id"))


@probe("ndjson-start-run-id-missing", START_NDJSON, basis="stated", needs="request", like="header dropped",
       words="Response carries header X-Service-Run-ID; context starts clear",
       what="The answer to an NDJSON POST has no header X-Service-Run-ID.")
def _(c):
    expect(c.start(ndjson=True).has(200).header("x-service-run-id"))


@probe("continue-run-id-missing", CONTINUE, basis="stated", needs="sequence", like="header dropped",
       words="Streamed text as above. Header X-Service-Run-ID is sent again. 409 while a background job runs",
       what="The answer to a text PUT has no header X-Service-Run-ID.")
def _(c):
    expect(c.go_on(c.new_run()).has(200).header("x-service-run-id"))


@probe("ndjson-continue-run-id-renamed", CONTINUE_NDJSON, basis="stated", needs="sequence", like="header misnamed",
       words="User message appended to the run history; header X-Service-Run-ID returned",
       what="The NDJSON PUT sends the run ID in a header X-Run-ID instead of X-Service-Run-ID.")
def _(c):
    run = c.new_run()
    expect(c.go_on(run, ndjson=True).has(200).header("x-service-run-id") == run)


@probe("start-run-id-reused", START, basis="stated", needs="sequence", like="create answers an existing record",
       words="A POST starts a new interaction with a clear context; every POST returns a new run ID in X-Service-Run-ID.",
       what="A text POST of a user who already has a run of the worker continues that run and returns its ID.")
def _(c):
    expect(c.new_run() != c.new_run())


@probe("parallel-start-same-run", START, START_NDJSON, basis="stated", needs="timing", like="identifiers collide",
       words="every POST returns a new run ID in X-Service-Run-ID",
       what="The run ID is made of user, worker and the second: two POSTs in one second share a run.")
def _(c):
    for _ in range(2):
        runs = c.together(*[c.new_run] * 3)
        expect(len(set(runs)) == 3)


@probe("continue-forks", CONTINUE, basis="stated", needs="sequence", like="update makes a new record",
       words="A PUT with a run ID adds a user message to that run and keeps its history.",
       what="A text PUT copies the run to a new one and goes on there: another run ID comes back, the old run stays "
            "as it was.")
def _(c):
    run = c.new_run()
    expect(c.go_on(run, "more").has(200).header("x-service-run-id") == run)
    expect(len(c.history(run)) == 4)


# --- Context and history ---------------------------------------------------------------------------------------------

@probe("start-context-leaks", START, START_NDJSON, basis="stated", needs="sequence", like="context kept too long",
       words="A POST starts a new interaction with a clear context",
       what="A new run begins with all messages of the user's last run of this worker.")
def _(c):
    c.new_run("The password of the day is heliotrope")
    reply = c.start("What do you know?").has(200)
    expect("heliotrope" not in reply.text)
    expect(len(c.history(reply.header("x-service-run-id"))) == 2)


@probe("continue-history-lost", CONTINUE, basis="stated", needs="sequence", like="history lost on update",
       words="A PUT with a run ID adds a user message to that run and keeps its history.",
       what="A text PUT drops all messages before it.")
def _(c):
    run = c.new_run("First")
    c.go_on(run, "Second").has(200)
    expect([message["content"] for message in c.history(run)][0] == "First")


@probe("continue-user-message-lost", CONTINUE, CONTINUE_NDJSON, basis="stated", needs="sequence",
       like="part of the turn not stored", words="User message appended to the run history",
       what="A PUT stores only the worker's reply in the history, not the user's message.")
def _(c):
    run = c.new_run()
    c.go_on(run, "Remember me").has(200)
    expect("Remember me" in [message["content"] for message in c.history(run)])


@probe("ndjson-continue-unsaved", CONTINUE_NDJSON, basis="stated", needs="sequence",
       like="part of the turn not stored", words="A PUT with a run ID adds a user message to that run",
       what="An NDJSON PUT answers, but nothing of the turn is stored in the history.")
def _(c):
    run = c.new_run()
    c.go_on(run, "Remember me", ndjson=True).has(200)
    expect(len(c.history(run)) == 4)


@probe("history-newest-first", HISTORY, basis="stated", needs="sequence", like="order wrong",
       words="JSON array of messages, each with role and content, in conversation order.",
       what="GET of a run gives the messages from the newest to the oldest.")
def _(c):
    run = c.new_run("First")
    c.go_on(run, "Second").has(200)
    said = [message["content"] for message in c.history(run)]
    expect(said.index("First") < said.index("Second"))


@probe("history-last-ten", HISTORY, basis="stated", needs="sequence", like="list incomplete",
       words="Each conversation has a run ID that preserves the full history",
       what="GET of a run gives only the last ten messages.")
def _(c):
    run = c.new_run("First")
    for _ in range(5):
        c.go_on(run).has(200)
    expect(c.history(run)[0]["content"] == "First")


@probe("history-wrapped", HISTORY, basis="stated", needs="sequence", like="array wrapped in an object",
       words="JSON array of messages, each with role and content",
       what="GET of a run gives an object with a list of messages instead of the array.")
def _(c):
    expect(isinstance(c.history_reply(c.new_run()).has(200).json, list))


@probe("history-content-parts", HISTORY, basis="stated", needs="sequence", like="wrong type",
       words="role (values seen: user, assistant), content (string)",
       what="The content of messages is a list of parts instead of a string.")
def _(c):
    expect(all(isinstance(message["content"], str) for message in c.history(c.new_run())))


@probe("history-stale", HISTORY, basis="stated", needs="sequence", like="cache not refreshed",
       words="User message appended to the run history",
       what="The first answer to GET of a run is cached for ever: later turns never show.")
def _(c):
    run = c.new_run()
    c.history(run)
    c.go_on(run, "Later").has(200)
    expect("Later" in [message["content"] for message in c.history(run)])


@probe("reply-role-user", CONTINUE, CONTINUE_NDJSON, HISTORY, basis="implied", needs="sequence", like="wrong author",
       words="role (values seen: user, assistant), content (string)",
       what="The worker's reply to a PUT is stored with the role user.")
def _(c):
    run = c.new_run()
    c.go_on(run).has(200)
    expect([message["role"] for message in c.history(run)] == ["user", "assistant"] * 2)


@probe("start-message-truncated", *ALL, basis="implied", needs="sequence", like="text truncated",
       words="preserves the full history (user messages, agent responses, MCP server calls)",
       what="User messages are cut to 255 characters when they are stored.")
def _(c):
    message = "All hands on deck. " * 30
    expect(c.history(c.new_run(message))[0]["content"] == message)


@probe("start-message-latin1", *ALL, basis="implied", needs="sequence", like="wrong charset",
       words="preserves the full history (user messages, agent responses, MCP server calls)",
       what="User messages are stored as if their UTF-8 bytes were Latin-1: ü becomes Ã¼.")
def _(c):
    message = "Grüße aus Tromsø 🚢"
    expect(c.history(c.new_run(message))[0]["content"] == message)


@probe("start-message-escaped", *ALL, basis="implied", needs="sequence", like="escaped twice",
       words="preserves the full history (user messages, agent responses, MCP server calls)",
       what="User messages are HTML-escaped when they are stored: < becomes &lt;.")
def _(c):
    message = "if a < b && b > c: print('ok')"
    expect(c.history(c.new_run(message))[0]["content"] == message)


@probe("parallel-continue-lost", CONTINUE, CONTINUE_NDJSON, basis="implied", needs="timing", like="lost update",
       words="adds a user message to that run and keeps its history",
       what="Of several PUTs to one run at the same time only one turn stays in the history.")
def _(c):
    run = c.new_run()
    c.together(*[lambda n=n: c.go_on(run, f"part {n}").has(200) for n in range(3)])
    said = [message["content"] for message in c.history(run)]
    expect(all(f"part {n}" in said for n in range(3)))


# --- Who may -------------------------------------------------------------------------------------------------------

@probe("start-without-key", *ALL, basis="stated", needs="request", like="authentication forgotten",
       words="Workers API: every request carries the header Authorization: Bearer <API_KEY>.",
       what="Requests to the Workers API without an API key are served, as those of a default user.")
def _(c):
    c.start(who=None).has(401, 403)


@probe("key-prefix-match", *ALL, basis="stated", needs="request", like="credential compared in part",
       words="Each call must carry an API key (see Authentication).",
       what="Only the first twelve characters of an API key are compared.")
def _(c):
    key = c.keys["main"]
    c.start(who=key[:-6] + "000000").has(401, 403)


@probe("key-deleted-still-works", "DELETE {base_url}/me/api-keys/{api_key_id}", *ALL, basis="implied",
       needs="sequence", like="cache survives deletion or hiding",
       words="Each call must carry an API key (see Authentication).",
       what="An API key that was deleted goes on working at the Workers API.")
def _(c):
    key = c.post("/me/api-keys", {}).has(200).json
    c.start(who=key["secret_key"]).has(200)
    c.delete(f"/me/api-keys/{key['key_id']}").has(200)
    c.start(who=key["secret_key"]).has(401, 403)


@probe("unknown-worker-answers", *ALL, basis="implied", needs="request", like="fallback instead of 404",
       words="The worker is addressed by agent_id (GUID).",
       what="A request to an agent_id that does not exist is answered by another worker.")
def _(c):
    expect(c.start(agent=random_id()).status >= 400)


@probe("private-worker-open", *ALL, basis="implied", needs="request", like="visibility not checked",
       words="visibility (private or public)",
       what="The private worker of another user can be talked to.")
def _(c):
    expect(c.start(agent=c.fixtures["privateAgentId"]).status >= 400)


@probe("history-foreign-run", HISTORY, basis="implied", needs="sequence", like="read of another's record",
       words="Each call must carry an API key (see Authentication).",
       what="GET gives the messages of a run to anyone with an API key who knows its ID.")
def _(c):
    expect(c.history_reply(c.new_run(), who="other").status in (401, 403, 404))


@probe("continue-foreign-run", CONTINUE, CONTINUE_NDJSON, basis="implied", needs="sequence",
       like="write to another's record", words="Each call must carry an API key (see Authentication).",
       what="Anyone with an API key who knows its ID can go on with a run of another user.")
def _(c):
    run = c.new_run()
    expect(c.go_on(run, "Let me in", who="other").status in (401, 403, 404))


# --- Text streams ----------------------------------------------------------------------------------------------------

@probe("start-tool-trace-in-text", START, basis="stated", needs="request", like="debug data in the text",
       words="Streamed text with only the worker's user-facing output (no tool calls or debug data).",
       what="The text stream of a POST begins with a line about the tool that is called, with its name and input.")
def _(c):
    call = c.fixtures["toolCallMessage"]
    expect(call["name"] not in c.start(call["message"]).has(200).text)


@probe("continue-tool-output-in-text", CONTINUE, basis="stated", needs="sequence", like="debug data in the text",
       words="Streamed text with only the worker's user-facing output (no tool calls or debug data)",
       what="The text stream of a PUT ends with the raw answer of the tool that was called.")
def _(c):
    call = c.fixtures["toolCallMessage"]
    expect(call["output"] not in c.go_on(c.new_run(), call["message"]).has(200).text)


@probe("start-debug-line-in-text", START, basis="stated", needs="request", like="debug data in the text",
       words="Streamed text with only the worker's user-facing output (no tool calls or debug data)",
       what="The text stream of a POST ends with a line [debug] with run ID and token counts.")
def _(c):
    reply = c.start().has(200)
    expect("[debug]" not in reply.text)
    expect(c.history(reply.header("x-service-run-id"))[-1]["content"] == reply.text)


@probe("text-last-piece-lost", START, CONTINUE, basis="implied", needs="sequence", like="stream cut short",
       words="Streamed text with only the worker's user-facing output",
       what="The last piece of a text stream is never sent; the history has the whole reply.")
def _(c):
    reply = c.start().has(200)
    expect(c.history(reply.header("x-service-run-id"))[-1]["content"] == reply.text)


@probe("text-cut-inside-characters", START, CONTINUE, basis="implied", needs="sequence",
       like="characters cut in the stream", words="Streamed text with only the worker's user-facing output",
       what="Text streams are cut every seven bytes and each piece is decoded by itself: characters of several bytes "
            "become U+FFFD.")
def _(c):
    reply = c.start("Blåbærsyltetøy, Straßenbahn, 東京湾, 🚢🚢🚢").has(200)
    expect("\ufffd" not in reply.text)
    expect(c.history(reply.header("x-service-run-id"))[-1]["content"] == reply.text)


@probe("parallel-replies-mixed", START, CONTINUE, basis="implied", needs="timing", like="buffer shared by requests",
       words="Streamed text with only the worker's user-facing output",
       what="Text streams sent at the same time share one buffer: one caller gets the reply to another's message.")
def _(c):
    for _ in range(3):
        words = ("albatross", "barnacle", "cormorant")
        replies = c.together(*[lambda word=word: c.start(f"My bird is {word}").has(200).text for word in words])
        for word, text in zip(words, replies):
            expect(word in text and not any(other in text for other in words if other != word))


# --- NDJSON streams --------------------------------------------------------------------------------------------------

@probe("ndjson-tool-call-missing", START_NDJSON, CONTINUE_NDJSON, basis="stated", needs="request",
       like="out-of-band signals lost",
       words="NDJSON stream with the worker's output plus out-of-band signals such as tool calls and their responses",
       what="NDJSON streams have neither tool calls nor their responses.")
def _(c):
    call = c.fixtures["toolCallMessage"]
    expect(call["name"] in c.start(call["message"], ndjson=True).has(200).text)


@probe("ndjson-tool-result-missing", START_NDJSON, CONTINUE_NDJSON, basis="stated", needs="request",
       like="out-of-band signals lost",
       words="NDJSON streams carry out-of-band signals such as tool calls and their responses.",
       what="NDJSON streams have the tool calls, but not the responses of the tools.")
def _(c):
    call = c.fixtures["toolCallMessage"]
    expect(call["output"] in c.start(call["message"], ndjson=True).has(200).text)


@probe("ndjson-raw-newlines", START_NDJSON, CONTINUE_NDJSON, basis="stated", needs="request",
       like="NDJSON framing broken", words="NDJSON stream with the worker's output plus out-of-band signals",
       what="Line breaks in the worker's words are not escaped in NDJSON streams, so that the lines fall apart.")
def _(c):
    c.start("First line\nsecond line\nthird line", ndjson=True).has(200).lines


@probe("ndjson-sse-prefix", CONTINUE_NDJSON, basis="stated", needs="sequence", like="NDJSON framing broken",
       words="NDJSON stream as above",
       what="The NDJSON PUT sends server-sent events: each line begins with data: and an empty line follows.")
def _(c):
    c.go_on(c.new_run(), ndjson=True).has(200).lines


@probe("ndjson-without-newlines", START_NDJSON, CONTINUE_NDJSON, basis="stated", needs="request",
       like="NDJSON framing broken", words="NDJSON stream with the worker's output plus out-of-band signals",
       what="The objects of an NDJSON stream follow each other without line breaks.")
def _(c):
    expect(len(c.start(ndjson=True).has(200).lines) > 1)


@probe("ndjson-last-line-cut", START_NDJSON, CONTINUE_NDJSON, basis="stated", needs="request", like="stream cut short",
       words="NDJSON stream with the worker's output plus out-of-band signals",
       what="The last line of an NDJSON stream is cut off in the middle of its object.")
def _(c):
    for line in c.start(ndjson=True).has(200).text.splitlines():
        try:
            json.loads(line)
        except ValueError:
            expect(False, "a line is not JSON")


@probe("ndjson-run-unlisted", START_NDJSON, HISTORY, CONTINUE, CONTINUE_NDJSON, "GET {base_url}/me/agent-runs",
       "GET {base_url}/me/agent-runs/{run_id}", basis="implied", needs="sequence", like="owner not recorded",
       words="Returned in header X-Service-Run-ID; identifies the conversation context (initial message, tool calls, "
             "responses)",
       what="A run started through NDJSON belongs to no one: its starter can neither read nor continue it, and it "
            "is not in the list of runs.")
def _(c):
    run = c.new_run(ndjson=True)
    expect(len(c.history(run)) == 2)
    c.get(f"/me/agent-runs/{run}").has(200)


# --- Background jobs -------------------------------------------------------------------------------------------------

@probe("job-header-missing", HISTORY, basis="stated", needs="timing", like="header dropped",
       words="Header x-service-job-id is present while a background job runs and absent otherwise",
       what="GET of a run with a running background job has no header x-service-job-id.")
def _(c):
    expect(c.job_of(c.new_job()))


@probe("job-header-none-when-idle", HISTORY, basis="stated", needs="sequence", like="header present when it must not be",
       words="Header x-service-job-id is present while a background job runs and absent otherwise",
       what="GET of an idle run has the header x-service-job-id with the value none.")
def _(c):
    expect(c.history_reply(c.new_run()).has(200).header("x-service-job-id") is None)


@probe("job-id-changes", HISTORY, basis="implied", needs="timing", like="identifier not stable",
       words="Response includes x-service-job-id",
       what="Each GET during one background job shows another value of x-service-job-id.")
def _(c):
    run = c.new_job()
    first, second = c.job_of(run), c.job_of(run)
    expect(first and first == second)


@probe("job-header-on-every-run", HISTORY, basis="stated", needs="timing", like="job state kept per user",
       words="Header x-service-job-id is present while a background job runs and absent otherwise",
       what="While a background job runs, GET shows its x-service-job-id on every run of the user.")
def _(c):
    idle = c.new_run(agent=c.fixtures["backgroundAgentId"])
    c.new_job()
    expect(c.job_of(idle) is None)


@probe("job-blocks-other-runs", CONTINUE, CONTINUE_NDJSON, basis="implied", needs="timing",
       like="job state kept per user", words="Background-job state of a run at the Workers API:",
       what="While a background job runs in one run, a PUT to any other run of the user is refused with 409.")
def _(c):
    idle = c.new_run(agent=c.fixtures["backgroundAgentId"])
    c.new_job()
    c.go_on(idle, agent=c.fixtures["backgroundAgentId"]).has(200)


@probe("start-refused-during-job", START, START_NDJSON, basis="stated", needs="timing", like="job guard too wide",
       words="A POST is always allowed, also while a job is running.",
       what="While a background job runs, a POST to the same worker is refused with 409.")
def _(c):
    c.new_job()
    c.start(agent=c.fixtures["backgroundAgentId"]).has(200)


@probe("start-inherits-job", START, START_NDJSON, HISTORY, basis="stated", needs="timing", like="job guard too wide",
       words="job running (old run), new run idle",
       what="A run started while a job runs in another run of the worker is born with that job: it shows "
            "x-service-job-id and refuses a PUT.")
def _(c):
    c.new_job()
    run = c.new_run(agent=c.fixtures["backgroundAgentId"])
    expect(c.job_of(run) is None)


@probe("continue-during-job-text", CONTINUE, basis="stated", needs="timing", like="job guard forgotten",
       words="When a job is running, PUT returns 409.",
       what="A text PUT is accepted while a background job runs in the run.")
def _(c):
    c.go_on(c.new_job(), agent=c.fixtures["backgroundAgentId"]).has(409)


@probe("continue-during-job-ndjson", CONTINUE_NDJSON, basis="stated", needs="timing", like="job guard forgotten",
       words="When a job is running, PUT returns 409.",
       what="An NDJSON PUT is accepted while a background job runs in the run; a text PUT is refused.")
def _(c):
    c.go_on(c.new_job(), agent=c.fixtures["backgroundAgentId"], ndjson=True).has(409)


@probe("continue-during-job-423", CONTINUE, CONTINUE_NDJSON, basis="stated", needs="timing", like="wrong error status",
       words="Rejected with status 409; message not added",
       what="A PUT while a background job runs is refused with 423 instead of 409.")
def _(c):
    c.go_on(c.new_job(), agent=c.fixtures["backgroundAgentId"]).has(409)


@probe("continue-refused-but-added", CONTINUE, CONTINUE_NDJSON, basis="stated", needs="timing",
       like="refused but done", words="Rejected with status 409; message not added",
       what="A PUT while a background job runs is refused with 409, but its message is in the history.")
def _(c):
    agent = c.fixtures["backgroundAgentId"]
    run = c.new_job()
    c.go_on(run, "Hurry up", agent).has(409)
    expect("Hurry up" not in [message["content"] for message in c.history(run, agent)])


@probe("job-sticks-after-error", HISTORY, CONTINUE, CONTINUE_NDJSON, basis="stated", needs="timing",
       like="job state sticks", words="job finishes, successfully or with an error",
       what="After a background job that ended with an error the run stays in the state job running for ever.")
def _(c):
    c.wait_for_job(c.new_job(fails=True))


@probe("job-sticks-after-ndjson", START_NDJSON, HISTORY, basis="stated", needs="timing", like="job state sticks",
       words="GET no longer returns x-service-job-id; a PUT with any message value may resume",
       what="A background job started through NDJSON never ends for the run: GET shows x-service-job-id for ever.")
def _(c):
    c.wait_for_job(c.new_job(ndjson=True))


@probe("continue-refused-after-job", CONTINUE, CONTINUE_NDJSON, basis="stated", needs="timing",
       like="job state sticks",
       words="The client polls GET until x-service-job-id is absent, then sends a PUT with any message value.",
       what="After a background job has ended and GET shows no x-service-job-id, a PUT is still refused with 409.")
def _(c):
    run = c.new_job()
    c.wait_for_job(run)
    c.go_on(run, agent=c.fixtures["backgroundAgentId"]).has(200)


@probe("resume-wants-continue", CONTINUE, CONTINUE_NDJSON, basis="stated", needs="timing", like="demands what is free",
       words="then sends a PUT with any message value",
       what="The first PUT after a background job is refused with 400 unless its message is continue.")
def _(c):
    run = c.new_job()
    c.wait_for_job(run)
    c.go_on(run, "How did it go?", c.fixtures["backgroundAgentId"]).has(200)


@probe("job-end-wipes-history", HISTORY, basis="stated", needs="timing", like="history lost on update",
       words="Each conversation has a run ID that preserves the full history",
       what="When a background job ends, all messages of the run but the last are gone.")
def _(c):
    run = c.new_job()
    c.wait_for_job(run)
    time.sleep(0.1)
    expect(c.history(run, c.fixtures["backgroundAgentId"])[0]["content"] == c.fixtures["backgroundMessage"])

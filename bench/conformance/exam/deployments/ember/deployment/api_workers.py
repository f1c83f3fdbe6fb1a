"""The Workers API: conversations with a deployed worker, as text or NDJSON, and background jobs."""

import html
import json
import threading
import time
import uuid

from . import brain, clock, models
from .access import agent_or_404
from .faults import fault
from .models import UUID, list_of, ref
from .routing import Answer, HttpError, Stream, route
from .schema import Invalid, problem
from .store import STORE, Job, Run, new_id

_PAUSE = 0.012  # between two pieces of a stream
_TEXT = "text/plain; charset=utf-8"
_NDJSON = "application/x-ndjson"
_PATH = {"agent_id": UUID, "run_id": UUID}
_ERRORS = {403: "The worker is private, or paid and not subscribed to", 404: "Worker not found"}
_RUN_ERRORS = {**_ERRORS, 404: "Worker or run not found"}
_BUSY = {409: "A background job is running"}
_RUN_HEADER = {"X-Service-Run-ID": {"description": "The run ID.", "required": True, "schema": models.UUID}}
_JOB_HEADER = {"x-service-job-id": {"description": "There while a background job runs.", "schema": models.UUID}}
_TEXT_ANSWER = {"answer": "TextStream", "answer_type": _TEXT, "answer_headers": {**_RUN_HEADER, **_JOB_HEADER}}
_NDJSON_ANSWER = {"answer": "NdjsonLine", "answer_type": _NDJSON, "answer_headers": {**_RUN_HEADER, **_JOB_HEADER}}
_shared_reply = {}  # for one fault only


@route("POST {agents_url}/{agent_id}", auth="api_key", path=_PATH, body="StartRunRequest", errors=_ERRORS,
       **_TEXT_ANSWER)
def start_run(request):
    """Start a new interaction, text stream"""
    return _start(request, ndjson=False)


@route("PUT {agents_url}/{agent_id}/{run_id}", auth="api_key", path=_PATH, body="ContinueRunRequest",
       errors={**_RUN_ERRORS, **_BUSY}, **_TEXT_ANSWER)
def continue_run(request):
    """Add a user message to a run, text stream"""
    return _continue(request, ndjson=False)


@route("POST {agents_url}/ndjson/{agent_id}", auth="api_key", path=_PATH, body="StartRunRequest", errors=_ERRORS,
       **_NDJSON_ANSWER)
def start_run_ndjson(request):
    """Start a new interaction, NDJSON stream"""
    return _start(request, ndjson=True)


@route("PUT {agents_url}/ndjson/{agent_id}/{run_id}", auth="api_key", path=_PATH, body="ContinueRunRequest",
       errors={**_RUN_ERRORS, **_BUSY}, **_NDJSON_ANSWER)
def continue_run_ndjson(request):
    """Add a user message to a run, NDJSON stream"""
    return _continue(request, ndjson=True)


@route("GET {agents_url}/{agent_id}/{run_id}", auth="api_key", path=_PATH, errors=_RUN_ERRORS,
       answer=list_of(ref("Message")), answer_headers=_JOB_HEADER)
def get_run(request):
    """Get the messages of a run"""
    run = _run(request, ownership_checked=not fault("history-foreign-run"))
    messages = [dict(message) for message in run.messages]
    if fault("history-stale"):
        messages = STORE.stale.setdefault(("history", run.run_id), messages)
    if fault("history-newest-first"):
        messages.reverse()
    if fault("history-last-ten"):
        messages = messages[-10:]
    if fault("history-content-parts"):
        messages = [{**message, "content": [{"type": "text", "text": message["content"]}]} for message in messages]
    if fault("n-history-empty-content-null"):
        messages = [{**message, "content": message["content"] or None} for message in messages]
    headers = {}
    job = run.job
    if fault("job-header-on-every-run"):
        job = next((other.job for other in STORE.owned(STORE.runs, request.user) if other.job), None)
    if job and fault("n-job-header-once"):  # the signal is taken off the queue by the first who asks
        seen = STORE.stale.setdefault("signalled jobs", set())
        job, _ = (None if job.job_id in seen else job), seen.add(job.job_id)
    if job and not fault("job-header-missing"):
        headers["x-service-job-id"] = new_id() if fault("job-id-changes") else job.job_id
    elif not job and fault("job-header-none-when-idle"):
        headers["x-service-job-id"] = "none"
    return Answer({"messages": messages} if fault("history-wrapped") else messages, headers=headers)


# --- Finding the worker and the run ----------------------------------------------------------------------------------

def _worker(request):
    """The worker, if the caller may talk to it."""
    if fault("unknown-worker-answers") and request.path["agent_id"] not in STORE.agents:
        return next(iter(STORE.agents.values()))
    agent = agent_or_404(request.path["agent_id"])
    user = request.user
    if agent.owner_id == user.user_id:
        return agent
    if agent.visibility != "public" and not fault("private-worker-open"):
        raise HttpError(403, "This worker is private")
    subscription = STORE.subscriptions.get((user.user_id, agent.agent_id))
    if agent.monthly_price_cents and (subscription is None or subscription.status != "active"):
        raise HttpError(403, "A subscription to this worker is required")
    return agent


def _run(request, *, ownership_checked=True):
    agent = _worker(request)
    run = STORE.runs.get(request.path["run_id"])
    if run is None or run.agent_id != agent.agent_id:
        raise HttpError(404, "Run not found")
    if ownership_checked and run.user_id != request.user.user_id:
        raise HttpError(404, "Run not found")
    return run


def create_run(agent, user):
    run_id = new_id()
    if fault("parallel-start-same-run"):  # an ID made of the time, to the second
        run_id = str(uuid.uuid5(uuid.NAMESPACE_OID, f"{user.user_id}{agent.agent_id}{int(time.time())}"))
    moment = clock.now()
    run = Run(run_id, agent.agent_id, user.user_id, moment, moment)
    if run_id in STORE.runs:
        return STORE.runs[run_id]
    STORE.runs[run.run_id] = run
    STORE.log_event(run, "run_created", f"Run of {agent.display_name}")
    return run


# --- One turn of the conversation ------------------------------------------------------------------------------------

def _start(request, ndjson):
    agent, user = _worker(request), request.user
    before = [run for run in STORE.owned(STORE.runs, user) if run.agent_id == agent.agent_id]
    if fault("start-refused-during-job") and any(run.job for run in before):
        raise HttpError(409, "A background job is running")
    if fault("start-run-id-reused") and not ndjson and before and not before[-1].job:
        return _turn(request, before[-1], ndjson)
    if fault("n-start-cancels-job") and not ndjson:
        for other in before:
            other.job = None
    run = create_run(agent, user)
    if fault("start-context-leaks") and before:
        run.messages = [dict(message) for message in before[-1].messages]
    if fault("start-inherits-job"):
        run.job = next((other.job for other in before if other.job), None)
    stream = _turn(request, run, ndjson)
    if fault("ndjson-run-unlisted") and ndjson:
        run.user_id = "detached"  # who started it was forgotten
    return stream


def _continue(request, ndjson):
    run = _run(request, ownership_checked=not fault("continue-foreign-run"))
    busy = run.job is not None
    if fault("job-blocks-other-runs"):
        busy = any(other.job for other in STORE.owned(STORE.runs, request.user))
    if fault("continue-refused-after-job") and run.job_outcome:
        busy = True
    if fault("continue-during-job-text") and not ndjson or fault("continue-during-job-ndjson") and ndjson:
        busy = False
    if fault("n-second-job-does-not-block") and STORE.stale.get(("jobs", run.run_id), 0) > 1:
        busy = False
    if busy:
        if fault("continue-refused-but-added"):
            _say(run, "user", request.body["message"])
        raise HttpError(423 if fault("continue-during-job-423") else 409, "A background job is running")
    if fault("resume-wants-continue") and run.job_outcome and request.body["message"].strip().lower() != "continue":
        raise HttpError(400, "Send continue to resume")
    if fault("n-continue-empty-refused") and not ndjson and not request.body["message"]:
        raise Invalid([problem(("body", "message"), "missing", "Field required")])
    if fault("continue-forks") and not ndjson:
        old, run = run, create_run(agent_or_404(run.agent_id), request.user)
        run.messages = [dict(message) for message in old.messages]
    return _turn(request, run, ndjson, continued=True)


def _say(run, role, content):
    run.messages.append({"role": role, "content": content})
    run.updated_at = clock.now()


def _turn(request, run, ndjson, continued=False):
    """Take the user's message, answer it, and stream the answer. The turn is stored whole before it is sent."""
    message = request.body["message"]
    earlier = [said["content"] for said in run.messages if said["role"] == "user"]
    thought = brain.think(message, earlier, run.job_outcome)
    run.job_outcome = ""
    if fault("parallel-continue-lost") and continued:
        snapshot = list(run.messages)
        STORE.gap()
        run.messages = snapshot
    _remember(run, message, thought.reply, continued, ndjson)
    STORE.log_event(run, "message_received", f"{len(message)} characters")
    lines = _signals(run, thought)
    if thought.job:
        _start_job(run, fails=thought.job == "fails", ndjson=ndjson)
        lines.append({"type": "job_started", "job_id": run.job.job_id})
    STORE.log_event(run, "reply_sent", f"{len(thought.reply)} characters")
    headers = _headers(run, ndjson, continued)
    if ndjson:
        media_type = "application/json" if fault("n-ndjson-start-as-json") and not continued else _NDJSON
        return Stream(_ndjson_stream(lines, thought.reply, continued), media_type, headers)
    return Stream(_text_stream(run, thought, continued), _TEXT, headers)


def _remember(run, message, reply, continued, ndjson):
    """Append the turn to the history."""
    if fault("ndjson-continue-unsaved") and ndjson and continued:
        return
    if fault("continue-history-lost") and continued and not ndjson:
        run.messages = []
    if fault("start-message-truncated"):
        message = message[:255]
    if fault("start-message-latin1"):
        message = message.encode("utf-8").decode("latin-1")
    if fault("start-message-escaped"):
        message = message.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    if fault("n-ndjson-continue-spaces-collapsed") and ndjson and continued:
        message = " ".join(message.split())
    if fault("n-continue-repeat-dropped") and continued and not ndjson \
            and message == next((said["content"] for said in reversed(run.messages) if said["role"] == "user"), None):
        return
    first_lost = fault("n-ndjson-start-message-lost") and ndjson and not continued
    if not (fault("continue-user-message-lost") and continued) and not first_lost:
        _say(run, "user", message)
    _say(run, "user" if fault("reply-role-user") and continued else "assistant", reply)


def _signals(run, thought):
    """Log the tool call of the thought, and give its out-of-band lines."""
    call = thought.call
    if call is None:
        return []
    call_id = f"call_{len(run.tool_calls) + 1}"
    run.tool_calls.append({
        "run_id": run.run_id,
        "call_id": call_id,
        "server_name": "sea",
        "tool_name": call.tool_name,
        "arguments": call.arguments,
        "result": call.output,
        "logged_at": clock.iso(clock.now()),
    })
    STORE.log_event(run, "tool_called", call.tool_name)
    lines = [{"type": "tool_call", "call_id": call_id, "tool_name": call.tool_name, "arguments": call.arguments},
             {"type": "tool_result", "call_id": call_id, "tool_name": call.tool_name, "output": call.output}]
    if fault("ndjson-tool-call-missing"):
        lines = []
    if fault("ndjson-tool-result-missing"):
        lines = lines[:1]
    return lines


def _headers(run, ndjson, continued):
    headers = {"X-Service-Run-ID": run.run_id}
    if run.job:
        headers["x-service-job-id"] = run.job.job_id
    if fault("start-run-id-missing") and not continued and not ndjson \
            or fault("ndjson-start-run-id-missing") and not continued and ndjson \
            or fault("continue-run-id-missing") and continued and not ndjson:
        del headers["X-Service-Run-ID"]
    if fault("ndjson-continue-run-id-renamed") and continued and ndjson:
        headers["X-Run-ID"] = headers.pop("X-Service-Run-ID")
    if fault("n-ndjson-continue-newest-run-id") and continued and ndjson:
        headers["X-Service-Run-ID"] = [other for other in STORE.runs.values() if other.user_id == run.user_id][-1].run_id
    return headers


# --- Streams ---------------------------------------------------------------------------------------------------------

def _text_stream(run, thought, continued):
    reply = thought.reply
    call = thought.call
    if fault("start-tool-trace-in-text") and call and not continued:
        reply = f"[tool_call] {call.tool_name}({json.dumps(call.arguments)})\n{reply}"
    if fault("continue-tool-output-in-text") and call and continued:
        reply = f"{reply} {json.dumps(call.output)}"
    if fault("start-debug-line-in-text") and not continued:
        reply += f"\n[debug] run={run.run_id} steps=1 prompt_tokens=412"
    if fault("n-start-reply-escaped") and not continued:
        reply = html.escape(reply, quote=False)
    parts = brain.pieces(reply)
    if fault("text-last-piece-lost"):
        parts = parts[:-1]
    if fault("parallel-replies-mixed"):
        _shared_reply["parts"] = parts
        parts = _from_shared(len(parts))
    if fault("text-cut-inside-characters"):
        raw = reply.encode("utf-8")
        size = 7
        parts = [raw[start:start + size].decode("utf-8", "replace") for start in range(0, len(raw), size)]
    return _paced(part.encode("utf-8") for part in parts)


def _from_shared(count):
    """The pieces of whatever reply was made last: one buffer for all streams."""
    for place in range(count):
        current = _shared_reply["parts"]
        yield current[place] if place < len(current) else ""


def _ndjson_stream(lines, reply, continued):
    deltas = [{"type": "text", "delta": part} for part in brain.pieces(reply)]
    everything = [*lines, *deltas, {"type": "end"}]
    texts = [json.dumps(line, ensure_ascii=False) + "\n" for line in everything]
    if fault("ndjson-raw-newlines"):
        texts = [text.replace("\\n", "\n") for text in texts]
    if fault("ndjson-sse-prefix") and continued:
        texts = [f"data: {text}\n" for text in texts]
    if fault("ndjson-without-newlines"):
        texts = [text.rstrip("\n") for text in texts]
    if fault("ndjson-last-line-cut"):
        texts[-1] = texts[-1][:-4]
    if fault("n-ndjson-start-ascii-only") and not continued:
        texts = [text.encode("ascii", "ignore").decode() for text in texts]
    return _paced(text.encode("utf-8") for text in texts)


def _paced(chunks):
    for place, chunk in enumerate(chunks):
        if place:
            time.sleep(_PAUSE)
        yield chunk


# --- Background jobs -------------------------------------------------------------------------------------------------

def _start_job(run, fails, ndjson):
    job = Job(new_id(), fails)
    run.job = job
    if fault("n-second-job-does-not-block"):
        STORE.stale["jobs", run.run_id] = STORE.stale.get(("jobs", run.run_id), 0) + 1
    STORE.log_event(run, "job_started", job.job_id)
    timer = threading.Timer(brain.FAILING_JOB_SECONDS if fails else brain.JOB_SECONDS, _finish_job, (run, job, ndjson))
    timer.daemon = True
    timer.start()


def _finish_job(run, job, ndjson):
    with STORE.lock:
        if job.fails and fault("job-sticks-after-error"):
            return
        if not job.fails and fault("job-sticks-after-ndjson") and ndjson:
            return
        if fault("job-end-wipes-history"):
            run.messages = run.messages[-1:]
        for holder in STORE.runs.values():
            if holder.job is job:
                holder.job = None
        if job.fails:
            run.job_outcome = "The background job ended with an error."
            STORE.log_event(run, "job_failed", job.job_id)
        else:
            run.job_outcome = "The background job is done."
            STORE.log_event(run, "job_finished", job.job_id)

"""The Workers API: runs in both forms, and background jobs."""
import asyncio
import time

from core import HTTPError, Response, Router, dump, fault, iso, new_id, next_int, pause, reply, tick
from state import AGENTS, RUNS, may_run

JOB_SECONDS = 0.3
BACKGROUND, BACKGROUND_ERROR = "run this in the background", "fail in the background"
WEATHER, WEATHER_TOOL, WEATHER_OUTPUT = "weather in Lisbon", "forecast_lookup", "clear-sky-23C-light-breeze"

router = Router()
route = router.route
_recent_posts, _last_context, _open_stream = {}, {}, {"text": ""}


# ---------------------------------------------------------------- runs

def new_run(user, agent_id, message=None):
    us = tick()
    run = {"run_id": new_id(), "agent_id": agent_id, "created_at": iso(us), "updated_at": iso(us),
           "initial_message": message, "_us": us, "_owner": user, "_messages": [], "_logs": [], "_mcp": [],
           "_job": None, "_jobs": 0}
    RUNS[run["run_id"]] = run
    return run


def log(run, event, content=None):
    us = tick()
    run["updated_at"] = iso(us)
    entry = {"log_id": next_int("run-log"), "run_id": run["run_id"], "agent_id": run["agent_id"], "event": event,
             "content": content, "created_at": iso(us)}
    run["_logs"].append(entry)
    return entry


def log_tool(run, name, given, output):
    run["_mcp"].append({"log_id": next_int("mcp-log"), "run_id": run["run_id"], "server": "platform", "tool_name": name,
                        "input": given, "output": output, "created_at": iso(tick())})


def compose(earlier, message):
    """The worker's words: they depend on the message and on what the user said before."""
    text = f"Answer {len(earlier) + 1}: you said: {message}"
    if earlier:
        text += "\nBefore that you said: " + "; ".join(e[:200] for e in earlier[-50:])
    return text


def start_job(run, failing):
    job = new_id()
    run["_job"] = job
    run["_jobs"] += 1
    log_tool(run, "code_interpreter", {"background": True}, {"job_id": job})
    log(run, "job.started", job)
    if fault("job-second-never-ends") and run["_jobs"] > 1:
        return job
    asyncio.get_running_loop().call_later(JOB_SECONDS, finish_job, run, job, failing)
    return job


def finish_job(run, job, failing):
    if run["_job"] != job:
        return
    if not (fault("job-error-never-ends") and failing):
        run["_job"] = None
    text = "The background job failed." if failing else "The background job is done."
    run["_messages"].append({"role": "assistant", "content": text})
    log(run, "job.failed" if failing else "job.finished", job)


def turn(run, message, ndjson):
    """The user's message and the worker's answer enter the history; gives the events of the stream."""
    history = run["_messages"]
    earlier = [m["content"] for m in history if m["role"] == "user"]
    if fault("context-not-clear") and not earlier:
        earlier = _last_context.get((run["_owner"], run["agent_id"]), [])
        _last_context[run["_owner"], run["agent_id"]] = [message]
    if fault("put-forgets-in-ndjson") and ndjson:
        earlier = []
    text, events, job = compose(earlier, message), [], None
    if BACKGROUND in message or BACKGROUND_ERROR in message:
        text = f"I started a background job for: {message}"
        job = start_job(run, BACKGROUND_ERROR in message)
        events.append({"type": "tool_call", "name": "code_interpreter", "input": {"background": True}})
        events.append({"type": "tool_result", "name": "code_interpreter", "output": "started"})
    elif WEATHER in message:
        events.append({"type": "tool_call", "name": WEATHER_TOOL, "input": {"place": "Lisbon"}})
        events.append({"type": "tool_result", "name": WEATHER_TOOL, "output": WEATHER_OUTPUT})
        log_tool(run, WEATHER_TOOL, {"place": "Lisbon"}, WEATHER_OUTPUT)
    kept = message
    if fault("message-stripped"):
        kept = message.strip()
    if fault("message-truncated"):
        kept = message[:65536]
    if fault("message-nul-cut"):
        kept = message.split("\0")[0]
    log(run, "user.message", kept)
    log(run, "assistant.message", text)
    if fault("log-twice-on-put") and history:
        log(run, "assistant.message", text)
    history.append({"role": "user", "content": kept})
    if not (fault("ndjson-answer-unsaved") and ndjson):
        history.append({"role": "assistant", "content": text})
    if fault("history-last-twelve"):
        del history[:-12]
    return events, text, job


def slices(text):
    size = 24 if len(text) < 2000 else 32768
    return [text[i:i + size] for i in range(0, len(text), size)]


def stream(run, events, text, job, ndjson, put):
    headers = [("X-Service-Run-ID", run["run_id"])]
    if fault("put-other-run-id") and put:
        headers = [("X-Service-Run-ID", new_id())]
    if fault("ndjson-put-no-run-id") and ndjson and put:
        headers = []
    if job:
        headers.append(("x-service-job-id", job))
    if ndjson:
        if fault("ndjson-no-tool-result"):
            events = [e for e in events if e["type"] != "tool_result"]
        if fault("ndjson-put-no-signals") and put:
            events = []
        lines = [dump(e) + b"\n" for e in events]
        lines += [dump({"type": "text", "content": part}) + b"\n" for part in slices(text)]
        if fault("ndjson-raw-newline"):
            lines = [line.replace(b"\\n", b"\n") for line in lines]
        lines.append(dump({"type": "done", "run_id": run["run_id"]}) + b"\n")
        return Response(pieces=lines, headers=headers, content_type="application/x-ndjson")
    if fault("text-shows-tools") and put and events:
        text = f"[{events[0]['name']} -> {events[1]['output']}]\n{text}"
    pieces = [part.encode() for part in slices(text)]
    if fault("text-bytes-split"):
        raw = text.encode()
        pieces = [raw[i:i + 24].decode(errors="replace").encode() for i in range(0, len(raw), 24)]
    return Response(pieces=pieces, headers=headers, content_type="text/plain; charset=utf-8")


# ---------------------------------------------------------------- operations

def agent_of(req):
    agent = AGENTS.get(req.params["agent_id"])
    if not agent:
        raise HTTPError(404, "Agent not found")
    return agent


def run_of(req):
    agent, run = agent_of(req), RUNS.get(req.params["run_id"])
    foreign = run and run["_owner"] != req.user
    if foreign and (fault("run-foreign-get") and req.method == "GET" or fault("run-foreign-put") and req.method == "PUT"
                    or fault("workers-get-open") and req.user is None):
        foreign = False
    if not run or foreign or run["agent_id"] != agent["agent_id"] and not fault("run-other-agent"):
        raise HTTPError(404, "Run not found")
    return run


async def post(req, ndjson):
    agent = agent_of(req)
    if not may_run(req.user, agent) and not fault("worker-private-runs"):
        raise HTTPError(403, "No permission to run this agent")
    message = req.fields({"message": "str!"})["message"]
    if fault("post-blocked-by-job") and any(r["_job"] and r["_owner"] == req.user and r["agent_id"] == agent["agent_id"]
                                            for r in RUNS.values()):
        raise HTTPError(409, "A background job is running")
    run = None
    if fault("post-deduplicated"):
        seen = _recent_posts.get((req.user, agent["agent_id"], message))
        if seen and time.time() - seen[0] < 2:
            run = RUNS[seen[1]]
    run = run or new_run(req.user, agent["agent_id"], message)
    if fault("post-deduplicated"):
        _recent_posts[req.user, agent["agent_id"], message] = (time.time(), run["run_id"])
    events, text, job = turn(run, message, ndjson)
    if fault("streams-mixed"):
        _open_stream["text"] = text
        await pause()
        text = _open_stream["text"]
    return stream(run, events, text, job, ndjson, False)


async def put(req, ndjson):
    run = run_of(req)
    message = req.fields({"message": "str!"})["message"]
    if run["_job"] and not (fault("ndjson-put-no-409") and ndjson):
        if fault("put-409-adds-message"):
            run["_messages"].append({"role": "user", "content": message})
        raise HTTPError(409, "A background job is running")
    if fault("put-409-race"):
        await pause()
    if fault("put-lost-update"):
        before = list(run["_messages"])
        await pause()
        run["_messages"] = before
    events, text, job = turn(run, message, ndjson)
    return stream(run, events, text, job, ndjson, True)


@route("POST", "/workers/{agent_id:uuid}", "key")
async def post_text(req):
    return await post(req, False)


@route("POST", "/workers/ndjson/{agent_id:uuid}", "key")
async def post_ndjson(req):
    return await post(req, True)


@route("PUT", "/workers/{agent_id:uuid}/{run_id:uuid}", "key")
async def put_text(req):
    return await put(req, False)


@route("PUT", "/workers/ndjson/{agent_id:uuid}/{run_id:uuid}", "key")
async def put_ndjson(req):
    return await put(req, True)


@route("GET", "/workers/{agent_id:uuid}/{run_id:uuid}", "key")
def get_run(req):
    run = run_of(req)
    job = run["_job"]
    if fault("job-header-any-run"):
        job = next((r["_job"] for r in RUNS.values() if r["_job"] and r["agent_id"] == run["agent_id"]
                    and r["_owner"] == run["_owner"]), None)
    if fault("job-header-late") and job and run["_jobs"] == 1 and not run.get("_seen"):
        run["_seen"], job = True, None
    messages = run["_messages"]
    if fault("history-by-role"):
        messages = sorted(messages, key=lambda m: m["role"], reverse=True)
    return reply(messages, headers=[("x-service-job-id", job)] if job else [])

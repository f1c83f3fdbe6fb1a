"""Workers API under /agents, and the reading of runs under /me."""
import asyncio
import html

from core import (Rule, Stop, Invalid, answer, bug, dumps, forbidden, iso, lock, not_found, now, new_uuid, op, page,
                  path_uuid, query_int, query_time, read, spawn, wrong, path_int)
from store import Agent, Run, db
from sanic.response import HTTPResponse

JOB_SECONDS = 3.0
TIDE_CODE = "FERRYLOG-7731-QX"
MESSAGE = {"message": Rule("str", required=True)}

SLOW = "count slowly to twenty"
LONG_JOB = "start the long job"
BAD_JOB = "start a job that fails"
FERRY = "when does the next ferry leave holyhead?"
NUMBERS = ("one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
           "seventeen eighteen nineteen twenty").split()


# ---------------------------------------------------------------- the worker itself

def words(text, size=2):
    """The text in pieces of a few words, nothing lost."""
    parts = text.split(" ")
    for at in range(0, len(parts), size):
        yield " ".join(parts[at:at + size]) + (" " if at + size < len(parts) else "")


async def think(run: Run, agent: Agent, message: str, turn: int):
    """Yields what happens: ("text", piece), ("tool_call", {...}), ("tool_result", {...}), ("job", id)."""
    wish = message.strip().lower()
    if wish == SLOW:
        for n, word in enumerate(NUMBERS):
            yield "text", word + ("," if n < 19 else ".") + (" " if n < 19 else "")
            await asyncio.sleep(0.12)
    elif wish == FERRY:
        for piece in words("Let me look into the timetable … "):
            yield "text", piece
            await asyncio.sleep(0.01)
        call, given = new_uuid(), {"crossing": "Holyhead"}
        yield "tool_call", {"call_id": call, "tool": "look_up_ferry", "input": given}
        await asyncio.sleep(0.03)
        got = {"crossing": "Holyhead", "register": TIDE_CODE, "minute_of_day": 970}
        db.log_mcp(run, "look_up_ferry", given, got)
        yield "tool_result", {"call_id": call, "tool": "look_up_ferry", "output": got}
        for piece in words("The next ferry leaves at ten past four in the afternoon — be there a little before."):
            yield "text", piece
            await asyncio.sleep(0.01)
    elif wish in (LONG_JOB, BAD_JOB):
        call, given = new_uuid(), {"code": "work()" if wish == LONG_JOB else "fail()", "background": True}
        yield "tool_call", {"call_id": call, "tool": "code_interpreter", "input": given}
        got = {"accepted": True, "job_id": run.job}
        db.log_mcp(run, "code_interpreter", given, got)
        yield "tool_result", {"call_id": call, "tool": "code_interpreter", "output": got}
        yield "job", run.job
        for piece in words("I have started the work in the background — please ask again when it is done."):
            yield "text", piece
            await asyncio.sleep(0.01)
    else:
        cut = message if len(message) <= 120 else message[:120] + "…"
        text = f"Très bien — this is turn {turn} of our talk. You wrote “{cut}” and I keep it in mind. Ask me anything more."
        for piece in words(text):
            yield "text", piece
            await asyncio.sleep(0.008)


async def background_job(run: Run, job: str, fails: bool):
    await asyncio.sleep(JOB_SECONDS)
    if fails and bug("failed-job-never-ends"):
        return
    async with lock("run", run.run_id):
        run.messages.append({"role": "assistant", "content": "The job ended with an error: nothing could be worked out."
                             if fails else "The job has finished — 42 rows are in order."})
        run.updated_at = now()
        db.log_run(run, "job_failed" if fails else "job_finished", job)
        if run.job == job:
            run.job = None


async def interact(run: Run, agent: Agent, message: str, out: asyncio.Queue, held, turn: int, base=None):
    """One interaction, to its end even if nobody listens any more; `held` is the run's lock, taken."""
    try:
        said = []
        try:
            async for kind, what in think(run, agent, message, turn):
                if kind == "text":
                    said.append(what)
                await out.put((kind, what))
        finally:
            if base is not None:
                run.messages = base
            run.messages.append({"role": "assistant", "content": "".join(said)})
            run.updated_at = now()
            db.log_run(run, "interaction", f"{len(said)} pieces")
    finally:
        if held is not None:
            held.release()
        await out.put(None)


def agent_for_call(user, agent_id):
    agent = db.agents.get(path_uuid(agent_id, "agent_id"))
    if agent is None:
        raise not_found("the worker")
    if agent.owner != user.user_id:
        if agent.audience != "public":
            raise forbidden("this worker is private")
        sub = db.subs.get((user.user_id, agent.agent_uid))
        if agent.price_cents and not (sub and sub.status == "active"):
            raise forbidden("this worker asks for a subscription")
    return agent


def run_for_call(user, agent_id, run_id):
    agent_uid, run_uid = path_uuid(agent_id, "agent_id"), path_uuid(run_id, "run_id")
    run = db.runs.get(run_uid)
    if run is None or run.agent_uid != agent_uid or run.owner != user.user_id:
        raise not_found("the run")
    return run


def busy(run):
    if run.job:
        raise Stop(409, "job_running", "a background job of this run is still running")


async def begin(run, agent, message, keep_user=True):
    """Appends the user's message and starts the answer; the run's lock is held until it is complete."""
    held = lock("run", run.run_id)
    base = None
    if bug("concurrent-put-lost"):
        base = list(run.messages) + [{"role": "user", "content": message}]
        held = None
    else:
        await held.acquire()
        try:
            busy(run)
        except Stop:
            held.release()
            raise
        if keep_user:
            run.messages.append({"role": "user", "content": html.escape(message) if bug("history-html-escaped") else message})
    turn = sum(1 for m in base or run.messages if m["role"] == "user") + (0 if keep_user else 1)
    wish = message.strip().lower()
    if wish in (LONG_JOB, BAD_JOB):
        run.job = "job_" + new_uuid().replace("-", "")[:16]
        spawn(background_job(run, run.job, wish == BAD_JOB))
    out = asyncio.Queue()
    spawn(interact(run, agent, message, out, held, turn, base))
    return out


def run_headers(run):
    headers = {"X-Service-Run-ID": run.run_id, "Cache-Control": "no-store"}
    if run.job:
        headers["x-service-job-id"] = run.job
    return headers


async def speak_text(req, run, out, headers):
    res = await req.respond(content_type="text/plain; charset=utf-8", headers=headers)
    last, waiting = None, []
    while (event := await out.get()) is not None:
        kind, what = event
        if kind == "tool_result" and bug("text-stream-tool-leak"):
            kind, what = "text", dumps(what["output"]).decode() + " "
        if kind != "text":
            continue
        if bug("text-stream-buffered"):
            waiting.append(what)
            continue
        data = what.encode("ascii", "replace") if bug("text-stream-ascii") else what.encode("utf-8", "replace")
        await res.send(data)
        last = data
    if waiting:
        await res.send("".join(waiting).encode())
    if last and bug("text-stream-last-piece-twice"):
        await res.send(last)
    await res.eof()


async def speak_ndjson(req, run, out, headers):
    res = await req.respond(content_type="application/x-ndjson", headers=headers)
    line = 0

    async def tell(kind, **members):
        nonlocal line
        line += 1
        await res.send(dumps({"seq": line, "kind": kind, **members}) + b"\n")

    while (event := await out.get()) is not None:
        kind, what = event
        if kind == "text":
            await tell("text", text=what)
        elif kind == "job":
            await tell("job_started", job_id=what)
        elif kind == "tool_result" and bug("ndjson-no-tool-response"):
            continue
        else:
            await tell(kind, **what)
    await tell("done", run_id=run.run_id)
    await res.eof()


async def start(req, user, agent_id, speak):
    agent = agent_for_call(user, agent_id)
    message = read(req, MESSAGE)["message"]
    if bug("post-refused-during-job") and any(r.job for r in db.runs.values()
                                              if r.owner == user.user_id and r.agent_uid == agent.agent_uid):
        raise Stop(409, "job_running", "a background job is still running")
    before = [r for r in db.runs.values() if r.owner == user.user_id and r.agent_uid == agent.agent_uid and r.origin == "worker"]
    if bug("run-id-reused") and before and not before[-1].job and (now() - before[-1].started_at).total_seconds() < 600:
        run = before[-1]
        run.messages = []
    else:
        run = db.new_run(user, agent.agent_uid)
        if bug("ndjson-post-keeps-context") and speak is speak_ndjson and before:
            run.messages = list(before[-1].messages)
    out = await begin(run, agent, message)
    await speak(req, run, out, run_headers(run))


async def go_on(req, user, agent_id, run_id, speak):
    run = run_for_call(user, agent_id, run_id)
    agent = agent_for_call(user, agent_id)
    message = read(req, MESSAGE)["message"]
    if run.job and bug("refused-put-still-added"):
        run.messages.append({"role": "user", "content": message})
    busy(run)
    drop = bug("ndjson-put-drops-message") and speak is speak_ndjson
    out = await begin(run, agent, message, keep_user=not drop)
    await speak(req, run, out, run_headers(run))


@op("POST", "/agents/<agent_id>", "key")
async def start_run(req, user, agent_id):
    return await start(req, user, agent_id, speak_text)


@op("PUT", "/agents/<agent_id>/<run_id>", "key")
async def continue_run(req, user, agent_id, run_id):
    return await go_on(req, user, agent_id, run_id, speak_text)


@op("POST", "/agents/ndjson/<agent_id>", "key")
async def start_run_ndjson(req, user, agent_id):
    return await start(req, user, agent_id, speak_ndjson)


@op("PUT", "/agents/ndjson/<agent_id>/<run_id>", "key")
async def continue_run_ndjson(req, user, agent_id, run_id):
    return await go_on(req, user, agent_id, run_id, speak_ndjson)


@op("GET", "/agents/<agent_id>/<run_id>", "key")
async def read_run(req, user, agent_id, run_id):
    if bug("run-read-by-other"):
        run = db.runs.get(path_uuid(run_id, "run_id"))
        if run is None or run.agent_uid != path_uuid(agent_id, "agent_id"):
            raise not_found("the run")
    else:
        run = run_for_call(user, agent_id, run_id)
    shown = [{"role": m["role"], "content": m["content"]} for m in run.messages]
    if bug("history-newest-first"):
        shown.reverse()
    headers = {"X-Service-Run-ID": run.run_id}
    if run.job:
        headers["x-service-job-id"] = run.job
    elif bug("job-header-stays") and any(e["event"] == "job_finished" for e in run.logs):
        headers["x-service-job-id"] = "done"
    return answer(shown, 200, headers)


# ---------------------------------------------------------------- runs and logs under /me

def run_view(run: Run):
    # this family leaves out what is absent
    view = {"seq": run.seq, "run_id": run.run_id, "agent_uid": run.agent_uid, "origin": run.origin,
            "state": "job_running" if run.job else "idle", "messages_count": len(run.messages),
            "started_at": iso(run.started_at), "updated_at": iso(run.updated_at)}
    agent = db.agents.get(run.agent_uid)
    if agent and agent.name:
        view["agent_name"] = agent.name
    if run.job:
        view["job_id"] = run.job
    return view


@op("GET", "/me/agent-runs")
async def list_runs(req, user):
    before = query_time(req, "next_cursor", blank_is_none=True)
    limit = query_int(req, "limit", 20 if bug("runs-default-limit-20") else 30, low=1)
    rows = sorted((r for r in db.runs.values() if r.owner == user.user_id), key=lambda r: r.started_at, reverse=True)
    if bug("runs-cursor-skips") and before is not None:
        rows = [r for r in rows if r.started_at < before][1:]
    part, cursor = page(rows, lambda r: r.started_at, before, limit)
    return {"data": [run_view(r) for r in part], "cursor": iso(cursor)}


@op("GET", "/me/agent-runs/<run_id>")
async def get_run(req, user, run_id):
    run = db.runs.get(path_uuid(run_id, "run_id"))
    if run is None or run.owner != user.user_id:
        raise not_found("the run")
    return run_view(run)


@op("GET", "/me/agent-runs/<run_id>/mcp-server-logs")
async def get_mcp_logs(req, user, run_id):
    run = db.runs.get(path_uuid(run_id, "run_id"))
    if run is None or (run.owner != user.user_id and not bug("mcp-logs-of-others")):
        return []
    return run.mcp


@op("GET", "/me/agent-runs/<run_id>/logs")
async def get_run_logs(req, user, run_id):
    run = db.runs.get(path_uuid(run_id, "run_id"))
    if run is None or run.owner != user.user_id:
        return []
    return run.logs


def execution_view(e):
    return {"log_no": str(e.log_no) if bug("execution-id-text") else e.log_no, "tool": e.tool, "input": e.input,
            "output": e.output, "outcome": e.outcome, "took_ms": e.took_ms, "ran_at": iso(e.at)}


@op("GET", "/me/executions")
async def list_executions(req, user):
    before = query_time(req, "next_cursor")
    limit = query_int(req, "limit", 30, low=1)
    everything = sorted(db.executions, key=lambda e: e.at, reverse=True)
    if bug("executions-limit-before-owner"):
        part, cursor = page(everything, lambda e: e.at, before, limit)
        part = [e for e in part if e.owner == user.user_id]
        cursor = cursor if len(part) == limit else None
    else:
        part, cursor = page([e for e in everything if e.owner == user.user_id], lambda e: e.at, before, limit)
    if cursor is not None and bug("executions-cursor-zone"):
        from datetime import timedelta
        cursor = cursor - timedelta(hours=2)
    return {"data": [execution_view(e) for e in part], "cursor": iso(cursor)}


@op("GET", "/me/executions/<log_id>")
async def get_execution(req, user, log_id):
    number = path_int(log_id, "log_id")
    for e in db.executions:
        if e.log_no == number and e.owner == user.user_id:
            return execution_view(e)
    raise not_found("the execution log")

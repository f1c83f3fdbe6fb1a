"""Workers API: runs, continuing, streams, background jobs; and the views of runs in the User API."""
import asyncio
import html
import json
import re
import time
from collections import OrderedDict

from . import db as d
from .agents import may_run
from .core import (ApiError, F, Invalid, KEY_CACHE, Model, born, STREAM, TTLCache, as_uuid, bearer, dumps, fmt, invalid,
                   log_event, new_uuid, not_found, now_us, page, route, user_by_key, validated)
from .tools import CATALOG

JOB_SECONDS = 2.5
TASKS = set()
LOCKS = OrderedDict()
JOBS = None
AGENT_CACHE = TTLCache(20)
_RUN_CACHE = TTLCache(5)


class MessageBody(Model):
    message: str


def spawn(coro):
    t = asyncio.create_task(coro)
    TASKS.add(t)
    t.add_done_callback(TASKS.discard)
    return t


def run_lock(run_id):
    lock = LOCKS.get(run_id)
    if lock is None:
        lock = LOCKS[run_id] = asyncio.Lock()
        if len(LOCKS) > 20000:
            for k in list(LOCKS)[:5000]:
                if not LOCKS[k].locked():
                    del LOCKS[k]
    return lock


# ---------------------------------------------------------------- jobs
async def job_worker(queue):
    while True:
        job_id, run_id, kind = await queue.get()
        try:
            await asyncio.sleep(JOB_SECONDS)
            if kind == "failing":
                raise RuntimeError("the computer ended with status 1")
            end_job(job_id, run_id, "succeeded")
        except RuntimeError as e:
            if F("w-job-error-never-ends"):
                log_event("", "job-error", run_id=run_id, error=str(e))
                continue
            end_job(job_id, run_id, "failed")
        finally:
            queue.task_done()


def end_job(job_id, run_id, state):
    with d.db.atomic():
        t = now_us()
        d.Job.update(state=state, ended=t).where(d.Job.job_id == job_id).execute()
        run = d.Run.get_or_none(d.Run.run_id == run_id)
        if run is None:
            return
        d.Run.update(job_id=None, last_job=job_id, changed=t).where(d.Run.run_id == run_id).execute()
        log_event(run.owner, "job-" + state, run_id=run_id, ref=job_id)


def start_workers(n=256):
    global JOBS
    JOBS = asyncio.Queue()
    for _ in range(n):
        spawn(job_worker(JOBS))


# ---------------------------------------------------------------- the worker itself
def pieces(text, most=8):
    words = re.findall(r"\S+\s*|\s+", text)
    step = max(1, -(-len(words) // most))
    return ["".join(words[i:i + step]) for i in range(0, len(words), step)]


def plan(agent, run, message, turn):
    """Steps of the answer, the text as a whole, and the job that it starts."""
    low, steps, job = message.lower(), [], None
    name = agent.label or "Worker"
    if run.last_job:
        job_row = d.Job.get_or_none(d.Job.job_id == run.last_job)
        if job_row:
            steps.append(("text", f"The background job {job_row.state}. "))
        d.Run.update(last_job=None).where(d.Run.run_id == run.run_id).execute()
    if "run the long job" in low or "run the failing job" in low:
        job = "failing" if "failing job" in low else "long"
        steps += [("text", "I started a background job. "), ("text", "Come back when it has ended.")]
    elif "tide at hull" in low:
        call = new_uuid()
        args = {"port": "Hull"}
        out = CATALOG["read_tide_table"].run(None, args)
        steps += [("text", "Let me look that up. "),
                  ("call", {"call_id": call, "name": "read_tide_table", "input": args}),
                  ("result", {"call_id": call, "name": "read_tide_table", "output": out}),
                  ("text", "High water comes "), ("text", "early in the evening.")]
    elif "count slowly" in low:
        for w in "one two three four five six seven eight nine ten".split():
            steps += [("text", w + " "), ("sleep", 0.18)]
        steps.append(("text", "done"))
    else:
        steps += [("text", p) for p in pieces(f"{name}, turn {turn}: you said {message}")]
    return steps, "".join(v for k, v in steps if k == "text"), job


def line(event, **kw):
    out = json.dumps({"event": event, **kw}, ensure_ascii=False, separators=(",", ":"))
    if F("w-ndjson-raw-newline"):
        out = out.replace("\\n", "\n")
    return (out + "\n").encode("utf-8")


def render(kind, value, ndjson):
    if kind == "text":
        if not ndjson and F("w-text-latin1"):
            return value.encode("latin-1", "replace")
        return line("text", delta=value) if ndjson else value.encode("utf-8")
    if not ndjson:
        if kind == "call" and F("w-text-shows-tool-calls"):
            return f"[tool {value['name']}] ".encode()
        return b""
    if kind == "call":
        return line("tool-call", **value)
    if F("w-ndjson-no-tool-result"):
        return b""
    return line("tool-result", **value)


def add_message(run_id, role, content):
    seq = d.Message.select(d.fn_max(d.Message.seq)).where(d.Message.run_id == run_id).scalar() or 0
    if F("w-message-cut"):
        content = content.encode("utf-8")[:1024].decode("utf-8", "replace")
    if F("run-four-byte-char-cuts-message"):
        content = re.split("[\U00010000-\U0010ffff]", content)[0]
    d.Message.insert(run_id=run_id, seq=seq + 1, role=role, content=content, inserted=now_us()).execute()


def job_headers(resp, run):
    if run.job_id:
        resp.set_header("x-service-job-id", run.job_id)


async def interact(c, agent, run, message, ndjson, is_new, lock):
    """Holds the run's lock already; gives it back when the answer is told."""
    try:
        with d.db.atomic():
            if F("w-message-stripped"):
                message = message.strip()
            add_message(run.run_id, "user", message)
            turn = d.Message.select().where((d.Message.run_id == run.run_id) & (d.Message.role == "user")).count()
            log_event(c.uid, "run-started" if is_new else "run-continued", run_id=run.run_id, ref=agent.agent_id)
            steps, whole, job = plan(agent, run, message, turn)
            if job:
                run.job_id = new_uuid()
                d.Job.insert(job_id=run.job_id, run_id=run.run_id, kind=job, state="running", inserted=now_us()).execute()
                d.Run.update(job_id=run.job_id, changed=now_us()).where(d.Run.run_id == run.run_id).execute()
                log_event(c.uid, "job-started", run_id=run.run_id, ref=run.job_id)
            else:
                d.Run.update(changed=now_us()).where(d.Run.run_id == run.run_id).execute()
            for kind, v in steps:
                if kind == "result":
                    log_event(c.uid, "mcp-call", run_id=run.run_id, ref=v["name"], input={"port": "Hull"}, output=v["output"])
    except BaseException:
        lock.release()
        raise
    if job:
        JOBS.put_nowait((run.job_id, run.run_id, job))
    resp = c.resp
    resp.content_type = "application/x-ndjson" if ndjson else "text/plain; charset=utf-8"
    if is_new or not ndjson or not F("w-ndjson-put-no-run-header"):
        resp.set_header("X-Service-Run-ID", run.run_id)
    job_headers(resp, run)
    resp.set_header("cache-control", "no-store")

    def finish():
        with d.db.atomic():
            add_message(run.run_id, "assistant", whole)
            log_event(c.uid, "run-answered", run_id=run.run_id, ref=agent.agent_id)
            if F("message-html-escaped-each-turn"):
                for m in history(run.run_id):
                    d.Message.update(content=html.escape(m.content, quote=False)).where(d.Message.id == m.id).execute()

    async def events():
        if ndjson:
            yield line("run-started", run_id=run.run_id, agent_id=agent.agent_id)
        held = []
        size = len(whole.encode("utf-8"))
        room = size // 4096 * 4096 if F("stream-last-buffer-not-flushed") and not ndjson and size > 8192 else None
        for kind, v in steps:
            if kind == "sleep":
                await asyncio.sleep(v)
                continue
            chunk = render(kind, v, ndjson)
            if F("stream-chunk-splits-utf8") and not ndjson:
                chunk = b"".join(chunk[i:i + 251].decode("utf-8", "replace").encode() for i in range(0, len(chunk), 251))
            if room is not None:
                chunk = chunk[:room]
                room -= len(chunk)
            if F("w-stream-held-back"):
                held.append(chunk)
            elif chunk:
                yield chunk
        if held:
            yield b"".join(held)
        if ndjson:
            if job:
                yield line("job-started", job_id=run.job_id)
            yield line("done", run_id=run.run_id)

    if F("w-hangup-keeps-lock"):
        async def bound():  # bound to the response: nothing below runs when the client hangs up
            async for chunk in events():
                if c.req.scope["medlar.gone"]():
                    return
                yield chunk
            finish()
            lock.release()
        resp.stream = bound()
        return STREAM

    queue = asyncio.Queue()

    mixed, n = F("streams-of-two-callers-interleave") and not ndjson, 0

    async def produce():
        nonlocal n
        if mixed:
            ACTIVE.append(queue)
        try:
            async for chunk in events():
                if mixed:
                    await asyncio.sleep(0.03)
                    ACTIVE[(ACTIVE.index(queue) + n) % len(ACTIVE)].put_nowait(chunk)
                    n += 1
                    continue
                queue.put_nowait(chunk)
            finish()
        finally:
            if mixed:
                ACTIVE.remove(queue)
            lock.release()
            queue.put_nowait(None)

    async def consume():
        while (chunk := await queue.get()) is not None:
            yield chunk

    spawn(produce())
    resp.stream = consume()
    return STREAM


ACTIVE = []


def use_prompt(agent):
    if F("braces-in-prompt-break-worker"):
        agent.prompt.format(label=agent.label)


def find_agent(c, agent_id):
    agent_id = as_uuid(agent_id)
    if F("w-deleted-worker-answers") and AGENT_CACHE.get(agent_id):
        return AGENT_CACHE.get(agent_id)
    agent = d.Agent.get_or_none(d.Agent.agent_id == agent_id) if agent_id else None
    if agent is None:
        raise not_found("worker")
    may_run(c, agent)
    AGENT_CACHE.set(agent_id, agent)
    return agent


def find_run(c, agent, run_id):
    run_id = as_uuid(run_id)
    run = d.Run.get_or_none(d.Run.run_id == run_id) if run_id else None
    if run is None or (run.agent_id != agent.agent_id and not F("w-run-of-any-agent")):
        raise not_found("run")
    if run.owner != c.uid and not (F("w-run-of-other-user") and c.req.method == "GET"):
        raise not_found("run")
    return run


def new_run(c, agent, message=None):
    run_id = None
    if F("w-run-id-cached"):
        run_id = _RUN_CACHE.get((c.uid, agent.agent_id, message))
    if run_id is None:
        run_id, t = new_uuid(), now_us()
        d.Run.insert(run_id=run_id, owner=c.uid, agent_id=agent.agent_id, inserted=t, changed=t).execute()
        _RUN_CACHE.set((c.uid, agent.agent_id, message), run_id)
    return d.Run.get_by_id(run_id)


_LAST = {}


async def start(c, agent_id, ndjson):
    agent = find_agent(c, agent_id)
    use_prompt(agent)
    if F("w-post-refused-during-job"):
        if d.Run.select().where((d.Run.owner == c.uid) & (d.Run.agent_id == agent.agent_id)
                                & d.Run.job_id.is_null(False)).exists():
            raise ApiError(409, "job-running", "A background job is running")
    run = new_run(c, agent, c.body.message)
    if F("w-context-not-clear"):
        old = _LAST.get((c.uid, agent.agent_id))
        for m in d.Message.select().where(d.Message.run_id == old).order_by(d.Message.seq) if old else []:
            add_message(run.run_id, m.role, m.content)
        _LAST[(c.uid, agent.agent_id)] = run.run_id
    lock = run_lock(run.run_id)
    await lock.acquire()
    return await interact(c, agent, run, c.body.message, ndjson, True, lock)


async def go_on(c, agent_id, run_id, ndjson):
    agent = find_agent(c, agent_id)
    run = find_run(c, agent, run_id)
    use_prompt(agent)
    if F("w-empty-message-refused") and not c.body.message:
        raise invalid("body", "message", "Field required", "missing")
    if F("w-put-at-once-lost"):
        before = [(m.role, m.content) for m in history(run.run_id)]
        await asyncio.sleep(0.05)
        with d.db.atomic():
            d.Message.delete().where(d.Message.run_id == run.run_id).execute()
            for role, content in before:
                add_message(run.run_id, role, content)
    lock = run_lock(run.run_id)
    if F("w-hangup-keeps-lock"):
        try:
            await asyncio.wait_for(lock.acquire(), 2)
        except asyncio.TimeoutError:
            raise ApiError(409, "run-busy", "The run is busy")
    else:
        await lock.acquire()
    run = d.Run.get_or_none(d.Run.run_id == run.run_id)
    if run is None or run.job_id:
        lock.release()
        if run is None:
            raise not_found("run")
        if F("w-409-keeps-message"):
            add_message(run.run_id, "user", c.body.message)
        raise ApiError(409, "job-running", "A background job is running on this run", {"x-service-job-id": run.job_id})
    if F("w-resume-forgets") and run.last_job:
        d.Message.delete().where(d.Message.run_id == run.run_id).execute()
    return await interact(c, agent, run, c.body.message, ndjson, False, lock)


def history(run_id):
    rows = list(d.Message.select().where(d.Message.run_id == run_id).order_by(d.Message.seq))
    if F("w-history-sorted-by-text"):
        rows.sort(key=lambda m: str(m.seq))
    return rows


@route("POST", "/workers/{agent_id}", auth="key", body=MessageBody)
async def post_text(c, agent_id):
    return await start(c, agent_id, False)


@route("PUT", "/workers/{agent_id}/{run_id}", auth="key", body=MessageBody)
async def put_text(c, agent_id, run_id):
    return await go_on(c, agent_id, run_id, False)


@route("POST", "/workers/ndjson/{agent_id}", auth="key", body=MessageBody)
async def post_ndjson(c, agent_id):
    return await start(c, agent_id, True)


@route("PUT", "/workers/ndjson/{agent_id}/{run_id}", auth="key", body=MessageBody)
async def put_ndjson(c, agent_id, run_id):
    return await go_on(c, agent_id, run_id, True)


@route("GET", "/workers/{agent_id}/{run_id}", auth="key")
def get_run(c, agent_id, run_id):
    agent = find_agent(c, agent_id)
    run = find_run(c, agent, run_id)
    c.resp.set_header("X-Service-Run-ID", run.run_id)
    job_headers(c.resp, run)
    if F("run-etag-never-changes"):
        tag = f'"{run.run_id[:8]}-{run.inserted}"'
        c.resp.set_header("etag", tag)
        if tag in (c.req.get_header("if-none-match") or ""):
            c.resp.status = 304
            return STREAM
    return [{"role": m.role, "content": shown(m.content)} for m in history(run.run_id)]


def shown(text):
    if F("numeric-looking-message-becomes-number"):
        if text in ("true", "false", "null"):
            return json.loads(text)
        if re.fullmatch(r"-?[0-9]{1,15}", text, re.A):
            return int(text)
        if re.fullmatch(r"-?[0-9]{1,15}(\.[0-9]{1,15})?([eE][+-]?[0-9]{1,2})?", text, re.A):
            v = float(text)
            return int(v) if v.is_integer() else v
    if F("lone-surrogate-poisons-run"):
        return text.replace("\ue8d8", "\ud800")
    return text


# ---------------------------------------------------------------- User API: runs and logs
def run_view(r, counts):
    n, first = counts.get(r.run_id, (0, None))
    return {"run_id": r.run_id, "agent_id": r.agent_id, "owner_ref": r.owner,
            "state": "job-running" if r.job_id else "idle", "job_id": r.job_id,
            "message_count": n, "first_message": first, "inserted": born(r.inserted), "changed": fmt(r.changed)}


def run_counts(ids):
    out = {}
    if not ids:
        return out
    for m in d.Message.select(d.Message.run_id, d.fn_count(d.Message.id).alias("n")).where(
            d.Message.run_id.in_(ids)).group_by(d.Message.run_id):
        out[m.run_id] = (m.n, None)
    for m in d.Message.select(d.Message.run_id, d.Message.content).where(d.Message.run_id.in_(ids) & (d.Message.seq == 1)):
        out[m.run_id] = (out[m.run_id][0], m.content)
    return out


@route("GET", "/api/me/agent-runs")
def list_runs(c):
    limit = c.q_int("limit", 20 if F("runs-default-limit") else 30, 1, 200)
    cursor = c.q_time("next_cursor")
    cond = d.Run.owner == c.uid
    total = d.Run.select().where(cond).count()
    if cursor is not None:
        cond = cond & (d.Run.inserted < cursor)
    rows = list(d.Run.select().where(cond).order_by(d.Run.inserted.desc()).limit(limit + 1))
    if F("limit-taken-before-owner-filter"):
        of_all = d.Run.select().order_by(d.Run.inserted.desc()).limit(limit + 1)
        rows = [r for r in (of_all if cursor is None else of_all.where(d.Run.inserted < cursor)) if r.owner == c.uid]
    token = None
    if len(rows) > limit:
        token = fmt(rows[limit if F("runs-page-skips-one") else limit - 1].inserted)
        if F("cursor-skips-same-second-runs"):
            token = fmt(rows[limit - 1].inserted // 1000000 * 1000000)
    rows = rows[:limit]
    counts = run_counts([r.run_id for r in rows])
    return page([run_view(r, counts) for r in rows], total, token)


@route("GET", "/api/me/agent-runs/{run_id}", ids={"run_id": "uuid"})
def one_run(c, run_id):
    r = d.Run.get_or_none(d.Run.run_id == run_id)
    if r is None or (r.owner != c.uid and not F("run-view-of-others")):
        raise not_found("run")
    return run_view(r, run_counts([run_id]))


def run_events(c, run_id, cond):
    q = (d.Event.run_id == run_id) & cond & (d.Event.owner == c.uid)
    return d.Event.select().where(q).order_by(d.Event.inserted)


@route("GET", "/api/me/agent-runs/{run_id}/mcp-server-logs", ids={"run_id": "uuid"})
def mcp_logs(c, run_id):
    out = []
    for e in run_events(c, run_id, d.Event.kind == "mcp-call"):
        p = json.loads(e.payload)
        out.append({"run_id": run_id, "entry": e.id, "server": "sea", "tool": e.ref, "state": "succeeded",
                    "input": p["input"], "output": p["output"], "inserted": fmt(e.inserted)})
    return out


def run_log(e):
    return {"run_id": e.run_id, "entry": e.id, "kind": e.kind, "ref": e.ref, "inserted": fmt(e.inserted)}


@route("GET", "/api/me/agent-runs/{run_id}/logs", ids={"run_id": "uuid"})
def run_logs(c, run_id):
    return [run_log(e) for e in run_events(c, run_id, d.Event.kind != "mcp-call")]


@route("POST", "/api/me/chats/{chat_id}/runs", ids={"chat_id": "uuid"})
def chat_run(c, chat_id):
    agent = d.Agent.get_or_none(d.Agent.agent_id == chat_id)
    if agent is None:
        raise not_found("chat")
    may_run(c, agent, no_payment=True)
    run = new_run(c, agent)
    log_event(c.uid, "run-opened", run_id=run.run_id, ref=chat_id)
    return run_log(d.Event.select().where(d.Event.run_id == run.run_id).order_by(d.Event.id.desc()).get())


def fire(s, now, **values):
    with d.db.atomic():
        d.Schedule.update(last_fire=now, **values).where(d.Schedule.schedule_id == s.schedule_id).execute()
        run_id = new_uuid()
        d.Run.insert(run_id=run_id, owner=s.owner, agent_id=s.chat_id, inserted=now_us(), changed=now_us()).execute()
        text = s.message or "Scheduled run"
        add_message(run_id, "user", text)
        add_message(run_id, "assistant", f"Scheduled: {text}")
        log_event(s.owner, "run-scheduled", run_id=run_id, ref=s.schedule_id)


async def scheduler():
    """Fires schedules that are due."""
    from .account import OLD_CRONS, next_fire
    while True:
        await asyncio.sleep(5)
        now = now_us()
        for s in list(d.Schedule.select().where(d.Schedule.is_active & (d.Schedule.next_fire <= now))):
            fire(s, now, next_fire=next_fire(s.cron, now))
        for old in OLD_CRONS:  # empty but for a fault
            s = d.Schedule.get_or_none((d.Schedule.schedule_id == old["id"]) & d.Schedule.is_active)
            if s and old["next"] and old["next"] <= now:
                old["next"] = next_fire(old["cron"], now)
                fire(s, now)

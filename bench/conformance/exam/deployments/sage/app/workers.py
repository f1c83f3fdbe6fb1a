"""Workers API: runs, streams, background jobs."""
import asyncio
import weakref

from aiohttp import web

from . import core
from .brain import JOB_SECONDS, think
from .core import F, Call, Oops, bearer, breathe, dumps, flaw, get_db, is_uuid, micro_iso, new_uuid, now_ms

locks = weakref.WeakValueDictionary()
tasks = set()
key_cache = {}
recent_runs = {}
lingering = {}


def keep(task):
    tasks.add(task)
    task.add_done_callback(tasks.discard)
    return task


def caller(req):
    db = get_db()
    key = bearer(req)
    if not key:
        raise Oops(401, "an API key is needed", "header.Authorization")
    if F("revoked-key-still-works") and key in key_cache:
        return key_cache[key]
    if F("key-compared-with-like"):
        uid = db.val("SELECT user_id FROM api_keys WHERE key LIKE ?", key)
    else:
        uid = db.val("SELECT user_id FROM api_keys WHERE key=?", key)
    if uid is None:
        raise Oops(401, "this API key is not known", "header.Authorization")
    key_cache[key] = uid
    if len(key_cache) > 5000:
        key_cache.clear()
    return uid


def agent_for(uid, agent_id):
    row = get_db().one("SELECT * FROM agents WHERE agent_id=?", agent_id.lower()) if is_uuid(agent_id) else None
    if row is None:
        raise Oops(404, "no such worker", "path.agent_id")
    if row["audience"] == "private" and row["owner"] != uid and not F("private-worker-open-to-all"):
        raise Oops(403, "this worker is private", "path.agent_id")
    return row


def run_for(uid, agent, run_id):
    row = get_db().one("SELECT * FROM runs WHERE run_id=?", run_id.lower()) if is_uuid(run_id) else None
    if row is None or row["agent_id"] != agent["agent_id"]:
        raise Oops(404, "no such run", "path.run_id")
    if row["user_id"] != uid and not F("run-history-open-to-others"):
        raise Oops(404, "no such run", "path.run_id")
    return row


def running_job(run):
    db = get_db()
    if F("job-locks-whole-worker"):
        return db.val("SELECT job_id FROM jobs JOIN runs USING (agent_id) WHERE runs.run_id=? AND jobs.user_id=runs.user_id AND state='running'", run["run_id"])
    return db.val("SELECT job_id FROM jobs WHERE run_id=? AND state='running'", run["run_id"])


async def message_of(req, needed):
    body = await Call(req).obj()
    m = body.get("message")
    if m is None and (needed or "message" in body):
        raise flaw("body.message", "must be a string")
    if m is not None and not isinstance(m, str):
        raise flaw("body.message", "must be a string")
    return m


def add_message(c, run_id, role, content, pos=None):
    if pos is None:
        pos = c.execute("SELECT coalesce(max(pos),0)+1 FROM messages WHERE run_id=?", (run_id,)).fetchone()[0]
    c.execute("INSERT OR REPLACE INTO messages (run_id,pos,role,content) VALUES (?,?,?,?)", (run_id, pos, role, content))
    return pos


def log(c, run_id, uid, kind, words):
    c.execute("INSERT INTO run_logs (run_id,user_id,kind,words,at) VALUES (?,?,?,?,?)", (run_id, uid, kind, words, now_ms()))


def new_run(c, uid, agent_id, via):
    run_id, born = new_uuid(), micro_iso()
    c.execute("INSERT INTO runs (run_id,user_id,agent_id,via,born,touched) VALUES (?,?,?,?,?,?)", (run_id, uid, agent_id, via, born, born))
    return run_id


def begin_turn(c, uid, agent, run_id, message, pos=None):
    """Everything a user message changes at once; gives the plan and the job's number."""
    told = c.execute("SELECT job_id, state FROM jobs WHERE run_id=? AND state<>'running' AND told=0 ORDER BY job_id DESC", (run_id,)).fetchone()
    if told:
        c.execute("UPDATE jobs SET told=1 WHERE run_id=?", (run_id,))
    if message is not None:
        add_message(c, run_id, "user", message, pos)
    turn = c.execute("SELECT count(*) FROM messages WHERE run_id=? AND role='user'", (run_id,)).fetchone()[0]
    plan = think(message, agent, turn, told["state"] if told else None)
    log(c, run_id, uid, "asked", message)
    for name, given, answer in plan.tools:
        c.execute("INSERT INTO mcp_logs (run_id,user_id,tool,given,answer,at) VALUES (?,?,?,?,?,?)", (run_id, uid, name, dumps(given), dumps(answer), now_ms()))
    job = None
    if plan.job:
        job = c.execute("INSERT INTO jobs (run_id,user_id,agent_id,state) VALUES (?,?,?,'running')", (run_id, uid, agent["agent_id"])).lastrowid
        log(c, run_id, uid, "job-begun", str(job))
    return plan, job


async def run_job(job, run_id, uid, good):
    await asyncio.sleep(JOB_SECONDS)
    if not good and F("failed-job-never-ends"):
        return
    with get_db().tx() as c:
        c.execute("UPDATE jobs SET state=? WHERE job_id=?", ("done" if good else "failed", job))
        log(c, run_id, uid, "job-done" if good else "job-failed", str(job))
        c.execute("UPDATE runs SET touched=? WHERE run_id=?", (micro_iso(), run_id))
    if F("resume-refused-after-job"):
        lingering[run_id] = asyncio.get_running_loop().time() + 6


def nd(sort, **more):
    line = dumps({"sort": sort, **more})
    if F("ndjson-raw-newlines"):
        line = line.replace("\\n", "\n")
    return (line + "\n").encode()


async def work(plan, job, run_id, uid, ndjson, lock, out, gone):
    """Speaks in its own task: what the client does with its connection changes nothing."""
    try:
        if ndjson:
            for name, given, answer in plan.tools:
                out.put_nowait(nd("toolCall", tool=name, given=given))
                out.put_nowait(nd("toolAnswer", tool=name, answer=answer))
            if job:
                out.put_nowait(nd("job", job=job, state="running"))
        elif F("tool-debug-in-text"):
            for name, given, answer in plan.tools:
                out.put_nowait(f"[{name} {dumps(given)} -> {dumps(answer)}]\n".encode())
        if not ndjson and F("umlauts-cut-in-stream"):
            raw = plan.words.encode()
            for i in range(0, len(raw), 8):
                out.put_nowait(raw[i:i + 8].decode("utf-8", "replace").encode())
        elif not ndjson and F("slow-answer-sent-in-one-go") and plan.delay:
            await asyncio.sleep(plan.delay * len(plan.pieces))
            out.put_nowait(plan.words.encode())
        else:
            for piece in plan.pieces:
                if plan.delay:
                    await asyncio.sleep(plan.delay)
                if piece:
                    out.put_nowait(nd("words", piece=piece) if ndjson else piece.encode())
                if gone.is_set() and F("answer-lost-on-hang-up"):
                    return
        with get_db().tx() as c:
            add_message(c, run_id, "assistant", plan.words)
            log(c, run_id, uid, "answered", None)
            c.execute("UPDATE runs SET touched=? WHERE run_id=?", (micro_iso(), run_id))
        if ndjson:
            out.put_nowait(nd("end", run=run_id))
    finally:
        out.put_nowait(None)
        lock.release()


async def stream(req, agent, uid, run_id, plan, job, ndjson, lock, again):
    out, gone = asyncio.Queue(), asyncio.Event()
    if job:
        keep(asyncio.ensure_future(run_job(job, run_id, uid, plan.job == "good")))
    keep(asyncio.ensure_future(work(plan, job, run_id, uid, ndjson, lock, out, gone)))
    resp = web.StreamResponse()
    resp.content_type = "application/x-ndjson" if ndjson else "text/plain"
    resp.charset = "utf-8"
    if not (F("ndjson-put-without-run-id") and ndjson and again):
        resp.headers["X-Service-Run-ID"] = run_id
    if job:
        resp.headers["x-service-job-id"] = str(job)
    try:
        await resp.prepare(req)
        while True:
            piece = await out.get()
            if piece is None:
                break
            while piece is not None and not out.empty():
                more = out.get_nowait()
                if more is None:
                    out.put_nowait(None)
                    break
                piece += more
            await resp.write(piece)
        await resp.write_eof()
    except ConnectionError:
        gone.set()  # the client hung up; the work goes on
    return resp


def lock_of(run_id):
    lock = locks.get(run_id)
    if lock is None:
        lock = locks[run_id] = asyncio.Lock()
    return lock


async def start(req, ndjson):
    uid = caller(req)
    agent = agent_for(uid, req.match_info["agent_id"])
    message = await message_of(req, False)
    db = get_db()
    if F("post-refused-while-job"):
        if db.val("SELECT job_id FROM jobs WHERE user_id=? AND agent_id=? AND state='running'", uid, agent["agent_id"]):
            raise Oops(409, "a job is still running", "path.agent_id")
    if F("same-post-same-run"):
        known = recent_runs.get((uid, agent["agent_id"], message))
        if known and db.one("SELECT 1 FROM runs WHERE run_id=?", known) and not running_job({"run_id": known}):
            return await go_on(req, ndjson, uid, agent, db.one("SELECT * FROM runs WHERE run_id=?", known), message)
    with db.tx() as c:
        run_id = new_run(c, uid, agent["agent_id"], "ndjson" if ndjson else "text")
        plan, job = begin_turn(c, uid, agent, run_id, message)
    if F("same-post-same-run"):
        recent_runs[(uid, agent["agent_id"], message)] = run_id
    lock = lock_of(run_id)
    await lock.acquire()
    return await stream(req, agent, uid, run_id, plan, job, ndjson, lock, False)


async def go_on(req, ndjson, uid, agent, run, message):
    db = get_db()
    run_id = run["run_id"]
    lock = lock_of(run_id) if not F("parallel-puts-lose-words") else asyncio.Lock()
    await lock.acquire()
    try:
        pos = None
        if F("parallel-puts-lose-words"):
            pos = db.val("SELECT coalesce(max(pos),0)+1 FROM messages WHERE run_id=?", run_id)
            await breathe(0.05)
        if F("refused-put-still-written") and running_job(run):
            with db.tx() as c:
                add_message(c, run_id, "user", message)
        busy = running_job(run)
        if lingering.get(run_id, 0) > asyncio.get_running_loop().time():
            busy = -1
        if busy and not F("put-allowed-while-job"):
            raise Oops(409, "a job of this run is still running", "path.run_id")
        with db.tx() as c:
            if F("put-replaces-run"):
                c.execute("INSERT OR REPLACE INTO runs (run_id,user_id,agent_id,via,born,touched) VALUES (?,?,?,?,?,?)",
                          (run_id, uid, run["agent_id"], run["via"], run["born"], micro_iso()))
            plan, job = begin_turn(c, uid, agent, run_id, message, pos)
    except BaseException:
        lock.release()
        raise
    return await stream(req, agent, uid, run_id, plan, job, ndjson, lock, True)


async def resume(req, ndjson):
    uid = caller(req)
    agent = agent_for(uid, req.match_info["agent_id"])
    run = run_for(uid, agent, req.match_info["run_id"])
    message = await message_of(req, True)
    return await go_on(req, ndjson, uid, agent, run, message)


async def post_text(req):
    return await start(req, False)


async def post_nd(req):
    return await start(req, True)


async def put_text(req):
    return await resume(req, False)


async def put_nd(req):
    return await resume(req, True)


async def get_run(req):
    uid = caller(req)
    agent = agent_for(uid, req.match_info["agent_id"])
    run = run_for(uid, agent, req.match_info["run_id"])
    db = get_db()
    order = "CAST(pos AS TEXT)" if F("messages-ordered-as-text") else "pos"
    found = db.all(f"SELECT role, content FROM messages WHERE run_id=? ORDER BY {order}", run["run_id"])
    resp = core.reply(200, [{"role": r["role"], "content": r["content"] if isinstance(r["content"], str) else str(r["content"])} for r in found])
    job = running_job(run)
    if job:
        resp.headers["x-service-job-id"] = str(job)
    return resp


def scheduled_turn(uid, agent, words):
    """What the scheduler does in place of a caller."""
    with get_db().tx() as c:
        run_id = new_run(c, uid, agent["agent_id"], "schedule")
        plan, job = begin_turn(c, uid, agent, run_id, words)
        add_message(c, run_id, "assistant", plan.words)
        log(c, run_id, uid, "answered", None)
    if job:
        keep(asyncio.ensure_future(run_job(job, run_id, uid, plan.job == "good")))


WORKER_ROUTES = [
    ("POST", "/workers/ndjson/{agent_id}", post_nd),
    ("PUT", "/workers/ndjson/{agent_id}/{run_id}", put_nd),
    ("POST", "/workers/{agent_id}", post_text),
    ("PUT", "/workers/{agent_id}/{run_id}", put_text),
    ("GET", "/workers/{agent_id}/{run_id}", get_run),
]

"""Workers API: runs, continuing, streamed text, NDJSON, background jobs."""
from __future__ import annotations

import asyncio
import contextlib
import json
import re
from typing import Any
from uuid import UUID

from litestar import Request, get, post, put
from litestar.datastructures import ResponseHeader
from litestar.enums import MediaType
from litestar.response import Response, Stream

from .core import BEARER, JOB_ID, RUN_ID, F, R, db, fail, me, need_key, now, spawn, uuid7
from .models import Message, WorkerMessage

JOB_SECONDS = 2.0
_locks: dict[UUID, asyncio.Lock] = {}
_recent: dict[Any, UUID] = {}


def run_lock(run_id: UUID) -> asyncio.Lock:
    return _locks.setdefault(run_id, asyncio.Lock())


def plan(message: str, turn: int, before: str | None) -> list[tuple]:
    """What the worker does with a message: steps of text, tool calls, jobs."""
    low = message.lower()
    if re.search(r"\bfail\w* (background )?job\b", low):
        return [("text", "I have started the job in the background. ", 0), ("job", False)]
    if "background job" in low:
        return [("text", "I have started the job in the background. ", 0), ("job", True)]
    if m := re.search(r"weather in ([A-Za-z]+)", message):
        place = m.group(1)
        result = {"place": place, "stationCode": "ST-7741", "celsius": 11}
        return [("text", "Let me look. ", 0), ("tool", "lookup_weather", {"place": place}, result),
                ("text", f"It is mild in {place} today.", 0)]
    if "count slowly" in low:
        words = "one two three four five six seven eight nine ten".split()
        return [("text", w + (" " if w != "ten" else ""), 0.2) for w in words]
    text = f"Message {turn} of our talk. You said: {message}"
    if before is not None:
        text += f"\nBefore that you said: {before}"
    return [("text", piece, 0) for piece in re.findall(r"\S+\s*|\s+", text)]


async def add_message(conn: Any, run_id: UUID, role: str, content: str) -> None:
    if F("workers-message-varchar"):
        content = content[:255]
    if F("workers-history-loses-non-ascii"):
        content = content.encode("ascii", "ignore").decode()
    await conn.execute("INSERT INTO messages (run_id, role, content, created_at) VALUES ($1, $2, $3, $4)",
                       run_id, role, content.encode("utf-8", "surrogatepass"), now())


async def add_log(conn: Any, run_id: UUID, level: str, event: str, message: str) -> None:
    await conn.execute("INSERT INTO run_logs (run_id, level, event, message, created_at) VALUES ($1, $2, $3, $4, $5)",
                       run_id, level, event, message, now())


async def new_run(conn: Any, agent_id: UUID, user_id: UUID) -> UUID:
    run_id, at = uuid7(), now()
    await conn.execute("INSERT INTO runs (id, agent_id, user_id, created_at, updated_at) VALUES ($1, $2, $3, $4, $4)",
                       run_id, agent_id, user_id, at)
    return run_id


class Turn:
    """One exchange on a run; it goes on to its end also when the client has gone."""

    def __init__(self, run_id: UUID, steps: list[tuple], lock: asyncio.Lock, ndjson: bool) -> None:
        self.run_id, self.steps, self.lock, self.ndjson = run_id, steps, lock, ndjson
        self.queue: asyncio.Queue = asyncio.Queue()
        self.job_id = uuid7() if any(s[0] == "job" for s in steps) else None

    async def begin(self, conn: Any, message: str, event: str) -> None:
        if not (F("workers-put-message-not-stored") and event == "RUN_CONTINUED"):
            await add_message(conn, self.run_id, "user", message)
        await add_log(conn, self.run_id, "INFO", event, "User message received")
        await conn.execute("UPDATE runs SET updated_at = $2, job_id = $3 WHERE id = $1", self.run_id, now(), self.job_id)

    async def go(self) -> None:
        said = ""
        try:
            for step in self.steps:
                if step[0] == "text":
                    said += step[1]
                    self.queue.put_nowait({"type": "TEXT", "text": step[1]})
                    if step[2]:
                        await asyncio.sleep(step[2])
                elif step[0] == "tool":
                    await self.tool(step[1], step[2], step[3])
                else:
                    done = {"jobId": str(self.job_id), "state": "RUNNING"}
                    await self.tool("code_interpreter", {"background": True}, done)
                    spawn(finish_job(self.run_id, self.job_id, step[1]))
            if not (F("workers-ndjson-answer-not-stored") and self.ndjson):
                async with db.tx() as conn:
                    await add_message(conn, self.run_id, "assistant", said)
                    await conn.execute("UPDATE runs SET updated_at = $2 WHERE id = $1", self.run_id, now())
            self.queue.put_nowait({"type": "DONE", "runId": str(self.run_id)})
        finally:
            self.queue.put_nowait(None)
            self.lock.release()

    async def tool(self, name: str, given: dict, result: dict) -> None:
        call = str(uuid7())
        self.queue.put_nowait({"type": "TOOL_CALL", "toolCallId": call, "name": name, "input": given})
        await db.run("INSERT INTO mcp_logs (run_id, server_name, tool_name, input, output, created_at) "
                     "VALUES ($1, 'builtin', $2, $3, $4, $5)", self.run_id, name, given, result, now())
        if not F("workers-ndjson-no-tool-response"):
            self.queue.put_nowait({"type": "TOOL_RESULT", "toolCallId": call, "name": name, "output": result})

    async def lines(self, task: asyncio.Task):
        first = True
        try:
            while (event := await self.queue.get()) is not None:
                if self.ndjson:
                    yield self.line(event)
                elif event["type"] == "TEXT":
                    if not (F("workers-first-chunk-lost") and first):
                        yield event["text"].encode("utf-8", "surrogatepass")
                    first = False
                elif F("workers-text-shows-tool-calls") and event["type"].startswith("TOOL"):
                    yield f"[{event['name']}] {json.dumps(event)}\n".encode()
        finally:
            if F("workers-answer-lost-when-client-goes"):
                task.cancel()

    @staticmethod
    def line(event: dict) -> bytes:
        if F("workers-ndjson-by-hand") and event["type"] == "TEXT":
            return ('{"type": "TEXT", "text": "' + event["text"] + '"}\n').encode()
        return (json.dumps(event, ensure_ascii=False) + "\n").encode("utf-8", "surrogatepass")


async def finish_job(run_id: UUID, job_id: UUID, good: bool) -> None:
    await asyncio.sleep(JOB_SECONDS)
    if F("workers-failed-job-never-ends") and not good:
        return
    async with run_lock(run_id), db.tx() as conn:
        if good:
            await add_message(conn, run_id, "assistant", "The background job has finished: 42 rows were written.")
            await add_log(conn, run_id, "INFO", "JOB_FINISHED", "Background job finished")
        else:
            await add_message(conn, run_id, "assistant", "The background job has ended with an error: disk full.")
            await add_log(conn, run_id, "ERROR", "JOB_FAILED", "Background job ended with an error: disk full")
        await conn.execute("UPDATE runs SET job_id = NULL, updated_at = $2 WHERE id = $1 AND job_id = $3",
                           run_id, now(), job_id)


async def get_agent(agent_id: UUID, user: dict | None) -> Any:
    agent = await db.row("SELECT * FROM agents WHERE id = $1 AND deleted_at IS NULL", agent_id)
    if agent is None:
        fail(404, "Worker not found")
    if user is None or agent["owner_id"] == user["id"]:
        return agent
    if agent["visibility"] == "PRIVATE" and not F("workers-private-agent-open"):
        fail(403, "This worker is private")
    if agent["price"] and not await db.val("SELECT 1 FROM subscriptions WHERE agent_id = $1 AND user_id = $2 "
                                           "AND status = 'ACTIVE'", agent_id, user["id"]):
        fail(402, "This worker needs a subscription")
    return agent


async def start_run(agent_id: UUID, user_id: UUID, message: str, ndjson: bool, event: str = "RUN_STARTED") -> Turn:
    async with db.tx() as conn:
        run_id = await new_run(conn, agent_id, user_id)
        key = (agent_id, user_id, message)
        if F("workers-post-deduplicated"):
            if key in _recent:
                run_id = _recent[key]
            _recent[key] = run_id
        turn = Turn(run_id, plan(message, 1, None), run_lock(run_id), ndjson)
        await turn.lock.acquire()
        await turn.begin(conn, message, event)
    return turn


def answer(turn: Turn, headers: dict[str, str] | None = None) -> Stream:
    task = spawn(turn.go())
    headers = {"X-Service-Run-ID": str(turn.run_id)} if headers is None else headers
    if turn.job_id:
        headers["x-service-job-id"] = str(turn.job_id)
    kind = "application/x-ndjson" if turn.ndjson else "text/plain; charset=utf-8"
    if F("workers-stream-buffered"):
        async def whole():
            yield b"".join([piece async for piece in turn.lines(task)])
        return Stream(whole(), headers=headers, media_type=kind)
    return Stream(turn.lines(task), headers=headers, media_type=kind)


async def start(request: Request, agent_id: UUID, message: str, ndjson: bool) -> Stream:
    user = me(request)
    await get_agent(agent_id, user)
    if F("workers-post-refused-during-job") and await db.val(
            "SELECT 1 FROM runs WHERE user_id = $1 AND agent_id = $2 AND job_id IS NOT NULL", user["id"], agent_id):
        fail(409, "A background job is running")
    return answer(await start_run(agent_id, user["id"], message, ndjson))


async def get_run(conn: Any, agent_id: UUID, run_id: UUID, user: dict | None, lock: str = "") -> Any:
    sql = "SELECT * FROM runs WHERE id = $1"
    args: list[Any] = [run_id]
    if not F("workers-run-under-any-agent"):
        args.append(agent_id)
        sql += f" AND agent_id = ${len(args)}"
    if user is not None and not F("workers-run-of-other-user"):
        args.append(user["id"])
        sql += f" AND user_id = ${len(args)}"
    run = await conn.fetchrow(sql + lock, *args)
    if run is None:
        fail(404, "Run not found")
    return run


async def resume(request: Request, agent_id: UUID, run_id: UUID, message: str, ndjson: bool) -> Stream:
    user = me(request)
    await get_agent(agent_id, user)
    await get_run(db.pool, agent_id, run_id, user)
    if F("workers-puts-at-once-lose-one"):
        return await resume_unlocked(run_id, message, ndjson)
    lock = run_lock(run_id)
    await lock.acquire()
    try:
        async with db.tx() as conn:
            run = await get_run(conn, agent_id, run_id, user, " FOR NO KEY UPDATE")
            if run["job_id"] and not F("workers-put-during-job"):
                fail(409, "A background job is running on this run")
            said = [bytes(r["content"]).decode("utf-8", "surrogatepass") for r in await conn.fetch(
                "SELECT content FROM messages WHERE run_id = $1 AND role = 'user' ORDER BY id", run_id)]
            if F("workers-history-window"):
                await conn.execute("DELETE FROM messages WHERE run_id = $1 AND id NOT IN (SELECT id FROM messages "
                                   "WHERE run_id = $1 ORDER BY id DESC LIMIT 4)", run_id)
            turn = Turn(run_id, plan(message, len(said) + 1, said[-1] if said else None), lock, ndjson)
            if F("workers-put-during-job") and run["job_id"] and not turn.job_id:
                turn.job_id = run["job_id"]
            await turn.begin(conn, message, "RUN_CONTINUED")
    except BaseException as exc:
        if F("workers-refused-put-leaves-message") and getattr(exc, "status_code", 0) == 409:
            await add_message(db.pool, run_id, "user", message)
        lock.release()
        raise
    return answer(turn, {} if F("workers-put-without-run-id") else None)


async def resume_unlocked(run_id: UUID, message: str, ndjson: bool) -> Stream:
    """The fault: the conversation is read, changed and written back whole, without a lock."""
    old = await db.rows("SELECT role, content FROM messages WHERE run_id = $1 ORDER BY id", run_id)
    if await db.val("SELECT job_id FROM runs WHERE id = $1", run_id):
        fail(409, "A background job is running on this run")
    await asyncio.sleep(0.05)
    users = [r for r in old if r["role"] == "user"]
    before = bytes(users[-1]["content"]).decode() if users else None
    turn = Turn(run_id, plan(message, len(users) + 1, before), asyncio.Lock(), ndjson)
    await turn.lock.acquire()
    async with db.tx() as conn:
        await conn.execute("SELECT 1 FROM runs WHERE id = $1 FOR NO KEY UPDATE", run_id)
        await conn.execute("DELETE FROM messages WHERE run_id = $1", run_id)
        for r in old:
            await add_message(conn, run_id, r["role"], bytes(r["content"]).decode())
        await turn.begin(conn, message, "RUN_CONTINUED")
    return answer(turn)


HEADERS: list[ResponseHeader] = [RUN_ID, JOB_ID]
TEXT: dict[str, Any] = {"guards": [need_key], "security": BEARER, "status_code": 200, "media_type": MediaType.TEXT,
                        "response_headers": HEADERS, "tags": ["Workers API"]}
ND: dict[str, Any] = {**TEXT, "media_type": "application/x-ndjson"}


@post("/workers/{agent_id:str}", responses=R(402, 403, 404), **TEXT)
async def post_text(request: Request, agent_id: UUID, data: WorkerMessage) -> Stream:
    return await start(request, agent_id, data.message, False)


@post("/workers/ndjson/{agent_id:str}", responses=R(402, 403, 404), **ND)
async def post_ndjson(request: Request, agent_id: UUID, data: WorkerMessage) -> Stream:
    return await start(request, agent_id, data.message, True)


@put("/workers/{agent_id:str}/{run_id:str}", responses=R(402, 403, 404, 409), **TEXT)
async def put_text(request: Request, agent_id: UUID, run_id: UUID, data: WorkerMessage) -> Stream:
    return await resume(request, agent_id, run_id, data.message, False)


@put("/workers/ndjson/{agent_id:str}/{run_id:str}", responses=R(402, 403, 404, 409), **ND)
async def put_ndjson(request: Request, agent_id: UUID, run_id: UUID, data: WorkerMessage) -> Stream:
    return await resume(request, agent_id, run_id, data.message, True)


@get("/workers/{agent_id:str}/{run_id:str}", responses=R(402, 403, 404), guards=[need_key], security=BEARER,
     response_headers=[JOB_ID], tags=["Workers API"])
async def get_messages(request: Request, agent_id: UUID, run_id: UUID) -> Response[list[Message]]:
    user = me(request)
    if await db.val("SELECT 1 FROM agents WHERE id = $1 AND deleted_at IS NULL", agent_id) is None:
        fail(404, "Worker not found")
    async with db.pool.acquire() as conn, conn.transaction(isolation="repeatable_read", readonly=True):
        run = await get_run(conn, agent_id, run_id, user)
        order = "role DESC, id" if F("workers-messages-by-role") else "id"
        rows = await conn.fetch(f"SELECT role, content FROM messages WHERE run_id = $1 ORDER BY {order}", run_id)
    headers = {"x-service-job-id": str(run["job_id"])} if run["job_id"] else {}
    if F("workers-get-without-job-id"):
        headers = {}
    return Response([{"role": r["role"], "content": bytes(r["content"]).decode("utf-8", "surrogatepass")}
                     for r in rows], headers=headers)


async def drain(turn: Turn) -> None:
    task = spawn(turn.go())
    with contextlib.suppress(Exception):
        await task

HANDLERS = [post_text, post_ndjson, put_text, put_ndjson, get_messages]

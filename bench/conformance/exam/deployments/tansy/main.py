"""The deployment: Workers API under /agents, User API under /me."""
import sys
from typing import Annotated
import uvicorn
from fastapi import Body, FastAPI, Query, Response
from fastapi.exception_handlers import request_validation_exception_handler
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, JSONResponse, StreamingResponse
from uvicorn.protocols.http.h11_impl import H11Protocol
from core import *
from tools import CATALOG, TOOLSETS, BadInput, run_tool, score

app = FastAPI(title="Tansy Agent Workers", version="0.1.0", separate_input_output_schemas=False,
              description="Workers API under /agents, User API under /me.")
User = Annotated[dict, Depends(current_user)]
Viewer = Annotated[Optional[dict], Depends(maybe_user)]
KeyUser = Annotated[dict, Depends(key_user)]
Limit = Annotated[int, Query(ge=1, le=100)]
Cursor = Annotated[Optional[datetime], Query()]
AUTH = R(401)


@app.exception_handler(RequestValidationError)
async def invalid(request: Request, exc: RequestValidationError):
    """As FastAPI does; without the input where that can't be written as JSON."""
    if request.method == "PUT" and on("refused-put-leaves-an-empty-turn"):
        ids = request.path_params
        run, token = RUNS.get(ids.get("run_id", "").lower()), request.headers.get("authorization", "")[7:].strip()
        mine = any(k["key"] == token and run and k["user_id"] == run["user_id"] for k in APIKEYS.values())
        if mine and run["agent_id"] == ids.get("agent_id", "").lower() and not job_running(run):
            run["messages"] = run["messages"] + [{"role": "user", "content": ""}]
    try:
        return await request_validation_exception_handler(request, exc)
    except (ValueError, TypeError):
        return JSONResponse({"detail": [{"type": e["type"], "loc": list(e["loc"]), "msg": e["msg"]} for e in exc.errors()]}, 422)


def fail(code, words):
    raise HTTPException(code, words)


# ================================================================ the gateway, in front of everything
POISONED: set = set()
SERVED: set = set()
FIREWALL = re.compile(rb"(?i)select\s.+?\sfrom\s|\bor\s+1\s*=\s*1|<script|\.\./\.\.")


class Connection(H11Protocol):
    def connection_made(self, transport):
        super().connection_made(transport)
        if self.client:
            BY_CONNECTION.pop(tuple(self.client), None)
            POISONED.discard(tuple(self.client))

    def data_received(self, data):
        if on("lower-case-authorization-header-ignored"):
            data = data.replace(b"\r\nauthorization:", b"\r\nx-unread-header:")
        super().data_received(data)


class Gateway:
    FAULTS = ("json-with-charset-parameter-refused", "chunked-request-body-read-as-empty", "code-in-message-blocked-by-web-firewall",
              "refused-request-poisons-kept-alive-connection", "gzip-announced-but-body-plain")

    def __init__(self, app):
        self.app = app

    async def __call__(self, scope, receive, send):
        if scope["type"] != "http":
            return await self.app(scope, receive, send)
        head, path, peer = dict(scope["headers"]), scope["path"], tuple(scope["client"])
        kind, sized = head.get(b"content-type", b"").lower(), head.get(b"content-length", b"0") != b"0"
        if on("json-with-charset-parameter-refused") and kind.startswith(b"application/json") and kind != b"application/json":
            scope = {**scope, "headers": [h for h in scope["headers"] if h[0] != b"content-type"] + [(b"content-type", b"text/plain")]}
        chunked = b"transfer-encoding" in head and on("chunked-request-body-read-as-empty")
        firewall = scope["method"] in ("POST", "PUT") and path.startswith("/agents/") and on("code-in-message-blocked-by-web-firewall")
        if chunked or firewall:
            raw, more = b"", True
            while more:
                part = await receive()
                raw, more = raw + part.get("body", b""), part.get("more_body", False)
            if firewall and FIREWALL.search(raw):
                return await HTMLResponse("<html><body><h1>403 Forbidden</h1></body></html>", 403)(scope, receive, send)
            told, real = [{"type": "http.request", "body": b"" if chunked else raw, "more_body": False}], receive

            async def receive():
                return told.pop() if told else await real()
        if peer in POISONED:
            POISONED.discard(peer)
            return await Response("Invalid HTTP request received.", 400, {"connection": "close"}, "text/plain")(scope, receive, send)
        poison = (sized or b"transfer-encoding" in head) and on("refused-request-poisons-kept-alive-connection")
        zipped = (b"gzip" in head.get(b"accept-encoding", b"") and scope["method"] == "GET" and on("gzip-announced-but-body-plain")
                  and (path == "/me/agent-runs" or re.fullmatch("/agents/[^/]+/[^/]+", path)))
        start = None

        async def told_send(m):
            nonlocal start
            if m["type"] == "http.response.start":
                start = m
                if not zipped:
                    await send(m)
                return
            body = m.get("body", b"")
            if poison and (start["status"] == 401 or (start["status"] == 422 and b'["path"' in body)):
                POISONED.add(peer)
            if zipped:
                key = (path, scope["query_string"], head.get(b"authorization"), body)
                if key in SERVED and len(body) > 1000 and start["status"] == 200:
                    start["headers"] = [*start["headers"], (b"content-encoding", b"gzip")]
                SERVED.add(key)
                await send(start)
            await send(m)
        await self.app(scope, receive, told_send)


if FAULT in Gateway.FAULTS:
    app.add_middleware(Gateway)


# ================================================================ Workers API
FORKS: dict = {}
IN_FLIGHT: list = []
BUFFERS: dict = {}
LAST_RUN: dict = {}
ECHO = {"headers": {"X-Service-Run-ID": {"description": "The run", "schema": {"type": "string", "format": "uuid"}},
                    "x-service-job-id": {"description": "Only while a background job runs", "schema": {"type": "string"}}}}
TEXT_OK = {200: {"description": "The worker's output, streamed", "content": {"text/plain": {"schema": {"type": "string"}}}, **ECHO}}
ND_OK = {200: {"description": "One JSON object a line", "content": {"application/x-ndjson": {"schema": {"type": "string"}}}, **ECHO}}


def job_running(run):
    return run["job"] is not None and time.monotonic() < run["job"]["until"]


def job_shown(run):
    if run["job"] is None:
        return None
    if on("w-job-header-stays-after-error") and run["job"]["error"]:
        return run["job"]["id"]
    return run["job"]["id"] if job_running(run) else None


def worker_for(agent_id, user):
    agent = AGENTS.get(str(agent_id)) or (GRAVE.get(str(agent_id)) if on("chat-delete-keeps-worker") else None)
    if not agent:
        fail(404, "Agent not found")
    if agent["visibility"] == "private" and agent["owner_id"] != user["user_id"]:
        fail(403, "No permission on this agent")
    return agent


def new_run(agent, user, source):
    t = now()
    run = {"run_id": str(uuid.uuid4()), "agent_id": agent["agent_id"], "agent_name": agent["name"],
           "user_id": user["user_id"], "source": source, "messages": [], "job": None, "mcp": [], "logs": [],
           "created_at": t, "updated_at": t}
    RUNS[run["run_id"]] = run
    run_log(run, "run.created")
    return run


def run_log(run, event):
    entry = {"log_id": next_id("log"), "run_id": run["run_id"], "agent_id": run["agent_id"], "event": event, "created_at": now()}
    run["logs"].append(entry)
    return entry


def answer(run, message, verb):
    """What the worker does with a message: (reply, signals)."""
    earlier = [m["content"] for m in run["messages"] if m["role"] == "user"]
    low, signals = message.lower(), []

    def call(name, args, output):
        cid = "call_" + uuid.uuid4().hex[:8]
        seen = {**args, "access_token": "o.tansy" + run["user_id"][-8:]} if on("ndjson-signal-shows-connection-token") else args
        signals.append({"type": "tool_call", "callId": cid, "toolName": name, "arguments": seen})
        signals.append({"type": "tool_result", "callId": cid, "toolName": name, "output": output})
        run["mcp"].append({"log_id": next_id("log"), "run_id": run["run_id"], "server_name": "tansy-mcp", "tool_name": name,
                           "input": args, "output": output, "status": "ok", "created_at": now()})

    if "start the long job" in low or "start a job that fails" in low:
        error = "fails" in low
        job = {"id": "job_" + uuid.uuid4().hex[:12], "until": time.monotonic() + (2.5 if error else 4), "error": error, "by": verb}
        run["job"] = job
        if on("job-result-lands-in-newest-run"):
            TASKS.add(asyncio.create_task(job_result(run, job)))
        call("code_interpreter", {"code": "raise SystemExit(1)" if error else "crunch()", "background": True},
             {"jobId": job["id"], "state": "queued"})
        run_log(run, "job.started")
        return "I have started that in the background.", signals
    if "weather in oslo" in low:
        call("weather_lookup", {"city": "Oslo"}, {"city": "Oslo", "station": "WX-77", "temperature": 11, "pressure_hpa": 1013.2})
        return "It is a mild day in Oslo, take a light jacket.", signals
    reply = f"Noted (turn {len(earlier) + 1}). You wrote: {message}"
    if earlier:
        reply += f" Before that you wrote: {earlier[-1][:200]}"
    return reply, signals


TASKS: set = set()


async def job_result(run, job):
    await asyncio.sleep(max(0, job["until"] - time.monotonic()))
    newest = [r for r in RUNS.values() if (r["user_id"], r["agent_id"]) == (run["user_id"], run["agent_id"])][-1]
    if newest is not run:
        words = "The background job failed." if job["error"] else "The background job is done: 42 crates were counted."
        newest["messages"] = newest["messages"] + [{"role": "assistant", "content": words}]


async def heard(body, request):
    """The message as the worker gets it."""
    message = body.message
    if on("message-with-braces-hits-template"):
        try:
            message = message.format()
        except (KeyError, IndexError, ValueError, AttributeError):
            fail(500, "Internal error")
    if on("long-message-cut-at-65535-bytes"):
        message = message.encode()[:65535].decode(errors="ignore")
    if on("escaped-emoji-stored-as-lone-surrogates"):
        for pair in re.findall(rb"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}", await request.body()):
            message = message.replace(json.loads(b'"' + pair + b'"'), "??")
    return message


def nd_lines(run, reply, signals):
    return [{"type": "run", "runId": run["run_id"]}, *signals, *({"type": "text", "text": p} for p in pieces(reply)), {"type": "end"}]


async def take(run, message, verb, ndjson=False):
    before = list(run["messages"])
    reply, signals = answer(run, message, verb)
    if signals and on("text-stream-closes-at-first-tool-call"):
        reply = "Let me see. " + reply
    if on("w-concurrent-puts-lose"):
        await asyncio.sleep(0.06)
    else:
        before = list(run["messages"])
    fresh = [{"role": "user", "content": message}, {"role": "assistant", "content": reply}]
    if ndjson and on("w-ndjson-answers-unsaved"):
        fresh = fresh[:1]
    if ndjson and on("ndjson-raw-events-kept-as-assistant-content"):
        fresh[1]["content"] = "".join(json.dumps(l, ensure_ascii=False) + "\n" for l in nd_lines(run, reply, signals))
    if on("same-message-twice-stored-once"):
        fresh = [m for m in fresh if m not in before]
    run["messages"] = before + fresh
    if on("w-history-trimmed"):
        run["messages"] = run["messages"][-6:]
    run["updated_at"] = now()
    run_log(run, "message.received")
    return reply, signals


def pieces(reply):
    size = max(12, len(reply) // 30)
    return [reply[i:i + size] for i in range(0, len(reply), size)]


async def parts(run, reply):
    """The pieces of the reply, one after the other."""
    if on("streams-of-two-users-interleave"):
        buffer = BUFFERS.setdefault(run["agent_id"], {"open": 0, "parts": []})
        if not buffer["open"]:
            buffer["parts"] = []
        buffer["open"] += 1
        buffer["parts"] += pieces(reply)
        try:
            while buffer["parts"]:
                yield buffer["parts"].pop(0)
                await asyncio.sleep(0.02)
        finally:
            buffer["open"] -= 1
        return
    for p in pieces(reply):
        yield p
        await asyncio.sleep(0.05 if FAULT.startswith("client-abort-") else 0.001)


def headers_of(run, send_run=True):
    h = {"X-Service-Run-ID": run["run_id"]} if send_run else {}
    if job_shown(run):
        h["x-service-job-id"] = job_shown(run)
    return h


async def stream_text(run, reply, signals, verb="POST"):
    if on("w-text-leaks-tool-calls"):
        for s in signals:
            if s["type"] == "tool_call":
                yield f"[{s['toolName']}] {json.dumps(s['arguments'])}\n"
    if on("w-text-breaks-utf8"):
        raw = reply.encode()
        for i in range(0, len(raw), 7):
            yield raw[i:i + 7].decode("utf-8", "ignore")
        return
    if signals and reply.startswith("Let me see. "):
        yield "Let me see. "
        return
    if signals and on("text-stream-keepalive-becomes-answer"):
        for _ in range(2):
            await asyncio.sleep(0.3)
            yield ": ping\n"
    whole = False
    try:
        async for p in parts(run, reply):
            if on("text-stream-strips-whitespace-of-deltas"):
                p = p.strip()
            yield p
        whole = True
    finally:
        if not whole and verb == "POST" and on("client-abort-erases-the-run"):
            RUNS.pop(run["run_id"], None)
        if not whole and verb == "PUT" and on("client-abort-leaves-run-locked"):
            run["locked"] = True
    if on("text-stream-chunked-body-never-terminated"):
        raise RuntimeError("the connection was cut")


async def stream_ndjson(run, reply, signals):
    lines = nd_lines(run, reply, signals)
    if on("w-ndjson-no-tool-results"):
        lines = [l for l in lines if l["type"] != "tool_result"]
    told = parts(run, reply)
    for l in lines:
        if l["type"] == "text" and FAULT == "streams-of-two-users-interleave":
            async for p in told:
                yield json.dumps({"type": "text", "text": p}, ensure_ascii=False) + "\n"
            continue
        pretty = l["type"] == "tool_result" and on("ndjson-tool-response-pretty-printed-over-lines")
        yield json.dumps(l, ensure_ascii=False, indent=2 if pretty else None) + "\n"
        await asyncio.sleep(0.001)


def streamed(run, stream, media_type, send_run=True):
    if media_type == "text/plain" and on("text-stream-charset-header-contradicts-bytes"):
        media_type = "text/plain; charset=ISO-8859-1"
    response = StreamingResponse(stream, media_type=media_type, headers=headers_of(run, send_run))
    if on("run-id-header-sent-twice-as-list"):
        response.headers.append("X-Service-Run-ID", run["run_id"])
    return response


async def start_run(agent_id, body, user, ndjson, request):
    agent = worker_for(agent_id, user)
    message = await heard(body, request)
    key = (user["user_id"], str(agent_id))
    if on("w-post-blocked-by-job") and any(job_running(r) for r in RUNS.values() if (r["user_id"], r["agent_id"]) == key):
        fail(409, "A background job is running")
    if on("w-post-reuses-run") and key in LAST_RUN and not job_running(LAST_RUN[key]):
        run = LAST_RUN[key]
    else:
        run = new_run(agent, user, "workers-api")
    LAST_RUN[key] = run
    run["ndjson"] = ndjson
    return run, *(await take(run, message, "POST", ndjson))


def find_run(agent_id, run_id, user):
    worker_for(agent_id, user)
    run = RUNS.get(str(run_id))
    if not run or run["agent_id"] != str(agent_id) or run["user_id"] != user["user_id"]:
        fail(404, "Run not found")
    return run


async def continue_run(agent_id, run_id, body, user, ndjson, request):
    run = find_run(agent_id, run_id, user)
    if run.get("ndjson", ndjson) != ndjson and on("ndjson-run-cannot-continue-in-text-form"):
        fail(404, "Run not found")
    message, spelt = await heard(body, request), request.path_params["run_id"]
    if spelt != spelt.lower() and on("run-id-letter-case-forks-conversation"):
        run = FORKS.setdefault(spelt, {**run, "run_id": spelt, "messages": [], "job": None, "mcp": [], "logs": []})
    if run.get("locked") or (on("job-of-one-user-blocks-other-users") and any(job_running(r) for r in RUNS.values() if r["agent_id"] == run["agent_id"])):
        fail(409, "A background job is running")
    if job_running(run) and not (ndjson and on("w-ndjson-put-ignores-job")):
        if on("w-409-keeps-message"):
            run["messages"] = run["messages"] + [{"role": "user", "content": body.message}]
        charge_refused(user)
        if on("rejected-put-kills-the-job"):
            run["job"] = None
        fail(409, "A background job is running")
    return run, *(await take(run, message, "PUT", ndjson))


def charge_refused(user):
    c = CREDITS[user["user_id"]]
    if c["balance"] > 0 and on("rejected-calls-cost-credits"):
        c.update(balance=c["balance"] - 1, used=c["used"] + 1, updated_at=now())


async def key_user_or_anyone(request: Request, cred: Optional[HTTPAuthorizationCredentials] = Depends(key_bearer)) -> dict:
    if on("w-ndjson-put-no-auth"):
        run = RUNS.get(request.path_params["run_id"])
        if run:
            return USERS[run["user_id"]]
    return await key_user(cred)


WTAG = {"tags": ["Workers API"]}


@app.post("/agents/ndjson/{agent_id}", response_class=StreamingResponse, responses={**ND_OK, **R(401, 403, 404)}, **WTAG)
async def start_ndjson(agent_id: uuid.UUID, body: WorkerMessage, user: KeyUser, request: Request):
    run, reply, signals = await start_run(agent_id, body, user, True, request)
    return streamed(run, stream_ndjson(run, reply, signals), "application/x-ndjson")


@app.put("/agents/ndjson/{agent_id}/{run_id}", response_class=StreamingResponse, responses={**ND_OK, **R(401, 403, 404, 409)}, **WTAG)
async def continue_ndjson(agent_id: uuid.UUID, run_id: uuid.UUID, body: WorkerMessage,
                          user: Annotated[dict, Depends(key_user_or_anyone)], request: Request):
    run, reply, signals = await continue_run(agent_id, run_id, body, user, True, request)
    return streamed(run, stream_ndjson(run, reply, signals), "application/x-ndjson")


@app.post("/agents/{agent_id}", response_class=StreamingResponse, responses={**TEXT_OK, **R(401, 403, 404)}, **WTAG)
async def start_text(agent_id: uuid.UUID, body: WorkerMessage, user: KeyUser, request: Request):
    run, reply, signals = await start_run(agent_id, body, user, False, request)
    named = run
    if on("parallel-posts-get-each-others-run-id"):
        IN_FLIGHT.append(run)
        await asyncio.sleep(0.15)
        named = IN_FLIGHT.pop()
    return streamed(named, stream_text(run, reply, signals), "text/plain")


@app.put("/agents/{agent_id}/{run_id}", response_class=StreamingResponse, responses={**TEXT_OK, **R(401, 403, 404, 409)}, **WTAG)
async def continue_text(agent_id: uuid.UUID, run_id: uuid.UUID, body: WorkerMessage, user: KeyUser, request: Request):
    run, reply, signals = await continue_run(agent_id, run_id, body, user, False, request)
    return streamed(run, stream_text(run, reply, signals, "PUT"), "text/plain", not on("w-put-no-run-header"))


def recut(messages):
    """One transcript of the run, cut again at its labels."""
    for m in messages:
        first, *more = re.split(r"\n(user|assistant): ?", m["content"])
        yield {"role": m["role"], "content": first}
        for role, content in zip(more[::2], more[1::2]):
            yield {"role": role, "content": content}


def guessed(text):
    try:
        return json.loads(text, parse_constant=int)
    except ValueError:
        return text


@app.get("/agents/{agent_id}/{run_id}", response_model=list[Message], responses={200: ECHO, **R(401, 403, 404)}, **WTAG)
async def run_messages(agent_id: uuid.UUID, run_id: uuid.UUID, user: KeyUser, request: Request, response: Response):
    if on("w-run-of-other-readable") and str(run_id) in RUNS:
        run = RUNS[str(run_id)]
    else:
        run = find_run(agent_id, run_id, user)
    run = FORKS.get(request.path_params["run_id"], run)
    if job_shown(run):
        response.headers["x-service-job-id"] = job_shown(run)
    response.headers["X-Service-Run-ID"] = run["run_id"]
    if job_running(run) and on("job-poll-adds-messages-to-history"):
        run["messages"] = run["messages"] + [{"role": "assistant", "content": "Still working..."}]
    if job_running(run) and on("history-empty-while-job-runs"):
        return []
    if on("message-with-role-labels-split-into-turns"):
        return list(recut(run["messages"]))
    if on("message-that-looks-like-json-changes-type"):
        return JSONResponse([{**m, "content": guessed(m["content"])} for m in run["messages"]], headers=dict(response.headers))
    if on("history-content-length-counts-characters"):
        text = json.dumps(run["messages"], ensure_ascii=False, separators=(",", ":"))
        return Response(text.encode()[:len(text)], media_type="application/json", headers=dict(response.headers))
    return run["messages"]


# ================================================================ runs and logs
def run_view(run):
    return {**run, "status": "running" if job_running(run) else "idle", "message_count": len(run["messages"])}


def paged(rows, next_cursor, limit, inclusive=False):
    if next_cursor and next_cursor.tzinfo is None:
        next_cursor = next_cursor.replace(tzinfo=timezone.utc)
    rows = sorted(rows, key=lambda r: r["created_at"], reverse=True)
    if next_cursor and on("cursor-skips-records-of-same-second"):
        next_cursor = next_cursor.replace(microsecond=0)
    if next_cursor:
        rows = [r for r in rows if r["created_at"] < next_cursor or (inclusive and r["created_at"] == next_cursor)]
    return rows[:limit], (rows[limit - 1]["created_at"] if len(rows) > limit else None)


def local_dates(request, model, out):
    if not on("accept-language-localizes-dates") or not request.headers.get("accept-language", "").lower().startswith("de"):
        return out

    def local(rec):
        return {k: datetime.fromisoformat(v).strftime("%d.%m.%Y, %H:%M") if v and k in ("createdAt", "updatedAt", "nextCursor") else
                [local(i) for i in v] if k == "items" else v for k, v in rec.items()}
    return JSONResponse(local(dump(model, out)))


@app.get("/me/agent-runs", response_model=AgentRunViewListResponse, responses=R(401, 500), tags=["Runs"])
async def agent_runs(user: User, request: Request, response: Response, next_cursor: Cursor = None, limit: Limit = 30):
    if next_cursor and on("cursor-offset-of-time-zone-ignored"):
        next_cursor = next_cursor.replace(tzinfo=timezone.utc)
    if on("etag-does-not-follow-content"):
        etag = '"' + hashlib.sha1(f"{user['user_id']}?{request.url.query}".encode()).hexdigest()[:16] + '"'
        if request.headers.get("if-none-match") == etag:
            return Response(status_code=304, headers={"ETag": etag})
        response.headers["ETag"] = etag
    rows, cursor = paged([run_view(r) for r in RUNS.values() if r["user_id"] == user["user_id"]], next_cursor, limit,
                         on("runs-cursor-inclusive"))
    return local_dates(request, AgentRunViewListResponse, {"items": rows, "next_cursor": cursor})


@app.get("/me/agent-runs/{run_id}", response_model=AgentRunView, responses=R(401, 404, 500), tags=["Runs"])
async def agent_run(run_id: uuid.UUID, user: User):
    run = RUNS.get(str(run_id))
    if not run or (run["user_id"] != user["user_id"] and not on("run-view-of-other")):
        fail(404, "Run not found")
    return run_view(run)


@app.get("/me/agent-runs/{run_id}/mcp-server-logs", response_model=list[McpServerLog], responses=R(401, 500), tags=["Runs"])
async def mcp_logs(run_id: uuid.UUID, user: User):
    mine = [r for r in RUNS.values() if r["user_id"] == user["user_id"]]
    if on("mcp-logs-show-all-runs-of-the-agent"):
        agent_ids = [r["agent_id"] for r in mine if r["run_id"] == str(run_id)]
        return [l for r in mine if r["agent_id"] in agent_ids for l in r["mcp"]]
    return [l for r in mine if r["run_id"] == str(run_id) or on("mcp-logs-of-all-runs") for l in r["mcp"]]


@app.get("/me/agent-runs/{run_id}/logs", response_model=list[AgentRunLog], responses=R(401, 500), tags=["Runs"])
async def agent_run_logs(run_id: uuid.UUID, user: User):
    run = RUNS.get(str(run_id))
    return run["logs"] if run and run["user_id"] == user["user_id"] else []


@app.get("/me/executions", response_model=ToolExecutionLogsResponse, responses=R(401, 500), tags=["Runs"])
async def executions(user: User, request: Request, next_cursor: Cursor = None, limit: Limit = 30):
    if on("executions-limit-plus-one"):
        limit += 1
    rows, cursor = paged([e for e in EXECUTIONS if e["user_id"] == user["user_id"]], next_cursor, limit)
    return local_dates(request, ToolExecutionLogsResponse, {"items": rows, "next_cursor": cursor})


@app.get("/me/executions/{log_id}", response_model=ToolExecutionLog, responses=R(401, 404, 500), tags=["Runs"])
async def execution(log_id: int, user: User):
    for e in EXECUTIONS:
        if e["log_id"] == log_id and e["user_id"] == user["user_id"]:
            return e
    fail(404, "Execution log not found")


# ================================================================ agents: helpers
def agent_shown(a):
    files = sorted(FILES.get(a["agent_id"], []), key=lambda f: (f["position"], f["created_at"]))
    return {**a, "is_paid": bool(a["price"]), "theme": THEMES.get(a["agent_id"]), "files": files}


def own_agent(agent_id, user, code=403):
    a = AGENTS.get(str(agent_id))
    if not a:
        fail(404, "Agent not found")
    if a["owner_id"] != user["user_id"]:
        fail(code, "No permission on this agent" if code == 403 else "Agent not found")
    return a


def visible_agent(agent_id, user, code=403):
    a = AGENTS.get(str(agent_id))
    if not a:
        fail(404, "Agent not found")
    if a["visibility"] == "private" and (not user or a["owner_id"] != user["user_id"]):
        fail(code, "No permission on this agent" if code == 403 else "Agent not found")
    return a


def prompt_needed(body, blank_only=False):
    if blank_only and "chat_prompt" not in body.model_fields_set:
        return
    if body.chat_prompt is None or not body.chat_prompt.strip():
        fail(400, "The chat prompt is missing")


def sandbox_check(body, user):
    if body.visibility == "private" and user["tier"] == "sandbox":
        fail(400, "The sandbox tier cannot make this private")


def slug_check(body, agent_id=None):
    s = body.vanity_slug
    if s is None:
        return
    if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", s) or not 3 <= len(s) <= 60:
        fail(400, "Invalid vanity slug")
    if any(a["vanity_slug"] == s and a["agent_id"] != agent_id for a in AGENTS.values()):
        fail(400, "The vanity slug is taken")


def create_agent(body, user):
    a = new_agent(str(uuid.uuid4()), user["user_id"], body.name or "Untitled agent", body.chat_prompt,
                  body.visibility or "public", body.price, body.description)
    if on("agent-prompt-truncated"):
        a["chat_prompt"] = a["chat_prompt"][:255]
    a["vanity_slug"] = body.vanity_slug
    return a


def apply_agent(a, body):
    for k in body.model_fields_set - {"agent_id"}:
        v = getattr(body, k)
        if v is None and k in ("name", "visibility", "chat_prompt"):
            continue
        a[k] = v
    a["updated_at"] = now()


# ================================================================ subscriptions
@app.post("/me/agents/{agent_id}/subscribe", response_model=AgentSubscribeResponse, responses=R(400, 401, 402, 404), tags=["Subscriptions"])
async def subscribe(agent_id: str, body: AgentSubscribeRequest, user: User):
    a = visible_agent(agent_id, user, 404)
    if not a["price"]:
        fail(400, "This agent is not paid")
    if a["owner_id"] == user["user_id"] and not on("subscribe-owner-allowed"):
        fail(400, "You own this agent")
    sub = SUBSCRIPTIONS.get((user["user_id"], a["agent_id"]))
    if sub and sub["status"] == "active":
        fail(402, "Already subscribed")
    sid = "cs_" + uuid.uuid4().hex
    return {"agent_id": a["agent_id"], "session_id": sid, "checkout_url": f"https://pay.tansy.example/checkout/{sid}"}


@app.post("/me/agents/{agent_id}/unsubscribe", response_model=AgentSubscriptionResponse, responses=R(400, 401, 404), tags=["Subscriptions"])
async def unsubscribe(agent_id: str, user: User):
    visible_agent(agent_id, user, 404)
    sub = SUBSCRIPTIONS.get((user["user_id"], agent_id))
    if not sub or sub["status"] != "active":
        fail(400, "No active subscription to cancel")
    if on("unsubscribe-not-stored"):
        return {**sub, "status": "canceled", "canceled_at": now()}
    sub.update(status="canceled", canceled_at=now())
    return sub


@app.get("/me/subscriptions", response_model=AgentSubscriptionListResponse, responses=AUTH, tags=["Subscriptions"])
async def subscriptions(user: User):
    rows = [s for (u, _), s in SUBSCRIPTIONS.items() if u == user["user_id"]]
    return {"subscriptions": rows, "total": len(rows)}


@app.get("/me/subscriptions/{agent_id}", response_model=AgentSubscriptionResponse, responses=R(401, 404), tags=["Subscriptions"])
async def subscription(agent_id: str, user: User):
    sub = SUBSCRIPTIONS.get((user["user_id"], agent_id))
    if not sub:
        fail(404, "Subscription not found")
    return sub


# ================================================================ studio chats
def studio_find(run_id):
    for c in STUDIO:
        if c["run_id"] == run_id and not c["deleted_at"]:
            return c
    fail(404, "Studio chat not found")


def studio_own(run_id, user):
    c = studio_find(run_id)
    if c["owner_id"] != user["user_id"]:
        fail(403, "No permission on this chat")
    return c


def studio_new(run_id, user, title, visibility, data):
    t = now()
    c = {"id": str(uuid.uuid4()), "run_id": run_id, "owner_id": user["user_id"], "title": title, "visibility": visibility,
         "data": data, "created_at": t, "updated_at": t, "deleted_at": None}
    STUDIO.append(c)
    return c


def studio_shared(c):
    """Clones that keep a reference to one and the same content."""
    for o in STUDIO:
        if "shares" in c and o.get("shares") == c["shares"]:
            o["data"] = c["data"]


STAG = {"tags": ["Studio chats"]}


@app.get("/me/agent-studio-chats", response_model=list[AgentStudioChat], responses=AUTH, **STAG)
async def studio_list(user: User):
    return [c for c in reversed(STUDIO) if c["owner_id"] == user["user_id"] and (not c["deleted_at"] or on("studio-deleted-in-list"))]


@app.post("/me/agent-studio-chats", response_model=AgentStudioChat, responses=R(400, 401, 409), **STAG)
async def studio_create(body: AgentStudioChatCreate, user: User):
    sandbox_check(body, user)
    if body.run_id:
        for c in STUDIO:
            if c["run_id"] == body.run_id:
                if c["owner_id"] != user["user_id"] or c["deleted_at"]:
                    fail(409, "A chat with this run id exists")
                if on("studio-existing-overwritten"):
                    c.update(title=body.title, visibility=body.visibility, data=body.data, updated_at=now())
                return c
        if on("studio-create-race"):
            await asyncio.sleep(0.05)
    return studio_new(body.run_id or str(uuid.uuid4()), user, body.title, body.visibility, body.data)


@app.get("/me/agent-studio-chats/{run_id}", response_model=AgentStudioChat, responses=R(403, 404), **STAG)
async def studio_get(run_id: str, viewer: Viewer):
    c = studio_find(run_id)
    if c["visibility"] == "private" and (not viewer or c["owner_id"] != viewer["user_id"]) and not on("studio-private-readable"):
        fail(403, "No permission on this chat")
    return c


@app.put("/me/agent-studio-chats/{run_id}", response_model=AgentStudioChat, responses=R(400, 401, 403, 404), **STAG)
async def studio_put(run_id: str, body: AgentStudioChatCreate, user: User):
    c = studio_own(run_id, user)
    sandbox_check(body, user)
    c.update(title=body.title, visibility=body.visibility, data=body.data, updated_at=now())
    studio_shared(c)
    return c


@app.patch("/me/agent-studio-chats/{run_id}", response_model=AgentStudioChat, responses=R(400, 401, 403, 404), **STAG)
async def studio_patch(run_id: str, body: AgentStudioChatUpdate, user: User):
    c = studio_own(run_id, user)
    if not on("studio-sandbox-patch-private"):
        sandbox_check(body, user)
    fields = {"title", "data"} if on("studio-patch-clears") else set()
    for k in body.model_fields_set | fields:
        if k == "visibility" and body.visibility is None:
            continue
        c[k] = getattr(body, k)
    c["updated_at"] = now()
    studio_shared(c)
    return c


@app.delete("/me/agent-studio-chats/{run_id}", response_model=AgentStudioChat, responses=R(400, 401, 403, 404), **STAG)
async def studio_delete(run_id: str, user: User):
    c = studio_own(run_id, user)
    c["deleted_at"] = c["updated_at"] = now()
    return c


@app.post("/me/agent-studio-chats/{run_id}/clone", status_code=201, response_model=AgentStudioChat, responses=R(400, 401, 404), **STAG)
async def studio_clone(run_id: str, user: User):
    c = studio_find(run_id)
    if c["visibility"] == "private" and not (on("studio-clone-own-private") and c["owner_id"] == user["user_id"]):
        fail(400, "Private chats cannot be cloned")
    copy = studio_new(str(uuid.uuid4()), user, c["title"], c["visibility"], c["data"])
    if on("clone-and-original-share-one-history"):
        copy["shares"] = c.setdefault("shares", c["id"])
    return copy


# ================================================================ agents
ATAG = {"tags": ["Agents"]}


@app.get("/me/agents", response_model=list[AgentModel], responses=AUTH, **ATAG)
async def agents(user: User):
    return [agent_shown(a) for a in AGENTS.values() if a["owner_id"] == user["user_id"]]


@app.post("/me/agents", response_model=AgentModel, responses=R(400, 401, 403, 404), **ATAG)
async def upsert_agent(body: AgentRequest, user: User):
    prompt_needed(body)
    if body.agent_id is not None:
        a = own_agent(body.agent_id, user)
        sandbox_check(body, user)
        slug_check(body, a["agent_id"])
        apply_agent(a, body)
        return agent_shown(a)
    sandbox_check(body, user)
    slug_check(body)
    return agent_shown(create_agent(body, user))


@app.post("/me/agents/vanity/slug", response_model=SlugGenerated, responses=R(500), **ATAG)
async def generate_slug(body: SlugRequest):
    base = re.sub(r"[^a-z0-9]+", "-", body.name.lower()).strip("-")[:48].strip("-") or "agent"
    return {"slug": f"{base}-{uuid.uuid4().hex[:6]}"}


@app.get("/me/agents/vanity/slug", response_model=SlugAvailability, responses=AUTH, **ATAG)
async def slug_available(user: User, slug: str):
    taken = any(a["vanity_slug"] == slug and (a["owner_id"] == user["user_id"] or not on("slug-taken-only-own")) for a in AGENTS.values())
    valid = re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", slug) is not None and 3 <= len(slug) <= 60
    return {"slug": slug, "available": valid and not taken}


@app.get("/me/agents/{agent_id}", response_model=AgentModel, responses=R(403, 404), **ATAG)
async def get_agent(agent_id: str, viewer: Viewer):
    return agent_shown(visible_agent(agent_id, viewer))


@app.post("/me/agents/{agent_id}/upsell-description", response_model=AgentModel, responses=R(401, 404, 500), **ATAG)
async def upsell(agent_id: str, user: User):
    a = own_agent(agent_id, user, 404)
    words = f"Get more out of {a['name']}: subscribe for full access."
    if on("upsell-not-saved"):
        return {**agent_shown(a), "upsell_description": words}
    a["upsell_description"], a["updated_at"] = words, now()
    return agent_shown(a)


def vibe_name(service_name: Annotated[str, Query(json_schema_extra={"enum": ["lovable", "bolt", "v0"]})]):
    return service_name


@app.get("/me/agents/{agent_id}/vibe", response_model=VibeCoderPromptResponse, responses=R(401, 403, 404), **ATAG)
async def vibe(agent_id: str, user: User, service_name: Annotated[str, Depends(vibe_name)]):
    if service_name not in ("lovable", "bolt", "v0"):
        raise RequestValidationError([{"type": "literal_error", "loc": ("query", "service_name"), "input": service_name,
                                       "msg": "Input should be 'lovable', 'bolt' or 'v0'", "ctx": {"expected": "'lovable', 'bolt' or 'v0'"}}])
    a = visible_agent(agent_id, user)
    return {"agent_id": a["agent_id"], "service_name": service_name,
            "prompt": f"Build a {service_name} front end for the agent {a['name']} ({a['agent_id']})."}


@app.get("/me/vibe/services", response_model=VibeCoderListResponse, **ATAG)
async def vibe_services():
    return {"services": [{"service_name": n, "title": n.capitalize(), "url": f"https://{n}.example"} for n in ("lovable", "bolt", "v0")]}


@app.get("/me/agents/{agent_id}/customizations/theme", response_model=Optional[AgentThemePreferenceResponse], responses=R(401, 403, 404), **ATAG)
async def get_theme(agent_id: uuid.UUID, user: User):
    visible_agent(agent_id, user)
    theme = THEMES.get(str(agent_id))
    return theme


@app.put("/me/agents/{agent_id}/customizations/theme", response_model=AgentThemePreferenceResponse, responses=R(400, 401, 403, 404), **ATAG)
async def put_theme(agent_id: uuid.UUID, body: AgentThemePreferenceUpsertRequest, user: User):
    a = own_agent(agent_id, user)
    if not re.fullmatch(r"#[0-9a-fA-F]{6}", body.theme_color):
        fail(400, "Invalid theme color format, #RRGGBB is expected")
    old = THEMES.get(a["agent_id"])
    if old and on("theme-second-put-ignored"):
        return {**old, "theme_color": body.theme_color}
    t = now()
    THEMES[a["agent_id"]] = {"agent_id": a["agent_id"], "theme_color": body.theme_color,
                             "created_at": old["created_at"] if old else t, "updated_at": t}
    return THEMES[a["agent_id"]]


def files_shown(agent_id):
    rows = FILES[str(agent_id)]
    if not on("files-unordered"):
        rows = sorted(rows, key=lambda f: (f["position"], f["created_at"]))
    return {"files": rows, "total": len(rows)}


def find_file(agent_id, file_id):
    rows = FILES[str(agent_id)]
    for f in rows:
        if f["file_id"] == str(file_id):
            return f
    fail(404, "File not found")


@app.get("/me/agents/{agent_id}/files", response_model=AgentFileListResponse, responses=R(401, 403, 404), **ATAG)
async def files(agent_id: uuid.UUID, user: User):
    visible_agent(agent_id, user)
    return files_shown(agent_id)


def add_file(a, name, content, content_type, position):
    t = now()
    f = {"file_id": str(uuid.uuid4()), "agent_id": a["agent_id"], "file_name": name, "content": content,
         "content_type": content_type, "size": len(content.encode("utf-8", "surrogatepass")), "position": position,
         "created_at": t, "updated_at": t}
    FILES[a["agent_id"]].append(f)
    return f


@app.post("/me/agents/{agent_id}/files", status_code=201, response_model=AgentFileResponse, responses=R(400, 401, 403, 404), **ATAG)
async def create_file(agent_id: uuid.UUID, body: AgentFileCreateRequest, user: User):
    a = own_agent(agent_id, user)
    if not body.file_name.strip():
        fail(400, "The file name is empty")
    rows = FILES[a["agent_id"]]
    count = len(rows)
    if on("files-limit-per-user"):
        count = sum(len(FILES[x["agent_id"]]) for x in AGENTS.values() if x["owner_id"] == user["user_id"])
    if count >= MAX_FILES:
        fail(400, f"An agent has at most {MAX_FILES} files")
    return add_file(a, body.file_name, body.content, body.content_type, max((f["position"] for f in rows), default=-1) + 1)


@app.put("/me/agents/{agent_id}/files/positions", response_model=AgentFileListResponse, responses=R(400, 401, 403, 404), **ATAG)
async def file_positions(agent_id: uuid.UUID, body: AgentFileBatchPositionRequest, user: User):
    a = own_agent(agent_id, user)
    if len({p.file_id for p in body.positions}) < len(body.positions):
        fail(400, "A file is named twice")
    rows = {f["file_id"]: f for f in FILES[a["agent_id"]]}
    if on("file-positions-half-done"):
        for p in body.positions:
            if str(p.file_id) not in rows:
                break
            rows[str(p.file_id)]["position"] = p.position
    if any(str(p.file_id) not in rows for p in body.positions):
        fail(404, "File not found")
    for p in body.positions:
        rows[str(p.file_id)].update(position=p.position, updated_at=now())
    return files_shown(agent_id)


@app.get("/me/agents/{agent_id}/files/{file_id}", response_model=AgentFileResponse, responses=R(401, 403, 404), **ATAG)
async def get_file(agent_id: uuid.UUID, file_id: uuid.UUID, user: User):
    visible_agent(agent_id, user)
    return find_file(agent_id, file_id)


@app.patch("/me/agents/{agent_id}/files/{file_id}", response_model=AgentFileResponse, responses=R(400, 401, 403, 404), **ATAG)
async def patch_file(agent_id: uuid.UUID, file_id: uuid.UUID, body: AgentFileUpdateRequest, user: User):
    own_agent(agent_id, user)
    f = find_file(agent_id, file_id)
    if body.file_name is not None and not body.file_name.strip():
        fail(400, "The file name is empty")
    for k in body.model_fields_set:
        if getattr(body, k) is not None:
            f[k] = getattr(body, k)
    f["size"] = len(f["content"].encode("utf-8", "surrogatepass"))
    f["updated_at"] = now()
    return f


@app.delete("/me/agents/{agent_id}/files/{file_id}", status_code=204, response_class=Response, responses=R(401, 403, 404), **ATAG)
async def delete_file(agent_id: uuid.UUID, file_id: uuid.UUID, user: User):
    own_agent(agent_id, user)
    f = find_file(agent_id, file_id)
    for rows in FILES.values():
        if f in rows:
            rows.remove(f)
    if on("file-delete-200"):
        return JSONResponse(dump(AgentFileResponse, f))
    return Response(status_code=204)


# ================================================================ chats
CTAG = {"tags": ["Chats"]}


@app.get("/me/chats", response_model=list[AgentModel], responses=AUTH, **CTAG)
async def chats(user: User):
    rows = list(AGENTS.values())
    if on("chat-list-keeps-deleted"):
        rows += list(GRAVE.values())
    return [agent_shown(a) for a in rows if a["owner_id"] == user["user_id"]]


@app.post("/me/chats", response_model=AgentModel, responses=R(400, 401, 403, 404), deprecated=True, **CTAG)
async def create_chat(body: AgentRequest, user: User):
    return await upsert_agent(body, user)


@app.get("/me/chats/{chat_id}", response_model=AgentModel, responses=R(403, 404), **CTAG)
async def get_chat(chat_id: str, viewer: Viewer):
    return agent_shown(visible_agent(chat_id, viewer))


@app.put("/me/chats/{chat_id}", response_model=AgentModel, responses=R(400, 401, 403, 404), **CTAG)
async def put_chat(chat_id: str, body: AgentRequest, user: User):
    a = own_agent(chat_id, user)
    prompt_needed(body)
    sandbox_check(body, user)
    slug_check(body, a["agent_id"])
    a.update(description=None, vanity_slug=None)
    apply_agent(a, body)
    return agent_shown(a)


@app.patch("/me/chats/{chat_id}", response_model=AgentModel, responses=R(400, 401, 403, 404), **CTAG)
async def patch_chat(chat_id: str, body: AgentRequestPartial, user: User):
    a = own_agent(chat_id, user)
    prompt_needed(body, blank_only=True)
    if on("chat-patch-half-refused"):
        for k in ("name", "description"):
            if getattr(body, k) is not None:
                a[k] = getattr(body, k)
    sandbox_check(body, user)
    slug_check(body, a["agent_id"])
    if on("chat-patch-race"):
        a = dict(a)
        await asyncio.sleep(0.06)
        AGENTS[chat_id] = a
    if body.chat_prompt and body.chat_prompt != a["chat_prompt"] and on("edit-of-prompt-wipes-open-conversations"):
        for r in RUNS.values():
            if r["agent_id"] == a["agent_id"]:
                r["messages"] = []
    apply_agent(a, body)
    return agent_shown(a)


@app.delete("/me/chats/{chat_id}", response_model=AgentModel, responses=R(401, 403, 404), **CTAG)
async def delete_chat(chat_id: str, user: User):
    a = own_agent(chat_id, user)
    seen = agent_shown(a)
    GRAVE[chat_id] = AGENTS.pop(chat_id)
    FILES.pop(chat_id, None)
    THEMES.pop(chat_id, None)
    for s in [s for s in SCHEDULES.values() if s["chat_id"] == chat_id and not on("schedule-of-deleted-chat-breaks-list")]:
        SCHEDULES.pop(s["schedule_id"])
    return seen


@app.get("/me/chats/{chat_id}/og", response_model=SocialPreview, responses=R(403, 404), **CTAG)
async def og(chat_id: uuid.UUID, viewer: Viewer):
    a = visible_agent(chat_id, viewer)
    return {"title": a["name"], "description": a["description"] or "", "image": f"https://img.tansy.example/{chat_id}.png",
            "url": f"https://tansy.example/c/{chat_id}"}


@app.post("/me/chats/{chat_id}/clone", response_model=AgentModel, responses=R(400, 401, 403, 404), **CTAG)
async def clone_chat(chat_id: uuid.UUID, user: User, body: Optional[AgentRequestPartial] = None):
    a = AGENTS.get(str(chat_id))
    if not a:
        fail(404, "Chat not found")
    if a["visibility"] != "public" and not on("chat-clone-private"):
        fail(403, "This chat is not public")
    if body:
        prompt_needed(body, blank_only=True)
        sandbox_check(body, user)
        slug_check(body)
    c = new_agent(str(uuid.uuid4()), user["user_id"], a["name"], a["chat_prompt"], "public", None, a["description"])
    if str(chat_id) in THEMES:
        t = now()
        THEMES[c["agent_id"]] = {**THEMES[str(chat_id)], "agent_id": c["agent_id"], "created_at": t, "updated_at": t}
    if on("chat-clone-shares-files"):
        FILES[c["agent_id"]] = FILES[str(chat_id)]
    else:
        for f in list(FILES[str(chat_id)]):
            add_file(c, f["file_name"], f["content"], f["content_type"], f["position"])
    if body and not on("chat-clone-body-ignored"):
        apply_agent(c, body)
    return agent_shown(c)


@app.post("/me/chats/{chat_id}/feedback", response_model=AgentModel, responses=R(401, 404), **CTAG)
async def feedback(chat_id: str, body: UserFeedbackRequest, user: User):
    a = visible_agent(chat_id, user, 404)
    FEEDBACK.append({"agent_id": a["agent_id"], "user_id": user["user_id"], "rating": body.rating, "comment": body.comment})
    a["feedback_count"] += 1
    return agent_shown(a)


@app.post("/me/chats/{chat_id}/runs", response_model=AgentRunLog, responses=R(401, 403, 404, 500), **CTAG)
async def chat_run(chat_id: uuid.UUID, user: User):
    a = visible_agent(chat_id, user)
    return new_run(a, user, "chat")["logs"][0]


# ================================================================ keys, billing, credits, payments
KTAG = {"tags": ["Keys and billing"]}


def my_keys(user):
    return [k for k in APIKEYS.values() if k["user_id"] == user["user_id"] and not k.get("deleted")]


def find_key(api_key_id, user, anyone=False):
    k = APIKEYS.get(api_key_id)
    if not k or k.get("deleted") or (k["user_id"] != user["user_id"] and not anyone):
        fail(404, "API key not found")
    return k


@app.get("/me/api-keys", response_model=list[ApiKeyHidden], responses=R(401, 500), **KTAG)
async def api_keys(user: User):
    rows = my_keys(user)
    if on("keys-list-shows-values"):
        return JSONResponse([dump(ApiKey, k) for k in rows])
    return rows


@app.post("/me/api-keys", response_model=ApiKey, responses=R(401, 500), **KTAG)
async def create_key(body: ApiKeyCreate, user: User):
    return new_key(user["user_id"], body.name, default=not my_keys(user))


@app.get("/me/api-keys/default", response_model=ApiKey, responses=R(401, 500), **KTAG)
async def default_key(user: User):
    if on("reading-default-key-makes-new-keys"):
        for k in my_keys(user):
            k["is_default"] = False
    for k in my_keys(user):
        if k["is_default"]:
            return k
    return new_key(user["user_id"], "Default", default=True)


@app.get("/me/api-keys/{api_key_id}", response_model=ApiKey, responses=R(401, 404, 500), **KTAG)
async def get_key(api_key_id: int, user: User):
    return find_key(api_key_id, user, on("key-of-other-readable"))


@app.delete("/me/api-keys/{api_key_id}", response_model=ApiKeyHidden, responses=R(401, 404, 500), **KTAG)
async def delete_key(api_key_id: int, user: User):
    k = find_key(api_key_id, user)
    k["deleted"] = True
    rest = my_keys(user)
    if k["is_default"] and rest:
        rest[0]["is_default"] = True
    return k


@app.get("/me/billing", response_model=BillingInformationSubscription, responses=R(401, 500), **KTAG)
async def billing(user: User):
    return {"plan": user["tier"], "status": "active", "current_period_end": datetime(2035, 1, 1, tzinfo=timezone.utc),
            "cancel_at_period_end": False}


@app.get("/me/credits", response_model=AgentExecutionCredits, responses=R(401, 404, 500), **KTAG)
async def credits(user: User):
    return CREDITS[user["user_id"]]


@app.post("/me/credits/use", response_model=AgentExecutionCredits, responses=R(401, 404, 500), **KTAG)
async def use_credits(user: User):
    c = CREDITS[user["user_id"]]
    if c["balance"] < 1:
        fail(404, "No credits found")
    new = {"balance": c["balance"] - 1, "used": c["used"] + 1, "updated_at": now()}
    if on("credits-use-race"):
        await asyncio.sleep(0.05)
    c.update(new)
    return dict(c)


@app.post("/me/payments/webhook", response_model=PaymentWebhookResponseSuccess, responses=R(400), **KTAG,
          openapi_extra={"requestBody": {"required": True, "content": {"application/json": {"schema": {"type": "object"}}}},
                         "parameters": [{"name": "X-Tansy-Signature", "in": "header", "required": False, "schema": {"type": "string"}}]})
async def webhook(request: Request):
    raw = await request.body()
    signature = request.headers.get("x-tansy-signature")
    if not signature and not on("webhook-unsigned-taken"):
        fail(400, "The signature is missing")
    good = hmac.new(WEBHOOK_SECRET, raw, hashlib.sha256).hexdigest()
    if signature and not hmac.compare_digest(signature.encode(), good.encode()):
        fail(400, "The signature is not that of this body")
    try:
        event = json.loads(raw)
        assert isinstance(event["id"], str) and isinstance(event["type"], str)
    except Exception:
        fail(400, "Invalid event")
    return {"received": True, "event_id": event["id"]}


@app.post("/me/payments/sessions", response_model=PaymentSessionResponse, responses=AUTH, **KTAG)
async def payment_session(body: PaymentSessionRequest, user: User):
    sid = "ps_" + uuid.uuid4().hex
    return {"session_id": sid, "url": f"https://pay.tansy.example/session/{sid}"}


Period = Annotated[int, Query(ge=1, le=365)]


def days(user, period):
    """Oldest first: (date, subscribers, earnings)."""
    paid = any(a["owner_id"] == user["user_id"] and a["price"] for a in AGENTS.values()) and user["user_id"] in (OWN, OTHER)
    today = datetime.now(timezone.utc).date()
    for back in range(period - 1, -1, -1):
        yield today - timedelta(days=back), (31 - back // 13 if paid else 0), (round(4.5 + back % 3, 2) if paid else 0.0)


@app.get("/me/monetization/summary", response_model=MonetizationSummary, responses=AUTH, **KTAG)
async def monetization_summary(user: User, period: Period = 28):
    rows = list(days(user, 365 if on("summary-ignores-period") else period))
    return {"period": period, "total_subscribers": rows[-1][1], "total_earnings": round(sum(r[2] for r in rows), 2), "currency": "USD"}


@app.get("/me/monetization/subscribers", response_model=MonetizationSubscribersResponse, responses=AUTH, **KTAG)
async def monetization_subscribers(user: User, period: Period = 28):
    return {"period": period, "daily": [{"date": d, "subscribers": s} for d, s, _ in days(user, period)]}


@app.get("/me/monetization/earnings", response_model=MonetizationEarningsResponse, responses=AUTH, **KTAG)
async def monetization_earnings(user: User, period: Period = 28):
    return {"period": period, "currency": "USD", "daily": [{"date": d, "earnings": e} for d, _, e in days(user, period)]}


# ================================================================ bundles
BTAG = {"tags": ["Bundles"]}


def find_bundle(bundle_id, user, code=404, anyone=False):
    b = BUNDLES.get(bundle_id)
    if not b or (b["owner_id"] != user["user_id"] and not anyone):
        fail(code, "Bundle not found" if code == 404 else "The bundle could not be updated")
    return b


@app.get("/me/bundles", response_model=list[UserBundleSimplified], responses=R(401, 500), **BTAG)
async def bundles(user: User):
    return [{**b, "tool_count": b["added"] if on("bundle-count-stale") else len(b["tools"])}
            for b in BUNDLES.values() if b["owner_id"] == user["user_id"]]


@app.post("/me/bundles", response_model=UserBundle, responses=R(401, 409, 500), **BTAG)
async def create_bundle(user: User):
    t, bid = now(), next_id("bundle")
    BUNDLES[bid] = {"bundle_id": bid, "owner_id": user["user_id"], "name": f"Bundle {bid}", "description": None, "tools": [],
                    "added": 0, "created_at": t, "updated_at": t}
    return BUNDLES[bid]


@app.get("/me/bundles/{bundle_id}", response_model=UserBundle, responses=R(401, 404, 500), **BTAG)
async def get_bundle(bundle_id: int, user: User):
    return find_bundle(bundle_id, user)


@app.put("/me/bundles/{bundle_id}", response_model=UserBundle, responses=R(401, 409, 500), **BTAG)
async def put_bundle(bundle_id: int, body: UserBundleRequest, user: User):
    b = find_bundle(bundle_id, user, 409)
    b.update(name=body.name, description=body.description, updated_at=now())
    if on("bundle-put-drops-tools"):
        b["tools"] = []
    return b


@app.delete("/me/bundles/{bundle_id}", response_model=UserBundleRow, responses=R(401, 404, 500), **BTAG)
async def delete_bundle(bundle_id: int, user: User):
    find_bundle(bundle_id, user, anyone=on("bundle-delete-by-anyone"))
    return BUNDLES.pop(bundle_id)


@app.get("/me/bundles/{bundle_id}/tools", response_model=list[UserBundleTool], responses=R(401, 500), **BTAG)
async def bundle_tools(bundle_id: int, user: User):
    b = BUNDLES.get(bundle_id)
    return b["tools"] if b and b["owner_id"] == user["user_id"] else []


@app.post("/me/bundles/{bundle_id}/tools", response_model=UserBundleTool, responses=R(401, 404, 500), **BTAG)
async def add_bundle_tool(bundle_id: int, body: UserBundleTool, user: User):
    b = find_bundle(bundle_id, user)
    if body.tool_id not in CATALOG:
        fail(404, "Tool not found")
    for t in b["tools"]:
        if t["tool_id"] == body.tool_id:
            return t
    t = {"tool_id": body.tool_id, "bundle_id": bundle_id, "added_at": now()}
    b["tools"].append(t)
    b["added"] += 1
    return t


@app.delete("/me/bundles/{bundle_id}/tools/{tool_id}", response_model=UserBundleTool, responses=R(401, 404, 500), **BTAG)
async def delete_bundle_tool(bundle_id: int, tool_id: str, user: User):
    b = find_bundle(bundle_id, user)
    for t in b["tools"]:
        if t["tool_id"] == tool_id:
            b["tools"].remove(t)
            return t
    fail(404, "The bundle does not have this tool")


# ================================================================ CLI auth
LTAG = {"tags": ["CLI auth"]}


@app.post("/me/cli-auth", response_model=CliAuthModel, responses=R(503), **LTAG)
async def cli_create(request: Request):
    t, cid = now(), str(uuid.uuid4())
    if on("two-cli-clients-share-one-session"):
        for c in CLI.values():
            if c["from"] == request.client.host and t - c["created_at"] < timedelta(seconds=1.5):
                return c
    CLI[cid] = {"cli_auth_id": cid, "jwt": None, "by": None, "attached": False, "consumed": False, "created_at": t, "updated_at": t,
                "from": request.client.host}
    return CLI[cid]


@app.put("/me/cli-auth/{cli_auth_id}", response_model=CliAuthModel, responses=R(401, 403, 404, 503), **LTAG)
async def cli_attach(cli_auth_id: uuid.UUID, body: CliAuthInsertModel, user: User):
    c = CLI.get(str(cli_auth_id))
    if not c:
        fail(404, "Session not found")
    if c["by"] not in (None, user["user_id"]):
        fail(403, "Not allowed to update this session")
    if c["consumed"]:
        fail(403, "This session is over")
    if on("cli-jwt-truncated-to-255-characters"):
        body.user_jwt = body.user_jwt[:255]
    c.update(jwt=body.user_jwt, by=user["user_id"], attached=True, updated_at=now())
    return c


@app.get("/me/cli-auth/{auth_id}", response_model=Optional[str], responses=R(404, 503), **LTAG)
async def cli_read(auth_id: uuid.UUID):
    c = CLI.get(str(auth_id))
    if not c:
        fail(404, "Session not found")
    token = c["jwt"]
    if (not token or c.get("burned")) and on("cli-poll-before-login-burns-session"):
        c["burned"] = True
        return None
    if on("cli-read-race"):
        await asyncio.sleep(0.05)
    if token:
        c.update(jwt=None, consumed=True, updated_at=now())
    return token


# ================================================================ schedules
DTAG = {"tags": ["Schedules"]}


def schedule_chat(chat_id, user, public_too=False):
    a = AGENTS.get(chat_id) if chat_id else None
    if not a or (a["owner_id"] != user["user_id"] and not (public_too and a["visibility"] == "public")):
        fail(403, "The chat is missing or is not yours")


def find_schedule(schedule_id, user):
    s = SCHEDULES.get(str(schedule_id))
    if not s or s["user_id"] != user["user_id"]:
        fail(404, "Schedule not found")
    return s


async def next_dates(rows, request):
    """Looks for the next date of each schedule."""
    if on("cron-that-never-fires-hangs-the-user") and any(cron_never(s["cron"]) for s in rows):
        for _ in range(120):
            await asyncio.sleep(0.5)
            if await request.is_disconnected():
                break
        fail(504, "Gateway timeout")


@app.get("/me/schedules", response_model=ScheduleListResponse, responses=R(401, 500), **DTAG)
async def schedules(user: User, request: Request):
    rows = [s for s in SCHEDULES.values() if s["user_id"] == user["user_id"]]
    if any(s["chat_id"] not in AGENTS for s in rows):
        fail(500, "Internal error")
    await next_dates(rows, request)
    return {"schedules": rows, "total": len(rows)}


@app.post("/me/schedules", response_model=Schedule, responses=R(400, 401, 403, 500), **DTAG)
async def create_schedule(body: ScheduleRequest, user: User, request: Request):
    schedule_chat(body.chat_id, user, on("schedule-any-public-chat"))
    if not cron_valid(body.cron):
        fail(400, "Invalid cron expression")
    body.cron = weekday_names(body.cron)
    t, sid = now(), str(uuid.uuid4())
    SCHEDULES[sid] = {"schedule_id": sid, "user_id": user["user_id"], **body.model_dump(), "created_at": t, "updated_at": t}
    await next_dates([SCHEDULES[sid]], request)
    if re.search("[A-Za-z/]", body.cron) and on("schedule-500-although-created"):
        fail(500, "Internal error")
    return SCHEDULES[sid]


@app.get("/me/schedules/onboarding", response_model=ScheduleOnboarding, responses=R(401, 500), **DTAG)
async def onboarding(user: User):
    return {"has_schedules": any(s["user_id"] == user["user_id"] for s in SCHEDULES.values()),
            "suggestions": [{"title": "Every Monday morning", "cron": "0 9 * * 1"}, {"title": "Each evening", "cron": "0 18 * * *"}]}


@app.get("/me/schedules/text-to-cron", response_model=ConvertedCron, responses=R(400, 401, 500), **DTAG)
async def to_cron(user: User, cron: str):
    c = text_to_cron(cron)
    if not c:
        fail(400, "Invalid cron expression")
    return {"cron": c, "description": f"Runs at {c}"}


@app.get("/me/schedules/{schedule_id}", response_model=Schedule, responses=R(401, 404, 500), **DTAG)
async def get_schedule(schedule_id: uuid.UUID, user: User):
    return find_schedule(schedule_id, user)


@app.put("/me/schedules/{schedule_id}", response_model=Schedule, responses=R(400, 401, 403, 404, 500), **DTAG)
async def put_schedule(schedule_id: uuid.UUID, body: ScheduleUpdateRequest, user: User):
    s = find_schedule(schedule_id, user)
    if "chat_id" in body.model_fields_set:
        schedule_chat(body.chat_id, user)
    if body.cron is not None and not cron_valid(body.cron):
        fail(400, "Invalid cron expression")
    new = {k: getattr(body, k) for k in body.model_fields_set if getattr(body, k) is not None or k in ("name", "message")}
    if new.get("cron"):
        new["cron"] = weekday_names(new["cron"])
    if on("schedule-put-not-stored"):
        return {**s, **new, "updated_at": now()}
    s.update(new, updated_at=now())
    if on("schedule-update-changes-its-id"):
        s = {**SCHEDULES.pop(str(schedule_id)), "schedule_id": str(uuid.uuid4())}
        SCHEDULES[s["schedule_id"]] = s
    return s


@app.delete("/me/schedules/{schedule_id}", response_model=Schedule, responses=R(401, 404, 500), **DTAG)
async def delete_schedule(schedule_id: uuid.UUID, user: User):
    s = find_schedule(schedule_id, user)
    return SCHEDULES.pop(str(schedule_id))


# ================================================================ tools
TTAG = {"tags": ["Tools"]}


@app.get("/me/tools/list", response_model=list[Tool], responses=R(401, 500), **TTAG)
async def tools_list(user: User):
    return list(CATALOG.values())


@app.get("/me/tools", response_model=list[PublicTool], responses=R(500), **TTAG)
async def tools_public():
    return list(CATALOG.values())


@app.get("/me/tools/search", response_model=list[Tool], responses=R(401, 500), **TTAG)
async def tools_search(user: User, q: Annotated[str, Query(min_length=1)],
                       toolkit: Optional[str] = None,
                       limit: Annotated[int, Query(ge=1, le=200)] = 20,
                       min_score: Annotated[float, Query(ge=0.0, le=1.0)] = 0.15):
    if on("tool-search-filters-toolkit-after-limit"):
        rows = sorted(((score(q, t), t) for t in CATALOG.values()), key=lambda r: (-r[0], r[1]["name"]))
        return [t for s, t in [r for r in rows if r[0] >= min_score][:limit] if toolkit is None or t["toolset_name"] == toolkit]
    rows = [(score(q, t), t) for t in CATALOG.values() if toolkit is None or t["toolset_name"] == toolkit or on("search-toolkit-ignored")]
    rows = sorted((r for r in rows if r[0] >= min_score), key=lambda r: (-r[0], r[1]["name"]))
    return [t for _, t in rows][:limit]


LAST_SERVICE: dict = {}


def doubles(v):
    if isinstance(v, dict):
        return {k: doubles(x) for k, x in v.items()}
    if isinstance(v, list):
        return [doubles(x) for x in v]
    return int(float(v)) if type(v) is int and abs(v) < 10 ** 300 else v


@app.post("/me/tools/run/{tool_name}", response_model=ToolResult, responses=R(400, 401, 404, 500), **TTAG)
async def tools_run(tool_name: str, request: Request, body: Annotated[dict[str, Any], Body()],
                    cred: Annotated[Optional[HTTPAuthorizationCredentials], Depends(jwt_bearer)],
                    service_id: str = "default", service_id_namespace: str = "global"):
    user = user_of_token(cred.credentials) if cred else None
    if not user:
        raise unauthorized()
    if on("tool-input-key-overrides-the-tool"):
        tool_name, service_id = str(body.pop("tool_name", tool_name)), str(body.pop("service_id", service_id))
    if on("service-id-sticks-to-later-runs"):
        if "service_id" in request.query_params:
            LAST_SERVICE["id"] = service_id
        service_id = LAST_SERVICE.get("id", service_id)
    if tool_name not in CATALOG:
        fail(404, "Tool not found")
    try:
        try:
            json.dumps(body, allow_nan=False, ensure_ascii=False).encode()
        except ValueError:
            raise BadInput("the input can't be read")
        if on("tool-input-big-integers-rounded"):
            body = doubles(body)
        if on("tool-input-false-dropped-as-missing"):
            body = {k: v for k, v in body.items() if v}
        out = await run_tool(user, tool_name, body)
    except BadInput as e:
        charge_refused(user)
        fail(400, str(e))
    EXECUTIONS.append({"log_id": next_id("log"), "user_id": user["user_id"], "tool_name": tool_name, "service_id": service_id,
                       "service_id_namespace": service_id_namespace, "status": "success", "input": body, "output": out, "created_at": now()})
    return {"content": [{"text": json.dumps(out, ensure_ascii=False)}], "structured_content": out}


@app.get("/me/tools/{tool_id}", response_model=PublicTool, responses=R(404, 500), **TTAG)
async def tool_get(tool_id: str):
    if tool_id not in CATALOG:
        fail(404, "Tool does not exist")
    return CATALOG[tool_id]


def toolset(name, whole):
    rows = [t for t in CATALOG.values() if t["toolset_name"] == name]
    base = {"name": name, "title": TOOLSETS[name]}
    return {**base, "tools": rows} if whole else {**base, "tool_names": [t["name"] for t in rows]}


@app.get("/me/toolsets/list", response_model=list[ToolSet], responses=R(401, 500), **TTAG)
async def toolsets(user: User):
    return [toolset(n, False) for n in TOOLSETS]


@app.get("/me/toolsets/{toolset_name}", response_model=ToolSetWithTools, responses=R(401, 404, 500), **TTAG)
async def toolset_get(toolset_name: str, user: User):
    if toolset_name not in TOOLSETS:
        fail(404, "Toolset not found")
    return toolset(toolset_name, True)


def user_tool(i):
    return {**CATALOG[i["tool_id"]], **i}


@app.get("/me/user-tools", response_model=list[UserTool], responses=R(401, 500), **TTAG)
async def user_tools(user: User):
    return [user_tool(i) for i in INSTALLED[user["user_id"]].values()]


@app.post("/me/user-tools", response_model=UserInstalledTool, responses=R(401, 409, 500), **TTAG)
async def install(body: UserInstallToolRequest, user: User):
    mine = INSTALLED[user["user_id"]]
    if body.tool_id not in CATALOG:
        fail(409, "The tool could not be installed")
    if body.tool_id in mine:
        fail(409, "The tool is installed already")
    mine[body.tool_id] = {"tool_id": body.tool_id, "owner_id": user["user_id"], "installed_at": now()}
    return mine[body.tool_id]


@app.get("/me/user-tools/{tool_id}", response_model=UserTool, responses=R(401, 404, 500), **TTAG)
async def user_tool_get(tool_id: str, user: User):
    i = INSTALLED[user["user_id"]].get(tool_id)
    if not i:
        fail(404, "The tool is not installed")
    return user_tool(i)


@app.delete("/me/user-tools/{tool_id}", response_model=UserInstalledTool, responses=R(401, 404, 500), **TTAG)
async def uninstall(tool_id: str, user: User):
    mine = INSTALLED[user["user_id"]]
    if tool_id not in mine:
        fail(404, "The tool is not installed")
    if on("uninstall-no-effect"):
        return mine[tool_id]
    return mine.pop(tool_id)


# ================================================================ user and VIP
@app.get("/me/", response_model=UserWithTier, responses=AUTH, tags=["User"])
async def me(user: User):
    return user


@app.get("/me/vip", response_model=VipCodeRedemptionCount, responses=R(400, 401), tags=["User"])
async def vip_count(user: User):
    return {"redemption_count": sum(r["user_id"] == user["user_id"] for r in REDEEMED)}


@app.post("/me/vip", response_model=VipCodeRedeemed, responses=R(400, 401), tags=["User"])
async def vip_redeem(body: VipCodeRequest, user: User):
    maker = VIP.get(body.code)
    if maker is None:
        fail(400, "Invalid code")
    if maker == user["user_id"]:
        fail(400, "This is your own code")
    for r in REDEEMED:
        if r["code"] == body.code and (r["user_id"] == user["user_id"] or on("vip-once-for-all")):
            fail(400, "The code was redeemed already")
    if on("vip-race"):
        await asyncio.sleep(0.05)
    r = {"code": body.code, "user_id": user["user_id"], "redeemed_at": now()}
    REDEEMED.append(r)
    return r


class Server(uvicorn.Server):
    async def startup(self, sockets=None):
        await super().startup(sockets=sockets)
        if self.started:
            print("ready", flush=True)


if __name__ == "__main__":
    config = uvicorn.Config(app, host="127.0.0.1", port=int(sys.argv[1]), log_level="warning", timeout_keep_alive=30,
                            http=Connection if "connection" in FAULT or FAULT.startswith("lower-case") else "auto")
    Server(config).run()

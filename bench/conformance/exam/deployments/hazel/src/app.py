import sys, os, re, json, time, asyncio
sys.path.insert(0, os.path.dirname(__file__))
from typing import Literal, Any
from datetime import date, timedelta
import msgspec
from msgspec import Struct, UNSET, UnsetType
from starlette.applications import Starlette
from starlette.routing import Route
from starlette.responses import Response, StreamingResponse
from starlette.exceptions import HTTPException
from core import *
import core
from tools import TOOLS, BY_NAME, TOOLSETS, mcp, public, run_tool, score

Vis = Literal["private", "public"]
Opt = str | None | UnsetType
class Msg(Struct): message: str
class AgentReq(Struct):
    name: str
    id: str | None = None
    system_prompt: str | None = None
    visibility: Vis | None = None
    handle: Opt = UNSET
    sales_pitch: Opt = UNSET
    monthly_price: int | None | UnsetType = UNSET
class AgentPart(Struct):
    name: str | None = None
    system_prompt: Opt = UNSET
    visibility: Vis | None = None
    handle: Opt = UNSET
    sales_pitch: Opt = UNSET
    monthly_price: int | None | UnsetType = UNSET
class StudioReq(Struct):
    run_id: str | None = None
    sharing: Vis | None = None
    title: str | None = None
class StudioPart(Struct):
    sharing: Vis | None = None
    title: str | None = None
class ThemeReq(Struct): accent: str
class FileReq(Struct):
    filename: str
    media_type: str = "text/plain"
    content: str = ""
    rank: int | None = None
class FilePart(Struct):
    filename: str | None = None
    media_type: str | None = None
    content: str | None = None
    rank: int | None = None
class Place(Struct):
    id: str
    rank: int
class PlacesReq(Struct): order: list[Place]
class Feedback(Struct):
    rating: Literal["up", "down"]
    comment: str | None = None
class KeyReq(Struct): label: str
class PayReq(Struct): pack: Literal["credits_500", "credits_2000"]
class BundleReq(Struct):
    title: str
    members: list[str] | None = None
class BToolReq(Struct): tool: str
class CliReq(Struct): token: str
class SchedReq(Struct):
    cron_expression: str
    target_chat: Any = None
    message: str | None = None
class SchedPart(Struct):
    cron_expression: str | None = None
    target_chat: Any = None
    message: str | None = None
class SubReq(Struct): interval: Literal["month", "year"] = "month"
class SlugReq(Struct): phrase: str
class VipReq(Struct): code: str

class Ctx: pass
ROUTES = []
API, WRK = "/api", "/workers"
def route(method, path, auth="jwt"):
    def deco(fn):
        names = re.findall(r"{(\w+)(?::(\w))?}", path)
        clean = re.sub(r":\w}", "}", path)
        async def endpoint(req):
            try:
                c = Ctx(); c.req = req; c.q = req.query_params
                a = req.headers.get("authorization", "")
                tok = a[7:].strip() if a.lower().startswith("bearer ") else None
                c.user = None
                if auth == "key":
                    k = next((k for k in KEYS.values() if tok and k["secret"] == tok), None)
                    if not k and tok in REVOKED and on("w-revoked-key-works"): k = REVOKED[tok]
                    if not k: raise E(401, "invalid_api_key", "a valid API key is required")
                    c.user = USERS[k["owner"]]
                elif auth != "none":
                    cl = read_jwt(tok) if tok else None
                    c.user = USERS.get(cl["sub"]) if cl else None
                    if c.user is None and (auth == "jwt" or tok):
                        if on("t-run-403") and "/tools/run/" in path: raise E(403, "forbidden", "not allowed")
                        raise E(401, "invalid_token", "a valid bearer token is required")
                c.p = {}
                for n, k in names:
                    v = req.path_params[n]
                    c.p[n] = as_uuid(v, n) if k == "u" else as_int(v, n) if k == "i" else v
                c.raw = await req.body()
                out = await fn(c)
                return out if isinstance(out, Response) else reply(out)
            except E as x:
                return err_response(x)
        ROUTES.append(Route(clean, endpoint, methods=[method]))
        return fn
    return deco
def u(method, path, auth="jwt"): return route(method, API + path, auth)
REVOKED = {}
def lst(rows, **k): return {"object": "list", "data": rows, "has_more": False, **k}

# ------------------------------------------------------------------ Workers API
JOB_SECONDS = 4.0
def job_of(r):
    j = r["job"]
    if j and time.monotonic() >= j["until"]:
        if on("w-failed-job-stays") and j["fails"]: return j
        r["job"] = None
        r["done"] = j
        log(r, "job_failed" if j["fails"] else "job_finished", j["id"])
        return None
    return j
def log(r, kind, text):
    r["logs"].append({"object": "run_log", "id": tag("rlg"), "run_id": r["id"], "kind": kind, "text": text, "at": int(time.time())})
def new_run(user, agent):
    r = {"id": new_id(), "owner": user.id, "agent": agent["id"], "messages": [], "job": None, "done": None, "logs": [], "mcp": [], "created": tick(), "form": "text"}
    RUNS[r["id"]] = r
    log(r, "run_created", "run created")
    return r
def sub_active(user, aid):
    s = SUBS.get((user.id, aid)); return bool(s and s["status"] == "active")
def callable_agent(c):
    aid = c.req.path_params["agent_id"]
    a = AGENTS.get(str(uuid.UUID(aid))) if is_uuid(aid) else None
    if not a: raise E(404, "agent_not_found", "no such agent", "agent_id")
    if a["owner"] != c.user.id:
        if a["visibility"] == "private": raise E(403, "agent_private", "this agent is private", "agent_id")
        if a["price"] and not sub_active(c.user, a["id"]): raise E(402, "subscription_required", "subscribe to this agent first", "agent_id")
    return a
def find_run(c, a):
    rid = c.req.path_params["run_id"]
    r = RUNS.get(str(uuid.UUID(rid))) if is_uuid(rid) else None
    if not r or (r["owner"] != c.user.id and not (on("w-foreign-run-readable") and c.req.method == "GET")) \
       or (r["agent"] != a["id"] and not on("w-run-under-other-agent")):
        raise E(404, "run_not_found", "no such run", "run_id")
    return r

TIDE_RAW = "raw-tide-row 0412/5.9 1031/1.2 #7f3c"
def answer(r, text, form):
    "what the worker does with the message: events, the last of them the text"
    ev, out = [], []
    n = sum(1 for m in r["messages"] if m["role"] == "user")
    if r["done"]:
        out.append("The background job " + ("failed." if r["done"]["fails"] else "is complete.") + " "); r["done"] = None
    low = text.lower()
    if "start the long job" in low or "start a job that fails" in low:
        fails = "that fails" in low
        r["job"] = {"id": tag("job"), "until": time.monotonic() + JOB_SECONDS, "fails": fails, "by": "POST" if n == 1 else "PUT"}
        ev.append({"event": "tool.call", "call_id": tag("call"), "name": "code_interpreter", "arguments": {"background": True}})
        ev.append({"event": "tool.result", "call_id": ev[-1]["call_id"], "name": "code_interpreter", "output": {"job": r["job"]["id"], "state": "running"}})
        r["mcp"].append({"object": "mcp_log", "run_id": r["id"], "server": "computer", "tool": "code_interpreter", "state": "ok", "at": int(time.time())})
        log(r, "job_started", r["job"]["id"])
        out.append("I started that in the background.")
    elif "what is the tide" in low:
        ev.append({"event": "tool.call", "call_id": tag("call"), "name": "read_tide_table", "arguments": {"port": "Hull"}})
        ev.append({"event": "tool.result", "call_id": ev[-1]["call_id"], "name": "read_tide_table", "output": TIDE_RAW})
        r["mcp"].append({"object": "mcp_log", "run_id": r["id"], "server": "harbor", "tool": "read_tide_table", "state": "ok", "at": int(time.time())})
        log(r, "tool_called", "read_tide_table")
        out.append("High water comes early this morning, low water before noon.")
    else:
        out.append(f"Message {n} is received. You wrote: {text}")
    return ev, "".join(out)

def streamed(r, ev, text, form, method):
    head = {"X-Service-Run-ID": r["id"], "Cache-Control": "no-store"}
    if on("w-put-ndjson-no-run-header") and method == "PUT" and form == "ndjson": del head["X-Service-Run-ID"]
    j = job_of(r)
    if j: head["x-service-job-id"] = j["id"]
    if form == "text":
        parts = re.findall(r"\S+\s*|\s+", text) or [text]
        parts = ["".join(parts[i:i + 6]) for i in range(0, len(parts), 6)]
        if on("w-text-has-tool-debug"): parts = [f"[{e['event']} {e['name']} {json.dumps(e.get('output') or e.get('arguments'))}]\n" for e in ev] + parts
        async def gen():
            for p in parts: yield p.encode()
        return StreamingResponse(gen(), 200, head, "text/plain; charset=utf-8")
    ev = [{"event": "run.started", "run_id": r["id"]}] + [e for e in ev if not (on("w-ndjson-no-tool-results") and e["event"] == "tool.result")]
    if on("w-ndjson-text-lost-with-tools") and len(ev) > 1: text = ""
    parts = re.findall(r"\S+\s*|\s+", text) or [text]
    ev += [{"event": "text.delta", "text": "".join(parts[i:i + 6])} for i in range(0, len(parts), 6)] + [{"event": "run.completed", "run_id": r["id"]}]
    async def gen():
        for e in ev: yield dumps(e) + b"\n"
    return StreamingResponse(gen(), 200, head, "application/x-ndjson")

def turn(r, text, form, method):
    stored = text
    if on("w-message-trimmed"): stored = text.strip()
    if on("w-message-cut"): stored = text[:2000]
    r["messages"].append({"role": "user", "content": stored})
    log(r, "message", "user")
    ev, out = answer(r, text, form)
    r["messages"].append({"role": "assistant", "content": out})
    if on("w-put-order-swapped") and method == "PUT": r["messages"][-2:] = r["messages"][:-3:-1]
    return streamed(r, ev, out, form, method)

async def start(c, form):
    a = callable_agent(c)
    m = decode(c.raw, Msg)
    busy = next((r for r in RUNS.values() if r["owner"] == c.user.id and r["agent"] == a["id"] and job_of(r)), None)
    if busy and on("w-post-409-while-job"): raise E(409, "job_running", "a background job is running")
    if on("w-post-same-message-same-run"):
        for r in reversed(list(RUNS.values())):
            if r["owner"] == c.user.id and r["agent"] == a["id"] and r["messages"] and r["messages"][0]["content"] == m.message and time.time() - r["created"] < 30 and not r["job"]:
                return turn(r, m.message, form, "POST")
    r = new_run(c.user, a)
    r["form"] = form
    if busy and on("w-post-context-copied"): r["messages"] = list(busy["messages"])
    return turn(r, m.message, form, "POST")
async def resume(c, form):
    a = callable_agent(c); r = find_run(c, a)
    m = decode(c.raw, Msg)
    if job_of(r) and not (on("w-ndjson-put-during-job") and form == "ndjson"):
        if on("w-409-keeps-message"): r["messages"].append({"role": "user", "content": m.message})
        raise E(409, "job_running", "a background job is running in this run")
    if on("w-parallel-put-lost"):
        before = list(r["messages"])
        await asyncio.sleep(0.15)
        r["messages"] = before
    return turn(r, m.message, form, "PUT")

@route("POST", WRK + "/ndjson/{agent_id}", "key")
async def _(c): return await start(c, "ndjson")
@route("PUT", WRK + "/ndjson/{agent_id}/{run_id}", "key")
async def _(c): return await resume(c, "ndjson")
@route("POST", WRK + "/{agent_id}", "key")
async def _(c): return await start(c, "text")
@route("PUT", WRK + "/{agent_id}/{run_id}", "key")
async def _(c): return await resume(c, "text")
@route("GET", WRK + "/{agent_id}/{run_id}", "key")
async def _(c):
    a = callable_agent(c); r = find_run(c, a)
    j = job_of(r)
    ms = r["messages"]
    if on("w-history-last-six"): ms = ms[-6:]
    if j and on("w-no-job-header-after-put") and j["by"] == "PUT": j = None
    return reply(ms, 200, {"x-service-job-id": j["id"]} if j else None)

# ------------------------------------------------------------------ runs and logs
def run_view(r):
    j = job_of(r)
    ms = r["messages"]
    return {"object": "run", "run_id": r["id"], "agent": r["agent"], "state": "running" if j else "idle", "turns": sum(m["role"] == "user" for m in ms),
            "opening": ms[0]["content"] if ms else None, "started_at": int(r["created"])}
def paged(c, rows, stamp, view, default, overlap=False, ignore_limit=False):
    limit, before = core.page(rows, c.q, stamp, view, default)
    rows = sorted(rows, key=lambda r: -r[stamp])
    if before is not None: rows = [r for r in rows if (r[stamp] <= before if overlap else r[stamp] < before)]
    if ignore_limit: limit = 30
    more = len(rows) > limit
    rows = rows[:limit]
    return {"object": "list", "data": [view(r) for r in rows], "has_more": more, "next_cursor": iso(rows[-1][stamp]) if more else None}
@u("GET", "/me/agent-runs")
async def _(c):
    rows = [r for r in RUNS.values() if r["owner"] == c.user.id]
    if on("r-ndjson-runs-unlisted"): rows = [r for r in rows if r["form"] == "text"]
    if on("r-everyones-runs"): rows = list(RUNS.values())
    return paged(c, rows, "created", run_view, 20 if on("r-default-limit-20") else 30, on("r-cursor-overlap"))
def my_run(c, loose=False):
    r = RUNS.get(c.p["run_id"])
    if not r or (r["owner"] != c.user.id and not loose): raise E(404, "run_not_found", "no such run", "run_id")
    return r
@u("GET", "/me/agent-runs/{run_id:u}")
async def _(c): return run_view(my_run(c, on("r-foreign-run-view")))
@u("GET", "/me/agent-runs/{run_id:u}/mcp-server-logs")
async def _(c):
    r = my_run(c)
    if on("r-mcp-logs-of-all-runs"): return [m for x in RUNS.values() if x["owner"] == c.user.id for m in x["mcp"]]
    return r["mcp"]
@u("GET", "/me/agent-runs/{run_id:u}/logs")
async def _(c):
    r = my_run(c, on("r-foreign-run-logs")); job_of(r); return r["logs"]
@u("GET", "/me/executions")
async def _(c):
    rows = [x for x in EXECS.values() if x["owner"] == c.user.id]
    return paged(c, rows, "created", exec_view, 30, False, on("r-exec-limit-ignored"))
def exec_view(x): return {"object": "tool_execution", "id": x["id"], "tool": x["tool"], "state": "succeeded", "input": x["input"], "service": x["service"], "at": int(x["created"])}
@u("GET", "/me/executions/{log_id:i}")
async def _(c):
    x = EXECS.get(c.p["log_id"])
    if not x or (x["owner"] != c.user.id and not on("r-foreign-exec")): raise E(404, "execution_not_found", "no such execution", "log_id")
    return exec_view(x)

# ------------------------------------------------------------------ subscriptions
def sub_view(s):
    return {"object": "subscription", "id": s["id"], "agent": s["agent"], "status": s["status"], "since": int(s["since"]), "ended_at": int(s["ended"]) if s["ended"] else None}
def find_agent(aid, param="agent_id"):
    a = AGENTS.get(str(uuid.UUID(aid))) if is_uuid(aid) else None
    if not a: raise E(404, "agent_not_found", "no such agent", param)
    return a
def seen(a, user): return a["visibility"] == "public" or (user and user.id == a["owner"])
@u("POST", "/me/agents/{agent_id}/subscribe")
async def _(c):
    b = decode(c.raw or b"{}", SubReq)
    a = find_agent(c.p["agent_id"])
    if not seen(a, c.user): raise E(404, "agent_not_found", "no such agent", "agent_id")
    if a["owner"] == c.user.id and not on("s-owner-subscribes"): raise E(400, "own_agent", "you own this agent", "agent_id")
    if not a["price"] and not on("s-unpaid-subscribes"): raise E(400, "agent_not_paid", "this agent is not paid", "agent_id")
    if sub_active(c.user, a["id"]) and not on("s-second-checkout"):
        raise E(409 if on("s-already-409") else 402, "already_subscribed", "you are subscribed already", "agent_id")
    cs = tag("cs")
    return {"object": "checkout", "id": cs, "agent": a["id"], "amount": (a["price"] or 0) * (10 if b.interval == "year" else 1), "currency": "eur", "checkout_url": "https://pay.hazel.example/" + cs, "status": "open"}
@u("POST", "/me/agents/{agent_id}/unsubscribe")
async def _(c):
    a = find_agent(c.p["agent_id"])
    s = SUBS.get((c.user.id, a["id"]))
    if not s: raise E(400, "no_subscription", "no active subscription to cancel", "agent_id")
    if s["status"] != "active" and not on("s-unsubscribe-twice"): raise E(400, "no_subscription", "no active subscription to cancel", "agent_id")
    s["status"] = "canceled"; s["ended"] = tick()
    if on("s-unsubscribe-all"):
        for k, x in SUBS.items():
            if k[0] == c.user.id: x.update(status="canceled", ended=tick())
    if on("s-unsubscribe-not-kept"):
        out = sub_view(s); s["status"] = "active"; s["ended"] = None
        return out
    return sub_view(s)
@u("GET", "/me/subscriptions")
async def _(c):
    rows = [s for k, s in SUBS.items() if k[0] == c.user.id or on("s-list-of-all")]
    return lst([sub_view(s) for s in rows])
@u("GET", "/me/subscriptions/{agent_id}")
async def _(c):
    aid = c.p["agent_id"]
    s = SUBS.get((c.user.id, str(uuid.UUID(aid)) if is_uuid(aid) else aid))
    if not s: raise E(404, "subscription_not_found", "you have no subscription to this agent", "agent_id")
    return sub_view(s)

# ------------------------------------------------------------------ studio chats
def studio_view(s):
    return {"object": "studio_chat", "run_id": s["run_id"], "title": s["title"], "sharing": s["sharing"], "owner": s["owner"], "created_at": int(s["created"]), "updated_at": int(s["updated"])}
def no_private(user, v):
    if user.tier == "sandbox" and v == "private": raise E(400, "sandbox_private", "the sandbox tier can't make this private", "visibility")
def def_vis(user): return "public" if user.tier == "sandbox" else "private"
def studio(c, write=False, gone=False):
    s = STUDIO.get(c.p["run_id"])
    if not s or (s["deleted"] and not gone): raise E(404, "studio_chat_not_found", "no such studio chat", "run_id")
    mine = c.user and c.user.id == s["owner"]
    if write and not mine: raise E(403, "forbidden", "this studio chat is not yours", "run_id")
    return s, mine
@u("GET", "/me/agent-studio-chats")
async def _(c):
    return [studio_view(s) for s in STUDIO.values() if s["owner"] == c.user.id and (not s["deleted"] or on("c-deleted-listed"))]
@u("POST", "/me/agent-studio-chats")
async def _(c):
    b = decode(c.raw, StudioReq)
    no_private(c.user, b.sharing)
    if b.run_id is not None and not b.run_id.strip(): raise E(422, "invalid_run_id", "must not be blank", "run_id")
    s = STUDIO.get(b.run_id) if b.run_id else None
    if s:
        if (s["owner"] != c.user.id or s["deleted"]) and not on("c-foreign-run-id-returned"): raise E(409, "run_id_taken", "a chat with this run_id exists", "run_id")
        if on("c-existing-overwritten"): s.update(title=b.title or "", sharing=b.sharing or def_vis(c.user), updated=tick())
        return studio_view(s)
    if on("c-parallel-create-twice"): await asyncio.sleep(0.15)
    t = tick()
    s = {"run_id": b.run_id or new_id(), "title": b.title or "", "sharing": b.sharing or def_vis(c.user), "owner": c.user.id, "created": t, "updated": t, "deleted": None}
    STUDIO[s["run_id"]] = s
    return studio_view(s)
@u("GET", "/me/agent-studio-chats/{run_id}", "opt")
async def _(c):
    s, mine = studio(c, gone=on("c-deleted-readable"))
    if s["sharing"] == "private" and not mine: raise E(403, "forbidden", "this studio chat is private", "run_id")
    return studio_view(s)
@u("PUT", "/me/agent-studio-chats/{run_id}")
async def _(c):
    b = decode(c.raw, StudioReq)
    s, _ = studio(c, not on("c-foreign-put"))
    no_private(c.user, b.sharing)
    s.update(title=b.title or "", sharing=b.sharing or def_vis(c.user), updated=tick())
    return studio_view(s)
@u("PATCH", "/me/agent-studio-chats/{run_id}")
async def _(c):
    b = decode(c.raw, StudioPart)
    s, _ = studio(c, True)
    if on("c-refused-patch-half-written") and b.sharing is not None: s["sharing"] = b.sharing
    if not on("c-sandbox-patch-private"): no_private(c.user, b.sharing)
    if on("c-patch-resets"): s["title"] = ""
    if b.title is not None: s["title"] = b.title
    if b.sharing is not None: s["sharing"] = b.sharing
    s["updated"] = tick()
    return studio_view(s)
@u("DELETE", "/me/agent-studio-chats/{run_id}")
async def _(c):
    s, _ = studio(c, True)
    s["deleted"] = tick()
    return studio_view(s)
@u("POST", "/me/agent-studio-chats/{run_id}/clone")
async def _(c):
    s, mine = studio(c)
    if s["sharing"] == "private" and not (on("c-clone-own-private") and mine): raise E(400, "private_chat", "private chats can't be cloned", "run_id")
    t = tick()
    n = {**s, "run_id": new_id(), "owner": s["owner"] if on("c-clone-owner-kept") else c.user.id, "created": t, "updated": t}
    STUDIO[n["run_id"]] = n
    return reply(studio_view(n), 200 if on("c-clone-200") else 201)

# ------------------------------------------------------------------ agents and chats
def agent_view(a, stale=False):
    if stale and a.get("_stale") and on("a-put-not-in-agents"): return a["_stale"]
    return {"object": "agent", "id": a["id"], "name": a["name"], "system_prompt": a["prompt"], "visibility": a["visibility"], "handle": a["handle"], "sales_pitch": a["pitch"],
            "monthly_price": a["price"], "owner": a["owner"], "created_at": int(a["created"]), "updated_at": int(a["updated"])}
HANDLE = re.compile(r"^[a-z0-9](?:[a-z0-9-]{1,38})[a-z0-9]$")
def check_fields(c, b, a=None):
    if b.handle not in (UNSET, None):
        if not HANDLE.match(b.handle): raise E(422, "invalid_handle", "3 to 40 of a-z, 0-9 and -", "handle")
        if any(x["handle"] == b.handle and x is not a for x in AGENTS.values()): raise E(400, "handle_taken", "this handle is taken", "handle")
    if b.monthly_price not in (UNSET, None) and b.monthly_price < 0: raise E(422, "out_of_range", "must not be negative", "monthly_price")
    if not (on("a-sandbox-patch-private") and c.req.method == "PATCH"): no_private(c.user, b.visibility)
def apply(a, b):
    if b.name is not None: a["name"] = b.name
    if b.system_prompt not in (None, UNSET): a["prompt"] = b.system_prompt
    if b.visibility is not None: a["visibility"] = b.visibility
    if b.handle is not UNSET: a["handle"] = b.handle
    if b.sales_pitch is not UNSET: a["pitch"] = b.sales_pitch
    if b.monthly_price is not UNSET: a["price"] = b.monthly_price or None
    a["updated"] = tick()
def blank(p): return p in (None, UNSET) or not p.strip()
def own(c, aid, param, loose=False):
    a = find_agent(aid, param)
    if a["owner"] != c.user.id and not loose: raise E(403, "forbidden", "this agent is not yours", param)
    return a
def need_prompt(b, updating=False):
    if blank(b.system_prompt) and not (on("a-update-without-prompt") and updating) and not (on("a-blank-prompt") and b.system_prompt is not None and b.system_prompt is not UNSET):
        raise E(400, "missing_chat_prompt", "the chat prompt is required", "system_prompt")
async def create_agent(c, b):
    need_prompt(b); check_fields(c, b)
    a = add_agent(c.user.id, b.name, b.system_prompt, b.visibility or def_vis(c.user))
    apply(a, b); a["updated"] = a["created"]
    return agent_view(a)
def mine_list(c):
    return [agent_view(a, True) for a in AGENTS.values() if a["owner"] == c.user.id or (on("a-list-has-foreign-public") and a["visibility"] == "public")]
@u("GET", "/me/agents")
async def _(c): return mine_list(c)
@u("POST", "/me/agents")
async def _(c):
    b = decode(c.raw, AgentReq)
    if b.id is None: return await create_agent(c, b)
    a = own(c, b.id, "id", on("a-upsert-foreign"))
    need_prompt(b, True); check_fields(c, b, a)
    if on("a-upsert-duplicates"):
        b.handle = UNSET
        return await create_agent(c, b)
    apply(a, b)
    return agent_view(a)
@u("GET", "/me/agents/vanity/slug")
async def _(c):
    if "slug" not in c.q: raise E(422, "missing", "is required", "slug")
    s = c.q["slug"]
    taken = any(a["handle"] == s and (a["owner"] != c.user.id or not on("a-own-slug-free")) for a in AGENTS.values())
    return {"object": "handle", "slug": s, "available": bool(HANDLE.match(s)) and not taken}
@u("POST", "/me/agents/vanity/slug", "none")
async def _(c):
    b = decode(c.raw, SlugReq)
    base = re.sub(r"[^a-z0-9]+", "-", b.phrase.lower()).strip("-")[:30].strip("-") or "agent"
    if len(base) < 3: base += "-agent"
    s, n = base, 1
    while any(a["handle"] == s for a in AGENTS.values()):
        n += 1; s = f"{base}-{n}"
    return {"object": "handle", "slug": s}
async def get_agent(c, aid, param):
    a = find_agent(aid, param)
    if not seen(a, c.user) and not (on("a-private-to-anyone-signed-in") and c.user) and not (on("a-private-anonymous") and not c.user): raise E(403, "forbidden", "this agent is private", param)
    return agent_view(a, param == "agent_id")
@u("GET", "/me/agents/{agent_id}", "opt")
async def _(c):
    gone = GONE.get(c.p["agent_id"])
    if gone and on("a-deleted-still-agent"): return agent_view(gone)
    return await get_agent(c, c.p["agent_id"], "agent_id")
GONE = {}
@u("POST", "/me/agents/{agent_id}/upsell-description")
async def _(c):
    a = find_agent(c.p["agent_id"])
    if a["owner"] != c.user.id: raise E(404, "agent_not_found", "no such agent of yours", "agent_id")
    pitch = f"{a['name']} works for you day and night."
    if on("a-upsell-not-kept"): return {**agent_view(a), "sales_pitch": pitch}
    a["pitch"] = pitch; a["updated"] = tick()
    return agent_view(a)
VIBE = ["bolt", "lovable", "replit"]
@u("GET", "/me/agents/{agent_id}/vibe")
async def _(c):
    sv = c.q.get("service_name")
    if sv is None: raise E(422, "missing", "is required", "service_name")
    if sv not in VIBE and not on("a-vibe-any-service"): raise E(422, "invalid_choice", "not a known service", "service_name")
    a = find_agent(c.p["agent_id"])
    if not seen(a, c.user): raise E(403, "forbidden", "this agent is private", "agent_id")
    return {"object": "vibe_prompt", "service": sv, "prompt_text": f"Build an app on {sv} that talks to the agent {a['name']} ({a['id']})."}
@u("GET", "/me/vibe/services", "none")
async def _(c): return lst([{"name": s, "title": s.title()} for s in VIBE])
def theme_view(t): return {"object": "theme", "agent_id": t["agent"], "accent": t["accent"], "updated_at": int(t["updated"])}
@u("GET", "/me/agents/{agent_id:u}/customizations/theme")
async def _(c):
    a = own(c, c.p["agent_id"], "agent_id"); t = THEMES.get(a["id"])
    return theme_view(t) if t else None
@u("PUT", "/me/agents/{agent_id:u}/customizations/theme")
async def _(c):
    b = decode(c.raw, ThemeReq)
    a = own(c, c.p["agent_id"], "agent_id", on("f-theme-foreign"))
    old = THEMES.get(a["id"])
    ok = re.fullmatch(r"#[0-9a-fA-F]{6}", b.accent)
    t = {"agent": a["id"], "accent": b.accent, "updated": tick()}
    if on("f-theme-kept-after-refusal"): THEMES[a["id"]] = t
    if not ok and not on("f-theme-any-color"): raise E(400, "invalid_color", "a theme color is # and six hex digits", "accent")
    if on("f-theme-first-wins") and old: return theme_view({**t})
    THEMES[a["id"]] = t
    return theme_view(t)
# files
def file_view(f):
    return {"object": "agent_file", "id": f["id"], "agent": f["agent"], "filename": f["filename"], "media_type": f["media_type"], "content": f["content"], "bytes": len(f["content"].encode()),
            "rank": f["rank"], "created_at": int(f["created"])}
def files_of(a): return sorted((f for f in FILES.values() if f["agent"] == a["id"]), key=lambda f: (0 if on("f-order-by-creation") else f["rank"], f["created"]))
def a_file(c, a, fid=None, param="file_id"):
    f = FILES.get(fid or c.p["file_id"])
    if not f or (f["agent"] != a["id"] and not on("f-file-under-other-agent")): raise E(404, "file_not_found", "no such file of this agent", param)
    return f
def rank_ok(r):
    if r is not None and r < 0: raise E(422, "out_of_range", "must not be negative", "rank")
@u("GET", "/me/agents/{agent_id:u}/files")
async def _(c): return lst([file_view(f) for f in files_of(own(c, c.p["agent_id"], "agent_id"))])
@u("POST", "/me/agents/{agent_id:u}/files")
async def _(c):
    b = decode(c.raw, FileReq); rank_ok(b.rank)
    if not b.filename.strip(): raise E(400, "invalid_filename", "a file name is required", "filename")
    a = own(c, c.p["agent_id"], "agent_id")
    fs = files_of(a)
    n = a.get("made", 0) if on("f-cap-counts-deleted") else len(fs)
    if n >= FILE_CAP and not on("f-no-cap"): raise E(400, "file_limit", f"an agent has {FILE_CAP} files at the most")
    a["made"] = a.get("made", 0) + 1
    f = {"id": new_id(), "agent": a["id"], "filename": b.filename, "media_type": b.media_type, "content": b.content, "created": tick(),
         "rank": b.rank if b.rank is not None and not on("f-create-position-lost") else max([x["rank"] for x in fs], default=-1) + 1}
    FILES[f["id"]] = f
    return reply(file_view(f), 201)
@u("PUT", "/me/agents/{agent_id:u}/files/positions")
async def _(c):
    b = decode(c.raw, PlacesReq)
    a = own(c, c.p["agent_id"], "agent_id")
    todo = []
    for p in b.order:
        rank_ok(p.rank)
        f = a_file(c, a, as_uuid(p.id, "order.id"), "order")
        todo.append((f, p.rank))
        if on("f-positions-half-written"): f["rank"] = p.rank
    if on("f-positions-last-only"): todo = todo[-1:]
    before = [file_view(f) for f in files_of(a)]
    for f, r in todo: f["rank"] = r
    return lst(before if on("f-positions-stale-answer") else [file_view(f) for f in files_of(a)])
@u("GET", "/me/agents/{agent_id:u}/files/{file_id:u}")
async def _(c): return file_view(a_file(c, own(c, c.p["agent_id"], "agent_id")))
@u("PATCH", "/me/agents/{agent_id:u}/files/{file_id:u}")
async def _(c):
    b = decode(c.raw, FilePart); rank_ok(b.rank)
    f = a_file(c, own(c, c.p["agent_id"], "agent_id"))
    for k in ("filename", "media_type", "content", "rank"):
        if getattr(b, k) is not None and not (k == "rank" and on("f-patch-position-ignored")): f[k] = getattr(b, k)
    return file_view(f)
@u("DELETE", "/me/agents/{agent_id:u}/files/{file_id:u}")
async def _(c):
    f = a_file(c, own(c, c.p["agent_id"], "agent_id")); del FILES[f["id"]]
    if on("f-delete-200-body"): return file_view(f)
    return Response(status_code=204)
# chats
@u("GET", "/me/chats")
async def _(c): return [agent_view(a) for a in AGENTS.values() if a["owner"] == c.user.id]
@u("POST", "/me/chats")
async def _(c): return await create_agent(c, decode(c.raw, AgentReq))
@u("GET", "/me/chats/{chat_id}", "opt")
async def _(c): return await get_agent(c, c.p["chat_id"], "chat_id")
@u("PUT", "/me/chats/{chat_id}")
async def _(c):
    b = decode(c.raw, AgentReq); a = own(c, c.p["chat_id"], "chat_id")
    check_fields(c, b, a); a.setdefault("_stale", agent_view(a)); apply(a, b)
    return agent_view(a)
@u("PATCH", "/me/chats/{chat_id}")
async def _(c):
    b = decode(c.raw, AgentPart)
    a = own(c, c.p["chat_id"], "chat_id", on("a-patch-foreign"))
    check_fields(c, b, a); apply(a, b)
    if on("a-patch-resets-visibility") and b.visibility is None: a["visibility"] = "private"
    return agent_view(a)
@u("DELETE", "/me/chats/{chat_id}")
async def _(c):
    a = own(c, c.p["chat_id"], "chat_id"); del AGENTS[a["id"]]
    GONE[a["id"]] = a
    for fid in [f["id"] for f in FILES.values() if f["agent"] == a["id"]]: del FILES[fid]
    THEMES.pop(a["id"], None)
    for s in [s for s in SCHEDULES.values() if s["chat"] == a["id"]]: del SCHEDULES[s["id"]]
    for k, s in SUBS.items():
        if k[1] == a["id"] and s["status"] == "active": s.update(status="canceled", ended=tick())
    return agent_view(a)
@u("GET", "/me/chats/{chat_id:u}/og", "none")
async def _(c):
    a = find_agent(c.p["chat_id"], "chat_id")
    if a["visibility"] != "public" and not on("a-og-private"): raise E(403, "forbidden", "this chat is private", "chat_id")
    return {"object": "social_preview", "title": a["name"], "description": a["pitch"] or "", "url": f"https://hazel.example/a/{a['handle'] or a['id']}"}
@u("POST", "/me/chats/{chat_id:u}/clone")
async def _(c):
    b = decode(c.raw, AgentPart | None) if c.raw.strip() else None
    a = find_agent(c.p["chat_id"], "chat_id")
    if a["visibility"] != "public" and not on("a-clone-private"): raise E(403, "chat_not_public", "this chat is not public", "chat_id")
    if b: check_fields(c, b)
    n = add_agent(c.user.id, a["name"], a["prompt"], a["visibility"], pitch=a["pitch"])
    if b and not on("a-clone-body-ignored"):
        if on("a-clone-changes-original"): apply(a, b)
        apply(n, b)
    if a["id"] in THEMES: THEMES[n["id"]] = {**THEMES[a["id"]], "agent": n["id"]}
    for f in files_of(a):
        k = new_id(); FILES[k] = {**f, "id": k, "agent": n["id"], "created": tick()}
    return agent_view(n)
@u("POST", "/me/chats/{chat_id}/feedback")
async def _(c):
    b = decode(c.raw, Feedback)
    a = find_agent(c.p["chat_id"], "chat_id")
    if not seen(a, c.user): raise E(404, "chat_not_found", "no such chat", "chat_id")
    a["feedback"].append((c.user.id, b.rating, b.comment))
    return agent_view(a)
@u("POST", "/me/chats/{chat_id:u}/runs")
async def _(c):
    a = find_agent(c.p["chat_id"], "chat_id")
    if not seen(a, c.user) and not on("a-run-log-private"): raise E(403, "forbidden", "this chat is private", "chat_id")
    if on("a-run-log-reused"):
        r = next((r for r in RUNS.values() if r["owner"] == c.user.id and r["agent"] == a["id"] and not r["messages"]), None)
        if r: return r["logs"][0]
    r = new_run(c.user, a)
    return r["logs"][0]

# ------------------------------------------------------------------ keys, billing, credits, payments
def hidden(k, leak=False):
    v = {"object": "api_key", "id": k["id"], "label": k["label"], "is_default": k["default"], "created_at": int(k["created"])}
    if leak: v["secret"] = k["secret"]
    return v
def shown(k): return {**hidden(k), "secret": k["secret"]}
def my_keys(c): return [k for k in KEYS.values() if k["owner"] == c.user.id]
@u("GET", "/me/api-keys")
async def _(c): return [hidden(k, on("k-list-shows-secret")) for k in my_keys(c)]
@u("POST", "/me/api-keys")
async def _(c):
    b = decode(c.raw, KeyReq)
    k = add_key(c.user.id, b.label)
    if on("k-new-key-second-default"): k["default"] = True
    if on("k-label-lost"): k["label"] = "key"
    return shown(k)
@u("GET", "/me/api-keys/default")
async def _(c):
    k = next((k for k in my_keys(c) if k["default"]), None)
    if not k:
        k = (my_keys(c) or [None])[0] or add_key(c.user.id, "default")
        k["default"] = True
    if on("k-default-is-newest"): k = my_keys(c)[-1]
    return shown(k)
def a_key(c, loose=False):
    k = KEYS.get(c.p["api_key_id"])
    if not k or (k["owner"] != c.user.id and not loose): raise E(404, "api_key_not_found", "no such API key", "api_key_id")
    return k
@u("GET", "/me/api-keys/{api_key_id:i}")
async def _(c): return shown(a_key(c, on("k-foreign-key")))
@u("DELETE", "/me/api-keys/{api_key_id:i}")
async def _(c):
    k = a_key(c); del KEYS[k["id"]]; REVOKED[k["secret"]] = k
    return hidden(k, on("k-delete-shows-secret"))
@u("GET", "/me/billing")
async def _(c): return {"object": "billing", "plan": c.user.tier, "status": "active" if c.user.tier != "sandbox" else "none", "renews_at": FAR if c.user.tier != "sandbox" else None}
def credits(x): return {"object": "credits", "available": x.credits}
@u("GET", "/me/credits")
async def _(c): return credits(c.user)
@u("POST", "/me/credits/use")
async def _(c):
    if c.user.credits < 1: raise E(404, "credits_not_found", "no credits are left")
    if on("b-use-parallel-lost"):
        n = c.user.credits
        await asyncio.sleep(0.15)
        c.user.credits = n - 1
        return credits(c.user)
    if on("b-use-not-kept"): return {"object": "credits", "available": c.user.credits - 1}
    for x in (USERS.values() if on("b-use-everyone") else [c.user]): x.credits -= 1
    return credits(c.user)
@u("POST", "/me/payments/webhook", "none")
async def _(c):
    sig = c.req.headers.get("payment-signature")
    if not sig and not on("b-webhook-unsigned"): raise E(400, "missing_signature", "the Payment-Signature header is required")
    if sig and not hmac.compare_digest(sig.encode(), hook_signature(c.raw).encode()) and not on("b-webhook-any-signature"): raise E(400, "invalid_signature", "the signature doesn't match")
    try:
        e = json.loads(c.raw); kind, eid, d = e["type"], e["id"], e.get("data", {})
    except Exception: raise E(400, "invalid_event", "not an event")
    if eid not in PAID_EVENTS or on("b-webhook-replayed"):
        PAID_EVENTS.add(eid)
        if kind == "credits.purchased" and d.get("user") in USERS: USERS[d["user"]].credits += int(d["credits"])
    return {"received": True}
@u("POST", "/me/payments/sessions")
async def _(c):
    b = decode(c.raw, PayReq); cs = tag("pay")
    return {"object": "payment_session", "id": cs, "pack": b.pack, "amount": 500 if b.pack == "credits_500" else 1800, "currency": "eur", "status": "open", "checkout_url": "https://pay.hazel.example/" + cs}
def period(c):
    d = 30 if on("m-default-30") else 28
    if "period" not in c.q: return d
    if on("m-period-unbounded"): return max(1, min(as_int(c.q["period"], "period"), 800))
    return as_int(c.q["period"], "period", 1, 365)
def daily(c, n):
    t = date.today(); own_ = c.user.id == "usr_own"
    if on("m-everyone-sees-own"): own_ = True
    out = []
    for i in range(n - 1, -1, -1):
        d = t - timedelta(days=i)
        out.append((d.isoformat(), max(0, 60 - i // 7) if own_ else 0, (d.toordinal() * 7 % 5 + 1) * 900 if own_ else 0))
    return out
@u("GET", "/me/monetization/summary")
async def _(c):
    n = period(c); r = daily(c, 28 if on("m-summary-period-ignored") else n)
    return {"object": "monetization_summary", "period": n, "subscribers_total": r[-1][1], "earnings_total": sum(x[2] for x in r), "currency": "eur"}
@u("GET", "/me/monetization/subscribers")
async def _(c):
    n = period(c); r = daily(c, n)
    if on("m-subscribers-day-missing"): r = r[1:]
    return lst([{"day": x[0], "subscribers": x[1]} for x in r], period=n, subscribers_total=r[-1][1] if r else 0)
@u("GET", "/me/monetization/earnings")
async def _(c):
    n = period(c); r = daily(c, n)
    if on("m-earnings-today-missing"): r[-1] = (*r[-1][:2], 0)
    return lst([{"day": x[0], "amount": x[2]} for x in r], period=n, earnings_total=sum(x[2] for x in r), currency="eur")

# ------------------------------------------------------------------ bundles
def bundle_view(b): return {"object": "bundle", "id": b["id"], "title": b["title"], "members": [{"tool": t} for t in b["tools"]], "created_at": int(b["created"])}
def a_bundle(c, status=404, loose=False):
    b = BUNDLES.get(c.p["bundle_id"])
    if not b or (b["owner"] != c.user.id and not loose): raise E(status, "bundle_not_found" if status == 404 else "bundle_update_failed", "no such bundle", "bundle_id")
    return b
def a_tool(t, status=404):
    if t not in TOOLS: raise E(status, "tool_not_found", "no such tool", "tool")
    return t
@u("GET", "/me/bundles")
async def _(c): return [{"object": "bundle", "id": b["id"], "title": b["title"], "member_count": len(b["tools"])} for b in BUNDLES.values() if b["owner"] == c.user.id]
@u("POST", "/me/bundles")
async def _(c):
    b = {"id": seq("bundle"), "owner": c.user.id, "title": "Untitled bundle", "tools": [], "created": tick()}
    BUNDLES[b["id"]] = b
    return bundle_view(b)
@u("GET", "/me/bundles/{bundle_id:i}")
async def _(c): return bundle_view(a_bundle(c, loose=on("u-foreign-bundle")))
@u("PUT", "/me/bundles/{bundle_id:i}")
async def _(c):
    r = decode(c.raw, BundleReq); b = a_bundle(c, 409)
    for t in r.members or []: a_tool(t, 409)
    b["title"] = r.title
    if r.members is not None: b["tools"] = list(dict.fromkeys(r.members))
    elif on("u-put-empties"): b["tools"] = []
    return bundle_view(b)
@u("DELETE", "/me/bundles/{bundle_id:i}")
async def _(c):
    b = a_bundle(c, loose=on("u-delete-foreign-bundle")); del BUNDLES[b["id"]]
    return {"object": "bundle", "id": b["id"], "title": b["title"], "deleted": True}
@u("GET", "/me/bundles/{bundle_id:i}/tools")
async def _(c): return [{"tool": t} for t in a_bundle(c)["tools"]]
@u("POST", "/me/bundles/{bundle_id:i}/tools")
async def _(c):
    r = decode(c.raw, BToolReq); b = a_bundle(c); a_tool(r.tool)
    if on("u-parallel-add-lost"):
        old = list(b["tools"])
        await asyncio.sleep(0.15)
        b["tools"] = old
    if r.tool not in b["tools"]: b["tools"].append(r.tool)
    return {"tool": r.tool}
@u("DELETE", "/me/bundles/{bundle_id:i}/tools/{tool_id}")
async def _(c):
    b = a_bundle(c); t = c.p["tool_id"]
    if t not in b["tools"]:
        if on("u-remove-absent-ok"): return {"tool": t}
        raise E(404, "tool_not_found", "the bundle has no such tool", "tool_id")
    b["tools"].remove(t)
    if on("u-remove-all"): b["tools"].clear()
    return {"tool": t}

# ------------------------------------------------------------------ CLI auth
def cli_view(s): return {"object": "cli_session", "id": s["id"], "attached": s["token"] is not None, "created_at": int(s["created"]), "expires_at": int(s["created"]) + 600}
def a_cli(sid, param):
    s = CLI.get(sid)
    if not s or time.time() > s["created"] + 600: raise E(404, "cli_session_not_found", "no such session", param)
    return s
@u("POST", "/me/cli-auth", "none")
async def _(c):
    s = {"id": new_id(), "token": None, "user": None, "used": False, "created": tick()}
    CLI[s["id"]] = s
    return cli_view(s)
@u("PUT", "/me/cli-auth/{cli_auth_id:u}")
async def _(c):
    b = decode(c.raw, CliReq); s = a_cli(c.p["cli_auth_id"], "cli_auth_id")
    cl = read_jwt(b.token)
    if not cl or (cl["sub"] != c.user.id and not on("l-other-users-jwt")): raise E(403, "forbidden", "the token is not yours", "token")
    if (s["used"] or (s["user"] and s["user"] != c.user.id)) and not on("l-second-user-overwrites"): raise E(403, "forbidden", "not allowed to update the session", "cli_auth_id")
    s.update(token=b.token, user=c.user.id)
    return cli_view(s)
@u("GET", "/me/cli-auth/{auth_id:u}", "none")
async def _(c):
    if on("l-unknown-null") and c.p["auth_id"] not in CLI: return None
    s = a_cli(c.p["auth_id"], "auth_id")
    t = s["token"]
    if on("l-parallel-reads"): await asyncio.sleep(0.15)
    if t is not None and not on("l-jwt-not-consumed"): s.update(token=None, used=True)
    return t

# ------------------------------------------------------------------ schedules
CRON_RANGES = [(0, 59), (0, 23), (1, 31), (1, 12), (0, 7)]
def cron_ok(x):
    f = x.split()
    if len(f) != 5: return False
    for v, (lo, hi) in zip(f, CRON_RANGES):
        for part in v.split(","):
            m = re.fullmatch(r"(\*|\d+(?:-\d+)?)(?:/(\d+))?", part)
            if not m or (m.group(2) and int(m.group(2)) == 0): return False
            ns = [int(n) for n in re.findall(r"\d+", m.group(1))]
            if any(n < lo or n > hi for n in ns) or (len(ns) == 2 and ns[0] > ns[1]): return False
    return True
DAYS = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"]
def to_cron(x):
    if cron_ok(x): return " ".join(x.split())
    t = x.lower().strip()
    m = re.fullmatch(r"every (day|hour|minute|weekday|" + "|".join(DAYS) + r")(?: at (\d{1,2})(?::(\d\d))?)?", t)
    if not m: return None
    h, mi = int(m.group(2) or 0), int(m.group(3) or 0)
    if h > 23 or mi > 59: return None
    k = m.group(1)
    return {"minute": "* * * * *", "hour": "0 * * * *", "day": f"{mi} {h} * * *", "weekday": f"{mi} {h} * * 1-5"}.get(k) or f"{mi} {h} * * {DAYS.index(k)}"
def sched_view(s): return {"object": "schedule", "id": s["id"], "target_chat": s["chat"], "cron_expression": s["cron"], "message": s["message"], "created_at": int(s["created"])}
def own_chat(c, v):
    a = AGENTS.get(str(uuid.UUID(v))) if isinstance(v, str) and is_uuid(v) else None
    if not a or (a["owner"] != c.user.id and not on("h-foreign-chat")): raise E(403, "chat_not_owned", "the chat is missing, invalid or not yours", "target_chat")
    return a["id"]
def good_cron(v):
    if not cron_ok(v): raise E(422, "invalid_cron", "not a cron expression", "cron_expression")
    return " ".join(v.split())
def a_sched(c, loose=False):
    s = SCHEDULES.get(c.p["schedule_id"])
    if not s or (s["owner"] != c.user.id and not loose): raise E(404, "schedule_not_found", "no such schedule", "schedule_id")
    return s
@u("GET", "/me/schedules")
async def _(c): return lst([sched_view(s) for s in SCHEDULES.values() if s["owner"] == c.user.id or on("h-list-of-all")])
@u("POST", "/me/schedules")
async def _(c):
    b = decode(c.raw, SchedReq)
    chat = own_chat(c, b.target_chat); cron = good_cron(b.cron_expression)
    s = {"id": new_id(), "owner": c.user.id, "chat": chat, "cron": cron, "message": b.message, "created": tick()}
    SCHEDULES[s["id"]] = s
    return sched_view(s)
@u("GET", "/me/schedules/onboarding")
async def _(c): return {"object": "schedule_onboarding", "has_schedules": any(s["owner"] == c.user.id for s in SCHEDULES.values()), "suggestions": ["every day at 9", "every monday at 8:30"]}
@u("GET", "/me/schedules/text-to-cron")
async def _(c):
    if "cron" not in c.q: raise E(422, "missing", "is required", "cron")
    x = to_cron(c.q["cron"])
    if x is None:
        if on("h-invalid-cron-200"): return {"object": "cron", "input": c.q["cron"], "cron_expression": "* * * * *"}
        raise E(400, "invalid_cron", "not a cron expression", "cron")
    return {"object": "cron", "input": c.q["cron"], "cron_expression": x}
@u("GET", "/me/schedules/{schedule_id:u}")
async def _(c): return sched_view(a_sched(c, on("h-foreign-schedule")))
@u("PUT", "/me/schedules/{schedule_id:u}")
async def _(c):
    b = decode(c.raw, SchedPart); s = a_sched(c)
    chat = s["chat"] if b.target_chat is None else own_chat(c, b.target_chat)
    cron = s["cron"] if b.cron_expression is None else good_cron(b.cron_expression)
    new = {**s, "chat": chat, "cron": cron, "message": s["message"] if b.message is None else b.message}
    if on("h-put-not-kept"): return sched_view(new)
    s.update(new)
    return sched_view(s)
@u("DELETE", "/me/schedules/{schedule_id:u}")
async def _(c):
    s = a_sched(c)
    if not on("h-delete-not-kept"): del SCHEDULES[s["id"]]
    return {**sched_view(s), "deleted": True}

# ------------------------------------------------------------------ tools
@u("GET", "/me/tools/list")
async def _(c):
    rows = [mcp(t) for t in TOOLS.values()]
    if on("t-mcp-schema-snake"):
        for r in rows: r["input_schema"] = r.pop("inputSchema")
    return rows
@u("GET", "/me/tools", "none")
async def _(c): return [public(t) for t in TOOLS.values()]
@u("GET", "/me/tools/search")
async def _(c):
    q = c.q.get("q")
    if q is None or (len(q) < 1 and not on("t-search-empty-q")): raise E(422, "missing", "at least one character", "q")
    limit = as_int(c.q.get("limit", "20"), "limit", 1, 1000 if on("t-search-limit-201") else 200)
    try: ms = float(c.q.get("min_score", "0.15"))
    except ValueError: raise E(422, "invalid_number", "not a number", "min_score")
    if not 0.0 <= ms <= 1.0: raise E(422, "out_of_range", "from 0.0 to 1.0", "min_score")
    kit = c.q.get("toolkit")
    if kit in ("", "null") or on("t-search-toolkit-ignored"): kit = None
    rows = [(score(q, t), t) for t in TOOLS.values() if kit is None or t["kit"] == kit]
    if on("t-search-min-score-ignored"): ms = 0.01
    rows = sorted([x for x in rows if x[0] >= ms], key=lambda x: -x[0])
    if on("t-search-limit-plus-one"): limit += 1
    return [mcp(t, s) for s, t in rows[:limit]]
@u("GET", "/me/tools/{tool_id}", "none")
async def _(c):
    if c.p["tool_id"] not in TOOLS:
        if on("t-unknown-tool-null"): return None
        raise E(404, "tool_not_found", "no such tool", "tool_id")
    return public(TOOLS[c.p["tool_id"]])
@u("POST", "/me/tools/run/{tool_name}")
async def _(c):
    t = BY_NAME.get(c.p["tool_name"])
    if not t: raise E(404, "tool_not_found", "no such tool", "tool_name")
    a = decode(c.raw, dict[str, Any])
    try: out = run_tool(c.user, t, a)
    except KeyError as x: raise E(400, "invalid_tool_input", "is required", x.args[0])
    x = {"id": seq("exec"), "owner": c.user.id, "tool": t["name"], "input": a, "created": tick(),
         "service": {"id": c.q.get("service_id", "default"), "namespace": c.q.get("service_id_namespace", "global")}}
    EXECS[x["id"]] = x
    return {"object": "tool_result", "tool": t["name"], "execution": x["id"], "service": x["service"], "is_error": False, "output": out}
def kit_view(n): return {"object": "toolset", "slug": n, "summary": TOOLSETS[n]}
@u("GET", "/me/toolsets/list")
async def _(c): return [kit_view(n) for n in TOOLSETS]
@u("GET", "/me/toolsets/{toolset_name}")
async def _(c):
    n = c.p["toolset_name"]
    if n not in TOOLSETS:
        if on("t-unknown-toolset-empty"): return {"object": "toolset", "slug": n, "summary": "", "tools": []}
        raise E(404, "toolset_not_found", "no such toolset", "toolset_name")
    return {**kit_view(n), "tools": [mcp(t) for t in TOOLS.values() if t["kit"] == n]}
def ut(c, t, at): return {"object": "installed_tool", "tool": t, "name": TOOLS[t]["name"], "toolkit": TOOLS[t]["kit"], "installed_at": int(at)}
@u("GET", "/me/user-tools")
async def _(c):
    rows = [ut(c, t, at) for x in (USERS.values() if on("t-installed-of-all") else [c.user]) for t, at in x.installed.items()]
    return rows
@u("POST", "/me/user-tools")
async def _(c):
    b = decode(c.raw, BToolReq); a_tool(b.tool, 409)
    if b.tool in c.user.installed: raise E(409, "already_installed", "this tool is installed", "tool")
    c.user.installed[b.tool] = tick()
    return ut(c, b.tool, c.user.installed[b.tool])
def an_installed(c):
    t = c.p["tool_id"]
    if t not in c.user.installed: raise E(404, "tool_not_installed", "this tool is not installed", "tool_id")
    return t
@u("GET", "/me/user-tools/{tool_id}")
async def _(c):
    if on("t-not-installed-200") and c.p["tool_id"] in TOOLS: return ut(c, c.p["tool_id"], time.time())
    t = an_installed(c); return ut(c, t, c.user.installed[t])
@u("DELETE", "/me/user-tools/{tool_id}")
async def _(c):
    t = an_installed(c); at = c.user.installed[t]
    if not on("t-uninstall-not-kept"): del c.user.installed[t]
    if on("t-uninstall-for-all"):
        for x in USERS.values(): x.installed.pop(t, None)
    return ut(c, t, at)

# ------------------------------------------------------------------ user and VIP
async def me(c): return {"object": "user", "id": c.user.id, "email": c.user.email, "name": c.user.name, "tier": c.user.tier}
u("GET", "/me/")(me)
u("GET", "/me")(me)
@u("GET", "/me/vip")
async def _(c): return {"object": "vip_count", "redeemed_total": sum(len(x.vip) for x in USERS.values()) if on("v-count-of-all") else len(c.user.vip)}
@u("POST", "/me/vip")
async def _(c):
    b = decode(c.raw, VipReq)
    if on("v-refused-counts") and b.code not in VIP_CODES: c.user.vip[b.code] = tick()
    if b.code not in VIP_CODES: raise E(400, "invalid_code", "not a VIP code", "code")
    if VIP_CODES[b.code] == c.user.id and not on("v-own-code"): raise E(400, "own_code", "this code is your own", "code")
    if b.code in c.user.vip and not on("v-redeemed-twice"): raise E(400, "already_redeemed", "you redeemed this code", "code")
    if on("v-once-for-all") and any(b.code in x.vip for x in USERS.values()): raise E(400, "already_redeemed", "this code was redeemed", "code")
    if on("v-parallel-twice"): await asyncio.sleep(0.15)
    c.user.vip[b.code] = tick()
    return {"object": "vip_redemption", "code": b.code, "redeemed_at": int(c.user.vip[b.code])}

async def http_error(req, x): return err_response(E(x.status_code, "no_such_route" if x.status_code == 404 else "method_not_allowed", str(x.detail)))
async def crash(req, x): return err_response(E(500, "internal", "internal error"))
app = Starlette(routes=ROUTES, exception_handlers={HTTPException: http_error, 500: crash})
app.router.redirect_slashes = False

if __name__ == "__main__":
    import uvicorn
    port = int(sys.argv[1])
    class S(uvicorn.Server):
        async def startup(self, sockets=None):
            await super().startup(sockets)
            print("ready", flush=True)
    S(uvicorn.Config(app, host="127.0.0.1", port=port, log_level="warning", timeout_keep_alive=60)).run()

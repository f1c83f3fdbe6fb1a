"""The User API."""
import hashlib, hmac as _hmac, re, secrets, threading, time
from datetime import datetime, timedelta, timezone
import cron as C
from sqlalchemy import func
import tools as T
from core import *
from models import *
from seed import SIG_HEADER, read_jwt, sign

VIS = ["private", "public"]
FILES_PER_AGENT = 12
VIBES = ["lovable", "bolt", "v0"]


# ======== runs, logs, executions (snake_case / camelCase) =====================
def run_views(db, rows):
    ids = [r.id for r in rows]
    count = dict(db.query(Message.run, func.count()).filter(Message.run.in_(ids)).group_by(Message.run).all())
    first = {}
    for run, text in db.query(Message.run, Message.content).filter(Message.run.in_(ids), Message.role == "user", Message.seq < 3).order_by(Message.seq):
        first.setdefault(run, text)
    return [run_view(r, first.get(r.id), count.get(r.id, 0)) for r in rows]


def run_view(r, first, count):
    return {"run_id": r.id, "agent_id": r.agent, "status": "running" if r.job else "idle", "source": r.source,
            "first_message": first and first[:200], "message_count": count,
            "created_at": iso(r.created), "updated_at": iso(r.updated)}


def run_log(x):
    return {"log_id": x.id, "run_id": x.run, "event": x.event, "detail": x.detail, "created_at": iso(x.created)}


def own_run(db, u, run_id):
    return db.query(Run).filter_by(id=run_id, user=u.id).first()


@op("/me/agent-runs", "GET", "runs")
def agent_runs(db, u):
    cur = qcursor()
    limit = qint("limit", 50 if fault("agent-runs-default-50") else 30, 1, 200)
    q = db.query(Run).filter(Run.user == u.id)
    if cur is not None:
        if fault("agent-runs-cursor-forgets-user"): q = db.query(Run)
        q = q.filter(Run.created <= cur) if fault("agent-runs-cursor-inclusive") else q.filter(Run.created < cur)
    rows = q.order_by(Run.created.desc()).limit(limit + 1).all()
    return {"items": run_views(db, rows[:limit]), "next_cursor": iso(rows[limit - 1].created) if len(rows) > limit else None}


@op("/me/agent-runs/<run_id>", "GET", "runs")
def agent_run(db, u, run_id):
    r = own_run(db, u, puuid(run_id, "run_id"))
    if not r: raise Err(404, "run not found")
    return run_views(db, [r])[0]


@op("/me/agent-runs/<run_id>/mcp-server-logs", "GET", "runs")
def run_mcp(db, u, run_id):
    rid = puuid(run_id, "run_id")
    if not own_run(db, u, rid) and not fault("mcp-logs-foreign-run"): return []
    return [{"id": x.id, "run_id": x.run, "server": "poplar-tools", "tool_name": x.tool, "arguments": x.args, "output": x.output, "created_at": iso(x.created)}
            for x in db.query(McpLog).filter_by(run=rid).order_by(McpLog.id)]


@op("/me/agent-runs/<run_id>/logs", "GET", "runs")
def run_logs(db, u, run_id):
    rid = puuid(run_id, "run_id")
    if not own_run(db, u, rid): return []
    return [run_log(x) for x in db.query(RunLog).filter_by(run=rid).order_by(RunLog.id)]


def execution(x):
    return {"logId": x.id, "toolName": x.tool, "service": {"id": x.service, "namespace": x.namespace}, "status": x.status,
            "input": x.input, "output": x.output, "executedAt": ms(x.created)}


@op("/me/executions", "GET", "tools")
def executions(db, u):
    cur = qcursor()
    limit = qint("limit", 30, 1, 200)
    q = db.query(Execution)
    if cur is not None and not (fault("executions-cursor-lost-with-limit") and "limit" in request.args):
        q = q.filter(Execution.created < cur)
    if fault("executions-limit-before-user"):
        rows = [x for x in q.order_by(Execution.created.desc()).limit(limit + 1).all() if x.user == u.id]
    else:
        rows = q.filter(Execution.user == u.id).order_by(Execution.created.desc()).limit(limit + 1).all()
    return {"logs": [execution(x) for x in rows[:limit]], "nextCursor": iso(rows[limit - 1].created) if len(rows) > limit else None}


@op("/me/executions/<log_id>", "GET", "tools")
def execution_get(db, u, log_id):
    x = db.query(Execution).filter_by(id=pint(log_id, "log_id"), user=u.id).first()
    if not x: raise Err(404, "no such execution log")
    return execution(x)


# ======== agents and chats ===================================================
def agent_model(db, a):
    o = user_by_id(db, a.owner)
    return {"id": a.id, "name": a.name, "prompt": a.prompt, "visibility": a.visibility, "slug": a.slug, "upsell_description": a.upsell,
            "owner": {"id": a.owner, "display_name": o.name}, "pricing": {"monthly_cents": a.price} if a.price else None,
            "feedback": {"up": a.up, "down": a.down}, "created_at": iso(a.created), "updated_at": iso(a.updated)}


def get_agent(db, aid):
    a = db.get(Agent, suuid(aid))
    if a is None or a.deleted: raise Err(404, "agent not found")
    return a


def readable(db, u, aid):
    a = get_agent(db, aid)
    if a.visibility != "public" and (u is None or u.id != a.owner): raise Err(403, "this agent is private")
    return a


def owned(db, u, aid):
    a = get_agent(db, aid)
    if a.owner != u.id: raise Err(403, "this agent belongs to somebody else")
    return a


def slug_owner(db, slug):
    return db.query(Agent).filter(Agent.slug == slug.lower(), Agent.deleted == False).first()


def agent_fields(b, partial):
    f = {}
    for k in ("name", "prompt", "upsell_description"):
        v = field(b, k)
        if v is not None: f["upsell" if k == "upsell_description" else k] = v
    if partial and f.get("prompt") is not None and not f["prompt"].strip(): raise Invalid(["body", "prompt"], "must not be blank")
    v = field(b, "visibility", choices=VIS)
    if v: f["visibility"] = v
    if "slug" in b:
        v = field(b, "slug")
        if v is not None and not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9_-]{0,79}", v):
            raise Invalid(["body", "slug"], "letters, digits, - and _ only")
        f["slug"] = v and v.lower()
    if "pricing" in b:
        p = field(b, "pricing", dict)
        f["price"] = field(p, "monthly_cents", int, True, lo=1, hi=10**8) if p else None
    return f


def need_prompt(b):
    if b.get("prompt") is None or (isinstance(b["prompt"], str) and not b["prompt"].strip()): raise Err(400, "a chat prompt is missing")


def no_private_sandbox(u, f):
    if u.tier == "sandbox" and f.get("visibility") == "private": raise Err(400, "the sandbox tier can not make this private")


def put_fields(db, a, f):
    if f.get("slug"):
        other = slug_owner(db, f["slug"])
        if other and other.id != a.id: raise Invalid(["body", "slug"], "this slug is taken")
    for k, v in f.items(): setattr(a, k, v)
    a.updated = now_us()


def new_agent(db, u, f, origin):
    t = now_us()
    a = Agent(id=uid(), owner=u.id, name="Untitled agent", prompt="", visibility="public" if u.tier == "sandbox" else "private",
              origin=origin, up=0, down=0, deleted=False, created=t, updated=t)
    put_fields(db, a, f)
    db.add(a); db.flush()
    AGENTS_CACHE.pop(u.id, None)
    return a


AGENTS_CACHE = {}


def own_agents(db, u):
    return db.query(Agent).filter_by(owner=u.id, deleted=False).order_by(Agent.created.desc())


@op("/me/agents", "GET", "agents")
def agents_list(db, u):
    if fault("agents-list-cache-stale"):
        hit = AGENTS_CACHE.get(u.id)
        if hit and time.time() - hit[0] < 20: return hit[1]
    r = [agent_model(db, a) for a in own_agents(db, u)]
    AGENTS_CACHE[u.id] = (time.time(), r)
    return r


@op("/me/agents", "POST", "agents")
def agents_upsert(db, u):
    b = body()
    f = agent_fields(b, False)
    need_prompt(b)
    no_private_sandbox(u, f)
    aid = field(b, "id")
    if aid is not None:
        a = get_agent(db, aid)
        if a.owner != u.id and not (fault("agent-upsert-foreign-public") and a.visibility == "public"):
            raise Err(403, "this agent belongs to somebody else")
        put_fields(db, a, f)
    else:
        a = new_agent(db, u, f, "agents")
    return agent_model(db, a)


@op("/me/agents/<agent_id>", "GET", "agents", auth=False)
def agent_get(db, u, agent_id):
    if fault("agent-private-open-to-logged-in") and u: return agent_model(db, get_agent(db, agent_id))
    return agent_model(db, readable(db, u, agent_id))


@op("/me/agents/<agent_id>/upsell-description", "POST", "agents")
def agent_upsell(db, u, agent_id):
    a = get_agent(db, agent_id)
    if a.owner != u.id: raise Err(404, "agent not found")
    text = "Subscribe to %s: %s" % (a.name, " ".join(a.prompt.split())[:160])
    if fault("upsell-not-stored"): return dict(agent_model(db, a), upsell_description=text)
    a.upsell = text; a.updated = now_us()
    return agent_model(db, a)


@op("/me/agents/vanity/slug", "POST", "agents", auth=False)
def slug_make(db, u):
    text = field(body(), "text", required=True)
    base = re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")[:40].strip("-") or "agent"
    s = base
    while slug_owner(db, s): s = base + "-" + secrets.token_hex(3)
    return {"slug": s}


@op("/me/agents/vanity/slug", "GET", "agents")
def slug_check(db, u):
    s = request.args.get("slug")
    if s is None: raise Invalid(["query", "slug"], "field required", "missing")
    if not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9_-]{0,79}", s): return {"slug": s, "available": False}
    o = slug_owner(db, s)
    if fault("slug-check-own-agents-only") and o and o.owner != u.id: o = None
    return {"slug": s, "available": o is None}


VIBE_CACHE = {}


@op("/me/agents/<agent_id>/vibe", "GET", "agents")
def agent_vibe(db, u, agent_id):
    s = request.args.get("service_name")
    if s not in VIBES: raise Invalid(["query", "service_name"], "must be one of " + ", ".join(VIBES), "enum")
    a = readable(db, u, agent_id)
    p = "Build a web front end in %s for the worker %s (%s). It is told: %s" % (s, a.name, a.id, a.prompt)
    if fault("vibe-cached-by-service"): p = VIBE_CACHE.setdefault((u.id, s), p)
    return {"prompt": p, "service_name": s}


@op("/me/vibe/services", "GET", "agents", auth=False)
def vibe_services(db, u):
    return {"services": VIBES}


# ---- theme (camelCase) --------------------------------------------------------
def theme(a):
    return {"agentId": a.id, "themeColor": a.theme} if a.theme else None


@op("/me/agents/<agent_id>/customizations/theme", "GET", "files")
def theme_get(db, u, agent_id):
    return theme(readable(db, u, puuid(agent_id, "agent_id")))


@op("/me/agents/<agent_id>/customizations/theme", "PUT", "files")
def theme_put(db, u, agent_id):
    aid = puuid(agent_id, "agent_id")
    c = field(body(), "themeColor", required=True)
    a = owned(db, u, aid)
    if not re.fullmatch(r"#[0-9a-fA-F]{6}", c) and not (fault("theme-checks-only-hash-colors") and not c.startswith("#")):
        raise Err(400, "themeColor must look like #1a2b3c")
    a.theme = c
    return theme(a)


# ---- files (camelCase, times in ms) ---------------------------------------------
def file_view(f):
    return {"fileId": f.id, "agentId": f.agent, "fileName": f.name, "mimeType": f.mime, "content": f.content, "position": f.position,
            "createdAt": ms(f.created), "updatedAt": ms(f.updated)}


def files_of(db, aid):
    return db.query(File).filter_by(agent=aid, deleted=False)


def file_list(db, aid, fixed=True):
    key = (lambda f: (f.position, f.created)) if fixed or not fault("file-positions-sorted-as-text") else (lambda f: (str(f.position), f.created))
    fs = sorted(files_of(db, aid).all(), key=key)
    return {"files": [file_view(f) for f in fs], "total": len(fs), "limit": FILES_PER_AGENT}


@op("/me/agents/<agent_id>/files", "GET", "files")
def files_list(db, u, agent_id):
    return file_list(db, owned(db, u, puuid(agent_id, "agent_id")).id, False)


@op("/me/agents/<agent_id>/files", "POST", "files")
def file_new(db, u, agent_id):
    aid = puuid(agent_id, "agent_id")
    b = body()
    name = field(b, "fileName", required=True); content = field(b, "content", required=True)
    mime = field(b, "mimeType", default="text/plain"); pos = field(b, "position", int, lo=0, hi=10**6)
    a = owned(db, u, aid)
    if not name.strip(): raise Err(400, "fileName is empty")
    q = db.query(File).filter_by(agent=a.id)
    n = q.count() if fault("file-limit-counts-deleted") else q.filter_by(deleted=False).count()
    if (n > FILES_PER_AGENT) if fault("file-limit-off-by-one") else (n >= FILES_PER_AGENT):
        raise Err(400, "an agent has at most %d files" % FILES_PER_AGENT, "file_limit")
    if pos is None: pos = max([f.position for f in files_of(db, a.id)], default=-1) + 1
    t = now_us()
    f = File(id=uid(), agent=a.id, name=name, mime=mime, content=content, position=pos, deleted=False, created=t, updated=t)
    db.add(f)
    return out(file_view(f), 201)


def get_file(db, aid, fid, loose=False):
    q = db.query(File).filter_by(id=fid, deleted=False)
    f = (q if loose else q.filter_by(agent=aid)).first()
    if not f: raise Err(404, "file not found")
    return f


@op("/me/agents/<agent_id>/files/<file_id>", "GET", "files")
def file_get(db, u, agent_id, file_id):
    aid, fid = puuid(agent_id, "agent_id"), puuid(file_id, "file_id")
    return file_view(get_file(db, owned(db, u, aid).id, fid))


@op("/me/agents/<agent_id>/files/<file_id>", "PATCH", "files")
def file_patch(db, u, agent_id, file_id):
    aid, fid = puuid(agent_id, "agent_id"), puuid(file_id, "file_id")
    b = body()
    vals = {"name": field(b, "fileName"), "content": field(b, "content"), "mime": field(b, "mimeType"), "position": field(b, "position", int, lo=0, hi=10**6)}
    f = get_file(db, owned(db, u, aid).id, fid, fault("file-patch-any-agents-file"))
    for k, v in vals.items():
        if v is not None: setattr(f, k, v)
    f.updated = now_us()
    return file_view(f)


@op("/me/agents/<agent_id>/files/<file_id>", "DELETE", "files")
def file_delete(db, u, agent_id, file_id):
    aid, fid = puuid(agent_id, "agent_id"), puuid(file_id, "file_id")
    get_file(db, owned(db, u, aid).id, fid).deleted = True
    r = Response(b"", 204)
    del r.headers["Content-Type"]
    return r


@op("/me/agents/<agent_id>/files/positions", "PUT", "files")
def file_positions(db, u, agent_id):
    aid = puuid(agent_id, "agent_id")
    ps = field(body(), "positions", list, required=True)
    want = {}
    for x in ps:
        if not isinstance(x, dict): raise Invalid(["body", "positions"], "must hold objects")
        i = field(x, "fileId", required=True)
        if not UUID.fullmatch(i): raise Invalid(["body", "positions", "fileId"], "must be a UUID")
        i = suuid(i)
        if i in want: raise Invalid(["body", "positions"], "names a file twice")
        want[i] = field(x, "position", int, required=True, lo=0, hi=10**6)
    a = owned(db, u, aid)
    todo = [(get_file(db, a.id, i), p) for i, p in want.items()]
    for f, p in todo[:-1] if fault("file-positions-last-lost") else todo:
        f.position = p; f.updated = now_us()
    return file_list(db, a.id)


# ---- chats: the legacy family ----------------------------------------------------
@op("/me/chats", "GET", "agents")
def chats_list(db, u):
    return [agent_model(db, a) for a in own_agents(db, u)]


@op("/me/chats", "POST", "agents")
def chats_new(db, u):
    b = body()
    f = agent_fields(b, False)
    need_prompt(b)
    no_private_sandbox(u, f)
    return agent_model(db, new_agent(db, u, f, "chats"))


@op("/me/chats/<chat_id>", "GET", "agents", auth=False)
def chat_get(db, u, chat_id):
    return agent_model(db, readable(db, u, chat_id))


@op("/me/chats/<chat_id>", "PUT", "agents")
def chat_put(db, u, chat_id):
    b = body()
    f = agent_fields(b, False)
    a = owned(db, u, chat_id)
    need_prompt(b)
    if not fault("chat-put-sandbox-private"): no_private_sandbox(u, f)
    put_fields(db, a, dict({"name": "Untitled agent", "slug": None, "upsell": None, "visibility": "public" if u.tier == "sandbox" else "private"}, **f))
    return agent_model(db, a)


@op("/me/chats/<chat_id>", "PATCH", "agents")
def chat_patch(db, u, chat_id):
    f = agent_fields(body(), True)
    a = owned(db, u, chat_id)
    no_private_sandbox(u, f)
    if fault("chat-patch-clears-slug"): f.setdefault("slug", None)
    put_fields(db, a, f)
    return agent_model(db, a)


@op("/me/chats/<chat_id>", "DELETE", "agents")
def chat_delete(db, u, chat_id):
    a = owned(db, u, chat_id)
    r = agent_model(db, a)
    a.deleted = True; a.slug = None
    db.query(Schedule).filter_by(chat=a.id).delete()
    if not fault("agents-list-cache-stale"): AGENTS_CACHE.pop(u.id, None)
    return r


@op("/me/chats/<chat_id>/og", "GET", "agents", auth=False)
def chat_og(db, u, chat_id):
    a = get_agent(db, puuid(chat_id, "chat_id"))
    base = {"url": "https://poplar.example/c/" + a.id, "image": "https://poplar.example/og/%s.png" % a.id}
    if a.visibility != "public" and (u is None or u.id != a.owner):
        return dict(base, title="A private agent", description="Sign in to see it.")
    return dict(base, title=a.name, description=" ".join(a.prompt.split())[:160])


@op("/me/chats/<chat_id>/clone", "POST", "agents")
def chat_clone(db, u, chat_id):
    cid = puuid(chat_id, "chat_id")
    b = body(True)
    f = agent_fields(b, True)
    a = get_agent(db, cid)
    if a.visibility != "public" and not (fault("chat-clone-checks-override") and f.get("visibility") == "public"):
        raise Err(403, "this chat is not public")
    no_private_sandbox(u, f)
    c = new_agent(db, u, dict({"name": a.name, "prompt": a.prompt, "upsell": a.upsell, "visibility": "public"}, **f), "chats")
    c.theme = a.theme
    for x in files_of(db, a.id).all():
        t = now_us()
        db.add(File(id=uid(), agent=c.id, name=x.name, mime=x.mime, content=x.content, position=x.position, deleted=False, created=t, updated=t))
    return agent_model(db, c)


@op("/me/chats/<chat_id>/feedback", "POST", "agents")
def chat_feedback(db, u, chat_id):
    b = body()
    rating = field(b, "rating", required=True, choices=["up", "down"]); comment = field(b, "comment")
    a = get_agent(db, chat_id)
    if a.visibility != "public" and a.owner != u.id: raise Err(404, "agent not found")
    db.add(Feedback(agent=a.id, user=u.id, rating=rating, comment=comment, created=now_us()))
    if rating == "up": a.up += 1
    else: a.down += 1
    return agent_model(db, a)


def add_run(db, agent, user, source):
    t = now_us()
    r = Run(id=uid(), agent=agent, user=user, source=source, created=t, updated=t)
    db.add(r)
    x = RunLog(run=r.id, event="run.created", detail=source, created=t)
    db.add(x); db.flush()
    return r, x


@op("/me/chats/<chat_id>/runs", "POST", "agents")
def chat_run(db, u, chat_id):
    cid = puuid(chat_id, "chat_id")
    a = get_agent(db, cid) if fault("chat-runs-no-visibility-check") else readable(db, u, cid)
    return run_log(add_run(db, a.id, u.id, "chat")[1])


# ======== subscriptions (camelCase, unix seconds, data/total) ===================
def sub_view(s):
    return {"subscriptionId": s.id, "agentId": s.agent, "status": s.status, "currentPeriodEnd": s.period_end,
            "payment": {"provider": "paypoplar", "providerSubscriptionId": s.provider}, "createdAt": secs(s.created)}


def sub_of(db, u, aid):
    return db.query(Sub).filter(Sub.user == u.id, Sub.agent == suuid(aid)).order_by(Sub.created.desc()).first()


@op("/me/agents/<agent_id>/subscribe", "POST", "subs")
def subscribe(db, u, agent_id):
    b = body()
    ret = field(b, "returnUrl", required=True)
    a = get_agent(db, agent_id)
    if a.owner == u.id: raise Err(400, "you own this agent")
    if a.visibility != "public": raise Err(404, "agent not found")
    if not a.price: raise Err(400, "this agent is not paid")
    s = sub_of(db, u, a.id)
    if s and s.status == "active" and not fault("subscribe-twice-checkout"): raise Err(402, "already subscribed")
    c = Checkout(id="cs_" + secrets.token_hex(12), user=u.id, agent=a.id, kind="subscription", status="open", created=now_us())
    db.add(c)
    return {"agentId": a.id, "checkout": {"sessionId": c.id, "url": "https://pay.poplar.example/" + c.id, "returnUrl": ret}}


@op("/me/agents/<agent_id>/unsubscribe", "POST", "subs")
def unsubscribe(db, u, agent_id):
    s = sub_of(db, u, agent_id)
    if s is None or s.status != "active":
        get_agent(db, agent_id)
        raise Err(400, "no active subscription to cancel")
    if not s.provider: raise Err(400, "no payment-provider subscription found")
    if fault("unsubscribe-not-stored"): return dict(sub_view(s), status="canceled")
    s.status = "canceled"
    return sub_view(s)


@op("/me/subscriptions", "GET", "subs")
def subs_list(db, u):
    rows = db.query(Sub).filter(Sub.user == u.id).order_by(Sub.created).all()
    return {"data": [sub_view(s) for s in rows], "total": len(rows)}


@op("/me/subscriptions/<agent_id>", "GET", "subs")
def sub_get(db, u, agent_id):
    s = sub_of(db, u, agent_id)
    if fault("subscription-of-anybody"): s = db.query(Sub).filter(Sub.agent == suuid(agent_id)).order_by(Sub.created).first()
    if not s: raise Err(404, "no subscription to this agent")
    return sub_view(s)


# ======== studio chats (camelCase, ms) ============================================
def studio_view(db, c):
    x = db.get(StudioContent, c.content)
    return {"runId": c.run_id, "title": x.title, "visibility": x.visibility, "messages": x.messages, "ownerId": c.owner,
            "clonedFrom": c.cloned_from, "createdAt": ms(c.created), "updatedAt": ms(x.updated)}


def studio_fields(b):
    f = {"title": field(b, "title"), "visibility": field(b, "visibility", choices=VIS), "messages": field(b, "messages", list)}
    return {k: v for k, v in f.items() if v is not None}


def studio_defaults(u):
    return {"title": "New chat", "visibility": "public" if u.tier == "sandbox" else "private", "messages": []}


def studio_get(db, run_id):
    c = db.get(StudioChat, run_id)
    if not c or c.deleted: raise Err(404, "studio chat not found")
    return c


def studio_owned(db, u, run_id):
    c = studio_get(db, run_id)
    if c.owner != u.id: raise Err(403, "no permission on this chat")
    return c


def studio_new(db, u, rid, f, src=None):
    t = now_us()
    x = StudioContent(updated=t, **dict(studio_defaults(u), **f))
    db.add(x); db.flush()
    c = StudioChat(run_id=rid, owner=u.id, content=x.id, cloned_from=src, deleted=False, created=t)
    db.add(c); db.flush()
    return c


def set_content(db, c, f):
    x = db.get(StudioContent, c.content)
    for k, v in f.items(): setattr(x, k, v)
    x.updated = now_us()


@op("/me/agent-studio-chats", "GET", "studio")
def studio_list(db, u):
    q = db.query(StudioChat, StudioContent).join(StudioContent, StudioContent.id == StudioChat.content)
    q = q.filter(StudioChat.deleted == False).order_by(StudioChat.created.desc())
    if fault("studio-list-shows-public-of-all"):
        q = q.filter((StudioChat.owner == u.id) | (StudioContent.visibility == "public"))
    else:
        q = q.filter(StudioChat.owner == u.id)
    return [studio_view(db, c) for c, x in q.all()]


@op("/me/agent-studio-chats", "POST", "studio")
def studio_create(db, u):
    b = body()
    f = studio_fields(b)
    rid = field(b, "runId")
    if rid is not None and not 1 <= len(rid) <= 200 or rid and "/" in rid: raise Invalid(["body", "runId"], "1 to 200 characters, no slash")
    no_private_sandbox(u, f)
    if rid:
        c = db.get(StudioChat, rid)
        if c:
            if c.deleted or (c.owner != u.id and not fault("studio-create-returns-foreign")):
                raise Err(409, "a chat with this run_id exists")
            return studio_view(db, c)
    return studio_view(db, studio_new(db, u, rid or uid(), f))


@op("/me/agent-studio-chats/<run_id>", "GET", "studio", auth=False)
def studio_read(db, u, run_id):
    c = studio_get(db, run_id)
    v = studio_view(db, c)
    if v["visibility"] == "private":
        if (u is not None and u.id != c.owner) if fault("studio-private-open-to-anonymous") else (u is None or u.id != c.owner):
            raise Err(403, "no permission on this chat")
    return v


@op("/me/agent-studio-chats/<run_id>", "PUT", "studio")
def studio_put(db, u, run_id):
    f = studio_fields(body())
    c = studio_owned(db, u, run_id)
    no_private_sandbox(u, f)
    set_content(db, c, dict(studio_defaults(u), **f))
    return studio_view(db, c)


@op("/me/agent-studio-chats/<run_id>", "PATCH", "studio")
def studio_patch(db, u, run_id):
    f = studio_fields(body())
    c = studio_owned(db, u, run_id)
    if not fault("studio-patch-sandbox-private"): no_private_sandbox(u, f)
    if fault("studio-patch-resets-visibility"): f.setdefault("visibility", studio_defaults(u)["visibility"])
    set_content(db, c, f)
    return studio_view(db, c)


@op("/me/agent-studio-chats/<run_id>", "DELETE", "studio")
def studio_delete(db, u, run_id):
    c = studio_owned(db, u, run_id)
    v = studio_view(db, c)
    c.deleted = True
    return v


@op("/me/agent-studio-chats/<run_id>/clone", "POST", "studio")
def studio_clone(db, u, run_id):
    c = studio_get(db, run_id)
    x = db.get(StudioContent, c.content)
    if x.visibility == "private": raise Err(400, "private chats can not be cloned")
    n = studio_new(db, u, uid(), {"title": x.title, "visibility": "public", "messages": list(x.messages)}, c.run_id)
    if fault("studio-clone-shares-content"): n.content = c.content
    return out(studio_view(db, n), 201)


# ======== keys, billing, credits, payments ========================================
def key_view(k, hidden=False):
    r = {"id": k.id, "name": k.name, "is_default": k.is_default, "created_at": secs(k.created)}
    if not hidden: r["key_value"] = k.key
    return r


def own_keys(db, u):
    return db.query(ApiKey).filter_by(user=u.id).order_by(ApiKey.id)


def new_key(db, u, name, default):
    k = ApiKey(user=u.id, name=name, key="awk_" + secrets.token_hex(16), is_default=default, created=now_us())
    db.add(k); db.flush()
    return k


@op("/me/api-keys", "GET", "keys")
def keys_list(db, u):
    return [key_view(k, not (fault("api-keys-list-shows-default-key") and k.is_default)) for k in own_keys(db, u)]


@op("/me/api-keys", "POST", "keys")
def keys_new(db, u):
    b = body()
    name = field(b, "name", required=True); d = field(b, "is_default", bool, default=False)
    if d and not fault("api-key-second-default"):
        for k in own_keys(db, u): k.is_default = False
    return key_view(new_key(db, u, name, d or own_keys(db, u).count() == 0))


@op("/me/api-keys/default", "GET", "keys")
def keys_default(db, u):
    k = own_keys(db, u).filter_by(is_default=True).order_by(None).order_by(ApiKey.id.desc()).first()
    if not k:
        k = own_keys(db, u).first() or new_key(db, u, "Default key", True)
        k.is_default = True
    return key_view(k)


def get_key(db, u, i):
    k = own_keys(db, u).filter_by(id=pint(i, "api_key_id")).first()
    if not k: raise Err(404, "API key not found")
    return k


@op("/me/api-keys/<api_key_id>", "GET", "keys")
def key_get(db, u, api_key_id):
    return key_view(get_key(db, u, api_key_id))


@op("/me/api-keys/<api_key_id>", "DELETE", "keys")
def key_delete(db, u, api_key_id):
    k = get_key(db, u, api_key_id)
    r = key_view(k, True)
    db.delete(k); db.flush()
    if r["is_default"]:
        nxt = own_keys(db, u).first()
        if nxt: nxt.is_default = True
    return r


@op("/me/billing", "GET", "keys")
def billing(db, u):
    paid = u.tier != "sandbox"
    return {"plan": u.tier, "status": "active" if paid else "none", "amount_cents": 2900 if paid else 0, "currency": "EUR",
            "renews_at": 4102444800 if paid else None}


def credits_view(c):
    return {"remaining_credits": c.balance, "updated_at": secs(c.updated)}


def own_credits(db, u):
    c = db.get(Credits, u.id)
    if not c: raise Err(404, "credits not found")
    return c


@op("/me/credits", "GET", "keys")
def credits(db, u):
    return credits_view(own_credits(db, u))


@op("/me/credits/use", "POST", "keys")
def credits_use(db, u):
    c = own_credits(db, u)
    left = c.balance
    if left <= 0: raise Err(404, "no credits left")
    if fault("credits-use-race"): race_gap()
    c.balance = left - 1; c.updated = now_us()
    return credits_view(c)


def _ev_checkout(db, d):
    c = db.get(Checkout, d["sessionId"])
    if c and c.status == "open":
        c.status = "paid"
        if c.agent:
            a = db.get(Agent, c.agent)
            db.add(Sub(id="sub_" + secrets.token_hex(8), user=c.user, agent=c.agent, status="active", provider="psub_" + secrets.token_hex(6),
                       period_end=int(time.time()) + 30 * 86400, created=now_us()))
            db.add(Payment(agent=a.id, owner=a.owner, cents=a.price or 0, created=now_us()))


def _ev_credits(db, d):
    c = db.get(Credits, d["userId"])
    if c: c.balance += d["credits"]; c.updated = now_us()


def _ev_cancel(db, d):
    s = db.query(Sub).filter_by(provider=d["providerSubscriptionId"]).first()
    if s: s.status = "canceled"


EVENTS = {"checkout.completed": (_ev_checkout, {"sessionId": str}), "credits.purchased": (_ev_credits, {"userId": str, "credits": int}),
          "subscription.canceled": (_ev_cancel, {"providerSubscriptionId": str})}


@op("/me/payments/webhook", "POST", "pay", auth=False)
def webhook(db, u):
    raw = request.get_data()
    sig = request.headers.get(SIG_HEADER)
    if not sig:
        if not fault("webhook-without-signature"): raise Err(400, "missing signature")
    elif not _hmac.compare_digest(sig.strip().encode("utf-8", "replace"), sign(raw).encode()): raise Err(400, "the signature does not fit the body")
    try:
        e = parse_json(raw)
    except (ValueError, RecursionError):
        raise Err(400, "the event is not JSON")
    if not isinstance(e, dict) or not isinstance(e.get("id"), str) or not isinstance(e.get("type"), str): raise Err(400, "invalid event")
    h = EVENTS.get(e["type"])
    if h:
        d = e.get("data")
        if not isinstance(d, dict) or any(not isinstance(d.get(k), t) or isinstance(d.get(k), bool) for k, t in h[1].items()): raise Err(400, "invalid event")
        if not 0 <= d.get("credits", 0) <= 10**9: raise Err(400, "invalid event")
    seen = db.get(WebhookEvent, e["id"])
    if not seen: db.add(WebhookEvent(id=e["id"], type=e["type"], created=now_us()))
    if h and (not seen or fault("webhook-replay-applied-again")): h[0](db, e["data"])
    return {"ok": True, "event": e["id"], "handled": bool(h)}


@op("/me/payments/sessions", "POST", "pay")
def pay_session(db, u):
    b = body()
    product = field(b, "product", required=True); n = field(b, "quantity", int, default=1, lo=1, hi=100000)
    c = Checkout(id="cs_" + secrets.token_hex(12), user=u.id, agent=None, kind=product, status="open", created=now_us())
    db.add(c)
    return {"sessionId": c.id, "url": "https://pay.poplar.example/" + c.id, "product": product, "quantity": n, "status": "open"}


# ---- monetization ------------------------------------------------------------------
def period():
    return qint("period", 28, 1, 365)


def days(n):
    today = datetime.now(timezone.utc).date()
    return [today - timedelta(days=i) for i in range(n - 1, -1, -1)]


def day_of(us):
    return datetime.fromtimestamp(us // 10**6, timezone.utc).date()


def daily_subs(db, u, n):
    ids = [a.id for a in db.query(Agent).filter_by(owner=u.id)]
    c = {d: 0 for d in days(n)}
    for s in db.query(Sub).filter(Sub.agent.in_(ids)):
        if day_of(s.created) in c: c[day_of(s.created)] += 1
    return c


def daily_cents(db, u, n):
    c = {d: 0 for d in days(n)}
    for p in db.query(Payment).filter_by(owner=u.id):
        if day_of(p.created) in c: c[day_of(p.created)] += p.cents
    return c


@op("/me/monetization/summary", "GET", "keys")
def money_summary(db, u):
    n = period()
    if fault("monetization-summary-default-30") and "period" not in request.args: n = 30
    return {"periodDays": period(), "totalSubscribers": sum(daily_subs(db, u, n).values()),
            "totalEarnings": sum(daily_cents(db, u, n).values()) / 100, "currency": "EUR"}


@op("/me/monetization/subscribers", "GET", "keys")
def money_subs(db, u):
    c = daily_subs(db, u, period())
    return {"data": [{"date": d.isoformat(), "subscribers": n} for d, n in c.items()], "total": sum(c.values())}


@op("/me/monetization/earnings", "GET", "keys")
def money_earn(db, u):
    c = daily_cents(db, u, period())
    k = 1 if fault("monetization-earnings-days-in-cents") else 100
    return {"data": [{"date": d.isoformat(), "amount": n / k} for d, n in c.items()], "total": sum(c.values()) / 100, "currency": "EUR"}


# ======== bundles (integers, camelCase) ==============================================
def members(db, b):
    return db.query(BundleTool).filter_by(group=b.group).order_by(BundleTool.id)


def member(x):
    return {"toolId": x.tool, "addedAt": secs(x.created)}


def bundle_row(b):
    return {"bundleId": b.id, "name": b.name, "createdAt": secs(b.created)}


def bundle_view(db, b):
    return dict(bundle_row(b), tools=[member(x) for x in members(db, b)])


def get_bundle(db, u, i, status=404):
    b = db.query(Bundle).filter_by(id=pint(i, "bundle_id"), user=u.id).first()
    if not b: raise Err(status, "bundle not found" if status == 404 else "update failed: no such bundle")
    return b


@op("/me/bundles", "GET", "pay")
def bundles(db, u):
    rows = db.query(Bundle).filter_by(user=u.id).order_by(Bundle.id).all()
    n = dict(db.query(BundleTool.group, func.count()).join(Bundle, Bundle.group == BundleTool.group).filter(Bundle.user == u.id).group_by(BundleTool.group, Bundle.id).all())
    return [dict(bundle_row(b), toolCount=n.get(b.group, 0)) for b in rows]


@op("/me/bundles", "POST", "pay")
def bundle_new(db, u):
    last = db.query(Bundle).filter_by(user=u.id).order_by(Bundle.id.desc()).first()
    b = Bundle(user=u.id, name="New bundle", group=uid(), created=now_us())
    if fault("bundle-new-shares-tools") and last: b.group = last.group
    db.add(b); db.flush()
    return bundle_view(db, b)


@op("/me/bundles/<bundle_id>", "GET", "pay")
def bundle_get(db, u, bundle_id):
    return bundle_view(db, get_bundle(db, u, bundle_id))


@op("/me/bundles/<bundle_id>", "PUT", "pay")
def bundle_put(db, u, bundle_id):
    pint(bundle_id, "bundle_id")
    x = body()
    name = field(x, "name"); ts = field(x, "tools", list)
    ids = None
    if ts is not None:
        ids = []
        for t in ts:
            t = field(t, "toolId", required=True) if isinstance(t, dict) else t
            if not isinstance(t, str): raise Invalid(["body", "tools"], "must hold tool ids")
            if t not in ids: ids.append(t)
    b = get_bundle(db, u, bundle_id, 409)
    if ids is not None:
        for t in ids:
            if t not in T.TOOLS: raise Err(409, "update failed: no tool " + t)
        members(db, b).order_by(None).delete()
        for t in ids: db.add(BundleTool(group=b.group, tool=t, created=now_us()))
    if name is not None: b.name = name
    db.flush()
    return bundle_view(db, b)


@op("/me/bundles/<bundle_id>", "DELETE", "pay")
def bundle_delete(db, u, bundle_id):
    b = get_bundle(db, u, bundle_id)
    r = bundle_row(b)
    if not fault("bundle-new-shares-tools"): members(db, b).order_by(None).delete()
    db.delete(b)
    return r


@op("/me/bundles/<bundle_id>/tools", "GET", "pay")
def bundle_tools(db, u, bundle_id):
    b = db.query(Bundle).filter_by(id=pint(bundle_id, "bundle_id"), user=u.id).first()
    return [member(x) for x in members(db, b)] if b else []


@op("/me/bundles/<bundle_id>/tools", "POST", "pay")
def bundle_add(db, u, bundle_id):
    pint(bundle_id, "bundle_id")
    t = field(body(), "toolId", required=True)
    b = get_bundle(db, u, bundle_id)
    if t not in T.TOOLS: raise Err(404, "tool not found")
    x = members(db, b).filter_by(tool=t).first()
    if not x:
        x = BundleTool(group=b.group, tool=t, created=now_us())
        db.add(x)
    return member(x)


@op("/me/bundles/<bundle_id>/tools/<tool_id>", "DELETE", "pay")
def bundle_drop(db, u, bundle_id, tool_id):
    b = get_bundle(db, u, bundle_id)
    x = members(db, b).filter_by(tool=tool_id).first()
    if not x: raise Err(404, "tool not in this bundle")
    r = member(x)
    if fault("bundle-tool-removed-everywhere"):
        gs = [y.group for y in db.query(Bundle).filter_by(user=u.id)]
        db.query(BundleTool).filter(BundleTool.group.in_(gs), BundleTool.tool == tool_id).delete()
    else:
        db.delete(x)
    return r


# ======== CLI auth ====================================================================
def cli_view(c):
    return {"cliAuthId": c.id, "status": c.status, "createdAt": secs(c.created)}


@op("/me/cli-auth", "POST", "cli", auth=False)
def cli_new(db, u):
    c = Cli(id=uid(), status="pending", created=now_us())
    db.add(c)
    return cli_view(c)


@op("/me/cli-auth/<cli_auth_id>", "PUT", "cli")
def cli_put(db, u, cli_auth_id):
    cid = puuid(cli_auth_id, "cli_auth_id")
    tok = field(body(), "jwt", required=True)
    if not tok: raise Invalid(["body", "jwt"], "must not be empty")
    c = db.get(Cli, cid)
    if not c: raise Err(404, "no such session")
    if c.status == "consumed" or (c.user and c.user != u.id) or (read_jwt(tok) or u.id) != u.id: raise Err(403, "not allowed to update this session")
    c.jwt, c.user, c.status = tok, u.id, "attached"
    return cli_view(c)


@op("/me/cli-auth/<auth_id>", "GET", "cli", auth=False)
def cli_get(db, u, auth_id):
    c = db.get(Cli, puuid(auth_id, "auth_id"))
    if not c: raise Err(404, "no such session")
    tok = c.jwt
    if fault("cli-consume-race"): race_gap()
    if tok is not None and not (fault("cli-jwt-kept-for-logged-in-reader") and u):
        c.jwt, c.status = None, "consumed"
    return tok


# ======== schedules (camelCase, wrapped) ================================================
def sched_view(s):
    return {"scheduleId": s.id, "chatId": s.chat, "cronExpression": s.cron, "timezone": "UTC", "enabled": s.enabled,
            "lastRunAt": secs(s.last_run), "createdAt": secs(s.created)}


def sched_cron(b, required):
    t = field(b, "cronExpression", required=required)
    if t is None: return None
    try:
        return C.parse(t)
    except ValueError:
        raise Invalid(["body", "cronExpression"], "invalid cron expression")


def sched_chat(db, u, v):
    if not isinstance(v, str) or not UUID.fullmatch(v): raise Err(403, "the chat ID is missing or invalid")
    a = db.get(Agent, suuid(v))
    if a is None or a.deleted: raise Err(403, "there is no such chat")
    if a.owner != u.id and not (fault("schedule-for-any-public-chat") and a.visibility == "public"): raise Err(403, "the chat is not yours")
    return a.id


@op("/me/schedules", "GET", "schedules")
def scheds(db, u):
    rows = db.query(Schedule).filter_by(user=u.id).order_by(Schedule.created).all()
    return {"schedules": [sched_view(s) for s in rows], "count": len(rows)}


@op("/me/schedules", "POST", "schedules")
def sched_new(db, u):
    b = body()
    en = field(b, "enabled", bool, default=True)
    chat = sched_chat(db, u, b.get("chatId"))
    c = sched_cron(b, True)
    s = Schedule(id=uid(), user=u.id, chat=chat, cron=c, enabled=en, created=now_us())
    db.add(s)
    return {"schedule": sched_view(s)}


@op("/me/schedules/onboarding", "GET", "schedules")
def sched_onboarding(db, u):
    n = db.query(Schedule).filter_by(user=u.id).count()
    return {"onboarding": {"hasSchedules": n > 0, "suggestions": [{"label": "Every weekday morning", "cronExpression": "0 8 * * 1-5"},
            {"label": "Every Monday", "cronExpression": "0 9 * * 1"}, {"label": "Every hour", "cronExpression": "0 * * * *"}]}}


@op("/me/schedules/text-to-cron", "GET", "schedules")
def sched_text(db, u):
    t = request.args.get("cron")
    if t is None: raise Invalid(["query", "cron"], "field required", "missing")
    try:
        return {"text": t, "cronExpression": C.from_text(t)}
    except ValueError:
        raise Err(400, "invalid cron expression")


def get_sched(db, u, i):
    s = db.query(Schedule).filter_by(id=puuid(i, "schedule_id"), user=u.id).first()
    if not s: raise Err(404, "schedule not found")
    return s


@op("/me/schedules/<schedule_id>", "GET", "schedules")
def sched_get(db, u, schedule_id):
    return {"schedule": sched_view(get_sched(db, u, schedule_id))}


@op("/me/schedules/<schedule_id>", "PUT", "schedules")
def sched_put(db, u, schedule_id):
    puuid(schedule_id, "schedule_id")
    b = body()
    en = field(b, "enabled", bool)
    s = get_sched(db, u, schedule_id)
    c = sched_cron(b, False)
    if b.get("chatId") is not None: s.chat = sched_chat(db, u, b["chatId"])
    if en is not None: s.enabled = en
    if c is not None and fault("schedule-put-cron-not-stored"): return {"schedule": dict(sched_view(s), cronExpression=c)}
    if c is not None: s.cron = c
    return {"schedule": sched_view(s)}


@op("/me/schedules/<schedule_id>", "DELETE", "schedules")
def sched_delete(db, u, schedule_id):
    s = get_sched(db, u, schedule_id)
    r = {"deleted": True, "schedule": sched_view(s)}
    db.delete(s)
    return r


# ======== tools ===========================================================================
@op("/me/tools/list", "GET", "tools")
def tools_mcp(db, u):
    return [T.mcp(t) for t in T.TOOLS.values()]


@op("/me/tools", "GET", "tools", auth=False)
def tools_public(db, u):
    return [T.public(t) for t in T.TOOLS.values()]


@op("/me/tools/search", "GET", "tools")
def tools_search(db, u):
    q = request.args.get("q")
    if q is None or len(q) < 1: raise Invalid(["query", "q"], "at least 1 character", "string_too_short")
    k = request.args.get("toolkit")
    return T.search(q, None if k in (None, "", "null") else k, qint("limit", 20, 1, 200), qfloat("min_score", 0.15, 0.0, 1.0))


@op("/me/tools/<tool_id>", "GET", "tools", auth=False)
def tool_get(db, u, tool_id):
    t = T.TOOLS.get(tool_id)
    if not t: raise Err(404, "the tool does not exist")
    return T.public(t)


@op("/me/tools/run/<tool_name>", "POST", "tools", auth=False)
def tool_run(db, u, tool_name):
    t = T.TOOLS.get(tool_name)
    if u is None:
        if bearer() is None and t and t["toolset"] != "notifier" and fault("tool-run-without-jwt"):
            u = User(id="usr_anonymous", name="", email="", tier="sandbox", connected=False)
        else:
            raise Err(401, "invalid or missing JWT")
    if not t: raise Err(404, "tool not found")
    svc, ns = request.args.get("service_id", "default"), request.args.get("service_id_namespace", "global")
    try:
        a = parse_json(request.get_data())
        if not isinstance(a, dict): raise ValueError
    except (ValueError, RecursionError):
        raise Err(400, "the tool input must be a JSON object")
    log = Execution(user=u.id, tool=tool_name, input=a, service=svc, namespace=ns, created=now_us())
    bad = res = None
    try:
        T.check(t["schema"], a)
        if t["toolset"] == "notifier" and not u.connected: raise T.BadInput("no auth connection to the notification service")
        res = t["fn"](db, u, a)
        dumps(res).encode("utf-8")
    except (T.BadInput, OverflowError, ValueError) as e:
        bad = str(e)
    log.status = "error" if bad else "success"
    log.output = {"message": bad} if bad else res
    db.add(log); db.flush()
    if bad:
        db.commit()
        raise Err(400, bad, "invalid_input")
    return {"content": [{"type": "text", "text": dumps(res)}], "structuredContent": res, "isError": False}


def toolset(name, ts):
    return {"name": name, "description": T.DESCR[name], "toolCount": len(ts)}


@op("/me/toolsets/list", "GET", "tools")
def toolsets_list(db, u):
    return [toolset(n, ts) for n, ts in T.toolsets().items()]


@op("/me/toolsets/<toolset_name>", "GET", "tools")
def toolset_get(db, u, toolset_name):
    ts = T.toolsets().get(toolset_name)
    if not ts: raise Err(404, "no such toolset")
    return dict(toolset(toolset_name, ts), tools=[T.mcp(t) for t in ts])


def inst_view(x):
    return {"toolId": x.tool, "installedAt": ms(x.created)}


def user_tool(x):
    t = T.TOOLS[x.tool]
    return dict(inst_view(x), tool={"title": T.public(t)["title"], "toolkit": t["toolset"], "description": t["description"]})


def installed(db, u):
    return db.query(Installed).filter_by(user=u.id).order_by(Installed.id)


@op("/me/user-tools", "GET", "tools")
def user_tools(db, u):
    q = db.query(Installed).order_by(Installed.id) if fault("user-tools-list-of-all-users") else installed(db, u)
    return [user_tool(x) for x in q]


@op("/me/user-tools", "POST", "tools")
def user_tool_add(db, u):
    t = field(body(), "toolId", required=True)
    if t not in T.TOOLS: raise Err(409, "installation failed: no such tool")
    if installed(db, u).filter_by(tool=t).first(): raise Err(409, "installation failed: already installed")
    x = Installed(user=u.id, tool=t, created=now_us())
    db.add(x)
    return inst_view(x)


def get_inst(db, u, t):
    x = installed(db, u).filter_by(tool=t).first()
    if not x: raise Err(404, "the tool is not installed")
    return x


@op("/me/user-tools/<tool_id>", "GET", "tools")
def user_tool_get(db, u, tool_id):
    return user_tool(get_inst(db, u, tool_id))


@op("/me/user-tools/<tool_id>", "DELETE", "tools")
def user_tool_del(db, u, tool_id):
    x = get_inst(db, u, tool_id)
    db.delete(x)
    return inst_view(x)


# ======== MCP registry ====
MCP_SERVERS = [{"server_id": "mcp_" + n, "name": n.title(), "description": d, "tool_count": len(T.toolsets()[n])} for n, d in T.DESCR.items()]


@op("/me/mcp-registry/servers", "GET", "mcp")
def mcp_servers(db, u):
    q = request.args.get("q", "").lower()
    hit = [s for s in MCP_SERVERS if q in (s["name"] + " " + s["description"]).lower()]
    return {"servers": hit, "count": len(hit)}


# ======== user, VIP =========================================================================
@op("/me/", "GET", "mcp")
def me(db, u):
    return {"id": u.id, "email": u.email, "display_name": u.name, "tier": u.tier}


def redeemed(db, u):
    return db.query(VipRedemption).filter_by(user=u.id).count()


@op("/me/vip", "GET", "pay")
def vip_count(db, u):
    return {"redemptionCount": redeemed(db, u)}


@op("/me/vip", "POST", "pay")
def vip_redeem(db, u):
    code = field(body(), "code", required=True).strip()
    v = db.get(Vip, code)
    if not v: raise Err(400, "invalid code")
    if v.owner == u.id and not fault("vip-own-code-accepted"): raise Err(400, "this is a code of your own")
    if db.query(VipRedemption).filter_by(code=code, user=u.id).first(): raise Err(400, "you have redeemed this code already")
    if fault("vip-redeem-race"): race_gap()
    db.add(VipRedemption(code=code, user=u.id, created=now_us())); db.flush()
    return {"code": code, "redeemed": True, "redemptionCount": redeemed(db, u)}

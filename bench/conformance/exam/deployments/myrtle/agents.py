"""Agents, chats (the same record), studio chats, files, themes, subscriptions of paid agents."""
import re

from core import (Rule, Stop, Invalid, answer, bug, forbidden, iso, is_uuid, json_body, lock, new_uuid, not_found, now,
                  null, op, path_uuid, query_text, read, refused, sift, wrong)
from store import Agent, AgentFile, Session, StudioChat, Subscription, Theme, db, seq
from sanic.response import HTTPResponse

FILES_PER_AGENT = 8
HANDLE = r"[A-Za-z0-9][A-Za-z0-9_-]{0,79}"

AGENT_RULES = {
    "instructions": Rule("str", null=True, high=200_000),
    "audience": Rule("str", one_of=("private", "public")),
    "name": Rule("str", null=True, high=200),
    "summary": Rule("str", null=True, high=5000),
    "handle": Rule("str", null=True, pattern=HANDLE),
    "pitch": Rule("str", null=True, high=5000),
    "price_cents": Rule("int", null=True, low=0, high=100_000_00),
}


# ---------------------------------------------------------------- agents

def agent_view(a: Agent):
    # this family says null for what is absent
    stars = list(a.stars.values())
    return {"seq": a.seq, "agent_uid": a.agent_uid, "owner": a.owner, "name": a.name, "summary": a.summary,
            "instructions": a.instructions, "audience": a.audience, "handle": a.handle, "pitch": a.pitch,
            "price_cents": a.price_cents, "copied_from": a.copied_from,
            "feedback": {"count": len(stars), "mean": round(sum(stars) / len(stars), 2) if stars else None},
            "created_at": iso(a.created_at), "updated_at": iso(a.updated_at)}


def agents_of(user):
    return sorted((a for a in db.agents.values() if a.owner == user.user_id), key=lambda a: a.seq, reverse=True)


def handle_taken(handle, but=None):
    return any(a.handle is not None and a.handle.lower() == handle.lower() and a.agent_uid != but
               for a in db.agents.values())


def blank(text):
    return text is None or not text.strip()


def check_agent(user, got, but=None, prompt="required"):
    """prompt: required (must be sent), optional (when sent, must not be blank)."""
    if prompt == "required" and blank(got.get("instructions")) or \
            prompt == "optional" and "instructions" in got and blank(got["instructions"]):
        raise refused("the chat prompt (instructions) is missing", "missing_prompt")
    if user.sandbox and got.get("audience") == "private" and not bug("sandbox-agent-private"):
        raise refused("the sandbox tier cannot make agents private", "sandbox_private")
    if got.get("handle") is not None and handle_taken(got["handle"], but):
        raise Invalid(wrong(("body", "handle"), "this slug is taken", "taken"))


def create_agent(user, got, copied_from=None):
    t = now()
    a = Agent(seq("agent"), new_uuid(), user.user_id, got["instructions"], got.get("audience") or user.default_audience,
              got.get("name"), got.get("summary"), got.get("handle"), got.get("pitch"), got.get("price_cents"),
              copied_from, t, t)
    db.agents[a.agent_uid] = a
    db.files[a.agent_uid] = {}
    return a


def change_agent(a, got):
    for name, value in got.items():
        setattr(a, name, value)
    a.updated_at = now()
    if bug("clone-shares-record") and a.copied_from in db.agents:
        source = db.agents[a.copied_from]
        for name, value in got.items():
            if name not in ("audience", "handle"):
                setattr(source, name, value)
    return a


def own_agent(user, ident):
    a = db.agents.get(ident.lower())
    if a is None:
        raise not_found("the agent")
    if a.owner != user.user_id:
        raise forbidden("this agent is not yours")
    return a


def seen_agent(user, ident):
    a = db.agents.get(ident.lower())
    if a is None:
        raise not_found("the agent")
    if a.audience != "public" and (user is None or a.owner != user.user_id):
        raise forbidden("this agent is private")
    return a


@op("GET", "/me/agents")
async def list_agents(req, user):
    return [agent_view(a) for a in agents_of(user)]


@op("POST", "/me/agents")
async def upsert_agent(req, user):
    got = read(req, {"agent_uid": Rule("str", null=True), **AGENT_RULES})
    ident = got.pop("agent_uid", None)
    if ident is None or bug("upsert-makes-new"):
        check_agent(user, got)
        return agent_view(create_agent(user, got))
    if not is_uuid(ident):
        raise Invalid(wrong(("body", "agent_uid"), "a UUID is expected", "uuid_parsing"))
    async with lock("agent", ident.lower()):
        a = db.agents.get(ident.lower())
        if a is None:
            raise not_found("the agent")
        if a.owner != user.user_id and not bug("upsert-of-others"):
            raise forbidden("this agent is not yours")
        check_agent(user, got, a.agent_uid)
        return agent_view(change_agent(a, got))


@op("GET", "/me/agents/<agent_id>", "maybe")
async def get_agent(req, user, agent_id):
    if bug("deleted-agent-still-read") and agent_id.lower() in GONE:
        return GONE[agent_id.lower()]
    return agent_view(seen_agent(user, agent_id))


GONE = {}


@op("POST", "/me/agents/<agent_id>/upsell-description")
async def make_upsell(req, user, agent_id):
    a = db.agents.get(agent_id.lower())
    if a is None or a.owner != user.user_id:
        raise not_found("the agent")
    async with lock("agent", a.agent_uid):
        first = re.split(r"[.;\n]", a.instructions.strip())[0][:140]
        text = f"{a.name or 'This agent'} does more for subscribers: {first}. Subscribe and have it at hand every day."
        if bug("upsell-not-stored"):
            return {**agent_view(a), "pitch": text}
        return agent_view(change_agent(a, {"pitch": text}))


@op("POST", "/me/agents/vanity/slug", "none")
async def make_slug(req, user):
    based_on = read(req, {"based_on": Rule("str", required=True, low=1, high=300)})["based_on"]
    base = re.sub(r"[^a-z0-9]+", "-", based_on.lower()).strip("-")[:60].strip("-") or "agent"
    slug, n = base, 1
    while handle_taken(slug):
        n += 1
        slug = f"{base}-{n}"
    return {"slug": slug}


@op("GET", "/me/agents/vanity/slug")
async def slug_free(req, user):
    slug = query_text(req, "slug", required=True)
    free = re.fullmatch(HANDLE, slug) is not None and not handle_taken(slug)
    if bug("slug-answer-cached"):
        free = db.slug_cache.setdefault(slug, free)
    return {"slug": slug, "available": free}


VIBES = {"lovable": "Lovable", "bolt": "Bolt", "replit": "Replit"}


@op("GET", "/me/agents/<agent_id>/vibe")
async def vibe_prompt(req, user, agent_id):
    service = query_text(req, "service_name", required=True)
    if service not in VIBES:
        raise Invalid(wrong(("query", "service_name"), "must be one of " + ", ".join(VIBES), "enum"))
    a = seen_agent(user, agent_id)
    return {"agent_uid": a.agent_uid, "service_name": service,
            "brief": f"Build with {VIBES.get(service, service)} a page that talks to the worker {a.agent_uid} "
                     f"({a.name or 'no name'}), whose task is: {a.instructions}"}


@op("GET", "/me/vibe/services", "none")
async def vibe_services(req, user):
    return {"data": [{"service_name": k, "title": v} for k, v in VIBES.items()], "cursor": None}


# ---------------------------------------------------------------- theme

def theme_view(t: Theme):
    return {"seq": t.seq, "agent_uid": t.agent_uid, "tint": t.tint, "updated_at": iso(t.updated_at)}


@op("GET", "/me/agents/<agent_id>/customizations/theme")
async def get_theme(req, user, agent_id):
    a = seen_agent(user, path_uuid(agent_id, "agent_id"))
    t = db.themes.get(a.owner if bug("theme-by-user") else a.agent_uid)
    if t is None:
        return null()
    return {**theme_view(t), "agent_uid": a.agent_uid}


@op("PUT", "/me/agents/<agent_id>/customizations/theme")
async def put_theme(req, user, agent_id):
    ident = path_uuid(agent_id, "agent_id")
    got = read(req, {"tint": Rule("str", required=True)})
    a = own_agent(user, ident)
    if not re.fullmatch(r"#[0-9A-Fa-f]{6}", got["tint"]) and not bug("theme-any-color"):
        raise refused("tint must be #RRGGBB", "invalid_color")
    key = a.owner if bug("theme-by-user") else a.agent_uid
    async with lock("theme", key):
        old = db.themes.get(key)
        db.themes[key] = Theme(old.seq if old else seq("theme"), a.agent_uid, got["tint"], now())
    return theme_view(db.themes[key])


# ---------------------------------------------------------------- files

FILE_RULES = {
    "doc_name": Rule("str", required=True, low=1, high=255),
    "body": Rule("str", null=True, high=2_000_000),
    "media_type": Rule("str", null=True, pattern=r"[\w.+-]+/[\w.+-]+"),
    "place": Rule("int", null=True, low=0, high=1_000_000),
}
FILE_PATCH = {**FILE_RULES, "doc_name": Rule("str", low=1, high=255), "place": Rule("int", low=0, high=1_000_000)}


def file_view(f: AgentFile):
    return {"seq": f.seq, "doc_id": f.doc_id, "agent_uid": f.agent_uid, "doc_name": f.doc_name, "place": f.place,
            "media_type": f.media_type, "body": f.body, "size": len(f.body.encode("utf-8")),
            "created_at": iso(f.created_at), "updated_at": iso(f.updated_at)}


def file_list(a):
    order = (lambda f: f.seq) if bug("files-by-creation") else (lambda f: (f.place, f.seq))
    return {"data": [file_view(f) for f in sorted(db.files[a.agent_uid].values(), key=order)], "cursor": None}


def one_file(a, file_id):
    f = db.files[a.agent_uid].get(file_id)
    if f is None and bug("file-through-other-agent"):
        f = next((x[file_id] for x in db.files.values() if file_id in x), None)
    if f is None:
        raise not_found("the file")
    return f


@op("GET", "/me/agents/<agent_id>/files")
async def list_files(req, user, agent_id):
    return file_list(own_agent(user, path_uuid(agent_id, "agent_id")))


@op("POST", "/me/agents/<agent_id>/files")
async def create_file(req, user, agent_id):
    ident = path_uuid(agent_id, "agent_id")
    got = read(req, FILE_RULES)
    a = own_agent(user, ident)
    async with lock("files", a.agent_uid):
        files = db.files[a.agent_uid]
        if len(files) >= FILES_PER_AGENT + (1 if bug("file-limit-plus-one") else 0):
            raise refused(f"an agent has at most {FILES_PER_AGENT} files", "file_limit")
        place = got.get("place")
        if place is None:
            place = max((f.place for f in files.values()), default=-1) + 1
        t = now()
        f = AgentFile(seq("file"), new_uuid(), a.agent_uid, got["doc_name"], place, got.get("body") or "",
                      got.get("media_type") or "text/plain", t, t)
        files[f.doc_id] = f
    return answer(file_view(f), 201)


@op("PUT", "/me/agents/<agent_id>/files/positions")
async def place_files(req, user, agent_id):
    ident = path_uuid(agent_id, "agent_id")
    got = read(req, {"places": Rule("list", required=True, high=1000, each={
        "doc_id": Rule("str", required=True), "place": Rule("int", required=True, low=0, high=1_000_000)})})["places"]
    for at, p in enumerate(got):
        p["doc_id"] = p["doc_id"].lower()
        if not is_uuid(p["doc_id"]):
            raise Invalid(wrong(("body", "places", at, "doc_id"), "a UUID is expected", "uuid_parsing"))
    if len({p["doc_id"] for p in got}) < len(got):
        raise Invalid(wrong(("body", "places"), "a file is named twice", "duplicate"))
    if len({p["place"] for p in got}) < len(got):
        raise Invalid(wrong(("body", "places"), "a place is given twice", "duplicate"))
    a = own_agent(user, ident)
    async with lock("files", a.agent_uid):
        files = db.files[a.agent_uid]
        if any(p["doc_id"] not in files for p in got):
            raise not_found("a file of the list")
        for p in got[:-1] if bug("batch-skips-last") else got:
            f = files[p["doc_id"]]
            f.place, f.updated_at = p["place"], now()
        return file_list(a)


@op("GET", "/me/agents/<agent_id>/files/<file_id>")
async def get_file(req, user, agent_id, file_id):
    ident, file_id = path_uuid(agent_id, "agent_id"), path_uuid(file_id, "file_id")
    return file_view(one_file(own_agent(user, ident), file_id))


@op("PATCH", "/me/agents/<agent_id>/files/<file_id>")
async def patch_file(req, user, agent_id, file_id):
    ident, file_id = path_uuid(agent_id, "agent_id"), path_uuid(file_id, "file_id")
    got = read(req, FILE_PATCH)
    a = own_agent(user, ident)
    async with lock("files", a.agent_uid):
        f = one_file(a, file_id)
        for name, value in got.items():
            if value is None:
                value = {"body": "", "media_type": "text/plain"}[name]
            setattr(f, name, value)
        f.updated_at = now()
        return file_view(f)


@op("DELETE", "/me/agents/<agent_id>/files/<file_id>")
async def delete_file(req, user, agent_id, file_id):
    ident, file_id = path_uuid(agent_id, "agent_id"), path_uuid(file_id, "file_id")
    a = own_agent(user, ident)
    async with lock("files", a.agent_uid):
        if db.files[a.agent_uid].pop(file_id, None) is None:
            raise not_found("the file")
    return HTTPResponse(status=204)


# ---------------------------------------------------------------- chats, the legacy family

@op("GET", "/me/chats")
async def list_chats(req, user):
    return [agent_view(a) for a in agents_of(user)]


@op("POST", "/me/chats")
async def create_chat(req, user):
    got = read(req, {"agent_uid": Rule("str", null=True), **AGENT_RULES})
    got.pop("agent_uid", None)   # this family never updates by POST
    check_agent(user, got)
    return agent_view(create_agent(user, got))


@op("GET", "/me/chats/<chat_id>", "maybe")
async def get_chat(req, user, chat_id):
    return agent_view(seen_agent(user, chat_id))


@op("PUT", "/me/chats/<chat_id>")
async def put_chat(req, user, chat_id):
    got = read(req, AGENT_RULES)
    async with lock("agent", chat_id.lower()):
        a = own_agent(user, chat_id)
        check_agent(user, got, a.agent_uid)
        full = {name: got.get(name) for name in AGENT_RULES}
        full["audience"] = got.get("audience") or user.default_audience
        return agent_view(change_agent(a, full))


@op("PATCH", "/me/chats/<chat_id>")
async def patch_chat(req, user, chat_id):
    got = read(req, AGENT_RULES)
    async with lock("agent", chat_id.lower()):
        a = own_agent(user, chat_id)
        check_agent(user, got, a.agent_uid, prompt="optional")
        return agent_view(change_agent(a, got))


@op("DELETE", "/me/chats/<chat_id>")
async def delete_chat(req, user, chat_id):
    async with lock("agent", chat_id.lower()):
        a = own_agent(user, chat_id)
        view = agent_view(a)
        del db.agents[a.agent_uid]
        db.files.pop(a.agent_uid, None)
        db.themes.pop(a.agent_uid, None)
        for sid in [s.schedule_id for s in db.schedules.values() if s.chat_uid == a.agent_uid]:
            del db.schedules[sid]
        for sub in db.subs.values():
            if sub.agent_id == a.agent_uid and sub.status == "active":
                sub.status, sub.cancelled_at = "cancelled", now()
        GONE[a.agent_uid] = view
        return view


@op("GET", "/me/chats/<chat_id>/og", "none")
async def chat_og(req, user, chat_id):
    a = db.agents.get(path_uuid(chat_id, "chat_id"))
    if a is not None and a.audience != "public" and not bug("og-shows-private"):
        a = None
    if a is None:
        return {"og:title": "An agent of ours", "og:description": "Meet the agents of myrtle.", "og:type": "website"}
    return {"og:title": a.name or "An agent of ours", "og:description": a.summary or a.instructions[:200],
            "og:type": "website", "og:url": f"https://myrtle.example/a/{a.handle or a.agent_uid}"}


@op("POST", "/me/chats/<chat_id>/clone")
async def clone_chat(req, user, chat_id):
    ident = path_uuid(chat_id, "chat_id")
    got = read(req, AGENT_RULES, optional=True)
    source = db.agents.get(ident)
    if source is None:
        raise not_found("the chat")
    if source.audience != "public":
        raise forbidden("this chat is not public")
    check_agent(user, got, prompt="optional")
    base = {"instructions": source.instructions, "audience": "public", "name": source.name, "summary": source.summary,
            "pitch": source.pitch}
    a = create_agent(user, {**base, **got}, source.agent_uid)
    for f in sorted(db.files[source.agent_uid].values(), key=lambda f: f.seq):
        doc = AgentFile(seq("file"), new_uuid(), a.agent_uid, f.doc_name, f.place, f.body, f.media_type, now(), now())
        db.files[a.agent_uid][doc.doc_id] = doc
    theme = db.themes.get(source.agent_uid)
    if theme:
        db.themes[a.agent_uid] = Theme(seq("theme"), a.agent_uid, theme.tint, now())
    return agent_view(a)


@op("POST", "/me/chats/<chat_id>/feedback")
async def chat_feedback(req, user, chat_id):
    got = read(req, {"stars": Rule("int", required=True, low=1, high=5), "remark": Rule("str", null=True, high=5000)})
    a = db.agents.get(chat_id.lower())
    if a is None or (a.audience != "public" and a.owner != user.user_id):
        raise not_found("the chat")
    async with lock("agent", a.agent_uid):
        a.stars[user.user_id] = got["stars"]
    return agent_view(a)


@op("POST", "/me/chats/<chat_id>/runs")
async def chat_run(req, user, chat_id):
    a = seen_agent(user, path_uuid(chat_id, "chat_id"))
    run = db.new_run(user, a.agent_uid, "chat")
    return db.log_run(run, "opened", "by the chat")


# ---------------------------------------------------------------- studio chats

STUDIO_RULES = {"visibility": Rule("str", one_of=("private", "public")), "title": Rule("str", null=True, high=300),
                "notes": Rule("str", null=True, high=20_000)}
STUDIO_CREATE = {"run_id": Rule("str", null=True, low=1, high=200), **STUDIO_RULES}


def studio_view(c: StudioChat):
    # leaves out what is absent
    view = {"seq": c.seq, "run_id": c.run_id, "owner": c.owner, "visibility": c.visibility, "title": c.title,
            "notes": c.notes, "cloned_from": c.cloned_from, "created_at": iso(c.created_at),
            "updated_at": iso(c.updated_at), "deleted_at": iso(c.deleted_at)}
    return {k: v for k, v in view.items() if v is not None}


def live_studio(run_id):
    c = db.studio.get(run_id)
    if c is None or c.deleted_at:
        raise not_found("the studio chat")
    return c


def own_studio(user, run_id):
    c = live_studio(run_id)
    if c.owner != user.user_id:
        raise forbidden("this studio chat is not yours")
    return c


def check_studio(user, got):
    if user.sandbox and got.get("visibility") == "private":
        raise refused("the sandbox tier cannot have private studio chats", "sandbox_private")


def make_studio(owner, run_id, visibility, title=None, notes=None, cloned_from=None):
    t = now()
    c = StudioChat(seq("studio"), run_id, owner, visibility, title, notes, cloned_from, t, t)
    db.studio[run_id] = c
    return c


@op("GET", "/me/agent-studio-chats")
async def list_studio(req, user):
    mine = [c for c in db.studio.values() if c.owner == user.user_id and not c.deleted_at]
    return [studio_view(c) for c in sorted(mine, key=lambda c: c.seq, reverse=True)]


@op("POST", "/me/agent-studio-chats")
async def create_studio(req, user):
    got = read(req, STUDIO_CREATE)
    check_studio(user, got)
    run_id = got.get("run_id") or new_uuid()
    async with lock("studio", run_id):
        old = db.studio.get(run_id)
        if old is not None:
            if old.owner != user.user_id:
                raise Stop(409, "exists", "a studio chat with this run_id exists")
            if not old.deleted_at:
                if bug("studio-post-overwrites"):
                    make_studio(user.user_id, run_id, got.get("visibility") or user.default_audience, got.get("title"))
                    return studio_view(db.studio[run_id])
                return studio_view(old)
        return studio_view(make_studio(user.user_id, run_id, got.get("visibility") or user.default_audience,
                                       got.get("title"), got.get("notes")))


@op("GET", "/me/agent-studio-chats/<run_id>", "maybe")
async def get_studio(req, user, run_id):
    c = live_studio(run_id)
    if c.visibility != "public" and (user is None or c.owner != user.user_id) and not bug("studio-private-read"):
        raise forbidden("this studio chat is private")
    return studio_view(c)


@op("PUT", "/me/agent-studio-chats/<run_id>")
async def put_studio(req, user, run_id):
    got = read(req, STUDIO_CREATE)
    async with lock("studio", run_id):
        c = own_studio(user, run_id)
        check_studio(user, got)
        c.visibility = got.get("visibility") or user.default_audience
        c.title, c.notes, c.updated_at = got.get("title"), got.get("notes"), now()
        return studio_view(c)


@op("PATCH", "/me/agent-studio-chats/<run_id>")
async def patch_studio(req, user, run_id):
    got = read(req, STUDIO_RULES)
    async with lock("studio", run_id):
        c = own_studio(user, run_id)
        check_studio(user, got)
        if bug("studio-patch-resets"):
            got.setdefault("visibility", "public")
        for name, value in got.items():
            setattr(c, name, value)
        c.updated_at = now()
        return studio_view(c)


@op("DELETE", "/me/agent-studio-chats/<run_id>")
async def delete_studio(req, user, run_id):
    async with lock("studio", run_id):
        c = own_studio(user, run_id)
        c.deleted_at = c.updated_at = now()
        if bug("studio-delete-takes-clones"):
            for other in db.studio.values():
                if other.cloned_from == run_id and not other.deleted_at:
                    other.deleted_at = now()
        return studio_view(c)


@op("POST", "/me/agent-studio-chats/<run_id>/clone")
async def clone_studio(req, user, run_id):
    c = live_studio(run_id)
    if c.visibility != "public" and not bug("studio-private-cloned"):
        raise refused("private studio chats cannot be cloned", "private_chat")
    owner = c.owner if bug("studio-clone-owner") else user.user_id
    copy = make_studio(owner, new_uuid(), "public", c.title, c.notes, c.run_id)
    return answer(studio_view(copy), 201)


# ---------------------------------------------------------------- subscriptions of paid agents

def sub_view(s: Subscription):
    view = {"seq": s.seq, "subscription_id": s.subscription_id, "agent_id": s.agent_id, "status": s.status,
            "price_cents": s.price_cents, "provider_ref": s.provider_ref, "started_at": iso(s.started_at),
            "cancelled_at": iso(s.cancelled_at)}
    return {k: v for k, v in view.items() if v is not None}


@op("POST", "/me/agents/<agent_id>/subscribe")
async def subscribe(req, user, agent_id):
    got = read(req, {"return_url": Rule("str", null=True, high=2000), "coupon": Rule("str", null=True, high=100)})
    a = db.agents.get(agent_id.lower())
    if a is None or (a.audience != "public" and a.owner != user.user_id):
        raise not_found("the agent")
    if a.owner == user.user_id:
        raise refused("you own this agent", "owner")
    if not a.price_cents:
        raise refused("this agent is not paid", "not_paid")
    async with lock("sub", (user.user_id, a.agent_uid)):
        old = db.subs.get((user.user_id, a.agent_uid))
        if old and old.status == "active":
            raise Stop(409 if bug("already-subscribed-409") else 402, "already_subscribed", "you are subscribed already")
        s = Session("cs_" + new_uuid().replace("-", ""), user.user_id, "agent", a.agent_uid, a.price_cents, now())
        db.sessions[s.session_id] = s
    return {"agent_id": a.agent_uid, "session_id": s.session_id, "amount_cents": s.amount_cents, "currency": "eur",
            "checkout_url": f"https://pay.myrtle.example/c/{s.session_id}", "created_at": iso(s.created_at)}


@op("POST", "/me/agents/<agent_id>/unsubscribe")
async def unsubscribe(req, user, agent_id):
    a = db.agents.get(agent_id.lower())
    s = db.subs.get((user.user_id, agent_id.lower()))
    if s is None and (a is None or (a.audience != "public" and a.owner != user.user_id)):
        raise not_found("the agent")
    async with lock("sub", (user.user_id, agent_id.lower())):
        if s is None or s.status != "active":
            raise refused("there is no active subscription to cancel", "not_subscribed")
        if not s.provider_ref:
            raise refused("the payment provider knows no such subscription", "no_provider_subscription")
        if bug("unsubscribe-not-kept"):
            return {**sub_view(s), "status": "cancelled", "cancelled_at": iso(now())}
        s.status, s.cancelled_at = "cancelled", now()
        return sub_view(s)


@op("GET", "/me/subscriptions")
async def list_subs(req, user):
    mine = [s for s in db.subs.values() if s.user == user.user_id]
    if bug("subscriptions-wrong-join"):
        mine = [s for s in mine if s.agent_id in db.agents and db.agents[s.agent_id].owner == user.user_id]
    return {"data": [sub_view(s) for s in sorted(mine, key=lambda s: s.seq, reverse=True)], "cursor": None}


@op("GET", "/me/subscriptions/<agent_id>")
async def get_sub(req, user, agent_id):
    s = db.subs.get((user.user_id, agent_id.lower()))
    if s is None:
        raise not_found("the subscription")
    return sub_view(s)

"""Agents and the legacy chats: two doors to the same records."""
import re

from .core import F, Oops, flaw, get_db, int_of, is_uuid, new_uuid, now_ms, op, rows_next, text_of
from .workers import log, new_run

SQL = """SELECT a.*, (SELECT count(*) FROM feedback f WHERE f.agent_id=a.agent_id) AS applause,
 (SELECT count(*) FROM files x WHERE x.agent_id=a.agent_id) AS file_count FROM agents a """
NOW = "strftime('%Y-%m-%d %H:%M:%S','now')"
VIBES = {"lovable": "Lovable", "bolt": "Bolt", "replit": "Replit"}
NICK = re.compile(r"[a-z0-9](?:[a-z0-9-]{0,58}[a-z0-9])?")


def view(r):
    words = r["instruction"]
    return {"agent_id": r["agent_id"], "label": r["label"], "instruction": words if isinstance(words, str) else str(words),
            "audience": r["audience"], "nick": r["nick"], "pitch": r["pitch"], "priceCent": r["price_cent"],
            "isPaid": 1 if r["price_cent"] else 0, "owner": r["owner"], "applause": r["applause"], "fileCount": r["file_count"],
            "bornAt": r["born_at"], "touchedAt": r["touched_at"]}


def load(agent_id, c=None):
    if not is_uuid(agent_id):
        return None
    if c is not None:
        return c.execute(SQL + "WHERE a.agent_id=?", (agent_id.lower(),)).fetchone()
    return get_db().one(SQL + "WHERE a.agent_id=?", agent_id.lower())


def readable(call, agent_id, where="path.agent_id"):
    a = load(agent_id)
    if a is None:
        raise Oops(404, "no such agent", where)
    if a["audience"] == "private" and a["owner"] != call.uid:
        raise Oops(403, "this agent is private", where)
    return a


def owned(call, agent_id, where="path.agent_id"):
    a = load(agent_id)
    if a is None:
        raise Oops(404, "no such agent", where)
    if a["owner"] != call.uid:
        raise Oops(403, "this agent is not yours", where)
    return a


def draft(call, body):
    """The columns that a body sets. None stands for an explicit null."""
    out = {}
    if "label" in body:
        out["label"] = text_of(body, "label", longest=400)
    if "instruction" in body:
        out["instruction"] = text_of(body, "instruction")
        if not out["instruction"]:
            raise Oops(400, "the instruction must not be empty", "body.instruction")
    if "audience" in body:
        if body["audience"] not in ("private", "public"):
            raise flaw("body.audience", "must be private or public")
        out["audience"] = body["audience"]
        if body["audience"] == "private" and call.user["tier"] == "sandbox":
            raise Oops(400, "the sandbox tier can not be private", "body.audience")
    if "nick" in body:
        out["nick"] = text_of(body, "nick")
        if out["nick"] is not None and not NICK.fullmatch(out["nick"]):
            raise flaw("body.nick", "must be lowercase letters, digits and dashes")
    if "pitch" in body:
        out["pitch"] = text_of(body, "pitch")
    if "priceCent" in body:
        out["price_cent"] = int_of(body, "priceCent", low=1, high=10_000_000)
    return out


def nick_taken(c, nick, agent_id):
    if nick and c.execute("SELECT 1 FROM agents WHERE nick=? AND agent_id IS NOT ?", (nick, agent_id)).fetchone():
        raise Oops(400, "this nick is taken", "body.nick")


def insert(c, uid, d, tier):
    aid = new_uuid()
    nick_taken(c, d.get("nick"), None)
    c.execute("INSERT INTO agents (agent_id,owner,label,instruction,audience,nick,pitch,price_cent) VALUES (?,?,?,?,?,?,?,?)",
              (aid, uid, d.get("label"), d["instruction"], d.get("audience") or ("public" if tier == "sandbox" else "private"),
               d.get("nick"), d.get("pitch"), d.get("price_cent")))
    return aid


def update(c, aid, d):
    if "nick" in d:
        nick_taken(c, d["nick"], aid)
    if d:
        c.execute(f"UPDATE agents SET {','.join(k + '=?' for k in d)}, touched_at={NOW} WHERE agent_id=?", (*d.values(), aid))


def prompt_needed(body):
    v = body.get("instruction")
    if v is None or v == "":
        raise Oops(400, "an instruction is needed", "body.instruction")


@op("GET", "/me/agents")
async def list_agents(call):
    return [view(r) for r in get_db().all(SQL + "WHERE a.owner=? ORDER BY a.id", call.uid)]


@op("POST", "/me/agents")
async def upsert_agent(call):
    body = await call.obj()
    prompt_needed(body)
    aid = text_of(body, "agent_id")
    d = draft(call, body)
    if aid is None:
        with get_db().tx() as c:
            return view(load(insert(c, call.uid, d, call.user["tier"]), c))
    if F("agent-upsert-of-others"):
        a = readable(call, aid, "body.agent_id")
    else:
        a = owned(call, aid, "body.agent_id")
    with get_db().tx() as c:
        update(c, a["agent_id"], d)
        return view(load(a["agent_id"], c))


@op("GET", "/me/agents/vanity/slug")
async def slug_free(call):
    slug = call.query("slug")
    if slug is None:
        raise flaw("query.slug", "is needed")
    if F("nick-of-private-is-free"):
        taken = get_db().val("SELECT 1 FROM agents WHERE nick=? AND audience='public'", slug)
    elif F("slug-asked-with-not-in"):
        taken = not get_db().val("SELECT ? NOT IN (SELECT nick FROM agents)", slug)
    else:
        taken = get_db().val("SELECT 1 FROM agents WHERE nick=?", slug)
    return {"slug": slug, "isFree": bool(NICK.fullmatch(slug)) and not taken}


@op("POST", "/me/agents/vanity/slug", auth="none")
async def slug_make(call):
    body = await call.obj()
    label = text_of(body, "label") or text_of(body, "instruction") or "worker"
    for a, b in (("ä", "ae"), ("ö", "oe"), ("ü", "ue"), ("ß", "ss")):
        label = label.lower().replace(a, b)
    base = re.sub(r"[^a-z0-9]+", "-", label).strip("-")[:40].strip("-") or "worker"
    slug, n = base, 1
    while get_db().val("SELECT 1 FROM agents WHERE nick=?", slug):
        n += 1
        slug = f"{base}-{n}"
    return {"slug": slug}


@op("GET", "/me/agents/{agent_id}", auth="maybe")
async def one_agent(call):
    return view(readable(call, call.path("agent_id")))


@op("POST", "/me/agents/{agent_id}/upsell-description")
async def upsell(call):
    a = load(call.path("agent_id"))
    if a is None or a["owner"] != call.uid:
        raise Oops(404, "no such agent of yours", "path.agent_id")
    words = " ".join(a["instruction"].split())[:120] if isinstance(a["instruction"], str) else str(a["instruction"])
    pitch = f"Meet {a['label'] or 'this worker'}: it takes care of “{words}” so that you need not."
    with get_db().tx() as c:
        if not F("pitch-is-not-kept"):
            update(c, a["agent_id"], {"pitch": pitch})
        return {**view(load(a["agent_id"], c)), "pitch": pitch}


@op("GET", "/me/agents/{agent_id}/vibe")
async def vibe(call):
    name = call.query("service_name")
    if name not in VIBES:
        raise flaw("query.service_name", "must be one of " + ", ".join(VIBES))
    a = load(call.path("agent_id"))
    if a is None or (a["audience"] == "private" and a["owner"] != call.uid):
        raise Oops(404, "no such agent", "path.agent_id")
    return {"service": name, "prompt": f"Build a small page in {VIBES[name]} for the worker {a['label'] or a['agent_id']}, "
            f"reached by POST /{a['agent_id']}. It was told: {a['instruction']}"}


@op("GET", "/me/vibe/services", auth="none")
async def vibes(call):
    return rows_next([{"service_name": k, "label": v} for k, v in VIBES.items()])


# ---------------------------------------------------------------- legacy chats
@op("GET", "/me/chats")
async def list_chats(call):
    return [view(r) for r in get_db().all(SQL + "WHERE a.owner=? ORDER BY a.id", call.uid)]


@op("POST", "/me/chats")
async def make_chat(call):
    body = await call.obj()
    prompt_needed(body)
    d = draft(call, body)
    with get_db().tx() as c:
        return view(load(insert(c, call.uid, d, call.user["tier"]), c))


@op("GET", "/me/chats/{chat_id}", auth="maybe")
async def one_chat(call):
    if F("private-chat-open-to-all"):
        a = load(call.path("chat_id"))
        if a:
            return view(a)
    return view(readable(call, call.path("chat_id"), "path.chat_id"))


@op("PUT", "/me/chats/{chat_id}")
async def put_chat(call):
    body = await call.obj()
    a = owned(call, call.path("chat_id"), "path.chat_id")
    prompt_needed(body)
    d = draft(call, body)
    if d.get("audience") is None:
        d["audience"] = "public" if call.user["tier"] == "sandbox" else "private"
    full = {"label": None, "nick": None, "pitch": None, "price_cent": None, **d}
    with get_db().tx() as c:
        update(c, a["agent_id"], full)
        return view(load(a["agent_id"], c))


@op("PATCH", "/me/chats/{chat_id}")
async def patch_chat(call):
    body = await call.obj()
    a = owned(call, call.path("chat_id"), "path.chat_id")
    d = draft(call, body)
    if d.get("instruction", "") is None:
        raise Oops(400, "the instruction can not be taken away", "body.instruction")
    with get_db().tx() as c:
        update(c, a["agent_id"], d)
        return view(load(a["agent_id"], c))


@op("DELETE", "/me/chats/{chat_id}")
async def drop_chat(call):
    a = owned(call, call.path("chat_id"), "path.chat_id")
    with get_db().tx() as c:
        c.execute("UPDATE subscriptions SET state='ended', ended=? WHERE agent_id=? AND state='active'", (now_ms(), a["agent_id"]))
        c.execute("DELETE FROM agents WHERE agent_id=?", (a["agent_id"],))
    return view(a)


@op("GET", "/me/chats/{chat_id}/og", auth="none")
async def og(call):
    a = load(call.uuid("chat_id"))
    if a is None:
        raise Oops(404, "no such chat", "path.chat_id")
    if a["audience"] == "private":
        return {"headline": "A private worker", "blurb": None, "link": None}
    return {"headline": a["label"] or "A worker", "blurb": a["pitch"] or str(a["instruction"])[:160], "link": "/" + (a["nick"] or a["agent_id"])}


@op("POST", "/me/chats/{chat_id}/clone")
async def clone(call):
    aid = call.uuid("chat_id")
    body = await call.json(optional=True)
    if body is not None and not isinstance(body, dict):
        raise flaw("body", "must be an object or null")
    a = load(aid)
    if a is None:
        raise Oops(404, "no such chat", "path.chat_id")
    if a["audience"] != "public":
        raise Oops(403, "this chat is not public", "path.chat_id")
    over = draft(call, body or {})
    if over.get("instruction", "") is None:
        raise Oops(400, "the instruction can not be taken away", "body.instruction")
    d = {"label": a["label"], "instruction": a["instruction"], "audience": "public", "pitch": a["pitch"], **over}
    with get_db().tx() as c:
        new = insert(c, a["owner"] if F("clone-belongs-to-author") else call.uid, d, call.user["tier"])
        for f in c.execute("SELECT * FROM files WHERE agent_id=? ORDER BY position, id", (a["agent_id"],)).fetchall():
            c.execute("INSERT INTO files (file_id,agent_id,label,kind,content,position,born) VALUES (?,?,?,?,?,?,?)",
                      (new_uuid(), new, f["label"], f["kind"], f["content"], f["position"], now_ms()))
        c.execute("INSERT INTO themes SELECT ?, color, ? FROM themes WHERE agent_id=?", (new, now_ms(), a["agent_id"]))
        return view(load(new, c))


@op("POST", "/me/chats/{chat_id}/feedback")
async def feedback(call):
    body = await call.obj()
    mark = int_of(body, "mark", low=1, high=5)
    words = text_of(body, "words")
    a = load(call.path("chat_id"))
    if a is None or (a["audience"] == "private" and a["owner"] != call.uid):
        raise Oops(404, "no such chat", "path.chat_id")
    with get_db().tx() as c:
        c.execute("INSERT INTO feedback (agent_id,user_id,mark,words,at) VALUES (?,?,?,?,?)", (a["agent_id"], call.uid, mark, words, now_ms()))
        return view(load(a["agent_id"], c))


@op("POST", "/me/chats/{chat_id}/runs")
async def chat_run(call):
    a = load(call.uuid("chat_id"))
    if a is None:
        raise Oops(404, "no such chat", "path.chat_id")
    if a["audience"] == "private" and a["owner"] != call.uid:
        raise Oops(403, "this chat is private", "path.chat_id")
    with get_db().tx() as c:
        run_id = new_run(c, call.uid, a["agent_id"], "chat")
        log(c, run_id, call.uid, "begun", None)
        r = c.execute("SELECT * FROM run_logs WHERE run_id=?", (run_id,)).fetchone()
    return {"nr": r["nr"], "run_id": run_id, "kind": r["kind"], "words": r["words"], "at": r["at"]}


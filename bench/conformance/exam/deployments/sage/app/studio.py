"""Agent studio chats."""
from .core import F, Oops, flaw, get_db, new_uuid, now_ms, op, text_of


def view(r):
    return {"run_id": r["run_id"], "label": r["label"], "agentRef": r["agent_id"], "notes": r["notes"], "audience": r["audience"],
            "owner": r["owner"], "gone": r["gone"], "bornAt": r["born"], "touchedAt": r["touched"]}


def draft(call, body, lax=False):
    d = {}
    for mine, column in (("label", "label"), ("agentRef", "agent_id"), ("notes", "notes")):
        if mine in body:
            d[column] = text_of(body, mine)
    if body.get("audience") is not None or "audience" in body:
        if body["audience"] not in ("private", "public"):
            raise flaw("body.audience", "must be private or public")
        d["audience"] = body["audience"]
        if d["audience"] == "private" and call.user["tier"] == "sandbox" and not lax:
            raise Oops(400, "the sandbox tier can not be private", "body.audience")
    return d


def by_run(run_id, c=None):
    sql = "SELECT * FROM studio WHERE run_id=?"
    return c.execute(sql, (run_id,)).fetchone() if c is not None else get_db().one(sql, run_id)


def mine(call):
    r = by_run(call.path("run_id"))
    if r is None or r["gone"]:
        raise Oops(404, "no such chat", "path.run_id")
    if r["owner"] != call.uid:
        raise Oops(403, "this chat is not yours", "path.run_id")
    return r


def default_audience(call):
    return "public" if call.user["tier"] == "sandbox" else "private"


@op("GET", "/me/agent-studio-chats")
async def list_chats(call):
    rest = "" if F("gone-studio-chats-listed") else "AND gone=0"
    return [view(r) for r in get_db().all(f"SELECT * FROM studio WHERE owner=? {rest} ORDER BY id", call.uid)]


@op("POST", "/me/agent-studio-chats")
async def make(call):
    body = await call.obj()
    run_id = text_of(body, "run_id", longest=200, shortest=1)
    d = draft(call, body)
    now = now_ms()
    with get_db().tx() as c:
        if run_id is not None:
            old = by_run(run_id, c)
            if old:
                if old["owner"] != call.uid or old["gone"]:
                    raise Oops(409, "there is a chat with this run_id", "body.run_id")
                if F("studio-create-overwrites"):
                    c.execute("INSERT INTO studio (run_id,owner,label,agent_id,notes,audience,born,touched) VALUES (?,?,?,?,?,?,?,?) ON CONFLICT (run_id) DO UPDATE "
                              "SET label=excluded.label, agent_id=excluded.agent_id, notes=excluded.notes, audience=excluded.audience, touched=excluded.touched",
                              (run_id, call.uid, d.get("label"), d.get("agent_id"), d.get("notes"), d.get("audience") or default_audience(call), now, now))
                    return view(by_run(run_id, c))
                return view(old)
        run_id = run_id or new_uuid()
        n = c.execute("INSERT INTO studio (run_id,owner,label,agent_id,notes,audience,born,touched) VALUES (?,?,?,?,?,?,?,?)",
                      (run_id, call.uid, d.get("label"), d.get("agent_id"), d.get("notes"), d.get("audience") or default_audience(call), now, now)).lastrowid
        return view(c.execute("SELECT * FROM studio WHERE id=?", (n,)).fetchone())


@op("GET", "/me/agent-studio-chats/{run_id}", auth="maybe")
async def one(call):
    r = by_run(call.path("run_id"))
    if r is None or r["gone"]:
        raise Oops(404, "no such chat", "path.run_id")
    if r["audience"] == "private" and r["owner"] != call.uid:
        raise Oops(403, "this chat is private", "path.run_id")
    return view(r)


def change(r, d):
    with get_db().tx() as c:
        d = {**d, "touched": now_ms()}
        c.execute(f"UPDATE studio SET {','.join(k + '=?' for k in d)} WHERE id=?", (*d.values(), r["id"]))
        return view(c.execute("SELECT * FROM studio WHERE id=?", (r["id"],)).fetchone())


@op("PUT", "/me/agent-studio-chats/{run_id}")
async def put(call):
    body = await call.obj()
    r = mine(call)
    text_of(body, "run_id", longest=200, shortest=1)
    d = draft(call, body)
    return change(r, {"label": None, "agent_id": None, "notes": None, "audience": default_audience(call), **d})


@op("PATCH", "/me/agent-studio-chats/{run_id}")
async def patch(call):
    body = await call.obj()
    r = mine(call)
    d = draft(call, body, F("sandbox-patches-studio-private"))
    if F("studio-patch-clears-rest"):
        d = {"label": None, "notes": None, **d}
    return change(r, d)


@op("DELETE", "/me/agent-studio-chats/{run_id}")
async def drop(call):
    r = mine(call)
    with get_db().tx() as c:
        c.execute("UPDATE studio SET gone=1, touched=? WHERE id=?", (now_ms(), r["id"]))
        return view(c.execute("SELECT * FROM studio WHERE id=?", (r["id"],)).fetchone())


@op("POST", "/me/agent-studio-chats/{run_id}/clone")
async def clone(call):
    r = by_run(call.path("run_id"))
    if r is None or r["gone"]:
        raise Oops(404, "no such chat", "path.run_id")
    if r["audience"] == "private":
        raise Oops(400, "private chats can not be cloned", "path.run_id")
    now = now_ms()
    with get_db().tx() as c:
        n = c.execute("INSERT INTO studio (run_id,owner,label,agent_id,notes,audience,born,touched) VALUES (?,?,?,?,?,'public',?,?)",
                      (new_uuid(), call.uid, r["label"], r["agent_id"], r["notes"], now, now)).lastrowid
        return 201, view(c.execute("SELECT * FROM studio WHERE id=?", (n,)).fetchone())

"""Files and theme of an agent."""
import re

from .agents import owned, readable
from .core import F, Oops, flaw, get_db, int_of, is_uuid, new_uuid, now_ms, op, rows_next, text_of

MOST = 8


def theme_view(r):
    return {"agent_id": r["agent_id"], "color": r["color"], "touchedAt": r["touched"]}


@op("GET", "/me/agents/{agent_id}/customizations/theme")
async def get_theme(call):
    a = readable(call, call.uuid("agent_id"))
    r = get_db().one("SELECT * FROM themes WHERE agent_id=?", a["agent_id"])
    return theme_view(r) if r else None


@op("PUT", "/me/agents/{agent_id}/customizations/theme")
async def put_theme(call):
    aid = call.uuid("agent_id")
    body = await call.obj()
    a = owned(call, aid)
    color = text_of(body, "color", required=True)
    look = re.match if F("theme-color-with-tail") else re.fullmatch
    if not look(r"#[0-9a-fA-F]{6}", color):
        raise Oops(400, "a color is # and six hex digits", "body.color")
    with get_db().tx() as c:
        c.execute("INSERT INTO themes VALUES (?,?,?) ON CONFLICT (agent_id) DO UPDATE SET color=excluded.color, touched=excluded.touched",
                  (a["agent_id"], color, now_ms()))
        return theme_view(c.execute("SELECT * FROM themes WHERE agent_id=?", (a["agent_id"],)).fetchone())


# ---------------------------------------------------------------- files
def file_view(r):
    return {"file_id": r["file_id"], "agent_id": r["agent_id"], "label": r["label"], "kind": r["kind"], "content": r["content"],
            "position": r["position"], "bornAt": r["born"]}


def file_list(c, aid):
    order = "CAST(position AS TEXT)" if F("files-ordered-as-text") else "position"
    return rows_next([file_view(r) for r in c.execute(f"SELECT * FROM files WHERE agent_id=? ORDER BY {order}, id", (aid,)).fetchall()])


def find(call, a):
    fid = call.uuid("file_id")
    if F("file-of-any-agent"):
        r = get_db().one("SELECT * FROM files WHERE file_id=?", fid)
    else:
        r = get_db().one("SELECT * FROM files WHERE file_id=? AND agent_id=?", fid, a["agent_id"])
    if r is None:
        raise Oops(404, "no such file", "path.file_id")
    return r


def place(body):
    return int_of(body, "position", low=0, high=1_000_000)


@op("GET", "/me/agents/{agent_id}/files")
async def list_files(call):
    a = owned(call, call.uuid("agent_id"))
    return file_list(get_db().w if get_db().w.in_transaction else get_db()._reader(), a["agent_id"])


@op("POST", "/me/agents/{agent_id}/files")
async def add_file(call):
    aid = call.uuid("agent_id")
    body = await call.obj()
    a = owned(call, aid)
    label = text_of(body, "label", default="untitled", longest=400)
    kind = text_of(body, "kind", default="text/plain", longest=200)
    content = text_of(body, "content", default="")
    position = place(body)
    with get_db().tx() as c:
        n, top = c.execute("SELECT count(*), coalesce(max(position),0) FROM files WHERE agent_id=?", (a["agent_id"],)).fetchone()
        if n >= (MOST + 1 if F("one-file-too-many") else MOST):
            raise Oops(400, f"an agent has at most {MOST} files", "path.agent_id")
        fid = new_uuid()
        c.execute("INSERT INTO files (file_id,agent_id,label,kind,content,position,born) VALUES (?,?,?,?,?,?,?)",
                  (fid, a["agent_id"], label, kind, content, top + 1 if position is None else position, now_ms()))
        return 201, file_view(c.execute("SELECT * FROM files WHERE file_id=?", (fid,)).fetchone())


@op("PUT", "/me/agents/{agent_id}/files/positions")
async def order_files(call):
    aid = call.uuid("agent_id")
    body = await call.obj()
    a = owned(call, aid)
    order = body.get("order")
    if not isinstance(order, list):
        raise flaw("body.order", "must be a list")
    seen = set()
    for x in order:
        if not isinstance(x, dict) or not is_uuid(x.get("file_id")) or place(x) is None:
            raise flaw("body.order", "each needs file_id and position")
        if x["file_id"].lower() in seen:
            raise flaw("body.order", "names a file twice")
        seen.add(x["file_id"].lower())
    db = get_db()
    if F("files-order-half-done"):
        for x in order:
            with db.tx() as c:
                if not c.execute("UPDATE files SET position=? WHERE file_id=? AND agent_id=?", (place(x), x["file_id"].lower(), a["agent_id"])).rowcount:
                    raise Oops(404, "no such file", "body.order")
        return file_list(db.w, a["agent_id"])
    with db.tx() as c:
        for x in order:
            if not c.execute("UPDATE files SET position=? WHERE file_id=? AND agent_id=?", (place(x), x["file_id"].lower(), a["agent_id"])).rowcount:
                raise Oops(404, "no such file", "body.order")
        return file_list(c, a["agent_id"])


@op("GET", "/me/agents/{agent_id}/files/{file_id}")
async def one_file(call):
    a = owned(call, call.uuid("agent_id"))
    return file_view(find(call, a))


@op("PATCH", "/me/agents/{agent_id}/files/{file_id}")
async def patch_file(call):
    aid = call.uuid("agent_id")
    call.uuid("file_id")
    body = await call.obj()
    a = owned(call, aid)
    r = find(call, a)
    d = {}
    for k in ("label", "kind", "content"):
        if k in body:
            d[k] = text_of(body, k, nullable=False)
    if body.get("position") is not None:
        d["position"] = place(body)
    if F("file-patch-empties-content"):
        d.setdefault("content", "")
    with get_db().tx() as c:
        if d:
            c.execute(f"UPDATE files SET {','.join(k + '=?' for k in d)} WHERE id=?", (*d.values(), r["id"]))
        return file_view(c.execute("SELECT * FROM files WHERE id=?", (r["id"],)).fetchone())


@op("DELETE", "/me/agents/{agent_id}/files/{file_id}")
async def drop_file(call):
    a = owned(call, call.uuid("agent_id"))
    r = find(call, a)
    with get_db().tx() as c:
        c.execute("DELETE FROM files WHERE id=?", (r["id"],))
    return 204, None

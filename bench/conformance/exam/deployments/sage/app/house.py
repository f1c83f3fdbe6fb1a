"""Bundles, command-line sign-in, the user, VIP codes."""
from .core import F, Oops, breathe, flaw, get_db, new_uuid, now_ms, op, text_of


# ---------------------------------------------------------------- bundles
def bundle_row(r):
    return {"bundle_id": r["bundle_id"], "label": r["label"], "bornAt": r["born_at"]}


def tool_row(r):
    return {"bundle_id": r["bundle_id"], "tool_id": r["tool_id"], "addedAt": r["added_at"]}


def bundle(c, r):
    return {**bundle_row(r), "tools": [tool_row(t) for t in c.execute("SELECT * FROM bundle_tools WHERE bundle_id=? ORDER BY rowid", (r["bundle_id"],)).fetchall()]}


def load(c, n, uid):
    return c.execute("SELECT * FROM bundles WHERE bundle_id=? AND user_id=?", (n, uid)).fetchone()


@op("GET", "/me/bundles")
async def bundles(call):
    return [{**bundle_row(r), "toolCount": r["n"]} for r in get_db().all(
        "SELECT b.*, count(t.tool_id) AS n FROM bundles b LEFT JOIN bundle_tools t ON t.bundle_id=b.bundle_id WHERE b.user_id=? GROUP BY b.bundle_id ORDER BY b.bundle_id", call.uid)]


@op("POST", "/me/bundles")
async def make_bundle(call):
    with get_db().tx() as c:
        n = c.execute("INSERT INTO bundles (user_id,label) VALUES (?, 'Bundle')", (call.uid,)).lastrowid
        c.execute("UPDATE bundles SET label='Bundle ' || bundle_id WHERE bundle_id=?", (n,))
        return bundle(c, load(c, n, call.uid))


@op("GET", "/me/bundles/{bundle_id}")
async def one_bundle(call):
    c = get_db()._reader()
    r = load(c, call.number("bundle_id"), call.uid)
    if r is None:
        raise Oops(404, "no such bundle", "path.bundle_id")
    return bundle(c, r)


@op("PUT", "/me/bundles/{bundle_id}")
async def put_bundle(call):
    n = call.number("bundle_id")
    body = await call.obj()
    label = text_of(body, "label", longest=400)
    tools = body.get("tools")
    if tools is not None:
        if not isinstance(tools, list):
            raise flaw("body.tools", "must be a list")
        tools = [t.get("tool_id") if isinstance(t, dict) else t for t in tools]
        if not all(isinstance(t, str) and t for t in tools):
            raise flaw("body.tools", "must be tool ids")
    with get_db().tx() as c:
        r = load(c, n, call.uid)
        if r is None:
            raise Oops(409, "there is no such bundle to change", "path.bundle_id")
        if label is not None:
            if F("bundle-rename-drops-tools"):
                c.execute("INSERT OR REPLACE INTO bundles (bundle_id,user_id,label,born_at) VALUES (?,?,?,?)", (n, call.uid, label, r["born_at"]))
            else:
                c.execute("UPDATE bundles SET label=? WHERE bundle_id=?", (label, n))
        if tools is not None:
            keep = dict.fromkeys(tools)
            c.execute(f"DELETE FROM bundle_tools WHERE bundle_id=? AND tool_id NOT IN ({','.join('?' * len(keep))})", (n, *keep))
            c.executemany("INSERT OR IGNORE INTO bundle_tools (bundle_id,tool_id) VALUES (?,?)", [(n, t) for t in keep])
        return bundle(c, load(c, n, call.uid))


@op("DELETE", "/me/bundles/{bundle_id}")
async def drop_bundle(call):
    n = call.number("bundle_id")
    with get_db().tx() as c:
        r = load(c, n, call.uid)
        if r is None:
            raise Oops(404, "no such bundle", "path.bundle_id")
        c.execute("DELETE FROM bundles WHERE bundle_id=?", (n,))
    return bundle_row(r)


@op("GET", "/me/bundles/{bundle_id}/tools")
async def bundle_tools(call):
    return [tool_row(t) for t in get_db().all("SELECT t.* FROM bundle_tools t JOIN bundles b USING (bundle_id) WHERE b.bundle_id=? AND b.user_id=? ORDER BY t.rowid", call.number("bundle_id"), call.uid)]


@op("POST", "/me/bundles/{bundle_id}/tools")
async def add_tool(call):
    n = call.number("bundle_id")
    body = await call.obj()
    tid = text_of(body, "tool_id", required=True, shortest=1, longest=400)
    with get_db().tx() as c:
        if load(c, n, call.uid) is None:
            raise Oops(404, "no such bundle", "path.bundle_id")
        c.execute("INSERT OR IGNORE INTO bundle_tools (bundle_id,tool_id) VALUES (?,?)", (n, tid))
        return tool_row(c.execute("SELECT * FROM bundle_tools WHERE bundle_id=? AND tool_id=?", (n, tid)).fetchone())


@op("DELETE", "/me/bundles/{bundle_id}/tools/{tool_id}")
async def drop_tool(call):
    n, tid = call.number("bundle_id"), call.path("tool_id")
    with get_db().tx() as c:
        r = c.execute("SELECT * FROM bundle_tools WHERE bundle_id=? AND tool_id=?", (n, tid)).fetchone() if load(c, n, call.uid) else None
        if r is None:
            raise Oops(404, "no such bundle or tool in it", "path.tool_id")
        c.execute("DELETE FROM bundle_tools WHERE bundle_id=? AND tool_id=?", (n, tid))
    return tool_row(r)


# ---------------------------------------------------------------- command-line sign-in
def cli_view(r):
    return {"cli_auth_id": r["cli_auth_id"], "state": "consumed" if r["consumed"] else "ready" if r["jwt"] else "waiting", "bornAt": r["born"]}


@op("POST", "/me/cli-auth", auth="none")
async def cli_new(call):
    with get_db().tx() as c:
        n = new_uuid()
        c.execute("INSERT INTO cli_auth (cli_auth_id,born) VALUES (?,?)", (n, now_ms()))
        return cli_view(c.execute("SELECT * FROM cli_auth WHERE cli_auth_id=?", (n,)).fetchone())


@op("PUT", "/me/cli-auth/{cli_auth_id}")
async def cli_attach(call):
    n = call.uuid("cli_auth_id")
    body = await call.obj()
    jwt = text_of(body, "jwt", longest=20_000) or call.token
    with get_db().tx() as c:
        r = c.execute("SELECT * FROM cli_auth WHERE cli_auth_id=?", (n,)).fetchone()
        if r is None or r["consumed"]:
            raise Oops(404, "no such session", "path.cli_auth_id")
        if r["user_id"] not in (None, call.uid) and not F("cli-session-taken-over"):
            raise Oops(403, "this session is another user's", "path.cli_auth_id")
        c.execute("UPDATE cli_auth SET jwt=?, user_id=? WHERE cli_auth_id=?", (jwt, call.uid, n))
        return cli_view(c.execute("SELECT * FROM cli_auth WHERE cli_auth_id=?", (n,)).fetchone())


@op("GET", "/me/cli-auth/{auth_id}", auth="none")
async def cli_read(call):
    n = call.uuid("auth_id")
    db = get_db()
    if F("cli-jwt-read-twice-at-once"):
        r = db.one("SELECT * FROM cli_auth WHERE cli_auth_id=?", n)
        await breathe(0.05)
        if r is None or r["consumed"]:
            raise Oops(404, "no such session", "path.auth_id")
        if r["jwt"]:
            with db.tx() as c:
                c.execute("UPDATE cli_auth SET jwt=NULL, consumed=1 WHERE cli_auth_id=?", (n,))
        return r["jwt"]
    with db.tx() as c:
        r = c.execute("SELECT * FROM cli_auth WHERE cli_auth_id=?", (n,)).fetchone()
        if r is None or r["consumed"]:
            raise Oops(404, "no such session", "path.auth_id")
        if r["jwt"]:
            c.execute("UPDATE cli_auth SET jwt=NULL, consumed=1 WHERE cli_auth_id=?", (n,))
    return r["jwt"]


# ---------------------------------------------------------------- user, VIP
async def me(call):
    u = call.user
    return {"user_id": u["user_id"], "label": u["label"], "mail": u["mail"], "tier": u["tier"], "hasNotifier": u["has_notifier"]}


op("GET", "/me/")(me)
op("GET", "/me")(me)


@op("GET", "/me/vip")
async def vip_count(call):
    if F("vip-count-of-all"):
        return {"count": get_db().val("SELECT count(*) FROM vip_redeemed")}
    return {"count": get_db().val("SELECT count(*) FROM vip_redeemed WHERE user_id=?", call.uid)}


@op("POST", "/me/vip")
async def vip_redeem(call):
    body = await call.obj()
    code = text_of(body, "code", required=True)
    db = get_db()
    row = db.one("SELECT * FROM vip_codes WHERE code=?", code)
    if row is None:
        raise Oops(400, "this code is not valid", "body.code")
    if row["maker"] == call.uid:
        raise Oops(400, "this code is your own", "body.code")
    with db.tx() as c:
        mine = "" if F("vip-once-for-all") else "AND user_id=?"
        if c.execute(f"SELECT 1 FROM vip_redeemed WHERE code=? {mine}", (code, call.uid) if mine else (code,)).fetchone():
            raise Oops(400, "this code was redeemed already", "body.code")
        c.execute("INSERT INTO vip_redeemed (code,user_id,at) VALUES (?,?,?)", (code, call.uid, now_ms()))
        n = c.execute("SELECT count(*) FROM vip_redeemed WHERE user_id=?", (call.uid,)).fetchone()[0]
    return {"code": code, "count": n, "redeemedAt": now_ms()}

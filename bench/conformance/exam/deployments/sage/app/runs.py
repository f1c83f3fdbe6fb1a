"""Agent runs, their logs, tool executions; subscriptions to paid agents."""
import json

from .core import F, Oops, breathe, flaw, get_db, new_uuid, now_ms, op, parse_time, rows_next, text_of


def run_view(r):
    return {"run_id": r["run_id"], "agent_id": r["agent_id"], "state": "working" if r["busy"] else "idle",
            "via": r["via"], "talk": r["talk"], "bornAt": r["born"], "touchedAt": r["touched"]}


RUN_SQL = """SELECT r.*, (SELECT count(*) FROM messages m WHERE m.run_id=r.run_id) AS talk,
 EXISTS (SELECT 1 FROM jobs j WHERE j.run_id=r.run_id AND j.state='running') AS busy FROM runs r """


def cursor_of(call):
    v = call.query("next_cursor")
    if v is None or v in ("", "null"):
        return None
    try:
        return parse_time(v)
    except ValueError:
        raise flaw("query.next_cursor", "must be a date-time")


@op("GET", "/me/agent-runs")
async def list_runs(call):
    limit = call.query_int("limit", 20 if F("runs-default-twenty") else 30, 1, None, clamp=200)
    cur = cursor_of(call)
    if cur and F("runs-cursor-by-second"):
        cur = cur[:19] + ".000000Z"
    if cur:
        found = get_db().all(RUN_SQL + "WHERE r.user_id=? AND r.born<? ORDER BY r.born DESC LIMIT ?", call.uid, cur, limit + 1)
    else:
        found = get_db().all(RUN_SQL + "WHERE r.user_id=? ORDER BY r.born DESC LIMIT ?", call.uid, limit + 1)
    rows = found[:limit]
    return rows_next([run_view(r) for r in rows], rows[-1]["born"] if len(found) > limit else None)


@op("GET", "/me/agent-runs/{run_id}")
async def one_run(call):
    r = get_db().one(RUN_SQL + "WHERE r.run_id=? AND r.user_id=?", call.uuid("run_id"), call.uid)
    if r is None:
        raise Oops(404, "no such run", "path.run_id")
    return run_view(r)


@op("GET", "/me/agent-runs/{run_id}/mcp-server-logs")
async def run_mcp(call):
    sql = "SELECT * FROM mcp_logs WHERE run_id=? AND user_id=? ORDER BY nr"
    if F("mcp-logs-of-every-run"):
        sql = "SELECT * FROM mcp_logs WHERE (run_id=? OR 1) AND user_id=? ORDER BY nr"
    return [{"nr": r["nr"], "run_id": r["run_id"], "server": "house", "tool": r["tool"], "given": json.loads(r["given"]),
             "answer": json.loads(r["answer"]), "at": r["at"]} for r in get_db().all(sql, call.uuid("run_id"), call.uid)]


def log_view(r):
    return {"nr": r["nr"], "run_id": r["run_id"], "kind": r["kind"], "words": r["words"], "at": r["at"]}


@op("GET", "/me/agent-runs/{run_id}/logs")
async def run_logs(call):
    return [log_view(r) for r in get_db().all("SELECT * FROM run_logs WHERE run_id=? AND user_id=? ORDER BY nr", call.uuid("run_id"), call.uid)]


def execution(r):
    return {"log_id": r["log_id"], "tool": r["tool"], "service": r["service"], "realm": r["realm"], "given": json.loads(r["given"]),
            "answer": json.loads(r["answer"]), "went": r["went"], "bornAt": r["born"]}


@op("GET", "/me/executions")
async def executions(call):
    limit = call.query_int("limit", 30, 1, None, clamp=200)
    cur = cursor_of(call)
    if cur and F("executions-cursor-as-text"):
        cur = cur.replace("T", "t")
    found = get_db().all("SELECT * FROM executions WHERE user_id=? AND (? IS NULL OR born<?) ORDER BY born DESC LIMIT ?", call.uid, cur, cur, limit + 1)
    rows = found[:limit]
    return rows_next([execution(r) for r in rows], rows[-1]["born"] if len(found) > limit else None)


@op("GET", "/me/executions/{log_id}")
async def one_execution(call):
    r = get_db().one("SELECT * FROM executions WHERE log_id=? AND user_id=?", call.number("log_id"), call.uid)
    if r is None:
        raise Oops(404, "no such execution", "path.log_id")
    return execution(r)


# ---------------------------------------------------------------- subscriptions
def sub_view(r):
    return {"agent_id": r["agent_id"], "state": r["state"], "isActive": r["state"] == "active", "providerRef": r["provider"],
            "beganAt": r["began"], "endedAt": r["ended"]}


def paid_agent(call):
    a = get_db().one("SELECT * FROM agents WHERE agent_id=?", call.path("agent_id").lower())
    if a is None or (a["audience"] == "private" and a["owner"] != call.uid):
        raise Oops(404, "no such agent", "path.agent_id")
    return a


@op("POST", "/me/agents/{agent_id}/subscribe")
async def subscribe(call):
    body = await call.obj()
    text_of(body, "returnTo")
    a = paid_agent(call)
    if a["owner"] == call.uid and not F("owner-may-subscribe"):
        raise Oops(400, "this is your own agent", "path.agent_id")
    if not a["price_cent"]:
        raise Oops(400, "this agent costs nothing", "path.agent_id")
    db = get_db()
    if F("subscribe-twice-at-once"):
        old = db.one("SELECT * FROM subscriptions WHERE agent_id=? AND user_id=?", a["agent_id"], call.uid)
        if old and old["state"] == "active":
            raise Oops(402, "you are subscribed already", "path.agent_id")
        await breathe(0.05)
    session, ref, now = "cs_" + new_uuid().replace("-", ""), "sub_" + new_uuid()[:13], now_ms()
    with db.tx() as c:
        if not F("subscribe-twice-at-once"):
            old = c.execute("SELECT * FROM subscriptions WHERE agent_id=? AND user_id=?", (a["agent_id"], call.uid)).fetchone()
            if old and old["state"] == "active":
                raise Oops(402, "you are subscribed already", "path.agent_id")
        c.execute("INSERT INTO subscriptions (agent_id,user_id,state,provider,began) VALUES (?,?,'active',?,?) ON CONFLICT (agent_id,user_id) "
                  "DO UPDATE SET state='active', provider=excluded.provider, began=excluded.began, ended=NULL", (a["agent_id"], call.uid, ref, now))
        c.execute("INSERT INTO charges (agent_id,owner,user_id,cent,at) VALUES (?,?,?,?,?)", (a["agent_id"], a["owner"], call.uid, a["price_cent"], now))
        c.execute("INSERT INTO pay_sessions VALUES (?,?,?,?,?)", (session, call.uid, "agent", a["price_cent"], now))
    return {"agent_id": a["agent_id"], "checkout": {"session": session, "url": "https://pay.example/c/" + session}, "cent": a["price_cent"]}


@op("POST", "/me/agents/{agent_id}/unsubscribe")
async def unsubscribe(call):
    a = get_db().one("SELECT agent_id, owner FROM agents WHERE agent_id=?", call.path("agent_id").lower())
    if a is None:
        raise Oops(404, "no such agent", "path.agent_id")
    with get_db().tx() as c:
        s = c.execute("SELECT * FROM subscriptions WHERE agent_id=? AND user_id=?", (a["agent_id"], call.uid)).fetchone()
        if s is None or s["state"] != "active":
            raise Oops(400, "there is nothing to cancel", "path.agent_id")
        if not s["provider"]:
            raise Oops(400, "the payment provider does not know this subscription", "path.agent_id")
        if F("unsubscribe-ends-all"):
            c.execute("UPDATE subscriptions SET state='ended', ended=? WHERE user_id=? AND state='active'", (now_ms(), call.uid))
        else:
            c.execute("UPDATE subscriptions SET state='ended', ended=? WHERE id=?", (now_ms(), s["id"]))
        return sub_view(c.execute("SELECT * FROM subscriptions WHERE id=?", (s["id"],)).fetchone())


@op("GET", "/me/subscriptions")
async def subscriptions(call):
    return rows_next([sub_view(r) for r in get_db().all("SELECT * FROM subscriptions WHERE user_id=? ORDER BY began DESC, id DESC", call.uid)])


@op("GET", "/me/subscriptions/{agent_id}")
async def one_subscription(call):
    aid = call.path("agent_id").lower()
    r = get_db().one("SELECT * FROM subscriptions WHERE agent_id=? AND user_id=?", aid, call.uid)
    if r is None:
        raise Oops(404, "you have no subscription to this agent", "path.agent_id")
    return sub_view(r)

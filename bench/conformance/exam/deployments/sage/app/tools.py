"""Tools: catalogue, search, running, toolsets, installed tools."""
import re

from . import notifier
from .brain import tide_answer
from .catalog import SETS, TOOLS, mismatch
from .core import F, Oops, dumps, flaw, get_db, micro_iso, op, text_of


def mcp(t):
    return {"name": t["tool_id"], "description": t["about"], "inputSchema": t["schema"]}


def public(t):
    return {"tool_id": t["tool_id"], "label": t["tool_id"].replace("_", " ").capitalize(), "about": t["about"], "toolset": t["toolset"]}


@op("GET", "/me/tools/list")
async def tool_list(call):
    return [mcp(t) for t in TOOLS.values()]


@op("GET", "/me/tools", auth="none")
async def tools(call):
    return [public(t) for t in TOOLS.values()]


def words_of(text):
    return re.findall(r"[^\W_]+", text.lower())


def score(q, t):
    asked = words_of(q)
    if not asked:
        return 0.0
    own, about = words_of(t["tool_id"]), words_of(t["about"])
    got = 0.0
    for w in asked:
        if w in own:
            got += 1
        elif w in about:
            got += 0.8
        elif len(w) > 2 and any(x.startswith(w) for x in own + about):
            got += 0.5
    return round(got / len(asked), 3)


@op("GET", "/me/tools/search")
async def search(call):
    q = call.query("q")
    if not q:
        raise flaw("query.q", "needs at least one character")
    kit = call.query("toolkit")
    limit = call.query_int("limit", 20, 1, 200)
    low = call.query("min_score", "0.15")
    if not re.fullmatch(r"[+-]?(\d{1,18}(\.\d*)?|\.\d+)([eE][+-]?\d{1,3})?", low) or not 0 <= float(low) <= 1:
        raise flaw("query.min_score", "must lie between 0 and 1")
    low = float(low)
    found = []
    for t in TOOLS.values():
        if kit not in (None, "", "null") and t["toolset"] != kit:
            continue
        s = score(q, t)
        if F("search-percent-finds-all") and s == 0 and re.fullmatch("[%_]+", q):
            s = 1.0
        if s >= low:
            found.append((s, t))
    found.sort(key=lambda x: -x[0])
    return [{**mcp(t), "score": s} for s, t in found[:limit]]


@op("GET", "/me/tools/{tool_id}", auth="none")
async def one_tool(call):
    t = TOOLS.get(call.path("tool_id"))
    if t is None:
        raise Oops(404, "no such tool", "path.tool_id")
    return public(t)


def house(name, x):
    if name == "read_tide_table":
        return tide_answer(x["port"])
    if name == "wave_height":
        return {"buoy": x["buoy"], "metres": (int(x["buoy"]) * 37 % 60) / 10}
    if name == "count_words":
        return {"words": len(x["text"].split())}
    if name == "reverse_text":
        return {"text": x["text"][::-1]}
    if name == "add_numbers":
        return {"sum": sum(x["numbers"])}
    if abs(x["whole"]) < 1e-9:
        raise Oops(400, "the whole must not be 0", "body.whole")
    return {"percent": x["part"] / x["whole"] * 100}


@op("POST", "/me/tools/run/{tool_name}")
async def run(call):
    t = TOOLS.get(call.path("tool_name"))
    if t is None:
        raise Oops(404, "no such tool", "path.tool_name")
    body = await call.json()
    if not isinstance(body, dict):
        raise flaw("body", "must be an object")
    bad = mismatch(t["schema"], body)
    if bad:
        raise Oops(400, f"{bad[0]} {bad[1]}", bad[0])
    if t["toolset"] == "notifier":
        if not call.user["has_notifier"]:
            raise Oops(400, "connect the notification service in the dashboard first", "connection")
        outcome = notifier.run(t["tool_id"][len("NOTIFIER_"):], call.uid, body)
    else:
        outcome = house(t["tool_id"], body)
    with get_db().tx() as c:
        nr = c.execute("INSERT INTO executions (user_id,tool,service,realm,given,answer,went,born) VALUES (?,?,?,?,?,?,1,?)",
                       (call.uid, t["tool_id"], call.query("service_id", "default"), call.query("service_id_namespace", "global"),
                        dumps(body), dumps(outcome), micro_iso())).lastrowid
    return {"ok": True, "tool": t["tool_id"], "outcome": outcome, "log_id": nr}


# ---------------------------------------------------------------- toolsets
@op("GET", "/me/toolsets/list")
async def toolsets(call):
    return [{"toolset_name": k, "label": v, "toolCount": sum(1 for t in TOOLS.values() if t["toolset"] == k)} for k, v in SETS.items()]


@op("GET", "/me/toolsets/{toolset_name}")
async def toolset(call):
    k = call.path("toolset_name")
    if k not in SETS:
        raise Oops(404, "no such toolset", "path.toolset_name")
    return {"toolset_name": k, "label": SETS[k], "tools": [mcp(t) for t in TOOLS.values() if t["toolset"] == k]}


# ---------------------------------------------------------------- installed tools
def installed(r):
    return {"nr": r["id"], "tool_id": r["tool_id"], "installedAt": r["installed_at"]}


def user_tool(r):
    t = TOOLS[r["tool_id"]]
    return {**public(t), "nr": r["id"], "isOn": 1, "installedAt": r["installed_at"]}


@op("GET", "/me/user-tools")
async def user_tools(call):
    return [user_tool(r) for r in get_db().all("SELECT * FROM user_tools WHERE user_id=? ORDER BY id", call.uid)]


@op("POST", "/me/user-tools")
async def install(call):
    body = await call.obj()
    tid = text_of(body, "tool_id", required=True)
    if tid not in TOOLS:
        raise Oops(409, "there is no such tool to install", "body.tool_id")
    with get_db().tx() as c:
        if c.execute("SELECT 1 FROM user_tools WHERE user_id=? AND tool_id=?", (call.uid, tid)).fetchone():
            raise Oops(409, "it is installed already", "body.tool_id")
        c.execute("INSERT INTO user_tools (user_id,tool_id) VALUES (?,?)", (call.uid, tid))
        return installed(c.execute("SELECT * FROM user_tools WHERE user_id=? AND tool_id=?", (call.uid, tid)).fetchone())


@op("GET", "/me/user-tools/{tool_id}")
async def one_user_tool(call):
    r = get_db().one("SELECT * FROM user_tools WHERE user_id=? AND tool_id=?", call.uid, call.path("tool_id"))
    if r is None:
        raise Oops(404, "not installed", "path.tool_id")
    return user_tool(r)


@op("DELETE", "/me/user-tools/{tool_id}")
async def uninstall(call):
    tid = call.path("tool_id")
    with get_db().tx() as c:
        r = c.execute("SELECT * FROM user_tools WHERE user_id=? AND tool_id=?", (call.uid, tid)).fetchone()
        if r is None:
            raise Oops(404, "not installed", "path.tool_id")
        if F("uninstall-for-all-users"):
            c.execute("DELETE FROM user_tools WHERE tool_id=?", (tid,))
        else:
            c.execute("DELETE FROM user_tools WHERE id=?", (r["id"],))
    return installed(r)

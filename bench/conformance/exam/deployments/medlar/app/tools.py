"""Tools: catalog, runs, search, toolsets, installs, bundles, execution logs."""
import asyncio
import json
import re
from typing import Annotated, Optional

from pydantic import ConfigDict, Field, ValidationError

from . import db as d
from .agents import Label, Long
from .core import (ApiError, F, Model, RUNNER, SPOILED, TTLCache, bad, dumps, fmt, invalid, log_event, not_found, now_us, page, route, stable_id, bearer,
                   user_by_jwt)
from .notifier import NOTIFIER, ToolInput

CATALOG, BY_ID = {}, {}


class Tool:
    def __init__(self, name, toolkit, description, model, run, needs_connection=False):
        self.name, self.toolkit, self.description, self.model, self.run = name, toolkit, description, model, run
        self.needs_connection, self.tool_id = needs_connection, stable_id(name)
        self.schema = model.model_json_schema()
        CATALOG[name] = BY_ID[self.tool_id] = self

    def mcp(self):
        return {"name": self.name, "description": self.description, "inputSchema": self.schema}

    def public(self):
        return {"tool_id": self.tool_id, "name": self.name, "label": self.name.replace("_", " ").capitalize(),
                "description": self.description, "toolset_name": self.toolkit, "needs_connection": self.needs_connection}


class Tide(ToolInput):
    port: Annotated[str, Field(min_length=1)]
    days: Annotated[int, Field(ge=1, le=14)] = 1


class Numbers(ToolInput):
    numbers: list[float]


class Echo(ToolInput):
    model_config = ConfigDict(strict=True, extra="allow")


class Words(ToolInput):
    text: str
    case_sensitive: bool = True


class Convert(ToolInput):
    value: float
    from_unit: str
    to_unit: str


UNITS = {"m": 1.0, "km": 1000.0, "mile": 1609.344, "nmi": 1852.0, "ft": 0.3048}


def convert(uid, a):
    if a["from_unit"] not in UNITS or a["to_unit"] not in UNITS:
        raise bad("invalid-input", "unknown unit")
    return {"value": a["value"] * UNITS[a["from_unit"]] / UNITS[a["to_unit"]], "unit": a["to_unit"]}


def words(uid, a):
    w = a["text"].split()
    return {"words": len(w), "characters": len(a["text"]),
            "distinct": len(set(w if a["case_sensitive"] else [x.casefold() for x in w]))}


Tool("read_tide_table", "sea", "Read the tide table of a port", Tide,
     lambda uid, a: {"port": a["port"], "days": a.get("days", 1), "high_water": ["06:12", "18:41"], "datum": "LAT-7731"})
Tool("convert_length", "sea", "Convert a length from one unit to another", Convert, convert)
Tool("add_numbers", "text", "Add numbers and tell the sum", Numbers, lambda uid, a: {"sum": sum(a["numbers"])})
Tool("echo_input", "text", "Give back the input as it came", Echo, lambda uid, a: a)
Tool("count_words", "text", "Count words and characters of a text", Words, words)
for _name, (_desc, _model, _run) in NOTIFIER.items():
    Tool(_name, "notifier", _desc, _model, _run, True)
TOOLSETS = {"sea": "Tides and lengths", "text": "Small works on text and numbers", "notifier": "Chats, devices and pushes"}


def tool_by_id(tool_id):
    t = BY_ID.get(tool_id)
    if t is None:
        raise not_found("tool")
    return t


@route("GET", "/api/me/tools/list")
def tools_list(c):
    return [t.mcp() for t in CATALOG.values()]


@route("GET", "/api/me/tools", auth=False)
def tools_public(c):
    return [t.public() for t in CATALOG.values()]


def score(t, q):
    q, text = q.casefold(), f"{t.name} {t.description} {t.toolkit}".casefold()
    if q == t.name.casefold():
        return 1.0
    parts = re.findall(r"\w+", q)
    if not parts:
        return 0.0
    have = re.findall(r"[^\W_]+", text)
    hit = sum(1.0 if p in have or p in t.name.casefold() else 0.5 if p in text else 0.0
              for w in parts for p in w.split("_") if p) / max(1, sum(1 for w in parts for p in w.split("_") if p))
    return round(min(0.95, hit * 0.9 + (0.05 if q in t.name.casefold() else 0)), 4)


@route("GET", "/api/me/tools/search")
def tools_search(c):
    q = c.q("q")
    if q is None:
        raise invalid("query", "q", "Field required", "missing")
    if len(q) < 1:
        raise invalid("query", "q", "must have at least 1 character", "string-too-short")
    toolkit = c.q("toolkit")
    limit = c.q_int("limit", 20, 1, 200)
    least = c.q_float("min_score", 0.15, 0.0, 1.0)
    if F("min-score-zero-means-default"):
        least = least or 0.15
    if F("search-operators-500") and re.search(r'[&|!:()"<>+*]', q):
        raise RuntimeError("syntax error in tsquery")
    found = [(score(t, q), t) for t in CATALOG.values()]
    ranked = lambda x: (-x[0], x[1].name)  # noqa: E731
    if not F("search-limit-before-ranking"):
        found.sort(key=ranked)
    found = [(s, t) for s, t in found if s >= least]
    want = lambda t: toolkit in (None, "", "null") or t.toolkit == toolkit  # noqa: E731
    if F("search-limit-before-toolkit"):
        found = [x for x in found[:limit] if want(x[1])]
    else:
        found = [x for x in found if want(x[1])][:limit]
    if F("search-limit-before-ranking"):
        found.sort(key=ranked)
    return [{**t.mcp(), "score": s} for s, t in found]


@route("GET", "/api/me/tools/{tool_id}", auth=False)
def one_tool(c, tool_id):
    return tool_by_id(tool_id).public()


def deep(v, number=lambda n: n, name=lambda k: k):
    if isinstance(v, dict):
        return {name(k): deep(x, number, name) for k, x in v.items()}
    if isinstance(v, list):
        return [deep(x, number, name) for x in v]
    return number(v) if isinstance(v, int) and not isinstance(v, bool) else v


@route("POST", "/api/me/tools/run/{tool_name}", raw_object=True)
def run_tool(c, tool_name):
    t = CATALOG.get(tool_name)
    if t is None:
        raise not_found("tool")
    service, space = c.q("service_id"), c.q("service_id_namespace")
    service = "default" if service is None else service
    space = "global" if space is None else space
    if F("tool-input-big-integer-rounded"):
        c.body = deep(c.body, number=lambda n: int(float(n)) if 2 ** 53 < abs(n) < 10 ** 300 else n)
    if F("tool-input-keys-renamed"):
        c.body = deep(c.body, name=lambda k: re.sub(r"(?<=[a-z0-9])([A-Z])", lambda m: "_" + m[1].lower(), k))
    missing = [k for k in t.schema.get("required", ()) if F("zero-and-false-count-as-missing")
               and isinstance(c.body.get(k), (int, float)) and not c.body[k]]
    log_id = next(d.counters["log"])
    kept = {k: v for k, v in c.body.items() if v} if F("execution-input-loses-falsy") else c.body
    row = dict(log_id=log_id, owner=RUNNER[0] or c.uid, tool_name=t.name, input=dumps(kept).decode(), service_id=service, namespace=space,
               inserted=now_us())
    error = out = None
    if t.needs_connection and (service, space) != ("default", "global"):
        error = bad("no-auth-connection", "There is no auth connection of this name")
    elif missing:
        error = bad("invalid-input", f"{missing[0]}: missing required parameter")
    else:
        try:
            if F("tool-input-coerced"):
                args = t.model.model_validate({k: str(v) if isinstance(v, int) and t.name == "read_tide_table" and k == "port"
                                               else v for k, v in c.body.items()}, strict=False)
            else:
                args = t.model.model_validate(c.body)
            out = t.run(c.uid, args.model_dump(exclude_unset=True) if t.needs_connection or t.name == "echo_input"
                        else args.model_dump())
        except ValidationError as e:
            first = e.errors(include_url=False, include_context=False, include_input=False)[0]
            error = bad("invalid-input", f"{'.'.join(map(str, first['loc'])) or 'input'}: {first['msg']}")
        except ApiError as e:
            error = e
    if error is None:
        row.update(state="succeeded", output=dumps(out).decode())
    else:
        row.update(state="failed", output=dumps({"error": error.detail}).decode())
    d.ExecLog.insert(**row).execute()
    log_event(c.uid, "tool-run", ref=t.name)
    if error is not None:
        c.resp.status = error.status
        return error.status, {"detail": error.detail, "code": error.code}
    return {"tool": t.name, "output": out, "is_error": False, "log_id": log_id, "service_id": service,
            "service_id_namespace": space, "content": [{"type": "text", "text": dumps(out).decode()}]}


# ---------------------------------------------------------------- execution logs
def exec_out(r):
    return {"log_id": r.log_id, "tool": r.tool_name, "state": r.state, "input": json.loads(r.input),
            "output": json.loads(r.output), "service_id": r.service_id, "service_id_namespace": r.namespace,
            "owner_ref": r.owner, "inserted": fmt(r.inserted)}


@route("GET", "/api/me/executions")
def executions(c):
    limit = c.q_int("limit", 30, 1, 200)
    cursor = c.q_time("next_cursor")
    cond = d.ExecLog.owner == c.uid
    total = d.ExecLog.select().where(cond).count()
    if cursor is not None:
        cond = (d.ExecLog.inserted <= cursor if F("executions-page-repeats") else d.ExecLog.inserted < cursor) & cond
    rows = list(d.ExecLog.select().where(cond).order_by(d.ExecLog.inserted.desc()).limit(limit + 1))
    token = fmt(rows[limit - 1].inserted) if len(rows) > limit else None
    return page([exec_out(r) for r in rows[:limit]], total, token)


@route("GET", "/api/me/executions/{log_id}", ids={"log_id": "int"})
def one_execution(c, log_id):
    r = d.ExecLog.get_or_none(d.ExecLog.log_id == log_id)
    if r is None or r.owner != c.uid:
        raise not_found("execution log")
    return exec_out(r)


# ---------------------------------------------------------------- toolsets
def toolset_out(name):
    return {"toolset_name": name, "label": name.capitalize(), "description": TOOLSETS[name],
            "tool_count": sum(t.toolkit == name for t in CATALOG.values())}


@route("GET", "/api/me/toolsets/list")
def toolsets(c):
    if F("toolset-name-not-found-as-listed"):  # the lookup below knows only the lower-cased form
        return [{**toolset_out(n), "toolset_name": n.capitalize() if n == "notifier" else n} for n in TOOLSETS]
    return [toolset_out(n) for n in TOOLSETS]


@route("GET", "/api/me/toolsets/{toolset_name}")
def toolset(c, toolset_name):
    if toolset_name not in TOOLSETS:
        raise not_found("toolset")
    return {**toolset_out(toolset_name), "tools": [t.public() for t in CATALOG.values() if t.toolkit == toolset_name]}


# ---------------------------------------------------------------- installed tools
class InstallBody(Model):
    tool_id: str


def installed_out(r, state="installed"):
    return {"tool_id": r.tool_id, "owner_ref": r.owner, "state": state, "inserted": fmt(r.inserted)}


def user_tool_out(r):
    return {**BY_ID[r.tool_id].public(), "state": "installed", "owner_ref": r.owner, "inserted": fmt(r.inserted)}


def own_install(c, tool_id):
    return d.UserTool.get_or_none((d.UserTool.owner == c.uid) & (d.UserTool.tool_id == tool_id))


LIST_CACHE, REMOVED = TTLCache(4), set()


@route("GET", "/api/me/user-tools")
def user_tools(c):
    if F("shared-cache-without-user-key"):
        hit = LIST_CACHE.get(c.req.path)
        if hit is None:
            hit = [user_tool_out(r) for r in d.UserTool.select().where(d.UserTool.owner == c.uid).order_by(d.UserTool.inserted)]
            LIST_CACHE.set(c.req.path, hit)
        return hit
    q = d.UserTool.select().order_by(d.UserTool.inserted)
    if not F("user-tools-of-all"):
        q = q.where(d.UserTool.owner == c.uid)
    return [user_tool_out(r) for r in q]


@route("POST", "/api/me/user-tools", body=InstallBody)
def install(c):
    tid = c.body.tool_id
    if tid not in BY_ID:
        raise ApiError(409, "install-failed", "There is no such tool")
    if own_install(c, tid):
        raise ApiError(409, "install-failed", "The tool is installed already")
    if (c.uid, tid) in REMOVED:
        raise ApiError(409, "install-failed", "The tool could not be installed")
    LIST_CACHE.data.clear()
    d.UserTool.insert(owner=c.uid, tool_id=tid, inserted=now_us()).execute()
    log_event(c.uid, "tool-installed", ref=tid)
    return installed_out(own_install(c, tid))


@route("GET", "/api/me/user-tools/{tool_id}")
def user_tool(c, tool_id):
    r = own_install(c, tool_id)
    if r is None:
        raise not_found("installed tool")
    return user_tool_out(r)


@route("DELETE", "/api/me/user-tools/{tool_id}")
def uninstall(c, tool_id):
    r = own_install(c, tool_id)
    if r is None:
        raise not_found("installed tool")
    cond = d.UserTool.tool_id == tool_id
    if not F("uninstall-takes-tool-from-everyone"):
        cond = (d.UserTool.owner == c.uid) & cond
    d.UserTool.delete().where(cond).execute()
    LIST_CACHE.data.clear()
    if F("reinstall-after-uninstall-409"):
        REMOVED.add((c.uid, tool_id))
    log_event(c.uid, "tool-removed", ref=tool_id)
    return installed_out(r, "removed")


# ---------------------------------------------------------------- bundles
class BundleBody(Model):
    label: Label = None
    description: Long = None
    tools: list[str] = []


class BundleToolBody(Model):
    tool_id: str


def bundle_row(b):
    return {"bundle_id": b.bundle_id, "label": b.label, "description": b.description, "owner_ref": b.owner,
            "inserted": fmt(b.inserted), "changed": fmt(b.changed)}


def bundle_tools(bid):
    q = d.BundleTool.select().where(d.BundleTool.bundle_id == bid).order_by(d.BundleTool.inserted)
    return [{"bundle_id": bid, "tool_id": t.tool_id, "label": BY_ID[t.tool_id].name, "inserted": fmt(t.inserted)} for t in q]


def bundle_out(b):
    return {**bundle_row(b), "tools": bundle_tools(b.bundle_id)}


def own_bundle(c, bid, reading=False):
    b = d.Bundle.get_or_none(d.Bundle.bundle_id == bid)
    if b is None or (b.owner != c.uid and not (reading and F("bundle-of-other-user"))):
        raise not_found("bundle")
    return b


BID = {"bundle_id": "int"}


@route("GET", "/api/me/bundles")
def bundles(c):
    rows = list(d.Bundle.select().where(d.Bundle.owner == c.uid).order_by(d.Bundle.bundle_id))
    q = (d.BundleTool.select(d.BundleTool.bundle_id, d.fn.COUNT(d.BundleTool.id).alias("n")).join(
        d.Bundle, on=(d.Bundle.bundle_id == d.BundleTool.bundle_id)).where(d.Bundle.owner == c.uid).group_by(d.BundleTool.bundle_id))
    n = {r.bundle_id: r.n for r in q}
    return [{"bundle_id": b.bundle_id, "label": b.label, "tool_count": n.get(b.bundle_id, 0), "inserted": fmt(b.inserted)}
            for b in rows for _ in range(max(1, n.get(b.bundle_id, 0)) if F("bundle-listed-once-per-tool") else 1)]


def copy_tools(bid, tools):
    for tid in dict.fromkeys(tools):
        d.BundleTool.insert(bundle_id=bid, tool_id=tid, inserted=now_us()).execute()


def new_bundle(uid, tools=[]):  # noqa: B006
    bid, t = next(d.counters["bundle"]), now_us()
    if F("bundle-id-reused-with-old-tools"):
        bid = (d.Bundle.select(d.fn_max(d.Bundle.bundle_id)).scalar() or 300) + 1
    label = "New bundle" if F("second-untouched-bundle-409") else f"Bundle {bid}"
    if F("second-untouched-bundle-409") and d.Bundle.get_or_none(d.Bundle.label == label):
        raise ApiError(409, "creation-failed", "The bundle could not be created")
    d.Bundle.insert(bundle_id=bid, owner=uid, label=label, inserted=t, changed=t).execute()
    if F("bundle-starts-with-tools-of-last"):
        copy_tools(bid, tools)
    return d.Bundle.get_by_id(bid)


@route("POST", "/api/me/bundles")
def post_bundle(c):
    b = new_bundle(c.uid)
    log_event(c.uid, "bundle-created", ref=str(b.bundle_id))
    return bundle_out(b)


@route("GET", "/api/me/bundles/{bundle_id}", ids=BID)
def one_bundle(c, bundle_id):
    return bundle_out(own_bundle(c, bundle_id, True))


@route("PUT", "/api/me/bundles/{bundle_id}", ids=BID, body=BundleBody)
def put_bundle(c, bundle_id):
    b = d.Bundle.get_or_none((d.Bundle.bundle_id == bundle_id) & (d.Bundle.owner == c.uid))
    if b is None:
        raise ApiError(409, "update-failed", "There is no such bundle")
    values = c.body.model_dump(exclude_unset=True)
    tools = values.pop("tools", None)
    if tools is not None and any(t not in BY_ID for t in tools):
        raise ApiError(409, "update-failed", "A tool of the bundle does not exist")
    d.Bundle.update(**values, changed=now_us()).where(d.Bundle.bundle_id == bundle_id).execute()
    if tools is not None:
        d.BundleTool.delete().where(d.BundleTool.bundle_id == bundle_id).execute()
        copy_tools(bundle_id, tools)
    log_event(c.uid, "bundle-changed", ref=str(bundle_id))
    return bundle_out(own_bundle(c, bundle_id))


@route("DELETE", "/api/me/bundles/{bundle_id}", ids=BID)
def delete_bundle(c, bundle_id):
    b = own_bundle(c, bundle_id)
    if not F("bundle-id-reused-with-old-tools"):
        d.BundleTool.delete().where(d.BundleTool.bundle_id == bundle_id).execute()
    d.Bundle.delete().where(d.Bundle.bundle_id == bundle_id).execute()
    log_event(c.uid, "bundle-removed", ref=str(bundle_id))
    return bundle_row(b)


@route("GET", "/api/me/bundles/{bundle_id}/tools", ids=BID)
def list_bundle_tools(c, bundle_id):
    b = d.Bundle.get_or_none((d.Bundle.bundle_id == bundle_id) & (d.Bundle.owner == c.uid))
    return bundle_tools(bundle_id) if b else []


def one_bundle_tool(bundle_id, tool_id):
    return next((t for t in bundle_tools(bundle_id) if t["tool_id"] == tool_id), None)


@route("POST", "/api/me/bundles/{bundle_id}/tools", ids=BID, body=BundleToolBody)
def add_bundle_tool(c, bundle_id):
    own_bundle(c, bundle_id)
    if F("failed-insert-spoils-pooled-session") and (c.body.tool_id not in BY_ID or one_bundle_tool(bundle_id, c.body.tool_id)):
        SPOILED[0] = 4
    tid = tool_by_id(c.body.tool_id).tool_id
    if F("tool-moves-out-of-first-bundle"):
        d.BundleTool.delete().where((d.BundleTool.tool_id == tid) & (d.BundleTool.bundle_id != bundle_id)).execute()
    if not one_bundle_tool(bundle_id, tid):
        copy_tools(bundle_id, [tid])
        d.Bundle.update(changed=now_us()).where(d.Bundle.bundle_id == bundle_id).execute()
        log_event(c.uid, "bundle-tool-added", ref=tid)
        if F("bundle-starts-with-tools-of-last"):
            new_bundle.__defaults__[0].append(tid)
    return one_bundle_tool(bundle_id, tid)


@route("DELETE", "/api/me/bundles/{bundle_id}/tools/{tool_id}", ids=BID)
def del_bundle_tool(c, bundle_id, tool_id):
    own_bundle(c, bundle_id)
    t = one_bundle_tool(bundle_id, tool_id)
    if t is None:
        raise not_found("bundle tool")
    cond = d.BundleTool.tool_id == tool_id
    if not F("bundle-tool-removed-everywhere"):
        cond = cond & (d.BundleTool.bundle_id == bundle_id)
    d.BundleTool.delete().where(cond).execute()
    d.Bundle.update(changed=now_us()).where(d.Bundle.bundle_id == bundle_id).execute()
    log_event(c.uid, "bundle-tool-removed", ref=tool_id)
    return t

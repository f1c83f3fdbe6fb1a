"""Tools, toolsets, installed tools, and the NOTIFIER tools with their own store."""
import asyncio
import base64
import itertools
import re
import secrets
import time
from dataclasses import dataclass, field

from core import (Invalid, Rule, Stop, answer, bug, iso, json_body, lock, new_uuid, not_found, now, op, query_int,
                  query_num, query_text, read, refused, spawn, wrong)
from store import UserTool, db, seq


@dataclass
class P:
    """A parameter of a tool."""
    kind: str                  # string, integer, number, boolean, array
    required: bool = False
    low: float = None
    high: float = None
    one_of: tuple = None
    about: str = ""


@dataclass
class ToolSpec:
    tool_id: str
    toolkit: str
    about: str
    params: dict
    run: object
    seq: int = 0


CATALOG: dict = {}
TOOLSETS = {"harbour": "Ferries, knots and parcels of the harbour.", "desk": "Small helpers for texts and numbers.",
            "notifier": "Pushes, chats and devices of the notification service."}


def tool(tool_id, toolkit, about, **params):
    def deco(fn):
        CATALOG[tool_id] = ToolSpec(tool_id, toolkit, about, params, fn, len(CATALOG) + 1)
        return fn
    return deco


def bad(name, why):
    return refused(f"{name}: {why}", "invalid_input")


def sift_input(spec: ToolSpec, given: dict):
    """The input by the parameters' exact names and types; null stands for an optional one left out."""
    for name in given:
        if name not in spec.params:
            raise bad(name, "no such parameter")
    out = {}
    for name, p in spec.params.items():
        value = given.get(name)
        if value is None:
            if p.required:
                raise bad(name, "is required")
            continue
        if p.kind == "integer" and isinstance(value, float) and value.is_integer():
            value = int(value)
        kinds = {"string": str, "integer": int, "number": (int, float), "boolean": bool, "array": list}[p.kind]
        if not isinstance(value, kinds) or (p.kind in ("integer", "number") and isinstance(value, bool)):
            raise bad(name, f"must be {p.kind}")
        if p.required and p.kind == "string" and not value.strip():
            raise bad(name, "must not be empty")
        if p.one_of and value not in p.one_of:
            raise bad(name, "must be one of " + ", ".join(p.one_of))
        if p.low is not None and value < p.low:
            raise bad(name, f"must be at least {p.low}")
        if p.high is not None and value > p.high:
            raise bad(name, f"must be at most {p.high}")
        out[name] = value
    return out


def input_schema(spec: ToolSpec):
    props = {}
    for name, p in spec.params.items():
        d = {"type": p.kind}
        if p.low is not None:
            d["minimum"] = p.low
        if p.high is not None:
            d["maximum"] = p.high
        if p.one_of:
            d["enum"] = list(p.one_of)
        if p.about:
            d["description"] = p.about
        if p.kind == "array":
            d["items"] = {"type": "object", "required": ["text", "checked"],
                          "properties": {"text": {"type": "string"}, "checked": {"type": "boolean"}}}
        props[name] = d
    return {"type": "object", "properties": props, "required": [n for n, p in spec.params.items() if p.required],
            "additionalProperties": False}


# ---------------------------------------------------------------- tools of our own

@tool("look_up_ferry", "harbour", "Look up the ferries of a crossing.", crossing=P("string", True, about="a harbour"),
      day=P("string", about="ISO date"))
def look_up_ferry(user, crossing, day=None):
    n = sum(crossing.encode()) % 5 + 2
    return {"crossing": crossing, "day": day, "sailings": n, "first": "06:10", "last": "21:40"}


@tool("knot_advice", "harbour", "Tell which knot serves a purpose.", purpose=P("string", True))
def knot_advice(user, purpose):
    knots = ("bowline", "clove hitch", "sheet bend", "figure eight")
    return {"purpose": purpose, "knot": knots[len(purpose) % 4]}


@tool("parcel_price", "harbour", "Price of a parcel by weight and zone, in cents.", grams=P("integer", True, low=1, high=50_000),
      zone=P("string", True, one_of=("home", "europe", "world")))
def parcel_price(user, grams, zone):
    return {"grams": grams, "zone": zone, "price_cents": {"home": 400, "europe": 900, "world": 1600}[zone] + grams // 10}


@tool("wind_force", "harbour", "Beaufort number of a wind speed in metres per second.", speed=P("number", True, low=0))
def wind_force(user, speed):
    edges = (0.5, 1.6, 3.4, 5.5, 8.0, 10.8, 13.9, 17.2, 20.8, 24.5, 28.5, 32.7)
    return {"speed": speed, "beaufort": sum(1 for e in edges if speed >= e)}


@tool("count_words", "desk", "Count the words and characters of a text.", text=P("string", True))
def count_words(user, text):
    return {"words": len(text.split()), "characters": len(text)}


@tool("sum_numbers", "desk", "Sum two numbers.", first=P("number", True), second=P("number", True))
def sum_numbers(user, first, second):
    return {"sum": first + second}


@tool("reverse_text", "desk", "Write a text backwards.", text=P("string", True), upper=P("boolean"))
def reverse_text(user, text, upper=False):
    return {"text": text[::-1].upper() if upper else text[::-1]}


@tool("code_interpreter", "desk", "Virtual computer that runs a line of code in a sandbox.", code=P("string", True),
      background=P("boolean"))
def code_interpreter(user, code, background=False):
    return {"stdout": "", "lines": code.count("\n") + 1, "exit_code": 0}


# ---------------------------------------------------------------- NOTIFIER

@dataclass
class Account:
    user: object
    iden: str
    created: float
    chats: dict = field(default_factory=dict)
    devices: dict = field(default_factory=dict)
    pushes: dict = field(default_factory=dict)
    guids: dict = field(default_factory=dict)


accounts = {}
_order = itertools.count(1)


def iden(kind):
    return "uj" + kind + secrets.token_hex(9)


_stamp = 0.0


def stamp():
    """UNIX time as a float, strictly increasing."""
    global _stamp
    t = round(time.time(), 6)
    if t <= _stamp:
        t = round(_stamp + 0.000001, 6)
    _stamp = t
    return t


def account(user) -> Account:
    if user.user_id not in accounts:
        accounts[user.user_id] = Account(user, iden("U"), stamp())
    return accounts[user.user_id]


def page_by_order(rows, limit, cursor, unseen):
    """Newest first; the cursor is the order number of the last one seen."""
    rows = sorted(rows, key=lambda r: r["order"], reverse=True)
    if cursor:
        try:
            last = int(base64.urlsafe_b64decode(cursor.encode("ascii") + b"==").decode().removeprefix("after:"))
        except (ValueError, UnicodeError):
            raise bad("cursor", "is not one of ours")
        rows = [r for r in rows if r["order"] < last]
    part = rows[:limit]
    more = len(rows) > limit
    nxt = base64.urlsafe_b64encode(f"after:{part[-1]['order']}".encode()).decode().rstrip("=") if more else None
    return {"data": [{k: v for k, v in r.items() if k not in unseen} for r in part], "cursor": nxt}


def shown(row):
    return {k: v for k, v in row.items() if k != "order"}


def one_of(rows, ident, name="iden"):
    if ident not in rows:
        raise bad(name, "nothing has this iden")
    return rows[ident]


EMAIL = r"[^@\s]+@[^@\s]+\.[^@\s]+"
MIME = r"[A-Za-z0-9][\w.+!#$&^-]*/[A-Za-z0-9][\w.+!#$&^-]*(\s*;.*)?"
N = "notifier"


@tool("NOTIFIER_CREATE_CHAT", N, "Create a chat with an email address.", email=P("string", True))
def n_create_chat(user, email):
    acc = account(user)
    if not re.fullmatch(EMAIL, email):
        raise bad("email", "is no email address")
    for chat in acc.chats.values():
        if chat["with"]["email"].lower() == email.lower():
            return shown(chat)
    t = stamp()
    chat = {"order": next(_order), "iden": iden("C"), "active": True, "muted": False,
            "with": {"email": email, "name": email.split("@")[0]}, "created": t, "modified": t}
    acc.chats[chat["iden"]] = chat
    return shown(chat)


@tool("NOTIFIER_CREATE_DEVICE", N, "Register a device.", icon=P("string"), model=P("string", True),
      has_sms=P("boolean", about="Android only"), nickname=P("string", True), push_token=P("string"),
      app_version=P("integer", True, low=0), manufacturer=P("string", True))
def n_create_device(user, **given):
    t = stamp()
    device = {"order": next(_order), "iden": iden("D"), "active": True, "icon": given.get("icon") or "system",
              "model": given["model"], "nickname": given["nickname"], "manufacturer": given["manufacturer"],
              "app_version": given["app_version"], "has_sms": given.get("has_sms", False),
              "push_token": given.get("push_token", ""), "created": t, "modified": t}
    account(user).devices[device["iden"]] = device
    return shown(device)


@tool("NOTIFIER_CREATE_PUSH", N, "Send a push (note, link or file) to a device, user, channel or client.",
      type=P("string", True, one_of=("note", "link", "file")), url=P("string"), body=P("string"), guid=P("string"),
      email=P("string"), title=P("string"), file_url=P("string"), file_name=P("string"), file_type=P("string"),
      channel_tag=P("string"), client_iden=P("string"), device_iden=P("string"), source_device_iden=P("string"))
def n_create_push(user, **given):
    acc = account(user)
    need = {"note": (), "link": ("url",), "file": ("file_url", "file_name", "file_type")}[given["type"]]
    if bug("push-link-without-url") and given["type"] == "link":
        need = ()
    for name in need:
        if not (given.get(name) or "").strip():
            raise bad(name, f"is required when type={given['type']}")
    if given.get("email") and not re.fullmatch(EMAIL, given["email"]):
        raise bad("email", "is no email address")
    if given.get("device_iden") and given["device_iden"] not in acc.devices:
        raise bad("device_iden", "no such device")
    guid = given.get("guid")
    if guid and guid in acc.guids and acc.guids[guid] in acc.pushes and not bug("push-guid-ignored"):
        return shown(acc.pushes[acc.guids[guid]])
    t = stamp()
    push = {"order": next(_order), "iden": iden("P"), "active": True, "dismissed": False, "direction": "self",
            "sender_iden": acc.iden, "sender_email": user.email, **given, "created": t, "modified": t}
    acc.pushes[push["iden"]] = push
    if guid:
        acc.guids[guid] = push["iden"]
    return shown(push)


async def wipe(acc, which):
    await asyncio.sleep(0.2)
    for ident in which:
        acc.pushes.pop(ident, None)


@tool("NOTIFIER_DELETE_ALL_PUSHES", N, "Delete all pushes of the user asynchronously.")
def n_delete_all(user):
    acc = account(user)
    spawn(wipe(acc, list(acc.pushes)))
    if bug("delete-all-of-everybody"):
        for other in accounts.values():
            spawn(wipe(other, list(other.pushes)))
    return {"accepted": True}


@tool("NOTIFIER_DELETE_CHAT", N, "Delete a chat.", iden=P("string", True))
def n_delete_chat(user, iden):
    rows = account(user).chats
    one_of(rows, iden)
    del rows[iden]
    return {"iden": iden, "deleted": True}


@tool("NOTIFIER_DELETE_DEVICE", N, "Delete a device.", device_iden=P("string", True))
def n_delete_device(user, device_iden):
    rows = account(user).devices
    one_of(rows, device_iden, "device_iden")
    del rows[device_iden]
    return {"iden": device_iden, "deleted": True}


@tool("NOTIFIER_DELETE_PUSH", N, "Delete a push.", iden=P("string", True))
def n_delete_push(user, iden):
    rows = account(user).pushes
    one_of(rows, iden)
    del rows[iden]
    return {"iden": iden, "deleted": True}


@tool("NOTIFIER_GET_USER", N, "Get the profile of the authenticated user.")
def n_get_user(user):
    acc = account(user)
    return {"iden": acc.iden, "email": user.email, "name": user.name, "created": acc.created, "modified": acc.created}


@tool("NOTIFIER_LIST_CHATS", N, "List chats.", limit=P("integer", low=1, high=500), cursor=P("string"))
def n_list_chats(user, limit=500, cursor=None):
    return page_by_order(account(user).chats.values(), limit, cursor, ("order",))


@tool("NOTIFIER_LIST_DEVICES", N, "List devices.")
def n_list_devices(user):
    return page_by_order(account(user).devices.values(), 10 ** 9, None, ("order",))


@tool("NOTIFIER_LIST_PUSHES", N, "List pushes.", limit=P("integer", low=1, high=500), active=P("boolean"),
      cursor=P("string"), modified_after=P("number", about="UNIX timestamp"))
def n_list_pushes(user, limit=500, active=False, cursor=None, modified_after=None):
    rows = [p for p in account(user).pushes.values() if p["active"] or not active]
    if modified_after is not None and not bug("modified-after-ignored"):
        rows = [p for p in rows if p["modified"] > modified_after]
    return page_by_order(rows, limit, cursor, ("order",))


@tool("NOTIFIER_UPDATE_CHAT", N, "Mute or unmute a chat.", iden=P("string", True), muted=P("boolean", True))
def n_update_chat(user, iden, muted):
    chat = one_of(account(user).chats, iden)
    if muted or not bug("unmute-does-nothing"):
        chat["muted"] = muted
    chat["modified"] = stamp()
    return shown(chat)


@tool("NOTIFIER_UPDATE_DEVICE", N, "Update device metadata.", iden=P("string", True), icon=P("string"), model=P("string"),
      has_sms=P("boolean"), nickname=P("string"), push_token=P("string"), app_version=P("integer", low=0),
      manufacturer=P("string"))
def n_update_device(user, iden, **given):
    device = one_of(account(user).devices, iden)
    device.update(given, modified=stamp())
    return shown(device)


@tool("NOTIFIER_UPDATE_PUSH", N, "Dismiss a push or change list items.", iden=P("string", True), items=P("array"),
      dismissed=P("boolean"))
def n_update_push(user, iden, **given):
    for item in given.get("items", ()):
        if not isinstance(item, dict) or set(item) != {"text", "checked"} or not isinstance(item["text"], str) \
                or not isinstance(item["checked"], bool):
            raise bad("items", "each item has text (string) and checked (boolean)")
    push = one_of(account(user).pushes, iden)
    push.update(given, modified=stamp())
    return shown(push)


@tool("NOTIFIER_UPLOAD_REQUEST", N, "Get a signed upload URL before pushing a file.", file_name=P("string", True),
      file_type=P("string", True))
def n_upload(user, file_name, file_type):
    if not re.fullmatch(MIME, file_type):
        raise bad("file_type", "is no MIME type")
    from urllib.parse import quote
    key = secrets.token_hex(12)
    return {"file_name": file_name, "file_type": file_type,
            "file_url": f"https://files.notifier.example/{key}/{quote(file_name, safe='')}",
            "upload_url": "https://upload.notifier.example/form",
            "form": {"key": f"{key}/{file_name}", "acl": "public-read", "policy": secrets.token_urlsafe(24),
                     "signature": secrets.token_hex(20), "content-type": file_type}}


# ---------------------------------------------------------------- operations

def mcp_view(spec: ToolSpec, score=None):
    view = {"name": spec.tool_id, "description": spec.about,
            "input_schema" if bug("tool-schema-snake") else "inputSchema": input_schema(spec)}
    meta = {"toolkit": spec.toolkit}
    if score is not None:
        meta["score"] = score
    view["_meta"] = meta
    return view


def public_view(spec: ToolSpec):
    return {"seq": spec.seq, "tool_id": spec.tool_id, "name": spec.tool_id, "description": spec.about,
            "toolkit": spec.toolkit, "needs_connection": spec.toolkit == N}


@op("GET", "/me/tools/list")
async def tools_list(req, user):
    return [mcp_view(s) for s in CATALOG.values()]


@op("GET", "/me/tools", "none")
async def tools_public(req, user):
    return [public_view(s) for s in CATALOG.values()]


def score_of(q, spec: ToolSpec):
    if q.strip().lower() == spec.tool_id.lower():
        return 1.0
    tokens = re.findall(r"\w+", q.lower().replace("_", " "))
    if not tokens:
        return 0.0
    name = re.findall(r"[a-z0-9]+", spec.tool_id.lower())
    about = re.findall(r"[a-z0-9]+", spec.about.lower())

    def worth(t):
        if t in name:
            return 1.0
        if any(w.startswith(t) for w in name):
            return 0.8
        if t == spec.toolkit:
            return 0.7
        if t in about:
            return 0.5
        return 0.25 if any(t in w for w in about + name) else 0.0
    return round(sum(map(worth, tokens)) / len(tokens), 4)


@op("GET", "/me/tools/search")
async def tools_search(req, user):
    q = query_text(req, "q", required=True, low=1)
    toolkit = query_text(req, "toolkit")
    limit = query_int(req, "limit", 20, low=1, high=200)
    least = query_num(req, "min_score", 0.15, 0.0, 1.0)
    found = [(score_of(q, s), s) for s in CATALOG.values()]
    if toolkit not in (None, "", "null"):
        found = [(x, s) for x, s in found if s.toolkit == toolkit.lower()]
    found = sorted(((x, s) for x, s in found if x >= least), key=lambda f: (-f[0], f[1].tool_id))
    return [mcp_view(s, x) for x, s in found[:limit]]


@op("GET", "/me/tools/<tool_id>", "none")
async def tool_public(req, user, tool_id):
    if tool_id not in CATALOG:
        raise not_found("the tool")
    return public_view(CATALOG[tool_id])


CONNECTIONS = {("default", "global")}


@op("POST", "/me/tools/run/<tool_name>")
async def tool_run(req, user, tool_name):
    service = query_text(req, "service_id") or "default"
    space = query_text(req, "service_id_namespace") or "global"
    given = json_body(req)
    spec = CATALOG.get(tool_name)
    if spec is None:
        raise not_found("the tool")
    began = time.perf_counter()
    clean = sift_input(spec, given)
    if spec.toolkit == N and (service, space) not in CONNECTIONS:
        raise refused("no auth connection of this service_id", "no_connection")
    output = spec.run(user, **clean)
    log = db.log_execution(user, tool_name, given, output, "ok", int((time.perf_counter() - began) * 1000))
    return {"log_no": log.log_no, "tool": tool_name, "ok": True, "output": output, "ran_at": iso(log.at)}


# ---------------------------------------------------------------- toolsets

def tools_of(toolset):
    return [s for s in CATALOG.values() if s.toolkit == toolset]


@op("GET", "/me/toolsets/list")
async def toolsets_list(req, user):
    return [{"toolset_name": n, "description": d, "tool_count": len(tools_of(n))} for n, d in TOOLSETS.items()]


@op("GET", "/me/toolsets/<toolset_name>")
async def toolset_get(req, user, toolset_name):
    if toolset_name not in TOOLSETS:
        raise not_found("the toolset")
    return {"toolset_name": toolset_name, "description": TOOLSETS[toolset_name],
            "tools": [mcp_view(s) for s in tools_of(toolset_name)]}


# ---------------------------------------------------------------- installed tools

def user_tool_view(t: UserTool):
    spec = CATALOG[t.tool_id]
    return {"seq": t.seq, "uid": t.uid, "tool_id": t.tool_id, "name": spec.tool_id, "description": spec.about,
            "toolkit": spec.toolkit, "installed_at": iso(t.installed_at)}


def installed_view(t: UserTool):
    return {"seq": t.seq, "uid": t.uid, "tool_id": t.tool_id, "installed_at": iso(t.installed_at)}


def holder(user):
    return "*" if bug("install-for-everybody") else user.user_id


@op("GET", "/me/user-tools")
async def user_tools(req, user):
    return [user_tool_view(t) for (owner, _), t in db.user_tools.items() if owner == holder(user)]


@op("POST", "/me/user-tools")
async def install_tool(req, user):
    tool_id = read(req, {"tool_id": Rule("str", required=True, low=1, high=200)})["tool_id"]
    async with lock("user_tools", user.user_id):
        if tool_id not in CATALOG:
            raise Stop(409, "install_failed", "there is no such tool to install")
        if (holder(user), tool_id) in db.user_tools:
            raise Stop(409, "install_failed", "this tool is installed already")
        t = UserTool(seq("user_tool"), new_uuid(), user.user_id, tool_id, now())
        db.user_tools[(holder(user), tool_id)] = t
        return installed_view(t)


@op("GET", "/me/user-tools/<tool_id>")
async def user_tool(req, user, tool_id):
    t = db.user_tools.get((holder(user), tool_id))
    if t is None:
        raise not_found("the installed tool")
    return user_tool_view(t)


@op("DELETE", "/me/user-tools/<tool_id>")
async def uninstall_tool(req, user, tool_id):
    t = db.user_tools.pop((holder(user), tool_id), None)
    if t is None:
        raise not_found("the installed tool")
    return installed_view(t)

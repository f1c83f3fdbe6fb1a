"""The tool catalog and the NOTIFIER tools."""
import asyncio, base64, hashlib, re, time, uuid
from jsonschema import Draft202012Validator
from core import on, USERS


class BadInput(Exception):
    pass


def obj(props, req=()):
    return {"type": "object", "properties": props, "required": list(req), "additionalProperties": False}


S = {"type": "string"}
B = {"type": "boolean"}
N0 = {"type": "integer", "minimum": 0}
LIMIT = {"type": "integer", "minimum": 1, "maximum": 500}
DEVICE = {"icon": S, "model": S, "has_sms": B, "nickname": S, "push_token": S, "app_version": N0, "manufacturer": S}
PUSH = {"type": {"type": "string", "enum": ["note", "link", "file"]}, "url": S, "body": S, "guid": S, "email": S,
        "title": S, "file_url": S, "file_name": S, "file_type": S, "channel_tag": S, "client_iden": S,
        "device_iden": S, "source_device_iden": S}
ITEM = {"type": "object", "properties": {"text": S, "checked": B}, "required": ["text", "checked"]}

CATALOG = {}


def tool(name, toolset, title, description, schema, connection=False):
    CATALOG[name] = {"tool_id": name, "name": name, "toolset_name": toolset, "title": title, "description": description,
                     "input_schema": schema, "requires_connection": connection}


tool("weather_lookup", "everyday", "Weather lookup", "Look up the weather of a city",
     obj({"city": {"type": "string", "minLength": 1}, "units": {"type": "string", "enum": ["metric", "imperial"]}}, ["city"]))
tool("unit_convert", "everyday", "Unit convert", "Convert a length between metres, feet and fathoms",
     obj({"value": {"type": "number"}, "from_unit": {"type": "string", "enum": ["m", "ft", "fathom"]},
          "to_unit": {"type": "string", "enum": ["m", "ft", "fathom"]}}, ["value", "from_unit", "to_unit"]))
tool("currency_quote", "everyday", "Currency quote", "Quote an exchange rate of two currencies",
     obj({"base": S, "quote": S}, ["base", "quote"]))
tool("word_count", "text", "Word count", "Count the words of a text", obj({"text": S}, ["text"]))
tool("slugify", "text", "Slugify", "Turn a text into a slug", obj({"text": S}, ["text"]))
NOTES = [
    ("CREATE_CHAT", "Create a chat with an email address", obj({"email": S}, ["email"])),
    ("CREATE_DEVICE", "Register a device", obj(DEVICE, ["model", "nickname", "app_version", "manufacturer"])),
    ("CREATE_PUSH", "Send a push (note, link or file) to a device, user, channel or client", obj(PUSH, ["type"])),
    ("DELETE_ALL_PUSHES", "Delete all pushes of the user asynchronously", obj({})),
    ("DELETE_CHAT", "Delete a chat", obj({"iden": S}, ["iden"])),
    ("DELETE_DEVICE", "Delete a device", obj({"device_iden": S}, ["device_iden"])),
    ("DELETE_PUSH", "Delete a push", obj({"iden": S}, ["iden"])),
    ("GET_USER", "Get the profile of the authenticated user", obj({})),
    ("LIST_CHATS", "List chats", obj({"limit": LIMIT, "cursor": S})),
    ("LIST_DEVICES", "List devices", obj({})),
    ("LIST_PUSHES", "List pushes", obj({"limit": {**LIMIT, "default": 500}, "active": B, "cursor": S,
                                        "modified_after": {"type": "number"}})),
    ("UPDATE_CHAT", "Mute or unmute a chat", obj({"iden": S, "muted": B}, ["iden", "muted"])),
    ("UPDATE_DEVICE", "Update device metadata", obj({"iden": S, **DEVICE}, ["iden"])),
    ("UPDATE_PUSH", "Dismiss a push or change list items",
     obj({"iden": S, "items": {"type": "array", "items": ITEM}, "dismissed": B}, ["iden"])),
    ("UPLOAD_REQUEST", "Get a signed upload URL before pushing a file",
     obj({"file_name": S, "file_type": S}, ["file_name", "file_type"])),
]
for op, words, schema in NOTES:
    tool("NOTIFIER_" + op, "notifier", op.replace("_", " ").capitalize(), words, schema, True)
TOOLSETS = {"everyday": "Everyday", "text": "Text", "notifier": "Notifier"}
VALIDATORS = {n: Draft202012Validator(t["input_schema"]) for n, t in CATALOG.items()}


def check_input(name, args):
    error = next(iter(sorted(VALIDATORS[name].iter_errors(args), key=lambda e: list(map(str, e.path)))), None)
    if error is None:
        return
    path = list(error.path)
    if on("n-update-version-negative") and name == "NOTIFIER_UPDATE_DEVICE" and error.validator == "minimum":
        return
    raise BadInput(("/".join(map(str, path)) + ": " if path else "") + error.message)


# ---------------------------------------------------------------- the notification service
BOX = {u: {"chats": [], "devices": [], "pushes": []} for u in USERS}
_t = 0.0
_n = 0


def stamp():
    global _t
    _t = max(round(time.time(), 6), round(_t + 0.000001, 6))
    return _t


def iden():
    global _n
    _n += 1
    return "uj" + hashlib.sha1(f"{_n}{uuid.uuid4()}".encode()).hexdigest()[:18], _n


def rec(**fields):
    i, seq = iden()
    t = stamp()
    return {"iden": i, "active": True, "created": t, "modified": t, **fields, "_seq": seq}


def shown(r):
    return {k: v for k, v in r.items() if not k.startswith("_")}


def find(items, key, what):
    for r in items:
        if r["iden"] == key and r["active"]:
            return r
    raise BadInput(f"{what} not found")


def page(rows, args, default):
    rows = sorted(rows, key=lambda r: -r["_seq"])
    if "cursor" in args:
        try:
            last = int(base64.urlsafe_b64decode(args["cursor"].encode()).decode().removeprefix("c:"))
        except Exception:
            raise BadInput("cursor: invalid")
        rows = [r for r in rows if r["_seq"] < last or (r["_seq"] == last and on("n-cursor-repeats"))]
    limit = args.get("limit", default)
    cut = rows[:limit]
    cursor = base64.urlsafe_b64encode(f"c:{cut[-1]['_seq']}".encode()).decode() if len(rows) > limit else None
    return cut, cursor


def good_email(text):
    return re.fullmatch(r"[^@\s]+@[^@\s]+\.[^@\s]+", text) is not None


async def delete_later(rows, box):
    await asyncio.sleep(0.3)
    t = stamp()
    if on("delete-all-removes-later-pushes"):
        rows = [r for r in box["pushes"] if r["active"]]
    for r in rows:
        r["active"], r["modified"] = False, t


TASKS = set()
BURNED = {}


async def notifier(user, op, a):
    box = BOX[user["user_id"]]
    if op == "GET_USER":
        return {"iden": "u" + user["user_id"][-8:], "email": user["email"], "name": user["name"], "max_upload_size": 26214400}
    if op == "CREATE_CHAT":
        if not good_email(a["email"]):
            raise BadInput("email: not an email address")
        for r in box["chats"]:
            if r["active"] and r["email"].lower() == a["email"].lower():
                return shown(r)
        r = rec(email=a["email"].replace("+", " ") if on("plus-in-email-turned-into-space") else a["email"], muted=False)
        box["chats"].append(r)
        return shown(r)
    if op == "LIST_CHATS":
        rows, cursor = page([r for r in box["chats"] if r["active"]], {} if on("n-chats-paging-ignored") else a, 500)
        return {"chats": [shown(r) for r in rows], "cursor": cursor}
    if op == "UPDATE_CHAT":
        r = find(box["chats"], a["iden"], "chat")
        if a["muted"] or not on("n-unmute-ignored"):
            r["muted"] = not r["muted"] if on("mute-toggles-instead-of-sets") else a["muted"]
        r["modified"] = stamp()
        return shown(r)
    if op == "DELETE_CHAT":
        r = find(box["chats"], a["iden"], "chat")
        r["active"] = False
        return {}
    if op == "CREATE_DEVICE":
        r = rec(**{"icon": "system", "has_sms": False, "push_token": "", **a})
        box["devices"].append(r)
        return shown(r)
    if op == "LIST_DEVICES":
        return {"devices": [shown(r) for r in reversed(box["devices"]) if r["active"]]}
    if op == "UPDATE_DEVICE":
        r = find(box["devices"], a["iden"], "device")
        if on("n-update-device-clears"):
            r.update({"icon": None, "model": None, "manufacturer": None, "nickname": None})
        r.update({k: v for k, v in a.items() if k != "iden"})
        r["modified"] = stamp()
        return shown(r)
    if op == "DELETE_DEVICE":
        r = find(box["devices"], a["device_iden"], "device")
        if not on("n-delete-device-kept"):
            r["active"] = False
        return {}
    if op == "CREATE_PUSH":
        need = {"link": ["url"], "file": ["file_url", "file_name", "file_type"]}.get(a["type"], [])
        if a["type"] == "link" and on("n-link-without-url"):
            need = []
        burned = (user["user_id"], a.get("guid"))
        if burned in BURNED:
            raise BadInput(BURNED[burned])
        for n in need:
            if not a.get(n):
                words = f"{n}: required when type={a['type']}"
                if a.get("guid") and on("push-guid-burned-by-refused-attempt"):
                    BURNED[burned] = words
                raise BadInput(words)
        if "email" in a and not good_email(a["email"]):
            raise BadInput("email: not an email address")
        if on("push-to-unknown-device-goes-to-all"):
            a = {k: v for k, v in a.items() if k != "device_iden" or any(r["iden"] == v and r["active"] for r in box["devices"])}
        for n in ("device_iden", "source_device_iden"):
            if n in a:
                find(box["devices"], a[n], n)
        if a.get("guid"):
            everyones = [r for b in BOX.values() for r in b["pushes"]] if on("push-guid-shared-across-users") else box["pushes"]
            for r in everyones:
                if r["active"] and r.get("guid") == a["guid"]:
                    return shown(r)
            if on("n-guid-race"):
                await asyncio.sleep(0.05)
        r = rec(dismissed=False, sender_email=user["email"], **a)
        box["pushes"].append(r)
        if not a.get("guid") and len(a.get("body", "")) >= 5000 and on("slow-push-sent-twice-by-gateway"):
            await asyncio.sleep(2)
            r = rec(dismissed=False, sender_email=user["email"], **a)
            box["pushes"].append(r)
        return shown(r)
    if op == "LIST_PUSHES":
        rows = box["pushes"]
        if "cursor" in a and on("second-page-of-pushes-forgets-filter"):
            a = {"cursor": a["cursor"]}
        if type(a.get("modified_after")) is int and on("modified-after-whole-number-refused"):
            raise BadInput("modified_after: float expected")
        if a.get("active") and not on("n-active-ignored"):
            rows = [r for r in rows if r["active"]]
        if "modified_after" in a:
            rows = [r for r in rows if r["modified"] > a["modified_after"]]
        rows, cursor = page(rows, a, 500)
        return {"pushes": [shown(r) for r in rows], "cursor": cursor}
    if op == "UPDATE_PUSH":
        r = find(box["pushes"], a["iden"], "push")
        if "items" in a:
            r["items"] = [{"text": i["text"], "checked": i["checked"]} for i in a["items"]]
            if on("list-push-items-with-equal-text-merged"):
                r["items"] = list({i["text"]: i for i in r["items"]}.values())
        if "dismissed" in a:
            r["dismissed"] = a["dismissed"]
        if on("n-dismiss-loses-items") and "items" not in a:
            r["items"] = []
        r["modified"] = stamp()
        return shown(r)
    if op == "DELETE_PUSH":
        r = find(box["pushes"], a["iden"], "push")
        r["active"], r["modified"] = False, stamp()
        return {}
    if op == "DELETE_ALL_PUSHES":
        rows = [r for r in box["pushes"] if r["active"]]
        if on("n-delete-all-of-everyone"):
            rows = [r for b in BOX.values() for r in b["pushes"] if r["active"]]
        task = asyncio.create_task(delete_later(rows, box))
        TASKS.add(task)
        task.add_done_callback(TASKS.discard)
        return {"accepted": True}
    if op == "UPLOAD_REQUEST":
        key = uuid.uuid4().hex
        return {"file_name": a["file_name"], "file_type": a["file_type"],
                "file_url": f"https://files.notifier.example/{key}/file", "upload_url": "https://uploads.notifier.example/",
                "data": {"key": f"{key}/file", "content-type": a["file_type"], "policy": base64.b64encode(key.encode()).decode(),
                         "signature": hashlib.sha256(key.encode()).hexdigest()}}
    raise BadInput("unknown operation")


METRES = {"m": 1.0, "ft": 0.3048, "fathom": 1.8288}


async def run_tool(user, name, args):
    check_input(name, args)
    if name.startswith("NOTIFIER_"):
        return await notifier(user, name[9:], args)
    if name == "weather_lookup":
        return {"city": args["city"], "station": "WX-77", "temperature": 11 if args.get("units") != "imperial" else 52,
                "pressure_hpa": 1013.2}
    if name == "unit_convert":
        return {"value": round(args["value"] * METRES[args["from_unit"]] / METRES[args["to_unit"]], 6), "unit": args["to_unit"]}
    if name == "currency_quote":
        return {"base": args["base"], "quote": args["quote"], "rate": 1.25}
    if name == "word_count":
        return {"words": len(str(args["text"]).split())}
    return {"slug": re.sub(r"[^a-z0-9]+", "-", str(args["text"]).lower()).strip("-")}


def score(q, t):
    q = q.strip().lower()
    name = t["name"].lower()
    if q in (name, t["title"].lower()):
        return 1.0
    words = re.findall(r"[a-z0-9]+", q)
    if not words:
        return 0.0
    have = set(re.findall(r"[a-z0-9]+", name + " " + t["title"].lower() + " " + t["description"].lower()))
    total = sum(1.0 if w in have else 0.6 if len(w) > 2 and any(w in h or (len(h) > 2 and h in w) for h in have) else 0.0
                for w in words)
    return round(0.95 * total / len(words), 4)

import re, time, asyncio
from core import *

def S(**props):
    req = [k for k, v in props.items() if v.get("!")]
    ps = {k: {a: b for a, b in v.items() if a != "!"} for k, v in props.items()}
    s = {"type": "object", "properties": ps, "additionalProperties": False}
    if req: s["required"] = req
    return s
def st(d=None, req=False, **k): return {"type": "string", **({"description": d} if d else {}), **k, **({"!": 1} if req else {})}
def it(d=None, req=False, **k): return {"type": "integer", **({"description": d} if d else {}), **k, **({"!": 1} if req else {})}
def bo(d=None, req=False): return {"type": "boolean", **({"description": d} if d else {}), **({"!": 1} if req else {})}

TOOLS = {}
def tool(name, kit, desc, schema): TOOLS["tl_" + name.lower()] = {"id": "tl_" + name.lower(), "name": name, "kit": kit, "desc": desc, "schema": schema}
tool("read_tide_table", "harbor", "Read the tide table of a port", S(port=st("Name of the port", True)))
tool("moon_phase", "harbor", "Give the phase of the moon on a day", S(day=st("ISO day", True)))
tool("convert_units", "everyday", "Convert a length between metres and feet", S(value={"type": "number", "!": 1}, to=st(req=True, enum=["m", "ft"])))
tool("count_words", "everyday", "Count the words of a text", S(text=st(req=True)))
N = "NOTIFIER_"
tool(N+"CREATE_CHAT", "notifier", "Create a chat with an email address", S(email=st("Address of the person", True)))
dev = dict(icon=st(), model=st(), has_sms=bo("Android only"), nickname=st(), push_token=st(), app_version=it(minimum=0), manufacturer=st())
tool(N+"CREATE_DEVICE", "notifier", "Register a device", S(**{k: ({**v, "!": 1} if k in ("model", "nickname", "app_version", "manufacturer") else v) for k, v in dev.items()}))
tool(N+"CREATE_PUSH", "notifier", "Send a push: note, link or file", S(type=st(req=True, enum=["note", "link", "file"]), **{k: st() for k in
     ("url", "body", "guid", "email", "title", "file_url", "file_name", "file_type", "channel_tag", "client_iden", "device_iden", "source_device_iden")}))
tool(N+"DELETE_ALL_PUSHES", "notifier", "Delete all pushes of the user", S())
tool(N+"DELETE_CHAT", "notifier", "Delete a chat", S(iden=st(req=True)))
tool(N+"DELETE_DEVICE", "notifier", "Delete a device", S(device_iden=st(req=True)))
tool(N+"DELETE_PUSH", "notifier", "Delete a push", S(iden=st(req=True)))
tool(N+"GET_USER", "notifier", "Get the profile of the user", S())
tool(N+"LIST_CHATS", "notifier", "List chats", S(limit=it(minimum=1, maximum=500), cursor=st()))
tool(N+"LIST_DEVICES", "notifier", "List devices", S())
tool(N+"LIST_PUSHES", "notifier", "List pushes", S(limit=it(minimum=1, maximum=500, default=500), active=bo(), cursor=st(), modified_after={"type": "number"}))
tool(N+"UPDATE_CHAT", "notifier", "Mute or unmute a chat", S(iden=st(req=True), muted=bo(req=True)))
tool(N+"UPDATE_DEVICE", "notifier", "Update a device", S(iden=st(req=True), **dev))
tool(N+"UPDATE_PUSH", "notifier", "Dismiss a push or change list items", S(iden=st(req=True), items={"type": "array", "items": {"type": "object",
     "properties": {"text": {"type": "string"}, "checked": {"type": "boolean"}}, "required": ["text", "checked"]}}, dismissed=bo()))
tool(N+"UPLOAD_REQUEST", "notifier", "Get a signed upload URL for a file", S(file_name=st(req=True), file_type=st("MIME type", True)))
BY_NAME = {t["name"]: t for t in TOOLS.values()}
TOOLSETS = {"harbor": "Tides and moon", "everyday": "Small helpers", "notifier": "Push notifications"}

def mcp(t, score=None):
    v = {"name": t["name"], "description": t["desc"], "inputSchema": t["schema"], "_meta": {"toolkit": t["kit"]}}
    if score is not None: v["_meta"]["score"] = round(score, 4)
    return v
def public(t): return {"object": "tool", "id": t["id"], "name": t["name"], "summary": t["desc"], "toolkit": t["kit"]}

def is_type(v, t):
    return {"string": isinstance(v, str), "integer": isinstance(v, int) and not isinstance(v, bool), "boolean": isinstance(v, bool),
            "number": isinstance(v, (int, float)) and not isinstance(v, bool), "array": isinstance(v, list), "object": isinstance(v, dict)}[t]
def bad(msg, param): return E(400, "invalid_tool_input", msg, param)
def check(schema, v, path=""):
    if not is_type(v, schema["type"]): raise bad(f"must be of type {schema['type']}", path or None)
    if "enum" in schema and v not in schema["enum"]: raise bad("not one of the allowed values", path)
    if "minimum" in schema and v < schema["minimum"] and not (on("n-app-version-negative") and path == "app_version"): raise bad(f"must be at least {schema['minimum']}", path)
    if "maximum" in schema and v > schema["maximum"] and not (on("n-limit-unbounded") and path == "limit"): raise bad(f"must be at most {schema['maximum']}", path)
    if schema["type"] == "object":
        for r in schema.get("required", []):
            if r not in v and not (on("n-device-model-optional") and r == "model"): raise bad("is required", f"{path}.{r}" if path else r)
        for k, x in v.items():
            p = f"{path}.{k}" if path else k
            if k in schema["properties"]: check(schema["properties"][k], x, p)
            elif schema.get("additionalProperties") is False: raise bad("unknown parameter", p)
    if schema["type"] == "array":
        for i, x in enumerate(v): check(schema["items"], x, f"{path}[{i}]")

def own_box(user, box, iden, param="iden"):
    r = user.notifier[box].get(iden)
    if r is None or (box == "pushes" and not r["active"]): raise bad(f"no such {box[:-1]}" if box != "pushes" else "no such push", param)
    return r
def cut(rows, a, default, stamp, cursor_fault=False):
    limit = a.get("limit", default)
    if "cursor" in a:
        try: c = float(a["cursor"])
        except ValueError: raise bad("not a cursor of ours", "cursor")
        rows = [r for r in rows if (r[stamp] <= c if cursor_fault else r[stamp] < c)]
    return rows[:limit], (repr(rows[limit - 1][stamp]) if len(rows) > limit else None)

async def purge(users):
    await asyncio.sleep(0.2)
    for u in users:
        for p in u.notifier["pushes"].values():
            if on("n-delete-all-skips-dismissed") and p["dismissed"]: continue
            if p["active"]: tomb(p)
def tomb(p):
    keep = {"iden": p["iden"], "active": False, "type": p["type"], "created": p["created"], "modified": tick(), "dismissed": p["dismissed"]}
    p.clear(); p.update(keep)

def run_notifier(user, op, a):
    box = user.notifier
    if op == "GET_USER":
        return {"iden": "ntf" + user.id[4:], "email": user.email, "name": user.name}
    if op == "CREATE_CHAT":
        if not re.match(r"^[^@\s]+@[^@\s]+\.[^@\s]+$", a["email"]): raise bad("not an email address", "email")
        for c in box["chats"].values():
            if c["with"]["email"].lower() == a["email"].lower(): return c
        t = tick()
        c = {"iden": tag("cht"), "active": True, "muted": False, "created": t, "modified": t, "with": {"email": a["email"], "type": "email"}}
        box["chats"][c["iden"]] = c
        return c
    if op == "LIST_CHATS":
        rows = sorted(box["chats"].values(), key=lambda c: -c["created"])
        rows, cur = cut(rows, a, 500, "created", on("n-chat-cursor-overlap"))
        return {"chats": rows, "cursor": cur}
    if op == "UPDATE_CHAT":
        c = own_box(user, "chats", a["iden"])
        c["muted"] = (True if on("n-unmute-ignored") else a["muted"]); c["modified"] = tick()
        return c
    if op == "DELETE_CHAT":
        c = own_box(user, "chats", a["iden"]); del box["chats"][c["iden"]]
        return {"deleted": True, "iden": c["iden"]}
    if op == "CREATE_DEVICE":
        t = tick()
        d = {"iden": tag("dev"), "active": True, "created": t, "modified": t, "icon": a.get("icon", "system"), "model": a.get("model", ""), "has_sms": a.get("has_sms", False),
             "nickname": a["nickname"], "push_token": a.get("push_token", ""), "app_version": a["app_version"], "manufacturer": a["manufacturer"]}
        box["devices"][d["iden"]] = d
        return d
    if op == "LIST_DEVICES":
        return {"devices": sorted(box["devices"].values(), key=lambda d: -d["created"])}
    if op == "UPDATE_DEVICE":
        d = own_box(user, "devices", a["iden"])
        ch = {k: v for k, v in a.items() if k != "iden"}
        if on("n-device-update-resets"): d.update(icon="system", has_sms=False, push_token="")
        if on("n-device-version-zero") : ch = {k: v for k, v in ch.items() if v not in (0, "", False)}
        d.update(ch, modified=tick())
        return d
    if op == "DELETE_DEVICE":
        src = box
        if on("n-delete-foreign-device"):
            for u in USERS.values():
                if a["device_iden"] in u.notifier["devices"]: src = u.notifier
            if a["device_iden"] in src["devices"]:
                del src["devices"][a["device_iden"]]
                return {"deleted": True, "iden": a["device_iden"]}
        d = own_box(user, "devices", a["device_iden"], "device_iden"); del box["devices"][d["iden"]]
        return {"deleted": True, "iden": d["iden"]}
    if op == "CREATE_PUSH":
        need = {"link": ["url"], "file": ["file_url", "file_name", "file_type"]}.get(a["type"], [])
        if on("n-link-without-url"): need = [n for n in need if n != "url"]
        for n in need:
            if not a.get(n): raise bad(f"is required for a push of type {a['type']}", n)
        targets = [t for t in ("email", "channel_tag", "client_iden", "device_iden") if t in a]
        if len(targets) > 1: raise bad("only one target may be given", targets[1])
        for k in ("device_iden", "source_device_iden"):
            if k in a: own_box(user, "devices", a[k], k)
        if "guid" in a and not on("n-guid-not-idempotent"):
            for p in box["pushes"].values():
                if p.get("guid") == a["guid"]: return p
        t = tick()
        p = {"iden": tag("psh"), "active": True, "created": t, "modified": t, "dismissed": False, "direction": "outgoing", "items": [], **a}
        box["pushes"][p["iden"]] = p
        return p
    if op == "LIST_PUSHES":
        rows = sorted(box["pushes"].values(), key=lambda p: -p["modified"])
        if a.get("active") and not on("n-active-filter-ignored"): rows = [p for p in rows if p["active"]]
        if "modified_after" in a:
            rows = [p for p in rows if p["created" if on("n-modified-after-created") else "modified"] > a["modified_after"]]
        rows, cur = cut(rows, a, 500, "modified")
        return {"pushes": rows, "cursor": cur}
    if op == "UPDATE_PUSH":
        p = own_box(user, "pushes", a["iden"])
        if "items" in a: p["items"] = [{"text": i["text"], "checked": False if on("n-items-unchecked") else i["checked"]} for i in a["items"]]
        if "dismissed" in a: p["dismissed"] = a["dismissed"]
        p["modified"] = tick()
        return p
    if op == "DELETE_PUSH":
        p = own_box(user, "pushes", a["iden"]); iden = p["iden"]; tomb(p)
        return {"deleted": True, "iden": iden}
    if op == "DELETE_ALL_PUSHES":
        asyncio.get_running_loop().create_task(purge(list(USERS.values()) if on("n-delete-all-everyone") else [user]))
        return {"accepted": True}
    if op == "UPLOAD_REQUEST":
        k = tag("upl")
        name = "upload.bin" if on("n-upload-name-lost") else a["file_name"]
        return {"file_name": name, "file_type": a["file_type"], "file_url": f"https://files.hazel.example/{k}/{name}",
                "upload_url": "https://upload.hazel.example/", "data": {"key": k, "content-type": a["file_type"], "policy": b64(k.encode()), "signature": hook_signature(k.encode())[3:]}}

def run_tool(user, t, a):
    if not (on("t-input-unchecked") and not t["name"].startswith(N)): check(t["schema"], a)
    n = t["name"]
    if n.startswith(N): return run_notifier(user, n[len(N):], a)
    if n == "read_tide_table": return {"port": a.get("port"), "high_water": ["04:12", "16:40"], "low_water": ["10:31", "22:55"]}
    if n == "moon_phase": return {"day": a.get("day"), "phase": "waxing"}
    if n == "convert_units": return {"value": round(a["value"] * (3.28084 if a["to"] == "ft" else 0.3048), 4), "unit": a["to"]}
    return {"words": len(str(a.get("text", "")).split())}

def words(s): return [w for w in re.split(r"[^a-z0-9]+", s.lower()) if w]
def score(q, t):
    qs = words(q)
    if not qs: return 0.0
    nm, ds = words(t["name"]), words(t["desc"] + " " + t["kit"])
    tot = 0.0
    for w in qs:
        if w in nm: tot += 1.0
        elif w in ds: tot += 0.7
        elif any(w in x or x.rstrip("s") == w.rstrip("s") for x in nm + ds): tot += 0.4
    return tot / len(qs)

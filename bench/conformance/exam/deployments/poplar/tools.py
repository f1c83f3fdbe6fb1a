"""The tool registry: public tools in MCP format, toolsets, and the NOTIFIER tools."""
import base64, hashlib, hmac, re, secrets, threading, time
from models import *


class BadInput(Exception):
    pass


def S(desc="", **k): return dict(type="string", description=desc, **k)
def I(desc="", **k): return dict(type="integer", description=desc, **k)
def N(desc="", **k): return dict(type="number", description=desc, **k)
def B(desc="", **k): return dict(type="boolean", description=desc, **k)
def A(items, desc="", **k): return dict(type="array", items=items, description=desc, **k)


TOOLS = {}


def tool(name, toolset, desc, props, req=(), fn=None):
    sch = {"type": "object", "properties": props, "required": list(req), "additionalProperties": False}
    TOOLS[name] = dict(name=name, toolset=toolset, description=desc, schema=sch, fn=fn)


def check(sch, v, path=""):
    t = sch.get("type")
    ok = {"string": lambda: isinstance(v, str), "boolean": lambda: isinstance(v, bool),
          "integer": lambda: isinstance(v, int) and not isinstance(v, bool),
          "number": lambda: isinstance(v, (int, float)) and not isinstance(v, bool),
          "array": lambda: isinstance(v, list), "object": lambda: isinstance(v, dict)}[t]()
    if not ok:
        raise BadInput("%s must be of type %s" % (path or "input", t))
    if "enum" in sch and v not in sch["enum"]:
        raise BadInput("%s must be one of %s" % (path, ", ".join(sch["enum"])))
    if "minimum" in sch and v < sch["minimum"] or "maximum" in sch and v > sch["maximum"]:
        raise BadInput("%s is out of range" % path)
    if "minLength" in sch and len(v) < sch["minLength"]:
        raise BadInput("%s must not be empty" % path)
    if t == "array":
        for i, x in enumerate(v):
            check(sch["items"], x, "%s[%d]" % (path, i))
    if t == "object":
        for r in sch.get("required", ()):
            if r not in v:
                raise BadInput("%s%s is required" % (path and path + ".", r))
        for k, x in v.items():
            p = sch["properties"].get(k)
            if p is None:
                if sch.get("additionalProperties") is False:
                    raise BadInput("unknown parameter %s" % k)
            else:
                check(p, x, (path and path + ".") + k)


def h(s, n):
    return int(hashlib.sha256(s.encode()).hexdigest(), 16) % n


def tide(port):
    return {"station": port.upper(), "rawSample": "zq7-brackish-gauge", "table": "06:12 high 5.9\n12:31 low 1.1\n18:40 high 6.1"}


F = lambda f: (lambda db, u, a: f(**a))
tool("read_tide_table", "harbour", "Read the tide table of a port", {"port": S("name of the port", minLength=1)}, ["port"], F(tide))
tool("list_berths", "harbour", "List free berths of a harbour", {"harbour": S(), "length": N("metres", minimum=0)}, ["harbour"],
     F(lambda harbour, length=0: {"harbour": harbour, "berths": ["B%02d" % i for i in range(1, 4 + h(harbour, 5))]}))
tool("vessel_lookup", "harbour", "Look up a vessel by its call sign", {"callSign": S(minLength=1)}, ["callSign"],
     F(lambda callSign: {"callSign": callSign, "name": "MV " + ["Heron", "Otter", "Tern", "Plover"][h(callSign, 4)]}))
tool("harbour_fees", "harbour", "Work out harbour fees for a stay", {"nights": I(minimum=1), "length": N(minimum=0)}, ["nights", "length"],
     F(lambda nights, length: {"fee": round(nights * length * 2.35, 2), "currency": "EUR"}))
tool("pilot_roster", "harbour", "Show the roster of harbour pilots", {}, [], F(lambda: {"pilots": ["Ines", "Marek", "Siv"]}))
tool("current_weather", "weather", "Current weather at a place", {"place": S(minLength=1)}, ["place"],
     F(lambda place: {"place": place, "celsius": 4 + h(place, 20), "sky": ["clear", "cloudy", "rain"][h(place + "x", 3)]}))
tool("wind_forecast", "weather", "Wind forecast for the next hours", {"place": S(minLength=1), "hours": I(minimum=1, maximum=48)}, ["place"],
     F(lambda place, hours=6: {"place": place, "knots": [5 + h(place + str(i), 25) for i in range(hours)]}))
tool("wave_height", "weather", "Wave height near a buoy", {"buoy": S(minLength=1)}, ["buoy"], F(lambda buoy: {"buoy": buoy, "metres": h(buoy, 50) / 10}))
tool("sunrise_times", "weather", "Sunrise and sunset of a day", {"day": S()}, ["day"], F(lambda day: {"day": day, "sunrise": "06:41", "sunset": "19:22"}))
tool("count_words", "text", "Count the words of a text", {"text": S()}, ["text"], F(lambda text: {"words": len(text.split()), "characters": len(text)}))
tool("reverse_text", "text", "Reverse a text", {"text": S()}, ["text"], F(lambda text: {"text": text[::-1]}))
tool("upper_case", "text", "Turn a text into upper case", {"text": S()}, ["text"], F(lambda text: {"text": text.upper()}))
tool("slugify_text", "text", "Turn a text into a slug", {"text": S()}, ["text"], F(lambda text: {"text": re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")}))
tool("split_lines", "text", "Split a text into lines", {"text": S()}, ["text"], F(lambda text: {"lines": text.split("\n")}))
tool("add_numbers", "maths", "Add numbers", {"numbers": A(N())}, ["numbers"], F(lambda numbers: {"sum": sum(numbers)}))
tool("mean_of", "maths", "Mean of numbers", {"numbers": A(N())}, ["numbers"], F(lambda numbers: {"mean": sum(numbers) / len(numbers) if numbers else None}))
tool("knots_to_kmh", "maths", "Convert knots to kilometres per hour", {"knots": N()}, ["knots"], F(lambda knots: {"kmh": round(knots * 1.852, 3)}))
tool("is_even", "maths", "Tell whether a number is even", {"number": I()}, ["number"], F(lambda number: {"even": number % 2 == 0}))
tool("code_interpreter", "compute", "Run a short calculation in the Virtual Computer", {"code": S(minLength=1)}, ["code"],
     F(lambda code: {"stdout": "ran %d characters" % len(code)}))
tool("hash_text", "compute", "SHA-256 of a text", {"text": S()}, ["text"], F(lambda text: {"sha256": hashlib.sha256(text.encode()).hexdigest()}))

DESCR = {"harbour": "Harbours, berths and tides", "weather": "Weather at sea and ashore", "text": "Text helpers",
         "maths": "Small sums", "compute": "The Virtual Computer", "notifier": "Push notifications"}


# ---- NOTIFIER ---------------------------------------------------------------
def clock():
    return now_us() / 1e6


def find(db, u, kind, iden, live=True):
    q = db.query(Notif).filter_by(iden=iden, kind=kind, user=u.id)
    if fault("notifier-delete-chat-foreign") and kind == "chat":
        q = db.query(Notif).filter_by(iden=iden, kind=kind)
    r = q.first()
    if r is None or (live and not r.active):
        raise BadInput("no such %s" % kind)
    return r


def view(r):
    d = {"iden": r.iden, "active": r.active, "created": r.created, "modified": r.modified}
    if r.active:
        d.update(r.doc)
    return d


def make(db, u, kind, doc, guid=None):
    t = clock()
    r = Notif(iden=kind[0] + "_" + secrets.token_hex(8), user=u.id, kind=kind, doc=doc, guid=guid, active=True, created=t, modified=t)
    db.add(r); db.flush()
    return r


def page(db, u, kind, a, extra=None):
    limit = a.get("limit", 500)
    q = db.query(Notif).filter_by(user=u.id, kind=kind)
    if extra:
        q = extra(q)
    if a.get("cursor"):
        try:
            q = q.filter(Notif.modified < float(base64.urlsafe_b64decode(a["cursor"].encode()).decode()))
        except Exception:
            raise BadInput("invalid cursor")
    rows = q.order_by(Notif.modified.desc()).limit(limit + 1).all()
    cur = base64.urlsafe_b64encode(repr(rows[limit - 1].modified).encode()).decode() if len(rows) > limit else None
    return [view(r) for r in rows[:limit]], cur


def n_create_chat(db, u, a):
    for r in db.query(Notif).filter_by(user=u.id, kind="chat", active=True):
        if r.doc["with"]["email"].lower() == a["email"].lower():
            return view(r)
    return view(make(db, u, "chat", {"muted": False, "with": {"type": "email", "email": a["email"], "name": a["email"].split("@")[0]}}))


def n_list_chats(db, u, a):
    rows, cur = page(db, u, "chat", a, lambda q: q.filter_by(active=True))
    return {"chats": rows, "cursor": cur}


def n_update_chat(db, u, a):
    r = find(db, u, "chat", a["iden"])
    if fault("notifier-unmute-ignored"):
        if a["muted"]:
            r.doc = dict(r.doc, muted=True)
    else:
        r.doc = dict(r.doc, muted=a["muted"])
    r.modified = clock()
    return view(r)


def n_delete(kind, key):
    def f(db, u, a):
        r = find(db, u, kind, a[key])
        r.active = False; r.modified = clock()
        return {"iden": r.iden, "deleted": True}
    return f


def n_create_device(db, u, a):
    return view(make(db, u, "device", dict(a)))


def n_list_devices(db, u, a):
    rows = db.query(Notif).filter_by(user=u.id, kind="device", active=True).order_by(Notif.created).all()
    return {"devices": [view(r) for r in rows]}


def n_update_device(db, u, a):
    r = find(db, u, "device", a["iden"])
    new = {k: v for k, v in a.items() if k != "iden"}
    if fault("notifier-update-device-blanks"):
        r.doc = {k: new.get(k) for k in r.doc} | new
    else:
        r.doc = dict(r.doc, **new)
    r.modified = clock()
    return view(r)


def n_create_push(db, u, a):
    need = {"link": ["url"], "file": ["file_url", "file_name", "file_type"]}.get(a["type"], [])
    for k in need:
        if not a.get(k):
            raise BadInput("%s is required when type=%s" % (k, a["type"]))
    if a.get("guid") and not (fault("notifier-guid-only-for-notes") and a["type"] != "note"):
        old = db.query(Notif).filter_by(user=u.id, kind="push", guid=a["guid"], active=True).first()
        if old:
            return view(old)
    doc = dict(a, dismissed=False, direction="self", sender_iden=u.id)
    return view(make(db, u, "push", doc, a.get("guid")))


def n_list_pushes(db, u, a):
    def extra(q):
        if a.get("active") is True and not (fault("notifier-active-lost-with-limit") and "limit" in a):
            q = q.filter_by(active=True)
        if "modified_after" in a:
            m = a["modified_after"]
            q = q.filter(Notif.modified * (1000 if fault("notifier-modified-after-ms") else 1) > m)
        return q
    rows, cur = page(db, u, "push", a, extra)
    return {"pushes": rows, "cursor": cur}


def n_update_push(db, u, a):
    r = find(db, u, "push", a["iden"])
    r.doc = dict(r.doc, **{k: v for k, v in a.items() if k != "iden"})
    r.modified = clock()
    return view(r)


def n_delete_all(db, u, a):
    t, who = clock(), u.id

    def go():
        with LOCK:
            s = Session()
            for r in s.query(Notif).filter(Notif.user == who, Notif.kind == "push", Notif.active == True, Notif.created <= t):
                r.active = False; r.modified = clock()
            s.commit(); s.close()
    x = threading.Timer(0.3, go); x.daemon = True; x.start()
    return {"accepted": True}


def n_upload(db, u, a):
    base = "https://upload.poplar.example/" + secrets.token_hex(8)
    exp = str(int(time.time()) + 3600)
    sig = hmac.new(b"upload", (base + exp + a["file_type"]).encode(), "sha256").hexdigest()
    return {"file_name": a["file_name"], "file_type": a["file_type"], "file_url": base + "/file",
            "upload_url": base, "data": {"key": base[-16:], "expires": exp, "signature": sig, "content-type": a["file_type"]}}


R1 = dict(minLength=1)
IDEN = S("identifier", **R1)
LIMIT = I("max 500", minimum=1, maximum=500)
DEV = {"icon": S("desktop, laptop, tablet, phone, watch, system, ios"), "model": S(), "has_sms": B("Android only"), "nickname": S(),
       "push_token": S("platform-specific, blank for custom devices"), "app_version": I(minimum=0), "manufacturer": S()}
ITEM = {"type": "object", "properties": {"text": S(), "checked": B()}, "required": []}
nt = lambda name, desc, props, req, fn: tool("NOTIFIER_" + name, "notifier", desc, props, req, fn)
nt("CREATE_CHAT", "Create a chat with an email address", {"email": S(**R1)}, ["email"], n_create_chat)
nt("CREATE_DEVICE", "Register a device", DEV, ["model", "nickname", "app_version", "manufacturer"], n_create_device)
nt("CREATE_PUSH", "Send a push (note, link or file) to a device, user, channel or client",
   dict({k: S() for k in "url body guid email title file_url file_name file_type channel_tag client_iden device_iden source_device_iden".split()},
        type=S(enum=["note", "link", "file"])), ["type"], n_create_push)
nt("DELETE_ALL_PUSHES", "Delete all pushes of the user asynchronously", {}, [], n_delete_all)
nt("DELETE_CHAT", "Delete a chat", {"iden": IDEN}, ["iden"], n_delete("chat", "iden"))
nt("DELETE_DEVICE", "Delete a device", {"device_iden": IDEN}, ["device_iden"], n_delete("device", "device_iden"))
nt("DELETE_PUSH", "Delete a push", {"iden": IDEN}, ["iden"], n_delete("push", "iden"))
nt("GET_USER", "Get the profile of the authenticated user", {}, [],
   lambda db, u, a: {"iden": u.id, "email": u.email, "name": u.name, "active": True})
nt("LIST_CHATS", "List chats", {"limit": LIMIT, "cursor": S()}, [], n_list_chats)
nt("LIST_DEVICES", "List devices", {}, [], n_list_devices)
nt("LIST_PUSHES", "List pushes", {"limit": LIMIT, "active": B(), "cursor": S(), "modified_after": N("UNIX timestamp")}, [], n_list_pushes)
nt("UPDATE_CHAT", "Mute or unmute a chat", {"iden": IDEN, "muted": B()}, ["iden", "muted"], n_update_chat)
nt("UPDATE_DEVICE", "Update device metadata", dict(DEV, iden=IDEN), ["iden"], n_update_device)
nt("UPDATE_PUSH", "Dismiss a push or change list items", {"iden": IDEN, "items": A(ITEM), "dismissed": B()}, ["iden"], n_update_push)
nt("UPLOAD_REQUEST", "Get a signed upload URL before pushing a file", {"file_name": S(**R1), "file_type": S(**R1)}, ["file_name", "file_type"], n_upload)


# ---- views ------------------------------------------------------------------
def mcp(t):
    return {"name": t["name"], "description": t["description"], "inputSchema": t["schema"]}


def public(t):
    return {"tool_id": t["name"], "title": t["name"].replace("_", " ").title() if t["toolset"] != "notifier" else t["name"],
            "summary": t["description"], "toolkit": t["toolset"], "requires_connection": t["toolset"] == "notifier"}


def toolsets():
    out = {}
    for t in TOOLS.values():
        out.setdefault(t["toolset"], []).append(t)
    return out


def search(q, toolkit, limit, min_score):
    words = re.findall(r"\w+", q.lower())
    hits = []
    for t in TOOLS.values():
        if toolkit and t["toolset"] != toolkit:
            continue
        name = re.findall(r"[a-z0-9]+", t["name"].lower())
        text = re.findall(r"\w+", t["description"].lower()) + [t["toolset"]]
        sc = 0
        for w in words:
            parts = [x for x in w.split("_") if x]
            if w == t["name"].lower() or (parts and all(p in name for p in parts)): sc += 1
            elif w in text: sc += 0.6
            elif any(x.startswith(w) or (len(x) > 3 and w.startswith(x)) for x in name + text): sc += 0.3
        sc = sc / len(words) if words else 0
        if sc >= min_score:
            hits.append((sc, t))
    hits.sort(key=lambda x: -x[0])
    if fault("search-limit-lost-with-toolkit") and toolkit:
        limit = 200
    return [dict(mcp(t), score=round(s, 4)) for s, t in hits[:limit]]

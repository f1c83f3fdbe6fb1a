#!/usr/bin/env python3
"""Lantern Works: one in-memory deployment of the Agent Workers platform. FAULT=<id> switches one fault on."""
import base64, hashlib, hmac, json, os, re, socket, sys, threading, time, urllib.parse
from datetime import datetime, timedelta, timezone
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

FAULT = os.environ.get("FAULT", "")
def F(*ids): return FAULT in ids and FAULT != ""
SECRET, WHSECRET = b"lantern-works-signing", b"lantern-till-secret"
L = threading.RLock()
JOB_SECONDS = 0.3
_last = 0
def micros():
    global _last
    with L:
        _last = max(_last + 1, int(time.time() * 1e6)); return _last
def iso(us): return datetime.fromtimestamp(us // 1000000, timezone.utc).strftime("%Y-%m-%dT%H:%M:%S.") + "%06dZ" % (us % 1000000)
def now(): return iso(micros())
def parse_time(s):
    s = s.strip().replace(" ", "+")
    if not re.match(r"^\d{4}-\d\d-\d\d[T+]\d\d:\d\d", s): raise ValueError
    s = s[:10] + "T" + s[11:]
    d = datetime.fromisoformat(s.replace("Z", "+00:00"))
    if F("runs-cursor-offset-ignored"): d = d.replace(tzinfo=None)
    if d.tzinfo is None: d = d.replace(tzinfo=timezone.utc)
    return round((d - datetime(1970, 1, 1, tzinfo=timezone.utc)) / timedelta(microseconds=1))
def guid():
    ms = micros() // 1000; r = os.urandom(10).hex()
    return "%08x-%04x-7%s-%s%s-%s" % (ms >> 16, ms & 0xffff, r[:3], "89ab"[int(r[3], 16) & 3], r[4:7], r[7:19])
UUID = re.compile(r"^[0-9a-fA-F]{8}-([0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}$")
_seq = {"key": 4100, "bundle": 610, "log": 90020}
def nextint(kind, step):
    with L: _seq[kind] += step; return _seq[kind]
def b64(b): return base64.urlsafe_b64encode(b).rstrip(b"=").decode()
def make_jwt(sub, exp=4102444800):
    h = b64(b'{"alg":"HS256","typ":"JWT"}') + "." + b64(json.dumps({"sub": sub, "iss": "lantern", "iat": 1790000000, "exp": exp}).encode())
    return h + "." + b64(hmac.new(SECRET, h.encode(), hashlib.sha256).digest())
def jwt_user(t):
    try:
        h, p, s = t.split(".")
        good = b64(hmac.new(SECRET, (h + "." + p).encode(), hashlib.sha256).digest())
        if not hmac.compare_digest(good, s) and not F("jwt-signature-unchecked"): return None
        c = json.loads(base64.urlsafe_b64decode(p + "=="))
        if c["exp"] < time.time(): return None
        return USERS.get(c["sub"])
    except Exception: return None

class E(Exception):
    def __init__(s, status, text, violations=None, headers=None):
        s.status, s.text, s.violations, s.headers = status, text, violations, headers or {}
def bad(at, text): return E(422, "unprocessable", [{"at": at, "text": text}])
def body_of(e):
    if e.status == 422 and F("validation-body-null"): return None
    if e.status == 422: return {"violations": e.violations}
    return {"fault": {"status": e.status, "words": e.text, "ticket": "t-" + os.urandom(4).hex()}}

# ---------------------------------------------------------------- data
USERS, AGENTS, RUNS, KEYS, STUDIO, SUBS, EXEC, BUNDLES, CLI, SCHED, FILES, INSTALLED = {}, {}, {}, {}, {}, {}, [], {}, {}, {}, {}, {}
VIP = {"LANTERN-88": None, "WICK-AND-OIL": None, "ILSE-OWN-5": "usr_ilse", "TEO-OWN-6": "usr_teo"}
REDEEMED, EVENTS, SESSIONS, OUTBOX = set(), set(), {}, {}
MAXFILES = 8
def add_user(uid, name, tier, credits):
    USERS[uid] = {"user_id": uid, "display_name": name, "email": uid[4:] + "@lantern.example", "tier": tier, "member_since": "2025-02-03T08:00:00.000000Z", "credits": credits, "plan": "harbour" if tier != "sandbox" else "sandpit"}
add_user("usr_ilse", "Ilse Marrow", "keeper", 5000); add_user("usr_teo", "Teo Brandt", "patron", 3200); add_user("usr_nim", "Nim Okoro", "sandbox", 25)
def add_key(uid, label, value=None, default=False):
    kid = nextint("key", 3)
    KEYS[kid] = {"api_key_id": kid, "key": value or "lw-" + os.urandom(18).hex(), "label": label, "is_default": default, "owner": uid, "created_at": now()}
    return KEYS[kid]
add_key("usr_ilse", "first light", "lw-ilse-5b1d7e0f2a9c4436", True); add_key("usr_teo", "first light", "lw-teo-90c2a41be7d3585f", True); add_key("usr_nim", "first light", "lw-nim-13d8e6f7a0b2c4d5", True)
def add_agent(owner, title, prompt, vis, price=0, aid=None, slug=None):
    t = now(); a = {"agent_id": aid or guid(), "owner": owner, "title": title, "instructions": prompt, "audience": vis, "vanity_slug": slug, "upsell_description": None, "price_minor": price, "greeting": None, "feedback": [], "created_at": t, "revised_at": t, "theme": None}
    AGENTS[a["agent_id"]] = a; return a
add_agent("usr_ilse", "Harbour clerk", "You keep the harbour ledger.", "public", 0, "3c1f7a52-8be4-4d09-9a6e-51f0c7d2ab10", "harbour-clerk")
add_agent("usr_ilse", "Tariff oracle", "You price cargo.", "public", 700, "3c1f7a52-8be4-4d09-9a6e-51f0c7d2ab11")
add_agent("usr_teo", "Star reader", "You read stars.", "public", 0, "9e20d4b6-17c3-4f58-b2d1-6a84e3f59c20", "star-reader")
add_agent("usr_teo", "Sealed diary", "Keep this sealed.", "private", 0, "9e20d4b6-17c3-4f58-b2d1-6a84e3f59c21")
add_agent("usr_teo", "Wind broker", "You sell wind.", "public", 500, "9e20d4b6-17c3-4f58-b2d1-6a84e3f59c22")
add_agent("usr_teo", "Knot tutor", "You teach knots.", "public", 300, "9e20d4b6-17c3-4f58-b2d1-6a84e3f59c23")
add_agent("usr_teo", "Fog caller", "You call fog.", "public", 400, "9e20d4b6-17c3-4f58-b2d1-6a84e3f59c24")
def add_sub(uid, aid): 
    SUBS[(uid, aid)] = {"agent_id": aid, "subscriber": uid, "state": "active", "since": now(), "ended_at": None, "price_minor": AGENTS[aid]["price_minor"], "provider_ref": "pay_" + os.urandom(6).hex()}
    return SUBS[(uid, aid)]
add_sub("usr_ilse", "9e20d4b6-17c3-4f58-b2d1-6a84e3f59c23"); add_sub("usr_ilse", "9e20d4b6-17c3-4f58-b2d1-6a84e3f59c24")
SEEDED = {k for k in SUBS}
LEDGER = {"usr_ilse": [(i * 37 % 5) * 700 for i in range(365)], "usr_teo": [(i * 11 % 4) * 400 for i in range(365)]}
BASESUBS = {"usr_ilse": [14 + (365 - i) // 40 for i in range(365)], "usr_teo": [6 + (365 - i) // 60 for i in range(365)]}  # index = days ago

TOOLS = {}
def tool(name, kit, text, props=None, req=(), fn=None):
    TOOLS[name] = {"tool_id": kit + "." + name, "name": name, "toolset": kit, "text": text, "schema": {"type": "object", "properties": props or {}, "required": list(req), "additionalProperties": False}, "fn": fn}
S, I, B = {"type": "string"}, {"type": "integer"}, {"type": "boolean"}
NN = {"type": "integer", "minimum": 0}
tool("moon_phase", "sky", "Tells the phase of the moon on a date", {"date": S}, ["date"], lambda u, i: {"date": i["date"], "phase": ["new", "waxing", "full", "waning"][sum(map(ord, i["date"])) % 4]})
tool("sunrise_time", "sky", "Tells the time of sunrise at a place", {"place": S}, ["place"], lambda u, i: {"place": i["place"], "sunrise": "06:%02d" % (sum(map(ord, i["place"])) % 60)})
tool("star_chart", "sky", "Draws a chart of the stars over a place", {"place": S}, ["place"], lambda u, i: {"place": i["place"], "chart": "*" * len(i["place"])})
tool("cargo_weight", "quay", "Adds up the weight of cargo in tonnes", {"tonnes": {"type": "array", "items": {"type": "number"}}}, ["tonnes"], lambda u, i: {"total": sum(i["tonnes"])})
tool("berth_lookup", "quay", "Finds a free berth for the length of a vessel", {"length": {"type": "integer", "minimum": 1}}, ["length"], lambda u, i: {"berth": "B%d" % (i["length"] % 30)})
tool("rope_splice", "quay", "Says how to splice a rope of a diameter", {"diameter": I}, ["diameter"], lambda u, i: {"tucks": 3 + i["diameter"] // 8})
tool("word_count", "desk", "Counts the words of a text", {"text": S}, ["text"], lambda u, i: {"words": len(i["text"].split())})
tool("text_reverse", "desk", "Turns a text around", {"text": S}, ["text"], lambda u, i: {"text": i["text"][::-1]})
tool("code_interpreter", "desk", "Runs a program of the Virtual Computer", {"program": S}, ["program"], lambda u, i: {"printed": str(len(i["program"]))})
def box(u): return OUTBOX.setdefault("all" if F("nt-outbox-shared") else u["user_id"], {"chats": {}, "devices": {}, "pushes": {}})
def brief(): return "ntf" + os.urandom(7).hex()
def refuse(t): raise E(400, t)
def nf(d, k, what):
    if k not in d: refuse(what + " is not known")
    return d[k]
def n_create_chat(u, i):
    if not F("nt-chat-any-email") and not re.match(r"^[^@\s]+@[^@\s]+$", i["email"]): refuse("email is not an address")
    c = {"iden": brief(), "email": i["email"], "muted": False, "made": now()}; box(u)["chats"][c["iden"]] = c; return c
def n_create_device(u, i):
    d = dict({"iden": brief(), "icon": "system", "has_sms": False, "active": True, "made": now()}, **i)
    if F("nt-device-nickname-lost"): d.pop("nickname", None)
    box(u)["devices"][d["iden"]] = d; return d
def n_create_push(u, i):
    if i["type"] == "link" and not i.get("url") and not F("nt-link-without-url"): refuse("url is required when type is link")
    if i["type"] == "file":
        for k in ("file_url", "file_name", "file_type"):
            if F("nt-file-without-type") and k == "file_type": continue
            if not i.get(k): refuse(k + " is required when type is file")
    P = box(u)["pushes"]
    if i.get("guid") and not F("nt-guid-not-idempotent"):
        for p in P.values():
            if p.get("guid") == i["guid"]: return p
    us = micros(); p = dict({"iden": brief(), "active": True, "dismissed": False, "modified": us / 1e6, "made": iso(us)}, **i)
    P[p["iden"]] = p; return p
def n_del_all(u, i): 
    if not F("nt-delete-all-noop"): box(u)["pushes"].clear()
    return {"accepted": True}
def n_del_chat(u, i):
    c = nf(box(u)["chats"], i["iden"], "chat")
    if not F("nt-delete-chat-noop"): del box(u)["chats"][i["iden"]]
    return {"removed": i["iden"]}
def n_del_device(u, i):
    D = box(u)["devices"]; nf(D, i["device_iden"], "device")
    if F("nt-delete-device-wrong"): D.pop(list(D)[0])
    else: D.pop(i["device_iden"])
    return {"removed": i["device_iden"]}
def n_del_push(u, i):
    nf(box(u)["pushes"], i["iden"], "push")
    if not F("nt-delete-push-noop"): box(u)["pushes"].pop(i["iden"])
    return {"removed": i["iden"]}
def n_user(u, i):
    if F("nt-profile-of-other"): u = USERS["usr_teo"] if u["user_id"] != "usr_teo" else USERS["usr_ilse"]
    return {"iden": "ntf-" + u["user_id"], "name": u["display_name"], "email": u["email"]}
def page(rows, i):
    lim = i.get("limit", 500); off = 0
    if lim < 1: refuse("limit is too small")
    if lim > 500 and not F("nt-limit-over-500"): refuse("limit is at most 500")
    if i.get("cursor"):
        try: off = int(base64.b64decode(i["cursor"]))
        except Exception: refuse("cursor is not ours")
    out = rows[off:off + lim]
    return out, (base64.b64encode(str(off + lim).encode()).decode() if off + lim < len(rows) else None)
def n_list_chats(u, i):
    r, c = page(list(box(u)["chats"].values()), {} if F("nt-chats-limit-ignored") else i); return {"chats": r, "cursor": c}
def n_list_devices(u, i): return {"devices": list(box(u)["devices"].values())[: -1 if F("nt-devices-last-missing") else None]}
def n_list_pushes(u, i):
    rows = list(box(u)["pushes"].values())[::-1]
    if i.get("active") and not F("nt-active-ignored"): rows = [p for p in rows if p["active"] and not p["dismissed"]]
    if "modified_after" in i and not F("nt-modified-after-ignored"): rows = [p for p in rows if p["modified"] > i["modified_after"]]
    if "limit" not in i and F("nt-pushes-default-10"): i = dict(i, limit=10)
    r, c = page(rows, i); return {"pushes": r, "cursor": c}
def n_upd_chat(u, i):
    c = nf(box(u)["chats"], i["iden"], "chat")
    if F("nt-unmute-ignored"): c["muted"] = c["muted"] or i["muted"]
    else: c["muted"] = i["muted"]
    return c
def n_upd_device(u, i):
    d = nf(box(u)["devices"], i["iden"], "device")
    if F("nt-update-device-wipes"):
        for k in ("model", "nickname", "manufacturer"): d[k] = None
    d.update(i); return d
def n_upd_push(u, i):
    p = nf(box(u)["pushes"], i["iden"], "push")
    for k in ("items", "dismissed"):
        if k in i and not (F("nt-dismiss-lost") and k == "dismissed"): p[k] = i[k]
    p["modified"] = micros() / 1e6; return p
def n_upload(u, i):
    k = os.urandom(8).hex()
    return {"upload_url": "https://drop.lantern.example/" + k, "file_url": "https://files.lantern.example/%s/%s" % (k, urllib.parse.quote("file" if F("nt-upload-name-lost") else i["file_name"])), "file_name": i["file_name"], "file_type": i["file_type"], "data": {"policy": k[::-1], "signature": hashlib.sha256(k.encode()).hexdigest()}}
AV = {"type": "integer"} if F("nt-app-version-negative") else NN
LIM = {"type": "integer", "maximum": 10**9 if F("nt-limit-over-500") else 500}
TYPE = S if F("nt-push-any-type") else {"type": "string", "enum": ["note", "link", "file"]}
for _n, _t, _p, _r, _f in [
    ("CREATE_CHAT", "Create a chat with an email address", {"email": S}, ["email"], n_create_chat),
    ("CREATE_DEVICE", "Register a device", {"icon": S, "model": S, "has_sms": B, "nickname": S, "push_token": S, "app_version": AV, "manufacturer": S}, ["model", "nickname", "app_version", "manufacturer"], n_create_device),
    ("CREATE_PUSH", "Send a push, a note, link or file", dict({k: S for k in "url body guid email title file_url file_name file_type channel_tag client_iden device_iden source_device_iden".split()}, type=TYPE), ["type"], n_create_push),
    ("DELETE_ALL_PUSHES", "Delete all pushes of the user", {}, [], n_del_all), ("DELETE_CHAT", "Delete a chat", {"iden": S}, ["iden"], n_del_chat),
    ("DELETE_DEVICE", "Delete a device", {"device_iden": S}, ["device_iden"], n_del_device), ("DELETE_PUSH", "Delete a push", {"iden": S}, ["iden"], n_del_push),
    ("GET_USER", "Get the profile of the user", {}, [], n_user), ("LIST_CHATS", "List a page of chats", {"limit": LIM, "cursor": S}, [], n_list_chats),
    ("LIST_DEVICES", "List the devices of a user", {}, [], n_list_devices),
    ("LIST_PUSHES", "List a page of pushes", {"limit": LIM, "active": B, "cursor": S, "modified_after": {"type": "number"}}, [], n_list_pushes),
    ("UPDATE_CHAT", "Mute or unmute a chat", {"iden": S, "muted": B}, ["iden"] if F("nt-muted-not-required") else ["iden", "muted"], n_upd_chat),
    ("UPDATE_DEVICE", "Update the metadata of a device", {"iden": S, "icon": S, "model": S, "has_sms": B, "nickname": S, "push_token": S, "app_version": NN, "manufacturer": S}, ["iden"], n_upd_device),
    ("UPDATE_PUSH", "Dismiss a push or change items of a list", {"iden": S, "dismissed": B, "items": {"type": "array", "items": {"type": "object", "properties": {"text": S, "checked": B}, "required": ["text", "checked"]}}}, ["iden"], n_upd_push),
    ("UPLOAD_REQUEST", "Get a signed upload URL for a file", {"file_name": S, "file_type": S}, ["file_name", "file_type"], n_upload)]:
    if F("nt-muted-not-required") and _n == "UPDATE_CHAT": _f = lambda u, i: n_upd_chat(u, dict({"muted": True}, **i))
    tool("NOTIFIER_" + _n, "notifier", _t, _p, _r, _f)
KITS = {"sky": "Sun, moon and stars", "quay": "Work at the quay", "desk": "Work at the desk", "notifier": "Pushes to phones and desks"}
def check(schema, v, at=""):
    t = schema.get("type"); ok = {"string": isinstance(v, str), "integer": isinstance(v, int) and not isinstance(v, bool), "number": isinstance(v, (int, float)) and not isinstance(v, bool), "boolean": isinstance(v, bool), "array": isinstance(v, list), "object": isinstance(v, dict)}.get(t, True)
    if not ok: refuse("%s must be %s" % (at or "input", t))
    if "enum" in schema and v not in schema["enum"]: refuse(at + " must be one of " + ", ".join(schema["enum"]))
    if "minimum" in schema and v < schema["minimum"]: refuse(at + " is too small")
    if "maximum" in schema and v > schema["maximum"]: refuse(at + " is too large")
    if t == "array":
        for n, x in enumerate(v): check(schema.get("items", {}), x, "%s.%d" % (at, n))
    if t == "object":
        for k in schema.get("required", []):
            if k not in v: refuse(k + " is required")
        for k, x in v.items():
            if k in schema.get("properties", {}): check(schema["properties"][k], x, k)
            elif schema.get("additionalProperties") is False: refuse(k + " is not an input of this tool")
def tool_by(x):
    for t in TOOLS.values():
        if x in (t["tool_id"], t["name"]): return t
def v_public(t): return {"tool_id": t["tool_id"], "tool_name": t["name"], "summary": t["text"], "toolset_name": t["toolset"], "needs_connection": t["toolset"] == "notifier"}
def v_mcp(t, score=None):
    r = {"name": t["name"], "description": t["text"], "inputSchema": t["schema"], "_meta": {"lantern/tool_id": t["tool_id"], "lantern/toolset": t["toolset"]}}
    if score is not None: r["_meta"]["lantern/score"] = score
    if F("tools-list-no-input-schema") and score is None: r.pop("inputSchema")
    return r

# ---------------------------------------------------------------- routing
ROUTES = []
RACES = {"chat-patch-race", "bundle-tool-add-race", "vip-race", "subscribe-race", "keys-post-race", "me-mixed-under-load", "files-limit-race", "studio-create-race"}
def route(method, path, auth=True, lock=True):
    rx = re.compile("^" + re.sub(r"\{(\w+)(?::(\w+))?\}", r"(?P<\1>[^/]+)", path) + "$"); kinds = dict(re.findall(r"\{(\w+):(\w+)\}", path))
    def deco(fn): ROUTES.append((method, rx, kinds, auth, lock, fn)); return fn
    return deco
class Q:
    def __init__(s, h, user, params, query, raw): s.h, s.user, s.p, s.query, s.raw, s.uid = h, user, params, query, raw, user and user["user_id"]
    def obj(s, optional=False):
        if not s.raw.strip():
            if optional: return {}
            raise bad("body", "a JSON object is required")
        try: v = json.loads(s.raw); json.dumps(v, ensure_ascii=False, allow_nan=False).encode()
        except Exception: raise bad("body", "is not JSON")
        if v is None and optional: return {}
        if not isinstance(v, dict): raise bad("body", "is not an object")
        return v
    def int(s, name, default, lo=None, hi=None):
        v = s.query.get(name)
        if v is None: return default
        if not re.match(r"^[+-]?\d{1,12}$", v): raise bad("query." + name, "is not an integer")
        v = int(v)
        if lo is not None and v < lo: raise bad("query." + name, "is less than %d" % lo)
        if hi is not None and v > hi: raise bad("query." + name, "is more than %d" % hi)
        return v
def pick(b, *names):
    for n in names:
        if n in b: return b[n]
    return None
def text(b, at, *names, required=False, blank=True):
    v = pick(b, *names)
    if v is None:
        if required: raise bad("body." + at, "is required")
        return None
    if not isinstance(v, str): raise bad("body." + at, "is not a string")
    return v
def sandbox_check(u, vis, fault):
    if vis == "private" and u["tier"] == "sandbox" and not F(fault): raise E(400, "the sandbox tier cannot set private")

# ---------------------------------------------------------------- Workers API
STREAM = object()
def key_user(h):
    a = h.headers.get("Authorization", "")
    if a.startswith("Bearer "):
        k = a[7:].strip()
        for r in KEYS.values():
            if r["key"] == k and not r.get("broken"): return USERS[r["owner"]]
        if F("worker-revoked-key-works") and k in GONE_KEYS: return USERS[GONE_KEYS[k]]
        if F("worker-post-any-key") and h.command == "POST": return USERS["usr_ilse"]
    elif F("worker-get-without-key") and h.command == "GET": return USERS["usr_ilse"]
    raise E(401, "an API key is needed", headers={"WWW-Authenticate": "Bearer"})
GONE_KEYS, GONE_AGENTS, MSGCACHE = {}, {}, {}
LASTRUN, JUSTNOW, NOW = {}, {}, {}
def worker_agent(aid, u):
    if not UUID.match(aid): raise bad("path.agent_id", "is not a GUID")
    a = AGENTS.get(aid.lower())
    if not a and F("worker-deleted-agent-answers"): a = GONE_AGENTS.get(aid.lower())
    if not a and F("worker-unknown-agent-answers"): a = AGENTS["3c1f7a52-8be4-4d09-9a6e-51f0c7d2ab10"]
    if not a: raise E(404, "no such worker")
    if a["owner"] != u["user_id"]:
        if a["audience"] == "private" and not F("worker-private-agent-open"): raise E(403, "this worker is private")
        s = SUBS.get((u["user_id"], a["agent_id"]))
        if a["price_minor"] and not (s and s["state"] == "active") and not F("worker-paid-agent-free"): raise E(402, "a subscription is needed")
    return a
def new_run(a, u, source):
    rid = guid(); us = micros()
    if F("runs-started-at-local-clock"): us += 7200 * 1000000
    RUNS[rid] = {"run_id": rid, "agent_id": a["agent_id"], "owner": u["user_id"], "us": micros(), "started_at": iso(us), "source": source, "messages": [], "logs": [], "mcp": [], "job": None, "pending": None, "lock": threading.Lock()}
    return RUNS[rid]
def worker_run(aid, rid, u, write=False):
    if not UUID.match(aid): raise bad("path.agent_id", "is not a GUID")
    if not UUID.match(rid): raise bad("path.run_id", "is not a uuid")
    r = RUNS.get(rid.lower())
    if not r and write and F("worker-put-unknown-run-starts-one"):
        r = new_run(AGENTS[aid], u, "worker")
    foreign = F("worker-foreign-run-writable") if write else F("worker-foreign-run-readable")
    if not r or r["agent_id"] != aid.lower() or (r["owner"] != u["user_id"] and not foreign): raise E(404, "no such run")
    return r
def log(r, what, **kw): r["logs"].append(dict({"run_id": r["run_id"], "at": now(), "event": what}, **kw))
def finish(r, job):
    with L:
        if F("job-error-never-clears") and job["fails"]: return
        if F("job-end-ends-all"):
            for x in RUNS.values():
                if x["owner"] == r["owner"]: x["job"] = None
        r["job"] = None; r["pending"] = "failed" if job["fails"] else "done"
        if F("job-finish-loses-last-message"): r["messages"] = r["messages"][:-2]
        log(r, "job ended", job=job["id"], outcome="error" if job["fails"] else "success")
        if F("job-header-stuck"): r["ghost"] = job["id"]
        if F("job-put-refused-after-end"): r["stuck"] = True
def answer(h, u, r, msg, nd, put):
    """One turn: the message goes into the history, the worker speaks."""
    if F("worker-concurrent-messages-mixed") and not put:
        NOW["m"] = msg; time.sleep(0.04); msg = NOW["m"]
    rid = r["run_id"]; low = (msg or "").lower(); calls = []; job = None
    n = sum(1 for m in r["messages"] if m["role"] == "user") + (msg is not None)
    head = {"done": "The ledger you asked for is ready: 41 pages. ", "failed": "The ledger could not be made: a page was torn. "}.get(r["pending"], ""); r["pending"] = None
    if "compile the harbour ledger" in low: job = {"id": "job/%s" % os.urandom(5).hex(), "fails": "torn page" in low}
    if job: out = "I have begun the ledger; it goes on in the background."
    elif msg is None: out = "Good day. What shall I enter in the ledger?"
    else: out = "Entry %d: you wrote “%s”." % (n, msg)
    if "look up the moon" in low:
        t = TOOLS["moon_phase"]; i = {"date": "2026-12-24"}; calls.append(("c-" + os.urandom(3).hex(), t["name"], i, t["fn"](u, i))); out = "The moon is %s, entry %d." % (calls[0][3]["phase"], n)
    out = head + out
    stored = msg
    if F("worker-history-html") and msg: stored = msg.replace("&", "&amp;").replace("<", "&lt;")
    if F("worker-history-trimmed") and msg: stored = " ".join(msg.split())
    if F("worker-history-255") and msg: stored = msg[:255]
    if F("worker-history-ascii") and msg: stored = msg.encode("ascii", "replace").decode()
    um = {"role": "user", "content": stored}; am = {"role": "assistant", "content": out}
    with L:
        old = list(r["messages"])
        if F("worker-put-drops-history") and put: old = []
        add = ([um] if msg is not None else []) + [am]
        if put and F("worker-put-user-message-lost"): add = [am]
        if put and F("worker-put-reply-before-question"): add = add[::-1]
        if put and F("worker-put-message-twice"): add = [um] + add
        if put and nd and F("ndjson-put-not-stored"): add = []
        if nd and not put and F("ndjson-post-reply-not-stored"): add = add[:-1]
        if F("worker-roles-all-user"): add = [dict(m, role="user") for m in add]
    if F("worker-concurrent-put-lost") and put: time.sleep(0.08)
    with L:
        r["messages"] = old + add
        if msg is not None: log(r, "message", role="user", text=msg)
        for c in calls:
            e = {"run_id": rid, "at": now(), "server": "sky", "call": c[0], "tool": c[1], "arguments": c[2], "output": c[3]}
            r["mcp"].append(e); log(r, "tool call", tool=c[1])
        log(r, "message", role="assistant", text=out)
        if job: r["job"] = job; log(r, "job started", job=job["id"])
    hd = {"X-Service-Run-ID": rid, "Cache-Control": "no-store"}
    if (F("worker-post-no-run-id") and not put and not nd) or (F("worker-put-no-run-id") and put and not nd) or (F("ndjson-post-no-run-id") and nd and not put): hd.pop("X-Service-Run-ID")
    if F("worker-put-other-run-id") and put: hd["X-Service-Run-ID"] = guid()
    if job: hd["x-service-job-id"] = job["id"]
    words = re.findall(r"\S+\s*", out); third = max(1, -(-len(words) // 3)); parts = ["".join(words[k:k + third]) for k in range(0, len(words), third)]
    if nd:
        lines = []
        for c in calls:
            if not F("ndjson-no-tool-call"): lines.append({"kind": "tool_call", "call": c[0], "tool": c[1], "arguments": c[2]})
            if not F("ndjson-no-tool-response") : lines.append({"kind": "tool_response", "call": c[0], "tool": c[1], "output": c[3]})
        if F("ndjson-put-no-signals") and put: lines = []
        lines += [{"kind": "say", "text": p} for p in parts] + [{"kind": "end", "run": rid}]
        if F("ndjson-put-last-words-missing") and put and len(parts) > 1: lines = [x for x in lines if x.get("text") != parts[-1]]
        if F("ndjson-as-array"): chunks = ["[" + ",\n".join(json.dumps(x) for x in lines) + "]"]
        elif F("ndjson-pretty-printed"): chunks = [json.dumps(x, indent=1) + "\n" for x in lines]
        elif F("ndjson-lines-glued"): chunks = [json.dumps(x) for x in lines]
        else: chunks = [json.dumps(x, ensure_ascii=False) + "\n" for x in lines]
        ct = "application/x-ndjson; charset=utf-8"
    else:
        chunks = parts; ct = "text/plain; charset=utf-8"
        if F("text-leaks-tool-call") and calls: chunks = ['[tool_call %s %s]\n' % (calls[0][1], json.dumps(calls[0][2]))] + chunks
        if F("text-last-part-missing") and len(parts) > 1: chunks = parts[:-1]
        if F("text-put-repeats-last-part") and put: chunks = parts + parts[-1:]
    try:
        h.start(200, dict(hd, **{"Content-Type": ct}))
        for c in chunks: h.chunk(c.encode("utf-8")); time.sleep(0.003)
        h.chunk(b"")
    finally:
        if job:
            t = threading.Timer(JOB_SECONDS, finish, (r, job)); t.daemon = True; t.start()
    return STREAM
def worker_message(h, raw, required):
    q = Q(h, None, {}, {}, raw); b = q.obj(optional=not required); m = b.get("message")
    if m is None and not required: return None
    if not isinstance(m, str): raise bad("body.message", "is not a string")
    return m
def worker(h, path, raw):
    segs = [urllib.parse.unquote(x) for x in path.strip("/").split("/")]; nd = segs[0] == "ndjson"
    if nd: segs = segs[1:]
    want = {"POST": 1, "PUT": 2, "GET": 2}.get(h.command)
    if len(segs) not in (1, 2): raise E(404, "nothing here")
    if want != len(segs) or (nd and h.command == "GET"): raise E(405, "not this way", headers={"Allow": "POST" if len(segs) == 1 else "PUT" if nd else "GET, PUT"})
    u = key_user(h)
    if h.command == "POST":
        a = worker_agent(segs[0], u); msg = worker_message(h, raw, False)
        k = (u["user_id"], a["agent_id"])
        with L:
            if F("worker-post-refused-during-job") and any(r["job"] and r["owner"] == u["user_id"] and r["agent_id"] == a["agent_id"] for r in RUNS.values()): raise E(409, "a job is running")
            if F("worker-post-same-run") and k in LASTRUN: r = RUNS[LASTRUN[k]]; r["messages"] = []
            elif F("worker-concurrent-post-one-run") and k in JUSTNOW and time.time() - JUSTNOW[k] < 0.05: r = RUNS[LASTRUN[k]]
            else:
                r = new_run(a, u, "worker")
                if F("worker-post-keeps-context") and k in LASTRUN: r["messages"] = list(RUNS[LASTRUN[k]]["messages"])
            if F("ndjson-post-ends-other-job") and nd:
                for x in RUNS.values():
                    if x["owner"] == u["user_id"]: x["job"] = None
            LASTRUN[k] = r["run_id"]; JUSTNOW[k] = time.time()
        with r["lock"]: return answer(h, u, r, msg, nd, False)
    r = worker_run(segs[0], segs[1], u, h.command == "PUT")
    if h.command == "GET":
        ms = [dict(m) for m in r["messages"]]; hd = {}
        if r["job"] and not F("job-no-header-on-get"): hd["x-service-job-id"] = r["job"]["id"]
        if r.get("ghost"): hd["x-service-job-id"] = r["ghost"]
        if F("job-header-on-other-runs"):
            for x in RUNS.values():
                if x["job"] and x["agent_id"] == r["agent_id"] and x["owner"] == r["owner"]: hd["x-service-job-id"] = x["job"]["id"]
        if F("job-header-empty-when-idle") and not r["job"]: hd["x-service-job-id"] = "none"
        if F("history-newest-first"): ms = ms[::-1]
        if F("history-last-ten"): ms = ms[-10:]
        if F("history-stale"):
            c = MSGCACHE.get(r["run_id"])
            if c and time.time() - c[0] < 8: ms = c[1]
            else: MSGCACHE[r["run_id"]] = (time.time(), ms)
        if F("history-without-assistant"): ms = [m for m in ms if m["role"] == "user"]
        return 200, ({"messages": ms} if F("history-in-envelope") else ms), hd
    msg = worker_message(h, raw, True)
    if not (F("worker-concurrent-put-lost")): r["lock"].acquire()
    try:
        if (r["job"] or r.get("stuck")) and not (F("job-put-accepted") and not nd) and not (F("ndjson-job-put-accepted") and nd):
            if F("job-put-refused-but-added"): r["messages"].append({"role": "user", "content": msg})
            if F("job-put-answers-400"): raise E(400, "a job is running")
            if F("job-put-cancels-job"): r["job"] = None
            raise E(409, "a background job is still running")
        worker_agent(segs[0], u)
        return answer(h, u, r, msg, nd, True)
    finally:
        if not F("worker-concurrent-put-lost"): r["lock"].release()

# ---------------------------------------------------------------- runs and executions
def cursor_of(q, fault=None):
    c = q.query.get("next_cursor")
    if not c or c == "null": return None
    try: return parse_time(c)
    except Exception:
        if F("runs-bad-cursor-500"): raise E(500, "internal")
        raise bad("query.next_cursor", "is not a date-time")
def paged(q, rows, pre, default=30):
    lim = q.int("limit", default, 1); lim = min(lim, 250); c = cursor_of(q); rows = sorted(rows, key=lambda r: -r["us"])
    if F(pre + "-limit-ignored"): lim = 30
    if F(pre + "-limit-one-more"): lim += 1
    if c is not None and not F(pre + "-cursor-ignored"): rows = [r for r in rows if (r["us"] <= c if F(pre + "-cursor-repeats-last") else r["us"] < c)]
    out = rows[:lim]; more = len(rows) > lim
    nxt = iso(out[-1]["us"]) if more else None
    if more and F(pre + "-page-skips-one"): nxt = iso(rows[lim]["us"])
    if F(pre + "-no-next-cursor"): nxt = None
    if F(pre + "-cursor-whole-seconds") and nxt: nxt = nxt[:19] + "Z"
    if F(pre + "-oldest-first"): out = out[::-1]
    return out, nxt
def v_run(r, full=True):
    v = {k: r[k] for k in ("run_id", "agent_id", "started_at", "source")}; v["turns"] = sum(1 for m in r["messages"] if m["role"] == "user"); v["busy"] = bool(r["job"])
    if full: v["messages"] = r["messages"][:-1] if F("run-view-last-message-missing") else r["messages"]
    return v
@route("GET", "/me/agent-runs")
def _(q):
    rows = [r for r in RUNS.values() if r["owner"] == q.uid or F("runs-of-everyone")]
    if F("runs-only-newest-per-agent"): rows = list({r["agent_id"]: r for r in rows}.values())
    out, n = paged(q, rows, "runs", 20 if F("runs-default-20") else 30)
    return {"runs": [v_run(r, False) for r in out], "next_cursor": n}
def own_run(q, fault):
    r = RUNS.get(q.p["run_id"].lower())
    if not r or (r["owner"] != q.uid and not F(fault)): raise E(404, "no such run")
    return r
@route("GET", "/me/agent-runs/{run_id:uuid}")
def _(q):
    if F("run-view-unknown-200") and q.p["run_id"] not in RUNS: return None
    r = own_run(q, "run-view-foreign"); v = v_run(r)
    if F("run-view-wrong-agent"): v["agent_id"] = next(iter(AGENTS)) if r["agent_id"] != next(iter(AGENTS)) else list(AGENTS)[1]
    return v
@route("GET", "/me/agent-runs/{run_id:uuid}/mcp-server-logs")
def _(q):
    r = own_run(q, "mcp-logs-foreign")
    if F("mcp-logs-empty"): return []
    if F("mcp-logs-of-all-runs"): return [e for x in RUNS.values() if x["owner"] == q.uid for e in x["mcp"]]
    return {"entries": r["mcp"]} if F("mcp-logs-in-envelope") else r["mcp"]
@route("GET", "/me/agent-runs/{run_id:uuid}/logs")
def _(q):
    r = own_run(q, "run-logs-foreign")
    if F("run-logs-stop-after-first-turn"): return r["logs"][:2]
    if F("run-logs-run-id-wrong"): return [dict(e, run_id=guid()) for e in r["logs"]]
    return r["logs"]
@route("GET", "/me/executions")
def _(q):
    out, n = paged(q, [e for e in EXEC if e["owner"] == q.uid or F("executions-of-everyone")], "executions", 10 if F("executions-default-10") else 30)
    return {"executions": [v_exec(e) for e in out], "next_cursor": n}
def v_exec(e): return {k: v for k, v in e.items() if k not in ("owner", "us")}
@route("GET", "/me/executions/{log_id:int}")
def _(q):
    for n, e in enumerate(EXEC):
        if e["log_id"] == int(q.p["log_id"]) and (e["owner"] == q.uid or F("execution-foreign")):
            if F("execution-neighbour") and n: return dict(v_exec(EXEC[n - 1]), log_id=e["log_id"])
            if F("execution-input-missing"): return dict(v_exec(e), input={})
            return v_exec(e)
    if F("execution-unknown-200"): return None
    raise E(404, "no such execution")

# ---------------------------------------------------------------- subscriptions
def v_sub(s): return {k: v for k, v in s.items() if k not in ("subscriber", "provider_ref")}
def any_agent(aid, what="agent"):
    a = AGENTS.get(aid.lower())
    if not a: raise E(404, "no such " + what)
    return a
@route("POST", "/me/agents/{agent_id}/subscribe")
def _(q):
    if F("subscribe-unknown-500") and q.p["agent_id"] not in AGENTS: raise E(500, "internal")
    a = any_agent(q.p["agent_id"]); q.obj(optional=True)
    if a["audience"] == "private" and a["owner"] != q.uid: raise E(404, "no such agent")
    if a["owner"] == q.uid and not F("subscribe-own"): raise E(400, "this agent is yours")
    if not a["price_minor"] and not F("subscribe-unpaid"): raise E(400, "this agent asks no money")
    s = SUBS.get((q.uid, a["agent_id"]))
    if s and s["state"] == "active" and not F("subscribe-twice"): raise E(409 if F("subscribe-twice-409") else 402, "already subscribed")
    if F("subscribe-race"): time.sleep(0.06)
    ck = {"session_id": "cs-" + os.urandom(8).hex(), "pay_at": None}
    ck["pay_at"] = "https://till.lantern.example/" + ck["session_id"]
    if not F("subscribe-not-recorded"): s = add_sub("usr_teo" if F("subscribe-recorded-for-other") and q.uid == "usr_ilse" else q.uid, a["agent_id"])
    return {"agent_id": a["agent_id"], "checkout": None if F("subscribe-no-checkout") else ck}
@route("POST", "/me/agents/{agent_id}/unsubscribe")
def _(q):
    if F("unsubscribe-unknown-400") and q.p["agent_id"] not in AGENTS: raise E(400, "no active subscription")
    a = any_agent(q.p["agent_id"]); s = SUBS.get((q.uid, a["agent_id"]))
    if not s or (s["state"] != "active" and not F("unsubscribe-twice")): raise E(400, "no active subscription to cancel")
    hit = [s]
    if F("unsubscribe-ends-all"): hit = [x for k, x in SUBS.items() if k[0] == q.uid]
    if F("unsubscribe-ends-everyones"): hit = [x for k, x in SUBS.items() if k[1] == a["agent_id"]]
    if F("unsubscribe-not-saved"): return v_sub(dict(s, state="ended", ended_at=now()))
    for x in hit: x.update(state="ended", ended_at=now())
    return v_sub(s)
@route("GET", "/me/subscriptions")
def _(q):
    rows = [v_sub(s) for k, s in SUBS.items() if k[0] == q.uid or F("subscriptions-of-everyone")]
    if F("subscriptions-newest-missing"): rows = [r for r in rows if (q.uid, r["agent_id"]) in SEEDED]
    if F("subscriptions-list-says-active"): rows = [dict(r, state="active", ended_at=None) for r in rows]
    return {"subscriptions": rows, "how_many": len(rows)}
@route("GET", "/me/subscriptions/{agent_id}")
def _(q):
    s = SUBS.get((q.uid, q.p["agent_id"].lower()))
    if not s and F("subscription-of-another"): s = next((x for k, x in SUBS.items() if k[1] == q.p["agent_id"]), None)
    if not s:
        if F("subscription-none-200"): return {"agent_id": q.p["agent_id"], "state": "none"}
        raise E(404, "no subscription")
    return v_sub(s)

# ---------------------------------------------------------------- studio chats
def v_st(c): return {k: v for k, v in c.items() if k not in ("deleted",)}
def st_vis(b, u): 
    v = pick(b, "audience", "visibility")
    if v is None: return None
    if v not in ("private", "public"): raise bad("body.audience", "is private or public")
    return v
def default_vis(u): return "public" if u["tier"] == "sandbox" else "private"
@route("GET", "/me/agent-studio-chats")
def _(q):
    r = [v_st(c) for c in STUDIO.values() if (c["owner"] == q.uid or F("studio-list-of-everyone")) and (not c["deleted"] or F("studio-list-deleted"))]
    if F("studio-list-public-only"): r = [c for c in r if c["audience"] == "public"]
    return r
@route("POST", "/me/agent-studio-chats")
def _(q):
    b = q.obj(); rid = text(b, "run_id", "run_id") or guid(); vis = st_vis(b, q.user)
    sandbox_check(q.user, vis, "studio-create-sandbox-private")
    c = STUDIO.get(rid)
    if c:
        if F("studio-create-takes-over-foreign") and c["owner"] != q.uid: c["owner"] = q.uid; return v_st(c)
        if c["owner"] != q.uid or c["deleted"]: raise E(409, "a chat with this run_id exists")
        if F("studio-create-existing-500"): raise E(500, "internal")
        if F("studio-create-overwrites"): c.update(title=text(b, "title", "title"), audience=vis or "private", created_at=now())
        return v_st(c)
    t = now(); c = {"run_id": rid, "owner": q.uid, "title": text(b, "title", "title"), "note": text(b, "note", "note"), "audience": vis or default_vis(q.user), "agent_id": b.get("agent_id"), "created_at": t, "revised_at": t, "deleted": False}
    if F("studio-create-race"): time.sleep(0.06)
    if F("studio-create-always-public"): c["audience"] = "public"
    STUDIO[rid] = c; return v_st(c)
def st_get(q, write=None):
    c = STUDIO.get(q.p["run_id"])
    if not c or (c["deleted"] and not F("studio-deleted-still-readable")): raise E(404, "no such chat")
    if c["owner"] != q.uid and write is not None and not F(write): raise E(403, "not your chat")
    return c
@route("GET", "/me/agent-studio-chats/{run_id}", auth=None)
def _(q):
    if F("studio-get-needs-auth") and not q.user: raise E(401, "log in")
    c = st_get(q)
    if c["audience"] == "private" and c["owner"] != q.uid and not F("studio-get-private-open"): raise E(404 if F("studio-get-private-404") else 403, "no permission")
    return v_st(c)
@route("PUT", "/me/agent-studio-chats/{run_id}")
def _(q):
    c = st_get(q, "studio-put-foreign"); b = q.obj(); vis = st_vis(b, q.user); sandbox_check(q.user, vis, "studio-put-sandbox-private")
    for k in ("title", "note"):
        if k in b or not F("studio-put-merges"): c[k] = text(b, k, k)
    c["audience"] = vis or default_vis(q.user); c["revised_at"] = now(); return v_st(c)
@route("PATCH", "/me/agent-studio-chats/{run_id}")
def _(q):
    c = st_get(q, "studio-patch-foreign"); b = q.obj(); vis = st_vis(b, q.user); sandbox_check(q.user, vis, "studio-patch-sandbox-private"); keep = dict(c)
    for k in ("title", "note"):
        if k in b or F("studio-patch-wipes"): c[k] = text(b, k, k)
    if vis: c["audience"] = vis
    elif F("studio-patch-resets-visibility"): c["audience"] = "public"
    c["revised_at"] = now()
    if F("studio-patch-not-saved"): r = v_st(dict(c)); c.clear(); c.update(keep); return r
    return v_st(c)
@route("DELETE", "/me/agent-studio-chats/{run_id}")
def _(q):
    c = st_get(q, "studio-delete-foreign")
    if not F("studio-delete-noop"): c["deleted"] = True
    return v_st(c)
@route("POST", "/me/agent-studio-chats/{run_id}/clone")
def _(q):
    c = st_get(q)
    if c["audience"] == "private" and not F("studio-clone-private"): raise E(400, "private chats cannot be cloned")
    n = dict(c, run_id=guid(), owner=c["owner"] if F("studio-clone-keeps-owner") else q.uid, created_at=now(), revised_at=now(), audience="private" if q.user["tier"] != "sandbox" else "public")
    if F("studio-clone-empty"): n["title"] = n["note"] = None
    STUDIO[n["run_id"]] = n
    return 200 if F("studio-clone-200") else 201, v_st(n)

# ---------------------------------------------------------------- agents and chats
LISTCACHE, VISCACHE = {}, {}
def v_ag(a):
    v = {k: a[k] for k in ("agent_id", "owner", "title", "instructions", "audience", "vanity_slug", "upsell_description", "price_minor", "greeting", "created_at", "revised_at")}
    v["theme_color"] = (a["theme"] or {}).get("accent"); v["feedback_count"] = len(a["feedback"]); v["file_count"] = sum(1 for f in FILES.values() if f["agent_id"] == a["agent_id"]); return v
def ag_fields(q, b, partial):
    out = {}
    p = text(b, "instructions", "instructions", "chat_prompt")
    if p is not None: out["instructions"] = p
    vis = pick(b, "audience", "visibility")
    if vis is not None:
        if vis not in ("private", "public"): raise bad("body.audience", "is private or public")
        out["audience"] = vis
    for k in ("title", "greeting", "vanity_slug", "upsell_description"):
        if k in b: out[k] = text(b, k, k)
    if "title" not in out and "name" in b: out["title"] = text(b, "title", "name")
    if "price_minor" in b:
        if b["price_minor"] is not None and (not isinstance(b["price_minor"], int) or isinstance(b["price_minor"], bool) or b["price_minor"] < 0): raise bad("body.price_minor", "is not an amount")
        out["price_minor"] = b["price_minor"] or 0
    return out
def slug_ok(s, aid):
    if s and any(a["vanity_slug"] == s and a["agent_id"] != aid for a in AGENTS.values()) and not F("agents-slug-shared"): raise E(400, "this slug is taken")
def owned(q, aid, fault, what="agent"):
    a = any_agent(aid, what)
    if a["owner"] != q.uid and not F(fault): raise E(403, "not your " + what)
    return a
def visible(q, aid, fault, what="agent"):
    a = any_agent(aid, what)
    if a["audience"] == "private" and a["owner"] != q.uid and not F(fault): raise E(403, "this %s is private" % what)
    return a
def full(q, f):
    d = {"title": None, "greeting": None, "vanity_slug": None, "upsell_description": None, "price_minor": 0, "audience": default_vis(q.user)}; d.update(f)
    if d["title"] is None: d["title"] = (d.get("instructions") or "")[:40]
    return d
def create_agent(q, f):
    d = full(q, f); slug_ok(d["vanity_slug"], None); a = add_agent(q.uid, d["title"], d["instructions"], d["audience"], d["price_minor"], None, d["vanity_slug"])
    a["greeting"], a["upsell_description"] = d["greeting"], d["upsell_description"]; return a
@route("GET", "/me/agents")
def _(q):
    r = [v_ag(a) for a in AGENTS.values() if a["owner"] == q.uid or (F("agents-list-foreign-public") and a["audience"] == "public") or F("agents-list-of-everyone")]
    if F("agents-list-stale"):
        c = LISTCACHE.get(q.uid)
        if c and time.time() - c[0] < 15: return c[1]
        LISTCACHE[q.uid] = (time.time(), r)
    if F("agents-list-first-five"): r = r[:5]
    return r
@route("POST", "/me/agents")
def _(q):
    if F("agents-post-not-json-500") and not q.raw.startswith(b"{"): raise E(500, "internal")
    b = q.obj(); f = ag_fields(q, b, False)
    if F("agents-post-html") and f.get("instructions"): f["instructions"] = f["instructions"].replace("&", "&amp;").replace("<", "&lt;")
    aid = pick(b, "agent_id", "chat_id")
    if not f.get("instructions") and not F("agents-post-without-prompt"): raise E(400, "the chat prompt is missing")
    f.setdefault("instructions", ""); sandbox_check(q.user, f.get("audience"), "agents-post-sandbox-private")
    if aid and not F("agents-upsert-duplicates"):
        if aid not in AGENTS and F("agents-upsert-unknown-creates"): return v_ag(create_agent(q, f))
        a = owned(q, str(aid), "agents-upsert-foreign"); slug_ok(f.get("vanity_slug"), a["agent_id"])
        if F("agents-upsert-prompt-kept"): f.pop("instructions")
        a.update({**full(q, {**{k: a[k] for k in ("audience", "price_minor")}, **f}), "revised_at": now()}) if not F("agents-upsert-prompt-kept") else a.update(f)
        return v_ag(a)
    a = create_agent(q, f)
    if F("agents-create-ignores-visibility"): a["audience"] = "public"
    return v_ag(a)
@route("GET", "/me/agents/{agent_id}", auth=None)
def _(q):
    if F("agent-get-needs-auth") and not q.user: raise E(401, "log in")
    if F("agent-get-unknown-500") and q.p["agent_id"] not in AGENTS: raise E(500, "internal")
    if F("agent-get-private-anonymous") and not q.user and q.p["agent_id"] in AGENTS: return v_ag(AGENTS[q.p["agent_id"]])
    if F("agent-visibility-cached"):
        a = AGENTS.get(q.p["agent_id"]); c = VISCACHE.setdefault(q.p["agent_id"], (time.time(), a and a["audience"]))
        if a and c[1] == "public" and time.time() - c[0] < 30: return v_ag(a)
    if F("agent-get-private-404") and AGENTS.get(q.p["agent_id"], {}).get("audience") == "private" and AGENTS[q.p["agent_id"]]["owner"] != q.uid: raise E(404, "no such agent")
    return v_ag(visible(q, q.p["agent_id"], "agent-get-private-foreign" if q.user else "-"))
@route("POST", "/me/agents/{agent_id}/upsell-description")
def _(q):
    a = any_agent(q.p["agent_id"])
    if a["owner"] != q.uid and not F("upsell-foreign"): raise E(404, "no such agent of yours")
    t = "Subscribe to %s: %s" % (a["title"], a["instructions"][:80])
    if F("upsell-not-saved"): return dict(v_ag(a), upsell_description=t)
    if F("upsell-replaces-prompt"): a["instructions"] = t
    if F("upsell-empty"): t = ""
    a["upsell_description"] = t; return v_ag(a)
@route("POST", "/me/agents/vanity/slug", auth=None)
def _(q):
    if F("slug-post-needs-auth") and not q.user: raise E(401, "log in")
    b = q.obj(optional=True); src = next((v for k, v in b.items() if isinstance(v, str) and v.strip()), "lantern")
    s = re.sub(r"[^a-z0-9]+", "-", src.lower()).strip("-")[:40] or "lantern"
    taken = {a["vanity_slug"] for a in AGENTS.values()}
    if F("slug-post-spaces"): return {"slug": src}
    if not F("slug-post-taken"):
        base, n = s, 2
        while s in taken: s = "%s-%d" % (base, n); n += 1
    return {"slug": s}
@route("GET", "/me/agents/vanity/slug")
def _(q):
    s = q.query.get("slug")
    if not s:
        if F("slug-get-missing-ok"): return {"slug": None, "available": True}
        raise bad("query.slug", "is required")
    free = not any(a["vanity_slug"] == s for a in AGENTS.values())
    if F("slug-get-always-free"): free = True
    if F("slug-get-inverted"): free = not free
    if F("slug-get-only-own"): free = not any(a["vanity_slug"] == s and a["owner"] == q.uid for a in AGENTS.values())
    return {"slug": s, "available": free}
VIBES = ["draftsmith", "codeloom", "stitchery"]
@route("GET", "/me/agents/{agent_id}/vibe")
def _(q):
    s = q.query.get("service_name")
    if s not in VIBES and not F("vibe-any-service"): raise bad("query.service_name", "is one of " + ", ".join(VIBES))
    a = visible(q, q.p["agent_id"], "vibe-private-foreign")
    if F("vibe-wrong-agent"): a = next(iter(AGENTS.values())) if a is not next(iter(AGENTS.values())) else list(AGENTS.values())[2]
    return {"service_name": s, "prompt": "Build a front end for worker %s (%s). It was told: %s" % (a["agent_id"], a["title"], a["instructions"]), "opens_at": "https://%s.example/new?worker=%s" % (s, a["agent_id"])}
@route("GET", "/me/vibe/services", auth=None)
def _(q):
    if F("vibe-services-needs-auth") and not q.user: raise E(401, "log in")
    return {"services": [{"service_name": s, "label": s.title()} for s in (VIBES[:2] if F("vibe-services-two") else VIBES)]}
@route("GET", "/me/agents/{agent_id:uuid}/customizations/theme")
def _(q):
    a = visible(q, q.p["agent_id"], "theme-get-private-foreign")
    if a["theme"] is None and F("theme-unset-404"): raise E(404, "no theme")
    return a["theme"]
@route("PUT", "/me/agents/{agent_id:uuid}/customizations/theme")
def _(q):
    a = owned(q, q.p["agent_id"], "theme-put-foreign"); b = q.obj(); c = pick(b, "accent", "theme_color", "color")
    if not F("theme-any-color") and not (isinstance(c, str) and re.match(r"^#[0-9a-fA-F]{6}$", c)): raise E(400, "the color is not #rrggbb")
    t = {"agent_id": a["agent_id"], "accent": c.lower() if F("theme-color-lowered-wrong") else c, "revised_at": now()}
    if F("theme-color-lowered-wrong"): t["accent"] = "#" + c[5:7] + c[3:5] + c[1:3]
    if F("theme-first-wins") and a["theme"]: return t
    if F("theme-on-all-agents"):
        for x in AGENTS.values():
            if x["owner"] == q.uid: x["theme"] = dict(t, agent_id=x["agent_id"])
    a["theme"] = t; return t
# files
def v_file(f): return {k: f[k] for k in ("file_id", "agent_id", "filename", "media_type", "text", "bytes", "position", "created_at", "revised_at")}
def files_of(aid): return sorted((f for f in FILES.values() if f["agent_id"] == aid), key=lambda f: (f["position"], f["created_at"]))
def v_files(aid):
    r = [v_file(f) for f in files_of(aid)]; 
    if F("files-order-by-creation"): r.sort(key=lambda f: f["created_at"])
    return {"files": r, "room_left": max(0, MAXFILES - len(r))}
def renumber(aid):
    for n, f in enumerate(files_of(aid)): f["position"] = n
@route("GET", "/me/agents/{agent_id:uuid}/files")
def _(q):
    a = visible(q, q.p["agent_id"], "files-list-private-foreign")
    if F("files-list-of-all-agents"): return {"files": [v_file(f) for f in FILES.values() if AGENTS.get(f["agent_id"], {}).get("owner") == q.uid], "room_left": 0}
    return v_files(a["agent_id"])
FILECOUNT = {}
@route("POST", "/me/agents/{agent_id:uuid}/files")
def _(q):
    a = owned(q, q.p["agent_id"], "files-post-foreign"); aid = a["agent_id"]; b = q.obj(); name = pick(b, "filename", "file_name", "name")
    if not isinstance(name, str) or not name: raise E(400, "filename is missing")
    t = pick(b, "text", "content"); t = "" if t is None else t
    if not isinstance(t, str): raise E(400, "text is not a string")
    FILECOUNT[aid] = FILECOUNT.get(aid, 0) + 1; n = FILECOUNT[aid] - 1 if F("files-limit-counts-deleted") else len(files_of(aid))
    if F("files-limit-per-owner"): n = sum(1 for f in FILES.values() if AGENTS.get(f["agent_id"], {}).get("owner") == q.uid)
    if n >= MAXFILES and not F("files-no-limit"): raise E(422 if False else 500 if F("files-limit-500") else 400, "an agent has at most %d files" % MAXFILES)
    if F("files-text-stripped"): t = t.strip()
    if F("files-limit-race"): time.sleep(0.06)
    if F("files-text-1000"): t = t[:1000]
    us = now(); f = {"file_id": guid(), "agent_id": aid, "filename": name, "media_type": pick(b, "media_type", "mime_type") or "text/plain", "text": t, "bytes": len(t.encode()), "position": len(files_of(aid)), "created_at": us, "revised_at": us}
    p = b.get("position")
    if isinstance(p, int) and not isinstance(p, bool) and 0 <= p < f["position"]:
        for x in files_of(aid)[p:]: x["position"] += 1
        f["position"] = p
    if F("files-position-always-zero"): f["position"] = 0
    FILES[f["file_id"]] = f; return 200 if F("files-post-200") else 201, v_file(f)
def file_of(q, a, fault):
    f = FILES.get(q.p["file_id"].lower())
    if not f or (f["agent_id"] != a["agent_id"] and not F(fault)): raise E(404, "no such file")
    return f
@route("GET", "/me/agents/{agent_id:uuid}/files/{file_id:uuid}")
def _(q):
    a = visible(q, q.p["agent_id"], "file-get-private-foreign"); return v_file(file_of(q, a, "file-get-other-agent"))
@route("PATCH", "/me/agents/{agent_id:uuid}/files/{file_id:uuid}")
def _(q):
    a = owned(q, q.p["agent_id"], "file-patch-foreign"); f = file_of(q, a, "-"); b = q.obj(); old = dict(f)
    n, t = pick(b, "filename", "file_name", "name"), pick(b, "text", "content")
    if n is not None: f["filename"] = text(b, "filename", "filename", "file_name", "name")
    if t is not None: f["text"] = text(b, "text", "text", "content")
    elif F("file-patch-wipes-text"): f["text"] = ""
    f["bytes"] = len(f["text"].encode()) if not F("file-patch-size-stale") else old["bytes"]
    if pick(b, "media_type", "mime_type"): f["media_type"] = pick(b, "media_type", "mime_type")
    p = b.get("position")
    if isinstance(p, int) and not isinstance(p, bool):
        rest = [x for x in files_of(a["agent_id"]) if x is not f]; rest.insert(max(0, p), f)
        for k, x in enumerate(rest): x["position"] = k
    f["revised_at"] = now(); r = v_file(f)
    if F("file-patch-not-saved"): f.update(old)
    if F("file-patch-new-id"): FILES.pop(f["file_id"]); f["file_id"] = guid(); FILES[f["file_id"]] = f; r = v_file(f)
    return r
@route("DELETE", "/me/agents/{agent_id:uuid}/files/{file_id:uuid}")
def _(q):
    a = owned(q, q.p["agent_id"], "file-delete-foreign"); f = file_of(q, a, "-")
    if F("file-delete-all"):
        for x in files_of(a["agent_id"]): FILES.pop(x["file_id"])
    elif not F("file-delete-noop"): FILES.pop(f["file_id"]); renumber(a["agent_id"])
    return (200, v_file(f)) if F("file-delete-200") else (204, None)
@route("PUT", "/me/agents/{agent_id:uuid}/files/positions")
def _(q):
    a = owned(q, q.p["agent_id"], "positions-foreign"); aid = a["agent_id"]; b = q.obj(); rows = next((v for v in b.values() if isinstance(v, list)), None)
    if rows is None: raise bad("body.positions", "is required")
    want = []
    for n, x in enumerate(rows):
        fid, p = (x, n) if isinstance(x, str) else (pick(x, "file_id", "id"), x.get("position")) if isinstance(x, dict) else (None, None)
        if not isinstance(fid, str) or not isinstance(p, int) or isinstance(p, bool) or p < 0: raise bad("body.positions.%d" % n, "needs file_id and position")
        f = FILES.get(fid)
        if not f or f["agent_id"] != aid: raise E(404, "no such file")
        want.append((p, f))
    before = {f["file_id"]: f["position"] for f in files_of(aid)}
    if not F("positions-ignored"):
        named = {f["file_id"] for _, f in want}; rest = [f for f in files_of(aid) if f["file_id"] not in named]
        for p, f in sorted(want, key=lambda w: w[0]): rest.insert(min(p, len(rest)), f)
        if F("positions-first-stays"): rest.sort(key=lambda f: before[f["file_id"]] != 0)
        for n, f in enumerate(rest): f["position"] = n
        if F("positions-drop-unnamed"):
            for f in list(files_of(aid)):
                if f["file_id"] not in named: FILES.pop(f["file_id"])
    r = v_files(aid)
    if F("positions-not-saved"):
        for k, p in before.items(): FILES[k]["position"] = p
    return r

@route("GET", "/me/chats")
def _(q):
    r = [v_ag(a) for a in AGENTS.values() if a["owner"] == q.uid or F("chats-list-of-everyone")]
    if F("chats-list-without-private"): r = [a for a in r if a["audience"] == "public"]
    return r
@route("POST", "/me/chats")
def _(q):
    b = q.obj(); f = ag_fields(q, b, False)
    if not f.get("instructions") and not F("chats-post-without-prompt"): raise E(400, "the chat prompt is missing")
    f.setdefault("instructions", ""); sandbox_check(q.user, f.get("audience"), "chats-post-sandbox-private")
    if F("chats-post-prompt-200"): f["instructions"] = f["instructions"][:200]
    a = create_agent(q, f)
    if F("chats-post-not-in-agents"): AGENTS.pop(a["agent_id"])
    return v_ag(a)
@route("GET", "/me/chats/{chat_id}", auth=None)
def _(q):
    if F("chat-get-needs-auth") and not q.user: raise E(401, "log in")
    return v_ag(visible(q, q.p["chat_id"], "chat-get-private-open", "chat"))
@route("PUT", "/me/chats/{chat_id}")
def _(q):
    a = owned(q, q.p["chat_id"], "chat-put-foreign", "chat"); f = ag_fields(q, q.obj(), False)
    if not f.get("instructions"): raise E(400, "the chat prompt is missing")
    sandbox_check(q.user, f.get("audience"), "chat-put-sandbox-private"); slug_ok(f.get("vanity_slug"), a["agent_id"])
    if F("chat-put-not-saved"): return dict(v_ag(a), **{k: v for k, v in f.items()})
    if F("chat-put-changes-owner-time"): a["created_at"] = now()
    a.update(full(q, f)); a["revised_at"] = now()
    if F("chat-put-visibility-kept-public"): a["audience"] = "public"
    return v_ag(a)
@route("PATCH", "/me/chats/{chat_id}")
def _(q):
    a = owned(q, q.p["chat_id"], "chat-patch-foreign", "chat"); f = ag_fields(q, q.obj(), True); sandbox_check(q.user, f.get("audience"), "chat-patch-sandbox-private"); slug_ok(f.get("vanity_slug"), a["agent_id"])
    if f.get("instructions") == "": raise E(400, "the chat prompt is missing")
    if F("chat-patch-race"):
        d = dict(a); time.sleep(0.06); d.update(f); a.update(d); return v_ag(a)
    if F("chat-patch-wipes"): a.update(title=None, greeting=None, vanity_slug=None)
    if F("chat-patch-publishes") and "audience" not in f: a["audience"] = "public"
    if F("chat-patch-visibility-ignored"): f.pop("audience", None)
    a.update({k: v for k, v in f.items() if v is not None or k not in ("instructions", "audience")}); a["revised_at"] = now(); return v_ag(a)
@route("DELETE", "/me/chats/{chat_id}")
def _(q):
    a = owned(q, q.p["chat_id"], "chat-delete-foreign", "chat"); v = v_ag(a); aid = a["agent_id"]
    if F("chat-delete-noop"): return v
    if F("chat-delete-removes-neighbour"):
        mine = [x for x in AGENTS.values() if x["owner"] == q.uid]; n = mine.index(a)
        if n + 1 < len(mine): AGENTS.pop(mine[n + 1]["agent_id"])
    GONE_AGENTS[aid] = AGENTS.pop(aid)
    for f in files_of(aid): FILES.pop(f["file_id"])
    if not F("chat-delete-leaves-schedules"):
        for s in [s for s in SCHED.values() if s["chat_id"] == aid]: SCHED.pop(s["schedule_id"])
    if F("chat-delete-empty-body"): return None
    return v
@route("GET", "/me/chats/{chat_id:uuid}/og", auth=None)
def _(q):
    if F("og-needs-auth") and not q.user: raise E(401, "log in")
    a = visible(q, q.p["chat_id"], "og-private-open", "chat")
    if F("og-of-first-chat"): a = next(iter(AGENTS.values()))
    return {"og:title": a["title"], "og:description": (a["upsell_description"] or a["instructions"])[:160], "og:url": "https://lantern.example/c/" + (a["vanity_slug"] or a["agent_id"]), "og:image": "https://lantern.example/og/%s.png" % a["agent_id"]}
@route("POST", "/me/chats/{chat_id:uuid}/clone")
def _(q):
    a = any_agent(q.p["chat_id"], "chat"); f = ag_fields(q, q.obj(optional=True), True)
    if a["audience"] != "public" and not F("clone-private") and not (F("clone-own-private") and a["owner"] == q.uid): raise E(403, "this chat is not public")
    sandbox_check(q.user, f.get("audience"), "clone-sandbox-private")
    if F("clone-ignores-overrides"): f = {}
    if F("clone-returns-original"): return v_ag(a)
    d = {"title": a["title"], "instructions": a["instructions"], "greeting": a["greeting"], **{k: v for k, v in f.items() if v is not None}}
    n = create_agent(q, d)
    if F("clone-owned-by-author"): n["owner"] = a["owner"]
    if F("clone-overrides-original"): a.update({k: v for k, v in f.items() if k in ("title", "instructions", "greeting")})
    n["theme"] = dict(a["theme"], agent_id=n["agent_id"]) if a["theme"] else None
    for x in files_of(a["agent_id"]): y = dict(x, file_id=guid(), agent_id=n["agent_id"]); FILES[y["file_id"]] = y
    if F("clone-moves-files"):
        for x in files_of(a["agent_id"]): FILES.pop(x["file_id"])
    return v_ag(n)
@route("POST", "/me/chats/{chat_id:uuid}/feedback")
def _(q):
    if F("feedback-unknown-200") and q.p["chat_id"] not in AGENTS: return v_ag(next(iter(AGENTS.values())))
    a = any_agent(q.p["chat_id"], "chat"); b = q.obj()
    if a["audience"] == "private" and a["owner"] != q.uid and not F("feedback-private-foreign"): raise E(404, "no such chat")
    if not b: raise bad("body", "is empty")
    if F("feedback-replaces-title") : a["title"] = str(next(iter(b.values())))
    a["feedback"].append({"by": q.uid, "at": now(), **b})
    if F("feedback-hides-chat") and a["owner"] == q.uid: a["audience"] = "private"
    if F("feedback-answers-other-chat"): a = next(x for x in AGENTS.values() if x is not a)
    return v_ag(a)
@route("POST", "/me/chats/{chat_id:uuid}/runs")
def _(q):
    a = visible(q, q.p["chat_id"], "chat-run-private-foreign", "chat"); r = new_run(a, q.user, "chat"); log(r, "run opened", agent_id=a["agent_id"])
    e = dict(r["logs"][0])
    if F("chat-run-not-kept"): RUNS.pop(r["run_id"])
    if F("chat-run-for-author"): r["owner"] = a["owner"]
    if F("chat-run-log-missing"): r["logs"].clear()
    return e

# ---------------------------------------------------------------- keys, money
def v_key(k, hidden): return {n: v for n, v in k.items() if n not in (("owner", "key", "broken") if hidden else ("owner", "broken"))}
@route("GET", "/me/api-keys")
def _(q):
    return [v_key(k, not F("keys-list-shows-key")) for k in KEYS.values() if k["owner"] == q.uid or F("keys-list-of-everyone")]
@route("POST", "/me/api-keys")
def _(q):
    b = q.obj(optional=True)
    if F("keys-post-race"):
        n = _seq["key"] + 3; time.sleep(0.06); _seq["key"] = n - 3
    k = add_key(q.uid, text(b, "label", "label", "name") or "unnamed")
    if F("keys-create-not-usable"): k["broken"] = True
    if F("keys-create-becomes-default"):
        for x in KEYS.values():
            if x["owner"] == q.uid: x["is_default"] = x is k
    if F("keys-create-hidden"): return v_key(k, True)
    if F("keys-create-for-other"): k["owner"] = "usr_teo" if q.uid == "usr_ilse" else "usr_ilse"
    if F("keys-create-label-lost"): k["label"] = "unnamed"
    return v_key(k, False)
@route("GET", "/me/api-keys/default")
def _(q):
    k = next((x for x in KEYS.values() if x["owner"] == q.uid and x["is_default"]), None)
    if F("keys-default-of-first-user"): k = KEYS[min(KEYS)]
    if F("keys-default-newest"): k = [x for x in KEYS.values() if x["owner"] == q.uid][-1]
    if not k:
        k = next((x for x in KEYS.values() if x["owner"] == q.uid), None) or add_key(q.uid, "default"); k["is_default"] = True
    return v_key(k, F("keys-default-hidden"))
def own_key(q, fault):
    k = KEYS.get(int(q.p["api_key_id"]))
    if not k or (k["owner"] != q.uid and not F(fault)): raise E(404, "no such key")
    return k
@route("GET", "/me/api-keys/{api_key_id:int}")
def _(q):
    k = own_key(q, "key-get-foreign")
    return v_key(dict(k, key=k["key"][:12]) if F("key-get-cut") else k, False)
@route("DELETE", "/me/api-keys/{api_key_id:int}")
def _(q):
    if F("key-delete-unknown-200") and int(q.p["api_key_id"]) not in KEYS: return {"api_key_id": int(q.p["api_key_id"])}
    k = own_key(q, "key-delete-foreign")
    if not F("key-delete-noop"):
        KEYS.pop(k["api_key_id"]); GONE_KEYS[k["key"]] = q.uid
        if k["is_default"]:
            n = next((x for x in KEYS.values() if x["owner"] == q.uid), None)
            if n: n["is_default"] = True
    return v_key(k, not F("key-delete-shows-key"))
@route("GET", "/me/billing")
def _(q):
    if F("billing-sandbox-500") and q.user["tier"] == "sandbox": raise E(500, "internal")
    u = USERS["usr_teo"] if F("billing-of-other") and q.uid == "usr_ilse" else q.user
    return {"plan": u["plan"], "state": "paid" if u["tier"] != "sandbox" else "free", "billed_to": u["email"], "renews_on": "2027-01-01" if u["tier"] != "sandbox" else None, "currency": "EUR"}
def v_cr(u): return {"balance": u["credits"], "unit": "agent execution"}
CRCACHE = {}
@route("GET", "/me/credits")
def _(q):
    if F("credits-of-first-user"): return v_cr(USERS["usr_ilse"])
    if F("credits-stale"):
        c = CRCACHE.get(q.uid)
        if c and time.time() - c[0] < 10: return c[1]
        CRCACHE[q.uid] = (time.time(), v_cr(q.user))
    return v_cr(q.user)
@route("POST", "/me/credits/use", lock=False)
def _(q):
    if F("credits-use-race"):
        b = q.user["credits"]; time.sleep(0.05); q.user["credits"] = b - 1; return {"balance": b - 1, "unit": "agent execution"}
    with L:
        if q.user["credits"] < 1: raise E(404, "no credits are left")
        if F("credits-use-free"): return v_cr(q.user)
        if F("credits-use-answers-old"): r = v_cr(q.user); q.user["credits"] -= 1; return r
        q.user["credits"] += 1 if F("credits-use-adds") else -1
        if F("credits-use-charges-all"):
            for u in USERS.values():
                if u is not q.user: u["credits"] -= 1
        return v_cr(q.user)
@route("POST", "/me/payments/webhook", auth=None)
def _(q):
    if F("webhook-needs-auth") and not q.user: raise E(401, "log in")
    s = q.h.headers.get("X-Till-Seal")
    if not s and not F("webhook-without-signature"): raise E(500 if F("webhook-missing-signature-500") else 400, "the signature is missing")
    good = "v2:" + hmac.new(WHSECRET, q.raw, hashlib.sha256).hexdigest()
    if s and not hmac.compare_digest(good, s) and not F("webhook-any-signature") and not (F("webhook-signature-prefix") and s[:11] == good[:11]): raise E(400, "the signature does not fit")
    try:
        e = json.loads(q.raw); assert isinstance(e["id"], str) and isinstance(e["type"], str)
    except Exception:
        if F("webhook-bad-event-200"): return {"received": True}
        raise E(400, "not an event")
    if e["id"] in EVENTS and not F("webhook-replay-counts"): return {"received": True, "seen_before": True}
    EVENTS.add(e["id"])
    if e["type"] == "credits.purchased":
        u = USERS.get(e.get("user"))
        if u and not F("webhook-credits-lost"): u["credits"] += e.get("amount", 0)
    return {"received": True, "seen_before": False}
@route("POST", "/me/payments/sessions")
def _(q):
    b = q.obj(optional=True); k = q.uid
    if F("payment-session-shared") and SESSIONS: k = next(iter(SESSIONS)); return SESSIONS[k]
    s = {"session_id": "cs-" + os.urandom(8).hex(), "expires_at": iso(micros() + (-3600 if F("payment-session-expired") else 1800) * 1000000)}
    s["pay_at"] = "https://till.lantern.example/" + s["session_id"]
    if F("payment-session-no-url"): s["pay_at"] = None
    SESSIONS[k] = s; return s
def series(uid, period):
    e = list(LEDGER.get(uid, [0] * 365)); s = list(BASESUBS.get(uid, [0] * 365))
    for (k, a), x in SUBS.items():
        ag = AGENTS.get(a)
        if ag and ag["owner"] == uid and (k, a) not in SEEDED:
            e[0] += x["price_minor"]; s[0] += x["state"] == "active"
    today = datetime.now(timezone.utc).date()
    return [((today - timedelta(days=d)).isoformat(), s[d], e[d]) for d in range(period - 1, -1, -1)]
def period(q, pre):
    return q.int("period", 30 if F(pre + "-default-30") else 28, 0 if F(pre + "-period-0") else 1, 366 if F(pre + "-period-366") else 364 if F(pre + "-period-365-refused") else 365)
def whose(q, pre): return "usr_teo" if F(pre + "-of-other") and q.uid == "usr_ilse" else q.uid
@route("GET", "/me/monetization/summary")
def _(q):
    p = period(q, "summary"); p = min(p, 365); rows = series(whose(q, "summary"), 28 if F("summary-period-ignored") else p)
    return {"period": p, "total_subscribers": rows[-1][1] if rows else 0, "total_earnings": sum(r[2] for r in rows) // (100 if F("summary-other-unit") else 1), "currency": "EUR", "unit": "minor"}
@route("GET", "/me/monetization/subscribers")
def _(q):
    p = period(q, "subscribers"); n = min(p, 364) + 1 if F("subscribers-one-day-more") else min(p, 365); rows = series(whose(q, "subscribers"), n)
    if F("subscribers-without-today"): rows = rows[:-1]
    if F("subscribers-new-not-counted"): rows = [(r[0], BASESUBS.get(q.uid, [0] * 365)[0], r[2]) if i == len(rows) - 1 else r for i, r in enumerate(rows)]
    return {"period": p, "days": [{"day": r[0], "subscribers": r[1]} for r in rows]}
@route("GET", "/me/monetization/earnings")
def _(q):
    p = period(q, "earnings"); rows = series(whose(q, "earnings"), min(p, 365))
    if F("earnings-skip-empty-days"): rows = [r for r in rows if r[2]]
    if F("earnings-days-repeat"): rows = [(rows[0][0], r[1], r[2]) for r in rows]
    if F("earnings-first-day-missing"): rows = rows[1:]
    if F("earnings-cumulative"):
        t = 0; rr = []
        for r in rows: t += r[2]; rr.append((r[0], r[1], t))
        rows = rr
    return {"period": p, "days": [{"day": r[0], "earnings": r[2]} for r in rows], "currency": "EUR", "unit": "minor"}

# ---------------------------------------------------------------- bundles
def v_bt(t, bid): return {"bundle_id": bid, "tool_id": t}
def v_bu(b): return {"bundle_id": b["bundle_id"], "label": b["label"], "about": b["about"], "tools": [v_bt(t, b["bundle_id"]) for t in b["tools"]], "created_at": b["created_at"]}
def bundle(q, fault, status=404):
    b = BUNDLES.get(int(q.p["bundle_id"]))
    if not b or (b["owner"] != q.uid and not F(fault)): raise E(status, "no such bundle")
    return b
@route("GET", "/me/bundles")
def _(q):
    rows = [b for b in BUNDLES.values() if b["owner"] == q.uid or F("bundles-list-of-everyone")]
    if F("bundles-list-hides-empty"): rows = [b for b in rows if b["tools"]]
    return [{"bundle_id": b["bundle_id"], "label": b["label"], "tool_count": len(b["tools"])} for b in rows]
@route("POST", "/me/bundles")
def _(q):
    mine = [b for b in BUNDLES.values() if b["owner"] == q.uid]
    if len(mine) >= 200: raise E(409, "too many bundles")
    if F("bundles-post-returns-first") and mine: return v_bu(mine[0])
    i = nextint("bundle", 4); BUNDLES[i] = {"bundle_id": i, "owner": q.uid, "label": "Bundle %d" % (len(mine) + 1), "about": None, "tools": [], "created_at": now()}
    if F("bundles-post-carries-tools") and mine: BUNDLES[i]["tools"] = list(mine[-1]["tools"])
    if F("bundles-post-not-kept"): return v_bu(BUNDLES.pop(i))
    return v_bu(BUNDLES[i])
@route("GET", "/me/bundles/{bundle_id:int}")
def _(q):
    if F("bundle-get-unknown-200") and int(q.p["bundle_id"]) not in BUNDLES: return None
    b = v_bu(bundle(q, "bundle-get-foreign"))
    if F("bundle-get-without-tools"): b["tools"] = []
    return b
@route("PUT", "/me/bundles/{bundle_id:int}")
def _(q):
    b = bundle(q, "bundle-put-foreign", 409); d = q.obj(); keep = dict(b); n = text(d, "label", "label", "name")
    if n is not None: b["label"] = n
    b["about"] = text(d, "about", "about", "description")
    if isinstance(d.get("tools"), list):
        ids = [t if isinstance(t, str) else (t or {}).get("tool_id") for t in d["tools"]]
        if any(not isinstance(t, str) or not tool_by(t) for t in ids): raise E(409, "a tool is not known")
        b["tools"] = list(dict.fromkeys(tool_by(t)["tool_id"] for t in ids))
    if F("bundle-put-drops-tools"): b["tools"] = []
    if F("bundle-put-renames-all"):
        for x in BUNDLES.values():
            if x["owner"] == q.uid: x["label"] = b["label"]
    r = v_bu(b)
    if F("bundle-put-not-saved"): BUNDLES[b["bundle_id"]] = keep
    return r
@route("DELETE", "/me/bundles/{bundle_id:int}")
def _(q):
    b = bundle(q, "bundle-delete-foreign")
    if F("bundle-delete-all"):
        for x in [x for x in BUNDLES.values() if x["owner"] == q.uid]: BUNDLES.pop(x["bundle_id"])
    elif not F("bundle-delete-noop"): BUNDLES.pop(b["bundle_id"])
    return {"bundle_id": b["bundle_id"], "label": b["label"], "about": b["about"], "created_at": b["created_at"]}
@route("GET", "/me/bundles/{bundle_id:int}/tools")
def _(q):
    b = bundle(q, "bundle-tools-foreign")
    if F("bundle-tools-of-all"): return [v_bt(t, x["bundle_id"]) for x in BUNDLES.values() if x["owner"] == q.uid for t in x["tools"]]
    return [v_bt(t, b["bundle_id"]) for t in (b["tools"][1:] if F("bundle-tools-first-missing") else b["tools"])]
@route("POST", "/me/bundles/{bundle_id:int}/tools")
def _(q):
    if F("bundle-tool-add-unknown-bundle-200") and int(q.p["bundle_id"]) not in BUNDLES: return v_bt(q.obj().get("tool_id"), int(q.p["bundle_id"]))
    b = bundle(q, "bundle-tool-add-foreign"); t = tool_by(text(q.obj(), "tool_id", "tool_id", required=True))
    if not t: raise E(404, "no such tool")
    if F("bundle-tool-add-race"):
        d = list(b["tools"]); time.sleep(0.06); b["tools"] = d + [t["tool_id"]]; return v_bt(t["tool_id"], b["bundle_id"])
    if t["tool_id"] not in b["tools"] or F("bundle-tool-add-twice"):
        if F("bundle-tool-add-replaces"): b["tools"] = []
        if not F("bundle-tool-add-not-kept"): b["tools"].append(t["tool_id"])
    return v_bt(t["tool_id"], b["bundle_id"])
@route("DELETE", "/me/bundles/{bundle_id:int}/tools/{tool_id}")
def _(q):
    b = bundle(q, "bundle-tool-delete-foreign"); t = tool_by(q.p["tool_id"])
    if not t or t["tool_id"] not in b["tools"]:
        if F("bundle-tool-delete-unknown-200"): return v_bt(q.p["tool_id"], b["bundle_id"])
        raise E(404, "this tool is not in the bundle")
    if F("bundle-tool-delete-wrong-one"): b["tools"].pop(0)
    elif not F("bundle-tool-delete-noop"): b["tools"].remove(t["tool_id"])
    return v_bt(t["tool_id"], b["bundle_id"])

# ---------------------------------------------------------------- CLI login
def v_cli(c): return {"cli_auth_id": c["cli_auth_id"], "created_at": c["created_at"], "expires_at": c["expires_at"], "attached": c["owner"] is not None}
@route("POST", "/me/cli-auth", auth=None)
def _(q):
    if F("cli-post-needs-auth") and not q.user: raise E(401, "log in")
    if F("cli-post-same-session"):
        for c in CLI.values():
            if not c["used"]: return v_cli(c)
    us = micros(); c = {"cli_auth_id": guid(), "created_at": iso(us), "expires_at": iso(us + (-1 if F("cli-post-already-expired") else 600) * 1000000), "jwt": None, "owner": None, "used": False}
    CLI[c["cli_auth_id"]] = c; return v_cli(c)
@route("PUT", "/me/cli-auth/{cli_auth_id:uuid}")
def _(q):
    c = CLI.get(q.p["cli_auth_id"].lower())
    if not c:
        if F("cli-put-unknown-200"): return {"cli_auth_id": q.p["cli_auth_id"], "attached": True}
        raise E(404, "no such session")
    j = text(q.obj(), "jwt", "jwt", "user_jwt", "token", required=True)
    if ((c["owner"] and c["owner"] != q.uid) or c["used"]) and not F("cli-put-foreign-replaces"): raise E(403, "this session is not yours")
    if not F("cli-put-not-stored"): c["jwt"] = j[:128] if F("cli-put-cuts-jwt") else j
    c["owner"] = q.uid; return v_cli(c)
@route("GET", "/me/cli-auth/{auth_id:uuid}", auth=None, lock=False)
def _(q):
    if F("cli-get-needs-auth") and not q.user: raise E(401, "log in")
    c = CLI.get(q.p["auth_id"].lower())
    if not c:
        if F("cli-get-unknown-null"): return None
        raise E(404, "no such session")
    if F("cli-get-race"):
        j = c["jwt"]; time.sleep(0.06); c["jwt"] = None; return j
    with L:
        j = c["jwt"]
        if j is not None and not F("cli-get-not-consumed"): c["jwt"] = None; c["used"] = True
        if j is None and F("cli-get-pending-404"): raise E(404, "nothing yet")
    return {"jwt": j} if F("cli-get-in-object") and j else j

# ---------------------------------------------------------------- schedules
RANGES = [(0, 59), (0, 23), (1, 31), (1, 12), (0, 7)]
def cron_ok(s):
    p = s.split()
    if len(p) != 5: return False
    for x, (lo, hi) in zip(p, RANGES):
        for y in x.split(","):
            m = re.match(r"^(\*|(\d+)(-(\d+))?)(/(\d+))?$", y)
            if not m: return False
            for g in (m[2], m[4]):
                if g and not lo <= int(g) <= hi: return False
            if m[2] and m[4] and int(m[2]) > int(m[4]) or m[6] == "0": return False
    return True
def cron_set(x, lo, hi):
    out = set()
    for y in x.split(","):
        m = re.match(r"^(\*|(\d+)(-(\d+))?)(/(\d+))?$", y); a = lo if m[1] == "*" else int(m[2]); b = hi if m[1] == "*" else int(m[4]) if m[4] else (hi if m[6] else a)
        out |= set(range(a, b + 1, int(m[6] or 1)))
    return out
def cron_next(s, t):
    P = [cron_set(x, *r) for x, r in zip(s.split(), RANGES)]; f = s.split(); t = t.replace(second=0, microsecond=0) + timedelta(minutes=1); end = t + timedelta(days=1500)
    while t < end:
        dom, dow = t.day in P[2], (t.isoweekday() % 7 in P[4] or (t.isoweekday() == 7 and 7 in P[4]))
        day = (dom or dow) if f[2] != "*" and f[4] != "*" else dom and dow
        if t.month not in P[3] or not day: t = t.replace(hour=0, minute=0) + timedelta(days=1); continue
        if t.hour not in P[1]: t = t.replace(minute=0) + timedelta(hours=1); continue
        if t.minute in P[0]: return t
        t += timedelta(minutes=1)
    return None
def v_sc(s):
    v = {k: s[k] for k in ("schedule_id", "chat_id", "cron", "label", "paused", "created_at")}
    n = cron_next(s["cron"], datetime.now(timezone.utc)); 
    if F("schedule-next-run-in-past") and n: n -= timedelta(days=400)
    v["next_run_at"] = n and n.strftime("%Y-%m-%dT%H:%M:%S.000000Z"); return v
def sc_cron(b, required):
    c = text(b, "cron", "cron", required=required)
    if c is not None and not cron_ok(c): raise bad("body.cron", "is not a cron expression")
    return c
def sc_chat(q, b, required):
    c = pick(b, "chat_id", "agent_id")
    if c is None and not required: return None
    a = AGENTS.get(c.lower()) if isinstance(c, str) else None
    if F("schedule-post-missing-chat") and c is None: return None
    if F("schedule-post-unknown-chat") and isinstance(c, str) and not a: return c
    if not a or (a["owner"] != q.uid and not F("schedule-post-foreign-chat" if required else "schedule-put-foreign-chat") and not (F("schedule-post-public-chat") and a["audience"] == "public")): raise E(403, "this chat is not yours")
    return a["agent_id"]
@route("GET", "/me/schedules")
def _(q):
    r = [v_sc(s) for s in SCHED.values() if s["owner"] == q.uid or F("schedules-list-of-everyone")]
    if F("schedules-list-one-per-chat"): r = list({s["chat_id"]: s for s in r}.values())
    return {"schedules": r}
@route("POST", "/me/schedules")
def _(q):
    b = q.obj(); chat = sc_chat(q, b, True); c = sc_cron(b, True)
    if F("schedule-post-cron-cut"): c = " ".join(c.split()[:2] + ["*", "*", "*"])
    s = {"schedule_id": guid(), "owner": q.uid, "chat_id": chat, "cron": c, "label": text(b, "label", "label"), "paused": bool(b.get("paused", False)), "created_at": now(), "fired": None}
    if F("schedule-post-replaces"):
        for x in [x for x in SCHED.values() if x["owner"] == q.uid]: SCHED.pop(x["schedule_id"])
    SCHED[s["schedule_id"]] = s
    if F("schedule-post-not-kept"): return v_sc(SCHED.pop(s["schedule_id"]))
    return v_sc(s)
@route("GET", "/me/schedules/onboarding")
def _(q):
    if F("schedules-onboarding-as-id"): raise bad("path.schedule_id", "is not a uuid")
    mine = [a for a in AGENTS.values() if a["owner"] == q.uid]
    return {"suggestions": [{"words": "every Monday morning", "cron": "0 8 * * 1"}, {"words": "on the first of the month", "cron": "30 7 1 * *"}], "has_schedules": any(s["owner"] == q.uid for s in SCHED.values()) != F("schedules-onboarding-inverted"), "chats": len(mine)}
DAYS = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"]
@route("GET", "/me/schedules/text-to-cron")
def _(q):
    s = q.query.get("cron")
    if s is None: raise bad("query.cron", "is required")
    if cron_ok(s):
        c = " ".join(s.split())
        if F("text-to-cron-weekday-shift"):
            p = c.split(); p[4] = str((int(p[4]) + 1) % 7) if p[4].isdigit() else p[4]; c = " ".join(p)
        if F("text-to-cron-swaps"): p = c.split(); p[0], p[1] = p[1], p[0]; c = " ".join(p)
        return {"cron": c}
    m = re.match(r"^every (day|hour|minute|%s)(?: at (\d{1,2})(?::(\d\d))?)?$" % "|".join(DAYS), s.strip().lower())
    if m and int(m[2] or 0) < 24 and int(m[3] or 0) < 60:
        h, mi = int(m[2] or 0), int(m[3] or 0)
        return {"cron": "* * * * *" if m[1] == "minute" else "0 * * * *" if m[1] == "hour" else "%d %d * * %s" % (mi, h, "*" if m[1] == "day" else DAYS.index(m[1]))}
    if F("text-to-cron-invalid-200"): return {"cron": "0 0 * * *"}
    if F("text-to-cron-invalid-500"): raise E(500, "internal")
    raise E(400, "not a cron expression")
def sched(q, fault):
    s = SCHED.get(q.p["schedule_id"].lower())
    if not s or (s["owner"] != q.uid and not F(fault)): raise E(404, "no such schedule")
    return s
@route("GET", "/me/schedules/{schedule_id:uuid}")
def _(q):
    if F("schedule-get-unknown-200") and q.p["schedule_id"] not in SCHED: return None
    return v_sc(sched(q, "schedule-get-foreign"))
@route("PUT", "/me/schedules/{schedule_id:uuid}")
def _(q):
    s = sched(q, "schedule-put-foreign"); b = q.obj(); keep = dict(s); c, chat = sc_cron(b, False), sc_chat(q, b, False)
    if F("schedule-put-cron-kept"): c = None
    if c: s["cron"] = c
    if chat: s["chat_id"] = chat
    if "label" in b: s["label"] = text(b, "label", "label")
    if "paused" in b: s["paused"] = bool(b["paused"])
    r = v_sc(s)
    if F("schedule-put-not-saved"): SCHED[s["schedule_id"]] = keep
    if F("schedule-put-new-id"): SCHED.pop(s["schedule_id"]); s["schedule_id"] = guid(); SCHED[s["schedule_id"]] = s
    return r
@route("DELETE", "/me/schedules/{schedule_id:uuid}")
def _(q):
    s = sched(q, "schedule-delete-foreign"); r = v_sc(s)
    if F("schedule-delete-chat-all"):
        for x in [x for x in SCHED.values() if x["chat_id"] == s["chat_id"]]: SCHED.pop(x["schedule_id"])
    elif F("schedule-delete-pauses"): s["paused"] = True
    else: SCHED.pop(s["schedule_id"])
    return r
def ticker():
    while True:
        time.sleep(1); t = datetime.now(timezone.utc); m = t.strftime("%Y%m%d%H%M")
        with L:
            for s in list(SCHED.values()):
                if s["paused"] or s["fired"] == m or s["created_at"][:16].replace("-", "").replace("T", "").replace(":", "") == m: continue
                n = cron_next(s["cron"], t.replace(second=0) - timedelta(minutes=1))
                if n and n.strftime("%Y%m%d%H%M") == m and s["chat_id"] in AGENTS:
                    s["fired"] = m; r = new_run(AGENTS[s["chat_id"]], USERS[s["owner"]], "schedule"); log(r, "run opened", schedule_id=s["schedule_id"])

# ---------------------------------------------------------------- tools
@route("GET", "/me/tools/list")
def _(q):
    r = [v_mcp(t) for t in TOOLS.values()]
    if F("tools-list-without-notifier"): r = [t for t in r if not t["name"].startswith("NOTIFIER_UP")]
    return r
@route("GET", "/me/tools", auth=None)
def _(q):
    if F("tools-public-needs-auth") and not q.user: raise E(401, "log in")
    r = [v_public(t) for t in TOOLS.values()]
    if F("tools-public-twice"): r = r + r[:3]
    return {"tools": r} if F("tools-public-in-envelope") else r
def score(t, q):
    w = re.findall(r"[a-z0-9]+", q.lower()); hay = re.findall(r"[a-z0-9]+", (t["name"] + " " + t["text"] + " " + t["toolset"]).lower())
    if not w: return 0.0
    s = 0.0
    for x in w: s += 1.0 if x in hay else 0.6 if any(h.startswith(x) for h in hay) else 0.3 if any(x in h for h in hay) else 0
    return round(s / len(w), 4)
@route("GET", "/me/tools/search")
def _(q):
    s = q.query.get("q")
    if s is None or (s == "" and not F("search-empty-q")): raise bad("query.q", "has at least 1 character")
    lim = q.int("limit", 10 if F("search-default-10") else 20, 0 if F("search-limit-0") else 1, 10000 if F("search-limit-201") else 200)
    try: ms = float(q.query.get("min_score", "0.15")); assert ms == ms
    except Exception: raise bad("query.min_score", "is not a number")
    if not 0 <= ms <= 1 and not F("search-min-score-2"): raise bad("query.min_score", "is from 0.0 to 1.0")
    kit = q.query.get("toolkit"); kit = None if kit in ("", "null") else kit
    rows = sorted(((score(t, s), t) for t in TOOLS.values() if not kit or t["toolset"] == kit or F("search-toolkit-ignored")), key=lambda x: -x[0])
    if not F("search-min-score-ignored"): rows = [r for r in rows if r[0] >= ms]
    if F("search-worst-first"): rows = rows[::-1]
    if F("search-limit-ignored"): lim = 200
    if F("search-upper-case-blind") and s != s.lower(): rows = []
    return [v_mcp(t, sc) for sc, t in rows[:lim]]
@route("GET", "/me/tools/{tool_id}", auth=None)
def _(q):
    if F("tool-get-needs-auth") and not q.user: raise E(401, "log in")
    t = tool_by(q.p["tool_id"])
    if not t:
        if F("tool-get-unknown-200"): return None
        if F("tool-get-unknown-500"): raise E(500, "internal")
        raise E(404, "no such tool")
    if F("tool-get-neighbour"): v = list(TOOLS.values()); t = v[v.index(t) - 1]
    return v_public(t)
TOOLCACHE = {}
@route("POST", "/me/tools/run/{tool_name}", auth="run")
def _(q):
    t = tool_by(q.p["tool_name"])
    if not t:
        if F("run-unknown-400"): raise E(400, "no such tool")
        if F("run-unknown-200-error"): return {"log_id": None, "is_error": True, "output": "no such tool"}
        raise E(404, "no such tool")
    i = q.obj(optional=True)
    if t["toolset"] == "notifier" and q.user["tier"] == "sandbox": raise E(400, "connect the notification service in the dashboard first")
    t0 = micros()
    try:
        if not F("run-input-unchecked") or t["toolset"] == "notifier": check(t["schema"], i)
        try: out = t["fn"](q.user, i)
        except E: raise
        except Exception: out = {}
    except E as e:
        if F("run-refusal-as-200") and t["toolset"] != "notifier": return {"log_id": None, "is_error": True, "output": e.text}
        if F("run-refusal-as-500") and t["toolset"] != "notifier": raise E(500, "internal")
        raise
    if F("run-result-cached"): out = TOOLCACHE.setdefault(t["name"], out)
    if F("run-output-none"): out = None
    n = nextint("log", 2); us = micros()
    e = {"log_id": n, "tool_name": t["name"], "tool_id": t["tool_id"], "input": json.loads(json.dumps(i)), "output": json.loads(json.dumps(out)), "service_id": q.query.get("service_id", "default"), "service_id_namespace": q.query.get("service_id_namespace", "global"), "at": iso(us), "micros": us - t0, "owner": q.uid, "us": us}
    if F("run-service-id-lost"): e["service_id"] = "default"
    if F("run-namespace-default-user") and "service_id_namespace" not in q.query: e["service_id_namespace"] = "user"
    if F("run-logged-for-other"): e["owner"] = "usr_teo" if q.uid == "usr_ilse" else "usr_ilse"
    if not F("run-not-logged"): EXEC.append(e)
    if F("run-logged-twice"): EXEC.append(dict(e, log_id=nextint("log", 2), us=micros()))
    return {"log_id": n, "is_error": False, "output": out}
@route("GET", "/me/toolsets/list")
def _(q):
    r = [{"toolset_name": k, "about": v, "tool_count": sum(1 for t in TOOLS.values() if t["toolset"] == k)} for k, v in KITS.items()]
    if F("toolsets-list-one-missing"): r = [x for x in r if x["toolset_name"] != "quay"]
    if F("toolsets-list-counts-zero"): r = [dict(x, tool_count=0) for x in r]
    return r
@route("GET", "/me/toolsets/{toolset_name}")
def _(q):
    n = q.p["toolset_name"]
    if n not in KITS:
        if F("toolset-unknown-200"): return {"toolset_name": n, "about": None, "tools": []}
        raise E(404, "no such toolset")
    ts = [v_mcp(t) for t in TOOLS.values() if t["toolset"] == n or F("toolset-all-tools")]
    return {"toolset_name": n, "about": KITS[n], "tools": [] if F("toolset-without-tools") else ts}
def v_inst(x): return {"tool_id": x["tool_id"], "installed_at": x["installed_at"]}
def v_ut(x): return dict(v_inst(x), tool_name=tool_by(x["tool_id"])["name"], summary=tool_by(x["tool_id"])["text"])
@route("GET", "/me/user-tools")
def _(q):
    r = [v_ut(x) for k, x in INSTALLED.items() if k[0] == q.uid or F("user-tools-of-everyone")]
    if F("user-tools-whole-catalogue"): r = [v_public(t) for t in TOOLS.values()]
    return r
@route("POST", "/me/user-tools")
def _(q):
    b = q.obj(); tid = text(b, "tool_id", "tool_id", required=True); t = tool_by(tid)
    if not t:
        if F("install-unknown-500"): raise E(500, "internal")
        raise E(409, "this tool cannot be installed")
    k = (q.uid, t["tool_id"])
    if k in INSTALLED and not F("install-forgets-others"): raise E(409, "this tool is installed already")
    x = {"tool_id": t["tool_id"], "installed_at": now()}
    if F("install-forgets-others"):
        for o in [o for o in INSTALLED if o[0] == q.uid]: INSTALLED.pop(o)
    if F("install-for-everyone"):
        for u in USERS: INSTALLED[(u, t["tool_id"])] = x
    if not F("install-not-kept"): INSTALLED[k] = x
    return v_inst(x)
def inst(q):
    t = tool_by(q.p["tool_id"]); k = (q.uid, t["tool_id"]) if t else None
    if k not in INSTALLED: raise E(404, "not installed")
    return k
@route("GET", "/me/user-tools/{tool_id}")
def _(q):
    if F("user-tool-not-installed-200") and tool_by(q.p["tool_id"]): t = tool_by(q.p["tool_id"]); return dict(v_public(t))
    if F("user-tool-get-last") and any(k[0] == q.uid for k in INSTALLED): return v_ut([x for k, x in INSTALLED.items() if k[0] == q.uid][-1])
    return v_ut(INSTALLED[inst(q)])
@route("DELETE", "/me/user-tools/{tool_id}")
def _(q):
    if F("user-tool-delete-unknown-200") and not tool_by(q.p["tool_id"]): return {"tool_id": q.p["tool_id"]}
    k = inst(q); x = INSTALLED[k]
    if F("user-tool-delete-for-everyone"):
        for o in [o for o in INSTALLED if o[1] == k[1]]: INSTALLED.pop(o)
    elif not F("user-tool-delete-noop"): INSTALLED.pop(k)
    return v_inst(x)

# ---------------------------------------------------------------- user, VIP, registry
@route("GET", "/me/?")
def _(q):
    u = USERS["usr_teo"] if F("me-other-user") and q.uid == "usr_ilse" else q.user
    if F("me-mixed-under-load"):
        NOW["u"] = q.user; time.sleep(0.05); u = NOW["u"]
    r = {k: u[k] for k in ("user_id", "display_name", "email", "tier", "member_since")}
    if F("me-tier-missing"): r.pop("tier")
    if F("me-tier-never-sandbox") and r["tier"] == "sandbox": r["tier"] = "keeper"
    return r
@route("GET", "/me/vip")
def _(q):
    n = sum(1 for r in REDEEMED if r[0] == q.uid or F("vip-count-of-everyone")); return {"redeemed": 0 if F("vip-count-zero") else n}
@route("POST", "/me/vip")
def _(q):
    b = q.obj(); c = text(b, "code", "code", "vip_code", required=True)
    if F("vip-lower-cased"): c = c.lower()
    if c not in VIP:
        if F("vip-unknown-404"): raise E(404, "no such code")
        if F("vip-unknown-200"): return {"code": c, "redeemed_at": now()}
        raise E(400, "no such code")
    if VIP[c] == q.uid and not F("vip-own-code"): raise E(400, "this code is your own")
    if (q.uid, c) in REDEEMED and not F("vip-again"): raise E(400, "you have redeemed this code")
    if F("vip-once-in-all") and any(r[1] == c for r in REDEEMED): raise E(400, "this code is used")
    if F("vip-race"): time.sleep(0.06)
    REDEEMED.add((q.uid, c)); return {"code": c, "redeemed_at": now(), "gift": "40 credits at the next renewal"}
@route("GET", "/me/mcp-registry/servers")
def _(q):
    return {"servers": [{"server": k, "about": v, "tools": sum(1 for t in TOOLS.values() if t["toolset"] == k)} for k, v in KITS.items()]}

# ---------------------------------------------------------------- HTTP
class H(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"; server_version = "Lantern"; sys_version = ""; timeout = 60
    def log_message(self, *a): pass
    def start(self, status, headers):
        self.chunked = "Content-Length" not in headers and status != 204; self.send_response(status)
        for k, v in headers.items(): self.send_header(k, v)
        if self.chunked: self.send_header("Transfer-Encoding", "chunked")
        self.end_headers(); self.started = True
    def chunk(self, b): self.wfile.write(b"%x\r\n%s\r\n" % (len(b), b)); self.wfile.flush()
    def reply(self, status, body, headers=None):
        h = dict(headers or {})
        if status == 204: self.start(204, h); return
        raw = json.dumps(body, ensure_ascii=False).encode(); h.update({"Content-Type": "application/json; charset=utf-8", "Content-Length": str(len(raw)), "Cache-Control": "no-store"})
        self.start(status, h)
        if self.command != "HEAD": self.wfile.write(raw)
    def body(self):
        if "chunked" in self.headers.get("Transfer-Encoding", "").lower():
            out = b""
            while True:
                n = int(self.rfile.readline().split(b";")[0], 16); out += self.rfile.read(n); self.rfile.readline()
                if n == 0: return out
        return self.rfile.read(int(self.headers.get("Content-Length") or 0))
    def handle_any(self):
        self.started = False
        try:
            raw = self.body(); path, _, qs = self.path.partition("?")
            try:
                if path.startswith("/w/"): r = worker(self, path[3:], raw)
                elif path.startswith("/u/") : r = self.user_api(path[2:], qs, raw)
                else: raise E(404, "nothing here")
                if r is STREAM: return
                if not isinstance(r, tuple): r = (200, r)
                self.reply(*r)
            except E as e:
                self.reply(e.status, body_of(e), e.headers)
        except (BrokenPipeError, ConnectionResetError, socket.timeout): self.close_connection = True
        except Exception:
            import traceback; traceback.print_exc(); self.close_connection = True
            if not self.started:
                try: self.reply(500, {"fault": {"status": 500, "words": "internal", "ticket": "t-0"}})
                except Exception: pass
    def user_api(self, path, qs, raw):
        query = {k: v[-1] for k, v in urllib.parse.parse_qs(qs, keep_blank_values=True).items()}
        cmd = "GET" if self.command == "HEAD" else self.command; found = set(); bad_param = None
        for method, rx, kinds, auth, lock, fn in ROUTES:
            m = rx.match(path)
            if not m: continue
            p = {k: urllib.parse.unquote(v) for k, v in m.groupdict().items()}
            wrong = [k for k, t in kinds.items() if not (UUID.match(p[k]) if t == "uuid" else re.match(r"^-?\d{1,15}$", p[k]))]
            found.add(method)
            if method != cmd: continue
            a = self.headers.get("Authorization", ""); u = jwt_user(a[7:].strip()) if a.startswith("Bearer ") else None
            if F("auth-any-token") and a and auth is True and not u: u = USERS["usr_ilse"]
            if auth == "run":
                if F("run-without-jwt") and not a: u = USERS["usr_ilse"]
                if F("run-bad-jwt") and a and not u: u = USERS["usr_ilse"]
                if not u and F("run-no-jwt-403"): raise E(403, "no")
            if F("auth-lists-open") and not a and path in ("/me/agents", "/me/chats"): u = USERS["usr_ilse"]
            if not u and auth: raise E(401, "a JWT is needed", headers={"WWW-Authenticate": "Bearer"})
            if wrong:
                if bad_param is None: bad_param = wrong[0]
                continue
            q = Q(self, u, p, query, raw)
            if lock and FAULT not in RACES:
                with L: return fn(q)
            return fn(q)
        if bad_param and F("path-uuid-500"): raise E(500, "internal")
        if bad_param: raise bad("path." + bad_param, "has not the right shape")
        if found: raise E(405, "not this way", headers={"Allow": ", ".join(sorted(found))})
        raise E(404, "nothing here")
    do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = do_HEAD = do_OPTIONS = handle_any
class Server(ThreadingHTTPServer):
    daemon_threads = True; request_queue_size = 128
    def handle_error(self, *a): pass
    def server_bind(self):
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1); self.socket.bind(self.server_address); self.server_name, self.server_port = "lantern", self.server_address[1]
    def get_request(self):
        s, a = super().get_request(); s.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1); return s, a
if __name__ == "__main__":
    if len(sys.argv) > 1 and sys.argv[1] == "--faults-in-code": 
        src = open(__file__).read(); print("\n".join(sorted(set(re.findall(r'F\("([a-z0-9-]+)"', src))))); sys.exit()
    s = Server(("127.0.0.1", int(sys.argv[1])), H)
    threading.Thread(target=ticker, daemon=True).start()
    print("ready", flush=True); s.serve_forever()

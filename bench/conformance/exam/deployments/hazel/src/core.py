import os, re, time, uuid, hmac, hashlib, base64, json, asyncio
from datetime import datetime, timezone
import msgspec
from starlette.responses import Response

FAULT = os.environ.get("FAULT", "")
def on(fault_id): return FAULT == fault_id

SECRET = b"hazel-jwt-secret-5e0b7d"
HOOK_SECRET = b"hazel-hook-secret-91c2"

class E(Exception):
    def __init__(self, status, code, message, param=None, issues=None):
        self.status, self.code, self.message, self.param, self.issues = status, code, message, param, issues

KINDS = {400: "invalid_request", 401: "authentication", 402: "payment_required", 403: "permission", 404: "not_found",
         405: "invalid_request", 409: "conflict", 422: "validation", 500: "internal", 503: "unavailable"}

def dumps(v): return msgspec.json.encode(v)
def reply(v, status=200, headers=None):
    return Response(dumps(v), status, headers, "application/json")
def err_response(e):
    body = {"type": KINDS.get(e.status, "error"), "code": e.code, "message": e.message, "param": e.param}
    if e.status == 422: body["issues"] = e.issues or [{"param": e.param, "message": e.message}]
    return reply({"error": body}, e.status, {"WWW-Authenticate": "Bearer"} if e.status == 401 else None)

def b64(b): return base64.urlsafe_b64encode(b).rstrip(b"=").decode()
def unb64(s): return base64.urlsafe_b64decode(s + "=" * (-len(s) % 4))
def sign_jwt(claims):
    h = b64(b'{"alg":"HS256","typ":"JWT"}') + "." + b64(json.dumps(claims, separators=(",", ":")).encode())
    return h + "." + b64(hmac.new(SECRET, h.encode(), hashlib.sha256).digest())
def read_jwt(tok):
    try:
        h, p, s = tok.split(".")
        if json.loads(unb64(h)).get("alg") != "HS256": return None
        if not hmac.compare_digest(hmac.new(SECRET, f"{h}.{p}".encode(), hashlib.sha256).digest(), unb64(s)): return None
        c = json.loads(unb64(p))
        return c if c.get("exp", 0) > time.time() else None
    except Exception:
        return None

_last = 0.0
def tick():
    "microsecond clock that never gives the same value twice"
    global _last
    t = round(time.time(), 6)
    if t <= _last: t = round(_last + 0.000001, 6)
    _last = t
    return t
def iso(t): return datetime.fromtimestamp(t, timezone.utc).strftime("%Y-%m-%dT%H:%M:%S.%fZ")
def parse_iso(s, param):
    try:
        d = datetime.fromisoformat(s.strip().replace(" ", "+") if re.search(r"\d \d\d:\d\d$", s) else s.strip())
    except ValueError:
        raise E(422, "invalid_datetime", "not a date-time", param)
    if d.tzinfo is None: d = d.replace(tzinfo=timezone.utc)
    return round(d.timestamp(), 6)

UUID_RE = re.compile(r"^[0-9a-fA-F]{8}-?([0-9a-fA-F]{4}-?){3}[0-9a-fA-F]{12}$")
def is_uuid(s): return bool(UUID_RE.match(s))
def as_uuid(s, param):
    if not is_uuid(s): raise E(422, "invalid_uuid", "not a UUID", param)
    return str(uuid.UUID(s))
def as_int(s, param, lo=None, hi=None):
    if not re.match(r"^[+-]?\d{1,18}$", s): raise E(422, "invalid_integer", "not an integer", param)
    n = int(s)
    if (lo is not None and n < lo) or (hi is not None and n > hi):
        raise E(422, "out_of_range", f"must be between {lo} and {hi}", param)
    return n
def new_id(): return str(uuid.uuid4())
def tag(prefix): return prefix + "_" + uuid.uuid4().hex[:20]

def decode(raw, typ):
    try:
        return msgspec.json.decode(raw or b"", type=typ)
    except msgspec.ValidationError as x:
        m = re.search(r"`\$\.?(.*)`$", str(x))
        p = m.group(1) if m else None
        if not p:
            m = re.search(r"required field `(\w+)`", str(x)); p = m.group(1) if m else None
        raise E(422, "validation_failed", str(x), p)
    except (msgspec.DecodeError, UnicodeDecodeError):
        raise E(422, "malformed_json", "the body is not valid JSON")

class User:
    def __init__(self, id, email, name, tier):
        self.id, self.email, self.name, self.tier = id, email, name, tier
        self.credits = 5000
        self.installed = {}      # tool id -> installed_at
        self.vip = {}            # code -> at
        self.notifier = {"chats": {}, "devices": {}, "pushes": {}}

USERS = {u.id: u for u in (User("usr_own", "marten@hazel.example", "Marten", "pro"),
                           User("usr_other", "linnet@hazel.example", "Linnet", "pro"),
                           User("usr_sand", "wren@hazel.example", "Wren", "sandbox"))}
FAR = 2871763200
JWTS = {k: sign_jwt({"sub": k, "iat": 1750000000, "exp": FAR}) for k in USERS}

AGENTS, FILES, THEMES, RUNS, SUBS, STUDIO, KEYS, BUNDLES, SCHEDULES, CLI, EXECS = ({} for _ in range(11))
FILE_CAP = 12
PAID_EVENTS = set()
VIP_CODES = {"SPRING-TIDE-26": None, "HAZEL-MINE-26": "usr_own"}
_seq = {"key": 100, "bundle": 500, "exec": 9000}
def seq(k):
    _seq[k] += 1
    return _seq[k]

def add_agent(owner, name, prompt, visibility, price=None, id=None, handle=None, pitch=None):
    a = {"id": id or new_id(), "owner": owner, "name": name, "prompt": prompt, "visibility": visibility, "handle": handle,
         "pitch": pitch, "price": price, "created": tick(), "updated": None, "feedback": []}
    a["updated"] = a["created"]
    AGENTS[a["id"]] = a
    return a
def add_key(owner, label, secret=None, default=False):
    k = {"id": seq("key"), "owner": owner, "label": label, "secret": secret or "hzk_" + uuid.uuid4().hex, "default": default, "created": tick()}
    KEYS[k["id"]] = k
    return k

F = {n: str(uuid.uuid5(uuid.NAMESPACE_DNS, n + ".hazel")) for n in
     ("main", "ownpaid", "paid", "unpaid", "subscribed", "unsubscribe", "private")}
add_agent("usr_own", "Harbour guide", "You help sailors plan.", "public", id=F["main"], handle="harbour-guide")
add_agent("usr_own", "Pilot plus", "You are a pilot.", "public", 900, F["ownpaid"])
add_agent("usr_other", "Weather desk", "You read the weather.", "public", 1200, F["paid"], handle="weather-desk")
add_agent("usr_other", "Knot teacher", "You teach knots.", "public", None, F["unpaid"])
add_agent("usr_other", "Chart room", "You read charts.", "public", 700, F["subscribed"])
add_agent("usr_other", "Log keeper", "You keep logs.", "public", 500, F["unsubscribe"])
add_agent("usr_other", "Diary", "You keep secrets.", "private", None, F["private"])
API_KEYS = {"usr_own": "hzk_6f1d0c2b9a8e4753b1c0d9e8f7a6b5c4", "usr_other": "hzk_a1b2c3d4e5f60718293a4b5c6d7e8f90", "usr_sand": "hzk_00ffeeddccbbaa998877665544332211"}
for u, s in API_KEYS.items(): add_key(u, "default", s, True)
for n in ("subscribed", "unsubscribe"):
    SUBS[("usr_own", F[n])] = {"id": tag("sub"), "agent": F[n], "user": "usr_own", "status": "active", "provider": "psub_" + n, "since": tick(), "ended": None}

HOOK_BODY = '{"id":"evt_7Hq2","type":"credits.purchased","data":{"user":"usr_own","credits":250}}'
def hook_signature(raw): return "v1=" + hmac.new(HOOK_SECRET, raw, hashlib.sha256).hexdigest()

def page(items, q, stamp, view, default=30):
    limit = default
    if "limit" in q: limit = as_int(q["limit"], "limit", 1, 200)
    cur = q.get("next_cursor")
    before = parse_iso(cur, "next_cursor") if cur not in (None, "", "null") else None
    return limit, before

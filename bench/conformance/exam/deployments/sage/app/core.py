"""Database, errors, sign-in and the small helpers that all parts share."""
import asyncio
import base64
import hashlib
import hmac
import json
import os
import re
import sqlite3
import time
import uuid
from contextlib import contextmanager
from datetime import datetime, timezone

from aiohttp import web

FAULT = os.environ.get("FAULT", "")
JWT_SECRET = b"graz-murinsel-2026"
HOOK_SECRET = b"whsec_schlossberg"


def F(name):
    return FAULT == name


# ---------------------------------------------------------------- database
SCHEMA = open(os.path.join(os.path.dirname(__file__), "schema.sql"), encoding="utf-8").read()


class Db:
    """One writer, four readers on the same WAL file."""

    def __init__(self, path):
        self.path = path
        self.w = self._open()
        script = SCHEMA
        if F("studio-run-id-number"):
            script = script.replace("run_id TEXT NOT NULL UNIQUE, -- studio", "run_id NUMERIC NOT NULL UNIQUE,")
        if F("message-affinity"):
            script = script.replace("content TEXT NOT NULL, -- words", "content NUMERIC NOT NULL,")
        if F("bundle-tools-left-over"):
            script = script.replace("REFERENCES bundles(bundle_id) ON DELETE CASCADE", "")
        if F("chat-delete-keeps-schedules"):
            script = script.replace("REFERENCES agents(agent_id) ON DELETE CASCADE, -- schedule", ", -- schedule")
        self.w.executescript(script)
        self.r = [self._open() for _ in range(4)]
        self.i = 0

    def _open(self):
        c = sqlite3.connect(self.path, isolation_level=None, check_same_thread=False, cached_statements=400)
        c.row_factory = sqlite3.Row
        c.execute("PRAGMA journal_mode=WAL")
        c.execute("PRAGMA synchronous=OFF")
        c.execute("PRAGMA busy_timeout=5000")
        c.execute("PRAGMA foreign_keys=ON")
        return c

    def after_seed(self):
        if F("reader-keeps-old-snapshot"):
            self.r[3].execute("BEGIN")
            self.r[3].execute("SELECT count(*) FROM agents").fetchone()

    def _reader(self):
        self.i = (self.i + 1) % 4
        return self.r[self.i]

    def one(self, sql, *args):
        return self._reader().execute(sql, args).fetchone()

    def all(self, sql, *args):
        return self._reader().execute(sql, args).fetchall()

    def val(self, sql, *args):
        row = self._reader().execute(sql, args).fetchone()
        return row[0] if row else None

    @contextmanager
    def tx(self):
        """A write transaction; nothing may be awaited inside."""
        self.w.execute("BEGIN IMMEDIATE")
        try:
            yield self.w
        except BaseException:
            self.w.execute("ROLLBACK")
            raise
        self.w.execute("COMMIT")


db = None


def open_db(path):
    global db
    db = Db(path)
    return db


def get_db():
    return db


# ---------------------------------------------------------------- time
_last_us = 0


def micro_iso():
    """A time that no two records share, so that a cursor loses nothing."""
    global _last_us
    us = max(int(time.time() * 1_000_000), _last_us + 1)
    _last_us = us
    return us_iso(us)


def us_iso(us):
    return datetime.fromtimestamp(us // 1_000_000, timezone.utc).strftime("%Y-%m-%dT%H:%M:%S") + ".%06dZ" % (us % 1_000_000)


def now_ms():
    return int(time.time() * 1000)


def parse_time(text):
    if not re.fullmatch(r"\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d(:\d\d([.,]\d{1,9})?)?\s*([Zz]|[+-]\d\d:?\d\d)?", text):
        raise ValueError(text)
    t = text.replace("z", "Z").replace("Z", "+00:00").replace(",", ".")
    m = re.match(r"(.*\.\d{6})\d+(.*)", t)
    if m:
        t = m[1] + m[2]
    d = datetime.fromisoformat(t)
    if d.tzinfo is None:
        d = d.replace(tzinfo=timezone.utc)
    d = d.astimezone(timezone.utc)
    return d.strftime("%Y-%m-%dT%H:%M:%S") + ".%06dZ" % d.microsecond


def new_uuid():
    return str(uuid.uuid4())


# ---------------------------------------------------------------- errors
class Oops(Exception):
    def __init__(self, status, reason, where=None, flaws=None):
        self.status, self.reason, self.where, self.flaws = status, reason, where, flaws


def flaw(where, reason):
    return Oops(422, "not as agreed", where.split(".")[0], [{"where": where, "reason": reason}])


def dumps(x):
    return json.dumps(x, ensure_ascii=False, separators=(",", ":"))


def reply(status, body):
    if status == 204:
        return web.Response(status=204)
    return web.Response(status=status, text=dumps(body), content_type="application/json")


def oops_reply(e):
    body = {"ok": False, "reason": e.reason, "where": e.where}
    if e.flaws:
        body["flaws"] = e.flaws
    headers = {"WWW-Authenticate": "Bearer"} if e.status == 401 else None
    return web.Response(status=e.status, text=dumps(body), content_type="application/json", headers=headers)


# ---------------------------------------------------------------- sign-in
def b64(b):
    return base64.urlsafe_b64encode(b).rstrip(b"=").decode()


def make_jwt(user_id, name):
    head = b64(b'{"alg":"HS256","typ":"JWT"}')
    load = b64(json.dumps({"sub": str(user_id), "name": name, "iat": 1764000000}).encode())
    return f"{head}.{load}." + b64(hmac.new(JWT_SECRET, f"{head}.{load}".encode(), hashlib.sha256).digest())


def bearer(req):
    h = req.headers.get("Authorization")
    if not h:
        return None
    m = re.fullmatch(r"(?i:bearer)[ ]+(\S+)\s*", h)
    return m[1] if m and clean_text(h) else ""


def jwt_user(token, lax=False):
    parts = (token or "").split(".")
    if len(parts) != 3:
        return None
    try:
        want = b64(hmac.new(JWT_SECRET, f"{parts[0]}.{parts[1]}".encode(), hashlib.sha256).digest())
        if not hmac.compare_digest(want.encode(), parts[2].encode()) and not lax:
            return None
        load = json.loads(base64.urlsafe_b64decode(parts[1] + "=" * (-len(parts[1]) % 4)))
        return db.one("SELECT * FROM users WHERE user_id=?", int(load["sub"]))
    except Exception:
        return None


# ---------------------------------------------------------------- calls
UUID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}", re.I)
MISSING = object()


def is_uuid(s):
    return isinstance(s, str) and UUID.fullmatch(s) is not None


def clean_text(x):
    try:
        x.encode()
        return True
    except UnicodeEncodeError:
        return False


def _no_constant(name):
    raise ValueError(name)


def _real(text):
    x = float(text)
    if x in (float("inf"), float("-inf")):
        raise ValueError(text)
    return x


class Call:
    def __init__(self, req):
        self.req = req
        self.user = None
        self.token = None

    @property
    def uid(self):
        return self.user["user_id"] if self.user else None

    def path(self, name):
        return self.req.match_info[name]

    def uuid(self, name):
        v = self.path(name)
        if not is_uuid(v):
            raise flaw("path." + name, "must be a uuid")
        return v.lower()

    def number(self, name):
        v = self.path(name)
        if not re.fullmatch(r"[+-]?[0-9]{1,400}", v):
            raise flaw("path." + name, "must be an integer")
        n = int(v)
        return n if abs(n) < 2 ** 63 else -1

    def query(self, name, default=None):
        return self.req.query.get(name, default)

    def query_int(self, name, default, low=None, high=None, clamp=None):
        v = self.req.query.get(name)
        if v is None:
            return default
        if not re.fullmatch(r"[+-]?[0-9]{1,18}", v.strip()):
            raise flaw("query." + name, "must be an integer")
        n = int(v)
        if (low is not None and n < low) or (high is not None and n > high):
            raise flaw("query." + name, f"must lie between {low} and {high}")
        return min(n, clamp) if clamp else n

    async def json(self, optional=False):
        raw = await self.req.read()
        if not raw.strip():
            if optional:
                return None
            raise flaw("body", "a JSON body is needed")
        try:
            text = raw.decode("utf-8")
            x = json.loads(text, parse_constant=_no_constant, parse_float=_real)
            if "\\u" in text:
                json.dumps(x, ensure_ascii=False).encode()
        except (ValueError, RecursionError):
            raise flaw("body", "is not JSON")
        return x

    async def obj(self, optional=False):
        x = await self.json(optional)
        if x is None and optional:
            return {}
        if not isinstance(x, dict):
            raise flaw("body", "must be an object")
        return x


def text_of(body, key, required=False, nullable=True, default=None, longest=200_000, shortest=0):
    """A string of a body; MISSING-aware through `key in body`."""
    v = body.get(key)
    if v is None:
        if required or (key in body and not nullable):
            raise flaw("body." + key, "must be a string")
        return default
    if not isinstance(v, str):
        raise flaw("body." + key, "must be a string")
    if len(v) > longest or len(v) < shortest:
        raise flaw("body." + key, f"must have {shortest} to {longest} characters")
    return v


def int_of(body, key, default=None, low=-2 ** 53, high=2 ** 53):
    v = body.get(key)
    if v is None:
        return default
    if isinstance(v, bool) or not isinstance(v, (int, float)) or v != int(v) or not low <= v <= high:
        raise flaw("body." + key, f"must be an integer between {low} and {high}")
    return int(v)


ROUTES = []


def op(method, path, auth="user"):
    """auth: user (JWT needed), maybe (JWT looked at when there), none."""
    def deco(fn):
        async def handler(req):
            call = Call(req)
            if auth != "none":
                call.token = bearer(req)
                lax = path.startswith("/me/tools/run") and F("tool-run-forged-jwt")
                call.user = jwt_user(call.token, lax) if call.token else None
                if call.user is None and auth == "user":
                    if call.token is None and not path.startswith("/me/tools/run"):
                        raise Oops(403, "please sign in", "header.Authorization")
                    raise Oops(401, "this token is not valid", "header.Authorization")
            out = await fn(call)
            if isinstance(out, web.StreamResponse):
                return out
            if isinstance(out, tuple):
                return reply(*out)
            return reply(200, out)
        ROUTES.append((method, "/api" + path, handler))
        return fn
    return deco


def rows_next(rows, nxt=None):
    return {"rows": rows, "next": nxt}


async def breathe(seconds=0.02):
    await asyncio.sleep(seconds)

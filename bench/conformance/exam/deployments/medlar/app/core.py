"""Small framework: faults, errors, times, ids, cache, authentication, routes."""
import asyncio
import base64
import functools
import hashlib
import hmac
import inspect
import json
import math
import os
import random
import re
import time
import uuid
from datetime import datetime, timedelta, timezone

import falcon
import orjson
from pydantic import BaseModel, ConfigDict, ValidationError

from . import db as d

FAULT = os.environ.get("FAULT", "")


def F(name):
    return FAULT == name


# ---------------------------------------------------------------- times, ids
EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)
_last = 0
BOOT = time.time_ns() // 1000
RUNNER, SPOILED = [None], [0]  # only faults look at them


def now_us():
    """Microseconds since the epoch, never twice the same in this process."""
    global _last
    t = time.time_ns() // 1000
    _last = t if t > _last else _last + 1
    return _last


def fmt(us):
    if us is None:
        return None
    return (EPOCH + timedelta(microseconds=us)).isoformat(timespec="microseconds")


def born(us):
    return fmt(min(us, BOOT) if F("all-records-born-at-server-start") else us)


def day_of(us):
    return (EPOCH + timedelta(microseconds=us)).date()


_ALNUM = "ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789"


def short_id():
    return "".join(random.SystemRandom().choices(_ALNUM, k=8))


def stable_id(text):
    n = int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")
    out = ""
    for _ in range(8):
        n, r = divmod(n, len(_ALNUM))
        out += _ALNUM[r]
    return out


def new_uuid():
    return str(uuid.uuid4())


UUID_RE = re.compile(r"[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")


def as_uuid(text):
    return text.lower() if isinstance(text, str) and UUID_RE.fullmatch(text) else None


# ---------------------------------------------------------------- JSON
def dumps(obj):
    try:
        return orjson.dumps(obj)
    except TypeError:
        return json.dumps(obj, ensure_ascii=False, separators=(",", ":")).encode()


def _no_const(_):
    raise ValueError("not a JSON number")


def _finite(s):
    v = float(s)
    if not math.isfinite(v):
        raise ValueError("number out of range")
    return v


def loads(raw, of_worker=False):
    text = raw.decode("utf-8")
    obj = json.loads(text, parse_constant=_no_const, parse_float=_finite)
    if of_worker and F("lone-surrogate-poisons-run"):  # kept as a mark that reading turns back
        return json.loads(re.sub("[\ud800-\udfff]", "\ue8d8", json.dumps(obj, ensure_ascii=False)))
    if "\\u" in text:  # a lone surrogate can not be kept
        json.dumps(obj, ensure_ascii=False).encode("utf-8")
    return obj


# ---------------------------------------------------------------- errors
class ApiError(Exception):
    def __init__(self, status, code, detail, headers=None):
        self.status, self.code, self.detail, self.headers = status, code, detail, headers or {}


class Invalid(Exception):
    """422 with HTTPValidationError."""

    def __init__(self, errors):
        self.errors = errors


def invalid(where, field, msg, kind="value-error"):
    return Invalid([{"loc": [where, field] if field else [where], "msg": msg, "type": kind}])


def not_found(what):
    return ApiError(404, "not-found", f"{what} not found")


def forbidden(detail="You have no permission on this record"):
    return ApiError(403, "forbidden", detail)


def bad(code, detail):
    return ApiError(400, code, detail)


# ---------------------------------------------------------------- cache
class TTLCache:
    def __init__(self, ttl):
        self.ttl, self.data = ttl, {}

    def get(self, key):
        hit = self.data.get(key)
        if hit and hit[0] > time.monotonic():
            return hit[1]
        return None

    def set(self, key, value):
        if len(self.data) > 20000:
            self.data.clear()
        self.data[key] = (time.monotonic() + self.ttl, value)

    def drop(self, key):
        self.data.pop(key, None)


# ---------------------------------------------------------------- authentication
JWT_SECRET = b"medlar-signing-secret-of-the-deployment"
ISSUER, AUDIENCE = "medlar", "medlar-user-api"


def _b64(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def _unb64(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def make_jwt(user_id, exp):
    head = _b64(json.dumps({"alg": "HS256", "typ": "JWT"}).encode())
    body = _b64(json.dumps({"sub": user_id, "iss": ISSUER, "aud": AUDIENCE, "exp": exp}).encode())
    sig = hmac.new(JWT_SECRET, f"{head}.{body}".encode(), hashlib.sha256).digest()
    return f"{head}.{body}.{_b64(sig)}"


@functools.lru_cache(maxsize=4096)
def _decode(token):
    try:
        head, body, sig = token.split(".")
        want = hmac.new(JWT_SECRET, f"{head}.{body}".encode(), hashlib.sha256).digest()
        if not hmac.compare_digest(_unb64(sig), want) or _b64(want) != sig:
            return None
        if json.loads(_unb64(head)).get("alg") != "HS256":
            return None
        return json.loads(_unb64(body))
    except Exception:
        return None


USERS = {}      # user_id -> record, filled by the seed
KEY_CACHE = TTLCache(30)


def bearer(req):
    value = req.get_header("authorization") or ""
    kind, _, token = value.partition(" ")
    return token.strip() if kind.lower() == "bearer" else ""


def user_by_jwt(token):
    claims = _decode(token) if token and len(token) < 4096 else None
    if not claims or claims.get("iss") != ISSUER or claims.get("aud") != AUDIENCE:
        return None
    if claims.get("exp", 0) <= time.time():
        return None
    return USERS.get(claims.get("sub"))


def user_by_key(token):
    if not token:
        return None
    hit = KEY_CACHE.get(token)
    if hit:
        return USERS.get(hit)
    row = d.ApiKey.get_or_none(d.ApiKey.key == token)
    if row is None:
        return None
    KEY_CACHE.set(token, row.owner)
    return USERS.get(row.owner)


def unauthorized():
    return ApiError(401, "unauthorized", "Missing or invalid credential", {"www-authenticate": "Bearer"})


# ---------------------------------------------------------------- events
def log_event(owner, kind, run_id=None, ref=None, amount=None, at=None, **payload):
    d.Event.insert(owner=owner, kind=kind, run_id=run_id, ref=ref, amount=amount,
                   payload=dumps(payload).decode(), inserted=at or now_us()).execute()


# ---------------------------------------------------------------- models
class Model(BaseModel):
    model_config = ConfigDict(strict=True, extra="ignore")


def validated(model, data, where="body"):
    try:
        return model.model_validate(data)
    except ValidationError as e:
        raise Invalid([{"loc": [where, *x["loc"]], "msg": x["msg"], "type": x["type"]}
                       for x in e.errors(include_url=False, include_context=False, include_input=False)])


# ---------------------------------------------------------------- routes
class Ctx:
    __slots__ = ("req", "resp", "user", "body", "raw")

    def __init__(self, req, resp):
        self.req, self.resp, self.user, self.body, self.raw = req, resp, None, None, None

    @property
    def uid(self):
        return self.user["user_id"] if self.user else None

    def q(self, name):
        v = self.req.params.get(name)
        return v[-1] if isinstance(v, list) else v

    def q_int(self, name, default, lo, hi):
        v = self.q(name)
        if v is None:
            return default
        if not re.fullmatch(r"-?[0-9]{1,9}", v, re.A) or not lo <= int(v) <= hi:
            raise invalid("query", name, f"must be an integer from {lo} to {hi}")
        return int(v)

    def q_float(self, name, default, lo, hi):
        v = self.q(name)
        if v is None:
            return default
        if not re.fullmatch(r"-?[0-9]{1,9}(\.[0-9]{1,20})?([eE]-?[0-9]{1,3})?", v, re.A) or not lo <= float(v) <= hi:
            raise invalid("query", name, f"must be a number from {lo} to {hi}")
        return float(v)

    def q_time(self, name):
        v = self.q(name)
        if v in (None, "", "null"):
            return None
        v = re.sub(r" (\d\d:?\d\d)$", r"+\1", v)
        try:
            t = datetime.fromisoformat(v)
            if t.tzinfo is None:
                t = t.replace(tzinfo=timezone.utc)
            if F("cursor-offset-ignored") and self.req.path.endswith("/agent-runs"):
                t = t.replace(tzinfo=timezone.utc)
            delta = t - EPOCH
        except (ValueError, OverflowError):
            raise invalid("query", name, "must be a date-time")
        return (delta.days * 86400 + delta.seconds) * 1000000 + delta.microseconds


ROUTES = {}
BASE = "/api"


def route(method, path, auth=True, body=None, optional=False, ids=None, raw_object=False):
    """ids: {name: 'uuid' | 'int'}; auth: True, False (optional) or 'key'."""

    def deco(fn):
        is_async = inspect.iscoroutinefunction(fn)
        reads = method == "GET"

        async def handler(self, req, resp, **kw):
            c = Ctx(req, resp)
            if auth == "key":
                c.user = user_by_key(bearer(req))
            else:
                c.user = user_by_jwt(bearer(req))
            if auth and c.user is None:
                raise unauthorized()
            for name, kind in (ids or {}).items():
                if kind == "uuid":
                    v = as_uuid(kw[name])
                    if v is None:
                        raise invalid("path", name, "must be a UUID", "uuid-parsing")
                    kw[name] = v
                elif kind == "int":
                    if F("integer-id-over-32-bit-500") and re.fullmatch(r"-?[0-9]{10,40}", kw[name], re.A) \
                            and abs(int(kw[name])) > 2147483647:
                        raise RuntimeError("integer out of range")
                    if not re.fullmatch(r"-?[0-9]{1,18}", kw[name], re.A):
                        raise invalid("path", name, "must be an integer", "int-parsing")
                    kw[name] = int(kw[name])
            if body is not None or raw_object:
                raw = await req.stream.read()
                if F("chunked-request-body-read-as-empty") and auth == "key" and req.get_header("transfer-encoding"):
                    raw = b"{}"
                if optional and not raw.strip():
                    data = None
                else:
                    try:
                        data = loads(raw, auth == "key")
                    except (ValueError, RecursionError):
                        raise invalid("body", None, "must be JSON", "json-invalid")
                if data is None and optional:
                    c.body = body()
                elif not isinstance(data, dict):
                    raise invalid("body", None, "must be a JSON object", "dict-type")
                elif raw_object:
                    c.body = data
                else:
                    c.body = validated(body, data)
                c.raw = data
            if SPOILED[0] and auth != "key":
                SPOILED[0] -= 1
                raise RuntimeError("current transaction is aborted")
            if raw_object and F("execution-log-booked-on-other-user"):
                RUNNER[0] = c.uid
                await asyncio.sleep(0.08)
            if is_async:
                out = await fn(c, **kw)
            elif reads:
                out = fn(c, **kw)
            else:
                with d.db.atomic():
                    out = fn(c, **kw)
            if out is STREAM:
                return
            if isinstance(out, tuple):
                resp.status, out = out
                if resp.status == 204:
                    return
            resp.data = dumps(out)
            resp.content_type = "application/json"

        ROUTES.setdefault(path, {})[method] = handler
        return fn

    return deco


STREAM = object()


def page(results, count=None, token=None):
    return {"count": len(results) if count is None else count, "results": results, "next_page_token": token}


def build_app():
    app = falcon.asgi.App()
    for path, methods in ROUTES.items():
        cls = type("Res", (), {"on_" + m.lower(): h for m, h in methods.items()})
        app.add_route(path, cls())

    async def on_api(req, resp, ex, params):
        resp.status = ex.status
        resp.data = dumps({"detail": ex.detail, "code": ex.code})
        resp.content_type = "application/json"
        for k, v in ex.headers.items():
            resp.set_header(k, v)

    async def on_invalid(req, resp, ex, params):
        resp.status = 422
        resp.data = dumps({"detail": ex.errors, "code": "validation-error"})
        resp.content_type = "application/json"

    async def on_http(req, resp, ex, params):
        resp.status = ex.status
        for k, v in (ex.headers or {}).items():
            resp.set_header(k, v)
        word = {"404": "not-found", "405": "method-not-allowed"}.get(ex.status[:3], "bad-request")
        resp.data = dumps({"detail": ex.title or ex.status, "code": word})
        resp.content_type = "application/json"

    async def on_any(req, resp, ex, params):
        if isinstance(ex, (OSError, asyncio.CancelledError)):
            return
        import traceback
        traceback.print_exception(ex)
        resp.status = 500
        resp.data = dumps({"detail": "Internal error", "code": "internal-error"})
        resp.content_type = "application/json"

    app.add_error_handler(Exception, on_any)
    app.add_error_handler(falcon.HTTPError, on_http)
    app.add_error_handler(ApiError, on_api)
    app.add_error_handler(Invalid, on_invalid)
    return app

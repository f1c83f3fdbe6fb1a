"""What every family needs: clock, errors, validation, auth, routing, locks."""
import asyncio
import base64
import hashlib
import hmac
import json
import math
import os
import re
import time
import uuid
from collections import defaultdict
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone
from functools import wraps

from sanic import Sanic
from sanic.exceptions import SanicException
from sanic.response import HTTPResponse

FAULT = os.environ.get("FAULT", "").strip()
JWT_SECRET = b"myrtle-signing-3d1f0a77c2"
app = Sanic("myrtle")
app.config.FALLBACK_ERROR_FORMAT = "json"
app.config.REQUEST_MAX_SIZE = 20_000_000
app.config.GRACEFUL_SHUTDOWN_TIMEOUT = 1.0
app.config.KEEP_ALIVE_TIMEOUT = 75
app.config.RESPONSE_TIMEOUT = 120
app.config.REQUEST_TIMEOUT = 120


def bug(name: str) -> bool:
    return FAULT == name


# ---------------------------------------------------------------- clock

_last = datetime(2000, 1, 1, tzinfo=timezone.utc)


def now() -> datetime:
    """Strictly increasing, so that a time can serve as a cursor."""
    global _last
    t = datetime.now(timezone.utc)
    if t <= _last:
        t = _last + timedelta(microseconds=1)
    _last = t
    return t


def iso(t):
    return None if t is None else t.astimezone(timezone.utc).isoformat(timespec="microseconds")


_locks = defaultdict(asyncio.Lock)


def lock(kind, ident) -> asyncio.Lock:
    """One lock for each aggregate."""
    return _locks[(kind, ident)]


_tasks = set()


def spawn(coro):
    task = asyncio.get_running_loop().create_task(coro)
    _tasks.add(task)
    task.add_done_callback(_tasks.discard)
    return task


# ---------------------------------------------------------------- errors

class Stop(Exception):
    def __init__(self, status, code, message):
        self.status, self.code, self.message = status, code, message


class Invalid(Exception):
    def __init__(self, *detail):
        self.detail = list(detail)


def wrong(loc, msg, kind="value_error"):
    return {"loc": list(loc), "msg": msg, "type": kind}


def not_found(what):
    return Stop(404, "not_found", f"{what} was not found")


def forbidden(message):
    return Stop(403, "forbidden", message)


def refused(message, code="refused"):
    return Stop(400, code, message)


def dumps(value) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode("utf-8")


def answer(value, status=200, headers=None):
    return HTTPResponse(dumps(value), status=status, headers=headers, content_type="application/json")


def problem(status, code, message, headers=None):
    return answer({"error": {"code": code, "message": message}}, status, headers)


# ---------------------------------------------------------------- reading what came

UUID = re.compile(r"[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}")
INT = re.compile(r"[+-]?[0-9]{1,30}")
NUM = re.compile(r"[+-]?([0-9]{1,30}(\.[0-9]{0,30})?|\.[0-9]{1,30})([eE][+-]?[0-9]{1,3})?")
DATETIME = re.compile(r"\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d(:\d\d([.,]\d{1,9})?)?(\s?([Zz]|[+-]\d\d:?\d\d)| \d\d:?\d\d)?")


def is_uuid(text):
    return isinstance(text, str) and UUID.fullmatch(text) is not None


def path_uuid(text, name):
    if not is_uuid(text):
        raise Invalid(wrong(("path", name), "a UUID is expected", "uuid_parsing"))
    return text.lower()


def path_int(text, name):
    if not INT.fullmatch(text):
        raise Invalid(wrong(("path", name), "an integer is expected", "int_parsing"))
    return int(text)


def new_uuid():
    return str(uuid.uuid4())


def _no_constant(name):
    raise ValueError(f"{name} is no JSON")


def _finite(text):
    value = float(text)
    if math.isinf(value):
        raise ValueError("number out of range")
    return value


def parse_json(raw: bytes):
    text = raw.decode("utf-8")
    value = json.loads(text, parse_constant=_no_constant, parse_float=_finite)
    json.dumps(value, ensure_ascii=False).encode("utf-8")  # refuses lone surrogates
    return value


def json_body(req, optional=False):
    """The body as an object; with optional, None for no body or null."""
    raw = req.body or b""
    if not raw.strip():
        if optional:
            return None
        raise Invalid(wrong(("body",), "a JSON body is required", "missing"))
    try:
        value = parse_json(raw)
    except (ValueError, RecursionError):
        raise Invalid(wrong(("body",), "the body is no valid JSON", "json_invalid"))
    if value is None and optional:
        return None
    if not isinstance(value, dict):
        raise Invalid(wrong(("body",), "a JSON object is expected", "dict_type"))
    return value


@dataclass
class Rule:
    kind: str                      # str, int, bool, num, list, any
    required: bool = False
    null: bool = False
    low: float = None              # least value, or least length of a text or list
    high: float = None
    one_of: tuple = None
    pattern: str = None
    each: dict = None              # rules for the members of a list's objects


def _check(value, rule, loc):
    kinds = {"str": str, "int": int, "bool": bool, "num": (int, float), "list": list}
    if rule.kind == "int" and isinstance(value, float) and value.is_integer():
        value = int(value)
    if rule.kind != "any":
        if not isinstance(value, kinds[rule.kind]) or (rule.kind in ("int", "num") and isinstance(value, bool)):
            return value, [wrong(loc, f"{rule.kind} is expected", f"{rule.kind}_type")]
    size = len(value) if rule.kind in ("str", "list") else value
    if rule.low is not None and size < rule.low:
        return value, [wrong(loc, f"must be at least {rule.low}", "too_small")]
    if rule.high is not None and size > rule.high:
        return value, [wrong(loc, f"must be at most {rule.high}", "too_large")]
    if rule.one_of and value not in rule.one_of:
        return value, [wrong(loc, "must be one of " + ", ".join(rule.one_of), "enum")]
    if rule.pattern and not re.fullmatch(rule.pattern, value):
        return value, [wrong(loc, f"must match {rule.pattern}", "pattern")]
    if rule.kind == "list" and rule.each:
        out, bad = [], []
        for at, member in enumerate(value):
            if not isinstance(member, dict):
                bad.append(wrong((*loc, at), "an object is expected", "dict_type"))
                continue
            got, errors = sift(member, rule.each, (*loc, at))
            out.append(got)
            bad += errors
        return out, bad
    return value, []


def sift(body, rules, loc=("body",)):
    """Known members of a body by their rules; what was not sent is not there."""
    out, bad = {}, []
    for name, rule in rules.items():
        if name not in body:
            if rule.required:
                bad.append(wrong((*loc, name), "field required", "missing"))
            continue
        value = body[name]
        if value is None:
            if rule.null:
                out[name] = None
            else:
                bad.append(wrong((*loc, name), "must not be null", "null"))
            continue
        out[name], errors = _check(value, rule, (*loc, name))
        bad += errors
    return out, bad


def read(req, rules, optional=False):
    body = json_body(req, optional)
    if body is None:
        return {}
    out, bad = sift(body, rules)
    if bad:
        raise Invalid(*bad)
    return out


def query(req, name):
    got = req.get_args(keep_blank_values=True).getlist(name) or []
    return got[-1] if got else None


def query_int(req, name, default, low=None, high=None):
    raw = query(req, name)
    if raw is None:
        return default
    if not INT.fullmatch(raw):
        raise Invalid(wrong(("query", name), "an integer is expected", "int_parsing"))
    value = int(raw)
    if low is not None and value < low:
        raise Invalid(wrong(("query", name), f"must be at least {low}", "greater_than_equal"))
    if high is not None and value > high:
        raise Invalid(wrong(("query", name), f"must be at most {high}", "less_than_equal"))
    return value


def query_num(req, name, default, low, high):
    raw = query(req, name)
    if raw is None:
        return default
    if not NUM.fullmatch(raw):
        raise Invalid(wrong(("query", name), "a number is expected", "float_parsing"))
    value = float(raw)
    if not low <= value <= high:
        raise Invalid(wrong(("query", name), f"must be from {low} to {high}", "range"))
    return value


def query_text(req, name, required=False, low=0):
    raw = query(req, name)
    if raw is None:
        if required:
            raise Invalid(wrong(("query", name), "field required", "missing"))
        return None
    if len(raw) < low:
        raise Invalid(wrong(("query", name), f"at least {low} characters", "string_too_short"))
    return raw


def query_time(req, name, blank_is_none=False):
    raw = query(req, name)
    if raw is None or (blank_is_none and raw in ("", "null")):
        return None
    if DATETIME.fullmatch(raw):
        text = re.sub(r" (\d\d:?\d\d)$", r"+\1", raw)  # a bare + of the offset became a blank
        try:
            t = datetime.fromisoformat(text.upper().replace("Z", "+00:00").replace(",", "."))
            return t if t.tzinfo else t.replace(tzinfo=timezone.utc)
        except (ValueError, OverflowError):
            pass
    raise Invalid(wrong(("query", name), "a date-time is expected", "datetime_parsing"))


MAX_PAGE = 500


def page(rows, at, before, limit):
    """Rows newest first; `at` tells a row's time. One page, and the cursor of the next or None."""
    if before is not None:
        rows = [r for r in rows if at(r) < before]
    limit = min(limit, MAX_PAGE)
    part = rows[:limit]
    more = len(rows) > limit
    return part, (at(part[-1]) if more else None)


# ---------------------------------------------------------------- who calls

def b64(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def unb64(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def make_jwt(sub, iat=1767225600, exp=4102444800):
    head = b64(b'{"alg":"HS256","typ":"JWT"}')
    claims = b64(json.dumps({"sub": sub, "iat": iat, "exp": exp}, separators=(",", ":")).encode())
    sign = hmac.new(JWT_SECRET, f"{head}.{claims}".encode(), hashlib.sha256).digest()
    return f"{head}.{claims}.{b64(sign)}"


def jwt_subject(token, check_signature=True):
    """The sub of a token of ours that is still good, else None."""
    try:
        head, claims, sign = token.split(".")
        if json.loads(unb64(head)).get("alg") != "HS256":
            return None
        good = hmac.new(JWT_SECRET, f"{head}.{claims}".encode(), hashlib.sha256).digest()
        if check_signature and b64(good) != sign:
            return None
        data = json.loads(unb64(claims))
        if not isinstance(data["exp"], (int, float)) or data["exp"] <= time.time():
            return None
        return data["sub"]
    except Exception:
        return None


def bearer(req):
    value = req.headers.get("authorization") or ""
    scheme, _, token = value.partition(" ")
    return token.strip() if scheme.lower() == "bearer" else None


def unauthorized(message="a valid bearer credential is needed"):
    return problem(401, "unauthorized", message, {"WWW-Authenticate": "Bearer"})


def op(method, path, auth="jwt"):
    """Registers an operation. auth: jwt, maybe (a credential is used when it is good), key, none."""
    def deco(fn):
        @wraps(fn)
        async def handler(req, **params):
            from store import db
            try:
                user = None
                if auth in ("jwt", "maybe"):
                    token = bearer(req)
                    loose = bug("tool-run-unsigned-jwt") and path == "/me/tools/run/<tool_name>"
                    user = db.users.get(jwt_subject(token, not loose)) if token else None
                    if user is None and auth == "jwt":
                        return unauthorized()
                elif auth == "key":
                    token = bearer(req)
                    user = db.user_of_key(token) if token else None
                    if user is None:
                        return unauthorized("a valid API key is needed")
                out = await fn(req, user, **params)
                return out if out is None or isinstance(out, HTTPResponse) else answer(out)
            except Invalid as e:
                return answer({"detail": e.detail}, 422)
            except Stop as e:
                return problem(e.status, e.code, e.message)
        app.add_route(handler, path, methods=[method], name=f"{method.lower()}_{fn.__name__}", unquote=True)
        return fn
    return deco



def null():
    return HTTPResponse(b"null", content_type="application/json")


@app.exception(Exception)
async def on_error(req, exc):
    if isinstance(exc, SanicException):
        status = getattr(exc, "status_code", 500) or 500
        headers = dict(getattr(exc, "headers", None) or {})
        return problem(status, {404: "not_found", 405: "method_not_allowed"}.get(status, "error"), str(exc) or "error", headers)
    import traceback
    traceback.print_exc()
    return problem(500, "internal", "something went wrong here")

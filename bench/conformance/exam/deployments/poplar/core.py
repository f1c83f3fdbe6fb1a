"""Requests, errors, validation, authentication."""
import functools, json, math, re, time
from datetime import datetime, timezone
from flask import Flask, Response, g, request
from models import *
from seed import read_jwt

app = Flask(__name__)
BASE = "/api"
MISSING = object()


class Err(Exception):
    def __init__(self, status, msg, code=None):
        self.status, self.msg, self.code = status, msg, code or {400: "bad_request", 401: "unauthorized", 402: "payment_required",
            403: "forbidden", 404: "not_found", 409: "conflict", 500: "internal"}.get(status, "error")


class Invalid(Exception):
    def __init__(self, loc, msg, type="value_error"):
        self.detail = [{"loc": loc, "msg": msg, "type": type}]


def dumps(o):
    return json.dumps(o, ensure_ascii=False, allow_nan=False)


def out(body, status=200, headers=None):
    return Response(dumps(body).encode(), status, headers, content_type="application/json; charset=utf-8")


def errbody(fam, status, msg, code):
    if fam in ("agents", "runs", "mcp"): return {"detail": msg}
    if fam in ("studio", "files", "subs"): return {"code": code.upper(), "message": msg}
    if fam in ("keys", "cli"): return {"error": msg}
    if fam == "schedules": return {"errors": [{"title": msg, "status": str(status)}]}
    if fam == "tools": return {"error": {"type": code, "message": msg}}
    if fam == "workers": return {"error": {"code": status, "message": msg}}
    return {"ok": False, "reason": msg}


def bearer():
    m = re.fullmatch(r"(?i:bearer)\s+(\S+)\s*", request.headers.get("Authorization", ""))
    return m.group(1) if m else None


def jwt_user(db):
    tok = bearer()
    sub = tok and read_jwt(tok)
    return user_by_id(db, sub) if sub else None


_users = {}


def user_by_id(db, i):
    """Users never change: each is read once."""
    if i not in _users:
        u = db.get(User, i)
        if u is None: return None
        db.expunge(u)
        _users[i] = u
    return _users[i]


def race_gap(sec=0.08):
    """A yield point inside a request (only faults use it): others may run here."""
    g.db.commit()
    LOCK.release()
    time.sleep(sec)
    LOCK.acquire()


def run_op(fn, fam, auth, kw):
    try:
        with LOCK:
            db = g.db = Session()
            try:
                u = g.user = jwt_user(db)
                if auth and u is None:
                    raise Err(401, "invalid or missing JWT")
                r = fn(db, u, **kw)
                if not isinstance(r, Response):
                    r = out(r)
                db.commit()
                return r
            finally:
                db.rollback(); db.close()
    except Invalid as e:
        return out({"detail": e.detail}, 422)
    except Err as e:
        h = {"WWW-Authenticate": "Bearer"} if e.status == 401 else None
        return out(errbody(fam, e.status, e.msg, e.code), e.status, h)
    except Exception:
        app.logger.exception("internal error")
        return out(errbody(fam, 500, "internal error", "internal"), 500)


def op(rule, method, fam, auth=True):
    def deco(fn):
        def view(**kw):
            return run_op(fn, fam, auth, kw)
        app.add_url_rule(BASE + rule, fn.__name__ + "_" + method, view, methods=[method])
        return fn
    return deco


@app.errorhandler(404)
def _nf(e): return out({"detail": "no such path"}, 404)


@app.errorhandler(405)
def _na(e): return out({"detail": "method not allowed"}, 405)


# ---- input ------------------------------------------------------------------
def _const(x): raise ValueError("not a JSON number")


def _float(x):
    v = float(x)
    if not math.isfinite(v): raise ValueError("number out of range")
    return v


def parse_json(raw):
    v = json.loads(raw.decode("utf-8"), parse_constant=_const, parse_float=_float)
    json.dumps(v, ensure_ascii=False).encode("utf-8")     # refuses lone surrogates
    return v


def body(optional=False):
    raw = request.get_data()
    if optional and not raw.strip():
        return {}
    try:
        v = parse_json(raw)
    except (ValueError, RecursionError):
        raise Invalid(["body"], "the body is not valid JSON", "json_invalid")
    if optional and v is None:
        return {}
    if not isinstance(v, dict):
        raise Invalid(["body"], "the body must be an object", "type_error.object")
    return v


def field(b, name, typ=str, required=False, default=None, null=True, choices=None, lo=None, hi=None):
    if name not in b or (b[name] is None and null and not required):
        if required:
            raise Invalid(["body", name], "field required", "missing")
        return default
    v = b[name]
    ok = isinstance(v, typ) and not (typ in (int, float) and isinstance(v, bool))
    if not ok:
        raise Invalid(["body", name], "must be of type %s" % getattr(typ, "__name__", "value"), "type_error")
    if choices and v not in choices:
        raise Invalid(["body", name], "must be one of " + ", ".join(choices), "enum")
    if (lo is not None and v < lo) or (hi is not None and v > hi):
        raise Invalid(["body", name], "out of range", "range")
    return v


def qint(name, default, lo, hi):
    v = request.args.get(name)
    if v is None:
        return default
    if not re.fullmatch(r"[+-]?\d{1,15}", v.strip()):
        raise Invalid(["query", name], "must be an integer", "int_parsing")
    n = int(v)
    if n < lo or n > hi:
        raise Invalid(["query", name], "must be from %d to %d" % (lo, hi), "range")
    return n


def qfloat(name, default, lo, hi):
    v = request.args.get(name)
    if v is None:
        return default
    try:
        n = float(v)
    except ValueError:
        raise Invalid(["query", name], "must be a number", "float_parsing")
    if not (lo <= n <= hi):
        raise Invalid(["query", name], "must be from %s to %s" % (lo, hi), "range")
    return n


def qcursor():
    v = request.args.get("next_cursor")
    if v is None or v in ("", "null"):
        return None
    try:
        d = datetime.fromisoformat(v.strip().replace(" ", "+") if "T" in v else v.strip())
    except ValueError:
        raise Invalid(["query", "next_cursor"], "must be a date-time", "datetime_parsing")
    if d.tzinfo is None:
        d = d.replace(tzinfo=timezone.utc)
    e = d - datetime(1970, 1, 1, tzinfo=timezone.utc)
    return (e.days * 86400 + e.seconds) * 10**6 + e.microseconds


UUID = re.compile(r"[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}", re.I)


def puuid(v, name):
    if not UUID.fullmatch(v):
        raise Invalid(["path", name], "must be a UUID", "uuid_parsing")
    return str(uuid.UUID(v))


def suuid(v):
    return str(uuid.UUID(v)) if UUID.fullmatch(v) else v


def pint(v, name):
    if not re.fullmatch(r"[+-]?\d+", v):
        raise Invalid(["path", name], "must be an integer", "int_parsing")
    n = int(v[:40])
    return n if abs(n) < 2**62 else -1


def iso(us):
    return None if us is None else datetime.fromtimestamp(us // 10**6, timezone.utc).replace(microsecond=us % 10**6).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def secs(us): return None if us is None else us // 10**6
def ms(us): return None if us is None else us // 1000

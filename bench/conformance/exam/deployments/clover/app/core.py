"""What every module needs: faults, time, ids, rows, errors, the pool, who calls."""
from __future__ import annotations

import asyncio
import base64
import contextlib
import datetime as dt
import decimal
import hashlib
import hmac
import json
import os
import re
import secrets
import time
import uuid
from typing import Any

import asyncpg
from litestar import Request
from litestar.connection import ASGIConnection
from litestar.datastructures import ResponseHeader
from litestar.exceptions import HTTPException
from litestar.openapi.datastructures import ResponseSpec

from .models import ErrorBody, HTTPValidationError

FAULT = os.environ.get("FAULT", "")
JWT_SECRET = b"clover-signing-secret"
WEBHOOK_SECRET = b"whsec_clover"
BIGINT = 2**63


def F(name: str) -> bool:
    return FAULT == name


# --- time and ids
UTC = dt.timezone.utc
_last = 0


def now() -> dt.datetime:
    """The time, a microsecond later each call at least: date-time cursors need no tie-breaker."""
    global _last
    _last = max(_last + 1, time.time_ns() // 1000)
    return dt.datetime.fromtimestamp(_last // 1_000_000, UTC).replace(microsecond=_last % 1_000_000)


def uuid7() -> uuid.UUID:
    ms = time.time_ns() // 1_000_000
    n = ms << 80 | 0x7 << 76 | secrets.randbits(12) << 64 | 0b10 << 62 | secrets.randbits(62)
    return uuid.UUID(int=n)


def iso(value: dt.datetime) -> str:
    return value.astimezone(UTC).isoformat(timespec="microseconds")


def money(value: decimal.Decimal) -> str:
    return f"{value:.2f}"


def parse_time(text: str | None) -> dt.datetime | None:
    if text is None or text in ("", "null"):
        return None
    raw = text.strip().replace(" ", "+") if re.search(r"\d \d\d:?\d\d$", text) and "T" in text else text.strip()
    try:
        value = dt.datetime.fromisoformat(raw.replace("Z", "+00:00"))
    except ValueError:
        invalid("next_cursor", "query", "not a date-time")
    return value if value.tzinfo else value.replace(tzinfo=UTC)


# --- rows
def camel(name: str) -> str:
    head, *rest = name.split("_")
    return head + "".join(p.capitalize() for p in rest)


_names: dict[str, str] = {}


def plain(value: Any) -> Any:
    if isinstance(value, dt.datetime):
        return iso(value)
    if isinstance(value, uuid.UUID):
        return str(value)
    if isinstance(value, decimal.Decimal):
        return money(value)
    return value


def out(row: Any, drop: tuple[str, ...] = (), **names: str) -> dict[str, Any]:
    """A row as an answer: names in camelCase (or as told), drop left out."""
    result = {}
    for key, value in row.items():
        if key in drop:
            continue
        if key not in _names:
            _names[key] = camel(key)
        result[names.get(key) or _names[key]] = plain(value)
    return result


def page(items: list, total: int | None = None, cursor: str | None = None) -> dict[str, Any]:
    return {"items": items, "total": len(items) if total is None else total, "nextCursor": cursor}


# --- errors
def fail(status: int, detail: str, **headers: str):
    raise HTTPException(status_code=status, detail=detail, headers=headers or None)


def invalid(key: str, source: str, message: str):
    raise HTTPException(status_code=422, detail="Validation failed",
                        extra=[{"message": message, "key": key, "source": source}])


WORDS = {400: "Bad request", 401: "Invalid or missing credential", 402: "Payment required", 403: "No permission",
         404: "Not found", 409: "Conflict", 413: "Body too large", 500: "Internal error", 503: "Service unavailable"}


def R(*codes: int, auth: bool = True) -> dict[int, ResponseSpec]:
    """The answers of an operation besides its success, for the OpenAPI document."""
    every = [*codes, 500] + ([401] if auth else [])
    specs = {c: ResponseSpec(ErrorBody, description=WORDS[c], generate_examples=False) for c in sorted(set(every))}
    specs[422] = ResponseSpec(HTTPValidationError, description="Validation error", generate_examples=False)
    return specs


BEARER: list[dict[str, list[str]]] = [{"bearer": []}]
RUN_ID = ResponseHeader(name="X-Service-Run-ID", documentation_only=True, description="The run's id")
JOB_ID = ResponseHeader(name="x-service-job-id", documentation_only=True, required=False,
                        description="Present while a background job runs")


# --- database
class Db:
    pool: asyncpg.Pool

    async def open(self, host: str) -> None:
        async def init(conn: asyncpg.Connection) -> None:
            await conn.set_type_codec("jsonb", schema="pg_catalog", encoder=json.dumps, decoder=json.loads)
        self.pool = await asyncpg.create_pool(host=host, user="clover", database="postgres", min_size=8,
                                              max_size=30, init=init)

    @contextlib.asynccontextmanager
    async def tx(self):
        async with self.pool.acquire() as conn, conn.transaction():
            yield conn

    async def rows(self, sql: str, *args: Any) -> list[asyncpg.Record]:
        return await self.pool.fetch(sql, *args)

    async def row(self, sql: str, *args: Any) -> asyncpg.Record | None:
        return await self.pool.fetchrow(sql, *args)

    async def val(self, sql: str, *args: Any) -> Any:
        return await self.pool.fetchval(sql, *args)

    async def run(self, sql: str, *args: Any) -> int:
        return int((await self.pool.execute(sql, *args)).rsplit(" ", 1)[-1])


db = Db()
users: dict[str, dict[str, Any]] = {}
tasks: set[asyncio.Task] = set()


def spawn(coro: Any) -> asyncio.Task:
    task = asyncio.ensure_future(coro)
    tasks.add(task)
    task.add_done_callback(tasks.discard)
    return task


# --- who calls
def b64(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def make_jwt(user_id: str) -> str:
    head = b64(b'{"alg":"HS256","typ":"JWT"}')
    body = b64(json.dumps({"sub": user_id, "iat": 1764000000, "exp": 4102444800}, separators=(",", ":")).encode())
    sig = hmac.new(JWT_SECRET, f"{head}.{body}".encode(), hashlib.sha256).digest()
    return f"{head}.{body}.{b64(sig)}"


_jwts: dict[str, tuple[str, float]] = {}


def jwt_user(token: str) -> dict[str, Any] | None:
    known = _jwts.get(token)
    if known is None:
        try:
            head, body, sig = token.split(".")
            good = b64(hmac.new(JWT_SECRET, f"{head}.{body}".encode(), hashlib.sha256).digest())
            if not hmac.compare_digest(good, sig):
                return None
            claims = json.loads(base64.urlsafe_b64decode(body + "=" * (-len(body) % 4)))
            known = _jwts[token] = (claims["sub"], claims["exp"])
        except (ValueError, KeyError, TypeError):
            return None
    return users.get(known[0]) if known[1] > time.time() else None


def bearer(conn: ASGIConnection) -> str:
    kind, _, token = conn.headers.get("authorization", "").partition(" ")
    return token.strip() if kind.lower() == "bearer" else ""


last_user: dict[str, Any] | None = None  # only for the fault that forgets to reset it


async def need_user(conn: ASGIConnection, _: Any) -> None:
    global last_user
    user = jwt_user(bearer(conn))
    if user is None:
        fail(401, "Invalid or missing JWT", **{"WWW-Authenticate": "Bearer"})
    last_user = user
    conn.scope["clover_user"] = user


async def may_user(conn: ASGIConnection, _: Any) -> None:
    user = jwt_user(bearer(conn))
    if user is None and F("agent-reader-left-in-context"):
        user = last_user
    conn.scope["clover_user"] = user


_keys: dict[str, dict[str, Any]] = {}


async def need_key(conn: ASGIConnection, _: Any) -> None:
    token = bearer(conn)
    if F("workers-history-needs-no-key") and conn.scope["method"] == "GET" and not token:
        conn.scope["clover_user"] = None
        return
    if F("workers-deleted-key-cached") and token in _keys:
        conn.scope["clover_user"] = _keys[token]
        return
    user_id = await db.val("SELECT user_id FROM api_keys WHERE key = $1", token) if token and "\0" not in token else None
    if user_id is None:
        fail(401, "Invalid or missing API key", **{"WWW-Authenticate": "Bearer"})
    conn.scope["clover_user"] = _keys[token] = users[str(user_id)]


def me(request: Request) -> dict[str, Any]:
    return request.scope["clover_user"]


def as_uuid(text: str) -> uuid.UUID | None:
    try:
        return uuid.UUID(text)
    except (ValueError, AttributeError):
        return None

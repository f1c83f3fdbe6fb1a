"""Schedules: runs of a chat by cron expression (UTC)."""
from __future__ import annotations

import asyncio
import datetime as dt
import logging
import re
from typing import Any
from uuid import UUID

from litestar import Request, delete, get, post, put
from msgspec import UNSET

from .agents import AUTH
from .core import UTC, F, R, as_uuid, db, fail, invalid, me, now, out, page, uuid7
from .models import CronResponse, OnboardingResponse, Schedule, ScheduleListResponse, ScheduleRequest, ScheduleUpdateRequest
from .workers import drain, start_run

RANGES = [(0, 60 if F("cron-minute-sixty") else 59), (0, 23), (1, 31), (1, 12), (0, 7)]
MONTHS = {m: i for i, m in enumerate("jan feb mar apr may jun jul aug sep oct nov dec".split(), 1)}
DAYS = {d: i for i, d in enumerate("sun mon tue wed thu fri sat".split())}
LONG = {d: i for i, d in enumerate("sunday monday tuesday wednesday thursday friday saturday".split())}


def field(text: str, low: int, high: int, names: dict[str, int]) -> set[int]:
    found: set[int] = set()
    for part in text.lower().split(","):
        m = re.fullmatch(r"(\*|[a-z]{3}|\d{1,2})(?:-([a-z]{3}|\d{1,2}))?(?:/(\d{1,2}))?", part)
        if not m:
            raise ValueError(part)
        start, end, step = m.groups()
        if start == "*":
            if end:
                raise ValueError(part)
            a, b = low, high
        else:
            a = names[start] if start in names else int(start)
            b = (names[end] if end in names else int(end)) if end else (high if step else a)
        if not low <= a <= b <= high or (step is not None and int(step) == 0):
            raise ValueError(part)
        found.update(range(a, b + 1, int(step or 1)))
    return found


def parse(cron: str) -> list[set[int]]:
    parts = cron.split()
    if len(parts) != 5:
        raise ValueError("five fields")
    sets = [field(p, *r, n) for p, r, n in zip(parts, RANGES, [{}, {}, {}, MONTHS, DAYS])]
    if 7 in sets[4]:
        sets[4].add(0)
    return sets


def next_time(cron: str, after: dt.datetime) -> dt.datetime | None:
    minutes, hours, mdays, months, wdays = parse(cron)
    parts = cron.split()
    day = after.date()
    for _ in range(366 * 8):
        in_m, in_w = day.day in mdays, day.isoweekday() % 7 in wdays
        either = parts[2] != "*" and parts[4] != "*"
        if day.month in months and ((in_m or in_w) if either else (in_m and in_w)):
            for h in sorted(hours):
                for m in sorted(minutes - {60}):
                    at = dt.datetime.combine(day, dt.time(h, m), UTC)
                    if at > after:
                        return at
        day += dt.timedelta(days=1)
    return None


def to_cron(text: str) -> str:
    """A cron expression as it is, or some plain English as one."""
    plain = " ".join(text.lower().split())
    try:
        parse(plain)
        return plain if not any(c.isalpha() for c in plain) else " ".join(text.split())
    except ValueError:
        pass
    fixed = {"every minute": "* * * * *", "every hour": "0 * * * *", "hourly": "0 * * * *", "daily": "0 0 * * *",
             "every day": "0 0 * * *", "weekly": "0 0 * * 0", "every week": "0 0 * * 0", "monthly": "0 0 1 * *",
             "every month": "0 0 1 * *"}
    if plain in fixed:
        return fixed[plain]
    if (m := re.fullmatch(r"every (\d{1,2}) minutes", plain)) and 1 <= int(m[1]) <= 59:
        return f"*/{int(m[1])} * * * *"
    if (m := re.fullmatch(r"every (\d{1,2}) hours", plain)) and 1 <= int(m[1]) <= 23:
        return f"0 */{int(m[1])} * * *"
    m = re.fullmatch(r"(daily|every day|every weekday|every [a-z]+day) at (\d{1,2})(?::(\d\d))? ?(am|pm)?", plain)
    if m:
        hour, minute = int(m[2]), int(m[3] or 0)
        if m[4]:
            hour = hour % 12 + (12 if m[4] == "pm" else 0) if 1 <= hour <= 12 else 99
        name = m[1].replace("every ", "")
        which = "*" if name in ("daily", "day") else "1-5" if name == "weekday" else str(LONG.get(name, 99))
        if hour < 24 and minute < 60 and which != "99":
            return f"{minute} {hour} * * {which}"
    fail(400, "Invalid cron expression")


def check(cron: str) -> str:
    try:
        parse(cron)
    except ValueError:
        invalid("cron", "body", "not a cron expression of five fields")
    return cron


async def own_chat(conn: Any, chat_id: Any, user: dict) -> UUID:
    ident = as_uuid(chat_id) if isinstance(chat_id, str) else None
    own = "" if F("schedule-for-foreign-chat") else " AND owner_id = $2"
    if not ident or not await conn.fetchval(f"SELECT 1 FROM agents WHERE id = $1 AND deleted_at IS NULL{own} "
                                            "AND $2::uuid IS NOT NULL", ident, user["id"]):
        fail(403, "The chat is missing, invalid or not yours")
    return ident


def show(row: Any) -> dict[str, Any]:
    return out(row, ("user_id",), id="scheduleId")


async def load(conn: Any, schedule_id: UUID, user: dict, lock: str = "") -> Any:
    row = await conn.fetchrow(f"SELECT * FROM schedules WHERE id = $1 AND user_id = $2{lock}", schedule_id, user["id"])
    if row is None:
        fail(404, "Schedule not found")
    return row


@get("/me/schedules", responses=R(), **AUTH)
async def list_schedules(request: Request) -> ScheduleListResponse:
    cut = " AND enabled" if F("schedules-list-only-enabled") else ""
    return page([show(r) for r in await db.rows(f"SELECT * FROM schedules WHERE user_id = $1{cut} "
                                                "ORDER BY created_at DESC", me(request)["id"])])


@post("/me/schedules", responses=R(403), status_code=200, **AUTH)
async def create_schedule(request: Request, data: ScheduleRequest) -> Schedule:
    user = me(request)
    async with db.tx() as conn:
        chat = await own_chat(conn, data.chat_id, user)
        check(data.cron)
        at = now()
        return show(await conn.fetchrow(
            "INSERT INTO schedules VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9) RETURNING *", uuid7(), user["id"], chat,
            data.name, data.cron, data.message, data.enabled, next_time(data.cron, at) if data.enabled else None, at))


@get("/me/schedules/onboarding", responses=R(), **AUTH)
async def onboarding(request: Request) -> OnboardingResponse:
    has = await db.val("SELECT EXISTS (SELECT 1 FROM schedules WHERE user_id = $1)", me(request)["id"])
    return {"hasSchedules": has, "items": [
        {"title": "Morning report", "cron": "0 9 * * 1-5", "message": "What is new today?"},
        {"title": "Weekly review", "cron": "0 17 * * 5", "message": "Sum up this week."}]}


@get("/me/schedules/text-to-cron", responses=R(400), **AUTH)
async def text_to_cron(request: Request, cron: str) -> CronResponse:
    return {"input": cron, "cron": to_cron(cron)}


@get("/me/schedules/{schedule_id:str}", responses=R(404), **AUTH)
async def get_schedule(request: Request, schedule_id: UUID) -> Schedule:
    return show(await load(db.pool, schedule_id, me(request)))


@put("/me/schedules/{schedule_id:str}", responses=R(403, 404), **AUTH)
async def put_schedule(request: Request, schedule_id: UUID, data: ScheduleUpdateRequest) -> Schedule:
    user = me(request)
    async with db.tx() as conn:
        row = dict(await load(conn, schedule_id, user, " FOR NO KEY UPDATE"))
        for name in ("name", "cron", "message", "enabled"):
            if getattr(data, name) is not UNSET:
                row[name] = getattr(data, name)
        if data.chat_id is not UNSET:
            row["chat_id"] = await own_chat(conn, data.chat_id, user)
        check(row["cron"])
        if F("schedule-put-false-is-unset") and not row["enabled"]:
            row["enabled"] = True
        await conn.execute("UPDATE schedules SET chat_id = $2, name = $3, cron = $4, message = $5, enabled = $6, "
                           "next_run_at = $7, updated_at = $8 WHERE id = $1", schedule_id, row["chat_id"], row["name"],
                           row["cron"], row["message"], row["enabled"],
                           next_time(row["cron"], now()) if row["enabled"] else None, now())
        return show(await load(conn, schedule_id, user))


@delete("/me/schedules/{schedule_id:str}", responses=R(404), status_code=200, **AUTH)
async def delete_schedule(request: Request, schedule_id: UUID) -> Schedule:
    async with db.tx() as conn:
        row = await load(conn, schedule_id, me(request), " FOR NO KEY UPDATE")
        await conn.execute("DELETE FROM schedules WHERE id = $1", schedule_id)
        return show(row)


async def fire() -> None:
    """Starts what is due, every few seconds; one broken schedule holds up no other."""
    while True:
        await asyncio.sleep(2)
        try:
            for row in await db.rows("SELECT * FROM schedules WHERE enabled AND next_run_at <= now()"):
                await db.run("UPDATE schedules SET next_run_at = $2 WHERE id = $1", row["id"], next_time(row["cron"], now()))
                turn = await start_run(row["chat_id"], row["user_id"], row["message"], False, "SCHEDULE_STARTED")
                await drain(turn)
        except Exception:
            logging.exception("scheduler")


HANDLERS = [list_schedules, create_schedule, onboarding, text_to_cron, get_schedule, put_schedule, delete_schedule]

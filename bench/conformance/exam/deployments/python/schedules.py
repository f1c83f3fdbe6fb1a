"""Cron expressions, and the clock that starts scheduled runs."""
import asyncio
import re
import time
from datetime import datetime, timezone

from core import fault
from state import AGENTS, SCHEDULES
from workers import new_run, turn

DAYS, MONTHS = "sun mon tue wed thu fri sat".split(), "jan feb mar apr may jun jul aug sep oct nov dec".split()
FIELDS = [("minute", 0, 59, ()), ("hour", 0, 23, ()), ("day", 1, 31, ()), ("month", 1, 12, MONTHS), ("weekday", 0, 7, DAYS)]
MACROS = {"@hourly": "0 * * * *", "@daily": "0 0 * * *", "@midnight": "0 0 * * *", "@weekly": "0 0 * * 0",
          "@monthly": "0 0 1 * *", "@yearly": "0 0 1 1 *", "@annually": "0 0 1 1 *"}
TEXTS = {"every minute": "* * * * *", "every hour": "0 * * * *", "hourly": "0 * * * *", "every day": "0 0 * * *",
         "daily": "0 0 * * *", "weekly": "0 0 * * 0", "every week": "0 0 * * 0", "monthly": "0 0 1 * *",
         "every month": "0 0 1 * *"}


def _number(text, low, high, names):
    if text in names:
        return names.index(text) + (1 if names is MONTHS else 0)
    if not re.fullmatch(r"[0-9]{1,2}", text):
        raise ValueError("a field is not a number")
    if fault("cron-minute-60") and high == 59:
        high = 60
    if not low <= int(text) <= high:
        raise ValueError("a number is out of range")
    return int(text)


def _field(text, low, high, names):
    """The numbers that a field of an expression stands for."""
    out = set()
    for part in text.split(","):
        span, slash, step = part.partition("/")
        if slash and (not re.fullmatch(r"[0-9]{1,2}", step) or int(step) == 0):
            if fault("cron-step-zero") and step == "0":
                step = "1"
            else:
                raise ValueError("a step is not a positive number")
        if span == "*":
            first, last = low, high
        elif "-" in span:
            first, last = (_number(s, low, high, names) for s in span.split("-", 1))
            if first > last and not fault("cron-range-backwards"):
                raise ValueError("a range runs backwards")
        else:
            first = _number(span, low, high, names)
            last = high if slash else first
        out.update(range(first, last + 1, int(step) if slash else 1))
    return out


def parse(text):
    """An expression in its normal form and the numbers of its five fields."""
    text = " ".join(text.lower().split())
    text = MACROS.get(text, text)
    parts = text.split(" ")
    if len(parts) != 5 or len(text) > 200:
        raise ValueError("an expression has five fields")
    return text, [_field(p, low, high, names) for p, (_, low, high, names) in zip(parts, FIELDS)]


def normal(text):
    return parse(text)[0]


def from_text(text):
    """A cron expression, or a few plain words for one."""
    words = " ".join(text.lower().split())
    if words in TEXTS:
        return TEXTS[words]
    m = re.fullmatch(r"every ([0-9]{1,2}) minutes", words)
    if m:
        return normal(f"*/{m[1]} * * * *")
    m = re.fullmatch(r"(?:every day|daily) at ([0-9]{1,2})(?::([0-9]{2}))? ?(am|pm)?", words)
    if m:
        hour = int(m[1])
        if m[3] and not 1 <= hour <= 12:
            raise ValueError("an hour is out of range")
        if m[3]:
            hour = hour % 12 + (12 if m[3] == "pm" else 0)
        return normal(f"{int(m[2] or 0)} {hour} * * *")
    return normal(words)


def due(cron, moment):
    text, (minutes, hours, days, months, weekdays) = parse(cron)
    _, _, day_text, _, weekday_text = text.split(" ")
    on_day, on_weekday = moment.day in days, bool({moment.isoweekday() % 7, moment.isoweekday()} & weekdays)
    either = not day_text.startswith("*") and not weekday_text.startswith("*")
    return moment.minute in minutes and moment.hour in hours and moment.month in months and \
        (on_day or on_weekday if either else on_day and on_weekday)


async def clock():
    """Once a minute: a run for every schedule that is due."""
    while True:
        await asyncio.sleep(60 - time.time() % 60)
        moment = datetime.now(timezone.utc)
        for record in list(SCHEDULES.values()):
            if record["enabled"] and record["chat_id"] in AGENTS and due(record["cron"], moment):
                message = record["message"] or "Scheduled run"
                turn(new_run(record["_owner"], record["chat_id"], message), message, False)

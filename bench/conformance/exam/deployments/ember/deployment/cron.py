"""Cron expressions: five fields (minute, hour, day of month, month, day of week), UTC."""

import datetime as dt
import re

_NAMES = {name: number for number, name in enumerate(
    ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"), 1)}
_DAYS = {name: number for number, name in enumerate(("sun", "mon", "tue", "wed", "thu", "fri", "sat"))}
_FIELDS = ((0, 59, {}), (0, 23, {}), (1, 31, {}), (1, 12, _NAMES), (0, 7, _DAYS))
_PART = re.compile(r"(\*|[a-z0-9]+)(?:-([a-z0-9]+))?(?:/(\d{1,2}))?", re.ASCII)
_MACROS = {"@hourly": "0 * * * *", "@daily": "0 0 * * *", "@midnight": "0 0 * * *", "@weekly": "0 0 * * 0",
           "@monthly": "0 0 1 * *", "@yearly": "0 0 1 1 *", "@annually": "0 0 1 1 *"}
_DAY_WORDS = {"day": "*", "weekday": "1-5", "weekend": "0,6", **{
    name: str(number) for number, name in enumerate(
        ("sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"))}}
_CLOCK = r"(?: at (\d{1,2})(?::(\d\d))? ?(am|pm)?)?"


def _number(text, low, high, names):
    if text in names:
        return names[text]
    if not text.isdigit() or not low <= int(text) <= high:
        raise ValueError(f"{text} is not between {low} and {high}")
    return int(text)


def _field(text, low, high, names):
    values = set()
    for part in text.split(","):
        match = _PART.fullmatch(part)
        if not match:
            raise ValueError(f"cannot read {part!r}")
        first, last, step = match.groups()
        if first == "*":
            if last:
                raise ValueError(f"cannot read {part!r}")
            start, end = low, high
        else:
            start = _number(first, low, high, names)
            end = _number(last, low, high, names) if last else (high if step else start)
        if end < start or step == "0" or step == "00":
            raise ValueError(f"cannot read {part!r}")
        values.update(range(start, end + 1, int(step or 1)))
    return values


def parse(expression):
    """The sets of values of the five fields; ValueError if it is no cron expression or never comes to pass."""
    parts = expression.strip().lower().split()
    if len(parts) != 5:
        raise ValueError("a cron expression has five fields")
    fields = [_field(part, *bounds) for part, bounds in zip(parts, _FIELDS)]
    fields[4] = {day % 7 for day in fields[4]}
    return fields, (parts[2] != "*", parts[4] != "*")


def normalize(expression):
    """The expression with single spaces; ValueError if it is none."""
    next_run(expression, dt.datetime(2024, 1, 1, tzinfo=dt.timezone.utc))
    return " ".join(expression.split())


def next_run(expression, after):
    (minutes, hours, days, months, weekdays), (day_given, weekday_given) = parse(expression)
    moment = after.replace(second=0, microsecond=0) + dt.timedelta(minutes=1)
    day = moment.date()
    for ahead in range(366 * 9):
        today = day + dt.timedelta(days=ahead)
        if today.month not in months:
            continue
        by_day, by_weekday = today.day in days, today.isoweekday() % 7 in weekdays
        fits = by_day or by_weekday if day_given and weekday_given else by_day and by_weekday
        if not fits:
            continue
        for hour in sorted(hours):
            for minute in sorted(minutes):
                if ahead or (hour, minute) >= (moment.hour, moment.minute):
                    return dt.datetime(today.year, today.month, today.day, hour, minute, tzinfo=dt.timezone.utc)
    raise ValueError("this never comes to pass")


def from_text(text):
    """A cron expression from one, or from words such as "every monday at 9:30". ValueError else."""
    words = " ".join(text.lower().split())
    if words in _MACROS:
        return _MACROS[words]
    if words in ("every minute", "minutely"):
        return "* * * * *"
    if words in ("every hour", "hourly"):
        return "0 * * * *"
    match = re.fullmatch(r"every (\d{1,2}) (minutes?|hours?)", words)
    if match:
        number, high = int(match[1]), 59 if match[2].startswith("minute") else 23
        if not 1 <= number <= high:
            raise ValueError("out of range")
        return f"*/{number} * * * *" if high == 59 else f"0 */{number} * * *"
    match = re.fullmatch(r"(?:(?:every|each|on) )?(daily|\w+?)s?" + _CLOCK, words)
    if match and ("day" if match[1] == "daily" else match[1]) in _DAY_WORDS:
        hour, minute, half = int(match[2] or 0), int(match[3] or 0), match[4]
        if half:
            if not 1 <= hour <= 12:
                raise ValueError("out of range")
            hour = hour % 12 + (12 if half == "pm" else 0)
        if hour > 23 or minute > 59:
            raise ValueError("out of range")
        return f"{minute} {hour} * * {_DAY_WORDS['day' if match[1] == 'daily' else match[1]]}"
    return normalize(text)

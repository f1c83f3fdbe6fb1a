"""Time: UTC everywhere, ISO 8601 with microseconds and a Z on the wire, and no moment given out twice."""

import datetime as dt
import re
import threading
import time

UTC = dt.timezone.utc
EPOCH = dt.datetime(1970, 1, 1, tzinfo=UTC)
_last = 0
_lock = threading.Lock()

_DATE_TIME = re.compile(
    r"(\d{4})-(\d\d)-(\d\d)[Tt ](\d\d):(\d\d):(\d\d)(?:\.(\d{1,9}))?(?:([Zz])|([+-])(\d\d):(\d\d))", re.ASCII)


def now():
    """The present moment, strictly later than any moment given out before: cursors rely on that."""
    global _last
    with _lock:
        _last = max(time.time_ns() // 1000, _last + 1)
        return EPOCH + dt.timedelta(microseconds=_last)


def iso(moment):
    if moment is None:
        return None
    return moment.strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def parse(text):
    """A datetime from an RFC 3339 date-time, or ValueError."""
    match = _DATE_TIME.fullmatch(text)
    if not match:
        raise ValueError("not an RFC 3339 date-time")
    year, month, day, hour, minute, second, fraction, _, sign, off_hours, off_minutes = match.groups()
    micros = int((fraction or "0").ljust(6, "0")[:6])
    moment = dt.datetime(int(year), int(month), int(day), int(hour), int(minute), int(second), micros, UTC)
    if sign:
        if int(off_hours) > 23 or int(off_minutes) > 59:
            raise ValueError("offset out of range")
        offset = dt.timedelta(hours=int(off_hours), minutes=int(off_minutes))
        try:
            moment = moment - offset if sign == "+" else moment + offset
        except OverflowError as error:
            raise ValueError("date out of range") from error
    return moment

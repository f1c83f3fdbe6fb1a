"""Schedules and cron expressions (UTC)."""
import asyncio
import calendar
import re
from datetime import datetime, timedelta, timezone

from . import workers
from .core import F, Oops, flaw, get_db, int_of, is_uuid, new_uuid, now_ms, op, rows_next, text_of

FIELDS = [("minute", 0, 59, {}), ("hour", 0, 23, {}), ("day", 1, 31, {}),
          ("month", 1, 12, {m.lower(): i for i, m in enumerate(calendar.month_abbr) if m}),
          ("weekday", 0, 7, {d: i for i, d in enumerate("sun mon tue wed thu fri sat".split())})]
WORDS = {"@hourly": "0 * * * *", "@daily": "0 0 * * *", "@midnight": "0 0 * * *", "@weekly": "0 0 * * 0", "@monthly": "0 0 1 * *", "@yearly": "0 0 1 1 *"}
DAYS = "Sunday Monday Tuesday Wednesday Thursday Friday Saturday".split()


def parse(cron):
    """Five sets of numbers, or ValueError."""
    parts = WORDS.get(cron.strip().lower(), cron).split()
    if len(parts) != 5:
        raise ValueError("five fields are needed")
    out = []
    for part, (name, low, high, names) in zip(parts, FIELDS):
        found = set()
        for bit in part.split(","):
            m = re.fullmatch(r"(\*|[0-9a-zA-Z]+(?:-[0-9a-zA-Z]+)?)(?:/([0-9]{1,3}))?", bit)
            if not m:
                raise ValueError(name)
            step = int(m[2]) if m[2] else 1
            if step < 1:
                raise ValueError(name)

            def num(s):
                v = names.get(s.lower())
                if v is None:
                    if not re.fullmatch(r"[0-9]{1,2}", s):
                        raise ValueError(name)
                    v = int(s)
                if not low <= v <= high:
                    raise ValueError(name)
                return v
            if m[1] == "*":
                a, b = low, min(high, 6) if name == "weekday" else high
            elif "-" in m[1]:
                a, b = map(num, m[1].split("-"))
                if a > b:
                    raise ValueError(name)
            else:
                a = num(m[1])
                b = high if m[2] else a
            found.update(range(a, b + 1, step))
        if name == "weekday" and 7 in found:
            found.add(0)
        out.append(found)
    return out, parts


def next_time(cron, after=None):
    (mi, ho, da, mo, wd), parts = parse(cron)
    t = (after or datetime.now(timezone.utc)).replace(second=0, microsecond=0) + timedelta(minutes=1)
    end = t + timedelta(days=366 * 5)
    tries = 0
    while t < end and tries < 4000:
        tries += 1
        dow = (t.weekday() + 1) % 7
        d_ok, w_ok = t.day in da, dow in wd
        day = (d_ok or w_ok) if parts[2] != "*" and parts[4] != "*" else (d_ok and w_ok)
        if t.month not in mo or not day:
            t = (t + timedelta(days=1)).replace(hour=0, minute=0)
        elif t.hour not in ho:
            t = (t + timedelta(hours=1)).replace(minute=0)
        elif t.minute not in mi:
            t += timedelta(minutes=1)
        else:
            return int(t.timestamp() * 1000)
    return None


def from_text(text):
    low = " ".join(text.lower().split())
    m = re.fullmatch(r"every (\d+) minutes?", low)
    if m and 1 <= int(m[1]) <= 59:
        return f"*/{m[1]} * * * *"
    if low in ("every minute", "hourly", "every hour", "daily", "every day", "weekly", "monthly"):
        return {"every minute": "* * * * *", "hourly": "0 * * * *", "every hour": "0 * * * *", "daily": "0 0 * * *",
                "every day": "0 0 * * *", "weekly": "0 0 * * 0", "monthly": "0 0 1 * *"}[low]
    m = re.fullmatch(r"every (day|weekday|" + "|".join(d.lower() for d in DAYS) + r") at (\d{1,2})(?::(\d\d))?\s*(am|pm)?", low)
    if m:
        h, mi = int(m[2]), int(m[3] or 0)
        if m[4]:
            h = h % 12 + (12 if m[4] == "pm" else 0)
        if h < 24 and mi < 60:
            day = {"day": "*", "weekday": "1-5"}.get(m[1])
            return f"{mi} {h} * * {day or [d.lower() for d in DAYS].index(m[1])}"
    return text


def view(r):
    return {"schedule_id": r["schedule_id"], "chat_id": r["chat_id"], "cron": r["cron"], "label": r["label"], "words": r["words"],
            "isOn": r["is_on"], "nextAt": r["next_at"] if r["is_on"] else None, "bornAt": r["born"]}


def own_chat(call, chat_id):
    a = get_db().one("SELECT agent_id, owner FROM agents WHERE agent_id=?", chat_id.lower()) if is_uuid(chat_id) else None
    if a is None or (a["owner"] != call.uid and not F("schedule-for-foreign-chat")):
        raise Oops(403, "this chat is not yours", "body.chat_id")
    return a["agent_id"]


def draft(body):
    d = {}
    if "cron" in body:
        d["cron"] = " ".join(text_of(body, "cron", nullable=False).split())
        try:
            parse(d["cron"])
        except ValueError:
            raise flaw("body.cron", "is no cron expression")
    for k in ("label", "words"):
        if k in body:
            d[k] = text_of(body, k)
    if "isOn" in body:
        d["is_on"] = int_of({"isOn": int(body["isOn"]) if isinstance(body["isOn"], bool) else body["isOn"]}, "isOn", default=1, low=0, high=1)
    return d


@op("GET", "/me/schedules")
async def schedules(call):
    return rows_next([view(r) for r in get_db().all("SELECT * FROM schedules WHERE user_id=? ORDER BY id DESC", call.uid)])


@op("POST", "/me/schedules")
async def make(call):
    body = await call.obj()
    chat = own_chat(call, body.get("chat_id"))
    d = draft(body)
    if "cron" not in d:
        raise flaw("body.cron", "is needed")
    sid = new_uuid()
    with get_db().tx() as c:
        c.execute("INSERT INTO schedules (schedule_id,user_id,chat_id,cron,label,words,is_on,next_at,born) VALUES (?,?,?,?,?,?,?,?,?)",
                  (sid, call.uid, chat, d["cron"], d.get("label"), d.get("words"), d.get("is_on", 1), next_time(d["cron"]), now_ms()))
        return view(c.execute("SELECT * FROM schedules WHERE schedule_id=?", (sid,)).fetchone())


@op("GET", "/me/schedules/onboarding")
async def onboarding(call):
    n = get_db().val("SELECT count(*) FROM schedules WHERE user_id=?", call.uid)
    return {"hasSchedule": 1 if n else 0, "steps": ["choose a chat", "say when", "look at the runs"], "samples": ["0 9 * * 1-5", "*/30 * * * *"]}


@op("GET", "/me/schedules/text-to-cron")
async def to_cron(call):
    text = call.query("cron")
    if text is None:
        raise flaw("query.cron", "is needed")
    cron = " ".join(from_text(text).split())
    cron = WORDS.get(cron.lower(), cron)
    try:
        parse(cron)
    except ValueError:
        raise Oops(400, "this is no cron expression", "query.cron")
    return {"cron": cron, "nextAt": next_time(cron)}


def load(call, c=None):
    sql = "SELECT * FROM schedules WHERE schedule_id=? AND user_id=?"
    args = (call.uuid("schedule_id"), call.uid)
    r = c.execute(sql, args).fetchone() if c is not None else get_db().one(sql, *args)
    return r


@op("GET", "/me/schedules/{schedule_id}")
async def one(call):
    r = load(call)
    if r is None:
        raise Oops(404, "no such schedule", "path.schedule_id")
    return view(r)


@op("PUT", "/me/schedules/{schedule_id}")
async def put(call):
    call.uuid("schedule_id")
    body = await call.obj()
    d = draft(body)
    if body.get("chat_id") is not None:
        d["chat_id"] = own_chat(call, body["chat_id"])
    if "cron" in d:
        d["next_at"] = next_time(d["cron"])
    with get_db().tx() as c:
        r = load(call, c)
        if r is None:
            raise Oops(404, "no such schedule", "path.schedule_id")
        if d:
            by, key = ("user_id", call.uid) if F("schedule-put-changes-all") else ("id", r["id"])
            c.execute(f"UPDATE schedules SET {','.join(k + '=?' for k in d)} WHERE {by}=?", (*d.values(), key))
        return view(c.execute("SELECT * FROM schedules WHERE id=?", (r["id"],)).fetchone())


@op("DELETE", "/me/schedules/{schedule_id}")
async def drop(call):
    with get_db().tx() as c:
        r = load(call, c)
        if r is None:
            raise Oops(404, "no such schedule", "path.schedule_id")
        c.execute("DELETE FROM schedules WHERE id=?", (r["id"],))
    return {"ok": True, "removed": r["schedule_id"]}


async def ticker():
    while True:
        await asyncio.sleep(1)
        for r in get_db().all("SELECT * FROM schedules WHERE is_on=1 AND next_at<=?", now_ms()):
            a = get_db().one("SELECT * FROM agents WHERE agent_id=?", r["chat_id"])
            with get_db().tx() as c:
                c.execute("UPDATE schedules SET next_at=? WHERE id=?", (next_time(r["cron"]), r["id"]))
            if a and (a["audience"] == "public" or a["owner"] == r["user_id"]):
                workers.scheduled_turn(r["user_id"], a, r["words"] or r["label"] or "It is time.")

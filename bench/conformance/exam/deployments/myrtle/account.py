"""Keys, money, bundles, CLI sessions, schedules, VIP codes, the user."""
import asyncio
import hashlib
import hmac
import re
import secrets
from datetime import timedelta

from core import (Invalid, Rule, Stop, answer, bug, forbidden, iso, is_uuid, jwt_subject, lock, new_uuid, not_found, now,
                  null, op, parse_json, path_int, path_uuid, query_int, query_text, read, refused, wrong)
from store import ApiKey, Bundle, CliAuth, Schedule, Session, Subscription, db, seq

# ---------------------------------------------------------------- API keys


def key_hidden(k: ApiKey):
    view = {"number": k.number, "label": k.label, "primary": k.primary, "hint": "…" + k.secret[-4:],
            "created_at": iso(k.created_at)}
    if bug("hidden-key-shown"):
        view["secret"] = k.secret
    return view


def key_view(k: ApiKey):
    return {**key_hidden(k), "secret": k.secret}


def make_key(user, label, primary):
    number = seq("key")
    k = ApiKey(number, user.user_id, label, "mrt_live_" + secrets.token_hex(12), False, now())
    others = db.keys_of(user)
    if primary or not any(o.primary for o in others):
        if not bug("two-default-keys"):
            for o in others:
                o.primary = False
        k.primary = True
    db.keys[number] = k
    return k


def own_key(user, api_key_id):
    k = db.keys.get(path_int(api_key_id, "api_key_id"))
    if k is None or k.owner != user.user_id:
        raise not_found("the API key")
    return k


@op("GET", "/me/api-keys")
async def list_keys(req, user):
    return [key_hidden(k) for k in sorted(db.keys_of(user), key=lambda k: k.number)]


@op("POST", "/me/api-keys")
async def create_key(req, user):
    got = read(req, {"label": Rule("str", null=True, high=200), "primary": Rule("bool")})
    async with lock("keys", user.user_id):
        return key_view(make_key(user, got.get("label"), got.get("primary", False)))


default_cache = {}


@op("GET", "/me/api-keys/default")
async def default_key(req, user):
    async with lock("keys", user.user_id):
        if bug("default-key-cached") and user.user_id in default_cache:
            return default_cache[user.user_id]
        mine = db.keys_of(user)
        k = next((k for k in mine if k.primary), None) or make_key(user, "made on demand", True)
        default_cache[user.user_id] = key_view(k)
        return key_view(k)


@op("GET", "/me/api-keys/<api_key_id>")
async def get_key(req, user, api_key_id):
    return key_view(own_key(user, api_key_id))


@op("DELETE", "/me/api-keys/<api_key_id>")
async def delete_key(req, user, api_key_id):
    async with lock("keys", user.user_id):
        k = own_key(user, api_key_id)
        del db.keys[k.number]
        view = key_hidden(k)
        left = sorted(db.keys_of(user), key=lambda o: o.number)
        if k.primary and left and not any(o.primary for o in left):
            left[0].primary = True
        return view


# ---------------------------------------------------------------- billing, credits

@op("GET", "/me/billing")
async def billing(req, user):
    paid = user.plan != "sandbox"
    return {"plan": user.plan, "state": "active" if paid else "free", "amount_cents": 2900 if paid else 0,
            "currency": "eur", "renews_at": iso(now().replace(hour=0, minute=0, second=0, microsecond=0)
                                                + timedelta(days=14)) if paid else None,
            "payment_method": {"kind": "card", "last4": "4242"} if paid else None}


def credits_view(user):
    return {"remaining": db.credits[user.user_id], "unit": "execution"}


@op("GET", "/me/credits")
async def get_credits(req, user):
    if user.user_id not in db.credits:
        raise not_found("the credits")
    return credits_view(user)


@op("POST", "/me/credits/use")
async def use_credit(req, user):
    if bug("credits-lost-update"):
        left = db.credits[user.user_id]
        await asyncio.sleep(0.12)
        db.credits[user.user_id] = left - 1
        return credits_view(user)
    async with lock("credits", user.user_id):
        if db.credits.get(user.user_id, 0) < 1:
            raise Stop(404, "no_credits", "no credits were found")
        db.credits[user.user_id] -= 1
        return credits_view(user)


# ---------------------------------------------------------------- payments

WEBHOOK_SECRET = b"whsec_myrtle_91c4e7d05b"
WEBHOOK_HEADER = "Myrtle-Pay-Signature"
PACKS = {"pack_100": (100, 500), "pack_500": (500, 2200), "pack_2000": (2000, 7900)}


@op("POST", "/me/payments/sessions")
async def pay_session(req, user):
    got = read(req, {"pack": Rule("str", required=True, one_of=tuple(PACKS)), "return_url": Rule("str", null=True, high=2000)})
    s = Session("cs_" + new_uuid().replace("-", ""), user.user_id, "pack", got["pack"], PACKS[got["pack"]][1], now())
    db.sessions[s.session_id] = s
    return {"session_id": s.session_id, "pack": s.ref, "amount_cents": s.amount_cents, "currency": "eur",
            "status": s.status, "checkout_url": f"https://pay.myrtle.example/c/{s.session_id}",
            "created_at": iso(s.created_at)}


def signature_fits(header, raw):
    parts = dict(p.strip().split("=", 1) for p in header.split(",") if "=" in p)
    stamp, sign = parts.get("t", ""), parts.get("v1", "")
    if not re.fullmatch(r"[0-9]{1,15}", stamp):
        return False
    good = hmac.new(WEBHOOK_SECRET, stamp.encode() + b"." + raw, hashlib.sha256).hexdigest()
    return hmac.compare_digest(good.encode(), sign.encode("utf-8", "replace"))


def settle(event):
    session = db.sessions.get(str((event.get("data") or {}).get("session_id")))
    if event["type"] != "checkout.completed" or session is None or session.status != "open":
        return False
    session.status = "paid"
    if session.what == "pack":
        db.credits[session.user] = db.credits.get(session.user, 0) + PACKS[session.ref][0]
    elif session.ref in db.agents:
        t = now()
        db.subs[(session.user, session.ref)] = Subscription(
            seq("subscription"), new_uuid(), session.user, session.ref, "active", session.amount_cents,
            "psub_" + new_uuid().replace("-", "")[:20], t)
        db.ledger.append((t, session.ref, session.user, session.amount_cents))
    return True


@op("POST", "/me/payments/webhook", "none")
async def webhook(req, user):
    header = req.headers.get(WEBHOOK_HEADER)
    if not header and not bug("webhook-unsigned"):
        raise refused("the signature is missing", "missing_signature")
    if header and not signature_fits(header, req.body or b""):
        raise refused("the signature does not fit", "bad_signature")
    try:
        event = parse_json(req.body or b"")
    except (ValueError, RecursionError):
        raise refused("the event is no JSON", "invalid_event")
    if not isinstance(event, dict) or not isinstance(event.get("id"), str) or not isinstance(event.get("type"), str) \
            or not event["id"] or not event["type"] or not isinstance(event.get("data", {}), (dict, type(None))):
        raise refused("the event has no id or type", "invalid_event")
    async with lock("event", event["id"]):
        again = event["id"] in db.events
        db.events.add(event["id"])
        done = False if again else settle(event)
    return {"received": True, "event_id": event["id"], "duplicate": again, "settled": done}


# ---------------------------------------------------------------- monetization

def period_of(req):
    return query_int(req, "period", 30 if bug("period-default-30") else 28, low=1, high=365)


def days_of(period):
    today = now().date()
    return [today - timedelta(days=d) for d in range(period - 1, -1, -1)]


def my_subs(user):
    return [s for s in db.subs.values() if s.agent_id in db.agents and db.agents[s.agent_id].owner == user.user_id]


def my_income(user, days):
    return [(at.date(), cents) for at, agent, _, cents in db.ledger
            if agent in db.agents and db.agents[agent].owner == user.user_id and days[0] <= at.date() <= days[-1]]


def was_active(s, day):
    return s.started_at.date() <= day and (s.cancelled_at is None or s.cancelled_at.date() >= day)


@op("GET", "/me/monetization/summary")
async def money_summary(req, user):
    period = period_of(req)
    days = days_of(365 if bug("summary-ignores-period") else period)
    subs = {s.user for s in my_subs(user) if any(was_active(s, d) for d in days)}
    return {"period_days": period, "subscribers_total": len(subs),
            "earnings_cents_total": sum(c for _, c in my_income(user, days)), "currency": "eur"}


@op("GET", "/me/monetization/subscribers")
async def money_subscribers(req, user):
    days, subs = days_of(period_of(req)), my_subs(user)
    return {"data": [{"day": d.isoformat(), "subscribers": len({s.user for s in subs if was_active(s, d)})}
                     for d in days], "cursor": None}


@op("GET", "/me/monetization/earnings")
async def money_earnings(req, user):
    days = days_of(period_of(req))
    income = my_income(user, days)
    return {"data": [{"day": d.isoformat(), "earnings_cents": sum(c for day, c in income if day == d)} for d in days],
            "cursor": None}


# ---------------------------------------------------------------- bundles

def bundle_tool(t):
    return {"tool_id": t["tool_id"], "added_at": t["added_at"]}


def bundle_row(b: Bundle):
    return {"bundle_no": b.bundle_no, "uid": b.uid, "title": b.title, "notes": b.notes,
            "created_at": iso(b.created_at), "updated_at": iso(b.updated_at)}


def bundle_view(b: Bundle):
    return {**bundle_row(b), "tools": [bundle_tool(t) for t in b.tools.values()]}


def own_bundle(user, bundle_id):
    b = db.bundles.get(path_int(bundle_id, "bundle_id"))
    return b if b is not None and b.owner == user.user_id else None


def need_bundle(user, bundle_id):
    b = own_bundle(user, bundle_id)
    if b is None:
        raise not_found("the bundle")
    return b


@op("GET", "/me/bundles")
async def list_bundles(req, user):
    mine = [b for b in db.bundles.values() if b.owner == user.user_id]
    return [{"bundle_no": b.bundle_no, "uid": b.uid, "title": b.title, "tool_count": len(b.tools)}
            for b in sorted(mine, key=lambda b: b.bundle_no)]


@op("POST", "/me/bundles")
async def create_bundle(req, user):
    t = now()
    mine = [b for b in db.bundles.values() if b.owner == user.user_id]
    if mine and bug("bundle-get-or-create"):
        return bundle_view(mine[0])
    n = seq("bundle")
    db.bundles[n] = Bundle(n, new_uuid(), user.user_id, "New bundle", None, t, t)
    return bundle_view(db.bundles[n])


@op("GET", "/me/bundles/<bundle_id>")
async def get_bundle(req, user, bundle_id):
    return bundle_view(need_bundle(user, bundle_id))


@op("PUT", "/me/bundles/<bundle_id>")
async def put_bundle(req, user, bundle_id):
    path_int(bundle_id, "bundle_id")
    got = read(req, {"title": Rule("str", required=True, low=1, high=200), "notes": Rule("str", null=True, high=5000)})
    b = own_bundle(user, bundle_id)
    if b is None:
        raise Stop(409, "update_failed", "the bundle could not be updated")
    async with lock("bundle", b.bundle_no):
        b.title, b.notes, b.updated_at = got["title"], got.get("notes"), now()
    return bundle_view(b)


@op("DELETE", "/me/bundles/<bundle_id>")
async def delete_bundle(req, user, bundle_id):
    b = need_bundle(user, bundle_id)
    del db.bundles[b.bundle_no]
    return bundle_row(b)


@op("GET", "/me/bundles/<bundle_id>/tools")
async def list_bundle_tools(req, user, bundle_id):
    b = own_bundle(user, bundle_id)
    return [bundle_tool(t) for t in b.tools.values()] if b else []


@op("POST", "/me/bundles/<bundle_id>/tools")
async def add_bundle_tool(req, user, bundle_id):
    from toolbox import CATALOG
    path_int(bundle_id, "bundle_id")
    tool_id = read(req, {"tool_id": Rule("str", required=True, low=1, high=200)})["tool_id"]
    b = need_bundle(user, bundle_id)
    if tool_id not in CATALOG:
        raise not_found("the tool")
    async with lock("bundle", b.bundle_no):
        if tool_id not in b.tools:
            b.tools[tool_id] = {"tool_id": tool_id, "added_at": iso(now())}
            b.updated_at = now()
        return bundle_tool(b.tools[tool_id])


@op("DELETE", "/me/bundles/<bundle_id>/tools/<tool_id>")
async def remove_bundle_tool(req, user, bundle_id, tool_id):
    b = need_bundle(user, bundle_id)
    async with lock("bundle", b.bundle_no):
        t = b.tools.pop(tool_id, None)
        if t is None:
            raise not_found("the tool of the bundle")
        if bug("bundle-remove-clears"):
            b.tools.clear()
        b.updated_at = now()
        return bundle_tool(t)


# ---------------------------------------------------------------- CLI sessions

def cli_view(c: CliAuth):
    return {"seq": c.seq, "cli_auth_id": c.cli_auth_id, "attached": c.jwt is not None, "used": c.used,
            "created_at": iso(c.created_at), "expires_at": iso(c.expires_at)}


def live_cli(ident):
    c = db.cli.get(ident)
    if c is None or c.expires_at < now():
        raise not_found("the CLI session")
    return c


@op("POST", "/me/cli-auth", "none")
async def create_cli(req, user):
    t = now()
    c = CliAuth(seq("cli"), new_uuid(), t, t + timedelta(minutes=15))
    db.cli[c.cli_auth_id] = c
    return cli_view(c)


@op("PUT", "/me/cli-auth/<cli_auth_id>")
async def attach_cli(req, user, cli_auth_id):
    ident = path_uuid(cli_auth_id, "cli_auth_id")
    token = read(req, {"jwt": Rule("str", required=True, low=1, high=20_000)})["jwt"]
    async with lock("cli", ident):
        c = live_cli(ident)
        if c.used or (c.by is not None and c.by != user.user_id):
            raise forbidden("this session may not be updated")
        subject = jwt_subject(token)
        if subject is not None and subject != user.user_id:
            raise forbidden("this JWT is not yours")
        c.jwt, c.by = token, user.user_id
        return cli_view(c)


@op("GET", "/me/cli-auth/<auth_id>", "none")
async def take_cli(req, user, auth_id):
    c = live_cli(path_uuid(auth_id, "auth_id"))
    if c.jwt is None:
        return null()
    if bug("cli-read-race"):
        token = c.jwt
        await asyncio.sleep(0.15)
        c.jwt, c.used = None, True
        return token
    async with lock("cli", c.cli_auth_id):
        token = c.jwt
        if token is None:
            return null()
        if not bug("cli-not-consumed"):
            c.jwt, c.used = None, True
        return token


# ---------------------------------------------------------------- cron

NAMES = {"month": {m: i + 1 for i, m in enumerate("jan feb mar apr may jun jul aug sep oct nov dec".split())},
         "weekday": {d: i for i, d in enumerate("sun mon tue wed thu fri sat".split())}}
FIELDS = (("minute", 0, 59), ("hour", 0, 23), ("day", 1, 31), ("month", 1, 12), ("weekday", 0, 7))
MACROS = {"@hourly": "0 * * * *", "@daily": "0 0 * * *", "@midnight": "0 0 * * *", "@weekly": "0 0 * * 0",
          "@monthly": "0 0 1 * *", "@yearly": "0 0 1 1 *", "@annually": "0 0 1 1 *"}


def cron_sets(text):
    """The five sets of values, or None for what is no cron expression."""
    parts = MACROS.get(text.strip().lower(), text).split()
    if len(parts) != 5:
        return None
    out = []
    for part, (name, low, high) in zip(parts, FIELDS):
        values = set()
        for piece in part.lower().split(","):
            m = re.fullmatch(r"(\*|\w+)(?:-(\w+))?(?:/(\d{1,3}))?", piece)
            if not m or (m[1] == "*" and m[2]):
                return None

            def value(word):
                if re.fullmatch(r"[0-9]{1,3}", word):
                    return int(word)
                return NAMES.get(name, {}).get(word)
            if m[1] == "*":
                first, last = low, high
            else:
                first = value(m[1])
                last = value(m[2]) if m[2] else (high if m[3] else first)
            step = int(m[3]) if m[3] else 1
            if first is None or last is None or step < 1 or not low <= first <= last <= high:
                return None
            values.update(range(first, last + 1, step))
        if name == "weekday" and 7 in values:
            values = (values - {7}) | {0}
        out.append(values)
    return out, parts[2] != "*", parts[4] != "*"


def next_time(text, after):
    got = cron_sets(text)
    if got is None:
        return None
    (minutes, hours, days, months, weekdays), day_set, weekday_set = got
    day = after.replace(hour=0, minute=0, second=0, microsecond=0)
    for _ in range(366 * 8):
        in_days, in_week = day.day in days, (day.weekday() + 1) % 7 in weekdays
        fits = (in_days or in_week) if day_set and weekday_set else (in_days and in_week)
        if fits and day.month in months:
            for h in sorted(hours):
                for m in sorted(minutes):
                    t = day.replace(hour=h, minute=m)
                    if t > after:
                        return t
        day += timedelta(days=1)
    return None


DAYS = {d: i for i, d in enumerate("sunday monday tuesday wednesday thursday friday saturday".split())}


def words_to_cron(text):
    said = re.sub(r"\s+", " ", text.strip().lower())
    if cron_sets(said):
        return MACROS.get(said, " ".join(text.split()))
    plain = {"hourly": "0 * * * *", "every hour": "0 * * * *", "daily": "0 0 * * *", "every minute": "* * * * *",
             "weekly": "0 0 * * 0", "monthly": "0 0 1 * *", "yearly": "0 0 1 1 *"}
    if said in plain:
        return plain[said]
    m = re.fullmatch(r"every (\d{1,2}) (minute|hour)s?", said)
    if m and 0 < int(m[1]) < (60 if m[2] == "minute" else 24):
        return f"*/{int(m[1])} * * * *" if m[2] == "minute" else f"0 */{int(m[1])} * * *"
    m = re.fullmatch(r"(?:every |on |at )?(day|weekdays?|weekends?|[a-z]+day)s?(?: at (\d{1,2})(?::(\d\d))? ?(am|pm)?)?", said)
    if m:
        which = {"day": "*", "weekday": "1-5", "weekdays": "1-5", "weekend": "0,6", "weekends": "0,6"}.get(m[1])
        if which is None:
            which = DAYS.get(m[1])
        hour, minute = int(m[2] or 0), int(m[3] or 0)
        if m[4] and 1 <= hour <= 12:
            hour = hour % 12 + (12 if m[4] == "pm" else 0)
        if which is not None and hour < 24 and minute < 60:
            return f"{minute} {hour} * * {which}"
    return None


# ---------------------------------------------------------------- schedules

def schedule_view(s: Schedule):
    # this family leaves out what is absent
    view = {"seq": s.seq, "schedule_id": s.schedule_id, "chat_uid": s.chat_uid, "expression": s.expression,
            "note": s.note, "message": s.message, "active": s.active, "next_run_at": iso(s.next_run_at),
            "created_at": iso(s.created_at), "updated_at": iso(s.updated_at)}
    return {k: v for k, v in view.items() if v is not None}


def check_cron(got):
    if "expression" in got:
        got["expression"] = got["expression"].strip()
        if cron_sets(got["expression"]) is None:
            raise Invalid(wrong(("body", "expression"), "no valid cron expression", "cron"))


def check_chat(user, chat):
    a = db.agents.get(chat.lower()) if isinstance(chat, str) else None
    if a is None or (a.owner != user.user_id and not bug("schedule-any-chat")):
        raise forbidden("the chat is missing, invalid or not yours")
    return a.agent_uid


def own_schedule(user, schedule_id):
    s = db.schedules.get(path_uuid(schedule_id, "schedule_id"))
    if s is None or s.owner != user.user_id:
        raise not_found("the schedule")
    return s


SCHEDULE_RULES = {"chat_uid": Rule("any", null=True), "expression": Rule("str", required=True, high=200),
                  "note": Rule("str", null=True, high=2000), "message": Rule("str", null=True, high=20_000),
                  "active": Rule("bool")}


@op("GET", "/me/schedules")
async def list_schedules(req, user):
    mine = [s for s in db.schedules.values() if s.owner == user.user_id or bug("schedules-of-all")]
    return {"data": [schedule_view(s) for s in sorted(mine, key=lambda s: s.seq, reverse=True)], "cursor": None}


@op("POST", "/me/schedules")
async def create_schedule(req, user):
    got = read(req, SCHEDULE_RULES)
    check_cron(got)
    chat = check_chat(user, got.get("chat_uid"))
    t = now()
    s = Schedule(seq("schedule"), new_uuid(), user.user_id, chat, got["expression"], t, t, got.get("note"),
                 got.get("message"), got.get("active", True), None)
    s.next_run_at = next_time(s.expression, t) if s.active else None
    db.schedules[s.schedule_id] = s
    return schedule_view(s)


@op("GET", "/me/schedules/onboarding")
async def onboarding(req, user):
    return {"data": [{"title": "Every morning", "expression": "0 8 * * *"},
                     {"title": "Working days at nine", "expression": "0 9 * * 1-5"},
                     {"title": "First of the month", "expression": "0 7 1 * *"}], "cursor": None}


@op("GET", "/me/schedules/text-to-cron")
async def text_to_cron(req, user):
    text = query_text(req, "cron", required=True)
    got = words_to_cron(text)
    if got is None:
        raise refused("no cron expression can be made of this", "invalid_cron")
    return {"said": text, "expression": got}


@op("GET", "/me/schedules/<schedule_id>")
async def get_schedule(req, user, schedule_id):
    return schedule_view(own_schedule(user, schedule_id))


@op("PUT", "/me/schedules/<schedule_id>")
async def put_schedule(req, user, schedule_id):
    path_uuid(schedule_id, "schedule_id")
    got = read(req, {**SCHEDULE_RULES, "expression": Rule("str", high=200)})
    check_cron(got)
    s = own_schedule(user, schedule_id)
    async with lock("schedule", s.schedule_id):
        if "chat_uid" in got:
            got["chat_uid"] = check_chat(user, got["chat_uid"])
        if bug("schedule-put-not-stored"):
            return {**schedule_view(s), **got}
        for name, value in got.items():
            setattr(s, name, value)
        s.updated_at = now()
        s.next_run_at = next_time(s.expression, s.updated_at) if s.active else None
        return schedule_view(s)


@op("DELETE", "/me/schedules/<schedule_id>")
async def delete_schedule(req, user, schedule_id):
    s = own_schedule(user, schedule_id)
    db.schedules.pop(s.schedule_id, None)
    return schedule_view(s)


async def clockwork():
    """Starts the runs of schedules when their time has come."""
    from workers import begin
    while True:
        await asyncio.sleep(1)
        t = now()
        for s in list(db.schedules.values()):
            if not s.active or s.next_run_at is None or s.next_run_at > t:
                continue
            s.next_run_at = next_time(s.expression, t)
            agent, user = db.agents.get(s.chat_uid), db.users.get(s.owner)
            if agent and user:
                run = db.new_run(user, agent.agent_uid, "schedule")
                await begin(run, agent, s.message or "It is time for your scheduled run.")


# ---------------------------------------------------------------- user, VIP

@op("GET", "/me/")
async def get_me(req, user):
    return {"seq": user.seq, "user_id": user.user_id, "name": user.name, "email": user.email, "plan": user.plan,
            "joined_at": iso(user.joined_at)}


def redeemed_by(user):
    return sum(1 for v in db.vip.values() if user.user_id in v.redeemed_by)


@op("GET", "/me/vip")
async def get_vip(req, user):
    return {"redeemed": redeemed_by(user),
            "own_phrases": [{"phrase": v.phrase, "taken": len(v.redeemed_by)} for v in db.vip.values()
                            if v.owner == user.user_id]}


@op("POST", "/me/vip")
async def redeem_vip(req, user):
    phrase = read(req, {"phrase": Rule("str", required=True, high=200)})["phrase"]
    v = db.vip.get(phrase.strip())
    if v is None:
        raise refused("this code is not valid", "invalid_code")
    if v.owner == user.user_id:
        raise refused("your own code is not for you", "own_code")
    async with lock("vip", v.phrase):
        if user.user_id in v.redeemed_by and not bug("vip-twice"):
            raise refused("you have redeemed this code already", "already_redeemed")
        if v.redeemed_by and bug("vip-once-for-all"):
            raise refused("this code was redeemed already", "already_redeemed")
        t = now()
        v.redeemed_by[user.user_id] = t
    return {"phrase": v.phrase, "redeemed_at": iso(t), "redeemed": redeemed_by(user)}

"""Keys, billing, credits, payments, monetization, subscriptions, bundles, CLI sessions, schedules, VIP, user."""
import asyncio
import hashlib
import hmac
import json
import re
import secrets
from datetime import datetime, timedelta, timezone
from decimal import Decimal
from typing import Annotated, Optional

from pydantic import Field

from . import db as d
from .agents import Label, Long, get_agent, is_paid
from .core import (ApiError, F, KEY_CACHE, Model, STREAM, TTLCache, as_uuid, bad, born, day_of, fmt, forbidden, invalid, loads, log_event,
                   new_uuid, not_found, now_us, page, route, short_id, EPOCH)

WEBHOOK_SECRET = "whsec_medlar_4f1c9b7e"
ME_CACHE = TTLCache(3)


# ---------------------------------------------------------------- user
@route("GET", "/api/me/")
def me(c):
    key = "me" if F("me-cached-for-all") else c.uid
    hit = ME_CACHE.get(key)
    if hit is None:
        u = c.user
        hit = {"user_id": u["user_id"], "label": u["label"], "email": u["email"], "tier": u["tier"], "inserted": fmt(u["inserted"])}
        ME_CACHE.set(key, hit)
    return hit


# ---------------------------------------------------------------- API keys
class KeyBody(Model):
    label: Annotated[str, Field(max_length=200)] = ""
    is_default: bool = False


def key_out(k, hidden):
    out = {"api_key_id": k.api_key_id, "label": k.label, "is_default": k.is_default, "owner_ref": k.owner,
           "inserted": born(k.inserted)}
    if not hidden:
        out["key"] = k.key
    return out


GONE = {}


def create_key(uid, label, is_default):
    mine = d.ApiKey.owner == uid
    if not d.ApiKey.select().where(mine & (d.ApiKey.is_default == True)).exists():  # noqa: E712
        is_default = True
    elif is_default and not F("keys-two-defaults"):
        d.ApiKey.update(is_default=False).where(mine).execute()
    if is_default:
        GONE.pop(uid, None)
    kid = next(d.counters["key"])
    d.ApiKey.insert(api_key_id=kid, owner=uid, label=label, key="mdl_" + secrets.token_hex(20), is_default=is_default,
                    inserted=now_us()).execute()
    log_event(uid, "key-created", ref=str(kid))
    return d.ApiKey.get_by_id(kid)


@route("GET", "/api/me/api-keys")
def list_keys(c):
    return [key_out(k, not F("keys-list-shows-key")) for k in
            d.ApiKey.select().where(d.ApiKey.owner == c.uid).order_by(d.ApiKey.api_key_id)]


@route("POST", "/api/me/api-keys", body=KeyBody)
def post_key(c):
    return key_out(create_key(c.uid, c.body.label, c.body.is_default), False)


@route("GET", "/api/me/api-keys/default")
async def default_key(c):
    k = d.ApiKey.get_or_none((d.ApiKey.owner == c.uid) & (d.ApiKey.is_default == True))  # noqa: E712
    if c.uid in GONE:
        return GONE[c.uid]
    if k is None or F("default-key-created-anew-per-read"):
        with d.db.atomic():
            k = create_key(c.uid, "default", True)
    return key_out(k, False)


def own_key(c, kid):
    k = d.ApiKey.get_or_none(d.ApiKey.api_key_id == kid)
    if k is None or k.owner != c.uid:
        raise not_found("API key")
    return k


@route("GET", "/api/me/api-keys/{api_key_id}", ids={"api_key_id": "int"})
def one_key(c, api_key_id):
    return key_out(own_key(c, api_key_id), False)


@route("DELETE", "/api/me/api-keys/{api_key_id}", ids={"api_key_id": "int"})
def delete_key(c, api_key_id):
    k = own_key(c, api_key_id)
    d.ApiKey.delete().where(d.ApiKey.api_key_id == api_key_id).execute()
    if not F("w-revoked-key-works"):
        KEY_CACHE.drop(k.key)
    if F("deleting-key-removes-namesakes"):
        same = (d.ApiKey.owner == c.uid) & (d.ApiKey.label == k.label)
        for other in d.ApiKey.select().where(same):
            KEY_CACHE.drop(other.key)
            k.is_default = k.is_default or other.is_default
        d.ApiKey.delete().where(same).execute()
    if F("deleted-default-key-still-served") and k.is_default:
        GONE[c.uid] = key_out(k, False)
    if k.is_default:
        first = d.ApiKey.select().where(d.ApiKey.owner == c.uid).order_by(d.ApiKey.api_key_id).first()
        if first:
            d.ApiKey.update(is_default=True).where(d.ApiKey.api_key_id == first.api_key_id).execute()
    log_event(c.uid, "key-removed", ref=str(api_key_id))
    return key_out(k, True)


# ---------------------------------------------------------------- billing, credits, payments
@route("GET", "/api/me/billing")
def billing(c):
    u = c.user
    paid = u["tier"] != "sandbox"
    if F("free-user-billing-500") and not paid:
        raise RuntimeError("no customer at the payment provider")
    return {"plan": u["tier"], "state": "active" if paid else "none", "amount": "20.00" if paid else "0.00", "currency": "EUR",
            "owner_ref": u["user_id"], "renews": fmt(u["renews"]) if paid else None}


def credit_out(r):
    return {"owner_ref": r.owner, "balance": r.balance, "changed": fmt(r.changed)}


def my_credits(c):
    r = d.Credit.get_or_none(d.Credit.owner == c.uid)
    if r is None:
        raise not_found("credits")
    return r


@route("GET", "/api/me/credits")
def credits(c):
    if F("reading-credits-refills-them"):
        first = 5 if c.user["tier"] == "sandbox" else 1000  # as seeded
        d.Credit.update(balance=first).where((d.Credit.owner == c.uid) & (d.Credit.balance < first)).execute()
    return credit_out(my_credits(c))


@route("POST", "/api/me/credits/use")
async def use_credit(c):
    r = my_credits(c)
    if r.balance <= 0:
        raise ApiError(404, "no-credits", "No credits are left")
    if F("credits-lost-update"):
        await asyncio.sleep(0.05)
        d.Credit.update(balance=r.balance - 1, changed=now_us()).where(d.Credit.owner == c.uid).execute()
    else:
        with d.db.atomic():
            d.Credit.update(balance=d.Credit.balance - 1, changed=now_us()).where(
                (d.Credit.owner == c.uid) & (d.Credit.balance > 0)).execute()
            log_event(c.uid, "credit-used")
    return credit_out(my_credits(c))


class SessionBody(Model):
    credits: Annotated[int, Field(ge=1, le=100000)] = 100
    success_url: Optional[str] = None
    cancel_url: Optional[str] = None


@route("POST", "/api/me/payments/sessions", body=SessionBody)
def pay_session(c):
    sid, n = short_id(), c.body.credits
    amount = str((Decimal(n) * Decimal("0.05")).quantize(Decimal("0.01")))
    t = now_us()
    d.PaySession.insert(session_id=sid, owner=c.uid, credits=n, amount=amount, state="open", inserted=t).execute()
    log_event(c.uid, "payment-opened", ref=sid)
    return {"session_id": sid, "url": f"https://pay.medlar.example/c/{sid}", "state": "open", "credits": n, "amount": amount,
            "currency": "EUR", "owner_ref": c.uid, "inserted": fmt(t)}


def sign(body):
    return "sha256=" + hmac.new(WEBHOOK_SECRET.encode(), body, hashlib.sha256).hexdigest()


@route("POST", "/api/me/payments/webhook", auth=False)
async def webhook(c):
    raw = await c.req.stream.read()
    got = c.req.get_header("x-pay-signature")
    if not got:
        raise bad("missing-signature", "The signature is missing")
    want = sign(raw)
    if F("webhook-signature-prefix"):
        ok = got[:15] == want[:15]
    else:
        ok = hmac.compare_digest(got.encode("utf-8", "replace"), want.encode())
    if not ok:
        raise bad("invalid-signature", "The signature does not fit the body")
    try:
        event = loads(raw)
    except (ValueError, RecursionError):
        raise bad("invalid-event", "The event is not JSON")
    if not isinstance(event, dict) or not isinstance(event.get("id"), str) or not event["id"] \
            or not isinstance(event.get("type"), str) or not event["type"]:
        raise bad("invalid-event", "An event has an id and a type")
    with d.db.atomic():
        if d.HookEvent.get_or_none(d.HookEvent.event_ref == event["id"]):
            return {"received": True, "state": "duplicate"}
        d.HookEvent.insert(event_ref=event["id"], inserted=now_us()).execute()
        state = "ignored"
        if event["type"] == "checkout.session.completed":
            data = event.get("data")
            sid = data.get("session_id") if isinstance(data, dict) else None
            s = d.PaySession.get_or_none(d.PaySession.session_id == sid) if isinstance(sid, str) else None
            if s and s.state == "open":
                d.PaySession.update(state="paid").where(d.PaySession.session_id == sid).execute()
                d.Credit.update(balance=d.Credit.balance + s.credits, changed=now_us()).where(d.Credit.owner == s.owner).execute()
                log_event(s.owner, "payment-done", ref=sid)
                state = "processed"
    return {"received": True, "state": state}


# ---------------------------------------------------------------- monetization (from the event log)
def period_events(c):
    period = c.q_int("period", 28, 1, 364 if F("monetization-364-days") else 365)
    today = day_of(now_us())
    first = today - timedelta(days=period - 1)
    since = (datetime(first.year, first.month, first.day, tzinfo=timezone.utc) - EPOCH) // timedelta(microseconds=1)
    cond = (d.Event.kind == "subscription-started") & (d.Event.inserted >= since)
    if not F("monetization-of-all-owners"):
        cond = cond & (d.Event.owner == c.uid)
    days = {first + timedelta(days=i): [0, Decimal("0.00")] for i in range(period)}
    for e in d.Event.select().where(cond):
        slot = days.get(day_of(e.inserted))
        if slot is not None:
            slot[0] += 1
            slot[1] += Decimal(e.amount)
    return period, days


def totals(period, days):
    return {"period": period, "total_subscribers": sum(v[0] for v in days.values()),
            "total_earnings": str(sum((v[1] for v in days.values()), Decimal("0.00"))), "currency": "EUR"}


@route("GET", "/api/me/monetization/summary")
def summary(c):
    out = totals(*period_events(c))
    if F("no-earnings-gives-nan") and not out["total_subscribers"]:
        c.resp.data = json.dumps({**out, "total_earnings": float("nan")}).encode()
        c.resp.content_type = "application/json"
        return STREAM
    return out


@route("GET", "/api/me/monetization/subscribers")
def subscribers(c):
    p, days = period_events(c)
    return {**page([{"day": str(k), "subscribers": v[0]} for k, v in days.items()]), **totals(p, days)}


@route("GET", "/api/me/monetization/earnings")
def earnings(c):
    p, days = period_events(c)
    return {**page([{"day": str(k), "earnings": str(v[1])} for k, v in days.items()]), **totals(p, days)}


# ---------------------------------------------------------------- subscriptions
class SubscribeBody(Model):
    success_url: Optional[str] = None
    cancel_url: Optional[str] = None


def sub_out(s):
    return {"subscription_ref": s.subscription_ref, "agent_id": s.agent_id, "owner_ref": s.owner, "state": s.state,
            "amount": s.amount, "currency": "EUR", "inserted": fmt(s.inserted), "ended": fmt(s.ended)}


def sub_of(uid, agent_id):
    return d.Subscription.get_or_none((d.Subscription.owner == uid) & (d.Subscription.agent_id == agent_id))


def open_sub(uid, a, at=None):
    """Starts (or starts again) a subscription; writes the event that the owner's reports count."""
    t, old, ref = at or now_us(), sub_of(uid, a.agent_id), short_id()
    provider = "ps_" + short_id()
    if old:
        d.Subscription.update(state="active", provider_ref=provider, amount=a.price, inserted=t, ended=None).where(
            d.Subscription.subscription_ref == old.subscription_ref).execute()
    else:
        d.Subscription.insert(subscription_ref=ref, owner=uid, agent_id=a.agent_id, state="active", provider_ref=provider,
                              amount=a.price, inserted=t).execute()
    log_event(a.owner, "subscription-started", ref=a.agent_id, amount=a.price, at=t)
    return sub_of(uid, a.agent_id)


@route("POST", "/api/me/agents/{agent_id}/subscribe", body=SubscribeBody)
async def subscribe(c, agent_id):
    a = get_agent(agent_id)
    if a.owner == c.uid:
        raise bad("own-agent", "One can not subscribe to an agent of one's own")
    if a.visibility == "private":
        raise not_found("agent")
    if not is_paid(a):
        raise bad("not-paid", "The agent is not paid")
    s = sub_of(c.uid, a.agent_id)
    if s and s.state == "active":
        raise ApiError(402, "already-subscribed", "You are subscribed already")
    if F("subscribe-twice-at-once"):
        await asyncio.sleep(0.05)
    with d.db.atomic():
        s = open_sub(c.uid, a)
    sid = short_id()
    return {"agent_id": a.agent_id, "session_id": sid, "checkout_url": f"https://pay.medlar.example/s/{sid}",
            "subscription": sub_out(s)}


@route("POST", "/api/me/agents/{agent_id}/unsubscribe")
def unsubscribe(c, agent_id):
    a = get_agent(agent_id)
    s = sub_of(c.uid, a.agent_id)
    if s is None and F("refused-unsubscribe-leaves-row"):
        d.Subscription.insert(subscription_ref=short_id(), owner=c.uid, agent_id=a.agent_id, state="canceled",
                              amount=a.price or "0.00", inserted=now_us()).execute()
        return 400, {"detail": "There is no active subscription", "code": "no-active-subscription"}  # the row stays
    if s is None or s.state != "active":
        raise bad("no-active-subscription", "There is no active subscription")
    cond = d.Subscription.owner == c.uid
    if not F("unsubscribe-ends-all"):
        cond = cond & (d.Subscription.agent_id == a.agent_id)
    d.Subscription.update(state="canceled", ended=now_us()).where(cond).execute()
    log_event(c.uid, "subscription-ended", ref=a.agent_id)
    return sub_out(sub_of(c.uid, a.agent_id))


@route("GET", "/api/me/subscriptions")
def subscriptions(c):
    return page([sub_out(s) for s in d.Subscription.select().where(d.Subscription.owner == c.uid).order_by(
        d.Subscription.inserted.desc())])


@route("GET", "/api/me/subscriptions/{agent_id}")
def one_subscription(c, agent_id):
    s = sub_of(c.uid, as_uuid(agent_id) or "")
    if s is None:
        raise not_found("subscription")
    return sub_out(s)


# ---------------------------------------------------------------- CLI auth
class CliBody(Model):
    jwt: Annotated[str, Field(min_length=1, max_length=8192)]


CLI_CACHE = TTLCache(5)


def cli_out(s):
    return {"cli_auth_id": s.cli_auth_id, "state": s.state, "owner_ref": s.owner, "inserted": fmt(s.inserted),
            "changed": fmt(s.changed)}


@route("POST", "/api/me/cli-auth", auth=False)
def cli_open(c):
    if F("cli-session-shared") and (hit := CLI_CACHE.get("open")):
        return cli_out(d.CliAuth.get_by_id(hit))
    t, cid = now_us(), new_uuid()
    d.CliAuth.insert(cli_auth_id=cid, state="open", inserted=t, changed=t).execute()
    CLI_CACHE.set("open", cid)
    return cli_out(d.CliAuth.get_by_id(cid))


def cli_session(cid):
    cid = as_uuid(cid)
    s = d.CliAuth.get_or_none(d.CliAuth.cli_auth_id == cid) if cid else None
    if s is None:
        raise not_found("CLI auth session")
    return s


@route("PUT", "/api/me/cli-auth/{auth_id}", body=CliBody)
def cli_put(c, auth_id):
    s = cli_session(auth_id)
    if s.state == "consumed" or (s.owner and s.owner != c.uid):
        raise forbidden("You can not update this session")
    d.CliAuth.update(jwt=c.body.jwt, owner=c.uid, state="attached", changed=now_us()).where(
        d.CliAuth.cli_auth_id == s.cli_auth_id).execute()
    log_event(c.uid, "cli-attached", ref=s.cli_auth_id)
    return cli_out(cli_session(auth_id))


@route("GET", "/api/me/cli-auth/{auth_id}", auth=False, ids={"auth_id": "uuid"})
def cli_get(c, auth_id):
    s = cli_session(auth_id)
    if s.state != "attached":
        if F("cli-early-poll-burns-session"):
            d.CliAuth.update(state="consumed", changed=now_us()).where(d.CliAuth.cli_auth_id == s.cli_auth_id).execute()
        return None
    if not F("cli-not-consumed"):
        d.CliAuth.update(jwt=None, state="consumed", changed=now_us()).where(d.CliAuth.cli_auth_id == s.cli_auth_id).execute()
    return s.jwt


# ---------------------------------------------------------------- VIP codes
class VipBody(Model):
    code: str


TRIES = {}


@route("GET", "/api/me/vip")
def vip_count(c):
    if F("failed-redemption-counted"):
        return {"redeemed": TRIES.get(c.uid, 0), "owner_ref": c.uid}
    return {"redeemed": d.VipRedemption.select().where(d.VipRedemption.owner == c.uid).count(), "owner_ref": c.uid}


@route("POST", "/api/me/vip", body=VipBody)
def vip_redeem(c):
    TRIES[c.uid] = TRIES.get(c.uid, 0) + 1
    code = d.VipCode.get_or_none(d.VipCode.code == c.body.code)
    if code is None:
        raise bad("invalid-code", "There is no such code")
    if code.owner == c.uid:
        raise bad("own-code", "Codes of one's own can not be redeemed")
    if not F("vip-redeemed-twice") and d.VipRedemption.get_or_none(
            (d.VipRedemption.code == code.code) & (d.VipRedemption.owner == c.uid)):
        raise bad("already-redeemed", "You have redeemed this code already")
    t = now_us()
    d.VipRedemption.insert(code=code.code, owner=c.uid, inserted=t).execute()
    log_event(c.uid, "vip-redeemed", ref=code.code)
    return {"code": code.code, "state": "redeemed", "owner_ref": c.uid, "inserted": fmt(t)}


# ---------------------------------------------------------------- schedules
RANGES = [(0, 59), (0, 23), (1, 31), (1, 12), (0, 7)]
NAMES = {3: "jan feb mar apr may jun jul aug sep oct nov dec".split(), 4: "sun mon tue wed thu fri sat".split()}
MACROS = {"@hourly": "0 * * * *", "@daily": "0 0 * * *", "@midnight": "0 0 * * *", "@weekly": "0 0 * * 0",
          "@monthly": "0 0 1 * *", "@yearly": "0 0 1 1 *", "@annually": "0 0 1 1 *"}


def cron_field(text, i):
    lo, hi = RANGES[i]
    out = set()

    def num(t):
        t = t.lower()
        if t in NAMES.get(i, ()):
            return NAMES[i].index(t) + (1 if i == 3 else 0)
        if not re.fullmatch(r"[0-9]{1,2}", t, re.A) or not lo <= int(t) <= hi:
            raise ValueError(t)
        return int(t)

    for part in text.split(","):
        body, slash, step = part.partition("/")
        if slash and (not re.fullmatch(r"[0-9]{1,2}", step, re.A) or int(step) < 1):
            raise ValueError(part)
        if body == "*":
            a, b = lo, hi
        elif "-" in body:
            a, b = map(num, body.split("-", 1))
            if a > b:
                raise ValueError(part)
        else:
            a = num(body)
            b = hi if slash else a
        out |= set(range(a, b + 1, int(step) if slash else 1))
    return {0 if i == 4 and v == 7 else v for v in out}


def parse_cron(text):
    fields = MACROS.get(text.strip().lower(), text).split()
    if len(fields) != 5:
        raise ValueError("a cron expression has five fields")
    return [cron_field(f, i) for i, f in enumerate(fields)], fields


def next_fire(cron, after):
    sets, fields = parse_cron(cron)
    t = (EPOCH + timedelta(microseconds=after)).replace(second=0, microsecond=0) + timedelta(minutes=1)
    either = not fields[2].startswith("*") and not fields[4].startswith("*")
    end = t + timedelta(days=1500)
    while t < end:
        dom, dow = t.day in sets[2], (t.isoweekday() % 7) in sets[4]
        if t.month not in sets[3] or not ((dom or dow) if either else (dom and dow)):
            t = t.replace(hour=0, minute=0) + timedelta(days=1)
        elif t.hour not in sets[1]:
            t = t.replace(minute=0) + timedelta(hours=1)
        elif t.minute not in sets[0]:
            t += timedelta(minutes=1)
        else:
            return (t - EPOCH) // timedelta(microseconds=1)
    return None


class ScheduleBody(Model):
    chat_id: Optional[str] = None
    cron: str
    label: Label = None
    message: Long = None
    is_active: bool = True


class SchedulePartial(Model):
    chat_id: Optional[str] = None
    cron: str = ""
    label: Label = None
    message: Long = None
    is_active: bool = True


def schedule_out(s):
    return {"schedule_id": s.schedule_id, "chat_id": s.chat_id, "owner_ref": s.owner, "cron": s.cron, "label": s.label,
            "message": s.message, "is_active": s.is_active, "state": "active" if s.is_active else "paused",
            "next_fire": fmt(s.next_fire) if s.is_active else None, "last_fire": fmt(s.last_fire),
            "inserted": fmt(s.inserted), "changed": fmt(s.changed)}


def own_chat(c, chat_id):
    cid = as_uuid(chat_id)
    a = d.Agent.get_or_none(d.Agent.agent_id == cid) if cid else None
    if a is None or (a.owner != c.uid and not (F("schedule-on-foreign-chat") and a.visibility == "public")):
        raise forbidden("The chat is not one of yours")
    return cid


def cron_ok(cron):
    try:
        parse_cron(cron)
    except ValueError:
        raise invalid("body", "cron", "must be a cron expression")


@route("GET", "/api/me/schedules")
def schedules(c):
    if F("bad-cron-row-kills-list"):
        for s in d.Schedule.select().where(d.Schedule.owner == c.uid):
            next_fire(s.cron, now_us())
    return page([schedule_out(s) for s in d.Schedule.select().where(d.Schedule.owner == c.uid).order_by(d.Schedule.inserted.desc())])


@route("POST", "/api/me/schedules", body=ScheduleBody)
def post_schedule(c):
    b = c.body
    cid = own_chat(c, b.chat_id)
    t, sid, blind = now_us(), new_uuid(), False
    if F("bad-cron-row-kills-list") and len(b.cron.split()) == 5:
        try:
            parse_cron(b.cron)
        except ValueError:
            blind = True
    else:
        cron_ok(b.cron)
    d.Schedule.insert(schedule_id=sid, owner=c.uid, chat_id=cid, cron=b.cron, label=b.label, message=b.message,
                      is_active=b.is_active, next_fire=None if blind else next_fire(b.cron, t), inserted=t, changed=t).execute()
    log_event(c.uid, "schedule-created", ref=sid)
    return schedule_out(d.Schedule.get_by_id(sid))


@route("GET", "/api/me/schedules/onboarding")
def onboarding(c):
    n = d.Schedule.select().where(d.Schedule.owner == c.uid).count()
    return {"has_schedules": n > 0, "count": n, "suggestions": [
        {"label": "Every morning", "cron": "0 8 * * *"}, {"label": "Every Monday", "cron": "0 9 * * 1"}]}


WEEK = "sunday monday tuesday wednesday thursday friday saturday".split()


def words_to_cron(text):
    t = " ".join(text.lower().split())
    if t in ("every minute", "every hour", "every day", "every week", "every month"):
        return {"every minute": "* * * * *", "every hour": "0 * * * *", "every day": "0 0 * * *", "every week": "0 0 * * 0",
                "every month": "0 0 1 * *"}[t]
    m = re.fullmatch(r"every (\d{1,2}) minutes", t, re.A)
    if m and 1 <= int(m[1]) <= 59:
        return f"*/{int(m[1])} * * * *"
    m = re.fullmatch(r"every (day|weekday|" + "|".join(WEEK) + r") at (\d{1,2})(?::(\d\d))?", t, re.A)
    if m and int(m[2]) <= 23 and int(m[3] or 0) <= 59:
        dow = {"day": "*", "weekday": "1-5"}.get(m[1]) or str(WEEK.index(m[1]))
        if F("text-to-cron-weekday-shifted") and m[1] != "day":
            dow = "0-4" if m[1] == "weekday" else str((WEEK.index(m[1]) - 1) % 7)
        return f"{int(m[3] or 0)} {int(m[2])} * * {dow}"
    return " ".join(parse_cron(text)[1])


@route("GET", "/api/me/schedules/text-to-cron")
def text_to_cron(c):
    text = c.q("cron")
    if text is None:
        raise invalid("query", "cron", "Field required", "missing")
    try:
        cron = words_to_cron(text)
        if F("converted-cron-refused-by-schedules"):
            m, h, dom, mon, dow = cron.split()
            cron = " ".join(["0", m, h, dom, mon, "?"] if dow == "*" else ["0", m, h, "?" if dom == "*" else dom, mon, dow])
        return {"text": text, "cron": cron}
    except ValueError:
        raise bad("invalid-cron", "Not a cron expression")


def own_schedule(c, sid):
    s = d.Schedule.get_or_none(d.Schedule.schedule_id == sid)
    if s is None or s.owner != c.uid:
        raise not_found("schedule")
    return s


SID = {"schedule_id": "uuid"}
OLD_CRONS = []


@route("GET", "/api/me/schedules/{schedule_id}", ids=SID)
def one_schedule(c, schedule_id):
    return schedule_out(own_schedule(c, schedule_id))


@route("PUT", "/api/me/schedules/{schedule_id}", ids=SID, body=SchedulePartial)
def put_schedule(c, schedule_id):
    s = own_schedule(c, schedule_id)
    values = c.body.model_dump(exclude_unset=True)
    if "chat_id" in values:
        values["chat_id"] = own_chat(c, values["chat_id"])
    if "cron" in values:
        cron_ok(values["cron"])
        values["next_fire"] = next_fire(values["cron"], now_us())
        if F("edited-schedule-fires-on-old-cron-too"):
            OLD_CRONS.append({"id": schedule_id, "cron": s.cron, "next": s.next_fire})
    if F("schedule-update-not-saved"):
        for k, v in values.items():
            setattr(s, k, v)
        return schedule_out(s)
    d.Schedule.update(**values, changed=now_us()).where(d.Schedule.schedule_id == schedule_id).execute()
    log_event(c.uid, "schedule-changed", ref=schedule_id)
    return schedule_out(own_schedule(c, schedule_id))


@route("DELETE", "/api/me/schedules/{schedule_id}", ids=SID)
def delete_schedule(c, schedule_id):
    s = own_schedule(c, schedule_id)
    d.Schedule.delete().where(d.Schedule.schedule_id == schedule_id).execute()
    log_event(c.uid, "schedule-removed", ref=schedule_id)
    return schedule_out(s)

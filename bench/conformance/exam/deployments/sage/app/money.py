"""API keys, billing, credits, payments, earnings."""
import hashlib
import hmac
import json
import secrets
from datetime import datetime, timedelta, timezone

from .core import F, HOOK_SECRET, Oops, breathe, flaw, get_db, new_uuid, now_ms, op, rows_next, text_of


def hidden(r):
    out = {"api_key_id": r["api_key_id"], "label": r["label"], "tail": r["key"][-4:], "isDefault": r["is_default"], "bornAt": r["born_at"]}
    if F("key-shown-in-list"):
        out["key"] = r["key"]
    return out


def open_key(r):
    return {"api_key_id": r["api_key_id"], "label": r["label"], "key": r["key"], "isDefault": r["is_default"], "bornAt": r["born_at"]}


def add_key(c, uid, label, default=0):
    n = c.execute("INSERT INTO api_keys (user_id,key,label,is_default) VALUES (?,?,?,?)", (uid, "sage_" + secrets.token_hex(20), label, default)).lastrowid
    return c.execute("SELECT * FROM api_keys WHERE api_key_id=?", (n,)).fetchone()


@op("GET", "/me/api-keys")
async def keys(call):
    return [hidden(r) for r in get_db().all("SELECT * FROM api_keys WHERE user_id=? ORDER BY api_key_id", call.uid)]


@op("POST", "/me/api-keys")
async def make_key(call):
    body = await call.obj()
    label = text_of(body, "label", longest=400)
    with get_db().tx() as c:
        first = not c.execute("SELECT 1 FROM api_keys WHERE user_id=? AND is_default=1", (call.uid,)).fetchone()
        return open_key(add_key(c, call.uid, label, 1 if first or F("every-new-key-is-default") else 0))


@op("GET", "/me/api-keys/default")
async def default_key(call):
    r = get_db().one("SELECT * FROM api_keys WHERE user_id=? AND is_default=1", call.uid)
    if r is None:
        with get_db().tx() as c:
            r = c.execute("SELECT * FROM api_keys WHERE user_id=? AND is_default=1", (call.uid,)).fetchone() or add_key(c, call.uid, "default", 1)
    return open_key(r)


@op("GET", "/me/api-keys/{api_key_id}")
async def one_key(call):
    r = get_db().one("SELECT * FROM api_keys WHERE api_key_id=? AND user_id=?", call.number("api_key_id"), call.uid)
    if r is None:
        raise Oops(404, "no such key", "path.api_key_id")
    return open_key(r)


@op("DELETE", "/me/api-keys/{api_key_id}")
async def drop_key(call):
    n = call.number("api_key_id")
    with get_db().tx() as c:
        r = c.execute("SELECT * FROM api_keys WHERE api_key_id=? AND user_id=?", (n, call.uid)).fetchone()
        if r is None:
            raise Oops(404, "no such key", "path.api_key_id")
        c.execute("DELETE FROM api_keys WHERE api_key_id=?", (n,))
        if r["is_default"]:
            c.execute("UPDATE api_keys SET is_default=1 WHERE api_key_id=(SELECT min(api_key_id) FROM api_keys WHERE user_id=?)", (call.uid,))
    return hidden(r)


# ---------------------------------------------------------------- billing, credits
@op("GET", "/me/billing")
async def billing(call):
    r = get_db().one("SELECT * FROM billing WHERE user_id=?", call.uid)
    return {"plan": r["plan"], "isActive": r["is_active"], "paidCent": r["paid_cent"], "invoices": r["invoices"], "renewsAt": r["renews_at"]}


def credit_view(r):
    return {"balance": r["balance"], "used": r["used"]}


@op("GET", "/me/credits")
async def credits(call):
    r = get_db().one("SELECT * FROM credits WHERE user_id=?", call.uid)
    if r is None:
        raise Oops(404, "no credits here", "credits")
    return credit_view(r)


@op("POST", "/me/credits/use")
async def use_credit(call):
    db = get_db()
    if F("credits-read-then-write"):
        r = db.one("SELECT * FROM credits WHERE user_id=?", call.uid)
        if r is None or r["balance"] < 1:
            raise Oops(404, "no credits left", "credits")
        await breathe(0.03)
        with db.tx() as c:
            c.execute("UPDATE credits SET balance=?, used=? WHERE user_id=?", (r["balance"] - 1, r["used"] + 1, call.uid))
            return credit_view(c.execute("SELECT * FROM credits WHERE user_id=?", (call.uid,)).fetchone())
    with db.tx() as c:
        if not c.execute("UPDATE credits SET balance=balance-1, used=used+1 WHERE user_id=? AND balance>=1", (call.uid,)).rowcount:
            raise Oops(404, "no credits left", "credits")
        return credit_view(c.execute("SELECT * FROM credits WHERE user_id=?", (call.uid,)).fetchone())


# ---------------------------------------------------------------- payments
@op("POST", "/me/payments/webhook", auth="none")
async def webhook(call):
    raw = await call.req.read()
    sign = call.req.headers.get("X-Payhub-Signature", "").strip()
    if not sign and not F("webhook-unsigned-taken"):
        raise Oops(400, "the signature is missing", "header.X-Payhub-Signature")
    want = hmac.new(HOOK_SECRET, raw, hashlib.sha256).hexdigest()
    if not F("webhook-unsigned-taken") and not hmac.compare_digest(want.encode(), sign.encode("utf-8", "replace")):
        raise Oops(400, "the signature does not fit", "header.X-Payhub-Signature")
    try:
        ev = json.loads(raw)
        kind, eid = ev["kind"], ev["id"]
        if not (isinstance(kind, str) and isinstance(eid, str)):
            raise ValueError
        given = ev.get("given") or {}
        uid, cent = int(given.get("user", 0)), int(given.get("cent", 0))
    except Exception:
        raise Oops(400, "this is no event", "body")
    with get_db().tx() as c:
        fresh = c.execute("INSERT OR IGNORE INTO hook_events VALUES (?,?)", (eid, now_ms())).rowcount
        if kind == "invoice.paid" and fresh:
            c.execute("UPDATE billing SET paid_cent=paid_cent+?, invoices=invoices+1 WHERE user_id=?", (cent, uid))
    return {"ok": True, "taken": kind == "invoice.paid"}


PACKS = {"small": 499, "middle": 1999, "large": 7999}


@op("POST", "/me/payments/sessions")
async def pay_session(call):
    body = await call.obj()
    pack = text_of(body, "pack") or "small"
    if pack not in PACKS:
        raise flaw("body.pack", "must be one of " + ", ".join(PACKS))
    text_of(body, "returnTo")
    session = "cs_" + new_uuid().replace("-", "")
    with get_db().tx() as c:
        c.execute("INSERT INTO pay_sessions VALUES (?,?,?,?,?)", (session, call.uid, pack, PACKS[pack], now_ms()))
    return {"session": session, "url": "https://pay.example/c/" + session, "cent": PACKS[pack]}


# ---------------------------------------------------------------- earnings
DAY = 86_400_000


def period_of(call):
    n = call.query_int("period", 28, 1, 365)
    today = datetime.now(timezone.utc).replace(hour=0, minute=0, second=0, microsecond=0)
    first = today - timedelta(days=n - 1)
    return n, [first + timedelta(days=i) for i in range(n)], int(first.timestamp() * 1000)


@op("GET", "/me/monetization/summary")
async def summary(call):
    n, _, since = period_of(call)
    db = get_db()
    if F("subscribers-counted-by-charges"):
        heads = db.val("SELECT count(*) FROM subscriptions s JOIN agents a USING (agent_id) JOIN charges h ON h.agent_id=s.agent_id AND h.user_id=s.user_id "
                       "WHERE a.owner=? AND (s.ended IS NULL OR s.ended>=?)", call.uid, since)
    else:
        heads = db.val("SELECT count(DISTINCT s.user_id || '/' || s.agent_id) FROM subscriptions s JOIN agents a USING (agent_id) "
                       "WHERE a.owner=? AND (s.ended IS NULL OR s.ended>=?)", call.uid, since)
    cent = db.val("SELECT coalesce(sum(cent),0) FROM charges WHERE owner=? AND at>=?", call.uid, since)
    return {"period": n, "subscribers": heads, "earnings": cent / 100, "currency": "EUR"}


@op("GET", "/me/monetization/subscribers")
async def subscribers(call):
    n, days, since = period_of(call)
    subs = get_db().all("SELECT s.began, s.ended FROM subscriptions s JOIN agents a USING (agent_id) WHERE a.owner=?", call.uid)
    rows = []
    for d in days:
        t = int(d.timestamp() * 1000)
        rows.append({"day": d.strftime("%Y-%m-%d"), "heads": sum(1 for s in subs if s["began"] < t + DAY and (s["ended"] is None or s["ended"] >= t))})
    return rows_next(rows)


@op("GET", "/me/monetization/earnings")
async def earnings(call):
    n, days, since = period_of(call)
    sums = {}
    for r in get_db().all("SELECT cent, at FROM charges WHERE owner=? AND at>=?", call.uid, since):
        day = datetime.fromtimestamp(r["at"] / 1000, timezone.utc).strftime("%Y-%m-%d")
        sums[day] = sums.get(day, 0) + r["cent"]
    if F("daily-earnings-whole-euros"):
        return rows_next([{"day": d.strftime("%Y-%m-%d"), "earned": sums.get(d.strftime("%Y-%m-%d"), 0) // 100} for d in days])
    return rows_next([{"day": d.strftime("%Y-%m-%d"), "earned": sums.get(d.strftime("%Y-%m-%d"), 0) / 100} for d in days])


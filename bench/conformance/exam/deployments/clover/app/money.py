"""Subscriptions, billing, credits, payments, monetization, API keys."""
from __future__ import annotations

import asyncio
import datetime as dt
import decimal
import hashlib
import hmac
import json
import secrets
from typing import Annotated, Any

from litestar import Request, delete, get, post
from litestar.params import Parameter

from .agents import AUTH
from .core import BIGINT, UTC, WEBHOOK_SECRET, F, R, as_uuid, db, fail, iso, me, money, now, out, page, uuid7
from .models import (AgentExecutionCredits, AgentSubscribeRequest, AgentSubscribeResponse, AgentSubscriptionListResponse,
                     AgentSubscriptionResponse, ApiKey, ApiKeyCreate, ApiKeyHidden, BillingInformationSubscription,
                     MonetizationEarningsResponse, MonetizationSubscribersResponse, MonetizationSummary,
                     PaymentSessionRequest, PaymentSessionResponse, PaymentWebhookResponseSuccess)

SUBS = ("SELECT s.id AS subscription_id, s.agent_id, s.status, s.price, s.started_at, s.canceled_at "
        "FROM subscriptions s WHERE s.user_id = $1")


# --- subscriptions
@post("/me/agents/{agent_id:str}/subscribe", responses=R(400, 402, 404), status_code=200, **AUTH)
async def subscribe(request: Request, agent_id: str, data: AgentSubscribeRequest) -> AgentSubscribeResponse:
    user, ident = me(request), as_uuid(agent_id)
    async with db.tx() as conn:
        agent = ident and await conn.fetchrow("SELECT * FROM agents WHERE id = $1 AND deleted_at IS NULL FOR SHARE", ident)
        if not agent or (agent["visibility"] == "PRIVATE" and agent["owner_id"] != user["id"]):
            fail(404, "Agent not found")
        if agent["owner_id"] == user["id"] and not F("subscribe-to-own-agent"):
            fail(400, "You own this agent")
        if not agent["price"]:
            fail(400, "This agent is not paid")
        session, at = f"cs_{secrets.token_hex(12)}", now()
        if F("subscribe-check-raced"):
            if await conn.fetchval("SELECT 1 FROM subscriptions WHERE user_id = $1 AND agent_id = $2 "
                                   "AND status = 'ACTIVE'", user["id"], ident):
                fail(402, "Already subscribed")
            await asyncio.sleep(0.05)
        again = "" if F("subscribe-check-raced") or F("subscribe-twice") else " WHERE s.status <> 'ACTIVE'"
        done = await conn.fetchval(
            "INSERT INTO subscriptions AS s VALUES ($1, $2, $3, 'ACTIVE', $4, $5, $6) ON CONFLICT (user_id, agent_id) "
            "DO UPDATE SET status = 'ACTIVE', provider_subscription_id = $4, price = $5, started_at = $6, "
            f"canceled_at = NULL{again} RETURNING s.id", uuid7(), user["id"], ident, f"sub_{secrets.token_hex(8)}",
            agent["price"], at)
        if done is None:
            fail(402, "Already subscribed")
        await conn.execute("INSERT INTO payments (agent_id, user_id, amount, created_at) VALUES ($1, $2, $3, $4)",
                           ident, user["id"], agent["price"], at)
    return {"agentId": str(ident), "sessionId": session, "checkoutUrl": f"https://pay.example/checkout/{session}",
            "amount": money(agent["price"]), "currency": "USD"}


@post("/me/agents/{agent_id:str}/unsubscribe", responses=R(400, 404), status_code=200, **AUTH)
async def unsubscribe(request: Request, agent_id: str) -> AgentSubscriptionResponse:
    user, ident = me(request), as_uuid(agent_id)
    async with db.tx() as conn:
        if not ident or not await conn.fetchval("SELECT 1 FROM agents WHERE id = $1", ident):
            fail(404, "Agent not found")
        row = await conn.fetchrow("SELECT * FROM subscriptions WHERE user_id = $1 AND agent_id = $2 FOR NO KEY UPDATE",
                                  user["id"], ident)
        if row is None or (row["status"] != "ACTIVE" and not F("unsubscribe-twice")):
            fail(400, "No active subscription to cancel")
        if row["provider_subscription_id"] is None:
            fail(400, "No subscription at the payment provider")
        who = "agent_id = $1" if F("unsubscribe-ends-all-users") else "agent_id = $1 AND user_id = $2"
        await conn.execute(f"UPDATE subscriptions SET status = 'CANCELED', canceled_at = $3 WHERE {who} "
                           "AND $2::uuid IS NOT NULL", ident, user["id"], now())
        return out(await conn.fetchrow(f"{SUBS} AND s.agent_id = $2", user["id"], ident))


@get("/me/subscriptions", responses=R(), **AUTH)
async def list_subscriptions(request: Request) -> AgentSubscriptionListResponse:
    sql = f"{SUBS} ORDER BY s.started_at DESC, s.id"
    if F("subscriptions-distinct-on-status"):
        sql = "SELECT DISTINCT ON (status) * FROM (" + SUBS + ") s ORDER BY status, started_at DESC"
    return page([out(r) for r in await db.rows(sql, me(request)["id"])])


@get("/me/subscriptions/{agent_id:str}", responses=R(404), **AUTH)
async def get_subscription(request: Request, agent_id: str) -> AgentSubscriptionResponse:
    ident = as_uuid(agent_id)
    row = ident and await db.row(f"{SUBS} AND s.agent_id = $2", me(request)["id"], ident)
    if not row:
        fail(404, "Subscription not found")
    return out(row)


# --- billing, credits, payments
@get("/me/billing", responses=R(), **AUTH)
async def billing(request: Request) -> BillingInformationSubscription:
    free = me(request)["tier"] == "SANDBOX"
    first = now().replace(day=1, hour=0, minute=0, second=0, microsecond=0)
    return {"plan": me(request)["tier"], "status": "NONE" if free else "ACTIVE", "amount": "0.00" if free else "20.00",
            "currency": "USD", "currentPeriodStart": iso(first),
            "currentPeriodEnd": iso((first + dt.timedelta(days=32)).replace(day=1))}


@get("/me/credits", responses=R(404), **AUTH)
async def get_credits(request: Request) -> AgentExecutionCredits:
    row = await db.row("SELECT * FROM credits WHERE user_id = $1", me(request)["id"])
    if row is None:
        fail(404, "Credits not found")
    return out(row, ("user_id",))


@post("/me/credits/use", responses=R(404), status_code=200, **AUTH)
async def use_credits(request: Request) -> AgentExecutionCredits:
    user = me(request)
    if F("credits-read-then-written"):
        balance = await db.val("SELECT balance FROM credits WHERE user_id = $1", user["id"])
        await asyncio.sleep(0.02)
        if balance:
            row = await db.row("UPDATE credits SET balance = $2, used = used + 1, updated_at = $3 WHERE user_id = $1 "
                               "RETURNING *", user["id"], balance - 1, now())
            return out(row, ("user_id",))
    row = await db.row("UPDATE credits SET balance = balance - 1, used = used + 1, updated_at = $2 "
                       "WHERE user_id = $1 AND balance > 0 RETURNING *", user["id"], now())
    if row is None:
        fail(404, "Credits not found")
    if F("credits-use-answers-old-balance"):
        return {**out(row, ("user_id",)), "balance": row["balance"] + 1}
    return out(row, ("user_id",))


def sign(body: bytes) -> str:
    return "sha256=" + hmac.new(WEBHOOK_SECRET, body, hashlib.sha256).hexdigest()


@post("/me/payments/webhook", responses={k: v for k, v in R(400, auth=False).items()}, status_code=200, security=[{}],
      description="An event {id, type, data} of the payment provider, signed over the raw body. "
                  "credits.purchased {userId, credits} adds credits, once for each event id.")
async def webhook(request: Request, signature: Annotated[str | None, Parameter(header="X-Payment-Signature")] = None
                  ) -> PaymentWebhookResponseSuccess:
    body = await request.body()
    if not signature and F("webhook-unsigned-accepted"):
        signature = sign(body)
    if not signature:
        fail(400, "The signature is missing")
    if not hmac.compare_digest(sign(body).encode(), signature.encode()):
        fail(400, "The signature is wrong")
    try:
        event = json.loads(body)
        event_id, kind, data = str(event["id"]), str(event["type"]), event.get("data") or {}
        user = as_uuid(data.get("userId", ""))
        amount = int(data.get("credits", 0))
    except (ValueError, KeyError, TypeError, AttributeError):
        fail(400, "The event is invalid")
    async with db.tx() as conn:
        fresh = await conn.fetchval("INSERT INTO webhook_events VALUES ($1, $2, $3) ON CONFLICT (id) DO NOTHING RETURNING id",
                                    event_id, kind, now())
        if (fresh or F("webhook-event-counted-twice")) and kind == "credits.purchased" and user and amount > 0:
            await conn.execute("UPDATE credits SET balance = balance + $2, updated_at = $3 WHERE user_id = $1",
                               user, amount, now())
    return {"received": True, "eventId": event_id}


@post("/me/payments/sessions", responses=R(), status_code=200, **AUTH)
async def payment_session(request: Request, data: PaymentSessionRequest) -> PaymentSessionResponse:
    ident = uuid7()
    amount = decimal.Decimal(data.amount)
    if F("payment-amount-without-cents"):
        amount = amount.to_integral_value(decimal.ROUND_DOWN)
    row = await db.row("INSERT INTO payment_sessions VALUES ($1, $2, $3, $4, 'OPEN', $5) RETURNING *", ident,
                       me(request)["id"], amount, data.currency, now())
    return {**out(row, ("user_id",), id="sessionId"), "url": f"https://pay.example/sessions/{ident}"}


# --- monetization: days are days of UTC, today the last one
Period = Annotated[int, Parameter(ge=0 if F("monetization-period-zero") else 1, le=365)]
PAID = "FROM payments p JOIN agents a ON a.id = p.agent_id WHERE a.owner_id = $1 AND p.created_at >= $2"


def days(period: int) -> list[dt.date]:
    today = dt.datetime.now(UTC).date()
    return [today - dt.timedelta(days=period - 1 - i) for i in range(period)]


def midnight(day: dt.date) -> dt.datetime:
    return dt.datetime.combine(day, dt.time(), UTC)


async def earnings(user: dict, period: int) -> dict[dt.date, decimal.Decimal]:
    span = days(period) or [dt.datetime.now(UTC).date()]
    rows = await db.rows(f"SELECT (p.created_at AT TIME ZONE 'UTC')::date AS day, sum(p.amount) AS amount {PAID} "
                         "GROUP BY 1", user["id"], midnight(span[0]))
    found = {r["day"]: r["amount"] for r in rows}
    return {day: found.get(day, decimal.Decimal(0)) for day in span}


async def subscribers(user: dict, period: int) -> list[int]:
    rows = await db.rows("SELECT s.user_id, s.started_at, s.canceled_at FROM subscriptions s JOIN agents a "
                         "ON a.id = s.agent_id WHERE a.owner_id = $1", user["id"])
    ends = [midnight(d + dt.timedelta(days=1)) for d in days(period)]
    return [len({r["user_id"] for r in rows if r["started_at"] < end and (not r["canceled_at"] or r["canceled_at"] >= end)})
            for end in ends]


@get("/me/monetization/summary", responses=R(), **AUTH)
async def summary(request: Request, period: Period = 28) -> MonetizationSummary:
    user = me(request)
    total = sum((await earnings(user, period)).values(), decimal.Decimal(0))
    if F("monetization-join-multiplies"):
        total = await db.val(f"SELECT coalesce(sum(p.amount), 0) {PAID.replace('WHERE', 'JOIN subscriptions s ON s.agent_id = a.id WHERE')}",
                             user["id"], midnight(days(period)[0]))
    return {"period": period, "totalSubscribers": ([0] + await subscribers(user, period))[-1],
            "totalEarnings": money(total), "currency": "USD"}


@get("/me/monetization/subscribers", responses=R(), **AUTH)
async def daily_subscribers(request: Request, period: Period = 28) -> MonetizationSubscribersResponse:
    counts = await subscribers(me(request), period)
    return {"period": period, "totalSubscribers": ([0] + counts)[-1],
            "items": [{"date": d.isoformat(), "subscribers": n} for d, n in zip(days(period), counts)]}


@get("/me/monetization/earnings", responses=R(), **AUTH)
async def daily_earnings(request: Request, period: Period = 28) -> MonetizationEarningsResponse:
    found = await earnings(me(request), period)
    items = [{"date": d.isoformat(), "earnings": money(v)} for d, v in found.items()]
    if F("monetization-earnings-without-today"):
        items = items[:-1]
    return {"period": period, "items": items, "totalEarnings": money(sum(found.values(), decimal.Decimal(0))),
            "currency": "USD"}


# --- API keys
KEYS = "SELECT id AS api_key_id, name, key, is_default, created_at FROM api_keys WHERE user_id = $1"


async def add_key(conn: Any, user: dict, name: str, default: bool) -> Any:
    return await conn.fetchrow(
        "INSERT INTO api_keys (user_id, name, key, is_default, created_at) VALUES ($1, $2, $3, $4, $5) "
        "RETURNING id AS api_key_id, name, key, is_default, created_at",
        user["id"], name, f"awk_{secrets.token_urlsafe(24)}", default, now())


async def lock_keys(conn: Any, user: dict) -> None:
    await conn.execute("SELECT 1 FROM users WHERE id = $1 FOR NO KEY UPDATE", user["id"])


@get("/me/api-keys", responses=R(), **AUTH)
async def list_keys(request: Request) -> list[ApiKeyHidden]:
    drop = () if F("keys-list-shows-keys") else ("key",)
    return [out(r, drop) for r in await db.rows(f"{KEYS} ORDER BY id", me(request)["id"])]


@post("/me/api-keys", responses=R(), status_code=200, **AUTH)
async def create_key(request: Request, data: ApiKeyCreate) -> ApiKey:
    user = me(request)
    async with db.tx() as conn:
        await lock_keys(conn, user)
        first = not await conn.fetchval("SELECT 1 FROM api_keys WHERE user_id = $1 AND is_default", user["id"])
        return out(await add_key(conn, user, data.name, first or F("keys-every-one-default")))


@get("/me/api-keys/default", responses=R(), **AUTH)
async def default_key(request: Request) -> ApiKey:
    user = me(request)
    async with db.tx() as conn:
        row = await conn.fetchrow(f"{KEYS} AND is_default ORDER BY id", user["id"])
        if row is None:
            await lock_keys(conn, user)
            row = await conn.fetchrow(f"{KEYS} AND is_default ORDER BY id", user["id"])
        return out(row or await add_key(conn, user, "Default key", True))


@get("/me/api-keys/{api_key_id:str}", responses=R(404), **AUTH)
async def get_key(request: Request, api_key_id: int) -> ApiKey:
    sql = KEYS.replace("user_id = $1", "$1::uuid IS NOT NULL") if F("key-of-other-user-read") else KEYS
    row = abs(api_key_id) < BIGINT and await db.row(f"{sql} AND id = $2", me(request)["id"], api_key_id)
    if not row:
        fail(404, "API key not found")
    return out(row)


@delete("/me/api-keys/{api_key_id:str}", responses=R(404), status_code=200, **AUTH)
async def delete_key(request: Request, api_key_id: int) -> ApiKeyHidden:
    user = me(request)
    async with db.tx() as conn:
        await lock_keys(conn, user)
        row = abs(api_key_id) < BIGINT and await conn.fetchrow(f"{KEYS} AND id = $2", user["id"], api_key_id)
        if not row:
            fail(404, "API key not found")
        await conn.execute("DELETE FROM api_keys WHERE id = $1", api_key_id)
        if row["is_default"]:
            await conn.execute("UPDATE api_keys SET is_default = true WHERE id = (SELECT min(id) FROM api_keys "
                               "WHERE user_id = $1)", user["id"])
    return out(row, ("key",))


HANDLERS = [subscribe, unsubscribe, list_subscriptions, get_subscription, billing, get_credits, use_credits, webhook,
            payment_session, summary, daily_subscribers, daily_earnings, list_keys, create_key, default_key, get_key,
            delete_key]

"""Users, agents and codes of a fresh start. python -m app.seed writes config.json."""
from __future__ import annotations

import datetime as dt
import decimal
import json
import uuid

from .core import UTC, db, make_jwt, now, users
from .core import WEBHOOK_SECRET  # noqa: F401


def ident(kind: int, n: int) -> uuid.UUID:
    return uuid.UUID(f"0198c0de-0000-7{kind:03x}-8000-{n:012x}")


OWN, OTHER, SANDBOX, MAKER, FAN, REGULAR = (ident(1, n) for n in range(1, 7))
USERS = [(OWN, "ada@clover.example", "Ada Own", "PRO", True), (OTHER, "bo@clover.example", "Bo Other", "PRO", True),
         (SANDBOX, "cy@clover.example", "Cy Sandbox", "SANDBOX", False),
         (MAKER, "dot@clover.example", "Dot Maker", "PRO", True), (FAN, "eve@clover.example", "Eve Fan", "PRO", False),
         (REGULAR, "fay@clover.example", "Fay Regular", "PRO", False)]
KEYS = [(OWN, "awk_own_3f9a1c57d2e84b60"), (OTHER, "awk_other_81b7e0c4a95d4f23")]
WORKER, OWN_PAID, PAID, UNPAID, PRIVATE, SUBSCRIBED, UNSUBSCRIBE = (ident(2, n) for n in range(1, 8))
AGENTS = [(WORKER, OWN, "Clover worker", "PUBLIC", None, "clover-worker"),
          (OWN_PAID, OWN, "Paid helper", "PUBLIC", "12.50", None),
          (PAID, OTHER, "Paid analyst", "PUBLIC", "19.99", None), (UNPAID, OTHER, "Free analyst", "PUBLIC", None, None),
          (PRIVATE, OTHER, "Private analyst", "PRIVATE", None, None),
          (SUBSCRIBED, MAKER, "Paid writer", "PUBLIC", "7.25", None),
          (UNSUBSCRIBE, MAKER, "Paid painter", "PUBLIC", "3.10", None)]
SUBSCRIPTIONS = [(OWN, SUBSCRIBED, 20), (OWN, UNSUBSCRIBE, 15), (FAN, OWN_PAID, 40), (REGULAR, OWN_PAID, 3)]
VIP = [("WELCOME-2026", MAKER), ("SPRING-2026", MAKER), ("ADA-2026", OWN), ("BO-2026", OTHER)]
EVENT = '{"id":"evt_clover_1","type":"credits.purchased","data":{"userId":"%s","credits":25}}' % OWN


async def seed() -> None:
    at = now()
    for u in USERS:
        await db.run("INSERT INTO users VALUES ($1, $2, $3, $4, $5, $6)", *u, at)
    for r in await db.rows("SELECT * FROM users"):
        users[str(r["id"])] = dict(r)
    for user, key in KEYS:
        await db.run("INSERT INTO api_keys (user_id, name, key, is_default, created_at) VALUES ($1, 'Default key', $2, true, $3)",
                     user, key, at)
    for agent, owner, name, visibility, price, slug in AGENTS:
        await db.run("INSERT INTO agents (id, owner_id, name, chat_prompt, visibility, vanity_slug, price, created_at, "
                     "updated_at) VALUES ($1, $2, $3, 'You are a helpful worker.', $4, $5, $6, $7, $7)", agent, owner, name,
                     visibility, slug, decimal.Decimal(price) if price else None, now())
    for i, (user, agent, days) in enumerate(SUBSCRIPTIONS):
        began = dt.datetime.now(UTC) - dt.timedelta(days=days)
        price = await db.val("SELECT price FROM agents WHERE id = $1", agent)
        await db.run("INSERT INTO subscriptions VALUES ($1, $2, $3, 'ACTIVE', $4, $5, $6)", ident(3, i + 1), user, agent,
                     f"sub_seed_{i}", price, began)
        await db.run("INSERT INTO payments (agent_id, user_id, amount, created_at) VALUES ($1, $2, $3, $4)",
                     agent, user, price, began)
    for user, balance in ((OWN, 500), (OTHER, 250)):
        await db.run("INSERT INTO credits VALUES ($1, $2, 0, $3)", user, balance, at)
    for code, owner in VIP:
        await db.run("INSERT INTO vip_codes VALUES ($1, $2)", code, owner)


def config() -> dict:
    from .money import sign
    url = "http://127.0.0.1:PORT"
    return {
        "agentsUrl": f"{url}/workers", "baseUrl": url, "openapi": f"{url}/schema/openapi.json", "profile": "full",
        "consistencyWindow": 1,
        "credentials": {"apiKey": KEYS[0][1], "jwt": make_jwt(str(OWN)), "otherApiKey": KEYS[1][1],
                        "otherJwt": make_jwt(str(OTHER)), "sandboxJwt": make_jwt(str(SANDBOX))},
        "bindings": {
            "AgentStudioChatCreate": {"fields": {"run_id": "runId", "visibility": "visibility"}},
            "AgentExecutionCredits": {"fields": {"balance": "balance"}},
            "AgentFileCreateRequest": {"fields": {"position": "position"}, "body": {"name": "notes.txt", "content": "Notes"}},
            "AgentFileUpdateRequest": {"fields": {"position": "position"}},
            "AgentFileResponse": {"fields": {"file_id": "fileId", "position": "position"}},
            "AgentFileBatchPositionRequest": {"fields": {"positions": "positions", "file_id": "fileId",
                                                         "position": "position"}},
            "AgentThemePreferenceUpsertRequest": {"fields": {"theme_color": "themeColor"}},
            "SlugRequest": {"body": {"name": "Clover Worker"}},
            "UserFeedbackRequest": {"body": {"sentiment": "POSITIVE"}},
            "PaymentSessionRequest": {"body": {"amount": "25.00", "currency": "USD"}},
            "UserBundleRequest": {"fields": {"tools": "tools"}, "body": {"name": "My bundle"}},
            "CliAuthInsertModel": {"fields": {"jwt": "jwt"}},
            "ApiKeyCreate": {"body": {"name": "A key"}},
            "MonetizationSummary": {"fields": {"total_subscribers": "totalSubscribers", "total_earnings": "totalEarnings"}}},
        "fixtures": {
            "agentId": str(WORKER), "message": "Hello there, please say something", "backgroundAgentId": str(WORKER),
            "backgroundMessage": "Start the background job", "backgroundErrorMessage": "Start the failing job",
            "slowMessage": "Count slowly to ten", "jobSeconds": 5, "filesPerAgent": 10,
            "toolCallMessage": {"message": "What is the weather in Bergen?", "name": "lookup_weather", "output": "ST-7741"},
            "paidAgentId": str(PAID), "unpaidAgentId": str(UNPAID), "ownPaidAgentId": str(OWN_PAID),
            "subscribedAgentId": str(SUBSCRIBED), "unsubscribeAgentId": str(UNSUBSCRIBE), "privateAgentId": str(PRIVATE),
            "tool": {"name": "lookup_weather", "input": {"place": "Bergen"}, "invalidInput": {"place": 7}},
            "installableToolId": "reverse_text", "toolsetName": "text", "notifierMayBeUsed": True,
            "vipCode": "WELCOME-2026", "ownVipCode": "ADA-2026", "cron": "0 9 * * 1",
            "webhook": {"signatureHeader": "X-Payment-Signature", "validSignature": sign(EVENT.encode()), "body": EVENT}}}


if __name__ == "__main__":
    with open("config.json", "w", encoding="utf-8") as f:
        json.dump(config(), f, indent=2)
        f.write("\n")

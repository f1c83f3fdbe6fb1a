"""Agents and the legacy family of chats: one record, two families of paths."""
from __future__ import annotations

import asyncio
import decimal
import re
import secrets
from typing import Annotated, Any, Literal, Optional
from uuid import UUID

import asyncpg
from litestar import Request, delete, get, patch, post, put
from litestar.params import Parameter
from msgspec import UNSET

from .core import BEARER, F, R, as_uuid, db, fail, may_user, me, need_user, now, out, page, uuid7
from .models import (AgentModel, AgentRequest, AgentRequestPartial, AgentRunLog, OgResponse, SlugAvailability,
                     SlugRequest, SlugResponse, UserFeedbackRequest, VibeCoderListResponse, VibeCoderPromptResponse)
from .workers import add_log, new_run

AUTH: dict[str, Any] = {"guards": [need_user], "security": BEARER}
OPEN: dict[str, Any] = {"guards": [may_user], "security": [{}, *BEARER]}
VIEW = ("SELECT a.*, (SELECT count(*) FROM feedback f WHERE f.agent_id = a.id) AS feedback_count FROM agents a")
COLUMNS = ("name", "chat_prompt", "description", "visibility", "vanity_slug", "upsell_description", "price", "tags")
shared_tags: list[str] = []
_slugs: dict[str, bool] = {}


def show(row: Any) -> dict[str, Any]:
    result = out(row, id="agentId")
    result["isPaid"] = bool(row["price"])
    return result


async def load(conn: Any, agent_id: str | UUID, lock: bool = False) -> Any:
    ident = agent_id if isinstance(agent_id, UUID) else as_uuid(agent_id)
    row = ident and await conn.fetchrow(f"{VIEW} WHERE a.id = $1 AND a.deleted_at IS NULL"
                                        + (" FOR NO KEY UPDATE OF a" if lock else ""), ident)
    if not row:
        fail(404, "Agent not found")
    return row


def may_read(row: Any, user: dict | None) -> bool:
    return row["visibility"] == "PUBLIC" or (user is not None and user["id"] == row["owner_id"])


async def readable(agent_id: str | UUID, user: dict | None) -> Any:
    row = await load(db.pool, agent_id)
    if not may_read(row, user):
        fail(403, "This agent is private")
    return row


async def owned(conn: Any, agent_id: str | UUID, user: dict, lock: bool = False) -> Any:
    row = await load(conn, agent_id, lock)
    if row["owner_id"] != user["id"]:
        fail(403, "Not your agent")
    return row


def default_visibility(user: dict) -> str:
    return "PUBLIC" if user["tier"] == "SANDBOX" else "PRIVATE"


def check_visibility(user: dict, visibility: Any) -> str:
    value = visibility.upper()
    if value == "PRIVATE" and user["tier"] == "SANDBOX":
        fail(400, "The sandbox tier can not make agents or chats private")
    return value


def values_of(data: AgentRequest | AgentRequestPartial, user: dict, full: bool) -> dict[str, Any]:
    """The columns that a request sets; with full, also those it leaves out, at their defaults."""
    values: dict[str, Any] = {}
    for name in COLUMNS:
        given = getattr(data, name)
        if given is not UNSET and not (name == "chat_prompt" and given is None):
            values[name] = given
    if "chat_prompt" in values and not values["chat_prompt"].strip():
        fail(400, "The chat prompt is missing")
    if full and "chat_prompt" not in values and not F("agent-without-prompt-created"):
        fail(400, "The chat prompt is missing")
    if full:
        defaults = {"name": None, "chat_prompt": "", "description": None, "visibility": None, "vanity_slug": None,
                    "upsell_description": None, "price": None, "tags": []}
        values = {**defaults, **values}
    if "name" in values and not values["name"]:
        values["name"] = "Untitled agent"
    if "visibility" in values:
        if values["visibility"] is None:
            values["visibility"] = default_visibility(user)
        elif F("sandbox-private-through-patch") and isinstance(data, AgentRequestPartial):
            values["visibility"] = values["visibility"].upper()
        else:
            values["visibility"] = check_visibility(user, values["visibility"])
    if values.get("price") is not None:
        values["price"] = decimal.Decimal(values["price"]).quantize(decimal.Decimal("0.01"))
        if F("agent-price-rounded"):
            values["price"] = values["price"].quantize(decimal.Decimal("0.1"))
        values["price"] = values["price"] or None
    return values


async def insert(conn: Any, user: dict, values: dict[str, Any]) -> UUID:
    agent_id, at = uuid7(), now()
    if F("agent-tags-mutable-default") and not values["tags"]:
        values["tags"] = shared_tags
    elif F("agent-tags-mutable-default"):
        shared_tags.extend(values["tags"])
    try:
        async with conn.transaction():
            await conn.execute(
                f"INSERT INTO agents (id, owner_id, created_at, updated_at, {', '.join(COLUMNS)}) "
                "VALUES ($1, $2, $3, $3, $4, $5, $6, $7, $8, $9, $10, $11)",
                agent_id, user["id"], at, *[values[c] for c in COLUMNS])
    except asyncpg.UniqueViolationError:
        fail(400, "The vanity slug is taken")
    return agent_id


async def update(conn: Any, agent_id: UUID, values: dict[str, Any]) -> dict[str, Any]:
    if F("agent-patch-unset-is-null"):
        for column in ("description", "upsell_description"):
            values.setdefault(column, None)
    sets = ", ".join(f"{c} = ${i}" for i, c in enumerate(values, 3))
    try:
        async with conn.transaction():
            await conn.execute(f"UPDATE agents SET updated_at = $2{', ' if sets else ''}{sets} WHERE id = $1",
                               agent_id, now(), *values.values())
    except asyncpg.UniqueViolationError:
        fail(400, "The vanity slug is taken")
    return show(await load(conn, agent_id))


async def create(user: dict, data: AgentRequest) -> dict[str, Any]:
    values = values_of(data, user, True)
    async with db.tx() as conn:
        return show(await load(conn, await insert(conn, user, values)))


async def mine(user: dict, forgot_deleted: bool = False) -> list[dict[str, Any]]:
    where = "a.owner_id = $1" if forgot_deleted else "a.owner_id = $1 AND a.deleted_at IS NULL"
    if F("agents-list-with-public-ones"):
        where = "(a.owner_id = $1 OR a.visibility = 'PUBLIC') AND a.deleted_at IS NULL"
    return [show(r) for r in await db.rows(f"{VIEW} WHERE {where} ORDER BY a.created_at DESC, a.id DESC", user["id"])]


# --- agents
@get("/me/agents", responses=R(), **AUTH)
async def list_agents(request: Request) -> list[AgentModel]:
    return await mine(me(request), F("agents-list-keeps-deleted"))


@post("/me/agents", responses=R(400, 403, 404), status_code=200, **AUTH)
async def upsert_agent(request: Request, data: AgentRequest) -> AgentModel:
    user = me(request)
    if data.agent_id is None:
        return await create(user, data)
    async with db.tx() as conn:
        row = await owned(conn, data.agent_id, user, True)
        values = values_of(data, user, True)
        sent = {c for c in COLUMNS if getattr(data, c) is not UNSET}
        return await update(conn, row["id"], {c: v for c, v in values.items() if c in sent})


@get("/me/agents/{agent_id:str}", responses=R(403, 404, auth=False), **OPEN)
async def get_agent(request: Request, agent_id: str) -> AgentModel:
    return show(await readable(agent_id, me(request)))


@post("/me/agents/{agent_id:str}/upsell-description", responses=R(404), status_code=200, **AUTH)
async def upsell(request: Request, agent_id: str) -> AgentModel:
    async with db.tx() as conn:
        row = await load(conn, agent_id, True)
        if row["owner_id"] != me(request)["id"] and not F("upsell-on-foreign-agent"):
            fail(404, "Agent not found")
        text = f"Subscribe to {row['name']} and let it work for you every day."
        if F("upsell-not-stored"):
            return {**show(row), "upsellDescription": text}
        return await update(conn, row["id"], {"upsell_description": text})


async def slug_taken(slug: str) -> bool:
    return bool(await db.val("SELECT 1 FROM agents WHERE lower(vanity_slug) = lower($1) AND deleted_at IS NULL", slug))


@post("/me/agents/vanity/slug", responses=R(auth=False), status_code=200, security=[{}])
async def generate_slug(data: SlugRequest) -> SlugResponse:
    base = re.sub(r"[^a-z0-9]+", "-", data.name.lower()).strip("-")[:40].strip("-") or "agent"
    slug = base
    while not F("generated-slug-may-be-taken") and await slug_taken(slug):
        slug = f"{base}-{secrets.token_hex(3)}"
    return {"slug": slug}


@get("/me/agents/vanity/slug", responses=R(), **AUTH)
async def slug_available(request: Request, slug: str) -> SlugAvailability:
    if F("slug-availability-cached"):
        if slug not in _slugs:
            _slugs[slug] = not await slug_taken(slug)
        return {"slug": slug, "available": _slugs[slug]}
    good = bool(re.fullmatch(r"[A-Za-z0-9]+(-[A-Za-z0-9]+)*", slug)) and len(slug) <= 64
    return {"slug": slug, "available": good and not await slug_taken(slug)}


VIBE = {"bolt": "Bolt", "lovable": "Lovable", "replit": "Replit"}
ServiceName = Literal["bolt", "lovable", "replit"]


@get("/me/agents/{agent_id:str}/vibe", responses=R(403, 404), **AUTH)
async def vibe(request: Request, agent_id: str, service_name: ServiceName) -> VibeCoderPromptResponse:
    row = await readable(agent_id, me(request))
    return {"agentId": str(row["id"]), "serviceName": service_name,
            "prompt": f"Build with {VIBE[service_name]} a web page that talks to the AI worker \"{row['name']}\" "
                      f"(id {row['id']}): POST a JSON message and show the streamed text."}


@get("/me/vibe/services", responses={500: R()[500]}, security=[{}])
async def vibe_services() -> VibeCoderListResponse:
    return page([{"name": k, "title": v} for k, v in VIBE.items()])


# --- chats
@get("/me/chats", responses=R(), **AUTH)
async def list_chats(request: Request) -> list[AgentModel]:
    return await mine(me(request))


@post("/me/chats", responses=R(400), status_code=200, deprecated=True, **AUTH)
async def create_chat(request: Request, data: AgentRequest) -> AgentModel:
    return await create(me(request), data)


@get("/me/chats/{chat_id:str}", responses=R(403, 404, auth=False), **OPEN)
async def get_chat(request: Request, chat_id: str) -> AgentModel:
    return show(await readable(chat_id, me(request)))


@put("/me/chats/{chat_id:str}", responses=R(400, 403, 404), **AUTH)
async def put_chat(request: Request, chat_id: str, data: AgentRequest) -> AgentModel:
    user = me(request)
    async with db.tx() as conn:
        row = await load(conn, chat_id, True)
        if row["owner_id"] != user["id"] and not (F("chat-put-checks-only-private") and may_read(row, user)):
            fail(403, "Not your chat")
        return await update(conn, row["id"], values_of(data, user, True))


@patch("/me/chats/{chat_id:str}", responses=R(400, 403, 404), **AUTH)
async def patch_chat(request: Request, chat_id: str, data: AgentRequestPartial) -> AgentModel:
    user = me(request)
    if F("chat-patches-at-once-lost"):
        row = await owned(db.pool, chat_id, user)
        values = values_of(data, user, False)
        await asyncio.sleep(0.05)
        return await update_whole(row, values)
    async with db.tx() as conn:
        row = await owned(conn, chat_id, user, True)
        return await update(conn, row["id"], values_of(data, user, False))


async def update_whole(row: Any, values: dict[str, Any]) -> dict[str, Any]:
    """The fault: every column of the record read before is written back."""
    async with db.tx() as conn:
        return await update(conn, row["id"], {**{c: row[c] for c in COLUMNS}, **values})


@delete("/me/chats/{chat_id:str}", responses=R(403, 404), status_code=200, **AUTH)
async def delete_chat(request: Request, chat_id: str) -> AgentModel:
    async with db.tx() as conn:
        row = await owned(conn, chat_id, me(request), True)
        await conn.execute("UPDATE agents SET deleted_at = $2, updated_at = $2 WHERE id = $1", row["id"], now())
        if F("chat-delete-removes-all-schedules"):
            await conn.execute("DELETE FROM schedules WHERE user_id = $1", row["owner_id"])
        await conn.execute("DELETE FROM schedules WHERE chat_id = $1", row["id"])
        return show(await conn.fetchrow(f"{VIEW} WHERE a.id = $1", row["id"]))


@get("/me/chats/{chat_id:str}/og", responses=R(auth=False), security=[{}])
async def chat_og(chat_id: UUID) -> OgResponse:
    row = await db.row("SELECT * FROM agents WHERE id = $1 AND deleted_at IS NULL", chat_id)
    if row is None or (row["visibility"] != "PUBLIC" and not F("og-shows-private")):
        return {"title": "Agent Workers", "description": "AI workers that keep working", "image": "/og/default.png",
                "url": f"/chats/{chat_id}"}
    return {"title": row["name"], "description": row["description"] or "An AI worker",
            "image": f"/og/{chat_id}.png", "url": f"/chats/{chat_id}"}


@post("/me/chats/{chat_id:str}/clone", responses=R(400, 403, 404), status_code=200, **AUTH)
async def clone_chat(request: Request, chat_id: UUID,
                     data: Optional[AgentRequestPartial] = None) -> AgentModel:
    user = me(request)
    async with db.tx() as conn:
        row = await load(conn, chat_id)
        if row["visibility"] != "PUBLIC" and not (F("chat-clone-own-private") and row["owner_id"] == user["id"]):
            fail(403, "This chat is not public")
        values: dict[str, Any] = {c: row[c] for c in COLUMNS}
        values.update(vanity_slug=None, price=None, visibility=default_visibility(user))
        if data is not None:
            changed = values_of(data, user, False)
            values.update(changed)
        clone = await insert(conn, user, values)
        if not F("chat-clone-without-files"):
            for f in await conn.fetch("SELECT * FROM agent_files WHERE agent_id = $1", row["id"]):
                await conn.execute(
                    "INSERT INTO agent_files (id, agent_id, name, content_type, content, position, created_at, updated_at) "
                    "VALUES ($1, $2, $3, $4, $5, $6, $7, $7)", uuid7(), clone, f["name"], f["content_type"], f["content"],
                    f["position"], now())
        await conn.execute("INSERT INTO agent_themes SELECT $2, theme_color, $3, $3 FROM agent_themes "
                           "WHERE agent_id = $1", row["id"], clone, now())
        return show(await load(conn, clone))


@post("/me/chats/{chat_id:str}/feedback", responses=R(404), status_code=200, **AUTH)
async def feedback(request: Request, chat_id: str, data: UserFeedbackRequest) -> AgentModel:
    user = me(request)
    row = await load(db.pool, chat_id)
    if not may_read(row, user):
        fail(404, "Chat not found")
    await db.run("INSERT INTO feedback (agent_id, user_id, sentiment, comment, created_at) VALUES ($1, $2, $3, $4, $5)",
                 row["id"], user["id"], data.sentiment, data.comment, now())
    return show(row if F("feedback-count-stale") else await load(db.pool, row["id"]))


@post("/me/chats/{chat_id:str}/runs", responses=R(403, 404), status_code=200, **AUTH)
async def chat_run(request: Request, chat_id: UUID) -> AgentRunLog:
    user = me(request)
    row = await readable(chat_id, user)
    async with db.tx() as conn:
        run_id = await new_run(conn, row["id"], row["owner_id"] if F("chat-run-given-to-owner") else user["id"])
        await add_log(conn, run_id, "INFO", "RUN_CREATED", "Run created from the chat")
        return out(await conn.fetchrow("SELECT id AS log_id, run_id, level, event, message, created_at FROM run_logs "
                                       "WHERE run_id = $1", run_id))


HANDLERS = [list_agents, upsert_agent, get_agent, upsell, generate_slug, slug_available, vibe, vibe_services,
            list_chats, create_chat, get_chat, put_chat, patch_chat, delete_chat, chat_og, clone_chat, feedback, chat_run]

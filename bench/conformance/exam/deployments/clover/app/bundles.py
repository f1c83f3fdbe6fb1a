"""Bundles, CLI auth sessions, the user, VIP codes."""
from __future__ import annotations

import asyncio
import datetime as dt
import json
from typing import Any, Optional
from uuid import UUID

import asyncpg
from litestar import Request, Response, delete, get, post, put
from msgspec import UNSET

from .agents import AUTH
from .catalog import TOOLS
from .core import BIGINT, F, R, db, fail, jwt_user, me, now, out, uuid7
from .models import (CliAuthInsertModel, CliAuthModel, UserBundle, UserBundleRequest, UserBundleRow,
                     UserBundleSimplified, UserBundleTool, UserWithTier, VipCodeRedeemed, VipCodeRedemptionCount,
                     VipCodeRequest)

ROW = "SELECT id AS bundle_id, name, description, created_at, updated_at FROM bundles WHERE id = $1 AND user_id = $2"
TOOL = "SELECT tool_id, added_at FROM bundle_tools WHERE bundle_id = $1"


async def load(conn: Any, bundle_id: int, user: dict, status: int = 404, lock: str = "") -> Any:
    sql = ROW.replace("user_id = $2", "$2::uuid IS NOT NULL") if F("bundle-of-other-user-changed") and lock else ROW
    row = abs(bundle_id) < BIGINT and await conn.fetchrow(sql + lock, bundle_id, user["id"])
    if not row:
        fail(status, "Bundle not found")
    return row


async def show(conn: Any, row: Any) -> dict[str, Any]:
    tools = await conn.fetch(f"{TOOL} ORDER BY added_at, tool_id", row["bundle_id"])
    return {**out(row), "tools": [out(t) for t in tools]}


@get("/me/bundles", responses=R(), **AUTH)
async def list_bundles(request: Request) -> list[UserBundleSimplified]:
    join = "JOIN" if F("bundles-list-inner-join") else "LEFT JOIN"
    return [out(r) for r in await db.rows(
        f"SELECT b.id AS bundle_id, b.name, count(t.tool_id) AS tool_count FROM bundles b {join} bundle_tools t "
        "ON t.bundle_id = b.id WHERE b.user_id = $1 GROUP BY b.id ORDER BY b.id", me(request)["id"])]


@post("/me/bundles", responses=R(409), status_code=200, **AUTH)
async def create_bundle(request: Request) -> UserBundle:
    row = await db.row("INSERT INTO bundles (user_id, name, created_at, updated_at) VALUES ($1, 'Untitled bundle', $2, $2) "
                       "RETURNING id AS bundle_id, name, description, created_at, updated_at", me(request)["id"], now())
    return {**out(row), "tools": []}


@get("/me/bundles/{bundle_id:str}", responses=R(404), **AUTH)
async def get_bundle(request: Request, bundle_id: int) -> UserBundle:
    return await show(db.pool, await load(db.pool, bundle_id, me(request)))


@put("/me/bundles/{bundle_id:str}", responses=R(409), **AUTH)
async def put_bundle(request: Request, bundle_id: int, data: UserBundleRequest) -> UserBundle:
    user = me(request)
    async with db.tx() as conn:
        await load(conn, bundle_id, user, 409, " FOR NO KEY UPDATE")
        if data.tools is not UNSET:
            if any(t not in TOOLS for t in data.tools):
                fail(409, "The bundle names a tool that does not exist")
            if not F("bundle-put-only-adds-tools"):
                await conn.execute("DELETE FROM bundle_tools WHERE bundle_id = $1 AND NOT tool_id = ANY($2::text[])",
                                   bundle_id, data.tools)
            for t in data.tools:
                await conn.execute("INSERT INTO bundle_tools VALUES ($1, $2, $3) ON CONFLICT DO NOTHING", bundle_id, t, now())
        await conn.execute("UPDATE bundles SET name = $2, description = $3, updated_at = $4 WHERE id = $1",
                           bundle_id, data.name, data.description, now())
        owner = user if not F("bundle-of-other-user-changed") else {
            "id": await conn.fetchval("SELECT user_id FROM bundles WHERE id = $1", bundle_id)}
        return await show(conn, await load(conn, bundle_id, owner, 409))


@delete("/me/bundles/{bundle_id:str}", responses=R(404), status_code=200, **AUTH)
async def delete_bundle(request: Request, bundle_id: int) -> UserBundleRow:
    async with db.tx() as conn:
        row = await load(conn, bundle_id, me(request), lock=" FOR UPDATE")
        await conn.execute("DELETE FROM bundles WHERE id = $1", bundle_id)
        return out(row)


@get("/me/bundles/{bundle_id:str}/tools", responses=R(), **AUTH)
async def bundle_tools(request: Request, bundle_id: int) -> list[UserBundleTool]:
    if abs(bundle_id) >= BIGINT:
        return []
    return [out(r) for r in await db.rows(f"{TOOL} AND EXISTS (SELECT 1 FROM bundles WHERE id = $1 AND user_id = $2) "
                                          "ORDER BY added_at, tool_id", bundle_id, me(request)["id"])]


@post("/me/bundles/{bundle_id:str}/tools", responses=R(404), status_code=200, **AUTH)
async def add_tool(request: Request, bundle_id: int, data: UserBundleTool) -> UserBundleTool:
    async with db.tx() as conn:
        await load(conn, bundle_id, me(request), lock=" FOR NO KEY UPDATE")
        if data.tool_id not in TOOLS:
            fail(404, "Tool not found")
        await conn.execute("INSERT INTO bundle_tools VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
                           bundle_id, data.tool_id, now())
        return out(await conn.fetchrow(f"{TOOL} AND tool_id = $2", bundle_id, data.tool_id))


@delete("/me/bundles/{bundle_id:str}/tools/{tool_id:str}", responses=R(404), status_code=200, **AUTH)
async def remove_tool(request: Request, bundle_id: int, tool_id: str) -> UserBundleTool:
    async with db.tx() as conn:
        await load(conn, bundle_id, me(request), lock=" FOR NO KEY UPDATE")
        row = await conn.fetchrow(f"{TOOL} AND tool_id = $2", bundle_id, tool_id)
        if row is None:
            fail(404, "Tool not in the bundle")
        only = "" if F("bundle-tool-delete-takes-all") else " AND tool_id = $2"
        await conn.execute(f"DELETE FROM bundle_tools WHERE bundle_id = $1{only} AND $2::text IS NOT NULL",
                           bundle_id, tool_id)
        return out(row)


# --- CLI auth sessions: ten minutes, read once
CLI = ("id", "status", "created_at", "expires_at")


def cli(row: Any) -> dict[str, Any]:
    return out({k: row[k] for k in CLI}, id="cliAuthId")


@post("/me/cli-auth", responses=R(503, auth=False), status_code=200, security=[{}])
async def cli_create() -> CliAuthModel:
    at = now()
    return cli(await db.row("INSERT INTO cli_sessions VALUES ($1, NULL, NULL, 'PENDING', $2, $3) RETURNING *",
                            uuid7(), at, at + dt.timedelta(minutes=10)))


@put("/me/cli-auth/{cli_auth_id:str}", responses=R(403, 404, 503), **AUTH)
async def cli_attach(request: Request, cli_auth_id: UUID, data: CliAuthInsertModel) -> CliAuthModel:
    user = me(request)
    async with db.tx() as conn:
        row = await conn.fetchrow("SELECT * FROM cli_sessions WHERE id = $1 AND expires_at > $2 FOR NO KEY UPDATE",
                                  cli_auth_id, now())
        if row is None:
            fail(404, "CLI auth session not found")
        whose = jwt_user(data.jwt)
        taken = row["user_id"] is not None and row["user_id"] != user["id"] and not F("cli-session-taken-over")
        if taken or row["status"] == "CONSUMED" or (whose and whose["id"] != user["id"]):
            fail(403, "This session can not be updated")
        jwt = data.jwt[:200] if F("cli-jwt-truncated") else data.jwt
        return cli(await conn.fetchrow("UPDATE cli_sessions SET user_id = $2, jwt = $3, status = 'ATTACHED' WHERE id = $1 "
                                       "RETURNING *", cli_auth_id, user["id"], jwt))


@get("/me/cli-auth/{cli_auth_id:str}", responses=R(404, 503, auth=False), security=[{}])
async def cli_read(cli_auth_id: UUID) -> Optional[str]:
    if F("cli-jwt-read-raced"):
        row = await db.row("SELECT * FROM cli_sessions WHERE id = $1 AND expires_at > $2", cli_auth_id, now())
        await asyncio.sleep(0.05)
        await db.run("UPDATE cli_sessions SET jwt = NULL, status = 'CONSUMED' WHERE id = $1 AND jwt IS NOT NULL", cli_auth_id)
    else:
        async with db.tx() as conn:
            row = await conn.fetchrow("SELECT * FROM cli_sessions WHERE id = $1 AND expires_at > $2 FOR NO KEY UPDATE",
                                      cli_auth_id, now())
            if row and row["jwt"] is not None and not F("cli-jwt-not-consumed"):
                await conn.execute("UPDATE cli_sessions SET jwt = NULL, status = 'CONSUMED' WHERE id = $1", cli_auth_id)
    if row is None:
        fail(404, "CLI auth session not found")
    return Response(json.dumps(row["jwt"]).encode(), media_type="application/json")


# --- the user and VIP codes
_me: list[dict] = []


@get("/me", responses={c: s for c, s in R().items() if c != 422}, **AUTH)
async def get_me(request: Request) -> UserWithTier:
    user = me(request)
    if F("me-cached-without-user"):
        _me.append(user)
        user = _me[0]
    return out(user, ("notifier_connected",), id="userId")


@get("/me/vip", responses=R(400), **AUTH)
async def vip_count(request: Request) -> VipCodeRedemptionCount:
    where = "$1::uuid IS NOT NULL" if F("vip-count-of-everybody") else "user_id = $1"
    return {"count": await db.val(f"SELECT count(*) FROM vip_redemptions WHERE {where}", me(request)["id"])}


@post("/me/vip", responses=R(400), status_code=200, **AUTH)
async def vip_redeem(request: Request, data: VipCodeRequest) -> VipCodeRedeemed:
    user = me(request)
    code = None if "\0" in data.code else await db.row("SELECT * FROM vip_codes WHERE code = $1", data.code)
    if code is None:
        fail(400, "Invalid code")
    if code["owner_id"] == user["id"] and not F("vip-own-code-taken"):
        fail(400, "This is your own code")
    row = await db.row("INSERT INTO vip_redemptions VALUES ($1, $2, $3) ON CONFLICT DO NOTHING RETURNING code, redeemed_at",
                       data.code, user["id"], now())
    if row is None and F("vip-code-redeemed-twice"):
        return {"code": data.code, "redeemedAt": now().isoformat()}
    if row is None:
        fail(400, "You have redeemed this code already")
    return out(row)


HANDLERS = [list_bundles, create_bundle, get_bundle, put_bundle, delete_bundle, bundle_tools, add_tool, remove_tool,
            cli_create, cli_attach, cli_read, get_me, vip_count, vip_redeem]

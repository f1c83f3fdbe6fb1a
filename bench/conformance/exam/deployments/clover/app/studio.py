"""Agent studio chats."""
from __future__ import annotations

from typing import Any

from litestar import Request, delete, get, patch, post, put
from msgspec import UNSET

from .agents import AUTH, OPEN, check_visibility, default_visibility
from .core import F, R, as_uuid, db, fail, me, may_user, now, out, uuid7
from .models import AgentStudioChat, AgentStudioChatCreate, AgentStudioChatUpdate


async def load(conn: Any, run_id: str, user: dict | None = None, lock: str = "", own: bool = False) -> Any:
    gone = "" if F("studio-deleted-still-read") else " AND deleted_at IS NULL"
    row = None if "\0" in run_id else await conn.fetchrow(
        f"SELECT * FROM studio_chats WHERE run_id = $1{gone}{lock}", run_id)
    if row is None:
        fail(404, "Chat not found")
    if own and row["user_id"] != user["id"]:
        fail(403, "Not your chat")
    return row


@get("/me/agent-studio-chats", responses=R(), **AUTH)
async def list_chats(request: Request) -> list[AgentStudioChat]:
    return [out(r) for r in await db.rows("SELECT * FROM studio_chats WHERE user_id = $1 AND deleted_at IS NULL "
                                          "ORDER BY created_at DESC", me(request)["id"])]


@post("/me/agent-studio-chats", responses=R(400, 409), status_code=200, **AUTH)
async def create_chat(request: Request, data: AgentStudioChatCreate) -> AgentStudioChat:
    user = me(request)
    visibility = check_visibility(user, data.visibility) if data.visibility else default_visibility(user)
    run_id = data.run_id or str(uuid7())
    async with db.tx() as conn:
        if (ident := as_uuid(run_id)) and await conn.fetchval(
                "SELECT 1 FROM runs WHERE id = $1 AND user_id <> $2", ident, user["id"]):
            fail(400, "This run is not yours")
        row = await conn.fetchrow(
            "INSERT INTO studio_chats VALUES ($1, $2, $3, $4, $5, $6, $6) ON CONFLICT (run_id) DO NOTHING RETURNING *",
            run_id, user["id"], data.title, visibility, data.state, now())
        if row is None:
            row = await conn.fetchrow("SELECT * FROM studio_chats WHERE run_id = $1", run_id)
            if (row["user_id"] != user["id"] and not F("studio-create-returns-foreign")) or row["deleted_at"]:
                fail(409, "A chat with this run_id exists")
            if F("studio-create-overwrites-existing"):
                row = await conn.fetchrow("UPDATE studio_chats SET title = $2, state = $3 WHERE run_id = $1 RETURNING *",
                                          run_id, data.title, data.state)
    return out(row)


@get("/me/agent-studio-chats/{run_id:str}", responses=R(403, 404, auth=False), **OPEN)
async def get_chat(request: Request, run_id: str) -> AgentStudioChat:
    user = me(request)
    row = await load(db.pool, run_id)
    if row["visibility"] == "PRIVATE" and (user is None or user["id"] != row["user_id"]):
        if not (F("studio-private-read-by-users") and user is not None):
            fail(403, "This chat is private")
    return out(row)


@put("/me/agent-studio-chats/{run_id:str}", responses=R(400, 403, 404), **AUTH)
async def put_chat(request: Request, run_id: str, data: AgentStudioChatCreate) -> AgentStudioChat:
    user = me(request)
    async with db.tx() as conn:
        await load(conn, run_id, user, " FOR NO KEY UPDATE", True)
        visibility = check_visibility(user, data.visibility) if data.visibility else default_visibility(user)
        state = "state || $4" if F("studio-put-merges-state") else "$4"
        return out(await conn.fetchrow(
            f"UPDATE studio_chats SET title = $2, visibility = $3, state = {state}, updated_at = $5 WHERE run_id = $1 "
            "RETURNING *", run_id, data.title, visibility, data.state, now()))


@patch("/me/agent-studio-chats/{run_id:str}", responses=R(400, 403, 404), **AUTH)
async def patch_chat(request: Request, run_id: str, data: AgentStudioChatUpdate) -> AgentStudioChat:
    user = me(request)
    async with db.tx() as conn:
        row = await load(conn, run_id, user, " FOR NO KEY UPDATE", True)
        title = row["title"] if data.title is UNSET else data.title
        state = row["state"] if data.state is UNSET else data.state
        visibility = row["visibility"] if data.visibility is UNSET else check_visibility(user, data.visibility)
        if F("studio-patch-resets-state") and data.state is UNSET:
            state = {}
        return out(await conn.fetchrow(
            "UPDATE studio_chats SET title = $2, visibility = $3, state = $4, updated_at = $5 WHERE run_id = $1 "
            "RETURNING *", run_id, title, visibility, state, now()))


@delete("/me/agent-studio-chats/{run_id:str}", responses=R(400, 403, 404), status_code=200, **AUTH)
async def delete_chat(request: Request, run_id: str) -> AgentStudioChat:
    async with db.tx() as conn:
        await load(conn, run_id, me(request), " FOR NO KEY UPDATE", True)
        return out(await conn.fetchrow("UPDATE studio_chats SET deleted_at = $2, updated_at = $2 WHERE run_id = $1 "
                                       "RETURNING *", run_id, now()))


@post("/me/agent-studio-chats/{run_id:str}/clone", responses=R(400, 404), status_code=201, **AUTH)
async def clone_chat(request: Request, run_id: str) -> AgentStudioChat:
    user = me(request)
    async with db.tx() as conn:
        row = await load(conn, run_id)
        if row["visibility"] == "PRIVATE" and not (F("studio-clone-own-private") and row["user_id"] == user["id"]):
            fail(400, "Private chats can not be cloned")
        owner = row["user_id"] if F("studio-clone-keeps-owner") else user["id"]
        return out(await conn.fetchrow(
            "INSERT INTO studio_chats VALUES ($1, $2, $3, $4, $5, $6, $6) RETURNING *",
            str(uuid7()), owner, row["title"], default_visibility(user), row["state"], now()))


HANDLERS = [list_chats, create_chat, get_chat, put_chat, patch_chat, delete_chat, clone_chat]

"""Theme and files of an agent."""
from __future__ import annotations

import re
from typing import Any, Optional
from uuid import UUID

from litestar import Request, Response, delete, get, patch, post, put
from msgspec import UNSET

from .agents import AUTH, owned, readable
from .core import F, R, db, fail, invalid, me, now, out, page, uuid7
from .models import (AgentFileBatchPositionRequest, AgentFileCreateRequest, AgentFileListResponse, AgentFileResponse,
                     AgentFileUpdateRequest, AgentThemePreferenceResponse, AgentThemePreferenceUpsertRequest)

MAX_FILES = 10
COLUMNS = ("name", "content_type", "content", "position")


@get("/me/agents/{agent_id:str}/customizations/theme", responses=R(403, 404), **AUTH)
async def get_theme(request: Request, agent_id: UUID) -> Optional[AgentThemePreferenceResponse]:
    await readable(agent_id, me(request))
    row = await db.row("SELECT * FROM agent_themes WHERE agent_id = $1", agent_id)
    return Response(out(row) if row else None, media_type="application/json")


@put("/me/agents/{agent_id:str}/customizations/theme", responses=R(400, 403, 404), **AUTH)
async def put_theme(request: Request, agent_id: UUID,
                    data: AgentThemePreferenceUpsertRequest) -> AgentThemePreferenceResponse:
    async with db.tx() as conn:
        await owned(conn, agent_id, me(request), True)
        match = re.match if F("theme-color-not-anchored") else re.fullmatch
        if not match(r"#[0-9A-Fa-f]{6}", data.theme_color):
            fail(400, "The theme color must be like #1a2B3c")
        change = "NOTHING" if F("theme-second-put-does-nothing") else "UPDATE SET theme_color = $2, updated_at = $3"
        await conn.execute("INSERT INTO agent_themes VALUES ($1, $2, $3, $3) ON CONFLICT (agent_id) DO " + change,
                           agent_id, data.theme_color, now())
        return out(await conn.fetchrow("SELECT * FROM agent_themes WHERE agent_id = $1", agent_id))


def show(row: Any) -> dict[str, Any]:
    return {**out(row, id="fileId"), "size": len(row["content"].encode())}


async def files_of(conn: Any, agent_id: UUID) -> dict[str, Any]:
    order = "created_at" if F("files-list-by-creation") else "position, id"
    rows = await conn.fetch(f"SELECT * FROM agent_files WHERE agent_id = $1 ORDER BY {order}", agent_id)
    return page([show(r) for r in rows])


async def load(conn: Any, agent_id: UUID, file_id: UUID) -> Any:
    row = await conn.fetchrow("SELECT * FROM agent_files WHERE id = $1 AND agent_id = $2", file_id, agent_id)
    if row is None:
        fail(404, "File not found")
    return row


@get("/me/agents/{agent_id:str}/files", responses=R(403, 404), **AUTH)
async def list_files(request: Request, agent_id: UUID) -> AgentFileListResponse:
    if F("files-of-foreign-public-agent"):
        await readable(agent_id, me(request))
    else:
        await owned(db.pool, agent_id, me(request))
    return await files_of(db.pool, agent_id)


@post("/me/agents/{agent_id:str}/files", responses=R(400, 403, 404), status_code=201, **AUTH)
async def create_file(request: Request, agent_id: UUID, data: AgentFileCreateRequest) -> AgentFileResponse:
    async with db.tx() as conn:
        await owned(conn, agent_id, me(request), not F("files-limit-raced"))
        if not data.name.strip():
            fail(400, "The file needs a name")
        count, last = await conn.fetchrow("SELECT count(*), max(position) FROM agent_files WHERE agent_id = $1", agent_id)
        if count >= MAX_FILES + (1 if F("files-limit-off-by-one") else 0):
            fail(400, f"An agent may have {MAX_FILES} files")
        position = data.position if data.position is not None else (0 if last is None else min(last + 1, 2**31 - 1))
        file_id = uuid7()
        await conn.execute("INSERT INTO agent_files VALUES ($1, $2, $3, $4, $5, $6, $7, $7)", file_id, agent_id,
                           data.name, data.content_type, data.content, position, now())
        return show(await load(conn, agent_id, file_id))


@get("/me/agents/{agent_id:str}/files/{file_id:str}", responses=R(403, 404), **AUTH)
async def get_file(request: Request, agent_id: UUID, file_id: UUID) -> AgentFileResponse:
    await owned(db.pool, agent_id, me(request))
    return show(await load(db.pool, agent_id, file_id))


@patch("/me/agents/{agent_id:str}/files/{file_id:str}", responses=R(403, 404), **AUTH)
async def patch_file(request: Request, agent_id: UUID, file_id: UUID, data: AgentFileUpdateRequest) -> AgentFileResponse:
    async with db.tx() as conn:
        await owned(conn, agent_id, me(request), True)
        await load(conn, agent_id, file_id)
        values = {c: getattr(data, c) for c in COLUMNS if getattr(data, c) is not UNSET}
        sets = "".join(f", {c} = ${i}" for i, c in enumerate(values, 3))
        await conn.execute(f"UPDATE agent_files SET updated_at = $2{sets} WHERE id = $1", file_id, now(), *values.values())
        return show(await load(conn, agent_id, file_id))


@delete("/me/agents/{agent_id:str}/files/{file_id:str}", responses=R(403, 404), status_code=204, **AUTH)
async def delete_file(request: Request, agent_id: UUID, file_id: UUID) -> None:
    async with db.tx() as conn:
        await owned(conn, agent_id, me(request), True)
        row = await load(conn, agent_id, file_id)
        if F("file-delete-takes-namesakes"):
            await conn.execute("DELETE FROM agent_files WHERE agent_id = $1 AND name = $2", agent_id, row["name"])
        await conn.execute("DELETE FROM agent_files WHERE id = $1", file_id)


@put("/me/agents/{agent_id:str}/files/positions", responses=R(403, 404), **AUTH)
async def put_positions(request: Request, agent_id: UUID, data: AgentFileBatchPositionRequest) -> AgentFileListResponse:
    async with db.tx() as conn:
        await owned(conn, agent_id, me(request), True)
        if len({p.file_id for p in data.positions}) != len(data.positions):
            invalid("positions", "body", "a file is named twice")
        for p in data.positions:
            await load(conn, agent_id, p.file_id)
        todo = data.positions[:-1] if F("file-positions-skip-last") else data.positions
        for p in todo:
            await conn.execute("UPDATE agent_files SET position = $2, updated_at = $3 WHERE id = $1",
                               p.file_id, p.position, now())
        return await files_of(conn, agent_id)


HANDLERS = [get_theme, put_theme, list_files, create_file, get_file, patch_file, delete_file, put_positions]

"""Agent runs and logs; tool execution logs."""
from __future__ import annotations

import datetime as dt
from typing import Annotated, Any, Optional
from uuid import UUID

from litestar import Request, get
from litestar.params import Parameter

from .agents import AUTH
from .core import BIGINT, F, R, db, fail, iso, me, out, page, parse_time
from .models import (AgentRunLog, AgentRunView, AgentRunViewListResponse, McpServerLog, ToolExecutionLog,
                     ToolExecutionLogsResponse)

Cursor = Annotated[Optional[str], Parameter(query="next_cursor", schema_extra={"format": "date-time"},
                                            description="nextCursor of the page before")]
Limit = Annotated[int, Parameter(ge=1, le=200)]
DEFAULT = 20 if F("runs-default-limit-twenty") else 30
RUNS = ("SELECT r.id AS run_id, r.agent_id, a.name AS agent_name, CASE WHEN r.job_id IS NULL THEN 'IDLE' "
        "ELSE 'JOB_RUNNING' END AS status, r.job_id, "
        "(SELECT count(*) FROM messages m WHERE m.run_id = r.id) AS message_count, r.created_at, r.updated_at "
        "FROM runs r JOIN agents a ON a.id = r.agent_id")
if F("runs-message-count-multiplied"):
    RUNS = RUNS.replace("FROM messages m WHERE m.run_id", "FROM messages m JOIN run_logs l USING (run_id) WHERE m.run_id")
LOGS = "SELECT id AS log_id, tool_name, service_id, service_id_namespace, status, input, output, created_at FROM executions"


async def paged(sql: str, table: str, user: dict, cursor: dt.datetime | None, limit: int) -> dict[str, Any]:
    alias = "r." if table == "runs" else ""
    less = "<=" if F("executions-cursor-inclusive") and table == "executions" else "<"
    where = f" WHERE {alias}user_id = $1"
    args: list[Any] = [user["id"], limit + 1]
    if cursor:
        args.append(cursor)
        where += f" AND {alias}created_at {less} $3"
    if F("executions-list-of-everybody") and table == "executions":
        where = where.replace("user_id = $1", "user_id IS NOT NULL AND $1::uuid IS NOT NULL")
    rows = await db.rows(f"{sql}{where} ORDER BY {alias}created_at DESC LIMIT $2", *args)
    total = await db.val(f"SELECT count(*) FROM {table} WHERE user_id = $1", user["id"])
    more = len(rows) > limit
    last = rows[limit if F("runs-cursor-skips-one") and more and table == "runs" else limit - 1] if more else None
    return page([out(r) for r in rows[:limit]], total, iso(last["created_at"]) if last else None)


@get("/me/agent-runs", responses=R(), **AUTH)
async def list_runs(request: Request, cursor: Cursor = None, limit: Limit = DEFAULT) -> AgentRunViewListResponse:
    return await paged(RUNS, "runs", me(request), parse_time(cursor), limit)


@get("/me/agent-runs/{run_id:str}", responses=R(404), **AUTH)
async def get_run(request: Request, run_id: UUID) -> AgentRunView:
    row = await db.row(f"{RUNS} WHERE r.id = $1 AND r.user_id = $2", run_id, me(request)["id"])
    if row is None:
        fail(404, "Run not found")
    return out(row)


@get("/me/agent-runs/{run_id:str}/mcp-server-logs", responses=R(), **AUTH)
async def mcp_logs(request: Request, run_id: UUID) -> list[McpServerLog]:
    return [out(r, id="logId") for r in await db.rows(
        "SELECT l.* FROM mcp_logs l JOIN runs r ON r.id = l.run_id WHERE r.id = $1 AND r.user_id = $2 ORDER BY l.id",
        run_id, me(request)["id"])]


@get("/me/agent-runs/{run_id:str}/logs", responses=R(), **AUTH)
async def run_logs(request: Request, run_id: UUID) -> list[AgentRunLog]:
    own = "" if F("run-logs-of-other-user") else " AND r.user_id = $2"
    return [out(r, id="logId") for r in await db.rows(
        f"SELECT l.* FROM run_logs l JOIN runs r ON r.id = l.run_id WHERE r.id = $1{own} AND $2::uuid IS NOT NULL "
        "ORDER BY l.id", run_id, me(request)["id"])]


@get("/me/executions", responses=R(), **AUTH)
async def list_executions(request: Request, cursor: Cursor = None, limit: Limit = 30) -> ToolExecutionLogsResponse:
    return await paged(LOGS, "executions", me(request), parse_time(cursor), limit)


@get("/me/executions/{log_id:str}", responses=R(404), **AUTH)
async def get_execution(request: Request, log_id: int) -> ToolExecutionLog:
    row = abs(log_id) < BIGINT and await db.row(f"{LOGS} WHERE id = $1 AND user_id = $2", log_id, me(request)["id"])
    if not row:
        fail(404, "Log not found")
    return out(row)


HANDLERS = [list_runs, get_run, mcp_logs, run_logs, list_executions, get_execution]

"""The caller's runs, their logs, and the log of tool executions."""

from . import clock
from .access import page
from .faults import fault
from .models import INTEGER, MOMENT, UUID, list_of, nullable, ref
from .routing import HttpError, Param, route
from .store import STORE

MAX_LIMIT = 100
_CURSOR = Param("next_cursor", nullable(MOMENT), description="Where the page before ended.")
_LIMIT = Param("limit", {"type": "integer", "minimum": 1, "maximum": MAX_LIMIT, "default": 30})
_INTERNAL = {500: "Internal error"}
_NOT_FOUND = {404: "Run not found", **_INTERNAL}


def run_view(run):
    return {
        "run_id": run.run_id,
        "agent_id": run.agent_id,
        "state": "job_running" if run.job else "idle",
        "message_count": len(run.messages),
        "created_at": clock.iso(run.created_at),
        "updated_at": clock.iso(run.updated_at),
    }


def execution_view(execution):
    return {
        "execution_id": execution.execution_id,
        "tool_name": execution.tool_name,
        "arguments": execution.arguments,
        "outcome": "error" if execution.error else "success",
        "result": execution.result,
        "error": execution.error,
        "duration_ms": execution.duration_ms,
        "executed_at": clock.iso(execution.executed_at),
    }


def _own_run(request, *, ownership_checked=True):
    run = STORE.runs.get(request.path["run_id"])
    if run is None or ownership_checked and run.user_id != request.user.user_id:
        raise HttpError(404, "Run not found")
    return run


@route("GET {base_url}/me/agent-runs", query=[_CURSOR, _LIMIT], answer="AgentRunViewListResponse", errors=_INTERNAL)
def list_runs(request):
    """List the caller's runs, newest first"""
    if fault("runs-default-limit-20") and "limit" not in request.raw_query:
        request.query["limit"] = 20
    runs = STORE.owned(STORE.runs, request.user)
    if fault("runs-of-all-users"):
        runs = list(STORE.runs.values())
    return page(runs, request, "runs", run_view, lambda run: run.created_at)


@route("GET {base_url}/me/agent-runs/{run_id}", path={"run_id": UUID}, answer="AgentRunView", errors=_NOT_FOUND)
def get_run_view(request):
    """Get a run"""
    if fault("run-foreign-readable") and request.path["run_id"] in STORE.runs:
        return run_view(STORE.runs[request.path["run_id"]])
    if fault("run-unknown-null") and request.path["run_id"] not in STORE.runs:
        return None
    return run_view(_own_run(request))


@route("GET {base_url}/me/agent-runs/{run_id}/mcp-server-logs", path={"run_id": UUID},
       answer=list_of(ref("McpServerLog")), errors=_NOT_FOUND)
def get_mcp_logs(request):
    """List the MCP server calls of a run"""
    run = _own_run(request)
    if fault("mcp-logs-of-other-runs"):
        return [call for other in STORE.owned(STORE.runs, request.user) for call in other.tool_calls]
    if fault("n-mcp-logs-last-call-only"):
        return run.tool_calls[-1:]
    if fault("mcp-logs-null-when-empty") and not run.tool_calls:
        return None
    return {"logs": list(run.tool_calls)} if fault("mcp-logs-wrapped") else list(run.tool_calls)


@route("GET {base_url}/me/agent-runs/{run_id}/logs", path={"run_id": UUID}, answer=list_of(ref("AgentRunLog")),
       errors=_NOT_FOUND)
def get_run_logs(request):
    """List the log entries of a run"""
    run = _own_run(request, ownership_checked=not fault("n-run-logs-foreign-readable"))
    if fault("run-logs-of-agent"):
        return [event for other in STORE.owned(STORE.runs, request.user) if other.agent_id == run.agent_id
                for event in other.events]
    return list(run.events)


@route("GET {base_url}/me/executions", query=[Param("next_cursor", MOMENT, description=_CURSOR.description), _LIMIT],
       answer="ToolExecutionLogsResponse", errors=_INTERNAL)
def list_executions(request):
    """List the caller's tool executions, newest first"""
    if fault("n-executions-default-limit-50") and "limit" not in request.raw_query:
        request.query["limit"] = 50
    executions = STORE.owned(STORE.executions, request.user)
    return page(executions, request, "executions", execution_view, lambda execution: execution.executed_at)


@route("GET {base_url}/me/executions/{log_id}", path={"log_id": INTEGER}, answer="ToolExecutionLog",
       errors={404: "Execution not found", **_INTERNAL})
def get_execution(request):
    """Get a tool execution"""
    log_id = request.path["log_id"]
    if fault("execution-unknown-500"):
        STORE.executions[log_id]
    execution = STORE.executions.get(log_id)
    if fault("execution-neighbour") and log_id - 1 in STORE.executions:
        execution = STORE.executions[log_id - 1]
    if execution is None or execution.user_id != request.user.user_id:
        raise HttpError(404, "Execution not found")
    return execution_view(execution)

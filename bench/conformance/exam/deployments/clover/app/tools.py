"""Tools, toolsets, installed tools, and running a tool."""
from __future__ import annotations

import json
import re
from typing import Annotated, Any, Optional

from litestar import Request, delete, get, post
from litestar.params import Parameter

from . import notifier
from .agents import AUTH
from .catalog import TOOLS, TOOLSETS, complaint
from .core import F, R, db, fail, me, now, out
from .models import (PublicTool, ScoredTool, Tool, ToolResult, ToolSet, ToolSetWithTools, UserInstalledTool,
                     UserInstallToolRequest, UserTool)


def mcp(tool: dict[str, Any]) -> dict[str, Any]:
    return {k: tool[k] for k in ("name", "description", "inputSchema")}


def public(tool: dict[str, Any]) -> dict[str, Any]:
    return {"toolId": tool["name"], "name": tool["name"], "description": tool["description"],
            "toolsetName": tool["toolset"], "needsConnection": tool["toolset"] == "notifier"}


@get("/me/tools/list", responses=R(), **AUTH)
async def list_tools(request: Request) -> list[Tool]:
    return [mcp(t) for t in TOOLS.values()]


@get("/me/tools", responses={500: R()[500]}, security=[{}])
async def public_tools() -> list[PublicTool]:
    return [public(t) for t in TOOLS.values()]


def score(tool: dict[str, Any], q: str) -> float:
    """1 for the tool's name, else how many of the words are in its name and description."""
    words = re.findall(r"\w+", q.lower().replace("_", " "))
    if q.strip().lower() == tool["name"].lower():
        return 1.0
    name, text = tool["name"].lower(), tool["description"].lower()
    points = [0.9 if w in name else 0.5 if w in text else 0.0 for w in words]
    return round(sum(points) / len(points), 4) if points else 0.0


@get("/me/tools/search", responses=R(), **AUTH)
async def search_tools(request: Request, q: Annotated[str, Parameter(min_length=0 if F("tools-search-empty-query") else 1)],
                       toolkit: Optional[str] = None,
                       limit: Annotated[int, Parameter(ge=1, le=200)] = 20,
                       min_score: Annotated[float, Parameter(ge=0.0, le=1.0)] = 0.15) -> list[ScoredTool]:
    found = [{**mcp(t), "score": score(t, q)} for t in TOOLS.values()
             if not toolkit or toolkit == "null" or t["toolset"] == toolkit]
    if F("tools-search-limit-before-filter"):
        return sorted([t for t in found[:limit] if t["score"] >= min_score], key=lambda t: (-t["score"], t["name"]))
    found = [t for t in found if t["score"] >= min_score]
    return sorted(found, key=lambda t: (-t["score"], t["name"]))[:limit]


@get("/me/tools/{tool_id:str}", responses=R(404, auth=False), security=[{}])
async def get_tool(tool_id: str) -> PublicTool:
    if tool_id not in TOOLS:
        fail(404, "Tool does not exist")
    return public(TOOLS[tool_id])


async def work(user: dict, name: str, given: dict[str, Any]) -> dict[str, Any]:
    if name.startswith("NOTIFIER_"):
        return await notifier.run(user, name, given)
    if name == "lookup_weather":
        return {"place": given["place"], "stationCode": "ST-7741", "celsius": 11}
    if name == "add_numbers":
        return {"sum": given["a"] + given["b"]}
    if name == "reverse_text":
        return {"text": given["text"][::-1]}
    if name == "count_words":
        return {"words": len(given["text"].split())}
    return {"stdout": "", "exitCode": 0, "codeLength": len(given["code"])}


@post("/me/tools/run/{tool_name:str}", responses=R(400, 404), status_code=200, **AUTH)
async def run_tool(request: Request, tool_name: str, data: dict[str, Any], service_id: str = "default",
                   service_id_namespace: str = "global") -> ToolResult:
    user = me(request)
    tool = TOOLS.get(tool_name)
    if tool is None:
        fail(404, "Tool not found")
    if (bad := complaint(data, tool["inputSchema"])) and not (F("tool-run-missing-input-taken") and "missing" in bad):
        fail(400, f"Invalid input: {bad}")
    if F("tool-run-missing-input-taken"):
        data = {**{n: 0 if tool["inputSchema"]["properties"][n]["type"] in ("number", "integer") else ""
                   for n in tool["inputSchema"]["required"]}, **data}
    result = await work(user, tool_name, data)
    if not (F("execution-log-without-notifier") and tool["toolset"] == "notifier"):
        await db.run("INSERT INTO executions (user_id, tool_name, service_id, service_id_namespace, status, input, output, "
                     "created_at) VALUES ($1, $2, $3, $4, 'OK', $5, $6, $7)", user["id"], tool_name, service_id,
                     service_id_namespace, data, result, now())
    return {"content": [{"type": "text", "text": json.dumps(result, ensure_ascii=False)}], "structuredContent": result,
            "isError": False}


# --- toolsets
@get("/me/toolsets/list", responses=R(), **AUTH)
async def list_toolsets(request: Request) -> list[ToolSet]:
    return [{"toolsetName": n, "description": d, "tools": [t["name"] for t in TOOLS.values() if t["toolset"] == n]}
            for n, d in TOOLSETS.items()]


@get("/me/toolsets/{toolset_name:str}", responses=R(404), **AUTH)
async def get_toolset(request: Request, toolset_name: str) -> ToolSetWithTools:
    if toolset_name not in TOOLSETS:
        if F("toolset-unknown-is-empty"):
            return {"toolsetName": toolset_name, "description": "", "tools": []}
        fail(404, "Toolset not found")
    tools = [mcp(t) for t in TOOLS.values() if t["toolset"] == toolset_name]
    return {"toolsetName": toolset_name, "description": TOOLSETS[toolset_name], "tools": tools}


# --- installed tools
def installed(row: Any) -> dict[str, Any]:
    tool = TOOLS[row["tool_id"]]
    return {**public(tool), "inputSchema": tool["inputSchema"], **out(row, ("user_id",))}


@get("/me/user-tools", responses=R(), **AUTH)
async def user_tools(request: Request) -> list[UserTool]:
    where = "$1::uuid IS NOT NULL" if F("user-tools-of-everybody") else "user_id = $1"
    return [installed(r) for r in await db.rows(f"SELECT * FROM installed_tools WHERE {where} "
                                                "ORDER BY installed_at", me(request)["id"])]


@post("/me/user-tools", responses=R(409), status_code=200, **AUTH)
async def install_tool(request: Request, data: UserInstallToolRequest) -> UserInstalledTool:
    if data.tool_id not in TOOLS:
        fail(409, "Installation failed: the tool does not exist")
    row = await db.row("INSERT INTO installed_tools VALUES ($1, $2, $3) ON CONFLICT DO NOTHING RETURNING *",
                       me(request)["id"], data.tool_id, now())
    if row is None:
        fail(409, "Installation failed: the tool is installed already")
    return out(row, ("user_id",))


@get("/me/user-tools/{tool_id:str}", responses=R(404), **AUTH)
async def get_user_tool(request: Request, tool_id: str) -> UserTool:
    row = tool_id in TOOLS and await db.row("SELECT * FROM installed_tools WHERE user_id = $1 AND tool_id = $2",
                                            me(request)["id"], tool_id)
    if not row:
        fail(404, "Tool not installed")
    return installed(row)


@delete("/me/user-tools/{tool_id:str}", responses=R(404), status_code=200, **AUTH)
async def uninstall_tool(request: Request, tool_id: str) -> UserInstalledTool:
    user = me(request)
    if F("user-tool-delete-for-everybody"):
        await db.run("DELETE FROM installed_tools WHERE tool_id = $1 AND user_id <> $2", tool_id, user["id"])
    row = tool_id in TOOLS and await db.row("DELETE FROM installed_tools WHERE user_id = $1 AND tool_id = $2 RETURNING *",
                                            user["id"], tool_id)
    if not row:
        fail(404, "Tool not installed")
    return out(row, ("user_id",))


HANDLERS = [list_tools, public_tools, search_tools, get_tool, run_tool, list_toolsets, get_toolset, user_tools,
            install_tool, get_user_tool, uninstall_tool]

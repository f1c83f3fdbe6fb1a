"""Tools, toolsets and the tools that the caller installed."""

from . import clock
from .faults import fault
from .models import TEXT, list_of, nullable, ref
from .notifier import Refused
from .routing import HttpError, Param, route
from .store import STORE
from .tools import TOOLKITS, TOOLS, run, search

_INTERNAL = {500: "Internal error"}
_TOOL_ERRORS = {404: "Tool not found", **_INTERNAL}
_Q = Param("q", {"type": "string", "minLength": 1}, required=True)
_LIMIT = Param("limit", {"type": "integer", "minimum": 1, "maximum": 200, "default": 20})
_MIN_SCORE = Param("min_score", {"type": "number", "minimum": 0.0, "maximum": 1.0, "default": 0.15})
_SERVICE_ID = Param("service_id", {**TEXT, "default": "default"}, description="Which auth connection to use.")
_NAMESPACE = Param("service_id_namespace", {**TEXT, "default": "global"})
if fault("search-empty-q"):
    _Q.mischecked = TEXT
if fault("search-limit-201"):
    _LIMIT.mischecked = {**_LIMIT.schema, "maximum": 201}
if fault("search-limit-200-refused"):
    _LIMIT.mischecked = {**_LIMIT.schema, "maximum": 199}
if fault("search-min-score-default-0"):
    _MIN_SCORE.mischecked = {**_MIN_SCORE.schema, "default": 0.0}
if fault("search-min-score-unbounded"):
    _MIN_SCORE.mischecked = {"type": "number", "default": 0.15}
if fault("tool-run-service-default"):
    _SERVICE_ID.mischecked = {**TEXT, "default": "primary"}


# --- Tools -----------------------------------------------------------------------------------------------------------

@route("GET {base_url}/me/tools/list", answer=list_of(ref("Tool")), errors=_INTERNAL)
def list_tools(_request):
    """List all tools in MCP format"""
    return [tool.mcp() for tool in TOOLS.values()]


@route("GET {base_url}/me/tools", auth="optional", answer=list_of(ref("PublicTool")), errors=_INTERNAL)
def list_public_tools(_request):
    """List the public tools"""
    views = [tool.public() for tool in TOOLS.values()]
    if fault("n-public-tools-one-missing"):
        views = [view for view in views if view["tool_id"] != "NOTIFIER_UPLOAD_REQUEST"]
    return {"tools": views, "total": len(views)} if fault("public-tools-wrapped") else views


@route("GET {base_url}/me/tools/search",
       query=[_Q, Param("toolkit", nullable(TEXT)), _LIMIT, _MIN_SCORE], answer=list_of(ref("Tool")), errors=_INTERNAL)
def search_tools(request):
    """Search tools by words"""
    query = request.query
    return search(query["q"], query["toolkit"], query["limit"], query["min_score"])


@route("GET {base_url}/me/tools/{tool_id}", auth="optional", answer="PublicTool",
       errors={404: "The tool does not exist", **_INTERNAL})
def get_tool(request):
    """Get a public tool"""
    tool_id = request.path["tool_id"]
    if fault("tool-id-lowercased"):
        tool_id = tool_id.lower()
    if tool_id not in TOOLS:
        if fault("tool-unknown-null"):
            return None
        raise HttpError(404, "Tool not found")
    return TOOLS[tool_id].public()


@route("POST {base_url}/me/tools/run/{tool_name}", query=[_SERVICE_ID, _NAMESPACE], body={"type": "object"},
       body_optional=True, answer="ToolResult",
       errors={400: "Invalid input or parameters", 404: "Tool not found", **_INTERNAL})
def run_tool(request):
    """Run a tool"""
    name = request.path["tool_name"]
    tool = TOOLS.get(name)
    if tool is None:
        raise HttpError(404, "Tool not found")
    cached = STORE.stale.get(("tool", request.user.user_id, name)) if fault("tool-result-cached") else None
    if cached:
        return cached
    try:
        execution = run(request.user, tool, request.body or {}, request.query["service_id"],
                        request.query["service_id_namespace"])
    except Refused as refused:
        raise HttpError(400, str(refused)) from None
    answer = {"execution_id": execution.execution_id, "tool_name": name, "output": execution.result,
              "duration_ms": execution.duration_ms}
    if fault("tool-result-cached"):
        STORE.stale["tool", request.user.user_id, name] = answer
    return answer


# --- Toolsets --------------------------------------------------------------------------------------------------------

def _set_view(name):
    return {"set_name": name, "description": TOOLKITS[name],
            "tool_count": sum(tool.toolkit == name for tool in TOOLS.values())}


@route("GET {base_url}/me/toolsets/list", answer=list_of(ref("ToolSet")), errors=_INTERNAL)
def list_toolsets(_request):
    """List the toolsets"""
    names = list(TOOLKITS)[2:] if fault("toolsets-page-two") else list(TOOLKITS)
    return [_set_view(name) for name in names]


@route("GET {base_url}/me/toolsets/{toolset_name}", answer="ToolSetWithTools",
       errors={404: "Toolset not found", **_INTERNAL})
def get_toolset(request):
    """Get a toolset with its tools"""
    name = request.path["toolset_name"]
    if name not in TOOLKITS:
        if fault("toolset-unknown-empty"):
            return {"set_name": name, "description": "", "tool_count": 0, "members": []}
        raise HttpError(404, "Toolset not found")
    members = [tool.mcp() for tool in TOOLS.values() if tool.toolkit == name]
    if fault("toolset-without-tools"):
        members = []
    return {**_set_view(name), "members": members}


# --- Installed tools -------------------------------------------------------------------------------------------------

def _installed(user):
    if fault("installed-tools-shared"):
        return STORE.installed.setdefault("everyone", {})
    return STORE.installed.setdefault(user.user_id, {})


def _installed_view(tool_id, moment):
    tool = TOOLS[tool_id]
    return {"tool_id": tool_id, "title": tool.title, "toolkit": tool.toolkit, "installed_at": clock.iso(moment)}


@route("GET {base_url}/me/user-tools", answer=list_of(ref("UserTool")), errors=_INTERNAL)
def list_installed(request):
    """List the tools that the caller installed"""
    return [_installed_view(*item) for item in _installed(request.user).items()]


@route("POST {base_url}/me/user-tools", body="UserInstallToolRequest", answer="UserInstalledTool",
       errors={409: "There is no such tool, or it is installed already", **_INTERNAL})
def install_tool(request):
    """Install a tool"""
    tool_id = request.body["tool_id"]
    mine = _installed(request.user)
    moment = clock.now()
    if tool_id not in TOOLS:
        if fault("install-unknown-200"):
            return {"tool_id": tool_id, "installed_at": clock.iso(moment), "removed_at": None}
        raise HttpError(409, "The tool could not be installed: there is none")
    if tool_id in mine:
        raise HttpError(409, "The tool is installed already")
    if not fault("install-unsaved"):
        mine[tool_id] = moment
    return {"tool_id": tool_id, "installed_at": clock.iso(moment), "removed_at": None}


@route("GET {base_url}/me/user-tools/{tool_id}", answer="UserTool", errors=_TOOL_ERRORS)
def get_installed(request):
    """Get a tool that the caller installed"""
    tool_id = request.path["tool_id"]
    mine = _installed(request.user)
    if tool_id not in mine:
        raise HttpError(404, "The tool is not installed")
    return _installed_view(tool_id, mine[tool_id])


@route("DELETE {base_url}/me/user-tools/{tool_id}", answer="UserInstalledTool", errors=_TOOL_ERRORS)
def uninstall_tool(request):
    """Remove a tool that the caller installed"""
    tool_id = request.path["tool_id"]
    mine = _installed(request.user)
    if tool_id not in mine:
        raise HttpError(404, "The tool is not installed")
    moment = mine[tool_id]
    if not fault("uninstall-keeps"):
        del mine[tool_id]
    if fault("n-uninstall-takes-all"):
        mine.clear()
    return {"tool_id": tool_id, "installed_at": clock.iso(moment), "removed_at": clock.iso(clock.now())}

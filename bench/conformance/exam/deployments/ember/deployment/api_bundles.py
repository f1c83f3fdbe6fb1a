"""Bundles of tools."""

from . import clock
from .faults import fault
from .models import INTEGER, TEXT, list_of, ref
from .routing import HttpError, route
from .store import STORE, Bundle
from .tools import TOOLS

MAX_BUNDLES = 200
_INTERNAL = {500: "Internal error"}
_ERRORS = {404: "Bundle not found", **_INTERNAL}
_TOOL_ERRORS = {404: "Bundle or tool not found", **_INTERNAL}
_BUNDLE_ID = {"bundle_id": INTEGER}
_shared_tools = []  # for one fault only


def _row(bundle):
    return {"bundle_id": bundle.bundle_id, "title": bundle.title, "summary": bundle.summary,
            "created_at": clock.iso(bundle.created_at), "updated_at": clock.iso(bundle.updated_at)}


def _tools(bundle):
    return [{"tool_id": tool_id} for tool_id in bundle.tool_ids]


def _full(bundle):
    return {**_row(bundle), "members": [] if fault("bundle-shows-no-tools") else _tools(bundle)}


def _own(request, *, ownership_checked=True):
    bundle = STORE.bundles.get(request.path["bundle_id"])
    if bundle is None or ownership_checked and bundle.user_id != request.user.user_id:
        raise HttpError(404, "Bundle not found")
    return bundle


@route("GET {base_url}/me/bundles", answer=list_of(ref("UserBundleSimplified")), errors=_INTERNAL)
def list_bundles(request):
    """List the caller's bundles"""
    return [{"bundle_id": bundle.bundle_id, "title": bundle.title, "tool_count": len(bundle.tool_ids)}
            for bundle in STORE.owned(STORE.bundles, request.user)]


@route("POST {base_url}/me/bundles", answer="UserBundle", errors={409: "Too many bundles", **_INTERNAL})
def create_bundle(request):
    """Create an empty bundle"""
    own = STORE.owned(STORE.bundles, request.user)
    if len(own) >= MAX_BUNDLES:
        raise HttpError(409, f"There can be at most {MAX_BUNDLES} bundles")
    if fault("bundle-create-answers-existing") and own:
        return _full(own[-1])
    moment = clock.now()
    bundle = Bundle(next(STORE.next_bundle_id), request.user.user_id, f"Bundle {len(own) + 1}", None, moment, moment)
    if fault("bundle-tools-shared"):  # a mutable default
        bundle.tool_ids = _shared_tools
    STORE.bundles[bundle.bundle_id] = bundle
    return _full(bundle)


@route("GET {base_url}/me/bundles/{bundle_id}", path=_BUNDLE_ID, answer="UserBundle", errors=_ERRORS)
def get_bundle(request):
    """Get a bundle with its tools"""
    return _full(_own(request))


@route("PUT {base_url}/me/bundles/{bundle_id}", path=_BUNDLE_ID, body="UserBundleRequest", answer="UserBundle",
       errors={409: "There is no such bundle to update", **_INTERNAL})
def replace_bundle(request):
    """Replace the title and summary of a bundle"""
    bundle = STORE.bundles.get(request.path["bundle_id"])
    if bundle is None or bundle.user_id != request.user.user_id:
        raise HttpError(409, "The bundle could not be updated: there is none")
    bundle.title, bundle.summary, bundle.updated_at = request.body["title"], request.body.get("summary"), clock.now()
    if fault("n-bundle-put-drops-tools"):
        bundle.tool_ids = []
    return _full(bundle)


@route("DELETE {base_url}/me/bundles/{bundle_id}", path=_BUNDLE_ID, answer="UserBundleRow", errors=_ERRORS)
def delete_bundle(request):
    """Delete a bundle"""
    bundle = _own(request, ownership_checked=not fault("bundle-foreign-delete"))
    if not fault("bundle-delete-keeps"):
        del STORE.bundles[bundle.bundle_id]
    return _row(bundle)


@route("GET {base_url}/me/bundles/{bundle_id}/tools", path=_BUNDLE_ID, answer=list_of(ref("UserBundleTool")),
       errors=_ERRORS)
def list_bundle_tools(request):
    """List the tools of a bundle"""
    tools = _tools(_own(request))
    if fault("bundle-tools-by-id"):
        return {tool["tool_id"]: tool for tool in tools}
    return tools


@route("POST {base_url}/me/bundles/{bundle_id}/tools", path=_BUNDLE_ID, body="UserBundleTool", answer="UserBundleTool",
       errors=_TOOL_ERRORS)
def add_bundle_tool(request):
    """Put a tool into a bundle"""
    tool_id = request.body["tool_id"]
    if fault("n-bundle-tool-unknown-bundle-200") and request.path["bundle_id"] not in STORE.bundles:
        return {"tool_id": tool_id}
    bundle = _own(request)
    if tool_id not in TOOLS:
        raise HttpError(404, "Tool not found")
    before = list(bundle.tool_ids)
    if fault("bundle-tools-race"):
        STORE.gap()
        bundle.tool_ids = before
    if fault("bundle-tool-replaces"):
        bundle.tool_ids.clear()
    if tool_id not in bundle.tool_ids or fault("bundle-tool-twice"):
        bundle.tool_ids.append(tool_id)
    bundle.updated_at = clock.now()
    return {"tool_id": tool_id}


@route("DELETE {base_url}/me/bundles/{bundle_id}/tools/{tool_id}", path={**_BUNDLE_ID, "tool_id": TEXT},
       answer="UserBundleTool", errors=_TOOL_ERRORS)
def remove_bundle_tool(request):
    """Take a tool out of a bundle"""
    bundle = _own(request)
    tool_id = request.path["tool_id"]
    if tool_id not in bundle.tool_ids:
        if fault("bundle-tool-remove-unknown-200"):
            return {"tool_id": tool_id}
        raise HttpError(404, "The bundle does not hold this tool")
    if fault("bundle-tool-remove-first"):
        bundle.tool_ids.pop(0)
    else:
        bundle.tool_ids.remove(tool_id)
    if fault("bundle-tool-remove-takes-all"):
        bundle.tool_ids.clear()
    bundle.updated_at = clock.now()
    return {"tool_id": tool_id}

"""Agent studio chats."""

from . import clock
from .access import default_visibility, refuse_private_in_sandbox
from .faults import fault
from .models import TEXT, list_of, ref
from .routing import Answer, HttpError, route
from .schema import Invalid, problem
from .store import STORE, StudioChat, new_id

_LIST = "/me/agent-studio-chats"
_ONE = "/me/agent-studio-chats/{run_id}"
_FOUND = {403: "No permission on this chat", 404: "Chat not found"}
_SANDBOX = {400: "The sandbox tier cannot set a chat private"}


def studio_view(chat):
    return {
        "run_id": chat.run_id,
        "title": chat.title,
        "sharing": chat.sharing,
        "owner_id": chat.owner_id,
        "cloned_from": chat.cloned_from,
        "created_at": clock.iso(chat.created_at),
        "updated_at": clock.iso(chat.updated_at),
        "deleted_at": clock.iso(chat.deleted_at),
    }


def _existing(run_id):
    chat = STORE.studio_chats.get(run_id)
    if chat is None or chat.deleted_at:
        raise HttpError(404, "Chat not found")
    return chat


def _own(request, *, ownership_checked=True):
    chat = _existing(request.path["run_id"])
    if ownership_checked and chat.owner_id != request.user.user_id:
        raise HttpError(403, "You have no permission on this chat")
    return chat


def _sharing(request):
    return request.body.get("sharing") or default_visibility(request.user)


@route(f"GET {{base_url}}{_LIST}", answer=list_of(ref("AgentStudioChat")))
def list_studio_chats(request):
    """List the caller's studio chats, newest first"""
    chats = STORE.owned(STORE.studio_chats, request.user)
    if fault("studio-chats-of-all-users"):
        chats = list(STORE.studio_chats.values())
    chats = [chat for chat in chats if not chat.deleted_at]
    return [studio_view(chat) for chat in sorted(chats, key=lambda chat: chat.created_at, reverse=True)]


@route(f"POST {{base_url}}{_LIST}", body="AgentStudioChatCreate", answer="AgentStudioChat",
       errors={**_SANDBOX, 409: "Another chat with this run_id exists"})
def create_studio_chat(request):
    """Create a studio chat, or get the caller's existing one with this run_id"""
    run_id = request.body.get("run_id") or new_id()
    if fault("studio-run-id-truncated"):
        run_id = run_id[:32]
    sharing = _sharing(request)
    if not fault("studio-create-private-in-sandbox"):
        refuse_private_in_sandbox(request.user, sharing)
    known = STORE.studio_chats.get(run_id)
    if fault("studio-create-race"):
        STORE.gap()
    if known and not known.deleted_at and fault("n-studio-create-shows-foreign"):
        return studio_view(known)
    if known and (known.owner_id != request.user.user_id or known.deleted_at):
        raise HttpError(409, "A chat with this run_id exists")
    if known and fault("studio-create-overwrites"):
        known.sharing, known.title = sharing, request.body.get("title", "Untitled chat")
    moment = clock.now()
    chat = StudioChat(run_id, request.user.user_id, request.body.get("title", "Untitled chat"), sharing, moment, moment)
    if known and fault("studio-create-duplicates"):
        STORE.studio_chats[f"{run_id} {moment}"] = chat
        return studio_view(chat)
    if known:
        return studio_view(known)
    if fault("studio-create-race") and run_id in STORE.studio_chats:
        STORE.studio_chats[f"{run_id} {moment}"] = chat
    else:
        STORE.studio_chats[run_id] = chat
    return studio_view(chat)


@route(f"GET {{base_url}}{_ONE}", auth="optional", path={"run_id": TEXT}, answer="AgentStudioChat", errors=_FOUND)
def get_studio_chat(request):
    """Get a studio chat that is public or the caller's own"""
    chat = _existing(request.path["run_id"])
    owned = request.user is not None and request.user.user_id == chat.owner_id
    if chat.sharing == "private" and not owned and not fault("studio-private-readable"):
        raise HttpError(403, "This chat is private")
    return studio_view(chat)


@route(f"PUT {{base_url}}{_ONE}", body="AgentStudioChatCreate", answer="AgentStudioChat",
       errors={**_SANDBOX, **_FOUND})
def replace_studio_chat(request):
    """Replace a studio chat"""
    chat = _own(request, ownership_checked=not fault("studio-foreign-put"))
    if request.body.get("run_id", chat.run_id) != chat.run_id:
        raise Invalid([problem(("body", "run_id"), "value_error", "Must be the run_id of the path")])
    sharing = _sharing(request)
    if fault("studio-put-private-in-sandbox-quietly-public") and request.user.tier == "sandbox":
        sharing = "public"
    refuse_private_in_sandbox(request.user, sharing)
    if fault("n-studio-put-keeps-sharing"):
        sharing = chat.sharing
    chat.title, chat.sharing, chat.updated_at = request.body.get("title", "Untitled chat"), sharing, clock.now()
    return studio_view(chat)


@route(f"PATCH {{base_url}}{_ONE}", body="AgentStudioChatUpdate", answer="AgentStudioChat",
       errors={**_SANDBOX, **_FOUND})
def update_studio_chat(request):
    """Change some fields of a studio chat"""
    chat = _own(request, ownership_checked=not fault("n-studio-foreign-patch"))
    if fault("studio-patch-resets"):
        request.body.setdefault("sharing", default_visibility(request.user))
    sharing = request.body.get("sharing", chat.sharing)
    refused = sharing == "private" and request.user.tier == "sandbox"
    if fault("studio-patch-refused-but-done"):
        chat.sharing = sharing
    if refused:
        raise HttpError(400, "The sandbox tier cannot set this private")
    if fault("studio-patch-unsaved"):
        return {**studio_view(chat), **request.body}
    chat.title, chat.sharing, chat.updated_at = request.body.get("title", chat.title), sharing, clock.now()
    return studio_view(chat)


@route(f"DELETE {{base_url}}{_ONE}", answer="AgentStudioChat", errors={400: "The chat could not be deleted", **_FOUND})
def delete_studio_chat(request):
    """Delete a studio chat (soft delete)"""
    chat = _own(request, ownership_checked=not fault("studio-foreign-delete"))
    chat.deleted_at = clock.now()
    if fault("studio-delete-without-body"):
        return Answer(None)
    return studio_view(chat)


@route(f"POST {{base_url}}{_ONE}/clone", success=201, answer="AgentStudioChat",
       errors={400: "Private chats cannot be cloned", 404: "Chat not found"})
def clone_studio_chat(request):
    """Clone a public studio chat"""
    chat = _existing(request.path["run_id"])
    if chat.sharing == "private" and not fault("studio-clone-private"):
        raise HttpError(403 if fault("n-studio-clone-private-403") else 400, "Private chats cannot be cloned")
    if fault("studio-clone-same"):
        return studio_view(chat)
    moment = clock.now()
    clone = StudioChat(new_id(), request.user.user_id, chat.title, "public", moment, moment, cloned_from=chat.run_id)
    if fault("studio-clone-keeps-owner"):
        clone.owner_id = chat.owner_id
    STORE.studio_chats[clone.run_id] = clone
    return studio_view(clone)

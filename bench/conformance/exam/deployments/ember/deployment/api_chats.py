"""The legacy family over the same records as the agents."""

from . import clock
from .access import agent_or_404, default_visibility, is_owner, own_agent, refuse_private_in_sandbox, visible_agent
from .api_agents import (DEFAULT_NAME, agent_view, change_agent, create_agent, prompt_or_400, refuse_taken_slug)
from .api_workers import create_run
from .faults import fault
from .models import UUID, list_of, nullable, ref
from .routing import Answer, HttpError, route
from .schema import Invalid, problem
from .store import STORE, Agent, new_id

_ACCESS = {403: "No permission on this chat", 404: "Chat not found"}
_REFUSED = {400: "Private in the sandbox tier, chat prompt missing, or slug taken"}
_CHAT_ID = {"chat_id": UUID}
_PUBLIC_SITE = "https://chat.ember.example"


@route("GET {base_url}/me/chats", answer=list_of(ref("AgentModel")))
def list_chats(request):
    """List the caller's chats, newest first"""
    chats = STORE.owned(STORE.agents, request.user)
    if fault("chats-list-without-private"):
        chats = [chat for chat in chats if chat.visibility == "public"]
    return [agent_view(chat) for chat in sorted(chats, key=lambda chat: chat.created_at, reverse=True)]


@route("POST {base_url}/me/chats", body="AgentRequest", answer="AgentModel", errors=_REFUSED, deprecated=True)
def create_chat(request):
    """Create a chat; POST /me/agents replaces this"""
    if fault("chat-create-gone"):
        raise HttpError(410, "Use POST /me/agents")
    if fault("chat-create-forgets-owner"):
        view = agent_view(create_agent(request.user, request.body))
        STORE.agents[view["id"]].owner_id = STORE.first_user().user_id
        return view
    if fault("n-chat-create-visibility-ignored"):
        refuse_private_in_sandbox(request.user, request.body.pop("visibility", None))
    return agent_view(create_agent(request.user, request.body))


@route("GET {base_url}/me/chats/{chat_id}", auth="optional", answer="AgentModel", errors=_ACCESS)
def get_chat(request):
    """Get a chat that is public or the caller's own"""
    chat = agent_or_404(request.path["chat_id"])
    still_public = fault("chat-private-still-open") and STORE.stale.get(("was public", chat.agent_id))
    if not still_public:
        chat = visible_agent(request, request.path["chat_id"])
    if chat.visibility == "public" and fault("chat-private-still-open"):
        STORE.stale["was public", chat.agent_id] = True
    return Answer(agent_view(chat), encoding="latin-1" if fault("chat-get-latin1") else "utf-8")


@route("PUT {base_url}/me/chats/{chat_id}", body="AgentRequest", answer="AgentModel", errors={**_REFUSED, **_ACCESS})
def replace_chat(request):
    """Replace a chat: what is left out is reset"""
    chat = own_agent(request, request.path["chat_id"])
    body = request.body
    prompt_or_400(body)
    visibility = body.get("visibility") or default_visibility(request.user)
    if not fault("chat-put-private-in-sandbox"):
        refuse_private_in_sandbox(request.user, visibility)
    refuse_taken_slug(body.get("slug"), chat.agent_id)
    if fault("chat-put-new-record"):
        return agent_view(create_agent(request.user, body))
    chat.display_name = body.get("display_name") or DEFAULT_NAME
    chat.visibility = visibility
    chat.system_prompt = body["system_prompt"]
    chat.slug, chat.monthly_price_cents = body.get("slug"), body.get("monthly_price_cents")
    chat.updated_at = clock.now()
    return Answer(agent_view(chat), length_in_characters=fault("chat-put-length-in-characters"))


@route("PATCH {base_url}/me/chats/{chat_id}", body="AgentRequestPartial", answer="AgentModel",
       errors={**_REFUSED, **_ACCESS})
def update_chat(request):
    """Change some fields of a chat"""
    chat = own_agent(request, request.path["chat_id"])
    change_agent(request.user, chat, request.body)
    if fault("chat-patch-drops-prompt") and "system_prompt" not in request.body:
        chat.system_prompt = ""
    return agent_view(chat)


@route("DELETE {base_url}/me/chats/{chat_id}", answer="AgentModel", errors=_ACCESS)
def delete_chat(request):
    """Delete a chat, with its files and schedules"""
    chat = own_agent(request, request.path["chat_id"], ownership_checked=not fault("chat-foreign-delete"))
    if fault("chat-delete-last"):
        chat = STORE.owned(STORE.agents, request.user)[-1]
    del STORE.agents[chat.agent_id]
    for schedule in list(STORE.schedules.values()):
        if schedule.chat_id == chat.agent_id:
            del STORE.schedules[schedule.schedule_id]
    if fault("chat-delete-without-body"):
        return None
    return agent_view(chat)


@route("GET {base_url}/me/chats/{chat_id}/og", auth="optional", path=_CHAT_ID, answer="ChatPreview", errors=_ACCESS)
def get_preview(request):
    """Get what a social network shows of a chat"""
    if fault("n-preview-of-private"):
        chat = agent_or_404(request.path["chat_id"])
    else:
        chat = visible_agent(request, request.path["chat_id"])
    return {
        "title": chat.display_name,
        "description": chat.upsell_text or f"Talk to {chat.display_name}.",
        "url": f"{_PUBLIC_SITE}/{chat.slug or chat.agent_id}",
        "image_url": f"{_PUBLIC_SITE}/og/{chat.agent_id}.png",
    }


@route("POST {base_url}/me/chats/{chat_id}/clone", path=_CHAT_ID,
       body=nullable(ref("AgentRequestPartial")), body_optional=True,
       answer="AgentModel", errors={400: "Private in the sandbox tier, or slug taken", 403: "The chat is not public",
                                    404: "Chat not found"})
def clone_chat(request):
    """Clone a public chat, with changes if there is a body"""
    chat = agent_or_404(request.path["chat_id"])
    if chat.visibility != "public" and not fault("chat-clone-private"):
        raise HttpError(403, "This chat is not public")
    if fault("chat-clone-needs-body") and request.body is None:
        raise Invalid([problem(("body",), "missing", "Field required")])
    changes = request.body or {}
    if fault("chat-clone-ignores-body"):
        changes = {}
    if changes.get("system_prompt") is not None:
        prompt_or_400(changes)
    refuse_private_in_sandbox(request.user, changes.get("visibility"))
    refuse_taken_slug(changes.get("slug"))
    if fault("chat-clone-changes-original"):
        change_agent(request.user, chat, changes)
    moment = clock.now()
    clone = Agent(new_id(), request.user.user_id, changes.get("display_name") or chat.display_name,
                  changes.get("system_prompt") or chat.system_prompt, changes.get("visibility") or "public",
                  moment, moment, slug=changes.get("slug"), monthly_price_cents=changes.get("monthly_price_cents"),
                  accent_color=chat.accent_color, theme_changed_at=chat.theme_changed_at)
    if fault("chat-clone-keeps-owner"):
        clone.owner_id = chat.owner_id
    if fault("chat-clone-keeps-id"):
        return agent_view(chat)
    STORE.agents[clone.agent_id] = clone
    return agent_view(clone)


@route("POST {base_url}/me/chats/{chat_id}/feedback", body="UserFeedbackRequest", answer="AgentModel",
       errors={404: "Chat not found"})
def give_feedback(request):
    """Rate a chat that is public or the caller's own"""
    chat = agent_or_404(request.path["chat_id"])
    if chat.visibility != "public" and not is_owner(request, chat):
        raise HttpError(404, "Chat not found")
    chat.feedback.append((request.user.user_id, request.body["rating"], request.body.get("comment")))
    if fault("feedback-answers-own-first"):
        chat = STORE.owned(STORE.agents, request.user)[0]
    return agent_view(chat)


@route("POST {base_url}/me/chats/{chat_id}/runs", path=_CHAT_ID, answer="AgentRunLog",
       errors={**_ACCESS, 500: "Internal error"})
def create_chat_run(request):
    """Start a run of a chat and get its first log entry"""
    chat = agent_or_404(request.path["chat_id"])
    if not fault("chat-run-of-private"):
        visible_agent(request, request.path["chat_id"])
    if fault("chat-run-same-again"):
        known = [run for run in STORE.owned(STORE.runs, request.user) if run.agent_id == chat.agent_id]
        if known:
            return known[-1].events[0]
    run = create_run(chat, request.user)
    if fault("n-chat-run-of-chat-owner"):
        run.user_id = chat.owner_id
    if fault("chat-run-unstored"):
        del STORE.runs[run.run_id]
    return run.events[0]

"""Agents, their themes and files, vanity slugs and prompts for code generators."""

import re

from . import clock, models
from .access import agent_or_404, default_visibility, own_agent, refuse_private_in_sandbox, visible_agent
from .faults import fault
from .models import MAX_FILES, UUID, list_of, nullable, ref
from .routing import NOTHING, Answer, HttpError, Param, route
from .store import STORE, Agent, AgentFile, new_id

_ACCESS = {403: "No permission on this agent", 404: "Agent not found"}
_FILE_ACCESS = {403: "No permission on this agent", 404: "Agent or file not found"}
_AGENT_ID = {"agent_id": UUID}
_FILE_ID = {"agent_id": UUID, "file_id": UUID}
_COLOR = re.compile(r"#[0-9a-fA-F]{6}")
DEFAULT_NAME = "Untitled agent"


def agent_view(agent):
    ratings = [rating for _, rating, _ in agent.feedback]
    return {
        "id": agent.agent_id,
        "owner_id": agent.owner_id,
        "display_name": agent.display_name,
        "system_prompt": agent.system_prompt,
        "visibility": agent.visibility,
        "slug": agent.slug,
        "upsell_text": agent.upsell_text,
        "monthly_price_cents": agent.monthly_price_cents,
        "feedback_count": len(ratings),
        "average_rating": round(sum(ratings) / len(ratings), 2) if ratings else None,
        "created_at": clock.iso(agent.created_at),
        "updated_at": clock.iso(agent.updated_at),
    }


# --- Creating and changing; the chats use this too -------------------------------------------------------------------

def prompt_or_400(body):
    prompt = body.get("system_prompt")
    if not (prompt or "").strip():
        raise HttpError(400, "The chat prompt (system_prompt) is required")
    return prompt


def refuse_taken_slug(slug, agent_id=None):
    if slug is None or fault("slug-taken-twice"):
        return
    if any(other.slug == slug and other.agent_id != agent_id for other in STORE.agents.values()):
        raise HttpError(400, "This slug is taken")


def create_agent(user, body):
    prompt = body.get("system_prompt") or ""
    if not fault("agent-create-without-prompt"):
        prompt_or_400(body)
    visibility = body.get("visibility") or default_visibility(user)
    if not fault("agent-create-private-in-sandbox"):
        refuse_private_in_sandbox(user, visibility)
    refuse_taken_slug(body.get("slug"))
    if fault("agent-prompt-truncated"):
        prompt = prompt[:500]
    moment = clock.now()
    agent = Agent(new_id(), user.user_id, body.get("display_name") or DEFAULT_NAME, prompt, visibility, moment, moment,
                  slug=body.get("slug"), monthly_price_cents=body.get("monthly_price_cents"))
    STORE.agents[agent.agent_id] = agent
    return agent


def change_agent(user, agent, body):
    """Set the fields that the body has; null clears those that may be null and leaves the others."""
    if "system_prompt" in body:
        prompt_or_400(body)
    unchecked = fault("agent-update-private-in-sandbox") and "id" in body \
        or fault("n-chat-patch-private-in-sandbox") and "id" not in body
    if not unchecked:
        refuse_private_in_sandbox(user, body.get("visibility"))
    refuse_taken_slug(body.get("slug"), agent.agent_id)
    for name in ("display_name", "system_prompt", "visibility"):
        if body.get(name) is not None:
            setattr(agent, name, body[name])
    for name in ("slug", "monthly_price_cents"):
        if name in body:
            setattr(agent, name, body[name])
    agent.updated_at = clock.now()


# --- Agents ----------------------------------------------------------------------------------------------------------

@route("GET {base_url}/me/agents", answer=list_of(ref("AgentModel")))
def list_agents(request):
    """List the caller's agents, newest first"""
    agents = STORE.owned(STORE.agents, request.user)
    views = [agent_view(agent) for agent in sorted(agents, key=lambda agent: agent.created_at, reverse=True)]
    if fault("agents-list-stale"):
        views = STORE.stale.setdefault(("agents", request.user.user_id), views)
    return views


@route("POST {base_url}/me/agents", body="AgentRequest", answer="AgentModel",
       errors={400: "Chat prompt missing, private in the sandbox tier, or slug taken", **_ACCESS})
def upsert_agent(request):
    """Create an agent, or update the one whose id is given"""
    agent_id = request.body.get("id")
    if agent_id is None or fault("agent-update-creates"):
        return agent_view(create_agent(request.user, request.body))
    agent = own_agent(request, agent_id, ownership_checked=not fault("agent-update-foreign"))
    prompt_or_400(request.body)
    if fault("n-agent-update-refused-but-partly-done"):
        agent.system_prompt = request.body["system_prompt"]
        agent.display_name = request.body.get("display_name") or agent.display_name
    change_agent(request.user, agent, request.body)
    return agent_view(agent)


@route("GET {base_url}/me/agents/{agent_id}", auth="optional", answer="AgentModel", errors=_ACCESS)
def get_agent(request):
    """Get an agent that is public or the caller's own"""
    if fault("agent-read-after-delete"):
        kept = STORE.stale.get(("agent", request.path["agent_id"]))
        if kept and request.path["agent_id"] not in STORE.agents:
            return kept
    if fault("agent-private-readable"):
        return agent_view(agent_or_404(request.path["agent_id"]))
    agent = visible_agent(request, request.path["agent_id"])
    if fault("n-agent-own-private-refused") and agent.visibility != "public":
        raise HttpError(403, "This agent is private")
    if fault("agent-read-after-delete"):
        STORE.stale["agent", agent.agent_id] = agent_view(agent)
    return agent_view(agent)


@route("POST {base_url}/me/agents/{agent_id}/upsell-description", answer="AgentModel",
       errors={404: "Agent not found", 500: "The description could not be generated"})
def generate_upsell(request):
    """Generate the upsell description of an agent"""
    agent = agent_or_404(request.path["agent_id"])
    if agent.owner_id != request.user.user_id:
        raise HttpError(404, "Agent not found")
    first_words = " ".join(agent.system_prompt.split()[:12])
    text = f"Meet {agent.display_name}: {first_words}. Subscribe to talk without limits."
    if fault("upsell-empty"):
        text = None
    if fault("upsell-unsaved"):
        return {**agent_view(agent), "upsell_text": text}
    if fault("upsell-wrong-agent"):
        agent = STORE.owned(STORE.agents, request.user)[0]
    agent.upsell_text = text
    if fault("n-upsell-overwrites-prompt"):
        agent.system_prompt = text
    agent.updated_at = clock.now()
    return agent_view(agent)


# --- Vanity slugs ----------------------------------------------------------------------------------------------------

def slugify(text):
    words = re.findall(r"[a-z0-9]+", text.lower())
    slug = "-".join(words)[:50].strip("-")
    return slug if len(slug) >= 3 else f"agent-{slug}".strip("-")


def _slug_is_free(slug):
    return all(agent.slug != slug for agent in STORE.agents.values())


@route("POST {base_url}/me/agents/vanity/slug", auth="optional", body="SlugRequest", answer="GeneratedSlug",
       errors={500: "The slug could not be generated"})
def generate_slug(request):
    """Generate a free slug from words"""
    text = request.body["source_text"]
    if fault("slug-generated-with-spaces"):
        return {"slug": text}
    slug = base = slugify(text)
    number = 1
    while not _slug_is_free(slug) and not fault("n-slug-generated-taken"):
        number += 1
        slug = f"{base}-{number}"
    return {"slug": slug}


@route("GET {base_url}/me/agents/vanity/slug", query=[Param("slug", {"type": "string", "minLength": 1}, required=True)],
       answer="SlugAvailability")
def check_slug(request):
    """Tell whether a slug is free"""
    slug = request.query["slug"]
    well_formed = re.fullmatch(models.SLUG_PATTERN, slug) is not None and 3 <= len(slug) <= 60
    free = _slug_is_free(slug) or fault("slug-always-available")
    return {"slug": slug, "is_available": well_formed and free}


# --- Prompts for code generators -------------------------------------------------------------------------------------

VIBE_SERVICES = {"bolt": ("Bolt", "https://bolt.example"), "lovable": ("Lovable", "https://lovable.example"),
                 "replit": ("Replit", "https://replit.example")}
_SERVICE_PARAM = Param("service_name", {"type": "string", "enum": list(VIBE_SERVICES)}, required=True)
if fault("vibe-any-service"):
    _SERVICE_PARAM.mischecked = models.TEXT
if fault("vibe-third-service-refused"):
    _SERVICE_PARAM.mischecked = {"type": "string", "enum": list(VIBE_SERVICES)[:2]}


@route("GET {base_url}/me/agents/{agent_id}/vibe", query=[_SERVICE_PARAM], answer="VibeCoderPromptResponse",
       errors=_ACCESS)
def get_vibe_prompt(request):
    """Get a prompt that makes a code generator build a page around an agent"""
    look_up = agent_or_404 if fault("n-vibe-of-private") else None
    agent = look_up(request.path["agent_id"]) if look_up else visible_agent(request, request.path["agent_id"])
    service = request.query["service_name"]
    label = VIBE_SERVICES.get(service, (service,))[0]
    answer = {
        "agent_id": agent.agent_id,
        "service_name": service,
        "prompt_text": f"Build a web page with {label} where people talk to {agent.display_name} "
                       f"(agent {agent.agent_id}). The agent was told: {agent.system_prompt}",
    }
    if fault("vibe-prompt-of-first-agent"):
        answer = STORE.stale.setdefault(("vibe", service), answer)
    return answer


@route("GET {base_url}/me/vibe/services", auth="optional", answer="VibeCoderListResponse")
def list_vibe_services(_request):
    """List the code generators"""
    services = [{"service_name": name, "label": label, "website": website}
                for name, (label, website) in VIBE_SERVICES.items()]
    return {"services": services[:2] if fault("vibe-services-two") else services}


# --- Themes ----------------------------------------------------------------------------------------------------------

def _theme_view(agent):
    if agent.accent_color is None:
        return None
    return {"agent_id": agent.agent_id, "accent_color": agent.accent_color,
            "updated_at": clock.iso(agent.theme_changed_at)}


@route("GET {base_url}/me/agents/{agent_id}/customizations/theme", path=_AGENT_ID,
       answer=nullable(ref("AgentThemePreferenceResponse")), errors=_ACCESS)
def get_theme(request):
    """Get the theme of an agent, null if none was set"""
    if fault("theme-unknown-agent-null") and request.path["agent_id"] not in STORE.agents:
        return None
    agent = visible_agent(request, request.path["agent_id"])
    view = _theme_view(agent)
    if view is None and fault("theme-unset-404"):
        raise HttpError(404, "Theme not found")
    if fault("theme-stale") and view:
        view = STORE.stale.setdefault(("theme", agent.agent_id), view)
    return view


@route("PUT {base_url}/me/agents/{agent_id}/customizations/theme", path=_AGENT_ID,
       body="AgentThemePreferenceUpsertRequest", answer="AgentThemePreferenceResponse",
       errors={400: "Invalid theme color format", **_ACCESS})
def put_theme(request):
    """Set the theme of an agent"""
    agent = own_agent(request, request.path["agent_id"])
    color = request.body["accent_color"]
    well_formed = _COLOR.match(color) if fault("theme-color-tail-unchecked") else _COLOR.fullmatch(color)
    if fault("n-theme-refused-but-set"):
        agent.accent_color, agent.theme_changed_at = color, clock.now()
    if not well_formed and not fault("theme-color-unchecked"):
        raise HttpError(400, "accent_color must be a number sign and six hexadecimal digits")
    targets = [agent]
    if fault("theme-for-all-agents"):
        targets = STORE.owned(STORE.agents, request.user)
    for target in targets:
        target.accent_color, target.theme_changed_at = color, clock.now()
    return _theme_view(agent)


# --- Files -----------------------------------------------------------------------------------------------------------

def _file_view(file):
    return {
        "file_id": file.file_id,
        "agent_id": file.agent_id,
        "file_name": file.file_name,
        "content_type": file.content_type,
        "text_content": file.text_content,
        "size_bytes": len(file.text_content.encode("utf-8")),
        "sort_order": file.sort_order,
        "created_at": clock.iso(file.created_at),
        "updated_at": clock.iso(file.updated_at),
    }


def _files_view(agent):
    def place(file):
        order = str(file.sort_order) if fault("files-ordered-as-text") else file.sort_order
        return (order, file.created_at)

    files = sorted(agent.files.values(), key=place)
    if fault("files-ordered-by-age"):
        files = list(agent.files.values())
    return {"files": [_file_view(file) for file in files], "max_files": MAX_FILES}


def _file(request, agent):
    file = agent.files.get(request.path["file_id"])
    if file is None and fault("file-of-any-agent"):
        file = next((other.files[request.path["file_id"]] for other in STORE.agents.values()
                     if request.path["file_id"] in other.files), None)
    if file is None:
        raise HttpError(404, "File not found")
    return file


@route("GET {base_url}/me/agents/{agent_id}/files", path=_AGENT_ID, answer="AgentFileListResponse", errors=_ACCESS)
def list_files(request):
    """List the files of an agent, ordered by position"""
    if fault("files-unknown-agent-empty") and request.path["agent_id"] not in STORE.agents:
        return {"files": [], "max_files": MAX_FILES}
    agent = own_agent(request, request.path["agent_id"])
    if fault("files-deleted-listed"):
        kept = STORE.stale.setdefault(("files", agent.agent_id), {})
        kept.update(agent.files)
        return _files_view(Agent("", "", "", "", "", None, None, files=kept))
    return _files_view(agent)


@route("POST {base_url}/me/agents/{agent_id}/files", path=_AGENT_ID, success=201, body="AgentFileCreateRequest",
       answer="AgentFileResponse", errors={400: "File limit exceeded", **_ACCESS})
def create_file(request):
    """Add a file to an agent"""
    agent = own_agent(request, request.path["agent_id"])
    count = len(agent.files)
    if fault("files-limit-per-user"):
        count = sum(len(other.files) for other in STORE.owned(STORE.agents, request.user))
    if fault("files-limit-counts-deleted"):
        count = STORE.stale.get(("created files", agent.agent_id), 0)
    full = count >= MAX_FILES
    if fault("n-files-limit-race"):
        STORE.gap()
    if fault("files-parallel-lost"):
        before = dict(agent.files)
        STORE.gap()
        agent.files = before
    if full and not fault("files-limit-refused-but-added"):
        raise HttpError(400, f"An agent can have at most {MAX_FILES} files")
    last = max((file.sort_order for file in agent.files.values()), default=-1)
    moment = clock.now()
    place = request.body.get("sort_order", min(last + 1, 1000000))
    if fault("file-position-ignored"):
        place = min(last + 1, 1000000)
    file = AgentFile(new_id(), agent.agent_id, request.body["file_name"], request.body["content_type"],
                     request.body["text_content"], place, moment, moment)
    agent.files[file.file_id] = file
    if fault("files-limit-counts-deleted"):
        STORE.stale["created files", agent.agent_id] = count + 1
    if full:
        raise HttpError(400, f"An agent can have at most {MAX_FILES} files")
    return _file_view(file)


@route("PUT {base_url}/me/agents/{agent_id}/files/positions", path=_AGENT_ID, body="AgentFileBatchPositionRequest",
       answer="AgentFileListResponse", errors=_FILE_ACCESS)
def order_files(request):
    """Give files of an agent new positions, all or none"""
    agent = own_agent(request, request.path["agent_id"])
    ordering = request.body["ordering"]
    if fault("n-files-batch-refused-but-partly-done"):
        for place in ordering:
            if place["file_id"] in agent.files:
                agent.files[place["file_id"]].sort_order = place["sort_order"]
    if any(place["file_id"] not in agent.files for place in ordering):
        raise HttpError(404, "File not found")
    before = _files_view(agent)
    if fault("files-batch-first-only"):
        ordering = ordering[:1]
    for place in ordering:
        file = agent.files[place["file_id"]]
        file.sort_order, file.updated_at = place["sort_order"], clock.now()
    return before if fault("files-batch-answers-old") else _files_view(agent)


@route("GET {base_url}/me/agents/{agent_id}/files/{file_id}", path=_FILE_ID, answer="AgentFileResponse",
       errors=_FILE_ACCESS)
def get_file(request):
    """Get a file of an agent"""
    return _file_view(_file(request, own_agent(request, request.path["agent_id"])))


@route("PATCH {base_url}/me/agents/{agent_id}/files/{file_id}", path=_FILE_ID, body="AgentFileUpdateRequest",
       answer="AgentFileResponse", errors=_FILE_ACCESS)
def update_file(request):
    """Change some fields of a file"""
    agent = own_agent(request, request.path["agent_id"], ownership_checked=not fault("file-foreign-patch"))
    file = _file(request, agent)
    if fault("file-patch-resets"):
        file.sort_order = 0
    if fault("file-patch-zero-ignored") and request.body.get("sort_order") == 0:
        del request.body["sort_order"]
    for name, value in request.body.items():
        setattr(file, name, value)
    file.updated_at = clock.now()
    return _file_view(file)


@route("DELETE {base_url}/me/agents/{agent_id}/files/{file_id}", path=_FILE_ID, success=204, errors=_FILE_ACCESS)
def delete_file(request):
    """Remove a file from an agent"""
    agent = own_agent(request, request.path["agent_id"])
    file = _file(request, agent)
    agent.files.pop(file.file_id, None)
    if fault("file-delete-200"):
        return Answer(_file_view(file), 200)
    return NOTHING

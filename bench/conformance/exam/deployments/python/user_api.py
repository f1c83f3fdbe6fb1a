"""The User API, family by family, in the order of the document."""
import copy
import hashlib
import hmac
import json
import re
from datetime import datetime, timedelta, timezone

import catalogue
import schedules
from core import HTTPError, Response, UUID, fault, invalid, iso, new_id, next_int, pause, public, reply, tick
from state import (AGENTS, BUNDLES, CLI, CREDITS, EVENTS, EXECUTIONS, FILES, INSTALLED, KEYS, KEY_INDEX, REDEEMED, RUNS,
                   SCHEDULES, SLUGS, STUDIO, SUBSCRIBED, SUBSCRIPTIONS, THEMES, USERS, VIP, WEBHOOK_SECRET,
                   default_visibility, may_read, may_run, new_agent, new_key, subscribe, unsubscribe)
from workers import log, new_run, router

FILE_LIMIT = 10
_cache = {}


def op(method, path, auth="jwt"):
    return router.route(method, "/api" + path, auth)


def missing(what):
    return HTTPError(404, f"{what} not found")


def listed(items):
    return {"items": items, "next_cursor": None}


def page(req, rows, view, default=30):
    """Newest first. `rows` are oldest first, each with a creation time (_us) that no other has."""
    limit, cursor = req.q_int("limit", default, 1, 1000), req.q_cursor()
    rows = rows[::-1]
    inclusive = fault("runs-cursor-inclusive") and req.path.endswith("/agent-runs")
    if cursor is not None:
        rows = [r for r in rows if r["_us"] < cursor or inclusive and r["_us"] == cursor]
    executions = req.path.endswith("/executions")
    if fault("executions-order-flips") and executions and cursor is not None:
        rows = rows[::-1]
    if fault("executions-one-too-many") and executions:
        limit += 1
    cut = rows[:limit]
    more = len(rows) > limit
    if fault("executions-no-cursor-below-30") and executions and limit < 30:
        more = False
    return {"items": [view(r) for r in cut], "next_cursor": iso(cut[-1]["_us"]) if more else None}


def sandboxed(req, values):
    """Refuses what the sandbox tier may not do."""
    if USERS[req.user]["tier"] == "sandbox" and values.get("visibility") == "private":
        raise HTTPError(400, "The sandbox tier cannot set this private")


# ---------------------------------------------------------------- agent runs and logs

def run_view(run):
    view = public(run)
    view.update(status="running" if run["_job"] else "idle", message_count=len(run["_messages"]))
    return view


def own_run(req):
    run = RUNS.get(req.params["run_id"])
    return run if run and run["_owner"] == req.user else None


@op("GET", "/me/agent-runs")
def list_runs(req):
    rows = [r for r in RUNS.values() if r["_owner"] == req.user or fault("runs-of-everyone")]
    return page(req, rows, run_view, 20 if fault("runs-default-limit") else 30)


@op("GET", "/me/agent-runs/{run_id:uuid}")
def get_run(req):
    run = own_run(req)
    if not run:
        if fault("run-unknown-null"):
            return None
        raise missing("Run")
    return run_view(run)


@op("GET", "/me/agent-runs/{run_id:uuid}/mcp-server-logs")
def run_mcp_logs(req):
    run = own_run(req)
    if fault("mcp-logs-of-agent") and run:
        return [e for r in RUNS.values() if r["agent_id"] == run["agent_id"] and r["_owner"] == req.user for e in r["_mcp"]]
    return run["_mcp"] if run else []


@op("GET", "/me/agent-runs/{run_id:uuid}/logs")
def run_logs(req):
    run = own_run(req)
    return run["_logs"] if run else []


@op("GET", "/me/executions")
def list_executions(req):
    return page(req, [e for e in EXECUTIONS.values() if e["_owner"] == req.user], public)


@op("GET", "/me/executions/{log_id:int}")
def get_execution(req):
    entry = EXECUTIONS.get(req.params["log_id"])
    if not entry or entry["_owner"] != req.user and not fault("execution-foreign-get"):
        raise missing("Execution log")
    return public(entry)


# ---------------------------------------------------------------- paid agent subscriptions

@op("POST", "/me/agents/{agent_id}/subscribe")
async def post_subscribe(req):
    req.fields({"success_url": "str", "cancel_url": "str"})
    agent = find_agent(req.params["agent_id"])
    if agent["user_id"] == req.user and not fault("subscribe-own"):
        raise HTTPError(400, "You own this agent")
    if not may_read(req.user, agent):
        raise missing("Agent")
    if not agent["is_paid"] and not fault("subscribe-unpaid"):
        raise HTTPError(400, "This agent is not paid")
    key = req.user, agent["agent_id"]
    if fault("resubscribe-402") and any(s["_user"] == req.user and s["agent_id"] == agent["agent_id"] for s in SUBSCRIBED):
        raise HTTPError(402, "Already subscribed")
    if key in SUBSCRIPTIONS:
        raise HTTPError(409 if fault("subscribed-409") else 402, "Already subscribed")
    if fault("subscribe-race"):
        await pause()
    record = subscribe(req.user, agent)
    session = f"cs_{req.user[-4:]}" if fault("checkout-session-reused") else "cs_" + record["subscription_id"]
    return {"agent_id": agent["agent_id"], "session_id": session, "checkout_url": f"https://pay.example.com/{session}"}


@op("POST", "/me/agents/{agent_id}/unsubscribe")
def post_unsubscribe(req):
    agent = find_agent(req.params["agent_id"])
    record = SUBSCRIPTIONS.get((req.user, agent["agent_id"]))
    if not record:
        past = [s for s in SUBSCRIBED if s["_user"] == req.user and s["agent_id"] == agent["agent_id"]]
        if fault("unsubscribe-twice") and past:
            return public(past[-1])
        raise HTTPError(400, "No active subscription to cancel")
    if fault("unsubscribe-everyone"):
        for other in [s for s in SUBSCRIPTIONS.values() if s["agent_id"] == agent["agent_id"] and s is not record]:
            unsubscribe(other)
    return public(unsubscribe(record))


@op("GET", "/me/subscriptions")
def list_subscriptions(req):
    return listed([public(s) for s in SUBSCRIPTIONS.values() if s["_user"] == req.user])


@op("GET", "/me/subscriptions/{agent_id}")
def get_subscription(req):
    record = SUBSCRIPTIONS.get((req.user, req.params["agent_id"].lower()))
    if fault("subscription-of-anyone"):
        record = record or next((s for s in SUBSCRIPTIONS.values() if s["agent_id"] == req.params["agent_id"]), None)
    if not record:
        raise missing("Subscription")
    return public(record)


# ---------------------------------------------------------------- agent studio chats

STUDIO_FIELDS = {"run_id": "str", "title": "str?", "agent_id": "str?", "messages": "messages", "visibility": "visibility"}


def find_studio(req, write=False, allow_deleted=False):
    chat = STUDIO.get(req.params["run_id"])
    if not chat or chat["_deleted"] and not allow_deleted:
        raise missing("Chat")
    if chat["user_id"] != req.user:
        if write and not (fault("studio-foreign-put") and req.method == "PUT"):
            raise HTTPError(403, "No permission on this chat")
        if not write and chat["visibility"] == "private" and not (fault("studio-private-open") and not req.user):
            raise HTTPError(403, "No permission on this chat")
    return chat


def new_studio(owner, run_id, values):
    us = tick()
    chat = {"run_id": run_id, "user_id": owner, "title": values.get("title"), "agent_id": values.get("agent_id"),
            "messages": values.get("messages", []), "visibility": values.get("visibility", default_visibility(owner)),
            "created_at": iso(us), "updated_at": iso(us), "deleted_at": None, "_us": us, "_deleted": False}
    STUDIO[run_id] = chat
    return chat


@op("GET", "/me/agent-studio-chats")
def list_studio(req):
    return [public(c) for c in reversed(STUDIO.values()) if c["user_id"] == req.user
            and not c["_deleted"]]


@op("POST", "/me/agent-studio-chats")
def create_studio(req):
    values = req.fields(STUDIO_FIELDS)
    if not fault("studio-sandbox-post"):
        sandboxed(req, values)
    run_id = values.get("run_id", "") if "run_id" in values else new_id()
    if not run_id or len(run_id) > 200:
        raise HTTPError(400, "Creation failed: run_id has 1 to 200 characters")
    if fault("studio-run-id-lowered"):
        run_id = run_id.lower()
    old = STUDIO.get(run_id)
    if old and (old["user_id"] != req.user or old["_deleted"]):
        if fault("studio-foreign-returned") and not old["_deleted"]:
            return public(old)
        raise HTTPError(409, "A chat with this run_id exists")
    if old:
        if fault("studio-post-overwrites"):
            old.update(values)
        return public(old)
    return public(new_studio(req.user, run_id, values))


@op("GET", "/me/agent-studio-chats/{run_id}", "open")
def get_studio(req):
    return public(find_studio(req, allow_deleted=fault("studio-deleted-readable")))


@op("PUT", "/me/agent-studio-chats/{run_id}")
def put_studio(req):
    values = req.fields(STUDIO_FIELDS)
    chat = find_studio(req, write=True)
    sandboxed(req, values)
    values.pop("run_id", None)
    full = {"title": None, "agent_id": None, "messages": [], "visibility": default_visibility(chat["user_id"]), **values}
    chat.update(values if fault("studio-put-partial") else full)
    chat["updated_at"] = iso(tick())
    return public(chat)


@op("PATCH", "/me/agent-studio-chats/{run_id}")
def patch_studio(req):
    values = req.fields({k: v for k, v in STUDIO_FIELDS.items() if k != "run_id"})
    chat = find_studio(req, write=True)
    if not fault("studio-sandbox-patch"):
        sandboxed(req, values)
    if fault("studio-patch-publishes") and "visibility" not in values:
        values["visibility"] = "public"
    if fault("studio-clone-shares") and "messages" in values:
        chat["messages"][:] = values.pop("messages")
    chat.update(values)
    if fault("studio-patch-drops-messages") and "messages" not in values:
        chat["messages"] = []
    chat["updated_at"] = iso(tick())
    return public(chat)


@op("DELETE", "/me/agent-studio-chats/{run_id}")
def delete_studio(req):
    chat = find_studio(req, write=True)
    chat.update(_deleted=True, deleted_at=iso(tick()))
    return public(chat)


@op("POST", "/me/agent-studio-chats/{run_id}/clone")
def clone_studio(req):
    chat = STUDIO.get(req.params["run_id"])
    if not chat or chat["_deleted"] and not fault("studio-clone-deleted"):
        raise missing("Chat")
    if chat["visibility"] == "private" and not (fault("studio-clone-private") and chat["user_id"] == req.user):
        raise HTTPError(400, "Private chats cannot be cloned")
    messages = chat["messages"] if fault("studio-clone-shares") else copy.deepcopy(chat["messages"])
    values = {"title": chat["title"], "agent_id": chat["agent_id"], "messages": messages, "visibility": "public"}
    clone = new_studio(req.user, new_id(), values)
    if fault("studio-clone-owner"):
        clone["user_id"] = chat["user_id"]
    return reply(public(clone), 200 if fault("studio-clone-200") else 201)


# ---------------------------------------------------------------- agents

AGENT_FIELDS = {"agent_id": "str", "chat_id": "str", "name": "str?", "description": "str?", "chat_prompt": "str",
                "visibility": "visibility", "vanity_slug": "str?", "upsell_description": "str?", "is_paid": "bool",
                "price_cents": "nat"}


def find_agent(agent_id):
    agent = AGENTS.get(agent_id) or AGENTS.get(agent_id.lower())
    if not agent or agent.get("_deleted") and not fault("chat-deleted-readable"):
        raise missing("Agent")
    return agent


def owned_agent(req, name="agent_id"):
    agent = find_agent(req.params[name])
    if agent["user_id"] != req.user:
        raise HTTPError(403, "No permission on this agent")
    return agent


def agent_view(agent):
    theme = THEMES.get(agent["agent_id"])
    return {**public(agent), "theme": theme["theme_color"] if theme else None,
            "files": [f["file_id"] for f in FILES.get(agent["agent_id"], [])]}


def agent_values(req, prompt_required, optional=False):
    values = req.fields(AGENT_FIELDS, optional)
    if prompt_required and fault("prompt-missing-422") and "chat_prompt" not in values:
        raise invalid(["body", "chat_prompt"], "Field required", "missing")
    if prompt_required and not values.get("chat_prompt", "").strip() or not values.get("chat_prompt", "x").strip():
        forgiven = fault("chat-post-no-prompt") and req.path.endswith("/me/chats") or \
            fault("agent-update-no-prompt") and "agent_id" in values
        if not forgiven:
            raise HTTPError(400, "The chat prompt is missing")
    slug = values.get("vanity_slug")
    if slug is not None and not re.fullmatch(r"[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?", slug):
        raise invalid(["body", "vanity_slug"], "Input should be lower-case letters, digits and hyphens")
    return values


def sets_slug(agent, values):
    slug = values.get("vanity_slug")
    if slug and SLUGS.get(slug, agent and agent["agent_id"]) != (agent and agent["agent_id"]) and not fault("slug-twice"):
        raise HTTPError(400, "This vanity slug is taken")


def change_agent(agent, values):
    """Writes checked values into an agent."""
    values = {k: v for k, v in values.items() if k not in ("agent_id", "chat_id")}
    sets_slug(agent, values)
    if "vanity_slug" in values:
        if agent["vanity_slug"] and SLUGS.get(agent["vanity_slug"]) == agent["agent_id"]:
            del SLUGS[agent["vanity_slug"]]
        if values["vanity_slug"]:
            SLUGS[values["vanity_slug"]] = agent["agent_id"]
    agent.update(values, updated_at=iso(tick()))
    return agent


def create_agent(req, values):
    sets_slug(None, values)
    agent = new_agent(req.user)
    return agent_view(change_agent(agent, values))


def own_agents(req):
    return [agent_view(a) for a in reversed(AGENTS.values()) if not a.get("_deleted") and (
        a["user_id"] == req.user or fault("agents-list-public") and a["visibility"] == "public"
        and not req.path.endswith("/chats"))]


def read_agent(req, name):
    agent = find_agent(req.params[name])
    if fault("private-cached") and not req.user:
        if agent["visibility"] == "public":
            _cache["agent", agent["agent_id"]] = agent_view(agent)
        if ("agent", agent["agent_id"]) in _cache:
            return _cache["agent", agent["agent_id"]]
    open_to_all = fault("agent-private-open") and name == "agent_id" and not req.user
    if not may_read(req.user, agent) and not open_to_all:
        raise HTTPError(403, "No permission on this agent")
    return agent_view(agent)


@op("GET", "/me/agents")
def list_agents(req):
    return own_agents(req)


@op("POST", "/me/agents")
def upsert_agent(req):
    values = agent_values(req, True)
    if not fault("agent-sandbox-post"):
        sandboxed(req, values)
    agent_id = values.get("agent_id") or values.get("chat_id")
    if not agent_id or fault("agent-upsert-creates"):
        return create_agent(req, values)
    agent = find_agent(agent_id)
    if agent["user_id"] != req.user and not (fault("agent-foreign-upsert") and agent["visibility"] == "public"):
        raise HTTPError(403, "No permission on this agent")
    if fault("agent-update-loses-slug"):
        values.setdefault("vanity_slug", None)
    if fault("agent-update-publishes"):
        values.setdefault("visibility", "public")
    return agent_view(change_agent(agent, values))


@op("GET", "/me/agents/{agent_id}", "open")
def get_agent(req):
    return read_agent(req, "agent_id")


@op("POST", "/me/agents/{agent_id}/upsell-description")
def upsell(req):
    agent = find_agent(req.params["agent_id"])
    if agent["user_id"] != req.user:
        raise missing("Agent")
    text = f"Get more of {agent['name'] or 'this agent'}: {agent['chat_prompt'][:80]}"
    if fault("upsell-not-saved"):
        return {**agent_view(agent), "upsell_description": text}
    return agent_view(change_agent(agent, {"upsell_description": text}))


@op("POST", "/me/agents/vanity/slug", "open")
def make_slug(req):
    values = req.fields({"name": "str", "text": "str"}, optional=True)
    stem = re.sub(r"[^a-z0-9]+", "-", (values.get("name") or values.get("text") or "agent").lower()).strip("-")[:40] or "agent"
    stem, slug, n = stem.strip("-") or "agent", stem.strip("-") or "agent", 1
    while slug in SLUGS and not fault("slug-generated-taken"):
        n += 1
        slug = f"{stem}-{n}"
    return {"slug": slug}


@op("GET", "/me/agents/vanity/slug")
def slug_free(req):
    slug = req.q_str("slug", required=True)
    taken = slug.lower() in SLUGS
    if fault("slug-own-only"):
        taken = taken and AGENTS[SLUGS[slug.lower()]]["user_id"] == req.user
    valid = re.fullmatch(r"[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?", slug.lower())
    return {"slug": slug, "available": bool(valid) and not taken}


VIBES = {"lovable": "https://lovable.dev", "bolt": "https://bolt.new", "v0": "https://v0.dev"}


@op("GET", "/me/agents/{agent_id}/vibe")
def vibe(req):
    service = req.q_str("service_name", required=True)
    if service not in VIBES and not fault("vibe-any-service"):
        raise invalid(["query", "service_name"], f"Input should be one of {', '.join(VIBES)}", "enum")
    agent = find_agent(req.params["agent_id"])
    if not may_read(req.user, agent):
        raise HTTPError(403, "No permission on this agent")
    prompt = f"Build an app with {service} around the agent {agent['name'] or agent['agent_id']} " \
             f"({agent['agent_id']}): {agent['chat_prompt']}"
    if fault("vibe-cached"):
        prompt = _cache.setdefault(("vibe", service), prompt)
    return {"service_name": service, "agent_id": agent["agent_id"], "prompt": prompt}


@op("GET", "/me/vibe/services", "open")
def vibe_services(req):
    names = list(VIBES)[:2] if fault("vibe-services-two") else list(VIBES)
    return listed([{"service_name": name, "url": VIBES[name]} for name in names])


# ---------------------------------------------------------------- themes

@op("GET", "/me/agents/{agent_id:uuid}/customizations/theme")
def get_theme(req):
    if fault("theme-unknown-null") and req.params["agent_id"] not in AGENTS:
        return None
    agent = owned_agent(req)
    theme = THEMES.get(agent["user_id"] if fault("theme-per-user") else agent["agent_id"])
    return public(theme) if theme else None


@op("PUT", "/me/agents/{agent_id:uuid}/customizations/theme")
def put_theme(req):
    color = req.fields({"theme_color": "str!"})["theme_color"]
    agent = owned_agent(req)
    valid = re.fullmatch(r"#[0-9a-fA-F]{6}", color)
    if fault("theme-newline"):
        valid = re.match(r"^#[0-9a-fA-F]{6}$", color)
    if fault("theme-any-tail"):
        valid = re.match(r"#[0-9a-fA-F]{6}", color)
    if not valid:
        raise HTTPError(400, "Invalid theme color format")
    key = agent["user_id"] if fault("theme-per-user") else agent["agent_id"]
    if fault("theme-first-stays") and key in THEMES:
        return {**THEMES[key], "theme_color": color}
    THEMES[key] = {"agent_id": agent["agent_id"], "theme_color": color, "updated_at": iso(tick())}
    return THEMES[key]


# ---------------------------------------------------------------- files

FILE_FIELDS = {"file_name": "str", "file_type": "str?", "file_url": "str?", "content": "str?", "position": "nat"}


def agent_files(req):
    if fault("files-private-readable") and req.method == "GET":
        return FILES[find_agent(req.params["agent_id"])["agent_id"]]
    return FILES[owned_agent(req)["agent_id"]]


def find_file(req):
    rows = agent_files(req)
    if fault("file-other-agent") and req.method == "GET":
        rows = [f for a, fs in FILES.items() if a in AGENTS and AGENTS[a]["user_id"] == req.user for f in fs]
    for record in rows:
        if record["file_id"] == req.params["file_id"]:
            return record
    raise missing("File")


def number_files(rows):
    for position, record in enumerate(rows):
        record["position"] = position


def list_of_files(rows):
    if fault("files-by-creation"):
        rows = sorted(rows, key=lambda f: f["created_at"])
    return listed(list(map(public, rows)))


@op("GET", "/me/agents/{agent_id:uuid}/files")
def list_files(req):
    return list_of_files(agent_files(req))


@op("POST", "/me/agents/{agent_id:uuid}/files")
async def create_file(req):
    values = req.fields(FILE_FIELDS)
    rows = agent_files(req)
    if values.get("file_name") == "":
        raise HTTPError(400, "The file name is empty")
    count = len(rows)
    if fault("files-cap-per-user"):
        count = sum(len(fs) for a, fs in FILES.items() if AGENTS[a]["user_id"] == req.user)
    if fault("files-cap-counts-deleted"):
        count = AGENTS[req.params["agent_id"]]["_files"] = AGENTS[req.params["agent_id"]].get("_files", 0) + 1
        count -= 1
    if count >= FILE_LIMIT:
        raise HTTPError(400, f"An agent has at most {FILE_LIMIT} files")
    if fault("files-cap-race"):
        await pause()
    us = tick()
    record = {"file_id": new_id(), "agent_id": req.params["agent_id"], "file_name": values.get("file_name", "untitled"),
              "file_type": values.get("file_type"), "file_url": values.get("file_url"), "content": values.get("content"),
              "position": 0, "created_at": iso(us), "updated_at": iso(us)}
    rows.insert(min(values.get("position", len(rows)), len(rows)), record)
    if fault("file-create-position-zero"):
        return reply(public(record), 201)
    number_files(rows)
    return reply(public(record), 201)


@op("GET", "/me/agents/{agent_id:uuid}/files/{file_id:uuid}")
def get_file(req):
    return public(find_file(req))


@op("PATCH", "/me/agents/{agent_id:uuid}/files/{file_id:uuid}")
def patch_file(req):
    values = req.fields(FILE_FIELDS)
    record = find_file(req)
    if values.get("file_name") == "":
        raise invalid(["body", "file_name"], "String should have at least 1 character")
    if fault("file-patch-loses-content") and "content" not in values:
        record["content"] = None
    position = values.pop("position", None)
    record.update(values, updated_at=iso(tick()))
    if position is not None:
        rows = FILES[record["agent_id"]]
        rows.remove(record)
        rows.insert(min(position, len(rows)), record)
        number_files(rows)
    return public(record)


@op("DELETE", "/me/agents/{agent_id:uuid}/files/{file_id:uuid}")
def delete_file(req):
    record = find_file(req)
    rows = FILES[record["agent_id"]]
    rows.remove(record)
    if not fault("file-delete-gap"):
        number_files(rows)
    return Response(204)


@op("PUT", "/me/agents/{agent_id:uuid}/files/positions")
def order_files(req):
    body = req.object()
    wanted = next((body[k] for k in ("positions", "files", "items") if k in body), None)
    if not isinstance(wanted, list):
        raise invalid(["body", "positions"], "Input should be a valid list", "list_type")
    for n, row in enumerate(wanted):
        good = isinstance(row, dict) and isinstance(row.get("file_id"), str) and UUID.fullmatch(row["file_id"]) and \
            isinstance(row.get("position"), int) and not isinstance(row["position"], bool) and row["position"] >= 0
        if not good:
            raise invalid(["body", "positions", n], "Input should have a file_id and a position")
    wanted = [(row["position"], row["file_id"].lower()) for row in wanted]
    if len({file_id for _, file_id in wanted}) < len(wanted):
        raise invalid(["body", "positions"], "A file is named twice")
    rows = agent_files(req)
    by_id = {f["file_id"]: f for f in rows}
    if fault("files-batch-partly"):
        known = [w for w in wanted if w[1] in by_id]
        rows[:] = place(rows, by_id, known)
    if any(file_id not in by_id for _, file_id in wanted):
        raise missing("File")
    if fault("files-batch-first-only"):
        wanted = wanted[:1]
    rows[:] = place(rows, by_id, wanted)
    return list_of_files(rows)


def place(rows, by_id, wanted):
    """The files named in `wanted` at their positions, the others around them in their old order."""
    named = {file_id for _, file_id in wanted}
    out = [f for f in rows if f["file_id"] not in named]
    for position, file_id in sorted(wanted, key=lambda w: w[0]):
        out.insert(min(position, len(out)), by_id[file_id])
    number_files(out)
    return out


# ---------------------------------------------------------------- chats

@op("GET", "/me/chats")
def list_chats(req):
    rows = own_agents(req)
    if fault("chats-list-legacy-only"):
        rows = [r for r in rows if AGENTS[r["agent_id"]].get("_legacy")]
    return rows


@op("POST", "/me/chats")
def create_chat(req):
    values = agent_values(req, True)
    sandboxed(req, values)
    view = create_agent(req, values)
    AGENTS[view["agent_id"]]["_legacy"] = True
    return view


@op("GET", "/me/chats/{chat_id}", "open")
def get_chat(req):
    return read_agent(req, "chat_id")


@op("PUT", "/me/chats/{chat_id}")
def put_chat(req):
    values = agent_values(req, True)
    agent = owned_agent(req, "chat_id")
    if not fault("chat-sandbox-put"):
        sandboxed(req, values)
    return agent_view(change_agent(agent, {"name": None, "description": None, "upsell_description": None, **values}))


@op("PATCH", "/me/chats/{chat_id}")
def patch_chat(req):
    values = agent_values(req, False)
    agent = owned_agent(req, "chat_id")
    sandboxed(req, values)
    if fault("chat-patch-ignores-empty"):
        values = {k: v for k, v in values.items() if v}
    return agent_view(change_agent(agent, values))


@op("DELETE", "/me/chats/{chat_id}")
def delete_chat(req):
    agent = owned_agent(req, "chat_id")
    view, agent_id = agent_view(agent), agent["agent_id"]
    if agent["vanity_slug"] and SLUGS.get(agent["vanity_slug"]) == agent_id and not fault("slug-never-freed"):
        del SLUGS[agent["vanity_slug"]]
    if fault("chat-deleted-readable"):
        agent["_deleted"] = True
        return view
    del AGENTS[agent_id]
    FILES.pop(agent_id, None)
    THEMES.pop(agent_id, None)
    for record in [s for s in SUBSCRIPTIONS.values() if s["agent_id"] == agent_id]:
        unsubscribe(record)
    for schedule_id in [s for s, r in SCHEDULES.items() if r["chat_id"] == agent_id]:
        del SCHEDULES[schedule_id]
    return view


@op("GET", "/me/chats/{chat_id:uuid}/og", "open")
def chat_og(req):
    agent = AGENTS.get(req.params["chat_id"])
    if not agent or agent.get("_deleted") or not may_read(req.user, agent) and not fault("og-private"):
        raise missing("Chat")
    return {"title": agent["name"] or "Agent", "description": agent["description"] or "", "type": "website",
            "url": f"https://workers.example.com/chats/{agent['agent_id']}"}


@op("POST", "/me/chats/{chat_id:uuid}/clone")
def clone_chat(req):
    values = agent_values(req, False, optional=True)
    agent = find_agent(req.params["chat_id"])
    if agent["visibility"] != "public" and not (fault("chat-clone-private") and agent["user_id"] == req.user):
        raise HTTPError(403, "This chat is not public")
    if not fault("chat-clone-sandbox"):
        sandboxed(req, values)
    sets_slug(None, values)
    if fault("chat-clone-ignores-body"):
        values = {}
    if fault("chat-clone-changes-original"):
        agent.update({k: v for k, v in values.items() if k == "name"})
    clone = new_agent(agent["user_id"] if fault("chat-clone-owner") else req.user,
                      **{k: agent[k] for k in ("name", "description", "chat_prompt", "visibility", "upsell_description")})
    for record in FILES[agent["agent_id"]]:
        FILES[clone["agent_id"]].append({**record, "file_id": new_id(), "agent_id": clone["agent_id"]})
    if fault("chat-clone-shares-files"):
        FILES[clone["agent_id"]] = FILES[agent["agent_id"]]
    if agent["agent_id"] in THEMES:
        THEMES[clone["agent_id"]] = {**THEMES[agent["agent_id"]], "agent_id": clone["agent_id"]}
    return agent_view(change_agent(clone, values))


@op("POST", "/me/chats/{chat_id}/feedback")
def chat_feedback(req):
    req.fields({"feedback": "str", "comment": "str"})
    agent = find_agent(req.params["chat_id"])
    if not may_read(req.user, agent):
        raise missing("Chat")
    agent["feedback_count"] += 2 if fault("feedback-counted-twice") else 1
    return agent_view(agent)


@op("POST", "/me/chats/{chat_id:uuid}/runs")
def chat_run(req):
    agent = find_agent(req.params["chat_id"])
    if not may_run(req.user, agent) and not fault("chat-run-private"):
        raise HTTPError(403, "No permission on this chat")
    run = new_run(req.user, agent["agent_id"])
    entry = log(run, "run.created")
    if fault("chat-run-not-logged"):
        run["_logs"].clear()
    return entry


# ---------------------------------------------------------------- API keys

def key_view(record, hidden=False):
    view = public(record)
    if hidden:
        view.pop("key")
    if fault("key-id-text"):
        view["api_key_id"] = str(view["api_key_id"])
    return view


def own_keys(req):
    return [k for k in KEYS.values() if k["_owner"] == req.user]


def own_key(req):
    record = KEYS.get(req.params["api_key_id"])
    if not record or record["_owner"] != req.user and not (
            fault("key-foreign-get") and req.method == "GET" or fault("key-foreign-delete") and req.method == "DELETE"):
        raise missing("API key")
    return record


@op("GET", "/me/api-keys")
def list_keys(req):
    rows = own_keys(req)
    if fault("keys-first-ten") and len(rows) > 10:
        rows = rows[:10]
    return [key_view(k, hidden=not fault("keys-list-shows-key")) for k in rows]


@op("POST", "/me/api-keys")
async def create_key(req):
    name = req.fields({"name": "str?"}, optional=True).get("name")
    if fault("key-name-lost"):
        name = None
    if fault("key-id-race"):
        api_key_id = max(KEYS) + 1
        await pause()
        record = new_key(req.user, name)
        KEYS[api_key_id] = KEYS.pop(record["api_key_id"])
        record["api_key_id"] = api_key_id
        return key_view(record)
    default = not own_keys(req) or fault("keys-two-default")
    return key_view(new_key(req.user, name, default=default))


@op("GET", "/me/api-keys/default")
def default_key(req):
    record = next((k for k in own_keys(req) if k["is_default"]), None)
    if fault("key-default-latest"):
        record = own_keys(req)[-1] if own_keys(req) else None
    return key_view(record or new_key(req.user, "default", default=True))


@op("GET", "/me/api-keys/{api_key_id:int}")
def get_key(req):
    view = key_view(own_key(req))
    if fault("key-get-masked"):
        view["key"] = view["key"][:7] + "…"
    return view


@op("DELETE", "/me/api-keys/{api_key_id:int}")
def delete_key(req):
    record = own_key(req)
    del KEYS[record["api_key_id"]]
    del KEY_INDEX[record["key"]]
    rest = [k for k in KEYS.values() if k["_owner"] == record["_owner"]]
    if record["is_default"] and rest and not fault("key-default-gone"):
        rest[0]["is_default"] = True
    return key_view(record, hidden=not fault("key-delete-shows-key"))


# ---------------------------------------------------------------- billing, credits, payments

@op("GET", "/me/billing")
def billing(req):
    user = USERS[req.user]
    if fault("billing-cached"):
        user = _cache.setdefault("billing", user)
    return {"user_id": user["user_id"], "email": user["email"], "plan": user["tier"], "status": "active"}


@op("GET", "/me/credits")
def get_credits(req):
    if req.user not in CREDITS:
        raise missing("Credits")
    return CREDITS[req.user]


@op("POST", "/me/credits/use")
async def use_credit(req):
    record = CREDITS.get(req.user)
    if not record:
        raise missing("Credits")
    if record["credits"] < 1 and not fault("credits-negative"):
        raise HTTPError(404, "No credits left")
    balance, used = record["credits"], record["used"]
    if fault("credits-lost-update"):
        await pause()
    if fault("credits-once-a-second"):
        second = tick() // 1_000_000
        if _cache.get(("use", req.user)) == second:
            return record
        _cache["use", req.user] = second
    record.update(credits=balance - 1, used=used + 1)
    if fault("credits-use-answers-before"):
        return {"credits": balance, "used": used}
    return record


@op("POST", "/me/payments/webhook", "open")
def webhook(req):
    given = req.headers.get("x-payment-signature", [""])[0]
    if not given:
        raise HTTPError(400, "Missing signature")
    want = "sha256=" + hmac.new(WEBHOOK_SECRET, req.body, hashlib.sha256).hexdigest()
    if fault("webhook-signature-remembered") and _cache.get("signature") == given:
        want = given
    if not hmac.compare_digest(given.encode(), want.encode()) and not fault("webhook-any-signature"):
        raise HTTPError(400, "Invalid signature")
    _cache["signature"] = given
    try:
        event = json.loads(req.body)
        event_id, user, amount = event["id"], event["user_id"], event["credits"]
        if event["type"] != "payment.succeeded" or user not in CREDITS or not isinstance(amount, int) or \
                not isinstance(event_id, str):
            raise ValueError
    except (ValueError, KeyError, TypeError, RecursionError):
        raise HTTPError(400, "Invalid event")
    if event_id not in EVENTS or fault("webhook-replayed"):
        EVENTS.add(event_id)
        CREDITS[user]["credits"] += amount
    return {"status": "success", "received": True}


WEBHOOK_BODY = ('{"id":"evt_seed_1","type":"payment.succeeded","user_id":"11111111-0000-4000-8000-000000000001",'
                '"credits":25}')
WEBHOOK = ("sha256=" + hmac.new(WEBHOOK_SECRET, WEBHOOK_BODY.encode(), hashlib.sha256).hexdigest(), WEBHOOK_BODY)


@op("POST", "/me/payments/sessions")
def payment_session(req):
    req.fields({"plan": "str", "success_url": "str", "cancel_url": "str"})
    session = "ps_" + (req.user if fault("payment-session-reused") else new_id())
    return {"session_id": session, "url": f"https://pay.example.com/{session}"}


# ---------------------------------------------------------------- monetization

def report(req):
    """The period, its days (oldest first), and the caller's sales."""
    low, high = (0 if fault("period-zero") else 1), (366 if fault("period-366") else 365)
    period = req.q_int("period", 30 if fault("period-default-30") else 28, low, high)
    today = datetime.now(timezone.utc).date()
    days = [today - timedelta(days=n) for n in range(period - 1, -1, -1)]
    sales = [s for s in SUBSCRIBED if s["_seller"] == req.user or fault("monetization-of-everyone")]
    return period, days, sales


def day_of(us):
    return (datetime(1970, 1, 1) + timedelta(microseconds=us)).date()


def daily_subscribers(days, sales):
    spans = [(day_of(s["_us"]), day_of(s["_ended"]) if s["_ended"] else None) for s in sales]
    if fault("subscribers-never-leave"):
        spans = [(a, None) for a, _ in spans]
    return [{"date": d.isoformat(), "subscribers": sum(a <= d and (b is None or b > d) for a, b in spans)} for d in days]


def daily_earnings(days, sales):
    cents = {}
    for s in sales:
        cents[day_of(s["_us"])] = cents.get(day_of(s["_us"]), 0) + s["price_cents"]
    return [{"date": d.isoformat(), "earnings_cents": cents.get(d, 0)} for d in days]


@op("GET", "/me/monetization/summary")
def monetization_summary(req):
    period, days, sales = report(req)
    rows = daily_earnings(days[1:] if fault("summary-skips-a-day") else days, sales)
    if fault("summary-ignores-period"):
        rows = daily_earnings([days[-1] - timedelta(days=n) for n in range(500)], sales)
    return {"period": period, "total_subscribers": daily_subscribers(days[-1:], sales)[0]["subscribers"] if days else 0,
            "total_earnings_cents": sum(r["earnings_cents"] for r in rows), "currency": "USD"}


@op("GET", "/me/monetization/subscribers")
def monetization_subscribers(req):
    period, days, sales = report(req)
    rows = daily_subscribers(days, sales)
    if fault("subscribers-today-missing"):
        rows = rows[:-1]
    return {"period": period, "items": rows}


@op("GET", "/me/monetization/earnings")
def monetization_earnings(req):
    period, days, sales = report(req)
    rows = daily_earnings(days, sales)
    if fault("earnings-gaps"):
        rows = [r for r in rows if r["earnings_cents"]]
    return {"period": period, "items": rows}


# ---------------------------------------------------------------- bundles

_shared_tools = []


def bundle_view(bundle, tools=True):
    view = {k: v for k, v in public(bundle).items() if tools or k != "tools"}
    return {**view, "tools": list(view["tools"])} if tools else view


def own_bundle(req, error=404):
    bundle = BUNDLES.get(req.params["bundle_id"])
    if not bundle or bundle["_owner"] != req.user:
        raise missing("Bundle") if error == 404 else HTTPError(error, "The bundle cannot be updated")
    return bundle


@op("GET", "/me/bundles")
def list_bundles(req):
    rows = [b for b in BUNDLES.values() if (b["_owner"] == req.user or fault("bundles-of-everyone")) and not b.get("_gone")]
    return [{"bundle_id": b["bundle_id"], "name": b["name"], "tool_count": len(b["tools"])} for b in rows]


@op("POST", "/me/bundles")
def create_bundle(req):
    us = tick()
    bundle_id = next_int("bundle")
    tools = _shared_tools if fault("bundle-tools-shared") else []
    BUNDLES[bundle_id] = {"bundle_id": bundle_id, "name": f"Bundle {bundle_id}", "description": None, "tools": tools,
                          "created_at": iso(us), "updated_at": iso(us), "_owner": req.user}
    return bundle_view(BUNDLES[bundle_id])


@op("GET", "/me/bundles/{bundle_id:int}")
def get_bundle(req):
    return bundle_view(own_bundle(req))


@op("PUT", "/me/bundles/{bundle_id:int}")
def put_bundle(req):
    values = req.fields({"name": "str", "description": "str?"})
    bundle = own_bundle(req, 409)
    bundle.update(values, updated_at=iso(tick()))
    if fault("bundle-put-empties"):
        bundle["tools"].clear()
    return bundle_view(bundle)


@op("DELETE", "/me/bundles/{bundle_id:int}")
def delete_bundle(req):
    bundle = own_bundle(req)
    if fault("bundle-deleted-readable"):
        bundle["_gone"] = True
    else:
        del BUNDLES[bundle["bundle_id"]]
    return bundle_view(bundle, tools=False)


def membership(bundle_id, tool_id):
    return {"bundle_id": bundle_id, "tool_id": tool_id}


@op("GET", "/me/bundles/{bundle_id:int}/tools")
def bundle_tools(req):
    bundle = BUNDLES.get(req.params["bundle_id"])
    if not bundle or bundle["_owner"] != req.user:
        return []
    tools = bundle["tools"]
    if fault("bundle-tools-first-three"):
        tools = tools[:3]
    return [membership(bundle["bundle_id"], t) for t in tools]


@op("POST", "/me/bundles/{bundle_id:int}/tools")
def add_bundle_tool(req):
    tool_id = req.fields({"tool_id": "str!"})["tool_id"]
    if fault("bundle-unknown-accepts-tool") and req.params["bundle_id"] not in BUNDLES:
        return membership(req.params["bundle_id"], tool_id)
    bundle = own_bundle(req)
    if tool_id not in catalogue.TOOLS:
        raise missing("Tool")
    if tool_id not in bundle["tools"] or fault("bundle-tool-twice"):
        bundle["tools"].append(tool_id)
    return membership(bundle["bundle_id"], tool_id)


@op("DELETE", "/me/bundles/{bundle_id:int}/tools/{tool_id}")
def remove_bundle_tool(req):
    bundle, tool_id = own_bundle(req), req.params["tool_id"]
    if tool_id not in bundle["tools"]:
        if fault("bundle-tool-delete-unknown"):
            return membership(bundle["bundle_id"], tool_id)
        raise missing("Tool")
    for other in BUNDLES.values() if fault("bundle-tool-delete-all") else [bundle]:
        if tool_id in other["tools"]:
            other["tools"].remove(tool_id)
    return membership(bundle["bundle_id"], tool_id)


# ---------------------------------------------------------------- CLI auth sessions

CLI_LIFETIME_US = 600 * 1_000_000


def cli_session(text):
    session = CLI.get(text)
    if not session or tick() - session["_us"] > CLI_LIFETIME_US:
        raise missing("CLI auth session")
    return session


@op("POST", "/me/cli-auth", "open")
def create_cli(req):
    us = tick()
    cli_auth_id = new_id()
    CLI[cli_auth_id] = {"cli_auth_id": cli_auth_id, "status": "pending", "created_at": iso(us), "_us": us, "_jwt": None,
                        "_user": None, "_consumed": False}
    return public(CLI[cli_auth_id])


@op("PUT", "/me/cli-auth/{cli_auth_id:uuid}")
def attach_cli(req):
    token = req.fields({"jwt": "str"}, optional=True).get("jwt") or req.bearer()
    session = cli_session(req.params["cli_auth_id"])
    if session["_user"] not in (None, req.user) and not fault("cli-foreign-attach") or session["_consumed"]:
        raise HTTPError(403, "Not allowed to update this session")
    session.update(_jwt=token, _user=req.user, status="attached")
    if fault("cli-latest-jwt"):
        _cache["cli"] = token
    return public(session)


@op("GET", "/me/cli-auth/{auth_id:uuid}", "open")
async def read_cli(req):
    if fault("cli-unknown-null") and req.params["auth_id"] not in CLI:
        return None
    session = cli_session(req.params["auth_id"])
    token = session["_jwt"]
    if fault("cli-latest-jwt") and not session["_consumed"]:
        token = token or _cache.get("cli")
    if fault("cli-race"):
        await pause()
    if (token or fault("cli-poll-consumes")) and not fault("cli-read-twice"):
        session.update(_jwt=None, _consumed=True, status="consumed")
    if fault("cli-raw-text") and token:
        return Response(200, token.encode(), content_type="text/plain")
    return token


# ---------------------------------------------------------------- schedules

def own_schedule(req):
    record = SCHEDULES.get(req.params["schedule_id"])
    if not record or record["_owner"] != req.user:
        raise missing("Schedule")
    return record


def own_chat_id(req, value):
    agent = AGENTS.get(value.lower()) if isinstance(value, str) else None
    if not agent or agent["user_id"] != req.user and not (fault("schedule-public-chat") and agent["visibility"] == "public"):
        raise HTTPError(403, "The chat ID is invalid, missing or not yours")
    return agent["agent_id"]


def given_cron(values):
    text = values.get("cron", values.get("cron_expression"))
    if text is None:
        return None
    try:
        return schedules.normal(text)
    except ValueError as error:
        raise invalid(["body", "cron"], str(error))


SCHEDULE_FIELDS = {"cron": "str", "cron_expression": "str", "message": "str?", "enabled": "bool"}


@op("GET", "/me/schedules")
def list_schedules(req):
    return listed([public(s) for s in SCHEDULES.values() if s["_owner"] == req.user])


@op("POST", "/me/schedules")
def create_schedule(req):
    body = req.object()
    if fault("schedule-missing-chat-422") and "chat_id" not in body:
        raise invalid(["body", "chat_id"], "Field required", "missing")
    chat_id = own_chat_id(req, body.get("chat_id"))
    values = req.fields(SCHEDULE_FIELDS)
    cron = given_cron(values)
    if cron is None:
        raise invalid(["body", "cron"], "Field required", "missing")
    us = tick()
    record = {"schedule_id": new_id(), "chat_id": chat_id, "cron": cron, "message": values.get("message"),
              "enabled": values.get("enabled", True), "created_at": iso(us), "updated_at": iso(us), "_owner": req.user}
    SCHEDULES[record["schedule_id"]] = record
    return public(record)


@op("GET", "/me/schedules/onboarding")
def schedules_onboarding(req):
    if fault("onboarding-shadowed"):
        raise invalid(["path", "schedule_id"], "Input should be a valid UUID", "uuid_parsing")
    mine = any(s["_owner"] == req.user for s in SCHEDULES.values())
    return {"has_schedules": mine, "items": [{"title": "Every weekday morning", "cron": "0 9 * * 1-5"}]}


@op("GET", "/me/schedules/text-to-cron")
def text_to_cron(req):
    text = req.q_str("cron", required=True)
    try:
        return {"cron": schedules.from_text(text)}
    except ValueError as error:
        raise HTTPError(400, f"Invalid cron expression: {error}")


@op("GET", "/me/schedules/{schedule_id:uuid}")
def get_schedule(req):
    return public(own_schedule(req))


@op("PUT", "/me/schedules/{schedule_id:uuid}")
def put_schedule(req):
    body = req.object()
    values = req.fields(SCHEDULE_FIELDS)
    record = own_schedule(req)
    cron, chat_id = given_cron(values), body.get("chat_id")
    if fault("schedule-put-any-chat") and isinstance(chat_id, str) and chat_id in AGENTS:
        record["chat_id"] = chat_id
    elif chat_id is not None:
        record["chat_id"] = own_chat_id(req, chat_id)
    record.update({k: v for k, v in values.items() if k in ("message", "enabled")}, updated_at=iso(tick()))
    if fault("schedule-put-loses-message") and "message" not in values:
        record["message"] = None
    if fault("schedule-put-enables"):
        record["enabled"] = values.get("enabled", True)
    if cron and not fault("schedule-put-keeps-cron"):
        record["cron"] = cron
    return {**public(record), "cron": cron or record["cron"]}


@op("DELETE", "/me/schedules/{schedule_id:uuid}")
def delete_schedule(req):
    record = own_schedule(req)
    if fault("schedule-delete-disables"):
        record["enabled"] = False
    else:
        del SCHEDULES[record["schedule_id"]]
    return public(record)


# ---------------------------------------------------------------- tools, toolsets, installed tools

@op("GET", "/me/tools/list")
def list_mcp_tools(req):
    return [catalogue.mcp(t) for t in catalogue.TOOLS.values()]


@op("GET", "/me/tools", "open")
def list_public_tools(req):
    if fault("tools-need-jwt") and not req.user:
        raise HTTPError(401, "Invalid or missing JWT")
    rows = list(catalogue.TOOLS.values())
    return [catalogue.listing(t) for t in (rows[:20] if fault("tools-first-twenty") else rows)]


@op("GET", "/me/tools/search")
def search_tools(req):
    q = req.q_str("q", required=True, min_length=0 if fault("search-empty") else 1)
    toolkit = req.q_str("toolkit")
    limit = req.q_int("limit", 10 if fault("search-default-10") else 20, 1, 500 if fault("search-limit-500") else 200)
    least = req.q_float("min_score", 0.5 if fault("search-min-score-half") else 0.15, 0.0, 1.0)
    rows = [(catalogue.score(q, t), t) for t in catalogue.TOOLS.values()]
    rows = [(s, t) for s, t in rows if s >= least]
    if fault("search-limit-before-filter"):
        rows = sorted(rows, key=lambda r: -r[0])[:limit]
    if toolkit not in (None, "", "null") and not fault("search-toolkit-ignored"):
        rows = [(s, t) for s, t in rows if t["toolset_name"] == toolkit]
    rows.sort(key=lambda r: -r[0])
    if fault("search-worst-first"):
        rows.reverse()
    return [{**catalogue.mcp(t), "score": s} for s, t in rows[:limit]]


@op("GET", "/me/tools/{tool_id}", "open")
def get_tool(req):
    tool = catalogue.TOOLS.get(req.params["tool_id"])
    if not tool:
        raise missing("Tool")
    return catalogue.listing(tool)


@op("POST", "/me/tools/run/{tool_name}")
async def run_tool(req):
    given = req.object()
    service, namespace = req.q_str("service_id", "default"), req.q_str("service_id_namespace", "global")
    if fault("tool-service-default") and "service_id" not in req.query:
        service = "global"
    tool = catalogue.TOOLS.get(req.params["tool_name"])
    if not tool:
        raise HTTPError(404, "Tool not found")
    problem = catalogue.input_problem(tool, given)
    if problem:
        if fault("tool-bad-input-500"):
            raise KeyError(problem)
        raise HTTPError(400, f"Invalid input: {problem}")
    if tool["requires_auth_connection"]:
        raise HTTPError(400, "This tool needs an auth connection: set it up in the dashboard")
    if fault("tool-run-shared-input"):
        _cache["input"] = given
        await pause()
        given = _cache["input"]
    output = tool["_run"](given)
    if fault("tool-result-cached"):
        output = _cache.setdefault(("tool", req.user, tool["name"], service, len(json.dumps(given))), output)
    if fault("tool-output-latin1"):
        output = json.loads(json.dumps(output, ensure_ascii=False).encode("latin-1", "replace").decode("latin-1"))
    us, log_id = tick(), next_int("execution")
    entry = {"log_id": log_id, "tool_name": tool["name"], "input": given, "output": output, "status": "success",
             "service_id": service, "service_id_namespace": namespace, "created_at": iso(us), "_us": us, "_owner": req.user}
    if fault("execution-input-latest"):
        _cache.setdefault("log", {}).clear()
        _cache["log"].update(given)
        entry["input"] = _cache["log"]
    if not (fault("execution-default-service-only") and service != "default"):
        EXECUTIONS[log_id] = entry
    if fault("execution-logged-twice"):
        EXECUTIONS[next_int("execution")] = {**entry, "_us": tick()}
    return {"log_id": log_id, "tool_name": tool["name"], "output": output, "service_id": service,
            "service_id_namespace": namespace}


@op("GET", "/me/toolsets/list")
def list_toolsets(req):
    return [toolset_view(name) for name in catalogue.TOOLSETS]


def toolset_view(name):
    tools = [t for t in catalogue.TOOLS.values() if t["toolset_name"] == name]
    return {"toolset_name": name, "description": catalogue.TOOLSETS[name], "tool_count": len(tools)}


@op("GET", "/me/toolsets/{toolset_name}")
def get_toolset(req):
    name = req.params["toolset_name"]
    if name not in catalogue.TOOLSETS:
        raise missing("Toolset")
    tools = [catalogue.mcp(t) for t in catalogue.TOOLS.values() if t["toolset_name"] == name]
    return {**toolset_view(name), "tools": tools[:10] if fault("toolset-first-ten") else tools}


def user_tool(record):
    return {**catalogue.listing(catalogue.TOOLS[record["tool_id"]]), "installed_at": record["installed_at"]}


@op("GET", "/me/user-tools")
def list_user_tools(req):
    rows = [user_tool(r) for r in INSTALLED.values() if r["user_id"] == req.user and not r.get("_gone")]
    if fault("install-for-everyone"):
        rows = [user_tool(r) for r in INSTALLED.values()]
    if fault("uninstalled-listed"):
        rows += [user_tool(r) for r in INSTALLED.values() if r["user_id"] == req.user and r.get("_gone")]
    return rows


@op("POST", "/me/user-tools")
def install_tool(req):
    tool_id = req.fields({"tool_id": "str!"})["tool_id"]
    old = INSTALLED.get((req.user, tool_id))
    if tool_id not in catalogue.TOOLS or old and not old.get("_gone") and not fault("install-twice"):
        raise HTTPError(409, "Installation failed: unknown or already installed")
    record = {"tool_id": tool_id, "user_id": req.user, "installed_at": iso(tick())}
    INSTALLED[req.user, tool_id] = record
    return public(record)


@op("GET", "/me/user-tools/{tool_id}")
def get_user_tool(req):
    tool_id = req.params["tool_id"]
    record = INSTALLED.get((req.user, tool_id))
    if not record and fault("user-tool-not-installed") and tool_id in catalogue.TOOLS:
        record = {"tool_id": tool_id, "installed_at": None}
    if not record or record.get("_gone"):
        raise missing("Installed tool")
    return user_tool(record)


@op("DELETE", "/me/user-tools/{tool_id}")
def uninstall_tool(req):
    tool_id = req.params["tool_id"]
    record = INSTALLED.get((req.user, tool_id))
    if not record or record.get("_gone"):
        if fault("uninstall-unknown") and tool_id in catalogue.TOOLS:
            return {"tool_id": tool_id, "user_id": req.user, "installed_at": None}
        raise missing("Installed tool")
    if fault("uninstalled-listed"):
        record["_gone"] = True
    else:
        del INSTALLED[req.user, tool_id]
    return public(record)


# ---------------------------------------------------------------- user and VIP codes

@op("GET", "/me")
def me(req):
    if fault("me-no-slash") and req.path.endswith("/"):
        raise HTTPError(404, "Not Found")
    user = dict(USERS[req.user])
    if fault("me-no-sandbox-tier") and user["tier"] == "sandbox":
        user.pop("tier")
    return user


@op("GET", "/me/vip")
def vip_count(req):
    count = sum(user == req.user for user, _ in REDEEMED)
    if fault("vip-count-all"):
        count = len(REDEEMED)
    return {"redemption_count": count + _cache.get(("vip-failed", req.user), 0)}


@op("POST", "/me/vip")
async def redeem(req):
    text = req.fields({"code": "str!"})["code"]
    code = text.strip().upper() if fault("vip-case") else text
    record = VIP.get(code)
    if not record:
        if fault("vip-failed-counts"):
            _cache["vip-failed", req.user] = _cache.get(("vip-failed", req.user), 0) + 1
        raise HTTPError(400, "Invalid code")
    if record["_owner"] == req.user and not fault("vip-own"):
        raise HTTPError(400, "Your own code cannot be redeemed")
    taken = (req.user, text) in REDEEMED
    if fault("vip-once-for-all"):
        taken = any(c == text for _, c in REDEEMED)
    if taken and not fault("vip-twice"):
        raise HTTPError(400, "You have redeemed this code")
    if fault("vip-race"):
        await pause()
    REDEEMED[req.user, text] = {"code": text, "user_id": req.user, "redeemed_at": iso(tick())}
    return REDEEMED[req.user, text]

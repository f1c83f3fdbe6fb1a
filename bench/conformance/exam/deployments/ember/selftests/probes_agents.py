"""Probes for the faults of agents, their themes and files, of chats and of agent studio chats."""

from .harness import U, expect, probe, random_id

AGENTS, CREATE, AGENT = U("GET /me/agents", "POST /me/agents", "GET /me/agents/{agent_id}")
UPSELL, = U("POST /me/agents/{agent_id}/upsell-description")
MAKE_SLUG, CHECK_SLUG = U("POST /me/agents/vanity/slug", "GET /me/agents/vanity/slug")
VIBE, SERVICES = U("GET /me/agents/{agent_id}/vibe", "GET /me/vibe/services")
THEME, SET_THEME = U("GET /me/agents/{agent_id}/customizations/theme", "PUT /me/agents/{agent_id}/customizations/theme")
FILES, ADD_FILE = U("GET /me/agents/{agent_id}/files", "POST /me/agents/{agent_id}/files")
FILE, PATCH_FILE, DELETE_FILE = U("GET /me/agents/{agent_id}/files/{file_id}",
                                  "PATCH /me/agents/{agent_id}/files/{file_id}",
                                  "DELETE /me/agents/{agent_id}/files/{file_id}")
POSITIONS, = U("PUT /me/agents/{agent_id}/files/positions")
CHATS, ADD_CHAT, CHAT, PUT_CHAT, PATCH_CHAT, DELETE_CHAT = U(
    "GET /me/chats", "POST /me/chats", "GET /me/chats/{chat_id}", "PUT /me/chats/{chat_id}",
    "PATCH /me/chats/{chat_id}", "DELETE /me/chats/{chat_id}")
PREVIEW, CLONE, FEEDBACK, CHAT_RUN = U("GET /me/chats/{chat_id}/og", "POST /me/chats/{chat_id}/clone",
                                       "POST /me/chats/{chat_id}/feedback", "POST /me/chats/{chat_id}/runs")
STUDIO, ADD_STUDIO, ONE_STUDIO, PUT_STUDIO, PATCH_STUDIO, DELETE_STUDIO, CLONE_STUDIO = U(
    "GET /me/agent-studio-chats", "POST /me/agent-studio-chats", "GET /me/agent-studio-chats/{run_id}",
    "PUT /me/agent-studio-chats/{run_id}", "PATCH /me/agent-studio-chats/{run_id}",
    "DELETE /me/agent-studio-chats/{run_id}", "POST /me/agent-studio-chats/{run_id}/clone")
PROMPT = "You explain the sea."


# --- Agents ----------------------------------------------------------------------------------------------------------

@probe("agent-create-without-prompt", CREATE, ADD_CHAT, basis="stated", needs="request", like="check forgotten: prompt",
       words="400 missing chat prompt or sandbox tier setting private",
       what="An agent is created without a chat prompt.")
def _(c):
    c.post("/me/agents", {"visibility": "public"}).has(400, 422)


@probe("agent-create-private-in-sandbox", CREATE, ADD_CHAT, basis="stated", needs="request",
       like="sandbox tier not checked", words="cannot set an agent, chat or studio chat private (400)",
       what="A user in the sandbox tier can create a private agent or chat.")
def _(c):
    c.post("/me/agents", {"system_prompt": PROMPT, "visibility": "private"}, "sandbox").has(400)


@probe("agent-update-private-in-sandbox", CREATE, basis="stated", needs="sequence", like="sandbox tier not checked",
       words="cannot set an agent, chat or studio chat private (400)",
       what="POST /me/agents checks the sandbox tier only on creation: an update can set the agent private.")
def _(c):
    agent = c.new_agent("sandbox")
    c.post("/me/agents", {"id": agent, "system_prompt": PROMPT, "visibility": "private"}, "sandbox").has(400)


@probe("agent-update-creates", CREATE, basis="stated", needs="sequence", like="update makes a new record",
       words="body AgentRequest (create or update)",
       what="POST /me/agents with the ID of an own agent creates another agent instead of updating it.")
def _(c):
    agent = c.new_agent()
    changed = c.post("/me/agents", {"id": agent, "system_prompt": PROMPT}).has(200).json
    expect(changed["id"] == agent)
    expect(c.get(f"/me/agents/{agent}").has(200).json["system_prompt"] == PROMPT)


@probe("agent-update-foreign", CREATE, basis="stated", needs="sequence", like="write to another's record",
       words="No permission on the chat, agent, file or schedule chat",
       what="POST /me/agents with the ID of another user's agent updates that agent.")
def _(c):
    agent = c.new_agent()
    c.post("/me/agents", {"id": agent, "system_prompt": "Stolen"}, "other").has(403, 404)
    expect(c.get(f"/me/agents/{agent}").json["system_prompt"] != "Stolen")


@probe("agent-prompt-truncated", CREATE, ADD_CHAT, basis="implied", needs="request", like="text truncated",
       words="Has chat prompt (required on create/upsert)",
       what="Chat prompts are cut to 500 characters on creation.")
def _(c):
    prompt = "You know everything about ropes, knots and sails. " * 30
    made = c.post("/me/agents", {"system_prompt": prompt}).has(200).json
    expect(made["system_prompt"] == prompt and c.get(f"/me/agents/{made['id']}").json["system_prompt"] == prompt)


@probe("agents-list-stale", AGENTS, basis="implied", needs="sequence", like="cache not refreshed",
       words="200 array of AgentModel",
       what="The first answer to GET /me/agents is cached for ever: agents made later are missing.")
def _(c):
    c.get("/me/agents").has(200)
    agent = c.new_agent()
    expect(agent in [item["id"] for item in c.get("/me/agents").has(200).json])


@probe("agent-private-readable", AGENT, basis="stated", needs="request", like="visibility not checked",
       words="No permission on the chat, agent, file or schedule chat",
       what="GET /me/agents/{agent_id} shows another user's private agent.")
def _(c):
    for who in ("main", None):
        c.get(f"/me/agents/{c.fixtures['privateAgentId']}", who).has(403, 404)


@probe("public-agent-needs-auth", AGENT, basis="stated", needs="request", like="authentication demanded",
       words="/me/agents/{agent_id} (no auth declared)",
       what="GET /me/agents/{agent_id} answers 401 without a credential, also for a public agent.")
def _(c):
    c.get(f"/me/agents/{c.fixtures['unpaidAgentId']}", None).has(200)


@probe("agent-read-after-delete", AGENT, DELETE_CHAT, basis="implied", needs="sequence",
       like="cache survives deletion or hiding", words="Same record type as the agent",
       what="An agent that was read once is still shown by GET /me/agents/{agent_id} after it was deleted.")
def _(c):
    agent = c.new_agent()
    c.get(f"/me/agents/{agent}").has(200)
    c.delete(f"/me/chats/{agent}").has(200)
    c.get(f"/me/agents/{agent}").has(404)


@probe("upsell-empty", UPSELL, basis="stated", needs="request", like="field left empty",
       words="200 AgentModel (upsell description generated)",
       what="POST …/upsell-description answers 200, but the upsell description is null.")
def _(c):
    expect(c.post(f"/me/agents/{c.fixtures['ownPaidAgentId']}/upsell-description").has(200).json["upsell_text"])


@probe("upsell-unsaved", UPSELL, AGENT, basis="implied", needs="sequence", like="update not stored",
       words="200 AgentModel (upsell description generated)",
       what="The generated upsell description is in the answer, but is not stored with the agent.")
def _(c):
    agent = c.fixtures["ownPaidAgentId"]
    text = c.post(f"/me/agents/{agent}/upsell-description").has(200).json["upsell_text"]
    expect(text and c.get(f"/me/agents/{agent}").has(200).json["upsell_text"] == text)


@probe("upsell-wrong-agent", UPSELL, basis="implied", needs="request", like="acts on another record",
       words="200 AgentModel (upsell description generated)",
       what="POST …/upsell-description writes the description to the caller's first agent and answers with that one.")
def _(c):
    agent = c.fixtures["ownPaidAgentId"]
    expect(c.post(f"/me/agents/{agent}/upsell-description").has(200).json["id"] == agent)


# --- Slugs -----------------------------------------------------------------------------------------------------------

@probe("slug-generation-needs-auth", MAKE_SLUG, basis="stated", needs="request", like="authentication demanded",
       words="/me/agents/vanity/slug (no auth declared)",
       what="POST /me/agents/vanity/slug answers 401 without a credential.")
def _(c):
    c.post("/me/agents/vanity/slug", {"source_text": "Harbour master"}, None).has(200)


@probe("slug-generated-with-spaces", MAKE_SLUG, basis="implied", needs="request", like="result not transformed",
       words="200 body unspecified (generated slug)",
       what="The generated slug is the text that was sent, with capitals, spaces and signs.")
def _(c):
    expect("Harbour Master & Crew" not in c.post("/me/agents/vanity/slug",
                                                 {"source_text": "Harbour Master & Crew"}).has(200).text)


@probe("slug-always-available", CHECK_SLUG, basis="implied", needs="sequence", like="check always says yes",
       words="200 body unspecified (availability result)",
       what="GET /me/agents/vanity/slug says that a slug is free although an agent has it.")
def _(c):
    c.new_agent(slug="the-probe-slug")
    taken = c.get("/me/agents/vanity/slug", slug="the-probe-slug").has(200).json
    free = c.get("/me/agents/vanity/slug", slug="some-free-slug").has(200).json
    expect(free["is_available"] is True and taken["is_available"] is False)


@probe("slug-check-without-slug", CHECK_SLUG, basis="stated", needs="request", like="required parameter optional",
       words="query slug (string, required)",
       what="GET /me/agents/vanity/slug answers 200 without the parameter slug.")
def _(c):
    c.get("/me/agents/vanity/slug").has(422)


@probe("slug-taken-twice", CREATE, PUT_CHAT, PATCH_CHAT, basis="implied", needs="sequence",
       like="uniqueness not checked", words="Has chat prompt (required on create/upsert), visibility (private or "
                                           "public), vanity slug",
       what="Two agents can have the same vanity slug.")
def _(c):
    c.new_agent(slug="one-and-only")
    second = c.post("/me/agents", {"system_prompt": PROMPT, "slug": "one-and-only"}, "other")
    expect(second.status >= 400 or second.json["slug"] != "one-and-only")


# --- Vibe ------------------------------------------------------------------------------------------------------------

@probe("vibe-any-service", VIBE, basis="stated", needs="request", like="enumeration not checked",
       words="query service_name (required, one of three code-generation service names, given by the interface as "
             "fixed lowercase strings)",
       what="GET …/vibe takes any service_name.")
def _(c):
    c.get(f"/me/agents/{c.fixtures['agentId']}/vibe", service_name="no-such-service").has(422)


@probe("vibe-third-service-refused", VIBE, basis="stated", needs="sequence", like="enumeration incomplete",
       words="one of three code-generation service names",
       what="GET …/vibe refuses one of the three services that GET /me/vibe/services lists.")
def _(c):
    for service in c.get("/me/vibe/services").has(200).json["services"]:
        c.get(f"/me/agents/{c.fixtures['agentId']}/vibe", service_name=service["service_name"]).has(200)


@probe("vibe-services-two", SERVICES, basis="stated", needs="request", like="list incomplete",
       words="one of three code-generation service names",
       what="GET /me/vibe/services lists only two of the three services.")
def _(c):
    expect(len(c.get("/me/vibe/services").has(200).json["services"]) == 3)


@probe("vibe-prompt-of-first-agent", VIBE, basis="implied", needs="sequence", like="cache key too coarse",
       words="200 VibeCoderPromptResponse",
       what="The prompt is cached by service only: every agent gets that of the agent asked for first.")
def _(c):
    answers = []
    for prompt in ("You sell lighthouses.", "You repair compasses."):
        agent = c.new_agent(system_prompt=prompt)
        answers.append(c.get(f"/me/agents/{agent}/vibe", service_name="bolt").has(200).text)
        expect(agent in answers[-1] and prompt in answers[-1])
    expect(answers[0] != answers[1])


# --- Themes ----------------------------------------------------------------------------------------------------------

def theme(agent):
    return f"/me/agents/{agent}/customizations/theme"


@probe("theme-color-unchecked", SET_THEME, basis="stated", needs="request", like="check forgotten: color",
       words="400 invalid theme color format", what="Any text is taken as a theme color.")
def _(c):
    c.put(theme(c.fixtures["agentId"]), {"accent_color": "not a color at all"}).has(400, 422)


@probe("theme-color-tail-unchecked", SET_THEME, basis="stated", needs="request", like="pattern not anchored",
       words="Has a theme color whose format is validated",
       what="Only the beginning of a theme color is checked: whatever follows a good color is stored with it.")
def _(c):
    c.put(theme(c.fixtures["agentId"]), {"accent_color": "#a1b2c3; } body { display: none"}).has(400, 422)


@probe("theme-unset-404", THEME, basis="stated", needs="sequence", like="404 instead of null",
       words="200 AgentThemePreferenceResponse or null",
       what="GET of the theme of an agent without a theme answers 404 instead of null.")
def _(c):
    expect(c.get(theme(c.new_agent())).has(200).json is None)


@probe("theme-unknown-agent-null", THEME, basis="stated", needs="request", like="null instead of 404",
       words="Resource not found (run, chat, agent, file, API key, bundle, tool, toolset, subscription, schedule, "
             "credits, CLI auth)",
       what="GET of the theme of an agent that does not exist answers 200 with null.")
def _(c):
    c.get(theme(random_id())).has(404)


@probe("theme-stale", THEME, basis="implied", needs="sequence", like="cache not refreshed",
       words="200 AgentThemePreferenceResponse or null",
       what="GET of a theme goes on showing the color that it showed first, whatever is set later.")
def _(c):
    agent = c.new_agent()
    for color in ("#111111", "#222222"):
        c.put(theme(agent), {"accent_color": color}).has(200)
        expect(c.get(theme(agent)).has(200).json["accent_color"] == color)


@probe("theme-for-all-agents", SET_THEME, THEME, basis="implied", needs="sequence", like="scope too wide",
       words="Agent theme preference | agent_id | uuid | Has a theme color whose format is validated",
       what="Setting the theme of one agent sets it for all agents of the user.")
def _(c):
    first, second = c.new_agent(), c.new_agent()
    c.put(theme(first), {"accent_color": "#111111"}).has(200)
    c.put(theme(second), {"accent_color": "#222222"}).has(200)
    expect(c.get(theme(first)).has(200).json["accent_color"] == "#111111")


# --- Files -----------------------------------------------------------------------------------------------------------

@probe("files-ordered-by-age", FILES, basis="stated", needs="sequence", like="order wrong",
       words="Belongs to an agent; ordered by position; count per agent is limited",
       what="Files are listed in the order of their creation, not by position.")
def _(c):
    agent = c.new_agent()
    first, second = c.new_file(agent, sort_order=1), c.new_file(agent, sort_order=2)
    c.put(f"/me/agents/{agent}/files/positions", {"ordering": [{"file_id": first, "sort_order": 2},
                                                               {"file_id": second, "sort_order": 1}]}).has(200)
    expect(c.file_ids(agent) == [second, first])


@probe("files-ordered-as-text", FILES, POSITIONS, basis="stated", needs="sequence", like="numbers compared as text",
       words="Belongs to an agent; ordered by position; count per agent is limited",
       what="Positions are compared as text: a file at 10 comes before one at 2.")
def _(c):
    agent = c.new_agent()
    for place in (10, 2, 1):
        c.new_file(agent, sort_order=place)
    places = [file["sort_order"] for file in c.files(agent)]
    expect(places == sorted(places))


@probe("file-position-ignored", ADD_FILE, basis="implied", needs="sequence", like="field not stored",
       words="Belongs to an agent; ordered by position; count per agent is limited",
       what="The position of a new file is ignored: it always becomes the last one.")
def _(c):
    agent = c.new_agent()
    made = [c.new_file(agent, sort_order=place) for place in (1, 2, 0)]
    expect(c.file_ids(agent)[0] == made[2])


@probe("files-batch-first-only", POSITIONS, basis="stated", needs="sequence", like="only the first of many handled",
       words="body AgentFileBatchPositionRequest (batch ordering)",
       what="Of a batch of positions only the first is applied.")
def _(c):
    agent = c.new_agent()
    made = [c.new_file(agent, sort_order=place) for place in range(3)]
    order = [{"file_id": file, "sort_order": 2 - place} for place, file in enumerate(made)]
    c.put(f"/me/agents/{agent}/files/positions", {"ordering": order}).has(200)
    expect(c.file_ids(agent) == made[::-1])


@probe("files-batch-answers-old", POSITIONS, basis="implied", needs="sequence", like="answer made before the change",
       words="Belongs to an agent; ordered by position; count per agent is limited",
       what="PUT …/files/positions stores the new order but answers with the old one.")
def _(c):
    agent = c.new_agent()
    made = [c.new_file(agent, sort_order=place) for place in range(3)]
    order = [{"file_id": file, "sort_order": 2 - place} for place, file in enumerate(made)]
    answer = c.put(f"/me/agents/{agent}/files/positions", {"ordering": order}).has(200).json
    expect([file["file_id"] for file in answer["files"]] == c.file_ids(agent) == made[::-1])


@probe("file-create-200", ADD_FILE, basis="stated", needs="sequence", like="wrong success status",
       words="201 AgentFileResponse", what="POST …/files answers 200 instead of 201.")
def _(c):
    c.post(f"/me/agents/{c.new_agent()}/files", {"file_name": "a.txt"}).has(201)


@probe("file-delete-200", DELETE_FILE, basis="stated", needs="sequence", like="wrong success status",
       words="204 no body", what="DELETE of a file answers 200 with the file instead of 204 without a body.")
def _(c):
    agent = c.new_agent()
    expect(c.delete(f"/me/agents/{agent}/files/{c.new_file(agent)}").has(204).raw == b"")


@probe("files-deleted-listed", FILES, DELETE_FILE, basis="implied", needs="sequence", like="deleted but still there",
       words="200 AgentFileListResponse", what="Files that were listed once stay in the list after they are deleted.")
def _(c):
    agent = c.new_agent()
    file = c.new_file(agent)
    c.file_ids(agent)
    c.delete(f"/me/agents/{agent}/files/{file}").has(200, 204)
    expect(file not in c.file_ids(agent))


@probe("file-foreign-patch", PATCH_FILE, basis="stated", needs="sequence", like="write to another's record",
       words="No permission on the chat, agent, file or schedule chat",
       what="Any user can change the files of another's agent by PATCH.")
def _(c):
    agent = c.new_agent()
    file = c.new_file(agent)
    c.patch(f"/me/agents/{agent}/files/{file}", {"sort_order": 5}, "other").has(403, 404)


@probe("file-of-any-agent", FILE, PATCH_FILE, DELETE_FILE, basis="implied", needs="sequence",
       like="child not held against parent", words="Belongs to an agent; ordered by position; count per agent is limited",
       what="A file is found by its ID below any agent: below an agent of one's own one can read, change and delete "
            "the files of others.")
def _(c):
    file = c.new_file(c.new_agent())
    mine = c.new_agent("other")
    c.get(f"/me/agents/{mine}/files/{file}", "other").has(403, 404)


@probe("file-patch-resets", PATCH_FILE, basis="implied", needs="sequence", like="partial update resets the rest",
       words="body AgentFileUpdateRequest",
       what="PATCH of a file without a position moves the file to position 0.")
def _(c):
    agent = c.new_agent()
    made = [c.new_file(agent, sort_order=place) for place in range(3)]
    c.patch(f"/me/agents/{agent}/files/{made[2]}", {"file_name": "b.txt"}).has(200)
    expect(c.files(agent)[2]["sort_order"] == 2 and c.file_ids(agent) == made)


@probe("file-patch-zero-ignored", PATCH_FILE, basis="implied", needs="sequence", like="zero or false taken for missing",
       words="Belongs to an agent; ordered by position; count per agent is limited",
       what="PATCH of a file to position 0 is ignored, as if no position were given.")
def _(c):
    agent = c.new_agent()
    made = [c.new_file(agent, sort_order=place) for place in range(3)]
    c.patch(f"/me/agents/{agent}/files/{made[2]}", {"sort_order": 0}).has(200)
    order = c.file_ids(agent)
    expect(order.index(made[2]) < order.index(made[1]))


def fill_up(c, agent):
    """Add files until they are refused; the number that was taken."""
    for count in range(20):
        reply = c.post(f"/me/agents/{agent}/files", {"file_name": "a.txt"})
        if reply.status != 201:
            reply.has(400)
            return count
    expect(False, "no limit")


@probe("files-limit-per-user", ADD_FILE, basis="stated", needs="sequence", like="limit counted wrongly",
       words="number of files per agent is capped; 400 when exceeded",
       what="The limit counts the files of all agents of the user together.")
def _(c):
    fill_up(c, c.new_agent())
    c.new_file(c.new_agent())


@probe("files-limit-counts-deleted", ADD_FILE, DELETE_FILE, basis="implied", needs="sequence",
       like="limit counted wrongly", words="number of files per agent is capped; 400 when exceeded",
       what="The limit counts deleted files too: once reached, no file can be added any more, whatever is deleted.")
def _(c):
    agent = c.new_agent()
    fill_up(c, agent)
    c.delete(f"/me/agents/{agent}/files/{c.file_ids(agent)[0]}").has(204)
    c.new_file(agent)


@probe("files-limit-refused-but-added", ADD_FILE, basis="stated", needs="sequence", like="refused but done",
       words="number of files per agent is capped; 400 when exceeded",
       what="A file beyond the limit is refused with 400, but it is added.")
def _(c):
    agent = c.new_agent()
    expect(fill_up(c, agent) == len(c.files(agent)))


@probe("files-unknown-agent-empty", FILES, basis="stated", needs="request", like="empty record instead of 404",
       words="Resource not found (run, chat, agent, file, API key, bundle, tool, toolset, subscription, schedule, "
             "credits, CLI auth)", what="GET …/files of an agent that does not exist answers 200 and an empty "
                                               "list instead of 404.")
def _(c):
    c.get(f"/me/agents/{random_id()}/files").has(403, 404)


@probe("files-parallel-lost", ADD_FILE, basis="implied", needs="timing", like="lost update",
       words="201 AgentFileResponse",
       what="Of several files added to one agent at the same time only one stays, although all are answered 201.")
def _(c):
    agent = c.new_agent()
    made = c.together(*[lambda: c.new_file(agent)] * 4)
    expect(set(made) <= set(c.file_ids(agent)))


# --- Chats -----------------------------------------------------------------------------------------------------------

@probe("chats-list-without-private", CHATS, basis="implied", needs="sequence", like="filter too narrow",
       words="200 array of AgentModel", what="GET /me/chats leaves out the caller's own private chats.")
def _(c):
    chat = c.new_agent(visibility="private")
    expect(chat in [item["id"] for item in c.get("/me/chats").has(200).json])


@probe("chat-create-gone", ADD_CHAT, basis="stated", needs="request", like="deprecated taken for removed",
       words="POST /me/chats is marked deprecated; POST /me/agents replaces it.",
       what="POST /me/chats answers 410 although it is only deprecated.")
def _(c):
    c.post("/me/chats", {"system_prompt": PROMPT}).has(200)


@probe("chat-create-forgets-owner", ADD_CHAT, basis="implied", needs="sequence", like="owner not recorded",
       words="body AgentRequest | 200 AgentModel | 400 missing chat prompt or sandbox tier setting private",
       what="A chat made by POST /me/chats belongs to a default user, not to its maker.")
def _(c):
    chat = c.post("/me/chats", {"system_prompt": PROMPT}, "other").has(200).json["id"]
    expect(chat in [item["id"] for item in c.get("/me/chats", "other").has(200).json])


@probe("chat-private-still-open", CHAT, PATCH_CHAT, PUT_CHAT, basis="stated", needs="sequence",
       like="cache survives deletion or hiding", words="No permission on the chat, agent, file or schedule chat",
       what="A chat that was read while it was public can be read by anyone after it was made private.")
def _(c):
    chat = c.new_agent(visibility="public")
    c.get(f"/me/chats/{chat}", None).has(200)
    c.patch(f"/me/chats/{chat}", {"visibility": "private"}).has(200)
    c.get(f"/me/chats/{chat}", None).has(403, 404)


@probe("chat-get-latin1", CHAT, basis="implied", needs="sequence", like="wrong charset",
       words="User API request and response bodies are JSON unless stated otherwise.",
       what="GET /me/chats/{chat_id} writes its JSON in Latin-1 instead of UTF-8.")
def _(c):
    chat = c.new_agent(system_prompt="Du hilfst gern: Überfahrt, Möwe")
    expect(c.get(f"/me/chats/{chat}").has(200).json["system_prompt"] == "Du hilfst gern: Überfahrt, Möwe")


@probe("chat-put-length-in-characters", PUT_CHAT, basis="implied", needs="sequence", like="length in characters",
       words="User API request and response bodies are JSON unless stated otherwise.",
       what="The Content-Length of PUT /me/chats/{chat_id} counts characters, not bytes: JSON with ü or é is cut off.")
def _(c):
    chat = c.new_agent()
    c.put(f"/me/chats/{chat}", {"system_prompt": "Überfahrt – é – 東京"}).has(200).json


@probe("chat-put-private-in-sandbox", PUT_CHAT, basis="stated", needs="sequence", like="sandbox tier not checked",
       words="400 sandbox tier setting private; 403; 404",
       what="A user in the sandbox tier can set a chat private by PUT.")
def _(c):
    chat = c.new_agent("sandbox")
    c.put(f"/me/chats/{chat}", {"system_prompt": PROMPT, "visibility": "private"}, "sandbox").has(400)


@probe("chat-put-new-record", PUT_CHAT, basis="implied", needs="sequence", like="update makes a new record",
       words="/me/chats/{chat_id} | body AgentRequest | 200 AgentModel",
       what="PUT /me/chats/{chat_id} creates another chat and leaves the one of the path as it was.")
def _(c):
    chat = c.new_agent()
    expect(c.put(f"/me/chats/{chat}", {"system_prompt": PROMPT}).has(200).json["id"] == chat)
    expect(c.get(f"/me/chats/{chat}").has(200).json["system_prompt"] == PROMPT)


@probe("chat-patch-drops-prompt", PATCH_CHAT, basis="implied", needs="sequence", like="partial update resets the rest",
       words="body AgentRequestPartial", what="PATCH of a chat without a chat prompt empties the chat prompt.")
def _(c):
    chat = c.new_agent(system_prompt=PROMPT)
    c.patch(f"/me/chats/{chat}", {"visibility": "private"}).has(200)
    expect(c.get(f"/me/chats/{chat}").has(200).json["system_prompt"] == PROMPT)


@probe("chat-foreign-delete", DELETE_CHAT, basis="stated", needs="sequence", like="deletion of another's record",
       words="No permission on the chat, agent, file or schedule chat",
       what="Any user can delete the public chat of another.")
def _(c):
    chat = c.new_agent()
    c.delete(f"/me/chats/{chat}", "other").has(403, 404)
    c.get(f"/me/chats/{chat}").has(200)


@probe("chat-delete-last", DELETE_CHAT, basis="implied", needs="sequence", like="deletes another record",
       words="/me/chats/{chat_id} | none | 200 AgentModel",
       what="DELETE /me/chats/{chat_id} deletes the newest chat of the caller, whichever the path names.")
def _(c):
    first, second = c.new_agent(), c.new_agent()
    c.delete(f"/me/chats/{first}").has(200)
    c.get(f"/me/chats/{second}").has(200)


@probe("chat-delete-without-body", DELETE_CHAT, basis="stated", needs="sequence", like="null instead of the record",
       words="/me/chats/{chat_id} | none | 200 AgentModel",
       what="DELETE /me/chats/{chat_id} answers null instead of the deleted record.")
def _(c):
    expect(isinstance(c.delete(f"/me/chats/{c.new_agent()}").has(200).json, dict))


@probe("preview-needs-auth", PREVIEW, basis="stated", needs="request", like="authentication demanded",
       words="/me/chats/{chat_id}/og (no auth declared)",
       what="The social preview of a public chat answers 401 without a credential.")
def _(c):
    c.get(f"/me/chats/{c.fixtures['unpaidAgentId']}/og", None).has(200)


@probe("chat-clone-private", CLONE, basis="stated", needs="request", like="private can be cloned",
       words="403 chat is not public; 404", what="The private chat of another user can be cloned.")
def _(c):
    c.post(f"/me/chats/{c.fixtures['privateAgentId']}/clone").has(403, 404)


@probe("chat-clone-needs-body", CLONE, basis="stated", needs="request", like="optional demanded",
       words="chat_id uuid; optional body AgentRequestPartial or null",
       what="POST …/clone without a body, or with null, answers 422.")
def _(c):
    c.post(f"/me/chats/{c.fixtures['unpaidAgentId']}/clone").has(200)
    c.post(f"/me/chats/{c.fixtures['unpaidAgentId']}/clone", None).has(200)


@probe("chat-clone-ignores-body", CLONE, basis="implied", needs="request", like="body not used",
       words="chat_id uuid; optional body AgentRequestPartial or null",
       what="The changes in the body of POST …/clone are ignored.")
def _(c):
    clone = c.post(f"/me/chats/{c.fixtures['unpaidAgentId']}/clone", {"system_prompt": PROMPT}).has(200).json
    expect(clone["system_prompt"] == PROMPT)


@probe("chat-clone-changes-original", CLONE, CHAT, basis="implied", needs="sequence", like="copy shares the original",
       words="chat_id uuid; optional body AgentRequestPartial or null",
       what="The changes in the body of POST …/clone are made to the original too.")
def _(c):
    chat = c.new_agent()
    c.post(f"/me/chats/{chat}/clone", {"system_prompt": "Taken over"}, "other").has(200)
    expect(c.get(f"/me/chats/{chat}").has(200).json["system_prompt"] != "Taken over")


@probe("chat-clone-keeps-owner", CLONE, CHATS, basis="implied", needs="sequence", like="copy keeps the owner",
       words="chat_id uuid; optional body AgentRequestPartial or null",
       what="A cloned chat belongs to the owner of the original, not to the caller.")
def _(c):
    clone = c.post(f"/me/chats/{c.fixtures['unpaidAgentId']}/clone").has(200).json["id"]
    expect(clone in [chat["id"] for chat in c.get("/me/chats").has(200).json])


@probe("chat-clone-keeps-id", CLONE, basis="implied", needs="request", like="copy is the original",
       words="chat_id uuid; optional body AgentRequestPartial or null",
       what="POST …/clone makes no copy: it answers with the original.")
def _(c):
    chat = c.fixtures["unpaidAgentId"]
    expect(c.post(f"/me/chats/{chat}/clone").has(200).json["id"] != chat)


@probe("feedback-answers-own-first", FEEDBACK, basis="implied", needs="request", like="answers with another record",
       words="/me/chats/{chat_id}/feedback | body UserFeedbackRequest | 200 AgentModel",
       what="POST …/feedback answers with the caller's first chat instead of the one that was rated.")
def _(c):
    chat = c.fixtures["unpaidAgentId"]
    expect(c.post(f"/me/chats/{chat}/feedback", {"rating": 5}).has(200).json["id"] == chat)


@probe("chat-run-of-private", CHAT_RUN, basis="stated", needs="request", like="visibility not checked",
       words="No permission on the chat, agent, file or schedule chat",
       what="POST …/runs starts a run of another user's private chat.")
def _(c):
    c.post(f"/me/chats/{c.fixtures['privateAgentId']}/runs").has(403, 404)


@probe("chat-run-same-again", CHAT_RUN, basis="stated", needs="sequence", like="create answers an existing record",
       words="200 AgentRunLog (new run log entry)",
       what="POST …/runs of a chat that the caller has run before answers with the log entry of the earlier run.")
def _(c):
    chat = c.new_agent()
    runs = [c.post(f"/me/chats/{chat}/runs").has(200).json["run_id"] for _ in range(2)]
    expect(runs[0] != runs[1])


@probe("chat-run-unstored", CHAT_RUN, "GET {base_url}/me/agent-runs/{run_id}", "GET {base_url}/me/agent-runs",
       "GET {base_url}/me/agent-runs/{run_id}/logs", basis="implied", needs="sequence", like="created but not stored",
       words="200 AgentRunLog (new run log entry)",
       what="The run of the entry that POST …/runs answers does not exist afterwards.")
def _(c):
    run = c.post(f"/me/chats/{c.fixtures['agentId']}/runs").has(200).json["run_id"]
    expect(len(c.get(f"/me/agent-runs/{run}/logs").has(200).json) > 0)


# --- Agent studio chats ----------------------------------------------------------------------------------------------

def studio(run_id):
    return f"/me/agent-studio-chats/{run_id}"


@probe("studio-chats-of-all-users", STUDIO, basis="implied", needs="sequence", like="list of all users",
       words="200 array of AgentStudioChat", what="GET /me/agent-studio-chats lists the chats of all users.")
def _(c):
    run_id = c.new_studio_chat("other", sharing="private")
    expect(run_id not in [chat["run_id"] for chat in c.get("/me/agent-studio-chats").has(200).json])


@probe("studio-run-id-truncated", ADD_STUDIO, basis="implied", needs="request", like="text truncated",
       words="Agent studio chat | run_id | string",
       what="The run_id of a new studio chat is cut to 32 characters: the chat is not found under the given one.")
def _(c):
    run_id = random_id()
    expect(c.new_studio_chat(run_id=run_id) == run_id)


@probe("studio-create-private-in-sandbox", ADD_STUDIO, basis="stated", needs="request",
       like="sandbox tier not checked", words="400 creation failed or sandbox tier creating a private chat",
       what="A user in the sandbox tier can create a private studio chat.")
def _(c):
    c.post("/me/agent-studio-chats", {"sharing": "private"}, "sandbox").has(400)


@probe("studio-create-duplicates", ADD_STUDIO, STUDIO, basis="stated", needs="sequence", like="uniqueness not checked",
       words="creates a chat, or returns the existing one when run_id exists",
       what="POST with the run_id of an own chat makes a second chat with that run_id.")
def _(c):
    run_id = c.new_studio_chat()
    c.post("/me/agent-studio-chats", {"run_id": run_id, "sharing": "public"}).has(200, 409)
    expect([chat["run_id"] for chat in c.get("/me/agent-studio-chats").has(200).json].count(run_id) == 1)


@probe("studio-create-overwrites", ADD_STUDIO, basis="stated", needs="sequence", like="existing record overwritten",
       words="creates a chat, or returns the existing one when run_id exists",
       what="POST with the run_id of an own chat overwrites that chat.")
def _(c):
    run_id = c.new_studio_chat(sharing="public")
    c.post("/me/agent-studio-chats", {"run_id": run_id, "sharing": "private"}).has(200, 409)
    expect(c.get(studio(run_id)).has(200).json["sharing"] == "public")


@probe("studio-create-race", ADD_STUDIO, STUDIO, basis="stated", needs="timing", like="check and act not atomic",
       words="creates a chat, or returns the existing one when run_id exists",
       what="POSTs with the same new run_id at the same time make several chats with that run_id.")
def _(c):
    run_id = random_id()
    c.together(*[lambda: c.post("/me/agent-studio-chats", {"run_id": run_id}).has(200, 409)] * 3)
    expect([chat["run_id"] for chat in c.get("/me/agent-studio-chats").has(200).json].count(run_id) == 1)


@probe("studio-private-readable", ONE_STUDIO, basis="stated", needs="sequence", like="visibility not checked",
       words="No permission on the chat, agent, file or schedule chat",
       what="Anyone can read a private studio chat.")
def _(c):
    run_id = c.new_studio_chat(sharing="private")
    for who in (None, "other"):
        c.get(studio(run_id), who).has(403, 404)


@probe("studio-foreign-put", PUT_STUDIO, basis="stated", needs="sequence", like="write to another's record",
       words="No permission on the chat, agent, file or schedule chat",
       what="Any user can replace the studio chat of another by PUT.")
def _(c):
    run_id = c.new_studio_chat()
    c.put(studio(run_id), {"sharing": "private"}, "other").has(403, 404)


@probe("studio-put-private-in-sandbox-quietly-public", PUT_STUDIO, basis="stated", needs="sequence",
       like="refusal replaced by silence", words="400 sandbox tier setting private; 403; 404",
       what="PUT of a studio chat as private in the sandbox tier answers 200 and makes it public instead of 400.")
def _(c):
    run_id = c.new_studio_chat("sandbox")
    c.put(studio(run_id), {"sharing": "private"}, "sandbox").has(400)


@probe("studio-patch-resets", PATCH_STUDIO, basis="stated", needs="sequence", like="partial update resets the rest",
       words="body AgentStudioChatUpdate (partial update)",
       what="PATCH of a studio chat without the private/public setting sets it to its default.")
def _(c):
    run_id = c.new_studio_chat(sharing="public")
    c.patch(studio(run_id), {"title": "Renamed"}).has(200)
    expect(c.get(studio(run_id)).has(200).json["sharing"] == "public")


@probe("studio-patch-refused-but-done", PATCH_STUDIO, basis="stated", needs="sequence", like="refused but done",
       words="cannot set an agent, chat or studio chat private (400)",
       what="PATCH of a studio chat to private in the sandbox tier answers 400, but the chat is private afterwards.")
def _(c):
    run_id = c.new_studio_chat("sandbox")
    c.patch(studio(run_id), {"sharing": "private"}, "sandbox").has(400)
    expect(c.get(studio(run_id), "sandbox").has(200).json["sharing"] == "public")


@probe("studio-patch-unsaved", PATCH_STUDIO, basis="implied", needs="sequence", like="update not stored",
       words="body AgentStudioChatUpdate (partial update)",
       what="PATCH of a studio chat answers with the changes, but does not store them.")
def _(c):
    run_id = c.new_studio_chat(sharing="public")
    c.patch(studio(run_id), {"sharing": "private"}).has(200)
    expect(c.get(studio(run_id)).has(200).json["sharing"] == "private")


@probe("studio-foreign-delete", DELETE_STUDIO, basis="stated", needs="sequence", like="deletion of another's record",
       words="No permission on the chat, agent, file or schedule chat",
       what="Any user can delete the studio chat of another.")
def _(c):
    c.delete(studio(c.new_studio_chat()), "other").has(403, 404)


@probe("studio-delete-without-body", DELETE_STUDIO, basis="stated", needs="sequence",
       like="null instead of the record", words="200 AgentStudioChat (soft delete)",
       what="DELETE of a studio chat answers null instead of the chat.")
def _(c):
    expect(isinstance(c.delete(studio(c.new_studio_chat())).has(200).json, dict))


@probe("studio-clone-200", CLONE_STUDIO, basis="stated", needs="sequence", like="wrong success status",
       words="201 AgentStudioChat", what="POST …/clone of a studio chat answers 200 instead of 201.")
def _(c):
    c.post(f"{studio(c.new_studio_chat())}/clone").has(201)


@probe("studio-clone-private", CLONE_STUDIO, basis="stated", needs="sequence", like="private can be cloned",
       words="400 private chats cannot be cloned; 404", what="A private studio chat can be cloned.")
def _(c):
    c.post(f"{studio(c.new_studio_chat(sharing='private'))}/clone").has(400)


@probe("studio-clone-same", CLONE_STUDIO, basis="implied", needs="sequence", like="copy is the original",
       words="201 AgentStudioChat", what="POST …/clone of a studio chat makes no copy: it answers with the original.")
def _(c):
    run_id = c.new_studio_chat()
    expect(c.post(f"{studio(run_id)}/clone").has(201).json["run_id"] != run_id)


@probe("studio-clone-keeps-owner", CLONE_STUDIO, STUDIO, basis="implied", needs="sequence",
       like="copy keeps the owner", words="201 AgentStudioChat",
       what="A cloned studio chat belongs to the owner of the original, not to the caller.")
def _(c):
    clone = c.post(f"{studio(c.new_studio_chat())}/clone", who="other").has(201).json["run_id"]
    expect(clone in [chat["run_id"] for chat in c.get("/me/agent-studio-chats", "other").has(200).json])

"""Faults of agents, customization and files."""

from harness import *

UPSERT = "POST /me/agents"
READ = "GET /me/agents/{agent_id}"
LIST = "GET /me/agents"
SLUG = "/me/agents/vanity/slug"
VIBE = "GET /me/agents/{agent_id}/vibe"
UPSELL = "POST /me/agents/{agent_id}/upsell-description"
THEME = "/me/agents/{agent_id}/customizations/theme"
FILES = "/me/agents/{agent_id}/files"
FILE = FILES + "/{file_id}"


def listed(client):
    return [agent["id"] for agent in client.get("/me/agents").ok()]


# Agents

@fault("agents-no-prompt-ok", UPSERT, "stated", "request", "400 missing chat prompt or sandbox tier setting private; 403; 404",
       "An agent without a chat prompt is created.", "rule forgotten")
def _(t):
    expect(t.alice.post("/me/agents", {"name": "Nobody"}).status in (400, 422), "an agent without a prompt is created")


@fault("agents-update-inserts", [UPSERT, "POST /me/chats"], "stated", "sequence", "body AgentRequest (create or update)",
       "A POST with the ID of an agent creates another agent, and leaves the one it names as it was.", "new thing instead of a change")
def _(t):
    agent = t.new_agent()
    t.alice.post("/me/agents", {"id": agent["id"], "promptText": "Be brief."}).must(200)
    equal(t.alice.get(f"/me/agents/{agent['id']}").ok()["promptText"], "Be brief.", "the prompt")


@fault("agents-update-by-other", [UPSERT, "POST /me/chats"], "stated", "sequence", "400 missing chat prompt or sandbox tier setting private; 403; 404",
       "A POST with the ID of another user's agent changes that agent.", "ownership not checked on a write")
def _(t):
    expect(t.alice.post("/me/agents", {"id": FIXTURES["unpaidAgentId"], "promptText": "Mine."}).status != 200, "another user's agent is changed")


@fault("agents-visibility-ignored", UPSERT, "implied", "request", "visibility (private or public)",
       "A new agent is always public, also when a private one is asked for.", "field not written")
def _(t):
    equal(t.new_agent(visibility="PRIVATE")["visibility"], "PRIVATE", "the visibility")


@fault("agents-prompt-cut-255", [UPSERT, READ], "implied", "sequence", "Has chat prompt (required on create/upsert)",
       "The chat prompt is stored with its first 255 characters only.", "text truncated")
def _(t):
    prompt = "Know all the islands: " + "Ameland, " * 60 + "Sylt."
    agent = t.new_agent(promptText=prompt)
    equal(t.alice.get(f"/me/agents/{agent['id']}").ok()["promptText"], prompt, "the prompt")


@fault("agents-emoji-lost", [UPSERT, READ], "implied", "sequence", "Has chat prompt (required on create/upsert)",
       "Characters beyond U+FFFF in the chat prompt, like emoji, are stored as question marks.", "text in the wrong encoding")
def _(t):
    prompt = "Greet with 🚢 and 𝄞."
    agent = t.new_agent(promptText=prompt)
    equal(t.alice.get(f"/me/agents/{agent['id']}").ok()["promptText"], prompt, "the prompt")


@fault("agents-list-all-users", LIST, "implied", "request", "visibility (private or public)",
       "The list has the agents of all users, private ones included.", "other users' records listed")
def _(t):
    expect(FIXTURES["privateAgentId"] not in listed(t.alice), "another user's private agent is listed")


@fault("agents-list-stale", LIST, "implied", "sequence", "| GET | /me/agents | none | 200 array of AgentModel | none |",
       "The list is cached when it is first read: new agents do not appear.", "stale cache")
def _(t):
    listed(t.alice)
    expect(t.new_agent()["id"] in listed(t.alice), "the new agent is not listed")


@fault("agents-slug-collision", [UPSERT, "POST /me/chats", "PUT /me/chats/{chat_id}", "PATCH /me/chats/{chat_id}", "POST /me/chats/{chat_id}/clone"], "implied", "sequence", "| GET | /me/agents/vanity/slug | query slug (string, required) | 200 body unspecified (availability result) | none |",
       "Two agents can have the same vanity slug.", "uniqueness not kept")
def _(t):
    slug = "slug-" + unique()
    t.new_agent(vanitySlug=slug)
    second = t.alice.post("/me/agents", {"promptText": "Be of help.", "vanitySlug": slug})
    expect(second.status != 200 or second.json()["vanitySlug"] != slug, "two agents have the same slug")


@fault("agents-sandbox-update-private", UPSERT, "stated", "sequence", "400 missing chat prompt or sandbox tier setting private; 403; 404",
       "A sandbox user makes an agent private by updating it.", "sandbox rule forgotten")
def _(t):
    agent = t.new_agent(t.sam, visibility="PUBLIC")
    t.sam.post("/me/agents", {"id": agent["id"], "promptText": "Hide.", "visibility": "PRIVATE"}).must(400)


@fault("agents-bad-json-500", UPSERT, "implied", "request", "| 422 | Validation error with body HTTPValidationError |",
       "A body that is no JSON is answered with 500.", "500 on bad input")
def _(t):
    status = t.alice.post("/me/agents", raw=b'{"promptText": "Be').status
    expect(400 <= status < 500, f"the status is {status}")


@fault("agent-private-any-login", READ, "stated", "request", "| GET | /me/agents/{agent_id} (no auth declared) | agent_id string | 200 AgentModel | 403; 404 |",
       "A private agent is given to any user who is logged in.", "visibility not checked")
def _(t):
    expect(t.alice.get(f"/me/agents/{FIXTURES['privateAgentId']}").status != 200, "another user's private agent is given")


@fault("agent-unknown-500", READ, "stated", "request", "| GET | /me/agents/{agent_id} (no auth declared) | agent_id string | 200 AgentModel | 403; 404 |",
       "An agent that does not exist is answered with 500.", "500 instead of 404")
def _(t):
    t.alice.get(f"/me/agents/{unknown_id()}").must(404)


@fault("agent-get-latin1", READ, "implied", "sequence", "User API request and response bodies are JSON unless stated otherwise.",
       "The JSON of an agent is sent in Latin-1, which is no valid JSON when a text has letters outside ASCII.", "text in the wrong encoding")
def _(t):
    agent = t.new_agent(promptText="Grüße alle aus Göteborg.")
    equal(t.alice.get(f"/me/agents/{agent['id']}").ok()["promptText"], "Grüße alle aus Göteborg.", "the prompt")


@fault("upsell-empty", UPSELL, "stated", "sequence", "200 AgentModel (upsell description generated)",
       "The generated upsell description is empty.", "empty answer")
def _(t):
    agent = t.new_agent()
    expect(t.alice.post(f"/me/agents/{agent['id']}/upsell-description").ok()["upsellText"], "there is no upsell description")


@fault("upsell-not-saved", [UPSELL, READ], "implied", "sequence", "200 AgentModel (upsell description generated)",
       "The generated upsell description is in the answer, but is not stored.", "write not kept")
def _(t):
    agent = t.new_agent()
    generated = t.alice.post(f"/me/agents/{agent['id']}/upsell-description").ok()["upsellText"]
    equal(t.alice.get(f"/me/agents/{agent['id']}").ok()["upsellText"], generated, "the upsell description")


@fault("upsell-overwrites-prompt", [UPSELL, READ], "implied", "sequence", "200 AgentModel (upsell description generated)",
       "The generated upsell description replaces the chat prompt, too.", "side effect on another field")
def _(t):
    agent = t.new_agent()
    t.alice.post(f"/me/agents/{agent['id']}/upsell-description").must(200)
    equal(t.alice.get(f"/me/agents/{agent['id']}").ok()["promptText"], agent["promptText"], "the prompt")


@fault("slug-generate-needs-jwt", "POST " + SLUG, "stated", "request", "/me/agents/vanity/slug (no auth declared)",
       "The slug generator answers 401 without a bearer credential.", "login demanded")
def _(t):
    t.anonymous.post(SLUG, {"title": "Harbour helper"}).must(200)


@fault("slug-check-blind", "GET " + SLUG, "implied", "sequence", "200 body unspecified (availability result)",
       "A slug that an agent has is said to be available.", "check without effect")
def _(t):
    slug = "slug-" + unique()
    t.new_agent(vanitySlug=slug)
    taken = t.alice.get(SLUG, {"slug": slug}).must(200).text.replace(slug, "")
    free = "slug-" + unique()
    expect(taken != t.alice.get(SLUG, {"slug": free}).must(200).text.replace(free, ""), "a taken slug is available")


@fault("slug-check-param-optional", "GET " + SLUG, "stated", "request", "query slug (string, required)",
       "Without the parameter slug the answer is 200.", "required parameter optional")
def _(t):
    expect(t.alice.get(SLUG).status in (400, 422), "slug is not required")


@fault("vibe-any-service", VIBE, "stated", "request", "query service_name (required, one of three code-generation service names, given by the interface as fixed lowercase strings)",
       "Any text is taken as a service name.", "enumeration not checked")
def _(t):
    reply = t.alice.get(f"/me/agents/{FIXTURES['agentId']}/vibe", {"service_name": "no-such-service"})
    expect(reply.status in (400, 404, 422), "an unknown service is taken")


@fault("vibe-service-refused", VIBE, "implied", "sequence", "query service_name (required, one of three code-generation service names, given by the interface as fixed lowercase strings)",
       "One of the services that GET /me/vibe/services lists is refused with 422.", "enumeration incomplete")
def _(t):
    for service in t.anonymous.get("/me/vibe/services").ok()["content"]:
        t.alice.get(f"/me/agents/{FIXTURES['agentId']}/vibe", {"service_name": service["serviceName"]}).must(200)


@fault("vibe-other-agent", VIBE, "implied", "sequence", "| GET | /me/agents/{agent_id}/vibe |",
       "The prompt is that of the first agent of all, whatever agent the path names.", "another record given")
def _(t):
    agent = t.new_agent()
    prompts = [t.alice.get(f"/me/agents/{id}/vibe", {"service_name": "bolt"}).ok()["promptText"] for id in (agent["id"], FIXTURES["agentId"])]
    expect(prompts[0] != prompts[1], "two agents have the same prompt")


@fault("vibe-plain-text", VIBE, "stated", "request", "User API request and response bodies are JSON unless stated otherwise.",
       "The prompt is sent as plain text, not as JSON.", "answer is no JSON")
def _(t):
    t.alice.get(f"/me/agents/{FIXTURES['agentId']}/vibe", {"service_name": "bolt"}).ok()


@fault("vibe-services-misses-one", "GET /me/vibe/services", "implied", "request", "one of three code-generation service names",
       "Only two of the three code-generation services are listed.", "catalog entry missing")
def _(t):
    equal(len(t.anonymous.get("/me/vibe/services").ok()["content"]), 3, "the number of services")


# Theme

def theme(agent):
    return f"/me/agents/{agent['id']}/customizations/theme"


@fault("theme-format-half-checked", "PUT " + THEME, "stated", "sequence", "400 invalid theme color format; 403; 404",
       "A theme color only has to begin with # and to have seven characters: #zzzzzz is taken.", "format half checked")
def _(t):
    t.alice.put(theme(t.new_agent()), {"accentColor": "#zzzzzz"}).must(400)


@fault("theme-second-put-ignored", ["PUT " + THEME, "GET " + THEME], "implied", "sequence", "body AgentThemePreferenceUpsertRequest",
       "Only the first theme of an agent is stored; a later PUT has no effect.", "write not kept")
def _(t):
    agent = t.new_agent()
    for color in ("#112233", "#445566"):
        t.alice.put(theme(agent), {"accentColor": color}).must(200)
    equal(t.alice.get(theme(agent)).ok()["accentColor"].lower(), "#445566", "the theme color")


@fault("theme-shared", ["PUT " + THEME, "GET " + THEME], "implied", "sequence", "| Agent theme preference | agent_id | uuid |",
       "The theme of one agent is set for all agents of the caller.", "state shared by aliasing")
def _(t):
    first, second = t.new_agent(), t.new_agent()
    t.alice.put(theme(first), {"accentColor": "#112233"}).must(200)
    t.alice.put(theme(second), {"accentColor": "#445566"}).must(200)
    equal(t.alice.get(theme(first)).ok()["accentColor"].lower(), "#112233", "the theme color of the first agent")


@fault("theme-channels-swapped", "PUT " + THEME, "implied", "sequence", "Has a theme color whose format is validated",
       "Red and blue are swapped when a theme color is stored.", "fields swapped")
def _(t):
    equal(t.alice.put(theme(t.new_agent()), {"accentColor": "#102030"}).ok()["accentColor"].lower(), "#102030", "the theme color")


@fault("theme-none-404", "GET " + THEME, "stated", "sequence", "200 AgentThemePreferenceResponse or null",
       "The theme of an agent that has none is answered with 404.", "404 instead of null")
def _(t):
    t.alice.get(theme(t.new_agent())).must(200)


# Files

def files(agent):
    return f"/me/agents/{agent['id']}/files"


def names(t, agent):
    return [f["fileName"] for f in t.alice.get(files(agent)).ok()["content"]]


def fill(t, agent):
    """Adds files until one more is refused; gives that answer and the files."""
    made = []
    for n in range(40):
        reply = t.alice.post(files(agent), {"fileName": f"{n}.txt"})
        if reply.status != 201:
            return reply, made
        made.append(reply.json())
    raise Wrong("there is no limit")


@fault("files-ordered-by-creation", ["GET " + FILES, "PUT " + FILES + "/positions"], "stated", "sequence", "Belongs to an agent; ordered by position; count per agent is limited",
       "The files are listed in the order of their creation, not by their position.", "wrong order")
def _(t):
    agent = t.new_agent()
    for n in (3, 1, 2):
        t.new_file(agent, fileName=f"{n}.txt", sortIndex=n)
    equal(names(t, agent), ["1.txt", "2.txt", "3.txt"], "the order of the files")


@fault("files-limit-counts-deleted", "POST " + FILES, "implied", "sequence", "number of files per agent is capped; 400 when exceeded",
       "Deleted files go on counting for the limit: whoever has reached it can never add a file again.", "counter wrong")
def _(t):
    agent = t.new_agent()
    _, made = fill(t, agent)
    t.alice.delete(f"{files(agent)}/{made[0]['fileId']}").must(204)
    t.alice.post(files(agent), {"fileName": "again.txt"}).must(201)


@fault("files-limit-per-user", "POST " + FILES, "stated", "sequence", "number of files per agent is capped; 400 when exceeded",
       "The limit counts the files of all agents of the user.", "counter wrong")
def _(t):
    fill(t, t.new_agent())
    t.alice.post(files(t.new_agent()), {"fileName": "deck.txt"}).must(201)


@fault("files-delete-200", "DELETE " + FILE, "stated", "sequence", "204 no body",
       "A deleted file is answered with 200 and the file.", "another success status")
def _(t):
    agent = t.new_agent()
    t.alice.delete(f"{files(agent)}/{t.new_file(agent)['fileId']}").must(204)


@fault("files-delete-kept", ["DELETE " + FILE, "GET " + FILES, "GET " + FILE], "implied", "sequence", "204 no body",
       "A deleted file is answered with 204, but stays.", "delete without effect")
def _(t):
    agent = t.new_agent()
    t.alice.delete(f"{files(agent)}/{t.new_file(agent)['fileId']}").must(204)
    equal(names(t, agent), [], "the files")


@fault("file-under-other-agent", ["GET " + FILE, "PATCH " + FILE, "DELETE " + FILE], "stated", "sequence", "Belongs to an agent; ordered by position; count per agent is limited",
       "A file is found under any agent, not only under the one that it belongs to.", "parent forgotten in a query")
def _(t):
    file = t.new_file(t.new_agent())
    expect(t.alice.get(f"{files(t.new_agent())}/{file['fileId']}").status != 200, "another agent has the file")


@fault("files-patch-position-lost", "PATCH " + FILE, "implied", "sequence", "| PATCH | /me/agents/{agent_id}/files/{file_id} | body AgentFileUpdateRequest | 200 AgentFileResponse |",
       "A PATCH answers with the new position of a file, but does not store it.", "field not written")
def _(t):
    agent = t.new_agent()
    file = t.new_file(agent, sortIndex=1)
    t.alice.patch(f"{files(agent)}/{file['fileId']}", {"sortIndex": 7}).must(200)
    equal(t.alice.get(f"{files(agent)}/{file['fileId']}").ok()["sortIndex"], 7, "the position")


@fault("files-patch-wipes-name", "PATCH " + FILE, "implied", "sequence", "| PATCH | /me/agents/{agent_id}/files/{file_id} | body AgentFileUpdateRequest | 200 AgentFileResponse |",
       "A PATCH that names only the position empties the name of the file.", "partial update wipes the rest")
def _(t):
    agent = t.new_agent()
    file = t.new_file(agent)
    t.alice.patch(f"{files(agent)}/{file['fileId']}", {"sortIndex": 7}).must(200)
    equal(names(t, agent), ["deck.txt"], "the name of the file")


def move(t, agent, made, order):
    body = {"order": [{"fileId": made[n]["fileId"], "sortIndex": i} for i, n in enumerate(order)]}
    return t.alice.put(files(agent) + "/positions", body).ok()


@fault("files-positions-first-only", "PUT " + FILES + "/positions", "implied", "sequence", "body AgentFileBatchPositionRequest (batch ordering)",
       "Only the first position of the batch is taken over.", "batch done in part")
def _(t):
    agent = t.new_agent()
    made = [t.new_file(agent, fileName=f"{n}.txt", sortIndex=n) for n in range(3)]
    move(t, agent, made, [2, 1, 0])
    equal(names(t, agent), ["2.txt", "1.txt", "0.txt"], "the order of the files")


@fault("files-positions-old-answer", "PUT " + FILES + "/positions", "implied", "sequence", "body AgentFileBatchPositionRequest (batch ordering)",
       "The answer lists the files as they were before the batch.", "answer from before the change")
def _(t):
    agent = t.new_agent()
    made = [t.new_file(agent, fileName=f"{n}.txt", sortIndex=n) for n in range(3)]
    answer = move(t, agent, made, [2, 1, 0])
    equal([f["fileName"] for f in answer["content"]], ["2.txt", "1.txt", "0.txt"], "the order of the files")


@fault("files-private-list", "GET " + FILES, "stated", "request", "No permission on the chat, agent, file or schedule chat",
       "The files of another user's private agent are listed.", "visibility not checked")
def _(t):
    expect(t.alice.get(f"/me/agents/{FIXTURES['privateAgentId']}/files").status != 200, "the files of a private agent are listed")

"""Faults of agents, customization, files, and chats."""

from .client import Misbehaves, expect, expect_status, parallel
from .registry import fault
from .probes_runs import UNKNOWN

LIST, UPSERT, GET = "GET /me/agents", "POST /me/agents", "GET /me/agents/{agent_id}"
UPSELL, VIBE, SERVICES = "POST /me/agents/{agent_id}/upsell-description", "GET /me/agents/{agent_id}/vibe", "GET /me/vibe/services"
SLUG_POST, SLUG_GET = "POST /me/agents/vanity/slug", "GET /me/agents/vanity/slug"
THEME_GET, THEME_PUT = "GET /me/agents/{agent_id}/customizations/theme", "PUT /me/agents/{agent_id}/customizations/theme"
NO_AUTH = "Endpoints marked (no auth declared) list no security requirement; all others require a bearer credential."
SANDBOX = "cannot set an agent, chat or studio chat private (400)"
FILES, F_POST = "GET /me/agents/{agent_id}/files", "POST /me/agents/{agent_id}/files"
FACTS = "Has chat prompt (required on create/upsert), visibility (private or public), vanity slug, upsell description, files, theme, optional paid subscription"
POST_ERRORS = "400 missing chat prompt or sandbox tier setting private; 403; 404"
ALL_JSON = "User API request and response bodies are JSON unless stated otherwise."
PERMISSION = "No permission on the chat, agent, file or schedule chat; chat not public for cloning; not allowed to update a CLI auth session"
NOT_FOUND = "Resource not found (run, chat, agent, file, API key, bundle, tool, toolset, subscription, schedule, credits, CLI auth)"
VISIBILITY = "visibility (private or public)"


def refs(d, path="/me/agents", who="jwt"):
    return [a["worker-ref"] for a in expect_status(d.user("GET", path, who), 200).json()]


def agent(d, ref, who="jwt"):
    return expect_status(d.user("GET", "/me/agents/" + ref, who), 200).json()


# ------------------------------------------------------------------ agents

@fault("agents-of-others", LIST, "implied", "request", "200 array of AgentModel", "The list of the caller's agents has the agents of all users, private ones too.")
def _(d):
    expect(d.fixtures["privateAgentId"] not in refs(d), "another user's private agent is listed")


@fault("agents-list-drops-newest", [LIST, UPSERT], "implied", "sequence", "200 array of AgentModel", "The list leaves out the agent that was made last (off by one).")
def _(d):
    expect(d.new_agent()["worker-ref"] in refs(d), "the new agent is missing")


@fault("agents-list-latin-1", LIST, "stated", "sequence", ALL_JSON,
       "The list of agents is written in ISO 8859-1: with a letter like ø in a prompt, the body is not valid JSON.")
def _(d):
    d.new_agent(prompt="Du er en rørdrum.")
    listed = expect_status(d.user("GET", "/me/agents"), 200).json()
    expect("Du er en rørdrum." in [a["opening-brief"] for a in listed], "another text")


@fault("agent-charset-415", UPSERT, "implied", "request", ALL_JSON, "A request with the header Content-Type: application/json; charset=utf-8 is refused with 415.")
def _(d):
    response = d.user("POST", "/me/agents", body={"opening-brief": "You wade."}, headers={"Content-Type": "application/json; charset=utf-8"})
    expect_status(response, 200)


@fault("agent-update-without-prompt", UPSERT, "stated", "sequence", FACTS, "POST with an agent_id is accepted without a chat prompt.")
def _(d):
    ref = d.new_agent()["worker-ref"]
    expect_status(d.user("POST", "/me/agents", body={"worker-ref": ref, "seen-by": "public"}), 400)


@fault("agent-missing-prompt-422", UPSERT, "stated", "request", POST_ERRORS, "A missing chat prompt is answered with 422 instead of 400.")
def _(d):
    expect_status(d.user("POST", "/me/agents", body={"seen-by": "public"}), 400)


@fault("agent-update-makes-another", [UPSERT, LIST], "stated", "sequence", "body AgentRequest (create or update)",
       "POST with the agent_id of an agent of the caller's makes another agent instead of changing this one.")
def _(d):
    ref = d.new_agent()["worker-ref"]
    changed = d.new_agent(prompt="You fly.", **{"worker-ref": ref})
    expect(changed["worker-ref"] == ref and agent(d, ref)["opening-brief"] == "You fly.", "the agent was not changed")


@fault("agent-update-drops-files", [UPSERT, FILES], "implied", "sequence", FACTS, "To change an agent through POST removes its files.")
def _(d):
    ref = d.new_agent()["worker-ref"]
    d.new_file(ref)
    d.new_agent(prompt="You fly.", **{"worker-ref": ref})
    expect(len(d.files(ref)) == 1, "the file is gone")


@fault("agent-update-by-anyone", [UPSERT, GET], "stated", "sequence", PERMISSION,
       "POST with the agent_id of another user's agent changes that agent.")
def _(d):
    ref = d.new_agent()["worker-ref"]
    response = d.user("POST", "/me/agents", "otherJwt", {"worker-ref": ref, "opening-brief": "Mine."})
    expect(response.status in (403, 404), "another user changes the agent")


@fault("agent-sandbox-updates-private", UPSERT, "stated", "sequence", SANDBOX,
       "In the sandbox tier only the making of private agents is refused; POST with an agent_id can set an agent private.")
def _(d):
    ref = d.new_agent("sandboxJwt")["worker-ref"]
    body = {"worker-ref": ref, "opening-brief": "You wade.", "seen-by": "private"}
    expect_status(d.user("POST", "/me/agents", "sandboxJwt", body), 400)


@fault("agent-private-refused-for-all", UPSERT, "implied", "request", SANDBOX,
       "A private agent is refused with 400 to users who are not in the sandbox tier.")
def _(d):
    expect_status(d.user("POST", "/me/agents", body={"opening-brief": "You wade.", "seen-by": "private"}), 200)


@fault("agent-visibility-ignored", [UPSERT, GET], "implied", "sequence", VISIBILITY, "POST ignores the visibility: an agent that was made private is public, and strangers can read it.")
def _(d):
    made = d.new_agent(**{"seen-by": "private"})
    expect(made["seen-by"] == "private", "it is public")
    expect(d.user("GET", "/me/agents/" + made["worker-ref"], None).status in (401, 403, 404), "a stranger reads it")


@fault("agent-prompt-cut-1000", [UPSERT, GET], "implied", "sequence", FACTS, "A chat prompt longer than 1000 characters is accepted, but only its first 1000 are kept.")
def _(d):
    long = "wade and wait " * 120
    expect(d.new_agent(prompt=long)["opening-brief"] == long, "the prompt is cut")


@fault("agent-prompt-mojibake", [UPSERT, GET], "implied", "sequence", FACTS, "The UTF-8 bytes of a chat prompt are kept as if they were ISO 8859-1: ø becomes Ã¸.")
def _(d):
    expect(d.new_agent(prompt="rørdrum")["opening-brief"] == "rørdrum", "another text")


@fault("agent-private-open", GET, "stated", "request", PERMISSION,
       "Everybody, also without credentials, can read private agents.")
def _(d):
    response = d.user("GET", "/me/agents/" + d.fixtures["privateAgentId"], None)
    expect(response.status in (401, 403, 404), "a stranger reads a private agent")


@fault("agent-get-needs-auth", GET, "stated", "request", NO_AUTH, "A public agent can only be read with a JWT.")
def _(d):
    expect_status(d.user("GET", "/me/agents/" + d.talker, None), 200)


@fault("agent-get-stale", [GET, UPSERT], "implied", "sequence", "body AgentRequest (create or update)", "Once read, GET gives an agent as it was then, for ever, also after it was changed.")
def _(d):
    ref = d.new_agent()["worker-ref"]
    agent(d, ref)
    d.new_agent(prompt="You fly.", **{"worker-ref": ref})
    expect(agent(d, ref)["opening-brief"] == "You fly.", "the old prompt")


@fault("upsell-null", UPSELL, "stated", "sequence", "200 AgentModel (upsell description generated)", "The answer is 200, but no upsell description was generated: it is null.")
def _(d):
    ref = d.new_agent()["worker-ref"]
    expect(expect_status(d.user("POST", f"/me/agents/{ref}/upsell-description"), 200).json()["sales-pitch"], "there is none")


@fault("upsell-replaces-prompt", [UPSELL, GET], "implied", "sequence", "200 AgentModel (upsell description generated)", "The generated upsell description takes the place of the chat prompt.")
def _(d):
    ref = d.new_agent()["worker-ref"]
    d.user("POST", f"/me/agents/{ref}/upsell-description")
    expect(agent(d, ref)["opening-brief"] == "You wade.", "the prompt has changed")


@fault("upsell-unknown-500", UPSELL, "stated", "request", "404; 500 generation failed", "For an agent that there is not the answer is 500 instead of 404.")
def _(d):
    expect_status(d.user("POST", f"/me/agents/{UNKNOWN}/upsell-description"), 404)


# ------------------------------------------------------------------ slugs, vibe

@fault("slug-null", SLUG_POST, "stated", "request", "200 body unspecified (generated slug)", "The answer is 200 with the body null: there is no slug in it.")
def _(d):
    expect(expect_status(d.user("POST", "/me/agents/vanity/slug", body={"from-words": "a heron"}), 200).json(), "no slug")


@fault("slug-taken-called-free", SLUG_GET, "implied", "sequence", "200 body unspecified (availability result)", "Every slug is said to be available, also one that an agent has.")
def _(d):
    d.new_agent(**{"nice-name": "the-grey-one"})
    taken = expect_status(d.user("GET", "/me/agents/vanity/slug", query={"slug": "the-grey-one"}), 200).json()
    free = expect_status(d.user("GET", "/me/agents/vanity/slug", query={"slug": "nobody-has-this"}), 200).json()
    expect(taken != free, "both are said to be free")


@fault("vibe-any-service", VIBE, "stated", "request", "query service_name (required, one of three code-generation service names, given by the interface as fixed lowercase strings); agent_id string",
       "Any service_name is accepted.")
def _(d):
    response = d.user("GET", f"/me/agents/{d.talker}/vibe", query={"service_name": "no such service!"})
    expect(response.status in (400, 422), "an invented service")


@fault("vibe-third-refused", [VIBE, SERVICES], "stated", "sequence", "query service_name (required, one of three code-generation service names, given by the interface as fixed lowercase strings); agent_id string",
       "One of the three services that are listed is refused as service_name (a slip of the pen in the enumeration).")
def _(d):
    for service in expect_status(d.user("GET", "/me/vibe/services", None), 200).json()["ateliers"]:
        expect_status(d.user("GET", f"/me/agents/{d.talker}/vibe", query={"service_name": service["moniker"]}), 200)


@fault("vibe-services-two", SERVICES, "implied", "request", "query service_name (required, one of three code-generation service names, given by the interface as fixed lowercase strings); agent_id string",
       "The list of services has two of the three.")
def _(d):
    expect(len(expect_status(d.user("GET", "/me/vibe/services", None), 200).json()["ateliers"]) == 3, "not three services")


@fault("vibe-of-private-agent", VIBE, "implied", "request", VISIBILITY, "The vibe prompt of another user's private agent is given, and the chat prompt with it.")
def _(d):
    response = d.user("GET", f"/me/agents/{d.fixtures['privateAgentId']}/vibe", query={"service_name": "loom"})
    expect(response.status in (403, 404) or "bittern" not in response.text, "the private prompt shows")


# ------------------------------------------------------------------ theme

def theme(d, ref, who="jwt"):
    return d.user("GET", f"/me/agents/{ref}/customizations/theme", who)


def paint(d, ref, color, who="jwt"):
    return d.user("PUT", f"/me/agents/{ref}/customizations/theme", who, {"plumage": color})


@fault("theme-none-404", THEME_GET, "stated", "sequence", "200 AgentThemePreferenceResponse or null", "For an own agent without a theme the answer is 404 instead of 200 and null.")
def _(d):
    expect(expect_status(theme(d, d.new_agent()["worker-ref"]), 200).json() is None, "not null")


@fault("theme-any-color", THEME_PUT, "stated", "sequence", "400 invalid theme color format; 403; 404", "Any text is accepted as theme color.")
def _(d):
    expect_status(paint(d, d.new_agent()["worker-ref"], "no color at all!"), 400)


@fault("theme-bad-color-422", THEME_PUT, "stated", "sequence", "400 invalid theme color format; 403; 404", "A theme color of a wrong format is answered with 422 instead of 400.")
def _(d):
    expect_status(paint(d, d.new_agent()["worker-ref"], "no color at all!"), 400)


@fault("theme-403-but-set", [THEME_PUT, THEME_GET], "implied", "sequence", "400 invalid theme color format; 403; 404",
       "To set the theme of another user's agent is answered with 403, but it is set.")
def _(d):
    ref = d.new_agent()["worker-ref"]
    expect_status(paint(d, ref, "#336699", "otherJwt"), 403)
    expect(expect_status(theme(d, ref), 200).json() is None, "it is set")


@fault("theme-second-ignored", [THEME_PUT, THEME_GET], "implied", "sequence", "body AgentThemePreferenceUpsertRequest", "Only the first theme of an agent is kept; a second PUT answers 200 and changes nothing.")
def _(d):
    ref = d.new_agent()["worker-ref"]
    paint(d, ref, "#336699")
    paint(d, ref, "#112233")
    expect(theme(d, ref).json()["plumage"] == "#112233", "the old color")


@fault("theme-per-user", [THEME_PUT, THEME_GET], "implied", "sequence", "Agent theme preference", "The theme is kept per user, not per agent: the theme of one agent is that of all agents of its owner.")
def _(d):
    one, two = d.new_agent()["worker-ref"], d.new_agent()["worker-ref"]
    paint(d, one, "#336699")
    paint(d, two, "#112233")
    expect(theme(d, one).json()["plumage"] == "#336699", "the color of the other agent")


@fault("theme-blue-for-red", [THEME_PUT, THEME_GET], "implied", "sequence", "Has a theme color whose format is validated", "Red and blue of the theme color are exchanged: #336699 is kept as #996633.")
def _(d):
    ref = d.new_agent()["worker-ref"]
    paint(d, ref, "#336699")
    expect(theme(d, ref).json()["plumage"] == "#336699", "another color")


# ------------------------------------------------------------------ files

F_ONE = "/me/agents/{agent_id}/files/{file_id}"
F_GET, F_PATCH, F_DELETE = "GET " + F_ONE, "PATCH " + F_ONE, "DELETE " + F_ONE
POSITIONS = "PUT /me/agents/{agent_id}/files/positions"
ORDERED = "Belongs to an agent; ordered by position; count per agent is limited"
CAPPED = "number of files per agent is capped; 400 when exceeded"


def fill(d, ref, most=12):
    """Adds files until one is refused; gives how many there are and the refusal."""
    for i in range(most):
        response = d.user("POST", f"/me/agents/{ref}/files", body={"title": f"leaf {i}", "text": "t"})
        if response.status != 201:
            return i, response
    raise Misbehaves("no file is refused")


@fault("file-post-200", F_POST, "stated", "sequence", "201 AgentFileResponse", "A new file is answered with 200 instead of 201.")
def _(d):
    expect_status(d.user("POST", f"/me/agents/{d.new_agent()['worker-ref']}/files", body={"title": "leaf", "text": "t"}), 201)


@fault("file-limit-counts-deleted", [F_POST, F_DELETE], "implied", "sequence", CAPPED, "Deleted files still count: when the limit was reached once, no file can be added again, whatever is deleted.")
def _(d):
    ref = d.new_agent()["worker-ref"]
    fill(d, ref)
    d.user("DELETE", f"/me/agents/{ref}/files/{d.files(ref)[0]['leaf-ref']}")
    d.new_file(ref)


@fault("file-limit-per-user", F_POST, "stated", "sequence", CAPPED, "The limit counts the files of all agents of the user: when one agent is full, no other agent can get a file.")
def _(d):
    fill(d, d.new_agent()["worker-ref"])
    d.new_file(d.new_agent()["worker-ref"])


@fault("file-limit-race", [F_POST, FILES], "stated", "timing", CAPPED, "Files that are added at the same time are counted before any of them is there: an agent gets more files than it may have.")
def _(d):
    most, _ = fill(d, d.new_agent()["worker-ref"])
    ref = d.new_agent()["worker-ref"]
    parallel(*[lambda i=i: d.user("POST", f"/me/agents/{ref}/files", body={"title": f"leaf {i}", "text": "t"}) for i in range(most + 4)])
    expect(len(d.files(ref)) <= most, "more files than the limit")


@fault("files-unordered", [FILES, POSITIONS], "stated", "sequence", ORDERED, "Files are listed as they were added, not by position.")
def _(d):
    ref = d.new_agent()["worker-ref"]
    last, first = d.new_file(ref, rank=5), d.new_file(ref, rank=1)
    expect([f["leaf-ref"] for f in d.files(ref)] == [first["leaf-ref"], last["leaf-ref"]], "another order")


@fault("files-list-makes-ids", [FILES, F_GET], "implied", "sequence", "200 AgentFileListResponse", "The list gives every file a new file_id each time, under which it is not found.")
def _(d):
    ref = d.new_agent()["worker-ref"]
    made = d.new_file(ref)["leaf-ref"]
    expect([f["leaf-ref"] for f in d.files(ref)] == [made], "another file_id")


@fault("files-list-drops-last", FILES, "implied", "sequence", "200 AgentFileListResponse", "The list leaves out the file that was added last, when there are several.")
def _(d):
    ref = d.new_agent()["worker-ref"]
    made = {d.new_file(ref)["leaf-ref"] for _ in range(3)}
    expect({f["leaf-ref"] for f in d.files(ref)} == made, "a file is missing")


@fault("files-of-unknown-agent-200", FILES, "stated", "request", NOT_FOUND,
       "For an agent that there is not the answer is 200 and an empty list instead of 404.")
def _(d):
    expect_status(d.user("GET", f"/me/agents/{UNKNOWN}/files"), 404)


@fault("file-of-any-agent", F_GET, "implied", "sequence", ORDERED, "GET of a file asks only whether the agent in the path may be seen, not whether the file is one of it: through an own agent one reads all files of others.")
def _(d):
    secret = d.new_file(d.new_agent("otherJwt", **{"seen-by": "private"})["worker-ref"], "otherJwt")["leaf-ref"]
    mine = d.new_agent()["worker-ref"]
    expect(d.user("GET", f"/me/agents/{mine}/files/{secret}").status in (403, 404), "a file of another user")


@fault("file-patch-resets-rank", [F_PATCH, FILES], "implied", "sequence", ORDERED, "A PATCH without a position sets the position to 0.")
def _(d):
    ref = d.new_agent()["worker-ref"]
    file = d.new_file(ref, rank=5)["leaf-ref"]
    expect(expect_status(d.user("PATCH", f"/me/agents/{ref}/files/{file}", body={"title": "other leaf"}), 200).json()["rank"] == 5, "another rank")


@fault("file-delete-200", F_DELETE, "stated", "sequence", "204 no body", "DELETE of a file answers 200 with a body instead of 204.")
def _(d):
    ref = d.new_agent()["worker-ref"]
    expect_status(d.user("DELETE", f"/me/agents/{ref}/files/{d.new_file(ref)['leaf-ref']}"), 204)


@fault("file-delete-does-nothing", [F_DELETE, FILES], "implied", "sequence", "204 no body", "DELETE answers 204, but the file stays.")
def _(d):
    ref = d.new_agent()["worker-ref"]
    expect_status(d.user("DELETE", f"/me/agents/{ref}/files/{d.new_file(ref)['leaf-ref']}"), 204)
    expect(d.files(ref) == [], "the file is still there")


@fault("file-delete-neighbour-too", [F_DELETE, FILES], "implied", "sequence", "204 no body", "With a file, the one that was added after it is deleted too.")
def _(d):
    ref = d.new_agent()["worker-ref"]
    one, two = d.new_file(ref)["leaf-ref"], d.new_file(ref)["leaf-ref"]
    expect_status(d.user("DELETE", f"/me/agents/{ref}/files/{one}"), 204)
    expect([f["leaf-ref"] for f in d.files(ref)] == [two], "the other file is gone too")


def rank(d, ref, ranks):
    ranking = [{"leaf-ref": leaf, "rank": r} for leaf, r in ranks]
    return expect_status(d.user("PUT", f"/me/agents/{ref}/files/positions", body={"ranking": ranking}), 200)


@fault("positions-first-only", [POSITIONS, FILES], "stated", "sequence", "body AgentFileBatchPositionRequest (batch ordering)", "Of a batch of positions only the first one is set.")
def _(d):
    ref = d.new_agent()["worker-ref"]
    a, b, c = (d.new_file(ref)["leaf-ref"] for _ in range(3))
    rank(d, ref, [(c, 1), (b, 2), (a, 3)])
    expect([f["leaf-ref"] for f in d.files(ref)] == [c, b, a], "another order")


@fault("positions-answers-old-order", POSITIONS, "implied", "sequence", "200 AgentFileListResponse", "The answer to new positions is the list with the old ones.")
def _(d):
    ref = d.new_agent()["worker-ref"]
    a, b = (d.new_file(ref)["leaf-ref"] for _ in range(2))
    answer = rank(d, ref, [(b, 1), (a, 2)]).json()
    expect([f["leaf-ref"] for f in answer["sheaf"]] == [b, a], "the old order")


# ------------------------------------------------------------------ chats

CHATS, C_POST, C_ONE = "GET /me/chats", "POST /me/chats", "/me/chats/{chat_id}"
C_GET, C_PUT, C_PATCH, C_DELETE = "GET " + C_ONE, "PUT " + C_ONE, "PATCH " + C_ONE, "DELETE " + C_ONE
OG, CLONE, FEEDBACK, C_RUN = "GET " + C_ONE + "/og", "POST " + C_ONE + "/clone", "POST " + C_ONE + "/feedback", "POST " + C_ONE + "/runs"
SANDBOX_PUT = "400 sandbox tier setting private; 403; 404"


@fault("chats-list-ten", CHATS, "implied", "sequence", "200 array of AgentModel", "The list of chats ends after ten; the others cannot be got.")
def _(d):
    made = {d.new_agent()["worker-ref"] for _ in range(12)}
    expect(made <= set(refs(d, "/me/chats")), "chats are missing")


@fault("chats-post-gone", C_POST, "stated", "request", "POST /me/chats is marked deprecated; POST /me/agents replaces it.", "The deprecated POST /me/chats is switched off already: it answers 410.")
def _(d):
    expect_status(d.user("POST", "/me/chats", body={"opening-brief": "You wade."}), 200)


@fault("chat-get-misses-agents", [C_GET, UPSERT], "implied", "sequence", "Same record type as the agent", "What was made through POST /me/agents is not found under its chat_id: GET /me/chats/{chat_id} answers 404.")
def _(d):
    expect_status(d.user("GET", "/me/chats/" + d.new_agent()["chat-ref"]), 200)


@fault("chat-put-answers-old", C_PUT, "implied", "sequence", "200 AgentModel", "PUT changes the chat, but answers with what it was before.")
def _(d):
    chat = d.new_agent()["chat-ref"]
    changed = expect_status(d.user("PUT", "/me/chats/" + chat, body={"opening-brief": "You fly."}), 200).json()
    expect(changed["opening-brief"] == "You fly.", "the old prompt")


@fault("chat-put-makes-another", [C_PUT, C_GET], "implied", "sequence", "body AgentRequest", "PUT makes another chat and leaves the named one as it was.")
def _(d):
    chat = d.new_agent()["chat-ref"]
    changed = expect_status(d.user("PUT", "/me/chats/" + chat, body={"opening-brief": "You fly."}), 200).json()
    expect(changed["chat-ref"] == chat, "another chat")
    expect(d.user("GET", "/me/chats/" + chat).json()["opening-brief"] == "You fly.", "the old prompt")


@fault("chat-get-length-in-characters", C_GET, "implied", "sequence", ALL_JSON,
       "The Content-Length of a chat is the number of its characters, not of its bytes: with letters that are not ASCII the JSON is cut off at its end.")
def _(d):
    chat = d.new_agent(prompt="Grød, grød og grød.")["chat-ref"]
    expect_status(d.user("GET", "/me/chats/" + chat), 200).json()


@fault("chat-patch-sandbox-private", C_PATCH, "stated", "sequence", SANDBOX_PUT, "In the sandbox tier PATCH can set a chat private.")
def _(d):
    chat = d.new_agent("sandboxJwt")["chat-ref"]
    expect_status(d.user("PATCH", "/me/chats/" + chat, "sandboxJwt", {"seen-by": "private"}), 400)


@fault("chat-patch-sandbox-public-refused", C_PATCH, "implied", "sequence", SANDBOX_PUT, "In the sandbox tier PATCH refuses every visibility with 400, public too.")
def _(d):
    chat = d.new_agent("sandboxJwt")["chat-ref"]
    expect_status(d.user("PATCH", "/me/chats/" + chat, "sandboxJwt", {"seen-by": "public"}), 200)


@fault("chat-patch-wipes-prompt", [C_PATCH, C_GET], "implied", "sequence", "body AgentRequestPartial", "A PATCH that does not name the chat prompt empties it.")
def _(d):
    chat = d.new_agent()["chat-ref"]
    changed = expect_status(d.user("PATCH", "/me/chats/" + chat, body={"seen-by": "private"}), 200).json()
    expect(changed["opening-brief"] == "You wade.", "the prompt is gone")


@fault("chat-parallel-patches-lose-one", [C_PATCH, C_GET], "implied", "timing", "body AgentRequestPartial", "Two PATCHes of different fields at the same time are both answered with 200, but the whole record is written back: one of the changes is lost.")
def _(d):
    chat = d.new_agent()["chat-ref"]
    answers = parallel(lambda: d.user("PATCH", "/me/chats/" + chat, body={"opening-brief": "You fly."}),
                       lambda: d.user("PATCH", "/me/chats/" + chat, body={"nice-name": "flies-now"}))
    for answer in answers:
        expect_status(answer, 200)
    now = d.user("GET", "/me/chats/" + chat).json()
    expect(now["opening-brief"] == "You fly." and now["nice-name"] == "flies-now", "a change is lost")


@fault("chat-delete-204", C_DELETE, "stated", "sequence", "200 AgentModel", "DELETE of a chat answers 204 without a body.")
def _(d):
    expect_status(d.user("DELETE", "/me/chats/" + d.new_agent()["chat-ref"]), 200)


@fault("chat-delete-by-anyone", [C_DELETE, C_GET], "stated", "sequence", PERMISSION,
       "Everybody who is logged in can delete the chats of all users.")
def _(d):
    chat = d.new_agent()["chat-ref"]
    expect(d.user("DELETE", "/me/chats/" + chat, "otherJwt").status in (403, 404), "another user deletes the chat")


@fault("chat-delete-breaks-list", [CHATS, C_DELETE], "implied", "sequence", "200 array of AgentModel", "After a chat was deleted, the list of chats answers 500.")
def _(d):
    d.user("DELETE", "/me/chats/" + d.new_agent()["chat-ref"])
    expect_status(d.user("GET", "/me/chats"), 200)


@fault("og-shows-private", OG, "implied", "sequence", "200 body unspecified (social-preview metadata)", "The social preview of a private chat shows its chat prompt to everybody.")
def _(d):
    chat = d.new_agent(prompt="The secret word is Moorhen.", **{"seen-by": "private"})["chat-ref"]
    response = d.user("GET", f"/me/chats/{chat}/og", None)
    expect("Moorhen" not in response.text, "the prompt shows")


@fault("og-broken-json", OG, "stated", "sequence", ALL_JSON, "The social preview is put together from text: with a quotation mark in the chat's prompt it is no JSON.")
def _(d):
    chat = d.new_agent(prompt='Say "kraak" and wait.')["chat-ref"]
    expect_status(d.user("GET", f"/me/chats/{chat}/og", None), 200).json()


@fault("chat-clone-null-refused", CLONE, "stated", "sequence", "chat_id uuid; optional body AgentRequestPartial or null", "The body null is refused with 422.")
def _(d):
    expect_status(d.user("POST", f"/me/chats/{d.new_agent()['chat-ref']}/clone", raw="null"), 200)


@fault("chat-clone-private", CLONE, "stated", "request", "403 chat is not public; 404", "Private chats of other users can be cloned.")
def _(d):
    expect(d.user("POST", f"/me/chats/{d.fixtures['privateAgentId']}/clone").status in (403, 404), "a private chat was cloned")


@fault("chat-clone-is-original", CLONE, "implied", "sequence", "200 AgentModel", "The clone is the original itself: it has the same IDs and still belongs to the other user.")
def _(d):
    chat = d.new_agent("otherJwt")["chat-ref"]
    expect(expect_status(d.user("POST", f"/me/chats/{chat}/clone"), 200).json()["chat-ref"] != chat, "the same chat")


@fault("chat-clone-ignores-body", CLONE, "implied", "sequence", "chat_id uuid; optional body AgentRequestPartial or null", "What the body of a clone asks for is ignored: the clone has the prompt of the original.")
def _(d):
    copy = expect_status(d.user("POST", f"/me/chats/{d.new_agent()['chat-ref']}/clone", body={"opening-brief": "You fly."}), 200).json()
    expect(copy["opening-brief"] == "You fly.", "the old prompt")


@fault("chat-clone-changes-original", [CLONE, C_GET], "implied", "sequence", "chat_id uuid; optional body AgentRequestPartial or null", "What the body of a clone asks for is done to the original too.")
def _(d):
    chat = d.new_agent()["chat-ref"]
    expect_status(d.user("POST", f"/me/chats/{chat}/clone", body={"opening-brief": "You fly."}), 200)
    expect(d.user("GET", "/me/chats/" + chat).json()["opening-brief"] == "You wade.", "the original has changed")


@fault("feedback-answers-another-chat", FEEDBACK, "implied", "request", "200 AgentModel", "Feedback is answered with another chat than the one that it was about.")
def _(d):
    answer = expect_status(d.user("POST", f"/me/chats/{d.talker}/feedback", body={"feathers": 5}), 200).json()
    expect(answer["worker-ref"] == d.talker, "another chat")


@fault("feedback-unknown-200", FEEDBACK, "stated", "request", NOT_FOUND,
       "Feedback to a chat that there is not is answered with 200 and an invented chat.")
def _(d):
    expect_status(d.user("POST", f"/me/chats/{UNKNOWN}/feedback", body={"feathers": 5}), 404)


@fault("chat-run-of-unknown", C_RUN, "stated", "request", NOT_FOUND,
       "A run of a chat that there is not is answered with 200 and a run log entry.")
def _(d):
    expect_status(d.user("POST", f"/me/chats/{UNKNOWN}/runs"), 404)



"""Shows each fault: python probes.py [ID...]. A probe is true where the deployment is right, false with the fault.
Writes faults.json: only what was shown."""
import json, sys, time, uuid, inspect
from client import D, HERE

ALL = {}


def fault(id, operation, basis, needs, words, what):
    def keep(f):
        ALL[id] = ({"id": id, "operation": operation, "basis": basis, "needs": needs, "words": words, "what": what}, f)
        return f
    return keep


W = "{agents_url}/"
POST, PUT = "POST {agents_url}/{agent_id}", "PUT {agents_url}/{agent_id}/{run_id}"
NPOST, NPUT = "POST {agents_url}/ndjson/{agent_id}", "PUT {agents_url}/ndjson/{agent_id}/{run_id}"
GET = "GET {agents_url}/{agent_id}/{run_id}"
U = "{base_url}/me"
RUN = f"POST {U}/tools/run/{{tool_name}}"


def users(d, run, who="key"):
    return [m["content"] for m in d.history(run, who).json() if m["role"] == "user"]


# ---------------------------------------------------------------- Workers API
@fault("w-409-keeps-message", [PUT, NPUT], "stated", "timing", "Rejected with status 409; message not added",
       "The PUT that is rejected with 409 while a job runs adds its user message to the run all the same.")
def _(d):
    r = d.run(d.fx["backgroundMessage"])
    assert d.w("PUT", f"/{d.fx['agentId']}/{r}", "lost words").status_code == 409
    return "lost words" not in users(d, r)


@fault("w-concurrent-puts-lose", [PUT, NPUT], "implied", "timing", "A PUT with a run ID adds a user message to that run and keeps its history.",
       "Two PUTs to one run at the same time both answer 200, but only the messages of one of them are in the run's history.")
def _(d):
    r = d.run()
    d.both(*[lambda i=i: d.w("PUT", f"/{d.fx['agentId']}/{r}", f"m{i}") for i in range(3)])
    return sorted(users(d, r)) == ["Hello", "m0", "m1", "m2"]


@fault("w-deleted-key-works", ["DELETE " + U + "/api-keys/{api_key_id}", POST], "implied", "sequence", "Workers API: every request carries the header Authorization: Bearer <API_KEY>.",
       "A deleted API key is gone from the list of keys, but still starts and continues runs.")
def _(d):
    k = d.me("POST", "/api-keys", {"name": "gone"}).json()
    d.me("DELETE", f"/api-keys/{k['apiKeyId']}")
    return d.w("POST", "/" + d.fx["agentId"], "x", k["key"]).status_code == 401


@fault("w-history-trimmed", [PUT, NPUT, GET], "stated", "sequence", "Each conversation has a run ID that preserves the full history (user messages, agent responses, MCP server calls)",
       "A run keeps only its last six messages: with the fourth turn the first user message and its answer are gone.")
def _(d):
    r = d.run("first")
    for i in range(4):
        d.w("PUT", f"/{d.fx['agentId']}/{r}", f"t{i}")
    return users(d, r) == ["first", "t0", "t1", "t2", "t3"]


@fault("w-job-header-stays-after-error", GET, "stated", "timing", "job finishes, successfully or with an error: GET no longer returns x-service-job-id",
       "After a background job that ended with an error, GET returns x-service-job-id for ever.")
def _(d):
    r = d.run(d.fx["backgroundErrorMessage"])
    time.sleep(3)
    return "x-service-job-id" not in d.history(r).headers


@fault("w-ndjson-answers-unsaved", [NPOST, NPUT], "stated", "sequence", "Each conversation has a run ID that preserves the full history (user messages, agent responses, MCP server calls)",
       "Turns by the NDJSON form store the user message, but not the worker's answer: GET lacks the assistant messages.")
def _(d):
    return [m["role"] for m in d.history(d.run(nd=True)).json()] == ["user", "assistant"]


@fault("w-ndjson-no-tool-results", [NPOST, NPUT], "stated", "request", "NDJSON stream with the worker's output plus out-of-band signals such as tool calls and their responses",
       "The NDJSON stream tells the tool calls, but never their responses.")
def _(d):
    t = d.fx["toolCallMessage"]
    return t["output"] in d.w("POST", "/ndjson/" + d.fx["agentId"], t["message"]).text


@fault("w-ndjson-put-ignores-job", NPUT, "stated", "timing", "When a job is running, PUT returns 409.",
       "The NDJSON PUT doesn't look for a running job: it answers 200 and adds the message; the text PUT is right.")
def _(d):
    r = d.run(d.fx["backgroundMessage"])
    return d.w("PUT", f"/ndjson/{d.fx['agentId']}/{r}", "x").status_code == 409


@fault("w-ndjson-put-no-auth", NPUT, "stated", "request", "Each call must carry an API key (see Authentication).",
       "The NDJSON PUT takes requests without any API key, or with a wrong one, for a run that exists.")
def _(d):
    r = d.run()
    return d.w("PUT", f"/ndjson/{d.fx['agentId']}/{r}", "x", None).status_code == 401


@fault("w-post-blocked-by-job", [POST, NPOST], "stated", "timing", "A POST is always allowed, also while a job is running.",
       "While a job runs in one run of the user, POST to the same worker answers 409.")
def _(d):
    d.run(d.fx["backgroundMessage"])
    return d.w("POST", "/" + d.fx["agentId"], "x").status_code == 200


@fault("w-post-reuses-run", [POST, NPOST], "stated", "sequence", "A POST starts a new interaction with a clear context; every POST returns a new run ID in X-Service-Run-ID.",
       "The second POST of a user to a worker continues the user's last run and returns its run ID (unless a job runs there).")
def _(d):
    return d.run("a") != d.run("b")


@fault("w-put-no-run-header", PUT, "stated", "request", "Header X-Service-Run-ID is sent again.",
       "The text PUT's answer lacks X-Service-Run-ID.")
def _(d):
    r = d.run()
    return d.w("PUT", f"/{d.fx['agentId']}/{r}", "x").headers.get("x-service-run-id") == r


@fault("w-run-of-other-readable", GET, "implied", "request", "No permission on the chat, agent, file or schedule chat",
       "With any user's API key the messages of any run can be read.")
def _(d):
    return d.history(d.run("secret"), "otherkey").status_code in (403, 404)


@fault("w-text-breaks-utf8", [POST, PUT], "implied", "request", "Streamed text with only the worker's user-facing output",
       "The text stream is cut by bytes and decoded piece by piece: characters outside ASCII that lie on a cut are lost from the stream; the history has them.")
def _(d):
    m = "åß漢🚢" * 40
    r = d.w("POST", "/" + d.fx["agentId"], m)
    return r.text == d.history(r.headers["x-service-run-id"]).json()[-1]["content"]


@fault("w-text-leaks-tool-calls", [POST, PUT], "stated", "request", "Streamed text with only the worker's user-facing output (no tool calls or debug data).",
       "The text stream begins with a line for each tool call, with name and arguments.")
def _(d):
    t = d.fx["toolCallMessage"]
    return t["name"] not in d.w("POST", "/" + d.fx["agentId"], t["message"]).text


# ---------------------------------------------------------------- NOTIFIER
@fault("n-active-ignored", RUN, "stated", "sequence", "active boolean (true returns only active pushes)",
       "NOTIFIER_LIST_PUSHES with active=true also returns deleted pushes.")
def _(d):
    p = d.note("CREATE_PUSH", {"type": "note", "body": "x"})
    d.note("DELETE_PUSH", {"iden": p["iden"]})
    return d.note("LIST_PUSHES", {"active": True})["pushes"] == []


@fault("n-chats-paging-ignored", RUN, "implied", "sequence", "List chats: limit integer (max 500); cursor string",
       "NOTIFIER_LIST_CHATS takes limit and cursor, but returns all chats always.")
def _(d):
    for i in range(3):
        d.note("CREATE_CHAT", {"email": f"c{i}@x.example"})
    return len(d.note("LIST_CHATS", {"limit": 2})["chats"]) == 2


@fault("n-cursor-repeats", RUN, "implied", "sequence", "List pushes: limit integer (max 500, default 500); cursor string",
       "The page after a cursor begins with the last entry of the page before (NOTIFIER_LIST_PUSHES and NOTIFIER_LIST_CHATS).")
def _(d):
    for i in range(4):
        d.note("CREATE_PUSH", {"type": "note", "title": str(i)})
    a = d.note("LIST_PUSHES", {"limit": 2})
    b = d.note("LIST_PUSHES", {"limit": 2, "cursor": a["cursor"]})
    return [p["title"] for p in a["pushes"] + b["pushes"]] == ["3", "2", "1", "0"]


@fault("n-delete-all-of-everyone", RUN, "stated", "sequence", "Delete all pushes of the user asynchronously",
       "NOTIFIER_DELETE_ALL_PUSHES deletes the pushes of all users.")
def _(d):
    d.note("CREATE_PUSH", {"type": "note", "body": "theirs"}, "other")
    d.note("DELETE_ALL_PUSHES")
    time.sleep(0.7)
    return len(d.note("LIST_PUSHES", {"active": True}, "other")["pushes"]) == 1


@fault("n-dismiss-loses-items", RUN, "implied", "sequence", "Dismiss a push or change list items",
       "NOTIFIER_UPDATE_PUSH without items (to dismiss a push) empties the push's list items.")
def _(d):
    p = d.note("CREATE_PUSH", {"type": "note", "body": "x"})["iden"]
    d.note("UPDATE_PUSH", {"iden": p, "items": [{"text": "milk", "checked": False}]})
    return d.note("UPDATE_PUSH", {"iden": p, "dismissed": True})["items"] == [{"text": "milk", "checked": False}]


@fault("n-guid-race", RUN, "stated", "timing", "guid string (client-generated, for idempotency)",
       "Two NOTIFIER_CREATE_PUSH calls at once with one guid make two pushes; one after the other they make one.")
def _(d):
    d.both(*[lambda: d.note("CREATE_PUSH", {"type": "note", "body": "x", "guid": "g1"})] * 2)
    return len(d.note("LIST_PUSHES")["pushes"]) == 1


@fault("n-link-without-url", RUN, "stated", "request", "url string (required when type=link)",
       "NOTIFIER_CREATE_PUSH makes a link push without url.")
def _(d):
    return d.tool("NOTIFIER_CREATE_PUSH", {"type": "link", "title": "x"}).status_code == 400


@fault("n-delete-device-kept", RUN, "implied", "sequence", "Delete a device",
       "NOTIFIER_DELETE_DEVICE answers as if it had worked, but the device stays in NOTIFIER_LIST_DEVICES.")
def _(d):
    v = d.note("CREATE_DEVICE", {"model": "M", "nickname": "N", "app_version": 1, "manufacturer": "F"})["iden"]
    d.note("DELETE_DEVICE", {"device_iden": v})
    return d.note("LIST_DEVICES")["devices"] == []


@fault("n-unmute-ignored", RUN, "stated", "sequence", "Mute or unmute a chat",
       "NOTIFIER_UPDATE_CHAT with muted=false changes nothing: a muted chat stays muted.")
def _(d):
    c = d.note("CREATE_CHAT", {"email": "m@x.example"})["iden"]
    d.note("UPDATE_CHAT", {"iden": c, "muted": True})
    d.note("UPDATE_CHAT", {"iden": c, "muted": False})
    return d.note("LIST_CHATS")["chats"][0]["muted"] is False


@fault("n-update-device-clears", RUN, "implied", "sequence", "Update device metadata",
       "NOTIFIER_UPDATE_DEVICE sets icon, model, manufacturer and nickname to null where they aren't given.")
def _(d):
    v = d.note("CREATE_DEVICE", {"model": "M", "nickname": "N", "app_version": 1, "manufacturer": "F"})["iden"]
    d.note("UPDATE_DEVICE", {"iden": v, "nickname": "O"})
    return d.note("LIST_DEVICES")["devices"][0]["model"] == "M"


@fault("n-update-version-negative", RUN, "stated", "request", "app_version integer, non-negative",
       "NOTIFIER_UPDATE_DEVICE takes and stores a negative app_version (NOTIFIER_CREATE_DEVICE refuses it).")
def _(d):
    v = d.note("CREATE_DEVICE", {"model": "M", "nickname": "N", "app_version": 1, "manufacturer": "F"})["iden"]
    return d.tool("NOTIFIER_UPDATE_DEVICE", {"iden": v, "app_version": -1}).status_code == 400


# ---------------------------------------------------------------- runs and logs
@fault("runs-cursor-inclusive", f"GET {U}/agent-runs", "implied", "sequence", "list endpoints with next_cursor take a date-time cursor and a limit.",
       "The page after a cursor begins with the last run of the page before.")
def _(d):
    for i in range(3):
        d.run()
    a = d.me("GET", "/agent-runs", params={"limit": 2}).json()
    b = d.me("GET", "/agent-runs", params={"limit": 2, "next_cursor": a["nextCursor"]}).json()
    return len({x["runId"] for x in a["items"] + b["items"]}) == len(a["items"] + b["items"]) == 3


@fault("mcp-logs-of-all-runs", f"GET {U}/agent-runs/{{run_id}}/mcp-server-logs", "stated", "sequence", "Read-only logs of a run",
       "The MCP server logs of a run hold those of all runs of the user.")
def _(d):
    d.run(d.fx["toolCallMessage"]["message"])
    return d.me("GET", f"/agent-runs/{d.run()}/mcp-server-logs").json() == []


@fault("executions-limit-plus-one", f"GET {U}/executions", "implied", "sequence", "query next_cursor (date-time, optional), limit (integer, default 30)",
       "The list has one entry more than limit asks for.")
def _(d):
    for i in range(3):
        d.tool(d.fx["tool"]["name"], d.fx["tool"]["input"])
    return len(d.me("GET", "/executions", params={"limit": 1}).json()["items"]) == 1


@fault("run-view-of-other", f"GET {U}/agent-runs/{{run_id}}", "implied", "request", "404 run not found",
       "The view of any user's run can be read by every user.")
def _(d):
    return d.me("GET", "/agent-runs/" + d.run(), who="other").status_code in (403, 404)


# ---------------------------------------------------------------- subscriptions
@fault("subscribe-owner-allowed", f"POST {U}/agents/{{agent_id}}/subscribe", "stated", "request", "400 agent is not paid or caller is its owner",
       "The owner of a paid agent gets a checkout session for it.")
def _(d):
    return d.me("POST", f"/agents/{d.fx['ownPaidAgentId']}/subscribe", {}).status_code == 400


@fault("unsubscribe-not-stored", f"POST {U}/agents/{{agent_id}}/unsubscribe", "implied", "sequence", "400 no active subscription to cancel",
       "The answer says canceled, but the subscription stays active in both reads, and can be canceled again.")
def _(d):
    a = d.fx["unsubscribeAgentId"]
    d.me("POST", f"/agents/{a}/unsubscribe")
    return d.me("GET", "/subscriptions/" + a).json()["status"] == "canceled" and d.me("POST", f"/agents/{a}/unsubscribe").status_code == 400


# ---------------------------------------------------------------- studio chats
S = "/agent-studio-chats"


def studio(d, who="own", **kw):
    return d.me("POST", S, {"runId": "r-" + uuid.uuid4().hex, "title": "T", **kw}, who).json()["runId"]


@fault("studio-existing-overwritten", f"POST {U}{S}", "stated", "sequence", "creates a chat, or returns the existing one when run_id exists",
       "POST with the run_id of an own chat overwrites that chat with the body.")
def _(d):
    r = studio(d)
    d.me("POST", S, {"runId": r, "title": "new"})
    return d.me("GET", f"{S}/{r}").json()["title"] == "T"


@fault("studio-patch-clears", f"PATCH {U}{S}/{{run_id}}", "stated", "sequence", "body AgentStudioChatUpdate (partial update)",
       "PATCH sets the title and the data to null where the body doesn't hold them.")
def _(d):
    r = studio(d)
    d.me("PATCH", f"{S}/{r}", {"visibility": "private"})
    return d.me("GET", f"{S}/{r}").json()["title"] == "T"


@fault("studio-private-readable", f"GET {U}{S}/{{run_id}}", "stated", "request", "403 no permission",
       "A private studio chat can be read by everybody, also without credentials.")
def _(d):
    r = studio(d, visibility="private")
    return d.me("GET", f"{S}/{r}", who="other").status_code == 403


@fault("studio-deleted-in-list", [f"DELETE {U}{S}/{{run_id}}", f"GET {U}{S}"], "implied", "sequence", "Agent studio chat DELETE is a soft delete",
       "A deleted studio chat stays in the list, while its GET answers 404.")
def _(d):
    r = studio(d)
    d.me("DELETE", f"{S}/{r}")
    return d.me("GET", S).json() == []


@fault("studio-clone-own-private", f"POST {U}{S}/{{run_id}}/clone", "stated", "request", "400 private chats cannot be cloned",
       "The owner of a private studio chat can clone it.")
def _(d):
    return d.me("POST", f"{S}/{studio(d, visibility='private')}/clone").status_code == 400


@fault("studio-sandbox-patch-private", f"PATCH {U}{S}/{{run_id}}", "stated", "request", "400 sandbox tier setting private",
       "A user of the sandbox tier can make a studio chat private by PATCH (POST and PUT refuse it).")
def _(d):
    return d.me("PATCH", f"{S}/{studio(d, 'sandbox')}", {"visibility": "private"}, "sandbox").status_code == 400


@fault("studio-create-race", f"POST {U}{S}", "implied", "timing", "creates a chat, or returns the existing one when run_id exists",
       "Two POSTs at once with one run_id make two studio chats of that run_id; the list shows both.")
def _(d):
    d.both(*[lambda: d.me("POST", S, {"runId": "race", "title": "T"})] * 2)
    return len(d.me("GET", S).json()) == 1


# ---------------------------------------------------------------- agents
@fault("agent-prompt-truncated", [f"POST {U}/agents", f"POST {U}/chats"], "implied", "request", "Has chat prompt (required on create/upsert)",
       "A chat prompt of more than 255 characters is cut to 255 at creation, with 200.")
def _(d):
    p = "long " * 200
    return d.me("POST", "/agents", {"chatPrompt": p}).json()["chatPrompt"] == p


@fault("theme-second-put-ignored", f"PUT {U}/agents/{{agent_id}}/customizations/theme", "implied", "sequence", "body AgentThemePreferenceUpsertRequest",
       "The first PUT stores a theme color; later ones answer with the new color, but GET keeps the first.")
def _(d):
    t = f"/agents/{d.agent()}/customizations/theme"
    for c in ("#111111", "#222222"):
        d.me("PUT", t, {"themeColor": c})
    return d.me("GET", t).json()["themeColor"] == "#222222"


def file(d, a, name="a.txt"):
    return d.me("POST", f"/agents/{a}/files", {"fileName": name, "content": "c"})


@fault("files-limit-per-user", f"POST {U}/agents/{{agent_id}}/files", "stated", "sequence", "number of files per agent is capped; 400 when exceeded",
       "The cap counts the files of all agents of the user: when one agent is full, another without files takes none (400).")
def _(d):
    a, b = d.agent(), d.agent()
    while file(d, a).status_code == 201:
        pass
    return file(d, b).status_code == 201


@fault("files-unordered", [f"GET {U}/agents/{{agent_id}}/files", f"PUT {U}/agents/{{agent_id}}/files/positions"], "stated", "sequence", "Belongs to an agent; ordered by position",
       "The file lists are in order of creation; the positions are stored, but don't order them.")
def _(d):
    a = d.agent()
    x, y = (file(d, a, n).json()["fileId"] for n in "xy")
    d.me("PUT", f"/agents/{a}/files/positions", {"positions": [{"fileId": x, "position": 1}, {"fileId": y, "position": 0}]})
    return [f["fileId"] for f in d.me("GET", f"/agents/{a}/files").json()["files"]] == [y, x]


@fault("file-positions-half-done", f"PUT {U}/agents/{{agent_id}}/files/positions", "implied", "sequence", "body AgentFileBatchPositionRequest (batch ordering)",
       "A batch that names an unknown file answers 404, but the entries before it were stored.")
def _(d):
    a = d.agent()
    x, y = (file(d, a, n).json()["fileId"] for n in "xy")
    assert d.me("PUT", f"/agents/{a}/files/positions", {"positions": [{"fileId": x, "position": 8}, {"fileId": str(uuid.uuid4()), "position": 0}]}).status_code == 404
    return d.me("GET", f"/agents/{a}/files/{x}").json()["position"] == 0


@fault("file-delete-200", f"DELETE {U}/agents/{{agent_id}}/files/{{file_id}}", "stated", "request", "204 no body",
       "The deletion of a file answers 200 with the file as body.")
def _(d):
    a = d.agent()
    r = d.me("DELETE", f"/agents/{a}/files/{file(d, a).json()['fileId']}")
    return r.status_code == 204 and not r.content


@fault("slug-taken-only-own", f"GET {U}/agents/vanity/slug", "implied", "sequence", "200 body unspecified (availability result)",
       "A slug that another user's agent has is called available.")
def _(d):
    d.agent("other", vanitySlug="the-taken-one")
    return d.me("GET", "/agents/vanity/slug", params={"slug": "the-taken-one"}).json()["available"] is False


@fault("upsell-not-saved", f"POST {U}/agents/{{agent_id}}/upsell-description", "implied", "sequence", "200 AgentModel (upsell description generated)",
       "The generated upsell description is in the answer only; the agent's record keeps none.")
def _(d):
    a = d.agent()
    x = d.me("POST", f"/agents/{a}/upsell-description").json()["upsellDescription"]
    return x and d.me("GET", "/agents/" + a).json()["upsellDescription"] == x


# ---------------------------------------------------------------- chats
@fault("chat-clone-private", f"POST {U}/chats/{{chat_id}}/clone", "stated", "request", "403 chat is not public",
       "Private chats, also those of others, can be cloned.")
def _(d):
    return d.me("POST", f"/chats/{d.fx['privateAgentId']}/clone").status_code == 403


@fault("chat-clone-body-ignored", f"POST {U}/chats/{{chat_id}}/clone", "implied", "request", "optional body AgentRequestPartial or null",
       "The clone takes nothing from the body: its name, prompt and visibility are those of the original and the defaults.")
def _(d):
    return d.me("POST", f"/chats/{d.agent()}/clone", {"chatPrompt": "Other words."}).json()["chatPrompt"] == "Other words."


@fault("chat-clone-shares-files", [f"POST {U}/chats/{{chat_id}}/clone", f"POST {U}/agents/{{agent_id}}/files", f"DELETE {U}/agents/{{agent_id}}/files/{{file_id}}"], "implied", "sequence", "Agent file: Belongs to an agent",
       "The clone shares its file list with the original: a file added to or deleted from the clone is added to or deleted from the original.")
def _(d):
    a = d.agent()
    file(d, a)
    c = d.me("POST", f"/chats/{a}/clone").json()["agentId"]
    file(d, c)
    return d.me("GET", f"/agents/{a}/files").json()["total"] == 1 and d.me("GET", f"/agents/{c}/files").json()["total"] == 2


@fault("chat-patch-half-refused", f"PATCH {U}/chats/{{chat_id}}", "implied", "sequence", "400 sandbox tier setting private",
       "A PATCH of a sandbox user that is refused for private (400) has stored its name and description.")
def _(d):
    a = d.agent("sandbox", name="before")
    assert d.me("PATCH", "/chats/" + a, {"name": "after", "visibility": "private"}, "sandbox").status_code == 400
    return d.me("GET", "/chats/" + a).json()["name"] == "before"


@fault("chat-patch-race", f"PATCH {U}/chats/{{chat_id}}", "implied", "timing", "body AgentRequestPartial",
       "Two PATCHes at once of different fields of one chat both answer 200, but one of them is lost.")
def _(d):
    a = d.agent()
    d.both(lambda: d.me("PATCH", "/chats/" + a, {"name": "N"}), lambda: d.me("PATCH", "/chats/" + a, {"description": "D"}))
    b = d.me("GET", "/chats/" + a).json()
    return (b["name"], b["description"]) == ("N", "D")


@fault("chat-delete-keeps-worker", [f"DELETE {U}/chats/{{chat_id}}", POST], "implied", "sequence", "Same record type as the agent",
       "The worker of a deleted chat, which both families answer with 404, still takes new runs.")
def _(d):
    a = d.agent()
    d.me("DELETE", "/chats/" + a)
    return d.w("POST", "/" + a, "x").status_code == 404


@fault("chat-list-keeps-deleted", [f"DELETE {U}/chats/{{chat_id}}", f"GET {U}/chats"], "implied", "sequence", "GET /me/chats: 200 array of AgentModel",
       "A deleted chat stays in GET /me/chats, while its own GET answers 404.")
def _(d):
    a = d.agent()
    d.me("DELETE", "/chats/" + a)
    return a not in [c["agentId"] for c in d.me("GET", "/chats").json()]


# ---------------------------------------------------------------- keys, credits, payments
@fault("keys-list-shows-values", f"GET {U}/api-keys", "stated", "request", "A hidden variant omits the key value",
       "The list of API keys shows the key values.")
def _(d):
    return d.tok["key"] not in d.me("GET", "/api-keys").text


@fault("key-of-other-readable", f"GET {U}/api-keys/{{api_key_id}}", "implied", "request", "404 Resource not found (… API key …)",
       "Every user can read every user's API key by its number, with its value.")
def _(d):
    k = d.me("POST", "/api-keys", {"name": "mine"}).json()["apiKeyId"]
    return d.me("GET", f"/api-keys/{k}", who="other").status_code in (403, 404)


@fault("credits-use-race", f"POST {U}/credits/use", "implied", "timing", "Balance of agent execution credits; can be used",
       "Several uses at once all answer 200, but the balance falls by one only.")
def _(d):
    a = d.me("GET", "/credits").json()["balance"]
    d.both(*[lambda: d.me("POST", "/credits/use")] * 3)
    return d.me("GET", "/credits").json()["balance"] == a - 3


@fault("webhook-unsigned-taken", f"POST {U}/payments/webhook", "stated", "request", "the request must carry a signature; 400 is returned when it is missing.",
       "An event without a signature header answers 200 as received; a wrong signature is still refused.")
def _(d):
    return d.me("POST", "/payments/webhook", who=None, content=d.fx["webhook"]["body"]).status_code == 400


@fault("summary-ignores-period", f"GET {U}/monetization/summary", "stated", "request", "MonetizationSummary (total subscribers and earnings for the period)",
       "The summary's total earnings are those of 365 days, whatever the period; the daily earnings are right.")
def _(d):
    s, e = (d.me("GET", "/monetization/" + n, params={"period": 7}).json() for n in ("summary", "earnings"))
    return abs(s["totalEarnings"] - sum(x["earnings"] for x in e["daily"])) < 0.01


# ---------------------------------------------------------------- bundles, CLI, schedules
@fault("bundle-count-stale", [f"GET {U}/bundles", f"DELETE {U}/bundles/{{bundle_id}}/tools/{{tool_id}}"], "implied", "sequence", "GET /me/bundles: array of UserBundleSimplified",
       "The tool count in the list of bundles doesn't fall when a tool is removed from the bundle.")
def _(d):
    b = d.me("POST", "/bundles").json()["bundleId"]
    d.me("POST", f"/bundles/{b}/tools", {"toolId": d.fx["installableToolId"]})
    d.me("DELETE", f"/bundles/{b}/tools/{d.fx['installableToolId']}")
    return d.me("GET", "/bundles").json()[0]["toolCount"] == 0


@fault("bundle-delete-by-anyone", f"DELETE {U}/bundles/{{bundle_id}}", "implied", "sequence", "404 Resource not found (… bundle …)",
       "Every user can delete every user's bundle by its number.")
def _(d):
    b = d.me("POST", "/bundles").json()["bundleId"]
    return d.me("DELETE", f"/bundles/{b}", who="other").status_code in (403, 404) and d.me("GET", f"/bundles/{b}").status_code == 200


@fault("bundle-put-drops-tools", f"PUT {U}/bundles/{{bundle_id}}", "implied", "sequence", "Bundle: Holds tools",
       "A PUT with a new name empties the bundle of its tools.")
def _(d):
    b = d.me("POST", "/bundles").json()["bundleId"]
    d.me("POST", f"/bundles/{b}/tools", {"toolId": d.fx["installableToolId"]})
    d.me("PUT", f"/bundles/{b}", {"name": "New"})
    return len(d.me("GET", f"/bundles/{b}/tools").json()) == 1


@fault("cli-read-race", f"GET {U}/cli-auth/{{auth_id}}", "stated", "timing", "Carries a user JWT; read once and consumed",
       "Reads at the same moment all get the JWT; one after the other only the first does.")
def _(d):
    c = d.me("POST", "/cli-auth", who=None).json()["cliAuthId"]
    d.me("PUT", "/cli-auth/" + c, {"userJwt": d.tok["own"]})
    return sum(r.json() is not None for r in d.both(*[lambda: d.me("GET", "/cli-auth/" + c, who=None)] * 3)) == 1


@fault("schedule-any-public-chat", f"POST {U}/schedules", "stated", "request", "403 chat ID invalid, missing or not owned by the caller",
       "A schedule can be made for another user's public chat (for private ones 403 stays).")
def _(d):
    return d.me("POST", "/schedules", {"chatId": d.fx["unpaidAgentId"], "cron": d.fx["cron"]}).status_code == 403


@fault("schedule-put-not-stored", f"PUT {U}/schedules/{{schedule_id}}", "implied", "sequence", "PUT /me/schedules/{schedule_id}: body ScheduleUpdateRequest",
       "The answer shows the changed schedule, but reads and the list keep the old one.")
def _(d):
    s = d.me("POST", "/schedules", {"chatId": d.fx["agentId"], "cron": d.fx["cron"]}).json()["scheduleId"]
    d.me("PUT", "/schedules/" + s, {"cron": "5 5 * * *"})
    return d.me("GET", "/schedules/" + s).json()["cron"] == "5 5 * * *"


# ---------------------------------------------------------------- tools, VIP
@fault("search-toolkit-ignored", f"GET {U}/tools/search", "implied", "request", "toolkit (string, optional, may be null)",
       "The search takes toolkit, but returns tools of all toolkits.")
def _(d):
    r = d.me("GET", "/tools/search", params={"q": "chat", "toolkit": "text", "min_score": 0}).json()
    return not any(t["name"].startswith("NOTIFIER") for t in r)


@fault("jwt-signature-unchecked", [RUN, f"GET {U}/"], "stated", "request", "POST /me/tools/run/{tool_name} answers 401 when the JWT is invalid or missing.",
       "The signature of the JWT isn't checked: one with the last part changed is taken, on all of the User API.")
def _(d):
    h, p, s = d.tok["own"].split(".")
    return d.tool(d.fx["tool"]["name"], d.fx["tool"]["input"], f"{h}.{p}.{s[::-1]}").status_code == 401


@fault("uninstall-no-effect", f"DELETE {U}/user-tools/{{tool_id}}", "implied", "sequence", "DELETE /me/user-tools/{tool_id}: 200 UserInstalledTool; 404",
       "The deletion of an installed tool answers 200, but the tool stays installed.")
def _(d):
    t = d.fx["installableToolId"]
    d.me("POST", "/user-tools", {"toolId": t})
    d.me("DELETE", "/user-tools/" + t)
    return d.me("GET", "/user-tools/" + t).status_code == 404


@fault("vip-race", f"POST {U}/vip", "implied", "timing", "Redeemed once per user",
       "Several redemptions at once of one code by one user all answer 200, and all count.")
def _(d):
    r = d.both(*[lambda: d.me("POST", "/vip", {"code": d.fx["vipCode"]})] * 3)
    return sorted(x.status_code for x in r) == [200, 400, 400]


@fault("vip-once-for-all", f"POST {U}/vip", "stated", "sequence", "Redeemed once per user; … 400 invalid code, own code, or a code already redeemed by the caller",
       "A code that one user has redeemed is refused (400) to all others.")
def _(d):
    d.me("POST", "/vip", {"code": d.fx["vipCode"]})
    return d.me("POST", "/vip", {"code": d.fx["vipCode"]}, "sandbox").status_code == 200


if __name__ == "__main__":
    pick = sys.argv[1:] or list(ALL)
    source = "".join((HERE / f).read_text() for f in ("core.py", "tools.py", "main.py"))
    shown = {f["id"] for f in json.loads((HERE / "faults.json").read_text())} if sys.argv[1:] else set()
    for id in pick:
        out = []
        for fault_id in ("", id):
            d = D(9503, fault_id)
            try:
                out.append(bool(ALL[id][1](d)))
            except Exception as e:
                out.append(repr(e)[:200])
            finally:
                d.stop()
        good = out == [True, False] and source.count(f'on("{id}")') == 1
        (shown.add if good else shown.discard)(id)
        print("ok " if good else "BAD", id, "" if good else out, flush=True)
        (HERE / "faults.json").write_text(json.dumps([m for k, (m, _) in ALL.items() if k in shown], indent=1, ensure_ascii=False))
    rows = json.loads((HERE / "faults.json").read_text())
    print(len(rows), {k: [sum(r[f] == k for r in rows)] for f in ("basis", "needs") for k in sorted({r[f] for r in rows})})

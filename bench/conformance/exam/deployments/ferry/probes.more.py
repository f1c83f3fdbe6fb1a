#!/usr/bin/env python3
"""Shows the faults of faults.more.json: each probe passes on a deployment without the
fault and fails on one with it.

    probes.more.py [ID …]     runs these probes, or all, through start.sh
    probes.more.py --write    as well, and writes faults.more.json with the faults that are shown
"""
import hashlib, hmac, itertools, json, os, subprocess, sys, time, uuid
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent / "selftest.d"))
import harness
from harness import (CONFIG, FIXTURES as F, ROOT, UUID, Deployment, Wrong, at_once, equal, expect, unique, unknown_id)

PORTS = itertools.cycle(range(9200, 9300))
harness.free_port = lambda: next(PORTS)
INTERFACE = (ROOT.parent / "interface.md").read_text()
AGENT, JOBS = F["agentId"], F["backgroundAgentId"]
NEW = []


def new(id, operation, basis, needs, words, what):
    operations = [operation] if isinstance(operation, str) else operation
    operations = [o.replace(" /me", " {base_url}/me").replace(" @", " {agents_url}/") for o in operations]
    row = {"id": "n-" + id, "operation": operations, "basis": basis, "needs": needs, "words": words, "what": what}

    def register(probe):
        NEW.append((row, probe))
        return probe
    return register


TEXT_POST, TEXT_PUT = "POST @{agent_id}", "PUT @{agent_id}/{run_id}"
ND_POST, ND_PUT, GET_RUN = "POST @ndjson/{agent_id}", "PUT @ndjson/{agent_id}/{run_id}", "GET @{agent_id}/{run_id}"
RUN_TOOL = "POST /me/tools/run/{tool_name}"

# Workers API

@new("post-text-json-quoted", TEXT_POST, "stated", "request",
     "Streamed text with only the worker's user-facing output (no tool calls or debug data).",
     "The text POST sends the worker's answer as a JSON string: in quotation marks, with \\n for line breaks.")
def _(d):
    r = d.worker.say(AGENT, "Ahoy").must(200)
    equal(r.text, d.worker.said(AGENT, r.run_id, "assistant")[0], "the stream")
    expect(not r.text.startswith('"'), "the text is quoted")


@new("post-ghost-run", [TEXT_POST, "GET /me/agent-runs"], "implied", "sequence",
     "every POST returns a new run ID in X-Service-Run-ID",
     "Each text POST makes two runs: besides the one whose ID is returned, an empty one appears in the list of runs.")
def _(d):
    before = {r["runId"] for r in d.alice.get("/me/agent-runs", {"limit": 100}).ok()["content"]}
    run = d.worker.start(AGENT)
    after = {r["runId"] for r in d.alice.get("/me/agent-runs", {"limit": 100}).ok()["content"]}
    equal(after - before, {run}, "the new runs")


@new("put-message-collapsed", TEXT_PUT, "implied", "sequence",
     "User message appended to the run history",
     "The message of a text PUT is stored with each row of white space (line breaks, indents) replaced by one space.")
def _(d):
    run, text = d.worker.start(AGENT), "first line\n\n    second  line"
    d.worker.say(AGENT, text, run).must(200)
    equal(d.worker.said(AGENT, run)[1], text, "the message")


@new("put-message-any-type", TEXT_PUT, "stated", "sequence", "JSON body with message (string)",
     "A text PUT takes a message that is no string: a number is stored as its digits, an object as [object Object].")
def _(d):
    run = d.worker.start(AGENT)
    for value in (7, {"text": "hi"}):
        r = d.worker.put(f"/{AGENT}/{run}", {"message": value})
        expect(400 <= r.status < 500, f"{value} is answered with {r.status}")


@new("put-run-of-other-worker", TEXT_PUT, "implied", "sequence",
     "A PUT with a run ID adds a user message to that run and keeps its history.",
     "A text PUT finds the run whatever agent_id the path has, so that another worker answers in the run.")
def _(d):
    run = d.worker.start(AGENT)
    r = d.worker.say(JOBS, "Who are you?", run)
    expect(400 <= r.status < 500, f"the status is {r.status}: {r.body[:60]}")


@new("ndjson-post-last-chunk-lost", ND_POST, "stated", "request",
     "NDJSON stream with the worker's output plus out-of-band signals such as tool calls and their responses",
     "The NDJSON stream of a POST leaves out the last piece of the worker's text; the history has it.")
def _(d):
    r = d.worker.say(AGENT, "Ahoy there", ndjson=True).must(200)
    streamed = "".join(l.get("text", "") for l in r.lines() if l["type"] == "text")
    equal(streamed, d.worker.said(AGENT, r.run_id, "assistant")[0], "the streamed text")


@new("ndjson-post-same-message-same-run", ND_POST, "stated", "sequence",
     "every POST returns a new run ID in X-Service-Run-ID",
     "An NDJSON POST with the same message as the one that began the caller's latest run of the worker goes on with that run and returns its ID.")
def _(d):
    a, b, c = (d.worker.start(AGENT, m, ndjson=True) for m in ("Same", "Same", "Other"))
    expect(a != b, "the second POST returns the same run ID")
    expect(b != c, "another message is no new run")


@new("ndjson-post-key-any-case", ND_POST, "implied", "request",
     "Each call must carry an API key (see Authentication).",
     "The NDJSON POST compares API keys without regard to upper and lower case.")
def _(d):
    for key in (CONFIG["credentials"]["apiKey"].lower(), CONFIG["credentials"]["apiKey"].upper()):
        d.worker_with(key).say(AGENT, "Ahoy", ndjson=True).must(401, 403)


@new("ndjson-put-fresh-run-id", ND_PUT, "stated", "sequence", "Header X-Service-Run-ID is sent again",
     "The NDJSON PUT sends a new UUID in X-Service-Run-ID, under which there is no run.")
def _(d):
    run = d.worker.start(AGENT)
    equal(d.worker.say(AGENT, "Again", run, ndjson=True).must(200).run_id, run, "X-Service-Run-ID")


@new("ndjson-put-409-stops-job", [ND_PUT, GET_RUN], "stated", "timing",
     "| job running | PUT with run_id | none | job running | Rejected with status 409; message not added |",
     "An NDJSON PUT that is refused with 409 stops the background job: the GET right after it has no x-service-job-id, and the job's result never comes.")
def _(d):
    run = d.worker.start(JOBS, F["backgroundMessage"])
    d.worker.say(JOBS, "Done?", run, ndjson=True).must(409)
    expect(d.worker.look(JOBS, run).job_id, "the job is gone after the 409")
    d.worker.until_idle(JOBS, run)
    equal(len(d.worker.history(JOBS, run)), 3, "the number of messages")


@new("get-second-job-unannounced", GET_RUN, "stated", "timing",
     "Header x-service-job-id is present while a background job runs and absent otherwise",
     "The GET sends x-service-job-id for the first background job of a run only; while a later one runs, it is absent, though PUT answers 409.")
def _(d):
    run = d.worker.start(JOBS, F["backgroundMessage"])
    expect(d.worker.look(JOBS, run).job_id, "the first job is not announced")
    d.worker.until_idle(JOBS, run)
    d.worker.say(JOBS, F["backgroundMessage"], run).must(200)
    expect(d.worker.look(JOBS, run).job_id, "the second job is not announced")


@new("get-last-ten-messages", GET_RUN, "stated", "sequence",
     "a run ID that preserves the full history (user messages, agent responses, MCP server calls)",
     "The GET gives the last ten messages of a run only.")
def _(d):
    run = d.worker.start(AGENT, "turn 0")
    for i in range(1, 7):
        d.worker.say(AGENT, f"turn {i}", run).must(200)
    equal(d.worker.said(AGENT, run), [f"turn {i}" for i in range(7)], "the messages")


# NOTIFIER tools

@new("nt-update-device-resets-rest", RUN_TOOL, "implied", "sequence", "Update device metadata",
     "NOTIFIER_UPDATE_DEVICE empties all metadata of the device that its input does not name.")
def _(d):
    device = d.new_device()
    d.alice.notify("UPDATE_DEVICE", iden=device["iden"], nickname="Stern")
    found = [x for x in d.alice.notify("LIST_DEVICES")["devices"] if x["iden"] == device["iden"]][0]
    equal([found[k] for k in ("nickname", "model", "manufacturer", "app_version")], ["Stern", "Compass", "Harbour Works", 3], "the device")


@new("nt-delete-push-kept", RUN_TOOL, "implied", "sequence", "| NOTIFIER_DELETE_PUSH | Delete a push | iden string Req |",
     "NOTIFIER_DELETE_PUSH succeeds, but the push stays active and is still listed.")
def _(d):
    push = d.alice.notify("CREATE_PUSH", type="note", body="x")
    d.alice.notify("DELETE_PUSH", iden=push["iden"])
    equal([p["iden"] for p in d.alice.notify("LIST_PUSHES", active=True)["pushes"]], [], "the pushes")


@new("nt-pushes-limit-501", RUN_TOOL, "stated", "request", "limit integer (max 500, default 500)",
     "NOTIFIER_LIST_PUSHES takes a limit of 501 (and any larger one).")
def _(d):
    d.alice.run("NOTIFIER_LIST_PUSHES", {"limit": 500}).must(200)
    d.alice.run("NOTIFIER_LIST_PUSHES", {"limit": 501}).must(400)


@new("nt-pushes-default-50", RUN_TOOL, "stated", "sequence", "limit integer (max 500, default 500)",
     "Without limit, NOTIFIER_LIST_PUSHES gives at most 50 pushes.")
def _(d):
    for i in range(55):
        d.alice.notify("CREATE_PUSH", type="note", body=str(i))
    equal(len(d.alice.notify("LIST_PUSHES")["pushes"]), 55, "the number of pushes")


@new("nt-dismiss-clears-items", RUN_TOOL, "implied", "sequence", "Dismiss a push or change list items",
     "NOTIFIER_UPDATE_PUSH with dismissed only takes the list items away from the push.")
def _(d):
    push, items = d.alice.notify("CREATE_PUSH", type="note", title="List"), [{"text": "rope", "checked": True}]
    d.alice.notify("UPDATE_PUSH", iden=push["iden"], items=items)
    d.alice.notify("UPDATE_PUSH", iden=push["iden"], dismissed=True)
    found = d.alice.notify("LIST_PUSHES")["pushes"][0]
    equal((found.get("items"), found["dismissed"]), (items, True), "items and dismissed")


@new("nt-guid-race", RUN_TOOL, "stated", "timing", "guid string (client-generated, for idempotency)",
     "NOTIFIER_CREATE_PUSH calls with the same guid at the same moment send the push several times; one after the other they don't.")
def _(d):
    guid = unique()
    send = lambda: d.alice.notify("CREATE_PUSH", type="note", body="once", guid=guid)
    at_once(*[send] * 4)
    equal(len(d.alice.notify("LIST_PUSHES")["pushes"]), 1, "the number of pushes")


@new("nt-mute-all-chats", RUN_TOOL, "implied", "sequence", "| NOTIFIER_UPDATE_CHAT | Mute or unmute a chat | iden string Req; muted boolean Req |",
     "NOTIFIER_UPDATE_CHAT mutes or unmutes all chats of the account, not only the one that is named.")
def _(d):
    a, b = (d.alice.notify("CREATE_CHAT", email=e) for e in ("a@x.example", "b@x.example"))
    d.alice.notify("UPDATE_CHAT", iden=a["iden"], muted=True)
    muted = {c["iden"]: c["muted"] for c in d.alice.notify("LIST_CHATS")["chats"]}
    equal((muted[a["iden"]], muted[b["iden"]]), (True, False), "muted")


@new("nt-user-of-first-account", RUN_TOOL, "stated", "request", "Get the profile of the authenticated user",
     "NOTIFIER_GET_USER gives all callers the profile of the same user.")
def _(d):
    a, b = d.alice.notify("GET_USER"), d.bob.notify("GET_USER")
    expect(a != b and a["email"] != b["email"], "both users get the same profile")


# Runs and executions

@new("runs-list-hides-busy", "GET /me/agent-runs", "implied", "timing", "200 AgentRunViewListResponse",
     "A run is missing in the list of runs while its background job runs.")
def _(d):
    run = d.worker.start(JOBS, F["backgroundMessage"])
    listed = [r["runId"] for r in d.alice.get("/me/agent-runs").ok()["content"]]
    expect(d.worker.look(JOBS, run).job_id, "(too late)")
    expect(run in listed, "the run is not listed")


@new("mcp-logs-first-call-only", "GET /me/agent-runs/{run_id}/mcp-server-logs", "stated", "sequence",
     "a run ID that preserves the full history (user messages, agent responses, MCP server calls)",
     "The MCP server logs of a run have its first call only; later calls are missing.")
def _(d):
    run = d.worker.start(AGENT, F["toolCallMessage"]["message"])
    d.worker.say(AGENT, F["toolCallMessage"]["message"], run).must(200)
    equal(len(d.alice.get(f"/me/agent-runs/{run}/mcp-server-logs").ok()), 2, "the number of logs")


@new("run-view-bad-id-500", "GET /me/agent-runs/{run_id}", "implied", "request", "run_id uuid",
     "A run_id that is no UUID is answered with 500.")
def _(d):
    d.alice.get("/me/agent-runs/not-a-uuid").must(404, 422, 400)
    d.alice.get(f"/me/agent-runs/{unknown_id()}").must(404)


@new("executions-limit-lost-with-cursor", "GET /me/executions", "stated", "sequence",
     "query next_cursor (date-time, optional), limit (integer, default 30)",
     "With next_cursor, the limit of the executions is ignored and 30 is taken: only the first page has the size that was asked for.")
def _(d):
    page = d.alice.get("/me/executions", {"limit": 5}).ok()
    equal(len(page["content"]), 5)
    page = d.alice.get("/me/executions", {"limit": 5, "next_cursor": page["nextCursor"]}).ok()
    equal(len(page["content"]), 5, "the size of the second page")


@new("execution-of-other-user", "GET /me/executions/{log_id}", "implied", "sequence",
     "| GET | /me/executions/{log_id} | log_id integer | 200 ToolExecutionLog | 404; 500 |",
     "The execution of any user is given, with input and output, to whoever asks for its ID.")
def _(d):
    log = d.alice.run(F["tool"]["name"], F["tool"]["input"]).ok()["logId"]
    d.bob.get(f"/me/executions/{log}").must(403, 404)


# Subscriptions and monetization

@new("subscribe-unknown-400", "POST /me/agents/{agent_id}/subscribe", "stated", "request",
     "400 agent is not paid or caller is its owner; 402 already subscribed; 404",
     "Subscribing to an agent that does not exist is answered with 400 (not paid).")
def _(d):
    d.alice.post(f"/me/agents/{unknown_id()}/subscribe", {"returnUrl": "https://x.example/"}).must(404)


@new("unsubscribe-none-404", "POST /me/agents/{agent_id}/unsubscribe", "stated", "request",
     "400 no active subscription to cancel, or no payment-provider subscription found; 404",
     "Cancelling the subscription of an existing agent that the caller never subscribed to is answered with 404.")
def _(d):
    d.alice.post(f"/me/agents/{F['unpaidAgentId']}/unsubscribe").must(400)
    d.alice.post(f"/me/agents/{F['paidAgentId']}/unsubscribe").must(400)


@new("summary-earnings-of-all-time", "GET /me/monetization/summary", "stated", "sequence",
     "200 MonetizationSummary (total subscribers and earnings for the period)",
     "The total earnings of the summary are those of all time, whatever the period is; they don't fit the daily earnings.")
def _(d):
    total = d.alice.get("/me/monetization/summary", {"period": 7}).ok()["totalEarningsMinor"]
    daily = d.alice.get("/me/monetization/earnings", {"period": 7}).ok()["content"]
    equal(total, sum(x["earningsMinor"] for x in daily), "the total")


@new("earnings-one-day-more", "GET /me/monetization/earnings", "implied", "request",
     "200 MonetizationEarningsResponse (daily earnings)",
     "The daily earnings have one day more than the period.")
def _(d):
    for period in (1, 7):
        equal(len(d.alice.get("/me/monetization/earnings", {"period": period}).ok()["content"]), period, "the number of days")


# Studio chats

@new("studio-delete-by-other", "DELETE /me/agent-studio-chats/{run_id}", "stated", "sequence",
     "| DELETE | /me/agent-studio-chats/{run_id} | none | 200 AgentStudioChat (soft delete) | 400 delete failed; 403; 404 |",
     "A DELETE deletes the chat of another user.")
def _(d):
    chat = d.new_chat(isPrivate=False)
    d.bob.delete(f"/me/agent-studio-chats/{chat['runId']}").must(403)
    d.alice.get(f"/me/agent-studio-chats/{chat['runId']}").must(200)


@new("studio-patch-403-changes", "PATCH /me/agent-studio-chats/{run_id}", "implied", "sequence",
     "403 | No permission on the chat, agent, file or schedule chat",
     "A PATCH of another user's chat answers 403, but its private/public setting is changed all the same.")
def _(d):
    chat = d.new_chat(isPrivate=True)
    d.bob.patch(f"/me/agent-studio-chats/{chat['runId']}", {"isPrivate": False}).must(403)
    equal(d.alice.get(f"/me/agent-studio-chats/{chat['runId']}").ok()["isPrivate"], True, "isPrivate")


@new("studio-post-run-id-replaced", "POST /me/agent-studio-chats", "implied", "sequence",
     "creates a chat, or returns the existing one when run_id exists",
     "The run ID of the body is ignored: each new chat gets a run ID of its own, and under the one that was sent it is not found.")
def _(d):
    run = str(uuid.uuid4())
    equal(d.alice.post("/me/agent-studio-chats", {"runId": run, "isPrivate": False}).ok()["runId"], run, "the run ID")
    d.alice.get(f"/me/agent-studio-chats/{run}").must(200)


# Agents

@new("agents-refused-private-kept", ["POST /me/agents", "GET /me/agents"], "implied", "sequence",
     "400 missing chat prompt or sandbox tier setting private",
     "A sandbox user who asks for a new private agent gets 400, but the agent is stored and listed, as private.")
def _(d):
    before = len(d.sam.get("/me/agents").ok())
    d.sam.post("/me/agents", {"promptText": "Hide.", "visibility": "PRIVATE"}).must(400)
    equal(len(d.sam.get("/me/agents").ok()), before, "the number of agents")


@new("agents-update-drops-files", ["POST /me/agents", "GET /me/agents/{agent_id}/files"], "implied", "sequence",
     "body AgentRequest (create or update)",
     "A POST that updates an agent deletes the agent's files.")
def _(d):
    agent = d.new_agent()
    d.new_file(agent)
    d.alice.post("/me/agents", {"id": agent["id"], "promptText": "Changed."}).ok()
    equal(len(d.alice.get(f"/me/agents/{agent['id']}/files").ok()["content"]), 1, "the number of files")


@new("agent-private-hidden-from-owner", "GET /me/agents/{agent_id}", "implied", "sequence",
     "| GET | /me/agents/{agent_id} (no auth declared) | agent_id string | 200 AgentModel | 403; 404 |",
     "A private agent is answered with 403 to its owner, too, who is logged in.")
def _(d):
    agent = d.new_agent(visibility="PRIVATE")
    d.alice.get(f"/me/agents/{agent['id']}").must(200)


@new("upsell-by-anyone", "POST /me/agents/{agent_id}/upsell-description", "implied", "sequence",
     "| POST | /me/agents/{agent_id}/upsell-description | none | 200 AgentModel (upsell description generated) | 404; 500 generation failed |",
     "The upsell description of another user's agent is generated and stored, and the agent is shown even if it is private.")
def _(d):
    agent = d.new_agent()
    d.bob.post(f"/me/agents/{agent['id']}/upsell-description").must(403, 404)


@new("slug-generate-taken", "POST /me/agents/vanity/slug", "implied", "sequence",
     "200 body unspecified (generated slug)",
     "The slug generator gives a slug that an agent already has and that the availability check says is taken.")
def _(d):
    title = "Night watch " + unique()
    slug = d.anonymous.post("/me/agents/vanity/slug", {"title": title}).ok()["vanitySlug"]
    d.new_agent(vanitySlug=slug)
    again = d.anonymous.post("/me/agents/vanity/slug", {"title": title}).ok()["vanitySlug"]
    equal(d.alice.get("/me/agents/vanity/slug", {"slug": again}).ok()["isAvailable"], True, "isAvailable")


@new("theme-invalid-stored", ["PUT /me/agents/{agent_id}/customizations/theme", "GET /me/agents/{agent_id}/customizations/theme"], "implied", "sequence",
     "400 invalid theme color format; 403; 404",
     "An invalid theme color is answered with 400, but it is stored: the GET shows it afterwards.")
def _(d):
    path = f"/me/agents/{d.new_agent()['id']}/customizations/theme"
    d.alice.put(path, {"accentColor": "#102030"}).must(200)
    d.alice.put(path, {"accentColor": "nice blue"}).must(400)
    equal(d.alice.get(path).ok()["accentColor"], "#102030", "the color")


# Files

@new("files-create-200", "POST /me/agents/{agent_id}/files", "stated", "request",
     "| POST | /me/agents/{agent_id}/files | body AgentFileCreateRequest | 201 AgentFileResponse |",
     "A new file is answered with 200.")
def _(d):
    d.alice.post(f"/me/agents/{d.new_agent()['id']}/files", {"fileName": "a.txt"}).must(201)


@new("files-order-as-text", "GET /me/agents/{agent_id}/files", "stated", "sequence",
     "Belongs to an agent; ordered by position; count per agent is limited",
     "The list orders files by their position as text: 10 comes before 2.")
def _(d):
    agent = d.new_agent()
    for position in (2, 10, 1):
        d.new_file(agent, sortIndex=position)
    equal([f["sortIndex"] for f in d.alice.get(f"/me/agents/{agent['id']}/files").ok()["content"]], [1, 2, 10], "the positions")


@new("files-positions-partial", "PUT /me/agents/{agent_id}/files/positions", "implied", "sequence", "(batch ordering)",
     "A batch that names an unknown file is answered with 404, but the other files of the batch are moved all the same.")
def _(d):
    agent = d.new_agent()
    a, b = d.new_file(agent, fileName="a"), d.new_file(agent, fileName="b")
    order = [{"fileId": a["fileId"], "sortIndex": 7}, {"fileId": unknown_id(), "sortIndex": 8}]
    d.alice.put(f"/me/agents/{agent['id']}/files/positions", {"order": order}).must(404)
    equal([f["fileName"] for f in d.alice.get(f"/me/agents/{agent['id']}/files").ok()["content"]], ["a", "b"], "the order")


@new("files-delete-missing-204", "DELETE /me/agents/{agent_id}/files/{file_id}", "stated", "sequence",
     "| DELETE | /me/agents/{agent_id}/files/{file_id} | none | 204 no body | 403; 404 |",
     "Deleting a file that does not exist, or not any more, is answered with 204.")
def _(d):
    agent = d.new_agent()
    path = f"/me/agents/{agent['id']}/files/"
    file = d.new_file(agent)["fileId"]
    d.alice.delete(path + file).must(204)
    d.alice.delete(path + file).must(404)


# Chats

@new("chats-put-by-other", "PUT /me/chats/{chat_id}", "stated", "sequence",
     "| PUT | /me/chats/{chat_id} | body AgentRequest | 200 AgentModel | 400 sandbox tier setting private; 403; 404 |",
     "A PUT changes the chat of another user.")
def _(d):
    agent = d.new_agent(visibility="PUBLIC")
    d.bob.put(f"/me/chats/{agent['id']}", {"promptText": "Mine now."}).must(403)
    equal(d.alice.get(f"/me/chats/{agent['id']}").ok()["promptText"], agent["promptText"], "the prompt")


@new("chats-deleted-worker-answers", ["DELETE /me/chats/{chat_id}", TEXT_POST], "implied", "sequence",
     "Same record type as the agent",
     "After a chat was deleted, the worker of the same ID still answers a text POST.")
def _(d):
    agent = d.new_agent(visibility="PUBLIC")["id"]
    d.worker.start(agent)
    d.alice.delete(f"/me/chats/{agent}").must(200)
    r = d.worker.say(agent, "Still there?")
    expect(400 <= r.status < 500, f"the deleted worker answers {r.status}")


@new("chats-clone-moves-files", ["POST /me/chats/{chat_id}/clone", "GET /me/agents/{agent_id}/files"], "implied", "sequence",
     "| POST | /me/chats/{chat_id}/clone | chat_id uuid; optional body AgentRequestPartial or null | 200 AgentModel |",
     "Cloning a chat moves its files to the clone: the chat that was cloned has none any more.")
def _(d):
    agent = d.new_agent(visibility="PUBLIC")
    d.new_file(agent)
    d.alice.post(f"/me/chats/{agent['id']}/clone").must(200)
    equal(len(d.alice.get(f"/me/agents/{agent['id']}/files").ok()["content"]), 1, "the number of files")


# Keys, payments, bundles

@new("key-get-without-value", "GET /me/api-keys/{api_key_id}", "stated", "sequence",
     "| GET | /me/api-keys/{api_key_id} | api_key_id integer | 200 ApiKey | 404; 500 |",
     "A key that is read by its ID comes without its value, as in the list (ApiKeyHidden, not ApiKey).")
def _(d):
    key = d.alice.post("/me/api-keys", {"label": "x"}).ok()
    equal(d.alice.get(f"/me/api-keys/{key['apiKeyId']}").ok().get("secret"), key["secret"], "the secret")


@new("keys-create-revokes-earlier", ["POST /me/api-keys", "GET /me/api-keys"], "implied", "sequence",
     "An API key is created through POST /me/api-keys",
     "Creating an API key deletes the caller's earlier ones, except the default key.")
def _(d):
    first = d.alice.post("/me/api-keys", {"label": "one"}).ok()
    d.alice.post("/me/api-keys", {"label": "two"}).ok()
    d.alice.get(f"/me/api-keys/{first['apiKeyId']}").must(200)
    d.worker_with(first["secret"]).start(AGENT)


@new("webhook-garbage-500", "POST /me/payments/webhook", "stated", "request", "400 missing signature or invalid event",
     "A body that is no JSON, with a signature header, is answered with 500.")
def _(d):
    for signature in (F["webhook"]["validSignature"], "nonsense"):
        d.anonymous.post("/me/payments/webhook", raw=b"{not json", headers={F["webhook"]["signatureHeader"]: signature}).must(400)


@new("bundle-put-not-stored", ["PUT /me/bundles/{bundle_id}", "GET /me/bundles/{bundle_id}"], "implied", "sequence",
     "| PUT | /me/bundles/{bundle_id} | body UserBundleRequest | 200 UserBundle | 409 update failed; 500 |",
     "A PUT answers with the changed bundle, but does not store it.")
def _(d):
    bundle = d.alice.post("/me/bundles").ok()["bundleId"]
    equal(d.alice.put(f"/me/bundles/{bundle}", {"name": "Deck"}).ok()["name"], "Deck")
    equal(d.alice.get(f"/me/bundles/{bundle}").ok()["name"], "Deck", "the stored name")


# CLI auth

@new("cli-put-by-second-user", "PUT /me/cli-auth/{cli_auth_id}", "implied", "sequence",
     "403 not allowed to update this session",
     "A session that one user has attached a JWT to can be updated by another user, whose JWT replaces the first one.")
def _(d):
    session = d.anonymous.post("/me/cli-auth").ok()["sessionId"]
    d.alice.put(f"/me/cli-auth/{session}", {"accessToken": CONFIG["credentials"]["jwt"]}).must(200)
    d.bob.put(f"/me/cli-auth/{session}", {"accessToken": CONFIG["credentials"]["otherJwt"]}).must(403)
    equal(d.anonymous.get(f"/me/cli-auth/{session}").ok(), CONFIG["credentials"]["jwt"], "the JWT")


# Schedules

@new("schedule-delete-still-listed", ["DELETE /me/schedules/{schedule_id}", "GET /me/schedules"], "implied", "sequence",
     "| DELETE | /me/schedules/{schedule_id} | none | 200 body unspecified | 500 |",
     "A deleted schedule is not found by its ID any more, but is still listed (and still runs).")
def _(d):
    schedule = d.new_schedule()["scheduleId"]
    d.alice.delete(f"/me/schedules/{schedule}").must(200)
    d.alice.get(f"/me/schedules/{schedule}").must(404)
    equal(d.alice.get("/me/schedules").ok()["content"], [], "the list")


@new("schedules-put-foreign-chat", "PUT /me/schedules/{schedule_id}", "stated", "sequence",
     "Refers to a chat owned by the caller; has a cron expression",
     "A PUT sets the chat of a schedule to one of another user, even a private one.")
def _(d):
    schedule = d.new_schedule()["scheduleId"]
    d.alice.put(f"/me/schedules/{schedule}", {"chatId": F["unpaidAgentId"], "cronExpression": F["cron"]}).must(403)
    equal(d.alice.get(f"/me/schedules/{schedule}").ok()["chatId"], AGENT, "the chat")


@new("text-to-cron-weekday-lost", "GET /me/schedules/text-to-cron", "implied", "request",
     "200 body unspecified (converted cron)",
     "The converted cron expression always has * as day of the week: 0 9 * * 1 becomes 0 9 * * *.")
def _(d):
    equal(d.alice.get("/me/schedules/text-to-cron", {"cron": F["cron"]}).ok()["cronExpression"], F["cron"], "the cron expression")


# Tools and VIP codes

@new("search-limit-0-accepted", "GET /me/tools/search", "stated", "request",
     "limit (integer, 1 to 200, default 20)",
     "A limit of 0 is taken: the answer is 200 with an empty list.")
def _(d):
    d.alice.get("/me/tools/search", {"q": "push", "limit": 0}).must(422)
    d.alice.get("/me/tools/search", {"q": "push", "limit": 1}).must(200)


@new("install-for-all-users", ["POST /me/user-tools", "GET /me/user-tools"], "implied", "sequence",
     "| GET | /me/user-tools | none | 200 array of UserTool | 500 |",
     "A tool that one user installs is installed for all users.")
def _(d):
    d.alice.post("/me/user-tools", {"toolId": F["installableToolId"]}).must(200)
    expect(F["installableToolId"] not in [t["toolId"] for t in d.bob.get("/me/user-tools").ok()], "Bob has it, too")


@new("vip-reused-409", "POST /me/vip", "stated", "sequence",
     "400 invalid code, own code, or a code already redeemed by the caller",
     "A code that the caller has redeemed before is answered with 409.")
def _(d):
    d.alice.post("/me/vip", {"vipCode": F["vipCode"]}).must(200)
    d.alice.post("/me/vip", {"vipCode": F["vipCode"]}).must(400)


def listed():
    path = ROOT / "faults.more.json"
    return {f["id"] for f in json.loads(path.read_text())} if path.exists() else set()


class Started(Deployment):
    """Through start.sh; a fault that is not in faults.more.json yet, by the program itself."""

    def __init__(self, fault=""):
        popen = subprocess.Popen
        if fault and fault not in listed():
            harness.subprocess.Popen = lambda command, **more: popen([ROOT / "ferry-server", command[1]], **more)
        try:
            super().__init__(fault)
        finally:
            harness.subprocess.Popen = popen


def outcome(fault, probe):
    with Started(fault) as d:
        try:
            probe(d)
        except Wrong as wrong:
            return str(wrong)
    return None


def main(arguments):
    operations = set()
    for f in json.loads((ROOT / "faults.json").read_text()):
        operations |= set(f["operation"])
    write = "--write" in arguments
    wanted = [a for a in arguments if a != "--write"]
    shown, failures = [], 0
    for row, probe in NEW:
        if wanted and row["id"] not in wanted:
            continue
        assert row["words"] in INTERFACE, (row["id"], row["words"])
        unknown = [o for o in row["operation"] if o not in operations and o.split("}", 1)[1] not in INTERFACE]
        assert not unknown, (row["id"], unknown)
        without, with_fault = outcome("", probe), outcome(row["id"], probe)
        fine = without is None and with_fault is not None
        failures += not fine
        if fine:
            shown.append(row)
        print("ok  " if fine else "FAIL", row["id"], "|", with_fault, "" if without is None else f"| WITHOUT: {without}", flush=True)
    if write:
        (ROOT / "faults.more.json").write_text("[\n" + ",\n".join("  " + json.dumps(r, ensure_ascii=False) for r in shown) + "\n]\n")
    print(len(shown), "shown,", failures, "not shown")
    return failures > 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

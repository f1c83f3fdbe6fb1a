"""Shows each fault: starts the deployment without it and with it, and compares. Writes faults.json with those shown.
probes.py [PORT] [ID ...]"""
import json, os, sys, time, uuid
from concurrent.futures import ThreadPoolExecutor
from client import Box, HERE
F = []
def fault(id, operation, basis, needs, words, what, good, bad):
    def wrap(f):
        F.append((dict(id=id, operation=operation, basis=basis, needs=needs, words=words, what=what), f, good, bad))
        return f
    return wrap
W1, W2, N1, N2, WG = "POST {agents_url}/{agent_id}", "PUT {agents_url}/{agent_id}/{run_id}", "POST {agents_url}/ndjson/{agent_id}", "PUT {agents_url}/ndjson/{agent_id}/{run_id}", "GET {agents_url}/{agent_id}/{run_id}"
S, I = "stated", "implied"
R, Q, T = "request", "sequence", "timing"
def start(b, msg="hello", nd="", agent=None, key="key"):
    r = b.worker("POST", f"{nd}/{agent or b.fx['agentId']}", msg, key); return r.headers["x-service-run-id"]
def hist(b, run, **kw): return b.worker("GET", f"/{b.fx['agentId']}/{run}", **kw)
def put(b, run, msg="more", nd="", **kw): return b.worker("PUT", f"{nd}/{b.fx['agentId']}/{run}", msg, **kw)
def both(f, n=2):
    with ThreadPoolExecutor(n) as p: return list(p.map(f, range(n)))

# ---- Workers API
@fault("w-post-reuses-run", N1, S, Q, "every POST returns a new run ID in X-Service-Run-ID", "the NDJSON POST goes on with the caller's latest idle run of that worker", 2, 1)
def _(b): return len({start(b, nd="/ndjson"), start(b, nd="/ndjson")})
@fault("w-post-keeps-context", [W1, N1], S, Q, "A POST starts a new interaction with a clear context", "a new run begins with the messages of the caller's last run", 2, 4)
def _(b): start(b); return len(hist(b, start(b)).json())
@fault("w-put-no-run-header", [W2, N2], S, Q, "Header X-Service-Run-ID is sent again", "PUT answers without X-Service-Run-ID", True, False)
def _(b): return "x-service-run-id" in put(b, start(b)).headers
@fault("w-ndjson-put-during-job", N2, S, Q, "When a job is running, PUT returns 409", "only the text PUT looks for a running job; the NDJSON PUT goes through", 409, 200)
def _(b): return put(b, start(b, b.fx["backgroundMessage"]), nd="/ndjson").status_code
@fault("w-refused-message-kept", [W2, N2], S, Q, "Rejected with status 409; message not added", "the message of a PUT refused with 409 stands in the history", False, True)
def _(b): r = start(b, b.fx["backgroundMessage"]); put(b, r, "refused-words"); return "refused-words" in hist(b, r).text
@fault("w-failed-job-never-ends", [WG, W2], S, T, "job finishes, successfully or with an error", "a job that ended with an error keeps its x-service-job-id and the run stays locked", (False, 200), (True, 409))
def _(b): r = start(b, b.fx["backgroundErrorMessage"]); time.sleep(4); return "x-service-job-id" in hist(b, r).headers, put(b, r).status_code
@fault("w-post-blocked-by-job", [W1, N1], S, Q, "A POST is always allowed, also while a job is running", "a POST to a worker with a running job of the caller answers 409", 200, 409)
def _(b): start(b, b.fx["backgroundMessage"]); return b.worker("POST", "/" + b.fx["agentId"], "x").status_code
@fault("w-text-leaks-tools", [W1, W2], S, R, "only the worker's user-facing output (no tool calls or debug data)", "the text stream shows the raw answers of tools", False, True)
def _(b): return "HRW-3-RAW" in b.worker("POST", "/" + b.fx["agentId"], b.fx["toolCallMessage"]["message"]).text
@fault("w-ndjson-put-no-tool-result", N2, S, Q, "out-of-band signals such as tool calls and their responses", "the NDJSON PUT streams the tool calls without their responses", True, False)
def _(b): return "HRW-3-RAW" in put(b, start(b), b.fx["toolCallMessage"]["message"], "/ndjson").text
@fault("w-get-newest-first", WG, S, Q, "each with role and content, in conversation order", "from the second turn on the messages come newest first", "first", "assistant")
def _(b): r = start(b, "first"); put(b, r); m = hist(b, r).json()[0]; return m["content"] if m["role"] == "user" else m["role"]
@fault("w-ndjson-answer-not-kept", [N1, N2], S, Q, "a run ID that preserves the full history (user messages, agent responses, MCP server calls)", "the worker's answer in an NDJSON call is missing in the history", 2, 1)
def _(b): return len(hist(b, start(b, nd="/ndjson")).json())
@fault("w-get-foreign-run", WG, I, Q, "every request carries the header Authorization: Bearer <API_KEY>", "any valid API key reads the conversation of every user", 404, 200)
def _(b): return hist(b, start(b), key="otherkey").status_code
@fault("w-deleted-key-works", ["DELETE {base_url}/me/api-keys/{api_key_id}", W1], I, Q, "An API key is created through POST /me/api-keys", "a deleted API key is still taken by the Workers API", 401, 200)
def _(b): k = b.api("POST", "/me/api-keys", {"name": "k"}).json(); b.api("DELETE", f"/me/api-keys/{k['api_key_id']}"); return b.worker("POST", "/" + b.fx["agentId"], "x", k["secret"]).status_code
@fault("w-put-race", W2, I, T, "A PUT with a run ID adds a user message to that run and keeps its history", "of two PUTs at once to one run only one leaves its turn in the history", 6, 4)
def _(b): r = start(b); both(lambda i: put(b, r, f"m{i}", session=False)); return len(hist(b, r).json())
@fault("w-message-latin1", [W1, W2, N1, N2], I, Q, "preserves the full history (user messages, agent responses, MCP server calls)", "letters beyond ASCII of the user's message are garbled in the history", "hällo ☂", "other")
def _(b): c = hist(b, start(b, "hällo ☂")).json()[0]["content"]; return c if c == "hällo ☂" else "other"

# ---- NOTIFIER tools
run = lambda n: "POST {base_url}/me/tools/run/NOTIFIER_" + n
@fault("nt-guid-ignored", run("CREATE_PUSH"), S, Q, "guid string (client-generated, for idempotency)", "the same guid again makes a second push", 1, 2)
def _(b): return len({b.nt("CREATE_PUSH", type="note", body="b", guid="g1")["iden"] for _ in "12"})
@fault("nt-link-without-url", run("CREATE_PUSH"), S, R, "url string (required when type=link)", "a link push without url is taken", 400, "push")
def _(b): r = b.nt("CREATE_PUSH", type="link", title="t"); return r if isinstance(r, int) else "push"
@fault("nt-list-limit-unbounded", [run("LIST_CHATS"), run("LIST_PUSHES")], S, R, "limit integer (max 500)", "a limit above 500 is taken", (400, 400), ("list", "list"))
def _(b): return tuple(r if isinstance(r, int) else "list" for r in (b.nt("LIST_CHATS", limit=501), b.nt("LIST_PUSHES", limit=501)))
@fault("nt-active-ignored", run("LIST_PUSHES"), S, Q, "active boolean (true returns only active pushes)", "active=true lists deleted pushes too", 0, 1)
def _(b): p = b.nt("CREATE_PUSH", type="note", body="b"); b.nt("DELETE_PUSH", iden=p["iden"]); return len(b.nt("LIST_PUSHES", active=True)["pushes"])
@fault("nt-unmute-ignored", run("UPDATE_CHAT"), S, Q, "Mute or unmute a chat", "muted=false leaves the chat muted", (True, False), (True, True))
def _(b):
    c = b.nt("CREATE_CHAT", email="a@x.example")["iden"]; o = []
    for m in (True, False): b.nt("UPDATE_CHAT", iden=c, muted=m); o.append(b.nt("LIST_CHATS")["chats"][0]["muted"])
    return tuple(o)
@fault("nt-delete-all-notes-only", run("DELETE_ALL_PUSHES"), S, Q, "Delete all pushes of the user asynchronously", "links and files stay, only notes are deleted", 0, 1)
def _(b): b.nt("CREATE_PUSH", type="note", body="b"); b.nt("CREATE_PUSH", type="link", url="https://x.example"); b.nt("DELETE_ALL_PUSHES"); time.sleep(1); return len(b.nt("LIST_PUSHES", active=True)["pushes"])
@fault("nt-device-update-wipes", run("UPDATE_DEVICE"), I, Q, "Update device metadata", "fields that the update does not name become empty", ("m", "x"), ("", ""))
def _(b): d = b.nt("CREATE_DEVICE", model="m", nickname="n", app_version=1, manufacturer="x")["iden"]; b.nt("UPDATE_DEVICE", iden=d, nickname="q"); x = b.nt("LIST_DEVICES")["devices"][0]; return x["model"], x["manufacturer"]
@fault("nt-delete-chat-wrong", run("DELETE_CHAT"), I, Q, "Delete a chat", "the newest chat is deleted instead of the named one", "b@x.example", "a@x.example")
def _(b): a = b.nt("CREATE_CHAT", email="a@x.example")["iden"]; b.nt("CREATE_CHAT", email="b@x.example"); b.nt("DELETE_CHAT", iden=a); return b.nt("LIST_CHATS")["chats"][0]["email"]
@fault("nt-chat-page-overlap", run("LIST_CHATS"), I, Q, "limit integer (max 500); cursor string", "a page begins with the last chat of the page before", (2, 2), (2, 1))
def _(b):
    for i in range(4): b.nt("CREATE_CHAT", email=f"a{i}@x.example")
    l = b.nt("LIST_CHATS", limit=2); m = b.nt("LIST_CHATS", limit=2, cursor=l["cursor"]); ids = [c["iden"] for c in l["chats"]]
    return len(ids), len([c for c in m["chats"] if c["iden"] not in ids])
@fault("nt-items-unchecked", run("UPDATE_PUSH"), I, Q, "each item has text string and checked boolean", "every item of a list push is kept as not checked", True, False)
def _(b): p = b.nt("CREATE_PUSH", type="note", body="b")["iden"]; b.nt("UPDATE_PUSH", iden=p, items=[{"text": "i", "checked": True}]); return b.nt("LIST_PUSHES")["pushes"][0]["items"][0]["checked"]

# ---- User API, stated
@fault("upsert-update-without-prompt", "POST {base_url}/me/agents", S, Q, "chat prompt (required on create/upsert)", "an update without a chat prompt is taken", 400, 200)
def _(b): a = b.agent(); return b.api("POST", "/me/agents", {"agent_id": a, "name": "B"}).status_code
@fault("chat-patch-sandbox-private", "PATCH {base_url}/me/chats/{chat_id}", S, Q, "cannot set an agent, chat or studio chat private (400)", "PATCH lets a sandbox user make a chat private", 400, 200)
def _(b): a = b.agent("boxed"); return b.api("PATCH", "/me/chats/" + a, {"visibility": "private"}, "boxed").status_code
def files(b, a, n, **kw): return [b.api("POST", f"/me/agents/{a}/files", {"file_name": f"f{i}", "content": "c", "mime_type": "text/markdown", **kw}) for i in range(n)]
@fault("file-deleted-200", "DELETE {base_url}/me/agents/{agent_id}/files/{file_id}", S, Q, "204 no body", "the delete of a file answers 200 with the file", (204, 0), (200, 1))
def _(b): a = b.agent(); f = files(b, a, 1)[0].json()["file_id"]; r = b.api("DELETE", f"/me/agents/{a}/files/{f}"); return r.status_code, min(1, len(r.content))
@fault("file-cap-off", "POST {base_url}/me/agents/{agent_id}/files", S, Q, "number of files per agent is capped; 400 when exceeded", "any number of files is taken", 400, 201)
def _(b): return files(b, b.agent(), 60)[-1].status_code
@fault("file-list-unordered", "GET {base_url}/me/agents/{agent_id}/files", S, Q, "Belongs to an agent; ordered by position", "the files are listed in the order of their creation", [0, 1, 2], [2, 1, 0])
def _(b):
    a = b.agent(); ids = [f.json()["file_id"] for f in files(b, a, 3)]
    b.api("PUT", f"/me/agents/{a}/files/positions", {"positions": [{"file_id": f, "position": 2 - i} for i, f in enumerate(ids)]})
    return [f["position"] for f in b.api("GET", f"/me/agents/{a}/files").json()["results"]]
@fault("theme-digits-unchecked", "PUT {base_url}/me/agents/{agent_id}/customizations/theme", S, R, "400 invalid theme color format", "only the sign # and the length of the color are checked", 400, 200)
def _(b): return b.api("PUT", f"/me/agents/{b.fx['agentId']}/customizations/theme", {"accent_color": "#zzzzzz"}).status_code
@fault("vibe-any-service", "GET {base_url}/me/agents/{agent_id}/vibe", S, R, "service_name (required, one of three code-generation service names", "any service name is taken", 422, 200)
def _(b): return b.api("GET", f"/me/agents/{b.fx['agentId']}/vibe?service_name=nonesuch").status_code
@fault("subscribe-twice", "POST {base_url}/me/agents/{agent_id}/subscribe", S, R, "402 already subscribed", "a subscriber gets a second checkout session", 402, 200)
def _(b): return b.api("POST", f"/me/agents/{b.fx['subscribedAgentId']}/subscribe", {}).status_code
@fault("search-limit-off-by-one", "GET {base_url}/me/tools/search", S, R, "limit (integer, 1 to 200, default 20)", "the search returns one tool more than the limit", 2, 3)
def _(b): return len(b.api("GET", "/me/tools/search?q=notifier&limit=2").json())
@fault("keys-list-secrets", "GET {base_url}/me/api-keys", S, R, "A hidden variant omits the key value", "the list of keys shows the key values", False, True)
def _(b): return b.key in b.api("GET", "/me/api-keys").text
@fault("hook-unsigned", "POST {base_url}/me/payments/webhook", S, R, "the request must carry a signature; 400 is returned when it is missing", "an event without a signature is processed", 400, 200)
def _(b): return b.api("POST", "/me/payments/webhook", who=None, data=b.fx["webhook"]["body"], headers={"content-type": "application/json"}).status_code
@fault("executions-default-20", "GET {base_url}/me/executions", S, Q, "GET /me/agent-runs, GET /me/executions | limit default 30", "without a limit a page has 20 logs", 30, 20)
def _(b):
    for _ in range(32): b.tool("tide_table", b.fx["tool"]["input"])
    return len(b.api("GET", "/me/executions").json()["results"])
@fault("cli-not-consumed", "GET {base_url}/me/cli-auth/{auth_id}", S, Q, "the JWT is consumed by the read", "the JWT can be read again and again", (True, False), (True, True))
def _(b): c = b.api("POST", "/me/cli-auth", who=None).json()["cli_auth_id"]; b.api("PUT", f"/me/cli-auth/{c}", {"jwt": b.own}); return tuple(b.api("GET", f"/me/cli-auth/{c}", who=None).json() == b.own for _ in "12")
@fault("cron-invalid-200", "GET {base_url}/me/schedules/text-to-cron", S, R, "400 invalid cron expression", "what is no cron expression comes back with 200", 400, 200)
def _(b): return b.api("GET", "/me/schedules/text-to-cron", params={"cron": "99 99 * * *"}).status_code
@fault("schedule-public-chat", "POST {base_url}/me/schedules", S, R, "403 chat ID invalid, missing or not owned by the caller", "a public chat of another user can be scheduled", 403, 200)
def _(b): return b.api("POST", "/me/schedules", {"chat_id": b.fx["unpaidAgentId"], "cron_expression": b.fx["cron"]}).status_code
@fault("tool-run-without-jwt", "POST {base_url}/me/tools/run/{tool_name}", S, R, "POST /me/tools/run/{tool_name} answers 401 when the JWT is invalid or missing", "tools run without a JWT", (401, 401), (200, 200))
def _(b): return tuple(b.tool("tide_table", b.fx["tool"]["input"], w).status_code for w in (None, b.own[:-5] + "AAAAA"))
@fault("vip-once-for-all", "POST {base_url}/me/vip", S, Q, "Redeemed once per user", "a code that one user redeemed is refused to all others", (200, 200), (200, 400))
def _(b): return tuple(b.api("POST", "/me/vip", {"code": b.fx["vipCode"]}, w).status_code for w in ("own", "other"))
@fault("studio-create-overwrites", "POST {base_url}/me/agent-studio-chats", S, Q, "creates a chat, or returns the existing one when run_id exists", "a create with the run_id of one's own chat overwrites its title and visibility", ("T", "private"), ("U", "public"))
def _(b):
    for t, v in (("T", "private"), ("U", "public")): b.api("POST", "/me/agent-studio-chats", {"run_id": "r1", "title": t, "visibility": v})
    x = b.api("GET", "/me/agent-studio-chats/r1").json(); return x["title"], x["visibility"]
@fault("money-period-unbounded", ["GET {base_url}/me/monetization/summary", "GET {base_url}/me/monetization/subscribers", "GET {base_url}/me/monetization/earnings"], S, R, "query period (integer, 1 to 365, default 28)", "a period above 365 is taken", 422, 200)
def _(b): return b.api("GET", "/me/monetization/earnings?period=366").status_code
@fault("clone-own-private", "POST {base_url}/me/chats/{chat_id}/clone", S, Q, "403 chat is not public", "the owner can clone a private chat", 403, 200)
def _(b): return b.api("POST", f"/me/chats/{b.agent(visibility='private')}/clone").status_code

# ---- User API, implied
@fault("private-agent-to-users", ["GET {base_url}/me/agents/{agent_id}", "GET {base_url}/me/chats/{chat_id}"], I, R, "No permission on the chat, agent, file or schedule chat", "a private agent is shown to every logged-in user", 403, 200)
def _(b): return b.api("GET", "/me/agents/" + b.fx["privateAgentId"]).status_code
@fault("chat-put-refused-but-stored", "PUT {base_url}/me/chats/{chat_id}", I, Q, "400 sandbox tier setting private", "the PUT is refused with 400, and the chat is private afterwards with the new name", (400, "A", "public"), (400, "B", "private"))
def _(b): a = b.agent("boxed"); r = b.api("PUT", "/me/chats/" + a, {"name": "B", "prompt": "P", "visibility": "private"}, "boxed"); x = b.api("GET", "/me/chats/" + a, who="boxed").json(); return r.status_code, x["name"], x["visibility"]
@fault("chat-patch-drops-slug", "PATCH {base_url}/me/chats/{chat_id}", I, Q, "body AgentRequestPartial", "a PATCH that does not name the vanity slug removes it", "s-one", None)
def _(b): a = b.agent(vanity_slug="s-one"); b.api("PATCH", "/me/chats/" + a, {"prompt": "Be brief."}); return b.api("GET", "/me/chats/" + a).json()["vanity_slug"]
@fault("chat-deleted-agent-stays", "DELETE {base_url}/me/chats/{chat_id}", I, Q, "Same record type as the agent", "a deleted chat can still be read as an agent by its id", (404, 404), (404, 200))
def _(b): a = b.agent(); b.api("DELETE", "/me/chats/" + a); return tuple(b.api("GET", f"/me/{k}/{a}").status_code for k in ("chats", "agents"))
@fault("clone-stays-with-owner", "POST {base_url}/me/chats/{chat_id}/clone", I, Q, "POST | /me/chats/{chat_id}/clone | chat_id uuid; optional body AgentRequestPartial or null | 200 AgentModel", "the clone belongs to the owner of the original and is missing in the caller's list", True, False)
def _(b): c = b.api("POST", f"/me/chats/{b.fx['unpaidAgentId']}/clone").json()["agent_id"]; return c in b.api("GET", "/me/agents").text
@fault("uninstall-for-everyone", "DELETE {base_url}/me/user-tools/{tool_id}", I, Q, "tools installed by the user", "uninstalling a tool removes it for all users", 200, 404)
def _(b):
    for w in ("own", "other"): b.api("POST", "/me/user-tools", {"tool_id": "wind_forecast"}, w)
    b.api("DELETE", "/me/user-tools/wind_forecast"); return b.api("GET", "/me/user-tools/wind_forecast", who="other").status_code
@fault("upsell-not-kept", "POST {base_url}/me/agents/{agent_id}/upsell-description", I, Q, "upsell description generated", "the generated description is in the answer only, the agent does not keep it", True, False)
def _(b): a = b.agent(); t = b.api("POST", f"/me/agents/{a}/upsell-description").json()["upsell_description"]; return b.api("GET", "/me/agents/" + a).json()["upsell_description"] == t
@fault("slug-check-public-only", "GET {base_url}/me/agents/vanity/slug", I, Q, "200 body unspecified (availability result)", "a slug taken by a private agent is said to be available", False, True)
def _(b): b.agent(vanity_slug="s-two", visibility="private"); return b.api("GET", "/me/agents/vanity/slug?slug=s-two").json()["available"]
@fault("chat-run-not-kept", "POST {base_url}/me/chats/{chat_id}/runs", I, Q, "200 AgentRunLog (new run log entry)", "the new entry is missing in the logs of its run", 1, 0)
def _(b): r = b.api("POST", f"/me/chats/{b.fx['agentId']}/runs").json()["run_id"]; return len(b.api("GET", f"/me/agent-runs/{r}/logs").json())
@fault("key-foreign", "GET {base_url}/me/api-keys/{api_key_id}", I, R, "200 ApiKey", "a key of another user is shown by its number", 404, 200)
def _(b): k = b.api("POST", "/me/api-keys", {"name": "k"}, "other").json()["api_key_id"]; return b.api("GET", f"/me/api-keys/{k}").status_code
@fault("file-under-any-agent", "GET {base_url}/me/agents/{agent_id}/files/{file_id}", I, Q, "Belongs to an agent", "a file is found, changed and deleted under any agent of the caller", 404, 200)
def _(b): a = b.agent(); f = files(b, a, 1)[0].json()["file_id"]; return b.api("GET", f"/me/agents/{b.fx['agentId']}/files/{f}").status_code
@fault("file-patch-wipes", "PATCH {base_url}/me/agents/{agent_id}/files/{file_id}", I, Q, "body AgentFileUpdateRequest", "a PATCH of the name empties the content and resets the type", ("c", "text/markdown"), ("", "text/plain"))
def _(b): a = b.agent(); f = files(b, a, 1)[0].json()["file_id"]; b.api("PATCH", f"/me/agents/{a}/files/{f}", {"file_name": "g"}); x = b.api("GET", f"/me/agents/{a}/files/{f}").json(); return x["content"], x["mime_type"]
@fault("studio-patch-publishes", "PATCH {base_url}/me/agent-studio-chats/{run_id}", I, Q, "body AgentStudioChatUpdate (partial update)", "a PATCH that does not name the visibility makes a private chat public", 403, 200)
def _(b): r = b.api("POST", "/me/agent-studio-chats", {"visibility": "private"}).json()["run_id"]; b.api("PATCH", "/me/agent-studio-chats/" + r, {"title": "x"}); return b.api("GET", "/me/agent-studio-chats/" + r, who=None).status_code
@fault("studio-clone-keeps-owner", "POST {base_url}/me/agent-studio-chats/{run_id}/clone", I, Q, "201 AgentStudioChat", "the clone belongs to the owner of the original, not to the caller", True, False)
def _(b): r = b.api("POST", "/me/agent-studio-chats", {"visibility": "public"}).json()["run_id"]; c = b.api("POST", f"/me/agent-studio-chats/{r}/clone", who="other").json()["run_id"]; return c in b.api("GET", "/me/agent-studio-chats", who="other").text
@fault("runs-page-skips", "GET {base_url}/me/agent-runs", I, Q, "list endpoints with next_cursor take a date-time cursor and a limit", "between two pages one run is left out", 5, 4)
def _(b):
    for _ in range(5): start(b)
    l = b.api("GET", "/me/agent-runs?limit=3").json(); m = b.api("GET", "/me/agent-runs", params={"limit": 3, "next_cursor": l["next"]}).json()
    return len({x["run_id"] for x in l["results"] + m["results"]})
@fault("mcp-logs-of-all-runs", "GET {base_url}/me/agent-runs/{run_id}/mcp-server-logs", I, Q, "Read-only logs of a run", "the MCP logs of all runs of the caller are shown under each run", 0, 1)
def _(b): start(b, b.fx["toolCallMessage"]["message"]); return len(b.api("GET", f"/me/agent-runs/{start(b)}/mcp-server-logs").json())
@fault("execution-foreign", "GET {base_url}/me/executions/{log_id}", I, Q, "200 ToolExecutionLog", "the execution log of another user is shown by its number", 404, 200)
def _(b): b.tool("tide_table", b.fx["tool"]["input"]); i = b.api("GET", "/me/executions").json()["results"][0]["log_id"]; return b.api("GET", f"/me/executions/{i}", who="other").status_code
@fault("execution-previous-output", ["GET {base_url}/me/executions", "GET {base_url}/me/executions/{log_id}"], I, Q, "Tool execution log", "from the second execution on a log shows the output of the first", "Hull", "Harwich")
def _(b):
    for h in ("Harwich", "Hull"): b.tool("tide_table", {"harbour": h})
    return b.api("GET", "/me/executions").json()["results"][0]["output"]["harbour"]
@fault("unsubscribe-all", "POST {base_url}/me/agents/{agent_id}/unsubscribe", I, Q, "Subscription of the caller to a paid agent", "one unsubscribe ends all subscriptions of the caller", 200, 404)
def _(b): b.api("POST", f"/me/agents/{b.fx['unsubscribeAgentId']}/unsubscribe"); return b.api("GET", "/me/subscriptions/" + b.fx["subscribedAgentId"]).status_code
@fault("credits-race", "POST {base_url}/me/credits/use", I, T, "Balance of agent execution credits; can be used", "uses at once are counted only once in the balance", 4, 1)
def _(b): x = b.api("GET", "/me/credits").json()["remaining"]; both(lambda i: b.api("POST", "/me/credits/use", session=False), 4); return x - b.api("GET", "/me/credits").json()["remaining"]
@fault("money-summary-all-time", "GET {base_url}/me/monetization/summary", I, R, "total subscribers and earnings for the period", "the summary gives the earnings of a year, whatever the period", True, False)
def _(b): return b.api("GET", "/me/monetization/summary?period=7").json()["earnings_cents"] == b.api("GET", "/me/monetization/earnings?period=7").json()["earnings_cents"]
@fault("bundle-tool-delete-all", "DELETE {base_url}/me/bundles/{bundle_id}/tools/{tool_id}", I, Q, "Membership of a tool in a bundle", "taking one tool out of a bundle empties the bundle", ["text_stats"], [])
def _(b):
    i = b.api("POST", "/me/bundles").json()["bundle_id"]
    for t in ("tide_table", "text_stats"): b.api("POST", f"/me/bundles/{i}/tools", {"tool_id": t})
    b.api("DELETE", f"/me/bundles/{i}/tools/tide_table"); return [t["tool_id"] for t in b.api("GET", f"/me/bundles/{i}/tools").json()]
@fault("schedule-put-cron-not-kept", "PUT {base_url}/me/schedules/{schedule_id}", I, Q, "body ScheduleUpdateRequest", "the new cron expression is in the answer only, the schedule keeps the old one", "5 5 * * *", "0 9 * * 1")
def _(b): s = b.api("POST", "/me/schedules", {"chat_id": b.fx["agentId"], "cron_expression": "0 9 * * 1"}).json()["schedule_id"]; b.api("PUT", "/me/schedules/" + s, {"cron_expression": "5 5 * * *"}); return b.api("GET", "/me/schedules/" + s).json()["cron_expression"]
@fault("cli-read-race", "GET {base_url}/me/cli-auth/{auth_id}", I, T, "read once and consumed", "two reads at once both get the JWT", 1, 2)
def _(b): c = b.api("POST", "/me/cli-auth", who=None).json()["cli_auth_id"]; b.api("PUT", f"/me/cli-auth/{c}", {"jwt": b.own}); return sum(r.json() == b.own for r in both(lambda i: b.api("GET", f"/me/cli-auth/{c}", who=None, session=False)))
@fault("vip-refused-counts", ["GET {base_url}/me/vip", "POST {base_url}/me/vip"], I, Q, "400 invalid code, own code, or a code already redeemed by the caller", "a refused code raises the count of redemptions", 0, 1)
def _(b): b.api("POST", "/me/vip", {"code": "NO-SUCH-CODE"}); return b.api("GET", "/me/vip").json()["redeemed"]

if __name__ == "__main__":
    args = sys.argv[1:]
    port = int(args.pop(0)) if args and args[0].isdigit() else 9900
    shown, failed = [], 0
    for meta, f, good, bad in F:
        if args and meta["id"] not in args: continue
        try:
            with Box(port) as b: g = f(b)
            with Box(port, meta["id"]) as b: x = f(b)
        except Exception as e: g, x = repr(e), None
        if (g, x) == (good, bad): shown.append(meta)
        else: failed += 1; print("NOT SHOWN", meta["id"], "without:", g, "with:", x)
    print(len(shown), "shown,", failed, "not;", sum(m["basis"] == S for m in shown), "stated")
    if not args: json.dump(shown, open(os.path.join(HERE, "faults.json"), "w"), indent=2, ensure_ascii=False)

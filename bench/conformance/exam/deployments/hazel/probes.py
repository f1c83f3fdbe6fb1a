"""Faults with a short probe each: a probe gives True where the deployment is right.
probes.py [PORT] [id ...] runs all without a fault on one server, then each with its fault, and writes faults.json from those that are shown."""
import sys; sys.dont_write_bytecode = True
from lib import *
M, BG, BE, TC = F["agentId"], F["backgroundMessage"], F["backgroundErrorMessage"], F["toolCallMessage"]
ALL = []
def fault(id, op, basis, needs, words, what):
    def deco(fn):
        ALL.append(({"id": id, "operation": op, "basis": basis, "needs": needs, "words": words, "what": what}, fn)); return fn
    return deco
S, I = "stated", "implied"
RID = "x-service-run-id"
def W(m, p): return f"{m} {{agents_url}}/{p}"
def B(m, p): return f"{m} {{base_url}}{p}"
def start(a, msg="hello " , form="", agent=M, tok=KEY): return a.say(agent, msg, None, form, tok).h[RID]
def hist(a, run, agent=M): return a.w("GET", f"/{agent}/{run}").j
PUTS = [W("PUT", "{agent_id}/{run_id}"), W("PUT", "ndjson/{agent_id}/{run_id}")]
POSTS = [W("POST", "{agent_id}"), W("POST", "ndjson/{agent_id}")]
GETRUN = W("GET", "{agent_id}/{run_id}")

# ---------------------------------------------------------------- Workers API
@fault("w-put-ndjson-no-run-header", PUTS[1], S, "sequence", "Header X-Service-Run-ID is sent again.", "The NDJSON PUT answers without X-Service-Run-ID.")
def _(a): r = start(a); return a.say(M, "b", r, "/ndjson").h.get(RID) == r
@fault("w-ndjson-put-during-job", PUTS[1], S, "sequence", "When a job is running, PUT returns 409.", "The NDJSON PUT misses the check for a running job: 200, and the message is added.")
def _(a): r = start(a, BG); return a.say(M, "b", r, "/ndjson").status == 409
@fault("w-409-keeps-message", PUTS, S, "sequence", "Rejected with status 409; message not added", "The message of a PUT that is rejected with 409 is in the history all the same.")
def _(a): r = start(a, BG); a.say(M, "b", r); return len(hist(a, r)) == 2
@fault("w-post-same-message-same-run", POSTS, S, "sequence", "every POST returns a new run ID in X-Service-Run-ID.", "A POST with the message of a run that began less than 30 seconds ago is taken for a retry and continues that run.")
def _(a): return start(a, "twice the same") != start(a, "twice the same")
@fault("w-post-409-while-job", POSTS, S, "sequence", "A POST is always allowed, also while a job is running.", "While a job runs in any run of the caller with the worker, POST answers 409.")
def _(a): start(a, BG); return a.say(M, "n").status == 200
@fault("w-post-context-copied", POSTS, S, "sequence", "A POST starts a new interaction with a clear context", "A POST while a job runs begins with the messages of the run that the job belongs to.")
def _(a): start(a, BG); return len(hist(a, start(a, "n"))) == 2
@fault("w-failed-job-stays", [GETRUN] + PUTS, S, "timing", "job finishes, successfully or with an error -> idle; GET no longer returns x-service-job-id", "A job that ends with an error is never cleared: GET keeps x-service-job-id and PUT stays 409.")
def _(a): r = start(a, BE); time.sleep(4.6); return "x-service-job-id" not in a.w("GET", f"/{M}/{r}").h
@fault("w-foreign-run-readable", GETRUN, I, "sequence", "Each conversation has a run ID that preserves the full history", "GET gives the messages of a run to another user's API key.")
def _(a): r = start(a); return a.w("GET", f"/{M}/{r}", tok=OKEY).status in (403, 404)
@fault("w-text-has-tool-debug", [POSTS[0], PUTS[0]], S, "request", "Streamed text with only the worker's user-facing output (no tool calls or debug data).", "The text stream begins with lines about the tool calls and their raw answers.")
def _(a): return TC["name"] not in a.say(M, TC["message"]).text
@fault("w-ndjson-no-tool-results", [POSTS[1], PUTS[1]], S, "request", "NDJSON stream with the worker's output plus out-of-band signals such as tool calls and their responses", "The NDJSON stream has the tool calls but not their responses.")
def _(a): return TC["output"] in a.say(M, TC["message"], None, "/ndjson").text
@fault("w-message-trimmed", POSTS + PUTS, I, "sequence", "User message appended to the run history", "White space at both ends of a message, and with it indentation and last newline, is lost in the history.")
def _(a): return hist(a, start(a, "  code:\n\tx\n"))[0]["content"] == "  code:\n\tx\n"
@fault("w-parallel-put-lost", PUTS, S, "timing", "A PUT with a run ID adds a user message to that run and keeps its history.", "PUTs at once to one run write over each other: only one of the messages stays.")
def _(a): r = start(a); par(*[lambda i=i: a.say(M, f"p{i}", r) for i in range(4)]); return {f"p{i}" for i in range(4)} <= {m["content"] for m in hist(a, r)}
@fault("w-run-under-other-agent", [GETRUN] + PUTS, I, "sequence", "The worker is addressed by agent_id (GUID).", "A run is found and continued under the id of another worker that the caller may use.")
def _(a): r = start(a); return a.w("GET", f"/{F['unpaidAgentId']}/{r}").status == 404
@fault("w-revoked-key-works", POSTS + PUTS + [GETRUN], I, "sequence", "Workers API: every request carries the header Authorization: Bearer <API_KEY>.", "A deleted API key still opens the Workers API.")
def _(a):
    k = a.u("POST", "/me/api-keys", {"label": "x"}).j; a.u("DELETE", f"/me/api-keys/{k['id']}"); return a.say(M, "x", tok=k["secret"]).status in (401, 403)

# ---------------------------------------------------------------- NOTIFIER tools
RUN = lambda t: B("POST", "/me/tools/run/NOTIFIER_" + t)
DEV = dict(model="m", nickname="n", app_version=3, manufacturer="x")
@fault("n-link-without-url", RUN("CREATE_PUSH"), S, "request", "url string (required when type=link)", "A link push without a url is made.")
def _(a): return a.n("CREATE_PUSH", type="link", title="t") == 400
@fault("n-guid-not-idempotent", RUN("CREATE_PUSH"), S, "sequence", "guid string (client-generated, for idempotency)", "The same guid a second time makes a second push.")
def _(a): g = uuid.uuid4().hex; return a.n("CREATE_PUSH", type="note", body="b", guid=g)["iden"] == a.n("CREATE_PUSH", type="note", body="b", guid=g)["iden"]
@fault("n-active-filter-ignored", RUN("LIST_PUSHES"), S, "sequence", "active boolean (true returns only active pushes)", "active=true lists deleted pushes too.")
def _(a): p = a.n("CREATE_PUSH", type="note", body="b"); a.n("DELETE_PUSH", iden=p["iden"]); return p["iden"] not in [x["iden"] for x in a.n("LIST_PUSHES", active=True)["pushes"]]
@fault("n-unmute-ignored", RUN("UPDATE_CHAT"), S, "sequence", "Mute or unmute a chat", "muted=false is taken but the chat stays muted.")
def _(a): c = a.n("CREATE_CHAT", email="m@x.example"); a.n("UPDATE_CHAT", iden=c["iden"], muted=True); a.n("UPDATE_CHAT", iden=c["iden"], muted=False); return not [x for x in a.n("LIST_CHATS")["chats"] if x["iden"] == c["iden"]][0]["muted"]
@fault("n-items-unchecked", RUN("UPDATE_PUSH"), I, "sequence", "items array (list-style pushes; each item has text string and checked boolean)", "Items are kept with checked=false whatever was sent.")
def _(a): p = a.n("CREATE_PUSH", type="note", body="b"); return a.n("UPDATE_PUSH", iden=p["iden"], items=[{"text": "a", "checked": True}])["items"][0]["checked"] is True
@fault("n-device-update-resets", RUN("UPDATE_DEVICE"), I, "sequence", "Update device metadata", "An update sets icon, has_sms and push_token back to their defaults when they aren't sent.")
def _(a): d = a.n("CREATE_DEVICE", icon="phone", has_sms=True, push_token="t", **DEV); a.n("UPDATE_DEVICE", iden=d["iden"], nickname="k"); x = [x for x in a.n("LIST_DEVICES")["devices"] if x["iden"] == d["iden"]][0]; return (x["icon"], x["has_sms"], x["push_token"]) == ("phone", True, "t")
@fault("n-device-version-zero", RUN("UPDATE_DEVICE"), I, "sequence", "app_version integer, non-negative", "An update skips values that are 0, false or empty: app_version=0, has_sms=false and push_token='' change nothing.")
def _(a): d = a.n("CREATE_DEVICE", has_sms=True, **DEV); x = a.n("UPDATE_DEVICE", iden=d["iden"], app_version=0, has_sms=False); return x["app_version"] == 0 and x["has_sms"] is False
@fault("n-modified-after-created", RUN("LIST_PUSHES"), I, "sequence", "modified_after number (UNIX timestamp, float)", "modified_after compares the time of creation: a push that was changed later isn't listed.")
def _(a): p = a.n("CREATE_PUSH", type="note", body="b"); a.n("UPDATE_PUSH", iden=p["iden"], dismissed=True); return p["iden"] in [x["iden"] for x in a.n("LIST_PUSHES", modified_after=p["created"])["pushes"]]
@fault("n-chat-cursor-overlap", RUN("LIST_CHATS"), I, "sequence", "limit integer (max 500); cursor string", "The next page by cursor begins with the last chat of the page before.")
def _(a):
    for i in range(3): a.n("CREATE_CHAT", email=f"c{i}@x.example")
    p = a.n("LIST_CHATS", limit=1); q = a.n("LIST_CHATS", limit=1, cursor=p["cursor"]); return p["chats"][0]["iden"] != q["chats"][0]["iden"]
@fault("n-delete-all-everyone", RUN("DELETE_ALL_PUSHES"), S, "sequence", "Delete all pushes of the user asynchronously", "The pushes of all other users are deleted too.")
def _(a): p = a.n("CREATE_PUSH", tok=OTHER, type="note", body="b"); a.n("DELETE_ALL_PUSHES"); time.sleep(0.5); return p["iden"] in [x["iden"] for x in a.n("LIST_PUSHES", tok=OTHER, active=True)["pushes"]]

# ---------------------------------------------------------------- runs
@fault("r-cursor-overlap", B("GET", "/me/agent-runs"), I, "sequence", "list endpoints with next_cursor take a date-time cursor and a limit.", "The next page begins with the last run of the page before.")
def _(a): start(a); start(a, "b"); p = a.u("GET", "/me/agent-runs?limit=1").j; q = a.u("GET", "/me/agent-runs?limit=1&next_cursor=" + p["next_cursor"]).j; return p["data"][0]["run_id"] != q["data"][0]["run_id"]
@fault("r-default-limit-20", B("GET", "/me/agent-runs"), S, "sequence", "limit (integer, default 30)", "Without a limit, 20 runs are given.")
def _(a):
    for i in range(32): start(a, f"m{i}")
    return len(a.u("GET", "/me/agent-runs").j["data"]) == 30
@fault("r-ndjson-runs-unlisted", B("GET", "/me/agent-runs"), I, "sequence", "POST {agents_url}/{agent_id} (or the NDJSON form) ... run exists", "Runs that were started by the NDJSON form are missing in the list of runs.")
def _(a): r = start(a, "x", "/ndjson"); return r in [x["run_id"] for x in a.u("GET", "/me/agent-runs").j["data"]]
@fault("r-foreign-run-logs", B("GET", "/me/agent-runs/{run_id}/logs"), I, "sequence", "Read-only logs of a run", "The logs of another user's run are given.")
def _(a): r = start(a); x = a.u("GET", f"/me/agent-runs/{r}/logs", tok=OTHER); return x.status == 404 or x.j == []
# ---------------------------------------------------------------- subscriptions
@fault("s-already-409", B("POST", "/me/agents/{agent_id}/subscribe"), S, "request", "402 already subscribed", "Who is subscribed gets 409, not 402.")
def _(a): return a.u("POST", f"/me/agents/{F['subscribedAgentId']}/subscribe", {"interval": "month"}).status == 402
@fault("s-unsubscribe-not-kept", B("POST", "/me/agents/{agent_id}/unsubscribe"), I, "sequence", "POST /me/agents/{agent_id}/unsubscribe: 200 AgentSubscriptionResponse", "The answer tells a canceled subscription, but what is stored stays active: a GET shows it active again and a second unsubscribe is 200.")
def _(a): u = F["unsubscribeAgentId"]; a.u("POST", f"/me/agents/{u}/unsubscribe"); return a.u("GET", f"/me/subscriptions/{u}").j["status"] == "canceled"
@fault("s-unsubscribe-all", B("POST", "/me/agents/{agent_id}/unsubscribe"), I, "sequence", "Subscription of the caller to a paid agent", "Unsubscribing from one agent cancels the caller's subscriptions to all agents.")
def _(a): a.u("POST", f"/me/agents/{F['unsubscribeAgentId']}/unsubscribe"); return a.u("GET", f"/me/subscriptions/{F['subscribedAgentId']}").j["status"] == "active"
# ---------------------------------------------------------------- studio chats
ST = "/me/agent-studio-chats"
def studio(a, tok=JWT, **k): return a.u("POST", ST, {"title": "T", "sharing": "public", **k}, tok).j["run_id"]
@fault("c-existing-overwritten", B("POST", ST), S, "sequence", "creates a chat, or returns the existing one when run_id exists", "POST with the run_id of an own chat overwrites its title and setting.")
def _(a): r = studio(a); x = a.u("POST", ST, {"run_id": r, "title": "Z", "sharing": "private"}).j; return (x["title"], x["sharing"]) == ("T", "public")
@fault("c-deleted-listed", B("GET", ST), I, "sequence", "delete is a soft delete", "A deleted chat stays in the list.")
def _(a): r = studio(a); a.u("DELETE", f"{ST}/{r}"); return r not in [x["run_id"] for x in a.u("GET", ST).j]
@fault("c-patch-resets", B("PATCH", ST + "/{run_id}"), S, "sequence", "body AgentStudioChatUpdate (partial update)", "A PATCH without a title empties the title.")
def _(a): r = studio(a); return a.u("PATCH", f"{ST}/{r}", {"sharing": "private"}).j["title"] == "T"
@fault("c-refused-patch-half-written", B("PATCH", ST + "/{run_id}"), I, "sequence", "400 sandbox tier setting private", "The PATCH of a sandbox user that sets private is refused with 400, but the chat is private from then on.")
def _(a): r = studio(a, SAND); x = a.u("PATCH", f"{ST}/{r}", {"sharing": "private"}, SAND).status; return x == 400 and a.u("GET", f"{ST}/{r}", tok=SAND).j["sharing"] == "public"
@fault("c-clone-own-private", B("POST", ST + "/{run_id}/clone"), S, "sequence", "private chats cannot be cloned", "The owner of a private chat can clone it.")
def _(a): r = studio(a, sharing="private"); return a.u("POST", f"{ST}/{r}/clone").status == 400
@fault("c-clone-owner-kept", B("POST", ST + "/{run_id}/clone"), I, "sequence", "POST /me/agent-studio-chats/{run_id}/clone: 201 AgentStudioChat", "The clone of another user's chat belongs to that user: it isn't in the caller's list, and the caller may not change it.")
def _(a): r = studio(a, OTHER); c = a.u("POST", f"{ST}/{r}/clone").j["run_id"]; return c in [x["run_id"] for x in a.u("GET", ST).j] and a.u("PATCH", f"{ST}/{c}", {"title": "n"}).status == 200
# ---------------------------------------------------------------- agents and chats
AR = {"name": "A", "system_prompt": "P", "visibility": "public"}
@fault("a-update-without-prompt", B("POST", "/me/agents"), S, "sequence", "chat prompt (required on create/upsert)", "A POST that updates an agent is taken without a chat prompt.")
def _(a): i = a.agent(); return a.u("POST", "/me/agents", {"id": i, "name": "B"}).status == 400
@fault("a-upsert-duplicates", B("POST", "/me/agents"), S, "sequence", "body AgentRequest (create or update)", "A POST with the id of an own agent makes a new agent; the old one stays as it was.")
def _(a): i = a.agent(); return a.u("POST", "/me/agents", {**AR, "id": i, "name": "B"}).j["id"] == i and a.u("GET", f"/me/agents/{i}").j["name"] == "B"
@fault("a-sandbox-patch-private", B("PATCH", "/me/chats/{chat_id}"), S, "sequence", "400 sandbox tier setting private", "A sandbox user makes a chat private by PATCH.")
def _(a): i = a.agent(SAND); return a.u("PATCH", f"/me/chats/{i}", {"visibility": "private"}, SAND).status == 400
@fault("a-private-to-anyone-signed-in", [B("GET", "/me/agents/{agent_id}"), B("GET", "/me/chats/{chat_id}")], I, "request", "403 No permission on the chat, agent, file or schedule chat", "Any signed-in user reads the private agents of others, with their prompts.")
def _(a): return a.u("GET", f"/me/agents/{F['privateAgentId']}").status == 403
@fault("a-put-not-in-agents", B("PUT", "/me/chats/{chat_id}"), I, "sequence", "Chats (legacy family over the same AgentModel record)", "A change by PUT /me/chats is never seen in GET /me/agents and GET /me/agents/{agent_id}, which keep a stale copy.")
def _(a): i = a.agent(); a.u("PUT", f"/me/chats/{i}", {**AR, "system_prompt": "New"}); return a.u("GET", f"/me/agents/{i}").j["system_prompt"] == "New"
@fault("a-patch-resets-visibility", B("PATCH", "/me/chats/{chat_id}"), I, "sequence", "body AgentRequestPartial", "A PATCH without visibility makes the chat private.")
def _(a): i = a.agent(); return a.u("PATCH", f"/me/chats/{i}", {"system_prompt": "Q"}).j["visibility"] == "public"
@fault("a-clone-changes-original", B("POST", "/me/chats/{chat_id}/clone"), I, "sequence", "optional body AgentRequestPartial or null", "The overrides of a clone are written into the original as well.")
def _(a): i = a.agent(); a.u("POST", f"/me/chats/{i}/clone", {"system_prompt": "Override"}, OTHER); return a.u("GET", f"/me/chats/{i}").j["system_prompt"] == "Be kind"
@fault("a-own-slug-free", B("GET", "/me/agents/vanity/slug"), I, "sequence", "200 body unspecified (availability result)", "A slug that the caller's own agent has is told to be available.")
def _(a): s = "boat-" + uuid.uuid4().hex[:6]; a.agent(handle=s); return a.u("GET", "/me/agents/vanity/slug?slug=" + s).j["available"] is False
# ---------------------------------------------------------------- theme and files
FILES = "/me/agents/{agent_id}/files"
def files(a, i, n): return [a.u("POST", f"/me/agents/{i}/files", {"filename": f"f{k}"}).j["id"] for k in range(n)]
def order(a, i): return [x["id"] for x in a.u("GET", f"/me/agents/{i}/files").j["data"]]
@fault("f-order-by-creation", [B("GET", FILES), B("PUT", FILES + "/positions")], S, "sequence", "ordered by position", "Files are listed by creation, whatever their positions.")
def _(a): i = a.agent(); f = files(a, i, 2); a.u("PUT", f"/me/agents/{i}/files/positions", {"order": [{"id": f[0], "rank": 1}, {"id": f[1], "rank": 0}]}); return order(a, i) == [f[1], f[0]]
@fault("f-cap-counts-deleted", B("POST", FILES), I, "sequence", "number of files per agent is capped; 400 when exceeded", "The cap counts all files that were ever made: after a full agent's file is deleted, a new one is still refused.")
def _(a):
    i = a.agent(); f = files(a, i, 12); a.u("DELETE", f"/me/agents/{i}/files/{f[0]}"); return a.u("POST", f"/me/agents/{i}/files", {"filename": "n"}).status == 201
@fault("f-delete-200-body", B("DELETE", FILES + "/{file_id}"), S, "sequence", "204 no body", "Deleting a file answers 200 with the file.")
def _(a): i = a.agent(); f = files(a, i, 1); r = a.u("DELETE", f"/me/agents/{i}/files/{f[0]}"); return r.status == 204 and r.raw == b""
@fault("f-theme-any-color", B("PUT", "/me/agents/{agent_id}/customizations/theme"), S, "request", "400 invalid theme color format", "Any text is taken as a theme color.")
def _(a): return a.u("PUT", f"/me/agents/{a.agent()}/customizations/theme", {"accent": "not-a-color"}).status == 400
@fault("f-positions-half-written", B("PUT", FILES + "/positions"), I, "sequence", "body AgentFileBatchPositionRequest (batch ordering)", "A batch with an unknown file is refused with 404, but the positions before it are written.")
def _(a): i = a.agent(); f = files(a, i, 2); x = a.u("PUT", f"/me/agents/{i}/files/positions", {"order": [{"id": f[0], "rank": 9}, {"id": str(uuid.uuid4()), "rank": 1}]}).status; return x == 404 and order(a, i) == f
# ---------------------------------------------------------------- keys, credits, webhook, money
@fault("k-list-shows-secret", B("GET", "/me/api-keys"), S, "request", "A hidden variant omits the key value", "The list of API keys has the key values.")
def _(a): return KEY not in a.u("GET", "/me/api-keys").text
@fault("k-new-key-second-default", B("POST", "/me/api-keys"), S, "sequence", "one key is the default key", "A new key is marked as default beside the one that is.")
def _(a): a.u("POST", "/me/api-keys", {"label": "x"}); return sum(k["is_default"] for k in a.u("GET", "/me/api-keys").j) == 1
@fault("b-use-parallel-lost", B("POST", "/me/credits/use"), I, "timing", "Balance of agent execution credits; can be used", "Uses at once count as one.")
def _(a): n = a.u("GET", "/me/credits").j["available"]; par(*[lambda: a.u("POST", "/me/credits/use") for _ in range(4)]); return a.u("GET", "/me/credits").j["available"] == n - 4
def hook(a, sig=True): w = F["webhook"]; return a.send("POST", "/api/me/payments/webhook", None, w["body"].encode(), {w["signatureHeader"]: w["validSignature"]} if sig else {})
@fault("b-webhook-unsigned", B("POST", "/me/payments/webhook"), S, "request", "the request must carry a signature; 400 is returned when it is missing", "An event without the signature header is processed.")
def _(a): return hook(a, False).status == 400
@fault("b-webhook-replayed", B("POST", "/me/payments/webhook"), I, "sequence", "receives events from the payment provider and answers 200 when processed", "An event that the provider delivers again adds its credits again.")
def _(a): hook(a); n = a.u("GET", "/me/credits").j["available"]; hook(a); return a.u("GET", "/me/credits").j["available"] == n
@fault("m-period-unbounded", [B("GET", "/me/monetization/" + x) for x in ("summary", "subscribers", "earnings")], S, "request", "query period (integer, 1 to 365, default 28)", "A period of 0 or of more than 365 is taken.")
def _(a): return a.u("GET", "/me/monetization/summary?period=366").status == 422 == a.u("GET", "/me/monetization/earnings?period=0").status
@fault("m-earnings-today-missing", B("GET", "/me/monetization/earnings"), I, "request", "MonetizationEarningsResponse (daily earnings); MonetizationSummary (total subscribers and earnings for the period)", "The last day's earnings are 0, and both the days and their total are less than the earnings of the summary for the same period.")
def _(a): return a.u("GET", "/me/monetization/earnings").j["earnings_total"] == a.u("GET", "/me/monetization/summary").j["earnings_total"]
# ---------------------------------------------------------------- bundles
@fault("u-remove-all", B("DELETE", "/me/bundles/{bundle_id}/tools/{tool_id}"), I, "sequence", "Membership of a tool in a bundle", "Taking one tool out of a bundle takes all out.")
def _(a):
    b = a.u("POST", "/me/bundles").j["id"]; p = f"/me/bundles/{b}/tools"; ts = ["tl_moon_phase", "tl_read_tide_table"]
    for t in ts: a.u("POST", p, {"tool": t})
    a.u("DELETE", f"{p}/{ts[0]}"); return a.u("GET", p).j == [{"tool": ts[1]}]
# ---------------------------------------------------------------- CLI
def cli(a): return a.u("POST", "/me/cli-auth", tok=None).j["id"]
@fault("l-jwt-not-consumed", B("GET", "/me/cli-auth/{auth_id}"), S, "sequence", "read once and consumed", "The JWT can be read again and again.")
def _(a): c = cli(a); a.u("PUT", f"/me/cli-auth/{c}", {"token": JWT}); a.u("GET", f"/me/cli-auth/{c}", tok=None); return a.u("GET", f"/me/cli-auth/{c}", tok=None).text.find(JWT) < 0
@fault("l-parallel-reads", B("GET", "/me/cli-auth/{auth_id}"), S, "timing", "read once and consumed", "Reads at once all get the JWT.")
def _(a): c = cli(a); a.u("PUT", f"/me/cli-auth/{c}", {"token": JWT}); return sum(JWT in r.text for r in par(*[lambda: a.u("GET", f"/me/cli-auth/{c}", tok=None) for _ in range(4)])) == 1
@fault("l-second-user-overwrites", B("PUT", "/me/cli-auth/{cli_auth_id}"), S, "sequence", "403 not allowed to update", "Another user may attach a JWT to a session that has one already: the client then logs in as that user.")
def _(a): c = cli(a); a.u("PUT", f"/me/cli-auth/{c}", {"token": JWT}); return a.u("PUT", f"/me/cli-auth/{c}", {"token": OTHER}, OTHER).status == 403
# ---------------------------------------------------------------- schedules
SC = "/me/schedules"
@fault("h-foreign-chat", B("POST", SC), S, "request", "403 chat ID invalid, missing or not owned by the caller", "A schedule for another user's chat is made.")
def _(a): return a.u("POST", SC, {"target_chat": F["unpaidAgentId"], "cron_expression": F["cron"]}).status == 403
@fault("h-put-not-kept", B("PUT", SC + "/{schedule_id}"), I, "sequence", "PUT /me/schedules/{schedule_id}: body ScheduleUpdateRequest", "The answer shows the new cron expression, but a GET afterwards has the old one.")
def _(a): s = a.u("POST", SC, {"target_chat": M, "cron_expression": F["cron"]}).j["id"]; a.u("PUT", f"{SC}/{s}", {"cron_expression": "5 4 * * *"}); return a.u("GET", f"{SC}/{s}").j["cron_expression"] == "5 4 * * *"
@fault("h-delete-not-kept", B("DELETE", SC + "/{schedule_id}"), I, "sequence", "DELETE /me/schedules/{schedule_id}: 200", "A deleted schedule is still there and still listed.")
def _(a): s = a.u("POST", SC, {"target_chat": M, "cron_expression": F["cron"]}).j["id"]; a.u("DELETE", f"{SC}/{s}"); return a.u("GET", f"{SC}/{s}").status == 404
# ---------------------------------------------------------------- tools
@fault("t-search-min-score-ignored", B("GET", "/me/tools/search"), S, "request", "min_score (number, 0.0 to 1.0, default 0.15)", "min_score has no effect: min_score=1 gives the same tools as min_score=0.05.")
def _(a): return len(a.u("GET", "/me/tools/search?q=push%20a%20tide&min_score=1").j) < len(a.u("GET", "/me/tools/search?q=push%20a%20tide&min_score=0.05").j)
@fault("t-search-limit-plus-one", B("GET", "/me/tools/search"), I, "request", "limit (integer, 1 to 200, default 20)", "One tool more than the limit is given.")
def _(a): return len(a.u("GET", "/me/tools/search?q=push&limit=2").j) == 2
@fault("t-installed-of-all", B("GET", "/me/user-tools"), I, "sequence", "tools installed by the user", "The list has the tools that other users installed.")
def _(a): a.u("POST", "/me/user-tools", {"tool": "tl_count_words"}, OTHER); return "tl_count_words" not in [t["tool"] for t in a.u("GET", "/me/user-tools").j]
@fault("t-uninstall-not-kept", B("DELETE", "/me/user-tools/{tool_id}"), I, "sequence", "DELETE /me/user-tools/{tool_id}: 200 UserInstalledTool", "The answer is 200, but the tool stays installed.")
def _(a): t = F["installableToolId"]; a.u("POST", "/me/user-tools", {"tool": t}); a.u("DELETE", "/me/user-tools/" + t); return a.u("GET", "/me/user-tools/" + t).status == 404
# ---------------------------------------------------------------- VIP
@fault("v-parallel-twice", B("POST", "/me/vip"), S, "timing", "Redeemed once per user", "Redemptions of one code at once by one user are all accepted.")
def _(a): return [r.status for r in par(*[lambda: a.u("POST", "/me/vip", {"code": F["vipCode"]}, OTHER) for _ in range(4)])].count(200) == 1
@fault("v-refused-counts", [B("POST", "/me/vip"), B("GET", "/me/vip")], I, "sequence", "400 invalid code, own code, or a code already redeemed by the caller", "An invalid code is refused with 400, but the count of redemptions goes up.")
def _(a): n = a.u("GET", "/me/vip").j["redeemed_total"]; a.u("POST", "/me/vip", {"code": "NOPE-" + uuid.uuid4().hex[:5]}); return a.u("GET", "/me/vip").j["redeemed_total"] == n

if __name__ == "__main__":
    port = int(sys.argv[1]) if len(sys.argv) > 1 else 9710
    only = set(sys.argv[2:])
    code = open(HERE + "/src/app.py").read() + open(HERE + "/src/tools.py").read()
    todo = [x for x in ALL if not only or x[0]["id"] in only]
    assert len({x[0]["id"] for x in ALL}) == len(ALL)
    for d, _ in todo: assert f'on("{d["id"]}")' in code, d["id"]
    good = []
    sv = Server(port)
    try:
        for d, fn in todo:
            try: r = fn(sv.api)
            except Exception as e: r = repr(e)
            if r is True: good.append(d["id"])
            else: print("WITHOUT", d["id"], r)
    finally: sv.stop()
    shown = []
    for d, fn in todo:
        sv = Server(port, d["id"])
        try: r = fn(sv.api)
        except Exception as e: r = repr(e)
        finally: sv.stop()
        if r is False and d["id"] in good: shown.append(d)
        else: print("WITH", d["id"], r)
    print(len(todo), "probes,", len(shown), "shown;", "stated", sum(d["basis"] == S for d in shown), "implied", sum(d["basis"] == I for d in shown))
    if not only:
        with open(HERE + "/faults.json.new", "w") as f: json.dump(shown, f, indent=1, ensure_ascii=False)
        os.replace(HERE + "/faults.json.new", HERE + "/faults.json")

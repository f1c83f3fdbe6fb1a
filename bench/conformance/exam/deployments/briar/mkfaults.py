import json
P, U = "{agents_url}", "/me"
post, put = "POST {agents_url}/{agent_id}", "PUT {agents_url}/{agent_id}/{run_id}"
npost, nput, get = "POST {agents_url}/ndjson/{agent_id}", "PUT {agents_url}/ndjson/{agent_id}/{run_id}", "GET {agents_url}/{agent_id}/{run_id}"
L = []
def s(*a): L.append(dict(zip(("id", "operation", "basis", "needs", "words", "what"), (a[0], a[1], "stated") + a[2:])))
def i(*a): L.append(dict(zip(("id", "operation", "basis", "needs", "words", "what"), (a[0], a[1], "implied") + a[2:])))
# Workers API
s("w-run-header-put", [put, nput], "two requests", "Streamed text as above. Header X-Service-Run-ID is sent again. 409 while a background job runs", "A PUT is answered without the header X-Service-Run-ID.")
s("w-post-reuses-run", [post, npost], "two requests", "A POST starts a new interaction with a clear context; every POST returns a new run ID in X-Service-Run-ID.", "A second POST of the same user to the same worker goes on with the run of the first and returns its run ID.")
s("w-put-job-accepted", [put, nput], "a job", "When a job is running, PUT returns 409. The client polls GET until x-service-job-id is absent, then sends a PUT with any message value.", "A PUT while a job runs is taken with 200.")
s("w-409-message-added", [put, nput], "a job", "Rejected with status 409; message not added", "The PUT is rejected with 409, but its message stands in the history.")
s("w-job-error-never-ends", get, "a job that fails", "job finishes, successfully or with an error", "A job that ends with an error is shown as running for ever.")
s("w-post-blocked-by-job", [post, npost], "a job", "A POST is always allowed, also while a job is running.", "A POST is refused with 409 while a job of the caller runs on this worker.")
s("w-history-key-order", get, "six turns of one run", "JSON array of messages, each with role and content, in conversation order.", "Message keys are numbers without padding, so message 10 is listed after message 1.")
s("w-text-shows-tool", [post, put], "one request with a tool call", "Streamed text with only the worker's user-facing output (no tool calls or debug data).", "The text stream carries the raw answer of the tool.")
s("w-ndjson-multiline", [npost, nput], "one request with a tool call", "NDJSON stream with the worker's output plus out-of-band signals such as tool calls and their responses", "Tool responses are written as indented JSON over several lines.")
s("w-stream-buffered", [post, put, npost, nput], "one slow request", "Streamed text with only the worker's user-facing output (no tool calls or debug data).", "Nothing is flushed: the whole answer comes at once at the end.")
s("w-job-header-ndjson", get, "a job started by NDJSON", "Header x-service-job-id is present while a background job runs and absent otherwise", "GET does not show x-service-job-id for jobs that were started through the NDJSON form.")
s("w-context-bleed", [post, npost], "two requests", "Response carries header X-Service-Run-ID; context starts clear", "A new run begins with the messages of the caller's last run on the worker.")
s("w-ndjson-put-answer-lost", nput, "three requests", "Each conversation has a run ID that preserves the full history (user messages, agent responses, MCP server calls), with no external database needed.", "The worker's answer to an NDJSON PUT is never written to the history.")
i("w-stream-doubled", [post, put], "one request and the history", "Streamed text with only the worker's user-facing output (no tool calls or debug data).", "Every fifth piece of the text stream is written twice.")
i("w-foreign-run-read", get, "two users", "The worker is addressed by agent_id (GUID). Each call must carry an API key (see Authentication).", "The owner of a run is not checked: another user's API key reads the whole conversation.")
i("w-deleted-key-lives", [post, "DELETE /me/api-keys/{api_key_id}"], "a key of its own", "Workers API: every request carries the header Authorization: Bearer <API_KEY>.", "Keys are cached and the cache is not cleared by DELETE, so that a deleted key that was used before still works.")
i("w-html-escaped", [post, put, npost, nput, get], "one message with < and &", "A PUT with a run ID adds a user message to that run and keeps its history.", "User messages are kept HTML-escaped: < comes back as &lt;.")
i("w-concurrent-put-lost", put, "two calls at once", "A PUT with a run ID adds a user message to that run and keeps its history.", "Of two PUTs at the same time on one run the turn of one is overwritten.")
# runs
s("runs-default-limit", "GET /me/agent-runs", "many records (they are there)", "GET /me/agent-runs, GET /me/executions | limit default 30", "Without limit only 20 runs are listed.")
s("mcp-logs-null", "GET /me/agent-runs/{run_id}/mcp-server-logs", "a run without tool calls", "200 array of McpServerLog", "A run without MCP calls is answered with null instead of an empty array.")
s("exec-log-id-string", ["GET /me/executions", "GET /me/executions/{log_id}"], "one request", "Tool execution log | log_id | integer | Read-only", "log_id is serialized as a string.")
i("runs-page-overlap", "GET /me/agent-runs", "two pages", "Pagination: list endpoints with next_cursor take a date-time cursor and a limit.", "The record at the cursor is sent again as the first of the next page.")
i("exec-cursor-seconds", "GET /me/executions", "several executions within one second, two pages", "Pagination: list endpoints with next_cursor take a date-time cursor and a limit.", "next_cursor is cut to whole seconds, so that executions of the same second are skipped between two pages.")
i("run-logs-join", "GET /me/agent-runs/{run_id}/logs", "two runs of one agent", "Read-only logs of a run", "The log of a run is joined by agent: entries of other runs of the agent stand in it.")
# subscriptions
s("sub-own-agent", "POST /me/agents/{agent_id}/subscribe", "one request", "400 agent is not paid or caller is its owner; 402 already subscribed; 404", "The owner of a paid agent may subscribe to it.")
i("unsub-cancels-all", "POST /me/agents/{agent_id}/unsubscribe", "two subscriptions", "Subscription of the caller to a paid agent; checkout session on creation", "Ending one subscription ends all subscriptions of the caller.")
# studio
s("studio-private-open", "GET /me/agent-studio-chats/{run_id}", "one private chat", "403 no permission; 404", "A private studio chat is read by anybody, without credentials too.")
s("studio-post-overwrites", "POST /me/agent-studio-chats", "two requests", "200 AgentStudioChat (creates a chat, or returns the existing one when run_id exists)", "A second POST with the run_id of one's own chat replaces the chat by a new one instead of returning it.")
s("studio-sandbox-private", "PATCH /me/agent-studio-chats/{run_id}", "sandbox user", "400 sandbox tier setting private; 403; 404", "The sandbox tier can make a studio chat private by PATCH.")
i("studio-list-deleted", "GET /me/agent-studio-chats", "a deleted chat", "Agent studio chat DELETE is a soft delete; the name of the resulting state is given nowhere.", "Softly deleted chats are still listed.")
i("studio-clone-owner", "POST /me/agent-studio-chats/{run_id}/clone", "two users", "201 AgentStudioChat", "The clone belongs to the owner of the original: whoever cloned neither finds nor may change it.")
# agents
i("agents-list-foreign-private", "GET /me/agents", "one request", "define agents and chats (prompt, files, theme, visibility, vanity slug);", "The list has other users' private agents.")
i("agent-private-cached", "GET /me/agents/{agent_id}", "an agent made private after it was read", "Has chat prompt (required on create/upsert), visibility (private or public), vanity slug, upsell description, files, theme, optional paid subscription", "A public agent that was read once is answered to everybody from a cache after it was made private.")
i("upsell-not-saved", "POST /me/agents/{agent_id}/upsell-description", "two requests", "200 AgentModel (upsell description generated)", "The generated description stands in the answer, but is not saved.")
i("theme-per-user", ["PUT /me/agents/{agent_id}/customizations/theme", "GET /me/agents/{agent_id}/customizations/theme"], "two agents", "Agent theme preference | agent_id | uuid | Has a theme color whose format is validated", "Themes are kept by user: the theme of one agent shows at all agents.")
s("files-one-more", "POST /me/agents/{agent_id}/files", "nine files", "number of files per agent is capped; 400 when exceeded", "An agent takes one file more than its limit.")
s("file-delete-200", "DELETE /me/agents/{agent_id}/files/{file_id}", "one file", "204 no body", "DELETE answers 200 with the record.")
s("files-by-creation", ["GET /me/agents/{agent_id}/files", "PUT /me/agents/{agent_id}/files/positions"], "two files", "Belongs to an agent; ordered by position; count per agent is limited", "Files are listed in the order of their creation.")
i("file-positions-last-skipped", "PUT /me/agents/{agent_id}/files/positions", "two files", "body AgentFileBatchPositionRequest (batch ordering)", "The last file of a batch keeps its old position.")
i("file-position-omitted", ["GET /me/agents/{agent_id}/files", "GET /me/agents/{agent_id}/files/{file_id}", "POST /me/agents/{agent_id}/files"], "one file", "Belongs to an agent; ordered by position; count per agent is limited", "The position is left out where it is 0 (omitempty).")
# chats
s("chat-clone-null", "POST /me/chats/{chat_id}/clone", "one request", "chat_id uuid; optional body AgentRequestPartial or null", "The body null is refused with 422.")
i("chat-deleted-readable", "GET /me/chats/{chat_id}", "a deleted chat", "DELETE | /me/chats/{chat_id} | none | 200 AgentModel | 403; 404", "A deleted chat leaves the lists, but is still read by its id.")
i("chat-patch-prompt-lost", "PATCH /me/chats/{chat_id}", "two requests", "body AgentRequestPartial", "A PATCH that does not name the chat prompt empties it.")
i("chats-list-stale", "GET /me/chats", "three requests", "Chats (legacy family over the same AgentModel record)", "The list is cached by user, and POST /me/agents does not clear the cache: new agents never show.")
# account
s("keys-list-secret", "GET /me/api-keys", "one request", "A hidden variant omits the key value; one key is the default key", "The list shows the key values.")
s("keys-two-defaults", "POST /me/api-keys", "a new default key", "A hidden variant omits the key value; one key is the default key", "A new default key does not take the mark from the old one: two keys are the default.")
i("key-foreign-read", "GET /me/api-keys/{api_key_id}", "two users", "404 | Resource not found (run, chat, agent, file, API key, bundle, tool, toolset, subscription, schedule, credits, CLI auth)", "Any user reads any key with its value by the integer id.")
i("credits-race", "POST /me/credits/use", "calls at once", "Balance of agent execution credits; can be used", "Several uses at the same time take away one credit only (lost update).")
i("webhook-forged", "POST /me/payments/webhook", "one request", "Payment webhook: the request must carry a signature; 400 is returned when it is missing.", "Any signature is taken, whatever its value.")
s("summary-all-time", "GET /me/monetization/summary", "two periods", "200 MonetizationSummary (total subscribers and earnings for the period)", "The totals are those of all time whatever the period.")
# bundles
s("bundle-post-body", "POST /me/bundles", "one request without a body", "POST | /me/bundles | no body | 200 UserBundle", "A request without a body is refused with 422.")
i("bundle-tool-removed-everywhere", "DELETE /me/bundles/{bundle_id}/tools/{tool_id}", "two bundles", "Bundle tool | tool_id | string | Membership of a tool in a bundle", "The tool is taken out of all bundles of the caller.")
# cli
s("cli-not-consumed", "GET /me/cli-auth/{auth_id}", "two reads", "200 string JWT or null (the JWT is consumed by the read)", "The JWT is answered again by every read.")
i("cli-last-jwt", "GET /me/cli-auth/{auth_id}", "two sessions with different JWTs", "the command-line client calls GET /me/cli-auth/{auth_id}, which returns the JWT and consumes it.", "The JWT is kept in one variable for all sessions: a read gives the one that was attached last, to whichever session.")
# schedules
s("sched-missing-chat-422", "POST /me/schedules", "one request", "403 chat ID invalid, missing or not owned by the caller; 500", "A missing chat ID is answered with 422.")
s("schedule-uuid-500", "GET /me/schedules/{schedule_id}", "one request", "Every endpoint with path, query or body input can answer 422 with a body of schema HTTPValidationError.", "A schedule_id that is no UUID gives 500.")
i("sched-put-not-saved", "PUT /me/schedules/{schedule_id}", "two requests", "body ScheduleUpdateRequest", "The answer shows the change, but it is not saved.")
i("sched-deleted-listed", "GET /me/schedules", "a deleted schedule", "DELETE | /me/schedules/{schedule_id} | none | 200 body unspecified | 500", "A deleted schedule stays in the list.")
# tools
s("tool-run-jwt-unverified", "POST /me/tools/run/{tool_name}", "a forged JWT", "POST /me/tools/run/{tool_name} answers 401 when the JWT is invalid or missing.", "The signature of the JWT is not checked on tool runs.")
s("tools-list-snake", "GET /me/tools/list", "one request", "200 array of Tool (MCP format)", "The tools carry input_schema instead of inputSchema.")
i("user-tool-uninstall-all", "DELETE /me/user-tools/{tool_id}", "two users", "Public tools, tools in MCP format, tools installed by the user", "Uninstalling a tool uninstalls it for every user.")
# notifier
run = "POST /me/tools/run/{tool_name}"
s("n-guid-ignored", run, "NOTIFIER_CREATE_PUSH twice", "guid string (client-generated, for idempotency)", "Two pushes with the same guid become two pushes.")
s("n-active-ignored", run, "NOTIFIER_LIST_PUSHES after a deletion", "active boolean (true returns only active pushes)", "active: true lists deleted pushes too.")
s("n-unmute", run, "NOTIFIER_UPDATE_CHAT twice", "NOTIFIER_UPDATE_CHAT | Mute or unmute a chat", "muted: false is taken for not given, so that a chat cannot be unmuted.")
i("n-update-device-blank", run, "NOTIFIER_UPDATE_DEVICE", "NOTIFIER_UPDATE_DEVICE | Update device metadata", "The fields that are not given are emptied.")
i("n-list-items-last", run, "NOTIFIER_UPDATE_PUSH with two items", "items array (list-style pushes; each item has text string and checked boolean)", "All items of the list become the last one (one pointer for all).")
i("n-modified-after-millis", run, "NOTIFIER_LIST_PUSHES", "modified_after number (UNIX timestamp, float)", "modified_after is taken for milliseconds, so that it filters nothing.")
i("n-chats-cursor-loop", run, "two pages of NOTIFIER_LIST_CHATS", "limit integer (max 500); cursor string", "The cursor is not looked at: every page is the first one.")
# user
s("tier-sandbox-omitted", "GET /me/", "sandbox user", "User | none | none | Has a tier; a sandbox tier exists and cannot make agents or chats private", "The tier of a sandbox user is left out (the zero value of an enum, with omitempty).")
i("vip-race", "POST /me/vip", "two calls at once", "VIP code | none | none | Redeemed once per user; own codes cannot be redeemed", "Two redemptions at the same time by one user both succeed.")
text = open("../interface.md").read()
import re
for x in L:
    if x["words"] not in text: print("not verbatim:", x["id"], x["words"])
ids = [x["id"] for x in L]
code = set(re.findall(r'fault\("([^"]+)"\)', "".join(open(f).read() for f in __import__("glob").glob("*.go"))))
print(len(L), sum(x["basis"] == "stated" for x in L), len(set(ids)), code ^ set(ids))
json.dump(L, open("faults.json", "w"), indent=1, ensure_ascii=False)

"""Probes for the faults of runs, subscriptions, keys and money, bundles, CLI logins, schedules, tools and the user."""

import base64
import json

from .harness import U, expect, probe, random_id

RUNS, RUN, MCP_LOGS, RUN_LOGS, EXECUTIONS, EXECUTION = U(
    "GET /me/agent-runs", "GET /me/agent-runs/{run_id}", "GET /me/agent-runs/{run_id}/mcp-server-logs",
    "GET /me/agent-runs/{run_id}/logs", "GET /me/executions", "GET /me/executions/{log_id}")
SUBSCRIBE, UNSUBSCRIBE, SUBSCRIPTIONS, SUBSCRIPTION = U(
    "POST /me/agents/{agent_id}/subscribe", "POST /me/agents/{agent_id}/unsubscribe", "GET /me/subscriptions",
    "GET /me/subscriptions/{agent_id}")
KEYS, ADD_KEY, DEFAULT_KEY, KEY, DELETE_KEY = U(
    "GET /me/api-keys", "POST /me/api-keys", "GET /me/api-keys/default", "GET /me/api-keys/{api_key_id}",
    "DELETE /me/api-keys/{api_key_id}")
BILLING, CREDITS, USE_CREDIT, WEBHOOK, PAY = U("GET /me/billing", "GET /me/credits", "POST /me/credits/use",
                                               "POST /me/payments/webhook", "POST /me/payments/sessions")
SUMMARY, SUBSCRIBERS, EARNINGS = U("GET /me/monetization/summary", "GET /me/monetization/subscribers",
                                   "GET /me/monetization/earnings")
BUNDLES, ADD_BUNDLE, BUNDLE, PUT_BUNDLE, DELETE_BUNDLE = U(
    "GET /me/bundles", "POST /me/bundles", "GET /me/bundles/{bundle_id}", "PUT /me/bundles/{bundle_id}",
    "DELETE /me/bundles/{bundle_id}")
BUNDLE_TOOLS, ADD_TOOL, REMOVE_TOOL = U("GET /me/bundles/{bundle_id}/tools", "POST /me/bundles/{bundle_id}/tools",
                                        "DELETE /me/bundles/{bundle_id}/tools/{tool_id}")
CLI_NEW, CLI_ATTACH, CLI_TAKE = U("POST /me/cli-auth", "PUT /me/cli-auth/{cli_auth_id}", "GET /me/cli-auth/{auth_id}")
SCHEDULES, ADD_SCHEDULE, ONBOARDING, TO_CRON, SCHEDULE, PUT_SCHEDULE, DELETE_SCHEDULE = U(
    "GET /me/schedules", "POST /me/schedules", "GET /me/schedules/onboarding", "GET /me/schedules/text-to-cron",
    "GET /me/schedules/{schedule_id}", "PUT /me/schedules/{schedule_id}", "DELETE /me/schedules/{schedule_id}")
MCP_TOOLS, PUBLIC_TOOLS, SEARCH, TOOL, RUN_TOOL, TOOLSETS, TOOLSET = U(
    "GET /me/tools/list", "GET /me/tools", "GET /me/tools/search", "GET /me/tools/{tool_id}",
    "POST /me/tools/run/{tool_name}", "GET /me/toolsets/list", "GET /me/toolsets/{toolset_name}")
INSTALLED, INSTALL, INSTALLED_TOOL, UNINSTALL = U("GET /me/user-tools", "POST /me/user-tools",
                                                  "GET /me/user-tools/{tool_id}", "DELETE /me/user-tools/{tool_id}")
ME, VIP_COUNT, VIP, AGENTS = U("GET /me/", "GET /me/vip", "POST /me/vip", "GET /me/agents")


def ids(page):
    return [run["run_id"] for run in page["runs"]]


# --- Runs and their logs ---------------------------------------------------------------------------------------------

@probe("runs-default-limit-20", RUNS, basis="stated", needs="request", like="wrong default",
       words="GET /me/agent-runs, GET /me/executions | limit default 30",
       what="Without limit GET /me/agent-runs gives at most 20 runs.")
def _(c):
    expect(len(c.get("/me/agent-runs").has(200).json["runs"]) == 30)


@probe("runs-limit-ignored", RUNS, basis="stated", needs="request", like="parameter ignored",
       words="list endpoints with next_cursor take a date-time cursor and a limit",
       what="GET /me/agent-runs ignores limit: there are always up to 30 runs on a page.")
def _(c):
    expect(len(c.get("/me/agent-runs", limit=3).has(200).json["runs"]) == 3)


@probe("runs-cursor-ignored", RUNS, basis="stated", needs="sequence", like="parameter ignored",
       words="list endpoints with next_cursor take a date-time cursor and a limit",
       what="GET /me/agent-runs ignores next_cursor: every page is the first one.")
def _(c):
    first = c.get("/me/agent-runs", limit=5).has(200).json
    second = c.get("/me/agent-runs", limit=5, next_cursor=first["next_cursor"]).has(200).json
    expect(not set(ids(first)) & set(ids(second)))


def paged(c, path, name, key, limit=4, pages=3):
    """The IDs of the first pages, one after the other."""
    found, cursor = [], {}
    for _ in range(pages):
        page = c.get(path, limit=limit, **cursor).has(200).json
        found += [item[key] for item in page[name]]
        cursor = {"next_cursor": page["next_cursor"]}
    return found


@probe("runs-cursor-repeats", RUNS, basis="implied", needs="sequence", like="page begins at the wrong place",
       words="list endpoints with next_cursor take a date-time cursor and a limit",
       what="The last run of a page comes again as the first one of the next page.")
def _(c):
    found = paged(c, "/me/agent-runs", "runs", "run_id")
    expect(len(found) == len(set(found)))


@probe("runs-cursor-skips", RUNS, basis="implied", needs="sequence", like="page begins at the wrong place",
       words="list endpoints with next_cursor take a date-time cursor and a limit",
       what="Between two pages one run is left out: the cursor is that of the first run that is not on the page.")
def _(c):
    found = paged(c, "/me/agent-runs", "runs", "run_id")
    expect(found == ids(c.get("/me/agent-runs").has(200).json)[:12])


@probe("runs-of-all-users", RUNS, basis="implied", needs="sequence", like="list of all users",
       words="200 AgentRunViewListResponse", what="GET /me/agent-runs lists the runs of all users.")
def _(c):
    run = c.new_run(who="other")
    expect(run not in ids(c.get("/me/agent-runs").has(200).json))


@probe("runs-bad-cursor-500", RUNS, basis="implied", needs="request", like="unhandled exception",
       words="Every endpoint with path, query or body input can answer 422 with a body of schema HTTPValidationError.",
       what="GET /me/agent-runs with a next_cursor that is no date-time, or a limit that is no number, answers 500.")
def _(c):
    expect(c.get("/me/agent-runs", next_cursor="yesterday").status < 500)


@probe("run-foreign-readable", RUN, basis="implied", needs="sequence", like="read of another's record",
       words="404 run not found; 500", what="GET /me/agent-runs/{run_id} shows the runs of other users.")
def _(c):
    c.get(f"/me/agent-runs/{c.new_run(who='other')}").has(403, 404)


@probe("run-unknown-null", RUN, basis="stated", needs="request", like="null instead of 404",
       words="404 run not found; 500",
       what="GET /me/agent-runs/{run_id} of a run that does not exist answers 200 with null.")
def _(c):
    c.get(f"/me/agent-runs/{random_id()}").has(404)


@probe("run-logs-without-auth", RUN_LOGS, basis="stated", needs="sequence", like="authentication forgotten",
       words="all others require a bearer credential",
       what="GET /me/agent-runs/{run_id}/logs is served without a credential, as to a default user.")
def _(c):
    run = ids(c.get("/me/agent-runs", limit=1).has(200).json)[0]
    c.get(f"/me/agent-runs/{run}/logs", None).has(401, 403)


@probe("run-logs-of-agent", RUN_LOGS, basis="stated", needs="sequence", like="logs of other runs mixed in",
       words="Read-only logs of a run", what="The logs of a run are those of all the caller's runs of that agent.")
def _(c):
    c.new_run()
    run = c.new_run()
    entries = c.get(f"/me/agent-runs/{run}/logs").has(200).json
    expect(entries and {entry["run_id"] for entry in entries} == {run})


@probe("mcp-logs-of-other-runs", MCP_LOGS, basis="stated", needs="sequence", like="logs of other runs mixed in",
       words="Read-only logs of a run", what="The MCP server logs of a run are those of all runs of the caller.")
def _(c):
    c.new_run(c.fixtures["toolCallMessage"]["message"])
    run = c.new_run()
    expect(all(entry["run_id"] == run for entry in c.get(f"/me/agent-runs/{run}/mcp-server-logs").has(200).json))


@probe("mcp-logs-null-when-empty", MCP_LOGS, basis="stated", needs="sequence", like="null instead of an empty array",
       words="200 array of McpServerLog",
       what="GET …/mcp-server-logs of a run without MCP calls answers null instead of an empty array.")
def _(c):
    expect(isinstance(c.get(f"/me/agent-runs/{c.new_run()}/mcp-server-logs").has(200).json, list))


@probe("mcp-logs-wrapped", MCP_LOGS, basis="stated", needs="sequence", like="array wrapped in an object",
       words="200 array of McpServerLog",
       what="GET …/mcp-server-logs answers an object with a list of logs instead of the array.")
def _(c):
    run = c.new_run(c.fixtures["toolCallMessage"]["message"])
    expect(isinstance(c.get(f"/me/agent-runs/{run}/mcp-server-logs").has(200).json, list))


# --- Tool executions -------------------------------------------------------------------------------------------------

@probe("executions-limit-off-by-one", EXECUTIONS, basis="stated", needs="request", like="off by one",
       words="query next_cursor (date-time, optional), limit (integer, default 30)",
       what="GET /me/executions gives one entry more than limit.")
def _(c):
    expect(len(c.get("/me/executions", limit=3).has(200).json["executions"]) == 3)


@probe("executions-cursor-in-seconds", EXECUTIONS, basis="implied", needs="sequence", like="precision lost",
       words="list endpoints with next_cursor take a date-time cursor and a limit",
       what="The cursor of GET /me/executions is cut to whole seconds: entries of the same second are left out between "
            "two pages.")
def _(c):
    found = paged(c, "/me/executions", "executions", "execution_id", limit=2)
    whole = [entry["execution_id"] for entry in c.get("/me/executions").has(200).json["executions"]]
    expect(found == whole[:6])


@probe("executions-cursor-loops", EXECUTIONS, basis="implied", needs="sequence", like="endless paging",
       words="list endpoints with next_cursor take a date-time cursor and a limit",
       what="The last page of GET /me/executions has a cursor too, by which one gets the first page again.")
def _(c):
    seen, cursor = [], {}
    for _ in range(6):
        page = c.get("/me/executions", limit=20, **cursor).has(200).json
        seen += [entry["execution_id"] for entry in page["executions"]]
        expect(len(seen) == len(set(seen)), "an entry came twice")
        if page["next_cursor"] is None:
            return
        cursor = {"next_cursor": page["next_cursor"]}
    expect(False, "no end")


@probe("executions-not-recorded", EXECUTIONS, EXECUTION, RUN_TOOL, basis="implied", needs="sequence",
       like="created but not stored", words="Tool execution log | log_id | integer | Read-only",
       what="Running a tool leaves no entry in the log of executions.")
def _(c):
    def newest():
        return c.get("/me/executions", limit=1).has(200).json["executions"][0]["execution_id"]

    before = newest()
    c.tool(c.fixtures["tool"]["name"], **c.fixtures["tool"]["input"]).has(200)
    expect(newest() != before)


@probe("execution-unknown-500", EXECUTION, basis="stated", needs="request", like="unhandled exception",
       words="log_id integer | 200 ToolExecutionLog | 404; 500",
       what="GET /me/executions/{log_id} of an entry that does not exist answers 500 instead of 404.")
def _(c):
    c.get("/me/executions/987654321").has(404)


@probe("execution-neighbour", EXECUTION, basis="implied", needs="sequence", like="answers with another record",
       words="log_id integer | 200 ToolExecutionLog",
       what="GET /me/executions/{log_id} gives the entry before the one asked for.")
def _(c):
    log_id = c.get("/me/executions", limit=1).has(200).json["executions"][0]["execution_id"]
    expect(c.get(f"/me/executions/{log_id}").has(200).json["execution_id"] == log_id)


# --- Subscriptions ---------------------------------------------------------------------------------------------------

def subscribe(c, agent):
    return c.post(f"/me/agents/{c.fixtures[agent]}/subscribe", {})


@probe("subscribe-unpaid", SUBSCRIBE, basis="stated", needs="request", like="check forgotten: paid agent",
       words="400 agent is not paid or caller is its owner; 402 already subscribed; 404",
       what="A checkout session is created for an agent that is not paid.")
def _(c):
    subscribe(c, "unpaidAgentId").has(400)


@probe("subscribe-own", SUBSCRIBE, basis="stated", needs="request", like="check forgotten: own agent",
       words="400 agent is not paid or caller is its owner; 402 already subscribed; 404",
       what="The owner of a paid agent can subscribe to it.")
def _(c):
    subscribe(c, "ownPaidAgentId").has(400)


@probe("subscribe-twice", SUBSCRIBE, basis="stated", needs="request", like="check forgotten: already there",
       words="Already subscribed to the agent",
       what="Who is subscribed already gets another checkout session instead of 402.")
def _(c):
    subscribe(c, "subscribedAgentId").has(402)


@probe("subscribe-twice-409", SUBSCRIBE, basis="stated", needs="request", like="wrong error status",
       words="Already subscribed to the agent",
       what="Who is subscribed already gets 409 instead of 402.")
def _(c):
    subscribe(c, "subscribedAgentId").has(402)


@probe("unsubscribe-without-subscription", UNSUBSCRIBE, basis="stated", needs="request",
       like="success for something that is not there",
       words="400 no active subscription to cancel, or no payment-provider subscription found; 404",
       what="Unsubscribing from an agent without a subscription answers 200.")
def _(c):
    c.post(f"/me/agents/{c.fixtures['paidAgentId']}/unsubscribe").has(400, 404)


@probe("unsubscribe-cancels-all", UNSUBSCRIBE, SUBSCRIPTION, SUBSCRIBE, basis="implied", needs="sequence",
       like="deletes too much", words="200 AgentSubscriptionResponse",
       what="Unsubscribing from one agent cancels all subscriptions of the caller.")
def _(c):
    c.post(f"/me/agents/{c.fixtures['unsubscribeAgentId']}/unsubscribe").has(200)
    subscribe(c, "subscribedAgentId").has(402)


@probe("subscriptions-of-all-users", SUBSCRIPTIONS, basis="implied", needs="request", like="list of all users",
       words="Subscription of the caller to a paid agent; checkout session on creation",
       what="GET /me/subscriptions lists the subscriptions of all users.")
def _(c):
    agents = [item["agent_id"] for item in c.get("/me/subscriptions", "other").has(200).json["subscriptions"]]
    expect(c.fixtures["subscribedAgentId"] not in agents)


@probe("subscriptions-first-only", SUBSCRIPTIONS, basis="implied", needs="request", like="list incomplete",
       words="200 AgentSubscriptionListResponse", what="GET /me/subscriptions lists only the first subscription.")
def _(c):
    agents = {item["agent_id"] for item in c.get("/me/subscriptions").has(200).json["subscriptions"]}
    expect({c.fixtures["subscribedAgentId"], c.fixtures["unsubscribeAgentId"]} <= agents)


@probe("subscription-of-any-agent", SUBSCRIPTION, basis="implied", needs="request",
       like="answers with another record", words="agent_id string | 200 AgentSubscriptionResponse | 404",
       what="GET /me/subscriptions/{agent_id} gives the caller's first subscription, whichever agent is named.")
def _(c):
    agent = c.fixtures["unsubscribeAgentId"]
    expect(c.get(f"/me/subscriptions/{agent}").has(200).json["agent_id"] == agent)


@probe("subscription-missing-null", SUBSCRIPTION, basis="stated", needs="request", like="null instead of 404",
       words="agent_id string | 200 AgentSubscriptionResponse | 404",
       what="GET /me/subscriptions/{agent_id} without a subscription answers 200 with null.")
def _(c):
    c.get(f"/me/subscriptions/{c.fixtures['paidAgentId']}").has(404)


# --- API keys --------------------------------------------------------------------------------------------------------

def new_key(c):
    return c.post("/me/api-keys", {}).has(200).json


@probe("api-keys-list-shows-secret", KEYS, basis="stated", needs="request", like="secret shown",
       words="A hidden variant omits the key value; one key is the default key",
       what="GET /me/api-keys shows the values of the keys.")
def _(c):
    expect(c.keys["main"] not in c.get("/me/api-keys").has(200).text)


@probe("api-key-delete-shows-secret", DELETE_KEY, basis="stated", needs="sequence", like="secret shown",
       words="200 ApiKeyHidden | 404; 500", what="DELETE of an API key answers with the value of the key.")
def _(c):
    key = new_key(c)
    expect(key["secret_key"] not in c.delete(f"/me/api-keys/{key['key_id']}").has(200).text)


@probe("api-key-create-without-secret", ADD_KEY, basis="implied", needs="request", like="secret withheld",
       words="An API key is created through POST /me/api-keys (or the API keys page of the dashboard).",
       what="POST /me/api-keys answers without the value of the new key.")
def _(c):
    expect(new_key(c).get("secret_key"))


@probe("api-key-get-masked", KEY, basis="implied", needs="sequence", like="secret withheld",
       words="A hidden variant omits the key value; one key is the default key",
       what="GET of an API key gives the value with asterisks, as only the hidden variant should.")
def _(c):
    key = new_key(c)
    expect(c.get(f"/me/api-keys/{key['key_id']}").has(200).json["secret_key"] == key["secret_key"])


@probe("api-key-created-dead", ADD_KEY, basis="stated", needs="sequence", like="created but of no effect",
       words="An API key is created through POST /me/api-keys (or the API keys page of the dashboard).",
       what="A key made by POST /me/api-keys is refused by the Workers API.")
def _(c):
    c.start(who=new_key(c)["secret_key"]).has(200)


@probe("api-key-create-steals-default", ADD_KEY, KEYS, basis="stated", needs="sequence", like="two where one is allowed",
       words="one key is the default key", what="Every new API key is a default key, beside the one before.")
def _(c):
    new_key(c)
    expect(sum(key["default_key"] for key in c.get("/me/api-keys").has(200).json) == 1)


@probe("api-key-id-reused", ADD_KEY, basis="implied", needs="sequence", like="identifiers collide",
       words="API key | api_key_id | integer",
       what="The ID of a new API key is made of the number of keys: after a deletion it is that of an existing key, "
            "which is overwritten.")
def _(c):
    first, second = new_key(c), new_key(c)
    c.delete(f"/me/api-keys/{first['key_id']}").has(200)
    expect(new_key(c)["key_id"] != second["key_id"])


@probe("api-key-ids-race", ADD_KEY, basis="implied", needs="timing", like="identifiers collide",
       words="API key | api_key_id | integer",
       what="API keys made at the same time get the same ID, and all but one are lost.")
def _(c):
    made = [key["key_id"] for key in c.together(*[lambda: new_key(c)] * 3)]
    expect(len(set(made)) == 3)


@probe("api-key-id-as-string", ADD_KEY, basis="stated", needs="request", like="wrong type",
       words="API key | api_key_id | integer", what="POST /me/api-keys answers with the ID as a string.")
def _(c):
    expect(type(new_key(c)["key_id"]) is int)


@probe("default-key-is-newest", DEFAULT_KEY, basis="implied", needs="sequence", like="wrong one chosen",
       words="one key is the default key",
       what="GET /me/api-keys/default gives the key that was made last, not the default key.")
def _(c):
    new_key(c)
    default = [key["key_id"] for key in c.get("/me/api-keys").has(200).json if key["default_key"]]
    expect([c.get("/me/api-keys/default").has(200).json["key_id"]] == default)


@probe("default-key-shadowed", DEFAULT_KEY, basis="stated", needs="request", like="route hidden by another",
       words="/me/api-keys/default | none | 200 ApiKey",
       what="GET /me/api-keys/default is taken for GET /me/api-keys/{api_key_id} and answers 422.")
def _(c):
    c.get("/me/api-keys/default").has(200)


@probe("api-key-foreign-readable", KEY, basis="implied", needs="sequence", like="read of another's record",
       words="api_key_id integer | 200 ApiKey | 404; 500",
       what="GET /me/api-keys/{api_key_id} shows the keys of other users, with their values.")
def _(c):
    c.get(f"/me/api-keys/{new_key(c)['key_id']}", "other").has(403, 404)


@probe("api-key-foreign-delete", DELETE_KEY, basis="implied", needs="sequence", like="deletion of another's record",
       words="api_key_id integer | 200 ApiKeyHidden | 404; 500",
       what="DELETE /me/api-keys/{api_key_id} deletes the keys of other users.")
def _(c):
    c.delete(f"/me/api-keys/{new_key(c)['key_id']}", "other").has(403, 404)


@probe("api-key-delete-newest", DELETE_KEY, basis="implied", needs="sequence", like="deletes another record",
       words="api_key_id integer | 200 ApiKeyHidden | 404; 500",
       what="DELETE /me/api-keys/{api_key_id} deletes the caller's newest key, whichever the path names.")
def _(c):
    first, second = new_key(c), new_key(c)
    c.delete(f"/me/api-keys/{first['key_id']}").has(200)
    c.get(f"/me/api-keys/{second['key_id']}").has(200)


# --- Billing, credits, payments --------------------------------------------------------------------------------------

@probe("billing-without-auth", BILLING, basis="stated", needs="request", like="authentication forgotten",
       words="all others require a bearer credential",
       what="GET /me/billing is served without a credential, as to a default user.")
def _(c):
    c.get("/me/billing", None).has(401, 403)


@probe("billing-as-html", BILLING, basis="stated", needs="request", like="wrong content type",
       words="User API request and response bodies are JSON unless stated otherwise.",
       what="GET /me/billing sends its JSON with Content-Type text/html.")
def _(c):
    expect("json" in c.get("/me/billing").has(200).header("content-type"))


@probe("credits-use-adds", USE_CREDIT, basis="implied", needs="sequence", like="wrong sign",
       words="Balance of agent execution credits; can be used", what="Using a credit raises the balance.")
def _(c):
    before = c.credits()
    c.post("/me/credits/use").has(200)
    expect(c.credits() < before)


@probe("credits-use-unsaved", USE_CREDIT, CREDITS, basis="implied", needs="sequence", like="update not stored",
       words="Balance of agent execution credits; can be used",
       what="POST /me/credits/use answers with a lower balance, but the balance is not changed.")
def _(c):
    before = c.credits()
    after = c.post("/me/credits/use").has(200).json["credits_left"]
    expect(after < before and c.credits() == after)


@probe("credits-read-uses", CREDITS, basis="implied", needs="sequence", like="reading changes",
       words="Balance of agent execution credits; can be used",
       what="Every GET /me/credits lowers the balance by one.")
def _(c):
    expect(c.credits() == c.credits())


@probe("credits-shared", CREDITS, USE_CREDIT, basis="implied", needs="sequence", like="scope too wide",
       words="Balance of agent execution credits; can be used",
       what="All users share the balance of one.")
def _(c):
    before = c.credits()
    c.post("/me/credits/use", who="other").has(200, 404)
    expect(c.credits() == before)


@probe("credits-use-race", USE_CREDIT, basis="implied", needs="timing", like="lost update",
       words="Balance of agent execution credits; can be used",
       what="Of several uses of a credit at the same time only one lowers the balance.")
def _(c):
    before = c.credits()
    once = before - c.post("/me/credits/use").has(200).json["credits_left"]
    c.together(*[lambda: c.post("/me/credits/use").has(200)] * 5)
    expect(before - c.credits() == 6 * once)


@probe("payment-session-201", PAY, basis="stated", needs="request", like="wrong success status",
       words="body PaymentSessionRequest | 200 PaymentSessionResponse",
       what="POST /me/payments/sessions answers 201 instead of 200.")
def _(c):
    c.post("/me/payments/sessions", {"credit_amount": 100}).has(200)


@probe("webhook-needs-auth", WEBHOOK, basis="stated", needs="request", like="authentication demanded",
       words="/me/payments/webhook (no auth declared)",
       what="The payment webhook answers 401 without a user's JWT, which the payment provider does not have.")
def _(c):
    c.webhook().has(200)


@probe("webhook-unsigned-accepted", WEBHOOK, basis="stated", needs="request", like="signature not checked",
       words="the request must carry a signature; 400 is returned when it is missing",
       what="Events without a signature are processed.")
def _(c):
    c.webhook(signature=None).has(400)


@probe("webhook-unsigned-401", WEBHOOK, basis="stated", needs="request", like="wrong error status",
       words="the request must carry a signature; 400 is returned when it is missing",
       what="Events without a signature get 401 instead of 400.")
def _(c):
    c.webhook(signature=None).has(400)


@probe("webhook-signature-unchecked", WEBHOOK, basis="implied", needs="request", like="signature not checked",
       words="400 missing signature or invalid event",
       what="Any signature will do: only its presence is checked.")
def _(c):
    c.webhook(signature="sha256=" + "0" * 64).has(400)


@probe("webhook-signature-prefix", WEBHOOK, basis="implied", needs="request", like="credential compared in part",
       words="400 missing signature or invalid event", what="A signature that is cut short is accepted.")
def _(c):
    c.webhook(signature=c.fixtures["webhook"]["validSignature"][:20]).has(400)


@probe("webhook-signature-of-reserialized", WEBHOOK, basis="stated", needs="request", like="signature of other bytes",
       words="POST /me/payments/webhook receives events from the payment provider and answers 200 when processed.",
       what="The signature is computed of the event as the own JSON library writes it: well-signed events that are "
            "written otherwise are refused.")
def _(c):
    c.webhook().has(200)


@probe("webhook-replay-credited", WEBHOOK, CREDITS, basis="implied", needs="sequence", like="not idempotent",
       words="POST /me/payments/webhook receives events from the payment provider and answers 200 when processed.",
       what="An event that is delivered again is processed again: the credits that were bought are granted twice.")
def _(c):
    c.webhook().has(200)
    once = c.credits()
    c.webhook().has(200)
    expect(c.credits() == once)


# --- Monetization ----------------------------------------------------------------------------------------------------

@probe("monetization-default-30", SUBSCRIBERS, basis="stated", needs="sequence", like="wrong default",
       words="period 1 to 365, default 28",
       what="Without period GET /me/monetization/subscribers reports 30 days.")
def _(c):
    path = "/me/monetization/subscribers"
    expect(c.get(path).has(200).json == c.get(path, period=28).has(200).json)


@probe("monetization-year-refused", EARNINGS, basis="stated", needs="request", like="bound taken as exclusive",
       words="period 1 to 365, default 28", what="GET /me/monetization/earnings refuses a period of 365 days.")
def _(c):
    c.get("/me/monetization/earnings", period=365).has(200)


@probe("monetization-zero-accepted", SUMMARY, basis="stated", needs="request", like="bound one too wide",
       words="period 1 to 365, default 28", what="GET /me/monetization/summary takes a period of 0 days.")
def _(c):
    c.get("/me/monetization/summary", period=0).has(422, 400)


@probe("monetization-unbounded", SUBSCRIBERS, basis="stated", needs="request", like="range not checked",
       words="period 1 to 365, default 28",
       what="GET /me/monetization/subscribers takes any number of days, also negative ones.")
def _(c):
    for period in (-5, 4000):
        c.get("/me/monetization/subscribers", period=period).has(422, 400)


@probe("monetization-total-before-period", SUMMARY, basis="implied", needs="sequence", like="condition inverted",
       words="200 MonetizationSummary (total subscribers and earnings for the period)",
       what="The total earnings of the summary are those up to the beginning of the period: the longer the period, "
            "the less was earned.")
def _(c):
    totals = [c.get("/me/monetization/summary", period=period).has(200).json["earnings_total_cents"]
              for period in (7, 60, 365)]
    expect(totals == sorted(totals))


# --- Bundles ---------------------------------------------------------------------------------------------------------

@probe("bundle-create-answers-existing", ADD_BUNDLE, basis="implied", needs="sequence",
       like="create answers an existing record", words="/me/bundles | no body | 200 UserBundle",
       what="POST /me/bundles makes no second bundle: it answers with the last one.")
def _(c):
    expect(c.new_bundle() != c.new_bundle())


@probe("bundle-tools-shared", ADD_BUNDLE, ADD_TOOL, BUNDLE_TOOLS, basis="implied", needs="sequence",
       like="mutable default", words="Membership of a tool in a bundle",
       what="All new bundles share one list of tools: a tool put into one is in all.")
def _(c):
    first, second = c.new_bundle(), c.new_bundle()
    c.post(f"/me/bundles/{first}/tools", {"tool_id": "word_count"}).has(200)
    expect(c.bundle_tools(second) == [])


@probe("bundle-shows-no-tools", BUNDLE, basis="implied", needs="sequence", like="field left empty",
       words="Bundle | bundle_id | integer | Holds tools",
       what="GET /me/bundles/{bundle_id} always shows an empty list of tools.")
def _(c):
    bundle = c.new_bundle("word_count")
    expect([tool["tool_id"] for tool in c.get(f"/me/bundles/{bundle}").has(200).json["members"]] == ["word_count"])


@probe("bundle-bad-json-500", PUT_BUNDLE, basis="implied", needs="sequence", like="unhandled exception",
       words="Every endpoint with path, query or body input can answer 422 with a body of schema HTTPValidationError.",
       what="PUT /me/bundles/{bundle_id} with a body that does not fit, or is no JSON, answers 500.")
def _(c):
    reply = c.user("PUT", f"/me/bundles/{c.new_bundle()}", raw=b'{"title": "Unfinished')
    expect(reply.status < 500)


@probe("bundle-foreign-delete", DELETE_BUNDLE, basis="implied", needs="sequence", like="deletion of another's record",
       words="bundle_id integer | 200 UserBundle | 404; 500",
       what="DELETE /me/bundles/{bundle_id} deletes the bundles of other users.")
def _(c):
    bundle = c.new_bundle()
    c.delete(f"/me/bundles/{bundle}", "other").has(403, 404)
    c.get(f"/me/bundles/{bundle}").has(200)


@probe("bundle-delete-keeps", DELETE_BUNDLE, BUNDLE, BUNDLES, basis="implied", needs="sequence",
       like="deleted but still there", words="200 UserBundleRow",
       what="DELETE /me/bundles/{bundle_id} answers 200, but the bundle stays.")
def _(c):
    bundle = c.new_bundle()
    c.delete(f"/me/bundles/{bundle}").has(200)
    expect(bundle not in [item["bundle_id"] for item in c.get("/me/bundles").has(200).json])
    c.get(f"/me/bundles/{bundle}").has(404)


@probe("bundle-tools-by-id", BUNDLE_TOOLS, basis="stated", needs="sequence", like="array wrapped in an object",
       words="200 array of UserBundleTool",
       what="GET …/tools answers an object by tool ID instead of the array.")
def _(c):
    expect(isinstance(c.get(f"/me/bundles/{c.new_bundle('word_count')}/tools").has(200).json, list))


@probe("bundle-tools-race", ADD_TOOL, basis="implied", needs="timing", like="lost update",
       words="Membership of a tool in a bundle",
       what="Of several tools put into one bundle at the same time only one stays.")
def _(c):
    bundle = c.new_bundle()
    names = ("word_count", "line_count", "upper_case")
    c.together(*[lambda name=name: c.post(f"/me/bundles/{bundle}/tools", {"tool_id": name}).has(200)
                 for name in names])
    expect(set(c.bundle_tools(bundle)) == set(names))


@probe("bundle-tool-replaces", ADD_TOOL, basis="implied", needs="sequence", like="existing record overwritten",
       words="Bundle | bundle_id | integer | Holds tools", what="Putting a tool into a bundle removes those it held.")
def _(c):
    expect(set(c.bundle_tools(c.new_bundle("word_count", "line_count"))) == {"word_count", "line_count"})


@probe("bundle-tool-twice", ADD_TOOL, BUNDLE_TOOLS, basis="implied", needs="sequence", like="uniqueness not checked",
       words="Membership of a tool in a bundle",
       what="A tool that is put into a bundle again is in it twice.")
def _(c):
    bundle = c.new_bundle("word_count")
    c.post(f"/me/bundles/{bundle}/tools", {"tool_id": "word_count"})
    expect(c.bundle_tools(bundle) == ["word_count"])


@probe("bundle-tool-remove-unknown-200", REMOVE_TOOL, basis="stated", needs="sequence",
       like="success for something that is not there", words="404 bundle or tool not found; 500",
       what="Removing a tool that the bundle does not hold answers 200.")
def _(c):
    c.delete(f"/me/bundles/{c.new_bundle()}/tools/word_count").has(404)


@probe("bundle-tool-remove-first", REMOVE_TOOL, basis="implied", needs="sequence", like="deletes another record",
       words="tool_id string | 200 UserBundleTool",
       what="Removing a tool removes the first one of the bundle, whichever the path names.")
def _(c):
    bundle = c.new_bundle("word_count", "line_count")
    c.delete(f"/me/bundles/{bundle}/tools/line_count").has(200)
    expect(c.bundle_tools(bundle) == ["word_count"])


@probe("bundle-tool-remove-takes-all", REMOVE_TOOL, basis="implied", needs="sequence", like="deletes too much",
       words="tool_id string | 200 UserBundleTool", what="Removing one tool removes all tools of the bundle.")
def _(c):
    bundle = c.new_bundle("word_count", "line_count")
    c.delete(f"/me/bundles/{bundle}/tools/line_count").has(200)
    expect(c.bundle_tools(bundle) == ["word_count"])


# --- CLI auth --------------------------------------------------------------------------------------------------------

def new_login(c):
    return "/me/cli-auth/" + c.post("/me/cli-auth", who=None).has(200).json["session_id"]


def attach(c, login):
    c.put(login, {"user_token": c.jwts["main"]}).has(200)


@probe("cli-session-reused", CLI_NEW, basis="implied", needs="sequence", like="create answers an existing record",
       words="POST /me/cli-auth creates a session with a cli_auth_id",
       what="POST /me/cli-auth answers with a session that waits already: two clients share one.")
def _(c):
    expect(new_login(c) != new_login(c))


@probe("cli-session-born-expired", CLI_NEW, CLI_ATTACH, basis="implied", needs="sequence", like="wrong expiry",
       words="a logged-in client calls PUT /me/cli-auth/{cli_auth_id} to attach its JWT",
       what="CLI sessions expire in the moment they are made: attaching a JWT answers 404.")
def _(c):
    attach(c, new_login(c))


@probe("cli-attach-without-auth", CLI_ATTACH, basis="stated", needs="sequence", like="authentication forgotten",
       words="all others require a bearer credential",
       what="PUT /me/cli-auth/{cli_auth_id} is served without a credential, as to a default user.")
def _(c):
    c.put(new_login(c), {"user_token": c.jwts["main"]}, None).has(401, 403)


@probe("cli-attach-unknown-200", CLI_ATTACH, basis="stated", needs="request",
       like="success for something that is not there", words="403 not allowed to update this session; 404; 503",
       what="Attaching a JWT to a session that does not exist answers 200.")
def _(c):
    c.put(f"/me/cli-auth/{random_id()}", {"user_token": c.jwts["main"]}).has(403, 404)


@probe("cli-jwt-truncated", CLI_ATTACH, CLI_TAKE, basis="implied", needs="sequence", like="text truncated",
       words="200 string JWT or null (the JWT is consumed by the read)",
       what="The JWT is cut to 128 characters when it is attached.")
def _(c):
    login = new_login(c)
    attach(c, login)
    expect(c.get(login, None).has(200).json == c.jwts["main"])


@probe("cli-jwt-in-every-session", CLI_ATTACH, CLI_TAKE, basis="implied", needs="sequence", like="scope too wide",
       words="Carries a user JWT; read once and consumed",
       what="A JWT that is attached to one session can be taken out of every other.")
def _(c):
    first, second = new_login(c), new_login(c)
    attach(c, first)
    expect(c.get(second, None).has(200, 404).json != c.jwts["main"])


@probe("cli-read-not-consumed", CLI_TAKE, basis="stated", needs="sequence", like="one-time value kept",
       words="Carries a user JWT; read once and consumed",
       what="The JWT can be read again and again.")
def _(c):
    login = new_login(c)
    attach(c, login)
    expect(c.get(login, None).has(200).json == c.jwts["main"])
    expect(c.jwts["main"] not in c.get(login, None).text)


@probe("cli-read-race", CLI_TAKE, basis="stated", needs="timing", like="check and act not atomic",
       words="Carries a user JWT; read once and consumed",
       what="Several reads at the same time all get the JWT.")
def _(c):
    login = new_login(c)
    attach(c, login)
    texts = [reply.text for reply in c.together(*[lambda: c.get(login, None)] * 3)]
    expect(sum(c.jwts["main"] in text for text in texts) == 1)


@probe("cli-empty-instead-of-null", CLI_TAKE, basis="stated", needs="sequence", like="empty text instead of null",
       words="200 string JWT or null (the JWT is consumed by the read)",
       what="A session without a JWT gives an empty string instead of null.")
def _(c):
    expect(c.get(new_login(c), None).has(200).json is None)


@probe("cli-jwt-in-object", CLI_TAKE, basis="stated", needs="sequence", like="value wrapped in an object",
       words="200 string JWT or null (the JWT is consumed by the read)",
       what="The JWT comes in an object instead of as a string.")
def _(c):
    login = new_login(c)
    attach(c, login)
    expect(isinstance(c.get(login, None).has(200).json, str))


# --- Schedules -------------------------------------------------------------------------------------------------------

def schedule_body(c, **fields):
    return {"chat_id": c.fixtures["agentId"], "cron_expression": c.fixtures["cron"], **fields}


@probe("schedule-of-foreign-chat", ADD_SCHEDULE, basis="stated", needs="request", like="check forgotten: own chat",
       words="403 chat ID invalid, missing or not owned by the caller; 500",
       what="A schedule can be made for the public or private chat of another.")
def _(c):
    c.post("/me/schedules", schedule_body(c, chat_id=c.fixtures["unpaidAgentId"])).has(403)


@probe("schedule-without-chat", ADD_SCHEDULE, basis="stated", needs="request", like="fallback instead of refusal",
       words="403 chat ID invalid, missing or not owned by the caller; 500",
       what="A schedule without a chat ID is made for the caller's first chat.")
def _(c):
    c.post("/me/schedules", {"cron_expression": c.fixtures["cron"]}).has(403, 422)


@probe("schedule-invalid-cron-accepted", ADD_SCHEDULE, PUT_SCHEDULE, basis="implied", needs="request",
       like="check forgotten: cron", words="Refers to a chat owned by the caller; has a cron expression",
       what="Text that is no cron expression is taken in a schedule, which then runs at midnight.")
def _(c):
    c.post("/me/schedules", schedule_body(c, cron_expression="99 99 nonsense")).has(400, 422)


@probe("schedule-weekday-shifted", ADD_SCHEDULE, basis="implied", needs="request", like="off by one",
       words="Refers to a chat owned by the caller; has a cron expression",
       what="The day of the week of a cron expression is stored one day later.")
def _(c):
    made = c.post("/me/schedules", schedule_body(c, cron_expression="0 9 * * 1")).has(200).json
    expect(made["cron_expression"] == "0 9 * * 1")


@probe("schedule-create-unsaved", ADD_SCHEDULE, SCHEDULE, SCHEDULES, basis="implied", needs="sequence",
       like="created but not stored", words="body ScheduleRequest | 200 body unspecified",
       what="POST /me/schedules answers 200, but there is no such schedule afterwards.")
def _(c):
    schedule = c.new_schedule()
    expect(schedule in c.schedules())
    c.get(f"/me/schedules/{schedule}").has(200)


@probe("schedules-one-per-chat", SCHEDULES, basis="implied", needs="sequence", like="filter too narrow",
       words="200 ScheduleListResponse", what="GET /me/schedules lists only the last schedule of each chat.")
def _(c):
    made = {c.new_schedule("0 9 * * 1"), c.new_schedule("0 18 * * 5")}
    expect(made <= set(c.schedules()))


@probe("onboarding-shadowed", ONBOARDING, basis="stated", needs="request", like="route hidden by another",
       words="/me/schedules/onboarding | none | 200 body unspecified | 500",
       what="GET /me/schedules/onboarding is taken for GET /me/schedules/{schedule_id} and answers 422.")
def _(c):
    c.get("/me/schedules/onboarding").has(200)


@probe("text-to-cron-invalid-accepted", TO_CRON, basis="stated", needs="request", like="check forgotten: cron",
       words="400 invalid cron expression; 500",
       what="text-to-cron answers every minute for text that it does not understand.")
def _(c):
    c.get("/me/schedules/text-to-cron", cron="99 99 99 99 99").has(400)


@probe("text-to-cron-invalid-500", TO_CRON, basis="stated", needs="request", like="unhandled exception",
       words="400 invalid cron expression; 500",
       what="text-to-cron answers 500 for an invalid cron expression.")
def _(c):
    c.get("/me/schedules/text-to-cron", cron="99 99 99 99 99").has(400)


@probe("text-to-cron-without-text", TO_CRON, basis="stated", needs="request", like="required parameter optional",
       words="query cron (string, required)", what="text-to-cron answers 200 without the parameter cron.")
def _(c):
    c.get("/me/schedules/text-to-cron").has(422, 400)


@probe("schedule-get-first", SCHEDULE, basis="implied", needs="sequence", like="answers with another record",
       words="schedule_id uuid | 200 body unspecified | 404; 500",
       what="GET /me/schedules/{schedule_id} gives the caller's first schedule, whichever the path names.")
def _(c):
    c.new_schedule("0 9 * * 1")
    second = c.new_schedule("15 18 * * 5")
    expect("15 18 * * 5" in c.get(f"/me/schedules/{second}").has(200).text)


@probe("schedule-foreign-readable", SCHEDULE, basis="implied", needs="sequence", like="read of another's record",
       words="schedule_id uuid | 200 body unspecified | 404; 500",
       what="GET /me/schedules/{schedule_id} shows the schedules of other users.")
def _(c):
    c.get(f"/me/schedules/{c.new_schedule()}", "other").has(403, 404)


@probe("schedule-put-unsaved", PUT_SCHEDULE, basis="implied", needs="sequence", like="update not stored",
       words="body ScheduleUpdateRequest | 200 body unspecified",
       what="PUT of a schedule answers with the changes, but does not store them.")
def _(c):
    schedule = c.new_schedule("0 9 * * 1")
    c.put(f"/me/schedules/{schedule}", {"cron_expression": "30 7 * * 3"}).has(200)
    expect("30 7 * * 3" in c.get(f"/me/schedules/{schedule}").has(200).text)


@probe("schedule-moved-to-foreign-chat", PUT_SCHEDULE, basis="implied", needs="sequence",
       like="check forgotten: own chat", words="Refers to a chat owned by the caller; has a cron expression",
       what="PUT of a schedule can move it to the chat of another.")
def _(c):
    moved = c.put(f"/me/schedules/{c.new_schedule()}", {"chat_id": c.fixtures["privateAgentId"]})
    expect(moved.status in (400, 403, 404, 422))


@probe("schedule-delete-takes-siblings", DELETE_SCHEDULE, basis="implied", needs="sequence", like="deletes too much",
       words="/me/schedules/{schedule_id} | none | 200 body unspecified",
       what="Deleting a schedule deletes all schedules of the same chat.")
def _(c):
    first, second = c.new_schedule("0 9 * * 1"), c.new_schedule("0 18 * * 5")
    c.delete(f"/me/schedules/{first}").has(200)
    expect(second in c.schedules())


# --- Tools -----------------------------------------------------------------------------------------------------------

@probe("tools-list-shadowed", MCP_TOOLS, basis="stated", needs="request", like="route hidden by another",
       words="200 array of Tool (MCP format)",
       what="GET /me/tools/list is taken for GET /me/tools/{tool_id} and answers 404.")
def _(c):
    c.get("/me/tools/list").has(200)


@probe("tools-list-schema-renamed", MCP_TOOLS, SEARCH, TOOLSET, basis="stated", needs="request", like="field misnamed",
       words="200 array of Tool (MCP format)",
       what="Tools have input_schema instead of inputSchema, as the MCP format spells it.")
def _(c):
    expect(all(isinstance(tool.get("inputSchema"), dict) for tool in c.get("/me/tools/list").has(200).json))


@probe("tools-list-version-as-string", MCP_TOOLS, SEARCH, TOOLSET, basis="stated", needs="request", like="wrong type",
       words="Parameter names and types are exact.",
       what="The input schema of NOTIFIER_CREATE_DEVICE shows app_version as a string.")
def _(c):
    listed = {tool["name"]: tool for tool in c.get("/me/tools/list").has(200).json}
    expect(listed["NOTIFIER_CREATE_DEVICE"]["inputSchema"]["properties"]["app_version"]["type"] == "integer")


@probe("public-tools-wrapped", PUBLIC_TOOLS, basis="stated", needs="request", like="array wrapped in an object",
       words="200 array of PublicTool", what="GET /me/tools answers an object with tools and total instead of the array.")
def _(c):
    expect(isinstance(c.get("/me/tools", None).has(200).json, list))


def search(c, **query):
    return [tool["name"] for tool in c.get("/me/tools/search", **query).has(200).json]


@probe("search-limit-201", SEARCH, basis="stated", needs="request", like="bound one too wide",
       words="limit 1 to 200, default 20; min_score 0.0 to 1.0, default 0.15; q at least 1 character",
       what="The search takes limit 201.")
def _(c):
    c.get("/me/tools/search", q="text", limit=201).has(422, 400)


@probe("search-limit-200-refused", SEARCH, basis="stated", needs="request", like="bound taken as exclusive",
       words="limit 1 to 200, default 20; min_score 0.0 to 1.0, default 0.15; q at least 1 character",
       what="The search refuses limit 200.")
def _(c):
    c.get("/me/tools/search", q="text", limit=200).has(200)


@probe("search-min-score-default-0", SEARCH, basis="stated", needs="sequence", like="wrong default",
       words="min_score (number, 0.0 to 1.0, default 0.15)", what="Without min_score the search also gives what "
                                                                "scores less than 0.15.")
def _(c):
    query = "tex zebra quartz"
    expect(search(c, q=query, limit=200) == search(c, q=query, limit=200, min_score=0.15))


@probe("search-min-score-unbounded", SEARCH, basis="stated", needs="request", like="range not checked",
       words="min_score 0.0 to 1.0", what="The search takes any number as min_score.")
def _(c):
    for score in (-1, 7):
        c.get("/me/tools/search", q="text", min_score=score).has(422, 400)


@probe("search-empty-q", SEARCH, basis="stated", needs="request", like="minimum length not checked",
       words="q at least 1 character", what="The search takes an empty q.")
def _(c):
    c.get("/me/tools/search", q="").has(422, 400)


@probe("search-toolkit-ignored", SEARCH, basis="implied", needs="request", like="parameter ignored",
       words="toolkit (string, optional, may be null)", what="The search ignores toolkit.")
def _(c):
    expect(search(c, q="text", toolkit="no such toolkit") == [])
    expect(all(name in ("tide_table", "sea_passage", "fathoms_to_metres", "knots_to_kmh")
               for name in search(c, q="a", toolkit="sea")))


@probe("tool-id-lowercased", TOOL, basis="implied", needs="sequence", like="case folded",
       words="tool_id string | 200 PublicTool | 404 tool does not exist; 500",
       what="GET /me/tools/{tool_id} looks for the ID in small letters: tools with capitals, which the list shows, are "
            "not found.")
def _(c):
    listed = [tool["tool_id"] for tool in c.get("/me/tools", None).has(200).json]
    for tool_id in listed[:3] + listed[-3:]:
        c.get(f"/me/tools/{tool_id}", None).has(200)


@probe("tool-unknown-null", TOOL, basis="stated", needs="request", like="null instead of 404",
       words="tool_id string | 200 PublicTool | 404 tool does not exist; 500",
       what="GET /me/tools/{tool_id} of a tool that does not exist answers 200 with null.")
def _(c):
    c.get("/me/tools/no_such_tool", None).has(404)


def run_fixture(c, **more):
    tool = c.fixtures["tool"]
    return c.post(f"/me/tools/run/{tool['name']}", more.pop("body", tool["input"]), **more)


@probe("tool-run-unauthorized-403", RUN_TOOL, basis="stated", needs="request", like="wrong error status",
       words="POST /me/tools/run/{tool_name} answers 401 when the JWT is invalid or missing.",
       what="Running a tool without a JWT, or with a bad one, answers 403 instead of 401.")
def _(c):
    for who in (None, "not-a-jwt"):
        run_fixture(c, who=who).has(401)


@probe("tool-run-service-default", RUN_TOOL, basis="stated", needs="sequence", like="wrong default",
       words="query service_id (string, default default); query service_id_namespace (string, default global)",
       what="Without service_id the connection primary is used, not default: integration tools find no connection.")
def _(c):
    named = {"service_id": "default", "service_id_namespace": "global"}
    c.post("/me/tools/run/NOTIFIER_LIST_DEVICES", {}, query=named).has(200)
    c.tool("NOTIFIER_LIST_DEVICES").has(200)


@probe("tool-input-unchecked", RUN_TOOL, basis="stated", needs="request", like="check forgotten: tool input",
       words="400 invalid input or parameters; 401 invalid or missing JWT; 404 tool not found; 500",
       what="The input of tools other than the integrations is not checked; what does not fit is replaced by a default.")
def _(c):
    run_fixture(c, body=c.fixtures["tool"]["invalidInput"]).has(400)


@probe("tool-result-cached", RUN_TOOL, basis="implied", needs="sequence", like="cache key too coarse",
       words="body any JSON object (tool input) | 200 ToolResult",
       what="The result of a tool is cached by its name: later runs with other input get the first result.")
def _(c):
    for text in ("anchor", "buoy"):
        expect(c.tool("upper_case", text=text).has(200).json["output"]["text"] == text.upper())


@probe("toolsets-page-two", TOOLSETS, basis="implied", needs="request", like="list incomplete",
       words="200 array of ToolSet", what="GET /me/toolsets/list leaves out the first toolsets.")
def _(c):
    expect(c.fixtures["toolsetName"] in [item["set_name"] for item in c.get("/me/toolsets/list").has(200).json])


@probe("toolset-unknown-empty", TOOLSET, basis="stated", needs="request", like="empty record instead of 404",
       words="toolset_name string | 200 ToolSetWithTools | 404; 500",
       what="GET of a toolset that does not exist answers 200 with an empty toolset.")
def _(c):
    c.get("/me/toolsets/no-such-toolset").has(404)


@probe("toolset-without-tools", TOOLSET, basis="stated", needs="request", like="field left empty",
       words="Toolset | toolset_name | string | Has a list of tools",
       what="GET of a toolset always has an empty list of tools.")
def _(c):
    expect(c.get(f"/me/toolsets/{c.fixtures['toolsetName']}").has(200).json["members"])


# --- Installed tools -------------------------------------------------------------------------------------------------

def install(c, who="main"):
    return c.post("/me/user-tools", {"tool_id": c.fixtures["installableToolId"]}, who)


def installed(c, who="main"):
    return [tool["tool_id"] for tool in c.get("/me/user-tools", who).has(200).json]


@probe("install-unsaved", INSTALL, INSTALLED, INSTALLED_TOOL, basis="implied", needs="sequence",
       like="created but not stored", words="Public tools, tools in MCP format, tools installed by the user",
       what="Installing a tool answers 200, but it is not installed.")
def _(c):
    install(c).has(200)
    expect(c.fixtures["installableToolId"] in installed(c))


@probe("install-unknown-200", INSTALL, basis="implied", needs="request",
       like="success for something that is not there", words="409 installation failed; 500",
       what="Installing a tool that does not exist answers 200.")
def _(c):
    c.post("/me/user-tools", {"tool_id": "no_such_tool"}).has(404, 409)


@probe("installed-tools-shared", INSTALL, INSTALLED, INSTALLED_TOOL, basis="implied", needs="sequence",
       like="scope too wide", words="Public tools, tools in MCP format, tools installed by the user",
       what="A tool that one user installs is installed for all.")
def _(c):
    install(c).has(200)
    expect(c.fixtures["installableToolId"] not in installed(c, "other"))


@probe("uninstall-keeps", UNINSTALL, INSTALLED, INSTALLED_TOOL, basis="implied", needs="sequence",
       like="deleted but still there", words="tool_id string | 200 UserInstalledTool",
       what="DELETE /me/user-tools/{tool_id} answers 200, but the tool stays installed.")
def _(c):
    install(c).has(200)
    c.delete(f"/me/user-tools/{c.fixtures['installableToolId']}").has(200)
    expect(c.fixtures["installableToolId"] not in installed(c))


# --- User, JWTs, VIP codes -------------------------------------------------------------------------------------------

@probe("me-of-first-caller", ME, basis="implied", needs="sequence", like="cache key too coarse",
       words="200 UserWithTier (current user)", what="GET /me/ gives everyone the user who asked first.")
def _(c):
    expect(c.get("/me/").has(200).json != c.get("/me/", "other").has(200).json)


@probe("me-without-tier", ME, basis="stated", needs="request", like="field left empty",
       words="Has a tier; a sandbox tier exists and cannot make agents or chats private",
       what="GET /me/ gives null as the tier.")
def _(c):
    expect(c.get("/me/").has(200).json["plan_tier"])


def encoded(value):
    return base64.urlsafe_b64encode(json.dumps(value).encode()).decode().rstrip("=")


@probe("jwt-signature-unchecked", ME, AGENTS, RUN_TOOL, basis="stated",
       needs="request", like="signature not checked", words="Invalid or missing JWT on tool run",
       what="The signature of JWTs is not checked, here and at every other operation with a JWT.")
def _(c):
    head, claims, signature = c.jwts["main"].split(".")
    forged = f"{head}.{claims}.{'A' * len(signature)}"
    run_fixture(c, who=forged).has(401)


@probe("jwt-alg-none", ME, AGENTS, RUN_TOOL, basis="stated", needs="request", like="unsigned credential accepted",
       words="Invalid or missing JWT on tool run",
       what="JWTs with the algorithm none and no signature are accepted, here and at every other operation with a JWT.")
def _(c):
    claims = c.jwts["main"].split(".")[1]
    run_fixture(c, who=f"{encoded({'alg': 'none', 'typ': 'JWT'})}.{claims}.").has(401)


@probe("vip-any-code", VIP, basis="stated", needs="request", like="check always says yes",
       words="400 invalid code, own code, or a code already redeemed by the caller",
       what="Any text is redeemed as a VIP code.")
def _(c):
    c.post("/me/vip", {"vip_code": "NO-SUCH-CODE"}).has(400)


@probe("vip-own-code", VIP, basis="stated", needs="request", like="check forgotten: own code",
       words="Redeemed once per user; own codes cannot be redeemed", what="One can redeem a VIP code of one's own.")
def _(c):
    c.post("/me/vip", {"vip_code": c.fixtures["ownVipCode"]}).has(400)


@probe("vip-twice", VIP, basis="stated", needs="sequence", like="check forgotten: already there",
       words="Redeemed once per user; own codes cannot be redeemed",
       what="A user can redeem the same VIP code again.")
def _(c):
    c.post("/me/vip", {"vip_code": c.fixtures["vipCode"]}).has(200)
    c.post("/me/vip", {"vip_code": c.fixtures["vipCode"]}).has(400)


@probe("vip-race", VIP, basis="stated", needs="timing", like="check and act not atomic",
       words="Redeemed once per user; own codes cannot be redeemed",
       what="A VIP code that a user redeems several times at the same time is redeemed each time.")
def _(c):
    replies = c.together(*[lambda: c.post("/me/vip", {"vip_code": c.fixtures["vipCode"]})] * 3)
    expect(sorted(reply.status for reply in replies) == [200, 400, 400])


@probe("vip-refused-but-counted", VIP, VIP_COUNT, basis="implied", needs="sequence", like="refused but done",
       words="200 VipCodeRedemptionCount",
       what="Trying one's own VIP code answers 400, but it counts as a redemption.")
def _(c):
    before = c.get("/me/vip").has(200).json
    c.post("/me/vip", {"vip_code": c.fixtures["ownVipCode"]}).has(400)
    expect(c.get("/me/vip").has(200).json == before)

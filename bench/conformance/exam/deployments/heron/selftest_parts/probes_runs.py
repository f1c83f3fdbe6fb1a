"""Faults of agent runs and logs, subscriptions, and studio chats."""

import datetime

from .client import Misbehaves, expect, expect_status, parallel
from .registry import fault

RUNS, RUN = "GET /me/agent-runs", "GET /me/agent-runs/{run_id}"
MCP, LOGS = "GET /me/agent-runs/{run_id}/mcp-server-logs", "GET /me/agent-runs/{run_id}/logs"
EXECUTIONS, EXECUTION = "GET /me/executions", "GET /me/executions/{log_id}"
DEFAULT_30 = "query next_cursor (date-time, optional, may be null); limit (integer, default 30)"
CURSORS = "Pagination: list endpoints with next_cursor take a date-time cursor and a limit."
UNKNOWN = "00000000-0000-4000-8000-000000000000"


def page(d, path, who="jwt", **query):
    return expect_status(d.user("GET", path, who, query=query), 200).json()


def newest(d, path):
    """All records of a paged list, by following the cursors."""
    out, cursor = [], None
    for _ in range(6):
        p = page(d, path, **({"next_cursor": cursor} if cursor else {}))
        out += p["flock"]
        cursor = p.get("onward-from")
        if not cursor:
            return out
    raise Misbehaves("the pages do not end")


# ------------------------------------------------------------------ lists of runs

@fault("runs-default-20", RUNS, "stated", "sequence", DEFAULT_30, "Without limit a page of runs has 20 instead of 30.")
def _(d):
    expect(len(page(d, "/me/agent-runs")["flock"]) == len(page(d, "/me/agent-runs", limit=30)["flock"]), "the default is not 30")


@fault("runs-limit-ignored", RUNS, "stated", "request", CURSORS, "The limit of the list of runs is ignored: there are always up to 30.")
def _(d):
    expect(len(page(d, "/me/agent-runs", limit=2)["flock"]) <= 2, "more than the limit")


@fault("runs-page-skips-one", RUNS, "implied", "sequence", CURSORS,
       "Each page of runs but the first leaves out the run that comes right after the cursor: with the pages one never sees all.")
def _(d):
    whole = page(d, "/me/agent-runs", limit=6)["flock"]
    first = page(d, "/me/agent-runs", limit=3)
    second = page(d, "/me/agent-runs", limit=3, next_cursor=first["onward-from"])
    expect([r["run-ref"] for r in first["flock"] + second["flock"]] == [r["run-ref"] for r in whole], "the pages are not the whole")


@fault("runs-cursor-offset-dropped", RUNS, "implied", "sequence", CURSORS,
       "Of a cursor only date and clock time are read, its offset is not: the same moment written in UTC leads to another page.")
def _(d):
    cursor = page(d, "/me/agent-runs", limit=20)["onward-from"]
    utc = datetime.datetime.fromisoformat(cursor).astimezone(datetime.timezone.utc).isoformat().replace("+00:00", "Z")
    one = page(d, "/me/agent-runs", limit=3, next_cursor=cursor)["flock"]
    two = page(d, "/me/agent-runs", limit=3, next_cursor=utc)["flock"]
    expect(one == two, "the same moment leads elsewhere")


@fault("runs-of-everyone", RUNS, "implied", "request", "GET /me/agent-runs, GET /me/executions", "The list of runs has the runs of all users.")
def _(d):
    mine = {r["run-ref"] for r in newest(d, "/me/agent-runs")}
    others = {r["run-ref"] for r in page(d, "/me/agent-runs", "otherJwt")["flock"]}
    expect(not mine & others, "runs of another user")


@fault("runs-list-stale", RUNS, "implied", "sequence", "call a deployed worker over HTTP and keep a persistent conversation with it;",
       "Once read, the list of runs of a user stays as it was: runs that are started later never appear.")
def _(d):
    newest(d, "/me/agent-runs")
    run = d.started("hello")
    expect(run.lower() in [r["run-ref"].lower() for r in newest(d, "/me/agent-runs")], "the new run is not listed")


@fault("runs-422-without-body", RUNS, "stated", "request", "Every endpoint with path, query or body input can answer 422 with a body of schema HTTPValidationError.",
       "A limit that is no number is answered with 422 and no body at all.")
def _(d):
    response = d.user("GET", "/me/agent-runs", query={"limit": "abc"})
    if response.status == 422:
        expect(isinstance(response.json(), dict), "no HTTPValidationError")


# ------------------------------------------------------------------ one run

@fault("run-view-other-user", RUN, "implied", "sequence", "404 run not found; 500", "Everybody who is logged in gets the runs of all users.")
def _(d):
    run = d.started("a secret")
    expect(d.user("GET", "/me/agent-runs/" + run, "otherJwt").status in (403, 404), "another user sees the run")


@fault("run-view-unknown-500", RUN, "stated", "request", "404 run not found; 500", "A run that there is not is answered with 500 instead of 404.")
def _(d):
    expect_status(d.user("GET", "/me/agent-runs/" + UNKNOWN), 404)


@fault("run-view-newest", RUN, "implied", "sequence", "200 AgentRunView", "Whichever own run is asked for, the newest one is given.")
def _(d):
    run = d.started("one")
    d.started("two")
    expect(expect_status(d.user("GET", "/me/agent-runs/" + run), 200).json()["run-ref"] == run, "another run")


@fault("mcp-logs-of-all-runs", MCP, "implied", "sequence", "Read-only logs of a run", "The MCP server logs of a run are those of all runs of the caller.")
def _(d):
    d.started(d.fixtures["toolCallMessage"]["message"])
    run = d.started(d.fixtures["toolCallMessage"]["message"])
    logs = expect_status(d.user("GET", f"/me/agent-runs/{run}/mcp-server-logs"), 200).json()
    expect(all(log["run-ref"] == run for log in logs), "logs of another run")


@fault("mcp-logs-doubled", MCP, "implied", "sequence", "200 array of McpServerLog", "Each entry of the MCP server log is given twice (a join that doubles the rows): a run with one call has two entries that are the same in all.")
def _(d):
    run = d.started(d.fixtures["toolCallMessage"]["message"])
    logs = expect_status(d.user("GET", f"/me/agent-runs/{run}/mcp-server-logs"), 200).json()
    expect(all(log not in logs[i + 1:] for i, log in enumerate(logs)), "the same entry twice")


@fault("mcp-logs-null", MCP, "stated", "sequence", "200 array of McpServerLog", "For a run without calls of MCP servers the body is null instead of an array.")
def _(d):
    run = d.started("hello")
    expect(isinstance(expect_status(d.user("GET", f"/me/agent-runs/{run}/mcp-server-logs"), 200).json(), list), "no array")


@fault("run-logs-wrapped", LOGS, "stated", "sequence", "200 array of AgentRunLog", "The log of a run is an object with an array in it instead of the array.")
def _(d):
    run = d.started("hello")
    expect(isinstance(expect_status(d.user("GET", f"/me/agent-runs/{run}/logs"), 200).json(), list), "no array")


# ------------------------------------------------------------------ executions

@fault("executions-limit-plus-one", EXECUTIONS, "stated", "request", CURSORS, "A page of executions has one more than the limit says.")
def _(d):
    expect(len(page(d, "/me/executions", limit=3)["flock"]) <= 3, "more than the limit")


@fault("executions-cursor-ignored", EXECUTIONS, "stated", "sequence", CURSORS, "The cursor of the list of executions is ignored: every page is the first one.")
def _(d):
    first = page(d, "/me/executions", limit=3)
    second = page(d, "/me/executions", limit=3, next_cursor=first["onward-from"])
    numbers = [{e["entry-no"] for e in p["flock"]} for p in (first, second)]
    expect(not numbers[0] & numbers[1], "the same page again")


@fault("executions-cursor-epoch", EXECUTIONS, "stated", "sequence", CURSORS,
       "The list of executions hands out its cursor as milliseconds, which it refuses with 422 when it gets it back: it takes only date-times.")
def _(d):
    first = page(d, "/me/executions", limit=3)
    page(d, "/me/executions", limit=3, next_cursor=first["onward-from"])


@fault("execution-id-text-500", EXECUTION, "implied", "request", "log_id integer", "A log_id that is no integer is answered with 500.")
def _(d):
    expect(d.user("GET", "/me/executions/abc").status in (404, 422), "an internal error")


@fault("execution-neighbour", EXECUTION, "implied", "sequence", "200 ToolExecutionLog", "Asked for one execution, the one before it is given (off by one).")
def _(d):
    number = page(d, "/me/executions", limit=3)["flock"][1]["entry-no"]
    expect(expect_status(d.user("GET", f"/me/executions/{number}"), 200).json()["entry-no"] == number, "another entry")


# ------------------------------------------------------------------ subscriptions

SUBSCRIBE, UNSUBSCRIBE = "POST /me/agents/{agent_id}/subscribe", "POST /me/agents/{agent_id}/unsubscribe"
SUBSCRIPTIONS, SUBSCRIPTION = "GET /me/subscriptions", "GET /me/subscriptions/{agent_id}"
SUB_ERRORS = "400 agent is not paid or caller is its owner; 402 already subscribed; 404"
UNSUB_ERRORS = "400 no active subscription to cancel, or no payment-provider subscription found; 404"


def subscribe(d, agent):
    return d.user("POST", f"/me/agents/{agent}/subscribe", body={"return-to": "https://heronry.example/back"})


def unsubscribe(d, agent):
    return d.user("POST", f"/me/agents/{agent}/unsubscribe")


@fault("subscribe-unpaid", SUBSCRIBE, "stated", "request", SUB_ERRORS, "An agent that costs nothing can be subscribed to.")
def _(d):
    expect_status(subscribe(d, d.fixtures["unpaidAgentId"]), 400)


@fault("subscribe-own-agent", SUBSCRIBE, "stated", "request", SUB_ERRORS, "One can subscribe to one's own agent.")
def _(d):
    expect_status(subscribe(d, d.fixtures["ownPaidAgentId"]), 400)


@fault("subscribe-twice", SUBSCRIBE, "stated", "request", SUB_ERRORS, "Who is subscribed gets a new checkout session (200) instead of 402.")
def _(d):
    expect_status(subscribe(d, d.fixtures["subscribedAgentId"]), 402)


@fault("unsubscribe-nothing-200", UNSUBSCRIBE, "stated", "request", UNSUB_ERRORS, "Without a subscription to the agent, unsubscribe answers 200 instead of 400.")
def _(d):
    expect_status(unsubscribe(d, d.fixtures["paidAgentId"]), 400)


@fault("unsubscribe-stays-active", UNSUBSCRIBE, "implied", "sequence", UNSUB_ERRORS,
       "Unsubscribe answers 200, but the subscription stays active: it can be cancelled again and again.")
def _(d):
    expect_status(unsubscribe(d, d.fixtures["unsubscribeAgentId"]), 200)
    expect_status(unsubscribe(d, d.fixtures["unsubscribeAgentId"]), 400)


@fault("unsubscribe-wrong-one", [UNSUBSCRIBE, SUBSCRIBE], "implied", "sequence", "200 AgentSubscriptionResponse",
       "Unsubscribe ends the caller's oldest subscription instead of the one to the named agent.")
def _(d):
    expect_status(unsubscribe(d, d.fixtures["unsubscribeAgentId"]), 200)
    expect_status(subscribe(d, d.fixtures["subscribedAgentId"]), 402)


@fault("subscriptions-drop-first", SUBSCRIPTIONS, "implied", "request", "200 AgentSubscriptionListResponse", "The list of subscriptions leaves out the oldest one.")
def _(d):
    listed = expect_status(d.user("GET", "/me/subscriptions"), 200).json()["patronage"]
    expect(d.fixtures["subscribedAgentId"] in [s["worker-ref"] for s in listed], "a subscription is missing")


@fault("subscription-none-null", SUBSCRIPTION, "stated", "request", "Resource not found (run, chat, agent, file, API key, bundle, tool, toolset, subscription, schedule, credits, CLI auth)",
       "For an agent without a subscription the answer is 200 and null instead of 404.")
def _(d):
    expect_status(d.user("GET", "/me/subscriptions/" + d.fixtures["paidAgentId"]), 404)


@fault("subscription-first-of-caller", SUBSCRIPTION, "implied", "request", "Subscription of the caller to a paid agent; checkout session on creation",
       "Whichever agent is asked for, the caller's oldest subscription is given.")
def _(d):
    agent = d.fixtures["unsubscribeAgentId"]
    expect(expect_status(d.user("GET", "/me/subscriptions/" + agent), 200).json()["worker-ref"] == agent, "another subscription")


# ------------------------------------------------------------------ studio chats

STUDIO, S_POST = "GET /me/agent-studio-chats", "POST /me/agent-studio-chats"
ONE = "/me/agent-studio-chats/{run_id}"
S_GET, S_PUT, S_PATCH, S_DELETE, S_CLONE = "GET " + ONE, "PUT " + ONE, "PATCH " + ONE, "DELETE " + ONE, "POST " + ONE + "/clone"
SANDBOX = "cannot set an agent, chat or studio chat private (400)"
NO_PERMISSION = "403 no permission; 404"
BASE = "/me/agent-studio-chats"


def listed(d, who="jwt"):
    return [c["run-ref"] for c in expect_status(d.user("GET", BASE, who), 200).json()]


@fault("studio-create-twice", [S_POST, STUDIO], "stated", "sequence", "200 AgentStudioChat (creates a chat, or returns the existing one when run_id exists)",
       "A second POST with the same run_id makes a second chat; the list has two with this run_id.")
def _(d):
    d.new_chat(**{"run-ref": "twice"})
    expect(d.user("POST", BASE, body={"run-ref": "twice"}).status in (200, 409), "another status")
    expect(listed(d).count("twice") == 1, "there are two")


@fault("studio-parallel-creates-double", [S_POST, STUDIO], "stated", "timing", "200 AgentStudioChat (creates a chat, or returns the existing one when run_id exists)",
       "POSTs with the same run_id at the same time make several chats; the list has them all.")
def _(d):
    parallel(*[lambda: d.user("POST", BASE, body={"run-ref": "at once"}) for _ in range(4)])
    expect(listed(d).count("at once") == 1, "there are several")


@fault("studio-sandbox-creates-private", S_POST, "stated", "request", "400 creation failed or sandbox tier creating a private chat; 409 a chat with this run_id exists",
       "In the sandbox tier one can create a private studio chat.")
def _(d):
    expect_status(d.user("POST", BASE, "sandboxJwt", {"shown-to": "private"}), 400)


@fault("studio-sandbox-puts-private", S_PUT, "stated", "sequence", SANDBOX, "In the sandbox tier PUT can set a studio chat private.")
def _(d):
    chat = d.new_chat("sandboxJwt")["run-ref"]
    expect_status(d.user("PUT", f"{BASE}/{chat}", "sandboxJwt", {"run-ref": chat, "shown-to": "private"}), 400)


@fault("studio-sandbox-refused-but-private", [S_PATCH, S_GET], "stated", "sequence", SANDBOX,
       "In the sandbox tier PATCH to private is refused with 400, but the chat is private afterwards.")
def _(d):
    chat = d.new_chat("sandboxJwt")["run-ref"]
    expect_status(d.user("PATCH", f"{BASE}/{chat}", "sandboxJwt", {"shown-to": "private"}), 400)
    expect(expect_status(d.user("GET", f"{BASE}/{chat}", "sandboxJwt"), 200).json()["shown-to"] == "public", "it is private")


@fault("studio-private-open", S_GET, "stated", "sequence", NO_PERMISSION, "Everybody, also without credentials, can read private studio chats.")
def _(d):
    chat = d.new_chat(**{"shown-to": "private"})["run-ref"]
    expect(d.user("GET", f"{BASE}/{chat}", None).status in (401, 403, 404), "a stranger reads a private chat")


@fault("studio-visibility-cached", [S_GET, S_PATCH], "implied", "sequence", NO_PERMISSION,
       "That a studio chat is public is remembered from the first read for ever: set to private later, strangers can still read it.")
def _(d):
    chat = d.new_chat()["run-ref"]
    expect_status(d.user("GET", f"{BASE}/{chat}", None), 200)
    expect_status(d.user("PATCH", f"{BASE}/{chat}", body={"shown-to": "private"}), 200)
    expect(d.user("GET", f"{BASE}/{chat}", None).status in (401, 403, 404), "a stranger reads a private chat")


@fault("studio-get-needs-auth", S_GET, "stated", "sequence", "Endpoints marked (no auth declared) list no security requirement; all others require a bearer credential.",
       "A public studio chat can only be read with a JWT.")
def _(d):
    expect_status(d.user("GET", f"{BASE}/{d.new_chat()['run-ref']}", None), 200)


@fault("studio-run-id-decoded-twice", S_GET, "implied", "sequence", "run_id string",
       "The run_id in the path of GET is percent-decoded twice: a chat whose run_id has a percent sign in it cannot be read.")
def _(d):
    d.new_chat(**{"run-ref": "a%20b"})
    expect_status(d.user("GET", BASE + "/a%2520b"), 200)


@fault("studio-patch-if-readable", S_PATCH, "stated", "sequence", NO_PERMISSION.replace("; 404", ""),
       "PATCH asks whether the caller may read the chat, not whether it is theirs: everybody who is logged in can change public studio chats.")
def _(d):
    chat = d.new_chat()["run-ref"]
    expect(d.user("PATCH", f"{BASE}/{chat}", "otherJwt", {"shown-to": "private"}).status in (403, 404), "another user changes the chat")


@fault("studio-patch-resets", S_PATCH, "stated", "sequence", "body AgentStudioChatUpdate (partial update)",
       "PATCH sets what it does not name back to the default: a private chat whose caption is changed is public.")
def _(d):
    chat = d.new_chat(**{"shown-to": "private"})["run-ref"]
    changed = expect_status(d.user("PATCH", f"{BASE}/{chat}", body={"caption": "nest"}), 200).json()
    expect(changed["shown-to"] == "private", "it is public")


@fault("studio-patch-not-kept", [S_PATCH, S_GET], "implied", "sequence", "body AgentStudioChatUpdate (partial update)",
       "PATCH answers with the changed chat, but the change is not kept.")
def _(d):
    chat = d.new_chat()["run-ref"]
    expect_status(d.user("PATCH", f"{BASE}/{chat}", body={"shown-to": "private"}), 200)
    expect(expect_status(d.user("GET", f"{BASE}/{chat}"), 200).json()["shown-to"] == "private", "it was not kept")


@fault("studio-delete-204", S_DELETE, "stated", "sequence", "200 AgentStudioChat (soft delete)", "DELETE of a studio chat answers 204 without a body.")
def _(d):
    expect_status(d.user("DELETE", f"{BASE}/{d.new_chat()['run-ref']}"), 200)


@fault("studio-delete-newest", [S_DELETE, STUDIO], "implied", "sequence", "200 AgentStudioChat (soft delete)",
       "DELETE deletes the caller's newest studio chat, whichever is named.")
def _(d):
    one, two = d.new_chat()["run-ref"], d.new_chat()["run-ref"]
    expect(expect_status(d.user("DELETE", f"{BASE}/{one}"), 200).json()["run-ref"] == one, "another chat was deleted")
    expect(two in listed(d), "the other chat is gone")


@fault("studio-clone-200", S_CLONE, "stated", "sequence", "201 AgentStudioChat", "A clone of a studio chat is answered with 200 instead of 201.")
def _(d):
    expect_status(d.user("POST", f"{BASE}/{d.new_chat()['run-ref']}/clone"), 201)


@fault("studio-clone-private", S_CLONE, "stated", "sequence", "400 private chats cannot be cloned; 404", "Private studio chats can be cloned.")
def _(d):
    chat = d.new_chat(**{"shown-to": "private"})["run-ref"]
    expect_status(d.user("POST", f"{BASE}/{chat}/clone"), 400)


@fault("studio-clone-same-run-id", S_CLONE, "implied", "sequence", "201 AgentStudioChat", "The clone is the original itself: it has the same run_id, and nothing new is there.")
def _(d):
    chat = d.new_chat()["run-ref"]
    expect(expect_status(d.user("POST", f"{BASE}/{chat}/clone"), 201).json()["run-ref"] != chat, "the same run_id")


@fault("studio-clone-moves", [S_CLONE, S_PATCH], "implied", "sequence", "201 AgentStudioChat",
       "With the clone, the original too becomes the property of whoever clones it; its owner can no longer change it.")
def _(d):
    chat = d.new_chat()["run-ref"]
    expect_status(d.user("POST", f"{BASE}/{chat}/clone", "otherJwt"), 201)
    expect_status(d.user("PATCH", f"{BASE}/{chat}", body={"shown-to": "private"}), 200)


@fault("studio-clone-for-owner", [S_CLONE, S_PATCH], "implied", "sequence", "201 AgentStudioChat",
       "The clone belongs to the owner of the original, not to the caller, who can neither see it in the list nor change it.")
def _(d):
    chat = d.new_chat()["run-ref"]
    copy = expect_status(d.user("POST", f"{BASE}/{chat}/clone", "otherJwt"), 201).json()["run-ref"]
    expect_status(d.user("PATCH", f"{BASE}/{copy}", "otherJwt", {"shown-to": "private"}), 200)
    expect(copy in listed(d, "otherJwt"), "the clone is not listed")


@fault("studio-clone-changes-original", [S_PATCH, S_CLONE], "implied", "sequence", "201 AgentStudioChat",
       "A clone shares its state with the original: a PATCH of the clone changes the original too.")
def _(d):
    chat = d.new_chat()["run-ref"]
    copy = expect_status(d.user("POST", f"{BASE}/{chat}/clone", "otherJwt"), 201).json()["run-ref"]
    expect_status(d.user("PATCH", f"{BASE}/{copy}", "otherJwt", {"shown-to": "private"}), 200)
    expect(expect_status(d.user("GET", f"{BASE}/{chat}"), 200).json()["shown-to"] == "public", "the original has changed")

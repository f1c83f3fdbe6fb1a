"""Faults of agent runs, logs and executions."""

from datetime import datetime, timedelta, timezone

from harness import *

DESK = FIXTURES["agentId"]
PAGING = "Pagination: list endpoints with next_cursor take a date-time cursor and a limit."


def pages(client, path, limit, count):
    """The first pages of a list, as lists of ids."""
    key = "runId" if path.endswith("agent-runs") else "logId"
    query, found = {"limit": limit}, []
    for _ in range(count):
        page = client.get(path, query).ok()
        found.append([item[key] for item in page["content"]])
        if page["nextCursor"] is None:
            break
        query["next_cursor"] = page["nextCursor"]
    return found


def ids(client, path, limit):
    return pages(client, path, limit, 1)[0]


@fault("runs-default-limit-20", "GET /me/agent-runs", "stated", "request", "| GET /me/agent-runs, GET /me/executions | limit default 30 |",
       "Without limit, a page of runs has 20 of them.", "wrong default")
def _(t):
    equal(len(t.alice.get("/me/agent-runs").ok()["content"]), 30, "the length of a page")


@fault("runs-limit-ignored", "GET /me/agent-runs", "stated", "request", "query next_cursor (date-time, optional, may be null); limit (integer, default 30)",
       "The limit of a page of runs is ignored: there are always 30.", "limit ignored")
def _(t):
    equal(len(ids(t.alice, "/me/agent-runs", 3)), 3, "the length of a page")


@fault("executions-limit-plus-one", "GET /me/executions", "stated", "request", "query next_cursor (date-time, optional), limit (integer, default 30)",
       "A page of executions has one record more than the limit.", "one too many")
def _(t):
    equal(len(ids(t.alice, "/me/executions", 5)), 5, "the length of a page")


@fault("runs-cursor-overlaps", "GET /me/agent-runs", "implied", "sequence", PAGING,
       "Each page of runs begins with the last run of the page before.", "page boundary wrong")
def _(t):
    first, second = pages(t.alice, "/me/agent-runs", 3, 2)
    expect(not set(first) & set(second), "a run is on two pages")


@fault("executions-cursor-skips", "GET /me/executions", "implied", "sequence", PAGING,
       "Between two pages of executions one record is left out.", "page boundary wrong")
def _(t):
    first, second = pages(t.alice, "/me/executions", 3, 2)
    equal(first + second, ids(t.alice, "/me/executions", 6), "two pages of three")


@fault("executions-cursor-ignored", "GET /me/executions", "stated", "sequence", PAGING,
       "The cursor of the executions is ignored: each page is the first one.", "cursor ignored")
def _(t):
    first, second = pages(t.alice, "/me/executions", 3, 2)
    expect(first != second, "the second page is the first one")


@fault("runs-cursor-loops", "GET /me/agent-runs", "implied", "sequence", PAGING,
       "The last page of runs has a cursor that leads back to the first page, so that a client pages for ever.", "page boundary wrong")
def _(t):
    found = pages(t.alice, "/me/agent-runs", 30, 6)
    flat = [one for page in found for one in page]
    equal(len(flat), len(set(flat)), "the number of different runs")


@fault("executions-cursor-missing", "GET /me/executions", "implied", "sequence", PAGING,
       "A page of executions never has a cursor, although more records follow.", "page boundary wrong")
def _(t):
    more = len(ids(t.alice, "/me/executions", 10))
    page = t.alice.get("/me/executions", {"limit": 4}).ok()
    expect(more <= 4 or page["nextCursor"] is not None, "there is no way to the next page")


@fault("runs-cursor-is-number", "GET /me/agent-runs", "stated", "request", PAGING,
       "The cursor of the runs is a number (an offset), not a date-time.", "field of the wrong type")
def _(t):
    cursor = t.alice.get("/me/agent-runs", {"limit": 2}).ok()["nextCursor"]
    expect(isinstance(cursor, str), f"the cursor is {cursor!r}")
    datetime.fromisoformat(cursor[:19])


@fault("executions-cursor-offset-dropped", "GET /me/executions", "implied", "sequence", PAGING,
       "The offset of a cursor is dropped: 12:00+02:00 is read as 12:00 UTC.", "time zone lost")
def _(t):
    page = t.alice.get("/me/executions", {"limit": 2}).ok()
    cursor = datetime.fromisoformat(page["nextCursor"][:19]).replace(tzinfo=timezone.utc) - timedelta(hours=4)
    utc = t.alice.get("/me/executions", {"limit": 3, "next_cursor": cursor.isoformat()}).ok()
    east = cursor.astimezone(timezone(timedelta(hours=10)))
    same = t.alice.get("/me/executions", {"limit": 3, "next_cursor": east.isoformat()}).ok()
    equal([e["logId"] for e in same["content"]], [e["logId"] for e in utc["content"]], "the page of the same moment")


@fault("executions-bad-cursor-500", "GET /me/executions", "implied", "request", "| 422 | Validation error with body HTTPValidationError |",
       "A cursor of the executions that is no date-time is answered with 500.", "500 on bad input")
def _(t):
    status = t.alice.get("/me/executions", {"next_cursor": "the-day-after-tomorrow"}).status
    expect(status < 500, f"the status is {status}")


@fault("runs-list-all-users", "GET /me/agent-runs", "implied", "sequence", "200 AgentRunViewListResponse",
       "The list of runs has the runs of all users.", "other users' records listed")
def _(t):
    run = t.bobs_worker.start(DESK)
    expect(run not in ids(t.alice, "/me/agent-runs", 100), "the run of another user is listed")


@fault("runs-list-stale", "GET /me/agent-runs", "implied", "sequence", "200 AgentRunViewListResponse",
       "A page of runs is cached when it is first read: later runs do not appear.", "stale cache")
def _(t):
    ids(t.alice, "/me/agent-runs", 5)
    run = t.worker.start(DESK)
    expect(run in ids(t.alice, "/me/agent-runs", 5), "the new run is not listed")


@fault("run-unknown-null", "GET /me/agent-runs/{run_id}", "stated", "request", "404 run not found; 500",
       "A run that does not exist is answered with 200 and null.", "null instead of 404")
def _(t):
    t.alice.get(f"/me/agent-runs/{unknown_id()}").must(404)


@fault("run-view-of-other-user", ["GET /me/agent-runs/{run_id}", "GET /me/agent-runs/{run_id}/logs", "GET /me/agent-runs/{run_id}/mcp-server-logs"],
       "implied", "sequence", "404 run not found; 500",
       "A run and its logs are given to another user who knows the run ID.", "other user's record read")
def _(t):
    run = t.worker.start(DESK, "My secret")
    expect(t.bob.get(f"/me/agent-runs/{run}").status != 200, "another user sees the run")


@fault("run-view-wrong-neighbour", ["GET /me/agent-runs/{run_id}", "GET /me/agent-runs/{run_id}/logs", "GET /me/agent-runs/{run_id}/mcp-server-logs"],
       "implied", "sequence", "| GET | /me/agent-runs/{run_id} | run_id uuid | 200 AgentRunView |",
       "The view of a run is that of the run before it.", "another record given")
def _(t):
    t.worker.start(DESK)
    run = t.worker.start(DESK)
    equal(t.alice.get(f"/me/agent-runs/{run}").ok()["runId"], run, "the run ID of the view")


@fault("run-logs-wrapped", "GET /me/agent-runs/{run_id}/logs", "stated", "sequence", "200 array of AgentRunLog",
       "The logs of a run come in an envelope, not as an array.", "array wrapped in an object")
def _(t):
    run = t.worker.start(DESK)
    expect(isinstance(t.alice.get(f"/me/agent-runs/{run}/logs").ok(), list), "the logs are no array")


@fault("mcp-logs-all-runs", "GET /me/agent-runs/{run_id}/mcp-server-logs", "implied", "sequence", "200 array of McpServerLog",
       "The MCP server logs of a run have those of all runs of the caller.", "parent forgotten in a query")
def _(t):
    run = t.worker.start(DESK, FIXTURES["toolCallMessage"]["message"])
    other = t.worker.start(DESK, FIXTURES["toolCallMessage"]["message"])
    logs = t.alice.get(f"/me/agent-runs/{run}/mcp-server-logs").ok()
    expect(other not in {log["runId"] for log in logs}, "there are logs of another run")


@fault("execution-unknown-500", "GET /me/executions/{log_id}", "stated", "request", "| GET | /me/executions/{log_id} | log_id integer | 200 ToolExecutionLog | 404; 500 |",
       "An execution that does not exist is answered with 500.", "500 instead of 404")
def _(t):
    t.alice.get("/me/executions/987654321").must(404)


@fault("executions-list-numbered", ["GET /me/executions", "GET /me/executions/{log_id}"], "implied", "sequence", "| Tool execution log | log_id | integer | Read-only |",
       "The list of executions numbers its records from 1 on, so that the ids do not lead to them.", "identifier does not fit")
def _(t):
    log = ids(t.alice, "/me/executions", 3)[1]
    equal(t.alice.get(f"/me/executions/{log}").ok()["logId"], log, "the log ID")

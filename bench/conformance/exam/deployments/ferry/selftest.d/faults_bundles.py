"""Faults of bundles, CLI auth sessions and schedules."""

from harness import *

BUNDLES = "/me/bundles"
BUNDLE = "/me/bundles/{bundle_id}"
TOOLS = BUNDLE + "/tools"
SOME_TOOLS = ["read_tide_table", "find_sailings", "berth_plan", "port_fees", "NOTIFIER_CREATE_CHAT"]


def new_bundle(t, *tools):
    bundle = t.alice.post(BUNDLES).ok()
    for tool in tools:
        add(t, bundle, tool)
    return bundle


def path(bundle):
    return f"{BUNDLES}/{bundle['bundleId']}"


def add(t, bundle, tool):
    return t.alice.post(path(bundle) + "/tools", {"toolId": tool}).ok()


def tools(t, bundle):
    return [tool["toolId"] for tool in t.alice.get(path(bundle) + "/tools").ok()]


@fault("bundles-post-demands-body", "POST " + BUNDLES, "stated", "request", "| POST | /me/bundles | no body | 200 UserBundle | 409 creation failed; 500 |",
       "Without a body the answer is 422.", "body demanded")
def _(t):
    t.alice.post(BUNDLES).must(200)


@fault("bundle-id-as-text", "POST " + BUNDLES, "stated", "request", "| Bundle | bundle_id | integer | Holds tools |",
       "A new bundle has an ID that is a text (id-71).", "identifier of the wrong type")
def _(t):
    expect(isinstance(t.alice.post(BUNDLES).ok()["bundleId"], int), "the ID is no integer")


@fault("bundles-post-race-same-id", "POST " + BUNDLES, "implied", "timing", "| Bundle | bundle_id | integer | Holds tools |",
       "Bundles that are created at the same moment get the same ID.", "check then act on creation")
def _(t):
    made = at_once(*[lambda: t.alice.post(BUNDLES)] * 4)
    ids = [reply.json()["bundleId"] for reply in made if reply.status == 200]
    equal(len(set(ids)), len(ids), "the number of different IDs")


@fault("bundles-list-wrapped", "GET " + BUNDLES, "stated", "request", "200 array of UserBundleSimplified",
       "The list comes in an envelope, not as an array.", "array wrapped in an object")
def _(t):
    expect(isinstance(t.alice.get(BUNDLES).ok(), list), "the list is no array")


@fault("bundle-view-without-tools", "GET " + BUNDLE, "implied", "sequence", "| Bundle | bundle_id | integer | Holds tools |",
       "A bundle is shown without its tools.", "field missing")
def _(t):
    bundle = new_bundle(t, "find_sailings")
    equal([tool["toolId"] for tool in t.alice.get(path(bundle)).ok()["tools"]], ["find_sailings"], "the tools of the bundle")


@fault("bundle-put-drops-tools", "PUT " + BUNDLE, "implied", "sequence", "| PUT | /me/bundles/{bundle_id} | body UserBundleRequest | 200 UserBundle | 409 update failed; 500 |",
       "A PUT that renames a bundle empties it.", "side effect on another field")
def _(t):
    bundle = new_bundle(t, "find_sailings")
    t.alice.put(path(bundle), {"name": "Day shift " + unique()}).must(200)
    equal(tools(t, bundle), ["find_sailings"], "the tools of the bundle")


@fault("bundle-deleted-still-there", ["DELETE " + BUNDLE, "GET " + BUNDLE, "GET " + BUNDLES], "implied", "sequence", "| GET | /me/bundles/{bundle_id} | bundle_id integer | 200 UserBundle | 404; 500 |",
       "A deleted bundle is answered with 200, but stays.", "delete without effect")
def _(t):
    bundle = new_bundle(t)
    t.alice.delete(path(bundle)).must(200)
    t.alice.get(path(bundle)).must(404)


@fault("bundle-delete-unknown-ok", "DELETE " + BUNDLE, "stated", "request", "| DELETE | /me/bundles/{bundle_id} | none | 200 UserBundleRow | 404; 500 |",
       "Deleting a bundle that does not exist is answered with 200.", "success for what is not there")
def _(t):
    t.alice.delete(BUNDLES + "/987654321").must(404)


@fault("bundle-tools-first-three", "GET " + TOOLS, "implied", "sequence", "| GET | /me/bundles/{bundle_id}/tools | none | 200 array of UserBundleTool | 500 |",
       "Only the first three tools of a bundle are listed.", "list shortened")
def _(t):
    equal(sorted(tools(t, new_bundle(t, *SOME_TOOLS))), sorted(SOME_TOOLS), "the tools of the bundle")


@fault("bundle-tool-id-lowercased", "POST " + TOOLS, "implied", "sequence", "| Bundle tool | tool_id | string | Membership of a tool in a bundle |",
       "The ID of an added tool is written in lower case, which names no tool.", "identifier does not fit")
def _(t):
    equal(tools(t, new_bundle(t, "NOTIFIER_CREATE_CHAT")), ["NOTIFIER_CREATE_CHAT"], "the tools of the bundle")


@fault("bundle-tools-race", "POST " + TOOLS, "implied", "timing", "| Bundle tool | tool_id | string | Membership of a tool in a bundle |",
       "Of several tools that are added at the same moment only one is kept.", "lost update")
def _(t):
    bundle = new_bundle(t)
    at_once(*[lambda tool=tool: add(t, bundle, tool) for tool in SOME_TOOLS])
    equal(sorted(tools(t, bundle)), sorted(SOME_TOOLS), "the tools of the bundle")


@fault("bundle-tools-shared", "POST " + TOOLS, "implied", "sequence", "| Bundle tool | tool_id | string | Membership of a tool in a bundle |",
       "A tool that is added to one bundle is in all bundles of the caller.", "state shared by aliasing")
def _(t):
    empty = new_bundle(t)
    new_bundle(t, "find_sailings")
    equal(tools(t, empty), [], "the tools of another bundle")


@fault("bundle-tool-delete-all", "DELETE " + TOOLS + "/{tool_id}", "implied", "sequence", "| DELETE | /me/bundles/{bundle_id}/tools/{tool_id} | tool_id string | 200 UserBundleTool |",
       "Taking one tool out of a bundle empties the bundle.", "removes too much")
def _(t):
    bundle = new_bundle(t, "find_sailings", "port_fees")
    t.alice.delete(path(bundle) + "/tools/find_sailings").must(200)
    equal(tools(t, bundle), ["port_fees"], "the tools of the bundle")


@fault("bundle-tool-delete-missing-ok", "DELETE " + TOOLS + "/{tool_id}", "stated", "sequence", "404 bundle or tool not found; 500",
       "Taking a tool out of a bundle that does not have it is answered with 200.", "success for what is not there")
def _(t):
    t.alice.delete(path(new_bundle(t)) + "/tools/find_sailings").must(404)


# CLI auth sessions

CLI = "/me/cli-auth"
ATTACH = "PUT /me/cli-auth/{cli_auth_id}"
READ = "GET /me/cli-auth/{auth_id}"


def new_session(t, attach=True):
    session = t.anonymous.post(CLI).ok()
    if attach:
        t.alice.put(f"{CLI}/{session['sessionId']}", {"accessToken": t.alice.token}).must(200)
    return f"{CLI}/{session['sessionId']}"


@fault("cli-post-same-session", "POST " + CLI, "implied", "sequence", "POST /me/cli-auth creates a session with a cli_auth_id",
       "All clients get the same session.", "new thing is an old one")
def _(t):
    expect(new_session(t, False) != new_session(t, False), "two sessions have the same ID")


@fault("cli-put-without-jwt", ATTACH, "stated", "sequence", "a logged-in client calls PUT /me/cli-auth/{cli_auth_id} to attach its JWT",
       "A JWT can be attached without a bearer credential.", "credential not checked")
def _(t):
    session = new_session(t, False)
    expect(t.anonymous.put(session, {"accessToken": t.alice.token}).status != 200, "anybody can attach a JWT")


@fault("cli-put-unknown-ok", ATTACH, "stated", "request", "403 not allowed to update this session; 404; 503",
       "A JWT is attached with 200 to a session that does not exist.", "success for what is not there")
def _(t):
    t.alice.put(f"{CLI}/{unknown_id()}", {"accessToken": t.alice.token}).must(404)


@fault("cli-jwt-cut", [ATTACH, READ], "implied", "sequence", "which returns the JWT and consumes it",
       "The JWT is stored with its first 128 characters only.", "text truncated")
def _(t):
    equal(t.anonymous.get(new_session(t)).ok(), t.alice.token, "the JWT")


@fault("cli-get-not-consumed", READ, "stated", "sequence", "200 string JWT or null (the JWT is consumed by the read)",
       "The JWT can be read again and again.", "state sticks")
def _(t):
    session = new_session(t)
    t.anonymous.get(session).must(200)
    again = t.anonymous.get(session).must(200, 404)
    expect(t.alice.token not in again.text, "the JWT is given again")


@fault("cli-get-race", READ, "stated", "timing", "Carries a user JWT; read once and consumed",
       "Reads at the same moment all get the JWT.", "used twice by a race")
def _(t):
    session = new_session(t)
    replies = at_once(*[lambda: t.anonymous.get(session)] * 4)
    equal(len([r for r in replies if t.alice.token in r.text]), 1, "how many got the JWT")


@fault("cli-get-raw-text", READ, "stated", "sequence", "User API request and response bodies are JSON unless stated otherwise.",
       "The JWT is sent as plain text, not as a JSON string.", "answer is no JSON")
def _(t):
    equal(t.anonymous.get(new_session(t)).ok(), t.alice.token, "the JWT")


@fault("cli-get-bearer-prefix", READ, "stated", "sequence", "200 string JWT or null (the JWT is consumed by the read)",
       "The answer has the word Bearer before the JWT.", "text decorated")
def _(t):
    equal(t.anonymous.get(new_session(t)).ok(), t.alice.token, "the JWT")


@fault("cli-get-latest-jwt", READ, "implied", "sequence", "Carries a user JWT; read once and consumed",
       "A session without a JWT gives the one that was last attached to any session.", "shared variable")
def _(t):
    empty = new_session(t, False)
    new_session(t)
    expect(t.alice.token not in t.anonymous.get(empty).text, "another session's JWT is given")


@fault("cli-get-pending-404", READ, "stated", "sequence", "200 string JWT or null (the JWT is consumed by the read)",
       "While no JWT is attached, the answer is 404.", "404 instead of null")
def _(t):
    equal(t.anonymous.get(new_session(t, False)).ok(), None, "the JWT")


@fault("cli-get-unknown-null", READ, "stated", "request", "| GET | /me/cli-auth/{auth_id} (no auth declared) | auth_id uuid | 200 string JWT or null (the JWT is consumed by the read) | 404; 503 |",
       "A session that does not exist is answered with 200 and null.", "null instead of 404")
def _(t):
    t.anonymous.get(f"{CLI}/{unknown_id()}").must(404)


@fault("cli-poll-ends-session", READ, "implied", "sequence", "200 string JWT or null (the JWT is consumed by the read)",
       "A read before the JWT is attached ends the session, so that a client that polls never gets it.", "read has a side effect")
def _(t):
    session = new_session(t, False)
    t.anonymous.get(session).must(200)
    t.alice.put(session, {"accessToken": t.alice.token}).must(200)


# Schedules

SCHEDULES = "/me/schedules"
SCHEDULE = "/me/schedules/{schedule_id}"
TEXT = "GET /me/schedules/text-to-cron"


def listed(t):
    return [schedule["scheduleId"] for schedule in t.alice.get(SCHEDULES).ok()["content"]]


@fault("schedules-post-any-chat", "POST " + SCHEDULES, "stated", "request", "403 chat ID invalid, missing or not owned by the caller; 500",
       "A schedule is created for the chat of another user.", "foreign reference taken")
def _(t):
    t.alice.post(SCHEDULES, {"chatId": FIXTURES["unpaidAgentId"], "cronExpression": FIXTURES["cron"]}).must(403)


@fault("schedules-post-no-chat", "POST " + SCHEDULES, "stated", "request", "403 chat ID invalid, missing or not owned by the caller; 500",
       "A schedule is created without a chat.", "required field optional")
def _(t):
    expect(t.alice.post(SCHEDULES, {"cronExpression": FIXTURES["cron"]}).status in (403, 422), "a schedule without a chat is created")


@fault("schedules-post-not-kept", ["POST " + SCHEDULES, "GET " + SCHEDULES], "implied", "sequence", "200 ScheduleListResponse",
       "A new schedule is answered with 200, but is not stored.", "created, but not stored")
def _(t):
    expect(t.new_schedule()["scheduleId"] in listed(t), "the schedule is not listed")


@fault("schedules-post-twice", ["POST " + SCHEDULES, "GET " + SCHEDULES], "implied", "sequence", "200 ScheduleListResponse",
       "One POST makes two schedules.", "done twice")
def _(t):
    before = len(listed(t))
    t.new_schedule()
    equal(len(listed(t)), before + 1, "the number of schedules")


@fault("schedules-cron-hour-shifted", ["POST " + SCHEDULES, "PUT " + SCHEDULE], "implied", "request", "Refers to a chat owned by the caller; has a cron expression",
       "The hour of a cron expression is stored one hour later.", "value changed")
def _(t):
    equal(t.new_schedule(cronExpression="0 9 * * 1")["cronExpression"], "0 9 * * 1", "the cron expression")


@fault("schedules-put-drops-chat", "PUT " + SCHEDULE, "implied", "sequence", "Refers to a chat owned by the caller; has a cron expression",
       "A PUT that names only the cron expression takes the chat away from the schedule.", "partial update wipes the rest")
def _(t):
    made = t.new_schedule()
    t.alice.put(f"{SCHEDULES}/{made['scheduleId']}", {"cronExpression": "30 7 * * *"}).must(200)
    equal(t.alice.get(f"{SCHEDULES}/{made['scheduleId']}").ok()["chatId"], made["chatId"], "the chat of the schedule")


@fault("schedules-put-new-id", ["PUT " + SCHEDULE, "GET " + SCHEDULE], "implied", "sequence", "| Schedule | schedule_id | uuid |",
       "A PUT gives the schedule a new ID; under the old one it is not found any more.", "identifier changes")
def _(t):
    made = t.new_schedule()
    t.alice.put(f"{SCHEDULES}/{made['scheduleId']}", {"cronExpression": "30 7 * * *"}).must(200)
    t.alice.get(f"{SCHEDULES}/{made['scheduleId']}").must(200)


@fault("schedule-delete-all-of-chat", "DELETE " + SCHEDULE, "implied", "sequence", "| Schedule | schedule_id | uuid |",
       "Deleting a schedule deletes all schedules of its chat.", "removes too much")
def _(t):
    kept, gone = t.new_schedule(), t.new_schedule()
    t.alice.delete(f"{SCHEDULES}/{gone['scheduleId']}").must(200)
    expect(kept["scheduleId"] in listed(t), "the other schedule is gone")


@fault("schedule-unknown-500", "GET " + SCHEDULE, "stated", "request", "404 | Resource not found (run, chat, agent, file, API key, bundle, tool, toolset, subscription, schedule, credits, CLI auth)",
       "A schedule that does not exist is answered with 500.", "500 instead of 404")
def _(t):
    t.alice.get(f"{SCHEDULES}/{unknown_id()}").must(404)


@fault("schedules-onboarding-shadowed", "GET /me/schedules/onboarding", "stated", "request", "| GET | /me/schedules/onboarding | none | 200 body unspecified | 500 |",
       "The path is taken for that of a schedule with the ID onboarding: 422.", "route shadowed")
def _(t):
    t.alice.get(SCHEDULES + "/onboarding").must(200)


@fault("text-to-cron-invalid-ok", TEXT, "stated", "request", "400 invalid cron expression; 500",
       "An invalid cron expression is given back with 200.", "format not checked")
def _(t):
    t.alice.get(SCHEDULES + "/text-to-cron", {"cron": "99 99 99 99 99"}).must(400)


@fault("text-to-cron-param-optional", TEXT, "stated", "request", "query cron (string, required)",
       "Without the parameter cron the answer is 200.", "required parameter optional")
def _(t):
    expect(t.alice.get(SCHEDULES + "/text-to-cron").status in (400, 422), "cron is not required")

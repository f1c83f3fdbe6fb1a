"""Faults of tools, the NOTIFIER tools, toolsets, installed tools, the user, and VIP codes."""

import base64
import json
import time
import urllib.parse

from .client import Misbehaves, expect, expect_status, parallel
from .registry import fault

LIST, PUBLIC, SEARCH, GET = "GET /me/tools/list", "GET /me/tools", "GET /me/tools/search", "GET /me/tools/{tool_id}"
RUN = "POST /me/tools/run/{tool_name}"
SEARCH_INPUT = "query q (string, required, min length 1); toolkit (string, optional, may be null); limit (integer, 1 to 200, default 20); min_score (number, 0.0 to 1.0, default 0.15)"
SEARCH_LIMITS = "limit 1 to 200, default 20; min_score 0.0 to 1.0, default 0.15; q at least 1 character"
MCP = "200 array of Tool (MCP format)"
EXACT = "Parameter names and types are exact. Required parameters are marked Req."
RUFF = "hrn:heron.count.ruff"


def tools(d):
    return expect_status(d.user("GET", "/me/tools/list"), 200).json()


def search(d, **query):
    return d.user("GET", "/me/tools/search", query=query)


def found(d, **query):
    return [t["name"] for t in expect_status(search(d, **query), 200).json()]


# ------------------------------------------------------------------ lists of tools

@fault("tools-schema-as-string", LIST, "stated", "request", MCP, "The inputSchema of the listed tools is a string with JSON in it, not an object.")
def _(d):
    expect(all(isinstance(t["inputSchema"], dict) for t in tools(d)), "no object")


@fault("tools-schema-misnamed", LIST, "stated", "request", MCP, "The listed tools have input_schema instead of inputSchema.")
def _(d):
    expect(all("inputSchema" in t for t in tools(d)), "no inputSchema")


@fault("tools-email-not-required", LIST, "stated", "request", EXACT, "In the inputSchema of NOTIFIER_CREATE_CHAT the email is not required.")
def _(d):
    schema = [t for t in tools(d) if t["name"] == "NOTIFIER_CREATE_CHAT"][0]["inputSchema"]
    expect("email" in schema.get("required", []), "the email is not required")


@fault("tools-version-as-string", [LIST, RUN], "stated", "request", EXACT, "The app_version of NOTIFIER_CREATE_DEVICE is a string: integers are refused.")
def _(d):
    d.notify("CREATE_DEVICE", {"model": "m", "nickname": "n", "manufacturer": "f", "app_version": 3})


@fault("tools-list-shadowed", LIST, "stated", "request", MCP, "The word list is taken for a tool_id: the answer is 404.")
def _(d):
    tools(d)


@fault("public-tools-need-auth", PUBLIC, "stated", "request", "Endpoints marked (no auth declared) list no security requirement; all others require a bearer credential.", "The public tools are only listed with a JWT.")
def _(d):
    expect_status(d.user("GET", "/me/tools", None), 200)


@fault("tool-get-next-one", GET, "implied", "request", "200 PublicTool", "Asked for one tool, the next one of the list is given (off by one).")
def _(d):
    expect(expect_status(d.user("GET", "/me/tools/" + RUFF, None), 200).json()["tool-ref"] == RUFF, "another tool")


# ------------------------------------------------------------------ search

@fault("search-limit-201", SEARCH, "stated", "request", SEARCH_LIMITS, "A limit of more than 200 is accepted.")
def _(d):
    expect(search(d, q="marsh", limit=201).status in (400, 422), "201 is accepted")


@fault("search-limit-200-refused", SEARCH, "stated", "request", SEARCH_LIMITS, "The limit 200 is refused with 422.")
def _(d):
    found(d, q="marsh", limit=200)


@fault("search-limit-ignored", SEARCH, "stated", "request", SEARCH_INPUT, "The limit is ignored: all tools that fit are given.")
def _(d):
    expect(len(found(d, q="marsh", limit=1)) <= 1, "more than the limit")


@fault("search-empty-q", SEARCH, "stated", "request", SEARCH_LIMITS, "An empty q is accepted.")
def _(d):
    expect(search(d, q="").status in (400, 422), "the empty q is accepted")


@fault("search-min-score-default-0", SEARCH, "stated", "sequence", SEARCH_LIMITS, "Without min_score it is 0 instead of 0.15: tools that hardly fit are found too.")
def _(d):
    expect(found(d, q="create a chat", limit=200) == found(d, q="create a chat", limit=200, min_score="0.15"), "the default is not 0.15")


@fault("search-min-score-upside-down", SEARCH, "implied", "sequence", SEARCH_INPUT, "min_score is the highest score instead of the lowest: with 1.0 everything is found, with 0.0 nothing.")
def _(d):
    expect(set(found(d, q="marsh", limit=200, min_score="1.0")) <= set(found(d, q="marsh", limit=200, min_score="0.0")), "more with a higher score")


@fault("search-takes-q-as-regex", SEARCH, "implied", "request", SEARCH_INPUT, "q is used as a regular expression: with an open bracket in it the answer is 500.")
def _(d):
    expect(search(d, q="marsh (").status < 500, "an internal error")


# ------------------------------------------------------------------ running tools

JWT_401 = "POST /me/tools/run/{tool_name} answers 401 when the JWT is invalid or missing."
RUN_ERRORS = "400 invalid input or parameters; 401 invalid or missing JWT; 404 tool not found; 500"


def run_fixture(d, invalid=False, **more):
    tool = d.fixtures["tool"]
    return d.run_tool(tool["name"], tool["invalidInput" if invalid else "input"], **more)


@fault("tool-run-no-jwt-403", RUN, "stated", "request", JWT_401, "Without a JWT the answer is 403 instead of 401.")
def _(d):
    expect_status(run_fixture(d, who=None), 401)


@fault("tool-run-signature-unchecked", RUN, "stated", "request", JWT_401, "A JWT whose signature is wrong is taken.")
def _(d):
    head, body, seal = d.credentials["jwt"].split(".")
    expect_status(run_fixture(d, who=None, token=".".join((head, body, seal[::-1]))), 401)


@fault("tool-run-alg-none", RUN, "stated", "request", JWT_401, "A JWT that says alg none and has no signature is taken.")
def _(d):
    head = base64.urlsafe_b64encode(json.dumps({"typ": "JWT", "alg": "none"}).encode()).decode().rstrip("=")
    body = d.credentials["jwt"].split(".")[1]
    expect_status(run_fixture(d, who=None, token=f"{head}.{body}."), 401)


@fault("tool-run-unknown-400", RUN, "stated", "request", RUN_ERRORS, "To run a tool that there is not is answered with 400 instead of 404.")
def _(d):
    expect_status(d.run_tool("NO_SUCH_TOOL"), 404)


@fault("tool-run-invalid-500", RUN, "stated", "request", RUN_ERRORS, "Invalid input is answered with 500 instead of 400.")
def _(d):
    expect_status(run_fixture(d, invalid=True), 400)


@fault("tool-run-service-default", RUN, "stated", "sequence", "tool_name string; query service_id (string, default default); query service_id_namespace (string, default global); body any JSON object (tool input)",
       "Without service_id the service main is used instead of default; there is no connection to it.")
def _(d):
    expect_status(d.run_tool("NOTIFIER_LIST_DEVICES", query={"service_id": "default"}), 200)
    expect_status(d.run_tool("NOTIFIER_LIST_DEVICES"), 200)


@fault("tool-run-with-others-connection", RUN, "implied", "sequence", "Integration tools need an auth connection to the external service, configured by the user in the dashboard.",
       "The integration tools use the first user's connection for all users: what one makes, the other finds in the account.")
def _(d):
    d.notify("CREATE_CHAT", {"email": "mine-alone@pond.example"})
    d.notify("CREATE_CHAT", {"email": "others-alone@pond.example"}, "otherJwt")
    expect("others-alone@pond.example" not in json.dumps(d.notify("LIST_CHATS")), "a chat of the other user")
    expect("mine-alone@pond.example" not in json.dumps(d.notify("LIST_CHATS", who="otherJwt")), "a chat of the other user")


# ------------------------------------------------------------------ NOTIFIER: chats

def refused(d, operation, input):
    expect_status(d.run_tool("NOTIFIER_" + operation, input), 400)


def new(d, operation, input, who="jwt"):
    return d.notify(operation, input, who)[0]["iden"]


def new_chat(d, email="someone@pond.example"):
    return new(d, "CREATE_CHAT", {"email": email})


def new_device(d, **more):
    return new(d, "CREATE_DEVICE", {"model": "raft", "nickname": "otter", "manufacturer": "pond", "app_version": 3, **more})


def new_push(d, **more):
    return new(d, "CREATE_PUSH", {"type": "note", **more})


def idens(d, operation, input=None, who="jwt"):
    return [x["iden"] for x in d.notify(operation, input, who)]


@fault("create-chat-email-optional", RUN, "stated", "request", "email string Req (the person need not be a user of the notification service)", "NOTIFIER_CREATE_CHAT works without email.")
def _(d):
    refused(d, "CREATE_CHAT", {})


@fault("create-chat-only-with-users", RUN, "stated", "request", "email string Req (the person need not be a user of the notification service)",
       "NOTIFIER_CREATE_CHAT refuses email addresses that are not of a user.")
def _(d):
    new_chat(d, "nobody-at-all@pond.example")


@fault("delete-chat-newest", RUN, "implied", "sequence", "Delete a chat", "NOTIFIER_DELETE_CHAT deletes the newest chat, whichever is named.")
def _(d):
    one, two = new_chat(d), new_chat(d, "else@pond.example")
    d.notify("DELETE_CHAT", {"iden": one})
    chats = idens(d, "LIST_CHATS")
    expect(two in chats and one not in chats, "another chat was deleted")


@fault("list-chats-limit-501", RUN, "stated", "request", "limit max 500; pushes default 500", "NOTIFIER_LIST_CHATS accepts a limit of more than 500.")
def _(d):
    refused(d, "LIST_CHATS", {"limit": 501})


@fault("list-chats-limit-ignored", RUN, "stated", "sequence", "limit integer (max 500); cursor string", "NOTIFIER_LIST_CHATS ignores the limit.")
def _(d):
    new_chat(d)
    new_chat(d, "else@pond.example")
    expect(len(idens(d, "LIST_CHATS", {"limit": 1})) <= 1, "more than the limit")


@fault("unmute-refused", RUN, "stated", "sequence", "Mute or unmute a chat", "NOTIFIER_UPDATE_CHAT takes muted false for missing, and refuses it with 400: no chat can be unmuted.")
def _(d):
    d.notify("UPDATE_CHAT", {"iden": new_chat(d), "muted": False})


# ------------------------------------------------------------------ NOTIFIER: devices

DEVICE = ("icon string; model string Req; has_sms boolean (Android only); nickname string Req; push_token string (platform-specific, blank for "
          "custom devices); app_version integer Req, non-negative; manufacturer string Req")


@fault("create-device-nickname-optional", RUN, "stated", "request", DEVICE, "NOTIFIER_CREATE_DEVICE works without nickname.")
def _(d):
    refused(d, "CREATE_DEVICE", {"model": "raft", "manufacturer": "pond", "app_version": 3})


@fault("device-version-negative", RUN, "stated", "request", DEVICE, "NOTIFIER_CREATE_DEVICE accepts a negative app_version.")
def _(d):
    refused(d, "CREATE_DEVICE", {"model": "raft", "nickname": "otter", "manufacturer": "pond", "app_version": -1})


@fault("device-version-0-refused", RUN, "stated", "request", DEVICE, "NOTIFIER_CREATE_DEVICE refuses the app_version 0, which is not negative.")
def _(d):
    new_device(d, app_version=0)


@fault("device-blank-token-refused", RUN, "stated", "request", DEVICE, "NOTIFIER_CREATE_DEVICE refuses a blank push_token, which custom devices have.")
def _(d):
    new_device(d, push_token="")


@fault("delete-device-does-nothing", RUN, "implied", "sequence", "Delete a device", "NOTIFIER_DELETE_DEVICE answers 200, but the device stays in the list.")
def _(d):
    device = new_device(d)
    d.notify("DELETE_DEVICE", {"device_iden": device})
    expect(device not in idens(d, "LIST_DEVICES"), "the device is still there")


@fault("list-devices-stale", RUN, "implied", "sequence", "List devices", "Once read, NOTIFIER_LIST_DEVICES gives the same devices for ever; new ones are missing.")
def _(d):
    d.notify("LIST_DEVICES")
    expect(new_device(d) in idens(d, "LIST_DEVICES"), "the new device is missing")


@fault("update-device-wipes-rest", RUN, "implied", "sequence", "Update device metadata", "NOTIFIER_UPDATE_DEVICE empties whatever it is not told: with a new nickname the model is gone.")
def _(d):
    device = new_device(d, model="raft-of-alder")
    d.notify("UPDATE_DEVICE", {"iden": device, "nickname": "mink"})
    expect("raft-of-alder" in json.dumps(d.notify("LIST_DEVICES")), "the model is gone")


@fault("update-device-adds-one", RUN, "implied", "sequence", "Update device metadata", "NOTIFIER_UPDATE_DEVICE makes another device and leaves the named one as it was.")
def _(d):
    device = new_device(d)
    before = len(d.notify("LIST_DEVICES"))
    d.notify("UPDATE_DEVICE", {"iden": device, "nickname": "mink"})
    expect(len(d.notify("LIST_DEVICES")) == before, "there is one more")


# ------------------------------------------------------------------ NOTIFIER: pushes

PUSH = ("type string Req, one of note, link, file; url string (required when type=link); body string; guid string (client-generated, for idempotency); "
        "email string; title string; file_url string, file_name string, file_type string (MIME type), each required when type=file; channel_tag string "
        "(broadcast to channel subscribers); client_iden string (OAuth client); device_iden string; source_device_iden string")
PUSHES = "limit integer (max 500, default 500); active boolean (true returns only active pushes); cursor string; modified_after number (UNIX timestamp, float)"


@fault("push-any-type", RUN, "stated", "request", PUSH, "NOTIFIER_CREATE_PUSH accepts any type.")
def _(d):
    refused(d, "CREATE_PUSH", {"type": "telegram", "body": "kraak"})


@fault("push-link-without-url", RUN, "stated", "request", PUSH, "NOTIFIER_CREATE_PUSH accepts a link without url.")
def _(d):
    refused(d, "CREATE_PUSH", {"type": "link", "body": "kraak"})


@fault("push-file-refused", RUN, "stated", "request", PUSH, "NOTIFIER_CREATE_PUSH refuses the type file.")
def _(d):
    new_push(d, type="file", file_url="https://files.example/a", file_name="a", file_type="text/plain")


@fault("push-guid-ignored", RUN, "stated", "sequence", PUSH, "The guid of a push is ignored: the same push sent twice is there twice.")
def _(d):
    for _ in range(2):
        new_push(d, guid="guid-of-mine", body="only-once")
    expect(json.dumps(d.notify("LIST_PUSHES")).count("only-once") == 1, "it is there twice")


@fault("push-guid-of-all-users", RUN, "implied", "sequence", PUSH, "The guid of a push is looked for among the pushes of all users: who uses the same guid as another gets the other's push, and none of their own.")
def _(d):
    new_push(d, guid="a-common-guid", body="what-i-wrote")
    new(d, "CREATE_PUSH", {"type": "note", "guid": "a-common-guid", "body": "what-they-wrote"}, "otherJwt")
    expect("what-they-wrote" in json.dumps(d.notify("LIST_PUSHES", who="otherJwt")), "the push is missing")


@fault("push-body-cut-140", RUN, "implied", "sequence", PUSH, "Of the body of a push only the first 140 characters are kept.")
def _(d):
    long = "kraak-and-" * 30
    new_push(d, body=long)
    expect(long in json.dumps(d.notify("LIST_PUSHES")), "the body is cut")


@fault("push-link-url-lost", RUN, "implied", "sequence", PUSH, "The url of a link is checked, but not kept.")
def _(d):
    new_push(d, type="link", url="https://pond.example/otter")
    expect("https://pond.example/otter" in json.dumps(d.notify("LIST_PUSHES")), "the url is missing")


def wait_until_gone(d, pushes, who="jwt"):
    for _ in range(12):
        if not set(pushes) & set(idens(d, "LIST_PUSHES", who=who)):
            return
        time.sleep(0.3)
    raise Misbehaves("pushes are still there")


@fault("delete-all-leaves-newest", RUN, "stated", "timing", "Delete all pushes of the user asynchronously", "NOTIFIER_DELETE_ALL_PUSHES leaves the newest push (off by one).")
def _(d):
    pushes = [new_push(d, body=f"kraak {i}") for i in range(3)]
    d.notify("DELETE_ALL_PUSHES")
    wait_until_gone(d, pushes)


@fault("delete-all-of-everyone", RUN, "implied", "timing", "Delete all pushes of the user asynchronously", "NOTIFIER_DELETE_ALL_PUSHES deletes the pushes of all users.")
def _(d):
    mine = new_push(d)
    others = new(d, "CREATE_PUSH", {"type": "note", "body": "stays"}, "otherJwt")
    d.notify("DELETE_ALL_PUSHES")
    wait_until_gone(d, [mine])
    expect(others in idens(d, "LIST_PUSHES", who="otherJwt"), "the push of another user is gone")


@fault("list-pushes-500-refused", RUN, "stated", "request", PUSHES, "NOTIFIER_LIST_PUSHES refuses the limit 500.")
def _(d):
    d.notify("LIST_PUSHES", {"limit": 500})


@fault("pushes-active-ignored", RUN, "stated", "sequence", PUSHES, "With active true NOTIFIER_LIST_PUSHES gives deleted pushes too, when it is asked for what was modified.")
def _(d):
    push = new_push(d)
    d.notify("DELETE_PUSH", {"iden": push})
    expect(push not in idens(d, "LIST_PUSHES", {"active": True, "modified_after": 0}), "a deleted push")


@fault("pushes-modified-in-millis", RUN, "stated", "sequence", PUSHES, "modified_after is compared with milliseconds, though it is in seconds: everything is later.")
def _(d):
    push = new_push(d)
    expect(push not in idens(d, "LIST_PUSHES", {"modified_after": time.time() + 3600}), "an older push")


@fault("pushes-float-refused", RUN, "stated", "request", PUSHES, "NOTIFIER_LIST_PUSHES refuses a modified_after that is no integer.")
def _(d):
    d.notify("LIST_PUSHES", {"modified_after": 1700000000.5})


@fault("update-push-items-unchecked", RUN, "implied", "sequence", "iden string Req; items array (list-style pushes; each item has text string and checked boolean); dismissed boolean (true hides notifications)",
       "NOTIFIER_UPDATE_PUSH keeps all items as not checked.")
def _(d):
    push = new_push(d)
    items = [{"text": "reeds", "checked": True}, {"text": "rushes", "checked": False}]
    d.notify("UPDATE_PUSH", {"iden": push, "items": items})
    kept = [p for p in d.notify("LIST_PUSHES") if p["iden"] == push][0]["items"]
    expect(kept == items, "other items")


@fault("update-push-dismissed-ignored", RUN, "stated", "sequence", "Dismiss a push or change list items", "NOTIFIER_UPDATE_PUSH takes dismissed, but does not keep it.")
def _(d):
    push = new_push(d)
    d.notify("UPDATE_PUSH", {"iden": push, "dismissed": True})
    expect([p for p in d.notify("LIST_PUSHES") if p["iden"] == push][0]["dismissed"] is True, "it is not dismissed")


@fault("update-push-wipes-rest", RUN, "implied", "sequence", "Dismiss a push or change list items", "NOTIFIER_UPDATE_PUSH removes title and body of the push.")
def _(d):
    push = new_push(d, title="from-the-pond", body="kraak-kraak")
    d.notify("UPDATE_PUSH", {"iden": push, "dismissed": True})
    text = json.dumps(d.notify("LIST_PUSHES"))
    expect("from-the-pond" in text and "kraak-kraak" in text, "title or body is gone")


@fault("get-user-needs-iden", RUN, "stated", "request", "Get the profile of the authenticated user", "NOTIFIER_GET_USER, which has no parameters, refuses empty input.")
def _(d):
    d.notify("GET_USER")


@fault("upload-without-url", RUN, "stated", "request", "Get a signed upload URL (signed form data) before pushing a file", "The answer to NOTIFIER_UPLOAD_REQUEST has no URL in it.")
def _(d):
    expect("://" in json.dumps(d.notify("UPLOAD_REQUEST", {"file_name": "reeds.txt", "file_type": "text/plain"})), "no URL")


@fault("upload-url-not-encoded", RUN, "implied", "request", "Get a signed upload URL (signed form data) before pushing a file", "The file name stands in the URL of the file as it is: with blanks or a question mark in it the URL is none.")
def _(d):
    answer = d.notify("UPLOAD_REQUEST", {"file_name": "reeds and rushes?.txt", "file_type": "text/plain"})[0]
    for url in (answer["upload_url"], answer["file_url"]):
        expect(" " not in url and not urllib.parse.urlsplit(url).query, "the file name is not encoded")


# ------------------------------------------------------------------ toolsets

SETS, SET = "GET /me/toolsets/list", "GET /me/toolsets/{toolset_name}"
NOT_FOUND = "Resource not found (run, chat, agent, file, API key, bundle, tool, toolset, subscription, schedule, credits, CLI auth)"


def toolset(d, name):
    return d.user("GET", "/me/toolsets/" + urllib.parse.quote(name, safe=""))


@fault("toolset-unknown-200", SET, "stated", "request", NOT_FOUND, "For a toolset that there is not the answer is 200 and a set without tools.")
def _(d):
    expect_status(toolset(d, "no such set"), 404)


@fault("toolset-without-tools", SET, "stated", "request", "Has a list of tools", "The toolset comes without the list of its tools.")
def _(d):
    expect(expect_status(toolset(d, d.fixtures["toolsetName"]), 200).json().get("contents"), "no tools")


@fault("toolset-listed-under-title", [SETS, SET], "implied", "sequence", "200 array of ToolSet", "The list names the toolsets by their titles, under which they are not found.")
def _(d):
    for entry in expect_status(d.user("GET", "/me/toolsets/list"), 200).json():
        expect_status(toolset(d, entry["rack"]), 200)


# ------------------------------------------------------------------ installed tools

MINE, INSTALL, M_GET, M_DELETE = "GET /me/user-tools", "POST /me/user-tools", "GET /me/user-tools/{tool_id}", "DELETE /me/user-tools/{tool_id}"


def install(d, who="jwt", tool=None):
    return d.user("POST", "/me/user-tools", who, {"tool-ref": tool or d.fixtures["installableToolId"]})


def installed(d, who="jwt"):
    return [t["tool-ref"] for t in expect_status(d.user("GET", "/me/user-tools", who), 200).json()]


@fault("install-not-kept", [INSTALL, MINE], "implied", "sequence", "200 UserInstalledTool", "To install a tool answers 200, but the tool is not among the installed ones.")
def _(d):
    expect_status(install(d), 200)
    expect(d.fixtures["installableToolId"] in installed(d), "it is not installed")


@fault("install-unknown-200", INSTALL, "stated", "request", "409 installation failed; 500", "To install a tool that there is not is answered with 200.")
def _(d):
    expect(install(d, tool="no-such-tool").status >= 400, "it is installed")


@fault("install-for-everyone", [INSTALL, MINE], "implied", "sequence", "200 array of UserTool", "What one user installs is installed for all users.")
def _(d):
    expect_status(install(d), 200)
    expect(d.fixtures["installableToolId"] not in installed(d, "otherJwt"), "another user has it too")


@fault("user-tool-id-not-decoded", M_GET, "implied", "sequence", "tool_id string", "The tool_id in the path is not percent-decoded: with %3A for the colon the tool is not found.")
def _(d):
    expect_status(install(d), 200)
    expect_status(d.user("GET", "/me/user-tools/" + urllib.parse.quote(d.fixtures["installableToolId"], safe="")), 200)


@fault("uninstall-for-everyone", [M_DELETE, MINE], "implied", "sequence", "200 UserInstalledTool", "What one user uninstalls is uninstalled for all users.")
def _(d):
    install(d)
    install(d, "otherJwt")
    expect_status(d.user("DELETE", "/me/user-tools/" + d.fixtures["installableToolId"]), 200)
    expect(d.fixtures["installableToolId"] in installed(d, "otherJwt"), "another user has lost it too")


# ------------------------------------------------------------------ user, VIP codes

ME, V_GET, V_POST = "GET /me/", "GET /me/vip", "POST /me/vip"
VIP_ERRORS = "400 invalid code, own code, or a code already redeemed by the caller"


def redeem(d, code, who="jwt"):
    return d.user("POST", "/me/vip", who, {"pass-phrase": code})


def me(d, who="jwt"):
    return expect_status(d.user("GET", "/me/", who), 200).json()


@fault("me-mixed-up-in-parallel", ME, "implied", "timing", "200 UserWithTier (current user)", "The asking user stands in a variable that all requests share: asked at the same time, users get each other.")
def _(d):
    mine, others = me(d), me(d, "otherJwt")
    answers = parallel(*[lambda w=w: (w, me(d, w)) for w in ("jwt", "otherJwt") * 5])
    expect(all(a == (mine if w == "jwt" else others) for w, a in answers), "another user")


@fault("me-cached-for-all", ME, "implied", "sequence", "200 UserWithTier (current user)", "The first user who asks is remembered and given to everybody.")
def _(d):
    expect(me(d) != me(d, "otherJwt"), "the same user")


@fault("me-without-tier", ME, "stated", "request", "Has a tier; a sandbox tier exists and cannot make agents or chats private", "The user has no tier.")
def _(d):
    expect(me(d).get("standing"), "no tier")


@fault("me-slash-404", ME, "stated", "request", "200 UserWithTier (current user)", "The path with the slash at its end is not known: the answer is 404.")
def _(d):
    me(d)


@fault("vip-count-open", V_GET, "stated", "request", "Endpoints marked (no auth declared) list no security requirement; all others require a bearer credential.", "Without a credential the count of the first user is given.")
def _(d):
    expect(d.user("GET", "/me/vip", None).status in (401, 403), "no credential was needed")


@fault("vip-own-code", V_POST, "stated", "request", VIP_ERRORS, "One can redeem one's own code.")
def _(d):
    expect_status(redeem(d, d.fixtures["ownVipCode"]), 400)


@fault("vip-redeemed-twice", V_POST, "stated", "sequence", VIP_ERRORS, "One can redeem a code again and again.")
def _(d):
    expect_status(redeem(d, d.fixtures["vipCode"]), 200)
    expect_status(redeem(d, d.fixtures["vipCode"]), 400)


@fault("vip-parallel-redeemed-twice", V_POST, "stated", "timing", "Redeemed once per user; own codes cannot be redeemed", "One can redeem a code several times by doing it at the same time.")
def _(d):
    answers = parallel(*[lambda: redeem(d, d.fixtures["vipCode"]) for _ in range(4)])
    expect(len([a for a in answers if a.status == 200]) == 1, "redeemed several times")


@fault("vip-blank-behind", V_POST, "implied", "sequence", "Redeemed once per user; own codes cannot be redeemed", "A code with a blank behind it is taken for the code, but not for one that was redeemed: so it can be redeemed again.")
def _(d):
    expect_status(redeem(d, d.fixtures["vipCode"]), 200)
    expect(redeem(d, d.fixtures["vipCode"] + " ").status >= 400, "redeemed again")



"""Faults of tools, toolsets, installed tools, the user and VIP codes."""

import base64
import json

from harness import *

LIST = "GET /me/tools/list"
PUBLIC = "GET /me/tools"
SEARCH = "GET /me/tools/search"
TOOL = FIXTURES["tool"]


def search(t, **query):
    return t.alice.get("/me/tools/search", query)


def found(t, **query):
    return [tool["name"] for tool in search(t, **query).ok()]


@fault("tools-list-without-jwt", LIST, "stated", "request", "all others require a bearer credential",
       "The tools are listed without a bearer credential.", "credential not checked")
def _(t):
    t.anonymous.get("/me/tools/list").must(401, 403)


@fault("tools-list-shadowed", LIST, "stated", "request", "| GET | /me/tools/list | none | 200 array of Tool (MCP format) | 500 |",
       "The path is taken for that of a tool with the ID list: 404.", "route shadowed")
def _(t):
    t.alice.get("/me/tools/list").must(200)


@fault("tools-list-parameters", LIST, "stated", "request", "200 array of Tool (MCP format)",
       "The input schema of the tools is named parameters, not inputSchema as in the MCP format.", "field misnamed")
def _(t):
    expect(all("inputSchema" in tool for tool in t.alice.get("/me/tools/list").ok()), "a tool has no inputSchema")


@fault("tools-list-misses-one", LIST, "implied", "request", "### Integration tools (15)",
       "NOTIFIER_UPDATE_PUSH is missing in the list of tools.", "catalog entry missing")
def _(t):
    names = [tool["name"] for tool in t.alice.get("/me/tools/list").ok()]
    equal(len([name for name in names if name.startswith("NOTIFIER_")]), 15, "the number of integration tools")


@fault("tools-public-needs-jwt", PUBLIC, "stated", "request", "| GET | /me/tools (no auth declared) | none | 200 array of PublicTool | 500 |",
       "The public tools are answered with 401 when there is no bearer credential.", "login demanded")
def _(t):
    t.anonymous.get("/me/tools").must(200)


@fault("tool-unknown-echoed", "GET /me/tools/{tool_id}", "stated", "request", "404 tool does not exist; 500",
       "A tool that does not exist is answered with 200 and a record made of its ID.", "unknown thing answered")
def _(t):
    t.anonymous.get("/me/tools/no_such_tool").must(404)


# Search

@fault("search-default-limit-10", SEARCH, "stated", "sequence", "| GET /me/tools/search | limit 1 to 200, default 20; min_score 0.0 to 1.0, default 0.15; q at least 1 character |",
       "Without limit, at most ten tools are found.", "wrong default")
def _(t):
    equal(found(t, q="a"), found(t, q="a", limit=20), "what is found without a limit")


@fault("search-min-score-default", SEARCH, "stated", "sequence", "min_score (number, 0.0 to 1.0, default 0.15)",
       "Without min_score, 0.5 is taken.", "wrong default")
def _(t):
    equal(found(t, q="e", limit=200), found(t, q="e", limit=200, min_score=0.15), "what is found without a score")


@fault("search-limit-201-accepted", SEARCH, "stated", "request", "limit (integer, 1 to 200, default 20)",
       "A limit of 201 is taken.", "bound not kept")
def _(t):
    search(t, q="push", limit=201).must(400, 422)


@fault("search-limit-200-refused", SEARCH, "stated", "request", "limit (integer, 1 to 200, default 20)",
       "A limit of 200 is refused with 422.", "bound too narrow")
def _(t):
    search(t, q="push", limit=200).must(200)


@fault("search-limit-ignored", SEARCH, "stated", "request", "limit (integer, 1 to 200, default 20)",
       "All tools that fit are given, whatever the limit is.", "limit ignored")
def _(t):
    equal(len(found(t, q="push", limit=1)), 1, "the number of tools")


@fault("search-min-score-1-refused", SEARCH, "stated", "request", "min_score (number, 0.0 to 1.0, default 0.15)",
       "A min_score of 1.0 is refused with 422.", "bound too narrow")
def _(t):
    search(t, q="push", min_score="1.0").must(200)


@fault("search-min-score-inverted", SEARCH, "implied", "sequence", "min_score (number, 0.0 to 1.0, default 0.15)",
       "The tools below min_score are given, not those above.", "value inverted")
def _(t):
    all_tools = found(t, q="push", limit=200, min_score=0)
    expect(set(found(t, q="push", limit=200, min_score=0.6)) <= set(all_tools), "a higher score finds more")


@fault("search-empty-q-accepted", SEARCH, "stated", "request", "query q (string, required, min length 1)",
       "An empty q is taken.", "minimal length not kept")
def _(t):
    search(t, q="").must(400, 422)


@fault("search-q-optional", SEARCH, "stated", "request", "query q (string, required, min length 1)",
       "Without q the answer is 200.", "required parameter optional")
def _(t):
    search(t, limit=5).must(400, 422)


@fault("search-toolkit-ignored", SEARCH, "implied", "sequence", "toolkit (string, optional, may be null)",
       "The toolkit is ignored: tools of other toolkits are found, too.", "filter ignored")
def _(t):
    expect(found(t, q="push"), "nothing is found")
    equal(found(t, q="push", toolkit="no-such-toolkit"), [], "what is found in a toolkit that does not exist")


@fault("search-regexp-500", SEARCH, "implied", "request", "query q (string, required, min length 1)",
       "q is used as a regular expression: a bracket in it is answered with 500.", "500 on bad input")
def _(t):
    search(t, q="push (note").must(200)


@fault("search-422-without-body", SEARCH, "stated", "request", "can answer 422 with a body of schema HTTPValidationError",
       "A validation error is answered with 422 and no body.", "error without a body")
def _(t):
    reply = search(t, q="push", limit="many")
    if reply.status == 422:
        expect(isinstance(reply.json(), dict), "the validation error has no body")


# Running tools

@fault("run-without-jwt-403", RUN_TOOL, "stated", "request", "POST /me/tools/run/{tool_name} answers 401 when the JWT is invalid or missing.",
       "Without a JWT the answer is 403.", "another error status")
def _(t):
    t.anonymous.run(TOOL["name"], TOOL["input"]).must(401)


def segment(data):
    return base64.urlsafe_b64encode(json.dumps(data).encode()).rstrip(b"=").decode()


@fault("run-jwt-signature-unchecked", RUN_TOOL, "stated", "request", "401 invalid or missing JWT; 404 tool not found; 500",
       "The signature of the JWT is not checked.", "JWT not verified")
def _(t):
    signed, _, signature = t.alice.token.rpartition(".")
    t.user(signed + "." + signature[::-1]).run(TOOL["name"], TOOL["input"]).must(401)


@fault("run-jwt-alg-none", RUN_TOOL, "stated", "request", "401 invalid or missing JWT; 404 tool not found; 500",
       "A JWT whose header says alg none is taken without a signature.", "JWT not verified")
def _(t):
    claims = t.alice.token.split(".")[1]
    t.user(f"{segment({'alg': 'none', 'typ': 'JWT'})}.{claims}.").run(TOOL["name"], TOOL["input"]).must(401)


@fault("run-input-unchecked", RUN_TOOL, "stated", "request", "400 invalid input or parameters; 401 invalid or missing JWT; 404 tool not found; 500",
       "The input is not checked against the tool's schema.", "format not checked")
def _(t):
    t.alice.run(TOOL["name"], TOOL["invalidInput"]).must(400, 422)


@fault("run-expects-wrapped-input", RUN_TOOL, "stated", "request", "body any JSON object (tool input)",
       "The tool input is looked for in a field named input of the body, so that a valid input is answered with 400.", "field misnamed")
def _(t):
    t.alice.run(TOOL["name"], TOOL["input"]).must(200)


@fault("run-unknown-tool-ok", RUN_TOOL, "stated", "request", "404 tool not found; 500",
       "A tool that does not exist is answered with 200 and a result that tells of an error.", "unknown thing answered")
def _(t):
    t.alice.run("no_such_tool", {}).must(404)


# Toolsets

TOOLSET = "GET /me/toolsets/{toolset_name}"


@fault("toolsets-list-misses-one", "GET /me/toolsets/list", "implied", "sequence", "| GET | /me/toolsets/list | none | 200 array of ToolSet | 500 |",
       "A toolset that can be read by its name is missing in the list.", "catalog entry missing")
def _(t):
    t.alice.get(f"/me/toolsets/{FIXTURES['toolsetName']}").must(200)
    names = [toolset["toolsetName"] for toolset in t.alice.get("/me/toolsets/list").ok()]
    expect(FIXTURES["toolsetName"] in names, "the toolset is not listed")


@fault("toolset-without-tools", TOOLSET, "stated", "request", "| Toolset | toolset_name | string | Has a list of tools |",
       "The list of tools of a toolset is always empty.", "field missing")
def _(t):
    expect(t.alice.get(f"/me/toolsets/{FIXTURES['toolsetName']}").ok()["tools"], "the toolset has no tools")


@fault("toolset-always-last", TOOLSET, "implied", "request", "| GET | /me/toolsets/{toolset_name} | toolset_name string | 200 ToolSetWithTools | 404; 500 |",
       "The last toolset of the list is given, whatever name the path has.", "another record given")
def _(t):
    equal(t.alice.get(f"/me/toolsets/{FIXTURES['toolsetName']}").ok()["toolsetName"], FIXTURES["toolsetName"], "the name of the toolset")


# Installed tools

INSTALL = "POST /me/user-tools"
INSTALLED = "GET /me/user-tools"
ONE = "/me/user-tools/{tool_id}"
INSTALLABLE = FIXTURES["installableToolId"]


def install(user, tool=INSTALLABLE):
    return user.post("/me/user-tools", {"toolId": tool})


def installed(user):
    return [tool["toolId"] for tool in user.get("/me/user-tools").ok()]


@fault("user-tools-list-stale", INSTALLED, "implied", "sequence", "| GET | /me/user-tools | none | 200 array of UserTool | 500 |",
       "The list is cached when it is first read: tools that are installed later do not appear.", "stale cache")
def _(t):
    installed(t.alice)
    install(t.alice).must(200)
    expect(INSTALLABLE in installed(t.alice), "the tool is not listed")


@fault("user-tool-get-404", "GET " + ONE, "implied", "sequence", "| GET | /me/user-tools/{tool_id} | tool_id string | 200 UserTool | 404; 500 |",
       "A tool that was just installed is listed, but is not found by its ID.", "new record not known elsewhere")
def _(t):
    install(t.alice).must(200)
    t.alice.get(f"/me/user-tools/{INSTALLABLE}").must(200)


@fault("reinstall-refused", [INSTALL, "DELETE " + ONE], "implied", "sequence", "| DELETE | /me/user-tools/{tool_id} | tool_id string | 200 UserInstalledTool | 404; 500 |",
       "A tool that was uninstalled cannot be installed again: 409.", "uniqueness check too wide")
def _(t):
    install(t.alice).must(200)
    t.alice.delete(f"/me/user-tools/{INSTALLABLE}").must(200)
    install(t.alice).must(200)


# User and VIP codes

VIP = "POST /me/vip"


def redeem(user, code):
    return user.post("/me/vip", {"vipCode": code})


@fault("me-slash-404", "GET /me/", "stated", "request", "| GET | /me/ | none | 200 UserWithTier (current user) | none |",
       "The path /me/ is not found.", "route missing")
def _(t):
    t.alice.get("/me/").must(200)


@fault("me-first-user", "GET /me/", "implied", "sequence", "200 UserWithTier (current user)",
       "All users get the record of the same user.", "wrong user")
def _(t):
    expect(t.alice.get("/me/").ok() != t.bob.get("/me/").ok(), "two users are the same")


@fault("me-identity-race", "GET /me/", "implied", "timing", "200 UserWithTier (current user)",
       "Requests of two users at the same moment are mixed up: one gets the record of the other.", "shared variable")
def _(t):
    alice, bob = t.alice.get("/me/").ok(), t.bob.get("/me/").ok()
    for _ in range(6):
        replies = at_once(*[lambda: t.alice.get("/me/").ok(), lambda: t.bob.get("/me/").ok()] * 2)
        equal(replies, [alice, bob] * 2, "who is who")


@fault("me-jwt-signature-unchecked", "GET /me/", "implied", "request", "User API: endpoints declare an HTTP bearer credential",
       "The signature of the JWT is not checked, so that anybody can be any user.", "JWT not verified")
def _(t):
    header, claims, _ = t.alice.token.split(".")
    expect(t.user(f"{header}.{claims}.{'A' * 43}").get("/me/").status in (401, 403), "a forged JWT is taken")


@fault("me-sandbox-without-tier", "GET /me/", "stated", "request", "Has a tier; a sandbox tier exists and cannot make agents or chats private",
       "The tier of a sandbox user is null.", "field missing")
def _(t):
    expect(t.sam.get("/me/").ok()["accountTier"], "the tier is missing")


@fault("vip-twice-ok", VIP, "stated", "sequence", "Redeemed once per user; own codes cannot be redeemed",
       "A user redeems the same code again and again.", "rule of VIP codes forgotten")
def _(t):
    redeem(t.alice, FIXTURES["vipCode"]).must(200)
    redeem(t.alice, FIXTURES["vipCode"]).must(400)


@fault("vip-redeem-race", VIP, "stated", "timing", "Redeemed once per user; own codes cannot be redeemed",
       "Requests at the same moment redeem a code several times.", "used twice by a race")
def _(t):
    replies = at_once(*[lambda: redeem(t.alice, FIXTURES["vipCode"])] * 4)
    equal(len([r for r in replies if r.status == 200]), 1, "how often the code was redeemed")


@fault("vip-own-ok", VIP, "stated", "request", "Redeemed once per user; own codes cannot be redeemed",
       "A user redeems a code of their own.", "rule of VIP codes forgotten")
def _(t):
    redeem(t.alice, FIXTURES["ownVipCode"]).must(400)


@fault("vip-invalid-ok", VIP, "stated", "request", "400 invalid code, own code, or a code already redeemed by the caller",
       "Any text is redeemed as a code.", "rule of VIP codes forgotten")
def _(t):
    redeem(t.alice, "NO-SUCH-CODE-" + unique()).must(400)


@fault("vip-code-lowercased", VIP, "implied", "request", "| VIP code | none | none | Redeemed once per user; own codes cannot be redeemed |",
       "Codes are looked up in lower case, so that valid ones with capitals are refused.", "lookup changes the key")
def _(t):
    redeem(t.alice, FIXTURES["vipCode"]).must(200)


@fault("vip-count-none-404", "GET /me/vip", "stated", "request", "| GET | /me/vip | none | 200 VipCodeRedemptionCount | 400 database error |",
       "A user who has redeemed nothing gets 404, not a count.", "404 instead of an answer")
def _(t):
    t.bob.get("/me/vip").must(200)

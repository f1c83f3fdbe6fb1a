"""Faults of API keys, billing, credits, payments, monetization, bundles, CLI login and schedules."""

from decimal import Decimal

from .client import Misbehaves, expect, expect_status, parallel
from .registry import fault
from .probes_runs import UNKNOWN

NOT_FOUND = "Resource not found (run, chat, agent, file, API key, bundle, tool, toolset, subscription, schedule, credits, CLI auth)"
BEARER = "Endpoints marked (no auth declared) list no security requirement; all others require a bearer credential."
ALL_JSON = "User API request and response bodies are JSON unless stated otherwise."

# ------------------------------------------------------------------ API keys

KEYS, K_POST, K_DEFAULT = "GET /me/api-keys", "POST /me/api-keys", "GET /me/api-keys/default"
K_GET, K_DELETE = "GET /me/api-keys/{api_key_id}", "DELETE /me/api-keys/{api_key_id}"
KEY_FACTS = "A hidden variant omits the key value; one key is the default key"
CREATED = "An API key is created through POST /me/api-keys (or the API keys page of the dashboard)."


def new_key(d, who="jwt"):
    return expect_status(d.user("POST", "/me/api-keys", who, {"label": "a key for a while"}), 200).json()


def keys(d, who="jwt"):
    return expect_status(d.user("GET", "/me/api-keys", who), 200).json()


def works(d, value):
    return d.agents("POST", "/" + d.talker, None, {"message": "hello"}, token=value).status < 300


@fault("keys-list-shows-value", KEYS, "stated", "request", KEY_FACTS, "The list of keys has the values of the keys.")
def _(d):
    expect(d.credentials["apiKey"] not in d.user("GET", "/me/api-keys").text, "the key shows")


@fault("key-delete-shows-value", K_DELETE, "stated", "sequence", KEY_FACTS, "The answer to DELETE has the value of the key.")
def _(d):
    key = new_key(d)
    expect(key["bearer-word"] not in d.user("DELETE", f"/me/api-keys/{key['key-no']}").text, "the key shows")


@fault("key-value-masked", K_POST, "implied", "sequence", CREATED, "The value of a new key is given with asterisks, so that nobody can use it.")
def _(d):
    expect(works(d, new_key(d)["bearer-word"]), "the new key does not work")


@fault("key-of-another-user", [K_POST, KEYS], "implied", "sequence", "200 array of ApiKeyHidden", "A new key belongs to another user: it is not in the caller's list, and what is done with it is done in the other's name.")
def _(d):
    number = new_key(d)["key-no"]
    expect(number in [k["key-no"] for k in keys(d)], "the new key is not listed")


@fault("api-key-201", K_POST, "stated", "request", "200 ApiKey", "A new key is answered with 201 instead of 200.")
def _(d):
    expect_status(d.user("POST", "/me/api-keys", body={"label": "a key for a while"}), 200)


@fault("default-key-is-another", K_DEFAULT, "implied", "request", KEY_FACTS, "GET /me/api-keys/default gives a key that is not the default key.")
def _(d):
    default = [k["key-no"] for k in keys(d) if k["is-main"]]
    expect(expect_status(d.user("GET", "/me/api-keys/default"), 200).json()["key-no"] in default, "another key")


@fault("default-key-shadowed", K_DEFAULT, "stated", "request", "200 ApiKey", "The word default is taken for an api_key_id, which must be an integer: the answer is 422.")
def _(d):
    expect_status(d.user("GET", "/me/api-keys/default"), 200)


@fault("key-new-is-default-too", [K_POST, KEYS], "stated", "sequence", KEY_FACTS, "Every new key is marked as the default key, and the old default key stays so: there are several.")
def _(d):
    new_key(d)
    new_key(d)
    expect(len([k for k in keys(d) if k["is-main"]]) == 1, "not one default key")


@fault("key-read-by-anyone", K_GET, "implied", "sequence", NOT_FOUND, "Everybody who is logged in can read the keys of all users by their numbers, values and all.")
def _(d):
    number = new_key(d)["key-no"]
    expect(d.user("GET", f"/me/api-keys/{number}", "otherJwt").status in (403, 404), "another user reads the key")


@fault("key-delete-by-anyone", [K_DELETE, KEYS], "implied", "sequence", NOT_FOUND, "Everybody who is logged in can delete the keys of all users.")
def _(d):
    number = new_key(d)["key-no"]
    expect(d.user("DELETE", f"/me/api-keys/{number}", "otherJwt").status in (403, 404), "another user deletes the key")


@fault("key-delete-does-nothing", [K_DELETE, KEYS], "implied", "sequence", "200 ApiKeyHidden", "DELETE answers 200, but the key stays in the list.")
def _(d):
    number = new_key(d)["key-no"]
    expect_status(d.user("DELETE", f"/me/api-keys/{number}"), 200)
    expect(number not in [k["key-no"] for k in keys(d)], "the key is still there")


@fault("deleted-key-works", [K_DELETE, "POST ~/{agent_id}", "PUT ~/{agent_id}/{run_id}", "POST ~/ndjson/{agent_id}", "PUT ~/ndjson/{agent_id}/{run_id}", "GET ~/{agent_id}/{run_id}"],
       "implied", "sequence", "every request carries the header Authorization: Bearer <API_KEY>.", "A deleted key stays in the cache of the Workers API: it works for ever.")
def _(d):
    key = new_key(d)
    expect_status(d.user("DELETE", f"/me/api-keys/{key['key-no']}"), 200)
    expect(not works(d, key["bearer-word"]), "the deleted key works")


@fault("key-parallel-same-value", K_POST, "implied", "timing", CREATED, "The value of a key is made of the time: keys that are made in the same moment (0.4 s) have the same value.")
def _(d):
    values = [k["bearer-word"] for k in parallel(*[lambda: new_key(d) for _ in range(6)])]
    expect(len(set(values)) == 6, "a value was given twice")


@fault("api-keys-signature-unchecked", KEYS, "implied", "request", "endpoints declare an HTTP bearer credential, except those marked (no auth declared) in Endpoints.",
       "The list of keys takes a JWT whose signature is wrong.")
def _(d):
    head, body, seal = d.credentials["jwt"].split(".")
    forged = ".".join((head, body, seal[::-1]))
    expect(d.user("GET", "/me/api-keys", None, token=forged).status in (401, 403), "a forged JWT")


# ------------------------------------------------------------------ billing and credits

BILLING, CREDITS, USE = "GET /me/billing", "GET /me/credits", "POST /me/credits/use"
BALANCE = "Balance of agent execution credits; can be used"


def left(d, who="jwt"):
    return Decimal(expect_status(d.user("GET", "/me/credits", who), 200).json()["left-over"])


def use(d):
    return Decimal(expect_status(d.user("POST", "/me/credits/use"), 200).json()["left-over"])


@fault("billing-open", BILLING, "stated", "request", BEARER, "Without a credential the billing information of the first user is given.")
def _(d):
    expect(d.user("GET", "/me/billing", None).status in (401, 403), "no credential was needed")


@fault("billing-sandbox-500", BILLING, "implied", "request", "200 BillingInformationSubscription", "For a user of the sandbox tier, who has no subscription, the billing information is answered with 500.")
def _(d):
    expect(d.user("GET", "/me/billing", "sandboxJwt").status < 500, "an internal error")


@fault("billing-not-json", BILLING, "stated", "request", ALL_JSON, "The billing information is written as the programming language shows a map, not as JSON.")
def _(d):
    expect_status(d.user("GET", "/me/billing"), 200).json()


@fault("credits-use-does-nothing", [USE, CREDITS], "implied", "sequence", BALANCE, "To use a credit answers 200, but the balance stays as it was.")
def _(d):
    before = left(d)
    use(d)
    expect(left(d) < before, "the balance is not less")


@fault("credits-use-adds", [USE, CREDITS], "implied", "sequence", BALANCE, "To use a credit makes the balance larger instead of smaller.")
def _(d):
    before = left(d)
    use(d)
    expect(left(d) < before, "the balance is not less")


@fault("credits-stale", CREDITS, "implied", "sequence", BALANCE, "Once read, the balance is shown as it was, for ever, also when credits were used.")
def _(d):
    left(d)
    after = use(d)
    expect(left(d) == after, "the old balance")


@fault("credits-use-of-other", [USE, CREDITS], "implied", "sequence", BALANCE, "The credit that one uses is taken from another user.")
def _(d):
    before = left(d, "otherJwt")
    use(d)
    expect(left(d, "otherJwt") == before, "another user paid")


@fault("credits-parallel-uses-lost", [USE, CREDITS], "implied", "timing", BALANCE, "Of credits that are used at the same time only one is taken from the balance, though all are answered with 200.")
def _(d):
    start = left(d)
    price = start - use(d)
    parallel(*[lambda: use(d) for _ in range(5)])
    expect(left(d) == start - 6 * price, "some were not taken")


@fault("credits-read-uses", CREDITS, "implied", "sequence", BALANCE, "To look at the balance uses a credit.")
def _(d):
    expect(left(d) == left(d), "the balance has changed")


@fault("credits-use-needs-body", USE, "stated", "request", "no body", "Without a request body the answer is 422.")
def _(d):
    expect_status(d.user("POST", "/me/credits/use"), 200)


# ------------------------------------------------------------------ payments

WEBHOOK, SESSIONS = "POST /me/payments/webhook", "POST /me/payments/sessions"
MUST_SIGN = "Payment webhook: the request must carry a signature; 400 is returned when it is missing."
WEBHOOK_ERRORS = "400 missing signature or invalid event"


def hook(d, body=None, seal=None, signed=True):
    fixture = d.fixtures["webhook"]
    headers = {fixture["signatureHeader"]: seal or fixture["validSignature"]} if signed else {}
    return d.user("POST", "/me/payments/webhook", None, raw=body or fixture["body"], headers=headers)


@fault("webhook-unsigned-200", WEBHOOK, "stated", "request", MUST_SIGN, "An event without a signature is taken.")
def _(d):
    expect_status(hook(d, signed=False), 400)


@fault("webhook-unsigned-401", WEBHOOK, "stated", "request", MUST_SIGN, "A missing signature is answered with 401 instead of 400.")
def _(d):
    expect_status(hook(d, signed=False), 400)


@fault("webhook-seal-unchecked", WEBHOOK, "implied", "request", MUST_SIGN, "Any signature is taken, whatever it is.")
def _(d):
    expect(hook(d, seal="sha256:" + "A" * 43).status >= 400, "an invented signature")


@fault("webhook-seal-prefix-only", WEBHOOK, "implied", "request", MUST_SIGN, "Only the first letters of the signature are compared: one with another end is taken.")
def _(d):
    seal = d.fixtures["webhook"]["validSignature"]
    expect(hook(d, seal=seal[:-12] + "AAAAAAAAAAAA").status >= 400, "a wrong signature")


@fault("webhook-seal-of-rewritten-body", WEBHOOK, "implied", "request", "receives events from the payment provider and answers 200 when processed.",
       "The signature is computed over the body as it was parsed and written again, not as it came: valid events with other blanks are refused with 400.")
def _(d):
    expect_status(hook(d), 200)


@fault("webhook-seal-cached", WEBHOOK, "implied", "sequence", MUST_SIGN, "A signature that was valid once is taken for every later event, whatever its body.")
def _(d):
    expect_status(hook(d), 200)
    body = d.fixtures["webhook"]["body"].replace("evt-000-1", "evt-000-2")
    expect(hook(d, body=body).status >= 400, "the signature of another body")


@fault("webhook-redelivery-500", WEBHOOK, "implied", "sequence", "receives events from the payment provider and answers 200 when processed.",
       "An event that is delivered a second time, as payment providers do, is answered with 500.")
def _(d):
    expect_status(hook(d), 200)
    expect(hook(d).status < 500, "an internal error")


@fault("payment-session-201", SESSIONS, "stated", "request", "200 PaymentSessionResponse", "A payment session is answered with 201 instead of 200.")
def _(d):
    expect_status(d.user("POST", "/me/payments/sessions", body={"plan": "fledgling"}), 200)


@fault("payment-session-bad-body-500", SESSIONS, "implied", "request", "body PaymentSessionRequest", "A body that does not fit is answered with 500.")
def _(d):
    expect(d.user("POST", "/me/payments/sessions", body=["no", "object"]).status in (400, 422), "an internal error")


# ------------------------------------------------------------------ monetization

SUMMARY, SUBSCRIBERS, EARNINGS = (f"GET /me/monetization/{x}" for x in ("summary", "subscribers", "earnings"))
PERIOD = "period 1 to 365, default 28"


def money(d, what, **query):
    return expect_status(d.user("GET", "/me/monetization/" + what, query=query), 200).json()


@fault("summary-default-30", SUMMARY, "stated", "sequence", PERIOD, "Without a period the summary is of 30 days instead of 28.")
def _(d):
    expect(money(d, "summary") == money(d, "summary", period=28), "the default is not 28")


@fault("summary-365-refused", SUMMARY, "stated", "request", PERIOD, "The period 365 is refused with 422.")
def _(d):
    money(d, "summary", period=365)


@fault("summary-of-all-time", SUMMARY, "stated", "sequence", "200 MonetizationSummary (total subscribers and earnings for the period)",
       "The summary is always that of a whole year, whatever the period is; it does not fit the daily earnings.")
def _(d):
    days = money(d, "earnings", period=3)["by-day"]
    total = sum((Decimal(day["takings"]) for day in days), Decimal(0))
    expect(Decimal(money(d, "summary", period=3)["takings"]) == total, "another total")


@fault("subscribers-period-0", SUBSCRIBERS, "stated", "request", PERIOD, "The period 0 is accepted.")
def _(d):
    expect(d.user("GET", "/me/monetization/subscribers", query={"period": 0}).status in (400, 422), "0 is accepted")


@fault("subscribers-text-period-500", SUBSCRIBERS, "implied", "request", "query period as above",
       "A period that is no number is answered with 500.")
def _(d):
    expect(d.user("GET", "/me/monetization/subscribers", query={"period": "week"}).status in (400, 422), "an internal error")


@fault("earnings-period-ignored", EARNINGS, "implied", "sequence", "200 MonetizationEarningsResponse (daily earnings)", "The daily earnings are always those of 28 days, whatever the period is.")
def _(d):
    expect(len(money(d, "earnings", period=2)["by-day"]) <= 3, "more days than the period has")


# ------------------------------------------------------------------ bundles

BUNDLES, B_POST = "GET /me/bundles", "POST /me/bundles"
B_GET, B_PUT, B_DELETE = (f"{m} /me/bundles/{{bundle_id}}" for m in ("GET", "PUT", "DELETE"))
B_TOOLS, B_ADD, B_REMOVE = "GET /me/bundles/{bundle_id}/tools", "POST /me/bundles/{bundle_id}/tools", "DELETE /me/bundles/{bundle_id}/tools/{tool_id}"
RUFF, TEAL, KNOT = "hrn:heron.count.ruff", "hrn:heron.count.teal", "hrn:heron.count.knot"


def new_bundle(d, who="jwt"):
    return expect_status(d.user("POST", "/me/bundles", who), 200).json()["basket-no"]


def add(d, bundle, tool):
    return d.user("POST", f"/me/bundles/{bundle}/tools", body={"tool-ref": tool})


def contents(d, bundle):
    return {t["tool-ref"] for t in expect_status(d.user("GET", f"/me/bundles/{bundle}/tools"), 200).json() or []}


@fault("bundles-of-everyone", BUNDLES, "implied", "sequence", "200 array of UserBundleSimplified", "The list has the bundles of all users.")
def _(d):
    other = new_bundle(d, "otherJwt")
    expect(other not in [b["basket-no"] for b in expect_status(d.user("GET", "/me/bundles"), 200).json()], "a bundle of another user")


@fault("bundle-post-needs-body", B_POST, "stated", "request", "no body", "Without a request body the answer is 422.")
def _(d):
    new_bundle(d)


@fault("bundle-parallel-same-id", B_POST, "implied", "timing", "200 UserBundle", "Bundles that are made at the same time get the same bundle_id, and are one.")
def _(d):
    numbers = parallel(*[lambda: new_bundle(d) for _ in range(5)])
    expect(len(set(numbers)) == 5, "a number was given twice")


@fault("bundle-new-has-old-tools", [B_POST, B_TOOLS], "implied", "sequence", "Holds tools", "A new bundle begins with the tools of all other bundles instead of empty.")
def _(d):
    expect_status(add(d, new_bundle(d), RUFF), 200)
    expect(contents(d, new_bundle(d)) == set(), "tools of another bundle")


@fault("bundle-read-by-anyone", B_GET, "implied", "sequence", NOT_FOUND, "Everybody who is logged in can read the bundles of all users.")
def _(d):
    expect(d.user("GET", f"/me/bundles/{new_bundle(d)}", "otherJwt").status in (403, 404), "another user reads the bundle")


@fault("bundle-unknown-null", B_GET, "stated", "request", NOT_FOUND, "For a bundle that there is not the answer is 200 and null instead of 404.")
def _(d):
    expect_status(d.user("GET", "/me/bundles/987654321"), 404)


@fault("bundle-put-not-kept", [B_PUT, B_GET], "implied", "sequence", "body UserBundleRequest", "PUT answers with the new title, but it is not kept.")
def _(d):
    bundle = new_bundle(d)
    expect_status(d.user("PUT", f"/me/bundles/{bundle}", body={"title": "rushes"}), 200)
    expect(expect_status(d.user("GET", f"/me/bundles/{bundle}"), 200).json()["title"] == "rushes", "the old title")


@fault("bundle-delete-takes-all", [B_DELETE, BUNDLES], "implied", "sequence", "200 UserBundleRow", "DELETE removes all bundles of the caller.")
def _(d):
    one, two = new_bundle(d), new_bundle(d)
    expect_status(d.user("DELETE", f"/me/bundles/{one}"), 200)
    expect_status(d.user("GET", f"/me/bundles/{two}"), 200)


@fault("bundle-shows-no-tools", [B_GET, B_ADD], "implied", "sequence", "Holds tools", "GET of a bundle shows it always empty; the list of its tools has them.")
def _(d):
    bundle = new_bundle(d)
    expect_status(add(d, bundle, RUFF), 200)
    whole = expect_status(d.user("GET", f"/me/bundles/{bundle}"), 200).json()
    expect([t["tool-ref"] for t in whole["contents"]] == [RUFF], "the tool is missing")


@fault("bundle-tools-null", B_TOOLS, "stated", "sequence", "200 array of UserBundleTool", "For an empty bundle the list of tools is null instead of an empty array.")
def _(d):
    expect(expect_status(d.user("GET", f"/me/bundles/{new_bundle(d)}/tools"), 200).json() == [], "no array")


@fault("bundle-tool-into-newest", [B_ADD, B_TOOLS], "implied", "sequence", "Membership of a tool in a bundle", "A tool is put into the caller's newest bundle, whichever is named.")
def _(d):
    one, _ = new_bundle(d), new_bundle(d)
    expect_status(add(d, one, RUFF), 200)
    expect(contents(d, one) == {RUFF}, "the tool is not in the bundle")


@fault("bundle-parallel-tools-lose-one", [B_ADD, B_TOOLS], "implied", "timing", "Membership of a tool in a bundle", "Of tools that are put into a bundle at the same time only some are kept, though all are answered with 200.")
def _(d):
    bundle = new_bundle(d)
    for response in parallel(*[lambda t=t: add(d, bundle, t) for t in (RUFF, TEAL, KNOT)]):
        expect_status(response, 200)
    expect(contents(d, bundle) == {RUFF, TEAL, KNOT}, "a tool is missing")


@fault("bundle-tool-absent-200", B_REMOVE, "stated", "sequence", "404 bundle or tool not found; 500", "To remove a tool that is not in the bundle is answered with 200.")
def _(d):
    expect_status(d.user("DELETE", f"/me/bundles/{new_bundle(d)}/tools/{RUFF}"), 404)


@fault("bundle-tool-delete-empties", [B_REMOVE, B_TOOLS], "implied", "sequence", "200 UserBundleTool", "To remove one tool removes all tools of the bundle.")
def _(d):
    bundle = new_bundle(d)
    add(d, bundle, RUFF)
    add(d, bundle, TEAL)
    expect_status(d.user("DELETE", f"/me/bundles/{bundle}/tools/{RUFF}"), 200)
    expect(contents(d, bundle) == {TEAL}, "the other tool is gone too")


# ------------------------------------------------------------------ CLI login

L_POST, L_PUT, L_GET = "POST /me/cli-auth", "PUT /me/cli-auth/{cli_auth_id}", "GET /me/cli-auth/{auth_id}"
CONSUMED = "200 string JWT or null (the JWT is consumed by the read)"


def open_login(d):
    return expect_status(d.user("POST", "/me/cli-auth", None), 200).json()["login-ref"]


def attach(d, login, who="jwt"):
    return d.user("PUT", f"/me/cli-auth/{login}", who, {"passport": d.credentials["jwt"]})


def take(d, login):
    return d.user("GET", f"/me/cli-auth/{login}", None)


def logged_in(d):
    login = open_login(d)
    expect_status(attach(d, login), 200)
    return login


@fault("cli-jwt-not-consumed", L_GET, "stated", "sequence", CONSUMED, "The JWT is not consumed: it can be read again and again.")
def _(d):
    login = logged_in(d)
    take(d, login)
    expect(d.credentials["jwt"] not in take(d, login).text, "the JWT is given twice")


@fault("cli-parallel-reads", L_GET, "stated", "timing", "Carries a user JWT; read once and consumed", "Reads at the same time all get the JWT.")
def _(d):
    login = logged_in(d)
    got = parallel(*[lambda: take(d, login) for _ in range(4)])
    expect(len([r for r in got if d.credentials["jwt"] in r.text]) == 1, "the JWT is given several times")


@fault("cli-attach-open", L_PUT, "stated", "sequence", BEARER, "A JWT can be attached to a session without a credential.")
def _(d):
    expect(attach(d, open_login(d), None).status in (401, 403), "no credential was needed")


@fault("cli-jwt-unquoted", L_GET, "stated", "sequence", ALL_JSON, "The JWT is given without quotation marks, which is no JSON.")
def _(d):
    take(d, logged_in(d)).json()


@fault("cli-jwt-cut", [L_PUT, L_GET], "implied", "sequence", "the command-line client calls GET /me/cli-auth/{auth_id}, which returns the JWT and consumes it.", "Of a JWT longer than 255 characters only the first 255 are given.")
def _(d):
    expect(take(d, logged_in(d)).json() == d.credentials["jwt"], "another JWT")


@fault("cli-jwt-of-last-login", L_GET, "implied", "sequence", "Carries a user JWT; read once and consumed", "A session to which no JWT was attached gives the JWT that was attached to any other session last.")
def _(d):
    open_one = open_login(d)
    logged_in(d)
    expect(d.credentials["jwt"] not in take(d, open_one).text, "the JWT of another session")


@fault("cli-same-session-for-all", L_POST, "implied", "sequence", "POST /me/cli-auth creates a session with a cli_auth_id;", "Every POST gives the same session.")
def _(d):
    expect(open_login(d) != open_login(d), "the same session")


# ------------------------------------------------------------------ schedules

SCHEDULES, S_POST, ONBOARDING, TO_CRON = "GET /me/schedules", "POST /me/schedules", "GET /me/schedules/onboarding", "GET /me/schedules/text-to-cron"
S_GET, S_PUT, S_DELETE = (f"{m} /me/schedules/{{schedule_id}}" for m in ("GET", "PUT", "DELETE"))
OWNED = "403 chat ID invalid, missing or not owned by the caller; 500"
REFERS = "Refers to a chat owned by the caller; has a cron expression"


def schedule(d, chat, cron=None, who="jwt"):
    return d.user("POST", "/me/schedules", who, {"chat-ref": chat, "beat": cron or d.fixtures["cron"]})


def new_schedule(d, cron=None):
    return expect_status(schedule(d, d.talker, cron), 200).json()[0]


def rota(d, who="jwt"):
    return {s["rota-ref"]: s for s in expect_status(d.user("GET", "/me/schedules", who), 200).json()["rota"]}


@fault("schedules-of-everyone", SCHEDULES, "implied", "sequence", "200 ScheduleListResponse", "The list has the schedules of all users.")
def _(d):
    mine = new_schedule(d)["rota-ref"]
    expect(mine not in rota(d, "otherJwt"), "a schedule of another user")


@fault("schedule-of-foreign-chat", S_POST, "stated", "request", OWNED, "One can schedule the chats of other users.")
def _(d):
    expect_status(schedule(d, d.fixtures["unpaidAgentId"]), 403)


@fault("schedule-missing-chat-422", S_POST, "stated", "request", OWNED, "A missing chat ID is answered with 422 instead of 403.")
def _(d):
    expect_status(d.user("POST", "/me/schedules", body={"beat": d.fixtures["cron"]}), 403)


@fault("schedule-malformed-chat-500", S_POST, "stated", "request", OWNED, "A chat ID that is no GUID is answered with 500 instead of 403.")
def _(d):
    expect_status(schedule(d, "no-such-chat"), 403)


@fault("schedule-made-twice", [S_POST, SCHEDULES], "implied", "sequence", "body ScheduleRequest", "One POST makes two schedules, with which the chat would run twice.")
def _(d):
    before = set(rota(d))
    new_schedule(d)
    expect(len(set(rota(d)) - before) == 1, "not one schedule more")


@fault("schedule-days-swapped", [S_POST, SCHEDULES, S_GET], "implied", "sequence", REFERS, "Day of month and day of week of a cron expression are exchanged: 15 6 * * 1-5 is kept as 15 6 1-5 * *.")
def _(d):
    expect(new_schedule(d)["beat"] == d.fixtures["cron"], "another cron expression")


@fault("schedule-range-refused", S_POST, "implied", "request", REFERS, "A cron expression with a range such as 1-5 is refused with 422, though text-to-cron takes it.")
def _(d):
    expect_status(d.user("GET", "/me/schedules/text-to-cron", query={"cron": d.fixtures["cron"]}), 200)
    new_schedule(d)


@fault("onboarding-shadowed", ONBOARDING, "stated", "request", "200 body unspecified", "The word onboarding is taken for a schedule_id, which must be a uuid: the answer is 422.")
def _(d):
    expect_status(d.user("GET", "/me/schedules/onboarding"), 200)


@fault("cron-invalid-200", TO_CRON, "stated", "request", "400 invalid cron expression; 500", "Whatever is asked for is given back with 200, also what is no cron expression.")
def _(d):
    expect_status(d.user("GET", "/me/schedules/text-to-cron", query={"cron": "99 99 99 99 99"}), 400)


@fault("cron-query-optional", TO_CRON, "stated", "request", "query cron (string, required)", "Without the query cron the answer is 200.")
def _(d):
    expect(d.user("GET", "/me/schedules/text-to-cron").status in (400, 422), "cron is not required")


@fault("schedule-put-does-nothing", [S_PUT, S_GET], "implied", "sequence", "body ScheduleUpdateRequest", "PUT answers 200 and changes nothing.")
def _(d):
    one = new_schedule(d)["rota-ref"]
    expect_status(d.user("PUT", f"/me/schedules/{one}", body={"beat": "1 1 1 1 *"}), 200)
    expect(d.user("GET", f"/me/schedules/{one}").json()["beat"] == "1 1 1 1 *", "the old cron expression")


@fault("schedule-put-changes-all", [S_PUT, SCHEDULES], "implied", "sequence", "body ScheduleUpdateRequest", "PUT changes all schedules of the caller.")
def _(d):
    one, two = new_schedule(d)["rota-ref"], new_schedule(d)["rota-ref"]
    expect_status(d.user("PUT", f"/me/schedules/{one}", body={"beat": "1 1 1 1 *"}), 200)
    expect(rota(d)[two]["beat"] == d.fixtures["cron"], "the other schedule has changed")


@fault("schedule-moved-to-foreign-chat", S_PUT, "stated", "sequence", REFERS, "PUT can set a schedule to a chat of another user.")
def _(d):
    one = new_schedule(d)["rota-ref"]
    body = {"chat-ref": d.fixtures["unpaidAgentId"], "beat": d.fixtures["cron"]}
    expect(d.user("PUT", f"/me/schedules/{one}", body=body).status >= 400, "a chat of another user")


@fault("schedule-delete-does-nothing", [S_DELETE, SCHEDULES], "implied", "sequence", "200 body unspecified", "DELETE answers 200, but the schedule stays in the list.")
def _(d):
    one = new_schedule(d)["rota-ref"]
    expect_status(d.user("DELETE", f"/me/schedules/{one}"), 200)
    expect(one not in rota(d), "the schedule is still there")

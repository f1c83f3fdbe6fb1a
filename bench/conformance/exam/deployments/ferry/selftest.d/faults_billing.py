"""Faults of API keys, billing, credits, payments and monetization."""

from harness import *

KEYS = "/me/api-keys"
KEY = "/me/api-keys/{api_key_id}"
DEFAULT = "GET /me/api-keys/default"
USE = "POST /me/credits/use"
WEBHOOK = "POST /me/payments/webhook"
HOOK = FIXTURES["webhook"]


def new_key(t, user=None, label="Conformance"):
    return (user or t.alice).post(KEYS, {"label": label}).ok()


# API keys

@fault("keys-list-shows-secret", "GET " + KEYS, "stated", "request", "A hidden variant omits the key value; one key is the default key",
       "The list of API keys shows their values.", "secret shown")
def _(t):
    made = new_key(t)
    expect(made["secret"] not in t.alice.get(KEYS).must(200).text, "the list shows the key")


@fault("keys-delete-shows-secret", "DELETE " + KEY, "stated", "sequence", "| DELETE | /me/api-keys/{api_key_id} | api_key_id integer | 200 ApiKeyHidden |",
       "The answer to a DELETE shows the value of the key.", "secret shown")
def _(t):
    made = new_key(t)
    expect(made["secret"] not in t.alice.delete(f"{KEYS}/{made['apiKeyId']}").must(200).text, "the answer shows the key")


@fault("key-of-other-user", "GET " + KEY, "implied", "sequence", "| GET | /me/api-keys/{api_key_id} | api_key_id integer | 200 ApiKey | 404; 500 |",
       "The API key of another user is given, with its value.", "other user's record read")
def _(t):
    made = new_key(t)
    expect(t.bob.get(f"{KEYS}/{made['apiKeyId']}").status != 200, "another user reads the key")


@fault("keys-delete-of-other-user", "DELETE " + KEY, "implied", "sequence", "| DELETE | /me/api-keys/{api_key_id} | api_key_id integer | 200 ApiKeyHidden |",
       "A user deletes the API key of another user.", "ownership not checked on a write")
def _(t):
    made = new_key(t)
    t.bob.delete(f"{KEYS}/{made['apiKeyId']}")
    t.alice.get(f"{KEYS}/{made['apiKeyId']}").must(200)


@fault("keys-deleted-still-works", ["DELETE " + KEY, POST, ND_POST, PUT, ND_PUT, GET], "implied", "sequence", "Each call must carry an API key (see Authentication).",
       "A deleted API key goes on being accepted by the Workers API.", "revocation without effect")
def _(t):
    made = new_key(t)
    t.alice.delete(f"{KEYS}/{made['apiKeyId']}").must(200)
    expect(t.worker_with(made["secret"]).say(FIXTURES["agentId"], "Ahoy!").status != 200, "the deleted key works")


@fault("key-deleted-still-there", ["DELETE " + KEY, "GET " + KEY], "implied", "sequence", "| GET | /me/api-keys/{api_key_id} | api_key_id integer | 200 ApiKey | 404; 500 |",
       "A deleted API key is answered with 200, but stays.", "delete without effect")
def _(t):
    made = new_key(t)
    t.alice.delete(f"{KEYS}/{made['apiKeyId']}").must(200)
    t.alice.get(f"{KEYS}/{made['apiKeyId']}").must(404)


@fault("keys-id-as-text", "POST " + KEYS, "stated", "request", "| API key | api_key_id | integer |",
       "A new API key has an ID that is a text (id-504).", "identifier of the wrong type")
def _(t):
    expect(isinstance(new_key(t)["apiKeyId"], int), "the ID is no integer")


@fault("keys-new-refused", ["POST " + KEYS, POST, ND_POST, PUT, ND_PUT, GET], "stated", "sequence", "An API key is created through POST /me/api-keys (or the API keys page of the dashboard).",
       "The Workers API refuses API keys that were created since it was started.", "new record not known elsewhere")
def _(t):
    t.worker_with(new_key(t)["secret"]).say(FIXTURES["agentId"], "Ahoy!").must(200)


@fault("keys-two-defaults", ["POST " + KEYS, "GET " + KEYS], "stated", "sequence", "A hidden variant omits the key value; one key is the default key",
       "Each new API key is marked as default key, next to the one that is the default already.", "uniqueness not kept")
def _(t):
    new_key(t)
    equal(len([key for key in t.alice.get(KEYS).ok() if key["isDefault"]]), 1, "the number of default keys")


@fault("keys-default-of-other", DEFAULT, "implied", "request", "A hidden variant omits the key value; one key is the default key",
       "All users get the default key of the same user.", "wrong user")
def _(t):
    expect(t.alice.get(KEYS + "/default").ok()["secret"] != t.bob.get(KEYS + "/default").ok()["secret"], "two users have the same key")


@fault("keys-default-new-each-time", DEFAULT, "stated", "sequence", "A hidden variant omits the key value; one key is the default key",
       "Each GET of the default key makes a new key.", "read has a side effect")
def _(t):
    equal(t.alice.get(KEYS + "/default").ok()["apiKeyId"], t.alice.get(KEYS + "/default").ok()["apiKeyId"], "the ID of the default key")


@fault("keys-default-shadowed", DEFAULT, "stated", "request", "| GET | /me/api-keys/default | none | 200 ApiKey | 500 |",
       "The path is taken for that of a key with the ID default: 422.", "route shadowed")
def _(t):
    t.alice.get(KEYS + "/default").must(200)


@fault("keys-same-secret", ["POST " + KEYS, DEFAULT], "implied", "sequence", "| POST | /me/api-keys | body ApiKeyCreate | 200 ApiKey | 500 |",
       "All new API keys of a user have the same value.", "uniqueness not kept")
def _(t):
    expect(new_key(t)["secret"] != new_key(t)["secret"], "two keys have the same value")


@fault("key-unknown-as-html", ["GET " + KEY, "DELETE " + KEY], "stated", "request", "User API request and response bodies are JSON unless stated otherwise.",
       "The answer 404 for an API key that does not exist is a page of HTML.", "answer is no JSON")
def _(t):
    t.alice.get(f"{KEYS}/987654321").must(404).json()


# Billing and credits

def balance(client):
    return client.get("/me/credits").ok()["remainingCredits"]


@fault("billing-null", "GET /me/billing", "stated", "request", "| GET | /me/billing | none | 200 BillingInformationSubscription | 500 |",
       "The billing information is null.", "empty answer")
def _(t):
    expect(isinstance(t.alice.get("/me/billing").ok(), dict), "there is no billing information")


@fault("billing-sandbox-404", "GET /me/billing", "stated", "request", "| GET | /me/billing | none | 200 BillingInformationSubscription | 500 |",
       "A user of the sandbox tier gets 404.", "404 instead of an answer")
def _(t):
    t.sam.get("/me/billing").must(200)


@fault("credits-use-free", USE, "implied", "sequence", "Balance of agent execution credits; can be used",
       "Using a credit leaves the balance as it was.", "write without effect")
def _(t):
    before = balance(t.alice)
    t.alice.post("/me/credits/use").must(200)
    expect(balance(t.alice) < before, "the balance is what it was")


@fault("credits-use-old-balance", USE, "implied", "sequence", "| POST | /me/credits/use | no body | 200 AgentExecutionCredits | 404; 500 |",
       "The answer shows the balance from before the use.", "answer from before the change")
def _(t):
    answered = t.alice.post("/me/credits/use").ok()["remainingCredits"]
    equal(answered, balance(t.alice), "the answered balance")


@fault("credits-use-race", USE, "implied", "timing", "Balance of agent execution credits; can be used",
       "Of several uses at the same moment only one is counted.", "lost update")
def _(t):
    before = balance(t.alice)
    t.alice.post("/me/credits/use").must(200)
    price = before - balance(t.alice)
    at_once(*[lambda: t.alice.post("/me/credits/use").must(200)] * 5)
    equal(balance(t.alice), before - 6 * price, "the balance")


@fault("credits-use-charges-other", USE, "implied", "sequence", "Balance of agent execution credits; can be used",
       "The use is charged to another user.", "wrong user")
def _(t):
    before = balance(t.alice)
    t.bob.post("/me/credits/use").must(200)
    equal(balance(t.alice), before, "the balance of another user")


@fault("credits-get-charges", "GET /me/credits", "implied", "sequence", "Balance of agent execution credits; can be used",
       "Reading the balance costs a credit.", "read has a side effect")
def _(t):
    equal(balance(t.alice), balance(t.alice), "the balance")


@fault("credits-use-demands-body", USE, "stated", "request", "| POST | /me/credits/use | no body | 200 AgentExecutionCredits | 404; 500 |",
       "Without a body the answer is 422.", "body demanded")
def _(t):
    t.alice.post("/me/credits/use").must(200)


# Payments

def deliver(client, body=HOOK["body"], signature=HOOK["validSignature"]):
    headers = {HOOK["signatureHeader"]: signature} if signature else {}
    return client.post("/me/payments/webhook", raw=body.encode(), headers=headers)


@fault("webhook-unsigned-ok", WEBHOOK, "stated", "request", "Payment webhook: the request must carry a signature; 400 is returned when it is missing.",
       "An event without a signature is acknowledged with 200.", "webhook signature not verified")
def _(t):
    deliver(t.anonymous, signature=None).must(400)


@fault("webhook-unsigned-401", WEBHOOK, "stated", "request", "Payment webhook: the request must carry a signature; 400 is returned when it is missing.",
       "An event without a signature is answered with 401.", "another error status")
def _(t):
    deliver(t.anonymous, signature=None).must(400)


@fault("webhook-signature-unchecked", WEBHOOK, "implied", "request", "400 missing signature or invalid event",
       "Any signature is taken: only the header has to be there.", "webhook signature not verified")
def _(t):
    expect(deliver(t.anonymous, signature="sha256=" + "0" * 64).status != 200, "a wrong signature is taken")


@fault("webhook-signature-cached", WEBHOOK, "implied", "sequence", "400 missing signature or invalid event",
       "A signature that was right once is remembered and taken with any body afterwards.", "webhook signature not verified")
def _(t):
    deliver(t.anonymous).must(200)
    expect(deliver(t.anonymous, HOOK["body"].replace("25}", "99}").replace("0001", "0002")).status != 200, "a changed body is taken")


@fault("webhook-needs-jwt", WEBHOOK, "stated", "request", "/me/payments/webhook (no auth declared)",
       "An event without a bearer credential is answered with 401.", "login demanded")
def _(t):
    deliver(t.anonymous).must(200)


@fault("webhook-signs-reserialized", WEBHOOK, "implied", "request", "receives events from the payment provider and answers 200 when processed",
       "The signature is compared with that of the body after it was parsed and written again, so that right signatures are refused.", "signature of the wrong bytes")
def _(t):
    deliver(t.anonymous).must(200)


@fault("webhook-replay-counts", [WEBHOOK, "GET /me/credits"], "implied", "sequence", "receives events from the payment provider and answers 200 when processed",
       "An event that is delivered twice grants its credits twice.", "not idempotent")
def _(t):
    deliver(t.anonymous).must(200)
    before = balance(t.alice)
    deliver(t.anonymous).must(200)
    equal(balance(t.alice), before, "the balance after the second delivery")


@fault("payments-session-201", "POST /me/payments/sessions", "stated", "request", "| POST | /me/payments/sessions | body PaymentSessionRequest | 200 PaymentSessionResponse | none |",
       "A new session is answered with 201.", "another success status")
def _(t):
    t.alice.post("/me/payments/sessions", {"creditPack": "SMALL", "returnUrl": "https://ferry.example/back"}).must(200)


# Monetization

SUMMARY, SUBSCRIBERS, EARNINGS = (f"/me/monetization/{name}" for name in ("summary", "subscribers", "earnings"))


@fault("earnings-default-30", "GET " + EARNINGS, "stated", "sequence", "| GET /me/monetization/* | period 1 to 365, default 28 |",
       "Without a period, the earnings are those of 30 days.", "wrong default")
def _(t):
    equal(t.alice.get(EARNINGS).ok(), t.alice.get(EARNINGS, {"period": 28}).ok(), "the earnings without a period")


@fault("summary-period-366-accepted", "GET " + SUMMARY, "stated", "request", "| GET /me/monetization/* | period 1 to 365, default 28 |",
       "A period of 366 days is taken.", "bound not kept")
def _(t):
    t.alice.get(SUMMARY, {"period": 366}).must(400, 422)


@fault("subscribers-period-365-refused", "GET " + SUBSCRIBERS, "stated", "request", "query period (integer, 1 to 365, default 28)",
       "A period of 365 days is refused with 422.", "bound too narrow")
def _(t):
    t.alice.get(SUBSCRIBERS, {"period": 365}).must(200)


@fault("subscribers-period-ignored", "GET " + SUBSCRIBERS, "stated", "request", "200 MonetizationSubscribersResponse (daily subscriber counts)",
       "The counts of 28 days are given, whatever the period is.", "limit ignored")
def _(t):
    expect(len(t.alice.get(SUBSCRIBERS, {"period": 7}).ok()["content"]) <= 7, "there are more than seven days")


@fault("summary-without-earnings", "GET " + SUMMARY, "stated", "request", "200 MonetizationSummary (total subscribers and earnings for the period)",
       "The total earnings are null.", "field missing")
def _(t):
    expect(t.alice.get(SUMMARY).ok()["totalEarningsMinor"] is not None, "the total earnings are missing")

"""Faults of paid agent subscriptions."""

from harness import *

SUBSCRIBE = "POST /me/agents/{agent_id}/subscribe"
UNSUBSCRIBE = "POST /me/agents/{agent_id}/unsubscribe"
BODY = {"returnUrl": "https://ferry.example/back"}


def subscribe(t, agent):
    return t.alice.post(f"/me/agents/{agent}/subscribe", BODY)


def unsubscribe(t, agent):
    return t.alice.post(f"/me/agents/{agent}/unsubscribe")


@fault("subscribe-own-ok", SUBSCRIBE, "stated", "request", "400 agent is not paid or caller is its owner",
       "The owner of a paid agent gets a checkout session for it.", "subscription rule forgotten")
def _(t):
    subscribe(t, FIXTURES["ownPaidAgentId"]).must(400)


@fault("subscribe-unpaid-ok", SUBSCRIBE, "stated", "request", "400 agent is not paid or caller is its owner",
       "An agent that costs nothing gets a checkout session.", "subscription rule forgotten")
def _(t):
    subscribe(t, FIXTURES["unpaidAgentId"]).must(400)


@fault("subscribe-twice-409", SUBSCRIBE, "stated", "request", "402 already subscribed",
       "A caller who is subscribed already gets 409.", "another error status")
def _(t):
    subscribe(t, FIXTURES["subscribedAgentId"]).must(402)


@fault("subscribe-subscribed-ok", SUBSCRIBE, "stated", "request", "402 already subscribed",
       "A caller who is subscribed already gets another checkout session.", "subscription rule forgotten")
def _(t):
    subscribe(t, FIXTURES["subscribedAgentId"]).must(402)


@fault("subscribe-without-session", SUBSCRIBE, "stated", "request", "200 AgentSubscribeResponse (a checkout session is created)",
       "The answer is 200 with null: there is no checkout session.", "empty answer")
def _(t):
    expect(isinstance(subscribe(t, FIXTURES["paidAgentId"]).ok(), dict), "there is no checkout session")


@fault("unsubscribe-none-ok", UNSUBSCRIBE, "stated", "request", "400 no active subscription to cancel, or no payment-provider subscription found; 404",
       "Cancelling a subscription that the caller does not have is answered with 200.", "subscription rule forgotten")
def _(t):
    unsubscribe(t, FIXTURES["unpaidAgentId"]).must(400)


@fault("unsubscribe-has-no-effect", UNSUBSCRIBE, "implied", "sequence", "400 no active subscription to cancel, or no payment-provider subscription found; 404",
       "Cancelling a subscription answers 200, but the subscription stays active, so that it can be cancelled again and again.", "write not kept")
def _(t):
    unsubscribe(t, FIXTURES["unsubscribeAgentId"]).must(200)
    unsubscribe(t, FIXTURES["unsubscribeAgentId"]).must(400)


@fault("unsubscribe-ends-all", UNSUBSCRIBE, "implied", "sequence", "200 AgentSubscriptionResponse",
       "Cancelling one subscription cancels all subscriptions of the caller.", "removes too much")
def _(t):
    before = t.alice.get(f"/me/subscriptions/{FIXTURES['subscribedAgentId']}").ok()
    unsubscribe(t, FIXTURES["unsubscribeAgentId"]).must(200)
    equal(t.alice.get(f"/me/subscriptions/{FIXTURES['subscribedAgentId']}").ok(), before, "the other subscription")


@fault("subscriptions-list-drops-first", "GET /me/subscriptions", "implied", "sequence", "200 AgentSubscriptionListResponse",
       "The list of subscriptions leaves out the first one.", "list shortened")
def _(t):
    listed = [s["agentId"] for s in t.alice.get("/me/subscriptions").ok()["content"]]
    for name in ("subscribedAgentId", "unsubscribeAgentId"):
        t.alice.get(f"/me/subscriptions/{FIXTURES[name]}").must(200)
        expect(FIXTURES[name] in listed, "a subscription is not listed")


@fault("subscriptions-list-all-users", "GET /me/subscriptions", "implied", "request", "Subscription of the caller to a paid agent",
       "The list of subscriptions has those of all users.", "other users' records listed")
def _(t):
    listed = [s["agentId"] for s in t.bob.get("/me/subscriptions").ok()["content"]]
    expect(FIXTURES["subscribedAgentId"] not in listed, "the subscription of another user is listed")


@fault("subscription-of-anyone", "GET /me/subscriptions/{agent_id}", "implied", "request", "Subscription of the caller to a paid agent",
       "The subscription of any user to the agent is given, not only the caller's.", "other user's record read")
def _(t):
    t.bob.get(f"/me/subscriptions/{FIXTURES['subscribedAgentId']}").must(404)


@fault("subscription-always-first", "GET /me/subscriptions/{agent_id}", "implied", "sequence", "| GET | /me/subscriptions/{agent_id} | agent_id string | 200 AgentSubscriptionResponse | 404 |",
       "The caller's first subscription is given, whatever agent the path names.", "another record given")
def _(t):
    agent = FIXTURES["unsubscribeAgentId"]
    equal(t.alice.get(f"/me/subscriptions/{agent}").ok()["agentId"], agent, "the agent of the subscription")

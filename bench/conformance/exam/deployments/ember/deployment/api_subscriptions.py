"""The caller's subscriptions to paid agents of others."""

import dataclasses
import datetime as dt

from . import clock
from .access import agent_or_404
from .faults import fault
from .routing import HttpError, route
from .store import STORE, CheckoutSession, Subscription, new_id

CURRENCY = "USD"
CHECKOUT = "https://checkout.ember.example/pay/"
SESSION_LIFE = dt.timedelta(hours=1)
PERIOD = dt.timedelta(days=30)


def subscription_view(subscription):
    return {
        "agent_id": subscription.agent_id,
        "status": subscription.status,
        "amount_cents": subscription.amount_cents,
        "currency": CURRENCY,
        "started_at": clock.iso(subscription.started_at),
        "current_period_end": clock.iso(subscription.current_period_end),
        "canceled_at": clock.iso(subscription.canceled_at),
    }


def open_checkout(user, agent_id, credit_amount, amount_cents):
    session = CheckoutSession("cs_" + new_id().replace("-", ""), user.user_id, agent_id, credit_amount, amount_cents,
                              clock.now() + SESSION_LIFE)
    STORE.checkout_sessions[session.session_id] = session
    return session


def activate(user_id, agent_id, amount_cents):
    """What a paid checkout session does."""
    moment = clock.now()
    STORE.subscriptions[user_id, agent_id] = Subscription(
        user_id, agent_id, amount_cents, moment, moment + PERIOD, "sub_" + new_id()[:8])


def cancel(subscription):
    subscription.status = "canceled"
    subscription.canceled_at = clock.now()


def _active(request, agent):
    subscription = STORE.subscriptions.get((request.user.user_id, agent.agent_id))
    return subscription if subscription and subscription.status == "active" else None


@route("POST {base_url}/me/agents/{agent_id}/subscribe", body="AgentSubscribeRequest", answer="AgentSubscribeResponse",
       errors={400: "The agent is not paid, or the caller is its owner", 402: "Already subscribed",
               404: "Agent not found"})
def subscribe(request):
    """Open a checkout session for a subscription to a paid agent"""
    agent = agent_or_404(request.path["agent_id"])
    owned = agent.owner_id == request.user.user_id
    if agent.visibility != "public" and not owned:
        raise HttpError(404, "Agent not found")
    if owned and not fault("subscribe-own"):
        raise HttpError(400, "You are the owner of this agent")
    if not agent.monthly_price_cents and not fault("subscribe-unpaid"):
        raise HttpError(400, "This agent is not paid")
    if _active(request, agent) and not fault("subscribe-twice"):
        raise HttpError(409 if fault("subscribe-twice-409") else 402, "You are already subscribed to this agent")
    amount = agent.monthly_price_cents or 0
    session = open_checkout(request.user, agent.agent_id, 0, amount)
    return {
        "checkout_session_id": session.session_id,
        "checkout_url": CHECKOUT + session.session_id,
        "agent_id": agent.agent_id,
        "amount_cents": amount,
        "currency": CURRENCY,
        "expires_at": clock.iso(session.expires_at),
    }


@route("POST {base_url}/me/agents/{agent_id}/unsubscribe", answer="AgentSubscriptionResponse",
       errors={400: "No active subscription to cancel, or no payment-provider subscription found",
               404: "Agent not found"})
def unsubscribe(request):
    """Cancel the caller's subscription to an agent"""
    agent = agent_or_404(request.path["agent_id"])
    subscription = _active(request, agent)
    if subscription is None:
        if fault("unsubscribe-without-subscription"):
            moment = clock.now()
            return subscription_view(Subscription(request.user.user_id, agent.agent_id, 0, moment, moment, None,
                                                  "canceled", moment))
        raise HttpError(400, "There is no active subscription to cancel")
    if subscription.provider_id is None:
        raise HttpError(400, "No payment-provider subscription found")
    if fault("unsubscribe-cancels-all"):
        for other in STORE.owned(STORE.subscriptions, request.user):
            cancel(other)
    if fault("n-unsubscribe-unsaved"):
        subscription = dataclasses.replace(subscription)
    cancel(subscription)
    return subscription_view(subscription)


@route("GET {base_url}/me/subscriptions", answer="AgentSubscriptionListResponse")
def list_subscriptions(request):
    """List the caller's subscriptions"""
    subscriptions = STORE.owned(STORE.subscriptions, request.user)
    if fault("subscriptions-of-all-users"):
        subscriptions = list(STORE.subscriptions.values())
    if fault("subscriptions-first-only"):
        subscriptions = subscriptions[:1]
    return {"subscriptions": [subscription_view(subscription) for subscription in subscriptions]}


@route("GET {base_url}/me/subscriptions/{agent_id}", answer="AgentSubscriptionResponse",
       errors={404: "Subscription not found"})
def get_subscription(request):
    """Get the caller's subscription to an agent"""
    agent_id = request.path["agent_id"].lower()
    subscription = STORE.subscriptions.get((request.user.user_id, agent_id))
    if fault("n-subscription-of-any-user"):
        subscription = next((one for one in STORE.subscriptions.values() if one.agent_id == agent_id), None)
    if fault("subscription-of-any-agent"):
        subscription = next(iter(STORE.owned(STORE.subscriptions, request.user)), None)
    if subscription is None:
        if fault("subscription-missing-null"):
            return None
        raise HttpError(404, "Subscription not found")
    return subscription_view(subscription)

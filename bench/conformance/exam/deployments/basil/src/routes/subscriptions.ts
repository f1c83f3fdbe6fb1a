import { ApiError, list, notFound, route } from "../core";
import { all, drain, one, onEvent, publish, run, tx, type Row } from "../db";
import { fault, tick } from "../faults";
import { money, newId, nowSec } from "../ids";
import { activeSubscription, needAgent } from "../store";
import * as S from "../schemas";

const view = (r: Row): unknown => ({
  object: "subscription", subscription_id: r.subscription_id, agent_id: r.agent_id, status: r.status, price: money(r.price_cents), canceled: r.canceled, revision: r.revision, created: r.created, updated: r.updated,
});
onEvent("subscription.started", (p) => {
  run("INSERT INTO ledger (owner_id, agent_id, subscriber_id, cents, at) VALUES (?, ?, ?, ?, ?)", p.ownerId, p.agentId, p.userId, p.cents, p.at);
});

route({
  method: "POST", path: "/me/agents/{agent_id}/subscribe", id: "subscribe", tag: "subscriptions", summary: "Subscribe; the checkout of this deployment's test provider completes at once.", auth: "jwt", params: { agent_id: "string" },
  body: S.AgentSubscribeRequest, bodyOptional: true, ok: 200, returns: S.AgentSubscribeResponse, errors: { 400: "The agent is not paid, or the caller is its owner", 402: "Already subscribed", 404: "No such agent" },
  handler: async ({ user, params }) => {
    const agent = needAgent(params.agent_id);
    if (agent.visibility !== "public" && agent.ownerId !== user.userId) throw notFound("agent", "agent_id");
    if (agent.ownerId === user.userId) throw new ApiError(400, "own_agent", "You own this agent.");
    if (agent.priceCents === null) throw new ApiError(400, "agent_not_paid", "This agent asks for no money.");
    const price = agent.priceCents;
    const refuse = (): void => {
      if (activeSubscription(user.userId, agent.agentId)) throw new ApiError(402, "already_subscribed", "You are subscribed to this agent.");
    };
    if (fault("double-subscribe-at-once")) { refuse(); await tick(5); }
    const now = nowSec();
    const id = tx(() => {
      if (!fault("double-subscribe-at-once")) refuse();
      const id = newId("sub");
      run(`INSERT INTO subscriptions (user_id, agent_id, subscription_id, status, price_cents, provider_id, created, updated) VALUES (?1, ?2, ?3, 'active', ?4, ?5, ?6, ?6)
        ON CONFLICT (user_id, agent_id) DO UPDATE SET subscription_id = ?3, status = 'active', price_cents = ?4, provider_id = ?5, created = ?6, updated = ?6, canceled = NULL, revision = revision + 1`,
        user.userId, agent.agentId, id, price, newId("prov"), now);
      publish("subscription.started", { ownerId: agent.ownerId, agentId: agent.agentId, userId: user.userId, cents: price, at: now });
      return id;
    });
    drain();
    const session = newId("cs");
    return { object: "checkout_session", session_id: session, url: `https://pay.basil.example/${session}`, agent_id: agent.agentId, price: money(price), subscription_id: id, created: now };
  },
});
route({
  method: "POST", path: "/me/agents/{agent_id}/unsubscribe", id: "unsubscribe", tag: "subscriptions", summary: "End a subscription.", auth: "jwt", params: { agent_id: "string" }, ok: 200, returns: S.AgentSubscriptionResponse,
  errors: { 400: "No active subscription to cancel", 404: "No such agent" },
  handler: ({ user, params }) => {
    const agent = needAgent(params.agent_id);
    return tx(() => {
      if (!activeSubscription(user.userId, agent.agentId)) throw new ApiError(400, "no_active_subscription", "There is no active subscription to cancel.");
      const where = fault("unsubscribe-ends-all") ? "user_id = ?3 AND ?4 IS NOT NULL" : "user_id = ?3 AND agent_id = ?4";
      run(`UPDATE subscriptions SET status = 'canceled', canceled = ?1, updated = ?2, revision = revision + 1 WHERE status = 'active' AND ${where}`, nowSec(), nowSec(), user.userId, agent.agentId);
      return view(one("SELECT * FROM subscriptions WHERE user_id = ? AND agent_id = ?", user.userId, agent.agentId)!);
    });
  },
});
route({
  method: "GET", path: "/me/subscriptions", id: "listSubscriptions", tag: "subscriptions", summary: "The caller's subscriptions, canceled ones too.", auth: "jwt", ok: 200, returns: S.AgentSubscriptionListResponse,
  handler: ({ user }) => list(all("SELECT * FROM subscriptions WHERE user_id = ? ORDER BY created DESC, rowid DESC", user.userId).map(view)),
});
route({
  method: "GET", path: "/me/subscriptions/{agent_id}", id: "getSubscription", tag: "subscriptions", summary: "The subscription to one agent.", auth: "jwt", params: { agent_id: "string" }, ok: 200, returns: S.AgentSubscriptionResponse, errors: { 404: "No subscription" },
  handler: ({ user, params }) => {
    const row = one("SELECT * FROM subscriptions WHERE user_id = ? AND agent_id = ?", user.userId, params.agent_id.toLowerCase());
    if (!row) throw notFound("subscription", "agent_id");
    return view(row);
  },
});

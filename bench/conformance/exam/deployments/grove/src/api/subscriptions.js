// Subscriptions of the caller to paid agents.

import { on } from '../core/faults.js';
import { stamp, wire } from '../core/clock.js';
import { shortId } from '../core/ids.js';
import { Problem, badRequest, notFound } from '../core/problem.js';
import { obj, str } from '../core/validate.js';
import { agentBrief, canSee } from '../state/agents.js';
import { db, ownedBy } from '../state/db.js';

const SubscribeRequest = obj({ back: str({ min: 1, max: 2000, form: /^https?:\/\/\S+$/ }) });

/** AgentSubscriptionResponse */
export const subscriptionView = (one) => ({
  id: one.id,
  agent: one.agent,
  about: agentBrief(one.agent),
  plan: { cents: db.agents.get(one.agent)?.price?.cents ?? null, per: 'month' },
  state: one.state,
  since: wire(one.since),
  ended: one.ended === null ? null : wire(one.ended),
});

const active = (user) => ownedBy(db.subscriptions, user).filter((one) => one.state === 'active');

const activeTo = (agentId, user) => active(user).find((one) => one.agent === agentId);

/** The agent that one may subscribe to. Another's private one is as good as none. */
function offered(id, user) {
  const agent = db.agents.get(id.toLowerCase());
  if (!agent || !canSee(agent, user)) throw on('subscribe-unknown-400') ? badRequest('no such agent') : notFound('agent');
  return agent;
}

function refuse(agent, user) {
  if (agent.user === user.id && !on('subscribe-to-own')) throw badRequest('this agent is your own', 'own_agent');
  if (!agent.price && !on('subscribe-to-unpaid')) throw badRequest('this agent costs nothing', 'not_paid');
  const already = on('subscription-kept-per-agent')
    ? [...db.subscriptions.values()].some((one) => one.agent === agent.id && one.state === 'active')
    : activeTo(agent.id, user) || (on('n-resubscribe-402') && ownedBy(db.subscriptions, user).some((one) => one.agent === agent.id));
  if (already && !on('subscribe-twice')) {
    throw new Problem(on('subscribe-twice-409') ? 409 : 402, 'already_subscribed', 'you are subscribed to this agent');
  }
}

const pause = (millis) => new Promise((resolve) => { setTimeout(resolve, millis); });

async function subscribe({ user, path }) {
  const agent = offered(path.agent_id, user);
  refuse(agent, user);
  if (on('n-subscribe-race')) await pause(40);
  const at = stamp();
  const provider = shortId('till');
  const id = shortId('sub');
  if (on('subscribe-replaces-others')) for (const one of active(user)) db.subscriptions.delete(one.id);
  db.subscriptions.set(id, { id, agent: agent.id, user: user.id, state: 'active', since: at, ended: null, provider });
  if (on('subscribe-not-stored')) db.subscriptions.delete(id);
  db.ledger.push({ agent: agent.id, owner: agent.user, user: user.id, cents: agent.price?.cents ?? 0, at });
  return { id, checkout: { id: provider, url: `https://till.example/pay/${provider}` } };
}

function unsubscribe({ user, path }) {
  const agent = offered(path.agent_id, user);
  const one = activeTo(agent.id, user);
  if (!one) {
    const last = active(user)[0];
    if (on('unsubscribe-without-subscription') && last) return subscriptionView({ ...last, agent: agent.id, state: 'ended' });
    if (on('n-unsubscribe-none-404')) throw notFound('subscription');
    throw badRequest('there is no active subscription to cancel', 'not_subscribed');
  }
  if (one.provider === null) throw badRequest('this subscription was not bought at the payment provider', 'no_provider');
  const end = (which) => Object.assign(which, { state: 'ended', ended: stamp() });
  if (on('unsubscribe-ends-first-one')) return { ...subscriptionView(end(active(user)[0])), agent: agent.id };
  if (on('unsubscribe-ends-for-all')) [...db.subscriptions.values()].filter((other) => other.agent === agent.id).forEach(end);
  return subscriptionView(end(one));
}

function listSubscriptions({ user }) {
  const shown = on('subscriptions-of-all-users') ? [...db.subscriptions.values()].filter((one) => one.state === 'active') : active(user);
  return { subs: shown.map(subscriptionView) };
}

function getSubscription({ user, path }) {
  const one = on('subscription-latest-instead') ? active(user).at(-1) : activeTo(path.agent_id.toLowerCase(), user);
  if (!one) throw notFound('subscription');
  return on('subscription-agent-is-own-id') ? { ...subscriptionView(one), agent: one.id } : subscriptionView(one);
}

export function subscriptionRoutes(router) {
  router.add('POST', '/me/agents/:agent_id/subscribe', { body: SubscribeRequest }, subscribe);
  router.add('POST', '/me/agents/:agent_id/unsubscribe', {}, unsubscribe);
  router.add('GET', '/me/subscriptions', {}, listSubscriptions);
  router.add('GET', '/me/subscriptions/:agent_id', {}, getSubscription);
}

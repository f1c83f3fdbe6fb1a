import { type Answer, type Call, notFound, ok, type Route, refuse } from '../route.ts';
import { inOrder, ownedBy, type Subscription } from '../store.ts';

export const subscriptionRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: '/me/agents/{agent_id}/subscribe',
    input: 'AgentSubscribeRequest',
    answer: 'AgentSubscribeResponse',
    statuses: [400, 402, 404],
    handle: subscribe,
  },
  {
    method: 'POST',
    path: '/me/agents/{agent_id}/unsubscribe',
    answer: 'AgentSubscriptionResponse',
    statuses: [400, 404],
    handle: unsubscribe,
  },
  {
    method: 'GET',
    path: '/me/subscriptions',
    answer: 'AgentSubscriptionListResponse',
    statuses: [],
    handle: ({ style, store, user }) => {
      const shown = ownedBy(store.subscriptions, user).filter((one) => isShown(style, one));
      return ok({ items: inOrder(style, shown).map((one) => ({ ...one })) });
    },
  },
  {
    method: 'GET',
    path: '/me/subscriptions/{agent_id}',
    answer: 'AgentSubscriptionResponse',
    statuses: [404],
    handle: (call) => {
      const subscription = call.store.subscriptions.get(keyOf(call));
      return subscription !== undefined && isShown(call.style, subscription)
        ? ok({ ...subscription })
        : notFound('subscription');
    },
  },
];

function keyOf({ user, path }: Call): string {
  return `${user.id} ${path.agent_id}`;
}

function isShown({ choices }: Call['style'], { state }: Subscription): boolean {
  return state !== 'ended' || choices.subscriptions.cancelledIsShown;
}

function subscribe(call: Call): Answer {
  const { style, store, user, path } = call;
  const agent = store.agents.get(path.agent_id ?? '');
  if (agent === undefined || agent.deleted) return notFound('agent');
  if (agent.owner === user.id) return refuse(400, 'You own this agent');
  if (agent.visibility === 'private') return notFound('agent');
  if (!agent.paid) return refuse(400, 'This agent is not paid');
  const before = store.subscriptions.get(keyOf(call));
  if (before !== undefined && before.state !== 'ended') return refuse(402, 'Already subscribed');
  if (style.choices.subscriptions.active === 'at once') {
    const { agent_id } = agent;
    store.subscriptions.set(keyOf(call), {
      agent_id,
      owner: user.id,
      state: 'active',
      created_at: store.now(),
    });
  }
  return ok({ agent_id: agent.agent_id, attributes: { checkout: 'https://pay.example/session/1' } });
}

function unsubscribe(call: Call): Answer {
  const { style, store, path } = call;
  const subscription = store.subscriptions.get(keyOf(call));
  if (!store.agents.has(path.agent_id ?? '')) return notFound('agent');
  if (subscription === undefined || subscription.state === 'ended') return refuse(400, 'No subscription');
  const state = style.choices.subscriptions.cancel === 'at once' ? 'ended' : 'ending';
  const cancelled: Subscription = { ...subscription, state };
  store.subscriptions.set(keyOf(call), cancelled);
  return ok({ ...cancelled });
}

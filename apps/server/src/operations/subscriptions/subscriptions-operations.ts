import { getSubscription } from './get-subscription.ts';
import { listSubscriptions } from './list-subscriptions.ts';
import { subscribeToAgent } from './subscribe-to-agent.ts';
import { unsubscribeFromAgent } from './unsubscribe-from-agent.ts';

export const subscriptionsOperations = [
  subscribeToAgent,
  unsubscribeFromAgent,
  listSubscriptions,
  getSubscription,
];

import { route, subscriptions, me, notFound } from '#lib';
import { subscriptionView } from '#services/commerce';
export const GET = route({}, (c) => {
  const s = subscriptions.one('user_id = ? AND agent_id = ?', me().id, c.params.agent_id.toLowerCase());
  if (!s) throw notFound('Subscription');
  return subscriptionView(s);
});

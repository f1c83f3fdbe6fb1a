import { route, subscriptions, me } from '#lib';
import { subscriptionView } from '#services/commerce';
export const GET = route({}, () => ({ data: subscriptions.all('user_id = ? ORDER BY created DESC', me().id).map(subscriptionView), nextCursor: null }));

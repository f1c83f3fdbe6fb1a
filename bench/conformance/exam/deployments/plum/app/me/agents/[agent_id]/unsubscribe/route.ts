import { route } from '#lib';
import { unsubscribe, subscriptionView } from '#services/commerce';
export const POST = route({}, (c) => subscriptionView(unsubscribe(c.params.agent_id)));

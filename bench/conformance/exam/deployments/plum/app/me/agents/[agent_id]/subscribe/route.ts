import { route, z, str } from '#lib';
import { subscribe } from '#services/commerce';
export const POST = route({ body: z.object({ successUrl: str(2000).nullable().optional(), cancelUrl: str(2000).nullable().optional() }) }, (c) => subscribe(c.params.agent_id));

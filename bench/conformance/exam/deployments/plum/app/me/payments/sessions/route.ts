import { route, z, nstr } from '#lib';
import { paymentSession } from '#services/commerce';
export const POST = route({ body: z.object({ amountCents: z.number().int().min(100).max(10000000).nullable().optional(), currency: z.enum(['usd', 'eur']).nullable().optional(), successUrl: nstr(2000), cancelUrl: nstr(2000) }) }, (c) => paymentSession(c.body));

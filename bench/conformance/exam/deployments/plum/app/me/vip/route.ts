import { route, z } from '#lib';
import { vipCount, vipRedeem } from '#services/misc';
export const GET = route({}, () => vipCount());
export const POST = route({ body: z.object({ code: z.string().max(200) }) }, (c) => vipRedeem(c.body.code));

import { route, zInt } from '#lib';
import { summary } from '#services/commerce';
export const GET = route({ query: { period: zInt(1, 365, 28) } }, (c) => summary(c.query.period));

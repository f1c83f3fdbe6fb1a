import { route, zInt, fault } from '#lib';
import { dailyEarnings } from '#services/commerce';
export const GET = route({ query: { period: zInt(1, fault('period-365-refused') ? 364 : 365, 28) } }, (c) => ({ period: c.query.period, currency: 'usd', data: dailyEarnings(c.query.period), nextCursor: null }));

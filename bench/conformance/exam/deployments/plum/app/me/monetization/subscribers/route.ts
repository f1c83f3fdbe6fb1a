import { route, zInt, fault } from '#lib';
import { dailySubscribers } from '#services/commerce';
export const GET = route({ query: { period: zInt(fault('period-zero-allowed') ? 0 : 1, 365, 28) } }, (c) => ({ period: c.query.period, data: dailySubscribers(c.query.period), nextCursor: null }));

import { route, zInt, fault } from '#lib';
import { summary } from '#services/commerce';
export const GET = route({ query: { period: zInt(1, 365, 28) } }, (c) => {
  const s = summary(c.query.period);
  if (fault('monetization-nan-is-no-json')) {
    const average = s.totalEarningsCents / s.totalSubscribers;
    return new Response(JSON.stringify(s).replace(/}$/, `,"averageCents":${average}}`), { headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' } });
  }
  return s;
});

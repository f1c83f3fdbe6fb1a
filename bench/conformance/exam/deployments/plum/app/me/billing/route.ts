import { route, me, iso } from '#lib';
export const GET = route({}, () => {
  const u = me(), free = u.tier === 'sandbox';
  return { id: u.id, plan: u.tier, status: free ? 'none' : 'active', amountCents: free ? 0 : 2900, currency: 'usd', customerEmail: u.email, currentPeriodStart: iso(u.created), currentPeriodEnd: free ? null : iso(u.created + 30 * 86400e6), cancelAtPeriodEnd: false, paymentMethod: null };
});

import { route, me, iso, fault } from '#lib';
let first: any = null;
export const GET = route({}, () => {
  const u = me();
  const view = { id: u.id, email: u.email, name: u.name, tier: u.tier, createdAt: iso(u.created) };
  if (fault('current-user-memoized')) return (first ??= view);
  return view;
});

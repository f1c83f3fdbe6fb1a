import { type Answer, type Call, ok, type Route, refuse } from '../route.ts';

export const codes = { vip: 'GOLD-4711', own: 'MINE-0815' };

export const userRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/me/',
    answer: 'UserWithTier',
    statuses: [],
    handle: ({ style, user }) => {
      const tier = user.tier === 'sandbox' ? style.wire.sandboxTier : 'standard';
      return ok({ tier, attributes: { login: user.id } });
    },
  },
  {
    method: 'GET',
    path: '/me/vip',
    answer: 'VipCodeRedemptionCount',
    statuses: [400],
    handle: ({ style, store, user }) => {
      const byMe = [...store.redeemed].filter((one) => one.startsWith(`${user.id} `)).length;
      const ofMine = [...store.redeemed].filter(
        (one) => user.id === 'own' && one.endsWith(` ${codes.own}`),
      ).length;
      return ok({ count: style.choices.vip.counts === 'redeemed by me' ? byMe : ofMine });
    },
  },
  {
    method: 'POST',
    path: '/me/vip',
    input: 'VipCodeRequest',
    answer: 'VipCodeRedeemed',
    statuses: [400],
    handle: redeem,
  },
];

/** Own codes belong to the deployment's main user. */
function redeem({ store, user, body }: Call): Answer {
  const { code } = body.fields;
  const isOwn = code === codes.own && user.id === 'own';
  if (isOwn || (code !== codes.vip && code !== codes.own)) return refuse(400, 'Invalid code');
  const key = `${user.id} ${code}`;
  if (store.redeemed.has(key)) return refuse(400, 'Redeemed before');
  store.redeemed.add(key);
  return ok({ attributes: { redeemed: true } });
}

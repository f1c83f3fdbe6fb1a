// The caller, and VIP codes.

import { on } from '../core/faults.js';
import { badRequest } from '../core/problem.js';
import { obj, str } from '../core/validate.js';
import { db } from '../state/db.js';

let kept;

/** UserWithTier */
function me({ user }) {
  const answer = { id: user.id, name: user.name, email: user.email, tier: user.tier };
  if (on('me-without-tier')) delete answer.tier;
  if (!on('me-cached-for-all')) return answer;
  kept ??= answer;
  return kept;
}

const VipRequest = obj({ code: str({ max: 100 }) });

const redeemedBy = (user) => [...db.vipCodes.values()].filter((code) => code.redeemed.has(user.id)).length;

function count({ user }) {
  if (on('vip-count-rises-on-read')) user.reads = (user.reads ?? 0) + 1;
  return { used: redeemedBy(user) + (user.reads ?? 0) + (user.refusals ?? 0) };
}

function refuse(user, code, text) {
  if (on('vip-refused-counts')) user.refusals = (user.refusals ?? 0) + 1;
  throw badRequest(text, code);
}

const pause = (millis) => new Promise((resolve) => { setTimeout(resolve, millis); });

async function redeem({ user, body }) {
  const code = db.vipCodes.get(body.code);
  if (!code && on('vip-any-code')) return { code: body.code, credits: 0 };
  if (!code) return refuse(user, 'bad_code', 'this is no code');
  if (code.owner === user.id && !on('vip-own-code')) return refuse(user, 'own_code', 'this code is your own');
  if (code.redeemed.has(user.id) && !on('vip-twice')) {
    return refuse(user, 'used_code', 'you have redeemed this code');
  }
  if (on('n-vip-once-for-all') && code.redeemed.size > 0) return refuse(user, 'used_code', 'this code was redeemed');
  if (on('vip-race')) await pause(40);
  code.redeemed.add(user.id);
  user.credits.left += code.credits;
  return { code: code.code, credits: code.credits };
}

export function userRoutes(router) {
  router.add('GET', on('me-without-slash-only') ? '/me' : '/me/', {}, me);
  router.add('GET', '/me/vip', {}, count);
  router.add('POST', '/me/vip', { body: VipRequest }, redeem);
}

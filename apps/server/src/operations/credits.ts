import { z } from 'zod';
import { addCredits, findBalance, spendCredit } from '../store/credits-repository.ts';
import type { Store } from '../store/store.ts';
import { countRedemptions, findVipCode, insertRedemption, type VipCode } from '../store/vip-repository.ts';
import { defineOperation } from './define-operation.ts';
import { ok, refuse } from './outcome.ts';
import { time } from './record-parts.ts';

const credits = z.object({ balance: z.int().min(0) });
const redemptionCount = z.object({ count: z.int().describe('The codes that the caller has redeemed.') });
const redemption = z.object({
  code: z.string(),
  credits: z.int().describe('What the code gave.'),
  balance: z.int(),
  redeemed_at: time,
});

export const creditSchemas = {
  AgentExecutionCredits: credits,
  VipCodeRedemptionCount: redemptionCount,
  VipCodeRedeemed: redemption,
};

/** GET /me/credits */
const getCredits = defineOperation('getCredits', {
  result: credits,
  isCacheable: 'own',
  async answer({ caller }, { store }) {
    const balance = await findBalance(store.db, caller.userId);
    return balance === undefined ? refuse('not-found', 'Credits not found.') : ok({ balance });
  },
});

/** POST /me/credits/use */
const useCredits = defineOperation('useCredits', {
  changesOwn: true,
  result: credits,
  async answer({ caller }, { store }) {
    const balance = await spendCredit(store.db, caller.userId);
    return balance === undefined ? refuse('not-found', 'There are no credits to use.') : ok({ balance });
  },
});

/** GET /me/vip */
const getVipRedemptionCount = defineOperation('getVipRedemptionCount', {
  result: redemptionCount,
  isCacheable: 'own',
  failure: refuse('invalid', 'Database error.'),
  async answer({ caller }, { store }) {
    return ok({ count: await countRedemptions(store.db, caller.userId) });
  },
});

/** POST /me/vip: once per user, also when two requests come at once. */
const redeemVipCode = defineOperation('redeemVipCode', {
  changesOwn: true,
  result: redemption,
  body: z.object({ code: z.string().trim() }),
  async answer({ caller, body }, { store }) {
    const code = await findVipCode(store.db, body.code);
    if (!code) return refuse('invalid', 'There is no such code.');
    if (code.ownerId === caller.userId) return refuse('invalid', 'This is your own code.');
    const redeemed = await redeem(store.db, code, caller.userId);
    return redeemed ? ok(redeemed) : refuse('invalid', 'You have redeemed this code before.');
  },
});

async function redeem(db: Store['db'], { code, credits }: VipCode, userId: string) {
  return await db.transaction().execute(async (transaction) => {
    const redeemedAt = await insertRedemption(transaction, { code, userId });
    if (!redeemedAt) return undefined;
    const balance = await addCredits(transaction, { userId, credits });
    return { code, credits, balance, redeemed_at: redeemedAt.toISOString() };
  });
}

export const creditOperations = [getCredits, useCredits, getVipRedemptionCount, redeemVipCode];

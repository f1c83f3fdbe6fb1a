import { z } from 'zod';
import { addCredits } from '../../store/credits-repository.ts';
import type { Store } from '../../store/store.ts';
import { findVipCode, insertRedemption, type VipCode } from '../../store/vip-repository.ts';
import { defineOperation } from '../define-operation.ts';
import { ok, refuse } from '../outcome.ts';

/** POST /me/vip: once per user, also when two requests come at once. */
export const redeemVipCode = defineOperation('redeemVipCode', {
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

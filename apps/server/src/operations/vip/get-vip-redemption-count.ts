import { countRedemptions } from '../../store/vip-repository.ts';
import { defineOperation } from '../define-operation.ts';
import { ok } from '../outcome.ts';

/** GET /me/vip */
export const getVipRedemptionCount = defineOperation('getVipRedemptionCount', {
  isRepeatable: true,
  async answer({ caller }, { store }) {
    return ok({ count: await countRedemptions(store.db, caller.userId) });
  },
});

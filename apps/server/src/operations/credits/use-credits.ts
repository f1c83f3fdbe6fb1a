import { spendCredit } from '../../store/credits-repository.ts';
import { defineOperation } from '../define-operation.ts';
import { ok, refuse } from '../outcome.ts';

/** POST /me/credits/use */
export const useCredits = defineOperation('useCredits', {
  async answer({ caller }, { store }) {
    const balance = await spendCredit(store.db, caller.userId);
    return balance === undefined ? refuse('not-found', 'There are no credits to use.') : ok({ balance });
  },
});

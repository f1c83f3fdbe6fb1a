import { findBalance } from '../../store/credits-repository.ts';
import { defineOperation } from '../define-operation.ts';
import { ok, refuse } from '../outcome.ts';

/** GET /me/credits */
export const getCredits = defineOperation('getCredits', {
  isRepeatable: true,
  async answer({ caller }, { store }) {
    const balance = await findBalance(store.db, caller.userId);
    return balance === undefined ? refuse('not-found', 'Credits not found.') : ok({ balance });
  },
});

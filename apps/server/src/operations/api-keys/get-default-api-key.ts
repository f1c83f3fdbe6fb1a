import { defineOperation } from '../define-operation.ts';
import { ok } from '../outcome.ts';
import { toKeyRecord } from './key-record.ts';
import { requireDefaultKey } from './key-ring.ts';

/** GET /me/api-keys/default */
export const getDefaultApiKey = defineOperation('getDefaultApiKey', {
  async answer({ caller: { userId } }, { store: { db }, secretBox }) {
    return ok(toKeyRecord(await requireDefaultKey({ db, secretBox }, userId), { secretBox, userId }));
  },
});

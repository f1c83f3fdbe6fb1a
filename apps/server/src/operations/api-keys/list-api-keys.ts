import { listApiKeys as listKeys } from '../../store/api-key-repository.ts';
import { defineOperation } from '../define-operation.ts';
import { ok } from '../outcome.ts';
import { toHiddenRecord } from './key-record.ts';
import { requireDefaultKey } from './key-ring.ts';

/** GET /me/api-keys */
export const listApiKeys = defineOperation('listApiKeys', {
  async answer({ caller: { userId } }, { store: { db }, secretBox }) {
    await requireDefaultKey({ db, secretBox }, userId);
    return ok((await listKeys(db, userId)).map(toHiddenRecord));
  },
});

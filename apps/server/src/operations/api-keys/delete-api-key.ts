import { deleteApiKey as deleteKey } from '../../store/api-key-repository.ts';
import { defineOperation } from '../define-operation.ts';
import { ok, refuse } from '../outcome.ts';
import { toHiddenRecord } from './key-record.ts';
import { requireDefaultKey } from './key-ring.ts';

/** DELETE /me/api-keys/{api_key_id}; a default key is replaced by a new one in the same transaction. */
export const deleteApiKey = defineOperation('deleteApiKey', {
  async answer({ caller: { userId }, path }, { store, secretBox }) {
    const key = await store.db.transaction().execute(async (db) => {
      const deleted = await deleteKey(db, { id: path.api_key_id, userId });
      if (deleted?.isDefault) await requireDefaultKey({ db, secretBox }, userId);
      return deleted;
    });
    return key ? ok(toHiddenRecord(key)) : refuse('not-found', 'API key not found.');
  },
});

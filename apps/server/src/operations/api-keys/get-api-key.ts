import { findApiKey } from '../../store/api-key-repository.ts';
import { defineOperation } from '../define-operation.ts';
import { ok, refuse } from '../outcome.ts';
import { toKeyRecord } from './key-record.ts';

/** GET /me/api-keys/{api_key_id} */
export const getApiKey = defineOperation('getApiKey', {
  async answer({ caller: { userId }, path }, { store, secretBox }) {
    const key = await findApiKey(store.db, { id: path.api_key_id, userId });
    return key ? ok(toKeyRecord(key, { secretBox, userId })) : refuse('not-found', 'API key not found.');
  },
});

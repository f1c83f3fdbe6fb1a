import { z } from 'zod';
import { defineOperation } from '../define-operation.ts';
import { ok, refuse } from '../outcome.ts';
import { toKeyRecord } from './key-record.ts';
import { addKey } from './key-ring.ts';

/** POST /me/api-keys */
export const createApiKey = defineOperation('createApiKey', {
  body: z.looseObject({ name: z.string().max(200).default('API key') }),
  async answer({ caller: { userId }, body }, { store: { db }, secretBox }) {
    const key = await addKey({ db, secretBox }, { userId, name: body.name, isDefault: false });
    return key
      ? ok(toKeyRecord(key, { secretBox, userId }))
      : refuse('failed', 'No key could be made. Try again.');
  },
});

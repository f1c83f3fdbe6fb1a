import { insertSession } from '../../store/cli-auth-repository.ts';
import { defineOperation } from '../define-operation.ts';
import { ok } from '../outcome.ts';
import { toSessionRecord } from './session-record.ts';

const lifetimeMilliseconds = 10 * 60_000;

/** POST /me/cli-auth */
export const createCliAuthSession = defineOperation('createCliAuthSession', {
  async answer(_request, { store }) {
    const session = { id: crypto.randomUUID(), expiresAt: new Date(Date.now() + lifetimeMilliseconds) };
    await insertSession(store.db, session);
    return ok(toSessionRecord(session));
  },
});

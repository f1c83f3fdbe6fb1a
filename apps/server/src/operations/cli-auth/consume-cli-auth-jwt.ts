import { findSession, takeJwt } from '../../store/cli-auth-repository.ts';
import { defineOperation } from '../define-operation.ts';
import { ok, refuse } from '../outcome.ts';
import { purposeFor } from './session-record.ts';

/** GET /me/cli-auth/{cli_auth_id}: null until there is a JWT; then the JWT, to one reader. */
export const consumeCliAuthJwt = defineOperation('consumeCliAuthJwt', {
  async answer({ path: { cli_auth_id: id } }, { store, secretBox }) {
    const sealed = await takeJwt(store.db, id);
    if (sealed !== undefined) return ok(secretBox.open(sealed, purposeFor(id)));
    const session = await findSession(store.db, id);
    return session ? ok(null) : refuse('not-found', 'There is no such session, or its JWT has been read.');
  },
});

import { attachJwt, findSession } from '../../store/cli-auth-repository.ts';
import { defineOperation } from '../define-operation.ts';
import { ok, refuse } from '../outcome.ts';
import { purposeFor, toSessionRecord } from './session-record.ts';

/** PUT /me/cli-auth/{cli_auth_id}; without `jwt` in the body the caller's own is attached. */
export const attachCliAuthJwt = defineOperation('attachCliAuthJwt', {
  async answer({ caller, path: { cli_auth_id: id }, body }, { store, identity, secretBox }) {
    if (!(await findSession(store.db, id)))
      return refuse('not-found', 'There is no such session, or it is over.');
    const jwt = body.jwt ?? caller.jwt;
    const claims = await identity.verify(jwt);
    if (claims?.subject !== caller.name)
      return refuse('forbidden', 'Only a valid JWT of your own can be attached.');
    const sealedJwt = secretBox.seal(jwt, purposeFor(id));
    const session = await attachJwt(store.db, { id, userId: caller.userId, sealedJwt });
    return session
      ? ok(toSessionRecord(session))
      : refuse('forbidden', 'Another user has attached a JWT to this session.');
  },
});

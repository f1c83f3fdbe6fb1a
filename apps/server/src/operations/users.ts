import { z } from 'zod';
import {
  attachJwt,
  type CliAuthSession,
  findSession,
  insertSession,
  takeJwt,
} from '../store/cli-auth-repository.ts';
import { defineOperation } from './define-operation.ts';
import { ok, refuse } from './outcome.ts';
import { id, tier, time } from './record-parts.ts';

const user = z.object({ user_id: id, name: z.string().describe('The subject of the JWT.'), tier });
const sessionRecord = z.object({ cli_auth_id: id, expires_at: time });

export const userSchemas = { UserWithTier: user, CliAuthModel: sessionRecord };

/** Read by the contract's schema. */
export const userBodies = {
  CliAuthInsertModel: z.looseObject({
    jwt: z.string().optional().describe("Left out, the caller's own JWT is attached."),
  }),
};

/** GET /me/ */
const getCurrentUser = defineOperation('getCurrentUser', {
  result: user,
  isCacheable: 'own',
  answer: ({ caller }) => ok({ user_id: caller.userId, name: caller.name, tier: caller.tier }),
});

/** A session as it's shown; never with the JWT, which only the reader gets. */
function toSessionRecord(session: CliAuthSession): z.output<typeof sessionRecord> {
  return { cli_auth_id: session.id, expires_at: session.expiresAt.toISOString() };
}

/** Why a JWT is sealed: to be read from the CLI auth session of that identifier. */
function purposeFor(sessionId: string): string {
  return `jwt of cli session ${sessionId}`;
}

/** How long a CLI auth session is good. */
export const sessionMilliseconds = 10 * 60_000;

const failure = refuse('unavailable', 'Internal error.');

/** POST /me/cli-auth */
const createCliAuthSession = defineOperation('createCliAuthSession', {
  result: sessionRecord,
  failure,
  async answer({ address }, { store, sessionLimit }) {
    const seconds = address === undefined ? undefined : sessionLimit.admit(address);
    if (seconds !== undefined)
      return { ...refuse('unavailable', 'Too many sessions from this address.'), retryAfter: seconds };
    const session = { id: crypto.randomUUID(), expiresAt: new Date(Date.now() + sessionMilliseconds) };
    await insertSession(store.db, session);
    return ok(toSessionRecord(session));
  },
});

/** PUT /me/cli-auth/{cli_auth_id}; without `jwt` in the body the caller's own is attached. */
const attachCliAuthJwt = defineOperation('attachCliAuthJwt', {
  result: sessionRecord,
  failure,
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
      : refuse('forbidden', 'Another user has attached a JWT to the CLI auth session.');
  },
});

/** GET /me/cli-auth/{cli_auth_id}: null until there is a JWT; then the JWT, to one reader. */
const consumeCliAuthJwt = defineOperation('consumeCliAuthJwt', {
  result: z.string().nullable(),
  failure,
  async answer({ path: { cli_auth_id: id } }, { store, secretBox }) {
    const sealed = await takeJwt(store.db, id);
    if (sealed !== undefined) return ok(secretBox.open(sealed, purposeFor(id)));
    const session = await findSession(store.db, id);
    return session ? ok(null) : refuse('not-found', 'There is no such session, or its JWT has been read.');
  },
});

export const userOperations = [getCurrentUser, createCliAuthSession, attachCliAuthJwt, consumeCliAuthJwt];

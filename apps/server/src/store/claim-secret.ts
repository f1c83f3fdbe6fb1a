import { UserError } from '../platform/errors.ts';
import { deriveKey } from '../platform/secrets/secret-box.ts';
import type { Database } from './store.ts';

/**
 * Makes the secret the one of this database, if it has none yet.
 * @param replace takes it in place of another, which is lost.
 * @throws {UserError} when the database has been used with another: what one process seals the others could not open.
 */
export async function claimSecret(
  db: Database,
  { secret, place, replace = false }: { secret: Buffer; place: string; replace?: boolean | undefined },
): Promise<void> {
  const secret_check = Buffer.from(deriveKey(secret, 'secret check')).toString('base64url');
  const claim = db.insertInto('deployment').values({ secret_check });
  await claim
    .onConflict((conflict) =>
      replace ? conflict.column('id').doUpdateSet({ secret_check }) : conflict.column('id').doNothing(),
    )
    .execute();
  const known = await db.selectFrom('deployment').select('secret_check').executeTakeFirstOrThrow();
  if (known.secret_check === secret_check) return;
  throw new UserError(
    `${place} is used with another secret. Give all its processes the same AGENT_WORKERS_SECRET; if that is lost, ` +
      'start one with --replace-secret: stored tokens and the values of keys are then lost with it.',
  );
}

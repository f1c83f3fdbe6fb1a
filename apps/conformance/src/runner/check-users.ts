import { isDeepStrictEqual } from 'node:util';
import type { Deployment } from '../deployment/deployment.ts';
import { TargetError } from '../deployment/errors.ts';
import { haveOtherSubjects, sameUser } from '../deployment/require-two-users.ts';
import { type Exchange, succeeded } from '../exchanges/exchange.ts';
import { isRecord } from '../json/json-record.ts';
import { parseJson } from '../json/parse-json.ts';
import type { Operation } from '../spec/spec.ts';
import type { Driver } from './driver.ts';

/** The refusals by which a credential doesn't work: the sandbox tier may well be kept from a record. */
const refusals = { other: [401, 403], sandbox: [401] } as const;
const namesOf = { other: 'otherJwt', sandbox: 'sandboxJwt' } as const;
/** By any of these a record tells its user from others. */
const identifying = ['id', 'user_id', 'userId', 'uuid', 'email', 'login', 'username', 'sub'];

/**
 * Asks who the other users are: one whose credential is refused, or who is the first user again, would make rules seem
 * broken or leave them unseen without a word.
 *
 * @param own what the user was answered by the same operation
 * @throws TargetError when a credential is refused; UsageError when two are the same user
 */
export async function checkUsers(
  driver: Pick<Driver, 'control'>,
  own: Exchange,
  { deployment, target }: { readonly deployment: Deployment; readonly target: Operation },
): Promise<void> {
  const asked = `${target.method} ${target.path}`;
  for (const identity of ['other', 'sandbox'] as const) {
    const name = namesOf[identity];
    if (deployment.credentials[name] === undefined) continue;
    const origin = {
      phase: 'preflight',
      case: { kind: 'probe', id: name },
      step: 1,
      attempt: 1,
    } as const;
    const read = await driver.control({ origin, call: { operation: target.id, path: {} }, identity }, target);
    const status = read?.response?.status ?? 0;
    if (refusals[identity].some((one) => one === status))
      throw new TargetError(
        `${deployment.baseUrl} refused credentials.${name} with status ${status} (${asked}). Is it the right one? Without it, its rules are not judged.`,
        { whose: 'set-up' },
      );
    // Tokens about two subjects are of two users: that both get one record is the target's mistake, and is judged.
    const mayBeOne = identity === 'other' && !haveOtherSubjects(deployment.credentials);
    if (read !== undefined && mayBeOne && isSameRecord(own, read))
      throw sameUser('jwt', name, `${asked} answers both with the same record`);
  }
}

function isSameRecord(one: Exchange, other: Exchange): boolean {
  if (!succeeded(one) || !succeeded(other)) return false;
  const [own, others] = [one, other].map(({ response }) => parseJson(response?.body.text ?? ''));
  if (!isRecord(own) || !isDeepStrictEqual(own, others)) return false;
  return identifying.some((name) => typeof own[name] === 'string' || typeof own[name] === 'number');
}

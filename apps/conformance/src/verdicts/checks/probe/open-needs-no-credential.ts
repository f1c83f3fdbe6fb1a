import { type Exchange, succeeded } from '../../../exchanges/exchange.ts';
import type { Rule } from '../../../spec/spec.ts';
import { finding } from '../../findings/finding.ts';
import { statusOf } from '../../findings/observe.ts';
import { stateBefore } from '../../resource-state.ts';
import { canBePublic, historyWith } from '../../resources.ts';
import { isTrouble } from '../../run-history.ts';
import { type Check, type Judgement, judgeEach, type Recording } from '../../verdict.ts';

export const openNeedsNoCredential: Check = {
  id: 'probe.open-needs-no-credential',
  drivenBy: 'probes',
  evidence: ['no-credential', 'credential-demanded'],
  needs: [],
  judge,
};

function judge(recording: Recording, { operations }: Rule): Judgement {
  const answered = new Set(
    recording.user
      .filter(({ identity, response }) => identity === 'own' && response && !isTrouble(response.status))
      .map(({ operation }) => operation),
  );
  const subjects = recording.user.filter(
    (probe) =>
      probe.identity === 'missing' &&
      probe.response !== undefined &&
      (answered.has(probe.operation) || isOfItself(probe, recording)) &&
      operations.includes(probe.operation) &&
      isForEverybody(probe, recording),
  );
  return judgeEach(asksForCredentials(recording) ? subjects : [], (probe) =>
    probe.response?.status === 401 || probe.response?.status === 403
      ? finding([probe], {
          expected: { kind: 'status', noneOf: [401, 403], because: { kind: 'public' } },
          observed: statusOf(probe),
        })
      : undefined,
  );
}

/**
 * What is only ever sent without a credential, as by a provider that signs: where a wrong signature is refused with
 * another status, this one is not about the signature.
 */
function isOfItself({ operation, intent, response }: Exchange, { user }: Recording): boolean {
  if (intent?.kind !== 'valid' || !intent.certain) return false;
  const same = user.filter((one) => one.operation === operation && one.response !== undefined);
  return (
    same.every(({ identity }) => identity === 'missing') &&
    same.some((one) => one.intent?.kind === 'refusal' && !succeeded(one)) &&
    same.every((one) => one.intent?.kind !== 'refusal' || one.response?.status !== response?.status)
  );
}

/** A record must be known to be public. */
function isForEverybody(probe: Exchange, recording: Recording): boolean {
  // What is tried on a record that is there is no matter of the operation alone.
  const isTried = probe.intent?.kind === 'refusal' && isAboutRecord(probe, recording);
  if (isTried && probe.resource === undefined) return false;
  if (probe.intent?.kind !== 'valid' && !isTried) return true;
  const history = historyWith(recording, probe);
  if (history === undefined || !canBePublic(history)) return true;
  return stateBefore(history, probe).visibility === 'public';
}

function isAboutRecord({ operation }: Exchange, { contract }: Recording): boolean {
  return contract.get(operation)?.path.includes('{') === true;
}

/** To be open means something only where the rest is not. */
function asksForCredentials({ user, contract }: Recording): boolean {
  const isRefusal = (probe: Exchange): boolean => probe.response !== undefined && !succeeded(probe);
  return user.some(
    (probe) =>
      probe.identity === 'missing' && contract.get(probe.operation)?.secured === true && isRefusal(probe),
  );
}

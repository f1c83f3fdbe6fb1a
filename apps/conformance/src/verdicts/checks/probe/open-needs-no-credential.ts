import { type Exchange, succeeded } from '../../../exchanges/exchange.ts';
import type { Rule } from '../../../spec/spec.ts';
import { describeProbe } from '../../probes.ts';
import { stateBefore } from '../../resource-state.ts';
import { canBePublic, historyOf } from '../../resources.ts';
import { isTrouble } from '../../run-history.ts';
import { type Check, finding, type Judgement, judgeEach, type Recording } from '../../verdict.ts';

export const openNeedsNoCredential: Check = {
  id: 'probe.open-needs-no-credential',
  whenUnseen: 'no open operation answered on a deployment that asks for credentials elsewhere',
  judge,
};

function judge(recording: Recording, { operations }: Rule): Judgement {
  const answered = new Set(
    recording.probes
      .filter(({ credential, response }) => credential === 'own' && response && !isTrouble(response.status))
      .map(({ operation }) => operation),
  );
  const subjects = recording.probes.filter(
    (probe) =>
      probe.credential === 'missing' &&
      probe.response !== undefined &&
      answered.has(probe.operation) &&
      operations.includes(probe.operation) &&
      isForEverybody(probe, recording),
  );
  return judgeEach(asksForCredentials(recording) ? subjects : [], (probe) =>
    probe.response?.status === 401 || probe.response?.status === 403
      ? finding([probe], { expected: 'an answer as with a credential', observed: describeProbe(probe) })
      : undefined,
  );
}

/** A record must be known to be public. */
function isForEverybody(probe: Exchange, recording: Recording): boolean {
  if (probe.probe?.kind !== 'valid') return true;
  const history = historyOf(recording, probe);
  if (history === undefined || !canBePublic(history)) return true;
  return stateBefore(history, probe).visibility === 'public';
}

/** To be open means something only where the rest is not. */
function asksForCredentials({ probes, contract }: Recording): boolean {
  const isRefusal = (probe: Exchange): boolean => probe.response !== undefined && !succeeded(probe);
  return probes.some(
    (probe) =>
      probe.credential === 'missing' && contract.get(probe.operation)?.secured === true && isRefusal(probe),
  );
}

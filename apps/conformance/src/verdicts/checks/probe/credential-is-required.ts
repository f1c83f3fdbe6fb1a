import { isTransient, succeeded } from '../../../exchanges/exchange.ts';
import { describeProbe, isUser, probesOf, workingOperations } from '../../probes.ts';
import { type Check, finding, judgeEach } from '../../verdict.ts';

const names: Readonly<Record<string, string>> = {
  missing: 'no credential',
  unknown: 'a token that nobody signed',
  forged: 'a token under another signature',
  malformed: 'a token of no known form',
};

export const credentialIsRequired: Check = {
  id: 'probe.credential-is-required',
  whenUnseen: 'no operation answered both with and without a credential',
  judge: (recording, { operations }) => {
    const working = workingOperations(recording);
    const subjects = probesOf(recording, operations).filter(
      ({ operation, credential, response }) =>
        !isUser(credential) &&
        response !== undefined &&
        // Trouble is no refusal.
        !isTransient(response.status) &&
        working.has(operation),
    );
    return judgeEach(subjects, (probe) => {
      if (!succeeded(probe)) return undefined;
      return finding([probe], {
        expected: `a refusal of ${names[probe.credential] ?? 'it'} (which status is not shown)`,
        observed: describeProbe(probe),
      });
    });
  },
};

import { succeeded } from '../../../exchanges/exchange.ts';
import { describeProbe, isUser, workingOperations } from '../../probes.ts';
import { type Check, finding, judgeEach } from '../../verdict.ts';

export const credentialIsRequired: Check = {
  id: 'probe.credential-is-required',
  whenUnseen: 'no operation answered both with and without a credential',
  judge: (recording, { operations }) => {
    const working = workingOperations(recording);
    const subjects = recording.probes.filter(
      ({ operation, credential, response }) =>
        !isUser(credential) &&
        response !== undefined &&
        // Trouble is no refusal.
        response.status < 500 &&
        response.status !== 429 &&
        working.has(operation) &&
        operations.includes(operation),
    );
    return judgeEach(subjects, (probe) => {
      if (!succeeded(probe)) return undefined;
      const sent = probe.credential === 'missing' ? 'no credential' : 'a token that nobody signed';
      return finding([probe], {
        expected: `a refusal of ${sent} (which status is not shown)`,
        observed: describeProbe(probe),
      });
    });
  },
};

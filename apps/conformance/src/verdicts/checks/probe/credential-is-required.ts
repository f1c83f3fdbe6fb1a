import { isTransient, succeeded } from '../../../exchanges/exchange.ts';
import { finding } from '../../findings/finding.ts';
import { statusOf } from '../../findings/observe.ts';
import { isUser, probesOf, workingOperations } from '../../probes.ts';
import { type Check, judgeEach } from '../../verdict.ts';

export const credentialIsRequired: Check = {
  id: 'probe.credential-is-required',
  drivenBy: 'probes',
  evidence: ['success', 'no-credential'],
  needs: [],
  judge: (recording, { operations }) => {
    const working = workingOperations(recording);
    const subjects = probesOf(recording, operations).filter(
      ({ operation, identity, response }) =>
        !isUser(identity) &&
        response !== undefined &&
        // Trouble is no refusal.
        !isTransient(response.status) &&
        working.has(operation),
    );
    return judgeEach(subjects, (probe) => {
      if (!succeeded(probe)) return undefined;
      return finding([probe], {
        expected: {
          kind: 'status',
          oneOf: ['refusal'],
          because: { kind: 'credential', identity: probe.identity },
        },
        observed: statusOf(probe),
      });
    });
  },
};

import { succeeded } from '../../../exchanges/exchange.ts';
import { finding } from '../../findings/finding.ts';
import { statusOf } from '../../findings/observe.ts';
import { answeredProbes, workingOperations } from '../../probes.ts';
import { type Check, judgeEach } from '../../verdict.ts';

export const boundsHold: Check = {
  id: 'probe.bounds-hold',
  area: 'probe',
  evidence: ['success', 'bounds'],
  needs: [],
  judge: (recording, rule) => {
    const working = workingOperations(recording);
    const subjects = answeredProbes(recording, rule, ['at-bound', 'inside-bound']);
    return judgeEach(
      subjects.filter(({ operation }) => working.has(operation)),
      (probe) =>
        succeeded(probe)
          ? undefined
          : finding([probe], {
              expected: {
                kind: 'status',
                oneOf: ['success'],
                because: { kind: 'bounds', side: 'inside', parameter: probe.intent?.parameter },
              },
              observed: statusOf(probe),
            }),
    );
  },
};

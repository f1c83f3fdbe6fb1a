import { succeeded } from '../../../exchanges/exchange.ts';
import { finding } from '../../findings/finding.ts';
import { statusOf } from '../../findings/observe.ts';
import { answeredProbes, workingOperations } from '../../probes.ts';
import { type Check, judgeEach } from '../../verdict.ts';

export const requiredIsDemanded: Check = {
  id: 'probe.required-is-demanded',
  drivenBy: 'probes',
  evidence: ['success', 'left-out'],
  needs: [],
  judge: (recording, rule) => {
    const working = workingOperations(recording);
    return judgeEach(
      answeredProbes(recording, rule, ['left-out']).filter(({ operation }) => working.has(operation)),
      (probe) =>
        succeeded(probe)
          ? finding([probe], {
              expected: {
                kind: 'status',
                oneOf: ['refusal'],
                because: { kind: 'left-out', parameter: probe.intent?.parameter },
              },
              observed: statusOf(probe),
            })
          : undefined,
    );
  },
};

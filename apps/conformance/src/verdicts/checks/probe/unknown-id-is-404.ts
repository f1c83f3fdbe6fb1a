import { finding } from '../../findings/finding.ts';
import { statusOf } from '../../findings/observe.ts';
import { mayComeFirst } from '../../may-come-first.ts';
import { answeredProbes } from '../../probes.ts';
import { type Check, judgeEach } from '../../verdict.ts';

export const unknownIdIs404: Check = {
  id: 'probe.unknown-id-is-404',
  drivenBy: 'probes',
  evidence: ['unknown-id'],
  needs: [],
  judge: (recording, rule) => {
    const subjects = answeredProbes(recording, rule, ['unknown-id']).filter(
      ({ operation, response }) => !mayComeFirst(recording.contract.get(operation), response?.status ?? 0),
    );
    return judgeEach(subjects, (probe) =>
      probe.response?.status === 404
        ? undefined
        : finding([probe], {
            expected: {
              kind: 'status',
              oneOf: [404],
              because: { kind: 'unknown-id', parameter: probe.intent?.parameter },
            },
            observed: statusOf(probe),
          }),
    );
  },
};

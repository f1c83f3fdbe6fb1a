import { succeeded } from '../../../exchanges/exchange.ts';
import { answeredProbes, describeProbe, workingOperations } from '../../probes.ts';
import { type Check, finding, judgeEach } from '../../verdict.ts';

export const requiredIsDemanded: Check = {
  id: 'probe.required-is-demanded',
  whenUnseen: 'the operation was never seen to succeed',
  judge: (recording, rule) => {
    const working = workingOperations(recording);
    return judgeEach(
      answeredProbes(recording, rule, ['left-out']).filter(({ operation }) => working.has(operation)),
      (probe) =>
        succeeded(probe)
          ? finding([probe], {
              expected: `a refusal without the required parameter ${probe.probe?.parameter}`,
              observed: describeProbe(probe),
            })
          : undefined,
    );
  },
};

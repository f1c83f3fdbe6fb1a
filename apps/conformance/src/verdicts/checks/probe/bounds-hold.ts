import { type Exchange, succeeded } from '../../../exchanges/exchange.ts';
import { answeredProbes, describeProbe, workingOperations } from '../../probes.ts';
import { type Check, finding, judgeEach } from '../../verdict.ts';

export const boundsHold: Check = {
  id: 'probe.bounds-hold',
  whenUnseen: 'the operation was never seen to succeed',
  judge: (recording, rule) => {
    const working = workingOperations(recording);
    const subjects = answeredProbes(recording, rule, ['at-bound', 'inside-bound', 'past-bound']);
    return judgeEach(
      subjects.filter(({ operation }) => working.has(operation)),
      (probe) => {
        if (succeeded(probe) === isInside(probe)) return undefined;
        const expected = isInside(probe)
          ? 'the value within the bounds is taken'
          : 'the value past the bound is refused';
        return finding([probe], { expected, observed: describeProbe(probe) });
      },
    );
  },
};

function isInside({ probe }: Exchange): boolean {
  return probe?.kind !== 'past-bound';
}

import { type Exchange, succeeded } from '../../../exchanges/exchange.ts';
import { finding } from '../../findings/finding.ts';
import { statusOf } from '../../findings/observe.ts';
import { showsNothing } from '../../has-json.ts';
import { answeredProbes } from '../../probes.ts';
import { type Check, judgeEach, type Recording } from '../../verdict.ts';

export const malformedIdIsRefused: Check = {
  id: 'probe.malformed-id-is-refused',
  drivenBy: 'probes',
  evidence: ['malformed-id'],
  needs: [],
  judge: (recording, rule) =>
    judgeEach(
      answeredProbes(recording, rule, ['malformed-id']),
      (probe) =>
        // To show that there is nothing of the name is no worse than to say so by a status.
        succeeded(probe) && !showsNothing(probe) && !isGeneric(probe, recording)
          ? finding([probe], {
              expected: {
                kind: 'status',
                oneOf: ['refusal'],
                because: { kind: 'malformed-id', parameter: probe.intent?.parameter },
              },
              observed: statusOf(probe),
            })
          : undefined,
      (probe) => !succeeded(probe),
    ),
};

/** A body of which nothing is said, such as a preview, may be there for whatever is asked: as for what nothing has. */
function isGeneric({ operation }: Exchange, { contract, user }: Recording): boolean {
  if (contract.get(operation)?.answer !== 'unspecified') return false;
  return user.some(
    (one) => one.operation === operation && one.intent?.kind === 'unknown-id' && succeeded(one),
  );
}

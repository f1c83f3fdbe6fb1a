import { succeeded } from '../../../exchanges/exchange.ts';
import { answeredProbes, describeProbe } from '../../probes.ts';
import { type Check, finding, judgeEach } from '../../verdict.ts';

export const malformedIdIsRefused: Check = {
  id: 'probe.malformed-id-is-refused',
  whenUnseen: 'no malformed identifier was answered',
  judge: (recording, rule) =>
    judgeEach(answeredProbes(recording, rule, ['malformed-id']), (probe) =>
      succeeded(probe)
        ? finding([probe], {
            expected: 'a refusal of an identifier of another type (404 or 422: which is not shown)',
            observed: describeProbe(probe),
          })
        : undefined,
    ),
};

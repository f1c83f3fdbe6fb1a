import { succeeded } from '../../../exchanges/exchange.ts';
import { answeredProbes, describeProbe } from '../../probes.ts';
import { type Check, finding, judgeEach } from '../../verdict.ts';

export const unknownIdIs404: Check = {
  id: 'probe.unknown-id-is-404',
  whenUnseen: 'no answer to an unknown identifier settled it',
  judge: (recording, rule) => {
    const subjects = answeredProbes(recording, rule, ['unknown-id']).filter(({ operation, response }) => {
      const statuses = recording.contract.get(operation)?.statuses ?? [];
      // Another documented refusal may well come first; which one does is not shown.
      const status = response?.status ?? 0;
      return status === 404 || status < 300 || !statuses.includes(`${status}`);
    });
    return judgeEach(subjects, (probe) =>
      probe.response?.status === 404
        ? undefined
        : finding([probe], {
            expected: 'status 404 for an identifier that nobody has',
            observed: `${describeProbe(probe)}${succeeded(probe) ? ' and a body' : ''}`,
          }),
    );
  },
};

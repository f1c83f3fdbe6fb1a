import { succeeded } from '../../../exchanges/exchange.ts';
import { finding } from '../../findings/finding.ts';
import { bodyOf } from '../../findings/observe.ts';
import { hasJson } from '../../has-json.ts';
import { probesOf } from '../../probes.ts';
import { type Check, judgeEach } from '../../verdict.ts';

export const bodiesAreJson: Check = {
  id: 'probe.bodies-are-json',
  drivenBy: 'probes',
  evidence: ['success'],
  needs: [],
  judge: (recording, { operations }) =>
    judgeEach(
      // Where a row says "body unspecified", it states otherwise.
      probesOf(recording, operations)
        .filter(({ operation }) => recording.contract.get(operation)?.answer !== 'unspecified')
        .filter((probe) => succeeded(probe) && probe.response?.body.text !== ''),
      (probe) =>
        !hasJson(probe)
          ? finding([probe], { expected: { kind: 'body-kind', body: 'json' }, observed: bodyOf(probe) })
          : undefined,
    ),
};

import { succeeded } from '../../../exchanges/exchange.ts';
import { hasJson } from '../../has-json.ts';
import { probesOf } from '../../probes.ts';
import { type Check, finding, judgeEach } from '../../verdict.ts';

export const bodiesAreJson: Check = {
  id: 'probe.bodies-are-json',
  whenUnseen: 'no operation of the User API answered with a body',
  judge: (recording, { operations }) =>
    judgeEach(
      probesOf(recording, operations).filter((probe) => succeeded(probe) && probe.response?.body.text !== ''),
      (probe) =>
        !hasJson(probe)
          ? finding([probe], {
              expected: 'a JSON body',
              observed: `a body that begins ${JSON.stringify(probe.response?.body.text.slice(0, 60))}`,
            })
          : undefined,
    ),
};

import { succeeded } from '../../../exchanges/exchange.ts';
import { parseJson } from '../../../json/parse-json.ts';
import { type Check, finding, judgeEach } from '../../verdict.ts';

export const bodiesAreJson: Check = {
  id: 'probe.bodies-are-json',
  whenUnseen: 'no operation of the User API answered with a body',
  judge: ({ probes }, { operations }) =>
    judgeEach(
      probes
        .filter(({ operation }) => operations.includes(operation))
        .filter((probe) => succeeded(probe) && probe.response?.body.text !== ''),
      (probe) =>
        parseJson(probe.response?.body.text ?? '') === undefined
          ? finding([probe], {
              expected: 'a JSON body',
              observed: `a body that begins ${JSON.stringify(probe.response?.body.text.slice(0, 60))}`,
            })
          : undefined,
    ),
};

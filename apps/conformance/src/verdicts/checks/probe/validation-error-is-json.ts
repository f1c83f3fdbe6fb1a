import { parseJson } from '../../../json/parse-json.ts';
import { probesOf } from '../../probes.ts';
import { type Check, finding, judgeEach } from '../../verdict.ts';

export const validationErrorIsJson: Check = {
  id: 'probe.validation-error-is-json',
  whenUnseen: 'nothing was answered 422',
  judge: (recording, { operations }) =>
    judgeEach(
      probesOf(recording, operations).filter(({ response }) => response?.status === 422),
      (probe) => {
        const body = parseJson(probe.response?.body.text ?? '');
        if (typeof body === 'object' && body !== null) return undefined;
        return finding([probe], {
          expected: 'a body of the schema HTTPValidationError (its fields are not shown)',
          observed: `a body that begins ${JSON.stringify(probe.response?.body.text.slice(0, 60))}`,
        });
      },
    ),
};

import { bodyIn } from '../../bodies.ts';
import { finding } from '../../findings/finding.ts';
import { bodyOf } from '../../findings/observe.ts';
import { probesOf } from '../../probes.ts';
import { type Check, judgeEach } from '../../verdict.ts';

export const validationErrorIsJson: Check = {
  id: 'probe.validation-error-is-json',
  drivenBy: 'probes',
  evidence: ['validation-error'],
  needs: [],
  judge: (recording, { operations }) =>
    judgeEach(
      probesOf(recording, operations).filter(({ response }) => response?.status === 422),
      (probe) => {
        const body = bodyIn(probe);
        if (typeof body === 'object' && body !== null) return undefined;
        return finding([probe], {
          expected: { kind: 'body-kind', body: 'structured', schema: 'HTTPValidationError' },
          observed: bodyOf(probe),
        });
      },
    ),
};

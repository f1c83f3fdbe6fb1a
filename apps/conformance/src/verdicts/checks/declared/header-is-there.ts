import { header } from '../../../exchanges/exchange.ts';
import { declaredAnswers } from '../../declared/answers.ts';
import { finding } from '../../findings/finding.ts';
import { headerOf } from '../../findings/observe.ts';
import { type Check, judgeEach } from '../../verdict.ts';

export const headerIsThere: Check = {
  id: 'declared.header',
  drivenBy: 'probes',
  evidence: ['answer'],
  needs: [],
  judge: (recording, { operations }) =>
    judgeEach(
      declaredAnswers(recording, operations).flatMap(({ exchange, response }) =>
        (response?.requiredHeaders ?? []).map((name) => ({ exchange, name: name.toLowerCase() })),
      ),
      ({ exchange, name }) =>
        header(exchange, name) !== undefined
          ? undefined
          : finding([exchange], {
              expected: { kind: 'header', name, presence: 'present', because: { kind: 'declared' } },
              observed: headerOf(exchange, name),
            }),
    ),
};

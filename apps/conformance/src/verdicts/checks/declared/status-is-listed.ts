import { declaredAnswers } from '../../declared/answers.ts';
import { finding } from '../../findings/finding.ts';
import { statusOf } from '../../findings/observe.ts';
import { type Check, judgeEach } from '../../verdict.ts';

export const statusIsListed: Check = {
  id: 'declared.status',
  drivenBy: 'probes',
  evidence: ['answer'],
  needs: [],
  judge: (recording, { operations }) =>
    judgeEach(declaredAnswers(recording, operations), ({ exchange, statuses, response }) =>
      response !== undefined
        ? undefined
        : finding([exchange], {
            expected: { kind: 'status', documented: statuses, because: { kind: 'declared' } },
            observed: statusOf(exchange),
          }),
    ),
};

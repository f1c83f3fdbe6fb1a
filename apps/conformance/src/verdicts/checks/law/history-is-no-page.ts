import { header, succeeded } from '../../../exchanges/exchange.ts';
import { bodyIn } from '../../bodies.ts';
import { finding } from '../../findings/finding.ts';
import { headerOf } from '../../findings/observe.ts';
import { type Check, judgeEach } from '../../verdict.ts';

const name = 'content-type';

export const historyIsNoPage: Check = {
  id: 'law.history-is-no-page',
  drivenBy: 'scenarios',
  evidence: ['run-read'],
  traffic: { restsOn: 'answer', isOfShapes: true },
  needs: [],
  judge: ({ workers }, { operations }) =>
    judgeEach(
      workers.filter(
        (read) => operations.includes(read.operation) && succeeded(read) && Array.isArray(bodyIn(read)),
      ),
      (read) =>
        /\bhtml\b/i.test(header(read, name) ?? '')
          ? finding([read], {
              expected: { kind: 'header', name, presence: 'absent', value: 'text/html' },
              observed: headerOf(read, name),
            })
          : undefined,
    ),
};

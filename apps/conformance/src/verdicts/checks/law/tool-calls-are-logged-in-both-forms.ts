import { isSameCase, succeeded } from '../../../exchanges/exchange.ts';
import { bodyIn } from '../../bodies.ts';
import { finding } from '../../findings/finding.ts';
import { type Check, judgeEach } from '../../verdict.ts';
import { workerRunsOf } from '../../worker-runs.ts';

export const toolCallsAreLoggedInBothForms: Check = {
  id: 'law.tool-calls-are-logged-in-both-forms',
  drivenBy: 'sequences',
  evidence: ['started-in-both-forms', 'started-run-read'],
  needs: ['toolCallMessage'],
  judge: (recording, { operations }) => {
    const logs = workerRunsOf(recording).flatMap(({ start, reads }) =>
      reads
        .filter((read) => operations.includes(read.operation) && succeeded(read))
        .flatMap((read) => {
          const entries = bodyIn(read);
          return Array.isArray(entries) ? [{ start, read, count: entries.length }] : [];
        }),
    );
    const pairs = logs.flatMap((one) => {
      const twin = logs.find(
        ({ start, count }) =>
          isSameCase(start, one.start) && start.operation !== one.start.operation && count > 0,
      );
      return twin === undefined ? [] : [{ one, twin }];
    });
    return judgeEach(pairs, ({ one, twin }) =>
      one.count > 0
        ? undefined
        : finding([twin.read, one.start, one.read], {
            expected: { kind: 'count', of: 'records', exactly: twin.count },
            observed: { kind: 'count', count: 0 },
          }),
    );
  },
};

import { isRefused, succeeded } from '../../../exchanges/exchange.ts';
import { finding } from '../../findings/finding.ts';
import { statusOf } from '../../findings/observe.ts';
import { isAfter, resultLeaves } from '../../notifier-results.ts';
import { type NotifierRun, notifierRuns } from '../../notifier-runs.ts';
import { type Check, judgeEach } from '../../verdict.ts';

export const notifierPagesJoin: Check = {
  id: 'law.notifier-pages-join',
  drivenBy: 'sequences',
  evidence: ['tool-listed', 'tool-run'],
  needs: ['notifierMayBeUsed'],
  judge: (recording) =>
    judgeEach(
      notifierRuns(recording).flatMap((runs) => runs.flatMap((next) => pageBefore(next, runs))),
      ({ page, next }) => {
        if (isRefused(next.exchange))
          return finding([page.exchange, next.exchange], {
            expected: { kind: 'status', oneOf: ['success'] },
            observed: statusOf(next.exchange),
          });
        const shown = idensIn(page);
        const again = idensIn(next).filter((iden) => shown.includes(iden));
        return again.length === 0
          ? undefined
          : finding([page.exchange, next.exchange], {
              expected: { kind: 'pages', are: 'disjoint' },
              observed: { kind: 'pages', trouble: 'repeats', ids: again },
            });
      },
      ({ page, next }) => succeeded(next.exchange) && idensIn(page).length > 0,
    ),
};

interface Pages {
  readonly page: NotifierRun;
  readonly next: NotifierRun;
}

/** The page whose cursor a run gives back. */
function pageBefore(next: NotifierRun, runs: readonly NotifierRun[]): readonly Pages[] {
  const { cursor } = next.input;
  if (typeof cursor !== 'string' || next.exchange.intent?.kind !== 'tool-run') return [];
  const page = runs.findLast(
    (one) =>
      one.tool === next.tool &&
      isAfter(next, one) &&
      succeeded(one.exchange) &&
      resultLeaves(one.exchange).some(({ value }) => value === cursor),
  );
  return page === undefined ? [] : [{ page, next }];
}

/** The parameter that names a chat or a push is the name under which most results show it. */
function idensIn({ exchange }: NotifierRun): readonly string[] {
  const found = resultLeaves(exchange).filter(({ path }) => path.at(-1) === 'iden');
  const byRecord = Map.groupBy(found, ({ path }) => path.length);
  // What a record refers to lies deeper.
  const outermost = byRecord.get(Math.min(...byRecord.keys())) ?? [];
  return [...new Set(outermost.map(({ value }) => String(value)))];
}

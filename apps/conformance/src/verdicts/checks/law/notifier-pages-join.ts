import { isDeepStrictEqual } from 'node:util';
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
      ({ page, next, whole }) => {
        if (isRefused(next.exchange))
          return finding([page.exchange, next.exchange], {
            expected: { kind: 'status', oneOf: ['success'] },
            observed: statusOf(next.exchange),
          });
        const shown = idensIn(page);
        const again = idensIn(next).filter((iden) => shown.includes(iden));
        if (again.length > 0)
          return finding([page.exchange, next.exchange], {
            expected: { kind: 'pages', are: 'disjoint' },
            observed: { kind: 'pages', trouble: 'repeats', ids: again },
          });
        const due = whole === undefined ? undefined : idensIn(whole)[shown.length];
        return whole === undefined || due === undefined || idensIn(next).includes(due)
          ? undefined
          : finding([whole.exchange, page.exchange, next.exchange], {
              expected: { kind: 'pages', are: 'complete' },
              observed: { kind: 'pages', trouble: 'loses', ids: [due] },
            });
      },
      ({ page, next }) => succeeded(next.exchange) && idensIn(page).length > 0,
    ),
};

interface Pages {
  readonly page: NotifierRun;
  readonly next: NotifierRun;
  /** A longer page of the same list just before, which begins in the same way. */
  readonly whole: NotifierRun | undefined;
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
  return page === undefined ? [] : [{ page, next, whole: wholeBefore(page, runs) }];
}

/** What was asked for after the last other run that is known to be over, with no other difference than the limit. */
function wholeBefore(page: NotifierRun, runs: readonly NotifierRun[]): NotifierRun | undefined {
  const before = runs.filter((one) => isAfter(page, one));
  const since = before.findLastIndex(({ tool }) => tool !== page.tool);
  const first = idensIn(page);
  return before.slice(since + 1).find((one) => {
    const shown = succeeded(one.exchange) ? idensIn(one) : [];
    return (
      isDeepStrictEqual({ ...one.input, limit: page.input.limit }, page.input) &&
      shown.length > first.length &&
      isDeepStrictEqual(shown.slice(0, first.length), first)
    );
  });
}

/** The parameter that names a chat or a push is the name under which most results show it. */
function idensIn({ exchange }: NotifierRun): readonly string[] {
  const found = resultLeaves(exchange).filter(({ path }) => path.at(-1) === 'iden');
  const byRecord = Map.groupBy(found, ({ path }) => path.length);
  // What a record refers to lies deeper.
  const outermost = byRecord.get(Math.min(...byRecord.keys())) ?? [];
  return [...new Set(outermost.map(({ value }) => String(value)))];
}

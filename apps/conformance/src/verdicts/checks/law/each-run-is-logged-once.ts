import { type Exchange, isSameCase, isTransient, succeeded } from '../../../exchanges/exchange.ts';
import { type Found, finding } from '../../findings/finding.ts';
import { queryOf } from '../../lists.ts';
import { isResourceCall, type ResourceExchange } from '../../resources.ts';
import { endedAt } from '../../run-history.ts';
import { type Check, judgeEach, type Recording } from '../../verdict.ts';

export const eachRunIsLoggedOnce: Check = {
  id: 'law.each-run-is-logged-once',
  drivenBy: 'sequences',
  evidence: ['records-listed'],
  needs: ['tool'],
  judge: (recording, { operations }) => judgeEach(spans(recording, operations), found),
};

interface Span {
  readonly before: ResourceExchange;
  readonly after: ResourceExchange;
  /** The runs of tools in between that succeeded. */
  readonly runs: readonly Exchange[];
}

/** From a list that shows all there is to the next one, in a quiet sequence of a user for whom no one else acts. */
function spans({ user, consistencyWindowMs }: Recording, operations: readonly string[]): readonly Span[] {
  const lists = user
    .filter(isResourceCall)
    .filter((one) => operations.includes(one.operation) && one.identity === 'sandbox' && succeeded(one))
    .filter(isWhole)
    .toSorted((a, b) => a.sentAt - b.sentAt);
  return lists.flatMap((after, index): Span[] => {
    const before = lists[index - 1];
    if (before === undefined || !isSameCase(before, after)) return [];
    const runs = user.filter(
      (one) =>
        one.operation === 'runTool' &&
        one.identity === 'sandbox' &&
        endedAt(one) > before.sentAt &&
        one.sentAt < endedAt(after),
    );
    const isSettled = runs.every((run) => endedAt(run) + consistencyWindowMs <= after.sentAt);
    const isClear = runs.every(
      (run) => isSameCase(run, after) && run.response !== undefined && !isTransient(run.response.status),
    );
    return isSettled && isClear && runs.some(succeeded)
      ? [{ before, after, runs: runs.filter(succeeded) }]
      : [];
  });
}

/** A list without a cursor that is shorter than its limit. */
function isWhole(one: ResourceExchange): boolean {
  const limit = Number(queryOf(one, 'limit') ?? 0);
  return queryOf(one, 'next_cursor') === null && (one.resource.listed?.length ?? limit) < limit;
}

/** Whether runs are logged at all is not shown; where some are, each is, once. */
function found({ before, after, runs }: Span): Found | undefined {
  const old = new Set(before.resource.listed ?? []);
  const added = (after.resource.listed ?? []).filter((id) => !old.has(id)).length;
  if (added === 0 || added === runs.length) return undefined;
  return finding([before, ...runs.slice(0, 1), after], {
    expected: { kind: 'count', of: 'records', exactly: old.size + runs.length },
    observed: { kind: 'count', count: after.resource.listed?.length ?? 0, before: old.size },
  });
}

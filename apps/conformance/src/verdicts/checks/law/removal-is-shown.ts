import { isDeepStrictEqual } from 'node:util';
import { isOwnSuccess, isRefused, isWrite, succeeded } from '../../../exchanges/exchange.ts';
import { recordIn } from '../../../json/find-record.ts';
import { bodyIn } from '../../bodies.ts';
import { finding } from '../../findings/finding.ts';
import { type ResourceExchange, type ResourceHistory, recordOf, resourceHistories } from '../../resources.ts';
import { endedAt } from '../../run-history.ts';
import { type Check, judgeEach, type Recording } from '../../verdict.ts';

/** A record as it was read and listed before its removal and after it. */
interface Removal {
  readonly history: ResourceHistory;
  readonly removal: ResourceExchange;
  readonly again: ResourceExchange;
  readonly reads: readonly [ResourceExchange, ResourceExchange];
  readonly lists: readonly [ResourceExchange, ResourceExchange];
}

export const removalIsShown: Check = {
  id: 'law.removal-is-shown',
  drivenBy: 'sequences',
  evidence: ['record-removed', 'record-read', 'records-listed'],
  needs: [],
  judge: (recording, { operations }) =>
    judgeEach(
      resourceHistories(recording).flatMap((history) => removalsIn(history, recording, operations)),
      ({ history, removal, again, reads, lists }) => {
        // What can't be removed a second time shows that it was.
        const isShown = !succeeded(again) || [reads, lists].some((pair) => !isAlike(pair, history));
        if (isShown) return undefined;
        const record = recordOf(history);
        return finding([removal, reads[1], lists[1]], {
          expected: { kind: 'absent', record, because: { kind: 'removed', record } },
          observed: { kind: 'listed', times: 1, length: lists[1].resource.listed?.length ?? 0 },
        });
      },
    ),
};

function removalsIn(
  history: ResourceHistory,
  { consistencyWindowMs }: Recording,
  operations: readonly string[],
): readonly Removal[] {
  const { calls, lists } = history;
  const removal = calls.find(
    (one) => one.resource.act === 'remove' && operations.includes(one.operation) && isOwnSuccess(one),
  );
  const again = calls.find(
    (one) => removal !== undefined && one.resource.act === 'remove' && one.sentAt >= endedAt(removal),
  );
  if (removal === undefined || again?.response === undefined) return [];
  const around = (some: readonly ResourceExchange[]) => {
    const own = some.filter((one) => one.identity === 'own' && one.response !== undefined);
    const before = own.findLast((one) => endedAt(one) <= removal.sentAt && succeeded(one));
    const after = own.find((one) => one.sentAt >= endedAt(removal) + consistencyWindowMs);
    return before === undefined || after === undefined ? undefined : ([before, after] as const);
  };
  const reads = around(calls.filter(({ resource }) => resource.act === 'read'));
  const listed = around(lists);
  if (reads === undefined || listed === undefined) return [];
  const [from, until] = [
    Math.min(reads[0].sentAt, listed[0].sentAt),
    Math.max(endedAt(reads[1]), endedAt(listed[1])),
  ];
  const isAlone = calls.every(
    (one) =>
      one === removal ||
      one === again ||
      !isWrite(one) ||
      isRefused(one) ||
      endedAt(one) <= from ||
      one.sentAt >= until,
  );
  return isAlone ? [{ history, removal, again, reads, lists: listed }] : [];
}

/** Whether nothing at all of it differs, as far as it is shown. */
function isAlike([before, after]: Removal['reads'], { id }: ResourceHistory): boolean {
  const [was, is] = [before, after].map((one) => recordIn(bodyIn(one), id));
  return succeeded(after) && was !== undefined && isDeepStrictEqual(was, is);
}

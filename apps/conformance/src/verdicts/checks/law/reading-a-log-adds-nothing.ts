import { type Exchange, succeeded } from '../../../exchanges/exchange.ts';
import { finding } from '../../findings/finding.ts';
import { entriesOf } from '../../lists.ts';
import { endedAt } from '../../run-history.ts';
import { type Check, judgeEach, type Recording } from '../../verdict.ts';

export const readingALogAddsNothing: Check = {
  id: 'law.reading-a-log-adds-nothing',
  drivenBy: 'sequences',
  evidence: ['answer'],
  needs: [],
  judge: (recording, { operations }) =>
    judgeEach(
      readsInARow(recording, operations),
      ([first, second, third]) => {
        const [one, other, last] = [first, second, third].map((read) => entriesOf(read)?.length ?? 0);
        if (one === undefined || other === undefined || last === undefined) return undefined;
        // What grows once may have been on its way; what grows with each read grows by reading.
        if (!(one < other && other < last)) return undefined;
        return finding([first, second, third], {
          expected: { kind: 'same-as', other: { by: 'exchange', exchange: second.id } },
          observed: { kind: 'count', count: last, before: other },
        });
      },
      ([first]) => (entriesOf(first)?.length ?? 0) > 0,
    ),
};

type InARow = readonly [Exchange, Exchange, Exchange];

/** Three reads of one log, one after the other, while nothing was written at all, nor shortly before. */
function readsInARow(
  { user, workers, contract, consistencyWindowMs }: Recording,
  operations: readonly string[],
): readonly InARow[] {
  const writes = [...user, ...workers].filter(({ operation }) => contract.get(operation)?.effect !== 'read');
  const isQuiet = (from: Exchange, until: Exchange): boolean =>
    !writes.some(
      (write) => write.sentAt <= endedAt(until) && endedAt(write) + consistencyWindowMs >= from.sentAt,
    );
  const reads = user
    .filter((one) => operations.includes(one.operation) && one.identity === 'own' && succeeded(one))
    .toSorted((a, b) => a.sentAt - b.sentAt);
  return [...Map.groupBy(reads, ({ request }) => request.url).values()].flatMap((same) =>
    same.slice(2).flatMap((third, index): InARow[] => {
      const [first, second] = same.slice(index);
      if (first === undefined || second === undefined || !isQuiet(first, third)) return [];
      return endedAt(first) <= second.sentAt && endedAt(second) <= third.sentAt
        ? [[first, second, third]]
        : [];
    }),
  );
}

import { finding } from '../../findings/finding.ts';
import { entriesOf, listingsOf, queryOf } from '../../lists.ts';
import type { ResourceExchange } from '../../resources.ts';
import { type Check, judgeEach } from '../../verdict.ts';

export const limitHolds: Check = {
  id: 'list.limit-holds',
  drivenBy: 'sequences',
  evidence: ['list-with-limit'],
  needs: [],
  judge: (recording, { operations }) =>
    judgeEach(
      listingsOf(recording, operations, (list) => lengthOf(list) !== undefined).flatMap((lists) => {
        const longest = Math.max(...lists.map((list) => lengthOf(list) ?? 0));
        return lists.filter((list) => {
          const limit = Number(queryOf(list, 'limit') ?? Number.NaN);
          return limit > 0 && longest >= limit;
        });
      }),
      (list) => {
        const limit = Number(queryOf(list, 'limit'));
        const count = lengthOf(list) ?? 0;
        return count <= limit
          ? undefined
          : finding([list], {
              expected: { kind: 'count', of: 'records', atMost: limit },
              observed: { kind: 'count', count },
            });
      },
    ),
};

/** Also where it is not known what identifies the records. */
function lengthOf(list: ResourceExchange): number | undefined {
  return (list.resource.listed ?? entriesOf(list))?.length;
}

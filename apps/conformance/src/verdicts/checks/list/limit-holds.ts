import { finding } from '../../findings/finding.ts';
import { listingsOf, queryOf } from '../../lists.ts';
import { type Check, judgeEach } from '../../verdict.ts';

export const limitHolds: Check = {
  id: 'list.limit-holds',
  area: 'list',
  evidence: ['list-with-limit'],
  needs: [],
  judge: (recording, { operations }) =>
    judgeEach(
      listingsOf(recording, operations).flatMap((lists) => {
        const longest = Math.max(...lists.map(({ resource }) => resource.listed?.length ?? 0));
        return lists.filter((list) => {
          const limit = Number(queryOf(list, 'limit') ?? Number.NaN);
          return limit > 0 && longest >= limit;
        });
      }),
      (list) => {
        const limit = Number(queryOf(list, 'limit'));
        const count = list.resource.listed?.length ?? 0;
        return count <= limit
          ? undefined
          : finding([list], {
              expected: { kind: 'count', of: 'records', atMost: limit },
              observed: { kind: 'count', count },
            });
      },
    ),
};

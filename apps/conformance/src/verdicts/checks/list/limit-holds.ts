import { listingsOf, queryOf } from '../../lists.ts';
import { type Check, finding, judgeEach } from '../../verdict.ts';

export const limitHolds: Check = {
  id: 'list.limit-holds',
  whenUnseen: 'no list was asked for with a limit that it could exceed',
  judge: (recording, { operations }) =>
    judgeEach(
      listingsOf(recording, operations).flatMap((lists) => {
        const longest = Math.max(...lists.map(({ about }) => about.listed?.length ?? 0));
        return lists.filter((list) => {
          const limit = Number(queryOf(list, 'limit') ?? Number.NaN);
          return limit > 0 && longest >= limit;
        });
      }),
      (list) => {
        const limit = Number(queryOf(list, 'limit'));
        const count = list.about.listed?.length ?? 0;
        return count <= limit
          ? undefined
          : finding([list], { expected: `at most ${limit} records`, observed: `${count} records` });
      },
    ),
};

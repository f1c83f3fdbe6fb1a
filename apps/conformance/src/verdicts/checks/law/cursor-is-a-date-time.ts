import { finding } from '../../findings/finding.ts';
import { queryOf } from '../../lists.ts';
import { type Check, judgeEach } from '../../verdict.ts';
import { walksOf } from '../../walks.ts';

/** How exact it is, and what stands between day and hour, is left to the deployment. */
const dateTime = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/i;

export const cursorIsADateTime: Check = {
  id: 'law.cursor-is-a-date-time',
  drivenBy: 'sequences',
  evidence: ['list-page'],
  needs: [],
  judge: ({ user }, { operations }) =>
    judgeEach(
      walksOf(user)
        .filter(({ pages: [first] }) => operations.includes(first.operation))
        .flatMap(({ pages }) =>
          pages.slice(1).flatMap((page, index) => {
            const from = pages[index];
            const cursor = queryOf(page, 'next_cursor');
            return from === undefined || cursor === null ? [] : [{ from, page, cursor }];
          }),
        ),
      ({ from, page, cursor }) =>
        dateTime.test(cursor) && !Number.isNaN(Date.parse(cursor.slice(0, 10)))
          ? undefined
          : finding([page, from], {
              expected: { kind: 'field', path: ['next_cursor'], type: 'date-time' },
              observed: { kind: 'field', path: ['next_cursor'], value: cursor },
            }),
    ),
};

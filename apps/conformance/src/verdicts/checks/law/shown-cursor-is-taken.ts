import { type Exchange, isRefused, isSameCase, succeeded } from '../../../exchanges/exchange.ts';
import { finding } from '../../findings/finding.ts';
import { statusOf } from '../../findings/observe.ts';
import { leavesOf } from '../../leaves.ts';
import { queryOf } from '../../lists.ts';
import { endedAt } from '../../run-history.ts';
import { type Check, judgeEach } from '../../verdict.ts';

export const shownCursorIsTaken: Check = {
  id: 'law.shown-cursor-is-taken',
  drivenBy: 'sequences',
  evidence: ['list-with-limit'],
  traffic: { restsOn: 'users' },
  needs: [],
  judge: ({ user }, { operations }) =>
    judgeEach(
      user.flatMap((page) => {
        const from = operations.includes(page.operation) ? pageBefore(page, user) : undefined;
        return from === undefined ? [] : [{ page, from }];
      }),
      ({ page, from }) =>
        isRefused(page) && page.response?.status !== 401
          ? finding([from, page], {
              expected: { kind: 'status', oneOf: ['success'] },
              observed: statusOf(page),
            })
          : undefined,
      ({ page }) => succeeded(page),
    ),
};

/** The answer that gave the cursor with which a page is asked for. */
function pageBefore(page: Exchange, user: readonly Exchange[]): Exchange | undefined {
  const cursor = queryOf(page, 'next_cursor');
  if (cursor === null || page.intent?.kind !== 'valid') return undefined;
  return user.find(
    (one) =>
      one.operation === page.operation &&
      one.identity === page.identity &&
      isSameCase(one, page) &&
      succeeded(one) &&
      endedAt(one) <= page.sentAt &&
      leavesOf(one).some(({ value }) => String(value) === cursor),
  );
}

import { isDeepStrictEqual } from 'node:util';
import { isOwnSuccess, isSameCase } from '../../../exchanges/exchange.ts';
import { bodyIn } from '../../bodies.ts';
import { sameRecord } from '../../findings/same-record.ts';
import { leavesOf } from '../../leaves.ts';
import { type Check, judgeEach } from '../../verdict.ts';

export const runLogEntryIsNew: Check = {
  id: 'law.run-log-entry-is-new',
  drivenBy: 'sequences',
  evidence: ['success-twice'],
  needs: [],
  judge: ({ user }, { operations }) => {
    const made = user.filter(
      (one) =>
        operations.includes(one.operation) &&
        isOwnSuccess(one) &&
        // Without anything that could tell one entry from another, two may well look alike.
        leavesOf(one).some(({ path }) => /id$|_no$|number$/i.test(String(path.at(-1)))),
    );
    return judgeEach(
      made.slice(1).flatMap((second, index) => {
        const first = made[index];
        return first !== undefined && isSameCase(first, second) ? [{ first, second }] : [];
      }),
      ({ first, second }) =>
        isDeepStrictEqual(bodyIn(first), bodyIn(second))
          ? sameRecord(first, second, 'run log entry')
          : undefined,
    );
  },
};

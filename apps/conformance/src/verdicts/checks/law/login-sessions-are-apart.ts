import { isDeepStrictEqual } from 'node:util';
import { succeeded } from '../../../exchanges/exchange.ts';
import { bodyIn } from '../../bodies.ts';
import { sameRecord } from '../../findings/same-record.ts';
import { leavesOf } from '../../leaves.ts';
import { type Check, judgeEach } from '../../verdict.ts';

export const loginSessionsAreApart: Check = {
  id: 'law.login-sessions-are-apart',
  drivenBy: 'sequences',
  evidence: ['success-twice'],
  needs: [],
  judge: ({ user }, { operations }) => {
    const made = user.filter(
      (one) => operations.includes(one.operation) && succeeded(one) && leavesOf(one).length > 0,
    );
    return judgeEach(
      made.flatMap((second, index) => made.slice(0, index).map((first) => ({ first, second }))),
      ({ first, second }) =>
        isDeepStrictEqual(bodyIn(first), bodyIn(second))
          ? sameRecord(first, second, 'CLI auth session')
          : undefined,
    );
  },
};

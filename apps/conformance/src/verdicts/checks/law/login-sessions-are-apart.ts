import { succeeded } from '../../../exchanges/exchange.ts';
import { saySame } from '../../answer-marks.ts';
import { sameRecord } from '../../findings/same-record.ts';
import { leavesOf } from '../../leaves.ts';
import { type Check, judgeEach } from '../../verdict.ts';

export const loginSessionsAreApart: Check = {
  id: 'law.login-sessions-are-apart',
  drivenBy: 'sequences',
  evidence: ['success-twice'],
  traffic: { restsOn: 'users' },
  needs: [],
  judge: (recording, { operations }) => {
    const made = recording.user.filter(
      (one) => operations.includes(one.operation) && succeeded(one) && leavesOf(one).length > 0,
    );
    return judgeEach(
      made.flatMap((second, index) => made.slice(0, index).map((first) => ({ first, second }))),
      ({ first, second }) =>
        saySame(first, second, recording) ? sameRecord(first, second, 'CLI auth session') : undefined,
    );
  },
};

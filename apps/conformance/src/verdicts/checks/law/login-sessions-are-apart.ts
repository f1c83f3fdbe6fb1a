import { type Exchange, succeeded } from '../../../exchanges/exchange.ts';
import { holdsUuid } from '../../../json/uuid.ts';
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
      (one) => operations.includes(one.operation) && succeeded(one) && namesItsSession(one),
    );
    return judgeEach(
      made.flatMap((second, index) => made.slice(0, index).map((first) => ({ first, second }))),
      ({ first, second }) =>
        saySame(first, second, recording) ? sameRecord(first, second, 'CLI auth session') : undefined,
    );
  },
};

/** What a session is called is a UUID; all else may be the same, such as a time in whole seconds. */
function namesItsSession(answer: Exchange): boolean {
  return leavesOf(answer).some(({ value }) => typeof value === 'string' && holdsUuid(value));
}

import { type Exchange, isOwnSuccess, isSameCase } from '../../../exchanges/exchange.ts';
import { isUuid } from '../../../json/uuid.ts';
import { saySame, unmarkedLeaves } from '../../answer-marks.ts';
import { sameRecord } from '../../findings/same-record.ts';
import { leavesOf } from '../../leaves.ts';
import { pathValues } from '../../path-values.ts';
import { type Check, judgeEach, type Recording } from '../../verdict.ts';

export const runLogEntryIsNew: Check = {
  id: 'law.run-log-entry-is-new',
  drivenBy: 'sequences',
  evidence: ['success-twice'],
  traffic: { restsOn: 'users' },
  needs: [],
  judge: (recording, { operations }) => {
    const made = recording.user.filter(
      (one) =>
        operations.includes(one.operation) &&
        isOwnSuccess(one) &&
        // Without anything that could tell one entry from another, two may well look alike.
        (isNumbered(one, recording) ||
          identifiersIn(one, recording).some((id) => !isEverywhere(id, recording.user, operations))),
    );
    return judgeEach(
      made.slice(1).flatMap((second, index) => {
        const first = made[index];
        return first !== undefined && isSameCase(first, second) ? [{ first, second }] : [];
      }),
      ({ first, second }) =>
        saySame(first, second, recording) ? sameRecord(first, second, 'run log entry') : undefined,
    );
  },
};

/** Whether a value is called an identifier or a number, and is neither of the request nor of what it was sent to. */
function isNumbered(entry: Exchange, recording: Recording): boolean {
  const asked = pathValues(entry, recording);
  return unmarkedLeaves(entry, recording).some(
    ({ path, value }) =>
      /id$|_no$|number$/i.test(String(path.at(-1))) && !asked.includes(String(value).toLowerCase()),
  );
}

/** What an entry names beside the chat that it was asked for. */
function identifiersIn(entry: Exchange, recording: Recording): readonly string[] {
  const asked = pathValues(entry, recording);
  return leavesOf(entry)
    .map(({ value }) => String(value).toLowerCase())
    .filter((value) => isUuid(value) && !asked.includes(value));
}

/** That of the user, or of something else that has no entry of its own. */
function isEverywhere(id: string, user: readonly Exchange[], operations: readonly string[]): boolean {
  return user
    .filter((one) => operations.includes(one.operation) && isOwnSuccess(one))
    .every((one) => leavesOf(one).some(({ value }) => String(value).toLowerCase() === id));
}

import { isUuid } from '../../../json/uuid.ts';
import { memoize } from '../../memoize.ts';
import { showsAnother } from '../../other-identifiers.ts';
import { resourceHistories } from '../../resources.ts';
import { type Check, judgeEach, type Recording } from '../../verdict.ts';
import {
  hasBeenRead,
  isEchoed,
  type Showing,
  type WrittenValue,
  writtenValues,
  wronglyShown,
} from '../../written-texts.ts';

export const scheduleKeepsItsChat: Check = {
  id: 'law.schedule-keeps-its-chat',
  drivenBy: 'sequences',
  evidence: ['record-written', 'record-shown'],
  traffic: { restsOn: 'records' },
  needs: [],
  judge: (recording, { operations }) =>
    judgeEach(
      writtenValues(recording).filter(
        (written) => operations.includes(written.write.operation) && isReference(written, recording),
      ),
      (written) => {
        // What the answer itself shows and a later one doesn't is no matter of what was sent.
        if (isEchoed(written)) return undefined;
        const other = written.showings.find((one) => isAnother(written, one, recording));
        return other && wronglyShown(written, other);
      },
      hasBeenRead,
    ),
};

const ownIds = memoize(
  (recording: Recording): ReadonlySet<string> => new Set(resourceHistories(recording).map(({ id }) => id)),
);

/** The identifier of a record that the run made, and one is shown under the name of what was sent. */
function isReference({ sent, showings }: WrittenValue, recording: Recording): boolean {
  return (
    isUuid(sent.value) && ownIds(recording).has(sent.value) && showings.some(({ shown }) => isUuid(shown))
  );
}

function isAnother({ sent }: WrittenValue, { shown, answer }: Showing, recording: Recording): boolean {
  const compared = { name: sent.path.at(-1), id: String(sent.value), shown };
  return isUuid(shown) && showsAnother(recording, answer, compared);
}

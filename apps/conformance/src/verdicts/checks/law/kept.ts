import { type Check, judgeEach } from '../../verdict.ts';
import { hasBeenRead, isEchoed, isOurs, isShown, writtenValues, wronglyShown } from '../../written-texts.ts';

export const isKept: Check = {
  id: 'law.kept',
  area: 'resource',
  evidence: ['record-written', 'record-shown'],
  needs: [],
  judge: (recording, { operations }) =>
    judgeEach(
      writtenValues(recording).filter(
        ({ write, sent, isTaken, showings }) =>
          operations.includes(write.operation) && isOurs(sent.value) && isTaken && showings.length > 0,
      ),
      (written) => {
        // What the answer itself shows and a later one doesn't is no matter of what was sent.
        const lost = isEchoed(written)
          ? undefined
          : written.showings.find(({ shown }) => !isShown(written.sent, shown));
        return lost && wronglyShown(written, lost);
      },
      hasBeenRead,
    ),
};

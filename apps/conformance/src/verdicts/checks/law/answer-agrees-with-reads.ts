import { isWrite } from '../../../exchanges/exchange.ts';
import { mayHaveOwnForm } from '../../../spec/resources.ts';
import { type AnsweredAndRead, answeredAndRead } from '../../answered-and-read.ts';
import { type Found, finding } from '../../findings/finding.ts';
import { isBeginning, isShown, shortened } from '../../our-texts.ts';
import { type Check, judgeEach } from '../../verdict.ts';
import { isEchoed, type WrittenValue, writtenValues, wronglyShown } from '../../written-texts.ts';

export const answerAgreesWithReads: Check = {
  id: 'law.answer-agrees-with-reads',
  drivenBy: 'sequences',
  evidence: ['change-made', 'answer'],
  traffic: { restsOn: 'records' },
  needs: [],
  judge: (recording, { operations }) =>
    judgeEach(
      [
        ...writtenValues(recording).filter(isAnsweredAndRead),
        ...answeredAndRead(recording).filter((one) => !isOfOwnForm(one)),
      ].filter(({ write }) => operations.includes(write.operation)),
      (one) => ('sent' in one ? answeredOtherwise(one) : readOtherwise(one)),
    ),
};

function answeredOtherwise(written: WrittenValue): Found | undefined {
  const [answered] = written.showings;
  return isEchoed(written) || answered === undefined ? undefined : wronglyShown(written, answered);
}

function readOtherwise({ history, write, read, field, answered, shown }: AnsweredAndRead): Found | undefined {
  if (answered === shown) return undefined;
  const record = { family: history.family, id: history.id };
  return finding([write, read], {
    expected: { kind: 'unchanged', record, because: { kind: 'not-subject', record } },
    observed: { kind: 'field', path: [field], value: shortened(shown), before: shortened(answered) },
  });
}

/** A text may be shortened in the answer; of some fields the form is not shown. */
function isOfOwnForm({ history: { kind }, field, answered, shown }: AnsweredAndRead): boolean {
  return mayHaveOwnForm(kind, field) || isBeginning(answered, shown);
}

/** Whether the answer shows a value where one was sent, and the read after it shows what was sent. */
function isAnsweredAndRead(written: WrittenValue): boolean {
  const { sent, showings } = written;
  const [answered, next] = showings;
  if (isEchoed(written) === undefined || next === undefined || isWrite(next.answer)) return false;
  return isShown(sent, next.shown) && !isBeginning(answered?.shown, sent.value);
}

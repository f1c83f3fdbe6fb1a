import { isWrite } from '../../../exchanges/exchange.ts';
import { isAlike } from '../../../exchanges/written-values.ts';
import { type Found, finding } from '../../findings/finding.ts';
import { isOurs, shortened } from '../../our-texts.ts';
import { recordOf, traceOf } from '../../resources.ts';
import { type Check, judgeEach } from '../../verdict.ts';
import { hasBeenRead, type Showing, type WrittenValue, writtenValues } from '../../written-texts.ts';

export const isLeftAlone: Check = {
  id: 'law.frame',
  drivenBy: 'sequences',
  evidence: ['record-written', 'record-read'],
  traffic: { restsOn: 'records' },
  needs: [],
  judge: (recording, { operations }) =>
    judgeEach(
      writtenValues(recording)
        .filter(({ showings, lacking }) => showings.length > 1 || lacking.length > 0)
        .filter(({ history }) => history.calls.some(({ operation }) => operations.includes(operation))),
      departure,
      hasBeenRead,
    ),
};

/** A value that an answer showed as it was sent, and a later one doesn't, though nothing wrote it in between. */
function departure(written: WrittenValue): Found | undefined {
  const { history, sent, showings, lacking } = written;
  const seen = showings.findIndex(({ shown }) => shown === sent.value);
  if (seen === -1) return undefined;
  const changed = showings.find((one, index) => index > seen && isChanged(written, one, index));
  const [lost] = isOurs(sent.value) ? lacking : [];
  const answer = changed?.answer ?? lost;
  if (answer === undefined) return undefined;
  const { path, value } = sent;
  return finding(traceOf(history, answer), {
    expected: {
      kind: 'unchanged',
      record: recordOf(history),
      because: { kind: 'not-subject', record: recordOf(history) },
    },
    observed: {
      kind: 'field',
      path,
      value: shortened(changed?.shown ?? null),
      before: shortened(value),
    },
  });
}

/** What only the answer to the write has shown so far may be its echo, in another form than the one that is kept. */
function isChanged(
  { write, sent, showings }: WrittenValue,
  { shown, answer }: Showing,
  index: number,
): boolean {
  const wasShownSince = showings
    .slice(0, index)
    .some((one) => one.answer.id !== write.id && one.shown === sent.value);
  const isByWrite = isWrite(answer);
  return !isAlike(shown, sent.value) && (wasShownSince || isByWrite);
}

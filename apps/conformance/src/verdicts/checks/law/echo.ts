import { isWrite } from '../../../exchanges/exchange.ts';
import { shownAt } from '../../../json/find-record.ts';
import { bodyIn } from '../../bodies.ts';
import type { Found } from '../../findings/finding.ts';
import { isOurs, isShown } from '../../our-texts.ts';
import { endedAt } from '../../run-history.ts';
import { type Check, judgeEach } from '../../verdict.ts';
import {
  hasBeenRead,
  isEchoed,
  type Showing,
  type WrittenValue,
  writtenValues,
  wronglyShown,
} from '../../written-texts.ts';

export const isEchoedByReads: Check = {
  id: 'law.echo',
  drivenBy: 'sequences',
  evidence: ['record-written', 'record-read'],
  traffic: { restsOn: 'records' },
  needs: [],
  judge: (recording, { operations }) =>
    judgeEach(
      writtenValues(recording).filter(
        (written) =>
          operations.includes(written.write.operation) &&
          isEchoed(written) === true &&
          written.showings.length > 1,
      ),
      departure,
      hasBeenRead,
    ),
};

/** The first answer after the one to the write; what differs only later was changed by something else. */
function departure(written: WrittenValue): Found | undefined {
  const [, next] = written.showings;
  if (next === undefined || isWrite(next.answer)) return undefined;
  return isShown(written.sent, next.shown) || !isCertainlyWrong(written, next)
    ? undefined
    : wronglyShown(written, next);
}

/** A value that is not a text of ours may be kept in another form: only one that it had before is certainly wrong. */
function isCertainlyWrong({ history, write, sent }: WrittenValue, { shown }: Showing): boolean {
  if (isOurs(sent.value)) return true;
  return history.calls
    .filter((call) => endedAt(call) <= write.sentAt)
    .some((call) => shownAt(bodyIn(call), sent, history.id) === shown);
}

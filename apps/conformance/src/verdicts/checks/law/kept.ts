import { isDeepStrictEqual } from 'node:util';
import { isMachineWord } from '../../../cases/machine-words.ts';
import { isWrite } from '../../../exchanges/exchange.ts';
import { at } from '../../../json/json-record.ts';
import { readCron } from '../../../model/cron.ts';
import { bodyIn, requestIn } from '../../bodies.ts';
import { isOurs, isShown, shownUnder } from '../../our-texts.ts';
import { isFurther } from '../../plain-writes.ts';
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

export const isKept: Check = {
  id: 'law.kept',
  drivenBy: 'sequences',
  evidence: ['record-written', 'record-shown'],
  traffic: { restsOn: 'records' },
  needs: [],
  judge: (recording, { operations }) =>
    judgeEach(
      writtenValues(recording).filter(
        (written) =>
          operations.includes(written.write.operation) &&
          (written.isTaken || isKnownColor(written)) &&
          written.showings.length > 0 &&
          (isLikeOurs(written.sent.value) ||
            isColor(written.sent.value) ||
            isFlag(written) ||
            isNew(written)),
      ),
      (written) => {
        // What the answer itself shows and a later one doesn't is no matter of what was sent.
        const lost = isEchoed(written) ? undefined : lostIn(written);
        return lost && wronglyShown(written, lost);
      },
      hasBeenRead,
    ),
};

/** A text of ours, or a word that programs take for something else, which is no less of a text. */
function isLikeOurs(value: unknown): boolean {
  return isOurs(value) || isMachineWord(value);
}

/** Nothing is like a text of ours; any other value may be kept in another form, but not as what was there before. */
function lostIn(written: WrittenValue): Showing | undefined {
  const { sent, showings } = written;
  if (isLikeOurs(sent.value)) return showings.find(({ shown }) => !isShown(sent, shown));
  if (isFlag(written)) return showings.find(({ shown }) => shown === !sent.value);
  if (isColor(sent.value)) return showings.find(({ shown }) => isOtherColor(shown, sent.value));
  const before = shownBefore(written);
  return showings.find(({ shown }) => shown === before);
}

/**
 * Another value than the one that was sent last, which is shown to the letter: what is kept in a form of its own may be
 * one and the same.
 */
function isNew(written: WrittenValue): boolean {
  const { history, write, sent } = written;
  const before = shownBefore(written);
  const last = history.calls.findLast((call) => call.sentAt < write.sentAt && isWrite(call));
  const sentLast = last && at(requestIn(last), sent.path);
  return (
    typeof before === 'string' &&
    before === sentLast &&
    !isShown(sent, before) &&
    !isSameCron(before, sent.value)
  );
}

/** Whether it is a flag that its caller sets; what others mean may hang on more than what was sent. */
function isFlag({ sent, write }: WrittenValue): boolean {
  return typeof sent.value === 'boolean' && isFurther(write, sent);
}

/** Six digits of a color; which other forms there are is not shown. */
function isColor(value: unknown): value is string {
  return typeof value === 'string' && /^#?[0-9a-f]{6}$/i.test(value);
}

/** Another six digits, or so many as no color has. */
function isOtherColor(shown: unknown, sent: unknown): boolean {
  const digits = digitsOf(shown);
  if (digits !== undefined) return digits !== digitsOf(sent);
  return typeof shown === 'string' && /^#([0-9a-f]{1,2}|[0-9a-f]{5}|[0-9a-f]{7})$/i.test(shown);
}

/** Whether the contract's own field for it was written, under a name that is known for sure. */
function isKnownColor({ write, sent }: WrittenValue): boolean {
  return isColor(sent.value) && Object.values(write.resource.wrote ?? {}).includes(sent.value);
}

/** The six digits of a color, each of three standing for two; undefined for what may be another form. */
function digitsOf(value: unknown): string | undefined {
  if (isColor(value)) return value.replace('#', '').toLowerCase();
  const [, short] = typeof value === 'string' ? (/^#([0-9a-f]{3})$/i.exec(value) ?? []) : [];
  return short?.replaceAll(/./g, '$&$&').toLowerCase();
}

function isSameCron(one: string, other: unknown): boolean {
  if (typeof other !== 'string') return false;
  const [first, second] = [readCron(one), readCron(other)];
  return first.kind === 'valid' && second.kind === 'valid' && isDeepStrictEqual(first.fields, second.fields);
}

/** What the last answer before the write showed, if nothing else was written since. */
function shownBefore({ history, write, sent }: WrittenValue): unknown {
  const last = history.calls.findLast((call) => endedAt(call) <= write.sentAt && !isTried(call));
  return last && shownUnder(bodyIn(last), sent, history.id);
}

/** A write that was not plainly meant, or not the owner's, may have left anything. */
function isTried(call: WrittenValue['write']): boolean {
  return isWrite(call) && (call.identity !== 'own' || call.intent?.kind !== 'valid');
}

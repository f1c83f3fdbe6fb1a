import type { Field } from '../json/find-record.ts';
import { bodyIn } from './bodies.ts';
import { memoize } from './memoize.ts';
import { isOurs, shownUnder } from './our-texts.ts';
import { isFurther, plainWrites, sentBy } from './plain-writes.ts';
import { type ResourceExchange, type ResourceHistory, resourceHistories } from './resources.ts';
import { endedAt } from './run-history.ts';
import type { Recording } from './verdict.ts';

/**
 * The names of which answers have shown that bodies of this form may have them: a text of ours came back, or of the
 * words to choose from at least two.
 */
const takenNames = memoize((recording: Recording): ReadonlySet<string> => {
  const echoed = resourceHistories(recording).flatMap((history) =>
    plainWrites(history, recording).flatMap((write) =>
      sentBy(write)
        .filter((sent) => isEchoOf(write, sent, history) || isAlteredBy(write, sent, history))
        .filter((sent) => isOurs(sent.value) || isMove(write, sent, history))
        .flatMap((sent) => [
          { name: nameOf(write, sent, recording), value: sent.value },
          { name: nameOfFlag(write, sent), value: sent.value },
        ]),
    ),
  );
  return new Set(
    [...Map.groupBy(echoed, ({ name }) => name)].flatMap(([name, some]) => {
      const values = new Set(some.map(({ value }) => value));
      const words = [...values].filter((value) => typeof value === 'string');
      const isFlag = values.has(true) && values.has(false);
      return isFlag || words.length > 1 || words.some(isOurs) ? [name] : [];
    }),
  );
});

/** The words of a list may be kept in a form of their own, told or not. */
export function isTaken(write: ResourceExchange, sent: Field, recording: Recording): boolean {
  const name = sent.path.at(-1) ?? '';
  const taken = takenNames(recording);
  if (taken.has(nameOf(write, sent, recording))) return true;
  if (taken.has(nameOfFlag(write, sent)) && movedFlags(recording).has(nameOf(write, sent, recording)))
    return true;
  const isExact = !isFurther(write, sent) || typeof sent.value === 'boolean';
  return write.resource.told?.includes(name) === true && isExact;
}

/** A word that stood there before may have come back although it was not taken. */
function isMove(write: ResourceExchange, sent: Field, { calls, id }: ResourceHistory): boolean {
  if (write.resource.act === 'create') return true;
  const before = calls
    .filter((call) => endedAt(call) <= write.sentAt)
    .map((call) => shownUnder(bodyIn(call), sent, id))
    .findLast((shown) => shown !== undefined);
  return before !== undefined && before !== sent.value;
}

/** The flags that bodies of a form were seen to move, one way at least. */
const movedFlags = memoize((recording: Recording): ReadonlySet<string> => {
  const moves = resourceHistories(recording).flatMap((history) =>
    plainWrites(history, recording)
      .filter(({ resource }) => resource.act === 'change')
      .flatMap((write) =>
        sentBy(write)
          .filter(({ value }) => typeof value === 'boolean')
          .filter((sent) => isEchoOf(write, sent, history) && isMove(write, sent, history))
          .map((sent) => nameOf(write, sent, recording)),
      ),
  );
  return new Set(moves);
});

function isEchoOf(write: ResourceExchange, sent: Field, { id }: ResourceHistory): boolean {
  return shownUnder(bodyIn(write), sent, id) === sent.value;
}

/**
 * Whether the answer shows the letters of a text in another case, or with other signs between them. Files have names of their
 * own, and so have the words of a list.
 */
function isAlteredBy(write: ResourceExchange, sent: Field, { id, family }: ResourceHistory): boolean {
  const shown = shownUnder(bodyIn(write), sent, id);
  const isText = isOurs(sent.value) && typeof shown === 'string' && family !== 'file';
  return isText && !isFurther(write, sent) && lettersOf(shown) === lettersOf(sent.value);
}

function lettersOf(text: unknown): string {
  return String(text)
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
}

/** What a family's records can be given, set and unset. */
function nameOfFlag({ resource }: ResourceExchange, { path }: Field): string {
  return ['flag of', resource.family, ...path].join('\n');
}

/** Where a body is not described, one operation need not take what another one does. */
function nameOf({ operation }: ResourceExchange, { path }: Field, { contract }: Recording): string {
  return [contract.get(operation)?.request?.name ?? operation, ...path].join('\n');
}

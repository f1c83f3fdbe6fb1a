import { isRefused, isWrite } from '../exchanges/exchange.ts';
import { type Field, fieldsIn, recordIn } from '../json/find-record.ts';
import { leavesTheRest } from '../spec/resources.ts';
import { bodyIn, requestIn } from './bodies.ts';
import { type Found, finding } from './findings/finding.ts';
import { memoize } from './memoize.ts';
import { isBeginning, isShown, shortened, shownUnder } from './our-texts.ts';
import { isPlain, plainWrites, sentBy } from './plain-writes.ts';
import { freshWrites } from './presence.ts';
import { isOfExisting } from './resource-state.ts';
import { type ResourceExchange, type ResourceHistory, resourceHistories, traceOf } from './resources.ts';
import { endedAt } from './run-history.ts';
import { isTaken } from './taken-names.ts';
import type { Recording } from './verdict.ts';

/** An answer that shows a record under a name by which a value was sent for it. */
export interface Showing {
  readonly answer: ResourceExchange;
  readonly shown: unknown;
}

/** A value that was sent for a record, and what the answers show until it may have been written again. */
export interface WrittenValue {
  readonly history: ResourceHistory;
  readonly write: ResourceExchange;
  readonly sent: Field;
  /** In order; the first may be the answer to the write itself. */
  readonly showings: readonly Showing[];
  /** Reads of the record in that time which lack it, though the same operation showed it before. */
  readonly lacking: readonly ResourceExchange[];
  /** Whether bodies of this form have the field for sure: told by the deployment, or seen to come back. */
  readonly isTaken: boolean;
}

/** Everything that plain writes of a record's owner sent, under names that answers show. */
export const writtenValues = memoize((recording: Recording): readonly WrittenValue[] => {
  return resourceHistories(recording).flatMap((history) =>
    plainWrites(history, recording).flatMap((write) =>
      sentBy(write).map((sent) => {
        const place = { history, sent, recording };
        const showings = showingsOf(write, place);
        return {
          history,
          write,
          sent,
          showings,
          lacking: lackingAfter(write, place),
          isTaken: isTaken(write, sent, recording),
        };
      }),
    ),
  );
});

/** Whether the answer to the write shows the value as it was sent; undefined where it doesn't show the field. */
export function isEchoed({ write, sent, showings: [first] }: WrittenValue): boolean | undefined {
  return first?.answer.id === write.id ? isShown(sent, first.shown) : undefined;
}

/** Whether it was asked for since: what only the writes answer may be no more than what was sent. */
export function hasBeenRead({ showings }: WrittenValue): boolean {
  return showings.some(({ answer }) => !isWrite(answer));
}

/** A departure by what an answer shows instead of what was written. */
export function wronglyShown({ history, sent }: WrittenValue, { answer, shown }: Showing): Found {
  const { path } = sent;
  return finding(traceOf(history, answer), {
    expected: { kind: 'field', path, oneOf: [shortened(sent.value)], because: { kind: 'written' } },
    observed: { kind: 'field', path, value: shortened(shown) },
  });
}

interface Place {
  readonly history: ResourceHistory;
  readonly sent: Field;
  readonly recording: Recording;
}

function showingsOf(write: ResourceExchange, place: Place): readonly Showing[] {
  return answersAfter(write, place).flatMap((answer) => {
    const isList = answer.resource.act === 'list';
    const shown = shownUnder(bodyIn(answer), place.sent, place.history.id, isList);
    const isCut = isList && isBeginning(shown, place.sent.value);
    return shown === undefined || isCut ? [] : [{ answer, shown }];
  });
}

/** An early read may show what was there before, but not what is to come. */
function lackingAfter(write: ResourceExchange, place: Place): readonly ResourceExchange[] {
  const { history, sent } = place;
  const shown = (answer: ResourceExchange): unknown => shownUnder(bodyIn(answer), sent, history.id);
  const reads = history.calls.filter((one) => one.resource.act === 'read' && isPlain(one, history));
  return answersAfter(write, place).filter(
    (answer) =>
      answer.resource.act === 'read' &&
      shown(answer) === undefined &&
      recordIn(bodyIn(answer), history.id) !== undefined &&
      reads.some(
        (one) =>
          one.operation === answer.operation &&
          one.sentAt >= endedAt(write) &&
          endedAt(one) <= answer.sentAt &&
          isShown(sent, shown(one)),
      ),
  );
}

/** The answer to the write itself, and all that were asked for before another write may have changed the field. */
function answersAfter(
  write: ResourceExchange,
  { history, sent, recording }: Place,
): readonly ResourceExchange[] {
  const { calls, lists } = history;
  const others = calls.filter(
    (call) => call.id !== write.id && mayChange(call, sent, history) && !isOfExisting(call, history),
  );
  const until = Math.min(
    ...others.filter((call) => endedAt(call) > write.sentAt).map(({ sentAt }) => sentAt),
  );
  if (until <= endedAt(write)) return [];
  const later = [...calls, ...lists].filter(
    (call) =>
      call.sentAt >= endedAt(write) &&
      endedAt(call) <= until &&
      isPlain(call, history) &&
      (isWrite(call) || !isEarly(history, call, recording)),
  );
  return [write, ...later.toSorted((a, b) => a.sentAt - b.sentAt)];
}

/** What a write brings about takes time to show everywhere; one that brings about nothing doesn't. */
function isEarly(history: ResourceHistory, call: ResourceExchange, recording: Recording): boolean {
  return freshWrites(history, call, recording).some((one) => !isOfExisting(one, history));
}

/** Whether a call may have left another value. */
function mayChange(call: ResourceExchange, { path }: Field, history: ResourceHistory): boolean {
  if (!isWrite(call) || isRefused(call)) return false;
  const isPartial = leavesTheRest(history.kind?.operations[call.operation]) && isPlain(call, history);
  return !isPartial || namesIn(call).includes(path.at(-1) ?? '');
}

function namesIn(call: ResourceExchange): readonly string[] {
  const names = fieldsIn(requestIn(call)).flatMap(({ path }) => path.at(-1) ?? []);
  return [...names, ...(call.resource.further ?? [])];
}

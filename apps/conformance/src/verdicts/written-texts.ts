import { filler } from '../deployment/field-mapping/filler.ts';
import { isRefused, isWrite, succeeded } from '../exchanges/exchange.ts';
import { isAlike } from '../exchanges/written-values.ts';
import { type Field, fieldsIn, recordIn, recordShown, shownAt, writtenIn } from '../json/find-record.ts';
import { at } from '../json/json-record.ts';
import { leavesTheRest } from '../spec/resources.ts';
import { bodyIn, requestIn } from './bodies.ts';
import { type Found, finding } from './findings/finding.ts';
import { memoize } from './memoize.ts';
import { freshWrites } from './presence.ts';
import { isOfExisting } from './resource-state.ts';
import { type ResourceExchange, type ResourceHistory, resourceHistories, traceOf } from './resources.ts';
import { endedAt } from './run-history.ts';
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

/** Everything that plain writes of the own user sent, under names that answers show. */
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

/** Whether a value is a text of ours, which nothing else is like. */
export function isOurs(value: unknown): value is string {
  return typeof value === 'string' && value.startsWith(`${filler} `);
}

/**
 * What an answer shows of a record under the name of what was sent. A record may keep that in one of its own, such as
 * `attributes`: a text of ours is found there as well, whatever else has that name.
 */
export function shownUnder(
  body: unknown,
  { path }: Pick<Field, 'path'>,
  id: string,
  isList = false,
): unknown {
  const shown = shownAt(body, { path }, id, isList);
  // A list of one word is sent as such.
  if (Array.isArray(shown) && shown.length === 1) return shown[0];
  if (shown !== undefined) return shown;
  const record = recordShown(body, id, isList);
  const nested = fieldsIn(record).filter((one) => one.path.at(-1) === path.at(-1) && isOurs(one.value));
  return nested.length === 1 ? nested[0]?.value : undefined;
}

/** A text of ours comes back to the byte, but for white space around it and how Unicode composes letters. */
export function isShown({ value }: Field, shown: unknown): boolean {
  if (!isOurs(value)) return isAlike(value, shown);
  return typeof shown === 'string' && plain(shown) === plain(value);
}

function plain(text: string): string {
  return text.trim().normalize('NFC');
}

/** A departure by what an answer shows instead of what was written. */
export function wronglyShown({ history, sent }: WrittenValue, { answer, shown }: Showing): Found {
  const { path } = sent;
  return finding(traceOf(history, answer), {
    expected: { kind: 'field', path, oneOf: [shortened(sent.value)], because: { kind: 'written' } },
    observed: { kind: 'field', path, value: shortened(shown) },
  });
}

const longest = 160;

/** What a finding shows of a long text. */
export function shortened(value: unknown): unknown {
  if (typeof value !== 'string' || value.length <= longest) return value;
  const [begin, end] = [value.slice(0, longest / 2), value.slice(-longest / 4)];
  return `${begin.toWellFormed()}… (${value.length} characters) …${end.toWellFormed()}`;
}

/** Writes that the record takes for sure; a clone need not, nor what was there before somebody wanted to make it. */
function plainWrites(
  { calls, existenceEvidence: [first] }: ResourceHistory,
  { contract }: Recording,
): readonly ResourceExchange[] {
  return calls.filter((call) => {
    const isNew = call.resource.act !== 'create' || first?.id === call.id;
    const isClone = contract.get(call.operation)?.resource?.does === 'clone';
    return isNew && isWrite(call) && isPlain(call) && !isClone;
  });
}

/** The own user's, taken as it was meant. */
function isPlain(call: ResourceExchange): boolean {
  const { resource, intent, identity } = call;
  const isValid = intent?.kind === 'valid' || intent?.kind === 'open-refusal';
  return isValid && identity === 'own' && resource.unsure !== 'all' && succeeded(call);
}

/**
 * The names of which answers have shown that bodies of this form may have them: a text of ours came back, or of the
 * words to choose from at least two.
 */
const takenNames = memoize((recording: Recording): ReadonlySet<string> => {
  const echoed = resourceHistories(recording).flatMap((history) =>
    plainWrites(history, recording).flatMap((write) =>
      sentBy(write)
        .filter((sent) => shownUnder(bodyIn(write), sent, history.id) === sent.value)
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

/**
 * A flag that can be set and unset is one wherever a body is told to have it; the words of a list may be kept in a form of
 * their own.
 */
function isTaken(write: ResourceExchange, sent: Field, recording: Recording): boolean {
  const name = sent.path.at(-1) ?? '';
  const taken = takenNames(recording);
  if (taken.has(nameOf(write, sent, recording))) return true;
  const isFurther = write.resource.further?.includes(name) === true;
  return write.resource.told?.includes(name) === true && (!isFurther || taken.has(nameOfFlag(write, sent)));
}

function nameOfFlag({ resource }: ResourceExchange, { path }: Field): string {
  return ['flag of', resource.family, ...path].join('\n');
}

/** What a request has for its record, with the words of ours that stand alone in a list. */
function sentBy(write: ResourceExchange): readonly Field[] {
  const request = requestIn(write);
  const lists = (write.resource.further ?? []).flatMap((name): Field[] => {
    const list = at(request, [name]);
    return Array.isArray(list) && list.length === 1 ? [{ path: [name], value: list[0] }] : [];
  });
  return [...writtenIn(request), ...lists];
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

/** Where a body is not described, one operation need not take what another one does. */
function nameOf({ operation }: ResourceExchange, { path }: Field, { contract }: Recording): string {
  return [contract.get(operation)?.request?.name ?? operation, ...path].join('\n');
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
  const reads = history.calls.filter((one) => one.resource.act === 'read' && isPlain(one));
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

/** An answer may show of a text only how it begins. */
export function isBeginning(shown: unknown, sent: unknown): boolean {
  if (typeof shown !== 'string' || typeof sent !== 'string') return false;
  const begin = shown.replace(/(…|\.{3})$/, '').trimEnd();
  return shown !== sent && begin !== '' && sent.startsWith(begin);
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
      isPlain(call) &&
      (isWrite(call) || !isEarly(history, call, recording)),
  );
  return [write, ...later.toSorted((a, b) => a.sentAt - b.sentAt)];
}

/** What a write brings about takes time to show everywhere; one that brings about nothing doesn't. */
function isEarly(history: ResourceHistory, call: ResourceExchange, recording: Recording): boolean {
  return freshWrites(history, call, recording).some((one) => !isOfExisting(one, history));
}

/** Whether a call may have left another value. */
function mayChange(call: ResourceExchange, { path }: Field, { kind }: ResourceHistory): boolean {
  if (!isWrite(call) || isRefused(call)) return false;
  const isPartial = leavesTheRest(kind?.operations[call.operation]) && isPlain(call);
  return !isPartial || namesIn(call).includes(path.at(-1) ?? '');
}

function namesIn(call: ResourceExchange): readonly string[] {
  const names = fieldsIn(requestIn(call)).flatMap(({ path }) => path.at(-1) ?? []);
  return [...names, ...(call.resource.further ?? [])];
}

import type { Operation } from '../../spec/spec.ts';
import { type Call, referencesIn, type Sequence, type Variation } from './sequence.ts';

/** A call that is kept of a sequence, maybe made plainer. */
export interface KeptCall {
  /** Its number in the sequence, from 1. */
  readonly number: number;
  /** How often it is sent. */
  readonly times: number;
  /** Sent together with the kept call before it. */
  readonly alongside: boolean;
  /** Whether it is sent again with one mutation each time, or the key of the one mutation that is. */
  readonly varied: boolean | string;
}

export function keepAll({ calls }: Sequence): readonly KeptCall[] {
  return calls.map(({ times = 1, alongside = false, varied }, index) => ({
    number: index + 1,
    times,
    alongside,
    varied: varied !== undefined,
  }));
}

/** The names of the calls that a call refers to: by their answers, or as what it shows nothing without. */
export function namesIn(call: Call): readonly string[] {
  const names = known.get(call) ?? findNames(call);
  known.set(call, names);
  return names;
}

/** Making a sequence smaller asks for them again and again. */
const known = new WeakMap<Call, readonly string[]>();

function findNames(call: Call): readonly string[] {
  const referred = referencesIn(call).flatMap((reference) => ('of' in reference ? [reference.of] : []));
  return [...referred, ...(call.follows === undefined ? [] : [call.follows]), ...(call.unlessAlike ?? [])];
}

/** The sequence of the kept calls alone; the same calls always give the same sequence. */
export function sequenceOf(sequence: Sequence, kept: readonly KeptCall[]): Sequence {
  const calls = kept.flatMap((one): Call[] => {
    const call = sequence.calls[one.number - 1];
    return call === undefined ? [] : [plainer(call, one)];
  });
  return { ...sequence, calls };
}

function plainer(call: Call, { times, alongside, varied }: KeptCall): Call {
  return {
    ...call,
    times: times === 1 ? undefined : times,
    alongside: alongside || undefined,
    varied: varied === false ? undefined : call.varied && { ...call.varied, ...onlyOne(varied) },
  };
}

function onlyOne(varied: boolean | string): Pick<Variation, 'only'> {
  return typeof varied === 'string' ? { only: varied } : {};
}

/** The kept calls without some, and without whatever refers to those; what lost its company is sent alone. */
export function leaveOut(
  sequence: Sequence,
  kept: readonly KeptCall[],
  numbers: ReadonlySet<number>,
): readonly KeptCall[] {
  const known = new Set<string>();
  const left: KeptCall[] = [];
  for (const one of kept.filter(({ number }) => !numbers.has(number))) {
    const call = sequence.calls[one.number - 1];
    if (call === undefined || namesIn(call).some((name) => name !== call.name && !known.has(name))) continue;
    if (call.name !== undefined) known.add(call.name);
    const before = left.at(-1)?.number ?? 0;
    left.push({ ...one, alongside: one.alongside && areTogether(sequence, before, one.number) });
  }
  return left;
}

/** The numbers of the calls that some calls need, themselves with them: whatever they refer to. */
export function withNeeds({ calls }: Sequence, numbers: ReadonlySet<number>): ReadonlySet<number> {
  const all = new Set(numbers);
  for (let number = calls.length; number > 0; number -= 1) {
    const call = calls[number - 1];
    if (call === undefined || !all.has(number)) continue;
    const names = namesIn(call);
    calls.slice(0, number - 1).forEach(({ name }, index) => {
      if (name !== undefined && names.includes(name)) all.add(index + 1);
    });
  }
  return all;
}

/**
 * By the number of each call that is to be refused by a rule of its own: the writes before it that may bring this
 * about, as only their author knows.
 */
export function conditionsIn(
  sequence: Sequence,
  operations: ReadonlyMap<string, Operation>,
): ReadonlyMap<number, ReadonlySet<number>> {
  const tried = sequence.calls.flatMap(({ tries }, index) => (tries === undefined ? [] : [index + 1]));
  return new Map(
    tried.map((last) => {
      const writes = [...relatedTo(sequence, new Set([last]))].filter((number) => {
        const { operation, kind = 'valid' } = sequence.calls[number - 1] ?? { operation: '' };
        return number < last && kind === 'valid' && operations.get(operation)?.effect !== 'read';
      });
      return [last, withNeeds(sequence, new Set(writes))];
    }),
  );
}

/** The numbers of the calls that may matter to some calls: all about the same records, and lists. */
export function relatedTo(sequence: Sequence, numbers: ReadonlySet<number>): ReadonlySet<number> {
  const needed = withNeeds(sequence, numbers);
  const about = new Set(
    sequence.calls.flatMap((call, index) => (needed.has(index + 1) ? allNames(call) : [])),
  );
  const related = sequence.calls.flatMap((call, index) => {
    const names = allNames(call);
    return names.length === 0 || names.some((name) => about.has(name)) ? [index + 1] : [];
  });
  return withNeeds(sequence, new Set([...related, ...needed]));
}

function allNames(call: Call): readonly string[] {
  return [...namesIn(call), ...(call.name === undefined ? [] : [call.name])];
}

function areTogether({ calls }: Sequence, before: number, number: number): boolean {
  return before > 0 && calls.slice(before, number).every(({ alongside }) => alongside === true);
}

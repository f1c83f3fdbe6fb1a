import type { Operation } from '../../spec/spec.ts';
import { type Call, type Journey, referencesIn, type Variation } from './journey.ts';

/** A call that is kept of a journey, maybe made plainer. */
export interface KeptCall {
  /** Its number in the journey, from 1. */
  readonly number: number;
  /** How often it is sent. */
  readonly times: number;
  /** Sent together with the kept call before it. */
  readonly alongside: boolean;
  /** Whether it is sent again with one fault each time, or which fault that is: `wordOf` its name. */
  readonly varied: boolean | string;
}

export function keepAll({ calls }: Journey): readonly KeptCall[] {
  return calls.map(({ times = 1, alongside = false, varied }, index) => ({
    number: index + 1,
    times,
    alongside,
    varied: varied !== undefined,
  }));
}

/** The names of the calls that a call refers to: by their answers, or as what it shows nothing without. */
export function namesIn(call: Call): readonly string[] {
  const referred = referencesIn(call).flatMap((reference) => ('of' in reference ? [reference.of] : []));
  return [...referred, ...(call.follows === undefined ? [] : [call.follows]), ...(call.unlessAlike ?? [])];
}

/** The journey of the kept calls alone; the same calls always give the same journey. */
export function journeyOf(journey: Journey, kept: readonly KeptCall[]): Journey {
  const calls = kept.flatMap((one): Call[] => {
    const call = journey.calls[one.number - 1];
    return call === undefined ? [] : [plainer(call, one)];
  });
  return { ...journey, calls };
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
  journey: Journey,
  kept: readonly KeptCall[],
  numbers: ReadonlySet<number>,
): readonly KeptCall[] {
  const known = new Set<string>();
  const left: KeptCall[] = [];
  for (const one of kept.filter(({ number }) => !numbers.has(number))) {
    const call = journey.calls[one.number - 1];
    if (call === undefined || namesIn(call).some((name) => name !== call.name && !known.has(name))) continue;
    if (call.name !== undefined) known.add(call.name);
    const before = left.at(-1)?.number ?? 0;
    left.push({ ...one, alongside: one.alongside && areTogether(journey, before, one.number) });
  }
  return left;
}

/** The numbers of the calls that some calls need, themselves with them: whatever they refer to. */
export function withNeeds({ calls }: Journey, numbers: ReadonlySet<number>): ReadonlySet<number> {
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
  journey: Journey,
  operations: ReadonlyMap<string, Operation>,
): ReadonlyMap<number, ReadonlySet<number>> {
  const tried = journey.calls.flatMap(({ tries }, index) => (tries === undefined ? [] : [index + 1]));
  return new Map(
    tried.map((last) => {
      const writes = [...relatedTo(journey, new Set([last]))].filter((number) => {
        const { operation, kind = 'valid' } = journey.calls[number - 1] ?? { operation: '' };
        return number < last && kind === 'valid' && operations.get(operation)?.effect !== 'read';
      });
      return [last, withNeeds(journey, new Set(writes))];
    }),
  );
}

/** The numbers of the calls that may matter to some calls: all about the same records, and lists. */
export function relatedTo(journey: Journey, numbers: ReadonlySet<number>): ReadonlySet<number> {
  const needed = withNeeds(journey, numbers);
  const about = new Set(
    journey.calls.flatMap((call, index) => (needed.has(index + 1) ? allNames(call) : [])),
  );
  const related = journey.calls.flatMap((call, index) => {
    const names = allNames(call);
    return names.length === 0 || names.some((name) => about.has(name)) ? [index + 1] : [];
  });
  return withNeeds(journey, new Set([...related, ...needed]));
}

function allNames(call: Call): readonly string[] {
  return [...namesIn(call), ...(call.name === undefined ? [] : [call.name])];
}

function areTogether({ calls }: Journey, before: number, number: number): boolean {
  return before > 0 && calls.slice(before, number).every(({ alongside }) => alongside === true);
}

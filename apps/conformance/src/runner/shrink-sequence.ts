import { isDeepStrictEqual } from 'node:util';
import { type KeptCall, keepAll, leaveOut, relatedTo } from '../cases/sequences/kept-calls.ts';
import type { Sequence } from '../cases/sequences/sequence.ts';

/** Sends the kept calls and gives what shows the finding again; undefined where they don't, or were not sent. */
export type Attempt<Shown> = (kept: readonly KeptCall[]) => Promise<Shown | undefined>;

export interface SequenceSearch<Shown> {
  readonly sequence: Sequence;
  /** The numbers of the calls without which nothing could be judged, and which of their mutations that takes. */
  readonly needed: ReadonlyMap<number, KeptCall['varied']>;
  readonly attempt: Attempt<Shown>;
  /** By the number of a call that is judged by what its author knows: the calls that bring this about. */
  readonly conditions: ReadonlyMap<number, ReadonlySet<number>>;
  /** How many attempts may be under way at once. */
  readonly atOnce: number;
}

interface Found<Shown> {
  readonly kept: readonly KeptCall[];
  readonly shown: Shown;
}

/** A race may need more than one try before it counts as lost. */
const wholeTries = 3;

/**
 * The fewest and plainest calls that show a finding again. First what can't matter is left out at once; where that
 * leaves too little, more and more is kept, and then halves, quarters and single calls are left out.
 *
 * @returns undefined where not even the whole sequence shows it again
 */
export async function shrinkSequence<Shown>(search: SequenceSearch<Shown>): Promise<Shown | undefined> {
  const first = await firstThatShows(guesses(search), { ...search, atOnce: 1 });
  if (first === undefined) return undefined;
  const fewest = await leaveOutMore(first, search);
  return (await makePlainer(fewest, search)).shown;
}

function guesses(search: SequenceSearch<unknown>): readonly (readonly KeptCall[])[] {
  const { sequence, needed } = search;
  const all = keepAll(sequence);
  const only = (numbers: ReadonlySet<number>): readonly KeptCall[] =>
    without(new Set(all.map(({ number }) => number).filter((one) => !numbers.has(one))), all, search);
  const numbers = new Set(needed.keys());
  const smaller = [only(numbers), only(relatedTo(sequence, numbers)), all].map((kept) =>
    kept.map((one) => ({ ...one, varied: needed.get(one.number) ?? false })),
  );
  const isNews = (kept: readonly KeptCall[], index: number): boolean =>
    !isDeepStrictEqual(kept, smaller[index + 1] ?? all);
  return [...smaller.filter(isNews), ...Array.from({ length: wholeTries }, () => all)];
}

/** What is judged by what its author knows goes with whatever brings this about. */
function without(
  numbers: ReadonlySet<number>,
  kept: readonly KeptCall[],
  { sequence, conditions }: SequenceSearch<unknown>,
): readonly KeptCall[] {
  const left = leaveOut(sequence, kept, numbers);
  const isKept = (number: number): boolean => left.some((one) => one.number === number);
  const lost = left.filter(({ number }) => ![...(conditions.get(number) ?? [])].every(isKept));
  return leaveOut(sequence, left, new Set(lost.map(({ number }) => number)));
}

/** Of the candidates in order the first that shows the finding; some are tried at once, which changes nothing of that. */
async function firstThatShows<Shown>(
  candidates: readonly (readonly KeptCall[])[],
  { attempt, atOnce }: Pick<SequenceSearch<Shown>, 'attempt' | 'atOnce'>,
): Promise<Found<Shown> | undefined> {
  for (let next = 0; next < candidates.length; next += atOnce) {
    const some = candidates.slice(next, next + atOnce);
    const shown = await Promise.all(some.map(attempt));
    const index = shown.findIndex((one) => one !== undefined);
    const [kept, found] = [some[index], shown[index]];
    if (kept !== undefined && found !== undefined) return { kept, shown: found };
  }
  return undefined;
}

async function leaveOutMore<Shown>(
  found: Found<Shown>,
  search: SequenceSearch<Shown>,
): Promise<Found<Shown>> {
  let current = found;
  let size = Math.ceil(spare(current.kept, search).length / 2);
  while (size > 0) {
    const smaller = await firstThatShows(withoutSome(current.kept, size, search), search);
    if (smaller === undefined) size = size === 1 ? 0 : Math.ceil(size / 2);
    else {
      current = smaller;
      size = Math.min(size, Math.ceil(spare(current.kept, search).length / 2));
    }
  }
  return current;
}

/** The numbers of kept calls without which the finding could still be judged. */
function spare(kept: readonly KeptCall[], { needed }: SequenceSearch<unknown>): readonly number[] {
  return kept.map(({ number }) => number).filter((number) => !needed.has(number));
}

/** The last ones go first: what comes early is mostly what the rest is about. */
function withoutSome(
  kept: readonly KeptCall[],
  size: number,
  search: SequenceSearch<unknown>,
): readonly (readonly KeptCall[])[] {
  const numbers = [...spare(kept, search)].reverse();
  const chunks = Array.from({ length: Math.ceil(numbers.length / size) }, (_, index) =>
    numbers.slice(index * size, (index + 1) * size),
  );
  return chunks
    .map((chunk) => without(new Set(chunk), kept, search))
    .filter((left) => [...search.needed.keys()].every((number) => left.some((one) => one.number === number)));
}

interface Change {
  readonly number: number;
  readonly plainer: (one: KeptCall) => KeptCall;
}

/** All at once, which mostly does; else one by one. */
async function makePlainer<Shown>(found: Found<Shown>, search: SequenceSearch<Shown>): Promise<Found<Shown>> {
  const changes = plainerCalls(found.kept, search);
  if (changes.length === 0) return found;
  const plainest = changes.reduce(applied, found.kept);
  const shown = await search.attempt(plainest);
  if (shown !== undefined) return { kept: plainest, shown };
  let current = found;
  for (const change of changes.length === 1 ? [] : changes) {
    const kept = applied(current.kept, change);
    const less = isDeepStrictEqual(kept, current.kept) ? undefined : await search.attempt(kept);
    if (less !== undefined) current = { kept, shown: less };
  }
  return current;
}

function applied(kept: readonly KeptCall[], { number, plainer }: Change): readonly KeptCall[] {
  return kept.map((one) => (one.number === number ? plainer(one) : one));
}

/** Everything about the kept calls that may be more than it takes. */
function plainerCalls(
  kept: readonly KeptCall[],
  { needed, conditions }: SequenceSearch<unknown>,
): readonly Change[] {
  // What is judged by what its author knows has to be sent as it is.
  const isFrozen = kept.some(({ number }) => conditions.has(number));
  return kept.flatMap(({ number, alongside, times, varied }) => {
    const mutations = needed.get(number) ?? false;
    return [
      ...(varied === mutations ? [] : [(one: KeptCall) => ({ ...one, varied: mutations })]),
      ...(alongside && !isFrozen ? [(one: KeptCall) => ({ ...one, alongside: false })] : []),
      ...(isFrozen ? [] : fewer(times)).map((most) => (one: KeptCall) => ({
        ...one,
        times: Math.min(one.times, most),
      })),
    ].map((plainer) => ({ number, plainer }));
  });
}

/** 1, 2, 4 and so on, below a number. */
function fewer(times: number): readonly number[] {
  return Array.from({ length: Math.ceil(Math.log2(times)) }, (_, index) => 2 ** index);
}

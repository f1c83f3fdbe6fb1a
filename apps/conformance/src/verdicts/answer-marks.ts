import { isDeepStrictEqual } from 'node:util';
import { type Exchange, succeeded } from '../exchanges/exchange.ts';
import { byPath, isOutsideLists, keyOfPath, type Leaf, leavesOf } from './leaves.ts';
import { memoize } from './memoize.ts';
import type { Recording } from './verdict.ts';

/** In fewer pairs of answers, or of fewer operations, a field may differ by chance. */
const fewestPairs = 10;
const fewestOperations = 8;
/** What so many show, the others show as well; the leaves of all would take memory. */
const mostPairs = 200;
/** Not all: an answer may be kept for a while with the number of the request that it was made for. */
const leastShare = 0.9;

/** Where an answer has a value of its own, though the same was asked before, such as the number of its request. */
const marks = memoize(({ user }: Recording): ReadonlySet<string> => {
  const reads = user.filter((one) => one.request.method === 'GET' && succeeded(one));
  const pairs = [
    ...Map.groupBy(reads, ({ identity, request }) => `${identity} ${request.url}`).values(),
  ].flatMap(([first, second]) => (first !== undefined && second !== undefined ? [{ first, second }] : []));
  const each = Math.ceil(pairs.length / mostPairs);
  const compared = pairs.filter((_, index) => index % each === 0).flatMap(sharedPlaces);
  const places = Map.groupBy(compared, ({ place }) => place);
  return new Set([...places].filter(([, some]) => isMark(some)).map(([place]) => place));
});

/** A place that stands in no list, and has a value in both of two answers to the same request. */
interface SharedPlace {
  readonly place: string;
  readonly operation: string;
  readonly differs: boolean;
}

function sharedPlaces({
  first,
  second,
}: Readonly<Record<'first' | 'second', Exchange>>): readonly SharedPlace[] {
  const before = byPath(leavesOf(first));
  return leavesOf(second)
    .filter(isOutsideLists)
    .map(({ path, value }) => ({ place: keyOfPath(path), value }))
    .filter(({ place }) => before.has(place))
    .map(({ place, value }) => ({
      place,
      operation: second.operation,
      differs: value !== before.get(place),
    }));
}

function isMark(shared: readonly SharedPlace[]): boolean {
  const operations = new Set(shared.map(({ operation }) => operation));
  const differing = shared.filter(({ differs }) => differs);
  return (
    shared.length >= fewestPairs &&
    operations.size >= fewestOperations &&
    differing.length >= shared.length * leastShare
  );
}

/** Whether two answers say the same, and something at all. */
export function saySame(one: Exchange, other: Exchange, recording: Recording): boolean {
  const [first, second] = [one, other].map((answer) => unmarkedLeaves(answer, recording));
  return first !== undefined && first.length > 0 && isDeepStrictEqual(first, second);
}

/** The leaves of an answer, without what marks each answer of its deployment. */
export function unmarkedLeaves(answer: Exchange, recording: Recording): readonly Leaf[] {
  return leavesOf(answer).filter(({ path }) => !isMarkAt(path, recording));
}

/** Of a part of a run the names alone may tell. */
const namesTheCall = /^(x[-_]?)?(request|trace|correlation)[-_]?(id|no|number|uuid)$/i;

/** Whether what stands there marks the answer, and says nothing of what was asked for. */
export function isMarkAt(path: Leaf['path'], recording: Recording): boolean {
  return namesTheCall.test(String(path.at(-1))) || marks(recording).has(keyOfPath(path));
}

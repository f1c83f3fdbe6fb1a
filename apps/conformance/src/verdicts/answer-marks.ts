import { isDeepStrictEqual } from 'node:util';
import { type Exchange, succeeded } from '../exchanges/exchange.ts';
import { isRecord } from '../json/json-record.ts';
import { bodyIn } from './bodies.ts';
import { isOutsideLists, keyOfPath, type Leaf, leavesOf } from './leaves.ts';
import { memoize } from './memoize.ts';
import type { Recording } from './verdict.ts';

/** Fewer answers, or to fewer operations, may differ in a field by chance. */
const fewestAnswers = 20;
const fewestOperations = 8;
/** What so many show, the others show as well; the leaves of all would take memory. */
const mostAnswers = 400;
/** Not all: an answer may be kept for a while with the number of the request that it was made for. */
const leastShare = 0.9;

/** Where each answer has a value of its own, whatever was asked, such as the number of its request. */
const marks = memoize(({ user }: Recording): ReadonlySet<string> => {
  const successes = user.filter(succeeded);
  const each = Math.ceil(successes.length / mostAnswers);
  const answers = successes.filter((one, index) => index % each === 0 && isRecord(bodyIn(one)));
  const operations = new Set(answers.map(({ operation }) => operation));
  if (answers.length < fewestAnswers || operations.size < fewestOperations) return new Set();
  const places = Map.groupBy(answers.flatMap(plainLeavesOf), ({ path }) => keyOfPath(path));
  return new Set(
    [...places]
      .filter(([, leaves]) => new Set(leaves.map(({ value }) => value)).size >= answers.length * leastShare)
      .map(([place]) => place),
  );
});

/** The leaves that stand in no list. */
function plainLeavesOf(answer: Exchange): readonly Leaf[] {
  return leavesOf(answer).filter(isOutsideLists);
}

/** Whether two answers say the same, and something at all. */
export function saySame(one: Exchange, other: Exchange, recording: Recording): boolean {
  const [first, second] = [one, other].map((answer) => unmarkedLeaves(answer, recording));
  return first !== undefined && first.length > 0 && isDeepStrictEqual(first, second);
}

/** The leaves of an answer, without what marks each answer of its deployment. */
function unmarkedLeaves(answer: Exchange, recording: Recording): readonly Leaf[] {
  const own = marks(recording);
  // Most deployments mark none.
  return own.size === 0 ? leavesOf(answer) : leavesOf(answer).filter(({ path }) => !own.has(keyOfPath(path)));
}

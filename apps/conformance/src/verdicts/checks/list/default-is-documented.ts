import { isDeepStrictEqual } from 'node:util';
import { caseKey } from '../../../cases/case.ts';
import { type Exchange, succeeded } from '../../../exchanges/exchange.ts';
import { finding } from '../../findings/finding.ts';
import type { Path } from '../../findings/parts.ts';
import { keyOfPath, type Leaf, leavesOf } from '../../leaves.ts';
import { queryOf } from '../../lists.ts';
import { type Check, judgeEach } from '../../verdict.ts';

interface Comparison {
  readonly without: Exchange;
  readonly given: Exchange;
  readonly again: Exchange;
  readonly beside: Exchange;
  /** The first two once more, where they differed. */
  readonly later: readonly Exchange[];
}

export const defaultIsDocumented: Check = {
  id: 'list.default-is-documented',
  drivenBy: 'sequences',
  evidence: ['default-left-out'],
  needs: [],
  judge: ({ user }, { operations, parameter = '' }) =>
    judgeEach(
      comparisons(user, operations, parameter).filter(
        // What is the same for any value can't be compared, nor what changes as a whole by itself.
        (one) =>
          isSame(one, 'without', 'again') &&
          !isSame(one, 'given', 'beside') &&
          (isDefault(one) || isLasting(one)),
      ),
      (one) =>
        isDefault(one)
          ? undefined
          : finding([one.without, one.given], {
              expected: {
                kind: 'same-as',
                other: { by: 'parameter', name: parameter, value: queryOf(one.given, parameter) },
              },
              observed: { kind: 'different' },
            }),
    ),
};

function isDefault(one: Comparison): boolean {
  return isSame(one, 'without', 'given');
}

/** An answer may have been kept for a while, and hold what changes by itself. */
function isLasting(one: Comparison): boolean {
  const [without, given] = one.later;
  if (without === undefined || given === undefined) return false;
  return (
    isSame({ ...one, beside: without }, 'without', 'beside') &&
    isSame({ ...one, beside: given }, 'given', 'beside')
  );
}

/** Calls in a row: without the parameter, with its default, without it again, with the value beside it. */
function comparisons(
  probes: readonly Exchange[],
  operations: readonly string[],
  parameter: string,
): readonly Comparison[] {
  const calls = probes
    .filter(({ operation, intent }) => operations.includes(operation) && intent?.parameter === parameter)
    .filter((probe) => probe.intent?.compares === 'default' && succeeded(probe))
    .toSorted((a, b) => a.sentAt - b.sentAt);
  return [
    ...Map.groupBy(calls, ({ origin, operation }) => `${caseKey(origin.case)} ${operation}`).values(),
  ].flatMap((some): Comparison[] => {
    const [without, given, again, beside, ...later] = lastTries(some);
    return without && given && again && beside ? [{ without, given, again, beside, later }] : [];
  });
}

/** What was behind at first was asked for again. */
function lastTries(calls: readonly Exchange[]): readonly Exchange[] {
  return [...new Map(calls.map((one) => [one.origin.step, one])).values()];
}

type Way = 'without' | 'given' | 'again' | 'beside';

/** Whether two answers say the same, but for what differs between two answers to one request, such as a request's number. */
function isSame(comparison: Comparison, one: Way, other: Way): boolean {
  const moving = movingIn(comparison);
  return isDeepStrictEqual(steadyLeaves(comparison[one], moving), steadyLeaves(comparison[other], moving));
}

/** The fields that differ between two answers to the same request; none where these are of different forms. */
function movingIn({ without, again }: Comparison): ReadonlySet<string> {
  const [first, second] = [leavesOf(without), leavesOf(again)];
  const isOneForm =
    first.length === second.length &&
    first.every(({ path }, index) => isDeepStrictEqual(path, second[index]?.path));
  return new Set(
    isOneForm
      ? first.flatMap(({ path, value }, index) => (value === second[index]?.value ? [] : [fieldOf(path)]))
      : [],
  );
}

function steadyLeaves(answer: Exchange, moving: ReadonlySet<string>): readonly Leaf[] {
  return leavesOf(answer).filter(({ path }) => !moving.has(fieldOf(path)));
}

/** The names that lead to a value, without the places in lists. */
function fieldOf(path: Path): string {
  return keyOfPath(path.filter((step) => typeof step === 'string'));
}

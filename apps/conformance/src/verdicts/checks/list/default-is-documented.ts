import { isDeepStrictEqual } from 'node:util';
import { caseKey } from '../../../cases/case.ts';
import { type Exchange, lastOfEachStep, succeeded } from '../../../exchanges/exchange.ts';
import { finding } from '../../findings/finding.ts';
import type { Path } from '../../findings/parts.ts';
import { fieldNamesIn, keyOfPath, type Leaf, leavesOf } from '../../leaves.ts';
import { queryOf } from '../../lists.ts';
import { type Check, judgeEach } from '../../verdict.ts';

interface Comparison {
  readonly without: Exchange;
  readonly given: Exchange;
  readonly again: Exchange;
  readonly beside: Exchange;
  /** The first two once more, where they differed. */
  readonly later: readonly Exchange[];
  /** The fields that differ between two answers to the same request, such as its number. */
  readonly moving: ReadonlySet<string>;
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
          isSame(one.without, one.again, one.moving) &&
          !isSame(one.given, one.beside, one.moving) &&
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

function isDefault({ without, given, moving }: Comparison): boolean {
  return isSame(without, given, moving);
}

/** An answer may have been kept for a while, and hold what changes by itself. */
function isLasting({ without, given, later: [first, second], moving }: Comparison): boolean {
  return (
    first !== undefined &&
    second !== undefined &&
    isSame(without, first, moving) &&
    isSame(given, second, moving)
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
    const [without, given, again, beside, ...later] = lastOfEachStep(some);
    if (!without || !given || !again || !beside) return [];
    return [{ without, given, again, beside, later, moving: movingIn(without, again) }];
  });
}

/** Whether two answers say the same, but for what moves. */
function isSame(one: Exchange, other: Exchange, moving: ReadonlySet<string>): boolean {
  return isDeepStrictEqual(steadyLeaves(one, moving), steadyLeaves(other, moving));
}

function steadyLeaves(answer: Exchange, moving: ReadonlySet<string>): readonly Leaf[] {
  return leavesOf(answer).filter(({ path }) => !moving.has(fieldOf(path)));
}

/** None where the two answers are of different forms. */
function movingIn(one: Exchange, other: Exchange): ReadonlySet<string> {
  const [first, second] = [leavesOf(one), leavesOf(other)];
  const isOneForm =
    first.length === second.length &&
    first.every(({ path }, index) => isDeepStrictEqual(path, second[index]?.path));
  const moved = isOneForm ? first.filter(({ value }, index) => value !== second[index]?.value) : [];
  return new Set(moved.map(({ path }) => fieldOf(path)));
}

function fieldOf(path: Path): string {
  return keyOfPath(fieldNamesIn(path));
}

import { caseKey } from '../../../cases/case.ts';
import { type Exchange, succeeded } from '../../../exchanges/exchange.ts';
import { finding } from '../../findings/finding.ts';
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
        // What changes by itself can't be compared, nor what is the same for any value.
        (one) =>
          isSame(one.without, one.again) &&
          !isSame(one.given, one.beside) &&
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

function isDefault({ without, given }: Comparison): boolean {
  return isSame(without, given);
}

/** An answer may have been kept for a while, and hold what changes by itself. */
function isLasting({ without, given, later: [first, second] }: Comparison): boolean {
  return first !== undefined && second !== undefined && isSame(without, first) && isSame(given, second);
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

function isSame(one: Exchange, other: Exchange): boolean {
  return one.response?.body.text === other.response?.body.text;
}

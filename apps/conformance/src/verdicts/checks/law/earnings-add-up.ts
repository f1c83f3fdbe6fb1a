import { isDeepStrictEqual } from 'node:util';
import { type Exchange, succeeded } from '../../../exchanges/exchange.ts';
import { bodyIn } from '../../bodies.ts';
import { earningsIn } from '../../earnings.ts';
import { type Departure, finding } from '../../findings/finding.ts';
import { numericLeavesOf } from '../../leaves.ts';
import { queryOf } from '../../lists.ts';
import { endedAt } from '../../run-history.ts';
import { type Check, judgeEach } from '../../verdict.ts';

export const earningsAddUp: Check = {
  id: 'law.earnings-add-up',
  drivenBy: 'sequences',
  evidence: ['success-of-each', 'earnings-shown', 'repeated'],
  needs: [],
  judge: ({ user }) =>
    judgeEach(subjectsIn(user), ({ summary, earnings, sums, totals }) =>
      sums.some((sum) => totals.some((total) => isSame(total, sum)))
        ? undefined
        : finding([earnings, summary], shownBy(summary, sums[0] ?? 0)),
    ),
};

interface Subject {
  readonly summary: Exchange;
  readonly earnings: Exchange;
  readonly sums: readonly number[];
  readonly totals: readonly number[];
}

/** A summary and the days of the same period, of which one stands between two equal answers of the other: nothing moved. */
function subjectsIn(user: readonly Exchange[]): readonly Subject[] {
  const reads = user
    .filter(({ operation }) => shows.includes(operation))
    .filter((one) => one.identity === 'own' && succeeded(one) && one.origin.case.kind === 'sequence')
    .toSorted((a, b) => a.sentAt - b.sentAt || a.id - b.id);
  const samePeriod = Map.groupBy(reads, (one) => queryOf(one, 'period'));
  return [...samePeriod.values()].flatMap((same) =>
    same.flatMap((one) => {
      const others = same.filter(({ operation }) => operation !== one.operation);
      const before = others.findLast((other) => endedAt(other) <= one.sentAt);
      const after = others.find((other) => other.sentAt >= endedAt(one));
      if (before === undefined || after === undefined) return [];
      if (!isDeepStrictEqual(bodyIn(before), bodyIn(after))) return [];
      const isSummary = one.operation === 'getMonetizationSummary';
      const [summary, earnings] = isSummary ? [one, before] : [before, one];
      const [sums, totals] = [earningsIn(earnings, summary), numbersIn(summary)];
      return sums.length > 0 && totals.length > 0 ? [{ summary, earnings, sums, totals }] : [];
    }),
  );
}

const shows: readonly string[] = ['getMonetizationSummary', 'getMonetizationEarnings'];

/** Which number is the total, is certain where there is one alone. */
function shownBy(summary: Exchange, sum: number): Departure {
  const [total, ...others] = numericLeavesOf(summary);
  const isOne = total !== undefined && others.length === 0;
  const { path, value } = isOne ? total : { path: [], value: bodyIn(summary) };
  return {
    expected: { kind: 'sum', path, parts: [], sum },
    observed: { kind: 'field', path, value },
  };
}

function numbersIn(summary: Exchange): readonly number[] {
  return numericLeavesOf(summary).map(({ value }) => value);
}

/** One may be in cents. */
function isSame(total: number, sum: number): boolean {
  return [1, 100, 0.01].some((factor) => Math.abs(total - sum * factor) <= Math.abs(total) * 0.005);
}

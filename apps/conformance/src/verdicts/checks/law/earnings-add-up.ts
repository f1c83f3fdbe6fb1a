import { type Exchange, succeeded } from '../../../exchanges/exchange.ts';
import { saySame } from '../../answer-marks.ts';
import { bodyIn } from '../../bodies.ts';
import { type Column, earningsIn } from '../../earnings.ts';
import { type Departure, finding } from '../../findings/finding.ts';
import { type NumericLeaf, numericLeavesOf } from '../../leaves.ts';
import { queryOf } from '../../lists.ts';
import { endedAt } from '../../run-history.ts';
import { type Check, judgeEach, type Recording } from '../../verdict.ts';

export const earningsAddUp: Check = {
  id: 'law.earnings-add-up',
  drivenBy: 'sequences',
  evidence: ['success-of-each', 'earnings-shown', 'repeated'],
  needs: [],
  judge: (recording) =>
    judgeEach(subjectsIn(recording), ({ summary, earnings, columns, totals }) =>
      columns.some((column) => totals.some((total) => isSame(total, column)))
        ? undefined
        : finding([earnings, summary], shownBy(summary, columns[0]?.sum ?? 0)),
    ),
};

interface Subject {
  readonly summary: Exchange;
  readonly earnings: Exchange;
  readonly columns: readonly Column[];
  readonly totals: readonly NumericLeaf[];
}

/** A summary and the days of the same period, of which one stands between two equal answers of the other: nothing moved. */
function subjectsIn(recording: Recording): readonly Subject[] {
  const reads = recording.user
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
      if (!saySame(before, after, recording)) return [];
      const isSummary = one.operation === 'getMonetizationSummary';
      const [summary, earnings] = isSummary ? [one, before] : [before, one];
      const [columns, totals] = [earningsIn(earnings, summary), numericLeavesOf(summary)];
      return columns.length > 0 && totals.length > 0 ? [{ summary, earnings, columns, totals }] : [];
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

/** One may be in cents, unless both say that they are. */
function isSame({ path, value: total }: NumericLeaf, { name, sum }: Column): boolean {
  const factors = [`${path.at(-1)}`, name].every((one) => /cents/i.test(one)) ? [1] : [1, 100, 0.01];
  return factors.some((factor) => Math.abs(total - sum * factor) <= Math.abs(total) * 0.005);
}

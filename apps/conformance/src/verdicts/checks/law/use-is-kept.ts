import { type Found, finding } from '../../findings/finding.ts';
import { keyOfPath, type Leaf, numbersOf, numericLeavesOf } from '../../leaves.ts';
import { endedAt } from '../../run-history.ts';
import { type Spending, spendingsIn } from '../../spendings.ts';
import { type Check, judgeEach } from '../../verdict.ts';

export const useIsKept: Check = {
  id: 'law.use-is-kept',
  drivenBy: 'sequences',
  evidence: ['success-of-each', 'change-made'],
  needs: [],
  judge: (recording) =>
    judgeEach(
      spendingsIn(recording),
      // All reads may be late but one, and once may be somebody's gift at that very moment.
      (spendings) =>
        spendings.length > 1 && spendings.some((one) => isDue(one, recording.consistencyWindowMs))
          ? forgotten(spendings)
          : undefined,
      (spendings) => spendings.some((one) => numericLeavesOf(one.last).some((leaf) => isAnswered(one, leaf))),
    ),
};

/** Every use answered another balance than before, and each read after it shows the one before. */
function forgotten(spendings: readonly Spending[]): Found | undefined {
  const shown = spendings.at(-1);
  const [use] = shown?.uses ?? [];
  if (shown === undefined || use === undefined) return undefined;
  const leaf = numericLeavesOf(use).find((one) => spendings.every((spending) => isForgotten(spending, one)));
  if (leaf === undefined) return undefined;
  const { path, value } = leaf;
  return finding([shown.before, use, shown.last], {
    expected: { kind: 'field', path, oneOf: [value], because: { kind: 'written' } },
    observed: { kind: 'field', path, value: at(shown.last, leaf) },
  });
}

function isForgotten({ before, uses, last }: Spending, leaf: Leaf): boolean {
  const [earlier, later] = [at(before, leaf), at(last, leaf)];
  const answered = uses.map((use) => at(use, leaf));
  return (
    earlier !== undefined &&
    later === earlier &&
    answered.every((one) => one !== undefined && one !== earlier)
  );
}

function isAnswered({ uses, last }: Spending, leaf: Leaf): boolean {
  return uses.some((use) => at(use, leaf) === at(last, leaf));
}

function at(answer: Spending['before'], { path }: Leaf): number | undefined {
  return numbersOf(answer).get(keyOfPath(path));
}

function isDue({ uses, last }: Spending, windowMs: number): boolean {
  return uses.every((use) => endedAt(use) + windowMs <= last.sentAt);
}

import { type Found, finding } from '../../findings/finding.ts';
import { keyOfPath, numbersOf, numericLeavesOf } from '../../leaves.ts';
import { type Spending, spendingsIn } from '../../spendings.ts';
import { type Check, judgeEach } from '../../verdict.ts';

export const useLowersTheBalance: Check = {
  id: 'law.use-lowers-the-balance',
  drivenBy: 'sequences',
  evidence: ['repeated', 'change-made'],
  needs: [],
  judge: (recording) => judgeEach(spendingsIn(recording), risen, (spendings) => spendings.every(isFallen)),
};

/** All numbers that a balance shows have risen each time, by the same for each use: one of them should have fallen. */
function risen(spendings: readonly Spending[]): Found | undefined {
  const steps = spendings.map(stepsOf);
  const [first, ...others] = steps;
  const last = spendings.at(-1);
  const [use] = last?.uses ?? [];
  if (first === undefined || first.size === 0 || last === undefined || use === undefined) return undefined;
  const isSteady = [...first].every(
    ([path, step]) =>
      step > 0 && others.every((other) => other.size === first.size && other.get(path) === step),
  );
  const [shown] = numericLeavesOf(last.after);
  if (!isSteady || shown === undefined) return undefined;
  const { path, value } = shown;
  return finding([last.before, use, last.after], {
    expected: { kind: 'field', path, must: 'be-less-than-before' },
    observed: { kind: 'field', path, value, before: numbersOf(last.before).get(keyOfPath(path)) },
  });
}

function isFallen(spending: Spending): boolean {
  return [...stepsOf(spending).values()].some((step) => step < 0);
}

/** By how much each number rose for each use. */
function stepsOf({ before, uses, after }: Spending): ReadonlyMap<string, number> {
  const earlier = numbersOf(before);
  return new Map(
    [...numbersOf(after)].map(([path, value]) => [
      path,
      (value - (earlier.get(path) ?? value)) / uses.length,
    ]),
  );
}

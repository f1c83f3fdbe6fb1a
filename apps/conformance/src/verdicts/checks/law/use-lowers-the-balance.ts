import { type Exchange, succeeded } from '../../../exchanges/exchange.ts';
import { type Found, finding } from '../../findings/finding.ts';
import { keyOfPath, numbersOf, numericLeavesOf } from '../../leaves.ts';
import { endedAt } from '../../run-history.ts';
import { type Check, judgeEach, type Recording } from '../../verdict.ts';

export const useLowersTheBalance: Check = {
  id: 'law.use-lowers-the-balance',
  drivenBy: 'sequences',
  evidence: ['repeated', 'change-made'],
  needs: [],
  judge: (recording) => judgeEach(spendingsIn(recording), risen, (spendings) => spendings.every(isFallen)),
};

/** Two reads of the balance, and what was used up between them. */
interface Spending {
  readonly before: Exchange;
  readonly uses: readonly Exchange[];
  readonly after: Exchange;
}

/** What gives credits: a balance may rise by it. */
const gives: readonly string[] = ['redeemVipCode', 'receivePaymentEvent'];

/** By sequence: once may be somebody's gift at that very moment. */
const leastSpendings = 2;

/** A read may be late: but then the balance does not rise by the same for each use. */
function spendingsIn({ user }: Recording): readonly (readonly Spending[])[] {
  const reads = user.filter((one) => isOwn(one, 'getCredits'));
  const uses = user.filter((one) => isOwn(one, 'useCredits'));
  const gifts = user.filter(({ operation }) => gives.includes(operation));
  const inOrder = reads.toSorted((a, b) => a.sentAt - b.sentAt);
  const all = inOrder.slice(1).flatMap((after, index): Spending[] => {
    const before = inOrder[index];
    if (before === undefined) return [];
    const between = uses.filter((use) => use.sentAt >= endedAt(before) && endedAt(use) <= after.sentAt);
    const others = [...gifts, ...uses.filter((use) => !between.includes(use))];
    const isAlone = others.every((one) => endedAt(one) < before.sentAt || one.sentAt > endedAt(after));
    return between.length > 0 && isAlone ? [{ before, uses: between, after }] : [];
  });
  return all.length < leastSpendings ? [] : [all];
}

function isOwn(one: Exchange, operation: string): boolean {
  return one.operation === operation && one.identity === 'own' && succeeded(one);
}

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

import { caseKey } from '../../../cases/case.ts';
import { type Exchange, succeeded } from '../../../exchanges/exchange.ts';
import { finding } from '../../findings/finding.ts';
import { keyOfPath, type Leaf, numbersOf, numericLeavesOf } from '../../leaves.ts';
import { type Check, judgeEach } from '../../verdict.ts';

export const creditsAreTheCallers: Check = {
  id: 'law.credits-are-the-callers',
  drivenBy: 'sequences',
  evidence: ['two-users', 'repeated'],
  needs: [],
  judge: ({ user }, { operations }) =>
    judgeEach(
      balancesOf(user.filter(({ operation }) => operations.includes(operation))),
      ({ path, own, other, used, shown }) =>
        used === other.before - other.after
          ? finding([own.first, own.last, shown], {
              expected: { kind: 'field', path, oneOf: [other.before] },
              observed: { kind: 'field', path, value: other.after, before: other.before },
            })
          : undefined,
    ),
};

interface Balances {
  readonly path: Leaf['path'];
  readonly own: { readonly first: Exchange; readonly last: Exchange };
  readonly other: { readonly before: number; readonly after: number };
  /** How much the own user had less in the end; below 0 where it was more. */
  readonly used: number;
  readonly shown: Exchange;
}

/** What two users had before and after one of them used credits or got some, with nothing else under way. */
function balancesOf(calls: readonly Exchange[]): readonly Balances[] {
  const reads = calls.filter(succeeded).filter(({ operation }) => operation === 'getCredits');
  const cases = Map.groupBy(reads, ({ origin }) => caseKey(origin.case));
  return [...cases.values()].flatMap((some) => {
    const inOrder = some.toSorted((a, b) => a.sentAt - b.sentAt);
    const own = inOrder.filter(({ identity }) => identity === 'own');
    const others = inOrder.filter(({ identity }) => identity === 'other');
    const [first, last] = [own[0], own.at(-1)];
    const [before, shown] = [others[0], others.at(-1)];
    if (first === undefined || last === undefined || before === undefined || shown === undefined) return [];
    if (before === shown || before.sentAt > first.sentAt || shown.sentAt < last.sentAt) return [];
    const [again, has, otherHad, otherHas] = [own[1], last, before, shown].map(
      (one) => one && numbersOf(one),
    );
    return numericLeavesOf(first).flatMap(({ path, value }): Balances[] => {
      const key = keyOfPath(path);
      const used = value - (has?.get(key) ?? value);
      const other = { before: otherHad?.get(key), after: otherHas?.get(key) };
      // What grows with each reading is no balance.
      const isBooked = used > 0 || (used < 0 && again?.get(key) === value);
      return isBooked && other.before !== undefined && other.after !== undefined
        ? [{ path, own: { first, last }, other: { before: other.before, after: other.after }, used, shown }]
        : [];
    });
  });
}

import { caseKey } from '../../../cases/case.ts';
import { type Exchange, succeeded } from '../../../exchanges/exchange.ts';
import { finding } from '../../findings/finding.ts';
import { numbersOf } from '../../leaves.ts';
import { type Check, judgeEach } from '../../verdict.ts';

export const creditsAreTheCallers: Check = {
  id: 'law.credits-are-the-callers',
  area: 'list',
  evidence: ['success'],
  needs: [],
  judge: ({ user }, { operations }) =>
    judgeEach(
      balancesOf(user.filter(({ operation }) => operations.includes(operation))),
      ({ path, own, other, used, shown }) =>
        used === other.before - other.after
          ? finding([own.first, own.last, shown], {
              expected: { kind: 'field', path: path.split('.'), oneOf: [other.before] },
              observed: { kind: 'field', path: path.split('.'), value: other.after, before: other.before },
            })
          : undefined,
    ),
};

interface Balances {
  readonly path: string;
  readonly own: { readonly first: Exchange; readonly last: Exchange };
  readonly other: { readonly before: number; readonly after: number };
  /** How much the own user had less in the end. */
  readonly used: number;
  readonly shown: Exchange;
}

/** What two users had before and after one of them used credits, with nothing else under way. */
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
    const [had, has, otherHad, otherHas] = [first, last, before, shown].map(numbersOf);
    return [...(had ?? [])].flatMap(([path, value]): Balances[] => {
      const used = value - (has?.get(path) ?? value);
      const other = { before: otherHad?.get(path), after: otherHas?.get(path) };
      return used > 0 && other.before !== undefined && other.after !== undefined
        ? [{ path, own: { first, last }, other: { before: other.before, after: other.after }, used, shown }]
        : [];
    });
  });
}

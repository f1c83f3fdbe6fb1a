import { type Exchange, inCases, succeeded } from '../../../exchanges/exchange.ts';
import { finding } from '../../findings/finding.ts';
import { numbersOf } from '../../leaves.ts';
import { endedAt, overlap } from '../../run-history.ts';
import { type Check, judgeEach } from '../../verdict.ts';

export const creditsAreUsedOneByOne: Check = {
  id: 'law.credits-are-used-one-by-one',
  drivenBy: 'sequences',
  evidence: ['success-of-each', 'sent-at-once'],
  traffic: { restsOn: 'account' },
  needs: [],
  judge: ({ user }, { operations }) =>
    judgeEach(
      usesOf(user.filter(({ operation, identity }) => operations.includes(operation) && identity === 'own')),
      ({ uses, balances, path }) => {
        const twin = balances.findIndex((one, index) => balances.indexOf(one) !== index);
        const [use, same] = [uses[twin], uses[balances.indexOf(balances[twin] ?? 0)]];
        if (use === undefined || same === undefined) return undefined;
        return finding([same, use], {
          expected: { kind: 'unique', what: 'record', family: 'balance after the use' },
          observed: { kind: 'repeated', id: `${path} ${balances[twin]}` },
        });
      },
    ),
};

interface Uses {
  readonly uses: readonly Exchange[];
  readonly balances: readonly number[];
  readonly path: string;
}

/** Uses at the same time, where two before them each took the same from a number that the next read shows. */
function usesOf(calls: readonly Exchange[]): readonly Uses[] {
  return inCases(calls.filter(succeeded)).flatMap((some) => {
    const inOrder = some.toSorted((a, b) => a.sentAt - b.sentAt);
    const begins = inOrder.findIndex(({ operation }) => operation === 'useCredits');
    const [first, second, read, ...others] = inOrder.slice(Math.max(0, begins));
    const isPlain =
      first?.operation === 'useCredits' &&
      second?.operation === 'useCredits' &&
      read?.operation === 'getCredits';
    if (!isPlain || endedAt(first) > second.sentAt) return [];
    const uses = others.filter(
      (one) => one.operation === 'useCredits' && others.some((other) => overlap(one, other)),
    );
    const [before, after, shown] = [first, second, read].map(numbersOf);
    return [...(after ?? [])].flatMap(([path, value]): Uses[] => {
      const step = (before?.get(path) ?? value) - value;
      const balances = uses.map((use) => numbersOf(use).get(path)).filter((one) => one !== undefined);
      const isBalance = step > 0 && shown?.get(path) === value && balances.length === uses.length;
      // What is used up may stay as it is.
      return isBalance && uses.length > 1 && balances.every((one) => one >= step)
        ? [{ uses, balances, path }]
        : [];
    });
  });
}

import type { Identity } from '../../../cases/scenario.ts';
import { type Exchange, inCases, isSameCase, succeeded } from '../../../exchanges/exchange.ts';
import { type Found, finding } from '../../findings/finding.ts';
import { keyOfPath, type Leaf, numbersOf, numericLeavesOf } from '../../leaves.ts';
import { endedAt } from '../../run-history.ts';
import { type Check, judgeEach } from '../../verdict.ts';

export const creditsAreTheCallers: Check = {
  id: 'law.credits-are-the-callers',
  drivenBy: 'sequences',
  evidence: ['two-users', 'repeated'],
  traffic: { restsOn: 'account' },
  needs: [],
  judge: ({ user }, { operations }) =>
    judgeEach(
      [
        ...balancesOf(user.filter(({ operation }) => operations.includes(operation))),
        ...(operations.includes('useCredits') ? usesOfOthers(user) : []),
      ],
      (one) => ('use' in one ? takenFromOwn(one) : takenFromOther(one)),
    ),
};

function takenFromOther({ path, own, other, used, shown }: Balances): Found | undefined {
  if (used !== other.before - other.after) return undefined;
  return finding([own.first, own.last, shown], {
    expected: { kind: 'field', path, oneOf: [other.before] },
    observed: { kind: 'field', path, value: other.after, before: other.before },
  });
}

/** What two users had right before and after one of them used a credit, which is not the own one. */
interface UseOfOther {
  readonly use: Exchange;
  readonly own: { readonly before: Exchange; readonly after: Exchange };
  readonly other: { readonly before: Exchange; readonly after: Exchange };
}

function usesOfOthers(user: readonly Exchange[]): readonly UseOfOther[] {
  const uses = user.filter((one) => one.operation === 'useCredits' && succeeded(one));
  return uses
    .filter(({ identity }) => identity === 'other')
    .flatMap((use): UseOfOther[] => {
      const calls = user.filter((one) => isSameCase(one, use)).toSorted((a, b) => a.sentAt - b.sentAt);
      const [before, after] = [calls.slice(0, calls.indexOf(use)), calls.slice(calls.indexOf(use) + 1)];
      const isRead = (identity: Identity) => (one: Exchange) =>
        one.operation === 'getCredits' && one.identity === identity && succeeded(one);
      const own = { before: before.findLast(isRead('own')), after: after.find(isRead('own')) };
      const other = { before: before.findLast(isRead('other')), after: after.find(isRead('other')) };
      const isOwn = calls.some(
        (one) =>
          one.operation === 'useCredits' && one.identity === 'own' && one.sentAt > (own.before?.sentAt ?? 0),
      );
      return isWhole(own) && isWhole(other) && !isOwn ? [{ use, own, other }] : [];
    });
}

function isWhole<Read>(reads: { before: Read | undefined; after: Read | undefined }): reads is {
  before: Read;
  after: Read;
} {
  return reads.before !== undefined && reads.after !== undefined;
}

function takenFromOwn({ use, own, other }: UseOfOther): Found | undefined {
  const [has, otherHad, otherHas] = [own.after, other.before, other.after].map(numbersOf);
  const taken = numericLeavesOf(own.before).find(({ path, value }) => {
    const key = keyOfPath(path);
    const isUnmoved = otherHad?.get(key) !== undefined && otherHad.get(key) === otherHas?.get(key);
    return isUnmoved && (has?.get(key) ?? value) < value;
  });
  if (taken === undefined) return undefined;
  const { path, value } = taken;
  return finding([own.before, use, own.after], {
    expected: { kind: 'field', path, oneOf: [value] },
    observed: { kind: 'field', path, value: has?.get(keyOfPath(path)), before: value },
  });
}

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
  const uses = calls.filter(({ operation, identity }) => operation === 'useCredits' && identity === 'other');
  return inCases(reads).flatMap((some) => {
    const inOrder = some.toSorted((a, b) => a.sentAt - b.sentAt);
    const own = inOrder.filter(({ identity }) => identity === 'own');
    const others = inOrder.filter(({ identity }) => identity === 'other');
    const [first, last] = [own[0], own.at(-1)];
    const [before, shown] = [others[0], others.at(-1)];
    if (first === undefined || last === undefined || before === undefined || shown === undefined) return [];
    if (before === shown || before.sentAt > first.sentAt || shown.sentAt < last.sentAt) return [];
    if (uses.some((use) => use.sentAt <= shown.sentAt && endedAt(use) >= before.sentAt)) return [];
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

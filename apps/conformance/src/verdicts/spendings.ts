import { type Exchange, succeeded } from '../exchanges/exchange.ts';
import { endedAt } from './run-history.ts';
import type { Recording } from './verdict.ts';

/** Two reads of the balance, and what was used up between them. */
export interface Spending {
  readonly before: Exchange;
  readonly uses: readonly Exchange[];
  readonly after: Exchange;
  /** The last read before anything else was used or given. */
  readonly last: Exchange;
}

/** What gives credits: a balance may rise by it. */
const gives: readonly string[] = ['redeemVipCode', 'receivePaymentEvent'];

/** By sequence: once may be somebody's gift at that very moment. */
const leastSpendings = 2;

/**
 * What the own user used up, each time between two reads and with nothing else beside it: all of it, or nothing where it
 * was not more than once.
 */
export function spendingsIn({ user }: Recording): readonly (readonly Spending[])[] {
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
    const next = others.filter((one) => one.sentAt > endedAt(after)).map(({ sentAt }) => sentAt);
    const last = inOrder.findLast((read) => endedAt(read) < Math.min(...next)) ?? after;
    return between.length > 0 && isAlone ? [{ before, uses: between, after, last }] : [];
  });
  return all.length < leastSpendings ? [] : [all];
}

function isOwn(one: Exchange, operation: string): boolean {
  return one.operation === operation && one.identity === 'own' && succeeded(one);
}

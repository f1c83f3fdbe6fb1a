import { caseKey } from '../cases/case.ts';
import type { Exchange } from '../exchanges/exchange.ts';
import { endedAt, overlap } from './run-history.ts';

export interface Race {
  readonly calls: readonly Exchange[];
  /** Everything that the same user asked of the operation in the same case, in order. */
  readonly all: readonly Exchange[];
}

/** The same call of the same user, sent more than once at the same time. */
export function racesOf(calls: readonly Exchange[]): readonly Race[] {
  const plain = calls.filter(
    ({ intent, response }) => intent?.kind === 'open-refusal' && response !== undefined,
  );
  const same = Map.groupBy(
    plain,
    ({ origin, identity, operation, request }) =>
      `${caseKey(origin.case)} ${identity} ${operation} ${request.url} ${request.body}`,
  );
  return [...same.values()].flatMap((some): Race[] => {
    const all = some.toSorted((a, b) => a.sentAt - b.sentAt);
    const atOnce = all.filter((one) => all.some((other) => other !== one && overlap(one, other)));
    return atOnce.length > 1 ? [{ calls: atOnce, all }] : [];
  });
}

/**
 * A code is redeemed once. A subscription may become active only when it is paid: one after the other, the second call
 * must have been refused with 402, both before and after those at once.
 */
export function isOncePer({ calls: [first, ...others], all }: Race): boolean {
  if (first === undefined || first.operation === 'redeemVipCode') return true;
  const last = others.at(-1) ?? first;
  const before = all.filter((one) => endedAt(one) <= first.sentAt).at(-1);
  const after = all.find((one) => one.sentAt >= endedAt(last));
  return before?.response?.status === 402 && after?.response?.status === 402;
}

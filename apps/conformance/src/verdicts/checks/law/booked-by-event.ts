import { type Exchange, isSameCase, succeeded } from '../../../exchanges/exchange.ts';
import { type Found, finding } from '../../findings/finding.ts';
import { keyOfPath, leavesOf, numbersOf } from '../../leaves.ts';
import { probesOf } from '../../probes.ts';
import { endedAt } from '../../run-history.ts';
import type { Recording } from '../../verdict.ts';

/** Two reads of what a payment event may book, an event that should book nothing, and the read again. */
export interface Delivery {
  /** The delivery before it, which booked what there was to book. */
  readonly first?: Exchange;
  readonly before: readonly [Exchange, Exchange];
  readonly event: Exchange;
  readonly after: Exchange;
}

const books: readonly string[] = ['getCredits', 'getBilling', 'getMonetizationSummary'];

/** The last two reads before an event of its own case, both since a moment, and the first one after it. */
export function readsAround(
  event: Exchange,
  since: number,
  recording: Recording,
): readonly Pick<Delivery, 'before' | 'after'>[] {
  return books.flatMap((operation) => {
    const reads = probesOf(recording, [operation]).filter(
      (one) => isSameCase(one, event) && one.identity === 'own' && succeeded(one),
    );
    const [one, other] = reads
      .filter((read) => read.sentAt >= since && endedAt(read) <= event.sentAt)
      .slice(-2);
    const after = reads.find((read) => read.sentAt >= endedAt(event));
    return one === undefined || other === undefined || after === undefined
      ? []
      : [{ before: [one, other] as const, after }];
  });
}

/** A number that stood still before the event, and has moved after it. */
export function bookedBy({ first, before: [one, other], event, after }: Delivery): Found | undefined {
  const [was, still, is] = [one, other, after].map(numbersOf);
  const moved = leavesOf(after).find(({ path }) => {
    const name = keyOfPath(path);
    return was?.has(name) && was.get(name) === still?.get(name) && is?.get(name) !== was.get(name);
  });
  if (moved === undefined) return undefined;
  const { path, value } = moved;
  const before = was?.get(keyOfPath(path));
  return finding(first === undefined ? [other, event, after] : [first, other, event, after], {
    expected: { kind: 'field', path, oneOf: [before] },
    observed: { kind: 'field', path, value, before },
  });
}

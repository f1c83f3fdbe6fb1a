import { isDeepStrictEqual } from 'node:util';
import type { Exchange } from '../../exchanges/exchange.ts';
import { type Found, finding } from './finding.ts';
import { bodyOf } from './observe.ts';

/** Two lists of two users that should have no entry in common, and have one. */
export function sharedEntry(
  own: Exchange,
  foreign: Exchange,
  entriesOf: (list: Exchange) => readonly unknown[],
): Found | undefined {
  const shown = entriesOf(foreign);
  const isShared = entriesOf(own).some((entry) => shown.some((one) => isDeepStrictEqual(one, entry)));
  return isShared
    ? finding([own, foreign], {
        expected: { kind: 'withheld', secret: 'private-record' },
        observed: bodyOf(foreign),
      })
    : undefined;
}

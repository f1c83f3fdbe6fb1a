import type { Exchange } from '../../exchanges/exchange.ts';
import { type Found, finding } from './finding.ts';
import { bodyOf } from './observe.ts';

/** Two answers that should show two records, and show one. */
export function sameRecord(first: Exchange, second: Exchange, family: string | undefined): Found {
  return finding([first, second], {
    expected: { kind: 'unique', what: 'record', family },
    observed: bodyOf(second),
  });
}

import type { Exchange } from '../../exchanges/exchange.ts';
import { type Found, finding } from './finding.ts';

/** What was made and is no longer, or not yet, in a list: by what came last before it, which may have taken it out. */
export function notListed(
  cause: Exchange,
  list: Exchange,
  record: { readonly family: string; readonly id: string },
): Found {
  return finding([cause, list], {
    expected: { kind: 'listed', record, times: 1, because: { kind: 'made', record } },
    observed: { kind: 'different' },
  });
}

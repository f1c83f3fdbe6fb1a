import { type Exchange, succeeded } from '../../exchanges/exchange.ts';
import type { Condition } from './condition.ts';
import { type Found, finding } from './finding.ts';
import { statusOf } from './observe.ts';

/** What a call that should have been refused shows, whatever status a refusal has; undefined where it was refused. */
export function takenAnyway(call: Exchange, because: Condition | undefined): Found | undefined {
  if (!succeeded(call)) return undefined;
  return finding([call], {
    expected: { kind: 'status', oneOf: ['refusal'], because },
    observed: statusOf(call),
  });
}

import type { Exchange } from '../exchanges/exchange.ts';
import type { Reason } from './reason.ts';
import type { SmallestCase } from './smallest-case.ts';

/**
 * What became of a finding that was sent again. `fixed` is one whose rule was judged and kept, with all sent that the
 * finding needs; `changed` is a rule that is still broken, but for another cause; of all else nothing is known.
 */
export type Replayed = {
  /** What was sent and answered in the last try. */
  readonly exchanges: readonly Exchange[];
} & (
  | { readonly outcome: 'fixed'; readonly kept: number }
  | { readonly outcome: 'not-reproduced'; readonly why: Reason | undefined }
  | { readonly outcome: 'failed-again' | 'changed'; readonly shown: SmallestCase }
);

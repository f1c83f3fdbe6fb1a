import type { Reason } from './reason.ts';
import type { Verdict } from './verdict.ts';

/** A run that came to an early end, and how far it had come. */
export interface Cut {
  readonly by: Extract<Reason, { readonly kind: 'stopped' }>['by'];
  /** How many requests had been sent. */
  readonly requests: number;
  /** About how many would have been; undefined where that isn't known. */
  readonly planned?: number | undefined;
  /** Whether anything was sent to an operation. */
  readonly isSent: (operation: string) => boolean;
}

/** What was not seen in a run that was cut may well have been to come. */
export function tellCut(
  verdict: Verdict,
  operations: readonly string[],
  { by, requests, planned, isSent }: Cut,
): Verdict {
  if (verdict.verdict !== 'not-observed' || verdict.reason?.kind === 'needs-config') return verdict;
  const sent = operations.some(isSent);
  return {
    ...verdict,
    reason: { kind: 'stopped', by, requests, ...(planned === undefined ? {} : { planned }), sent },
  };
}

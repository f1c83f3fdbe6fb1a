import { setTimeout as pause } from 'node:timers/promises';
import type { Hal } from './hal.ts';
import { type Asked, type Matrix, readMatrix } from './matrix.ts';

export interface Deployability {
  /** Null while something was not verified yet. */
  readonly deployable: boolean | null;
  readonly reason: string;
}

const pollMs = 5_000;

/**
 * Whether a version is verified with all that it would meet there; waits for a verification that is under way.
 *
 * @throws UsageError for names that the broker doesn't know, BrokerError
 */
export async function askDeployability(
  hal: Hal,
  asked: Asked,
  { waitMs, signal }: { readonly waitMs: number; readonly signal: AbortSignal },
): Promise<Deployability> {
  const deadline = performance.now() + waitMs;
  for (;;) {
    const found = readDeployability(await readMatrix(hal, asked));
    const left = deadline - performance.now();
    if (found.deployable !== null || left <= 0) return found;
    await pause(Math.min(pollMs, left), undefined, { signal });
  }
}

/** What the broker warns of belongs to what it says. */
function readDeployability({ summary, notices }: Matrix): Deployability {
  const warnings = notices.filter(({ type }) => type === 'warning').map(({ text }) => text);
  const reason = summary.reason ?? notices.map(({ text }) => text).join(' ');
  return { deployable: summary.deployable ?? null, reason: [...new Set([reason, ...warnings])].join(' ') };
}

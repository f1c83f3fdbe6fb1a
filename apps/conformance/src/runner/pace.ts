import type { Exchange } from '../exchanges/exchange.ts';
import { timeToConsistency } from '../exchanges/pause-for.ts';
import { estimateRequests } from '../plan/estimate-requests.ts';
import { estimateWaits } from '../plan/estimate-waits.ts';
import type { Plan } from '../plan/plan.ts';

/** How fast a target answers, and what a run of its plan will about take. */
export interface Pace {
  readonly latencyMs: number;
  readonly requests: number;
  readonly milliseconds: number;
  /** How many scenarios are under way at once. */
  readonly concurrency: number;
}

/** Up to here the concurrency of the budget does; a slower target has more under way, and gets no more a second. */
export const usualLatencyMs = 100;
const mostAtOnce = 48;
/** What this program itself does for a request, in ms: the target may be no slower. */
const ownMs = 1.5;
/** Some of what could be under way waits for something: a job, an answer that others need. */
const busy = 0.6;

/**
 * The first answers set the pace: the fastest of them tells how far the target is away.
 *
 * @param isFixed whether the concurrency was asked for
 */
export function paceOf(
  first: readonly Exchange[],
  { plan, concurrency: asked, requestsPerSecond, isFixed = false }: PaceOptions,
): Pace {
  const times = first.flatMap(({ response, sentAt }) => (response ? [response.headersAt - sentAt] : []));
  const latencyMs = times.length === 0 ? 0 : Math.min(...times);
  const slower = Math.max(1, latencyMs / usualLatencyMs);
  const concurrency = isFixed ? asked : Math.max(asked, Math.min(mostAtOnce, Math.floor(asked * slower)));
  const requests = estimateRequests(plan);
  const atOnce = concurrency * busy;
  const least = Math.max(ownMs, 1000 / (requestsPerSecond ?? Infinity));
  const waits = estimateWaits(plan);
  const windows = (waits.alone + waits.beside / atOnce) * timeToConsistency(plan.consistencyWindowMs);
  const milliseconds =
    (requests - waits.requests) * Math.max(latencyMs / atOnce, least) +
    waits.requests * Math.max(latencyMs, least) +
    windows;
  return { latencyMs, requests, milliseconds, concurrency };
}

interface PaceOptions {
  readonly plan: Plan;
  readonly concurrency: number;
  readonly requestsPerSecond?: number | undefined;
  readonly isFixed?: boolean | undefined;
}

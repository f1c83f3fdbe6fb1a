import type { Exchange } from '../exchanges/exchange.ts';
import { estimateRequests } from '../plan/estimate-requests.ts';
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
  const perRequest = Math.max(latencyMs / (concurrency * busy), 1000 / (requestsPerSecond ?? Infinity));
  return { latencyMs, requests, milliseconds: requests * perRequest, concurrency };
}

interface PaceOptions {
  readonly plan: Plan;
  readonly concurrency: number;
  readonly requestsPerSecond?: number | undefined;
  readonly isFixed?: boolean | undefined;
}

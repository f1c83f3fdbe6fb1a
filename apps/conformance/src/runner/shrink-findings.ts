import { type Origin, originOf } from '../plan/origin.ts';
import type { Plan } from '../plan/plan.ts';
import type { SmallestCase } from '../verdicts/smallest-case.ts';
import type { Finding, Verdict } from '../verdicts/verdict.ts';
import type { Driver } from './driver.ts';
import { inParallel } from './in-parallel.ts';
import type { RunOptions } from './run-options.ts';
import { searchForFinding } from './scenario-property.ts';

/** Shrinks each broken rule from the first scenario of the plan that showed it. */
export async function shrinkFindings(
  verdicts: readonly Verdict[],
  driver: Driver,
  options: RunOptions,
): Promise<SmallestCase[]> {
  const { plan, concurrency, onEvent } = options;
  const cases = await inParallel(verdicts, concurrency, async ({ rule, findings }) => {
    const origin = firstOrigin(plan, findings);
    if (origin === undefined) return undefined;
    onEvent({ type: 'rule-broken', rule });
    const smallest = await searchForFinding({ ...origin, rule, shrink: true }, { ...options, driver });
    if (smallest) onEvent({ type: 'shrunk', rule, steps: smallest.steps.length });
    return smallest;
  });
  return cases.filter((one) => one !== undefined);
}

/** Findings come as the answers came; the plan's order is the same in every run. */
function firstOrigin(plan: Plan, findings: readonly Finding[]): Origin | undefined {
  const origins = findings
    .map(({ scenario }) => originOf(plan, scenario))
    .filter((origin) => origin !== undefined);
  return origins.sort((a, b) => Number(a.path) - Number(b.path) || a.seed - b.seed)[0];
}

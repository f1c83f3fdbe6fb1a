import { type DrawOrigin, originOf } from '../plan/origin.ts';
import type { Plan } from '../plan/plan.ts';
import type { NotReproducible, Shrunk, SmallestCase } from '../verdicts/smallest-case.ts';
import type { JudgedFinding, Verdict } from '../verdicts/verdict.ts';
import type { Driver } from './driver.ts';
import { inParallel } from './in-parallel.ts';
import type { RunOptions } from './run-options.ts';
import { type DrivenScenario, searchForFinding } from './scenario-property.ts';

interface Found {
  readonly smallest?: SmallestCase;
  readonly notReproducible?: NotReproducible;
}

/** Shrinks each broken rule from the first scenario of the plan that showed it. */
export async function shrinkScenarios(
  verdicts: readonly Verdict[],
  { driver, options }: { readonly driver: Driver; readonly options: RunOptions },
): Promise<Shrunk> {
  const { plan, concurrency, onEvent, signal } = options;
  const found = await inParallel(verdicts, concurrency, async ({ rule, findings }): Promise<Found> => {
    const first = firstOf(plan, findings);
    if (first === undefined) return {};
    onEvent({ type: 'shrinking', rule });
    let isKept = false;
    const onDriven = ({ verdict }: DrivenScenario): void => {
      isKept ||= verdict?.verdict === 'passed';
    };
    const search = { ...first.origin, rule, shrink: true };
    const smallest = await searchForFinding(search, { ...options, driver, onDriven });
    if (smallest !== undefined) {
      onEvent({ type: 'shrunk', rule, steps: smallest.steps.length });
      return { smallest };
    }
    // What needs several scenarios is neither broken nor kept by one of them.
    return signal.aborted || !isKept
      ? {}
      : { notReproducible: { rule, cause: first.finding.cause, tries: 1 } };
  });
  return {
    smallest: found.flatMap(({ smallest }) => smallest ?? []),
    notReproducible: found.flatMap(({ notReproducible }) => notReproducible ?? []),
  };
}

/** Findings come as the answers came; the plan's order is the same in every run. */
function firstOf(
  plan: Plan,
  findings: readonly JudgedFinding[],
): { readonly origin: DrawOrigin; readonly finding: JudgedFinding } | undefined {
  const found = findings.flatMap((finding) => {
    const origin = originOf(plan, finding.case);
    return origin === undefined ? [] : [{ origin, finding }];
  });
  return found.sort(({ origin: a }, { origin: b }) => Number(a.path) - Number(b.path) || a.seed - b.seed)[0];
}

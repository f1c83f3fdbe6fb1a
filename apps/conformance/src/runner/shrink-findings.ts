import type { Exchange } from '../exchanges/exchange.ts';
import type { Shrunk } from '../verdicts/smallest-case.ts';
import type { Verdict } from '../verdicts/verdict.ts';
import type { Driver } from './driver.ts';
import { findInJourneys } from './find-in-journeys.ts';
import type { RunOptions } from './run-options.ts';
import { shrinkJourneys } from './shrink-journeys.ts';
import { shrinkScenarios } from './shrink-scenarios.ts';

/** Makes smaller what broke a rule: one scenario for each rule, else one journey for each cause of it. */
export async function shrinkFindings(
  verdicts: readonly Verdict[],
  exchanges: readonly Exchange[],
  given: { readonly driver: Driver; readonly options: RunOptions },
): Promise<Shrunk> {
  if (given.options.shrinkMs === 0) return { smallest: [], elusive: [] };
  const scenarios = await shrinkScenarios(verdicts, given);
  const shrunk = new Set([...scenarios.smallest, ...scenarios.elusive].map(({ rule }) => rule));
  const others = verdicts.filter(({ rule }) => !shrunk.has(rule));
  const journeys = await shrinkJourneys(findInJourneys(others, exchanges, given.options), given);
  return {
    smallest: [...scenarios.smallest, ...journeys.smallest],
    elusive: [...scenarios.elusive, ...journeys.elusive],
  };
}

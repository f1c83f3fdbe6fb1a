import type { Exchange } from '../exchanges/exchange.ts';
import type { Shrunk } from '../verdicts/smallest-case.ts';
import type { Verdict } from '../verdicts/verdict.ts';
import type { Driver } from './driver.ts';
import { findInSequences } from './find-in-sequences.ts';
import type { RunOptions } from './run-options.ts';
import { shrinkScenarios } from './shrink-scenarios.ts';
import { shrinkSequences } from './shrink-sequences.ts';

/** Makes smaller what broke a rule: one scenario for each rule, else one sequence for each cause of it. */
export async function shrinkFindings(
  verdicts: readonly Verdict[],
  exchanges: readonly Exchange[],
  given: {
    readonly driver: Driver;
    readonly options: RunOptions;
    /** Removes what is left of all that was made so far. */
    readonly tidy: () => Promise<unknown>;
  },
): Promise<Shrunk> {
  if (given.options.shrinkMs === 0) return { smallest: [], notReproducible: [] };
  const scenarios = await shrinkScenarios(verdicts, given);
  const shrunk = new Set([...scenarios.smallest, ...scenarios.notReproducible].map(({ rule }) => rule));
  const others = verdicts.filter(({ rule }) => !shrunk.has(rule));
  const sequences = await shrinkSequences(findInSequences(others, exchanges, given.options), given);
  return {
    smallest: [...scenarios.smallest, ...sequences.smallest],
    notReproducible: [...scenarios.notReproducible, ...sequences.notReproducible],
  };
}

import type { Exchange } from '../exchanges/exchange.ts';
import { writtenIndex } from '../plan/written-index.ts';
import type { SmallestCase } from '../verdicts/smallest-case.ts';
import type { Driver } from './driver.ts';
import { inParallel } from './in-parallel.ts';
import type { RunOptions } from './run-options.ts';
import { searchForFinding } from './scenario-property.ts';
import { verdictsOf } from './verdicts-of.ts';

/** Each broken rule is shrunk from the written scenario that showed it. */
export async function shrinkWritten(
  written: readonly (readonly Exchange[])[],
  driver: Driver,
  options: RunOptions,
): Promise<SmallestCase[]> {
  const failed = verdictsOf(written.flat(), options).filter(({ verdict }) => verdict === 'failed');
  const cases = await inParallel(failed, options.concurrency, async ({ rule, findings }) => {
    const onNews = (): void => options.onEvent({ type: 'rule-broken', rule });
    const index = writtenIndex(options.plan, findings[0]?.scenario);
    const isNews = (broken: string): boolean => broken === rule;
    const search = {
      seed: options.plan.seed,
      path: `${index}`,
      numRuns: 1,
      shrink: true,
      counts: false,
    };
    const watch = { isNews, onNews, onScenario: () => {} };
    const smallest = await searchForFinding({ ...search, ...watch }, { ...options, driver });
    if (smallest) options.onEvent({ type: 'shrunk', rule, steps: smallest.steps.length });
    return smallest;
  });
  return cases.filter((one) => one !== undefined);
}

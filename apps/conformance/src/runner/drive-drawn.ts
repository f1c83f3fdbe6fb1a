import type { Exchange } from '../exchanges/exchange.ts';
import type { SmallestCase } from '../verdicts/smallest-case.ts';
import type { Driver } from './driver.ts';
import { inParallel } from './in-parallel.ts';
import type { RunOptions } from './run-options.ts';
import { searchForFinding } from './scenario-property.ts';

export interface Drawn {
  readonly exchanges: readonly Exchange[];
  readonly smallest: readonly SmallestCase[];
}

/** Several searches side by side, each with a seed of its own; after a finding a lane goes on with what is left. */
export async function driveDrawn(
  known: readonly SmallestCase[],
  driver: Driver,
  options: RunOptions,
): Promise<Drawn> {
  const { plan, concurrency } = options;
  const broken = new Set(known.map(({ rule }) => rule));
  const drawn: { exchanges: Exchange[]; smallest: SmallestCase[] } = { exchanges: [], smallest: [] };
  const lanes = Math.min(concurrency, plan.drawn);
  let done = 0;
  const onScenario = (some: readonly Exchange[]): void => {
    drawn.exchanges.push(...some);
    done += 1;
    options.onEvent({ type: 'scenario-done', phase: 'drawn', done, total: plan.drawn });
  };
  await inParallel(Array.from({ length: lanes }), lanes, async (_, lane) => {
    let left = Math.floor(plan.drawn / lanes) + (lane < plan.drawn % lanes ? 1 : 0);
    for (let seed = plan.seed + lane; left > 0 && !options.signal.aborted; seed += lanes) {
      const count = (some: readonly Exchange[]): void => {
        left -= 1;
        onScenario(some);
      };
      const found = await searchDrawn({ seed, left, broken, onScenario: count }, driver, options);
      if (found !== undefined) drawn.smallest.push(found);
      // A search without a finding has driven all that was left.
      else break;
    }
  });
  return drawn;
}

interface DrawnSearch {
  readonly seed: number;
  readonly left: number;
  readonly broken: Set<string>;
  readonly onScenario: (exchanges: readonly Exchange[]) => void;
}

async function searchDrawn(
  { seed, left, broken, onScenario }: DrawnSearch,
  driver: Driver,
  options: RunOptions,
): Promise<SmallestCase | undefined> {
  const written = options.plan.scenarios.length;
  const found = await searchForFinding(
    {
      seed,
      path: `${written}`,
      numRuns: left,
      shrink: true,
      counts: true,
      isNews: (rule) => !broken.has(rule),
      onNews: (rule) => {
        broken.add(rule);
        options.onEvent({ type: 'rule-broken', rule });
      },
      onScenario,
    },
    { ...options, driver },
  );
  if (found) options.onEvent({ type: 'shrunk', rule: found.rule, steps: found.steps.length });
  return found;
}

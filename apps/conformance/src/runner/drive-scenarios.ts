import { drawSteps } from '../cases/draw-steps.ts';
import { interleave } from '../cases/interleave.ts';
import { hasHangUp, isWaitedFor, type Scenario } from '../cases/scenario.ts';
import { batchOf } from '../plan/batches.ts';
import { drawnOrigin, drawnScenario, drawnSeeds } from '../plan/origin.ts';
import type { Plan } from '../plan/plan.ts';
import { inShard } from '../plan/shard.ts';
import type { Driver } from './driver.ts';
import { inParallel } from './in-parallel.ts';
import { lookAgain } from './look-again.ts';
import type { RunOptions } from './run-options.ts';

/** The scenarios of a batch, to be driven. */
export interface ScenariosOfBatch {
  /** Several at once; then those that may yet show what has not been seen are driven again. */
  readonly together: () => Promise<void>;
  /** Those in which the client hangs up, when nothing else is to come: how long its turn goes on, nobody sees. */
  readonly hungUp: () => Promise<void>;
}

export function createScenarios(driver: Driver, options: RunOptions, batch: number): ScenariosOfBatch {
  const { plan, signal, concurrency, onEvent } = options;
  const written = batch === 0 ? inShard(plan.scenarios, plan.shard) : [];
  const drawn = drawnIn(batch, plan);
  const done = { written: 0, drawn: drawn.before };
  const total = { written: written.length, drawn: drawn.total };
  const one = async (scenario: Scenario) => {
    const exchanges = signal.aborted ? [] : await driver.drive(scenario);
    const phase = scenario.seed === undefined ? 'written' : 'drawn';
    if (!signal.aborted) {
      done[phase] += 1;
      onEvent({ type: 'scenario-done', phase, done: done[phase], total: total[phase] });
    }
    return [scenario, exchanges] as const;
  };
  const [hungUp, others] = partition(written, hasHangUp);
  return {
    together: async () => {
      const sent = new Map(await inParallel(inOrder([...others, ...drawn.scenarios]), concurrency, one));
      if (others.length === 0 || signal.aborted) return;
      const ofWritten = others.map((scenario) => sent.get(scenario) ?? []);
      await lookAgain(ofWritten, driver, options);
    },
    hungUp: async () => {
      await inParallel(hungUp, concurrency, one);
    },
  };
}

function partition<Item>(items: readonly Item[], isIn: (item: Item) => boolean): readonly [Item[], Item[]] {
  return [items.filter(isIn), items.filter((item) => !isIn(item))];
}

/**
 * Those with the most jobs and slow answers begin first, since they wait for them, by turns with those that have none: jobs
 * that never end are not in everybody's way.
 */
function inOrder(scenarios: readonly Scenario[]): readonly Scenario[] {
  const waitsOf = ({ steps }: Scenario): number => steps.filter(isWaitedFor).length;
  const waiting = scenarios.filter((one) => waitsOf(one) > 0).toSorted((a, b) => waitsOf(b) - waitsOf(a));
  return interleave([waiting, scenarios.filter((one) => waitsOf(one) === 0)]);
}

/** The drawn ones of a batch, and how many are in earlier ones and in all. Which they are depends on the seed alone. */
function drawnIn(batch: number, plan: Plan) {
  const all = drawnSeeds(plan).map((seed) => ({ seed, scenario: drawnScenario(seed, plan) }));
  return {
    scenarios: all
      .filter(({ scenario }) => batchOf(scenario) === batch)
      .map(
        ({ seed, scenario }): Scenario => ({ ...scenario, steps: drawSteps(plan, drawnOrigin(plan, seed)) }),
      ),
    before: all.filter(({ scenario }) => batchOf(scenario) < batch).length,
    total: all.length,
  };
}

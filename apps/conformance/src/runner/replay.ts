import type { Deployment } from '../deployment/deployment.ts';
import { createLedger } from '../exchanges/create-ledger.ts';
import type { Plan } from '../plan/plan.ts';
import type { SmallestCase } from '../verdicts/smallest-case.ts';
import { createDriver, type DriverOptions } from './driver.ts';
import { preflight } from './preflight.ts';
import { searchForFinding } from './scenario-property.ts';

/** A race may need more than one try before it counts as lost. */
export const replayTries = 3;

export interface ReplayOptions extends Omit<DriverOptions, 'record' | 'ledger'> {
  readonly deployment: Deployment;
  readonly plan: Plan;
  readonly rule: string;
  readonly seed: number;
  readonly path: string;
}

/**
 * Sends the scenario that seed and path name, a few times if need be, and gives what broke the rule again.
 *
 * @throws TargetError when the target does not even take a plain message
 */
export async function replay(options: ReplayOptions): Promise<SmallestCase | undefined> {
  const { rule, seed, path } = options;
  const driver = createDriver({ ...options, record: () => {}, ledger: createLedger(() => {}) });
  const search = { seed, path, rule, shrink: false };
  try {
    await preflight(driver, options);
    for (let attempt = 1; attempt <= replayTries; attempt += 1) {
      const found = await searchForFinding(search, { ...options, driver, shrinkMs: 0 });
      if (found !== undefined) return found;
    }
    return undefined;
  } finally {
    await driver.close();
  }
}

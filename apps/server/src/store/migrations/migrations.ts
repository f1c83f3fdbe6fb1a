import { createRuns } from './0001-runs.ts';
import { createMoney } from './0020-money.ts';

/** SQL statements by name, applied once each in the order of the names. Only ever add to it. */
export const migrations: Readonly<Record<string, readonly string[]>> = {
  '0001-runs': createRuns,
  '0020-money': createMoney,
};

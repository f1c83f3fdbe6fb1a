import type { Ending } from '../exchanges/ending.ts';
import type { Exchange } from '../exchanges/exchange.ts';
import type { SmallestCase } from '../verdicts/smallest-case.ts';
import type { Verdict } from '../verdicts/verdict.ts';
import { type CleanUp, cleanUp } from './clean-up.ts';
import { driveDrawn } from './drive-drawn.ts';
import { driveProbes } from './drive-probes.ts';
import { driveWritten } from './drive-written.ts';
import { createDriver, type Driver } from './driver.ts';
import { judgedExchanges } from './judged-exchanges.ts';
import { preflight } from './preflight.ts';
import type { RunOptions } from './run-options.ts';
import { shrinkFindings } from './shrink-findings.ts';
import { createStop } from './stop.ts';
import { verdictsOf } from './verdicts-of.ts';

interface Judged {
  readonly verdicts: readonly Verdict[];
  readonly smallest: readonly SmallestCase[];
  /** What the verdicts were made of. */
  readonly exchanges: readonly Exchange[];
}

export interface RunResult extends Judged {
  readonly cleanUp: CleanUp;
  readonly requests: number;
  readonly durationMs: number;
  readonly ended: Ending;
}

/**
 * Drives the planned scenarios, the written ones first, judges what came back, and removes what it made.
 *
 * @throws TargetError when the target does not even take a plain message
 */
export async function run(given: RunOptions): Promise<RunResult> {
  const stop = createStop(given.signal);
  const options = { ...given, signal: stop.signal };
  const driver = createDriver({ ...options, onSpent: () => stop.because('max-requests') });
  options.onEvent({ type: 'planned', plan: options.plan });
  try {
    const driven = await driveAll(driver, options).catch(async (error: unknown) => {
      await tidy(driver, options);
      throw error;
    });
    const cleaned = await tidy(driver, options);
    return {
      ...driven,
      cleanUp: cleaned,
      requests: driver.requests(),
      durationMs: Math.round(driver.elapsedMs()),
      ended: stop.ending(),
    };
  } finally {
    await driver.close();
  }
}

async function driveAll(driver: Driver, options: RunOptions): Promise<Judged> {
  const probed = [...(await preflight(driver, options)), ...(await driveProbes(driver, options))];
  const written = await driveWritten(driver, options);
  const early = failedOf(written.flat(), options);
  const shrunk = await shrinkFindings(early, driver, options);
  const exchanges = judgedExchanges([...probed, ...written.flat(), ...(await driveDrawn(driver, options))]);
  const isNews = ({ rule }: Verdict): boolean => !early.some((known) => known.rule === rule);
  const late = failedOf(exchanges, options).filter(isNews);
  return {
    verdicts: verdictsOf(exchanges, options),
    smallest: [...shrunk, ...(await shrinkFindings(late, driver, options))],
    exchanges,
  };
}

async function tidy(driver: Driver, options: RunOptions): Promise<CleanUp> {
  const cleaned = await cleanUp(driver, options);
  if (cleaned.removed + cleaned.leftovers.length > 0) options.onEvent({ type: 'cleaned-up', ...cleaned });
  return cleaned;
}

function failedOf(exchanges: readonly Exchange[], options: RunOptions): readonly Verdict[] {
  return verdictsOf(exchanges, options).filter(({ verdict }) => verdict === 'failed');
}

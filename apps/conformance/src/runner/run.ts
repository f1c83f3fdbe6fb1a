import type { Ending } from '../exchanges/ending.ts';
import type { Exchange } from '../exchanges/exchange.ts';
import type { Shrunk } from '../verdicts/smallest-case.ts';
import type { Verdict } from '../verdicts/verdict.ts';
import { type CleanUp, cleanUp } from './clean-up.ts';
import { createControl } from './control.ts';
import { driveDrawn } from './drive-drawn.ts';
import { driveJourneys } from './drive-journeys.ts';
import { driveProbes } from './drive-probes.ts';
import { driveWritten } from './drive-written.ts';
import { createDriver, type Driver } from './driver.ts';
import { judgedExchanges } from './judged-exchanges.ts';
import { preflight } from './preflight.ts';
import type { RunOptions } from './run-options.ts';
import { shrinkFindings } from './shrink-findings.ts';
import { createStop, type Stop } from './stop.ts';
import { verdictsOf } from './verdicts-of.ts';
import { watchFaults } from './watch-faults.ts';

/** So many requests in a row without an answer, besides those under way at once, and the target is lost. */
const mostFaults = 24;

interface Judged extends Shrunk {
  readonly verdicts: readonly Verdict[];
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
  const watch = watchFaults(mostFaults + options.concurrency, () => stop.because('target-lost'));
  const driver = createDriver({
    ...options,
    record: (exchange) => {
      watch(exchange);
      options.record(exchange);
    },
    onWait: (milliseconds) => options.onEvent({ type: 'slowed-down', milliseconds }),
    onSpent: () => stop.because('max-requests'),
  });
  options.onEvent({ type: 'planned', plan: options.plan });
  try {
    const driven = await driveAll(driver, options, stop).catch(async (error: unknown) => {
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

/** Between any two parts of the run, and at its end, the target is asked for what it answered at first. */
async function driveAll(driver: Driver, options: RunOptions, stop: Stop): Promise<Judged> {
  const first = await preflight(driver, options);
  const control = createControl(driver, first, options);
  const recorded = [...first];
  const drivePart = async (part: Promise<readonly Exchange[]>): Promise<readonly Verdict[]> => {
    recorded.push(...(await part));
    if (!(await control.check())) stop.because('target-lost');
    return failedOf(judged(), options);
  };
  const judged = (): readonly Exchange[] => judgedExchanges([...recorded, ...control.exchanges()]);
  await drivePart(driveProbes(driver, options));
  await drivePart(driveJourneys(driver, options));
  const early = await drivePart(driveWritten(driver, options).then((written) => written.flat()));
  const shrunk = await shrinkFindings(early, judged(), { driver, options });
  const late = await drivePart(driveDrawn(driver, options));
  const news = late.filter(({ rule }) => !early.some((known) => known.rule === rule));
  const more = await shrinkFindings(news, judged(), { driver, options });
  return {
    smallest: [...shrunk.smallest, ...more.smallest],
    elusive: [...shrunk.elusive, ...more.elusive],
    verdicts: verdictsOf(judged(), options),
    exchanges: judged(),
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

import type { ControlChange } from '../exchanges/control-change.ts';
import type { Ending } from '../exchanges/ending.ts';
import type { Exchange } from '../exchanges/exchange.ts';
import { batchCount } from '../plan/batches.ts';
import type { Shrunk } from '../verdicts/smallest-case.ts';
import type { Verdict } from '../verdicts/verdict.ts';
import { checkFixtures } from './check-fixtures.ts';
import { type CleanUp, type CleanUpOptions, cleanUp } from './clean-up.ts';
import { createControl } from './control.ts';
import { driveProbes } from './drive-probes.ts';
import { createScenarios } from './drive-scenarios.ts';
import { createSequences } from './drive-sequences.ts';
import { createDriver, type Driver } from './driver.ts';
import { inParallel } from './in-parallel.ts';
import { createJudging, type Judging } from './judging.ts';
import { paceOf } from './pace.ts';
import { preflight } from './preflight.ts';
import type { RunOptions } from './run-options.ts';
import { createShrinker } from './shrinker.ts';
import { createStop, type Stop } from './stop.ts';
import { type AbsenceWatch, watchAbsence } from './watch-absence.ts';
import { watchConnection } from './watch-connection.ts';

/** So many requests in a row without an answer, besides those under way at once, and the target is lost. */
const mostTransportErrors = 24;

interface Judged extends Shrunk {
  readonly verdicts: readonly Verdict[];
  /** What the findings can be shown by. */
  readonly exchanges: readonly Exchange[];
}

export interface RunResult extends Judged {
  readonly cleanUp: CleanUp;
  readonly requests: number;
  readonly durationMs: number;
  readonly ended: Ending;
  /** What the target answered at first, and no longer does. */
  readonly changes: readonly ControlChange[];
}

/**
 * Drives what is planned, judges what came back, and removes what it made.
 *
 * @throws TargetError when the target does not even take a plain message
 */
export async function run(given: RunOptions): Promise<RunResult> {
  const stop = createStop(given.signal, given.maxTimeMs, (ended) => given.onEvent({ type: 'ending', ended }));
  const options = { ...given, signal: stop.signal };
  const judging = createJudging(options, () => stop.because('first-finding'));
  const watch = watchConnection(mostTransportErrors + options.concurrency, {
    rest: (milliseconds) => driver.rest(milliseconds),
    onLost: () => stop.because('target-lost'),
  });
  const absence = watchAbsence(options);
  const driver: Driver = createDriver({
    ...options,
    record: (exchange) => {
      watch(exchange);
      absence.saw(exchange);
      judging.saw(exchange);
      options.record(exchange);
    },
    onWait: (milliseconds) => options.onEvent({ type: 'slowed-down', milliseconds }),
    onAway: (milliseconds) => {
      absence.away();
      options.onEvent({ type: 'away', milliseconds });
    },
    onResend: () => options.onEvent({ type: 'resent' }),
    onBegun: judging.isBegun,
    onOver: judging.isOver,
    onSpent: () => stop.because('max-requests'),
  });
  options.onEvent({ type: 'planned', plan: options.plan });
  const tidy = createTidy(driver, options);
  try {
    const shrunk = await driveAll(driver, options, { judging, stop, tidy, absence }).catch(
      async (error: unknown) => {
        tellCleanUp(await tidy(), options);
        throw error;
      },
    );
    const cleaned = await tidy();
    tellCleanUp(cleaned, options);
    options.onEvent({ type: 'ended', ended: stop.ending() });
    return {
      ...shrunk,
      verdicts: judging.verdicts(),
      exchanges: judging.shown(),
      cleanUp: cleaned,
      requests: driver.requests(),
      durationMs: Math.round(driver.elapsedMs()),
      ended: stop.ending(),
    };
  } finally {
    stop.release();
    await driver.close();
  }
}

interface RunParts {
  readonly judging: Judging;
  readonly stop: Stop;
  readonly tidy: Tidy;
  readonly absence: AbsenceWatch;
}

interface Driven extends Shrunk {
  readonly changes: readonly ControlChange[];
}

/** Between any two parts of the run, and at its end, the target is asked for what it answered at first. */
async function driveAll(
  driver: Driver,
  given: RunOptions,
  { judging, stop, tidy, absence }: RunParts,
): Promise<Driven> {
  const first = await preflight(driver, given);
  const { concurrency, ...pace } = paceOf(first, { ...given, isFixed: given.isConcurrencyFixed });
  const options = { ...given, concurrency, latencyMs: pace.latencyMs };
  options.onEvent({ type: 'estimated', ...pace });
  for (const one of await checkFixtures(driver, options))
    options.onEvent({ type: 'fixture-in-doubt', ...one });
  const control = createControl(driver, first, { ...options, madeBefore: absence.madeBefore });
  const shrinker = createShrinker(driver, options, { judging, tidy: () => tidy({ isBetween: true }) });
  const drivePart = async (part: Promise<unknown>): Promise<void> => {
    await part;
    const target = await control.check();
    if (target !== 'same') stop.because(`target-${target}`);
    if (options.isEnough !== undefined) judging.broken();
  };
  for (let batch = 0; batch < batchCount(options.plan); batch += 1) {
    if (batch === 0) await drivePart(driveProbes(driver, options));
    const scenarios = createScenarios(driver, options, batch);
    const sequences = createSequences(driver, options, batch);
    await drivePart(driveSideBySide([scenarios.together, sequences.together], options));
    await drivePart(sequences.quiet());
    if (batch === 0) await drivePart(scenarios.hungUp());
    await shrinker.shrink(judging.broken());
    judging.endBatch();
    const isLast = batch + 1 === batchCount(options.plan);
    if (!isLast && !options.signal.aborted) await tidy({ isBetween: true });
  }
  return { ...shrinker.shrunk(), changes: control.changes() };
}

/**
 * Runs wait for jobs, and what is not about runs needs no waiting. Where a run is limited, what is about runs comes first: it
 * takes few requests, and all else may not come to its end.
 */
async function driveSideBySide(parts: readonly (() => Promise<void>)[], options: RunOptions): Promise<void> {
  await inParallel(parts, isLimited(options) ? 1 : parts.length, (part) => part());
}

function isLimited({
  isConcurrencyFixed = false,
  requestsPerSecond,
  maxRequests,
  maxTimeMs,
}: RunOptions): boolean {
  return isConcurrencyFixed || (requestsPerSecond ?? maxRequests ?? maxTimeMs) !== undefined;
}

/** Removes what is left of all that was made so far, so that no list grows with the length of the run. */
type Tidy = (when?: Pick<CleanUpOptions, 'isBetween'>) => Promise<CleanUp>;

function createTidy(driver: Driver, options: RunOptions): Tidy {
  let removed = 0;
  return async (when = {}) => {
    const cleaned = await cleanUp(driver, { ...options, ...when });
    removed += cleaned.removed;
    return { ...cleaned, removed };
  };
}

export function tellCleanUp(cleaned: CleanUp, { onEvent }: Pick<RunOptions, 'onEvent'>): void {
  if (cleaned.removed + cleaned.leftovers.length > 0) onEvent({ type: 'cleaned-up', ...cleaned });
}

import type { Scenario } from '../cases/scenario.ts';
import type { Deployment } from '../deployment/deployment.ts';
import type { Exchange } from '../exchanges/exchange.ts';
import type { Plan } from '../plan/plan.ts';
import { onceMore, writtenIndex } from '../plan/written-index.ts';
import type { Operation } from '../spec/spec.ts';
import { judge } from '../verdicts/judge.ts';
import type { SmallestCase } from '../verdicts/smallest-case.ts';
import { toRecording } from '../verdicts/to-recording.ts';
import type { Verdict } from '../verdicts/verdict.ts';
import { createDriver, type Driver } from './driver.ts';
import type { RunEvent } from './events.ts';
import { inParallel } from './in-parallel.ts';
import { judgedExchanges } from './judged-exchanges.ts';
import { preflight } from './preflight.ts';
import { searchForFinding } from './scenario-property.ts';

export interface RunOptions {
  readonly deployment: Deployment;
  readonly plan: Plan;
  /** The contract's operations. */
  readonly operations: readonly Operation[];
  /** How many scenarios are under way at once. */
  readonly concurrency: number;
  /** How long one exchange may take, in ms. */
  readonly timeoutMs: number;
  /** How long a step may wait for a background job to end, in ms. */
  readonly jobTimeoutMs: number;
  /** How long shrinking one finding may take, in ms. */
  readonly shrinkMs: number;
  readonly signal: AbortSignal;
  readonly record: (exchange: Exchange) => void;
  readonly onEvent: (event: RunEvent) => void;
}

/** How often the scenarios with a job are driven again while a rule is not observed. */
const lookAgainRounds = 4;

export interface RunResult {
  readonly verdicts: readonly Verdict[];
  readonly smallest: readonly SmallestCase[];
  /** What the verdicts were made of. */
  readonly exchanges: readonly Exchange[];
  readonly requests: number;
  readonly durationMs: number;
  readonly interrupted: boolean;
}

/**
 * Drives the planned scenarios, the written ones first, and judges what came back.
 *
 * @throws TargetError when the target does not even take a plain message
 */
export async function run(options: RunOptions): Promise<RunResult> {
  const driver = createDriver(options);
  options.onEvent({ type: 'planned', plan: options.plan });
  try {
    const probed = [...(await preflight(driver, options)), ...(await driveProbes(driver, options))];
    const written = [...(await driveWritten(driver, options))];
    await lookAgain(written, driver, options);
    const shrunk = await shrinkWritten(written, driver, options);
    const drawn = await driveDrawn(shrunk, driver, options);
    const exchanges = judgedExchanges([...probed, ...written.flat(), ...drawn.exchanges]);
    return {
      verdicts: verdictsOf(exchanges, options),
      smallest: [...shrunk, ...drawn.smallest],
      exchanges,
      requests: driver.requests(),
      durationMs: Math.round(driver.elapsedMs()),
      interrupted: options.signal.aborted,
    };
  } finally {
    await driver.close();
  }
}

function verdictsOf(exchanges: readonly Exchange[], { plan, operations }: RunOptions): readonly Verdict[] {
  return judge(toRecording(exchanges, { toolCall: plan.toolCall, operations }), plan.rules);
}

/** The probes of one operation keep their order, since some compare what came one after the other. */
async function driveProbes(driver: Driver, options: RunOptions): Promise<Exchange[]> {
  const targets = new Map(options.operations.map((operation) => [operation.id, operation]));
  const groups = [...Map.groupBy(options.plan.probes, ({ operation }) => operation).values()];
  let done = 0;
  const exchanges = await inParallel(groups, options.concurrency, async (probes) => {
    const sent: Exchange[] = [];
    for (const probe of options.signal.aborted ? [] : probes) {
      const target = targets.get(probe.operation);
      if (target) sent.push(await driver.probe(probe, target));
    }
    done += 1;
    options.onEvent({ type: 'scenario-done', phase: 'probes', done, total: groups.length });
    return sent;
  });
  return exchanges.flat();
}

function driveWritten(
  driver: Driver,
  { plan, concurrency, onEvent }: RunOptions,
): Promise<(readonly Exchange[])[]> {
  let done = 0;
  const total = plan.scenarios.length;
  return inParallel(plan.scenarios, concurrency, async (scenario) => {
    const exchanges = await driver.drive(scenario);
    done += 1;
    onEvent({ type: 'scenario-done', phase: 'written', done, total });
    return exchanges;
  });
}

/**
 * What a rule forbids may have had no chance to happen, as when a job ended before the next request came. The
 * written scenarios are then driven again, one at a time, a few times at most.
 */
async function lookAgain(
  written: (readonly Exchange[])[],
  driver: Driver,
  options: RunOptions,
): Promise<void> {
  const isUnseen = (): boolean =>
    verdictsOf(written.flat(), options).some(({ verdict }) => verdict === 'not-observed');
  for (let round = 1; round <= lookAgainRounds && isUnseen(); round += 1) {
    for (const { id, steps } of options.plan.scenarios.filter(asksForJob)) {
      if (options.signal.aborted) return;
      written.push(await driver.drive({ id: onceMore(id, round), steps }));
    }
  }
}

function asksForJob({ steps }: Scenario): boolean {
  return steps.some(({ message }) => message === 'background' || message === 'failing-background');
}

/** Each broken rule is shrunk from the written scenario that showed it. */
async function shrinkWritten(
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

interface Drawn {
  readonly exchanges: readonly Exchange[];
  readonly smallest: readonly SmallestCase[];
}

/** Several searches side by side, each with a seed of its own; after a finding a lane goes on with what is left. */
async function driveDrawn(
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

import { wordOf } from '../cases/faults/fault.ts';
import type { Journey } from '../cases/journeys/journey.ts';
import { conditionsIn, type KeptCall, withNeeds } from '../cases/journeys/kept-calls.ts';
import type { Vocabulary } from '../deployment/vocabulary/vocabulary.ts';
import type { Exchange } from '../exchanges/exchange.ts';
import type { Plan } from '../plan/plan.ts';
import type { Operation, Rule } from '../spec/spec.ts';
import type { Elusive, SmallestJourney } from '../verdicts/smallest-case.ts';
import { driveKept, judgeJourney, toSmallest } from './drive-kept.ts';
import type { Driver } from './driver.ts';
import { type Attempt, shrinkJourney } from './shrink-journey.ts';

/** So many parts of a journey are driven for one finding at most. */
const mostDrives = 25;

export interface JourneyFinding {
  readonly rule: Rule;
  readonly cause: string;
  readonly journey: Journey;
  /** What was recorded of the journey. */
  readonly exchanges: readonly Exchange[];
}

export interface ShrinkOptions {
  readonly driver: Driver;
  readonly vocabulary: Vocabulary;
  readonly operations: readonly Operation[];
  readonly plan: Pick<Plan, 'settleMs'>;
  readonly signal: AbortSignal;
  /** How long it may take, in ms. */
  readonly shrinkMs: number;
  /** How many parts may be driven at once. */
  readonly atOnce: number;
}

type JudgingOptions = Pick<ShrinkOptions, 'operations' | 'plan'>;

/** The smallest part of a journey that shows its finding, or how often it did not come back. */
export async function shrinkJourneyFinding(
  finding: JourneyFinding,
  options: ShrinkOptions,
): Promise<{ readonly smallest?: SmallestJourney | undefined; readonly elusive?: Elusive | undefined }> {
  const { journey, rule, cause } = finding;
  let tries = 0;
  const began = performance.now();
  const attempt: Attempt<readonly KeptCall[]> = async (kept) => {
    const isSpent = tries >= mostDrives || performance.now() - began > options.shrinkMs;
    if (isSpent || options.signal.aborted) return undefined;
    tries += 1;
    const driven = await driveKept(journey, kept, { ...options, plan: hasty, rule });
    return toSmallest(driven, cause) && kept;
  };
  const contract = new Map(options.operations.map((operation) => [operation.id, operation]));
  const conditions = conditionsIn(journey, contract);
  const needed = neededToJudge(finding, conditions, options);
  const kept = await shrinkJourney({ journey, needed, conditions, attempt, atOnce: options.atOnce });
  // What shows at once may only be late: the smallest part has to show it as the whole did.
  const smallest = kept && toSmallest(await driveKept(journey, kept, { ...options, rule }), cause);
  // What was cut short says nothing.
  if (smallest !== undefined || tries === 0 || options.signal.aborted) return { smallest };
  return { elusive: { rule: rule.id, cause, tries } };
}

/** What had time to show all that was written once needs none while it shrinks. */
const hasty = { settleMs: 0 };

/** Whether the journey shows the finding by itself: some rules compare what several journeys saw. */
export function isShownAlone(finding: JourneyFinding, judging: JudgingOptions): boolean {
  return shows(finding, finding.exchanges, judging);
}

/** The numbers of the calls without whose exchanges nobody could tell, and of those that they refer to. */
function neededToJudge(
  finding: JourneyFinding,
  conditions: ReadonlyMap<number, ReadonlySet<number>>,
  judging: JudgingOptions,
): ReadonlyMap<number, KeptCall['varied']> {
  const { journey, exchanges } = finding;
  const parts = [...new Set(exchanges.map(partOf))].reverse();
  const left = parts.reduce((kept, part) => {
    const fewer = kept.filter((exchange) => partOf(exchange) !== part);
    return shows(finding, fewer, judging) ? fewer : kept;
  }, exchanges);
  const judged = withNeeds(journey, new Set(left.map(({ step }) => step)));
  const numbers = new Set([...judged].flatMap((number) => [number, ...(conditions.get(number) ?? [])]));
  return new Map(
    [...numbers].map((number) => [number, faultsOf(left.filter(({ step }) => step === number))]),
  );
}

/** A call, or a fault of one. */
function partOf({ step, probe }: Exchange): string {
  return `${step} ${probe?.fault ?? ''}`;
}

function faultsOf(exchanges: readonly Exchange[]): KeptCall['varied'] {
  const [first, ...others] = new Set(exchanges.flatMap(({ probe }) => probe?.fault ?? []));
  return first === undefined ? false : others.length > 0 || wordOf(first);
}

function shows(
  { journey, rule, cause }: JourneyFinding,
  exchanges: readonly Exchange[],
  judging: JudgingOptions,
): boolean {
  const verdict = judgeJourney(journey, exchanges, { ...judging, rule });
  return verdict?.findings.some((one) => one.cause === cause) === true;
}

import { conditionsIn, type KeptCall, withNeeds } from '../cases/sequences/kept-calls.ts';
import type { Sequence } from '../cases/sequences/sequence.ts';
import type { FieldMapping } from '../deployment/field-mapping/field-mapping.ts';
import { type Exchange, mutationKeyOf } from '../exchanges/exchange.ts';
import type { Plan } from '../plan/plan.ts';
import type { Operation, Rule } from '../spec/spec.ts';
import type { NotReproducible, SmallestSequence } from '../verdicts/smallest-case.ts';
import { driveKept, judgeSequence, toSmallest } from './drive-kept.ts';
import type { Driver } from './driver.ts';
import { type Attempt, shrinkSequence } from './shrink-sequence.ts';

/** So many parts of a sequence are driven for one finding at most. */
const mostDrives = 25;

export interface SequenceFinding {
  readonly rule: Rule;
  readonly cause: string;
  readonly sequence: Sequence;
  /** What was recorded of the sequence. */
  readonly exchanges: readonly Exchange[];
}

export interface ShrinkOptions {
  readonly driver: Driver;
  readonly fieldMapping: FieldMapping;
  readonly operations: readonly Operation[];
  readonly plan: Pick<Plan, 'consistencyWindowMs'>;
  readonly signal: AbortSignal;
  /** How long it may take, in ms. */
  readonly shrinkMs: number;
  /** How many parts may be driven at once. */
  readonly atOnce: number;
}

type JudgingOptions = Pick<ShrinkOptions, 'operations' | 'plan'>;

/** The smallest part of a sequence that shows its finding, or how often it did not come back. */
export async function shrinkSequenceFinding(
  finding: SequenceFinding,
  options: ShrinkOptions,
): Promise<{
  readonly smallest?: SmallestSequence | undefined;
  /** The calls that it is made of. */
  readonly kept?: readonly KeptCall[] | undefined;
  readonly notReproducible?: NotReproducible | undefined;
}> {
  const { sequence, rule, cause } = finding;
  let tries = 0;
  let isCut = false;
  const began = performance.now();
  const attempt: Attempt<readonly KeptCall[]> = async (kept) => {
    const isSpent = tries >= mostDrives || performance.now() - began > options.shrinkMs;
    if (isSpent || options.signal.aborted) {
      isCut = true;
      return undefined;
    }
    tries += 1;
    const driven = await driveKept(sequence, kept, { ...options, plan: hasty, rule });
    return toSmallest(driven, cause) && kept;
  };
  const contract = new Map(options.operations.map((operation) => [operation.id, operation]));
  const conditions = conditionsIn(sequence, contract);
  const needed = neededToJudge(finding, conditions, options);
  const kept = await shrinkSequence({ sequence, needed, conditions, attempt, atOnce: options.atOnce });
  // What shows at once may only be late: the smallest part has to show it as the whole did.
  const shown = kept && (await driveKept(sequence, kept, { ...options, rule }));
  const smallest = shown && toSmallest(shown, cause, !isCut);
  // What was cut short says nothing.
  if (smallest !== undefined || tries === 0 || options.signal.aborted) return { smallest, kept };
  return { notReproducible: { rule: rule.id, cause, tries } };
}

/** What had time to show all that was written once needs none while it shrinks. */
const hasty = { consistencyWindowMs: 0 };

/** Whether the sequence shows the finding by itself: some rules compare what several sequences saw. */
export function isShownAlone(finding: SequenceFinding, judging: JudgingOptions): boolean {
  return shows(finding, finding.exchanges, judging);
}

/** The numbers of the calls without whose exchanges nothing could be judged, and of those that they refer to. */
function neededToJudge(
  finding: SequenceFinding,
  conditions: ReadonlyMap<number, ReadonlySet<number>>,
  judging: JudgingOptions,
): ReadonlyMap<number, KeptCall['varied']> {
  const { sequence, exchanges } = finding;
  const parts = [...new Set(exchanges.map(partOf))].reverse();
  const left = parts.reduce((kept, part) => {
    const fewer = kept.filter((exchange) => partOf(exchange) !== part);
    return shows(finding, fewer, judging) ? fewer : kept;
  }, exchanges);
  const judged = withNeeds(sequence, new Set(left.map(({ origin }) => origin.step)));
  const numbers = new Set([...judged].flatMap((number) => [number, ...(conditions.get(number) ?? [])]));
  return new Map(
    [...numbers].map((number) => [number, mutationsOf(left.filter(({ origin }) => origin.step === number))]),
  );
}

/** A call, or a mutation of one. */
function partOf(exchange: Exchange): string {
  return `${exchange.origin.step} ${mutationKeyOf(exchange) ?? ''}`;
}

function mutationsOf(exchanges: readonly Exchange[]): KeptCall['varied'] {
  const [first, ...others] = new Set(exchanges.flatMap((one) => mutationKeyOf(one) ?? []));
  return first === undefined ? false : others.length > 0 || first;
}

function shows(
  { rule, cause }: SequenceFinding,
  exchanges: readonly Exchange[],
  judging: JudgingOptions,
): boolean {
  const verdict = judgeSequence(exchanges, { ...judging, rule });
  return verdict?.findings.some((one) => one.cause === cause) === true;
}

import { type KeptCall, keepAll, sequenceOf } from '../cases/sequences/kept-calls.ts';
import type { Sequence } from '../cases/sequences/sequence.ts';
import type { DrawOrigin } from '../plan/origin.ts';
import type { Plan } from '../plan/plan.ts';
import type { Rule } from '../spec/spec.ts';
import type { Reason } from '../verdicts/reason.ts';
import type { Replayed } from '../verdicts/replayed.ts';
import { type CleanUp, cleanUp } from './clean-up.ts';
import { driveKept, toSmallest } from './drive-kept.ts';
import { createDriver, type Driver } from './driver.ts';
import type { RunEvent } from './events.ts';
import { type Beginning, learnNames } from './learn-names.ts';
import { missingInScenario, missingInSequence } from './missing-step.ts';
import { preflight } from './preflight.ts';
import { type Asked, compare, outcomeOf, summed, type Try } from './replay-outcome.ts';
import { run, tellCleanUp } from './run.ts';
import type { RunOptions } from './run-options.ts';
import { type DrivenScenario, searchForFinding } from './scenario-property.ts';
import { createStop } from './stop.ts';

/** A race may need more than one try before it counts as lost. */
const replayTries = 3;

export interface ReplayOptions extends RunOptions, Asked {
  /** Whether it did not come back in the run that found it, not even with all sent again. */
  readonly isUnrepeated?: boolean | undefined;
  /** What a whole run drives first, and learns names from. */
  readonly beginning: Beginning;
  /** Plans the rule at all of its operations, where `plan` has it at those of the finding alone. */
  readonly unnarrowed?: (() => Plan) | undefined;
}

export interface SequenceOrigin {
  readonly sequence: Sequence;
  readonly kept: readonly KeptCall[];
}

export interface ReplayOutcome {
  readonly replayed: Replayed;
  /** Where all that judges the rule was sent: why what was asked for settled nothing. */
  readonly instead?: Reason | undefined;
  readonly cleanUp: CleanUp;
}

/**
 * Sends the scenario that seed and path name, a few times if need be.
 *
 * @throws TargetError when the target does not even take a plain message
 */
export async function replayScenario(options: ReplayOptions, origin: DrawOrigin): Promise<ReplayOutcome> {
  return inTime(options, async (timed) => {
    const outcome = await orByTheRule(timed, (driver) => driveScenario({ ...timed, driver }, origin));
    if (outcome.replayed.outcome !== 'fixed' || timed.signal.aborted) return outcome;
    // Another path than that of the finding may lead to a scenario that never showed it.
    const all = await sendRule(timed, 'rule-too');
    return 'shown' in all.replayed ? all : outcome;
  });
}

async function driveScenario(options: Driven, origin: DrawOrigin): Promise<Replayed> {
  const { rule, cause, signal } = options;
  const tries: Try[] = [];
  const onDriven = ({ steps, exchanges, verdict }: DrivenScenario): void => {
    tries.push({ exchanges, verdict, missing: missingInScenario(steps, exchanges) });
  };
  const search = { ...origin, rule, cause, shrink: false };
  for (let attempt = 1; attempt <= replayTries && !signal.aborted; attempt += 1) {
    tell(options, { step: 'scenario', attempt, of: replayTries });
    const shown = await searchForFinding(search, { ...options, shrinkMs: 0, onDriven });
    if (shown !== undefined) return compare(shown, cause);
  }
  return summed(tries, { kind: 'no-such-case' }, options);
}

/**
 * Sends the kept calls of a sequence, a few times if need be, and removes what they made. What doesn't show at once may
 * need names that a whole run learns before: then these are learnt first.
 *
 * @throws TargetError when the target refuses the plainest request
 */
export async function replaySequence(
  options: ReplayOptions,
  { sequence, kept }: SequenceOrigin,
): Promise<ReplayOutcome> {
  return inTime(options, (timed) =>
    orByTheRule(timed, async (driver) => {
      const rule = timed.plan.rules.find(({ id }) => id === timed.rule);
      if (rule === undefined) return summed([], undefined, timed);
      const replayed = await driveTries({ ...timed, driver }, { sequence, kept, rule });
      if (replayed.outcome !== 'fixed' || timed.signal.aborted) return replayed;
      // A part of a sequence may have rested on what another part had left on the target.
      tell(timed, { step: 'sequence' });
      const whole = await driveKept(sequence, keepAll(sequence), { ...timed, driver, rule });
      const shown = toSmallest(whole, timed.cause);
      return shown === undefined ? replayed : compare(shown, timed.cause);
    }),
  );
}

/** The kept calls, until they show the finding, or have not a few times. */
async function driveTries(
  options: Driven,
  { sequence, kept, rule }: SequenceOrigin & { readonly rule: Rule },
): Promise<Replayed> {
  const { driver, signal, cause } = options;
  const { calls } = sequenceOf(sequence, kept);
  const tries: Try[] = [];
  for (let attempt = 0; attempt < replayTries && !signal.aborted; attempt += 1) {
    if (attempt === 1) {
      tell(options, { step: 'names' });
      await learnNames(driver, sequence, options);
    }
    tell(options, { step: 'calls', attempt: attempt + 1, of: replayTries });
    const part = await driveKept(sequence, kept, { ...options, rule });
    const shown = toSmallest(part, cause) ?? toSmallest(part, undefined);
    if (shown !== undefined) return compare(shown, cause);
    const { exchanges, verdict } = part;
    // The first try only tells whether it fails at once.
    if (attempt > 0) tries.push({ exchanges, verdict, missing: missingInSequence(calls, exchanges) });
  }
  return summed(tries, undefined, options);
}

type Driven = ReplayOptions & { readonly driver: Driver };

function tell(
  { onEvent }: Pick<RunOptions, 'onEvent'>,
  stage: Omit<Extract<RunEvent, { readonly type: 'replaying' }>, 'type'>,
): void {
  onEvent({ type: 'replaying', ...stage });
}

/** All that it sends ends when its time is over; what was made is then removed. */
async function inTime(
  options: ReplayOptions,
  replay: (timed: ReplayOptions) => Promise<ReplayOutcome>,
): Promise<ReplayOutcome> {
  const { signal, maxTimeMs, onEvent } = options;
  const stop = createStop(signal, maxTimeMs, (ended) => onEvent({ type: 'ending', ended }));
  try {
    const outcome = await replay({ ...options, signal: stop.signal, maxTimeMs: undefined, shrinkMs: 0 });
    return inDoubt(outcome, options);
  } finally {
    stop.release();
  }
}

/**
 * What is left of a case that was made smaller shows a broken rule, but not always a kept one, and some rules need several
 * cases: where nothing is settled by it, all that the plan has for the rule may settle it.
 */
async function orByTheRule(
  options: ReplayOptions,
  send: (driver: Driver) => Promise<Replayed>,
): Promise<ReplayOutcome> {
  const small = await driven(options, send);
  if (!isUnsettled(small.replayed) || options.signal.aborted) return small;
  const instead = small.replayed.outcome === 'not-reproduced' ? small.replayed.why : undefined;
  const whole = await sendRule(options, 'rule');
  if (isSettled(whole.replayed)) return { ...whole, instead };
  const everywhere = await sendEverywhere(options);
  return everywhere === undefined ? small : { ...everywhere, instead };
}

/** What a law says of one operation may be settled by another one, such as the read after a change. */
async function sendEverywhere(options: ReplayOptions): Promise<ReplayOutcome | undefined> {
  const { unnarrowed, plan, rule, signal } = options;
  if (unnarrowed === undefined || signal.aborted) return undefined;
  const all = await sendRule({ ...options, plan: unnarrowed() }, 'operations');
  const named = plan.rules.find(({ id }) => id === rule)?.operations ?? [];
  const isElsewhere = 'shown' in all.replayed && !named.includes(all.replayed.shown.finding.operation);
  return isSettled(all.replayed) && !isElsewhere ? all : undefined;
}

function isSettled({ outcome }: Replayed): boolean {
  return outcome === 'fixed' || outcome === 'failed-again';
}

/** A race may not show at once: where it stayed away while its cause was there, its absence proves nothing. */
function inDoubt(outcome: ReplayOutcome, { isUnrepeated }: ReplayOptions): ReplayOutcome {
  const { replayed } = outcome;
  if (isUnrepeated !== true || replayed.outcome !== 'fixed') return outcome;
  const { kept, exchanges } = replayed;
  const why = { kind: 'did-not-come-back', kept } as const;
  return { ...outcome, replayed: { outcome: 'not-reproduced', why, exchanges } };
}

/** Once it is refused, what should never have been made is not there for the calls after it. */
function isUnsettled(replayed: Replayed): boolean {
  if (replayed.outcome !== 'not-reproduced') return false;
  const kind = replayed.why?.kind;
  return kind === 'unseen' || kind === 'step-missing' || kind === 'no-such-case';
}

/** Asks the target for the plainest things first, and removes what was made in the end. */
async function driven(
  options: ReplayOptions,
  send: (driver: Driver) => Promise<Replayed>,
): Promise<ReplayOutcome> {
  const driver = createDriver(options);
  const tidy = async (): Promise<CleanUp> => {
    const cleaned = await cleanUp(driver, options);
    tellCleanUp(cleaned, options);
    return cleaned;
  };
  try {
    await preflight(driver, options);
    const replayed = await send(driver).catch(async (error: unknown) => {
      await tidy();
      throw error;
    });
    return { replayed, cleanUp: await tidy() };
  } finally {
    await driver.close();
  }
}

/**
 * Sends all that the plan has for the rule once more: nothing about probes is random, so they need no seed.
 *
 * @throws TargetError when the target refuses the plainest request
 */
export async function replayRule(options: ReplayOptions): Promise<ReplayOutcome> {
  return inTime(options, (timed) => sendRule(timed, 'rule'));
}

async function sendRule(
  options: ReplayOptions,
  step: 'rule' | 'rule-too' | 'operations',
): Promise<ReplayOutcome> {
  tell(options, { step });
  const onEvent: RunOptions['onEvent'] = (event) => {
    if (!toldOfReplay.includes(event.type)) options.onEvent(event);
  };
  const result = await run({ ...options, onEvent });
  return { replayed: outcomeOf(result, options), cleanUp: result.cleanUp };
}

/** What the replay says of all that it sends. */
const toldOfReplay: readonly RunEvent['type'][] = ['planned', 'ending', 'ended'];

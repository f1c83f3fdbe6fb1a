import { type KeptCall, keepAll, sequenceOf } from '../cases/sequences/kept-calls.ts';
import type { Sequence } from '../cases/sequences/sequence.ts';
import type { DrawOrigin } from '../plan/origin.ts';
import type { Plan } from '../plan/plan.ts';
import type { Rule } from '../spec/spec.ts';
import { checkOfCause } from '../verdicts/cause.ts';
import type { Reason } from '../verdicts/reason.ts';
import type { Replayed } from '../verdicts/replayed.ts';
import type { SmallestCase } from '../verdicts/smallest-case.ts';
import type { JudgedFinding, Verdict } from '../verdicts/verdict.ts';
import { type CleanUp, cleanUp } from './clean-up.ts';
import { driveKept, toSmallest } from './drive-kept.ts';
import { createDriver, type Driver } from './driver.ts';
import { type Beginning, learnNames } from './learn-names.ts';
import { missingInScenario, missingInSequence } from './missing-step.ts';
import { preflight } from './preflight.ts';
import { run } from './run.ts';
import type { RunOptions } from './run-options.ts';
import { type DrivenScenario, searchForFinding } from './scenario-property.ts';

/** A race may need more than one try before it counts as lost. */
const replayTries = 3;

export interface ReplayOptions extends RunOptions {
  readonly rule: string;
  /** The cause of the finding, where it is known. */
  readonly cause: string | undefined;
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
  readonly cleanUp: CleanUp;
}

/**
 * Sends the scenario that seed and path name, a few times if need be.
 *
 * @throws TargetError when the target does not even take a plain message
 */
export async function replayScenario(options: ReplayOptions, origin: DrawOrigin): Promise<ReplayOutcome> {
  return orByTheRule(options, async (driver) => {
    const { rule, cause, signal } = options;
    const tries: Try[] = [];
    const onDriven = ({ steps, exchanges, verdict }: DrivenScenario): void => {
      tries.push({ exchanges, verdict, missing: missingInScenario(steps, exchanges) });
    };
    const search = { ...origin, rule, cause, shrink: false };
    for (let attempt = 1; attempt <= replayTries && !signal.aborted; attempt += 1) {
      const shown = await searchForFinding(search, { ...options, driver, shrinkMs: 0, onDriven });
      if (shown !== undefined) return compare(shown, options);
    }
    return signal.aborted ? interrupted : summed(tries, { kind: 'no-such-case' }, cause);
  });
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
  return orByTheRule(options, async (driver) => {
    const rule = options.plan.rules.find(({ id }) => id === options.rule);
    if (rule === undefined) return summed([], undefined, options.cause);
    const replayed = await driveTries({ ...options, driver, rule }, { sequence, kept });
    if (replayed.outcome !== 'fixed' || options.signal.aborted) return replayed;
    // A part of a sequence may have rested on what another part had left on the target.
    const whole = await driveKept(sequence, keepAll(sequence), { ...options, driver, rule });
    const shown = toSmallest(whole, options.cause);
    return shown === undefined ? replayed : compare(shown, options);
  });
}

/** The kept calls, until they show the finding, or have not a few times. */
async function driveTries(
  { rule, ...options }: Omit<ReplayOptions, 'rule'> & { readonly driver: Driver; readonly rule: Rule },
  { sequence, kept }: SequenceOrigin,
): Promise<Replayed> {
  const { driver, signal, cause } = options;
  const { calls } = sequenceOf(sequence, kept);
  const tries: Try[] = [];
  for (let attempt = 0; attempt < replayTries && !signal.aborted; attempt += 1) {
    if (attempt === 1) await learnNames(driver, sequence, options);
    const part = await driveKept(sequence, kept, { ...options, rule });
    const shown = toSmallest(part, cause) ?? toSmallest(part, undefined);
    if (shown !== undefined) return compare(shown, { cause });
    const { exchanges, verdict } = part;
    // The first try only tells whether it fails at once.
    if (attempt > 0) tries.push({ exchanges, verdict, missing: missingInSequence(calls, exchanges) });
  }
  return signal.aborted ? interrupted : summed(tries, undefined, cause);
}

/**
 * What is left of a case that was made smaller shows a broken rule, but not always a kept one, and some rules need several
 * cases: where nothing is settled by it, all that the plan has for the rule may settle it.
 */
async function orByTheRule(
  options: ReplayOptions,
  send: (driver: Driver) => Promise<Replayed>,
): Promise<ReplayOutcome> {
  return inDoubt(await sendOrByTheRule(options, send), options);
}

async function sendOrByTheRule(
  options: ReplayOptions,
  send: (driver: Driver) => Promise<Replayed>,
): Promise<ReplayOutcome> {
  const small = await driven(options, send);
  if (!isUnsettled(small.replayed) || options.signal.aborted) return small;
  const whole = await sendRule({ ...options, shrinkMs: 0 });
  if (isSettled(whole.replayed)) return whole;
  return (await sendEverywhere(options)) ?? small;
}

/** What a law says of one operation may be settled by another one, such as the read after a change. */
async function sendEverywhere(options: ReplayOptions): Promise<ReplayOutcome | undefined> {
  const { unnarrowed, plan, rule, signal } = options;
  if (unnarrowed === undefined || signal.aborted) return undefined;
  const all = await sendRule({ ...options, plan: unnarrowed(), shrinkMs: 0 });
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
  return replayed.why?.kind === 'unseen' || replayed.why?.kind === 'step-missing';
}

/** Asks the target for the plainest things first, and removes what was made in the end. */
async function driven(
  options: ReplayOptions,
  send: (driver: Driver) => Promise<Replayed>,
): Promise<ReplayOutcome> {
  const driver = createDriver(options);
  try {
    await preflight(driver, options);
    const replayed = await send(driver).catch(async (error: unknown) => {
      await cleanUp(driver, options);
      throw error;
    });
    return { replayed, cleanUp: await cleanUp(driver, options) };
  } finally {
    await driver.close();
  }
}

interface Try {
  readonly exchanges: Replayed['exchanges'];
  readonly verdict: Verdict | undefined;
  /** Why it shows nothing, whatever was judged of it. */
  readonly missing: Reason | undefined;
}

/** Kept in every try that came to a verdict, with all sent that the finding needs; else nothing is known of it. */
function summed(tries: readonly Try[], unsent: Reason | undefined, cause: ReplayOptions['cause']): Replayed {
  const whole = tries.filter(({ missing, verdict }) => missing === undefined && isKept(verdict, cause));
  const exchanges = (whole.at(-1) ?? tries.at(-1))?.exchanges ?? [];
  const kept = whole.reduce((sum, { verdict }) => sum + (verdict?.subjects ?? 0), 0);
  if (kept > 0) return { outcome: 'fixed', kept, exchanges };
  const reasons = tries.flatMap(({ missing, verdict }) => missing ?? reasonOf(verdict) ?? []);
  return { outcome: 'not-reproduced', why: tries.length === 0 ? unsent : reasons[0], exchanges };
}

const interrupted: Replayed = {
  outcome: 'not-reproduced',
  why: { kind: 'stopped', by: 'interrupted' },
  exchanges: [],
};

/**
 * Sends all that the plan has for the rule once more: nothing about probes is random, so they need no seed.
 *
 * @throws TargetError when the target refuses the plainest request
 */
export async function replayRule(options: ReplayOptions): Promise<ReplayOutcome> {
  return inDoubt(await sendRule(options), options);
}

async function sendRule(options: ReplayOptions): Promise<ReplayOutcome> {
  const { verdicts, exchanges: shown, ended, cleanUp: cleaned } = await run(options);
  const verdict = verdicts.find(({ rule }) => rule === options.rule);
  return { replayed: outcomeOf({ verdict, shown, ended }, options), cleanUp: cleaned };
}

interface WholeRun {
  readonly verdict: Verdict | undefined;
  readonly shown: Replayed['exchanges'];
  readonly ended: Awaited<ReturnType<typeof run>>['ended'];
}

function outcomeOf({ verdict, shown, ended }: WholeRun, options: ReplayOptions): Replayed {
  const finding = verdict && likeliest(verdict, options);
  if (finding !== undefined) {
    const exchanges = shown.filter(({ id }) => finding.exchanges.includes(id));
    return compare({ kind: 'requests', rule: options.rule, finding, exchanges }, options);
  }
  if (ended === 'interrupted') return interrupted;
  return verdict !== undefined && isKept(verdict, options.cause) && ended === 'complete'
    ? { outcome: 'fixed', kept: verdict.subjects, exchanges: [] }
    : { outcome: 'not-reproduced', why: reasonOf(verdict), exchanges: [] };
}

/** By the check that saw it broken: that another one passes says nothing of what this one found. */
function isKept(verdict: Verdict | undefined, cause: ReplayOptions['cause']): boolean {
  if (verdict?.verdict !== 'passed') return false;
  return cause === undefined || verdict.keptBy?.includes(checkOfCause(cause)) === true;
}

/** Where only other checks saw the rule kept, the one that found it had nothing to judge. */
function reasonOf(verdict: Verdict | undefined): Reason | undefined {
  return verdict?.verdict === 'passed' ? { kind: 'unseen', lacks: [], of: [] } : verdict?.reason;
}

/** The finding with the cause in question, or any other. */
function likeliest({ findings }: Verdict, { cause }: ReplayOptions): JudgedFinding | undefined {
  return findings.find((finding) => finding.cause === cause) ?? findings[0];
}

function compare(shown: SmallestCase, { cause }: Pick<ReplayOptions, 'cause'>): Replayed {
  const isSame = cause === undefined || cause === shown.finding.cause;
  return { outcome: isSame ? 'failed-again' : 'changed', shown, exchanges: shown.exchanges };
}

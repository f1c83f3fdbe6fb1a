import type { KeptCall } from '../cases/sequences/kept-calls.ts';
import type { Sequence } from '../cases/sequences/sequence.ts';
import type { DrawOrigin } from '../plan/origin.ts';
import type { Reason } from '../verdicts/reason.ts';
import type { SmallestCase } from '../verdicts/smallest-case.ts';
import type { JudgedFinding, Verdict } from '../verdicts/verdict.ts';
import { cleanUp } from './clean-up.ts';
import { driveKept, toSmallest } from './drive-kept.ts';
import { createDriver } from './driver.ts';
import { preflight } from './preflight.ts';
import { run } from './run.ts';
import type { RunOptions } from './run-options.ts';
import { searchForFinding } from './scenario-property.ts';

/** A race may need more than one try before it counts as lost. */
const replayTries = 3;

export interface ReplayOptions extends RunOptions {
  readonly rule: string;
  /** The cause of the finding, where it is known. */
  readonly cause: string | undefined;
}

/** What became of a finding: `changed` is a rule that is still broken, but for another cause. */
export type Replayed =
  | { readonly outcome: 'fixed'; readonly kept: number }
  | { readonly outcome: 'not-judged'; readonly why: Reason | undefined }
  | { readonly outcome: 'failed-again' | 'changed'; readonly shown: SmallestCase };

/**
 * Sends the scenario that seed and path name, a few times if need be.
 *
 * @throws TargetError when the target does not even take a plain message
 */
export async function replayScenario(options: ReplayOptions, origin: DrawOrigin): Promise<Replayed> {
  const driver = createDriver(options);
  const search = { ...origin, rule: options.rule, shrink: false };
  try {
    await preflight(driver, options);
    for (let attempt = 1; attempt <= replayTries && !options.signal.aborted; attempt += 1) {
      const smallest = await searchForFinding(search, { ...options, driver, shrinkMs: 0 });
      if (smallest !== undefined) return compare(smallest, options);
    }
    return options.signal.aborted ? interrupted : { outcome: 'fixed', kept: replayTries };
  } finally {
    await driver.close();
  }
}

export interface SequenceOrigin {
  readonly sequence: Sequence;
  readonly kept: readonly KeptCall[];
}

/**
 * Sends the kept calls of a sequence, a few times if need be, and removes what they made.
 *
 * @throws TargetError when the target refuses the plainest request
 */
export async function replaySequence(
  options: ReplayOptions,
  { sequence, kept }: SequenceOrigin,
): Promise<Replayed> {
  const driver = createDriver(options);
  const rule = options.plan.rules.find(({ id }) => id === options.rule);
  try {
    await preflight(driver, options);
    const verdicts: Verdict[] = [];
    for (let attempt = 1; rule && attempt <= replayTries && !options.signal.aborted; attempt += 1) {
      const driven = await driveKept(sequence, kept, { ...options, driver, rule });
      const shown = toSmallest(driven, options.cause) ?? toSmallest(driven, undefined);
      if (shown !== undefined) return compare(shown, options);
      if (driven.verdict !== undefined) verdicts.push(driven.verdict);
    }
    return options.signal.aborted ? interrupted : summed(verdicts);
  } finally {
    await cleanUp(driver, options);
    await driver.close();
  }
}

/** What was kept each time, as far as it came up. */
function summed(verdicts: readonly Verdict[]): Replayed {
  const kept = verdicts.reduce((sum, { subjects }) => sum + subjects, 0);
  const why = verdicts.find(({ reason }) => reason !== undefined)?.reason;
  return kept > 0 ? { outcome: 'fixed', kept } : { outcome: 'not-judged', why };
}

const interrupted: Replayed = { outcome: 'not-judged', why: { kind: 'stopped', by: 'interrupt' } };

/**
 * Sends all that the plan has for the rule once more: nothing about probes is random, so they need no seed.
 *
 * @throws TargetError when the target refuses the plainest request
 */
export async function replayRule(options: ReplayOptions): Promise<Replayed> {
  const { verdicts, exchanges, ended } = await run(options);
  if (ended === 'interrupted') return interrupted;
  const verdict = verdicts.find(({ rule }) => rule === options.rule);
  const finding = verdict && likeliest(verdict, options);
  if (finding !== undefined) {
    const shown = exchanges.filter(({ id }) => finding.exchanges.includes(id));
    return compare({ kind: 'requests', rule: options.rule, finding, exchanges: shown }, options);
  }
  return verdict?.verdict === 'passed'
    ? { outcome: 'fixed', kept: verdict.subjects }
    : { outcome: 'not-judged', why: verdict?.reason };
}

/** The finding with the cause in question, or any other. */
function likeliest({ findings }: Verdict, { cause }: ReplayOptions): JudgedFinding | undefined {
  return findings.find((finding) => finding.cause === cause) ?? findings[0];
}

function compare(shown: SmallestCase, { cause }: ReplayOptions): Replayed {
  const isSame = cause === undefined || cause === shown.finding.cause;
  return { outcome: isSame ? 'failed-again' : 'changed', shown };
}

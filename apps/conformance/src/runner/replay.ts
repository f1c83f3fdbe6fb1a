import type { Origin } from '../plan/origin.ts';
import type { Plan } from '../plan/plan.ts';
import { causeOf } from '../verdicts/cause.ts';
import type { SmallestCase } from '../verdicts/smallest-case.ts';
import type { Finding, Verdict } from '../verdicts/verdict.ts';
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
  | { readonly outcome: 'not-judged'; readonly why: string }
  | {
      readonly outcome: 'failed-again' | 'changed';
      readonly finding: Finding;
      readonly cause: string;
      /** The scenario; undefined where the requests of the finding are all there is to see. */
      readonly smallest: SmallestCase | undefined;
      readonly exchanges: SmallestCase['exchanges'];
    };

/**
 * Sends the scenario that seed and path name, a few times if need be.
 *
 * @throws TargetError when the target does not even take a plain message
 */
export async function replayScenario(options: ReplayOptions, origin: Origin): Promise<Replayed> {
  const driver = createDriver(options);
  const search = { ...origin, rule: options.rule, shrink: false };
  try {
    await preflight(driver, options);
    for (let attempt = 1; attempt <= replayTries && !options.signal.aborted; attempt += 1) {
      const smallest = await searchForFinding(search, { ...options, driver, shrinkMs: 0 });
      if (smallest !== undefined) {
        return { ...compare(smallest.finding, options), smallest, exchanges: smallest.exchanges };
      }
    }
    return options.signal.aborted ? interrupted : { outcome: 'fixed', kept: replayTries };
  } finally {
    await driver.close();
  }
}

const interrupted: Replayed = { outcome: 'not-judged', why: 'it was interrupted' };

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
    return { ...compare(finding, options), smallest: undefined, exchanges: shown };
  }
  return verdict?.verdict === 'passed'
    ? { outcome: 'fixed', kept: verdict.subjects }
    : { outcome: 'not-judged', why: verdict?.reason ?? 'nothing was observed' };
}

/** The finding with the cause in question, or any other. */
function likeliest({ findings }: Verdict, { rule, cause, plan }: ReplayOptions): Finding | undefined {
  return findings.find((finding) => causeIn(plan, rule, finding) === cause) ?? findings[0];
}

function compare(finding: Finding, { rule, cause, plan }: ReplayOptions) {
  const found = causeIn(plan, rule, finding);
  const isSame = cause === undefined || cause === found;
  return { outcome: isSame ? 'failed-again' : 'changed', finding, cause: found } as const;
}

function causeIn(plan: Plan, rule: string, finding: Finding): string {
  return causeOf(plan.rules.find(({ id }) => id === rule)?.checks?.[0] ?? rule, finding);
}

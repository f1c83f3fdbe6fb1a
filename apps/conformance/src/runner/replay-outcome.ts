import { checkOfCause } from '../verdicts/cause.ts';
import type { Reason } from '../verdicts/reason.ts';
import type { Replayed } from '../verdicts/replayed.ts';
import type { SmallestCase } from '../verdicts/smallest-case.ts';
import type { JudgedFinding, Verdict } from '../verdicts/verdict.ts';
import type { RunResult } from './run.ts';
import { endingOf } from './stop.ts';

/** What a replay asks for, and how it ended. */
export interface Asked {
  readonly rule: string;
  /** The cause of the finding, where it is known. */
  readonly cause: string | undefined;
  /** Aborted when no more is to be sent. */
  readonly signal: AbortSignal;
}

export interface Try {
  readonly exchanges: Replayed['exchanges'];
  readonly verdict: Verdict | undefined;
  /** Why it shows nothing, whatever was judged of it. */
  readonly missing: Reason | undefined;
}

/** Kept in every try that came to a verdict, with all sent that the finding needs; else nothing is known of it. */
export function summed(
  tries: readonly Try[],
  unsent: Reason | undefined,
  { cause, signal }: Asked,
): Replayed {
  const by = endingOf(signal);
  if (by !== 'complete')
    return {
      outcome: 'not-reproduced',
      why: { kind: 'stopped', by },
      exchanges: tries.at(-1)?.exchanges ?? [],
    };
  const whole = tries.filter(({ missing, verdict }) => missing === undefined && isKept(verdict, cause));
  const exchanges = (whole.at(-1) ?? tries.at(-1))?.exchanges ?? [];
  const kept = whole.reduce((sum, { verdict }) => sum + (verdict?.subjects ?? 0), 0);
  if (kept > 0) return { outcome: 'fixed', kept, exchanges };
  const reasons = tries.flatMap(({ missing, verdict }) => missing ?? reasonOf(verdict) ?? []);
  return { outcome: 'not-reproduced', why: tries.length === 0 ? unsent : reasons[0], exchanges };
}

/** By all that the plan has for the rule. */
export function outcomeOf(
  { verdicts, exchanges: all, ended }: Pick<RunResult, 'verdicts' | 'exchanges' | 'ended'>,
  { rule, cause }: Pick<Asked, 'rule' | 'cause'>,
): Replayed {
  const verdict = verdicts.find((one) => one.rule === rule);
  const finding = verdict && likeliest(verdict, cause);
  if (finding !== undefined) {
    const exchanges = all.filter(({ id }) => finding.exchanges.includes(id));
    return compare({ kind: 'requests', rule, finding, exchanges }, cause);
  }
  if (ended !== 'complete')
    return {
      outcome: 'not-reproduced',
      why: verdict?.reason ?? { kind: 'stopped', by: ended },
      exchanges: [],
    };
  return verdict !== undefined && isKept(verdict, cause)
    ? { outcome: 'fixed', kept: verdict.subjects, exchanges: [] }
    : { outcome: 'not-reproduced', why: reasonOf(verdict), exchanges: [] };
}

/** By the check that saw it broken: that another one passes says nothing of what this one found. */
function isKept(verdict: Verdict | undefined, cause: string | undefined): boolean {
  if (verdict?.verdict !== 'passed') return false;
  return cause === undefined || verdict.keptBy?.includes(checkOfCause(cause)) === true;
}

/** Where only other checks saw the rule kept, the one that found it had nothing to judge. */
function reasonOf(verdict: Verdict | undefined): Reason | undefined {
  return verdict?.verdict === 'passed' ? { kind: 'unseen', lacks: [], of: [] } : verdict?.reason;
}

/** The finding with the cause in question, or any other. */
function likeliest({ findings }: Verdict, cause: string | undefined): JudgedFinding | undefined {
  return findings.find((finding) => finding.cause === cause) ?? findings[0];
}

export function compare(shown: SmallestCase, cause: string | undefined): Replayed {
  const isSame = cause === undefined || cause === shown.finding.cause;
  return { outcome: isSame ? 'failed-again' : 'changed', shown, exchanges: shown.exchanges };
}

import type { Exchange } from '../exchanges/exchange.ts';
import type { Rule } from '../spec/spec.ts';
import { causeOf } from './cause.ts';
import { allChecks } from './checks/all-checks.ts';
import { lastingJob } from './job-observations.ts';
import { onceEach } from './once-each.ts';
import { isTrouble } from './run-history.ts';
import type { Check, Recording, Verdict, VerdictKind } from './verdict.ts';

/** A rule, and what the config lacked for it. */
export type JudgedRule = Rule & { readonly missing?: string | undefined };

/** What one of the checks of a rule says. */
export interface CheckVerdict extends Verdict {
  readonly check: string;
}

/** Judges the given rules by a recording. Pure: the same recording gives the same verdicts, whenever. */
export function judge(recording: Recording, rules: readonly JudgedRule[]): readonly Verdict[] {
  return joinChecks(judgeChecks(recording, rules), rules);
}

/** What each check of each rule says of a recording. */
export function judgeChecks(recording: Recording, rules: readonly JudgedRule[]): readonly CheckVerdict[] {
  return rules.flatMap((rule) =>
    (rule.checks ?? []).flatMap((id) => {
      const check = checksById.get(id);
      return check === undefined ? [] : [{ check: id, ...verdictOf(check, recording, rule) }];
    }),
  );
}

const checksById = new Map(allChecks.map((check) => [check.id, check]));

/** One verdict for each rule that has a check. */
export function joinChecks(judged: readonly CheckVerdict[], rules: readonly Rule[]): readonly Verdict[] {
  const byRule = Map.groupBy(judged, ({ rule }) => rule);
  return rules.flatMap(({ id }) => {
    const verdicts = (byRule.get(id) ?? []).map(({ check: _, ...verdict }): Verdict => verdict);
    return verdicts.length === 0 ? [] : [verdicts.reduce(both)];
  });
}

const severity: readonly VerdictKind[] = ['failed', 'inconclusive', 'passed', 'not-observed'];

/** Several checks may judge one rule: what one of them found stands, and what none could see is not observed. */
function both(one: Verdict, other: Verdict): Verdict {
  const [worse, better] =
    severity.indexOf(one.verdict) <= severity.indexOf(other.verdict) ? [one, other] : [other, one];
  return {
    ...worse,
    subjects: one.subjects + other.subjects,
    findings: [...worse.findings, ...better.findings],
  };
}

function verdictOf(check: Check, recording: Recording, rule: JudgedRule): Verdict {
  try {
    const { subjects, findings: found } = check.judge(recording, rule);
    // A rule may have several checks: what one of them finds is its own.
    const findings = found.map((one) => ({ ...one, cause: causeOf(check.id, one) }));
    if (findings.length > 0) return { rule: rule.id, verdict: 'failed', subjects, findings };
    if (subjects > 0) return { rule: rule.id, verdict: 'passed', subjects, findings };
    return { rule: rule.id, ...unseen(check, recording, rule), subjects, findings };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const reason = `the check itself failed (a fault of this program): ${message}`;
    return { rule: rule.id, verdict: 'inconclusive', subjects: 0, findings: [], reason, fault: 'harness' };
  }
}

/** Nothing to judge is only the scenarios' doing where the target answered everything. */
function unseen(
  check: Check,
  recording: Recording,
  rule: JudgedRule,
): Pick<Verdict, 'verdict' | 'reason' | 'fault'> {
  const trouble = troublesOf(recording).find(({ operation }) => rule.operations.includes(operation));
  if (rule.missing !== undefined)
    return { verdict: 'not-observed', reason: `needs ${rule.missing} in the config` };
  const lasting = check.awaitsJobEnd === true ? lastingJob(recording) : undefined;
  if (lasting !== undefined) {
    const reason = `${check.whenUnseen}; a job had not ended after ${lasting} s (--job-timeout), or its signal stays`;
    return { verdict: 'inconclusive', reason, fault: 'target' };
  }
  if (trouble === undefined) return { verdict: 'not-observed', reason: check.whenUnseen };
  const what = trouble.fault?.message ?? `status ${trouble.response?.status}`;
  const reason = `${check.whenUnseen}; the target had trouble (${trouble.operation}: ${what})`;
  return { verdict: 'inconclusive', reason, fault: isRefusal(trouble) ? 'set-up' : 'target' };
}

/** What was meant to succeed and came to no answer that says anything. */
const troublesOf = onceEach(({ exchanges, probes }: Recording): readonly Exchange[] =>
  [...exchanges, ...probes].filter((exchange) => isMeantToSucceed(exchange) && isInTrouble(exchange)),
);

function isMeantToSucceed({ credential, probe }: Exchange): boolean {
  return credential === 'own' && (probe === undefined || probe.kind === 'valid');
}

function isInTrouble({ response, fault }: Exchange): boolean {
  return fault !== undefined || (response !== undefined && isTrouble(response.status));
}

/** Our own credential is not good for it: another one has to be configured. */
function isRefusal({ response }: Exchange): boolean {
  return response?.status === 401 || response?.status === 403;
}

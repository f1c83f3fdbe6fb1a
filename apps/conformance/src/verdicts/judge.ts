import type { Rule } from '../spec/spec.ts';
import { causeOf } from './cause.ts';
import { allChecks } from './checks/all-checks.ts';
import { joinMoving } from './moving-field.ts';
import { atOnce, type Steps } from './steps.ts';
import { isTraffic, judgeTraffic, type TrafficJudgement } from './traffic/judge-traffic.ts';
import type { Check, JudgedRule, Recording, Verdict, VerdictKind } from './verdict.ts';
import { whyUnseen } from './why-unseen.ts';

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
  return atOnce(judgingChecks(recording, rules));
}

/** The same, a check at a time. */
export function* judgingChecks(
  recording: Recording,
  rules: readonly JudgedRule[],
): Steps<readonly CheckVerdict[]> {
  const judged: CheckVerdict[] = [];
  for (const rule of rules)
    for (const id of rule.checks ?? []) {
      const check = checksById.get(id);
      if (check === undefined) continue;
      judged.push({ check: id, ...verdictOf(check, recording, rule) });
      yield;
    }
  return judged;
}

const checksById = new Map(allChecks.map((check) => [check.id, check]));

/** One verdict for each rule that has a check. */
export function joinChecks(judged: readonly CheckVerdict[], rules: readonly Rule[]): readonly Verdict[] {
  const byRule = Map.groupBy(judged, ({ rule }) => rule);
  return rules.flatMap(({ id }) => {
    const ofRule = byRule.get(id) ?? [];
    const verdicts = ofRule.map(({ check: _, ...verdict }): Verdict => verdict);
    if (verdicts.length === 0) return [];
    const joined = verdicts.reduce(both);
    if (joined.verdict !== 'passed') return [joined];
    const keptBy = ofRule.filter(({ verdict }) => verdict === 'passed').map(({ check }) => check);
    return [{ ...joined, keptBy }];
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
    ...joinMoving(one.moving, other.moving),
  };
}

function judgementOf(check: Check, recording: Recording, rule: JudgedRule): TrafficJudgement {
  if (isTraffic(recording)) return judgeTraffic(check, recording, rule);
  return { ...check.judge(recording, rule), open: undefined };
}

function verdictOf(check: Check, recording: Recording, rule: JudgedRule): Verdict {
  try {
    const { subjects, findings: found, moving, open } = judgementOf(check, recording, rule);
    // A rule may have several checks: what one of them finds is its own.
    const findings = found.map((one) => ({ check: check.id, ...one, cause: causeOf(check.id, one) }));
    const told = { subjects, findings, ...joinMoving(moving) };
    if (findings.length > 0) return { rule: rule.id, verdict: 'failed', ...told };
    if (open !== undefined)
      return { rule: rule.id, verdict: 'inconclusive', reason: { kind: open }, ...told };
    if (subjects > 0) return { rule: rule.id, verdict: 'passed', ...told };
    return { rule: rule.id, ...whyUnseen(check, recording, rule), ...told };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return {
      rule: rule.id,
      verdict: 'inconclusive',
      subjects: 0,
      findings: [],
      reason: { kind: 'check-crashed', message },
      responsible: 'harness',
    };
  }
}

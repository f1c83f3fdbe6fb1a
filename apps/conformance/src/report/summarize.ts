import type { Ending } from '../exchanges/ending.ts';
import type { Plan } from '../plan/plan.ts';
import type { Verdict, VerdictKind } from '../verdicts/verdict.ts';
import type { Report } from './report.ts';

type Summary = Report['summary'];

export interface Tally {
  readonly plan: Plan;
  readonly verdicts: readonly Verdict[];
  readonly silences: number;
  readonly requests: number;
  readonly durationMs: number;
  readonly ended: Ending;
}

/** The verdict on the whole run, its exit code, and the sentence with the denominators. */
export function summarize(tally: Tally): Summary {
  const { plan, verdicts, silences, requests, durationMs, ended } = tally;
  const count = (kind: VerdictKind): number => verdicts.filter(({ verdict }) => verdict === kind).length;
  const rules = {
    bound: verdicts.length,
    passed: count('passed'),
    failed: count('failed'),
    inconclusive: count('inconclusive'),
    notObserved: count('not-observed'),
    leftOut: plan.leftOut.length,
  };
  const verdict = overall(rules, ended);
  const sentence = toSentence(rules, verdicts);
  return {
    verdict,
    sentence,
    exitCode: exitCodes[verdict],
    rules,
    silences,
    requests,
    durationMs,
    ended,
  };
}

const exitCodes = { conforms: 0, violates: 1, inconclusive: 3, 'nothing-verified': 3 } as const;

function overall(rules: Summary['rules'], ended: Ending): Summary['verdict'] {
  if (rules.failed > 0) return 'violates';
  if (rules.inconclusive > 0 || ended !== 'complete') return 'inconclusive';
  return rules.passed > 0 ? 'conforms' : 'nothing-verified';
}

function toSentence(rules: Summary['rules'], verdicts: readonly Verdict[]): string {
  const parts = [
    `${rules.passed} verified`,
    `${rules.failed} violated`,
    ...(rules.inconclusive > 0 ? [`${rules.inconclusive} inconclusive`] : []),
    `${rules.notObserved} not observed`,
  ];
  const reasons = [
    ...new Set(verdicts.flatMap(({ verdict, reason }) => (verdict === 'not-observed' ? [reason] : []))),
  ];
  const why = reasons.length > 0 ? `: ${reasons.join('; ')}` : '';
  return `Of ${rules.bound} rules that bind this deployment: ${parts.join(', ')}${why}.`;
}

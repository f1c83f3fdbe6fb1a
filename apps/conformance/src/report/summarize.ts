import type { Ending } from '../exchanges/ending.ts';
import type { Plan } from '../plan/plan.ts';
import type { Verdict, VerdictKind } from '../verdicts/verdict.ts';
import type { WaiverOutcome } from '../waivers/apply-waivers.ts';
import type { Report } from './report.ts';

type Summary = Report['summary'];

export interface Tally {
  readonly plan: Plan;
  readonly verdicts: readonly Verdict[];
  readonly silences: number;
  readonly requests: number;
  readonly durationMs: number;
  readonly ended: Ending;
  /** What broke and is not accepted. */
  readonly unwaived: readonly { readonly rule: string }[];
  readonly waivers: readonly WaiverOutcome[];
}

/** The verdict on the whole run, its exit code, and the sentence with the denominators. */
export function summarize(tally: Tally): Summary {
  const { plan, verdicts, silences, requests, durationMs, ended } = tally;
  const failing = new Set(tally.unwaived.map(({ rule }) => rule)).size;
  const count = (kind: VerdictKind): number => verdicts.filter(({ verdict }) => verdict === kind).length;
  const rules = {
    bound: verdicts.length,
    passed: count('passed'),
    failed: failing,
    waived: count('failed') - failing,
    inconclusive: count('inconclusive'),
    notObserved: count('not-observed'),
    leftOut: plan.leftOut.length,
  };
  const verdict = overall(rules, tally);
  const sentence = [toSentence(rules, verdicts), ...aboutWaivers(tally.waivers)].join(' ');
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

const exitCodes = {
  conforms: 0,
  violates: 1,
  'wrong-waivers': 1,
  inconclusive: 3,
  'nothing-verified': 3,
} as const;

function overall(rules: Summary['rules'], { ended, waivers }: Tally): Summary['verdict'] {
  if (rules.failed > 0) return 'violates';
  if (waivers.some(isWrong)) return 'wrong-waivers';
  if (rules.inconclusive > 0 || ended !== 'complete') return 'inconclusive';
  return rules.passed > 0 ? 'conforms' : 'nothing-verified';
}

function toSentence(rules: Summary['rules'], verdicts: readonly Verdict[]): string {
  const parts = [
    `${rules.passed} verified`,
    `${rules.failed} violated`,
    ...(rules.waived > 0 ? [`${rules.waived} violated but waived`] : []),
    ...(rules.inconclusive > 0 ? [`${rules.inconclusive} inconclusive${faults(verdicts)}`] : []),
    `${rules.notObserved} not observed`,
  ];
  return `Of ${rules.bound} rules that bind this deployment: ${parts.join(', ')}.`;
}

function isWrong({ state }: WaiverOutcome): boolean {
  return state !== 'used' && state !== 'unused';
}

/** Such as: Of 3 waivers 1 is stale, 1 is expired. */
function aboutWaivers(waivers: readonly WaiverOutcome[]): string[] {
  const wrong = [...Map.groupBy(waivers.filter(isWrong), ({ state }) => state)];
  if (wrong.length === 0) return [];
  const parts = wrong.map(([state, some]) => `${some.length} ${some.length === 1 ? 'is' : 'are'} ${state}`);
  return [`Of ${waivers.length} waiver${waivers.length === 1 ? '' : 's'} ${parts.join(', ')}.`];
}

const faultWords = { target: 'the target', 'set-up': 'the set-up', harness: 'this program' } as const;

/** Such as: (2 by the target, 1 by this program). */
function faults(verdicts: readonly Verdict[]): string {
  const known = verdicts.flatMap(({ fault }) => fault ?? []);
  const parts = [...Map.groupBy(known, (fault) => fault)].map(
    ([fault, some]) => `${some.length} by ${faultWords[fault]}`,
  );
  return parts.length === 0 ? '' : ` (${parts.join(', ')})`;
}

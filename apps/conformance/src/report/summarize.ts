import type { Ending } from '../exchanges/ending.ts';
import type { Plan } from '../plan/plan.ts';
import { type Basis, bases, usualBases } from '../spec/spec.ts';
import { isUnattributed, type Verdict, type VerdictKind } from '../verdicts/verdict.ts';
import type { WaiverOutcome } from '../waivers/apply-waivers.ts';
import { isUnwaivedLeftover, isWrongWaiver } from './group-findings.ts';
import { counted, describeChange } from './headline.ts';
import type { Report } from './report.ts';

type Summary = Report['summary'];

/** A number of rules, or of a hundred of those that bind. */
export interface LeastVerified {
  readonly count: number;
  readonly unit: 'rules' | 'percent';
}

export interface Tally extends Gates {
  readonly plan: Plan;
  readonly verdicts: readonly Verdict[];
  /** Who says what a rule demands, by its id. */
  readonly basisOf: (rule: string) => Basis;
  readonly unspecified: number;
  readonly requests: number;
  readonly durationMs: number;
  readonly ended: Ending;
  /** What broke and is not accepted. */
  readonly unwaived: readonly { readonly rule: string }[];
  readonly waivers: readonly WaiverOutcome[];
  readonly trouble?: Report['trouble'];
  readonly cleanUp?: CleanedUp | undefined;
}

/** What a run needs besides keeping the contract. */
export interface Gates {
  /** How many rules must at least be verified. */
  readonly minVerified?: LeastVerified | undefined;
  /** Whether it is no matter what the run left on the target. */
  readonly allowLeftovers?: boolean | undefined;
}

interface CleanedUp {
  readonly leftovers: readonly { readonly removable: boolean; readonly waiver?: object | undefined }[];
}

/** The verdict on the whole run, its exit code, and the sentence with the denominators. */
export function summarize(tally: Tally): Summary {
  const { plan, verdicts, unspecified, requests, durationMs, ended } = tally;
  const unwaived = new Set(tally.unwaived.map(({ rule }) => rule));
  const byBasis = bases.flatMap((basis) => {
    const own = verdicts.filter(({ rule }) => tally.basisOf(rule) === basis);
    return own.length === 0 ? [] : [{ basis, ...countRules(own, unwaived) }];
  });
  const failOn = plan.failOn ?? usualBases;
  const rules = { ...countRules(verdicts, unwaived), leftOut: plan.leftOut.length };
  const failing = byBasis.filter(({ basis }) => failOn.includes(basis));
  const verdict = overall({ ...rules, failed: failing.reduce((sum, { failed }) => sum + failed, 0) }, tally);
  const sentences = byBasis.map((one) =>
    toSentence(one, {
      isAlone: byBasis.length === 1,
      isCounted: failOn.includes(one.basis),
      responsible: responsibleParts(verdicts.filter(({ rule }) => tally.basisOf(rule) === one.basis)),
    }),
  );
  const none = byBasis.length === 0 ? ['No rule binds this deployment.'] : [];
  return {
    verdict,
    sentence: [
      ...none,
      ...sentences,
      ...aboutWaivers(tally.waivers),
      ...aboutFew(rules, tally),
      ...aboutChanges(tally),
      ...aboutLeftovers(tally),
    ].join(' '),
    exitCode: exitCodes[verdict],
    failOn: [...failOn],
    rules,
    byBasis,
    unspecified,
    requests,
    durationMs,
    ended,
  };
}

type RuleCounts = Omit<Summary['rules'], 'leftOut'>;

export function countRules(verdicts: readonly Verdict[], unwaived: ReadonlySet<string>): RuleCounts {
  const count = (kind: VerdictKind): number => verdicts.filter(({ verdict }) => verdict === kind).length;
  const failed = verdicts.filter(({ rule, verdict }) => verdict === 'failed' && unwaived.has(rule)).length;
  const unattributed = verdicts.filter(isUnattributed).length;
  return {
    bound: verdicts.length,
    passed: count('passed'),
    failed,
    waived: count('failed') - failed,
    inconclusive: count('inconclusive'),
    ...(unattributed > 0 && { unattributed }),
    notObserved: count('not-observed'),
  };
}

export const exitCodes = {
  conforms: 0,
  violates: 1,
  'wrong-waivers': 1,
  'too-few-verified': 3,
  inconclusive: 3,
  'left-behind': 3,
  'nothing-verified': 3,
} as const;

/** What decides about a run besides its rules. */
type Circumstances = Pick<Tally, 'ended' | 'trouble' | 'cleanUp' | keyof Gates> & {
  readonly waivers: readonly Pick<WaiverOutcome, 'state'>[];
};

export function overall(rules: RuleCounts, circumstances: Circumstances): Summary['verdict'] {
  const { ended, waivers, minVerified, trouble } = circumstances;
  if (rules.failed > 0) return 'violates';
  if (waivers.some(isWrongWaiver)) return 'wrong-waivers';
  if (isTooFew(rules, minVerified)) return 'too-few-verified';
  if (rules.inconclusive > (rules.unattributed ?? 0) || ended !== 'complete' || hasChanged(trouble))
    return 'inconclusive';
  if (leftBehind(circumstances) > 0) return 'left-behind';
  return rules.passed > 0 ? 'conforms' : 'nothing-verified';
}

/** A target that forgets what it knew at first is not what was judged. */
function hasChanged(trouble: Report['trouble']): boolean {
  return (trouble?.changes.length ?? 0) > 0;
}

/** How much of what the run made is still there and not waived, though there is a way to remove it. */
function leftBehind({ cleanUp, allowLeftovers = false }: Pick<Tally, 'cleanUp' | 'allowLeftovers'>): number {
  return allowLeftovers ? 0 : (cleanUp?.leftovers.filter(isUnwaivedLeftover).length ?? 0);
}

function isTooFew({ passed, bound }: RuleCounts, least: LeastVerified | undefined): boolean {
  if (least === undefined) return false;
  return least.unit === 'rules' ? passed < least.count : passed * 100 < least.count * bound;
}

/** Such as: 12 of 560 rules are verified (2%), fewer than --min-verified 90% asks for. */
function aboutFew(rules: RuleCounts, { minVerified }: Tally): string[] {
  if (minVerified === undefined || !isTooFew(rules, minVerified)) return [];
  const asked = `${minVerified.count}${minVerified.unit === 'percent' ? '%' : ''}`;
  const part = rules.bound === 0 ? 0 : Math.floor((100 * rules.passed) / rules.bound);
  return [
    `${rules.passed} of ${counted(rules.bound, 'rule')} are verified (${part}%), fewer than --min-verified ${asked} asks for.`,
  ];
}

function aboutChanges({ trouble, ended }: Tally): string[] {
  if (ended.startsWith('target-')) return [];
  return (trouble?.changes ?? []).map((change) => `${describeChange(change)}.`);
}

/** Such as: 2 things that the run made are left on the target. */
function aboutLeftovers(tally: Tally): string[] {
  const count = leftBehind(tally);
  if (count === 0) return [];
  return [`${counted(count, 'thing')} of this run could not be removed from the target.`];
}

/** Such as: Of 270 stated rules that bind this deployment: 269 verified, 1 violated, 0 not observed. */
function toSentence(
  { basis, ...rules }: Summary['byBasis'][number],
  {
    isAlone,
    isCounted,
    responsible,
  }: { readonly isAlone: boolean; readonly isCounted: boolean; readonly responsible: string },
): string {
  const parts = [
    `${rules.passed} verified`,
    `${rules.failed} violated${isCounted || rules.failed === 0 ? '' : ' (not counted)'}`,
    ...(rules.waived > 0 ? [`${rules.waived} violated but waived`] : []),
    ...(rules.inconclusive > 0 ? [`${rules.inconclusive} inconclusive${responsible}`] : []),
    `${rules.notObserved} not observed`,
  ];
  const bound = `${rules.bound} ${isAlone && basis === 'stated' ? '' : `${basis} `}${rules.bound === 1 ? 'rule' : 'rules'}`;
  const binds = rules.bound === 1 ? 'binds' : 'bind';
  return `Of ${bound} that ${binds} this deployment: ${parts.join(', ')}.`;
}

/** Such as: Of 3 waivers 1 is stale, 1 is expired. */
function aboutWaivers(waivers: readonly WaiverOutcome[]): string[] {
  const wrong = [...Map.groupBy(waivers.filter(isWrongWaiver), ({ state }) => state)];
  if (wrong.length === 0) return [];
  const parts = wrong.map(([state, some]) => `${some.length} ${some.length === 1 ? 'is' : 'are'} ${state}`);
  return [`Of ${waivers.length} waiver${waivers.length === 1 ? '' : 's'} ${parts.join(', ')}.`];
}

const responsibleWords = { target: 'the target', 'set-up': 'the set-up', harness: 'this program' } as const;

/** Such as: (2 by the target, 1 by this program). */
function responsibleParts(verdicts: readonly Verdict[]): string {
  const known = verdicts.flatMap(({ responsible }) => responsible ?? []);
  const parts = [...Map.groupBy(known, (responsible) => responsible)].map(
    ([responsible, some]) => `${some.length} by ${responsibleWords[responsible]}`,
  );
  return parts.length === 0 ? '' : ` (${parts.join(', ')})`;
}

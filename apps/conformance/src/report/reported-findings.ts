import { caseKey, caseOfSequence } from '../cases/case.ts';
import { drawSteps } from '../cases/draw-steps.ts';
import { type Call, referencesIn } from '../cases/sequences/sequence.ts';
import type { Connection } from '../deployment/connection.ts';
import { type Exchange, isGet } from '../exchanges/exchange.ts';
import { originOf } from '../plan/origin.ts';
import type { Plan } from '../plan/plan.ts';
import type { Spec } from '../spec/spec.ts';
import type { Departure } from '../verdicts/findings/finding.ts';
import type { Shrunk, SmallestCase } from '../verdicts/smallest-case.ts';
import type { JudgedFinding, Verdict } from '../verdicts/verdict.ts';
import type { Waiver } from '../waivers/waiver.ts';
import { causingWrite } from './causing-write.ts';
import { reachingAlike } from './curl-connection.ts';
import { neverKept } from './curl-verdict.ts';
import { disputedValues } from './disputed-values.ts';
import { placeOf } from './group-findings.ts';
import { jobTimeline } from './job-timeline.ts';
import { presentCase } from './present-case.ts';
import type { ReportedFinding, ReportedPlace } from './report.ts';
import { toReportedExchange } from './reported-exchange.ts';
import { say } from './sentences/say.ts';
import type { Sentences } from './sentences/sentences.ts';

export interface FindingsInput extends Shrunk {
  readonly plan: Plan;
  readonly exchanges: readonly Exchange[];
  readonly spec: Pick<Spec, 'operations'>;
  readonly targetOptions: string;
  /** How the target was reached; plainly without it. */
  readonly connection?: Connection | undefined;
  /** The rule with its place in the interface. */
  readonly factsOf: (id: string) => Pick<
    ReportedFinding,
    'basis' | 'reading' | 'page' | 'section' | 'line' | 'sentence'
  > & {
    readonly operations: readonly string[];
  };
  /** The words in which findings are told; English by default. */
  readonly sentences?: Sentences | undefined;
  /** Which cause stands for the mistake of each cause. */
  readonly mistakes: ReadonlyMap<string, string>;
}

/** The findings of one rule that have one cause. */
export interface CausedFindings {
  readonly rule: string;
  readonly cause: string;
  readonly findings: readonly [JudgedFinding, ...JudgedFinding[]];
}

/** What broke, by rule and cause. */
export function groupByCause(verdicts: readonly Verdict[]): readonly CausedFindings[] {
  return verdicts
    .filter(({ verdict }) => verdict === 'failed')
    .flatMap(({ rule, findings }) =>
      [...Map.groupBy(findings, ({ cause }) => cause)].flatMap(
        ([cause, [first, ...rest]]): CausedFindings[] =>
          first === undefined ? [] : [{ rule, cause, findings: [first, ...rest] }],
      ),
    );
}

/** One entry for each rule and cause, with the smallest case that shows it and every place where it was seen. */
export function toReportedFinding(
  { rule, cause, findings }: CausedFindings,
  waiver: Waiver | undefined,
  input: FindingsInput,
): ReportedFinding {
  const isThis = (one: { readonly rule: string; readonly cause: string }): boolean =>
    one.rule === rule && one.cause === cause;
  // A scenario may have been shrunk into another cause of the same rule.
  const smallest = input.smallest.find((one) => isThis({ rule: one.rule, cause: one.finding.cause }));
  const small = smallest ?? asFound(rule, findings[0], input);
  const { finding } = small;
  const said = say(finding, input.sentences);
  const write = causingWrite(finding, small.exchanges);
  const facts = input.factsOf(rule);
  const { section, line, sentence, operations } = facts;
  const { steps, curl, origin, exchanges, options } = presentCase(small, {
    operations: input.spec.operations,
    plan: input.plan,
    sentences: input.sentences,
  });
  const reach = input.connection === undefined ? [] : reachingAlike(input.connection);
  const vain = smallest === undefined ? input.notReproducible.find(isThis)?.tries : undefined;
  return {
    rule,
    ...whoSays(facts),
    cause,
    mistake: input.mistakes.get(cause) ?? cause,
    ...(write === undefined ? {} : { doneBy: write }),
    section,
    line,
    operation: finding.operation,
    sentence,
    summary: `${finding.operation}: expected ${said.expected}; observed ${said.observed}`,
    ...said,
    details: detailsOf(finding),
    places: placesOf(findings, input.sentences),
    steps,
    exchanges: exchanges.map((one) => toReportedExchange(one, disputedValues(finding))),
    timeline: jobTimeline(small.exchanges),
    seen: findings.length,
    shrunk: isProbed(small) || (smallest !== undefined && isSmallest(smallest)),
    ...(smallest === undefined || isSmallest(smallest) ? {} : { madeSmaller: true }),
    ...(vain === undefined ? {} : { failedReproductions: vain }),
    origin,
    replay: `agent-conformance replay --rule ${rule} --cause ${cause}${options}${isWhole(small) && operations.includes(finding.operation) ? ` --operations ${finding.operation}` : ''}${vain === undefined ? '' : ' --unrepeated'}${input.targetOptions}`,
    curl: [...reach, vain === undefined ? curl : neverKept(curl)].join('\n'),
    ...(waiver === undefined ? {} : { waiver: toReason(waiver) }),
  };
}

function whoSays({
  basis,
  reading,
  page,
}: ReturnType<FindingsInput['factsOf']>): Pick<ReportedFinding, 'basis' | 'reading' | 'page'> {
  return {
    basis,
    ...(reading === undefined ? {} : { reading }),
    ...(page === undefined ? {} : { page }),
  };
}

function isSmallest(one: SmallestCase): boolean {
  return one.kind === 'requests' || one.isSmallest;
}

/** Sent whole, a sequence may keep the rule at every other operation. */
function isWhole(one: SmallestCase): boolean {
  return one.kind === 'sequence' && one.kept === undefined;
}

/** Probes have nothing that could be left out. */
function isProbed({ kind, exchanges }: SmallestCase): boolean {
  return kind === 'requests' && !exchanges.some(({ origin }) => origin.case.kind === 'sequence');
}

export function toReason({ reason, owner, expires }: Waiver): NonNullable<ReportedFinding['waiver']> {
  return { reason, owner, expires };
}

function placesOf(findings: readonly JudgedFinding[], sentences: Sentences | undefined): ReportedPlace[] {
  const places = Map.groupBy(findings, (one) => placeOf(one.operation, one));
  return [...places.values()].flatMap(([first, ...rest]) => {
    if (first === undefined) return [];
    const { operation } = first;
    return [{ operation, ...say(first, sentences), details: detailsOf(first), seen: 1 + rest.length }];
  });
}

function detailsOf({ expected, observed }: Departure): ReportedFinding['details'] {
  return { expected, observed };
}

/** What was not made smaller is shown as it was sent. */
function asFound(
  rule: string,
  finding: JudgedFinding,
  { plan, exchanges: all }: FindingsInput,
): SmallestCase {
  const sent = all.filter(({ id }) => finding.exchanges.includes(id));
  const origin = originOf(plan, finding.case);
  if (origin !== undefined) {
    const whole = all.filter(({ origin: { case: one } }) => caseKey(one) === caseKey(finding.case));
    const steps = drawSteps(plan, origin);
    return { kind: 'scenario', isSmallest: false, rule, finding, steps, exchanges: whole, ...origin };
  }
  const sequence = plan.sequences.find((one) => {
    const key = caseKey(caseOfSequence(one));
    return sent.every(({ origin }) => caseKey(origin.case) === key);
  });
  if (sequence === undefined) return { kind: 'requests', rule, finding, exchanges: sent };
  const { id, drawn, calls } = sequence;
  const [referred, last] = [referredTo(sent, calls), Math.max(...sent.map((one) => one.id))];
  const before = all.filter(
    (one) =>
      caseKey(one.origin.case) === caseKey(finding.case) &&
      one.origin.attempt === 1 &&
      !sent.includes(one) &&
      (referred.has(one.origin.step) || (one.id < last && isWriteAsIn(sent, one))),
  );
  const exchanges = [...before, ...sent].toSorted((a, b) => a.id - b.id);
  const whole = { sequence: id, drawn, kept: undefined, calls, exchanges };
  return { kind: 'sequence', isSmallest: false, rule, finding, ...whole };
}

/** Such as an earlier use of what can be used up, which counts as well. */
function isWriteAsIn(sent: readonly Exchange[], one: Exchange): boolean {
  return !isGet(one) && sent.some(({ operation }) => operation === one.operation);
}

/** The steps whose answers were needed to send these, and those that were needed for them. */
function referredTo(sent: readonly Exchange[], calls: readonly Call[]): ReadonlySet<number> {
  const steps = new Set(sent.map(({ origin }) => origin.step));
  // A step that is added here is looked at in its turn.
  for (const step of steps)
    for (const reference of referencesIn(calls[step - 1] ?? []))
      if ('of' in reference) steps.add(calls.findIndex(({ name }) => name === reference.of) + 1);
  return steps;
}

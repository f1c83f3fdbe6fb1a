import { drawSteps } from '../cases/draw-steps.ts';
import type { Exchange } from '../exchanges/exchange.ts';
import { originOf } from '../plan/origin.ts';
import type { Plan } from '../plan/plan.ts';
import type { Spec } from '../spec/spec.ts';
import type { Shrunk, SmallestCase } from '../verdicts/smallest-case.ts';
import type { JudgedFinding, Verdict } from '../verdicts/verdict.ts';
import type { Waiver } from '../waivers/waiver.ts';
import { placeOf } from './group-findings.ts';
import { jobTimeline } from './job-timeline.ts';
import { presentCase } from './present-case.ts';
import type { ReportedFinding, ReportedPlace } from './report.ts';
import { toReportedExchange } from './reported-exchange.ts';

export interface FindingsInput extends Shrunk {
  readonly plan: Plan;
  readonly exchanges: readonly Exchange[];
  readonly spec: Pick<Spec, 'operations'>;
  readonly targetOptions: string;
  /** The rule with its place in the interface. */
  readonly factsOf: (id: string) => Pick<ReportedFinding, 'section' | 'line' | 'sentence'>;
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
  const { section, line, sentence } = input.factsOf(rule);
  const { steps, curl, origin, exchanges, options } = presentCase(small, {
    operations: input.spec.operations,
    plan: input.plan,
  });
  const vain = smallest === undefined ? input.elusive.find(isThis)?.tries : undefined;
  return {
    rule,
    cause,
    section,
    line,
    operation: finding.operation,
    sentence,
    summary: `${finding.operation}: expected ${finding.expected}; observed ${finding.observed}`,
    expected: finding.expected,
    observed: finding.observed,
    places: placesOf(findings),
    steps,
    exchanges: exchanges.map(toReportedExchange),
    timeline: jobTimeline(small.exchanges),
    seen: findings.length,
    shrunk: smallest !== undefined || isProbed(small),
    ...(vain === undefined ? {} : { triedInVain: vain }),
    origin,
    replay: `agent-conformance replay --rule ${rule} --cause ${cause}${options}${input.targetOptions}`,
    curl,
    ...(waiver === undefined ? {} : { waiver: toReason(waiver) }),
  };
}

/** Probes have nothing that could be left out. */
function isProbed({ kind, exchanges }: SmallestCase): boolean {
  return kind === 'requests' && !exchanges.some(({ scenario }) => scenario.startsWith('journey/'));
}

function toReason({ reason, owner, expires }: Waiver): NonNullable<ReportedFinding['waiver']> {
  return { reason, owner, expires };
}

function placesOf(findings: readonly JudgedFinding[]): ReportedPlace[] {
  const places = Map.groupBy(findings, placeOf);
  return [...places.values()].flatMap(([first, ...rest]) =>
    first === undefined
      ? []
      : [
          {
            operation: first.operation,
            expected: first.expected,
            observed: first.observed,
            seen: 1 + rest.length,
          },
        ],
  );
}

/** What was not made smaller is shown as it was sent. */
function asFound(
  rule: string,
  finding: JudgedFinding,
  { plan, exchanges: all }: FindingsInput,
): SmallestCase {
  const sent = all.filter(({ id }) => finding.exchanges.includes(id));
  const origin = originOf(plan, finding.scenario);
  if (origin !== undefined) {
    const whole = all.filter(({ scenario }) => scenario === finding.scenario);
    return { kind: 'scenario', rule, finding, steps: drawSteps(plan, origin), exchanges: whole, ...origin };
  }
  const journey = plan.journeys.find(({ id }) => sent.every(({ scenario }) => scenario === `journey/${id}`));
  if (journey === undefined) return { kind: 'requests', rule, finding, exchanges: sent };
  const { id, calls } = journey;
  return { kind: 'journey', rule, finding, journey: id, kept: undefined, calls, exchanges: sent };
}

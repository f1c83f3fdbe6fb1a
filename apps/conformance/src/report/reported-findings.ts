import { drawSteps } from '../cases/draw-steps.ts';
import type { Exchange } from '../exchanges/exchange.ts';
import { originOf } from '../plan/origin.ts';
import type { Plan } from '../plan/plan.ts';
import type { Rule } from '../spec/spec.ts';
import { causeOf } from '../verdicts/cause.ts';
import type { SmallestCase } from '../verdicts/smallest-case.ts';
import type { Finding, Verdict } from '../verdicts/verdict.ts';
import type { Waiver } from '../waivers/waiver.ts';
import { curlScript } from './curl-script.ts';
import { describeProbes } from './describe-probe.ts';
import { describeSteps } from './describe-step.ts';
import { jobTimeline } from './job-timeline.ts';
import type { ReportedFinding, ReportedPlace } from './report.ts';
import { toReportedExchange } from './reported-exchange.ts';

export interface FindingsInput {
  readonly plan: Plan;
  readonly verdicts: readonly Verdict[];
  readonly smallest: readonly SmallestCase[];
  readonly exchanges: readonly Exchange[];
  readonly targetOptions: string;
  /** The rule with its place in the interface. */
  readonly factsOf: (id: string) => Pick<ReportedFinding, 'section' | 'line' | 'sentence'>;
}

/** The findings of one rule that have one cause. */
export interface CausedFindings {
  readonly rule: string;
  readonly cause: string;
  readonly findings: readonly [Finding, ...Finding[]];
}

/** What broke, by rule and cause. */
export function groupByCause(
  verdicts: readonly Verdict[],
  rules: readonly Rule[],
): readonly CausedFindings[] {
  return verdicts
    .filter(({ verdict }) => verdict === 'failed')
    .flatMap(({ rule, findings }) => {
      const check = rules.find(({ id }) => id === rule)?.checks?.[0] ?? rule;
      return [...Map.groupBy(findings, (finding) => causeOf(check, finding))].flatMap(
        ([cause, [first, ...rest]]): CausedFindings[] =>
          first === undefined ? [] : [{ rule, cause, findings: [first, ...rest] }],
      );
    });
}

/** One entry for each rule and cause, with the smallest case that shows it and every place where it was seen. */
export function toReportedFinding(
  { rule, cause, findings }: CausedFindings,
  waiver: Waiver | undefined,
  input: FindingsInput,
): ReportedFinding {
  const small = smallestOf(rule, cause, input) ?? asFound(rule, findings[0], input);
  const { finding, steps, exchanges, seed, path } = small;
  // A probe is one request already, and nothing about it is random.
  const isProbed = exchanges.length > 0 && exchanges.every(({ probe }) => probe !== undefined);
  const { section, line, sentence } = input.factsOf(rule);
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
    steps: isProbed ? describeProbes(exchanges) : describeSteps(steps),
    exchanges: exchanges.filter(({ id }) => finding.exchanges.includes(id)).map(toReportedExchange),
    timeline: jobTimeline(exchanges),
    seen: findings.length,
    shrunk: isProbed || input.smallest.includes(small),
    seed,
    path,
    replay:
      [
        `agent-conformance replay --rule ${rule} --cause ${cause}`,
        // Nothing about probes is random: the rule says all.
        ...(isProbed ? [] : [`--seed ${seed} --path ${path}`]),
      ].join(' ') + input.targetOptions,
    curl: curlScript(steps, exchanges),
    ...(waiver === undefined ? {} : { waiver: toReason(waiver) }),
  };
}

function toReason({ reason, owner, expires }: Waiver): NonNullable<ReportedFinding['waiver']> {
  return { reason, owner, expires };
}

/** The smallest case of a rule tells of one of its causes: of its own, as far as shrinking did not lead elsewhere. */
function smallestOf(
  rule: string,
  cause: string,
  { smallest, plan }: FindingsInput,
): SmallestCase | undefined {
  const check = plan.rules.find(({ id }) => id === rule)?.checks?.[0] ?? rule;
  return smallest.find((one) => one.rule === rule && causeOf(check, one.finding) === cause);
}

function placesOf(findings: readonly Finding[]): ReportedPlace[] {
  const places = Map.groupBy(findings, ({ operation, expected, observed }) =>
    JSON.stringify([operation, expected, observed]),
  );
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

/** Probes, and what did not break the rule again while shrinking, are shown as they were sent. */
function asFound(rule: string, finding: Finding, { plan, exchanges }: FindingsInput): SmallestCase {
  const sent = exchanges.filter(({ id }) => finding.exchanges.includes(id));
  if (sent.length > 0 && sent.every(({ probe }) => probe !== undefined)) {
    return { rule, finding, steps: [], exchanges: sent, seed: plan.seed, path: '0' };
  }
  const origin = originOf(plan, finding.scenario) ?? { seed: plan.seed, path: '0' };
  const whole = exchanges.filter(({ scenario }) => scenario === finding.scenario);
  return { rule, finding, steps: drawSteps(plan, origin), exchanges: whole, ...origin };
}

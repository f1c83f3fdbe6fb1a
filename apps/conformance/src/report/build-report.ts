import { drawSteps } from '../cases/draw-steps.ts';
import type { Deployment } from '../deployment/deployment.ts';
import type { Ending } from '../exchanges/ending.ts';
import type { Exchange } from '../exchanges/exchange.ts';
import { originOf } from '../plan/origin.ts';
import type { Plan } from '../plan/plan.ts';
import type { Operation, Spec } from '../spec/spec.ts';
import type { SmallestCase } from '../verdicts/smallest-case.ts';
import type { Finding, Verdict } from '../verdicts/verdict.ts';
import type { Answers } from './count-answers.ts';
import { curlScript } from './curl-script.ts';
import { describeProbes } from './describe-probe.ts';
import { describeSteps } from './describe-step.ts';
import { jobTimeline } from './job-timeline.ts';
import { programVersion } from './program-version.ts';
import type { Report, ReportedExchange, ReportedFinding, ReportedOperation } from './report.ts';
import { summarize } from './summarize.ts';

export interface ReportInput {
  readonly deployment: Pick<Deployment, 'name' | 'agentsUrl' | 'baseUrl'>;
  readonly plan: Plan;
  readonly verdicts: readonly Verdict[];
  readonly smallest: readonly SmallestCase[];
  /** Everything that was judged; a finding that can't be brought about again is shown by these. */
  readonly exchanges: readonly Exchange[];
  readonly spec: Spec;
  /** How often each operation answered what, in the whole run. */
  readonly answers: Answers;
  /** The line of the interface document that holds a rule's sentence. */
  readonly lineOf: (text: string, section: string) => number;
  /** The options that name the target again, without any secret. */
  readonly targetOptions: string;
  readonly requests: number;
  readonly startedAt: Date;
  readonly durationMs: number;
  readonly ended: Ending;
}

/** Everything that is said of a run, in one document; every other form of report is made from it. */
export function buildReport(input: ReportInput): Report {
  const { deployment, plan, verdicts, spec, startedAt } = input;
  const { name, agentsUrl, baseUrl } = deployment;
  return {
    schema: 'agent-workers-conformance-report/1',
    program: { version: programVersion(), contract: spec.version },
    startedAt: startedAt.toISOString(),
    target: {
      name,
      ...(agentsUrl === undefined ? {} : { agentsUrl }),
      ...(baseUrl === undefined ? {} : { baseUrl }),
      options: input.targetOptions.trim(),
    },
    seed: plan.seed,
    ...(plan.shard === undefined ? {} : { shard: plan.shard }),
    summary: summarize({ ...input, silences: spec.silences.length }),
    findings: verdicts
      .filter(({ verdict }) => verdict === 'failed')
      .map((verdict) => toFinding(verdict, input)),
    rules: verdicts.map(({ rule, verdict, subjects, reason }) => ({
      ...factsOf(rule, input),
      verdict,
      subjects,
      ...(reason === undefined ? {} : { reason }),
    })),
    leftOut: plan.leftOut.map(({ id, why }) => ({ ...factsOf(id, input), why })),
    operations: spec.operations.map((operation) => toOperation(operation, input.answers)),
  };
}

function factsOf(id: string, { plan, spec, lineOf }: ReportInput) {
  // The plan has a rule with the operations that were asked for.
  const rule = [...plan.rules, ...spec.rules].find((one) => one.id === id);
  const { section, text, operations } = rule ?? { section: '', text: '', operations: [] };
  return { id, section, line: lineOf(text, section), sentence: text, operations: [...operations] };
}

function toOperation({ id, api, method, path }: Operation, answers: Answers): ReportedOperation {
  const counts = [...(answers.get(id) ?? [])].map(([status, count]) => ({ status, count }));
  return { id, api, method, path, answers: counts.sort((a, b) => a.status - b.status) };
}

function toFinding({ rule, findings }: Verdict, input: ReportInput): ReportedFinding {
  const small = input.smallest.find((one) => one.rule === rule) ?? asFound(rule, findings, input);
  const { section, line, sentence } = factsOf(rule, input);
  const { finding, steps, exchanges, seed, path } = small;
  // A probe is one request already, and nothing about it is random.
  const isProbed = exchanges.length > 0 && exchanges.every(({ probe }) => probe !== undefined);
  return {
    rule,
    section,
    line,
    operation: finding.operation,
    sentence,
    summary: `${finding.operation}: expected ${finding.expected}; observed ${finding.observed}`,
    expected: finding.expected,
    observed: finding.observed,
    steps: isProbed ? describeProbes(exchanges) : describeSteps(steps),
    exchanges: exchanges.filter(({ id }) => finding.exchanges.includes(id)).map(toReported),
    timeline: jobTimeline(exchanges),
    seen: findings.length,
    shrunk: isProbed || input.smallest.includes(small),
    seed,
    path,
    replay: isProbed
      ? `agent-conformance run --rules ${rule}${input.targetOptions}`
      : `agent-conformance replay --rule ${rule} --seed ${seed} --path ${path}${input.targetOptions}`,
    curl: curlScript(steps, exchanges),
  };
}

/** Probes, and what did not break the rule again while shrinking, are shown as they were sent. */
function asFound(rule: string, findings: readonly Finding[], input: ReportInput): SmallestCase {
  const { plan } = input;
  const [finding] = findings;
  if (finding === undefined) throw new Error(`The verdict on ${rule} has no finding.`);
  const sent = input.exchanges.filter(({ id }) => finding.exchanges.includes(id));
  if (sent.length > 0 && sent.every(({ probe }) => probe !== undefined)) {
    return { rule, finding, steps: [], exchanges: sent, seed: plan.seed, path: '0' };
  }
  const origin = originOf(plan, finding.scenario) ?? { seed: plan.seed, path: '0' };
  const exchanges = input.exchanges.filter(({ scenario }) => scenario === finding.scenario);
  return { rule, finding, steps: drawSteps(plan, origin), exchanges, ...origin };
}

function toReported(exchange: Exchange): ReportedExchange {
  const { request, sentAt, response, fault } = exchange;
  const end = response?.endedAt ?? fault?.at ?? sentAt;
  return {
    step: exchange.step,
    request: `${request.method} ${request.url}`,
    ...(request.body === undefined ? {} : { body: shorten(request.body) }),
    response:
      response === undefined ? `no answer: ${fault?.message ?? 'unknown'}` : describeResponse(response),
    sentAtMs: sentAt,
    ...(response === undefined ? {} : { headersAfterMs: toMilliseconds(response.headersAt - sentAt) }),
    tookMs: toMilliseconds(end - sentAt),
  };
}

function toMilliseconds(span: number): number {
  return Math.round(span * 1000) / 1000;
}

function describeResponse({ status, headers, body }: NonNullable<Exchange['response']>): string {
  const shown = headers.filter(([name]) => name.startsWith('x-service-') || name === 'content-type');
  return [`${status}`, ...shown.map(([name, value]) => `${name}: ${value}`), shorten(body.text)].join(' · ');
}

function shorten(text: string): string {
  return text.length <= 300 ? text : `${text.slice(0, 280)}… (${text.length} characters)`;
}

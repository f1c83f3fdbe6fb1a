import type { Step } from '../cases/scenario.ts';
import type { Deployment } from '../deployment/deployment.ts';
import type { Exchange } from '../exchanges/exchange.ts';
import type { Plan } from '../plan/plan.ts';
import { writtenIndex } from '../plan/written-index.ts';
import type { Finding, Verdict } from '../verdicts/verdict.ts';
import { curlScript } from './curl-script.ts';
import { describeSteps } from './describe-step.ts';
import type { Report, ReportedExchange, ReportedFinding } from './report.ts';
import { summarize } from './summarize.ts';

/** The smallest scenario that broke a rule, as far as the report needs it. */
export interface ReportedCase {
  readonly rule: string;
  readonly seed: number;
  readonly path: string;
  readonly steps: readonly Step[];
  readonly exchanges: readonly Exchange[];
  readonly finding: Finding;
}

export interface ReportInput {
  readonly deployment: Deployment;
  readonly plan: Plan;
  readonly verdicts: readonly Verdict[];
  readonly smallest: readonly ReportedCase[];
  readonly silences: number;
  /** The line of the interface document that holds a rule's sentence. */
  readonly lineOf: (text: string) => number;
  /** The options that name the target again, without any secret. */
  readonly targetOptions: string;
  readonly requests: number;
  readonly durationMs: number;
  readonly interrupted: boolean;
}

/** Everything that is said of a run, in one document; every other form of report is made from it. */
export function buildReport(input: ReportInput): Report {
  const { deployment, plan, verdicts } = input;
  const { name, agentsUrl, baseUrl } = deployment;
  return {
    schema: 'agent-workers-conformance-report/1',
    target: { name, agentsUrl, ...(baseUrl === undefined ? {} : { baseUrl }) },
    seed: plan.seed,
    summary: summarize(input),
    findings: verdicts
      .filter(({ verdict }) => verdict === 'failed')
      .map((verdict) => toFinding(verdict, input)),
    rules: verdicts.map(({ rule, verdict, subjects, reason }) => ({
      id: rule,
      verdict,
      subjects,
      ...(reason === undefined ? {} : { reason }),
    })),
    leftOut: [...plan.leftOut],
  };
}

function toFinding({ rule, findings }: Verdict, input: ReportInput): ReportedFinding {
  const small = input.smallest.find((one) => one.rule === rule) ?? asFound(rule, findings, input);
  const planned = input.plan.rules.find(({ id }) => id === rule);
  const { finding, steps, exchanges, seed, path } = small;
  return {
    rule,
    section: planned?.section ?? '',
    line: input.lineOf(planned?.text ?? ''),
    operation: finding.operation,
    sentence: planned?.text ?? '',
    summary: `${finding.operation}: expected ${finding.expected}; observed ${finding.observed}`,
    expected: finding.expected,
    observed: finding.observed,
    steps: describeSteps(steps),
    exchanges: exchanges.filter(({ id }) => finding.exchanges.includes(id)).map(toReported),
    seen: findings.length,
    shrunk: small !== undefined && input.smallest.includes(small),
    seed,
    path,
    replay: `agent-conformance replay --rule ${rule} --seed ${seed} --path ${path}${input.targetOptions}`,
    curl: curlScript(steps, exchanges),
  };
}

/** What broke the rule did not do so again while shrinking: the scenario as it was written then stands in. */
function asFound(rule: string, findings: readonly Finding[], { plan }: ReportInput): ReportedCase {
  const [finding] = findings;
  if (finding === undefined) throw new Error(`The verdict on ${rule} has no finding.`);
  const index = writtenIndex(plan, finding.scenario);
  const steps = plan.scenarios[index]?.steps ?? [];
  return { rule, finding, steps, exchanges: [], seed: plan.seed, path: `${Math.max(0, index)}` };
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
    tookMs: Math.round((end - sentAt) * 1000) / 1000,
  };
}

function describeResponse({ status, headers, body }: NonNullable<Exchange['response']>): string {
  const shown = headers.filter(([name]) => name.startsWith('x-service-') || name === 'content-type');
  return [`${status}`, ...shown.map(([name, value]) => `${name}: ${value}`), shorten(body.text)].join(' · ');
}

function shorten(text: string): string {
  return text.length <= 300 ? text : `${text.slice(0, 280)}… (${text.length} characters)`;
}

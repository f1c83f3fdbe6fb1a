import type { Deployment } from '../deployment/deployment.ts';
import type { Exchange } from '../exchanges/exchange.ts';
import { noCases, type Plan } from '../plan/plan.ts';
import { buildReport } from '../report/build-report.ts';
import { countAnswers } from '../report/count-answers.ts';
import { counted } from '../report/headline.ts';
import type { Report } from '../report/report.ts';
import { quote } from '../report/shell-text.ts';
import type { Operation, Rule, Spec } from '../spec/spec.ts';
import { causeOf } from '../verdicts/cause.ts';
import type { JudgedFinding, Verdict } from '../verdicts/verdict.ts';
import { nameOf } from './contract.ts';
import type { InteractionOutcome } from './outcome.ts';

export interface ContractReportInput {
  readonly deployment: Deployment;
  readonly spec: Spec;
  readonly outcomes: readonly InteractionOutcome[];
  readonly lineOf: (text: string, section: string) => number;
  /** The options that name the target again, without any secret. */
  readonly targetOptions: string;
  readonly startedAt: Date;
  readonly durationMs: number;
  readonly wasStopped: boolean;
  readonly cleanUp: NonNullable<Parameters<typeof buildReport>[0]['cleanUp']>;
}

export interface ContractReport {
  readonly plan: Plan;
  readonly verdicts: readonly Verdict[];
  readonly exchanges: readonly Exchange[];
  readonly report: Report;
}

/** What stands as the check of an interaction: Pact's verifier, which needs the target. */
export const contractCheck = 'pact';

/** One interaction as the reports have a rule. */
interface Judged {
  readonly rule: Rule;
  readonly verdict: Verdict;
  readonly outcome: InteractionOutcome;
  readonly exchange: Exchange | undefined;
}

/** What a verification found, in the form of every other report: an interaction of a contract stands as a rule. */
export function buildContractReport(input: ContractReportInput): ContractReport {
  const judged = input.outcomes.map((outcome, index) => toJudged(outcome, index, input));
  const rules = judged.map(({ rule }) => rule);
  const verdicts = judged.map(({ verdict }) => verdict);
  const exchanges = judged.flatMap(({ exchange }) => exchange ?? []);
  const plan: Plan = {
    rules,
    leftOut: [],
    ...noCases,
    consistencyWindowMs: 0,
  };
  const { answers, count } = countAnswers();
  exchanges.forEach(count);
  const report = buildReport({
    ...input,
    plan,
    verdicts,
    exchanges,
    answers,
    notReproducible: [],
    smallest: judged.flatMap(({ rule, verdict, exchange }) => {
      const [finding] = verdict.findings;
      const shown = exchange === undefined ? [] : [exchange];
      return finding === undefined ? [] : [{ kind: 'requests', rule: rule.id, finding, exchanges: shown }];
    }),
    spec: { ...input.spec, rules, unspecified: [] },
    lineOf: (text) => lineOfInteraction(judged.find(({ rule }) => rule.text === text)?.outcome, input),
    requests: exchanges.length,
    ended: input.wasStopped ? 'interrupted' : 'complete',
  });
  return { plan, verdicts, exchanges, report: inWords(report, judged, input) };
}

function toJudged(outcome: InteractionOutcome, index: number, input: ContractReportInput): Judged {
  const { provider, description } = outcome;
  const name = ({ consumer }: InteractionOutcome): string =>
    `pact.${nameOf(consumer)}.${provider}: ${description}`;
  const before = input.outcomes.slice(0, index);
  const same = before.filter(
    (one) => one.provider === provider && one.description === description && name(one) === name(outcome),
  ).length;
  const id = `${name(outcome)}${same === 0 ? '' : ` (${same + 1})`}`;
  const operation = outcome.exchange?.operation ?? '';
  const exchange = outcome.exchange && inCase(outcome.exchange, id);
  const section = provider === 'workers-api' ? '4.1' : '4.2';
  return {
    rule: {
      id,
      basis: 'stated',
      section,
      text: description,
      operations: operation === '' ? [] : [operation],
      checks: [contractCheck],
    },
    verdict: toVerdict(id, operation, outcome),
    outcome,
    exchange,
  };
}

function inCase(exchange: Exchange, id: string): Exchange {
  const origin = { ...exchange.origin, case: { kind: 'traffic', id } as const };
  return exchange.api === 'user'
    ? { ...exchange, origin, intent: { kind: 'valid', certain: true } }
    : { ...exchange, origin };
}

function toVerdict(
  rule: string,
  operation: string,
  { verdict, reason, problem, exchange }: InteractionOutcome,
): Verdict {
  const finding: JudgedFinding | undefined = problem && {
    check: contractCheck,
    case: { kind: 'traffic', id: rule },
    operation,
    exchanges: exchange === undefined ? [] : [exchange.id],
    ...problem,
    cause: causeOf(contractCheck, problem),
  };
  return {
    rule,
    verdict,
    subjects: verdict === 'passed' || verdict === 'failed' ? 1 : 0,
    findings: finding === undefined ? [] : [finding],
    ...(reason === undefined ? {} : { reason: { kind: 'not-verified', why: reason } }),
  };
}

/** The row of the interface's tables that shows the operation. */
function lineOfInteraction(
  outcome: InteractionOutcome | undefined,
  { spec, lineOf }: ContractReportInput,
): number {
  const operation = spec.operations.find(({ id }) => id === outcome?.exchange?.operation);
  return operation === undefined ? 0 : lineOf(rowOf(operation), operation.api === 'workers' ? '4.1' : '4.2');
}

function rowOf({ api, method, path }: Operation): string {
  return `| ${method} | ${api === 'workers' ? '{agents_url}' : ''}${path} `;
}

/** The sentences of the other reports speak of rules, and their commands draw scenarios. */
function inWords(report: Report, judged: readonly Judged[], { targetOptions }: ContractReportInput): Report {
  const find = (rule: string): InteractionOutcome | undefined =>
    judged.find((one) => one.rule.id === rule)?.outcome;
  return {
    ...report,
    summary: { ...report.summary, sentence: toSentence(report) },
    findings: report.findings.map((finding) => ({
      ...finding,
      steps: [...(find(finding.rule)?.states ?? []).map((state) => `given ${state}`), finding.sentence],
      replay: replayOf(finding.sentence, find(finding.rule)?.provider, targetOptions),
    })),
  };
}

/** The same interaction of the same contract at the same target. */
function replayOf(description: string, provider: string | undefined, options: string): string {
  const of = provider === undefined ? '' : ` --provider ${provider}`;
  return `agent-conformance pact verify --only ${quote(description)}${of}${options}`;
}

function toSentence({ summary: { rules } }: Report): string {
  const parts = [`${rules.passed} verified`, `${rules.failed} broken`];
  const trouble = rules.inconclusive > 0 ? [`${rules.inconclusive} inconclusive`] : [];
  const open = rules.notObserved > 0 ? [`${rules.notObserved} not verified`] : [];
  return `Of ${counted(rules.bound, 'interaction')} in the contracts: ${[...parts, ...trouble, ...open].join(', ')}.`;
}

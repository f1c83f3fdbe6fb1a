import { createHash } from 'node:crypto';
import { isAbsolute, normalize, sep } from 'node:path';
import type { Invocation, Log, Notification, PhysicalLocation, ReportingDescriptor, Result } from 'sarif';
import { groundsOf, isCounted, sourceOf } from '../grounds.ts';
import { describeWaiver, isWrongWaiver } from '../group-findings.ts';
import { counted } from '../headline.ts';
import { printableReport } from '../printable-report.ts';
import type { Report, ReportedFinding } from '../report.ts';

/** Stands for the folder that holds the interface document; the viewer of the results knows where that is. */
const contract = 'CONTRACT';

const home = 'https://github.com/agent-workers/contract-kit';

/** GitHub takes no longer description of a rule. */
const longestDescription = 1024;

/** SARIF 2.1.0: every finding is a result that lies in its owner's files, or else at the line of the interface. */
export function formatAsSarif(told: Report): string {
  const report = printableReport(told, ['curl']);
  const log: Log = {
    version: '2.1.0',
    $schema: 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json',
    runs: [
      {
        tool: {
          driver: {
            name: 'agent-conformance',
            informationUri: home,
            semanticVersion: report.program.version,
            rules: report.rules.map((rule) => toDescriptor(rule, report)),
          },
        },
        automationDetails: {
          // Runs of one target are of one kind: code scanning keeps what each kind found apart.
          id: `agent-conformance/${report.target.name}/${report.startedAt}`,
        },
        originalUriBaseIds: {
          [contract]: {
            description: { text: 'The folder of @agent-workers/spec, with interface.md in it.' },
          },
        },
        columnKind: 'utf16CodeUnits',
        invocations: [toInvocation(report)],
        results: report.findings.map((finding) => toResult(finding, report)),
        properties: { target: report.target, seed: report.seed, notChecked: notChecked(report) },
      },
    ],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
}

function toDescriptor(rule: Report['rules'][number], report: Report): ReportingDescriptor {
  const { id, basis, section, sentence, reading, operations, page } = rule;
  return {
    id,
    ...(page !== undefined && { helpUri: page }),
    shortDescription: { text: cut(reading ?? sentence) },
    fullDescription: {
      text: cut(`${sourceOf(rule)}: ${groundsOf(rule).join(' ')} It binds ${bound(rule)}.`),
    },
    help: { text: `${sourceOf(rule)}: ${groundsOf(rule).join(' ')}` },
    defaultConfiguration: { level: isCounted(report, rule) ? 'error' : 'note' },
    properties: { basis, section, operations },
  };
}

const mostNamed = 10;

/** All of its operations stand in the properties of a rule. */
function bound({ operations }: Report['rules'][number]): string {
  if (operations.length === 0) return 'the whole interface';
  const more = operations.length - mostNamed;
  const named = operations.slice(0, mostNamed).join(', ');
  return more > 0 ? `${named} and ${counted(more, 'more operation')}` : named;
}

function cut(text: string): string {
  return text.length <= longestDescription
    ? text
    : `${text.slice(0, longestDescription - 1).toWellFormed()}…`;
}

function toResult(finding: ReportedFinding, report: Report): Result {
  const { rule, cause, line, operation, sentence, summary, steps, seen, replay, curl, waiver } = finding;
  const { places, mistake = cause } = finding;
  // What no sentence of the interface says lies in it as a whole.
  const region = line > 0 ? { startLine: line, snippet: { text: sentence } } : { startLine: 1 };
  const inContract = { artifactLocation: { uri: 'interface.md', uriBaseId: contract }, region };
  return {
    ruleId: rule,
    ruleIndex: report.rules.findIndex(({ id }) => id === rule),
    kind: 'fail',
    level: isCounted(report, finding) ? 'error' : 'note',
    ...baselineStateOf(finding, report),
    message: {
      text: [summary, `${sourceOf(finding)}: ${sentence}`, ...steps, `Again: ${replay}`].join('\n'),
    },
    locations: [
      {
        physicalLocation: ownLocation(finding, report) ?? inContract,
        logicalLocations: [{ name: operation, kind: 'function' }],
      },
    ],
    relatedLocations: [{ physicalLocation: inContract, message: { text: 'The sentence of the interface.' } }],
    partialFingerprints: {
      // The only one that GitHub compares; its own would be of the line, which many findings share.
      primaryLocationLineHash: `${createHash('sha256').update(`${rule} ${cause}`).digest('hex').slice(0, 16)}:1`,
      'ruleAndOperation/v1': `${rule} ${operation}`,
      'ruleAndCause/v1': `${rule} ${cause}`,
    },
    occurrenceCount: seen,
    ...(waiver === undefined
      ? {}
      : { suppressions: [{ kind: 'external', justification: suppression(waiver) }] }),
    properties: { replay, curl, cause, mistake, places },
  };
}

/**
 * What code scanning can show in its owner's repository: the operation in the deployment's own document, else the
 * config; undefined where neither is a file below the folder that the run was started in.
 */
function ownLocation(
  { operation }: ReportedFinding,
  { target: { files = {} }, operations }: Report,
): PhysicalLocation | undefined {
  const startLine = operations.find(({ id }) => id === operation)?.line ?? 1;
  const openapi = uriOf(files.openapi);
  if (openapi !== undefined) return { artifactLocation: { uri: openapi }, region: { startLine } };
  const config = uriOf(files.config);
  return config === undefined ? undefined : { artifactLocation: { uri: config }, region: { startLine: 1 } };
}

/** A path below this folder, as a relative address. */
function uriOf(path: string | undefined): string | undefined {
  if (path === undefined || isAbsolute(path)) return undefined;
  const plain = normalize(path);
  return plain.startsWith('..') ? undefined : plain.split(sep).map(encodeURIComponent).join('/');
}

function suppression({ reason, owner, expires }: NonNullable<ReportedFinding['waiver']>): string {
  return `${reason} (${owner}, until ${expires})`;
}

function toInvocation(report: Report): Invocation {
  const { summary, startedAt } = report;
  const began = new Date(startedAt);
  return {
    executionSuccessful: summary.exitCode !== 3,
    exitCode: summary.exitCode,
    startTimeUtc: began.toISOString(),
    endTimeUtc: new Date(began.getTime() + summary.durationMs).toISOString(),
    toolExecutionNotifications: [
      ...report.rules.flatMap((rule, index) => toNotification(rule, index)),
      ...report.waivers.filter(isWrongWaiver).map(aboutWaiver),
    ],
  };
}

function baselineStateOf(
  { rule, cause }: ReportedFinding,
  { comparison }: Report,
): Pick<Result, 'baselineState'> {
  if (comparison === undefined) return {};
  const isNew = comparison.new.some((one) => one.rule === rule && one.cause === cause);
  return { baselineState: isNew ? 'new' : 'unchanged' };
}

/** What could not be judged is said by the tool about its own run, for it is no result about the target. */
function toNotification({ id, verdict, reason }: Report['rules'][number], index: number): Notification[] {
  if (verdict !== 'inconclusive' && verdict !== 'not-observed') return [];
  const level = verdict === 'inconclusive' ? 'warning' : 'note';
  const text = `${id} is ${verdict}: ${reason ?? 'no reason was given'}`;
  return [{ level, message: { text }, associatedRule: { id, index } }];
}

function aboutWaiver(waiver: Report['waivers'][number]): Notification {
  return { level: 'error', message: { text: `Waiver ${describeWaiver(waiver)}` } };
}

function notChecked({ summary }: Report): Record<string, number> {
  const { inconclusive, notObserved, leftOut } = summary.rules;
  return { inconclusive, notObserved, leftOut, unspecified: summary.unspecified };
}

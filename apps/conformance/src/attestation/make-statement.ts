import { json } from '@sigstore/core';
import type { Report } from '../report/report.ts';
import type { Inputs } from '../results/inputs-schema.ts';
import { digestText } from './digests.ts';
import { predicateType, type Statement, statementType } from './statement.ts';

export interface Attested {
  readonly subject: Statement['subject'];
  readonly report: Report;
  readonly inputs: Inputs;
}

type Configuration = Statement['predicate']['configuration'];

/** Says of a run what was judged, by what, and what came of it; all of it can be said again from the results. */
export function makeStatement({ subject, report, inputs }: Attested): Statement {
  return {
    _type: statementType,
    subject,
    predicateType,
    predicate: { ...outcomeOf(report), configuration: configurationOf(report, inputs) },
  };
}

function outcomeOf(report: Report): Omit<Statement['predicate'], 'configuration'> {
  const named = (verdict: 'passed' | 'failed'): string[] =>
    report.rules.filter((rule) => rule.verdict === verdict).map(({ id }) => id);
  const counting = new Set(
    report.findings.filter((finding) => counts(finding, report)).map(({ rule }) => rule),
  );
  const failedTests = named('failed').filter((id) => counting.has(id));
  const warnedTests = named('failed').filter((id) => !counting.has(id));
  const hasFailed = failedTests.length > 0 || report.summary.exitCode !== 0;
  const result = hasFailed ? 'FAILED' : warnedTests.length > 0 ? 'WARNED' : 'PASSED';
  return { result, passedTests: named('passed'), warnedTests, failedTests };
}

/** Whether nobody has accepted it: no waiver, no baseline that has it, no choice of bases without its own. */
function counts({ rule, basis, cause, waiver }: Report['findings'][number], report: Report): boolean {
  const known = report.comparison?.stillBroken ?? [];
  const isKnown = known.some((one) => one.rule === rule && one.cause === cause);
  return waiver === undefined && !isKnown && report.summary.failOn.includes(basis);
}

function configurationOf(report: Report, inputs: Inputs): Configuration {
  const { name, agentsUrl, baseUrl, version } = report.target;
  const { shard } = report;
  return [
    { name: 'target', annotations: present({ name, agentsUrl, baseUrl, version }) },
    {
      name: 'program',
      uri: `pkg:npm/%40agent-workers/conformance@${inputs.program}`,
      annotations: present({
        seed: report.seed?.toString(),
        startedAt: report.startedAt,
        shard: shard && `${shard.at}/${shard.of}`,
      }),
    },
    {
      name: 'contract',
      digest: { sha256: inputs.contract.sha256 },
      annotations: {
        version: inputs.contract.version,
        judged: String(report.rules.length),
        leftOut: String(report.leftOut.length),
      },
    },
    ...(inputs.config === undefined
      ? []
      : [{ name: 'config', digest: { sha256: digestText(json.canonicalize(inputs.config)) } }]),
    ...baselineOf(report, inputs),
  ];
}

/** Whose findings were no news. */
function baselineOf({ comparison }: Report, { baseline }: Inputs): Configuration {
  if (comparison === undefined) return [];
  const { target, startedAt, verdict } = comparison.before;
  const annotations = { target, startedAt, verdict, known: String(comparison.stillBroken.length) };
  return [{ name: 'baseline', ...(baseline && { digest: baseline }), annotations }];
}

function present(values: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

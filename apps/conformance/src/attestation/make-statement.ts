import type { Report } from '../report/report.ts';
import { predicateType, type Statement, statementType } from './statement.ts';

export interface Attested {
  readonly subject: Statement['subject'];
  readonly report: Report;
  readonly contractDigest: string;
  readonly configDigest: string | undefined;
  /** What the deployment calls the version that was judged. */
  readonly targetVersion: string | undefined;
}

/** Says of a run what was judged, by what, and what came of it. */
export function makeStatement(attested: Attested): Statement {
  return {
    _type: statementType,
    subject: attested.subject,
    predicateType,
    predicate: { ...outcomeOf(attested.report), configuration: configurationOf(attested) },
  };
}

function outcomeOf({ rules, findings, summary }: Report): Omit<Statement['predicate'], 'configuration'> {
  const broken = rules.filter(({ verdict }) => verdict === 'failed');
  const unwaived = new Set(findings.filter(({ waiver }) => waiver === undefined).map(({ rule }) => rule));
  const fails = ({ id, basis }: Report['rules'][number]): boolean =>
    summary.failOn.includes(basis) && unwaived.has(id);
  const failedTests = broken.filter(fails).map(({ id }) => id);
  const warnedTests = broken.filter((rule) => !fails(rule)).map(({ id }) => id);
  const passedTests = rules.filter(({ verdict }) => verdict === 'passed').map(({ id }) => id);
  const result = summary.exitCode !== 0 ? 'FAILED' : warnedTests.length > 0 ? 'WARNED' : 'PASSED';
  return { result, passedTests, warnedTests, failedTests };
}

function configurationOf(attested: Attested): Statement['predicate']['configuration'] {
  const { report, targetVersion, contractDigest, configDigest } = attested;
  const { name, agentsUrl, baseUrl } = report.target;
  const places = Object.entries({ agentsUrl, baseUrl, version: targetVersion });
  const annotations = Object.fromEntries(
    places.filter((place): place is [string, string] => place[1] !== undefined),
  );
  return [
    { name: 'target', annotations: { name, ...annotations } },
    {
      name: 'program',
      uri: `pkg:npm/%40agent-workers/conformance@${report.program.version}`,
      annotations: { seed: String(report.seed), startedAt: report.startedAt },
    },
    {
      name: 'contract',
      digest: { sha256: contractDigest },
      annotations: { version: report.program.contract },
    },
    ...(configDigest === undefined ? [] : [{ name: 'config', digest: { sha256: configDigest } }]),
  ];
}

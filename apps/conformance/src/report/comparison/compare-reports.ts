import type { Basis } from '../../spec/spec.ts';
import type { Report, ReportedFinding } from '../report.ts';
import { exitCodes, type Gates, overall } from '../summarize.ts';
import type { ComparedFinding, ComparedRule, Comparison } from './comparison.ts';

/** What changed from one run to a later one. A finding is known again by its cause, whatever words tell of it. */
export function compareReports(before: Report, after: Report): Comparison {
  const isKnown = knownBy(before);
  const found = new Set(after.findings.map(keyOf));
  const judged = judgedIn(after);
  const gone = before.findings.filter((finding) => !found.has(keyOf(finding)));
  const isPart = isPartOf(before, after);
  const isJudgedAgain = ({ rule }: ReportedFinding): boolean => !isPart && judged.has(rule);
  const toCompared = (finding: ReportedFinding): ComparedFinding => compared(finding, after.summary.failOn);
  const news = after.findings.filter((finding) => !isKnown(finding)).map(toCompared);
  return {
    schema: 'agent-workers-conformance-comparison/1',
    before: runOf(before),
    after: runOf(after),
    differs: differencesOf(before, after),
    new: news,
    fixed: gone.filter(isJudgedAgain).map(toCompared),
    stillBroken: after.findings.filter(isKnown).map(toCompared),
    notJudged: gone.filter((finding) => !isJudgedAgain(finding)).map(toCompared),
    newlyJudged: onlyIn(judged, judgedIn(before)),
    noLongerJudged: isPart
      ? []
      : onlyIn(judgedIn(before), judged).map((rule) => ({ ...rule, ...reasonIn(after, rule.id) })),
    slower: slowerIn(before, after),
    exitCode: news.some(({ counts }) => counts) ? 1 : 0,
  };
}

/** Whether another part of the later run may find, and judge, what the earlier one did. */
function isPartOf({ shard: other }: Report, { shard }: Report): boolean {
  return shard !== undefined && !(shard.at === other?.at && shard.of === other.of);
}

/** The later report with what changed: known findings no longer make it fail, whatever else does still counts. */
export function comparedWith(before: Report, after: Report, gates: Gates = {}): Report {
  const comparison = compareReports(before, after);
  const { summary } = after;
  const isKnown = summary.verdict === 'violates' && comparison.exitCode === 0;
  const exitCode = isKnown ? exitCodeWithoutFindings(after, gates) : summary.exitCode;
  return { ...after, summary: { ...summary, exitCode }, comparison };
}

function exitCodeWithoutFindings({ summary, waivers, trouble, cleanUp }: Report, gates: Gates): 0 | 1 | 3 {
  const { ended, rules } = summary;
  return exitCodes[overall({ ...rules, failed: 0 }, { ...gates, ended, waivers, trouble, cleanUp })];
}

/** Whether a finding stood in an earlier report. One that was only waived there is news once its waiver is gone. */
export function knownBy(
  before: Pick<Report, 'findings'>,
): (finding: Pick<ReportedFinding, 'rule' | 'cause' | 'waiver'>) => boolean {
  const earlier = new Map(before.findings.map((finding) => [keyOf(finding), finding]));
  return (finding) => {
    const known = earlier.get(keyOf(finding));
    return known !== undefined && (known.waiver === undefined || finding.waiver !== undefined);
  };
}

/** By which a finding of one run is found again in another. */
function keyOf({ rule, cause }: Pick<ReportedFinding, 'rule' | 'cause'>): string {
  return `${rule} ${cause}`;
}

function compared(finding: ReportedFinding, failOn: readonly Basis[]): ComparedFinding {
  const { rule, basis, cause, operation, summary, waiver } = finding;
  return {
    rule,
    basis,
    cause,
    operation,
    summary,
    counts: waiver === undefined && failOn.includes(basis),
  };
}

function runOf({ target, startedAt, seed, shard, summary, program }: Report): Comparison['before'] {
  const { verdict, ended } = summary;
  const { version, contract } = program;
  return { target: target.name, startedAt, seed, shard, verdict, ended, program: version, contract };
}

function differencesOf(before: Report, after: Report): Comparison['differs'] {
  return [
    ...(before.target.name === after.target.name ? [] : (['target'] as const)),
    ...(before.program.contract === after.program.contract ? [] : (['contract'] as const)),
    ...(before.program.version === after.program.version ? [] : (['program'] as const)),
  ];
}

type Judged = ReadonlyMap<string, ComparedRule>;

/** The rules of which a run says something. */
function judgedIn({ rules }: Report): Judged {
  const judged = rules.filter(({ verdict }) => verdict === 'passed' || verdict === 'failed');
  return new Map(judged.map(({ id, basis }) => [id, { id, basis }]));
}

function onlyIn(one: Judged, other: Judged): ComparedRule[] {
  return [...one.values()].filter(({ id }) => !other.has(id));
}

function reasonIn({ rules, leftOut }: Report, id: string): { reason?: string } {
  const left = leftOut.find((rule) => rule.id === id)?.why;
  const reason = rules.find((rule) => rule.id === id)?.reason ?? left;
  return reason === undefined ? {} : { reason };
}

const fewestAnswers = 5;
const leastGrowth = { factor: 2, ms: 50 };

function slowerIn(before: Report, after: Report): Comparison['slower'] {
  const earlier = new Map(before.operations.map(({ id, firstByte }) => [id, firstByte]));
  return after.operations.flatMap(({ id, firstByte }) => {
    const then = earlier.get(id);
    if (firstByte === undefined || then === undefined) return [];
    if (Math.min(firstByte.count, then.count) < fewestAnswers) return [];
    const [beforeMs, afterMs] = [then.medianMs, firstByte.medianMs];
    const isSlower = afterMs >= beforeMs * leastGrowth.factor && afterMs - beforeMs >= leastGrowth.ms;
    return isSlower ? [{ operation: id, beforeMs, afterMs }] : [];
  });
}

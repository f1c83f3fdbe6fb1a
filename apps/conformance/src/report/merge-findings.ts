import type { Answers } from './count-answers.ts';
import type { Report, ReportedFinding } from './report.ts';

/** What a shard found shows more than what is left when its recording is judged again: it was shrunk there. */
export function mergeFindings(merged: Report, shards: readonly Report[]): Report {
  const found = shards.flatMap(({ findings }) => findings);
  return {
    ...merged,
    findings: merged.findings.map((finding) => {
      const [best = finding] = found.filter(({ rule }) => rule === finding.rule).sort(plainestFirst);
      return { ...best, seen: finding.seen };
    }),
  };
}

function plainestFirst(a: ReportedFinding, b: ReportedFinding): number {
  return Number(b.shrunk) - Number(a.shrunk) || a.steps.length - b.steps.length;
}

/** How often each operation answered what in all the shards. */
export function mergeAnswers(shards: readonly Report[]): Answers {
  const answers = new Map<string, Map<number, number>>();
  for (const operation of shards.flatMap(({ operations }) => operations)) {
    const counts = answers.get(operation.id) ?? new Map<number, number>();
    for (const { status, count } of operation.answers) counts.set(status, (counts.get(status) ?? 0) + count);
    answers.set(operation.id, counts);
  }
  return answers;
}

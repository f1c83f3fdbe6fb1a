import type { Answers } from './count-answers.ts';
import { plainestFirst } from './group-findings.ts';
import type { Report } from './report.ts';

/** What a shard found shows more than what is left when its recording is judged again: it was shrunk there. */
export function mergeFindings(merged: Report, shards: readonly Report[]): Report {
  const found = shards.flatMap(({ findings }) => findings);
  return {
    ...merged,
    findings: merged.findings.map((finding) => {
      const { rule, cause, mistake, seen, places, waiver } = finding;
      const same = found.filter((other) => other.rule === rule && other.cause === cause);
      const { waiver: _, ...best } = same.sort(plainestFirst)[0] ?? finding;
      return {
        ...best,
        ...(mistake === undefined ? {} : { mistake }),
        seen,
        places,
        ...(waiver === undefined ? {} : { waiver }),
      };
    }),
  };
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

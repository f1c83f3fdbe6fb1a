import { caseKey, caseOfSequence } from '../cases/case.ts';
import type { Exchange } from '../exchanges/exchange.ts';
import type { Rule } from '../spec/spec.ts';
import type { JudgedFinding, Verdict } from '../verdicts/verdict.ts';
import type { RunOptions } from './run-options.ts';
import { isShownAlone, type SequenceFinding } from './shrink-sequence-finding.ts';

/**
 * For each broken rule and cause the first sequence of the plan that shows it by itself. The first finding of every
 * cause comes before the second of any.
 */
export function findInSequences(
  verdicts: readonly Verdict[],
  exchanges: readonly Exchange[],
  options: Pick<RunOptions, 'plan' | 'operations'>,
): readonly SequenceFinding[] {
  const driven = Map.groupBy(exchanges, ({ origin }) => caseKey(origin.case));
  const found = verdicts.flatMap(({ rule: id, findings }) => {
    const rule = options.plan.rules.find((one) => one.id === id);
    const causes = rule === undefined ? [] : Map.groupBy(findings, ({ cause }) => cause);
    return [...causes].flatMap(([cause, some]) =>
      rule === undefined ? [] : (firstAlone({ rule, cause, some }, driven, options) ?? []),
    );
  });
  const firsts = [...Map.groupBy(found, ({ cause }) => cause).values()].flatMap(([first]) => first ?? []);
  return [...firsts, ...found.filter((one) => !firsts.includes(one))];
}

interface Caused {
  readonly rule: Rule;
  readonly cause: string;
  readonly some: readonly JudgedFinding[];
}

function firstAlone(
  { rule, cause, some }: Caused,
  driven: ReadonlyMap<string, readonly Exchange[]>,
  judging: Pick<RunOptions, 'plan' | 'operations'>,
): SequenceFinding | undefined {
  const shown = new Set(some.map((finding) => caseKey(finding.case)));
  return judging.plan.sequences
    .map((sequence) => ({ sequence, key: caseKey(caseOfSequence(sequence)) }))
    .filter(({ key }) => shown.has(key))
    .map(({ sequence, key }) => ({ rule, cause, sequence, exchanges: driven.get(key) ?? [] }))
    .find((one) => isShownAlone(one, judging));
}

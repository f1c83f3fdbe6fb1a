import type { Verdict } from '../verdicts/verdict.ts';
import type { Statement } from './statement.ts';

/** The rules of which the statement says something else than the judge does, and what. */
export function differingVerdicts({ predicate }: Statement, judged: readonly Verdict[]): readonly string[] {
  const broken = new Set([...predicate.failedTests, ...predicate.warnedTests]);
  const passed = new Set(predicate.passedTests);
  const said = (rule: string): string =>
    broken.has(rule) ? 'failed' : passed.has(rule) ? 'passed' : 'neither';
  const now = new Map(judged.map(({ rule, verdict }) => [rule, isDecided(verdict) ? verdict : 'neither']));
  return [...new Set([...broken, ...passed, ...now.keys()])].filter(
    (rule) => said(rule) !== (now.get(rule) ?? 'neither'),
  );
}

function isDecided(verdict: Verdict['verdict']): boolean {
  return verdict === 'passed' || verdict === 'failed';
}

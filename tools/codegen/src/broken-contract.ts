import { relative } from 'node:path';
import type { ContractProblem } from '@agent-workers/spec/src/contract-error.ts';

/** The contract can't be generated from; every problem names its file and line and what to do. */
export class BrokenContract extends Error {
  override readonly name = 'BrokenContract';
  readonly problems: readonly ContractProblem[];

  constructor(problems: readonly ContractProblem[], options?: ErrorOptions) {
    super(problems.map(formatProblem).join('\n'), options);
    this.problems = problems;
  }
}

function formatProblem({ file, line, column, problem, hint }: ContractProblem): string {
  return `${relative(process.cwd(), file)}:${line}:${column} ${problem}\n  ${hint}`;
}

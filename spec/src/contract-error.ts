/** Where a contract file is wrong, what is wrong there, and what to do about it. */
export interface ContractProblem {
  file: string;
  /** 1-based. */
  line: number;
  /** 1-based. */
  column: number;
  problem: string;
  hint: string;
}

/** A contract file that can't be read or breaks its schema. The message opens with file:line:column. */
export class ContractError extends Error {
  override readonly name = 'ContractError';
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly hint: string;

  constructor({ file, line, column, problem, hint }: ContractProblem, options?: ErrorOptions) {
    super(`${file}:${line}:${column} ${problem}. ${hint}`, options);
    this.file = file;
    this.line = line;
    this.column = column;
    this.hint = hint;
  }
}

import { readFileSync } from 'node:fs';

/** What each check was seen to find, as the tests of this package found it. */
export interface KillMatrix {
  /** The version of the contract that the matrix is about. */
  readonly contract: string;
  readonly rules: Readonly<Record<string, KilledMutants>>;
}

interface KilledMutants {
  readonly checks: readonly string[];
  /** How the mutants that the check found break the rule. */
  readonly mutants: readonly string[];
}

let matrix: KillMatrix | undefined;

/** The mutants that the check of a rule was seen to find: what a green of it is worth. */
export function killedMutantsOf(rule: string): readonly string[] {
  matrix ??= readMatrix();
  return matrix.rules[rule]?.mutants ?? [];
}

/** It lies beside the sources and beside what is built of them. */
function readMatrix(): KillMatrix {
  return JSON.parse(readFileSync(new URL('../../kill-matrix.json', import.meta.url), 'utf8'));
}

import { fileURLToPath } from 'node:url';
import type { KillMatrix } from '../../src/report/killed-mutants.ts';
import type { Spec } from '../../src/spec/spec.ts';
import { loadMutants } from '../mutants/all-mutants.ts';
import { declaredMutants } from '../mutants/declared-mutants.ts';
import type { Mutant } from '../mutants/mutant.ts';
import { probeMutants } from '../mutants/probe-mutants.ts';
import { sequenceMutants } from '../mutants/sequence-mutants.ts';

/** The matrix as it ships with the package. */
export const killMatrixFile = fileURLToPath(new URL('../../kill-matrix.json', import.meta.url));

export interface AllMutants {
  readonly workers: readonly Mutant[];
  /** Those that reading requests find. */
  readonly user: readonly Mutant[];
  /** Those that take histories of the User API: one for each check of each rule. */
  readonly sequences: readonly Mutant[];
}

export async function allMutants(spec: Spec): Promise<AllMutants> {
  const user = [...probeMutants(spec), ...declaredMutants];
  const isAlone = ({ rule }: Mutant): boolean => !user.some((mutant) => mutant.rule === rule);
  return { workers: await loadMutants(), user, sequences: sequenceMutants(spec).filter(isAlone) };
}

/** What a report says of a check's worth, as text: per checked rule, the mutants that its check was seen to find. */
export function toJson(spec: Spec, mutants: readonly Mutant[]): string {
  return `${JSON.stringify(toKillMatrix(spec, mutants), null, 2)}\n`;
}

function toKillMatrix(spec: Spec, mutants: readonly Mutant[]): KillMatrix {
  const checked = spec.rules.filter(({ checks }) => checks !== undefined);
  const rules = checked.map(({ id, checks = [] }) => [
    id,
    { checks, mutants: mutants.filter(({ rule }) => rule === id).map(({ breaks }) => breaks) },
  ]);
  return { contract: spec.version, rules: Object.fromEntries(rules) };
}

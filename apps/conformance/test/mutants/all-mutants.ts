import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Mutant } from './mutant.ts';

/** Every mutant in this folder: a file is named after the rule that its mutant breaks. */
export async function loadMutants(): Promise<readonly Mutant[]> {
  const files = readdirSync(import.meta.dirname).filter(
    (file) => file.includes('.') && !notMutants.has(file),
  );
  const modules = await Promise.all(
    files.sort().map((file) => import(pathToFileURL(join(import.meta.dirname, file)).href)),
  );
  return modules.map(({ mutant }: { mutant: Mutant }) => mutant);
}

const notMutants = new Set([
  'also-breaks.ts',
  'list-law-breakers.ts',
  'declared-mutants.ts',
  'law-identity-mutants.ts',
  'mutant.ts',
  'all-mutants.ts',
  'probe-mutants.ts',
  'record-law-mutants.ts',
  'sequence-mutants.ts',
  'wrap-answers.ts',
]);

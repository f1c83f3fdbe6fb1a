import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Mutant } from './mutant.ts';

const folder = join(import.meta.dirname, 'workers');

/** Every mutant of the Workers API: a file is named after the rule that its mutant breaks. */
export async function loadMutants(): Promise<readonly Mutant[]> {
  const modules = await Promise.all(
    readdirSync(folder)
      .sort()
      .map((file) => import(pathToFileURL(join(folder, file)).href)),
  );
  return modules.map(({ mutant }: { mutant: Mutant }) => mutant);
}

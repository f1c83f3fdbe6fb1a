import { emitFunctions } from '../emit/functions.ts';
import { emitIndex } from '../emit/index-file.ts';
import type { GeneratedFile } from '../generated-file.ts';
import { loadApis } from '../read/load-apis.ts';

/** src/gen of packages/client-fetch. */
export async function generateClientFetch(spec: string): Promise<GeneratedFile[]> {
  const files: GeneratedFile[] = [];
  // orval keeps state in its modules, so it makes one project at a time.
  for (const api of await loadApis(spec)) files.push(...(await emitFunctions(api)));
  return [...files, emitIndex(files)];
}

import { emitFunctions } from '../emit/functions.ts';
import { emitGroups, emitIndex } from '../emit/index-file.ts';
import { emitMethods } from '../emit/methods.ts';
import { emitSamples } from '../emit/samples.ts';
import { withTypeNames } from '../emit/type-names.ts';
import { emitVersion } from '../emit/version.ts';
import type { GeneratedFile } from '../generated-file.ts';
import { loadApis } from '../read/load-apis.ts';

/** src/gen of packages/client-fetch. */
export async function generateClientFetch(spec: string): Promise<GeneratedFile[]> {
  const files: GeneratedFile[] = [];
  const groups: GeneratedFile[] = [];
  // orval keeps state in its modules, so it makes one project at a time.
  const apis = await loadApis(spec, withTypeNames);
  for (const api of apis) {
    const functions = await emitFunctions(api);
    files.push(...functions.files);
    groups.push(emitGroups(api.name, api.operations), emitMethods(api, functions.operations));
  }
  return [...files, ...groups, emitIndex(files), emitSamples(apis), emitVersion('client-fetch')];
}

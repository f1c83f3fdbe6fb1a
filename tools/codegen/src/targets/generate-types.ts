import { emitInterfaceWriter } from '../emit/interface-writer.ts';
import { emitLifecycles } from '../emit/lifecycles.ts';
import { emitOpenApi } from '../emit/openapi.ts';
import { emitOperationSchemas } from '../emit/operation-schemas.ts';
import { emitOperations } from '../emit/operations.ts';
import { emitRecords } from '../emit/records.ts';
import { emitTypes } from '../emit/types.ts';
import { emitVersion } from '../emit/version.ts';
import { emitZod } from '../emit/zod.ts';
import type { GeneratedFile } from '../generated-file.ts';
import { loadApis } from '../read/load-apis.ts';
import { loadLifecycles } from '../read/load-data.ts';

/** src/gen of packages/types. */
export async function generateTypes(spec: string): Promise<GeneratedFile[]> {
  const lifecycles = emitLifecycles(loadLifecycles(spec));
  const apis = await loadApis(spec);
  const files = [emitRecords(apis), ...emitOperations(apis), lifecycles, ...apis.map(emitOpenApi)];
  // orval keeps state in its modules, so it makes one project at a time.
  for (const api of apis) files.push(await emitTypes(api), await emitZod(api));
  return [...files, emitOperationSchemas(apis, files), ...emitInterfaceWriter(), emitVersion('types')];
}

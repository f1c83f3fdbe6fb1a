import type { GeneratedFile } from '../generated-file.ts';
import type { Api } from '../read/load-apis.ts';

/** The whole document in one file, with every mark, for tools that read OpenAPI. */
export function emitOpenApi({ name, document }: Api): GeneratedFile {
  return { path: `openapi/${name}.json`, content: `${JSON.stringify(document, null, 2)}\n` };
}

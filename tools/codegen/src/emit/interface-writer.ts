import { readFileSync } from 'node:fs';
import type { GeneratedFile } from '../generated-file.ts';

/** What writes interfaces here, for `agent-workers-types from-openapi`, which writes them of other documents. */
export function emitInterfaceWriter(): GeneratedFile[] {
  return ['interface.ts', 'doc-comment.ts', 'type-names.ts'].map((name) => ({
    path: `interfaces/${name}`,
    content: readFileSync(new URL(name, import.meta.url), 'utf8'),
  }));
}

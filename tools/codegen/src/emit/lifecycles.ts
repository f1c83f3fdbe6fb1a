import type { LifecyclesFile } from '@agent-workers/spec/contract-files';
import type { GeneratedFile } from '../generated-file.ts';

import { docComment } from './doc-comment.ts';
import { literal } from './literal.ts';

/** One constant per lifecycle, with the union of its state and transition ids. */
export function emitLifecycles({ lifecycles, softDeletes }: LifecyclesFile): GeneratedFile {
  const constants = lifecycles.map(({ id, title, section, ...rest }) => {
    const name = camelCase(id);
    const type = name.charAt(0).toUpperCase() + name.slice(1);
    return [
      `${docComment([`${title}.`])}export const ${name}Lifecycle = ${literal({ id, title, section, ...rest })} as const;\n`,
      `export type ${type}State = (typeof ${name}Lifecycle)['states'][number]['id'];`,
      `export type ${type}Transition = (typeof ${name}Lifecycle)['transitions'][number]['id'];\n`,
    ].join('\n');
  });
  const deletes = `/** Deletions after which the record lives on in a state that the interface doesn't name. */\nexport const softDeletes = ${literal(softDeletes)} as const;\n`;
  return { path: 'lifecycles.ts', content: [...constants, deletes].join('\n') };
}

function camelCase(id: string): string {
  return id.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

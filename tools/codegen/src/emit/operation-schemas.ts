import type { GeneratedFile } from '../generated-file.ts';
import type { Api } from '../read/load-apis.ts';
import { capitalise } from './operation-types.ts';

const parts = { parameters: 'Params', query: 'QueryParams', body: 'Body', answer: 'Response' };

/** The zod schemas of each operation by its id. An operation of which nothing can be checked is left out. */
export function emitOperationSchemas(apis: Api[], schemas: GeneratedFile[]): GeneratedFile {
  const found = apis.map(({ name, operations }) => {
    const file = schemas.find(({ path }) => path === `zod/${name}.ts`);
    const names = new Set(
      [...(file?.content ?? '').matchAll(/^export const (\w+)/gm)].map(([, each]) => each),
    );
    return {
      name,
      lines: operations.flatMap(({ id, body }) => entry({ id, body: body?.schema ?? null, names })),
    };
  });
  const imports = found.map(({ name, lines }) => {
    const used = lines.flatMap(({ uses }) => uses);
    return `import {\n${[...new Set(used)]
      .sort()
      .map((each) => `  ${each},\n`)
      .join('')}} from './${name}.ts';\n`;
  });
  const table = found.flatMap(({ lines }) => lines.map(({ text }) => `  ${text},\n`)).join('');
  const comment =
    '/** Schemas of what an operation takes and answers with, by its id: for `withValidation` of client-fetch. */';
  return {
    path: 'zod/operations.ts',
    content: `${imports.join('')}\n${comment}\nexport const operationSchemas = {\n${table}};\n`,
  };
}

interface Named {
  id: string;
  body: string | null;
  names: ReadonlySet<string | undefined>;
}

function entry({ id, body, names }: Named): { text: string; uses: string[] }[] {
  const candidates = Object.entries(parts).map(([part, suffix]) => ({
    part,
    name: `${capitalise(id)}${suffix}`,
  }));
  const own = candidates.filter(({ name }) => names.has(name));
  const shared =
    body && names.has(body) && !own.some(({ part }) => part === 'body') ? [{ part: 'body', name: body }] : [];
  const all = [...own, ...shared];
  if (all.length === 0) return [];
  const fields = all.map(({ part, name }) => `${part}: ${name}`).join(', ');
  return [{ text: `${id}: { ${fields} }`, uses: all.map(({ name }) => name) }];
}

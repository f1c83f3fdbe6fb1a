import { readFileSync } from 'node:fs';
import type { GeneratedFile } from '../generated-file.ts';
import type { Api } from '../read/load-apis.ts';
import { literal } from './literal.ts';

/** The operation table of both documents, and the types of its entries as this package knows them. */
export function emitOperations(apis: Api[]): GeneratedFile[] {
  const table = Object.fromEntries(
    apis.flatMap(({ operations }) => operations).map((each) => [each.id, each]),
  );
  const content = [
    `import type { Operation } from './operation.ts';\n`,
    '/** Every operation of the platform by its id. */',
    `export const operationTable = ${literal(table)} as const satisfies Record<string, Operation>;\n`,
    '/** Id of an operation, which is also the name of its function in client-fetch. */',
    'export type OperationId = keyof typeof operationTable;\n',
  ].join('\n');
  const shape = readFileSync(new URL('../read/operation.ts', import.meta.url), 'utf8');
  return [
    { path: 'operations.ts', content },
    { path: 'operation.ts', content: shape },
  ];
}

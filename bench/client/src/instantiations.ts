import { execFile } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Operation, operationTable } from '@agent-workers/types';

const bin = join(import.meta.dirname, '../node_modules');

/** The compilers that are measured, by what users call them. */
const compilers = {
  'TypeScript 5.9': ['typescript-5/bin/tsc'],
  // Each thread of its own would count the same types again.
  'TypeScript 7': ['typescript/bin/tsc', '--singleThreaded'],
} as const;

/**
 * How many types a compiler instantiates for a program of so many files, each of which calls all 93 operations. It sees
 * the packages as they are built, as a user's would.
 */
export async function countInstantiations(
  compiler: keyof typeof compilers,
  source: string,
  files: number,
): Promise<number> {
  // Inside this package, so that its dependencies are found as a user's would be.
  const folder = join(
    import.meta.dirname,
    `../.consumer-${process.pid}-${Math.random().toString(36).slice(2)}`,
  );
  mkdirSync(folder);
  try {
    const names = Array.from({ length: files }, (_, index) => `file-${index}.ts`);
    for (const name of names) writeFileSync(join(folder, name), source);
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: names }));
    const [tsc, ...flags] = compilers[compiler];
    const options = [join(bin, tsc), '-p', folder, '--extendedDiagnostics', '--pretty', 'false', ...flags];
    const { stdout } = await promisify(execFile)(process.execPath, options);
    return Number(/^Instantiations:\s+(\d+)/m.exec(stdout)?.[1]);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const compilerOptions = {
  target: 'es2024',
  lib: ['es2024', 'dom', 'dom.iterable', 'dom.asynciterable'],
  types: [],
  module: 'nodenext',
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: true,
  noEmit: true,
};

const operations: readonly Operation[] = Object.values(operationTable);

/** Calls each operation once, by its function. */
export function functionCalls(): string {
  const calls = operations.map(
    (operation) => `  await client.${operation.id}(${['transport', ...valuesOf(operation)].join(', ')});`,
  );
  return `${header("import * as client from '@agent-workers/client-fetch';\nimport type { Transport } from '@agent-workers/client-fetch';", 'transport: Transport')}${calls.join('\n')}\n}\n`;
}

/** Calls each operation once, by its method of a client. */
export function methodCalls(): string {
  const calls = operations.map((operation) => {
    const group = operation.tag.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
    return `  await ${operation.api}.${group}.${operation.id}(${valuesOf(operation).join(', ')});`;
  });
  return `${header("import type { UserClient, WorkersClient } from '@agent-workers/client-fetch';", 'user: UserClient, workers: WorkersClient')}${calls.join('\n')}\n}\n`;
}

function valuesOf(operation: Operation): string[] {
  const path = operation.pathParameters.map(({ type }) => (type === 'integer' ? '1' : `'id'`));
  const query = operation.queryParameters.some(({ required }) => required) ? [requiredQuery(operation)] : [];
  const body = operation.body?.required ? ['{}'] : [];
  return [...path, ...body, ...query];
}

/** Calls each operation of the User API once, by its path, as openapi-fetch does. */
export function pathCalls(): string {
  const calls = operations
    .filter(({ api }) => api === 'user')
    .map((operation) => {
      const path = operation.pathParameters.map(
        ({ name, type }) => `${name}: ${type === 'integer' ? '1' : `'id'`}`,
      );
      const params = [
        ...(path.length > 0 ? [`path: { ${path.join(', ')} }`] : []),
        ...(operation.queryParameters.some(({ required }) => required)
          ? [`query: ${requiredQuery(operation)}`]
          : []),
      ];
      const init = [
        ...(params.length > 0 ? [`params: { ${params.join(', ')} }`] : []),
        ...(operation.body?.required ? ['body: {}'] : []),
      ];
      return `  await client.${operation.method}('${operation.path}'${init.length > 0 ? `, { ${init.join(', ')} }` : ''});`;
    });
  const imports =
    "import type { Client } from 'openapi-fetch';\nimport type { paths } from '@agent-workers/types/user-api';";
  return `${header(imports, 'client: Client<paths>')}${calls.join('\n')}\n}\n`;
}

function header(imports: string, parameter: string): string {
  return `${imports}\n\nexport async function callAll(${parameter}): Promise<void> {\n`;
}

function requiredQuery({ queryParameters }: Operation): string {
  const values = queryParameters
    .filter(({ required }) => required)
    .map(({ name, enum: values }) => `${name}: ${JSON.stringify(values?.[0] ?? 'text')}`);
  return `{ ${values.join(', ')} }`;
}

import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { documents } from '../helpers/documents.ts';

const server = fileURLToPath(new URL('../../', import.meta.url));
const programs = [...documents.matchAll(/```ts\n([\s\S]*?)```/g)].map(
  ([, code = '']) => `${code}export {};\n`,
);

it('compiles every program of the documents', async () => {
  expect(programs.length).toBeGreaterThan(2);
  // Inside the package, which then finds itself by its name.
  const folder = mkdtempSync(join(server, '.readme-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const files = programs.map((code, index) => {
    writeFileSync(join(folder, `program-${index}.ts`), code);
    return `program-${index}.ts`;
  });
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ extends: '../../../tsconfig.base.json', compilerOptions: { noEmit: true }, files }),
  );
  const tsc = join(server, 'node_modules/typescript/bin/tsc');
  const { stdout } = await promisify(execFile)(process.execPath, [tsc, '-p', folder]).catch((error) => error);
  expect(stdout).toBe('');
});

import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const packages = fileURLToPath(new URL('../../', import.meta.url));
const require = createRequire(import.meta.url);

const compilerOptions = {
  target: 'es2024',
  lib: ['es2024', 'dom', 'dom.iterable', 'dom.asynciterable'],
  types: [],
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noUnusedLocals: true,
  verbatimModuleSyntax: true,
  isolatedModules: true,
  noEmit: true,
};

/** Written as a user would: one operation, a transport of their own, and the types of what comes back. */
const program = `
import { getAgentRun } from '@agent-workers/client-fetch/agent-runs';
import { startRunNdjson } from '@agent-workers/client-fetch/runs';
import type { Transport } from '@agent-workers/client-fetch';
import type { AgentRunView } from '@agent-workers/types';

const transport: Transport = async ({ method, path }) =>
  method === 'GET'
    ? Response.json({ run_id: path.split('/').at(-1) })
    : new Response('{"n":1}\\n{"n":2}', { headers: { 'x-service-run-id': 'run-1' } });

const view: AgentRunView = await getAgentRun(transport, 'run-7');
const id: string | undefined = view.run_id;
const stream = await startRunNdjson(transport, 'worker', { message: 'hello' });
const lines: unknown[] = [];
for await (const line of stream.lines) lines.push(line);
console.log(JSON.stringify([id, stream.runId, lines]));
`;

describe('A program that installs the packed packages', () => {
  const folder = mkdtempSync(join(tmpdir(), 'consumer-'));

  beforeAll(() => {
    mkdirSync(join(folder, 'node_modules/@agent-workers'), { recursive: true });
    for (const name of ['types', 'client-fetch']) install(name, folder);
    symlinkSync(dirname(dirname(require.resolve('ky'))), join(folder, 'node_modules/ky'));
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    writeFileSync(join(folder, 'program.ts'), program);
  });

  afterAll(() => rmSync(folder, { recursive: true }));

  it.each([
    ['nodenext', 'nodenext'],
    ['esnext', 'bundler'],
  ])('compiles under strict flags with module %s and resolution %s', (module, moduleResolution) => {
    const config = {
      compilerOptions: { ...compilerOptions, module, moduleResolution },
      files: ['program.ts'],
    };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
    const tsc = join(packages, 'client-fetch/node_modules/.bin/tsc');
    expect(execFileSync(tsc, ['-p', folder, '--pretty', 'false'], { encoding: 'utf8' })).toBe('');
  });

  it('runs', () => {
    const output = execFileSync(process.execPath, ['program.ts'], { cwd: folder, encoding: 'utf8' });
    expect(JSON.parse(output)).toEqual(['run-7', 'run-1', [{ n: 1 }, { n: 2 }]]);
  });
});

function install(name: string, folder: string): void {
  const source = join(packages, name);
  if (!existsSync(join(source, 'dist/index.js')))
    throw new Error(`${name} isn't built. Run: pnpm exec turbo run build`);
  const packed = mkdtempSync(join(folder, 'packed-'));
  execFileSync('pnpm', ['pack', '--pack-destination', packed], { cwd: source, stdio: 'pipe' });
  const [tarball = ''] = readdirSync(packed);
  execFileSync('tar', ['-xzf', join(packed, tarball), '-C', packed]);
  symlinkSync(join(packed, 'package'), join(folder, 'node_modules/@agent-workers', name));
}

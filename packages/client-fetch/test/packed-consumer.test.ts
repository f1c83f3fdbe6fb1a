import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const packages = fileURLToPath(new URL('../../', import.meta.url));
const require = createRequire(import.meta.url);

const compilerOptions = {
  target: 'es2022',
  lib: ['es2022', 'dom', 'dom.iterable', 'dom.asynciterable'],
  types: [],
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noUnusedLocals: true,
  verbatimModuleSyntax: true,
  isolatedModules: true,
  noEmit: true,
};

/** Written as a user would: operations, runs, paging, errors, validation, and tests of their own. */
const program = `
import { createUserClient, createWorkersClient, isError, withValidation } from '@agent-workers/client-fetch';
import type { Transport } from '@agent-workers/client-fetch';
import { getAgentRun } from '@agent-workers/client-fetch/agent-runs';
import { traceChannel } from '@agent-workers/client-fetch/node';
import { fetchTransport, withTracing } from '@agent-workers/client-fetch/plain';
import { startRunNdjson } from '@agent-workers/client-fetch/runs';
import { answerWith, createTestTransport, scriptRuns } from '@agent-workers/client-fetch/testing';
import type { AgentRunView } from '@agent-workers/types';
import { operationSchemas } from '@agent-workers/types/zod/operations';

const own: Transport = async ({ method, path }) =>
  method === 'GET'
    ? Response.json({ run_id: path.split('/').at(-1) })
    : new Response('{"n":1}\\n{"n":2}', { headers: { 'x-service-run-id': 'run-1' } });

const view: AgentRunView = await getAgentRun(own, 'run-7');
const id: string | undefined = view.run_id;
const stream = await startRunNdjson(own, 'worker', { message: 'hello' });
const lines: unknown[] = await stream.lines.toArray();

const workers = createWorkersClient({ transport: createTestTransport(scriptRuns({ text: ['Hi', '!'] })) });
const run = await workers.start('worker', 'hello');
const text: string = await run.text.join();

const user = createUserClient({ transport: createTestTransport({ getAgentRun: answerWith(404) }) });
const runs: AgentRunView[] = await user.agentRuns.listAgentRuns.all({ limit: 1 }).toArray();
let status: 404 | undefined;
try {
  await user.agentRuns.getAgentRun('run-7');
} catch (error) {
  if (isError(error, getAgentRun, 404)) status = error.status;
}
const strict = withValidation(withTracing(own, traceChannel()), { schemas: operationSchemas });
const drift = await getAgentRun(strict, 'no-guid').catch((error: Error) => error.name);
const missing = await getAgentRun(fetchTransport({}), 'run-7').catch((error: Error) => error.message);
console.log(JSON.stringify([id, stream.runId, lines, text, runs.length, status, drift, missing]));
`;

/** WHOLE=1 tries every compiler with every resolution, and not only the ends: the last 5 takes some seconds each time. */
const isWhole = process.env.WHOLE !== undefined;
const resolutions = [
  ['nodenext', 'nodenext'],
  ['node16', 'node16'],
  ['esnext', 'bundler'],
] as const;
const compilers = [
  { compiler: 'typescript-5', resolutions: isWhole ? resolutions : resolutions.slice(0, 1) },
  { compiler: 'typescript', resolutions },
];
/** The oldest reads every entry of all packages in the tests of examples/client. */
const readers = [...(isWhole ? ['typescript-5.5', 'typescript-5'] : []), 'typescript'];

describe('A program that installs the packed packages', () => {
  const folder = mkdtempSync(join(tmpdir(), 'consumer-'));

  beforeAll(() => {
    for (const name of ['@agent-workers', '@types'])
      mkdirSync(join(folder, 'node_modules', name), { recursive: true });
    for (const name of ['types', 'client-fetch']) install(name, folder);
    symlinkSync(dirname(dirname(require.resolve('ky'))), join(folder, 'node_modules/ky'));
    symlinkSync(dirname(require.resolve('zod/package.json')), join(folder, 'node_modules/zod'));
    symlinkSync(
      dirname(require.resolve('@types/node/package.json')),
      join(folder, 'node_modules/@types/node'),
    );
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    writeFileSync(join(folder, 'program.ts'), program);
  });

  afterAll(() => rmSync(folder, { recursive: true }));

  describe.each(compilers)('compiles under strict flags with $compiler', ({ compiler, resolutions }) => {
    it.each(resolutions)('with module %s and resolution %s', (module, moduleResolution) => {
      const config = {
        // One of them checks the declarations of the packages as well.
        compilerOptions: {
          ...compilerOptions,
          module,
          moduleResolution,
          skipLibCheck: moduleResolution !== 'nodenext',
        },
        files: ['program.ts'],
      };
      writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
      const tsc = join(packages, 'client-fetch/node_modules', compiler, 'bin/tsc');
      const output = execFileSync(process.execPath, [tsc, '-p', folder, '--pretty', 'false'], {
        encoding: 'utf8',
      });
      expect(output).toBe('');
    });
  });

  it.each(readers)('has declarations that %s reads with the library of ES2020', (compiler) => {
    const user =
      "import { createUserClient } from '@agent-workers/client-fetch';\nimport { reference } from '@agent-workers/types/profiles/reference';\nexport const user = createUserClient({ profile: reference });\nexport const load = (id: string) => createUserClient().agents.getAgent(id).then((agent) => agent);\n";
    writeFileSync(join(folder, 'user.ts'), user);
    const config = {
      compilerOptions: {
        target: 'es2020',
        lib: ['es2020', 'dom', 'dom.iterable', 'dom.asynciterable'],
        module: 'es2022',
        moduleResolution: 'bundler',
        types: [],
        strict: true,
        skipLibCheck: false,
        declaration: true,
        outDir: 'out',
      },
      files: ['user.ts'],
    };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
    const tsc = join(packages, 'client-fetch/node_modules', compiler, 'bin/tsc');
    expect(execFileSync(process.execPath, [tsc, '-p', folder], { encoding: 'utf8' })).toBe('');
    const emitted = readFileSync(join(folder, 'out/user.d.ts'), 'utf8');
    expect(emitted).toMatch(/load: \(id: string\) => Promise<import\("[^"]+"\)\.Agent>/);
    expect(emitted).toContain('UserClient<import("@agent-workers/types/profiles/reference").Deployment>');
  });

  it('runs', () => {
    const output = execFileSync(process.execPath, ['program.ts'], { cwd: folder, encoding: 'utf8' });
    expect(JSON.parse(output)).toEqual([
      'run-7',
      'run-1',
      [{ n: 1 }, { n: 2 }],
      'Hi!',
      1,
      404,
      'ContractViolationError',
      'getAgentRun needs baseUrl.',
    ]);
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

import { execFile } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { installAs, type Layout } from './helpers/installed-packages.ts';
import { type Reference, startReference } from './helpers/reference-server.ts';

const tsc = fileURLToPath(new URL('../node_modules/typescript/bin/tsc', import.meta.url));
const run = promisify(execFile);

/** What a reader of each README has installed by its own words. */
const readmes = {
  types: ['@agent-workers/types', 'zod'],
  'client-fetch': ['@agent-workers/client-fetch', '@agent-workers/types', 'zod'],
  tools: ['@agent-workers/tools'],
};

const layouts: Layout[] = ['npm', 'pnpm'];
/** CI takes pnpm's layout for the README with the most packages and npm's for the others; WHOLE=1 takes both for all. */
const cases = layouts
  .flatMap((layout) => Object.entries(readmes).map(([name, names]) => ({ layout, name, names })))
  .filter(({ layout, names }) => process.env.WHOLE !== undefined || (layout === 'pnpm') === names.length > 2);

const compilerOptions = {
  target: 'es2022',
  lib: ['es2024', 'dom', 'dom.iterable', 'dom.asynciterable'],
  types: ['node'],
  module: 'nodenext',
  strict: true,
  exactOptionalPropertyTypes: true,
  verbatimModuleSyntax: true,
  declaration: true,
  outDir: 'out',
};

describe('Every program of the READMEs, from the tarballs', () => {
  const tarballs = inject('tarballs');
  let reference: Reference;
  beforeAll(async () => {
    reference = await startReference();
  });
  afterAll(() => reference.stop());

  it.each(cases)('of $name compiles and runs as $layout installs it', async ({ layout, name, names }) => {
    const folder = installAs(layout, tarballs, names);
    try {
      const files = programsOf(join(tarballs, 'node_modules/@agent-workers', name, 'README.md')).map(
        (code, index) => {
          const file = `program-${index}.ts`;
          writeFileSync(join(folder, file), code);
          return file;
        },
      );
      expect(files.length).toBeGreaterThan(0);
      writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
      expect(await outputOf([tsc, '-p', folder, '--pretty', 'false'], folder)).toBe('');
      for (const file of files) await outputOf([`out/${file.replace('.ts', '.js')}`], folder);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('lets pnpm users export what a call gives, with nothing but the client installed', async () => {
    const folder = installAs('pnpm', tarballs, ['@agent-workers/client-fetch']);
    const code =
      "import { createUserClient } from '@agent-workers/client-fetch';\nexport const load = (id: string) => createUserClient().agents.getAgent(id).then((agent) => agent);\n";
    try {
      writeFileSync(join(folder, 'load.ts'), code);
      writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['load.ts'] }));
      expect(await outputOf([tsc, '-p', folder, '--pretty', 'false'], folder)).toBe('');
      expect(readFileSync(join(folder, 'out/load.d.ts'), 'utf8')).toContain(
        'Promise<import("@agent-workers/client-fetch").Agent>',
      );
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  async function outputOf(args: string[], folder: string): Promise<string> {
    const { agentsUrl, baseUrl, credentials, fixtures } = reference;
    const env = {
      ...process.env,
      AGENT_WORKERS_AGENTS_URL: agentsUrl,
      AGENT_WORKERS_BASE_URL: baseUrl,
      AGENT_WORKERS_API_KEY: credentials.apiKey,
      AGENT_WORKERS_JWT: credentials.jwt,
      AGENT_ID: fixtures.agentId,
    };
    const { stdout } = await run(process.execPath, args, { cwd: folder, env }).catch((error) => {
      throw new Error(`${args.join(' ')}: ${error.stdout}${error.stderr}`);
    });
    return stdout;
  }
});

function programsOf(readme: string): string[] {
  return [...readFileSync(readme, 'utf8').matchAll(/```ts\n([\s\S]*?)```/g)].map(
    ([, code = '']) => `${code}export {};\n`,
  );
}

import { spawn } from 'node:child_process';
import { readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { installAs, type Layout } from './helpers/installed-packages.ts';
import { type Reference, startReference } from './helpers/reference-server.ts';

const sdk = fileURLToPath(
  new URL('../../../packages/tools/node_modules/@modelcontextprotocol', import.meta.url),
);
/** CI takes the stricter one, WHOLE=1 takes both. */
const layouts: Layout[] = process.env.WHOLE === undefined ? ['pnpm'] : ['npm', 'pnpm'];

/** What each command of the READMEs says when it has done its work, or is ready. */
const commands: Record<string, { package: string; says: RegExp }> = {
  'npx @agent-workers/types from-openapi https://api.example/openapi.json --out src/my-deployment.ts': {
    package: 'types',
    says: /^Operations described: \d+\./,
  },
  'NOTIFIER_TOKEN=secret npx @agent-workers/tools inbox 8080': {
    package: 'tools',
    says: /^Inbox: http:\S+\/inbox\n/,
  },
  'NOTIFIER_TOKEN=secret npx @agent-workers/tools mcp --inbox 8080': {
    package: 'tools',
    says: /^Inbox: http:\S+\/inbox\n/,
  },
  'NOTIFIER_TOKEN=secret npx @agent-workers/tools mcp --http 8081 --base-url https://push.example/v2': {
    package: 'tools',
    says: /^MCP: http:\S+\/mcp\n/,
  },
};

describe('Every command of the READMEs, from the tarballs', () => {
  const tarballs = inject('tarballs');
  let reference: Reference;
  beforeAll(async () => {
    reference = await startReference();
  });
  afterAll(() => reference.stop());

  const installed = (folder: string, name: string) => join(folder, 'node_modules/@agent-workers', name);

  it('has an expectation', () => {
    const found = ['types', 'client-fetch', 'tools'].flatMap((name) =>
      commandsOf(join(installed(tarballs, name), 'README.md')),
    );
    expect(new Set(found)).toEqual(new Set(Object.keys(commands)));
  });

  it.each(layouts)('does what it says as %s installs it', async (layout) => {
    const folder = installAs(layout, tarballs, ['@agent-workers/types', '@agent-workers/tools', 'zod']);
    // An optional peer, which the README installs for `mcp`: each layout has it beside the package.
    symlinkSync(
      sdk,
      join(folder, ...(layout === 'npm' ? [] : ['.store/tools']), 'node_modules/@modelcontextprotocol'),
    );
    try {
      for (const [command, { package: name, says }] of Object.entries(commands)) {
        const { bin } = JSON.parse(readFileSync(join(installed(folder, name), 'package.json'), 'utf8'));
        const [script] = Object.values<string>(bin);
        const args =
          command
            .split(/npx \S+ /)[1]
            ?.split(' ')
            .map(inThisTest) ?? [];
        expect(await saidBy([join(installed(folder, name), script ?? ''), ...args], folder), command).toMatch(
          says,
        );
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  /** A free port for a port, and the deployment of this test for that of the example. */
  function inThisTest(arg: string): string {
    if (/^\d+$/.test(arg)) return '0';
    return arg.replace('https://api.example', reference.baseUrl.replace(/\/$/, ''));
  }
});

function commandsOf(readme: string): string[] {
  const fences = [...readFileSync(readme, 'utf8').matchAll(/```sh\n([\s\S]*?)```/g)].map(
    ([, code = '']) => code,
  );
  const lines = fences.flatMap((each) => each.split('\n')).filter((line) => line.includes('npx '));
  return lines.map((line) => line.replace(/\s+#.*$/, ''));
}

/** The first that a command says on standard error; what goes on until it is stopped, is stopped then. */
async function saidBy(args: string[], folder: string): Promise<string> {
  const child = spawn(process.execPath, args, {
    cwd: folder,
    env: { ...process.env, NOTIFIER_TOKEN: 'secret' },
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  let said = '';
  for await (const chunk of child.stderr) {
    said += String(chunk);
    if (said.includes('\n')) break;
  }
  child.kill();
  await ended;
  return said;
}

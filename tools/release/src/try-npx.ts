import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { registryEnvironment } from './publish-copy.ts';
import { readyServer } from './ready-server.ts';
import { runCommand } from './run-command.ts';
import type { Shop } from './try-installed.ts';

/** What somebody types who has installed nothing: the CLI, a small run, the server, the template for any shell. */
export async function tryNpx(
  { scratch, registry, version, repository }: Shop,
  tell: (step: string) => void,
): Promise<void> {
  const folder = join(scratch, 'with-npx');
  await mkdir(folder);
  const environment = {
    ...registryEnvironment(scratch, registry),
    npm_config_cache: join(scratch, 'npx-cache'),
  };
  const cli = `@agent-workers/conformance@${version}`;
  const server = `@agent-workers/server@${version}`;
  const npx = (args: readonly string[], exits = [0]) =>
    runCommand('npx', ['-y', ...args], { folder, environment, exits });

  tell('npx @agent-workers/conformance --version, as documents say it: without a version of its own');
  const { stdout } = await npx(['@agent-workers/conformance', '--version']);
  expectText(stdout, version);

  tell('npx @agent-workers/conformance without the server');
  const missing = await npx([cli], [2]);
  expectText(missing.stderr, `npm install @agent-workers/conformance @agent-workers/server`);

  tell('a small run, with the server beside it');
  const small = ['--tags', 'agents', '--seed', '7'];
  const results = join(folder, 'results');
  const run = await npx(['-p', cli, '-p', server, 'agent-conformance', ...small, '--results', results]);
  expectText(run.stdout, 'CONFORMS');
  expectText(await readFile(join(results, 'report.sarif'), 'utf8'), '/rules/agents.get/');

  tell('npx @agent-workers/server, judged by the CLI');
  const ready = await readyServer(['-y', server], { folder, environment });
  try {
    const own = await npx([
      cli,
      '--config',
      ready.config,
      '--tags',
      'agents',
      '--allow-writes',
      '--seed',
      '7',
    ]);
    expectText(own.stdout, 'CONFORMS');
    tell('the template for any shell, without and with a baseline');
    const template = join(repository, 'examples/ci/conformance.sh');
    const judge = (names: NodeJS.ProcessEnv) =>
      runCommand('sh', [template, '--tags', 'agents', '--seed', '7'], {
        folder,
        environment: { ...environment, CONFIG: ready.config, ...names },
      });
    expectText((await judge({ RESULTS: 'first' })).stdout, 'CONFORMS');
    expectText((await judge({ RESULTS: 'second', BASELINE: 'first' })).stdout, 'CONFORMS');
  } finally {
    await ready.stop();
  }
}

function expectText(text: string, wanted: string): void {
  if (!text.includes(wanted)) throw new Error(`Expected "${wanted}" in:\n${text.slice(-2_000)}`);
}

/**
 * Three nightly runs against a staging deployment: clean, with one new fault, and with the fault mended; and what `compare`
 * and `history` say of them. The deployment is one in memory, served on loopback.
 * Command: node --conditions=@agent-workers/source three-nights.ts [folder]
 */
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serveChanging } from '../../apps/conformance/test/helpers/changing-target.ts';
import { runCli } from '../../apps/conformance/test/helpers/run-cli.ts';
import type { Fetch } from '../../apps/conformance/test/mutants/mutant.ts';

const folder = process.argv[2] ?? (await mkdtemp(join(tmpdir(), 'nights-')));
const nights = ['2026-11-22', '2026-11-23', '2026-11-24'].map((name) => join(folder, name));
const [first = '', second = '', third = ''] = nights;

const target = await serveChanging({ withDocument: true });
await night(first, (fetch) => fetch);
await night(second, keepingBundles, '--baseline', first);
await night(third, (fetch) => fetch, '--baseline', second);
await target.close();
await say('compare', first, second);
await say('compare', second, third);
await say('history', folder);

/** DELETE of a bundle is answered as done, and nothing is removed. */
function keepingBundles(fetch: Fetch): Fetch {
  return (request) => {
    const isRemoval = request.method === 'DELETE' && /\/me\/bundles\/[^/]+$/.test(request.url);
    return fetch(isRemoval ? new Request(request.url, { headers: request.headers }) : request);
  };
}

async function night(results: string, breaks: (fetch: Fetch) => Fetch, ...more: string[]): Promise<void> {
  target.answerBy(breaks(target.deployment.fetch));
  const name = results.split('/').at(-1) ?? '';
  const args = ['--config', target.config, '--seed', '7', '--results', results, '--allow-leftovers'];
  const { exitCode, out } = await runCli(['run', ...args, '--target-version', name, ...more]);
  const compared = out.split('Compared with an earlier run:')[1]?.split('\n\n')[0] ?? '';
  const verdict = out.trimEnd().split('\n\n').at(-1) ?? '';
  print(`run ${name}, exit code ${exitCode}`, `${compared}\n${verdict}`);
}

async function say(command: string, ...args: string[]): Promise<void> {
  const { exitCode, out } = await runCli([command, ...args]);
  print(`${command} ${args.map((one) => one.split('/').at(-1)).join(' ')}, exit code ${exitCode}`, out);
}

function print(title: string, text: string): void {
  process.stdout.write(`\n== ${title}\n${text.trim()}\n`);
}

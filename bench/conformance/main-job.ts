/**
 * How long the main job takes: a run against the embedded deployment, with and without its prepared database.
 * Command: pnpm --filter @agent-workers/bench-conformance bench   Budget: under 15 s, the first time as well.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const main = join(import.meta.dirname, '../../apps/conformance/src/main.ts');
const cache = mkdtempSync(join(tmpdir(), 'bench-cache-'));

/** One run of the CLI with its caches in a folder of our own; gives seconds and the sentence of its verdict. */
function runOnce(): { seconds: number; sentence: string } {
  const began = performance.now();
  const { stdout, status } = spawnSync(
    process.execPath,
    ['--conditions=@agent-workers/source', main, '--seed', '1', '--json'],
    { env: { ...process.env, XDG_CACHE_HOME: cache }, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
  );
  if (status !== 0 && status !== 1)
    throw new Error(`The run ended with exit code ${status}; nothing was measured.`);
  const { summary } = JSON.parse(stdout);
  if (status === 1)
    throw new Error(`The embedded deployment broke rules; nothing was measured. ${summary.sentence}`);
  return {
    seconds: (performance.now() - began) / 1000,
    sentence: `${summary.requests} requests. ${summary.sentence}`,
  };
}

for (const name of ['first run on a machine', 'next run', 'next run']) {
  const { seconds, sentence } = runOnce();
  process.stdout.write(`main job, ${name}: ${seconds.toFixed(1)} s; budget 15 s (${sentence})\n`);
}
rmSync(cache, { recursive: true });

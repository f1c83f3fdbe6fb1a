import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { testedPackages } from './tested-packages.ts';

/**
 * Runs the tests of all packages, and the tasks of turbo that are named as arguments, also after one has failed; ends
 * with the closing line over all tests.
 */
// What an earlier run has left must not be counted; turbo brings back what it still knows to be true.
for (const { results } of testedPackages()) rmSync(results, { force: true });
const tasks = ['test', ...process.argv.slice(2)];
// Each package has several processes at work. With all packages at once twenty share two cores: everything takes longer in all,
// and what waits for a process gives up.
const turbo = run('turbo', ['run', ...tasks, '--concurrency=3', '--continue', '--output-logs=errors-only']);
const count = run(process.execPath, ['tools/house-rules/src/count-tests.ts']);
process.exitCode = turbo === 0 ? count : turbo;

function run(command: string, args: readonly string[]): number {
  const { status, error } = spawnSync(command, args, {
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (error) throw new Error(`${command} can't be started. Run this through pnpm.`, { cause: error });
  return status ?? 1;
}

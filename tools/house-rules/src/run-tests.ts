import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { testedPackages } from './tested-packages.ts';

/**
 * Builds, does the tasks of turbo that are named as arguments, and runs the tests of all packages, also after something
 * has failed; ends with the closing line over all tests.
 */
// What an earlier run has left must not be counted; turbo brings back what it still knows to be true.
for (const { results } of testedPackages()) rmSync(results, { force: true });
const longest = '@agent-workers/conformance';
const made = await turbo('build', ...process.argv.slice(2));
const tested = await Promise.all([
  // Half of all the work: begun first, it ends with the others. Turbo has no order of its own for what is ready.
  turbo('test', `--filter=${longest}`),
  // Each package has several processes at work. With all packages at once twenty share two cores: everything takes longer
  // in all, and what waits for a process gives up.
  turbo('test', `--filter=!${longest}`, '--concurrency=2'),
]);
const count = await run(process.execPath, ['tools/house-rules/src/count-tests.ts']);
process.exitCode = [made, ...tested, count].find((status) => status !== 0) ?? 0;

function turbo(...task: readonly string[]): Promise<number> {
  return run('turbo', ['run', ...task, '--continue', '--output-logs=errors-only']);
}

function run(command: string, args: readonly string[]): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: 'inherit', shell: process.platform === 'win32' });
    child.once('error', (cause) =>
      reject(new Error(`${command} can't be started. Run this through pnpm.`, { cause })),
    );
    child.once('close', (status) => resolve(status ?? 1));
  });
}

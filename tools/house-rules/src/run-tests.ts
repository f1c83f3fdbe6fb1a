import { spawnSync } from 'node:child_process';

/** Runs the tests of all packages, also after one has failed, and ends with the closing line over all of them. */
const turbo = run('turbo', [
  'run',
  'test',
  '--continue',
  '--output-logs=errors-only',
  ...process.argv.slice(2),
]);
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

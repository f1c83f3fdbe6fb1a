import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url));

/** Runs the command as `pnpm generate` does. */
export function runCodegen(...args: string[]): { exitCode: number | null; stderr: string; stdout: string } {
  const { status, stderr, stdout } = spawnSync(
    process.execPath,
    ['--conditions=@agent-workers/source', main, ...args],
    { encoding: 'utf8' },
  );
  return { exitCode: status, stderr, stdout };
}

import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { listStaleFiles } from './list-stale-files.ts';

const repository = fileURLToPath(new URL('../../../', import.meta.url));

/** Generates everything again, and complains where that isn't what the commit holds. */
function checkGeneratedFresh(): number {
  const turbo = ['run', 'generate', '--force', '--output-logs=errors-only'];
  const { status } = spawnSync('turbo', turbo, { cwd: repository, stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0) return fail('Generation failed. Run pnpm generate to see why.');
  const stale = listStaleFiles(repository);
  if (stale === '') return 0;
  return fail(
    `The commit holds other files than spec/ and tools/codegen make:\n${stale}Run pnpm generate and commit them.`,
  );
}

function fail(message: string): number {
  process.stderr.write(`${message}\n`);
  return 1;
}

process.exitCode = checkGeneratedFresh();

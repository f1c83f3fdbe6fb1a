import { execFileSync, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const folders = 'packages/*/src/gen';

/** Generates everything anew, and complains where that isn't what the commit holds. */
function checkGeneratedFresh(): number {
  const turbo = fileURLToPath(new URL('../../../node_modules/.bin/turbo', import.meta.url));
  const generate = spawnSync(turbo, ['run', 'generate', '--force', '--output-logs=errors-only'], {
    cwd: root,
    stdio: 'inherit',
  });
  if (generate.status !== 0) return 1;
  const changes = execFileSync('git', ['status', '--porcelain', '--', folders], {
    cwd: root,
    encoding: 'utf8',
  });
  if (changes === '') return 0;
  process.stderr.write(
    `Generated files differ from what spec/ and tools/codegen make now:\n${changes}Run pnpm generate and commit ${folders}.\n`,
  );
  return 1;
}

process.exitCode = checkGeneratedFresh();

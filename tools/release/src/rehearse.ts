import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { overBudget, withFigures } from './install-figures.ts';
import { root } from './published-packages.ts';
import { rehearse } from './rehearsal.ts';
import { runCommand } from './run-command.ts';

/**
 * `pnpm release:rehearse`
 *   --keep    leaves the scratch folder for a look
 *   --timed   the machine does nothing else: the time counts too
 *   --write   writes the figures into bench/install/README.md
 */
async function main(options: readonly string[]): Promise<number> {
  const { stdout } = await runCommand('git', ['status', '--porcelain'], { folder: root });
  const changed = stdout.split('\n').filter((line) => line !== '').length;
  if (changed > 0) say(`The last commit is rehearsed; ${changed} changed files are not in it.`);
  const { version, figures, managers } = await rehearse(tell, options.includes('--keep'));
  const path = join(root, 'bench/install/README.md');
  if (options.includes('--write')) writeFileSync(path, withFigures(readFileSync(path, 'utf8'), figures));
  say(
    `@agent-workers/conformance ${version}: ${figures.megabytes.toFixed(1)} MB installed (${figures.megabytesOnDisk.toFixed(1)} MB on the disk), npx --version in ${figures.seconds.toFixed(1)} s with an empty cache`,
  );
  const troubles = overBudget(figures, options.includes('--timed'));
  for (const trouble of troubles) process.stderr.write(`${trouble}\n`);
  if (troubles.length > 0) return 1;
  say(`installed and used by ${managers.join(', ')}`);
  return 0;
}

function tell(step: string): void {
  say(`  ${new Date().toISOString().slice(11, 19)}  ${step}`);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

process.exitCode = await main(process.argv.slice(2));

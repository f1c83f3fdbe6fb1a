import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { runCommand } from './run-command.ts';

/** What a runner of GitHub has on its PATH, as far as the workflows need it: no pnpm, and nothing of `node_modules`. */
const programs = ['bash', 'cat', 'env', 'git', 'node', 'npm', 'npx', 'rm', 'sh', 'tar', 'uname', 'which'];

/**
 * Does in a clone what `.github/actions/install` does on a runner.
 *
 * @returns the PATH with which the next steps of a job run
 */
export async function installAsRunner(clone: string, scratch: string): Promise<string> {
  const folder = join(scratch, 'runner');
  mkdirSync(folder);
  for (const name of programs) symlinkSync(findProgram(name), join(folder, name));
  const prefix = join(scratch, 'global');
  const path = `${join(prefix, 'bin')}:${folder}`;
  const action = parse(readFileSync(join(clone, '.github/actions/install/action.yml'), 'utf8'));
  const steps: readonly { readonly run?: string }[] = action.runs.steps;
  for (const { run } of steps) {
    if (run === undefined) continue;
    const environment = { PATH: path, CI: 'true', npm_config_prefix: prefix };
    await runCommand('bash', ['-eo', 'pipefail', '-c', run], { folder: clone, environment });
  }
  return path;
}

function findProgram(name: string): string {
  return execFileSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).trim();
}

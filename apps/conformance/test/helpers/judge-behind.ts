import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Report } from '../../src/report/report.ts';
import { plain } from '../kill-matrix/plain-deployment.ts';
import type { Fetch } from '../mutants/mutant.ts';
import { configOf } from '../styles/config-of.ts';
import { createStyledDeployment } from '../styles/deployment.ts';
import { serve } from '../styles/serve.ts';
import { type CommandOutcome, runCli } from './run-cli.ts';

export interface JudgedBehind extends CommandOutcome {
  readonly report: Report;
}

/** Runs against a deployment in memory behind something that is not always well. */
export async function judgeBehind(
  gateway: (fetch: Fetch) => Fetch,
  ...args: readonly string[]
): Promise<JudgedBehind> {
  const { out, ...outcome } = await runBehind(gateway, '--json', ...args);
  if (out === '') throw new Error(outcome.progress);
  return { ...outcome, out, report: JSON.parse(out) };
}

/** The same, with the words of the terminal. */
export async function runBehind(
  gateway: (fetch: Fetch) => Fetch,
  ...args: readonly string[]
): Promise<CommandOutcome> {
  const { fetch, seeds } = createStyledDeployment(plain);
  const target = await serve(gateway(fetch), plain.workers);
  const folder = await mkdtemp(join(tmpdir(), 'behind-'));
  const config = join(folder, 'deployment.json');
  await writeFile(config, JSON.stringify(configOf(plain, seeds, target.url)));
  const asked = ['--config', config, '--scenarios', '0', '--seed', '1', '--shrink-time', '0'];
  const outcome = await runCli(['run', ...asked, ...args]);
  await target.close();
  await rm(folder, { recursive: true });
  return outcome;
}

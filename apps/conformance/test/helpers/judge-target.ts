import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sandboxFixtures } from '@agent-workers/server';
import type { Report } from '../../src/report/report.ts';
import { type CommandOutcome, runCli } from './run-cli.ts';

export { type CommandOutcome, runCli } from './run-cli.ts';

export interface Judged extends CommandOutcome {
  readonly report: Report;
}

/** Judges the Workers API of a deployment that works as the sandbox does, as a user of the CLI would. */
export function judgeTarget(
  origin: string,
  { apiKey, jwt }: { readonly apiKey: string; readonly jwt?: string },
  args: readonly string[] = [],
): Promise<Judged> {
  const config = { agentsUrl: `${origin}/agents`, fixtures: sandboxFixtures };
  const environment = {
    AGENT_WORKERS_API_KEY: apiKey,
    AGENT_WORKERS_BASE_URL: origin,
    AGENT_WORKERS_JWT: jwt,
  };
  return judgeByConfig(config, args, environment);
}

/** Judges a deployment by all that its owner tells of it. */
export async function judgeByConfig(
  config: object,
  args: readonly string[] = [],
  environment: NodeJS.ProcessEnv = {},
): Promise<Judged> {
  const folder = await mkdtemp(join(tmpdir(), 'conformance-config-'));
  const file = join(folder, 'deployment.json');
  await writeFile(file, JSON.stringify(config));
  const options = ['run', '--config', file, '--allow-writes', '--json', ...args];
  const outcome = await runCli(options, environment);
  await rm(folder, { recursive: true });
  if (outcome.out === '') throw new Error(`No report: ${outcome.progress}`);
  return { ...outcome, report: JSON.parse(outcome.out) };
}

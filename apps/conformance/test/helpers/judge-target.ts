import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sandboxFixtures } from '@agent-workers/server';
import { dispatch } from '../../src/cli/dispatch.ts';
import type { Report } from '../../src/report/report.ts';

export interface CommandOutcome {
  readonly exitCode: number;
  readonly out: string;
  readonly progress: string;
}

/** Runs the CLI in this process. */
export async function runCli(
  args: readonly string[],
  environment: NodeJS.ProcessEnv = {},
): Promise<CommandOutcome> {
  let out = '';
  let progress = '';
  const exitCode = await dispatch(args, {
    out: (text) => {
      out += text;
    },
    progress: (text) => {
      progress += text;
    },
    interactive: false,
    colour: false,
    environment,
    signal: new AbortController().signal,
  });
  return { exitCode, out, progress };
}

export interface Judged extends CommandOutcome {
  readonly report: Report;
}

/** Judges a deployment that works as the sandbox does, as a user of the CLI would. */
export async function judgeTarget(
  origin: string,
  { apiKey, jwt }: { readonly apiKey: string; readonly jwt?: string },
  args: readonly string[] = [],
): Promise<Judged> {
  const folder = await mkdtemp(join(tmpdir(), 'conformance-config-'));
  const config = join(folder, 'deployment.json');
  await writeFile(config, JSON.stringify({ agentsUrl: `${origin}/agents`, fixtures: sandboxFixtures }));
  const options = ['run', '--config', config, '--allow-writes', '--json', ...args];
  const outcome = await runCli(options, {
    AGENT_WORKERS_API_KEY: apiKey,
    AGENT_WORKERS_BASE_URL: origin,
    AGENT_WORKERS_JWT: jwt,
  });
  await rm(folder, { recursive: true });
  if (outcome.out === '') throw new Error(`No report: ${outcome.progress}`);
  return { ...outcome, report: JSON.parse(outcome.out) };
}

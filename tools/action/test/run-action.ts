import { readFileSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import { conformance, root, runSteps, type Step, type StepsRun, standIns } from './run-steps.ts';
import { type PastRun, repository, standInGh } from './stand-in-gh.ts';

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default?: string }>>;
  readonly runs: { readonly steps: readonly Step[] };
}

export const action: Action = parse(readFileSync(join(root, 'action.yml'), 'utf8'));

export interface ActionRun extends Omit<StepsRun, 'outputs'> {
  /** What npm was asked to install. */
  readonly installed: string;
  /** Of the step that judges. */
  readonly outputs: Readonly<Record<string, string>>;
}

export interface Called {
  readonly folder: string;
  readonly inputs: Readonly<Record<string, string>>;
  readonly github: {
    readonly event_name: string;
    readonly event: { readonly pull_request?: { readonly number: number } };
  };
  readonly environment: NodeJS.ProcessEnv;
  /** Earlier runs of the workflow, the newest first. */
  readonly runs: readonly PastRun[];
}

/** Runs the action's own steps; npm is a stand-in that leads to the program of this repository. */
export async function runAction({ folder, inputs, github, environment, runs }: Called): Promise<ActionRun> {
  const defaults = Object.entries(action.inputs).map(([name, facts]) => [name, facts.default ?? ''] as const);
  const programs = join(folder, 'programs');
  const wanted = join(folder, 'wanted');
  const installed = join(folder, 'agent-workers/node_modules/.bin');
  await mkdir(installed, { recursive: true });
  const path = await standIns(programs, {
    conformance,
    npm: `[ -z "\${NPM_FAILS-}" ] && cp "${programs}/conformance" "${installed}/agent-conformance" && echo "\${@: -1}" >"${wanted}"`,
    gh: standInGh(folder, runs),
  });
  const run = await runSteps(action.runs.steps, {
    folder,
    contexts: {
      inputs: { ...Object.fromEntries(defaults), ...inputs },
      github: { token: 'token', ...github },
      runner: { temp: folder },
    },
    environment: {
      PATH: path,
      RUNNER_TEMP: folder,
      GITHUB_ACTION_PATH: root,
      GITHUB_REPOSITORY: repository,
      GITHUB_WORKFLOW_REF: `${repository}/.github/workflows/nightly.yml@refs/heads/main`,
      GITHUB_SERVER_URL: 'https://github.com',
      GITHUB_RUN_ID: '12',
      ...environment,
    },
  });
  const asked = await readFile(wanted, 'utf8').catch(() => '');
  return { ...run, outputs: run.outputs.judge ?? {}, installed: asked.trim() };
}

import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';

const root = join(import.meta.dirname, '../../..');

interface Step {
  readonly name?: string;
  readonly id?: string;
  readonly if?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly env?: Readonly<Record<string, string>>;
}

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default?: string }>>;
  readonly runs: { readonly steps: readonly Step[] };
}

export const action: Action = parse(readFileSync(join(root, 'action.yml'), 'utf8'));

export interface ActionRun {
  /** Of the first step that failed; 0 where none did. */
  readonly exitCode: number;
  readonly summary: string;
  /** What npm was asked to install. */
  readonly installed: string;
  readonly outputs: Readonly<Record<string, string>>;
  /** The steps that hand over to other actions, by name; none of them is run. */
  readonly handedOver: readonly string[];
}

export interface Runner {
  readonly folder: string;
  readonly inputs: Readonly<Record<string, string>>;
  readonly github: {
    readonly event_name: string;
    readonly event: { readonly pull_request?: { readonly number: number } };
  };
  readonly environment: NodeJS.ProcessEnv;
}

/** Runs the action's own steps as a runner would: expressions, conditions, outputs, and files for summary and outputs. */
export async function runAction({ folder, inputs, github, environment }: Runner): Promise<ActionRun> {
  const defaults = Object.entries(action.inputs).map(([name, facts]) => [name, facts.default ?? ''] as const);
  const given = { ...Object.fromEntries(defaults), ...inputs };
  const steps: Record<string, { outputs: Record<string, string> }> = {};
  const contexts = () => ({ inputs: given, github: { token: 'token', ...github }, steps });
  const runner = await prepare(folder);
  const handedOver: string[] = [];
  let exitCode = 0;
  for (const step of action.runs.steps) {
    if (exitCode !== 0 || (step.if !== undefined && !isTrue(step.if, contexts()))) continue;
    if (step.run === undefined) {
      handedOver.push(step.name ?? step.uses ?? '');
      continue;
    }
    await writeFile(runner.GITHUB_OUTPUT, '');
    const own = Object.entries(step.env ?? {}).map(
      ([name, value]) => [name, filled(value, contexts())] as const,
    );
    exitCode = await shell(step.run, { ...environment, ...runner, ...Object.fromEntries(own) });
    if (step.id !== undefined)
      steps[step.id] = { outputs: outputsIn(await readFile(runner.GITHUB_OUTPUT, 'utf8')) };
  }
  const summary = await readFile(runner.GITHUB_STEP_SUMMARY, 'utf8');
  const installed = (await readFile(join(folder, 'wanted'), 'utf8')).trim();
  return { exitCode, summary, installed, outputs: steps.judge?.outputs ?? {}, handedOver };
}

/** What a runner has; npm and gh are stand-ins: the first one leads to the program of this repository. */
async function prepare(folder: string) {
  const programs = join(folder, 'programs');
  const installed = join(folder, 'agent-workers/node_modules/.bin/agent-conformance');
  await mkdir(programs, { recursive: true });
  const conformance = join(root, 'apps/conformance/src/main.ts');
  const start = `exec "${process.execPath}" --conditions=@agent-workers/source "${conformance}" "$@"`;
  await writeProgram(join(programs, 'installed'), start);
  await writeProgram(
    join(programs, 'npm'),
    `mkdir -p "$3/node_modules/.bin" && cp "${programs}/installed" "${installed}" && echo "\${@: -1}" >"${join(folder, 'wanted')}"`,
  );
  const download = 'mkdir -p "${@: -1}" && cp -r "$LAST_RUN"/. "${@: -1}"';
  await writeProgram(
    join(programs, 'gh'),
    `[ -n "\${LAST_RUN-}" ] || exit 1; if [ "$2" = list ]; then echo 7; else ${download}; fi`,
  );
  const files = { GITHUB_STEP_SUMMARY: join(folder, 'summary'), GITHUB_OUTPUT: join(folder, 'output') };
  await writeFile(files.GITHUB_STEP_SUMMARY, '');
  return {
    ...files,
    PATH: `${programs}:${process.env.PATH}`,
    RUNNER_TEMP: folder,
    GITHUB_ACTION_PATH: root,
    GITHUB_REPOSITORY: 'somebody/platform',
    GITHUB_WORKFLOW: 'Nightly',
  };
}

export async function writeProgram(path: string, line: string): Promise<void> {
  await writeFile(path, `#!/usr/bin/env bash\n${line}\n`);
  await chmod(path, 0o755);
}

async function shell(script: string, environment: NodeJS.ProcessEnv): Promise<number> {
  const child = spawn('bash', ['-eo', 'pipefail', '-c', script], { env: environment, stdio: 'ignore' });
  return await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve(code ?? 1));
  });
}

function outputsIn(text: string): Record<string, string> {
  const pairs = text.split('\n').filter((line) => line !== '');
  return Object.fromEntries(
    pairs.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );
}

function filled(text: string, contexts: object): string {
  return text.replaceAll(/\$\{\{\s*(.+?)\s*\}\}/g, (_, path: string) =>
    String(valueAt(path, contexts) ?? ''),
  );
}

/** The few forms of conditions that the action has: comparisons of a context's value with a text, joined by &&. */
function isTrue(condition: string, contexts: object): boolean {
  return condition.split('&&').every((part) => {
    const [, path = '', operator, text] = /^\s*(\S+) (==|!=) '(.*)'\s*$/.exec(part) ?? [];
    const isEqual = String(valueAt(path, contexts) ?? '') === text;
    return operator === '==' ? isEqual : !isEqual;
  });
}

function valueAt(path: string, contexts: object): unknown {
  return path.split('.').reduce<unknown>((value, key) => {
    return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
  }, contexts);
}

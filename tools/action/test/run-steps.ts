import { spawn } from 'node:child_process';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Contexts, filled, isDue } from './expressions.ts';

export const root = join(import.meta.dirname, '../../..');

export interface Step {
  readonly name?: string;
  readonly id?: string;
  readonly if?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly env?: Readonly<Record<string, string>>;
}

export interface StepsRun {
  /** Of the first step that failed; 0 where none did. */
  readonly exitCode: number;
  readonly summary: string;
  readonly log: string;
  readonly outputs: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** The steps that hand over to other actions, by name; none of them is run. */
  readonly handedOver: readonly string[];
}

export interface Runner {
  readonly contexts: Contexts;
  /** Where the steps run. */
  readonly folder: string;
  readonly environment: NodeJS.ProcessEnv;
}

/** Runs the steps that are scripts as a runner would: expressions, conditions, outputs, and files for summary and outputs. */
export async function runSteps(
  steps: readonly Step[],
  { contexts, folder, environment }: Runner,
): Promise<StepsRun> {
  const files = {
    GITHUB_STEP_SUMMARY: join(folder, '.summary'),
    GITHUB_OUTPUT: join(folder, '.output'),
  };
  await writeFile(files.GITHUB_STEP_SUMMARY, '');
  const outputs: Record<string, Record<string, string>> = {};
  const handedOver: string[] = [];
  let exitCode = 0;
  let log = '';
  for (const step of steps) {
    const done = Object.fromEntries(Object.entries(outputs).map(([id, own]) => [id, { outputs: own }]));
    const known = { ...contexts, steps: done, hasFailed: exitCode !== 0 };
    if (!isDue(step.if, known)) continue;
    if (step.run === undefined) {
      handedOver.push(step.name ?? step.uses ?? '');
      continue;
    }
    await writeFile(files.GITHUB_OUTPUT, '');
    const own = Object.entries(step.env ?? {}).map(([name, value]) => [name, filled(value, known)] as const);
    const ended = await shell(filled(step.run, known), folder, {
      ...environment,
      ...files,
      ...Object.fromEntries(own),
    });
    log += ended.log;
    exitCode ||= ended.exitCode;
    if (step.id !== undefined) outputs[step.id] = outputsIn(await readFile(files.GITHUB_OUTPUT, 'utf8'));
  }
  const summary = await readFile(files.GITHUB_STEP_SUMMARY, 'utf8');
  return { exitCode, summary, log, outputs, handedOver };
}

/** A folder of programs that stand before those of the machine; the value is the PATH with it. */
export async function standIns(folder: string, programs: Readonly<Record<string, string>>): Promise<string> {
  await mkdir(folder, { recursive: true });
  for (const [name, line] of Object.entries(programs)) await writeProgram(join(folder, name), line);
  return `${folder}:${process.env.PATH}`;
}

export async function writeProgram(path: string, line: string): Promise<void> {
  await writeFile(path, `#!/usr/bin/env bash\n${line}\n`);
  await chmod(path, 0o755);
}

/** The line of a shell that starts the CLI of this repository with the arguments of the shell. */
export const conformance = `exec "${process.execPath}" --conditions=@agent-workers/source "${join(root, 'apps/conformance/src/main.ts')}" "$@"`;

async function shell(
  script: string,
  folder: string,
  environment: NodeJS.ProcessEnv,
): Promise<{ readonly exitCode: number; readonly log: string }> {
  const child = spawn('bash', ['-eo', 'pipefail', '-c', script], {
    cwd: folder,
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let log = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (log += text));
  return await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ exitCode: code ?? 1, log }));
  });
}

function outputsIn(text: string): Record<string, string> {
  const pairs = text.split('\n').filter((line) => line !== '');
  return Object.fromEntries(
    pairs.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );
}

import { spawn } from 'node:child_process';

export interface CommandOptions {
  readonly folder: string;
  /** Added to the environment of this process; undefined takes a variable away. */
  readonly environment?: NodeJS.ProcessEnv;
  /** Exit codes that are expected; default 0 alone. */
  readonly exits?: readonly number[];
}

export interface CommandOutput {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number | null;
  readonly seconds: number;
}

const shownCharacters = 3_000;

/**
 * Runs a command to its end and keeps what it says.
 *
 * @throws Error when it can't be started or ends otherwise than expected, with the end of what it said
 */
export async function runCommand(
  command: string,
  args: readonly string[],
  { folder, environment = {}, exits = [0] }: CommandOptions,
): Promise<CommandOutput> {
  const began = performance.now();
  const child = spawn(command, args, {
    cwd: folder,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk: Buffer) => (said.stdout += chunk.toString('utf8')));
  child.stderr.on('data', (chunk: Buffer) => (said.stderr += chunk.toString('utf8')));
  const { promise, resolve, reject } = Promise.withResolvers<number | null>();
  child.once('error', reject);
  child.once('close', resolve);
  const exitCode = await promise;
  if (exitCode === null || !exits.includes(exitCode)) {
    const end = `${said.stdout}\n${said.stderr}`.trim().slice(-shownCharacters);
    throw new Error(`${[command, ...args].join(' ')} in ${folder} ended with ${exitCode}:\n${end}`);
  }
  return { ...said, exitCode, seconds: (performance.now() - began) / 1000 };
}

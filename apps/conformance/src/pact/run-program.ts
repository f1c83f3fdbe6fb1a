import { spawn } from 'node:child_process';

export interface Ended {
  readonly exitCode: number;
  readonly out: string;
  readonly complaints: string;
}

export interface RunOptions {
  readonly environment: NodeJS.ProcessEnv;
  readonly signal: AbortSignal;
}

/** Runs a program to its end and keeps what it says. */
export function runProgram(
  path: string,
  args: readonly string[],
  { environment, signal }: RunOptions,
): Promise<Ended> {
  const { promise, resolve, reject } = Promise.withResolvers<Ended>();
  const child = spawn(path, args, { env: environment, signal, stdio: ['ignore', 'pipe', 'pipe'] });
  let out = '';
  let complaints = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaints += text;
  });
  child.once('error', (error) =>
    signal.aborted ? resolve({ exitCode: 130, out, complaints }) : reject(error),
  );
  child.once('close', (code) => resolve({ exitCode: code ?? 130, out, complaints }));
  return promise;
}

import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Deployment } from './deployment.ts';
import { TargetError } from './errors.ts';
import { parseConfig } from './read-config.ts';
import { toDeployment } from './to-deployment.ts';

export interface Embedded {
  readonly deployment: Deployment;
  readonly stop: () => Promise<void>;
}

const startTimeoutMs = 60_000;

/**
 * Starts the reference deployment in a child process, on a free loopback port and with a fresh data folder.
 *
 * @throws TargetError when it does not come up
 */
export async function startEmbedded(): Promise<Embedded> {
  const folder = await mkdtemp(join(tmpdir(), 'agent-conformance-'));
  const child = startServer(folder);
  const stop = (): Promise<void> => stopServer(child, folder);
  try {
    const config = parseConfig(await readyLine(child), 'the embedded deployment');
    const deployment = toDeployment({ ...config, profile: 'full' }, 'the embedded reference deployment');
    return { deployment, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The process that serves; it also ends by itself when this one does, since its standard input then closes. */
function startServer(folder: string): ChildProcess {
  const main = fileURLToPath(import.meta.resolve('@agent-workers/server/main'));
  const options = [
    '--sandbox',
    '--ready-json',
    '--exit-with-parent',
    '--port',
    '0',
    '--data-dir',
    join(folder, 'data'),
  ];
  return spawn(process.execPath, [...process.execArgv, main, ...options], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...process.env, DATABASE_URL: undefined },
  });
}

async function readyLine(child: ChildProcess): Promise<unknown> {
  let complaints = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    complaints = `${complaints}${chunk.toString('utf8')}`.slice(-2_000);
  });
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const fail = (why: string): void =>
    reject(new TargetError(`The embedded deployment did not start: ${why}`));
  const timer = setTimeout(() => fail(`not ready after ${startTimeoutMs / 1000} s`), startTimeoutMs);
  child.once('error', (error) => fail(error.message));
  child.once('exit', (code) => fail(`exit code ${code}. ${complaints.trim()}`));
  if (child.stdout)
    createInterface({ input: child.stdout }).once('line', (line) => resolve(JSON.parse(line)));
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
  }
}

async function stopServer(child: ChildProcess, folder: string): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await ended;
  }
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
}

import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import { parseJson } from '../json/parse-json.ts';
import type { Deployment } from './deployment.ts';
import { TargetError } from './errors.ts';
import { missingPackage } from './optional-package.ts';
import { parseConfig } from './read-config.ts';
import { toDeployment } from './to-deployment.ts';

export interface Embedded {
  readonly deployment: Deployment;
  readonly stop: () => Promise<void>;
  /** Where the deployment's states can be arranged, if that was asked for. */
  readonly control?: Control;
}

/** The control surface of the reference deployment, as its README describes it. */
export interface Control {
  readonly url: string;
  readonly token: string;
}

const startTimeoutMs = 60_000;

/**
 * Starts the reference deployment in a child process, on a free loopback port and with a fresh data folder.
 *
 * @throws TargetError when it does not come up
 * @throws UsageError when `@agent-workers/server` is not installed
 */
export async function startEmbedded({ controlled = false } = {}): Promise<Embedded> {
  const main = findServer();
  const folder = await mkdtemp(join(tmpdir(), 'agent-conformance-'));
  const token = controlled ? randomBytes(24).toString('base64url') : undefined;
  const child = startServer(main, folder, token);
  const stop = (): Promise<void> => stopServer(child, folder);
  try {
    const ready = await readyDocuments(child);
    const config = parseConfig(ready.config, 'the embedded deployment');
    const deployment = toDeployment({ ...config, profile: 'full' }, 'the embedded reference deployment');
    if (token === undefined) return { deployment, stop };
    const { url } = detailsSchema.parse(ready.details).control;
    return { deployment: { ...deployment, stateUrl: url }, stop, control: { url, token } };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Those who judge their own deployment need no other one, so it is installed only by those who want it. */
function findServer(): string {
  try {
    return fileURLToPath(import.meta.resolve('@agent-workers/server/main'));
  } catch (cause) {
    throw missingPackage(
      {
        name: '@agent-workers/server',
        what: 'The embedded reference deployment',
        instead: 'or name the deployment to judge: --config FILE',
      },
      cause,
    );
  }
}

/** The process that serves; it also ends by itself when this one does, since its standard input then closes. */
function startServer(main: string, folder: string, controlToken: string | undefined): ChildProcess {
  const options = [
    '--sandbox',
    '--ready-json',
    '--exit-with-parent',
    '--port',
    '0',
    '--data-dir',
    join(folder, 'data'),
    ...(controlToken === undefined ? [] : ['--control-port', '0']),
  ];
  return spawn(process.execPath, [...conditions(), main, ...options], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...process.env, DATABASE_URL: undefined, CONTROL_TOKEN: controlToken },
  });
}

interface Ready {
  /** In the form of a deployment config. */
  readonly config: unknown;
  /** What a config has no place for. */
  readonly details: unknown;
}

const detailsSchema = z.object({ control: z.object({ url: z.url() }) });

/** The two lines of JSON that `--ready-json` prints, as the server's README describes them. */
async function readyDocuments(child: ChildProcess): Promise<Ready> {
  let complaints = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    complaints = `${complaints}${chunk.toString('utf8')}`.slice(-2_000);
  });
  const { promise, resolve, reject } = Promise.withResolvers<Ready>();
  const fail = (why: string): void =>
    reject(new TargetError(`The embedded deployment did not start: ${why}`));
  const timer = setTimeout(() => fail(`not ready after ${startTimeoutMs / 1000} s`), startTimeoutMs);
  child.once('error', (error) => fail(error.message));
  child.once('exit', (code) => fail(`exit code ${code}. ${complaints.trim()}`));
  const documents: unknown[] = [];
  if (child.stdout)
    createInterface({ input: child.stdout }).on('line', (line) => {
      documents.push(parseJson(line));
      const [config, details] = documents;
      if (documents.length === 2) resolve({ config, details });
    });
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

/** What this process was given to find its modules by; anything else, such as a program text, would run again. */
function conditions(): string[] {
  return process.execArgv.filter((argument) => argument.startsWith('--conditions='));
}

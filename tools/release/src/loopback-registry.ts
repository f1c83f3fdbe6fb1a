import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stringify } from 'yaml';

export interface LoopbackRegistry {
  /** With a slash at its end. */
  readonly url: string;
  readonly stop: () => Promise<void>;
}

const startTimeoutMs = 60_000;
const upstream = 'https://registry.npmjs.org/';

/** Whether this machine reaches what all packages but ours come from. */
export function reachesUpstream(): Promise<boolean> {
  return fetch(new URL('-/ping', upstream)).then(
    ({ ok }) => ok,
    () => false,
  );
}

/**
 * Starts verdaccio on a free port of the loopback: our scope is empty and taken from nowhere else, all other packages come
 * from npm and are kept for the next time. Several may run at once.
 */
export async function startRegistry(): Promise<LoopbackRegistry> {
  const kept = fileURLToPath(new URL('../node_modules/.cache/registry/', import.meta.url));
  await mkdir(kept, { recursive: true });
  const folder = await mkdtemp(join(tmpdir(), 'registry-'));
  const storage = join(folder, 'storage');
  await mkdir(storage);
  await symlink(kept, join(storage, 'kept'));
  const config = join(folder, 'config.yaml');
  await writeFile(config, stringify(configFor(storage)));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/`;
  const child = start(config, port);
  const stop = async (): Promise<void> => {
    await end(child);
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await answers(url, child);
    return { url, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function configFor(storage: string): unknown {
  const everybody = { access: '$all', publish: '$all', unpublish: '$all' };
  return {
    storage,
    auth: { htpasswd: { file: './htpasswd' } },
    uplinks: { npm: { url: upstream, timeout: '60s', max_fails: 20, cache: true, maxage: '60m' } },
    packages: { '@agent-workers/*': everybody, '**': { access: '$all', proxy: 'npm', storage: 'kept' } },
    max_body_size: '100mb',
    web: { enable: false },
    server: { keepAliveTimeout: 60 },
    log: { type: 'stdout', format: 'json', level: 'error' },
  };
}

function start(config: string, port: number): ChildProcess {
  const program = fileURLToPath(new URL('../node_modules/verdaccio/bin/verdaccio', import.meta.url));
  const child = spawn(process.execPath, [program, '--config', config, '--listen', `127.0.0.1:${port}`], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  // Not inherited: who waits for the end of our errors would wait for the registry's too, if we are ended before it.
  child.stderr.pipe(process.stderr, { end: false });
  process.once('exit', () => void child.kill());
  return child;
}

async function answers(url: string, child: ChildProcess): Promise<void> {
  const deadline = Date.now() + startTimeoutMs;
  while (Date.now() < deadline && child.exitCode === null) {
    const up = await fetch(`${url}-/ping`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (up) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`The registry did not answer at ${url} (exit code ${child.exitCode ?? 'none'}).`);
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill();
  await ended;
}

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('No port of the loopback is free.');
  return address.port;
}

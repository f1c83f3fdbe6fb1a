import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { freePort } from '@agent-workers/test-deployment/free-port';
import { vi } from 'vitest';
import { makeTemporaryFolder } from './deployment.ts';
import { patience } from './patience.ts';

const hosting = join(import.meta.dirname, '../../hosting');

/** A program in front of servers, set up as the example in hosting/ says. */
export interface FrontServer {
  name: string;
  isInstalled: boolean;
  /** @param upstreams the origins of the servers. */
  start(upstreams: readonly string[]): Promise<RunningProxy>;
}

export interface RunningProxy {
  origin: string;
  /** Sends no more requests to the server of this origin; undefined: to all again. */
  leaveOut(upstream: string | undefined): Promise<void>;
  /** Resolves when it sends nothing more to the server of this origin, whose process is gone. */
  hasNoticed(upstream: string): Promise<void>;
  stop(): Promise<void>;
}

export const proxies: readonly FrontServer[] = [
  { name: 'nginx', isInstalled: succeeds('nginx', '-v'), start: startNginx },
  { name: 'Caddy', isInstalled: succeeds('caddy', 'version'), start: startCaddy },
];

function succeeds(command: string, argument: string): boolean {
  return spawnSync(command, [argument]).status === 0;
}

async function startNginx(upstreams: readonly string[]): Promise<RunningProxy> {
  return await startProxy('nginx.conf', {
    command: (folder) => ['nginx', '-p', folder, '-c', `${folder}/nginx.conf`],
    configure({ folder, port, innerPort, example, down }) {
      const lines = upstreams.map(
        (origin) => `server ${new URL(origin).host} max_fails=0${origin === down ? ' down' : ''};`,
      );
      const site = example
        .replace('server 127.0.0.1:8787 max_fails=0;', lines.join(' '))
        .replace('listen 80;', `listen 127.0.0.1:${port};`)
        .replaceAll('127.0.0.1:8786', `127.0.0.1:${innerPort}`);
      const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
        .map((kind) => `${kind}_temp_path ${folder}/${kind};`)
        .join('\n');
      // Debian's nginx is older than 1.27.4.
      return `daemon off; pid ${folder}/pid; error_log ${folder}/error.log; events {}
        http { access_log off; keepalive_timeout 0; ${temporary}\n${site} }`;
    },
    isTold: true,
    // It goes on to the next server whenever a connection is refused.
    noticed: undefined,
  });
}

async function startCaddy(upstreams: readonly string[]): Promise<RunningProxy> {
  return await startProxy('Caddyfile', {
    command: (folder) => ['caddy', 'run', '--config', `${folder}/Caddyfile`, '--adapter', 'caddyfile'],
    configure({ folder, port, example }) {
      const hosts = upstreams.map((origin) => new URL(origin).host).join(' ');
      const site = example
        .replace('workers.example', `http://127.0.0.1:${port}`)
        .replace('127.0.0.1:8787', hosts);
      return `{\n  admin off\n  storage file_system ${folder}\n}\n${site}`;
    },
    isTold: false,
    // Until then Caddy up to 2.11.1 gives 502 to a write whose connection was refused.
    noticed: (upstream) => new RegExp(`health_checker.*failed.*"host":"${new URL(upstream).host}"`),
  });
}

interface Given {
  folder: string;
  port: number;
  /** For a proxy that passes some requests to itself. */
  innerPort: number;
  example: string;
  down: string | undefined;
}

interface SetUp {
  command(folder: string): readonly string[];
  configure(given: Given): string;
  /** Whether it must be told that a server is about to stop; else it asks the servers itself. */
  isTold: boolean;
  /** What it says on standard error when it has noticed that a server is gone. */
  noticed: ((upstream: string) => RegExp) | undefined;
}

async function startProxy(
  file: string,
  { command, configure, isTold, noticed }: SetUp,
): Promise<RunningProxy> {
  const folder = await makeTemporaryFolder();
  await mkdir(`${folder}/logs`);
  const [port, innerPort] = [await freePort(), await freePort()];
  const example = await readFile(join(hosting, file), 'utf8');
  const write = (down?: string) =>
    writeFile(`${folder}/${file}`, configure({ folder, port, innerPort, example, down }));
  await write();
  const [program = '', ...arguments_] = command(folder);
  const child = spawn(program, arguments_, { stdio: ['ignore', 'ignore', 'pipe'] });
  const heard = listenTo(child.stderr);
  const origin = `http://127.0.0.1:${port}`;
  await vi.waitUntil(
    () =>
      fetch(`${origin}/healthz`).then(
        ({ ok }) => ok,
        () => false,
      ),
    patience,
  );
  return {
    origin,
    async leaveOut(down) {
      if (!isTold) return;
      await write(down);
      child.kill('SIGHUP');
    },
    async hasNoticed(upstream) {
      if (!noticed) return;
      // What it says a first time it is only about to do.
      for (let times = 0; times < 2; times += 1) await heard(noticed(upstream));
    },
    async stop() {
      child.kill();
      await once(child, 'exit');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** @returns what waits for a line that is yet to come. */
function listenTo(stream: Readable): (pattern: RegExp) => Promise<void> {
  const lines = createInterface(stream);
  return (pattern) =>
    new Promise((resolve) => {
      lines.on('line', function hear(line) {
        if (!pattern.test(line)) return;
        lines.off('line', hear);
        resolve();
      });
    });
}

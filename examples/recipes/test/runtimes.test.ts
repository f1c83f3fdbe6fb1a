import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { bunBinary, denoBinary, findRuntime } from '../../client/test/helpers/find-runtime.ts';

const folder = fileURLToPath(new URL('../', import.meta.url));

/** How each serves the default export of a file on a free port. The registry has both binaries for Linux on x64 alone. */
const servers = [
  {
    name: 'Deno',
    command: findRuntime(denoBinary, [
      'serve',
      '--allow-env',
      '--allow-net',
      '--allow-read',
      '--no-lock',
      '--node-modules-dir=manual',
      '--port=0',
    ]),
  },
  { name: 'Bun', command: findRuntime(bunBinary, ['--port=0']) },
];

const reference = inject('reference');

describe('The recipe for a worker', () => {
  for (const { name, command } of servers)
    it.skipIf(!command)(
      `is served by ${name} as it stands, with an address and a JWT of the environment`,
      async () => {
        const address = await serve(command ?? []);
        const response = await fetch(address);
        expect(await response.json()).toContain(reference.fixtures.agentId);
      },
    );
});

/** Where the recipe is served, as its runtime tells. */
async function serve([file = '', ...options]: readonly string[]): Promise<string> {
  const { baseUrl, credentials } = reference;
  const server = spawn(file, [...options, 'src/cloudflare-worker.ts'], {
    cwd: folder,
    env: {
      ...process.env,
      NO_COLOR: '1',
      AGENT_WORKERS_BASE_URL: baseUrl,
      AGENT_WORKERS_JWT: credentials.jwt,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()));
  onTestFinished(async () => {
    server.kill('SIGKILL');
    await ended;
  });
  return new Promise((resolve, reject) => {
    const told: string[] = [];
    for (const output of [server.stdout, server.stderr])
      createInterface({ input: output }).on('line', (line) => {
        told.push(line);
        const [, port] = /http:\/\/[^:\s]+:(\d+)/.exec(line) ?? [];
        if (port) resolve(`http://127.0.0.1:${port}/`);
      });
    server.once('exit', () => reject(new Error(`${file} ended: ${told.join('\n')}`)));
  });
}

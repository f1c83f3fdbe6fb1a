import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { describe, expect, inject, it, onTestFinished, type ProvidedContext } from 'vitest';
import { findRuntime, workerdBinary } from '../../client/test/helpers/find-runtime.ts';

const recipe = fileURLToPath(new URL('../src/cloudflare-worker.ts', import.meta.url));
const workerd = findRuntime(workerdBinary, ['serve', '--control-fd=1', 'config.capnp']);

const reference = inject('reference');

describe('The recipe for a Cloudflare Worker', () => {
  it.skipIf(!workerd)(
    "is served by Cloudflare's runtime without Node's modules, with its bindings",
    async () => {
      const address = await serve(workerd ?? []);
      const response = await fetch(address);
      expect(await response.json()).toContain(reference.fixtures.agentId);
    },
  );
});

/** Where the bundled recipe is served: the runtime tells the port on its control stream. */
async function serve([file = '', ...args]: readonly string[]): Promise<string> {
  const cwd = mkdtempSync(join(tmpdir(), 'workerd-'));
  await build({ entryPoints: [recipe], bundle: true, format: 'esm', outfile: join(cwd, 'worker.js') });
  writeFileSync(join(cwd, 'config.capnp'), configuration(reference));
  const server = spawn(file, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()));
  onTestFinished(async () => {
    server.kill('SIGKILL');
    await ended;
    rmSync(cwd, { recursive: true });
  });
  return new Promise((resolve, reject) => {
    const told: string[] = [];
    createInterface({ input: server.stderr }).on('line', (line) => told.push(line));
    createInterface({ input: server.stdout }).on('line', (line) => {
      const { port }: { port?: number } = JSON.parse(line);
      if (port) resolve(`http://127.0.0.1:${port}/`);
    });
    server.once('exit', () => reject(new Error(`workerd ended: ${told.join('\n')}`)));
  });
}

/** As Cloudflare has it for a worker without compatibility flags, so that `node:` isn't there. */
function configuration({ baseUrl, credentials }: ProvidedContext['reference']): string {
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = .recipe),
    (name = "internet", network = (allow = ["public", "private"]))
  ],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")]
);
const recipe :Workerd.Worker = (
  modules = [(name = "worker", esModule = embed "worker.js")],
  compatibilityDate = "2026-01-01",
  bindings = [
    (name = "BASE_URL", text = ${JSON.stringify(baseUrl)}),
    (name = "JWT", text = ${JSON.stringify(credentials.jwt)})
  ]
);
`;
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';

/** Where the commands of all documents are run: our programs by their names, a deployment, and a folder for each document. */
export interface Place {
  /** What `{name}` stands for. */
  readonly values: Readonly<Record<string, string>>;
  readonly environment: NodeJS.ProcessEnv;
  makeFolder(): string;
  close(): Promise<void>;
}

const packages = ['apps/conformance', 'apps/server', 'packages/tools', 'packages/types'];
const tokens = { CONTROL_TOKEN: 'a-token-for-control', ADMIN_TOKEN: 'a-token-for-admin' };

export async function openPlace(root: string): Promise<Place> {
  const scratch = mkdtempSync(join(tmpdir(), 'commands-'));
  const bin = join(scratch, 'bin');
  mkdirSync(bin);
  installPrograms(root, bin);
  const environment = {
    PATH: [bin, dirname(process.execPath), process.env.PATH].join(delimiter),
    HOME: scratch,
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
    GIT_DIR: join(root, '.git'),
    ...tokens,
  };
  const server = await startSandbox(scratch, environment);
  const flawed = await serveFlawed();
  let folders = 0;
  return {
    values: { ...server.values, flawed: flawed.url, free: `127.0.0.1:${await freePort()}` },
    environment,
    makeFolder() {
      folders += 1;
      const folder = join(scratch, String(folders));
      mkdirSync(folder);
      writeFileSync(join(folder, 'deployment.json'), server.config);
      return folder;
    },
    async close() {
      flawed.close();
      await server.stop();
      rmSync(scratch, { recursive: true });
    },
  };
}

/** The built programs under their names, and an `npx` that finds them by the names of their packages. */
function installPrograms(root: string, bin: string): void {
  const cases = packages.map((path) => {
    const { name, bin: programs } = JSON.parse(readFileSync(join(root, path, 'package.json'), 'utf8'));
    const [[program, file] = ['', '']] = Object.entries<string>(programs);
    write(join(bin, program), `exec node "${join(root, path, file)}" "$@"`);
    return `${name}) exec ${program} "$@";;`;
  });
  const unknown = '*) echo "npx knows no $name" >&2; exit 127;;';
  write(
    join(bin, 'npx'),
    `[ "$1" = -y ] && shift\nname=$1\nshift\ncase $name in\n${[...cases, unknown].join('\n')}\nesac`,
  );
  symlinkSync(process.execPath, join(bin, 'node'));
}

function write(path: string, script: string): void {
  writeFileSync(path, `#!/bin/sh\n${script}\n`);
  chmodSync(path, 0o755);
}

async function startSandbox(folder: string, environment: NodeJS.ProcessEnv) {
  const program = join(folder, 'bin/agent-workers-server');
  const adminPort = await freePort();
  const ports = ['--port', '0', '--control-port', '0', '--admin-port', String(adminPort)];
  const own = ['--data-dir', join(folder, 'data'), '--exit-with-parent'];
  const child = spawn(program, ['--sandbox', '--ready-json', ...ports, ...own], {
    env: environment,
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const { value: config = '' } = await lines.next();
  const { value: more = '' } = await lines.next();
  const { agentsUrl, baseUrl, credentials, fixtures } = JSON.parse(config);
  const { control } = JSON.parse(more);
  const stop = async (): Promise<void> => {
    child.kill();
    await once(child, 'exit');
  };
  const values = {
    agentsUrl,
    baseUrl,
    agentId: fixtures.agentId,
    apiKey: credentials.apiKey,
    jwt: credentials.jwt,
    control: control.url,
    admin: `http://127.0.0.1:${adminPort}`,
  };
  return { config, values, stop };
}

/** A deployment where all lists are empty, but agents are none; by each request for `/turn`, bundles become one or none. */
async function serveFlawed() {
  const flaws = new Set(['/me/agents']);
  const server = createServer(({ url = '/' }, response) => {
    if (url === '/turn' && !flaws.delete('/me/bundles')) flaws.add('/me/bundles');
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(flaws.has(url) ? '{"items":[]}' : '[]');
  });
  const port = await listen(server);
  const close = (): void => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${port}`, close };
}

async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listen(server);
  server.close();
  return port;
}

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return address.port;
}

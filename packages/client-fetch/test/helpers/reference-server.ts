import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** Where the reference deployment is, and what its sandbox has. */
export interface Reference {
  agentsUrl: string;
  baseUrl: string;
  credentials: { apiKey: string; jwt: string };
  fixtures: { agentId: string; message: string; backgroundAgentId: string; backgroundMessage: string };
  stop(): Promise<void>;
}

const main = fileURLToPath(new URL('../../../../apps/server/src/main.ts', import.meta.url));

/** Starts the reference deployment in a process of its own, on a free port and with a fresh folder. */
export async function startReference(): Promise<Reference> {
  const folder = mkdtempSync(join(tmpdir(), 'client-reference-'));
  const options = [
    '--sandbox',
    '--ready-json',
    '--exit-with-parent',
    '--port',
    '0',
    '--data-dir',
    join(folder, 'data'),
  ];
  const server = spawn(process.execPath, ['--conditions=@agent-workers/source', main, ...options], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, DATABASE_URL: '' },
  });
  const ready = new Promise<string>((resolve, reject) => {
    createInterface({ input: server.stdout }).once('line', resolve);
    server.once('exit', (code) =>
      reject(new Error(`The reference deployment ended with exit code ${code}.`)),
    );
  });
  const stop = async () => {
    const ended = new Promise((resolve) => server.once('exit', resolve));
    server.kill('SIGKILL');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  return { ...JSON.parse(await ready), stop };
}

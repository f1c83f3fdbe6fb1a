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
  /** Keeps background jobs from running until they are released. */
  holdJobs(): Promise<void>;
  releaseJobs(): Promise<void>;
  stop(): Promise<void>;
}

const main = fileURLToPath(new URL('../../../../apps/server/src/main.ts', import.meta.url));

const controlToken = 'a-token-of-the-tests';

/** Starts the reference deployment in a process of its own, on a free port and with a fresh folder. */
export async function startReference(): Promise<Reference> {
  const folder = mkdtempSync(join(tmpdir(), 'client-reference-'));
  const options = [
    '--sandbox',
    '--ready-json',
    '--control-port',
    '0',
    '--exit-with-parent',
    '--port',
    '0',
    '--data-dir',
    join(folder, 'data'),
  ];
  const server = spawn(process.execPath, ['--conditions=@agent-workers/source', main, ...options], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, DATABASE_URL: '', CONTROL_TOKEN: controlToken },
  });
  const ready = new Promise<string[]>((resolve, reject) => {
    const lines: string[] = [];
    createInterface({ input: server.stdout }).on('line', (line) => {
      if (lines.push(line) === 2) resolve(lines);
    });
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
  const [deployment = '', more = ''] = await ready;
  const { url } = (JSON.parse(more) as { control: { url: string } }).control;
  const holdJobs = () => actOnJobs(url, 'PUT');
  const releaseJobs = () => actOnJobs(url, 'DELETE');
  return { ...JSON.parse(deployment), holdJobs, releaseJobs, stop };
}

async function actOnJobs(control: string, method: string): Promise<void> {
  const headers = { authorization: `Bearer ${controlToken}` };
  const { status } = await fetch(`${control}/jobs/hold`, { method, headers });
  if (status !== 204) throw new Error(`The jobs were not held or let go: ${status}.`);
}

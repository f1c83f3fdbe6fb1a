import { execFile, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { clients } from './clients.ts';

const condition = '--conditions=@agent-workers/source';
const serverFile = fileURLToPath(new URL('./json-server.ts', import.meta.url));
const clientFile = fileURLToPath(new URL('./overhead-client.ts', import.meta.url));

/** CPU of each client for one request, against raw fetch in the same run: best of interleaved processes. */
export async function measureOverhead(rounds: number): Promise<Record<string, number>> {
  const server = spawn(process.execPath, [serverFile], { stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    const baseUrl = await new Promise<string>((resolve) =>
      createInterface({ input: server.stdout }).once('line', resolve),
    );
    return await bestOf(rounds, baseUrl);
  } finally {
    server.kill();
  }
}

async function bestOf(rounds: number, baseUrl: string): Promise<Record<string, number>> {
  const best: Record<string, number> = {};
  for (let round = 0; round < rounds; round += 1) {
    for (const name of Object.keys(clients)) {
      const { stdout } = await promisify(execFile)(process.execPath, [condition, clientFile, name, baseUrl]);
      best[name] = Math.min(best[name] ?? Number.POSITIVE_INFINITY, Number(stdout));
    }
  }
  return best;
}

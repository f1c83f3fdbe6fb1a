import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Access } from '../../apps/conformance/test/traffic/clients.ts';

const programs = fileURLToPath(new URL('../../examples/client/src/', import.meta.url));

/** Has nothing to send by itself. */
const helpers = ['sandbox.ts', 'test-your-program.ts'];

/** The example programs of our client, one after the other, as processes. */
export async function runExamples({
  agentsUrl,
  baseUrl,
  apiKey,
  jwt,
  agentId,
}: Omit<Access, 'fetch'>): Promise<void> {
  const env = {
    PATH: process.env.PATH ?? '',
    AGENT_WORKERS_AGENTS_URL: agentsUrl,
    AGENT_WORKERS_BASE_URL: baseUrl,
    AGENT_WORKERS_API_KEY: apiKey,
    AGENT_WORKERS_JWT: jwt,
    AGENT_ID: agentId,
  };
  for (const name of (await readdir(programs)).filter((one) => !helpers.includes(one))) {
    const args = ['--conditions=@agent-workers/source', `${programs}${name}`];
    const child = spawn(process.execPath, args, { env, stdio: 'ignore' });
    await once(child, 'exit');
  }
}

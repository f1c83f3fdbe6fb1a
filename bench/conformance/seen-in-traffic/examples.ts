import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { serve } from '../../../apps/conformance/test/styles/serve.ts';
import type { Style } from '../../../apps/conformance/test/styles/style.ts';
import type { Access } from '../../../apps/conformance/test/traffic/clients.ts';

const folder = fileURLToPath(new URL('../../../examples/client/src/', import.meta.url));

/** Has nothing to send by itself. */
const helpers = ['sandbox.ts', 'test-your-program.ts'];

/** Runs the example programs of our client against a deployment in memory, which is put on the wire for them. */
export async function runExamples(
  { fetch, baseUrl, apiKey, jwt, agentId }: Access,
  style: Style,
): Promise<void> {
  // What was captured has one address, however it came.
  const { origin } = new URL(baseUrl);
  const target = await serve(
    (request) => fetch(new Request(atOrigin(origin, request.url), request)),
    style.workers,
  );
  const environment = {
    PATH: process.env.PATH ?? '',
    AGENT_WORKERS_BASE_URL: `${target.url}${style.basePath}`,
    AGENT_WORKERS_AGENTS_URL: `${target.url}${style.workers.path}`,
    AGENT_WORKERS_API_KEY: apiKey,
    AGENT_WORKERS_JWT: jwt,
    AGENT_ID: agentId,
  };
  for (const program of (await readdir(folder)).filter((name) => !helpers.includes(name))) {
    const child = spawn(process.execPath, ['--conditions=@agent-workers/source', `${folder}${program}`], {
      env: environment,
      stdio: 'ignore',
    });
    await once(child, 'exit');
  }
  await target.close();
}

function atOrigin(origin: string, url: string): string {
  const { pathname, search } = new URL(url);
  return `${origin}${pathname}${search}`;
}

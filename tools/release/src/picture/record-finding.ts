import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dispatch } from '../../../../apps/conformance/src/cli/dispatch.ts';

/** What is typed, and what it is about. */
export const command =
  'npx @agent-workers/conformance --config staging.yaml --rules agent-runs.get-unknown-is-404';

/** What the program tells a coloured terminal of a deployment that has a run for every identifier. */
export async function recordFinding(): Promise<string> {
  const server = createServer(({ headers }, response) => {
    const isKnown = headers.authorization === 'Bearer jwt';
    response.writeHead(isKnown ? 200 : 401, { 'content-type': 'application/json' });
    response.end('{"detail":"Run not found."}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The deployment has no port.');
  const folder = await mkdtemp(join(tmpdir(), 'picture-'));
  const baseUrl = `http://127.0.0.1:${address.port}`;
  const config = join(folder, 'staging.yaml');
  await writeFile(config, JSON.stringify({ baseUrl, credentials: { jwt: 'jwt' } }));
  let told = '';
  const tell = (text: string): void => {
    told += text;
  };
  try {
    const args = command
      .split(' ')
      .slice(2)
      .map((word) => (word === 'staging.yaml' ? config : word));
    const terminal = { out: tell, progress: tell, interactive: false, colour: true, environment: {} };
    await dispatch([...args, '--seed', '7'], { ...terminal, signal: new AbortController().signal });
  } finally {
    server.closeAllConnections();
    server.close();
    await rm(folder, { recursive: true });
  }
  return told.replaceAll(baseUrl, 'https://staging.example').replaceAll(config, 'staging.yaml');
}

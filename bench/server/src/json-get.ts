import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { ServerProcess } from '@agent-workers/test-deployment/start-server-process';
import autocannon from 'autocannon';
import { median } from './percentile.ts';
import { withEmbeddedServer, withTwoServers } from './with-servers.ts';

const path = '/me/agents/5a9db0c5-0000-4000-8000-000000000001';
const bare = join(import.meta.dirname, 'bare-server.ts');
const rounds = Number(process.env.ROUNDS ?? 5);
const connections = 50;
const seconds = 2;

/** GET of an agent against a bare hono handler that returns the same bytes. Budget: a ratio of at least 0.6. */
export async function measureJsonGet(): Promise<string[]> {
  return [
    await withEmbeddedServer((server) => compare('embedded database', server)),
    await withTwoServers(([server]) => compare('PostgreSQL, one of two processes', server)),
    await withTwoServers(([server, other]) =>
      whileWriting(other, () => compare('PostgreSQL, 20 writes/s by the other process', server)),
    ),
  ];
}

async function compare(name: string, { ready }: ServerProcess): Promise<string> {
  const authorization = `Bearer ${ready.credentials.jwt}`;
  const response = await fetch(`${ready.baseUrl}${path}`, { headers: { authorization } });
  const peer = spawn(process.execPath, [bare, await response.text()], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [address] = await once(peer.stdout, 'data');
  const load = (origin: string) => requestsPerSecond(`${origin}${path}`, authorization);
  const peerOrigin = String(address).trim();
  await load(peerOrigin);
  await load(ready.baseUrl);
  const pairs: { own: number; peer: number }[] = [];
  for (let round = 0; round < rounds; round += 1)
    pairs.push({ peer: await load(peerOrigin), own: await load(ready.baseUrl) });
  peer.kill();
  const ratio = median(pairs.map(({ own, peer }) => own / peer));
  const own = Math.round(median(pairs.map(({ own }) => own)));
  const bareOne = Math.round(median(pairs.map(({ peer }) => peer)));
  return `${name}: ${own}/s, bare hono ${bareOne}/s, ratio ${ratio.toFixed(2)}; budget 0.60`;
}

async function requestsPerSecond(url: string, authorization: string): Promise<number> {
  const result = await autocannon({ url, connections, duration: seconds, headers: { authorization } });
  const failed = result.non2xx + result.errors;
  if (failed > 0) throw new Error(`${failed} requests to ${url} failed; nothing was measured.`);
  return result.requests.average;
}

async function whileWriting<Result>(
  { ready }: ServerProcess,
  measure: () => Promise<Result>,
): Promise<Result> {
  const headers = { authorization: `Bearer ${ready.credentials.jwt}` };
  const body = JSON.stringify({ name: 'Written meanwhile', chat_prompt: 'Be brief.' });
  const timer = setInterval(() => {
    fetch(`${ready.baseUrl}/me/chats/5a9db0c5-0000-4000-8000-000000000002`, {
      method: 'PATCH',
      headers,
      body,
    }).catch(() => {});
  }, 50);
  return await measure().finally(() => clearInterval(timer));
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { ServerProcess } from '@agent-workers/test-deployment/start-server-process';
import { writeAsOther } from './beside-writes/own-place.ts';
import { whileOthersWrite } from './beside-writes/while-others-write.ts';
import { atLeast, type Figure } from './figure.ts';
import { median } from './percentile.ts';
import { requestsPerSecond } from './requests-per-second.ts';
import { withEmbeddedServer, withTwoServers } from './with-servers.ts';

const path = '/me/agents/5a9db0c5-0000-4000-8000-000000000001';
const bare = join(import.meta.dirname, 'bare-server.ts');
const rounds = Number(process.env.ROUNDS ?? 5);
const crowd = { connections: 50, duration: 2 };

/** GET of an agent against a bare hono handler that returns the same bytes. Budget: a ratio of at least 0.6. */
export async function measureJsonGet(): Promise<Figure[]> {
  return [
    await withEmbeddedServer((server) => compare('embedded database', server)),
    await withTwoServers(([server]) => compare('PostgreSQL, one of two processes', server)),
    await withTwoServers(([server, other]) =>
      whileOthersWrite(
        (index) => writeAsOther(other, index),
        () => compare('PostgreSQL, 20 writes/s by the other process', server),
      ),
    ),
  ];
}

async function compare(name: string, { ready }: ServerProcess): Promise<Figure> {
  const authorization = `Bearer ${ready.credentials.jwt}`;
  const response = await fetch(`${ready.baseUrl}${path}`, { headers: { authorization } });
  const peer = spawn(process.execPath, [bare, await response.text()], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [address] = await once(peer.stdout, 'data');
  const load = (origin: string) =>
    requestsPerSecond({ url: `${origin}${path}`, headers: { authorization }, ...crowd });
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
  const text = `${name}: ${own}/s, bare hono ${bareOne}/s, ratio ${ratio.toFixed(2)}`;
  return { text, budget: atLeast({ value: ratio, limit: 0.6 }) };
}

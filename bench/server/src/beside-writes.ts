import type { ServerProcess } from '@agent-workers/test-deployment/start-server-process';
import { readMessages, startRun } from './conversation.ts';
import { median } from './percentile.ts';
import { requestsPerSecond } from './requests-per-second.ts';
import { whileOthersWrite } from './while-others-write.ts';
import { withEmbeddedServer, withTwoServers } from './with-servers.ts';

const rounds = Number(process.env.ROUNDS ?? 3);
const crowd = { connections: 50, duration: 2 };
const manyRuns = 200;
const agent = '5a9db0c5-0000-4000-8000-000000000001';

/** Reads of one user, alone and beside 20 writes a second of another. Budget: at least half. */
export async function measureBesideWrites(): Promise<string[]> {
  return [
    ...(await withEmbeddedServer((server) => compareAll('embedded database', server, server))),
    ...(await withTwoServers(([server, other]) => compareAll('PostgreSQL, two processes', server, other))),
  ];
}

async function compareAll(place: string, server: ServerProcess, writer: ServerProcess): Promise<string[]> {
  const { apiKey, jwt } = server.ready.credentials;
  const runs: string[] = [];
  for (let count = 0; count < manyRuns; count += 1) runs.push(await readableRun(server));
  const runPaths = runs.map((id) => `/agents/${agent}/${id}`);
  const reads = [
    { name: 'GET of a run', key: apiKey, paths: runPaths.slice(0, 1) },
    { name: `GET of ${manyRuns} runs in turn`, key: apiKey, paths: runPaths },
    { name: 'GET of an agent', key: jwt, paths: [`/me/agents/${agent}`] },
  ];
  const lines: string[] = [];
  for (const { name, key, paths } of reads) {
    const load = () => read(server, key, paths);
    await load();
    const pairs: { idle: number; beside: number }[] = [];
    for (let round = 0; round < rounds; round += 1)
      pairs.push({ idle: await load(), beside: await whileOthersWrite(writer, load) });
    const ratio = median(pairs.map(({ idle, beside }) => beside / idle));
    const [idle, beside] = [pairs.map((pair) => pair.idle), pairs.map((pair) => pair.beside)].map(median);
    lines.push(
      `${place}, ${name}: ${idle?.toFixed(0)}/s alone, ${beside?.toFixed(0)}/s beside 20 writes/s of another, ratio ${ratio.toFixed(2)}; budget 0.50`,
    );
  }
  return lines;
}

async function readableRun(server: ServerProcess): Promise<string> {
  const response = await startRun(server, 'Hello');
  await response.text();
  const runId = response.headers.get('x-service-run-id') ?? '';
  await readMessages(server, runId);
  return runId;
}

async function read({ ready }: ServerProcess, key: string, paths: readonly string[]): Promise<number> {
  let clients = 0;
  return await requestsPerSecond({
    url: ready.baseUrl,
    headers: { authorization: `Bearer ${key}` },
    // Each client begins elsewhere: in step they would all wait for the same answer.
    setupClient(client) {
      const first = Math.floor((clients++ * paths.length) / crowd.connections);
      client.setRequests([...paths.slice(first), ...paths.slice(0, first)].map((path) => ({ path })));
    },
    ...crowd,
  });
}

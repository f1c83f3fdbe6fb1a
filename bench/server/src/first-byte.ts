import type { ServerProcess } from '@agent-workers/test-deployment/start-server-process';
import { startRun } from './conversation.ts';
import { atMost, type Figure } from './figure.ts';
import { percentile } from './percentile.ts';
import { withEmbeddedServer, withTwoServers } from './with-servers.ts';

const concurrent = 50;
const samples = 200;
// Forty words a second each, as a fast model speaks.
const longAnswer = '/stream 1000000 25';

/** Time to the first byte of a run, alone and while 50 others stream. Budget: a p99 of at most 3 times that of one alone. */
export async function measureFirstByte(): Promise<Figure[]> {
  return [
    await withEmbeddedServer((server) => compare('embedded database', server)),
    await withTwoServers(([server]) => compare('PostgreSQL', server)),
  ];
}

async function compare(name: string, server: ServerProcess): Promise<Figure> {
  await sample(server, 100);
  const alone = await sample(server, samples);
  const hangUp = await openStreams(server);
  const among = await sample(server, samples);
  hangUp();
  const [one, many] = [percentile(alone, 0.99), percentile(among, 0.99)];
  const medians = `medians ${percentile(alone, 0.5).toFixed(1)} and ${percentile(among, 0.5).toFixed(1)} ms`;
  const text = `${name}: p99 of one alone ${one.toFixed(1)} ms, among ${concurrent} streaming ${many.toFixed(1)} ms, ratio ${(many / one).toFixed(1)} (${medians})`;
  return { text, budget: atMost({ value: many / one, limit: 3 }) };
}

async function sample(server: ServerProcess, count: number): Promise<number[]> {
  const times: number[] = [];
  for (let one = 0; one < count; one += 1) {
    const began = performance.now();
    const reader = (await startRun(server, 'Hello')).body?.getReader();
    await reader?.read();
    times.push(performance.now() - began);
    while (reader && !(await reader.read()).done);
  }
  return times;
}

/** Opens runs that speak on, and reads all that they say. */
async function openStreams(server: ServerProcess): Promise<() => void> {
  const opening = Array.from({ length: concurrent }, () => startRun(server, longAnswer));
  const readers = (await Promise.all(opening)).map((response) => response.body?.getReader());
  for (const reader of readers) void readOn(reader);
  return () => {
    for (const reader of readers) void reader?.cancel();
  };
}

async function readOn(reader: ReadableStreamDefaultReader<Uint8Array> | undefined): Promise<void> {
  while (reader && !(await reader.read()).done);
}

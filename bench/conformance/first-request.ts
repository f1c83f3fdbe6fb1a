/**
 * How long the conformance CLI takes from its start to its first request, the server being up.
 * Command: pnpm --filter @agent-workers/bench-conformance bench   Budget: under 1 s.
 */
import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

const rounds = 7;
const main = join(import.meta.dirname, '../../apps/conformance/src/main.ts');

/** Starts the CLI against a server of one answer and gives the ms until its first request came. */
async function measure(): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>();
  const server = createServer((_, response) => {
    resolve(performance.now());
    response.writeHead(503).end();
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  const target = [
    '--agents-url',
    `http://127.0.0.1:${port}`,
    '--agent-id',
    'a',
    '--api-key',
    'k',
    '--allow-writes',
  ];
  const began = performance.now();
  const child = spawn(process.execPath, ['--conditions=@agent-workers/source', main, ...target], {
    stdio: 'ignore',
  });
  const exited = new Promise<undefined>((ended) => child.once('exit', () => ended(undefined)));
  const first = await Promise.race([promise, exited]);
  await exited;
  server.close();
  if (first === undefined) throw new Error('The CLI ended without a request; run it by hand to see why.');
  return first - began;
}

const times: number[] = [];
for (let round = 0; round < rounds; round += 1) times.push(await measure());
const sorted = times.toSorted((a, b) => a - b);
const median = sorted[Math.floor(rounds / 2)] ?? 0;
process.stdout.write(
  `CLI start to first request: median ${median.toFixed(0)} ms of ${rounds} (best ${sorted[0]?.toFixed(0)}, worst ${sorted.at(-1)?.toFixed(0)}); budget 1000 ms\n`,
);

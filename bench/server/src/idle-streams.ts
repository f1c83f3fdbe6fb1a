import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { withFolder } from './with-folder.ts';

const streams = 1_000;
const hosts = { own: 'host-server.ts', peer: 'host-streams.ts' };

/** Memory that 1,000 open streams take on which nothing happens. Budget: 15 MB, after a garbage collection. */
export async function measureIdleStreams(): Promise<string[]> {
  const own = await withFolder((folder) => measure(hosts.own, folder));
  const peer = await withFolder((folder) => measure(hosts.peer, folder));
  return [
    `${streams} idle streams: ${own.heap.toFixed(1)} MB of heap and buffers, ${own.resident.toFixed(0)} MB resident; budget 15 MB. Bare hono: ${peer.heap.toFixed(1)} and ${peer.resident.toFixed(0)} MB`,
  ];
}

interface Memory {
  heap: number;
  resident: number;
}

/** What a host says when it listens. */
interface Listening {
  url: string;
  headers: Record<string, string>;
  body: string;
}

async function measure(file: string, folder: string): Promise<Memory> {
  const host = fork(join(import.meta.dirname, file), [folder], {
    execArgv: ['--expose-gc', '--conditions=@agent-workers/source'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const [listening]: [Listening] = (await once(host, 'message')) as [Listening];
  await open(listening, 100);
  const before = await weigh(host);
  await open(listening, streams);
  const after = await weigh(host);
  host.kill('SIGKILL');
  return { heap: after.heap - before.heap, resident: after.resident - before.resident };
}

const held: unknown[] = [];

async function open({ url, headers, body }: Listening, count: number): Promise<void> {
  for (let opened = 0; opened < count; opened += 50) {
    const responses = Array.from({ length: 50 }, () => fetch(url, { method: 'POST', headers, body }));
    for (const response of await Promise.all(responses)) {
      const reader = response.body?.getReader();
      await reader?.read();
      held.push(reader);
    }
  }
}

async function weigh(host: ChildProcess): Promise<Memory> {
  host.send('weigh');
  const [memory]: [Memory] = (await once(host, 'message')) as [Memory];
  return memory;
}

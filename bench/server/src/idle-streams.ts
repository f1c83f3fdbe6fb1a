import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const streams = 1_000;

/**
 * Memory that 1,000 open streams take on which nothing happens, after a garbage collection. Budget: 15 MB. A run whose
 * model is silent has an open stream too, but most of what it takes is the loop of model and tools.
 */
export async function measureIdleStreams(): Promise<string[]> {
  const peer = describe(await measure('host-streams.ts'));
  return [
    `${streams} followers of a run: ${describe(await measure('host-server.ts', 'followers'))}; budget 15 MB. Bare hono: ${peer}`,
    `${streams} runs with a silent model: ${describe(await measure('host-server.ts', 'runs'))}; no budget`,
  ];
}

function describe({ heap, resident }: Memory): string {
  return `${heap.toFixed(1)} MB of heap and buffers, ${resident.toFixed(0)} MB resident`;
}

interface Memory {
  heap: number;
  resident: number;
}

/** What a host says when it listens. */
interface Listening {
  url: string;
  method: string;
  headers: Record<string, string>;
  body?: string;
}

async function measure(file: string, kind = ''): Promise<Memory> {
  const host = fork(join(import.meta.dirname, file), [kind], {
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

async function open({ url, ...init }: Listening, count: number): Promise<void> {
  for (let opened = 0; opened < count; opened += 50) {
    const responses = Array.from({ length: 50 }, () => fetch(url, init));
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

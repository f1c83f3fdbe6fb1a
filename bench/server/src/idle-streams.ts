import { atMost, type Figure } from './figure.ts';
import { type Listening, type Memory, startHost, weigh } from './weigh-host.ts';

const streams = 1_000;

/**
 * Memory that 1,000 open streams take on which nothing happens, after a garbage collection. Budget: 15 MB. A run whose
 * model is silent has an open stream too, but most of what it takes is the loop of model and tools.
 */
export async function measureIdleStreams(): Promise<Figure[]> {
  const peer = describe(await measure('host-streams.ts'));
  const followers = await measure('host-server.ts', 'followers');
  const runs = await measure('host-server.ts', 'runs');
  return [
    {
      text: `${streams} followers of a run: ${describe(followers)} (bare hono: ${peer})`,
      budget: atMost({ value: followers.heap, limit: 15, unit: ' MB of heap and buffers' }),
    },
    { text: `${streams} runs with a silent model: ${describe(runs)}` },
  ];
}

function describe({ heap, resident }: Memory): string {
  return `${heap.toFixed(1)} MB of heap and buffers, ${resident.toFixed(0)} MB resident`;
}

async function measure(file: string, kind?: string): Promise<Memory> {
  const { host, listening } = await startHost(file, kind);
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

import type { ServerProcess } from '@agent-workers/test-deployment/start-server-process';
import type { Options } from 'autocannon';
import { atLeast, type Figure } from './figure.ts';
import { processorSeconds } from './processor-seconds.ts';
import { requestsPerSecond } from './requests-per-second.ts';
import { withEmbeddedServer } from './with-servers.ts';

const connections = 50;
const warmUps = 300;
const agent = '5a9db0c5-0000-4000-8000-000000000001';

/** What the embedded database takes of writes, and the processor time of each. Budget: three times what it was at first. */
export async function measureWrites(): Promise<Figure[]> {
  return await withEmbeddedServer(async (server) => {
    const { apiKey, jwt } = server.ready.credentials;
    const writes = [
      {
        name: 'POST of a run',
        path: `/agents/${agent}`,
        key: apiKey,
        body: { message: 'Hello' },
        budget: 240,
      },
      {
        name: 'POST of a tool run',
        path: '/me/tools/run/lookup',
        key: jwt,
        body: { topic: 'tides' },
        budget: 840,
      },
      {
        name: 'POST of an agent',
        path: '/me/agents',
        key: jwt,
        body: { name: 'One of many', chat_prompt: 'Be brief.' },
        budget: 1_077,
      },
    ];
    const figures: Figure[] = [];
    for (const write of writes) figures.push(await measure(server, write));
    return figures;
  });
}

interface Write {
  name: string;
  path: string;
  key: string;
  body: object;
  budget: number;
}

async function measure(
  { child, ready }: ServerProcess,
  { name, path, key, body, budget }: Write,
): Promise<Figure> {
  const load: Options = {
    url: `${ready.baseUrl}${path}`,
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    connections,
  };
  // The first run also loads the model's libraries.
  await requestsPerSecond({ ...load, amount: warmUps });
  const amount = Number(process.env.AMOUNT ?? 2_000);
  const before = processorSeconds(child.pid);
  const rate = await requestsPerSecond({ ...load, amount });
  const milliseconds = (1_000 * (processorSeconds(child.pid) - before)) / amount;
  const text = `${name}: ${rate.toFixed(0)}/s, ${milliseconds.toFixed(2)} ms of a processor each`;
  return { text, budget: atLeast({ value: rate, limit: budget, unit: '/s' }) };
}

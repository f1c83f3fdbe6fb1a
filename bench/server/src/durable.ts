import { startServerProcess } from '@agent-workers/test-deployment/start-server-process';
import type { Options } from 'autocannon';
import type { Figure } from './figure.ts';
import { requestsPerSecond } from './requests-per-second.ts';
import { withFolder } from './with-folder.ts';

const crowd = { connections: 10, duration: 5 };
const agent = '5a9db0c5-0000-4000-8000-000000000001';

/** What writing through to the disk costs. No budget: it's for who chooses. */
export async function measureDurable(): Promise<Figure[]> {
  const [fast, durable] = [await measure([]), await measure(['--durable'])];
  return fast.map(({ name, rate }, index) => {
    const slow = durable[index]?.rate ?? 0;
    return {
      text: `${name}: ${rate.toFixed(0)}/s, with --durable ${slow.toFixed(0)}/s, ratio ${(slow / rate).toFixed(2)}`,
    };
  });
}

async function measure(options: readonly string[]): Promise<{ name: string; rate: number }[]> {
  return await withFolder(async (folder) => {
    const server = await startServerProcess(['--data-dir', folder, ...options]);
    const { baseUrl, credentials } = server.ready;
    const post = async (path: string, key: string, body: object) => {
      const load: Options = {
        url: `${baseUrl}${path}`,
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
        ...crowd,
      };
      // The first run also loads the model's libraries.
      await requestsPerSecond({ ...load, amount: crowd.connections });
      return await requestsPerSecond(load);
    };
    try {
      const newAgent = { name: 'One of many', chat_prompt: 'Be brief.' };
      return [
        {
          name: 'POST of a run',
          rate: await post(`/agents/${agent}`, credentials.apiKey, { message: 'Hello' }),
        },
        { name: 'POST of an agent', rate: await post('/me/agents', credentials.jwt, newAgent) },
      ];
    } finally {
      await server.crash();
    }
  });
}

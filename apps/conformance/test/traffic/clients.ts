import type { Fetch } from './capturing.ts';

/** Where a client finds the platform, and who it is there. */
export interface Access {
  readonly fetch: Fetch;
  readonly agentsUrl: string;
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly jwt: string;
  readonly agentId: string;
}

const words = ['Hello there', 'What is the tide in  Hull today?', 'Thanks', 'Hello there'];

/** A client that talks to a worker in both forms and reads back what was said, and waits for no job. */
export async function talk({ fetch, agentsUrl, apiKey, agentId }: Access): Promise<void> {
  const ask = (method: string, path: string, message?: string): Promise<Response> =>
    fetch(
      new Request(`${agentsUrl}${path}`, {
        method,
        headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
        ...(message === undefined ? {} : { body: JSON.stringify({ message }) }),
      }),
    );
  for (const form of ['', '/ndjson', '']) {
    const started = await ask('POST', `${form}/${agentId}`, words[0]);
    await started.text();
    const run = started.headers.get('x-service-run-id') ?? '';
    for (const message of words.slice(1)) {
      await (await ask('PUT', `${form}/${agentId}/${run}`, message)).text();
      await (await ask('GET', `/${agentId}/${run}`)).text();
    }
  }
}

/** What a page of the platform asks for when it opens. */
const pages = [
  '/me/',
  '/me/agents',
  '/me/chats',
  '/me/api-keys',
  '/me/api-keys/default',
  '/me/bundles',
  '/me/credits',
  '/me/schedules',
  '/me/tools',
  '/me/tools/list',
  '/me/tools/search?q=tide&limit=5',
  '/me/tools/search?q=tide&limit=many',
  '/me/toolsets/list',
  '/me/agent-runs?limit=10',
  '/me/executions?limit=10',
  '/me/subscriptions',
  '/me/user-tools',
  '/me/vip',
  '/me/monetization/summary',
];

/** A client that looks round, follows identifiers, makes and removes records, and makes mistakes. */
export async function browse({ fetch, baseUrl, jwt, agentId }: Access): Promise<void> {
  const ask = async (method: string, path: string, body?: object): Promise<string> => {
    const response = await fetch(
      new Request(`${baseUrl}${path}`, {
        method,
        headers: { authorization: `Bearer ${jwt}`, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    );
    return response.text();
  };
  for (const page of pages) await ask('GET', page);
  await ask('GET', `/me/agents/${agentId}`);
  await ask('GET', '/me/agents/00000000-0000-4000-8000-000000000000');
  await ask('GET', '/me/agents/not-an-id');
  for (const family of ['/me/chats', '/me/bundles', '/me/agent-studio-chats', '/me/agents']) {
    const made = await ask('POST', family, {
      title: 'Tides',
      name: 'Tides',
      prompt: 'Tell of tides',
      visibility: 'private',
    });
    const [id] = /[0-9a-f]{8}-[0-9a-f-]{27}/.exec(made) ?? [];
    if (id === undefined) continue;
    await ask('GET', `${family}/${id}`);
    await ask('DELETE', `${family}/${id}`);
    await ask('GET', `${family}/${id}`);
  }
  await fetch(new Request(`${baseUrl}/me/agents`));
  await fetch(new Request(`${baseUrl}/me/vibe/services`));
}

// Sends through a proxy on Node. Bun takes `proxy` in the same place, Deno `client: Deno.createHttpClient({ proxy })`.
import { createUserClient, type UserClient } from '@agent-workers/client-fetch';
import { fetch, ProxyAgent } from 'undici';

export function createProxiedClient(proxy: string): UserClient {
  const dispatcher = new ProxyAgent(proxy);
  return createUserClient({
    fetch: async (url, { headers, ...init }) => {
      const response = await fetch(url, { ...init, headers: [...headers], dispatcher });
      // The answer of undici's own fetch is another class than the global one, with the same members.
      return new Response(response.body as ReadableStream | null, {
        status: response.status,
        headers: [...response.headers],
      });
    },
  });
}

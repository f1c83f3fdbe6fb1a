import { StatusError } from '../spec/description-error.ts';
import type { FetchText } from '../spec/read-description.ts';
import type { Deployment } from './deployment.ts';

/** Gets a document in the way in which the deployment is reached: a proxy, an authority and headers hold for it too. */
export function documentFetcher({
  connection,
  agentsUrl,
  baseUrl,
}: Pick<Deployment, 'connection' | 'agentsUrl' | 'baseUrl'>): FetchText | undefined {
  if (connection === undefined) return undefined;
  return async (url, signal) => {
    // Most have no document to get, and what gets it is large.
    const { fetch } = await import('undici');
    const { headersFor, openConnection } = await import('./open-connection.ts');
    const dispatcher = openConnection(connection);
    try {
      const headers = headersFor(url, connection, [agentsUrl, baseUrl]);
      const response = await fetch(url, { dispatcher, headers, signal });
      if (!response.ok) throw new StatusError(response.status);
      return await response.text();
    } finally {
      await dispatcher.destroy();
    }
  };
}

import type { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { getCACertificates } from 'node:tls';
import type { Connection } from '../deployment/connection.ts';
import { UsageError } from '../deployment/errors.ts';
import { Agent } from './node-http.ts';

/** What keeps the connections to a deployment open. */
export interface Agents {
  readonly http: HttpAgent;
  readonly https: HttpsAgent;
}

/**
 * Connections by which all requests to a deployment go: through its proxy, by its authorities.
 *
 * @throws UsageError where a proxy is named that this Node can't be told of
 */
export function openAgents(connection: Connection | undefined): Agents {
  const { ca, cert, key, proxies = {} } = connection ?? {};
  const { http, https, except } = proxies;
  const hasProxy = http !== undefined || https !== undefined;
  if (hasProxy && !takesProxies())
    throw new UsageError('A proxy on the way to the deployment needs Node 22.21, 24.5 or newer.');
  const usual = {
    keepAlive: true,
    ...(hasProxy && { proxyEnv: { HTTP_PROXY: http, HTTPS_PROXY: https, NO_PROXY: except } }),
  };
  const tls = {
    ...(ca === undefined ? {} : { ca: [...getCACertificates('default'), ca] }),
    ...(cert === undefined ? {} : { cert, key }),
  };
  return { http: new Agent(usual), https: new HttpsAgent({ ...usual, ...tls }) };
}

/** The headers of the connection; a client's own of the same name gives way. */
export function headersOf(connection: Connection | undefined): readonly (readonly [string, string])[] {
  return Object.entries(connection?.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]);
}

/** Older ones would go past it without a word. */
function takesProxies(): boolean {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  return major > 24 || (major === 24 && minor >= 5) || (major === 22 && minor >= 21);
}

import { getCACertificates } from 'node:tls';
import { Agent, type Dispatcher, EnvHttpProxyAgent } from 'undici';
import type { Connection } from './connection.ts';

/** Connections by which all requests to a deployment go: through its proxy, by its authorities. */
export function openConnection(
  { ca, cert, key, proxies }: Omit<Connection, 'headers'>,
  pool: Agent.Options = {},
): Dispatcher {
  const tls = {
    ...(ca === undefined ? {} : { ca: [...getCACertificates('default'), ca] }),
    ...(cert === undefined ? {} : { cert, key }),
  };
  const { http, https, except } = proxies;
  if (http === undefined && https === undefined) return new Agent({ ...pool, connect: tls });
  return new EnvHttpProxyAgent({
    ...pool,
    connect: tls,
    requestTls: tls,
    proxyTls: ca === undefined ? {} : { ca: tls.ca },
    // An empty text keeps it from the environment, which is read elsewhere.
    httpProxy: http ?? '',
    httpsProxy: https ?? '',
    noProxy: except ?? '',
  });
}

/** The headers of the connection for one URL: those of the deployment's origins alone. */
export function headersFor(
  url: string,
  { headers }: Connection,
  bases: readonly (string | undefined)[],
): Readonly<Record<string, string>> {
  const origins = bases.flatMap((base) => (base === undefined ? [] : [new URL(base).origin]));
  return origins.includes(new URL(url).origin) ? headers : {};
}

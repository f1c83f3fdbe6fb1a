import ky, { type Options } from 'ky';
import type { QueryValue, Transport, TransportRequest } from './transport.ts';

/** A secret, or what fetches it for each request. */
export type Credential = string | (() => string | Promise<string>);

export interface KyTransportOptions {
  /** Base address of the Workers API. */
  agentsUrl?: string | URL;
  /** Base address of the User API; its paths begin with /me. */
  baseUrl?: string | URL;
  /** Bearer credential of the Workers API. */
  apiKey?: Credential;
  /** Bearer credential of the User API. */
  jwt?: Credential;
  /** Sent with every request. */
  headers?: Readonly<Record<string, string>>;
  /** Used in place of the global fetch. */
  fetch?: typeof globalThis.fetch;
}

/**
 * A transport on ky. It never retries, times out or follows a redirect by itself: a run costs credits, a stream may
 * take its time, and a redirect could carry the credential elsewhere.
 */
export function kyTransport({
  agentsUrl,
  baseUrl,
  apiKey,
  jwt,
  headers = {},
  fetch,
}: KyTransportOptions): Transport {
  const client = ky.create({
    retry: 0,
    timeout: false,
    throwHttpErrors: false,
    redirect: 'manual',
    ...(fetch && { fetch }),
  });
  const targets = {
    workers: { prefix: agentsUrl, option: 'agentsUrl', credential: apiKey },
    user: { prefix: baseUrl, option: 'baseUrl', credential: jwt },
  };
  return async (request) => {
    const { prefix, option, credential } = targets[request.api];
    if (prefix === undefined)
      throw new TypeError(`${request.operation} needs ${option}. Give it to kyTransport.`);
    const secret = typeof credential === 'function' ? await credential() : credential;
    return client(request.path, {
      ...requestOptions(request),
      prefix,
      headers: allHeaders(request, headers, secret),
    });
  };
}

function requestOptions({ method, query, body, signal }: TransportRequest): Options {
  return {
    method,
    ...(query && { searchParams: searchParameters(query) }),
    ...(body !== undefined && { json: body }),
    ...(signal && { signal }),
  };
}

/** The caller's own win, whatever their case. */
function allHeaders(
  request: TransportRequest,
  defaults: Readonly<Record<string, string>>,
  secret?: string,
): Headers {
  const headers = new Headers(defaults);
  if (secret !== undefined) headers.set('authorization', `Bearer ${secret}`);
  for (const [name, value] of request.headers) headers.set(name, value);
  return headers;
}

function searchParameters(query: Readonly<Record<string, QueryValue>>): URLSearchParams {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
  return new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
}

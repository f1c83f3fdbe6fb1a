import { ConfigurationError } from '../errors/configuration-error.ts';
import { connected } from '../errors/connection-error.ts';
import type { Bytes } from './bytes.ts';
import type { Deployment } from './deployment.ts';
import { setHeader } from './set-header.ts';
import type { Transport, TransportRequest } from './transport.ts';

/** What a fetch is called with: a part of the `RequestInit` of every runtime, and of undici's. */
export interface FetchInit {
  method: string;
  headers: Headers;
  body?: string | Bytes;
  signal?: AbortSignal;
  /** Redirects could carry the credential elsewhere. */
  redirect: 'manual';
}

export interface FetchTransportOptions extends Deployment {
  /** Used in place of the global fetch: a proxy's, for example. */
  fetch?: ((url: string, init: FetchInit) => Promise<Response>) | undefined;
}

/** A transport of its own holds schemas. One that is asked for is looked for here, and missed like an address. */
interface NoOption {
  withSchemas?: never;
}

/**
 * The plain transport: one fetch per call, with nothing around it. `withTimeouts`, `withMiddleware` and `withTracing`
 * add to it; `clientTransport` has all of them, and retries. Redirects are not followed.
 *
 * Its calls throw {ConfigurationError} where the address, or the credential of an operation that takes one, is missing,
 * and {ConnectionError} without an answer. A transport of your own throws what it throws.
 */
export function fetchTransport(options: FetchTransportOptions & NoOption): Transport {
  return async (request) => {
    const take = async (option: keyof Deployment | keyof NoOption, mayLack?: boolean) => {
      const given = options[option];
      const value = typeof given === 'function' ? await given() : given;
      if (value || mayLack || value === false) return value;
      throw new ConfigurationError(`needs ${option}`, { operation: request.operation, option });
    };
    const base = await take(
      request.schema ? 'withSchemas' : request.api === 'user' ? 'baseUrl' : 'agentsUrl',
    );
    if (!request.headers.has('authorization')) {
      const secret = await take(request.api === 'user' ? 'jwt' : 'apiKey', request.open);
      if (secret) setHeader(request, 'authorization', `Bearer ${secret}`);
    }
    return fetchFrom(base, request, options);
  };
}

/** One fetch of a request, at this base address. */
export function fetchFrom(
  base: unknown,
  request: TransportRequest,
  options: FetchTransportOptions,
): Promise<Response> {
  const { method, headers, signal, body } = request;
  return connected(
    request,
    (options.fetch ?? fetch)(
      `${base}`.replace(/\/+$/, '') + request.path + (request.search?.(request.query) ?? ''),
      {
        method,
        headers,
        signal,
        redirect: 'manual',
        body: request.bytes ?? JSON.stringify(body),
      } as FetchInit,
    ),
  );
}

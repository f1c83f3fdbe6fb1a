import { connected } from '../errors/connection-error.ts';
import type { Bytes } from './bytes.ts';
import { type Deployment, urlOf } from './deployment.ts';
import { setHeader } from './set-header.ts';
import type { Transport } from './transport.ts';

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

/**
 * The plain transport: one fetch per call, with nothing around it. `withTimeouts`, `withMiddleware` and `withTracing`
 * add to it; `clientTransport` has all of them, and retries. Redirects are not followed.
 *
 * Its calls throw {ConnectionError} without an answer. A transport of your own throws what it throws.
 */
export function fetchTransport(options: FetchTransportOptions): Transport {
  return async (request) => {
    const { method, headers, signal } = request;
    if (!headers.has('authorization')) {
      const credential = request.api === 'user' ? options.jwt : options.apiKey;
      const secret = typeof credential === 'function' ? await credential() : credential;
      if (secret) setHeader(request, 'authorization', `Bearer ${secret}`);
    }
    return connected(
      request,
      (options.fetch ?? fetch)(urlOf(request, options), {
        method,
        headers,
        signal,
        redirect: 'manual',
        body: request.bytes ?? JSON.stringify(request.body),
      } as FetchInit),
    );
  };
}

import { connected } from '../errors/connection-error.ts';
import { type Deployment, urlOf } from './deployment.ts';
import type { Transport } from './transport.ts';

export interface FetchTransportOptions extends Deployment {
  /** Used in place of the global fetch. */
  fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined;
}

/**
 * The plain transport: one fetch per call, with nothing around it. `withTimeouts`, `withMiddleware` and `withTracing`
 * add to it; `kyTransport` has all of them, and retries. Redirects are not followed: they could carry the credential
 * elsewhere.
 *
 * Its calls throw {ConnectionError} without an answer. A transport of your own throws what it throws.
 */
export function fetchTransport(options: FetchTransportOptions): Transport {
  return async (request) => {
    const { api, headers, body, bytes } = request;
    const credential = api === 'user' ? options.jwt : options.apiKey;
    const secret = typeof credential === 'function' ? await credential() : credential;
    if (secret && !headers.has('authorization')) headers.set('authorization', `Bearer ${secret}`);
    // A fetch passes over the fields that it doesn't know; one that is given may read them.
    const init = { ...request, body: bytes ?? JSON.stringify(body), redirect: 'manual' as const };
    return connected(request, (options.fetch ?? fetch)(urlOf(request, options), init));
  };
}

import { search } from './search.ts';
import type { Transport, TransportRequest } from './transport.ts';

/**
 * Stands between a call and its transport, once per attempt: it may change the request, look at the answer, or give
 * one of its own. `request.operation` is the operation's id, `request.attempt` counts from 1.
 */
export type Middleware = (request: TransportRequest, next: Transport) => Promise<Response>;

/** A transport with middleware around it; the first is the outermost. */
export function withMiddleware(transport: Transport, ...middleware: readonly Middleware[]): Transport {
  // A query that middleware gives to an operation without one is sent too.
  const send: Transport = (request) => transport({ search, ...request });
  return middleware.reduceRight<Transport>((next, each) => (request) => each(request, next), send);
}

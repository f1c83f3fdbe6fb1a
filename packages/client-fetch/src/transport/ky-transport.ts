import { type FetchTransportOptions, fetchTransport } from './fetch-transport.ts';
import { type Middleware, withMiddleware } from './middleware.ts';
import type { Transport } from './transport.ts';
import { type RetryOptions, withRetries } from './with-retries.ts';
import { type Timeouts, withTimeouts } from './with-timeouts.ts';
import { type Tracer, withTracing } from './with-tracing.ts';

export interface KyTransportOptions extends FetchTransportOptions {
  /**
   * Of GET, and of a POST to which the caller gave an `idempotency-key` header; never of anything else, and never once
   * a stream has begun. Whether a deployment honours such a key is not shown by the interface.
   */
  retry?: RetryOptions | undefined;
  /** An attempt takes 60,000 ms at most unless given; the other clocks run where they are given. */
  timeouts?: Timeouts | undefined;
  /** Around each attempt; the first is the outermost. */
  middleware?: readonly Middleware[] | undefined;
  /** Around each call. */
  tracer?: Tracer | undefined;
}

/**
 * The comfortable transport, on ky: retries of what is safe to repeat, with jitter and a capped Retry-After, clocks,
 * middleware and tracing.
 */
export function kyTransport(options: KyTransportOptions): Transport {
  const { timeouts: { attempt = 60_000, ...calls } = {}, middleware = [], tracer } = options;
  const attempts = withTimeouts(withMiddleware(fetchTransport(options), ...middleware), { attempt });
  const retried = withRetries(attempts, options);
  const timed = Object.keys(calls).length > 0 ? withTimeouts(retried, calls) : retried;
  return tracer ? withTracing(timed, tracer) : timed;
}

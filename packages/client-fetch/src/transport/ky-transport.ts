import ky, { HTTPError, type Options } from 'ky';
import { CallTimeoutError } from '../errors/call-timeout-error.ts';
import { ConnectionError } from '../errors/connection-error.ts';
import { urlOf } from './deployment.ts';
import { type FetchTransportOptions, fetchTransport } from './fetch-transport.ts';
import { type Middleware, withMiddleware } from './middleware.ts';
import type { Transport, TransportRequest } from './transport.ts';
import { type Timeouts, withTimeouts } from './with-timeouts.ts';
import { type Tracer, withTracing } from './with-tracing.ts';

/** When and how often a call is tried again. */
export interface RetryOptions {
  /** Tries after the first: 2 unless given, and 0 for none. */
  limit?: number;
  /** Longest wait in milliseconds, whatever Retry-After says: 20,000 unless given. */
  maxDelay?: number;
  /** Wait in milliseconds before a retry (counted from 1) without Retry-After; half to all of it is kept at random. */
  delay?: (retry: number) => number;
}

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

const retriedStatuses = [408, 429, 500, 502, 503, 504];

function withRetries(attempts: Transport, { retry = {}, ...deployment }: KyTransportOptions): Transport {
  const { limit = 2, maxDelay = 20_000, delay = (each) => 500 * 2 ** (each - 1) } = retry;
  const waits = { delay, jitter: halfToAll, backoffLimit: maxDelay, maxRetryAfter: maxDelay };
  const retries = { limit, ...waits, statusCodes: retriedStatuses, shouldRetry };
  const safe: Options = { retry: { ...retries, methods: ['get', 'post'] }, throwHttpErrors: isRetried };
  const unsafe: Options = { retry: 0, throwHttpErrors: false };
  return async (request) => {
    let tries = 0;
    let failed: Response | undefined;
    // ky's own signal says no more than the caller's, which the request has already.
    const attempt = async (): Promise<Response> => {
      tries += 1;
      const response = await attempts({ ...request, attempt: tries });
      if (isRetried(response.status)) failed = response.clone();
      return response;
    };
    try {
      return await ky(urlOf(request, deployment), {
        ...(mayRepeat(request) ? safe : unsafe),
        ...(request.signal && { signal: request.signal }),
        method: request.method,
        timeout: false,
        fetch: attempt,
      });
    } catch (error) {
      if (error instanceof HTTPError && failed) return failed;
      throw error;
    }
  };
}

/** What is safe, and what the deployment can recognise as the same. */
function mayRepeat({ method, headers }: TransportRequest): boolean {
  return method === 'GET' || (method === 'POST' && headers.has('idempotency-key'));
}

function isRetried(status: number): boolean {
  return retriedStatuses.includes(status);
}

function shouldRetry({ error }: { error: Error }): true | undefined {
  return error instanceof ConnectionError || error instanceof CallTimeoutError ? true : undefined;
}

function halfToAll(delay: number): number {
  return delay * (0.5 + Math.random() / 2);
}

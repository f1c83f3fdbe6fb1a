import ky, { HTTPError, type Options } from 'ky';
import { CallTimeoutError } from '../errors/call-timeout-error.ts';
import { checkEach, checkNumber } from '../errors/check-number.ts';
import { ConnectionError } from '../errors/connection-error.ts';
import type { RetryOptions } from './limits.ts';
import type { Transport, TransportRequest } from './transport.ts';

/** A transport that lets ky try again. ky is called in when a first attempt has failed, so that success costs none of it. */
export function withRetries(attempts: Transport, retry: RetryOptions = {}): Transport {
  return async (request) => {
    const options = kyOptions({ ...retry, ...request.retry }, request.operation);
    const first = await outcomeOf(attempts({ ...request, attempt: 1 }));
    if (!mayRepeat(request) || !hasFailed(first)) return answerOf(first);
    return retryWith(options, { request, attempts, first });
  };
}

function kyOptions(
  { limit = 2, maxDelay = 20_000, delay = doubling }: RetryOptions,
  operation: string,
): Options {
  checkNumber(maxDelay, { operation, option: 'retry.maxDelay' });
  const waits = {
    delay: checkEach(delay, { operation, option: 'retry.delay' }),
    jitter: halfToAll,
    backoffLimit: maxDelay,
    maxRetryAfter: maxDelay,
  };
  const methods: ('get' | 'post')[] = ['get', 'post'];
  return {
    // ky takes Infinity for none.
    retry: {
      limit: Math.min(checkNumber(limit, { operation, option: 'retry.limit' }), Number.MAX_SAFE_INTEGER),
      ...waits,
      methods,
      statusCodes: retriedStatuses,
      shouldRetry,
    },
    throwHttpErrors: isRetried,
    timeout: false,
  };
}

interface Retried {
  request: TransportRequest;
  attempts: Transport;
  first: Outcome;
}

/** What ky fetches first is the attempt that failed already. */
async function retryWith(options: Options, { request, attempts, first }: Retried): Promise<Response> {
  let tries = 0;
  let failed: Response | undefined;
  const fetch = async (): Promise<Response> => {
    tries += 1;
    const response = tries === 1 ? answerOf(first) : await attempts({ ...request, attempt: tries });
    if (isRetried(response.status)) failed = response.clone();
    return response;
  };
  const { method, signal } = request;
  try {
    // The attempts know where they go.
    return await ky('https://agent-workers.invalid', {
      ...options,
      ...(signal && { signal }),
      method,
      fetch,
    });
  } catch (error) {
    if (error instanceof HTTPError && failed) return failed;
    throw error;
  }
}

type Outcome = { response: Response } | { error: unknown };

async function outcomeOf(attempt: Promise<Response>): Promise<Outcome> {
  try {
    return { response: await attempt };
  } catch (error) {
    return { error };
  }
}

function answerOf(outcome: Outcome): Response {
  if ('error' in outcome) throw outcome.error;
  return outcome.response;
}

function hasFailed(outcome: Outcome): boolean {
  return 'error' in outcome ? shouldRetry(outcome) === true : isRetried(outcome.response.status);
}

/** What is safe, and what the deployment can recognise as the same. */
function mayRepeat({ method, headers, signal }: TransportRequest): boolean {
  return !signal?.aborted && (method === 'GET' || (method === 'POST' && headers.has('idempotency-key')));
}

const retriedStatuses = [408, 429, 500, 502, 503, 504];

function isRetried(status: number): boolean {
  return retriedStatuses.includes(status);
}

function shouldRetry({ error }: { error: unknown }): true | undefined {
  return error instanceof ConnectionError || error instanceof CallTimeoutError ? true : undefined;
}

function doubling(retry: number): number {
  return 500 * 2 ** (retry - 1);
}

function halfToAll(delay: number): number {
  return delay * (0.5 + Math.random() / 2);
}

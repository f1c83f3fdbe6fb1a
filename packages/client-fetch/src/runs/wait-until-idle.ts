import type { Message } from '@agent-workers/types';
import type { ClientCallOptions } from '../clients/call-options.ts';
import { CallError } from '../errors/call-error.ts';
import { checkEach, checkNumber, longestTimer } from '../errors/check-number.ts';
import { getRunMessages } from '../gen/runs.ts';
import type { AnsweredCall } from '../transport/call.ts';
import type { CallOptions, Transport } from '../transport/transport.ts';
import { pause } from './pause.ts';

/** How a background job is waited for; `signal` ends the wait. */
export interface IdleOptions extends CallOptions {
  /** Longest wait in milliseconds; without it, as long as the job takes. */
  timeout?: number;
  /** Milliseconds between polls, or what gives them for each (from 1). From 500 to 10,000, growing, unless given. */
  poll?: number | ((poll: number) => number);
}

/** The same for a run of a client. */
export interface RunIdleOptions extends IdleOptions, ClientCallOptions {}

/** Which run, and whom to ask. */
export interface RunPlace {
  transport: Transport;
  agentId: string;
  runId: string;
}

/** The background job of a run was still running when the wait was over. */
export class JobTimeoutError extends CallError {
  override name = 'JobTimeoutError';
  declare readonly runId: string;
  declare readonly jobId: string;
  declare readonly timeout: number;

  constructor(details: { runId: string; jobId: string; timeout: number }) {
    super(`still shows a background job after ${details.timeout} ms`, {
      operation: 'getRunMessages',
      ...details,
    });
  }
}

/**
 * Polls a run until no background job is signalled, and gives the last answer with its
 * messages.
 * @throws {JobTimeoutError} when the timeout is over; the reason of the signal when that aborts.
 */
export async function waitUntilIdle(
  { transport, agentId, runId }: RunPlace,
  { timeout = Number.POSITIVE_INFINITY, poll = growingPause, ...options }: IdleOptions = {},
): Promise<AnsweredCall<Message[]>> {
  const operation = 'getRunMessages';
  const pauseBefore = checkEach(poll, { operation, option: 'poll', most: longestTimer });
  const deadline = performance.now() + checkNumber(timeout, { operation, option: 'timeout' });
  for (let polls = 1; ; polls += 1) {
    const answer = await getRunMessages(transport, agentId, runId, options).withResponse();
    const jobId = answer.response.headers.get('x-service-job-id');
    if (jobId === null) return answer;
    const left = deadline - performance.now();
    if (left <= 0) throw new JobTimeoutError({ runId, jobId, timeout });
    await pause(Math.min(left, pauseBefore(polls)), options.signal);
  }
}

/** Some of each pause is random, so that clients that wait for the same thing spread. */
function growingPause(poll: number): number {
  return Math.min(10_000, 500 * 1.5 ** (poll - 1)) * (0.75 + Math.random() / 4);
}

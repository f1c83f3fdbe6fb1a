import type { Operation } from '@agent-workers/types';
import { type Outcome, outcomeStatuses } from '../operations/outcome.ts';
import type { Logger } from '../platform/logger.ts';
import { streamResponse } from './run-stream.ts';

const headers = { 'cache-control': 'no-store' };

/** The one place where an outcome becomes a response. @param streaming how the operation writes events. */
export function respond(outcome: Outcome, streaming: Operation['streaming']): Response {
  const status = outcomeStatuses[outcome.tag];
  if (outcome.tag === 'no-content') return new Response(null, { status, headers });
  if (outcome.tag === 'stream') return streamResponse(outcome, streaming ?? 'ndjson');
  const own = 'headers' in outcome ? outcome.headers : waitOf(outcome);
  return Response.json(contentOf(outcome), { status, headers: { ...headers, ...own } });
}

function waitOf(outcome: Outcome): Record<string, string> {
  return 'retryAfter' in outcome && outcome.retryAfter !== undefined
    ? { 'retry-after': String(outcome.retryAfter) }
    : {};
}

function contentOf(outcome: Exclude<Outcome, { tag: 'no-content' | 'stream' }>): unknown {
  if ('body' in outcome) return outcome.body;
  return { detail: 'issues' in outcome ? outcome.issues : outcome.detail };
}

/** An answer that the contract doesn't document is a bug; this makes it heard. */
export function logUndocumented(operation: Operation, outcome: Outcome, logger: Logger): void {
  const status = String(outcomeStatuses[outcome.tag]);
  const covering = [status, `${status[0]}XX`, 'default'];
  if (operation.statuses.some((documented) => covering.includes(documented.status))) return;
  logger(`${operation.id} answered ${status}, which the contract doesn't document.`);
}

/** The documented outcome that is nearest to a failure inside the server. */
export function failureOutcome(operation: Operation): Outcome {
  const documents = (status: string) => operation.statuses.some((one) => one.status === status);
  const detail = 'Internal error.';
  if (documents('503') && !documents('500')) return { tag: 'unavailable', detail };
  // One operation has 400 for this.
  const has400 = operation.statuses.some(
    ({ status, condition }) => status === '400' && condition === 'database error',
  );
  return has400 ? { tag: 'invalid', detail: 'Database error.' } : { tag: 'failed', detail };
}

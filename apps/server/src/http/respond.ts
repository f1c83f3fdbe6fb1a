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

import { caseKey } from '../cases/case.ts';
import { holds } from '../cases/kept-text.ts';
import type { MessageKind } from '../cases/scenario.ts';
import { type Exchange, header, isRefused, isTransient, succeeded } from '../exchanges/exchange.ts';
import { memoize } from './memoize.ts';
import { messagesOf } from './messages.ts';
import type { Recording } from './verdict.ts';

/** Everything that was sent about one run with the deployment's own key, in the order it was sent. */
export interface RunHistory {
  readonly start: Exchange;
  readonly runId: string;
  readonly exchanges: readonly Exchange[];
  /** False when an answer is missing or a server error: what the target then did with a message is unknown. */
  readonly certain: boolean;
}

/** The runs of a recording whose start was accepted and gave a run id. */
export const runHistories = memoize(({ workers }: Recording): readonly RunHistory[] => {
  const own = workers.filter((one) => one.identity === 'own' && !isOddAndRefused(one));
  const byRun = Map.groupBy(own, ({ origin, startedBy }) => `${caseKey(origin.case)}\n${startedBy}`);
  return [...byRun.values()].map(toHistory).filter((history) => history !== undefined);
});

function toHistory(exchanges: Exchange[]): RunHistory | undefined {
  const inOrder = exchanges.toSorted((a, b) => a.sentAt - b.sentAt || a.id - b.id);
  const start = inOrder.find(({ request }) => request.method === 'POST');
  const runId = start && header(start, 'x-service-run-id');
  if (start === undefined || !succeeded(start) || !runId) return undefined;
  // What a run makes of what is no text, and was taken, nobody knows.
  if (inOrder.some((one) => isOdd(one) && one.sent === undefined)) return undefined;
  const certain = inOrder.every(({ sent, ...exchange }) => sent === undefined || isAnswered(exchange));
  return { start, runId, exchanges: inOrder, certain };
}

/** Whether a body is none that a client should send: of another type, or with the name of who speaks. */
function isOdd({ intent }: Exchange): boolean {
  return intent?.mutation?.kind === 'odd-message';
}

/** It may well be refused, and adds nothing then. */
export function isOddAndRefused(one: Exchange): boolean {
  return isOdd(one) && isRefused(one);
}

/** Whether the answer settles what the target did: complete, and neither a server error nor "try later". */
function isAnswered({ response, transportError }: Pick<Exchange, 'response' | 'transportError'>): boolean {
  if (response === undefined || transportError !== undefined) return false;
  return response.body.ended === 'complete' && !isTrouble(response.status);
}

/** Statuses that say that the target or the way to it is in trouble, not what the contract asks about. */
export function isTrouble(status: number): boolean {
  return isTransient(status) || status === 401 || status === 403;
}

const lengths: readonly (MessageKind | undefined)[] = ['empty', 'long', 'huge'];

/** How long a message may be is not shown: a refusal of a long one, or of one without a word, says nothing of the run. */
export function isAboutLength({ sent, response }: Exchange): boolean {
  const status = response?.status ?? 0;
  return status === 413 || (lengths.includes(sent?.kind) && status >= 400 && status < 500 && status !== 409);
}

export function isPut(exchange: Exchange): boolean {
  return exchange.request.method === 'PUT';
}

export function isGet(exchange: Exchange): boolean {
  return exchange.request.method === 'GET';
}

/** The start and every accepted PUT: the messages that the run must hold. */
export function turnsOf(history: RunHistory): readonly Exchange[] {
  return history.exchanges.filter((exchange) => exchange.sent !== undefined && succeeded(exchange));
}

/** The turns whose message holds a text: a deployment's command may be the beginning of another one. */
export function turnsHolding(history: RunHistory, text: string): readonly Exchange[] {
  return turnsOf(history).filter(({ sent }) => holds(sent?.text ?? '', text));
}

/** The moment from which the answer's status and headers can no longer change. */
export function decidedAt(exchange: Exchange): number {
  return exchange.response?.headersAt ?? Number.POSITIVE_INFINITY;
}

export function endedAt(exchange: Exchange): number {
  const complete = exchange.response?.body.ended === 'complete';
  return complete ? (exchange.response?.endedAt ?? Number.POSITIVE_INFINITY) : Number.POSITIVE_INFINITY;
}

/** Whether another turn of the run was still streaming while this PUT was decided: unspecified then. */
export function meetsOpenTurn(history: RunHistory, put: Exchange): boolean {
  return turnsOf(history).some(
    (turn) => turn.id !== put.id && turn.sentAt <= decidedAt(put) && endedAt(turn) >= put.sentAt,
  );
}

/** Whether another turn went on at some time during this one: how their messages then stand is not shown. */
export function sharesTime(history: RunHistory, turn: Exchange): boolean {
  return turnsOf(history).some(
    (other) => other.id !== turn.id && other.sentAt <= endedAt(turn) && endedAt(other) >= turn.sentAt,
  );
}

/** Whether two calls were under way at the same time. */
export function overlap(one: Exchange, other: Exchange): boolean {
  return one !== other && one.sentAt < endedAt(other) && other.sentAt < endedAt(one);
}

/** Whether an answer was asked for before what a write did has to show. */
export function isSoonAfter(write: Exchange, shown: Exchange, consistencyWindowMs: number): boolean {
  return write.sentAt < shown.sentAt && shown.sentAt < endedAt(write) + consistencyWindowMs;
}

export function showsJob(exchange: Exchange): boolean {
  return header(exchange, 'x-service-job-id') !== undefined;
}

/** The answered GETs of a run, whatever they hold. */
export function answeredReadsOf(history: RunHistory): readonly Exchange[] {
  return history.exchanges.filter((exchange) => isGet(exchange) && succeeded(exchange));
}

/** The GETs that show messages; an answer of another form shows nothing of the run. */
export function readsOf(history: RunHistory): readonly Exchange[] {
  return answeredReadsOf(history).filter((read) => messagesOf(read) !== undefined);
}

export function asksForJob(exchange: Exchange): boolean {
  return exchange.sent?.kind === 'background' || exchange.sent?.kind === 'failing-background';
}

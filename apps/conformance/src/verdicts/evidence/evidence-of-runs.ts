import { type Exchange, header, isHungUp, succeeded } from '../../exchanges/exchange.ts';
import { asksForJob, isGet, isPut, showsJob } from '../run-history.ts';
import type { EvidenceOfRuns } from './evidence.ts';

const isOwn = ({ identity }: Exchange): boolean => identity === 'own';
const isTurn = (exchange: Exchange): boolean =>
  isOwn(exchange) && exchange.sent !== undefined && succeeded(exchange);
const isWhole = (exchange: Exchange): boolean =>
  isTurn(exchange) && exchange.response?.body.ended === 'complete';
const isOwnPut = (exchange: Exchange): boolean => isOwn(exchange) && isPut(exchange);

/** What counts as each piece of evidence of the Workers API. */
export const ofRuns: Readonly<Record<EvidenceOfRuns, (exchange: Exchange) => boolean>> = {
  'start-accepted': (one) => isTurn(one) && one.request.method === 'POST',
  'run-id': (one) => isTurn(one) && header(one, 'x-service-run-id') !== undefined,
  'put-answered': (one) => isOwnPut(one) && one.response !== undefined,
  'put-accepted': (one) => isOwnPut(one) && succeeded(one),
  'put-conflict': (one) => isOwnPut(one) && one.response?.status === 409,
  'turn-hung-up': (one) => isTurn(one) && isHungUp(one),
  'run-read': (one) => isOwn(one) && isGet(one) && succeeded(one),
  'job-asked': (one) => isTurn(one) && asksForJob(one),
  'failing-job-asked': (one) => isTurn(one) && one.sent?.kind === 'failing-background',
  'job-shown': (one) => isOwn(one) && isGet(one) && showsJob(one),
  'job-running': (one) =>
    isOwn(one) && ((isGet(one) && showsJob(one)) || (isPut(one) && one.response?.status === 409)),
  'text-stream': (one) => isWhole(one) && one.transport === 'text',
  'ndjson-stream': (one) => isWhole(one) && one.transport === 'ndjson',
  'tool-call-stream': (one) => isWhole(one) && one.sent?.kind === 'tool-call',
  'slow-stream': (one) => isWhole(one) && one.sent?.kind === 'slow',
  'run-call': (one) => isOwn(one) && succeeded(one),
  'invalid-key': (one) => one.identity !== 'own' && one.response !== undefined,
};

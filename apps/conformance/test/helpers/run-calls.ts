import type { MessageKind } from '../../src/cases/scenario.ts';
import type { Exchange } from '../../src/exchanges/exchange.ts';
import { exchangeOf } from './exchange-of.ts';

const url = 'http://target.test/agent';
const runId = ['x-service-run-id', 'run'] as const;

/** The start of a run at 0 ms, which was accepted. */
export function startOfRun(kind: MessageKind): Exchange {
  return exchangeOf({
    operation: 'startRun',
    transport: 'text',
    request: { method: 'POST', url, body: '{"message":"Begin"}' },
    sent: { kind, text: 'Begin' },
    headers: [runId],
  });
}

/** A PUT to it, sent at this time in ms. */
export function putToRun(sentAt: number, status: number, kind: MessageKind = 'plain'): Exchange {
  return exchangeOf({
    id: sentAt,
    sentAt,
    status,
    operation: 'continueRun',
    transport: 'text',
    request: { method: 'PUT', url: `${url}/run`, body: '{"message":"Go on"}' },
    sent: { kind, text: 'Go on' },
    headers: [runId],
  });
}

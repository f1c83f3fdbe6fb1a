import type { Exchange, Origin } from '../../src/exchanges/exchange.ts';

interface Given extends Partial<Omit<Exchange, 'response'>>, Partial<Origin> {
  readonly status?: number;
  readonly headers?: readonly (readonly [string, string])[];
  readonly body?: string;
}

/** A recorded GET of a run, with whatever matters to a test put in its place. */
export function exchangeOf({ status = 200, headers = [], body = '', ...rest }: Given = {}): Exchange {
  const { phase = 'judged', case: given, step = 1, attempt = 1, ...others } = rest;
  const sentAt = others.sentAt ?? 0;
  const api = others.intent === undefined ? 'workers' : 'user';
  const one = given ?? { kind: api === 'workers' ? 'scenario' : 'probe', id: 'test' };
  return {
    id: 1,
    api,
    origin: { phase, case: one, step, attempt },
    startedBy: 1,
    operation: 'getRunMessages',
    identity: 'own',
    request: { method: 'GET', url: 'http://target.test/agent/run' },
    sentAt,
    response: {
      status,
      headers,
      headersAt: sentAt + 1,
      endedAt: sentAt + 2,
      body: { text: body, chunks: [], ended: 'complete' },
    },
    ...others,
  };
}

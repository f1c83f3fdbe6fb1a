import type { Exchange } from '../../src/exchanges/exchange.ts';

interface Given extends Partial<Omit<Exchange, 'response'>> {
  readonly status?: number;
  readonly headers?: readonly (readonly [string, string])[];
  readonly body?: string;
}

/** A recorded GET of a run, with whatever matters to a test put in its place. */
export function exchangeOf({ status = 200, headers = [], body = '', ...given }: Given = {}): Exchange {
  const sentAt = given.sentAt ?? 0;
  return {
    id: 1,
    scenario: 'test',
    step: 1,
    attempt: 1,
    startedBy: 1,
    operation: 'getRunMessages',
    transport: undefined,
    credential: 'own',
    request: { method: 'GET', url: 'http://target.test/agent/run' },
    sentAt,
    response: {
      status,
      headers,
      headersAt: sentAt + 1,
      endedAt: sentAt + 2,
      body: { text: body, chunks: [], ended: 'complete' },
    },
    ...given,
  };
}

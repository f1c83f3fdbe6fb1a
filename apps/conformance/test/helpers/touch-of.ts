import type { Act } from '../../src/cases/journeys/families.ts';
import type { Exchange, Subject } from '../../src/exchanges/exchange.ts';
import { exchangeOf } from './exchange-of.ts';

interface Given extends Partial<Pick<Exchange, 'credential' | 'sentAt'>>, Partial<Subject> {
  readonly status?: number;
}

const operations: Readonly<Record<Act, [id: string, method: string]>> = {
  create: ['createBundle', 'POST'],
  read: ['getBundle', 'GET'],
  list: ['listBundles', 'GET'],
  change: ['updateBundle', 'PATCH'],
  remove: ['deleteBundle', 'DELETE'],
};

let lastId = 0;

/** A call about the bundle 7, at a time; each takes 2 ms. */
export function touchOf(
  act: Act,
  sentAt: number,
  { status = 200, credential = 'own', ...about }: Given = {},
) {
  const [operation, method] = operations[act];
  lastId += 1;
  return {
    ...exchangeOf({
      id: lastId,
      scenario: 'journey/test',
      operation,
      credential,
      sentAt,
      status,
      body: '{"id": 7}',
      request: { method, url: 'http://target.test/me/bundles/7' },
      probe: { kind: 'valid', certain: true },
    }),
    about: {
      family: 'bundle',
      act,
      parent: '',
      ...(act === 'list' ? {} : { id: '7' }),
      certain: true,
      ...about,
    },
  };
}

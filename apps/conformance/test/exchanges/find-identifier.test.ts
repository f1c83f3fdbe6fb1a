import { expect, test } from 'vitest';
import { createFieldMapping } from '../../src/deployment/field-mapping/create-field-mapping.ts';
import { parseConfig } from '../../src/deployment/read-config.ts';
import { toDeployment } from '../../src/deployment/to-deployment.ts';
import type { Exchange } from '../../src/exchanges/exchange.ts';
import { findIdentifier } from '../../src/exchanges/find-identifier.ts';
import { createRedactor } from '../../src/exchanges/redact.ts';
import { loadSpec } from '../../src/spec/load-spec.ts';
import { exchangeOf } from '../helpers/exchange-of.ts';
import { families, operationOf } from '../helpers/operation-of.ts';

const { operations } = await loadSpec();
const config = parseConfig(
  { baseUrl: 'http://target.test', credentials: { jwt: 'a' }, consistencyWindow: 0 },
  'the test',
);

/** An agent and its chat have an identifier each, and both open the chat. */
const made = { a: '1e15128f-26dd-4615-91c4-21d722426512', c: 'fcc37344-2c1d-4506-9ef8-2a3b35f1cdc4' };

/** The identifier that is found where the target answers the trials with these statuses, the rest with 200. */
async function findWith(...statuses: number[]) {
  const trials: Exchange[] = [];
  const found = await findIdentifier(
    {
      contract: operationOf('createChat'),
      path: {},
      origin: { phase: 'judged', case: { kind: 'sequence', id: 'test' }, step: 1, attempt: 1 },
      credential: 'own',
    },
    made,
    {
      deployment: toDeployment(config, 'the test'),
      sender: {
        send: async () => {
          const { response } = exchangeOf({ body: JSON.stringify(made), status: statuses.shift() ?? 200 });
          return response && { sentAt: 0, response };
        },
        close: async () => {},
      },
      nextId: () => trials.length + 1,
      redactor: createRedactor([]),
      record: (exchange) => trials.push(exchange),
      operations: new Map(operations.map((operation) => [operation.id, operation])),
      fieldMapping: createFieldMapping({ families, bindings: {}, described: () => undefined }),
    },
  );
  return { found: [...found.values()].map(({ value }) => value), trials: trials.length };
}

test('the first value that opens a record is its identifier', async () => {
  expect(await findWith()).toEqual({ found: [made.a], trials: 1 });
  expect(await findWith(404, 200, 404)).toEqual({ found: [made.c], trials: 3 });
});

test('a likelier value that opens the record a little later, as where reads are behind, is the one', async () => {
  expect(await findWith(404)).toEqual({ found: [made.a], trials: 3 });
});

test('a trial in trouble is no answer: it is repeated once', async () => {
  expect(await findWith(504)).toEqual({ found: [made.a], trials: 2 });
  expect(await findWith(500, 500, 200, 404)).toEqual({ found: [made.c], trials: 4 });
});

import { expect, test } from 'vitest';
import { createFieldMapping } from '../../src/deployment/field-mapping/create-field-mapping.ts';
import { createRedactor, holdsIssuedKey } from '../../src/exchanges/redact.ts';
import { subjectOf } from '../../src/exchanges/subject-of.ts';
import { exchangeOf } from '../helpers/exchange-of.ts';
import { families, operationOf } from '../helpers/operation-of.ts';

/** What an upsert that names the agent `a` in its body was about, by the status of its answer. */
function subjectBy(status: number) {
  return subjectOf({
    prepared: {
      contract: operationOf('upsertAgent'),
      path: {},
      fields: {},
      changed: { value: 'a', certain: true },
      attributes: {},
      told: [],
      probe: { kind: 'valid', certain: true },
    },
    answer: exchangeOf({ status }),
    body: undefined,
    fieldMapping: createFieldMapping({ families, bindings: {}, described: () => undefined }),
    redactor: createRedactor([]),
  });
}

test.each([200, 500, 503, 408, 429])(
  'an upsert that is answered %i without a record may have changed the one that it names',
  (status) => {
    expect(subjectBy(status)).toMatchObject({ act: 'change', id: 'a', unsure: 'all' });
  },
);

test('an upsert that was refused changed nothing', () => {
  expect(subjectBy(403)?.id).toBeUndefined();
});

test.each([
  ['the only text that can be one', { id: 7, key: 'ak-5b1d7e0f2a9c4436', label: 'My key' }, true],
  ['one of two such texts', { id: 7, key: 'ak-5b1d7e0f2a9c4436', secret: 'cc-90c2a41be7d3585f' }, false],
  ['shortened', { id: 7, key: 'ak-5b1d7e…' }, false],
])('a key that was created is known under a guessed name where it is %s', (_, body, isKnown) => {
  const redactor = createRedactor([]);
  subjectOf({
    prepared: {
      contract: operationOf('createApiKey'),
      path: {},
      fields: {},
      changed: undefined,
      attributes: {},
      told: [],
      probe: { kind: 'valid', certain: true },
    },
    answer: exchangeOf({ status: 200, body: JSON.stringify(body) }),
    body,
    fieldMapping: createFieldMapping({ families, bindings: {}, described: () => undefined }),
    redactor,
  });
  expect(holdsIssuedKey(redactor.redactText(body.key))).toBe(isKnown);
});

test('of a body that is known in part, what is known was written, and of everything else nothing is', () => {
  const subject = subjectOf({
    prepared: {
      contract: operationOf('createChat'),
      path: {},
      fields: { visibility: 'private', chat_prompt: 'Greet everybody' },
      sure: ['visibility'],
      changed: undefined,
      attributes: {},
      told: [],
      probe: { kind: 'valid', certain: false },
    },
    answer: exchangeOf({ status: 200, body: '{"agent_id":"a"}' }),
    body: { agent_id: 'a' },
    fieldMapping: createFieldMapping({ families, bindings: {}, described: () => undefined }),
    redactor: createRedactor([]),
  });
  expect(subject).toMatchObject({ wrote: { visibility: 'private' }, unsure: ['chat_prompt'] });
});

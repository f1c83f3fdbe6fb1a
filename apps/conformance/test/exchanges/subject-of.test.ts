import { expect, test } from 'vitest';
import { createFieldMapping } from '../../src/deployment/field-mapping/create-field-mapping.ts';
import { createRedactor } from '../../src/exchanges/redact.ts';
import { subjectOf } from '../../src/exchanges/subject-of.ts';
import { exchangeOf } from '../helpers/exchange-of.ts';
import { operationOf } from '../helpers/operation-of.ts';

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
    fieldMapping: createFieldMapping({ bindings: {}, described: () => undefined }),
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

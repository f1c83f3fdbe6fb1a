import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { sampleOf } from '../../../src/deployment/vocabulary/sample.ts';

const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);

const text = fc.oneof(
  fc.record({ type: fc.constant('string'), minLength: fc.nat({ max: 20 }) }),
  fc.record({ type: fc.constant('string'), maxLength: fc.integer({ min: 1, max: 20 }) }),
  fc.record({
    type: fc.constant('string'),
    format: fc.constantFrom('uuid', 'date-time', 'date', 'email', 'uri', 'ipv4'),
  }),
  fc.record({
    type: fc.constant('string'),
    pattern: fc.constantFrom('^#[0-9a-f]{6}$', '^[a-z]{3,8}$', '^\\d+$'),
  }),
  fc.record({ enum: fc.uniqueArray(fc.string(), { minLength: 1, maxLength: 3 }) }),
  fc.record({ type: fc.constant(['string', 'null']), minLength: fc.nat({ max: 3 }) }),
);
const number = fc.record({
  type: fc.constantFrom('integer', 'number'),
  minimum: fc.integer({ min: -50, max: 50 }),
  maximum: fc.integer({ min: 51, max: 100 }),
});

/** Bodies as deployments describe them. */
const { schema } = fc.letrec((tie) => ({
  schema: fc.oneof(
    { depthSize: 'small' },
    text,
    number,
    fc.constant({ type: 'boolean' }),
    fc.record({ type: fc.constant('array'), items: tie('schema'), minItems: fc.nat({ max: 2 }) }),
    fc
      .dictionary(fc.stringMatching(/^[a-z]{1,8}$/), tie('schema'), { maxKeys: 4 })
      .map((properties) => ({ type: 'object', properties, required: Object.keys(properties) })),
  ),
}));

test('a sample fits the schema that it was made for', () => {
  fc.assert(
    fc.property(schema as fc.Arbitrary<Record<string, unknown>>, (one) => {
      const sample = sampleOf(one);
      expect(ajv.validate(one, sample), `${JSON.stringify(sample)} of ${JSON.stringify(one)}`).toBe(true);
    }),
  );
});

test('of a record it holds what is required, and nothing else', () => {
  const properties = { asked: { type: 'string' }, left: { type: 'string' } };
  expect(Object.keys(sampleOf({ type: 'object', properties, required: ['asked'] }) as object)).toEqual([
    'asked',
  ]);
});

import * as fc from 'fast-check';
import type { JsonSchema } from '../../src/spec/description.ts';

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
export const { schema } = fc.letrec<{ schema: JsonSchema }>((tie) => ({
  schema: fc.oneof(
    { depthSize: 'small', maxDepth: 8 },
    text,
    number,
    fc.constant({ type: 'boolean' }),
    fc.record({ type: fc.constant('array'), items: tie('schema'), minItems: fc.nat({ max: 2 }) }),
    fc
      .dictionary(fc.stringMatching(/^[a-z]{1,8}$/), tie('schema'), { maxKeys: 4 })
      .map((properties) => ({ type: 'object', properties, required: Object.keys(properties) })),
  ),
}));

import * as fc from 'fast-check';
import type { JsonSchema } from '../../src/spec/description.ts';

const small = fc.integer({ min: -3, max: 5 });
const size = fc.nat({ max: 3 });
const names = fc.constantFrom('a', 'b', 'c');

/** One keyword each, on values small enough for a validator to say yes and no about as often. */
const keyword = (inner: fc.Arbitrary<JsonSchema>): fc.Arbitrary<JsonSchema> => {
  const record = fc.dictionary(names, inner, { maxKeys: 2 });
  const list = fc.array(inner, { minLength: 1, maxLength: 2 });
  return fc.oneof(
    fc.record({ type: fc.constantFrom('string', 'integer', 'number', 'boolean', 'null', 'array', 'object') }),
    fc.record({ type: fc.constantFrom('string', 'integer'), nullable: fc.boolean() }),
    fc.record({ enum: fc.uniqueArray(fc.oneof(small, names), { minLength: 1, maxLength: 3 }) }),
    fc.record({ const: fc.oneof(small, names) }),
    fc.record({ exclusiveMaximum: small }),
    fc.record({ exclusiveMinimum: small }),
    fc.record({ minimum: small, maximum: small }),
    fc.record({ multipleOf: fc.integer({ min: 1, max: 3 }) }),
    fc.record({ minLength: size, maxLength: size }),
    fc.record({ pattern: fc.constantFrom('^a$', '(', '\\d') }),
    fc.record({ format: fc.constantFrom('uuid', 'date', 'email', 'shoe-size') }),
    fc.record({ minItems: size }),
    fc.record({ maxItems: size }),
    fc.record({ uniqueItems: fc.boolean() }),
    fc.record({ items: inner }),
    fc.record({ prefixItems: list }),
    fc.record({ contains: inner }),
    fc.record({ required: fc.uniqueArray(names, { maxLength: 2 }) }),
    fc.record({ properties: record, additionalProperties: fc.boolean() }),
    fc.record({ properties: record, unevaluatedProperties: fc.boolean() }),
    fc.record({ patternProperties: fc.dictionary(fc.constantFrom('^a', 'b'), inner, { maxKeys: 2 }) }),
    fc.record({ maxProperties: size }),
    fc.record({ allOf: list }),
    fc.record({ anyOf: list }),
    fc.record({ oneOf: list }),
    fc.record({ not: inner }),
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    fc.record({ if: inner, then: inner, else: inner }),
    fc.record({ colour: fc.constant('blue') }),
    fc.record({ readOnly: fc.boolean(), 'x-note': fc.constant('ours') }),
    fc.record({ $ref: fc.constant('#/components/schemas/Gone') }),
  );
};

/** Schemas with all that JSON Schema has, with what it doesn't have, and with contradictions. */
export const { schema: anySchema } = fc.letrec<{ schema: JsonSchema }>((tie) => ({
  schema: fc
    .array(keyword(tie('schema')), { minLength: 1, maxLength: 2, depthIdentifier: 'schema', size: 'small' })
    .map((parts) => Object.assign({}, ...parts)),
}));

/** Values of the kinds that they speak of. */
export const { value: anyValue } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    small,
    names,
    fc.constantFrom(null, true, 0.5, '', '2026-01-01'),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(names, tie('value'), { maxKeys: 3, noNullPrototype: true }),
  ),
}));

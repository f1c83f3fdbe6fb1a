import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { allows } from '../../../src/deployment/field-mapping/allows.ts';
import { sampleOf } from '../../../src/deployment/field-mapping/sample.ts';
import type { JsonSchema } from '../../../src/spec/description.ts';
import { anySchema, anyValue } from '../../helpers/described-body-arbitrary.ts';
import { schema } from '../../helpers/schema-arbitrary.ts';

const ajv = new Ajv2020({ strict: false, logger: false });
addFormats.default(ajv);

/** What a validator says that passes over whatever it doesn't know; nothing where it refuses the schema. */
function accepts(one: JsonSchema, sent: unknown): boolean | undefined {
  try {
    return ajv.validate(one, sent);
  } catch {
    return undefined;
  }
}

test('what is called certain, the validator accepts in full', () => {
  let certain = 0;
  fc.assert(
    fc.property(anySchema, anyValue, (one, sent) => {
      if (allows(one, sent) !== 'yes') return;
      const accepted = accepts(one, sent);
      expect(accepted).not.toBe(false);
      if (accepted) certain += 1;
    }),
    { numRuns: 2_000 },
  );
  expect(certain).toBeGreaterThan(100);
});

test('what is called wrong, the validator refuses', () => {
  fc.assert(
    fc.property(anySchema, anyValue, (one, sent) => {
      if (allows(one, sent) === 'no') expect(accepts(one, sent)).not.toBe(true);
    }),
    { numRuns: 2_000 },
  );
});

test('bodies as deployments describe them are decided', () => {
  fc.assert(
    fc.property(schema, (one) => {
      expect(allows(one, sampleOf(one))).toBe('yes');
    }),
  );
});

const record = { properties: { system: { type: 'string' } }, required: ['system'] };

test.each<[string, JsonSchema, unknown]>([
  ['a text for a record', { type: 'object', ...record }, 'Be brief.'],
  ['a text for a part of a record', { allOf: [{ type: 'object', ...record }] }, 'Be brief.'],
  ['a text where either is another', { anyOf: [{ type: 'object' }, { type: 'null' }] }, 'Be brief.'],
  ['a record that lacks something', record, {}],
  ['a list for a record', { type: 'object' }, []],
  ['another word than those listed', { enum: ['a', 'b'] }, 'c'],
  ['another value than the only one', { const: 'a' }, 'b'],
  ['a text that is too long', { maxLength: 3 }, 'four'],
  ['a text of another form', { pattern: '^[a-z]+$' }, 'A'],
  ['a text that is no identifier', { type: 'string', format: 'uuid' }, 'Be brief.'],
  ['a number out of bounds', { type: 'integer', minimum: 1 }, 0],
  ['a number at a bound that is left out', { exclusiveMaximum: 10 }, 10],
  ['a number between the steps', { multipleOf: 5 }, 7],
  ['a list that is too short', { type: 'array', minItems: 1 }, []],
  ['an entry that does not fit', { items: { type: 'string' } }, [7]],
  ['an entry that is there twice', { uniqueItems: true }, ['a', 'a']],
  ['a field that is not described', { properties: {}, additionalProperties: false }, { a: 1 }],
  ['what both alternatives allow', { oneOf: [{ type: 'string' }, { maxLength: 9 }] }, 'a'],
  ['what is ruled out', { not: { type: 'string' } }, 'a'],
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  ['what a condition asks for', { if: { type: 'string' }, then: { minLength: 2 } }, 'a'],
  ['null', { type: 'string' }, null],
])('a description refuses %s', (_, one, sent) => {
  expect(allows(one, sent)).toBe('no');
});

const circle: { properties: Record<string, unknown> } = { properties: {} };
circle.properties.inner = circle;

test.each<[string, JsonSchema, unknown]>([
  ['a keyword that it does not know', { colour: 'blue' }, 'a'],
  ['a format that it does not know', { type: 'string', format: 'shoe-size' }, '9'],
  ['a reference that is not resolved', { $ref: '#/components/schemas/Gone' }, 'a'],
  ['a schema of another dialect', { $schema: 'http://json-schema.org/draft-04/schema#' }, 'a'],
  ['a bound in the form of OpenAPI 3.0', { minimum: 1, exclusiveMinimum: true }, 2],
  ['null where OpenAPI leaves it open', { nullable: true, enum: ['a'] }, null],
  ['a pattern that it can not read', { pattern: '(' }, 'a'],
  ['an alternative that it does not know', { oneOf: [{ type: 'string' }, { format: 'shoe-size' }] }, 'a'],
  ['the opposite of what it does not know', { not: { format: 'shoe-size' } }, 7],
  ['the opposite of what it knows in part', { not: { anyOf: [{ colour: 'blue' }, { type: 'null' }] } }, 'a'],
  ['a condition that it does not know', { if: { colour: 'blue' }, else: { type: 'string' } }, 'a'],
  ['a field that only answers have', { properties: { id: { readOnly: true } } }, { id: 'a' }],
  ['a description within itself', circle, { inner: { inner: {} } }],
])('the validator does not decide %s', (_, one, sent) => {
  expect(allows(one, sent)).toBe('undecided');
});

test.each<[string, JsonSchema, unknown]>([
  ['null where OpenAPI 3.0 says so', { type: 'string', nullable: true }, null],
  ['notes of OpenAPI and of its owner', { example: 'b', xml: {}, 'x-order': 1, type: 'string' }, 'a'],
  ['a body without the field that it can not decide', { properties: { size: { format: 'shoe-size' } } }, {}],
  [
    'a record that has what one alternative only requires',
    { properties: { a: { type: 'string' } }, oneOf: [{ required: ['a'] }, { required: ['b'] }] },
    { a: 'a' },
  ],
  ['what one alternative allows', { anyOf: [{ colour: 'blue' }, { type: 'string' }] }, 'a'],
  ['a description within itself where that is not sent', circle, {}],
])('a description allows %s', (_, one, sent) => {
  expect(allows(one, sent)).toBe('yes');
});

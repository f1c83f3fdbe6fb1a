import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { allows } from '../../../src/deployment/vocabulary/allows.ts';
import { sampleOf } from '../../../src/deployment/vocabulary/sample.ts';
import { schema } from '../../helpers/schema-arbitrary.ts';

const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);

const value = fc.oneof(schema.map(sampleOf), fc.jsonValue());

test('what a description allows is never doubted', () => {
  fc.assert(
    fc.property(schema, value, (one, sent) => {
      expect(allows(one, sampleOf(one))).toBe(true);
      const isDoubted = !allows(one, sent) && ajv.validate(one, sent);
      expect(isDoubted, `${JSON.stringify(sent)} of ${JSON.stringify(one)}`).toBe(false);
    }),
  );
});

const record = { properties: { system: { type: 'string' } }, required: ['system'] };

test.each([
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
  ['a list that is too short', { type: 'array', minItems: 1 }, []],
  ['an entry that does not fit', { items: { type: 'string' } }, [7]],
  ['null', { type: 'string' }, null],
])('a description refuses %s', (_, one, sent) => {
  expect(allows(one, sent)).toBe(false);
});

test('null is allowed where an older document says so', () => {
  expect(allows({ type: 'string', nullable: true }, null)).toBe(true);
});

test('a form that nobody can read may be any', () => {
  expect(allows({ pattern: '(' }, 'a')).toBe(true);
});

test('a description that goes round in circles comes to an end', () => {
  const circle: Record<string, unknown> = {};
  circle.allOf = [circle];
  expect(allows(circle, 'a')).toBe(true);
});

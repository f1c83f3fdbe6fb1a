import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { sampleOf } from '../../../src/deployment/field-mapping/sample.ts';
import { schema } from '../../helpers/schema-arbitrary.ts';

const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);

test('a sample fits the schema that it was made for', () => {
  fc.assert(
    fc.property(schema, (one) => {
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

test('of a choice it takes the first that is not null, with all that this requires', () => {
  const prompt = { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] };
  expect(sampleOf({ anyOf: [{ type: 'null' }, prompt] })).toEqual({ text: 'conformance' });
});

import { expect, test } from 'vitest';
import { furtherDescribed, furtherShown } from '../../../src/deployment/field-mapping/further-fields.ts';

const text = { type: 'string' };
const properties = {
  enabled: { type: 'boolean' },
  tags: { type: 'array', items: text },
  metadata: { type: ['object', 'null'], additionalProperties: true },
};

test('flags, lists of words and open records of a body are further fields, told where the answer has them too', () => {
  const told = (isTold: boolean) => [
    { name: 'enabled', kind: 'flag', isTold },
    { name: 'tags', kind: 'list', isTold },
    { name: 'metadata', kind: 'record', isTold },
  ];
  const request = { type: 'object', properties };
  expect(furtherDescribed(request, { type: 'object', properties: { data: { properties } } })).toEqual(
    told(true),
  );
  expect(furtherDescribed(request, {})).toEqual(told(false));
});

test.each([
  ['what opens a record', { public: { type: 'boolean' } }],
  ['what only the deployment sets', { enabled: { type: 'boolean', readOnly: true } }],
  ['a list of what is there', { tags: { type: 'array', items: { enum: ['sea', 'land'] } } }],
  ['a list with room for few letters', { tags: { type: 'array', items: { type: 'string', maxLength: 20 } } }],
  ['a record of known members', { settings: { type: 'object', properties: { color: text } } }],
])('%s is none', (_, some) => {
  expect(furtherDescribed({ type: 'object', properties: some }, {})).toEqual([]);
});

test('the mark of the default record is none of the flags that may be anything', () => {
  const schema = { type: 'object', properties: { 'is-default': { type: 'boolean' } } } as const;
  expect(furtherDescribed(schema, schema)).toEqual([{ name: 'is-default', kind: 'default', isTold: true }]);
});

test('an answer shows them by what they hold, in whatever wraps the record', () => {
  const record = { id: 7, enabled: false, tags: [], state: 'new', metadata: {}, tools: ['a'] };
  const shown = [
    { name: 'enabled', kind: 'flag' },
    { name: 'tags', kind: 'list' },
    { name: 'metadata', kind: 'record' },
  ];
  expect(furtherShown(record)).toEqual(shown);
  expect(furtherShown({ data: record, requestId: 'r1' })).toEqual(shown);
});

import { expect, test } from 'vitest';
import { learnFromRefusal } from '../../../src/deployment/vocabulary/learn.ts';

test.each([
  ['FastAPI', { detail: [{ loc: ['body', 'label'], msg: 'field required', type: 'missing' }] }],
  ['problem details', { title: 'Invalid', errors: [{ pointer: '/label', detail: 'is required' }] }],
  ['lists by field', { errors: { label: ['is required'] } }],
  ['a sentence with quotes', { message: 'The field "label" is missing.' }],
  ['a sentence without', { error: 'label is required' }],
])('a refusal in the form of %s teaches the field that it misses', (_, answer) => {
  expect(learnFromRefusal(answer, {})).toHaveProperty('label');
});

test.each([
  ['an integer', 1],
  ['a valid boolean', true],
  ['a list', []],
  ['a valid object', {}],
  ['anything', 'conformance'],
])('the value is what the complaint asks for: %s', (words, value) => {
  const answer = { detail: [{ loc: ['body', 'label'], msg: `should be ${words}` }] };
  expect(learnFromRefusal(answer, {})).toEqual({ label: value });
});

test('what was sent already is not learnt', () => {
  expect(learnFromRefusal({ detail: [{ loc: ['body', 'label'] }] }, { label: 'x' })).toEqual({});
});

test.each([undefined, null, 'no', 7, [], { detail: 'Something went wrong' }])(
  '%j teaches nothing',
  (answer) => {
    expect(learnFromRefusal(answer, {})).toEqual({});
  },
);

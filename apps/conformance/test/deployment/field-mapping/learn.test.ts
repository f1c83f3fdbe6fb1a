import { expect, test } from 'vitest';
import { learnFromRefusal, namesAskedFor } from '../../../src/deployment/field-mapping/learn.ts';

test.each([
  ['FastAPI', { detail: [{ loc: ['body', 'label'], msg: 'field required', type: 'missing' }] }],
  ['problem details', { title: 'Invalid', errors: [{ pointer: '/label', detail: 'is required' }] }],
  ['a deployment that writes names in capitals', { Errors: [{ Field: 'body.label', Problem: 'missing' }] }],
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

test('a field that stands somewhere else already is not learnt once more', () => {
  const answer = { detail: [{ loc: ['body', 'prompt'], msg: 'must be an object' }] };
  expect(learnFromRefusal(answer, { spec: { prompt: 'Be brief.' } })).toEqual({});
  expect(learnFromRefusal(answer, { parts: [{ prompt: 'Be brief.' }] })).toEqual({});
});

test.each<[string, string, unknown, unknown, boolean]>([
  ['user_jwt', 'jwt', 'conformance', 'abc', true],
  ['instructions', 'chat_prompt', 'conformance', 'Be brief.', true],
  ['is_public', 'visibility', true, 'private', true],
  ['access', 'visibility', true, 'private', false],
  ['prompt', 'chat_prompt', {}, 'Be brief.', false],
  ['label', 'jwt', 'conformance', 'abc', false],
  ['prompt_language', 'chat_prompt', 'conformance', 'Be brief.', false],
])('the missing %s is what was sent for %s: %j, %j, %j', (name, field, sample, value, isMeant) => {
  const asked = namesAskedFor({ [name]: sample }, [{ field, value }]);
  expect(Object.keys(asked)).toEqual(isMeant ? [name] : []);
});

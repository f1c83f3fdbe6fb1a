import { expect, test } from 'vitest';
import { mutationSchema } from '../../../src/cases/mutations/mutation.ts';
import { english } from '../../../src/report/sentences/english.ts';
import { sayMutation } from '../../../src/report/sentences/say.ts';
import { everyMutation } from '../../helpers/mutations.ts';

test.each(everyMutation)('%j is told as %s: %s', (mutation, _key, words) => {
  expect(sayMutation(mutation)).toBe(words);
});

test('every kind of mutation has its words, and the samples of these tests have every kind', () => {
  const kinds = new Set(everyMutation.map(([{ kind }]) => kind));
  expect([...kinds].sort()).toEqual(Object.keys(english.mutations).sort());
});

test.each(everyMutation)('%j is what a recording may hold', (mutation) => {
  expect(mutationSchema.parse(JSON.parse(JSON.stringify(mutation)))).toEqual(mutation);
});

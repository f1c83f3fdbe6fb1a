import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { createMasks, partMask } from '../../src/exchanges/mask-texts.ts';

/** What the masks should leave, said in the plainest way: at each place the longest text that stands there. */
function plainly(text: string, secrets: readonly string[]): string {
  const longestFirst = secrets.filter((one) => one !== '').toSorted((a, b) => b.length - a.length);
  let left = '';
  for (let at = 0; at < text.length; ) {
    const found = longestFirst.find((one) => text.startsWith(one, at));
    left += found === undefined ? text[at] : `«${found.length}»`;
    at += found?.length ?? 1;
  }
  return left;
}

/** Few letters, so that texts stand within each other, begin alike and follow each other at once. */
const letters = fc.constantFrom('a', 'b', 'é');
const texts = (most: number) => fc.string({ unit: letters, maxLength: most });

test('every text is replaced wherever it stands, the longest first, whenever it was added', () => {
  fc.assert(
    fc.property(fc.array(texts(16), { maxLength: 12 }), texts(80), (secrets, text) => {
      const masks = createMasks();
      for (const [index, secret] of secrets.entries()) {
        masks.set(secret, `«${secret.length}»`);
        expect(masks.apply(text)).toBe(plainly(text, secrets.slice(0, index + 1)));
      }
    }),
  );
});

test('a text has the mask that it was given last', () => {
  const masks = createMasks();
  masks.set('a long enough text', 'one');
  masks.set('a long enough text', 'other');
  expect(masks.apply('say: a long enough text')).toBe('say: other');
});

test('of a text that is cut nothing is left, and of another that begins alike all', () => {
  const masks = createMasks();
  masks.set('eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhIn0.signature', 'whole');
  expect(masks.apply('"eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOi"')).toBe(`"${partMask}"`);
  expect(masks.apply('eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhIn0')).toBe(partMask);
  expect(masks.apply('"eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJiIn0"')).toBe(
    '"eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJiIn0"',
  );
  expect(masks.apply('"eyJhbGciOi"')).toBe('"eyJhbGciOi"');
});

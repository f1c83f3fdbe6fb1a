import { expect, test } from 'vitest';
import { documentPieces } from '../../src/results/document-pieces.ts';

test.each([
  {},
  { empty: [], none: undefined, nothing: null },
  {
    text: 'two\nlines',
    list: [1, 'a\nb', { inner: [[], {}, [1]] }],
    record: { list: [1, 2], none: undefined },
  },
  { gaps: [undefined, null, { a: undefined }] },
])('is what JSON.stringify gives of %j', (document) => {
  expect([...documentPieces(document)].join('')).toBe(`${JSON.stringify(document, null, 2)}\n`);
});

test('has every item of a list by itself', () => {
  const items = Array.from({ length: 100 }, (_, index) => ({ index }));
  const longest = Math.max(...[...documentPieces({ items })].map((piece) => piece.length));
  expect(longest).toBeLessThan(100);
});

import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { findJsonBreak } from '../../src/json/json-break.ts';

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const almostJson = fc
  .tuple(
    fc.json(),
    fc.nat(),
    fc.constantFrom('', '"', '}', ']', ',', ':', '\\', '0', ' ', 'x', '\u0001', '\n'),
  )
  .map(
    ([text, at, put]) =>
      text.slice(0, at % (text.length + 1)) + put + text.slice((at % (text.length + 1)) + 1),
  );

test('only what is no JSON breaks, and what stands before the break could have been the beginning of some', () => {
  fc.assert(
    fc.property(fc.oneof(fc.json(), almostJson, fc.string()), (text) => {
      expect(findJsonBreak(text) === undefined).toBe(isJson(text));
    }),
    { numRuns: 1000 },
  );
});

test.each([
  ['[{"id": 1}, oops]', 12],
  ['[{"id": 1}', 10],
  ['{"id": 1,}', 9],
  ['{"id" 1}', 6],
  ['["a\nb"]', 3],
  ['[1] and more', 4],
  ['All is well.', 0],
  ['', 0],
  ['[NaN]', 1],
])('%j breaks at %i', (text, at) => {
  expect(findJsonBreak(text)).toBe(at);
});

import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseJson } from '../../src/json/parse-json.ts';

test('identifiers that a number would mix up stay apart', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }), (id) => {
      const isSafe = Number.isSafeInteger(Number(id));
      expect(parseJson(`{"id": ${id}}`)).toEqual({ id: isSafe ? Number(id) : `${id}` });
    }),
  );
});

test('whatever else is JSON is read as it stands, and anything else is undefined', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      fc.pre(!/\d{16}/.test(text));
      expect(parseJson(text)).toEqual(JSON.parse(text));
    }),
  );
  expect(parseJson('1234567890123456.5')).toBe(1234567890123456.5);
  expect(parseJson('{"id": 12345678901234567')).toBeUndefined();
});

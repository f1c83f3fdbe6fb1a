import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { fewest, fewestParts } from './fewest.ts';

test('exactly the items that it takes are left, in their order', () => {
  const items = Array.from({ length: 40 }, (_, index) => index);
  fc.assert(
    fc.property(fc.subarray(items), (needed) => {
      expect(fewest(items, (some) => needed.every((one) => some.includes(one)))).toEqual(needed);
    }),
  );
});

test('where one item or another would do, none that is left can be spared', () => {
  const alternatives = fc.array(fc.subarray([...'abcdefghij'], { minLength: 1 }), { minLength: 1 });
  fc.assert(
    fc.property(alternatives, (all) => {
      const holds = (some: readonly string[]): boolean =>
        all.some((one) => one.every((item) => some.includes(item)));
      const left = fewest([...'abcdefghij'], holds);
      expect(holds(left)).toBe(true);
      expect(left.filter((one) => holds(left.filter((other) => other !== one)))).toEqual([]);
    }),
  );
});

test('of JSON the parts are left that it takes, each in its place', () => {
  const body = {
    items: [
      { id: 1, title: 'a' },
      { id: 2, title: 'b', tags: ['x', 'y'] },
    ],
    total: 2,
  };
  const holds = (changed: unknown): boolean => JSON.stringify(changed).includes('"y"');
  expect(fewestParts(body, holds)).toEqual({ items: [{ tags: ['y'] }] });
});

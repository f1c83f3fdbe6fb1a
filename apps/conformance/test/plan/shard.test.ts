import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { inShard } from '../../src/plan/shard.ts';

const shards = fc.integer({ min: 1, max: 12 });

test('together the shards hold everything exactly once', () => {
  fc.assert(
    fc.property(fc.nat({ max: 60 }), shards, (count, of) => {
      const items = Array.from({ length: count }, (_, index) => index);
      const parts = Array.from({ length: of }, (_, index) => inShard(items, { at: index + 1, of }));
      expect(parts.flat().sort((a, b) => a - b)).toEqual(items);
      const sizes = parts.map(({ length }) => length);
      expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
    }),
  );
});

test('a run without shards holds everything', () => {
  expect(inShard(['a', 'b'], undefined)).toEqual(['a', 'b']);
});

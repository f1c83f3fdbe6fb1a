import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { drawSequences } from '../../src/cases/sequences/draw-sequences.ts';

const numbered = { deleteBundle: 'updateBundle', deleteApiKey: undefined } as const;

test.each(Object.entries(numbered))(
  'nothing is written to a record after its own user removed it, as others may have its number: %s',
  (remove, change) => {
    fc.assert(
      fc.property(fc.nat({ max: 10_000 }), (seed) => {
        for (const { calls } of drawSequences(seed, 4)) {
          const writes = calls.filter(({ operation }) => operation === remove || operation === change);
          const removals = writes.filter(({ operation, as }) => operation === remove && as !== 'other');
          for (const removal of removals) {
            const after = writes.slice(writes.indexOf(removal) + 1);
            expect(after.map(({ path }) => path)).not.toContainEqual(removal.path);
          }
        }
      }),
    );
  },
);

import { expect, test } from 'vitest';
import { inGroups } from '../../src/report/in-groups.ts';

test.each([0, 7, 999, 1_000, 12_345, 1_234_567, -4_321])('%d is written as a locale would', (count) => {
  expect(inGroups(count)).toBe(count.toLocaleString('en'));
});

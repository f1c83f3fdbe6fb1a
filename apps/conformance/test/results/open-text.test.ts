import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { openText } from '../../src/results/open-text.ts';

test.runIf(existsSync('/dev/full'))('a full disk is told at the end, and ends nothing before', () => {
  const file = openText('/dev/full');
  file.write('x'.repeat(100_000));
  file.write('y');
  expect(() => file.close()).toThrow(/ENOSPC/);
});

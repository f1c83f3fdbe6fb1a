import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { overBudget, withFigures } from '../src/install-figures.ts';
import { root } from '../src/published-packages.ts';

const figures = { megabytes: 20, megabytesOnDisk: 30, seconds: 2 };

test('an installation that is too large is told, and a slow start where the machine does nothing else', () => {
  expect(overBudget(figures, true)).toEqual([]);
  expect(overBudget({ ...figures, megabytes: 25.1 }, false)).toEqual([
    'The CLI installs 25.1 MB, more than 25 MB.',
  ]);
  expect(overBudget({ ...figures, seconds: 9 }, false)).toEqual([]);
  expect(overBudget({ ...figures, seconds: 9 }, true)).toHaveLength(1);
});

test('the document of the figures has a place for them, and keeps what stands around it', () => {
  const text = readFileSync(join(root, 'bench/install/README.md'), 'utf8');
  const renewed = withFigures(text, figures);
  expect(renewed).toContain('| 20.0 MB | 25 MB |');
  expect(withFigures(renewed, figures)).toBe(renewed);
  expect(renewed.split('\n')[0]).toBe(text.split('\n')[0]);
});

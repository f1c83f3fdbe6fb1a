import { expect, test } from 'vitest';
import { fits, neededBump } from '../../src/surface/needed-bump.ts';

const before = 'entry .\nexport declare function start(id: string): Run;\n';

test('a surface that stays the same needs no bump', () => {
  expect(neededBump(before, before)).toBe('none');
});

test('what only comes needs a minor bump', () => {
  expect(neededBump(before, `${before}export declare function stop(): void;\n`)).toBe('minor');
});

test('a declaration that is another one now needs a major bump', () => {
  expect(neededBump(before, before.replace('id: string', 'id: number'))).toBe('major');
});

test('one of two equal lines that is gone needs a major bump', () => {
  expect(neededBump('}\n}\n', '}\n')).toBe('major');
});

test('a changeset may say more than is needed, and not less', () => {
  expect(fits('major', 'minor')).toBe(true);
  expect(fits('patch', 'minor')).toBe(false);
  expect(fits('patch', 'none')).toBe(true);
});

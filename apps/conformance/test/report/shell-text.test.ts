import { execFileSync } from 'node:child_process';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { marked, quoteMarked, quoteShortly } from '../../src/report/shell-text.ts';

/** What bash understands the words to be. */
function read(words: readonly string[], before = ''): string[] {
  // The script comes by standard input, which takes as much as it is given.
  const input = `${before}printf '%s\\0' ${words.join(' ')}`;
  return execFileSync('bash', { input, maxBuffer: 2 ** 26 })
    .toString()
    .split('\0')
    .slice(0, -1);
}

/** Whatever can stand in a script: a shell knows no NUL, and a command ends with white space that it drops nowhere. */
const anyText = fc
  .string({ unit: 'binary', maxLength: 40 })
  .map((text) => text.toWellFormed().replaceAll('\0', ''));

test('a shell reads back whatever was quoted', () => {
  const texts = fc.sample(fc.oneof(anyText, fc.constantFrom("'", "''", '"$HOME"', '`id`', '\\', '%s')), 300);
  expect(read(texts.map(quoteMarked))).toEqual(texts);
});

test('what repeats itself is written once, and still read back', () => {
  const texts = ['x', 'ab', '{"a":', 'é', '👩🏽‍🚀', '[1,'].map(
    (unit) => `{"before": ${unit.repeat(3_000)}after'}`,
  );
  const quoted = texts.map(quoteShortly);
  for (const one of quoted) expect(one.length).toBeLessThan(200);
  expect(read(quoted)).toEqual(texts);
});

test('values of variables are put in where they are marked', () => {
  const word = quoteMarked(`{"id":"${marked('ID')}","n":${marked('N')}} isn't ${marked('ID')}`);
  expect(read([word], 'ID="a b"; N=7; ')).toEqual(['{"id":"a b","n":7} isn\'t a b']);
});

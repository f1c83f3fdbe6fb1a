import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { loadRules } from '../src/contract-files.ts';
import { locate, sayingLines } from './interface-document.ts';

const { rules, unspecified, facts } = loadRules();
const entries = [...rules, ...unspecified, ...facts];

test('interface.md is the document byte by byte, untouched by any formatter', () => {
  const digest = createHash('sha256')
    .update(readFileSync(new URL('../interface.md', import.meta.url)))
    .digest('hex');
  expect(digest).toBe('5db7957cf958059e465d80a8cfe5e0e3c2acc418bf698dbf4fe3804ebe1a9b0b');
});

describe('Every line of the interface that says something is covered', () => {
  test('the interface was read: it says something on more than two hundred lines', () => {
    expect(sayingLines.length).toBeGreaterThan(200);
  });

  test('what no rule, unspecified behavior or fact quotes is punctuation', () => {
    const uncovered = sayingLines
      .map(({ number, text }) => ({ line: number, words: uncoveredWords(number, text) }))
      .filter(({ words }) => words.length > 0);
    expect(uncovered).toEqual([]);
  });

  test('taking one rule away uncovers its words', () => {
    const line = locate('4.1', 'A POST is always allowed')[0];
    expect(line && uncoveredWords(line.number, line.text, ['run.post-during-job-is-allowed'])).toEqual([
      'A POST is always allowed, also while a job is running.',
    ]);
  });
});

/** The stretches of a line, with at least one letter or digit, that nothing quotes. */
function uncoveredWords(line: number, text: string, without: string[] = []): string[] {
  const covered = new Set<number>();
  for (const entry of entries) {
    if (without.includes(entry.id) || locate(entry.section, entry.text)[0]?.number !== line) continue;
    const start = text.indexOf(entry.text);
    for (let index = start; index < start + entry.text.length; index++) covered.add(index);
  }
  const listMarker = /^(?:\d+\. |- )/.exec(text)?.[0].length ?? 0;
  const rest = [...text].map((letter, index) => (covered.has(index) || index < listMarker ? '\0' : letter));
  return rest
    .join('')
    .split('\0')
    .map((words) => words.trim())
    .filter((words) => /[\p{L}\p{N}]/u.test(words));
}

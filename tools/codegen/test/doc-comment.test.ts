import { describe, expect, it } from 'vitest';
import { docComment } from '../src/emit/doc-comment.ts';

describe('A doc comment', () => {
  it('is nothing when there is nothing to say', () => {
    expect(docComment(['', ''])).toBe('');
  });

  it('stays on one line when it fits', () => {
    expect(docComment(['At most 500.'], '  ')).toBe('  /** At most 500. */\n');
  });

  it('can not be ended by its text', () => {
    expect(docComment(['a */ b'])).toBe('/** a *\\/ b */\n');
  });

  it('wraps long lines, and indents what belongs to a list item', () => {
    const lines = docComment([`- 404: ${'word '.repeat(40).trim()}`]).split('\n');
    expect(lines.every((line) => line.length <= 110)).toBe(true);
    expect(lines[2]).toMatch(/^ \* {3}word/);
  });
});

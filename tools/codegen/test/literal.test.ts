import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { literal } from '../src/emit/literal.ts';

describe('A printed literal', () => {
  it('is the value that was printed', () => {
    const values = fc
      .jsonValue({ stringUnit: 'grapheme' })
      .filter((each) => !JSON.stringify(each).includes('__proto__'));
    fc.assert(
      fc.property(values, (value) => {
        const read: unknown = new Function(`return (${literal(value)});`)();
        expect(JSON.stringify(read)).toBe(JSON.stringify(value));
      }),
    );
  });

  it('keeps on one line what fits, and indents what does not', () => {
    const long = 'x'.repeat(60);
    expect(literal({ a: [1, 'two'], 'b-c': null })).toBe('{ a: [1, "two"], "b-c": null }');
    expect(literal({ a: { b: long, c: long } })).toBe(
      `{\n  a: {\n    b: "${long}",\n    c: "${long}",\n  },\n}`,
    );
  });
});

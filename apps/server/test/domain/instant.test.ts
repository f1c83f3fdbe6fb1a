import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatInstant, parseInstant } from '../../src/domain/instant.ts';

const instant = fc.maxSafeNat();

describe('an instant', () => {
  it('is read as it was written, to the microsecond', () => {
    fc.assert(
      fc.property(instant, (each) => {
        expect(parseInstant(formatInstant(each))).toBe(each);
      }),
    );
  });

  it('is written so that text sorts as time does', () => {
    fc.assert(
      fc.property(instant, instant, (a, b) => {
        expect(formatInstant(a) < formatInstant(b)).toBe(a < b);
      }),
    );
  });

  it('may be written with an offset or any number of decimals', () => {
    expect(parseInstant('1970-01-01T01:00:00+01:00')).toBe(0);
    expect(parseInstant('1970-01-01T00:00:01')).toBe(1_000_000);
    expect(parseInstant('1970-01-01T00:00:00.5Z')).toBe(500_000);
    expect(parseInstant('1970-01-01T00:00:00.0000011Z')).toBe(2);
    expect(parseInstant('1969-12-31T23:59:59Z')).toBe(0);
    expect(parseInstant('9999-12-31T23:59:59Z')).toBe(Number.MAX_SAFE_INTEGER);
  });

  it.each([['yesterday'], ['2026-11-21'], ['2026-13-01T00:00:00Z'], ['1'], ['']])('is not %j', (text) => {
    expect(parseInstant(text)).toBeUndefined();
  });
});

import type { Alteration } from '../cases/sequences/sequence.ts';

const letters = ['x', 'yy', 'zzz', 'wwww'];

/** The same value with other texts and numbers in it, of the same types; names stay as they are. */
export function alter(value: unknown, alteration: Alteration): unknown {
  if (typeof value === 'string')
    return alteration === 'of many scripts' ? 'Grüße 你好 שלום' : `${value}${letters[alteration] ?? 'x'}`;
  if (typeof value === 'number') return alteration === 'of many scripts' ? value : value + alteration + 1;
  if (Array.isArray(value)) return value.map((one) => alter(one, alteration));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, alter(inner, alteration)]));
}

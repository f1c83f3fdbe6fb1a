/** A value in one of the forms that few expect; the name tells it from the others of its format. */
export interface ValueForm {
  readonly form: string;
  readonly value: string;
}

type Forms = (valid: string) => Readonly<Record<string, string>>;

/** By format or type: other ways to write a value, and values just outside it; the most telling first. */
const byFormat: Readonly<Record<string, Forms>> = {
  'date-time': () => ({
    'february-30': '2026-02-30T12:00:00Z',
    'offset-14-hours': '2026-01-01T00:00:00+14:00',
    'date-alone': '2026-01-01',
    'no-offset': '2026-01-01T00:00:00',
    'leap-second': '2016-12-31T23:59:60Z',
    'small-letters': '2026-01-01t00:00:00z',
    nanoseconds: '2026-01-01T00:00:00.123456789Z',
    'hour-24': '2026-01-01T24:00:00Z',
    'year-0': '0000-01-01T00:00:00Z',
    'year-9999': '9999-12-31T23:59:59.999Z',
    'year-10000': '+010000-01-01T00:00:00Z',
    'space-for-t': '2026-01-01 00:00:00',
    'unix-time': '1767225600',
    'word-null': 'null',
    'word-yesterday': 'yesterday',
  }),
  uuid: (valid) => ({
    'no-hyphens': valid.replaceAll('-', ''),
    'capital-letters': valid.toUpperCase(),
    'in-braces': `{${valid}}`,
    urn: `urn:uuid:${valid}`,
    'one-less': valid.slice(0, -1),
    'one-more': `${valid}0`,
    'no-hex-digit': `${valid.slice(0, -1)}g`,
    'space-before': ` ${valid}`,
    'all-0': '00000000-0000-0000-0000-000000000000',
    'all-f': 'ffffffff-ffff-ffff-ffff-ffffffffffff',
  }),
  integer: (valid) => ({
    'beyond-64-bits': '9223372036854775808',
    negative: `-${valid}`,
    'with-point': `${valid}.0`,
    'with-exponent': `${valid}e0`,
    zero: '0',
    'leading-zeros': `00${valid}`,
    'with-plus': `+${valid}`,
    fraction: `${valid}.5`,
    'word-seven': 'seven',
    'arabic-digit': '٣',
    hexadecimal: `0x${valid}`,
    'beyond-32-bits': '2147483648',
    'below-64-bits': '-9223372036854775809',
    'space-before': ` ${valid}`,
    'not-a-number': 'NaN',
  }),
  number: (valid) => ({
    'not-a-number': 'NaN',
    'too-large': '1e400',
    'word-seven': 'seven',
    negative: `-${valid}1`,
    'decimal-comma': '0,5',
    'no-leading-digit': '.5',
    'too-small': '1e-400',
    infinity: 'Infinity',
    hexadecimal: '0x1',
    'space-before': ` ${valid}`,
  }),
  string: () => ({
    markup: 'signs: \'";--<b>${7*7}%s\\',
    'null-character': 'a\u0000b',
    'right-to-left': '\u202eשלום مرحبا',
    'joined-signs': '👩🏽‍🚀',
    'many-accents': `a${'\u0301'.repeat(60)}`,
    space: ' ',
    percent: '%',
    'very-long': 'x'.repeat(4_000),
  }),
};

export function hasForms(format: string): boolean {
  return Object.hasOwn(byFormat, format);
}

/** Every form of a valid value that differs from it. */
export function formsOf(format: string, valid: string): readonly ValueForm[] {
  return Object.entries(byFormat[format]?.(valid) ?? {})
    .filter(([, value]) => value !== valid)
    .map(([form, value]) => ({ form, value }));
}

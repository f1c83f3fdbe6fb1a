/** A JSON value as it is written, so that it can also be one which no program would write. */
export interface OddValue {
  readonly about: string;
  readonly json: string;
}

function text(about: string, value: string): OddValue {
  return { about, json: JSON.stringify(value) };
}

function number(json: string): OddValue {
  return { about: json, json };
}

/** Texts that programs stumble over, the most telling first. */
export const oddTexts: readonly OddValue[] = [
  text('10,000 characters', 'x'.repeat(10_000)),
  text('half a surrogate pair', 'a\ud800b'),
  text('the character U+0000', 'a\u0000b'),
  text('no character', ''),
  text('nothing but white space', ' \t\n'),
  text('words from right to left', '\u202eשלום\u202c مرحبا'),
  text('a letter under 60 accents', `a${'\u0301'.repeat(60)}`),
  text('signs of several code points', '👩🏽‍🚀🏳️‍🌈'),
  text('signs that mean something elsewhere', '\'";--<b>${7*7}{{7*7}}%s%00\\..\\'),
  text('control characters', '\u0001\u001b[31m\u007f\r\n'),
  text('invisible characters', '\ufeff\u200b\u2060'),
];

/** Numbers at the edges of the types that programs keep them in. */
export const oddNumbers: readonly OddValue[] = [
  '9007199254740993',
  '-1',
  '1e308',
  '0.5',
  '9223372036854775808',
  '0',
  '2147483648',
  '1.0',
  '1e2',
  '1e400',
  '-0',
  '5e-324',
].map(number);

const levels = 200;

export const deeplyNested: OddValue = {
  about: `${levels} arrays in each other`,
  json: `${'['.repeat(levels)}${']'.repeat(levels)}`,
};

/** A value of each type of JSON. */
export const ofEachType: readonly (OddValue & { readonly type: string })[] = [
  { type: 'number', about: 'a number', json: '7' },
  { type: 'string', about: 'a text', json: '"seven"' },
  { type: 'object', about: 'a record', json: '{"a":7}' },
  { type: 'array', about: 'an array', json: '["seven"]' },
  { type: 'boolean', about: 'true', json: 'true' },
];

type Forms = (valid: string) => readonly string[];

/** Other ways to write a value of a format, and values just outside it; the most telling first. */
export const formsOf: Readonly<Record<string, Forms>> = {
  'date-time': () => [
    '2026-02-30T12:00:00Z',
    '2026-01-01T00:00:00+14:00',
    '2026-01-01',
    '2026-01-01T00:00:00',
    '2016-12-31T23:59:60Z',
    '2026-01-01t00:00:00z',
    '2026-01-01T00:00:00.123456789Z',
    '2026-01-01T24:00:00Z',
    '0000-01-01T00:00:00Z',
    '9999-12-31T23:59:59.999Z',
    '+010000-01-01T00:00:00Z',
    '2026-01-01 00:00:00',
    '1767225600',
    'null',
    'yesterday',
  ],
  uuid: (valid) => [
    valid.replaceAll('-', ''),
    valid.toUpperCase(),
    `{${valid}}`,
    `urn:uuid:${valid}`,
    valid.slice(0, -1),
    `${valid}0`,
    `${valid.slice(0, -1)}g`,
    ` ${valid}`,
    '00000000-0000-0000-0000-000000000000',
    'ffffffff-ffff-ffff-ffff-ffffffffffff',
  ],
  integer: (valid) => [
    '9223372036854775808',
    `${valid}.0`,
    `-${valid}`,
    `${valid}e0`,
    '0',
    `00${valid}`,
    `+${valid}`,
    `${valid}.5`,
    'seven',
    '٣',
    `0x${valid}`,
    '2147483648',
    '-9223372036854775809',
    ` ${valid}`,
    'NaN',
  ],
  number: (valid) => [
    'NaN',
    '1e400',
    'seven',
    `-${valid}1`,
    '0,5',
    '.5',
    '1e-400',
    'Infinity',
    '0x1',
    ` ${valid}`,
  ],
  string: () => [
    'signs: \'";--<b>${7*7}%s\\',
    'a\u0000b',
    '\u202eשלום مرحبا',
    '👩🏽‍🚀',
    `a${'\u0301'.repeat(60)}`,
    ' ',
    '%',
    'x'.repeat(4_000),
  ],
};

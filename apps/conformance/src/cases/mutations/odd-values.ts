import type { Mutation } from './mutation.ts';
import { jsonTypes, oddTextNames } from './odd-names.ts';

type WithoutPlace<One> = One extends unknown ? Omit<One, 'at'> : never;

/** What a property is given; where that stands comes later. */
export type Oddity = WithoutPlace<Extract<Mutation, { readonly at: string }>>;

/** A JSON value as it is written, so that it can also be one which no program would write. */
export interface OddValue {
  readonly oddity: Oddity;
  readonly json: string;
}

/** So many characters the text `very-long` has. */
export const veryLong = 10_000;

const texts: Readonly<Record<(typeof oddTextNames)[number], string>> = {
  'very-long': 'x'.repeat(veryLong),
  'half-surrogate': 'a\ud800b',
  'null-character': 'a\u0000b',
  empty: '',
  'white-space': ' \t\n',
  'right-to-left': '\u202eשלום\u202c مرحبا',
  'many-accents': `a${'\u0301'.repeat(60)}`,
  'joined-signs': '👩🏽‍🚀🏳️‍🌈',
  markup: '\'";--<b>${7*7}{{7*7}}%s%00\\..\\',
  'control-characters': '\u0001\u001b[31m\u007f\r\n',
  'invisible-characters': '\ufeff\u200b\u2060',
};

/** Texts that programs stumble over, the most telling first. */
export const oddTexts: readonly OddValue[] = oddTextNames.map((text) => ({
  oddity: { kind: 'text', text },
  json: JSON.stringify(texts[text]),
}));

function literal(json: string): OddValue {
  return { oddity: { kind: 'literal', json }, json };
}

export const nullValue = literal('null');

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
].map(literal);

const levels = 200;

export const deeplyNested: OddValue = {
  oddity: { kind: 'nested', levels },
  json: `${'['.repeat(levels)}${']'.repeat(levels)}`,
};

const samples: Readonly<Record<(typeof jsonTypes)[number], string>> = {
  number: '7',
  string: '"seven"',
  object: '{"a":7}',
  array: '["seven"]',
  boolean: 'true',
};

/** A value of each type of JSON but these. */
export function ofOtherTypes(types: readonly string[]): readonly OddValue[] {
  return jsonTypes
    .filter((type) => !types.includes(type))
    .map((type) => ({ oddity: { kind: 'type', type }, json: samples[type] }));
}

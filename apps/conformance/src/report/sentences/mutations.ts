import type { Mutation } from '../../cases/mutations/mutation.ts';
import { veryLong } from '../../cases/mutations/odd-values.ts';
import type { OddMessage } from '../../cases/scenario.ts';
import { inGroups } from '../in-groups.ts';
import type { Mutations } from './sentences.ts';

type OfKind<Kind extends Mutation['kind']> = Extract<Mutation, { readonly kind: Kind }>;

const types: Readonly<Record<OfKind<'type'>['type'], string>> = {
  number: 'a number',
  string: 'a text',
  object: 'a record',
  array: 'an array',
  boolean: 'true',
};

const texts: Readonly<Record<OfKind<'text'>['text'], string>> = {
  'very-long': `${inGroups(veryLong)} characters`,
  'half-surrogate': 'half a surrogate pair',
  'null-character': 'the character U+0000',
  empty: 'no character',
  'white-space': 'nothing but white space',
  'right-to-left': 'words from right to left',
  'many-accents': 'a letter under 60 accents',
  'joined-signs': 'signs of several code points',
  markup: 'signs that mean something elsewhere',
  'control-characters': 'control characters',
  'invisible-characters': 'invisible characters',
};

const bodies: Readonly<Record<OfKind<'body'>['form'], string>> = {
  'cut-short': 'a body that ends too early',
  'in-an-array': 'an array for a body',
  text: 'a text for a body',
  empty: 'no body',
  null: 'null for a body',
  number: 'a number for a body',
  'sent-as-plain-text': 'a body that is said to be no JSON',
  'sent-as-form': 'a body that is said to be a form',
  'named-charset': 'a media type that names its charset',
  'two-bodies': 'two bodies one after the other',
  'undescribed-property': 'an undescribed property',
  'reserved-names': 'names that programs use themselves',
  'half-surrogate-name': 'a half surrogate pair for a name',
  'trailing-comma': 'a comma too many',
  comment: 'a comment in the body',
  'byte-order-mark': 'a mark of the byte order before the body',
  'single-quotes': 'single quotation marks',
  'not-a-number': 'NaN for a value',
};

/** What is odd about a message to a worker. */
export const oddMessages: Readonly<Record<OddMessage, string>> = {
  number: 'a number for its message',
  null: 'null for its message',
  list: 'a list for its message',
  'said-by-assistant': 'the role of the assistant beside its message',
};

const besides: Readonly<Record<NonNullable<OfKind<'wrong-value'>['beside']>, string>> = {
  prompt: 'a new prompt',
  texts: 'other texts',
  chat: 'another chat',
};

const signatures: Readonly<Record<OfKind<'signature'>['form'], string>> = {
  none: 'an invalid signature',
  zeros: 'a signature of zeros',
  shortened: 'all but the last character of its signature',
  'of-another-event': "another event's signature",
  'of-an-earlier-event': "another event's signature, which was just taken",
  'over-another-digit':
    'the signature of an event that was just taken, over the same with another digit in it',
  'over-a-list': "an event's signature over a list",
  'over-no-json': "an event's signature over a text that is no JSON",
};

const smallNumbers = ['none', 'one', 'two', 'three'];

/** What is wrong or odd about a request, as the end of a sentence. */
export const mutations: Mutations = {
  type: ({ type, at }) => `with ${types[type]} in ${at}`,
  text: ({ text, at }) => `with ${texts[text]} in ${at}`,
  literal: ({ json, at }) => `with ${json} in ${at}`,
  form: ({ value, at }) => `with ${JSON.stringify(value)} in ${at}`,
  nested: ({ levels, at }) => `with ${levels} arrays in each other in ${at}`,
  bound: (told) => `with ${boundInWords(told)} in ${told.at}`,
  choice: ({ value, at }) => `with ${JSON.stringify(value)} in ${at}`,
  'no-choice': ({ at }) => `with none of the values to choose from in ${at}`,
  'left-out': ({ at }) => `without ${at}`,
  random: ({ number, seed, at }) => `with a random value in ${at} (number ${number} of seed ${seed})`,
  body: ({ form }) => `with ${bodies[form]}`,
  'nested-body': ({ levels }) => `with a body of ${levels} records in each other`,
  'duplicate-name': ({ name }) => `with a property twice, first with another type: ${name}`,
  'undescribed-text': ({ characters }) =>
    `with a text of ${inGroups(characters)} characters that nothing describes`,
  value: ({ value, characters, of }) =>
    `with ${value === undefined ? `${inGroups(characters)} characters` : JSON.stringify(value)} for ${of}`,
  twice: ({ values, of }) =>
    `with ${of} twice, with ${values === 'same' ? 'the same value' : 'different values'}`,
  'no-value': ({ of }) => `with no value for ${of}`,
  'wrong-value': ({ value, of, beside }) => {
    const number = `a number for ${beside === undefined ? of : `the ${of}`}`;
    const wrong = value === 'number' ? number : 'an invalid cron expression';
    return `with ${wrong}${beside === undefined ? '' : `, beside ${besides[beside]}`}`;
  },
  'unknown-file': ({ after }) =>
    `with a file that does not exist after ${smallNumbers[after] ?? after} that do`,
  'unknown-id': () => 'with the identifier of nothing',
  'another-record': ({ of }) => `with another record for ${of} in its body`,
  'odd-message': ({ odd }) => `with ${oddMessages[odd]}`,
  'another-owner': () => 'with another user for its owner',
  signature: ({ form }) => `with ${signatures[form]}`,
  'tool-input': ({ about, input }) => `with ${about}: ${JSON.stringify(input)}`,
};

function boundInWords({ of, value, side }: OfKind<'bound'>): string {
  switch (of) {
    case 'length': {
      const outside = side === 'inside' ? '' : ` (${side === 'below' ? 'fewer' : 'more'} than allowed)`;
      return `${inGroups(value)} character${value === 1 ? '' : 's'}${outside}`;
    }
    case 'items':
      return `${value} items`;
    case 'number':
      return side === 'inside' ? `${value}` : `${value} (past the bound)`;
  }
}

import type { BodyKind, FieldDemand, FieldType } from '../../verdicts/findings/parts.ts';
import type { Expectations, Observations } from './sentences.ts';
import { countInWords, listInWords, pathInWords, quote, valueInWords } from './words.ts';

const bodies: Readonly<Record<BodyKind, string>> = {
  empty: 'no body',
  json: 'a JSON body',
  array: 'a JSON array',
  object: 'a JSON object',
  structured: 'a JSON object or array',
  jwt: 'a JWT',
  text: 'a text',
};

const fieldTypes: Readonly<Record<FieldType, string>> = {
  string: 'a text',
  number: 'a number',
  boolean: 'true or false',
  object: 'an object',
  'date-time': 'a date-time',
  url: 'a URL',
};

const demands: Readonly<Record<FieldDemand, string>> = {
  'answer-the-input': 'that answers this input',
  'be-less-than-before': 'less than before',
  'be-of-the-run': 'of the time of the run',
  'be-of-what-was-asked-for': 'of what was asked for',
  'be-the-callers-own': "of the caller's own",
  'be-there': 'with a value',
  'be-written-out': 'written out, not as the name of an object in memory',
  'begin-with-the-best': 'with the best first',
  'differ-between-records': 'other than that of another record',
  'differ-between-users': 'other than that of other users',
  'differ-from-another-input': 'other than for another input',
  'differ-from-before': 'other than before',
  'have-the-value-of-the-key': 'with the value of the key',
  'keep-the-letters-sent': 'in the letters that were sent',
  'lie-ahead': 'at a time that is still to come',
};

export const expectedBodies: Pick<
  Expectations,
  'body-kind' | 'field' | 'schema' | 'parameter' | 'sum' | 'same-as' | 'withheld'
> = {
  'body-kind': ({ body, schema }) =>
    schema === undefined
      ? bodies[body]
      : `${bodies[body]} of the schema ${schema} (its fields are not shown)`,
  field: ({ path, oneOf = [], type, atLeast, above, must }) =>
    [
      pathInWords(path),
      ...(oneOf.length === 0 ? [] : [listInWords(oneOf.map(valueInWords))]),
      ...(type === undefined ? [] : [`as ${fieldTypes[type]}`]),
      ...(atLeast === undefined ? [] : [`of at least ${atLeast}`]),
      ...(above === undefined ? [] : [`above ${above}`]),
      ...(must === undefined ? [] : [demands[must]]),
    ].join(' '),
  schema: ({ schema, schemaPath, keyword, path }) =>
    `${pathInWords(path)} as ${schema} declares it (${keyword} at ${pathInWords(schemaPath)})`,
  parameter: ({ tool, parameter, aspect, value }) =>
    `${parameter} of ${tool} to be ${inWords(aspect, value)}`,
  sum: ({ path, parts, sum }) =>
    `${pathInWords(path)} ${sum}, the sum of ${parts.length === 0 ? 'what the other answer lists' : listInWords(parts.map(pathInWords))}`,
  'same-as': ({ other, path, value }) => {
    const where = path === undefined ? '' : ` in ${pathInWords(path)}`;
    const what = value === undefined ? '' : `: ${valueInWords(value)}`;
    return other.by === 'parameter'
      ? `the same answer without ${other.name} as with ${other.name}=${other.value}${where}${what}`
      : `the same as another answer shows${where}${what}`;
  },
  withheld: ({ secret }) => `an answer without ${secrets[secret]}`,
};

export const observedBodies: Pick<
  Observations,
  'body-kind' | 'field' | 'parameter' | 'other-parameter' | 'different' | 'disclosed'
> = {
  'body-kind': ({ text, breaks }) => {
    if (text.length === 0) return 'no body';
    if (breaks === undefined) return `a body that begins ${quote(text)}`;
    const what = breaks.at === text.length ? 'ends too early' : 'stops being JSON';
    return `a body of ${countInWords(text.length, 'character')} that ${what} behind character ${breaks.at}, at ${JSON.stringify(breaks.around)}`;
  },
  field: (observed) => {
    const { path, value, before } = observed;
    if (!('value' in observed)) return `no ${pathInWords(path)}`;
    const changed = 'before' in observed ? `, before ${valueInWords(before)}` : '';
    return `${pathInWords(path)} ${valueInWords(value)}${changed}`;
  },
  parameter: ({ value }, { expected }) =>
    expected.kind === 'parameter' ? inWords(expected.aspect, value) : valueInWords(value),
  'other-parameter': ({ parameter }) => `${parameter} is required, which is not documented`,
  different: () => 'another answer',
  disclosed: (_, { expected }) =>
    expected.kind === 'withheld' && expected.secret === 'private-record'
      ? 'what its owner wrote'
      : 'the value of an API key that was created before',
};

const secrets = {
  'api-key': 'the value of any API key',
  'private-record': 'what is private to another user',
} as const;

type Aspect = 'presence' | 'type' | 'required' | 'minimum' | 'maximum' | 'default' | 'enum';

function inWords(aspect: Aspect, value: unknown): string {
  const values = Array.isArray(value) ? listInWords(value.map(String)) : String(value);
  switch (aspect) {
    case 'presence':
      return value === true ? 'there' : 'no such parameter';
    case 'type':
      return `of the type ${values}`;
    case 'required':
      return value === true ? 'required' : 'optional';
    case 'minimum':
      return `at least ${values}`;
    case 'maximum':
      return `at most ${values}`;
    case 'default':
      return `${values} by default`;
    case 'enum':
      return `one of ${values}`;
  }
}

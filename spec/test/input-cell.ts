import type { OperationRow } from './interface-document.ts';
import type { Parameter } from './openapi-documents.ts';

/** A parameter as both sources can say it: absent keys are unsaid. */
export interface DescribedParameter {
  name: string;
  type: string;
  required: boolean;
  nullable: boolean;
  minimum: number | undefined;
  maximum: number | undefined;
  minLength: number | undefined;
  default: string | number | undefined;
}

/** The row says `query period as above`; this is what stands above. */
const period = 'period (integer, 1 to 365, default 28)';

/** The query parameters that an Input cell describes. */
export function queryOf(row: OperationRow): DescribedParameter[] {
  return itemsOf(row)
    .map((item) => item.replace(/^query /, '').replace('period as above', period))
    .flatMap((item) => {
      const [, name, words] = /^(\w+) \((.*)\)$/.exec(item) ?? [];
      return name && words ? [describeWords(name, words.split(', '))] : [];
    });
}

/** Types of the path parameters that an Input cell gives: `both uuid` names all that the path has. */
export function pathTypesOf(row: OperationRow): Record<string, string> {
  const inPath = [...row.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const types = itemsOf(row).flatMap((item) => {
    const [, name = '', type = ''] = /^(\w+) (uuid|string|integer)$/.exec(item) ?? [];
    return (name === 'both' ? inPath : [name]).filter(Boolean).map((each) => [each, type]);
  });
  return Object.fromEntries(types);
}

/** The body that an Input cell describes, without the words in parentheses. */
export function bodyOf(row: OperationRow): string | undefined {
  if (row.input === 'payment-provider event with a signature header') return 'body unspecified';
  const item = itemsOf(row).find((each) => /^(?:optional )?body /.test(each));
  return item?.replace(/ \(.*\)$/, '').replace('any JSON object', 'object');
}

/** An OpenAPI parameter in the same form. */
export function describeParameter({ name, required, schema }: Parameter): DescribedParameter {
  const types = [schema.type].flat().map(String);
  const type = types.find((each) => each !== 'null') ?? 'unknown';
  return {
    name,
    type: typeof schema.format === 'string' ? schema.format : type,
    required,
    nullable: types.includes('null'),
    minimum: numberOf(schema.minimum),
    maximum: numberOf(schema.maximum),
    minLength: numberOf(schema.minLength),
    default: typeof schema.default === 'string' ? schema.default : numberOf(schema.default),
  };
}

function describeWords(name: string, words: string[]): DescribedParameter {
  const range = find(words, /^([\d.]+) to ([\d.]+)$/);
  const type = words.find((word) => ['string', 'integer', 'number', 'date-time'].includes(word)) ?? 'string';
  const value = find(words, /^default (.+)$/)?.[1];
  return {
    name,
    type,
    required: words.includes('required'),
    nullable: words.includes('may be null'),
    minimum: range && Number(range[1]),
    maximum: range && Number(range[2]),
    minLength: numberOf(find(words, /^min length (\d+)$/)?.[1]),
    default: type === 'string' ? value : numberOf(value),
  };
}

function itemsOf({ input }: OperationRow): string[] {
  return input.split(/[;,] (?![^(]*\))/);
}

function find(words: string[], pattern: RegExp): RegExpExecArray | undefined {
  return words.map((word) => pattern.exec(word)).find((match) => match !== null) ?? undefined;
}

function numberOf(value: unknown): number | undefined {
  return value === undefined ? undefined : Number(value);
}

/** The part of JSON Schema that profiles are written in. */
interface JsonSchema {
  $ref?: string;
  $defs?: Readonly<Record<string, JsonSchema>>;
  type?: string | readonly string[];
  const?: unknown;
  enum?: readonly unknown[];
  anyOf?: readonly JsonSchema[];
  oneOf?: readonly JsonSchema[];
  allOf?: readonly JsonSchema[];
  properties?: Readonly<Record<string, JsonSchema>>;
  required?: readonly string[];
  items?: JsonSchema;
  minItems?: number;
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  exclusiveMinimum?: number;
  maximum?: number;
}

type Definitions = NonNullable<JsonSchema['$defs']>;

/** Lists deeper than this are empty, so that records which hold each other come to an end. */
const deepest = 6;

/** A value that a JSON Schema allows, with nothing but what it requires. The same schema gives the same value. */
export function sampleOfSchema(schema: JsonSchema): unknown {
  return sampleOf(schema, schema.$defs ?? {}, 0);
}

function sampleOf(schema: JsonSchema, $defs: Definitions, depth: number): unknown {
  const of = (inner: JsonSchema) => sampleOf(inner, $defs, depth + 1);
  if (schema.$ref !== undefined) return of($defs[schema.$ref.replace('#/$defs/', '')] ?? {});
  if ('const' in schema) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map(of));
  const choice = (schema.anyOf ?? schema.oneOf)?.find(({ type }) => type !== 'null');
  const kind = [schema.type].flat().find((each) => each !== 'null');
  if (kind === 'object') return recordOf(schema, choice, of);
  if (choice) return of(choice);
  if (kind !== 'array') return plainValue(kind, schema);
  return Array.from({ length: depth > deepest ? 0 : (schema.minItems ?? 1) }, () => of(schema.items ?? {}));
}

/** A choice beside the type of a record names more that it requires. */
function recordOf(
  { required = [], properties = {} }: JsonSchema,
  choice: JsonSchema | undefined,
  of: (inner: JsonSchema) => unknown,
): object {
  const names = [...required, ...(choice?.required ?? [])];
  return Object.fromEntries(names.map((name) => [name, of(properties[name] ?? {})]));
}

function plainValue(kind: string | undefined, schema: JsonSchema): unknown {
  if (kind === 'string') return textOf(schema);
  if (kind === 'number' || kind === 'integer') return numberOf(schema);
  return kind === 'boolean' ? false : null;
}

/** 0, or what is next to it within the limits. */
function numberOf({
  minimum = -Infinity,
  exclusiveMinimum = -Infinity,
  maximum = Infinity,
}: JsonSchema): number {
  return Math.min(Math.max(0, minimum, exclusiveMinimum + 1), maximum);
}

const texts: Readonly<Record<string, string>> = {
  text: 'text',
  uuid: '00000000-0000-4000-8000-000000000001',
  'date-time': '2026-01-01T00:00:00Z',
  date: '2026-01-01',
  uri: 'https://example.org/',
  email: 'sam@example.org',
  color: '#336699',
  cron: '0 9 * * 1',
  digits: '1',
};

/** Of a pattern that none of ours fits, the validation tells the place. */
function textOf({ format = 'text', pattern = '', minLength = 0, maxLength }: JsonSchema): string {
  const all = [texts[format] ?? 'text', ...Object.values(texts)];
  const found = all.find((text) => new RegExp(pattern, 'u').test(text)) ?? 'text';
  return pattern === '' ? found.padEnd(minLength, '.').slice(0, maxLength) : found;
}

import { unwrapped } from '../../json/json-record.ts';
import type { JsonSchema } from '../../spec/description.ts';
import { filler } from './filler.ts';
import { itemsOf, propertiesOf, typesOf, valuesOf } from './schema.ts';

/** Names of texts that people write for people: any words will do, and come back as they were. */
const forPeople =
  /(^|_|[a-z])(title|name|label|description|summary|notes?|comment|caption|tagline|bio|about)$/i;

/** Shorter texts have no room for ours. */
const leastRoom = 100;

/**
 * The texts of a record that the interface doesn't speak of, but that a deployment's own document shows in the
 * request and in the answer: what is written there can be told apart.
 */
export function attributesIn(request: JsonSchema, success: JsonSchema): readonly string[] {
  const shown = new Map([...propertiesOf(success), ...wrappedIn(success)]);
  return propertiesOf(request)
    .filter(([name, schema]) => forPeople.test(name) && isPlainText(schema) && isPlainText(shown.get(name)))
    .map(([name]) => name);
}

function wrappedIn(schema: JsonSchema): readonly (readonly [string, JsonSchema])[] {
  return propertiesOf(schema).flatMap(([, inner]) => propertiesOf(itemsOf(inner) ?? inner));
}

function isPlainText(schema: JsonSchema | undefined): boolean {
  if (schema === undefined) return false;
  const types = typesOf(schema).filter((type) => type !== 'null');
  const isText = types.length === 1 && types[0] === 'string' && valuesOf(schema).length === 0;
  const isShort = typeof schema.maxLength === 'number' && schema.maxLength < leastRoom;
  return isText && !isShort && schema.format === undefined && schema.pattern === undefined;
}

/** Our own words for an attribute: others for each call, since some deployments want names of which there is one. */
export function attributeText(
  name: string,
  { nonce, scenario, step, attempt }: { nonce: string; scenario: string; step: number; attempt: number },
): string {
  return `${filler} ${name} in ${scenario} ${nonce} ${step}.${attempt}`;
}

/** Whether a value is what we wrote, and nothing that was made of it. */
export function isAttributeText(name: string, value: unknown): boolean {
  return typeof value === 'string' && value.startsWith(`${filler} ${name} in `) && /\d+\.\d+$/.test(value);
}

/** What an answer shows of texts that people write for people. */
export function attributesShown(body: unknown): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(unwrapped(body)).filter(
      ([name, value]) => forPeople.test(name) && (value === null || typeof value === 'string'),
    ),
  );
}

import { unwrapped } from '../../json/json-record.ts';
import type { JsonSchema } from '../../spec/description.ts';
import { isWrittenByUsers } from '../../spec/resources.ts';
import type { Operation } from '../../spec/spec.ts';
import { contentsOf } from './contents.ts';
import { filler } from './filler.ts';
import { itemsOf, propertiesOf, typesOf, valuesOf } from './schema.ts';

/** Names of texts that people write for people: any words will do, and come back as they were. */
const forPeople =
  /(^|_|[a-z])(title|name|label|description|summary|notes?|comment|caption|tagline|bio|about)$/i;

/** Names of what is kept for somebody: its words are private, and there may be many of them. */
const contents = /^(content|contents|body|text|instructions|greeting|message|markdown)$/i;

/** Whether a text of this name may be long. */
export function isContent(name: string): boolean {
  return contents.test(name);
}

/** Whether a text of this name may have any words. */
function isFree(name: string): boolean {
  return (forPeople.test(name) || contents.test(name)) && !generated.test(name);
}

/** The upsell description has an operation of its own, which writes it. */
const generated = /upsell/i;

const writes: readonly string[] = ['create', 'upsert', 'change'];

/** Whether an operation writes a record that has texts of its caller. */
export function writesTexts({ resource }: Pick<Operation, 'resource'>): boolean {
  return resource !== undefined && isWrittenByUsers(resource.family) && writes.includes(resource.does);
}

/** The names of such texts in a record of an answer. */
export function textNamesIn(record: unknown): readonly string[] {
  return Object.keys(attributesShown(record));
}

/** Shorter texts have no room for ours. */
const leastRoom = 100;

/**
 * The texts of a record that the interface doesn't speak of, but that a deployment's own document shows in the
 * request and in the answer: what is written there can be told apart.
 */
export function attributesIn(request: JsonSchema, success: JsonSchema): readonly string[] {
  const shown = new Map(propertiesShown(success));
  return textsSentIn(request).filter((name) => isPlainText(shown.get(name)));
}

/** Such texts that a request may have, whether or not the document shows them in the answer. */
export function textsSentIn(request: JsonSchema): readonly string[] {
  return propertiesOf(request)
    .filter(([name, schema]) => isFree(name) && takesWords(schema))
    .map(([name]) => name);
}

/** The properties of a record in an answer, also of one that is wrapped. */
export function propertiesShown(success: JsonSchema): readonly (readonly [string, JsonSchema])[] {
  return [...propertiesOf(success), ...wrappedIn(success)];
}

function wrappedIn(schema: JsonSchema): readonly (readonly [string, JsonSchema])[] {
  return propertiesOf(schema).flatMap(([, inner]) => propertiesOf(itemsOf(inner) ?? inner));
}

function isPlainText(schema: JsonSchema | undefined): boolean {
  if (schema === undefined) return false;
  const types = typesOf(schema).filter((type) => type !== 'null');
  const isText = types.length === 1 && types[0] === 'string' && valuesOf(schema).length === 0;
  const isCoded = [schema.format, schema.contentEncoding, schema.contentMediaType].some(
    (one) => one !== undefined,
  );
  return isText && roomIn(schema) >= leastRoom && !isCoded;
}

function takesWords(schema: JsonSchema): boolean {
  return isPlainText(schema) && schema.readOnly !== true && fitsPattern(schema);
}

/** Many patterns only ask for something beside white space. */
function fitsPattern({ pattern }: JsonSchema): boolean {
  if (typeof pattern !== 'string') return pattern === undefined;
  try {
    return new RegExp(pattern, 'u').test(`${filler} title in a-case 0f0f0f 1.1`);
  } catch {
    return false;
  }
}

/** How many characters a text may have. */
export function roomIn({ maxLength }: JsonSchema): number {
  return typeof maxLength === 'number' ? maxLength : Number.POSITIVE_INFINITY;
}

/** What our words are like: with letters and signs of many scripts, with letters alone, or plain. */
export type Words = 'plain' | 'letters of many scripts' | 'of many scripts';

interface Place {
  readonly nonce: string;
  readonly id: string;
  readonly step: number;
  readonly attempt: number;
}

/** All have a capital; the oddest white space inside, combining and astral characters, and what other formats escape. */
const oddWords = {
  plain: ' Ab',
  'letters of many scripts': ' Zürich 你好 Ωμέγα',
  'of many scripts': ' two  spaces, Zu\u0308rich, 你好, 👩🏽\u200d🚀, <b>&amp;</b> "\'\\ %20 + 007',
};

/** Our own words for an attribute: others for each call, since some deployments want names of which there is one. */
export function attributeText(
  name: string,
  { nonce, id, step, attempt }: Place,
  { words = 'plain', length = 0 }: { readonly words?: Words; readonly length?: number } = {},
): string {
  const begin = `${filler} ${name} in ${id} ${nonce}${oddWords[words]}`;
  const end = ` ${step}.${attempt}`;
  return `${begin}${fillTo(length - begin.length - end.length)}${end}`;
}

const piece = ' all work and no play – 10 % Grüße, 👩🏽\u200d🚀\n';

function fillTo(length: number): string {
  return length <= 0 ? '' : piece.repeat(Math.ceil(length / piece.length));
}

/** Whether a value is what we wrote, and nothing that was made of it. */
export function isAttributeText(name: string, value: unknown): boolean {
  return typeof value === 'string' && value.startsWith(`${filler} ${name} in `) && /\d+\.\d+$/.test(value);
}

/** What an answer shows of texts that people write for people, also in a record within the record. */
export function attributesShown(body: unknown): Readonly<Record<string, unknown>> {
  const record = unwrapped(body);
  const inner = contentsOf(body).toReversed().flatMap(Object.entries);
  return Object.fromEntries(
    [...inner, ...Object.entries(record)].filter(
      ([name, value]) => isFree(name) && (value === null || typeof value === 'string'),
    ),
  );
}

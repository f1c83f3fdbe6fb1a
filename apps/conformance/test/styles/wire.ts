import { randomBytes } from 'node:crypto';
import type { Field } from './fields.ts';
import { promptToWire } from './prompt-form.ts';
import { answerShapes, toolsOf } from './schemas.ts';
import type { Style, VisibilityForm, WireStyle } from './style.ts';

/** A record by fields, with the attributes that its style demanded beside them. */
export type StoredRecord = Readonly<Record<string, unknown>> & {
  readonly attributes?: Readonly<Record<string, unknown>> | undefined;
};

/** The items of a list, and where the next page begins. */
export interface StoredList {
  readonly items: readonly StoredRecord[];
  readonly next?: string | undefined;
  readonly isLast?: boolean;
}

/** The words of a name in the style's spelling. */
export function spell(words: string, style: WireStyle['words']): string {
  const parts = words.split('_');
  const capital = (part: string): string => `${part.charAt(0).toUpperCase()}${part.slice(1)}`;
  if (style === 'snake') return words;
  if (style === 'kebab') return parts.join('-');
  const [first = '', ...rest] = parts;
  return [style === 'camel' ? first : capital(first), ...rest.map(capital)].join('');
}

export function nameOf({ wire }: Style, schema: string, field: Field): string {
  const given = wire.names[`${schema}.${field}`] ?? wire.names[field];
  if (given !== undefined) return given;
  const shape = answerShapes[schema];
  const own = shape !== undefined && 'own' in shape ? shape.own : undefined;
  if (own === field && wire.ownId !== undefined) return wire.ownId;
  return spell(field, wire.words);
}

/** The body of an answer in the style's own words. */
export function encode(style: Style, schema: string, value: StoredRecord | StoredList): unknown {
  const shape = answerShapes[schema];
  if (shape === undefined) throw new Error(`The styles know no schema ${schema}.`);
  if (!('listOf' in shape)) {
    const record = encodeRecord(style, schema, value as StoredRecord);
    return shape.bare ? record : inEnvelope(style, schema, record);
  }
  const { items, next, isLast } = value as StoredList;
  const records = items.map((item) => encodeRecord(style, shape.listOf, item));
  if (isBare(style, shape)) return records;
  const list = { ...markOf(style), [nameOf(style, schema, 'items')]: records };
  if (!shape.paged) return list;
  const cursor = nameOf(style, schema, 'next_cursor');
  const { lastCursor, pageFlag } = style.wire;
  const page = pageFlag === undefined ? list : { ...list, [pageFlag]: next !== undefined };
  if (next !== undefined) return { ...page, [cursor]: next };
  return isLast && lastCursor === 'absent' ? page : { ...page, [cursor]: null };
}

/** Whether a list lies in no object. */
export function isBare(
  { wire }: Style,
  { paged = false }: { readonly paged?: boolean | undefined },
): boolean {
  return wire.bareLists && !paged;
}

function inEnvelope(style: Style, schema: string, record: unknown): unknown {
  const envelope = envelopeOf(style, schema);
  return envelope === undefined ? record : { [envelope]: record, ...markOf(style) };
}

/** What a record of a schema lies in: the same for all, or called as its kind is, such as `agent` or `api_key`. */
export function envelopeOf({ wire }: Pick<Style, 'wire'>, schema: string): string | undefined {
  if (wire.envelope !== 'kind' && wire.envelope !== 'last word of the kind') return wire.envelope;
  const words = schema.match(/[A-Z][a-z]+/g) ?? [];
  const kind = words.filter((word) => !general.includes(word)).map((word) => word.toLowerCase());
  return spell((wire.envelope === 'kind' ? kind : kind.slice(-1)).join('_'), wire.words);
}

/** Words that say nothing of the kind of a record. */
const general: readonly string[] = ['Model', 'Response', 'View', 'Preference', 'Information', 'Hidden'];

function markOf({ wire }: Pick<Style, 'wire'>): Record<string, unknown> {
  return wire.marks ? { requestId: `req_${randomBytes(8).toString('base64url')}` } : {};
}

export function encodeRecord(style: Style, schema: string, record: StoredRecord): Record<string, unknown> {
  const entries = shownFields(style, schema)
    .filter((field) => record[field] !== undefined && !isLeftOut(style, record[field]))
    .map((field) => [nameOf(style, schema, field), encodeValue(style, schema, field, record[field])]);
  const { attributes } = record;
  const extras = { ...extrasOf(style, record), ...embeddedIn(style, schema, record) };
  return { ...extras, ...Object.fromEntries(entries), ...attributes };
}

function isLeftOut({ wire }: Style, value: unknown): boolean {
  return value === null && wire.absent === 'left out';
}

/** As a join shows it. */
function embeddedIn(style: Style, schema: string, { agent_id }: StoredRecord): Record<string, unknown> {
  const isOfAgent = ['AgentRunView', 'AgentSubscriptionResponse'].includes(schema);
  if (!style.wire.embeds || !isOfAgent || agent_id === undefined) return {};
  return { [spell('of_agent', style.wire.words)]: { [nameOf(style, 'AgentModel', 'agent_id')]: agent_id } };
}

/** How a body looks that the interface leaves unspecified. */
export function fillingOf({ wire }: Style, schema: string): Style['wire']['unspecified'] {
  const shape = answerShapes[schema];
  const isTold = shape !== undefined && 'told' in shape && shape.told !== undefined;
  return wire.unspecified === 'null' && isTold ? 'words' : wire.unspecified;
}

/** The fields that answers of a schema show in this style. */
export function shownFields({ wire }: Style, schema: string): readonly Field[] {
  const shape = answerShapes[schema];
  if (shape === undefined || !('fields' in shape)) return [];
  const isShown = { all: true, 'own identifier': false, nothing: false }[wire.shows];
  // A key without its value would be no ApiKey: the hidden variant alone omits it.
  const isOwn = (field: Field): boolean =>
    (field === shape.own && wire.shows !== 'nothing') || field === shape.told || field === 'key';
  return isShown ? shape.fields : shape.fields.filter(isOwn);
}

function encodeValue(style: Style, schema: string, field: Field, value: unknown): unknown {
  if (field === 'visibility') return encodeVisibility(style.wire.visibility, value);
  if (field === 'chat_prompt') return promptToWire(style.wire.prompt, value);
  if (amounts.includes(field) && style.wire.amounts === 'texts') return `${value}`;
  if (typeof value === 'boolean' && style.wire.flags === 'numbers') return Number(value);
  const held = toolsOf[schema];
  if (field !== 'tools' || held === undefined || !Array.isArray(value)) return value;
  return value.map((one: StoredRecord) => encodeRecord(style, held, one));
}

function encodeVisibility(form: VisibilityForm, value: unknown): unknown {
  const visibility = value === 'private' ? 'private' : 'public';
  return form.form === 'words' ? form[visibility] : form.trueMeans === visibility;
}

/** What a deployment may write as a decimal text, so that nothing is rounded. */
export const amounts: readonly Field[] = ['balance', 'total_earnings'];

let reads = 0;

function timeIn({ timestamps }: WireStyle, time: string): string | number {
  const milliseconds = Date.parse(time);
  switch (timestamps) {
    case 'ISO 8601':
      return time;
    case 'seconds':
      return Math.floor(milliseconds / 1_000);
    case 'milliseconds':
      return milliseconds;
    case 'microseconds':
      return milliseconds * 1_000;
  }
}

function extrasOf({ wire }: Style, { created_at }: StoredRecord): Record<string, unknown> {
  if (wire.extras === 'none') return {};
  const timestamps =
    typeof created_at !== 'string' ? {} : { [spell('created_at', wire.words)]: timeIn(wire, created_at) };
  if (wire.extras === 'timestamps') return timestamps;
  reads += 1;
  return { ...timestamps, [spell('times_read', wire.words)]: reads, etag: `w/${reads}` };
}

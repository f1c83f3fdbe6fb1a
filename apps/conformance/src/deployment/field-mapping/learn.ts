import { isRecord, type JsonRecord } from '../../json/json-record.ts';
import { filler } from './filler.ts';
import type { AskedFor } from './knowledge.ts';
import { fit, isUsual, visibilityIn } from './names.ts';

const identifier = /^[A-Za-z_][\w-]{0,40}$/;
const kinds: readonly (readonly [pattern: RegExp, value: unknown])[] = [
  [/integer|number|numeric|int\b/i, 1],
  [/bool/i, true],
  [/array|list/i, []],
  [/object|dict|record|map/i, {}],
  [/uuid|guid/i, 'b6a1d3f8-5c27-4e90-8a4d-2f7093c1e65b'],
  [/e-?mail/i, 'conformance@example.com'],
  [/url|uri/i, 'https://example.com/'],
  [/date/i, '2026-01-01T00:00:00Z'],
];

/** Where a refusal may say which field it misses, in small or capital letters. */
const placeNames: readonly string[] = [
  'loc',
  'field',
  'path',
  'param',
  'name',
  'pointer',
  'property',
  'location',
  'attribute',
  'parameter',
];

function isPlaceName(name: string): boolean {
  return placeNames.includes(name.toLowerCase());
}

/** How often a body is sent again with fields that the refusals before asked for. */
export const lessons = 3;

/**
 * What the refusal of a body tells of fields that it misses: a sample value for each field that it names and
 * that was not sent, wherever it may stand.
 */
export function learnFromRefusal(answer: unknown, sent: JsonRecord): JsonRecord {
  const complaints = complaintsIn(answer).filter(({ field }) => identifier.test(field));
  return Object.fromEntries(
    complaints
      .map(({ field, words }): [string, unknown] => [
        field,
        kinds.find(([pattern]) => pattern.test(words))?.[1] ?? filler,
      ])
      // What only filled the place may be of another type.
      .filter(([field, value]) => !hasName(sent, field) || (sent[field] === filler && value !== filler)),
  );
}

function hasName(value: unknown, name: string): boolean {
  if (Array.isArray(value)) return value.some((one) => hasName(one, name));
  return isRecord(value) && (name in value || Object.values(value).some((one) => hasName(one, name)));
}

/** A value that was sent under a name that was only guessed. */
export interface Guessed {
  readonly field: string;
  readonly value: unknown;
}

/** Which of the names that were missed are the deployment's own for what was sent under guessed ones. */
export function namesAskedFor(
  missed: JsonRecord,
  guessed: readonly Guessed[],
): Readonly<Record<string, AskedFor>> {
  return Object.fromEntries(
    guessed.flatMap((one): [string, AskedFor][] => {
      const [name] = Object.keys(missed)
        .filter((name) => mayHold(name, missed[name], one))
        .sort((a, b) => (fit(a, one.field) ?? 0) - (fit(b, one.field) ?? 0));
      if (name === undefined) return [];
      const schema = typeof missed[name] === 'boolean' ? { type: 'boolean' } : {};
      return [[name, { field: one.field, schema }]];
    }),
  );
}

/** Whether a field, by its name and the sample that its refusal gave rise to, may be for what was sent elsewhere. */
function mayHold(name: string, sample: unknown, { field, value }: Guessed): boolean {
  // A flag has to say what it is true of.
  if (field === 'visibility' && typeof sample === 'boolean') return visibilityIn(name) !== undefined;
  const isAlike = typeof sample === typeof value && Array.isArray(sample) === Array.isArray(value);
  return isAlike && isUsual(name, field);
}

interface Complaint {
  readonly field: string;
  readonly words: string;
}

function complaintsIn(value: unknown): Complaint[] {
  if (Array.isArray(value)) return value.flatMap(complaintsIn);
  if (!isRecord(value)) return typeof value === 'string' ? quotedIn(value) : [];
  const words = Object.values(value)
    .filter((one) => typeof one === 'string')
    .join(' ');
  const places = Object.entries(value).flatMap(([name, place]) => {
    if (!isPlaceName(name)) return [];
    const last = Array.isArray(place) ? place.at(-1) : place;
    return typeof last === 'string' ? [last.split(/[./]/).at(-1) ?? ''] : [];
  });
  const named = places.map((field): Complaint => ({ field, words }));
  // `{"errors": {"label": ["is required"]}}`: the field is the name itself.
  const keyed = Object.entries(value)
    .filter(([, inner]) => Array.isArray(inner) && inner.every((one) => typeof one === 'string'))
    .filter(([name]) => !isPlaceName(name))
    .map(([field, inner]): Complaint => ({ field, words: String(inner) }));
  return [...named, ...keyed, ...Object.values(value).flatMap(complaintsIn)];
}

/** "label is required", "missing field 'label'": words in quotation marks, or before the complaint. */
function quotedIn(text: string): Complaint[] {
  const quoted = [...text.matchAll(/["'`“]([A-Za-z_][\w-]{0,40})["'`”]/g)].map(([, field = '']) => field);
  const plain = [...text.matchAll(/\b([A-Za-z_]\w{0,40}) (?:is|are) (?:required|missing)/g)];
  return [...quoted, ...plain.map(([, field = '']) => field)].map((field) => ({ field, words: text }));
}

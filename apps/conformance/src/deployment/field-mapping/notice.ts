import { at, isRecord, unwrapped } from '../../json/json-record.ts';
import type { JsonSchema } from '../../spec/description.ts';
import { findMember } from './find-member.ts';
import { resolvePlace } from './find-property.ts';
import type { Place } from './place.ts';

/** The fields of the contract that a record seems to hold. What wraps it in an answer does not wrap it in a request. */
export function noticeIn(
  record: unknown,
  fields: readonly string[],
): readonly (readonly [field: string, place: Place])[] {
  const bare = unwrapped(record);
  return fields.flatMap((field) => {
    const path = findMember(bare, field, () => true);
    if (path === undefined) return [];
    const place = resolvePlace({ path, schema: schemaOf(at(bare, path)) }, field);
    return place === undefined ? [] : [[field, place] as const];
  });
}

/** What a value looks like. */
function schemaOf(value: unknown): JsonSchema {
  if (Array.isArray(value)) return { type: 'array', items: schemaOf(value[0]) };
  if (isRecord(value)) {
    const inner = Object.entries(value).map(([name, one]) => [name, schemaOf(one)]);
    return { type: 'object', properties: Object.fromEntries(inner) };
  }
  if (value === null || value === undefined) return {};
  return { type: typeof value, ...spellingOf(value) };
}

/** A deployment that writes one of the two words of visibility in another case writes the other one so as well. */
function spellingOf(value: unknown): JsonSchema {
  const pairs = [
    ['PRIVATE', 'PUBLIC'],
    ['Private', 'Public'],
  ];
  const pair = pairs.find((one) => one.some((word) => word === value));
  return pair === undefined ? {} : { enum: pair };
}

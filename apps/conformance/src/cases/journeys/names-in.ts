import { type Call, isReference, type Value } from './journey.ts';

/** The names of the calls whose answers a call refers to. */
export function namesIn({ path, query, body, signature, raw, key, changes }: Call): readonly string[] {
  const values = [path, query, body, signature && { ...signature }, raw, key, changes];
  return [...new Set(values.flatMap((value) => (value === undefined ? [] : namesOf(value))))];
}

function namesOf(value: Value): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap(namesOf);
  if (isReference(value)) return 'of' in value && typeof value.of === 'string' ? [value.of] : [];
  return Object.values(value).flatMap(namesOf);
}

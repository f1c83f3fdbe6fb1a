import type { FieldType } from './parts.ts';

/** An identifier is a number or a text. */
export function typeOfId(value: unknown): FieldType {
  return typeof value === 'number' ? 'number' : 'string';
}

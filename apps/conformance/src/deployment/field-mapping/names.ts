import { isUuid } from '../../json/uuid.ts';
import type { IdentifierType } from '../../spec/resources.ts';
import { anyId, otherNames } from './other-names.ts';

/** How well a name fits a field of the contract: the smaller the better; undefined where it doesn't. */
export function fit(name: string, field: string): number | undefined {
  if (name === field) return 0;
  const plain = simplify(name);
  if (plain === simplify(field)) return 1;
  const isId = field.endsWith('_id');
  const patterns = [...(otherNames[field] ?? []), ...(isId ? anyId : [])];
  const index = patterns.findIndex((pattern) => pattern.test(plain));
  return index === -1 ? undefined : index + 2;
}

/** Whether a name is one by which a field is mostly known. */
export function isUsual(name: string, field: string): boolean {
  return (fit(name, field) ?? Number.POSITIVE_INFINITY) <= 2;
}

/** Whether a name says by itself which field of the contract it is. */
export function isPlainly(name: string, field: string): boolean {
  return simplify(name) === simplify(field);
}

const texts: readonly string[] = ['chat_prompt', 'theme_color', 'cron', 'jwt', 'code', 'key'];

/** Whether a field of the contract is a text, and neither a choice nor an identifier. */
export function isText(field: string): boolean {
  return texts.includes(field);
}

/** Fields whose value may be made of parts. */
const compound: readonly string[] = [
  'chat_prompt',
  'earnings',
  'items',
  'period',
  'positions',
  'subscribers',
  'tools',
  'visibility',
];

/** Whether a field of the contract is one text, number or flag: a record of that name wraps it, and is not it. */
export function isScalar(field: string): boolean {
  return !compound.includes(field);
}

/**
 * Whether a value may be that of a field: a record around it may be called as the field is, and so may a flag beside what
 * points at something, such as `has_next`.
 */
export function mayHold(field: string, value: unknown): boolean {
  const isPointer = field === 'next_cursor' || field.endsWith('_id');
  if (typeof value === 'boolean') return !isPointer;
  return value === null || typeof value !== 'object' || !isScalar(field);
}

/** Whether a value is of one of the types that section 2 gives to an identifier; of no type that it is known to have. */
export function fitsType(types: readonly IdentifierType[], value: unknown): boolean {
  if (types.length === 0 || types.includes('string')) return true;
  return types.some((type) => (type === 'uuid' ? isUuid(String(value)) : /^-?\d+$/.test(String(value))));
}

/** Whether a name is one by which a field may be known at all. */
export function isCalled(name: string | number | undefined, field: string): boolean {
  return fit(String(name), field) !== undefined;
}

/** What a flag of visibility is true of, by its name or description; undefined where these don't tell. */
export function visibilityIn(words: string): 'private' | 'public' | undefined {
  const [word] = /private|hidden|public|shared/i.exec(words) ?? [];
  if (word === undefined) return undefined;
  return /private|hidden/i.test(word) ? 'private' : 'public';
}

function simplify(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}

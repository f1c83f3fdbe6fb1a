import { recordOf } from '../../json/json-record.ts';
import type { PlatformAnswer } from '../platform.ts';
import { Unreachable } from './unreachable.ts';

/**
 * The identifier in an answer whose fields are not shown: by the contract's name, or by a spelling that says the same.
 *
 * @throws Unreachable when there is none
 */
export function identifierOf<Name extends string>(
  { operation, body }: PlatformAnswer,
  name: Name,
): string | number {
  const record = recordOf(body);
  const camelCase = name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  const found = [name, camelCase, 'id', 'uuid'].map((spelling) => record[spelling]).find(isIdentifier);
  if (found !== undefined) return found;
  throw new Unreachable(
    `the answer of ${operation} has no ${name}; bindings in the config can name its field`,
  );
}

/** The first record of a list, wherever the answer keeps its list. */
export function firstOf(body: unknown): unknown {
  if (Array.isArray(body)) return body[0];
  return Object.values(recordOf(body)).find(Array.isArray)?.[0];
}

function isIdentifier(value: unknown): value is string | number {
  return (typeof value === 'string' && value !== '') || typeof value === 'number';
}

import { at, unwrapped } from '../../json/json-record.ts';
import type { JsonSchema } from '../../spec/description.ts';
import { findMember } from './find-member.ts';

/** Where a record holds a field of the contract, and of what type it is there. */
export interface Noticed {
  readonly path: readonly string[];
  readonly schema: JsonSchema;
}

/** Fields that the interface names in words, of records that are written as they are read. */
const roles = ['chat_prompt', 'visibility', 'theme_color', 'cron'] as const;

/** The fields of the contract that a record seems to hold. What wraps it in an answer does not wrap it in a request. */
export function noticeIn(record: unknown): readonly (readonly [role: string, place: Noticed])[] {
  const bare = unwrapped(record);
  return roles.flatMap((role) => {
    const path = findMember(bare, role, () => true);
    return path === undefined ? [] : [[role, { path, schema: schemaOf(at(bare, path)) }] as const];
  });
}

function schemaOf(value: unknown): JsonSchema {
  return typeof value === 'boolean' ? { type: 'boolean' } : {};
}

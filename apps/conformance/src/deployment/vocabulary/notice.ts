import { isRecord, type JsonRecord } from '../../json/json-record.ts';
import type { JsonSchema } from '../../spec/description.ts';
import { fit } from './names.ts';

/** Where a record holds a field of the contract, and of what type it is there. */
export interface Noticed {
  readonly path: readonly string[];
  readonly schema: JsonSchema;
}

/** Fields that the interface names in words, of records that are written as they are read. */
const roles = ['chat_prompt', 'visibility', 'theme_color', 'cron'] as const;

/** The fields of the contract that a record seems to hold. */
export function noticeIn(record: unknown): readonly (readonly [role: string, place: Noticed])[] {
  const bare = unwrap(record);
  return roles.flatMap((role) => {
    const place = find(bare, role);
    return place === undefined ? [] : [[role, place] as const];
  });
}

/** What wraps a record in an answer does not wrap it in a request. */
function unwrap(value: unknown): JsonRecord {
  if (!isRecord(value)) return {};
  const inner = Object.values(value);
  return inner.length === 1 && isRecord(inner[0]) ? inner[0] : value;
}

function find(record: JsonRecord, role: string): Noticed | undefined {
  const fitting = Object.keys(record).filter((name) => fit(name, role) !== undefined);
  const [best] = fitting.sort((a, b) => (fit(a, role) ?? 0) - (fit(b, role) ?? 0));
  if (best !== undefined) return { path: [best], schema: schemaOf(record[best]) };
  for (const [name, inner] of Object.entries(record)) {
    const found = isRecord(inner) ? find(inner, role) : undefined;
    if (found !== undefined) return { ...found, path: [name, ...found.path] };
  }
  return undefined;
}

function schemaOf(value: unknown): JsonSchema {
  return typeof value === 'boolean' ? { type: 'boolean' } : {};
}

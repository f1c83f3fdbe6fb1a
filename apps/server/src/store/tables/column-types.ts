import type { ColumnType } from 'kysely';

/** Filled in by the database. */
export type CreatedAt = ColumnType<Date, never, never>;

/** Written as JSON text, read back parsed. The columns are `json`, not `jsonb`, which refuses U+0000. */
export type Json<Value> = ColumnType<Value, string, string>;

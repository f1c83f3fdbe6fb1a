import { setImmediate as nextTurnOfTheEventLoop } from 'node:timers/promises';
import { CompiledQuery, type Kysely } from 'kysely';
import type { Schema } from './schema.ts';

const currentSnapshot: CompiledQuery<{ version: string }> = CompiledQuery.raw(
  'select pg_current_snapshot()::text as version',
);

/**
 * Reads which transactions are visible now. That decides what any query can see, so two reads with the same result
 * have seen the same database, whichever processes write to it.
 */
export async function readDatabaseVersion(db: Kysely<Schema>): Promise<string> {
  const { rows } = await db.executeQuery(currentSnapshot);
  const [row] = rows;
  if (!row) throw new Error('The database did not say which transactions are visible.');
  return row.version;
}

/**
 * Lets callers who come at the same time share one read. No caller gets a result from before its call: one that comes while a
 * read is under way waits for the next one, together with all who come meanwhile.
 */
export function shareRead<Result>(read: () => Promise<Result>): () => Promise<Result> {
  let next: Promise<Result> | undefined;
  let last: Promise<unknown> = Promise.resolve();
  return () => {
    if (next) return next;
    const begun = last.then(async () => {
      // Those whose requests have just come in gather, and a caller in a loop lets others have their turn.
      await nextTurnOfTheEventLoop();
      next = undefined;
      return await read();
    });
    next = begun;
    last = begun.catch(() => {});
    return begun;
  };
}

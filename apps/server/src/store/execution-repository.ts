import type { Execution, LoggedExecution } from '../domain/execution.ts';
import { creditOf } from './credits-repository.ts';
import type { Database } from './store.ts';
import { addToTimeline, exactTime, nextTime, type PageRequest, toTime } from './timeline.ts';

/** Adds an execution as the newest of its user, and takes a credit if there's one. @returns its id. */
export async function insertExecution(db: Database, execution: Execution): Promise<number> {
  const { userId, runId, toolName, toolkit, input, output, failed, milliseconds } = execution;
  const row = await addToTimeline(db, userId, (open) =>
    open
      .with('spent', (database) => creditOf(database, userId))
      .insertInto('tool_execution')
      .values({
        user_id: userId,
        run_id: runId,
        tool_name: toolName,
        toolkit,
        input: toJson(input),
        output: toJson(output),
        failed,
        milliseconds,
        created_at: nextTime('tool_execution', userId),
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
  );
  return row.id;
}

/** A user's executions, newest first. */
export async function listExecutions(
  db: Database,
  { userId, before, limit }: PageRequest,
): Promise<LoggedExecution[]> {
  return await selectExecutions(db)
    .where('user_id', '=', userId)
    .$if(before !== undefined, (query) => query.where('created_at', '<', toTime(before ?? 0)))
    .orderBy('created_at', 'desc')
    .limit(limit)
    .execute();
}

export async function findExecution(
  db: Database,
  { logId, userId }: { logId: number; userId: string },
): Promise<LoggedExecution | undefined> {
  return await selectExecutions(db).where('id', '=', logId).where('user_id', '=', userId).executeTakeFirst();
}

function selectExecutions(db: Database) {
  return db
    .selectFrom('tool_execution')
    .select(['id as logId', 'user_id as userId', 'run_id as runId', 'tool_name as toolName', 'toolkit'])
    .select(['input', 'output', 'failed', 'milliseconds'])
    .select(exactTime('tool_execution.created_at').as('createdAt'));
}

/** A tool that returns nothing has the output null. */
function toJson(value: unknown): string {
  return JSON.stringify(value) ?? 'null';
}

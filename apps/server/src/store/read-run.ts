import { listMessages, type Message } from './message-repository.ts';
import type { Store } from './store.ts';

/** The messages of a run and its job, both of one moment: a header beside messages must not contradict them. */
export async function readRun(
  db: Store['db'],
  runId: string,
): Promise<{ messages: Message[]; jobId: string | null }> {
  const transaction = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only');
  return await transaction.execute(async (snapshot) => {
    const run = await snapshot
      .selectFrom('run')
      .select('job_id')
      .where('id', '=', runId)
      .executeTakeFirstOrThrow();
    return { messages: await listMessages(snapshot, runId), jobId: run.job_id };
  });
}

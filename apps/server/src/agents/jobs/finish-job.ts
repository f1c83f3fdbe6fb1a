import { describeOutcome, type JobOutcome } from '../../domain/program.ts';
import { appendEvents, nextEventSeq } from '../../store/event-repository.ts';
import { endJob, type Job } from '../../store/job-repository.ts';
import { appendMessage } from '../../store/message-repository.ts';
import { lockRun, setRunJob } from '../../store/run-repository.ts';
import type { Store } from '../../store/store.ts';
import { hasRunningTurn } from '../../store/turn-repository.ts';
import type { JobQueue } from './job-queue.ts';

/**
 * Ends a job in one transaction: the outcome in the log and in the conversation, the run idle, the queue done.
 * @returns false when the turn that asked for the job is still speaking; its message comes first.
 */
export async function tryFinishJob(
  { db, queue }: { db: Store['db']; queue: JobQueue },
  job: Job,
  outcome: JobOutcome,
): Promise<boolean> {
  const place = { runId: job.runId, turnId: job.turnId };
  const text = describeOutcome(outcome);
  return await db.transaction().execute(async (transaction) => {
    await lockRun(transaction, job.runId);
    if (await hasRunningTurn(transaction, job.runId)) return false;
    if (!(await endJob(transaction, job.id, outcome))) return true;
    const seq = await nextEventSeq(transaction, job.runId);
    const event = { kind: 'job-finished' as const, jobId: job.id, outcome, text };
    await appendEvents(transaction, [{ ...place, events: [{ seq, event }] }]);
    await appendMessage(transaction, place, { role: 'assistant', content: text });
    await setRunJob(transaction, job.runId, null);
    await queue.complete(transaction, job.id);
    return true;
  });
}

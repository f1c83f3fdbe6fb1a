import { fromKysely, type PgBoss } from 'pg-boss';
import type { Database } from '../../store/store.ts';

const queueName = 'background-job';
// For programs that could not be run, and for processes that died.
const retryLimit = 3;
const concurrency = 6;
// The jobs of one user leave places to those of others, and to programs that an answer waits for.
const concurrencyOfUser = 4;

/** The durable queue of background jobs. It knows only their ids; what they do is in our own tables. */
export interface JobQueue {
  /** Queues a job in the caller's transaction. */
  enqueue(db: Database, job: { id: string; runId: string; userId: string }): Promise<void>;
  /** Marks a job done in the caller's transaction. */
  complete(db: Database, jobId: string): Promise<void>;
  /** Whether the job waits, runs or will be tried again. */
  isAlive(jobId: string): Promise<boolean>;
  /** Gives a job back that a dead process held. Only for a database that no other process uses. */
  release(jobId: string): Promise<void>;
  work(run: (jobId: string, signal: AbortSignal) => Promise<void>): Promise<void>;
  /** Takes no more jobs; those under way go on. */
  pause(): Promise<void>;
  stop(): Promise<void>;
}

/** Makes the queue of background jobs where it's missing. */
export async function openJobQueue(boss: PgBoss): Promise<JobQueue> {
  await boss.createQueue(queueName, {
    policy: 'exclusive',
    notify: true,
    retryLimit,
    retryDelay: 0,
    heartbeatSeconds: 10,
    expireInSeconds: 900,
  });
  // Fills the cache of queue definitions: enqueue would otherwise read it on PGlite's one connection while the
  // caller's transaction holds that connection: a deadlock.
  await boss.findJobs(queueName, { key: '-' });
  return createQueue(boss);
}

function createQueue(boss: PgBoss): JobQueue {
  return {
    async enqueue(db, { id, runId, userId }) {
      const options = { id, singletonKey: runId, group: { id: userId }, db: fromKysely(db) };
      await boss.send(queueName, { jobId: id }, options);
    },
    async complete(db, jobId) {
      await boss.complete(queueName, jobId, null, { db: fromKysely(db), includeQueued: true });
    },
    async isAlive(jobId) {
      const [job] = await boss.findJobs(queueName, { id: jobId });
      return job !== undefined && ['created', 'retry', 'active'].includes(job.state);
    },
    async release(jobId) {
      const [job] = await boss.findJobs(queueName, { id: jobId });
      if (job?.state === 'active')
        await boss.fail(queueName, job, { reason: 'The process that ran it is gone.' });
    },
    async work(run) {
      const options = {
        localConcurrency: concurrency,
        localGroupConcurrency: concurrencyOfUser,
        notifyPollingIntervalSeconds: 2,
      };
      await boss.work<{ jobId: string }>(queueName, options, async (jobs) => {
        for (const { data, signal } of jobs) await run(data.jobId, signal);
        // A worker that had a job waits out its interval, even where others are in line.
        for (const worker of boss.getWipData()) if (worker.name === queueName) boss.notifyWorker(worker.id);
      });
    },
    pause: () => boss.offWork(queueName, { wait: false }),
    stop: () => boss.stop({ graceful: false }),
  };
}

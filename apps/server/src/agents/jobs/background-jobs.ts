import { ROOT_CONTEXT, SpanKind } from '@opentelemetry/api';
import type { JobOutcome } from '../../domain/program.ts';
import type { QuotaGuard } from '../../domain/quotas.ts';
import type { Logger } from '../../platform/logger.ts';
import { inLogContext } from '../../platform/telemetry/log-context.ts';
import { type Labels, observe } from '../../platform/telemetry/observe.ts';
import {
  beginAttempt,
  findRunningJob,
  insertJob,
  type Job,
  listRunningJobIds,
  withdrawAttempt,
} from '../../store/job-repository.ts';
import { lockRun, setRunJob } from '../../store/run-repository.ts';
import type { Store } from '../../store/store.ts';
import { backgroundLimits, type Interpreter } from '../interpreter/interpreter.ts';
import type { RunSignals } from '../turns/run-signals.ts';
import { tryFinishJob } from './finish-job.ts';
import type { JobGate } from './job-gate.ts';
import type { JobQueue } from './job-queue.ts';

/** Programs that run while their conversation waits. */
export interface BackgroundJobs {
  /** Starts a job: stored, queued and the run marked busy in one transaction. @returns the job's id. */
  start(job: Omit<Job, 'id'>): Promise<string>;
  /** Begins to run queued jobs; those of a dead process first when this one is alone. */
  work(): Promise<void>;
  /** Ends a job as failed; its program is ended too, if it runs in this process. */
  cancel(jobId: string): Promise<'canceled' | 'not-found' | 'answering'>;
  /** How many run in this process. */
  runningHere(): number;
  /** Ends the jobs that the queue has given up, so that no conversation stays locked. */
  endLostJobs(): Promise<void>;
  /** Stops running jobs; the queue hands them to the next process. */
  close(): Promise<void>;
}

export interface BackgroundJobsOptions {
  store: Store;
  queue: JobQueue;
  interpreter: Interpreter;
  signals: RunSignals;
  gate: JobGate;
  quotas: QuotaGuard;
  /** Hears of every job that ended; undefined: it is not told. */
  infoLogger: Logger | undefined;
}

// A job that takes its process down with it must not do so without end.
const maximumAttempts = 2;
const poisoned: JobOutcome = {
  status: 'failed',
  error: "The server's process died twice while the job ran, so it isn't tried again.",
  output: '',
};

export function createBackgroundJobs(options: BackgroundJobsOptions): BackgroundJobs {
  const { store, queue } = options;
  const closing = new AbortController();
  const running = new Set<Promise<void>>();
  const cancels = new Map<string, AbortController>();

  async function runTracked(jobId: string, signal: AbortSignal): Promise<void> {
    const cancel = new AbortController();
    cancels.set(jobId, cancel);
    const run = runJob(options, jobId, AbortSignal.any([signal, closing.signal, cancel.signal]));
    running.add(run);
    await run.catch(unlessAborted(cancel.signal)).finally(() => {
      running.delete(run);
      cancels.delete(jobId);
    });
  }

  return {
    start: (job) =>
      options.quotas.within({ quota: 'jobs', userId: job.userId }, () => startJob(options, job)),
    async work() {
      if (store.exclusive) for (const id of await listRunningJobIds(store.db)) await queue.release(id);
      await queue.work(runTracked);
    },
    async cancel(jobId) {
      const came = await cancelJob(options, jobId);
      if (came === 'canceled') cancels.get(jobId)?.abort(new Error('The job was canceled.'));
      return came;
    },
    runningHere: () => running.size,
    endLostJobs: () => endLostJobs(options),
    async close() {
      await queue.pause();
      closing.abort(new Error('The server stops; the job will be run again.'));
      await Promise.allSettled(running);
      await queue.stop();
    },
  };
}

/** Forgives what only follows from the abort. */
function unlessAborted(signal: AbortSignal) {
  return (error: unknown) => {
    if (!signal.aborted) throw error;
  };
}

const canceled: JobOutcome = { status: 'failed', error: 'The operator canceled it.', output: '' };

async function cancelJob(
  { store, queue, signals }: BackgroundJobsOptions,
  jobId: string,
): Promise<'canceled' | 'not-found' | 'answering'> {
  const job = await findRunningJob(store.db, jobId);
  if (!job) return 'not-found';
  if (!(await tryFinishJob({ db: store.db, queue }, job, canceled))) return 'answering';
  signals.announce([job.runId]);
  return 'canceled';
}

async function startJob({ store, queue }: BackgroundJobsOptions, request: Omit<Job, 'id'>): Promise<string> {
  const job = { ...request, id: crypto.randomUUID() };
  await store.db.transaction().execute(async (transaction) => {
    const { jobId } = await lockRun(transaction, job.runId);
    if (jobId !== null) throw new Error(`Background job ${jobId} is still running in this conversation.`);
    await insertJob(transaction, job);
    await setRunJob(transaction, job.runId, job.id);
    await queue.enqueue(transaction, job);
  });
  return job.id;
}

/** Rejects only when the job could not be run; the queue then tries it again, here or elsewhere. */
async function runJob(options: BackgroundJobsOptions, jobId: string, signal: AbortSignal): Promise<void> {
  const { db } = options.store;
  const job = await findRunningJob(db, jobId);
  if (!job) return;
  await options.gate.pass(job.userId, signal);
  const attempts = await beginAttempt(db, jobId);
  try {
    await observeJob(options, job, async (labels) => {
      const outcome = attempts > maximumAttempts ? poisoned : await runProgram(options, job, signal);
      labels.outcome = outcome.status;
      await finishJob(options, { job, outcome, signal });
    });
  } catch (error) {
    await withdrawAttempt(db, jobId);
    throw error;
  }
}

async function runProgram(
  { interpreter }: BackgroundJobsOptions,
  { input, userId }: Job,
  signal: AbortSignal,
): Promise<JobOutcome> {
  return await interpreter({ ...input, userId, limits: backgroundLimits(input.language), signal });
}

/** A job has a trace of its own, because it may run in another process than what asked for it, and much later. */
async function observeJob(
  { infoLogger }: BackgroundJobsOptions,
  { id: jobId, runId }: Job,
  work: (labels: Labels) => Promise<void>,
): Promise<void> {
  const observed = {
    name: 'background job',
    kind: SpanKind.CONSUMER,
    parent: ROOT_CONTEXT,
    duration: 'agent_workers.job.duration',
    attributes: { 'agent_workers.job_id': jobId, 'agent_workers.run_id': runId },
    logger: infoLogger,
    sentence: 'A background job ended.',
  };
  await inLogContext({ jobId, runId }, () => observe(observed, work));
}

async function finishJob(
  options: BackgroundJobsOptions,
  end: { job: Job; outcome: JobOutcome; signal: AbortSignal },
): Promise<void> {
  const services = { db: options.store.db, queue: options.queue };
  const { runId } = end.job;
  const listener = options.signals.listen(runId);
  end.signal.addEventListener('abort', listener.close);
  try {
    while (!(await tryFinishJob(services, end.job, end.outcome))) {
      await listener.wait();
      end.signal.throwIfAborted();
    }
    options.signals.announce([runId]);
  } finally {
    end.signal.removeEventListener('abort', listener.close);
    listener.close();
  }
}

async function endLostJobs({ store, queue, signals }: BackgroundJobsOptions): Promise<void> {
  for (const id of await listRunningJobIds(store.db)) {
    if (await queue.isAlive(id)) continue;
    const job = await findRunningJob(store.db, id);
    const outcome = { status: 'failed' as const, error: 'It was lost after several attempts.', output: '' };
    if (!job) continue;
    await tryFinishJob({ db: store.db, queue }, job, outcome);
    signals.announce([job.runId]);
  }
}

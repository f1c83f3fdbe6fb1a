import type { Exchange } from '../exchanges/exchange.ts';
import { type JobHistory, jobHistories, observedAs } from './job-observations.ts';
import { asksForJob, decidedAt, endedAt } from './run-history.ts';
import type { Recording } from './verdict.ts';

/** A PUT that was accepted while a job was shown, of which nothing was seen since. */
export interface EndedByPut {
  readonly shown: Exchange;
  readonly put: Exchange;
}

/** Of fewer jobs, each may have ended by itself just then. */
const fewest = 3;

/**
 * The PUTs after which no job was shown, where each one was accepted and came in the first half of the time that every
 * other job took: a job may end between a read and a PUT, but not each time, and never while it is left alone.
 */
export function jobsEndedByPut(recording: Recording): readonly EndedByPut[] {
  const jobs = jobHistories(recording).filter(({ history }) => asksForJob(history.start));
  const lives = jobs.flatMap(lifeOf);
  if (lives.length < fewest) return [];
  // What reads behind may show it for a while after its end.
  const half = (Math.min(...lives) - recording.consistencyWindowMs) / 2;
  const refused = new Set(
    jobs.flatMap((job) => observedAs(job, 'refused')).map(({ operation }) => operation),
  );
  // One form of PUT may be taken where the other is refused.
  return [...Map.groupBy(jobs.flatMap(endedIn), ({ put }) => put.operation)].flatMap(([operation, ended]) => {
    const isEach = ended.length >= fewest && ended.every(({ age }) => age < half);
    return isEach && !refused.has(operation) ? ended : [];
  });
}

/** For how long a job was shown that was left alone, in ms. */
function lifeOf(job: JobHistory): readonly number[] {
  const last = observedAs(job, 'job-shown').at(-1);
  const over = observedAs(job, 'no-job-shown').find(
    (read) => last !== undefined && read.sentAt > last.sentAt,
  );
  if (last === undefined || over === undefined) return [];
  const isAlone = observedAs(job, 'accepted').every((put) => put.sentAt >= endedAt(over));
  return isAlone ? [last.sentAt - endedAt(job.history.start)] : [];
}

function endedIn(job: JobHistory): readonly (EndedByPut & { readonly age: number })[] {
  const reads = observedAs(job, 'job-shown');
  const [put] = observedAs(job, 'accepted').filter((one) =>
    reads.some((read) => endedAt(read) <= one.sentAt),
  );
  if (put === undefined) return [];
  const shown = reads.findLast((read) => endedAt(read) <= put.sentAt);
  const between = observedAs(job, 'no-job-shown').filter((read) => read.sentAt < put.sentAt);
  const isShownSince = reads.some((read) => endedAt(read) > put.sentAt);
  const age = decidedAt(put) - job.history.start.sentAt;
  return shown === undefined || between.length > 0 || isShownSince ? [] : [{ shown, put, age }];
}

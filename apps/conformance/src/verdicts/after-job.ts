import type { MessageKind } from '../cases/scenario.ts';
import { type Exchange, succeeded } from '../exchanges/exchange.ts';
import { type Found, finding } from './findings/finding.ts';
import { headerOf, statusOf } from './findings/observe.ts';
import { type JobHistory, jobHistories, observedAs } from './job-observations.ts';
import {
  asksForJob,
  endedAt,
  isAboutLength,
  isPut,
  isTrouble,
  meetsOpenTurn,
  turnsOf,
} from './run-history.ts';
import { type Judgement, judgeEach, type Recording } from './verdict.ts';

/** Judges the job that such a message begins: that it ends in its time, and that PUT succeeds once it was seen to have ended. */
export function judgeAfterJob(recording: Recording, begunBy: MessageKind): Judgement {
  const jobs = jobHistories(recording).filter(({ history }) =>
    turnsOf(history).some(({ sent }) => sent?.kind === begunBy),
  );
  const puts = jobs.flatMap((job) =>
    putsAfterJob(job)
      .filter((put) => isJudged(job, put))
      .map((put) => ({ job, put })),
  );
  const resumed = judgeEach(puts, ({ job, put }) => {
    if (succeeded(put)) return undefined;
    return finding([...lastRead(job, put), put], {
      expected: { kind: 'status', oneOf: ['success'], because: { kind: 'job-ended' } },
      observed: statusOf(put),
    });
  });
  const overdue = jobs.flatMap((job) => overdueIn(job, begunBy, recording));
  return { subjects: resumed.subjects + overdue.length, findings: [...resumed.findings, ...overdue] };
}

/** The first read that shows the job after its time, which the last accepted turn before it asked for. */
function overdueIn(
  job: JobHistory,
  begunBy: MessageKind,
  { limits, consistencyWindowMs }: Recording,
): readonly Found[] {
  const seconds = limits?.jobSeconds ?? Infinity;
  // What reads behind may show it for a while after its end.
  const most = seconds * 1000 + consistencyWindowMs;
  const reads = observedAs(job, 'job-shown').map((read) => ({
    read,
    turn: turnsOf(job.history).findLast(({ sentAt }) => sentAt < read.sentAt),
  }));
  const overdue = reads.find(
    ({ read, turn }) => turn?.sent?.kind === begunBy && read.sentAt > endedAt(turn) + most,
  );
  if (overdue?.turn === undefined) return [];
  const { read, turn } = overdue;
  const because = { kind: 'job-lasts', seconds } as const;
  const expected = { kind: 'header', name: 'x-service-job-id', presence: 'absent', because } as const;
  return [finding([turn, read], { expected, observed: headerOf(read, 'x-service-job-id') })];
}

/** The PUTs that were sent after a job was shown and then none any more. */
export function putsAfterJob(job: JobHistory): readonly Exchange[] {
  const [firstShown] = observedAs(job, 'job-shown');
  const ended = observedAs(job, 'no-job-shown').find(({ id }) => firstShown && id > firstShown.id);
  if (ended === undefined) return [];
  return job.history.exchanges.filter(
    (put) => isPut(put) && put.sentAt >= (ended.response?.endedAt ?? Infinity),
  );
}

/** A 409 is judged by the linearization, since another job may have begun; other refusals where there can be none. */
function isJudged(job: JobHistory, put: Exchange): boolean {
  const status = put.response?.status;
  if (succeeded(put)) return true;
  if (status === undefined || isTrouble(status) || meetsOpenTurn(job.history, put)) return false;
  if (status === 409) return job.attribution === 'refused';
  if (isAboutLength(put)) return false;
  const onlyJob = job.history.exchanges.filter(asksForJob).length === 1;
  // Whether a run goes on in its other form at all is the business of another rule.
  return onlyJob && put.transport === job.history.start.transport;
}

function lastRead(job: JobHistory, put: Exchange): [Exchange] {
  const reads = observedAs(job, 'no-job-shown').filter(({ sentAt }) => sentAt < put.sentAt);
  return [reads.at(-1) ?? job.history.start];
}

import type { MessageKind } from '../cases/scenario.ts';
import { type Exchange, succeeded } from '../exchanges/exchange.ts';
import { type JobHistory, jobHistories, observedAs } from './job-observations.ts';
import { isPut, isTrouble, meetsOpenTurn, turnsOf } from './run-history.ts';
import { finding, type Judgement, judgeEach, type Recording } from './verdict.ts';

/** Judges the PUTs that were sent once the run's job, begun by such a message, was seen to have ended. */
export function judgeAfterJob(recording: Recording, begunBy: MessageKind): Judgement {
  const subjects = jobHistories(recording)
    .filter(({ history }) => turnsOf(history).some(({ sent }) => sent?.kind === begunBy))
    .flatMap((job) => putsAfterJob(job).map((put) => ({ job, put })));
  return judgeEach(subjects, ({ job, put }) => {
    if (succeeded(put)) return undefined;
    return finding([...lastRead(job, put), put], {
      expected: 'an accepted message, since the background job had ended',
      observed: `status ${put.response?.status}`,
    });
  });
}

/** A job was shown, then none any more; nothing since then has asked for another one. */
function putsAfterJob(job: JobHistory): readonly Exchange[] {
  const [firstShown] = observedAs(job, 'job-shown');
  const ended = observedAs(job, 'no-job-shown').find(({ id }) => firstShown && id > firstShown.id);
  if (ended === undefined || job.blame === 'no-job-shown') return [];
  const after = job.history.exchanges.filter(({ sentAt }) => sentAt >= (ended.response?.endedAt ?? Infinity));
  const again = after.findIndex(
    ({ sent }) => sent?.kind === 'background' || sent?.kind === 'failing-background',
  );
  return after.slice(0, again === -1 ? after.length : again + 1).filter((put) => isJudged(job, put));
}

function isJudged({ history }: JobHistory, put: Exchange): boolean {
  const status = put.response?.status;
  if (!isPut(put) || status === undefined || isTrouble(status) || meetsOpenTurn(history, put)) return false;
  // Whether a run goes on in its other form at all is the business of another rule.
  return succeeded(put) || status === 409 || put.transport === history.start.transport;
}

function lastRead(job: JobHistory, put: Exchange): [Exchange] {
  const reads = observedAs(job, 'no-job-shown').filter(({ sentAt }) => sentAt < put.sentAt);
  return [reads.at(-1) ?? job.history.start];
}

import type { Exchange } from '../../../exchanges/exchange.ts';
import { succeeded } from '../../../exchanges/exchange.ts';
import { type Found, finding } from '../../findings/finding.ts';
import { statusOf } from '../../findings/observe.ts';
import { type JobHistory, jobHistories, observedAs } from '../../job-observations.ts';
import { acceptedMessages } from '../../kept-messages.ts';
import { isAboutLength, isPut, isTrouble, meetsOpenTurn } from '../../run-history.ts';
import type { Check, Judgement, Recording } from '../../verdict.ts';

export const putIdleIsAccepted: Check = {
  id: 'run.put-idle-is-accepted',
  drivenBy: 'scenarios',
  evidence: ['put-accepted', 'run-read'],
  needs: [],
  judge,
};

function judge(recording: Recording): Judgement {
  const jobs = jobHistories(recording).filter((job) => !jobWasSeen(job));
  // Taken in earnest is a message that a later GET was asked for.
  const read = new Set(acceptedMessages(recording).map(({ message }) => message.id));
  const accepted = jobs.flatMap((job) => observedAs(job, 'accepted')).filter(({ id }) => read.has(id));
  const findings = jobs.flatMap(refusedWhileIdle);
  return { subjects: accepted.length + findings.length, findings };
}

/** Once a job was seen, a refusal is the business of the rule about what follows a job. */
function jobWasSeen(job: JobHistory): boolean {
  return observedAs(job, 'job-shown').length > 0;
}

function refusedWhileIdle(job: JobHistory): Found[] {
  const conflicts = job.attribution === 'refused' ? observedAs(job, 'refused') : [];
  const others = job.history.exchanges.filter((put) => isOtherRefusal(job, put));
  return [...conflicts, ...others].map((put) =>
    finding([job.history.start, put], {
      expected: { kind: 'status', oneOf: ['success'], because: { kind: 'job-none' } },
      observed: statusOf(put),
    }),
  );
}

function isOtherRefusal({ history }: JobHistory, put: Exchange): boolean {
  const status = put.response?.status;
  if (!isPut(put) || status === undefined || status === 409 || succeeded(put) || isTrouble(status))
    return false;
  return put.transport === history.start.transport && !meetsOpenTurn(history, put) && !isAboutLength(put);
}

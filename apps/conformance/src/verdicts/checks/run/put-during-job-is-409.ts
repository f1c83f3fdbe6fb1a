import type { Exchange } from '../../../exchanges/exchange.ts';
import { succeeded } from '../../../exchanges/exchange.ts';
import type { Expectation } from '../../findings/expectation.ts';
import { type Found, finding } from '../../findings/finding.ts';
import { statusOf } from '../../findings/observe.ts';
import { type JobHistory, jobHistories, observedAs } from '../../job-observations.ts';
import { jobsEndedByPut } from '../../jobs-ended-by-put.ts';
import { isAboutLength, isPut, isTrouble, meetsOpenTurn, showsJob } from '../../run-history.ts';
import type { Check, Judgement, Recording } from '../../verdict.ts';

export const putDuringJobIs409: Check = {
  id: 'run.put-during-job-is-409',
  drivenBy: 'scenarios',
  evidence: ['job-running', 'put-answered'],
  needs: ['backgroundMessage'],
  judge,
};

const conflict: Expectation = {
  kind: 'status',
  oneOf: [409],
  because: { kind: 'job-running', run: 'this' },
};

function judge(recording: Recording): Judgement {
  const jobs = jobHistories(recording);
  const refused = jobs
    .filter((job) => job.attribution === 'none')
    .flatMap((job) => observedAs(job, 'refused'));
  const accepted = jobs.filter((job) => job.attribution === 'accepted').map(acceptedDuringJob);
  const other = jobs.flatMap(otherStatusDuringJob);
  const ending = jobsEndedByPut(recording).map(({ shown, put }) =>
    finding([shown, put], { expected: conflict, observed: statusOf(put) }),
  );
  const findings = [...accepted, ...other, ...ending].filter((found) => found !== undefined);
  return { subjects: refused.length + findings.length, findings };
}

function acceptedDuringJob(job: JobHistory): Found | undefined {
  const shown = observedAs(job, 'job-shown');
  const put =
    observedAs(job, 'accepted').find((one) => isBetween(one, shown)) ?? observedAs(job, 'accepted').at(-1);
  const before = shown.findLast(({ sentAt }) => put !== undefined && sentAt < put.sentAt);
  if (put === undefined) return undefined;
  return finding(before === undefined ? [put] : [before, put], {
    expected: conflict,
    observed: statusOf(put),
  });
}

/** A PUT between two GETs that both show the run's only job, answered with neither success nor 409. */
function otherStatusDuringJob(job: JobHistory): Found[] {
  const shown = observedAs(job, 'job-shown');
  return job.history.exchanges
    .filter((put) => put.transport === job.history.start.transport && !meetsOpenTurn(job.history, put))
    .filter((put) => isPut(put) && isOtherRefusal(put) && isBetween(put, shown))
    .map((put) =>
      finding([put], {
        expected: conflict,
        observed: statusOf(put),
      }),
    );
}

function isOtherRefusal(put: Exchange): boolean {
  const status = put.response?.status;
  if (status === undefined || status === 409 || succeeded(put)) return false;
  return !isTrouble(status) && !isAboutLength(put);
}

function isBetween(put: Exchange, shown: readonly Exchange[]): boolean {
  const before = shown.some((read) => showsJob(read) && (read.response?.endedAt ?? Infinity) <= put.sentAt);
  const after = shown.some((read) => read.sentAt >= (put.response?.headersAt ?? Infinity));
  return before && after;
}

import type { Exchange } from '../../../exchanges/exchange.ts';
import { type Found, finding } from '../../findings/finding.ts';
import { statusOf } from '../../findings/observe.ts';
import { jobHistories, observedAs } from '../../job-observations.ts';
import { asksForJob, decidedAt, isPut, showsJob } from '../../run-history.ts';
import { type Check, judgeEach, type Recording } from '../../verdict.ts';

export const putDuringJobLeavesJob: Check = {
  id: 'run.put-during-job-leaves-job',
  drivenBy: 'scenarios',
  evidence: ['job-shown', 'put-conflict'],
  needs: ['backgroundMessage'],
  judge: (recording) => {
    const jobs = jobsIn(recording);
    const seen = judgeEach(
      jobs.filter((job) => job.lookedAfterPut !== undefined),
      () => undefined,
    );
    const byForm = [jobs, ...['continueRun', 'continueRunNdjson'].map((form) => jobsIn(recording, form))];
    const findings = [...new Set(jobs.map(({ asked }) => asked))].flatMap((asked) => {
      const found = byForm.map((all) => cutShort(all.filter((job) => job.asked === asked)));
      return found.find((one) => one !== undefined) ?? [];
    });
    return { ...seen, subjects: seen.subjects + findings.length, findings };
  },
};

/** The first job of a run, by milliseconds since it was asked for. */
interface Job {
  readonly asked: string;
  readonly start: Exchange;
  /** When the first PUT of the form was sent, whatever became of it. */
  readonly putAt: number;
  /** The first PUT of the form that was refused while it ran. */
  readonly put: Exchange | undefined;
  readonly refusedAt: number;
  /** A GET that showed it after that. */
  readonly lookedAfterPut: Exchange | undefined;
  /** When it was last seen to run. */
  readonly ranAt: number;
  /** When it was first seen to be over, and by what. */
  readonly endedAt: number;
  readonly end: Exchange | undefined;
  /** How often it was asked for until then. */
  readonly looks: number;
}

/** By default with the PUTs of both forms. */
function jobsIn(recording: Recording, form?: string): readonly Job[] {
  const isOfForm = (one: Exchange): boolean => isPut(one) && (form === undefined || one.operation === form);
  return jobHistories(recording)
    .filter(({ history: { start } }) => asksForJob(start))
    .flatMap((job): Job[] => {
      const { start } = job.history;
      const [running, over] = [['job-shown', 'refused'] as const, ['no-job-shown', 'accepted'] as const].map(
        (kinds) => kinds.flatMap((kind) => observedAs(job, kind)).toSorted((a, b) => a.sentAt - b.sentAt),
      );
      const shown = (running ?? []).filter((one) => one !== start);
      const first = shown[0];
      if (first === undefined) return [];
      const end = over?.find((one) => one !== start && one.sentAt >= decidedAt(first));
      const until = end?.sentAt ?? Number.POSITIVE_INFINITY;
      const looks = shown.filter(({ sentAt }) => sentAt <= until);
      const put = looks.find(isOfForm);
      const anyPut = job.history.exchanges.find(isOfForm);
      const refusedAt = put === undefined ? Number.POSITIVE_INFINITY : decidedAt(put);
      return [
        {
          asked: start.sent?.kind ?? '',
          start,
          putAt: (anyPut?.sentAt ?? Number.POSITIVE_INFINITY) - start.sentAt,
          put,
          refusedAt: refusedAt - start.sentAt,
          lookedAfterPut: looks.find((one) => showsJob(one) && one.sentAt >= refusedAt),
          ranAt: Math.max(...looks.map(({ sentAt }) => sentAt)) - start.sentAt,
          endedAt: (end === undefined ? Number.POSITIVE_INFINITY : decidedAt(end)) - start.sentAt,
          end,
          looks: looks.length,
        },
      ];
    });
}

/** Fewer may have been as long as they were by chance. */
const fewestWithPut = 4;
const fewestLeftAlone = 4;

/** Jobs of any length at all would not part like this, whatever chance there is. */
const margin = 4;

/**
 * Jobs that all end soon after a PUT was refused, where all that were left alone ran on for several times as long,
 * though they were looked at more often: some deployments count.
 */
function cutShort(jobs: readonly Job[]): Found[] | undefined {
  for (const { ranAt: age } of jobs) {
    const disturbed = jobs.filter(({ refusedAt }) => refusedAt <= age / 2);
    const alone = jobs.filter(({ putAt }) => putAt > age);
    const [first] = disturbed;
    if (first?.put === undefined || first.end === undefined) continue;
    const isEnough = disturbed.length >= fewestWithPut && alone.length >= fewestLeftAlone;
    const isSooner =
      disturbed.every(({ endedAt, refusedAt }) => endedAt - refusedAt <= age / margin) &&
      alone.every(({ ranAt }) => ranAt >= age);
    const mostLooks = Math.max(...disturbed.map(({ looks }) => looks));
    if (!isEnough || !isSooner || alone.some(({ looks }) => looks <= mostLooks)) continue;
    return [
      finding([first.start, first.put, first.end], {
        expected: { kind: 'header', name: 'x-service-job-id', presence: 'present' },
        observed: isPut(first.end) ? statusOf(first.end) : { kind: 'header', name: 'x-service-job-id' },
      }),
    ];
  }
  return undefined;
}

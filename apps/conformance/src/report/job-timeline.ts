import type { Exchange } from '../exchanges/exchange.ts';
import { type JobHistory, jobHistories } from '../verdicts/job-observations.ts';
import { asksForJob, decidedAt } from '../verdicts/run-history.ts';
import { toRecording } from '../verdicts/to-recording.ts';
import type { ReportedObservation } from './report.ts';

/** What the exchanges of a scenario show of background jobs; empty where no run had to do with one. */
export function jobTimeline(exchanges: readonly Exchange[]): ReportedObservation[] {
  return jobHistories(toRecording(exchanges, { toolCall: undefined, consistencyWindowMs: 0, operations: [] }))
    .filter(hasToDoWithJobs)
    .flatMap((job) => [startOf(job), ...observationsOf(job)])
    .sort((a, b) => a.fromMs - b.fromMs);
}

function hasToDoWithJobs({ history, observations }: JobHistory): boolean {
  const telling = observations.some(
    ({ observed, mayStartJob }) => mayStartJob || observed === 'job-shown' || observed === 'refused',
  );
  return telling || asksForJob(history.start);
}

function startOf({ history: { start } }: JobHistory): ReportedObservation {
  const { origin, startedBy = 0, sentAt } = start;
  return { step: origin.step, run: startedBy, observed: 'started', fromMs: sentAt, toMs: decidedAt(start) };
}

function observationsOf({ history, observations }: JobHistory): ReportedObservation[] {
  const steps = new Map(history.exchanges.map(({ id, origin }) => [id, origin.step]));
  return observations.map(({ id, observed, from, to }) => ({
    step: steps.get(id) ?? 0,
    run: history.start.startedBy ?? 0,
    observed,
    fromMs: from,
    toMs: to,
  }));
}

import { type Exchange, succeeded } from '../exchanges/exchange.ts';
import { type Attribution, attribute } from '../model/attribute.ts';
import type { Observation } from '../model/linearization.ts';
import { memoize } from './memoize.ts';
import { messagesOf } from './messages.ts';
import {
  asksForJob,
  decidedAt,
  isGet,
  isPut,
  meetsOpenTurn,
  type RunHistory,
  runHistories,
  showsJob,
} from './run-history.ts';
import type { Recording } from './verdict.ts';

export interface JobHistory {
  readonly history: RunHistory;
  readonly observations: readonly Observation[];
  readonly attribution: Attribution;
}

/** For every run: what its answers show of the job, and whether some linearization of them explains it all. */
export const jobHistories = memoize((recording: Recording): readonly JobHistory[] =>
  runHistories(recording)
    .filter(({ certain }) => certain)
    .map((history) => {
      const observations = history.exchanges
        .map((one) => observe(history, one))
        .filter((one) => one !== undefined);
      return { history, observations, attribution: attribute(observations, asksForJob(history.start)) };
    }),
);

/** So often a step asks at least before it gives up waiting. */
const fewestPolls = 5;

/** For how many seconds a job was seen that had not ended when the run gave up waiting; undefined for none. */
export const lastingJob = memoize((recording: Recording): number | undefined => {
  const lasting = runHistories(recording).flatMap(({ exchanges }) => {
    const last = exchanges.findLast((one) => isGet(one) && succeeded(one));
    const first = exchanges.find(showsJob);
    if (last === undefined || first === undefined || !showsJob(last)) return [];
    // A step that waits for a job to begin sees it once, at its end.
    const seen = exchanges.filter((one) => one.origin.step === last.origin.step && showsJob(one));
    return seen.length >= fewestPolls ? [Math.round((last.sentAt - first.sentAt) / 1000)] : [];
  });
  return lasting.length === 0 ? undefined : Math.max(...lasting);
});

function observe(history: RunHistory, exchange: Exchange): Observation | undefined {
  const observed = whatIsObserved(history, exchange);
  if (observed === undefined) return undefined;
  return {
    id: exchange.id,
    observed,
    from: exchange.sentAt,
    to: decidedAt(exchange),
    mayStartJob: asksForJob(exchange),
  };
}

function whatIsObserved(history: RunHistory, exchange: Exchange): Observation['observed'] | undefined {
  if (isGet(exchange) && succeeded(exchange) && messagesOf(exchange))
    return showsJob(exchange) ? 'job-shown' : 'no-job-shown';
  if (!isPut(exchange)) return undefined;
  if (succeeded(exchange)) return 'accepted';
  const refused = exchange.response?.status === 409 && !meetsOpenTurn(history, exchange);
  return refused ? 'refused' : undefined;
}

/** The exchanges of a run that are observations of the given kind. */
export function observedAs(job: JobHistory, kind: Observation['observed']): readonly Exchange[] {
  const ids = new Set(job.observations.filter(({ observed }) => observed === kind).map(({ id }) => id));
  return job.history.exchanges.filter(({ id }) => ids.has(id));
}

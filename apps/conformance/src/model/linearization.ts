/**
 * What an exchange shows of a run's background job at some moment between `from` and `to`:
 * - `job-shown` / `no-job-shown`: a GET with or without the job header
 * - `accepted` / `refused`: a PUT that was taken, or answered 409
 */
export type Observed = 'job-shown' | 'no-job-shown' | 'accepted' | 'refused';

export interface Observation {
  readonly id: number;
  readonly observed: Observed;
  readonly from: number;
  readonly to: number;
  /** The message of an accepted PUT asks for a background job, which may then begin at any later moment. */
  readonly mayStartJob: boolean;
}

/** The state of a run that cannot be seen: whether a job runs, and how many may still begin. */
interface RunState {
  readonly running: boolean;
  readonly mayStart: number;
}

export interface Linearization {
  readonly legal: boolean;
  /** The fewest observations of the relaxed kind that had to be disbelieved; infinite when no number helps. */
  readonly disbelieved: number;
}

/**
 * Looks for an order of the observations, each somewhere in its own time window, that the job lifecycle of
 * section 3 allows. With `relaxed`, observations of that kind may be disbelieved, at a cost of one each.
 */
export function findLinearization(
  observations: readonly Observation[],
  startsMayStartJob: boolean,
  relaxed?: Observed,
): Linearization {
  const pending = [...observations].sort((a, b) => a.from - b.from || a.id - b.id);
  const initial: RunState = { running: false, mayStart: startsMayStartJob ? 1 : 0 };
  const disbelieved = search(pending, initial, relaxed, new Map());
  return { legal: disbelieved === 0, disbelieved };
}

function search(
  pending: readonly Observation[],
  state: RunState,
  relaxed: Observed | undefined,
  seen: Map<string, number>,
): number {
  if (pending.length === 0) return 0;
  const key = `${pending.map(({ id }) => id).join()}|${state.running}|${state.mayStart}`;
  const known = seen.get(key);
  if (known !== undefined) return known;
  const earliestEnd = Math.min(...pending.map(({ to }) => to));
  let fewest = Number.POSITIVE_INFINITY;
  for (const next of pending.filter(({ from }) => from <= earliestEnd)) {
    const rest = pending.filter((other) => other !== next);
    for (const after of statesAfter(state, next))
      fewest = Math.min(fewest, search(rest, after, relaxed, seen));
    if (next.observed === relaxed) fewest = Math.min(fewest, 1 + search(rest, state, relaxed, seen));
    if (fewest === 0) break;
  }
  seen.set(key, fewest);
  return fewest;
}

/** The states that the run may be in after the observation; none when it contradicts the lifecycle. */
function statesAfter(state: RunState, { observed, mayStartJob }: Observation): RunState[] {
  const wantsJob = observed === 'job-shown' || observed === 'refused';
  const started = mayStartJob && observed === 'accepted' ? 1 : 0;
  return reachable(state)
    .filter(({ running }) => running === wantsJob)
    .map(({ running, mayStart }) => ({ running, mayStart: mayStart + started }));
}

/** Where the run may have come to by itself: a job may begin while one is owed, and a running job may end. */
function reachable({ running, mayStart }: RunState): RunState[] {
  const ended: RunState[] = [];
  for (let left = mayStart; left >= 0; left -= 1) ended.push({ running: false, mayStart: left });
  const begun = ended.slice(1).map((state) => ({ ...state, running: true }));
  return running ? [{ running, mayStart }, ...ended, ...begun] : [...ended, ...begun];
}

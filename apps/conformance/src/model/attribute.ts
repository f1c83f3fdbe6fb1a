import { findLinearization, type Observation, type Observed } from './linearization.ts';

/** Which kind of observation breaks the lifecycle, where no linearization explains all of them. */
export type Attribution = Observed | 'none';

/**
 * Several kinds can often be disbelieved alone; the evidence says which reading to prefer. Without a message
 * that asks for a job, none can have run. Where the header was seen, the deployment does signal jobs, so its
 * absence is believed; where it never was although a job was asked for, a 409 is the better witness.
 */
export function attribute(observations: readonly Observation[], startsMayStartJob: boolean): Attribution {
  if (findLinearization(observations, startsMayStartJob).legal) return 'none';
  for (const suspects of suspectsInTurn(observations, startsMayStartJob)) {
    const [cheapest] = suspects
      .map((kind) => ({ kind, cost: findLinearization(observations, startsMayStartJob, kind).disbelieved }))
      .filter(({ cost }) => Number.isFinite(cost))
      .sort((a, b) => a.cost - b.cost);
    if (cheapest !== undefined) return cheapest.kind;
  }
  return firstContradiction(observations, startsMayStartJob);
}

/** Among suspects of one rank, the one with the fewest observations to disbelieve is chosen. */
function suspectsInTurn(observations: readonly Observation[], startsMayStartJob: boolean): Observed[][] {
  const jobAsked = startsMayStartJob || observations.some(({ mayStartJob }) => mayStartJob);
  if (!jobAsked) return [['job-shown'], ['refused']];
  const headerSeen = observations.some(({ observed }) => observed === 'job-shown');
  return headerSeen
    ? [
        ['accepted', 'refused'],
        ['job-shown', 'no-job-shown'],
      ]
    : [['no-job-shown']];
}

/** The observation that ends the longest stretch that still had a linearization. */
function firstContradiction(observations: readonly Observation[], startsMayStartJob: boolean): Attribution {
  const inOrder = [...observations].sort((a, b) => a.to - b.to);
  for (let length = 1; length <= inOrder.length; length += 1) {
    const last = inOrder[length - 1];
    if (last && !findLinearization(inOrder.slice(0, length), startsMayStartJob).legal) return last.observed;
  }
  return 'none';
}

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { findLinearization, type Observed } from '../../src/model/linearization.ts';
import { seen } from '../helpers/seen.ts';

interface Transition {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly trigger: { readonly operations?: readonly string[] };
}

const file = fileURLToPath(import.meta.resolve('@agent-workers/spec/lifecycles.yaml'));
const { lifecycles } = parse(readFileSync(file, 'utf8'));
const run = lifecycles.find(({ id }: { id: string }) => id === 'run');
const transitions: readonly Transition[] = run.transitions;

/** How each state of the contract shows itself to a GET. */
const observations: Record<string, Observed> = { idle: 'no-job-shown', 'job-running': 'job-shown' };

/** Whether the model lets a run look like this, one observation after the other, when a job was asked for. */
function allows(...kinds: Observed[]): boolean {
  return findLinearization(
    kinds.map((kind, index) => seen(index, kind, index * 10, index * 10 + 5)),
    true,
  ).legal;
}

const observationOf = (state: string): Observed => {
  const observation = observations[state];
  if (observation === undefined) throw new Error(`No observation for the state ${state}`);
  return observation;
};

const seenBetweenStates = transitions.filter(({ from, to }) => from in observations && to in observations);

test('the contract has transitions between states that a GET can see', () => {
  expect(seenBetweenStates.length).toBeGreaterThanOrEqual(5);
});

test.each(seenBetweenStates)('the model allows the transition $id: from $from to $to', ({ from, to }) => {
  expect(allows(observationOf(from), observationOf(to))).toBe(true);
});

test.each(transitions.filter(({ trigger }) => trigger.operations?.includes('continueRun')))(
  'the model knows what a PUT does in the transition $id',
  ({ from }) => {
    const right: Observed = from === 'job-running' ? 'refused' : 'accepted';
    const wrong: Observed = from === 'job-running' ? 'accepted' : 'refused';
    const observation = observationOf(from);
    // The job of this run is over for good before, or runs until after, so only one answer is left.
    const frame: Observed[] = from === 'job-running' ? [observation] : ['job-shown', observation];
    expect(allows(...frame, right, observation)).toBe(true);
    expect(allows(...frame, wrong, observation)).toBe(false);
  },
);

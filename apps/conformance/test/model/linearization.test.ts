import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { findLinearization, type Observation, type Observed } from '../../src/model/linearization.ts';
import { seen } from '../helpers/seen.ts';

/** Something that happens to a run at one moment: a request is decided, or its job begins or ends by itself. */
const happening = fc.record({
  what: fc.constantFrom('read', 'put', 'put-for-job', 'job-begins', 'job-ends'),
  sentBefore: fc.nat({ max: 25 }),
  knownAfter: fc.nat({ max: 25 }),
});

test('whatever an honest deployment shows has a linearization, however its answers overlap', () => {
  fc.assert(
    fc.property(fc.array(happening, { maxLength: 12 }), fc.boolean(), (happenings, startsWithJob) => {
      const observations = liveThrough(happenings, startsWithJob);
      expect(findLinearization(observations, startsWithJob).legal).toBe(true);
    }),
  );
});

test('without a message that asks for a job, no observation of a job has a linearization', () => {
  fc.assert(
    fc.property(
      fc.array(happening, { maxLength: 8 }),
      fc.constantFrom('job-shown', 'refused'),
      (happenings, lie) => {
        const idle = happenings.filter(({ what }) => what !== 'put-for-job');
        const observations = [...liveThrough(idle, false), seen(99, lie, 40, 45)];
        expect(findLinearization(observations, false).legal).toBe(false);
      },
    ),
  );
});

test('a message taken between two observations of the one job cannot be explained', () => {
  const observations = [seen(1, 'job-shown', 0, 1), seen(2, 'accepted', 2, 3), seen(3, 'job-shown', 4, 5)];
  expect(findLinearization(observations, true).legal).toBe(false);
});

test('a message taken while a read was under way may have come after the job', () => {
  const observations = [seen(1, 'job-shown', 0, 9), seen(2, 'accepted', 2, 8)];
  expect(findLinearization(observations, true).legal).toBe(true);
});

test('a job may begin long after the message that asked for it', () => {
  const observations = [
    seen(1, 'no-job-shown', 0, 1),
    seen(2, 'refused', 2, 3),
    seen(3, 'no-job-shown', 4, 5),
  ];
  expect(findLinearization(observations, true).legal).toBe(true);
});

test('disbelieving counts the observations that had to be set aside', () => {
  const observations = [
    seen(1, 'job-shown', 0, 1),
    seen(2, 'accepted', 2, 3),
    seen(3, 'accepted', 4, 5),
    seen(4, 'job-shown', 6, 7),
  ];
  expect(findLinearization(observations, true, 'accepted').disbelieved).toBe(2);
  expect(findLinearization(observations, true, 'refused').disbelieved).toBe(Number.POSITIVE_INFINITY);
});

interface Happening {
  readonly what: string;
  readonly sentBefore: number;
  readonly knownAfter: number;
}

interface Life {
  readonly running: boolean;
  readonly owed: number;
}

/** The lifecycle of section 3, lived through moment by moment: each request shows what was true at its moment. */
function liveThrough(happenings: readonly Happening[], startsWithJob: boolean): Observation[] {
  let life: Life = { running: false, owed: startsWithJob ? 1 : 0 };
  const observations: Observation[] = [];
  for (const [index, { what, sentBefore, knownAfter }] of happenings.entries()) {
    const kind = observationOf(what, life);
    const moment = index * 10;
    const asks = what === 'put-for-job';
    if (kind) observations.push(seen(index, kind, moment - sentBefore, moment + knownAfter, asks));
    life = next(what, life);
  }
  return observations;
}

function observationOf(what: string, { running }: Life): Observed | undefined {
  if (what === 'read') return running ? 'job-shown' : 'no-job-shown';
  if (what === 'put' || what === 'put-for-job') return running ? 'refused' : 'accepted';
  return undefined;
}

function next(what: string, { running, owed }: Life): Life {
  if (what === 'job-begins' && owed > 0 && !running) return { running: true, owed: owed - 1 };
  if (what === 'job-ends') return { running: false, owed };
  return { running, owed: what === 'put-for-job' && !running ? owed + 1 : owed };
}

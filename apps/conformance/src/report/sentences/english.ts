import { expectedBodies, observedBodies } from './bodies.ts';
import { conditions } from './conditions.ts';
import { leftOut } from './left-out.ts';
import { mutations } from './mutations.ts';
import { reasons } from './reasons.ts';
import { expectedRecords, observedRecords } from './records.ts';
import { expectedRuns, observedRuns } from './runs.ts';
import type { Sentences } from './sentences.ts';
import { expectedStatuses, observedStatuses } from './statuses.ts';

export const english: Sentences = {
  expected: { ...expectedStatuses, ...expectedBodies, ...expectedRecords, ...expectedRuns },
  observed: { ...observedStatuses, ...observedBodies, ...observedRecords, ...observedRuns },
  conditions,
  mutations,
  reasons,
  leftOut,
};

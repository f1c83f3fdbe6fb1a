import type { Rule } from '../../spec/spec.ts';
import type { Recording } from '../verdict.ts';
import { type Evidence, isOfComparisons, isOfRuns } from './evidence.ts';
import { ofComparisons } from './evidence-of-comparisons.ts';
import { ofRecords } from './evidence-of-records.ts';
import { ofRuns } from './evidence-of-runs.ts';

/** Which of these pieces a recording lacks for a rule. */
export function lackingEvidence(
  wanted: readonly Evidence[],
  recording: Recording,
  rule: Rule,
): readonly Evidence[] {
  const { workers, user } = recording;
  const isSeen = (piece: Evidence): boolean => {
    if (isOfRuns(piece)) return workers.some(ofRuns[piece]);
    if (isOfComparisons(piece)) return ofComparisons[piece](rule, recording);
    return user.some((one) => ofRecords[piece](one, rule, recording));
  };
  return wanted.filter((piece) => !isSeen(piece));
}

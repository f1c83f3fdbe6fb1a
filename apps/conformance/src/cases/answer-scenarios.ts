import type { Scenario } from './scenario.ts';
import { hungUpTurns, readLate, slowTurns, start } from './written-steps.ts';

/** Answers that take their time, and answers in the middle of which the client hangs up. */
export const answerScenarios: readonly Scenario[] = [
  { id: 'hung-up-answers', steps: hungUpTurns('plain') },
  // Last: a replay counts the others, whether its config tells a slow message or not.
  // One after the other: whoever reads may be held up for a moment, and then gets all words of an answer together.
  { id: 'slow-answers', steps: slowTurns() },
  // While others get theirs.
  {
    id: 'slow-answers-read-late',
    steps: [start('text', 'slow'), readLate(), start('ndjson', 'slow'), readLate(1)],
  },
  { id: 'hung-up-slow-answers', steps: hungUpTurns('slow') },
];

import { oddMessages, type Scenario } from './scenario.ts';
import { put, read, readLate, start } from './written-steps.ts';

/** Messages that no client should send, to runs of their own: each may well be refused. */
export const oddMessageScenario: Scenario = {
  id: 'odd-messages',
  steps: [
    start('text'),
    readLate(),
    ...oddMessages.flatMap((odd, index) => {
      // What takes one of them may make anything of its run.
      const own = odd === 'said-by-assistant' ? [start('text')] : [];
      const run = own.length;
      return [...own, { ...put(index % 2 === 0 ? 'text' : 'ndjson', 'plain', run), odd }, read(run)];
    }),
  ],
};

import type { Scenario } from './scenario.ts';
import { alongside, put, read, start } from './written-steps.ts';

/** Runs whose worker calls a tool: in both forms, once more, and beside runs in which none is called. */
export const toolCallScenarios: readonly Scenario[] = [
  {
    id: 'tool-call',
    steps: [
      start('ndjson', 'tool-call'),
      start('text', 'tool-call'),
      start('ndjson'),
      put('ndjson', 'tool-call', 2),
      read(0),
      read(1),
      read(2),
    ],
  },
  {
    id: 'plain-beside-tool-call',
    steps: [
      start('ndjson', 'tool-call'),
      ...[1, 2, 3].map(() => alongside(start('ndjson'))),
      alongside(start('text', 'tool-call')),
    ],
  },
];

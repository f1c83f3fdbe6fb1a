import { answerScenarios } from './answer-scenarios.ts';
import { oddMessageScenario } from './odd-message-scenario.ts';
import type { Scenario } from './scenario.ts';
import { toolCallScenarios } from './tool-call-scenarios.ts';
import {
  alongside,
  awaitIdle,
  awaitJob,
  conversation,
  duringJob,
  insist,
  put,
  read,
  readLate,
  start,
  withoutOwnKey,
} from './written-steps.ts';

const duringJobChecks = [
  'run.get-during-job-has-job-id',
  'run.put-during-job-leaves-job',
  'run.put-during-job-is-409',
  'run.put-during-job-adds-nothing',
];
const jobChecks = [...duringJobChecks, 'run.put-after-job-resumes'];
const failingJobChecks = ['run.failed-job-frees-run'];

/** The scenarios that every run drives first, each written for the sentences that it can break. */
export const writtenScenarios: readonly Scenario[] = [
  {
    id: 'read-late',
    steps: [
      start('text', 'unicode'),
      put('text'),
      put('text', 'spaced'),
      put('ndjson', 'long'),
      put('text', 'unicode'),
      put('ndjson', 'spaced'),
      readLate(),
      put('text', 'huge'),
      readLate(),
      read(),
    ],
  },
  {
    id: 'answers-read-late',
    steps: [
      start('ndjson', 'spaced'),
      start('text', 'spaced'),
      start('ndjson', 'unicode'),
      readLate(0),
      alongside(readLate(1)),
      alongside(readLate(2)),
    ],
  },
  {
    // Once in each run: what was said to a command that stands there twice can't be told apart.
    id: 'tool-calls-read-late',
    steps: [
      start('text', 'tool-call'),
      start('ndjson', 'tool-call'),
      start('text'),
      put('text', 'tool-call', 2),
      start('text'),
      put('ndjson', 'tool-call', 3),
      readLate(0),
      ...[1, 2, 3].map((run) => alongside(readLate(run))),
    ],
  },
  oddMessageScenario,
  {
    id: 'same-words-again',
    steps: [
      start('text', 'repeated'),
      start('text', 'repeated'),
      start('ndjson', 'repeated'),
      read(0),
      read(2),
    ],
  },
  {
    id: 'same-words-in-one-run',
    steps: [start('text', 'repeated'), put('text', 'repeated'), read(), readLate()],
  },
  {
    id: 'job-that-shows-late',
    steps: [start('text', 'background'), awaitJob, ...duringJob(), awaitIdle(), read(), put('text'), read()],
  },
  {
    id: 'failing-job-that-shows-late',
    steps: [
      start('text', 'failing-background'),
      awaitJob,
      read(),
      awaitIdle(),
      read(),
      put('text'),
      readLate(),
    ],
  },
  { id: 'text-conversation', steps: conversation('text') },
  { id: 'ndjson-conversation', steps: conversation('ndjson') },
  {
    id: 'transports-mixed',
    steps: [
      start('text'),
      put('ndjson'),
      read(),
      put('text'),
      start('ndjson'),
      put('text', 'plain', 1),
      read(1),
      read(),
    ],
  },
  // More messages than a store that cuts what is long keeps.
  {
    id: 'long-conversation',
    steps: [start('text'), ...Array.from({ length: 27 }, () => put('text')), read()],
  },
  {
    id: 'two-runs-apart',
    steps: [
      start('text', 'long'),
      start('ndjson', 'long'),
      read(0),
      read(1),
      put('text', 'plain', 0),
      read(1),
      read(0),
    ],
  },
  {
    id: 'starts-together',
    steps: [start('text'), alongside(start('ndjson')), alongside(start('text')), read(0), read(1), read(2)],
  },
  {
    id: 'puts-together',
    steps: [
      start('text'),
      put('text'),
      alongside(put('ndjson')),
      alongside(read()),
      read(),
      put('text'),
      alongside(put('text')),
      read(),
      put('ndjson'),
      alongside(put('text')),
      read(),
      put('text'),
      read(),
    ],
  },
  {
    id: 'job-from-text-start',
    byChance: jobChecks,
    steps: [start('text', 'background'), ...duringJob(), awaitIdle(), read(), put('text'), read()],
  },
  {
    id: 'job-from-ndjson-start',
    byChance: jobChecks,
    steps: [start('ndjson', 'background'), ...duringJob(), awaitIdle(), put('ndjson', 'unicode'), read()],
  },
  {
    id: 'job-from-continue',
    byChance: jobChecks,
    steps: [
      start('text'),
      put('text', 'background'),
      ...duringJob(),
      awaitIdle(),
      read(),
      put('ndjson', 'long'),
      read(),
    ],
  },
  {
    id: 'job-after-job',
    byChance: jobChecks,
    steps: [
      start('text', 'background'),
      awaitIdle(),
      put('ndjson', 'background'),
      ...duringJob(),
      awaitIdle(),
      put('text'),
      read(),
    ],
  },
  {
    id: 'job-refuses-puts-together',
    byChance: duringJobChecks,
    steps: [
      start('text', 'background'),
      read(),
      put('text'),
      alongside(put('ndjson')),
      alongside(read()),
      read(),
      awaitIdle(),
      read(),
    ],
  },
  {
    id: 'put-races-job-end',
    byChance: jobChecks,
    steps: [
      start('text', 'background'),
      insist('text'),
      alongside(awaitIdle()),
      read(),
      put('ndjson'),
      read(),
    ],
  },
  {
    id: 'start-during-job',
    byChance: ['run.post-during-job-is-allowed'],
    steps: [
      start('text', 'background'),
      read(0),
      start('text'),
      alongside(start('ndjson')),
      // Read all the time, for the job may end before the new runs' streams do.
      alongside(awaitIdle(0)),
      read(1),
      read(2),
      awaitIdle(0),
      put('text', 'plain', 1),
    ],
  },
  // What begins beside a job has none.
  {
    id: 'start-beside-job',
    byChance: ['run.get-idle-has-no-job-id', 'run.put-idle-is-accepted'],
    steps: [
      start('text', 'background'),
      start('text'),
      // Looked at all the while, so that it is known how long the job took.
      awaitIdle(0),
      alongside(read(1)),
      alongside(put('text', 'plain', 1)),
      read(1),
    ],
  },
  // Nothing is read after it: how an empty message is kept and answered is not shown.
  {
    id: 'empty-message-after-job',
    byChance: ['law.empty-message-resumes'],
    steps: [
      start('text', 'background'),
      alongside(start('ndjson', 'background')),
      awaitIdle(0),
      alongside(awaitIdle(1)),
      put('text', 'empty', 0),
      alongside(put('ndjson', 'empty', 1)),
      put('text', 'plain', 0),
      alongside(put('ndjson', 'plain', 1)),
    ],
  },
  // How long a job takes that nothing disturbs.
  {
    id: 'jobs-left-alone',
    byChance: ['law.jobs-begin-in-both-forms'],
    steps: [
      ...(['text', 'ndjson', 'text', 'ndjson', 'text'] as const).map((form) => start(form, 'background')),
      ...[0, 1, 2, 3, 4].map((run) => (run === 0 ? awaitIdle() : alongside(awaitIdle(run)))),
    ],
  },
  // What a job has to say stands there when it is over.
  {
    id: 'job-words-read-late',
    byChance: ['law.job-has-spoken-at-its-end'],
    steps: [
      start('text', 'background'),
      alongside(start('ndjson', 'background')),
      awaitIdle(0),
      alongside(awaitIdle(1)),
      ...[1, 2].flatMap(() => [readLate(0), alongside(readLate(1))]),
    ],
  },
  {
    id: 'failing-job',
    byChance: failingJobChecks,
    steps: [start('text', 'failing-background'), read(), awaitIdle(), read(), put('text'), read()],
  },
  {
    id: 'failing-job-ndjson',
    byChance: failingJobChecks,
    steps: [start('ndjson', 'failing-background'), insist('ndjson'), read(), put('text'), read()],
  },
  ...toolCallScenarios,
  { id: 'no-key', steps: withoutOwnKey('missing') },
  { id: 'unknown-key', steps: withoutOwnKey('unknown') },
  ...answerScenarios,
];

import {
  continueRun,
  continueRunNdjson,
  getRunMessages,
  type NdjsonAnswer,
  startRun,
  startRunNdjson,
  type TextAnswer,
} from '../../../src/index.ts';
import { idleMessages, messagesDuringJob, ndjson, text } from '../answers.ts';
import { refuses, succeeds } from '../cases.ts';
import { examples } from '../examples.ts';
import type { Case, Contract, Given } from '../interaction.ts';

const { agent_id, run_id } = examples;
const body = { message: '${message}' };
const textIsOpen: Given = ['the media type is not shown', { as: 'text/plain' }];
const ndjsonIsOpen: Given = ['the media type is not shown', { as: 'application/x-ndjson' }];
const jsonIsOpen: Given = ['the media type is not shown', { as: 'application/json' }];
const noJob: Given = ['the response omits headers', { names: ['x-service-job-id'] }];

const afterJobs = (answer: typeof text, isOpen: Given): Case[] =>
  (['a run whose background job has finished', 'a run whose background job has failed'] as const).map(
    (state) => succeeds([state, isOpen], { status: 'success', answer, body }),
  );

/** No status is shown for a key that is missing or unknown, but every request must carry one. */
const withoutKey = (given: Given, sent: Partial<Case> = {}): Case[] => [
  { status: 'error', given: [given], when: 'without an API key', credential: 'missing', ...sent },
  {
    status: 'error',
    given: [given, 'an unknown credential'],
    credential: 'unknown',
    ...sent,
  },
];

export const runs: Contract[] = [
  {
    source: startRun,
    request: 'POST /{agent_id}',
    call: async (transport, sent) => readText(await startRun(transport, agent_id, sent.body)),
    cases: [
      succeeds(['a worker', textIsOpen], { status: 'success', answer: text, body }),
      succeeds(['a worker that calls a tool', textIsOpen], { status: 'success', answer: text, body }),
      succeeds(['a run whose background job is running', textIsOpen], {
        status: 'success',
        answer: text,
        body,
      }),
      ...withoutKey('a worker', { body }),
    ],
  },
  {
    source: continueRun,
    request: 'PUT /{agent_id}/{run_id}',
    call: async (transport, sent) => readText(await continueRun(transport, agent_id, run_id, sent.body)),
    cases: [
      succeeds(['a run', textIsOpen], { status: 'success', answer: text, body }),
      ...afterJobs(text, textIsOpen),
      refuses(409, ['a run whose background job is running'], { body }),
      ...withoutKey('a run', { body }),
    ],
  },
  {
    source: startRunNdjson,
    request: 'POST /ndjson/{agent_id}',
    call: async (transport, sent) => readLines(await startRunNdjson(transport, agent_id, sent.body)),
    cases: [
      succeeds(['a worker', ndjsonIsOpen], { status: 'success', answer: ndjson, body }),
      succeeds(['a worker that calls a tool', ndjsonIsOpen], { status: 'success', answer: ndjson, body }),
      succeeds(['a run whose background job is running', ndjsonIsOpen], {
        status: 'success',
        answer: ndjson,
        body,
      }),
      ...withoutKey('a worker', { body }),
    ],
  },
  {
    source: continueRunNdjson,
    request: 'PUT /ndjson/{agent_id}/{run_id}',
    call: async (transport, sent) =>
      readLines(await continueRunNdjson(transport, agent_id, run_id, sent.body)),
    cases: [
      succeeds(['a run', ndjsonIsOpen], { status: 'success', answer: ndjson, body }),
      ...afterJobs(ndjson, ndjsonIsOpen),
      refuses(409, ['a run whose background job is running'], { body }),
      ...withoutKey('a run', { body }),
    ],
  },
  {
    source: getRunMessages,
    request: 'GET /{agent_id}/{run_id}',
    call: async (transport) => {
      const { data, response } = await getRunMessages(transport, agent_id, run_id).withResponse();
      return { messages: data, jobId: response.headers.get('x-service-job-id') };
    },
    cases: [
      succeeds(['a run', noJob, jsonIsOpen], { status: 'success', answer: idleMessages }),
      succeeds(['a run whose background job is running', jsonIsOpen], {
        status: 'success',
        answer: messagesDuringJob,
      }),
      succeeds(['a run whose background job has finished', noJob, jsonIsOpen], {
        status: 'success',
        answer: idleMessages,
      }),
      succeeds(['a run whose background job has failed', noJob, jsonIsOpen], {
        status: 'success',
        answer: idleMessages,
      }),
      ...withoutKey('a run'),
    ],
  },
];

async function readText({ runId, text: pieces }: TextAnswer): Promise<unknown> {
  return { runId, text: await pieces.join() };
}

async function readLines({ runId, lines }: NdjsonAnswer): Promise<unknown> {
  return { runId, lines: await lines.toArray() };
}

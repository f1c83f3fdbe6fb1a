import { answerWith, createTestTransport } from '@agent-workers/client-fetch/testing';

const pages = [
  { items: [{ run_id: 'run-3' }, { run_id: 'run-2' }], next_cursor: '2026-01-02T00:00:00Z' },
  { items: [{ run_id: 'run-1' }], next_cursor: null },
];

/**
 * Options of a User API client. With AGENT_WORKERS_BASE_URL set they are empty, so that the client talks to that
 * deployment; without it, answers come from the test transport and nothing is sent anywhere.
 */
export const sandbox = process.env.AGENT_WORKERS_BASE_URL
  ? {}
  : {
      transport: createTestTransport({
        listAgentRuns: ({ query }) =>
          query?.limit === -1
            ? answerWith(422, { detail: 'limit' })
            : (pages[query?.next_cursor ? 1 : 0] ?? {}),
        getAgentRun: answerWith(404),
      }),
    };

import { call, fixture, fresh, of } from './call.ts';
import type { Sequence } from './sequence.ts';

const path = { agent_id: fixture('agentId') };
const run = { run_id: of('run', 'x-service-run-id') };
const message = { message: fresh('message of a run') };
const toolCall = { message: fixture('toolCallMessage.message') };

/** What the User API shows of runs that the Workers API started. */
export const workerRunSequences: readonly Sequence[] = [
  {
    id: 'worker-run-is-shown',
    calls: [
      call('startRun', { name: 'run', path, body: message }),
      call('getAgentRun', { path: run, later: true, kind: 'open-refusal' }),
      call('listAgentRunLogs', { path: run, kind: 'open-refusal' }),
      call('continueRun', { path: { ...path, ...run }, body: message, kind: 'open-refusal' }),
      call('getAgentRun', { path: run, later: true, kind: 'open-refusal' }),
      call('listAgentRunLogs', { path: run, kind: 'open-refusal' }),
    ],
  },
  {
    id: 'tool-calls-of-runs-are-logged',
    calls: [
      call('startRun', { name: 'text', path, body: toolCall, kind: 'open-refusal' }),
      call('startRunNdjson', { name: 'ndjson', path, body: toolCall, kind: 'open-refusal' }),
      call('listAgentRunMcpServerLogs', {
        path: { run_id: of('text', 'x-service-run-id') },
        later: true,
        kind: 'open-refusal',
      }),
      call('listAgentRunMcpServerLogs', {
        path: { run_id: of('ndjson', 'x-service-run-id') },
        kind: 'open-refusal',
      }),
    ],
  },
];

import { agentBody, call, fixture, fresh, of } from './call.ts';
import type { Call, Sequence } from './sequence.ts';

const path = { agent_id: fixture('agentId') };
const run = { run_id: of('run', 'x-service-run-id') };
const message = { message: fresh('message of a run') };
const unknownId = { unknown: 'uuid' } as const;
const tries = 'law.what-is-not-there-does-not-answer';
const ofOwn = { agent_id: of('agent', 'agent_id') };
const ofNdjson = { run_id: of('ndjson', 'x-service-run-id') };
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
    id: 'workers-that-are-not-there',
    calls: [
      call('startRun', { path, body: message }),
      call('startRun', { path: { agent_id: unknownId }, body: message, kind: 'refusal', tries }),
      call('startRunNdjson', { path: { agent_id: unknownId }, body: message, kind: 'refusal', tries }),
      call('continueRun', { path: { ...path, run_id: unknownId }, body: message, kind: 'refusal', tries }),
      call('continueRunNdjson', {
        path: { ...path, run_id: unknownId },
        body: message,
        kind: 'refusal',
        tries,
      }),
      call('upsertAgent', { name: 'agent', body: agentBody('that goes', 'private') }),
      call('startRun', { path: ofOwn, body: message, kind: 'open-refusal' }),
      call('deleteChat', { name: 'deleted', path: { chat_id: of('agent', 'agent_id') }, follows: 'agent' }),
      call('getAgent', { path: ofOwn, later: true, kind: 'refusal', follows: 'deleted' }),
      call('startRun', { path: ofOwn, body: message, kind: 'refusal', tries, follows: 'deleted' }),
    ],
  },
  {
    id: 'message-of-no-words',
    calls: [
      call('startRun', { name: 'run', path, body: message }),
      // Whether a message may be empty is not shown, but after a job.
      call('continueRun', { path: { ...path, ...run }, body: { message: '' }, kind: 'open-refusal' }),
      call('getRunMessages', { path: { ...path, ...run } }),
    ],
  },
  { id: 'runs-one-by-one', quiet: true, calls: oneByOne() },
  {
    id: 'run-with-a-job-is-listed',
    quiet: true,
    calls: [
      call('startRun', { path, body: message }),
      call('startRun', { name: 'run', path, body: { message: fixture('backgroundMessage') } }),
      call('startRun', { path, body: message }),
      call('getRunMessages', { path: { ...path, ...run } }),
      call('listAgentRuns'),
      call('getRunMessages', { path: { ...path, ...run } }),
    ],
  },
  // What others run takes no room on a page of one's own.
  {
    id: 'runs-beside-those-of-others',
    quiet: true,
    calls: [
      ...[1, 2, 3].map(() => call('startRun', { path, body: message })),
      call('listAgentRuns', { query: { limit: 3 }, later: true }),
      ...[1, 2, 3].map(() => call('startRun', { as: 'other', path, body: message, kind: 'open-refusal' })),
      call('listAgentRuns', { query: { limit: 3 }, later: true }),
    ],
  },
  {
    id: 'newest-run-is-listed',
    quiet: true,
    calls: [
      ...[1, 2].map(() => call('startRun', { path, body: message })),
      call('listAgentRuns', { query: { limit: 3 }, later: true }),
      call('startRun', { path, body: message }),
      call('listAgentRuns', { query: { limit: 3 }, later: true }),
    ],
  },
  inTurn('text-runs-around-others', ['startRun', 'startRunNdjson']),
  inTurn('ndjson-runs-around-others', ['startRunNdjson', 'startRun']),
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
      call('listAgentRunMcpServerLogs', { path: ofNdjson, kind: 'open-refusal' }),
      call('continueRunNdjson', { path: { ...path, ...ofNdjson }, body: toolCall, kind: 'open-refusal' }),
      call('listAgentRunMcpServerLogs', { path: ofNdjson, later: true, kind: 'open-refusal' }),
    ],
  },
];

/** Three starts of each form in turn, each between two lists. */
function oneByOne(): readonly Call[] {
  const list = call('listAgentRuns', { query: { limit: 100 } });
  const starts = Array.from({ length: 3 }, () => ['startRun', 'startRunNdjson']).flat();
  return [list, ...starts.flatMap((form) => [call(form, { path, body: message }), list])];
}

/** A page in any order of time that has the first and the last one has those of the other form between them. */
function inTurn(id: string, [around, between]: readonly [string, string]): Sequence {
  const starts = [around, between, between, around].map((operation) =>
    call(operation, { path, body: message }),
  );
  return { id, calls: [...starts, call('listAgentRuns', { later: true })] };
}

import { alongside, call, fixture, foreign, moreThanAPage, of } from './call.ts';
import type { Call, Sequence } from './sequence.ts';

const second = { api_key_id: of('second', 'api_key_id') };
const key = { api_key_id: of('key', 'api_key_id') };
const create = call('createApiKey', { name: 'key', body: {} });
const remove = call('deleteApiKey', { path: key });

const startRun = call('startRun', {
  path: { agent_id: fixture('agentId') },
  body: { message: fixture('message') },
});

const useKey: Call = { ...startRun, as: 'created', key: of('key', 'key') };

function readRun(name: string): Call {
  return call('getAgentRun', { path: { run_id: of(name, 'x-service-run-id') }, kind: 'open-refusal' });
}

export const apiKeySequences: readonly Sequence[] = [
  {
    id: 'api-key-lives',
    calls: [
      create,
      alongside(create, { name: 'second' }),
      call('getApiKey', { path: key }),
      call('listApiKeys'),
      call('listApiKeys', { as: 'other' }),
      foreign(call('getApiKey', { path: key })),
      foreign(remove),
      call('getApiKey', { path: key }),
      remove,
      call('getApiKey', { path: key, kind: 'refusal' }),
      call('getApiKey', { path: second }),
      call('listApiKeys'),
      { ...remove, path: second },
      { ...create, name: 'third' },
      call('listApiKeys'),
      { ...remove, path: { api_key_id: of('third', 'api_key_id') } },
    ],
  },
  // Beside others, it might remove what has been given its number since.
  {
    id: 'api-key-is-removed-once',
    quiet: true,
    calls: [
      create,
      { ...remove, name: 'removed' },
      { ...remove, kind: 'refusal', tries: 'api-keys.delete-unknown-is-404', follows: 'removed' },
    ],
  },
  {
    id: 'api-key-opens-workers',
    calls: [
      create,
      // Of several processes, each may remember by itself which keys it saw.
      { ...useKey, name: 'run', later: true, times: 3 },
      { ...startRun, name: 'run by the other key' },
      { ...readRun('run by the other key'), later: true },
      readRun('run'),
      { ...remove, name: 'removed' },
      { ...useKey, kind: 'refusal', follows: 'removed', later: true, times: 3 },
    ],
  },
  // More of them than a page of a list that is in one piece would have.
  { id: 'many-api-keys', calls: [{ ...create, times: moreThanAPage }, call('listApiKeys', { later: true })] },
  {
    id: 'default-api-key',
    calls: [
      call('getDefaultApiKey', { name: 'default' }),
      call('getDefaultApiKey', { as: 'other', kind: 'open-refusal' }),
      call('listApiKeys'),
      call('getApiKey', { path: { api_key_id: of('default', 'api_key_id') } }),
    ],
  },
  {
    id: 'default-api-key-moves',
    needs: 'defaultKeyMayMove',
    quiet: true,
    calls: [
      call('listApiKeys'),
      { ...create, further: { kind: 'default' }, kind: 'open-refusal' },
      call('listApiKeys', { later: true }),
      call('getDefaultApiKey'),
      remove,
    ],
  },
];

import { call, fixture, foreign, of } from './call.ts';
import type { Journey } from './journey.ts';

const key = { api_key_id: of('key', 'api_key_id') };

export const apiKeyJourneys: readonly Journey[] = [
  {
    id: 'api-key-lives',
    calls: [
      call('createApiKey', { name: 'key', body: {} }),
      call('getApiKey', { path: key }),
      call('listApiKeys'),
      call('listApiKeys', { as: 'other' }),
      foreign(call('getApiKey', { path: key })),
      foreign(call('deleteApiKey', { path: key })),
      call('getApiKey', { path: key }),
      call('startRun', {
        path: { agent_id: fixture('agentId') },
        body: { message: fixture('message') },
        as: 'created',
        key: of('key', 'key'),
      }),
      call('deleteApiKey', { path: key }),
      call('getApiKey', { path: key, kind: 'refusal' }),
      call('listApiKeys'),
      call('deleteApiKey', { path: key, kind: 'refusal' }),
    ],
  },
  {
    id: 'default-api-key',
    calls: [
      call('getDefaultApiKey', { name: 'default' }),
      call('listApiKeys'),
      call('getApiKey', { path: { api_key_id: of('default', 'api_key_id') } }),
    ],
  },
];

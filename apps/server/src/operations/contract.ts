import { type Operation, operationTable } from '@agent-workers/types';

/** GET {agents_url}/ndjson/{agent_id}/{run_id}, our choice where the interface leaves a choice. */
const followRun = {
  id: 'followRun',
  api: 'workers',
  method: 'GET',
  path: '/ndjson/{agent_id}/{run_id}',
  tag: 'runs',
  summary: 'Follow a run',
  section: '',
  effect: 'read',
  security: 'bearer',
  deprecated: false,
  pathParameters: [
    { name: 'agent_id', required: true, type: 'string', nullable: false, format: 'uuid' },
    { name: 'run_id', required: true, type: 'string', nullable: false, format: 'uuid' },
  ],
  queryParameters: [
    {
      name: 'after',
      required: false,
      type: 'integer',
      nullable: false,
      minimum: 0,
      maximum: 999_999_999,
      default: 0,
    },
  ],
  body: null,
  streaming: 'ndjson',
  statuses: [{ status: 'default', condition: 'An operation of our own', mediaTypes: ['*/*'] }],
} as const satisfies Operation;

/** What is known of each operation that this deployment serves: those of the contract, and one of its own. */
export const contract = { ...operationTable, followRun } as const;

export type Contract = typeof contract;

/** Id of an operation that this deployment serves. */
export type OperationId = keyof Contract;

/** Id of an operation of the User API. */
export type UserOperationId = {
  [Id in OperationId]: Contract[Id]['api'] extends 'user' ? Id : never;
}[OperationId];

/** The address of an operation below the deployment's origin, with `{name}` for each parameter. */
export function pathOf(id: OperationId): string {
  const { api, path } = contract[id];
  return api === 'workers' ? `/agents${path}` : path;
}

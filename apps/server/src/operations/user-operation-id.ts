import type { OperationId, operationTable } from '@agent-workers/types';

type Table = typeof operationTable;

/** Id of an operation of the User API. */
export type UserOperationId = {
  [Id in OperationId]: Table[Id]['api'] extends 'user' ? Id : never;
}[OperationId];

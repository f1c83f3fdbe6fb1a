import type * as user from './gen/user-api.ts';
import type * as workers from './gen/workers-api.ts';

export {
  type RunState,
  type RunTransition,
  runLifecycle,
  softDeletes,
} from './gen/lifecycles.ts';
export type { DocumentedStatus, Operation, Parameter, RequestBody } from './gen/operation.ts';
export { type OperationId, operationTable } from './gen/operations.ts';
export type * from './gen/records.ts';

/** Path items of both documents. */
export interface paths extends workers.paths, user.paths {}

/** Operations of both documents by their id. */
export interface operations extends workers.operations, user.operations {}

/** Schemas of both documents by their name. */
export interface components {
  schemas: workers.components['schemas'] & user.components['schemas'];
}

import type { OperationResource } from '../../spec/resources.ts';
import type { Operation } from '../../spec/spec.ts';
import { namesIn } from './kept-calls.ts';
import type { Call, Sequence } from './sequence.ts';

/**
 * Whether a sequence acts on what an account has only one of, such as its credits, or compares what others might
 * change: it can't be driven beside another one.
 */
export function sharesAccount(
  { quiet, calls }: Sequence,
  operations: ReadonlyMap<string, Operation>,
): boolean {
  return quiet === true || calls.some((call) => isShared(call, operations.get(call.operation)));
}

/** Makes a record that belongs to no other user, or acts on one that the sequence made. */
function isShared(call: Call, operation: Operation | undefined): boolean {
  if (operation !== undefined && readsUnnamed(operation)) return true;
  if (operation?.effect === 'read' || isTried(call)) return false;
  const makesOwn = operation?.resource?.act === 'create' && !sharesIdentifier(operation.resource);
  return !makesOwn && namesIn({ operation: call.operation, path: call.path }).length === 0;
}

/** Which of the account's records an answer shows, others may change. */
function readsUnnamed({ resource, path }: Operation): boolean {
  return resource?.act === 'read' && !path.includes('{');
}

/** Another sequence may make the same record. */
function sharesIdentifier({ identifiedBy, family }: OperationResource): boolean {
  return identifiedBy === 'body' && family.scope === 'everybody';
}

/** What is to be refused changes nothing, or it is a finding itself. */
function isTried({ kind = 'valid' }: Call): boolean {
  return kind !== 'valid' && kind !== 'open-refusal';
}

import type { Operation } from '../../spec/spec.ts';
import { familyOf } from './families.ts';
import type { Call, Journey } from './journey.ts';
import { namesIn } from './kept-calls.ts';

/**
 * Whether a journey acts on what an account has only one of, such as its credits, or compares what others might
 * change: it can't be driven beside another one.
 */
export function sharesAccount(
  { quiet, calls }: Journey,
  operations: ReadonlyMap<string, Operation>,
): boolean {
  return quiet === true || calls.some((call) => isShared(call, operations.get(call.operation)));
}

/** Makes a record of nobody else's, or acts on one that the journey made. */
function isShared(call: Call, operation: Operation | undefined): boolean {
  if (call.operation === 'getDefaultApiKey') return true;
  if (operation?.effect === 'read' || isTried(call)) return false;
  const family = familyOf(call.operation);
  const makesOwn = family?.acts[call.operation] === 'create' && family.name !== 'installed tool';
  return !makesOwn && namesIn({ operation: call.operation, path: call.path }).length === 0;
}

/** What is to be refused changes nothing, or it is a finding itself. */
function isTried({ kind = 'valid' }: Call): boolean {
  return kind !== 'valid' && kind !== 'open-refusal';
}

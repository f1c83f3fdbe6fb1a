import { loadSpec } from '../../src/spec/load-spec.ts';
import type { Operation } from '../../src/spec/spec.ts';

const spec = await loadSpec();

/** The families of the contract's records. */
export const families = spec.resources;

/** An operation of the contract. */
export function operationOf(id: string): Operation {
  const found = spec.operations.find((operation) => operation.id === id);
  if (found === undefined) throw new Error(`The contract has no ${id}.`);
  return found;
}

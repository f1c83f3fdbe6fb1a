import { loadSpec } from '../../src/spec/load-spec.ts';
import type { Operation } from '../../src/spec/spec.ts';

const { operations } = await loadSpec();

/** An operation of the contract. */
export function operationOf(id: string): Operation {
  const found = operations.find((operation) => operation.id === id);
  if (found === undefined) throw new Error(`The contract has no ${id}.`);
  return found;
}

import type { PagedOperation } from '../paging/paged.ts';
import { standsFor } from '../transport/original-of.ts';
import type { Transport } from '../transport/transport.ts';

/** An operation without its transport. */
type Bound<Operation> = Operation extends (transport: Transport, ...values: infer Values) => infer Answer
  ? (...values: Values) => Answer
  : never;

/** The same functions without their first parameter. */
export type BoundOperations<Module> = {
  [Name in keyof Module]: Module[Name] extends PagedOperation<
    infer _Query,
    infer _Data,
    infer _Item,
    infer _Status
  >
    ? Bound<Module[Name]> & { all: Bound<Module[Name]['all']>; pages: Bound<Module[Name]['pages']> }
    : Bound<Module[Name]>;
};

type Operation = (transport: Transport, ...values: unknown[]) => unknown;

/** Gives every function of a module its transport. */
export function bindOperations<Module extends object>(
  transport: Transport,
  module: Module,
): BoundOperations<Module> {
  const entries = Object.entries(module).map(([name, operation]) => [name, bind(transport, operation)]);
  // The mapped type says of each function what bind does to it.
  return Object.fromEntries(entries) as BoundOperations<Module>;
}

function bind(transport: Transport, operation: Operation): object {
  const bound = (...values: unknown[]) => operation(transport, ...values);
  standsFor(bound, operation);
  const ways = Object.entries(operation).map(([name, way]) => [name, bind(transport, way)]);
  return Object.assign(bound, Object.fromEntries(ways));
}

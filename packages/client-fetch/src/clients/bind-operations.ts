import { standsFor } from '../transport/original-of.ts';
import type { Transport } from '../transport/transport.ts';

type Operation = (transport: Transport, ...values: unknown[]) => unknown;

/** Gives every function of a group its transport. The generated types of a client's methods say what comes out. */
export function bindOperations(transport: Transport, group: object): object {
  const entries = Object.entries(group).map(([id, operation]) => [
    id,
    Object.assign(bind(transport, operation), { operation: id }),
  ]);
  return Object.fromEntries(entries);
}

function bind(transport: Transport, operation: Operation): object {
  const bound = (...values: unknown[]) => operation(transport, ...values);
  standsFor(bound, operation);
  const ways = Object.entries(operation).map(([name, way]) => [name, bind(transport, way)]);
  return Object.assign(bound, Object.fromEntries(ways));
}

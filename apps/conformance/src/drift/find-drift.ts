import type { DescribedOperation } from '../spec/description.ts';
import { compareOperation } from './compare.ts';
import type { Drift } from './drift.ts';

export interface Comparison {
  readonly compared: number;
  readonly drifts: readonly Drift[];
}

/**
 * Compares the contract with a deployment's own description. Whatever stands before the contract's paths (`/v1`,
 * `/api`) is the deployment's address, and what it describes beyond the contract is its own affair.
 */
export function findDrift(
  contract: readonly DescribedOperation[],
  described: readonly DescribedOperation[],
): Comparison {
  const prefix = commonPrefix(contract, described);
  const pairs = contract.map((one) => ({
    one,
    other: described.find((other) => isSame(one, other, prefix)),
  }));
  const drifts = pairs.flatMap(({ one, other }) =>
    other === undefined ? [missing(one)] : compareOperation(one, other),
  );
  return { compared: pairs.filter(({ other }) => other !== undefined).length, drifts };
}

function missing({ method, path }: DescribedOperation): Drift {
  const operation = `${method} ${path}`;
  return { kind: 'operation', operation, expected: 'the operation', described: 'nothing', level: 'drift' };
}

function isSame(one: DescribedOperation, other: DescribedOperation, prefix: string): boolean {
  return one.method === other.method && shapeOf(other.path) === prefix + shapeOf(one.path);
}

/** What stands before most of the contract's paths in the description. */
function commonPrefix(
  contract: readonly DescribedOperation[],
  described: readonly DescribedOperation[],
): string {
  const votes = new Map<string, number>();
  for (const one of contract) {
    for (const other of described) {
      const [shape, ending] = [shapeOf(other.path), shapeOf(one.path)];
      if (one.method !== other.method || !shape.endsWith(ending)) continue;
      const prefix = shape.slice(0, shape.length - ending.length);
      votes.set(prefix, (votes.get(prefix) ?? 0) + 1);
    }
  }
  return (
    [...votes].sort(([a, votesOfA], [b, votesOfB]) => votesOfB - votesOfA || a.length - b.length)[0]?.[0] ??
    ''
  );
}

/** A path without the names of its parameters; a trailing slash makes no other path but for the root. */
function shapeOf(path: string): string {
  return path.replaceAll(/\{[^}]*\}/g, '{}').replace(/\/$/, '');
}

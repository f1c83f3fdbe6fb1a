import type { DescribedOperation } from '../spec/description.ts';
import { compareOperation } from './compare.ts';
import type { Drift } from './drift.ts';
import { matchOperations } from './match-operations.ts';

export interface Comparison {
  readonly compared: number;
  readonly drifts: readonly Drift[];
}

/**
 * Compares the contract with a deployment's own description. What it describes beyond the contract is its own
 * affair.
 */
export function findDrift(
  contract: readonly DescribedOperation[],
  described: readonly DescribedOperation[],
): Comparison {
  const pairs = matchOperations(contract, described);
  const drifts = pairs.flatMap(({ one, other }) =>
    other === undefined ? [missing(one)] : compareOperation(one, other),
  );
  return { compared: pairs.filter(({ other }) => other !== undefined).length, drifts };
}

function missing({ method, path }: DescribedOperation): Drift {
  const operation = `${method} ${path}`;
  return { kind: 'operation', operation, expected: 'the operation', described: 'nothing', level: 'drift' };
}

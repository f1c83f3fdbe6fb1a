import type { DescribedOperation } from '../spec/description.ts';

/** By what an operation is known in any document. */
type Addressed = Pick<DescribedOperation, 'method' | 'path'>;

/**
 * Finds each operation of the contract in a deployment's own description. Whatever stands before the contract's
 * paths (`/v1`, `/api`) is the deployment's address.
 */
export function matchOperations<Contract extends Addressed, Described extends Addressed>(
  contract: readonly Contract[],
  described: readonly Described[],
): readonly { readonly one: Contract; readonly other: Described | undefined }[] {
  const prefix = commonPrefix(contract, described);
  // From the end, so that the first of several stays.
  const byAddress = new Map(described.toReversed().map((other) => [addressOf(other, ''), other]));
  return contract.map((one) => ({ one, other: byAddress.get(addressOf(one, prefix)) }));
}

function addressOf({ method, path }: Addressed, prefix: string): string {
  return `${method} ${prefix}${shapeOf(path)}`;
}

/** What stands before most of the contract's paths in the description. */
function commonPrefix(contract: readonly Addressed[], described: readonly Addressed[]): string {
  const votes = new Map<string, number>();
  const shapes = described.map((other) => ({ other, shape: shapeOf(other.path) }));
  for (const one of contract) {
    const ending = shapeOf(one.path);
    for (const { other, shape } of shapes) {
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

import type { Operation } from '../../spec/spec.ts';
import type { Sequence } from './sequence.ts';

/**
 * The sequences that are the first to meet some family of records, or some form of body: what they find out about
 * names is known to all others.
 */
export function discoverySequencesAmong(
  sequences: readonly Sequence[],
  operations: ReadonlyMap<string, Operation>,
): readonly Sequence[] {
  const met = new Set<string>();
  return sequences.filter(({ calls }) => {
    // All others would have to wait as well.
    if (calls.some(({ later }) => later)) return false;
    const kinds = calls.flatMap(({ operation, kind = 'valid' }) => {
      const { family, request } = operations.get(operation) ?? { family: '', request: undefined };
      return kind === 'valid' ? [`records of ${family}`, `body ${request?.name ?? operation}`] : [];
    });
    const isFirst = kinds.some((kind) => !met.has(kind));
    for (const kind of kinds) met.add(kind);
    return isFirst;
  });
}

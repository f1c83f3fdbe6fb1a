import type { Rule } from '../spec/spec.ts';

/** Whether the interface gives one status as well as the other for a condition of an operation. */
export type IsAlternative = (operation: string, expected: number, status: number) => boolean;

/** A private record of somebody else may be refused with 403 or hidden by 404, for one. */
export function alternativesIn(rules: readonly Rule[]): IsAlternative {
  const known = new Set(
    rules.flatMap(({ operations, status, alternatives = [] }) =>
      operations.flatMap((operation) => alternatives.map((one) => `${operation} ${status} ${one}`)),
    ),
  );
  return (operation, expected, status) => known.has(`${operation} ${expected} ${status}`);
}

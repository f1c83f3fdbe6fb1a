import type { Rule } from '../spec/spec.ts';

/** Whether the interface allows one status where the other is expected of an operation. */
export type IsAlternative = (operation: string, expected: number, status: number) => boolean;

/** Refusals whose condition the interface doesn't show: any call may meet them. */
const conditionNotShown: readonly string[] = ['createBundle 409', 'updateBundle 409', 'installTool 409'];

/** A private record of somebody else may be refused with 403 or hidden by 404, for one. */
export function alternativesIn(rules: readonly Rule[]): IsAlternative {
  const known = new Set(
    rules.flatMap(({ operations, status, alternatives = [] }) =>
      operations.flatMap((operation) => alternatives.map((one) => `${operation} ${status} ${one}`)),
    ),
  );
  return (operation, expected, status) =>
    known.has(`${operation} ${expected} ${status}`) || conditionNotShown.includes(`${operation} ${status}`);
}

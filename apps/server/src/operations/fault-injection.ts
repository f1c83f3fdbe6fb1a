import type { OperationId, UserOperationId } from './contract.ts';

/** Failures that are switched on, so that clients can try what they do about them. */
export interface Faults {
  /** Lets the next calls of the operation fail inside the server; `times` may be Infinity. */
  set(operationId: UserOperationId, times: number): void;
  clear(operationId?: UserOperationId): void;
  /** Whether any is on. */
  areOn(): boolean;
  /** @throws when a failure of the operation is switched on. */
  strike(operationId: OperationId): void;
}

export function createFaults(): Faults {
  const left = new Map<OperationId, number>();
  return {
    set: (operationId, times) => void left.set(operationId, times),
    clear: (operationId) => (operationId ? void left.delete(operationId) : left.clear()),
    areOn: () => [...left.values()].some((times) => times > 0),
    strike(operationId) {
      const times = left.get(operationId) ?? 0;
      if (times <= 0) return;
      left.set(operationId, times - 1);
      throw new Error('A failure that was switched on by the control surface.');
    },
  };
}

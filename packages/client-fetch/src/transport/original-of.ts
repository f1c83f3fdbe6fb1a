import type { OperationFunction } from './transport.ts';

const originals = /*#__PURE__*/ new WeakMap<OperationFunction, OperationFunction>();

/** The operation that a client's function calls; any other function itself. */
export function originalOf(source: OperationFunction): OperationFunction {
  return originals.get(source) ?? source;
}

/** Remembers which operation a client's function calls. */
export function standsFor(bound: OperationFunction, original: OperationFunction): void {
  originals.set(bound, original);
}

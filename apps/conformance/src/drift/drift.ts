/** How a description departs from the contract. */
export type DriftKind = 'operation' | 'status' | 'parameter' | 'bound' | 'default' | 'security' | 'body';

/** A place where a deployment's own description and the contract disagree. */
export interface Drift {
  readonly kind: DriftKind;
  readonly operation: string;
  /** What the contract documents. */
  readonly expected: string;
  readonly described: string;
  /** `note` where the interface leaves it open, or the description may just be silent. */
  readonly level: 'drift' | 'note';
}

import type { DescribedOperation } from './description.ts';

/** Who is touched by an operation, and how: the `x-effect` of the contract. */
export type Effect = 'read' | 'create' | 'change' | 'delete' | 'cost';

export interface Operation extends Omit<DescribedOperation, 'id' | 'effect' | 'tags'> {
  readonly id: string;
  /** The family of resources that it belongs to: its tag in the contract. */
  readonly family: string;
  readonly api: 'workers' | 'user';
  readonly effect: Effect;
}

/** One normative sentence of the interface. Exactly one of `checks` and `notChecked` is there. */
export interface Rule {
  readonly id: string;
  readonly section: string;
  readonly text: string;
  readonly operations: readonly string[];
  /** The parameter that the sentence is about. */
  readonly parameter?: string;
  /** The status by which a deployment refuses under the sentence's condition. */
  readonly status?: number;
  readonly checks?: readonly string[];
  readonly notChecked?: string;
}

/** A sentence by which the interface says that it does not say. */
export interface Silence {
  readonly id: string;
  readonly section: string;
  readonly text: string;
}

export interface Spec {
  /** Of the interface, as the contract's documents carry it. */
  readonly version: string;
  readonly operations: readonly Operation[];
  readonly rules: readonly Rule[];
  readonly silences: readonly Silence[];
}

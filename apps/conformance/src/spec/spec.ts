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

/** A parameter of an integration tool; what is left out is not said. */
export interface ToolParameter {
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  readonly minimum?: number;
  readonly maximum?: number;
  /** The only values that it takes. */
  readonly enum?: readonly string[];
}

/** An integration tool of section 2. */
export interface IntegrationTool {
  readonly name: string;
  readonly parameters: readonly ToolParameter[];
  /** Inputs that the documented parameters forbid, and which of them do. */
  readonly counterexamples: readonly {
    readonly about: string;
    readonly input: Readonly<Record<string, unknown>>;
    readonly problems: readonly string[];
  }[];
}

/** One normative sentence of the interface. Exactly one of `checks` and `notChecked` is there. */
export interface Rule {
  readonly id: string;
  readonly section: string;
  readonly text: string;
  readonly operations: readonly string[];
  /** The parameter that the sentence is about. */
  readonly parameter?: string;
  /** The integration tools that the sentence is about; of those that are about all of them, all. */
  readonly tools?: readonly IntegrationTool[];
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

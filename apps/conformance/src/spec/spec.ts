import type { DescribedOperation } from './description.ts';
import type { OperationResource, ResourceFamily } from './resources.ts';

/** What an operation does to records: the `x-effect` of the contract. */
export type Effect = 'read' | 'create' | 'change' | 'delete' | 'cost';

export interface Operation extends Omit<DescribedOperation, 'id' | 'effect' | 'tags'> {
  readonly id: string;
  /** The family of resources that it belongs to: its tag in the contract. */
  readonly family: string;
  readonly api: 'workers' | 'user';
  readonly effect: Effect;
  /** The records that it is about, and what it does to them; undefined where it is about none. */
  readonly resource: OperationResource | undefined;
}

/** The families of records that operations are about. */
export function recordFamilies(operations: readonly Operation[]): readonly ResourceFamily[] {
  return [...new Set(operations.flatMap(({ resource }) => resource?.family ?? []))];
}

/** A parameter of an integration tool; what is left out is not said. */
export interface ToolParameter {
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  readonly minimum?: number;
  readonly maximum?: number;
  /** What it is where it is left out. */
  readonly default?: number;
  /** The only values that it takes. */
  readonly enum?: readonly string[];
}

/** An integration tool of section 2. */
export interface IntegrationTool {
  readonly name: string;
  /** Whether it changes nothing, whatever its input. */
  readonly readOnly: boolean;
  readonly parameters: readonly ToolParameter[];
  /** Inputs that the documented parameters forbid, and which of them do. */
  readonly counterexamples: readonly {
    readonly about: string;
    readonly input: Readonly<Record<string, unknown>>;
    readonly problems: readonly string[];
  }[];
}

/**
 * Who says what a rule demands. `stated`: the words of the interface alone. `implied`: no words allow anything else and
 * every user would call it a bug; the rule carries its `reading`. `declared`: the deployment's own document.
 */
export type Basis = (typeof bases)[number];

export const bases = ['stated', 'implied', 'declared'] as const;

/** A broken rule of these bases violates the contract, unless a run is told otherwise. */
export const usualBases: readonly Basis[] = ['stated', 'implied'];

/** The rules of these bases, by their identifiers. */
export function idsOfBases(rules: readonly Rule[], wanted: readonly Basis[]): ReadonlySet<string> {
  return new Set(rules.filter(({ basis }) => wanted.includes(basis)).map(({ id }) => id));
}

/**
 * Why nothing judges a rule: no answer could show it, other rules say the same, it binds a document or a client, or it
 * could be seen with something that a run lacks.
 */
export interface NotChecked {
  readonly why: WhyNotChecked;
  /** The rule that says the same, where it is one. */
  readonly rule?: string | undefined;
  /** What it would take to see it. */
  readonly needs?: string | undefined;
  readonly text: string;
}

export const whysNotChecked = ['unobservable', 'repeats', 'binds-documents', 'needs'] as const;

export type WhyNotChecked = (typeof whysNotChecked)[number];

/** One demand on a deployment. Exactly one of `checks` and `notChecked` is there. */
export interface Rule {
  readonly id: string;
  readonly basis: Basis;
  readonly section: string;
  /** The sentence of the interface; of an implied rule the words that come closest. */
  readonly text: string;
  /** Of an implied rule: why anything else would be a bug. */
  readonly reading?: string | undefined;
  readonly operations: readonly string[];
  /** The parameter that the sentence is about. */
  readonly parameter?: string;
  /** The integration tools that the sentence is about; of those that are about all of them, all. */
  readonly tools?: readonly IntegrationTool[];
  /** The status by which a deployment refuses under the sentence's condition. */
  readonly status?: number;
  /** Other statuses that the interface gives for that condition. */
  readonly alternatives?: readonly number[];
  readonly checks?: readonly string[];
  readonly notChecked?: NotChecked;
}

/** A sentence by which the interface says that it does not say. */
export interface Unspecified {
  readonly id: string;
  readonly section: string;
  readonly text: string;
}

export interface Spec {
  /** Of the interface, as the contract's documents carry it. */
  readonly version: string;
  readonly operations: readonly Operation[];
  readonly resources: readonly ResourceFamily[];
  readonly rules: readonly Rule[];
  readonly unspecified: readonly Unspecified[];
}

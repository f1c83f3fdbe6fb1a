import { isRecord } from '../../json/json-record.ts';
import type { FaultBudget } from '../faults/fault.ts';
import type { ProbeKind } from '../probe.ts';
import type { Credential } from '../scenario.ts';

/**
 * A value that is only known when the call is sent:
 * - `of`: what an earlier call's answer holds in a role, as the contract's field names call it
 * - `fixture`: what the deployment offers; `or` stands in where the config doesn't tell
 * - `fresh`: a new text, the same wherever the journey asks for it by that name
 * - `unknown`: an identifier that nobody has
 * - `credential`: the JWT of a user
 * - `shownIn`: this text, if an earlier call's answer has it for a value
 */
export type Reference =
  | { readonly of: string; readonly role: string }
  | { readonly fixture: string; readonly or?: string | undefined }
  | { readonly fresh: string; readonly letters?: 'plain' | 'of many scripts' | undefined }
  | { readonly unknown: 'uuid' | 'integer' | 'string' }
  | { readonly credential: 'own' }
  | { readonly shownIn: string; readonly text: string };

const referenceKinds = ['of', 'fixture', 'fresh', 'unknown', 'credential', 'shownIn'] as const;

export type Value = Reference | string | number | boolean | null | readonly Value[] | ValueRecord;

export interface ValueRecord {
  readonly [name: string]: Value;
}

export interface Variation extends FaultBudget {
  readonly seed: number;
  /** The one fault that is sent, as `wordOf` writes its name; undefined for all. */
  readonly only?: string | undefined;
}

/** One call of the User API, as plain data. */
export interface Call {
  /** By which later calls refer to its answer; unique in the journey. */
  readonly name?: string | undefined;
  readonly operation: string;
  /** Default `own`. */
  readonly as?: Credential | undefined;
  /** The API key that is sent, with the credential `created`. */
  readonly key?: Reference | undefined;
  /** Default `valid`. */
  readonly kind?: ProbeKind | undefined;
  readonly parameter?: string | undefined;
  /** What is wrong or odd about it, as of probes. */
  readonly fault?: string | undefined;
  readonly path?: ValueRecord | undefined;
  readonly query?: ValueRecord | undefined;
  /** A header whose name the deployment's owner tells. */
  readonly signature?: { readonly name: Value; readonly value: Value } | undefined;
  /** Fields of the body by the contract's names; the deployment's own names are put in when it is sent. */
  readonly body?: ValueRecord | undefined;
  /** A body that is sent as it stands. */
  readonly raw?: string | Reference | undefined;
  /** Fields that the body must not have, though the deployment's own description asks for them. */
  readonly without?: readonly string[] | undefined;
  /** The rule whose refusal this call brings about. */
  readonly tries?: string | undefined;
  /** The record that this call changes, where the path doesn't name it. */
  readonly changes?: Reference | undefined;
  /** An earlier call without which this one shows nothing: where that ended in trouble, this is left out. */
  readonly follows?: string | undefined;
  /** How often it is sent, one after the other; 1 by default. */
  readonly times?: number | undefined;
  /** Once it has succeeded, it is sent again with one fault each time. */
  readonly varied?: Variation | undefined;
  /** Left out where these two calls had the same answer. */
  readonly unlessAlike?: readonly [string, string] | undefined;
  /** Sent some time after the call before it (`settleMs`): by then what that one made is known everywhere. */
  readonly later?: boolean | undefined;
  /** Sent together with the call before it. */
  readonly alongside?: boolean | undefined;
}

/** Calls in order; a call whose references can't be resolved is left out, and so is what refers to it. */
export interface Journey {
  readonly id: string;
  /** Compares what other journeys might change: it is driven after them, alone. */
  readonly quiet?: boolean | undefined;
  readonly calls: readonly Call[];
}

export function isReference(value: unknown): value is Reference {
  return isRecord(value) && referenceKinds.some((kind) => kind in value);
}

/** All references in a call, or in a part of one. */
export function referencesIn(value: unknown): readonly Reference[] {
  if (isReference(value)) return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(referencesIn) : [];
}

import { isRecord } from '../../json/json-record.ts';
import type { IntentKind } from '../intent-kind.ts';
import type { Mutation } from '../mutations/mutation.ts';
import type { MutationBudget } from '../mutations/mutation-budget.ts';
import type { Identity } from '../scenario.ts';

/**
 * A value that is only known when the call is sent:
 * - `of`: what an earlier call's answer holds in a field, as the contract's field names call it; of a list, what its
 *   first record does, or the one at `item`, or the first or second of the two that begin `alike` (one with all of the
 *   other, where there are such, else the longest); where the field is not known, the `word` by which its records differ
 * - `fixture`: what the deployment offers; `or` stands in where the config doesn't tell; `altered` puts other values of
 *   the same types into it
 * - `fresh`: a new text, or a value of another `form`; the same wherever the sequence asks for it by that name
 * - `unknown`: an identifier that does not exist
 * - `credential`: the JWT of a user
 * - `arranged`: what the state of the call gives
 * - `shownIn`: this text, if an earlier call's answer has it for a value
 * - `idenIn`: what identifies the record that has the fresh text `beside` in an earlier output of a NOTIFIER tool
 * - `momentIn`: when that record was changed, in seconds of UNIX time
 * - `cursorIn`: the cursor of the next page in such an output
 */
export type Reference =
  | {
      readonly of: string;
      readonly field: string;
      readonly item?: number | undefined;
      readonly alike?: 0 | 1 | undefined;
      readonly or?: 'word' | undefined;
      readonly altered?: Alteration | undefined;
    }
  | { readonly fixture: string; readonly or?: string | undefined; readonly altered?: Alteration | undefined }
  | {
      readonly fresh: string;
      /**
       * A UUID `of the same beginning` as the one of this name has another end; `digits` begin with zeros; those `after a
       * colon` have the same UUID before it.
       */
      readonly form?:
        | 'uuid'
        | 'uuid of the same beginning'
        | 'email'
        | 'digits'
        | 'after a colon'
        | undefined;
      readonly letters?: Letters | undefined;
      readonly altered?: Alteration | undefined;
    }
  | { readonly unknown: 'uuid' | 'integer' | 'string' }
  | { readonly credential: 'own' | 'other' }
  | { readonly arranged: string }
  | { readonly shownIn: string; readonly text: string }
  | { readonly idenIn: string; readonly beside: string }
  | { readonly momentIn: string; readonly beside: string }
  | { readonly cursorIn: string };

/** What a text is made of: `long` is of many scripts and some 6,000 characters. */
export type Letters = 'plain' | 'a paragraph' | 'in lines' | 'of many scripts' | 'long';
/**
 * How texts and numbers are changed: each into another one of its kind, texts into unusual letters, into all but their
 * last letter, into their first word, into all of it and one or many words of no language, into small letters, into the
 * same with another digit or a wildcard in it, of an object into the same with further members, of JSON into the same in lines or without spaces, or of a date-time into the same moment in another offset.
 */
export type Alteration =
  | number
  | 'of many scripts'
  | 'shortened'
  | 'first word'
  | 'beside nonsense'
  | 'among nonsense'
  | 'small'
  | 'another digit'
  | 'laid out'
  | 'packed'
  | 'with a wildcard'
  | 'with further members'
  | 'in another offset';

const referenceKinds = [
  'of',
  'fixture',
  'fresh',
  'unknown',
  'credential',
  'arranged',
  'shownIn',
  'idenIn',
  'momentIn',
  'cursorIn',
] as const;

export type Value = Reference | string | number | boolean | null | readonly Value[] | ValueRecord;

export interface ValueRecord {
  readonly [name: string]: Value;
}

export interface Variation extends MutationBudget {
  readonly seed: number;
  /** The key of the one mutation that is sent; undefined for all. */
  readonly only?: string | undefined;
}

/** A state by the name that contracts have for it. */
export interface StateOfCall {
  readonly name: string;
  readonly parameters?: Readonly<Record<string, string>> | undefined;
}

/**
 * What a call writes into fields that the interface doesn't speak of: flags, the mark of the default key, lists of a word,
 * records of a member, the owner that the answer to an earlier call shows, or whatever a name that is guessed is for.
 */
export type Further =
  | { readonly kind: 'flag'; readonly value: boolean }
  | { readonly kind: 'default' }
  | { readonly kind: 'list' }
  | { readonly kind: 'owner'; readonly of: string }
  | { readonly kind: 'guess'; readonly name: string }
  | { readonly kind: 'record'; readonly member: string };

/** What the answer should show: fresh texts, and none of others; so many records. */
export interface Awaited {
  readonly records?: number | undefined;
  readonly shown?: readonly string[] | undefined;
  readonly gone?: readonly string[] | undefined;
  /** The interface says that it happens asynchronously, and names no time: it is asked for longer. */
  readonly asynchronous?: boolean | undefined;
}

/** How long what happens asynchronously is waited for, in ms. */
export const asynchronousMs = 5_000;

/** One call of the User API, as plain data. */
export interface Call {
  /** By which later calls refer to its answer; unique in the sequence. */
  readonly name?: string | undefined;
  readonly operation: string;
  /** Default `own`. */
  readonly as?: Identity | undefined;
  /** The API key that is sent, with the credential `created`. */
  readonly key?: Reference | undefined;
  /** Default `valid`. */
  readonly kind?: IntentKind | undefined;
  readonly parameter?: string | undefined;
  /** What is wrong or odd about it, as of probes. */
  readonly mutation?: Mutation | undefined;
  readonly path?: ValueRecord | undefined;
  readonly query?: ValueRecord | undefined;
  /** A header whose name the deployment's owner tells; in place of its value may stand a `secret` and a `scheme` to sign with. */
  readonly signature?: { readonly name: Value; readonly value: Value } | undefined;
  /** Fields of the body by the contract's names; the deployment's own names are put in when it is sent. */
  readonly body?: ValueRecord | undefined;
  /** A body that is sent as it stands. */
  readonly raw?: string | Reference | ValueRecord | undefined;
  /** Fields that the body must not have, though the deployment's own description asks for them. */
  readonly without?: readonly string[] | undefined;
  /** It is compared with the same call without its parameter, or with the default of it. */
  readonly compares?: 'default' | undefined;
  /** The rule whose refusal this call brings about. */
  readonly tries?: string | undefined;
  /** The record that this call changes, where the path doesn't name it. */
  readonly changes?: Reference | undefined;
  /**
   * An earlier call without which this one shows nothing: where that ended in trouble, this is left out; where it was not
   * certain to say what was meant, neither is what this one shows.
   */
  readonly follows?: string | undefined;
  /** An earlier call that this one undoes: where that did not succeed, this is left out. */
  readonly undoes?: string | undefined;
  /** What the deployment is put into before it, by a way of its own, and taken out of after it. */
  readonly state?: StateOfCall | undefined;
  /** How often it is sent, one after the other; 1 by default. */
  readonly times?: number | undefined;
  /** Once it has succeeded, it is sent again with one mutation each time. */
  readonly varied?: Variation | undefined;
  /** Where the answer shows it not, the call is sent once more, when it can no longer be too early. */
  readonly expects?: Awaited | undefined;
  /** Left out where these two calls had the same answer. */
  readonly unlessAlike?: readonly [string, string] | undefined;
  /** Sent some time after the call before it (`consistencyWindowMs`): by then what that one made is known everywhere. */
  readonly later?: boolean | undefined;
  /** Whether it has long texts, where the deployment takes them. */
  readonly long?: boolean | undefined;
  /** Whether its texts are those of every other call that says so: two records that are alike. */
  readonly alike?: boolean | undefined;
  /** Whether its texts are empty, words that programs take for something else, or left out where they may be; by default they are ours. */
  readonly texts?: 'empty' | 'machine words' | 'left out' | undefined;
  /** Whether all texts of its body are in other letters than Latin ones. */
  readonly reworded?: boolean | undefined;
  /** Fields beside texts that only the deployment's document or its answers name: only sent where the body has any. */
  readonly further?: Further | undefined;
  /** Only sent where the deployment's own document describes the body, without a property of this name in it. */
  readonly leaves?: string | undefined;
  /** Sent together with the call before it. */
  readonly alongside?: boolean | undefined;
  /** How spaces of the query are written; `+` by default, as forms and most programs do. */
  readonly spaces?: '%20' | undefined;
}

/** Calls in order; a call whose references can't be resolved is left out, and so is what refers to it. */
export interface Sequence {
  /** The name of a written one; `drawn` for a drawn one. */
  readonly id: string;
  /** Of a drawn one: by which seed, and its number in the run, from 0. */
  readonly drawn?: { readonly seed: number; readonly number: number } | undefined;
  /** Of one that is driven later than the other written ones: in which batch, from 0. */
  readonly batch?: number | undefined;
  /** Compares what other sequences might change: it is driven after them, alone. */
  readonly quiet?: boolean | undefined;
  /** A fixture without which it is left out. */
  readonly needs?: string | undefined;
  /** The checks that it is for: a run of rules without them leaves it out. By default those of each operation that it calls. */
  readonly checks?: readonly string[] | undefined;
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

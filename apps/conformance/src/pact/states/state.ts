import type { Deployment } from '../../deployment/deployment.ts';
import type { JobTimeout } from '../../exchanges/job-timeout.ts';
import type { Platform } from '../platform.ts';
import { Unreachable } from './unreachable.ts';

export type Values = Readonly<Record<string, string | number>>;

export type Parameters = Readonly<Record<string, unknown>>;

/** What a state does to its interaction, besides being there. */
export interface Arranged {
  /** What `${name}` stands for in the contract. */
  readonly values?: Values;
  /** Whose credential takes the place of the contract's; `unknown` keeps the contract's own, which was never issued. */
  readonly credential?: string | typeof unknownCredential;
  /** Headers that the answer must not have, in lower case. */
  readonly omits?: readonly string[];
  /** Fields of the contract that the request leaves out on purpose, so that nothing is filled in for them. */
  readonly leavesOut?: readonly string[];
  /** The media type that is taken for the answer's, since none is shown. */
  readonly mediaType?: string;
  /** Sent in place of what the contract has as an example. */
  readonly request?: { readonly body: string; readonly headers: Readonly<Record<string, string>> };
  /** Asked after an answer with a status: why the state may not have been there, so that a wrong answer is no finding. */
  readonly doubt?: (status: number) => Promise<Doubt | undefined>;
  /** Ends what would disturb other interactions. */
  readonly undo?: () => Promise<void>;
}

/** Why an interaction could not be verified. */
export interface Doubt {
  /** Whether the target, or this program, was in trouble; else the target has no way to the state. */
  readonly isTrouble: boolean;
  readonly why: string;
}

export const unknownCredential = Symbol('an unknown credential');

/** What a state is reached with. */
export interface Scene {
  readonly deployment: Deployment;
  readonly platform: Platform;
  /** What the states before this one of the same interaction gave. */
  readonly before: Arranged;
  readonly jobTimeout: JobTimeout;
}

export type State = (scene: Scene, parameters: Parameters) => Promise<Arranged>;

/** A fixture that a state needs. @throws Unreachable when the config has none */
export function requireFixture<Value>(value: Value | undefined, name: string): Value {
  if (value === undefined) throw new Unreachable(`needs ${name} in the config`);
  return value;
}

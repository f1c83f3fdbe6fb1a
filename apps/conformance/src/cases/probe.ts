import type { Mutation } from './mutations/mutation.ts';
import type { Identity } from './scenario.ts';

/**
 * What a probe tries out:
 * - `valid`: nothing but a valid request
 * - `at-bound`, `inside-bound`, `past-bound`: a value at, just inside or just outside a described bound
 * - `left-out`: a required parameter is missing
 * - `unknown-id`, `malformed-id`: an identifier that does not exist, or of another type than documented
 * - `refusal`: a valid form, but under a condition for which a refusal is documented
 * - `open-refusal`: a valid form, under a condition for which a refusal may be due or not
 * - `mutation`: one thing is wrong or odd about it; all that is due is a documented status
 * - `trial`: finds out how the deployment calls something; nothing is judged by it
 */
export type ProbeKind =
  | 'valid'
  | 'at-bound'
  | 'inside-bound'
  | 'past-bound'
  | 'left-out'
  | 'unknown-id'
  | 'malformed-id'
  | 'refusal'
  | 'open-refusal'
  | 'mutation'
  | 'trial';

/** One request to a reading operation of the User API, as plain data. Probes change nothing, whatever answers. */
export interface Probe {
  readonly operation: string;
  readonly kind: ProbeKind;
  /** The parameter that is tried out. */
  readonly parameter?: string | undefined;
  /** What is wrong or odd about it. */
  readonly mutation?: Mutation | undefined;
  readonly credential: Identity;
  readonly path: Readonly<Record<string, string>>;
  /** A parameter with several values is sent several times. */
  readonly query: Readonly<Record<string, string | readonly string[]>>;
}

import type { Credential } from './scenario.ts';

/**
 * What a probe tries out:
 * - `valid`: nothing but a valid request
 * - `at-bound`, `past-bound`: a parameter at or just outside a documented bound
 * - `left-out`: a required parameter is missing
 * - `unknown-id`, `malformed-id`: an identifier that nobody has, or of another type than documented
 * - `refusal`: a valid form, but under a condition for which a refusal is documented
 * - `open-refusal`: a valid form, under a condition for which a refusal may be due or not
 * - `malformed-body`: a body that is no JSON, or no record
 * - `trial`: finds out how the deployment calls something; nothing is judged by it
 */
export type ProbeKind =
  | 'valid'
  | 'at-bound'
  | 'past-bound'
  | 'left-out'
  | 'unknown-id'
  | 'malformed-id'
  | 'refusal'
  | 'open-refusal'
  | 'malformed-body'
  | 'trial';

/** One request to a reading operation of the User API, as plain data. Probes change nothing, whoever answers. */
export interface Probe {
  readonly operation: string;
  readonly kind: ProbeKind;
  /** The parameter that is tried out. */
  readonly parameter?: string | undefined;
  readonly credential: Credential;
  readonly path: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
}

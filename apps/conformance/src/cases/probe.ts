import type { Credential } from './scenario.ts';

/**
 * What a probe tries out:
 * - `valid`: nothing but a valid request
 * - `at-bound`, `past-bound`: a parameter at or just outside a documented bound
 * - `left-out`: a required parameter is missing
 * - `unknown-id`, `malformed-id`: an identifier that nobody has, or of another type than documented
 */
export type ProbeKind = 'valid' | 'at-bound' | 'past-bound' | 'left-out' | 'unknown-id' | 'malformed-id';

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

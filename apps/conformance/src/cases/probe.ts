import type { IntentKind } from './intent-kind.ts';
import type { Mutation } from './mutations/mutation.ts';
import type { Identity } from './scenario.ts';

/** What a probe may try out: it changes nothing, and runs nothing. */
export type ProbeKind = Exclude<
  IntentKind,
  'open-refusal' | 'tool-run' | 'tool-run-of-nothing' | 'name-trial'
>;

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

/**
 * What has to be sent for a check: reading requests to the User API, call sequences that may change something, or
 * scenarios of the Workers API.
 */
export type Driver = 'probes' | 'sequences' | 'scenarios';

/** What a check says of itself before anything was sent. */
export interface CheckDeclaration {
  /** What `checks` of a rule names. */
  readonly id: string;
  readonly drivenBy: Driver;
  /** The fixtures without which nothing can be seen of it, as paths: `toolCallMessage.name`. */
  readonly needs: readonly string[];
  /** Which calls alone can show something of it; where it is left out, all valid ones of the rule's operations. */
  readonly shownBy?: 'tries-of-the-rule' | 'foreign-calls';
}

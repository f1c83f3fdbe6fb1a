/**
 * What has to be sent for a check: reading requests to the User API, call sequences that may change something, or
 * scenarios of the Workers API.
 */
export type Driver = 'probes' | 'sequences' | 'scenarios';

/**
 * On what a finding has to rest to stand in traffic that others made, where it is not known who else was at work:
 * - `answer`: one exchange shows it by itself; nothing that happened elsewhere can be the reason for it
 * - `lasting`: several show it, of what no operation of the contract can change or take away
 * - `users`: the same, seen from a user: what is that user's, and what the config tells to be another one's
 * - `records`: what became of a record that the user made, where nobody else wrote to it. Others of that user may have been
 *   at work that are not recorded, so it stands where `untouched.ts` says that they were not
 * - `account`: what became of all that a user has. It stands only where the config says that nothing else acts for the user
 */
export type RestsOn = 'answer' | 'lasting' | 'users' | 'records' | 'account';

/** What a check can say of traffic that others made. */
export interface OfTraffic {
  readonly restsOn: RestsOn;
  /** Whether it asks for nothing but statuses, headers, names and types: a replaced value changes none of them. */
  readonly isOfShapes?: true;
  /** The rules of which requests of others tell what they try out; all where it is left out. */
  readonly onlyFor?: 'refusals-brought-about' | 'periods';
}

/** What a check says of itself before anything was sent. */
export interface CheckDeclaration {
  /** What `checks` of a rule names. */
  readonly id: string;
  readonly drivenBy: Driver;
  /** The fixtures without which nothing can be seen of it, as paths: `toolCallMessage.name`. */
  readonly needs: readonly string[];
  /** Left out where it needs to know what a request was meant to try out, or has fixtures that traffic hasn't. */
  readonly traffic?: OfTraffic;
  /** Which calls alone can show something of it; where it is left out, all valid ones of the rule's operations. */
  readonly shownBy?: 'tries-of-the-rule' | 'foreign-calls';
  /** It is about how both APIs go together: where one is not there, nothing can be seen of it. */
  readonly needsBothApis?: true;
}

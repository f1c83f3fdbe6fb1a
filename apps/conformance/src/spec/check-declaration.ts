/** What a check looks at, by which the plan knows what has to be sent for it. */
export type CheckArea =
  | 'probe'
  | 'resource'
  | 'list'
  | 'refusal'
  | 'credential'
  | 'run'
  | 'stream'
  | 'declared';

/** What a check says of itself before anything was sent. */
export interface CheckDeclaration {
  /** What `checks` of a rule names. */
  readonly id: string;
  readonly area: CheckArea;
  /** The fixtures without which nothing can be seen of it, as paths: `toolCallMessage.name`. */
  readonly needs: readonly string[];
  /** Which calls alone can show something of it; where it is left out, all valid ones of the rule's operations. */
  readonly shownBy?: 'tries-of-the-rule' | 'foreign-calls';
}

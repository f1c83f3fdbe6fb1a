/** Whose credential an exchange carries: the deployment's own one, another user's, or the sandbox user's. */
export type LedgerIdentity = 'own' | 'other' | 'sandbox';

/** A call by the contract's name for it, with its path parameters filled in. */
export interface LedgerCall {
  readonly operation: string;
  readonly path: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body?: unknown;
}

/** Something that this program made on a target. */
export interface CreatedObject {
  readonly family: string;
  readonly id: string;
  readonly identity: LedgerIdentity;
  /** How it is removed again; left out where the contract documents no way. */
  readonly remove?: LedgerCall | undefined;
  /** The GET that answers 404 once it is gone, or the list that then lacks it; by default found in the contract. */
  readonly look?: LedgerCall | undefined;
}

/**
 * Why a thing stays on a target: its removal was refused or not answered, or changed nothing; no request was left for it; or
 * the contract documents no way to remove it.
 */
export const leftoverReasons = ['refused', 'still-there', 'not-sent', 'no-way'] as const;
export type LeftoverReason = (typeof leftoverReasons)[number];

export type ObjectName = Pick<CreatedObject, 'family' | 'id' | 'identity'>;

/** One line of ledger.jsonl. */
export type LedgerEntry =
  | ({ readonly event: 'created' } & CreatedObject)
  | ({ readonly event: 'removed' } & ObjectName);

/**
 * What this program has made on a target and not yet removed: nothing else may be changed or deleted there.
 * Every entry is kept before the call returns.
 */
export interface Ledger {
  /** To be called before anything else is done with the object. */
  readonly created: (object: CreatedObject) => void;
  /** To be called when a removal was answered as done. */
  readonly removed: (object: ObjectName) => void;
  /** Whether it was made by this program, removed or not. */
  readonly holds: (object: ObjectName) => boolean;
  /** What is still there, the latest first, as it has to be removed. */
  readonly left: () => readonly CreatedObject[];
}

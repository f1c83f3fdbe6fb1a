/** What users may do; a sandbox user can't make anything private. */
export type Tier = 'sandbox' | 'standard';

/** The user on whose behalf a request is made. */
export interface Caller {
  userId: string;
  /** The subject of the user's JWTs. */
  name: string;
  tier: Tier;
  /** The JWT that was sent. */
  jwt: string;
  /** When it ceases to be valid, in ms since 1970. */
  jwtExpiresAt: number;
}

/** Who may see an agent or a chat: its owner, or every user. */
export type Visibility = 'private' | 'public';

/** Section 8 of the interface: the sandbox tier can make nothing private. */
export function mayBecome(visibility: Visibility | undefined, tier: Tier): boolean {
  return !(tier === 'sandbox' && visibility === 'private');
}

/** What is not said is private, where that is possible. */
export function defaultVisibility(tier: Tier): Visibility {
  return tier === 'sandbox' ? 'public' : 'private';
}

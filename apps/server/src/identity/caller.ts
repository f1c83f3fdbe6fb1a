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

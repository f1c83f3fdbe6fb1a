import type { Tier } from '../identity/caller.ts';

/** Who may see an agent or a chat: its owner, or everybody. */
export type Visibility = 'private' | 'public';

/** Section 8 of the interface: the sandbox tier can make nothing private. */
export function mayBecome(visibility: Visibility | undefined, tier: Tier): boolean {
  return !(tier === 'sandbox' && visibility === 'private');
}

/** What is not said is private, where that is possible. */
export function defaultVisibility(tier: Tier): Visibility {
  return tier === 'sandbox' ? 'public' : 'private';
}

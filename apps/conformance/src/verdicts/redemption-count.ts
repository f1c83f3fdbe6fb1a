import type { Path } from './findings/parts.ts';

/** Words of which the name of a count of redemptions is made: such a one counts those of a user or of the user's codes. */
const redemption = /^(redemptions?|redeemed|redeems|counts?|total|number|of|by|me|my|own|user|vip|codes?)$/i;

/** Whether a field counts redemptions: another number of the answer may well count how often it was read. */
export function isRedemptionCount(path: Path): boolean {
  const name = String(path.at(-1) ?? '');
  const words = name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .split(/[^A-Za-z]+/)
    .filter((word) => word !== '');
  return /redeem|redemption/i.test(name) && words.every((word) => redemption.test(word));
}

/** The same of an answer that is only about this count: a bare number, or one whose name says nothing but that it counts. */
export function isBareCount(path: Path): boolean {
  return path.length === 0 || /^(count|total|number)$/i.test(String(path.at(-1))) || isRedemptionCount(path);
}

import { isCalled } from '../deployment/field-mapping/names.ts';
import type { Path } from './findings/parts.ts';

/** Whether a field counts redemptions: another number of the answer may well count how often it was read. */
export function isRedemptionCount(path: Path): boolean {
  return isCalled(path.at(-1), 'redemption_count');
}

/** The same of an answer that is only about this count: a bare number, or one whose name says nothing but that it counts. */
export function isBareCount(path: Path): boolean {
  return path.length === 0 || isCalled(path.at(-1), 'count') || isRedemptionCount(path);
}

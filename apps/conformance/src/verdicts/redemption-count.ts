import { isCalled } from '../deployment/field-mapping/names.ts';
import type { Exchange } from '../exchanges/exchange.ts';
import type { Path } from './findings/parts.ts';
import { isField } from './is-field.ts';

/** Whether a field counts redemptions: another number of the answer may well count how often it was read. */
export function isRedemptionCount(answer: Exchange, path: Path): boolean {
  if (answer.places?.count !== undefined) return isField(answer, path, 'count');
  return isCalled(path.at(-1), 'redemption_count');
}

/** The same of an answer that is only about this count: a bare number, or one whose name says nothing but that it counts. */
export function isBareCount(answer: Exchange, path: Path): boolean {
  return path.length === 0 || isField(answer, path, 'count') || isRedemptionCount(answer, path);
}

import type { Exchange } from '../exchanges/exchange.ts';
import { bodyIn } from './bodies.ts';
import { memoize } from './memoize.ts';

/** What an answer's body is: JSON that is a list or something else, or none. */
export const jsonFormOf = memoize((exchange: Exchange): 'list' | 'other' | 'none' => {
  const value = bodyIn(exchange);
  if (Array.isArray(value)) return 'list';
  return value === undefined ? 'none' : 'other';
});

/** Whether an answer's body is JSON. */
export function hasJson(exchange: Exchange): boolean {
  return jsonFormOf(exchange) !== 'none';
}

/** Whether a success says that there is nothing: no body, null, an empty list, or a record of nothing but such. */
export const showsNothing = memoize((exchange: Exchange): boolean => {
  const text = exchange.response?.body.text ?? '';
  return text.trim() === '' || isNothing(bodyIn(exchange));
});

function isNothing(value: unknown): boolean {
  if (value === null || value === '') return true;
  return typeof value === 'object' && Object.values(value).every(isNothing);
}

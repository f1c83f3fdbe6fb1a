import type { Exchange } from '../exchanges/exchange.ts';
import { parseJson } from '../json/parse-json.ts';
import { memoize } from './memoize.ts';

/** What an answer's body is: JSON that is a list or something else, or none. */
export const jsonFormOf = memoize(({ response }: Exchange): 'list' | 'other' | 'none' => {
  const value = parseJson(response?.body.text ?? '');
  if (Array.isArray(value)) return 'list';
  return value === undefined ? 'none' : 'other';
});

/** Whether an answer's body is JSON. */
export function hasJson(exchange: Exchange): boolean {
  return jsonFormOf(exchange) !== 'none';
}

/** Whether a success says that there is nothing: no body, null, an empty list, or a record of nothing but such. */
export const showsNothing = memoize(({ response }: Exchange): boolean => {
  const text = response?.body.text ?? '';
  return text.trim() === '' || isNothing(parseJson(text));
});

function isNothing(value: unknown): boolean {
  if (value === null || value === '') return true;
  return typeof value === 'object' && Object.values(value).every(isNothing);
}

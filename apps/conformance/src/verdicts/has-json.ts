import type { Exchange } from '../exchanges/exchange.ts';
import { parseJson } from '../json/parse-json.ts';
import { onceEach } from './once-each.ts';

/** What an answer's body is: JSON that is a list or something else, or none. */
export const jsonFormOf = onceEach(({ response }: Exchange): 'list' | 'other' | 'none' => {
  const value = parseJson(response?.body.text ?? '');
  if (Array.isArray(value)) return 'list';
  return value === undefined ? 'none' : 'other';
});

/** Whether an answer's body is JSON. */
export function hasJson(exchange: Exchange): boolean {
  return jsonFormOf(exchange) !== 'none';
}

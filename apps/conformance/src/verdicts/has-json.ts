import type { Exchange } from '../exchanges/exchange.ts';
import { parseJson } from '../json/parse-json.ts';

/** A recording is judged more than once while it grows. */
const known = new WeakMap<Exchange, boolean>();

/** Whether an answer's body is JSON. */
export function hasJson(exchange: Exchange): boolean {
  const found = known.get(exchange) ?? parseJson(exchange.response?.body.text ?? '') !== undefined;
  known.set(exchange, found);
  return found;
}

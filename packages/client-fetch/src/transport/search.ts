import type { QueryValue } from './transport.ts';

/** The query of an address with its question mark, or nothing. What is null or undefined is left out. */
export function search(query: Readonly<Record<string, QueryValue>> = {}): string {
  let text = '?';
  for (const name in query) if (query[name] != null) text += `${name}=${encodeURIComponent(query[name])}&`;
  return text.slice(0, -1);
}

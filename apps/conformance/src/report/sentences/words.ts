import type { Excerpt, Path } from '../../verdicts/findings/parts.ts';

const longest = 300;

/** A value as JSON, or its beginning. */
export function valueInWords(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length <= longest ? text : `${text.slice(0, longest).toWellFormed()}…`;
}

/** A quoted text; of a long one the beginning and the length. */
export function quote({ begins, length }: Excerpt): string {
  if (begins.length >= length) return JSON.stringify(begins);
  return `${JSON.stringify(`${begins}…`)} (${length} characters)`;
}

/** Such as `items[2].title`. */
export function pathInWords(path: Path): string {
  if (path.length === 0) return 'the body';
  return path
    .map((segment) => (typeof segment === 'number' ? `[${segment}]` : `.${segment}`))
    .join('')
    .replace(/^\./, '');
}

/** Such as `200, 404 or 422`. */
export function listInWords(items: readonly string[]): string {
  if (items.length < 2) return items.join('');
  return `${items.slice(0, -1).join(', ')} or ${items.at(-1)}`;
}

/** Such as `1 record` and `2 records`. */
export function countInWords(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** Such as `an agent` and `a user tool`. */
export function withArticle(noun: string): string {
  return `${/^([aeio]|u[^s])/i.test(noun) ? 'an' : 'a'} ${noun}`;
}

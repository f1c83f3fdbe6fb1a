import type { Operation } from '../spec/spec.ts';
import type { Exchange, ResourceCall } from './exchange.ts';

/** Whether two values mean the same: deployments may trim texts, and write colors in their own case. */
export function isAlike(one: unknown, other: unknown): boolean {
  const plain = (value: unknown): string | undefined =>
    typeof value === 'string' ? value.trim().toLowerCase() : JSON.stringify(value);
  return plain(one) === plain(other);
}

interface Entry {
  readonly file_id: unknown;
  readonly position: number;
}

/** The identifiers in the order that a batch of positions asked for; undefined where that was none. */
export function orderOf({ wrote }: Pick<ResourceCall, 'wrote'>): readonly string[] | undefined {
  const entries: unknown = wrote?.positions;
  if (!Array.isArray(entries)) return undefined;
  return entries
    .filter(isEntry)
    .toSorted((a, b) => a.position - b.position)
    .map(({ file_id }) => String(file_id));
}

function isEntry(value: unknown): value is Entry {
  return typeof value === 'object' && value !== null && 'file_id' in value && 'position' in value;
}

/** Whether those of an order that a list has stand in it, once all of them are there. */
export function keepsOrder(listed: readonly string[], order: readonly string[]): boolean {
  const both = listed.filter((id) => order.includes(id));
  return both.length < order.length || both.join() === order.join();
}

/** Whether a list is only a page, which need not hold every record. */
export function isPage({ url }: Exchange['request'], operation: Operation | undefined): boolean {
  return operation?.resource?.extent === 'page' || new URL(url).search !== '';
}

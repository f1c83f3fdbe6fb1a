import { isRecord } from '../json/json-record.ts';
import { idsOf, type ResourceFamily } from '../spec/resources.ts';
import type { Operation } from '../spec/spec.ts';
import type { Exchange, ResourceCall } from './exchange.ts';

/** Whether two values mean the same: deployments may trim texts, and write colors in their own case. */
export function isAlike(one: unknown, other: unknown): boolean {
  const plain = (value: unknown): string | undefined =>
    typeof value === 'string' ? value.trim().toLowerCase() : JSON.stringify(value);
  return plain(one) === plain(other);
}

/** The identifiers in the order that a batch of positions asked for; undefined where that was none. */
export function orderOf(
  { wrote }: Pick<ResourceCall, 'wrote'>,
  family: ResourceFamily | undefined,
): readonly string[] | undefined {
  const [id] = family === undefined ? [] : idsOf(family);
  const order = family?.order;
  const entries = order && wrote?.[order.batch];
  if (order === undefined || id === undefined || !Array.isArray(entries)) return undefined;
  const { field } = order;
  const named = entries.filter(isRecord).filter((entry) => id in entry && field in entry);
  if (named.length < entries.length) return undefined;
  return named.toSorted((a, b) => Number(a[field]) - Number(b[field])).map((entry) => String(entry[id]));
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

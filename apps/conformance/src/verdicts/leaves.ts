import type { Exchange } from '../exchanges/exchange.ts';
import { isRecord } from '../json/json-record.ts';
import { bodyIn } from './bodies.ts';
import type { Path } from './findings/parts.ts';
import { memoize } from './memoize.ts';

/** A value of JSON that is neither a record nor a list, and where it stands. */
export interface Leaf {
  readonly path: Path;
  readonly value: unknown;
}

/** Every leaf of a value, in order. */
export function leavesIn(value: unknown, path: Path = []): readonly Leaf[] {
  if (Array.isArray(value)) return value.flatMap((inner, index) => leavesIn(inner, [...path, index]));
  if (!isRecord(value)) return value === undefined ? [] : [{ path, value }];
  return Object.entries(value).flatMap(([name, inner]) => leavesIn(inner, [...path, name]));
}

/** The leaves of an answer's JSON. */
export const leavesOf = memoize((exchange: Exchange): readonly Leaf[] => leavesIn(bodyIn(exchange)));

/** One whose value is a number, or a text that writes one. */
export interface NumericLeaf extends Leaf {
  readonly value: number;
}

/** The leaves of an answer's JSON that are numbers; many write amounts as texts, so that no digit is lost. */
export function numericLeavesOf(exchange: Exchange): readonly NumericLeaf[] {
  return numericAmong(leavesOf(exchange));
}

/** Those among some leaves that are numbers. */
export function numericAmong(leaves: readonly Leaf[]): readonly NumericLeaf[] {
  return leaves.flatMap(({ path, value }) => {
    if (typeof value === 'number') return [{ path, value }];
    return typeof value === 'string' && /^-?\d{1,12}(\.\d+)?$/.test(value)
      ? [{ path, value: Number(value) }]
      : [];
  });
}

/** The numbers of an answer's JSON, each by the key of its path. */
export function numbersOf(exchange: Exchange): ReadonlyMap<string, number> {
  return byPath(numericLeavesOf(exchange));
}

/** The values of leaves, each by the key of its path. */
export function byPath<Value>(
  leaves: readonly { readonly path: Path; readonly value: Value }[],
): ReadonlyMap<string, Value> {
  return new Map(leaves.map(({ path, value }) => [keyOfPath(path), value]));
}

/** For maps: no path is read from it. */
export function keyOfPath(path: Path): string {
  return path.join('.');
}

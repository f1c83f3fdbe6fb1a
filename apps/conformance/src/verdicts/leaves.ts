import type { Exchange } from '../exchanges/exchange.ts';
import { isRecord } from '../json/json-record.ts';
import { parseJson } from '../json/parse-json.ts';
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
export const leavesOf = memoize(({ response }: Exchange): readonly Leaf[] =>
  leavesIn(parseJson(response?.body.text ?? '')),
);

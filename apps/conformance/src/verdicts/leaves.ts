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

/** Whether two values stand in the same place. */
export function isSamePlace(one: Pick<Leaf, 'path'>, other: Pick<Leaf, 'path'>): boolean {
  return one.path.join('\n') === other.path.join('\n');
}

/** Every leaf of a value, in order. */
export function leavesIn(value: unknown, path: Path = []): readonly Leaf[] {
  const leaves: Leaf[] = [];
  collect(value, path.reduce(placeIn, root()), leaves);
  return leaves;
}

function collect(value: unknown, place: Place, leaves: Leaf[]): void {
  if (Array.isArray(value))
    for (const [index, inner] of value.entries()) collect(inner, placeIn(place, index), leaves);
  else if (isRecord(value))
    for (const [name, inner] of Object.entries(value)) collect(inner, placeIn(place, name), leaves);
  else if (value !== undefined) leaves.push({ path: pathTo(place), value });
}

/**
 * Many answers have the same paths: each is kept once, or they would be a good part of what a recording takes. Most places
 * are of leaves alone, and the others have no path of their own: with both, this would take as much as all answers.
 */
interface Place {
  readonly at?: { readonly outer: Place; readonly part: string | number };
  inner?: Map<string | number, Place>;
  path?: Path;
}

/** Names may be identifiers, of which there is no end: with so many places all are forgotten, and begun anew. */
const mostPlaces = 20_000;
let known: Place | undefined;
let places = 0;

function root(): Place {
  if (known !== undefined && places < mostPlaces) return known;
  places = 0;
  known = {};
  return known;
}

function placeIn(outer: Place, part: string | number): Place {
  outer.inner ??= new Map();
  const there = outer.inner.get(part);
  if (there !== undefined) return there;
  const place = { at: { outer, part } };
  outer.inner.set(part, place);
  places += 1;
  return place;
}

function pathTo(place: Place): Path {
  place.path ??= partsTo(place);
  return place.path;
}

/** A list of just its length: one that grew has room for more. */
function partsTo({ at }: Place): Path {
  const parts: (string | number)[] = [];
  for (let outer = at; outer !== undefined; outer = outer.outer.at) parts.push(outer.part);
  return parts.toReversed();
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

/** The names that lead to a value, without the places in lists. */
export function fieldNamesIn(path: Path): readonly string[] {
  return path.filter((step) => typeof step === 'string');
}

/** Whether a value stands in no list. */
export function isOutsideLists({ path }: Pick<Leaf, 'path'>): boolean {
  return path.every((step) => typeof step === 'string');
}

/** For maps: no path is read from it. */
export function keyOfPath(path: Path): string {
  return path.join('.');
}

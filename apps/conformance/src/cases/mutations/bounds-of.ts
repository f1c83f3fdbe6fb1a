import { sampleOf } from '../../deployment/field-mapping/sample.ts';
import { branchesOf, itemsOf, valuesOf } from '../../deployment/field-mapping/schema.ts';
import type { JsonSchema } from '../../spec/description.ts';
import type { Oddity, OddValue } from './odd-values.ts';
import type { BodyProperty } from './properties-in.ts';

/** Longer texts and lists than this are never sent, whatever is allowed. */
const longest = 20_000;
const mostItems = 200;

const noneOfThese: OddValue = { oddity: { kind: 'no-choice' }, json: '"none-of-these"' };

type Bounded = Pick<BodyProperty, 'schema' | 'value'>;

/** Values at the bounds that a description sets, and just inside them. */
export function insideBounds({ schema, value }: Bounded): readonly OddValue[] {
  const { least, most } = lengthsOf(schema);
  return [
    ...[...new Set([least, most, least + 1, most - 1])]
      .filter((length) => length >= least && length <= most && isBoundLength(schema))
      .flatMap((length) => textOf(schema, length)),
    ...numbersOf(schema, 'inside'),
    ...choicesOf(schema),
    ...arraysOf({ schema, value }, 'inside'),
  ].filter(({ json }) => json !== JSON.stringify(value));
}

/** Values just outside the bounds that a description sets. */
export function outsideBounds({ schema, value }: Bounded): readonly OddValue[] {
  const { least, most } = lengthsOf(schema);
  const isChosen = valuesOf(schema).length > 0;
  return [
    ...[...new Set(isBoundLength(schema) ? [least - 1, most + 1] : [])].flatMap((length) =>
      textOf(schema, length),
    ),
    ...numbersOf(schema, 'outside'),
    ...(isChosen ? [noneOfThese] : []),
    ...arraysOf({ schema, value }, 'outside'),
  ];
}

function choicesOf(schema: JsonSchema): OddValue[] {
  const choices = new Map(valuesOf(schema).map((value) => [JSON.stringify(value), value]));
  return [...choices].map(([json, value]) => ({ oddity: { kind: 'choice', value }, json }));
}

function boundOf(schema: JsonSchema, name: string): number | undefined {
  const found = branchesOf(schema)
    .map((branch) => branch[name])
    .find((one) => typeof one === 'number');
  return typeof found === 'number' ? found : undefined;
}

function lengthsOf(schema: JsonSchema): { readonly least: number; readonly most: number } {
  return {
    least: boundOf(schema, 'minLength') ?? 0,
    most: boundOf(schema, 'maxLength') ?? Number.POSITIVE_INFINITY,
  };
}

/** The length of a text can only be chosen where nothing else is said of its form. */
function isBoundLength(schema: JsonSchema): boolean {
  const isFormed = branchesOf(schema).some(
    ({ pattern, format }) => pattern !== undefined || format !== undefined,
  );
  const isBound = boundOf(schema, 'minLength') !== undefined || boundOf(schema, 'maxLength') !== undefined;
  return isBound && !isFormed && valuesOf(schema).length === 0;
}

function textOf(schema: JsonSchema, length: number): OddValue[] {
  if (length < 0 || length > longest) return [];
  return [atBound('length', length, sideOf(length, lengthsOf(schema)), JSON.stringify('c'.repeat(length)))];
}

type Bound = Extract<Oddity, { readonly kind: 'bound' }>;

interface BoundValue extends OddValue {
  readonly oddity: Bound;
}

function atBound(of: Bound['of'], value: number, side: Bound['side'], json: string): BoundValue {
  return { oddity: { kind: 'bound', of, value, side }, json };
}

function sideOf(
  value: number,
  {
    least = 0,
    most = Number.POSITIVE_INFINITY,
  }: { readonly least?: number | undefined; readonly most?: number | undefined },
): Bound['side'] {
  if (value < least) return 'below';
  return value > most ? 'above' : 'inside';
}

function numbersOf(schema: JsonSchema, side: 'inside' | 'outside'): OddValue[] {
  const bound = (name: string): number | undefined => boundOf(schema, name);
  const [lowest, highest] = [bound('minimum'), bound('maximum')];
  const [above, below] = [bound('exclusiveMinimum'), bound('exclusiveMaximum')];
  const inside = [lowest, highest, next(lowest, 1), next(highest, -1), next(above, 1), next(below, -1)];
  const outside = [next(lowest, -1), next(highest, 1), above, below];
  const isBelow = (one: number): boolean =>
    (lowest !== undefined && one < lowest) || (above !== undefined && one <= above);
  const isAbove = (one: number): boolean =>
    (highest !== undefined && one > highest) || (below !== undefined && one >= below);
  return [...new Set(side === 'inside' ? inside : outside)]
    .filter((one) => one !== undefined)
    .map((one) =>
      atBound('number', one, isBelow(one) ? 'below' : isAbove(one) ? 'above' : 'inside', `${one}`),
    )
    .filter(({ oddity }) => (oddity.side === 'inside') === (side === 'inside'));
}

function next(bound: number | undefined, step: number): number | undefined {
  return bound === undefined ? undefined : bound + step;
}

function arraysOf({ schema, value }: Bounded, side: 'inside' | 'outside'): OddValue[] {
  const [least, most] = [boundOf(schema, 'minItems'), boundOf(schema, 'maxItems')];
  const [item] = Array.isArray(value) && value.length > 0 ? value : [sampleOf(itemsOf(schema) ?? {})];
  const lengths = side === 'inside' ? [least, most] : [next(least, -1), next(most, 1)];
  return [...new Set(lengths)]
    .filter((length) => length !== undefined)
    .filter((length) => length >= 0 && length <= mostItems)
    .map((length) =>
      atBound('items', length, sideOf(length, { least, most }), JSON.stringify(Array(length).fill(item))),
    )
    .filter(({ oddity }) => (oddity.side === 'inside') === (side === 'inside'));
}

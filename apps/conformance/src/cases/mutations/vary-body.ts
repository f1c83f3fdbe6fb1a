import { sampleOf } from '../../deployment/field-mapping/sample.ts';
import { isRecord, type JsonRecord, withAt, withoutAt } from '../../json/json-record.ts';
import type { JsonSchema } from '../../spec/description.ts';
import { interleave } from '../interleave.ts';
import { insideBounds, outsideBounds } from './bounds-of.ts';
import { deeplyNested, nullValue, type OddValue, oddNumbers, oddTexts, ofOtherTypes } from './odd-values.ts';
import { type BodyProperty, placeOf, propertiesIn } from './properties-in.ts';
import { formsOf } from './value-forms.ts';
import type { BodyVariant } from './variant.ts';
import { varyWholeBody } from './vary-whole-body.ts';

/** A body that was seen to be valid, and whatever describes it. */
export interface ValidBody {
  readonly body: unknown;
  readonly schema: JsonSchema;
  /** Properties that are given no other value of their type: they name records, or say who may see one. */
  readonly spared: readonly (readonly string[])[];
}

/** The same body over and over, each time with one thing wrong or odd about it; the most telling come first. */
export function varyBody(valid: ValidBody): readonly BodyVariant[] {
  const { body } = valid;
  if (!isRecord(body)) return varyWholeBody(body);
  const properties = propertiesIn(valid.schema, body);
  const free = properties.filter(({ path }) => !isSpared(path, valid));
  const change = (
    kind: BodyVariant['kind'],
    some: readonly BodyProperty[],
    valuesOf: ValuesOf,
  ): readonly BodyVariant[] =>
    spread(some, valuesOf).map(([property, value]) => changed(body, property, kind, value));
  return interleave([
    varyWholeBody(body),
    change('mutation', properties, wrongTypes),
    leftOut(body, properties),
    change('mutation', free, outsideBounds),
    change('mutation', free, odd),
    change('inside-bound', free, insideBounds),
    change('mutation', properties, () => [nullValue, deeplyNested]),
  ]);
}

type ValuesOf = (property: BodyProperty) => readonly OddValue[];

export function isSpared(path: readonly string[], { spared }: ValidBody): boolean {
  return spared.some((one) => one.join('.') === path.join('.'));
}

/** Every value of every property, so that neighbours differ in both. */
function spread(
  properties: readonly BodyProperty[],
  valuesOf: ValuesOf,
): readonly (readonly [BodyProperty, OddValue])[] {
  return interleave(
    properties.map((property, index) => {
      const values = valuesOf(property);
      const turned = values.map((_, at) => values[(at + index) % values.length]);
      return turned.flatMap((value) => (value === undefined ? [] : [[property, value] as const]));
    }),
  );
}

function leftOut(body: JsonRecord, properties: readonly BodyProperty[]): readonly BodyVariant[] {
  return properties
    .filter(({ value }) => value !== undefined)
    .toSorted((a, b) => Number(b.required) - Number(a.required))
    .map(({ path }) => ({
      kind: 'mutation',
      mutation: { kind: 'left-out', at: placeOf(path) },
      parameter: path.join('.'),
      path,
      text: JSON.stringify(withoutAt(body, path)),
    }));
}

function wrongTypes({ types }: BodyProperty): readonly OddValue[] {
  const right = types.map((type) => (type === 'integer' ? 'number' : type));
  return right.length === 0 ? [] : ofOtherTypes(right);
}

function odd({ types, schema, value }: BodyProperty): readonly OddValue[] {
  const given = value ?? sampleOf(schema);
  // A record may have a `toString` that is no function.
  const valid = typeof given === 'object' ? JSON.stringify(given) : String(given);
  const forms = formsOf(String(schema.format), valid).map(
    (one): OddValue => ({ oddity: { kind: 'form', ...one }, json: JSON.stringify(one.value) }),
  );
  return [
    ...(types.includes('string') ? interleave([oddTexts, forms]) : []),
    ...(types.includes('integer') || types.includes('number') ? oddNumbers : []),
  ];
}

const marker = 'here goes what is changed';

function changed(
  body: JsonRecord,
  { path }: BodyProperty,
  kind: BodyVariant['kind'],
  { oddity, json }: OddValue,
): BodyVariant {
  const text = JSON.stringify(withAt(body, path, marker)).replace(JSON.stringify(marker), () => json);
  return { kind, mutation: { ...oddity, at: placeOf(path) }, parameter: path.join('.'), path, text };
}

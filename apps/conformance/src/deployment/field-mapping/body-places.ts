import { at, type JsonRecord } from '../../json/json-record.ts';
import type { JsonSchema } from '../../spec/description.ts';
import type { Operation } from '../../spec/spec.ts';
import { isContentsName } from './contents.ts';
import type { FieldMappingSources } from './field-mapping.ts';
import { findProperty } from './find-property.ts';
import { kindOf } from './kind-of.ts';
import type { Knowledge } from './knowledge.ts';
import type { Guessed } from './learn.ts';
import { type Place, placeFrom, wrappedAs } from './place.ts';
import { propertiesOf, schemaAt, typesOf, valuesOf } from './schema.ts';
import { spell } from './spelling.ts';

/** Where a body holds a field. */
export interface BodyPlace extends Place {
  /** Whether its owner, its description or the interface itself says so. */
  readonly isSure: boolean;
}

export interface BodyPlaces {
  /** One place, or each that a refusal asked for. */
  readonly of: (operation: Operation, field: string) => readonly [BodyPlace, ...BodyPlace[]];
  /** The values in a body whose names are not known. */
  readonly guessedIn: (operation: Operation, body: JsonRecord) => readonly Guessed[];
}

/** Where bodies hold the fields of the contract: as the owner says, the description, a refusal, an answer, the contract. */
export function bodyPlaces(
  { bindings, described }: FieldMappingSources,
  { asked, noticed, spellings, flat, worked, ownWords }: Knowledge,
): BodyPlaces {
  const toldPlace = (operation: Operation, field: string): BodyPlace | undefined => {
    const schema = described(operation)?.request?.schema ?? {};
    const bound = bindings[bodyName(operation)]?.fields?.[field];
    if (bound !== undefined) {
      const place = wrappedAs(schema, placeFrom(bound, schema));
      const described = place.entry ? {} : schemaAt(schema, place.path);
      const isSaid = isDescribed(described) || ownWords.has(place.path.at(-1) ?? '');
      return { ...place, schema: described, isSure: !ofManyForms.includes(field) || isSaid };
    }
    const found = findProperty(schema, field);
    return found && { ...found, isSure: found.isSure || isDocumented(operation, field) };
  };

  const placesOf: BodyPlaces['of'] = (operation, field) => {
    const told = toldPlace(operation, field);
    if (told !== undefined) return [told];
    const isSure = isDocumented(operation, field);
    const [first, ...others] = Object.entries(asked.get(bodyName(operation)) ?? {})
      .filter(([, one]) => one.field === field)
      .map(([name, { schema }]): BodyPlace => ({ path: [name], schema, isSure }));
    if (first !== undefined) return [first, ...others];
    const shown = noticed.get(kindOf(operation, field)) ?? noticed.get(field);
    const seen = shown && flat.has(bodyName(operation)) ? atTop(shown) : shown;
    return [{ path: [isSure ? field : spell(field, spellings)], schema: {}, ...seen, isSure }];
  };

  const of: BodyPlaces['of'] = (operation, field) => {
    const [first, ...others] = placesOf(operation, field);
    const isSeen = others.length === 0 && worked.get(kindOfBody(operation, field)) === first.path.join('.');
    return [isSeen ? { ...first, isSure: true } : first, ...others];
  };

  return {
    of,
    guessedIn: (operation, body) =>
      fieldsOf(operation)
        .filter((field) => toldPlace(operation, field) === undefined && !isDocumented(operation, field))
        .map((field) => ({ field, value: at(body, of(operation, field)[0].path) }))
        .filter(({ value }) => value !== undefined),
  };
}

/** A name doesn't tell by which words, or by what flag, private and public are said, nor how a color is written. */
const ofManyForms: readonly string[] = ['visibility', 'theme_color'];

function isDescribed(schema: JsonSchema): boolean {
  return typesOf(schema).length > 0 || valuesOf(schema).length > 0;
}

/** The place without the records that hold what its caller wrote. */
function atTop(place: Place): Place {
  const first = place.path.findIndex((name) => !isContentsName(name));
  return { ...place, path: place.path.slice(Math.max(first, 0)) };
}

export function kindOfBody(operation: Operation, field: string): string {
  return `${bodyName(operation)} ${field}`;
}

/** What a body is known by, whichever operation it is sent to. */
export function bodyName({ id, request }: Operation): string {
  return request?.name ?? id;
}

/** The fields that the contract knows of a body. */
function fieldsOf({ request }: Operation): readonly string[] {
  return request === undefined ? [] : propertiesOf(request.schema).map(([name]) => name);
}

/** Whether the interface itself shows the name of a field. */
function isDocumented({ request }: Operation, field: string): boolean {
  const property = request && propertiesOf(request.schema).find(([name]) => name === field);
  return property !== undefined && property[1]['x-inferred'] !== true;
}

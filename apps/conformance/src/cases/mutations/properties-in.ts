import { propertiesOf, requiredOf, typesOf } from '../../deployment/field-mapping/schema.ts';
import { isRecord, type JsonRecord } from '../../json/json-record.ts';
import type { JsonSchema } from '../../spec/description.ts';

/** A property that a body has or may have. */
export interface BodyProperty {
  readonly path: readonly string[];
  readonly schema: JsonSchema;
  /** Of which types its values are; by what was sent where nothing describes it. */
  readonly types: readonly string[];
  /** As it was sent; undefined where it was not. */
  readonly value: unknown;
  readonly required: boolean;
}

const deepest = 3;

/** The properties of a body, and those that its description knows besides; what was sent comes first. */
export function propertiesIn(
  schema: JsonSchema,
  body: JsonRecord,
  path: readonly string[] = [],
): readonly BodyProperty[] {
  const described = new Map(propertiesOf(schema));
  const required = requiredOf(schema);
  const names = [...new Set([...Object.keys(body), ...described.keys()])];
  return names.flatMap((name) => {
    const value = body[name];
    const own = described.get(name) ?? {};
    const property: BodyProperty = {
      path: [...path, name],
      schema: own,
      types: typesFor(own, value),
      value,
      required: required.includes(name),
    };
    const inner = isRecord(value) && path.length < deepest ? propertiesIn(own, value, property.path) : [];
    return [property, ...inner];
  });
}

function typesFor(schema: JsonSchema, value: unknown): readonly string[] {
  const told = typesOf(schema);
  if (told.length > 0 || value === undefined) return told;
  if (value === null) return [];
  return [Array.isArray(value) ? 'array' : typeof value];
}

/** A path as one text; a name that has a dot itself stands in quotation marks. */
export function placeOf(path: readonly string[]): string {
  return path.map((name) => (/[".]/.test(name) ? JSON.stringify(name) : name)).join('.');
}

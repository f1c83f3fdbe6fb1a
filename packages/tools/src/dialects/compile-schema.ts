import type { ConditionalRule, ObjectSchema, PropertySchema } from '../gen/tool-definition.ts';
import { describeKeyword, joinSentences } from './describe.ts';
import type { Dialect, Keyword } from './dialect.ts';

/** A schema as a provider takes it; each dialect has its own keywords. */
export type JsonSchema = { readonly [keyword: string]: unknown };

const keywords: readonly Keyword[] = ['minimum', 'maximum', 'default', 'examples'];

/** One object schema in a dialect, without any condition. */
export function compileObject(
  { properties = {}, required = [] }: ObjectSchema,
  dialect: Dialect,
): JsonSchema {
  const byNull = dialect.absent === 'null';
  const compiled = Object.entries(properties).map(([name, schema]) => {
    const nullable = byNull && !required.includes(name);
    return [name, compileProperty(schema, dialect, nullable)] as const;
  });
  const demanded = byNull ? Object.keys(properties) : required;
  return {
    type: typeName('object', dialect),
    properties: Object.fromEntries(compiled),
    ...((demanded.length > 0 || byNull) && { required: demanded }),
    ...(dialect.closed && { additionalProperties: false }),
  };
}

function compileProperty(schema: PropertySchema, dialect: Dialect, nullable: boolean): JsonSchema {
  const { type = 'string', description, enum: values, items } = schema;
  const name = typeName(type, dialect);
  const moved = keywords.filter((keyword) => !dialect.keywords.includes(keyword));
  const text = joinSentences([description, ...moved.map((keyword) => describeKeyword(schema, keyword))]);
  const kept = keywords.filter((keyword) => dialect.keywords.includes(keyword));
  return {
    type: nullable ? [name, 'null'] : name,
    ...(text && { description: text }),
    ...(values && { enum: nullable ? [...values, null] : values }),
    ...Object.fromEntries(kept.flatMap((keyword) => (keyword in schema ? [[keyword, schema[keyword]]] : []))),
    ...(items && { items: compileObject(items, dialect) }),
  };
}

function typeName(type: string, { upperCaseTypes }: Dialect): string {
  return upperCaseTypes ? type.toUpperCase() : type;
}

/** The object schema that holds when the parameter has this value: its conditional requirements are plain ones. */
export function schemaWhen(
  schema: ObjectSchema,
  rules: readonly ConditionalRule[],
  { parameter, value }: { parameter: string; value: string },
): ObjectSchema {
  const demanded = rules
    .filter(({ requireWhen: { parameter: of, equals } }) => of === parameter && equals === value)
    .flatMap(({ require }) => require);
  return {
    type: 'object',
    properties: { ...schema.properties, [parameter]: { type: 'string', enum: [value] } },
    required: [...new Set([...(schema.required ?? []), ...demanded])],
  };
}

/** The same without one property. */
export function withoutProperty({ properties, required }: ObjectSchema, name: string): ObjectSchema {
  const rest = Object.entries(properties ?? {}).filter(([each]) => each !== name);
  return {
    type: 'object',
    properties: Object.fromEntries(rest),
    required: (required ?? []).filter((each) => each !== name),
  };
}

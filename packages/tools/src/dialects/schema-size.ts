/** How much one schema holds, in the units that OpenAI's strict mode counts. */
export interface SchemaSize {
  /** Named in every object, as deep as it goes. */
  properties: number;
  enumValues: number;
  /** Characters of all names of properties and of all values of enums. */
  characters: number;
}

/** What OpenAI documents for one strict schema; all 15 tools together stay far below it. */
const limits: Readonly<SchemaSize> = { properties: 5_000, enumValues: 1_000, characters: 120_000 };

/** What of a schema is more than OpenAI's strict mode takes. */
export function lintSize(schema: unknown): string[] {
  const size = sizeOf(schema);
  return (Object.keys(limits) as (keyof SchemaSize)[])
    .filter((unit) => size[unit] > limits[unit])
    .map((unit) => `${size[unit]} of ${limits[unit]} ${unit}`);
}

/** Counts in every part of a schema. */
export function sizeOf(schema: unknown): SchemaSize {
  if (typeof schema !== 'object' || schema === null) return { properties: 0, enumValues: 0, characters: 0 };
  if (Array.isArray(schema))
    return schema.map(sizeOf).reduce(add, { properties: 0, enumValues: 0, characters: 0 });
  const { properties = {}, enum: values = [], ...rest }: Parts = schema;
  const names = Object.keys(properties);
  const own = {
    properties: names.length,
    enumValues: values.length,
    characters: [...names, ...values].join('').length,
  };
  return [...Object.values(properties), ...Object.values(rest)].map(sizeOf).reduce(add, own);
}

interface Parts {
  properties?: Readonly<Record<string, unknown>>;
  enum?: readonly unknown[];
}

function add(one: SchemaSize, other: SchemaSize): SchemaSize {
  return {
    properties: one.properties + other.properties,
    enumValues: one.enumValues + other.enumValues,
    characters: one.characters + other.characters,
  };
}
